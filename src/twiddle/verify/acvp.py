# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle acvp FOLDER`: NIST's cases for ML-KEM and ML-DSA, polynomials on the simulated unit.

The folder holds files of the ACVP server (internalProjection.json), with any name: ML-KEM keyGen and
encapDecap, ML-DSA keyGen and sigVer, the last by the internal interface, as in its first version.

The record, results/verify/acvp.json, is written if every kind is present and every case passes, unless there
is one of the same sources with more cases:

command, lanes, seconds   how it was run, and for how long
rtl_hash                  sha256 of the unit's sources, without comments and white space
groups                    see `Group`
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median_low
from typing import Any

from twiddle import manifest
from twiddle.errors import CheckFailed, TwiddleError
from twiddle.schemes import on_unit
from twiddle.schemes.on_unit import Counted, Dsa, Kem
from twiddle.synth.progress import Progress, silent
from twiddle.synth.records import Results

Case = Mapping[str, Any]
"""A case of a group, with the group's values as defaults."""

LANES = 4
RECORD = "verify/acvp.json"


@dataclass(frozen=True)
class Group:
    """Cases of a file with one parameter set and one function.

    function       encapsulation, decapsulation, keyGen, sigVer
    cases, passed  numbers
    cycles         of the unit, the median of the cases
    """

    file: str
    scheme: str
    set: str
    function: str
    cases: int
    passed: int
    cycles: int


@dataclass(frozen=True)
class Outcome:
    """The results of a run.

    failed   a line for each failed case
    absent   kinds without a file in the folder
    """

    groups: tuple[Group, ...]
    failed: tuple[str, ...]
    absent: tuple[str, ...]

    def check(self) -> None:
        """Raises CheckFailed if a case fails."""
        if self.failed:
            raise CheckFailed(f"{len(self.failed)} cases fail: {'; '.join(self.failed[:5])}")


def _hex(case: Case, name: str) -> bytes:
    return bytes.fromhex(case[name])


def _kem_keygen(case: Case, compute: on_unit.Compute) -> bool:
    keys = Kem(case["parameterSet"], compute).key_derive(_hex(case, "d") + _hex(case, "z"))
    return bool(keys == (_hex(case, "ek"), _hex(case, "dk")))


def _kem(case: Case, compute: on_unit.Compute) -> bool:
    kem = Kem(case["parameterSet"], compute)
    if case["function"] == "encapsulation":
        kem.random_bytes = lambda _count: _hex(case, "m")
        return bool(kem.encaps(_hex(case, "ek")) == (_hex(case, "k"), _hex(case, "c")))
    return bool(kem.decaps(_hex(case, "dk"), _hex(case, "c")) == _hex(case, "k"))


def _dsa_keygen(case: Case, compute: on_unit.Compute) -> bool:
    keys = Dsa(case["parameterSet"], compute).key_derive(_hex(case, "seed"))
    return bool(keys == (_hex(case, "pk"), _hex(case, "sk")))


def _dsa_verify(case: Case, compute: on_unit.Compute) -> bool:
    dsa = Dsa(case["parameterSet"], compute)
    valid = dsa._verify_internal(_hex(case, "pk"), _hex(case, "message"), _hex(case, "signature"))
    return valid is case["testPassed"]


KINDS: Mapping[str, Callable[[Case, on_unit.Compute], bool]] = {
    "ML-KEM keyGen": _kem_keygen,
    "ML-KEM encapDecap": _kem,
    "ML-DSA keyGen": _dsa_keygen,
    "ML-DSA sigVer": _dsa_verify,
}
"""Runs a case of a kind; returns whether it passes."""


def rtl_hash() -> str:
    """The hash of the unit's sources."""
    return manifest.text_hash(manifest.sources("twd_poly_unit"))


def run(folder: Path, compute: Counted, progress: Progress = silent) -> Outcome:
    """Every case of the files of a folder.

    Raises TwiddleError for a folder without such files, and for an invalid file.
    """
    files = read(folder)
    if not files:
        raise TwiddleError(f"{folder}: no ACVP file of {', '.join(KINDS)}")
    groups: list[Group] = []
    failed: list[str] = []
    for path, (kind, cases) in files.items():
        scheme, mode = kind.split()
        runs: dict[tuple[str, str], list[tuple[bool, int]]] = {}
        begin = time.monotonic()
        progress(path.name, "started", 0.0)
        for case in cases:
            before = compute.cycles
            passed = _passes(KINDS[kind], case, compute, path)
            group = str(case["parameterSet"]), str(case.get("function", mode))
            runs.setdefault(group, []).append((passed, compute.cycles - before))
            if not passed:
                failed.append(f"{path}, {' '.join(group)}, case {case.get('tcId')}")
        progress(path.name, "finished", time.monotonic() - begin)
        groups += [
            Group(path.name, scheme, *group, len(found), sum(passed for passed, _ in found), _median(found))
            for group, found in runs.items()
        ]
    present = {kind for kind, _ in files.values()}
    return Outcome(tuple(groups), tuple(failed), tuple(kind for kind in KINDS if kind not in present))


def _median(runs: Iterable[tuple[bool, int]]) -> int:
    return median_low(cycles for _, cycles in runs)


def _passes(
    check: Callable[[Case, on_unit.Compute], bool], case: Case, compute: on_unit.Compute, where: Path
) -> bool:
    try:
        return check(case, compute)
    except (KeyError, TypeError, ValueError) as error:
        raise TwiddleError(f"{where}, case {case.get('tcId')}: {type(error).__name__}: {error}") from None


def read(folder: Path) -> dict[Path, tuple[str, list[Case]]]:
    """The kind and the cases of each file of a folder, in the order of their names.

    Raises TwiddleError for an invalid file.
    """
    found: dict[Path, tuple[str, list[Case]]] = {}
    try:
        paths = sorted(folder.iterdir())
    except OSError as error:
        raise TwiddleError(f"{folder}: cannot be read: {error.strerror}") from None
    for path in (path for path in paths if path.suffix == ".json"):
        try:
            document = json.loads(path.read_text(encoding="utf-8"))
            kind = f"{document['algorithm']} {document['mode']}"
            cases: list[Case] = [
                {**group, **case} for group in document["testGroups"] for case in group["tests"]
            ]
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise TwiddleError(f"{path}: not an ACVP file: {type(error).__name__}: {error}") from None
        if kind in KINDS:
            found[path] = kind, cases
    return found


def verify(folder: Path, results: Results, progress: Progress = silent) -> Outcome:
    """Runs the cases on the simulated unit, and writes the record as described above.

    Raises the errors of `run`.
    """
    rtl = rtl_hash()
    begin = time.monotonic()
    found = run(folder, Counted(on_unit.unit(LANES)), progress)
    cases = sum(group.cases for group in found.groups)
    if not found.failed and not found.absent and cases >= _recorded_cases(rtl, results):
        record = {
            "command": "twiddle acvp FOLDER",
            "lanes": LANES,
            "seconds": round(time.monotonic() - begin, 1),
            "rtl_hash": rtl,
            "groups": [asdict(group) for group in found.groups],
        }
        results.write(RECORD, record)
    return found


def _recorded_cases(rtl: str, results: Results) -> int:
    """The number of cases of the record; 0 if it is not of these sources."""
    path = results.folder / RECORD
    record = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    same = record.get("rtl_hash") == rtl
    return sum(group["cases"] for group in record["groups"]) if same else 0
