# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`make cycles`: the cycles of whole operations on every build of `twd_lattice`.

Each operation of each parameter set is executed without pauses with the keys of SEEDS seeds, signatures with
those of SIGNATURES. Every answer equals that of kyber-py or dilithium-py, which counts the rounds. The record
(`twiddle.evidence.lattice_cycles`), results/verify/cycles.json, is written when all are right; a right point is not
executed again while hardware, harness and tools are the same.
"""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec

from twiddle.base.errors import CheckFailed
from twiddle.catalog.block import Block
from twiddle.catalog.systems import system
from twiddle.evidence.lattice_cycles import BUILDS, COMMAND, RECORD, Recorded, rtl_hash
from twiddle.evidence.verify import campaign, lattice
from twiddle.model.sets import DSA_SETS, KEM_SETS, Operation
from twiddle.tools.lattice_cases import Case, difference, dsa_cases, kem_cases, rounds_of
from twiddle.tools.lattice_simulator import Lattice

SEEDS = 10
SIGNATURES = 100

OF_SIGN = ("sign", "rounds", "late")


@dataclass(frozen=True)
class Point:
    """Operations of a parameter set on a build, with SEEDS seeds from `first` on."""

    build: Block
    set: str
    first: int

    def __str__(self) -> str:
        return f"{self.build.stem} {self.set} {self.first:03}"

    def key(self) -> str:
        """Its cache name: a hash of everything that the result depends on."""
        named = json.dumps([str(self), rtl_hash(), lattice.harness_hash(Path(__file__)), lattice.tools()])
        return hashlib.sha256(named.encode()).hexdigest()

    def run(self) -> campaign.Row:
        """Executes it; returns the cycles by operation. Raises CheckFailed for a wrong answer."""
        begin = time.monotonic()
        cycles: dict[str, list[int]] = {}
        before = 0
        for seed in range(self.first, self.first + SEEDS):
            with lattice.HASHING:
                cases, rounds = cases_of(self.set, seed)
            for name, number in rounds.items():
                cycles.setdefault(name, []).append(number)
            answers = hardware(self.build).run([case.task for case in cases])
            for case, answer in zip(cases, answers, strict=True):
                if words := difference(case, answer):
                    raise CheckFailed(f"{words}; repeat: twiddle verify --run cycles --only '{self}'")
                cycles.setdefault(case.task.operation.label.lower(), []).append(answer.cycles)
                if case.task.operation is Operation.DSA_SIGN:
                    before = answer.taken
        return {"cycles": cycles, "before": before, "seconds": round(time.monotonic() - begin, 1)}


@cache
def cases_of(name: str, seed: int) -> tuple[list[Case], dict[str, int]]:
    """One case of each operation of a parameter set, and the rounds of the signature."""
    if name in KEM_SETS:
        return list(kem_cases(name, seed))[:3], {}
    keygen, sign, _, verify, *_ = dsa_cases(name, seed)
    return [keygen, sign, verify], rounds_of(sign.task)._asdict()


@cache
def hardware(build: Block) -> Lattice:
    """A simulated build."""
    of = system(build)
    return Lattice(of.kem, of.dsa, of.lanes)


def points() -> list[Point]:
    """All points."""
    return [
        Point(build, name, first)
        for build in BUILDS
        for scheme, sets, most in (("Kem", KEM_SETS, SEEDS), ("Dsa", DSA_SETS, SIGNATURES))
        for name in sets
        for first in range(0, most, SEEDS)
        if system(build).settings[scheme]
    ]


def run(options: campaign.Options) -> str:
    """Executes all points, or the chosen ones; returns the result in words.

    Raises CheckFailed for wrong answers.
    """
    chosen = options.chosen(points())
    begin = time.monotonic()
    models = {point.build.stem: partial(hardware, point.build) for point in chosen}
    rows = campaign.right_rows(chosen, models, options)
    builds: dict[str, dict[str, dict[str, Any]]] = {}
    for point, row in zip(chosen, rows, strict=True):
        counts = builds.setdefault(point.build.stem, {}).setdefault(point.set, {"before": row["before"]})
        for name, cycles in row["cycles"].items():
            if name in OF_SIGN or point.first == 0:
                counts.setdefault(name, []).extend(cycles)
    operations = sum(
        len(cycles)
        for sets in builds.values()
        for counts in sets.values()
        for name, cycles in counts.items()
        if name not in ("before", "rounds", "late")
    )
    words = f"{operations} operations, all right, in {time.monotonic() - begin:.0f} s"
    if options.only:
        return words
    seconds = round(sum(row["seconds"] for row in rows) / options.workers, 1)
    record = msgspec.convert(
        {
            "command": COMMAND,
            "workers": options.workers,
            "seconds": seconds,
            "tools": lattice.tools(),
            "rtl_hash": rtl_hash(),
            "builds": builds,
        },
        Recorded,
    )
    options.results.write(RECORD, record)
    return words
