# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Products with constants in DSP blocks: `twd_const_product` and its latency, `twd_const_product_pkg`."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.model.arith import DSP_WIDTH


def const_product(x: ArrayLike, constant: int, low: int, out_width: int) -> NDArray[np.int64]:
    """floor(x * constant / 2^low) mod 2^out_width of int64 x >= 0, low + out_width below 64.

    Only product bits below low + out_width count, so overflow at 2^64 has no effect.
    """
    product = np.asarray(x, dtype=np.uint64) * np.uint64(constant % 2**64)
    return np.asarray((product >> np.uint64(low)) & np.uint64((1 << out_width) - 1)).astype(np.int64)


def pairs(width: int, constant: int, bits: int) -> int:
    """DSP blocks: pairs of 17-bit limbs with a weight below 2^bits; the constant's last limb is signed."""
    rows = range(-(-width // DSP_WIDTH))
    columns = range(max(1, -(-(constant if constant >= 0 else ~constant).bit_length() // DSP_WIDTH)))
    return sum(DSP_WIDTH * (i + j) < bits for i in rows for j in columns)


def latency(width: int, constant: int, bits: int) -> int:
    """Cycles of `twd_const_product` for x of `width` bits and a result that ends below bit `bits`."""
    return pairs(width, constant, bits)
