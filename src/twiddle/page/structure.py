# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The structure of a core as a drawing: its modules by folder, with a line to each that one uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from twiddle import manifest
from twiddle.manifest import folders
from twiddle.page.breakdown import Tree
from twiddle.page.markup import Markup, tag

STEP = 236
"""Pixels from one column to the next."""

ROW = 28
HEIGHT = 22
CHARACTER = 6.7
TOP = 34

MADE = "generated"
"""In place of a folder, for modules that a tool makes."""


@dataclass(frozen=True)
class Node:
    """A module: its folder, its file in `rtl/` (None: made by a tool), and how often a netlist has it.

    count is None where there is no netlist.
    """

    folder: str
    file: str | None
    count: int | None


@dataclass(frozen=True)
class Graph:
    """The modules of a core by their names, the top one first, and which of them uses which."""

    nodes: Mapping[str, Node]
    uses: frozenset[tuple[str, str]]

    def dependencies(self, name: str) -> list[str]:
        """What a module uses, in the order of the modules."""
        return [other for other in self.nodes if (name, other) in self.uses]


def declared(top: str, root: Path | None = None) -> Graph:
    """All that a top module may use, by the manifest; packages are left out.

    Raises TwiddleError for a broken manifest.
    """
    found = [each for each in manifest.closure(top, root) if not each.name.endswith("_pkg")][::-1]
    nodes = {each.name: Node(each.folder, each.files[0], None) for each in found}
    uses = {(each.name, other) for each in found for other in each.depends if other in nodes}
    return Graph(nodes, frozenset(uses))


def built(tree: Tree) -> Graph:
    """What a netlist uses, by a break-down of it: modules with cells in them.

    Raises TwiddleError for a broken manifest.
    """
    known = manifest.modules()
    nodes = {}
    for name, count in tree.modules.items():
        module = known.get(name)
        nodes[name] = Node(module.folder, module.files[0], count) if module else Node(MADE, None, count)
    return Graph(nodes, frozenset(_uses(tree)))


def _uses(tree: Tree) -> Iterator[tuple[str, str]]:
    for child in tree.children:
        yield tree.module, child.module
        yield from _uses(child)


def drawing(top: str, graph: Graph) -> Markup:
    """The drawing of a top module: a column a folder, a line from each module to what it uses."""
    columns = [
        name
        for name in (MADE, *reversed(folders()))
        if any(each.folder == name for each in graph.nodes.values())
    ]
    order = _ordered(graph, columns)
    tallest = max(len(names) for names in order.values())
    place = {
        name: (12 + STEP * column, TOP + ROW * (row + (tallest - len(order[folder])) / 2))
        for column, folder in enumerate(columns)
        for row, name in enumerate(order[folder])
    }
    edges = [_edge(place, *pair) for pair in sorted(graph.uses)]
    nodes = [_node(name, graph, place[name]) for name in graph.nodes]
    titles = [
        tag("text", folder if folder == MADE else f"{folder}/", x=12 + STEP * column, y=16, class_="small")
        for column, folder in enumerate(columns)
    ]
    width, height = STEP * len(columns), TOP + ROW * tallest + 8
    return tag(
        "svg",
        *titles,
        tag("g", *edges, class_="edges"),
        tag("g", *nodes),
        viewbox=f"0 0 {width} {height}",
        width=width,
        height=height,
        class_="structure",
        role="group",
        aria_label=f"Modules of {top}",
    )


def _ordered(graph: Graph, columns: Sequence[str]) -> dict[str, list[str]]:
    """The modules of each folder from top to bottom, each near those that use it."""
    users: dict[str, list[str]] = {name: [] for name in graph.nodes}
    for name, other in sorted(graph.uses):
        users[other].append(name)
    height: dict[str, float] = {}
    order: dict[str, list[str]] = {}
    for folder in columns:
        names = [name for name, each in graph.nodes.items() if each.folder == folder]

        def middle(name: str) -> float:
            above = [height[user] for user in users[name] if user in height]
            return sum(above) / len(above) if above else 0.5

        names.sort(key=middle)
        for row, name in enumerate(names):
            height[name] = (row + 0.5) / len(names)
        order[folder] = names
    return order


def _width(name: str) -> float:
    return CHARACTER * len(short(name)) + 14


def short(name: str) -> str:
    """The name of a module without the prefix that all have."""
    return name.removeprefix("twd_")


def _node(name: str, graph: Graph, place: tuple[float, float]) -> Markup:
    x, y = place
    node = graph.nodes[name]
    where = f"rtl/{node.file}" if node.file else "made by a tool"
    times = f", {node.count} in the netlist" if node.count else ""
    uses = ", ".join(map(short, graph.dependencies(name)))
    label = f"{short(name)}: {where}{times}{'; uses ' + uses if uses else ''}"
    return tag(
        "g",
        tag("title", label),
        tag("rect", x=x, y=y, width=_width(name), height=HEIGHT, rx=4),
        tag("text", short(name), x=x + 7, y=y + 15),
        tag(
            "text",
            f"\N{MULTIPLICATION SIGN}{node.count}",
            x=x + _width(name) + 4,
            y=y + 15,
            class_="small count",
        )
        if node.count and node.count > 1
        else None,
        class_="node",
        data_module=name,
        tabindex=0,
        role="img",
        aria_label=label,
    )


def _edge(place: Mapping[str, tuple[float, float]], name: str, other: str) -> Markup:
    (x, y), (u, v) = place[name], place[other]
    start, end = (x + _width(name), y + HEIGHT / 2), (u, v + HEIGHT / 2)
    if x == u:
        end = u + _width(other), end[1]
        right = max(start[0], end[0]) + 10 + min(24, abs(v - y) / 10)
        bends = right, right
    else:
        bend = min(90, (u - start[0]) / 2)
        bends = start[0] + bend, u - bend
    way = f"{bends[0]:.0f} {start[1]:.0f} {bends[1]:.0f} {end[1]:.0f} {end[0]:.0f} {end[1]:.0f}"
    path = f"M{start[0]:.0f} {start[1]:.0f}C{way}"
    return tag("path", d=path, data_from=name, data_to=other)
