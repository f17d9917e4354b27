# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""ML-KEM and ML-DSA on AXI4-Lite and AXI4-Stream, and the description of the registers."""

from pathlib import Path

import numpy as np
import pytest
from lattice_axi_cases import WHOLE, check_axi

from twiddle.base import manifest
from twiddle.bundle.wrap import registers
from twiddle.model.sets import RULES
from twiddle.tools.sim.unit import UnitSimulator

pytestmark = pytest.mark.covers("twd_lattice_axi", "twd_lattice_beats", "twd_lattice_regs", "twd_lattice_regs_pkg")


@pytest.mark.matrix
def test_schemes_on_axi(tmp_path: Path) -> None:
    check_axi(WHOLE, tmp_path)


def test_every_tkeep_and_every_number_of_bytes() -> None:
    kept = np.arange(256)
    data = np.random.default_rng(0).integers(0, 1 << 64, 256, np.uint64)
    words = np.stack([data, kept.astype(np.uint64) % 9], axis=1)
    inputs = {"in_tdata_i": data, "in_tkeep_i": kept, "out_data_i": words}
    got = UnitSimulator("twd_lattice_beats").run(inputs, latency=0)
    numbers = {(1 << count) - 1: count for count in range(9)}
    assert np.array_equal(got["out_tdata_o"].view(np.uint64), data)
    for keep, beat, (low, high) in zip(kept.tolist(), data.tolist(), got["in_data_o"].tolist(), strict=True):
        mask = sum(0xFF << 8 * byte for byte in range(8) if keep >> byte & 1)
        assert low % (1 << 64) == beat & mask
        assert high == numbers.get(keep, 15)
        assert got["out_tkeep_o"][keep] == (1 << keep % 9) - 1


def test_the_rules_of_an_operation_have_the_same_bit_everywhere() -> None:
    known = registers.load(registers.LATTICE)
    [path] = [each for each in manifest.sources("twd_lattice_regs_pkg") if each.stem == "twd_lattice_regs_pkg"]
    text = path.read_text(encoding="utf-8")
    assert f"REGS = {len(known.address)};" in text
    assert f"RULES = {len(RULES)};" in text
    for rule in RULES:
        assert known.bit("RESULT", rule.name.lower()) == known.bit("ERRORS", rule.name.lower()) == rule
