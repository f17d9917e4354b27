# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Formulas of Alhassani and Benaissa 2024, for the core `rns` and its engine."""

from collections.abc import Mapping

from twiddle.study.paper import Formula, Formulas, Line, micros

time = micros("cycles_product")


def or_less(amount: Formula) -> Formula:
    """A figure, and in a row of percentages by how much the paper's own is less than the best other of as many BU."""

    def formula(line: Line) -> float | None:
        if line.row.unit != "less":
            return amount(line)
        others = [each for each in line.group if not each.row.ours and not each.row.own and each.row.unit != "less"]
        return 100 * (1 - (amount(line.own()) or 0) / min(amount(each) or 0 for each in others))

    return formula


def product_cycles(line: Line) -> float:
    """Of INTT(NTT(X) * NTT(Y)), one operation after another; of ours the passes overlap."""
    if line.row.ours:
        return line["cycles_mul"]
    return 2 * line["cycles_ntt"] + line["cycles_pwm"] + line["cycles_intt"]


FORMULAS: Mapping[str, Formulas] = {
    "table-I": {
        "cycles_product": product_cycles,
        "cycles_ratio": lambda line: line["cycles_product"] / line.own()["cycles_product"],
        "time_us": or_less(time),
        "atp_lut": or_less(lambda line: line["lut"] * time(line) / 1000),
        "atp_ens": or_less(
            lambda line: (line["slices"] + 120 * line["dsp"] + 196 * line["bram36"]) * time(line) / 1000
        ),
    }
}
