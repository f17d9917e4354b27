# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The five operations of a core on polynomials, and their definition, schoolbook multiplication.

The merged negacyclic transform, layer for layer like the engines. Forward: Cooley-Tukey butterflies, natural
order in, bit-reversed order out. Layer l pairs coefficients at distance n / 2^(l+1); its block j uses
zetas[2^l + j]. Inverse: Gentleman-Sande butterflies that halve, the layers in reverse order; block j of layer l
uses zetas[2^(l+1) - 1 - j], so no final scaling is needed. Value for value FIPS 203 Algorithms 9 and 10
(ml-kem) and FIPS 204 Algorithms 41 and 42 (ml-dsa).

A ring may be given by its name. Operands are integers of shape (..., n) with values in [0, q), like the
results; every function raises TwiddleError for a wrong ring, shape, type or range.

Arithmetic: float64, which is exact here for q < 2^24. A forward layer adds at most q/2 to the absolute value,
so that after 12 layers it is below 8q; times a centred zeta it is an integer below 4q^2 < 2^50. Its quotient
by q, below 2^26, is computed with an error below 2^-26. An integer over an odd q is never closer than 1/(2q)
> 2^-25 to a half, so rint gives the quotient of the centred remainder, and the remainder is exact.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.base import rings
from twiddle.base.errors import TwiddleError, integer, unknown
from twiddle.base.rings import Ring

RingLike = Ring | str | Path
"""A ring, its name, or the path of its TOML file."""

Step = tuple[str, NDArray[np.int64]]
"""The name of a pass and the canonical array after it."""

_BLOCK = 1 << 15
"""Coefficients that are transformed together: few enough for a second-level cache."""


def polynomials(ring: RingLike, a: ArrayLike, name: str = "a") -> NDArray[np.int64]:
    """The operand as int64 of shape (..., n).

    Raises TwiddleError, with the operand and the first wrong index, unless a holds integers, has n
    coefficients on its last axis, and each is in [0, q).

    >>> from twiddle import model
    >>> model.polynomials("ml-kem", [256 * [1], 256 * [2]]).shape
    (2, 256)
    """
    ring = rings.ring(ring)
    rule = f"{ring.name} needs integers of shape (..., {ring.n}) in [0, {ring.q})"
    try:
        array = np.asarray(a)
    except ValueError as error:
        raise TwiddleError(f"{name}: polynomials of different lengths; {rule}") from error
    if array.ndim == 0 or array.shape[-1] != ring.n:
        raise TwiddleError(f"{name}: shape {array.shape} does not end in n = {ring.n}; {rule}")
    if array.dtype.kind not in "iu":
        raise TwiddleError(f"{name}: {array.dtype} is not an integer type; {rule}")
    if array.size and not (array.min() >= 0 and array.max() < ring.q):
        first = tuple(int(i) for i in np.argwhere((array < 0) | (array >= ring.q))[0])
        place = ", ".join(map(str, first))
        raise TwiddleError(f"{name}[{place}] = {array[first]} is outside [0, {ring.q}); {rule}")
    return array.astype(np.int64, copy=False)


def _pair(ring: Ring, a: ArrayLike, b: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Both operands, broadcast against each other."""
    first, second = polynomials(ring, a, "a"), polynomials(ring, b, "b")
    try:
        shape = np.broadcast_shapes(first.shape, second.shape)
    except ValueError as error:
        raise TwiddleError(f"b: shape {second.shape} does not match shape {first.shape} of a") from error
    return np.broadcast_to(first, shape), np.broadcast_to(second, shape)


def schoolbook(ring: RingLike, a: ArrayLike, b: ArrayLike) -> NDArray[np.int64]:
    """The product a * b modulo x^n + 1 and q by its definition, n^2 products a polynomial.

    Natural order. A sum of n products stays below 4096 * 2^48 = 2^60.

    >>> from twiddle import model
    >>> model.schoolbook("ml-kem", [0, 1] + 254 * [0], 255 * [0] + [1])[:4].tolist()  # x^256 = -1
    [3328, 0, 0, 0]
    """
    ring = rings.ring(ring)
    first, second = _pair(ring, a, b)
    total = np.zeros(first.shape, dtype=np.int64)
    for i in range(ring.n):
        factor = first[..., i : i + 1]
        total[..., i:] += factor * second[..., : ring.n - i]
        total[..., :i] -= factor * second[..., ring.n - i :]
    return total % ring.q


def bit_reverse(value: int, bits: int) -> int:
    """The value of so many bits with their order reversed; FIPS 204 Algorithm 43 for 8 bits.

    Raises TwiddleError for a value of more bits, and more than 64 bits.

    >>> bit_reverse(1, 8)
    128
    """
    bits = integer("bits", bits, 0, 64)
    value = integer("value", value, 0, (1 << bits) - 1)
    return int(f"{value:0{bits}b}"[::-1], 2)


def zetas(ring: RingLike) -> tuple[int, ...]:
    """The 2^layers powers root^bitrev(i) modulo q, in the order in which the layers use them from 1 on.

    For ml-kem FIPS 203 Appendix A, for ml-dsa FIPS 204 Appendix B from entry 1 on.

    >>> from twiddle import model
    >>> model.zetas("ml-kem")[:4]
    (1, 1729, 2580, 3289)
    """
    return _zetas(rings.ring(ring))


@cache
def _zetas(ring: Ring) -> tuple[int, ...]:
    return tuple(pow(ring.root, bit_reverse(i, ring.layers), ring.q) for i in range(1 << ring.layers))


def pair_zetas(ring: RingLike) -> NDArray[np.int64]:
    """The constants root^(2 bitrev(i) + 1) modulo q of an incomplete transform, one a pair, shape (n/2,).

    For ml-kem FIPS 203 Appendix A.

    >>> from twiddle import model
    >>> model.pair_zetas("ml-kem")[:4].tolist()
    [17, 3312, 2761, 568]
    """
    return _pair_zetas(rings.ring(ring))


@cache
def _pair_zetas(ring: Ring) -> NDArray[np.int64]:
    exponents = (2 * bit_reverse(i, ring.layers) + 1 for i in range(ring.n // 2))
    return np.array([pow(ring.root, exponent, ring.q) for exponent in exponents], dtype=np.int64)


def ntt(ring: RingLike, a: ArrayLike) -> NDArray[np.int64]:
    """The transform of every polynomial of a; bit-reversed order out.

    FIPS 203 Algorithm 9 (ml-kem), FIPS 204 Algorithm 41 (ml-dsa).

    >>> from twiddle import model
    >>> model.ntt("ml-kem", [1] + 255 * [0])[:4].tolist()
    [1, 0, 1, 0]
    """
    return _transform(rings.ring(ring), a, inverse=False)


def intt(ring: RingLike, a: ArrayLike) -> NDArray[np.int64]:
    """The inverse of `ntt`: bit-reversed order in, natural order out.

    FIPS 203 Algorithm 10 (ml-kem), FIPS 204 Algorithm 42 (ml-dsa).

    >>> from twiddle import model
    >>> model.intt("ml-kem", 128 * [1, 0])[:4].tolist()
    [1, 0, 0, 0]
    """
    return _transform(rings.ring(ring), a, inverse=True)


def pwm(ring: RingLike, a: ArrayLike, b: ArrayLike) -> NDArray[np.int64]:
    """The product of two transformed polynomials, in bit-reversed order like the result.

    Pointwise for a complete transform. For an incomplete one, the n/2 products of pairs modulo x^2 - zeta_i,
    zeta_i = root^(2 br(i) + 1), which for ml-kem are FIPS 203 Algorithms 11 and 12.

    >>> from twiddle import model
    >>> model.pwm("ml-kem", 128 * [0, 1], 128 * [0, 1])[:4].tolist()
    [17, 0, 3312, 0]
    """
    ring = rings.ring(ring)
    first, second = _pair(ring, a, b)
    if ring.complete:
        return first * second % ring.q
    a0, a1 = first[..., 0::2], first[..., 1::2]
    b0, b1 = second[..., 0::2], second[..., 1::2]
    result = np.empty(first.shape, dtype=np.int64)
    result[..., 0::2] = (a0 * b0 + a1 * b1 % ring.q * pair_zetas(ring)) % ring.q
    result[..., 1::2] = (a0 * b1 + a1 * b0) % ring.q
    return result


def multiply(ring: RingLike, a: ArrayLike, b: ArrayLike) -> NDArray[np.int64]:
    """The product a * b modulo x^n + 1 by transforms, equal to `schoolbook`; operation MUL.

    >>> from twiddle import model
    >>> model.multiply("ml-kem", [1, 1] + 254 * [0], [1, 1] + 254 * [0])[:4].tolist()
    [1, 2, 1, 0]
    """
    ring = rings.ring(ring)
    return mult(ring, a, ntt(ring, polynomials(ring, b, "b")))


def mult(ring: RingLike, a: ArrayLike, b: ArrayLike) -> NDArray[np.int64]:
    """intt(pwm(ntt(a), b)) for an already transformed b; operation MULT. a and the result in natural order.

    >>> from twiddle import model
    >>> model.mult("ml-kem", [1, 1] + 254 * [0], 128 * [0, 1])[:4].tolist()
    [0, 1, 1, 0]
    """
    ring = rings.ring(ring)
    return intt(ring, pwm(ring, ntt(ring, a), b))


_ONE_OPERAND = {"ntt": ntt, "intt": intt}
_TWO_OPERANDS = {"pwm": pwm, "mul": multiply, "mult": mult}


def run(ring: RingLike, operation: str, a: ArrayLike, b: ArrayLike | None = None) -> NDArray[np.int64]:
    """The result of "ntt", "intt", "pwm", "mul" or "mult".

    Raises TwiddleError also for an unknown operation, and a missing or extra b.

    >>> from twiddle import model
    >>> model.run("ml-kem", "intt", 128 * [1, 0])[:4].tolist()
    [1, 0, 0, 0]
    """
    ring = rings.ring(ring)
    if not isinstance(operation, str) or operation not in [*_ONE_OPERAND, *_TWO_OPERANDS]:
        raise unknown("operation", operation, [*_ONE_OPERAND, *_TWO_OPERANDS])
    if operation in _ONE_OPERAND:
        if b is not None:
            raise TwiddleError(f"operation {operation}: needs one operand, two are given")
        return _ONE_OPERAND[operation](ring, a)
    if b is None:
        raise TwiddleError(f"operation {operation}: needs two operands, b is missing")
    return _TWO_OPERANDS[operation](ring, a, b)


def trace(ring: RingLike, operation: str, a: ArrayLike, b: ArrayLike | None = None) -> list[Step]:
    """Every pass of `run` in the order of the hardware: "ntt(a) layer 0", ..., "pwm", ..., "intt layer 0".

    A step has the shape of the result, which is the last one. Raises TwiddleError as `run` does.

    >>> from twiddle import model
    >>> [name for name, _ in model.trace("ml-kem", "ntt", 256 * [1])][:2]
    ['ntt(a) layer 0', 'ntt(a) layer 1']
    """
    ring = rings.ring(ring)
    run(ring, operation, a, b)
    steps: list[Step] = []
    if operation in ("ntt", "mul", "mult"):
        steps += _layer_steps(ring, "ntt(a)", a, inverse=False)
        a = steps[-1][1]
    if b is not None:
        if operation == "mul":
            steps += _layer_steps(ring, "ntt(b)", b, inverse=False)
            b = steps[-1][1]
        a = pwm(ring, a, b)
        steps.append(("pwm", a))
    if operation in ("intt", "mul", "mult"):
        steps += _layer_steps(ring, "intt", a, inverse=True)
    return steps


def _layer_steps(ring: Ring, name: str, a: ArrayLike, inverse: bool) -> Iterator[Step]:
    numbers = reversed(range(ring.layers)) if inverse else range(ring.layers)
    for layer, array in zip(numbers, layers(ring, a, inverse), strict=True):
        yield f"{name} layer {layer}", array


def layers(ring: RingLike, a: ArrayLike, inverse: bool = False) -> Iterator[NDArray[np.int64]]:
    """The canonical array after every layer of `ntt` (layer 0 first) or `intt` (layer 0 last).

    >>> from twiddle import model
    >>> [array[:3].tolist() for array in model.layers("ml-kem", [1] + 255 * [0])][:2]
    [[1, 0, 0], [1, 0, 0]]
    """
    found = rings.ring(ring)
    checked = polynomials(found, a)
    lanes = _lanes(checked.reshape(-1, found.n))
    return (_canonical(found, lanes).reshape(checked.shape) for _ in _passes(found, lanes, bool(inverse)))


def _transform(ring: Ring, a: ArrayLike, inverse: bool) -> NDArray[np.int64]:
    checked = polynomials(ring, a)
    rows = checked.reshape(-1, ring.n)
    result = np.empty_like(rows)
    step = max(1, _BLOCK // ring.n)
    for start in range(0, len(rows), step):
        lanes = _lanes(rows[start : start + step])
        for _ in _passes(ring, lanes, inverse):
            pass
        result[start : start + step] = _canonical(ring, lanes)
    return result.reshape(checked.shape)


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
