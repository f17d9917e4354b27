# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""How the arithmetic units share their builds, their operands, and how their results are compared."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from twiddle.model import kred
from twiddle.tools.sim.unit import UnitPoint, UnitSimulator

Array = NDArray[np.int64]
Ports = dict[str, Array]
CHUNK = 1 << 22
BATCH = 20
"""Units that one library holds."""
GAPS = 50_000
"""Elements of a stream that are repeated with gaps."""

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


def equal(got: Array, expected: Array, what: str = "") -> None:
    """Same values, one a column, and something compared; a difference is shown at its first place."""
    assert got.shape == expected.shape
    assert got.size > 0
    if not np.array_equal(got, expected):
        place = int(np.flatnonzero(got != expected)[0])
        where = element(place % got.shape[-1], got.shape[-1]) + (f", {what}" if what else "")
        wrong = f"got {got.ravel()[place]}, expected {expected.ravel()[place]}"
        raise AssertionError(f"{where}: {wrong}\n{repeat()}")


def agreed(*results: Array) -> Array:
    """Results that are computed in several ways, which must be the same."""
    for result in results[1:]:
        equal(result, results[0])
    return results[0]


def lazy(q: int, exact: Array, model: Array, canonical: bool = False) -> Array:
    """The representatives of the model: congruent to exact results, and in (-q, q), or in [0, q)."""
    equal(model % q, exact % q)
    assert (-1 if canonical else -q) < model.min()
    assert model.max() < q
    return model


@dataclass(frozen=True, eq=False)
class Case:
    """Streams through one unit of arithmetic.

    streams   operands by input port, with the results by output port; `check` may use them up
    late      cycles by which an input port follows the others
    skip      elements at the start whose results are undefined
    modulus   results are in (-q, q), and are compared modulo q; 0: results are compared as they are
    """

    top: str
    parameters: Mapping[str, int | str]
    streams: Iterable[tuple[Ports, Ports]]
    latency: int | Mapping[str, int]
    late: Mapping[str, int] = field(default_factory=dict)
    skip: int = 0
    modulus: int = 0

    @property
    def point(self) -> UnitPoint:
        return self.top, self.parameters

    def check(self, root: Path | None = None) -> None:
        """Every stream, from random registers; then the last one with gaps, which freeze the whole pipe."""
        inputs: Ports = {}
        for inputs, expected in self.streams:
            self._check(root, inputs, expected, 1.0)
        assert inputs
        if self.latency:
            some, results = ({name: values[:GAPS] for name, values in each.items()} for each in (inputs, expected))
            for enable in (0.5, 0.1):
                self._check(root, some, results, enable)

    def _check(self, root: Path | None, inputs: Ports, expected: Ports, enable: float) -> None:
        simulator = unit(self.top, root, **self.parameters)
        assert expected.keys() <= {port.name for port in simulator.outputs}
        options: dict[str, Any] = {"latency": self.latency, "late": self.late, "enable": enable}
        got = simulator.run(inputs, **options, seed=5, random_state=True)
        for port in simulator.outputs:
            if self.modulus:
                found = signed(got[port.name], port.bits)
                assert np.abs(found).max() < self.modulus
                equal(found % self.modulus, expected[port.name] % self.modulus, port.name)
            elif port.name in expected:
                result = expected[port.name] & (1 << port.bits) - 1 if port.bits < 64 else expected[port.name].copy()
                result[: self.skip] = got[port.name][: self.skip]
                equal(got[port.name].T, result.T, port.name)


def streamed(
    names: str, operands: Iterable[Sequence[Array]], results: Callable[..., Ports]
) -> Iterator[tuple[Ports, Ports]]:
    """Operands of ports, with the results of each stream."""
    for values in operands:
        yield dict(zip(names.split(), values, strict=True)), results(*values)


def signed(values: Array, bits: int) -> Array:
    """The bits of a port as a number in two's complement."""
    return (values ^ (1 << (bits - 1))) - (1 << (bits - 1))


def every(first: int, end: int) -> Iterator[tuple[Array]]:
    """Every value from the first to before the end, in chunks."""
    for start in range(first, end, CHUNK):
        yield (np.arange(start, min(start + CHUNK, end)),)


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


def drawn(q: int, count: int, columns: int) -> list[Array]:
    """Random canonical columns, a quarter of each from the corners."""
    rng = np.random.default_rng([q, columns])
    found = []
    for _ in range(columns):
        values = rng.integers(0, q, count)
        found.append(np.where(rng.random(count) < 0.25, rng.choice(edges(q), count), values))
    return found


def around_multiples(q: int, largest: int, whole: int) -> Iterator[tuple[Array]]:
    """All to `largest` below `whole`; above, both sides of multiples of q and of 2^m, every m low bits, random ones."""
    if largest < whole:
        yield from every(0, largest + 1)
        return
    rng = np.random.default_rng(q)
    most, low = largest // q, kred.shape(q)[1]
    quotients = np.arange(most + 1) if most < 1 << 14 else rng.integers(0, most, 1 << 18, endpoint=True)
    rows = rng.integers(0, largest >> low, 1 << 16, endpoint=True)
    near = np.concatenate([quotients * q, rows << low])[:, None] + np.arange(-1, 2)
    top = largest >> low
    below = (np.array([0, 1, top - 1, top])[:, None] << low) + np.arange(1 << min(low, 16))
    rest = rng.integers(0, largest, 1 << 18, endpoint=True)
    yield (np.clip(np.concatenate([near.ravel(), below.ravel(), rest, [0, largest]]), 0, largest),)


def sample(q: int, count: int, seed: int = 1) -> Iterator[tuple[Array, Array]]:
    """Every pair of corners, then pairs at random."""
    yield from pairs(edges(q), edges(q))
    a, b = np.random.default_rng(seed).integers(0, q, (2, count))
    yield a, b


def operands(q: int) -> Iterator[tuple[Array, Array]]:
    """Every pair of a small modulus; else to 14 bits every operand with a few, corners and random ones.

    `make exhaust` tries every pair of every method to 14 bits.
    """
    if q < 1000:
        yield from pairs(range(q), range(q))
        return
    if q < 1 << 14:
        few = [0, q - 1, *np.random.default_rng(q).integers(0, q, 4)]
        yield from pairs(range(q), few)
        yield from pairs(few, range(q))
    yield from sample(q, 1 << 17, seed=q)
