# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""How every command answers: one answer, in the format of --format, on the terminal or in the file of -o.

A table for people fits the terminal: a narrow one gets fewer columns, and a list of those left out.
"""

import contextlib
import functools
import io
import json
import os
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import click
from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.table import Table
from rich.text import Text

from twiddle.base.errors import TwiddleError
from twiddle.base.grid import Cell, Column, Grid, Value, columns, commented, words_of
from twiddle.base.progress import late
from twiddle.cli import paths
from twiddle.cli.options import PATH, Command, given, with_options

FORMATS = ("table", "json", "csv", "markdown", "latex")

WIDTH = 100
"""Columns of output that is not a terminal, unless COLUMNS says otherwise."""

_FORMAT = "Format of the output. The notes of csv are lines with # after the table: pandas.read_csv(..., comment='#')."

_ENDINGS = {".json": "json", ".csv": "csv", ".md": "markdown", ".tex": "latex", ".txt": "table"}

_BORDER = 3
"""Columns of the terminal between two columns of a table."""

_LONGEST = 28
"""Characters of a word that a column need not break."""


@dataclass(frozen=True)
class Answer:
    """What a command answers."""

    document: object  # for JSON
    grids: Sequence[Grid] = ()  # the tables
    notes: Sequence[str] = ()  # lines below them
    main: Grid | str | None = None  # the table of CSV, or its text; by default the first
    # keys of columns that a narrow terminal leaves out, the first one first, before all others
    less: Sequence[str] = ()
    # the rows that stand out, by the number of the table
    bold: Mapping[int, Container[int]] = field(default_factory=dict)
    drawings: Mapping[int, str] = field(default_factory=dict)  # by the number of the table that they follow
    svg: str = ""  # a picture, of commands that have one

    def text(self, form: str) -> str:
        """The answer in one of `FORMATS` but the table for people."""
        if form == "json":
            return json.dumps(self.document) + "\n"
        if form == "svg":
            return self.svg
        if form == "csv":
            main = self.main or next(iter(self.grids), "")
            return main + commented(self.notes) if isinstance(main, str) else main.csv(self.notes)
        filled = [grid for grid in self.grids if grid.columns]
        if form == "latex":
            tables = [grid.latex(self.notes) for grid in filled]
            return "\n".join(tables or [f"% {note}\n" for note in self.notes])
        parts = [f"{grid.title}:\n\n{grid.markdown()}" if grid.title else grid.markdown() for grid in filled]
        notes = "".join(f"- {note}\n" for note in self.notes)
        return "\n".join([*parts, notes] if notes else parts)

    def print(self, console: Console) -> None:
        """The tables for people, each below its title, and the notes."""
        for index, grid in enumerate(self.grids):
            console.print(Shown(grid, self.less, self.bold.get(index, ())))
            if index in self.drawings:
                console.print(self.drawings[index], highlight=False, markup=False, soft_wrap=True)
        for note in self.notes:
            say(console, note)


@dataclass(frozen=True)
class Output:
    """Where an answer goes, and in which of `FORMATS`: to standard output, or to a file."""

    form: str
    path: Path | None = None

    @property
    def for_people(self) -> bool:
        return self.form == "table"

    def show(self, answer: Answer) -> None:
        if self.form == "table" and self.path is None:
            answer.print(console())
            return
        if self.form == "table":
            stream = io.StringIO()
            answer.print(Console(width=WIDTH, file=stream))
            text = stream.getvalue()
        else:
            text = answer.text(self.form)
        if self.path is None:
            click.echo(text, nl=False)
        else:
            paths.write(self.path, text)
            click.echo(f"wrote {self.path}", err=True)


def output_options(command: Command | None = None, *, file: bool = True, about: str = "", drawn: bool = False) -> Any:
    """The options --format, --json and -o of a command, as its argument `output`.

    file   False: the command has another -o, or none
    about  what the document of --json is
    drawn  the answer has a picture
    """
    if command is None:
        return functools.partial(output_options, file=file, about=about, drawn=drawn)
    formats, known = (*FORMATS, *(("svg",) if drawn else ())), {**_ENDINGS, **({".svg": "svg"} if drawn else {})}
    chosen: list[Callable[..., Any]] = [
        click.option("--format", "layout", type=click.Choice(formats), default="table", help=_FORMAT),
        click.option("--json", "as_json", is_flag=True, help=f"The same as --format json{about}."),
    ]
    if file:
        endings = " ".join(known)
        text = f"Write the output to this file; its ending selects the format: {endings}."
        chosen.append(click.option("-o", "--output", "target_file", type=PATH, help=text))

    @with_options(*chosen)
    @functools.wraps(command)
    def with_output(layout: str, as_json: bool, target_file: Path | None = None, **others: Any) -> None:
        command(output=_output(layout, as_json, target_file, known), **others)

    return with_output


def _output(form: str, as_json: bool, path: Path | None, known: Mapping[str, str]) -> Output:
    chosen = given("layout")
    if as_json and chosen and form != "json":
        raise TwiddleError("--json and --format: give one of them")
    if as_json:
        form = "json"
    elif path is not None and not chosen:
        if path.suffix.lower() not in known:
            raise TwiddleError(f"-o {path}: ends in none of {', '.join(known)}; give --format")
        form = known[path.suffix.lower()]
    if path is not None:
        paths.check_output(path)
    return Output(form, path)


def grid(
    name: str, title: str, words: str | Column, numbers: str, rows: Iterable[Sequence[Value]], room: int = 0
) -> Grid:
    """A table of rows of values: columns of words, then of numbers, both as `columns` takes them.

    room  characters that a text needs in a terminal, if it has as many
    """
    texts = [Column(each.key, each.title, text=True, room=room, shown=each.shown) for each in columns(words)]
    every = (*texts, *columns(numbers))
    cells = (
        {column.key: Cell(value) for column, value in zip(every, row, strict=True) if value is not None} for row in rows
    )
    return Grid(name, title, every, tuple(cells))


def limited(console: Console) -> bool:
    """Whether lines must fit: on a terminal, and if COLUMNS sets a width."""
    return console.is_terminal or os.environ.get("COLUMNS", "").lstrip("0").isdigit()


def console(stderr: bool = False) -> Console:
    """Where a command prints for people: as wide as the terminal or COLUMNS says, otherwise `WIDTH`."""
    chosen = Console(stderr=stderr)
    return chosen if limited(chosen) and chosen.width else Console(stderr=stderr, width=WIDTH)


@contextlib.contextmanager
def status(what: str) -> Iterator[None]:
    """Shows what the block does on standard error: at once on a terminal, otherwise if it takes long."""
    shown = console(stderr=True)
    with shown.status(f"{what} ...") if shown.is_terminal else late(functools.partial(say, shown), what):
        yield


def say(console: Console, text: str) -> None:
    """Print text as it is, or with its paragraphs broken into lines that fit."""
    if limited(console):
        text = "\n".join(" ".join(part.split("\n")) for part in text.split("\n\n"))
    console.print(text, highlight=False, soft_wrap=not limited(console), markup=False)


@dataclass(frozen=True)
class Shown:
    """A table for the terminal below its title; long columns follow, each line after the first column of its row.

    So do texts with room of their own that do not fit, each line after all that names its row.
    """

    grid: Grid
    less: Sequence[str] = ()  # as in `Answer`
    bold: Container[int] = ()  # the rows that stand out

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        inside = [column for column in self.grid.shown if not column.below]
        texts = [[words_of(row, column) for row in self.grid.rows] for column in inside]
        sizes = [_size(column, words) for column, words in zip(inside, texts, strict=True)]
        left = list(range(len(inside)))
        for index in self._order([column.key for column in inside]):
            if _width(sizes[each][0] for each in left) <= options.max_width:
                break
            left.remove(index)
        widths = _widths([sizes[index] for index in left], options.max_width)
        table = Table(box=box.SIMPLE_HEAD)
        for index, width in zip(left, widths, strict=True):
            column = inside[index]
            justify: Literal["left", "right"] = "left" if column.text else "right"
            table.add_column(Text(column.title), justify=justify, width=width, overflow="fold")
        for number in range(len(self.grid.rows)):
            style = "bold" if number in self.bold else None
            table.add_row(*(Text(texts[index][number]) for index in left), style=style)
        if self.grid.title:
            yield Text(self.grid.title, style="bold")
        if inside:
            yield table
        out = [column for index, column in enumerate(inside) if index not in left]
        moved = [column for column in out if column.room]
        if gone := [column.title for column in out if column not in moved]:
            most = _width(size[0] for size in sizes)
            wider = "a wider terminal" if limited(console) else f"COLUMNS={most}"
            yield Text(f"  left out: {', '.join(gone)}; {wider} shows them, or --format markdown")
        kept = [inside[index] for index in left]
        names = kept[: self.grid.keys(kept) if moved else 1]
        remarks = [Text(f"  {row}: {words}") for row, words in self.grid.remarks(names, moved)]
        yield from [*remarks, Text()] if remarks else []

    def _order(self, keys: Sequence[str]) -> list[int]:
        """The columns that may go, the first one first: never the one that names the row."""
        less = [keys.index(key) for key in self.less if key in keys[1:]]
        return less + [index for index in range(len(keys) - 1, 0, -1) if index not in less]


def _size(column: Column, words: Sequence[str]) -> tuple[int, int]:
    """What a column needs at least, figures whole and texts by words, and what it has room for."""
    lines = [line for text in (column.title, *words) for line in text.splitlines()]
    most = max(map(cell_len, lines), default=0)
    if not column.text:
        return most, most
    longest = max((cell_len(word) for line in lines for word in line.split()), default=0)
    return min(most, max(min(longest, _LONGEST), column.room)), most


def _width(columns: Iterable[int]) -> int:
    return sum(_BORDER + width for width in columns) + 1


def _widths(sizes: Sequence[tuple[int, int]], width: int) -> list[int]:
    """Widths of columns in a table of at most so many: what is left over goes where most is lacking."""
    widths = [least for least, _ in sizes]
    while _width(widths) < width:
        lacking = [most - width for (_, most), width in zip(sizes, widths, strict=True)]
        poorest = lacking.index(max(lacking)) if lacking else 0
        if not lacking or lacking[poorest] <= 0:
            break
        widths[poorest] += 1
    return widths
