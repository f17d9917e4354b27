# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Comparisons in the format that a command is given: for the terminal, Markdown, LaTeX, CSV or JSON."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Literal

import click
from rich.console import Console, Group
from rich.text import Text

from twiddle.base.grid import Grid, words_of
from twiddle.cli import display
from twiddle.cli.fitting import Fitted
from twiddle.cli.options import print_json
from twiddle.study.comparison import Comparison

FORMATS = ("terminal", "markdown", "latex", "csv", "json")


def show(comparison: Comparison, form: str, less: Sequence[str]) -> None:
    """Print a comparison in one of `FORMATS`; in CSV its main table.

    less  keys of columns that a narrow terminal leaves out, the first one first, before all others
    """
    if form == "markdown":
        click.echo(comparison.markdown(), nl=False)
    elif form == "latex":
        click.echo(comparison.latex(), nl=False)
    elif form == "csv":
        click.echo(comparison.grids[0].csv(), nl=False)
    elif form == "json":
        print_json(comparison.document())
    else:
        _show(comparison, less, display.console())


def _show(comparison: Comparison, less: Sequence[str], console: Console) -> None:
    for grid in comparison.grids:
        console.print(table(grid, less, "--format markdown"))
    for note in comparison.notes:
        console.print(note, highlight=False, markup=False)


def table(grid: Grid, less: Sequence[str], whole: str, bold: Container[int] = ()) -> Group:
    """A table for the terminal; long columns follow below, each line after the first column of its row.

    less   as in `show`
    whole  what else shows all columns
    bold   numbers of the rows to print in bold
    """
    inside = [column for column in grid.shown if not column.below]
    cells = display.new_table()
    for column in inside:
        justify: Literal["left", "right"] = "left" if column.text else "right"
        cells.add_column(column.title, justify=justify, no_wrap=not column.text, min_width=column.room)
    for index, row in enumerate(grid.rows):
        words = (Text(words_of(row, column)) for column in inside)
        cells.add_row(*words, style="bold" if index in bold else None)
    remarks = [
        Text(f"  {words_of(row, inside[0])}: {words_of(row, column)}")
        for column in grid.shown
        for row in grid.rows
        if column.below and words_of(row, column)
    ]
    keys = [column.key for column in inside]
    order = [keys.index(key) for key in less if key in keys[1:]]
    order += [index for index in range(len(keys) - 1, 0, -1) if index not in order]
    narrow = Fitted(cells, order, whole)
    return display.titled(grid.title, narrow, *remarks, *[Text()] * bool(remarks))
