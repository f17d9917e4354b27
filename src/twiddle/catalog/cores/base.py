# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Parameters and measured points that several cores share."""

from __future__ import annotations

from enum import IntEnum

from twiddle.catalog.block import Parameters, ParameterSpec, choice


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

LARGER = ("xcup", "gowin")
"""Families in addition to those of the reference flow."""

FIVE = (1, 2, 3, 4, 5)
"""Seeds of place and route for designs in README."""

ONE = (1,)
"""Seed of designs above 20,000 LUT, of which one place and route takes half an hour."""

LUTS: Parameters = {"Method": "tiles_shift", "Memory": "lut16"}
"""No DSP block and no block RAM."""
