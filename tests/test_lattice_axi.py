# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""ML-KEM and ML-DSA on AXI4-Lite and AXI4-Stream, and the description of the registers."""

from pathlib import Path

import pytest
from lattice_axi_cases import WHOLE, check_axi, check_beats

from twiddle.base import manifest
from twiddle.bundle.wrap import registers
from twiddle.model.sets import RULES

pytestmark = pytest.mark.covers("twd_lattice_axi", "twd_lattice_beats", "twd_lattice_regs", "twd_lattice_regs_pkg")


@pytest.mark.matrix
def test_schemes_on_axi(tmp_path: Path) -> None:
    check_axi(WHOLE, tmp_path)


def test_every_tkeep_and_every_number_of_bytes() -> None:
    check_beats(None)


def test_the_rules_of_an_operation_have_the_same_bit_everywhere() -> None:
    known = registers.load(registers.LATTICE)
    [path] = [each for each in manifest.sources("twd_lattice_regs_pkg") if each.stem == "twd_lattice_regs_pkg"]
    text = path.read_text(encoding="utf-8")
    assert f"REGS = {len(known.address)};" in text
    assert f"RULES = {len(RULES)};" in text
    for rule in RULES:
        assert known.bit("RESULT", rule.name.lower()) == known.bit("ERRORS", rule.name.lower()) == rule
