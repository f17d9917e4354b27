# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The cores and devices that a load needs, from synthesis records.

Every record of the ring whose core offers the operations of a job is a candidate on a device of its target.
Cores and buses stay below a ceiling of busy time, and devices below the same ceiling of each resource. On a
device the best candidate needs the fewest devices, then the smallest share of its most used resource, then
the fewest LUTs; the best device is the one needed least often, then the smallest. Under a limit on the
latency each candidate is simulated and grows until it meets the limit, and is compared at that size. A fleet
of given size does not change; if the load exceeds its capacity it is overloaded and not simulated, because
its queues grow without limit.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, floor, inf
from typing import Any

import numpy as np

from twiddle.base.errors import FieldError, TwiddleError
from twiddle.base.rings import Ring
from twiddle.catalog.designs import Design, core
from twiddle.study.plan.arrivals import Arrivals, Times
from twiddle.study.plan.jobs import Job
from twiddle.study.plan.queueing import Outcome, Station, p99, simulate
from twiddle.tools.synth.records import Record
from twiddle.tools.targets.base import RESOURCES, Device

WORDS: Mapping[str, str] = {
    "cores": "cores",
    "bus in": "bus to the cores",
    "bus out": "bus from the cores",
    "lut": "LUTs",
    "ff": "registers",
    "dsp": "DSP blocks",
    "bram36": "block RAM",
}
"""Names of the limits, for people."""


Candidate = tuple[Record, Job | str]
"""A record with the job on it, or why it has none."""

MOST_DEVICES = 10_000
"""Most devices in a plan."""


@dataclass(frozen=True)
class Load:
    """The load and the limits of a plan.

    rate      jobs a second
    arrivals  their arrival process
    ceiling   largest share of a device, of a bus and of the cores' time, in (0, 1]
    bus       bits a second, into a device and out of it
    mhz       clock rate of the cores; None: that of the record
    p99       limit in seconds on the latency of 99 % of the jobs; None: no limit
    cores     on each device, if given
    devices   their number, if given
    """

    rate: float
    arrivals: Arrivals
    ceiling: float
    bus: float
    mhz: float | None = None
    p99: float | None = None
    cores: int | None = None
    devices: int | None = None


@dataclass(frozen=True)
class Fleet:
    """Equal devices with equal cores, from one record.

    limits   jobs a second at which the cores or a bus are always busy, and that each resource of the devices
             supports if such cores fill it up to the ceiling
    """

    record: Record
    device: Device
    job: Job
    load: Load
    clock: float
    cores: int
    devices: int

    @property
    def core(self) -> str:
        """The name of the core, or of the system."""
        return self.record.core if isinstance(self.record, Record) else self.record.system

    @property
    def service(self) -> float:
        """Seconds that a job occupies a core, on average."""
        return self.job.mean("cycles") / self.clock

    @property
    def alone(self) -> float:
        """Latency in seconds of a job without waiting, on average."""
        return self.alone_with(self.job.attempts)

    def alone_with(self, attempts: float) -> float:
        """The same of a job with this number of attempts."""
        bits = self.job.amount("bits_in", attempts) + self.job.amount("bits_out", attempts)
        return (self.job.amount("cycles", attempts) + self.job.tail) / self.clock + bits / self.load.bus

    @property
    def shares(self) -> dict[str, float]:
        """Share of each resource of a device that the cores take."""
        needs = {name: self.cores * self.record.cells[name] for name in RESOURCES}
        return {name: need / self.device.capacity[name] if need else 0.0 for name, need in needs.items()}

    @property
    def fit(self) -> int:
        """Most cores on a device below the ceiling."""
        return min(map(self._fit, RESOURCES))

    @property
    def limits(self) -> dict[str, float]:
        """The capacity limits in jobs a second, see above; unused resources are left out."""
        limits = {
            "cores": self.devices * self.cores / self.service,
            "bus in": self.devices * self.load.bus / self.job.mean("bits_in"),
            "bus out": self.devices * self.load.bus / self.job.mean("bits_out"),
        }
        for name in RESOURCES:
            if self.record.cells[name]:
                limits[name] = self.devices * self._fit(name) / self.service
        return limits

    @property
    def bus_bound(self) -> bool:
        """The buses, not the area, require this many devices."""
        return self.devices > _ceil_from_one(self.devices * self.cores / self.fit)

    @property
    def bottleneck(self) -> str:
        """The first limit as the load grows: cores, bus in or bus out."""
        return min(("cores", "bus in", "bus out"), key=self.limits.__getitem__)

    @property
    def limiting_resource(self) -> str:
        """The first limit as cores are added: a bus, or a resource of the device."""
        limits = self.limits
        return min((name for name in limits if name != "cores"), key=limits.__getitem__)

    @property
    def assumed(self) -> bool:
        """Whether the clock rate has no place and route."""
        return self.record.fmax_mhz is None

    @property
    def overloaded(self) -> bool:
        """Whether the load exceeds a limit."""
        return self.load.rate >= self.limits[self.bottleneck]

    def simulate(self, jobs: int, seed: int) -> Outcome:
        """Simulates the load on this fleet. Raises TwiddleError if the jobs contain too few bursts."""
        return simulate(_times(self.load.arrivals, self.load.rate, jobs, seed), *self._stations(jobs, seed))

    def p99(self, jobs: int, seed: int) -> float:
        """The latency of 99 % of the jobs in seconds, as `simulate` has it. Errors as `simulate`."""
        return p99(_times(self.load.arrivals, self.load.rate, jobs, seed), *self._stations(jobs, seed))

    def _stations(self, jobs: int, seed: int) -> tuple[tuple[Station, ...], int]:
        """A device in the form for `twiddle.study.plan.queueing`, and the number of devices."""
        attempts: Times = np.ones(1)
        if self.job.further is not None:
            attempts = np.random.default_rng([seed, 1]).geometric(1 / self.job.attempts, jobs).astype(float)
        figures = [self.job.amount(name, attempts) for name in ("bits_in", "cycles", "bits_out")]
        bus_in, cycles, bus_out = (figure if len(figure) > 1 else float(figure[0]) for figure in figures)
        stations = (
            Station(1, bus_in / self.load.bus),
            Station(self.cores, cycles / self.clock, self.job.tail / self.clock),
            Station(1, bus_out / self.load.bus),
        )
        return stations, self.devices

    def sized(self) -> Fleet:
        """The cores and devices that the load needs below the ceiling, unless given."""
        rate, ceiling, load = self.load.rate, self.load.ceiling, self.load
        cores = _ceil_from_one(rate * self.service / ceiling)
        bits = max(self.job.mean("bits_in"), self.job.mean("bits_out"))
        most = load.cores or self.fit
        devices = load.devices
        if devices is None:
            buses = _ceil_from_one(rate * bits / (load.bus * ceiling))
            devices = max(_ceil_from_one(cores / most), buses)
        on_each = load.cores or min(_ceil_from_one(cores / devices), self.fit)
        return replace(self, cores=on_each, devices=devices)

    def grown(self) -> Fleet:
        """A tenth more cores, at least one per device; more devices if a device is full.

        Given numbers do not grow.
        """
        if self.load.cores is None and (self.cores < self.fit or self.load.devices is not None):
            return replace(self, cores=min(self.fit, self.cores + max(1, self.cores // 10)))
        return replace(self, devices=self.devices + max(1, self.devices // 10))

    def _fit(self, name: str) -> int:
        cell, capacity = self.record.cells[name], self.device.capacity[name] * self.load.ceiling
        return floor(capacity / cell + 1e-9) if cell else 1 << 30


@lru_cache(maxsize=1)
def _times(arrivals: Arrivals, rate: float, jobs: int, seed: int) -> Times:
    """The arrivals of a load; raises FieldError if the jobs contain too few bursts."""
    arrivals.check(rate, jobs)
    return arrivals.times(rate, jobs, seed)


@dataclass(frozen=True)
class Plan:
    """The fleet for a load, its simulation, and the alternatives.

    outcome    None for an overloaded fleet
    others     the other candidates on the same device, the best first
    elsewhere  the best candidate on each other device, the best first
    left_out   file name of a record, and the reason why it is not a candidate
    """

    fleet: Fleet
    outcome: Outcome | None
    others: tuple[Fleet, ...]
    elsewhere: tuple[Fleet, ...]
    left_out: tuple[tuple[str, str], ...]


def plan(
    ring: Ring,
    load: Load,
    cost: Callable[[Design], Job | None],
    records: Sequence[Record],
    devices: Sequence[Device],
    jobs: int,
    seed: int,
) -> Plan:
    """The best fleet for a load among `devices`, from `records`; `cost` gives the job on a design, or None.

    Raises TwiddleError, with the reasons, if nothing carries the load.
    """
    candidates: list[Candidate] = []
    for record in records:
        if record.ring == ring.name and record.target in {device.target for device in devices}:
            design = core(record.core, ring, **record.parameters)
            offered = f"the core only offers {', '.join(design.operations)}"
            candidates.append((record, cost(design) or offered))
    return best(candidates, load, devices, jobs, seed, f"ring {ring.name}")


def best(
    candidates: Iterable[Candidate], load: Load, devices: Sequence[Device], jobs: int, seed: int, subject: str
) -> Plan:
    """The best fleet for a load among `devices`, from records with the job on each; `subject` names them.

    Raises TwiddleError as `plan`.
    """
    fleets: list[Fleet] = []
    left_out: list[tuple[str, str]] = []
    for record, job in candidates:
        for device in devices:
            if device.target != record.target:
                continue
            candidate = job if isinstance(job, str) else _candidate(record, device, job, load)
            if isinstance(candidate, Fleet):
                fleets.append(candidate)
            else:
                left_out.append((record.path, candidate))
    if not fleets:
        raise TwiddleError(_nothing(subject, devices, list(dict.fromkeys(left_out))))
    known: dict[int, Fleet | None] = {}

    def sized(index: int) -> Fleet | None:
        """A fleet that meets the limit on the latency, if any; each is simulated once."""
        if index not in known:
            known[index] = fleets[index] if load.p99 is None else _meeting(fleets[index], jobs, seed)
        return known[index]

    indices = [[at for at, fleet in enumerate(fleets) if fleet.device == device] for device in devices]
    firsts = [_first(mine, fleets, sized) for mine in indices]
    if not any(firsts):
        _check_judged(min(fleets, key=_rank), jobs, seed)
        known.update(enumerate(fleets))
        firsts = [_first(mine, fleets, sized) for mine in indices]
    elsewhere = sorted((fleet for fleet in firsts if fleet is not None), key=_rank)
    fleet = elsewhere.pop(0)
    on_device = (sized(at) for at, other in enumerate(fleets) if other.device == fleet.device)
    others = sorted((other for other in on_device if other is not None and other is not fleet), key=_rank)
    late = f"99 % of the jobs take more than {(load.p99 or 0) * 1e6:g} µs"
    left_out += [(fleets[at].record.path, late) for at, sized_fleet in sorted(known.items()) if sized_fleet is None]
    outcome = None if fleet.overloaded else fleet.simulate(jobs, seed)
    return Plan(fleet, outcome, tuple(others), tuple(elsewhere), tuple(dict.fromkeys(left_out)))


def _first(mine: Iterable[int], fleets: Sequence[Fleet], sized: Callable[[int], Fleet | None]) -> Fleet | None:
    """The best of some fleets once they are sized; None if none carries the load.

    A fleet only grows, so one that is worse than the best already needs no sizing.
    """
    best: Fleet | None = None
    for index in sorted(mine, key=lambda index: _rank(fleets[index])):
        if best is not None and _rank(best) <= _rank(fleets[index]):
            break
        grown = sized(index)
        if grown is not None and (best is None or _rank(grown) < _rank(best)):
            best = grown
    return best


def _rank(fleet: Fleet) -> tuple[float, ...]:
    """Sort key: the better fleet comes first.

    Among overloaded fleets the one with the highest throughput; then fewer devices, the smaller device, a
    smaller share of the most used resource, fewer LUTs.
    """
    shares = fleet.shares
    excess = fleet.load.rate / fleet.limits[fleet.bottleneck] if fleet.overloaded else 0.0
    most = fleet.devices * max(shares.values())
    return excess, fleet.devices, fleet.device.lut, most, shares["lut"]


def _candidate(record: Record, device: Device, job: Job, load: Load) -> Fleet | str:
    """The fleet of a record on a device, or why there is none."""
    recorded, path = record.fmax_mhz, record.critical_path
    mhz = load.mhz or recorded
    if mhz is None:
        return f"a record of {record.target} has no clock rate; give one, in MHz"
    if recorded is not None and mhz > recorded:
        return f"{mhz:g} MHz is above the record's {recorded:g} MHz"
    if recorded is None and path is not None and mhz * path.total_ps > 1e6:
        return f"{mhz:g} MHz is above {1e6 / path.total_ps:.0f} MHz, the limit of its logic delay"
    fleet = Fleet(record, device, job, load, mhz * 1e6, 1, 1)
    if not fleet.fit:
        below = f"no core fits on {device.name} below {100 * load.ceiling:.3g}%"
        return f"{below}: {_too_much(record, device)}"
    if load.cores is not None and load.cores > fleet.fit:
        return f"no more than {fleet.fit} cores fit on {device.name} below {100 * load.ceiling:.3g}%"
    if load.p99 is not None and fleet.alone_with(job.attempts_at(0.99)) > load.p99:
        return f"a job without waiting takes more than {load.p99 * 1e6:g} µs"
    fleet = fleet.sized()
    if fleet.devices > MOST_DEVICES:
        return f"it takes more than {MOST_DEVICES:,} devices"
    return fleet


def _too_much(record: Record, device: Device) -> str:
    """The resource that one core exceeds, in words."""
    cells, capacity = record.cells, device.capacity
    name = max(
        (name for name in RESOURCES if cells[name]),
        key=lambda name: cells[name] / capacity[name] if capacity[name] else inf,
    )
    return f"it needs {cells[name]:g} of {capacity[name]:g} {WORDS[name]}"


def _meeting(fleet: Fleet, jobs: int, seed: int) -> Fleet | None:
    """The fleet, grown until it meets the limit on the latency; None if it does not."""

    def meets(candidate: Fleet) -> bool:
        return not candidate.overloaded and candidate.p99(jobs, seed) <= (candidate.load.p99 or inf)

    steps = _steps(fleet)
    if meets(fleet):
        return fleet
    return steps[bisect_left(steps, True, key=meets)] if meets(steps[-1]) else None


def _steps(fleet: Fleet) -> list[Fleet]:
    """The fleet, and what it grows to; a fleet of given numbers does not grow."""
    steps, most = [fleet], max(64, 16 * fleet.cores * fleet.devices)
    if fleet.load.cores is not None and fleet.load.devices is not None:
        return steps
    while steps[-1].cores * steps[-1].devices <= most and (grown := steps[-1].grown()) != steps[-1]:
        steps.append(grown)
    return steps


def _check_judged(fleet: Fleet, jobs: int, seed: int) -> None:
    """Raises FieldError for a fleet that misses the limit on the latency with any number of cores.

    An overloaded fleet, or one of given numbers, is a plan nevertheless: `missed` says what it lacks.
    """
    load, largest = fleet.load, _steps(fleet)[-1]
    if fleet.overloaded or (load.cores is not None and load.devices is not None):
        return
    raise FieldError(
        f"p99 {(load.p99 or 0) * 1e6:g} µs: {largest.cores * largest.devices} cores still take "
        f"{largest.p99(jobs, seed) * 1e6:.1f} µs; the arrivals are too bursty, or the bus is too slow"
    )


def _nothing(subject: str, devices: Sequence[Device], left_out: Sequence[tuple[str, str]]) -> str:
    if not left_out:
        targets = ", ".join(dict.fromkeys(device.target for device in devices))
        return f"no record of {subject} for {targets}"
    reasons = Counter(reason for _, reason in left_out)
    listed = "; ".join(f"{reason} ({count})" for reason, count in reasons.items())
    return f"no record carries this load: {listed}"


def _ceil_from_one(value: float) -> int:
    """The value rounded up, at least one; a rounding error does not count."""
    if value == inf:
        raise TwiddleError("rate: needs more devices than a number can count; lower it")
    return max(1, ceil(value * (1 - 1e-12)))


def document(planned: Plan) -> dict[str, Any]:
    """A plan as one JSON document; times in microseconds, rates in jobs a second."""
    fleet, outcome = planned.fleet, planned.outcome
    load = fleet.load
    return {
        "load": {
            "rate": load.rate,
            "arrivals": load.arrivals.kind,
            "ceiling": load.ceiling,
            "bus_gbit_s": load.bus / 1e9,
            "p99_us": None if load.p99 is None else load.p99 * 1e6,
        },
        "chosen": _fleet_document(fleet),
        "bottleneck": fleet.bottleneck,
        "limiting_resource": fleet.limiting_resource,
        "limits": fleet.limits,
        "bus": {
            "in_gbit_s": load.rate * fleet.job.mean("bits_in") / 1e9,
            "out_gbit_s": load.rate * fleet.job.mean("bits_out") / 1e9,
            "in_bytes_a_job": fleet.job.mean("bits_in") / 8,
            "out_bytes_a_job": fleet.job.mean("bits_out") / 8,
        },
        "overloaded": fleet.overloaded,
        "simulation": None if outcome is None else _simulation_document(fleet, outcome),
        "alternatives": [_fleet_document(other) for other in planned.others],
        "elsewhere": [_fleet_document(other) for other in planned.elsewhere],
        "left_out": [{"record": name, "reason": reason} for name, reason in planned.left_out],
        "recommendation": recommendation(planned),
    }


def _simulation_document(fleet: Fleet, outcome: Outcome) -> dict[str, Any]:
    return {
        "jobs": outcome.jobs,
        "latency_us": {name: value * 1e6 for name, value in outcome.latency.items()},
        "mean_us": outcome.mean * 1e6,
        "worst_us": outcome.worst * 1e6,
        "alone_us": fleet.alone * 1e6,
        "wait_us": outcome.wait * 1e6,
        "utilisation": dict(zip(("bus in", "cores", "bus out"), outcome.busy, strict=True)),
        "queue": {"mean": outcome.queue_mean, "p99": outcome.queue_99, "max": outcome.queue_max},
    }


def _fleet_document(fleet: Fleet) -> dict[str, Any]:
    return {
        "core": fleet.core,
        "ring": fleet.record.ring if isinstance(fleet.record, Record) else None,
        "parameters": dict(fleet.record.parameters),
        "record": fleet.record.path,
        "device": fleet.device.name,
        "devices": fleet.devices,
        "cores_per_device": fleet.cores,
        "mhz": fleet.clock / 1e6,
        "clock": "given" if fleet.assumed else "record",
        "operations": fleet.job.totals,
        "cycles": fleet.job.mean("cycles"),
        "shares": fleet.shares,
    }


def overload(fleet: Fleet) -> str:
    """One line about an overloaded fleet."""
    limit = fleet.limits[fleet.bottleneck]
    count = fleet.cores * fleet.devices
    return (
        f"overload: {fleet.load.rate:,.10g} a second arrive, but the {WORDS[fleet.bottleneck]} of {count} "
        f"{fleet.core} on {fleet.devices} {fleet.device.name} carry at most {limit:,.0f}: the queue "
        "grows without limit, so there is no latency"
    )


def missed(planned: Plan) -> str | None:
    """The unmet requirement of a given fleet, in a line; None if all are met."""
    load, outcome = planned.fleet.load, planned.outcome
    if outcome is None:
        return overload(planned.fleet)
    late = outcome.latency["p99"]
    if load.p99 is None or late <= load.p99:
        return None
    count = planned.fleet.cores * planned.fleet.devices
    most = f"{late * 1e6:.1f} µs on these {count} cores, above {load.p99 * 1e6:g} µs"
    return f"99 % of the jobs take up to {most}"


def recommendation(planned: Plan) -> str:
    """One sentence: the recommended fleet and the reason; for an overloaded fleet, the overload."""
    fleet = planned.fleet
    if fleet.overloaded:
        return overload(fleet)
    cores = f"{fleet.cores} core{'s' * (fleet.cores > 1)}"
    where = f"one {fleet.device.name}" if fleet.devices == 1 else f"each of {fleet.devices} {fleet.device.name}"
    parameters = ", ".join(f"{name}={value}" for name, value in fleet.record.parameters.items())
    clock = f"{fleet.clock / 1e6:.0f} MHz{' (not placed and routed)' * fleet.assumed}"
    return (
        f"Take {cores} {fleet.core}{f' ({parameters})' * bool(parameters)} at {clock} on {where}: "
        f"{_reason(planned)}; the first limit is the {WORDS[fleet.bottleneck]}, "
        f"at {fleet.limits[fleet.bottleneck]:,.0f} a second."
    )


def _reason(planned: Plan) -> str:
    fleet = planned.fleet
    bus = "the bus, not the area, sets the number of devices, and " if fleet.bus_bound else ""
    if not planned.others:
        return f"{bus}no other record carries the load there"
    second = planned.others[0]
    if second.overloaded:
        return f"{bus}any other record is overloaded"
    if second.devices > fleet.devices:
        return f"{bus}any other record takes {second.devices} devices or more"
    name, most = (max(compared.shares, key=compared.shares.__getitem__) for compared in (fleet, second))
    mine, other = (f"{compared.shares[key]:.0%}" for compared, key in ((fleet, name), (second, most)))
    if mine == other and name == most:
        luts = f"{fleet.shares['lut']:.0%} of the LUTs against {second.shares['lut']:.0%}"
        return f"{bus}it takes {mine} of the {WORDS[name]} as the next best does, and {luts}"
    return f"{bus}it takes {mine} of the {WORDS[name]}, the next best {other} of the {WORDS[most]}"
