# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The pictures of README and docs: whole schemes and multipliers, with open cores of others."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import jinja2

from pages import tables
from pages.tables import rows_of
from twiddle.catalog import designs
from twiddle.evidence import merit
from twiddle.evidence.results import Results
from twiddle.evidence.timeline import COLOURS
from twiddle.model import bit_reverse
from twiddle.model.mixed_radix import dataflow as butterflies
from twiddle.study import whole
from twiddle.study.peers import cost, others_cores

WIDTH, HEIGHT = 860, 470
LEFT, RIGHT, TOP, BOTTOM = 70, 570, 44, 414
"""Borders of the plot; the legend is to its right."""

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


INDENT, LONGEST, LINE = 250, 430, 21
"""Where the bars of whole schemes begin, the longest of a set, and the height of a row."""

SHADES = {True: ("#0a5273", "#0b6e99", "#2c83a8"), False: ("#4f5a61", "#636f76", "#747f86")}
"""Colours of the operations of our cores, and of others."""


def schemes(results: Results) -> str:
    """An SVG with the cycles of the operations on whole cores, each set with a core of others to its own scale.

    Empty without cycles of ours. Raises TwiddleError for a broken record.
    """
    found = [row for row in whole.rows(results) if row.cycles]
    shared = dict.fromkeys(row.set for row in found if not row.ours) if any(row.ours for row in found) else ()
    groups, y = [], 58
    for name in shared:
        names = next(names for sets, names in whole.OPERATIONS.items() if name in sets)
        of = [row for row in found if row.set == name and all(each in row.cycles for each in names)]
        scale = LONGEST / max(sum(row.cycles[each] for each in names) for row in of)
        titles = ", ".join(each.capitalize().replace("gen", "Gen") for each in names)
        rows = [_bar(row, names, scale, y + 8 + LINE * at) for at, row in enumerate(of)]
        groups.append({"set": name, "operations": titles, "y": y, "rows": rows})
        y += LINE * (len(of) + 2)
    picture = TEMPLATES.get_template("schemes.svg.j2")
    return (
        picture.render(
            width=WIDTH, height=y + 12, left=INDENT, groups=groups, colours=SHADES, remark=whole.remark(results)
        )
        if groups
        else ""
    )


def _bar(row: whole.Row, names: Sequence[str], scale: float, y: int) -> dict[str, object]:
    """The bar of a set on a core."""
    sizes = [scale * row.cycles[name] for name in names]
    starts = [INDENT + sum(sizes[:at]) for at in range(len(sizes))]
    parts = [(x, size, f"{row.cycles[name]:,.0f}") for x, size, name in zip(starts, sizes, names, strict=True)]
    published = row.line.get("published_lut")
    area = f"{float(published):,.0f} LUT published" if published else ""
    if row.lut is not None:
        area = f"{row.lut:,.0f} LUT"
    shown = {"design": row.design, "ours": row.ours, "area": area}
    return {**shown, "y": y, "parts": parts, "end": INDENT + sum(sizes)}


def dataflow(_results: Results, k1: int = 2, k2: int = 2) -> str:
    """An SVG with the butterflies of `mixed_radix` of 2^(k1 + k2) coefficients: Fig. 1 and 2 of its source."""
    stages = list(butterflies(k1, k2))
    step, row, top, left = 150, 24, 54, 60
    places = [left + 40 + step * at for at in range(len(stages) + 1)]
    bits = len(stages)
    return TEMPLATES.get_template("dataflow.svg.j2").render(
        width=places[-1] + 80,
        height=top + row * (1 << bits),
        left=left,
        right=places[-1],
        rows=[(top + row * i, f"a[{i}]", f"A[{bit_reverse(i, bits)}]") for i in range(1 << bits)],
        stages=[(x + 45, f"stage {at + 1}", f"Module {1 + (at >= k1)}") for at, x in enumerate(places[:-1])],
        crosses=[
            (x, x + 90, top + row * upper, top + row * lower, psi)
            for x, stage in zip(places, stages, strict=False)
            for upper, lower, psi in stage
        ],
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
