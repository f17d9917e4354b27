# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Random programs of the polynomial unit, and the check of the hardware against the model."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np

import twiddle
from twiddle.errors import TwiddleError
from twiddle.rings import Ring
from twiddle.unit import Command, Operation, PolyUnit, Slots
from twiddle.unit.model import Polynomial

ML_DSA, ML_KEM = twiddle.ring("ml-dsa"), twiddle.ring("ml-kem")
SMALL = Ring("small", 32, 8380417, pow(1753, 8, 8380417), 64)
SMALL_PAIRS = Ring("small-pairs", 32, 3329, pow(17, 8, 3329), 32)

WEIGHTS = {
    "NTT": 2,
    "INTT": 2,
    "MUL": 3,
    "MAC": 3,
    "ADD": 1.5,
    "SUB": 1.5,
    "COPY": 1,
    "ZERO": 0.5,
    "LOAD": 4,
    "STORE": 4,
}


@dataclass
class Program:
    commands: list[Command] = field(default_factory=list)
    loads: list[Polynomial] = field(default_factory=list)
    operands: list[Polynomial] = field(default_factory=list)
    stored: list[Polynomial] = field(default_factory=list)


def program(
    ring: Ring | None, pairs: Ring | None, slots: int, length: int, seed: int, stores: bool = False
) -> Program:
    """Random legal commands that read what was written, with what the model says they store.

    stores  every slot at the end
    """
    rng = np.random.default_rng(seed)
    model = Slots(ring, pairs, slots)
    found = Program()
    kinds = [kind for kind in (False, True) if model.rings[kind] is not None]
    weights = np.array([*WEIGHTS.values()])
    while len(found.commands) < length:
        pair = bool(rng.choice(kinds))
        operation = Operation[str(rng.choice(list(WEIGHTS), p=weights / weights.sum()))]
        stream = operation.name in ("MUL", "MAC") and rng.random() < 0.3
        count = 1 if stream else int(rng.integers(1, 9))
        places = range(model.number[pair] - count + 1)
        held = [at for at in places if all(model.holds(pair, at + more) for more in range(count))]
        dst = int(rng.choice(places))
        a, b = (int(at) for at in rng.choice(held or places, 2))
        try:
            command = Command(operation, pair, count, dst, a, b, stream)
        except TwiddleError:
            continue
        if not all(model.holds(pair, slot) for slot in command.reads):
            continue
        of = model.rings[pair]
        assert of is not None
        loads = [rng.integers(0, of.q, of.n) for _ in range(count * (operation is Operation.LOAD))]
        operands = [rng.integers(0, of.q, of.n) for _ in range(int(stream))]
        found.stored += model.run(command, iter(loads), iter(operands))
        found.commands.append(command)
        found.loads += loads
        found.operands += operands
    for pair in kinds:
        for slot in range(model.number[pair]):
            if stores and model.holds(pair, slot):
                found.commands.append(Command(Operation.STORE, pair, a=slot))
                found.stored += model.run(found.commands[-1], iter(()), iter(()))
    return found


@cache
def unit(
    ring: Ring | None,
    pairs: Ring | None,
    lanes: int,
    dsp: bool = True,
    root: Path | None = None,
    slots: int = 16,
) -> PolyUnit:
    return PolyUnit(ring, pairs, lanes, slots, dsp=dsp, rtl_root=root)


def check(of: PolyUnit, length: int, seed: int, stall: float) -> list[Command]:
    """A random program stores what the model says, and breaks no rule; returns its commands."""
    of_program = program(of.rings[False], of.rings[True], of.slots, length, seed, stores=True)
    done = of.run(of_program.commands, of_program.loads, of_program.operands, stall=stall, seed=seed)
    assert done.error == 0
    for found, expected in zip(done.stored, of_program.stored, strict=True):
        assert (found == expected).all()
    return of_program.commands


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
