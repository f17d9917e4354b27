# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Butterflies and base multiplications with any method of modular multiplication: one function a module.

Operands and results are int64 arrays that broadcast, canonical in [0, q), q odd and below 2^24. Products keep
the factor scale(method, q) of `twiddle.model.methods`: the caller's twiddles include its inverse.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.model import arith, ldsp, methods
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


def butterfly_gs(method: Method, q: int, u: ArrayLike, v: ArrayLike, w: ArrayLike, halve: bool = False) -> Pair:
    """The Gentleman-Sande butterfly (u + v, scale (u - v) w) mod q; with `halve` the sum is halved."""
    total = arith.half_sum(q, u, v) if halve else arith.mod_add(q, u, v)
    return total, methods.mod_mul(method, q, arith.mod_sub(q, u, v), w)


def gs_latency(method: Method, q: int) -> int:
    """Cycles of `twd_butterfly_gs`: difference, product."""
    return arith.ADD_LATENCY + methods.latency(method, q)


def butterfly_unified(
    method: Method, q: int, gs: ArrayLike, u: ArrayLike, v: ArrayLike, w: ArrayLike, halve: bool = False
) -> Pair:
    """A unified butterfly: Gentleman-Sande for gs = 1, Cooley-Tukey for gs = 0. Nguyen et al. 2023, Fig. 4d."""
    inverse, forward = butterfly_gs(method, q, u, v, w, halve), butterfly_ct(method, q, u, v, w)
    chosen = np.asarray(gs) == 1
    return np.where(chosen, inverse[0], forward[0]), np.where(chosen, inverse[1], forward[1])


def unified_latency(method: Method, q: int, karatsuba: bool = False) -> int:
    """Cycles of `twd_butterfly_unified`: difference, lazy product, sum."""
    return 2 + (ldsp.ldsp_latency(q, karatsuba=True) if karatsuba else methods.lazy_latency(method, q)) + 3


def conventional_latency(method: Method, q: int) -> int:
    """Cycles of `twd_butterfly_conventional`, the unified butterfly of two multipliers: Nguyen et al. 2023, Fig. 4c."""
    return gs_latency(method, q) + 1


def butterfly_parallel(
    method: Method, q: int, u: ArrayLike, v: ArrayLike, w: ArrayLike, inverse: bool = False, halve: bool = False
) -> Pair:
    """The butterfly BU2 of a streaming transform: Cooley-Tukey, or Gentleman-Sande in the inverse direction.

    Duong-Ngoc and Lee 2022, Fig. 4b; with `halve`, our addition, the inverse halves the sum.
    """
    return butterfly_gs(method, q, u, v, w, halve) if inverse else butterfly_ct(method, q, u, v, w)


def streaming_latency(method: Method, q: int) -> int:
    """Cycles of `twd_butterfly_parallel` and `twd_butterfly_feedback`: a register, product, sum (2)."""
    return methods.bare_latency(method, q) + 3


def butterfly_dual(method: Method, q: int, u: ArrayLike, v: ArrayLike, w: ArrayLike, inverse: bool = False) -> Pair:
    """`butterfly_parallel` with halves; the twiddles include the sign of the inverse direction."""
    return butterfly_parallel(method, q, u, v, arith.mod_sub(q, 0, w) if inverse else w, inverse, halve=True)


def dual_latency(method: Method, q: int) -> int:
    """Cycles of `twd_butterfly_dual`: operands, difference (1; corrected 2), product, sign (2), sum (2)."""
    return (6 if methods.takes_signed(method, q) else 7) + methods.signed_latency(method, q)


def butterfly_feedback(
    method: Method, q: int, depth: int, second: ArrayLike, x: ArrayLike, w: ArrayLike, inverse: bool = False
) -> NDArray[np.int64]:
    """One path of a stage BU1 with delay feedback, on a stream.

    second   (m,): 1 for a coefficient in the second half of a block of 2 depth, 0 in the first half
    x        (m,): coefficients in [0, q); in the inverse direction in (-q, q)
    w        (m,): twiddles, of x, or in the inverse direction of the results
    returns  (m,): in place t the result that leaves with x_t: the sum, or in the first half the difference of
             `depth` coefficients earlier; zeros before the first difference. In the inverse direction the
             multiplier's result, in (-q, q)

    Duong-Ngoc and Lee 2022, Fig. 4a.
    """
    chosen, stream, twiddles = (np.asarray(values, dtype=np.int64) for values in (second, x, w))
    words = stream if inverse else methods.mod_mul(method, q, stream, twiddles)
    results = np.empty_like(words)
    held = np.zeros(depth, dtype=np.int64)
    for start in range(0, len(words), depth):
        v, meet = words[start : start + depth], chosen[start : start + depth] == 1
        u = held[: len(v)]
        results[start : start + depth] = np.where(meet, arith.mod_add(q, u, v), u)
        held = np.where(meet, arith.mod_sub(q, u, v), v)
    return methods.mod_mul_lazy(method, q, results % q, twiddles) if inverse else results


def base_mul(
    method: Method, q: int, a_0: ArrayLike, a_1: ArrayLike, b_0: ArrayLike, b_1: ArrayLike, zeta: ArrayLike
) -> Pair:
    """c_0 + c_1 x = scale (a_0 + a_1 x)(b_0 + b_1 x) mod x^2 - scale zeta, in four products.

    zeta includes 1/scale, so that x^2 becomes the constant of the ring. Karatsuba; Xing and Li 2021.
    """
    m_0, m_1 = methods.mod_mul(method, q, a_0, b_0), methods.mod_mul(method, q, a_1, b_1)
    k = methods.mod_mul(method, q, arith.mod_add(q, a_0, a_1), arith.mod_add(q, b_0, b_1))
    return arith.mod_add(q, m_0, methods.mod_mul(method, q, m_1, zeta)), arith.mod_sub(q, k, m_0 + m_1)


def base_latency(method: Method, q: int, halvings: int = 0) -> int:
    """Cycles of `twd_base_mul`: product, lazy product, sum; zeta follows the pair after the first product."""
    products = methods.latency(method, q, halvings) + methods.lazy_latency(method, q, halvings)
    return products + arith.ADD_LATENCY


def mod_mul_four(
    method: Method, q: int, a: ArrayLike, b: ArrayLike, zeta: ArrayLike | None = None
) -> NDArray[np.int64]:
    """Four coefficients of the product in the transform domain: scale a b, or with zeta two pairs' products.

    a, b     (..., 4)
    zeta     (..., 2), of the pairs (0, 1) and (2, 3), each with 1/scale
    returns  (..., 4)

    The four-path ModMult of Duong-Ngoc and Lee 2022, Fig. 8.
    """
    first, second = np.asarray(a, dtype=np.int64), np.asarray(b, dtype=np.int64)
    if zeta is None:
        return methods.mod_mul(method, q, first, second)
    pairs = base_mul(method, q, first[..., 0::2], first[..., 1::2], second[..., 0::2], second[..., 1::2], zeta)
    return np.stack(pairs, axis=-1).reshape(first.shape)


def four_latency(method: Method, q: int, pairs: bool) -> int:
    """Cycles of `twd_mod_mul_four`."""
    return base_latency(method, q) if pairs else methods.latency(method, q)
