# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The evidence for all the hardware: the committed records of the long runs."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from twiddle import manifest, places
from twiddle.errors import TwiddleError
from twiddle.synth.records import Results
from twiddle.verify import exhaust, formal, netlists


@dataclass(frozen=True)
class Kind:
    """One kind of evidence: what it claims, how its record is read, and what makes it.

    name      on the command line and in the Makefile
    record    name of its file in `verify/` of the results
    claim     in words
    count     number of tests or proofs of a record
    rtl_hash  the hash in a record of the present hardware; None where the pending list alone says it
    words     arguments of Python, in a checkout; {workers} and {files} are replaced
    files     what {files} is; an option whose value it is may be left out
    """

    name: str
    record: str
    claim: str
    count: Callable[[Mapping[str, Any]], int]
    rtl_hash: Callable[[], str] | None
    words: tuple[str, ...]
    files: str = ""

    def run(self, workers: int, files: Path | None = None, stdout: int | None = None) -> int:
        """Runs it and writes its record; returns 0 if all holds, 1 if not, 2 if it did not run.

        workers  threads or processes, where there are several
        stdout   where the output goes, by default that of this process

        Raises TwiddleError outside of a checkout, and if files or the test tools are missing.
        """
        what = f"verify --run {self.name}"
        places.need_checkout(what)
        if files is not None and not self.files:
            raise TwiddleError(f"{what}: takes no --files")
        if files is None and "{files}" in self.words:
            raise TwiddleError(f"{what}: --files is missing, {self.files}")
        if "pytest" in self.words and importlib.util.find_spec("xdist") is None:
            raise TwiddleError(f"{what}: needs pytest with pytest-xdist; run: make env")
        words = [word for word in self.words if files is not None or "{files}" not in word]
        words = [word.format(workers=workers, files=files) for word in words]
        done = subprocess.run([sys.executable, *words], cwd=places.root(), stdout=stdout, check=False)
        return min(abs(done.returncode), 2)


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


def _results(record: Mapping[str, Any]) -> int:
    return sum(sum(point["compared"].values()) for point in record["points"])


def _rtl_of_cases() -> str:
    from twiddle.verify import acvp  # its import takes longer than most commands

    return acvp.rtl_hash()


def faults_hash() -> str:
    """The hash of all the RTL and of the list of faults, which is in a checkout."""
    return manifest.hash_of_all(places.root() / "tests" / "mutations.toml")


def _campaign(name: str, *more: str) -> tuple[str, ...]:
    return ("-m", f"twiddle.verify.{name}", *more)


def _tests(*more: str) -> tuple[str, ...]:
    return ("-m", "pytest", "-n", "{workers}", *more)


_WORKERS = ("--workers", "{workers}")

KINDS = (
    Kind(
        "exhaust",
        "exhaustive.json",
        "products of narrow multipliers, every pair of operands, against plain integers",
        lambda record: sum(point["pairs"] for point in record["points"]),
        exhaust.rtl_hash,
        _campaign("exhaust", *_WORKERS),
    ),
    Kind(
        "netlists",
        "netlists.json",
        "results of synthesised netlists, against the model",
        _results,
        netlists.rtl_hash,
        _campaign("netlists", *_WORKERS),
    ),
    Kind(
        "matrix",
        "matrix.json",
        "points of the tests: every ring, method and parameter together",
        lambda record: sum(record["passed"].values()),
        manifest.hash_of_all,
        _tests("--matrix", "-m", "matrix", "--record-matrix", "results/verify/matrix.json"),
    ),
    Kind(
        "faults",
        "faults.json",
        "faults put into the RTL, each caught by a test",
        lambda record: record["faults"],
        None if places.installed() else faults_hash,
        _tests("--long", "--record-faults", "results/verify/faults.json", "tests/test_mutations.py"),
    ),
    Kind(
        "formal",
        "formal.json",
        "proofs for any length of time, of streaming shell, skid buffer, queue and the answers of registers",
        lambda record: len(record["proofs"]),
        formal.rtl_hash,
        _campaign("formal"),
    ),
    Kind(
        "acvp",
        "acvp.json",
        "NIST's cases of ML-KEM and ML-DSA, whole, on the simulated polynomial unit",
        lambda record: sum(group["passed"] for group in record["groups"]),
        _rtl_of_cases,
        ("-m", "twiddle", "acvp", "{files}"),
        files="the folder of the ACVP files",
    ),
    Kind(
        "soc",
        "soc.json",
        "operations of ML-KEM and ML-DSA on a processor with the polynomial unit, against NIST's cases",
        lambda record: sum(len(run["cycles"]) for forms in record["sets"].values() for run in forms.values()),
        None,
        ("examples/soc/run.py", "--record", "--sources={files}"),
        files="the folder of the unpacked crates, by default from cargo",
    ),
)
"""Every kind of evidence, in the order of the tables."""


def evidence(results: Results = Results()) -> list[Evidence]:
    """The records of all kinds, in the order of `KINDS`. Raises TwiddleError for an invalid record."""
    return [_found(kind, results) for kind in KINDS]


def _found(kind: Kind, results: Results) -> Evidence:
    name = f"verify/{kind.record}"
    path = results.folder / name
    command = f"make {kind.name}"
    if not path.exists():
        return Evidence(kind.name, kind.claim, None, command, "missing", None, name)
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
    return Evidence(kind.name, kind.claim, count, command, state, minutes, name)


def table(folder: str = "results", results: Results = Results()) -> str:
    """The same in Markdown, with links into `folder`."""
    lines = ["| what | count | command | minutes |", "| --- | ---: | --- | ---: |"]
    for each in evidence(results):
        count = "-" if each.count is None else f"[{each.count:,}]({folder}/{each.record})"
        if each.state in ("pending", "outdated"):
            count += ", of earlier hardware or not whole"
        lines.append(f"| {each.claim} | {count} | `{each.command}` | {minutes(each)} |")
    return "\n".join(lines) + "\n"


def minutes(each: Evidence) -> str:
    """Minutes in a table."""
    return "-" if each.minutes is None else "< 1" if each.minutes < 1 else f"{each.minutes:.0f}"
