# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Jobs through devices: discrete-event simulation of queues, exact for the stations as they are described.

A device is three stations in a row, each first come, first served, with room for all that wait:

    bus in (one server) -> cores (c servers) -> bus out (one server)

No cycle count depends on data, so all jobs of a kind take the same time, unless their number of attempts is
random. With constant times jobs leave a station in the order in which they came, and job i is served by the
server that job i - c had: it starts at

    s_i = max(a_i, s_(i-c) + d)

which is Lindley's recursion on every c-th job, and as a whole s_(r+kc) = k d + max over j <= k of
(a_(r+jc) - j d): a running maximum, with no step of time and no event list. With times of their own, one
server has the same recursion, and c servers are taken from a heap, the one that is free first for the next
job. Operands of a whole job pass the bus before the core begins, and results after it ends, so that transfers
hidden behind computing are not counted as hidden. Jobs are dealt to the devices of a fleet in turn.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from twiddle.plan.arrivals import Times

PERCENTILES = {"p50": 50.0, "p90": 90.0, "p99": 99.0, "p99.9": 99.9}

WARM_UP = 20
"""One in so many jobs comes first to fill the queues, and is not in the latencies."""


@dataclass(frozen=True, eq=False)
class Station:
    """`servers` of one kind, and `tail` seconds of every job that occupy none.

    service  seconds that a job occupies a server: one number, or one for each job, shape (jobs,)
    """

    servers: int
    service: float | Times
    tail: float = 0.0

    def starts(self, arrivals: Times) -> Times:
        """When the service of each job starts, for ascending arrivals."""
        if isinstance(self.service, np.ndarray):
            return self._one_by_one(arrivals, self.service)
        jobs = len(arrivals)
        rounds = -(-jobs // self.servers)
        padded = np.full(rounds * self.servers, np.inf)
        padded[:jobs] = arrivals
        offsets = self.service * np.arange(rounds)[:, None]
        turns = padded.reshape(rounds, self.servers) - offsets
        # The offset comes back with a rounding error, which must not make a job start before it has come.
        found: Times = (np.maximum.accumulate(turns, axis=0) + offsets).ravel()[:jobs]
        return np.maximum(found, arrivals)

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

    def of(self, jobs: slice | NDArray[np.int64]) -> Station:
        """The same for some of the jobs, in the given order."""
        return replace(self, service=self.service[jobs]) if isinstance(self.service, np.ndarray) else self

    def work(self, jobs: int) -> float:
        """Seconds of service that all jobs need together."""
        return float(self.service.sum()) if isinstance(self.service, np.ndarray) else jobs * self.service


@dataclass(frozen=True)
class Outcome:
    """What a simulation gave; times in seconds.

    jobs          simulated
    horizon       from the first arrival to the last departure
    latency       from arrival to the last result, by percentile, of the jobs after the warm-up
    mean, worst   latency
    wait          mean time in front of bus and cores
    in_system     jobs inside on average
    queue_mean    jobs of one device that wait, averaged over time
    queue_99, queue_max
                  jobs of one device that wait, as an arriving job finds them
    busy          share of the horizon for which each station is busy: bus in, cores, bus out
    """

    jobs: int
    horizon: float
    latency: dict[str, float]
    mean: float
    worst: float
    wait: float
    in_system: float
    queue_mean: float
    queue_99: float
    queue_max: int
    busy: tuple[float, ...]


@dataclass(frozen=True, eq=False)
class Journeys:
    """The way of every job, shape (jobs,): when its last result is out, its wait, and who waits as it comes.

    left    seconds
    waited  seconds, in front of all stations of its device together
    found   jobs that wait at its device, in front of all stations
    """

    left: Times
    waited: Times
    found: NDArray[np.int64]


def journeys(arrivals: Times, stations: tuple[Station, ...], devices: int = 1) -> Journeys:
    """Send jobs that arrive at `arrivals` through `devices` equal devices, each of the stations in a row."""
    left, waited = np.empty_like(arrivals), np.zeros_like(arrivals)
    found = np.zeros(len(arrivals), np.int64)
    for device in range(devices):
        mine = slice(device, None, devices)
        come = arrivals[mine]
        here, ahead = come, np.arange(len(come))
        for station in (each.of(mine) for each in stations):
            order = np.argsort(here, kind="stable")
            ordered = station.of(order)
            starts = ordered.starts(here[order])
            waits, ends = np.empty_like(here), np.empty_like(here)
            waits[order] = starts - here[order]
            ends[order] = starts + ordered.service + station.tail
            waited[mine] += waits
            found[mine] += np.maximum(ahead - np.searchsorted(starts, come, side="right"), 0)
            here = ends
            ahead = np.searchsorted(np.sort(here), come, side="right")
        left[mine] = here
    return Journeys(left, waited, found)


def simulate(arrivals: Times, stations: tuple[Station, ...], devices: int = 1) -> Outcome:
    """What comes of jobs that arrive at `arrivals`; see `journeys`."""
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
        in_system=float(latency.sum() / horizon),
        queue_mean=float(ways.waited.sum() / horizon / devices),
        queue_99=float(np.percentile(ways.found, 99)),
        queue_max=int(ways.found.max()),
        busy=tuple(
            station.work(len(arrivals)) / (station.servers * devices * horizon) for station in stations
        ),
    )
