# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The tables of a paper with our figures: the rows of `published.csv`, theirs as printed, ours from records.

`twiddle.study.papers` has the tables, notes and formulas of each paper.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from twiddle.base.errors import TwiddleError
from twiddle.base.grid import EMPTY, Cell, Column, Grid, columns
from twiddle.catalog.block import Block, Cycles
from twiddle.catalog.designs import core
from twiddle.evidence.results import Results
from twiddle.study import published
from twiddle.study.comparison import Comparison, Shelf, number, value_of
from twiddle.study.published import Published

Figures = Sequence[Mapping[str, Any]]
"""The published figures of a paper with ours, as `Comparison.figures`."""

STATES = ("meets", "misses", "differs", "not comparable", "missing")

WHEN = {"28 November 2026": "referee", "now": "state"}
"""The day of the review and today, by the column of `claims.csv`."""

_FAMILIES = {"xc7": ("artix-7", "zynq-7000", "virtex-7", "spartan-7"), "xcup": ("zynq-ultrascale+",)}
_CLOCK = ("freq_mhz", "time_us")
_DERIVED = ("throughput", "atp", "eff")
_TITLES = {"atp": "ATP", "eff": "Eff.", "throughput": "Mbit/s", "adders_kred2x": "K-RED-2x adders"}
_TITLES |= {"adders_kred": "K-RED adders", "cycles_product": "cycles of a product"}


def _columns(*shown: tuple[str, str, int]) -> tuple[Column, ...]:
    """Texts by key, title and room in a terminal, where those without room are below the table."""
    return tuple(Column(key, title, text=True, room=room, below=not room) for key, title, room in shown)


_PARTS = _columns(
    *(("part", "part", 14), ("verdict", "verdict", 14), ("says", "what", 30), ("here", "here", 24)),
    *(("figures", "ours (cells xc7, clock ecp5) for the printed", 0), ("why", "remark", 0), ("command", "shown by", 0)),
)
_CLAIMS = _columns(
    *(("section", "part", 14), ("claim", "claim", 30), ("referee", "then", 8), ("state", "now", 8)),
    *(("now", "here", 0), ("command", "shown by", 0)),
)


def lines(name: str, paper: str) -> list[dict[str, str]]:
    """The lines of `parts` or `claims` of a paper."""
    return [line for line in published.lines(f"papers/{name}.csv") if line["paper"] == paper]


def parts_and_claims(paper: str, figures: Figures) -> tuple[Grid, Grid]:
    """The table of the parts of a paper, and that of its claims.

    A verdict of figures is computed: what depends on a clock rate, or on cells of another family than the paper's, is
    of another device, which is no miss.
    """
    found = ([_part(line, figures) for line in lines("parts", paper)], lines("claims", paper))
    parts, claims = (tuple({key: Cell(words) for key, words in line.items()} for line in each) for each in found)
    title = f"Claims of {paper}, at a review of {next(iter(WHEN))} and now"
    return Grid("parts", f"Numbered parts of {paper}", _PARTS, parts), Grid("claims", title, _CLAIMS, claims)


def _part(line: Mapping[str, str], figures: Figures) -> dict[str, str]:
    """A line with its figures, its verdict from them if it has none, and modules and model in one cell."""
    chosen = [each for selector in filter(None, line["figures"].split("; ")) for each in _selected(selector, figures)]
    words, missed = compared(chosen)
    verdict = line["verdict"] or (f"misses {', '.join(missed)}" if missed else "meets")
    here = ", ".join(f"{line['modules']} {line['model']}".split())
    return {**line, "verdict": verdict, "here": here, "figures": words}


def _selected(selector: str, figures: Figures) -> Iterator[Mapping[str, Any]]:
    """The figures of TABLE/WORK or TABLE/WORK/METRIC, of works whose names begin with WORK."""
    table, work, *metric = selector.split("/")
    for each in figures:
        if each["table"] == table and each["work"].startswith(work) and each["unit"] not in published.QUOTIENTS:
            yield from [each] * (metric in ([], [each["metric"]]))


def compared(figures: Figures) -> tuple[str, list[str]]:
    """Ours for the printed, what is of another device or not measured, in words; and what is missed."""
    words, elsewhere, absent, missed = ([""] * 0 for _ in range(4))
    for metric in dict.fromkeys(
        each["metric"] for each in figures if not each["metric"].startswith(("slices", "share"))
    ):
        found = [each for each in figures if each["metric"] == metric]
        known = [each for each in found if each["ours"] is not None]
        title = next((title for key, title in _TITLES.items() if metric.startswith(key)), "")
        title = title or "cycles " * metric.startswith("cycles_") + columns(metric)[0].title
        absent += [title] * (len(known) < len(found))
        if pairs := _pairs(each for each in known if _comparable(each)):
            words.append(f"{title} {_span(pairs)}")
            if worse := [(ours, printed) for ours, printed in pairs if ours > printed]:
                missed.append(f"{title} {_span(worse)}")
        if pairs := _pairs(each for each in known if not _comparable(each)):
            estimated = metric in _CLOCK and known[0]["unit"] not in published.KINDS
            shown = title if metric.startswith(_DERIVED) else f"{title} {_span(pairs)}"
            elsewhere.append(shown + f" ({_estimate(metric, pairs)} estimated for Artix-7)" * estimated)
    for what, names in (("not comparable", elsewhere), ("not all measured", absent)):
        words += [f"{what}: {', '.join(dict.fromkeys(names))}"] * bool(names)
    return "; ".join(words), missed


def _pairs(figures: Iterable[Mapping[str, Any]]) -> list[tuple[float, float]]:
    return [(each["ours"], each["published"]) for each in figures]


def _comparable(figure: Mapping[str, Any]) -> bool:
    """Whether a figure of ours is of the same kind of device: no clock, and LUT and FF of the same family alone."""
    if figure["metric"] in ("lut", "ff"):
        return figure["device"] in _FAMILIES.get(str(figure["record"]).removesuffix(".json").rpartition("-")[2], ())
    return not figure["metric"].startswith((*_CLOCK, *_DERIVED))


def _span(pairs: Sequence[tuple[float, float]]) -> str:
    """The least and the most of ours, and of the printed figures."""
    sides = [dict.fromkeys((min(each), max(each))) for each in zip(*pairs, strict=True)]
    return " for ".join(" to ".join(f"{each:.3g}" if each < 100 else f"{each:,.0f}" for each in side) for side in sides)


def _estimate(metric: str, pairs: Sequence[tuple[float, float]]) -> str:
    """Clock rates or times of ecp5 on Artix-7, if they differed as those of a core that is known on both."""
    low, high = calibration() if metric == "freq_mhz" else (1 / each for each in reversed(calibration()))
    return f"{min(pairs)[0] * low:.3g} to {max(pairs)[0] * high:.3g}"


@cache
def calibration() -> tuple[float, float]:
    """The least and the most by which the clock of a published core on Artix-7 exceeds the same core's on ecp5."""
    rows = [row for row in published.lines("peers.csv") if row["design"].startswith("kyber-polmul-hw")]
    ecp5 = {float(row["butterflies"]): float(row["freq_mhz"]) for row in rows}
    theirs = [row for row in published.everything() if row.work.startswith("Yaman")]
    ratios = [row["freq_mhz"] / ecp5[row["units"]] for row in theirs]
    return min(ratios), max(ratios)


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
    """A table of a paper, as its TOML file has it."""

    name: str  # for `--table`; number: in `published.csv`
    number: str
    title: str
    columns: str  # see `grid.columns`
    group: str = ""  # the figure, or `scheme`, that the rows have in common that a formula may read; empty: all rows
    noted: bool = True  # whether the notes of `published.csv` are shown


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The TOML file of a paper."""

    title: str  # on its page and on the page of `twiddle report`
    metrics: str  # the figures that are compared with ours, separated by spaces
    notes: str  # one a line
    tables: tuple[Table, ...]
    drawing: str = ""  # its architecture, with the names of our modules


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
            parts_and_claims(self.name, figures),
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
