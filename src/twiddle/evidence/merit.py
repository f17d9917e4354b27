# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Area as one number, area x time, and the spread of a clock rate; each from one record, so one device."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from twiddle.tools.synth.records import Measurement

LUTS_PER_DSP = 400
"""LUT-equivalents of a DSP block: 100 slices of four LUTs."""

LUTS_PER_BRAM36 = 784
"""LUT-equivalents of a block RAM of 36 kbit: 196 slices of four LUTs."""

AREA_TIME = f"(LUT + {LUTS_PER_DSP} DSP + {LUTS_PER_BRAM36} BRAM36) / 1000 x µs of an interval, of one device"
"""The definition of area x time."""


class Candidate(Protocol):
    """A measured design among others: a name, its costs, and how well its clock rate is known."""

    @property
    def name(self) -> str:
        """Unique among them."""

    @property
    def costs(self) -> tuple[float, float, float]:
        """Area in LUT-equivalents, time, memory in BRAM36."""

    @property
    def spread(self) -> float:
        """Spread of the clock rates of the seeds relative to their median."""


C = TypeVar("C", bound=Candidate)


def lut_equivalents(record: Measurement) -> float:
    """Area of a record as one number: LUT + 400 DSP + 784 BRAM36 of its target."""
    return equivalents(record.cells.lut, record.cells.dsp, record.cells.bram36)


def equivalents(lut: float, dsp: float, bram36: float) -> float:
    """LUT + 400 DSP + 784 BRAM36."""
    return float(lut + LUTS_PER_DSP * dsp + LUTS_PER_BRAM36 * bram36)


def micros(record: Measurement, interval: float | None) -> float | None:
    """µs of this many cycles; None without any, and for a target without a clock rate."""
    return interval / record.fmax_mhz if interval and record.fmax_mhz else None


def area_time(record: Measurement, interval: float | None) -> float | None:
    """Thousands of LUT-equivalents x µs of this many cycles; None where `micros` is."""
    if not interval or record.fmax_mhz is None:
        return None
    return lut_equivalents(record) / 1000 * interval / record.fmax_mhz


def dominates(costs: Sequence[float], other: Sequence[float]) -> bool:
    """Whether costs are nowhere above others, and below in one."""
    return costs != other and all(mine <= theirs for mine, theirs in zip(costs, other, strict=True))


def spread(record: Measurement) -> tuple[float, float]:
    """Least and most MHz of the seeds; 0 for a target without a clock rate."""
    found = [*record.fmax_by_seed.values()] or [record.fmax_mhz or 0.0]
    return min(found), max(found)


def relative_spread(record: Measurement) -> float:
    """Spread of the clock rates of the seeds relative to their median; 0 without any."""
    least, most = spread(record)
    return (most - least) / (record.fmax_mhz or 1.0)


def recommend(front: Sequence[C]) -> dict[str, C]:
    """The recommended designs of a front: smallest, balanced, fastest; empty for an empty front.

    Balanced is the least area x time of those that are neither, nor faster than the fastest within a tie; of
    all if there is no other. A difference below the spread of the seeds' clock rates is a tie; the smallest
    design wins.
    """
    if not front:
        return {}
    smallest = min(front, key=lambda each: (each.costs, each.name))
    fastest = _least(front, lambda each: each.costs[1])
    others = [
        each for each in front if each.name not in (smallest.name, fastest.name) and each.costs[1] >= fastest.costs[1]
    ]
    balanced = _least(others or front, lambda each: each.costs[0] * each.costs[1])
    return {"smallest": smallest, "balanced": balanced, "fastest": fastest}


def grouped(chosen: Mapping[str, C]) -> list[tuple[C, list[str]]]:
    """The designs of `recommend`, each once with its names: one can be the smallest and the fastest."""
    names: dict[str, list[str]] = {}
    for pick, each in chosen.items():
        names.setdefault(each.name, []).append(pick)
    return [(chosen[picks[0]], picks) for picks in names.values()]


def _least(front: Sequence[C], cost: Callable[[C], float]) -> C:
    """The smallest design within the clock-rate spread of the least cost."""
    least = min(front, key=cost)
    tied = [each for each in front if cost(each) <= cost(least) * (1 + least.spread)]
    return min(tied, key=lambda each: (each.costs[0], each.costs[2], each.name))


def clock(record: Measurement) -> str:
    """The median of the seeds in MHz, with the least and the most if these differ: `235 (219 to 236), plain 192`.

    plain  without packed registers, where it differs
    """
    if record.fmax_mhz is None:
        return "-"
    median = f"{record.fmax_mhz:.0f}"
    least, most = (f"{each:.0f}" for each in spread(record))
    plain = f", plain {record.plain_mhz:.0f}" if record.plain_mhz not in (None, record.fmax_mhz) else ""
    return (median if least == most else f"{median} ({least} to {most})") + plain
