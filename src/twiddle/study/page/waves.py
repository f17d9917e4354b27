# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Waveforms as drawings: the whole run, and some cycles in detail."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from twiddle.study.page.markup import Markup, tag
from twiddle.study.page.parts import number
from twiddle.study.page.parts import table as table_of
from twiddle.study.page.waveform import Waveform

CYCLES = 16
"""Cycles in detail."""

LABEL, START, WIDE, ROW, WAVE = 104, 10, 46, 26, 15
"""Pixels of the names, before the first cycle, of a cycle in detail, of a row, and of a wave."""

_WHOLE = 800
"""Pixels of a whole run, if a cycle has at least _LEAST of them."""

_LEAST = 1.3
_APART = CYCLES // 2
"""Least number of cycles between two windows in detail."""


def windows(record: Waveform) -> list[tuple[str, int]]:
    """The windows in detail: title and first cycle."""
    signals = {signal.name: signal.values(record.length) for signal in record.signals}

    def when(*names: str) -> list[int]:
        """The cycles in which all of these signals are 1; none if one does not exist."""
        rows = [signals.get(name, []) for name in names]
        return [cycle for cycle, bits in enumerate(zip(*rows, strict=False)) if all(bits)]

    ends = when("c_valid_o", "c_ready_i", "c_last_o")
    looks = (
        ("The first operand beats", when("a_valid_i", "a_ready_o")[:1], 4),
        ("The butterflies begin", when("busy_read")[:1], 4),
        ("They write back", when("busy_write")[:1], 6),
        ("The first polynomial is whole and starts", when("a_start")[:1], 4),
        ("The first result leaves the last stage", when("y_sop")[:1], 4),
        ("The first results", when("c_valid_o")[:1], 4),
        ("One result follows another", ends[:-1][:1], CYCLES // 2),
        ("The last result", ends[-1:], CYCLES - 4),
    )
    found: list[tuple[str, int]] = []
    for title, cycles, before in looks:
        for cycle in cycles:
            start = min(max(0, cycle - before), max(0, record.length - CYCLES))
            if all(abs(start - other) >= _APART for _, other in found):
                found.append((title, start))
    return found


def overview(record: Waveform) -> Markup:
    """The signals of one bit over the whole run."""
    length = record.length
    wide = max(_LEAST, _WHOLE / length)
    rows = [signal for signal in record.signals if signal.bits == 1]
    parts: list[Markup] = []
    for cycle in range(0, length, 50 if length < 400 else 100):
        x = START + wide * cycle
        parts.append(tag("line", x1=x, x2=x, y1=18, y2=22 + ROW * len(rows), class_="grid"))
        parts.append(tag("text", str(cycle), x=x, y=12, class_="small", text_anchor="middle"))
    for index, signal in enumerate(rows):
        top = 22 + ROW * index
        line = _line(signal.values(length), top, wide)
        parts.append(tag("path", d=line, class_="wave"))
    names = [_name(signal.name, 22 + ROW * index, signal.what) for index, signal in enumerate(rows)]
    return _drawn(names, parts, START + wide * length + 12, 26 + ROW * len(rows), "The whole run, by cycle")


def detail(record: Waveform, title: str, start: int) -> Markup:
    """All signals in CYCLES cycles, with the values of words."""
    span = min(CYCLES, record.length - start)
    parts: list[Markup] = []
    rows = [*record.signals]
    bottom = 24 + ROW * (len(rows) + 1)
    for index in range(span + 1):
        x = START + WIDE * index
        parts.append(tag("line", x1=x, x2=x, y1=18, y2=bottom - 6, class_="grid"))
        if index < span:
            words = str(start + index)
            parts.append(tag("text", words, x=x + WIDE / 2, y=12, class_="small", text_anchor="middle"))
    clock = "".join(f"M{START + WIDE * i} {22 + WAVE}v-{WAVE}h{WIDE / 2:g}v{WAVE}h{WIDE / 2:g}" for i in range(span))
    parts.append(tag("path", d=clock, class_="wave clock"))
    names = [_name("clk_i", 22, "the clock")]
    for index, signal in enumerate(rows, start=1):
        top = 22 + ROW * index
        shown = signal.values(record.length)[start : start + span]
        names.append(_name(signal.name, top, signal.what))
        if signal.bits == 1:
            parts.append(tag("path", d=_line(shown, top, WIDE), class_="wave"))
        else:
            parts += _words(shown, top)
    label = f"{title}, cycles {start} to {start + span - 1}"
    return _drawn(names, parts, START + WIDE * span + 12, bottom, label)


def changes(record: Waveform) -> Markup:
    """The changes of the signals of one bit, as a table."""
    rows = (
        tag("tr", tag("th", tag("code", signal.name), scope="row"), *map(number, change))
        for signal in record.signals
        if signal.bits == 1
        for change in signal.changes
    )
    return table_of(("signal", "cycle", "value"), rows, ("signal",))


def table(record: Waveform, start: int) -> Markup:
    """The values of all signals in CYCLES cycles, as a table."""
    cycles = range(start, min(start + CYCLES, record.length))
    columns = ("cycle", *map(str, cycles))
    rows = []
    for signal in record.signals:
        shown = signal.values(record.length)
        cells = (number(shown[cycle]) for cycle in cycles)
        rows.append(tag("tr", tag("th", tag("code", signal.name), scope="row"), *cells))
    return table_of(columns, rows, columns[:1])


def _name(name: str, top: float, what: str) -> Markup:
    return tag("text", tag("title", what), name, x=4, y=top + 12, class_="name")


def _runs(shown: Sequence[int]) -> list[tuple[int, int, int]]:
    """Start, end and value of each stretch of equal values."""
    edges = [0, *(i for i in range(1, len(shown)) if shown[i] != shown[i - 1]), len(shown)]
    return [(a, b, shown[a]) for a, b in pairwise(edges)]


def _line(shown: Sequence[int], top: float, wide: float) -> str:
    """The path of a signal of one bit."""
    path = ""
    for start, end, value in _runs(shown):
        y = top if value else top + WAVE
        path += f"{'L' if path else 'M'}{START + wide * start:.4g} {y:g}H{START + wide * end:.4g}"
    return path


def _words(shown: Sequence[int], top: float) -> list[Markup]:
    parts = []
    for start, end, value in _runs(shown):
        x, to, low = START + WIDE * start, START + WIDE * end, top + WAVE
        half = top + WAVE / 2
        corners = f"{x},{half:g} {x + 4},{top} {to - 4},{top} {to},{half:g} {to - 4},{low} {x + 4},{low}"
        parts.append(tag("polygon", points=corners, class_="word"))
        parts.append(tag("text", str(value), x=(x + to) / 2, y=top + 12, class_="value", text_anchor="middle"))
    return parts


def _drawn(names: Sequence[Markup], parts: Sequence[Markup], width: float, height: float, label: str) -> Markup:
    """The waves, and to their left the names of the signals, which do not scroll."""
    return tag(
        "div",
        _svg(names, LABEL, height, f"{label}: the names of the signals", "waves names"),
        _svg(parts, width, height, label, "waves"),
        class_="run",
    )


def _svg(parts: Sequence[Markup], width: float, height: float, label: str, kind: str) -> Markup:
    return tag(
        "svg",
        *parts,
        viewbox=f"0 0 {width:.0f} {height:.0f}",
        width=round(width),
        height=round(height),
        class_=kind,
        role="img",
        aria_label=label,
    )
