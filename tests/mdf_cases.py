# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Streams of polynomials through `twd_mdf_engine` and its stages, against the model's transform."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from arith_cases import signed, unit
from numpy.typing import NDArray
from port_values import packed, unpacked

from twiddle.base.rings import Ring
from twiddle.model import intt, layers, ntt
from twiddle.model.mdf import LANES, Mdf, selected
from twiddle.tools.sim.unit import UnitPoint

Array = NDArray[np.int64]
LEAD = 3
"""Cycles before the first polynomial."""


def some(of: Ring, count: int, seed: int = 1) -> Array:
    """Polynomials at random, and first those of corners: all 0, all q - 1, both in turn, x^(n-1)."""
    values = np.random.default_rng(seed).integers(0, of.q, (count, of.n))
    corners = np.zeros((4, of.n), np.int64)
    corners[1], corners[2, ::2], corners[3, -1] = of.q - 1, of.q - 1, 1
    values[: min(count, 4)] = corners[:count]
    return np.asarray(values[::-1])


def starts(beats: int, gaps: Sequence[int]) -> Array:
    """The cycle of beat 0 of every polynomial, a gap after each."""
    return np.asarray(LEAD + np.cumsum([0, *(beats + gap for gap in gaps)]), np.int64)[:-1]


def stream(of: Ring, values: Array, begin: Array, length: int) -> tuple[Array, Array]:
    """Beats (length, 4), between polynomials junk, and sop_i."""
    beats = of.n // LANES
    x = np.random.default_rng(7).integers(0, of.q, (length, LANES))
    first = np.zeros(length, np.int64)
    for start, value in zip(begin, values, strict=True):
        x[start : start + beats] = value.reshape(beats, LANES)
        first[start - 2] = 1
    return x, first


def engine_of(mdf: Mdf, select: bool = False) -> UnitPoint:
    direction = "2'd2" if mdf.both else "2'd0"
    own = {"Ring": mdf.ring.parameter, "Method": mdf.method.parameter}
    return "twd_mdf_engine", {**own, "Direction": direction, "Select": int(select)}


def stage_of(mdf: Mdf, number: int) -> UnitPoint:
    own = {"Ring": mdf.ring.parameter, "Method": mdf.method.parameter}
    return "twd_mdf_stage", {**own, "Stage": number, "Both": int(mdf.both)}


def run(
    mdf: Mdf, begin: Array, expected: Sequence[Array], select: bool, seed: int, root: Path | None, **inputs: Array
) -> str:
    """What the engine of an RTL tree gives otherwise than polynomials from these cycles on, in words."""
    top, parameters = engine_of(mdf, select)
    got = unit(top, root, **parameters).run(inputs, latency=mdf.latency, seed=seed, random_state=True)
    if not np.array_equal(got["sop_o"], inputs["sop_i"]):
        return "sop_o"
    for number, (start, value) in enumerate(zip(begin, expected, strict=True)):
        want = packed(value.reshape(-1, LANES), mdf.ring.bits)
        wrong = (got["y_o"][start : start + len(want)] != want).reshape(len(want), -1).any(axis=1)
        if wrong.any():
            return f"polynomial {number} of {len(want)} beats, beat {wrong.argmax()}"
    return ""


def engine(
    mdf: Mdf,
    inverse: bool = False,
    *,
    gaps: Sequence[int] = (0, 0, 1, 0, 2, 3, 0, 0, 0),
    seed: int = 1,
    root: Path | None = None,
) -> str:
    """What the engine gives otherwise, in words; empty: nothing."""
    of = mdf.ring
    values = some(of, len(gaps), seed)
    begin = starts(mdf.beats, gaps)
    length = int(begin[-1]) + mdf.beats + 10
    x, first = stream(of, values, begin, length)
    inputs = {
        "sop_i": first,
        "ring_i": np.arange(length) % 4,
        "inverse_i": np.full(length, int(inverse)) if mdf.both else np.arange(length) & 1,  # ignored
        "x_i": packed(x, of.bits),
    }
    expected = intt(of, values) if inverse else ntt(of, values)
    return run(mdf, begin, expected, False, seed, root, **inputs)


def rings_in_turn(mdf: Mdf, inverse: bool = False, *, gaps: Sequence[int], root: Path | None = None) -> str:
    """As `engine`, with polynomials of all the rings of `selected`, whatever follows on what."""
    rng = np.random.default_rng(len(gaps))
    codes = [*selected(), selected()[-1]]  # two of the last one
    number = rng.integers(0, len(codes), len(gaps))
    chosen = [codes[place] for place in number]
    beats = np.array([of.n // LANES for of in chosen])
    begin = LEAD + np.cumsum([0, *(beats + np.array(gaps))])[:-1]
    length = int(begin[-1] + beats[-1]) + 10
    x = rng.integers(0, mdf.ring.q, (length, LANES))
    first, ring_of = np.zeros(length, np.int64), rng.integers(0, len(codes), length)
    expected = []
    for start, place, of in zip(begin, number, chosen, strict=True):
        values = some(of, 5, int(start))[rng.integers(0, 5)]
        x[start : start + of.n // LANES] = values.reshape(-1, LANES)
        first[start - 2], ring_of[start - 2] = 1, place
        expected.append(intt(of, values) if inverse else ntt(of, values))
    inputs = {"sop_i": first, "inverse_i": np.full(length, int(inverse)), "ring_i": ring_of}
    return run(mdf, begin, expected, True, 2, root, **inputs, x_i=packed(x, mdf.ring.bits))


def stage(mdf: Mdf, number: int, inverse: bool = False, root: Path | None = None) -> str:
    """What one stage gives otherwise than its layer of the model; lazy operands in the inverse direction."""
    of = mdf.ring
    feedback = mdf.depth(number) > 0
    values = some(of, 6)
    before, after = of_layer(of, values, number, inverse)
    if inverse and feedback:
        before = before - of.q * (np.random.default_rng(3).integers(0, 2, before.shape) & (before > 0))
    begin = starts(mdf.beats, (0, 0, 1, 0, mdf.depth(number), 0))
    length = int(begin[-1]) + mdf.beats
    x, first = stream(of, before, begin, length)
    top, parameters = stage_of(mdf, number)
    ring_of = np.arange(length) % 4
    ports = {"x_i": packed(x % of.q, of.bits), "x_lazy_i": packed(x, of.bits + 1)}
    ports["x_i" if inverse else "x_lazy_i"][:] = ~0
    got = unit(top, root, **parameters).run(
        {"inverse_i": np.full(length, int(inverse)), "sop_i": first, "ring_i": ring_of} | ports,
        latency=mdf.depth(number) + mdf.stage_latency,
        seed=number,
        random_state=True,
    )
    if not np.array_equal(got["sop_o"], first) or not np.array_equal(got["ring_o"], ring_of):
        return "sop_o, ring_o"
    if inverse:
        results = signed(unpacked(got["y_lazy_o"], LANES, of.bits + 1), of.bits + 1)
    else:
        results = unpacked(got["y_o"], LANES, of.bits)
    for start, value in zip(begin, after, strict=True):
        y = results[start : start + mdf.beats]
        if (np.abs(y) >= of.q).any() or ((y - value.reshape(-1, LANES)) % of.q).any():
            return f"stage {number}: a coefficient differs"
    return ""


def of_layer(of: Ring, values: Array, number: int, inverse: bool) -> tuple[Array, Array]:
    """A layer's operands and results. Of the inverse the model halves all, the engine shrinks the last."""
    states = [values, *layers(of, values, inverse)]
    place = of.layers - 1 - number if inverse else number
    before, after = states[place], states[place + 1]
    if inverse:
        after = after * (2 if number else pow(2, 1 - of.layers, of.q)) % of.q
    return before, after
