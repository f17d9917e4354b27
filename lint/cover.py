# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Few points for many: covering arrays over the legal designs of a core.

Nearly every fault of a design shows at one value or at one pair of values of its parameters. `cover` therefore
chooses designs in which each pair of values that is legal together occurs. The ring is one of the parameters, so
every (core, method, ring) that elaborates is among them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from heapq import heapify, heapreplace
from itertools import combinations, product
from typing import Any, TypeVar

from twiddle.base.rings import Ring
from twiddle.catalog.block import Block, Kind

T = TypeVar("T")
Features = Callable[[T], Iterable[Hashable]]


def columns(value: Any) -> set[Any]:
    """Features of a tuple: what stands in each place. Of anything else, itself."""
    return set(enumerate(value)) if isinstance(value, tuple) else {value}


def covering(
    points: Iterable[T],
    features: Features[T] = columns,
    first: Iterable[T] = (),
    cost: Callable[[T], float] = lambda point: 1,
) -> list[T]:
    """`first`, then one by one the point with the most features that none before it has, for its cost."""
    kept, every = list(dict.fromkeys(first)), list(points)
    have = {feature for point in kept for feature in features(point)}
    new, costs = [set(features(point)) for point in every], [cost(point) for point in every]
    gains = [(-len(new[at]) / costs[at], at) for at in range(len(every))]
    heapify(gains)
    while gains:
        at = gains[0][1]
        new[at] -= have
        now = (-len(new[at]) / costs[at], at)
        if now != gains[0]:
            heapreplace(gains, now)  # A gain only falls, so the first one that is still right is the highest.
        elif new[at]:
            kept.append(every[at])
            have |= new[at]
        else:
            break
    return kept


def legal(kind: Kind, rings: Sequence[Ring]) -> Iterator[Block]:
    """Every legal design of a core in these rings, with every value of the parameters for a technology too."""
    specs = [*kind.parameters, *kind.technology]
    standard = {(spec.name, spec.default) for spec in kind.technology}
    items = [[(spec.name, value) for value in spec.allowed] for spec in specs]
    for ring in rings:
        for values in product(*items):
            if kind.chosen(ring, dict(values)).broken() is None:
                yield Block(kind, ring, dict(item for item in values if item not in standard))


def values(design: Block, strength: int = 2) -> Iterable[Hashable]:
    """The pairs of values of a design: of its ring and of its parameters, those for a technology too.

    strength  1: single values; 3: triples
    """
    standard = {spec.name: spec.default for spec in design.kind.technology}
    return combinations([("ring", design.ring.name), *{**standard, **design.parameters}.items()], strength)


def cover(kind: Kind, rings: Sequence[Ring], strength: int = 2, first: Iterable[Block] = ()) -> list[Block]:
    """A covering array of a core: each pair of values that is legal together occurs in one of its designs.

    `first` are among them.

    Designs with fewer operations and lanes are preferred, since they are smaller; rings, by their order.
    """

    def cost(design: Block) -> int:
        return 8 + design.lanes + 4 * len(design.operations)

    return covering(legal(kind, rings), lambda design: values(design, strength), first, cost)
