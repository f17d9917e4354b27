# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Checks of the model's operands: integer arrays of shape (..., n) with values in [0, q)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.base.errors import TwiddleError, shown
from twiddle.base.rings import Ring


def polynomials(ring: Ring, a: ArrayLike, name: str = "a") -> NDArray[np.int64]:
    """The operand as int64 of shape (..., n).

    Raises TwiddleError, with the operand and the first wrong index, unless a holds integers, has n
    coefficients on its last axis, and each is in [0, q).

    >>> from twiddle import model, ring
    >>> model.polynomials(ring("ml-kem"), [256 * [1], 256 * [2]]).shape
    (2, 256)
    """
    check_ring(ring)
    try:
        array = np.asarray(a)
    except ValueError as error:
        raise TwiddleError(f"{name}: polynomials of different lengths; {_rule(ring)}") from error
    if array.ndim == 0 or array.shape[-1] != ring.n:
        raise TwiddleError(f"{name}: shape {array.shape} does not end in n = {ring.n}; {_rule(ring)}")
    if array.dtype.kind not in "iu":
        raise TwiddleError(f"{name}: {array.dtype} is not an integer type; {_rule(ring)}")
    if array.size and not (array.min() >= 0 and array.max() < ring.q):
        first = tuple(int(i) for i in np.argwhere((array < 0) | (array >= ring.q))[0])
        place = ", ".join(map(str, first))
        raise TwiddleError(f"{name}[{place}] = {array[first]} is outside [0, {ring.q}); {_rule(ring)}")
    return array.astype(np.int64, copy=False)


def check_ring(ring: object) -> None:
    """Raises TwiddleError unless this is a ring: it comes first, and not by its name."""
    if not isinstance(ring, Ring):
        given = shown(ring) if isinstance(ring, str) else type(ring).__name__
        raise TwiddleError(f"ring: {given} is not a ring; the ring comes first, made by twiddle.ring(name)")


def pair(ring: Ring, a: ArrayLike, b: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Both operands, broadcast against each other.

    Raises TwiddleError if they do not broadcast, and the errors of `polynomials`.
    """
    first, second = polynomials(ring, a, "a"), polynomials(ring, b, "b")
    try:
        shape = np.broadcast_shapes(first.shape, second.shape)
    except ValueError as error:
        raise TwiddleError(f"b: shape {second.shape} does not match shape {first.shape} of a") from error
    return np.broadcast_to(first, shape), np.broadcast_to(second, shape)


def _rule(ring: Ring) -> str:
    return f"{ring.name} needs integers of shape (..., {ring.n}) in [0, {ring.q})"
