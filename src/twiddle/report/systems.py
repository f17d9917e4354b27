# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Systems with their records: what is measured, and the tables of area and clock rate."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from twiddle.report.grid import markdown
from twiddle.synth import flow
from twiddle.synth.batch import Found, Job
from twiddle.synth.records import Results, SystemRecord
from twiddle.synth.systems import System
from twiddle.synth.targets import REFERENCE

Takes = Callable[[str, SystemRecord | None, SystemRecord], bool]
"""Whether to save a measurement: by file name, the previous record, if any, and the new one."""

TIMEOUT = 7200.0
"""Seconds for each run of a tool."""

_FIRST = 4000.0


Records = Mapping[str, SystemRecord | None]
"""The record of a system by target; None where there is none."""


@dataclass(frozen=True)
class Row:
    """A system with its records, and the targets on which it is to be measured."""

    system: System
    records: Records
    missing: tuple[str, ...]


def recorded(chosen: Iterable[System], results: Results) -> list[tuple[System, Records]]:
    """Systems with their records, current or not. Raises TwiddleError for a broken record."""
    return [(each, {target: results.find_system(each, target) for target in REFERENCE}) for each in chosen]


def rows(chosen: Iterable[System], results: Results) -> list[Row]:
    """Systems with their records and the targets on which they are missing, stale or pending.

    Raises TwiddleError for a broken record and for a system that does not elaborate.
    """
    found = recorded(chosen, results)
    current = results.current((record, each) for each, by_target in found for record in by_target.values())

    def missing(record: SystemRecord | None) -> bool:
        return record is None or record.path not in current

    return [
        Row(system, by_target, tuple(each for each in system.targets if missing(by_target[each])))
        for system, by_target in found
    ]


def jobs(found: Iterable[Row], results: Results, takes: Takes, targets: Collection[str] = ()) -> list[Job]:
    """The measurements that update rows, on some targets only if any are given."""
    missing = ((row, [each for each in row.missing if not targets or each in targets]) for row in found)
    return [_job(row, on, results, takes) for row, on in missing if on]


def _job(row: Row, missing: Sequence[str], results: Results, takes: Takes) -> Job:
    def keep(measured: Found) -> None:
        for target, after in measured.items():
            if isinstance(after, SystemRecord) and takes(after.path, row.records[target], after):
                results.save(after)

    known = [before.seconds for target in missing if (before := row.records[target]) is not None]
    return Job(
        f"{', '.join(missing)} {row.system.words}",
        partial(flow.measure_system, row.system, missing, timeout=TIMEOUT),
        keep,
        sum(known) or _FIRST,
    )


def table(chosen: Sequence[System], results: Results) -> str:
    """Markdown: a line for each system; a figure without a record, or of a pending one, is a dash."""
    columns = ["", "xc7 LUT", "LUT of memory", "FF", "DSP", "BRAM36", "ecp5 LUT", "ecp5 MHz"]
    old = results.pending()
    rows = [
        [
            system.words,
            *_figures({target: None if _is_old(each, old) else each for target, each in found.items()}),
        ]
        for system, found in recorded(chosen, results)
    ]
    return markdown(columns, rows, ("",)) + "\n"


def _is_old(record: SystemRecord | None, pending: Collection[str]) -> bool:
    return record is not None and record.path in pending


def _figures(by_target: Records) -> list[str]:
    xc7, ecp5 = by_target["xc7"], by_target["ecp5"]
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
