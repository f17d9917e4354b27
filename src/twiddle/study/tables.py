# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The result tables of README and docs, generated from the committed synthesis records."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from twiddle.base.errors import TwiddleError, system_errors
from twiddle.base.grid import markdown
from twiddle.base.rings import ring, rings
from twiddle.catalog.designs import Design, core, cores
from twiddle.evidence import merit
from twiddle.evidence.results import Results
from twiddle.tools.synth.records import Record
from twiddle.tools.targets.base import RESOURCES

Table = Callable[[Results, str], str]
"""Generator of a table, from records and the folder of their links."""


def slices(lut: float, ff: float) -> float:
    """Slices that hold this many LUT and FF, for works that print none."""
    return lut / 4 + ff / 8


def products_table(results: Results, folder: str = "results") -> str:
    """The Pareto-optimal polynomial multipliers of each ring.

    Area and time are those on ecp5 (see `merit.area_time`); each ring starts with the least area x time. A
    clock rate is the median of the seeds, with the least and the most. Empty if there is none.
    Raises TwiddleError for a record whose core or ring is not in the catalogue.
    """
    best = front(rows_of(results.load_all(), folder))
    names = [preset.name for preset in rings()]
    best.sort(key=lambda row: (names.index(row.design.ring.name), row.cost[0] * row.cost[1]))
    if not best:
        return ""
    table = _table("ring", [(row.design.ring.name, row) for row in best])
    return "\n".join([table, "", *notes(best, _ECP5, results)]) + "\n"


def picks_table(results: Results, folder: str = "results", ring_name: str = "ml-kem") -> str:
    """The recommended points of a ring's front (see `merit.recommend`), a row for each design.

    Errors as for `products_table`; empty if there is none.
    """
    rows = rows_of(results.load_all(), folder)
    picks = merit.recommend(front([row for row in rows if row.design.ring.name == ring_name]))
    found = [(", ".join(names), row) for row, names in merit.grouped(picks)]
    return f"{_table('', found)}\n" if found else ""


def front(rows: Iterable[Row]) -> list[Row]:
    """The rows with area and time that no other one beats."""
    known = [row for row in rows if row.cost]
    return [row for row in known if not any(other.beats(row) for other in known)]


def marks(name: str) -> tuple[str, str]:
    """The lines before and after a generated text of a page."""
    return f"<!-- {name}:begin -->", f"<!-- {name}:end -->"


def rewrite(path: Path, begin: str, end: str, text: str) -> bool:
    """Put a text between two marker lines of a file; returns whether that changed it.

    Raises TwiddleError for a file without the markers.
    """
    if holds(path, begin, end, text):
        return False
    path.write_text(_replaced(path, begin, end, text), encoding="utf-8")
    return True


def holds(path: Path, begin: str, end: str, text: str) -> bool:
    """Whether a file has this text between two marker lines. Errors as `rewrite`."""
    return _replaced(path, begin, end, text) == _read(path)


def made(path: Path, table: Table, results: Results) -> str:
    """A table for a page, with links from there to the records."""
    folder = Path(os.path.relpath(results.folder, path.resolve().parent)).as_posix()
    return table(results, folder)


def _read(path: Path) -> str:
    with system_errors(path):
        return path.read_text(encoding="utf-8")


def _replaced(path: Path, begin: str, end: str, text: str) -> str:
    before, opening, rest = _read(path).partition(f"{begin}\n")
    _, closing, after = rest.partition(end)
    if not opening or not closing:
        raise TwiddleError(f"{path}: no line {begin} followed by a line {end}")
    return f"{before}{opening}{text}{closing}{after}"


@dataclass(frozen=True)
class Row:
    """A design with its records by target, and the folder of their links."""

    design: Design
    found: Mapping[str, Record]
    folder: str

    @property
    def interval(self) -> float | None:
        """Cycles between products at full rate."""
        return self.design.cycles("mul").interval if "mul" in self.design.operations else None

    @property
    def cost(self) -> tuple[float, ...]:
        """LUT-equivalents and µs between products, on ecp5; empty if they are unknown."""
        if (ecp5 := self.found.get("ecp5")) is None or (time := merit.micros(ecp5, self.interval)) is None:
            return ()
        return merit.lut_equivalents(ecp5), time

    @property
    def costs(self) -> tuple[float, float, float]:
        """The same and BRAM36 on ecp5, where they are known."""
        area, micros = self.cost
        return area, micros, self.found["ecp5"].cells.bram36

    @property
    def spread(self) -> float:
        """See `merit.relative_spread`, on ecp5."""
        return merit.relative_spread(self.found["ecp5"])

    @property
    def name(self) -> str:
        """The file of its ecp5 record."""
        return self.found["ecp5"].path

    def beats(self, other: Row) -> bool:
        """Whether this is for the same ring, nowhere worse, and better in area or time."""
        return self.design.ring == other.design.ring and merit.dominates(self.cost, other.cost)

    def area_time(self, target: str) -> float | None:
        """See `merit.area_time`, of a product."""
        return merit.area_time(self.found[target], self.interval)

    def figures(self, target: str) -> dict[str, str]:
        """The core in words, with a link to its record on a target, and the figures of the record."""
        record = self.found[target]
        time, product = merit.micros(record, self.interval), self.area_time(target)
        return {
            "core": f"[{self.design.words}]({self.folder}/{record.path})",
            **{kind.upper(): f"{record.cells[kind]:,g}" for kind in RESOURCES},
            "MHz": merit.clock(record),
            "µs a MUL": "-" if time is None else f"{time:.2f}",
            "area x time": "-" if product is None else f"{product:.1f}",
        }


_ECP5 = "Device: ECP5-85k, speed grade 8"

_SHORT = ("core", "LUT", "DSP", "BRAM36", "MHz", "µs a MUL", "area x time")


def rows_of(records: Iterable[Record], folder: str = "results") -> list[Row]:
    """Every configuration with its records, by ring and core, in the order of the catalogue.

    Raises TwiddleError for a record whose core or ring is not in the catalogue.
    """
    found: dict[tuple[Any, ...], dict[str, Record]] = {}
    for record in records:
        key = (record.ring, record.core, tuple(record.parameters.items()))
        found.setdefault(key, {})[record.target] = record
    ring_order = [preset.name for preset in rings()]
    core_order = [kind.name for kind in cores()]
    order = sorted(found, key=lambda key: (ring_order.index(key[0]), core_order.index(key[1]), key[2]))
    return [Row(core(key[1], ring(key[0]), **dict(key[2])), found[key], folder) for key in order]


def _table(first: str, rows: Iterable[tuple[str, Row]]) -> str:
    """A column `first` of words, and the core with its figures on ecp5."""
    cells = ((words, row.figures("ecp5")) for words, row in rows)
    lines = ([words, *(figures[each] for each in _SHORT)] for words, figures in cells)
    return markdown((first, *_SHORT), lines, (first, "core"))


def notes(rows: Sequence[Row], devices: str, results: Results) -> list[str]:
    """The notes below a table: tools, state of the records, devices."""
    found = [record for row in rows for record in row.found.values()]
    tools = {tool for record in found for tool in record.tools.values()}
    lines = [f"Measured with {', '.join(sorted(tools))}; each record holds the command that repeats it."]
    if old := {record.path for record in found} & results.pending():
        share = f"{len(old)} of these {len(found)} records"
        lines += [f"{share} were measured before the last hardware change: see `results/pending.json`."]
    lines += [
        f"{devices}; MHz is the median of the seeds (least to most; without a range: of one seed).",
        f"Area x time is {merit.AREA_TIME}.",
    ]
    return lines
