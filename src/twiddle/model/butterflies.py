# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Butterflies and base multiplications with any method of modular multiplication: one function a module.

Operands and results are int64 arrays that broadcast, canonical in [0, q), q odd and below 2^24. Products keep
the factor scale(method, q) of `twiddle.model.methods`: the twiddles of a caller carry its inverse.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.model import arith, methods
from twiddle.model.methods import Method

Pair = tuple[NDArray[np.int64], NDArray[np.int64]]

TWIDDLE_LATE = 2
"""Cycles by which the twiddle of `twd_butterfly_gs` and `twd_butterfly_unified` follows u and v."""


def butterfly_ct(method: Method, q: int, u: ArrayLike, v: ArrayLike, w: ArrayLike) -> Pair:
    """The Cooley-Tukey butterfly (u + scale v w, u - scale v w) mod q."""
    product = methods.mod_mul(method, q, v, w)
    return arith.mod_add(q, u, product), arith.mod_sub(q, u, product)


def ct_latency(method: Method, q: int) -> int:
    """Cycles of `twd_butterfly_ct`: lazy product, sum."""
    return methods.lazy_latency(method, q) + arith.ADD_LATENCY


def butterfly_gs(
    method: Method, q: int, u: ArrayLike, v: ArrayLike, w: ArrayLike, halve: bool = False
) -> Pair:
    """The Gentleman-Sande butterfly (u + v, scale (u - v) w) mod q; with `halve` the sum is halved."""
    total = arith.half_sum(q, u, v) if halve else arith.mod_add(q, u, v)
    return total, methods.mod_mul(method, q, arith.mod_sub(q, u, v), w)


def gs_latency(method: Method, q: int) -> int:
    """Cycles of `twd_butterfly_gs`: difference, product."""
    return arith.ADD_LATENCY + methods.latency(method, q)


def butterfly_unified(
    method: Method, q: int, gs: ArrayLike, u: ArrayLike, v: ArrayLike, w: ArrayLike, halve: bool = False
) -> Pair:
    """Butterflies of both kinds: Gentleman-Sande where gs is 1, Cooley-Tukey where it is 0.

    The unified butterfly of Nguyen et al. 2023, Fig. 4d.
    """
    inverse, forward = butterfly_gs(method, q, u, v, w, halve), butterfly_ct(method, q, u, v, w)
    chosen = np.asarray(gs) == 1
    return np.where(chosen, inverse[0], forward[0]), np.where(chosen, inverse[1], forward[1])


def unified_latency(method: Method, q: int) -> int:
    """Cycles of `twd_butterfly_unified`: difference, lazy product, sum."""
    return 2 + methods.lazy_latency(method, q) + arith.ADD_LATENCY
