# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""AMD 7-series and UltraScale+ by Yosys only: area, and for 7-series the delay of the logic.

Devices: 7 Series FPGAs Data Sheet: Overview (DS180), the tables of Artix-7 and Kintex-7; a slice has four
LUT6 and eight registers (7 Series FPGAs Configurable Logic Block User Guide, UG474, CLB Slices). UltraScale+
FPGAs Product Selection Guide (XMP103); exact LUTs as Vivado counts them, two registers a LUT.
"""

from collections.abc import Mapping

from twiddle.tools.targets.base import Cells, Device, Target, total

_LUTS = ("LUT1", "LUT2", "LUT3", "LUT4", "LUT5", "LUT6", "INV")
_SRLS = ("SRL16E", "SRLC16E", "SRLC32E")
_FLOPS = ("FDRE", "FDSE", "FDCE", "FDPE")
_LUTS_PER_RAM = {
    "RAM32M": 4,
    "RAM64M": 4,
    "RAM32X1D": 2,
    "RAM64X1D": 2,
    "RAM128X1D": 4,
    "RAM256X1S": 4,
    "RAM32X1S": 1,
    "RAM64X1S": 1,
    "RAM128X1S": 2,
    "RAM32M16": 8,
    "RAM64M8": 8,
}
_STA = """\
read_rtlil xc7.il
techmap -map ffmap.v
delete t:$scopeinfo
read_verilog -lib -specify +/xilinx/cells_sim.v
read_verilog -lib +/xilinx/cells_xtra.v
hierarchy -top dut_top
cd dut_top
tee -o sta.txt sta
"""


def cells(counts: Mapping[str, int]) -> Cells:
    """Cells of a 7-series or UltraScale+ netlist from the number of each primitive.

    `lut` = logic LUTs and inverters (`lut_sum`) + LUTs used as memory (`lutram`) + shift registers (`srl`);
    `bram36` = RAMB36 + RAMB18 / 2.
    """
    lut_sum, srl = total(counts, *_LUTS), total(counts, *_SRLS)
    lutram = sum(counts.get(name, 0) * luts for name, luts in _LUTS_PER_RAM.items())
    ramb18, ramb36 = total(counts, "RAMB18E1", "RAMB18E2"), total(counts, "RAMB36E1", "RAMB36E2")
    return Cells(
        lut=lut_sum + lutram + srl,
        ff=total(counts, *_FLOPS),
        dsp=total(counts, "DSP48E1", "DSP48E2"),
        bram36=ramb36 + ramb18 / 2,
        lut_sum=lut_sum,
        lutram=lutram,
        srl=srl,
        carry4=total(counts, "CARRY4"),
        muxf=total(counts, "MUXF7", "MUXF8"),
        latch=total(counts, "LDCE", "LDPE"),
        ramb18=ramb18,
        ramb36=ramb36,
    )


def flop_map() -> str:
    """Verilog that maps every 7-series flip-flop to FDRE, the only one where Yosys' sta starts a path."""
    return "".join(
        f"module {cell}(output Q,input C,input CE,input {pin},input D);parameter INIT=0;"
        f"parameter IS_C_INVERTED=0;parameter IS_D_INVERTED=0;parameter IS_{pin}_INVERTED=0;"
        f"FDRE _TECHMAP_REPLACE_(.C(C),.CE(CE),.D(D),.R({reset}),.Q(Q));endmodule\n"
        for cell, pin, reset in (("FDCE", "CLR", "1'b0"), ("FDPE", "PRE", "1'b0"), ("FDSE", "S", "S"))
    )


def _synth(family: str) -> str:
    return f"synth_xilinx -family {family} -flatten -noiopad -noclkbuf"


XC7 = Target(
    0,
    "xc7",
    "AMD 7-series: area, and logic delay without routing",
    "any",
    _synth("xc7"),
    cells,
    (
        Device("artix7-35t", "XC7A35T", 20800, 41600, 90, 50),
        Device("artix7-100t", "XC7A100T", 63400, 126800, 240, 135),
        Device("artix7-200t", "XC7A200T", 134600, 269200, 740, 365),
        Device("kintex7-160t", "XC7K160T", 101400, 202800, 600, 325),
        Device("kintex7-325t", "XC7K325T", 203800, 407600, 840, 445),
    ),
    stat=" -tech xilinx",
    timing={"ffmap.v": flop_map(), "sta.ys": _STA},
)

TARGETS = (
    XC7,
    Target(
        2,
        "xcup",
        "AMD UltraScale+: area",
        "any",
        _synth("xcup"),
        cells,
        (
            Device("artixup-25p", "XCAU25P", 141000, 282000, 1200, 300),
            Device("kintexup-5p", "XCKU5P", 216960, 433920, 1824, 480),
        ),
        stat=" -tech xilinx",
    ),
)
