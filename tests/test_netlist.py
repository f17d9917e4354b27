# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Multipliers, block RAMs and LUTs in the netlist: what the parameters promise is what the tools build."""

import pytest
from record_cases import recorded

from twiddle import core, manifest, ring
from twiddle.synth import Results, measure, synthesize

pytestmark = pytest.mark.covers("twd_iterative")

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
    now, record = synthesize(design, "xc7", cache=False), recorded(design)
    before, after = record.document(), now.document()
    for key in after.keys() - {"seconds", "commit", "source_hash"}:
        assert after[key] == before[key], key


def test_multipliers_of_the_committed_records() -> None:
    for record in Results().load_all():
        if record.core == "iterative" and record.target == "xc7":
            parameters = record.parameters
            expected = multipliers(record.ring, parameters["Butterflies"], parameters["Method"])
            assert record.cells["dsp"] == expected, record.command


def test_a_memory_that_a_device_lacks_is_of_flip_flops() -> None:
    top = "twd_fifo"
    cells = measure(top, manifest.sources(top), manifest.include_dirs(), {}, "ice40").cells
    assert cells["ff"] >= 8 * 32
    assert cells["bram36"] == 0
