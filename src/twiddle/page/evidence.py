# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the page shows beside the synthesis records: what is missing, out of date, and what makes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec

from twiddle.designs import Design, core, cores
from twiddle.errors import TwiddleError
from twiddle.page import breakdown, waveform
from twiddle.page.breakdown import Breakdown
from twiddle.page.parts import Shown
from twiddle.page.waveform import Waveform
from twiddle.report.bench import can_be_made
from twiddle.synth import records
from twiddle.synth.records import Results

_NAMED = 3
"""How many stale records a message names before it counts the others."""


@dataclass(frozen=True)
class Evidence:
    """One record that the page wants: its file in the folder of results, its design, and what makes it."""

    name: str
    design: Design
    kind: type[Shown]
    make: Callable[[], Shown]

    def read(self, results: Results) -> Shown | None:
        """The record as it is; None where it is missing or broken."""
        try:
            return records.read(results.folder / self.name, self.kind)
        except TwiddleError:
            return None


def wanted() -> Iterator[Evidence]:
    """Every record of `results/breakdown` and `results/waveform` that there should be.

    A core whose sources a tool makes is left out where that tool is missing.
    """
    for kind in cores():
        for point in kind.apart:
            design = core(kind.name, point.ring, **point.parameters)
            if can_be_made(design):
                name = f"breakdown/{records.name_of(design, breakdown.TARGET)}"
                yield Evidence(name, design, Breakdown, partial(breakdown.measure, design))
    for kind in cores():
        for shown in kind.shown:
            design = core(kind.name, shown.point.ring, **shown.point.parameters)
            name = f"waveform/{records.name_of(design, shown.operation)}"
            yield Evidence(name, design, Waveform, partial(waveform.record, design, shown))


def stale(results: Results, folder: str = "") -> list[Evidence]:
    """Those of a folder, or all: missing, broken, or of hardware that the sources no longer describe."""
    found = [(each, each.read(results)) for each in wanted() if each.name.startswith(folder)]
    there = [(record, records.sources_of(each.design)) for each, record in found if record is not None]
    current = iter(records.are_current(there))
    return [each for each, record in found if record is None or not next(current)]


def describe_stale(old: Sequence[Evidence]) -> str:
    """What is stale, in one line."""
    named = [each.name.removesuffix(".json") for each in old[:_NAMED]]
    more = [f"{len(old) - _NAMED} more"] if len(old) > _NAMED else []
    names = ", ".join(named + more)
    return f"{len(old)} missing, broken or of older hardware: {names}"


def refresh(results: Results) -> Iterator[Path]:
    """Make what is stale, one after the other; yields each file when it is written.

    What is of the same hardware in another text is told of the text, as `twiddle bench` does with records.
    Raises TwiddleError for a missing package, or a tool that fails.
    """
    old = stale(results)
    for each in wanted():
        record, now = each.read(results), records.sources_of(each.design).source_hash()
        if each.name not in {other.name for other in old} and record and record.source_hash != now:
            yield results.write(each.name, msgspec.structs.replace(record, source_hash=now))
    for each in old:
        yield results.write(each.name, each.make())
