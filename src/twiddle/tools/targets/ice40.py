# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Lattice iCE40 by Yosys and nextpnr.

Device: iCE40 LP/HX Family Data Sheet (FPGA-DS-02029), Table 1.1: 7680 logic cells of a LUT4 and a register,
32 EBRs of 4 kbit.
"""

from collections.abc import Mapping

from twiddle.tools.targets.base import Cells, Device, Router, Target, starting, total


def cells(counts: Mapping[str, int]) -> Cells:
    """Cells of an iCE40 netlist from the number of each primitive.

    `lut` = SB_LUT4, and a carry cell (`carry`) shares one; there are no DSP blocks; a block RAM
    holds 4 kbit and has no parity, so `bram36` = block RAMs (`ram4k`) / 8.
    """
    ram4k = starting(counts, "SB_RAM40_4K")
    return Cells(
        lut=total(counts, "SB_LUT4"),
        ff=starting(counts, "SB_DFF"),
        dsp=total(counts, "SB_MAC16"),
        bram36=ram4k / 8,
        carry=total(counts, "SB_CARRY"),
        ram4k=ram4k,
    )


TARGETS = (
    Target(
        4,
        "ice40",
        "Lattice iCE40 HX8K, without DSP blocks and LUT memories: area, and placed and routed clock rate",
        "iCE40 HX8K",
        "synth_ice40",
        cells,
        (Device("ice40-hx8k", "iCE40HX8K", 7680, 7680, 0, 4),),
        router=Router("ice40", ("--hx8k", "--package", "ct256", "--timing-allow-fail", "--freq", "300")),
        # A memory meant for LUTs becomes flip-flops.
        before=("setattr -unset ram_style -unset ramstyle -unset syn_ramstyle m:*",),
    ),
)
