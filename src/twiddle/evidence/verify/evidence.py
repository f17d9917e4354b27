# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The evidence for all the hardware: the committed records of the long runs."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from twiddle.base import places
from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.base.store import State, states
from twiddle.evidence.results import Results
from twiddle.evidence.verify.campaign import Kind, Options, Point
from twiddle.evidence.verify.exhaust import Exhaust
from twiddle.evidence.verify.flow import Flow
from twiddle.evidence.verify.formal import Formal
from twiddle.evidence.verify.lattice import Cycles, Lattice
from twiddle.evidence.verify.netlists import Netlists
from twiddle.evidence.verify.suite import Coverage, Faults, Matrix, Mutants
from twiddle.evidence.verify.unit import Unit
from twiddle.evidence.verify.vectors import Vectors


class Soc(Kind[Point]):
    """The system of examples/soc, a program of its own, whose compiler may be missing.

    Only the pending list has its state.
    """

    name = "soc"
    record = "verify/soc.json"
    claim = (
        "operations of ML-KEM and ML-DSA on a processor, with the polynomial unit and whole on "
        "`twd_lattice_axi`, against NIST's cases"
    )
    files = "the folder of the unpacked crates, by default from cargo"
    checkout = "examples/"
    chooses = spreads = False
    program: ClassVar[Sequence[str]] = ("examples/soc/run.py", "--record")

    def count(self, record: Mapping[str, Any]) -> int:
        """The operations."""
        return sum(len(run["cycles"]) for forms in record["sets"].values() for run in forms.values())

    def hashes(self) -> dict[str, str]:
        """None."""
        return {}

    def run(self, options: Options) -> str:
        """Runs it; it prints its result. Raises CheckFailed if it ends with 1, TwiddleError if with more."""
        self.check(options)
        words = [*self.program, *([f"--sources={options.files}"] if options.files else [])]
        run = [sys.executable, *words]
        code = subprocess.run(run, cwd=places.root(), stdout=options.output, check=False).returncode
        if code:
            raise (CheckFailed if code == 1 else TwiddleError)(f"python {' '.join(words)}: exit code {code}")
        return ""


KINDS: tuple[Kind[Any], ...] = (
    Exhaust(),
    Netlists(),
    Matrix(),
    Faults(),
    Mutants(),
    Coverage(),
    Formal(),
    Flow(),
    Vectors(),
    Unit(),
    Lattice(),
    Cycles(),
    Soc(),
)
"""Every kind of evidence, in the order of the tables."""


@dataclass(frozen=True)
class Evidence:
    """The record of one kind of run.

    kind      name of the kind
    claim     its claim, in words
    count     of tests or proofs; None without a record
    command   repeats it
    state     see `twiddle.base.store.State`; stale: of other hardware or of another test bench
    minutes   its duration, on the processors of the record; None if not recorded
    record    its file in the folder of results
    """

    kind: str
    claim: str
    count: int | None
    command: str
    state: State
    minutes: float | None
    record: str


def evidence(results: Results) -> list[Evidence]:
    """The records of all kinds, in the order of `KINDS`. Raises TwiddleError for an invalid record."""

    def are_same(asked: Iterable[tuple[Mapping[str, Any], Kind[Any]]]) -> list[bool]:
        return [all(record.get(key) == now for key, now in kind.hashes().items()) for record, kind in asked]

    found = [(kind.record, _read(results.folder / kind.record, kind), kind) for kind in KINDS]
    known = states(found, are_same, results.pending())
    return [_evidence(kind, record, state, results) for (_, record, kind), state in zip(found, known, strict=True)]


def _read(path: Path, kind: Kind[Any]) -> Mapping[str, Any] | None:
    if not path.exists():
        return None
    try:
        record: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        kind.count(record)
        kind.claimed(record)
        record.get("seconds")
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise TwiddleError(f"{path}: not a record of {kind.name}: {error}") from None
    return record


def _evidence(kind: Kind[Any], record: Mapping[str, Any] | None, state: State, results: Results) -> Evidence:
    count = None if record is None else kind.count(record)
    seconds = None if record is None else record.get("seconds")
    minutes = None if seconds is None else seconds / 60
    claim = kind.claim if record is None else kind.claimed(record)
    return Evidence(kind.name, claim, count, kind.command, state, minutes, kind.record)


def minutes(entry: Evidence) -> str:
    """Minutes in a table."""
    return "-" if entry.minutes is None else "< 1" if entry.minutes < 1 else f"{entry.minutes:.0f}"
