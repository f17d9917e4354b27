# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The core `iterative` against the model: every ring, butterflies, buffer mode and operation."""

from itertools import pairwise, product

import pytest
from core_cases import MATRIX, OPERATIONS, USER, Bench, Point, cases, mixture

from twiddle.sim import Stalls

STALLS = (
    Stalls(),
    Stalls(a=0.3, b=0.3, c=0.3),
    Stalls(a=0.02, b=0.05, c=0.02, burst=60),
    Stalls(a=0.6, b=0.1, c=0.7, burst=3),
)


@pytest.mark.parametrize("point", MATRIX + USER, ids=str)
def test_results_equal_the_model(point: Point) -> None:
    back_to_back, mixed = (600, 100) if point in MATRIX and point.double else (180, 20)
    bench = Bench(point)
    for number, operation in enumerate(OPERATIONS):
        seed = point.seed + number
        bench.run(cases(point.ring, operation, back_to_back, seed), seed)
    followed = set()
    for number, stall in enumerate(STALLS):
        seed = point.seed + 100 + number
        stream = mixture(point.ring, mixed, seed)
        bench.run(stream, seed, stall=stall)
        followed |= set(pairwise(stream.operations))
    assert followed == set(product(OPERATIONS, OPERATIONS))
    least = 1000 if point in MATRIX and point.double else 260
    assert bench.compared.keys() == set(OPERATIONS)
    assert min(bench.compared.values()) >= least
