# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Barrett's reduction: `twd_mod_barrett` and its constants, `twd_barrett_pkg`.

Barrett 1986; Nguyen et al. 2023, Algorithm 1. Arrays are int64, q odd and below 2^24, w = clog2(q).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.model import const_product
from twiddle.model.arith import largest_product


def low(q: int) -> int:
    """Low bits of x that the quotient estimate ignores."""
    return q.bit_length() - 2


def fraction(q: int) -> int:
    """Fraction bits of the quotient estimate."""
    return q.bit_length() + 3


def factor(q: int) -> int:
    """The constant -mu = -floor(2^(2w + 1) / q)."""
    return -((2 << 2 * q.bit_length()) // q)


def latency(q: int) -> int:
    """Cycles of `twd_mod_barrett`."""
    width = q.bit_length()
    high = largest_product(q).bit_length() - low(q)
    estimate = const_product.latency(high, factor(q), fraction(q) + width + 1)
    return estimate + const_product.latency(width + 1, q, width + 1) + 1


def mod_barrett(q: int, x: ArrayLike) -> NDArray[np.int64]:
    """The number x - ceil(e) q in (-q, q), e = floor(x / 2^(w-2)) mu / 2^(w+3), for x in [0, (q - 1)^2]."""
    value = np.asarray(x, dtype=np.int64)
    minus_quotient = ((value >> low(q)) * factor(q)) >> fraction(q)
    return np.asarray(value + minus_quotient * q)
