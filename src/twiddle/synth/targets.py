# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The targets: what Yosys and nextpnr are told to do for each, and how cells are counted.

The scripts are those of the project's reference flow, word for word, so that its figures come out exactly.
All paths in them are relative to the scratch folder of one run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

TARGETS: Mapping[str, str] = {
    "xc7": "AMD 7-series: area (synth_xilinx) and logic delay without routing (sta)",
    "ecp5": "Lattice ECP5-85k, speed grade 8: area (synth_ecp5) and placed and routed clock rate (nextpnr)",
}
"""Name of every target, with what is measured on it."""

XC7_MAP = """\
read_rtlil elab.il
hierarchy -top dut_top
synth_xilinx -family xc7 -flatten -noiopad -noclkbuf -top dut_top
tee -q -o xc7_stat.json stat -tech xilinx -json
write_rtlil xc7.il
"""

XC7_TIMING = """\
read_rtlil xc7.il
techmap -map ffmap.v
delete t:$scopeinfo
read_verilog -lib -specify +/xilinx/cells_sim.v
read_verilog -lib +/xilinx/cells_xtra.v
hierarchy -top dut_top
cd dut_top
tee -o sta.txt sta
"""

ECP5_MAP = """\
read_rtlil elab.il
hierarchy -top dut_top
synth_ecp5 -top dut_top
tee -q -o ecp5_stat.json stat -json
"""

ECP5_HARNESS = """\
read_rtlil elab.il
read_verilog -sv wrap.v
hierarchy -top measure_wrap
synth_ecp5 -top measure_wrap -json wrap.json
"""

NEXTPNR = (
    *("--85k", "--speed", "8", "--package", "CABGA756"),
    *("--json", "wrap.json", "--timing-allow-fail", "--freq", "300"),
)
"""Options of nextpnr-ecp5; the seed and the report are added for each run."""

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
}


def elaborate(
    top: str, sources: Sequence[str], include_dirs: Sequence[str], parameters: Mapping[str, str]
) -> str:
    """Script that elaborates `top` (see `elaborated`) into elab.il and elab.json."""
    script = elaborated(top, sources, include_dirs, parameters)
    return script + "write_rtlil elab.il\nwrite_json -noscopeinfo elab.json\n"


def elaborated(
    top: str, sources: Sequence[str], include_dirs: Sequence[str], parameters: Mapping[str, str]
) -> str:
    """Script that elaborates `top`, flattened and under the name `dut_top`.

    Attributes that would keep cells or hierarchy are dropped, so that all designs are optimised alike.
    Yosys itself defines SYNTHESIS while it reads.
    """
    includes = " ".join(f"-I{folder}" for folder in include_dirs)
    lines = [f"read_verilog -sv -defer {includes} {' '.join(sources)}"]
    if parameters:
        lines.append(f"chparam {' '.join(f'-set {k} {v}' for k, v in parameters.items())} {top}")
    lines += [
        f"hierarchy -check -top {top}",
        "setattr -unset keep -unset DONT_TOUCH -unset dont_touch -unset keep_hierarchy",
        "setattr -mod -unset keep -unset keep_hierarchy -unset DONT_TOUCH A:*",
        "rename -top dut_top",
        "proc",
        "flatten",
        "opt_clean",
    ]
    return "\n".join(lines) + "\n"


def flop_map() -> str:
    """Verilog that maps every 7-series flip-flop to FDRE, the only one at which Yosys' sta starts a path."""
    return "".join(
        f"module {cell}(output Q,input C,input CE,input {pin},input D);parameter INIT=0;"
        f"parameter IS_C_INVERTED=0;parameter IS_D_INVERTED=0;parameter IS_{pin}_INVERTED=0;"
        f"FDRE _TECHMAP_REPLACE_(.C(C),.CE(CE),.D(D),.R({reset}),.Q(Q));endmodule\n"
        for cell, pin, reset in (("FDCE", "CLR", "1'b0"), ("FDPE", "PRE", "1'b0"), ("FDSE", "S", "S"))
    )


def xc7_cells(counts: Mapping[str, int]) -> dict[str, int | float]:
    """Cells of a 7-series netlist from the number of each primitive.

    `lut` = logic LUTs and inverters (`lut_sum`) + LUTs used as memory (`lutram`) + shift registers (`srl`);
    `bram36` = RAMB36 + RAMB18 / 2.
    """

    def total(*names: str) -> int:
        return sum(counts.get(name, 0) for name in names)

    lut_sum, srl = total(*_LUTS), total(*_SRLS)
    lutram = sum(counts.get(name, 0) * luts for name, luts in _LUTS_PER_RAM.items())
    ramb18, ramb36 = total("RAMB18E1"), total("RAMB36E1")
    return {
        "lut": lut_sum + lutram + srl,
        "ff": total(*_FLOPS),
        "dsp": total("DSP48E1"),
        "bram36": ramb36 + ramb18 / 2,
        "lut_sum": lut_sum,
        "lutram": lutram,
        "srl": srl,
        "carry4": total("CARRY4"),
        "muxf": total("MUXF7", "MUXF8"),
        "latch": total("LDCE", "LDPE"),
        "ramb18": ramb18,
        "ramb36": ramb36,
    }


def ecp5_cells(counts: Mapping[str, int]) -> dict[str, int | float]:
    """Cells of an ECP5 netlist from the number of each primitive.

    `lut` = LUT4 + two a carry cell + six a distributed RAM; `dsp` = 18x18 multipliers; an EBR holds 18 kbit,
    so `bram36` = EBR / 2.
    """

    def total(*names: str) -> int:
        return sum(counts.get(name, 0) for name in names)

    lut4, ccu2c, dpr = total("LUT4"), total("CCU2C"), total("TRELLIS_DPR16X4")
    mult18, ebr = total("MULT18X18D"), total("DP16KD", "PDPW16KD")
    return {
        "lut": lut4 + 2 * ccu2c + 6 * dpr,
        "ff": total("TRELLIS_FF"),
        "dsp": mult18,
        "bram36": ebr / 2,
        "lut4": lut4,
        "ccu2c": ccu2c,
        "dpr16x4": dpr,
        "pfumx": total("PFUMX"),
        "l6mux": total("L6MUX21"),
        "mult18": mult18,
        "alu54": total("ALU54B"),
        "ebr": ebr,
    }
