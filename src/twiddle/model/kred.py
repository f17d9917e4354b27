# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""K-RED and K-RED-2x of Longa and Naehrig: `twd_kred_sum` in `twd_mod_reduce`, and the plan, `twd_fold_pkg`.

For q = k 2^m + 1 with odd k < 2^m (Nguyen et al. 2019, section II.B; Nguyen et al. 2023, Algorithms 2 and 4),
followed by table folds. Arrays are int64; no intermediate value exceeds 2^49. Nothing is checked here.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.model import arith, fold

GROUP = 5
"""Address bits of one table of multiples."""


def shape(q: int) -> tuple[int, int]:
    """The k and m of q = k 2^m + 1 with odd k."""
    m = ((q - 1) & (1 - q)).bit_length() - 1
    return (q - 1) >> m, m


def reason(q: int, halvings: int = 0) -> str | None:
    """Why K-RED does not support an odd q; None if it does."""
    k, m = shape(q)
    if k >> m:
        return f"{q} = {k} * 2^{m} + 1 is not k 2^m + 1 with odd k below 2^m"
    if halvings > m:
        return f"{q} = {k} * 2^{m} + 1 gives at most {m} halvings, not {halvings}"
    return None


@dataclass(frozen=True)
class Rows:
    """The summation of k * y, for y of `bits` bits."""

    tables: bool  # by groups of five bits of y, otherwise by signed digits of k
    count: int  # rows: adders and cycles
    excess: int  # the amount that the rows add to k * y


def _digits(k: int) -> tuple[int, int]:
    """The positions of the digits +1 and -1 of k, no two adjacent."""
    return ((3 * k) & ~k) >> 1, (k & ~(3 * k)) >> 1


@cache
def rows(k: int, bits: int) -> Rows:
    """The plan for k * y with fewer addend bits; for equal plans the one with fewer rows."""
    groups = [min(GROUP, bits - low) for low in range(0, bits, GROUP)]
    multiples = [(k * ((1 << size) - 1)).bit_length() for size in groups]
    table_rows = min(len(groups), -((31 * k).bit_length() // -GROUP))
    plus, minus = _digits(k)
    places = [place for place in range(k.bit_length() + 1) if (plus | minus) >> place & 1]
    heights = [sum(0 <= column - place < bits for place in places) for column in range(k.bit_length() + bits)]
    tables = (sum(multiples), table_rows) <= (bits * len(places), max(heights))
    if tables:
        return Rows(True, table_rows, 0)
    return Rows(False, max(heights), minus * ((1 << bits) - 1))


def kred_sum(k: int, bits: int, base: ArrayLike, y: ArrayLike, shift: int = 0) -> NDArray[np.int64]:
    """The sum base + (k * y + excess) * 2^shift, for y in [0, 2^bits)."""
    multiple = k * np.asarray(y, dtype=np.int64) + rows(k, bits).excess
    return np.asarray(np.asarray(base, dtype=np.int64) + (multiple << shift))


def sum_largest(largest: int, k: int, bits: int, shift: int = 0) -> int:
    """Bound of `kred_sum` for a base up to `largest`."""
    return largest + (k * ((1 << bits) - 1) + rows(k, bits).excess << shift)


def _kred_plan(q: int, halvings: int, largest: int) -> tuple[int, int, int]:
    """Bits of x that K-RED removes, the shift of their multiple, and the bound of the sum."""
    k, m = shape(q)
    taken = halvings or m
    return taken, m - taken, sum_largest(largest >> taken, k, taken, m - taken)


def kred_bound(q: int, halvings: int = 0, largest: int | None = None) -> int:
    """Bound of K-RED's sum before the folds, for x up to `largest`, or (q - 1)^2."""
    return _kred_plan(q, halvings, arith.largest_product(q) if largest is None else largest)[2]


def kred_latency(q: int, halvings: int = 0, largest: int | None = None) -> int:
    """Cycles of `twd_mod_reduce` with K-RED."""
    sums = rows(shape(q)[0], halvings or shape(q)[1]).count
    return sums + len(fold.fold_plan(q, kred_bound(q, halvings, largest)))


def kred_scale(q: int, halvings: int = 0) -> int:
    """The factor of K-RED's result: k, or 2^-halvings mod q."""
    return pow(2, -halvings, q) if halvings else shape(q)[0]


def mod_kred(q: int, x: ArrayLike, halvings: int = 0, largest: int | None = None) -> NDArray[np.int64]:
    """The hardware's representative of kred_scale * x in (-q, q), for x in [0, largest].

    x = c1 * 2^m + c0 gives k * c0 - c1 = k * x; with halvings h, x * 2^(m-h) gives c1 - k * c0 = 2^-h * x.
    The default bound of x is (q - 1)^2.
    """
    taken, shift, bound = _kred_plan(q, halvings, arith.largest_product(q) if largest is None else largest)
    value = np.asarray(x, dtype=np.int64)
    k = shape(q)[0]
    total = kred_sum(k, taken, value >> taken, ~value & ((1 << taken) - 1), shift)
    surplus = sum_largest(0, k, taken, shift)
    if halvings:
        return fold.mod_fold(q, total, bound, -surplus)
    return fold.mod_fold(q, total, bound, surplus, negate=True)


def kred2x_bounds(q: int) -> tuple[int, int]:
    """Bounds of the two sums of K-RED-2x, the second before the folds, for x up to (q - 1)^2."""
    k, m = shape(q)
    first = sum_largest(arith.largest_product(q) >> 2 * m, k * k, m)
    return first, sum_largest(first, k, m)


def kred2x_adders(q: int) -> int:
    """Adders of K-RED-2x, before its folds."""
    k, m = shape(q)
    return rows(k * k, m).count + rows(k, m).count


def kred2x_latency(q: int) -> int:
    """Cycles of `twd_mod_reduce` with K-RED-2x."""
    return kred2x_adders(q) + len(fold.fold_plan(q, kred2x_bounds(q)[1]))


def kred2x_scale(q: int) -> int:
    """The factor of K-RED-2x's result, k^2."""
    return shape(q)[0] ** 2


def mod_kred2x(q: int, x: ArrayLike) -> NDArray[np.int64]:
    """The hardware's representative of k^2 * x in (-q, q), for x in [0, (q - 1)^2].

    x = c2 * 2^(2m) + c1 * 2^m + c0 gives k^2 * c0 - k * c1 + c2 = k^2 * x.
    """
    k, m = shape(q)
    low = (1 << m) - 1
    value = np.asarray(x, dtype=np.int64)
    first = kred_sum(k * k, m, value >> 2 * m, value & low)
    total = kred_sum(k, m, first, ~(value >> m) & low)
    surplus = rows(k * k, m).excess + sum_largest(0, k, m)
    return fold.mod_fold(q, total, kred2x_bounds(q)[1], -surplus)
