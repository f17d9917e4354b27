# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What one job costs on one core: operations in order, cycles, bits on the bus.

A job runs to its end on one core. Each step uses the cheapest of these paths, in cycles:

transforms  every NTT, then every PWM, then every INTT
mult        every product as one MULT, intt(pwm(ntt(a), b)), if the core offers it and the step allows it
mul         every product as one MUL, intt(pwm(ntt(a), ntt(b))); likewise

An operation that depends on earlier results starts when the last of them is complete, so a run of `count`
equal operations takes (count - 1) interval + latency cycles. The next job starts one interval after the last
operation if both jobs consist of one kind of operation, and otherwise after the last result: a change of
direction or kind is never free.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, log
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from twiddle.base.errors import TwiddleError
from twiddle.catalog.designs import Design
from twiddle.model.passes import TAKES_B
from twiddle.model.work import Step, Work

Amount = TypeVar("Amount", float, NDArray[np.float64])

Run = tuple[str, int]
"""Equal operations without dependences: their name, and how many."""


@dataclass(frozen=True)
class Job:
    """One job on one core.

    runs      operations in order
    cycles    from its first beat until the next job can start
    tail      from there to its last result
    bits_in   operands on the streams a and b; bits_out: results
    further   the addition of each attempt after the first, for a job of random length
    attempts  their average number, geometrically distributed; 1: a job of constant length
    """

    runs: tuple[Run, ...]
    cycles: int
    tail: int
    bits_in: int
    bits_out: int
    further: Job | None = None
    attempts: float = 1.0

    @property
    def totals(self) -> dict[str, float]:
        """The average number of each operation."""
        totals: dict[str, float] = {}
        repeated = () if self.further is None else self.further.runs
        more = [(operation, (self.attempts - 1) * count) for operation, count in repeated]
        for operation, count in (*self.runs, *more):
            totals[operation] = totals.get(operation, 0) + count
        return totals

    def mean(self, figure: str) -> float:
        """Average cycles, bits_in or bits_out."""
        return self.amount(figure, self.attempts)

    def amount(self, figure: str, attempts: Amount) -> Amount:
        """Cycles, bits_in or bits_out of a job with this number of attempts, or of this many jobs."""
        once: int = getattr(self, figure)
        more: int = 0 if self.further is None else getattr(self.further, figure)
        return once + (attempts - 1) * more

    def attempts_at(self, share: float) -> int:
        """The number of attempts that suffices for a share of the jobs, for example 0.99."""
        return 1 if self.further is None else ceil(log(1 - share) / log(1 - 1 / self.attempts))


def job(design: Design, work: Work) -> Job | None:
    """The cheapest path of one job through a core; None if the core lacks an operation that it needs."""
    runs = _cheapest(design, work.steps)
    if runs is None:
        return None
    once = of_runs(design, runs)
    attempt = _cheapest(design, work.attempt) if work.attempt else None
    if attempt is None:
        return once
    return replace(once, further=of_runs(design, attempt), attempts=work.attempts)


def of_runs(design: Design, runs: Sequence[Run]) -> Job:
    """The job of given runs of operations, all offered by the core."""
    merged = sum(_drained(design, run) for run in runs)
    kinds = {operation for operation, _ in runs}
    last = runs[-1][0]
    tail = _figure(design, last, "latency") - _figure(design, last, "interval") if len(kinds) == 1 else 0
    operands = sum(count * (2 if operation in TAKES_B else 1) for operation, count in runs)
    polynomial = design.ring.n * design.ring.bits
    results = sum(count for _, count in runs)
    return Job(tuple(runs), merged - tail, tail, operands * polynomial, results * polynomial)


def _cheapest(design: Design, steps: Sequence[Step]) -> list[Run] | None:
    """The runs of some steps by their cheapest paths; None if the core lacks an operation.

    A step that uses the vector of the previous step takes the same path, which left it transformed or not.
    """
    runs: list[Run] = []
    taken = ""
    for step in steps:
        ways = {
            name: way
            for name, way in _ways(step).items()
            if all(operation in design.operations for operation, _ in way)
            and (not step.reuses_transform or name == taken)
        }
        if not ways:
            return None
        cycles = {name: sum(_drained(design, run) for run in way) for name, way in ways.items()}
        taken = min(cycles, key=cycles.__getitem__)
        runs += ways[taken]
    return runs


def _ways(step: Step) -> dict[str, list[Run]]:
    apart = [("ntt", step.transforms), ("pwm", step.products), ("intt", step.inverses)]
    ways = {"apart": [run for run in apart if run[1]]}
    if step.mult:
        ways["mult"] = [("mult", step.products)]
    if step.mul:
        ways["mul"] = [("mul", step.products)]
    return ways


def _drained(design: Design, run: Run) -> int:
    """Cycles of a run from its first beat to its last result."""
    operation, count = run
    return (count - 1) * _figure(design, operation, "interval") + _figure(design, operation, "latency")


def _figure(design: Design, operation: str, figure: str) -> int:
    value: int | None = getattr(design.cycles(operation), figure)
    if value is None:
        raise TwiddleError(f"core {design.core}: operation {operation} has no {figure}")
    return value
