# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The tables of a paper with our figures: the rows of `published.csv`, theirs as printed, ours from records.

`twiddle.study.papers` has the tables, notes and formulas of each paper.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from twiddle.base.errors import TwiddleError
from twiddle.base.grid import EMPTY, Cell, Grid, columns
from twiddle.catalog.block import Block, Cycles
from twiddle.catalog.designs import core
from twiddle.evidence.results import Results
from twiddle.study import parts, published
from twiddle.study.comparison import Comparison, Shelf, number, value_of
from twiddle.study.published import Published

_PRINTED = {name for row in published.everything() if not row.ours for name in row.figures}
"""Figures that a paper prints: where a formula has them too, they are recomputed."""


class Line:
    """A row of a table while it is filled: its row in the file, its block if it is ours, its figures.

    A figure, a block or a row that is not there is a KeyError.
    """

    def __init__(self, row: Published, cells: dict[str, Cell], used: dict[str, None]) -> None:
        self.row, self.cells = row, cells
        self.block = block(row.ours)
        self.group: list[Line] = [self]
        self._used = used

    def __getitem__(self, key: str) -> float:
        value = value_of(self.cells, key)
        if value is None:
            raise KeyError(key)
        self._used.update(dict.fromkeys(self.cells[key].records))
        return value

    def find(self, work: str) -> Line:
        """The row of a work in the same group."""
        return {each.row.work: each for each in reversed(self.group)}[work]

    def own(self) -> Line:
        """The paper's own design: from this row on the first of the group, otherwise its first."""
        owns = [each for each in self.group if each.row.own]
        later = self.group[self.group.index(self) :]
        return next((each for each in owns if each in later), owns[0]) if owns else self.find("")

    def cycles(self, operation: str) -> Cycles:
        """Cycles of an operation of our core."""
        if self.block is None or operation not in self.block.operations:
            raise KeyError(operation)
        return self.block.cycles(operation)


Formula = Callable[[Line], float | None]
"""A figure from others; none if one of them is missing, or is a divisor 0."""

Formulas = Mapping[str, Formula]


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a paper, as its TOML file has it.

    name     for `--table`; number: in `published.csv`
    columns  see `grid.columns`
    group    the figure, or `scheme`, that the rows have in common that a formula may read; empty: all rows
    noted    whether the notes of `published.csv` are shown
    """

    name: str
    number: str
    title: str
    columns: str
    group: str = ""
    noted: bool = True


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The TOML file of a paper.

    title    on its page and on the page of `twiddle report`
    drawing  its architecture, with the names of our modules
    metrics  the figures that are compared with ours, separated by spaces
    notes    one a line
    """

    title: str
    metrics: str
    notes: str
    tables: tuple[Table, ...]
    drawing: str = ""


@dataclass(frozen=True)
class Paper:
    """A paper: its name in commands, its text, and by table the formulas, in the order of their computation.

    A formula gives a figure of ours, of the paper's if none is printed, and otherwise `KEY_recomputed`.
    """

    name: str
    text: Text
    formulas: Mapping[str, Formulas]

    def comparison(self, results: Results) -> Comparison:
        """Its tables with our figures from records. Raises TwiddleError for a broken record."""
        shelf = Shelf(results)
        grids, figures = [], list[dict[str, Any]]()
        for table in self.text.tables:
            formulas = self.formulas.get(table.name, {})
            shown = columns(table.columns, *(f"{key}_recomputed" for key in formulas if key in _PRINTED))
            lines = _filled(self.name, table, {column.key for column in shown}, formulas, shelf)
            grids.append(Grid(table.name, table.title, shown, tuple(line.cells for line in lines)))
            figures += [figure for line in lines for figure in self._figures(line)]
        return Comparison(
            self.name,
            tuple(grids),
            (*self.text.notes.splitlines(), f"Measured with {shelf.tools}."),
            shelf.missing(),
            tuple(figures),
            self.text.title,
            parts.grids(self.name, figures),
        )

    def _figures(self, line: Line) -> Iterator[dict[str, Any]]:
        """Each figure of a row of the paper, with ours of the works beside it."""
        row = line.row
        known = {each.row.work: each for each in line.group}
        works = row.beside.split(";") if row.beside else []
        if strange := [work for work in works if work not in known]:
            raise TwiddleError(
                f"{self.name}, table {row.table}: {row.work} is beside {strange[0]!r}, no row of its group"
            )
        beside = {key: cell for work in works for key, cell in known[work].cells.items()}
        for metric in self.text.metrics.split():
            if not row.ours and (printed := value_of(line.cells, metric)) is not None:
                ours, records = value_of(beside, metric), beside.get(metric, EMPTY).records
                yield {
                    **{key: getattr(row, key) for key in ("paper", "table")},
                    "work": row.shown,
                    "scheme": row.scheme,
                    "n": row.n,
                    "device": row.device,
                    "unit": row.unit,
                    "metric": metric,
                    "published": printed,
                    "ours": ours,
                    "ratio": None if ours is None or not printed else ours / printed,
                    "record": records[0] if records else None,
                }


def load(path: Path, formulas: Mapping[str, Formulas]) -> Paper:
    """The paper of a TOML file, with the formulas of its tables."""
    return Paper(path.stem, msgspec.toml.decode(path.read_text(encoding="utf-8"), type=Text), formulas)


@cache
def block(text: str) -> Block | None:
    """The block of a text in `published.csv`; None for an empty one."""
    if not text:
        return None
    name, *words = text.split()
    chosen = dict(each.split("=") for each in words if "=" in each)
    ring = next((each for each in words if "=" not in each), None)
    return core(name, ring, **{key: int(value) if value.isdecimal() else value for key, value in chosen.items()})


def micros(cycles: str) -> Callable[[Line], float]:
    """Microseconds of some cycles."""
    return lambda line: line[cycles] / line["freq_mhz"]


def slices(lut: float, ff: float) -> float:
    """Slices that hold this many LUT and FF, for works that print none."""
    return lut / 4 + ff / 8


def _slices(line: Line) -> float | None:
    """Of ours alone; records have none."""
    return slices(line["lut"], line["ff"]) if line.row.ours and line.row.unit != "ratio" else None


def _filled(paper: str, table: Table, keys: set[str], formulas: Formulas, shelf: Shelf) -> list[Line]:
    """The rows of a table, with the figures by its formulas."""
    used: dict[str, None] = {}
    groups: dict[Hashable, list[Line]] = {}
    lines = [Line(row, _cells(row, keys, shelf), used) for row in published.rows(paper, table.number)]
    for line in lines:
        line.group = groups.setdefault(line.row.figures.get(table.group, line.row.scheme) if table.group else "", [])
        line.group.append(line)
    for key, formula in [("slices", _slices), *formulas.items()]:
        for line in lines if key in keys else ():
            used.clear()
            try:
                value = formula(line)
            except (KeyError, ZeroDivisionError):
                continue
            if value is not None:
                again = not line.row.ours and key in _PRINTED
                digits = _DIGITS.get(line.row.unit)
                line.cells[f"{key}_recomputed" if again else key] = Cell(value, tuple(used), digits)
    for line in lines:
        line.cells["note"] = Cell("; ".join(filter(None, [line.row.note * table.noted, differing(line)])))
    return lines


def differing(line: Line) -> str:
    """The figures that do not follow from the others at the printed decimals, recomputed."""
    found = []
    for key, decimals in line.row.decimals.items():
        value = value_of(line.cells, f"{key}_recomputed")
        if value is not None and abs(value - line.row[key]) > 0.5 * 10.0**-decimals + 1e-9:
            found.append(f"{key} {number(round(value, decimals + 1)):,}")
    return f"recomputed: {', '.join(found)}" if found else ""


_DIGITS = {"ratio": 2, "less": 0}
"""Decimals of rows that are no figures of a work, by their unit."""


def _cells(row: Published, keys: set[str], shelf: Shelf) -> dict[str, Cell]:
    """What is known of a row without formulas."""
    printed = {
        key: Cell(number(value), digits=_DIGITS.get(row.unit) if key in row.decimals else None)
        for key, value in row.figures.items()
    }
    facts = {"work": Cell(row.shown), "by": Cell("ours" if row.ours else "published")}
    of = block(row.ours)
    ours = "xc7, MHz ecp5" if "freq_mhz" in keys else "xc7"
    device = row.device or (None if of is None else ours)
    return facts | {"device": Cell(device)} | _known(row, of, keys, shelf) | printed


def _known(row: Published, of: Block | None, keys: set[str], shelf: Shelf) -> dict[str, Cell]:
    """Figures of our block: what is known without records, and unless it is a quotient, those of its records."""
    if of is None:
        return {}
    if of.streams:
        values: dict[str, str | float | None] = {"ring": of.ring.name, "n": of.ring.n, "q": of.ring.q}
        values |= {f"cycles_{name}": of.cycles(name).busy for name in of.operations}
    else:
        values = {"q": of.unit.q, "latency": of.unit.latency}
    values["bits"] = int(values["q"] or 0).bit_length()
    found = {key: Cell(value) for key, value in values.items()}
    if row.unit == "ratio":
        return found
    area = block(row.measured) or of
    clock = area if area.streams else of
    family = "xcup" if row.device == "xcup" else "xc7"
    for measured, target, kinds in (
        (area, family, {name: name for name in ("lut", "ff", "dsp")}),
        (clock, family, {"bram36": "bram36"}),
        (clock, "ecp5", {"ecp5_lut": "lut", "freq_mhz": "freq_mhz"} if family == "xc7" else {}),
    ):
        if names := {key: name for key, name in kinds.items() if key in keys}:
            found |= shelf.cells(measured, target, names)
    return found
