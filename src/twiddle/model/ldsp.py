# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Modular multiplication without DSP blocks: the L-DSP of Nguyen et al. 2023, and tiles with exact folds.

One function for each of `twd_tile_product`, `twd_vedic_product`, `twd_karatsuba_product`, `twd_ldsp_reduce` and
`twd_mod_mul_ldsp`, and for `twd_mod_mul` with tiles; `LdspPlan` is `twd_ldsp_pkg`.
Operands are integers or int64 arrays that broadcast, canonical in [0, q) unless a function says otherwise.
Nothing is checked here.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.model import arith, fold, kred
from twiddle.model.kred import shape

CHUNK = 5
"""Address bits of a table inside an adder's 6-input LUTs."""

WIDEST = 14
"""Bits of the widest modulus of the L-DSP: the middle product of two halves is at most 8 x 8."""

KARATSUBA_LATENCY = 6
"""Cycles of `twd_karatsuba_product`."""


def tile_latency(width: int) -> int:
    """Cycles of `twd_tile_product`."""
    return width // 2 + 1


def tile_product(width: int, a: ArrayLike, b: ArrayLike, negate: bool = False) -> NDArray[np.int64]:
    """The product a b of factors in [0, 2^width), or 2^(2 width) - 2^(width - 1) - a b, row by row.

    Row r adds the multiple d_r b, d_r = -2 hi + mid + lo of three bits of a, at bit 2r, or 2r + 1 for an even
    width, which starts with a_0 b.
    """
    left, right = np.broadcast_arrays(np.asarray(a, np.int64), np.asarray(b, np.int64))
    even = width % 2 == 0
    digits = left if even else 2 * left
    total = (left & 1) * right if even else np.zeros_like(right)
    rows = (width + 1) // 2
    for r in range(rows):
        hi, mid, lo = (digits >> (2 * r + place) & 1 for place in (2, 1, 0))
        digit = -2 * hi + mid + (lo if r > 0 or not even or negate else 0)
        total = total + (-digit if negate else digit) * right * (1 << (2 * r + even))
    return np.asarray((1 << 2 * width) - (1 << (width - 1)) + total if negate else total)


def vedic_product(a: ArrayLike, b: ArrayLike) -> NDArray[np.int64]:
    """The integer product a b of `twd_vedic_product`."""
    return np.asarray(np.multiply(a, b, dtype=np.int64))


def karatsuba_product(
    width: int, a: ArrayLike, b: ArrayLike, negate: bool = False, modulus: int = 0, offset: int = 0
) -> NDArray[np.int64]:
    """The product a b of factors in [0, 2^width), or 2^(2 width) - 1 - a b, from three products of halves.

    With a modulus a b + offset modulo it, in [0, 2^(2 width - 4)): a table takes five top bits of the upper product.
    """
    half = 7 if width > 12 else 6
    left, right = np.asarray(a, np.int64), np.asarray(b, np.int64)
    mask = (1 << half) - 1
    high = vedic_product(left >> half, right >> half)
    low = vedic_product(left & mask, right & mask)
    middle = vedic_product((left >> half) + (left & mask), (right >> half) + (right & mask))
    outer = (high << 2 * half) + low
    if modulus:
        top = 2 * width - 5
        outer = (outer & ((1 << top) - 1)) + ((outer >> top << top) + offset) % modulus
    product = outer + ((middle - low - high) << half)
    return np.asarray((1 << 2 * width) - 1 - product if negate else product)


@dataclass(frozen=True)
class LdspPlan:
    """The constants of `twd_ldsp_pkg` for q = k 2^m + 1; that file derives them."""

    q: int
    taken: int  # h: low bits d_0 of the product that K-RED removes, m or halvings
    factor: int  # K = k 2^(m - h): 2^-h x = d_1 - K d_0
    row_bits: int  # low bits of d_0, a multiple of CHUNK, that rows as of K-RED take; `rest` bits of d_0 are left
    rest: int
    top: int  # high bits that address the table of the rest too
    merged: bool  # that table is the last step, after the rows; otherwise it is the first, and folds follow
    lowest: int  # smallest product; `highest` the largest, of 2 width bits
    highest: int
    table: tuple[int, ...]  # entries at (top, rest)
    largest: int  # largest input of the folds

    @property
    def high_bits(self) -> int:
        """Product bits above those that K-RED removes."""
        return 2 * self.q.bit_length() - self.taken

    @property
    def latency(self) -> int:
        """Cycles of `twd_ldsp_reduce`."""
        rows = kred.rows(kred.shape(self.q)[0], self.row_bits).count
        return 1 + rows + (0 if self.merged else len(fold.fold_plan(self.q, self.largest)))


def reason(q: int, halvings: int = 0) -> str | None:
    """Why the L-DSP does not support an odd q; None if it does."""
    k, m = shape(q)
    if q.bit_length() > WIDEST:
        return f"it has {q.bit_length()} bits, and the 8 x 8 Vedic middle product supports {WIDEST}"
    if k >> m:
        return f"it is {k} * 2^{m} + 1, and K-RED needs k 2^m + 1 with k below 2^m"
    if halvings > m:
        return f"K-RED halves at most m = {m} times, not {halvings}"
    return None


def tiles_reason(q: int) -> str | None:
    """Why products in tiles do not support an odd q; None if they do."""
    bits, most = q.bit_length(), arith.DSP_WIDTH
    if bits > most:
        return f"it has {bits} bits, and tiles support {most}, the width of one DSP block"
    return None


@cache
def ldsp_plan(q: int, halvings: int = 0, karatsuba: bool = False) -> LdspPlan:
    """The widths and the table of the L-DSP for q = k 2^m + 1."""
    width = q.bit_length()
    low = width - 1
    taken = halvings or shape(q)[1]
    factor = (q - 1) >> taken
    rest = taken % CHUNK
    row_bits = taken - rest
    high_bits = 2 * width - taken
    largest_sum = kred.sum_largest(0, shape(q)[0], row_bits, shape(q)[1] - taken)
    square = arith.largest_product(q)
    highest = square if halvings else (1 << 2 * width) - (1 if karatsuba else 1 << (width - 1))
    lowest = highest - square
    first, last = lowest >> taken >> low, ((highest >> taken) + largest_sum) >> low
    merged = high_bits - low + rest <= CHUNK and last < first + (1 << (high_bits - low))
    top = high_bits - low if merged else min(high_bits - low, CHUNK - rest)
    below = high_bits - top
    constant = (0 if halvings else factor * highest) - largest_sum
    base = -(1 << (width - 2)) - q // 2 if merged else 0
    table = []
    for index in range(1 << (top + rest)):
        value, chunk = divmod(index, 1 << rest)
        if merged and value < first:
            value += 1 << top
        entry = (value << below) + constant - (factor << row_bits) * chunk
        table.append((entry - base) % q + base)
    largest = (1 << below) + q - 2 + largest_sum
    return LdspPlan(q, taken, factor, row_bits, rest, top, merged, lowest, highest, tuple(table), largest)


def ldsp_reduce(plan: LdspPlan, x: ArrayLike) -> NDArray[np.int64]:
    """The hardware's result in (-q, q) for the product x in [lowest, highest] of the plan."""
    value = np.asarray(x, np.int64)
    rest = value >> plan.row_bits & ((1 << plan.rest) - 1)
    below = plan.high_bits - plan.top
    total = value >> plan.taken

    def take_top(total: NDArray[np.int64]) -> NDArray[np.int64]:
        entries = np.array(plan.table, np.int64)[(total >> below) << plan.rest | rest]
        return np.asarray((total & ((1 << below) - 1)) + entries)

    if not plan.merged:
        total = take_top(total)
    k, m = shape(plan.q)
    total = kred.kred_sum(k, plan.row_bits, total, ~value & ((1 << plan.row_bits) - 1), m - plan.taken)
    if plan.merged:
        return take_top(total & ((1 << plan.high_bits) - 1))
    return fold.mod_fold(plan.q, total, plan.largest)


def ldsp_latency(q: int, halvings: int = 0, karatsuba: bool = False) -> int:
    """Cycles of `twd_mod_mul_ldsp`."""
    product = KARATSUBA_LATENCY if karatsuba else tile_latency(q.bit_length())
    return product + ldsp_plan(q, halvings, karatsuba).latency


def mod_mul_ldsp(q: int, a: ArrayLike, b: ArrayLike, halvings: int = 0, karatsuba: bool = False) -> NDArray[np.int64]:
    """The L-DSP's representative of kred_scale(q, halvings) a b in (-q, q)."""
    negate = halvings == 0
    product = (karatsuba_product if karatsuba else tile_product)(q.bit_length(), a, b, negate)
    return ldsp_reduce(ldsp_plan(q, halvings, karatsuba), product)


def tiles_latency(q: int) -> int:
    """Cycles of a lazy product by tiles and folds."""
    return tile_latency(q.bit_length()) + len(fold.fold_plan(q, arith.largest_product(q)))


def mod_mul_tiles(q: int, a: ArrayLike, b: ArrayLike) -> NDArray[np.int64]:
    """The representative of a b in (-q, q) by tiles and folds."""
    return fold.mod_fold(q, tile_product(q.bit_length(), a, b), arith.largest_product(q))
