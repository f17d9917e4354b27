# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the page shows beside the synthesis records: what is missing, out of date, and what makes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from twiddle.designs import Design
from twiddle.page import breakdown, waveform
from twiddle.synth import records
from twiddle.synth.records import Record


@dataclass(frozen=True)
class Evidence:
    """One record that the page wants: its file, what it is of, and what makes it."""

    path: Path
    design: Design
    load: Callable[[Path], Record]
    make: Callable[[], Record]


def wanted(results: Path | None = None) -> Iterator[Evidence]:
    """Every record of `results/breakdown` and `results/waveform` that there should be."""
    for each in breakdown.WANTED:
        design = each.design
        name = records.file_name({**_document(design), "target": breakdown.TARGET})
        path = breakdown.folder(results) / name
        yield Evidence(path, design, breakdown.load, partial(breakdown.measure, design))
    for shown in waveform.SHOWN:
        design = shown.of.design
        name = waveform.file_name({**_document(design), "operation": shown.operation})
        path = waveform.folder(results) / name
        yield Evidence(path, design, waveform.load, partial(waveform.record, shown))


def stale(results: Path | None = None) -> list[Evidence]:
    """Those that are missing, or of hardware that the sources no longer describe.

    Raises TwiddleError for a broken record.
    """
    found = list(wanted(results))
    there = [each for each in found if each.path.exists()]
    current = records.are_current(
        (each.load(each.path), records.sources(each.design.top, each.design.rtl_parameters()))
        for each in there
    )
    good = {each.path for each, is_current in zip(there, current, strict=True) if is_current}
    return [each for each in found if each.path not in good]


def refresh(results: Path | None = None) -> Iterator[Path]:
    """Make what is missing or out of date, one after the other; yields each file when it is written.

    Raises TwiddleError for a missing package, or a tool that fails.
    """
    for each in stale(results):
        records.write(each.make(), each.path)
        yield each.path


def _document(design: Design) -> dict[str, Any]:
    return {"core": design.core, "ring": design.ring.name, "parameters": design.parameters}
