# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Points of the core `pwmm`, and rows of products, some of them refused."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from core_cases import Tested, random, user_ring
from numpy.typing import NDArray

from twiddle import core
from twiddle.base.rings import Ring, ring, rings
from twiddle.catalog.block import OPCODES, Block
from twiddle.model.methods import EXACT, Method
from twiddle.model.pwmm import LARGEST_K, Pipeline, supported
from twiddle.tools.conformance import Traffic

PWM = OPCODES["pwm"]


@dataclass(frozen=True)
class Point(Tested):
    """One configuration of the core."""

    ring: Ring
    units: int
    method: Method
    scaled: bool

    def __str__(self) -> str:
        return f"{self.ring.name}-U{self.units}-{self.method.label}-{'scaled' if self.scaled else 'exact'}"

    @cached_property
    def design(self) -> Block:
        parameters = {"Units": self.units, "Method": self.method.label, "Scaled": int(self.scaled)}
        return core("pwmm", self.ring, **parameters)

    @property
    def pipeline(self) -> Pipeline:
        return Pipeline(self.ring, self.units, self.method, self.scaled)


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
        for index, method in enumerate((("TILES", "BARRETT", "FOLD")[number % 3], ("KRED", "LDSP")[number % 2]))
    ]
    return list(dict.fromkeys([*every, *both, *other]))


MATRIX = _every()

TIGHT = ((8, 7681, True, 1, "FOLD"), (16, 7681, False, 2, "BARRETT"), (32, 193, False, 1, "TILES"))
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


class Rows(Traffic):
    """Operations, some with an illegal k: 0, which is one polynomial, or more than 8."""

    @cached_property
    def owner(self) -> NDArray[np.int64]:
        return np.repeat(np.arange(len(self.k)), np.maximum(self.k, 1))


def rows(of: Point, k: Sequence[int], seed: int, codes: Sequence[int] = ()) -> Traffic:
    """Products with these k, or these codes; all but products with a k from 1 to 8 are refused."""
    found = random(of, codes or ["pwm"] * len(k), seed, np.maximum(k, 1).tolist())
    names = [
        "pwm" if code in ("pwm", PWM) and 1 <= each <= LARGEST_K else code
        for code, each in zip(found.operations, k, strict=True)
    ]
    return Rows(found.design, names, np.array(k), found.a, found.b)


def refusals(of: Point, count: int, seed: int) -> Traffic:
    """Rows among operations that the core lacks, in random order: every code, every k from 0 to 15."""
    rng = np.random.default_rng(seed)
    bad = [(code, int(rng.integers(16))) for code in range(8) if code != PWM]
    bad += [(PWM, k) for k in (0, *range(LARGEST_K + 1, 16))]
    good = [(PWM, int(k)) for k in rng.integers(1, LARGEST_K + 1, len(bad))]
    chosen = [(bad + good)[i] for i in rng.permutation(len(bad + good))[:count]]
    return rows(of, [k for _, k in chosen], seed, [code for code, _ in chosen])
