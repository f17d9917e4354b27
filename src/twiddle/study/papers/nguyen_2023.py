# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Formulas of Nguyen, Pham and Hoang 2023, for our L-DSPs, butterflies and the core `pwmm`."""

from collections.abc import Mapping

from twiddle.evidence.merit import LUTS_PER_DSP
from twiddle.study.arith import SLICES_PER_DSP, efficiency
from twiddle.study.paper import Formula, Formulas, Line, slices

EFF = "eff_kbps_per_lut"


def eff(bits: int = 0) -> Formula:
    """Eq. 14 in kbit/s per LUT; a DSP block is 400 LUT; by default, with all bits of a residue."""
    return lambda line: efficiency(
        line["freq_mhz"], bits or int(line["bits"]), line["lut"] + LUTS_PER_DSP * line["dsp"]
    )


def area_time(line: Line) -> float | None:
    """ATP of Table 6: slices x microseconds; a DSP block is 100 slices; none with block RAM."""
    area = line["slices"] + SLICES_PER_DSP * line["dsp"]
    return None if line["bram36"] else line["cycles_pwm"] * area / line["freq_mhz"]


def factor(work: str) -> Formula:
    """Efficiency of ours divided by that of a work of which the text claims a factor."""
    return lambda line: line.find(work)[EFF] / line[EFF] if line["claimed"] else None


def reduction(line: Line) -> float | None:
    """Per cent by which ATP of ours is less than that of a work of which the text claims this."""
    return 100 * (1 - line.find("pwmm, 1 unit, ldsp")["atp"] / line["atp"]) if line["claimed"] else None


def pwm_cycles(line: Line) -> float | None:
    """Interval of products of two polynomials, of ours."""
    if line.block is not None and not line.block.streams:
        return line.block.unit.cycles
    return line.cycles("pwm").interval if line.row.work.startswith("pwmm") else None


def converted(line: Line) -> float | None:
    """The slices of a work that prints none, by the paper's conversion."""
    return slices(line["lut"], line["ff"]) if line.row.note.startswith("slices") else None


FORMULAS: Mapping[str, Formulas] = {
    "table-3": {EFF: eff(), "claimed_ours": factor("ldsp, times k")},
    "table-4": {EFF: eff(bits=1), "claimed_ours": factor("ldsp, unified")},
    "table-5": {EFF: eff()},
    "table-6": {"cycles_pwm": pwm_cycles, "atp": area_time, "slices": converted, "claimed_ours": reduction},
}
