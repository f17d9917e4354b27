# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The measured points of a space under constraints: their costs, their Pareto front, as JSON and as tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypedDict, Unpack, cast

from twiddle.base.errors import FieldError, TwiddleError, shown
from twiddle.base.grid import Cell, Column, Grid, Row, columns, rounded
from twiddle.base.rings import Ring
from twiddle.base.rings import ring as preset
from twiddle.evidence import merit
from twiddle.evidence.explore.space import Outcome, Point, Settings, builds, own_points, points
from twiddle.evidence.explore.sweep import Options, outcomes
from twiddle.evidence.merit import recommend
from twiddle.evidence.results import Results
from twiddle.model.sets import DSA_SETS, KEM_SETS
from twiddle.tools.synth.records import Measurement
from twiddle.tools.targets import TARGETS
from twiddle.tools.targets.base import RESOURCES, Cells

Costs = tuple[float, float, float]
"""Area in LUT-equivalents, time between results in µs or cycles, memory in BRAM36: lower is better."""


class Miss(NamedTuple):
    """A constraint that a point violates: its field, the reason in words, and the distance from the limit.

    excess  relative to the limit; for a limit of 0, the amount itself
    by      the same in words, for limits that can be approached
    """

    field: str
    words: str
    excess: float
    by: str


def _miss(field: str, limit: float, value: float, words: str) -> Miss:
    excess = max(value, limit) / min(value, limit) - 1 if limit else value
    return Miss(field, words, excess, f", by {excess:.0%}" if limit else "")


FIGURES = ("cells", "mhz", "mhz_least", "mhz_most", "area", "time_us", "latency_us", "throughput", "source")
"""The fields of a result in the JSON document of `twiddle explore`."""


@dataclass(frozen=True)
class Result:
    """A measured point.

    source       record, cache or measured; earlier: a record of the hardware before its last change
    given_mhz    clock rate if the target has no place and route; None: unknown, and time is in cycles
    """

    point: Point
    measurement: Measurement
    source: str | None
    given_mhz: float | None = None

    @property
    def name(self) -> str:
        return self.point.name

    @property
    def cells(self) -> Cells:
        return self.measurement.cells

    @property
    def mhz(self) -> float | None:
        """Clock rate: the median of place and route, otherwise the assumed one; None without either."""
        return self.measurement.fmax_mhz or self.given_mhz

    @property
    def clock(self) -> str:
        """The clock rate in words: with the spread of its seeds, or the assumed one; - without either."""
        assumed = self.measurement.fmax_mhz is None and self.given_mhz
        return f"{assumed:.0f}" if assumed else merit.clock(self.measurement)

    @property
    def mhz_least(self) -> float | None:
        """The least of the seeds' clock rates; None without place and route."""
        return min(self.measurement.fmax_by_seed.values(), default=None)

    @property
    def mhz_most(self) -> float | None:
        """The most of the seeds' clock rates; None without place and route."""
        return max(self.measurement.fmax_by_seed.values(), default=None)

    @cached_property
    def area(self) -> float:
        """LUT-equivalents: LUT + 400 DSP + 784 BRAM36."""
        return merit.lut_equivalents(self.measurement)

    @property
    def time_us(self) -> float | None:
        """Between results at full rate; None if the clock rate is unknown."""
        return self.point.interval / self.mhz if self.mhz else None

    @property
    def latency_us(self) -> float | None:
        """From the first beat in to the last beat out; None if the clock rate is unknown."""
        return self.point.latency / self.mhz if self.mhz else None

    @property
    def throughput(self) -> float | None:
        """Operations a second; None if the clock rate is unknown."""
        return 1e6 * self.mhz / self.point.interval if self.mhz else None

    @property
    def operations_us(self) -> dict[str, float]:
        """Of a build for whole operations: the time of each; empty if the clock rate is unknown."""
        return {name: cycles / self.mhz for name, cycles in self.point.cycles.items()} if self.mhz else {}

    @property
    def time(self) -> float:
        """The time of the front: µs between results, or cycles if the clock rate is unknown."""
        return self.time_us or self.point.interval

    @cached_property
    def costs(self) -> Costs:
        return self.area, self.time, self.cells.bram36

    @property
    def product(self) -> float:
        return self.area * self.time

    @property
    def spread(self) -> float:
        """Spread of the clock rates of the seeds relative to their median; 0 without any."""
        return merit.relative_spread(self.measurement)


@dataclass(frozen=True)
class Constraints:
    """The limits on a point; None: no limit.

    max_lut, max_dsp, max_bram  cells at most, of block RAM in BRAM36
    min_throughput              operations a second at least
    max_latency                 µs at most from the first beat in to the last beat out
    """

    max_lut: float | None = None
    max_dsp: float | None = None
    max_bram: float | None = None
    min_throughput: float | None = None
    max_latency: float | None = None

    @classmethod
    def of(cls, limits: Mapping[str, float | None], targets: Iterable[str], mhz: float | None) -> Constraints:
        """The limits by name. Raises FieldError for a negative one, and for a limit of time without a clock rate."""
        for name, value in limits.items():
            if value is not None and not (isinstance(value, int | float) and value >= 0):
                raise FieldError(f"{name}: {shown(value)} is not a number of at least 0")
        without = [target for target in targets if TARGETS[target].router is None]
        for name in ("min_throughput", "max_latency"):
            if limits.get(name) is not None and without and mhz is None:
                names = ", ".join(without)
                raise FieldError(f"{name}: {names} without place and route has no clock rate; mhz gives one")
        return cls(**limits)

    def misses(self, result: Result) -> list[Miss]:
        """Every constraint that a result violates."""
        violated = [
            _miss(field, most, value, f"{value:g} {kind} are more than {most:g}")
            for field, kind in (("max_lut", "lut"), ("max_dsp", "dsp"), ("max_bram", "bram36"))
            if (most := getattr(self, field)) is not None and (value := result.cells[kind]) > most
        ]
        return violated + self.too_slow(result.point, result.mhz)

    def too_slow(self, point: Point, mhz: float | None) -> list[Miss]:
        """Every speed constraint that a point violates at a clock rate; none if it is unknown."""
        if mhz is None:
            return []
        violated = []
        rate, latency = 1e6 * mhz / point.interval, point.latency / mhz
        if (least := self.min_throughput) is not None and rate < least:
            words = f"{rate:.0f} operations a second are less than {least:g}"
            violated.append(_miss("min_throughput", least, rate, words))
        if (most := self.max_latency) is not None and latency > most:
            violated.append(_miss("max_latency", most, latency, f"latency {latency:.2f} µs is more than {most:g}"))
        return violated


def nearest_miss(results: Sequence[Result], constraints: Constraints, named: Callable[[str], str] = str) -> str:
    """One line about results that all violate the constraints: which constraints, and the nearest result.

    named  turns a field of the constraints into the name that is printed
    """
    misses = [constraints.misses(result) for result in results]
    alone = [
        named(field)
        for field in dict.fromkeys(miss.field for missed in misses for miss in missed)
        if all(any(miss.field == field for miss in missed) for missed in misses)
    ]
    excluded = f"alone exclude{'s' * (len(alone) == 1)}"
    what = f"{' and '.join(alone)} {excluded}" if alone else "together they exclude"
    excess = [max(miss.excess for miss in missed) for missed in misses]
    nearest = min(range(len(results)), key=lambda index: (excess[index], results[index].product))
    words = "; ".join(miss.words + miss.by for miss in misses[nearest])
    return f"{what} all {len(results)} measured points. The nearest is {results[nearest].name}: {words}."


def pareto(results: Sequence[Result]) -> list[Result]:
    """The Pareto front, the smallest point first.

    A point dominates another that costs at least as much in each of area, time and memory and more in one.
    Equal points are all kept.
    """
    front: list[Result] = []
    for result in sorted(results, key=lambda one: (one.costs, one.point.name)):
        if not any(merit.dominates(other.costs, result.costs) for other in front):
            front.append(result)
    return front


def sentences(chosen: Mapping[str, Result], front: Sequence[Result]) -> list[str]:
    """The result of `merit.recommend` for a front, one line per design.

    If the fastest design has less area than one of less time, the line names the tie.
    """
    lines = []
    quickest = min(front, key=lambda each: each.time, default=None)
    for result, (*first, last) in merit.grouped(chosen):
        names = " and ".join(filter(None, (", ".join(first), last))).capitalize()
        cycles, time = f"{result.point.interval:,} cycles", result.time_us
        cost = f"{result.area:,.0f} LUT-equivalents, {cycles if time is None else f'{time:.2f} µs'}"
        if "fastest" in (*first, last) and quickest is not None and quickest.time < result.time:
            tied = f"{quickest.time:.2f} µs of {quickest.point.words}"
            cost += f" (a tie, within the spread of the seeds, with {tied})"
        lines.append(f"{names}: {result.point.words}: {cost}.")
    return lines


COLUMNS = (
    *("core", "ring", "parameters", "operation", "target", "status", "reason", "source"),
    *("lut", "ff", "dsp", "bram36", "mhz", "mhz_least", "mhz_most", "area", "interval", "latency"),
    *("time_us", "latency_us", "throughput", "pareto", "recommended"),
)

_POINT = (Column("core", "core", text=True), Column("parameters", "parameters", text=True, room=24))


@dataclass(frozen=True)
class Choice:
    """The best points of a target: LUTs of different families do not compare.

    results      the measured points
    allowed      those that satisfy all constraints
    front        the Pareto front of these
    recommended  smallest, balanced and fastest point of the front; empty for an empty front
    """

    target: str
    results: Sequence[Result]
    allowed: Sequence[Result]
    front: Sequence[Result]
    recommended: Mapping[str, Result]

    @property
    def remark(self) -> str:
        """What is known against the clock rates of the front; empty if nothing is."""
        return TARGETS[self.target].remark if self.front and self.target in TARGETS else ""

    @property
    def grids(self) -> list[Grid]:
        """The front as a table, and that of the operations if it is of a scheme; none if it is empty."""
        if not self.front:
            return []
        point, by_cycles = self.front[0].point, self.front[0].mhz is None
        time, product = ("cycles:0", "area_x_Mcycles:2") if by_cycles else ("µs:2", "area_x_time:2")
        figures = f"lut ff dsp bram36 mhz:MHz interval time:{time} latency_us:latency_µs:2 area:area:0"
        shown = columns(*_POINT, f"{figures} area_time:{product}")
        title = f"{point.operation} for {point.ring} on {self.target}: {len(self.front)} on the front"
        tables = [Grid("front", title, shown, tuple(map(_row, self.front)))]
        if operations := self.front[0].operations_us:
            title = f"µs of each operation of {point.ring} on {self.target}, on average"
            shown = columns(Column("build", "build", text=True), *(Column(key, key, 1) for key in operations))
            tables.append(Grid("operations", title, shown, tuple(map(_times, self.front))))
        return tables


@dataclass(frozen=True)
class Exploration:
    """The results of a sweep: the outcome of every point by its name.

    given_mhz  clock rate of targets without place and route; None: their time is in cycles

    >>> [column.title for column in explore("ml-kem").table().columns][:3]
    ['core', 'parameters', 'LUT']
    """

    points: Sequence[Point]
    outcomes: Mapping[str, Outcome]
    constraints: Constraints
    given_mhz: float | None = None

    @property
    def unclocked(self) -> str | None:
        """Why times are in cycles; None if every clock rate is known."""
        without = [
            target for target in dict.fromkeys(point.target for point in self.points) if not TARGETS[target].router
        ]
        if not without or self.given_mhz is not None:
            return None
        return f"{', '.join(without)}: no place and route, so no clock rate: ranked by cycles; --mhz gives a rate"

    @property
    def front(self) -> list[Result]:
        """The Pareto fronts of all targets, one after the other."""
        return [result for choice in self.choices for result in choice.front]

    @property
    def recommended(self) -> Mapping[str, Result]:
        """The smallest, balanced and fastest point of the first target; empty if its front is."""
        return self.choices[0].recommended if self.choices else {}

    def table(self, target: str | None = None) -> Grid:
        """The front of a target, by default of the first one. Raises TwiddleError if it is empty."""
        chosen = [choice for choice in self.choices if target in (None, choice.target)]
        if not chosen or not chosen[0].grids:
            raise TwiddleError(f"explore: no measured point on {target or 'any target'} satisfies the constraints")
        return chosen[0].grids[0]

    def _repr_html_(self) -> str:
        return "".join(grid.html() for choice in self.choices for grid in choice.grids)

    @cached_property
    def results(self) -> dict[str, Result]:
        """The measured points, by name."""
        return {
            point.name: Result(point, outcome.measurement, outcome.source, self.given_mhz)
            for point in self.points
            if (outcome := self.outcomes[point.name]).measurement is not None
        }

    @cached_property
    def broken(self) -> dict[str, str]:
        """The first violated constraint of each point that violates one, by name, in words."""
        misses = {name: self.constraints.misses(result) for name, result in self.results.items()}
        return {name: missed[0].words for name, missed in misses.items() if missed}

    @cached_property
    def choices(self) -> list[Choice]:
        """The best points of each target."""
        choices = []
        for target in dict.fromkeys(point.target for point in self.points):
            there = [result for result in self.results.values() if result.point.target == target]
            allowed = [result for result in there if result.point.name not in self.broken]
            front = pareto(allowed)
            choices.append(Choice(target, there, allowed, front, recommend(front)))
        return choices

    def document(self) -> dict[str, Any]:
        """The JSON document."""
        documents = {point.name: self._point(point) for point in self.points}
        targets: dict[str, dict[str, Any]] = {}
        for choice in self.choices:
            recommended = {pick: documents[best.point.name] for pick, best in choice.recommended.items()}
            front = [documents[result.point.name] for result in choice.front]
            targets[choice.target] = {"pareto": front, "recommended": recommended or None}
        there = [target["recommended"] for target in targets.values() if target["recommended"]]
        return {
            "points": list(documents.values()),
            "pareto": [point for target in targets.values() for point in target["pareto"]],
            "recommended": there[0] if there else None,
            "targets": targets,
        }

    def _point(self, point: Point) -> dict[str, Any]:
        outcome, result = self.outcomes[point.name], self.results.get(point.name)
        whole = {"cycles": dict(point.cycles), "operations_us": result.operations_us if result else {}}
        return {
            "core": point.core,
            "ring": point.ring,
            "parameters": dict(point.parameters),
            "operation": point.operation,
            "target": point.target,
            "interval": point.interval,
            "latency": point.latency,
            **(whole if point.cycles else {}),
            **{name: None if result is None else getattr(result, name) for name in FIGURES},
            "status": "excluded" if point.name in self.broken else outcome.status,
            "reason": self.broken.get(point.name, outcome.reason),
        }

    def csv(self) -> str:
        """All points as a table, one row each."""
        text = io.StringIO()
        table = csv.DictWriter(text, COLUMNS, extrasaction="ignore", lineterminator="\n")
        table.writeheader()
        front = {result.point.name for choice in self.choices for result in choice.front}
        best = [(pick, result) for choice in self.choices for pick, result in choice.recommended.items()]
        for point in self.points:
            row = self._point(point)
            row |= {**(row["cells"] or {}), "parameters": point.settings}
            picks = " ".join(pick for pick, result in best if result.point is point)
            row |= {"pareto": int(point.name in front), "recommended": picks}
            table.writerow({key: rounded(row[key]) for key in COLUMNS if key in row})
        return text.getvalue()


class Choices(TypedDict, total=False):
    """What is explored, and under which conditions.

    operation   that counts; default: mul, if a core offers it, of a scheme the handshake, of ML-DSA verify
    cores, targets, settings  names, and values of parameters; default: all cores and values, on ecp5
    recipes     files that describe your own cores (docs/compare/own-core.md)
    mhz         clock rate of targets without place and route
    options     of measuring; by default nothing is measured, and records and cache answer
    results     folder of records; default: those of Twiddle
    log         receives every remark for people
    max_lut, max_dsp, max_bram  cells at most, of block RAM in BRAM36
    min_throughput              operations a second at least
    max_latency                 µs at most from the first beat in to the last beat out
    """

    operation: str | None
    cores: Iterable[str]
    targets: Iterable[str]
    settings: Settings
    recipes: Iterable[Path]
    mhz: float | None
    options: Options
    results: Results
    log: Callable[[str], None]
    max_lut: float | None
    max_dsp: float | None
    max_bram: float | None
    min_throughput: float | None
    max_latency: float | None


def explore(ring: Ring | str, **choices: Unpack[Choices]) -> Exploration:
    """The design space of a ring or of a scheme: measured points with area and time, the front, and a choice.

    ring  a ring or the name of one; the name of a parameter set explores the builds of `twd_lattice`

    Raises TwiddleError for an unknown name, for a limit of time on a target whose clock rate is unknown, and for a
    missing tool if something is measured.

    >>> found = explore("ml-kem", max_lut=6000)
    >>> [name for name in found.recommended], max(result.cells.lut for result in found.front) <= 6000
    (['smallest', 'balanced', 'fastest'], True)
    >>> explore("ml-kem-768", operation="decaps").front[0].point.operation
    'decaps'
    """
    results, log = choices.get("results") or Results(), choices.get("log", lambda _: None)
    operation, targets, mhz = choices.get("operation"), choices.get("targets", ()), choices.get("mhz")
    known: dict[str, Outcome] = {}
    if isinstance(ring, str) and ring.upper() in (*KEM_SETS, *DSA_SETS):
        space, known = builds(ring, operation, targets, results, log)
    else:
        over = preset(ring)
        space = points(over, results, operation, choices.get("cores", ()), targets, choices.get("settings"))
        used = list(dict.fromkeys(point.target for point in space))
        own = [
            point for path in choices.get("recipes", ()) for point in own_points(path, over, space[0].operation, used)
        ]
        space += own
    limits = cast(Mapping[str, float | None], {name: choices.get(name) for name in Constraints.__annotations__})
    constraints = Constraints.of(limits, dict.fromkeys(point.target for point in space), mhz)

    def ruled_out(point: Point) -> str | None:
        """With a given clock rate, a point that is too slow need not be measured."""
        slow = [] if TARGETS[point.target].router else constraints.too_slow(point, mhz)
        return slow[0].words if slow else None

    options = replace(choices.get("options") or Options(), ruled_out=ruled_out)
    found = known or outcomes(space, results, options, log)
    return Exploration(space, found, constraints, mhz)


def _row(result: Result) -> Row:
    point, per = result.point, 1e6 if result.mhz is None else 1e3
    values = {
        "core": point.core,
        "parameters": point.settings,
        **{kind: result.cells[kind] for kind in RESOURCES},
        "mhz": result.clock,
        "interval": point.interval,
        "time": result.time,
        "latency_us": result.latency_us,
        "area": result.area,
        "area_time": result.product / per,
    }
    return {key: Cell(value) for key, value in values.items()}


def _times(result: Result) -> Row:
    """The time of each operation of a scheme."""
    times = {name: Cell(time) for name, time in result.operations_us.items()}
    return {"build": Cell(result.point.words.rpartition(" on ")[0]), **times}
