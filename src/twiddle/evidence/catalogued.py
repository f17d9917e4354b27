# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Units, systems and cores with their records, the states of these, and the measurements that update them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from twiddle.base.store import State
from twiddle.base.sweep import Job
from twiddle.catalog.block import Block
from twiddle.evidence.results import Results
from twiddle.evidence.wanted import targets_of
from twiddle.tools.synth import flow
from twiddle.tools.synth.flow import Found
from twiddle.tools.synth.records import Record

Records = Mapping[str, Record | None]
"""The record by target; None where there is none."""

Keep = Callable[[Record | None, Record], object]
"""Receives a measurement, after the previous record if any."""


@dataclass(frozen=True)
class Row:
    """What is measured, with its record on each target, and the states of these."""

    of: Block
    records: Records
    states: Mapping[str, State]

    @property
    def outdated(self) -> list[str]:
        """The targets without a record of the present hardware."""
        return [target for target, state in self.states.items() if state != "present"]


def recorded(chosen: Iterable[Block], results: Results) -> list[tuple[Block, Records]]:
    """Units or systems with their records, current or not. Raises TwiddleError for a broken record."""
    return [(of, {target: results.find(of, target) for target in targets_of(of)}) for of in chosen]


def rows(chosen: Iterable[Block], results: Results) -> list[Row]:
    """Units or systems with their records and the states of these.

    Raises TwiddleError for a broken record and for a unit or system that does not elaborate.
    """
    return with_states(recorded(chosen, results), results)


def with_states(found: Sequence[tuple[Block, Records]], results: Results) -> list[Row]:
    """The same for what has these records."""
    flat = [(of, record) for of, by_target in found for record in by_target.values()]
    known = iter(results.states([(record.path if record else "", record, of.sources()) for of, record in flat]))
    return [Row(of, by_target, {target: next(known) for target in by_target}) for of, by_target in found]


def jobs(found: Iterable[Row], keep: Keep, again: bool = False) -> list[Job[Found]]:
    """The measurements that update units: missing and stale records, or all with `again`."""

    def keep_each(row: Row, measured: Found) -> Exception | None:
        for target, after in measured.items():
            if isinstance(after, Record):
                keep(row.records[target], after)
        return next((each for each in measured.values() if isinstance(each, Exception)), None)

    def job(row: Row, targets: Sequence[str]) -> Job[Found]:
        measure = partial(flow.synthesize_each, row.of, targets, workers=1, cache=not again)
        known = [before.seconds for target in targets if (before := row.records[target]) is not None]
        seconds = sum(known) or 2.0 * row.of.unit.q.bit_length()
        return Job(f"{', '.join(targets)} {row.of.words}", measure, partial(keep_each, row), seconds)

    chosen = ((row, [*row.records] if again else row.outdated) for row in found)
    return [job(row, targets) for row, targets in chosen if targets]
