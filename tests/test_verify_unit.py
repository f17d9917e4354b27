# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`make unit`: a batch of random programs, what it finds, and its record."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from poly_unit_cases import SMALL, SMALL_PAIRS

from twiddle.base.errors import CheckFailed
from twiddle.evidence.results import Results
from twiddle.evidence.verify import unit
from twiddle.evidence.verify.campaign import Options
from twiddle.evidence.verify.unit import LENGTH, PROGRAMS, Batch
from twiddle.tools import unit_cases as cases
from twiddle.tools.unit_simulator import PolyUnit, Run

pytestmark = pytest.mark.covers("twd_poly_unit")

FOUR = unit.UNITS[2]


def test_the_programs_are_enough() -> None:
    """10^5 random commands, without the stores at the end of a program; every count of every operation."""
    assert len(unit.batches()) * PROGRAMS * LENGTH >= 100_000
    assert len(set(map(str, unit.batches()))) == len(unit.batches())
    drawn = [cases.program(SMALL, SMALL_PAIRS, 16, LENGTH, seed) for seed in range(200)]
    counts = {(each.operation.name, each.count) for of in drawn for each in of.commands}
    assert counts == {(name, count) for name in cases.WEIGHTS for count in range(1, 9)}
    assert any(each.stream for of in drawn for each in of.commands)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda run: replace(run, error=3), "error_o is 3"),
        (lambda run: replace(run, stored=run.stored[1:]), "polynomials instead of"),
        (lambda run: replace(run, stored=[*run.stored[:-1], run.stored[-1] ^ 1]), "coefficient 0 is"),
    ],
)
def test_a_wrong_result_is_found(change: Any, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Altered:
        rings, slots = {False: FOUR.ring, True: FOUR.pairs}, 16

        def run(self, *program: Any, seed: int, **_: Any) -> Run:
            right = cases.program(FOUR.ring, FOUR.pairs, 16, LENGTH, seed, stores=True)
            done = Run([np.array(each) for each in right.stored], 1, 0, 0, 0)
            return change(done) if seed == 21 else done

    monkeypatch.setattr(unit, "compiled", lambda of: Altered())
    assert Batch(FOUR, 0).run()["commands"]
    with pytest.raises(CheckFailed) as found:
        Batch(FOUR, 20).run()
    name = "small 4 lanes 020"
    assert str(found.value).startswith(f"{name}, seed 21: ")
    assert words in str(found.value)
    assert str(found.value).endswith(f"; repeat: twiddle verify --run unit --only '{name}'")


def test_a_run_writes_its_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of batches that are chosen there is none; nor with a wrong result."""
    wrong = [True]

    def row(batch: Batch) -> dict[str, Any]:
        if wrong[0] and batch.first == 40:
            raise CheckFailed("wrong")
        return {"commands": {"NTT": 3, "MUL": 2}, "seconds": 8.0}

    monkeypatch.setenv("TWIDDLE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(Batch, "run", row)
    monkeypatch.setattr(unit, "compiled", lambda of: None)
    monkeypatch.setattr(unit, "UNITS", (replace(FOUR, batches=3),))
    options = Options(Results(tmp_path), workers=2)
    assert unit.run(replace(options, only="000")).startswith("20 programs, 5 commands, all right, in ")
    with pytest.raises(CheckFailed, match="wrong"):
        unit.run(options)
    path = tmp_path / unit.RECORD
    assert not path.exists()
    wrong[0] = False
    unit.run(options)
    record = json.loads(path.read_text(encoding="utf-8"))
    keys = "command workers seconds tools rtl_hash harness_hash pauses units"
    assert list(record) == keys.split()
    assert (record["seconds"], record["rtl_hash"]) == (12.0, unit.rtl_hash())
    assert record["units"] == {FOUR.name: {"programs": 60, "commands": {"NTT": 9, "MUL": 6}}}


def test_the_record_is_of_the_hardware_as_it_is() -> None:
    if unit.RECORD in Results().pending():
        pytest.skip("results/pending.json: make unit has not run on this hardware")
    record = json.loads((Results().folder / unit.RECORD).read_text(encoding="utf-8"))
    assert record["rtl_hash"] == unit.rtl_hash(), "run: make unit"
    assert {name: of["programs"] for name, of in record["units"].items()} == {
        each.name: each.batches * PROGRAMS for each in unit.UNITS
    }


def test_a_unit_is_compiled_once() -> None:
    assert isinstance(unit.compiled(FOUR), PolyUnit)
    assert unit.compiled(FOUR) is unit.compiled(FOUR)
