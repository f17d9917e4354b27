# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`make lattice`: a turn of random operations, what it finds, and its record."""

import builtins
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.evidence.results import Results
from twiddle.evidence.schemes import on_lattice
from twiddle.evidence.verify import lattice
from twiddle.evidence.verify.campaign import Options
from twiddle.evidence.verify.lattice import WRONG_LENGTH, Turn
from twiddle.model.sets import DSA_SETS, KEM_SETS, Error
from twiddle.tools import openssl
from twiddle.tools.lattice_cases import Case, difference, dsa_cases, kem_cases, misfit
from twiddle.tools.lattice_simulator import Answer, Task

pytestmark = pytest.mark.covers("twd_lattice")

SMALL = ("ML-KEM-768", "ML-DSA-44")


def test_a_turn() -> None:
    row = Turn(1, SMALL).run()
    assert row["operations"] == {
        "ML-KEM-768": {"KeyGen": 1, "Encaps": 1, "Decaps": 3, WRONG_LENGTH: 1},
        "ML-DSA-44": {"KeyGen": 1, "Sign": 2, "Verify": 3, WRONG_LENGTH: 1},
    }
    assert row["confirmed"] == {"OpenSSL": 11, "kyber-py": 5, "dilithium-py": 6}


class Altered:
    """A simulation that alters the last byte of one answer."""

    def __init__(self, of: int) -> None:
        self._of = of

    def run(self, tasks: list[Task], **_: Any) -> list[Answer]:
        expected = {case.task: case for of in Turn(1, SMALL).rounds() for case in of}
        answers = [Answer(expected[task].frames, expected[task].error, 1, 0) for task in tasks]
        if frames := answers[self._of].frames:
            last = frames[-1][:-1] + bytes([frames[-1][-1] ^ 1])
            answers[self._of] = replace(answers[self._of], frames=(*frames[:-1], last))
        else:
            answers[self._of] = replace(answers[self._of], error=Error.HASH)
        return answers


@pytest.mark.parametrize("of", range(13))
def test_a_wrong_answer_is_found(of: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_lattice, "lattice", lambda: Altered(of))
    with pytest.raises(CheckFailed, match=r"repeat: twiddle verify --run lattice --only 'turn 001'$"):
        Turn(1, SMALL).run()


def test_turns_are_what_their_numbers_say() -> None:
    first, again, other = (Turn(number, SMALL).rounds() for number in (3, 3, 4))
    assert first == again
    assert first != other
    assert lattice.TURNS * len([case for of in Turn(0).rounds() for case in of]) >= 10_000


def test_another_length_ends_in_zeros() -> None:
    rng = np.random.default_rng(0)
    cases = [case for seed in range(4) for case in list(kem_cases("ML-KEM-512", seed))[:3]]
    found = [misfit(case, rng) for case in cases]
    assert {case.error for case in found} == {Error.EARLY, Error.LATE}
    for case, changed in zip(cases, found, strict=True):
        assert len(changed.task.frames[0]) != len(case.task.frames[0])
        assert list(map(len, changed.frames)) == list(map(len, case.frames))
        assert not any(map(any, changed.frames))
        assert difference(changed, Answer(changed.frames, changed.error, 1, 0)) == ""
        assert difference(case, Answer(changed.frames, case.error, 1, 0)).endswith("on")


def other(case: Case) -> Case:
    """The same with another answer."""
    if not case.frames:
        return case._replace(error=Error.NONE if case.error else Error.REJECTED)
    return case._replace(frames=tuple(bytes([frame[0] ^ 1]) + frame[1:] for frame in case.frames))


@pytest.mark.parametrize("name", [*KEM_SETS, *DSA_SETS])
def test_openssl_confirms_what_is_right(name: str) -> None:
    of = list(kem_cases(name, 1) if name in KEM_SETS else dsa_cases(name, 1, 10, b"context"))
    if name == "ML-KEM-512":
        assert openssl.confirm(of) == 0
        return
    assert openssl.confirm(of) == len(of)
    for i, case in enumerate(of):
        with pytest.raises(CheckFailed, match="OpenSSL says otherwise"):
            openssl.confirm([*of[:i], other(case)])


def test_a_run_continues_and_writes_its_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of turns that are chosen there is no record."""
    ran: list[int] = []

    def row(turn: Turn) -> dict[str, Any]:
        ran.append(turn.number)
        if turn.number == 2 and len(ran) == 3:
            raise CheckFailed("wrong")
        return {"operations": {"ML-KEM-512": {"KeyGen": 2}}, "confirmed": {"kyber-py": 2}, "seconds": 8.0}

    monkeypatch.setenv("TWIDDLE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(Turn, "run", row)
    monkeypatch.setattr(on_lattice, "lattice", lambda: None)
    monkeypatch.setattr(lattice, "TURNS", 4)
    options = Options(Results(tmp_path), workers=1)
    assert lattice.run(replace(options, only="turn 001")).startswith("1 turns, 2 operations, all right, in ")
    path = tmp_path / lattice.RECORD
    assert not path.exists()
    with pytest.raises(CheckFailed, match="wrong"):
        lattice.run(options)
    assert not path.exists()
    lattice.run(replace(options, workers=2))
    assert Counter(ran) == {0: 1, 1: 1, 2: 2, 3: 1}
    record = json.loads(path.read_text(encoding="utf-8"))
    keys = "command workers seconds tools rtl_hash harness_hash turns most_pauses operations confirmed"
    assert list(record) == keys.split()
    assert (record["turns"], record["seconds"], record["rtl_hash"]) == (4, 16.0, lattice.rtl_hash())
    assert (record["operations"], record["confirmed"]) == ({"ML-KEM-512": {"KeyGen": 8}}, {"kyber-py": 8})


def test_the_record_is_of_the_hardware_as_it_is() -> None:
    path = Results().folder / lattice.RECORD
    if not path.exists() or lattice.RECORD in Results().pending():
        pytest.skip("results/verify/lattice.json: make lattice has not run on this hardware")
    record = json.loads(path.read_text(encoding="utf-8"))
    assert record["rtl_hash"] == lattice.rtl_hash(), "run: make lattice"
    assert set(record["operations"]) == {*KEM_SETS, *DSA_SETS}
    assert record["turns"] == lattice.TURNS


def test_openssl_needs_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "OpenSSL" in openssl.version()
    real = builtins.__import__

    def without(name: str, *more: Any) -> Any:
        if name.startswith("cryptography"):
            raise ImportError(name)
        return real(name, *more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(TwiddleError, match="the package cryptography is missing"):
        openssl.version()
