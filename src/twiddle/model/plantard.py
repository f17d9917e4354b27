# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Plantard's reduction: `twd_mod_plantard` and its constants, `twd_plantard_pkg`.

Plantard 2021. Arrays are int64, q odd and below 2^24.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.model import const_product
from twiddle.model.arith import largest_product


def word(q: int) -> int:
    """Bits l of a word: the smallest with (q - 1)^2 + 2^l q < 2^(2l)."""
    width = q.bit_length()
    return width if largest_product(q) + (q << width) < 1 << (2 * width) else width + 1


def factor(q: int) -> int:
    """The constant q^-1 mod 2^(2l)."""
    return pow(q, -1, 1 << (2 * word(q)))


def scale(q: int) -> int:
    """The factor -2^(-2l) mod q of the reduction."""
    return -pow(2, -2 * word(q), q) % q


def latency(q: int) -> int:
    """Cycles of `twd_mod_plantard`."""
    bits = word(q)
    first = const_product.latency(largest_product(q).bit_length(), factor(q), 2 * bits)
    return first + 1 + const_product.latency(bits + 1, q, bits + q.bit_length())


def mod_plantard(q: int, x: ArrayLike) -> NDArray[np.int64]:
    """The residue ((p_1 + 1) q) >> l, p_1 the upper word of x q^-1 mod 2^(2l), for x in [0, (q - 1)^2]."""
    bits = word(q)
    high = const_product.const_product(x, factor(q), bits, bits)
    return np.asarray((high + 1) * q >> bits)
