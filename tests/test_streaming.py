# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The streaming cores `mdf` and `mdc` without and with gaps and pauses, beside what every core must do."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from core_cases import Bench, mixture, spoiled
from covers import few
from streaming_cases import EACH, LONG, MDC_16, POINTS, PRODUCT, SMALL, TURNS_64, Point

from twiddle.tools.sim.simulator import Pause, Stalls

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

QUICK = [*EACH, *LONG]


# --- results ----------------------------------------------------------------------------------------------


def test_the_points_have_every_kind() -> None:
    for core, form in product(("mdf", "mdc"), range(3)):
        assert any(point.core == core and point.form == form for point in POINTS)
    mdc = [point for point in POINTS if point.core == "mdc"]
    assert {(point.lanes, point.mixed) for point in mdc} == set(product((2, 4, 8), (0, 1)))
    assert {point.form for point in mdc if point.mixed} == {1, 2}
    assert len({point.method for point in POINTS}) >= 6
    assert {point.ring.n // point.lanes for point in SMALL} >= {4, 8}
    assert {point.ring.complete for point in SMALL if point.form == PRODUCT} == {False, True}


UNBROKEN = [MDC_16, *LONG]


@pytest.mark.parametrize("point", few(UNBROKEN, kept=[MDC_16]))
def test_thousands_of_polynomials_without_a_gap(point: Point) -> None:
    """Products alone, then, where any operation follows any other, all of them."""
    bench = Bench(point)
    stream = mixture(point, 2000 if point.core == "mdc" else 800, 1, ("mul",))
    result = bench.run(stream, 1)
    if point.core == "mdc":
        assert set(np.diff(result.c_first)) == set(np.diff(result.a_first)[4:]) == {point.model.beats}
    for seed in range(3):
        stream = mixture(point, 60, seed)
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


# --- an accepted operation finishes without further input -------------------------------------------------


PAUSE = 6000
"""Cycles; several times any latency of the points it is used on."""


@pytest.mark.parametrize("point", few(QUICK, kept=QUICK[:1]))
def test_half_a_polynomial_behind_does_not_keep_results_back(point: Point) -> None:
    """The source stops in the middle of a polynomial: all before it comes out, and it is right in the end."""
    bench = Bench(point)
    beats = point.model.beats
    slowest = max(point.design.cycles(operation).latency or 0 for operation in point.operations)
    for seed in range(24):
        rng = np.random.default_rng(seed)
        stream = mixture(point, 3, seed)
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
        stream = mixture(point, rows, number, (point.operations[number % len(point.operations)],))
        if number % 3 == 0:
            stream = replace(stream, operations=mixture(point, 3, number).operations[:rows])
        name = "ab"[number % 2 if stream.takes_b.all() else 0]
        stall = Stalls(c=0.2, burst=5) if number % 5 == 0 else Stalls()
        bench.run(stream, number, stall=stall, pause=Pause(name, beat, cycles))
    assert bench.compared.total() == 4 * rows * rows * beats


# --- reset ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["ntt", "intt"])
def test_reset_between_directions(first: str) -> None:
    """Nothing of what was in the pipe, or of a random state, comes out in the direction that follows."""
    bench = Bench(TURNS_64)
    for cycle in range(0, 400, 5):
        before = mixture(TURNS_64, 3, cycle, (first,))
        for second in TURNS_64.operations:
            bench.run(mixture(TURNS_64, 2, cycle, (second,)), cycle, before, reset_at=cycle)
    for seed in range(40):
        bench.run(mixture(TURNS_64, 1, seed, (first,)), seed)
