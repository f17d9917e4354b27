# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Operands for the arithmetic units, how these share their builds, and how their results are compared."""

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from numpy.typing import NDArray

from twiddle.evidence.verify import exhaust
from twiddle.model import kred
from twiddle.model.methods import Method
from twiddle.tools.sim.unit import UnitPoint, UnitSimulator

Array = NDArray[np.int64]
CHUNK = 1 << 22

NARROW = (3329, 7681, 12289)
"""Moduli of the schemes whose operand pairs `make exhaust` tries."""

WIDE = (8380417, 8404993)
"""The other moduli of the schemes."""

SHAPES = (5, 13, 65537, 5767169, 8388609, 16760833)
"""More q = k 2^m + 1, prime or not: k = 1, k just below 2^m, m from 1 to 23."""

BATCH = 20
"""Units that one library holds."""

_batches: dict[tuple[str, frozenset[tuple[str, str]]], list[UnitPoint]] = {}


def key(top: str, parameters: Any) -> tuple[str, frozenset[tuple[str, str]]]:
    return top, frozenset((name, str(value)) for name, value in parameters.items())


def batch(points: Iterable[UnitPoint]) -> None:
    """What the tests of a module ask `unit` for, in their order: it compiles BATCH of them at once."""
    chosen = list({key(*point): point for point in points}.values())
    for start in range(0, len(chosen), BATCH):
        part = chosen[start : start + BATCH]
        for point in part:
            _batches.setdefault(key(*point), part)


class Unit(UnitSimulator):
    """A unit that remembers in which test it ran last, and on what, for the message of `equal`."""

    last: ClassVar[tuple[str, UnitSimulator, dict[str, Any]] | None] = None

    def run(self, inputs: Any, **options: Any) -> dict[str, Array]:
        Unit.last = running(), self, inputs
        return super().run(inputs, **options)


@cache
def unit(top: str, root: Path | None = None, /, **parameters: Any) -> UnitSimulator:
    """A unit, of another RTL tree if there is one."""
    members = _batches.get(key(top, parameters), []) if root is None else []
    return Unit(top, parameters, rtl_root=root, batch=members)


def running() -> str:
    """The test that is running."""
    return os.environ["PYTEST_CURRENT_TEST"].rpartition(" ")[0]


def repeat() -> str:
    """The command that repeats the running test."""
    return f"repeat with: python -m pytest {running()!r}"


def element(place: int, count: int) -> str:
    """Which one of `count` results: the unit that ran last in this test, and its operands there."""
    if Unit.last is None or Unit.last[0] != running():
        return f"element {place}"
    _, simulator, inputs = Unit.last
    values = ", ".join(f"{name}={value}" for name, value in simulator.parameters.items())
    same = {name: column for name, column in inputs.items() if len(column) == count}
    operands = ", ".join(f"{name} = {column[place]}" for name, column in same.items())
    return f"{simulator.top} ({values}), element {place} ({operands})"


def equal(got: Array, expected: Array) -> None:
    """Same values, one a column, and something compared; a difference is shown at its first place."""
    assert got.shape == expected.shape
    assert got.size > 0
    if not np.array_equal(got, expected):
        place = int(np.flatnonzero(got != expected)[0])
        where = element(place % got.shape[-1], got.shape[-1])
        wrong = f"got {got.ravel()[place]}, expected {expected.ravel()[place]}"
        pytest.fail(f"{where}: {wrong}\n{repeat()}")


def signed(values: Array, bits: int) -> Array:
    """The bits of a port as a number in two's complement."""
    return (values ^ (1 << (bits - 1))) - (1 << (bits - 1))


def check_lazy(port: Array, q: int, exact: Array, model: Array, canonical: bool = False) -> None:
    """Results in (-q, q), or [0, q), congruent to the exact ones, and the representatives of the model."""
    got = signed(port, q.bit_length() + 1)
    assert (-1 if canonical else -q) < got.min()
    assert got.max() < q
    equal(got % q, exact % q)
    equal(got, model)


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


def around_multiples(q: int, largest: int, whole: int) -> Array:
    """All to `largest` below `whole`; above, both sides of multiples of q and of 2^m, and random ones."""
    if largest < whole:
        return np.arange(largest + 1)
    rng = np.random.default_rng(q)
    most, low = largest // q, kred.shape(q)[1]
    quotients = np.arange(most + 1) if most < 1 << 14 else rng.integers(0, most, 1 << 18, endpoint=True)
    rows = rng.integers(0, largest >> low, 1 << 16, endpoint=True)
    near = np.concatenate([quotients * q, rows << low])[:, None] + np.arange(-1, 2)
    rest = rng.integers(0, largest, 1 << 18, endpoint=True)
    return np.asarray(np.clip(np.concatenate([near.ravel(), rest, [0, largest]]), 0, largest))


def sample(q: int, count: int, seed: int = 1) -> Iterator[tuple[Array, Array]]:
    """Every pair of corners, then pairs at random."""
    yield from pairs(edges(q), edges(q))
    a, b = np.random.default_rng(seed).integers(0, q, (2, count))
    yield a, b


def operands(
    q: int, method: Method | None = None, halvings: int = 0, variant: str = ""
) -> Iterator[tuple[Array, Array]]:
    """Every pair of a small modulus; else corners and random ones, and to 14 bits every operand with a few.

    Fewer for a method where `make exhaust` tries every pair; test_exhaust.py holds its record to the sources.
    """
    if q < 1000:
        yield from pairs(range(q), range(q))
        return
    tried = method is not None and exhaust.Point(q, method, halvings, variant) in set(exhaust.points())
    yield from sample(q, 1 << (16 if tried else 18), seed=q)
    if q < 1 << 14:
        few = [0, q - 1] if tried else [0, *edges(q)[-4:], *np.random.default_rng(q).integers(0, q, 12)]
        yield from pairs(range(q), few)
        yield from pairs(few, range(q))
