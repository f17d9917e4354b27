# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The formulas of Duong-Ngoc and Lee 2022, and what they give for the published rows of its tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from twiddle.report import published
from twiddle.report.published import Accelerator
from twiddle.rings import Ring

PAPER = "duong-ngoc-2022"

WHOLE = ("ntt", "ntt+intt", "pwm", "control")
"""Parts in Table 3 that a multiplier consists of; the others are in these."""

AMOUNTS = ("lut", "ff", "slices", "dsp", "bram36")
"""What an efficiency is stated of; an ATP and a share of three of them."""


def fill(of: Ring) -> int:
    """Cycles to the first result: FIFOs, 7 cycles a stage, and a register between two stages."""
    return of.n // 4 - 1 + 7 * of.layers + of.layers - 1


def product_cycles(of: Ring) -> int:
    """Cycles of a product, first beat in to last beat into the inverse: the fill, and two polynomials."""
    return fill(of) + of.n // 2


def throughput(n: int, bits: int, time_us: float) -> float:
    """Eq. 4 in Mbit/s, with the factor 1 / 1.024 that every figure of the paper has."""
    return n * bits / time_us / 1.024


def area_time(amount: float, time_us: float, own_amount: float, own_time_us: float) -> float:
    """ATP of some cells, normalised to the paper's own design."""
    return amount * time_us / (own_amount * own_time_us)


def efficiency(rate: float, amount: float, other_rate: float, other_amount: float) -> float:
    """Eq. 5, throughput by cells, normalised to another work."""
    return rate / amount * other_amount / other_rate


def time(row: Accelerator) -> float:
    """Microseconds as the other figures have them: cycles by MHz, not rounded as in print."""
    if row.cycles is None or row.freq_mhz is None:
        raise ValueError(f"{row.work}: no cycles or no clock rate")
    return row.cycles / row.freq_mhz


def rate(row: Accelerator) -> float:
    """Throughput in Mbit/s."""
    return throughput(row.n, row.bits, time(row))


def of_transform(row: Accelerator, own: Accelerator) -> dict[str, float]:
    """What Table 1 derives for a row: time, throughput, and ATPs normalised to the paper's own."""
    found = {"time_us": time(row), "throughput": rate(row)}
    for name in own.atp:
        amount = getattr(row, name)
        if amount is not None:
            found[f"atp_{name}"] = area_time(amount, time(row), getattr(own, name), time(own))
    return found


def of_product(row: Accelerator, other: Accelerator) -> dict[str, float]:
    """What Table 2 derives for a row: time, and efficiencies normalised to another work."""
    found = {"time_us": time(row)}
    for name in AMOUNTS:
        amount, of_other = getattr(row, name), getattr(other, name)
        if amount and of_other:
            found[f"eff_{name}"] = efficiency(rate(row), amount, rate(other), of_other)
    return found


def of_part(row: Accelerator, parts: Iterable[Accelerator]) -> dict[str, float]:
    """What Table 3 derives for a row: its share in the sum of all parts, in per cent."""
    parts = list(parts)
    return {
        f"share_{name}": 100 * getattr(row, name) / sum(getattr(part, name) for part in parts)
        for name in row.share
    }


def derived(table: str) -> list[tuple[Accelerator, dict[str, float]]]:
    """The published rows of a table, each with its figures by the formulas."""
    rows = published.accelerators(PAPER, table)
    if table == "3":
        return [
            (row, of_part(row, (each for each in rows if each.n == row.n and each.unit in WHOLE)))
            for row in rows
        ]
    found: list[tuple[Accelerator, dict[str, float]]] = []
    group: list[Accelerator] = []
    for row in rows:
        group.append(row)
        if row.own and table == "1":
            found += [(each, of_transform(each, row)) for each in group]
        elif row.own:
            found += [(each, of_product(each, group[0])) for each in group]
        group = [] if row.own else group
    return found


def printed(row: Accelerator, key: str) -> float | None:
    """A derived figure as the paper prints it; None where it prints none."""
    name, _, cell = key.partition("_")
    of_cells: Mapping[str, Mapping[str, float]] = {"atp": row.atp, "eff": row.eff, "share": row.share}
    return of_cells[name].get(cell) if name in of_cells else getattr(row, key)


def differing(row: Accelerator, again: Mapping[str, float]) -> dict[str, float]:
    """The figures by the formulas that are not, to the last digit, what the paper prints."""
    return {
        key: value
        for key, value in again.items()
        if (said := printed(row, key)) is not None
        and abs(value - said) > 0.5 * 10.0 ** -_digits(key, said) + 1e-9
    }


def _digits(key: str, said: float) -> int:
    """Decimals that the paper prints."""
    if key == "time_us":
        return 2
    return 1 if key.startswith("atp") or (key.startswith("eff") and said < 10) else 0
