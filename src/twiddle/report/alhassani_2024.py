# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Table I and Fig. 6 of Alhassani 2024 with the core `rns`, by the formulas of the paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from twiddle.designs import core
from twiddle.model.iterative import Schedule
from twiddle.model.methods import Method
from twiddle.report import published
from twiddle.report.comparison import Claim, Comparison, Found, Shelf, figures, number, paths, value_of
from twiddle.report.grid import Cell, Column, Grid, Row
from twiddle.report.published import Multiplier
from twiddle.report.tables import slices
from twiddle.rings import ring
from twiddle.synth import units
from twiddle.synth.units import Unit

SLICES_PER_DSP = 120
SLICES_PER_BRAM36 = 196
"""Equivalent slices of a DSP block and of a block RAM, as Alhassani 2024 counts them."""

# ---------------------------------------------------------------------- the formulas


def product_cycles(ntt: int, intt: int, pwm: int) -> int:
    """Cycles of INTT(NTT(X) * NTT(Y)) by one accelerator, one operation after another."""
    return 2 * ntt + pwm + intt


def equivalent_slices(of_slices: float, dsp: float, bram36: float) -> float:
    """ENS: slices + 120 DSP + 196 BRAM36."""
    return of_slices + SLICES_PER_DSP * dsp + SLICES_PER_BRAM36 * bram36


def area_time(area: float, time_us: float) -> float:
    """ATP: area x ms."""
    return area * time_us / 1000


def recomputed(row: Multiplier) -> dict[str, float]:
    """time_us, atp_lut and atp_ens of a published row from its other figures, by the paper's formulas."""
    time_us = product_cycles(row.cycles_ntt, row.cycles_intt, row.cycles_pwm) / row.freq_mhz
    return {
        "time_us": time_us,
        "atp_lut": area_time(row.lut, time_us),
        "atp_ens": area_time(equivalent_slices(row.slices, row.dsp, row.bram36), time_us),
    }


def agrees(row: Multiplier) -> bool:
    """Whether the printed figures are those of the formulas, to the one decimal that is printed."""
    return all(abs(value - getattr(row, key)) < 0.05 + 1e-9 for key, value in recomputed(row).items())


_TABLE_I = (
    Column("work", "work", text=True),
    Column("butterflies", "BU"),
    Column("by", "by", text=True, shown=False),
    Column("device", "device", text=True, shown=False),
    *(Column("lut", "LUT"), Column("ff", "FF"), Column("slices", "slices", 0)),
    *(Column("dsp", "DSP"), Column("bram36", "BRAM36"), Column("freq_mhz", "MHz", 0)),
    *(Column("cycles_ntt", "NTT"), Column("cycles_intt", "INTT"), Column("cycles_pwm", "PWM")),
    *(Column("cycles_product", "product"), Column("cycles_ratio", "ratio", 3)),
    *(Column("time_us", "µs", 1), Column("atp_lut", "ATP-LUT", 1), Column("atp_ens", "ATP-ENS", 1)),
    *(Column(f"{key}_recomputed", "", 1, shown=False) for key in ("time_us", "atp_lut", "atp_ens")),
    Column("note", "note", text=True, below=True),
)

_CYCLES = ("cycles_ntt", "cycles_intt", "cycles_pwm", "cycles_product")
_MERIT = ("time_us", "atp_lut", "atp_ens")

_METRICS = ("lut", "ff", "slices", "dsp", "bram36", "freq_mhz", *_CYCLES, *_MERIT)

HEADING = "Ours against the paper's own, for 1 / 2 / 4 butterflies; less is better:"
"""What stands above the claims."""

_VARIANTS: Mapping[str, Mapping[str, int]] = {
    "": {},
    "Registers = 1": {"Registers": 1},
    "Published = 1": {"Published": 1},
}

_PARTLY = ("Published = 1",)
"""Variants that not every number of butterflies has records of: what they are for is their cycles."""

_CLAIMED = (
    *(("", "engine", key) for key in (*_CYCLES, "lut", "ff", "dsp", *_MERIT)),
    *(("", "core", key) for key in ("lut", "ff", "dsp", "bram36")),
    *(("Registers = 1", "core", key) for key in (*_CYCLES, "lut", "ff", *_MERIT)),
    *(("Published = 1", "core", key) for key in ("cycles_pwm", "cycles_product", "bram36")),
)
"""Variant, part and figure of every claim: of the variants, what they change."""

_WORDS = {
    "cycles_ntt": "Cycles of NTT",
    "cycles_intt": "Cycles of INTT",
    "cycles_pwm": "Cycles of PWM",
    "cycles_product": "Cycles of a product",
    "lut": "LUT",
    "ff": "FF",
    "dsp": "DSP",
    "bram36": "BRAM36",
    "time_us": "Time in µs",
    "atp_lut": "ATP-LUT",
    "atp_ens": "ATP-ENS",
}

_NOTES = f"""\
The paper's: Artix-7 by Vivado, as printed. Ours: LUT, FF, DSP and BRAM36 of xc7 by Yosys; MHz of ecp5.
ecp5, an ECP5-85k of speed grade 8, is another, slower device: µs and ATP are not like for like, cycles are.
product: of the papers 2 NTT + PWM + INTT, of ours the busy cycles of MUL, whose passes overlap.
ratio: product to that of the paper's own design with as many butterflies (BU).
µs is product / MHz, ATP-LUT is LUT x ms, ATP-ENS is ENS x ms.
ENS is slices + {SLICES_PER_DSP} DSP + {SLICES_PER_BRAM36} BRAM36; the slices of ours are LUT / 4 + FF / 8.
Slices of the paper's 1 SBU and 2 DBU, 153 and 395, are the same sum; of its 1 DBU, 210, that would be 231.
core: the accelerator with its streams. engine: LUT, FF and DSP without them, as in the paper.
BRAM36, which include the memory, and MHz of an engine are those of the whole core that it is in.
Registers = 1: with registers behind the tables, for a faster clock.
Published = 1: with the paper's sub-moduli 7, 31 and 32, and its five products a pair."""


@dataclass(frozen=True)
class _Ours:
    """One of our designs: the core `rns` or its engine."""

    variant: str
    part: str
    schedule: Schedule
    logic: Found | None
    """Where LUT, FF and DSP come from."""
    memory: Found | None
    """Where BRAM36 come from: the core on xc7."""
    clock: Found | None
    """Where the clock comes from: the core on ecp5."""

    def row(self) -> Row:
        """The row of Table I, but for the ratio."""
        schedule, logic, memory, clock = self.schedule, self.logic, self.memory, self.clock
        cycles = {name: schedule.busy(name) for name in ("ntt", "intt", "pwm", "mul")}
        row = {
            "butterflies": Cell(schedule.butterflies),
            "by": Cell("ours"),
            "work": Cell(", ".join(filter(None, (f"rns {self.part}", self.variant)))),
            "device": Cell("xc7, ecp5"),
            **{f"cycles_{name}": Cell(cycles[name]) for name in ("ntt", "intt", "pwm")},
            "cycles_product": Cell(cycles["mul"]),
        }
        if memory is not None:
            row["bram36"] = Cell(memory.cell("bram36"), paths(memory))
        if clock is not None:
            row["freq_mhz"] = Cell(clock.mhz, paths(clock))
            row["time_us"] = Cell(self._time(clock), paths(clock))
        if logic is not None:
            row |= {name: Cell(logic.cell(name), paths(logic)) for name in ("lut", "ff", "dsp")}
            row["slices"] = Cell(self._slices(logic), paths(logic))
        if logic is not None and clock is not None:
            value = area_time(logic.cell("lut"), self._time(clock))
            row["atp_lut"] = Cell(value, paths(logic, clock))
        if logic is not None and memory is not None and clock is not None:
            ens = equivalent_slices(self._slices(logic), logic.cell("dsp"), memory.cell("bram36"))
            row["atp_ens"] = Cell(area_time(ens, self._time(clock)), paths(logic, memory, clock))
        return row

    def _time(self, clock: Found) -> float:
        return self.schedule.busy("mul") / clock.mhz

    def _slices(self, logic: Found) -> float:
        return slices(logic.cell("lut"), logic.cell("ff"))


def alhassani_2024(folder: Path | None = None) -> Comparison:
    """Table I and Fig. 6 of Alhassani 2024, with the core `rns` and its engine for ml-kem."""
    theirs = published.multipliers("alhassani-2024", "I")
    own = {row.units: _theirs(row) for row in theirs if row.own}
    shelf = Shelf(folder)
    engines = [unit for unit in units.catalogue() if (unit.unit, unit.method) == ("engine", "rns")]
    ours = {
        (each.variant, each.part, lanes): {**each.row(), "cycles_ratio": _ratio(each.row(), own[lanes])}
        for lanes in own
        for each in _ours(lanes, shelf, engines)
    }
    rows: list[Row] = []
    for lanes, of_paper in own.items():
        group = [_theirs(row) for row in theirs if row.units == lanes]
        rows += [{**row, "cycles_ratio": _ratio(row, of_paper)} for row in group]
        rows += [row for (_, _, count), row in ours.items() if count == lanes]
    table = Grid("table-I", "Table I of Alhassani 2024 with our core rns, ml-kem", _TABLE_I, tuple(rows))
    claims = [
        _claim(variant, part, key, [ours[variant, part, lanes] for lanes in own], own)
        for variant, part, key in _CLAIMED
        if all((variant, part, lanes) in ours for lanes in own)
    ]
    notes = (*_NOTES.splitlines(), f"Measured with {shelf.tools}.")
    return Comparison(
        "alhassani-2024",
        (table, _figure_6(ours, own)),
        notes,
        shelf.missing,
        HEADING,
        tuple(claims),
        tuple(
            figure
            for row in theirs
            for figure in figures(
                *("alhassani-2024", "I", "kyber", 256, _METRICS, _theirs(row)),
                ours["", "core", row.units],
            )
        ),
    )


def _theirs(row: Multiplier) -> Row:
    product = product_cycles(row.cycles_ntt, row.cycles_intt, row.cycles_pwm)
    again = recomputed(row)
    note = row.note
    if not agrees(row):
        printed = f"{again['time_us']:.1f} µs, ATP {again['atp_lut']:.1f} and {again['atp_ens']:.1f}"
        note = f"{note}; by the formulas {printed}".removeprefix("; ")
    keys = ("lut", "ff", "slices", "dsp", "bram36", "freq_mhz", "cycles_ntt", "cycles_intt", "cycles_pwm")
    return {
        "butterflies": Cell(row.units),
        "by": Cell("published"),
        "work": Cell(published.shown(row.paper, row.work)),
        "device": Cell(row.device),
        **{key: Cell(number(getattr(row, key))) for key in keys},
        "cycles_product": Cell(product),
        **{key: Cell(getattr(row, key)) for key in _MERIT},
        **{f"{key}_recomputed": Cell(again[key]) for key in _MERIT},
        "note": Cell(note),
    }


def _ours(lanes: int, shelf: Shelf, engines: Sequence[Unit]) -> list[_Ours]:
    """Our designs with so many butterflies: of every variant the engine, where there is one, and the core."""
    found = []
    for variant, parameters in _VARIANTS.items():
        design = core("rns", ring("ml-kem"), Butterflies=lanes, **parameters)
        schedule = _schedule(lanes, variant)
        needed = variant not in _PARTLY
        on_xc7, clock = (shelf.core(design, target, needed) for target in ("xc7", "ecp5"))
        found += [
            _Ours(variant, "engine", schedule, shelf.unit(engine, "xc7"), on_xc7, clock)
            for engine in engines
            if all(engine.parameters.get(key, 0) == design.parameters[key] for key in _SHARED)
        ]
        found.append(_Ours(variant, "core", schedule, on_xc7, on_xc7, clock))
    return found


_SHARED = ("Butterflies", "Registers", "Published")
"""Parameters that a core has in common with its engine, where they are 0 if they are not given."""


def _schedule(lanes: int, variant: str) -> Schedule:
    return Schedule(
        ring("ml-kem"),
        lanes,
        Method.RNS,
        registers="Registers" in _VARIANTS[variant],
        published="Published" in _VARIANTS[variant],
    )


def _ratio(row: Row, of_paper: Row) -> Cell:
    return Cell(_number(row, "cycles_product") / _number(of_paper, "cycles_product"))


def _number(row: Row, key: str) -> float:
    value = value_of(row, key)
    if value is None:
        raise TypeError(f"{key}: {row[key].value!r} is no number")
    return value


def _claim(variant: str, part: str, key: str, rows: Sequence[Row], own: Mapping[int, Row]) -> Claim:
    """A figure of our rows against that of the paper's own, design by design."""
    of = "" if key in _CYCLES else f" of the {part}"
    what = ", ".join(filter(None, (f"{_WORDS[key]}{of}", variant)))
    why = ""
    if key in _CYCLES:
        why = f"our pipe from read to write takes {_schedule(1, variant).write_delay} cycles"
    elif key in _MERIT:
        why = "MHz is that of ecp5, the paper's of Artix-7"
    return Claim(
        what,
        tuple(value_of(row, key) for row in rows),
        tuple(_number(row, key) for row in own.values()),
        why,
    )


def _figure_6(ours: Mapping[tuple[str, str, int], Row], own: Mapping[int, Row]) -> Grid:
    """Delay, ATP-LUT and ATP-ENS of the paper's three designs, and of ours."""
    keys = ("by", "work", "butterflies", *_MERIT)
    shown = (("", "engine"), ("", "core"), ("Registers = 1", "core"))
    found = [*own.values(), *(row for each in shown for key, row in ours.items() if key[:2] == each)]
    return Grid(
        "figure-6",
        "Fig. 6 of Alhassani 2024 with ours",
        tuple(column for column in _TABLE_I if column.key in keys),
        tuple({key: row[key] for key in keys if key in row} for row in found),
    )
