# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Points of the streaming cores `mdf` and `mdc`."""

from dataclasses import dataclass
from functools import cached_property

from core_cases import Tested, user_ring

from twiddle import core
from twiddle.base.rings import Ring, ring
from twiddle.catalog.block import Block
from twiddle.model.methods import Method
from twiddle.model.streaming import Form, MdcCore, MdfCore

FORWARD, TRANSFORM, PRODUCT = Form.FORWARD, Form.TRANSFORM, Form.PRODUCT


@dataclass(frozen=True)
class Point(Tested):
    """One configuration of a streaming core."""

    core: str
    ring: Ring
    form: Form = PRODUCT
    lanes: int = 4
    mixed: int = 0
    method: Method = Method.FOLD

    def __str__(self) -> str:
        words = [self.core, self.ring.name, self.form.label]
        words += [f"L{self.lanes}"] if self.core == "mdc" else []
        words += ["mixed"] if self.mixed else []
        words += [] if self.method is Method.FOLD else [self.method.label]
        return "-".join(words)

    @property
    def probes(self) -> tuple[str, ...]:
        """Of a product core the beginning of every polynomial that enters the inverse after a product."""
        begins = "begin_q" if self.core == "mdf" else "product_sop"
        return (f"u_pipe.gen_product.u_product.{begins}",) if self.form is PRODUCT else ()

    @cached_property
    def design(self) -> Block:
        more = {"Lanes": self.lanes, "Mixed": self.mixed} if self.core == "mdc" else {}
        return core(self.core, self.ring, Form=self.form.label, Method=self.method.label, **more)

    @property
    def model(self) -> MdcCore | MdfCore:
        if self.core == "mdf":
            return MdfCore(self.ring, self.method, self.form)
        return MdcCore(self.ring, self.lanes, self.method, self.form, bool(self.mixed))

    def path(self, operation: str) -> str:
        """Operations of one path follow each other without a gap."""
        if self.mixed:
            return "any"
        return "mul" if operation == "mult" else operation


KEM, FALCON, FALCON_1024, DSA = (ring(name) for name in ("ml-kem", "falcon-512", "falcon-1024", "ml-dsa"))

MDF_16 = Point("mdf", user_ring(16, 7681, True))
MDC_16 = Point("mdc", user_ring(16, 7681, True))
MIXED_16 = Point("mdc", user_ring(16, 7681, False), mixed=1)
MIXED_TURNS = Point("mdc", user_ring(16, 97, True), TRANSFORM, mixed=1)
"""The shortest with four lanes."""

TURNS_64 = Point("mdc", user_ring(64, 257, True), TRANSFORM, lanes=2)
"""One whose lines are much longer in one direction than in the other."""

MDF_KEM, MDC_KEM, MIXED_KEM = Point("mdf", KEM), Point("mdc", KEM), Point("mdc", KEM, mixed=1)

PRESETS = [
    MDF_KEM,
    MDC_KEM,
    MIXED_KEM,
    Point("mdf", KEM, TRANSFORM, method=Method.SHIFT_ADD),
    Point("mdc", KEM, TRANSFORM, mixed=1),
    Point("mdf", KEM, FORWARD),
    Point("mdf", FALCON_1024, FORWARD),
    Point("mdf", FALCON_1024),
    Point("mdc", FALCON_1024, TRANSFORM),
    Point("mdc", FALCON, TRANSFORM),
    Point("mdc", DSA, FORWARD, 2, 0, Method.MONTGOMERY),
]

SMALL = [
    MDF_16,
    Point("mdf", user_ring(16, 17, False), method=Method.BARRETT),
    Point("mdf", user_ring(32, 7681, False), method=Method.KRED),
    Point("mdf", user_ring(64, 12289, True), method=Method.TILES),
    Point("mdc", user_ring(64, 12289, False), method=Method.TILES_SHIFT),
    Point("mdc", user_ring(32, 7681, True), lanes=2, mixed=1, method=Method.LDSP),
    Point("mdf", user_ring(64, 257, False), TRANSFORM, method=Method.LDSP),
    MDC_16,
    MIXED_16,
    MIXED_TURNS,
    TURNS_64,
    Point("mdc", user_ring(8, 17, True), lanes=2),
    Point("mdc", user_ring(8, 17, False), lanes=2, mixed=1, method=Method.MONTGOMERY),
    Point("mdc", user_ring(32, 7681, True), TRANSFORM, lanes=8, mixed=1, method=Method.KRED),
    Point("mdc", user_ring(32, 193, False), lanes=8),
    Point("mdc", user_ring(32, 8380417, True), FORWARD, lanes=4),
]
"""n of four times the lanes and of a little more, five bits and 23."""

POINTS = PRESETS + SMALL

EACH = [MDF_16, MDC_16, MIXED_16, MIXED_TURNS]
"""Every kind of pipe once; quick."""

LONG = [MDF_KEM, MDC_KEM, MIXED_KEM]
"""Every kind of product core as it is used."""
