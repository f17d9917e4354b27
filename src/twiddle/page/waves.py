# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Waveforms as drawings: the whole run in small, and some cycles of it in detail."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from twiddle.page.markup import Markup, tag
from twiddle.page.waveform import values
from twiddle.synth.records import Record

CYCLES = 16
"""Cycles in detail."""

LABEL, WIDE, ROW, WAVE = 104, 46, 26, 15
_SMALL = 1.3


def windows(record: Record) -> list[tuple[str, int]]:
    """What is worth a closer look, and the cycle from which it is shown."""
    signals = {signal["name"]: values(signal, record["length"]) for signal in record["signals"]}
    found = []

    def first(name: str) -> int | None:
        return next((cycle for cycle, value in enumerate(signals.get(name, [])) if value), None)

    for title, name, before in (
        ("The first operand beats", "a_valid_i", 2),
        ("The butterflies begin", "busy_read", 4),
        ("They write back", "busy_write", 6),
        ("The first results", "c_valid_o", 4),
        ("The last result", "c_last_o", CYCLES - 4),
    ):
        cycle = first(name)
        if cycle is not None:
            start = min(max(0, cycle - before), max(0, record["length"] - CYCLES))
            found.append((title, start))
    return found


def overview(record: Record) -> Markup:
    """The signals of one bit over the whole run."""
    length = record["length"]
    rows = [signal for signal in record["signals"] if signal["bits"] == 1]
    parts: list[Markup] = []
    for index, signal in enumerate(rows):
        top = 22 + ROW * index
        line = _line(values(signal, length), top, _SMALL)
        parts += [_name(signal, top), tag("path", d=line, class_="wave")]
    step = 100
    for cycle in range(0, length, step):
        x = LABEL + _SMALL * cycle
        parts.append(tag("line", x1=x, x2=x, y1=18, y2=22 + ROW * len(rows), class_="grid"))
        parts.append(tag("text", str(cycle), x=x, y=12, class_="small", text_anchor="middle"))
    return _svg(parts, LABEL + _SMALL * length + 12, 26 + ROW * len(rows), "The whole operation, by cycle")


def detail(record: Record, title: str, start: int) -> Markup:
    """All signals in CYCLES cycles, with the values of words."""
    span = min(CYCLES, record["length"] - start)
    parts: list[Markup] = []
    rows = [*record["signals"]]
    bottom = 24 + ROW * (len(rows) + 1)
    for index in range(span + 1):
        x = LABEL + WIDE * index
        parts.append(tag("line", x1=x, x2=x, y1=18, y2=bottom - 6, class_="grid"))
        if index < span:
            words = str(start + index)
            parts.append(tag("text", words, x=x + WIDE / 2, y=12, class_="small", text_anchor="middle"))
    clock = "".join(
        f"M{LABEL + WIDE * i} {22 + WAVE}v-{WAVE}h{WIDE / 2:g}v{WAVE}h{WIDE / 2:g}" for i in range(span)
    )
    parts += [tag("text", "clk_i", x=4, y=22 + 12, class_="name"), tag("path", d=clock, class_="wave clock")]
    for index, signal in enumerate(rows, start=1):
        top = 22 + ROW * index
        shown = values(signal, record["length"])[start : start + span]
        parts.append(_name(signal, top))
        if signal["bits"] == 1:
            parts.append(tag("path", d=_line(shown, top, WIDE), class_="wave"))
        else:
            parts += _words(shown, top)
    return _svg(parts, LABEL + WIDE * span + 12, bottom, f"{title}, cycles {start} to {start + span - 1}")


def _name(signal: dict[str, Any], top: float) -> Markup:
    return tag("text", tag("title", signal["what"]), signal["name"], x=4, y=top + 12, class_="name")


def _runs(shown: Sequence[int]) -> list[tuple[int, int, int]]:
    """Start, end and value of each stretch of equal values."""
    edges = [0, *(i for i in range(1, len(shown)) if shown[i] != shown[i - 1]), len(shown)]
    return [(a, b, shown[a]) for a, b in pairwise(edges)]


def _line(shown: Sequence[int], top: float, wide: float) -> str:
    """The path of a signal of one bit."""
    path = ""
    for start, end, value in _runs(shown):
        y = top if value else top + WAVE
        path += f"{'L' if path else 'M'}{LABEL + wide * start:.4g} {y:g}H{LABEL + wide * end:.4g}"
    return path


def _words(shown: Sequence[int], top: float) -> list[Markup]:
    parts = []
    for start, end, value in _runs(shown):
        x, to, low = LABEL + WIDE * start, LABEL + WIDE * end, top + WAVE
        half = top + WAVE / 2
        corners = f"{x},{half:g} {x + 4},{top} {to - 4},{top} {to},{half:g} {to - 4},{low} {x + 4},{low}"
        parts.append(tag("polygon", points=corners, class_="word"))
        parts.append(
            tag("text", str(value), x=(x + to) / 2, y=top + 12, class_="value", text_anchor="middle")
        )
    return parts


def _svg(parts: Sequence[Markup], width: float, height: float, label: str) -> Markup:
    return tag(
        "svg",
        *parts,
        viewbox=f"0 0 {width:.0f} {height:.0f}",
        width=round(width),
        height=round(height),
        class_="waves",
        role="img",
        aria_label=label,
    )
