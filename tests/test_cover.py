# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Covering arrays: every legal pair of values is in one, and the same call chooses the same designs."""

import math

import pytest

from lint.cover import cover, legal, values
from twiddle import core, ring
from twiddle.catalog.block import Kind
from twiddle.catalog.cores import CORES

RINGS = [ring("ml-kem"), ring("kyber-v1"), ring("ml-dsa")]


@pytest.mark.parametrize("kind", CORES, ids=lambda kind: kind.name)
def test_every_legal_pair_is_in_a_design(kind: Kind) -> None:
    every, few = list(legal(kind, RINGS)), cover(kind, RINGS)
    assert {pair for design in few for pair in values(design)} == {pair for design in every for pair in values(design)}
    assert few == cover(kind, RINGS)
    pairs = math.prod(sorted([len(RINGS), *(len(spec.allowed) for spec in kind.specs.values())])[-2:])
    assert len(few) <= 1.5 * pairs, "one of the two with most values, with each value of the other"
    assert [core(kind.name, design.ring, **design.parameters) for design in few] == few
