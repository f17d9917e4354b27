# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Whole products, and the five operations of a polynomial core by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.base.errors import TwiddleError, unknown
from twiddle.base.rings import Ring
from twiddle.model.operands import check_ring, polynomials
from twiddle.model.pointwise import pwm
from twiddle.model.transform import intt, layers, ntt

Step = tuple[str, NDArray[np.int64]]
"""The name of a pass and the canonical array after it."""


def multiply(ring: Ring, a: ArrayLike, b: ArrayLike) -> NDArray[np.int64]:
    """The product a * b modulo x^n + 1 by transforms, equal to `schoolbook`; operation MUL.

    Shapes (..., n) that broadcast, natural order, values in [0, q). Raises TwiddleError otherwise.

    >>> from twiddle import model, ring
    >>> model.multiply(ring("ml-kem"), [1, 1] + 254 * [0], [1, 1] + 254 * [0])[:4].tolist()
    [1, 2, 1, 0]
    """
    return mult(ring, a, ntt(ring, polynomials(ring, b, "b")))


def mult(ring: Ring, a: ArrayLike, b: ArrayLike) -> NDArray[np.int64]:
    """intt(pwm(ntt(a), b)) for an already transformed b; operation MULT.

    Shapes (..., n) that broadcast, values in [0, q); a and the result in natural order, b in bit-reversed
    order. Raises TwiddleError otherwise.

    >>> from twiddle import model, ring
    >>> model.mult(ring("ml-kem"), [1, 1] + 254 * [0], 128 * [0, 1])[:4].tolist()
    [0, 1, 1, 0]
    """
    return intt(ring, pwm(ring, ntt(ring, a), b))


_ONE_OPERAND: Mapping[str, Callable[[Ring, ArrayLike], NDArray[np.int64]]] = {"ntt": ntt, "intt": intt}
_TWO_OPERANDS: Mapping[str, Callable[[Ring, ArrayLike, ArrayLike], NDArray[np.int64]]] = {
    "pwm": pwm,
    "mul": multiply,
    "mult": mult,
}


def run(ring: Ring, operation: str, a: ArrayLike, b: ArrayLike | None = None) -> NDArray[np.int64]:
    """The result of "ntt", "intt", "pwm", "mul" or "mult" on polynomials of shape (..., n).

    Raises TwiddleError for an unknown operation, a missing or extra b, and wrong operands.

    >>> from twiddle import model, ring
    >>> model.run(ring("ml-kem"), "intt", 128 * [1, 0])[:4].tolist()
    [1, 0, 0, 0]
    """
    check_ring(ring)
    if not isinstance(operation, str) or operation not in [*_ONE_OPERAND, *_TWO_OPERANDS]:
        raise unknown("operation", operation, [*_ONE_OPERAND, *_TWO_OPERANDS])
    if operation in _ONE_OPERAND:
        if b is not None:
            raise TwiddleError(f"operation {operation}: needs one operand, two are given")
        return _ONE_OPERAND[operation](ring, a)
    if b is None:
        raise TwiddleError(f"operation {operation}: needs two operands, b is missing")
    return _TWO_OPERANDS[operation](ring, a, b)


def trace(ring: Ring, operation: str, a: ArrayLike, b: ArrayLike | None = None) -> list[Step]:
    """Every pass of `run` in the order of the hardware: "ntt(a) layer 0", ..., "pwm", ..., "intt layer 0".

    A step has the shape of the result, which is the last one. Raises TwiddleError as `run` does.

    >>> from twiddle import model, ring
    >>> [name for name, _ in model.trace(ring("ml-kem"), "ntt", 256 * [1])][:2]
    ['ntt(a) layer 0', 'ntt(a) layer 1']
    """
    run(ring, operation, a, b)
    steps: list[Step] = []
    if operation in ("ntt", "mul", "mult"):
        steps += _layers(ring, "ntt(a)", a, inverse=False)
        a = steps[-1][1]
    if b is not None:
        if operation == "mul":
            steps += _layers(ring, "ntt(b)", b, inverse=False)
            b = steps[-1][1]
        a = pwm(ring, a, b)
        steps.append(("pwm", a))
    if operation in ("intt", "mul", "mult"):
        steps += _layers(ring, "intt", a, inverse=True)
    return steps


def _layers(ring: Ring, name: str, a: ArrayLike, inverse: bool) -> Iterator[Step]:
    numbers = reversed(range(ring.layers)) if inverse else range(ring.layers)
    for layer, array in zip(numbers, layers(ring, a, inverse), strict=True):
        yield f"{name} layer {layer}", array
