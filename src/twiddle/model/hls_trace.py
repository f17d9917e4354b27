# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Integers that record how they were computed: an untimed description becomes a dataflow graph.

A description is Python over integers, with the functions of this module where Python has no operator. With
integers it computes; with `Value`s it builds a `Graph`. A value has a range for every mode of the description
(the kinds of step that share the hardware), and so needs no declared width.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from twiddle.base.errors import TwiddleError

Range = tuple[int, int]
"""Least and largest value."""


def hull(ranges: Iterable[Range]) -> Range:
    """The smallest range that contains all of these."""
    lows, highs = zip(*ranges, strict=True)
    return min(lows), max(highs)


@dataclass(frozen=True, eq=False)
class Value:
    """One result in the graph: `kind` and `arguments` define its computation, `ranges` its range by mode."""

    graph: Graph
    number: int
    kind: str
    arguments: tuple[Value, ...]
    ranges: tuple[Range, ...]
    data: object = None  # further data of the kind: a name, a number of bits, a table

    @property
    def low(self) -> int:
        return hull(self.ranges)[0]

    @property
    def high(self) -> int:
        return hull(self.ranges)[1]

    @property
    def signed(self) -> bool:
        """Some value is negative: two's complement."""
        return self.low < 0

    @property
    def width(self) -> int:
        magnitude = max(self.high, ~self.low)
        return max(1, magnitude.bit_length() + self.signed)

    def __add__(self, other: Value | int) -> Value:
        return self.graph.binary("add", self, other)

    def __radd__(self, other: int) -> Value:
        return self.graph.binary("add", self.graph.constant(other), self)

    def __sub__(self, other: Value | int) -> Value:
        return self.graph.binary("sub", self, other)

    def __rsub__(self, other: int) -> Value:
        return self.graph.binary("sub", self.graph.constant(other), self)

    def __mul__(self, other: Value | int) -> Value:
        return self.graph.binary("mul", self, other)

    def __rmul__(self, other: int) -> Value:
        return self.graph.binary("mul", self.graph.constant(other), self)

    def __lshift__(self, amount: int) -> Value:
        ranges = tuple((low << amount, high << amount) for low, high in self.ranges)
        return self.graph.add("shl", (self,), ranges, amount) if amount else self

    def __rshift__(self, amount: int) -> Value:
        ranges = tuple((low >> amount, high >> amount) for low, high in self.ranges)
        return self.graph.add("shr", (self,), ranges, amount) if amount else self


Number = Value | int
"""The numbers of a description."""


@dataclass
class Graph:
    """The values of one traced description, each after its arguments, for the modes of `modes`."""

    modes: tuple[str, ...]
    values: list[Value] = field(default_factory=list)
    outputs: dict[str, Value] = field(default_factory=dict)
    _known: dict[tuple[object, ...], Value] = field(default_factory=dict)

    def add(self, kind: str, arguments: tuple[Value, ...], ranges: tuple[Range, ...], data: object = None) -> Value:
        """A new value, or an existing equal one. A value with a single possible number becomes a constant."""
        single = {bound for each in ranges for bound in each}
        if kind not in ("const", "input", "read") and len(single) == 1:
            return self.constant(single.pop())
        key = (kind, tuple(each.number for each in arguments), ranges, data)
        if key not in self._known:
            self._known[key] = Value(self, len(self.values), kind, arguments, ranges, data)
            self.values.append(self._known[key])
        return self._known[key]

    def constant(self, value: int) -> Value:
        return self.add("const", (), ((value, value),) * len(self.modes), value)

    def number(self, value: Number) -> Value:
        """The value, or an integer as a constant."""
        return self.constant(value) if isinstance(value, int) else value

    def input(self, name: str, ranges: Sequence[Range]) -> Value:
        """An input of every iteration, with a range for each mode."""
        return self.add("input", (), tuple(ranges), name)

    def read(self, port: str, address: Value, ranges: Sequence[Range]) -> Value:
        """A read of an external memory or stream at an address."""
        return self.add("read", (address,), tuple(ranges), port)

    def output(self, name: str, value: Number) -> None:
        self.outputs[name] = self.number(value)

    def binary(self, kind: str, a: Value, b: Number) -> Value:
        """Sum, difference or product."""
        b = self.number(b)
        if kind != "mul" and b.kind == "const" and b.data == 0:
            return a
        if kind == "add" and a.kind == "const" and a.data == 0:
            return b
        ranges = []
        for (a_low, a_high), (b_low, b_high) in zip(a.ranges, b.ranges, strict=True):
            if kind == "add":
                ranges.append((a_low + b_low, a_high + b_high))
            elif kind == "sub":
                ranges.append((a_low - b_high, a_high - b_low))
            else:
                corners = [x * y for x in (a_low, a_high) for y in (b_low, b_high)]
                ranges.append((min(corners), max(corners)))
        return self.add(kind, (a, b), tuple(ranges))


def graph_of(*values: Number) -> Graph | None:
    """The graph of the first traced value; None if all are integers."""
    for value in values:
        if isinstance(value, Value):
            return value.graph
    return None


def low_bits(x: Number, bits: int) -> Number:
    """X modulo 2^bits."""
    if isinstance(x, int):
        return x & ((1 << bits) - 1)
    if x.low >= 0 and x.high < 1 << bits:
        return x
    mask = (1 << bits) - 1
    ranges = tuple((low, high) if low >= 0 and high <= mask else (0, mask) for low, high in x.ranges)
    return x.graph.add("low", (x,), ranges, bits)


def bit(x: Number, place: int) -> Number:
    """One bit of x."""
    return low_bits(x >> place, 1)


def _check_fits(what: str, part: Number, bits: int) -> None:
    low, high = span(part)
    if low < 0 or high >= 1 << bits:
        raise TwiddleError(f"{what}, in {low} to {high}, does not fit {bits} bits")


def join(*parts: tuple[Number, int]) -> Number:
    """Unsigned parts of given widths, concatenated, the first in the low bits.

    Raises TwiddleError for a part that does not fit.
    """
    for part, bits in parts:
        _check_fits("join: a part", part, bits)
    graph = graph_of(*(part for part, _ in parts))
    if graph is None:
        whole: Number = 0
        at = 0
        for part, bits in parts:
            whole += part << at
            at += bits
        return whole
    values = tuple(graph.number(part) for part, _ in parts)
    widths = tuple(bits for _, bits in parts)
    ranges = []
    for mode in range(len(graph.modes)):
        low = high = at = 0
        for value, bits in zip(values, widths, strict=True):
            low += value.ranges[mode][0] << at
            high += value.ranges[mode][1] << at
            at += bits
        ranges.append((low, high))
    return graph.add("join", values, tuple(ranges), widths)


def append(upper: Number, lower: Number, bits: int) -> Number:
    """Upper 2^bits + lower. Raises TwiddleError for a lower that is not in [0, 2^bits)."""
    _check_fits("append: the lower part", lower, bits)
    graph = graph_of(upper, lower)
    if graph is None:
        return (upper << bits) + lower
    a, b = graph.number(upper), graph.number(lower)
    pairs = zip(a.ranges, b.ranges, strict=True)
    ranges = tuple(((x[0] << bits) + y[0], (x[1] << bits) + y[1]) for x, y in pairs)
    return graph.add("append", (a, b), ranges, bits)


def select(condition: Number, yes: Number, no: Number) -> Number:
    """`yes` if the condition, 0 or 1, is 1; otherwise `no`."""
    if isinstance(condition, int):
        return yes if condition else no
    graph = condition.graph
    a, b = graph.number(yes), graph.number(no)
    if a is b or condition.kind == "const":
        return a if a is b or condition.data else b
    ranges = []
    for mode, (low, high) in enumerate(condition.ranges):
        ranges.append(hull(([a.ranges[mode]] if high else []) + ([] if low else [b.ranges[mode]])))
    return graph.add("select", (condition, a, b), tuple(ranges))


def choose(index: Number, options: Sequence[Number]) -> Number:
    """The option with that index; there is one for each value of the index, a power of two."""
    graph = graph_of(index, *options)
    if graph is None or isinstance(index, int):
        assert isinstance(index, int)
        return options[index]
    values = tuple(graph.number(option) for option in options)
    ranges = tuple(
        hull(value.ranges[mode] for value in values[low : high + 1]) for mode, (low, high) in enumerate(index.ranges)
    )
    return graph.add("choose", (index, *values), ranges)


def lookup(index: Number, table: Sequence[int], first: int = 0) -> Number:
    """table[index - first]: a small table of constants in logic."""
    if isinstance(index, int):
        return table[index - first]
    for low, high in index.ranges:
        if not first <= low <= high < first + len(table):
            raise TwiddleError(f"lookup: index in {low} to {high}, table from {first} to {first + len(table) - 1}")
    ranges = tuple(
        (min(table[low - first : high - first + 1]), max(table[low - first : high - first + 1]))
        for low, high in index.ranges
    )
    return index.graph.add("lookup", (index,), ranges, (first, tuple(table)))


def at_least(x: Number, bound: int) -> Number:
    """1 where x >= bound, otherwise 0."""
    if isinstance(x, int):
        return int(x >= bound)
    ranges = tuple((int(low >= bound), int(high >= bound)) for low, high in x.ranges)
    return x.graph.add("at_least", (x,), ranges, bound)


def bounded(x: Number, low: int, high: int) -> Number:
    """`x` with the range [low, high], which the caller guarantees and range analysis cannot derive.

    Raises TwiddleError for an integer out of it.
    """
    if isinstance(x, int):
        if not low <= x <= high:
            raise TwiddleError(f"bounded: {x} is not in {low} to {high}")
        return x
    ranges = tuple((max(each[0], low), min(each[1], high)) for each in x.ranges)
    return x.graph.add(x.kind, x.arguments, ranges, x.data)


def span(x: Number) -> Range:
    """The range of x over all modes."""
    return (x, x) if isinstance(x, int) else (x.low, x.high)
