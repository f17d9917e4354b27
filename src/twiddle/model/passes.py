# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Common to memory-based cores: the steps of an operation, and the bubble between two passes."""

from __future__ import annotations

STEPS = {
    "ntt": ("ntt a",),
    "intt": ("intt",),
    "pwm": ("pwm",),
    "mul": ("ntt a", "ntt b", "pwm", "intt"),
    "mult": ("ntt a", "pwm", "intt"),
}
"""Transforms and products that make up each operation."""

TAKES_B = frozenset(operation for operation, steps in STEPS.items() if "pwm" in steps)
"""Operations with a second operand."""


def bubble(delay: int, slots: int, early: int) -> int:
    """Idle cycles between a pass of `slots` slots and the next one.

    The next pass reads a word up to `early` slots earlier than this one. The word must be written, `delay`
    cycles after its slot, in the cycle before.
    """
    return max(0, delay + 1 + early - slots)
