# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The polynomial unit: the effect of its commands on slots of plain integers, and polynomials as its words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.base import rings
from twiddle.base.errors import TwiddleError, integer
from twiddle.base.rings import Ring
from twiddle.model.command import Command, Operation
from twiddle.model.programs import Program
from twiddle.model.transform import RingLike, intt, ntt, polynomials, pwm

Polynomial = NDArray[np.int64]


def rings_of(ring: RingLike | None, pairs: RingLike | None) -> dict[bool, Ring | None]:
    """The rings of a unit, by whether a command is for pairs; raises TwiddleError for wrong ones."""
    found = {pair: None if given is None else rings.ring(given) for pair, given in ((False, ring), (True, pairs))}
    if any(each is not None and each.complete is pair for pair, each in found.items()):
        raise TwiddleError("ring is not complete, or pairs is")
    return found


class Slots:
    """The slots of a unit with one ring or two; commands run one after the other.

    ring     the complete ring, or None
    pairs    the incomplete ring, or None
    number   slots of the complete ring, or of the only one

    With two rings, slots 2i and 2i + 1 of pairs are slot i: a write to one overwrites the other.
    """

    def __init__(self, ring: RingLike | None, pairs: RingLike | None, number: int) -> None:
        self.rings = rings_of(ring, pairs)
        integer("number", number, 1)
        self.number = {False: number, True: 2 * number if self.rings[False] is not None else number}
        self._held: dict[tuple[bool, int], Polynomial] = {}

    def __repr__(self) -> str:
        names = ", ".join(ring.name for ring in self.rings.values() if ring is not None)
        return f"Slots({names}: {self.number[self.rings[False] is None]} slots, {len(self._held)} full)"

    def holds(self, pair: bool, slot: int) -> bool:
        """Whether a slot holds a polynomial of this ring."""
        return (pair, slot) in self._held

    def run(self, command: Command, loads: Iterator[Polynomial], operands: Iterator[Polynomial]) -> list[Polynomial]:
        """Runs a command; returns the polynomials that it stores.

        Raises TwiddleError for a missing ring, or a missing or empty slot.
        """
        ring = self.rings[command.pair]
        if ring is None:
            raise TwiddleError(f"the unit has no {'incomplete' if command.pair else 'complete'} ring")
        for slot in (*command.reads, *command.writes):
            if slot >= self.number[command.pair]:
                raise TwiddleError(f"{command.operation.name}: slot {slot} of {self.number[command.pair]}")

        def get(slot: int) -> Polynomial:
            if not self.holds(command.pair, slot):
                raise TwiddleError(f"{command.operation.name}: slot {slot} is empty")
            return self._held[command.pair, slot]

        if command.operation in (Operation.MUL, Operation.MAC):
            sums = get(command.dst) if command.operation is Operation.MAC else np.zeros(ring.n, np.int64)
            for i in range(command.count):
                a = next(operands) if command.stream else get(command.a + i)
                sums = (sums + pwm(ring, a, get(command.b + i))) % ring.q
            self._put(command.pair, command.dst, sums)
            return []
        stored = []
        for i in range(command.count):
            match command.operation:
                case Operation.NTT:
                    value = ntt(ring, get(command.a + i))
                case Operation.INTT:
                    value = intt(ring, get(command.a + i))
                case Operation.ADD:
                    value = (get(command.a + i) + get(command.b + i)) % ring.q
                case Operation.SUB:
                    value = (get(command.a + i) - get(command.b + i)) % ring.q
                case Operation.ZERO:
                    value = np.zeros(ring.n, np.int64)
                case Operation.LOAD:
                    value = next(loads)
                case _:
                    value = get(command.a + i)
            if command.operation is Operation.STORE:
                stored.append(value)
            else:
                self._put(command.pair, command.dst + i, value)
        return stored

    def compute(self, program: Program, values: Mapping[str, ArrayLike]) -> dict[str, Polynomial]:
        """The arrays that a program stores, by name; errors of `run`, and for operands that do not fit."""
        loads, operands = program.inputs(values)
        given, streamed = iter(loads), iter(operands)
        stored = [each for command in program.commands for each in self.run(command, given, streamed)]
        return program.outputs(stored)

    def _put(self, pair: bool, slot: int, value: Polynomial) -> None:
        self._held[pair, slot] = value
        if self.rings[True] is not None and self.rings[False] is not None:
            for other in [slot // 2] if pair else [2 * slot, 2 * slot + 1]:
                self._held.pop((not pair, other), None)


@dataclass(frozen=True)
class Words:
    """How a unit lays out polynomials in the words of `load`, `store` and `operand`."""

    ring: Ring | None  # the complete ring, or None
    pairs: Ring | None  # the incomplete ring, or None
    lanes: int  # 1, 2, 4 or 8

    @property
    def half(self) -> int:
        """Bits of a coefficient of a pair."""
        return self.pairs.bits if self.pairs is not None else 0

    @property
    def width(self) -> int:
        """Bits of a lane: a coefficient of the complete ring, or a pair."""
        return max(2 * self.half, self.ring.bits if self.ring is not None else 0)

    @property
    def place(self) -> int:
        """Bits of a lane on AXI4-Stream (twd_unit_beats)."""
        return 32 if self.pairs is not None or self.width > 16 else 16

    def of(self, pair: bool) -> Ring:
        """The ring of a command. Raises TwiddleError where the unit has none."""
        ring = self.pairs if pair else self.ring
        if ring is None:
            raise TwiddleError(f"the unit has no {'incomplete' if pair else 'complete'} ring")
        return ring

    def count(self, pair: bool) -> int:
        """Words of a polynomial."""
        return self.of(pair).n // (self.lanes * (1 + pair))

    def pack(self, pair: bool, polynomial: ArrayLike) -> list[int]:
        """The words of a polynomial: Lanes coefficients, or pairs of them, each."""
        values = [int(value) for value in polynomials(self.of(pair), polynomial)]
        if pair:
            values = [low | high << self.half for low, high in zip(values[0::2], values[1::2], strict=True)]
        return [
            sum(value << self.width * lane for lane, value in enumerate(values[i : i + self.lanes]))
            for i in range(0, len(values), self.lanes)
        ]

    def unpack(self, pair: bool, words: Sequence[int]) -> Polynomial:
        """The polynomial of these words."""
        mask = (1 << self.width) - 1
        values = [word >> self.width * lane & mask for word in words for lane in range(self.lanes)]
        if pair:
            values = [part for value in values for part in (value & (1 << self.half) - 1, value >> self.half)]
        return np.array(values, np.int64)

    def to_bus(self, pair: bool, values: Sequence[int]) -> bytes:
        """The bytes of a frame of AXI4-Stream: an array of `place` bits a coefficient, of pairs 16."""
        bits = 16 if pair else self.place
        return b"".join(int(value).to_bytes(bits // 8, "little") for value in values)

    def from_bus(self, pair: bool, data: bytes) -> Polynomial:
        """The coefficients in these bytes."""
        size = 2 if pair else self.place // 8
        values = [int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size)]
        return np.array(values, np.int64)
