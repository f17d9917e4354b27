# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Waveforms as drawings: the whole run, and some cycles in detail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from twiddle.base.grid import Cell, Column, Grid
from twiddle.evidence.drawn import Trace, Waveform

CYCLES = 16
"""Cycles in detail."""

START, WIDE, ROW, WAVE = 10, 46, 26, 15
"""Pixels before the first cycle, of a cycle in detail, of a row, and of a wave."""

_WHOLE, _LEAST = 800, 1.3
"""Pixels of a whole run, and of a cycle at least."""


class Lane(NamedTuple):
    """A signal: the path of its wave, and its values with their places; of one bit without values."""

    name: str
    what: str
    path: str
    values: tuple[tuple[float, int], ...] = ()
    kind: str = "wave"


class View(NamedTuple):
    """Some cycles of a run: its title, width, numbered cycles, lines between cycles, signals, and its figures."""

    title: str
    start: int
    width: float
    ticks: tuple[tuple[float, int], ...]
    lines: tuple[float, ...]
    lanes: tuple[Lane, ...]
    table: Grid

    @property
    def height(self) -> int:
        """Pixels."""
        return 26 + ROW * len(self.lanes)


def views(record: Waveform) -> list[View]:
    """The whole run with the signals of one bit, then the windows in detail with all signals."""
    return [_whole(record), *(_detail(record, title, start) for title, start in windows(record))]


def windows(record: Waveform) -> list[tuple[str, int]]:
    """The windows in detail: title and first cycle, at least half a window apart."""
    signals = {signal.name: signal.values(record.length) for signal in record.signals}

    def when(*names: str) -> list[int]:
        """The cycles in which all of these signals are 1; none if one does not exist."""
        rows = [signals.get(name, []) for name in names]
        return [cycle for cycle, bits in enumerate(zip(*rows, strict=False)) if all(bits)]

    ends = when("c_valid_o", "c_ready_i", "c_last_o")
    looks = (
        ("The command and the first words", when("command_valid_i"), 4),
        ("The answer", when("out_valid_o"), 6),
        ("The first operand beats", when("a_valid_i", "a_ready_o"), 4),
        ("The butterflies begin", when("busy_read"), 4),
        ("They write back", when("busy_write"), 6),
        ("The first polynomial is whole and starts", when("a_start"), 4),
        ("The first result leaves the last stage", when("y_sop"), 4),
        ("The first results", when("c_valid_o"), 4),
        ("One result follows another", ends[:-1], CYCLES // 2),
        ("The last result", ends[-1:], CYCLES - 4),
    )
    found: list[tuple[str, int]] = []
    for title, cycles, before in looks:
        for cycle in cycles[:1]:
            start = min(max(0, cycle - before), max(0, record.length - CYCLES))
            if all(abs(start - other) >= CYCLES // 2 for _, other in found):
                found.append((title, start))
    return found


def _whole(record: Waveform) -> View:
    wide, bits = max(_LEAST, _WHOLE / record.length), [signal for signal in record.signals if signal.bits == 1]
    lanes = tuple(_lane(signal, signal.values(record.length), wide) for signal in bits)
    ticks = tuple((START + wide * each, each) for each in range(0, record.length, 50 if record.length < 400 else 100))
    changes = [(signal.name, *change) for signal in bits for change in signal.changes]
    width = START + wide * record.length + 12
    table = _grid("changes", ("cycle", "value"), changes)
    return View("The whole run", 0, width, ticks, tuple(x for x, _ in ticks), lanes, table)


def _detail(record: Waveform, title: str, start: int) -> View:
    span = range(start, min(start + CYCLES, record.length))
    values = [(signal, signal.values(record.length)[start : span.stop]) for signal in record.signals]
    edges = tuple(START + WIDE * each for each in range(len(span) + 1))
    half = f"{WIDE / 2:g}"
    clock = Lane(
        "clk_i", "the clock", "".join(f"M{x} {WAVE}v-{WAVE}h{half}v{WAVE}h{half}" for x in edges[:-1]), (), "wave clock"
    )
    lanes = (clock, *(_lane(signal, each, WIDE) for signal, each in values))
    table = _grid(title, tuple(map(str, span)), [(signal.name, *each) for signal, each in values])
    ticks = tuple((x + WIDE / 2, cycle) for x, cycle in zip(edges, span, strict=False))
    return View(title, start, edges[-1] + 12, ticks, edges, lanes, table)


def _lane(signal: Trace, shown: Sequence[int], wide: float) -> Lane:
    path, values = "", []
    for start, end, value in _runs(shown):
        x, to = START + wide * start, START + wide * end
        if signal.bits == 1:
            path += f"{'L' if path else 'M'}{x:.4g} {0 if value else WAVE}H{to:.4g}"
        else:
            path += f"M{x:g} {WAVE / 2}l4 {-WAVE / 2}H{to - 4:g}l4 {WAVE / 2}l-4 {WAVE / 2}H{x + 4:g}z"
            values.append(((x + to) / 2, value))
    return Lane(signal.name, signal.what, path, tuple(values), "wave" if signal.bits == 1 else "word")


def _runs(shown: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Start, end and value of each stretch of equal values."""
    edges = [0, *(i for i in range(1, len(shown)) if shown[i] != shown[i - 1]), len(shown)]
    return ((a, b, shown[a]) for a, b in pairwise(edges))


def _grid(title: str, titles: Sequence[str], rows: Sequence[tuple[str | int, ...]]) -> Grid:
    shown = (Column("signal", "signal", text=True), *(Column(each, each) for each in titles))
    cells = ({column.key: Cell(value) for column, value in zip(shown, row, strict=True)} for row in rows)
    return Grid(title, f"{title}, as a table", shown, tuple(cells))
