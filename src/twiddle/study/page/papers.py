# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The papers' tables with our figures."""

from __future__ import annotations

from collections.abc import Sequence

from twiddle.base.grid import EMPTY, Column, Grid, Row, in_words, words_of
from twiddle.study.comparison import Comparison
from twiddle.study.page.figures import anchor
from twiddle.study.page.markup import Markup, tag
from twiddle.study.page.parts import box, example, folded, section, table

_PAPERS_ABOUT = """\
The tables as printed, with ours on coloured lines in the same metrics by the paper's own formulas. Each
of our figures leads to its record."""


def papers(comparisons: Sequence[Comparison]) -> Markup:
    """The section of the papers, and of the open cores of others."""
    return section(
        "papers", tag("p", _PAPERS_ABOUT), *(_comparison(each, index == 0) for index, each in enumerate(comparisons))
    )


def _comparison(found: Comparison, first: bool) -> Markup:
    return example(
        found.title or found.name,
        *(_grid(grid, index == 0) for index, grid in enumerate(found.grids)),
        folded("How to read it", tag("ul", *(tag("li", note) for note in found.notes))),
        _missing(found),
        first=first,
        class_="comparison",
        id=f"paper-{found.name}",
    )


def _grid(grid: Grid, first: bool) -> Markup:
    """A table, with its columns of remarks below it."""
    columns = [column for column in grid.shown if not column.below]
    rows = (
        tag("tr", *(_entry(row, column) for column in columns), class_="ours" if _ours(row) else None)
        for row in grid.rows
    )
    remarks = [
        tag("li", tag("b", words_of(row, columns[0])), f": {words}")
        for row in grid.rows
        for column in grid.shown
        if column.below and (words := words_of(row, column)) not in ("", "-")
    ]
    words_in = [column.title for column in columns if column.text]
    return folded(
        grid.title,
        box(grid.title, table([column.title for column in columns], rows, words_in)),
        tag("ul", *remarks, class_="note") if remarks else None,
        open=first,
    )


def _ours(row: Row) -> bool:
    return any(cell.records for cell in row.values())


def _entry(row: Row, column: Column) -> Markup:
    cell = row.get(column.key, EMPTY)
    words: object = in_words(cell, column)
    if cell.records and cell.value is not None:
        words = tag("a", words, href=f"#{anchor(cell.records[0])}")
    return tag("td", words, class_="words" if column.text else "number")


def _missing(found: Comparison) -> Markup | None:
    if not found.missing:
        return None
    items = (tag("li", tag("code", each.record), ": ", tag("code", each.command)) for each in found.missing)
    title = f"{len(found.missing)} records are missing, and their cells are a dash"
    return folded(title, tag("ul", *items))
