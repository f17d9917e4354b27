# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Zeroize of the polynomial unit: a netlist in which every register and memory is read afterwards."""

from pathlib import Path

import pytest
import unit_axi_cases
from processes import needs_icarus

pytestmark = [
    pytest.mark.covers("twd_unit_zeroize", "twd_unit_commands", "twd_unit_check", "twd_poly_unit"),
    needs_icarus,
]


@pytest.mark.parametrize(
    "name", ["pairs", *(pytest.param(name, marks=pytest.mark.matrix) for name in ("both", "complete"))]
)
def test_nothing_is_left(name: str, tmp_path: Path) -> None:
    unit_axi_cases.check_zeroize(unit_axi_cases.UNITS[name], tmp_path)
