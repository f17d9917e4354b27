# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Arithmetic units with their records, the papers' figures of merit, and the tables of both."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from twiddle.base.grid import Cell, Column, Grid, columns
from twiddle.catalog.units import identity
from twiddle.evidence.merit import LUTS_PER_BRAM36, LUTS_PER_DSP, equivalents, lut_equivalents
from twiddle.evidence.wanted import Row
from twiddle.study import published
from twiddle.study.comparison import Comparison, cells_of
from twiddle.study.published import Published
from twiddle.tools.synth.records import Record
from twiddle.tools.targets.base import RESOURCES

SLICES_PER_DSP, SLICES_PER_BRAM36 = LUTS_PER_DSP // 4, LUTS_PER_BRAM36 // 4


def document(row: Row) -> dict[str, Any]:
    """A row for JSON."""
    figures = {
        target: {
            **{name: record and getattr(record, name) for name in ("cells", "fmax_mhz")},
            "record": row.states[target],
        }
        for target, record in row.records.items()
    }
    return {**identity(row.of), **figures, **merit(row)}


def efficiency(mhz: float, bits: int, luts: float) -> float:
    """Nguyen et al. 2023, eq. 14: kbit/s per LUT."""
    return 1000 * mhz * bits / luts


def merit(row: Row) -> dict[str, float | None]:
    """The papers' figures of merit of a unit: area of xc7, MHz of ecp5; None without one of these records.

    eff_kbps_per_lut  `efficiency` over LUT-equivalents, of a multiplier or a butterfly for one product
    atp               slices x µs of a point-wise product (Nguyen et al. 2023, table 6), of a unit that computes a
                      whole one; slices are LUT / 4 + FF / 8, as in the paper's footnote
    """
    unit, xc7, ecp5 = row.of.unit, row.records["xc7"], row.records["ecp5"]
    found: dict[str, float | None] = {"eff_kbps_per_lut": None, "atp": None}
    if xc7 is None or ecp5 is None or ecp5.fmax_mhz is None:
        return found
    if unit.cycles is not None:
        area = xc7.cells.lut / 4 + xc7.cells.ff / 8
        area += SLICES_PER_DSP * xc7.cells.dsp + SLICES_PER_BRAM36 * xc7.cells.bram36
        return found | {"atp": unit.cycles * area / ecp5.fmax_mhz}
    if row.of.kind.family == "reduction":
        return found
    return found | {"eff_kbps_per_lut": efficiency(ecp5.fmax_mhz, unit.q.bit_length(), lut_equivalents(xc7))}


def published_efficiency(row: Published) -> float | None:
    """`efficiency` of a published multiplier or butterfly, with all bits of a residue; None without a clock."""
    if row.unit not in ("modmul", "bu") or not {"freq_mhz", "lut"} <= row.figures.keys():
        return None
    luts = equivalents(row["lut"], row["dsp"], row["bram36"])
    return efficiency(row["freq_mhz"], row.bits, luts)


_NAMES = {"reduction": "reductions", "multiplier": "multipliers", "butterfly": "butterflies", "engine": "engines"}
_OURS = "; Eff. and ATP: area of xc7, MHz of ecp5"
"""Ends the title of a table of ours."""

UNIT = tuple(Column(key, key, text=True) for key in ("unit", "method", "form"))
_PAPER = tuple(Column(key, key, text=True) for key in ("source", "work", "device"))
_NOTE = Column("note", "note", text=True, room=24)
XC7 = "lut:LUT_xc7 ff:FF_xc7 dsp:DSP_xc7 bram36:BRAM36_xc7"
_MERIT = "eff_kbps_per_lut:Eff.:0 atp:ATP:0"


def units_table(found: Sequence[Row]) -> Grid:
    """Units with their figures, a row each."""
    rows = []
    for row in found:
        values: dict[str, str | int | float | None] = {**identity(row.of), **merit(row)}
        rows.append({key: Cell(value) for key, value in values.items()} | _measured(row))
    state = Column("state", "state", text=True, shown=any(row.outdated for row in found))
    figures = f"q latency:cycles {XC7} ecp5_lut ecp5_dsp:DSP_ecp5 ecp5_ebr:EBR_ecp5 freq_mhz:MHz_ecp5:0 {_MERIT}"
    return Grid("units", f"arithmetic units{_OURS}", columns(*UNIT, state, figures), tuple(rows))


WEIGHED = ("multiplier", "butterfly")
"""The families of units whose energy is measured, in standard cells (`twiddle.tools.energy`)."""


def cells_table(found: Sequence[Record]) -> Grid:
    """Records of units in standard cells, a row each: area, clock rate, and the energy of a cycle with its share."""
    rows = [
        {
            **{key: Cell(value) for key, value in identity(record.block).items()},
            "kge": Cell(record.cells["kge"]),
            "mhz": Cell(record.fmax_mhz),
            "pj": Cell(record.energy.pj if record.energy else None),
            "internal": Cell(100 * record.energy.internal / record.energy.pj if record.energy else None),
        }
        for record in found
    ]
    figures = "q latency:cycles kge:kGE:2 mhz:MHz:0 pj:pJ:1 internal:%_in_cells:0"
    library = next((record.library.file for record in found if record.library), "")
    return Grid("cells", f"arithmetic units in the cells of {library}", columns(*UNIT, figures), tuple(rows))


NOTES = (
    "xc7: Yosys, AMD 7-series. ecp5: Yosys and nextpnr, ECP5-85k speed grade 8, median of three seeds.",
    "Eff. is MHz x bits / LUT-equivalents in kbit/s a LUT: eq. 14 of Nguyen et al. 2023.",
    "ATP is slices x µs of one point-wise product: table 6 of the same; area x time is another figure.",
    f"DSP: {LUTS_PER_DSP} LUT or {SLICES_PER_DSP} slices. BRAM36: {LUTS_PER_BRAM36} or {SLICES_PER_BRAM36}.",
    "The papers': Vivado on the named device, Eff. with all bits of a residue.",
)


def comparison(found: Sequence[Row]) -> Comparison:
    """A table of the units of each kind, and of the papers' rows of their moduli."""
    moduli = {row.of.unit.q for row in found}
    tables: list[Grid] = []
    for kind, name in _NAMES.items():
        ours = [row for row in found if row.of.kind.family == kind]
        theirs = [row for row in published.arithmetic() if row.kind == kind and row.q in moduli]
        if not ours:
            continue
        grid = units_table(ours)
        tables.append(replace(grid, name=name, title=f"{name}{_OURS}", columns=grid.columns[1:]))
        if theirs:
            tables.append(_published_table(name, theirs))
    return Comparison("arith", tuple(tables), NOTES)


def _published_table(name: str, found: Sequence[Published]) -> Grid:
    figures = ("lut", "ff", "slices", "dsp", "bram36", "freq_mhz", "atp")
    rows = [
        {
            **{key: Cell(row.figures.get(key)) for key in figures},
            "source": Cell(row.source),
            "work": Cell(row.shown),
            "device": Cell(row.device or "-"),
            "q": Cell(row.q),
            "eff_kbps_per_lut": Cell(published_efficiency(row)),
            "note": Cell(row.note),
        }
        for row in found
    ]
    shown = columns(*_PAPER, "q lut ff slices dsp bram36 freq_mhz", _MERIT, _NOTE)
    return Grid(f"published-{name}", f"{name} in the papers", shown, tuple(rows))


def _measured(row: Row) -> dict[str, Cell]:
    """The cells of a row that come from its records."""
    states = set(row.states.values())
    words = states if len(states) == 1 else [f"{target} {row.states[target]}" for target in row.outdated]
    cells = {"state": Cell(", ".join(words))}
    cells |= cells_of(row.records["xc7"], {name: name for name in RESOURCES})
    names = {"ecp5_lut": "lut", "ecp5_dsp": "dsp", "ecp5_ebr": "ebr", "freq_mhz": "freq_mhz"}
    return cells | cells_of(row.records["ecp5"], names)
