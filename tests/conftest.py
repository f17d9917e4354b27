# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What all tests share: how models are built and kept, which tests are left out or skipped, the faults."""

import json
import os
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from command import Run
from hypothesis import HealthCheck, settings

from twiddle.base import manifest
from twiddle.evidence import results as evidence_results
from twiddle.evidence.results import Results
from twiddle.evidence.verify import suite
from twiddle.tools.sim.build import QUICK

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
os.environ.setdefault("TWIDDLE_CACHE", str(ROOT / ".cache"))
os.environ.setdefault(QUICK, "1")
os.environ.pop("COLUMNS", None)  # the width of what commands print
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


def test_of(item: pytest.Item) -> str:
    """The test of an item, without its point."""
    return f"{item.path.name}::{item.name.partition('[')[0]}"


test_of.__test__ = False  # type: ignore[attr-defined]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests that are marked long too")
    parser.addoption("--speed", action="store_true", help="run the tests that are marked speed too")
    parser.addoption("--matrix", action="store_true", help="run the tests that are marked matrix too")
    parser.addoption("--report", type=Path, metavar="FILE", help="write the tests, or how they ended and the files")


def pytest_configure(config: pytest.Config) -> None:
    if path := config.getoption("--report"):
        config.pluginmanager.register(Reporter(path, config.option.collectonly))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
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


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A Chromium of the system, or that of Playwright."""
    api = pytest.importorskip("playwright.sync_api", reason="the package playwright is not installed")
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    there = next((found for name in names if (found := shutil.which(name))), None)
    with api.sync_playwright() as driver:
        try:
            found = driver.chromium.launch(executable_path=there, args=["--no-sandbox"])
        except api.Error as error:
            pytest.skip(f"no Chromium that starts: {str(error).splitlines()[0]}")
        yield found
        found.close()


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


class Reporter:
    """Reports to `twiddle verify --run` which tests there are, or how they ended and which files they read.

    The mark `batch` names what reads the same files, and what a test depends on besides; others are in a batch by
    their file, and by the core that their name begins with. Which RTL a process read is what it looked up in the
    manifest; which folders of other sources, those that it opened, listed, imported from, linked or gave to a tool.
    It read all if it looked nothing up, or started another process of this package, which this one does not see; what
    cocotb imports, if it started that.
    """

    def __init__(self, path: Path, names: bool) -> None:
        self._path, self._names = path, names
        self._outcomes: dict[str, dict[str, Any]] = {}
        self._tops: dict[str, list[str]] = {}
        self._read: set[str] = set()
        self._touched: set[Path] = set()
        self._linked: set[Path] = set()
        self._all = self._cocotb = False
        patch = pytest.MonkeyPatch()
        patch.setattr(manifest, "sources", self._seen(manifest.sources))
        sys.addaudithook(self._started)

    def _seen(self, sources: Callable[..., list[Path]]) -> Callable[..., list[Path]]:
        def seen(top: str, root: Path | None = None) -> list[Path]:
            found = sources(top, root)
            self._read |= {f"rtl/{path.relative_to(root or manifest.rtl_root())}" for path in found}
            if top in manifest.modules():
                self._tops[top] = [f"rtl/{path.relative_to(manifest.rtl_root())}" for path in sources(top)]
            return found

        return seen

    def _started(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in ("open", "os.listdir", "os.scandir", "os.symlink") and isinstance(arguments[0], str | os.PathLike):
            into = self._linked if event == "os.symlink" else self._touched
            into.add(Path(os.path.abspath(arguments[0])))
        if event == "subprocess.Popen":
            words = [os.fsdecode(word) for word in arguments[1]] if isinstance(arguments[1], list | tuple) else []
            self._all |= not words or (Path(words[0]).name.startswith(("python", "twiddle")) and "-c" not in words)
            self._cocotb |= any("cocotb" in word for word in words)
            self._touched |= {Path(word[word.index("/") :]) for word in words if "/" in word}  # -I/folder, too

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        if self._names:
            self._write([self._test(item) for item in session.items])

    def _test(self, item: pytest.Item) -> dict[str, str]:
        first = item.name.partition("[")[2].rstrip("]").partition("-")[0]
        mark = item.get_closest_marker("batch")
        batch, inputs = mark.args if mark else (first if first in manifest.cores() else "", "")
        return {"name": item.nodeid, "batch": f"{item.path.name} {batch}", "inputs": inputs}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        outcome = self._outcomes.setdefault(report.nodeid, {"name": report.nodeid, "seconds": 0.0})
        outcome["seconds"] = round(outcome["seconds"] + report.duration, 1)
        outcome["caught"] = dict(found for key, found in report.user_properties if key == "fault")
        if report.failed:
            lines = report.longreprtext.strip().splitlines() or [report.when]
            outcome["wrong"] = next((line[1:].strip() for line in lines if line.startswith("E ")), lines[-1])
        elif isinstance(report.longrepr, tuple):
            outcome["skipped"] = report.longrepr[2]

    def pytest_sessionfinish(self) -> None:
        if not self._names:
            every = {f"rtl/{path.relative_to(manifest.rtl_root())}" for path in manifest.rtl_root().rglob("*.sv*")}
            read = every if self._all or not self._read else self._read.union(*self._tops.values()) & every
            headers = manifest.headers([ROOT / file for file in read], manifest.include_dirs())
            read |= {str(path.relative_to(ROOT)) for path in headers}
            here = {Path(of.__file__) for of in list(sys.modules.values()) if getattr(of, "__file__", None)}
            here |= {path for kind in ("*_cocotb.py", "*_model*.py") * self._cocotb for path in TESTS.glob(kind)}
            tests = {f"tests/{path.name}" for path in here if path.parent == TESTS}
            seen = {each for path in (self._touched | here).copy() for each in (path, *path.parents)} | self._linked
            others = {
                path.relative_to(ROOT).as_posix()
                for folder, sources in suite.folders().items()
                if self._all or folder in seen or not self._linked.isdisjoint(folder.parents)
                for path in sources
            }
            files = sorted(read | tests | others)
            self._write({"tests": list(self._outcomes.values()), "tops": self._tops, "files": files})

    def _write(self, document: object) -> None:
        self._path.write_text(json.dumps(document), encoding="utf-8")
