# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Points of every core of the catalogue: those of a list, or for a core without one a few that it takes.

The tests have a cover of them, with every value of each parameter; `make matrix` has a pairwise covering array of
every core over all rings of the schemes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import pwmm_cases
import pytest
import quad_cases
import streaming_cases
from core_cases import MATRIX, METHODS, RNS, USER, Listed, Tested, chosen, user_ring
from covers import covering

from lint.cover import cover
from twiddle import core
from twiddle.base.rings import rings
from twiddle.catalog.block import Kind
from twiddle.catalog.cores import CORES
from twiddle.catalog.hls_sources import reason_against

STREAMING = {name: [point for point in streaming_cases.POINTS if point.core == name] for name in ("mdf", "mdc")}

HLS = [
    Listed(core("quad-hls", of))
    for of in [*rings(), user_ring(16, 12289, True), user_ring(32, 8380417, True), user_ring(64, 7681, True)]
    if reason_against(of) is None
]

IN_PLACE = [*MATRIX, *USER, *METHODS, *RNS]

LISTS: Mapping[str, Sequence[Tested]] = {
    **{name: [each for each in IN_PLACE if each.design.core == name] for name in ("iterative", "rns")},
    "quad": quad_cases.POINTS,
    "pwmm": [*pwmm_cases.MATRIX, *pwmm_cases.USER],
    **STREAMING,
    "quad-hls": HLS,
}

FEW_OF: Mapping[str, Sequence[Tested]] = {
    "iterative": [*chosen(("ml-kem", 4)), *chosen(("ml-dsa", 1))[:1]],
    "rns": [RNS[5]],
    "quad": quad_cases.FEW[:2],
    "pwmm": pwmm_cases.SMALL[:2],
    **{name: [point for point in streaming_cases.EACH if point.core == name] for name in STREAMING},
    "quad-hls": [point for point in HLS if point.ring.name == "ml-dsa" or point.ring.n == 16],
}
"""For what does not depend on every parameter, and takes long."""

SMALL = [user_ring(16, 12289, True), user_ring(64, 7681, True), user_ring(64, 7681, False)]


def points_of(kind: Kind) -> Iterator[Tested]:
    """The default in every ring of SMALL and in the first preset that it takes, and each other value once."""
    taken = [of for of in SMALL if kind.takes(of)] + [of for of in rings() if kind.takes(of)][:1]
    seen: set[tuple[str, int | str]] = set()
    for of in taken:
        for number, design in enumerate(kind.combinations(of)):
            new = set(design.parameters.items()) - seen
            if number == 0 or new:
                yield Listed(design)
            seen |= new


OF: Mapping[str, Sequence[Tested]] = {kind.name: LISTS.get(kind.name) or list(points_of(kind)) for kind in CORES}
POINTS = [point for points in OF.values() for point in points]
FEW = [point for name, points in OF.items() for point in FEW_OF.get(name, points[:2])]


def features(point: Tested) -> set[tuple[str, ...]]:
    """What a test of this point has tried: parameters and kind of ring of its core; a method, a preset.

    The tests of multipliers and butterflies have every method with many moduli.
    """
    name, of = point.design.core, point.ring
    values = {
        ("any core" if key == "Method" else name, key, str(value)) for key, value in point.design.parameters.items()
    }
    presets = {("ring", of.name)} if of in rings() else set()
    return {(name, "complete", str(of.complete)), *presets, *values}


SLOW = [
    point
    for point in POINTS
    if str(point) in ("mdf-falcon-1024-product", "kyber-v1-B2-single-rns", "n4096-q12289-pairs-B4-double")
]
"""What takes half a minute to build and to simulate."""

QUICK = [point for point in POINTS if point not in SLOW]
COVER = covering(QUICK, features, FEW, lambda point: 512 + point.ring.n)
"""The points of every run, with each feature of QUICK."""

EVERY = [Listed(design) for kind in CORES for design in cover(kind, rings())]
"""Every pair of values of each core, its ring and its parameters for a technology among them."""


def each(points: Iterable[Tested]) -> pytest.MarkDecorator:
    """A test at each of the points that is in COVER."""
    return pytest.mark.parametrize("point", [point for point in points if point in COVER], ids=str)
