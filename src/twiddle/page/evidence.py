# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the page shows beside the synthesis records: what is missing, out of date, and what makes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from twiddle.designs import Design, core, cores
from twiddle.errors import TwiddleError
from twiddle.page import breakdown, waveform
from twiddle.report.bench import can_be_made
from twiddle.synth import records
from twiddle.synth.netlist import Sources
from twiddle.synth.records import Record

_NAMED = 3
"""So many of what is stale are named; of the others the number is told."""


@dataclass(frozen=True)
class Evidence:
    """One record that the page wants: its file, what it is of, and what makes it."""

    path: Path
    design: Design
    load: Callable[[Path], Record]
    make: Callable[[], Record]


def wanted(results: Path | None = None) -> Iterator[Evidence]:
    """Every record of `results/breakdown` and `results/waveform` that there should be.

    A core whose sources a tool makes is left out where that tool is missing.
    """
    for kind in cores():
        for point in kind.apart:
            design = core(kind.name, point.ring, **point.parameters)
            if can_be_made(design):
                name = records.file_name({**_document(design), "target": breakdown.TARGET})
                path = breakdown.folder(results) / name
                yield Evidence(path, design, breakdown.load, partial(breakdown.measure, design))
    for kind in cores():
        for shown in kind.shown:
            design = core(kind.name, shown.point.ring, **shown.point.parameters)
            name = waveform.file_name({**_document(design), "operation": shown.operation})
            path = waveform.folder(results) / name
            yield Evidence(path, design, waveform.load, partial(waveform.record, design, shown))


def stale(results: Path | None = None) -> list[Evidence]:
    """Those that are missing, broken, or of hardware that the sources no longer describe."""
    found = [(each, _record(each)) for each in wanted(results)]
    there = [(record, _sources(each.design)) for each, record in found if record is not None]
    current = iter(records.are_current(there))
    return [each for each, record in found if record is None or not next(current)]


def _record(of: Evidence) -> Record | None:
    try:
        return of.load(of.path)
    except TwiddleError:
        return None


def told(old: Sequence[Evidence]) -> str:
    """What is stale, and what renews it, in one line."""
    named = [f"{each.path.parent.name}/{each.path.stem}" for each in old[:_NAMED]]
    more = [f"{len(old) - _NAMED} more"] if len(old) > _NAMED else []
    names = ", ".join(named + more)
    return f"{len(old)} missing, broken or of older hardware: {names}; renew with: {breakdown.COMMAND}"


def refresh(results: Path | None = None) -> Iterator[Path]:
    """Make what is stale, one after the other; yields each file when it is written.

    What is of the same hardware in another text is told of the text, as `twiddle bench` does with records.
    Raises TwiddleError for a missing package, or a tool that fails.
    """
    old = stale(results)
    for each in wanted(results):
        record, now = _record(each), _sources(each.design).source_hash()
        if each.path not in {other.path for other in old} and record and record["source_hash"] != now:
            records.write({**record, "source_hash": now}, each.path)
            yield each.path
    for each in old:
        records.write(each.make(), each.path)
        yield each.path


def _sources(design: Design) -> Sources:
    return records.sources(design.top, design.rtl_parameters(), design.rtl_root)


def _document(design: Design) -> dict[str, Any]:
    return {"core": design.core, "ring": design.ring.name, "parameters": design.parameters}
