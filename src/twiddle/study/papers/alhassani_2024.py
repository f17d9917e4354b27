# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Formulas of Alhassani and Benaissa 2024, for the core `rns` and its engine."""

from __future__ import annotations

from collections.abc import Mapping

from twiddle.study.paper import Formulas, Line, micros

time = micros("cycles_product")


def product_cycles(line: Line) -> float:
    """Of INTT(NTT(X) * NTT(Y)), one operation after another; of ours the passes overlap."""
    if line.row.ours:
        return line["cycles_mul"]
    return 2 * line["cycles_ntt"] + line["cycles_pwm"] + line["cycles_intt"]


FORMULAS: Mapping[str, Formulas] = {
    "table-I": {
        "cycles_product": product_cycles,
        "cycles_ratio": lambda line: line["cycles_product"] / line.own()["cycles_product"],
        "time_us": time,
        "atp_lut": lambda line: line["lut"] * time(line) / 1000,
        "atp_ens": lambda line: (line["slices"] + 120 * line["dsp"] + 196 * line["bram36"]) * time(line) / 1000,
    }
}
