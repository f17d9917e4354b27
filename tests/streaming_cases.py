# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Points of the streaming cores `mdf` and `mdc`."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from core_cases import seed_of, user_ring

from twiddle import core, model
from twiddle.designs import Design
from twiddle.model.methods import Method
from twiddle.model.passes import TAKES_B
from twiddle.model.streaming import Form, MdcCore, MdfCore
from twiddle.rings import Ring, ring
from twiddle.sim import Simulator

FORWARD, TRANSFORM, PRODUCT = Form.FORWARD, Form.TRANSFORM, Form.PRODUCT


@dataclass(frozen=True)
class Point:
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
        """Of a product core the beginning of every polynomial that enters the inverse behind a product."""
        begins = "read_begin_q" if self.core == "mdf" else "product_sop"
        return (f"u_pipe.gen_product.u_product.{begins}",) if self.form is PRODUCT else ()

    @cached_property
    def design(self) -> Design:
        more = {"Lanes": self.lanes, "Mixed": self.mixed} if self.core == "mdc" else {}
        return core(self.core, self.ring, Form=self.form.label, Method=self.method.label, **more)

    @property
    def model(self) -> MdcCore | MdfCore:
        if self.core == "mdf":
            return MdfCore(self.ring, self.method, self.form)
        return MdcCore(self.ring, self.lanes, self.method, self.form, bool(self.mixed))

    @property
    def operations(self) -> tuple[str, ...]:
        return self.design.operations

    @property
    def two_operands(self) -> tuple[str, ...]:
        return tuple(name for name in self.operations if name in TAKES_B)

    @property
    def refused(self) -> tuple[int, ...]:
        return tuple(range(len(self.operations), 8))

    @property
    def seed(self) -> int:
        return seed_of(str(self))

    def path(self, operation: str) -> str:
        """Operations of one path follow each other without a gap."""
        if self.mixed:
            return "any"
        return "mul" if operation == "mult" else operation

    def alone(self, simulation: Simulator, operation: str, a: np.ndarray, b: np.ndarray) -> str:
        run = simulation.run(operation, a, b if operation in TAKES_B else None, seed=1)
        expected = model.run(self.ring, operation, a, b if operation in TAKES_B else None)
        different = int((run.c != expected).sum())
        return f"{different} coefficients differ" if different else "right"


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


LENGTH = "N is not a power of two from 8 to 4096"
PRIME = "Q is not an odd prime below 2^24"
ORDER = "RootOrder is neither N nor 2 N"
ROOT = "Root is not an element of [2, Q) of order RootOrder modulo Q"

SELECT = "Select is for Ring falcon-1024 and Form FORWARD or TRANSFORM"

NUMBERS = (256, 3329, 17, 256)
"""Of ml-kem."""

ILLEGAL: list[tuple[str, tuple[int, int, int, int], dict[str, str], str]] = [
    *(
        (top, numbers, {}, rule)
        for top in ("twd_mdf", "twd_mdc")
        for numbers, rule in (
            ((192, 3329, 17, 256), LENGTH),
            ((256, 3327, 17, 256), PRIME),
            ((256, 3329, 17, 128), ORDER),
            ((256, 3329, 18, 256), ROOT),
        )
    ),
    *((top, NUMBERS, {"Form": "2'd3"}, "Form is not FORWARD (0), TRANSFORM (1) or PRODUCT (2)")
      for top in ("twd_mdf", "twd_mdc")),
    ("twd_mdf", (8, 17, 2, 8), {}, "N is less than 16"),
    ("twd_mdf", NUMBERS, {"Select": "1", "Form": "2'd1"}, SELECT),
    ("twd_mdc", (16, 17, 3, 16), {"Lanes": "8"}, "N is less than 4 Lanes"),
    ("twd_mdc", NUMBERS, {"Lanes": "3"}, "Lanes is not 2, 4 or 8"),
    ("twd_mdc", NUMBERS, {"Memory": "3"}, "Memory is not BLOCK (0), LUT (1) or LUT16 (2)"),
    ("twd_mdf", NUMBERS, {"Memory": "3"}, "Memory is not BLOCK (0), LUT (1) or LUT16 (2)"),
    ("twd_mdc", NUMBERS, {"Mixed": "1", "Form": "2'd0"}, "Mixed is for Form TRANSFORM or PRODUCT"),
    ("twd_mdc_engine", NUMBERS, {"Direction": "2'd3"}, "Direction is not FORWARD, INVERSE or BOTH"),
    ("twd_mdc_engine", NUMBERS, {"Pass": "1"}, "Pass is not for Direction BOTH"),
    ("twd_mdc_engine", NUMBERS, {"Mixed": "1", "Direction": "2'd0"}, "Mixed is for Direction BOTH alone"),
    (
        "twd_mdc_engine",
        NUMBERS,
        {"Mixed": "1", "Streams": "2"},
        "Streams is not positive, or not 1 with Mixed",
    ),
]  # fmt: skip
"""Top, the numbers of a ring, other parameters, and what elaboration says of them."""

UNITS: list[tuple[str, dict[str, int], str]] = [
    ("twd_stream_buffer", {"Beats": 6}, "Beats is not a power of two from 4 on"),
    ("twd_stream_buffer", {"Beats": 2}, "Beats is not a power of two from 4 on"),
    ("twd_stream_control", {"Beats": 6}, "Beats is not a power of two from 4 on"),
    ("twd_stream_egress", {"Beats": 6}, "Beats is not a power of two from 4 on"),
    (
        "twd_stream_egress",
        {"Words": 100},
        "Words is not a multiple of the shortest polynomial that holds two of the longest",
    ),
]
"""Units of the shell, illegal parameters, and what elaboration says of them."""
