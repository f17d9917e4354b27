# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The cores and devices that a load needs, from synthesis records.

Every record whose core offers the operations of a job is a candidate on each device of its target. The best
fleet has the fewest devices, then the smallest device, then the smallest share of its most used resource,
then the fewest LUTs. Under a limit on the latency each candidate is simulated and grows until it meets the
limit, and is compared at that size. A fleet of given size does not change; if the load exceeds its capacity it
is overloaded and not simulated, because its queues grow without limit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import islice
from typing import Any

from twiddle.base.errors import FieldError, TwiddleError
from twiddle.base.grid import Cell, Grid, columns
from twiddle.base.rings import ring as ring_of
from twiddle.catalog import designs
from twiddle.catalog.block import OPCODES, Block
from twiddle.catalog.systems import LATTICE
from twiddle.evidence.lattice_cycles import BUILDS, known_set, of_set
from twiddle.evidence.results import Results
from twiddle.model.work import work
from twiddle.study.plan import fleets
from twiddle.study.plan.fleets import MOST_DEVICES, Fleet, Load
from twiddle.study.plan.jobs import Job, job, of_runs, whole_job
from twiddle.study.plan.queueing import PERCENTILES, Outcome, arrivals
from twiddle.tools.synth.records import Record
from twiddle.tools.targets import DEVICES, TARGETS, device
from twiddle.tools.targets.base import Device

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
        return Grid("plan", title, fleets.COLUMNS, rows)

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
    if (scheme is None) == (ring is None):
        raise FieldError("scheme: give one, or a ring in its place")
    limit = None if p99 is None else p99 / 1e6
    load = Load(rate, arrivals(burst), utilisation / 100, bus * 1e9, jobs, seed, mhz, limit, cores, devices)
    allowed = list(DEVICES.values()) if on_device is None else [device(on_device)]
    settings = settings or {}
    kinds = [designs.find(core)] if core else designs.cores()
    for kind in kinds:
        if kind.family != "core" and kind is not LATTICE:
            raise FieldError(f"core {kind.name}: executes no job; {LATTICE.name} and the cores of a ring do")
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
    """The best fleet for a load among `devices`, from records with the job on each.

    Raises TwiddleError, with the reasons, if nothing carries the load.
    """
    pairs = [(record, task, each) for record, task in candidates for each in devices if each.target == record.target]
    answers = [
        (record, task if isinstance(task, str) else fleets.fleet(record, each, task, load))
        for record, task, each in pairs
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
