# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Models of FPGA cells against the rules of the vendors' documents, each quoted where it is tried.

UG473   AMD, 7 Series FPGAs Memory Resources
UG479   AMD, 7 Series DSP48E1 Slice
TN02204 Lattice, ECP5 and ECP5-5G Memory Usage Guide (formerly TN1264)
TN02205 Lattice, ECP5 and ECP5-5G sysDSP Usage Guide
"""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from twiddle.sim import UnitSimulator
from twiddle.sim.netlist import CELLS, library

PINS = {
    "RAMB18E1": {"ADDRARDADDR": 14, "ADDRBWRADDR": 14, "DIADI": 16, "DIBDI": 16, "DIPADIP": 2, "DIPBDIP": 2,
                 "WEA": 2, "WEBWE": 4, "ENARDEN": 1, "ENBWREN": 1, "RSTRAMARSTRAM": 1, "RSTREGARSTREG": 1,
                 "REGCEAREGCE": 1},
    "RAMB36E1": {"ADDRARDADDR": 16, "ADDRBWRADDR": 16, "DIADI": 32, "DIBDI": 32, "DIPADIP": 4, "DIPBDIP": 4,
                 "WEA": 4, "WEBWE": 8, "ENARDEN": 1, "ENBWREN": 1, "RSTRAMARSTRAM": 1},
}  # fmt: skip
OUTS = {
    "RAMB18E1": {"DOADO": 16, "DOBDO": 16, "DOPADOP": 2, "DOPBDOP": 2},
    "RAMB36E1": {"DOADO": 32, "DOBDO": 32, "DOPADOP": 4, "DOPBDOP": 4},
}
TIED = {"RAMB18E1": "RSTRAMB RSTREGB REGCEB", "RAMB36E1": "RSTRAMB RSTREGARSTREG RSTREGB REGCEAREGCE REGCEB"}
CLOCKS = {"RAMB18E1": "CLKARDCLK CLKBWRCLK", "RAMB36E1": "CLKARDCLK CLKBWRCLK"}


class Cell:
    """A cell with its parameters chosen, driven cycle by cycle; inputs that are not named are 0."""

    def __init__(
        self, folder: Path, name: str, parameters: Mapping[str, str | int], head: str, body: str
    ) -> None:
        (folder / "common").mkdir(parents=True)
        values = ", ".join(f".{key}({value})" for key, value in parameters.items())
        text = f"module twd_test ({head});\n{body.replace('PARAMETERS', values)}\nendmodule\n"
        (folder / "common" / "twd_test.sv").write_text(text)
        names = [name, *(["twd_cell_block_ram"] if name != "MULT18X18D" else [])]
        rules = (
            "WIDTHEXPAND",
            "WIDTHTRUNC",
            "MULTIDRIVEN",
            "COMBDLY",
            "INITIALDLY",
            "PINMISSING",
            "ASSIGNDLY",
        )
        waivers = "".join(f"lint_off -rule {rule}\n" for rule in rules)
        (folder / "common" / "cells.vlt").write_text(f"`verilator_config\n{waivers}")
        files = ["common/cells.vlt", "common/twd_test.sv"]
        for each in names:
            if (CELLS / f"{each}.v").exists():
                shutil.copy(CELLS / f"{each}.v", folder / "common")
                files.append(f"common/{each}.v")
        (folder / "manifest.toml").write_text(f"[modules.twd_test]\nfiles = {files}\n")
        self._unit = UnitSimulator("twd_test", {}, rtl_root=folder)

    def run(self, rows: Sequence[Mapping[str, int]], latency: int = 0) -> dict[str, list[int]]:
        inputs = {port.name: np.array([row.get(port.name, 0) for row in rows]) for port in self._unit.inputs}
        found = self._unit.run(inputs, latency=latency)
        return {name: (values.view(np.uint64)).tolist() for name, values in found.items()}


def block_ram(folder: Path, name: str, **parameters: str | int) -> Cell:
    inputs = ", ".join(f"input [{width - 1}:0] {pin}" for pin, width in PINS[name].items())
    outputs = ", ".join(f"output [{width - 1}:0] {pin}" for pin, width in OUTS[name].items())
    pins = [f".{pin}({pin})" for pin in (*PINS[name], *OUTS[name])]
    pins += [f".{pin}(clk_i)" for pin in CLOCKS[name].split()] + [
        f".{pin}(1'b0)" for pin in TIED[name].split()
    ]
    return Cell(
        folder,
        name,
        parameters,
        f"input clk_i, {inputs}, {outputs}",
        f"  {name} #(PARAMETERS) cell_i ({', '.join(pins)});",
    )
