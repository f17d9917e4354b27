# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the points of a space cost, which of them no other beats, and which one to take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from twiddle.errors import TwiddleError
from twiddle.explore.space import Point
from twiddle.report import merit
from twiddle.synth.records import Record
from twiddle.synth.targets import TARGETS

Costs = tuple[float, float, float]
"""Area in LUT-equivalents, time between results in µs or cycles, memory in BRAM36: less is better."""

_NAMED = {"max_lut": "lut", "max_dsp": "dsp", "max_bram": "bram36"}


@dataclass(frozen=True)
class Miss:
    """A constraint that a point breaks: its option, its limit, in words, and how far from it.

    excess  as a part of the limit; of a limit of 0, the amount itself
    """

    option: str
    limit: float
    words: str
    excess: float

    @property
    def full_words(self) -> str:
        """With the distance, where the limit is one that can be approached."""
        return f"{self.words}, by {self.excess:.0%}" if self.limit else self.words


@dataclass(frozen=True)
class Result:
    """A point that has been measured.

    measurement  `cells` and `fmax_mhz`, at least, of `twiddle.synth.records`
    source       where it comes from: record, cache or measured
    mhz          clock rate where the target has no place and route; None: unknown
    in_cycles    time is counted in cycles, because the clock rate of some point is not known
    """

    point: Point
    measurement: Record
    source: str
    mhz: float | None = None
    in_cycles: bool = False

    @property
    def cells(self) -> Mapping[str, float]:
        """Cells by kind."""
        cells: Mapping[str, float] = self.measurement["cells"]
        return cells

    @property
    def clock(self) -> float | None:
        """MHz: the median of place and route, else what is assumed; None where neither is there."""
        fmax: float | None = self.measurement["fmax_mhz"]
        return self.mhz if fmax is None else fmax

    @cached_property
    def area(self) -> float:
        """LUT-equivalents: LUT + 400 DSP + 784 BRAM36."""
        return merit.lut_equivalents(self.measurement)

    @property
    def microseconds(self) -> float | None:
        """Between results at full rate; None where the clock rate is unknown."""
        return self.point.interval / self.clock if self.clock else None

    @property
    def latency(self) -> float | None:
        """µs from the first beat in to the last beat out; None where the clock rate is unknown."""
        return self.point.latency / self.clock if self.clock else None

    @property
    def throughput(self) -> float | None:
        """Operations a second; None where the clock rate is unknown."""
        return 1e6 * self.clock / self.point.interval if self.clock else None

    @property
    def time(self) -> float:
        """What counts as time: µs between results, or cycles."""
        return self.point.interval if self.in_cycles else self.microseconds or 0.0

    @cached_property
    def costs(self) -> Costs:
        """What the front is over."""
        return self.area, self.time, self.cells["bram36"]

    @property
    def product(self) -> float:
        """Area x time."""
        return self.area * self.time

    @property
    def spread(self) -> float:
        """How far the clock rates of the seeds lie apart, as a share of their median; 0 without one."""
        if self.in_cycles or self.measurement["fmax_mhz"] is None:
            return 0.0
        least, most = merit.spread(self.measurement)
        return (most - least) / float(self.measurement["fmax_mhz"])


@dataclass(frozen=True)
class Constraints:
    """What a point must hold; None: anything.

    max_lut, max_dsp, max_bram  cells at most, of block RAM in BRAM36
    min_throughput              operations a second at least
    max_latency                 µs at most from the first beat in to the last beat out
    """

    max_lut: float | None = None
    max_dsp: float | None = None
    max_bram: float | None = None
    min_throughput: float | None = None
    max_latency: float | None = None

    @property
    def on_speed(self) -> bool:
        """Whether a speed is asked for, which needs a clock rate."""
        return self.min_throughput is not None or self.max_latency is not None

    def too_slow(self, point: Point, mhz: float | None) -> str | None:
        """Which speed a point misses at a clock rate, in words; None where it misses none."""
        slow = self._slow(point, mhz)
        return slow[0].words if slow else None

    def broken(self, result: Result) -> str | None:
        """Which constraint a result breaks first, in words; None where it holds all."""
        misses = self.misses(result)
        return misses[0].words if misses else None

    def misses(self, result: Result) -> list[Miss]:
        """Every constraint that a result breaks."""
        found = []
        for limit, kind in _NAMED.items():
            most, value = getattr(self, limit), result.cells[kind]
            if most is not None and value > most:
                excess = value / most - 1 if most else float(value)
                found.append(Miss(_option(limit), most, f"{value:g} {kind} are more than {most:g}", excess))
        return found + self._slow(result.point, result.clock)

    def _slow(self, point: Point, mhz: float | None) -> list[Miss]:
        if mhz is None:
            return []
        found = []
        rate, latency = 1e6 * mhz / point.interval, point.latency / mhz
        if self.min_throughput is not None and rate < self.min_throughput:
            words = f"{rate:.0f} operations a second are less than {self.min_throughput:g}"
            excess = self.min_throughput / rate - 1
            found.append(Miss(_option("min_throughput"), self.min_throughput, words, excess))
        if self.max_latency is not None and latency > self.max_latency:
            excess = latency / self.max_latency - 1 if self.max_latency else latency
            words = f"latency {latency:.2f} µs is more than {self.max_latency:g}"
            found.append(Miss(_option("max_latency"), self.max_latency, words, excess))
        return found


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")


def nearest_miss(results: Sequence[Result], constraints: Constraints) -> str:
    """One line about results of which none holds the constraints: what excludes them, and who is nearest."""
    misses = [constraints.misses(each) for each in results]
    alone = [
        option
        for option in dict.fromkeys(miss.option for each in misses for miss in each)
        if all(any(miss.option == option for miss in each) for each in misses)
    ]
    what = (
        f"{' and '.join(alone)} alone exclude{'s' * (len(alone) == 1)}" if alone else "together they exclude"
    )
    found = min(
        range(len(results)),
        key=lambda index: (max(each.excess for each in misses[index]), results[index].product),
    )
    words = "; ".join(miss.full_words for miss in misses[found])
    return f"{what} each of the {len(results)} measured. The nearest is {results[found].point.name}: {words}."


def pareto(results: Sequence[Result]) -> list[Result]:
    """Those that no other beats, the smallest first.

    One beats another that costs at least as much in each of area, time and memory and more in one of them;
    so of equals all are kept.
    """
    front: list[Result] = []
    for result in sorted(results, key=lambda each: (each.costs, each.point.name)):
        if not any(_beats(other.costs, result.costs) for other in front):
            front.append(result)
    return front


def _beats(costs: Costs, other: Costs) -> bool:
    return costs != other and all(mine <= theirs for mine, theirs in zip(costs, other, strict=True))


def recommend(front: Sequence[Result]) -> dict[str, Result]:
    """What to take of a front: the smallest, the balanced one, the fastest; empty of an empty front.

    Balanced is the least area x time. What differs by less than the clock rates of its seeds do is a tie, of
    which the smallest is taken.
    """
    if not front:
        return {}
    return {
        "smallest": min(front, key=lambda each: (each.area, each.time, *_rest(each))),
        "balanced": min(_tied(front, "product"), key=lambda each: (each.area, *_rest(each))),
        "fastest": min(_tied(front, "time"), key=lambda each: (each.area, *_rest(each))),
    }


def sentences(chosen: Mapping[str, Result]) -> list[str]:
    """What `recommend` found, in a line for each design."""
    picks: dict[str, list[str]] = {}
    for pick, result in chosen.items():
        picks.setdefault(result.point.name, []).append(pick)
    lines = []
    for result in {each.point.name: each for each in chosen.values()}.values():
        *first, last = picks[result.point.name]
        names = " and ".join(filter(None, (", ".join(first), last))).capitalize()
        cost = f"{result.area:,.0f} LUT-equivalents, {in_time(result)}"
        lines.append(f"{names}: {result.point.words}: {cost}.")
    return lines


def in_time(result: Result) -> str:
    """The time of a result in words."""
    return f"{result.point.interval} cycles" if result.in_cycles else f"{result.time:.2f} µs"


def _rest(result: Result) -> tuple[float, str]:
    return result.cells["bram36"], result.point.name


def _tied(front: Sequence[Result], key: str) -> list[Result]:
    """The least of a front, and what is behind it by no more than the spread of its clock rate."""
    least = min(front, key=lambda each: getattr(each, key))
    return [each for each in front if getattr(each, key) <= getattr(least, key) * (1 + least.spread)]


def by_cycles(target: str, mhz: float | None) -> bool:
    """Whether points of a target are ranked by cycles, because no clock rate is known."""
    return TARGETS[target].router is None and mhz is None


def check_clock(targets: Sequence[str], constraints: Constraints, mhz: float | None) -> str | None:
    """What is to be said about unknown clock rates, in a line; None where all are known.

    Raises TwiddleError where a speed is asked for on a target without a clock rate.
    """
    without = [target for target in targets if by_cycles(target, mhz)]
    if not without:
        return None
    names = ", ".join(without)
    if constraints.on_speed:
        option = "--min-throughput" if constraints.min_throughput is not None else "--max-latency"
        raise TwiddleError(
            f"{option}: {names} without place and route has no clock rate; give one with --mhz"
        )
    return f"{names}: no place and route, so no clock rate: ranked by cycles; --mhz gives a rate"


def document(result: Result) -> dict[str, Any]:
    """The figures of a result as `twiddle explore --json` has them."""
    return {
        "cells": dict(result.cells),
        "mhz": result.clock,
        "area": result.area,
        "time_us": result.microseconds,
        "latency_us": result.latency,
        "throughput": result.throughput,
        "source": result.source,
    }
