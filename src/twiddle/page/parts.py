# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the sections of the page are made of."""

from __future__ import annotations

from collections.abc import Container, Iterable

from twiddle.designs import core
from twiddle.page.breakdown import Breakdown
from twiddle.page.markup import Attribute, Markup, tag
from twiddle.page.waveform import Waveform
from twiddle.rings import ring

Shown = Breakdown | Waveform
"""Records that are drawn."""

TITLES = {"lut": "LUT", "ff": "FF", "dsp": "DSP", "bram36": "BRAM36"}
"""Kinds of cells."""

SECTIONS = {
    "pareto": "Area and time",
    "cycles": "Cycles",
    "area": "Area by module",
    "papers": "The papers",
    "waveform": "Waveforms",
    "structure": "Structure",
    "records": "Records",
}
"""Titles of the sections by their ids, in order."""


def section(name: str, *content: object) -> Markup:
    """A section with its heading, by its name in SECTIONS."""
    return tag(
        "section",
        tag("h2", SECTIONS[name], id=f"{name}-title"),
        *content,
        id=name,
        aria_labelledby=f"{name}-title",
    )


def example(
    title: str, *content: object, first: bool, brief: Markup | None = None, **attributes: Attribute
) -> Markup:
    """One of many drawings or tables: folded, but for the `first`; `brief` is seen in both states."""
    folded = tag("details", tag("summary", tag("h3", title), brief), *content, class_="fold", open=first)
    return tag("article", folded, **attributes)


def nothing(what: str, command: str) -> Markup:
    """In place of what no record has."""
    return tag(
        "p",
        f"Nothing to show: no {what} is committed. ",
        tag("code", command),
        " makes them.",
        class_="empty",
    )


def box(label: str, *content: object) -> Markup:
    """What may be wider than the page scrolls inside its box, by keyboard too."""
    return tag("div", *content, class_="box", tabindex=0, role="region", aria_label=label)


def head(columns: Iterable[str], words: Container[str]) -> Markup:
    """The head of a table; columns that are not of words are of numbers."""
    cells = (tag("th", each, scope="col", class_=None if each in words else "number") for each in columns)
    return tag("thead", tag("tr", *cells))


def term(name: str, about: object) -> tuple[Markup, Markup]:
    """A name and what it is, in a list of such."""
    return tag("dt", name), tag("dd", about)


def named(record: Shown) -> str:
    """A design in words, and its ring."""
    return f"{core(record.core, ring(record.ring), **record.parameters).words}, {record.ring}"


def provenance(record: Shown, path: str) -> Markup:
    """Where a figure comes from: its file, its tools, its command."""
    tools = ", ".join(record.tools.values())
    return tag(
        "p", tag("code", path), f", by {tools}; made by ", tag("code", record.command), ".", class_="note"
    )
