# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""LUTs, multipliers and memories in the netlists of cores: what the parameters promise is what is built."""

from collections.abc import Mapping
from typing import Any

import pytest
from compare_cases import recorded

from twiddle import core, ring
from twiddle.base import manifest
from twiddle.evidence.results import Results
from twiddle.model import rns
from twiddle.tools.synth.flow import measure, synthesize
from twiddle.tools.synth.records import Record

pytestmark = pytest.mark.covers(
    *("twd_iterative", "twd_butterfly_rns", "twd_inplace_butterflies", "twd_inplace_rns_twiddle_rom"),
    *("twd_pwmm", "twd_row_mul_add"),
)

ML_KEM = ring("ml-kem")


# iterative

LIMITS = [
    # ring, butterflies, LUT and BRAM36 at most (None: no limit is promised)
    ("ml-kem", 1, 625, 2),
    ("ml-kem", 2, 950, 2),
    ("ml-kem", 4, 1600, 4),
    ("ml-dsa", 4, None, None),
]


def multipliers(name: str, butterflies: int, method: str = "fold") -> int:
    """DSP blocks: one a product to 17 bits, two above; products of a butterfly and its reduction."""
    products = {"barrett": 3, "ldsp": 0, "tiles": 0, "tiles_shift": 0}.get(method, 1)
    return butterflies * products * (1 if ring(name).bits <= 17 else 2)


@pytest.mark.parametrize(("name", "butterflies", "lut", "bram"), LIMITS)
def test_cells_on_xc7(name: str, butterflies: int, lut: int | None, bram: int | None) -> None:
    cells = recorded(core("iterative", ring(name), Butterflies=butterflies, DoubleBuffer=0)).cells
    assert cells["dsp"] == multipliers(name, butterflies)
    assert cells["latch"] == 0
    words = 2 * butterflies * ring(name).bits + 2  # of the queue of results, 6 bits of 32 words in 4 LUT
    assert cells["lutram"] == 4 * -(-words // 6)
    assert cells["bram36"] > 0
    if lut is not None and bram is not None:
        assert cells["lut"] <= lut
        assert cells["bram36"] <= bram


def test_a_record_is_what_is_measured() -> None:
    design = core("iterative", ring("ml-kem"), Butterflies=1, DoubleBuffer=0)
    record = recorded(design)
    now = synthesize(design, "xc7", cache=False)
    before, after = record.document(), now.document()
    for key in after.keys() - {"seconds", "commit", "source_hash"}:
        assert after[key] == before[key], key


def test_multipliers_of_the_committed_records() -> None:
    for record in Results().load_all():
        if record.core == "iterative" and record.target == "xc7":
            parameters = record.parameters
            expected = multipliers(record.ring, parameters["Butterflies"], parameters["Method"])
            assert record.cells["dsp"] == expected, record.command


@pytest.mark.matrix
def test_a_memory_that_a_device_lacks_is_of_flip_flops() -> None:
    top = "twd_fifo"
    cells = measure(top, manifest.sources(top), manifest.include_dirs(), {}, "ice40", seeds=(1,)).cells
    assert cells["ff"] >= 8 * 32
    assert cells["bram36"] == 0


# rns

RNS = {1: (510, 6.0), 2: (None, 7.5), 4: (None, 13.5)}
"""LUT (None: no limit of the whole core) and BRAM36 at most, by butterflies: no table becomes logic.

The core of the paper has 407 LUT; the queue of results and the registers before it take ours above that.
"""


def tables(butterflies: int, published: int) -> float:
    """Block RAMs of 36 Kbit of the butterflies: single ones have their own tables, dual ones share.

    Published = 2 adds half a block a butterfly, for the sums.
    """
    memory = rns.memory(ML_KEM.q, rns.PAPER if published else rns.exact_moduli(ML_KEM.q))
    sums = butterflies / 2 if published == 2 else 0
    return sums + (memory.single if butterflies == 1 else butterflies // 2 * memory.dual)


def twiddles(butterflies: int, published: int) -> float:
    """A half block for two ports: 512 indices of 8 bits, or 13 of the published sub-moduli."""
    ports = butterflies if published else max(1, butterflies // 2)
    return (ports + 1) // 2 / 2


def polynomials(butterflies: int, double: bool) -> float:
    """Two halves, packed: a half block holds words of 36 bits, and two operands in one memory."""
    memories = 3 if double else 1
    return memories * 2 * -(-butterflies * ML_KEM.bits // 36) / 2


def expected(parameters: Mapping[str, Any]) -> float:
    butterflies, published = parameters["Butterflies"], int(parameters["Published"])
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


@pytest.mark.parametrize("butterflies", RNS)
def test_rns(butterflies: int) -> None:
    record = recorded(core("rns", ML_KEM, Butterflies=butterflies))
    check(record)
    lut, bram = RNS[butterflies]
    assert lut is None or record.cells["lut"] <= lut
    assert record.cells["bram36"] <= bram


def test_every_committed_record_of_rns() -> None:
    found = [record for record in Results().load_all() if record.core == "rns" and record.ring == ML_KEM.name]
    assert found
    for record in found:
        if record.target == "xc7":
            check(record)
        assert record.cells["dsp"] == 0


# pwmm


@pytest.mark.parametrize(("units", "lut"), [(1, 1123), (2, 2297)])
def test_pwmm_without_dsp_blocks(units: int, lut: int) -> None:
    """Within the LUTs of Nguyen et al. 2023, Table 6, shift registers and LUT memory among them."""
    cells = recorded(core("pwmm", ML_KEM, Units=units, Method="ldsp", Scaled=1)).cells
    assert cells["lut"] <= lut
    assert cells["dsp"] == cells["bram36"] == cells["latch"] == 0
    assert 24 * 128 / 64 <= cells["lutram"] <= cells["lut"]


def test_pwmm_has_four_multipliers_a_pair() -> None:
    cells = recorded(core("pwmm", ML_KEM, Units=1, Method="kred", Scaled=1)).cells
    assert cells["dsp"] == 4
    assert cells["bram36"] == cells["latch"] == 0
