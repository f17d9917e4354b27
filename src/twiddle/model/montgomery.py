# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Montgomery's reduction with R = 2^w: `twd_mod_montgomery` and its constants, `twd_montgomery_pkg`.

Montgomery 1985, with q^-1 in place of -q^-1. Arrays are int64, q odd and below 2^24, w = clog2(q).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.model import const_product


def inverse(q: int, bits: int) -> int:
    """q^-1 mod 2^bits."""
    return pow(q, -1, 1 << bits)


def scale(q: int) -> int:
    """The factor 2^-w mod q of the reduction."""
    return pow(2, -q.bit_length(), q)


def latency(q: int) -> int:
    """Cycles of `twd_mod_montgomery`."""
    width = q.bit_length()
    low = const_product.latency(width, inverse(q, width), width)
    return low + const_product.latency(width, q, 2 * width) + 1


def mod_montgomery(q: int, x: ArrayLike) -> NDArray[np.int64]:
    """The number (x - m q) / R in (-q, q), m = (x mod R) q^-1 mod R, for x in [0, (q - 1)^2]."""
    value = np.asarray(x, dtype=np.int64)
    width = q.bit_length()
    mask = (1 << width) - 1
    m = (value & mask) * inverse(q, width) & mask
    return np.asarray((value >> width) - (m * q >> width))
