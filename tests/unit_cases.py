# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Small checks of the units of rtl/prim, on the RTL tree that they are given."""

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from arith_cases import unit
from numpy.typing import NDArray

from twiddle.tools.sim.unit import UnitSimulator

Array = NDArray[np.int64]


def same(got: Array, expected: Array) -> None:
    assert got.size > 0
    np.testing.assert_array_equal(got, expected)


def check_delay(root: Path | None, cycles: int, width: int = 13, top: str = "twd_delay") -> None:
    """The word of `cycles` enabled cycles ago, whatever the gaps; in a memory, from the first one on."""
    line = unit(top, root, Width=width, Cycles=cycles)
    words = np.random.default_rng(cycles).integers(0, 1 << width, 3000)
    for enable, seed in product((1.0, 0.5, 0.1), range(3)):
        options: dict[str, Any] = {"enable": enable, "seed": seed, "random_state": True}
        same(line.run({"d_i": words}, latency=cycles, **options)["q_o"], words)


class Skid:
    """twd_skid cycle by cycle, against one spare entry in Python."""

    def __init__(self, root: Path | None, width: int = 9) -> None:
        self.width = width
        self._unit = unit("twd_skid", root, Width=width)

    def stimulus(self, count: int, source: float, sink: float, seed: int) -> dict[str, Array]:
        """A source that holds what was not taken; the first cycle, which the simulator repeats, is idle."""
        rng = np.random.default_rng(seed)
        valid, ready = rng.random(count) < source, rng.random(count) < sink
        data = rng.integers(0, 1 << self.width, count)
        valid[0], ready[0] = False, True
        full = refused = False
        for cycle in range(count):
            if refused:
                valid[cycle], data[cycle] = True, data[cycle - 1]
            refused = bool(valid[cycle]) and full
            full = (full or bool(valid[cycle])) and not ready[cycle]
        return {"in_valid_i": valid.astype(int), "in_data_i": data, "out_ready_i": ready.astype(int)}

    def run(self, inputs: dict[str, Array]) -> dict[str, Array]:
        return self._unit.run(inputs, latency=0, random_state=True)

    def passes_on(self, count: int, source: float, sink: float, seed: int) -> int:
        """Nothing is lost, doubled, reordered or late; returns the number of words passed on."""
        inputs = self.stimulus(count, source, sink, seed)
        outputs = self.run(inputs)
        taken = (inputs["in_valid_i"] & outputs["in_ready_o"]).astype(bool)
        given = (outputs["out_valid_o"] & inputs["out_ready_i"]).astype(bool)
        words = inputs["in_data_i"][taken]
        same(outputs["out_data_o"][given], words[: given.sum()])
        waiting = np.cumsum(taken) - np.cumsum(given)
        assert set(waiting) <= {0, 1}
        same(outputs["out_valid_o"], ((waiting + given) > 0).astype(int))
        same(outputs["in_ready_o"][1:], 1 - waiting[:-1])
        return int(given.sum())


def check_skid(root: Path | None) -> None:
    skid = Skid(root)
    for seed, (source, sink) in enumerate([(0.5, 0.5), (1.0, 1.0), (1.0, 0.3), (0.2, 0.9), (0.9, 0.95)]):
        assert skid.passes_on(4000, source, sink, seed) > 500


def check_skid_has_no_path_back(root: Path | None) -> None:
    """in_ready_o is the same whatever out_ready_i and in_valid_i are in its cycle."""
    skid = Skid(root)
    seen = set()
    for seed in range(60):
        inputs = skid.stimulus(2 + seed % 20, 0.7, 0.4, seed)
        readies = []
        for valid, ready in ((0, 0), (0, 1), (1, 0), (1, 1)):
            inputs["in_valid_i"][-1], inputs["out_ready_i"][-1] = valid, ready
            readies.append(int(skid.run(inputs)["in_ready_o"][-1]))
        assert len(set(readies)) == 1
        seen.add(readies[0])
    assert seen == {0, 1}


def check_ram(root: Path, block: int, depth: int = 16, width: int = 12) -> None:
    """Random writes and reads that never meet, against an array; two registers, both frozen together.

    r_en_i = 0 leaves the latch, run_i = 0 latch and output; a word can be read in the cycle after its write.
    """
    parameters = {"Depth": depth, "Width": width, "Block": block}
    ram = UnitSimulator("twd_test_ram", parameters, rtl_root=root)
    rng = np.random.default_rng(block)
    count = 20_000
    inputs = {name: (rng.random(count) < p).astype(int) for name, p in (("w_en_i", 0.5), ("r_en_i", 0.8))}
    inputs["run_i"] = (rng.random(count) < 0.7).astype(int)
    inputs["w_addr_i"], inputs["r_addr_i"] = rng.integers(0, depth, (2, count))
    inputs["w_data_i"] = rng.integers(0, 1 << width, count)
    after = rng.random(count) < 0.3  # read what was written the cycle before
    inputs["r_addr_i"][1:] = np.where(after[1:], inputs["w_addr_i"][:-1], inputs["r_addr_i"][1:])
    start = slice(1, depth + 1)  # first cycle idle, then every word once
    inputs["w_en_i"][0] = inputs["r_en_i"][0] = 0
    inputs["w_en_i"][start], inputs["w_addr_i"][start], inputs["r_en_i"][start] = 1, np.arange(depth), 0
    meet = inputs["w_addr_i"] == inputs["r_addr_i"]
    inputs["r_addr_i"][meet] ^= 1
    expected = np.zeros(count, np.int64)
    words, latch, output = [0] * depth, 0, 0
    columns = (inputs[name].tolist() for name in ("w_en_i", "w_addr_i", "w_data_i", "run_i", "r_en_i", "r_addr_i"))
    for cycle, (write, w_addr, w_data, run, read, r_addr) in enumerate(zip(*columns, strict=True)):
        expected[cycle] = output
        if run:
            output = latch
            latch = words[r_addr] if read else latch
        if write:
            words[w_addr] = w_data
    got = ram.run(inputs, latency=0)["r_data_o"]
    settled = slice(depth + 20, None)
    assert len(np.unique(expected[settled])) > 100
    same(got[settled], expected[settled])


def rom_entries(rng: np.random.Generator, depth: int, width: int) -> Array:
    return rng.integers(0, 1 << width, depth)


def rom_parameters(logic: int, depth: int = 37, width: int = 21) -> dict[str, Any]:
    entries = rom_entries(np.random.default_rng(logic), depth, width)
    contents = sum(int(entry) << (width * index) for index, entry in enumerate(entries))
    values = f"{depth * width}'h{contents:x}"
    return {"Depth": depth, "Width": width, "LogicTables": logic, "Contents": values}


def check_rom(root: Path | None, logic: int, depth: int = 37, width: int = 21) -> None:
    """Every entry, after two enabled cycles, whatever the gaps."""
    rng = np.random.default_rng(logic)
    entries = rom_entries(rng, depth, width)
    rom = unit("twd_rom", root, **rom_parameters(logic, depth, width))
    addresses = np.concatenate([np.arange(depth), rng.integers(0, depth, 3000)])
    for enable in (1.0, 0.4):
        options: dict[str, Any] = {"enable": enable, "seed": 5, "random_state": True}
        same(rom.run({"addr_i": addresses}, latency=2, **options)["data_o"], entries[addresses])
