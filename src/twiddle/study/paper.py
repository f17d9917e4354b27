# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A paper as data: its tables, our rows in them, the formulas of both, its claims; and the evaluation.

Each module of `twiddle.study.papers` defines one paper as `PAPER`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any

from twiddle.base.grid import EMPTY, Cell, Column, Grid, Row, Value, columns
from twiddle.catalog import units
from twiddle.catalog.block import Block
from twiddle.evidence.results import Results
from twiddle.evidence.wanted import wanted
from twiddle.study.comparison import Claim, Comparison, Figure, Shelf, number, value_of
from twiddle.study.published import Published
from twiddle.study.tables import slices

Group = Any
"""The common property of a group of rows: a ring, a length; of several, the first names the group."""

Facts = Mapping[str, Any]
"""Values by column."""

OWN = "own"
"""Second name of the first row of a group that is the paper's own design, or its only published row."""

CELLS = ("lut", "ff", "dsp", "bram36", "slices")

WORDS = {
    **{key: key.upper() for key in ("lut", "ff", "dsp", "bram36", "atp")},
    "slices": "slices",
    "freq_mhz": "MHz",
    "time_us": "Time in µs",
    "cycles": "Cycles",
}
"""Names of figures in claims and notes."""

TWO_DEVICES = " (cells of xc7, MHz of ecp5)"
"""Follows "ours" in the title of a table with a formula of a paper, such as area x time, that takes both."""

DERIVED = {"cycles": "Cycles of ", "adders": "adders of ", "share": "% of ", "atp": "ATP-", "eff": "Eff-"}
"""The same for figures of one thing: `cycles_ntt` is "Cycles of NTT", by the word of `ntt`."""


class Figures:
    """The figures of a row, and of others by name, as inputs of a formula; collects their records.

    A missing figure or row raises KeyError.
    """

    def __init__(self, row: Row, others: Mapping[str, Row], records: dict[str, None]) -> None:
        self._row = row
        self._others = others
        self._records = records

    def __getitem__(self, key: str) -> float:
        value = value_of(self._row, key)
        if value is None:
            raise KeyError(key)
        self._records |= dict.fromkeys(self._row[key].records)
        return value

    def has(self, name: str) -> bool:
        """Whether another row exists."""
        return name in self._others

    def of(self, name: str) -> Figures:
        """The figures of another row."""
        return Figures(self._others[name], {}, self._records)


Formula = Callable[[Figures], float | None]
"""A figure from others of its row; None if one of those is missing, or is a divisor 0."""

Formulas = Mapping[str, Formula]


def micros(cycles: str) -> Callable[[Figures], float]:
    """Microseconds of some cycles."""
    return lambda row: row[cycles] / row["freq_mhz"]


def by_cells(prefix: str, formula: Callable[[Figures, str], float | None], *kinds: str) -> Formulas:
    """A formula of a row and a kind of cells, for each kind: `atp_lut` for example."""

    def of(kind: str) -> Formula:
        return lambda row: formula(row, kind)

    return {f"{prefix}_{kind}": of(kind) for kind in kinds}


def calculated(formula: Formula, row: Row, others: Mapping[str, Row], digits: int | None = None) -> Cell:
    """A figure by a formula, with the records of its inputs; empty if there is none."""
    records: dict[str, None] = {}
    try:
        value = formula(Figures(row, others, records))
    except (KeyError, ZeroDivisionError):
        value = None
    return EMPTY if value is None else Cell(value, tuple(records), digits)


def again(*keys: str) -> str:
    """The columns of recomputed figures of the paper, for programs only."""
    return " ".join(f"{key}_recomputed" for key in keys)


@dataclass(frozen=True)
class Ours:
    """A row of ours.

    work     its name
    facts    values known without a record, if not those of the design of its clock
    area     the design of its LUT, FF and DSP, on xc7
    clock    the design of its MHz, on ecp5, if not that of the area
    memory   the design of its BRAM36, if not that of the area
    figures  its figures, in order; by default those of the table
    linked   facts that link to the record of the area
    others   rows that the formulas read by name; by default those of the first row of the paper
    digits   decimals of computed figures, if not those of the column
    """

    work: str
    facts: Facts
    area: Block | None = None
    clock: Block | None = None
    memory: Block | None = None
    figures: tuple[str, ...] | None = None
    linked: Facts = field(default_factory=dict)
    others: Mapping[str, Ours] | None = None
    digits: int | None = None

    def having(self, **facts: Any) -> Ours:
        """The row with further facts."""
        return replace(self, facts={**self.facts, **facts})


def _known(measured: Block | None) -> Facts:
    """What is known of a design without its record; of a core, also the busy cycles of its operations."""
    if measured is None:
        return {}
    if measured.over is None or not measured.streams:
        unit = measured.unit
        return {"q": unit.q, "bits": unit.q.bit_length(), "latency": unit.latency}
    ring = measured.ring
    cycles = {f"cycles_{each}": measured.cycles(each).busy for each in measured.operations}
    return {"ring": ring.name, "n": ring.n, "q": ring.q, "bits": ring.bits, **cycles}


def units_of(kind: str, q: int, *methods: str) -> list[Block]:
    """The measured arithmetic units of a kind for q; of some methods, or of all."""
    return [
        unit
        for unit in units.catalogue()
        if (unit.kind.family, unit.unit.q) == (kind, q) and (not methods or unit.unit.method.label in methods)
    ]


@dataclass(frozen=True)
class Theirs:
    """A published row: its cells, and its figures by the formulas."""

    row: Published
    cells: Row
    again: Mapping[str, float]

    @property
    def differing(self) -> dict[str, float]:
        """The recomputed figures that differ from the printed ones, at the printed decimals."""
        return {
            key: value
            for key, value in self.again.items()
            if (printed := value_of(self.cells, key)) is not None
            and abs(value - printed) > 0.5 * 10.0 ** -self.row.decimals.get(key, 0) + 1e-9
        }


@dataclass(frozen=True)
class Table:
    """A table of a comparison.

    shown      its columns, see `grid.columns`
    published  rows of the paper; none for a table of our designs only
    group      the common property of the rows of a group
    ours       our rows of a group, below those of the paper
    groups     their order; by default that of the paper
    figures    of our rows, by a formula, otherwise from a record; by default cells, MHz and formulas
    formulas   of our figures; also of the paper's, if there is a column for `again`
    facts      values of a row of the paper that are not printed
    others     rows that the formulas of a row of the paper read by name, from that row and all rows
    beside     names of our rows that a row of the paper is compared with; by default the first of the group
    select     instead of all this: the rows, from those of the previous tables
    """

    name: str
    title: str
    shown: str
    published: tuple[Published, ...] = ()
    group: Callable[[Published], Group] = lambda row: None
    ours: Callable[[Group], Iterable[Ours]] = lambda group: ()
    groups: Sequence[Group] | None = None
    figures: tuple[str, ...] | None = None
    formulas: Formulas = field(default_factory=dict)
    facts: Callable[[Published], Facts] = lambda row: {}
    others: Callable[[Published, Sequence[Published]], Mapping[str, Facts]] = lambda *_: {}
    beside: Callable[[Published], Sequence[str]] | None = None
    select: Callable[[Sheet], Iterable[Row]] | None = None

    @property
    def columns(self) -> tuple[Column, ...]:
        """Its columns."""
        return columns(self.shown)

    def others_of(self, row: Published) -> dict[str, Row]:
        """Rows that the formulas of a row of the paper read by name."""
        found = self.others(row, self.published)
        return {name: {key: Cell(value) for key, value in facts.items()} for name, facts in found.items()}

    def theirs(self) -> Iterator[Theirs]:
        """The rows of the paper; ratios are printed with two decimals."""
        keys = {column.key for column in self.columns}
        formulas = {key: formula for key, formula in self.formulas.items() if again(key) in keys}
        for row in self.published:
            facts = {"work": row.shown, "by": "published", "device": row.device or None}
            cells = {key: Cell(value) for key, value in facts.items()}
            for key, value in row.figures.items():
                digits = 2 if row.unit == "ratio" and key in row.decimals else None
                cells[key] = Cell(number(value), digits=digits)
            cells |= {key: Cell(value) for key, value in self.facts(row).items()}
            others = self.others_of(row)
            figures = {key: calculated(formula, cells, others) for key, formula in formulas.items()}
            numbers = {key: found for key in figures if (found := value_of(figures, key)) is not None}
            yield Theirs(row, cells, numbers)


@dataclass(frozen=True)
class Paper:
    """A paper.

    name     in commands: the authors and the year
    title    on the page of `twiddle report`
    metrics  its figures that are compared with ours
    heading  above the claims
    claims   of the paper, from the filled tables
    why      patterns of a figure and of our work, and why ours is worse than the paper's: the first that fit
    groups   rows that a claim covers by default
    notes    one a line; `remarks` depend on the rows
    note     of a row of the paper, before the recomputed figures
    words    names of figures that are not in `WORDS`
    form     number format of recomputed figures in notes
    more     figures where higher is better
    said     instead of a note by `form`: a format of all recomputed figures
    also     further comparisons on its page of docs
    page     a page of docs with its tables, between the marks of the name `mark`; empty: none
    """

    name: str
    title: str
    tables: tuple[Table, ...]
    metrics: tuple[str, ...]
    heading: str
    claims: tuple[Callable[[Sheet], Iterable[Claim]], ...]
    why: tuple[tuple[str, str, str], ...]
    notes: str
    groups: tuple[Group, ...] = (None,)
    note: Callable[[Published], str] = lambda row: row.note
    words: Mapping[str, str] = field(default_factory=dict)
    form: str = ".1f"
    more: tuple[str, ...] = ()
    said: str | None = None
    remarks: Callable[[Sheet], Iterable[str]] = lambda sheet: ()
    also: tuple[Callable[[Results], Comparison], ...] = ()
    page: str = ""
    mark: str = ""

    def word(self, key: str) -> str:
        """The name of a figure in claims and notes."""
        known = {**WORDS, **self.words}
        if key in known:
            return known[key]
        kind, _, of = key.partition("_")
        return f"{DERIVED[kind]}{known.get(of, of.upper())}" if kind in DERIVED else key

    def reason(self, key: str, work: str) -> str:
        """Why a figure of our work is worse than that of the paper; empty if unknown."""
        fits = (why for keys, works, why in self.why if re.fullmatch(keys, key) and re.search(works, work))
        return next(fits, "")

    def remark(self, theirs: Theirs) -> Value:
        """The note of a row of the paper."""
        found = ", ".join(f"{self.word(key)} {value:{self.form}}" for key, value in theirs.differing.items())
        if found and self.said:
            found = self.said.format(**theirs.again)
        parts = (self.note(theirs.row), f"recomputed: {found}" if found else "")
        return "; ".join(filter(None, parts)) or (None if self.said is None else "")

    def comparison(self, results: Results) -> Comparison:
        """Its tables with our figures from records. Raises TwiddleError for a broken record."""
        sheet = Sheet(self, results)
        notes = (*self.notes.splitlines(), *self.remarks(sheet), f"Measured with {sheet.shelf.tools}.")
        return Comparison(
            *(self.name, sheet.grids, notes, sheet.shelf.missing, self.heading),
            claims=tuple(claim for claims in self.claims for claim in claims(sheet)),
            figures=tuple(sheet.figures),
            title=self.title,
        )

    def text(self, results: Results, _folder: str = "") -> str:
        """The text between the marks of its page of docs, from the current records."""
        found = [self.comparison(results), *(more(results) for more in self.also)]
        return "\n".join(each.markdown("../") for each in found)


@dataclass(frozen=True)
class Stated:
    """Claims about our work and one of the paper: one for each figure, over all groups in which both have it.

    table   by name
    keys    of the figures, separated by spaces
    what    the claim; a list of n follows if some group has no such figure
    theirs  the work of the paper
    groups  of the rows; by default those of the paper
    joint   one claim for all figures
    pairs   of our work and the paper's, instead of these
    """

    table: str
    work: str
    keys: str
    what: str = "{word} of {work}"
    theirs: str = OWN
    groups: tuple[Group, ...] | None = None
    joint: bool = False
    pairs: tuple[tuple[str, str], ...] = ()

    def __call__(self, sheet: Sheet) -> Iterator[Claim]:
        """The claims, from the filled tables."""
        groups = sheet.paper.groups if self.groups is None else self.groups
        works = self.pairs or [(self.work, self.theirs)]
        rows = [[sheet.row(self.table, work, group) for work in pair] for pair in works for group in groups]
        for keys in [self.keys] if self.joint else self.keys.split():
            known = [key for key in keys.split() if any(_stated(row, key) is not None for _, row in rows)]
            pairs = [(ours, theirs) for ours, theirs in rows if ours and _stated(theirs, known[0]) is not None]
            word = " / ".join(map(sheet.paper.word, known))
            what = self.what.format(word=word, work=self.work, theirs=self.theirs)
            if len(pairs) < len(rows):
                what += f" (n = {' / '.join(str(ours['n'].value) for ours, _ in pairs)})"
            mine = tuple(_rounded(ours.get(key, EMPTY)) for ours, _ in pairs for key in known)
            printed = tuple(_stated(theirs, key) or 0 for _, theirs in pairs for key in known)
            why = sheet.paper.reason(known[-1], self.work)
            yield Claim(what, mine, printed, why, known[-1] in sheet.paper.more)


@dataclass(frozen=True)
class Relation:
    """The paper's claims about its own work and each of others, `claimed` in their rows, and our result.

    what   the claim, with our work and the others
    table  by number
    key    the figure; of the others, if `recomputed`, by the formula even where it is printed
    how    the result, from ours and theirs; higher is better
    order  the figure by which the others are sorted
    """

    what: str
    table: str
    work: str
    key: str
    how: Callable[[float, float], float]
    recomputed: bool = False
    order: str = "claimed"

    def __call__(self, sheet: Sheet) -> Iterator[Claim]:
        """The claim, from the filled tables."""
        (table,) = (table for table in sheet.paper.tables if table.name == self.table)
        claimed = (row for row in table.published if "claimed" in row.figures)
        rows = sorted(claimed, key=itemgetter(self.order))
        ours = [value_of(sheet.row(self.table, self.work, table.group(row)), self.key) for row in rows]
        key = again(self.key) if self.recomputed else self.key
        theirs = [_stated(sheet.row(self.table, row.work, table.group(row)), key) for row in rows]
        found = tuple(
            None if mine is None or other is None else self.how(mine, other)
            for mine, other in zip(ours, theirs, strict=True)
        )
        grouped = any(table.group(row) is not None for row in rows)
        others = " / ".join(f"{row.work} (n = {row.n})" if grouped else row.work for row in rows)
        what = self.what.format(work=self.work, others=others)
        why = sheet.paper.reason(self.key, self.work)
        yield Claim(what, found, tuple(number(row["claimed"]) for row in rows), why, more=True)


class Sheet:
    """The tables of a paper, filled, with their rows by name."""

    def __init__(self, paper: Paper, results: Results) -> None:
        self.paper = paper
        self.shelf = Shelf(results)
        self.figures: list[Figure] = []
        self._wanted = wanted()
        self._rows: dict[tuple[str, str, Group], Row] = {}
        self.grids: tuple[Grid, ...] = ()
        for table in paper.tables:
            rows = table.select(self) if table.select else self._filled(table)
            self.grids += (Grid(table.name, table.title, table.columns, tuple(rows)),)

    def row(self, table: str, work: str, group: Group = None) -> Row:
        """A row of a table by its work, ours or the paper's; empty if there is none."""
        return self._rows.get((table, work, group), {})

    def _filled(self, table: Table) -> Iterator[Row]:
        published = [*table.theirs()]
        for group in table.groups or dict.fromkeys(table.group(each.row) for each in published):
            theirs = [each for each in published if table.group(each.row) == group]
            others = table.others_of(theirs[0].row) if theirs else {}
            ours = [(each.work, self._ours(table, each, others)) for each in table.ours(group)]
            named = dict(ours)
            self._rows |= {(table.name, work, group): row for work, row in ours}
            for each in theirs:
                row = {"note": Cell(self.paper.remark(each)), **each.cells}
                row |= {again(key): Cell(value) for key, value in each.again.items()}
                self._rows[table.name, each.row.work, group] = row
                if each.row.own or len(theirs) == 1:
                    self._rows.setdefault((table.name, OWN, group), row)
                beside = [*named][:1] if table.beside is None else table.beside(each.row)
                rows = (named[work] for work in beside if work in named)
                self._compare(each, {key: cell for row in rows for key, cell in row.items()})
                yield row
            yield from (row for _, row in ours)

    def _compare(self, theirs: Theirs, ours: Row) -> None:
        """Record each figure of a row of the paper, with ours."""
        row = theirs.row
        for metric in self.paper.metrics:
            printed, cell = value_of(theirs.cells, metric), ours.get(metric, EMPTY)
            if printed is not None:
                names = (row.paper, row.table, row.shown, row.scheme, row.n, metric)
                record = cell.records[0] if cell.records else None
                self.figures.append(Figure(*names, printed, value_of(ours, metric), record))

    def _ours(self, table: Table, ours: Ours, others: Mapping[str, Row]) -> Row:
        known = _known(ours.clock or ours.area)
        facts = {"work": ours.work, "by": "ours", "device": "xc7, ecp5", **known, **ours.facts}
        row = {key: Cell(value) for key, value in facts.items()}
        if ours.others is not None:
            others = {name: self._ours(table, other, {}) for name, other in ours.others.items()}
        for key in ours.figures or table.figures or (*CELLS, "freq_mhz", *table.formulas):
            formula = table.formulas.get(key)
            cell = EMPTY if formula is None else calculated(formula, row, others, ours.digits)
            if cell is EMPTY and key == "slices":
                cell = calculated(lambda row: slices(row["lut"], row["ff"]), row, {})
            cell = self._read(ours, key) if cell is EMPTY else cell
            row |= {} if cell is EMPTY else {key: cell}
        return row | {key: Cell(value, self._read(ours, "lut").records) for key, value in ours.linked.items()}

    def _read(self, ours: Ours, key: str) -> Cell:
        """A figure from its record."""
        clock = ours.clock or ours.area
        places = {
            **{cell: (ours.area, "xc7", cell) for cell in ("lut", "ff", "dsp")},
            "bram36": (ours.memory or ours.area, "xc7", "bram36"),
            "freq_mhz": (clock, "ecp5", ""),
            "ecp5_lut": (clock, "ecp5", "lut"),
        }
        measured, target, cell = places.get(key, (None, "", ""))
        if measured is None:
            return EMPTY
        needed = not measured.streams or (measured, target) in self._wanted
        found = self.shelf.find(measured, target, needed)
        if found is None:
            return EMPTY
        return found.cells(cell)[cell] if cell else found.figure(found.mhz)


def _rounded(cell: Cell) -> float | None:
    """A figure with its own number of decimals, if it has one."""
    value = cell.value if isinstance(cell.value, int | float) else None
    return value if value is None or cell.digits is None else round(value, cell.digits)


def _stated(row: Row, key: str) -> float | None:
    """A figure of a row of the paper, as printed or else by the formula."""
    printed = value_of(row, key)
    return value_of(row, again(key)) if printed is None else printed
