# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Coefficients out of range and operations that do not exist: c_err_o of the core `iterative`."""

from itertools import product

import numpy as np
import pytest
from core_cases import MATRIX, OPERATIONS, RNS, USER, Bench, Point, Stream, chosen, each, mixture, simulator

from twiddle.errors import CheckFailed
from twiddle.model.passes import TAKES_B
from twiddle.sim import Stalls

pytestmark = pytest.mark.covers(
    "twd_inplace_load", "twd_iterative", "twd_operand_check", "twd_operand_reduce", "twd_operation"
)

REFUSED = (5, 6, 7)
REFUSING = chosen(("ml-kem", 4), ("ml-dsa", 1), ("falcon-512", 2))
STALLS = (Stalls(), Stalls(0.2, 0.3, 0.2, 4))


def out_of_range(point: Point) -> tuple[Stream, int]:
    """One bad coefficient an operation, on each stream, in each lane of three beats; a clean one follows."""
    lanes, beats = point.design.lanes, point.schedule.slots
    rng = np.random.default_rng(point.seed)
    bad = [
        (operation, name, lane, beat)
        for operation in OPERATIONS
        for name in ("a", "b")[: 1 + (operation in TAKES_B)]
        for lane, beat in product(range(lanes), (0, beats // 2, beats - 1))
    ]
    bad = [bad[i] for i in rng.permutation(len(bad))]
    operands = dict(zip("ab", rng.integers(0, point.ring.q, (2, 2 * len(bad), point.ring.n)), strict=True))
    operations: list[str | int] = []
    for row, (operation, name, lane, beat) in enumerate(bad):
        operations += [operation, OPERATIONS[rng.integers(len(OPERATIONS))]]
        value = (point.ring.q, 2**point.ring.bits - 1)[row % 2]
        operands[name][2 * row, beat * lanes + lane] = value
    assert len(bad) == (5 + 3) * 3 * lanes
    return Stream(point.ring, operations, operands["a"], operands["b"]), len(bad)


@each(MATRIX + USER[:8] + RNS[:2])
def test_a_bad_coefficient_is_reduced_and_flags_its_operation_alone(point: Point) -> None:
    stream, bad = out_of_range(point)
    bench = Bench(point)
    for seed, stall in enumerate(STALLS):
        result = bench.run(stream, seed, stall=stall)
        assert result.err.sum() == bad
    assert bench.compared.total() == len(STALLS) * 2 * bad


@each(REFUSING)
def test_every_coefficient_bad(point: Point) -> None:
    stream = mixture(point.ring, 4, point.seed)
    full = np.full_like(stream.a, 2**point.ring.bits - 1)
    clean = np.arange(len(full)) % 3 == 0
    a, b = (np.where(clean[:, None], rows, full) for rows in (stream.a, stream.b))
    result = Bench(point).run(Stream(point.ring, stream.operations, a, b), 1, stall=0.1)
    np.testing.assert_array_equal(result.err, ~clean)


@each(REFUSING)
def test_a_waiting_bad_b_does_not_flag_what_does_not_take_it(point: Point) -> None:
    operations = ["ntt", "pwm", "intt", "mul", "ntt", "mult", "intt"]
    rng = np.random.default_rng(point.seed)
    a, b = rng.integers(0, point.ring.q, (2, len(operations), point.ring.n))
    takes_b = np.array([operation in TAKES_B for operation in operations])
    b[takes_b, -1] = point.ring.q
    slow_a = Stalls(a=0.8, burst=20)
    result = Bench(point).run(Stream(point.ring, operations, a, b), 2, stall=slow_a)
    np.testing.assert_array_equal(result.err, takes_b)
    waited = result.b_last[takes_b] < result.a_last[np.flatnonzero(takes_b) - 1]
    assert waited.any()


@each(REFUSING)
def test_a_refused_operation_gives_zeros_and_the_next_is_right(point: Point) -> None:
    bench = Bench(point, assertions=False)
    for seed, stall in enumerate(STALLS):
        result = bench.run(mixture(point.ring, 12, seed, (*OPERATIONS, *REFUSED)), seed, stall=stall)
        assert result.err.sum() == 12 * len(REFUSED)
    for code, operation in product(REFUSED, OPERATIONS):
        a, b = np.random.default_rng(code).integers(0, point.ring.q, (2, 4, point.ring.n))
        bench.run(Stream(point.ring, [code, operation, operation, code], a, b), code)
    assert min(bench.compared[code] for code in REFUSED) == 12 * len(STALLS) + 2 * len(OPERATIONS)


@pytest.mark.parametrize("code", REFUSED)
@each(REFUSING)
def test_a_refused_operation_fires_an_assertion(point: Point, code: int) -> None:
    a = np.zeros((2, point.ring.n), np.int64)
    with pytest.raises(CheckFailed, match="OperationOffered"):
        simulator(point).run(["ntt", code], a)
