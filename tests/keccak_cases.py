# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Hashes on the simulated `twd_keccak` and `twd_keccak_slices`, against hashlib."""

from pathlib import Path
from typing import Any

import numpy as np

from twiddle.model import keccak
from twiddle.model.keccak import Hash
from twiddle.tools.sim.netlist import Stage
from twiddle.tools.sim.streams import Run, StreamSimulator

SLICES = (64, 4, 8, 16)
"""Of the state a cycle; with 64 it is `twd_keccak`."""


def hardware(slices: int) -> tuple[str, dict[str, int]]:
    """The top module and its parameters."""
    return ("twd_keccak", {}) if slices == 64 else ("twd_keccak_slices", {"Slices": slices})


def message(length: int, seed: int = 0) -> bytes:
    return np.random.default_rng([length, seed]).bytes(length)


def ran(unit: StreamSimulator, jobs: list[tuple[Hash, bytes, int]], **options: Any) -> Run:
    """Hashes one after the other; all words that come out are right, and last is at the end of each."""
    command, sent, last = [], [], []
    expected: list[int] = []
    ends: list[bool] = []
    for chosen, text, count in jobs:
        found = keccak.words(chosen, text, count)
        frame = keccak.frame(text, b"\xff")
        command.append(len(found) << 2 | chosen)
        sent += frame
        last += [False] * (len(frame) - 1) + [True]
        expected += found
        ends += [False] * (len(found) - 1) + [True]
    run = unit.run(
        {"hash": command, "in": sent}, {"out": len(expected)}, last={"in": last}, random_state=True, **options
    )
    assert run.streams["out"].values[:, 0].tolist() == expected
    assert run.streams["out"].last.tolist() == ends
    return run


def check(root: Path | None, netlist: Stage | None = None, slices: int = 64) -> None:
    """Every function around the ends of words and blocks, in any order, with stalls and without."""
    unit = StreamSimulator(*hardware(slices), rtl_root=root, netlist=netlist)
    jobs = [
        (chosen, message(length), 30 if chosen.endless else 8)
        for length in (0, 3, 8, 71, 72, 100, 135, 136, 167, 168, 300)
        for chosen in Hash
    ]
    for seed, stall in enumerate((0.0, 0.4)):
        ran(unit, jobs, stall=stall, seed=seed)
    for chosen in Hash:
        run = ran(unit, [(chosen, message(200), 4)])
        first = run.streams["out"].cycles[0] - run.streams["hash"].cycles[0]
        assert first == keccak.latency(chosen, 200, slices)
