# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""How the cells of a netlist are counted: lut, ff, dsp, bram36 on every target, and what they are made of."""

from __future__ import annotations

from collections.abc import Mapping

Cells = dict[str, int | float]

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


def _total(counts: Mapping[str, int], *names: str) -> int:
    return sum(counts.get(name, 0) for name in names)


def _starting(counts: Mapping[str, int], *starts: str) -> int:
    return sum(count for name, count in counts.items() if name.startswith(starts))


def xilinx(counts: Mapping[str, int]) -> Cells:
    """Cells of a 7-series or UltraScale+ netlist from the number of each primitive.

    `lut` = logic LUTs and inverters (`lut_sum`) + LUTs used as memory (`lutram`) + shift registers (`srl`);
    `bram36` = RAMB36 + RAMB18 / 2.
    """
    lut_sum, srl = _total(counts, *_LUTS), _total(counts, *_SRLS)
    lutram = sum(counts.get(name, 0) * luts for name, luts in _LUTS_PER_RAM.items())
    ramb18, ramb36 = _total(counts, "RAMB18E1", "RAMB18E2"), _total(counts, "RAMB36E1", "RAMB36E2")
    return {
        "lut": lut_sum + lutram + srl,
        "ff": _total(counts, *_FLOPS),
        "dsp": _total(counts, "DSP48E1", "DSP48E2"),
        "bram36": ramb36 + ramb18 / 2,
        "lut_sum": lut_sum,
        "lutram": lutram,
        "srl": srl,
        "carry4": _total(counts, "CARRY4"),
        "muxf": _total(counts, "MUXF7", "MUXF8"),
        "latch": _total(counts, "LDCE", "LDPE"),
        "ramb18": ramb18,
        "ramb36": ramb36,
    }


def ecp5(counts: Mapping[str, int]) -> Cells:
    """Cells of an ECP5 netlist from the number of each primitive.

    `lut` = LUT4 + two a carry cell + six a distributed RAM; `dsp` = 18x18 multipliers; an EBR holds 18 kbit,
    so `bram36` = EBR / 2.
    """
    lut4, ccu2c = _total(counts, "LUT4"), _total(counts, "CCU2C")
    dpr, mult18 = _total(counts, "TRELLIS_DPR16X4"), _total(counts, "MULT18X18D")
    ebr = _total(counts, "DP16KD", "PDPW16KD")
    return {
        "lut": lut4 + 2 * ccu2c + 6 * dpr,
        "ff": _total(counts, "TRELLIS_FF"),
        "dsp": mult18,
        "bram36": ebr / 2,
        "lut4": lut4,
        "ccu2c": ccu2c,
        "dpr16x4": dpr,
        "pfumx": _total(counts, "PFUMX"),
        "l6mux": _total(counts, "L6MUX21"),
        "mult18": mult18,
        "alu54": _total(counts, "ALU54B"),
        "ebr": ebr,
    }


def gowin(counts: Mapping[str, int]) -> Cells:
    """Cells of a Gowin netlist from the number of each primitive.

    `lut` = LUT4 and smaller ones (`lut4`) + carry cells (`alu`), which take the place of one each + four a
    RAM of 16 x 4 (`ram16`); `dsp` = 18x18 multipliers; a BSRAM holds 18 kbit, so `bram36` = BSRAM / 2.
    """
    lut4, alu = _total(counts, "LUT1", "LUT2", "LUT3", "LUT4", "INV"), _total(counts, "ALU")
    ram16, bsram = _starting(counts, "RAM16S"), _starting(counts, "SP", "SDP", "DP", "pROM")
    return {
        "lut": lut4 + alu + 4 * ram16,
        "ff": _starting(counts, "DFF"),
        "dsp": _total(counts, "MULT18X18"),
        "bram36": bsram / 2,
        "lut4": lut4,
        "alu": alu,
        "ram16": ram16,
        "bsram": bsram,
    }


def ice40(counts: Mapping[str, int]) -> Cells:
    """Cells of an iCE40 netlist from the number of each primitive.

    `lut` = SB_LUT4, and a carry cell (`carry`) shares the place of one; there are no DSP blocks; a block RAM
    holds 4 kbit and has no parity, so `bram36` = block RAMs (`ram4k`) / 8.
    """
    ram4k = _starting(counts, "SB_RAM40_4K")
    return {
        "lut": _total(counts, "SB_LUT4"),
        "ff": _starting(counts, "SB_DFF"),
        "dsp": _total(counts, "SB_MAC16"),
        "bram36": ram4k / 8,
        "carry": _total(counts, "SB_CARRY"),
        "ram4k": ram4k,
    }
