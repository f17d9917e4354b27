# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the tests of the core `pwmm` share: points, streams of rows, a bench that compares with the model."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from core_cases import corners, user_ring
from numpy.typing import NDArray

from twiddle import core, model
from twiddle.cores.base import OPCODES
from twiddle.designs import Design
from twiddle.model.methods import EXACT, Method
from twiddle.model.passes import TAKES_B
from twiddle.model.pwmm import LARGEST_K, Pipeline, supported
from twiddle.rings import Ring, ring, rings
from twiddle.sim import Simulator, Stalls
from twiddle.sim.simulator import Result

PWM = OPCODES["pwm"]
TAKING_B = {OPCODES[name] for name in TAKES_B}


@dataclass(frozen=True)
class Point:
    """One configuration of the core."""

    ring: Ring
    units: int
    method: Method
    scaled: bool

    def __str__(self) -> str:
        return f"{self.ring.name}-U{self.units}-{self.method.label}-{'scaled' if self.scaled else 'exact'}"

    @property
    def design(self) -> Design:
        parameters = {"Units": self.units, "Method": self.method.label, "Scaled": int(self.scaled)}
        return core("pwmm", self.ring, **parameters)

    @property
    def pipeline(self) -> Pipeline:
        return Pipeline(self.ring, self.units, self.method, self.scaled)

    @property
    def seed(self) -> int:
        return sum(ord(letter) << (i % 24) for i, letter in enumerate(str(self)))


def point(name: str, units: int, method: str) -> Point:
    """A point of a preset ring, scaled where the method is not exact."""
    return Point(ring(name), units, Method[method], Method[method] not in EXACT)


def _every() -> list[Point]:
    """Every method in ml-kem, an exact and a scaled one in every other ring, of one and two units in turn.

    Both numbers of units for three methods of ml-kem. What a method does for a modulus is tested by itself.
    """
    every = [
        Point(ring("ml-kem"), 1 + index % 2, method, scaled)
        for scaled in (False, True)
        for index, method in enumerate(supported(ring("ml-kem"), scaled))
    ]
    both = [point("ml-kem", units, method) for units in (1, 2) for method in ("TILES", "LDSP", "FOLD")]
    other = [
        point(of.name, 1 + (number + index) % 2, method)
        for number, of in enumerate(rings())
        if of.name != "ml-kem"
        for index, method in enumerate(
            (("TILES", "BARRETT", "FOLD")[number % 3], ("KRED", "LDSP")[number % 2])
        )
    ]
    return list(dict.fromkeys([*every, *both, *other]))


MATRIX = _every()

TIGHT = (
    (8, 7681, True, 1, "FOLD"),
    (16, 7681, False, 2, "BARRETT"),
    (32, 193, False, 1, "TILES"),
)
"""Rings with exactly as many beats as the pipe needs."""

# The shortest polynomials for their pipes, the narrowest q, pairs of a wide q, a q just below a power of two,
# and a table of zetas in block RAM.
USER = [
    Point(user_ring(n, q, complete), units, Method[method], Method[method] not in EXACT)
    for n, q, complete, units, method in (
        (64, 769, False, 1, "TILES"),
        (128, 769, False, 2, "LDSP"),
        (32, 7681, True, 1, "LDSP"),
        (64, 7681, True, 2, "FOLD"),
        (128, 8380417, False, 1, "TILES"),
        (128, 8380417, False, 1, "BARRETT"),
        (1024, 12289, False, 1, "LDSP"),
        *TIGHT,
    )
]

SMALL = [point("ml-kem", 1, "TILES"), point("ml-kem", 2, "LDSP"), point("ml-kem", 1, "FOLD")]
"""Points that share their builds with the matrix, for what does not depend on ring and method."""


@cache
def simulator(of: Point, assertions: bool = True, root: Path | None = None) -> Simulator:
    return Simulator(of.design, assertions=assertions, rtl_root=root)


@dataclass(frozen=True, eq=False)
class Rows:
    """Operations by code, each with its k and its polynomials of a and b, shapes (polynomials, n).

    b holds polynomials for every operation; those of operations that take none are not used.
    """

    of: Point
    codes: NDArray[np.int64]
    k: NDArray[np.int64]
    a: NDArray[np.int64]
    b: NDArray[np.int64]

    @property
    def owner(self) -> NDArray[np.int64]:
        """The operation of each polynomial; k = 0 takes one."""
        return np.repeat(np.arange(len(self.k)), np.maximum(self.k, 1))

    @property
    def refused(self) -> NDArray[np.bool_]:
        return (self.codes != PWM) | (self.k < 1) | (self.k > LARGEST_K)

    @property
    def arguments(self) -> tuple[Sequence[int], NDArray[np.int64], NDArray[np.int64]]:
        """As Simulator.run takes them, beside k."""
        taken = np.isin(self.codes, list(TAKING_B))[self.owner]
        return self.codes.tolist(), self.a, self.b[taken]

    @cached_property
    def c(self) -> NDArray[np.int64]:
        """Results by the model, of the reduced operands; zeros for a refused operation."""
        of = self.of.ring
        owner = self.owner
        result = np.zeros((len(self.k), of.n), np.int64)
        for row in np.flatnonzero(~self.refused):
            a, b = self.a[owner == row] % of.q, self.b[owner == row] % of.q
            result[row] = model.pwmm(of, a, b, self.of.scaled)
        return result

    @cached_property
    def err(self) -> NDArray[np.bool_]:
        bad = (self.a >= self.of.ring.q).any(axis=1) | (self.b >= self.of.ring.q).any(axis=1)
        outside = np.bincount(self.owner, bad, len(self.k)) > 0
        return np.asarray(outside | self.refused)


def rows(of: Point, k: Sequence[int], seed: int, codes: Sequence[int] | None = None) -> Rows:
    """Operations with these k, random operands, a third of them corners."""
    rng = np.random.default_rng(seed)
    counts = np.array(k)
    a, b = rng.integers(0, of.ring.q, (2, int(np.maximum(counts, 1).sum()), of.ring.n))
    edges = corners(of.ring)
    for operand in (a, b):
        at = rng.random(len(operand)) < 1 / 3
        operand[at] = edges[rng.integers(len(edges), size=at.sum())]
    return Rows(of, np.full(len(counts), PWM) if codes is None else np.array(codes), counts, a, b)


def mixture(of: Point, count: int, seed: int) -> Rows:
    """`count` rows of every legal k, in random order."""
    order = np.random.default_rng(seed).permutation(np.repeat(np.arange(1, LARGEST_K + 1), count))
    return rows(of, order.tolist(), seed)


def refusals(of: Point, count: int, seed: int) -> Rows:
    """Rows among operations that nobody offers, in random order: every code, every k from 0 to 15."""
    rng = np.random.default_rng(seed)
    bad = [(code, int(rng.integers(16))) for code in range(8) if code != PWM]
    bad += [(PWM, k) for k in (0, *range(LARGEST_K + 1, 16))]
    good = [(PWM, int(k)) for k in rng.integers(1, LARGEST_K + 1, len(bad))]
    chosen = [(bad + good)[i] for i in rng.permutation(len(bad + good))[:count]]
    return rows(of, [k for _, k in chosen], seed, [code for code, _ in chosen])


def spoiled(stream: Rows, seed: int) -> Rows:
    """The same with one coefficient out of range in a sixth of the polynomials."""
    of = stream.of.ring
    rng = np.random.default_rng(seed)
    for operand in (stream.a, stream.b):
        bad = rng.random(len(operand)) < 1 / 6
        operand[bad, rng.integers(0, of.n, bad.sum())] = rng.integers(of.q, 2**of.bits, bad.sum())
    return stream


class Mismatch(Exception):
    """A result or a flag that is not the model's; the first word says which."""


class Bench:
    """A compiled point; `compared` counts the rows that equal the model's."""

    def __init__(self, of: Point, assertions: bool = True, root: Path | None = None) -> None:
        self.of = of
        self.compared = 0
        self._simulator = simulator(of, assertions, root)

    def run(self, stream: Rows, seed: int, interrupted: Rows | None = None, **options: Any) -> Result:
        """Runs a stream from a random state and compares every coefficient and flag."""
        if interrupted is not None:
            options |= {"interrupted": interrupted.arguments, "interrupted_k": interrupted.k.tolist()}
        result = self._simulator.run(
            *stream.arguments, k=stream.k.tolist(), seed=seed, random_state=True, **options
        )
        for what, got, want in (("result", result.c, stream.c), ("flag", result.err, stream.err)):
            if not np.array_equal(got, want):
                where = np.argwhere(got != want)[0]
                raise Mismatch(
                    f"{what}: {self.of}, operation {where[0]} of {len(stream.k)} (code "
                    f"{stream.codes[where[0]]}, k = {stream.k[where[0]]}), coefficient {where[1:]}: got "
                    f"{got[tuple(where)]}, expected {want[tuple(where)]}; {(got != want).sum()} differ; "
                    f"seed {seed}"
                )
        self.compared += len(stream.k)
        return result


# --- the check behind the mutations -----------------------------------------------------------------------

STALLS = (Stalls(), Stalls(0.3, 0.3, 0.3), Stalls(a=0.2, c=0.5, burst=40), Stalls(b=0.2, c=0.1, burst=30))
RESETS = 12


def check(root: Path, words: Sequence[str]) -> None:
    """Bad coefficients, stalls and resets, or with `refused` operations that are; and the cycles.

    Words: pairs or full, units, method; a ring of n = 128 and q = 769.
    """
    method = Method[words[2].upper()]
    of = Point(user_ring(128, 769, words[0] == "full"), int(words[1]), method, method not in EXACT)
    bench = Bench(of, "refused" not in words, root)
    for seed, stall in enumerate(STALLS):
        stream = refusals(of, 30, seed) if "refused" in words else spoiled(mixture(of, 2, seed), seed)
        bench.run(stream, seed, stall=stall, max_cycles=5000)
    for seed in range(RESETS):
        before, after = rows(of, [3, 2], seed), rows(of, [1, 2], seed + 100)
        bench.run(after, seed, before, reset_at=31 * seed, stall=Stalls(c=0.1, burst=9), max_cycles=5000)
    for k in (1, 3):
        if simulator(of, "refused" not in words, root).measure("pwm", k=k) != of.design.cycles("pwm", k):
            raise Mismatch("cycles")


# --- refusals ---------------------------------------------------------------------------------------------

MODULUS = "Q is not odd, from 3 to below 2^24"
UNITS_REFUSED: list[tuple[str, dict[str, str], str]] = [
    ("twd_mod_fold_low", {"Q": "3330"}, MODULUS),
    ("twd_mod_fold_low", {"Halvings": "33"}, "Halvings is not from 1 to 32"),
    ("twd_pwmm_reduce", {"Q": "3330"}, MODULUS),
    (
        "twd_row_mul_add",
        {"BLargest": "64'd1"},
        "a factor of less than two bits, or a sum of more than 56",
    ),
    ("twd_fifo", {"Depth": "24"}, "Depth is not a power of two from 4 on"),
    ("twd_fifo", {"Reserve": "32"}, "Reserve is not from 2 to Depth - 1"),
]


def _ring(**changed: int) -> dict[str, str]:
    numbers = {**ring("ml-kem").parameters, **changed}
    return {name: str(value) for name, value in numbers.items()}


WORKS = "Method does not work modulo Q; TILES, FOLD and BARRETT do, with Scaled = 1 LDSP"
CORE_REFUSED: list[tuple[dict[str, str], str]] = [
    (_ring(N=192), "N is not a power of two from 8 to 4096"),
    (_ring(Q=3327), "Q is not an odd prime below 2^24"),
    (_ring(RootOrder=128), "RootOrder is neither N nor 2 N"),
    (
        _ring(Root=18),
        "Root is not an element of [2, Q) of order RootOrder modulo Q",
    ),
    ({"Units": "3"}, "Units is not 1 or 2"),
    (
        {"Method": Method.LDSP.parameter, "Scaled": "0"},
        "Method leaves a factor in the product; with Scaled = 0: FOLD, SHIFT_ADD, TILES, RNS, BARRETT",
    ),
    (
        {"Method": Method.FOLD.parameter, "Scaled": "1"},
        "Method cannot leave 2^-layers in the product; with Scaled = 1: KRED, LDSP",
    ),
    *(
        ({**of.parameters, "Method": Method[method].parameter, "Scaled": str(scaled)}, WORKS)
        for of, method, scaled in (
            (ring("kyber-v1"), "SHIFT_ADD", 0),
            (user_ring(64, 8380417, True), "RNS", 0),
            (user_ring(64, 18049, True), "KRED", 1),
        )
    ),
    *(
        (
            {**of.parameters, "Method": Method.TILES.parameter},
            "N / (2 Units) beats are fewer than the pipe is long",
        )
        for of in (user_ring(8, 7681, True), user_ring(16, 97, True))
    ),
]

REFUSED = [*UNITS_REFUSED, *(("twd_pwmm", parameters, rule) for parameters, rule in CORE_REFUSED)]
