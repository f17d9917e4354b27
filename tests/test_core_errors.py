# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Coefficients out of range and operations that do not exist: c_err_o of every core."""

from itertools import product

import numpy as np
import pytest
from core_cases import Bench, Listed, mixture, random, simulator, with_refused
from core_points import FEW, ONCE, each

from twiddle.base.errors import AssertionFailed
from twiddle.model.passes import TAKES_B
from twiddle.tools.conformance import Traffic
from twiddle.tools.sim.simulator import Stalls

pytestmark = pytest.mark.covers("twd_operand_check", "twd_operation")

STALLS = (Stalls(), Stalls(0.2, 0.3, 0.2, 4), Stalls(0.02, 0.05, 0.02, 60), Stalls(a=0.01, b=0.01, burst=500))


def out_of_range(point: Listed) -> tuple[Traffic, int]:
    """One bad coefficient an operation, on each stream, in each lane of three beats; a clean one follows."""
    lanes, beats, k = point.design.lanes, point.beats, min(3, point.design.largest_k)
    rng = np.random.default_rng(point.seed)
    bad = [
        (operation, name, polynomial, beat * lanes + lane)
        for operation in point.operations
        for name in "ab"[: 1 + (operation in TAKES_B)]
        for polynomial, lane, beat in product(range(k), range(lanes), (0, beats // 2, beats - 1))
    ]
    bad = [bad[i] for i in rng.permutation(len(bad))]
    clean = rng.integers(len(point.operations), size=len(bad))
    operations = [name for case, i in zip(bad, clean, strict=True) for name in (case[0], point.operations[i])]
    found = random(point, operations, point.seed, [k, 1] * len(bad))
    for row, (_, name, polynomial, place) in enumerate(bad):
        value = (point.ring.q, 2**point.ring.bits - 1)[row % 2]
        (found.a if name == "a" else found.b)[row * (k + 1) + polynomial, place] = value
    streams = len(point.operations) + len(point.two_operands)
    assert len(bad) == streams * 3 * lanes * k
    return found, len(bad)


@each(FEW)
def test_a_bad_coefficient_is_reduced_and_flags_its_operation_alone(point: Listed) -> None:
    found, bad = out_of_range(point)
    bench = Bench(point)
    stalls = STALLS if point.pipelined else STALLS[:2]
    for seed, stall in enumerate(stalls):
        assert bench.run(found, seed, stall=stall).err.sum() == bad
    assert bench.compared.total() == len(stalls) * 2 * bad


@each(FEW)
def test_every_coefficient_bad(point: Listed) -> None:
    found = mixture(point, 4, point.seed)
    clean = np.arange(len(found.k)) % 3 == 0
    for rows in (found.a, found.b):
        rows[~clean[found.owner]] = 2**point.ring.bits - 1
    result = Bench(point).run(found, 1, stall=0.1)
    np.testing.assert_array_equal(result.err, ~clean)


@each(point for point in FEW if point.in_place)
def test_a_waiting_bad_b_does_not_flag_what_does_not_take_it(point: Listed) -> None:
    found = random(point, ["ntt", "pwm", "intt", "mul", "ntt", "mult", "intt"], point.seed)
    takes_b = found.takes_b
    found.b[takes_b, -1] = point.ring.q
    result = Bench(point).run(found, 2, stall=Stalls(a=0.8, burst=20))
    np.testing.assert_array_equal(result.err, takes_b)
    waited = result.b_last[takes_b] < result.a_last[np.flatnonzero(takes_b) - 1]
    assert waited.any()


@each(ONCE)
def test_a_refused_operation_gives_zeros_and_the_next_is_right(point: Listed) -> None:
    bench = Bench(point, assertions=False)
    for seed, stall in enumerate(STALLS):
        found = with_refused(point, 12 if point.design.largest_k == 1 else 2, seed)
        result = bench.run(found, seed, stall=stall)
        assert result.err.sum() == sum(bench.compared[code] for code in point.refused) / (seed + 1) > 0
    for code, operation in product(point.refused, point.operations):
        bench.run(random(point, [code, operation, operation, code], code), code)
    assert min(bench.compared[code] for code in point.refused) >= 12 * len(STALLS)


@each(FEW)
def test_a_refused_operation_fires_an_assertion(point: Listed) -> None:
    first = point.operations[0]
    for code in point.refused:
        with pytest.raises(AssertionFailed, match=r"assertion \S*\bOperationOffered"):
            simulator(point).run(*random(point, [first, code], 1).arguments)


@each(ONCE)
def test_reset_amid_refused_operations(point: Listed) -> None:
    bench = Bench(point, assertions=False)
    for seed in range(64):
        before, after = with_refused(point, 1, seed), mixture(point, 1, seed + 1)
        bench.run(after, seed, before, reset_at=seed * point.latency // 32)
    assert min(bench.compared.values()) >= 64
