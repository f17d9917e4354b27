# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The exact reduction by table folds: `twd_mod_fold` and its plan, `twd_fold_pkg`.

Arrays are int64; q is below 2^24, so no intermediate value exceeds 2^49. Nothing is checked here.

>>> int(mod_fold(3329, 3328 * 3328, largest=3328 * 3328)) % 3329
1
"""

from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

_FOLD_STEPS = (5, 6)
"""Bits of a fold: a table of five address bits fits the adder's 6-input LUTs; six cost one LUT per bit."""


@dataclass(frozen=True)
class Fold:
    """One step x -> (x mod 2^low) + table[x >> low] of the exact reduction."""

    width: int  # bits of the unsigned input x
    low: int  # bits of x that pass unchanged; the width - low bits above address the table
    table: tuple[int, ...] = field(repr=False)  # for every address h a number congruent to h * 2^low modulo q
    largest: int  # upper bound of the result


def _plan(q: int, largest: int, step: int) -> tuple[Fold, ...]:
    target = q.bit_length() - 1
    lowest = -(1 << (target - 1)) - q // 2
    folds: list[Fold] = []
    width = largest.bit_length()
    while width > target:
        low = max(width - step, target)
        base = lowest if low == target else 0
        table = tuple(((h << low) - base) % q + base for h in range(1 << (width - low)))
        largest = (1 << low) - 1 + max(table[: (largest >> low) + 1])
        folds.append(Fold(width, low, table, largest))
        width = target if low == target else largest.bit_length()
    return tuple(folds)


@cache
def fold_plan(q: int, largest: int) -> tuple[Fold, ...]:
    """The folds that reduce a number in [0, largest] to (-q, q), without a multiplication.

    Let w = clog2(q). While the number has more than w - 1 bits, a table entry replaces its top min(step, bits
    - (w - 1)) bits; entries are canonical in every fold except the last. The last fold leaves w - 1 low bits,
    and its entries are in [-2^(w-2) - floor(q/2), -2^(w-2) - floor(q/2) + q), so that the sum is in (-q, q).
    The width of each intermediate number follows from its largest value over the reachable table entries. The
    step is five bits, or six if that saves a fold.
    """
    return min((_plan(q, largest, step) for step in _FOLD_STEPS), key=len)


def mod_fold_step(fold: Fold, x: ArrayLike) -> NDArray[np.int64]:
    """One fold of x: its low bits plus the table entry of its high bits."""
    value = np.asarray(x, dtype=np.int64)
    table = np.array(fold.table, dtype=np.int64)
    return np.asarray((value & ((1 << fold.low) - 1)) + table[value >> fold.low])


def mod_fold(q: int, x: ArrayLike, largest: int, offset: int = 0, negate: bool = False) -> NDArray[np.int64]:
    """The hardware's representative of offset + x, or offset - x, in (-q, q).

    x is in [0, largest]. The table entries of the last fold are those of offset + h * 2^low in [-c, q - c),
    or of offset - h * 2^low in (c - q, c], with c = 2^(w-2) + floor(q/2) and w the bits of q. If largest has
    fewer bits than q, there is no fold, and the sum is the result.
    """
    plan = fold_plan(q, largest)
    value = np.asarray(x, dtype=np.int64)
    if not plan:
        return offset - value if negate else offset + value
    *before, last = plan
    for fold in before:
        value = mod_fold_step(fold, value)
    centre = (1 << (q.bit_length() - 2)) + q // 2
    lowest = centre + 1 - q if negate else -centre
    high, low = value >> last.low, value & ((1 << last.low) - 1)
    entry = (offset + (-high if negate else high) * (1 << last.low) - lowest) % q + lowest
    return np.asarray(entry - low if negate else entry + low)
