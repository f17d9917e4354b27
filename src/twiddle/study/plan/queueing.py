# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Jobs through devices: exact discrete-event simulation of the queues.

A device is three stations in series, each first come, first served, with an unbounded queue:

    bus in (one server) -> cores (c servers) -> bus out (one server)

All jobs of a kind take the same time, unless their number of attempts is random: no cycle count of a core
depends on data, and of whole operations, whose cycles vary with the keys, a job has the average. With
constant times jobs leave a station in arrival order, and job i follows job i - c on the same server. It
starts at

    s_i = max(a_i, s_(i-c) + d)

which is Lindley's recursion on every c-th job, and in closed form s_(r+kc) = k d + max over j <= k of
(a_(r+jc) - j d): a running maximum, without time steps or an event list. With individual times, one server
has the same recursion; for c servers a heap gives the server that is free first. Operands of a whole job
cross the bus before the core starts, and results after it ends, so transfers never overlap computation here.
Jobs go to the devices of a fleet in turn.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from twiddle.study.plan.arrivals import Times

PERCENTILES = {"p50": 50.0, "p90": 90.0, "p99": 99.0, "p99.9": 99.9}

WARM_UP = 20
"""One in so many jobs fills the queues first and does not count in the latencies."""


@dataclass(frozen=True, eq=False)
class Station:
    """`servers` of one kind, and `tail` seconds of every job that occupy none of them.

    service  seconds that a job occupies a server: one number, or one for each job, shape (jobs,)
    """

    servers: int
    service: float | Times
    tail: float = 0.0

    def starts(self, arrivals: Times) -> Times:
        """Start of service of each job, for ascending arrivals."""
        if isinstance(self.service, np.ndarray):
            return self._one_by_one(arrivals, self.service)
        jobs = len(arrivals)
        rounds = -(-jobs // self.servers)
        padded = np.full(rounds * self.servers, np.inf)
        padded[:jobs] = arrivals
        offsets = self.service * np.arange(rounds)[:, None]
        turns = padded.reshape(rounds, self.servers) - offsets
        # Restoring the offset rounds; a job must not start before its arrival.
        starts: Times = (np.maximum.accumulate(turns, axis=0) + offsets).ravel()[:jobs]
        return np.maximum(starts, arrivals)

    def _one_by_one(self, arrivals: Times, service: Times) -> Times:
        if self.servers == 1:
            before = np.concatenate(([0.0], np.cumsum(service)[:-1]))
            lindley: Times = np.maximum.accumulate(arrivals - before) + before
            return np.maximum(lindley, arrivals)
        free = [0.0] * self.servers
        starts = np.empty_like(arrivals)
        for job, (come, seconds) in enumerate(zip(arrivals.tolist(), service.tolist(), strict=True)):
            starts[job] = begin = max(come, free[0])
            heapq.heapreplace(free, begin + seconds)
        return starts

    def served(self, arrivals: Times) -> tuple[Times, NDArray[np.int64], Times]:
        """Starts in ascending order, the jobs in this order, and the end of each job, for any arrivals."""
        order = np.argsort(arrivals, kind="stable")
        ordered = self.select(order)
        starts, ends = ordered.starts(arrivals[order]), np.empty_like(arrivals)
        ends[order] = starts + ordered.service + self.tail
        return starts, order, ends

    def select(self, jobs: slice | NDArray[np.int64]) -> Station:
        """The same for some of the jobs, in the given order."""
        return replace(self, service=self.service[jobs]) if isinstance(self.service, np.ndarray) else self

    def work(self, jobs: int) -> float:
        """Total seconds of service of all jobs."""
        return float(self.service.sum()) if isinstance(self.service, np.ndarray) else jobs * self.service


@dataclass(frozen=True)
class Outcome:
    """The results of a simulation; times in seconds.

    jobs          simulated
    horizon       from the first arrival to the last departure
    latency       from arrival to the last result, by percentile, of the jobs after the warm-up
    mean, worst   latency
    wait          mean waiting time before bus and cores
    queue_mean    average number of waiting jobs of one device
    queue_99, queue_max
                  waiting jobs of one device, as seen by an arriving job
    busy          busy share of the horizon of each station: bus in, cores, bus out
    """

    jobs: int
    horizon: float
    latency: dict[str, float]
    mean: float
    worst: float
    wait: float
    queue_mean: float
    queue_99: float
    queue_max: int
    busy: tuple[float, ...]


@dataclass(frozen=True, eq=False)
class Journeys:
    """For every job, shape (jobs,): departure, waiting time, and queue length at arrival.

    left    seconds
    waited  seconds, at all stations of its device together
    queued  waiting jobs at its device, at all stations
    """

    left: Times
    waited: Times
    queued: NDArray[np.int64]


def journeys(arrivals: Times, stations: tuple[Station, ...], devices: int = 1, queues: bool = True) -> Journeys:
    """Send the jobs of `arrivals` through `devices` equal devices, each with the stations in series.

    Without `queues` nobody is counted as waiting, in a fraction of the time.
    """
    left, waited = np.empty_like(arrivals), np.zeros_like(arrivals)
    queued = np.zeros(len(arrivals), np.int64)
    for device in range(devices):
        mine = slice(device, None, devices)
        come = arrivals[mine]
        here, ahead = come, np.arange(len(come))
        for station in (station.select(mine) for station in stations):
            starts, order, ends = station.served(here)
            if queues:
                waited[mine][order] += starts - here[order]
                queued[mine] += np.maximum(ahead - np.searchsorted(starts, come, side="right"), 0)
                ahead = np.searchsorted(np.sort(ends), come, side="right")
            here = ends
        left[mine] = here
    return Journeys(left, waited, queued)


def p99(arrivals: Times, stations: tuple[Station, ...], devices: int = 1) -> float:
    """The latency of 99 % of the jobs alone, as `simulate` has it."""
    latency = journeys(arrivals, stations, devices, queues=False).left - arrivals
    return float(np.percentile(latency[len(latency) // WARM_UP :], PERCENTILES["p99"]))


def simulate(arrivals: Times, stations: tuple[Station, ...], devices: int = 1) -> Outcome:
    """The outcome for jobs that arrive at `arrivals`; see `journeys`."""
    ways = journeys(arrivals, stations, devices)
    horizon = float(ways.left.max() - arrivals[0])
    latency = ways.left - arrivals
    steady = latency[len(latency) // WARM_UP :]
    return Outcome(
        jobs=len(arrivals),
        horizon=horizon,
        latency={name: float(np.percentile(steady, value)) for name, value in PERCENTILES.items()},
        mean=float(steady.mean()),
        worst=float(steady.max()),
        wait=float(ways.waited[len(latency) // WARM_UP :].mean()),
        queue_mean=float(ways.waited.sum() / horizon / devices),
        queue_99=float(np.percentile(ways.queued, 99)),
        queue_max=int(ways.queued.max()),
        busy=tuple(station.work(len(arrivals)) / (station.servers * devices * horizon) for station in stations),
    )
