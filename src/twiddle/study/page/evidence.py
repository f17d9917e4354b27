# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Break-downs and waveforms of the page: which are missing or out of date, and how they are made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec

from twiddle.base.errors import TwiddleError
from twiddle.catalog.designs import Design, core, cores
from twiddle.evidence.results import Results
from twiddle.study.page import breakdown, waveform
from twiddle.study.page.breakdown import Breakdown
from twiddle.study.page.parts import Shown
from twiddle.study.page.waveform import Waveform
from twiddle.tools.synth import records

_NAMED = 3
"""How many stale records a message names before it counts the others."""


@dataclass(frozen=True)
class Evidence:
    """A record that the page shows: its file in the folder of results, its design, and how it is made."""

    name: str
    design: Design
    kind: type[Shown]
    make: Callable[[], Shown]

    def read(self, results: Results) -> Shown | None:
        """The record; None if it is missing or broken."""
        try:
            return records.read(results.folder / self.name, self.kind)
        except TwiddleError:
            return None


def wanted() -> Iterator[Evidence]:
    """Every record of `results/breakdown` and `results/waveform` of the catalogue."""
    for kind in cores():
        for point in kind.apart:
            design = core(kind.name, point.ring, **point.parameters)
            name = f"breakdown/{records.name_of(design, breakdown.TARGET)}"
            yield Evidence(name, design, Breakdown, partial(breakdown.measure, design))
    for kind in cores():
        for shown in kind.shown:
            design = core(kind.name, shown.point.ring, **shown.point.parameters)
            name = f"waveform/{records.name_of(design, shown.operation)}"
            yield Evidence(name, design, Waveform, partial(waveform.record, design, shown))


def stale(results: Results, folder: str = "") -> list[Evidence]:
    """Missing and broken records, and those of older hardware; of a folder, or all."""
    found = [(each, each.read(results)) for each in wanted() if each.name.startswith(folder)]
    there = [(record, each.design.sources()) for each, record in found if record is not None]
    current = iter(records.are_current(there))
    return [each for each, record in found if record is None or not next(current)]


def describe_stale(old: Sequence[Evidence]) -> str:
    """The stale records in one line."""
    named = [each.name.removesuffix(".json") for each in old[:_NAMED]]
    more = [f"{len(old) - _NAMED} more"] if len(old) > _NAMED else []
    names = ", ".join(named + more)
    return f"{len(old)} missing, broken or of older hardware: {names}"


def refresh(results: Results) -> Iterator[Path]:
    """Measure stale records, one after the other; yields each file when it is written.

    If only the source text changed, the record's source hash is rewritten, as by `twiddle bench`.
    Raises TwiddleError for a missing package, and for a failed tool.
    """
    old = stale(results)
    for each in wanted():
        record, now = each.read(results), each.design.sources().source_hash()
        if each.name not in {other.name for other in old} and record and record.source_hash != now:
            yield results.write(each.name, msgspec.structs.replace(record, source_hash=now))
    for each in old:
        yield results.write(each.name, each.make())
