# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Gowin GW2A by Yosys and nextpnr.

Device: GW2A series of FPGA Products Data Sheet (DS102), Table 2-1, and nextpnr's device database.
"""

from collections.abc import Mapping

from twiddle.tools.targets.base import Cells, Device, Router, Target, starting, total

_PINS = "".join(
    f'IO_LOC "{port}" {pin};\n' for port, pin in (("clk", "H11"), ("rst", "T10"), ("si", "L16"), ("so", "L14"))
)

_BSRAM = ("SP", "SDP", "DP", "pROM")

DOUBT = (
    "clock rates of Gowin are too high: nextpnr's are about 20 % above those of Gowin's tool (YosysHQ/nextpnr#1345) "
    "and, as of August 2026, leave out paths to the second address of a dual-port BSRAM (#1786), the cells dpb and "
    "dpx9b of a record; not checked with Gowin's tool"
)


def cells(counts: Mapping[str, int]) -> Cells:
    """Cells of a Gowin netlist from the number of each primitive.

    `lut` = LUT4 and smaller ones (`lut4`) + carry cells (`alu`), which replace one each + four a
    RAM of 16 x 4 (`ram16`); `dsp` = 18x18 multipliers; a BSRAM holds 18 kbit, so `bram36` = BSRAM / 2.
    The BSRAMs are also counted by their type (`sdpx9b`, `dpx9b`, ...), which decides what nextpnr times.
    """
    lut4, alu = total(counts, "LUT1", "LUT2", "LUT3", "LUT4", "INV"), total(counts, "ALU")
    ram16, bsram = starting(counts, "RAM16S"), starting(counts, *_BSRAM)
    return Cells(
        lut=lut4 + alu + 4 * ram16,
        ff=starting(counts, "DFF"),
        dsp=total(counts, "MULT18X18"),
        bram36=bsram / 2,
        lut4=lut4,
        alu=alu,
        ram16=ram16,
        bsram=bsram,
        **{name.lower(): count for name, count in sorted(counts.items()) if name.startswith(_BSRAM)},
    )


TARGETS = (
    Target(
        3,
        "gowin",
        "Gowin GW2A-18, grade C8/I7: area, and placed and routed clock rate",
        "GW2A-18",
        "synth_gowin -family gw2a",
        cells,
        (Device("gw2a-18", "GW2A-LV18", 20736, 15552, 48, 23),),
        router=Router(
            "himbaechel_gowin",
            (
                *("--device", "GW2A-LV18PG256C8/I7", "--vopt", "family=GW2A-18"),
                *("--vopt", "cst=pins.cst", "--timing-allow-fail", "--freq", "300"),
            ),
            {"pins.cst": _PINS},
        ),
        doubt=DOUBT,
    ),
)
