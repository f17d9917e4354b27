# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Points of every core of the catalogue: chosen ones, or for a core without these a few that it takes.

Every run has each value of each parameter in some point of a core, over complete rings and over others, most of
them short, and each method in some core. `make matrix` has a pairwise covering array of every core over all rings of
the schemes. What a point has beside the parameters, by its core:

iterative  one butterfly, two and four, and memories in LUTs of one piece and of several
rns        tables as published and better, registers after them, passes shorter than the pipe
quad       single layers, in a complete ring (an odd number of layers) and in an incomplete one
pwmm       exactly as many beats as the pipe needs
mdf, mdc   n of four times the lanes and of more, 7 bits and 23
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import pytest
from core_cases import Listed, user_ring

from lint.cover import cover, covering
from twiddle import core, ring
from twiddle.base.rings import Ring, rings
from twiddle.catalog.block import Block, Kind
from twiddle.catalog.cores import CORES

KEM, DSA = ring("ml-kem"), ring("ml-dsa")


def measured(kind: Kind) -> list[Block]:
    """The measured designs of a core, without those of one ring at run time, which `test_streaming_select` has."""
    return [block for block, _ in kind.measured() if not block.parameters.get("Select")]


def listed(name: str, of: Ring, **parameters: int | str) -> Listed:
    return Listed(core(name, of, **parameters))


MDF_16 = listed("mdf", user_ring(16, 7681, True), Form="product")
MDC_16 = listed("mdc", user_ring(16, 7681, True), Form="product")
MIXED_16 = listed("mdc", user_ring(16, 7681, False), Form="product", Mixed=1)
MIXED_TURNS = listed("mdc", user_ring(16, 97, True), Form="transform", Mixed=1)
STREAMING = [MDF_16, MDC_16, MIXED_16, MIXED_TURNS]
"""Every kind of pipe of the streaming cores once; quick."""

FEW_OF: Mapping[str, Sequence[Listed]] = {
    "iterative": [
        listed("iterative", KEM, Butterflies=4, DoubleBuffer=1),
        listed("iterative", KEM, Butterflies=4, DoubleBuffer=0),
        listed("iterative", DSA, Butterflies=1, DoubleBuffer=1),
    ],
    "rns": [listed("rns", KEM, Butterflies=4, DoubleBuffer=1, Registers=1)],
    "quad": [
        listed("quad", user_ring(64, 7681, True), Method="fold"),
        listed("quad", user_ring(64, 7681, False), Method="kred2x"),
    ],
    "pwmm": [listed("pwmm", KEM), listed("pwmm", KEM, Units=2, Method="ldsp", Scaled=1)],
    "mdf": [MDF_16],
    "mdc": [MDC_16, MIXED_16, MIXED_TURNS],
    "quad-hls": [
        listed("quad-hls", DSA),
        *(listed("quad-hls", each) for each in (user_ring(16, 12289, True), user_ring(32, 3329, False))),
    ],
}
"""For what does not depend on every parameter, and takes long."""

MORE_OF: Mapping[str, Sequence[Listed]] = {
    "iterative": [
        listed("iterative", user_ring(8, 7681, False), Butterflies=2, DoubleBuffer=0, Memory="lut"),
        listed("iterative", user_ring(128, 12289, True), Butterflies=2, Method="kred", Memory="lut16"),
        listed("iterative", user_ring(16, 7681, True), Butterflies=4, DoubleBuffer=0, Method="plantard"),
    ],
    "rns": [
        listed("rns", user_ring(32, 257, False), Butterflies=2, Memory="lut"),
        listed("rns", user_ring(8, 3329, False), Butterflies=1, DoubleBuffer=1, Published=1),
        listed("rns", user_ring(16, 3329, False), Butterflies=2, DoubleBuffer=0, Published=2),
        listed("rns", user_ring(8, 577, True), Butterflies=1, Registers=1),
    ],
    "quad": [listed("quad", user_ring(128, 7681, True), Published=1, Memory="lut")],
    "pwmm": [
        listed("pwmm", KEM, Units=2, Method="rns"),
        listed("pwmm", user_ring(16, 7681, True), Units=2, Method="barrett"),
    ],
    "mdf": [
        listed("mdf", KEM, Form="forward"),
        listed("mdf", user_ring(16, 3329, False), Form="transform", Method="shift_add", Memory="lut16"),
        listed("mdf", user_ring(16, 3329, False), Form="product", Mult=1),
    ],
    "mdc": [
        listed("mdc", DSA, Lanes=2, Form="forward", Method="montgomery"),
        listed("mdc", user_ring(16, 3329, False), Form="product", Method="tiles_shift", Memory="block"),
        listed("mdc", user_ring(32, 7681, True), Lanes=8, Form="transform", Mixed=1, Method="kred"),
    ],
}

SMALL = [user_ring(16, 12289, True), user_ring(64, 7681, True), user_ring(64, 7681, False)]


def points_of(kind: Kind) -> Iterator[Listed]:
    """The default in every ring of SMALL and in the first preset that it takes, and each other value once."""
    taken = [of for of in SMALL if kind.takes(of)] + [of for of in rings() if kind.takes(of)][:1]
    seen: set[tuple[str, int | str]] = set()
    for of in taken:
        for number, design in enumerate(kind.combinations(of)):
            new = set(design.parameters.items()) - seen
            if number == 0 or new:
                yield Listed(design)
            seen |= new


FEW = [point for kind in CORES for point in FEW_OF.get(kind.name) or list(points_of(kind))[:2]]
ONCE = covering(
    FEW,
    lambda point: [(point.design.core, point.design.parameters.get(name)) for name in ("DoubleBuffer", "Mixed")],
    cost=lambda point: point.ring.n,
)
"""Each core and kind of buffer and pipe."""

POINTS = [*dict.fromkeys([*FEW, *(each for points in MORE_OF.values() for each in points)])]
POINTS += [point for kind in CORES if kind.name not in FEW_OF for point in list(points_of(kind))[2:]]
IN_PLACE = [point for point in POINTS if point.in_place]

WIDE = [
    listed("iterative", user_ring(16, 8380417, False), Butterflies=2, DoubleBuffer=0),
    listed("iterative", user_ring(4096, 12289, False), Butterflies=4, DoubleBuffer=0),
    listed("quad", user_ring(64, 8380417, False)),
    listed("pwmm", user_ring(128, 8380417, False)),
    listed("mdc", user_ring(64, 12289, False), Form="product"),
]
"""Incomplete rings of more bits than those of the schemes, and the longest polynomial."""

DISTINCT = [of for of in rings() if of.name != "newhope-512"]
"""The presets without the one that is another, falcon-512, but for its constants."""

EVERY = [Listed(design) for kind in CORES for design in cover(kind, DISTINCT, first=measured(kind))]
EVERY += WIDE
"""Every measured design, and every pair of values of each core, its ring and parameters for a technology."""


def each(points: Iterable[Listed]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("point", list(points), ids=str)
