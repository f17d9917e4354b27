# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""How many cores of which kind, on how many devices, carry a load; from synthesis records.

Every record of the ring whose core offers what a job needs is a candidate on a device of its target. Cores
and buses are kept below a ceiling of busy time, and devices below the same ceiling of each resource. On a
device the candidate wins that needs the fewest devices, then the least of the resource that it uses most,
then the fewest LUTs; among devices, the one of which the fewest are needed, then the smallest. Then the fleet
is simulated, and grows until the wished latency is met where there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, inf
from typing import Any

from twiddle import designs
from twiddle.designs import Design
from twiddle.errors import TwiddleError
from twiddle.plan.arrivals import Arrivals
from twiddle.plan.devices import RESOURCES, Device
from twiddle.plan.jobs import Job
from twiddle.plan.queueing import Outcome, Station, simulate
from twiddle.rings import Ring
from twiddle.synth.records import Record, file_name

WORDS: Mapping[str, str] = {
    "cores": "cores",
    "bus in": "bus to the cores",
    "bus out": "bus from the cores",
    "lut": "LUTs",
    "ff": "registers",
    "dsp": "DSP blocks",
    "bram36": "block RAM",
}
"""Names of what can run out, for people."""


@dataclass(frozen=True)
class Load:
    """What is asked.

    rate      jobs a second
    arrivals  how they come
    ceiling   largest share of a device, of a bus and of the cores' time, in (0, 1]
    bus       bits a second, into a device and out of it
    mhz       clock rate of the cores; None: that of the record
    p99       seconds in which 99 % of the jobs are to be done; None: any
    """

    rate: float
    arrivals: Arrivals
    ceiling: float
    bus: float
    mhz: float | None = None
    p99: float | None = None


@dataclass(frozen=True)
class Fleet:
    """Equal devices with equal cores, from one record.

    limits   jobs a second at which each of cores and buses is busy all the time, and for which each resource
             of the devices, filled with such cores up to the ceiling, would be enough
    """

    record: Record
    design: Design
    device: Device
    job: Job
    load: Load
    clock: float
    cores: int
    devices: int

    @property
    def service(self) -> float:
        """Seconds that a job occupies a core."""
        return self.job.cycles / self.clock

    @property
    def alone(self) -> float:
        """Seconds of a job that waits for nothing."""
        bits = self.job.bits_in + self.job.bits_out
        return (self.job.cycles + self.job.tail) / self.clock + bits / self.load.bus

    @property
    def shares(self) -> dict[str, float]:
        """Share of each resource of a device that the cores take."""
        return {name: self.cores * self._cell(name) / self.device.capacity[name] for name in RESOURCES}

    @property
    def fit(self) -> int:
        """Cores that fit on a device below the ceiling."""
        return min(map(self._fit, RESOURCES))

    @property
    def limits(self) -> dict[str, float]:
        """Jobs a second at which each thing is used up, see above; without what the core does not take."""
        found = {
            "cores": self.devices * self.cores / self.service,
            "bus in": self.devices * self.load.bus / self.job.bits_in,
            "bus out": self.devices * self.load.bus / self.job.bits_out,
        }
        for name in RESOURCES:
            if self._cell(name):
                found[name] = self.devices * self._fit(name) / self.service
        return found

    @property
    def held_by_bus(self) -> bool:
        """More devices than the cores have room on, because fewer buses do not carry the load."""
        return self.devices > _up(self.devices * self.cores / self.fit)

    @property
    def bottleneck(self) -> str:
        """What is used up first as the load grows: cores, bus in or bus out."""
        return min(("cores", "bus in", "bus out"), key=self.limits.__getitem__)

    @property
    def wall(self) -> str:
        """What is used up first when cores are added: a bus, or a resource of the device."""
        limits = self.limits
        return min((name for name in limits if name != "cores"), key=limits.__getitem__)

    @property
    def stations(self) -> tuple[Station, ...]:
        """A device as `twiddle.plan.queueing` takes it."""
        return (
            Station(1, self.job.bits_in / self.load.bus),
            Station(self.cores, self.service, self.job.tail / self.clock),
            Station(1, self.job.bits_out / self.load.bus),
        )

    def simulate(self, jobs: int, seed: int) -> Outcome:
        """The load, through this fleet."""
        times = self.load.arrivals.times(self.load.rate, jobs, seed)
        return simulate(times, self.stations, self.devices)

    def sized(self) -> Fleet:
        """As many cores and devices as the load needs below the ceiling."""
        rate, ceiling = self.load.rate, self.load.ceiling
        cores = _up(rate * self.service / ceiling)
        bits = max(self.job.bits_in, self.job.bits_out)
        devices = max(_up(cores / self.fit), _up(rate * bits / (self.load.bus * ceiling)))
        return replace(self, cores=_up(cores / devices), devices=devices)

    def grown(self) -> Fleet:
        """A tenth more cores, at least one a device; more devices where the device is full."""
        if self.cores < self.fit:
            return replace(self, cores=min(self.fit, self.cores + max(1, self.cores // 10)))
        return replace(self, devices=self.devices + max(1, self.devices // 10))

    def _cell(self, name: str) -> float:
        value = self.record["cells"][name]
        assert isinstance(value, int | float)
        return value

    def _fit(self, name: str) -> int:
        cell, capacity = self._cell(name), self.device.capacity[name] * self.load.ceiling
        return floor(capacity / cell + 1e-9) if cell else 1 << 30


@dataclass(frozen=True)
class Plan:
    """The fleet that carries a load, how it does, and what else there was.

    others    the other candidates on the same device, the best first
    left_out  file name of a record and device, and why it was no candidate
    """

    fleet: Fleet
    outcome: Outcome
    others: tuple[Fleet, ...]
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
    """The best fleet for a load among `devices`, from `records`; `cost` is the job on a design, if it can.

    Raises TwiddleError where nothing carries the load, with the reasons.
    """
    fleets: list[Fleet] = []
    left_out: list[tuple[str, str]] = []
    for record in records:
        if record["ring"] != ring.name:
            continue
        design = designs.core(record["core"], ring, **record["parameters"])
        for device in devices:
            if device.target == record["target"]:
                found = _candidate(record, design, device, cost(design), load)
                if isinstance(found, Fleet):
                    fleets.append(found)
                else:
                    left_out.append((file_name(record), found))
    left_out = list(dict.fromkeys(left_out))
    if not fleets:
        raise TwiddleError(_nothing(ring, devices, left_out))
    best = min(fleets, key=lambda fleet: (fleet.devices, fleet.device.lut, _rank(fleet)))
    others = sorted((each for each in fleets if each.device == best.device and each is not best), key=_rank)
    fleet, outcome = _meeting(best, jobs, seed)
    return Plan(fleet, outcome, tuple(others), tuple(left_out))


def _rank(fleet: Fleet) -> tuple[int, float, float]:
    """What is better comes first: fewer devices, then less of the resource that is used most, then LUTs."""
    shares = fleet.shares
    return fleet.devices, fleet.devices * max(shares.values()), shares["lut"]


def _candidate(record: Record, design: Design, device: Device, job: Job | None, load: Load) -> Fleet | str:
    """The fleet of a record on a device, or why there is none."""
    if job is None:
        return f"the core offers {', '.join(design.operations)} alone"
    recorded = record["fmax_mhz"]
    path = record["critical_path"]
    if load.mhz is None and recorded is None:
        return f"a record of {record['target']} has no clock rate; give one with --mhz"
    mhz = float(recorded if load.mhz is None else load.mhz)
    if recorded is not None and mhz > recorded:
        return f"--mhz {mhz:g} is above the record's {recorded:g} MHz"
    if recorded is None and path is not None and mhz * path["total_ps"] > 1e6:
        return f"--mhz {mhz:g} is above {1e6 / path['total_ps']:.0f} MHz, which its logic alone allows"
    fleet = Fleet(record, design, device, job, load, mhz * 1e6, 1, 1)
    if not fleet.fit:
        return f"no core fits on {device.name} below {load.ceiling:.0%}"
    if load.p99 is not None and fleet.alone > load.p99:
        return f"a job takes {fleet.alone * 1e6:.1f} us on it without any wait"
    return fleet.sized()


def _meeting(fleet: Fleet, jobs: int, seed: int) -> tuple[Fleet, Outcome]:
    """The fleet, grown until 99 % of the jobs are done in time where that is asked, with its simulation."""
    outcome = fleet.simulate(jobs, seed)
    if fleet.load.p99 is None:
        return fleet, outcome
    first, best = fleet, outcome.latency["p99"]
    while outcome.latency["p99"] > fleet.load.p99:
        if fleet.cores * fleet.devices > max(64, 16 * first.cores * first.devices):
            raise TwiddleError(
                f"--p99 {fleet.load.p99 * 1e6:g}: 16 times the cores still take {best * 1e6:.1f} us; "
                "the arrivals are too bursty for it, or the bus too slow"
            )
        fleet = fleet.grown()
        outcome = fleet.simulate(jobs, seed)
        best = min(best, outcome.latency["p99"])
    return fleet, outcome


def _nothing(ring: Ring, devices: Sequence[Device], left_out: Sequence[tuple[str, str]]) -> str:
    if not left_out:
        targets = ", ".join(dict.fromkeys(device.target for device in devices))
        return f"no record of ring {ring.name} for {targets}; `twiddle synth --record results` makes one"
    reasons: dict[str, int] = {}
    for _, reason in left_out:
        reasons[reason] = reasons.get(reason, 0) + 1
    listed = "; ".join(f"{reason} ({count})" for reason, count in reasons.items())
    return f"no record carries this load: {listed}"


def _up(value: float) -> int:
    """At least one, and as many as the value says; a rounding error is not one more."""
    if value == inf:
        raise TwiddleError("the load is too large")
    return max(1, ceil(value * (1 - 1e-12)))


def document(found: Plan) -> dict[str, Any]:
    """A plan as one JSON document; times in microseconds, rates in jobs a second."""
    fleet, outcome = found.fleet, found.outcome
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
        "wall": fleet.wall,
        "limits": fleet.limits,
        "bus": {
            "in_gbit_s": load.rate * fleet.job.bits_in / 1e9,
            "out_gbit_s": load.rate * fleet.job.bits_out / 1e9,
        },
        "simulation": {
            "jobs": outcome.jobs,
            "latency_us": {name: value * 1e6 for name, value in outcome.latency.items()},
            "mean_us": outcome.mean * 1e6,
            "worst_us": outcome.worst * 1e6,
            "alone_us": fleet.alone * 1e6,
            "wait_us": outcome.wait * 1e6,
            "utilisation": dict(zip(("bus in", "cores", "bus out"), outcome.busy, strict=True)),
            "queue": {
                "mean": outcome.queue_mean,
                "p99": outcome.queue_99,
                "max": outcome.queue_max,
            },
        },
        "alternatives": [_fleet_document(each) for each in found.others],
        "left_out": [{"record": name, "reason": reason} for name, reason in found.left_out],
        "recommendation": recommendation(found),
    }


def _fleet_document(fleet: Fleet) -> dict[str, Any]:
    return {
        "core": fleet.design.core,
        "ring": fleet.design.ring.name,
        "parameters": dict(fleet.design.parameters),
        "record": file_name(fleet.record),
        "device": fleet.device.name,
        "devices": fleet.devices,
        "cores_per_device": fleet.cores,
        "mhz": fleet.clock / 1e6,
        "operations": fleet.job.totals,
        "cycles": fleet.job.cycles,
        "shares": fleet.shares,
    }


def recommendation(found: Plan) -> str:
    """One sentence: what to take, and why."""
    fleet = found.fleet
    cores = f"{fleet.cores} core{'s' * (fleet.cores > 1)}"
    where = (
        f"one {fleet.device.name}" if fleet.devices == 1 else f"each of {fleet.devices} {fleet.device.name}"
    )
    parameters = ", ".join(f"{name}={value}" for name, value in fleet.design.parameters.items())
    return (
        f"Take {cores} {fleet.design.core} ({parameters}) at {fleet.clock / 1e6:.0f} MHz on {where}: "
        f"{_reason(found)}; the first limit is the {WORDS[fleet.bottleneck]}, "
        f"at {fleet.limits[fleet.bottleneck]:,.0f} a second."
    )


def _reason(found: Plan) -> str:
    fleet = found.fleet
    bus = "the bus, not the area, makes it that many devices, and " if fleet.held_by_bus else ""
    if not found.others:
        return f"{bus}no other record carries the load there"
    second = found.others[0]
    if second.devices > fleet.devices:
        return f"{bus}with any other record it takes {second.devices} devices or more"
    name, most = (max(each.shares, key=each.shares.__getitem__) for each in (fleet, second))
    mine, other = (f"{each.shares[key]:.0%}" for each, key in ((fleet, name), (second, most)))
    if mine == other and name == most:
        luts = f"{fleet.shares['lut']:.0%} of the LUTs against {second.shares['lut']:.0%}"
        return f"{bus}it takes {mine} of the {WORDS[name]} as the next best does, and {luts}"
    return f"{bus}it takes {mine} of the {WORDS[name]}, the next best {other} of the {WORDS[most]}"
