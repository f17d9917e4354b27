# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The arithmetic units: one function for each module of `rtl/modarith` and `rtl/butterfly`.

Operands and results are int64 arrays (or integers) that broadcast, canonical in [0, q) unless a function says
otherwise; q is below 2^24, so that no intermediate value passes 2^49. Nothing is checked here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

_FOLD_BITS = 5
"""Most bits that one fold takes off: a table of 2^5 constants is one 6-input LUT an output bit."""


def mod_add(q: int, a: ArrayLike, b: ArrayLike) -> NDArray[np.int64]:
    """The sum a + b mod q."""
    return np.asarray(np.add(a, b, dtype=np.int64) % q)


def mod_sub(q: int, a: ArrayLike, b: ArrayLike) -> NDArray[np.int64]:
    """The difference a - b mod q."""
    return np.asarray(np.subtract(a, b, dtype=np.int64) % q)


def mod_mul(q: int, a: ArrayLike, b: ArrayLike) -> NDArray[np.int64]:
    """The product a * b mod q."""
    return np.asarray(np.multiply(a, b, dtype=np.int64) % q)


def half_sum(q: int, u: ArrayLike, v: ArrayLike) -> NDArray[np.int64]:
    """(u + v) / 2 mod q: the sum itself where it is even, plus q where it is odd, shifted right by one."""
    total = np.add(u, v, dtype=np.int64)
    return np.asarray((total + q * (total & 1)) // 2 % q)


def butterfly_ct(
    q: int, u: ArrayLike, v: ArrayLike, w: ArrayLike
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The Cooley-Tukey butterfly of a forward layer, (u + v*w, u - v*w) mod q."""
    product = mod_mul(q, v, w)
    return mod_add(q, u, product), mod_sub(q, u, product)


def butterfly_gs(
    q: int, u: ArrayLike, v: ArrayLike, w: ArrayLike
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The Gentleman-Sande butterfly of an inverse layer, ((u + v)/2, (v - u)*w) mod q, with w = zeta/2."""
    return half_sum(q, u, v), mod_mul(q, mod_sub(q, v, u), w)


@dataclass(frozen=True)
class Fold:
    """One step x -> (x mod 2^low) + table[x >> low] of the exact reduction.

    width    bits of the unsigned x that enters
    low      bits of x that pass unchanged; the width - low bits above address the table
    table    for every address h a number congruent to h * 2^low modulo q
    largest  upper bound of the result
    """

    width: int
    low: int
    table: tuple[int, ...]
    largest: int


def fold_plan(q: int, width: int) -> tuple[Fold, ...]:
    """The folds that reduce an unsigned number of `width` bits to (-q, q), without a multiplication.

    Let w = clog2(q). While the number has more than w - 1 bits, its top t = min(5, bits - (w - 1)) bits are
    replaced by a table entry: canonical in every fold but the last. The last fold leaves w - 1 low bits, and
    its entries are in [-2^(w-2) - floor(q/2), -2^(w-2) - floor(q/2) + q), so that the sum is in (-q, q). The
    width of each intermediate number follows from its largest value, over the table entries that can be
    reached.
    """
    target = q.bit_length() - 1
    lowest = -(1 << (target - 1)) - q // 2
    folds: list[Fold] = []
    largest = (1 << width) - 1
    while width > target:
        low = max(width - _FOLD_BITS, target)
        base = lowest if low == target else 0
        table = tuple(((h << low) - base) % q + base for h in range(1 << (width - low)))
        largest = (1 << low) - 1 + max(table[: (largest >> low) + 1])
        folds.append(Fold(width, low, table, largest))
        width = target if low == target else largest.bit_length()
    return tuple(folds)


def reduce_fold(q: int, x: ArrayLike, width: int) -> NDArray[np.int64]:
    """The number in (-q, q) that the hardware folds x to: congruent to x modulo q.

    x is unsigned, of `width` bits, at most 62.
    """
    value = np.asarray(x, dtype=np.int64)
    for fold in fold_plan(q, width):
        value = (value & ((1 << fold.low) - 1)) + np.array(fold.table, dtype=np.int64)[value >> fold.low]
    return value
