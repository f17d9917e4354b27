# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The page: the figures of its plots; its sections, style and script in one document, from the templates here."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from twiddle.base import __version__
from twiddle.base.errors import TwiddleError
from twiddle.base.grid import Cell, Column, Grid, columns
from twiddle.base.rings import Ring, ring, rings
from twiddle.catalog import designs
from twiddle.catalog.block import Kind
from twiddle.catalog.systems import LATTICE, system
from twiddle.evidence import breakdown, lattice_cycles, merit
from twiddle.evidence.lattice_cycles import Recorded, averages
from twiddle.evidence.merit import clock, lut_equivalents, spread
from twiddle.evidence.results import Results
from twiddle.evidence.verify import netlists
from twiddle.study import whole
from twiddle.study.page import area
from twiddle.study.papers import PAPERS
from twiddle.study.peers import Rows, others_cores, peers
from twiddle.tools.synth import records
from twiddle.tools.synth.records import Record
from twiddle.tools.targets import TARGETS
from twiddle.tools.targets.base import RESOURCES

TRANSFORMS = ("ntt", "intt")


def anchor(path: str) -> str:
    """The id on the page of a record, by its path from the root of the repository."""
    return "r-" + path.removeprefix("results/").removesuffix(".json").replace("/", "-")


def points(records: Iterable[Record]) -> list[dict[str, Any]]:
    """The points of the scatter plot: design, cells, cycles by operation, and clock rate of each record.

    The clock rate is the median of the seeds, `mhz`; `spread` has the least and the most, `clock` all three.
    """
    found = []
    for record in records:
        design = record.design
        path = f"results/{record.path}"
        found.append(
            {
                "id": anchor(path),
                "path": path,
                **{name: getattr(record, name) for name in ("core", "ring", "target")},
                "words": design.words,
                **{name: record.cells[name] for name in RESOURCES},
                "area": lut_equivalents(record),
                "mhz": record.fmax_mhz,
                "spread": None if record.fmax_mhz is None else spread(record),
                "clock": None if record.fmax_mhz is None else clock(record),
                "cycles": {name: asdict(design.cycles(name)) for name in design.operations},
            }
        )
    return found


def whole_points(records: Iterable[Record], known: Recorded | None) -> list[dict[str, Any]]:
    """The points of builds of `twd_lattice`, one for each parameter set, which is in the place of the ring."""
    found = []
    for record, (point,) in ((record, points([record])) for record in records):
        counts: dict[str, dict[str, Any]] = {}
        for name, operation, cycles in averages(known, record.block):
            figures = {"interval": cycles, "fill": None, "latency": cycles, "busy": None}
            counts.setdefault(name, {})[operation] = figures
        found += [
            {**point, "key": f"{point['id']} {name}", "ring": name, "cycles": each} for name, each in counts.items()
        ]
    return found


def order(records: Sequence[Record], wholes: Sequence[Mapping[str, Any]] = ()) -> dict[str, list[str]]:
    """Cores, rings and targets in the order of the catalogue, which selects colours and marks; then others."""
    known = {
        "core": [kind.name for kind in designs.cores()],
        "ring": [each.name for each in rings()],
        "target": list(TARGETS),
    }
    there = {key: [*(getattr(each, key) for each in records), *(each[key] for each in wholes)] for key in known}
    return {key: list(dict.fromkeys([*names, *there[key]])) for key, names in known.items()}


def cycles(theirs: Rows) -> dict[str, Any]:
    """Cycles against butterflies: ours by formula, `others_cores`, and for each ring the work.

    A transform takes n/2 butterflies a layer; with as many units as `butterflies`, each busy in every cycle,
    it takes `work` / butterflies cycles, work = layers n / 2. What a point has of an operation is `cycles`,
    which is compared with that, and of ours `interval`, `fill`, `latency` and `busy`.
    """
    ours = [point for kind in designs.cores() for each in rings() if kind.takes(each) for point in _of_kind(kind, each)]
    others = [
        {
            "by": row["design"],
            "core": "",
            "ring": ring(row["ring"]).name,
            "butterflies": int(row["butterflies"]),
            "words": row["design"],
            **{name: {"cycles": int(row[f"cycles_{name}"])} for name in TRANSFORMS if row[f"cycles_{name}"]},
        }
        for row in theirs
        if any(row[f"cycles_{name}"] for name in TRANSFORMS)
    ]
    shown = {point["ring"] for point in ours}
    work = {each.name: each.layers * each.n // 2 for each in rings() if each.name in shown}
    return {"points": [*ours, *(point for point in others if point["ring"] in shown)], "work": work}


def _of_kind(kind: Kind, preset: Ring) -> Iterable[dict[str, Any]]:
    """A point for every number of butterflies, other parameters default; none if it is unknown.

    What is compared of a streaming core, which has no busy cycles, is its interval.
    """
    scaling = [spec for spec in kind.parameters if spec.name in ("Butterflies", "Lanes")]
    choices = [{spec.name: value} for spec in scaling for value in spec.allowed] or [{}]
    for chosen in choices:
        try:
            design = designs.core(kind.name, preset, **chosen)
        except TwiddleError:
            continue
        found = {name: asdict(design.cycles(name)) for name in TRANSFORMS if name in design.operations}
        counts = {name: {"cycles": each["busy"] or each["interval"], **each} for name, each in found.items()}
        if design.butterflies and found:
            yield {
                "by": "Twiddle",
                "core": design.core,
                "ring": preset.name,
                "butterflies": design.butterflies,
                "words": design.words,
                **counts,
            }


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
    """The page as HTML, from records, and further rows of peers."""
    found = results.load_all()
    place = {kind.name: index for index, kind in enumerate(designs.KINDS)}
    parts = sorted(breakdown.load_all(results), key=lambda record: place[record.core])
    comparisons = [*(paper.comparison(results) for paper in PAPERS.values()), peers(results, own)]
    schemes, known = list(_schemes(results)), cycles(others_cores(results, own))
    grids = [*(grid for each in comparisons for grid in each.grids), *(grid for grid, _, _ in schemes)]
    cited = {path for grid in grids for row in grid.rows for cell in row.values() for path in cell.records}
    cited -= {f"results/{record.path}" for record in found}
    others = [records.load(results.folder / path.removeprefix("results/")) for path in sorted(cited)]
    wholes = [record for record in others if record.core == LATTICE.name]
    counts = whole_points(wholes, lattice_cycles.recorded(results))
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
        data={"points": [*points(found), *counts], "cycles": known, "order": order(found, counts)},
        cycles=_cycles(known),
        schemes=schemes,
        whole_notes=[*whole.NOTES.splitlines(), whole.remark(results)],
        parts=[(part, area.bars(part, area.scales(parts, part))) for part in parts],
        lines=area.lines,
        flat={f"breakdown/{record.path}": record for record in (*found, *others)},
        comparisons=comparisons,
        listed=[*found, *others],
        simulated=netlists.simulated(results),
        commands={"parts": breakdown.COMMAND, "whole": lattice_cycles.COMMAND},
    )


def _cycles(known: dict[str, Any]) -> Grid:
    """Cycles of transforms as a table."""
    texts = (Column("ring", "ring", text=True), Column("words", "core", text=True))
    parts = [(name, key) for name in TRANSFORMS for key in ("cycles", "interval", "fill", "latency")]
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
