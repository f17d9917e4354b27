# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""AXI4-Stream around the cores: netlists of Yosys in Icarus Verilog, between the models of cocotbext-axi."""

from pathlib import Path

import numpy as np
import pytest
from axis_cases import CASES, QUICK, SMALL, WIDE, check
from hypothesis import given
from hypothesis import strategies as st
from processes import needs_icarus

import twiddle
from twiddle.base.errors import TwiddleError
from twiddle.bundle.wrap import axis

pytestmark = pytest.mark.covers(
    "twd_axis",
    "twd_axis_frame",
    "twd_axis_in",
    "twd_axis_marks",
    "twd_axis_out",
    "twd_axis_pkg",
    "twd_axis_regs",
    "twd_gearbox",
)


def of_matrix(name: str) -> list[pytest.MarkDecorator]:
    return [pytest.mark.matrix, *[pytest.mark.reaches] * (name in ("mdf", "product"))]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=needs_icarus if name in QUICK else of_matrix(name)) for name in CASES]
)
def test_frames(name: str, tmp_path: Path) -> None:
    check(CASES[name], tmp_path, icarus=name in QUICK)


@given(st.sampled_from([SMALL, WIDE]), st.sampled_from([0, 16, 32]), st.integers(0, 2**32 - 1))
def test_frames_are_packed_and_unpacked(ring: twiddle.Ring, slot: int, seed: int) -> None:
    values = np.random.default_rng(seed).integers(0, ring.q, ring.n)
    if 0 < slot < ring.bits:
        with pytest.raises(TwiddleError, match=f"slot = {slot}"):
            axis.pack(ring, values, slot)
        return
    data = axis.pack(ring, values, slot)
    place = slot or ring.bits
    assert len(data) * 8 == ring.n * place
    whole = int.from_bytes(data, "little")
    assert [whole >> i * place & ((1 << place) - 1) for i in range(ring.n)] == values.tolist()
    assert (axis.unpack(ring, data, slot) == values).all()
    with pytest.raises(TwiddleError, match="bytes"):
        axis.unpack(ring, data + b"\0", slot)
