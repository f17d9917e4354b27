# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The streaming cores `mdf` and `mdc` beside what every core must do: gaps and pauses, changes of path, batches."""

from dataclasses import replace
from itertools import permutations, product

import numpy as np
import pytest
from core_cases import Bench, Listed, mixture, random, simulator, spoiled, user_ring
from core_points import KEM, MDC_16, MDF_16, STREAMING, each, listed

from twiddle import ring
from twiddle.model.streaming import ENTRY_CYCLES, MdcCore, MdfCore
from twiddle.tools.sim.simulator import Pause, Stalls

pytestmark = pytest.mark.covers(
    "twd_mdc_product", "twd_mdf_product", "twd_pointwise", "twd_stream_pkg", "twd_stream_shell"
)

MDF_64 = listed("mdf", user_ring(64, 7681, True), Form="product")

TURNS_64 = listed("mdc", user_ring(64, 257, True), Form="transform", Lanes=2)
"""One whose lines are much longer in one direction than in the other."""


def model_of(point: Listed) -> MdcCore | MdfCore:
    core = point.design.architecture
    if point.design.core == "mdf":
        return MdfCore(core.ring, core.method, core.form)
    return MdcCore(core.ring, core.lanes, core.method, core.form, core.mixed)


def mixed(point: Listed) -> bool:
    return point.design.parameters.get("Mixed") == 1


# --- results ----------------------------------------------------------------------------------------------


def test_thousands_of_products_without_a_gap() -> None:
    result = Bench(MDC_16).run(mixture(MDC_16, 2000, 1, ("mul",)), 1)
    assert set(np.diff(result.c_first)) == set(np.diff(result.a_first)[4:]) == {MDC_16.beats}


@each(point for point in STREAMING if mixed(point))
def test_mixed_operations_without_a_gap(point: Listed) -> None:
    result = Bench(point).run(mixture(point, 60, 1), 1)
    assert set(result.c_last - result.c_first) == {point.beats - 1}
    assert set(np.diff(result.c_last)) == {point.beats}


@each(STREAMING)
def test_many_seeds_of_stalls_on_every_stream(point: Listed) -> None:
    bench = Bench(point)
    for seed in range(60):
        rng = np.random.default_rng(seed)
        stall = Stalls(*(0.9 * rng.random(3) ** 3), burst=int(2 ** rng.integers(0, 9)))
        bench.run(spoiled(point, 4, seed), seed, stall=stall)
    assert bench.compared == dict.fromkeys(point.operations, 240)


# --- an accepted operation finishes without further input -------------------------------------------------


PAUSE = 6000
"""Cycles; several times any latency of the point it is used on."""


def test_half_a_polynomial_behind_does_not_keep_results_back() -> None:
    """The source stops in the middle of a polynomial: all before it comes out, and it is right in the end."""
    point = MDF_16
    bench, beats = Bench(point), point.beats
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


@each(STREAMING)
def test_a_pause_at_every_beat(point: Listed) -> None:
    """Longer and shorter than the patience of the control, in a stream that stalls or does not."""
    bench = Bench(point)
    beats, rows = point.beats, 6
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


# --- cycles of the formulas, which test_core_cycles.py measures -----------------------------------------------


RINGS = (KEM, ring("falcon-512"), ring("falcon-1024"))

FILL = {"mdf": (118, 198, 334), "mdc": (175, 293, 496)}
"""Of RINGS: cycles of a transform in the pipe, first beat in to first out, at most."""

MULTIPLIERS = {"mdf": (26, 32, 36), "mdc": (14, 18, 20)}
"""The same rings, of one transform."""

PRODUCT_LATENCY = (381, 658, 1186)
PRODUCT_INTERVAL = (246, 454, 846)
"""Of mdf, at most; also cycles from a product's first beat to the last one that enters the inverse."""


@pytest.mark.parametrize("index", range(3))
def test_limits(index: int) -> None:
    of = RINGS[index]
    for name, limits in FILL.items():
        for form in ("forward", "transform", "product"):
            point = listed(name, of, Form=form)
            model = model_of(point)
            assert max(model.latency(way) for way in ("ntt", "intt") if way in point.operations) <= limits[index]
            for cycles in map(point.design.cycles, point.operations):
                assert cycles.latency == (cycles.fill or 0) + point.beats
            if form == "transform":
                assert model.multipliers == MULTIPLIERS[name][index]
    mdf, mdc = listed("mdf", of, Form="product"), listed("mdc", of, Form="product")
    assert model_of(mdf).latency("mul") + mdf.beats <= PRODUCT_LATENCY[index]
    assert mdf.design.cycles("mul").interval <= PRODUCT_INTERVAL[index]
    assert model_of(mdf).entered() <= PRODUCT_INTERVAL[index]
    for operation in mdc.operations:
        assert mdc.design.cycles(operation).interval == of.n // 4


def test_multipliers_of_a_product_of_ml_kem() -> None:
    assert model_of(listed("mdc", KEM, Form="product")).multipliers <= 50


# --- paths ------------------------------------------------------------------------------------------------


def path(point: Listed, operation: str) -> str:
    """Operations of one path follow each other without a gap."""
    if mixed(point):
        return "any"
    return "mul" if operation == "mult" else operation


@each([*STREAMING, MDF_64])
def test_a_change_of_path_waits_for_the_pipe(point: Listed) -> None:
    """First beats on c: of the same path a polynomial apart, of another one later by the wait."""
    beats = point.beats
    pairs = [*permutations(point.operations, 2), *((name, name) for name in point.operations)]
    for first, second in pairs:
        if first == second == "mul" and point.design.core == "mdf":
            continue
        # The second of two like ones is followed by one that differs or does not.
        result = simulator(point).run(*random(point, [first, first, second], 0).arguments)
        entered = result.c_first - [model_of(point).fill(name) for name in (first, first, second)]
        wait = 0 if path(point, first) == path(point, second) else model_of(point).path_change(first)
        if not (point.design.core == "mdf" and first == "mul"):
            assert result.c_first[1] - result.c_first[0] == beats
            assert entered[2] - entered[1] == beats + wait
        assert wait <= model_of(point).fill(first)


@each([MDF_16, MDF_64])
def test_a_change_of_path_after_products(point: Listed) -> None:
    """The same, after a batch that is full or not, counted from its last product."""
    beats, wait = point.beats, model_of(point).path_change("mul")
    for count in (1, 2, model_of(point).batch):
        for second in ("ntt", "intt", "pwm"):
            result = simulator(point).run(*random(point, ["mul"] * count + [second], 0).arguments)
            entered = result.c_first[[0, -1]] - [model_of(point).fill(name) for name in ("mul", second)]
            assert entered[1] - entered[0] == count * beats + wait
    assert wait <= model_of(point).fill("mul")


@each([MDF_16, MDF_64])
def test_products_come_in_batches(point: Listed) -> None:
    """Within a batch results follow each other without a gap; between two, one transform turns round."""
    batch = model_of(point).batch
    result = simulator(point).run(*random(point, ["mul"] * (4 * batch), 0).arguments)
    steps = np.diff(result.c_first).tolist()
    period = [point.beats] * (batch - 1)
    for start in range(0, 4 * batch, batch):
        assert steps[start : start + batch - 1] == period
    rounds = set(np.diff(result.c_first[::batch]).tolist())
    assert len(rounds) == 1
    assert -(-rounds.pop() // batch) == model_of(point).interval("mul")


@each([MDF_16, MDF_64, MDC_16])
def test_the_last_beat_enters_the_inverse(point: Listed) -> None:
    """The paper's count of a product ends there."""
    (probe,) = point.probes
    result = simulator(point).run(*random(point, ["mul"], 0).arguments, record=point.probes)
    (begin,) = np.flatnonzero(result.traces[probe][:, 0])
    entry = result.a_last[0] + ENTRY_CYCLES
    first = begin + (2 if mixed(point) else 3)
    assert first + point.beats - entry == model_of(point).entered()
