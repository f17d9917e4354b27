# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Streams of polynomials through twd_mdc_engine, and what comes out of it."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from arith_cases import Array, edges, unit
from port_values import packed

from twiddle.base.rings import Ring
from twiddle.model import intt, ntt
from twiddle.model.mdc import Mdc
from twiddle.model.methods import Method
from twiddle.tools.sim.unit import UnitPoint, UnitSimulator

FORWARD, INVERSE, BOTH = range(3)
"""Directions, with the values of twd_butterfly_pkg."""


@dataclass(frozen=True)
class Point:
    """One build of the engine."""

    ring: Ring
    lanes: int = 4
    method: Method = Method.FOLD
    direction: int = BOTH
    options: dict[str, int] = field(default_factory=dict)

    @property
    def label(self) -> str:
        name = ("forward", "inverse", "both")[self.direction]
        return "-".join([self.ring.name, str(self.lanes), self.method.label, name, *self.options])

    @property
    def model(self) -> Mdc:
        mixed = bool(self.options.get("Mixed"))
        return Mdc(self.ring, self.lanes, self.method, self.direction == INVERSE, mixed, self.direction == BOTH)

    @property
    def unit(self) -> UnitPoint:
        parameters: dict[str, int | str] = {
            "Ring": self.ring.parameter,
            "Method": self.method.parameter,
            "Lanes": self.lanes,
            "Direction": f"2'd{self.direction}",
            **self.options,
        }
        return "twd_mdc_engine", parameters

    def simulator(self, root: Path | None = None) -> UnitSimulator:
        top, parameters = self.unit
        return unit(top, root, **parameters)


def polynomials(ring: Ring, count: int, seed: int) -> Array:
    """Random ones, (count, n), some coefficients from the corners; two are corners alone."""
    rng = np.random.default_rng([ring.q, ring.n, seed])
    values = rng.integers(0, ring.q, (count, ring.n))
    values = np.where(rng.random(values.shape) < 0.2, rng.choice(edges(ring.q), values.shape), values)
    values[1 % count] = ring.q - 1
    values[2 % count] = rng.integers(0, 2, ring.n) * (ring.q - 1)
    return values


@dataclass(frozen=True)
class Stream:
    """Polynomials one after another.

    gaps       cycles before a polynomial, since the end of the one before, (m,)
    inverse    direction of every polynomial, (m,)
    passed     whether a polynomial is only passed on, (m,)
    """

    point: Point
    values: Array
    gaps: Array
    inverse: Array
    passed: Array

    @property
    def starts(self) -> Array:
        """The cycle of beat 0 of every polynomial, (m,)."""
        return np.cumsum(self.gaps) + self.point.model.beats * np.arange(len(self.gaps))

    def inputs(self, seed: int = 0) -> dict[str, Array]:
        """What is on the ports; between polynomials, and beside sop_i, anything."""
        model, ring = self.point.model, self.point.ring
        rng = np.random.default_rng(seed)
        starts = self.starts
        count = int(starts[-1]) + model.beats + model.latency  # inverse_i holds to the end
        beats = rng.integers(0, ring.q, (count, model.lanes))
        first, passed = np.zeros(count, np.int64), rng.integers(0, 2, count)
        first[starts - 2] = 1
        passed[starts - 2] = self.passed
        if model.mixed:
            inverse = rng.integers(0, 2, count)
            inverse[starts - 2] = self.inverse
        else:
            number = np.searchsorted(starts - 2, np.arange(count), "right") - 1
            inverse = self.inverse[np.clip(number, 0, None)]
        for start, value in zip(starts, self.values, strict=True):
            beats[start : start + model.beats] = value.reshape(-1, model.lanes)
        return {"sop_i": first, "inverse_i": inverse, "pass_i": passed, "x_i": packed(beats, ring.bits)}

    def expected(self) -> Array:
        """(m, n)"""
        ring = self.point.ring
        results = np.where(self.inverse[:, None] == 1, intt(ring, self.values), ntt(ring, self.values))
        return np.where(self.passed[:, None] == 1, self.values, results)

    def differs(self, simulator: UnitSimulator, seed: int = 0) -> str:
        """What comes out otherwise, in words; empty: nothing."""
        model, ring = self.point.model, self.point.ring
        inputs = self.inputs(seed)
        got = simulator.run(inputs, latency=model.latency, seed=seed, random_state=True)
        if wrong := np.flatnonzero(got["sop_o"] != inputs["sop_i"]).tolist():
            return f"sop_o, element {wrong[0]}: got {got['sop_o'][wrong[0]]}"
        expected = self.expected()
        for number, (start, value) in enumerate(zip(self.starts, expected, strict=True)):
            beats = got["y_o"][start : start + model.beats]
            wanted = packed(value.reshape(-1, model.lanes), ring.bits)
            if wrong := np.flatnonzero((beats != wanted).reshape(len(beats), -1).any(axis=1)).tolist():
                beat = wrong[0]
                return f"polynomial {number}, beat {beat}: got {beats[beat]}, expected {wanted[beat]}"
        return ""


def stream(point: Point, gaps: list[int], seed: int = 0, inverse: Any = None, passed: Any = 0) -> Stream:
    """A stream with these gaps, after enough cycles to settle every memory."""
    idle = 2 * point.model.latency + 2
    count = len(gaps) + 1
    values = polynomials(point.ring, count, seed)
    direction = (1 if point.direction == INVERSE else 0) if inverse is None else inverse
    return Stream(
        point,
        values,
        np.array([idle, *gaps]),
        np.broadcast_to(np.asarray(direction), count),
        np.broadcast_to(np.asarray(passed), count),
    )
