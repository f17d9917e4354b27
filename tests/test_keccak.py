# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Keccak: the round, every function against hashlib at every length, cycles, stalls, and endless output."""

import numpy as np
import pytest
from covers import marked
from keccak_cases import SLICES, check, hardware, message, ran

from twiddle.model import keccak
from twiddle.model.keccak import Hash
from twiddle.tools.sim.netlist import Stage
from twiddle.tools.sim.streams import StreamSimulator
from twiddle.tools.sim.unit import UnitSimulator

pytestmark = pytest.mark.covers(
    "twd_keccak",
    "twd_keccak_message",
    "twd_keccak_pkg",
    "twd_keccak_round",
    "twd_keccak_slices",
    "twd_keccak_slices_block",
    "twd_keccak_slices_state",
)

HASHES = pytest.mark.parametrize("chosen", Hash, ids=lambda chosen: chosen.name)


@pytest.fixture(scope="module", params=[*SLICES, "two rounds"])
def unit(request: pytest.FixtureRequest) -> StreamSimulator:
    two = "twd_keccak", {"Rounds": 2}
    return StreamSimulator(*(two if request.param == "two rounds" else hardware(request.param)))


def test_the_model_is_the_standard() -> None:
    """The permutation in the sponge, against hashlib."""
    state = [0] * 25
    padded = b"abc\x06".ljust(135, b"\0") + b"\x80"
    for lane in range(17):
        state[lane] = int.from_bytes(padded[8 * lane : 8 * lane + 8], "little")
    assert keccak.permute(state)[:4] == keccak.words(Hash.SHA3_256, b"abc", 4)
    assert keccak.constants()[1] == 0x8082
    assert keccak.constants()[23] == 0x8000000080008008


def test_a_round() -> None:
    """24 of them are the permutation."""
    round_ = UnitSimulator("twd_keccak_round")
    start = np.random.default_rng(0).integers(0, 1 << 64, (50, 25), np.uint64)
    states = start
    for constant in keccak.constants():
        inputs = {"state_i": states, "constant_i": np.full(50, constant, np.uint64)}
        states = round_.run(inputs, latency=0)["state_o"].view(np.uint64)
    for before, after in zip(start.tolist(), states.tolist(), strict=True):
        assert after == keccak.permute(before)


NETLISTS = [(stage, slices) for stage in ("elaborated", "xc7", "ecp5") for slices in SLICES]


@pytest.mark.parametrize(("stage", "slices"), marked(NETLISTS, kept=NETLISTS[:1]))
def test_its_netlist(stage: str, slices: int) -> None:
    check(None, Stage(stage), slices)


@HASHES
def test_every_length(unit: StreamSimulator, chosen: Hash) -> None:
    """Messages of no byte to three blocks, back to back; one and several blocks out."""
    count = 40 if chosen.endless else 8
    jobs = [(chosen, message(length), count) for length in range(3 * 8 * chosen.rate + 2)]
    ran(unit, jobs)


@HASHES
def test_every_number_of_words(unit: StreamSimulator, chosen: Hash) -> None:
    most = 3 * chosen.rate if chosen.endless else {Hash.SHA3_256: 4, Hash.SHA3_512: 8}[chosen]
    ran(unit, [(chosen, message(34, count), count) for count in range(1, most + 1)])


@pytest.mark.parametrize("stall", [0.1, 0.5, 0.9])
def test_any_order_under_stalls(unit: StreamSimulator, stall: float) -> None:
    rng = np.random.default_rng(int(10 * stall))
    for seed in range(4):
        jobs = []
        for _ in range(30):
            chosen = Hash(rng.integers(4))
            count = int(rng.integers(1, 60)) if chosen.endless else 4
            jobs.append((chosen, message(int(rng.integers(400)), seed), count))
        ran(unit, jobs, stall=stall, seed=seed)


@HASHES
@pytest.mark.parametrize("length", [0, 1, 7, 8, 33, 64, 71, 72, 135, 136, 167, 168, 1184])
def test_cycles(unit: StreamSimulator, chosen: Hash, length: int) -> None:
    count = 3 * chosen.rate if chosen.endless else 4
    run = ran(unit, [(chosen, message(length), count)])
    cycles = run.streams["out"].cycles - run.streams["hash"].cycles[0]
    slices, rounds = int(unit.parameters.get("Slices", 64)), int(unit.parameters.get("Rounds", 1))
    assert cycles[0] == keccak.latency(chosen, length, slices, rounds)
    if chosen.endless:
        for block in (1, 2):
            assert cycles[block * chosen.rate] - cycles[0] == block * keccak.interval(chosen, slices, rounds)


def drops(slices: int) -> list[int]:
    """Cycles of a drop: after the message, around the first words and ends of blocks."""
    if slices == 64:
        return [2, 5, 27, 28, 29, 30, 31, 47, 48, 49, 52, 53, 54, 60, 77, 78, 79, 100, 101]
    word, block = 64 // slices, keccak.permutation(slices)
    first = 4 * word + 1 + keccak.latency(Hash.SHAKE128, 3, slices)
    ends = [first - word, first, first + word, first + 21 * word, first + block - word, first + block]
    return [5 * word + 4, first - block // 2, *(at + near for at in ends for near in range(-3, 4)), first + 2 * block]


@pytest.mark.parametrize("slices", SLICES)
def test_an_endless_hash_is_dropped_at_any_time(slices: int) -> None:
    """Its words come until then; the hashes after it are right."""
    unit = UnitSimulator(*hardware(slices))
    words, block = 64 // slices, keccak.permutation(slices)
    begins = 3 if slices == 64 else 4 * words + 2
    cycles, wanted = 15 * block + 40 * words, keccak.words(Hash.SHAKE128, b"abc", 200)
    after = keccak.words(Hash.SHA3_256, b"abc", 4)
    message = np.tile(np.array([int.from_bytes(b"abc", "little"), 3], np.uint64), (cycles, 1))
    ones = np.ones(cycles, np.int64)
    for at in drops(slices):
        command = np.where(np.arange(cycles) < begins, Hash.SHAKE128, 4 << 2 | Hash.SHA3_256)
        inputs = {"hash_valid_i": ones, "hash_data_i": command, "in_valid_i": ones, "in_last_i": ones}
        inputs |= {"in_data_i": message, "out_ready_i": ones, "drop_i": (np.arange(cycles) == at).astype(int)}
        inputs |= {"clear_i": 0 * ones} if slices == 64 else {}
        got = unit.run(inputs, latency=0, random_state=True)
        came = got["out_valid_o"].astype(bool)
        words_out = got["out_data_o"].view(np.uint64)
        first = words_out[: at + 1][came[: at + 1]].tolist()
        assert first == wanted[: len(first)]
        rest = words_out[at + 1 :][came[at + 1 :]].tolist()
        assert rest == (after * 40)[: len(rest)], at
        assert len(rest) > 20


def test_an_endless_hash_is_dropped_while_its_message_waits() -> None:
    """Its second block is complete, and is not in the state, or only just: the next message is right."""
    unit, cycle = UnitSimulator("twd_keccak"), np.arange(200)
    word, after = int.from_bytes(b"abc", "little"), keccak.words(Hash.SHA3_256, b"abc", 4)
    for words in (25, 29):
        for at in range(words + 2, 60):
            command = np.where(cycle < 3, Hash.SHAKE128, 4 << 2 | Hash.SHA3_256)
            inputs = {"clear_i": 0 * cycle, "hash_valid_i": 0 * cycle + 1, "hash_data_i": command}
            inputs |= {"in_valid_i": 0 * cycle + 1, "in_last_i": (cycle > words).astype(np.int64)}
            inputs |= {"in_data_i": np.tile(np.array([word, 3], np.uint64), (len(cycle), 1))}
            inputs |= {"out_ready_i": 0 * cycle + 1, "drop_i": (cycle == at).astype(np.int64)}
            got = unit.run(inputs, latency=0, random_state=True)
            words_out = got["out_data_o"].view(np.uint64)[got["out_valid_o"].astype(bool)].tolist()
            assert len(words_out) > 12
            assert words_out == (after * 40)[: len(words_out)], at
