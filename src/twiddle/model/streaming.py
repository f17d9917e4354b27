# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles of the streaming cores `twd_mdf` and `twd_mdc`: their engines, and the surrounding shell."""

from dataclasses import dataclass, replace
from enum import IntEnum
from math import ceil

from twiddle.base.rings import Ring, ring
from twiddle.model import butterflies, methods
from twiddle.model.mdc import Mdc
from twiddle.model.mdf import LANES, SELECTED, Mdf
from twiddle.model.methods import Method
from twiddle.model.passes import TAKES_B

SHELL_LATENCY = 12
"""Cycles of `twd_stream_buffer` and `twd_stream_egress`, without the arrival of a whole polynomial."""

ENTRY_CYCLES = 6
"""Cycles from the last beat of the operands to beat 0 of the polynomial in the pipe."""

B_FOLLOWS = 2
"""Cycles from the first beat of a to that of b, where the ring is chosen at run time: it comes with a."""

PRODUCTS = ("mul", "mult")
"""Operations with two consecutive transforms."""


class Form(IntEnum):
    """The forms of `twd_stream_pkg`: each includes the operations of those before it."""

    FORWARD = 0
    TRANSFORM = 1
    PRODUCT = 2

    @property
    def label(self) -> str:
        return self.name.lower()

    @property
    def parameter(self) -> str:
        return f"2'd{self.value}"


def exact(method: Method) -> Method:
    """The method of `twd_pointwise`: the same if it leaves no factor, else one with as many DSP blocks."""
    if method in methods.EXACT:
        return method
    return Method.TILES if method in methods.WHOLE else Method.FOLD


def pointwise_latency(ring: Ring, method: Method) -> int:
    """Cycles of `twd_pointwise`."""
    if ring.complete:
        return methods.latency(exact(method), ring.q)
    return butterflies.base_latency(exact(method), ring.q)


def pointwise_multipliers(ring: Ring, lanes: int) -> int:
    """Multipliers of `twd_pointwise`."""
    return lanes if ring.complete else 2 * lanes


@dataclass(frozen=True)
class MdcCore:
    """Cycles of `twd_mdc`. Without a pause, one operation follows another after `beats` cycles."""

    ring: Ring
    lanes: int
    method: Method
    form: Form
    mixed: bool

    @property
    def engine(self) -> Mdc:
        """One of its transforms."""
        both = self.form is Form.TRANSFORM
        return Mdc(self.ring, self.lanes, self.method, mixed=self.mixed and both, both=both)

    @property
    def beats(self) -> int:
        return self.engine.beats

    @property
    def multipliers(self) -> int:
        if self.form is not Form.PRODUCT:
            return self.engine.multipliers
        return 3 * self.engine.multipliers + pointwise_multipliers(self.ring, self.lanes)

    def latency(self, operation: str) -> int:
        """Pipeline latency of an operation, from its first beat in to its first beat out."""
        transform, pointwise = self.engine.latency, pointwise_latency(self.ring, self.method)
        if self.form is not Form.PRODUCT:
            return transform
        if self.mixed:
            return 2 * transform + pointwise
        return {"ntt": transform + 1, "intt": transform + 2, "pwm": pointwise + 2}.get(
            operation, 2 * transform + pointwise + 3
        )

    def fill(self, operation: str) -> int:
        """Cycles from the first accepted beat to the first beat of the result."""
        return self.beats - 1 + SHELL_LATENCY + self.latency(operation)

    def entered(self) -> int:
        """Cycles of one product, first beat into the pipe to last beat into the inverse."""
        return self.latency("mul") - self.engine.latency - (0 if self.mixed else 1) + self.beats

    def path_change(self, operation: str) -> int:
        """Extra cycles before an operation on another path, compared with one on the same path."""
        return 0 if self.mixed else self.latency(operation) + 3


@dataclass(frozen=True)
class MdfCore:
    """Cycles of `twd_mdf`."""

    ring: Ring
    method: Method
    form: Form
    select: bool = False

    @property
    def engine(self) -> Mdf:
        """Its transform; for `Form.PRODUCT` the second one."""
        built = ring(SELECTED[-1]) if self.select else self.ring
        return Mdf(built, self.method, both=self.form is not Form.FORWARD)

    @property
    def beats(self) -> int:
        return self.ring.n // 4

    @property
    def multipliers(self) -> int:
        if self.form is not Form.PRODUCT:
            return self.engine.multipliers
        # With `select` a pointwise product of each kind.
        kinds = (ring(SELECTED[0]), ring(SELECTED[-1])) if self.select else (self.ring,)
        return 2 * self.engine.multipliers + sum(pointwise_multipliers(each, LANES) for each in kinds)

    @property
    def _follows(self) -> int:
        """Cycles by which the first beat of b is later than that of a, whose ring it has, at least."""
        return B_FOLLOWS if self.select else 0

    @property
    def batch(self) -> int:
        """Products in the data memory, between two direction changes of the second transform."""
        return 8 if self.beats <= 64 else max(2, 512 // self.beats)

    @property
    def _drain(self) -> int:
        """Cycles from the first beat of the last product to the first read of the data memory, less four."""
        return self.engine.latency + max(self.beats, pointwise_latency(self.ring, self.method) + 3)

    def latency(self, operation: str) -> int:
        """Pipeline latency of an operation, from its first beat in to its first beat out."""
        if self.form is not Form.PRODUCT:
            return self.engine.latency
        if operation in PRODUCTS:
            return self._drain + self.engine.latency + 4
        return 2 + (pointwise_latency(self.ring, self.method) if operation == "pwm" else self.engine.latency)

    def fill(self, operation: str) -> int:
        """Cycles from the first accepted beat to the first beat of the result."""
        later = self._follows if operation in TAKES_B else 0
        return self.beats - 1 + SHELL_LATENCY + self.latency(operation) + later

    def interval(self, operation: str) -> int:
        """Cycles between operations at full rate: for products, in full batches, rounded up."""
        if operation not in PRODUCTS:
            return self.beats
        cycles = (2 * self.batch - 1) * self.beats + self._drain + self.engine.latency + 4
        return ceil(cycles / self.batch)

    def entered(self) -> int:
        """Cycles of one product, first beat into the pipe to last into the inverse, as in the paper."""
        return self.beats + self._drain + 3

    def path_change(self, operation: str) -> int:
        """Extra cycles before an operation on another path, compared with one on the same path.

        After products: compared with one product after another of its batch. With `select` also before a
        product of another ring.
        """
        if operation in PRODUCTS:
            return self.latency(operation) + 1
        # With `select` the pipe is empty when the longest polynomial of any ring had left it.
        slowest = replace(self, ring=ring(SELECTED[0])) if self.select else self
        return slowest.latency(operation) + 3 + self.engine.beats - self.beats
