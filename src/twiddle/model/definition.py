# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The reference definition: schoolbook multiplication in Z_q[x]/(x^n + 1)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.base.rings import Ring
from twiddle.model.operands import pair


def schoolbook(ring: Ring, a: ArrayLike, b: ArrayLike) -> NDArray[np.int64]:
    """The product a * b modulo x^n + 1 and q by its definition, n^2 products a polynomial.

    a, b and the result have shapes (..., n), which broadcast, natural order, values in [0, q).
    A sum of n products stays below 4096 * 2^48 = 2^60. Raises TwiddleError for a wrong shape, type or range.

    >>> from twiddle import model, ring
    >>> model.schoolbook(ring("ml-kem"), [0, 1] + 254 * [0], 255 * [0] + [1])[:4].tolist()  # x^256 = -1
    [3328, 0, 0, 0]
    """
    first, second = pair(ring, a, b)
    total = np.zeros(first.shape, dtype=np.int64)
    for i in range(ring.n):
        factor = first[..., i : i + 1]
        total[..., i:] += factor * second[..., : ring.n - i]
        total[..., :i] -= factor * second[..., ring.n - i :]
    return total % ring.q
