# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Polynomials as the words of `load`, `store` and `operand`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from twiddle.base.errors import TwiddleError
from twiddle.base.rings import Ring
from twiddle.model.operands import polynomials
from twiddle.model.unit import Polynomial


@dataclass(frozen=True)
class Words:
    """How a unit lays out polynomials.

    ring    the complete ring, or None
    pairs   the incomplete ring, or None
    lanes   1, 2 or 4
    """

    ring: Ring | None
    pairs: Ring | None
    lanes: int

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
