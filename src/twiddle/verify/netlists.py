# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Which designs have their netlists simulated: derived from the catalogue, so that a new core is among them."""

from __future__ import annotations

from collections.abc import Iterator

from twiddle.designs import CoreKind, Design, combinations, cores
from twiddle.rings import Ring

SMALL = tuple(Ring(f"n{n}-q3329", n, 3329, pow(17, 128 // n, 3329), 2 * n) for n in (16, 32, 64))
"""Rings of few coefficients modulo 3329, for which every method works; each core takes one of them."""

PAIRS = Ring("n32-q3329-pairs", 32, 3329, pow(17, 8, 3329), 32)
"""One whose transform is incomplete."""

WIDE = Ring("n64-q8380417", 64, 8380417, pow(1753, 4, 8380417), 128)
"""One of 23 bits."""


def smallest(kind: CoreKind) -> Design:
    """The first design of a core, over the shortest small ring, that offers most operations."""
    for ring in SMALL:
        if found := list(combinations(kind, ring)):
            return max(found, key=lambda design: len(design.operations))
    raise AssertionError(f"core {kind.name} takes none of the small rings")


def each_value(kind: CoreKind, rings: tuple[Ring, ...]) -> Iterator[Design]:
    """Designs in which every value of every parameter is at least once, as few and as early as possible."""
    seen: set[tuple[str, int | str]] = set()
    for ring in rings:
        designs = list(combinations(kind, ring))
        if designs and not kind.parameters:
            yield designs[0]
            return
        while designs:
            best = max(designs, key=lambda design: len(set(design.parameters.items()) - seen))
            if not set(best.parameters.items()) - seen:
                break
            seen |= set(best.parameters.items())
            yield best


def smoke() -> list[Design]:
    """The designs of `make test`: each core, and what the smallest design of a core does not have."""
    found = {kind.name: smallest(kind) for kind in cores()}
    more = [
        # Delay lines in memory need more than four words; so does a commutator whose delays differ.
        ("mdf", SMALL[2], {"Form": "transform"}),
        ("mdc", SMALL[0], {"Mixed": 1}),
    ]
    return [
        *found.values(),
        *(
            next(
                design
                for kind in cores()
                if kind.name == name
                for design in combinations(kind, ring)
                if chosen.items() <= design.parameters.items() and len(design.operations) > 1
            )
            for name, ring, chosen in more
        ),
    ]


def label(design: Design) -> str:
    """A design in one line."""
    return " ".join(
        [design.core, design.ring.name, *(f"{key}={value}" for key, value in design.parameters.items())]
    )
