# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What one job costs: operations in order, cycles, bits on the bus.

A job runs to its end on one core. On a core for products, each step takes the cheapest of these paths:

apart  every NTT, then every PWM, then every INTT
mult   every product as one MULT, intt(pwm(ntt(a), b)), if the core offers it and the step allows it
mul    every product as one MUL, intt(pwm(ntt(a), ntt(b))); likewise

An operation that depends on earlier results starts when the last of them is complete, so a run of `count`
equal operations takes (count - 1) interval + latency cycles. The next job starts one interval after the last
operation if both jobs consist of one kind of operation, and otherwise after the last result: a change of
direction or kind is never free.

On a build of `twd_lattice` a job is a whole operation in its measured cycles. A signature takes those of an
accepted first round, and for each rejected round the mean of the measured ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, log
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from twiddle.catalog.block import Block
from twiddle.evidence.lattice_cycles import Counts, average, parts
from twiddle.model.passes import TAKES_B
from twiddle.model.sets import KEM_SETS, Operation
from twiddle.model.work import REPETITIONS, Step, Work
from twiddle.tools.lattice_simulator import Task

Amount = TypeVar("Amount", float, NDArray[np.float64])

Run = tuple[str, int]
"""Equal operations without dependences: their name, and how many."""

MESSAGE = 33
"""Bytes of the message of a signature, as in the record of cycles."""


@dataclass(frozen=True)
class Job:
    """One job on one core."""

    runs: tuple[Run, ...]  # operations in order
    cycles: int  # from its first beat until the next job can start
    tail: int  # from there to its last result
    bits_in: int  # operands on the streams a and b; bits_out: results
    bits_out: int
    further: Job | None = None  # the addition of each attempt after the first, for a job of random length
    attempts: float = 1.0  # their average number, geometrically distributed; 1: a job of constant length

    @property
    def totals(self) -> dict[str, float]:
        totals: dict[str, float] = {}
        repeated = () if self.further is None else self.further.runs
        for operation, count in (*self.runs, *((name, (self.attempts - 1) * count) for name, count in repeated)):
            totals[operation] = totals.get(operation, 0) + count
        return totals

    def mean(self, figure: str) -> float:
        return self.amount(figure, self.attempts)

    def amount(self, figure: str, attempts: Amount) -> Amount:
        """Cycles, bits_in or bits_out of a job with this number of attempts, or of this many jobs."""
        once: int = getattr(self, figure)
        more: int = 0 if self.further is None else getattr(self.further, figure)
        return once + (attempts - 1) * more

    def attempts_at(self, share: float) -> int:
        """The number of attempts that suffices for a share of the jobs, for example 0.99."""
        return 1 if self.further is None else ceil(log(1 - share) / log(1 - 1 / self.attempts))


def job(design: Block, work: Work) -> Job | None:
    """The cheapest path of one job through a core; None if the core lacks an operation that it needs."""
    runs = _cheapest(design, work.steps)
    attempt = _cheapest(design, work.attempt)
    if runs is None:
        return None
    once = of_runs(design, runs)
    return replace(once, further=of_runs(design, attempt), attempts=work.attempts) if attempt else once


def of_runs(design: Block, runs: Sequence[Run]) -> Job:
    """The job of given runs of operations, all offered by the core."""
    one_kind = len({operation for operation, _ in runs}) == 1
    tail = _drained(design, (runs[-1][0], 1)) - (design.cycles(runs[-1][0]).interval or 0) if one_kind else 0
    operands = sum(count * (2 if operation in TAKES_B else 1) for operation, count in runs)
    polynomial, results = design.ring.n * design.ring.bits, sum(count for _, count in runs)
    cycles = sum(_drained(design, run) for run in runs) - tail
    return Job(tuple(runs), cycles, tail, operands * polynomial, results * polynomial)


def whole_job(counts: Counts, scheme: str, operation: str) -> Job:
    """A job of a scheme on the build of these cycles; a handshake is its operations, one after the other."""
    names, kem = parts(operation), scheme.upper() in KEM_SETS
    codes = [code for name in names for code in Operation if code.label.lower() == name]
    tasks = [Task(code, scheme.upper(), ()) for code in codes if (code <= Operation.KEM_DECAPS) == kem]
    bits_in = 8 * sum(MESSAGE if size is None else size for task in tasks for size in task.sizes)
    bits_out = 8 * sum(size for task in tasks for size in task.results)
    runs = tuple((name, 1) for name in names)
    if operation != "sign":
        return Job(runs, round(average(counts, scheme, operation)), 0, bits_in, bits_out)
    further = Job((), round(counts.signing.again), 0, 0, 0)
    return Job(runs, round(counts.signing.first), 0, bits_in, bits_out, further, REPETITIONS[scheme.lower()])


def _cheapest(design: Block, steps: Sequence[Step]) -> list[Run] | None:
    """The runs of some steps by their cheapest paths; None if the core lacks an operation.

    A step that uses the vector of the previous step takes the same path, which left it transformed or not.
    """
    runs: list[Run] = []
    taken = ""
    for step in steps:
        apart = [("ntt", step.transforms), ("pwm", step.products), ("intt", step.inverses)]
        paths = {"apart": [run for run in apart if run[1]]}
        paths |= {"mult": [("mult", step.products)]} if step.mult else {}
        paths |= {"mul": [("mul", step.products)]} if step.mul else {}
        cycles = {
            name: sum(_drained(design, run) for run in path)
            for name, path in paths.items()
            if all(operation in design.operations for operation, _ in path)
            and (not step.reuses_transform or name == taken)
        }
        if not cycles:
            return None
        taken = min(cycles, key=cycles.__getitem__)
        runs += paths[taken]
    return runs


def _drained(design: Block, run: Run) -> int:
    """Cycles of a run from its first beat to its last result."""
    operation, count = run
    cycles = design.cycles(operation)
    return (count - 1) * (cycles.interval or 0) + (cycles.latency or 0)
