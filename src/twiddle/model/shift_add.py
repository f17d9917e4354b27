# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The reduction by shifts and additions, `twd_mod_shift_add`, for q = 3329 and 12289.

The pipeline of Duong-Ngoc et al. 2022, Fig. 5, with the same latency; the RTL header derives our sums and
their bounds. Arrays are int64. Nothing is checked here.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

MODULI = (3329, 12289)
"""The moduli whose inverse has a known short product of terms 2^i + 1 and 2^i - 1."""

LAZY_LATENCY = 4
"""Cycles of `twd_mod_shift_add` with Lazy: the quotient in two or three adders, and the remainder."""

LATENCY = LAZY_LATENCY + 1
"""Cycles of `twd_mod_shift_add`: the remainder corrected to [0, q)."""


def reason(q: int) -> str | None:
    """Why the method does not support q; None if it does."""
    if q in MODULI:
        return None
    return "its sums of shifts are derived only for 3329 and 12289"


def shift_add_quotient(q: int, x: ArrayLike) -> NDArray[np.int64]:
    """The estimate of x / q, with an error below 1, for x in [0, (q - 1)^2]."""
    value = np.asarray(x, dtype=np.int64)
    t = value >> (10 if q == 3329 else 11)
    u = t + (t >> 2) + 1
    if q == 3329:
        return np.asarray(((u >> 1) - (u >> 7)) >> 1)
    v = u + (u >> 4) + 1
    return np.asarray((v + (v >> 8)) >> 3)


def remainder(q: int, x: ArrayLike) -> NDArray[np.int64]:
    """The hardware's representative of x in (-q, q) with Lazy, for x in [0, (q - 1)^2]."""
    return np.asarray(np.asarray(x, dtype=np.int64) - q * shift_add_quotient(q, x))


def mod_shift_add(q: int, x: ArrayLike) -> NDArray[np.int64]:
    """The residue x mod q, for x in [0, (q - 1)^2]: the remainder, plus q where it is negative."""
    rest = remainder(q, x)
    return np.asarray(np.where(rest < 0, rest + q, rest))
