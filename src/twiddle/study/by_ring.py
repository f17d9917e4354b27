# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Every record of a core on one page: an index, and a section for each ring with a table for each target."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from twiddle.base.grid import markdown
from twiddle.evidence.results import Results
from twiddle.evidence.wanted import wanted
from twiddle.study.tables import Row, notes, rows_of
from twiddle.tools.synth.records import name_of
from twiddle.tools.targets import TARGETS

_NONE = "-"

_DEVICES = "Cycles are busy cycles, by formula; the devices are those of [area and timing](synthesis.md)"

_AREA = ("core", "LUT", "FF", "DSP", "BRAM36")
_TIME = (*_AREA, "MHz", "µs a MUL", "area x time")
_CYCLES = ("core", "NTT", "INTT", "PWM", "MUL interval")


def results_table(results: Results, folder: str = "results") -> str:
    """Every core configuration and ring in Markdown, with one link a row, into `folder`.

    Cycles are those of the core's formulas, which tests hold the simulation to: busy cycles, and the interval
    of MUL at full rate, input and output included. µs a MUL and area x time (see `merit.area_time`) are those
    of the record; the least area x time is first, and what has none is last. A clock rate is the median of
    the seeds, with the least and the most. A figure that is not there is a dash. Below a table are the
    designs whose measurement failed, with the reason. Without any record the result is empty.
    Raises TwiddleError for a record of a core or ring that is not in the catalogue.
    """
    rows = rows_of(results.load_all(), folder)
    if not rows:
        return ""
    by_ring = {name: list(group) for name, group in groupby(rows, lambda row: row.design.ring.name)}
    index = [
        [f"[{name}](#{name})", str(len(group)), str(sum(len(row.found) for row in group)), ", ".join(_targets(group))]
        for name, group in by_ring.items()
    ]
    failed = _failed(results)
    parts = [
        markdown(("ring", "cores", "records", "targets"), index, ("ring", "targets")),
        "",
        *notes(rows, _DEVICES, results),
        *(text for name, group in by_ring.items() for text in _section(name, group, failed)),
    ]
    return "\n".join(parts) + "\n"


Failed = Mapping[tuple[str, str], Sequence[str]]
"""A line for each failed measurement, by ring and target."""


def _failed(results: Results) -> Failed:
    found: dict[tuple[str, str], list[str]] = {}
    failures = results.failures()
    for design, target in wanted():
        if (failure := failures.get(name_of(design, target))) is not None:
            lines = found.setdefault((design.ring.name, target), [])
            lines.append(f"- {design.words}: not measured: {failure.reason}")
    return found


def _targets(rows: Iterable[Row]) -> list[str]:
    """Those with a record, in the order of the catalogue."""
    there = {target for row in rows for target in row.found}
    return [name for name in TARGETS if name in there] + sorted(there - TARGETS.keys())


def _section(ring: str, rows: Sequence[Row], failed: Failed) -> list[str]:
    """The section of a ring, with its heading."""
    found = ["", f"## {ring}"]
    for target in _targets(rows):
        there = [row for row in rows if target in row.found]
        timed = any(row.found[target].fmax_mhz is not None for row in there)
        columns = _TIME if timed else _AREA
        there.sort(key=lambda row: row.area_time(target) or math.inf)
        cells = ([row.figures(target)[each] for each in columns] for row in there)
        found += ["", f"### {ring} on {target}", "", markdown(columns, cells, ("core",))]
        if lines := failed.get((ring, target)):
            found += ["", *lines]
    cycles = [counts for row in rows if set((counts := _cycles(row))[1:]) != {_NONE}]
    if cycles:
        found += ["", f"### {ring}: cycles", "", markdown(_CYCLES, cycles, ("core",))]
    return found


def _cycles(row: Row) -> list[str]:
    """Busy cycles, and the interval of MUL."""
    there = row.design.operations
    busy = [row.design.cycles(name).busy if name in there else None for name in ("ntt", "intt", "pwm")]
    figures = (_NONE if count is None else f"{count:,g}" for count in (*busy, row.interval))
    return [row.design.words, *figures]
