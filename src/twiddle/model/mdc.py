# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Layouts and cycles of `twd_mdc_engine`, the multi-path delay commutator.

A layout maps coefficients to places: the index bit of every lane bit and of every beat bit. A shuffle of the
engine moves index bits; its latency is the smallest causal one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from twiddle.base.errors import TwiddleError
from twiddle.base.rings import Ring
from twiddle.model.butterflies import dual_latency
from twiddle.model.methods import Method, bare_latency, check

LANES = (2, 4, 8)


@dataclass(frozen=True)
class Layout:
    """Index bits by place, lowest place first."""

    lanes: tuple[int, ...]  # the index bit of every bit of the lane's number
    beat: tuple[int, ...]  # the index bit of every bit of the beat's number

    def indices(self) -> NDArray[np.int64]:
        """The index on every lane at every beat, shape (beats, lanes)."""
        return np.add.outer(_spread(self.beat), _spread(self.lanes))

    def inverse(self) -> NDArray[np.int64]:
        """Beat * lanes + lane of every index, shape (n,)."""
        return np.argsort(self.indices(), axis=None)


def _spread(bits: tuple[int, ...]) -> NDArray[np.int64]:
    """The number k with bit i moved to bits[i], for every k, shape (2^len(bits),)."""
    numbers = np.arange(1 << len(bits), dtype=np.int64)
    return sum(((numbers >> place & 1) << bit for place, bit in enumerate(bits)), np.zeros_like(numbers))


def commute(layout: Layout, place: int) -> Layout:
    """Exchanges lane bit 0 with the beat bit at a place (`twd_mdc_commutator`)."""
    beat = list(layout.beat)
    beat[place], first = layout.lanes[0], layout.beat[place]
    return Layout((first, *layout.lanes[1:]), tuple(beat))


def reorder(layout: Layout) -> Layout:
    """Moves lane bit 0 to the lowest beat bit, and the highest beat bit to lane bit 0 (`twd_mdc_reorder`)."""
    return Layout((layout.beat[-1], *layout.lanes[1:]), (layout.lanes[0], *layout.beat[:-1]))


@cache
def distance(before: Layout, after: Layout) -> int:
    """Smallest delay of the stream in beats such that no coefficient leaves before it arrives."""
    lanes = 1 << len(before.lanes)
    return int((before.inverse() // lanes - after.inverse() // lanes).max())


@dataclass(frozen=True)
class Mdc:
    """One engine."""

    ring: Ring
    lanes: int = 4
    method: Method = Method.FOLD
    inverse: bool = False  # direction of the layouts and blocks
    mixed: bool = False  # polynomials of both directions follow each other
    both: bool = False  # supports both directions; mixed implies it

    def __post_init__(self) -> None:
        check(self.method, self.ring.q)
        if self.lanes not in LANES:
            raise TwiddleError(f"lanes = {self.lanes} is not one of {', '.join(map(str, LANES))}")
        if self.ring.n < 4 * self.lanes:
            raise TwiddleError(f"n = {self.ring.n} is less than 4 lanes = {4 * self.lanes}")

    @property
    def beats(self) -> int:
        return self.ring.n // self.lanes

    @property
    def multipliers(self) -> int:
        return self.lanes // 2 * self.ring.layers

    @property
    def natural(self) -> Layout:
        """Layout of the engine's input and output."""
        place, top = self.lanes.bit_length() - 1, self.ring.n.bit_length() - 1
        return Layout(tuple(range(place)), tuple(range(place, top)))

    def layer(self, stage: int) -> int:
        """The transform layer of a stage."""
        return self.ring.layers - 1 - stage if self.inverse else stage

    def pair_bit(self, stage: int) -> int:
        """The index bit that a stage pairs."""
        return self.ring.n.bit_length() - 2 - self.layer(stage)

    def shuffles(self) -> list[tuple[Layout, Layout]]:
        """The layouts before and after every shuffle, 0 to `layers`."""
        forward = list(self._forward())
        return [(after, before) for before, after in reversed(forward)] if self.inverse else forward

    def _forward(self) -> Iterator[tuple[Layout, Layout]]:
        layout = self.natural
        top = self.ring.n.bit_length() - 2
        for shuffle in range(self.ring.layers + 1):
            bit = top - shuffle
            if bit >= len(layout.lanes):
                after = commute(layout, layout.beat.index(bit))
            else:
                after = reorder(layout) if bit == 0 else layout
            yield layout, after
            layout = after

    def layouts(self) -> list[NDArray[np.int64]]:
        """The index on every lane at every beat at every stage's input, each of shape (beats, lanes)."""
        return [after.indices() for _, after in self.shuffles()[:-1]]

    def blocks(self, stage: int) -> NDArray[np.int64]:
        """The block of every coefficient at a stage's input within its layer, shape (beats, lanes)."""
        return np.asarray(self.layouts()[stage] >> (self.pair_bit(stage) + 1))

    @property
    def stage_latency(self) -> int:
        """Cycles of a stage: 1 or 2 before the lazy product, sum (2)."""
        if self.both and not self.mixed:
            return 1 + dual_latency(self.method, self.ring.q)
        return 1 + bare_latency(self.method, self.ring.q) + (5 if self.mixed else 3)

    def shuffle_latencies(self) -> list[int]:
        """Cycles of every shuffle; a reorder buffer needs three more than its distance."""
        own = [_shuffle_latency(before, after) for before, after in self.shuffles()]
        if not self.mixed:
            return own
        return [max(pair) for pair in zip(own, reversed(own), strict=True)]

    @property
    def latency(self) -> int:
        """Cycles from x_i to y_o."""
        return sum(self.shuffle_latencies()) + self.ring.layers * self.stage_latency


def _shuffle_latency(before: Layout, after: Layout) -> int:
    reorders = after == reorder(before) or before == reorder(after)
    return distance(before, after) + (3 if reorders else 0)
