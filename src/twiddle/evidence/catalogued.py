# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Units, systems and cores with their records and the states of these."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from twiddle.base.store import State
from twiddle.catalog.block import Block
from twiddle.evidence.results import Results
from twiddle.evidence.wanted import targets_of
from twiddle.tools.synth.records import Record

Records = Mapping[str, Record | None]
"""The record by target; None where there is none."""


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
