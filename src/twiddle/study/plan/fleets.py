# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Equal devices with equal cores, from one synthesis record: how many a load needs, and what they carry.

Cores and buses stay below a ceiling of busy time, and devices below the same ceiling of each resource.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, floor, inf

import numpy as np

from twiddle.base.errors import TwiddleError
from twiddle.base.grid import Cell, Column, Row, columns
from twiddle.study.plan.jobs import Job
from twiddle.study.plan.queueing import Arrivals, Outcome, Station, Times, p99, simulate
from twiddle.tools.synth.records import Record
from twiddle.tools.targets.base import RESOURCES, Device

MOST_DEVICES = 10_000
"""Most devices in a plan."""

WORDS: Mapping[str, str] = {"lut": "LUTs", "ff": "registers", "dsp": "DSP blocks", "bram36": "block RAM"}

COLUMNS = columns(
    Column("core", "core", text=True),
    Column("parameters", "parameters", text=True, room=21),
    Column("device", "device", text=True),
    Column("operations", "operations a job", text=True),
    "-ring -record -clock",
    "mhz:MHz:0 cycles:cycles:0 us:µs:1 cores devices most_a_second:a_second,_at_most:0",
    "lut:LUT_%:0 ff:FF_%:0 dsp:DSP_%:0 bram36:BRAM_%:0",
)
"""Of a fleet, in a table."""


@dataclass(frozen=True)
class Load:
    """The arguments of `plan`, in bit/s, seconds and MHz; `ceiling` is the utilisation, in (0, 1)."""

    rate: float
    arrivals: Arrivals
    ceiling: float
    bus: float
    jobs: int
    seed: int
    mhz: float | None = None
    p99: float | None = None
    cores: int | None = None
    devices: int | None = None


@dataclass(frozen=True)
class Fleet:
    """`devices` of a kind, each with `cores` from one record, at a clock in Hz."""

    record: Record
    device: Device
    job: Job
    load: Load
    clock: float
    cores: int = 1
    devices: int = 1

    @property
    def service(self) -> float:
        """Seconds that a job occupies a core, on average."""
        return self.job.mean("cycles") / self.clock

    def alone(self, attempts: float | None = None) -> float:
        """Latency in seconds of a job without waiting: on average, or with this number of attempts."""
        bits_in, bits_out, cycles = (
            self.job.amount(figure, self.job.attempts if attempts is None else attempts)
            for figure in ("bits_in", "bits_out", "cycles")
        )
        return (cycles + self.job.tail) / self.clock + (bits_in + bits_out) / self.load.bus

    @property
    def shares(self) -> dict[str, float]:
        """Share of each resource of a device that the cores take."""
        needs = {name: self.cores * self.record.cells[name] for name in RESOURCES}
        return {name: need / self.device.capacity[name] if need else 0.0 for name, need in needs.items()}

    @property
    def fit(self) -> int:
        """Most cores on a device below the ceiling."""
        used = [(self.device.capacity[name], self.record.cells[name]) for name in RESOURCES if self.record.cells[name]]
        return min(floor(capacity * self.load.ceiling / cells + 1e-9) for capacity, cells in used)

    @property
    def limits(self) -> dict[str, float]:
        """Jobs a second at which the cores, or a bus, are always busy."""
        buses = {name: self.job.mean(f"bits_{name}") for name in ("in", "out")}
        limits = {f"bus {name}": self.devices * self.load.bus / bits for name, bits in buses.items() if bits}
        return {"cores": self.devices * self.cores / self.service, **limits}

    @property
    def bottleneck(self) -> str:
        """The first limit as the load grows."""
        return min(self.limits, key=self.limits.__getitem__)

    @property
    def capacity(self) -> float:
        """Jobs a second that the fleet carries at most."""
        return min(self.limits.values())

    @property
    def overloaded(self) -> bool:
        """Whether the load exceeds a limit."""
        return self.load.rate >= self.capacity

    @property
    def rank(self) -> tuple[float, ...]:
        """Sort key: the better fleet comes first.

        Of overloaded ones the one with the highest throughput; then fewer devices, the smaller device, a smaller
        share of the most used resource, fewer LUTs.
        """
        shares = self.shares
        excess = self.load.rate / self.capacity if self.overloaded else 0.0
        return excess, self.devices, self.device.lut, self.devices * max(shares.values()), shares["lut"]

    def simulate(self) -> Outcome:
        """Simulates the load on this fleet. Raises FieldError if the jobs contain too few bursts."""
        return simulate(*self._inputs())

    def p99(self) -> float:
        """The latency of 99 % of the jobs in seconds, as `simulate` has it. Errors as `simulate`."""
        return p99(*self._inputs())

    def _inputs(self) -> tuple[Times, tuple[Station, ...], int]:
        """Arrivals, a device and the number of devices, in the form for `twiddle.study.plan.queueing`."""
        load, attempts = self.load, np.ones(1)
        if self.job.further is not None:
            rng = np.random.default_rng([load.seed, 1])
            attempts = rng.geometric(1 / self.job.attempts, load.jobs).astype(float)
        figures = [self.job.amount(name, attempts) for name in ("bits_in", "cycles", "bits_out")]
        bus_in, cycles, bus_out = (figure if len(figure) > 1 else float(figure[0]) for figure in figures)
        stations = (
            Station(1, bus_in / load.bus),
            Station(self.cores, cycles / self.clock, self.job.tail / self.clock),
            Station(1, bus_out / load.bus),
        )
        return _times(load.arrivals, load.rate, load.jobs, load.seed), stations, self.devices

    def sized(self) -> Fleet:
        """The cores and devices that the load needs below the ceiling, unless given."""
        load = self.load
        cores = _ceil_from_one(load.rate * self.service / load.ceiling)
        bits = max(self.job.mean("bits_in"), self.job.mean("bits_out"))
        buses = _ceil_from_one(load.rate * bits / (load.bus * load.ceiling))
        devices = load.devices or max(_ceil_from_one(cores / (load.cores or self.fit)), buses)
        return replace(self, cores=load.cores or min(_ceil_from_one(cores / devices), self.fit), devices=devices)

    def steps(self) -> list[Fleet]:
        """The fleet, and what it grows to, a tenth at a time: more cores, then more devices, unless given."""
        steps, most = [self], max(64, 16 * self.cores * self.devices)
        while steps[-1].cores * steps[-1].devices <= most:
            last = steps[-1]
            if self.load.cores is None and last.cores < self.fit:
                steps.append(replace(last, cores=min(self.fit, last.cores + max(1, last.cores // 10))))
            elif self.load.devices is None:
                steps.append(replace(last, devices=last.devices + max(1, last.devices // 10)))
            else:
                break
        return steps

    def meeting(self) -> Fleet | None:
        """The fleet, grown until it meets the limit on the latency; None if it does not."""
        limit, steps = self.load.p99 or inf, self.steps()

        def meets(fleet: Fleet) -> bool:
            return not fleet.overloaded and fleet.p99() <= limit

        if meets(self):
            return self
        return steps[bisect_left(steps, True, key=meets)] if meets(steps[-1]) else None

    @property
    def row(self) -> Row:
        """The fleet in a table; resources in % of a device."""
        values: dict[str, str | float | None] = {
            "device": self.device.name,
            "core": self.record.core,
            "parameters": " ".join(f"{name}={value}" for name, value in self.record.parameters.items()),
            "operations": ", ".join(f"{count:.5g} {name}" for name, count in self.job.totals.items()),
            "ring": self.record.ring or None,
            "record": self.record.path,
            "clock": "record" if self.record.fmax_mhz else "given",
            "mhz": self.clock / 1e6,
            "cycles": self.job.mean("cycles"),
            "us": self.service * 1e6,
            "cores": self.cores,
            "devices": self.devices,
            "most_a_second": self.capacity,
            **{name: 100 * share for name, share in self.shares.items()},
        }
        return {key: Cell(value) for key, value in values.items()}


def fleet(record: Record, device: Device, job: Job, load: Load) -> Fleet | str:
    """The fleet of a record on a device, or why there is none."""
    recorded, path = record.fmax_mhz, record.critical_path
    mhz = load.mhz or recorded
    if mhz is None:
        return f"a record of {record.target} has no clock rate; give one, in MHz"
    if recorded is not None and mhz > recorded:
        return f"{mhz:g} MHz is above the record's {recorded:g} MHz"
    if recorded is None and path is not None and mhz * path.total_ps > 1e6:
        return f"{mhz:g} MHz is above {1e6 / path.total_ps:.0f} MHz, the limit of its logic delay"
    found = Fleet(record, device, job, load, mhz * 1e6)
    where = f"on {device.name} below {100 * load.ceiling:.3g}%"
    if not found.fit:
        used = {name: record.cells[name] for name in RESOURCES if record.cells[name]}
        name = max(used, key=lambda name: used[name] / (device.capacity[name] or 1e-9))
        return f"no core fits {where}: it needs {used[name]:g} of {device.capacity[name]:g} {WORDS[name]}"
    if load.cores is not None and load.cores > found.fit:
        return f"no more than {found.fit} cores fit {where}"
    if load.p99 is not None and found.alone(job.attempts_at(0.99)) > load.p99:
        return f"a job without waiting takes more than {load.p99 * 1e6:g} µs"
    found = found.sized()
    return found if found.devices <= MOST_DEVICES else f"it takes more than {MOST_DEVICES:,} devices"


@lru_cache(maxsize=1)
def _times(arrivals: Arrivals, rate: float, jobs: int, seed: int) -> Times:
    """The arrivals of a load, which all candidates share; raises FieldError if the jobs contain too few bursts."""
    arrivals.check(rate, jobs)
    return arrivals.times(rate, jobs, seed)


def _ceil_from_one(value: float) -> int:
    """The value rounded up, at least one; a rounding error does not count."""
    if value == inf:
        raise TwiddleError("rate: needs more devices than a number can count; lower it")
    return max(1, ceil(value * (1 - 1e-12)))
