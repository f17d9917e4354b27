#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Move flip-flops of an ECP5 netlist into the block RAM and multipliers beside them.

    yosys -p 'read_verilog ...; synth_ecp5 -json mapped.json'
    python ecp5_pack.py mapped.json packed.json
    nextpnr-ecp5 --json packed.json ...

DP16KD has a register at its outputs, MULT18X18D has registers at its operands and its product. Yosys uses none of
them, and a block RAM without its register takes 4.3 ns from the clock to its output, with it 1 ns (nextpnr's figures).
The netlist does the same afterwards, cycle for cycle:

outputs   of a port, or a product: each bit that is used feeds one flip-flop and nothing else, all of one clock and
          one enable; these flip-flops go.
operands  of a multiplier, both or none: each bit that is no constant 0 comes from a flip-flop, all of one clock and
          one enable. A flip-flop that feeds something else too stays there.

Flip-flops with set, reset, an inverted clock or enable, or the initial value 1 stay where they are.

This file needs nothing but Python. The rules are those of nextpnr-ecp5: one clock, CLK0, for a multiplier, and CE0 for
its product. Not checked with Lattice's tools.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

Bit = int | str
Control = tuple[Bit, Bit]
"""Clock and enable of flip-flops."""

_ON: Bit = "1"


class Packed(NamedTuple):
    """What was moved: ports of block RAM, products, pairs of operands, and the flip-flops that went."""

    memories: int = 0
    products: int = 0
    operands: int = 0
    registers: int = 0


def pack(document: Mapping[str, Any], stay: str = "") -> Packed:
    """Changes a netlist of `synth_ecp5`, in the JSON of Yosys; returns what was moved.

    stay  the source file whose flip-flops stay, such as that of a test bench around the design
    """
    moved = Packed()
    for module in document["modules"].values():
        if not int(str(module.get("attributes", {}).get("blackbox", "0")), 2):
            done = _Module(module, stay).pack()
            moved = Packed(*(before + more for before, more in zip(moved, done, strict=True)))
    return moved


class _Module:
    """A module with the readers and the flip-flop of each bit."""

    def __init__(self, module: Mapping[str, Any], stay: str) -> None:
        self._cells: dict[str, dict[str, Any]] = module["cells"]
        self._stay = f"{stay}:" if stay else None
        self._readers: dict[Bit, set[tuple[str, str]]] = defaultdict(set)
        self._from: dict[Bit, str] = {}
        for name, cell in self._cells.items():
            for port, bits in cell["connections"].items():
                if cell["port_directions"][port] != "output":
                    for bit in bits:
                        self._readers[bit].add((name, port))
                elif cell["type"] == "TRELLIS_FF" and port == "Q":
                    self._from[bits[0]] = name
        for name, port in module["ports"].items():
            if port["direction"] != "input":
                for bit in port["bits"]:
                    self._readers[bit].add(("", name))

    def pack(self) -> Packed:
        """Block RAM first, whose register saves the most; then products before operands."""
        before = len(self._cells)
        rams = [name for name, cell in self._cells.items() if cell["type"] == "DP16KD"]
        multipliers = [
            name for name, cell in self._cells.items() if cell["type"] == "MULT18X18D" and not cell["parameters"]
        ]
        memories = sum(self._memory(name, ports) for name in rams for ports in _ports(self._cells[name]))
        products = {name: self._product(name) for name in multipliers}
        operands = sum(self._operands(name, control) for name, control in products.items())
        taken = sum(control is not None for control in products.values())
        return Packed(memories, taken, operands, before - len(self._cells))

    def _memory(self, name: str, ports: str) -> bool:
        """Moves the flip-flops that follow a port of a block RAM, or both of one that is 36 bits wide."""
        parameters, connections = self._cells[name]["parameters"], self._cells[name]["connections"]
        clock = connections[f"CLK{ports[-1]}"][0]
        if any(parameters.get(f"CLK{each}MUX", f"CLK{each}") != f"CLK{each}" for each in ports):
            return False
        if any(parameters.get(f"REGMODE_{each}") != "NOREG" or connections[f"RST{each}"] != ["0"] for each in ports):
            return False
        control = self._take(name, [f"DO{each}{index}" for each in ports for index in range(18)], clock)
        if control is None:
            return False
        for each in ports:
            parameters[f"REGMODE_{each}"] = "OUTREG"
            self._connect(name, f"OCE{each}", control[1])
        return True

    def _product(self, name: str) -> Control | None:
        """Moves the flip-flops that follow a product. Returns their clock and enable, None if they stay."""
        control = self._take(name, [f"P{index}" for index in range(36)])
        if control is not None:
            registers = {"REG_OUTPUT_CLK": "CLK0", "REG_OUTPUT_CE": "CE0", "REG_OUTPUT_RST": "RST0"}
            self._cells[name]["parameters"] |= registers
            self._control(name, control, 0)
        return control

    def _operands(self, name: str, product: Control | None) -> bool:
        """Moves or copies the flip-flops before both operands; `product` has the clock that they must have."""
        cell = self._cells[name]
        ports = [f"{operand}{index}" for operand in "AB" for index in range(18)]
        bits = {port: cell["connections"][port][0] for port in ports if port in cell["connections"]}
        flops = {bit: self._cells[self._from[bit]] for bit in bits.values() if bit in self._from}
        if not flops or any(bit not in flops and bit != "0" for bit in bits.values()):
            return False
        control = self._shared(flops.values())
        if control is None or (product is not None and product[0] != control[0]):
            return False
        if any(cell["connections"].get(port, ["0"])[0] not in ("0", "1") for port in ("SIGNEDA", "SIGNEDB")):
            return False
        number = 0 if product in (None, control) else 1
        for port, bit in bits.items():
            if bit in flops:
                self._readers[bit].discard((name, port))
                self._connect(name, port, flops[bit]["connections"]["DI"][0])
        for bit in flops:
            if not self._readers[bit]:
                self._remove(self._from[bit])
        for operand in "AB":
            clock = {f"REG_INPUT{operand}_CLK": "CLK0", f"REG_INPUT{operand}_CE": f"CE{number}"}
            cell["parameters"] |= clock | {f"REG_INPUT{operand}_RST": "RST0"}
        self._control(name, control, number)
        return True

    def _take(self, name: str, ports: Iterable[str], clock: Bit | None = None) -> Control | None:
        """Lets outputs drive what the flip-flops after them do, which go; None if one of them must stay."""
        connections = self._cells[name]["connections"]
        after: dict[str, str] = {}
        for port in ports:
            readers = self._readers[connections[port][0]] if port in connections else ()
            for flop, pin in readers:
                if len(readers) > 1 or pin != "DI" or self._cells.get(flop, {}).get("type") != "TRELLIS_FF":
                    return None
                after[port] = flop
        control = self._shared(self._cells[flop] for flop in after.values())
        if control is None or clock not in (None, control[0]):
            return None
        for port, flop in after.items():
            connections[port] = self._cells[flop]["connections"]["Q"]
            self._remove(flop)
        return control

    def _shared(self, flops: Iterable[Mapping[str, Any]]) -> Control | None:
        """Clock and enable of flip-flops that have these alone; None if they differ, or one must stay."""
        flops = list(flops)
        if self._stay and any(flop.get("attributes", {}).get("src", "").startswith(self._stay) for flop in flops):
            return None
        found = {_plain(flop) for flop in flops}
        return found.pop() if len(found) == 1 else None

    def _remove(self, flop: str) -> None:
        connections = self._cells.pop(flop)["connections"]
        for port, bits in connections.items():
            self._readers[bits[0]].discard((flop, port))
        self._from.pop(connections["Q"][0])

    def _control(self, name: str, control: Control, number: int) -> None:
        """Connects clock and enable of a multiplier; it has no reset."""
        for port, bit in (("CLK0", control[0]), (f"CE{number}", control[1]), ("RST0", "0")):
            self._connect(name, port, bit)

    def _connect(self, name: str, port: str, bit: Bit) -> None:
        self._cells[name]["connections"][port] = [bit]
        self._cells[name]["port_directions"][port] = "input"
        self._readers[bit].add((name, port))


def _ports(ram: Mapping[str, Any]) -> tuple[str, ...]:
    """The ports of a block RAM; a word of 36 bits, in the 32 binary digits of Yosys, uses both as one."""
    widths = [int(str(ram["parameters"][f"DATA_WIDTH_{port}"]), 2) for port in "AB"]
    return ("AB",) if 36 in widths else ("A", "B")


def _plain(flop: Mapping[str, Any]) -> Control | None:
    """Clock and enable of a flip-flop that has nothing else; None if it has."""
    parameters, connections = flop["parameters"], flop["connections"]
    enable = parameters.get("CEMUX", "CE").strip()
    if enable not in ("1", "CE") or parameters.get("CLKMUX", "CLK") != "CLK" or "M" in connections:
        return None
    if connections.get("LSR", ["0"]) != ["0"] or parameters.get("LSRMUX", "LSR") != "LSR":
        return None
    if parameters.get("REGSET", "RESET") != "RESET" or parameters.get("GSR", "DISABLED") != "DISABLED":
        return None
    return connections["CLK"][0], _ON if enable == "1" else connections["CE"][0]


def main(arguments: list[str]) -> int:
    """Reads the first file and writes the second one."""
    if len(arguments) != 2:
        print("usage: ecp5_pack.py mapped.json packed.json", file=sys.stderr)
        return 2
    try:
        with open(arguments[0], encoding="utf-8") as file:
            document = json.load(file)
        moved = pack(document)
        text = json.dumps(document)
        with open(arguments[1], "w", encoding="utf-8") as file:
            file.write(text)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print(f"ecp5_pack.py: {arguments[0]}: no netlist of synth_ecp5 -json, or not written: {error}", file=sys.stderr)
        return 2
    print(
        f"moved {moved.registers} flip-flops into {moved.memories} ports of block RAM, {moved.products} products and "
        f"{moved.operands} pairs of operands"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
