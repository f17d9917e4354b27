# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the tests of `twd_lattice` share: a check of cases, cases that are refused, the table of cycles."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from pathlib import Path
from unittest.mock import patch

import numpy as np
from dilithium_py.modules.modules import Matrix
from rtl_tree import edit

from twiddle.model.decode import fields
from twiddle.model.encode import byte_string
from twiddle.model.keccak import frame
from twiddle.model.sets import DRAWS, DSA_SETS, KEM_SETS, Error, Operation, hashed
from twiddle.model.signature import SEEDED
from twiddle.tools import lattice_program
from twiddle.tools.lattice_cases import Case, difference, dsa, dsa_cases, kem, kem_cases, misfit, rounds_of
from twiddle.tools.lattice_simulator import Lattice, Task, Zeroized, signing, with_context, zeroize_cycles
from twiddle.tools.sim.netlist import Stage
from twiddle.tools.sim.streams import StreamSimulator, framed

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Raw(Task):
    """Any command, with no frames."""

    code: int = 0

    @property
    def word(self) -> int:
        return self.code

    @property
    def results(self) -> tuple[int, ...]:
        return ()


def unknown(kem: bool, dsa: bool) -> Iterator[Case]:
    """Commands that are invalid for a core with these schemes."""
    for low, length in product(range(4096), (0, 1, 255)):
        code, operation, of, ctx = low | length << 12, low & 7, low >> 3 & 3, low >> 10 & 1
        mu, deterministic, seed, key, random = (code >> bit & 1 for bit in range(5, 10))
        known = operation < 6 and of < 3 and (kem if operation < 3 else dsa) and (not mu or operation > 3)
        known = known and (not deterministic or operation == Operation.DSA_SIGN)
        known = known and (not seed or operation in SEEDED)
        known = known and (not key or operation not in (Operation.KEM_ENCAPS, Operation.DSA_VERIFY))
        known = known and (not random or (operation in DRAWS and not deterministic))
        known = known and not (key and random and DRAWS[Operation(operation)] == 0)
        known = known and (not mu and operation > Operation.DSA_KEYGEN if ctx else not (low >> 11 or length))
        if not known:
            yield Case(Raw(Operation.KEM_KEYGEN, "", (), code=code), (), Error.UNKNOWN)


def variants(name: str, seed: int) -> Iterator[Case]:
    """Operations of a set with the seed in place of the key, and with keys and random bytes from their ports."""
    cases = list(kem_cases(name, seed) if name in KEM_SETS else dsa_cases(name, seed))
    (own,) = cases[0].task.frames
    for case in cases:
        task = case.task
        tasks = [task]
        if task.operation in SEEDED:
            tasks.append(replace(task, frames=(own, *task.frames[1:]), seed=True))
        for each in tasks:
            draws = each.operation in DRAWS and not each.deterministic
            for key, random in product((False, True), repeat=2):
                once = not (key and random and DRAWS[each.operation] == 0) if draws else not random
                if once and (not key or each.operation not in (Operation.KEM_ENCAPS, Operation.DSA_VERIFY)):
                    yield case._replace(task=replace(each, key=key, random=random))


def check_variants(lattice: Lattice, names: Sequence[str] = ("ML-KEM-512", "ML-DSA-44")) -> None:
    """The answers are the same; a frame of a key that is too short or too long is told, wherever it comes from."""
    rng = np.random.default_rng(8)
    for name in names:
        cases = list(variants(name, 4))
        signs = [case for case in cases if case.task.operation in SEEDED]
        assert len(signs) >= 4 < len(cases) - len(signs)
        cycles = check(lattice, cases)
        assert len({count for case, count in zip(cases, cycles, strict=True) if case.task.operation == 0}) <= 1
        check(lattice, cases, stall=0.5, seed=3)
        check(lattice, [each for case in signs for each in (misfit(case, rng), case)], stall=0.2, seed=4)


def contexts(name: str) -> Iterator[Case]:
    """Signatures and verifications whose M' the core makes: of messages, then of hashes.

    The contexts and what is signed end in any byte of a word.
    """
    scheme, rng = dsa(name), np.random.default_rng(9)
    for length, size in zip((0, 1, 5, 6, 7, 14, 64, 255), (9, 0, 1, 2, 8, 7, 33, 71), strict=True):
        made = list(dsa_cases(name, length, size, rng.bytes(length)))
        yield from (made[at]._replace(task=with_context(made[at].task)) for at in (1, 3, 5))
    pk, sk = scheme._keygen_internal(bytes(32))
    for hash_name, length in (("SHA2-256", 0), ("SHAKE-256", 9)):
        signed = hashed(b"letter", rng.bytes(length), hash_name)
        signature = scheme._sign_internal(sk, signed, bytes(32))
        yield Case(with_context(signing(name, sk, bytes(32), signed)), (signature,), Error.NONE)
        verify = with_context(Task(Operation.DSA_VERIFY, name, (pk, signature, signed)))
        yield Case(verify, (), Error.NONE)
        yield Case(replace(verify, prehash=False), (), Error.REJECTED)


def misfit_contexts(case: Case) -> Iterator[Case]:
    """A signature whose frame of a context has another length than the command says."""
    task = case.task
    *others, context, message = task.frames
    nothing = tuple(bytes(size) for size in task.results)
    for size in (0, 1, len(context) - 1, len(context) + 1, len(context) + 9):
        other = (context + bytes(9))[:size]
        error = Error.EARLY if size < len(context) else Error.LATE
        yield Case(replace(task, frames=(*others, other, message)), nothing, error)


def check_contexts(lattice: Lattice) -> None:
    """The answers are those of M'; where the frame of a context does not fit, zeros come out."""
    cases = list(contexts("ML-DSA-44"))
    assert all(case.task.ctx is not None for case in cases)
    assert {case.task.prehash for case in cases} == {False, True}
    check(lattice, cases)
    check(lattice, cases, stall=0.5, seed=2)
    signs = [case for case in cases if case.task.operation == Operation.DSA_SIGN and (case.task.ctx or 0) > 4]
    check(lattice, [each for case in signs[:3] for each in (*misfit_contexts(case), case)], stall=0.2, seed=3)


def joined(messages: Sequence[Sequence[bytes]]) -> list[int]:
    """The words of messages in parts: last, number of bytes, bytes. One without bytes ends them if the parts do."""
    frames = []
    for parts in messages:
        whole = b"".join(parts)
        frames.append([*frame(whole), *([] if len(whole) % 8 or parts[-1] or not whole else frame(b""))])
    words, marks = framed(frames)
    return [last << 68 | word for word, last in zip(words, marks, strict=True)]


def check_align(root: Path | None = None) -> None:
    """Two parts of every length; then any number of parts, with pauses. Bytes that do not count are random."""
    rng = np.random.default_rng(6)
    pairs = [[rng.bytes(a), rng.bytes(b)] for a, b in product(range(9), repeat=2)]
    longer = [[rng.bytes(size) for size in rng.integers(0, 9, rng.integers(1, 7))] for _ in range(500)]
    simulator = StreamSimulator("twd_lattice_align", {}, rtl_root=root)
    for messages, stall in ((pairs, 0.0), (pairs, 0.5), (longer, 0.3)):
        sent = [
            (at == len(parts) - 1) << 68 | len(part) << 64 | int.from_bytes(part + rng.bytes(8 - len(part)), "little")
            for parts in messages
            for at, part in enumerate(parts)
        ]
        expected = joined(messages)
        done = simulator.run({"in": sent}, {"out": len(expected)}, stall=stall, seed=1, random_state=True)
        words = [low | high << 64 for low, high in done.streams["out"].values.tolist()]
        for at, (word, right) in enumerate(zip(words, expected, strict=True)):
            mask = 0x1F << 64 | (1 << 8 * (right >> 64 & 15)) - 1
            assert word & mask == right & mask, at


def check_unknown(lattice: Lattice, kem: bool, dsa: bool) -> None:
    """After a key pair every unknown command gives nothing; then an operation is right."""
    keys, after = list(kem_cases("ML-KEM-768", 8) if kem else dsa_cases("ML-DSA-65", 8))[:2]
    cases = [keys, *unknown(kem, dsa), after]
    cycles = check(lattice, cases)
    assert set(cycles[1:-1]) == {7}
    check(lattice, cases, stall=0.4, seed=1)


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


def printed_cycles() -> str:
    """That table in docs/schemes/cycles.md."""
    text = (ROOT / "docs" / "schemes" / "cycles.md").read_text()
    return text.split("<!-- cycles:begin -->\n")[1].split("<!-- cycles:end -->")[0]


def refused_key(name: str) -> Case:
    """Encaps with an ek whose last coefficient is q: K does not come out before it is checked."""
    scheme = kem(name)
    ek, _ = scheme._keygen_internal(bytes(32), bytes(32))
    _, c = scheme._encaps_internal(ek, bytes(32))
    task = Task(Operation.KEM_ENCAPS, name, (changed(ek, -1, 3329), bytes(32)))
    return Case(task, (bytes(32), bytes(len(c))), Error.RANGE)


def bad_cases(seed: int) -> Iterator[Case]:
    """Inputs that the standards refuse; zeros go out, and the next task is right."""
    rng = np.random.default_rng([seed, 3])
    name, scheme = "ML-KEM-512", kem("ML-KEM-512")
    d, z, m = (rng.bytes(32) for _ in range(3))
    ek, dk = scheme._keygen_internal(d, z)
    key, c = scheme._encaps_internal(ek, m)
    nothing = bytes(32), bytes(len(c))
    for number, coefficient in ((0, 4095), (1, 3329), (510, 3329), (511, 3328)):
        wrong = changed(ek, number, coefficient)
        taken = coefficient < 3329
        made = scheme._encaps_internal(wrong, m) if taken else nothing
        error = Error.NONE if taken else Error.RANGE
        yield Case(Task(Operation.KEM_ENCAPS, name, (wrong, m)), made, error)
        hashed = dk[:768] + wrong + hashlib.sha3_256(wrong).digest() + dk[-32:]
        key_of = scheme._decaps_internal(hashed, c) if taken else bytes(32)
        yield Case(Task(Operation.KEM_DECAPS, name, (hashed, c)), (key_of,), error)
    yield Case(Task(Operation.KEM_ENCAPS, name, (ek, m[:-1])), nothing, Error.EARLY)
    yield Case(Task(Operation.KEM_ENCAPS, name, (ek, m + b"!")), nothing, Error.LATE)
    yield Case(Task(Operation.KEM_ENCAPS, name, (ek[:-8], m)), nothing, Error.EARLY)
    yield Case(Task(Operation.KEM_ENCAPS, name, (ek[:-3], m)), nothing, Error.EARLY)
    yield Case(Task(Operation.KEM_ENCAPS, name, (ek + b"more than it", m)), nothing, Error.LATE)
    yield Case(Task(Operation.KEM_ENCAPS, name, (ek, m)), (key, c), Error.NONE)
    other = bytearray(dk)
    other[-40] ^= 1  # h, the hash of ek
    yield Case(Task(Operation.KEM_DECAPS, name, (bytes(other), c)), (bytes(32),), Error.HASH)
    yield Case(Task(Operation.KEM_DECAPS, name, (dk, c[:-1])), (bytes(32),), Error.EARLY)
    yield Case(Task(Operation.KEM_DECAPS, name, (dk, c)), (key,), Error.NONE)
    yield refused_key("ML-KEM-1024")
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
    for rnd, error in ((z[:-1], Error.EARLY), (z + b"!", Error.LATE)):
        yield Case(Task(Operation.DSA_SIGN, name, (sk, rnd, b"message")), zeros, error)
    yield Case(Task(Operation.DSA_SIGN, name, (sk, bytes(32), b"message")), zeros, Error.RANGE)
    for bit in (0, 255):  # one is enough
        rnd = (1 << bit).to_bytes(32, "little")
        yield Case(signing(name, sk, rnd, b"message"), (signer._sign_internal(sk, b"message", rnd),), Error.NONE)
    made = signer._sign_internal(sk, b"message", bytes(32))
    yield Case(signing(name, sk, bytes(32), b"message"), (made,), Error.NONE)
    for mu, error in ((bytes(63), Error.EARLY), (bytes(65), Error.LATE)):
        yield Case(Task(Operation.DSA_SIGN, name, (sk, z, mu), mu=True), zeros, error)
    yield Case(Task(Operation.DSA_SIGN, name, (b"\xff" * len(sk), z, b"message")), zeros, Error.RANGE)
    extremes = sk[:-1664] + (bytes(208) + b"\xff" * 208) * 4  # of t0: there are too many hints
    yield Case(Task(Operation.DSA_SIGN, name, (extremes + b"!", z, b"message")), zeros, Error.LATE)
    yield Case(Task(Operation.DSA_VERIFY, name, (pk, signature, b"message")), (), Error.NONE)


def length_cases(name: str) -> Iterator[Case]:
    """Every frame of every operation a byte and a word too short and too long; one that fits is right after them."""
    for case in [*kem_cases(name, 11)][:3] if name in KEM_SETS else [*dsa_cases(name, 11)][:5]:
        task = case.task
        for number, size in enumerate(task.sizes):
            for change in (-8, -1, 1, 8) if size is not None else ():
                frame = task.frames[number]
                frames = [*task.frames]
                frames[number] = frame[:change] if change < 0 else frame + bytes(change)
                error = Error.EARLY if change < 0 else Error.LATE
                if change < 0 and task.operation is Operation.DSA_VERIFY:
                    error |= Error.REJECTED
                made = tuple(bytes(each) for each in task.results)
                yield Case(replace(task, frames=tuple(frames)), made, error)
        yield case


def changed(ek: bytes, number: int, coefficient: int) -> bytes:
    """An encapsulation key with another coefficient."""
    coefficients = fields(ek[:-32], 12)
    coefficients[number] = coefficient
    return byte_string(coefficients, 12) + ek[-32:]


def hint_cases(name: str) -> Iterator[Case]:
    """Signatures whose hints are encoded otherwise (FIPS 204, algorithm 21), verified by dilithium-py."""
    scheme = dsa(name)
    pk, sk = scheme._keygen_internal(bytes(32))
    message, of = b"hints", scheme.omega + scheme.k
    signature = scheme._sign_internal(sk, message, bytes(32))
    hints, counts = list(signature[-of : -scheme.k]), list(signature[-scheme.k :])
    total = counts[-1]
    swapped, twice = hints.copy(), hints.copy()
    swapped[0], swapped[1] = hints[1], hints[0]
    twice[1] = hints[0]
    padded, most = [hints.copy() for _ in range(2)]
    padded[-1] = 1
    most[total:] = range(200, 200 + scheme.omega - total)
    encodings = [
        (hints, counts),
        (swapped, counts),
        (twice, counts),
        (padded, counts),
        (hints, [*counts[:-1], total + 1]),
        (hints, [*counts[:-1], counts[-2] - 1]),
        (most, [*counts[:-1], scheme.omega]),
        (most, [*counts[:-1], scheme.omega + 1]),
        ([0] * scheme.omega, [0] * scheme.k),
    ]
    for indices, ends in encodings:
        altered = signature[:-of] + bytes(indices) + bytes(ends)
        valid = scheme._verify_internal(pk, message, altered)
        task = Task(Operation.DSA_VERIFY, name, (pk, altered, message))
        yield Case(task, (), Error.NONE if valid else Error.REJECTED)


@dataclass
class Forger:
    """Signatures without a key: with t1 = 0 the challenge cancels, so that any z and any hints can be made consistent.

    Each signature breaks at most the rule that its maker breaks: c~ is the one of its z and its hints.
    """

    name: str

    def __post_init__(self) -> None:
        self.scheme = dsa(self.name)
        self.pk = bytes(32) + bytes(320 * self.scheme.k)
        self.matrix = self.scheme._expand_matrix_from_seed(bytes(32))
        self.bound = self.scheme.gamma_1 - self.scheme.beta
        self.rng = np.random.default_rng(self.scheme.k)

    def z(self, **placed: int) -> list[int]:
        """Small coefficients at random, and chosen ones: z(at_5=1) has 1 at place 5, z(last=1) at the last one."""
        found: list[int] = self.rng.integers(-9, 10, 256 * self.scheme.l).tolist()
        for place, value in placed.items():
            found[-1 if place == "last" else int(place.removeprefix("at_"))] = value
        return found

    def case(
        self,
        z: list[int],
        indices: list[int],
        ends: list[int],
        taken: list[int] | None = None,
        spoil: int | None = None,
    ) -> Case:
        """The verification of a signature; hints as encoded.

        taken  counts of hints from which c~ follows, where they are not those that are encoded
        spoil  a bit of c~ to flip
        """
        scheme, ring = self.scheme, self.scheme.R
        indices = [*indices, *[0] * (scheme.omega - len(indices))]
        polynomials, every = [], [*indices, *ends]
        for begin, end in pairwise([0, *(taken or ends)]):
            polynomials.append([int(place in every[begin:end]) for place in range(256)])
        hints = scheme.M.vector([ring(each) for each in polynomials])
        vector = scheme.M.vector([ring([x % 8380417 for x in z[256 * i :][:256]]) for i in range(scheme.l)])
        packed = vector.bit_pack_z(scheme.gamma_1)
        product = (self.matrix @ vector.to_ntt()).from_ntt()
        high = hints.use_hint(product, 2 * scheme.gamma_2).bit_pack_w(scheme.gamma_2)
        message = b"forged"
        mu = scheme._h(scheme._h(self.pk, 64) + message, 64)
        c = bytearray(scheme._h(mu + high, scheme.c_tilde_bytes))
        if spoil is not None:
            c[spoil // 8] ^= 1 << spoil % 8
        signature = bytes(c) + packed + bytes(indices) + bytes(ends)
        valid = scheme._verify_internal(self.pk, message, signature)
        task = Task(Operation.DSA_VERIFY, self.name, (self.pk, signature, message))
        return Case(task, (), Error.NONE if valid else Error.REJECTED)

    def norms(self) -> Iterator[Case]:
        """A coefficient of z at the bound of its norm, one below, and the largest, in every lane and at the end."""
        none = [], [0] * self.scheme.k
        for place in ("at_0", "at_1", "at_2", "at_3", "last"):
            for value in (self.bound - 1, self.bound, 1 - self.bound, -self.bound):
                yield self.case(self.z(**{place: value}), *none)
        for value in (self.scheme.gamma_1, 1 - self.scheme.gamma_1):
            yield self.case(self.z(at_300=value), *none)

    def hints(self) -> Iterator[Case]:
        """Encodings of hints that algorithm 21 takes and refuses, each for one reason."""
        omega, k = self.scheme.omega, self.scheme.k
        z = self.z()

        def last(count: int) -> list[int]:
            return [*[0] * (k - 1), count]

        yield self.case(z, [*range(omega)], last(omega))  # as many as there may be
        yield self.case(z, [0, 255, 0, 255], [2, *[4] * (k - 1)])
        yield self.case(z, [7, 6], last(2))  # falls
        yield self.case(z, [7, 7], last(2))
        yield self.case(z, [7, 9, 8], [1, *[3] * (k - 1)])  # falls in the second polynomial
        yield self.case(z, [9, 8], [1, *[2] * (k - 1)])  # falls from one polynomial to the next, as it may
        yield self.case(z, [1, 2, 3], [2, 1, *[3] * (k - 2)])  # counts fall
        # one count too many: its index is the first count, which is larger than the index before
        yield self.case(z, [*range(omega - 1), 5], [*[omega - 1] * (k - 1), omega + 1])
        for count in (omega + 1, 255):  # where those beyond omega are cut
            yield self.case(z, [*range(omega)], last(count), taken=last(omega))
        for bit in range(8):  # padding, at both ends
            yield self.case(z, [1, 1 << bit], last(1))
            yield self.case(z, [1, *[0] * (omega - 2), 1 << bit], last(1))

    def challenges(self) -> Iterator[Case]:
        """A bit of c~ is wrong: in the first and last byte, and in each byte of a word."""
        size = 8 * self.scheme.c_tilde_bytes
        for bit in (0, 9, 18, 27, 36, 45, 54, 63, size // 2, size - 1):
            yield self.case(self.z(), [], [0] * self.scheme.k, spoil=bit)

    def lengths(self) -> Iterator[Case]:
        """1 to 8 bytes more and less than a signature that is valid otherwise."""
        right = self.case(self.z(), [], [0] * self.scheme.k)
        pk, signature, message = right.task.frames
        for size in range(1, 9):
            longer = replace(right.task, frames=(pk, signature + bytes(size), message))
            yield Case(longer, (), Error.LATE)
            shorter = replace(right.task, frames=(pk, signature[:-size], message))
            # what is missing of a word are ones, which its counts are not; zeros follow, which they are
            yield Case(shorter, (), Error.EARLY | Error.REJECTED * bool((len(signature) - size) % 8))

    def cases(self) -> list[Case]:
        """All of them; about a third is valid."""
        return [*self.norms(), *self.hints(), *self.challenges(), *self.lengths()]


NONCES = 254, 510, 8188
"""First nonces of a signature: its masks have nonces on both sides of 256 and 512, and the last ones up to 8,191."""


def check_nonces(root: Path, first: int) -> None:
    """Signatures in a tree whose nonces begin later, as dilithium-py computes them with these nonces."""
    file = "lattice/twd_lattice_sequencer.sv"
    edit(root, file, "FirstNonce = 16'd0;", f"FirstNonce = 16'd{first};")
    check(Lattice(rtl_root=root), [signed_from(first, name) for name in DSA_SETS])


def check_gives_up(root: Path) -> None:
    """A signature that needs a second round has none where the nonces of the first one are the last, up to 8,191."""
    edit(root, "lattice/twd_lattice_sequencer.sv", "FirstNonce = 16'd0;", "FirstNonce = 16'd8188;")
    *_, verified, _ = dsa_cases("ML-DSA-44", 4)
    signed = signed_from(8188, "ML-DSA-44", 2)
    given_up = Case(signed.task, (bytes(len(signed.frames[0])),), Error.REJECTED)
    check(Lattice(rtl_root=root), [given_up, verified])


def check_redundant(root: Path, redundant: bool = True) -> None:
    """A signature with a wrong c s1 or c s2 does not come out where they are computed twice."""
    edit(root, "lattice/twd_lattice_sequencer.sv", "FirstNonce = 16'd0;", "FirstNonce = 16'd8188;")
    signed = signed_from(8188, "ML-DSA-44")
    lattice = Lattice(rtl_root=root, redundant=redundant)
    check(lattice, [signed])
    zeros = (bytes(len(signed.frames[0])),)
    for right in ("unit(Mac, One, Z + J, C, S1 + J)", "unit(Mac, One, W + I, C, S2 + I)"):
        wrong = right.replace("S1", "S2") if "S1" in right else right.replace("S2", "S1")
        file = "lattice/twd_lattice_program_dsa.sv"
        edit(root, file, right, wrong)
        lattice_program.write(root)
        (answer,) = Lattice(rtl_root=root, redundant=redundant).run([signed.task])
        assert answer.frames == zeros
        assert answer.error & Error.FAULT
        edit(root, file, wrong, right)


def every_word(name: str) -> Iterator[Case]:
    """Decapsulations of a ciphertext with a wrong bit: in each byte of its first and last word, one of the others."""
    keys, sent, *_ = kem_cases(name, 9)
    (_, dk), (_, c) = keys.frames, sent.frames
    for at in range(len(c)):
        if at < 8 or at >= len(c) - 8 or at % 8 == at // 8 % 8:
            wrong = bytearray(c)
            wrong[at] ^= 1 << at % 8
            key = kem(name)._decaps_internal(dk, bytes(wrong))
            yield Case(Task(Operation.KEM_DECAPS, name, (dk, bytes(wrong))), (key,), Error.NONE)


def signed_from(first: int, name: str, rounds: int = 1) -> Case:
    """A signature after so many rounds, its masks with nonces from another one on."""
    scheme = dsa(name)
    _, sk = scheme._keygen_internal(bytes(32))
    expand = scheme._expand_mask_vector
    with patch.object(scheme, "_expand_mask_vector", side_effect=lambda seed, at: expand(seed, at + first)) as masks:
        for number in range(99):
            masks.reset_mock()
            message = bytes([number])
            signature = scheme._sign_internal(sk, message, bytes(32))
            if masks.call_count == rounds:
                break
    return Case(signing(name, sk, bytes(32), message), (signature,), Error.NONE)


def check_forged(root: Path) -> None:
    """Signatures that break one rule each."""
    check(Lattice(rtl_root=root), Forger("ML-DSA-44").cases())


def check_one_round(cases: list[Case], cycles: list[int]) -> None:
    """A broken rule ends a signature with its first round."""
    for (task, _, error), count in zip(cases, cycles, strict=True):
        assert task.operation is not Operation.DSA_SIGN or not error or count < 20_000


def crowded() -> Case:
    """A signature after a round with too many hints: one polynomial of t0 has the largest coefficients."""
    name, scheme = "ML-DSA-44", dsa("ML-DSA-44")
    _, sk = scheme._keygen_internal(bytes(32))
    sk, rnd, message = sk[:-416] + bytes(208) + b"\xff" * 208, b"\x04" * 32, b"message"
    hints = patch.object(Matrix, "make_hint", autospec=True, side_effect=Matrix.make_hint)
    with hints as made:
        signature = scheme._sign_internal(sk, message, rnd)
    assert made.call_count == 2, "hints of a rejected and of the accepted round"
    return Case(Task(Operation.DSA_SIGN, name, (sk, rnd, message)), (signature,), Error.NONE)


def check_small(root: Path | None, netlist: Stage | None = None) -> None:
    """A run of each operation of the smallest sets, with stalls and without.

    Of a signature a round is rejected by r0, one by z; of another one by the number of hints.
    """
    lattice = Lattice(rtl_root=root, netlist=netlist)
    signed = [*dsa_cases("ML-DSA-44", 1), crowded()]
    assert rounds_of(signed[1].task) == (3, 1)
    cases = [*kem_cases("ML-KEM-512", 7), *signed, *bad_cases(2), *unknown(True, True)]
    check_one_round(cases, check(lattice, cases))
    check(lattice, cases, stall=0.3, seed=1)


def check_replay(root: Path) -> None:
    """Fewer words of hashes are expected than are needed, in a tree that is changed for it."""
    file = "lattice/twd_lattice_job_pkg.sv"
    edit(root, file, "dsa ? 10'd99 : 10'd63", "dsa ? 10'd96 : 10'd60")
    edit(root, file, "set == 2'd1 ? 10'd34 : 10'd20", "set == 2'd1 ? 10'd29 : 10'd17")
    lattice = Lattice(rtl_root=root)
    for stall in (0.0, 0.3):
        check(lattice, [*kem_cases("ML-KEM-512", 6), *list(dsa_cases("ML-DSA-44", 6))[::3]], stall=stall)
        check(lattice, list(dsa_cases("ML-DSA-65", 6))[:1], stall=stall)


def check_hashes(root: Path) -> None:
    """A hash waits, and the next one for it, while Keccak takes a message, in a tree whose Sign has two hashes more."""
    macros = (root / "lattice/twd_lattice_program_dsa.svh").read_text()
    signed = macros.split("`define TWD_SIGNED \\\n")[1].split("\n\n")[0].replace(" \\\n", "\n") + "\n"
    more = "    `TWD_ADD(hash(Shake256, 8'd8, 4'd0))\n"
    moves = "    `TWD_ADD(move(Stored, Hash, 8'd8, Tr, Last))\n    `TWD_ADD(move(Hashed, Bytes, 8'd8, Mask, Plain))\n"
    mu = "    `TWD_ADD(move(Hashed, Bytes, 8'd8, Mu, Plain))\n"
    changed = signed.replace(mu, 2 * more + mu + 2 * moves).replace(
        "branch(GivenMu, pc + 7)", "branch(GivenMu, pc + 13)"
    )
    assert changed.count("\n") == signed.count("\n") + 6
    after = "`TWD_SIGNED\n    `TWD_ADD(hash(Shake256, 8'd8, 4'd0))\n"
    edit(root, "lattice/twd_lattice_program_dsa.sv", after, changed.lstrip() + after.split("\n", 1)[1])
    lattice_program.write(root)
    check(Lattice(rtl_root=root), list(dsa_cases("ML-DSA-44", 3, 300))[1:3])


def check_late(root: Path) -> None:
    """K waits for the check of ek, in a tree whose unit loads a beat in every eighth cycle only."""
    file = "lattice/twd_lattice_polynomials.sv"
    slow = "logic may_load;\n  logic [2:0] slow_q;\n  assign load_ready = may_load && slow_q == '0;\n"
    slow += "  always_ff @(posedge clk_i or negedge rst_ni)"
    slow += " if (!rst_ni) slow_q <= '0; else slow_q <= slow_q + 3'd1;\n"
    edit(root, file, "  twd_poly_unit #(", f"  {slow}  twd_poly_unit #(")
    edit(root, file, ".load_valid_i   (load_valid)", ".load_valid_i   (load_valid && slow_q == '0)")
    edit(root, file, ".load_ready_o   (load_ready)", ".load_ready_o   (may_load)")
    check(Lattice(rtl_root=root), [refused_key("ML-KEM-512"), *kem_cases("ML-KEM-512", 6)])


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
                assert (answer.frames, answer.error) == (frames, error), (case[0].operation.name, at, task.set)
            assert answers[0].begins == at + duration + 1 or stall, (at, answers[0].begins)
