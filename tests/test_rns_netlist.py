# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Block RAMs, multipliers and LUTs of the core `rns`: no table becomes logic, no product a DSP block."""

from collections.abc import Mapping
from typing import Any

import pytest
from record_cases import recorded

from twiddle import core, ring
from twiddle.model import rns
from twiddle.synth import Record, Results

pytestmark = pytest.mark.covers(
    "twd_butterfly_rns", "twd_inplace_butterflies_rns", "twd_inplace_rns_twiddle_rom"
)

ML_KEM = ring("ml-kem")
CORES = {1: (510, 6.0), 2: (None, 7.5), 4: (None, 13.5)}
"""LUT (None: no limit of the whole core) and BRAM36 at most, by butterflies.

The core of the paper has 407 LUT; the queue of results and the registers before it take ours above that.
"""


def tables(butterflies: int, published: bool) -> float:
    """Block RAMs of 36 Kbit of the butterflies: single ones have their own tables, dual ones share."""
    memory = rns.memory(ML_KEM.q, rns.PAPER if published else rns.exact_moduli(ML_KEM.q))
    return memory.single if butterflies == 1 else butterflies // 2 * memory.dual


def twiddles(butterflies: int, published: bool) -> float:
    """A half block for two ports: 512 indices of 8 bits, or 13 of the published sub-moduli."""
    ports = butterflies if published else max(1, butterflies // 2)
    return (ports + 1) // 2 / 2


def polynomials(butterflies: int, double: bool) -> float:
    """Two halves, packed: a half block holds words of 36 bits, and two operands in one memory."""
    memories = 3 if double else 1
    return memories * 2 * -(-butterflies * ML_KEM.bits // 36) / 2


def expected(parameters: Mapping[str, Any]) -> float:
    butterflies, published = parameters["Butterflies"], bool(parameters["Published"])
    return (
        tables(butterflies, published)
        + twiddles(butterflies, published)
        + polynomials(butterflies, bool(parameters["DoubleBuffer"]))
    )


def check(record: Record) -> None:
    """Block RAMs add up to tables and memories; the smallest table in LUTs takes 48 wide multiplexers.

    LUT memory is the queue of results alone: a beat and its marks, six bits in four LUTs.
    """
    cells = record.cells
    assert cells["bram36"] == expected(record.parameters), record.command
    assert cells["dsp"] == cells["latch"] == 0, record.command
    assert cells["lutram"] == 4 * (4 * record.parameters["Butterflies"] + 1), record.command
    assert cells["muxf"] < 48, record.command


def test_a_single_butterfly() -> None:
    record = recorded(core("rns", ML_KEM, Butterflies=1))
    check(record)
    lut, bram = CORES[1]
    assert lut is not None
    assert record.cells["lut"] <= lut
    assert record.cells["bram36"] <= bram


@pytest.mark.parametrize("butterflies", [2, 4])
def test_dual_butterflies_of_the_committed_records(butterflies: int) -> None:
    record = recorded(core("rns", ML_KEM, Butterflies=butterflies))
    check(record)
    assert record.cells["bram36"] <= CORES[butterflies][1]


def test_every_committed_record() -> None:
    found = [record for record in Results().load_all() if record.core == "rns" and record.ring == ML_KEM.name]
    assert found
    for record in found:
        if record.target == "xc7":
            check(record)
        assert record.cells["dsp"] == 0
