# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The common part of `mdf` and `mdc`: polynomials stream through a pipeline of stages."""

from __future__ import annotations

from twiddle.base.rings import Ring
from twiddle.catalog.block import Parameters, Point, PolynomialCore, Shown, Signal, choice
from twiddle.catalog.cores import base
from twiddle.model import methods
from twiddle.model.methods import Method
from twiddle.model.streaming import Form

METHOD = choice(
    "Method",
    Method.FOLD,
    Method,
    "multiplication method; ldsp and tiles use no DSP block, shift_add is the published one",
)
FORM = choice("Form", Form.PRODUCT, Form, "forward: ntt; transform: ntt and intt; product: all operations")
TECHNOLOGY = (base.TABLES, base.TRUSTED, base.STREAM_MEMORY)
SHOWN = Shown(
    Point("ml-kem", {"Form": "transform"}),
    "ntt",
    (
        Signal("room_o", 1, "the output memory has space for one more result", "u_shell"),
        Signal("a_start", 1, "a complete polynomial starts to leave the input buffer", "u_shell"),
        Signal("y_sop", 1, "two cycles before beat 0 of a result after the last stage"),
    ),
    count=3,
)
"""Three transforms without a gap."""

APART = tuple(Point("ml-kem", {"Form": form}) for form in ("transform", "product"))


class Streaming(PolynomialCore):
    """A core with the parameters `Form` and `Method`."""

    pipelined = True

    def __init__(self, ring: Ring, parameters: Parameters, /) -> None:
        super().__init__(ring, parameters)
        self.form = Form[str(parameters["Form"]).upper()]

    def broken(self) -> str | None:
        who = f"Lanes = {self.lanes} needs" if "Lanes" in self.parameters else "four lanes need"
        return self.refused(lambda method: methods.reason(method, self.ring.q)) or (self.short(4 * self.lanes, who))
