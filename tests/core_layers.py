# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The memory traffic of the iterative engine as a simulator recorded it, against the model pass by pass."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from port_values import unpacked

from twiddle import model
from twiddle.catalog.block import Block
from twiddle.model import methods
from twiddle.model.iterative import Schedule, place, slots
from twiddle.model.passes import TAKES_B
from twiddle.tools.sim.simulator import Result, Simulator

_PORTS = ("r_o", "r_addr_o", "w_o", "w_addr_o", "w_data_o")
PROBES = tuple(f"u_core.u_engine.{port}" for port in _PORTS)


class Traffic:
    """Reads and writes of one operation alone in the core, in the order of the cycles.

    reads   (cycle, ((region, group), (region, group))), the unload pass left out
    writes  (cycle, bank, region, word, coefficients)
    """

    def __init__(self, schedule: Schedule, traces: Mapping[str, np.ndarray]) -> None:
        signal = {name.rpartition(".")[2]: trace for name, trace in traces.items()}
        word_bits = schedule.slots.bit_length() - 1
        # read_t and write_t of twd_inplace_pkg, from the lowest bit up; data a cycle after its address
        r, r_addr = unpacked(signal["r_o"], 6, 1), unpacked(signal["r_addr_o"], 2, word_bits)
        r_region, unload, r_en = r[:, :2], r[:, 4], r[:, 5]
        read = r_en & ~unload
        w = unpacked(signal["w_o"], 5, 1)
        w_region, w_en = w[:, 2], w[:, 3:]
        w_addr = unpacked(signal["w_addr_o"], 2, word_bits)
        w_data = unpacked(signal["w_data_o"], 2, schedule.butterflies, schedule.ring.bits)
        self.reads = [
            (cycle, tuple(self._word(bank, r_region[cycle, bank], r_addr[cycle, bank]) for bank in range(2)))
            for cycle in np.flatnonzero(read)
        ]
        first = self.reads[0][0] + schedule.write_delay  # the writes before are those of loaded beats
        self.writes = [
            (cycle + 1, bank, w_region[cycle], w_addr[cycle, bank], w_data[cycle + 1, bank])
            for cycle, bank in np.argwhere(w_en)
            if cycle + 1 >= first
        ]

    @staticmethod
    def _word(bank: int, region: int, word: int) -> tuple[int, int]:
        """Region and group of a word: the one of its two groups that lies in this bank."""
        return int(region), int(2 * word + (int(word).bit_count() + bank + int(region)) % 2)


def schedule_of(design: Block) -> Schedule:
    core = design.architecture
    return Schedule(core.ring, core.butterflies, core.method, core.registers, core.published)


def layout(schedule: Schedule, region: int) -> np.ndarray:
    """The coefficient in every place of a region, shape (2, words, lanes)."""
    table = np.full((2, schedule.slots, schedule.butterflies), -1)
    for index in range(schedule.ring.n):
        table[place(schedule, index, region)] = index
    return table


def recorded(simulator: Simulator, operation: str, a: np.ndarray, b: np.ndarray, probes: Sequence[str]) -> Result:
    """One operation alone in the core, on polynomials of shape (n,)."""
    operands = (a[None], b[None] if operation in TAKES_B else None)
    return simulator.run(operation, *operands, record=probes, random_state=True)


def record(simulator: Simulator, schedule: Schedule, operation: str, a: np.ndarray, b: np.ndarray) -> Traffic:
    """The traffic of one operation on polynomials of shape (n,)."""
    return Traffic(schedule, recorded(simulator, operation, a, b, PROBES).traces)


def passes(schedule: Schedule, steps: list[tuple[str, np.ndarray]]) -> Iterator[tuple[str, np.ndarray]]:
    """The steps of the model as the engine's passes: products whose factor another pass takes out."""
    for name, expected in steps:
        if schedule.scaled and name.startswith("pwm"):
            yield name, expected * methods.scale(schedule.method, schedule.ring.q) % schedule.ring.q
            yield "scale", expected
        else:
            yield name, expected


def first_wrong_pass(
    simulator: Simulator, schedule: Schedule, operation: str, a: np.ndarray, b: np.ndarray
) -> str | None:
    """Runs one operation and names the first place of the first pass whose result is not the model's."""
    traffic = record(simulator, schedule, operation, a, b)
    steps = list(passes(schedule, model.trace(schedule.ring, operation, a, b if operation in TAKES_B else None)))
    words = 2 * schedule.slots
    if len(traffic.writes) != words * len(steps):
        return f"{len(traffic.writes)} words written, not {words} in each of {len(steps)} passes"
    for number, (name, expected) in enumerate(steps):
        region = int(name.startswith("ntt(b)"))
        table = layout(schedule, region)
        memory = np.full(table.shape, -1)
        for _, bank, w_region, word, data in traffic.writes[number * words : (number + 1) * words]:
            if w_region != region:
                return f"{name}: bank {bank}, word {word} of region {w_region} written, not of {region}"
            memory[bank, word] = data
        wrong = np.argwhere(memory != expected[table])
        if len(wrong):
            bank, word, lane = wrong[0]
            index = table[bank, word, lane]
            return (
                f"{name}: bank {bank}, word {word}, lane {lane} (coefficient {index}): "
                f"got {memory[bank, word, lane]}, expected {expected[index]}; {len(wrong)} places differ"
            )
    return None


def first_wrong_address(traffic: Traffic, schedule: Schedule, operation: str) -> str | None:
    """Holds reads and writes against the slots of the model, cycle for cycle."""
    start = traffic.reads[0][0]
    reads, writes = [], []
    for name, length in schedule.steps(operation):
        for slot in slots(schedule, name):
            at = start + slot.cycle
            banks = {place(schedule, g * schedule.butterflies, r)[0]: (r, g) for r, g in slot.reads}
            if len(banks) != 2:
                return f"{name}: slot {slot.cycle} of the model reads one bank twice"
            reads.append((name, (at, (banks[0], banks[1]))))
            written = [(place(schedule, g * schedule.butterflies, r), r) for r, g in slot.writes]
            at += schedule.write_delay
            writes += [(name, (at, bank, r, word)) for (bank, word, _), r in sorted(written)]
        start += length
    return first_difference("read", traffic.reads, reads) or first_difference(
        "write", [write[:4] for write in traffic.writes], writes
    )


def first_difference(what: str, got: list, expected: list) -> str | None:
    """The first access that is not the expected one, which comes with the name of its pass."""
    for number, (access, (name, wanted)) in enumerate(zip(got, expected, strict=False)):
        if access != wanted:
            return f"{name}: {what} {number} is {access}, not {wanted}"
    return None if len(got) == len(expected) else f"{len(got)} {what}s, not {len(expected)}"
