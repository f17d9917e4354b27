# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Parts of the sections of the page."""

from __future__ import annotations

from collections.abc import Container, Iterable

from twiddle.base.rings import ring
from twiddle.catalog.designs import core
from twiddle.study.page.breakdown import Breakdown
from twiddle.study.page.markup import Attribute, Markup, tag
from twiddle.study.page.waveform import Waveform

Shown = Breakdown | Waveform
"""Records that are drawn."""

TITLES = {"lut": "LUT", "ff": "FF", "dsp": "DSP", "bram36": "BRAM36"}
"""Kinds of cells."""

SECTIONS = {
    "pareto": "Area and time",
    "cycles": "Cycles",
    "whole": "Whole schemes",
    "area": "Area by module",
    "papers": "The papers",
    "waveform": "Waveforms",
    "structure": "Structure",
    "records": "Records",
}
"""Titles of the sections by their ids, in order."""


def section(name: str, *content: object) -> Markup:
    """A section with its heading, by its name in SECTIONS."""
    title = f"{name}-title"
    heading = tag("h2", SECTIONS[name], id=title)
    return tag("section", heading, *content, id=name, aria_labelledby=title)


def example(title: str, *content: object, first: bool, brief: Markup | None = None, **attributes: Attribute) -> Markup:
    """One of many drawings or tables: folded, except the `first`; `brief` is always visible."""
    folded = tag("details", tag("summary", tag("h3", title), brief), *content, class_="fold", open=first)
    return tag("article", folded, **attributes)


def nothing(what: str, command: str) -> Markup:
    """A line for a section without records, with the command that makes them."""
    words = f"Nothing to show: no {what} is committed. "
    return tag("p", words, tag("code", command), " makes them.", class_="empty")


def box(label: str, *content: object) -> Markup:
    """A box that scrolls, also by keyboard, if its content is wider than the page."""
    return tag("div", *content, class_="box", tabindex=0, role="region", aria_label=label)


def folded(title: object, *content: object, **attributes: Attribute) -> Markup:
    """Content that is shown where its title is opened."""
    return tag("details", tag("summary", title), *content, **attributes)


def table(columns: Iterable[str], rows: Iterable[Markup], words: Container[str], **attributes: Attribute) -> Markup:
    """A table with a head; columns that are not in `words` hold numbers."""
    cells = (tag("th", each, scope="col", class_=None if each in words else "number") for each in columns)
    return tag("table", tag("thead", tag("tr", *cells)), tag("tbody", *rows), **attributes)


def number(value: object, **attributes: Attribute) -> Markup:
    """A number in a table."""
    return tag("td", str(value), class_="number", **attributes)


def bar(title: str, pieces: Iterable[tuple[str, float, int]], words: str, **attributes: Attribute) -> Markup:
    """A bar in words and as a drawing: of each piece its label, its width in per cent, its colour."""
    drawn, x = [], 0.0
    for label, width, colour in pieces:
        piece = tag("title", label)
        drawn.append(tag("rect", piece, x=x, y=0, width=width, height=10, class_=f"fill{colour}"))
        x += width
    shape: dict[str, Attribute] = {"viewbox": "0 0 100 10", "preserveAspectRatio": "none", "role": "img"}
    return tag("span", tag("span", title), tag("svg", *drawn, **shape, aria_label=words, **attributes))


def term(name: str, about: object) -> tuple[Markup, Markup]:
    """A term and its description, in a list."""
    return tag("dt", name), tag("dd", about)


def named(record: Shown) -> str:
    """A design in words, and its ring."""
    return f"{core(record.core, ring(record.ring), **record.parameters).words}, {record.ring}"


def provenance(record: Shown, path: str) -> Markup:
    """The source of a figure: its file, tools and command."""
    by = f", by {', '.join(record.tools.values())}; made by "
    return tag("p", tag("code", path), by, tag("code", record.command), ".", class_="note")
