# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The result tables of README and docs, generated from the committed synthesis records."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from twiddle.designs import Design, core, cores
from twiddle.errors import TwiddleError
from twiddle.report import merit
from twiddle.report.grid import line
from twiddle.rings import ring, rings
from twiddle.synth.records import Record, Results
from twiddle.synth.targets import REFERENCE
from twiddle.synth.targets.base import RESOURCES

BEGIN = "<!-- results:begin -->"
END = "<!-- results:end -->"

Table = Callable[[Iterable[Record], str], str]
"""What makes a table from records and the folder that they are linked in."""


def slices(lut: float, ff: float) -> float:
    """Slices that hold so many LUT and FF, for those who print none."""
    return lut / 4 + ff / 8


def results_table(records: Iterable[Record], folder: str = "results") -> str:
    """Every core configuration and ring in Markdown, one row each, with links into `folder`.

    Cycles are those of the core's formulas, which tests hold the simulation to. The interval of MUL is that
    at full rate, input and output included; µs a MUL and area x time (see `merit.area_time`) are those of the
    ecp5 record. A clock rate is the median of the seeds, with the least and the most. A figure without a
    record is a dash. A second table has the device families on which fewer cores are measured. Without any
    record there is no table: the result is empty.
    Raises TwiddleError for a record of a core or ring that is not in the catalogue.
    """
    rows = rows_of(records, folder)
    if not rows:
        return ""
    others = [row for row in rows if not row.found.keys() <= set(REFERENCE)]
    second = ["", "On other families:", "", *_table(_OTHERS, others)] if others else []
    return "\n".join([*_table(_MAIN, rows), *second, "", *_notes(rows)]) + "\n"


def products_table(records: Iterable[Record], folder: str = "results") -> str:
    """The cores that multiply whole polynomials, of each ring those that no other beats in area and time.

    Area and time are those of `results_table`, which also names the errors; of each ring the least area x
    time comes first. Empty where there is none.
    """
    rows = [row for row in rows_of(records, folder) if row.cost]
    best = [row for row in rows if not any(other.beats(row) for other in rows)]
    names = [preset.name for preset in rings()]
    best.sort(key=lambda row: (names.index(row.design.ring.name), row.cost[0] * row.cost[1]))
    return "\n".join([*_table(_SHORT, best), "", *_notes(best)]) + "\n" if best else ""


def picks_table(records: Iterable[Record], folder: str = "results", ring_name: str = "ml-kem") -> str:
    """Three of the front of a ring: the smallest, the fastest, of the rest the one with least area x time.

    Errors as for `results_table`; a row less where fewer cores are recorded.
    """
    known = [row for row in rows_of(records, folder) if row.cost and row.design.ring.name == ring_name]
    rows = [row for row in known if not any(other.beats(row) for other in known)]
    picks: dict[str, Row] = {}
    for name, key in (
        ("smallest", lambda row: row.cost),
        ("fastest", lambda row: row.cost[::-1]),
        ("balanced", lambda row: row.cost[0] * row.cost[1]),
    ):
        if left := [row for row in rows if row not in picks.values()]:
            picks[name] = min(left, key=key)
    found = [picks[name] for name in ("smallest", "balanced", "fastest") if name in picks]
    named = {id(row): name for name, row in picks.items()}
    columns = (("", "---", lambda row: named[id(row)]), *_SHORT[1:])
    return "\n".join(_table(columns, found)) + "\n" if found else ""


def update(path: Path, table: Table, records: Sequence[Record] | None = None, mark: str = "results") -> bool:
    """Rewrite the table between the two marker lines of a Markdown file; returns whether that changed it.

    `records` are those of the repository by default. Raises TwiddleError for a file without the markers.
    """
    return rewrite(path, *_markers(mark), _made(path, table, records))


def up_to_date(
    path: Path, table: Table, records: Sequence[Record] | None = None, mark: str = "results"
) -> bool:
    """Whether a Markdown file holds the table of the records as they are. Errors as `update`."""
    return holds(path, *_markers(mark), _made(path, table, records))


def _markers(mark: str) -> tuple[str, str]:
    return f"<!-- {mark}:begin -->", f"<!-- {mark}:end -->"


def rewrite(path: Path, begin: str, end: str, text: str) -> bool:
    """Put a text between two marker lines of a file; returns whether that changed it. Errors as `update`."""
    if holds(path, begin, end, text):
        return False
    path.write_text(_replaced(path, begin, end, text), encoding="utf-8")
    return True


def holds(path: Path, begin: str, end: str, text: str) -> bool:
    """Whether a file has this text between two marker lines. Errors as `update`."""
    return _replaced(path, begin, end, text) == _read(path)


def _made(path: Path, table: Table, records: Sequence[Record] | None) -> str:
    folder = Path(os.path.relpath(Results().folder, path.resolve().parent)).as_posix()
    return table(Results().load_all() if records is None else records, folder)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise TwiddleError(f"{path}: {error.strerror}") from None


def _replaced(path: Path, begin: str, end: str, text: str) -> str:
    before, opening, rest = _read(path).partition(f"{begin}\n")
    _, closing, after = rest.partition(end)
    if not opening or not closing:
        raise TwiddleError(f"{path}: no line {begin} followed by a line {end}")
    return f"{before}{opening}{text}{closing}{after}"


@dataclass(frozen=True)
class Row:
    """A design with its records by target, and the folder that they are linked in."""

    design: Design
    found: Mapping[str, Record]
    folder: str

    @property
    def interval(self) -> float | None:
        """Cycles between products at full rate."""
        return self.design.cycles("mul").interval if "mul" in self.design.operations else None

    @property
    def micros(self) -> float | None:
        """The same in µs at the ecp5 clock rate."""
        ecp5 = self.found.get("ecp5")
        return self.interval / ecp5.fmax_mhz if self.interval and ecp5 and ecp5.fmax_mhz else None

    @property
    def area(self) -> float | None:
        """LUT-equivalents on ecp5."""
        return merit.lut_equivalents(self.found["ecp5"]) if "ecp5" in self.found else None

    @property
    def cost(self) -> tuple[float, ...]:
        """Area and time; empty where one is not known."""
        return (self.area, self.micros) if self.area is not None and self.micros is not None else ()

    def beats(self, other: Row) -> bool:
        """Whether this is of the same ring, nowhere worse, and better in area or time."""
        pairs = zip(self.cost, other.cost, strict=True)
        return (
            self.design.ring == other.design.ring
            and self.cost != other.cost
            and all(mine <= theirs for mine, theirs in pairs)
        )

    def core(self) -> str:
        """The core with its parameters."""
        settings = ", ".join(f"{name}={value}" for name, value in self.design.parameters.items())
        return f"{self.design.core} {settings}".rstrip()

    def cells(self, target: str, *kinds: str) -> str:
        """Cells of some kinds, with a link to the record."""
        cells = self.found[target].cells if target in self.found else {}
        return self._link(target, " / ".join(f"{cells[kind]:g}" for kind in kinds if cells))

    def clock(self, target: str) -> str:
        """MHz, with a link to the record."""
        return self._link(target, merit.clock(self.found[target]) if target in self.found else "")

    def busy(self) -> str:
        """Busy cycles of NTT, INTT and PWM."""
        names = [name for name in ("ntt", "intt", "pwm") if name in self.design.operations]
        cycles = {name: self.design.cycles(name).busy for name in names}
        if all(each is None for each in cycles.values()):
            return _NONE
        return " / ".join(_or_none(cycles.get(name)) for name in ("ntt", "intt", "pwm"))

    def time(self) -> str:
        """Microseconds of a product."""
        return _NONE if self.micros is None else f"{self.micros:.2f}"

    def area_time(self) -> str:
        """Area x time of a product."""
        found = self.interval and "ecp5" in self.found and merit.area_time(self.found["ecp5"], self.interval)
        return f"{found:.1f}" if found else _NONE

    def words(self) -> str:
        """The core in words, with a link to its ecp5 record."""
        return self._link("ecp5", self.design.words)

    def figure(self, kind: str) -> str:
        """Cells of a kind on ecp5."""
        return f"{self.found['ecp5'].cells[kind]:g}"

    def _link(self, target: str, text: str) -> str:
        return f"[{text}]({self.folder}/{self.found[target].path})" if text else _NONE


_NONE = "-"

_Column = tuple[str, str, Callable[[Row], str]]

_CORE: tuple[_Column, ...] = (
    ("ring", "---", lambda row: row.design.ring.name),
    ("core", "---", Row.core),
)

_MAIN: tuple[_Column, ...] = (
    *_CORE,
    ("ecp5 LUT / FF / DSP / BRAM36", "---:", lambda row: row.cells("ecp5", *RESOURCES)),
    ("ecp5 MHz", "---:", lambda row: row.clock("ecp5")),
    ("busy cycles NTT / INTT / PWM", "---:", Row.busy),
    ("MUL interval, cycles", "---:", lambda row: _or_none(row.interval)),
    ("µs a MUL", "---:", Row.time),
    ("area x time", "---:", Row.area_time),
    ("xc7 LUT / FF / DSP / BRAM36", "---:", lambda row: row.cells("xc7", *RESOURCES)),
)

_SHORT: tuple[_Column, ...] = (
    ("ring", "---", lambda row: row.design.ring.name),
    ("core", "---", Row.words),
    ("LUT", "---:", lambda row: row.figure("lut")),
    ("DSP", "---:", lambda row: row.figure("dsp")),
    ("BRAM36", "---:", lambda row: row.figure("bram36")),
    ("MHz", "---:", lambda row: merit.clock(row.found["ecp5"])),
    ("µs a MUL", "---:", Row.time),
    ("area x time", "---:", Row.area_time),
)

_OTHERS: tuple[_Column, ...] = (
    *_CORE,
    ("xcup LUT / FF / DSP / BRAM36", "---:", lambda row: row.cells("xcup", *RESOURCES)),
    ("gowin LUT / FF / DSP / BRAM36", "---:", lambda row: row.cells("gowin", *RESOURCES)),
    ("gowin MHz", "---:", lambda row: row.clock("gowin")),
    ("ice40 LUT / FF / BRAM36", "---:", lambda row: row.cells("ice40", "lut", "ff", "bram36")),
    ("ice40 MHz", "---:", lambda row: row.clock("ice40")),
)


def rows_of(records: Iterable[Record], folder: str = "results") -> list[Row]:
    """Every configuration with its records, by ring and core, in the order of the catalogue.

    Raises TwiddleError for a record of a core or ring that is not in the catalogue.
    """
    found: dict[tuple[Any, ...], dict[str, Record]] = {}
    for record in records:
        key = (record.ring, record.core, tuple(record.parameters.items()))
        found.setdefault(key, {})[record.target] = record
    ring_order = [preset.name for preset in rings()]
    core_order = [kind.name for kind in cores()]
    order = sorted(found, key=lambda key: (ring_order.index(key[0]), core_order.index(key[1]), key[2]))
    return [Row(core(key[1], ring(key[0]), **dict(key[2])), found[key], folder) for key in order]


def _table(columns: Sequence[_Column], rows: Iterable[Row]) -> list[str]:
    return [
        line([title for title, _, _ in columns]),
        line([align for _, align, _ in columns]),
        *(line([text(row) for _, _, text in columns]) for row in rows),
    ]


def _notes(rows: Iterable[Row]) -> list[str]:
    tools = {tool for row in rows for record in row.found.values() for tool in record.tools.values()}
    return [
        f"Measured with {', '.join(sorted(tools))}; each record holds the command that repeats it.",
        *_waiting(rows),
        "What is not of xc7 is of an ECP5-85k, speed grade 8; MHz is the median of seeds (least to most).",
        f"Area x time is {merit.AREA_TIME}.",
    ]


def _waiting(rows: Iterable[Row]) -> list[str]:
    """A line on the figures that belong to earlier hardware; none where all are new."""
    names = {record.path for row in rows for record in row.found.values()}
    found = len(names & Results().pending())
    if not found:
        return []
    share = f"{found} of these {len(names)} records"
    return [f"{share} are of the hardware before its last change: see `results/pending.json`."]


def _or_none(value: float | None) -> str:
    return _NONE if value is None else f"{value:g}"
