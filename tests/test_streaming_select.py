# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Core `mdf` with the ring chosen at run time: three rings in one stream, by all four codes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from twiddle import core, model
from twiddle.base.rings import ring
from twiddle.model.mdf import SELECTED
from twiddle.tools.sim.simulator import Bench, Pause, Result, Simulator, Stalls

pytestmark = pytest.mark.covers("twd_mdf_engine")

RINGS = [ring(name) for name in (*SELECTED, SELECTED[-1])]
"""By ring_i: 3 is the longest ring too."""
LONGEST = RINGS[-1]
WORD = 1 << LONGEST.bits


@dataclass(frozen=True)
class Mixture:
    """Operations on polynomials of rings drawn at random, some coefficients outside; results and flags."""

    operations: list[str]
    rings: NDArray[np.int64]
    a: NDArray[np.int64]
    c: NDArray[np.int64]
    err: NDArray[np.bool_]

    @property
    def beats(self) -> NDArray[np.int64]:
        return np.array([RINGS[number].n // 4 for number in self.rings])

    def run(self, simulator: Simulator, **options: Any) -> Result:
        """The result, which is right."""
        result = simulator.run(
            self.operations,
            self.a,
            random_state=True,
            bench=Bench(rings=self.rings.tolist(), lengths=[RINGS[number].n for number in self.rings]),
            **options,
        )
        np.testing.assert_array_equal(result.c, self.c[:, : result.c.shape[1]])
        np.testing.assert_array_equal(result.err, self.err)
        return result


def mixture(offered: tuple[str, ...], count: int, seed: int) -> Mixture:
    rng = np.random.default_rng(seed)
    operations, rings = list(rng.choice(offered, count)), rng.integers(0, len(RINGS), count)
    a, c = np.zeros((2, count, LONGEST.n), np.int64)
    err = np.zeros(count, bool)
    for place, (operation, number) in enumerate(zip(operations, rings, strict=True)):
        of = RINGS[number]
        values = rng.integers(0, of.q, of.n)
        if rng.random() < 0.3:
            values[rng.integers(0, of.n, 3)] = rng.integers(0, WORD, 3)
        a[place, : of.n] = values
        err[place] = (values >= of.q).any()
        # bits above those of q are not part of a coefficient
        canonical = values % (1 << of.bits) % of.q
        c[place, : of.n] = model.run(of, operation, canonical[None], None)[0]
    return Mixture(operations, rings, a, c, err)


@pytest.fixture(scope="module", params=["forward", pytest.param("transform", marks=pytest.mark.matrix)])
def simulator(request: pytest.FixtureRequest, little_simulation: None) -> Simulator:
    return Simulator(core("mdf", LONGEST, Form=request.param, Select=1))


@pytest.mark.matrix
def test_rings_in_one_stream(simulator: Simulator) -> None:
    for seed in range(3):
        chosen = mixture(simulator.design.operations, 40, seed)
        assert set(chosen.rings) == set(range(len(RINGS)))
        chosen.run(simulator)
    for seed in range(8):
        rates = np.random.default_rng(seed).random(3) ** 3
        stall = Stalls(0.9 * rates[0], 0.0, 0.9 * rates[1], 1 << int(9 * rates[2]))
        mixture(simulator.design.operations, 10, seed).run(simulator, stall=stall, seed=seed)


def test_a_polynomial_that_lacks_a_beat(simulator: Simulator) -> None:
    """Around the cycle in which it is given up, and for long."""
    for seed in range(16):
        rng = np.random.default_rng(seed)
        pause = Pause("a", int(rng.integers(6 * 64)), int(rng.choice([63, 64, 65, 66, 67, 200, 900])))
        mixture(simulator.design.operations, 6, seed).run(simulator, pause=pause, seed=seed)


def test_reset_amid_a_stream(simulator: Simulator) -> None:
    for seed in range(8):
        at = int(np.random.default_rng(seed).integers(3000))
        mixture(simulator.design.operations, 5, seed).run(simulator, reset_at=at, seed=seed)


def starts(beats: list[int]) -> list[int]:
    """When polynomials of so many beats enter the pipe, offered without a pause.

    One enters two cycles after its last beat, or when the one before it has entered whole; its bank is free
    when the one before that has started.
    """
    last, found = 0, [0, 0]
    for index, count in enumerate(beats):
        last = max(last + 1, found[-2] + 1) + count - 1
        found.append(max(last + 2, found[-1] + beats[index - 1] if index else 0))
    return found[2:]


def test_rings_follow_without_a_gap(simulator: Simulator) -> None:
    chosen = mixture(("ntt",), 60, 9)
    result = chosen.run(simulator)
    np.testing.assert_array_equal(np.diff(result.c_first), np.diff(starts(chosen.beats.tolist())))
    np.testing.assert_array_equal(result.c_last - result.c_first, chosen.beats - 1)
