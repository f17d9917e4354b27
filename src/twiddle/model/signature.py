# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The signatures of the programs of `twd_lattice_sequencer`: of what an operation executes (twd_lattice_guard).

A program is a list of instructions, twd_lattice_pkg::instruction_t. Its flow depends on the command alone, but for
the tests of the rounds of Sign: here a round is accepted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from twiddle.model.sets import DSA, DSA_SETS, KEM, KEM_SETS, Operation, command

KIND_MOVE, KIND_NEXT, KIND_BRANCH, KIND_END = 4, 5, 6, 7
PC_BITS = 9
INSTRUCTION_BITS = 38
OUT, COMPARE = 1 << 3, 1 << 4
NONCES = (3, 4)
"""Tails with a nonce."""

ALWAYS, EXCEEDED, MU, ENCAPS, OVER, LATER, IDLE, NEAR, DETERMINISTIC = range(9)

SHAPES = {each.name: (each.k, each.k) for each in KEM} | {each.name: (each.k, each.columns) for each in DSA}
"""Rows and columns of A by parameter set."""

WORD = (1 << 32) - 1
POLYNOMIAL = 0x04C1_1DB7
"""Of the linear register, that of CRC-32."""


def following(signature: int, executed: int) -> int:
    """The next state of the register; `executed` has 71 bits: nonces, j, i, pc, instruction.

    >>> hex(following(0x8000_0000, 1 << 64))
    '0x4c11db6'
    """
    shifted = signature << 1 & WORD ^ (POLYNOMIAL if signature >> 31 else 0)
    return shifted ^ executed & WORD ^ executed >> 32 & WORD ^ executed >> 64


def check_bits(pc: int, instruction: int) -> int:
    """CRC-8 of an address and its instruction."""
    found = 0
    for at in reversed(range(PC_BITS + INSTRUCTION_BITS)):
        bit = (pc << INSTRUCTION_BITS | instruction) >> at & 1
        found = (found << 1 & 0xFF) ^ (7 if found >> 7 ^ bit else 0)
    return found


class Step(NamedTuple):
    """An instruction that is executed, and the signature before it; of a jump, where to."""

    pc: int
    instruction: int
    signature: int
    target: int | None


@dataclass(frozen=True)
class Signatures:
    """Those before the first word goes out and at the end; of Sign at the first test and at the beginning of a round.

    0: none
    """

    out: int = 0
    end: int = 0
    test: int = 0
    round: int = 0


def steps(
    program: Sequence[int], operation: Operation, name: str, mu: bool, deterministic: bool, seed: bool
) -> Iterator[Step]:
    """What an operation executes."""
    rows, columns = SHAPES[name]
    pc, i, j, nonce, due, signature, tested = 3 if seed else int(operation) % 3, 0, 0, 0, 0, WORD, False
    while True:
        instruction = program[pc]
        kind, arg = instruction & 7, instruction >> 3
        target, tests = None, False
        before = (i, j, nonce)
        if kind == KIND_MOVE:
            nonce += arg >> 5 & 7 in NONCES
        elif kind == KIND_NEXT:
            row, limit, to, on, but_one = arg & 1, arg >> 2 & 3, arg >> 4 & 511, arg >> 13 & 1, arg >> 14 & 1
            most = (1, rows, columns, rows - 1)[limit] - but_one
            nonce = 0 if arg >> 15 & 1 else nonce
            count = i if row else j
            again = count + 1 < most
            target = to if again else None
            count = count + 1 if again or on else 0
            i, j = (count, j) if row else (i, count)
        elif kind == KIND_BRANCH:
            condition, to = arg & 15, arg >> 4 & 511
            tests = condition in (EXCEEDED, OVER)
            jumps = {
                ALWAYS: True,
                MU: mu,
                DETERMINISTIC: deterministic,
                ENCAPS: operation == Operation.KEM_ENCAPS,
                LATER: i != 0,
                NEAR: i + 2 >= rows,
            }
            target = to if jumps.get(condition, False) or tests else None
        yield Step(pc, instruction, signature, target)
        if kind == KIND_END:
            return
        nonces = before[2] - due & 0xFFFF
        signature = following(
            signature, (((nonces << 4 | before[1]) << 4 | before[0]) << PC_BITS | pc) << INSTRUCTION_BITS | instruction
        )
        if tests and not tested:
            due, tested = due + columns, True
        pc = pc + 1 if target is None or tests else target


def signatures(
    program: Sequence[int],
    operation: Operation,
    name: str,
    mu: bool = False,
    deterministic: bool = False,
    seed: bool = False,
) -> Signatures:
    """Those of an operation."""
    every = list(steps(program, operation, name, mu, deterministic, seed))
    result = OUT | COMPARE
    out = next(
        (
            step.signature
            for step in every
            if step.instruction & 7 == KIND_MOVE
            and (sinks := step.instruction >> 30 & 63) & OUT
            and (sinks & result != result or operation == Operation.KEM_ENCAPS)
        ),
        0,
    )
    test = next((step for step in every if _tests(step.instruction)), None)
    if test is None or operation != Operation.DSA_SIGN:
        return Signatures(out, every[-1].signature)
    begins = next(step for step in every if step.pc == test.target)
    return Signatures(out, every[-1].signature, test.signature, begins.signature)


def _tests(instruction: int) -> bool:
    return instruction & 7 == KIND_BRANCH and instruction >> 3 & 15 in (EXCEEDED, OVER)


SEEDED = (Operation.KEM_DECAPS, Operation.DSA_SIGN)
"""Operations whose key may come as its seed."""


def commands() -> Iterator[tuple[Operation, str, bool, bool, bool]]:
    """Every operation, set, whether mu comes in place of the message, whether Sign is deterministic, and the seed."""
    both = (False, True)
    for operation in Operation:
        for name in KEM_SETS if operation <= Operation.KEM_DECAPS else DSA_SETS:
            mus = both if operation > Operation.DSA_KEYGEN else (False,)
            fixed = both if operation == Operation.DSA_SIGN else (False,)
            yield from (
                (operation, name, *each) for each in product(mus, fixed, both if operation in SEEDED else (False,))
            )


def table(kem: Sequence[int], dsa: Sequence[int]) -> dict[int, Signatures]:
    """The signatures of each command word."""
    return {command(*each): signatures(kem if each[0] <= Operation.KEM_DECAPS else dsa, *each) for each in commands()}
