# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The encoder of polynomials and its parts in simulation, against `twiddle.model.encode`."""

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import port_values

from twiddle.model import encode
from twiddle.model.decode import Q_DSA, Q_KEM, N
from twiddle.model.encode import Bits, Ints, Store
from twiddle.model.sets import DSA as SETS
from twiddle.model.sets import DsaSet as Set
from twiddle.tools.sim.netlist import Stage
from twiddle.tools.sim.streams import Run, StreamSimulator
from twiddle.tools.sim.unit import UnitSimulator

WIDTHS = (1, 4, 5, 10, 11)
"""Of COMPRESS."""

WORDS = [
    (kind, d, of)
    for kind in Store
    if kind.words and kind is not Store.PACK_HINT
    for d in (WIDTHS if kind is Store.COMPRESS else (0,))
    for of in SETS[: 2 if kind in (Store.HIGH, Store.USE_HINT) else 1]
]
"""Every way in which fields come out: kind, d of COMPRESS, and a set for both values of gamma2."""


def operands(kind: Store) -> Ints:
    """Coefficients that a kind takes: all of a small range, else those around every step, and any."""
    if kind.kem:
        return np.arange(Q_KEM)
    small = {Store.ETA_2: 2, Store.ETA_4: 4, Store.GAMMA_17: 1 << 17, Store.GAMMA_19: 1 << 19}.get(kind)
    if small is not None and small < 5:
        return np.arange(-small, small + 1) % Q_DSA
    near = np.arange(-300, 300)
    if small is not None:
        ends = np.concatenate([near[:300] + small + 1, near[301:] - small, near])
        return np.unique(np.concatenate([ends, np.random.default_rng(1).integers(-small, small, 9_000)]) % Q_DSA)
    steps = [near + step * gamma for gamma in (95232, 261888) for step in range((Q_DSA - 1) // gamma + 1)]
    steps += [near[299:302] + step for step in range(4096, Q_DSA, 8192)]
    steps += [near + bound * sign for of in SETS for bound in (of.gamma_1 - of.beta,) for sign in (1, -1)]
    return np.unique(np.concatenate([*steps, np.random.default_rng(2).integers(0, Q_DSA, 20_000)]) % Q_DSA)


def padded(x: Ints) -> Ints:
    """Whole quartets, the last one filled with the first coefficients."""
    return np.concatenate([x, x[: -len(x) % 4]])


# --- twd_store_map, a quartet a cycle ---------------------------------------------------------------------


def quartets(kind: Store, x: Ints, hint: Bits | None = None) -> np.ndarray:
    """What goes into `twd_store_map`, (m, 2) words."""
    words = port_values.packed((x << 8 if kind.kem else x).reshape(-1, 4), 24)
    if hint is not None:
        words[:, 1] |= (hint.reshape(-1, 4) << np.arange(4)).sum(axis=1) << 32
    return words.view(np.uint64)


def lanes(data: np.ndarray) -> tuple[Ints, Ints]:
    """The sums and the quotients of four lanes, (m, 4) each, of (m, 3) words."""
    bits = port_values.unpacked(data, 92 + 44, 1)
    return _numbers(bits[:, :92].reshape(-1, 4, 23)), _numbers(bits[:, 92:].reshape(-1, 4, 11))


def _numbers(bits: np.ndarray) -> Ints:
    return bits @ (1 << np.arange(bits.shape[-1]))


def picked(kind: Store, d: int, of: Set, data: np.ndarray) -> Ints:
    """The fields that `twd_pack` takes from them."""
    sums, quotients = lanes(data)
    size = encode.width(kind, d, of)
    if kind is Store.COMPRESS:
        found = quotients >> 11 - size
    elif kind in (Store.HIGH, Store.USE_HINT):
        found = (quotients >> 7) | ((quotients >> 5 & 3) << 4 if size == 6 else 0)
    elif kind is Store.T1:
        found = sums >> 13
    else:
        found = sums >> 8 if kind is Store.PLAIN else ~sums
    return (found & (1 << size) - 1).reshape(-1)


class Map:
    """`twd_store_map` at full rate."""

    def __init__(self, root: Path | None = None, **parameters: int) -> None:
        self.unit = UnitSimulator("twd_store_map", parameters, rtl_root=root)

    def run(self, jobs: Sequence[tuple[Store, int, Set, Ints, Bits | None]]) -> dict[str, np.ndarray]:
        """Jobs one after the other, each with a clear before it and 8 cycles after it."""
        columns: dict[str, list[np.ndarray]] = {}
        for kind, d, of, x, hint in jobs:
            data = quartets(kind, x, hint)
            count = len(data) + 10
            valid = np.zeros(count, np.int64)
            valid[2:-8] = 1
            rest = np.random.default_rng(count).integers(0, 1 << 35, (count, 2), np.uint64)
            rest[2:-8] = data
            ones = np.ones(count)
            rows = {
                "clear_i": np.arange(count) == 0,
                "kind_i": ones * kind,
                "d_i": ones * d,
                "set_i": ones * of.code,
                "in_valid_i": valid,
                "in_last_i": np.arange(count) == count - 9,
                "in_data_i": rest,
                "out_ready_i": ones,
                "hint_ready_i": ones,
            }
            for name, values in rows.items():
                columns.setdefault(name, []).append(values if values.ndim == 2 else values.astype(np.int64))
        inputs = {name: np.concatenate(parts) for name, parts in columns.items()}
        return self.unit.run(inputs, latency=0, random_state=True)


def check_fields(unit: Map, kind: Store, d: int, of: Set, x: Ints, hint: Bits | None = None) -> None:
    """The fields of coefficients, each quartet after its latency."""
    x = padded(x)
    if hint is not None:
        hint = padded(hint.astype(np.int64)).astype(np.bool_)
    got = unit.run([(kind, d, of, x, hint)])
    valid = got["out_valid_o"].astype(np.bool_)
    assert np.flatnonzero(valid).tolist() == list(range(2 + kind.latency, 2 + kind.latency + len(x) // 4))
    assert np.flatnonzero(got["out_last_o"][valid]).tolist() == [len(x) // 4 - 1]
    found = picked(kind, d, of, got["out_data_o"][valid])
    expected = encode.fields(kind, x, d, of, hint)
    wrong = np.flatnonzero(found != expected)
    assert not len(wrong), f"{kind.name} of {x[wrong[0]]}: {found[wrong[0]]}, not {expected[wrong[0]]}"


def check_exceeded(unit: Map, kind: Store, of: Set, x: Ints) -> None:
    """The pulses of a check, quartet by quartet: four of one verdict, or one that exceeds."""
    x = padded(x)
    bad = encode.exceeded(kind, x, of)
    good = x[~bad]
    mixed = np.concatenate([padded(good), padded(x[bad])])
    for place in range(4):
        some = x[bad][place::4]
        quartet = np.resize(good, (len(some), 4))
        quartet[:, place] = some
        mixed = np.concatenate([mixed, quartet.reshape(-1)])
    got = unit.run([(kind, 0, of, mixed, None)])["exceeded_o"]
    begin = 2 + (5 if kind is Store.LOW else 2)
    expected = encode.exceeded(kind, mixed, of).reshape(-1, 4).any(axis=1)
    assert expected.any()
    assert not expected.all()
    assert np.array_equal(got[begin : begin + len(expected)].astype(np.bool_), expected)
    assert got.sum() == expected.sum()


def check_kept(unit: Map, of: Set, polynomials: int = 6) -> None:
    """Hints of polynomials: where HighBits differ from those that were kept."""
    rng = np.random.default_rng(of.code)
    jobs: list[tuple[Store, int, Set, Ints, Bits | None]] = []
    expected = []
    for _ in range(polynomials):
        first = rng.integers(0, Q_DSA, N)
        second = (first + rng.integers(-of.gamma_2, of.gamma_2, N)) % Q_DSA
        jobs += [(Store.LOW, 0, of, first, None), (Store.HINT, 0, of, second, None)]
        expected.append(encode.make_hint(first, second, of.gamma_2))
    got = unit.run(jobs)
    valid = got["hint_valid_o"].astype(np.bool_)
    found = got["hint_data_o"][valid][:, None] >> np.arange(4) & 1
    assert np.array_equal(found.reshape(-1), np.concatenate(expected))
    assert not got["out_valid_o"].any()


CHECKS = (Store.LOW, Store.NORM_Z, Store.NORM_T0, Store.ZERO)


def check_map(root: Path | None) -> None:
    unit = Map(root)
    for kind, d, of in WORDS:
        x = operands(kind)
        drawn = np.random.default_rng(3).integers(0, 2, len(x)).astype(np.bool_)
        check_fields(unit, kind, d, of, x, drawn if kind is Store.USE_HINT else None)
    for of in SETS:
        for kind in CHECKS:
            check_exceeded(unit, kind, of, operands(kind))
        check_kept(unit, of)


# --- twd_hint_store -----------------------------------------------------------------------------------------


def hints(of: Set, ones: int, seed: int = 0) -> Bits:
    """(k, 256) hints with so many ones."""
    found = np.zeros(of.k * N, np.bool_)
    found[np.random.default_rng([of.code, ones, seed]).permutation(of.k * N)[:ones]] = True
    return found.reshape(of.k, N)


def nibbles(found: Bits) -> list[int]:
    return (found.reshape(-1, 4) << np.arange(4)).sum(axis=1).tolist()


def collected(unit: StreamSimulator, of: Set, found: Bits, **options: Any) -> Run:
    """Hints are packed; too many are reported."""
    text = encode.hint_bit_pack(found, of)
    sent = nibbles(found)
    plain = {"read_i": 0, "set_i": of.code}
    run = unit.run(
        {"hint_in": sent}, {"byte_out": of.hint_bytes}, plain=plain, watch="over_o", random_state=True, **options
    )
    assert run.watched == (text is None)
    if text is not None:
        assert run.streams["byte_out"].values[:, 0].tolist() == list(text.ljust(of.hint_bytes, b"\0"))
    assert np.flatnonzero(run.streams["byte_out"].last).tolist() == [of.hint_bytes - 1]
    return run


def expanded(unit: StreamSimulator, of: Set, text: bytes, **options: Any) -> Run:
    """Packed hints are checked and given; those of malformed ones are anything."""
    found = encode.hint_bit_unpack(text, of)
    filled = text + np.random.default_rng(1).bytes(of.hint_bytes - len(text))
    run = unit.run(
        {"byte_in": list(filled)},
        {"hint_out": of.k * N // 4},
        plain={"read_i": 1, "set_i": of.code},
        watch="malformed_o",
        tail=160,
        random_state=True,
        **options,
    )
    assert run.watched == (found is None)
    if found is not None:
        assert run.streams["hint_out"].values[:, 0].tolist() == nibbles(found)
    return run


def malformed(of: Set) -> Iterator[bytes]:
    """Packed hints with every kind of defect, and some without."""
    for seed in range(6):
        rng = np.random.default_rng([of.code, seed])
        ones = int(rng.integers(of.k + 4, of.omega))
        good = encode.hint_bit_pack(hints(of, ones, seed), of)
        counts = list(good[of.omega :])

        def changed(at: int, value: int, good: bytes = good) -> bytes:
            return good[:at] + bytes([value]) + good[at + 1 :]

        yield good
        yield changed(ones, 1)  # a byte after the last index
        yield changed(of.omega - 1, 255)
        yield changed(of.omega + of.k - 1, ones + 1)
        yield changed(of.omega + of.k - 1, of.omega + 1)
        yield changed(of.omega + of.k - 1, 255)
        yield changed(of.omega, counts[1] + 1)  # counts fall
        yield changed(of.omega + 2, max(counts[1] - 1, 0))
        yield changed(0, 255)  # indices do not rise
        yield changed(ones - 1, good[ones - 2])
        yield changed(1, good[0])
        at = int(rng.integers(len(good)))
        yield changed(at, int(rng.integers(256)))
        yield good[1::-1] + good[2:]
    for at, bit in product((ones, of.omega - 1), range(8)):  # the first byte of the padding, and the last one
        yield changed(at, 1 << bit)
    full = hints(of, of.omega)
    full[-2] |= full[-1]  # an index may be there twice
    full[-1] = False
    text = encode.hint_bit_pack(full, of)
    if text is not None and full.sum() == of.omega:
        yield from (text, *(text[:-1] + bytes([end]) for end in (of.omega - 1, of.omega + 1, 255)))
    yield bytes([255]) * (of.omega + of.k)
    yield bytes([5]) * (of.omega + of.k)
    yield bytes(of.omega + of.k)
    yield bytes(of.omega) + bytes([200] * of.k)


def check_hints(root: Path | None) -> None:
    unit = StreamSimulator("twd_hint_store", rtl_root=root)
    for of in SETS:
        for ones in (0, 1, of.omega - 1, of.omega, of.omega + 1, 200):
            found = hints(of, ones)
            run = collected(unit, of, found)
            if ones <= of.omega:
                taken, out = run.streams["hint_in"].cycles, run.streams["byte_out"].cycles
                assert out[0] - taken[0] == encode.collect_cycles(found) + encode.fill_cycles(found, of)
                assert out[-1] - out[0] == of.hint_bytes - 1
                text = encode.hint_bit_pack(found, of)
                run = expanded(unit, of, text)
                cycles = run.streams["hint_out"].cycles[-1] - run.streams["byte_in"].cycles[-1]
                assert cycles == encode.expand_cycles(found)
        packed_row = np.zeros((of.k, N), np.bool_)
        packed_row[:, -4:] = True
        packed_row[0, :20] = True
        for stall in (0.0, 0.4):
            collected(unit, of, packed_row, stall=stall)
            for text in malformed(of):
                expanded(unit, of, text, stall=stall)


# --- twd_encoder --------------------------------------------------------------------------------------------


class Jobs:
    """A list of jobs for the bench `twd_test_encoder`, and what comes out."""

    def __init__(self) -> None:
        self.jobs: list[int] = []
        self.sent: list[int] = []
        self.last: list[bool] = []
        self.code: list[int] = []
        self.words: list[int] = []
        self.ends: list[bool] = []
        self.flags: list[int] = []
        self.masks: list[int] = []

    def add(
        self,
        kind: Store,
        of: Set,
        x: Ints | None = None,
        d: int = 0,
        hint: Bits | None = None,
        code: bytes = b"",
        clear: bool = False,
        text: bytes | None = None,
        done: bool = False,
        flags: int = 0,
        mask: int = 1,
    ) -> None:
        """One job; the mask selects the compared ones of the flags done, malformed, over, exceeded."""
        size = encode.width(kind, d, of)
        if text is None:
            encoded = x is not None and kind.words
            text = encode.byte_string(encode.fields(kind, x, d, of, hint), size) if encoded else b""
        data = [] if x is None else [low | high << 64 for low, high in quartets(kind, x).tolist()]
        words = encode.words(text)
        read = bool(code)
        self.jobs.append(
            kind | size << 4 | clear << 9 | read << 10 | of.code << 11
            | len(data) << 13 | len(words) << 23 | len(code) << 33 | done << 41
        )  # fmt: skip
        self.sent += data
        self.last += [i == len(data) - 1 for i in range(len(data))]
        self.code += list(code)
        self.words += words
        self.ends += [i == len(words) - 1 for i in range(len(words))]
        self.flags.append(flags)
        self.masks.append(mask)

    def run(self, unit: StreamSimulator, **options: Any) -> Run:
        run = unit.run(
            {"job": self.jobs, "in": self.sent, "code": self.code},
            {"out": len(self.words), "flag": len(self.jobs)},
            last={"in": self.last},
            random_state=True,
            **options,
        )
        assert run.streams["out"].values[:, 0].tolist() == self.words
        assert run.streams["out"].last.tolist() == self.ends
        flags = run.streams["flag"].values[:, 0].tolist()
        assert [flag & mask for flag, mask in zip(flags, self.masks, strict=True)] == self.flags
        return run


def signature(jobs: Jobs, of: Set, rng: np.random.Generator, few: bool) -> None:
    """The checks and hints of a signature, packed, then used; with few, all fit, else many are last."""
    found, seconds = [], []
    jobs.add(Store.NORM_Z, of, rng.integers(-1000, 1000, N) % Q_DSA, clear=True)
    for _ in range(of.k):
        first = rng.integers(0, Q_DSA, N)
        low = encode.decompose(first, of.gamma_2)[1]
        change = rng.integers(-of.gamma_2, of.gamma_2, N) * (rng.random(N) < (0.05 if few else 0.5))
        if not few:
            change[-32:] = rng.integers(-Q_DSA // 2, Q_DSA // 2, 32)
        second = (first + change) % Q_DSA
        found.append(encode.make_hint(first, second, of.gamma_2))
        seconds.append(second)
        jobs.add(Store.LOW, of, first, flags=int((np.abs(low) >= of.gamma_2 - of.beta).any()))
        centred = np.where(change % Q_DSA > Q_DSA // 2, change % Q_DSA - Q_DSA, change % Q_DSA)
        jobs.add(Store.NORM_T0, of, change % Q_DSA, flags=int((np.abs(centred) >= of.gamma_2).any()))
        jobs.add(Store.ZERO, of, change * few, flags=int(few and change.any()))
        last = len(found) == of.k
        over = sum(each.sum() for each in found) > of.omega
        jobs.add(Store.HINT, of, second, done=last, mask=0b1011 if last else 1, flags=(0b1000 | 2 * over) * last)
    every = np.stack(found)
    text = encode.hint_bit_pack(every, of)
    if text is None:
        return
    filled = text.ljust(of.hint_bytes, b"\0")
    jobs.add(Store.PACK_HINT, of, text=filled)
    jobs.add(Store.HIGH, of, seconds[0], clear=True, code=filled)
    jobs.add(
        *(Store.USE_HINT, of, np.concatenate(seconds)), hint=every.reshape(-1), done=True, flags=0b1000, mask=0b1101
    )


def check_encoder(
    root: Path, netlist: Stage | None = None, seeds: Sequence[int] = range(2), *, serial: bool = False
) -> None:
    """`root` has the bench."""
    unit = StreamSimulator("twd_test_encoder", {"Serial": 1} if serial else {}, rtl_root=root, netlist=netlist)
    for seed in seeds:
        rng = np.random.default_rng(seed)
        jobs = Jobs()
        for index in rng.permutation(len(WORDS)):
            kind, d, of = WORDS[index]
            if kind is not Store.USE_HINT:
                jobs.add(kind, of, rng.choice(operands(kind), N), d=d, clear=True)
        for of in SETS:
            signature(jobs, of, rng, few=True)
            signature(jobs, of, rng, few=seed % 2 == 0)
        jobs.run(unit, stall=0.0 if seed == 0 else 0.4, seed=seed)
