# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Systems with their records: what is measured, and the tables of area and clock rate."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial

from twiddle.report import catalogued
from twiddle.report.catalogued import Records
from twiddle.report.grid import markdown
from twiddle.synth import flow
from twiddle.synth.batch import Job
from twiddle.synth.records import Results
from twiddle.synth.systems import System

TIMEOUT = 7200.0
"""Seconds for each run of a tool."""

_FIRST = 4000.0


Row = catalogued.Row[System]


def recorded(chosen: Iterable[System], results: Results) -> list[tuple[System, Records]]:
    """Systems with their records, current or not. Raises TwiddleError for a broken record."""
    return [(each, {target: results.find_system(each, target) for target in each.targets}) for each in chosen]


def rows(chosen: Iterable[System], results: Results) -> list[Row]:
    """Systems with their records; pending ones are stale.

    Raises TwiddleError for a broken record and for a system that does not elaborate.
    """
    found = recorded(chosen, results)
    current = results.current((each, system) for system, by_target in found for each in by_target.values())
    return [Row(system, by_target, current) for system, by_target in found]


def jobs(found: Iterable[Row], keep: catalogued.Keep, targets: Collection[str] = ()) -> list[Job]:
    """The measurements that update rows, on some targets only if any are given."""
    measure = partial(flow.measure_system, timeout=TIMEOUT)
    chosen = ((row, [each for each in row.outdated if not targets or each in targets]) for row in found)
    return [row.job(missing, measure, _FIRST, keep) for row, missing in chosen if missing]


def table(chosen: Sequence[System], results: Results) -> str:
    """Markdown: a line for each system; a figure without a record, or of a pending one, is a dash."""
    columns = ["", "xc7 LUT", "LUT of memory", "FF", "DSP", "BRAM36", "ecp5 LUT", "ecp5 MHz"]
    old = results.pending()
    rows = [
        [
            system.words,
            *_figures({on: each for on, each in found.items() if each is None or each.path not in old}),
        ]
        for system, found in recorded(chosen, results)
    ]
    return markdown(columns, rows, ("",)) + "\n"


def _figures(by_target: Records) -> list[str]:
    xc7, ecp5 = by_target.get("xc7"), by_target.get("ecp5")
    found = ["-"] * 7
    if xc7 is not None:
        memory = xc7.cells.get("lutram", 0) + xc7.cells.get("srl", 0)
        found[:5] = [
            f"{xc7.cells.lut - memory:,}",
            f"{memory:,}",
            f"{xc7.cells.ff:,}",
            f"{xc7.cells.dsp:g}",
            f"{xc7.cells.bram36:g}",
        ]
    if ecp5 is not None and ecp5.fmax_mhz is not None:
        rates = ecp5.fmax_by_seed.values()
        found[5:] = [f"{ecp5.cells.lut:,}", f"{ecp5.fmax_mhz:.0f} ({min(rates):.0f} to {max(rates):.0f})"]
    return found
