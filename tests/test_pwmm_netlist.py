# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""LUTs, multipliers and memories of the core `pwmm` in the netlist."""

import pytest
from record_cases import recorded

from twiddle import core, ring

pytestmark = pytest.mark.covers("twd_pwmm", "twd_row_mul_add")


@pytest.mark.parametrize(("units", "lut"), [(1, 1123), (2, 2297)])
def test_ml_kem_without_dsp_blocks(units: int, lut: int) -> None:
    """Within the LUTs of Nguyen et al. 2023, Table 6, shift registers and LUT memory among them."""
    cells = recorded(core("pwmm", ring("ml-kem"), Units=units, Method="ldsp", Scaled=1)).cells
    assert cells["lut"] <= lut
    assert cells["dsp"] == cells["bram36"] == cells["latch"] == 0
    assert 24 * 128 / 64 <= cells["lutram"] <= cells["lut"]


def test_four_multipliers_a_pair() -> None:
    cells = recorded(core("pwmm", ring("ml-kem"), Units=1, Method="kred", Scaled=1)).cells
    assert cells["dsp"] == 4
    assert cells["bram36"] == cells["latch"] == 0
