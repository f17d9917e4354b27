# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The polynomial unit on AXI4-Lite and AXI4-Stream, and the description of its registers."""

import re
from pathlib import Path

import pytest
import unit_axi_cases

from twiddle import manifest
from twiddle.verify.fourstate import icarus
from twiddle.wrap import header, registers

pytestmark = pytest.mark.covers(
    "twd_unit_axi", "twd_unit_beats", "twd_unit_completions", "twd_unit_regs", "twd_unit_regs_pkg"
)


@pytest.mark.skipif(icarus() is None, reason="Icarus Verilog is not installed")
@pytest.mark.parametrize(
    ("name", "programs", "accesses"),
    [
        ("pairs", 1, 20),
        *(
            pytest.param(name, 2, accesses, marks=pytest.mark.matrix)
            for name, accesses in (("pairs", 300), ("complete", 300), ("both", 100_000))
        ),
    ],
)
def test_a_unit_on_axi(name: str, programs: int, accesses: int, tmp_path: Path) -> None:
    unit_axi_cases.check_axi(unit_axi_cases.UNITS[name], tmp_path, programs=programs, accesses=accesses)


def test_the_description_is_that_of_the_hardware() -> None:
    known = registers.load(registers.UNIT)
    [path] = [each for each in manifest.sources("twd_unit_regs_pkg") if each.name == "twd_unit_regs_pkg.sv"]
    text = path.read_text(encoding="utf-8")
    words = {name: 4 * int(word) for name, word in re.findall(r"REG_(\w+)\s*= 5'd(\d+)", text)}
    assert words == dict(known.address)
    errors = known.fields["ERRORS"]
    for name, bit in re.findall(r"ERR_(\w+) = (\d+);", text):
        assert errors[name.lower()] == (int(bit), int(bit))
    assert f"ERRORS = {len(errors)};" in text
    [path] = [each for each in manifest.sources("twd_unit_pkg") if each.name == "twd_unit_pkg.sv"]
    for name, code in re.findall(r"RULE_(\w+)\s*= 3'd(\d+)", path.read_text(encoding="utf-8")):
        assert code == "0" or errors[name.lower()][0] == int(code) - 1


def test_the_header_has_every_register() -> None:
    text = header.text(registers.UNIT)
    for name, fields in registers.load(registers.UNIT).fields.items():
        for field, (low, high) in fields.items():
            assert f"TWD_UNIT_REGS__{name}__{field.upper()}_bm {(1 << high + 1) - (1 << low):#x}" in text
