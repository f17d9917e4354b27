# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The page: its sections, style and script in one document, from the templates of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from twiddle.base import __version__
from twiddle.base.grid import Cell, Column, Grid, columns
from twiddle.base.rings import rings
from twiddle.catalog import designs
from twiddle.catalog.systems import LATTICE, system
from twiddle.evidence import breakdown, lattice_cycles, merit, waveform
from twiddle.evidence.results import Results
from twiddle.evidence.verify import netlists
from twiddle.study import whole
from twiddle.study.page import area, figures, waves
from twiddle.study.page.figures import anchor
from twiddle.study.papers import PAPERS
from twiddle.study.peers import Rows, others_cores, peers
from twiddle.tools.synth import records
from twiddle.tools.targets import TARGETS

_HERE = Path(__file__).parent / "templates"

TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(_HERE),
    undefined=jinja2.StrictUndefined,
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
)
TEMPLATES.filters["html"] = lambda grid: Markup(grid.html(lambda path: f"#{anchor(path)}"))
TEMPLATES.filters["anchor"] = anchor
TEMPLATES.filters["px"] = lambda value: f"{value:.2f}".rstrip("0").rstrip(".")
TEMPLATES.filters["raw"] = lambda name: Markup((_HERE / name).read_text(encoding="utf-8"))


def document(results: Results, own: Rows = ()) -> str:
    """The page as HTML, from records, and further rows of peers.

    Raises TwiddleError for a broken record or manifest, and for a record of a design that no longer exists.
    """
    found = results.load_all()
    place = {kind.name: index for index, kind in enumerate(designs.KINDS)}
    parts = sorted(breakdown.load_all(results), key=lambda record: place[record.core])
    runs = sorted(waveform.load_all(results), key=lambda record: place[record.core])
    comparisons = [*(paper.comparison(results) for paper in PAPERS.values()), peers(results, own)]
    schemes, cycles = list(_schemes(results)), figures.cycles(others_cores(results, own))
    grids = [*(grid for each in comparisons for grid in each.grids), *(grid for grid, _, _ in schemes)]
    cited = {path for grid in grids for row in grid.rows for cell in row.values() for path in cell.records}
    cited -= {f"results/{record.path}" for record in found}
    others = [records.load(results.folder / path.removeprefix("results/")) for path in sorted(cited)]
    wholes = [record for record in others if record.core == LATTICE.name]
    counts = figures.whole_points(wholes, lattice_cycles.recorded(results))
    return TEMPLATES.get_template("page.html.j2").render(
        version=__version__,
        merit=merit,
        kinds=designs.cores(),
        rings=rings(),
        targets=TARGETS,
        roles=area.ROLES,
        resources=area.TITLES,
        records=found,
        names={
            key: list(dict.fromkeys(getattr(record, key) for record in found)) for key in ("ring", "core", "target")
        },
        sets={record.path: system(record.block).sets for record in wholes},
        tools=sorted({tool for record in found for tool in record.tools.values()}),
        data={"points": [*figures.points(found), *counts], "cycles": cycles, "order": figures.order(found, counts)},
        cycles=_cycles(cycles),
        schemes=schemes,
        whole_notes=[*whole.NOTES.splitlines(), whole.remark(results)],
        parts=[(part, area.bars(part, area.scales(parts, part)), area.drawing(part.tree)) for part in parts],
        lines=area.lines,
        flat={f"breakdown/{record.path}": record for record in (*found, *others)},
        comparisons=comparisons,
        waveforms=[(record, waves.views(record)) for record in runs],
        listed=[*found, *others],
        simulated=netlists.simulated(results),
        commands={"drawn": breakdown.COMMAND, "whole": lattice_cycles.COMMAND},
    )


def _cycles(known: dict[str, Any]) -> Grid:
    """Cycles of transforms as a table."""
    texts = (Column("ring", "ring", text=True), Column("words", "core", text=True))
    parts = [(name, key) for name in figures.TRANSFORMS for key in ("cycles", "interval", "fill", "latency")]
    titles = (f"{name}_{key}:{name.upper() if key == 'cycles' else f'{name.upper()}_{key}'}" for name, key in parts)
    rows = tuple(
        {
            **{key: Cell(point[key]) for key in ("ring", "words", "butterflies")},
            "limit": Cell(known["work"][point["ring"]] / point["butterflies"]),
            **{f"{name}_{key}": Cell(point.get(name, {}).get(key)) for name, key in parts},
        }
        for point in known["points"]
    )
    return Grid("cycles", "Cycles of transforms", columns(*texts, "butterflies limit:limit:0", *titles), rows)


_OFF_THE_PAGE = {"published_ff", "published_dsp", "published_bram36", "published_mhz", "licence", "ff"}
"""Columns of whole schemes that only `twiddle compare` has."""


def _schemes(results: Results) -> Iterator[tuple[Grid, tuple[str, ...], list[area.Bar]]]:
    """Whole operations of each parameter set: its table, its operations, and their bars, on one scale a scheme."""
    found = whole.rows(results)
    if not any(row.ours for row in found):
        return
    for table in whole.schemes(results).grids:
        sets, names = next(each for each in whole.OPERATIONS.items() if table.name.upper() in each[0])
        longest = max(sum(row.cycles.values()) for row in found if row.set in sets)
        bars = [
            area.bar(
                row.design,
                ", ".join(f"{name} {row.cycles[name]:,.0f}" for name in names),
                [
                    (
                        f"{row.set} {name}, {row.design}: {row.cycles[name]:,.0f} cycles",
                        100 * row.cycles[name] / longest,
                        at,
                    )
                    for at, name in enumerate(names)
                ],
            )
            for row in found
            if row.set == table.name.upper() and row.cycles
        ]
        yield (
            replace(table, columns=tuple(each for each in table.columns if each.key not in _OFF_THE_PAGE)),
            names,
            bars,
        )
