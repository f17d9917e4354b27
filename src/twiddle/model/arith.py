# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The arithmetic units: one function for each module of `rtl/modarith` and `rtl/butterfly`.

Operands and results are int64 arrays (or integers) that broadcast, canonical in [0, q) unless a function says
otherwise; q is below 2^24, so that no intermediate value passes 2^49. Nothing is checked here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

_FOLD_STEPS = (5, 6)
"""Bits that a fold takes off: the table of five fits into the adder's 6-input LUTs, six cost a LUT a bit."""


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
    return mod_halve(q, np.add(u, v, dtype=np.int64))


def butterfly_ct(
    q: int, u: ArrayLike, v: ArrayLike, w: ArrayLike
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The Cooley-Tukey butterfly of a forward layer, (u + v*w, u - v*w) mod q."""
    product = mod_mul(q, v, w)
    return mod_add(q, u, product), mod_sub(q, u, product)


def butterfly_gs(
    q: int, u: ArrayLike, v: ArrayLike, w: ArrayLike
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The Gentleman-Sande butterfly of an inverse layer, ((u + v)/2, (u - v)*w) mod q, with w = -zeta/2."""
    return half_sum(q, u, v), mod_mul(q, mod_sub(q, u, v), w)


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

    Let w = clog2(q). While the number has more than w - 1 bits, its top min(step, bits - (w - 1)) bits are
    replaced by a table entry: canonical in every fold but the last. The last fold leaves w - 1 low bits, and
    its entries are in [-2^(w-2) - floor(q/2), -2^(w-2) - floor(q/2) + q), so that the sum is in (-q, q). The
    width of each intermediate number follows from its largest value, over the table entries that can be
    reached. The step is five bits, or six where that saves a fold.
    """
    return min((_plan(q, largest, step) for step in _FOLD_STEPS), key=len)


def mod_fold_step(fold: Fold, x: ArrayLike) -> NDArray[np.int64]:
    """One fold of x: its low bits plus the table entry of those above."""
    value = np.asarray(x, dtype=np.int64)
    table = np.array(fold.table, dtype=np.int64)
    return np.asarray((value & ((1 << fold.low) - 1)) + table[value >> fold.low])


def mod_fold(q: int, x: ArrayLike, largest: int) -> NDArray[np.int64]:
    """The number in (-q, q) that the hardware folds x in [0, largest] to: congruent to x modulo q."""
    value = np.asarray(x, dtype=np.int64)
    for fold in fold_plan(q, largest):
        value = mod_fold_step(fold, value)
    return value


def largest_product(q: int) -> int:
    """Largest product of two canonical values."""
    return (q - 1) ** 2


def mod_mul_lazy(q: int, a: ArrayLike, b: ArrayLike) -> NDArray[np.int64]:
    """The representative of a * b in (-q, q) that the hardware leaves."""
    return mod_fold(q, np.multiply(a, b, dtype=np.int64), largest_product(q))


def mod_canon(q: int, raw: ArrayLike) -> NDArray[np.int64]:
    """The residue raw mod q, for raw in (-q, 2q)."""
    return np.asarray(np.asarray(raw, dtype=np.int64) % q)


def mod_halve(q: int, total: ArrayLike) -> NDArray[np.int64]:
    """The half total / 2 mod q, for total in [0, 2q - 1)."""
    value = np.asarray(total, dtype=np.int64)
    return np.asarray((value + q * (value & 1)) // 2 % q)


DSP_WIDTH = 17
"""Widest factor that one DSP block takes whole."""

ADD_LATENCY = 2
"""Cycles of `twd_mod_add` and `twd_mod_sub`."""


def mul_lazy_latency(q: int) -> int:
    """Cycles of `twd_mod_mul_lazy`: the registers of the integer product, then one a fold."""
    product = 3 if q.bit_length() <= DSP_WIDTH else 4
    return product + len(fold_plan(q, largest_product(q)))


def mul_latency(q: int) -> int:
    """Cycles of `twd_mod_mul`: the lazy product and its correction."""
    return mul_lazy_latency(q) + 1


def butterfly_latency(q: int) -> int:
    """Cycles of `twd_butterfly`: difference or half sum (2), lazy product, sum."""
    return 2 + mul_lazy_latency(q) + ADD_LATENCY
