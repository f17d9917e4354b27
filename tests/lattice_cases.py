# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Operations of `twd_lattice` with the answers of kyber-py and dilithium-py, which nobody here wrote."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from dilithium_py.ml_dsa.default_parameters import DEFAULT_PARAMETERS as DSA_PARAMETERS
from dilithium_py.ml_dsa.ml_dsa import ML_DSA
from kyber_py.ml_kem.default_parameters import DEFAULT_PARAMETERS as KEM_PARAMETERS
from kyber_py.ml_kem.ml_kem import ML_KEM

from twiddle.lattice.sets import DSA_SETS, KEM_SETS, Error, Operation
from twiddle.lattice.simulator import Lattice, Task

Case = tuple[Task, tuple[bytes, ...], Error]
"""A task, its frames, and its result."""


def kem(name: str) -> ML_KEM:
    return ML_KEM(KEM_PARAMETERS[name.replace("-KEM-", "")])


def dsa(name: str) -> ML_DSA:
    return ML_DSA(DSA_PARAMETERS[name.replace("-", "_")])


def kem_cases(name: str, seed: int) -> Iterator[Case]:
    """A key pair, a shared key, its decapsulation, and those of ciphertexts altered anywhere and at the end."""
    scheme, rng = kem(name), np.random.default_rng([seed, 1])
    d, z, m = (rng.bytes(32) for _ in range(3))
    ek, dk = scheme._keygen_internal(d, z)
    key, c = scheme._encaps_internal(ek, m)
    yield Task(Operation.KEM_KEYGEN, name, (d + z,)), (ek, dk), Error.NONE
    yield Task(Operation.KEM_ENCAPS, name, (ek, m)), (key, c), Error.NONE
    yield Task(Operation.KEM_DECAPS, name, (dk, c)), (key,), Error.NONE
    for at in (int(rng.integers(len(c))), len(c) - 1):
        altered = bytearray(c)
        altered[at] ^= 1 << int(rng.integers(8))
        rejected = scheme._decaps_internal(dk, bytes(altered))
        assert rejected != key
        yield Task(Operation.KEM_DECAPS, name, (dk, bytes(altered))), (rejected,), Error.NONE


def dsa_cases(name: str, seed: int, length: int = 33) -> Iterator[Case]:
    """A key pair, a signature of a message and of mu, and verifications, the last of another message."""
    scheme, rng = dsa(name), np.random.default_rng([seed, 2])
    xi, rnd, mu, message = rng.bytes(32), rng.bytes(32), rng.bytes(64), rng.bytes(length)
    pk, sk = scheme._keygen_internal(xi)
    signature = scheme._sign_internal(sk, message, rnd)
    of_mu = scheme._sign_internal(sk, mu, bytes(32), external_mu=True)
    yield Task(Operation.DSA_KEYGEN, name, (xi,)), (pk, sk), Error.NONE
    yield Task(Operation.DSA_SIGN, name, (sk, rnd, message)), (signature,), Error.NONE
    yield Task(Operation.DSA_SIGN, name, (sk, bytes(32), mu), mu=True), (of_mu,), Error.NONE
    yield Task(Operation.DSA_VERIFY, name, (pk, signature, message)), (), Error.NONE
    yield Task(Operation.DSA_VERIFY, name, (pk, of_mu, mu), mu=True), (), Error.NONE
    yield Task(Operation.DSA_VERIFY, name, (pk, signature, message + b"!")), (), Error.REJECTED


def check(lattice: Lattice, cases: list[Case], **options: float) -> list[int]:
    """Every frame and every result is right; the cycles."""
    answers = lattice.run([task for task, _, _ in cases], **options)  # type: ignore[arg-type]
    for (task, frames, error), answer in zip(cases, answers, strict=True):
        assert answer.error == error, (task.operation.name, task.set)
        for i, (expected, got) in enumerate(zip(frames, answer.frames, strict=True)):
            assert got == expected, (task.operation.name, task.set, i, first_difference(expected, got))
    return [answer.cycles for answer in answers]


def table_of_cycles(lattice: Lattice) -> str:
    """Of KeyGen, Encaps and Decaps; of KeyGen, Sign and Verify."""
    lines = ["| set | KeyGen | Encaps, Sign | Decaps, Verify | rounds of Sign |", "| --- |" + " ---: |" * 4]
    for name in (*KEM_SETS, *DSA_SETS):
        rounds = ""
        if name in KEM_SETS:
            cases = list(kem_cases(name, 0))[:3]
        else:
            cases = [list(dsa_cases(name, 0))[i] for i in (0, 1, 3)]
            rounds = str(rounds_of(cases[1][0]))
        cycles = [f"{each:,}" for each in check(lattice, cases)]
        lines.append(f"| {' | '.join([name, *cycles, rounds])} |")
    return "\n".join(lines) + "\n"


def rounds_of(task: Task) -> int:
    """Rounds of a signature: how often dilithium-py samples a mask."""
    scheme, count = dsa(task.set), 0
    expand = scheme._expand_mask_vector

    def counted(rho: bytes, kappa: int) -> object:
        nonlocal count
        count += 1
        return expand(rho, kappa)

    scheme._expand_mask_vector = counted
    sk, rnd, message = task.frames
    scheme._sign_internal(sk, message, rnd)
    return count


def first_difference(expected: bytes, got: bytes) -> int:
    return next(i for i, (a, b) in enumerate(zip(expected, got, strict=True)) if a != b)


def bad_cases(seed: int) -> Iterator[Case]:
    """Inputs that the standards refuse; zeros go out, and the next task is right."""
    rng = np.random.default_rng([seed, 3])
    name, scheme = "ML-KEM-512", kem("ML-KEM-512")
    d, z, m = (rng.bytes(32) for _ in range(3))
    ek, dk = scheme._keygen_internal(d, z)
    key, c = scheme._encaps_internal(ek, m)
    nothing = bytes(32), bytes(len(c))
    wrong = bytearray(ek)
    wrong[0:2] = b"\xff\xff"  # the first coefficient is 4095
    yield Task(Operation.KEM_ENCAPS, name, (bytes(wrong), m)), nothing, Error.RANGE
    yield Task(Operation.KEM_ENCAPS, name, (ek[:-8], m)), nothing, Error.EARLY
    yield Task(Operation.KEM_ENCAPS, name, (ek[:-3], m)), nothing, Error.EARLY
    yield Task(Operation.KEM_ENCAPS, name, (ek + b"more than it", m)), nothing, Error.LATE
    yield Task(Operation.KEM_ENCAPS, name, (ek, m)), (key, c), Error.NONE
    other = bytearray(dk)
    other[-40] ^= 1  # h, the hash of ek
    yield Task(Operation.KEM_DECAPS, name, (bytes(other), c)), (bytes(32),), Error.HASH
    yield Task(Operation.KEM_DECAPS, name, (dk, c[:-1])), (bytes(32),), Error.EARLY
    yield Task(Operation.KEM_DECAPS, name, (dk, c)), (key,), Error.NONE
    name, signer = "ML-DSA-44", dsa("ML-DSA-44")
    pk, sk = signer._keygen_internal(d)
    signature = signer._sign_internal(sk, b"message", z)
    for at in (0, 40, len(signature) - 1, len(signature) - 60):  # c~, z, the last count of hints, an index
        altered = bytearray(signature)
        altered[at] ^= 0x40
        yield Task(Operation.DSA_VERIFY, name, (pk, bytes(altered), b"message")), (), Error.REJECTED
    short = Error.EARLY | Error.REJECTED
    yield Task(Operation.DSA_VERIFY, name, (pk, signature[:-1], b"message")), (), short
    yield Task(Operation.DSA_VERIFY, name, (pk, signature, b"message")), (), Error.NONE


def check_small(root: Path | None, netlist: str = "") -> None:
    """A run of each operation of the smallest sets, with stalls and without."""
    lattice = Lattice(rtl_root=root, netlist=netlist)
    cases = [*kem_cases("ML-KEM-512", 7), *dsa_cases("ML-DSA-44", 3), *bad_cases(1)]
    check(lattice, cases)
    check(lattice, cases, stall=0.3, seed=1)
