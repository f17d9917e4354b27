# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The mixed-radix transform with multi-path delay feedback, `twd_mdf_engine`: four coefficients a cycle.

Source: Duong-Ngoc and Lee 2022, whose algorithm has the same result as `ntt`. `Mdf` gives the position of
every coefficient in every cycle.
"""

from dataclasses import dataclass

from twiddle.base.errors import TwiddleError
from twiddle.base.rings import Ring, ring
from twiddle.model import butterflies, methods
from twiddle.model.methods import Method
from twiddle.model.transform import zetas

LANES = 4

MIN_N = 16
"""The shortest polynomial of the engine."""

SELECTED = ("ml-kem", "falcon-512", "falcon-1024")
"""The rings of an engine with run-time selection, by their number at its port; the last has all stages."""


EITHER = tuple(method for method in Method if method not in methods.WHOLE)
"""Methods that reduce by either modulus of `SELECTED` after one product."""


def selected() -> tuple[Ring, ...]:
    """The rings of `SELECTED`."""
    return tuple(ring(name) for name in SELECTED)


@dataclass(frozen=True)
class Mdf:
    """The engine: stage s is layer s, in both directions."""

    ring: Ring
    method: Method = Method.FOLD
    both: bool = False  # also the inverse transform, through the stages in the opposite order
    select: bool = False  # every polynomial has its own ring of `selected` and passes the stages of the longest one

    def __post_init__(self) -> None:
        if self.ring.n < MIN_N:
            raise TwiddleError(f"{self.ring.name}: n = {self.ring.n} is less than {MIN_N}")
        methods.check(self.method, self.ring.q)
        if self.select:
            self._check_select()

    def _check_select(self) -> None:
        if self.ring != selected()[-1]:
            raise TwiddleError(f"{self.ring.name} is not {SELECTED[-1]}, which has the stages of all")
        for each in selected():
            methods.check(self.method, each.q)
        if self.method not in EITHER:
            raise TwiddleError(f"{self.method.label}: two moduli cannot share a product")

    def passed(self, of: Ring) -> int:
        """The first stages, which only delay a shorter ring; its layers follow."""
        return self.feedback_stages - (of.n // LANES).bit_length() + 1

    @property
    def beats(self) -> int:
        """Cycles of a polynomial: beat t has the coefficients 4 t to 4 t + 3."""
        return self.ring.n // LANES

    @property
    def feedback_stages(self) -> int:
        """Stages with a FIFO, which pair coefficients of different beats; the other stages pair lanes."""
        return self.beats.bit_length() - 1

    @property
    def multipliers(self) -> int:
        return LANES * self.feedback_stages + 2 * (self.ring.layers - self.feedback_stages)

    @property
    def delay_words(self) -> int:
        """Coefficients in the FIFOs of all stages."""
        return LANES * sum(map(self.depth, range(self.ring.layers)))

    def depth(self, stage: int) -> int:
        """Cycles of a stage's FIFO; 0 if lanes are paired."""
        return self.beats >> (stage + 1)

    @property
    def stage_latency(self) -> int:
        """Cycles of a stage without its FIFO."""
        return butterflies.streaming_latency(self.method, self.ring.q)

    @property
    def latency(self) -> int:
        """Cycles from a beat to the same beat of the result."""
        return self.beats - 1 + self.ring.layers * self.stage_latency + int(self.both)

    def order(self, inverse: bool = False) -> list[int]:
        """The stages in the order in which coefficients pass them."""
        return list(range(self.ring.layers))[:: -1 if inverse else 1]

    def start(self, stage: int, inverse: bool = False) -> int:
        """The cycle in which beat 0 reaches the input of a stage; it reaches the engine in cycle 0."""
        order = self.order(inverse)
        return sum(self.depth(before) + self.stage_latency for before in order[: order.index(stage)])

    def index(self, stage: int, lane: int, cycle: int, inverse: bool = False) -> int | None:
        """The coefficient on a lane at the input of a stage in a cycle; None outside a polynomial."""
        beat = cycle - self.start(stage, inverse)
        return LANES * beat + lane if 0 <= beat < self.beats else None

    def factor(self, stage: int, index: int, inverse: bool = False) -> int:
        """The multiplier's factor for coefficient `index` of a stage, divided by the scale of the method.

        In the inverse direction it multiplies the results of a stage, and stage 0 includes 1/2^layers. Values
        that pass no multiplier, such as the sums of stages without feedback, have 1.
        """
        ring = self.ring
        above = ring.n >> (stage + 1)
        second = bool(index & above)
        if not second and not self.depth(stage):
            return 1
        factor = zetas(ring)[(1 << stage) + index // (2 * above)] if second else 1
        if inverse:
            factor = pow(factor, -1, ring.q) * (pow(2, -ring.layers, ring.q) if stage == 0 else 1)
        return factor * pow(methods.scale(self.method, ring.q), -1, ring.q) % ring.q
