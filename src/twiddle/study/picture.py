# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The picture of README: area and time of the recorded multipliers of a ring, and of open cores of others."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import jinja2

from twiddle.catalog import designs
from twiddle.evidence import merit
from twiddle.evidence.results import Results
from twiddle.study import tables
from twiddle.study.peers import cost, others_cores
from twiddle.study.tables import rows_of

WIDTH, HEIGHT = 860, 470
LEFT, RIGHT, TOP, BOTTOM = 70, 570, 44, 414
"""Borders of the plot; the legend is to its right."""

COLOURS = ("#0b6e99", "#7a5195", "#c05600", "#6b5800", "#9c2f5a", "#2f7d32", "#45555f", "#a33a1e")
SHAPES = (
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z",
    "M-5 -5h10v10h-10z",
    "M0 -6l6 6l-6 6l-6 -6z",
    "M-2 -6h4v4h4v4h-4v4h-4v-4h-4v-4h4z",
    "M-6 5h12l-6 -11z",
    "M-6 -5h12l-6 11z",
    "M-6 0l3 -5h6l3 5l-3 5h-6z",
)
"""The marks of cores, in the order of the catalogue; the numbers of colours and shapes are coprime."""

TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
    undefined=jinja2.StrictUndefined,
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)
TEMPLATES.filters["px"] = lambda value: f"{value:.1f}".removesuffix(".0")


def front(results: Results, ring: str = "ml-kem") -> str:
    """An SVG with the cores for a ring, the front as a staircase; area and time are those of `tables`.

    A bar through a mark goes from the time at the fastest seed to that at the slowest.
    Empty if no recorded core multiplies; errors as there.
    """
    rows = [row for row in rows_of(results.load_all()) if row.cost and row.design.ring.name == ring]
    if not rows:
        return ""
    others = [found for each in others_cores(results) if each["ring"] == ring and (found := cost(each)) is not None]
    seeds = [tuple((row.interval or 0.0) / mhz for mhz in merit.spread(row.found["ecp5"])) for row in rows]
    areas = [area for area, _ in (*(row.cost for row in rows), *others)]
    times = [time for _, time in (*(row.cost for row in rows), *others)]
    x, across = _axis([*times, *(time for pair in seeds for time in pair)], LEFT, RIGHT, "g")
    y, up = _axis(areas, BOTTOM, TOP, ",.0f")
    best = sorted(tables.front(rows), key=lambda row: row.cost[1])
    places = [(x(row.cost[1]), y(row.cost[0])) for row in best]
    marks = _marks()
    return TEMPLATES.get_template("front.svg.j2").render(
        ring=ring,
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=RIGHT,
        top=TOP,
        bottom=BOTTOM,
        across=across,
        up=up,
        stairs=_stairs(places),
        rows=[
            (marks[row.design.core], x(fast), x(slow), x(row.cost[1]), y(row.cost[0]))
            for row, (slow, fast) in zip(rows, seeds, strict=True)
        ],
        others=[(x(time), y(area)) for area, time in others],
        theirs=("#777777", "M-5 -5l10 10M-5 5l10 -10"),
        best=[(row.design.words, *place) for row, place in zip(best, places, strict=True)],
        marks={row.design.core: marks[row.design.core] for row in rows},
    )


def _marks() -> dict[str, tuple[str, str]]:
    """Colour and shape of every core of the catalogue, no two alike for the first 56."""
    names = (kind.name for kind in designs.cores())
    return {name: (COLOURS[index % len(COLOURS)], SHAPES[index % len(SHAPES)]) for index, name in enumerate(names)}


def _axis(
    values: Sequence[float], start: float, end: float, form: str
) -> tuple[Callable[[float], float], list[tuple[str, float]]]:
    """A logarithmic scale, a quarter wider than the values on either side, and its ticks in words."""
    low, high = math.log(min(values) / 1.25), math.log(max(values) * 1.25)

    def scale(value: float) -> float:
        return start + (end - start) * (math.log(value) - low) / (high - low)

    ticks = (digit * 10.0**power for power in range(-2, 7) for digit in (1, 2, 5))
    return scale, [(format(tick, form), scale(tick)) for tick in ticks if low <= math.log(tick) <= high]


def _stairs(points: Sequence[tuple[float, float]]) -> str:
    """From the fastest to the smallest: across at the area of a core, down at the next smaller one."""
    steps = [f"H{after[0]:.1f}V{after[1]:.1f}" for _, after in pairwise(points)]
    return f"M{points[0][0]:.1f} {points[0][1]:.1f}" + "".join(steps)
