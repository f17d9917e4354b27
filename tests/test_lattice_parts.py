# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Parts of twd_lattice alone, in what its programs need for some numbers of lanes, or for one seed in hundreds."""

import hashlib
from itertools import product

import numpy as np
import pytest
from arith_cases import Array
from lattice_cases import check_align
from port_values import packed, unpacked
from unit_cases import same

from twiddle.tools.sim.unit import UnitSimulator

pytestmark = [
    pytest.mark.usefixtures("little_simulation"),
    pytest.mark.covers("twd_lattice_hash", "twd_lattice_align", "twd_lattice_regroup"),
]

WIDTH = 24


@pytest.mark.parametrize(("lanes", "split", "wide"), list(product((1, 2, 4, 8), (0, 1), (0, 1))))
def test_parts_are_regrouped(lanes: int, split: int, wide: int) -> None:
    """Those of quartets or beats that are taken leave in their order; the last part of a last one is marked."""
    rng = np.random.default_rng([lanes, split, wide])
    count, ones = 3000, np.ones(3000, np.int64)
    parts, wanted = (lanes, 2 + 2 * wide) if split else (2 + 2 * wide, lanes)
    most_in, most_out = (lanes, 4) if split else (4, lanes)
    values, last = rng.integers(0, 1 << WIDTH, (count, most_in)), rng.integers(0, 2, count)
    valid, ready = rng.integers(0, 2, count), rng.integers(0, 2, count)
    valid[0] = 0
    inputs = {"wide_i": wide * ones, "in_valid_i": valid, "in_last_i": last}
    inputs |= {"in_data_i": packed(values, WIDTH), "out_ready_i": ready}
    parameters = {"Lanes": lanes, "Split": split, "Width": WIDTH}
    got = UnitSimulator("twd_lattice_regroup", parameters).run(inputs, latency=0, random_state=True)
    taken, given = (valid & got["in_ready_o"]) == 1, (got["out_valid_o"] & ready) == 1
    found = unpacked(got["out_data_o"][given], most_out, WIDTH)[:, :wanted]
    same(found.ravel(), values[taken][:, :parts].ravel()[: found.size])
    ends = wanted * np.arange(1, len(found) + 1)
    marks = last[taken][ends // parts - 1]
    same(got["out_last_o"][given], np.where(ends % parts == 0, marks, 0))
    assert taken.sum() * parts - found.size < 16


def test_parts_of_a_message_are_joined() -> None:
    check_align()


EXPECTED, CYCLES = 63, 600


def hashed(commands: int, drop: int, starved: int = CYCLES) -> list[Array]:
    """Words before and after a drop, of hashes of 0, 1 and so on, of which 63 words each are expected.

    commands  cycles in which a command is offered; from 20 cycles after the drop on there is one too
    starved   the cycle from which on the sampler is, until the drop
    """
    unit, cycle = UnitSimulator("twd_lattice_hash"), np.arange(CYCLES)
    valid = (cycle > 0).astype(np.int64)
    inputs = {
        "clear_i": 0 * cycle,
        "command_valid_i": valid & ((cycle <= commands) | (cycle > drop + 20)),
        "command_data_i": 0 * cycle + (3 << 12 | 2 << 10 | EXPECTED),  # a seed, without an end, SHAKE128
        "in_valid_i": valid,
        "out_ready_i": 0 * cycle + 1,
        "drop_i": (cycle == drop).astype(np.int64),
        "starved_i": ((starved <= cycle) & (cycle < drop)).astype(np.int64),
    }
    number = 0 * cycle
    for _ in range(2):  # when messages are taken does not depend on them
        message = np.stack([number, 0 * cycle + (1 << 4 | 8)], axis=1)
        got = unit.run({**inputs, "in_data_i": message}, latency=0, random_state=True)
        taken = valid & got["in_ready_o"]
        number = np.cumsum(taken) - taken
    return [got["out_data_o"][part & (got["out_valid_o"] == 1)] for part in (cycle < drop, cycle > drop + 1)]


def digest(number: int, count: int) -> Array:
    return np.frombuffer(hashlib.shake_128(number.to_bytes(8, "little")).digest(8 * count), np.int64)


@pytest.mark.parametrize("commands", [5, CYCLES], ids=["alone", "followed"])
def test_a_hash_ends_when_the_sampler_has_enough(commands: int) -> None:
    """Before all expected words, or after them: then it is computed again, and so is the next one."""
    for drop in range(40, 120, 7):
        before, after = hashed(commands, drop)
        same(before, digest(0, len(before)))
        same(after, digest(1, EXPECTED))
    for starved in range(120, 135):
        before, after = hashed(commands, 350 + 2 * (starved % 9), starved)
        assert len(before) > EXPECTED
        same(before, digest(0, len(before)))
        same(after, digest(1, EXPECTED))
