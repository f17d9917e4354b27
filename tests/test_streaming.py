# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The streaming cores `mdf` and `mdc` against the model: every form and operation, streams, errors, reset."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest
from core_cases import Bench, Stream, cases, corners, mixture, simulator
from streaming_cases import (
    EACH,
    LONG,
    MDF_16,
    MDF_KEM,
    MIXED_16,
    MIXED_TURNS,
    POINTS,
    PRODUCT,
    SMALL,
    TURNS_64,
    Point,
)

from twiddle.errors import CheckFailed
from twiddle.model.passes import TAKES_B
from twiddle.sim import Pause, Stalls

pytestmark = pytest.mark.covers(
    "twd_mdc",
    "twd_mdc_pipe",
    "twd_mdc_product",
    "twd_mdf",
    "twd_mdf_pipe",
    "twd_mdf_product",
    "twd_pointwise",
    "twd_pointwise_pkg",
    "twd_stream_buffer",
    "twd_stream_control",
    "twd_stream_egress",
    "twd_stream_shell",
)

STALLS = (
    Stalls(),
    Stalls(a=0.3, b=0.3, c=0.3),
    Stalls(a=0.02, b=0.05, c=0.02, burst=60),
    Stalls(a=0.6, b=0.1, c=0.7, burst=3),
    Stalls(a=0.01, b=0.01, c=0.01, burst=400),
    Stalls(c=0.9, burst=12),
)

QUICK = [*EACH, *LONG]


def spoiled(point: Point, each: int, seed: int) -> Stream:
    """A mixture in which every third operand has a coefficient out of range."""
    stream = mixture(point.ring, each, seed, point.operations)
    rng = np.random.default_rng(seed)
    for rows in (stream.a, stream.b):
        bad = np.flatnonzero(rng.random(len(rows)) < 1 / 3)
        rows[bad, rng.integers(0, point.ring.n, len(bad))] = 2**point.ring.bits - 1
    return stream


# --- results ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("point", POINTS, ids=str)
def test_results_equal_the_model(point: Point) -> None:
    """Every corner and pair of corners in one unbroken stream, then mixtures under every kind of stall."""
    bench = Bench(point)
    for number, operation in enumerate(point.operations):
        seed = point.seed + number
        count = 190 if point.ring.n <= 256 or operation not in TAKES_B else 40
        bench.run(cases(point.ring, operation, max(count, len(corners(point.ring)) ** 2 + 5), seed), seed)
    followed = set()
    each = 8 if point.ring.n > 64 else 24
    for number, stall in enumerate(STALLS):
        seed = point.seed + 100 + number
        stream = spoiled(point, each, seed)
        bench.run(stream, seed, stall=stall)
        followed |= set(pairwise(stream.operations))
    assert followed == set(product(point.operations, point.operations))
    assert bench.compared.keys() == set(point.operations)
    assert min(bench.compared.values()) >= 170 + len(STALLS) * each


def test_the_points_have_every_kind() -> None:
    for core, form in product(("mdf", "mdc"), range(3)):
        assert any(point.core == core and point.form == form for point in POINTS)
    mdc = [point for point in POINTS if point.core == "mdc"]
    assert {(point.lanes, point.mixed) for point in mdc} == set(product((2, 4, 8), (0, 1)))
    assert {point.form for point in mdc if point.mixed} == {1, 2}
    assert len({point.method for point in POINTS}) >= 6
    assert {point.ring.n // point.lanes for point in SMALL} >= {4, 8}
    assert {point.ring.complete for point in SMALL if point.form == PRODUCT} == {False, True}


@pytest.mark.parametrize("point", LONG, ids=str)
def test_thousands_of_polynomials_without_a_gap(point: Point) -> None:
    """Products alone, then, where any operation follows any other, all of them."""
    bench = Bench(point)
    stream = mixture(point.ring, 2000 if point.core == "mdc" else 800, 1, ("mul",))
    result = bench.run(stream, 1)
    if point.core == "mdc":
        assert set(np.diff(result.c_first)) == set(np.diff(result.a_first)[4:]) == {point.model.beats}
    for seed in range(3):
        stream = mixture(point.ring, 60, seed, point.operations)
        result = bench.run(stream, seed)
        if point.mixed:
            assert set(np.diff(result.c_last)) == {point.model.beats}
    assert bench.compared["mul"] >= 980


@pytest.mark.parametrize("point", EACH, ids=str)
def test_many_seeds_of_stalls_on_every_stream(point: Point) -> None:
    bench = Bench(point)
    for seed in range(60):
        rng = np.random.default_rng(seed)
        stall = Stalls(*(0.9 * rng.random(3) ** 3), burst=int(2 ** rng.integers(0, 9)))
        bench.run(spoiled(point, 4, seed), seed, stall=stall)
    assert bench.compared == dict.fromkeys(point.operations, 240)


# --- streams in any relation ------------------------------------------------------------------------------


@pytest.mark.parametrize("point", [point for point in QUICK if point.two_operands], ids=str)
def test_one_operand_long_before_the_other(point: Point) -> None:
    bench = Bench(point)
    stream = mixture(point.ring, 6, point.seed, point.two_operands)
    late = bench.run(stream, 1, stall=Stalls(a=0.5, burst=100))
    assert (late.b_last <= late.a_last).all()
    late = bench.run(stream, 2, stall=Stalls(b=0.5, burst=100))
    assert (late.a_last <= late.b_last).all()
    for seed, (a, b) in enumerate(((0.05, 0.8), (0.8, 0.05), (0.3, 0.3), (0.01, 0.9))):
        bench.run(mixture(point.ring, 6, seed, point.operations), seed, stall=Stalls(a, b, 0.1))
        bench.run(mixture(point.ring, 6, seed, point.operations), seed, stall=Stalls(a, b, 0.1, 50))


@pytest.mark.parametrize("point", QUICK, ids=str)
def test_a_result_that_nobody_takes_for_long(point: Point) -> None:
    """Everything in the pipe waits, more than the buffers hold is not accepted, and nothing is lost."""
    bench = Bench(point)
    longest = inside = 0
    for seed in range(12):
        stream = mixture(point.ring, 6, seed, point.operations)
        result = bench.run(stream, seed, stall=Stalls(c=0.1, burst=2000))
        longest = max(longest, int((result.c_last - result.c_first).max()))
        waiting = (int((result.a_last < end).sum()) - row for row, end in enumerate(result.c_last))
        inside = max(inside, *waiting)
    assert longest > 1000
    assert inside > 1


# --- an accepted operation finishes without further input -------------------------------------------------


@pytest.mark.parametrize("point", POINTS, ids=str)
def test_the_last_operation_comes_out_with_nothing_behind_it(point: Point) -> None:
    bench = Bench(point)
    for seed, operation in enumerate(point.operations):
        for count in (1, 3):
            a, b = np.random.default_rng(seed).integers(0, point.ring.q, (2, count, point.ring.n))
            bench.run(Stream(point.ring, [operation] * count, a, b), seed)
    assert bench.compared == dict.fromkeys(point.operations, 4)


PAUSE = 6000
"""Cycles; several times any latency of the points it is used on."""


@pytest.mark.parametrize("point", QUICK, ids=str)
def test_half_a_polynomial_behind_does_not_keep_results_back(point: Point) -> None:
    """The source stops in the middle of a polynomial: all before it comes out, and it is right in the end."""
    bench = Bench(point)
    beats = point.model.beats
    slowest = max(point.design.cycles(operation).latency or 0 for operation in point.operations)
    for seed in range(24):
        rng = np.random.default_rng(seed)
        stream = mixture(point.ring, 3, seed, point.operations)
        row = int(rng.integers(1, len(stream.a)))
        name = "ab"[int(rng.integers(2)) if stream.takes_b[row] else 0]
        place = row if name == "a" else int(stream.takes_b[:row].sum())
        beat = place * beats + int(rng.integers(beats))
        result = bench.run(stream, seed, pause=Pause(name, beat, PAUSE))
        before, after = result.c_last[row - 1], result.c_last[row]
        assert after - before > PAUSE // 2
        accepted = max(result.a_last[row - 1], result.b_last[row - 1])
        # Ways change up to three times among what waits; a batch may have begun.
        assert before - accepted <= 6 * slowest + 20 * beats + 200
    assert bench.compared == dict.fromkeys(point.operations, 72)


@pytest.mark.parametrize("point", EACH, ids=str)
def test_a_pause_at_every_beat(point: Point) -> None:
    """Longer and shorter than the patience of the control, in a stream that stalls or does not."""
    bench = Bench(point)
    beats, rows = point.model.beats, 6
    for number, (beat, cycles) in enumerate(product(range(rows * beats), (20, 66, 140, 600))):
        stream = mixture(point.ring, rows, number, (point.operations[number % len(point.operations)],))
        if number % 3 == 0:
            stream = replace(
                stream, operations=mixture(point.ring, 3, number, point.operations).operations[:rows]
            )
        name = "ab"[number % 2 if stream.takes_b.all() else 0]
        stall = Stalls(c=0.2, burst=5) if number % 5 == 0 else Stalls()
        bench.run(stream, number, stall=stall, pause=Pause(name, beat, cycles))
    assert bench.compared.total() == 4 * rows * rows * beats


# --- coefficients out of range, refused operations --------------------------------------------------------


@pytest.mark.parametrize("point", [*EACH, MDF_KEM, SMALL[8]], ids=str)
def test_a_bad_coefficient_is_reduced_and_flags_its_operation_alone(point: Point) -> None:
    """On each stream, in each lane of three beats; an operation without one follows."""
    lanes, beats = point.lanes, point.model.beats
    bad = [
        (operation, name, lane, beat)
        for operation in point.operations
        for name in ("a", "b")[: 1 + (operation in TAKES_B)]
        for lane, beat in product(range(lanes), (0, beats // 2, beats - 1))
    ]
    rng = np.random.default_rng(point.seed)
    operands = dict(zip("ab", rng.integers(0, point.ring.q, (2, 2 * len(bad), point.ring.n)), strict=True))
    operations: list[str | int] = []
    for row, index in enumerate(rng.permutation(len(bad))):
        operation, name, lane, beat = bad[index]
        operations += [operation, point.operations[rng.integers(len(point.operations))]]
        operands[name][2 * row, beat * lanes + lane] = (point.ring.q, 2**point.ring.bits - 1)[row % 2]
    stream = Stream(point.ring, operations, operands["a"], operands["b"])
    bench = Bench(point)
    for seed, stall in enumerate((*STALLS[:3], Stalls(a=0.01, b=0.01, burst=500))):
        assert bench.run(stream, seed, stall=stall).err.sum() == len(bad)


@pytest.mark.parametrize("point", EACH, ids=str)
def test_every_coefficient_bad(point: Point) -> None:
    stream = mixture(point.ring, 8, point.seed, point.operations)
    full = np.full_like(stream.a, 2**point.ring.bits - 1)
    clean = np.arange(len(full)) % 3 == 0
    a, b = (np.where(clean[:, None], rows, full) for rows in (stream.a, stream.b))
    result = Bench(point).run(Stream(point.ring, stream.operations, a, b), 1, stall=0.1)
    np.testing.assert_array_equal(result.err, ~clean)


def refusals(point: Point, each: int, seed: int) -> Stream:
    """Every operation, and every code that is none; where a core has b, codes 2 to 4 take it."""
    stream = mixture(point.ring, each, seed, (*point.operations, *point.refused))
    return replace(stream, codes_with_b=(2, 3, 4) if point.two_operands else ())


@pytest.mark.parametrize("point", [MDF_16, MIXED_16, MIXED_TURNS], ids=str)
def test_a_refused_operation_gives_zeros_and_the_next_is_right(point: Point) -> None:
    bench = Bench(point, assertions=False)
    for seed, stall in enumerate((*STALLS, Stalls(a=0.05, b=0.05, burst=300))):
        result = bench.run(refusals(point, 12, seed), seed, stall=stall)
        assert result.err.sum() == 12 * len(point.refused)


@pytest.mark.parametrize("point", EACH, ids=str)
def test_a_refused_operation_fires_an_assertion(point: Point) -> None:
    for code in point.refused[-3:]:
        with pytest.raises(CheckFailed, match=r"assertion .*OperationOffered"):
            simulator(point).run(["ntt", code], np.zeros((2, point.ring.n), np.int64))


# --- reset ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("point", EACH, ids=str)
def test_reset_in_every_cycle(point: Point) -> None:
    """Of a few operations in a row, which are over at the end."""
    bench = Bench(point)
    before = mixture(point.ring, 2, 1, point.operations)
    end = int(simulator(point).run(*before.arguments).c_last.max())
    after = mixture(point.ring, 1, 2, point.operations)
    for cycle in range(0, end + 2, 1 if point.form != PRODUCT else 2):
        bench.run(after, cycle, reset_at=cycle, interrupted=before.arguments)


@pytest.mark.parametrize("first", ["ntt", "intt"])
def test_reset_between_directions(first: str) -> None:
    """Nothing of what was in the pipe, or of a random state, comes out in the direction that follows."""
    bench, of = Bench(TURNS_64), TURNS_64.ring
    for cycle in range(0, 400, 5):
        before = mixture(of, 3, cycle, (first,))
        for second in TURNS_64.operations:
            bench.run(mixture(of, 2, cycle, (second,)), cycle, reset_at=cycle, interrupted=before.arguments)
    for seed in range(40):
        bench.run(mixture(of, 1, seed, (first,)), seed)


@pytest.mark.parametrize("point", QUICK, ids=str)
def test_reset_amid_mixed_operations_and_stalls(point: Point) -> None:
    bench = Bench(point)
    latency = point.design.cycles(point.operations[-1]).latency
    assert latency is not None
    hit: Counter[int] = Counter()
    for seed in range(60):
        rng = np.random.default_rng(seed)
        before, after = (spoiled(point, count, seed + 100 * count) for count in (3, 1))
        cycle = int(rng.integers(5 * latency))
        stall = Stalls(a=0.05, b=0.05, c=0.1, burst=int(rng.integers(1, 300)))
        bench.run(after, seed, stall=stall, reset_at=cycle, interrupted=before.arguments)
        hit[cycle // latency] += 1
    assert hit.keys() == set(range(5))


@pytest.mark.parametrize("point", [MDF_16, MIXED_TURNS], ids=str)
def test_reset_amid_refused_operations(point: Point) -> None:
    bench = Bench(point, assertions=False)
    for seed in range(60):
        before, after = refusals(point, 1, seed), mixture(point.ring, 1, seed + 1, point.operations)
        bench.run(after, seed, reset_at=11 * seed, interrupted=before.arguments)
