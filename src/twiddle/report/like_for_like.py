# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""One accelerator for ml-kem with every multiplier."""

from __future__ import annotations

from pathlib import Path

from twiddle.designs import Design, core
from twiddle.model.methods import Method
from twiddle.report.alhassani_2024 import area_time
from twiddle.report.comparison import Comparison, Shelf, paths
from twiddle.report.grid import Cell, Column, Grid, Row
from twiddle.report.tables import LUTS_PER_BRAM36, LUTS_PER_DSP, lut_equivalents
from twiddle.rings import ring

_LIKE = (
    Column("method", "method", text=True),
    *(Column(f"cycles_{name}", name.upper()) for name in ("ntt", "intt", "pwm", "mul", "mult")),
    Column("interval_mul", "MUL interval"),
    *(Column("lut", "LUT"), Column("ff", "FF"), Column("dsp", "DSP"), Column("bram36", "BRAM36")),
    *(Column("freq_mhz", "MHz", 0), Column("time_us", "µs a MUL", 2)),
    *(Column("lut_equivalents", "LUT-eq.", 0), Column("area_time", "area x time", 1)),
)

_LIKE_NOTES = f"""\
One accelerator: a single memory (DoubleBuffer = 0), with streams. NTT to MULT are busy cycles.
MUL interval is that at full rate, input and output included; µs a MUL is the same at the clock rate.
LUT, FF, DSP and BRAM36 are of xc7, MHz of ecp5 by place and route.
LUT-eq. is LUT + {LUTS_PER_DSP} DSP + {LUTS_PER_BRAM36} BRAM36; area x time is LUT-eq. x ms."""


def like_for_like(butterflies: int = 2, folder: Path | None = None) -> Comparison:
    """One accelerator for ml-kem with each multiplier.

    Raises TwiddleError for a number of butterflies that there is not, and for a broken record.
    """
    shelf = Shelf(folder)
    of = ring("ml-kem")
    designs = {
        "rns": core("rns", of, Butterflies=butterflies),
        "rns, Registers = 1": core("rns", of, Butterflies=butterflies, Registers=1),
        **{
            method.label: core("iterative", of, Butterflies=butterflies, DoubleBuffer=0, Method=method.label)
            for method in (Method.FOLD, Method.LDSP, Method.KRED, Method.BARRETT)
        },
    }
    rows = tuple(_like(name, design, shelf) for name, design in designs.items())
    plural = "y" if butterflies == 1 else "ies"
    title = f"One accelerator with each multiplier (ml-kem, {butterflies} butterfl{plural}, single memory)"
    grid = Grid("like-for-like", title, _LIKE, rows)
    return Comparison(
        "like-for-like",
        (grid,),
        (*_LIKE_NOTES.splitlines(), f"Measured with {shelf.tools}."),
        shelf.missing,
    )


def _like(name: str, design: Design, shelf: Shelf) -> Row:
    xc7, ecp5 = shelf.core(design, "xc7"), shelf.core(design, "ecp5")
    interval = design.cycles("mul").interval
    row = {
        "method": Cell(name),
        **{f"cycles_{each}": Cell(design.cycles(each).busy) for each in design.operations},
        "interval_mul": Cell(interval),
    }
    if xc7 is not None:
        row |= {each: Cell(xc7.cell(each), paths(xc7)) for each in ("lut", "ff", "dsp", "bram36")}
        row["lut_equivalents"] = Cell(lut_equivalents(xc7.record), paths(xc7))
    if ecp5 is not None and interval is not None:
        time_us = interval / ecp5.mhz
        row["freq_mhz"] = Cell(ecp5.mhz, paths(ecp5))
        row["time_us"] = Cell(time_us, paths(ecp5))
        if xc7 is not None:
            row["area_time"] = Cell(area_time(lut_equivalents(xc7.record), time_us), paths(xc7, ecp5))
    return row
