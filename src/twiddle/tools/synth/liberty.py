# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A liberty file of standard cells: its cells, their areas, and the NAND2 as the unit of area."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

import msgspec

from twiddle.base.errors import TwiddleError, as_path, system_errors

_STRING = r'"(?:[^"\\]|\\.)*"'
_COMMENT = re.compile(rf"({_STRING})|/\*.*?\*/|//[^\n]*|\\\r?\n", re.DOTALL)
_SPACE = re.compile(r"[\s;]*")
_GROUP = re.compile(rf"([\w.]+)\s*\(((?:{_STRING}|[^\"()])*)\)[ \t\r\n]*(\{{?)", re.DOTALL)
_ATTRIBUTE = re.compile(rf"([\w.\[\]]+)\s*(?::|=)\s*({_STRING}|[^;\n{{}}]*)")
_TOKEN = re.compile(r"\s*([\w\[\].]+|[!'^&*|+()])")
_STORES = {"ff", "ff_bank", "latch", "latch_bank", "statetable"}


@dataclass(frozen=True)
class Group:
    """A group of a liberty file: `kind (name) { attributes, groups }`."""

    kind: str
    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    groups: list[Group] = field(default_factory=list)


@dataclass(frozen=True)
class Cell:
    """A standard cell.

    stores     it is a flip-flop or a latch
    functions  of its outputs, as in the file
    state      of a flip-flop: the names of its value and of the inverted one
    next       of a flip-flop: next_state, clear and preset, those that it has
    """

    name: str
    area: float
    stores: bool
    inputs: tuple[str, ...]
    functions: Mapping[str, str]
    state: tuple[str, ...] = ()
    next: Mapping[str, str] = field(default_factory=dict)


class Used(msgspec.Struct, frozen=True):
    """A library in a record: file, its sha256, the gate whose area (nand2_area) is the unit of area."""

    file: str
    sha256: str
    nand2: str
    nand2_area: int | float


@dataclass(frozen=True)
class Library:
    """A library of standard cells, as read from one file."""

    file: str  # name of the file, without its folder
    text: bytes = field(repr=False)  # its content
    cells: Mapping[str, Cell] = field(repr=False, hash=False)  # every cell by its name
    nand2: Cell  # the 2-input NAND of least area, the unit of gate equivalents
    drive: Cell  # the assumed driver of inputs: the buffer of least area, or an inverter if there is no buffer

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.text).hexdigest()

    @property
    def used(self) -> Used:
        return Used(self.file, self.sha256, self.nand2.name, self.nand2.area)


def load(path: Path | str, sha256: str | None = None) -> Library:
    """Read the liberty file of a library; checks its `sha256` if given."""
    path = as_path("path", path)
    with system_errors(path):
        text = path.read_bytes()
    digest = hashlib.sha256(text).hexdigest()
    if sha256 is not None and digest != sha256.lower():
        raise TwiddleError(f"{path}: its sha256 is {digest}, not {sha256}")
    try:
        cells = {cell.name: cell for cell in _cells(parse(text.decode("utf-8", errors="replace")))}
    except (ValueError, RecursionError) as error:
        raise TwiddleError(f"{path}: not a liberty file: {error}") from None
    nand2, buffer, inverter = (
        _least(cells.values(), inputs, table)
        for inputs, table in ((2, [True, True, True, False]), (1, [False, True]), (1, [True, False]))
    )
    drive = buffer or inverter
    if nand2 is None:
        raise TwiddleError(f"{path}: has no 2-input NAND, the unit of area")
    if drive is None or not any(cell.stores for cell in cells.values()):
        raise TwiddleError(f"{path}: has no {'inverter' if drive is None else 'flip-flop'}")
    return Library(path.name, text, cells, nand2, drive)


def parse(text: str) -> Group:
    """The group `library` of a liberty file with its content. Raises ValueError for any other text."""
    plain = _COMMENT.sub(lambda token: token[1] or " " * len(token[0]), text)
    top = Group("", "")
    stack = [top]
    at = _skip(plain, 0)
    while at < len(plain):
        group = stack[-1]
        if plain[at] == "}" and len(stack) > 1:
            stack.pop()
            at += 1
        elif statement := _GROUP.match(plain, at):
            if statement[3]:
                stack.append(Group(statement[1], _unquoted(statement[2])))
                group.groups.append(stack[-1])
            at = statement.end()
        elif (statement := _ATTRIBUTE.match(plain, at)) and len(stack) > 1:
            group.attributes[statement[1]] = _unquoted(statement[2])
            at = statement.end()
        else:
            raise ValueError(f"line {text.count(chr(10), 0, at) + 1} is not a statement of a library")
        at = _skip(plain, at)
    if len(stack) > 1:
        raise ValueError(f"the group {stack[-1].kind} ({stack[-1].name}) has no end")
    if [group.kind for group in top.groups] != ["library"]:
        raise ValueError("it is not one group `library`")
    return top.groups[0]


def _skip(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at


def _unquoted(text: str) -> str:
    return text.strip().removeprefix('"').removesuffix('"').strip()


def _cells(library: Group) -> Iterator[Cell]:
    """The usable cells. Raises ValueError for an area that is not a number."""
    for group in library.groups:
        if group.kind != "cell" or group.attributes.get("dont_use") == "true":
            continue
        pins = [pin for pin in group.groups if pin.kind == "pin"]
        inputs = tuple(sorted(pin.name for pin in pins if pin.attributes.get("direction") == "input"))
        functions = {pin.name: pin.attributes["function"] for pin in pins if "function" in pin.attributes}
        stores = [child for child in group.groups if child.kind in _STORES]
        state = tuple(name.strip() for name in stores[0].name.split(",")) if stores else ()
        try:
            area = float(group.attributes.get("area", "0"))
        except ValueError as error:
            raise ValueError(f"cell {group.name}: area: {error}") from None
        yield Cell(group.name, area, bool(stores), inputs, functions, state, stores[0].attributes if stores else {})


def _least(cells: Iterable[Cell], inputs: int, table: list[bool]) -> Cell | None:
    """The gate of least area with one output, this many inputs and these values; None if there is none."""
    gates = [
        cell
        for cell in cells
        if cell.area > 0 and not cell.stores and len(cell.inputs) == inputs and _table(cell) == table
    ]
    return min(gates, key=lambda cell: cell.area, default=None)


def _table(cell: Cell) -> list[bool] | None:
    """The values of a gate with one output; None for another gate or an unreadable function."""
    try:
        (function,) = cell.functions.values()
        return values(function, cell.inputs)
    except ValueError:
        return None


def values(function: str, inputs: Sequence[str]) -> list[bool]:
    """A function for all values of its inputs; the last input changes fastest. Raises ValueError.

    Of liberty: !a or a', then a ^ b, then a b or a & b or a * b, then a + b or a | b. As an expression of Python its
    lowest bit has the result: there + binds as ^ does here.
    """
    words = {**_WORDS, **{name: f"pins[{index}]" for index, name in enumerate(inputs)}}
    tokens, parts, opened, operand = _TOKEN.findall(function), list[str](), list[int](), -1
    for token in tokens:
        if token == "'" and operand >= 0:
            parts.insert(operand, "~")
            continue
        if operand >= 0 and token not in "^&*+|)":
            parts.append("&")
        operand = len(parts)
        parts.append(words.get(token, "?"))
        if token == "(":
            opened.append(operand)
        if token in "!^&*+|(":
            operand = -1
        elif token == ")" and opened:
            operand = opened.pop()
    try:
        code = compile(" ".join(parts if "".join(tokens) == "".join(function.split()) else "?"), "liberty", "eval")
    except SyntaxError:
        raise ValueError(f"function {function!r} cannot be read") from None
    return [bool(eval(code, {"pins": row}) & 1) for row in product((0, 1), repeat=len(inputs))]


_WORDS = {"!": "~", "^": "+", "&": "&", "*": "&", "+": "|", "|": "|", **{each: each for each in "()01"}}
