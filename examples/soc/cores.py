# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The cores that the system can have beside its processor, one at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import twiddle
from twiddle.bundle.wrap import registers, system_top

LANES, SLOTS = 4, 16


@dataclass(frozen=True)
class Core:
    """A core on AXI4-Lite, with a DMA for its streams.

    title      in words
    moves      what its DMA moves, in words
    number     in `soc.v`
    top        its module in the RTL
    name       the module of `soc.v`
    text       the Verilog of that
    dma        the module of its DMA
    firmware   the C file that runs it, without its ending
    driver     the C file of its driver, without its ending
    registers  the description of its registers
    """

    title: str
    moves: str
    number: int
    top: str
    name: str
    text: Callable[[], str]
    dma: str
    firmware: str
    driver: str
    registers: str


UNIT = Core(
    title="polynomial unit",
    moves="polynomials",
    number=1,
    top="twd_unit_axi",
    name="poly_unit",
    text=lambda: system_top.unit("poly_unit", twiddle.ring("ml-dsa"), twiddle.ring("ml-kem"), LANES, SLOTS),
    dma="soc_dma",
    firmware="unit",
    driver="twiddle_unit",
    registers=registers.UNIT,
)
LATTICE = Core(
    title="ML-KEM and ML-DSA whole",
    moves="frames",
    number=2,
    top="twd_lattice_axi",
    name="lattice",
    text=lambda: system_top.lattice("lattice", {"Lanes": LANES}),
    dma="soc_frames",
    firmware="lattice",
    driver="twiddle_lattice",
    registers=registers.LATTICE,
)
CORES = (UNIT, LATTICE)
OF_FORM = {"software": None, "calls": UNIT, "chained": UNIT, "lattice": LATTICE}
"""The core of each form of the software."""
