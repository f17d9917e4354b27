# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The formulas of Nguyen, Pham and Hoang 2023, and what they give for the published rows of its tables."""

from __future__ import annotations

from collections.abc import Mapping

from twiddle.report import published
from twiddle.report.arith import SLICES_PER_DSP, efficiency
from twiddle.report.merit import LUTS_PER_DSP
from twiddle.report.published import Published
from twiddle.report.tables import slices

PAPER = "nguyen-2023"

TABLES = "3456"
"""Tables with results; 1 and 2 are parameters of schemes."""

ONE_BIT = "4"
"""The table whose Eff. has one bit where eq. 14 has all of a residue."""

_MARGIN = 0.5
"""Every derived figure is printed as a whole number."""


def eff(mhz: float, bits: int, lut: float, dsp: float) -> float:
    """Eq. 14 in kbit/s a LUT, where a DSP block is 400 LUT."""
    return efficiency(mhz, bits, lut + LUTS_PER_DSP * dsp)


def bits_of(table: str, q: int) -> int:
    """The bits in the Eff. of a table: one in Table 4, in the others all of a residue."""
    return 1 if table == ONE_BIT else q.bit_length()


def area_time(cycles: int, mhz: float, area: float, dsp: float) -> float:
    """ATP of Table 6: slices x microseconds, where a DSP block is 100 slices."""
    return cycles * (area + SLICES_PER_DSP * dsp) / mhz


def derived(table: str) -> list[tuple[Published, dict[str, float]]]:
    """The published rows of a table, each with its figures by the formulas.

    Table 5 prints none; Eff. of its rows is eq. 14 with all bits. In Table 6 the slices of [46] come from its
    LUT and FF.
    """
    rows = [row for row in published.arithmetic() if (row.paper, row.table) == (PAPER, table)]
    return [(row, _of_row(row)) for row in rows]


def _of_row(row: Published) -> dict[str, float]:
    found: dict[str, float] = {}
    if row.lut is None or row.freq_mhz is None:
        return found
    dsp = row.dsp or 0
    if row.table == "6":
        if row.cycles is not None and row.slices is not None:
            found["atp"] = area_time(row.cycles, row.freq_mhz, row.slices, dsp)
        if row.note.startswith("slices") and row.ff is not None:
            found["slices"] = slices(row.lut, row.ff)
        return found
    return {"eff": eff(row.freq_mhz, bits_of(row.table, row.q), row.lut, dsp)}


def differing(row: Published, again: Mapping[str, float]) -> dict[str, float]:
    """The figures by the formulas that are not, to the last digit, what the paper prints."""
    return {
        key: value
        for key, value in again.items()
        if (said := getattr(row, key)) is not None and abs(value - said) > _MARGIN + 1e-9
    }
