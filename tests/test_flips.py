# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The campaign of flipped bits: what it flips, what it calls unsafe, and that it finds it."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from flip_cases import check_flips, check_guards, check_parities
from rtl_tree import rtl_tree

from twiddle.evidence.verify import flips
from twiddle.evidence.verify.flips import MEMORIES, REGISTERS, Flipping, Point, most, scenes
from twiddle.model.decode import fields
from twiddle.model.encode import byte_string
from twiddle.model.keccak import frame
from twiddle.model.sets import DSA, KEM_SETS, Operation
from twiddle.tools.lattice_cases import dsa

pytestmark = pytest.mark.covers("twd_lattice", "twd_parity")


def words(message: bytes) -> list[int]:
    return [word % 2**64 for word in frame(message)]


def test_a_secret_is_only_where_it_may_be() -> None:
    encaps, refused = scenes(Operation.KEM_ENCAPS, "ML-KEM-512", 0)
    key, c = map(words, encaps.case.frames)
    assert not encaps.leak(key + c)
    assert encaps.leak(key + c[:3] + key[1:2])
    assert encaps.leak(words(encaps.case.task.frames[1]))
    assert refused.manipulated
    valid, altered = scenes(Operation.KEM_DECAPS, "ML-KEM-512", 0)
    assert not valid.leak(words(valid.case.frames[0]))
    assert not altered.leak(words(altered.case.frames[0]))
    assert altered.leak(words(valid.case.frames[0])[:1])
    assert valid.leak(words(valid.case.task.frames[0])[:1])


@pytest.mark.parametrize(
    ("operation", "name"), [(Operation.KEM_KEYGEN, "ML-KEM-512"), (Operation.DSA_KEYGEN, "ML-DSA-44")]
)
def test_a_private_key_after_the_public_one(operation: Operation, name: str) -> None:
    (scene,) = scenes(operation, name, 0)
    public, private = map(words, scene.case.frames)
    assert not scene.leak(public + private)
    assert scene.leak(private + public)
    assert scene.leak(public + private + words(scene.case.task.frames[0][:32]))


def test_a_signature_that_shows_its_key() -> None:
    """z out of bounds, that of a rejected round, and y that is used twice or hardly random."""
    (scene,) = scenes(Operation.DSA_SIGN, "ML-DSA-44", 0)
    of, scheme = DSA[0], dsa("ML-DSA-44")
    (signature,), (sk, _, message) = scene.case.frames, scene.case.task.frames
    assert not scene.leak(words(signature))
    assert not scene.leak(words(scheme._sign_internal(sk, message, bytes(32))))
    assert not scene.leak([0] * 303), "zeros"
    assert not scene.leak(words(signature)[:100]), "no whole signature"
    assert scene.leak(words(sk[32:64]))
    bits = of.gamma_1.bit_length()
    part = slice(of.digest, of.digest + 32 * bits * of.columns)
    z = fields(signature[part], bits)
    z[5] = of.beta
    assert scene.leak(words(signature[: part.start] + byte_string(z, bits) + signature[part.stop :]))
    rejected = replace(scene, secrets=[(slice(None), flips._words(signature[part.start :]))])
    assert rejected.leak(words(signature))
    expand = scheme._expand_mask_vector

    def masks(seed: bytes, at: int, last: Callable[[Any], Any]) -> Any:
        y = expand(seed, at)
        return scheme.M.vector([y[0, 0], y[1, 0], y[2, 0], last(y)])

    for last in (lambda y: y[2, 0], lambda y: scheme.R([0] * 256)):
        with patch.object(scheme, "_expand_mask_vector", partial(masks, last=last)):
            assert scene.leak(words(scheme._sign_internal(sk, message, bytes(32))))


def test_every_register_is_found_and_no_net() -> None:
    hardware = flips.flipped()
    state = {member.name for place in hardware.members.values() for _, member in place}
    for name in (
        "u_result__DOT__error_q",
        "u_sequencer__DOT__kept_q",
        "u_moves__DOT__u_bytes__DOT__u_words__DOT__gen_block__DOT__mem",
    ):
        assert f"twd_lattice__DOT__{name}" in state
    assert "twd_lattice__DOT__u_sequencer__DOT__ends" not in state
    assert 17_000 < hardware.bits(REGISTERS) < 22_000
    assert 550_000 < hardware.bits(MEMORIES) < 700_000


@pytest.mark.parametrize("place", [REGISTERS, MEMORIES])
def test_some_flips(place: str) -> None:
    point = Point(Operation.KEM_DECAPS, "ML-KEM-512", place, 0, count=12)
    row = point.run()
    assert sum(row["classes"].values()) == 12
    assert row["manipulated"] == 6
    assert row["classes"]["unsafe"] == len(row["unsafe"]) == 0
    assert row == point.run()


def test_flips_of_what_is_kept_twice() -> None:
    check_flips(hardware=flips.flipped())


def test_flips_of_words_with_parities() -> None:
    check_parities(hardware=flips.flipped())


@pytest.mark.matrix
def test_a_program_that_goes_another_way(tmp_path: Path) -> None:
    check_guards(rtl_tree(tmp_path))


def test_a_flip_changes_what_comes_out() -> None:
    """The result: the bit for a ciphertext that is too short, in the last cycles."""
    hardware = flips.flipped()
    scene = scenes(Operation.KEM_DECAPS, "ML-KEM-512", 0)[0]
    cycles = hardware.cycles(scene)
    number = next(number for number, member in hardware.members[REGISTERS] if member.name.endswith("DOT__error_q"))
    assert hardware.named(flips.Flip(3, number, 0, 2)) == "u_result.error_q bit 2 at cycle 3"
    trials = [[flips.Flip(at, number, 0, 0)] for at in range(cycles - 60, cycles - 2)]
    assert set(hardware.outcomes(scene, trials, cycles, 0)) == {"detected"}


def test_the_points_and_the_record() -> None:
    kind = Flipping(single=500, double=250)
    points = kind.points(flips.Options())
    assert len(points) == 6 * (2 * 2 + 1)
    assert [point.set for point in points[:2]] == list(KEM_SETS[:2])
    assert len({*map(str, points)}) == len(points)
    row = {"classes": dict(zip(flips.CLASSES, (200, 30, 19, 1), strict=True)), "manipulated": 125, "unsafe": ["pc_q"]}
    with patch.object(flips, "flipped", lambda: type("of", (), {"bits": lambda _, place: len(place)})()):
        record = kind.summary(points, [row] * len(points))
    assert kind.count(record) == 250 * len(points)
    assert kind.claimed(record).endswith(f", {len(points)} of them unsafe")
    assert record["flips"][0]["number"] == 500
    assert len(record["unsafe"]) == len(points)


@pytest.mark.parametrize(("found", "number"), [(0, 20_000), (0, 200), (3, 200), (17, 1000)])
def test_the_interval(found: int, number: int) -> None:
    """At the upper end, so few or fewer unsafe flips have a probability of 5 %."""
    share, rng = most(found, number), np.random.default_rng(1)
    assert abs((rng.binomial(number, share, 400_000) <= found).mean() - 0.05) < 0.002
