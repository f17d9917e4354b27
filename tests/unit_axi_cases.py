# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The polynomial unit, alone and on AXI4, as netlists of Yosys that cocotb runs in Icarus Verilog."""

from dataclasses import dataclass
from pathlib import Path

from axis_cases import flatten, run_cocotb
from poly_unit_cases import SMALL, SMALL_PAIRS

from twiddle.base import manifest
from twiddle.base.rings import Ring
from twiddle.bundle.wrap import system_top
from twiddle.tools.unit_simulator import rtl_parameters


@dataclass(frozen=True)
class Unit:
    ring: Ring | None
    pairs: Ring | None
    lanes: int
    slots: int

    def job(self) -> dict[str, Ring | int | None]:
        return {"ring": self.ring, "pairs": self.pairs, "lanes": self.lanes, "slots": self.slots}


UNITS = {
    "both": Unit(SMALL, SMALL_PAIRS, 2, 8),
    "pairs": Unit(None, SMALL_PAIRS, 1, 9),
    "complete": Unit(SMALL, None, 4, 8),
}


def check_zeroize(unit: Unit, folder: Path, root: Path | None = None, turns: int = 3) -> None:
    """Runs the tests of `unit_cocotb`; raises AssertionError where one fails."""
    parameters = rtl_parameters(unit.ring, unit.pairs, unit.lanes, unit.slots)
    flat = flatten("twd_poly_unit", "", manifest.sources("twd_poly_unit", root), folder, root, parameters)
    run_cocotb("twd_poly_unit", flat, "unit_cocotb", {**unit.job(), "turns": turns}, folder, 3)


def check_axi(unit: Unit, folder: Path, root: Path | None = None, programs: int = 2, accesses: int = 300) -> None:
    """Runs the tests of `unit_axi_cocotb`; raises AssertionError where one fails."""
    text = system_top.unit("unit_top", unit.ring, unit.pairs, unit.lanes, unit.slots)
    flat = flatten("unit_top", text, manifest.sources("twd_unit_axi", root), folder, root)
    job = {**unit.job(), "programs": programs, "accesses": accesses, "delays": 30}
    run_cocotb("unit_top", flat, "unit_axi_cocotb", job, folder, 7)
