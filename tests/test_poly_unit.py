# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The polynomial unit: programs against the model, hazards, frames, rules, cycles."""

import re
from typing import Any

import numpy as np
import pytest
from covers import marked
from poly_unit_cases import ML_DSA, ML_KEM, SMALL, SMALL_PAIRS, check, check_drop, check_operands, check_slots, unit

from lint.tools import LARGEST
from twiddle.base import manifest
from twiddle.base.errors import TwiddleError
from twiddle.model import command, pwm
from twiddle.model.command import Command, Operation
from twiddle.model.transform import schoolbook
from twiddle.model.unit import Slots
from twiddle.tools.sim.netlist import Stage
from twiddle.tools.sim.streams import Drop, StreamSimulator
from twiddle.tools.unit_simulator import PolyUnit

pytestmark = pytest.mark.covers(
    "twd_operand_queue",
    "twd_poly_unit",
    "twd_oldest",
    "twd_scoreboard",
    "twd_unit_accesses",
    "twd_unit_engine",
    "twd_unit_load",
    "twd_unit_memory",
    "twd_unit_pkg",
    "twd_unit_schedule",
    "twd_unit_store",
    "twd_unit_streamed",
    "twd_unit_twiddle_rom",
    "twd_unit_write_network",
)

UNITS = {
    "small": (SMALL, SMALL_PAIRS, 4, True),
    "two": (SMALL, SMALL_PAIRS, 2, False),
    "one": (SMALL, SMALL_PAIRS, 1, True),
    "pairs": (None, SMALL_PAIRS, 2, False),
    "complete": (SMALL, None, 2, True),
    "eight": (ML_DSA, ML_KEM, 8, True),
}

NAMES = {"OPERATION": 1, "RING": 2, "SLOT": 3, "STREAM": 4, "RANGE": 5, "EARLY": 6, "LONG": 7}


@pytest.mark.parametrize("stall", [0.0, 0.3])
@pytest.mark.parametrize("name", marked(UNITS, list(UNITS), ["small", "one", "pairs", "complete", "eight"]))
def test_random_programs(name: str, stall: float) -> None:
    of = unit(*UNITS[name])
    assert repr(of).endswith(f": {of.lanes} lanes, 16 slots)")
    for seed in range(8):
        check(of, 60, seed, stall)


@pytest.mark.matrix
def test_a_random_program_of_64_slots() -> None:
    of = unit(SMALL, SMALL_PAIRS, 2, slots=64)
    commands = check(of, 300, 64, 0.1)
    slots = {slot // (1 + each.pair) for each in commands for slot in each.writes}
    assert {0, 63} <= slots
    assert {each.count for each in commands} == set(range(1, 9))


@pytest.mark.matrix
def test_a_product_in_the_largest_ring() -> None:
    """Its twiddle factors do not fit in one constant: the table is two slices of bits."""
    of = unit(LARGEST, None, 1, slots=8)
    rng = np.random.default_rng(0)
    a, b = rng.integers(0, LARGEST.q, (2, LARGEST.n))
    commands = [
        *(Command(Operation.LOAD, dst=slot) for slot in (0, 1)),
        *(Command(Operation.NTT, a=slot, dst=slot) for slot in (0, 1)),
        Command(Operation.MUL, a=0, b=1, dst=2),
        Command(Operation.INTT, a=2, dst=2),
        Command(Operation.STORE, a=2),
    ]
    (product,) = of.run(commands, [a, b], [], stall=0.0, seed=0).stored
    np.testing.assert_array_equal(np.asarray(product).ravel(), schoolbook(LARGEST, a, b))


@pytest.mark.matrix
@pytest.mark.parametrize(("name", "stage"), [("one", "elaborated"), ("small", "xc7"), ("two", "ecp5")])
def test_its_netlist_runs_random_programs(name: str, stage: str) -> None:
    ring, pairs, lanes, dsp = UNITS[name]
    found = PolyUnit(ring, pairs, lanes, 16, dsp=dsp, netlist=Stage(stage))
    for seed in range(6):
        check(found, 60, seed, 0.3 * (seed % 2))


def test_the_description_of_the_command_is_that_of_the_hardware() -> None:
    [path] = [path for path in manifest.sources("twd_unit_pkg") if path.name == "twd_unit_pkg.sv"]
    text = path.read_text(encoding="utf-8")
    found = dict(re.findall(r"COMMAND_(\w+)\s*= 4'd(\d+)", text))
    assert {name: int(code) for name, code in found.items()} == {each.name: each.value for each in Operation}
    assert f"SLOT_BITS = {command.SLOT_BITS};" in text
    rules = dict(re.findall(r"RULE_(\w+)\s*= 3'd(\d+)", text))
    assert {name: int(code) for name, code in rules.items() if name != "NONE"} == NAMES


def row(of: PolyUnit, products: int) -> tuple[list[Command], int]:
    """A o s: loads, the transforms of s, a sum a row, the inverse transforms; and the number of loads."""
    k = products
    commands = [Command(Operation.LOAD, True, k, dst=0)]
    commands += [Command(Operation.LOAD, True, k, dst=k + k * i) for i in range(k)]
    work = [Command(Operation.NTT, True, k, dst=0, a=0)]
    work += [Command(Operation.MUL, True, k, dst=k + k * k + i, a=k + k * i, b=0) for i in range(k)]
    work += [Command(Operation.INTT, True, k, dst=k + k * k, a=k + k * k)]
    return commands + work, len(commands)


@pytest.mark.parametrize(("lanes", "most"), marked([(2, 2450), (4, 1250)], kept=[(4, 1250)]))
def test_a_matrix_vector_product(lanes: int, most: int) -> None:
    """Cycles from the first command that computes to the end of the last one, operands in slots."""
    of = unit(ML_DSA, ML_KEM, lanes)
    rng = np.random.default_rng(lanes)
    commands, loads = row(of, 3)
    polynomials = list(rng.integers(0, ML_KEM.q, (12, ML_KEM.n)))
    stores = [Command(Operation.STORE, True, 3, a=12)]
    model = Slots(ML_DSA, ML_KEM, 16)
    given = iter(polynomials)
    expected = [each for one in commands + stores for each in model.run(one, given, iter(()))]
    after_loads = of.run([*commands[:loads], Command(Operation.STORE, True, 1, a=11)], polynomials).cycles
    done = of.run(commands + stores, polynomials)
    assert all((found == right).all() for found, right in zip(done.stored, expected, strict=True))
    words = ML_KEM.n // 2 // lanes
    assert done.cycles - after_loads - 2 * words <= most


BAD: list[tuple[str, int, str]] = [
    ("unknown", 12 << 28, "OPERATION"),
    ("bit 0", Command(Operation.ZERO).word | 1, "OPERATION"),
    ("slot of pairs", Command(Operation.ZERO, True, dst=32).word, "SLOT"),
    ("slot", Command(Operation.ZERO, dst=16).word, "SLOT"),
    ("last slot", Command(Operation.STORE, count=2, a=15).word, "SLOT"),
    ("slot of b", Command(Operation.ADD, count=1, b=16).word, "SLOT"),
    ("overlap", Command(Operation.COPY, count=1, dst=1, a=0).word | 1 << 24, "SLOT"),
    ("stream", Command(Operation.ADD).word | 4, "STREAM"),
    ("stream of two", Command(Operation.MUL, count=2).word | 4, "STREAM"),
]


def check_dropped(of: PolyUnit, word: int, rule: str) -> None:
    """The commands after a bad one are carried out."""
    polynomial = np.random.default_rng(3).integers(0, SMALL.q, SMALL.n)
    words = of.layout.pack(False, polynomial)
    good = [Command(Operation.LOAD, dst=15).word, Command(Operation.STORE, a=15).word]
    done = run(of, [word, *good], words, len(words))
    assert done.watched == NAMES[rule]
    assert stored(done) == words


@pytest.mark.parametrize(("word", "rule"), [each[1:] for each in BAD], ids=[each[0] for each in BAD])
def test_a_bad_command_is_dropped(word: int, rule: str) -> None:
    check_dropped(unit(SMALL, SMALL_PAIRS, 4), word, rule)


def test_a_unit_without_the_ring() -> None:
    check_dropped(unit(SMALL, None, 2), Command(Operation.ZERO, True).word, "RING")


def run(of: PolyUnit, commands: list[int], words: list[int], stores: int, last: list[bool] | None = None) -> Any:
    marks = [False] * (len(words) - 1) + [True] if last is None else last
    simulator: StreamSimulator = of._simulator
    return simulator.run(
        {"command": commands, "load": words}, {"store": stores}, last={"load": marks}, watch="error_o", seed=1
    )


def stored(done: Any) -> list[int]:
    return [sum(int(part) << 64 * i for i, part in enumerate(row)) for row in done.streams["store"].values]


@pytest.mark.parametrize("pair", [False, True])
def test_frames(pair: bool) -> None:
    """One that is short is filled with zeros, one that is long is cut, what is out of range becomes 0."""
    of = unit(SMALL, SMALL_PAIRS, 4)
    ring = of.rings[pair]
    polynomial = np.random.default_rng(4).integers(1, ring.q, ring.n)
    words = of.layout.pack(pair, polynomial)
    load, store = Command(Operation.LOAD, pair, dst=3).word, Command(Operation.STORE, pair, a=3).word
    short = run(of, [load, store], words[:2], len(words))
    assert (stored(short), short.watched) == (words[:2] + [0] * (len(words) - 2), NAMES["EARLY"])
    long = run(of, [load, store], [*words, 1, 2], len(words))
    assert (stored(long), long.watched) == (words, NAMES["LONG"])
    top = of.layout.width if not pair else of.layout.half
    for lane in range(4):
        for half in range(1 + pair):
            at = of.layout.width * lane + of.layout.half * half
            wrong = words.copy()
            wrong[1] = wrong[1] & ~(((1 << top) - 1) << at) | ring.q << at
            done = run(of, [load, store], wrong, len(words))
            right = words.copy()
            right[1] &= ~(((1 << top) - 1) << at)
            assert (stored(done), done.watched) == (right, NAMES["RANGE"])


@pytest.mark.parametrize("both", [False, True])
@pytest.mark.parametrize("pair", [False, True])
def test_operands_out_of_range(pair: bool, both: bool) -> None:
    check_operands(None, pair, both)


@pytest.mark.parametrize("pair", [False, True])
def test_the_last_slots(pair: bool) -> None:
    check_slots(None, pair)


@pytest.mark.parametrize("pair", [False, True])
def test_an_operand_that_stops_half_way(pair: bool) -> None:
    """No error and no result: the command waits until zeroize, after which the unit works."""
    of = unit(SMALL, SMALL_PAIRS, 4)
    ring = of.rings[pair]
    a, b = np.random.default_rng(6).integers(0, ring.q, (2, ring.n))
    load, operand = of.layout.pack(pair, b), of.layout.pack(pair, a)
    commands = [
        Command(Operation.LOAD, pair, dst=0).word,
        Command(Operation.MUL, pair, dst=1, b=0, stream=True).word,
        Command(Operation.STORE, pair, a=1).word,
    ]
    last = {"load": [False] * (len(load) - 1) + [True]}
    half = {"command": commands, "load": load, "operand": operand[: len(operand) // 2]}
    simulator = of._simulator
    for watch in ("idle_o", "error_o"):
        assert simulator.run(half, {}, last=last, watch=watch, tail=3_000).watched == 0
    done = simulator.run(
        {**half, "operand": operand},
        {"store": len(load)},
        last=last,
        watch="error_o",
        drop=Drop("zeroize_i", 2_000, half, last),
    )
    assert (stored(done), done.watched) == (of.layout.pack(pair, pwm(ring, a, b)), 0)


def test_commands_that_wait_are_dropped() -> None:
    check_drop()


def test_loads_and_stores_go_on_while_the_engine_works() -> None:
    """A command waits for the slots that it needs, and for nothing else."""
    of = unit(ML_DSA, ML_KEM, 4)
    transform = Command(Operation.NTT, count=4, dst=0, a=0)
    ready = [Command(Operation.LOAD, count=4, dst=0), Command(Operation.LOAD, dst=8)]
    polynomials = list(np.random.default_rng(5).integers(0, ML_DSA.q, (5, 256)))
    alone = of.run([*ready, Command(Operation.STORE, a=8)], polynomials).cycles
    beside = of.run([*ready, transform, Command(Operation.STORE, a=8)], polynomials).cycles
    behind = of.run([*ready, transform, Command(Operation.STORE, a=0)], polynomials).cycles
    layers = 8 * 4 * 32
    assert beside - alone <= 64
    assert layers - 64 <= behind - alone  # the second load is beside the transform


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"count": 9}, "count = 9 is not 1 to 8"),
        ({"dst": 128}, "dst = 128 is not a slot"),
        ({"stream": True}, "stream is for MUL and MAC"),
        ({"count": 3, "dst": 2, "a": 1}, "3 polynomials from dst = 2 on overlap those of a"),
    ],
)
def test_commands_are_checked(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(TwiddleError, match=re.escape(words)):
        Command(Operation.NTT, **fields)


def test_the_model_refuses_what_is_not_there() -> None:
    model = Slots(ML_DSA, None, 8)
    for wrong, words in (
        (Command(Operation.ZERO, True), "no incomplete ring"),
        (Command(Operation.ZERO, dst=8), "slot 8 of 8"),
        (Command(Operation.STORE, a=1), "slot 1 is empty"),
    ):
        with pytest.raises(TwiddleError, match=words):
            model.run(wrong, iter(()), iter(()))
    with pytest.raises(TwiddleError, match="ring is not complete"):
        PolyUnit(ML_KEM, None)
