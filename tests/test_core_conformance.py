# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Every core of the catalogue against the model: rings, parameters, operations."""

from itertools import pairwise, product

import numpy as np
import pytest
from core_cases import MATRIX, RNS, Bench, Point, Tested, cases, corners, random, simulator, spoiled, stream
from core_points import EVERY, OF, POINTS, each, points_of

from twiddle.base import manifest
from twiddle.base.rings import rings
from twiddle.catalog.cores import CORES
from twiddle.tools.conformance import conform
from twiddle.tools.sim.simulator import Stalls

pytestmark = pytest.mark.covers(
    *manifest.tops(),
    "twd_base_feed",
    "twd_butterfly_rns",
    "twd_fifo",
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
    "twd_mdc_pipe",
    "twd_mdc_product",
    "twd_mdf_pipe",
    "twd_mdf_product",
    "twd_pointwise",
    "twd_pwmm_engine",
    "twd_quad_engine",
    "twd_result",
)

STALLS = (
    Stalls(),
    Stalls(a=0.3, b=0.3, c=0.3),
    Stalls(a=0.02, b=0.05, c=0.02, burst=60),
    Stalls(a=0.6, b=0.1, c=0.7, burst=3),
    Stalls(a=0.01, b=0.01, c=0.01, burst=400),
    Stalls(c=0.9, burst=12),
)


@each(POINTS)
def test_results_equal_the_model(point: Tested) -> None:
    """Each operation back to back, corners first; then mixtures with bad coefficients under every stall.

    In ml-kem with two buffers a thousand of each operation.
    """
    many = isinstance(point, Point) and point in MATRIX and point.double == 1 and point.ring.name == "ml-kem"
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
@pytest.mark.parametrize("point", EVERY, ids=str)
def test_each_pair_of_values(point: Tested) -> None:
    """Results under stalls, with bad coefficients and after resets, and the cycles of every operation."""
    bench = simulator(point)
    assert sum(conform(point.design, simulator=bench).values()) > 0
    for operation in point.operations:
        assert bench.measure(operation) == point.design.cycles(operation)


@each(POINTS)
def test_the_last_operation_comes_out_with_nothing_behind_it(point: Tested) -> None:
    bench = Bench(point)
    for seed, operation in enumerate(point.operations):
        for count, k in product((1, 3), {1, min(5, point.design.largest_k)}):
            bench.run(random(point, [operation] * count, seed, [k] * count), seed)
    assert set(bench.compared.values()) == {4 if point.design.largest_k == 1 else 8}


@pytest.mark.parametrize("point", [*RNS[:3], *RNS[6:9]], ids=str)
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
    for seed, operation in enumerate(point.operations):
        bench.run(stream(point, [operation] * len(a), a, b), seed)
    assert min(bench.compared.values()) == len(rows)


def test_every_core_of_the_catalogue_is_here() -> None:
    assert OF.keys() == {kind.name for kind in CORES}
    for name, points in OF.items():
        assert points
        assert {point.design.core for point in points} == {name}


@pytest.mark.parametrize("kind", CORES, ids=lambda kind: kind.name)
def test_a_core_without_a_list_has_every_value_of_each_parameter(kind) -> None:
    points = list(points_of(kind))
    allowed = {(spec.name, value) for spec in kind.parameters for value in spec.allowed}
    assert {item for point in points for item in point.design.parameters.items()} <= allowed
    assert any(point.ring in rings() for point in points) == any(kind.takes(of) for of in rings())
    for spec in kind.parameters:
        if not spec.named:  # a method needs the ring that it takes
            values = {point.design.parameters[spec.name] for point in points}
            assert spec.default in values
            assert len(values) > 1
