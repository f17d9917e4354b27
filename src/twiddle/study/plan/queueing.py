# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Jobs that arrive evenly, at random, in batches or in on/off periods, and their way through devices.

The simulation of the queues is exact and by discrete events. A device is three stations in series, each first
come, first served, with an unbounded queue:

    bus in (one server) -> cores (c servers) -> bus out (one server)

All jobs of a kind take the same time, unless their number of attempts is random: no cycle count of a core
depends on data, and of whole operations, whose cycles vary with the keys, a job has the average. With
constant times, or one server, jobs leave a station in arrival order, and job i follows job i - c on the same
server. It starts at

    s_i = max(a_i, s_(i-c) + d_(i-c))

which is Lindley's recursion on every c-th job, and in closed form, with D_i = d_(i-c) + d_(i-2c) + ..., s_i =
D_i + max over j <= i of (a_j - D_j), j and i of one server: a running maximum, without time steps or an event
list. For c servers and individual times a heap gives the server that is free first. Operands of a whole job
cross the bus before the core starts, and results after it ends, so transfers never overlap computation here.
Jobs go to the devices of a fleet in turn.
"""

import heapq
from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray

from twiddle.base.errors import FieldError

Times = NDArray[np.float64]
"""Seconds, shape (jobs,); those of arrivals ascend."""

FORMS = "poisson, even, batch:JOBS (1 to 1,000,000) or onoff:PEAK:MILLISECONDS (above 1 to 1000, at most 1e6)"

LEAST_BURSTS = 20
"""Least average number of bursts in a simulation."""


@dataclass(frozen=True)
class Arrivals:
    """A stream of jobs with a mean rate.

    kind   poisson  independent, exponential gaps
           even     a constant gap
           batch    `size` jobs at once; the batches arrive like poisson
           onoff    poisson at `peak` times the rate in periods of `seconds` on average, with silences
                    between them, peak - 1 times as long on average; both lengths are exponential
    """

    kind: str
    size: int = 1
    peak: float = 1.0
    seconds: float = 0.0

    def check(self, rate: float, jobs: int) -> None:
        """Raises FieldError if `jobs` jobs at `rate` a second contain too few bursts."""
        burst = self.size if self.kind == "batch" else rate * self.peak * self.seconds
        if self.kind in ("batch", "onoff") and jobs < LEAST_BURSTS * burst:
            raise FieldError(
                f"jobs {jobs}: {burst:,.0f} come in one burst, a percentile needs {LEAST_BURSTS} bursts; "
                f"take {ceil(LEAST_BURSTS * burst)} jobs or more, or shorter bursts"
            )

    def times(self, rate: float, jobs: int, seed: int) -> Times:
        """Arrival times of `jobs` jobs at `rate` a second on average."""
        rng = np.random.default_rng(seed)
        if self.kind == "even":
            return np.arange(jobs) / rate
        if self.kind == "batch":
            batches = np.cumsum(rng.exponential(self.size / rate, -(-jobs // self.size)))
            return np.repeat(batches, self.size)[:jobs]
        if self.kind == "poisson":
            return np.cumsum(rng.exponential(1 / rate, jobs))
        on = np.cumsum(rng.exponential(1 / (rate * self.peak), jobs))
        ends = np.empty(0)
        while not ends.size or ends[-1] <= on[-1]:
            more = np.cumsum(rng.exponential(self.seconds, 1 + int(1.1 * on[-1] / self.seconds)))
            ends = np.concatenate((ends, more + (ends[-1] if ends.size else 0.0)))
        silences = np.cumsum(rng.exponential(self.seconds * (self.peak - 1), len(ends)))
        passed = np.searchsorted(ends, on)
        shifted: Times = on + np.where(passed > 0, silences[passed - 1], 0.0)
        return shifted


def arrivals(text: str) -> Arrivals:
    """Arrivals from words: poisson, even, batch:32, onoff:4:10 (4 times the rate, for 10 ms on average).

    Raises FieldError for anything else.
    """
    kind, *values = text.split(":")
    try:
        numbers = tuple(map(float, values))
    except ValueError:
        numbers = ()
    if kind in ("poisson", "even") and not values:
        return Arrivals(kind)
    if kind == "batch" and len(numbers) == 1 and numbers[0] in range(1, 1_000_001):
        return Arrivals(kind, size=int(numbers[0]))
    if kind == "onoff" and len(numbers) == 2 and 1 < numbers[0] <= 1000 and 0 < numbers[1] <= 1e6:
        return Arrivals(kind, peak=numbers[0], seconds=numbers[1] / 1000)
    raise FieldError(f"burst {text}: not of the form {FORMS}")


PERCENTILES = {"p50": 50.0, "p90": 90.0, "p99": 99.0, "p99.9": 99.9}

WARM_UP = 20
"""One in so many jobs fills the queues first and does not count in the latencies."""


@dataclass(frozen=True, eq=False)
class Station:
    """`servers` of one kind, and `tail` seconds of every job that occupy none of them."""

    servers: int
    service: float | Times  # seconds that a job occupies a server: one number, or one for each job, shape (jobs,)
    tail: float = 0.0

    def starts(self, arrivals: Times, service: Times) -> Times:
        """Start of service of each job, for ascending arrivals and its time of service."""
        if self.servers > 1 and (service != service[:1]).any():
            free = [0.0] * self.servers
            starts = np.empty_like(arrivals)
            for job, (come, seconds) in enumerate(zip(arrivals.tolist(), service.tolist(), strict=True)):
                starts[job] = begin = max(come, free[0])
                heapq.heapreplace(free, begin + seconds)
            return starts
        turns, times = (
            np.pad(each, (0, -len(each) % self.servers)).reshape(-1, self.servers) for each in (arrivals, service)
        )
        before = np.cumsum(times, axis=0) - times
        starts = (np.maximum.accumulate(turns - before, axis=0) + before).ravel()[: len(arrivals)]
        # Adding `before` again rounds; a job must not start before its arrival.
        return np.maximum(starts, arrivals)

    def served(self, arrivals: Times, service: Times) -> tuple[Times, NDArray[np.int64], Times]:
        """Starts in ascending order, the jobs in this order, and the end of each job, for any arrivals."""
        order = np.argsort(arrivals, kind="stable")
        starts, ends = self.starts(arrivals[order], service[order]), np.empty_like(arrivals)
        ends[order] = starts + service[order] + self.tail
        return starts, order, ends


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
    """For every job, shape (jobs,): departure, waiting time, and queue length at arrival."""

    left: Times  # seconds
    waited: Times  # seconds, at all stations of its device together
    queued: NDArray[np.int64]  # waiting jobs at its device, at all stations


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
        for station in stations:
            starts, order, ends = station.served(here, np.broadcast_to(station.service, arrivals.shape)[mine])
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
        busy=tuple(
            float(np.broadcast_to(station.service, latency.shape).sum()) / (station.servers * devices * horizon)
            for station in stations
        ),
    )
