# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`make cycles`: the cycles of whole operations on every build of `twd_lattice`.

Each operation of each parameter set is executed without pauses with the keys of SEEDS seeds, signatures with
those of SIGNATURES. Every answer equals that of kyber-py or dilithium-py, which counts the rounds. The record
is that of `twiddle.evidence.lattice_cycles`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec

from twiddle.base.errors import CheckFailed
from twiddle.catalog.block import Block
from twiddle.catalog.systems import system
from twiddle.evidence.lattice_cycles import BUILDS, RECORD, Counts, Recorded
from twiddle.evidence.verify import lattice
from twiddle.evidence.verify.campaign import Options, Row
from twiddle.evidence.verify.lattice import Operations
from twiddle.model.sets import DSA_SETS, KEM_SETS, Operation
from twiddle.tools.lattice_cases import Case, difference, dsa_cases, kem_cases, rounds_of
from twiddle.tools.lattice_simulator import Lattice

SEEDS = 10
SIGNATURES = 100

OF_SIGN = ("sign", "rounds", "late")


@dataclass(frozen=True)
class Point:
    """Operations of a parameter set on a build, with the seeds from `first` on."""

    build: Block
    set: str
    first: int
    seeds: int = SEEDS

    def __str__(self) -> str:
        return f"{self.build.stem} {self.set} {self.first:03}"

    def run(self, hardware: Lattice | None = None) -> Row:
        """Executes it; returns the cycles by operation. Raises CheckFailed for a wrong answer."""
        cycles: dict[str, list[int]] = {}
        before = 0
        for seed in range(self.first, self.first + self.seeds):
            with lattice.HASHING:
                cases, rounds = cases_of(self.set, seed)
            for name, number in rounds.items():
                cycles.setdefault(name, []).append(number)
            answers = (hardware or simulated(self.build)).run([case.task for case in cases])
            for case, answer in zip(cases, answers, strict=True):
                if words := difference(case, answer):
                    raise CheckFailed(f"{words}; repeat: twiddle verify --run cycles --only '{self}'")
                cycles.setdefault(case.task.operation.label.lower(), []).append(answer.cycles)
                if case.task.operation is Operation.DSA_SIGN:
                    before = answer.taken
        return {"cycles": cycles, "before": before}


@cache
def cases_of(name: str, seed: int) -> tuple[list[Case], dict[str, int]]:
    """One case of each operation of a parameter set, and the rounds of the signature."""
    if name in KEM_SETS:
        return list(kem_cases(name, seed))[:3], {}
    keygen, sign, _, verify, *_ = dsa_cases(name, seed)
    return [keygen, sign, verify], rounds_of(sign.task)._asdict()


@cache
def simulated(build: Block) -> Lattice:
    """A simulated build."""
    of = system(build)
    return Lattice(of.kem, of.dsa, of.lanes)


class Cycles(Operations[Point]):
    """The operations of every build, with so many signatures."""

    name = "cycles"
    record = RECORD
    claim = "operations of ML-KEM and ML-DSA on each build of `twd_lattice`, right, with their cycles"
    settings = (SEEDS,)

    def __init__(self, signatures: int = SIGNATURES) -> None:
        self._signatures = signatures

    def count(self, record: Mapping[str, Any]) -> int:
        """The operations."""
        return msgspec.convert(record, Recorded).operations

    def points(self, options: Options) -> list[Point]:
        """All points."""
        return [
            Point(build, name, first)
            for build in BUILDS
            for scheme, sets, most in (("Kem", KEM_SETS, SEEDS), ("Dsa", DSA_SETS, self._signatures))
            for name in sets
            for first in range(0, most, SEEDS)
            if system(build).settings[scheme]
        ]

    def summary(self, points: Sequence[Point], rows: Sequence[Row]) -> dict[str, Any]:
        """The cycles by build and parameter set."""
        builds: dict[str, dict[str, dict[str, Any]]] = {}
        for point, row in zip(points, rows, strict=True):
            counts = builds.setdefault(point.build.stem, {}).setdefault(point.set, {"before": row["before"]})
            for name, cycles in row["cycles"].items():
                if name in OF_SIGN or point.first == 0:
                    counts.setdefault(name, []).extend(cycles)
        return {"builds": msgspec.to_builtins(msgspec.convert(builds, dict[str, dict[str, Counts]]))}
