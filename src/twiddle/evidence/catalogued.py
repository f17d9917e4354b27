# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Units, systems and cores with their records, the states of these, and the measurements that update them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from typing import Literal

from twiddle.catalog.block import Block
from twiddle.evidence.batch import Found, Job
from twiddle.evidence.results import Results
from twiddle.evidence.wanted import targets_of
from twiddle.tools.synth import flow
from twiddle.tools.synth.records import Record

Records = Mapping[str, Record | None]
"""The record by target; None where there is none."""

Keep = Callable[[Record | None, Record], object]
"""Receives a measurement, after the previous record if any."""


@dataclass(frozen=True)
class Row:
    """What is measured, with its record on each target; `current` has the paths of the current records."""

    of: Block
    records: Records
    current: Set[str]

    @property
    def states(self) -> dict[str, Literal["current", "stale", "missing"]]:
        """The state of the record on each target."""
        return {
            target: "missing" if each is None else "current" if each.path in self.current else "stale"
            for target, each in self.records.items()
        }

    @property
    def outdated(self) -> list[str]:
        """The targets without a current record."""
        return [target for target, state in self.states.items() if state != "current"]

    def job(self, targets: Sequence[str], measure: Callable[..., Found], first: float, keep: Keep) -> Job:
        """Its measurement on some targets; `first` estimates the seconds if no record has them."""

        def keep_each(measured: Found) -> None:
            for target, after in measured.items():
                if isinstance(after, Record):
                    keep(self.records[target], after)

        known = [before.seconds for target in targets if (before := self.records[target]) is not None]
        name = f"{', '.join(targets)} {self.of.words}"
        return Job(name, partial(measure, self.of, targets), keep_each, sum(known) or first)


def recorded(chosen: Iterable[Block], results: Results) -> list[tuple[Block, Records]]:
    """Units or systems with their records, current or not. Raises TwiddleError for a broken record."""
    return [(of, {target: results.find(of, target) for target in targets_of(of)}) for of in chosen]


def rows(chosen: Iterable[Block], results: Results) -> list[Row]:
    """Units or systems with their records; pending ones are stale.

    Raises TwiddleError for a broken record and for a unit or system that does not elaborate.
    """
    found = recorded(chosen, results)
    current = results.current((each, of) for of, by_target in found for each in by_target.values())
    return [Row(of, by_target, current) for of, by_target in found]


def jobs(found: Iterable[Row], keep: Keep, again: bool = False) -> list[Job]:
    """The measurements that update units: missing and stale records, or all with `again`."""
    measure = partial(flow.synthesize_each, cache=not again)
    chosen = ((row, [*row.records] if again else row.outdated) for row in found)
    return [row.job(targets, measure, 2.0 * row.of.unit.q.bit_length(), keep) for row, targets in chosen if targets]
