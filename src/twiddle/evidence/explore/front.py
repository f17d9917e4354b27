# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The cost of the points of a space, and their Pareto front."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from twiddle.base.errors import FieldError, shown
from twiddle.evidence import merit
from twiddle.evidence.explore.space import Point
from twiddle.tools.synth.records import Measurement
from twiddle.tools.targets import TARGETS
from twiddle.tools.targets.base import Cells

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
    """The violation by a value on the wrong side of a limit."""
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
        """The name of the point."""
        return self.point.name

    @property
    def cells(self) -> Cells:
        """Cells by kind."""
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
        """The coordinates of the front."""
        return self.area, self.time, self.cells.bram36

    @property
    def product(self) -> float:
        """Area x time."""
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
