# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The polynomial unit on AXI4-Lite and AXI4-Stream, and the description of its registers."""

import re
from pathlib import Path

import pytest
import unit_axi_cases
from processes import needs_icarus

from twiddle.base import manifest
from twiddle.bundle.wrap import registers

pytestmark = pytest.mark.covers(
    "twd_unit_axi",
    "twd_unit_beats",
    "twd_unit_check",
    "twd_unit_commands",
    "twd_unit_zeroize",
    "twd_unit_completions",
    "twd_unit_regs",
    "twd_unit_regs_pkg",
)


@needs_icarus
@pytest.mark.parametrize(
    ("name", "programs", "accesses"),
    [
        ("pairs", 1, 20),
        *(
            pytest.param(name, 2, accesses, marks=pytest.mark.matrix)
            for name, accesses in (("pairs", 300), ("complete", 300), ("both", 10_000))
        ),
    ],
)
def test_a_unit_on_axi(name: str, programs: int, accesses: int, tmp_path: Path) -> None:
    unit_axi_cases.check_axi(unit_axi_cases.UNITS[name], tmp_path, programs=programs, accesses=accesses)


@needs_icarus
@pytest.mark.matrix
@pytest.mark.parametrize("name", unit_axi_cases.UNITS)
def test_nothing_is_left_after_zeroize(name: str, tmp_path: Path) -> None:
    """A netlist of the unit alone, in which every register and memory is read."""
    unit_axi_cases.check_zeroize(unit_axi_cases.UNITS[name], tmp_path)


def test_the_rules_of_a_command_are_errors() -> None:
    errors = registers.load(registers.UNIT).fields["ERRORS"]
    text = (manifest.rtl_root() / "unit" / "twd_unit_pkg.sv").read_text(encoding="utf-8")
    for name, code in re.findall(r"RULE_(\w+)\s*= 3'd(\d+)", text):
        assert code == "0" or errors[name.lower()][0] == int(code) - 1
