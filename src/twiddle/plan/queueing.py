# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Jobs through devices: discrete-event simulation of queues, exact for the stations as they are described.

A device is three stations in a row, each first come, first served, with room for all that wait:

    bus in (one server) -> cores (c servers) -> bus out (one server)

Every service time is constant, because no cycle count depends on data. So jobs leave a station in the order
in which they came, and job i is served by the server that job i - c had: it starts at

    s_i = max(a_i, s_(i-c) + d)

which is Lindley's recursion on every c-th job, and as a whole s_(r+kc) = k d + max over j <= k of
(a_(r+jc) - j d): a running maximum, with no step of time and no event list. Operands of a whole job pass the
bus before the core begins, and results after it ends, so that transfers hidden behind computing are not
counted as hidden. Jobs are dealt to the devices of a fleet in turn.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from twiddle.plan.arrivals import Times

PERCENTILES = {"p50": 50.0, "p90": 90.0, "p99": 99.0, "p99.9": 99.9}

WARM_UP = 20
"""One in so many jobs comes first to fill the queues, and is not in the latencies."""


@dataclass(frozen=True)
class Station:
    """`servers` of one kind, a constant `service` in seconds each, and `tail` seconds that occupy none."""

    servers: int
    service: float
    tail: float = 0.0

    def starts(self, arrivals: Times) -> Times:
        """When the service of each job starts, for ascending arrivals."""
        jobs = len(arrivals)
        rounds = -(-jobs // self.servers)
        padded = np.full(rounds * self.servers, np.inf)
        padded[:jobs] = arrivals
        offsets = self.service * np.arange(rounds)[:, None]
        turns = padded.reshape(rounds, self.servers) - offsets
        # The offset comes back with a rounding error, which must not make a job start before it has come.
        found: Times = (np.maximum.accumulate(turns, axis=0) + offsets).ravel()[:jobs]
        return np.maximum(found, arrivals)


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


def simulate(arrivals: Times, stations: tuple[Station, ...], devices: int = 1) -> Outcome:
    """Send jobs that arrive at `arrivals` through `devices` equal devices, each of the stations in a row."""
    left = np.empty_like(arrivals)
    waited = np.empty_like(arrivals)
    depths = np.empty(len(arrivals), np.int64)
    for device in range(devices):
        mine = arrivals[device::devices]
        here = mine
        waits, depth = np.zeros_like(mine), np.zeros(len(mine), np.int64)
        ahead = np.arange(len(mine))
        for station in stations:
            starts = station.starts(here)
            waits += starts - here
            depth += np.maximum(ahead - np.searchsorted(starts, mine, side="right"), 0)
            here = starts + station.service + station.tail
            ahead = np.searchsorted(here, mine, side="right")
        left[device::devices], waited[device::devices], depths[device::devices] = here, waits, depth
    horizon = float(left.max() - arrivals[0])
    latency = left - arrivals
    steady = np.sort(latency[len(latency) // WARM_UP :])
    return Outcome(
        jobs=len(arrivals),
        horizon=horizon,
        latency={name: float(np.percentile(steady, value)) for name, value in PERCENTILES.items()},
        mean=float(steady.mean()),
        worst=float(steady[-1]),
        wait=float(waited[len(waited) // WARM_UP :].mean()),
        in_system=float(latency.sum() / horizon),
        queue_mean=float(waited.sum() / horizon / devices),
        queue_99=float(np.percentile(depths, 99)),
        queue_max=int(depths.max()),
        busy=tuple(
            len(arrivals) * station.service / (station.servers * devices * horizon) for station in stations
        ),
    )
