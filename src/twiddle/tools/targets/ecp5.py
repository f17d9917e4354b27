# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Lattice ECP5 by Yosys and nextpnr.

Devices: ECP5 and ECP5-5G Family Data Sheet (FPGA-DS-02012), Table 1.1 (24K, 44K, 84K LUTs; 56, 108, 208 EBRs;
28, 72, 156 multipliers). The exact LUTs and registers, one a LUT, are those of the vendor's mapper and of
nextpnr-ecp5's device database.
"""

from collections.abc import Mapping
from typing import Any

from twiddle.tools.targets import ecp5_pack
from twiddle.tools.targets.base import Cells, Device, Router, Target, total


def cells(counts: Mapping[str, int]) -> Cells:
    """Cells of an ECP5 netlist from the number of each primitive.

    `lut` = LUT4 + two a carry cell + six a distributed RAM; `dsp` = 18x18 multipliers; an EBR holds 18 kbit,
    so `bram36` = EBR / 2.
    """
    lut4, ccu2c = total(counts, "LUT4"), total(counts, "CCU2C")
    dpr, mult18 = total(counts, "TRELLIS_DPR16X4"), total(counts, "MULT18X18D")
    ebr = total(counts, "DP16KD", "PDPW16KD")
    return Cells(
        lut=lut4 + 2 * ccu2c + 6 * dpr,
        ff=total(counts, "TRELLIS_FF"),
        dsp=mult18,
        bram36=ebr / 2,
        lut4=lut4,
        ccu2c=ccu2c,
        dpr16x4=dpr,
        pfumx=total(counts, "PFUMX"),
        l6mux=total(counts, "L6MUX21"),
        mult18=mult18,
        alu54=total(counts, "ALU54B"),
        ebr=ebr,
    )


def pack(netlist: dict[str, Any], stay: str) -> Mapping[str, int]:
    """Moves registers into block RAM and multipliers (see `ecp5_pack`)."""
    return ecp5_pack.pack(netlist, stay)._asdict()


TARGETS = (
    Target(
        1,
        "ecp5",
        "Lattice ECP5-85k, speed grade 8: area, and placed and routed clock rate",
        "ECP5-85k",
        "synth_ecp5",
        cells,
        (
            Device("ecp5-25k", "LFE5U-25F", 24288, 24288, 28, 28),
            Device("ecp5-45k", "LFE5U-45F", 43848, 43848, 72, 54),
            Device("ecp5-85k", "LFE5U-85F", 83640, 83640, 156, 104),
        ),
        router=Router(
            "ecp5", ("--85k", "--speed", "8", "--package", "CABGA756", "--timing-allow-fail", "--freq", "300")
        ),
        pack=pack,
    ),
)
