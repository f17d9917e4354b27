# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Every record of a core, and the records of arithmetic units that a table links to."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from twiddle.evidence.results import Results
from twiddle.evidence.verify.netlists import Simulated
from twiddle.study.comparison import Comparison
from twiddle.study.page.figures import anchor, points
from twiddle.study.page.markup import Markup, tag
from twiddle.study.page.parts import TITLES, box, folded, number, section, table, term
from twiddle.tools.synth.records import Record, read
from twiddle.tools.targets.base import RESOURCES

_RECORDS_ABOUT = """\
The filters of the first plot hold here too. NTT and MUL are cycles between two at full rate. Open a record to
see its file, what repeats it, and all that is in it."""


def listed(found: Sequence[Record], cited: Mapping[str, Record], simulated: Simulated) -> Markup:
    """The section of all records of cores, and of the records of units in `cited`."""
    columns = ("record", "ring", "target", *TITLES.values(), "MHz", "NTT", "MUL")
    shown = zip(found, points(found), strict=True)
    rows = (_record(record, point, simulated(record)) for record, point in shown)
    unit_rows = (_unit(path, record, simulated(record)) for path, record in cited.items())
    unit_columns = ("record", "q", "target", *TITLES.values(), "MHz", "latency")
    return section(
        "records",
        tag("p", _RECORDS_ABOUT, class_="note"),
        tag("p", id="record-count", role="status", class_="note script"),
        _table("Records of cores", columns, rows, "record-table"),
        folded(
            f"{len(cited)} arithmetic units in the tables",
            _table("Records of units", unit_columns, unit_rows, "unit-table"),
            class_="fold",
        )
        if cited
        else tag("p", "No table leads to an arithmetic unit.", class_="empty"),
    )


def units(comparisons: Sequence[Comparison], results: Results) -> dict[str, Record]:
    """The records of arithmetic units that a table links to, by path."""
    found = {
        path: None
        for comparison in comparisons
        for grid in comparison.grids
        for row in grid.rows
        for cell in row.values()
        for path in cell.records
    }
    return {
        path: read(results.folder / path.removeprefix("results/"), Record)
        for path in sorted(found)
        if path.startswith("results/arith/")
    }


def _table(label: str, columns: Sequence[str], rows: Iterable[Markup], name: str) -> Markup:
    return box(label, table(columns, rows, ("record", "ring", "target"), id=name))


def _record(record: Record, point: Mapping[str, object], simulated: str) -> Markup:
    design = record.design
    intervals = [design.cycles(name).interval if name in design.operations else None for name in ("ntt", "mul")]
    numbers = [number("-" if value is None else value) for value in intervals]
    keys = {f"data_{key}": getattr(record, key) for key in ("core", "ring", "target")}
    details = _details(design.words, str(point["path"]), record, simulated)
    return _line(str(point["path"]), record, details, tag("td", record.ring), *numbers, **keys)


def _unit(path: str, record: Record, simulated: str) -> Markup:
    details = _details(record.block.words, path, record, simulated)
    return _line(path, record, details, number(record.block.unit.q), number(record.block.unit.latency))


def _line(path: str, record: Record, details: Markup, key: Markup, *numbers: Markup, **keys: str) -> Markup:
    figures = [f"{record.cells[kind]:g}" for kind in RESOURCES]
    figures.append("-" if record.fmax_mhz is None else f"{record.fmax_mhz:.1f}")
    cells = (tag("th", details, scope="row"), key, tag("td", record.target), *map(number, figures), *numbers)
    return tag("tr", *cells, id=anchor(path), tabindex=-1, data_record=path, **keys)


def _details(title: str, path: str, record: Record, simulated: str) -> Markup:
    """The fields of a record that its line does not show."""
    lines = {"file": path, "repeat by": record.command, "tools": ", ".join(record.tools.values())}
    lines["cells"] = ", ".join(f"{value:g} {name}" for name, value in record.cells.items() if value)
    if record.fmax_by_seed:
        lines["MHz by seed"] = ", ".join(f"{seed}: {value:g}" for seed, value in record.fmax_by_seed.items())
    if (path_found := record.critical_path) is not None:
        parts = (f"{name} {getattr(path_found, f'{name}_ps')} ps" for name in ("total", "logic", "routing"))
        lines["critical path"] = ", ".join(parts)
    lines["design"] = record.design_hash[:16]
    lines["simulated netlist"] = simulated
    pairs = (part for name, words in lines.items() for part in term(name, words))
    text = json.dumps(record.document(), indent=1)
    return folded(title, tag("dl", *pairs), folded("the whole record", tag("pre", text)))
