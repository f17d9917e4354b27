# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle verify --acvp FOLDER`: NIST's cases for ML-KEM and ML-DSA, polynomials on the simulated unit.

The folder holds files of the ACVP server (internalProjection.json), with any name: ML-KEM keyGen and
encapDecap, ML-DSA keyGen and sigVer, the last by the internal interface, as in its first version.

The record, results/verify/acvp.json, is written if every kind is present and every case passes:

command, lanes, seconds   how it was run, and for how long
rtl_hash                  sha256 of the unit's sources, without comments and white space
cases                     number of cases by "algorithm mode, parameter set"
cycles                    of the unit, of all cases together
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
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
class Outcome:
    """The results of a run.

    cases    passed, by "algorithm mode, parameter set"
    failed   a line for each failed case
    absent   kinds without a file in the folder
    cycles   of the unit, for all cases
    """

    cases: Mapping[str, int]
    failed: tuple[str, ...]
    absent: tuple[str, ...]
    cycles: int


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
    kinds = _load(folder)
    if not kinds:
        raise TwiddleError(f"{folder}: no ACVP file of {', '.join(KINDS)}")
    passed, failed = Counter[str](), []
    for kind, cases in kinds.items():
        begin = time.monotonic()
        progress(kind, "started", 0.0)
        for case in cases:
            name = f"{kind}, {case['parameterSet']}"
            if _passes(KINDS[kind], case, compute, folder / kind):
                passed[name] += 1
            else:
                failed.append(f"{name}, case {case['tcId']}")
        progress(kind, "finished", time.monotonic() - begin)
    absent = tuple(kind for kind in KINDS if kind not in kinds)
    return Outcome(dict(sorted(passed.items())), tuple(failed), absent, compute.cycles)


def _passes(
    check: Callable[[Case, on_unit.Compute], bool], case: Case, compute: on_unit.Compute, where: Path
) -> bool:
    try:
        return check(case, compute)
    except (KeyError, TypeError, ValueError) as error:
        raise TwiddleError(f"{where}, case {case.get('tcId')}: {type(error).__name__}: {error}") from None


def _load(folder: Path) -> dict[str, list[Case]]:
    """The cases of each kind that the folder has."""
    found: dict[str, list[Case]] = {}
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
            found[kind] = cases
    return {kind: found[kind] for kind in KINDS if kind in found}


def verify(folder: Path, progress: Progress = silent) -> Outcome:
    """Runs the cases on the simulated unit, and writes the record if every kind is present.

    Raises CheckFailed if a case fails, and the errors of `run`.
    """
    rtl = rtl_hash()
    begin = time.monotonic()
    found = run(folder, Counted(on_unit.unit(LANES)), progress)
    if found.failed:
        raise CheckFailed(f"{len(found.failed)} cases of {folder} fail: {_some(found.failed)}")
    if not found.absent:
        record = {
            "command": "twiddle verify --acvp FOLDER",
            "lanes": LANES,
            "seconds": round(time.monotonic() - begin, 1),
            "rtl_hash": rtl,
            "cases": dict(found.cases),
            "cycles": found.cycles,
        }
        Results().write(RECORD, record)
    return found


def _some(lines: Iterable[str]) -> str:
    return "; ".join(list(lines)[:5])
