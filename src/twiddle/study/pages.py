# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The generated tables of README and docs: which they are, and how they are renewed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from twiddle.bundle.wrap import registers, registers_page, throughput_page
from twiddle.catalog import units
from twiddle.evidence import catalogued
from twiddle.evidence.results import Results
from twiddle.evidence.verify import evidence
from twiddle.study import arith, by_ring, core_area, lattice_page, picture, tables, unit_page, whole
from twiddle.study.comparison import Comparison
from twiddle.study.like_for_like import like_for_like
from twiddle.study.papers import PAPERS


def methods(results: Results, _folder: str = "") -> str:
    """The table of methods in docs/arithmetic.md, from all records, current or not."""
    chosen = [unit for unit in units.catalogue() if unit.unit.q in arith.IN_DOCS and unit.kind.family == "multiplier"]
    return arith.methods_table(catalogued.recorded(chosen, results))


def _of(compared: Callable[[Results], Comparison]) -> tables.Table:
    """The table of a comparison."""
    return lambda results, folder: compared(results).markdown(folder.removesuffix(results.folder.name))


TABLES: tuple[tuple[str, str, tables.Table], ...] = (
    ("README.md", "picks", tables.picks_table),
    ("README.md", "results", tables.products_table),
    ("README.md", "evidence", evidence.table),
    ("docs/results.md", "results", by_ring.results_table),
    ("docs/iterative.md", "parts", core_area.parts),
    ("docs/iterative.md", "trusted", core_area.trusted),
    ("docs/synthesis.md", "asic", core_area.cells),
    ("docs/quad.md", "wide", core_area.wide),
    ("docs/quad.md", "overlap", core_area.overlap),
    ("docs/registers.md", "registers", lambda *_: registers_page.tables(registers.CORE)),
    ("docs/integration.md", "throughput", lambda *_: throughput_page.table()),
    ("docs/unit.md", "programs", lambda *_: unit_page.table()),
    ("docs/unit.md", "area", lambda results, _: core_area.systems(["unit-engine", "unit"], results)),
    ("docs/unit.md", "registers", lambda *_: registers_page.tables(registers.UNIT)),
    ("docs/lattice.md", "area", lambda results, _: core_area.systems(["lattice", "lattice-axi"], results)),
    ("docs/lattice.md", "zeroize", lambda *_: lattice_page.zeroize_table()),
    ("docs/lattice.md", "signatures", whole.signatures),
    ("docs/lattice.md", "others", whole.table),
    ("docs/lattice.md", "registers", lambda *_: registers_page.tables(registers.LATTICE)),
    ("docs/arithmetic.md", "methods", methods),
    ("docs/rns.md", "like-for-like", _of(like_for_like)),
    *((f"docs/papers/{name}.md", "tables", _of(paper.comparison)) for name, paper in PAPERS.items()),
)
"""Generated tables: page, name of the markers around a table, its generator."""

PICTURE = "docs/front.svg"


def renew(results: Results) -> list[str]:
    """Rewrite the tables of README and docs from the current records; returns the names of the changed files."""
    root = results.folder.parent
    changed = [
        Path(page).name
        for page, mark, table in TABLES
        if tables.rewrite(root / page, *tables.marks(mark), tables.made(root / page, table, results))
    ]
    drawn = [Path(PICTURE).name] if picture.draw(root / PICTURE, results) else []
    return list(dict.fromkeys([*changed, *drawn]))
