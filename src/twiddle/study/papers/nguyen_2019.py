# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Formulas of Nguyen, Dang and Gaj 2019, for the cores `quad` and `quad-hls`, and reductions."""

from collections.abc import Mapping
from operator import itemgetter

from twiddle.model import kred
from twiddle.study.paper import Formula, Formulas, Line, micros

ORDER_REVERSE = 0.4
"""Share of the latency of Kuo [10] that the paper ascribes to the step that its table leaves out."""


def polynomial(butterflies: int, words: int) -> Formula:
    """(butterflies n log2 n + words n) / 4, the cycles that a paper states for a product; none for a quotient."""

    def formula(line: Line) -> float | None:
        n = int(line["n"])
        return None if line.row.unit == "ratio" else (butterflies * n * (n.bit_length() - 1) + words * n) // 4

    return formula


def reordered(line: Line) -> float | None:
    """Cycles of a transform with its reordering, which others include or do not need."""
    if line.row.unit == "ratio":
        return None
    return line["cycles_ntt"] / (1 - ORDER_REVERSE if line.row.note.endswith("excludes the reordering step") else 1)


def quotient(amount: Formula, alone: bool = False) -> Formula:
    """A figure of the first work divided by that of the second in a row of both; in others only if `alone`."""

    def formula(line: Line) -> float | None:
        if line.row.unit != "ratio":
            return amount(line) if alone else None
        first, second = (amount(line.find(work.strip())) for work in line.row.work.split("/"))
        return None if first is None or second is None else first / second

    return formula


def _quotients(keys: str) -> Formulas:
    return {key: quotient(itemgetter(key)) for key in keys.split()}


def _micros(operation: str) -> Formula:
    return quotient(micros(f"cycles_{operation}"), alone=True)


def adders(line: Line, method: str, *powers: int) -> float | None:
    """Of the paper: non-zero digits of powers of k in their shortest form with digits -1, 0 and 1; ours: rows."""
    q = int(line["q"])
    k, m = kred.shape(q)
    if line.block is None:
        return sum((3 * int(k**power) ^ int(k**power)).bit_count() for power in powers)
    counts = {"kred": kred.rows(k, m).count, "kred2x": kred.kred2x_adders(q)}
    return counts[method] if line.block.unit.method.label == method else None


_NTT = "dsp bram36 lut ff slices freq_mhz cycles_ntt"
_STUDIED = "cycles_ntt cycles_intt cycles_pwm cycles_mul cycles_mult lut ff dsp bram36 ecp5_lut freq_mhz"

FORMULAS: Mapping[str, Formulas] = {
    "table-2": {**_quotients(_NTT), "time_us": _micros("ntt")},
    "table-3": {**_quotients(_NTT), "time_us": _micros("ntt"), "cycles_reordered": reordered},
    "table-1": {
        "k": lambda line: kred.shape(int(line["q"]))[0],
        "m": lambda line: kred.shape(int(line["q"]))[1],
        "adders_kred": lambda line: adders(line, "kred", 1),
        "adders_kred2x": lambda line: adders(line, "kred2x", 2, 1),
    },
    "study": {
        **_quotients(_STUDIED),
        "time_us": _micros("ntt"),
        "time_mul_us": _micros("mul"),
        "cycles_formula": polynomial(1, 3),
        "cycles_du": polynomial(1, 2),
        "cycles_chen": polynomial(3, 1),
    },
}
