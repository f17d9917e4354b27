# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables of figures with links to their records, as HTML, Markdown, LaTeX, CSV and JSON."""

import csv
import io
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any

from twiddle.base.errors import TwiddleError

Value = str | int | float | None

_LATEX = str.maketrans(
    {each: f"\\{each}" for each in "&%$#_{}"}
    | {each: f"{{{each}}}" for each in "[]"}  # after the end of a row a bracket opens an option
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "µ": r"$\mu$"}
    | {"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}"}
)

_PLAIN = ("k", "n", "q")
"""Keys of numbers that define a ring; they have no separators."""

MOST = 8
"""Columns of a table on a page, at most."""


@dataclass(frozen=True)
class Column:
    """One column: its key in CSV and JSON, and its title for people."""

    key: str
    title: str
    digits: int | None = None  # decimals for people; None: as many as there are
    text: bool = False  # words, not numbers
    shown: bool = True  # also shown to people
    below: bool = False  # long: in a terminal in lines below the table
    room: int = 0  # characters that a text needs in a terminal, if it has as many


_KNOWN = {
    column.key: column
    for column in (
        *(Column(key, key, text=True) for key in ("work", "device", "ring", "modes", "count")),
        Column("by", "by", text=True, shown=False),
        Column("note", "note", text=True, below=True),
        *(Column(key, key.upper()) for key in ("lut", "ff", "dsp", "bram36")),
        *(Column("ecp5_lut", "LUT ecp5"), Column("slices", "slices", 0)),
        *(Column("freq_mhz", "MHz", 0), Column("time_us", "µs", 2), Column("area_time", "area x time", 1)),
    )
}


def columns(*chosen: str | Column) -> tuple[Column, ...]:
    """Columns in order; a text holds columns separated by spaces: `key`, `key:title` or `key:title:digits`.

    `-key` is not shown to people, nor is `KEY_recomputed`; a title has `_` for a space. A shared column has
    its own title, `cycles_ntt` the title NTT; other keys are their own titles.
    """
    return tuple(
        column for each in chosen for column in ([each] if isinstance(each, Column) else map(_column, each.split()))
    )


def _column(text: str) -> Column:
    key, *more = text.removeprefix("-").split(":")
    shown = not text.startswith("-") and not key.endswith("_recomputed")
    title = key.removeprefix("cycles_").upper() if key.startswith("cycles_") else key
    column = _KNOWN.get(key, Column(key, title if not key.endswith("_recomputed") else ""))
    if more:
        column = replace(column, title=more[0].replace("_", " "))
    return replace(column, shown=shown and column.shown, digits=int(more[1]) if more[1:] else column.digits)


@dataclass(frozen=True)
class Cell:
    """One figure, or None, and the files of its records.

    digits are its decimals for people, if different from those of its column.
    """

    value: Value
    records: tuple[str, ...] = ()
    digits: int | None = None


Row = Mapping[str, Cell]
"""Cells by the key of their column; missing ones are empty."""

EMPTY = Cell(None)


@dataclass(frozen=True)
class Grid:
    """A table: its name in JSON, its title for people, its columns, texts first, and its rows."""

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    @property
    def shown(self) -> tuple[Column, ...]:
        return tuple(column for column in self.columns if column.shown)

    def markdown(self, root: str = "") -> str:
        """The table in Markdown; in a row, the first figure of a record is a link to it.

        A wide one is several tables, each with the columns that identify its rows, and its remarks below.
        `root` leads from the page to the root of the repository: "" or for example "../".
        """
        if len(self.shown) <= MOST:
            return self._table(self.shown, root)
        body = [column for column in self.shown if not column.below]
        keys = body[: self.keys(body)]
        rest = body[len(keys) :]
        count = -(-len(rest) // (MOST - len(keys)))
        size = -(-len(rest) // count)
        parts = [self._table([*keys, *rest[i : i + size]], root) for i in range(0, len(rest), size)]
        remarks = "".join(f"- {row}: {words}\n" for row, words in self.remarks(keys))
        return "\n".join([*parts, remarks] if remarks else parts)

    def remarks(self, names: Sequence[Column], others: Container[Column] = ()) -> list[tuple[str, str]]:
        """The texts of long columns and of `others`, each with the figures that name its row."""
        return [
            (", ".join(words_of(row, name) for name in names), words)
            for row in self.rows
            for column in self.shown
            if (column.below or column in others) and (words := words_of(row, column))
        ]

    def keys(self, body: Sequence[Column]) -> int:
        """How many of the first columns identify a row, at most half of a table."""
        for count in range(1, MOST // 2):
            found = {tuple(words_of(row, key) for key in body[:count]) for row in self.rows}
            if len(found) == len(self.rows):
                return count
        return MOST // 2

    def _table(self, shown: Sequence[Column], root: str) -> str:
        words = [column.title for column in shown if column.text]
        rows = (_linked(row, shown, root) for row in self.rows)
        return markdown([column.title for column in shown], rows, words) + "\n"

    def html(self, link: Callable[[str], str] | None = None) -> str:
        """The table in HTML: rows with records are of the class `ours`, the figures of CSV are in `data-value`.

        Long remarks follow in a list. link  the address for the path of a record; without one there are no links
        """
        body = [column for column in self.shown if not column.below]
        kinds = ["" if column.text else ' class="number"' for column in body]
        head = "".join(
            f'<th scope="col"{kind}>{escape(each.title)}</th>' for each, kind in zip(body, kinds, strict=True)
        )
        lines = []
        for row in self.rows:
            cells: list[str] = []
            for column, kind in zip(body, kinds, strict=True):
                cell, words = row.get(column.key, EMPTY), escape(words_of(row, column))
                if isinstance(cell.value, int | float) and words != str(exact := rounded(cell.value)):
                    kind += f' data-value="{exact}"'
                if link is not None and cell.records and cell.value is not None:
                    words = f'<a href="{escape(link(cell.records[0]))}">{words}</a>'
                cells.append(f"<td{kind}>{words}</td>" if cells else f'<th scope="row"{kind}>{words}</th>')
            ours = ' class="ours"' if any(cell.records for cell in row.values()) else ""
            lines.append(f"<tr{ours}>{''.join(cells)}</tr>")
        caption = f"<caption>{escape(self.title)}</caption>"
        table = f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
        remarks = "".join(
            f"<li><b>{escape(row)}</b>: {escape(words)}</li>" for row, words in self.remarks(body[:1]) if words != "-"
        )
        return f"{table}<ul>{remarks}</ul>" if remarks else table

    def _repr_html_(self) -> str:
        return self.html()

    def latex(self, notes: Sequence[str] = ()) -> str:
        """The table as a LaTeX table with its notes below, which needs no package; a row has a line of its own."""
        wide, narrow = r"p{0.3\linewidth}", {True: "l", False: "r"}
        kinds = (wide if each.below or each.room else narrow[each.text] for each in self.shown)
        rows = [[words_of(row, each) for each in self.shown] for row in self.rows]
        return "\n".join(
            [
                r"\begin{table}",
                rf"\caption{{{self.title.translate(_LATEX)}}}",
                rf"\begin{{tabular}}{{{''.join(kinds)}}}",
                r"\hline",
                _latex_row([each.title for each in self.shown]),
                r"\hline",
                *map(_latex_row, rows),
                r"\hline",
                r"\end{tabular}",
                *[r"\par\footnotesize"] * bool(notes),
                *(rf"{note.translate(_LATEX)}\par" for note in notes),
                r"\end{table}",
                "",
            ]
        )

    def csv(self, notes: Sequence[str] = ()) -> str:
        """The table as CSV with a header of keys, then notes; the last column names the records of a row."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([*(column.key for column in self.columns), "records"])
        for row in self.rows:
            values = [rounded(row.get(column.key, EMPTY).value) for column in self.columns]
            paths = dict.fromkeys(path for cell in row.values() for path in cell.records)
            writer.writerow(["" if value is None else value for value in values] + [" ".join(paths)])
        return text.getvalue() + commented(notes)

    def document(self) -> dict[str, Any]:
        """The table for JSON: the values of each row by key, and the records by the key of their figure."""
        return {"name": self.name, "title": self.title, "rows": [self._row(row) for row in self.rows]}

    def _row(self, row: Row) -> dict[str, Any]:
        values = {column.key: row.get(column.key, EMPTY).value for column in self.columns}
        return {**values, "records": {key: list(cell.records) for key, cell in row.items() if cell.records}}


def rounded(value: Value) -> Value:
    """A figure for other programs: of six digits, as many as any clock rate has.

    >>> rounded(27.94349813045285)
    27.9435
    """
    return float(f"{value:.6g}") if isinstance(value, float) else value


def in_words(cell: Cell, column: Column) -> str:
    """A figure for people: a dash for None, nothing for an empty text."""
    value = cell.value
    if value is None:
        return "" if column.text else "-"
    if isinstance(value, str):
        return value
    digits = column.digits if cell.digits is None else cell.digits
    if digits is not None:
        return f"{value:,.{digits}f}"
    if column.key in _PLAIN:
        return f"{value:.0f}"
    return f"{value:,}" if isinstance(value, int) else f"{value:,g}"


def words_of(row: Row, column: Column) -> str:
    """A figure of a row for people."""
    return in_words(row.get(column.key, EMPTY), column)


def _linked(row: Row, shown: Sequence[Column], root: str) -> list[str]:
    """The figures of a row; each record, the first of its figure, has one link."""
    found, known = [], set[str]()
    for column in shown:
        cell = row.get(column.key, EMPTY)
        words = in_words(cell, column)
        if cell.records and cell.value is not None and cell.records[0] not in known:
            known.add(cell.records[0])
            words = f"[{words}]({root}{cell.records[0]})"
        found.append(words)
    return found


def commented(notes: Iterable[str]) -> str:
    """Notes below CSV: lines that begin with `# `."""
    return "".join(f"# {line}\n" for note in notes for line in note.splitlines())


def _latex_row(cells: Sequence[str]) -> str:
    return rf"{' & '.join(cell.translate(_LATEX) for cell in cells)} \\"


def markdown(columns: Sequence[str], rows: Iterable[Sequence[str]], words: Container[str]) -> str:
    r"""A table in Markdown; columns that are not in `words` hold numbers.

    >>> print(markdown(("name", "n"), [("a|b", "1")], ("name",)))
    | name | n |
    | --- | ---: |
    | a\|b | 1 |
    """
    align = ["---" if each in words else "---:" for each in columns]
    lines = ([cell.replace("|", r"\|") for cell in cells] for cells in (columns, align, *rows))
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def replaced(page: Path, text: str, mark: str, part: str) -> str:
    """The text of a page with another part between the markers of a name. Raises TwiddleError without these."""
    begin, end = f"<!-- {mark}:begin -->", f"<!-- {mark}:end -->"
    before, opening, rest = text.partition(f"{begin}\n")
    _, closing, after = rest.partition(end)
    if not opening or not closing:
        raise TwiddleError(f"{page}: no line {begin} followed by a line {end}")
    return f"{before}{opening}{part}{closing}{after}"
