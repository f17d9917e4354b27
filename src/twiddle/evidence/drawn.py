# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Break-downs and waveforms of the catalogue: which are missing or out of date, and how they are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec

from twiddle.base.errors import TwiddleError
from twiddle.catalog.block import Block
from twiddle.catalog.designs import KINDS
from twiddle.evidence import breakdown, waveform
from twiddle.evidence.breakdown import Breakdown
from twiddle.evidence.results import Results
from twiddle.evidence.waveform import Waveform
from twiddle.tools.synth import records

Record = Breakdown | Waveform


@dataclass(frozen=True)
class Drawn:
    """A record that is drawn: its file in the folder of results, its block, and how it is made."""

    name: str
    block: Block
    kind: type[Record]
    make: Callable[[], Record]

    def read(self, results: Results) -> Record | None:
        """The record; None if it is missing or broken."""
        try:
            return records.read(results.folder / self.name, self.kind)
        except TwiddleError:
            return None


def wanted() -> list[Drawn]:
    """Every record of `results/breakdown` and `results/waveform` of the catalogue."""
    found = []
    for kind in KINDS:
        for point in kind.apart:
            block = kind.block(point.ring or None, **point.parameters)
            name = f"breakdown/{records.name_of(block, breakdown.TARGET)}"
            found.append(Drawn(name, block, Breakdown, partial(breakdown.measure, block)))
        for shown in kind.shown:
            block = kind.block(shown.point.ring or None, **shown.point.parameters)
            name = f"waveform/{records.name_of(block, shown.name)}"
            found.append(Drawn(name, block, Waveform, partial(waveform.record, block, shown)))
    return found


def stale(results: Results, known: Iterable[Drawn] | None = None) -> list[Drawn]:
    """Missing and broken records, and those of older hardware, of all that are wanted or of `known`."""
    chosen = wanted() if known is None else list(known)
    found = results.states([(each.name, each.read(results), each.block.sources()) for each in chosen])
    return [each for each, state in zip(chosen, found, strict=True) if state != "present"]


def refresh(results: Results, known: Iterable[Drawn] | None = None) -> Iterator[Path]:
    """Make stale records, one after the other; yields each file when it is written.

    If only the source text changed, the record's source hash is rewritten, as by `twiddle bench`.
    Raises TwiddleError for a missing package, and for a failed tool.
    """
    chosen = wanted() if known is None else list(known)
    old = {each.name for each in stale(results, chosen)}
    for each in chosen:
        record, now = each.read(results), each.block.sources().source_hash()
        if record is None or each.name in old:
            yield results.write(each.name, each.make())
        elif record.source_hash != now:
            yield results.write(each.name, msgspec.structs.replace(record, source_hash=now))
