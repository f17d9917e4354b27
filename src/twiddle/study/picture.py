# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The picture of README: area and time of the recorded multipliers of a ring, and of open cores of others."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from twiddle.catalog import designs
from twiddle.evidence import merit
from twiddle.evidence.results import Results
from twiddle.study import tables
from twiddle.study.markup import Markup, tag
from twiddle.study.peers import cost, others_cores
from twiddle.study.tables import Row, rows_of

WIDTH, HEIGHT = 860, 470
LEFT, RIGHT, TOP, BOTTOM = 70, 290, 44, 56

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

THEIRS = ("#777777", "M-5 -5l10 10M-5 5l10 -10")

Scale = Callable[[float], float]


def front(results: Results, ring: str = "ml-kem") -> str:
    """An SVG with the cores for a ring, the front as a staircase; area and time are those of `tables`.

    A bar through a mark goes from the time at the fastest seed to that at the slowest.
    Empty if no recorded core multiplies; errors as there.
    """
    rows = [row for row in rows_of(results.load_all()) if row.cost and row.design.ring.name == ring]
    if not rows:
        return ""
    others = {
        f"{each['design']}, {each['butterflies']} butterflies": found
        for each in others_cores(results)
        if each["ring"] == ring and (found := cost(each)) is not None
    }
    best = sorted(tables.front(rows), key=lambda row: row.cost[1])
    marks = _marks()
    points = [*(row.cost for row in rows), *others.values()]
    seeds = [time for row in rows for time in _times(row)]
    x = _scale([*seeds, *(time for _, time in points)], LEFT, WIDTH - RIGHT)
    y = _scale([area for area, _ in points], HEIGHT - BOTTOM, TOP)
    numbered = [
        _text(str(number), x(row.cost[1]) + 8, y(row.cost[0]) - 7, weight="bold")
        for number, row in enumerate(best, start=1)
    ]
    stairs = _stairs([(x(row.cost[1]), y(row.cost[0])) for row in best])
    drawing = tag(
        "svg",
        tag("title", f"Area and time of a polynomial product, {ring}, on ECP5"),
        tag("rect", width=WIDTH, height=HEIGHT, fill="#ffffff"),
        _text(f"One product of two polynomials, {ring}, on ECP5", LEFT, 24, size=15),
        *_axis([time for _, time in points], x, "µs a product", across=True),
        *_axis([area for area, _ in points], y, "LUT + 400 DSP + 784 BRAM36", across=False),
        tag("path", d=stairs, fill="none", stroke="#222222"),
        *(_error_bar(row, x, y, marks[row.design.core][0]) for row in rows),
        *(_mark(*marks[row.design.core], x(row.cost[1]), y(row.cost[0])) for row in rows),
        *(_mark(*THEIRS, x(time), y(area)) for area, time in others.values()),
        *numbered,
        *_legend({row.design.core: marks[row.design.core] for row in rows}, best, bool(others)),
        xmlns="http://www.w3.org/2000/svg",
        viewbox=f"0 0 {WIDTH} {HEIGHT}",
        font_family="Helvetica, Arial, sans-serif",
    )
    return f"{drawing}\n"


def draw(path: Path, results: Results) -> bool:
    """Draw the current records; returns whether that changed the file."""
    text = front(results)
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return False
    path.write_text(text, encoding="utf-8")
    return True


def _marks() -> dict[str, tuple[str, str]]:
    """Colour and shape of every core of the catalogue, no two alike for the first 56."""
    names = (kind.name for kind in designs.cores())
    return {name: (COLOURS[index % len(COLOURS)], SHAPES[index % len(SHAPES)]) for index, name in enumerate(names)}


def _scale(values: Sequence[float], start: float, end: float) -> Scale:
    """A logarithmic axis, a tenth wider than the values on either side."""
    low, high = math.log(min(values) / 1.25), math.log(max(values) * 1.25)
    return lambda value: start + (end - start) * (math.log(value) - low) / (high - low)


def _axis(values: Sequence[float], scale: Scale, title: str, across: bool) -> Iterator[Markup]:
    ticks = [
        digit * 10.0**power
        for power in range(-2, 7)
        for digit in (1, 2, 5)
        if min(values) / 1.25 <= digit * 10.0**power <= max(values) * 1.25
    ]
    for tick in ticks:
        place = scale(tick)
        if across:
            yield tag("line", x1=place, x2=place, y1=TOP, y2=HEIGHT - BOTTOM, stroke="#dddddd")
            yield _text(f"{tick:g}", place, HEIGHT - BOTTOM + 18, anchor="middle")
        else:
            yield tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=place, y2=place, stroke="#dddddd")
            yield _text(f"{tick:,.0f}", LEFT - 6, place + 4, anchor="end")
    if across:
        yield _text(title, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 16, anchor="middle")
    else:
        yield _text(title, LEFT, TOP - 6)


def _stairs(points: Sequence[tuple[float, float]]) -> str:
    """From the fastest to the smallest: across at the area of a core, down at the next smaller one."""
    steps = [f"H{after[0]:.1f}V{after[1]:.1f}" for _, after in pairwise(points)]
    return f"M{points[0][0]:.1f} {points[0][1]:.1f}" + "".join(steps)


def _mark(colour: str, shape: str, x: float, y: float) -> Markup:
    return tag(
        "path",
        d=shape,
        transform=f"translate({x:.1f} {y:.1f})",
        fill=colour if shape.endswith("z") else "none",
        fill_opacity=0.8,
        stroke=colour,
        stroke_width=1.5,
    )


def _times(row: Row) -> tuple[float, float]:
    """Time of a product in µs at the highest and at the lowest clock rate of the seeds."""
    least, most = merit.spread(row.found["ecp5"])
    interval = row.interval or 0.0
    return interval / most, interval / least


def _error_bar(row: Row, x: Scale, y: Scale, colour: str) -> Markup:
    """Across a mark: the times of the seeds, from the fastest to the slowest."""
    begin, end = map(x, _times(row))
    mid = y(row.cost[0])
    d = f"M{begin:.1f} {mid - 3:.1f}v6M{begin:.1f} {mid:.1f}h{end - begin:.1f}M{end:.1f} {mid - 3:.1f}v6"
    return tag("path", d=d, fill="none", stroke=colour)


def _legend(marks: Mapping[str, tuple[str, str]], best: Sequence[Row], others: bool) -> Iterator[Markup]:
    x, y = WIDTH - RIGHT + 24, TOP + 8
    for name, mark in marks.items():
        yield _mark(*mark, x, y)
        yield _text(name, x + 12, y + 4)
        y += 20
    if others:
        yield _mark(*THEIRS, x, y)
        yield _text("open cores of others, same flow", x + 12, y + 4)
        y += 20
    yield _text("bar: fastest to slowest seed", x - 4, y + 4, size=11)
    y += 32
    for number, row in enumerate(best, start=1):
        yield _text(str(number), x - 4, y, weight="bold")
        yield _text(row.design.words, x + 12, y, size=11)
        y += 17


def _text(
    words: str, x: float, y: float, size: int = 12, anchor: str | None = None, weight: str | None = None
) -> Markup:
    return tag("text", words, x=x, y=y, font_size=size, text_anchor=anchor, font_weight=weight, fill="#222222")
