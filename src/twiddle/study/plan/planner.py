# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The cores and devices that a load needs, from synthesis records.

Every record whose core offers the operations of a job is a candidate on each device of its target. The best
fleet has the fewest devices, then the smallest device, then the smallest share of its most used resource,
then the fewest LUTs. Under a limit on the latency each candidate is simulated and grows until it meets the
limit, and is compared at that size. A fleet of given size does not change; if the load exceeds its capacity it
is overloaded and not simulated, because its queues grow without limit.

A fleet is equal devices with equal cores, from one record; cores and buses stay below a ceiling of busy time, and
devices below the same ceiling of each resource.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import islice
from math import ceil, floor, inf
from typing import Any

import numpy as np

from twiddle.base.errors import FieldError, TwiddleError
from twiddle.base.grid import Cell, Column, Grid, Row, columns
from twiddle.base.rings import ring as ring_of
from twiddle.catalog import designs
from twiddle.catalog.block import OPCODES, Block
from twiddle.catalog.systems import LATTICE
from twiddle.evidence.lattice_cycles import BUILDS, known_set, of_set
from twiddle.evidence.results import Results
from twiddle.model.work import work
from twiddle.study.plan.jobs import Job, job, of_runs, whole_job
from twiddle.study.plan.queueing import PERCENTILES, Arrivals, Outcome, Station, Times, arrivals, p99, simulate
from twiddle.tools.synth.records import Record
from twiddle.tools.targets import DEVICES, TARGETS, device
from twiddle.tools.targets.base import RESOURCES, Device

MOST_DEVICES = 10_000

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
        needs = {name: self.cores * self.record.cells[name] for name in RESOURCES}
        return {name: need / self.device.capacity[name] if need else 0.0 for name, need in needs.items()}

    @property
    def fit(self) -> int:
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
        return min(self.limits, key=self.limits.__getitem__)

    @property
    def capacity(self) -> float:
        return min(self.limits.values())

    @property
    def overloaded(self) -> bool:
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


Candidate = tuple[Record, Job | str]
"""A record with the job on it, or why it has none."""

SHOWN = 6
"""Alternatives in a table, and the most of them that are grown for a limit on the latency."""

_SIMULATION = columns(
    *(f"{name}:{name}:1" for name in (*PERCENTILES, "mean", "worst", "alone")),
    *(
        "bus_in:bus_in_%:1",
        "busy:cores_%:1",
        "bus_out:bus_out_%:1",
        "queue:waiting:1",
        "queue_99:99_%",
        "queue_max:at_most",
    ),
)


@dataclass(frozen=True)
class Plan:
    """The fleet for a load, its simulation, and the alternatives.

    job       in words, for example ml-kem-768 handshake
    outcome   None for an overloaded fleet
    others    further fleets, the best first
    left_out  file name of a record, and the reason why it is not among them

    >>> found = plan("ml-kem-768", rate=1000, core="iterative", on_device="ecp5-25k", jobs=1000)
    >>> found.fleet.cores, found.missed, found.table(1).columns[0].title
    (1, None, 'core')
    """

    job: str
    fleet: Fleet
    outcome: Outcome | None
    others: tuple[Fleet, ...]
    left_out: tuple[tuple[str, str], ...]

    @property
    def missed(self) -> str | None:
        """The unmet requirement of a given fleet, in a line; None if all are met."""
        fleet, load = self.fleet, self.fleet.load
        if self.outcome is None:
            return (
                f"overload: {load.rate:,.10g} a second arrive, but {fleet.cores * fleet.devices} {fleet.record.core} "
                f"on {fleet.devices} {fleet.device.name} carry at most {fleet.capacity:,.0f}, limited by "
                f"{fleet.bottleneck}: the queue grows without limit, so there is no latency"
            )
        late = self.outcome.latency["p99"]
        if load.p99 is None or late <= load.p99:
            return None
        return f"99 % of the jobs take up to {late * 1e6:.1f} µs on this fleet, above {load.p99 * 1e6:g} µs"

    def table(self, most: int | None = None) -> Grid:
        """The fleets, the chosen one first, with at most so many alternatives; resources in % of a device."""
        load = self.fleet.load
        title = f"{self.job}, {load.rate:,.10g} a second ({load.arrivals.kind}): the plan and its alternatives"
        rows = tuple(fleet.row for fleet in (self.fleet, *self.others[:most]))
        return Grid("plan", title, COLUMNS, rows)

    def simulation(self) -> Grid:
        """Latencies in µs, busy time in %, and waiting jobs of a device of the fleet; no row if it is overloaded."""
        title, rows = "not simulated, because it is overloaded", []
        if (found := self.outcome) is not None:
            title = f"latency in µs, of {found.jobs:,} simulated jobs in {found.horizon * 1e3:,.1f} ms"
            times = (*found.latency.values(), found.mean, found.worst, self.fleet.alone())
            busy, queue = (100 * share for share in found.busy), (found.queue_mean, found.queue_99, found.queue_max)
            values = (*(seconds * 1e6 for seconds in times), *busy, *queue)
            rows = [{column.key: Cell(value) for column, value in zip(_SIMULATION, values, strict=True)}]
        return Grid("simulation", title, _SIMULATION, tuple(rows))

    def _repr_html_(self) -> str:
        return f"{self.table(SHOWN)._repr_html_()}{self.simulation()._repr_html_()}"

    @property
    def bus(self) -> dict[str, float]:
        """Traffic of all devices together, and of a job."""
        bits = {name: self.fleet.job.mean(f"bits_{name}") for name in ("in", "out")}
        traffic = {f"{name}_gbit_s": self.fleet.load.rate * each / 1e9 for name, each in bits.items()}
        return traffic | {f"{name}_bytes_a_job": each / 8 for name, each in bits.items()}

    def document(self) -> dict[str, Any]:
        """The plan for JSON: the rows of `table` and `simulation`, and what they do not have."""
        chosen, *alternatives = self.table().document()["rows"]
        simulation = self.simulation().document()["rows"]
        return {
            "job": self.job,
            "rate": self.fleet.load.rate,
            "chosen": chosen,
            "limits": self.fleet.limits,
            "bus": self.bus,
            "overloaded": self.fleet.overloaded,
            "simulation": simulation[0] if simulation else None,
            "alternatives": alternatives,
            "left_out": [{"record": name, "reason": reason} for name, reason in self.left_out],
        }


def plan(
    scheme: str | None = None,
    *,
    rate: float,
    ring: str | None = None,
    operation: str | None = None,
    core: str | None = None,
    settings: Mapping[str, Collection[object]] | None = None,
    on_device: str | None = None,
    cores: int | None = None,
    devices: int | None = None,
    mhz: float | None = None,
    burst: str = "poisson",
    utilisation: float = 80.0,
    bus: float = 16.0,
    p99: float | None = None,
    jobs: int = 200_000,
    seed: int = 1,
    results: Results | None = None,
    log: Callable[[str], None] = lambda _: None,
) -> Plan:
    """The cores and devices for a load, from the committed records, simulated under its bursts.

    scheme       such as ml-kem-768; or `ring`: then each job is one operation of a core
    rate         jobs a second, on average
    core         only its records; those of lattice execute whole operations, others transforms and products
    settings     values of parameters: only records with one of them
    on_device    the only kind of device; otherwise the smallest sufficient one
    cores        on each device, and the number of `devices`: as many as the load needs, unless given
    mhz          clock rate of the cores; None: that of each record
    burst        poisson, even, batch:JOBS or onoff:PEAK:MILLISECONDS
    utilisation  limit in % on a device's resources, the cores' time and the bus
    bus          Gbit/s into and out of the cores of a device, each
    p99          limit in µs on the latency of 99 % of the jobs
    log          takes a line for each record that cannot be read

    Raises TwiddleError for wrong arguments, and, with the reasons, if nothing carries the load.

    >>> plan("ml-kem-768", rate=1000, core="iterative", on_device="ecp5-25k", jobs=1000).fleet.cores
    1
    """
    for name, value, least, most in (
        *(("cores", cores, 1, MOST_DEVICES), ("devices", devices, 1, MOST_DEVICES), ("mhz", mhz, 1e-3, 1000)),
        *(("rate", rate, 1e-9, 1e12), ("utilisation", utilisation, 1e-3, 99.999), ("bus", bus, 1e-9, 1e12)),
        *(("p99", p99, 1e-9, 1e12), ("jobs", jobs, 1000, 5_000_000), ("seed", seed, 0, 1 << 63)),
    ):
        if value is not None and not least <= value <= most:
            raise FieldError(f"{name} {value:.10g}: not from {least:.10g} to {most:.10g}")
    kinds = [designs.find(core)] if core else designs.cores()
    for kind in kinds:
        if kind.family != "core" and kind is not LATTICE:
            raise FieldError(f"core {kind.name}: executes no job; {LATTICE.name} and the cores of a ring do")
    if (scheme is None) == (ring is None):
        raise FieldError("scheme: give one, or a ring in its place")
    limit = None if p99 is None else p99 / 1e6
    load = Load(rate, arrivals(burst), utilisation / 100, bus * 1e9, jobs, seed, mhz, limit, cores, devices)
    allowed = list(DEVICES.values()) if on_device is None else [device(on_device)]
    settings = settings or {}
    known = {name for kind in kinds for name in kind.specs}
    for name in settings:
        if name not in known:
            raise FieldError(f"set {name}: no core has {name!r}; known: {', '.join(sorted(known))}")
    title, records, cost = _task(scheme, ring, operation, kinds == [LATTICE], results or Results(), log)
    names, targets = {kind.name for kind in kinds}, dict.fromkeys(each.target for each in allowed)
    chosen = [each for each in records if each.core in names and each.target in targets and _has(each.block, settings)]
    if not chosen:
        asked = [core or "any core", *(f"{name}={value}" for name, values in settings.items() for value in values)]
        where = f"{' '.join(asked)} for {title} on {' or '.join(targets)}"
        raise TwiddleError(f"no record of {where}; `twiddle synth --record results` makes one")
    return best(title, [(record, cost(record.block)) for record in chosen], load, allowed)


def _has(block: Block, settings: Mapping[str, Collection[object]]) -> bool:
    """Whether a block has one of the values of each parameter; those that it does not name are the defaults."""
    specs = block.kind.specs
    return all(
        name in specs and str(block.parameters.get(name, specs[name].default)) in map(str, values)
        for name, values in settings.items()
    )


def _task(
    scheme: str | None,
    ring: str | None,
    operation: str | None,
    whole: bool,
    results: Results,
    log: Callable[[str], None],
) -> tuple[str, Iterable[Record], Callable[[Block], Job | str]]:
    """The name of a job, the records of blocks that may execute it, and its cost on a block, or why it has none.

    whole  on builds of `twd_lattice`; raises TwiddleError without cycles of the scheme
    """
    if whole:
        if scheme is None:
            raise FieldError(f"core {LATTICE.name}: executes operations of a scheme, such as ml-kem-768; give one")
        title = work(known_set(scheme).lower(), operation).name
        name, part = title.split()
        counts = of_set(results, name, log)
        found = (results.find(build, target) for build in BUILDS for target in TARGETS)

        def measured(block: Block) -> Job | str:
            return whole_job(counts[block], name, part) if block in counts else f"no cycles of {name}"

        return title, filter(None, found), measured
    only = operation or "mul"
    if ring is not None and only not in OPCODES:
        raise FieldError(f"operation {operation}: a core offers {', '.join(OPCODES)}")
    task = None if scheme is None else work(scheme, operation)
    over = ring_of(str(ring)).name if task is None else task.ring

    def cost(block: Block) -> Job | str:
        alone = of_runs(block, [(only, 1)]) if task is None and only in block.operations else None
        found = alone if task is None else job(block, task)
        return found or f"the core only offers {', '.join(block.operations)}"

    return task.name if task else f"{over} {only}", (each for each in results.readable(log) if each.ring == over), cost


def best(title: str, candidates: Iterable[Candidate], load: Load, devices: Sequence[Device]) -> Plan:
    """The best fleet for a load among `devices`, from records with the job on each."""
    pairs = [(record, task, each) for record, task in candidates for each in devices if each.target == record.target]
    answers = [
        (record, task if isinstance(task, str) else fleet(record, each, task, load)) for record, task, each in pairs
    ]
    left_out = [(record.path, answer) for record, answer in answers if isinstance(answer, str)]
    late: list[Fleet] = []
    ranked = _ranked([answer for _, answer in answers if isinstance(answer, Fleet)], late)
    found = list(islice(ranked, None if load.p99 is None else 1 + SHOWN))
    if not found:
        late.sort(key=lambda fleet: fleet.rank)
        if late and (late[0].overloaded or (load.cores is not None and load.devices is not None)):
            found, late = late, []
    slow = f"99 % of the jobs take more than {(load.p99 or 0) * 1e6:g} µs"
    left_out += [(fleet.record.path, slow) for fleet in late]
    if not found:
        reasons = Counter(reason for _, reason in dict.fromkeys(left_out))
        listed = "; ".join(f"{reason} ({count})" for reason, count in reasons.items())
        raise TwiddleError(f"no record carries this load: {listed}")
    outcome = None if found[0].overloaded else found[0].simulate()
    return Plan(title, found[0], outcome, tuple(found[1:]), tuple(dict.fromkeys(left_out)))


def _ranked(known: Sequence[Fleet], late: list[Fleet]) -> Iterator[Fleet]:
    """The fleets that meet the limit on the latency, if any, the best first; others join `late`.

    A fleet only grows, and so its rank only falls: it is grown once it is the first of those that are left.
    """
    heap = [(fleet.rank, index, fleet.load.p99 is None, fleet) for index, fleet in enumerate(known)]
    heapify(heap)
    while heap:
        _, index, sized, fleet = heappop(heap)
        if sized:
            yield fleet
        elif (grown := fleet.meeting()) is not None:
            heappush(heap, (grown.rank, index, True, grown))
        else:
            late.append(fleet)
