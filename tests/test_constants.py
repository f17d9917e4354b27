# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Products with one of a few constants by tables, against plain integers and the model bit for bit."""

from typing import NamedTuple

import numpy as np
import pytest
from arith_cases import batch, check_lazy, edges, unit

from twiddle.model import reductions
from twiddle.tools.sim.unit import UnitSimulator

pytestmark = pytest.mark.covers("twd_mod_digit_table", "twd_mod_mul_constants")


class Point(NamedTuple):
    q: int
    numbers: int
    unit: int  # 0, 1 or -1
    spare: int  # cycles beyond the least

    @property
    def values(self) -> list[int]:
        rng = np.random.default_rng(self.q + self.numbers)
        return [int(value) for value in rng.integers(1, self.q, self.numbers - 1)] + [self.q - 1]

    @property
    def cycles(self) -> int:
        return reductions.constants_latency(self.q) + abs(self.unit) + self.spare

    @property
    def parameters(self) -> dict[str, int | str]:
        values = sum(value << 32 * k for k, value in enumerate(self.values))
        return {
            "Q": self.q,
            "Numbers": self.numbers,
            "Values": f"128'h{values:032x}",
            "Unit": self.unit % self.q,
            "Cycles": self.cycles,
        }

    def simulator(self) -> UnitSimulator:
        return unit("twd_mod_mul_constants", **self.parameters)


POINTS = [
    Point(17, 1, 0, 0),
    Point(3329, 1, 0, 3),
    Point(3329, 2, -1, 0),
    Point(3329, 4, 1, 1),
    Point(3329, 4, 0, 0),
    Point(7681, 2, 1, 2),
    Point(12289, 1, -1, 1),
    Point(12289, 4, 0, 1),
    Point(8380417, 2, -1, 0),
]

batch(("twd_mod_mul_constants", point.parameters) for point in POINTS)


@pytest.mark.parametrize("point", POINTS, ids=str)
def test_every_operand_and_constant(point: Point) -> None:
    """Every operand to 14 bits, else corners and random ones; each with every constant and with the unit."""
    q = point.q
    drawn = np.random.default_rng(q).integers(0, q, 1 << 17)
    every = np.arange(q) if q < 1 << 14 else np.concatenate([edges(q), drawn])
    a, number = (grid.ravel() for grid in np.meshgrid(every, np.arange(point.numbers + (point.unit != 0))))
    ones = number == point.numbers
    number = number % point.numbers
    inputs = {"a_i": a, "number_i": number, "unit_i": ones.astype(np.int64)}
    got = point.simulator().run(inputs, latency=point.cycles)["product_lazy_o"]
    model = np.where(ones, point.unit * a, reductions.mod_mul_constants(q, point.values, a, number))
    factor = np.where(ones, point.unit, np.array(point.values)[number])
    check_lazy(got, q, a * factor, model)
