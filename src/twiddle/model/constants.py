# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The product with one of a few constants by tables of digits: `twd_mod_mul_constants`, bit for bit."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

MOST = 4
"""Most selectable constants."""


def digit(q: int) -> int:
    """Bits of a digit.

    >>> digit(3329)
    4
    """
    return 4 if q.bit_length() <= 12 else 5


def latency(q: int) -> int:
    """Least latency in cycles.

    >>> latency(3329)
    4
    """
    return 2 * ((q.bit_length() - 1) // digit(q))


def mod_mul_constants(q: int, values: Sequence[int], a: ArrayLike, number: ArrayLike) -> NDArray[np.int64]:
    """`a * values[number]` modulo q, in (-q, q).

    Args:
        q: the modulus, of more bits than a digit
        values: factors in [0, q)
        a: other factors in [0, q), of any shape
        number: of the same shape

    >>> mod_mul_constants(3329, [17, 1729], [100, 100], [0, 1])
    array([-1629,  -208])
    """
    factor = np.asarray(values, np.int64)[np.asarray(number)]
    left, bits = np.asarray(a, np.int64), digit(q)
    total: NDArray[np.int64] = np.asarray((left & (1 << bits) - 1) * factor % q)
    for place in range(bits, q.bit_length(), bits):
        entry = (left >> place & (1 << bits) - 1) * (factor * (1 << place) % q) % q
        below = (total >= 0) | (place == bits)
        total = np.asarray(total + entry - q * (below & (entry > 0)))
    return total
