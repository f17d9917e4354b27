# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables and lines that fit a terminal: a narrow one gets fewer columns, and a list of those left out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.table import Column, Table
from rich.text import Text

_BORDER = 3
"""Columns of the terminal between two columns of a table."""


def limited(console: Console) -> bool:
    """Whether lines must fit: on a terminal, and if COLUMNS sets a width."""
    return console.is_terminal or os.environ.get("COLUMNS", "").lstrip("0").isdigit()


def say(console: Console, text: str) -> None:
    """Print text as it is, or with its paragraphs broken into lines that fit."""
    if limited(console):
        text = "\n".join(" ".join(part.split("\n")) for part in text.split("\n\n"))
    console.print(text, highlight=False, soft_wrap=not limited(console), markup=False)


def fitted(table: Table, *titles: str) -> Fitted:
    """A table that may leave out the columns of these titles, the least important first.

    Of several columns with one title the last goes first.
    """
    headers = [str(column.header) for column in table.columns]
    less: list[int] = []
    for title in titles:
        less.append(max(index for index, name in enumerate(headers) if name == title and index not in less))
    return Fitted(table, less, "--json")


@dataclass(frozen=True)
class Fitted:
    """A table that leaves out columns until its figures fit.

    less  numbers of the columns that may go, the least important first
    more  what else shows them, in words
    """

    table: Table
    less: Sequence[int]
    more: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        columns = self.table.columns
        sizes = [self._size(column, console, options.update(max_width=10_000)) for column in columns]
        left = list(range(len(columns)))
        gone: list[int] = []
        for index in self.less:
            if _width(sizes[each].minimum for each in left) <= options.max_width:
                break
            gone.append(index)
            left.remove(index)
        yield self._with(_widths({index: sizes[index] for index in left}, options.max_width))
        if gone:
            names = ", ".join(str(columns[index].header) for index in sorted(gone))
            wider = "a wider terminal"
            if not limited(console):
                wider = f"COLUMNS={_width(size.minimum for size in sizes)}"
            yield Text(f"  left out: {names}; {wider} shows them, or {self.more}")

    def _size(self, column: Column, console: Console, options: ConsoleOptions) -> Measurement:
        """What a column needs at least, figures whole and texts by words, and what it has room for.

        The least width of a text counts only here: below it a text is hard to read.
        """
        cells = [column.header] * self.table.show_header + list(column.cells)
        sizes = [Measurement.get(console, options, cell) for cell in cells]
        most = max(size.maximum for size in sizes)
        least = max(size.minimum for size in sizes)
        return Measurement(most if column.no_wrap else min(most, max(least, column.min_width or 0)), most)

    def _with(self, widths: Mapping[int, int]) -> Table:
        """The same table with these columns alone, and so wide."""
        table = Table(box=self.table.box)
        columns = [self.table.columns[index] for index in widths]
        for column, width in zip(columns, widths.values(), strict=True):
            table.add_column(column.header, justify=column.justify, no_wrap=column.no_wrap, width=width)
        cells = zip(*(column.cells for column in columns), strict=True)
        for row, line in zip(self.table.rows, cells, strict=True):
            table.add_row(*line, style=row.style)
        return table


def _width(columns: Iterable[int]) -> int:
    """The width of a table with columns so wide."""
    return sum(_BORDER + width for width in columns) + 1


def _widths(sizes: Mapping[int, Measurement], width: int) -> dict[int, int]:
    """Widths of columns in a table of at most so many: what is left over goes where most is lacking."""
    widths = {index: size.minimum for index, size in sizes.items()}
    while _width(widths.values()) < width:
        poorest = max(widths, key=lambda index: sizes[index].maximum - widths[index])
        if widths[poorest] == sizes[poorest].maximum:
            break
        widths[poorest] += 1
    return widths
