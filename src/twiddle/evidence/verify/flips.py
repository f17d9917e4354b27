# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`make flips`: bits that change in registers and memories of `twd_lattice` while it computes.

A flip is a bit of the compiled model, with all that guards it (PARAMETERS), drawn evenly from those of its registers
or of its memories (tables included), and a cycle of the operation; the bit keeps the other value until the hardware
writes it. Half of the flips of Encaps, Decaps and Verify meet an input that is to be refused. A flip is

masked     frames and result are those without it
detected   the result has another error, or there is none, or frames have other lengths
safe       bytes differ, and none of the following is true
unsafe     K' of an altered ciphertext comes out; an encapsulation key out of range, or a forged signature, is
           accepted; a signature has a z out of bounds, the z of a rejected round, two equal y or one that is
           hardly random; a word of a secret comes out that is not its place

In the record:

registers, memories   bits of the model
flips                 by operation, place and number of flips at once: their number, `manipulated`: those that met
                      such an input, the number of each class, `most`: the upper end of the interval of 95 %
                      (Clopper and Pearson) of the share of unsafe ones
unsafe                each unsafe flip, with the point that repeats it
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from dilithium_py.modules.modules import Matrix
from numpy.typing import NDArray

from twiddle.base.errors import CheckFailed
from twiddle.evidence.verify.campaign import Options, Row
from twiddle.evidence.verify.lattice import HASHING, Operations
from twiddle.model.decode import Q_DSA, N, fields
from twiddle.model.encode import byte_string
from twiddle.model.sets import DSA, DSA_SETS, KEM, KEM_SETS, Error, Operation
from twiddle.tools.lattice_cases import Case, difference, dsa, dsa_cases, kem, kem_cases
from twiddle.tools.lattice_simulator import Task, answers, expected, streams
from twiddle.tools.sim.build import Member
from twiddle.tools.sim.streams import Flip, Flips, Run, StreamSimulator, Transfers

REGISTERS, MEMORIES = "registers", "memories"
CLASSES = ("masked", "detected", "safe", "unsafe")
BATCH = 250
SINGLE = 10_000
"""Single flips of an operation, in registers and as many in memories."""
DOUBLE = 2_000
"""Pairs of flips of an operation, in registers."""
MORE = 1_100
"""Words that are kept of a stream beyond those that are expected."""
HARDLY = 16
"""Coefficients of a random y that are 0, at most: more have a probability below 2^-150."""


@dataclass(frozen=True)
class Scene:
    """An operation whose bits are flipped.

    case         its task, and the right answer
    manipulated  its input must be refused
    secrets      words that may not come out in parts of the stream out
    """

    case: Case
    manipulated: bool = False
    secrets: Sequence[tuple[slice, frozenset[int]]] = ()

    def leak(self, words: Sequence[int]) -> bool:
        """Whether a secret comes out."""
        return any(not found.isdisjoint(words[part]) for part, found in self.secrets)


EVERYWHERE = slice(None)


def _words(*parts: bytes) -> frozenset[int]:
    """The words of secrets, without those that occur anywhere."""
    found = (part[at : at + 8] for part in parts for at in range(0, len(part) - 7, 8))
    return frozenset(int.from_bytes(word, "little") for word in found) - {0, 2**64 - 1}


def altered(name: str, c: bytes, places: slice = slice(None, None, N // 8)) -> bytes:
    """A ciphertext with small errors in coefficients of v, by default in eight words, of the same m."""
    dv = next(each.dv for each in KEM if each.name == name)
    v = fields(c[-32 * dv :], dv)
    v[places] ^= 1
    return c[: -32 * dv] + byte_string(v, dv)


def _of_keys(keys: Case, inner: frozenset[int], private: frozenset[int]) -> list[tuple[slice, frozenset[int]]]:
    """The secrets of KeyGen, of which those of the private key follow the public one."""
    return [(EVERYWHERE, inner), (slice(-(-len(keys.frames[0]) // 8)), private)]


def _kem_scenes(operation: Operation, name: str, seed: int) -> list[Scene]:
    scheme, cases = kem(name), list(kem_cases(name, seed))
    (keys, sent, opened), k = cases[:3], next(each.k for each in KEM if each.name == name)
    (seeds,), (ek, dk), (key, c) = keys.task.frames, keys.frames, sent.frames
    m = sent.task.frames[1]
    randomness = hashlib.sha3_512(m + hashlib.sha3_256(ek).digest()).digest()[32:]
    s, z = dk[: 384 * k], dk[-32:]
    match operation:
        case Operation.KEM_KEYGEN:
            sigma = hashlib.sha3_512(seeds[:32] + bytes([k])).digest()[32:]
            return [Scene(keys, secrets=_of_keys(keys, _words(seeds[:32], sigma), _words(s, z)))]
        case Operation.KEM_ENCAPS:
            coefficients = fields(ek[:-32], 12)
            coefficients[7::32] = 3329
            wrong = byte_string(coefficients, 12) + ek[-32:]
            refused = Case(Task(operation, name, (wrong, m)), (bytes(32), bytes(len(c))), Error.RANGE)
            parts = (EVERYWHERE, _words(m, randomness)), (slice(4, None), _words(key))
            return [Scene(sent, secrets=parts), Scene(refused, True)]
        case _:
            wrong = altered(name, c)
            if scheme._k_pke_decrypt(s, wrong) != m:
                raise CheckFailed(f"{name}: the altered ciphertext has another m")
            rejected = Case(Task(operation, name, (dk, wrong)), (scheme._decaps_internal(dk, wrong),), Error.NONE)
            inner = _words(s, z, m, randomness)
            shared = _words(key)
            return [Scene(opened, secrets=[(EVERYWHERE, inner)]), Scene(rejected, True, [(EVERYWHERE, inner | shared)])]


@dataclass(frozen=True)
class Signing(Scene):
    """A signature; of other ones with its key, `leak` looks at z and y."""

    def leak(self, words: Sequence[int]) -> bool:
        task = self.case.task
        of, scheme = next(each for each in DSA if each.name == task.set), dsa(task.set)
        if super().leak(words):
            return True
        made = b"".join(word.to_bytes(8, "little") for word in words)[: of.lengths.made]
        if len(made) < of.lengths.made or not any(made):
            return False
        bits = of.gamma_1.bit_length()
        packed = made[of.digest : of.digest + 32 * bits * of.columns]
        z = of.gamma_1 - np.asarray(fields(packed, bits), np.int64).reshape(of.columns, N)
        if np.abs(z).max() >= of.gamma_1 - of.beta:
            return True
        _, _, _, s1, *_ = scheme._unpack_sk(task.frames[0])
        c = scheme.R.sample_in_ball(made[: of.digest], scheme.tau).to_ntt()
        product = s1.to_ntt().scale(c).from_ntt()
        y = (z - [product[i, 0].coeffs for i in range(of.columns)]) % Q_DSA
        return len({row.tobytes() for row in y}) < of.columns or bool((y == 0).sum(axis=1).max() > HARDLY)


def _signed(name: str, seed: int) -> tuple[Case, list[bytes]]:
    """A signature after two or three rounds, and z of those that were rejected, packed."""
    of, scheme = next(each for each in DSA if each.name == name), dsa(name)
    checks = Matrix.check_norm_bound
    for number in range(99):
        rng = np.random.default_rng([seed, number, 4])
        xi, rnd, message = rng.bytes(32), rng.bytes(32), rng.bytes(40)
        _, sk = scheme._keygen_internal(xi)
        found: list[NDArray[np.int64]] = []

        def check(vector: Matrix, bound: int, found: list[NDArray[np.int64]] = found) -> bool:
            if bound == of.gamma_1 - of.beta:
                found.append(np.array([vector[i, 0].coeffs for i in range(of.columns)], np.int64))
            return bool(checks(vector, bound))

        with patch.object(Matrix, "check_norm_bound", check):
            signature = scheme._sign_internal(sk, message, rnd)
        if len(found) in (2, 3):
            break
    size = 2 * of.gamma_1
    packed = [byte_string(((of.gamma_1 - z) % Q_DSA % size).ravel(), of.gamma_1.bit_length()) for z in found[:-1]]
    return Case(Task(Operation.DSA_SIGN, name, (sk, rnd, message)), (signature,), Error.NONE), packed


def _forged(name: str, seed: int) -> Case:
    """A signature for t1 = 0, which needs no key; all is right but for the norm of z."""
    of, scheme = next(each for each in DSA if each.name == name), dsa(name)
    rng = np.random.default_rng([seed, 5])
    z = rng.integers(-9, 10, (of.columns, N))
    z[:, ::32] = of.gamma_1 - rng.integers(of.beta, size=(of.columns, N // 32))
    pk, message = rng.bytes(32) + bytes(of.lengths.public - 32), rng.bytes(40)
    vector = scheme.M.vector([scheme.R([int(x) % Q_DSA for x in row]) for row in z])
    w = (scheme._expand_matrix_from_seed(pk[:32]) @ vector.to_ntt()).from_ntt()
    mu = scheme._h(scheme._h(pk, 64) + message, 64)
    c = scheme._h(mu + w.high_bits(2 * of.gamma_2).bit_pack_w(of.gamma_2), of.digest)
    signature = c + vector.bit_pack_z(of.gamma_1) + bytes(of.omega + of.k)
    return Case(Task(Operation.DSA_VERIFY, name, (pk, signature, message)), (), Error.REJECTED)


def _dsa_scenes(operation: Operation, name: str, seed: int) -> list[Scene]:
    of, scheme = next(each for each in DSA if each.name == name), dsa(name)
    size = 32 * (3 if of.eta == 2 else 4) * (of.k + of.columns)
    match operation:
        case Operation.DSA_KEYGEN:
            keys = next(dsa_cases(name, seed))
            (xi,), (_, sk) = keys.task.frames, keys.frames
            expanded = scheme._h(xi + bytes([of.k, of.columns]), 128)
            inner = _words(xi, expanded[32:96])
            return [Scene(keys, secrets=_of_keys(keys, inner, _words(sk[32:64], sk[128 : 128 + size])))]
        case Operation.DSA_SIGN:
            signed, rejected = _signed(name, seed)
            sk, rnd, message = signed.task.frames
            mu = scheme._h(sk[64:128] + message, 64)
            mask = scheme._h(sk[32:64] + rnd + mu, 64)
            inner = _words(sk[32:64], sk[128 : 128 + size], mask, *rejected)
            return [Signing(signed, secrets=[(EVERYWHERE, inner)])]
        case _:
            *_, verified, _, other = dsa_cases(name, seed)
            return [Scene(verified), Scene(other, True), Scene(verified), Scene(_forged(name, seed), True)]


def scenes(operation: Operation, name: str, seed: int) -> list[Scene]:
    """An operation with a right input, and with a manipulated one, if there is one."""
    make = _kem_scenes if operation <= Operation.KEM_DECAPS else _dsa_scenes
    with HASHING:
        return make(operation, name, seed)


PARAMETERS = {"Kem": 1, "Dsa": 1, "Lanes": 4, "Redundant": 1, "Parity": 1}
"""Of the build whose bits are flipped."""


class Flipped:
    """A compiled twd_lattice whose bits can be flipped."""

    def __init__(self, rtl_root: Path | None = None) -> None:
        self.simulator = StreamSimulator("twd_lattice", PARAMETERS, rtl_root=rtl_root, state=True)
        found: dict[str, list[tuple[int, Member]]] = {REGISTERS: [], MEMORIES: []}
        for number, member in self.simulator.state.items():
            found[MEMORIES if member.elements > 1 else REGISTERS].append((number, member))
        self.members = found
        self._ends = {
            place: np.cumsum([member.bits * member.elements for _, member in each]) for place, each in found.items()
        }

    def bits(self, place: str) -> int:
        return int(self._ends[place][-1])

    def draw(self, place: str, rng: np.random.Generator, cycles: int) -> Flip:
        """A bit of any register or memory, in any cycle."""
        at, ends = int(rng.integers(self.bits(place))), self._ends[place]
        index = int(np.searchsorted(ends, at, "right"))
        number, member = self.members[place][index]
        element, bit = divmod(at - int(ends[index] - member.bits * member.elements), member.bits)
        return Flip(int(rng.integers(cycles)), number, element, bit)

    def named(self, flip: Flip) -> str:
        """A flip in words."""
        member = self.simulator.state[flip.member]
        name = member.name.partition("__DOT__")[2].replace("__DOT____Vcellout__", "__DOT__")
        name = name.replace("__DOT__", ".").replace("__BRA__", "[")
        name = name.replace("__KET__", "]")
        element = f"[{flip.element}]" if member.elements > 1 else ""
        return f"{name}{element} bit {flip.bit} at cycle {flip.cycle}"

    def run(self, scene: Scene, trials: Sequence[Sequence[Flip]], limit: int, seed: int) -> Run:
        send, last = streams([scene.case.task])
        count = {name: number + MORE * (name == "out") for name, number in expected([scene.case.task]).items()}
        return self.simulator.run(
            send, count, last=last, seed=seed, random_state=True, flips=Flips(trials, "done", limit)
        )

    def cycles(self, scene: Scene) -> int:
        """Of the operation without a flip. Raises CheckFailed for a wrong answer."""
        done = self.run(scene, (), 1_000_000, 0)
        (answer,) = answers([scene.case.task], done)
        if words := difference(scene.case, answer):
            raise CheckFailed(words)
        return answer.begins + answer.cycles

    def outcomes(self, scene: Scene, trials: Sequence[Sequence[Flip]], cycles: int, seed: int) -> list[str]:
        """The class of flips in each trial."""
        return [_outcome(scene, done) for done in self.run(scene, trials, 8 * cycles, seed).trials]


def _outcome(scene: Scene, came: Mapping[str, Transfers]) -> str:
    """The class of flips, by what came out."""
    task, frames, error = scene.case
    out, results = came["out"], [int(each) for each in came["done"].values[:, 0]]
    sizes = [len(frame) for frame in frames]
    counts = [min(8, size - at) for size in sizes for at in range(0, size, 8)]
    last = [at + 8 >= size for size in sizes for at in range(0, size, 8)]
    shape = [counts, last] == [out.values[:, 1].tolist(), out.last.tolist()]
    words = [int(word) for word in out.values[:, 0]]
    made = b"".join(word.to_bytes(8, "little")[:count] for word, count in zip(words, counts, strict=False))
    if shape and made == b"".join(frames) and results == [error]:
        return "masked"
    accepts = scene.manipulated and task.operation in (Operation.KEM_ENCAPS, Operation.DSA_VERIFY)
    if (accepts and results == [Error.NONE]) or scene.leak(words):
        return "unsafe"
    return "detected" if not shape or results not in ([error], [Error.NONE]) else "safe"


@cache
def flipped() -> Flipped:
    """The hardware of this checkout."""
    return Flipped()


@dataclass(frozen=True)
class Point:
    """Flips of an operation of a parameter set, in registers or memories, some at once."""

    operation: Operation
    set: str
    place: str
    number: int
    at_once: int = 1
    count: int = BATCH

    def __str__(self) -> str:
        many = "" if self.at_once == 1 else f" {self.at_once} at once"
        return f"{self.set} {self.operation.label} {self.place}{many} {self.number:03}"

    def run(self, hardware: Flipped | None = None) -> Row:
        """Flips them one after the other; returns the number of each class."""
        of = hardware or flipped()
        rng = np.random.default_rng([self.operation, self.number, self.at_once, self.place == MEMORIES])
        inputs = [(scene, of.cycles(scene)) for scene in scenes(self.operation, self.set, self.number)]
        classes, unsafe, manipulated = Counter[str](), [], 0
        for at, (scene, cycles) in enumerate(inputs):
            count = len(range(at, self.count, len(inputs)))
            trials = [[of.draw(self.place, rng, cycles) for _ in range(self.at_once)] for _ in range(count)]
            found = of.outcomes(scene, trials, cycles, int(rng.integers(1 << 31)))
            classes.update(found)
            manipulated += scene.manipulated * count
            for flips, outcome in zip(trials, found, strict=True):
                if outcome == "unsafe":
                    unsafe.append(", ".join(map(of.named, flips)) + ", manipulated" * scene.manipulated)
        return {"classes": {name: classes[name] for name in CLASSES}, "manipulated": manipulated, "unsafe": unsafe}


def most(found: int, number: int) -> float:
    """The upper end of the interval of 95 % of a share (Clopper and Pearson, 1934), from one side.

    >>> round(most(0, 20_000), 6)
    0.00015
    """
    low, high = found / number, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        logs = np.cumsum(np.log([(number - at) / (at + 1) for at in range(found)])) if found else np.array([])
        chosen = np.array([0.0, *logs])
        at = np.arange(found + 1)
        share = float(np.exp(chosen + at * np.log(middle) + (number - at) * np.log1p(-middle)).sum())
        low, high = (middle, high) if share > 0.05 else (low, middle)
    return high


class Flipping(Operations[Point]):
    """Flips of every operation, in turn of its parameter sets."""

    name = "flips"
    record = "verify/flips.json"
    claim = "bits flipped in `twd_lattice` while it computes"
    settings = (BATCH, MORE, HARDLY)
    single = SINGLE
    double = DOUBLE

    def count(self, record: Mapping[str, Any]) -> int:
        return sum(row["number"] for row in record["flips"])

    def claimed(self, record: Mapping[str, Any]) -> str:
        unsafe = sum(row["classes"]["unsafe"] for row in record["flips"])
        return f"{self.claim}, {unsafe or 'none'} of them unsafe"

    def points(self, options: Options) -> list[Point]:
        return [
            Point(operation, sets[number % len(sets)], place, number, at_once)
            for operation in Operation
            for sets in (KEM_SETS if operation <= Operation.KEM_DECAPS else DSA_SETS,)
            for place, at_once, flips in (
                (REGISTERS, 1, self.single),
                (MEMORIES, 1, self.single),
                (REGISTERS, 2, self.double),
            )
            for number in range(flips // BATCH)
        ]

    def summary(self, points: Sequence[Point], rows: Sequence[Row]) -> dict[str, Any]:
        groups: dict[tuple[Operation, str, int], list[Row]] = {}
        unsafe = []
        for point, row in zip(points, rows, strict=True):
            groups.setdefault((point.operation, point.place, point.at_once), []).append(row)
            unsafe += [{"point": str(point), "flips": flips} for flips in row["unsafe"]]
        of = flipped()
        return {
            REGISTERS: of.bits(REGISTERS),
            MEMORIES: of.bits(MEMORIES),
            "flips": [_group(*key, found) for key, found in groups.items()],
            "unsafe": unsafe,
        }


def _group(operation: Operation, place: str, at_once: int, rows: Sequence[Row]) -> dict[str, Any]:
    classes = {name: sum(row["classes"][name] for row in rows) for name in CLASSES}
    number = sum(classes.values())
    manipulated = sum(row["manipulated"] for row in rows)
    where = {"operation": operation.name, "place": place, "at_once": at_once}
    share = round(most(classes["unsafe"], number), 6)
    return {**where, "number": number, "manipulated": manipulated, "classes": classes, "most": share}
