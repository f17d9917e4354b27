# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What all tests share: how models are built and kept, which tests are left out or skipped, the faults."""

import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command import Run
from hypothesis import HealthCheck, settings

from twiddle.evidence import results as evidence_results
from twiddle.evidence.results import PENDING, Results
from twiddle.tools.sim.build import QUICK
from twiddle.tools.synth import records

ROOT = Path(__file__).resolve().parents[1]
os.environ.setdefault("TWIDDLE_CACHE", str(ROOT / ".cache"))
os.environ.setdefault(QUICK, "1")
os.environ.pop("COLUMNS", None)  # the width of what commands print
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


IN_MATRIX = pytest.StashKey[Counter[str]]()
"""How many points of each test `make matrix` alone has, of the files that were collected."""


def in_matrix(item: pytest.Item) -> bool:
    return item.get_closest_marker("matrix") is not None


def test_of(item: pytest.Item) -> str:
    """The test of an item, without its point."""
    return f"{item.path.name}::{item.name.partition('[')[0]}"


test_of.__test__ = False  # type: ignore[attr-defined]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests that are marked long too")
    parser.addoption("--speed", action="store_true", help="run the tests that are marked speed too")
    parser.addoption("--matrix", action="store_true", help="run the tests that are marked matrix too")
    parser.addoption("--record-matrix", type=Path, metavar="FILE", help="write which tests passed at which points")
    parser.addoption("--record-faults", type=Path, metavar="FILE", help="write how each fault was caught")


def pytest_configure(config: pytest.Config) -> None:
    if path := config.getoption("--record-faults"):
        config.pluginmanager.register(FaultRecord(path))
    if path := config.getoption("--record-matrix"):
        config.pluginmanager.register(MatrixRecord(path))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    config.stash[IN_MATRIX] = Counter(map(test_of, filter(in_matrix, items)))
    for item in filter(in_matrix, items):
        item.user_properties.append(("matrix", test_of(item)))
    out = [mark for mark in ("long", "matrix", "speed") if not config.getoption(f"--{mark}")]
    left = [item for item in items if any(item.get_closest_marker(mark) for mark in out)]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if item not in set(left)]


@pytest.hookimpl(wrapper=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
    """How many tests were skipped, by reason, at the end of the report: what is tested nowhere is not tested."""
    yield
    reasons: Counter[str] = Counter()
    for report in terminalreporter.getreports("skipped"):
        if isinstance(report.longrepr, tuple):
            reasons[report.longrepr[2].removeprefix("Skipped: ")] += 1
    if reasons:
        terminalreporter.section(f"{reasons.total()} skipped")
    for reason, count in reasons.most_common():
        terminalreporter.line(f"{count:4} {reason}")


@pytest.fixture(scope="module")
def little_simulation() -> Iterator[None]:
    """For models that simulate so little that building them quickest is best."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(QUICK, "2")
        yield


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest) -> Run:
    """The command line; in a file with COMMAND, that command."""
    return Run(capsys, getattr(request.module, "COMMAND", ""))


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of results in place of the committed one."""
    found = tmp_path / "results"
    found.mkdir()
    monkeypatch.setattr(evidence_results, "default_folder", lambda: found)
    return found


FROZEN = ROOT / "tests" / "data" / "results"


@pytest.fixture
def frozen_results(monkeypatch: pytest.MonkeyPatch) -> Results:
    """A dozen records copied once from `results/` and never renewed, in place of the committed ones.

    Tests of what is made from records stand on these, so that a new measurement breaks none of them.
    """
    monkeypatch.setattr(evidence_results, "default_folder", lambda: FROZEN)
    return Results()


@pytest.fixture(scope="session")
def every_record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every record that is wanted, no two of them with the same figures."""
    from compare_cases import record_everything

    return record_everything(tmp_path_factory.mktemp("every") / "results")


class TestsRecord:
    """A record that is written when all tests have passed: command, seconds, rtl_hash, and what is found."""

    kind: str

    def __init__(self, path: Path) -> None:
        self._path = path
        self._begin = time.monotonic()

    def found(self) -> dict[str, object]:
        """The other fields; none if no test had any."""
        raise NotImplementedError

    def write(self, record: dict[str, Any], config: pytest.Config) -> None:
        Results().write(os.path.relpath(self._path, Results().folder), record)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if exitstatus == 0 and not hasattr(session.config, "workerinput") and (found := self.found()):
            from twiddle.evidence.verify import evidence

            (kind,) = (each for each in evidence.KINDS if each.name == self.kind)
            seconds = round(time.monotonic() - self._begin, 1)
            record = {"command": kind.command, "seconds": seconds, **kind.hashes(), **found}
            self.write(record, session.config)


class FaultRecord(TestsRecord):
    """How each fault was caught: the property "fault" of tests."""

    kind = "faults"

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._caught: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, value in report.user_properties:
            if name == "fault" and report.when == "call":
                fault, _, how = str(value).rpartition(": ")
                self._caught[fault] = how

    def found(self) -> dict[str, object]:
        ways = dict(sorted(Counter(self._caught.values()).items()))
        caught = dict(sorted(self._caught.items()))
        return {"faults": len(caught), "caught_by": ways, "caught": caught} if caught else {}


class MatrixRecord(TestsRecord):
    """How many points of each test passed in `make matrix`.

    On the same hardware, tests of chosen files join the record, which is pending unless it was whole.
    """

    kind = "matrix"

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._passed: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            self._passed.update(str(value) for name, value in report.user_properties if name == "matrix")

    def found(self) -> dict[str, object]:
        return {"passed": dict(sorted(self._passed.items()))} if self._passed else {}

    def write(self, record: dict[str, Any], config: pytest.Config) -> None:
        if config.args_source is not config.ArgsSource.ARGS and not config.option.keyword:
            super().write(record, config)
            return
        results = Results()
        name = os.path.relpath(self._path, results.folder)
        before = json.loads(self._path.read_text(encoding="utf-8")) if self._path.exists() else {}
        joins = before.get("rtl_hash") == record["rtl_hash"]
        whole = joins and name not in results.pending()
        results.write(name, self.joined(before, record) if joins else record)
        if not whole:
            records.write_json(results.folder / PENDING, sorted({*results.pending(), name}))

    @staticmethod
    def joined(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
        """The record of two runs on the same hardware."""
        passed = dict(sorted({**before["passed"], **now["passed"]}.items()))
        return now | {"passed": passed, "seconds": round(before["seconds"] + now["seconds"], 1)}
