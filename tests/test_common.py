# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The units of rtl/prim: delay line, skid buffer, memory and table; buffer and egress of the streaming cores."""

from pathlib import Path

import numpy as np
import pytest
from arith_cases import batch, unit
from rtl_tree import rtl_tree
from stream_unit_cases import buffer_parameters, check_buffer, check_egress
from unit_cases import check_delay, check_ram, check_rom, check_skid, check_skid_has_no_path_back, rom_parameters

from twiddle.base.errors import AssertionFailed

pytestmark = pytest.mark.covers(
    *("twd_delay", "twd_delay_ram", "twd_ram_1r1w", "twd_ram_pkg", "twd_rom", "twd_rom_pkg", "twd_skid"),
    *("twd_stream_buffer", "twd_stream_egress"),
)

DELAYS = (0, 1, 7)
BEATS = (4, 8, 16, 32)
RAM_DELAYS = (3, 4, 5, 9, 16, 66, 127)
REGISTERED = {"Words": 16, "RegisterPorts": 1}

batch(
    [
        *(("twd_delay", {"Width": 13, "Cycles": cycles}) for cycles in DELAYS),
        *(("twd_delay_ram", {"Width": 13, "Cycles": cycles}) for cycles in RAM_DELAYS),
        ("twd_skid", {"Width": 9}),
        *(("twd_rom", rom_parameters(logic)) for logic in (0, 1)),
        *(("twd_ram_1r1w", {"Depth": 16, "Block": block}) for block in (0, 1)),
        ("twd_ram_1r1w", {"Depth": 8}),
        *(("twd_ram_1r1w", {"Depth": 80, **REGISTERED, "Block": block}) for block in (0, 1)),
        *(("twd_stream_buffer", buffer_parameters(beats)) for beats in BEATS),
        ("twd_stream_buffer", buffer_parameters(256, 12289, select=True)),
        ("twd_stream_buffer", buffer_parameters(follows=True)),
    ]
)


@pytest.mark.parametrize("cycles", DELAYS)
def test_delay(cycles: int) -> None:
    check_delay(None, cycles)


@pytest.mark.parametrize("cycles", RAM_DELAYS)
def test_delay_in_memory(cycles: int) -> None:
    check_delay(None, cycles, top="twd_delay_ram")


def test_skid_loses_and_doubles_nothing() -> None:
    check_skid(None)


def test_skid_has_no_path_from_ready_to_ready() -> None:
    check_skid_has_no_path_back(None)


@pytest.mark.parametrize("block", [0, 1])
def test_ram(tmp_path: Path, block: int) -> None:
    check_ram(rtl_tree(tmp_path), block)


@pytest.mark.parametrize("logic", [0, 1])
def test_rom(logic: int) -> None:
    check_rom(None, logic)


@pytest.mark.parametrize("block", [0, 1])
def test_a_collision_fires(block: int) -> None:
    ram = unit("twd_ram_1r1w", Depth=16, Block=block)
    inputs = {"w_en_i": [0, 1, 1], "r_en_i": [0, 0, 1], "w_addr_i": [0, 3, 5], "r_addr_i": [0, 3, 4]}
    inputs["w_data_i"] = [0, 1, 2]
    ram.run(inputs, latency=0)
    inputs["r_addr_i"][2] = 5
    with pytest.raises(AssertionFailed, match=r"assertion twd_ram_1r1w\.NoCollision .* failed at cycle 2"):
        ram.run(inputs, latency=0)


def test_a_word_is_read_in_the_cycle_after_its_write() -> None:
    ram = unit("twd_ram_1r1w", Depth=8)
    count = 50
    addresses = np.arange(count) % 8
    words = np.random.default_rng(1).integers(0, 4096, count)
    inputs = {"w_en_i": np.ones(count, int), "r_en_i": np.ones(count, int), "w_addr_i": addresses}
    inputs |= {"w_data_i": words, "r_addr_i": (addresses - 1) % 8}
    np.testing.assert_array_equal(ram.run(inputs, latency=2)["r_data_o"][9:], words[8:-1])


@pytest.mark.parametrize("block", [0, 1])
def test_registered_ports_stop_with_the_memory(block: int) -> None:
    """Where en_i = 0 the ports have other operands, of which a write has the word that is there already."""
    depth, count = 80, 3000
    rng = np.random.default_rng(block)
    words = rng.integers(0, 4096, depth)
    first = np.arange(count) < 2 * depth  # every word is written, then all are read
    w_addr = np.where(first, np.arange(count) % depth, 0)
    r_addr = rng.integers(0, depth, count)
    reads = np.arange(count) >= 2 * depth + 20
    inputs = {"w_en_i": first.astype(int), "w_addr_i": w_addr, "w_data_i": words[w_addr]}
    inputs |= {"r_en_i": reads.astype(int), "r_addr_i": r_addr}
    ram = unit("twd_ram_1r1w", Depth=depth, **REGISTERED, Block=block)
    for enable in (1.0, 0.5):
        got = ram.run(inputs, latency=3, enable=enable, seed=1, random_state=True)["r_data_o"]
        np.testing.assert_array_equal(got[reads], words[r_addr[reads]])


# --- the shell of the streaming cores -----------------------------------------------------------------------


@pytest.mark.parametrize("beats", BEATS)
def test_buffer(beats: int) -> None:
    check_buffer(None, beats)


def test_buffer_of_a_ring_that_is_chosen() -> None:
    check_buffer(None, 256, 12289, select=True)
    check_buffer(None, follows=True)


@pytest.mark.parametrize(("beats", "latency"), [(16, 5), (4, 40)])
def test_egress(tmp_path: Path, beats: int, latency: int) -> None:
    check_egress(rtl_tree(tmp_path), beats, latency)
