# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The blocks that are always recorded, with their targets and seeds, as the catalogue says."""

from __future__ import annotations

from functools import cache

from twiddle.catalog.block import Block, Point
from twiddle.catalog.designs import KINDS
from twiddle.tools.synth.records import SEEDS
from twiddle.tools.targets import REFERENCE


@cache
def _points() -> dict[str, list[tuple[Block, Point]]]:
    found: dict[str, list[tuple[Block, Point]]] = {}
    for kind in KINDS:
        for block, point in kind.measured():
            found.setdefault(block.stem, []).append((block, point))
    return found


def seeds_of(block: Block) -> tuple[int, ...]:
    """The place-and-route seeds of a block."""
    return next((point.seeds for _, point in _points().get(block.stem, ()) if point.seeds), SEEDS)


def targets_of(block: Block) -> tuple[str, ...]:
    """The targets on which a block is measured; those of the reference flow if the catalogue does not name it."""
    points = _points().get(block.stem, [(block, Point())])
    return tuple(dict.fromkeys(target for _, point in points for target in point.targets or REFERENCE))


def wanted(*families: str) -> list[tuple[Block, str]]:
    """The blocks of some families, or of all, that are always recorded, each with each of its targets."""
    return [
        (found[0][0], target)
        for found in _points().values()
        if not families or found[0][0].kind.family in families
        for target in targets_of(found[0][0])
    ]
