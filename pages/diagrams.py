# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Block diagrams as SVG: boxes in columns and rows, arrows between them, and the area of each box from a record."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pages.pictures import TEMPLATES
from twiddle.base.errors import TwiddleError
from twiddle.evidence.breakdown import Tree, load_all
from twiddle.evidence.results import Results

DATA = Path(__file__).parent / "diagrams.toml"

ROW, ROOM, AROUND = 92, 34, 20
"""Height of a row, space between columns at least, and between boxes and the arrows around them."""

_WORDS, _MODULE = 7.0, 6.4
"""Width of a character of the words and of the name of a module."""

_ARROW = re.compile(r"(\w+) (->|<->|--) (\w+)(?: (turn|over|under))?(?:: (.*))?")


@dataclass(frozen=True)
class Box:
    """A box or, without a module, a port; x and y are its centre, area its cells in words."""

    words: str
    module: str
    area: str
    x: float
    y: float
    width: float
    height: float


def all_of() -> dict[str, dict[str, Any]]:
    """The data of every diagram by its name."""
    return tomllib.loads(DATA.read_text(encoding="utf-8"))


def draw(name: str, results: Results) -> str:
    """The SVG of a diagram. Raises TwiddleError for an arrow that is none."""
    data = all_of()[name]
    trees = {each.path: each.tree for each in load_all(results)}
    tree = trees.get(f"breakdown/{data['area']}-xc7.json") if "area" in data else None
    boxes = _placed(data["boxes"], data["arrows"], tree)
    arrows = [_arrow(text, boxes, name) for text in data["arrows"]]
    heights = [y for arrow in arrows for _, y in arrow["points"]] + [arrow["middle"][1] - 10 for arrow in arrows]
    heights += [box.y + sign * box.height / 2 for box in boxes.values() for sign in (-1, 1)]
    top = min(heights) - 8
    return TEMPLATES.get_template("diagram.svg.j2").render(
        title=data["title"],
        boxes=boxes.values(),
        arrows=arrows,
        area=tree is not None,
        top=top,
        width=8
        + max(
            *(box.x + box.width / 2 for box in boxes.values()),
            *(arrow["middle"][0] + 5.6 * len(arrow["label"]) for arrow in arrows if arrow["aside"]),
            0,
        ),
        height=max(heights) + 8 - top + 18 * (tree is not None),
    )


def _cells(tree: Tree | None, module: str) -> str:
    """The cells of all instances of a module, in words; empty if there is none."""
    found = [each.total for each in _instances(tree, module)] if tree is not None else []
    total = {kind: sum(each[kind] for each in found) for kind in ("lut", "dsp", "bram36")}
    titles = {"lut": "LUT", "dsp": "DSP", "bram36": "BRAM36"}
    return ", ".join(f"{count:,g} {titles[kind]}" for kind, count in total.items() if count)


def _instances(tree: Tree, module: str) -> Iterable[Tree]:
    """The outermost instances of a module."""
    if tree.module == module:
        yield tree
    else:
        for child in tree.children:
            yield from _instances(child, module)


def _placed(boxes: Mapping[str, list[Any]], arrows: Iterable[str], tree: Tree | None) -> dict[str, Box]:
    """The boxes with their places: a column is as wide as its widest box, a gap as its longest label."""
    found = {}
    for key, (column, row, words, *more) in boxes.items():
        module = more[0] if more else ""
        found[key] = (column, row, words, module, _cells(tree, module))
    columns = range(1 + max(column for column, *_ in found.values()))
    widths = {each: max(_width(*rest) for column, _, *rest in found.values() if column == each) for each in columns}
    gaps = dict.fromkeys(columns, ROOM)
    for text in arrows:
        if (arrow := _ARROW.fullmatch(text)) and arrow[5] and not arrow[4]:
            first, second = sorted((found[arrow[1]], found[arrow[3]]))[:2]
            if first[0] != second[0]:
                gaps[first[0]] = max(gaps[first[0]], round(6 * len(arrow[5]) + 24))
    left, centres = 8.0, {}
    for each in columns:
        centres[each] = left + widths[each] / 2
        left += widths[each] + gaps[each]
    return {
        key: Box(
            words, module, area, centres[column], 34 + ROW * row, _width(words, module, area), 52 if module else 26
        )
        for key, (column, row, words, module, area) in found.items()
    }


def _width(words: str, module: str, area: str) -> float:
    return max(len(words) * _WORDS + 14, len(module) * _MODULE + 14 if module else 0, len(area) * 6.2 + 14, 44)


def _arrow(text: str, boxes: Mapping[str, Box], name: str) -> dict[str, Any]:
    """The path of an arrow, where its label is, and which of its ends have heads."""
    arrow = _ARROW.fullmatch(text)
    if arrow is None or not {arrow[1], arrow[3]} <= boxes.keys():
        raise TwiddleError(f"{DATA}: {name}: {text!r}: no arrow between two boxes")
    one, two = boxes[arrow[1]], boxes[arrow[3]]
    right, down = (1 if two.x >= one.x else -1), (1 if two.y >= one.y else -1)
    if arrow[4] in ("over", "under"):
        sign = -1 if arrow[4] == "over" else 1
        edge = sign * (max(sign * box.y + box.height / 2 for box in (one, two)) + AROUND)
        left, enter = one.x + right * one.width / 4, two.x + two.width / 4
        points = [
            (left, one.y + sign * one.height / 2),
            (left, edge),
            (enter, edge),
            (enter, two.y + sign * two.height / 2),
        ]
        middle = ((left + enter) / 2, edge - 5)
    elif one.y == two.y:
        points = [(one.x + right * one.width / 2, one.y), (two.x - right * two.width / 2, two.y)]
        middle = ((points[0][0] + points[1][0]) / 2, one.y - 6)
    elif one.x == two.x:
        points = [(one.x, one.y + down * one.height / 2), (two.x, two.y - down * two.height / 2)]
        middle = (one.x + 6, (points[0][1] + points[1][1]) / 2 + 4)
    elif arrow[4] == "turn":
        points = [(one.x, one.y + down * one.height / 2), (one.x, two.y), (two.x - right * two.width / 2, two.y)]
        middle = ((points[1][0] + points[2][0]) / 2, two.y - 6)
    else:
        points = [(one.x + right * one.width / 2, one.y), (two.x, one.y), (two.x, two.y - down * two.height / 2)]
        middle = ((points[0][0] + two.x) / 2, one.y - 6)
    return {
        "points": points,
        "label": arrow[5] or "",
        "middle": middle,
        "aside": one.x == two.x,
        "start": arrow[2] == "<->",
        "end": arrow[2] != "--",
    }
