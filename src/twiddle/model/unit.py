# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The effect of the polynomial unit's commands, on slots of plain integers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.base.errors import TwiddleError, expect, integer
from twiddle.base.rings import Ring
from twiddle.model.command import Command, Operation
from twiddle.model.pointwise import pwm
from twiddle.model.programs import Program
from twiddle.model.transform import intt, ntt

Polynomial = NDArray[np.int64]


def rings_of(ring: Ring | None, pairs: Ring | None) -> dict[bool, Ring | None]:
    """The rings of a unit, by whether a command is for pairs; raises TwiddleError for wrong ones."""
    expect("ring", ring, Ring | None, "a ring, made by twiddle.ring(name), or None")
    expect("pairs", pairs, Ring | None, "a ring, made by twiddle.ring(name), or None")
    if (ring is not None and not ring.complete) or (pairs is not None and pairs.complete):
        raise TwiddleError("ring is not complete, or pairs is")
    return {False: ring, True: pairs}


class Slots:
    """The slots of a unit with one ring or two; commands run one after the other.

    ring     the complete ring, or None
    pairs    the incomplete ring, or None
    number   slots of the complete ring, or of the only one

    With two rings, slots 2i and 2i + 1 of pairs are slot i: a write to one overwrites the other.
    """

    def __init__(self, ring: Ring | None, pairs: Ring | None, number: int) -> None:
        self.rings = rings_of(ring, pairs)
        integer("number", number, 1)
        self.number = {False: number, True: 2 * number if ring is not None else number}
        self._held: dict[tuple[bool, int], Polynomial] = {}

    def __repr__(self) -> str:
        """One line: the names of the rings, and the polynomials that are held."""
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
