# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`python -m twiddle.report.refresh` measures what is out of date again, and rewrites the generated tables.

Which cores are recorded is decided by the files in `results/` (`twiddle synth --record results` adds one),
which arithmetic units by the catalogue of `twiddle.synth.units`. Each record is saved when it is made: a run
that was interrupted goes on where it ended.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from twiddle.designs import core
from twiddle.report import arith, tables
from twiddle.rings import ring
from twiddle.synth import batch, units
from twiddle.synth.batch import Job
from twiddle.synth.flow import synthesize
from twiddle.synth.netlist import design_hashes
from twiddle.synth.records import default_folder, load_all, save, sources

DOCS = "docs/arithmetic.md"
"""The page with the table of the methods, from the root of the repository."""

_FIRST = 1000.0


def refresh() -> list[str]:
    """Replace every record that is not current, make those of units that are missing, rewrite the tables.

    Returns the names of the files written and removed.
    Raises TwiddleError for a corrupt record, a design that no longer exists, or a tool that fails.
    """
    removed = _remove_unknown_units()
    found = arith.rows(units.catalogue())
    written = batch.run([*_core_jobs(), *arith.jobs(found)])
    return [*removed, *(path.name for path in written), *rewrite_tables()]


def rewrite_tables() -> list[str]:
    """Rewrite the tables of README and docs from the records as they are; returns the files changed."""
    root = default_folder().parent
    changed = ["README.md"] if tables.update(root / "README.md") else []
    if tables.rewrite(root / DOCS, arith.BEGIN, arith.END, docs_table()):
        changed.append(Path(DOCS).name)
    return changed


def docs_table() -> str:
    """The table that docs/arithmetic.md should hold, from the records as they are, current or not."""
    chosen = [unit for unit in units.catalogue() if unit.q in arith.IN_DOCS and unit.unit == "multiplier"]
    return arith.methods_table(arith.recorded(chosen))


def _core_jobs() -> list[Job]:
    recorded = load_all()
    designs = [core(record["core"], ring(record["ring"]), **record["parameters"]) for record in recorded]
    hashes = design_hashes([sources(design.top, design.rtl_parameters()) for design in designs])

    def job(index: int) -> Job:
        record, design = recorded[index], designs[index]

        def measure(**options: Any) -> Path:
            return save(synthesize(design, record["target"], **options))

        name = f"{record['target']} {design.core} {design.ring.name}"
        return Job(name, _FIRST + record["seconds"], measure)

    return [job(index) for index, record in enumerate(recorded) if record["design_hash"] != hashes[index]]


def _remove_unknown_units() -> list[str]:
    """Remove the records of units that are no longer in the catalogue."""
    known = {unit.file_name(target) for unit, target in units.points()}
    unknown = [path for path in sorted(units.default_folder().glob("*.json")) if path.name not in known]
    for path in unknown:
        path.unlink()
    return [f"{path.name} (removed)" for path in unknown]


if __name__ == "__main__":
    for name in refresh():
        print(f"wrote {name}")
