# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`python -m twiddle.report.refresh` measures what is out of date again, and rewrites the generated tables.

Which cores are recorded is decided by the files in `results/` (`twiddle synth --record results` adds one) and
by `twiddle.report.wanted`, which arithmetic units by the catalogue of `twiddle.synth.units`. Each record is
saved when it is made: a run that was interrupted goes on where it ended. A record whose sources changed but
not its hardware is told of the new sources, and not measured again. Records of cores whose sources a tool
makes are left as they are where that tool is missing, and are named.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from twiddle.designs import Design, core
from twiddle.errors import TwiddleError
from twiddle.hls import tool
from twiddle.report import arith, compare, tables
from twiddle.report.wanted import wanted
from twiddle.rings import ring
from twiddle.synth import batch, units
from twiddle.synth.batch import Job
from twiddle.synth.flow import synthesize
from twiddle.synth.records import Record, are_current, default_folder, find, load_all, save, sources

DOCS = "docs/arithmetic.md"
"""The page with the table of the methods, from the root of the repository."""

COMMAND = "python -m twiddle.report.refresh"
"""What measures all that is missing or out of date."""

_FIRST = 1000.0


def refresh() -> list[str]:
    """Replace every record that is not current, make those of units that are missing, rewrite the tables.

    Returns the names of the files written and removed.
    Raises TwiddleError for a corrupt record, a design that no longer exists, or a tool that fails.
    """
    removed = _remove_unknown_units()
    found = arith.rows(units.catalogue())
    cores = _recorded_cores()
    renewed = [f"{path.name} (source hash)" for path in _renew(cores, found)]
    written = batch.run([*_core_jobs(cores), *arith.jobs(found)])
    return [*removed, *renewed, *(path.name for path in written), *rewrite_tables()]


def rewrite_tables() -> list[str]:
    """Rewrite the tables of README and docs from the records as they are; returns the files changed."""
    root = default_folder().parent
    changed = ["README.md"] if tables.update(root / "README.md") else []
    if tables.rewrite(root / DOCS, arith.BEGIN, arith.END, docs_table()):
        changed.append(Path(DOCS).name)
    changed += [
        Path(page.path).name
        for page in compare.PAGES
        if tables.rewrite(root / page.path, page.begin, page.end, page.text())
    ]
    return list(dict.fromkeys(changed))


def docs_table() -> str:
    """The table that docs/arithmetic.md should hold, from the records as they are, current or not."""
    chosen = [unit for unit in units.catalogue() if unit.q in arith.IN_DOCS and unit.unit == "multiplier"]
    return arith.methods_table(arith.recorded(chosen))


def _recorded_cores() -> list[tuple[Record, Design, bool]]:
    """Every core that has a record, with it, and whether that is current."""
    found = [
        (record, core(record["core"], ring(record["ring"]), **record["parameters"])) for record in load_all()
    ]
    recorded = [record for record, design in found if _can_be_made(design)]
    designs = [design for _, design in found if _can_be_made(design)]
    current = are_current(
        (record, sources(design.top, design.rtl_parameters(), design.rtl_root))
        for record, design in zip(recorded, designs, strict=True)
    )
    return list(zip(recorded, designs, current, strict=True))


def _renew(cores: Iterable[tuple[Record, Design, bool]], rows: Iterable[arith.Row]) -> list[Path]:
    """Rewrite the source hash of current records where the text has changed, and the hardware has not."""
    renewed = []
    for record, design, current in cores:
        now = sources(design.top, design.rtl_parameters(), design.rtl_root).source_hash()
        if current and record["source_hash"] != now:
            renewed.append(save({**record, "source_hash": now}))
    for row in rows:
        now = row.unit.sources().source_hash()
        for target, found in row.records.items():
            if found is not None and row.states[target] == "current" and found["source_hash"] != now:
                renewed.append(units.save(row.unit, {**found, "source_hash": now}))
    return renewed


def _core_jobs(cores: Iterable[tuple[Record, Design, bool]]) -> list[Job]:
    stale = [
        _core_job(design, record["target"], record["seconds"])
        for record, design, current in cores
        if not current
    ]
    missing = [
        _core_job(*point, 0.0) for point in wanted() if find(*point) is None and _can_be_made(point[0])
    ]
    return [*stale, *missing]


def _can_be_made(design: Design) -> bool:
    """Whether its sources are there, or the tool that makes them."""
    return not design.generated or _without() is None


def _without() -> str | None:
    """Why generated cores are left out: the tool is missing; None where it is there."""
    try:
        tool.find()
    except TwiddleError as error:
        return str(error)
    return None


def _core_job(design: Design, target: str, seconds: float) -> Job:
    def measure(**options: Any) -> Path:
        return save(synthesize(design, target, **options))

    return Job(f"{target} {design.core} {design.ring.name}", _FIRST + seconds, measure)


def _remove_unknown_units() -> list[str]:
    """Remove the records of units that are no longer in the catalogue."""
    known = {unit.file_name(target) for unit, target in units.points()}
    unknown = [path for path in sorted(units.default_folder().glob("*.json")) if path.name not in known]
    for path in unknown:
        path.unlink()
    return [f"{path.name} (removed)" for path in unknown]


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--tables-only", is_flag=True, help="Measure nothing: rewrite the tables from the records.")
def main(tables_only: bool) -> None:
    """Measure every record that is missing or out of date, two at a time, and rewrite the generated tables.

    A record is saved when it is made, so that a run that was interrupted goes on where it ended.
    """
    for name in rewrite_tables() if tables_only else refresh():
        print(f"wrote {name}")
    why = None if tables_only else _without()
    if why is not None:
        names = dict.fromkeys(design.core for design, _ in wanted() if design.generated)
        print(f"left out {', '.join(names)}: {why}")


if __name__ == "__main__":
    main()
