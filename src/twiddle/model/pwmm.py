# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Rows of matrix-vector products in the transform domain: `twd_pwmm`, its units and their cycles.

Source: Nguyen et al. 2023, section 4.3. Arrays are int64; q is below 2^24, so no sum exceeds 2^50.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.base import rings
from twiddle.base.errors import TwiddleError
from twiddle.base.rings import Ring
from twiddle.model import arith, butterflies, fold, kred, ldsp, methods
from twiddle.model.methods import Method
from twiddle.model.transform import RingLike, polynomials, pwm

LARGEST_K = 8
"""Most products in a row."""

STEP = 5
"""Most bits of one step of `mod_fold_low`: with one more they fill a 6-input LUT."""

ROWS = frozenset({Method.LDSP, Method.TILES})
"""Methods whose products are rows of adders, reduced after their sum; for any q."""

STREAM_REGISTERS = 3
"""Cycles in addition to the pipeline: operands 1, result 1, buffer 1."""


def pwmm(ring: RingLike, a: ArrayLike, b: ArrayLike, scaled: bool = False) -> NDArray[np.int64]:
    """A row times a vector: the sum over j of a[..., j, :] o b[..., j, :] in the transform domain.

    Shapes (..., k, n) that broadcast, bit-reversed order, values in [0, q); the result has shape (..., n).
    A matrix of shape (rows, k, n) times a vector of shape (k, n) gives (rows, n). With `scaled` the result is
    multiplied by 2^-layers, which includes the 1/n of the inverse transform that follows.
    Source: Nguyen et al. 2023, section 4.3. Raises TwiddleError for a wrong shape, type or range.

    >>> from twiddle import model
    >>> model.pwmm("ml-kem", np.ones((3, 2, 256), int), np.ones((2, 256), int)).shape
    (3, 256)
    """
    ring = rings.ring(ring)
    first, second = polynomials(ring, a, "a"), polynomials(ring, b, "b")
    if first.ndim < 2 or second.ndim < 2 or first.shape[-2] != second.shape[-2]:
        raise TwiddleError(f"a, b: shapes {first.shape} and {second.shape} do not end in the same (k, {ring.n})")
    total = pwm(ring, first, second).sum(axis=-2)
    return np.asarray(total * (pow(2, -ring.layers, ring.q) if scaled else 1) % ring.q, np.int64)


def row_mul_add(a: ArrayLike, b: ArrayLike, add: ArrayLike) -> NDArray[np.int64]:
    """The integer a * b + add of `twd_row_mul_add`."""
    return np.asarray(np.multiply(a, b, dtype=np.int64) + np.asarray(add, np.int64))


def fold_low_plan(halvings: int) -> tuple[int, ...]:
    """Bits of each step of `mod_fold_low`, as equal as possible."""
    steps = -(-halvings // STEP)
    return tuple((halvings + index) // steps for index in range(steps))


def fold_low_largest(q: int, largest: int, halvings: int) -> int:
    """Largest result of `mod_fold_low` for x in [0, largest]."""
    for bits in fold_low_plan(halvings):
        largest = (largest >> bits) + q - 1
    return largest


def mod_fold_low(q: int, x: ArrayLike, halvings: int) -> NDArray[np.int64]:
    """The hardware's result for x >= 0: congruent to x * 2^-halvings modulo q, and shorter."""
    value = np.asarray(x, np.int64)
    for bits in fold_low_plan(halvings):
        unit = pow(2, -bits, q)
        value = (value >> bits) + (value & ((1 << bits) - 1)) * unit % q
    return value


def reduce(q: int, x: ArrayLike, largest: int, halvings: int) -> NDArray[np.int64]:
    """The residue x * 2^-halvings mod q of `twd_pwmm_reduce`, by its own steps, for x in [0, largest]."""
    rest = fold_low_largest(q, largest, halvings)
    return arith.mod_correct(q, fold.mod_fold(q, mod_fold_low(q, x, halvings), rest))


def row_unit(
    ring: Ring, scaled: bool, a: ArrayLike, b: ArrayLike, acc: ArrayLike, zeta: ArrayLike
) -> NDArray[np.int64]:
    """The new sums of `twd_pwmm_row_unit`, step by step.

    a, b and acc have shape (..., 2), a and b below 2^bits, acc in [0, q); zeta of shape (...) is the table
    entry, 2^square_halvings times that of the pair; it is ignored for a complete transform.
    """
    bounds = _bounds(ring, scaled)
    q, h = ring.q, bounds.halvings
    first, second = np.asarray(a, np.int64), np.asarray(b, np.int64)
    sums = np.asarray(acc, np.int64) << h
    if ring.complete:
        return reduce(q, row_mul_add(first, second, sums), bounds.product, h)
    m_1 = mod_fold_low(q, row_mul_add(first[..., 1], second[..., 1], 0), bounds.square_halvings)
    low = row_mul_add(zeta, m_1, row_mul_add(first[..., 0], second[..., 0], sums[..., 0]))
    high = row_mul_add(first[..., 0], second[..., 1], sums[..., 1])
    high = row_mul_add(first[..., 1], second[..., 0], high)
    return np.stack([reduce(q, low, bounds.low, h), reduce(q, high, bounds.high, h)], axis=-1)


def karatsuba_unit(q: int, halvings: int, a: ArrayLike, b: ArrayLike, zeta: ArrayLike) -> NDArray[np.int64]:
    """2^-halvings (a_0 + a_1 x)(b_0 + b_1 x) mod x^2 - k zeta by a unit of `twd_pwmm_karatsuba`, in (-q, q).

    a and b have shape (..., 2), zeta (...), all in [0, q), q = k 2^m + 1. Nguyen et al. 2023, Fig. 5.
    """
    first, second = np.asarray(a, np.int64), np.asarray(b, np.int64)
    short = kdsp_largest(q)
    product = partial(ldsp.karatsuba_product, q.bit_length(), modulus=q)
    m_0, m_1 = (product(first[..., i], second[..., i]) for i in (0, 1))
    a_sum, b_sum = (arith.mod_add(q, each[..., 0], each[..., 1]) for each in (first, second))
    k = product(a_sum, b_sum, offset=-(2 * short + 1) % q)
    low = m_0 + product(kred.mod_kred(q, m_1, 0, short) % q, zeta)
    high = k + (2 * short + 1) - (m_0 + m_1)
    results = kred.mod_kred(q, low, halvings, 2 * short), kred.mod_kred(q, high, halvings, 3 * short + 1)
    return np.stack(results, axis=-1)


def kdsp_largest(q: int) -> int:
    """The largest result of a K-DSP without K-RED, `twd_karatsuba_product` with its table."""
    return (1 << (2 * q.bit_length() - 4)) - 1


def karatsuba_rows(q: int, beats: int, first: ArrayLike, products: ArrayLike) -> NDArray[np.int64]:
    """The sums of the shift register of `twd_pwmm_karatsuba`, one a beat.

    products  (m, ...) of `karatsuba_unit`, in (-q, q)
    first     (m,): 1 where the sum starts anew; elsewhere that of `beats` beats before is added
    """
    sums = np.asarray(products, np.int64) % q
    again = np.asarray(first) == 0
    for beat in np.flatnonzero(again):
        sums[beat] = (sums[beat] + sums[beat - beats]) % q
    return sums


def karatsuba_zeta_cycle(q: int) -> int:
    """Cycle of `twd_pwmm_karatsuba` in which zeta enters."""
    return ldsp.KARATSUBA_LATENCY + kred.kred_latency(q, 0, kdsp_largest(q)) + 1


def karatsuba_latency(q: int, halvings: int) -> int:
    """Cycles of `twd_pwmm_karatsuba`, from a pair to its sum."""
    low = kred.kred_latency(q, halvings, 2 * kdsp_largest(q))
    return karatsuba_zeta_cycle(q) + ldsp.KARATSUBA_LATENCY + 1 + low + arith.ADD_LATENCY


class _Bounds(NamedTuple):
    """Halvings, and largest values in `twd_pwmm_row_unit`, as in `twd_pwmm_pkg`."""

    halvings: int
    raw: int
    product: int
    square_halvings: int
    square: int
    low: int
    high: int


@cache
def _bounds(ring: Ring, scaled: bool) -> _Bounds:
    halvings, raw, square_halvings = ring.layers if scaled else 0, (1 << ring.bits) - 1, ring.bits + 3
    product = raw**2 + ((ring.q - 1) << halvings)
    square = fold_low_largest(ring.q, raw**2, square_halvings)
    low, high = product + (ring.q - 1) * square, product + raw**2
    return _Bounds(halvings, raw, product, square_halvings, square, low, high)


def _rows(largest: int) -> int:
    return (largest.bit_length() + 1) // 2


def _reduce_latency(q: int, largest: int, halvings: int) -> int:
    rest = fold_low_largest(q, largest, halvings)
    return len(fold_low_plan(halvings)) + len(fold.fold_plan(q, rest)) + 1


@dataclass(frozen=True)
class Pipeline:
    """Cycles of the core for a ring, units, method and scale, function for function as in `twd_pwmm_pkg`."""

    ring: Ring
    units: int
    method: Method
    scaled: bool

    @property
    def beats(self) -> int:
        return self.ring.n // (2 * self.units)

    @property
    def in_rows(self) -> bool:
        """Products are rows of adders."""
        return self.method in ROWS

    @property
    def halvings(self) -> int:
        """Halvings in the results of a unit."""
        return self.ring.layers if self.scaled else 0

    @cached_property
    def pipe(self) -> int:
        q, h = self.ring.q, self.halvings
        if not self.in_rows:
            return self.acc_cycle + arith.ADD_LATENCY
        bounds = _bounds(self.ring, self.scaled)
        if self.ring.complete:
            return 1 + _rows(bounds.raw) + _reduce_latency(q, bounds.product, h)
        return self.zeta_cycle + 1 + _rows(bounds.square) + _reduce_latency(q, bounds.low, h)

    @cached_property
    def acc_cycle(self) -> int:
        """Cycle of a unit in which the previous sum enters."""
        q, h = self.ring.q, self.halvings
        if self.in_rows:
            return 1
        latency = methods.lazy_latency if self.ring.complete else butterflies.base_latency
        return 1 + latency(self.method, q, h)

    @cached_property
    def zeta_cycle(self) -> int:
        """Cycle of a unit in which the zeta of a pair enters."""
        if not self.in_rows:
            return 1 + methods.latency(self.method, self.ring.q, self.halvings)
        bounds = _bounds(self.ring, self.scaled)
        return _rows(bounds.raw) + len(fold_low_plan(bounds.square_halvings))

    @property
    def fewest_beats(self) -> int:
        """Least beats of a polynomial: a sum is read again in the cycle after its write, or later."""
        return self.pipe - self.acc_cycle + 2

    def interval(self, k: int = 1) -> int:
        """Cycles between the first beats of successive operations at full rate."""
        return k * self.beats

    def fill(self, k: int = 1) -> int:
        """Cycles from the first accepted beat to the first beat of the result."""
        return (k - 1) * self.beats + self.pipe + STREAM_REGISTERS

    def latency(self, k: int = 1) -> int:
        """Cycles from the first accepted beat to the last beat of the result, inclusive."""
        return k * self.beats + self.pipe + STREAM_REGISTERS


def reason(ring: Ring, method: Method, scaled: bool) -> str | None:
    """Why the core does not support a method; None if it does."""
    if not scaled and method not in methods.EXACT:
        return "it leaves a factor in the product, and Scaled = 0 needs the exact row"
    if scaled and method not in methods.HALVING:
        return "it cannot leave 2^-layers in the product, which Scaled = 1 needs"
    if method in ROWS:
        return None
    return methods.reason(method, ring.q, ring.layers if scaled else 0)


def supported(ring: Ring, scaled: bool) -> Iterator[Method]:
    """The methods that work for a ring."""
    return (method for method in Method if reason(ring, method, scaled) is None)
