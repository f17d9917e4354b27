# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""ML-KEM and ML-DSA whole on the simulated `twd_lattice`.

kyber-py and dilithium-py draw random bytes and put the context before a message (FIPS 204, 5.2); the internal
algorithms of FIPS 203 and FIPS 204 that they call are operations of the hardware.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from twiddle.evidence.schemes.on_unit import NO_ROUND, WRONG_HASH
from twiddle.model.sets import Error, Operation
from twiddle.tools import lattice_cases as cases
from twiddle.tools.lattice_simulator import PORTS, Answer, Lattice, Task, signing, with_context

Execute = Callable[[Task], Answer]

MOST_PAUSES = 0.8
"""Largest probability of a pause before a transfer."""

_FRAMES = {
    Operation.KEM_KEYGEN: ("the seed",),
    Operation.KEM_ENCAPS: ("the encapsulation key", "m"),
    Operation.KEM_DECAPS: ("the decapsulation key", "the ciphertext"),
    Operation.DSA_KEYGEN: ("the seed",),
    Operation.DSA_SIGN: ("the private key", "rnd", "mu"),
    Operation.DSA_VERIFY: ("the public key", "the signature", "mu"),
}

_NOT_VALID = Error.EARLY | Error.LATE | Error.REJECTED
"""The rules that a signature which is not valid breaks."""

_EXPLAINED = _NOT_VALID | Error.RANGE | Error.HASH


@cache
def lattice(lanes: int = 4) -> Lattice:
    """The simulated hardware with both schemes."""
    return Lattice(lanes=lanes)


def pauses(drawn: random.Random) -> dict[str, float]:
    """A probability of pauses for each port, up to MOST_PAUSES."""
    return {port: drawn.uniform(0, MOST_PAUSES) for port in PORTS}


@dataclass
class Executor:
    """Executes operations on the simulated hardware, which makes M'; `runs` lists the name and the cycles of each."""

    lanes: int = 4  # 1, 2, 4 or 8
    drawn: random.Random | None = None  # of each operation, pauses on every port; None: there are none
    runs: list[tuple[str, int]] = field(default_factory=list)

    def __call__(self, task: Task) -> Answer:
        stall, seed = ({}, 0) if self.drawn is None else (pauses(self.drawn), self.drawn.getrandbits(32))
        (answer,) = lattice(self.lanes).run([with_context(task)], stall=stall, seed=seed)
        self.runs.append((f"{task.set} {task.operation.label}", answer.cycles))
        return answer

    @property
    def cycles(self) -> int:
        """Cycles of all operations, each from the command to the result."""
        return sum(cycles for _, cycles in self.runs)

    def kem(self, name: str) -> Any:
        return kem(name, self)

    def dsa(self, name: str) -> Any:
        return dsa(name, self)


def kem(name: str, execute: Execute) -> Any:
    """kyber-py's ML-KEM with FIPS 203 Algorithms 16 to 18 by `execute`; ValueError for input that it refuses."""
    scheme = cases.kem(name)

    def run(operation: Operation, *frames: bytes) -> tuple[bytes, ...]:
        return _accepted(execute, Task(operation, name, frames))

    scheme._keygen_internal = lambda d, z: run(Operation.KEM_KEYGEN, d + z)
    scheme._encaps_internal = lambda ek, m: run(Operation.KEM_ENCAPS, ek, m)
    scheme._decaps_internal = lambda dk, c: run(Operation.KEM_DECAPS, dk, c)[0]
    return scheme


def dsa(name: str, execute: Execute) -> Any:
    """dilithium-py's ML-DSA with FIPS 204 Algorithms 6 to 8 by `execute`; ValueError for keys that it refuses."""
    scheme = cases.dsa(name)

    def sign(sk: bytes, m: bytes, rnd: bytes, external_mu: bool = False) -> bytes:
        return _accepted(execute, signing(name, sk, rnd, m, external_mu))[0]

    def verify(pk: bytes, m: bytes, sig: bytes, external_mu: bool = False) -> bool:
        task = Task(Operation.DSA_VERIFY, name, (pk, sig, m), external_mu)
        error = execute(task).error
        if error | _NOT_VALID != _NOT_VALID or (error and len(pk) != task.sizes[0]):
            raise ValueError(broken(task, error))
        return error == Error.NONE

    scheme._keygen_internal = lambda zeta: _accepted(execute, Task(Operation.DSA_KEYGEN, name, (zeta,)))
    scheme._sign_internal, scheme._verify_internal = sign, verify
    return scheme


def _accepted(execute: Execute, task: Task) -> tuple[bytes, ...]:
    answer = execute(task)
    if answer.error:
        raise ValueError(broken(task, answer.error))
    return answer.frames


def broken(task: Task, error: Error) -> str:
    """The first rule that a task broke, in words.

    >>> broken(Task(Operation.KEM_ENCAPS, "ML-KEM-768", (b"abc", bytes(32))), Error.EARLY)
    'the encapsulation key has 3 bytes, not 1184'
    """
    names, signs = _FRAMES[task.operation], task.operation is Operation.DSA_SIGN
    if task.deterministic:
        names = names[0], names[2]
    other = f"done of twd_lattice is {int(error):#04x}"
    if error | _EXPLAINED != _EXPLAINED:
        return other
    if error & (Error.EARLY | Error.LATE):
        for name, frame, size in zip(names, task.frames, task.sizes, strict=True):
            if size is not None and len(frame) != size:
                return f"{name} has {len(frame)} bytes, not {size}"
    if error & Error.RANGE and signs and not task.deterministic and not any(task.frames[1]):
        return "rnd is zeros, and signing not deterministic"
    if error & Error.RANGE and signs:
        return "a coefficient of s1 or s2 in the private key is out of range"
    if error & Error.RANGE:
        return f"a coefficient of {names[0]} is not below 3329"
    if error & Error.HASH:
        return WRONG_HASH
    if error & Error.REJECTED and signs:
        return NO_ROUND
    if error & Error.REJECTED:
        return "the signature is not valid"
    return other
