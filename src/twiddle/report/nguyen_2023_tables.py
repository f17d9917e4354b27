# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables 3 to 6 of Nguyen, Pham and Hoang 2023 with our rows: multipliers, butterflies, the core `pwmm`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from twiddle.designs import Design, core
from twiddle.report import nguyen_2023_formulas as formulas
from twiddle.report.comparison import Figure, Found, Shelf, figures, number, paths, value_of
from twiddle.report.grid import EMPTY, Cell, Column, Grid, Row
from twiddle.report.nguyen_2023_formulas import PAPER, derived
from twiddle.report.published import Published, shown
from twiddle.report.tables import slices
from twiddle.report.wanted import wanted
from twiddle.rings import ring
from twiddle.synth import units
from twiddle.synth.units import Unit

MODULI = (3329, 7681, 12289)
"""The moduli of Table 5."""

L_DSP = "ldsp, times k"
"""Our multiplier that stands for the paper's, with a canonical result."""

BUTTERFLY = "ldsp, unified"
"""Our butterfly that does."""

EFF = "eff_kbps_per_lut"

WORDS = {
    "freq_mhz": "MHz",
    "lut": "LUT",
    "ff": "FF",
    "slices": "slices",
    "dsp": "DSP",
    "bram36": "BRAM36",
    EFF: "Eff.",
    "cycles_pwm": "Cycles",
    "atp": "ATP",
}
"""What a figure is called in claims and notes."""

_ATTRIBUTES = {EFF: "eff", "cycles_pwm": "cycles"}
"""What a figure is called in a published row, where that is not its key."""


@dataclass(frozen=True)
class Variant:
    """One of our cores as it stands beside Table 6: label, name, parameters, and what it does."""

    label: str
    core: str
    parameters: Mapping[str, int | str] = field(hash=False)
    modes: str = "PWM, PWA"
    note: str = ""

    @property
    def design(self) -> Design:
        """The design, for ml-kem."""
        return core(self.core, ring("ml-kem"), **self.parameters)

    @property
    def cycles(self) -> int:
        """Of the product of two polynomials, added to a sum where the core does that."""
        cycles = self.design.cycles("pwm")
        counts = [each for each in (cycles.busy, cycles.interval) if each is not None]
        return counts[0]


def _pwmm(units_: int, method: str, scaled: int) -> Variant:
    label = f"pwmm, {units_} unit{'s' * (units_ > 1)}, {method}"
    return Variant(label, "pwmm", {"Units": units_, "Method": method, "Scaled": scaled})


CORES = (
    *(_pwmm(count, "ldsp", 1) for count in (1, 2)),
    *(_pwmm(count, "tiles", 0) for count in (1, 2)),
    *(_pwmm(count, "kred", 1) for count in (1, 2)),
    Variant(
        "iterative, 2 butterflies, ldsp",
        "iterative",
        {"Butterflies": 2, "DoubleBuffer": 0, "Method": "ldsp"},
        "all",
        "a whole accelerator: NTT, INTT and memory are in it",
    ),
)
"""Our cores beside Table 6, the paper's own two first."""

_NAMES = (
    Column("work", "work", text=True),
    Column("by", "by", text=True, shown=False),
    Column("device", "device", text=True),
)
_CELLS = (
    *(Column("freq_mhz", "MHz", 0), Column("lut", "LUT"), Column("ff", "FF")),
    *(Column("slices", "slices", 0), Column("dsp", "DSP")),
)
_HIDDEN = (Column("bram36", "BRAM36", shown=False),)
_NOTE = Column("note", "note", text=True, below=True)
_LATENCY = Column("latency", "latency")
_EFF = (Column(EFF, "Eff.", 0), _NOTE, *_HIDDEN, Column(f"{EFF}_recomputed", "", shown=False))

_TABLE_3 = (*_NAMES, _LATENCY, *_CELLS, *_EFF)
_TABLE_5 = (*_NAMES, Column("q", "q"), _LATENCY, *_CELLS, *_EFF)
_TABLE_6 = (
    *(*_NAMES, Column("modes", "modes", text=True), *_CELLS),
    *(Column("cycles_pwm", "cycles"), Column("atp", "ATP", 0), _NOTE, *_HIDDEN),
    *(Column(f"{key}_recomputed", "", shown=False) for key in ("atp", "slices")),
)

METRICS = tuple(WORDS)


def label(unit: Unit) -> str:
    """A unit in the tables: its method and form, the same for every modulus."""
    form = re.sub(r"^times 2\^-[0-9]+$", "times 2^-h", unit.form) if unit.method == "ldsp" else unit.form
    return f"{unit.method}, {form}"


def _chosen(table: str, q: int, kind: str) -> Iterator[Unit]:
    """Our units beside the rows of a table, for one product and without block RAM; L-DSPs first."""
    found = [
        unit
        for unit in units.catalogue()
        if (unit.unit, unit.q) == (kind, q)
        and unit.cycles is None
        and unit.top != "twd_mod_mul_four"
        and unit.method != "rns"
        and (kind == "multiplier" or unit.form == "unified")
        and (table != "5" or unit.method == "ldsp")
    ]
    yield from sorted(found, key=lambda unit: (unit.method != "ldsp", label(unit) != L_DSP))


class Tables:
    """The four tables, and their rows by table, work and modulus: the paper's own, and ours."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self.theirs: dict[tuple[str, str, int], Row] = {}
        self.ours: dict[tuple[str, str, int], Row] = {}
        self.figures: list[Figure] = []
        of = "of Nguyen, Pham and Hoang 2023"
        self.grids = tuple(
            Grid(f"table-{table}", f"Table {table} {of}, {title}", columns, tuple(rows))
            for table, title, columns, rows in (
                ("3", "multipliers for 3329, with ours", _TABLE_3, self._units("3", "multiplier")),
                ("4", "butterflies for 3329, with ours", _TABLE_3, self._units("4", "butterfly")),
                ("5", "multipliers and butterflies, with our L-DSPs", _TABLE_5, self._moduli()),
                ("6", "matrix-vector products for ml-kem, with our cores", _TABLE_6, self._products()),
            )
        )

    # ------------------------------------------------------------------ Tables 3 to 5

    def _units(self, table: str, kind: str) -> Iterator[Row]:
        ours = [self._unit(table, unit) for unit in _chosen(table, MODULI[0], kind)]
        for row, again in derived(table):
            yield self._against(row, again, ours[0] if ours else {})
        yield from ours

    def _moduli(self) -> Iterator[Row]:
        for row, again in derived("5"):
            ours = [self._unit("5", unit) for unit in _chosen("5", row.q, row.kind)]
            yield self._against(row, again, ours[0] if ours else {})
            yield from ours

    def _unit(self, table: str, unit: Unit) -> Row:
        xc7, ecp5 = (self._shelf.unit(unit, target) for target in ("xc7", "ecp5"))
        row = _cells(label(unit), xc7, ecp5)
        row |= {"q": Cell(unit.q), "latency": Cell(unit.latency)}
        if xc7 is not None and ecp5 is not None:
            bits = formulas.bits_of(table, unit.q)
            eff = formulas.eff(ecp5.mhz, bits, xc7.cell("lut"), xc7.cell("dsp"))
            row[EFF] = Cell(eff, paths(xc7, ecp5))
        self.ours[table, str(row["work"].value), unit.q] = row
        return row

    # ------------------------------------------------------------------ Table 6

    def _products(self) -> Iterator[Row]:
        points = wanted()
        ours = []
        for variant in CORES:
            xc7, ecp5 = (
                self._shelf.core(variant.design, target, (variant.design, target) in points)
                for target in ("xc7", "ecp5")
            )
            row = _cells(variant.label, xc7, ecp5)
            ours.append(self._product(row, variant.cycles, variant.modes, variant.note))
        for unit in units.catalogue():
            if unit.unit == "multiplier" and unit.cycles is not None and unit.q == MODULI[0]:
                row = _cells(label(unit), *(self._shelf.unit(unit, target) for target in ("xc7", "ecp5")))
                ours.append(self._product(row, unit.cycles, "PWM", "without streams and control"))
        for each, again in derived("6"):
            theirs = self._against(each, again, ours[1] if each.cycles == CORES[1].cycles else ours[0])
            yield {**theirs, "modes": Cell("PWM, PWA" if each.unit == "pwmm" else "PWM")}
        yield from ours

    def _product(self, row: dict[str, Cell], cycles: int, modes: str, note: str) -> Row:
        row |= {"cycles_pwm": Cell(cycles), "modes": Cell(modes), "note": Cell(note or None)}
        mhz, area, dsp = (value_of(row, key) for key in ("freq_mhz", "slices", "dsp"))
        blocks = value_of(row, "bram36")
        if mhz is not None and area is not None and dsp is not None and not blocks:
            records = (*row["slices"].records, *row["freq_mhz"].records)
            row["atp"] = Cell(formulas.area_time(cycles, mhz, area, dsp), records)
        self.ours["6", str(row["work"].value), MODULI[0]] = row
        return row

    def _against(self, row: Published, again: Mapping[str, float], ours: Row) -> Row:
        """A published row, whose figures are remembered with those of one of our rows."""
        theirs = _theirs(row, again)
        self.theirs[row.table, row.work, row.q] = theirs
        self.figures += figures(PAPER, row.table, row.scheme, row.n, METRICS, theirs, ours)
        return theirs


def _cells(name: str, xc7: Found | None, ecp5: Found | None) -> dict[str, Cell]:
    row = {"work": Cell(name), "by": Cell("ours"), "device": Cell("xc7, ecp5")}
    if xc7 is not None:
        row |= {key: Cell(xc7.cell(key), paths(xc7)) for key in ("lut", "ff", "dsp", "bram36")}
        row["slices"] = Cell(slices(xc7.cell("lut"), xc7.cell("ff")), paths(xc7))
    if ecp5 is not None:
        row["freq_mhz"] = Cell(ecp5.mhz, paths(ecp5))
    return row


def _theirs(row: Published, again: Mapping[str, float]) -> dict[str, Cell]:
    """A published row: what is printed, what the formulas give, and a note where the two differ."""
    printed = {key: getattr(row, _ATTRIBUTES.get(key, key)) for key in METRICS}
    names = {name: key for key, name in _ATTRIBUTES.items()}
    differing = formulas.differing(row, again)
    words = ", ".join(f"{WORDS[names.get(key, key)]} {value:.0f}" for key, value in differing.items())
    notes = [
        row.note if row.table == "6" or row.freq_mhz is None else "",
        f"by the formulas {words}" if words else "",
    ]
    return {
        "work": Cell(shown(row.paper, row.work)),
        "by": Cell("published"),
        "device": Cell(row.device or None),
        "q": Cell(row.q),
        **{key: Cell(number(value)) for key, value in printed.items() if value is not None},
        **{f"{names.get(key, key)}_recomputed": Cell(value) for key, value in again.items()},
        "note": Cell("; ".join(filter(None, notes)) or None),
    }


def printed_eff(row: Row) -> float | None:
    """Eff. of a published row: as printed, or by the formula where the table prints none."""
    said = value_of(row, EFF)
    again = row.get(f"{EFF}_recomputed", EMPTY).value
    return said if said is not None else again if isinstance(again, int | float) else None
