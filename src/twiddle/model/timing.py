# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The durations of the polynomial unit's commands (twd_lane_pkg, twd_unit_pkg, twd_unit_schedule)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from twiddle.base.rings import Ring
from twiddle.model.arith import DSP_WIDTH
from twiddle.model.command import PRODUCTS, Command, Operation
from twiddle.model.fold import fold_plan
from twiddle.model.ldsp import tile_latency
from twiddle.model.unit_engine import cycles

TERMS = 8
"""Products that a lane adds before it reduces their sum."""

STARTED = frozenset({Operation.ADD, Operation.SUB})
"""Those that read another word after the last one that they take as a term."""

ENGINE = frozenset(Operation) - {Operation.ZERO, Operation.LOAD, Operation.STORE}
"""The operations of the engine."""


@dataclass(frozen=True)
class Timing:
    """The cycles of a unit without stalls.

    ring, pairs   its rings, one of which may be None
    lanes         1, 2 or 4
    dsp           products in DSP blocks
    """

    ring: Ring | None
    pairs: Ring | None
    lanes: int
    dsp: bool = True

    @property
    def write_delay(self) -> int:
        """Cycles from a slot of the schedule to the write of its result: memory 2, networks 2, lane."""
        return max(self._wide, self._pair) + 9

    @property
    def wait(self) -> int:
        """The extra cycles of a sum of base products."""
        if self.pairs is None:
            return 0
        base = self._pair + self._tile + 2 + _folds(TERMS + 1, self.pairs.q)
        return max(0, base + 9 - self.write_delay)

    @property
    def _whole(self) -> bool:
        return self.pairs is None and self.ring is not None and self.ring.bits <= DSP_WIDTH

    @property
    def _tile(self) -> int:
        if self.dsp:
            return 2
        if self.pairs is not None:
            return tile_latency(self.pairs.bits)
        assert self.ring is not None
        return tile_latency(self.ring.bits if self._whole else (self.ring.bits + 1) // 2)

    @property
    def _wide(self) -> int:
        if self.ring is None:
            return 0
        return self._tile + (1 if self._whole else 4) + _folds(TERMS, self.ring.q)

    @property
    def _pair(self) -> int:
        return 0 if self.pairs is None else self._tile + 2 + _folds(2 * TERMS, self.pairs.q)

    def words(self, pair: bool) -> int:
        """Words of a polynomial."""
        of = self.pairs if pair else self.ring
        assert of is not None
        return of.n // (self.lanes * (1 + pair))

    def zeroize(self, slots: int) -> int:
        """Cycles of `zeroize_busy_o`: a word of both banks a cycle, then what the pipes hold."""
        words = slots * self.words(self.ring is None) // 2
        return max(words, 32) + self.write_delay + self.wait + 10

    def slots(self, command: Command) -> int:
        """Cycles of the schedule of an engine command; a stream of operands starts two cycles late."""
        half = self.words(command.pair) // 2
        if command.operation in (Operation.NTT, Operation.INTT):
            return sum(max(count, shortest) for count, shortest in self.layers(command))
        return 2 * half * self.terms(command) + 2 * command.stream

    def layers(self, command: Command) -> list[tuple[int, int]]:
        """The slots of each layer of a transform, and the cycles after which the next one may begin."""
        count = command.count * self.words(command.pair) // 2
        shortest = [self.write_delay + 1 + early for early in self._early(command)]
        if command.operation is Operation.NTT:
            shortest.reverse()
        return [*((count, each) for each in shortest), (count, count)]

    def latency(self, command: Command) -> int:
        """Cycles from its start to that of a command that needs its result."""
        last = not command.stream and command.operation not in {Operation.NTT, Operation.INTT, *STARTED}
        return self.slots(command) + self.write_delay + self.wait + 4 + last

    def program(self, commands: Iterable[Command]) -> int:
        """Cycles from the first start to the last result of the engine, with loads and operands in time."""
        return cycles(self, [command for command in commands if command.operation in ENGINE])

    def terms(self, command: Command) -> int:
        """Terms of a sum of an engine command that does not transform, and of all its polynomials."""
        if command.operation in PRODUCTS:
            return command.count + (command.operation is Operation.MAC and not command.stream)
        return command.count

    def _early(self, command: Command) -> list[int]:
        """How many slots too early the next layer may need a word, by the lower index bit of both."""
        lane_bits = self.lanes.bit_length() - 1
        bits = (self.words(command.pair) * self.lanes).bit_length() - 1
        return [1 << bit - lane_bits if bit >= lane_bits else 0 for bit in range(bits - 1)]


def _folds(products: int, q: int) -> int:
    """Folds that reduce a sum of this many products."""
    return len(fold_plan(q, products * (q - 1) ** 2))
