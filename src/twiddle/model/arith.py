# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The arithmetic units: one function for each module of `rtl/arith` and `rtl/butterfly`.

Operands and results are int64 arrays (or integers) that broadcast, canonical in [0, q) unless a function says
otherwise; q is below 2^24, so no intermediate value exceeds 2^49. Nothing is checked here.

>>> [int(value) for value in butterfly_ct(3329, 5, 1, 17)]
[22, 3317]
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray


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
    """(u + v) / 2 mod q: the sum if it is even, otherwise plus q, shifted right by one."""
    return mod_halve(q, np.add(u, v, dtype=np.int64))


def butterfly_ct(q: int, u: ArrayLike, v: ArrayLike, w: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The Cooley-Tukey butterfly of a forward layer, (u + v*w, u - v*w) mod q."""
    product = mod_mul(q, v, w)
    return mod_add(q, u, product), mod_sub(q, u, product)


def butterfly_gs(q: int, u: ArrayLike, v: ArrayLike, w: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The Gentleman-Sande butterfly of an inverse layer, ((u + v)/2, (u - v)*w) mod q, with w = -zeta/2."""
    return half_sum(q, u, v), mod_mul(q, mod_sub(q, u, v), w)


def largest_product(q: int) -> int:
    """Largest product of two canonical values."""
    return (q - 1) ** 2


def dsp_product(a: ArrayLike, b: ArrayLike) -> NDArray[np.int64]:
    """The integer product a * b of canonical operands."""
    return np.asarray(np.multiply(a, b, dtype=np.int64))


def mod_correct(q: int, raw: ArrayLike) -> NDArray[np.int64]:
    """The residue raw mod q, for raw in (-q, 2q)."""
    return np.asarray(np.asarray(raw, dtype=np.int64) % q)


def mod_halve(q: int, total: ArrayLike) -> NDArray[np.int64]:
    """The half total / 2 mod q, for total in [0, 2q - 1)."""
    value = np.asarray(total, dtype=np.int64)
    return np.asarray((value + q * (value & 1)) // 2 % q)


DSP_WIDTH = 17
"""Widest factor of one DSP block."""

ADD_LATENCY = 2


def product_latency(q: int, stages: int) -> int:
    """Cycles of `twd_dsp_product`: its stages, or four for a split product."""
    return stages if q.bit_length() <= DSP_WIDTH else 4
