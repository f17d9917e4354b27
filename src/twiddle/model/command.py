# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The command word of the polynomial unit (twd_unit_pkg)."""

from dataclasses import dataclass
from enum import IntEnum

from twiddle.base.errors import TwiddleError, expect, integer


class Operation(IntEnum):
    """The effect of a command on `count` polynomials, or products."""

    NTT = 0
    INTT = 1
    MUL = 2
    MAC = 3
    ADD = 4
    SUB = 5
    COPY = 6
    ZERO = 7
    LOAD = 8
    STORE = 9


SLOT_BITS = 7
MOST = 8
"""The largest count of a command, and the most products of a sum."""

PRODUCTS = frozenset({Operation.MUL, Operation.MAC})
_TAKE_A = frozenset(Operation) - {Operation.ZERO, Operation.LOAD}
_TAKE_B = PRODUCTS | {Operation.ADD, Operation.SUB}


@dataclass(frozen=True)
class Command:
    """One command.

    operation   what is done
    count       polynomials in successive slots; for MUL and MAC products, whose sum is one polynomial
    dst, a, b   the first slot of each operand
    stream      a comes from the operand stream; for MUL and MAC with count = 1
    report      the unit reports the end of the command

    >>> f"{Command(Operation.MUL, pair=True, count=3, dst=9, a=0, b=12).word:#010x}"
    '0x2a120060'
    """

    operation: Operation
    pair: bool = False
    count: int = 1
    dst: int = 0
    a: int = 0
    b: int = 0
    stream: bool = False
    report: bool = False

    def __post_init__(self) -> None:
        expect("operation", self.operation, Operation, "an Operation")
        for name in ("count", "dst", "a", "b"):
            integer(name, getattr(self, name))
        if not 1 <= self.count <= MOST:
            raise TwiddleError(f"count = {self.count} is not 1 to {MOST}")
        for name in ("dst", "a", "b"):
            if not 0 <= getattr(self, name) < 1 << SLOT_BITS:
                raise TwiddleError(f"{name} = {getattr(self, name)} is not a slot from 0 to {(1 << SLOT_BITS) - 1}")
        if self.stream and (self.operation not in PRODUCTS or self.count != 1):
            raise TwiddleError("stream is for MUL and MAC with count = 1")
        if self.operation not in PRODUCTS:
            for name, takers in (("a", _TAKE_A), ("b", _TAKE_B)):
                apart = abs(self.dst - getattr(self, name))
                if self.operation in takers and self.writes and 0 < apart < self.count:
                    raise TwiddleError(f"{self.count} polynomials from dst = {self.dst} on overlap those of {name}")

    @property
    def word(self) -> int:
        high = self.operation << 28 | self.pair << 27 | (self.count - 1) << 24
        return high | self.dst << 17 | self.a << 10 | self.b << 3 | self.stream << 2 | self.report << 1

    @property
    def reads(self) -> list[int]:
        several = range(self.count)
        slots = [self.a + i for i in several if self.operation in _TAKE_A and not self.stream]
        slots += [self.b + i for i in several if self.operation in _TAKE_B]
        return slots + [self.dst] * (self.operation is Operation.MAC)

    @property
    def writes(self) -> list[int]:
        """The slots that it writes."""
        if self.operation is Operation.STORE:
            return []
        return [self.dst + i for i in range(1 if self.operation in PRODUCTS else self.count)]
