# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Conformance tests of a core's ports, for any compiled design: its sources, or a netlist of them.

Five parts compare every coefficient and flag with the model; registers and memories start with
random contents:

operations   each operation back to back at full rate, corners of the arithmetic first
stalls       all operations mixed, with pauses on every stream
bad          one coefficient out of range on each stream, in each lane of the first and the last beat, each
             followed by a clean operation (not with Trusted = 1)
refused      operation codes that the core does not offer, among others (not with assertions)
resets       a reset, of 1 to 4 edges, at any time of mixed operations; those after it are compared
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from twiddle.base.errors import CheckFailed
from twiddle.base.rings import Ring
from twiddle.catalog.block import OPCODES, Block
from twiddle.model.passes import TAKES_B
from twiddle.tools.sim.build import Source
from twiddle.tools.sim.simulator import Bench, Simulator, Stalls, describe, takes_b

STALLS = (Stalls(a=0.3, b=0.3, c=0.3), Stalls(a=0.02, b=0.05, c=0.02, burst=60), Stalls(a=0.6, b=0.1, c=0.7, burst=3))


def corners(of: Ring) -> NDArray[np.int64]:
    """Polynomials at the edges of the arithmetic, shape (13, n)."""
    n, q = of.n, of.q
    index = np.arange(n)
    rows = [np.full(n, value) for value in (0, q - 1, 1, 2, q // 2, q // 2 + 1)]
    rows += [np.where(index == 0, 1, 0), np.where(index == n - 1, 1, 0), np.where(index == n - 1, q - 1, 0)]
    rows += [index % 2 * (q - 1), (1 - index % 2) * (q - 1), index // (n // 2) * (q - 1), index % q]
    return np.array(rows)


@dataclass(frozen=True)
class Effort:
    """The amount of tests: operations of each kind in a part, and resets."""

    operations: int = 40
    mixed: int = 6
    refused: int = 2
    resets: int = 12


@dataclass(frozen=True, eq=False)
class Traffic:
    """Operations of a design with their operands.

    operations   names, or codes that the design does not offer
    k            polynomials that each takes on a stream, shape (m,)
    a, b         shape (sum of k, n); rows of b without an operation are unused
    """

    design: Block
    operations: Sequence[str | int]
    k: NDArray[np.int64]
    a: NDArray[np.int64]
    b: NDArray[np.int64]

    @cached_property
    def owner(self) -> NDArray[np.int64]:
        """The operation of each polynomial."""
        return np.repeat(np.arange(len(self.k)), self.k)

    @cached_property
    def takes_b(self) -> NDArray[np.bool_]:
        """Whether each operation has polynomials on b; refused codes follow those of their value."""
        return takes_b(self.design, self.operations)

    @property
    def arguments(self) -> tuple[Sequence[str | int], NDArray[np.int64], NDArray[np.int64]]:
        """The arguments for `Simulator.run`, except k."""
        return self.operations, self.a, self.b[self.takes_b[self.owner]]

    @property
    def rows(self) -> int | list[int]:
        """The values of k_i, if the core has that port."""
        return 1 if self.design.largest_k == 1 else self.k.tolist()

    @cached_property
    def c(self) -> NDArray[np.int64]:
        """Results by the model, for the reduced operands; zeros for a refused operation."""
        q = self.design.ring.q
        result = np.zeros((len(self.k), self.design.ring.n), np.int64)
        for name, k in sorted(set(zip(self.operations, self.k.tolist(), strict=True)), key=str):
            if isinstance(name, str):
                rows = np.array([other == name for other in self.operations]) & (self.k == k)
                a, b = self.a[rows[self.owner]] % q, self.b[rows[self.owner]] % q
                result[rows] = self.design.model(name, a, b if name in TAKES_B else None, k)
        return result

    @cached_property
    def err(self) -> NDArray[np.bool_]:
        """c_err_o of each operation."""
        q = self.design.ring.q
        outside = (self.a >= q).any(axis=1) | ((self.b >= q).any(axis=1) & self.takes_b[self.owner])
        refused = np.array([isinstance(name, int) for name in self.operations])
        return np.asarray(refused | (np.bincount(self.owner, outside, len(self.k)) > 0))


def traffic(design: Block, operations: Sequence[str | int], rng: np.random.Generator) -> Traffic:
    """Operations whose operands are corners by a third; k is any legal value."""
    k = rng.integers(1, design.largest_k + 1, len(operations))
    a, b = rng.integers(0, design.ring.q, (2, int(k.sum()), design.ring.n))
    edges = corners(design.ring)
    for rows in (a, b):
        at = rng.random(len(rows)) < 1 / 3
        rows[at] = edges[rng.integers(len(edges), size=at.sum())]
    return Traffic(design, operations, k, a, b)


def mixture(design: Block, each: int, rng: np.random.Generator, more: Sequence[int] = ()) -> Traffic:
    """`each` of every operation that the design offers, and of `more` codes, in random order."""
    kinds: list[str | int] = [*design.operations, *more] * each
    return traffic(design, [kinds[i] for i in rng.permutation(len(kinds))], rng)


def spoiled(design: Block, rng: np.random.Generator) -> Traffic:
    """Operations with one coefficient out of range, see the part `bad`; a clean one after each."""
    lanes, ring = design.lanes, design.ring
    cases = [
        (name, stream, place)
        for name in design.operations
        for stream in "ab"[: 1 + (name in TAKES_B)]
        for place in (*range(lanes), *range(ring.n - lanes, ring.n))
    ]
    cases = [cases[i] for i in rng.permutation(len(cases))]
    clean = rng.integers(len(design.operations), size=len(cases))
    names = [name for case, other in zip(cases, clean, strict=True) for name in (case[0], design.operations[other])]
    found = traffic(design, names, rng)
    for row, (_, stream, place) in enumerate(cases):
        value = (ring.q, 2**ring.bits - 1)[row % 2]
        (found.a if stream == "a" else found.b)[found.owner == 2 * row, place] = value
    return found


def conform(
    design: Block,
    effort: Effort = Effort(),
    seed: int = 0,
    *,
    netlist: Source | None = None,
    simulator: Simulator | None = None,
) -> Mapping[str, int]:
    """Tests a design, as its sources or as a netlist, which has no assertions; returns the right results by part.

    simulator   compiled before

    Raises CheckFailed for a wrong result, a violated port contract or a failing assertion, TwiddleError if a
    tool is missing or refuses the design.
    """
    compiled = simulator or Simulator(design, netlist=netlist)
    compared: Counter[str] = Counter()

    def compare(
        part: str, stream: Traffic, seed: int, stall: Stalls, before: Traffic | None = None, reset_at: int | None = None
    ) -> None:
        bench = Bench(None if before is None else (*before.arguments, before.rows))
        result = compiled.run(
            *stream.arguments, k=stream.rows, stall=stall, seed=seed, random_state=True, reset_at=reset_at, bench=bench
        )
        wrong = (result.c != stream.c).any(axis=1) | (result.err != stream.err)
        if wrong.any():
            first = _first(stream, result.c, result.err, wrong)
            raise CheckFailed(f"{describe(design)}: {part}: {first}; seed {seed}")
        compared[part] += len(wrong)

    rng = np.random.default_rng(seed)
    for name in design.operations:
        compare("operations", _corners(design, name, effort.operations, rng), seed, Stalls())
    for number, stall in enumerate(STALLS):
        compare("stalls", mixture(design, effort.mixed, rng), seed + number, stall)
    if not design.parameters.get("Trusted"):
        compare("bad", spoiled(design, rng), seed, Stalls())
    if netlist is not None:
        codes = [code for code in range(8) if code not in {OPCODES[name] for name in design.operations}]
        for number, stall in enumerate((Stalls(), STALLS[0])):
            compare("refused", mixture(design, effort.refused, rng, codes), seed + number, stall)
    span = 4 * max(design.cycles(name).latency or 0 for name in design.operations)
    for number in range(effort.resets):
        before, after = mixture(design, 2, rng), mixture(design, 1, rng)
        compare("resets", after, seed + number, Stalls(0.1, 0.1, 0.3, 20), before, int(rng.integers(span)))
    return compared


def _corners(design: Block, name: str, count: int, rng: np.random.Generator) -> Traffic:
    """Operations of one kind, pairs of corners first."""
    found = traffic(design, [name] * count, rng)
    edges = corners(design.ring)
    pairs = np.array(list(product(range(len(edges)), repeat=2)))
    some = pairs[rng.permutation(len(pairs))[: len(found.a) // 2]]
    found.a[: len(some)], found.b[: len(some)] = edges[some[:, 0]], edges[some[:, 1]]
    return found


def _first(stream: Traffic, c: NDArray[np.int64], err: NDArray[np.bool_], wrong: NDArray[np.bool_]) -> str:
    """The first wrong result in words."""
    row = int(wrong.argmax())
    where = f"{wrong.sum()} of {len(wrong)} results are wrong, first operation {row} ({stream.operations[row]})"
    different = c[row] != stream.c[row]
    if not different.any():
        return f"{where}: c_err_o is {int(err[row])}, expected {int(stream.err[row])}"
    index = int(different.argmax())
    return f"{where}: coefficient {index} is {c[row, index]}, expected {stream.c[row, index]}"
