# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What clears a core, the polynomial unit and the whole schemes, alone: its steps, and a pulse in its last cycle.

Tests of the wrappers read every register and memory afterwards.
"""

from itertools import pairwise

import clean_cases
import numpy as np
import pytest
from arith_cases import Array
from clean_cases import high, run
from unit_cases import same

pytestmark = [
    pytest.mark.usefixtures("little_simulation"),
    pytest.mark.covers("twd_zeroize", "twd_unit_zeroize", "twd_lattice_zeroize"),
]

SETTLE = 8
OPS = (0, 2, 7)
WORDS = 6
KINDS = (("word", "clear_o", "addr_o"), ("run", "run_o", "op_o"))


@pytest.mark.parametrize(
    ("top", "depth", "clears"),
    [("twd_unit_zeroize", 64, 64), ("twd_unit_zeroize", 32, 32), ("twd_lattice_zeroize", None, 512)],
)
def test_steps_of_unit_and_lattice(top: str, depth: int | None, clears: int) -> None:
    """A pulse begins one in any cycle outside of others, and in the last cycle of one."""
    duration = 2 + clears + SETTLE
    count, starts = 7 * duration, [10, *range(2 * duration, 5 * duration, duration)]
    zeroize = high(count, (10, 11), (13, 10 + duration), (starts[1], starts[1] + 1), (starts[2], 5 * duration))

    def steps(first: int, last: int) -> Array:
        return high(count, *((start + first, start + last) for start in starts))

    busy, clear = steps(1, 1 + duration), steps(3, 3 + clears)
    expected = {"busy_o": busy, "clear_o": clear, "open_o": 1 - busy, "rst_no": 1 - busy + clear}
    inputs, parameters = {"zeroize_i": zeroize}, {}
    if depth is None:
        inputs |= dict.fromkeys(("unit_busy_i", "done_i", "waits_i", "dsa_i", "set_i"), 0 * zeroize)
        expected["start_o"] = steps(0, 1)
    else:
        parameters = {"WordBits": 2, "Depth": depth, "Settle": SETTLE}
        inputs["part_i"] = 0 * zeroize
        expected["w_en_o"] = steps(4, 4 + clears)
    got = run(top, parameters, **inputs)
    for name, values in expected.items():
        same(got[name], values)
    count_of = np.tile(np.arange(clears), len(starts))
    name, values = ("late_o", count_of * 4 // clears // 3) if depth is None else ("addr_o", count_of % depth)
    same(got[name][clear == 1], values)


def test_the_lattice_waits_for_the_unit() -> None:
    for ends in (400, 522, 523, 600):
        zeroize = high(700, (10, 11))
        idle = dict.fromkeys(("done_i", "waits_i", "dsa_i", "set_i"), 0 * zeroize)
        got = run("twd_lattice_zeroize", {}, zeroize_i=zeroize, unit_busy_i=high(700, (11, 11 + ends)), **idle)
        same(got["busy_o"], high(700, (11, 11 + max(522, ends + 1))))


@pytest.mark.parametrize("again", clean_cases.AGAIN)
def test_a_clean_follows_an_operation_whose_words_are_taken(again: int | None) -> None:
    clean_cases.check_follows(again)


@pytest.mark.parametrize(("rows", "half"), clean_cases.PARTS)
def test_a_part_of_the_slots(rows: int, half: int) -> None:
    clean_cases.check_part(rows, half)


@pytest.mark.parametrize("rounds", [1, 2])
def test_steps_of_a_core(rounds: int) -> None:
    """All words, every operation until it is done, all words again; one after the other while zeroize_i is high."""
    count, held = 1000, (600, 800)
    done = np.random.default_rng(rounds).integers(0, 2, count)
    zeroize, reset = high(count, (10, 11), (402, 403), held), high(count, (300, 301), (400, 401))
    parameters = {"Ops": sum(1 << op for op in OPS), "Words": WORDS, "Rounds": rounds}
    got = run("twd_zeroize", parameters, reset_i=reset, zeroize_i=zeroize, done_i=done)
    steps = [(at, f"{kind} {got[port][at]}") for kind, kinds, port in KINDS for at in np.flatnonzero(got[kinds])]
    steps.sort()
    words = [f"word {word}" for word in range(WORDS)]
    once = [*words, *(f"run {op}" for op in OPS * rounds), *words]
    begins = [at for at, _ in steps[:: len(once)]]
    assert [step for _, step in steps] == once * len(begins)
    assert begins[:3] == [11, 403, 601]
    assert held[1] - 100 < begins[-1] <= held[1]
    assert got["zeroizing_o"][held[0] + 1 : held[1] + 1].all()
    assert not got["busy_o"][[299, 399, 599, -1]].any()
    for (at, step), (after, _) in pairwise(steps):
        assert got["rst_no"][at + 1] == step.startswith("run")
        assert step.startswith("word") or done[at + 1 : after].any()
    same(got["rst_no"][300:308], np.array([1, 0, 0, 0, 0, 0, 1, 1]))
