# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycle counts of the streaming cores `mdf` and `mdc`: against formulas, limits, and other operands."""

from itertools import permutations

import numpy as np
import pytest
from core_cases import mixture, random, simulator
from covers import few
from streaming_cases import (
    EACH,
    FALCON,
    FALCON_1024,
    FORWARD,
    KEM,
    MDC_16,
    MDC_KEM,
    MDF_16,
    MDF_KEM,
    MIXED_KEM,
    POINTS,
    PRODUCT,
    TRANSFORM,
    Point,
)

from twiddle.base.rings import Ring
from twiddle.model.passes import TAKES_B
from twiddle.model.streaming import ENTRY_CYCLES

pytestmark = pytest.mark.covers(
    "twd_mdc", "twd_mdf", "twd_mdf_pipe", "twd_mdf_product", "twd_stream_control", "twd_stream_pkg"
)

RINGS = (KEM, FALCON, FALCON_1024)

FILL = {"mdf": (118, 198, 334), "mdc": (175, 293, 496)}
"""ml-kem, falcon-512, falcon-1024: cycles of a transform in the pipe, first beat in to first out, at most."""

MULTIPLIERS = {"mdf": (26, 32, 36), "mdc": (14, 18, 20)}
"""The same rings, of one transform."""

PRODUCT_LATENCY = (381, 658, 1186)
PRODUCT_INTERVAL = (246, 454, 846)
"""Of mdf, at most; also cycles from a product's first beat to the last one that enters the inverse."""


@pytest.mark.parametrize("point", POINTS, ids=str)
def test_a_polynomial_a_beat_after_the_other(point: Point) -> None:
    """Of the formulas, which test_core_cycles.py measures."""
    for operation in point.operations:
        cycles = point.design.cycles(operation)
        assert cycles.latency == (cycles.fill or 0) + point.beats
        if point.core == "mdc" or operation != "mul":
            assert cycles.interval == point.beats


@pytest.mark.parametrize("index", range(3))
def test_limits(index: int) -> None:
    of = RINGS[index]
    for core, limits in FILL.items():
        for form in (FORWARD, TRANSFORM, PRODUCT):
            point = Point(core, of, form)
            design = point.design
            latencies = [point.model.latency(name) for name in ("ntt", "intt") if name in design.operations]
            assert max(latencies) <= limits[index]
        assert Point(core, of, TRANSFORM).model.multipliers == MULTIPLIERS[core][index]
    mdf, mdc = Point("mdf", of), Point("mdc", of)
    cycles = mdf.design.cycles("mul")
    assert mdf.model.latency("mul") + mdf.model.beats <= PRODUCT_LATENCY[index]
    assert cycles.interval <= PRODUCT_INTERVAL[index]
    assert mdf.model.entered() <= PRODUCT_INTERVAL[index]
    for operation in mdc.operations:
        assert mdc.design.cycles(operation).interval == of.n // 4
    if of is KEM:
        assert mdc.model.multipliers <= 50


WAITING = [*EACH, MDF_KEM, MDC_KEM, MIXED_KEM]


@pytest.mark.parametrize("point", few(WAITING, kept=[*EACH, MDF_KEM]))
def test_a_change_of_path_waits_for_the_pipe(point: Point) -> None:
    """First beats on c: of the same path a polynomial apart, of another one later by the wait."""
    beats = point.model.beats
    pairs = [*permutations(point.operations, 2), *((name, name) for name in point.operations)]
    for first, second in pairs:
        if first == second == "mul" and point.core == "mdf":
            continue
        # The second of two like ones is followed by one that differs or does not.
        result = simulator(point).run(*random(point, [first, first, second], 0).arguments)
        entered = result.c_first - [point.model.fill(name) for name in (first, first, second)]
        wait = 0 if point.path(first) == point.path(second) else point.model.path_change(first)
        if not (point.core == "mdf" and first == "mul"):
            assert result.c_first[1] - result.c_first[0] == beats
            assert entered[2] - entered[1] == beats + wait
        assert wait <= point.model.fill(first)


@pytest.mark.parametrize("point", [MDF_16, MDF_KEM], ids=str)
def test_a_change_of_path_after_products(point: Point) -> None:
    """The same, after a batch that is full or not, counted from its last product."""
    beats, wait = point.model.beats, point.model.path_change("mul")
    for count in (1, 2, point.model.batch):
        for second in ("ntt", "intt", "pwm"):
            result = simulator(point).run(*random(point, ["mul"] * count + [second], 0).arguments)
            entered = result.c_first[[0, -1]] - [point.model.fill(name) for name in ("mul", second)]
            assert entered[1] - entered[0] == count * beats + wait
    assert wait <= point.model.fill("mul")


@pytest.mark.parametrize("point", few(POINTS, kept=[*EACH, MDF_KEM]))
def test_an_unbroken_stream_comes_out_without_a_gap(point: Point) -> None:
    for number, operation in enumerate(point.operations):
        result = simulator(point).run(*random(point, [operation] * 20, number).arguments)
        assert set(result.c_last - result.c_first) == {point.model.beats - 1}
        if point.core == "mdc" or operation != "mul":
            assert set(np.diff(result.c_last)) == {point.model.beats}
    if point.mixed:
        result = simulator(point).run(*mixture(point, 20, 1).arguments)
        assert set(result.c_last - result.c_first) == {point.model.beats - 1}
        assert set(np.diff(result.c_last)) == {point.model.beats}


@pytest.mark.parametrize("point", [MDF_16, MDF_KEM], ids=str)
def test_products_come_in_batches(point: Point) -> None:
    """Within a batch results follow each other without a gap; between two, one transform turns round."""
    batch = point.model.batch
    result = simulator(point).run(*random(point, ["mul"] * (4 * batch), 0).arguments)
    steps = np.diff(result.c_first).tolist()
    period = [point.model.beats] * (batch - 1)
    for start in range(0, 4 * batch, batch):
        assert steps[start : start + batch - 1] == period
    rounds = set(np.diff(result.c_first[::batch]).tolist())
    assert len(rounds) == 1
    assert -(-rounds.pop() // batch) == point.model.interval("mul")


PRODUCTS = [MDF_16, MDF_KEM, MDC_16, MDC_KEM, MIXED_KEM]


@pytest.mark.parametrize("point", few(PRODUCTS, kept=[MDF_16, MDF_KEM, MDC_16]))
def test_the_last_beat_enters_the_inverse(point: Point) -> None:
    """The paper's count of a product ends there."""
    (probe,) = point.probes
    result = simulator(point).run(*random(point, ["mul"], 0).arguments, record=point.probes)
    (begin,) = np.flatnonzero(result.traces[probe][:, 0])
    entry = result.a_last[0] + ENTRY_CYCLES
    first = begin + (2 if point.mixed else 3)
    assert first + point.model.beats - entry == point.model.entered()


def test_the_rings_are_those_of_the_limits() -> None:
    assert all(isinstance(of, Ring) and of.n == n for of, n in zip(RINGS, (256, 512, 1024), strict=True))
    assert {"pwm", "mul"} <= TAKES_B
