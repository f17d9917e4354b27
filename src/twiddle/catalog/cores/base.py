# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What several cores share: parameters, measured points, and the common part of `mdf` and `mdc`, which stream."""

from enum import IntEnum

from twiddle.base.rings import Ring
from twiddle.catalog.block import Parameters, ParameterSpec, Point, PolynomialCore, choice
from twiddle.model import methods
from twiddle.model.methods import Method
from twiddle.model.streaming import Form


class Memory(IntEnum):
    """The memory primitives of a core, as in `twd_ram_pkg`."""

    BLOCK = 0
    LUT = 1
    LUT16 = 2


DOUBLE_BUFFER = "1: load and unload during computation; 0: less memory"
TABLES = ParameterSpec("LogicTables", 0, (0, 1), "1: constant tables in logic, for ASICs; 0: in block RAM")
TRUSTED = ParameterSpec("Trusted", 0, (0, 1), "1: operands are canonical by contract and not checked")
MEMORY = choice("Memory", Memory.BLOCK, Memory, "block RAM; LUTs of 64 words (AMD), or of 16 (ECP5, Gowin)")
STREAM_MEMORY = choice(
    "Memory", Memory.LUT, Memory, "operands and results in LUTs of 64 words (AMD), of 16 (ECP5, Gowin), or block RAM"
)

AREA = ("xc7",)
"""Targets of designs whose place and route takes an hour or more with three seeds."""

ULTRASCALE = ("xcup",)
"""The family of Table II of Nguyen 2019."""

LARGER = ("xcup", "gowin")
"""Families in addition to those of the reference flow."""

FIVE = (1, 2, 3, 4, 5)
"""Seeds of place and route for designs in README."""

ONE = (1,)
"""Seed of designs above 20,000 LUT, of which one place and route takes half an hour."""

LUTS: Parameters = {"Method": "tiles_shift", "Memory": "lut16"}
"""No DSP block and no block RAM."""


METHOD = choice(
    "Method",
    Method.FOLD,
    Method,
    "multiplication method; ldsp and tiles use no DSP block, shift_add is the published one",
)
FORM = choice("Form", Form.PRODUCT, Form, "forward: ntt; transform: ntt and intt; product: all operations")
TECHNOLOGY = (TABLES, TRUSTED, STREAM_MEMORY)
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
