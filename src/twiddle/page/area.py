# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Area by module: every break-down as bars and as a table, beside the flattened core."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from twiddle.page import breakdown, structure
from twiddle.page.breakdown import Breakdown, Tree
from twiddle.page.figures import anchor
from twiddle.page.markup import Markup, tag
from twiddle.page.parts import TITLES, box, head, named, nothing, provenance, section
from twiddle.synth.records import Record
from twiddle.synth.targets.base import RESOURCES

_AREA_ABOUT = """\
On 7-series (xc7), synthesised with the hierarchy kept, so that each cell belongs to a module. Nothing is
simplified across modules then: constants and unused bits stop at a border, a multiplexer does not share LUTs
with an adder behind one, and registers on both sides do not become a shift register. So the sum is more than
the flattened core of the record, which stands below it; DSP blocks and block RAM are the same."""

_DEPTH = 3
"""Levels of instances in a break-down below the top; what is deeper counts for the one above."""

_LEAST = 0.01
"""The least share of some kind of cell with which an instance has a line of its own."""

_PARTS = 8
"""Parts of a bar, each in a colour of its own; the smallest ones are one."""

_LARGE = 0.3
"""A part of a bar with more of the LUTs than this is shown by what is in it."""


def area(parts: Sequence[Breakdown], found: Sequence[Record]) -> Markup:
    """The section of the break-downs `parts`, with the records `found` of flattened cores beside them."""
    if not parts:
        return section("area", nothing("break-down", breakdown.COMMAND))
    flat = {f"breakdown/{record.path}": record for record in found}
    return section(
        "area",
        tag("p", _AREA_ABOUT),
        *(_breakdown(record, flat.get(record.path)) for record in parts),
    )


def _breakdown(record: Breakdown, flat: Record | None) -> Markup:
    path = f"results/{record.path}"
    tree, whole = record.tree, record.tree.total
    title = named(record)
    lines = list(_lines(tree, whole))
    found = shares(tree)
    return tag(
        "article",
        tag("h3", title),
        tag("div", *(_bar(found, name, whole[name]) for name in RESOURCES if whole[name]), class_="bars"),
        _legend(found),
        _against(whole, flat),
        tag(
            "details",
            tag("summary", f"{len(lines)} instances, as a table"),
            box(
                f"Area of {title}",
                tag(
                    "table",
                    head(("instance", "module", *TITLES.values()), ("instance", "module")),
                    tag("tbody", *lines),
                ),
            ),
        ),
        provenance(record, path),
        class_="breakdown",
        id=anchor(path),
        data_records=path,
    )


def _against(whole: Mapping[str, float], flat: Record | None) -> Markup:
    """The flattened core of the record, and what the sum by module differs by."""
    if flat is None:
        return tag("p", "No record has the flattened core.", class_="note")
    cells = flat.cells
    path = f"results/{flat.path}"
    words = ", ".join(f"{cells[name]:g} {TITLES[name]}" for name in RESOURCES if whole[name] or cells[name])
    more = ", ".join(
        f"{100 * (whole[name] / cells[name] - 1):+.0f} % {TITLES[name]}"
        if cells[name]
        else f"{whole[name]:+g} {TITLES[name]}"
        for name in RESOURCES
        if whole[name] != cells[name]
    )
    return tag(
        "p",
        "Flattened, as in ",
        tag("a", "its record", href=f"#{anchor(path)}"),
        f": {words}. By module: {more or 'the same'}.",
        class_="against",
    )


def shares(tree: Tree) -> list[tuple[str, dict[str, float]]]:
    """Parts that sum to the whole: modules by name and number, the large ones by what is in them.

    At most _PARTS, those with the largest share of any kind of cell; the smallest are one.
    """
    whole = tree.total
    done: list[tuple[str, dict[str, float]]] = []
    waiting: list[tuple[tuple[str, ...], list[Tree]]] = [((structure.short(tree.module),), [tree])]
    while waiting:
        path, group = waiting.pop()
        cells = _sum(each.total for each in group)
        below = [child for each in group for child in each.children]
        times = f" \N{MULTIPLICATION SIGN}{len(group)}" if len(group) > 1 else ""
        label = " / ".join(path[1:] or path) + times
        if not below or (len(path) > 1 and cells["lut"] <= _LARGE * whole["lut"]):
            done.append((label, cells))
            continue
        own = _sum(each.cells for each in group)
        if any(own.values()):
            done.append((f"{label} itself", own))
        names = dict.fromkeys(child.module for child in below)
        waiting += [
            ((*path, structure.short(name)), [child for child in below if child.module == name])
            for name in names
        ]
    done.sort(key=lambda found: -max(found[1][name] / whole[name] for name in RESOURCES if whole[name]))
    kept, rest = done[: _PARTS - 1], done[_PARTS - 1 :]
    if len(rest) > 1:
        rest = [(f"{len(rest)} others", _sum(cells for _, cells in rest))]
    return [*kept, *rest]


def _sum(found: Iterable[Mapping[str, float]]) -> dict[str, float]:
    every = list(found)
    return {name: sum(cells[name] for cells in every) for name in RESOURCES}


def _bar(found: Sequence[tuple[str, Mapping[str, float]]], name: str, whole: float) -> Markup:
    """One kind of cell by the parts of a core, as parts of a bar."""
    parts = []
    words = []
    x = 0.0
    for index, (instance, cells) in enumerate(found):
        if cells[name]:
            share = 100 * cells[name] / whole
            label = f"{instance}: {cells[name]:g} {TITLES[name]}, {share:.0f} %"
            words.append(label)
            parts.append(
                tag("rect", tag("title", label), x=x, y=0, width=share, height=10, class_=f"fill{index}")
            )
            x += share
    return tag(
        "div",
        tag("span", f"{whole:g} {TITLES[name]}"),
        tag(
            "svg",
            *parts,
            viewbox="0 0 100 10",
            preserveAspectRatio="none",
            role="img",
            aria_label="; ".join(words),
        ),
    )


def _legend(found: Sequence[tuple[str, Mapping[str, float]]]) -> Markup:
    items = (
        tag("li", tag("span", class_=f"key fill{index}"), instance)
        for index, (instance, cells) in enumerate(found)
        if any(cells.values())
    )
    return tag("ul", *items, class_="legend")


def _lines(tree: Tree, whole: Mapping[str, float], depth: int = 0) -> Iterator[Markup]:
    """Lines of a table: an instance with all in it, and below it those in it that are large enough."""
    cells = tree.total
    if depth and not any(whole[name] and cells[name] / whole[name] >= _LEAST for name in RESOURCES):
        return
    yield tag(
        "tr",
        tag("th", tree.instance, scope="row", class_=f"deep{depth}"),
        tag("td", tree.module),
        *(_cell(cells[name], whole[name]) for name in RESOURCES),
    )
    if depth < _DEPTH:
        for child in tree.children:
            yield from _lines(child, whole, depth + 1)


def _cell(value: float, whole: float) -> Markup:
    share = f"--share:{100 * value / whole:.1f}%" if whole else None
    return tag("td", f"{value:g}" if value else "-", class_="number share", style=share)
