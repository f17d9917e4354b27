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
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from twiddle.base import manifest, places
from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.base.store import digest
from twiddle.evidence.verify.campaign import Kind, Options, Row
from twiddle.tools.sim.build import COVERAGE, HARNESS
from twiddle.tools.sim.netlist import CELLS

_FUNCTION = re.compile(r"^ *(?:function|endfunction)\b", re.MULTILINE)

Points = dict[str, dict[str, bool]]
"""Whether each point is reached, by the file below `rtl/` and by its words: kind, line, column, arm, lines.

The arm is the way of a branch, "block" of what is no branch, or the bit of a toggle.
"""


CONSTANT = "a function that no model calls: it computes constants, at elaboration"
KINDS = ("lines", "branches", "toggles")


def read(folder: Path) -> Points:
    """What the models wrote into a folder, about files of an RTL tree."""
    found: Points = {}
    for path in sorted(folder.glob("*.dat")):
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            words, _, count = line.partition("\1")[2].rpartition("' ")
            of = dict(word.split("\2") for word in words.split("\1"))
            point = " ".join([of["t"], of["l"], of["n"], of["o"], of.get("S", "")])
            if not Path(of["f"]).is_absolute():
                points = found.setdefault(of["f"], {})
                points[point] = points.get(point, False) or count != "0"
    return found


def merged(parts: Iterable[Points]) -> Points:
    """The points of several runs; what one of them reached is reached."""
    found: Points = {}
    for part in parts:
        for file, points in part.items():
            known = found.setdefault(file, {})
            known |= {point: reached or known.get(point, False) for point, reached in points.items()}
    return found


def figures(points: Mapping[str, bool], excluded: Collection[int] = ()) -> dict[str, Any]:
    """The lines, branches and toggles of a file, each [reached, all], and what was missed.

    A toggle is a change of a bit to 0 or to 1, of signals up to 256 bits. `missed` has each line that is not reached,
    and of others each branch that is not.
    """
    lines: dict[int, bool] = {}
    arms: dict[tuple[int, str, str], bool] = {}
    toggles: dict[str, bool] = {}
    for point, reached in points.items():
        kind, line, column, arm, span = point.split(" ")
        if int(line) in excluded:
            continue
        if kind == "toggle":
            toggles[arm] = reached or toggles.get(arm, False)
            continue
        if arm != "block":
            arms[int(line), column, arm] = reached or arms.get((int(line), column, arm), False)
        for first, _, last in (part.partition("-") for part in [line, *filter(None, span.split(","))]):
            for each in range(int(first), int(last or first) + 1):
                lines[each] = reached or lines.get(each, False)
    kept = {line: reached for line, reached in lines.items() if line not in excluded}
    missed = [(line, "") for line, reached in kept.items() if not reached]
    missed += [(line, f" {arm}") for (line, _, arm), reached in arms.items() if not reached and kept.get(line, True)]
    counts = {"lines": kept.values(), "branches": arms.values(), "toggles": toggles.values()}
    words = [f"{line}{arm}" for line, arm in sorted(set(missed))]
    return {**{kind: [sum(each), len(each)] for kind, each in counts.items()}, "missed": words}


def constant_functions(text: str, points: Mapping[str, bool]) -> set[int]:
    """The lines of the functions of a file that no model calls: what they compute are constants."""
    reached = {int(words.split(" ")[1]) for words, there in points.items() if there}
    starts = [text.count("\n", 0, match.start()) + 1 for match in _FUNCTION.finditer(text)]
    spans = [range(first, last + 1) for first, last in zip(starts[::2], starts[1::2], strict=True)]
    return {line for span in spans if not reached.intersection(span) for line in span}


class Excluded(msgspec.Struct, forbid_unknown_fields=True):
    """Lines with one of these texts, to the parenthesis that ends the statement; see tests/unreached.toml."""

    why: str
    texts: list[str]
    files: str = "*"


class _List(msgspec.Struct, forbid_unknown_fields=True):
    excluded: list[Excluded]


def excluded_lines(path: Path, rtl_root: Path | None = None) -> dict[str, dict[int, str]]:
    """The reason of each line that a list excludes, by file. Raises TwiddleError for a text that no line has."""
    root = rtl_root or manifest.rtl_root()
    texts = {str(path.relative_to(root)): path.read_text(encoding="utf-8") for path in sorted(root.rglob("*.sv*"))}
    found: dict[str, dict[int, str]] = {}
    for each in places.read_toml(path, _List, "a list of excluded lines").excluded:
        used: set[str] = set()
        for file in (file for file in texts if fnmatch(file, each.files)):
            depth = 0
            for number, line in enumerate(texts[file].splitlines(), 1):
                begins = {text for text in each.texts if text in line}
                used |= begins
                if begins or depth > 0:
                    found.setdefault(file, {})[number] = each.why
                    depth += line.count("(") - line.count(")")
        if left := [text for text in each.texts if text not in used]:
            raise TwiddleError(f"{path}: {left[0]!r}: in no line of {each.files}")
    return found


def shares(files: Iterable[Mapping[str, Any]]) -> str:
    """Of lines, branches and toggles, in words.

    >>> shares([{"lines": [3, 4], "branches": [1, 1], "toggles": [0, 0]}])
    '75.0% of 4 lines, 100.0% of 1 branches, 0.0% of 0 toggles'
    """
    listed = list(files)
    sums = {kind: [sum(of[kind][part] for of in listed) for part in (0, 1)] for kind in KINDS}
    return ", ".join(f"{reached / (every or 1):.1%} of {every:,} {kind}" for kind, (reached, every) in sums.items())


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
        points = read(Path(folder))
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
    _now: Mapping[str, str] = {}

    def points(self, options: Options) -> Sequence[SuiteTest]:
        self._now = _hashes()
        return msgspec.json.decode(_pytest("--collect-only", *self.chosen), type=list[SuiteTest])

    def hashes(self) -> dict[str, str]:
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
        return sum(record["passed"].values())

    def summary(self, points: Sequence[SuiteTest], rows: Sequence[Row]) -> dict[str, Any]:
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
        return int(record["faults"])

    def summary(self, points: Sequence[SuiteTest], rows: Sequence[Row]) -> dict[str, Any]:
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


REFUSED = "does not elaborate"
"""How a mutant ends that is none, as no model of it can be built."""


class Mutants(Faults):
    """The tests of mutants; a change of a module draws its mutants anew.

    In the record, besides what faults have:

    refused     what was drawn and is no mutant, and is not counted
    equivalent  the reason of each mutant that no test can catch
    """

    name = "mutants"
    record = "verify/mutants.json"
    claim = "changes of one place drawn at random from the RTL of unit and whole schemes, each caught or equivalent"
    chosen = ("tests/test_mutants.py", "-k", "is_caught")
    lists = ("mutant_list.py", "mutants.toml", "mutations.toml")

    def summary(self, points: Sequence[SuiteTest], rows: Sequence[Row]) -> dict[str, Any]:
        refused = {name for row in rows for name, how in row["caught"].items() if how == REFUSED}
        found = super().summary(points, [row for row in rows if refused.isdisjoint(row["caught"])])
        text = (places.root() / "tests" / self.lists[1]).read_text(encoding="utf-8")
        reasons = {name: " ".join(reason.split()) for name, reason in tomllib.loads(text).items()}
        return {**found, "refused": sorted(refused), "equivalent": dict(sorted(reasons.items()))}

    def file_of(self) -> Callable[[str], str]:
        """The name of a mutant begins with its file."""
        return lambda name: f"rtl/{name.partition(':')[0]}"


class Coverage(Suite):
    """The tests of `make test` that are for modules of the RTL, file by file, and what of it they reach.

    And a few of the matrix, marked reaches: `make test` runs these only in Icarus Verilog, which does not count, or
    with other parameters.

    A point is reached if any model reaches it. What is computed at elaboration has no points. In the record:

    files     by file: see `figures`
    excluded  the number of lines by reason: those of tests/unreached.toml, and functions that no model calls
    """

    name = "rtl-coverage"
    record = "verify/rtl-coverage.json"
    claim = "lines of the RTL that the tests run"
    chosen = ("-m", "covers and (not matrix or reaches) and not long")
    lists = ("unreached.toml",)
    settings = tuple(path.read_text("utf-8") for path in (Path(__file__), HARNESS.with_name("coverage.hpp")))
    make = staticmethod(run_files)

    def count(self, record: Mapping[str, Any]) -> int:
        return sum(of["lines"][0] for of in record["files"].values())

    def claimed(self, record: Mapping[str, Any]) -> str:
        """With the shares."""
        return f"{self.claim}: {shares(record['files'].values())}"

    def points(self, options: Options) -> Sequence[SuiteTest]:
        files = dict.fromkeys(test.name.partition("::")[0] for test in super().points(options))
        return [SuiteTest(file, file, "") for file in files]

    def summary(self, points: Sequence[SuiteTest], rows: Sequence[Row]) -> dict[str, Any]:
        excluded = excluded_lines(places.root() / "tests" / self.lists[0])
        found = merged(row["points"] for row in rows)
        files = {}
        for file in sorted({file for module in manifest.modules().values() for file in module.files}):
            text = (manifest.rtl_root() / file).read_text(encoding="utf-8")
            there, left = found.get(file, {}), excluded.setdefault(file, {})
            left |= dict.fromkeys(constant_functions(text, there), CONSTANT)
            files[f"rtl/{file}"] = figures(there, left)
        return {"files": files, "excluded": dict(Counter(why for each in excluded.values() for why in each.values()))}
