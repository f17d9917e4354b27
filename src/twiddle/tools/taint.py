# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Taint in simulation: a netlist with a shadow bit beside each of its bits, as Verilog.

A shadow bit is 1 where another value of the secrets may change its bit, all else being as in this run: of a logic
cell by its present inputs (0 and x is 0 for every x), of a sum by its least and its largest value, of a register
or memory by what it keeps. Where it is 0, the bit is the same for every secret.

Secrets   a port of secrets is twice as wide, its shadow above its value
Watches   nets whose shadows are reported, in the data of a stream that comes out: a bit, or one for each value of
          another net, that is 1 if a shadow was since the last word of another stream, such as a command; from the
          next multiple of 64 bits on
Begin     no shadow is 1. What an operation leaves in registers and memories keeps its shadow in the next one

A shadow of a reset, or of an address or enable of a memory, makes none in what it leads to: watch them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from twiddle.base.errors import TwiddleError
from twiddle.tools.flow import Node

TOP = "dut_top"
"""The name of the top module."""

Pair = tuple[str, str]
"""Wires with a value and its shadow."""

_ZERO = "1'b0"
_IGNORED = ("$assert", "$assume", "$check", "$print")
_FLAGS = ("$eq", "$ne", "$lt", "$le", "$gt", "$ge")
_REDUCED = ("$reduce_or", "$reduce_bool", "$logic_not", "$reduce_and", "$reduce_xor", "$logic_and", "$logic_or")
_SHIFTS = ("$shl", "$sshl", "$shr", "$sshr", "$shift", "$shiftx")
_REGISTERS = ("$dff", "$dffe", "$adff", "$adffe", "$sdff", "$sdffe", "$sdffce")


@dataclass(frozen=True)
class Watch:
    """Nets whose shadows are reported.

    bits     of the netlist
    at       while each of these nets is in its range
    by       another net: a report for each of its values; of no bits: one
    public   what is reported goes no further: these bits have no shadow then
    """

    bits: tuple[Node, ...]
    at: tuple[tuple[tuple[Node, ...], int, int], ...] = ()
    by: tuple[Node, ...] = ()
    public: bool = False


@dataclass(frozen=True)
class Shadowed:
    """A file of `verilog`, simulated instead of the sources (`twiddle.tools.sim.build.Source`)."""

    path: Path

    @property
    def top(self) -> str:
        """The name of its top module."""
        return TOP

    def files(self, top: str, parameters: Mapping[str, str], root: Path) -> list[Path]:
        """The file."""
        return [self.path]


def reported(words: Sequence[int], width: int, watches: Sequence[Watch]) -> list[set[int]]:
    """For each watch the values of `by` with a shadow, or 0 without `by`; from a word of `width` bits that came out."""
    report = sum(word << 64 * at for at, word in enumerate(words[-(-width // 64) :]))
    found = []
    for watch in watches:
        found.append({value for value in range(1 << len(watch.by)) if report >> value & 1})
        report >>= 1 << len(watch.by)
    return found


def verilog(module: Mapping[str, Any], secret: str, since: str, report: str, watches: Sequence[Watch]) -> str:
    """A netlist of Yosys' JSON, with shadows.

    secret   the input port with secrets
    since    the stream in whose words begin what the next reports are about
    report   the stream out that has them

    Raises TwiddleError for a cell that is not known here.
    """
    return _Writer(module, secret, since, report, watches).text()


class _Writer:
    """The output of cell 5 is v5, its shadow t5, or r5 before those of public bits are taken away."""

    def __init__(
        self, module: Mapping[str, Any], secret: str, since: str, report: str, watches: Sequence[Watch]
    ) -> None:
        self._declared: list[str] = []
        self._lines: list[str] = []
        self._head: list[str] = []
        self._place: dict[Node, tuple[str, int]] = {}
        self._public: dict[Node, str] = {}
        memories: Mapping[str, Any] = module.get("memories", {})
        self._memories = {name: number for number, name in enumerate(memories)}
        cells = [(str(number), name, cell) for number, (name, cell) in enumerate(module["cells"].items())]
        inputs = {name: port["bits"] for name, port in module["ports"].items() if port["direction"] == "input"}
        outputs = {name: port["bits"] for name, port in module["ports"].items() if port["direction"] == "output"}
        driven = [(of, cell["connections"][port]) for of, _, cell in cells for port in _outputs(cell)]
        for of, bits in [*inputs.items(), *driven]:
            self._place |= {bit: (of, at) for at, bit in enumerate(bits)}
        seen = [each for number, watch in enumerate(watches) for each in self._watch(number, watch)]
        for name, bits in inputs.items():
            self._input(name, len(bits), name == secret)
        for name, bits in outputs.items():
            self._output(name, bits, len(seen) if name == f"{report}_data_o" else 0)
        for number, of in enumerate(memories.values()):
            self._declared.append(f"reg [{of['width'] - 1}:0] m{number}[{of['size']}], s{number}[{of['size']}];")
            self._lines.append(f"initial for (int i = 0; i < {of['size']}; i++) s{number}[i] = '0;")
        for of, name, cell in cells:
            self._cell(of, name, cell)
        self._declared.append(f"reg [{max(len(seen), 1) - 1}:0] kept = '0;")
        self._wire(max(len(seen), 1), "seen", f"kept | {{{', '.join(reversed(seen)) or _ZERO}}}")
        self._lines.append(f"always @(posedge clk_i) kept <= {since}_valid_i && {since}_ready_o ? '0 : seen;")

    def text(self) -> str:
        """The module."""
        return "\n".join([f"module {TOP}({', '.join(self._head)});", *self._declared, *self._lines, "endmodule", ""])

    def _watch(self, number: int, watch: Watch) -> list[str]:
        """Its reports; the bits of a public one lose their shadows."""
        ranges = [f"{self._values(net)} >= {low} && {self._values(net)} <= {high}" for net, low, high in watch.at]
        self._wire(1, f"at{number}", " && ".join(ranges) or "1'b1")
        if watch.public:
            for bit in watch.bits:
                self._public[bit] = f"({self._public.get(bit, _ZERO)} || at{number})"
        self._wire(1, f"any{number}", f"at{number} && |{self._word('r' if watch.public else 't', watch.bits)}")
        each = range(1 << len(watch.by))
        return [f"any{number} && {self._values(watch.by)} == {value}" if watch.by else f"any{number}" for value in each]

    def _input(self, name: str, width: int, secret: bool) -> None:
        self._head.append(f"input wire [{(2 * width if secret else width) - 1}:0] {name}")
        self._wire(width, f"v{name}", f"{name}[{width - 1}:0]")
        self._wire(width, f"t{name}", f"{name}[{2 * width - 1}:{width}]" if secret else "'0")

    def _output(self, name: str, bits: Sequence[Node], reports: int) -> None:
        begin = -(-len(bits) // 64) * 64
        self._head.append(f"output wire [{(begin + reports if reports else len(bits)) - 1}:0] {name}")
        value = self._word("v", [*bits, *["0"] * (begin - len(bits))]) if reports else self._values(bits)
        self._lines.append(f"assign {name} = {f'{{seen, {value}}}' if reports else value};")

    def _values(self, bits: Iterable[Node]) -> str:
        return self._word("v", bits)

    def _word(self, prefix: str, bits: Iterable[Node]) -> str:
        """A word of values (v), shadows (t), or shadows before public ones are taken away (r); bit 0 is the first."""
        pieces: list[tuple[str, int, int]] = []  # a vector and its bits, or the number of equal constants
        for bit in bits:
            name, at = self._place.get(bit, (str(int(bit == "1" and prefix == "v")), -1))
            if at >= 0:
                name = f"{'t' if prefix == 'r' and bit not in self._public else prefix}{name}"
            if pieces and pieces[-1][0] == name and (at < 0 or pieces[-1][1] == at - 1):
                pieces[-1] = name, at, pieces[-1][2] + 1
            else:
                pieces.append((name, at, 1))
        parts = [
            f"{count}'b{name * count}" if at < 0 else f"{name}[{at}:{at - count + 1}]" for name, at, count in pieces
        ]
        return f"{{{', '.join(reversed(parts))}}}"

    def _wire(self, width: int, name: str, value: str) -> None:
        self._declared.append(f"wire [{width - 1}:0] {name};")
        self._lines.append(f"assign {name} = {value};")

    def _shadow(self, name: str, bits: Sequence[Node], shadow: str) -> None:
        """The shadow of an output."""
        if self._public.keys() & set(bits):
            self._wire(len(bits), f"r{name}", shadow)
            gone = [self._public.get(bit, _ZERO) for bit in reversed(bits)]
            shadow = f"r{name} & ~{{{', '.join(gone)}}}"
        self._wire(len(bits), f"t{name}", shadow)

    def _out(self, name: str, bits: Sequence[Node], value: str, shadow: str) -> None:
        self._wire(len(bits), f"v{name}", value)
        self._shadow(name, bits, shadow)

    def _operand(self, name: str, bits: Sequence[Node], inverted: bool = False) -> Pair:
        self._wire(len(bits), f"v{name}", ("~" if inverted else "") + self._values(bits))
        self._wire(len(bits), f"t{name}", self._word("t", bits))
        return f"v{name}", f"t{name}"

    def _mux(self, name: str, width: int, a: Pair, b: Pair, s: Pair) -> Pair:
        """Of two words the second one if s is 1. If s is secret, so is where they differ."""
        self._wire(width, f"v{name}", f"{s[0]} ? {b[0]} : {a[0]}")
        differ = f"{a[1]} | {b[1]} | ({a[0]} ^ {b[0]})"
        self._wire(width, f"t{name}", f"{s[1]} ? {differ} : {s[0]} ? {b[1]} : {a[1]}")
        return f"v{name}", f"t{name}"

    def _cell(self, name: str, of: str, cell: Mapping[str, Any]) -> None:
        kind = cell["type"]
        if kind in ("$meminit", "$meminit_v2"):
            self._initial(cell)
        elif kind in ("$memrd", "$memrd_v2") and int(cell["parameters"]["CLK_ENABLE"], 2) == 0:
            at = self._memory(cell)
            address, _ = self._operand(f"{name}a", cell["connections"]["ADDR"])
            self._out(name, cell["connections"]["DATA"], f"m{at}[{address}]", f"s{at}[{address}]")
        elif kind == "$memwr_v2":
            self._written(name, cell)
        elif kind in _REGISTERS:
            self._register(name, cell)
        elif kind in ("$mux", "$pmux"):
            self._chosen(name, cell["connections"])
        elif kind in _SHIFTS:
            self._shifted(name, of, cell)
        elif kind not in _IGNORED:
            self._logic(name, of, cell)

    def _chosen(self, name: str, bits: Mapping[str, Sequence[Node]]) -> None:
        width = len(bits["Y"])
        found = self._operand(f"{name}a", bits["A"])
        for at in reversed(range(len(bits["S"]))):
            b = self._operand(f"{name}b{at}", bits["B"][width * at :][:width])
            found = self._mux(f"{name}m{at}", width, found, b, self._operand(f"{name}s{at}", [bits["S"][at]]))
        self._out(name, bits["Y"], *found)

    def _extended(self, name: str, cell: Mapping[str, Any], port: str, width: int, signed: bool) -> Pair:
        """An operand, cut or made wider by its sign or zeros."""
        bits = cell["connections"][port]
        return self._operand(f"{name}{port.lower()}", [*bits, *[bits[-1] if signed else "0"] * width][:width])

    def _shifted(self, name: str, of: str, cell: Mapping[str, Any]) -> None:
        kind, bits, y = cell["type"], cell["connections"], cell["connections"]["Y"]
        indexed, signed = kind in ("$shift", "$shiftx"), _signed(cell, "A")
        if indexed and signed:
            raise TwiddleError(f"{of}: a cell {kind} of a signed number is not known here")
        width = max(len(bits["A"]), len(y))
        found = self._extended(name, cell, "A", width, signed)
        far, shadow = self._operand(f"{name}b", bits["B"])
        turned = [f"({word} << -{far})" for word in found]
        for place, bit in enumerate(bits["B"]):
            if bit != "0":
                count = min(1 << place, width)
                if kind in ("$shl", "$sshl"):
                    moved = [f"({word} << {count})" for word in found]
                elif kind == "$sshr" and signed:
                    moved = [f"$unsigned($signed({word}) >>> {count})" for word in found]
                else:
                    moved = [f"({word} >> {count})" for word in found]
                by = self._operand(f"{name}s{place}", [bit])
                found = self._mux(f"{name}m{place}", width, found, (moved[0], moved[1]), by)
        if indexed and _signed(cell, "B") and bits["B"][-1] != "0":
            back = f"{far}[{len(bits['B']) - 1}]"  # to the left
            self._wire(width, f"v{name}y", f"{back} ? {turned[0]} : {found[0]}")
            self._wire(width, f"t{name}y", f"|{shadow} ? '1 : {back} ? {turned[1]} : {found[1]}")
            found = f"v{name}y", f"t{name}y"
        self._out(name, y, *(f"{word}[{len(y) - 1}:0]" for word in found))

    def _logic(self, name: str, of: str, cell: Mapping[str, Any]) -> None:
        kind, bits, y = cell["type"], cell["connections"], cell["connections"].get("Y", ())
        ports = [port for port in "AB" if port in bits]
        signed = all(_signed(cell, port) for port in ports)
        sizes = {port: len(bits[port]) for port in ports}
        size = max(sizes.values(), default=0)
        if kind not in _FLAGS:
            size = len(y)
        words = [self._extended(name, cell, port, sizes[port] if kind in _REDUCED else size, signed) for port in ports]
        (a, at), (b, bt) = (words[0], words[-1]) if words else (("", ""), ("", ""))
        if kind == "$neg":
            kind, (a, at) = "$sub", (f"{size}'d0", f"{size}'d0")
        any_a, any_b = (f"(|{t} && ({v} & ~{t}) == 0)" for v, t in ((a, at), (b, bt)))
        least_a, most_a, least_b, most_b = f"({a} & ~{at})", f"({a} | {at})", f"({b} & ~{bt})", f"({b} | {bt})"
        either = f"({at} | {bt})"
        ordered = f"|{either}" if signed else f"({least_a} < {most_b}) != ({most_a} < {least_b})"
        turned = f"|{either}" if signed else f"({least_b} < {most_a}) != ({most_b} < {least_a})"
        c, d = (f"$signed({a})", f"$signed({b})") if signed else (a, b)
        cells = {
            "$not": (f"~{a}", at),
            "$pos": (a, at),
            "$buf": (a, at),
            "$and": (f"{a} & {b}", f"({at} & {bt}) | ({at} & {b}) | ({a} & {bt})"),
            "$or": (f"{a} | {b}", f"({at} & {bt}) | ({at} & ~{b}) | (~{a} & {bt})"),
            "$xor": (f"{a} ^ {b}", either),
            "$xnor": (f"~({a} ^ {b})", either),
            "$add": (f"{a} + {b}", f"{either} | (({least_a} + {least_b}) ^ ({most_a} + {most_b}))"),
            "$sub": (f"{a} - {b}", f"{either} | (({least_a} - {most_b}) ^ ({most_a} - {least_b}))"),
            "$mul": (f"{a} * {b}", f"{either} | -{either}"),
            "$eq": (f"{a} == {b}", f"|{either} && (({a} ^ {b}) & ~{either}) == 0"),
            "$ne": (f"{a} != {b}", f"|{either} && (({a} ^ {b}) & ~{either}) == 0"),
            "$lt": (f"{c} < {d}", ordered),
            "$ge": (f"{c} >= {d}", ordered),
            "$gt": (f"{c} > {d}", turned),
            "$le": (f"{c} <= {d}", turned),
            "$reduce_or": (f"|{a}", any_a),
            "$reduce_bool": (f"|{a}", any_a),
            "$logic_not": (f"!(|{a})", any_a),
            "$reduce_and": (f"&{a}", f"|{at} && &({a} | {at})"),
            "$reduce_xor": (f"^{a}", f"|{at}"),
            "$logic_and": (f"|{a} && |{b}", f"({any_a} && ({any_b} || |{b})) || (|{a} && {any_b})"),
            "$logic_or": (f"|{a} || |{b}", f"({any_a} && ({any_b} || !(|{b}))) || (!(|{a}) && {any_b})"),
        }
        if kind not in cells:
            raise TwiddleError(f"{of}: a cell {kind} is not known here")
        self._out(name, y, *(f"{len(y)}'({word})" for word in cells[kind]))

    def _register(self, name: str, cell: Mapping[str, Any]) -> None:
        kind, bits, parameters = cell["type"], cell["connections"], cell["parameters"]
        width = len(bits["Q"])
        found = self._operand(f"{name}d", bits["D"])
        steps = [port for port in ("EN", "SRST") if port in bits]
        for port in reversed(steps) if kind == "$sdffce" else steps:
            by = self._operand(f"{name}{port.lower()}", bits[port], _low(parameters, port))
            if port == "EN":
                found = self._mux(f"{name}kept", width, (f"v{name}", f"t{name}"), found, by)
            else:
                found = self._mux(f"{name}reset", width, found, (_number(parameters["SRST_VALUE"]), "'0"), by)
        when = f"posedge {self._bit(bits['CLK'][0])}"
        begin = ""
        if "ARST" in bits:
            low, reset = _low(parameters, "ARST"), self._bit(bits["ARST"][0])
            when += f" or {'negedge' if low else 'posedge'} {reset}"
            begin = f"if ({'!' if low else ''}{reset}) begin v{name} <= {_number(parameters['ARST_VALUE'])}; "
            begin += f"q{name} <= '0; end else "
        self._declared.append(f"reg [{width - 1}:0] v{name}, q{name} = '0;")
        self._lines.append(f"always @({when}) {begin}begin v{name} <= {found[0]}; q{name} <= {found[1]}; end")
        self._shadow(name, bits["Q"], f"q{name}")

    def _bit(self, bit: Node) -> str:
        name, at = self._place[bit]
        return f"v{name}[{at}]"

    def _memory(self, cell: Mapping[str, Any]) -> int:
        """The number of the memory of a cell."""
        return self._memories[cell["parameters"]["MEMID"].removeprefix("\\")]

    def _initial(self, cell: Mapping[str, Any]) -> None:
        bits, width = cell["connections"], int(cell["parameters"]["WIDTH"], 2)
        at = int("".join(reversed(bits["ADDR"])), 2)
        for word in range(len(bits["DATA"]) // width):
            value = "".join(reversed(bits["DATA"][width * word :][:width]))
            self._lines.append(f"initial m{self._memory(cell)}[{at + word}] = {_number(value)};")

    def _written(self, name: str, cell: Mapping[str, Any]) -> None:
        at, bits = self._memory(cell), cell["connections"]
        (address, _), (enable, _) = (self._operand(f"{name}{port.lower()}", bits[port]) for port in ("ADDR", "EN"))
        writes = [
            f"{of}{at}[{address}] <= ({of}{at}[{address}] & ~{enable}) | ({word} & {enable});"
            for of, word in zip("ms", self._operand(f"{name}data", bits["DATA"]), strict=True)
        ]
        clock = self._bit(bits["CLK"][0])
        self._lines.append(f"always @(posedge {clock}) if (|{enable}) begin {' '.join(writes)} end")


def _outputs(cell: Mapping[str, Any]) -> list[str]:
    return [port for port, way in cell["port_directions"].items() if way == "output"]


def _signed(cell: Mapping[str, Any], port: str) -> bool:
    return int(cell["parameters"].get(f"{port}_SIGNED", "0"), 2) == 1


def _low(parameters: Mapping[str, str], port: str) -> bool:
    return int(parameters[f"{port}_POLARITY"], 2) == 0


def _number(digits: str) -> str:
    return f"{len(digits)}'b{digits.replace('x', '0')}"
