# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Area as one number, area x time, and the spread of a clock rate; each from one record, so one device."""

from __future__ import annotations

from twiddle.synth.records import Measurement

LUTS_PER_DSP = 400
"""LUT-equivalents of a DSP block: 100 slices of four LUTs."""

LUTS_PER_BRAM36 = 784
"""LUT-equivalents of a block RAM of 36 kbit: 196 slices of four LUTs."""

AREA_TIME = f"(LUT + {LUTS_PER_DSP} DSP + {LUTS_PER_BRAM36} BRAM36) / 1000 x µs of an interval, of one device"
"""The definition of area x time."""


def lut_equivalents(record: Measurement) -> float:
    """Area of a record as one number: LUT + 400 DSP + 784 BRAM36 of its target."""
    return equivalents(record.cells.lut, record.cells.dsp, record.cells.bram36)


def equivalents(lut: float, dsp: float, bram36: float) -> float:
    """LUT + 400 DSP + 784 BRAM36."""
    return float(lut + LUTS_PER_DSP * dsp + LUTS_PER_BRAM36 * bram36)


def area_time(record: Measurement, interval: float) -> float | None:
    """Thousands of LUT-equivalents x µs of this many cycles; None for a target without a clock rate."""
    if record.fmax_mhz is None:
        return None
    return lut_equivalents(record) / 1000 * interval / record.fmax_mhz


def spread(record: Measurement) -> tuple[float, float]:
    """Least and most MHz of the seeds; 0 for a target without a clock rate."""
    found = [*record.fmax_by_seed.values()] or [record.fmax_mhz or 0.0]
    return min(found), max(found)


def clock(record: Measurement) -> str:
    """The median of the seeds in MHz, with the least and the most if these differ: `186 (181 to 190)`."""
    if record.fmax_mhz is None:
        return "-"
    median = f"{record.fmax_mhz:.0f}"
    least, most = (f"{each:.0f}" for each in spread(record))
    return median if least == most else f"{median} ({least} to {most})"
