# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The cores `iterative` and `rns` against the model: rings, butterflies, buffers, multipliers, operations."""

from itertools import pairwise, product

import numpy as np
import pytest
from core_cases import (
    MATRIX,
    METHODS,
    OPERATIONS,
    RNS,
    USER,
    Bench,
    Point,
    Stream,
    cases,
    corners,
    each,
    mixture,
)

from twiddle.sim import Stalls

pytestmark = pytest.mark.covers(
    "twd_base_feed",
    "twd_butterfly_rns",
    "twd_inplace_butterflies",
    "twd_inplace_butterflies_rns",
    "twd_inplace_core",
    "twd_inplace_engine",
    "twd_inplace_load",
    "twd_inplace_memory_double",
    "twd_inplace_memory_single",
    "twd_inplace_read_network",
    "twd_inplace_rns_twiddle_rom",
    "twd_inplace_unload",
    "twd_inplace_write_network",
    "twd_iterative",
    "twd_result",
)

STALLS = (
    Stalls(),
    Stalls(a=0.3, b=0.3, c=0.3),
    Stalls(a=0.02, b=0.05, c=0.02, burst=60),
    Stalls(a=0.6, b=0.1, c=0.7, burst=3),
)


@each(MATRIX + USER + RNS + METHODS)
def test_results_equal_the_model(point: Point, request: pytest.FixtureRequest) -> None:
    """With two buffers a thousand of each operation, in ml-kem alone where not all of the matrix runs."""
    many = (
        point in MATRIX
        and point.double
        and (point.ring.name == "ml-kem" or request.config.getoption("--matrix"))
    )
    back_to_back, mixed = (600, 100) if many else (180, 20)
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
    least = 1000 if many else 260
    assert bench.compared.keys() == set(OPERATIONS)
    assert min(bench.compared.values()) >= least


@each([point for point in RNS if point.ring.name == "ml-kem" and not point.double])
def test_every_pair_with_a_zero(point: Point) -> None:
    """Zero has no logarithm: every set of zeros in a pair of pairs, sparse and zero polynomials."""
    of = point.ring
    rng = np.random.default_rng(point.seed)
    rows = []
    for mask in range(16):
        operands = rng.integers(1, of.q, (2, of.n // 2, 2))
        for place in range(4):
            if mask >> place & 1:
                operands[place // 2, :, place % 2] = 0
        rows.append(operands.reshape(2, of.n))
    sparse = rng.integers(0, of.q, (2, of.n)) * (rng.random((2, of.n)) < 0.1)
    rows += [sparse, np.stack([corners(of)[0], sparse[1]]), np.stack([sparse[0], corners(of)[0]])]
    a, b = np.array(rows).transpose(1, 0, 2)
    bench = Bench(point)
    for seed, operation in enumerate(OPERATIONS):
        bench.run(Stream(of, [operation] * len(a), a, b), seed)
    assert min(bench.compared.values()) == len(rows)
