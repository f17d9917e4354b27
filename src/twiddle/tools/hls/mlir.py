# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A dataflow graph as an unscheduled CIRCT pipeline: operations and their operator types, no stages."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from twiddle.model.hls_trace import Graph, Value
from twiddle.tools.template import render

OPERATORS: Mapping[str, str] = {
    "add": "a sum, difference or comparison wider than a coefficient and one bit",
    "short": "a narrower one",
    "mul": "a product",
    "choose": "a multiplexer of four coefficients",
    "logic": "everything else: bits, selections, small tables, sums of up to 4 bits",
}
"""Operator types with a configurable latency, and their operations."""

READ_LATENCY = 2
"""Cycles from an address to its word, fixed by the memories of the shell."""


def operator(value: Value, short: int) -> str:
    """The operator type of a value; sums of up to `short` bits are short."""
    if value.kind in ("add", "sub") or (value.kind == "at_least" and value.data):
        width = max(value.width, value.arguments[0].width) if value.kind == "at_least" else value.width
        return "logic" if width <= 4 else "short" if width <= short else "add"
    return value.kind if value.kind in ("mul", "choose", "read") else "logic"


@dataclass
class _Writer:
    """Text of the pipeline's body."""

    short: int
    factors: frozenset[int]  # numbers of the values that are factors of products
    lines: list[str] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    reads: dict[str, int] = field(default_factory=dict)
    modules: dict[str, str] = field(default_factory=dict)
    count: int = 0

    def name(self, text: str) -> str:
        name = f"%v{self.count}"
        self.count += 1
        self.lines.append(f"{name} = {text}")
        return name

    def line(self, text: str, kind: str = "logic", types: str = "") -> str:
        return self.name(f"{text} {{ssp.operator_type = @{kind}}} : {types}")

    def constant(self, value: int, width: int) -> str:
        half = 1 << width >> 1
        return self.name(f"hw.constant {(value + half) % (1 << width) - half} : i{width}")

    def part(self, name: str, width: int, low: int, bits: int) -> str:
        """A bit field of a named value, from bit low on."""
        if low == 0 and bits == width:
            return name
        return self.line(f"comb.extract {name} from {low}", "logic", f"(i{width}) -> i{bits}")

    def glue(self, parts: list[tuple[str, int]]) -> str:
        """A concatenation, the first part in the high bits."""
        if len(parts) == 1:
            return parts[0][0]
        return self.line(
            f"comb.concat {', '.join(name for name, _ in parts)}", "logic", ", ".join(f"i{width}" for _, width in parts)
        )

    def of(self, value: Value, width: int) -> str:
        """A value modulo 2^width, sign- or zero-extended."""
        if value.kind == "const":
            assert isinstance(value.data, int)
            return self.constant(value.data, width)
        name, has = self.names[value.number], value.width
        if width <= has:
            return self.part(name, has, 0, width)
        more = width - has
        if not value.signed:
            return self.glue([(self.constant(0, more), more), (name, has)])
        sign = self.part(name, has, has - 1, 1)
        if more > 1:
            sign = self.line(f"comb.replicate {sign}", "logic", f"(i1) -> i{more}")
        return self.glue([(sign, more), (name, has)])

    def table(self, value: Value) -> str:
        """A small table: one truth table per result bit; patterns outside it give the nearest entry."""
        data: Any = value.data
        first, table = data
        (index,) = value.arguments
        bits = [self.part(self.names[index.number], index.width, at, 1) for at in reversed(range(index.width))]
        rows = []
        for pattern in range(1 << index.width):
            negative = index.signed and pattern >> (index.width - 1)
            number = pattern - (1 << index.width) if negative else pattern
            rows.append(table[min(max(number - first, 0), len(table) - 1)] % (1 << value.width))
        columns = []
        for at in reversed(range(value.width)):
            column = [row >> at & 1 for row in rows]
            if len(set(column)) == 1:
                columns.append((self.constant(-column[0], 1), 1))
            else:
                entries = ", ".join("true" if each else "false" for each in column)
                table_text = f"comb.truth_table {', '.join(bits)} -> [{entries}]"
                name = self.name(f"{table_text} {{ssp.operator_type = @logic}}")
                columns.append((name, 1))
        return self.glue(columns)

    def product(self, value: Value) -> str:
        """An instance of a multiplier module: signs exist only in its Verilog."""
        a, b = value.arguments
        shapes = "_".join(f"{'s' if each.signed else 'u'}{each.width}" for each in (a, b))
        name = f"mul_{shapes}_{value.width}"
        operands = [
            f"$signed({{{{{at}}}}})" if each.signed else f"$signed({{1'b0, {{{{{at}}}}}}})"
            for at, each in enumerate((a, b))
        ]
        kind = f"(i{a.width}, i{b.width}) -> i{value.width}"
        self.modules[name] = (
            f"hw.module private @{name}(in %a : i{a.width}, in %b : i{b.width}, out p : i{value.width}) {{\n"
            f'  %p = sv.verbatim.expr "{" * ".join(operands)}" (%a, %b) : {kind}\n'
            f"  hw.output %p : i{value.width}\n}}"
        )
        x, y = self.names[a.number], self.names[b.number]
        return self.name(
            f'hw.instance "product{value.number}" @{name}(a: {x}: i{a.width}, b: {y}: i{b.width}) '
            f"-> (p: i{value.width}) {{ssp.operator_type = @mul}}"
        )

    def read(self, value: Value) -> str:
        """An instance whose result CIRCT registers; the backend replaces these registers by the memory."""
        (address,) = value.arguments
        port = str(value.data)
        place = len(self.reads)
        self.reads[port] = address.width
        self.modules[port] = (
            f"hw.module private @read_{port}(in %address : i{address.width}, in %word : i{value.width}, "
            f"out data : i{value.width}) {{\n  hw.output %word : i{value.width}\n}}"
        )
        return self.name(
            f'hw.instance "{port}" @read_{port}(address: {self.names[address.number]}: i{address.width}, '
            f"word: %{port}_data: i{value.width}) -> (data: i{value.width}) "
            f'{{ssp.operator_type = @read, port = "{port}", place = {place} : i32}}'
        )

    def write(self, value: Value) -> str:
        """Writes the lines of a value; returns the name of its result."""
        kind, width, given = value.kind, value.width, value.arguments
        data: Any = value.data
        if kind in ("add", "sub") and value.number in self.factors:
            return self.chained(value)
        if kind in ("add", "sub"):
            both = ", ".join(self.of(each, width) for each in given)
            return self.line(f"comb.{kind} {both}", operator(value, self.short), f"i{width}")
        if kind == "select":
            condition = self.names[given[0].number]
            both = ", ".join(self.of(each, width) for each in given[1:])
            return self.line(f"comb.mux {condition}, {both}", "logic", f"i{width}")
        if kind == "shl":
            kept = width - data
            return self.glue([(self.of(given[0], kept), kept), (self.constant(0, data), data)])
        if kind == "shr":
            low = min(data, given[0].width - 1)
            return self.part(self.names[given[0].number], given[0].width, low, width)
        if kind == "low":
            return self.of(given[0], width)
        if kind == "join":
            parts = [(self.of(each, bits), bits) for each, bits in zip(given, data, strict=True)]
            return self.part(self.glue(parts[::-1]), sum(data), 0, width)
        if kind == "append":
            kept = width - data
            return self.glue([(self.of(given[0], kept), kept), (self.of(given[1], data), data)])
        if kind == "at_least":
            return self.comparison(value)
        return {"mul": self.product, "read": self.read, "lookup": self.table, "choose": self.choose}[kind](value)

    def chained(self, value: Value) -> str:
        """A sum or difference with one more bit below it, as in twd_carry_add; for factors of products.

        Without that bit Yosys makes it the pre-adder of a DSP block, which does not wrap: docs/trust/netlists.md.
        """
        width = value.width
        a, b = (self.of(each, width) for each in value.arguments)
        if value.kind == "add":
            b = self.line(f"comb.xor {b}, {self.constant(-1, width)}", "logic", f"i{width}")
        below = "%true" if value.kind == "sub" else "%false"
        both = ", ".join(self.glue([(each, width), (bit, 1)]) for each, bit in ((a, below), (b, "%true")))
        whole = self.line(f"comb.sub {both}", operator(value, self.short), f"i{width + 1}")
        return self.part(whole, width + 1, 1, width)

    def comparison(self, value: Value) -> str:
        """X >= bound; for 0 the sign."""
        (x,) = value.arguments
        bound: Any = value.data
        name = self.names[x.number]
        if bound == 0:
            sign = self.part(name, x.width, x.width - 1, 1)
            return self.line(f"comb.xor {sign}, {self.constant(-1, 1)}", "logic", "i1")
        test = f"comb.icmp {'sge' if x.signed else 'uge'} {name}, {self.constant(bound, x.width)}"
        return self.line(test, operator(value, self.short), f"i{x.width}")

    def choose(self, value: Value) -> str:
        """A tree of multiplexers; the last one has the latency."""
        index, *options = value.arguments
        names = [self.of(option, value.width) for option in options]
        for at in range(index.width):
            chosen = self.part(self.names[index.number], index.width, at, 1)
            kind = "choose" if at == index.width - 1 else "logic"
            names = [
                self.line(f"comb.mux {chosen}, {high}, {low}", kind, f"i{value.width}")
                for low, high in zip(names[::2], names[1::2], strict=True)
            ]
        return names[0]


def needed(graph: Graph) -> list[Value]:
    """The values that an output depends on, in order."""
    seen: set[int] = set()
    waiting = list(graph.outputs.values())
    while waiting:
        value = waiting.pop()
        if value.number not in seen:
            seen.add(value.number)
            waiting += value.arguments
    return [value for value in graph.values if value.number in seen]


def module(graph: Graph, name: str, latencies: Mapping[str, int], short: int) -> str:
    """The MLIR module: an operator library with these latencies, and the graph as an unscheduled pipeline.

    Sums of up to `short` bits use the operator type `short`.

    Ports: clk and en, the inputs, for each read NAME the word NAME_data and its NAME_address, and the
    outputs, all of one iteration in one cycle.
    """
    values = needed(graph)
    products = [value for value in values if value.kind == "mul"]
    writer = _Writer(short, frozenset(each.number for value in products for each in value.arguments))
    inputs = [value for value in values if value.kind == "input"]
    reads = [value for value in values if value.kind == "read"]
    for value in inputs:
        writer.names[value.number] = f"%{value.data}_in"
    for value in values:
        if value.kind not in ("const", "input"):
            writer.names[value.number] = writer.write(value)
    results = [writer.of(value, value.width) for value in graph.outputs.values()]
    return render(
        "hls_pipeline.mlir",
        name=name,
        library={**latencies, "read": READ_LATENCY},
        writer=writer,
        inputs={value.data: value.width for value in inputs},
        words={value.data: value.width for value in reads},
        outputs={output: value.width for output, value in graph.outputs.items()},
        results=results,
    )
