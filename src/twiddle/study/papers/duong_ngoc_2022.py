# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Formulas of Duong-Ngoc and Lee 2022, for the cores `mdf` and `mdc` and their arithmetic units."""

import math
from collections.abc import Mapping
from functools import partial

from twiddle.base.rings import Ring, ring
from twiddle.model.streaming import SHELL_LATENCY
from twiddle.study.comparison import value_of
from twiddle.study.paper import Formula, Formulas, Line, micros

RINGS = {1024: "falcon-1024", 512: "falcon-512", 256: "ml-kem"}

WHOLE = ("ntt", "ntt+intt", "pwm", "control")
"""Components of a multiplier in Table 3; the other parts belong to these."""

CELLS = ("lut", "ff", "dsp")

time = micros("cycles")


def fill(preset: Ring) -> int:
    """Cycles to the first result: FIFOs, 7 cycles a stage, and a register between two stages."""
    return preset.n // 4 - 1 + 7 * preset.layers + preset.layers - 1


def _fill(line: Line) -> float | None:
    """The same of the paper's own, and of our engines without their shell."""
    if line.row.ours:
        return (line.cycles("ntt").fill or 0) - (line.row.n // 4 - 1 + SHELL_LATENCY)
    return fill(ring(RINGS[line.row.n])) if line.row.own else None


def product_cycles(line: Line) -> float | None:
    """Of ours: the interval; of one, the second transform follows the first, `mdf` has one register more."""
    if line.row.work.endswith(", one"):
        transform, product = (line.cycles(each).fill or 0 for each in ("ntt", "mul"))
        return line.row.n // 4 + product - transform + line.row.ours.startswith("mdf")
    return line.cycles("mul").interval


def rate(line: Line) -> float:
    """Eq. 4 in Mbit/s, with the factor 1 / 1.024 of every figure of the paper."""
    return line["n"] * line["bits"] / time(line) / 1.024


def _atp(line: Line, name: str) -> float:
    """Cells x time, normalised to the paper's own design."""
    own = line.own()
    return line[name] * time(line) / (own[name] * time(own))


def _eff(line: Line, name: str) -> float:
    """Eq. 5, throughput by cells, normalised to the first work of this length."""
    other = line.group[0]
    return rate(line) / line[name] * other[name] / rate(other)


def _share(line: Line, name: str) -> float | None:
    """Per cent of the sum of all parts, of ours of our multiplier; none for parts without such cells."""
    if line.row.ours:
        form = next((each for each in ("forward", "transform") if each in line.row.work), "")
        whole = line.find(line.row.work.replace(form, "product") if form else "")[name]
    elif line.row.unit in WHOLE:
        whole = sum(each[name] for each in line.group if each.row.unit in WHOLE)
    else:
        return None
    return 100 * line[name] / whole if line[name] else None


def _speed_up(work: str) -> Formula:
    """Time of a work, of which the text claims a speed-up, divided by ours."""
    return lambda line: time(line) / time(line.find(work)) if line["claimed"] else None


def _best(line: Line) -> float | None:
    """The same with the fastest of ours of this length."""
    if not line["claimed"]:
        return None
    rates = {
        (value_of(each.cells, "freq_mhz") or 0) / (value_of(each.cells, "cycles") or math.inf): each
        for each in line.group
        if each.row.ours
    }
    return time(line) / time(rates[max(rates)])


FORMULAS: Mapping[str, Formulas] = {
    "table-1": {
        "cycles": lambda line: line.cycles("ntt").interval,
        "fill": _fill,
        "time_us": time,
        "throughput": rate,
        **{f"atp_{name}": partial(_atp, name=name) for name in CELLS},
        "speed_up_mdf": _speed_up("mdf forward"),
        "speed_up_mdc": _speed_up("mdc transform"),
        "speed_up_best": _best,
    },
    "table-2": {
        "cycles": product_cycles,
        "time_us": time,
        "throughput": rate,
        **{f"eff_{name}": partial(_eff, name=name) for name in (*CELLS, "slices", "bram36")},
        "speed_up_mdf": _speed_up("mdf product, one"),
        "speed_up_mdc": _speed_up("mdc product, stream"),
        "speed_up_best": _best,
    },
    "table-3": {
        "cycles": lambda line: line["latency"],
        **{f"share_{name}": partial(_share, name=name) for name in CELLS},
    },
}
