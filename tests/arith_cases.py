# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Operands for the arithmetic units, and how their results are compared."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from twiddle.sim import UnitSimulator

Array = NDArray[np.int64]
CHUNK = 1 << 22


@cache
def unit(top: str, **parameters: Any) -> UnitSimulator:
    return UnitSimulator(top, parameters)


def equal(got: Array, expected: Array) -> None:
    """Same values, and something compared; a difference is shown at its first place."""
    assert got.shape == expected.shape
    assert got.size > 0
    if not np.array_equal(got, expected):
        place = int(np.flatnonzero(got != expected)[0])
        pytest.fail(f"element {place}: got {got[place]}, expected {expected[place]}")


def signed(values: Array, bits: int) -> Array:
    """The bits of a port as a number in two's complement."""
    return (values ^ (1 << (bits - 1))) - (1 << (bits - 1))


def pairs(first: Sequence[int], second: Sequence[int]) -> Iterator[tuple[Array, Array]]:
    """Every pair, in chunks."""
    left, right = np.asarray(first, np.int64), np.asarray(second, np.int64)
    rows = max(1, CHUNK // len(right))
    tiled = np.tile(right, rows)
    for start in range(0, len(left), rows):
        part = left[start : start + rows]
        yield np.repeat(part, len(right)), tiled[: len(part) * len(right)]


def edges(q: int) -> list[int]:
    """Canonical corners: both ends, the middle, and both sides of every power of two."""
    powers = [(1 << k) + d for k in range(q.bit_length()) for d in (-1, 0, 1)]
    middle = [q // 3, q // 2 - 1, q // 2, q // 2 + 1, q - 3, q - 2, q - 1]
    return sorted({value for value in (*powers, *middle) if 0 <= value < q})


def sample(q: int, count: int, seed: int = 1) -> Iterator[tuple[Array, Array]]:
    """Every pair of corners, then pairs at random."""
    yield from pairs(edges(q), edges(q))
    a, b = np.random.default_rng(seed).integers(0, q, (2, count))
    yield a, b
