# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The structure of a core as a drawing: its modules by folder, with a line to each that one uses."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from twiddle import manifest
from twiddle.manifest import FOLDERS
from twiddle.page.markup import Markup, join, tag

STEP = 236
"""Pixels from one column to the next."""

ROW = 28
HEIGHT = 22
CHARACTER = 6.7
TOP = 34


def drawing(top: str, used: Mapping[str, int], root: Path | None = None) -> Markup:
    """The drawing of a top module from the manifest; packages are left out.

    `used`: how often each module is in a netlist that was taken apart; the others are drawn dashed. Where it
    is empty all are drawn alike. Raises TwiddleError for a broken manifest.
    """
    found = {each.name: each for each in manifest.closure(top, root) if not each.name.endswith("_pkg")}
    columns = [name for name in reversed(FOLDERS) if any(each.folder == name for each in found.values())]
    order = _ordered(found, columns)
    tallest = max(len(names) for names in order.values())
    place = {
        name: (12 + STEP * column, TOP + ROW * (row + (tallest - len(order[folder])) / 2))
        for column, folder in enumerate(columns)
        for row, name in enumerate(order[folder])
    }
    edges = [
        _edge(place, name, other) for name, each in found.items() for other in each.depends if other in found
    ]
    nodes = [_node(name, each, place[name], used) for name, each in found.items()]
    titles = [
        tag("text", f"{folder}/", x=12 + STEP * column, y=16, class_="small")
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


def _ordered(found: Mapping[str, manifest.Module], columns: list[str]) -> dict[str, list[str]]:
    """The modules of each folder from top to bottom, each near those that use it."""
    users: dict[str, list[str]] = {name: [] for name in found}
    for name, each in found.items():
        for other in each.depends:
            if other in users:
                users[other].append(name)
    height: dict[str, float] = {}
    order: dict[str, list[str]] = {}
    later = list(found)[::-1]
    for folder in columns:
        names = [name for name in later if found[name].folder == folder]

        def middle(name: str) -> float:
            above = [height[user] for user in users[name] if user in height]
            return sum(above) / len(above) if above else 0.5

        names.sort(key=middle)
        for row, name in enumerate(names):
            height[name] = (row + 0.5) / len(names)
        order[folder] = names
    return order


def _width(name: str) -> float:
    return CHARACTER * len(name.removeprefix("twd_")) + 14


def _node(name: str, module: manifest.Module, place: tuple[float, float], used: Mapping[str, int]) -> Markup:
    x, y = place
    count = used.get(name, 0)
    words = name.removeprefix("twd_")
    state = "" if not used else f", {count} in the netlist" if count else ", for other parameters"
    return tag(
        "g",
        tag("title", f"{name}: rtl/{module.files[0]}{state}"),
        tag("rect", x=x, y=y, width=_width(name), height=HEIGHT, rx=4),
        tag("text", words, x=x + 7, y=y + 15),
        tag("text", f"\N{MULTIPLICATION SIGN}{count}", x=x + _width(name) + 4, y=y + 15, class_="small")
        if count > 1
        else None,
        class_="node" if not used or count else "node unused",
        data_module=name,
        tabindex=0,
        role="img",
        aria_label=f"{name} in {module.folder}{state}",
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


def legend(used: Mapping[str, int], of: str) -> Markup:
    """What the drawing says, in words."""
    lines = ["Columns are the folders of rtl/, a line leads from a module to one that it instantiates."]
    if used:
        lines.append(f"Filled: in the netlist of {of}, with its count. Dashed: for other parameters.")
    else:
        lines.append(
            "No netlist of this core was taken apart, so every module that it may contain is drawn alike."
        )
    lines.append("From rtl/manifest.toml, packages left out.")
    return tag("p", join(lines, " "), class_="note")
