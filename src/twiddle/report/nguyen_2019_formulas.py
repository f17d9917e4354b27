# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The formulas of Nguyen, Dang and Gaj 2019, and what they give for the published rows of its tables."""

from __future__ import annotations

from collections.abc import Mapping

from twiddle.report import published
from twiddle.report.published import Engine, Shape

PAPER = "nguyen-2019"

METRICS = ("dsp", "bram36", "lut", "ff", "slices", "freq_mhz", "cycles_ntt", "time_us")
"""The figures of a row of Tables II and III."""


def mult_cycles(n: int) -> int:
    """Cycles of a multiplication with one operand transformed: PSIS_MUL, NTT, COEF_MUL, INTT, IPSIS_MUL."""
    return (n * (n.bit_length() - 1) + 3 * n) // 4


def mult_cycles_du(n: int) -> int:
    """The same of Du et al., reference [6] of the paper."""
    return n * (n.bit_length() - 1) // 4 + n // 2


def adders_kred(k: int) -> int:
    """Adders of K-RED, k c0 - c1: one a term but the first, k in signed digits."""
    return _digits(k)


def adders_kred2x(k: int) -> int:
    """Adders of K-RED-2x, k^2 c0 - k c1 + c2, in the same way."""
    return _digits(k * k) + _digits(k)


def _digits(number: int) -> int:
    """Digits of a number that are not 0, the fewest with digits -1, 0 and 1."""
    return (3 * number ^ number).bit_count()


def time(row: Engine) -> float:
    """Microseconds of a transform: cycles by MHz."""
    return row.cycles_ntt / row.freq_mhz


def of_shape(row: Shape) -> dict[str, float]:
    """What Table I derives for a modulus: k, m and the adders."""
    m = ((row.q - 1) & (1 - row.q)).bit_length() - 1
    k = row.q >> m
    return {"k": k, "m": m, "adders_kred": adders_kred(k), "adders_kred2x": adders_kred2x(k)}


def ratios(rtl: Engine, hls: Engine) -> dict[str, float]:
    """The row HLS/RTL of two others, that of the times not from what is printed, but from cycles by MHz."""
    found = {}
    for key in METRICS:
        above, below = getattr(hls, key), getattr(rtl, key)
        found[key] = time(hls) / time(rtl) if key == "time_us" else above / below
    return found


def derived(table: str) -> list[tuple[Engine, dict[str, float]]]:
    """The published rows of Table II or III, each with its figures by the formulas."""
    found: list[tuple[Engine, dict[str, float]]] = []
    group: dict[str, Engine] = {}
    for row in published.engines(PAPER, table):
        group[row.work] = row
        again = ratios(group["RTL"], group["HLS"]) if row.unit == "ratio" else {"time_us": time(row)}
        found.append((row, again))
    return found


def differing(row: Engine | Shape, again: Mapping[str, float]) -> dict[str, float]:
    """The figures by the formulas that are not, to the last digit, what the paper prints."""
    margin = 0.005 if isinstance(row, Engine) else 0
    return {key: value for key, value in again.items() if abs(value - getattr(row, key)) > margin + 1e-9}
