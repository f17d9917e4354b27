# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Energy of a computation in standard cells: the toggles of each cell, and by OpenSTA the energy of a toggle.

A unit takes new operands, uniform below q, in each cycle; flags are 0, enables 1. The netlist is simulated
without delays, so nothing glitches; wires have no energy, the clock that of the pins of flip-flops.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from graphlib import TopologicalSorter
from itertools import product
from typing import Any, NamedTuple

import msgspec
import numpy as np

from twiddle.base.errors import TwiddleError
from twiddle.tools.synth.liberty import Cell, Library, values

WARM, CYCLES, STREAMS = 32, 32, 256
"""Cycles before toggles are counted, cycles in which they are, and independent streams of operands at once."""

_WORD = re.compile(r"(.+)\[(\d+)\]")
_ON = ("en_i", "rst_ni")
_ALTERNATES = ("second_i",)
"""Flags that change in every cycle: the two halves of a butterfly with a delay of one word."""
_OFF = "load_"
"""Begins the name of a word that is 0 but in a mode of its own."""
_CELL = re.compile(r"^ *(\S+) +(\S+) +\S+ +\S+ +(\S+)$", re.MULTILINE)
"""Of a report: internal and switching power of a cell, in W, and its name."""

SCRIPT = "".join(
    f"set_power_activity -global -activity {activity} -duty 0.5\nreport_power -instances [get_cells *] -digits 8\n"
    for activity in (0, 1)
)
"""Commands of OpenSTA that report the power of each cell if nothing toggles but the clock, and if all toggles once a
cycle. Activities of single pins are of no use: OpenSTA 2.0 overwrites them by what it estimates from the inputs."""


class Energy(msgspec.Struct, frozen=True):
    """Of one cycle of a unit, in pJ.

    pj        internal and switching together
    internal  in the cells, with their clock
    operands  cycles that were simulated
    """

    pj: float
    internal: float
    operands: int


class _Gate(NamedTuple):
    """An output of a cell as a sum of products: its bit, the bits that it depends on, and products of these.

    inverted  the products are those for which it is 0, which are fewer
    """

    output: int
    inputs: Sequence[int | str]
    products: Sequence[Sequence[bool]]
    inverted: bool

    @staticmethod
    def of(output: int, inputs: Sequence[int | str], table: Sequence[bool]) -> _Gate:
        """From its values, the last input changing fastest."""
        inverted = 2 * sum(table) > len(table)
        rows = zip(product((False, True), repeat=len(inputs)), table, strict=True)
        return _Gate(output, inputs, [row for row, one in rows if one != inverted], inverted)

    def value(self, bits: Mapping[int | str, int], every: int) -> int:
        """In all streams, a bit each."""
        pins = [(every ^ bits[bit], bits[bit]) for bit in self.inputs]
        found = every * self.inverted
        for row in self.products:
            term = every
            for pin, one in zip(pins, row, strict=True):
                term &= pin[one]
            found ^= term
        return found


class _Register(NamedTuple):
    """A flip-flop: the bits of its value and of the inverted one, made here, and its next, clear and preset."""

    value: str
    inverted: str
    next: _Gate
    clear: _Gate | None
    preset: _Gate | None


class Activity:
    """The toggles of the bits of a mapped netlist in simulation, as Yosys writes it in JSON.

    every  a bit for each stream
    nets   the bits of all pins
    bits   values of all bits in this cycle
    """

    def __init__(self, module: Mapping[str, Any], library: Library) -> None:
        """Raises TwiddleError for a cell that is not in the library, and for a loop of gates."""
        self.every = (1 << STREAMS) - 1
        self._module = module
        cells = module["cells"].values()
        self.nets = sorted({bit for of in cells for (bit,) in of["connections"].values() if isinstance(bit, int)})
        self.bits: dict[int | str, int] = {"0": 0, "1": self.every, "x": 0, **dict.fromkeys(self.nets, 0)}
        self._registers: list[_Register] = []
        gates: list[_Gate] = []
        for name, cell in module["cells"].items():
            kind, pins = library.cells.get(cell["type"]), cell["connections"]
            if kind is None:
                raise TwiddleError(f"{name}: no cell {cell['type']} in {library.file}")
            gates += self._cell(name, kind, {pin: bits[0] for pin, bits in pins.items()})
        made = {gate.output: gate for gate in gates}
        sorter = TopologicalSorter({bit: [of for of in gate.inputs if of in made] for bit, gate in made.items()})
        self._order = [made[bit] for bit in sorter.static_order()]

    def _cell(self, name: str, kind: Cell, pins: Mapping[str, int | str]) -> Iterator[_Gate]:
        inputs = [pins[pin] for pin in kind.inputs]
        state = [f"{name} {of}" for of in kind.state]
        if kind.stores:
            if "next_state" not in kind.next or len(state) != 2:
                raise TwiddleError(f"{name}: a cell {kind.name} is no flip-flop")
            self.bits |= dict.fromkeys(state, 0)
            of = {
                key: _Gate.of(0, inputs, values(kind.next[key], kind.inputs)) if key in kind.next else None
                for key in ("next_state", "clear", "preset")
            }
            assert of["next_state"] is not None
            self._registers.append(_Register(state[0], state[1], of["next_state"], of["clear"], of["preset"]))
        for pin, function in kind.functions.items():
            if isinstance(output := pins.get(pin), int):
                if kind.stores:
                    yield _Gate.of(output, state, values(function, kind.state))
                else:
                    yield _Gate.of(output, inputs, values(function, kind.inputs))

    def inputs(self) -> dict[str, list[int]]:
        """The bits of each input, bit 0 first; not of the clock."""
        found: dict[str, dict[int, int]] = {}
        for name, port in self._module["ports"].items():
            if port["direction"] == "input" and name != "clk_i":
                of = _WORD.fullmatch(name)
                found.setdefault(of[1] if of else name, {})[int(of[2]) if of else 0] = port["bits"][0]
        return {name: [bits[at] for at in sorted(bits)] for name, bits in found.items()}

    def step(self, inputs: Mapping[int | str, int]) -> None:
        """A clock edge with the values before it, then new inputs."""
        after: dict[int | str, int] = {}
        for of in self._registers:
            value = of.next.value(self.bits, self.every)
            if of.preset is not None:
                value |= of.preset.value(self.bits, self.every)
            if of.clear is not None:
                value &= self.every ^ of.clear.value(self.bits, self.every)
            after |= {of.value: value, of.inverted: self.every ^ value}
        self.bits.update(after)
        self.bits.update(inputs)
        for gate in self._order:
            self.bits[gate.output] = gate.value(self.bits, self.every)

    def run(self, q: int, seed: int = 0) -> dict[int, float]:
        """By bit, toggles a cycle, with operands below q."""
        rng = np.random.default_rng(seed)
        ports = self.inputs()
        toggles = dict.fromkeys(self.nets, 0)
        for cycle in range(WARM + CYCLES):
            before = {bit: self.bits[bit] for bit in self.nets}
            driven = (self._drive(name, bits, cycle, q, rng) for name, bits in ports.items())
            self.step({bit: value for each in driven for bit, value in each})
            if cycle >= WARM:
                for bit in self.nets:
                    toggles[bit] += (self.bits[bit] ^ before[bit]).bit_count()
        return {bit: count / (CYCLES * STREAMS) for bit, count in toggles.items()}

    def _drive(
        self, name: str, bits: Sequence[int], cycle: int, q: int, rng: np.random.Generator
    ) -> Iterable[tuple[int, int]]:
        if len(bits) == 1 or name.startswith(_OFF):
            on = (name in _ON and (name != "rst_ni" or cycle > 0)) or (name in _ALTERNATES and cycle % 2)
            return [(bit, self.every if on else 0) for bit in bits]
        width = q.bit_length()
        found = []
        for first in range(0, len(bits), width):
            some = bits[first : first + width]
            words = rng.integers(0, q if len(some) == width else 1 << len(some), STREAMS)
            for at, bit in enumerate(some):
                packed = np.packbits((words >> at & 1).astype(np.uint8), bitorder="little")
                found.append((bit, int.from_bytes(packed.tobytes(), "little")))
        return found


def of_report(text: str, module: Mapping[str, Any], found: Mapping[int, float], clock_ns: float) -> Energy:
    """The energy of a cycle, from the report of `SCRIPT` and the toggles of each bit.

    A cell uses what it uses without toggles, and for those of its outputs its share of the difference. Raises
    TwiddleError for a report without a cell.
    """
    still: dict[str, tuple[float, float]] = {}
    internal = switching = 0.0
    for cell in _CELL.finditer(text):
        name, power = cell[3], (float(cell[1]), float(cell[2]))
        if name not in module["cells"]:
            continue
        if name not in still:
            still[name] = power
            continue
        of = module["cells"][name]
        made = [found[bit] for pin, (bit,) in of["connections"].items() if of["port_directions"][pin] == "output"]
        share, idle = sum(made) / len(made), still.pop(name)
        internal += idle[0] + share * (power[0] - idle[0])
        switching += idle[1] + share * (power[1] - idle[1])
    if still or not internal:
        raise TwiddleError("OpenSTA: cells without power in its report")
    pj, within = ((watt * clock_ns * 1e3) for watt in (internal + switching, internal))
    return Energy(round(pj, 3), round(within, 3), CYCLES * STREAMS)
