# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Altera Quartus: its own synthesis of the flat Verilog, placed and routed.

Lite and Standard, the only editions for Cyclone IV, V, 10 LP and MAX 10, refuse the SystemVerilog of the sources:
a loop outside `generate`, a `genvar` in its head, a localparam among the parameters of a module.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from twiddle.base.errors import TwiddleError
from twiddle.tools.targets import vendor
from twiddle.tools.targets.base import Cells, Placed
from twiddle.tools.targets.vendor import INSTANCE, PERIOD_NS, Edam, Vendor

_FAMILIES = {
    "EP4CE": "Cyclone IV E",
    "EP4CGX": "Cyclone IV GX",
    "5C": "Cyclone V",
    "10CL": "Cyclone 10 LP",
    "10CX": "Cyclone 10 GX",
    "10M": "MAX 10",
    "5A": "Arria V",
    "10A": "Arria 10",
    "5S": "Stratix V",
    "1S": "Stratix 10",
    "AG": "Agilex 7",
    "A5": "Agilex 5",
}
"""Families of Quartus by the prefix of their parts."""

_KBIT = {"M9Ks": 9, "M10Ks": 10, "M20Ks": 20, "M144Ks": 144}
"""Capacity of Altera's memory blocks in kbit, parity included."""


def project(folder: Path, name: str, part: str, seed: int, sources: Sequence[Edam]) -> Edam:
    """Synthesis to timing analysis; Quartus chooses the pins. Writes its constraints."""
    (folder / "clock.sdc").write_text(
        f"create_clock -name clk -period {PERIOD_NS} [get_ports clk]\nderive_clock_uncertainty\n"
    )
    (folder / "settings.tcl").write_text(f"set_global_assignment -name SEED {seed}\n")
    constraints = {"name": "clock.sdc", "file_type": "SDC"}
    script = {"name": "settings.tcl", "file_type": "tclSource"}
    options = {"quartus": {"family": family(part), "device": part}}
    return {"files": [*sources, constraints, script], "tool_options": options}


def family(part: str) -> str:
    """Family of a part of Altera's (TwiddleError)."""
    for start in sorted(_FAMILIES, key=len, reverse=True):
        if part.upper().startswith(start):
            return _FAMILIES[start]
    raise TwiddleError(f"target quartus: part {part}: unknown family; known: {', '.join(_FAMILIES.values())}")


def read(folder: Path) -> Placed:
    """Figures of a Quartus run, whose reports contain no complete path (ValueError)."""
    return Placed(
        vendor.fmax_mhz(slack(vendor.report(folder, "*.sta.summary"))), None, cells(vendor.report(folder, "*.fit.rpt"))
    )


def cells(text: str, instance: str = INSTANCE) -> Cells:
    """Cells of an instance from Quartus' fitter report, table Fitter Resource Utilization by Entity.

    `lut` = combinational ALUTs + two a memory ALM, or logic cells with a LUT for a family without ALMs;
    `dsp` = DSP blocks, or pairs of 9-bit elements; `bram36` = kbit of the memory blocks / 36.
    """
    heading = "Compilation Hierarchy Node"
    row = vendor.row(text, ";", heading, instance, lambda name: name.strip("|").split(":")[-1])
    logic = Cells()
    if "Combinational ALUTs" in row:
        logic = Cells(
            alut=vendor.count(row, "Combinational ALUTs"), alm=vendor.number(row.get("ALMs needed [=A-B+C]", "0"))
        )
        lut = logic["alut"] + round(2 * vendor.number(row.get("ALMs used for memory", "0")))
    else:
        lut = vendor.count(row, "LUT-Only LCs") + vendor.count(row, "LUT/Register LCs")
    blocks = {name: vendor.count(row, name) for name in _KBIT if name in row}
    dsp = vendor.count(row, "DSP Blocks") if "DSP Blocks" in row else vendor.count(row, "DSP Elements") / 2
    return Cells(
        lut=lut,
        ff=vendor.count(row, "Dedicated Logic Registers"),
        dsp=dsp,
        bram36=round(sum(count * _KBIT[name] for name, count in blocks.items()) / 36, 2),
        **logic,
        **{name.lower().removesuffix("s"): count for name, count in blocks.items()},
    )


def slack(text: str) -> float:
    """Worst setup slack in ns over all models of Quartus' `.sta.summary`."""
    slacks = re.findall(r"^Type +: .* Setup '\S+'\nSlack : (-?\d+\.\d+)", text, re.MULTILINE)
    if not slacks:
        raise ValueError("the .sta.summary has no setup slack")
    return min(map(float, slacks))


TARGETS = (
    Vendor(
        6,
        "quartus",
        "Altera Quartus: its own synthesis, placed and routed",
        "5CSEMA5F31C6",
        ("quartus_sh",),
        "Altera Quartus Prime",
        ("--version", r"version .*"),
        ("edalize.quartus", "Quartus"),
        True,
        project,
        read,
        family,
        flat=True,
    ),
)
