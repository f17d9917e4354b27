# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Reductions by a quotient: Barrett, Montgomery, Plantard, shifts and additions; products with constants.

One function for each reduction of `twd_const_reduce`, for `twd_mod_shift_add`,
`twd_const_product` and `twd_mod_mul_constants`, and the constants of their packages. Arrays are int64, q odd and
below 2^24, w = clog2(q); x is in [0, (q - 1)^2]. Nothing is checked here.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.model.arith import DSP_WIDTH, largest_product


def const_product(x: ArrayLike, constant: int, low: int, out_width: int) -> NDArray[np.int64]:
    """floor(x * constant / 2^low) mod 2^out_width of int64 x >= 0, low + out_width below 64.

    Only product bits below low + out_width count, so overflow at 2^64 has no effect.
    """
    product = np.asarray(x, dtype=np.uint64) * np.uint64(constant % 2**64)
    return np.asarray((product >> np.uint64(low)) & np.uint64((1 << out_width) - 1)).astype(np.int64)


def const_latency(width: int, constant: int, bits: int) -> int:
    """Cycles of `twd_const_product` for x of `width` bits and a result that ends below bit `bits`.

    One for each DSP block: pairs of 17-bit limbs with a weight below 2^bits; the constant's last limb is signed.
    """
    rows = range(-(-width // DSP_WIDTH))
    columns = range(max(1, -(-(constant if constant >= 0 else ~constant).bit_length() // DSP_WIDTH)))
    return sum(DSP_WIDTH * (i + j) < bits for i in rows for j in columns)


# Barrett 1986; Nguyen et al. 2023, Algorithm 1.


def barrett_low(q: int) -> int:
    """Low bits of x that the quotient estimate ignores."""
    return q.bit_length() - 2


def barrett_fraction(q: int) -> int:
    """Fraction bits of the quotient estimate."""
    return q.bit_length() + 3


def barrett_factor(q: int) -> int:
    """The constant -mu = -floor(2^(2w + 1) / q)."""
    return -((2 << 2 * q.bit_length()) // q)


def barrett_latency(q: int) -> int:
    """Cycles of `twd_const_reduce`, BARRETT."""
    width = q.bit_length()
    high = largest_product(q).bit_length() - barrett_low(q)
    estimate = const_latency(high, barrett_factor(q), barrett_fraction(q) + width + 1)
    return estimate + const_latency(width + 1, q, width + 1) + 1


def mod_barrett(q: int, x: ArrayLike) -> NDArray[np.int64]:
    """The number x - ceil(e) q in (-q, q), e = floor(x / 2^(w-2)) mu / 2^(w+3)."""
    value = np.asarray(x, dtype=np.int64)
    minus_quotient = ((value >> barrett_low(q)) * barrett_factor(q)) >> barrett_fraction(q)
    return np.asarray(value + minus_quotient * q)


# Montgomery 1985 with R = 2^w, and q^-1 in place of -q^-1.


def montgomery_factor(q: int) -> int:
    """The constant q^-1 mod 2^w."""
    return pow(q, -1, 1 << q.bit_length())


def montgomery_scale(q: int) -> int:
    """The factor 2^-w mod q of the reduction."""
    return pow(2, -q.bit_length(), q)


def montgomery_latency(q: int) -> int:
    """Cycles of `twd_const_reduce`, MONTGOMERY."""
    width = q.bit_length()
    return const_latency(width, montgomery_factor(q), width) + const_latency(width, q, 2 * width) + 1


def mod_montgomery(q: int, x: ArrayLike) -> NDArray[np.int64]:
    """The number (x - m q) / R in (-q, q), m = (x mod R) q^-1 mod R."""
    value, width = np.asarray(x, dtype=np.int64), q.bit_length()
    mask = (1 << width) - 1
    m = (value & mask) * montgomery_factor(q) & mask
    return np.asarray((value >> width) - (m * q >> width))


# Plantard 2021.


def plantard_word(q: int) -> int:
    """Bits l of a word: the smallest with (q - 1)^2 + 2^l q < 2^(2l)."""
    width = q.bit_length()
    return width if largest_product(q) + (q << width) < 1 << (2 * width) else width + 1


def plantard_factor(q: int) -> int:
    """The constant q^-1 mod 2^(2l)."""
    return pow(q, -1, 1 << (2 * plantard_word(q)))


def plantard_scale(q: int) -> int:
    """The factor -2^(-2l) mod q of the reduction."""
    return -pow(2, -2 * plantard_word(q), q) % q


def plantard_latency(q: int) -> int:
    """Cycles of `twd_const_reduce`, PLANTARD."""
    bits = plantard_word(q)
    first = const_latency(largest_product(q).bit_length(), plantard_factor(q), 2 * bits)
    return first + 1 + const_latency(bits + 1, q, bits + q.bit_length())


def mod_plantard(q: int, x: ArrayLike) -> NDArray[np.int64]:
    """The residue ((p_1 + 1) q) >> l, p_1 the upper word of x q^-1 mod 2^(2l)."""
    bits = plantard_word(q)
    high = const_product(x, plantard_factor(q), bits, bits)
    return np.asarray((high + 1) * q >> bits)


# Shifts and additions: the pipeline of Duong-Ngoc et al. 2022, Fig. 5, with the same latency; the RTL header
# derives our sums and their bounds.

SHIFT_ADD_MODULI = (3329, 12289)
"""The moduli whose inverse has a known short product of terms 2^i + 1 and 2^i - 1."""

LAZY_LATENCY = 4
"""Cycles of `twd_mod_shift_add` with Lazy: the quotient in two or three adders, and the remainder."""


def shift_add_reason(q: int) -> str | None:
    """Why the method does not support q; None if it does."""
    return None if q in SHIFT_ADD_MODULI else "its sums of shifts are derived only for 3329 and 12289"


def shift_add_quotient(q: int, x: ArrayLike) -> NDArray[np.int64]:
    """The estimate of x / q, with an error below 1."""
    value = np.asarray(x, dtype=np.int64)
    t = value >> (10 if q == 3329 else 11)
    u = t + (t >> 2) + 1
    if q == 3329:
        return np.asarray(((u >> 1) - (u >> 7)) >> 1)
    v = u + (u >> 4) + 1
    return np.asarray((v + (v >> 8)) >> 3)


def shift_add_remainder(q: int, x: ArrayLike) -> NDArray[np.int64]:
    """The hardware's representative of x in (-q, q) with Lazy."""
    return np.asarray(np.asarray(x, dtype=np.int64) - q * shift_add_quotient(q, x))


def mod_shift_add(q: int, x: ArrayLike) -> NDArray[np.int64]:
    """The residue x mod q: the remainder, plus q where it is negative."""
    rest = shift_add_remainder(q, x)
    return np.asarray(np.where(rest < 0, rest + q, rest))


# The product with one of a few constants by tables of digits, bit for bit.


def constants_digit(q: int) -> int:
    """Bits of a digit of `twd_mod_mul_constants`."""
    return 4 if q.bit_length() <= 12 else 5


def constants_latency(q: int) -> int:
    """Least latency of `twd_mod_mul_constants` in cycles."""
    return 2 * ((q.bit_length() - 1) // constants_digit(q))


def mod_mul_constants(q: int, values: Sequence[int], a: ArrayLike, number: ArrayLike) -> NDArray[np.int64]:
    """`a * values[number]` modulo q, in (-q, q), for factors in [0, q); a and number of the same shape.

    >>> mod_mul_constants(3329, [17, 1729], [100, 100], [0, 1])
    array([-1629,  -208])
    """
    factor = np.asarray(values, np.int64)[np.asarray(number)]
    left, bits = np.asarray(a, np.int64), constants_digit(q)
    total: NDArray[np.int64] = np.asarray((left & (1 << bits) - 1) * factor % q)
    for place in range(bits, q.bit_length(), bits):
        entry = (left >> place & (1 << bits) - 1) * (factor * (1 << place) % q) % q
        below = (total >= 0) | (place == bits)
        total = np.asarray(total + entry - q * (below & (entry > 0)))
    return total
