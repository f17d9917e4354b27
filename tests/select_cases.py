# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Operations of three rings in one stream, for the cores `mdf` with the ring chosen at run time."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twiddle import core, model
from twiddle.base.rings import Ring, ring
from twiddle.model.mdf import SELECTED
from twiddle.model.passes import TAKES_B
from twiddle.tools.sim.simulator import Bench, Result, Simulator, Stalls

RINGS = [ring(name) for name in (*SELECTED, SELECTED[-1])]
"""By ring_i: 3 is the longest ring too."""
LONGEST = RINGS[-1]
WORD = 1 << LONGEST.bits


@dataclass(frozen=True)
class Mixture:
    """Operations on polynomials of rings drawn at random, some coefficients outside; results and flags.

    b has the operands of the operations that take two.
    """

    operations: list[str]
    rings: NDArray[np.int64]
    a: NDArray[np.int64]
    b: NDArray[np.int64]
    c: NDArray[np.int64]
    err: NDArray[np.bool_]

    @property
    def beats(self) -> NDArray[np.int64]:
        return np.array([RINGS[number].n // 4 for number in self.rings])

    def run(self, simulator: Simulator, **options: Any) -> Result:
        """The result, which is right."""
        lengths = np.array([RINGS[number].n for number in self.rings])
        second = lengths[[operation in TAKES_B for operation in self.operations]]
        result = simulator.run(
            self.operations,
            self.a[:, : lengths.max()],
            self.b[:, : second.max()] if len(second) else None,
            random_state=True,
            bench=Bench(rings=self.rings.tolist(), lengths=lengths.tolist()),
            **options,
        )
        np.testing.assert_array_equal(result.c, self.c[:, : result.c.shape[1]])
        np.testing.assert_array_equal(result.err, self.err)
        return result


def operand(of: Ring, rng: np.random.Generator) -> NDArray[np.int64]:
    """A polynomial, of the ring or with some bits more."""
    values = rng.integers(0, of.q, of.n)
    if rng.random() < 0.3:
        values[rng.integers(0, of.n, 3)] = rng.integers(0, WORD, 3)
    return np.asarray(values)


def mixed(operations: Sequence[str], rings: Sequence[int], seed: int) -> Mixture:
    rng = np.random.default_rng(seed)
    a, b, c = np.zeros((3, len(rings), LONGEST.n), np.int64)
    err = np.zeros(len(rings), bool)
    for place, (operation, number) in enumerate(zip(operations, rings, strict=True)):
        of = RINGS[number]
        given = [operand(of, rng) for _ in range(1 + (operation in TAKES_B))]
        for rows, values in zip((a, b), given, strict=False):
            rows[place, : of.n] = values
            err[place] |= (values >= of.q).any()
        # bits above those of q are not part of a coefficient
        first, *second = (values[None] % (1 << of.bits) % of.q for values in given)
        c[place, : of.n] = model.run(of, operation, first, second[0] if second else None)[0]
    two = [operation in TAKES_B for operation in operations]
    return Mixture(list(operations), np.asarray(rings), a, b[two], c, err)


def mixture(offered: Sequence[str], count: int, seed: int, turns: int = 1) -> Mixture:
    """As many operations; the ring and the operation change after so many."""
    rng = np.random.default_rng(seed)
    operations, rings = rng.choice(offered, count), rng.integers(0, len(RINGS), count)
    return mixed(np.repeat(operations, turns)[:count].tolist(), np.repeat(rings, turns)[:count].tolist(), seed)


def products(number: int = -2, root: Path | None = None) -> Simulator:
    """The engine of products; its cycles are those of a ring."""
    return Simulator(core("mdf", RINGS[number], Form="product", Select=1, Mult=1), rtl_root=root)


def check_products(simulator: Simulator, seed: int) -> None:
    """Products of a ring in a row, up to nine, and all operations, with stalls or without."""
    stall = Stalls() if seed % 3 == 0 else Stalls(a=0.01 * seed, b=0.02 * seed, c=0.05, burst=1 << seed % 9)
    mixture(("mul", "mult"), 24, seed, 1 + seed % 9).run(simulator, stall=stall, seed=seed)
    mixture(simulator.design.operations, 16, seed, 2).run(simulator, stall=stall, seed=seed)
    mixture(("pwm",), 20, seed).run(simulator, stall=Stalls(a=0.02, b=0.02, burst=30), seed=seed)
