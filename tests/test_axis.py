# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""AXI4-Stream around the cores: netlists of Yosys in Icarus Verilog, between the models of cocotbext-axi."""

from math import lcm
from pathlib import Path

import numpy as np
import pytest
from axis_cases import CASES, QUICK, SMALL, WIDE, check
from hypothesis import given
from hypothesis import strategies as st
from port_values import Array, packed
from processes import needs_icarus

import twiddle
from twiddle.base.errors import TwiddleError
from twiddle.bundle.wrap import axis
from twiddle.tools.sim.unit import UnitSimulator

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


OPERANDS = ((64, 16, 12, 4), (64, 16, 12, 8), (64, 0, 16, 4), (64, 0, 12, 16), (16, 32, 12, 1), (16, 32, 12, 2))
"""Bus, Slot, Width and Lanes of twd_axis_in: between one of its gearboxes and two, of equal widths and others."""


def offered(came: Array, into: int, out: int) -> Array:
    """When a gearbox offers words of `out` bits, by its header, if those of `into` bits came then and none waits."""
    group = lcm(into, out)
    whole = came[group // into - 1 :: group // into, None]
    return (whole + (1 if into == out else 2) + np.arange(group // out)).ravel()


def check_operands(root: Path | None) -> None:
    """Frames without a pause to a core that is as fast: each beat of the bus is taken, no word is late or early."""
    n, idle = 64, 8
    for bus, slot, width, lanes in OPERANDS:
        place = slot or width
        values = np.random.default_rng(bus).integers(0, 1 << width, 3 * n)
        words = packed((values[:, None] >> np.arange(place) & 1).reshape(-1, bus), 1)
        came, one = idle + np.arange(len(words)), np.ones_like(words)
        last = (np.arange(len(words)) + 1) % (n * place // bus) == 0
        times = offered(came, bus, slot) if slot > bus else came
        times = offered(times, max(1, bus // slot) * width if slot else bus, lanes * width)
        frames = {"s_tvalid_i": one, "s_tdata_i": words, "s_tkeep_i": -one, "s_tlast_i": one * last}
        inputs = {name: np.pad(each, idle) for name, each in frames.items()}
        inputs |= {name: np.pad(one, idle, "edge") for name in ("open_i", "ready_i")}
        inputs["zero_i"] = 0 * inputs["open_i"]
        parameters = {"N": n, "Width": width, "Lanes": lanes, "Bus": bus, "Slot": slot}
        got = UnitSimulator("twd_axis_in", parameters, rtl_root=root).run(inputs, latency=0, random_state=True)
        assert got["s_tready_o"][came].all()
        assert np.flatnonzero(got["valid_o"]).tolist() == times.tolist()
        assert np.array_equal(got["data_o"][times], packed(values.reshape(-1, lanes), width))
        assert np.array_equal(got["done_o"], inputs["s_tlast_i"])
        assert not got["err_o"][got["done_o"] == 1].any()


@pytest.mark.usefixtures("little_simulation")
def test_no_word_of_an_operand_is_late() -> None:
    check_operands(None)


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
