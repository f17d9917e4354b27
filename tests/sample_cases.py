# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Jobs of `twd_sampler` and its parts, against the model; hashes, against kyber-py and dilithium-py."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from dilithium_py.polynomials.polynomials import PolynomialRing as DsaRing
from kyber_py.polynomials.polynomials import PolynomialRing as KemRing
from numpy.typing import NDArray
from port_values import packed, unpacked

from twiddle.model import keccak
from twiddle.model.decode import Q_DSA, Load, mapped
from twiddle.model.encode import words
from twiddle.model.keccak import Hash
from twiddle.model.sample import LATENCY, Job, ball, bounded, in_ball, latency, polynomials
from twiddle.tools.sim.netlist import Stage
from twiddle.tools.sim.streams import Run, StreamSimulator
from twiddle.tools.sim.unit import UnitSimulator

Array = NDArray[np.int64]

FINITE = [(kind, d) for kind in Load if not kind.rejects for d in kind.widths]
REJECTING = [(kind, d) for kind in Load if kind.rejects for d in kind.widths]
TAUS = (39, 49, 60)
BOUNDED = (Load.BOUNDED_2, Load.BOUNDED_4)
WRONG = (Load.ETA_2, Load.ETA_4)
"""Kinds of fields where some values are no encoding."""


def of_scheme(kind: Load, kem: int, dsa: int) -> bool:
    return bool(kem if kind <= Load.NTT_KEM else dsa)


def quartets(found: Array) -> list[int]:
    """Coefficients as the words of the port."""
    rows = found.reshape(-1, 4).tolist()
    return [sum(value << 24 * i for i, value in enumerate(row)) for row in rows]


def encoded(job: Job, seed: int = 0) -> bytes:
    """A byte string for a job; of fields that may be wrong, right ones. The ends often."""
    rng = np.random.default_rng([job.word, seed])
    x = rng.integers(0, {Load.ETA_2: 5, Load.ETA_4: 9}.get(job.kind, 1 << job.d), 256 * job.count)
    x[rng.random(len(x)) < 0.1] = 0
    if job.kind not in WRONG:
        x[rng.random(len(x)) < 0.1] = (1 << job.d) - 1
    return sum(value << job.d * i for i, value in enumerate(x.tolist())).to_bytes(32 * job.d * job.count, "little")


# --- hashes -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Hashed:
    """A sampler's job, its hash, and the polynomial that kyber-py or dilithium-py makes of it."""

    name: str
    job: Job
    chosen: Hash
    text: bytes
    expected: Array

    def digest(self, count: int) -> bytes:
        return b"".join(word.to_bytes(8, "little") for word in keccak.words(self.chosen, self.text, count))


@cache
def hashes(seed: int) -> tuple[Hashed, ...]:
    """Every sampler of both schemes."""
    kem, dsa = KemRing(), DsaRing()
    rng = np.random.default_rng(seed)
    found = []

    def add(name: str, job: Job, chosen: Hash, text: bytes, polynomial: Any) -> None:
        expected = np.array(polynomial.coeffs, np.int64) % (job.kind.q if not job.tau else Q_DSA)
        found.append(Hashed(name, job, chosen, text, expected))

    rho, sigma, i, j = rng.bytes(32), rng.bytes(64), int(rng.integers(8)), int(rng.integers(8))
    text = rho + bytes([j, i])
    sampled = kem.ntt_sample(hashlib.shake_128(text).digest(1000))
    add("SampleNTT", Job(Load.NTT_KEM, 12), Hash.SHAKE128, text, sampled)
    for eta in (2, 3):
        text = rho + bytes([i])
        noise = kem.cbd(hashlib.shake_256(text).digest(64 * eta), eta)
        add(f"SamplePolyCBD {eta}", Job(Load.CBD, 2 * eta), Hash.SHAKE256, text, noise)
    text = rho + bytes([j, i])
    add("RejNTTPoly", Job(Load.NTT_DSA, 24), Hash.SHAKE128, text, dsa.rejection_sample_ntt_poly(rho, i, j))
    index = i.to_bytes(2, "little")
    for eta, kind in ((2, Load.BOUNDED_2), (4, Load.BOUNDED_4)):
        bounded = dsa.rejection_bounded_poly(sigma, i, eta)
        add(f"RejBoundedPoly {eta}", Job(kind, 4), Hash.SHAKE256, sigma + index, bounded)
    for power, kind in ((17, Load.GAMMA_17), (19, Load.GAMMA_19)):
        mask = dsa.sample_mask_polynomial(sigma, i, 0, 1 << power)
        add(f"ExpandMask {power}", Job(kind, power + 1), Hash.SHAKE256, sigma + index, mask)
    for tau in TAUS:
        add(f"SampleInBall {tau}", ball(tau), Hash.SHAKE256, sigma, dsa.sample_in_ball(sigma, tau))
    return tuple(found)


def hashed(unit: StreamSimulator, cases: Sequence[Hashed], together: bool = False, **options: Any) -> Run:
    """Hashes one after the other on `twd_test_hashed`, a job each or one: every polynomial is right."""
    command, text, last, expected, ends = [], [], [], [], []
    for case in cases:
        count = 0 if case.job.endless else case.job.words
        frame = keccak.frame(case.text)
        command.append(count << 2 | case.chosen)
        text += frame
        last += [False] * (len(frame) - 1) + [True]
        expected += quartets(case.expected)
        ends += [False] * 63 + [True]
    jobs = [case.job for case in cases]
    if together:
        jobs = [Job(jobs[0].kind, jobs[0].d, len(cases))]
        ends = [False] * (len(ends) - 1) + [True]
    run = unit.run(
        {"hash": command, "text": text, "job": [job.word for job in jobs]},
        {"out": len(expected)},
        last={"text": last},
        random_state=True,
        **options,
    )
    same(run, expected, ends)
    return run


# --- twd_sampler --------------------------------------------------------------------------------------------


def wide(port: NDArray[Any]) -> Array:
    """The words of a port of 128 bits, shape (m, 2), as integers of any size."""
    values = port.view(np.uint64).astype(object)
    return np.asarray(values[:, 0] | values[:, 1] << 64)


def same(run: Run, expected: list[int], ends: list[bool]) -> None:
    got = wide(run.streams["out"].values).tolist()
    assert len(got) > 0
    assert got == expected
    assert run.streams["out"].last.tolist() == ends


def sampled(unit: StreamSimulator, jobs: Iterable[Job], seed: int = 0, **options: Any) -> Run:
    """Jobs of strings with an end, one after the other: every polynomial is right."""
    send, expected, ends, commands = [], [], [], []
    for number, job in enumerate(jobs):
        data = encoded(job, seed + number)
        commands.append(job.word)
        send += words(data)
        expected += quartets(polynomials(job, data))
        ends += [False] * (64 * job.count - 1) + [True]
    run = unit.run({"job": commands, "in": send}, {"out": len(expected)}, seed=seed, random_state=True, **options)
    same(run, expected, ends)
    return run


def alone(unit: StreamSimulator, job: Job, data: bytes) -> None:
    """A job at full rate, to which just the words that it takes are offered: results and cycles are right.

    SampleInBall comes after a job, in which its memory is cleared.
    """
    cycles, count = latency(job, data), job.words
    if job.endless:
        last = LATENCY - 6 + 2 * in_ball(data, job.tau)[1] if job.tau else cycles  # a word may be taken
        ones = np.ones(last, np.bool_)
        places, period = (2, 2) if job.tau else (step(job.d), 1)
        if job.kind in BOUNDED:
            count = bounded(job.kind, data, last)[1]
        else:
            count = int(window(places, ones, [False, False, *ones], period)[0].sum())
    jobs = [Job(Load.T1, 10), job] if job.tau else [job]
    texts = [encoded(jobs[0]), data[: 8 * count]] if job.tau else [data[: 8 * count]]
    expected = [quartets(polynomials(*each)) for each in zip(jobs, texts, strict=True)]
    ends = [number == len(found) - 1 for found in expected for number in range(len(found))]
    run = unit.run(
        {"job": [each.word for each in jobs], "in": words(b"".join(texts))}, {"out": len(ends)}, random_state=True
    )
    same(run, [quartet for found in expected for quartet in found], ends)
    assert run.streams["out"].cycles[-1] - run.streams["job"].cycles[-1] == cycles


def check(root: Path | None, netlist: Stage | None = None, **parameters: int) -> None:
    """Every job of the schemes that are left in: alone at full rate, and together under stalls."""
    unit = StreamSimulator("twd_sampler", parameters, rtl_root=root, netlist=netlist)
    kem, dsa = parameters.get("Kem", 1), parameters.get("Dsa", 1)
    jobs = [Job(kind, d) for kind, d in FINITE if of_scheme(kind, kem, dsa)]
    for job in jobs:
        alone(unit, job, encoded(job))
    several = [Job(job.kind, job.d, number % 3 + 1) for number, job in enumerate(jobs)]
    for seed, stall in enumerate((0.0, 0.3)):
        sampled(unit, np.random.default_rng(seed).permutation(np.array(several, object)), seed, stall=stall)
    for kind, d in REJECTING:
        if of_scheme(kind, kem, dsa):
            alone(unit, Job(kind, d), np.random.default_rng(d).bytes(2000))


WORD = 0x0123456789A5C3
"""A word for byte strings of one word again and again."""


def check_closed(root: Path | None, job: Job) -> None:
    """One job: its words are taken, and none after them, although there is room; drop_o comes once."""
    unit = UnitSimulator("twd_sampler", rtl_root=root)
    cycles, begin = 2500, 100
    count = np.arange(cycles)
    ones = np.ones(cycles, np.int64)
    inputs = {"clear_i": 0 * ones, "job_valid_i": (count == begin).astype(int), "job_data_i": job.word * ones}
    inputs |= {"in_valid_i": (count % 20 == 0).astype(int), "in_data_i": WORD * ones, "out_ready_i": ones}
    got = unit.run(inputs, latency=0, random_state=True)
    drops = np.flatnonzero(got["drop_o"])
    assert len(drops) == int(job.endless)
    taken = np.flatnonzero(got["in_ready_o"] & inputs["in_valid_i"])
    assert taken[0] > begin
    if job.endless:
        assert taken[-1] <= drops[0]
        assert not got["in_ready_o"][drops[0] + 1 :].any()
    else:
        assert len(taken) == job.words
    assert got["out_valid_o"].sum() == 64 * job.count
    assert got["out_last_o"][np.flatnonzero(got["out_valid_o"])].tolist() == [0] * (64 * job.count - 1) + [1]


# --- parts --------------------------------------------------------------------------------------------------


def step(d: int) -> int:
    """Places of 4 bits of a group."""
    return 16 if d == 24 else d // 2 if d >= 18 else d


def window(
    places: int, valid: Sequence[bool] | NDArray[np.bool_], room: Sequence[bool] | NDArray[np.bool_], period: int = 1
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The words of `twd_unpack` cycle by cycle after clear_i: when it is ready, and when it takes a group.

    With period 2, there is room in odd cycles alone.
    """
    word = following = False
    place = 0
    ready, takes = [], []
    for cycle, (offered, free) in enumerate(zip(valid, room, strict=False)):
        end = place + places
        take = bool(free) and (period == 1 or cycle % 2 == 0) and word and (following or end <= 16)
        used = take and end >= 16
        move = following and (not word or used)
        ready.append(not following or move)
        takes.append(take)
        word = move or (word and not used)
        following = (bool(offered) and ready[-1]) or (following and not move)
        if take:
            place = end % 16
    return np.array(ready), np.array(takes)


def as_field(x: Array, d: int) -> Array:
    """Fields in places of 24 bits, as `twd_unpack` puts them there."""
    return x << (1 if d > 11 else 11 - d) & (1 << 24) - 1


def check_bytes(root: Path | None) -> None:
    """With d = 2, bytes come out of `twd_unpack`, one after the other, and no fields."""
    count = np.arange(300)
    go = (count > 3).astype(int)
    inputs = {"clear_i": (count == 2).astype(int), "d_i": 0 * count + 2, "in_valid_i": go, "room_i": go}
    inputs |= {"in_data_i": 0 * count + WORD}
    got = UnitSimulator("twd_unpack", rtl_root=root).run(inputs, latency=0, random_state=True)
    found = got["byte_o"][6:][got["byte_valid_o"][6:] == 1].tolist()
    assert len(found) > 200
    assert found == [*WORD.to_bytes(8, "little")] * (len(found) // 8) + [*WORD.to_bytes(8, "little")][: len(found) % 8]
    assert not got["out_valid_o"][6:].any()


def check_map(root: Path | None, kind: Load, d: int, x: Array, **parameters: int) -> None:
    """Fields x in each place of a quartet, a pair, or a pair and three in turn; those of BOUNDED are accepted."""
    unit = UnitSimulator("twd_load_map", parameters, rtl_root=root)
    each = 3 if d == 24 else 2 if d >= 18 else 4
    if kind in BOUNDED:
        x = x[mapped(kind, d, x)[1]]
    rng = np.random.default_rng(d)
    rows = np.stack([x, *(rng.permutation(x) for _ in range(each - 1))], axis=1)
    expected, accepted = mapped(kind, d, rows)
    if each == 3:
        accepted[np.arange(len(x)) % 3 == 0, 2] = False
    placed = np.pad(as_field(rows, d), ((0, 0), (0, 4 - each)))
    valid = rng.random(len(x)) < 0.9
    valid[:4] = False  # the kind is set in the cycles before
    zeros = np.zeros(len(x), np.int64)
    inputs = {"clear_i": zeros, "kind_i": np.full(len(x), kind), "d_i": np.full(len(x), d), "ball_i": zeros}
    three = np.arange(len(x)) % 3 * (each == 3) > 0
    inputs |= {"in_valid_i": valid.astype(int), "in_data_i": packed(placed, 24), "in_three_i": three.astype(int)}
    inputs |= {"ball_valid_i": zeros, "ball_one_i": zeros, "ball_minus_i": zeros}
    late = {"out_valid_o": 2, "out_mask_o": 2, "out_data_o": 3, "wrong_o": 1}
    got = unit.run(inputs, latency=late, random_state=True)
    np.testing.assert_array_equal(got["out_valid_o"][4:], valid[4:])
    result = unpacked(got["out_data_o"], each, 24)
    if kind in WRONG:
        np.testing.assert_array_equal(got["wrong_o"][valid], ~accepted.all(axis=1)[valid])
        masks = np.full(len(x), (1 << each) - 1)
    else:
        masks = accepted @ (1 << np.arange(each))
        assert not got["wrong_o"][4:].any()
    np.testing.assert_array_equal(got["out_mask_o"][valid], masks[valid])
    kept = valid[:, None] & accepted
    assert kept.sum() > 10
    np.testing.assert_array_equal(result[kept], expected[kept])


def check_part(root: Path | None, part: str) -> None:
    """The check of a part for a fault in it; "hashed" needs twd_test_hashed."""
    match part:
        case "map":
            for kind, d in (*FINITE, *REJECTING):
                x = np.arange(1 << d) if d < 14 else np.random.default_rng(d).integers(0, 1 << d, 4000)
                near = np.array([1 << d >> 1, 0, Q_DSA, Q_DSA - 1]) & (1 << d) - 1
                check_map(root, kind, d, np.concatenate([np.zeros(4, np.int64), near, *[x] * -(-256 // len(x))]))
        case "bytes":
            check_bytes(root)
        case "closed":
            for job in (Job(Load.DECOMPRESS, 5), Job(Load.NTT_KEM, 12), ball(60)):
                check_closed(root, job)
        case "jobs":
            check(root)
        case "hashed":
            unit = StreamSimulator("twd_test_hashed", rtl_root=root)
            for seed, stall in enumerate((0.0, 0.5)):
                hashed(unit, hashes(seed) + hashes(seed + 1), seed=seed, stall={"job": stall, "out": stall})
