# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle acvp FOLDER`: NIST's cases for ML-KEM and ML-DSA, on the polynomial unit and on `twd_lattice`.

The folder holds files of the ACVP server (internalProjection.json), with any name: ML-KEM keyGen and
encapDecap, with or without checks of keys, ML-DSA keyGen, sigGen and sigVer, with the internal interface, the
external one, or mu. On twd_lattice each case runs twice, the second time with pauses at random on every port.

The record, results/verify/acvp.json, is written after a run on both, if every function of NEEDED has cases
and every case passes, unless there is one of the same sources with more cases:

command, lanes, seconds   how it was run, and for how long
rtl_hash                  sha256 of the sources of both, without comments and white space
groups                    see `Group`
absent                    functions without a case
"""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median_low

from twiddle.base import manifest
from twiddle.base.errors import CheckFailed, TwiddleError, system_errors
from twiddle.base.progress import Progress, silent
from twiddle.evidence.results import Results
from twiddle.evidence.schemes import on_unit
from twiddle.evidence.schemes.on_lattice import Executor
from twiddle.evidence.schemes.on_unit import Counted
from twiddle.evidence.verify import campaign
from twiddle.evidence.verify.acvp_functions import FUNCTIONS, Case, Hardware, function_of
from twiddle.tools.synth.tools import cpus

Maker = Callable[[int], Hardware]
"""The simulated hardware for a case; the number of the case is the seed of its pauses."""

LANES = 4
RECORD = "verify/acvp.json"


@dataclass(frozen=True)
class Group:
    """Cases of a file with one parameter set and one function, on one hardware.

    function       one of FUNCTIONS
    on             unit, lattice
    cases, passed  numbers
    cycles         of the programs of the unit, or of twd_lattice without pauses, the median of the cases
    """

    file: str
    scheme: str
    set: str
    function: str
    on: str
    cases: int
    passed: int
    cycles: int


@dataclass(frozen=True)
class Outcome:
    """The results of a run.

    failed   a line for each failed case
    absent   scheme and function without a case
    """

    groups: tuple[Group, ...]
    failed: tuple[str, ...]
    absent: tuple[str, ...]

    def check(self) -> None:
        """Raises CheckFailed if a case fails."""
        if self.failed:
            raise CheckFailed(f"{len(self.failed)} cases fail: {'; '.join(self.failed[:5])}")


NEEDED = frozenset(("ML-KEM keyGen", "ML-KEM encapsulation", "ML-KEM decapsulation", "ML-DSA keyGen", "ML-DSA sigVer"))
"""Without a case of each there is no record."""


def rtl_hash() -> str:
    """The hash of the sources of the unit and of twd_lattice."""
    tops = ("twd_poly_unit", "twd_lattice")
    return manifest.text_hash(path for top in tops for path in manifest.sources(top))


def simulated() -> dict[str, Maker]:
    """Both kinds of hardware, by name."""
    return {
        "unit": lambda number: Counted(on_unit.unit(LANES)),
        "lattice": lambda number: Executor(LANES, random.Random(number)),
    }


def run(folder: Path, hardware: Mapping[str, Maker], progress: Progress = silent, workers: int = 1) -> Outcome:
    """Every case of the files of a folder, on each hardware, those of twd_lattice in this many threads.

    Raises TwiddleError for a folder without such files or without a case, and for an invalid file.
    """
    files = read(folder)
    if not files:
        raise TwiddleError(f"{folder}: no ACVP file of {', '.join(FUNCTIONS)}")
    if not any(cases for _, cases in files.values()):
        raise TwiddleError(f"{folder}: no case in its ACVP files")
    groups: list[Group] = []
    failed: list[str] = []
    for on, make in hardware.items():
        for path, (kind, cases) in files.items():
            step = f"{path.name} on {on}"
            begin = time.monotonic()
            progress(step, "started", 0.0)
            # With the unit dilithium-py hashes, which has one state for all threads.
            file_groups, wrong = _run_file(path, kind, cases, on, make, workers if on == "lattice" else 1)
            progress(step, "finished", time.monotonic() - begin)
            groups += file_groups
            failed += wrong
    there = {f"{group.scheme} {group.function}" for group in groups}
    every = [f"{kind.split()[0]} {function}" for kind, functions in FUNCTIONS.items() for function in functions]
    return Outcome(tuple(groups), tuple(failed), tuple(name for name in every if name not in there))


def _run_file(
    path: Path, kind: str, cases: Sequence[Case], on: str, make: Maker, workers: int
) -> tuple[list[Group], list[str]]:
    """The groups of a file, and a line for each failed case."""

    def run_case(numbered: tuple[int, Case], stop: threading.Event) -> tuple[str, str, bool, int]:
        number, case = numbered
        hardware = make(number)
        where = f"{path}, case {case.get('tcId')}"
        if stop.is_set():
            return "", "", False, 0
        try:
            function = function_of(kind, case)
            check = FUNCTIONS[kind].get(function)
            if check is None:
                raise TwiddleError(f"{where}: function {function!r}: unknown")
            return str(case["parameterSet"]), function, check(case, hardware), hardware.cycles
        except (KeyError, TypeError, ValueError) as error:
            raise TwiddleError(f"{where}: {type(error).__name__}: {error}") from None
        except CheckFailed as error:
            raise CheckFailed(f"{where}: {error}") from None

    runs: dict[tuple[str, str], list[tuple[bool, int]]] = {}
    failed = []
    for case, (name, function, passed, cycles) in zip(
        cases, campaign.spread(run_case, list(enumerate(cases)), workers), strict=True
    ):
        runs.setdefault((name, function), []).append((passed, cycles))
        if not passed:
            failed.append(f"{path}, {name} {function}, case {case.get('tcId')}, on {on}")
    scheme = kind.split()[0]
    groups = [
        Group(
            path.name,
            scheme,
            *group,
            on,
            len(results),
            sum(passed for passed, _ in results),
            median_low(cycles for _, cycles in results),
        )
        for group, results in runs.items()
    ]
    return groups, failed


def read(folder: Path) -> dict[Path, tuple[str, list[Case]]]:
    """The kind and the cases of each file of a folder, in the order of their names.

    Raises TwiddleError for an invalid file.
    """
    files: dict[Path, tuple[str, list[Case]]] = {}
    with system_errors(folder, "cannot be read"):
        paths = sorted(folder.iterdir())
    for path in (path for path in paths if path.suffix == ".json"):
        try:
            document = json.loads(path.read_text(encoding="utf-8"))
            kind = f"{document['algorithm']} {document['mode']}"
            cases: list[Case] = [{**group, **case} for group in document["testGroups"] for case in group["tests"]]
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise TwiddleError(f"{path}: not an ACVP file: {type(error).__name__}: {error}") from None
        if kind in FUNCTIONS:
            files[path] = kind, cases
    return files


def verify(
    folder: Path,
    results: Results | None,
    progress: Progress = silent,
    workers: int | None = None,
    on: Sequence[str] = ("unit", "lattice"),
) -> Outcome:
    """Runs the cases on simulated hardware, and writes the record as described above, without `results` none.

    Raises the errors of `run`.
    """
    rtl = rtl_hash()
    begin = time.monotonic()
    hardware = {name: make for name, make in simulated().items() if name in on}
    outcome = run(folder, hardware, progress, workers or cpus())
    cases = sum(group.cases for group in outcome.groups)
    whole = len(hardware) == 2 and not outcome.failed and not NEEDED & set(outcome.absent)
    if results is not None and whole and cases >= _recorded_cases(rtl, results):
        record = {
            "command": "twiddle acvp FOLDER",
            "lanes": LANES,
            "seconds": round(time.monotonic() - begin, 1),
            "rtl_hash": rtl,
            "groups": [asdict(group) for group in outcome.groups],
            "absent": list(outcome.absent),
        }
        results.write(RECORD, record)
    return outcome


def _recorded_cases(rtl: str, results: Results) -> int:
    """The number of cases of the record; 0 if it is not of these sources."""
    path = results.folder / RECORD
    record = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    same = record.get("rtl_hash") == rtl
    return sum(group["cases"] for group in record["groups"]) if same else 0
