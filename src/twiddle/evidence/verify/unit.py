# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`make unit`: random programs on the simulated polynomial unit, against the model.

A batch is PROGRAMS programs of LENGTH random commands and the stores of all slots at their end, on one
unit. The number of a program is the seed of everything in it; a third of them has no pauses, the others have
pauses at random on every port. A right batch is not executed again while hardware, harness and tools are the
same. The record, results/verify/unit.json, is written when all batches are right:

command, workers, seconds   how it was run, and the time of all batches on so many workers
tools                       package and version of every tool
rtl_hash                    sha256 of the sources of twd_poly_unit, without comments and white space
harness_hash                sha256 of what makes, executes and compares the programs
pauses                      probabilities of a pause before a transfer
units                       by unit: number of programs, whose seeds start at 0; their commands by operation
"""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from twiddle.base import manifest
from twiddle.base.errors import CheckFailed
from twiddle.base.rings import Ring, ring
from twiddle.evidence.verify import campaign
from twiddle.model import unit as model
from twiddle.tools import unit_cases as cases
from twiddle.tools import unit_simulator as simulator
from twiddle.tools.sim import streams
from twiddle.tools.unit_simulator import PolyUnit

RECORD = "verify/unit.json"
LENGTH = 60
PROGRAMS = 20
PAUSES = (0.0, 0.1, 0.5)


@dataclass(frozen=True)
class Unit:
    """A unit with 16 slots, and the number of its batches."""

    name: str
    ring: Ring | None
    pairs: Ring | None
    lanes: int
    batches: int


UNITS = (
    *(Unit(f"small {lanes} lanes", cases.SMALL, cases.SMALL_PAIRS, lanes, 25) for lanes in (1, 2, 4)),
    Unit("small complete 2 lanes", cases.SMALL, None, 2, 5),
    Unit("small pairs 2 lanes", None, cases.SMALL_PAIRS, 2, 5),
    *(Unit(f"schemes {lanes} lanes", ring("ml-dsa"), ring("ml-kem"), lanes, 1) for lanes in (1, 2, 4)),
)
"""Moduli of both schemes with n = 32, either alone, and their rings: 105,600 random commands."""


@cache
def compiled(unit: Unit) -> PolyUnit:
    """A simulated unit."""
    return PolyUnit(unit.ring, unit.pairs, unit.lanes, 16)


@dataclass(frozen=True)
class Batch:
    """PROGRAMS programs on a unit, with seeds from `first` on."""

    unit: Unit
    first: int

    def __str__(self) -> str:
        return f"{self.unit.name} {self.first:03}"

    def key(self) -> str:
        """Its cache name: a hash of everything that the outcome depends on."""
        named = json.dumps([str(self), rtl_hash(), harness_hash(), tools()])
        return hashlib.sha256(named.encode()).hexdigest()

    def run(self) -> campaign.Row:
        """Executes it; returns the commands by operation. Raises CheckFailed for a wrong result."""
        begin = time.monotonic()
        commands = Counter[str]()
        for seed in range(self.first, self.first + PROGRAMS):
            try:
                done = cases.check(compiled(self.unit), LENGTH, seed, PAUSES[seed % len(PAUSES)])
            except CheckFailed as error:
                raise CheckFailed(
                    f"{self}, seed {seed}: {error}; repeat: twiddle verify --run unit --only '{self}'"
                ) from None
            commands.update(command.operation.name for command in done)
        return {"commands": dict(commands), "seconds": round(time.monotonic() - begin, 1)}


def rtl_hash() -> str:
    """The hash of the sources of the unit."""
    return manifest.text_hash(manifest.sources("twd_poly_unit"))


@cache
def harness_hash() -> str:
    """sha256 of the Python that makes, executes and compares the programs, and of the test bench."""
    shared = [Path(str(module.__file__)) for module in (cases, model, simulator, streams)]
    bench = sorted((Path(streams.__file__).parent / "harness").iterdir())
    files = [Path(__file__), *shared, *(path for path in bench if path.is_file())]
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


@cache
def tools() -> dict[str, str]:
    """Package and version of every tool."""
    return campaign.tools("verilator", "compiler", "numpy")


def batches() -> list[Batch]:
    """All batches."""
    return [Batch(unit, PROGRAMS * number) for unit in UNITS for number in range(unit.batches)]


def totals(chosen: Sequence[Batch], rows: Sequence[campaign.Row]) -> dict[str, dict[str, object]]:
    """By unit: the number of programs, and their commands by operation."""
    commands: dict[str, Counter[str]] = {}
    for batch, row in zip(chosen, rows, strict=True):
        commands.setdefault(batch.unit.name, Counter()).update(row["commands"])
    number = Counter(batch.unit.name for batch in chosen)
    return {name: {"programs": PROGRAMS * number[name], "commands": dict(counts)} for name, counts in commands.items()}


def run(options: campaign.Options) -> str:
    """Executes all batches, or the chosen ones; returns the result in words.

    Raises CheckFailed for wrong results.
    """
    chosen = options.chosen(batches())
    begin = time.monotonic()
    models = {batch.unit.name: partial(compiled, batch.unit) for batch in chosen}
    rows = campaign.right_rows(chosen, models, options)
    if not options.only:
        record = {
            "command": "make unit",
            "workers": options.workers,
            "seconds": round(sum(row["seconds"] for row in rows) / options.workers, 1),
            "tools": tools(),
            "rtl_hash": rtl_hash(),
            "harness_hash": harness_hash(),
            "pauses": PAUSES,
            "units": totals(chosen, rows),
        }
        options.results.write(RECORD, record)
    number = sum(sum(row["commands"].values()) for row in rows)
    programs = PROGRAMS * len(rows)
    return f"{programs} programs, {number:,} commands, all right, in {time.monotonic() - begin:.0f} s"
