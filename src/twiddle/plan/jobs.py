# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What one job costs on one core: operations in order, cycles, bits on the bus.

A job runs to its end on one core. A step of it goes one of two ways, whichever takes fewer cycles:

transforms  every NTT, then every PWM, then every INTT
mult        every product as one MULT, intt(pwm(ntt(a), b)); where the core offers that and the step allows it

What waits for results of an earlier operation begins when the last of them is out, so that a run of `count`
equal operations takes (count - 1) interval + latency cycles. A job behind another begins one interval after
the last operation of that one where both are of one kind throughout, and when its last result is out
otherwise: no change of direction or kind is counted as free.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from twiddle.designs import Design
from twiddle.model.iterative import TAKES_B
from twiddle.schemes.work import Step, Work

Run = tuple[str, int]
"""Equal operations without a dependence among them: their name, and how many."""


@dataclass(frozen=True)
class Job:
    """One job on one core.

    runs      operations in order
    cycles    from its first beat until the next job may begin
    tail      from there to its last result
    bits_in   operands, as the streams a and b carry them, and bits_out results
    """

    runs: tuple[Run, ...]
    cycles: int
    tail: int
    bits_in: int
    bits_out: int

    @property
    def totals(self) -> dict[str, int]:
        """How many of each operation."""
        found: dict[str, int] = {}
        for operation, count in self.runs:
            found[operation] = found.get(operation, 0) + count
        return found


def job(design: Design, work: Work) -> Job | None:
    """The cheapest way of one job through a core; None where the core lacks an operation that it needs."""
    runs: list[Run] = []
    for step in work.steps:
        ways = [way for way in _ways(step) if all(name in design.operations for name, _ in way)]
        if not ways:
            return None
        runs += min(ways, key=lambda way: sum(_drained(design, run) for run in way))
    return of_runs(design, runs)


def of_runs(design: Design, runs: Sequence[Run]) -> Job:
    """The job of given runs of operations, all of which the core offers."""
    merged = sum(_drained(design, run) for run in runs)
    kinds = {operation for operation, _ in runs}
    last = runs[-1][0]
    tail = _figure(design, last, "latency") - _figure(design, last, "interval") if len(kinds) == 1 else 0
    operands = sum(count * (2 if operation in TAKES_B else 1) for operation, count in runs)
    polynomial = design.ring.n * design.ring.bits
    results = sum(count for _, count in runs)
    return Job(tuple(runs), merged - tail, tail, operands * polynomial, results * polynomial)


def _ways(step: Step) -> list[list[Run]]:
    apart = [("ntt", step.transforms), ("pwm", step.products), ("intt", step.inverses)]
    ways = [[run for run in apart if run[1]]]
    if step.mult:
        ways.append([("mult", step.products)])
    return ways


def _drained(design: Design, run: Run) -> int:
    """Cycles of a run from its first beat to its last result."""
    operation, count = run
    return (count - 1) * _figure(design, operation, "interval") + _figure(design, operation, "latency")


def _figure(design: Design, operation: str, figure: str) -> int:
    value = getattr(design.cycles(operation), figure)
    assert isinstance(value, int)
    return value
