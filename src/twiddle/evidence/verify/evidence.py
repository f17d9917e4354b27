# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The evidence for all the hardware: the committed records of the long runs."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import msgspec

from twiddle.base import manifest, places
from twiddle.base.errors import CheckFailed, FieldError, TwiddleError
from twiddle.base.grid import markdown
from twiddle.evidence.lattice_cycles import Recorded, rtl_hash
from twiddle.evidence.results import Results
from twiddle.evidence.verify import exhaust, formal, netlists, unit
from twiddle.evidence.verify.campaign import Options


@dataclass(frozen=True)
class Kind:
    """One kind of evidence: what it claims, how its record is read, and what makes it.

    name      on the command line and in the Makefile
    record    name of its file in `verify/` of the results
    claim     in words
    count     number of tests or proofs of a record
    rtl_hash  the hash in a record of the present hardware; None where only the pending list has the state
    run       makes it and writes its record; returns the result in words
    chooses   whether a part of it can be run
    files     the folder of files that it takes, in words
    checkout  the folder of a checkout that it needs; empty: installed packages run it too, without a record
    """

    name: str
    record: str
    claim: str
    count: Callable[[Mapping[str, Any]], int]
    rtl_hash: Callable[[], str] | None
    run: Callable[[Options], str]
    chooses: bool = False
    files: str = ""
    checkout: str = ""

    @property
    def command(self) -> str:
        """Repeats it."""
        return f"make {self.name}"

    def make(self, options: Options) -> str:
        """Runs it and writes its record; returns the result in words.

        Raises CheckFailed if something is wrong, and TwiddleError for options that do not apply, outside of a
        checkout that it needs, and if it did not run.
        """
        if options.files is not None and not self.files:
            raise FieldError(f"files: not for {self.name}")
        if options.only and not self.chooses:
            raise FieldError(f"only: not for {self.name}")
        if self.checkout:
            places.need_checkout(f"verify --run {self.name}", f"it needs {self.checkout}")
        return self.run(replace(options, record=options.record and not places.installed()))


@dataclass(frozen=True)
class Program:
    """A run as a program of its own.

    words  arguments of Python; {workers} and {files} are replaced, a word with {files} is left out without
    """

    words: tuple[str, ...]

    def __call__(self, options: Options) -> str:
        """Runs it; it prints its result. Raises CheckFailed if it ends with 1, TwiddleError if with more."""
        if "pytest" in self.words and importlib.util.find_spec("xdist") is None:
            raise TwiddleError("tests need pytest with pytest-xdist; run: make env")
        words = [word for word in self.words if options.files is not None or "{files}" not in word]
        words = [word.format(workers=options.workers, files=options.files) for word in words]
        run = [sys.executable, *words]
        code = subprocess.run(run, cwd=places.root(), stdout=options.output, check=False).returncode
        if code:
            raise (CheckFailed if code == 1 else TwiddleError)(f"python {' '.join(words)}: exit code {code}")
        return ""


@dataclass(frozen=True)
class Evidence:
    """The record of one kind of run.

    kind      name of the kind
    claim     its claim, in words
    count     of tests or proofs; None without a record
    command   repeats it
    state     present: of this hardware; pending: listed as of earlier hardware, to be run again; outdated: of
              other hardware; missing: no record
    minutes   its duration, on the processors of the record; None if not recorded
    record    its file in the folder of results
    """

    kind: str
    claim: str
    count: int | None
    command: str
    state: Literal["present", "pending", "outdated", "missing"]
    minutes: float | None
    record: str


def _rtl_of_cases() -> str:
    from twiddle.evidence.verify import acvp

    return acvp.rtl_hash()


def _lattice(options: Options) -> str:
    from twiddle.evidence.verify import lattice

    return lattice.run(options)


def _cycles(options: Options) -> str:
    from twiddle.evidence.verify import cycles

    return cycles.run(options)


def faults_hash() -> str:
    """The hash of all the RTL and of the list of faults, which is in a checkout."""
    return manifest.hash_of_all(places.root() / "tests" / "mutations.toml")


def _cases(options: Options) -> str:
    from twiddle.evidence.verify import acvp

    if options.files is None:
        raise FieldError("files: missing, the folder of the ACVP files")
    results = options.results if options.record else None
    outcome = acvp.verify(options.files, results, options.progress, options.workers)
    outcome.check()
    absent = f"; not run, no cases in the folder: {', '.join(outcome.absent)}" if outcome.absent else ""
    passed = Counter[str]()
    for group in outcome.groups:
        passed[group.on] += group.passed
    counts = " and ".join(f"{count} on {on}" for on, count in passed.items())
    return f"{counts}: all cases pass{absent}"


def _tests(*more: str) -> Program:
    return Program(("-m", "pytest", "-n", "{workers}", *more))


KINDS = (
    Kind(
        "exhaust",
        "exhaustive.json",
        "products of narrow multipliers, every pair of operands, against plain integers",
        lambda record: sum(point["pairs"] for point in record["points"]),
        exhaust.rtl_hash,
        exhaust.run,
        chooses=True,
    ),
    Kind(
        "netlists",
        "netlists.json",
        "results of synthesised netlists, against the model",
        lambda record: sum(sum(point["compared"].values()) for point in record["points"]),
        netlists.rtl_hash,
        netlists.run,
        chooses=True,
    ),
    Kind(
        "matrix",
        "matrix.json",
        "points of the tests: every ring, method and parameter together",
        lambda record: sum(record["passed"].values()),
        manifest.hash_of_all,
        _tests("--matrix", "-m", "matrix", "--record-matrix", "results/verify/matrix.json"),
        checkout="tests/",
    ),
    Kind(
        "faults",
        "faults.json",
        "faults put into the RTL, each caught by a test",
        lambda record: record["faults"],
        None if places.installed() else faults_hash,
        _tests("--long", "--record-faults", "results/verify/faults.json", "tests/test_mutations.py"),
        checkout="tests/",
    ),
    Kind(
        "formal",
        "formal.json",
        "proofs for any length of time: streaming shell, skid buffer, queue, answers, ends of commands",
        lambda record: len(record["proofs"]),
        formal.rtl_hash,
        formal.run,
        chooses=True,
    ),
    Kind(
        "acvp",
        "acvp.json",
        "NIST's cases of ML-KEM and ML-DSA, each on the simulated polynomial unit and whole on `twd_lattice`",
        lambda record: sum(group["passed"] for group in record["groups"]),
        _rtl_of_cases,
        _cases,
        files="the folder of the ACVP files",
    ),
    Kind(
        "unit",
        "unit.json",
        "commands of random programs on the simulated polynomial unit with pauses, against the model",
        lambda record: sum(sum(row["commands"].values()) for row in record["units"].values()),
        unit.rtl_hash,
        unit.run,
        chooses=True,
        checkout="results/",
    ),
    Kind(
        "lattice",
        "lattice.json",
        "random operations of ML-KEM and ML-DSA on `twd_lattice` with pauses, against three packages",
        lambda record: sum(sum(counts.values()) for counts in record["operations"].values()),
        rtl_hash,
        _lattice,
        chooses=True,
        checkout="results/",
    ),
    Kind(
        "cycles",
        "cycles.json",
        "operations of ML-KEM and ML-DSA on each build of `twd_lattice`, right, with their cycles",
        lambda record: msgspec.convert(record, Recorded).operations,
        rtl_hash,
        _cycles,
        chooses=True,
        checkout="results/",
    ),
    Kind(
        "soc",
        "soc.json",
        "operations of ML-KEM and ML-DSA on a processor, with the polynomial unit and whole on "
        "`twd_lattice_axi`, against NIST's cases",
        lambda record: sum(len(run["cycles"]) for forms in record["sets"].values() for run in forms.values()),
        None,
        Program(("examples/soc/run.py", "--record", "--sources={files}")),
        files="the folder of the unpacked crates, by default from cargo",
        checkout="examples/",
    ),
)
"""Every kind of evidence, in the order of the tables."""


def evidence(results: Results) -> list[Evidence]:
    """The records of all kinds, in the order of `KINDS`. Raises TwiddleError for an invalid record."""
    return [_found(kind, results) for kind in KINDS]


def _found(kind: Kind, results: Results) -> Evidence:
    name = f"verify/{kind.record}"
    path = results.folder / name
    if not path.exists():
        return Evidence(kind.name, kind.claim, None, kind.command, "missing", None, name)
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        count = kind.count(record)
        minutes = record["seconds"] / 60 if "seconds" in record else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise TwiddleError(f"{path}: not a record of {kind.name}: {error}") from None
    state: Literal["present", "pending", "outdated"] = "present"
    if name in results.pending():
        state = "pending"
    elif kind.rtl_hash is not None and record.get("rtl_hash") != kind.rtl_hash():
        state = "outdated"
    return Evidence(kind.name, kind.claim, count, kind.command, state, minutes, name)


def table(results: Results, folder: str = "results") -> str:
    """The same in Markdown, with links into `folder`."""
    rows = []
    for entry in evidence(results):
        count = "-" if entry.count is None else f"[{entry.count:,}]({folder}/{entry.record})"
        if entry.state in ("pending", "outdated"):
            count += ", of earlier hardware or not whole"
        rows.append([entry.claim, count, f"`{entry.command}`", minutes(entry)])
    return markdown(("what", "count", "command", "minutes"), rows, ("what", "command")) + "\n"


def minutes(entry: Evidence) -> str:
    """Minutes in a table."""
    return "-" if entry.minutes is None else "< 1" if entry.minutes < 1 else f"{entry.minutes:.0f}"
