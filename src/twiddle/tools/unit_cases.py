# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Random programs of the polynomial unit, with what the model says they store."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.base.rings import Ring
from twiddle.model.command import MOST, Command, Operation
from twiddle.model.unit import Polynomial, Slots
from twiddle.tools.unit_simulator import PolyUnit

SMALL = Ring("small", 32, 8380417, pow(1753, 8, 8380417), 64)
SMALL_PAIRS = Ring("small-pairs", 32, 3329, pow(17, 8, 3329), 32)
"""The rings of ML-DSA and ML-KEM with shorter polynomials: more commands and more hazards in a cycle."""

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
class RandomProgram:
    """Commands, the polynomials of loads and of streamed operands, and those that are stored, in order."""

    commands: list[Command] = field(default_factory=list)
    loads: list[Polynomial] = field(default_factory=list)
    operands: list[Polynomial] = field(default_factory=list)
    stored: list[Polynomial] = field(default_factory=list)

    def check(self, stored: Sequence[Polynomial], error: int) -> None:
        """Raises CheckFailed if the hardware stored something else, or reports a broken rule."""
        if error:
            raise CheckFailed(f"error_o is {error}")
        if len(stored) != len(self.stored):
            raise CheckFailed(f"{len(stored)} polynomials instead of {len(self.stored)}")
        for number, (found, expected) in enumerate(zip(stored, self.stored, strict=True)):
            if (wrong := found != expected).any():
                at = int(wrong.argmax())
                raise CheckFailed(
                    f"stored polynomial {number}: coefficient {at} is {found[at]}, expected {expected[at]}"
                )


def program(
    ring: Ring | None, pairs: Ring | None, slots: int, length: int, seed: int, stores: bool = False
) -> RandomProgram:
    """Random legal commands with 1 to 8 polynomials or products each, that read what was written.

    length   their number
    stores   every slot is stored at the end, by more commands
    """
    rng = np.random.default_rng(seed)
    model = Slots(ring, pairs, slots)
    found = RandomProgram()
    kinds = [kind for kind in (False, True) if model.rings[kind] is not None]
    weights = np.array([*WEIGHTS.values()])
    while len(found.commands) < length:
        pair = bool(rng.choice(kinds))
        operation = Operation[str(rng.choice(list(WEIGHTS), p=weights / weights.sum()))]
        stream = operation.name in ("MUL", "MAC") and rng.random() < 0.3
        count = 1 if stream else int(rng.integers(1, MOST + 1))
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


def check(of: PolyUnit, length: int, seed: int, stall: float) -> list[Command]:
    """A random program with all slots stored at its end, on the simulated unit; returns its commands.

    stall   probability of a pause before a transfer, on every port

    Raises CheckFailed if the unit stores anything else than the model, breaks an assertion or hangs.
    """
    drawn = program(of.rings[False], of.rings[True], of.slots, length, seed, stores=True)
    done = of.run(drawn.commands, drawn.loads, drawn.operands, stall=stall, seed=seed)
    drawn.check(done.stored, done.error)
    return drawn.commands
