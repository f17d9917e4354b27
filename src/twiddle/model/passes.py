# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Common to memory-based cores: the steps of an operation, its passes, and the bubble between two of them."""

from abc import ABC, abstractmethod

STEPS = {
    "ntt": ("ntt a",),
    "intt": ("intt",),
    "pwm": ("pwm",),
    "mul": ("ntt a", "ntt b", "pwm", "intt"),
    "mult": ("ntt a", "pwm", "intt"),
}
"""Transforms and products that make up each operation."""

TAKES_B = frozenset(operation for operation, steps in STEPS.items() if "pwm" in steps)


def bubble(delay: int, slots: int, early: int) -> int:
    """Idle cycles between a pass of `slots` slots and the next one.

    The next pass reads a word up to `early` slots earlier than this one. The word must be written, `delay`
    cycles after its slot, in the cycle before.
    """
    return max(0, delay + 1 + early - slots)


class Passes(ABC):
    """The passes of an engine; all lengths are in cycles."""

    @property
    @abstractmethod
    def slots(self) -> int:
        """Slots of a layer, and beats of a polynomial."""

    @property
    @abstractmethod
    def write_delay(self) -> int:
        """Cycles from a read address to the write of the result."""

    @abstractmethod
    def steps(self, operation: str) -> list[tuple[str, int]]:
        """Every pass of an operation with its cycles, including the bubble before the next one."""

    @abstractmethod
    def latency(self, operation: str) -> int:
        """Cycles from the first input beat to the last output beat, inclusive; a and b start together."""

    def bubble(self, early: int) -> int:
        """Idle cycles after a pass whose groups the next pass reads up to `early` slots earlier."""
        return bubble(self.write_delay, self.slots, early)

    def load(self, operation: str) -> int:
        """Cycles of loading: one beat each, a and b alternating."""
        return self.slots * (2 if operation in TAKES_B else 1)

    def issue(self, operation: str) -> int:
        """Cycles from the first read of the butterflies to the last, inclusive."""
        return sum(length for _, length in self.steps(operation))

    def busy(self, operation: str) -> int:
        """Cycles from the first butterfly read to the last butterfly write, inclusive."""
        return self.issue(operation) + self.write_delay

    def fill(self, operation: str) -> int:
        """Cycles from the first accepted input beat to the first output beat."""
        return self.latency(operation) - self.slots
