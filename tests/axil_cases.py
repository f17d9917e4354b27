# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Cores with registers and windows on AXI4-Lite, which cocotb runs."""

from pathlib import Path

from axis_cases import SMALL, Case, unlisted

import twiddle
from twiddle.bundle.wrap.top import Wrapper

WINDOWS = Wrapper(windows=True)
WIDE = twiddle.Ring("wide", 64, 8380417, pow(1753, 4, 8380417), 128)
HALF = twiddle.Ring("half", 128, 3329, pow(17, 2, 3329), 128)  # busy for longer than the accesses of a test last

QUICK = ("iterative",)
"""The cases that every run of the tests has, in Icarus Verilog; the others come with `make matrix`."""
CASES = {
    "iterative": Case("iterative", SMALL, WINDOWS, {"Butterflies": 1, "DoubleBuffer": 0}),
    "double": Case("iterative", SMALL, WINDOWS, {"Butterflies": 2, "DoubleBuffer": 1}),
    "wide": Case("iterative", WIDE, WINDOWS, {"Butterflies": 1}),
    "quad": Case("quad", SMALL, WINDOWS),
    "mdc": Case("mdc", SMALL, WINDOWS, {"Lanes": 4, "Form": "transform"}),
    "mdf": Case("mdf", SMALL, WINDOWS, {"Form": "forward"}),
    "pwmm": Case("pwmm", HALF, WINDOWS),
    "rns": Case("rns", SMALL, WINDOWS, {"Butterflies": 1}),
}
CASES |= unlisted(CASES, WINDOWS)


def check(
    case: Case, folder: Path, root: Path | None = None, icarus: bool = False, count: int = 4, accesses: int = 500
) -> None:
    """Runs the tests of `axil_cocotb`; raises AssertionError where one fails."""
    case.run("axil_cocotb", 7, folder, root, icarus, count=count, accesses=accesses)
