# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Cores with registers and windows on AXI4-Lite, as netlists of Yosys that cocotb runs in Icarus Verilog."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from axis_cases import SMALL, flatten, run_cocotb, unlisted

import twiddle
from twiddle import manifest
from twiddle.wrap import top


@dataclass(frozen=True)
class Case:
    core: str
    ring: twiddle.Ring = SMALL
    parameters: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def design(self) -> twiddle.Design:
        return twiddle.core(self.core, self.ring, **self.parameters)

    def flatten(self, folder: Path, root: Path | None = None) -> Path:
        text = top.Wrapper(windows=True).text(self.design, "axil_top")
        files = [*manifest.sources("twd_axil", root), *manifest.sources(self.design.top, root)]
        return flatten("axil_top", text, files, folder, root)


QUICK = ("iterative",)
"""The cases that every run of the tests has; the others come with `make matrix`."""
CASES = {
    "iterative": Case("iterative", parameters={"Butterflies": 1, "DoubleBuffer": 0}),
    "double": Case("iterative", parameters={"Butterflies": 2, "DoubleBuffer": 1}),
    "wide": Case("iterative", twiddle.ring("ml-dsa"), {"Butterflies": 1}),
    "quad": Case("quad"),
    "mdc": Case("mdc", parameters={"Lanes": 4, "Form": "transform"}),
    "mdf": Case("mdf", parameters={"Form": "forward"}),
    "pwmm": Case("pwmm", twiddle.ring("ml-kem")),
    "rns": Case("rns", parameters={"Butterflies": 1}),
}
CASES |= {each.core: Case(each.core, each.ring, each.parameters) for each in unlisted(CASES)}


def check(case: Case, folder: Path, root: Path | None = None, count: int = 4, accesses: int = 500) -> None:
    """Runs the tests of `axil_cocotb`; raises AssertionError where one fails."""
    job = {"core": case.core, "parameters": dict(case.parameters), "count": count, "accesses": accesses}
    run_cocotb("axil_top", case.flatten(folder, root), "axil_cocotb", {"ring": case.ring, **job}, folder, 7)
