# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The product in the transform domain."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.base.rings import Ring
from twiddle.model.operands import check_ring, pair
from twiddle.model.transform import bit_reverse


def pwm(ring: Ring, a: ArrayLike, b: ArrayLike) -> NDArray[np.int64]:
    """The product of two transformed polynomials.

    Shapes (..., n) that broadcast, bit-reversed order, values in [0, q), like the result.
    Pointwise for a complete transform. For an incomplete one, the n/2 products of pairs modulo x^2 - zeta_i,
    zeta_i = root^(2 br(i) + 1), which for ml-kem are FIPS 203 Algorithms 11 and 12.
    Raises TwiddleError for a wrong shape, type or range.

    >>> from twiddle import model, ring
    >>> model.pwm(ring("ml-kem"), 128 * [0, 1], 128 * [0, 1])[:4].tolist()
    [17, 0, 3312, 0]
    """
    first, second = pair(ring, a, b)
    if ring.complete:
        return first * second % ring.q
    a0, a1 = first[..., 0::2], first[..., 1::2]
    b0, b1 = second[..., 0::2], second[..., 1::2]
    result = np.empty(first.shape, dtype=np.int64)
    result[..., 0::2] = (a0 * b0 + a1 * b1 % ring.q * pair_zetas(ring)) % ring.q
    result[..., 1::2] = (a0 * b1 + a1 * b0) % ring.q
    return result


def pair_zetas(ring: Ring) -> NDArray[np.int64]:
    """The constants zeta_i = root^(2 br(i) + 1) modulo q of an incomplete transform, one a pair.

    Shape (n/2,); for ml-kem FIPS 203 Appendix A. Raises TwiddleError for anything but a ring.

    >>> from twiddle import model, ring
    >>> model.pair_zetas(ring("ml-kem"))[:4].tolist()
    [17, 3312, 2761, 568]
    """
    check_ring(ring)
    return _pair_zetas(ring)


@cache
def _pair_zetas(ring: Ring) -> NDArray[np.int64]:
    exponents = (2 * bit_reverse(i, ring.layers) + 1 for i in range(ring.n // 2))
    return np.array([pow(ring.root, exponent, ring.q) for exponent in exponents], dtype=np.int64)
