# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A block compared with the model, on request."""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from twiddle.base.errors import A_DESIGN, CheckFailed, TwiddleError, expect, integer
from twiddle.base.grid import Cell, Column, Grid
from twiddle.base.progress import Progress, silent
from twiddle.base.rings import ring
from twiddle.catalog.block import Block
from twiddle.catalog.systems import LATTICE, PolyUnit, system
from twiddle.evidence.verify.lattice import LENGTH, PAUSES, Turn
from twiddle.model import methods
from twiddle.tools import lattice_simulator, unit_cases, unit_simulator
from twiddle.tools.conformance import conform
from twiddle.tools.lattice_cases import difference
from twiddle.tools.sim.simulator import Simulator
from twiddle.tools.sim.unit import ProductSweep

PARTS = {
    "operations": "each operation back to back, corners of the arithmetic first",
    "stalls": "all operations mixed, with pauses on every stream",
    "bad": "a coefficient out of range in each lane, at both ends",
    "resets": "a reset of 1 to 4 edges at any time",
}
"""What a run of a core compares, part by part."""

_WORDS = {
    **PARTS,
    "operations of schemes": "whole, one after the other with pauses on every port, against the packages",
    "commands": "of random programs with pauses, and the stores of all slots at their end",
    "products": "pairs of operands, one a cycle: every pair of at most 14 bits",
}

_MULTIPLIERS = ("mod-mul", "mod-mul-ldsp", "mod-mul-rns", "mod-mul-rns-dual")

Pass = Callable[[int], Mapping[str, int]]
"""Compares with a seed; returns how many results it compared. Raises CheckFailed for the first wrong one."""


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
    wrong: CheckFailed | None
    seconds: float

    @property
    def ok(self) -> bool:
        """Whether every result is right."""
        return self.wrong is None

    def table(self) -> Grid:
        """The compared results, part by part."""
        columns = Column("part", "part", text=True), Column("results", "results"), Column("what", "what", text=True)
        rows = (
            {"part": Cell(part), "results": Cell(count), "what": Cell(_WORDS[part])}
            for part, count in self.compared.items()
        )
        of = ", ".join(filter(None, (self.block.words, self.block.ring_name)))
        state = "all right" if self.ok else f"wrong: {self.wrong}"
        return Grid("verify", f"{of}: {state}", columns, tuple(rows))

    def _repr_html_(self) -> str:
        return self.table().html()

    def document(self) -> dict[str, object]:
        """The JSON document, but for the evidence."""
        return {
            "core": self.block.core,
            "ring": self.block.ring_name or None,
            "parameters": dict(self.block.parameters),
            "seed": self.seed,
            "polynomials": sum(self.compared.values()),
            "compared": dict(self.compared),
            "mismatches": 0 if self.wrong is None else getattr(self.wrong, "count", 1),
            "seconds": round(self.seconds, 1),
        }


def verify(block: Block, polynomials: int = 1000, seed: int = 1, progress: Progress = silent) -> Verification:
    """Compare a block with the model, until enough results are compared or one is wrong.

    A core: every operation, stalls, bad coefficients and resets. `twd_lattice`: whole operations, against kyber-py
    and dilithium-py; `twd_poly_unit`: random programs; a modular multiplier: pairs of operands.

    polynomials  results to compare, at least
    seed         of random operands, stalls and registers
    progress     receives the beginning and the end of the compilation and of the comparison

    Raises TwiddleError for a block that has no such comparison, and for a missing tool.

    >>> from twiddle import core
    >>> verify(core("iterative", "ml-kem"), polynomials=10).seed
    1
    """
    expect("design", block, Block, A_DESIGN)
    polynomials, seed = integer("polynomials", polynomials, 1), integer("seed", seed, 0)
    began = time.monotonic()
    progress("compile", "started", 0.0)
    compare = _compiled(block)
    progress("compile", "finished", time.monotonic() - began)
    progress("compare", "started", 0.0)
    start, number, wrong = time.monotonic(), seed, None
    compared: dict[str, int] = dict.fromkeys(PARTS, 0) if block.streams else {}
    try:
        while sum(compared.values()) < polynomials:
            for part, count in compare(number).items():
                compared[part] = compared.get(part, 0) + count
            number += 1
    except CheckFailed as error:
        wrong = error
    progress("compare", "finished", time.monotonic() - start)
    return Verification(block, seed, compared, wrong, time.monotonic() - began)


def _compiled(block: Block) -> Pass:
    """The comparison of a block. Raises TwiddleError if there is none."""
    if block.streams:
        return _polynomials(block)
    if block.kind is LATTICE:
        return _operations(block)
    if isinstance(block.architecture, PolyUnit):
        return _programs(block)
    if block.core in _MULTIPLIERS:
        return _products(block)
    raise TwiddleError(f"core {block.core}: has no comparison on request; `make test` runs its tests")


def _polynomials(block: Block) -> Pass:
    simulator = Simulator(block)
    return lambda number: conform(block, seed=number, simulator=simulator)


def _operations(block: Block) -> Pass:
    of = system(block)
    if not of.dsp:
        raise TwiddleError("core lattice: Dsp = 0 computes in the same cycles; leave it out")
    hardware = lattice_simulator.Lattice(of.kem, of.dsa, of.lanes, slices=of.slices, rounds=of.rounds)

    def compare(number: int) -> Mapping[str, int]:
        cases = [case for cases in Turn(number, of.sets).rounds() for case in cases]
        answers = hardware.run([case.task for case in cases], stall=0.1, seed=number)
        _check(difference(case, answer) for case, answer in zip(cases, answers, strict=True))
        return {"operations of schemes": len(cases)}

    return compare


def _programs(block: Block) -> Pass:
    of = system(block)
    rings = ring("ml-dsa") if of.dsa else None, ring("ml-kem") if of.kem else None
    hardware = unit_simulator.PolyUnit(*rings, of.lanes, dsp=of.dsp)
    return lambda number: {"commands": len(unit_cases.check(hardware, LENGTH, number, PAUSES[number % len(PAUSES)]))}


def _products(block: Block) -> Pass:
    """Every pair of a narrow multiplier, row by row; of a wide one rows at random."""
    unit, parameters = block.unit, dict(block.rtl_parameters())
    if "Method" in parameters:
        parameters["Method"] = unit.method.parameter
    sweep = ProductSweep(parameters, block.top)
    scale = methods.scale(unit.method, unit.q, int(block.parameters.get("Halvings", 0)))

    def compare(number: int) -> Mapping[str, int]:
        narrow = unit.q.bit_length() <= 14
        first = 0 if narrow else int(np.random.default_rng(number).integers(unit.q))
        right, wrong = sweep.rows(unit.q, scale, unit.latency, first, unit.q if narrow else first + 1)
        _check([] if wrong is None else [f"core {block.core}: {wrong}"])
        return {"products": right}

    return compare


def _check(differences: Iterable[str]) -> None:
    for words in filter(None, differences):
        raise CheckFailed(words)
