# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Tests of a checkout as long runs: each pair of parameter values of each core (matrix), and the faults.

A test is kept as right under the hash of the files that it read: of the RTL, what its process looked up in the
manifest, all if it did in no way that is seen; of `tests/`, its file and what this imports; of other sources of
hardware and of drivers, the folders that its process touched, for a tool that it starts reads what it does not see.
So a change of one core runs the tests of that core.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from twiddle.base import manifest, places
from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.base.store import digest
from twiddle.evidence.verify import coverage
from twiddle.evidence.verify.campaign import Kind, Options, Row
from twiddle.tools.sim.build import COVERAGE, HARNESS
from twiddle.tools.sim.netlist import CELLS

_SOURCES = (".c", ".cpp", ".h", ".hpp", ".S", ".json", ".py", ".sv", ".toml", ".v")

BATCH = 8
"""The most tests of one process, which takes some seconds to start."""


class Outcome(msgspec.Struct):
    """How a test ended (see tests/conftest.py).

    wrong    why it failed; empty: it passed
    skipped  why it did not run
    caught   how it caught a fault, if it is a test of one
    """

    name: str
    seconds: float = 0.0
    wrong: str = ""
    skipped: str = ""
    caught: dict[str, str] = {}


class Report(msgspec.Struct):
    """Of a run of pytest: the tests, the modules that they looked up with their files, and all files that they read.

    Files are relative to the checkout.
    """

    tests: list[Outcome]
    tops: dict[str, list[str]]
    files: list[str]


@dataclass(frozen=True)
class SuiteTest:
    """A test of the suite.

    name    that of pytest
    batch   tests of the same batch run in one process, for they read the same files
    inputs  what it depends on besides files, such as the text of a fault
    """

    name: str
    batch: str
    inputs: str

    def __str__(self) -> str:
        return self.name

    def run(self) -> Row:
        """As `run_tests`."""
        (row,) = run_tests([self])
        if isinstance(row, Exception):
            raise row
        return row


def run_tests(tests: Sequence[SuiteTest]) -> list[Row | Exception]:
    """Runs them in a process of pytest; as `rows`."""
    before = _hashes()
    return rows(tests, msgspec.json.decode(_pytest(*map(str, tests)), type=Report), before)


def rows(tests: Sequence[SuiteTest], report: Report, hashes: Mapping[str, str]) -> list[Row | Exception]:
    """The rows of tests that passed, CheckFailed for those that failed, TwiddleError for those that did not run.

    hashes  of the files before the run
    """
    files = {file: hashes[file] for file in report.files}
    by_name = {each.name: each for each in report.tests}

    def row(test: SuiteTest) -> Row | Exception:
        found = by_name.get(test.name) or Outcome(test.name, skipped="did not run")
        if found.wrong:
            return CheckFailed(f"{test}: {found.wrong}; repeat: python -m pytest --matrix --long '{test}'")
        if found.skipped:
            return TwiddleError(f"{test}: {found.skipped}")
        return {"seconds": found.seconds, "caught": found.caught, "tops": report.tops, "files": files}

    return [row(test) for test in tests]


def run_files(tests: Sequence[SuiteTest]) -> list[Row | Exception]:
    """Runs the tests of files in a process of pytest: the points that they reached. CheckFailed if one is wrong."""
    before = _hashes()
    with tempfile.TemporaryDirectory() as folder:
        answer = _pytest(*Coverage.chosen, *map(str, tests), environment={COVERAGE: folder})
        points = coverage.read(Path(folder))
    report = msgspec.json.decode(answer, type=Report)
    if wrong := [f"{test.name}: {test.wrong}" for test in report.tests if test.wrong]:
        return [CheckFailed("; ".join(wrong))]
    seconds = round(sum(test.seconds for test in report.tests), 1)
    hashes = {file: before[file] for file in report.files}
    return [{"seconds": seconds, "tops": report.tops, "files": hashes, "points": points}]


def _pytest(*words: str, environment: Mapping[str, str] = {}) -> bytes:
    """What pytest reports. Raises TwiddleError if it cannot run them."""
    if importlib.util.find_spec("xdist") is None:
        raise TwiddleError("tests need pytest with pytest-xdist; run: make env")
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        run = [sys.executable, "-m", "pytest", "-n", "0", "-q", "--matrix", "--long", f"--report={report}", *words]
        env = {**os.environ, **environment}
        done = subprocess.run(run, cwd=places.root(), capture_output=True, text=True, check=False, env=env)
        if not report.exists() or ("--collect-only" in words and done.returncode):
            lines = [line for line in (done.stdout + done.stderr).splitlines() if line.startswith(("ERROR", "E "))]
            raise TwiddleError(f"python -m pytest {' '.join(words)}: {lines[0] if lines else done.returncode}")
        return report.read_bytes()


def _hashes() -> dict[str, str]:
    """Of the RTL, without comments, and of what else a test may read (`folders`), by their names in the checkout."""
    root = places.root()
    rtl = {path: manifest.text_hash([path]) for path in (root / "rtl").rglob("*.sv*")}
    others = (path for files in folders().values() for path in files)
    rest = {path: digest([path.read_bytes()]) for path in [*(root / "tests").glob("*.py"), *others]}
    return {path.relative_to(root).as_posix(): of for path, of in (rest | rtl).items()}


def folders() -> dict[Path, list[Path]]:
    """Sources besides the RTL and the Python of the tests, by folder: bench, proofs, drivers, examples, templates."""
    root, parts = places.root(), ("formal", "hls", "sw", "examples/soc", "tests/rtl")
    found = {
        part: [path for path in part.rglob("*") if path.suffix in _SOURCES]
        for part in (HARNESS, CELLS, *(root / part for part in parts))
    }
    for path in [*(root / "src" / "twiddle").rglob("*.j2"), *(root / "rtl").rglob("*.rdl")]:
        found.setdefault(path.parent, []).append(path)
    return found


class Suite(Kind[SuiteTest]):
    """Tests that pytest collects."""

    chosen: ClassVar[Sequence[str]]
    lists: ClassVar[Sequence[str]] = ()
    checkout = "tests/"
    packages = ("yosys", "verilator", "compiler")
    make = staticmethod(run_tests)

    def __init__(self) -> None:
        self._now: Mapping[str, str] = {}

    def points(self, options: Options) -> Sequence[SuiteTest]:
        """The tests. Raises TwiddleError if they cannot be collected."""
        self._now = _hashes()
        return msgspec.json.decode(_pytest("--collect-only", *self.chosen), type=list[SuiteTest])

    def hashes(self) -> dict[str, str]:
        """Of all the RTL and of the lists, which are in a checkout."""
        if self.lists and places.installed():
            return {}
        return {"rtl_hash": manifest.hash_of_all(*(places.root() / "tests" / name for name in self.lists))}

    def batches(self, points: Sequence[SuiteTest]) -> Iterable[Sequence[SuiteTest]]:
        """A few tests that read the same files."""
        by_batch = sorted(points, key=lambda test: test.batch)
        for _, tests in groupby(by_batch, lambda test: test.batch):
            found = list(tests)
            yield from (found[first : first + BATCH] for first in range(0, len(found), BATCH))

    def inputs(self, point: SuiteTest, hashes: Mapping[str, str]) -> list[str]:
        """Besides the files of its row, see `holds`."""
        return [point.inputs]

    def holds(self, row: Row) -> bool:
        """Whether the files that it read are the same, and those of the modules that it looked up."""
        known = manifest.modules()
        return all(self._now.get(file) == of for file, of in row["files"].items()) and all(
            top in known and [f"rtl/{path.relative_to(manifest.rtl_root())}" for path in manifest.sources(top)] == files
            for top, files in row["tops"].items()
        )


class Matrix(Suite):
    """The tests that are marked matrix."""

    name = "matrix"
    record = "verify/matrix.json"
    claim = (
        "points of the tests that `make test` leaves out: every pair of parameter values of each core, and long tests"
    )
    chosen = ("-m", "matrix")

    def count(self, record: Mapping[str, Any]) -> int:
        """The points."""
        return sum(record["passed"].values())

    def summary(self, points: Sequence[SuiteTest], rows: Sequence[Row]) -> dict[str, Any]:
        """How many points of each test passed."""
        functions = (point.name.removeprefix("tests/").partition("[")[0] for point in points)
        return {"passed": dict(sorted(Counter(functions).items()))}


class Faults(Suite):
    """The tests of faults."""

    name = "faults"
    record = "verify/faults.json"
    claim = "faults put into the RTL, each caught by a test"
    chosen: ClassVar[Sequence[str]] = ("tests/test_mutations.py",)
    lists: ClassVar[Sequence[str]] = ("mutations.toml",)

    def count(self, record: Mapping[str, Any]) -> int:
        """The faults."""
        return int(record["faults"])

    def summary(self, points: Sequence[SuiteTest], rows: Sequence[Row]) -> dict[str, Any]:
        """How each fault was caught, and how many of each file."""
        caught = dict(sorted({fault: how for row in rows for fault, how in row["caught"].items()}.items()))
        ways = dict(sorted(Counter(caught.values()).items()))
        file_of = self.file_of()
        files = dict(sorted(Counter(file_of(fault) for fault, how in caught.items() if how != "equivalent").items()))
        return {"faults": len(caught), "caught_by": ways, "files": files, "caught": caught}

    def file_of(self) -> Callable[[str], str]:
        """The file of a fault, in the checkout."""
        text = (places.root() / "tests" / self.lists[0]).read_text(encoding="utf-8")
        checks = ((file, faults) for file, of in tomllib.loads(text).items() for faults in of.values())
        return {name: f"rtl/{file}" for file, faults in checks for name in faults}.__getitem__


class Mutants(Faults):
    """The tests of mutants; a change of a module draws its mutants anew."""

    name = "mutants"
    record = "verify/mutants.json"
    claim = "changes of one place drawn at random from the RTL of unit and whole schemes, each caught or equivalent"
    chosen = ("tests/test_mutants.py", "-k", "is_caught")
    lists = ("mutant_list.py", "mutants.toml", "mutations.toml")

    def file_of(self) -> Callable[[str], str]:
        """The name of a mutant begins with its file."""
        return lambda name: f"rtl/{name.partition(':')[0]}"


class Coverage(Suite):
    """The tests of `make test` that are for modules of the RTL, file by file, and what of it they reach.

    In the record:

    files     by file: see `coverage.figures`
    excluded  the number of lines by reason: those of tests/unreached.toml, and functions that no model calls
    """

    name = "rtl-coverage"
    record = "verify/rtl-coverage.json"
    claim = "lines of the RTL that the tests run"
    chosen = ("-m", "covers and not matrix and not long")
    lists = ("unreached.toml",)
    settings = tuple(path.read_text("utf-8") for path in (Path(coverage.__file__), HARNESS.with_name("coverage.hpp")))
    make = staticmethod(run_files)

    def count(self, record: Mapping[str, Any]) -> int:
        """The lines that were reached."""
        return sum(of["lines"][0] for of in record["files"].values())

    def claimed(self, record: Mapping[str, Any]) -> str:
        """With the shares."""
        return f"{self.claim}: {coverage.shares(record['files'].values())}"

    def points(self, options: Options) -> Sequence[SuiteTest]:
        """The files."""
        files = dict.fromkeys(test.name.partition("::")[0] for test in super().points(options))
        return [SuiteTest(file, file, "") for file in files]

    def summary(self, points: Sequence[SuiteTest], rows: Sequence[Row]) -> dict[str, Any]:
        """What the tests reach of each file that is not a header."""
        excluded = coverage.excluded_lines(places.root() / "tests" / self.lists[0])
        found = coverage.merged(row["points"] for row in rows)
        files = {}
        for file in sorted({file for module in manifest.modules().values() for file in module.files}):
            text = (manifest.rtl_root() / file).read_text(encoding="utf-8")
            there, left = found.get(file, {}), excluded.setdefault(file, {})
            left |= dict.fromkeys(coverage.constant_functions(text, there), coverage.CONSTANT)
            files[f"rtl/{file}"] = coverage.figures(there, left)
        return {"files": files, "excluded": dict(Counter(why for each in excluded.values() for why in each.values()))}
