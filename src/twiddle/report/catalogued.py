# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Units, systems and cores with their records, the states of these, and the measurements that update them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from typing import Generic, Literal, TypeVar

from twiddle.designs import Design
from twiddle.synth.batch import Found, Job
from twiddle.synth.records import Record, SystemRecord, UnitRecord
from twiddle.synth.systems import System
from twiddle.synth.units import Unit

Of = TypeVar("Of", Unit, System, Design)

Recorded = Record | UnitRecord | SystemRecord

Records = Mapping[str, Recorded | None]
"""The record by target; None where there is none."""

Keep = Callable[[Recorded | None, Recorded], object]
"""Receives a measurement, after the previous record if any."""


@dataclass(frozen=True)
class Row(Generic[Of]):
    """What is measured, with its record on each target; `current` has the paths of the current records."""

    of: Of
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
                if isinstance(after, UnitRecord | SystemRecord):
                    keep(self.records[target], after)

        known = [before.seconds for target in targets if (before := self.records[target]) is not None]
        name = f"{', '.join(targets)} {self.of.words}"
        return Job(name, partial(measure, self.of, targets), keep_each, sum(known) or first)
