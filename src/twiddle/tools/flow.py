# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Information flow in an elaborated netlist: what a secret can reach, at any time, from any state.

The netlist becomes a graph of bits: a cell leads from each bit of its inputs to the bits of its output that
depend on it, a sum or product to those of its place and above, a register from its inputs to itself later, a
memory from its addresses and enables to all columns, and column by column from what is written to what is
read. What a path of this graph does not reach is the same for all secrets: in every run, whatever earlier
operations left in the registers. What it reaches may still not depend on them.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from twiddle.base.errors import TwiddleError
from twiddle.base.progress import silent
from twiddle.base.sources import Sources
from twiddle.tools import targets
from twiddle.tools.synth import tools

TIMEOUT = 1800.0
"""Time limit in seconds for Yosys."""

Node = int | str
"""A bit of a netlist in Yosys' JSON, or a name made here: the column of a memory, the carry of a sum."""

_BITWISE = frozenset(("$not", "$pos", "$buf", "$and", "$or", "$xor", "$xnor", "$mux", "$bwmux", "$pmux"))
_UPWARD = frozenset(("$add", "$sub", "$neg", "$mul"))
_SHIFTS = frozenset(("$shl", "$sshl", "$shr", "$sshr", "$shift", "$shiftx"))
_REGISTERS = re.compile(r"\$(a|s)?(ld)?dff(sr)?(e|ce)?|\$dlatch|\$adlatch")
_IGNORED = frozenset(("$meminit", "$meminit_v2", "$assert", "$assume", "$check", "$print", "$scopeinfo"))
_RANGE = re.compile(r"(?P<name>.*)\[(?P<high>\d+)(?::(?P<low>\d+))?\]")


class Step(NamedTuple):
    """A place that a secret reaches: an output, an address or enable of a memory, an enable or reset of a register.

    kind   output, address, enable, reset
    name   of the port, or of the memory or register
    path   the named nets on a shortest way from a secret
    """

    kind: str
    name: str
    path: tuple[str, ...]


class Graph:
    """The bits of a netlist and what each leads to.

    registers  number of flip-flops
    memories   their names
    watched    what shows: bits of outputs, addresses and enables, with the kind and name of each (see Step)
    """

    def __init__(self, module: Mapping[str, Any]) -> None:
        """Raises TwiddleError for a cell with memory that is not known here."""
        self._next: dict[Node, list[Node]] = defaultdict(list)
        self.watched: dict[Node, set[tuple[str, str]]] = defaultdict(set)
        self.registers = 0
        self.memories: set[str] = set()
        self._bits = {name: net["bits"] for name, net in module["netnames"].items() if not net["hide_name"]}
        self._names: dict[Node, str] = {}
        for name, bits in sorted(self._bits.items(), key=lambda item: (item[0].count("."), item[0])):
            for at, bit in enumerate(bits):
                self._names.setdefault(bit, f"{name}[{at}]" if len(bits) > 1 else name)
        for name, cell in module["cells"].items():
            self._add(name, cell)
        for name, port in module["ports"].items():
            if port["direction"] == "output":
                for at, bit in enumerate(port["bits"]):
                    self._watch([bit], "output", f"{name}[{at}]")

    def bits(self, pattern: str) -> set[Node]:
        """The bits of the nets of a pattern: a name with *, and a range if not all, such as `u_map.mask_q[3:0]`.

        Raises TwiddleError if there is none.
        """
        return set(self.word(pattern))

    def word(self, pattern: str) -> list[Node]:
        """The same in order, of a net bit 0 first."""
        found = _RANGE.fullmatch(pattern)
        whole = self._named(pattern)
        if whole or found is None:
            chosen = [*whole]
        else:
            high = int(found["high"])
            low = int(found["low"] or high)
            chosen = [bits[low : high + 1] for bits in self._named(found["name"])]
        nodes: list[Node] = [bit for bits in chosen for bit in bits if isinstance(bit, int)]
        if not nodes:
            raise TwiddleError(f"{pattern}: no net of this name")
        return nodes

    def _named(self, pattern: str) -> list[Sequence[Node]]:
        expression = re.compile(".*".join(map(re.escape, pattern.split("*"))))
        return [bits for name, bits in self._bits.items() if expression.fullmatch(name)]

    def reached(self, secret: Iterable[Node], public: Iterable[Node] = ()) -> list[Step]:
        """What these bits reach other than through public ones; outputs, then the rest."""
        before = self._before(secret, set(public))
        steps = [
            Step(kind, name, self._path(bit, before))
            for bit in before
            if bit in self.watched
            for kind, name in self.watched[bit]
        ]
        return sorted(steps, key=lambda step: (step.kind != "output", step))

    def apart(self, secret: Iterable[Node], public: Iterable[Node]) -> set[Node]:
        """The public bits that these bits do not reach through others that are not public."""
        stop = set(public)
        return stop - {after for bit in self._before(secret, stop) for after in self._next.get(bit, ())}

    def _before(self, secret: Iterable[Node], stop: Collection[Node]) -> dict[Node, Node | None]:
        """What these bits reach other than through others, each with the bit before it on a shortest way."""
        before: dict[Node, Node | None] = {bit: None for bit in secret if bit not in stop}
        edge = [*before]
        while edge:
            following = []
            for bit in edge:
                for after in self._next.get(bit, ()):
                    if after not in before and after not in stop:
                        before[after] = bit
                        following.append(after)
            edge = following
        return before

    def _path(self, bit: Node, before: Mapping[Node, Node | None]) -> tuple[str, ...]:
        names: list[str] = []
        at: Node | None = bit
        while at is not None:
            if (name := self._names.get(at)) is not None and names[-1:] != [name]:
                names.append(name)
            at = before[at]
        return tuple(reversed(names))

    def _add(self, name: str, cell: Mapping[str, Any]) -> None:
        kind, bits, parameters = cell["type"], cell["connections"], cell["parameters"]
        if kind in _IGNORED:
            return
        if kind.startswith("$mem"):
            self._memory(name, kind, bits, parameters)
        elif _REGISTERS.fullmatch(kind):
            self._register(name, bits)
        else:
            ports = {port: cell["port_directions"][port] for port in bits}
            self._logic(name, kind, bits, parameters, [port for port in ports if ports[port] == "input"])

    def _logic(
        self, name: str, kind: str, bits: Mapping[str, Sequence[Node]], parameters: Mapping[str, str], inputs: list[str]
    ) -> None:
        outputs = [bit for port in bits if port not in inputs for bit in bits[port]]
        if kind in _BITWISE:
            for port in inputs:
                if port == "S" and kind != "$bwmux":
                    self._all(bits[port], outputs)
                    continue
                for at, bit in enumerate(self._extended(port, bits[port], parameters, len(outputs), kind)):
                    self._edge(bit, outputs[at % len(outputs)])
        elif kind in _UPWARD:
            carries = [f"{name} carry {at}" for at in range(len(outputs))]
            for port in inputs:
                for at, bit in enumerate(self._extended(port, bits[port], parameters, len(outputs), kind)):
                    self._edge(bit, carries[min(at, len(outputs) - 1)])
            for at, (carry, bit) in enumerate(zip(carries, outputs, strict=True)):
                self._edge(carry, bit)
                if at:
                    self._edge(carries[at - 1], carry)
        elif kind in _SHIFTS:
            self._all(bits["B"], outputs)
            stride = 1
            for bit in bits["B"][:-1]:
                if bit != "0":
                    break
                stride *= 2
            for at, bit in enumerate(bits["A"]):
                self._all([bit], outputs[at % stride :: stride])
            if int(parameters.get("A_SIGNED", "0"), 2):
                self._all(bits["A"][-1:], outputs)
        else:
            for port in inputs:
                self._all(bits[port], outputs)

    @staticmethod
    def _extended(
        port: str, bits: Sequence[Node], parameters: Mapping[str, str], width: int, kind: str
    ) -> Sequence[Node]:
        """An operand as wide as the result, a signed one with copies of its sign."""
        signed = parameters.get(f"{port}_SIGNED", "0")
        if kind == "$pmux" or len(bits) >= width or int(signed, 2) == 0:
            return bits
        return [*bits, *[bits[-1]] * (width - len(bits))]

    def _register(self, name: str, bits: Mapping[str, Sequence[Node]]) -> None:
        state = bits["Q"]
        self.registers += len(state)
        for port in ("D", "AD", "SET", "CLR"):
            if port in bits:
                for bit, into in zip(bits[port], state, strict=True):
                    self._edge(bit, into)
        for port in ("EN", "ARST", "SRST", "ALOAD"):
            self._all(bits.get(port, ()), state)
        where = next((self._names[bit] for bit in state if bit in self._names), name)
        self._watch(bits.get("EN", ()), "enable", where)
        self._watch(bits.get("ARST", ()), "reset", where)

    def _memory(self, name: str, kind: str, bits: Mapping[str, Sequence[Node]], parameters: Mapping[str, str]) -> None:
        if kind not in ("$memrd", "$memrd_v2", "$memwr", "$memwr_v2"):
            raise TwiddleError(f"{name}: a cell {kind}, whose flow is not known here")
        memory = parameters["MEMID"].removeprefix("\\")
        self.memories.add(memory)
        columns = [f"{memory} column {at}" for at in range(len(bits["DATA"]))]
        self._watch(bits["ADDR"], "address", memory)
        self._watch(bits["EN"], "enable", memory)
        if kind.startswith("$memrd"):
            for column, bit in zip(columns, bits["DATA"], strict=True):
                self._edge(column, bit)
            for port in ("ADDR", "EN", "ARST", "SRST"):
                self._all(bits.get(port, ()), bits["DATA"])
        else:
            for port in ("DATA", "EN"):
                for bit, column in zip(bits[port], columns, strict=True):
                    self._edge(bit, column)
            self._all(bits["ADDR"], columns)

    def _edge(self, source: Node, target: Node) -> None:
        if source not in ("0", "1", "x", "z"):
            self._next[source].append(target)

    def _all(self, sources: Iterable[Node], targets_: Sequence[Node]) -> None:
        for source in sources:
            if source not in ("0", "1", "x", "z"):
                self._next[source].extend(targets_)

    def _watch(self, bits: Iterable[Node], kind: str, name: str) -> None:
        for bit in bits:
            if isinstance(bit, int):
                self.watched[bit].add((kind, name))


def elaborated(of: Sources, folder: Path) -> Mapping[str, Any]:
    """The netlist of a module that Yosys elaborates in a folder: flat, memories kept, enables of registers found.

    Raises TwiddleError for a module that Yosys rejects, and for a missing tool.
    """
    names, includes = tools.link(folder, of.files, of.include_dirs)
    script = targets.elaborated(of.top, names, includes, of.parameters)
    script += "opt_expr\nopt_merge\nopt_dff\nopt_expr\nopt_clean\nwrite_json -noscopeinfo flow.json\n"
    tools.ToolRunner(f"{of.top}, flow", folder, TIMEOUT, silent).yosys("elaborate", "flow", script)
    module: Mapping[str, Any] = json.loads((folder / "flow.json").read_text(encoding="utf-8"))["modules"]["dut_top"]
    return module


def graph(of: Sources, folder: Path) -> Graph:
    """The graph of a module; see `elaborated`."""
    return Graph(elaborated(of, folder))
