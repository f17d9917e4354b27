# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Every core of the catalogue against the model: rings, parameters, operations."""

from itertools import pairwise, product

import numpy as np
import pytest
from core_cases import Bench, Listed, cases, corners, random, simulator, spoiled, stream
from core_points import EVERY, FEW, KEM, POINTS, each

from twiddle.base import manifest
from twiddle.base.rings import rings
from twiddle.catalog.cores import CORES
from twiddle.model.methods import Method
from twiddle.tools.conformance import conform
from twiddle.tools.sim.simulator import Stalls

pytestmark = pytest.mark.covers(*manifest.tops())

STALLS = (
    Stalls(),
    Stalls(a=0.3, b=0.3, c=0.3),
    Stalls(a=0.02, b=0.05, c=0.02, burst=60),
    Stalls(a=0.6, b=0.1, c=0.7, burst=3),
    Stalls(a=0.01, b=0.01, c=0.01, burst=400),
    Stalls(c=0.9, burst=12),
)


@each(POINTS)
def test_results_equal_the_model(point: Listed) -> None:
    """Each operation back to back, corners first; then mixtures with bad coefficients under every stall.

    In ml-kem with two buffers a thousand of each operation.
    """
    many = point.design.core == "iterative" and point.ring == KEM and point.design.parameters["DoubleBuffer"] == 1
    back_to_back, mixed = (600, 70) if many else (190, 24 if point.ring.n <= 64 else 14)
    mixed = -(-mixed // point.design.largest_k)
    bench = Bench(point)
    for number, operation in enumerate(point.operations):
        seed = point.seed + number
        bench.run(cases(point, operation, back_to_back, seed), seed)
    followed = set()
    for number, stall in enumerate(STALLS):
        seed = point.seed + 100 + number
        found = spoiled(point, mixed, seed)
        bench.run(found, seed, stall=stall)
        followed |= set(pairwise(found.operations))
    assert followed == set(product(point.operations, point.operations))
    assert bench.compared.keys() == set(point.operations)
    assert min(bench.compared.values()) >= (1000 if many else 270)


@pytest.mark.matrix
@each(EVERY)
def test_each_pair_of_values(point: Listed) -> None:
    """Results under stalls, with bad coefficients and after resets, and the cycles of every operation."""
    bench = simulator(point)
    assert sum(conform(point.design, simulator=bench).values()) > 0
    for operation in point.operations:
        assert bench.measure(operation) == point.design.cycles(operation)
    if point.design.core == "rns" and not point.ring.complete:
        check_zeros(point)


@each(POINTS)
def test_the_last_operation_comes_out_with_nothing_behind_it(point: Listed) -> None:
    bench = Bench(point)
    for seed, operation in enumerate(point.operations):
        for count, k in product((1, 3), {1, min(5, point.design.largest_k)}):
            bench.run(random(point, [operation] * count, seed, [k] * count), seed)
    assert set(bench.compared.values()) == {4 if point.design.largest_k == 1 else 8}


@each(point for point in POINTS if point.design.core == "rns" and not point.ring.complete)
def test_every_pair_with_a_zero(point: Listed) -> None:
    check_zeros(point)


def check_zeros(point: Listed) -> None:
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
    for seed, operation in enumerate(point.operations):
        bench.run(stream(point, [operation] * len(a), a, b), seed)
    assert min(bench.compared.values()) == len(rows)


@pytest.mark.parametrize("kind", CORES, ids=lambda kind: kind.name)
def test_every_run_has_every_value_of_each_parameter(kind) -> None:
    """Of each core, over both kinds of ring; test_streaming_select has the ring that is chosen at run time."""
    points = [point for point in POINTS if point.design.kind is kind]
    values = {item for point in points for item in point.design.parameters.items()}
    for spec in kind.parameters:
        if spec.name not in ("Method", "Select"):
            assert {(spec.name, value) for value in spec.allowed} <= values
    taken = {of.complete for of in rings() if kind.takes(of)}
    assert {point.ring.complete for point in points} >= taken


def test_every_run_has_every_method_in_some_core() -> None:
    assert {point.design.parameters.get("Method", "rns") for point in POINTS} == {method.label for method in Method}
    assert len(set(POINTS)) == len(POINTS) > len(FEW)
