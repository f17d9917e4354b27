# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Units of the tests, and checks of the hardware against the model."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product, repeat
from pathlib import Path

import numpy as np

import twiddle
from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.base.rings import Ring
from twiddle.model import ntt, pwm
from twiddle.model.command import SLOT_BITS, Command, Operation
from twiddle.model.unit import Slots
from twiddle.tools.sim.streams import Drop, framed
from twiddle.tools.unit_cases import SMALL, SMALL_PAIRS, program
from twiddle.tools.unit_simulator import PolyUnit

__all__ = ["ML_DSA", "ML_KEM", "SMALL", "SMALL_PAIRS", "check", "program", "unit"]

ML_DSA, ML_KEM = twiddle.ring("ml-dsa"), twiddle.ring("ml-kem")


@cache
def unit(
    ring: Ring | None, pairs: Ring | None, lanes: int, dsp: bool = True, root: Path | None = None, slots: int = 16
) -> PolyUnit:
    return PolyUnit(ring, pairs, lanes, slots, dsp=dsp, rtl_root=root)


def check(of: PolyUnit, length: int, seed: int, stall: float) -> list[Command]:
    """As `twiddle.tools.unit_cases.check`; a wrong result is an AssertionError, by which a fault is caught."""
    drawn = program(of.rings[False], of.rings[True], of.slots, length, seed, stores=True)
    done = of.run(drawn.commands, drawn.loads, drawn.operands, stall=stall, seed=seed)
    try:
        drawn.check(done.stored, done.error)
    except CheckFailed as error:
        raise AssertionError(str(error)) from None
    return drawn.commands


def check_small(root: Path, seed: int) -> None:
    """A random program of a small unit with both rings, of another RTL tree."""
    check(unit(SMALL, SMALL_PAIRS, 4, True, root), 60, seed, 0.3 * (seed % 2))


def check_halves(root: Path | None = None) -> None:
    """Either half of a wide slot is overwritten after the slot has been stored, not before."""
    of = unit(SMALL, SMALL_PAIRS, 4, True, root)
    rng = np.random.default_rng(0)
    for half in (0, 1):
        loads = [rng.integers(1, SMALL.q, SMALL.n) for _ in range(4)]
        commands = [Command(Operation.LOAD, count=4, dst=1), Command(Operation.STORE, count=4, a=1)]
        commands.append(Command(Operation.ZERO, True, dst=2 * 4 + half))
        done = of.run(commands, loads, [], stall=0.0, seed=half)
        assert done.error == 0
        assert (np.stack(done.stored) == np.stack(loads)).all()


def check_drop(root: Path | None = None) -> None:
    """Commands of the engine that wait are dropped, in every entry and before it; a load that waits for them is not."""
    of = unit(SMALL, SMALL_PAIRS, 4, True, root)
    loads = list(np.random.default_rng(4).integers(0, SMALL.q, (10, SMALL.n)))
    words = [of.layout.pack(False, each) for each in loads]
    commands = [
        *(Command(Operation.LOAD, count=8), Command(Operation.LOAD, dst=8), Command(Operation.NTT, count=8)),
        *(Command(Operation.COPY, dst=8), Command(Operation.COPY, dst=9), Command(Operation.LOAD)),
        *(Command(Operation.COPY, dst=dst, a=1) for dst in range(10, 14)),
        Command(Operation.COPY, dst=1, a=8),
    ]
    sent, last = framed([[word for each in words[:8] for word in each], words[8]])
    before = {"command": [each.word for each in commands], "load": sent}
    after = {"command": [Command(Operation.STORE, a=slot).word for slot in (8, 0, 1)], "load": words[9]}
    expected = [*words[8], *words[9], *of.layout.pack(False, ntt(SMALL, loads[1]))]
    done = of._simulator.run(
        after,
        {"store": len(expected)},
        last={"load": [False] * (len(words[9]) - 1) + [True]},
        drop=Drop("drop_i", 200, before, {"load": last}),
        watch="idle_o",
        tail=400,
    )
    stored = [sum(int(part) << 64 * i for i, part in enumerate(row)) for row in done.streams["store"].values]
    assert (stored, done.watched) == (expected, 1)


SLOT, RANGE = 3, 5
"""The rules that slots are there, and that an input is in its range."""


def bounds(of: PolyUnit, pair: bool) -> Iterator[Command]:
    """Each operation with each operand at the last slots and one further on, and with one more bit of its slot set."""
    number = Slots(of.rings[False], of.rings[True], of.slots).number[pair]
    for operation, count in product(Operation, (1, 8)):
        for name in ("dst", "a", "b"):
            firsts = [number - count, number - count + 1, number - 1, number]
            firsts += [1 << bit for bit in range(SLOT_BITS) if 1 << bit > number]
            for first in firsts:
                yield Command(operation, pair, count, **{name: first})


def check_slots(root: Path | None, pair: bool) -> None:
    """A command has an error where the model has no slot for it, and then none of its polynomials moves."""
    of = unit(SMALL, SMALL_PAIRS, 4, True, root)
    ring = of.rings[pair]
    assert ring is not None
    words = of.layout.pack(pair, np.arange(ring.n))
    good = [Command(Operation.LOAD, pair, dst=1), Command(Operation.STORE, pair, a=1)]
    verdicts = set()
    for tried in bounds(of, pair):
        refused = False
        try:
            Slots(*of.rings.values(), of.slots).run(tried, repeat(np.zeros(ring.n, np.int64)), iter(()))
        except TwiddleError as error:
            refused = not str(error).endswith("is empty")
        verdicts.add((tried.operation, refused))
        moved = [words * tried.count] * (not refused)
        loads, last = framed([*moved * (tried.operation is Operation.LOAD), words])
        sent = {"command": [each.word for each in (tried, *good)], "load": loads}
        count = sum(map(len, [*moved * (tried.operation is Operation.STORE), words]))
        done = of._simulator.run(sent, {"store": count}, last={"load": last}, watch="error_o")
        stored = [sum(int(part) << 64 * i for i, part in enumerate(row)) for row in done.streams["store"].values]
        assert (stored[-len(words) :], done.watched) == (words, SLOT * refused), f"{tried}"
    assert verdicts == set(product(Operation, (False, True)))


def check_operands(root: Path | None, pair: bool, both: bool = True) -> None:
    """A coefficient of a streamed operand that is out of range counts as 0, in each lane and half of a word.

    Of a unit with both rings, or with that of the operand alone.
    """
    of = unit(None if pair and not both else SMALL, SMALL_PAIRS if pair or both else None, 4 if both else 2, True, root)
    ring = of.rings[pair]
    assert ring is not None
    a, b = np.random.default_rng(9).integers(1, ring.q, (2, ring.n))
    commands = [
        Command(Operation.LOAD, pair, dst=0).word,
        Command(Operation.MUL, pair, dst=1, b=0, stream=True).word,
        Command(Operation.STORE, pair, a=1).word,
    ]
    load = of.layout.pack(pair, b)
    last = {"load": [False] * (len(load) - 1) + [True]}
    for place in range(2 * of.lanes * (1 + pair)):
        without, one = a.copy(), a.copy()
        without[place], one[place] = 0, 1
        words = of.layout.pack(pair, without)
        for number, (low, high) in enumerate(zip(words, of.layout.pack(pair, one), strict=True)):
            words[number] += (high - low) * (ring.q + 1)  # not a multiple of q, which counts as 0 in any case
        sent = {"command": commands, "load": load, "operand": words}
        done = of._simulator.run(sent, {"store": len(load)}, last=last, watch="error_o")
        stored = [sum(int(part) << 64 * i for i, part in enumerate(row)) for row in done.streams["store"].values]
        right = of.layout.pack(pair, pwm(ring, without, b))
        assert (stored, done.watched) == (right, RANGE), f"coefficient {place} of the operand is out of range"
