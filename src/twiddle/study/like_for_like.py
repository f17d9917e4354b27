# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""One accelerator for ml-kem with every multiplier."""

from __future__ import annotations

from twiddle.base.grid import Cell, Column, Grid, Row, columns
from twiddle.catalog.designs import Design, core
from twiddle.evidence import merit
from twiddle.evidence.results import Results
from twiddle.model.methods import Method
from twiddle.study.comparison import Comparison, Shelf

_COLUMNS = columns(
    Column("method", "method", text=True),
    "cycles_ntt cycles_intt cycles_pwm cycles_mul cycles_mult",
    Column("interval_mul", "MUL interval"),
    "lut ff dsp bram36 freq_mhz",
    Column("time_us", "µs a MUL", 2),
    "area_time",
)

_NOTES = f"""\
One accelerator: a single memory (DoubleBuffer = 0), with streams. NTT to MULT are busy cycles.
MUL interval is at full rate, input and output included; µs a MUL is the same at the clock rate.
LUT, FF, DSP, BRAM36 and MHz are those of ecp5, after place and route.
Area x time is {merit.AREA_TIME}."""


def like_for_like(results: Results, butterflies: int = 2) -> Comparison:
    """One accelerator for ml-kem with each multiplier.

    Raises TwiddleError for an unsupported number of butterflies, and for a broken record.
    """
    shelf = Shelf(results)
    designs = {
        "rns": core("rns", "ml-kem", Butterflies=butterflies),
        "rns, Registers = 1": core("rns", "ml-kem", Butterflies=butterflies, Registers=1),
        **{
            method.label: core("iterative", "ml-kem", Butterflies=butterflies, DoubleBuffer=0, Method=method.label)
            for method in (Method.FOLD, Method.LDSP, Method.KRED, Method.BARRETT)
        },
    }
    rows = tuple(_like(name, design, shelf) for name, design in designs.items())
    plural = "y" if butterflies == 1 else "ies"
    title = f"One accelerator with each multiplier (ml-kem, {butterflies} butterfl{plural}, single memory)"
    grid = Grid("like-for-like", title, _COLUMNS, rows)
    return Comparison(
        "like-for-like", (grid,), (*_NOTES.splitlines(), f"Measured with {shelf.tools}."), shelf.missing(always=False)
    )


def _like(name: str, design: Design, shelf: Shelf) -> Row:
    ecp5 = shelf.find(design, "ecp5")
    names = ("lut", "ff", "dsp", "bram36", "freq_mhz")
    interval = design.cycles("mul").interval
    row: dict[str, Cell] = {
        "method": Cell(name),
        **{f"cycles_{each}": Cell(design.cycles(each).busy) for each in design.operations},
        "interval_mul": Cell(interval),
    }
    row |= shelf.cells(design, "ecp5", {name: name for name in names})
    if ecp5 is not None:
        row["time_us"] = Cell(merit.micros(ecp5, interval), row["freq_mhz"].records)
        row["area_time"] = Cell(merit.area_time(ecp5, interval), row["freq_mhz"].records)
    return row
