# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the tests of the polynomial cores share: designs as points of tests, operands, a bench that has the model."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from typing import Any

import core_layers
import numpy as np
import pytest
import quad_layers
from arith_cases import repeat

from twiddle import model
from twiddle.base.errors import CheckFailed
from twiddle.base.rings import Ring
from twiddle.catalog.block import OPCODES, Block
from twiddle.model.passes import TAKES_B
from twiddle.model.streaming import Form
from twiddle.tools.conformance import Traffic, corners
from twiddle.tools.sim.build import QUICK
from twiddle.tools.sim.simulator import Bench as Around
from twiddle.tools.sim.simulator import Result, Simulator

OPERATIONS = tuple(OPCODES)

LAYERS = {"iterative": core_layers, "rns": core_layers, "quad": quad_layers}
"""The passes inside the cores that have some."""

PRODUCT_BEGINS = {"mdf": "gen_product.u_product.begin_q", "mdc": "gen_product.u_product.product_sop"}
"""The beginning of every polynomial that enters the inverse after a product."""


@dataclass(frozen=True)
class Listed:
    """One design of a core: hashable, its name that of a test."""

    design: Block

    def __str__(self) -> str:
        return "-".join([self.design.core, self.ring.name, *map(str, self.design.parameters.values())])

    @property
    def ring(self) -> Ring:
        return self.design.ring

    @property
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
    def in_place(self) -> bool:
        return LAYERS.get(self.design.core) is core_layers

    @property
    def pipelined(self) -> bool:
        return self.design.kind.architecture.pipelined

    @property
    def product(self) -> bool:
        """A streaming core whose pipe has products."""
        return self.design.parameters.get("Form") == Form.PRODUCT.label

    @property
    def probes(self) -> tuple[str, ...]:
        if layers := LAYERS.get(self.design.core):
            return layers.PROBES
        return (PRODUCT_BEGINS[self.design.core],) if self.product else ()

    @cached_property
    def schedule(self) -> Any:
        """The passes, of a core that has some."""
        return LAYERS[self.design.core].schedule_of(self.design)

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


def user_ring(n: int, q: int, complete: bool) -> Ring:
    """A ring with the smallest root that fits."""
    order = 2 * n if complete else n
    powers = (pow(base, (q - 1) // order, q) for base in range(2, q))
    root = min(root for root, _ in zip(powers, range(64), strict=False) if pow(root, order // 2, q) == q - 1)
    return Ring(f"n{n}-q{q}-{'complete' if complete else 'pairs'}", n, q, root, order)


@cache
def simulator(point: Listed, assertions: bool = True) -> Simulator:
    """The compiled core of a point; a pipeline takes long to compile and few cycles to run, as few coefficients do."""
    with pytest.MonkeyPatch.context() as patch:
        if point.ring.n <= 64 or point.design.core in ("mdc", "mdf"):
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
    point: Listed, operations: Sequence[str | int], a: np.ndarray, b: np.ndarray, k: Sequence[int] = ()
) -> Traffic:
    """Operations and their operands, of k polynomials each (1 without); rows of b for all operations."""
    return Traffic(point.design, operations, np.array(k or [1] * len(operations)), a, b)


def random(
    point: Listed,
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


def cases(point: Listed, operation: str, count: int, seed: int) -> Traffic:
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


def mixture(point: Listed, each: int, seed: int, operations: Sequence[str | int] = ()) -> Traffic:
    """`each` of every operation, with every k that it takes, in random order."""
    kinds = list(product(operations or point.operations, range(1, point.design.largest_k + 1)))
    rng = np.random.default_rng(seed)
    chosen = [kinds[i] for i in rng.permutation(np.repeat(np.arange(len(kinds)), each))]
    return random(point, [name for name, _ in chosen], rng, [k for _, k in chosen])


def spoiled(point: Listed, each: int, seed: int, operations: Sequence[str | int] = ()) -> Traffic:
    """A mixture in which every third polynomial has one coefficient out of range."""
    found = mixture(point, each, seed, operations)
    of, rng = point.ring, np.random.default_rng(seed)
    for rows in (found.a, found.b):
        bad = rng.random(len(rows)) < 1 / 3
        rows[bad, rng.integers(0, of.n, bad.sum())] = rng.integers(of.q, 2**of.bits, bad.sum())
    return found


def with_refused(point: Listed, each: int, seed: int) -> Traffic:
    """A mixture of every operation and every code that is none."""
    return mixture(point, each, seed, (*point.operations, *point.refused))


def run(simulation: Simulator, found: Traffic, before: Traffic | None = None, **options: Any) -> Result:
    """Runs a stream, where there is one after another that a reset breaks off, from a random state."""
    dropped = None if before is None else (*before.arguments, before.rows)
    around = Around(dropped, max_cycles=options.pop("max_cycles", None))
    return simulation.run(*found.arguments, k=found.rows, random_state=True, bench=around, **options)


class Bench:
    """A compiled point; `compared` counts the results of each operation that equal the model's."""

    def __init__(self, point: Listed, assertions: bool = True) -> None:
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
        """Which result is wrong first; test_core_layers.py finds the first wrong pass inside the core."""
        lines = [f"{self.point}, operation {row} of {len(result.c)}, {found.operations[row]}, k = {found.k[row]}"]
        different = result.c[row] != found.c[row]
        if different.any():
            index = int(different.argmax())
            beat, lane = divmod(index, self.point.design.lanes)
            values = f"got {result.c[row, index]}, expected {found.c[row, index]}"
            lines.append(f"coefficient {index} (beat {beat}, lane {lane}): {values}; {different.sum()} differ")
        if result.err[row] != found.err[row]:
            lines.append(f"c_err_o: got {int(result.err[row])}, expected {int(found.err[row])}")
        return "\n".join([*lines, f"seed {seed}", repeat()])
