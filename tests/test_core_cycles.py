# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycle counts of every core: against formulas, limits, and other operands."""

import time
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from core_cases import MATRIX, METHODS, RNS, USER, Point, Tested, cases, corners, mixture, run, simulator
from core_points import FEW, POINTS, each
from quad_cases import PRESETS
from streaming_cases import MDC_KEM, MDF_KEM

from twiddle import core, ring
from twiddle.base.rings import rings
from twiddle.tools.sim.build import QUICK
from twiddle.tools.sim.simulator import Stalls

pytestmark = pytest.mark.covers(
    "twd_butterfly_rns",
    "twd_inplace_butterflies_rns",
    "twd_inplace_pkg",
    "twd_inplace_rns_twiddle_rom",
    "twd_inplace_schedule",
    "twd_iterative",
    "twd_pass_length",
    "twd_pass_pkg",
    "twd_pass_sequencer",
    "twd_pwmm_pkg",
    "twd_quad_pkg",
    "twd_quad_schedule",
    "twd_stream_pkg",
)

LIMITS = {1: (911, 539), 2: (463, 283), 4: (239, 155)}
"""ml-kem: busy cycles of NTT and INTT, and of PWM, by butterflies."""

RNS_LIMITS = {1: (906, 534, 3260), 2: (458, 278, 1660), 4: (234, 150, 860)}
"""ml-kem on tables of logarithms: the same, and of MUL."""

PUBLISHED = {1: (906, 649), 2: (458, 328), 4: (234, 169)}
"""alhassani-2024, table I: NTT, which INTT equals but for one cycle, and PWM."""

MUL_INTERVAL_LIMIT = 860
"""ml-kem, four butterflies, double-buffered."""

MUL_RATE = 2000
"""ml-kem products a second of wall clock, four butterflies."""


@each(POINTS)
def test_measured_cycles_equal_the_formulas(point: Tested) -> None:
    for operation, k in product(point.operations, (1, 2, 3, 4, 8)):
        if k <= point.design.largest_k:
            measured = simulator(point).measure(operation, k=k)
            assert measured == point.design.cycles(operation, k)
            assert None not in (measured.interval, measured.fill, measured.latency)
            assert (measured.busy is None) == (not point.design.probes)


def busy(point: Point, operation: str) -> int:
    """Of the formula, which the test above holds against the measured count."""
    return point.design.cycles(operation).busy or 0


@pytest.mark.parametrize("point", [point for point in MATRIX if point.ring.name == "ml-kem"], ids=str)
def test_ml_kem_is_within_its_limits(point: Point) -> None:
    transform, product = LIMITS[point.butterflies]
    for operation, limit in (("ntt", transform), ("intt", transform), ("pwm", product)):
        assert busy(point, operation) <= limit, operation
    if point.butterflies == 4 and point.double:
        assert (point.design.cycles("mul").interval or 0) <= MUL_INTERVAL_LIMIT


@pytest.mark.parametrize("point", [point for point in RNS if point.ring.name == "ml-kem"], ids=str)
def test_rns_is_within_its_limits(point: Point) -> None:
    """Registers after the tables cost two cycles; five products a pair are five slots."""
    transform, product, whole = RNS_LIMITS[point.butterflies]
    assert max(busy(point, "ntt"), busy(point, "intt")) - 2 * point.registers <= transform
    if point.published:
        assert 0 <= busy(point, "pwm") - PUBLISHED[point.butterflies][1] <= 2
        assert busy(point, "ntt") == PUBLISHED[point.butterflies][0]
    else:
        assert busy(point, "pwm") <= product
        assert busy(point, "mul") <= whole
        assert (point.design.cycles("mul").interval or 0) <= whole or not point.double


@pytest.mark.parametrize("point", MATRIX, ids=str)
def test_every_ring_is_within_its_limits(point: Point) -> None:
    of, butterflies = point.ring, point.butterflies
    overhead = 21 if of.bits >= 23 else 15
    limits = dict.fromkeys(("ntt", "intt"), of.n // 2 * of.layers // butterflies + overhead)
    if of.complete:
        limits["pwm"] = of.n // butterflies + overhead
    for operation, limit in limits.items():
        assert busy(point, operation) <= limit, operation


def test_the_matrix_has_every_ring_and_every_number_of_butterflies() -> None:
    assert len(set(MATRIX)) == len(rings()) * len(LIMITS) * 2
    bubbles = [sum(point.schedule.transform_bubbles(inverse)) for point in USER for inverse in (False, True)]
    assert 0 in bubbles
    assert max(bubbles) > 0


@each(dict.fromkeys([*MATRIX, *RNS[:3], *METHODS[:2], *PRESETS[:3], *FEW, MDF_KEM, MDC_KEM]))
def test_cycles_do_not_depend_on_the_operands(point: Tested) -> None:
    found = mixture(point, 4 if point.design.largest_k == 1 else 1, point.seed)
    zero = np.zeros_like(found.a)
    top, outside = zero + point.ring.q - 1, zero + 2**point.ring.bits - 1
    for stall in (Stalls(), Stalls(0.1, 0.1, 0.1, 5), *[Stalls(0.02, 0.02, 0.02, 300)] * point.pipelined):
        runs = [
            run(simulator(point), replace(found, a=a, b=b), stall=stall, seed=7)
            for a, b in ((found.a, found.b), (zero, zero), (top, top), (outside, outside))
        ]
        for times in ("a_first", "a_last", "b_first", "b_last", "c_first", "c_last"):
            for other in runs[1:]:
                np.testing.assert_array_equal(getattr(other, times), getattr(runs[0], times), times)


def test_one_count_for_10_000_operands() -> None:
    """Random polynomials and every pair of corners: latency and interval are one number each."""
    point, operation = RNS[2], "pwm"
    found = cases(point, operation, 10_000 + len(corners(point.ring)) ** 2, point.seed)
    result = simulator(point).run(*found.arguments)
    np.testing.assert_array_equal(result.c, found.c)
    expected = point.design.cycles(operation)
    assert set(result.c_last - result.a_first + 1) == {expected.latency}
    assert set(np.diff(result.c_last)) == set(np.diff(result.a_first)) == {expected.interval}


@pytest.mark.speed
def test_products_a_second_of_wall_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(QUICK, raising=False)
    of = ring("ml-kem")
    simulation = core("iterative", of, Butterflies=4).simulate()
    a, b = np.random.default_rng(1).integers(0, of.q, (2, 100, of.n))
    best = 0.0
    for _ in range(100):
        start = time.perf_counter()
        simulation.run("mul", a, b)
        best = max(best, len(a) / (time.perf_counter() - start))
        if best >= MUL_RATE:
            break
    assert best >= MUL_RATE
