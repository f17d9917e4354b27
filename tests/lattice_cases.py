# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the tests of `twd_lattice` share: a check of cases, cases that are refused, the table of cycles."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from twiddle.lattice.cases import Case, difference, dsa, dsa_cases, kem, kem_cases, rounds_of
from twiddle.lattice.sets import DSA_SETS, KEM_SETS, Error, Operation
from twiddle.lattice.simulator import Lattice, Task, Zeroized, zeroize_cycles


def check(lattice: Lattice, cases: list[Case], **options: float) -> list[int]:
    """Every frame and every result is right; the cycles."""
    answers = lattice.run([task for task, _, _ in cases], **options)  # type: ignore[arg-type]
    for case, answer in zip(cases, answers, strict=True):
        assert difference(case, answer) == ""
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
            rounds = str(rounds_of(cases[1][0]).rounds)
        cycles = [f"{each:,}" for each in check(lattice, cases)]
        lines.append(f"| {' | '.join([name, *cycles, rounds])} |")
    return "\n".join(lines) + "\n"


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
    yield Case(Task(Operation.KEM_ENCAPS, name, (bytes(wrong), m)), nothing, Error.RANGE)
    yield Case(Task(Operation.KEM_ENCAPS, name, (ek[:-8], m)), nothing, Error.EARLY)
    yield Case(Task(Operation.KEM_ENCAPS, name, (ek[:-3], m)), nothing, Error.EARLY)
    yield Case(Task(Operation.KEM_ENCAPS, name, (ek + b"more than it", m)), nothing, Error.LATE)
    yield Case(Task(Operation.KEM_ENCAPS, name, (ek, m)), (key, c), Error.NONE)
    other = bytearray(dk)
    other[-40] ^= 1  # h, the hash of ek
    yield Case(Task(Operation.KEM_DECAPS, name, (bytes(other), c)), (bytes(32),), Error.HASH)
    yield Case(Task(Operation.KEM_DECAPS, name, (dk, c[:-1])), (bytes(32),), Error.EARLY)
    yield Case(Task(Operation.KEM_DECAPS, name, (dk, c)), (key,), Error.NONE)
    name, signer = "ML-DSA-44", dsa("ML-DSA-44")
    pk, sk = signer._keygen_internal(d)
    signature = signer._sign_internal(sk, b"message", z)
    for at in (0, 40, len(signature) - 1, len(signature) - 60):  # c~, z, the last count of hints, an index
        altered = bytearray(signature)
        altered[at] ^= 0x40
        yield Case(Task(Operation.DSA_VERIFY, name, (pk, bytes(altered), b"message")), (), Error.REJECTED)
    short = Error.EARLY | Error.REJECTED
    yield Case(Task(Operation.DSA_VERIFY, name, (pk, signature[:-1], b"message")), (), short)
    zeros = (bytes(len(signature)),)
    yield Case(Task(Operation.DSA_SIGN, name, (b"\xff" * len(sk), z, b"message")), zeros, Error.RANGE)
    extremes = sk[:-1664] + (bytes(208) + b"\xff" * 208) * 4  # of t0: there are too many hints
    yield Case(Task(Operation.DSA_SIGN, name, (extremes + b"!", z, b"message")), zeros, Error.LATE)
    yield Case(Task(Operation.DSA_VERIFY, name, (pk, signature, b"message")), (), Error.NONE)


def check_one_round(cases: list[Case], cycles: list[int]) -> None:
    """A broken rule ends a signature with its first round."""
    for (task, _, error), count in zip(cases, cycles, strict=True):
        assert task.operation is not Operation.DSA_SIGN or not error or count < 20_000


def check_small(root: Path | None, netlist: str = "") -> None:
    """A run of each operation of the smallest sets, with stalls and without."""
    lattice = Lattice(rtl_root=root, netlist=netlist)
    cases = [*kem_cases("ML-KEM-512", 7), *dsa_cases("ML-DSA-44", 3), *bad_cases(2)]
    check_one_round(cases, check(lattice, cases))
    check(lattice, cases, stall=0.3, seed=1)


def check_zeroize(lattice: Lattice, kem: bool, dsa: bool, lanes: int, moments: int) -> None:
    """Zeroizes in any moment of every operation; it takes its cycles, and the next operations are right."""
    rng = np.random.default_rng(lanes)
    cases = [*(kem_cases("ML-KEM-512", 6) if kem else ()), *(dsa_cases("ML-DSA-44", 6) if dsa else ())]
    duration = zeroize_cycles(kem, dsa, lanes)
    for case, cycles in zip(cases, check(lattice, cases), strict=True):
        for moment in range(moments):
            at = int(rng.integers(cycles + 8)) if moment else 0
            after = [cases[int(rng.integers(4))], cases[int(rng.integers(len(cases)))]]
            stall = 0.3 * (moment % 3 == 2)
            zeroized = Zeroized([case[0]], at)
            answers = lattice.run([task for task, _, _ in after], stall=stall, seed=moment, zeroized=zeroized)
            for (task, frames, error), answer in zip(after, answers, strict=True):
                assert (answer.frames, answer.error) == (frames, error), (
                    case[0].operation.name,
                    at,
                    task.set,
                )
            assert answers[0].begins == at + duration + 1 or stall, (at, answers[0].begins)
