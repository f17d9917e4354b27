# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""ML-KEM and ML-DSA on AXI4, which cocotb runs in Verilator."""

from pathlib import Path
from typing import Any

import numpy as np
from axis_cases import run_cocotb
from verilated_cases import compiled

from twiddle.base import manifest
from twiddle.bundle.wrap import system_top
from twiddle.tools.sim.unit import UnitSimulator

QUICK: dict[str, Any] = {
    "operations": [0, 2, 5, 6, 8],
    "accesses": 100,
    "holes": [3, 7],
    "ways": ["CONTROL", "both"],
    "most": 1500,
    "bad": [],
    "turns": 3,
    "sides": [1, 6],
}
WHOLE: dict[str, Any] = {
    "operations": list(range(11)),
    "accesses": 2000,
    "holes": [0, 3, 7, 8, 30, 31],
    "ways": ["CONTROL", "pin", "RESET", "both", "reset", "RESET", "CONTROL", "held", "both"],
    "most": 8000,
    "bad": list(range(14)),
    "turns": 12,
    "sides": list(range(60)),
}
"""What is run: indices of cases, numbers of accesses, ways to drop an operation (lattice_axi_cocotb)."""


def program(root: Path | None = None, lanes: int = 4, closed: bool = False) -> Path:
    """The folder of the program."""
    text = system_top.lattice("lattice_top", {"Lanes": lanes, "Closed": int(closed)})
    return compiled("lattice_top", text, manifest.sources("twd_lattice_axi", root), root)


def check_beats(root: Path | None) -> None:
    """Every TKEEP with any bytes, and every number of bytes that goes out."""
    kept = np.arange(256)
    data = np.random.default_rng(0).integers(0, 1 << 64, 256, np.uint64)
    words = np.stack([data, kept.astype(np.uint64) % 9], axis=1)
    inputs = {"in_tdata_i": data, "in_tkeep_i": kept, "out_data_i": words}
    got = UnitSimulator("twd_lattice_beats", rtl_root=root).run(inputs, latency=0)
    numbers = {(1 << count) - 1: count for count in range(9)}
    assert np.array_equal(got["out_tdata_o"].view(np.uint64), data)
    for keep, beat, (low, high) in zip(kept.tolist(), data.tolist(), got["in_data_o"].tolist(), strict=True):
        mask = sum(0xFF << 8 * byte for byte in range(8) if keep >> byte & 1)
        assert low % (1 << 64) == beat & mask
        assert high == numbers.get(keep, 15)
        assert got["out_tkeep_o"][keep] == (1 << keep % 9) - 1


def check_axi(
    job: dict[str, Any], folder: Path, root: Path | None = None, lanes: int = 4, closed: bool = False
) -> None:
    """Runs the tests of `lattice_axi_cocotb`; raises AssertionError where one fails."""
    job = {**job, "lanes": lanes, "closed": closed}
    run_cocotb("lattice_top", None, "lattice_axi_cocotb", job, folder, 11, program=program(root, lanes, closed))
