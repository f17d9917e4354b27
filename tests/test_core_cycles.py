# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycle counts of every core: against formulas, limits, and other operands."""

import time
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from core_cases import Listed, cases, corners, mixture, run, simulator
from core_points import FEW, IN_PLACE, KEM, MORE_OF, POINTS, each

from twiddle import core, ring
from twiddle.base.rings import Ring, rings
from twiddle.tools.sim.build import QUICK
from twiddle.tools.sim.simulator import Stalls

pytestmark = pytest.mark.covers("twd_pass_pkg", "twd_pass_sequencer")

LIMITS = {1: (911, 539), 2: (463, 283), 4: (239, 155)}
"""ml-kem: busy cycles of NTT and INTT, and of PWM, by butterflies."""

RNS_LIMITS = {1: (906, 534, 3260), 2: (458, 278, 1660), 4: (234, 150, 860)}
"""ml-kem on tables of logarithms: the same, and of MUL."""

PUBLISHED = {1: (906, 649), 2: (458, 328), 4: (234, 169)}
"""alhassani-2024, table I: NTT, which INTT equals but for one cycle, and PWM."""

QUAD_LIMITS = {"falcon-1024": (1324, 2900), "qtesla-1024": (1363, 2980), "ml-dsa": (294, 670)}
"""nguyen-2019, table II: of NTT; and of MULT at most."""

MUL_INTERVAL_LIMIT = 860
"""ml-kem, four butterflies, double-buffered."""

MUL_RATE = 2000
"""ml-kem products a second of wall clock, four butterflies."""


@each(POINTS)
def test_measured_cycles_equal_the_formulas(point: Listed) -> None:
    for operation, k in product(point.operations, (1, 2, 3, 4, 8)):
        if k <= point.design.largest_k:
            measured = simulator(point).measure(operation, k=k)
            assert measured == point.design.cycles(operation, k)
            assert None not in (measured.interval, measured.fill, measured.latency)
            assert (measured.busy is None) == (not point.design.probes)


# --- limits of the formulas, which the test above holds against measured counts -----------------------------


def busy(name: str, operation: str, of: Ring = KEM, **parameters: int) -> int:
    return core(name, of, **parameters).cycles(operation).busy or 0


@pytest.mark.parametrize("butterflies", LIMITS)
def test_ml_kem_is_within_its_limits(butterflies: int) -> None:
    transform, product = LIMITS[butterflies]
    for two in (0, 1):
        for operation, limit in (("ntt", transform), ("intt", transform), ("pwm", product)):
            assert busy("iterative", operation, Butterflies=butterflies, DoubleBuffer=two) <= limit, operation
    assert core("iterative", KEM).cycles("mul").interval <= MUL_INTERVAL_LIMIT


@pytest.mark.parametrize("butterflies", RNS_LIMITS)
def test_rns_is_within_its_limits(butterflies: int) -> None:
    """Registers after the tables cost two cycles; five products a pair are five slots."""
    transform, product, whole = RNS_LIMITS[butterflies]
    for registers in (0, 1):
        design = core("rns", KEM, Butterflies=butterflies, DoubleBuffer=registers, Registers=registers)
        cycles = {name: design.cycles(name) for name in design.operations}
        assert max(cycles["ntt"].busy, cycles["intt"].busy) - 2 * registers <= transform
        assert cycles["pwm"].busy <= product
        assert cycles["mul"].busy <= whole
        assert cycles["mul"].interval <= whole or not registers
    published = {"Butterflies": butterflies, "Published": 1}
    assert busy("rns", "ntt", **published) == PUBLISHED[butterflies][0]
    assert 0 <= busy("rns", "pwm", **published) - PUBLISHED[butterflies][1] <= 2


@pytest.mark.parametrize("of", rings(), ids=lambda of: of.name)
@pytest.mark.parametrize("butterflies", LIMITS)
def test_every_ring_is_within_its_limits(of: Ring, butterflies: int) -> None:
    overhead = 21 if of.bits >= 23 else 15
    limits = dict.fromkeys(("ntt", "intt"), of.n // 2 * of.layers // butterflies + overhead)
    if of.complete:
        limits["pwm"] = of.n // butterflies + overhead
    for operation, limit in limits.items():
        assert busy("iterative", operation, of, Butterflies=butterflies) <= limit, operation


@pytest.mark.parametrize("name", QUAD_LIMITS)
def test_quad_is_within_its_limits(name: str) -> None:
    transform, whole = QUAD_LIMITS[name]
    assert busy("quad", "ntt", ring(name)) <= transform
    assert busy("quad", "mult", ring(name)) <= whole


@pytest.mark.parametrize("units", [1, 2])
@pytest.mark.parametrize("method", ["ldsp", "tiles", "fold"])
def test_rows_of_ml_kem(units: int, method: str) -> None:
    """128 or 64 cycles a product plus the fill, as the paper has."""
    for k in (1, 2, 3, 4):
        cycles = core("pwmm", KEM, Units=units, Method=method, Scaled=int(method == "ldsp")).cycles("pwm", k)
        assert cycles.interval == k * 128 // units
        assert cycles.latency - cycles.fill == 128 // units
        assert cycles.fill - (k - 1) * 128 // units <= 32


def test_some_passes_are_shorter_than_the_pipe() -> None:
    bubbles = [sum(point.schedule.transform_bubbles(way)) for point in IN_PLACE for way in (False, True)]
    assert 0 in bubbles
    assert max(bubbles) > 0


# --- operands -------------------------------------------------------------------------------------------------


@each(FEW)
def test_cycles_do_not_depend_on_the_operands(point: Listed) -> None:
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
    point, operation = MORE_OF["rns"][0], "pwm"
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
