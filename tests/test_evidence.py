# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The modules that tests are for, what every run leaves to `make matrix`, and the records of the tests."""

import importlib.metadata
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import coverage_record
import pytest
from covers import FILES, covered, marked
from fault_list import FAULTS
from mutant_list import MUTANTS

from twiddle.base import manifest
from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.evidence.results import Results, default_folder
from twiddle.evidence.verify import suite
from twiddle.evidence.verify.campaign import Options, tools
from twiddle.evidence.verify.suite import REFUSED, Matrix, Mutants, Outcome, Report


def test_every_module_is_in_the_mark_of_a_file() -> None:
    known, named = set(manifest.modules()), set[str]().union(*map(covered, FILES))
    assert named - known == set()
    assert known - named == set()


def test_every_fault_was_caught_since_it_is_in_the_list() -> None:
    if "verify/faults.json" in Results().pending():
        pytest.skip("results/pending.json: make faults has not run on this hardware")
    record = json.loads((default_folder() / "verify" / "faults.json").read_text(encoding="utf-8"))
    assert record["caught"].keys() == {mutation.name for mutation in FAULTS}
    ways = Counter(record["caught"].values())
    assert record["caught_by"] == ways
    assert record["faults"] == ways.total()


def test_every_mutant_is_caught_or_equivalent_or_none_at_all() -> None:
    if "verify/mutants.json" in Results().pending():
        pytest.skip("results/pending.json: make mutants has not run on this hardware")
    record = json.loads((default_folder() / "verify" / "mutants.json").read_text(encoding="utf-8"))
    assert {*record["caught"], *record["refused"]} == {mutant.name for mutant in MUTANTS}
    assert record["equivalent"].keys() == {name for name, how in record["caught"].items() if how == "equivalent"}
    assert len(record["caught"]) == record["faults"] >= 120


def test_what_is_no_mutant_is_not_counted() -> None:
    hows = {"unit/a.sv:1 and": "check=lane: result", "unit/a.sv:2 bit": REFUSED, "wrap/b.sv:3 or": "equivalent"}
    found = Mutants().summary([], [{"caught": {name: how}} for name, how in hows.items()])
    assert found["faults"] == 2
    assert found["refused"] == ["unit/a.sv:2 bit"]
    assert found["caught_by"] == {"check=lane: result": 1, "equivalent": 1}
    assert found["files"] == {"rtl/unit/a.sv": 1}


def test_every_point_has_passed_on_the_hardware_as_it_is() -> None:
    if "verify/matrix.json" in Results().pending():
        pytest.skip("results/pending.json: make matrix has not run on this hardware")
    record = json.loads((default_folder() / "verify" / "matrix.json").read_text(encoding="utf-8"))
    points = Matrix().points(Options())
    assert record["passed"] == Matrix().summary(points, [])["passed"], "run: make matrix"


class Little(Matrix):
    chosen = ("tests/test_manifest.py::test_files_of_a_core_by_its_name",)


def test_a_test_runs_again_when_what_it_reads_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TWIDDLE_CACHE", str(tmp_path))
    kind, options = Little(), Options(Results(tmp_path), workers=1)
    assert kind.run(options).endswith(f" s: 1 {kind.claim}")
    record = json.loads((tmp_path / kind.record).read_text(encoding="utf-8"))
    assert record["passed"] == {"test_manifest.py::test_files_of_a_core_by_its_name": 1}
    [test] = kind.points(options)
    row = kind.artifact(test, kind.hashes(), tools(*kind.packages)).load()
    assert row is not None
    assert {"rtl/prim/twd_rom.sv", "rtl/prim/twd_assert.svh", "tests/test_manifest.py"} <= row["files"].keys()
    assert not [file for file in row["files"] if file.startswith("rtl/lattice")]
    assert kind.holds(row)
    for file in ("rtl/prim/twd_rom.sv", "tests/rtl_tree.py"):
        assert not kind.holds({**row, "files": {**row["files"], file: "another"}})
    assert not kind.holds({**row, "tops": {**row["tops"], "twd_rom": ["rtl/prim/twd_other.sv"]}})
    other = kind.artifact(replace(test, inputs="another fault"), kind.hashes(), tools(*kind.packages))
    assert other.load() is None


def test_what_a_test_reads_besides_rtl_and_python_counts() -> None:
    """A driver that only the compiler opens, and nothing of the proofs; modules of cocotb where it was started."""
    driver = "tests/test_driver.py::test_the_drivers_compile_without_a_warning[twd_regs--O0-gcc]"
    bus = "tests/test_axis.py::test_frames[two]"
    for name, read in ((driver, "sw/twiddle.c"), (bus, "tests/axis_cocotb.py")):
        [row] = suite.run_tests([suite.SuiteTest(name, "", "")])
        if isinstance(row, TwiddleError):
            pytest.skip(str(row))
        assert read in row["files"]
        assert not [file for file in row["files"] if file.startswith("formal/")]
        assert ("tests/axis_cocotb.py" in row["files"]) == (name == bus)


def test_what_fails_is_wrong_and_what_does_not_run_is_no_evidence() -> None:
    tests = [suite.SuiteTest(name, "", "") for name in ("right", "wrong", "skipped", "lost")]
    report = Report(
        [Outcome("wrong", wrong="1 is not 2"), Outcome("skipped", skipped="no tool"), Outcome("right")], {}, []
    )
    right, wrong, *none = suite.rows(tests, report, {})
    assert right == {"seconds": 0.0, "caught": {}, "tops": {}, "files": {}}
    assert isinstance(wrong, CheckFailed)
    assert str(wrong) == "wrong: 1 is not 2; repeat: python -m pytest --matrix --long 'wrong'"
    assert [(type(each), str(each)) for each in none] == [
        (TwiddleError, "skipped: no tool"),
        (TwiddleError, "lost: did not run"),
    ]


def test_a_cover_is_for_every_run_and_the_rest_for_the_matrix() -> None:
    values = [(1, "a"), (1, "b"), (2, "a"), (2, "b")]
    assert [bool(each.marks) for each in marked(values)] == [False, True, True, False]


def test_coverage_is_recorded_by_module(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.metadata, "version", lambda name: "1.0")
    files = {
        path: {"summary": {"num_statements": lines, "covered_lines": run}}
        for path, lines, run in (
            *(("src/b.py", 4, 1), ("src/a.py", 2, 2), ("src/empty.py", 0, 0)),
            ("added/by/a/test.py", 3, 3),
        )
    }
    found = coverage_record.record({"files": files})
    assert list(found["modules"].items()) == [
        ("src/a.py", {"lines": 2, "run": 2}),
        ("src/b.py", {"lines": 4, "run": 1}),
    ]
    assert found["tools"] == {"coverage": "coverage 1.0", "pytest": "pytest 1.0"}
