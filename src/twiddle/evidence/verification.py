# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A block compared with the model, on request."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from twiddle.base.errors import A_DESIGN, expect, integer
from twiddle.base.grid import Cell, Column, Grid
from twiddle.base.progress import Progress, silent
from twiddle.catalog.block import Block
from twiddle.tools.conformance import Conformer, Effort, Mismatch
from twiddle.tools.sim.simulator import Simulator

PARTS = {
    "operations": "each operation back to back, corners of the arithmetic first",
    "stalls": "all operations mixed, with pauses on every stream",
    "bad": "a coefficient out of range in each lane, at both ends",
    "resets": "a reset of 1 to 4 edges at any time",
}
"""What a run compares, part by part."""


@dataclass(frozen=True)
class Verification:
    """What a run compared.

    seed      of the first pass; each further pass has the next one
    compared  results by part of the run
    wrong     the first wrong result; None if all are right
    seconds   of the whole run, compilation included

    >>> from twiddle import core
    >>> found = verify(core("iterative", "ml-kem"), polynomials=10)
    >>> found.ok, [row["part"].value for row in found.table().rows]
    (True, ['operations', 'stalls', 'bad', 'resets'])
    """

    block: Block
    seed: int
    compared: Mapping[str, int]
    wrong: Mismatch | None
    seconds: float

    @property
    def ok(self) -> bool:
        """Whether every result is right."""
        return self.wrong is None

    def table(self) -> Grid:
        """The compared results, part by part."""
        columns = Column("part", "part", text=True), Column("results", "results"), Column("what", "what", text=True)
        rows = ({"part": Cell(part), "results": Cell(self.compared[part]), "what": Cell(PARTS[part])} for part in PARTS)
        state = "all right" if self.ok else f"wrong: {self.wrong}"
        return Grid("verify", f"{self.block.words}, {self.block.ring.name}: {state}", columns, tuple(rows))

    def _repr_html_(self) -> str:
        return self.table().html()

    def document(self) -> dict[str, object]:
        """The JSON document, but for the evidence."""
        return {
            "core": self.block.core,
            "ring": self.block.ring.name,
            "parameters": dict(self.block.parameters),
            "seed": self.seed,
            "polynomials": sum(self.compared.values()),
            "compared": dict(self.compared),
            "mismatches": 0 if self.wrong is None else self.wrong.count,
            "seconds": round(self.seconds, 1),
        }


def verify(block: Block, polynomials: int = 1000, seed: int = 1, progress: Progress = silent) -> Verification:
    """Compare a core with the model: every operation, stalls, bad coefficients and resets.

    polynomials  results to compare, at least
    seed         of random operands, stalls and registers
    progress     receives the beginning and the end of the compilation and of the comparison

    Raises TwiddleError for a block without streams of polynomials, and for a missing tool.

    >>> from twiddle import core
    >>> verify(core("iterative", "ml-kem"), polynomials=10).seed
    1
    """
    expect("design", block, Block, A_DESIGN)
    polynomials, seed = integer("polynomials", polynomials, 1), integer("seed", seed, 0)
    began = time.monotonic()
    progress("compile", "started", 0.0)
    conformer = Conformer(block, Simulator(block), assertions=True)
    progress("compile", "finished", time.monotonic() - began)
    progress("compare", "started", 0.0)
    start, number, compared, wrong = time.monotonic(), seed, Counter[str](), None
    try:
        while compared.total() < polynomials:
            result = conformer.run(Effort(), number)
            compared = Counter(result.compared)
            number += 1
    except Mismatch as error:
        wrong = error
    progress("compare", "finished", time.monotonic() - start)
    return Verification(block, seed, {part: compared[part] for part in PARTS}, wrong, time.monotonic() - began)
