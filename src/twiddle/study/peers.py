# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Open cores of others and ours, all synthesised, placed and routed in the same flow.

The others' figures are in `peers.csv`, measured by hand with the scripts of `twiddle.tools.targets`, and in
the records that you measured with a recipe (`twiddle.evidence.recipe`), which take precedence.
"""

from collections.abc import Iterator, Mapping, Sequence

from twiddle.base.grid import Cell, Column, Grid, Row, columns
from twiddle.base.rings import ring
from twiddle.catalog.block import Block
from twiddle.catalog.designs import cores
from twiddle.evidence import merit, recipe
from twiddle.evidence.results import Results
from twiddle.study import published
from twiddle.study.comparison import Comparison, Shelf, cells_of_line, number
from twiddle.tools.targets.base import RESOURCES

_CYCLES = tuple(f"cycles_{name}" for name in ("ntt", "intt", "pwm", "mul"))

_SOURCE = {"measured": "measured", "repository": "repository", "commit": "commit", "top": "top", "left_out": "left out"}
"""Where a core of others is from: columns of `peers.csv` and of the CSV output."""

_COLUMNS = columns(
    Column("design", "design", text=True),
    *("by", *_CYCLES),
    Column("interval_mul", "MUL interval"),
    *(f"{key}:{key.upper()}_xc7" for key in RESOURCES),
    "ecp5_lut freq_mhz:MHz_ecp5:0 time_us:µs_ecp5:2 area_time",
    Column("differs", "differs", text=True, shown=False),
    *(Column(key, title, text=True, shown=False) for key, title in _SOURCE.items()),
)

_LARGER = columns(
    Column("design", "design", text=True),
    "n bits:bits_of_q butterflies cycles_ntt:NTT_interval",
    *(f"published_{key}:{key.upper()}_published" for key in RESOURCES),
    "published_mhz:MHz_published:0",
    *(Column(key, key, text=True) for key in ("device", "licence")),
    Column("source", "source", text=True, shown=False),
    Column("note", "note", text=True, below=True),
)

NOTES = f"""\
LUT, FF, DSP and BRAM36 xc7: by Yosys. LUT and MHz ecp5: an ECP5-85k of speed grade 8, by Yosys and nextpnr.
Of larger-moduli: figures that the documents of the cores state, on the device in the row.
NTT to MUL are busy cycles, without loading and unloading; for streaming cores, the interval at full rate.
MUL interval includes loading and unloading; µs is for it, or for the interval of an NTT if there is no MUL.
The others state no interval: µs is for their busy MUL, 2 NTT + PWM + INTT, which leaves out loading.
A recipe may state the interval; it is then used.
area x time is {merit.AREA_TIME}: ecp5.
Of the others measured by hand, DSP and BRAM36 of ecp5 are not known: their area x time takes those of xc7.
A row with a remark in brackets does not compare with a whole polynomial multiplier, for that reason.
A core that executes whole schemes is in twiddle compare --schemes, not here.
A recipe measures a core from your copy of its sources (docs/compare/own-core.md).
For one peer with published figures, Yosys counts 13 to 21 % more LUT than Vivado (6 % with 16 butterflies).
Its clock rates on ecp5 are 1.6 to 1.7 times below those on Artix-7."""


Rows = Sequence[dict[str, str]]


def peers(results: Results, own: Rows = ()) -> Comparison:
    """A table for every ring with an open core of others, with every recorded core of ours; and larger moduli.

    own  further rows, from `twiddle.evidence.recipe.row`
    """
    shelf = Shelf(results)
    ours = list(_designs(results))
    grids = []
    others = others_cores(results, own)
    for name in dict.fromkeys(row["ring"] for row in others):
        rows = [_theirs(row) for row in others if row["ring"] == name]
        rows += [_ours(design, shelf) for design in ours if design.ring == ring(name)]
        preset = ring(name)
        title = f"Open cores for {preset.name} (n = {preset.n}, q = {preset.q}), measured in the same flow"
        grids.append(Grid(name, title, _COLUMNS, tuple(rows)))
    larger = tuple(cells_of_line(row, _LARGER) for row in published.lines("larger.csv"))
    title = "Open streaming transforms of larger moduli, not of our rings: figures of their documents"
    grids.append(Grid("larger-moduli", title, _LARGER, larger))
    return Comparison(
        "peers",
        tuple(grids),
        (*NOTES.splitlines(), f"Measured with {shelf.tools}.", *map(_source, others)),
        title="Open cores of others, measured in the same flow",
    )


def others_cores(results: Results, own: Rows = ()) -> list[dict[str, str]]:
    """The cores of `peers.csv`, each replaced by your own record of it, then further ones."""
    keys = ("design", "ring", "butterflies")
    measured = {tuple(row[key] for key in keys): row for row in (*map(recipe.row, recipe.records(results)), *own)}
    listed = {tuple(row[key] for key in keys): row for row in published.lines("peers.csv")}
    return [*{**listed, **measured}.values()]


def _source(row: dict[str, str]) -> str:
    """A line about the sources of a core of others; a dash is unknown."""
    known = [f"{title} {row[key] or '-'}" for key, title in _SOURCE.items() if key != "measured"]
    return f"{_name(row)} for {row['ring']}: {row['measured']}; {', '.join(known)}"


def _name(row: dict[str, str]) -> str:
    lanes = int(row["butterflies"])
    return f"{row['design']}, {lanes} butterfl{'y' if lanes == 1 else 'ies'}"


def _theirs(row: dict[str, str]) -> Row:
    remark = f" [{row['differs']}]" if row["differs"] else ""
    keys = (*_CYCLES, "interval_mul", *RESOURCES, "ecp5_lut", "freq_mhz", "time_us")
    found = {
        "design": Cell(f"{_name(row)}{remark}"),
        "by": Cell("others"),
        **{key: Cell(number(float(row[key]))) for key in keys if row.get(key)},
        "differs": Cell(row["differs"]),
        **{key: Cell(row[key]) for key in _SOURCE},
    }
    if (found_cost := cost(row)) is not None:
        area, time_us = found_cost
        found |= {"area_time": Cell(area / 1000 * time_us)}
    return found


def cost(row: dict[str, str]) -> tuple[float, float] | None:
    """LUT-equivalents and µs of a product of a core of others; None if it does not compare, or lacks one.

    All of ecp5, except DSP and BRAM36 of a core that was measured by hand: those of xc7.
    """
    blocks = [row.get(f"ecp5_{key}", row[key]) for key in ("dsp", "bram36")]
    parts = [row["ecp5_lut"], *blocks, row["time_us"]]
    if not row["cycles_mul"] or row["differs"] or not all(parts):
        return None
    *cells, time_us = map(float, parts)
    return merit.equivalents(*cells), time_us


def _designs(results: Results) -> Iterator[Block]:
    """Every recorded core of ours with a transform, in the order of the catalogue."""
    order = [kind.name for kind in cores()]
    records = sorted(results.load_all(), key=lambda record: order.index(record.core))
    designs = {record.design.stem: record.design for record in records}
    yield from (each for each in designs.values() if "ntt" in each.operations)


def figures(design: Block, shelf: Shelf, cells: Mapping[str, Mapping[str, str]]) -> dict[str, Cell]:
    """Cycles of a core, chosen cells by target, and the time and the area x time of a MUL, or of an NTT without."""
    counts = {name: design.cycles(name) for name in design.operations}
    row = {f"cycles_{name}": Cell(each.interval if each.busy is None else each.busy) for name, each in counts.items()}
    if "mul" in counts:
        row["interval_mul"] = Cell(counts["mul"].interval)
    for target, names in cells.items():
        row |= shelf.cells(design, target, names)
    if (ecp5 := shelf.find(design, "ecp5")) is not None:
        interval = counts["mul" if "mul" in counts else "ntt"].interval
        row["time_us"] = Cell(merit.micros(ecp5, interval), row["freq_mhz"].records)
        if "mul" in counts:
            row["area_time"] = Cell(merit.area_time(ecp5, interval), row["freq_mhz"].records)
    return row


def _ours(design: Block, shelf: Shelf) -> Row:
    settings = ", ".join(f"{name}={value}" for name, value in design.parameters.items())
    cells = {"xc7": {name: name for name in RESOURCES}, "ecp5": {"ecp5_lut": "lut", "freq_mhz": "freq_mhz"}}
    return {"design": Cell(f"{design.core} {settings}"), "by": Cell("ours"), **figures(design, shelf, cells)}
