# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The transform with multi-path delay feedback: stages and engine, against the model."""

import mdf_cases as cases
import numpy as np
import pytest
from arith_cases import batch, equal
from compare_cases import recorded
from core_cases import user_ring
from covers import named

from twiddle import core
from twiddle.base import manifest
from twiddle.base.errors import TwiddleError
from twiddle.base.rings import Ring, ring, rings
from twiddle.model import methods, ntt
from twiddle.model.mdf import LANES, Mdf, selected
from twiddle.model.methods import Method, supported
from twiddle.tools.synth.flow import measure

pytestmark = [
    pytest.mark.usefixtures("little_simulation"),
    pytest.mark.covers(
        "twd_mdf_engine",
        "twd_mdf_pkg",
        "twd_mdf_stage",
        "twd_register_copies",
        "twd_ring_twiddles",
        "twd_stream_twiddles",
    ),
]

PAPER = {"ml-kem": (26, 118), "falcon-512": (32, 198), "falcon-1024": (36, 334)}
"""Multipliers, and cycles until the first results, Duong-Ngoc and Lee 2022, Table 3 and section III.B."""

SMALL = [user_ring(n, q, complete) for n, q, complete in ((16, 97, True), (16, 7681, False), (32, 193, False))]

WAYS = ["only", "forward", "inverse"]


# --- the model of the engine --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PAPER)
def test_multipliers_and_fill_of_the_paper(name: str) -> None:
    """With the five cycles of the core around it no later than the paper's first results."""
    multipliers, fill = PAPER[name]
    for both in (False, True):
        mdf = Mdf(ring(name), both=both)
        assert mdf.multipliers == multipliers
        assert mdf.latency + 5 <= fill
        assert mdf.delay_words == mdf.ring.n - LANES


@pytest.mark.parametrize("of", [*rings(), *SMALL], ids=named)
@pytest.mark.parametrize("inverse", [False, True])
def test_butterflies_of_the_paths_are_the_transform(of: Ring, inverse: bool) -> None:
    """The two coefficients of a butterfly meet where the FIFO, or the lane beside, has the other one."""
    mdf = Mdf(of, Method.FOLD, True)
    for stage in mdf.order(inverse):
        distance = of.n >> (stage + 1)
        start, depth = mdf.start(stage, inverse), mdf.depth(stage)
        for cycle in range(start - 1, start + mdf.beats + 1):
            for lane in range(LANES):
                index = mdf.index(stage, lane, cycle, inverse)
                if index is None:
                    assert cycle in (start - 1, start + mdf.beats)
                elif index & distance and depth:
                    assert mdf.index(stage, lane, cycle - depth, inverse) == index - distance
                elif index & distance:
                    assert mdf.index(stage, lane - distance, cycle, inverse) == index - distance
    last = mdf.order(inverse)[-1]
    assert mdf.start(last, inverse) + mdf.depth(last) + mdf.stage_latency + 1 == mdf.latency


@pytest.mark.parametrize("method", [Method.FOLD, Method.KRED])
def test_factors_are_the_transform(method: Method) -> None:
    """Layer by layer with the factors of the tables, forward and back, the scale of the method left in."""
    of = user_ring(32, 7681, False)
    mdf = Mdf(of, method)
    a = cases.some(of, 5)
    x = a.copy()
    for inverse in (False, True):
        for stage in mdf.order(inverse):
            pairs = np.arange(of.n).reshape(1 << stage, 2, -1)
            u, v = pairs[:, 0].ravel(), pairs[:, 1].ravel()
            scale = methods.scale(method, of.q)
            by = np.array([mdf.factor(stage, index, inverse) for index in range(of.n)])
            by = by * np.where(by == 1, 1 if not mdf.depth(stage) else scale, scale)
            if not inverse:
                x = x * by % of.q
            x[:, u], x[:, v] = (x[:, u] + x[:, v]) % of.q, (x[:, u] - x[:, v]) % of.q
            if inverse:
                x = x * by % of.q
        if not inverse:
            equal(x, ntt(of, a))
    equal(x, a)


def test_what_the_engine_does_not_take() -> None:
    with pytest.raises(TwiddleError, match="n = 8 is less than 16"):
        Mdf(user_ring(8, 7681, True))
    with pytest.raises(TwiddleError, match="shift_add"):
        Mdf(user_ring(16, 7681, True), Method.SHIFT_ADD)


# --- the hardware -------------------------------------------------------------------------------------------


ANY_METHOD = sorted({*supported(7681)} - {Method.FOLD, Method.RNS, Method.TILES})
BY_METHOD = [Mdf(user_ring(32, 7681, False), method, True) for method in ANY_METHOD]
TABLES = [Mdf(ring("ml-kem"), Method.TILES_SHIFT), Mdf(user_ring(16, 97, True), Method.TILES)]
FORWARD = [Mdf(user_ring(16, 12289, True), Method.SHIFT_ADD), Mdf(user_ring(16, 97, False), Method.RNS)]
STAGES = Mdf(user_ring(32, 193, True), Method.FOLD, True)

batch([*map(cases.engine_of, BY_METHOD + TABLES + FORWARD), *(cases.stage_of(STAGES, number) for number in range(5))])


@pytest.mark.parametrize("direction", WAYS[1:])
def test_many_polynomials(direction: str) -> None:
    """A hundred in a row, and a hundred at random distances; sop_o and the results have the latency of the model."""
    mdf = Mdf(ring("ml-kem"), Method.FOLD, True)
    gaps = np.random.default_rng(2).integers(0, 200, 100) * np.random.default_rng(3).integers(0, 2, 100)
    for distances in ([0] * 100, gaps.tolist()):
        assert cases.engine(mdf, direction == "inverse", gaps=distances, seed=5) == ""


@pytest.mark.parametrize(("of", "direction"), [(SMALL[0], "only"), (SMALL[1], "inverse")], ids=named)
def test_small_rings(of: Ring, direction: str) -> None:
    """Every distance up to two polynomials, and all the rings of one length."""
    mdf = Mdf(of, Method.FOLD, direction != "only")
    gaps = [*range(2 * mdf.beats), *np.random.default_rng(4).integers(0, mdf.beats, 300).tolist()]
    assert cases.engine(mdf, direction == "inverse", gaps=gaps) == ""


@pytest.mark.parametrize("mdf", BY_METHOD, ids=lambda mdf: mdf.method.label)
def test_methods(mdf: Mdf) -> None:
    """In both directions, of one engine."""
    for inverse in (False, True):
        assert cases.engine(mdf, inverse) == ""


@pytest.mark.parametrize("mdf", FORWARD + TABLES, ids=lambda mdf: mdf.method.label)
def test_one_direction(mdf: Mdf) -> None:
    """Methods of which one direction is enough, and first layers by tables."""
    gaps = np.random.default_rng(7).integers(0, 3 * mdf.beats, 40).tolist()
    assert cases.engine(mdf, gaps=gaps) == ""


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("direction", WAYS[1:])
def test_a_stage_is_a_layer(number: int, direction: str) -> None:
    assert cases.stage(STAGES, number, direction == "inverse") == ""


LONGEST = selected()[-1]


def test_passed_stages() -> None:
    """Stages with feedback and stages of lanes that are left for each ring are its layers."""
    mdf = Mdf(LONGEST, select=True)
    assert [mdf.passed(of) for of in selected()] == [2, 1, 0]
    for of in selected():
        assert mdf.ring.layers - mdf.passed(of) - int(not of.complete) == of.layers


@pytest.mark.matrix
@pytest.mark.parametrize("direction", [*WAYS[:2], pytest.param(WAYS[2], marks=pytest.mark.reaches)])
def test_rings_in_turn(direction: str) -> None:
    """Chosen at run time, from polynomial to polynomial, back to back and at random distances."""
    mdf, inverse = Mdf(LONGEST, Method.FOLD, direction != "only", select=True), direction == "inverse"
    gaps = np.random.default_rng(6).choice([0, 1, 2, 5, 50, 127, 300], 60).tolist()
    for distances in ([0] * 80, gaps):
        assert cases.rings_in_turn(mdf, inverse, gaps=distances) == ""


@pytest.mark.matrix
@pytest.mark.parametrize("direction", WAYS[1:])
def test_rings_in_turn_with_a_scale(direction: str) -> None:
    mdf = Mdf(LONGEST, Method.KRED, True, select=True)
    assert cases.rings_in_turn(mdf, direction == "inverse", gaps=[0, 3] * 15) == ""


@pytest.mark.matrix
@pytest.mark.parametrize(
    ("top", "parameters", "multipliers"),
    [
        ("twd_butterfly_feedback", {"Lanes": "4", "Depth": "9", "Configurable": "1"}, 4),
        ("twd_butterfly_parallel", {"Direction": "2'd2", "Pass": "1"}, 1),
    ],
)
def test_two_moduli_share_a_multiplier(top: str, parameters: dict[str, str], multipliers: int) -> None:
    own = {"Q": "12289", "Q_2": "3329", "Method": "4'd0", **parameters}
    cells = measure(top, manifest.sources(top), manifest.include_dirs(), own, "xc7").cells
    assert cells["dsp"] == multipliers


@pytest.mark.parametrize("form", ["forward", "transform"])
def test_rings_at_run_time_share_the_multipliers_of_the_longest(form: str) -> None:
    """As many products in one direction or both as one ring alone takes, each in a DSP block."""
    cells = recorded(core("mdf", LONGEST, Form=form, Select=1)).cells
    assert cells["dsp"] == Mdf(LONGEST, select=True).multipliers == 36


def test_what_cannot_be_selected_from() -> None:
    with pytest.raises(TwiddleError, match="falcon-512 is not falcon-1024"):
        Mdf(ring("falcon-512"), select=True)
    with pytest.raises(TwiddleError, match="cannot share a product"):
        Mdf(LONGEST, Method.LDSP, select=True)
