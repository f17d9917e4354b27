# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The merged negacyclic transform and its inverse, layer for layer like the engines.

Forward: Cooley-Tukey butterflies, natural order in, bit-reversed order out. Layer l pairs coefficients at
distance n / 2^(l+1); its block j uses zetas[2^l + j]. Inverse: Gentleman-Sande butterflies that halve, the
layers in reverse order; block j of layer l uses zetas[2^(l+1) - 1 - j], so no final scaling is needed.
Value for value FIPS 203 Algorithms 9 and 10 (ml-kem) and FIPS 204 Algorithms 41 and 42 (ml-dsa).

Arithmetic: float64, which is exact here for q < 2^24. A forward layer adds at most q/2 to the absolute value,
so that after 12 layers it is below 8q; times a centred zeta it is an integer below 4q^2 < 2^50. Its quotient
by q, below 2^26, is computed with an error below 2^-26. An integer over an odd q is never closer than 1/(2q)
> 2^-25 to a half, so rint gives the quotient of the centred remainder, and the remainder is exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.base.errors import integer
from twiddle.base.rings import Ring
from twiddle.model.operands import check_ring, polynomials

_BLOCK = 1 << 15
"""Coefficients that are transformed together: few enough for a second-level cache."""


def bit_reverse(value: int, bits: int) -> int:
    """The value of so many bits with their order reversed; FIPS 204 Algorithm 43 for 8 bits.

    Raises TwiddleError for a value of more bits, and more than 64 bits.

    >>> bit_reverse(1, 8)
    128
    """
    bits = integer("bits", bits, 0, 64)
    value = integer("value", value, 0, (1 << bits) - 1)
    return int(f"{value:0{bits}b}"[::-1], 2)


def zetas(ring: Ring) -> tuple[int, ...]:
    """The 2^layers powers root^bitrev(i) modulo q, in the order in which the layers use them from 1 on.

    For ml-kem FIPS 203 Appendix A, for ml-dsa FIPS 204 Appendix B from entry 1 on.
    Raises TwiddleError for anything but a ring.

    >>> from twiddle import model, ring
    >>> model.zetas(ring("ml-kem"))[:4]
    (1, 1729, 2580, 3289)
    """
    check_ring(ring)
    return _zetas(ring)


@cache
def _zetas(ring: Ring) -> tuple[int, ...]:
    return tuple(pow(ring.root, bit_reverse(i, ring.layers), ring.q) for i in range(1 << ring.layers))


def ntt(ring: Ring, a: ArrayLike) -> NDArray[np.int64]:
    """The transform of every polynomial of a, shape (..., n), values in [0, q); bit-reversed order out.

    FIPS 203 Algorithm 9 (ml-kem), FIPS 204 Algorithm 41 (ml-dsa).
    Raises TwiddleError for a wrong shape, type or range.

    >>> from twiddle import model, ring
    >>> model.ntt(ring("ml-kem"), [1] + 255 * [0])[:4].tolist()
    [1, 0, 1, 0]
    """
    return _transform(ring, polynomials(ring, a), inverse=False)


def intt(ring: Ring, a: ArrayLike) -> NDArray[np.int64]:
    """The inverse of `ntt`: shape (..., n), values in [0, q), bit-reversed order in, natural order out.

    FIPS 203 Algorithm 10 (ml-kem), FIPS 204 Algorithm 42 (ml-dsa).
    Raises TwiddleError for a wrong shape, type or range.

    >>> from twiddle import model, ring
    >>> model.intt(ring("ml-kem"), 128 * [1, 0])[:4].tolist()
    [1, 0, 0, 0]
    """
    return _transform(ring, polynomials(ring, a), inverse=True)


def layers(ring: Ring, a: ArrayLike, inverse: bool = False) -> Iterator[NDArray[np.int64]]:
    """The canonical array after every layer of `ntt` (layer 0 first) or `intt` (layer 0 last).

    a and each array have shape (..., n), values in [0, q).
    Raises TwiddleError for a wrong shape, type or range.

    >>> from twiddle import model, ring
    >>> [array[:3].tolist() for array in model.layers(ring("ml-kem"), [1] + 255 * [0])][:2]
    [[1, 0, 0], [1, 0, 0]]
    """
    checked = polynomials(ring, a)
    lanes = _lanes(checked.reshape(-1, ring.n))
    return (_canonical(ring, lanes).reshape(checked.shape) for _ in _passes(ring, lanes, bool(inverse)))


def _transform(ring: Ring, a: NDArray[np.int64], inverse: bool) -> NDArray[np.int64]:
    rows = a.reshape(-1, ring.n)
    result = np.empty_like(rows)
    step = max(1, _BLOCK // ring.n)
    for start in range(0, len(rows), step):
        lanes = _lanes(rows[start : start + step])
        for _ in _passes(ring, lanes, inverse):
            pass
        result[start : start + step] = _canonical(ring, lanes)
    return result.reshape(a.shape)


def _lanes(rows: NDArray[np.int64]) -> NDArray[np.float64]:
    """Rows of shape (m, n) as float64 lanes of shape (n, m)."""
    return rows.T.astype(np.float64, order="C")


def _canonical(ring: Ring, lanes: NDArray[np.float64]) -> NDArray[np.int64]:
    """Lanes of shape (n, m) and absolute value below 8q as rows of shape (m, n) in [0, q)."""
    rows: NDArray[np.float64] = lanes.T - ring.q * np.floor(lanes.T / ring.q)
    return rows.astype(np.int64, order="C")


def _passes(ring: Ring, lanes: NDArray[np.float64], inverse: bool) -> Iterator[int]:
    """Transform lanes in place; yields the number of each finished layer."""
    scratch = np.empty((2, ring.n // 2, lanes.shape[1]))
    half = float((1 - ring.q) // 2)
    for layer in reversed(range(ring.layers)) if inverse else range(ring.layers):
        pairs = lanes.reshape(1 << layer, 2, ring.n >> (layer + 1), -1)
        u, v = pairs[:, 0], pairs[:, 1]
        t, quotient = scratch.reshape(2, *u.shape)
        factors = _factors(ring, layer, inverse)
        if inverse:
            np.subtract(v, u, out=t)
            np.add(u, v, out=u)
            u *= half
            _reduce(ring, u, quotient)
            np.multiply(t, factors, out=v)
            _reduce(ring, v, quotient)
        else:
            np.multiply(v, factors, out=t)
            _reduce(ring, t, quotient)
            np.subtract(u, t, out=v)
            np.add(u, t, out=u)
        yield layer


@cache
def _factors(ring: Ring, layer: int, inverse: bool) -> NDArray[np.float64]:
    """The centred factors of a layer's blocks, shape (2^layer, 1, 1); halved modulo q for the inverse."""
    powers = np.array(zetas(ring)[1 << layer : 2 << layer], dtype=np.int64)
    if inverse:
        powers = powers[::-1] * ((ring.q + 1) // 2) % ring.q
    return np.where(powers > ring.q // 2, powers - ring.q, powers).astype(np.float64).reshape(-1, 1, 1)


def _reduce(ring: Ring, x: NDArray[np.float64], quotient: NDArray[np.float64]) -> None:
    """Replace x by its centred remainder modulo q, in place."""
    np.multiply(x, 1.0 / ring.q, out=quotient)
    np.rint(quotient, out=quotient)
    quotient *= ring.q
    x -= quotient
