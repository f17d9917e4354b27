# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The multi-path delay commutator: layouts, every stage alone, whole streams, against the model."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from arith_cases import Array, batch, unit
from core_cases import user_ring
from covers import named
from mdc_cases import BOTH, INVERSE, Point, polynomials, stream
from port_values import packed

from twiddle.base.errors import TwiddleError
from twiddle.base.rings import Ring, ring, rings
from twiddle.model import layers
from twiddle.model.mdc import LANES, Mdc
from twiddle.model.methods import Method, bare_latency
from twiddle.tools.sim.netlist import Stage
from twiddle.tools.sim.unit import UnitSimulator

pytestmark = [
    pytest.mark.usefixtures("little_simulation"),
    pytest.mark.covers(
        "twd_mdc_commutator",
        "twd_mdc_delay",
        "twd_mdc_engine",
        "twd_mdc_pkg",
        "twd_mdc_reorder",
        "twd_mdc_shuffle",
        "twd_mdc_shuffle_mixed",
        "twd_mdc_stage",
        "twd_stream_twiddles",
    ),
]

SMALL = [user_ring(8, 17, True), user_ring(8, 17, False), user_ring(16, 97, True), user_ring(32, 193, False)]

MODELS = [
    Mdc(each, lanes, inverse=bool(inverse))
    for each in (*rings(), *SMALL)
    for lanes in LANES
    if each.n >= 4 * lanes
    for inverse in (0, 1)
]


def label(model: Mdc) -> str:
    direction = "inverse" if model.inverse else "forward"
    return f"{model.ring.name}-{model.lanes}-{direction}"


@pytest.mark.parametrize("model", MODELS, ids=label)
def test_layouts_hold_every_index_and_pair_in_lanes(model: Mdc) -> None:
    place = model.lanes.bit_length() - 1
    for stage, layout in enumerate(model.layouts()):
        assert sorted(layout.ravel()) == list(range(model.ring.n))
        bit = model.pair_bit(stage)
        lane = 1 << (bit if bit < place else 0)
        upper = layout[:, [k for k in range(model.lanes) if not k & lane]]
        lower = layout[:, [k for k in range(model.lanes) if k & lane]]
        assert (lower - upper == 1 << bit).all()
        assert set(model.blocks(stage).ravel()) == set(range(1 << model.layer(stage)))


@pytest.mark.parametrize("model", MODELS, ids=label)
def test_cycles_follow_from_the_layouts(model: Mdc) -> None:
    """Shuffles: 3T/2 + 2; mixed: the greater latency of each; equal layouts in both directions."""
    cycles = bare_latency(model.method, model.ring.q) + 4
    assert model.latency == 3 * model.beats // 2 + 2 + model.ring.layers * cycles
    assert model.multipliers == model.lanes // 2 * model.ring.layers
    other = replace(model, inverse=not model.inverse)
    mixed = replace(model, mixed=True)
    assert mixed.shuffle_latencies() == list(map(max, model.shuffle_latencies(), other.shuffle_latencies()))
    assert mixed.latency == sum(mixed.shuffle_latencies()) + model.ring.layers * (cycles + 2)
    assert all((a == b).all() for a, b in zip(model.layouts(), reversed(other.layouts()), strict=True))


KEM = ring("ml-kem")

POINTS = [
    Point(user_ring(64, 7681, True), 4, Method.KRED),
    Point(user_ring(32, 7681, True), 2, Method.LDSP, INVERSE, {"Pass": 1}),
    Point(user_ring(8, 17, True), 2),
    Point(user_ring(8, 17, False), 2, Method.BARRETT),
    Point(user_ring(16, 97, True), 4, Method.RNS),
    Point(user_ring(16, 97, False)),
    Point(user_ring(32, 193, False), 8),
]

MIXED = [
    Point(each, lanes, method, options={"Mixed": 1})
    for each, lanes, method in (
        (KEM, 4, Method.FOLD),
        (user_ring(16, 97, True), 2, Method.RNS),
        (user_ring(32, 193, True), 8, Method.KRED),
    )
]


batch(point.unit for point in POINTS + MIXED)


def all_gaps(point: Point) -> list[int]:
    beats = point.model.beats
    more = np.random.default_rng(point.ring.n).integers(0, 2 * beats, 8)
    return [1, 0, 2, beats // 2, beats // 2 - 1, 0, beats - 1, beats, beats + 1, 0, 0, *map(int, more)]


@pytest.mark.parametrize("point", POINTS, ids=named)
def test_streams(point: Point) -> None:
    """Back to back, with gaps of all kinds, from random registers; latency as modelled.

    A drained engine changes its direction from one cycle to the next.
    """
    simulator = point.simulator()
    gaps = all_gaps(point)
    passed = np.random.default_rng(1).integers(0, 2, len(gaps) + 1) if point.options.get("Pass") else 0
    for inverse in (0, 1) if point.direction == BOTH else (int(point.direction == INVERSE),):
        assert stream(point, [0] * 12, 1, inverse).differs(simulator, 1) == ""
        assert stream(point, gaps, 2, inverse, passed).differs(simulator, 2) == ""
    if point.direction == BOTH:
        directions = [0, 0, 1, 1, 0, 1, 0, 0]
        drained = [0 if a == b else point.model.latency + 1 for a, b in pairwise(directions)]
        assert stream(point, drained, 4, directions).differs(simulator, 4) == ""


@pytest.mark.parametrize("point", MIXED, ids=named)
def test_streams_of_both_directions(point: Point) -> None:
    simulator = point.simulator()
    gaps = all_gaps(point)
    for seed, these in ((1, [0] * 20), (2, gaps)):
        directions = np.random.default_rng(seed).integers(0, 2, len(these) + 1)
        assert 0 < directions.sum() < len(directions)
        assert stream(point, these, seed, directions).differs(simulator, seed) == ""


STAGES = [(each, lanes, stage) for each, lanes in ((user_ring(32, 193, False), 4),) for stage in range(each.layers + 1)]


def stage_parameters(top: str, each: Ring, lanes: int, stage: int) -> dict[str, int | str]:
    return {"Ring": each.parameter, "Lanes": lanes, "Direction": f"2'd{BOTH}", top[8:].title(): stage}


batch(
    (top, stage_parameters(top, each, lanes, stage))
    for each, lanes, stage in STAGES
    for top in ("twd_mdc_shuffle", "twd_mdc_stage")
    if top == "twd_mdc_shuffle" or stage < each.layers
)


def stage_simulator(top: str, each: Ring, lanes: int, stage: int) -> UnitSimulator:
    return unit(top, **stage_parameters(top, each, lanes, stage))


def driven(each: Ring, beats: Array, inverse: int, names: list[str]) -> dict[str, Array]:
    """Polynomials (m, beats, lanes) back to back after as many beats of anything."""
    rng = np.random.default_rng(each.n)
    flat = beats.reshape(-1, beats.shape[-1])
    words = np.concatenate([rng.integers(0, each.q, flat.shape), flat])
    first = np.zeros(len(words), np.int64)
    first[len(flat) - 2 :: beats.shape[1]] = 1
    plain = {"sop_i": first, "tag_i": np.zeros_like(first), "inverse_i": np.full_like(first, inverse)}
    return plain | {name: packed(words, each.bits) for name in names}


@pytest.mark.parametrize(("each", "lanes", "stage"), STAGES)
def test_shuffle_alone(each: Ring, lanes: int, stage: int) -> None:
    """Indices in the layout before it come out in the layout after it."""
    simulator = stage_simulator("twd_mdc_shuffle", each, lanes, stage)
    for inverse in (0, 1):
        model = Mdc(each, lanes, inverse=bool(inverse))
        before, after = (layout.indices() for layout in model.shuffles()[stage])
        values = polynomials(each, 12, stage)
        inputs = driven(each, values[:, before], inverse, ["x_fwd_i", "x_inv_i"])
        got = simulator.run(inputs, latency=model.shuffle_latencies()[stage], random_state=True)
        wanted = packed(values[:, after].reshape(-1, lanes), each.bits)
        assert (got["y_o"][-len(wanted) :] == wanted).all(), f"shuffle {stage}, inverse {inverse}"
        assert (got["sop_o"] == inputs["sop_i"]).all()


def check_stage(simulator: UnitSimulator, each: Ring, lanes: int, stage: int, mixed: bool = False) -> None:
    """A layer's input in the layout of its stage comes out as the layer's result."""
    for inverse in (0, 1):
        model = Mdc(each, lanes, inverse=bool(inverse), both=True, mixed=mixed)
        layout = model.layouts()[stage]
        values = polynomials(each, 12, stage)
        states = [values, *(np.array(state) for state in layers(each, values, bool(inverse)))]
        inputs = driven(each, states[stage][:, layout], inverse, ["x_i"])
        inputs["tag_i"] = inputs["inverse_i"] * mixed
        got = simulator.run(inputs, latency=model.stage_latency, random_state=True)
        wanted = packed(states[stage + 1][:, layout].reshape(-1, lanes), each.bits)
        name = "y_inv_o" if inverse else "y_fwd_o"
        assert (got[name][-len(wanted) :] == wanted).all(), f"stage {stage}, layer {model.layer(stage)}"
        assert (got["sop_o"] == inputs["sop_i"]).all()


@pytest.mark.parametrize(("each", "lanes", "stage"), [point for point in STAGES if point[2] < point[0].layers])
def test_stage_alone(each: Ring, lanes: int, stage: int) -> None:
    check_stage(stage_simulator("twd_mdc_stage", each, lanes, stage), each, lanes, stage)


@pytest.mark.matrix
def test_a_difference_stays_outside_the_dsp_block_on_xc7() -> None:
    """Yosys adds before the product inside a DSP48E1, where a sum does not wrap."""
    each, lanes, stage = user_ring(8, 3329, True), 2, 0
    parameters = {**stage_parameters("twd_mdc_stage", each, lanes, stage), "Mixed": 1}
    mapped = UnitSimulator("twd_mdc_stage", parameters, netlist=Stage("xc7"))
    check_stage(mapped, each, lanes, stage, mixed=True)


def test_the_model_refuses_what_the_engine_does() -> None:
    with pytest.raises(TwiddleError, match="lanes = 3 is not one of 2, 4, 8"):
        Mdc(KEM, 3)
    with pytest.raises(TwiddleError, match=r"n = 16 is less than 4 lanes = 32"):
        Mdc(user_ring(16, 97, True), 8)
