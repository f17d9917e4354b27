# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The modules that tests are for, what every run leaves to `make matrix`, and the records of the tests."""

import importlib.metadata
import json
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import coverage_record
import pytest
from conftest import IN_MATRIX, FaultRecord, MatrixRecord
from core_points import COVER, FEW, POINTS, QUICK, SLOW, features
from covers import FILES, columns, covered, covering, marked
from fault_list import FAULTS

from twiddle.base import manifest
from twiddle.evidence.results import Results, default_folder


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


def test_every_point_has_passed_on_the_hardware_as_it_is(request: pytest.FixtureRequest) -> None:
    """Of the files that were collected with this one."""
    if "verify/matrix.json" in Results().pending():
        pytest.skip("results/pending.json: make matrix has not run on this hardware")
    record = json.loads((default_folder() / "verify" / "matrix.json").read_text(encoding="utf-8"))
    assert record.keys() - {"seconds"} == {"command", "rtl_hash", "passed"}
    assert record["rtl_hash"] == manifest.hash_of_all(), "run: make matrix"
    for test, count in request.config.stash[IN_MATRIX].items():
        assert record["passed"].get(test) == count, test


def test_names_of_faults_may_have_colons(results: Path) -> None:
    record = FaultRecord(results / "verify" / "faults.json")
    properties = [("fault", "key folded: a lane is lost: WrongResult")]
    record.pytest_runtest_logreport(SimpleNamespace(user_properties=properties, when="call"))  # type: ignore[arg-type]
    assert record.found()["caught"] == {"key folded: a lane is lost": "WrongResult"}


def test_chosen_files_of_the_matrix_join_the_record(results: Path) -> None:
    source, name = pytest.Config.ArgsSource, "verify/matrix.json"
    whole, files = (
        SimpleNamespace(args_source=each, ArgsSource=source, option=SimpleNamespace(keyword=""))
        for each in (source.TESTPATHS, source.ARGS)
    )
    record = MatrixRecord(results / name)

    def written(document: dict[str, Any], config: Any) -> tuple[dict[str, Any], bool]:
        record.write(document, config)
        return json.loads((results / name).read_text(encoding="utf-8")), name in Results().pending()

    first = {"rtl_hash": "a", "seconds": 2.5, "passed": {"test_b.py::one": 3, "test_b.py::two": 1}}
    more = {"rtl_hash": "a", "seconds": 1.0, "passed": {"test_a.py::one": 2, "test_b.py::two": 4}}
    passed = {"test_a.py::one": 2, "test_b.py::one": 3, "test_b.py::two": 4}
    joined = {"rtl_hash": "a", "seconds": 3.5, "passed": passed}
    assert written(first, files) == (first, True)
    assert written(more, files) == (joined, True)
    assert written(first, whole) == (first, False)
    assert written(more, files) == (joined, False)
    other = {**more, "rtl_hash": "b"}
    assert written(other, files) == (other, True)


def test_every_run_has_every_feature_of_the_cores() -> None:
    """Every n, q and preset of each core, every value of each parameter in complete rings and in others."""
    assert len(SLOW) == 3
    every = set().union(*map(features, QUICK))
    assert set().union(*map(features, COVER)) == every
    assert {point.design.core for point in COVER} == {point.design.core for point in POINTS}
    assert set(FEW) <= set(COVER) < set(POINTS)


def test_a_cover() -> None:
    values = [(1, "a"), (1, "b"), (2, "a"), (2, "b")]
    assert covering(values) == [(1, "a"), (2, "b")]
    assert covering(values, first=[(2, "a")]) == [(2, "a"), (1, "b")]
    assert covering(values, cost=lambda value: value[0] ** 3) == [(1, "a"), (1, "b"), (2, "a")]
    assert columns("word") == {"word"}
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
