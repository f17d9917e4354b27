# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the tests of the polynomial cores share: operands, a bench that has the model; and the points of the
cores `iterative` and `rns`."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from typing import Any

import numpy as np
import pytest
from arith_cases import repeat
from core_layers import PROBES, first_wrong_pass

from twiddle import core, model
from twiddle.base.errors import CheckFailed
from twiddle.base.rings import Ring, ring, rings
from twiddle.catalog.block import OPCODES, Block
from twiddle.model.iterative import Schedule
from twiddle.model.methods import Method
from twiddle.model.passes import TAKES_B
from twiddle.tools.conformance import Traffic, corners
from twiddle.tools.sim.build import QUICK
from twiddle.tools.sim.simulator import Bench as Around
from twiddle.tools.sim.simulator import Result, Simulator

OPERATIONS = tuple(OPCODES)


class Tested:
    """One configuration of a core: hashable, its name that of a test."""

    ring: Ring
    probes: tuple[str, ...] = ()

    @property
    def design(self) -> Block:
        raise NotImplementedError

    @cached_property
    def operations(self) -> tuple[str, ...]:
        return self.design.operations

    @property
    def two_operands(self) -> tuple[str, ...]:
        return tuple(name for name in self.operations if name in TAKES_B)

    @property
    def refused(self) -> tuple[int, ...]:
        """Codes that are no operation."""
        return tuple(sorted(set(range(8)) - {OPCODES[name] for name in self.operations}))

    @property
    def pipelined(self) -> bool:
        return self.design.kind.architecture.pipelined

    @property
    def beats(self) -> int:
        return self.ring.n // self.design.lanes

    @property
    def latency(self) -> int:
        """Of the longest operation."""
        return max(self.design.cycles(name).latency or 0 for name in self.operations)

    @property
    def seed(self) -> int:
        return sum(ord(letter) << (i % 24) for i, letter in enumerate(str(self)))

    def alone(self, simulation: Simulator, operation: str, a: np.ndarray, b: np.ndarray) -> str:
        """What is wrong where an operation is the only one in the core, in words."""
        operands = (a, b if operation in TAKES_B else None)
        run = simulation.run(operation, *operands, seed=1)
        different = int((run.c != self.design.model(operation, *operands)).sum())
        return f"{different} coefficients differ" if different else "right"


@dataclass(frozen=True)
class Listed(Tested):
    """A point of a core that has no list of its own."""

    of: Block

    def __str__(self) -> str:
        return "-".join([self.of.core, self.of.ring.name, *map(str, self.of.parameters.values())])

    @property
    def ring(self) -> Ring:  # type: ignore[override]
        return self.of.ring

    @property
    def design(self) -> Block:
        return self.of


@dataclass(frozen=True)
class Point(Tested):
    """One configuration of the core `iterative`, or of `rns` where that is the method."""

    ring: Ring
    butterflies: int
    double: int
    method: Method = Method.FOLD
    registers: int = 0
    published: int = 0
    memory: str = "block"

    probes = PROBES

    def __str__(self) -> str:
        words = [self.ring.name, f"B{self.butterflies}", "double" if self.double else "single"]
        words += [] if self.method is Method.FOLD else [self.method.label]
        words += ["registers"] if self.registers else []
        words += ["published"] if self.published else []
        words += [] if self.memory == "block" else [self.memory]
        return "-".join(words)

    @cached_property
    def design(self) -> Block:
        chosen = {"Butterflies": self.butterflies, "DoubleBuffer": self.double}
        if self.memory != "block":
            chosen["Memory"] = self.memory
        if self.method is Method.RNS:
            return core("rns", self.ring, **chosen, Registers=self.registers, Published=self.published)
        return core("iterative", self.ring, **chosen, Method=self.method.label)

    @property
    def schedule(self) -> Schedule:
        return Schedule(self.ring, self.butterflies, self.method, bool(self.registers), bool(self.published))

    def alone(self, simulation: Simulator, operation: str, a: np.ndarray, b: np.ndarray) -> str:
        return first_wrong_pass(simulation, self.schedule, operation, a, b) or "right"


def user_ring(n: int, q: int, complete: bool) -> Ring:
    """A ring with the smallest root that fits."""
    order = 2 * n if complete else n
    powers = (pow(base, (q - 1) // order, q) for base in range(2, q))
    root = min(root for root, _ in zip(powers, range(64), strict=False) if pow(root, order // 2, q) == q - 1)
    return Ring(f"n{n}-q{q}-{'complete' if complete else 'pairs'}", n, q, root, order)


MATRIX = [Point(of, b, d) for of in rings() for b in (1, 2, 4) for d in (1, 0)]


# Passes shorter than the pipe, the smallest and the largest n, the narrowest q.
USER = [
    Point(user_ring(n, q, complete), b, d)
    for n, q, complete, b, d in (
        (8, 7681, True, 1, 1),
        (8, 7681, False, 2, 0),
        (16, 7681, True, 1, 0),
        (16, 7681, False, 2, 1),
        (16, 7681, True, 4, 1),
        (16, 7681, False, 4, 0),
        (16, 8380417, False, 4, 1),
        (32, 7681, False, 1, 1),
        (32, 7681, True, 4, 0),
        (32, 8380417, True, 2, 1),
        (64, 7681, False, 1, 0),
        (64, 7681, True, 2, 1),
        (64, 7681, False, 4, 1),
        (64, 8380417, True, 4, 0),
        (128, 769, True, 4, 1),
        (4096, 12289, False, 4, 1),
    )
]


RNS = [
    *(Point(ring("ml-kem"), b, 0, Method.RNS) for b in (1, 2, 4)),
    *(Point(ring("ml-kem"), b, 1, Method.RNS, 1) for b in (1, 2, 4)),
    *(Point(ring("ml-kem"), b, 0, Method.RNS, 0, 1) for b in (1, 2, 4)),
    Point(ring("kyber-v1"), 2, 0, Method.RNS),
    *(Point(user_ring(n, 3329, False), b, 1, Method.RNS, 0, 1) for n, b in ((8, 1), (16, 4))),
    *(
        Point(user_ring(n, q, complete), b, d, Method.RNS, r)
        for n, q, complete, b, d, r in (
            (8, 97, False, 1, 1, 0),
            (16, 577, False, 2, 1, 1),
            (16, 257, False, 4, 0, 0),
            (32, 577, True, 4, 1, 1),
            (8, 577, True, 1, 0, 1),
        )
    ),
]
"""Tables of logarithms: as published and better, complete rings, passes shorter than the pipe."""

MEMORIES = [
    Point(ring("ml-kem"), 4, 0, Method.TILES_SHIFT, memory="lut16"),
    Point(ring("ml-kem"), 1, 0, Method.TILES_SHIFT, memory="lut16"),
    Point(ring("ml-kem"), 2, 1, memory="lut"),
    Point(ring("ml-kem"), 2, 0, Method.RNS, memory="lut"),
    Point(user_ring(8, 7681, True), 1, 1, memory="lut16"),
    Point(user_ring(8, 7681, False), 2, 0, memory="lut"),
    Point(user_ring(64, 7681, True), 4, 0, memory="lut16"),
    Point(user_ring(128, 12289, True), 2, 1, Method.KRED, memory="lut16"),
]
"""Memories and tables in LUTs: several pieces a memory, and every number of ports of the twiddle factors."""

METHODS = [
    *MEMORIES,
    *(
        Point(ring("ml-kem"), b, d, method)
        for number, method in enumerate(method for method in Method if method not in (Method.FOLD, Method.RNS))
        for b, d in ((1 << number % 3, number % 2),)
    ),
    Point(ring("falcon-512"), 2, 1, Method.KRED),
    Point(ring("falcon-512"), 4, 0, Method.LDSP),
    Point(ring("ml-dsa"), 1, 0, Method.MONTGOMERY),
    Point(user_ring(8, 7681, False), 1, 0, Method.KRED),
    Point(user_ring(8, 7681, False), 2, 1, Method.KRED2X),
    Point(user_ring(16, 7681, True), 4, 0, Method.PLANTARD),
]
"""Every other multiplier once; where its products hold a factor, both kinds of ring."""


def chosen(*names: tuple[str, int]) -> list[Point]:
    """Points of presets in both buffer modes, which share their builds with the matrix."""
    return [Point(ring(name), butterflies, d) for name, butterflies in names for d in (1, 0)]


@cache
def simulator(point: Tested, assertions: bool = True) -> Simulator:
    """The compiled core of a point; one with few coefficients simulates little: the quick way to build."""
    with pytest.MonkeyPatch.context() as patch:
        if point.ring.n <= 64:
            patch.setenv(QUICK, "2")
        return Simulator(point.design, probes=point.probes, assertions=assertions)


def halvings(of: Ring) -> np.ndarray:
    """Operands of the inverse whose sums in one of its layers are all odd, all even, largest or smallest."""
    rows = []
    for layer in range(of.layers):
        for u, v in ((1, 0), (1, 1), (of.q - 1, of.q - 1), (of.q - 1, of.q - 2), (0, of.q - 1)):
            state = np.tile(np.repeat([u, v], of.n >> (layer + 1)), 1 << layer)
            for later in range(layer + 1, of.layers):
                state = _forward_layer(of, state, later)
            rows.append(state)
    return np.array(rows)


def _forward_layer(of: Ring, state: np.ndarray, layer: int) -> np.ndarray:
    pairs = state.reshape(1 << layer, 2, -1)
    zetas = np.array(model.zetas(of)[1 << layer : 2 << layer])[:, None]
    t = pairs[:, 1] * zetas % of.q
    return np.stack([(pairs[:, 0] + t) % of.q, (pairs[:, 0] - t) % of.q], axis=1).reshape(-1)


def stream(
    point: Tested, operations: Sequence[str | int], a: np.ndarray, b: np.ndarray, k: Sequence[int] = ()
) -> Traffic:
    """Operations and their operands, of k polynomials each (1 without); rows of b for all operations."""
    return Traffic(point.design, operations, np.array(k or [1] * len(operations)), a, b)


def random(
    point: Tested,
    operations: Sequence[str | int],
    seed: int | np.random.Generator,
    k: Sequence[int] = (),
    edges: float = 1 / 3,
) -> Traffic:
    """Operations on random operands, a share of them corners."""
    k = k or [1] * len(operations)
    rng = np.random.default_rng(seed)
    a, b = rng.integers(0, point.ring.q, (2, sum(k), point.ring.n))
    corner = corners(point.ring)
    for rows in (a, b):
        at = rng.random(len(rows)) < edges
        rows[at] = corner[rng.integers(len(corner), size=at.sum())]
    return stream(point, operations, a, b, k)


def cases(point: Tested, operation: str, count: int, seed: int) -> Traffic:
    """Every corner, or pair of corners, then random operands."""
    found = random(point, [operation] * count, seed, edges=0)
    edges = corners(point.ring)
    if operation in TAKES_B:
        first, second = (index.ravel() for index in np.indices((len(edges), len(edges))))
        found.a[: len(first)], found.b[: len(first)] = edges[first], edges[second]
    else:
        if operation == "intt":
            edges = np.concatenate([edges, halvings(point.ring)])
        found.a[: len(edges)] = edges
    return found


def mixture(point: Tested, each: int, seed: int, operations: Sequence[str | int] = ()) -> Traffic:
    """`each` of every operation, with every k that it takes, in random order."""
    kinds = list(product(operations or point.operations, range(1, point.design.largest_k + 1)))
    rng = np.random.default_rng(seed)
    chosen = [kinds[i] for i in rng.permutation(np.repeat(np.arange(len(kinds)), each))]
    return random(point, [name for name, _ in chosen], rng, [k for _, k in chosen])


def spoiled(point: Tested, each: int, seed: int, operations: Sequence[str | int] = ()) -> Traffic:
    """A mixture in which every third polynomial has one coefficient out of range."""
    found = mixture(point, each, seed, operations)
    of, rng = point.ring, np.random.default_rng(seed)
    for rows in (found.a, found.b):
        bad = rng.random(len(rows)) < 1 / 3
        rows[bad, rng.integers(0, of.n, bad.sum())] = rng.integers(of.q, 2**of.bits, bad.sum())
    return found


def with_refused(point: Tested, each: int, seed: int) -> Traffic:
    """A mixture of every operation and every code that is none."""
    return mixture(point, each, seed, (*point.operations, *point.refused))


def run(simulation: Simulator, found: Traffic, before: Traffic | None = None, **options: Any) -> Result:
    """Runs a stream, where there is one after another that a reset breaks off, from a random state."""

    def rows(of: Traffic) -> int | list[int]:
        return of.k.tolist() if found.design.largest_k > 1 else 1

    dropped = None if before is None else (*before.arguments, rows(before))
    around = Around(dropped, max_cycles=options.pop("max_cycles", None))
    return simulation.run(*found.arguments, k=rows(found), random_state=True, bench=around, **options)


class Bench:
    """A compiled point; `compared` counts the results of each operation that equal the model's."""

    def __init__(self, point: Tested, assertions: bool = True) -> None:
        self.point = point
        self.compared: Counter[str | int] = Counter()
        self._simulator = simulator(point, assertions)

    def run(self, found: Traffic, seed: int, before: Traffic | None = None, **options: Any) -> Result:
        """Runs a stream from a random state and compares every coefficient and flag."""
        try:
            result = run(self._simulator, found, before, seed=seed, **options)
        except CheckFailed as error:
            raise AssertionError(f"{error}\n{repeat()}") from error
        wrong = (result.c != found.c).any(axis=1) | (result.err != found.err)
        if wrong.any():
            raise AssertionError(self._describe(found, result, int(wrong.argmax()), seed))
        self.compared.update(found.operations)
        return result

    def _describe(self, found: Traffic, result: Result, row: int, seed: int) -> str:
        operation = found.operations[row]
        where = f"operation {row} of {len(result.c)}, k = {found.k[row]}"
        lines = [f"core {self.point.design.core}, {self.point}, {operation}, {where}, seed {seed}"]
        different = result.c[row] != found.c[row]
        if different.any():
            index = int(different.argmax())
            beat, lane = divmod(index, self.point.design.lanes)
            got, expected = result.c[row, index], found.c[row, index]
            lines.append(
                f"coefficient {index} (beat {beat}, lane {lane}): got {got}, expected {expected}; "
                f"{different.sum()} differ"
            )
            if isinstance(operation, str) and found.k[row] == 1:
                at = np.flatnonzero(found.owner == row)[0]
                a, b = found.a[at] % self.point.ring.q, found.b[at] % self.point.ring.q
                lines.append(f"alone in the core: {self.point.alone(self._simulator, operation, a, b)}")
        if result.err[row] != found.err[row]:
            lines.append(f"c_err_o: got {int(result.err[row])}, expected {int(found.err[row])}")
        return "\n".join([*lines, repeat()])
