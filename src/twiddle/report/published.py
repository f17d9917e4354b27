# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the papers report, from `published.csv`: one row a table cell group, as printed."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

KINDS: Mapping[str, str] = {
    "reduce": "reduction",
    "modmul": "multiplier",
    "pwm": "multiplier",
    "pwmm": "multiplier",
    "bu": "butterfly",
}
"""Kind of arithmetic unit of each `unit` in the file that is one."""

TABLES = {("nguyen-2023", table) for table in "3456"} | {("duong-ngoc-2022", "3"), ("nguyen-2019", "I")}
"""Paper and table of every row that belongs beside our arithmetic units."""


class Published(
    msgspec.Struct, frozen=True, kw_only=True, rename={"cycles": "cycles_pwm", "eff": "eff_kbps_per_lut"}
):
    """One row of a paper's table; None where the paper gives no figure.

    freq_mhz is the clock rate on `device` by the vendor's tools; cycles are those of a point-wise product;
    eff is in kbit/s a LUT and atp in slices x microseconds, by the paper's own formulas.
    """

    paper: str
    table: str
    work: str
    year: int
    unit: str
    scheme: str
    n: int
    q: int
    device: str = ""
    freq_mhz: float | None = None
    cycles: int | None = None
    lut: int | None = None
    ff: int | None = None
    slices: int | None = None
    dsp: int | None = None
    bram36: float | None = None
    eff: float | None = None
    atp: float | None = None
    note: str = ""

    @property
    def kind(self) -> str:
        """Reduction, multiplier or butterfly."""
        return KINDS[self.unit]

    @property
    def source(self) -> str:
        """Paper and table."""
        return f"{self.paper} table {self.table}"


def shown(paper: str, work: str) -> str:
    """The name of a row for people: what a paper calls "this work" is the paper's, `Alhassani 2024 1 SBU`."""
    return work.replace("this work", paper.title().replace("-2", " 2"))


class Multiplier(msgspec.Struct, frozen=True, kw_only=True, rename={"units": "units_in_parallel"}):
    """One row of a paper's table of whole polynomial multipliers, every figure of which it prints.

    units is the number of butterflies; time_us is of INTT(NTT(X) * NTT(Y)); atp_lut and atp_ens are in
    LUT x ms and equivalent slices x ms, by the paper's own formulas.
    """

    paper: str
    table: str
    work: str
    year: int
    units: int
    device: str = ""
    freq_mhz: float
    cycles_ntt: int
    cycles_intt: int
    cycles_pwm: int
    time_us: float
    lut: int
    ff: int
    slices: int
    dsp: int
    bram36: float
    atp_lut: float
    atp_ens: float
    note: str = ""

    @property
    def own(self) -> bool:
        """Of the paper itself, not of the works that it is compared with."""
        return self.work.startswith("this work")


class Accelerator(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    rename={"cycles": "cycles_total", "throughput": "throughput_mbps"},
):
    """One row of a paper's tables of streaming transforms and multipliers; None where it prints no figure.

    unit is what it is: "ntt", "ntt+intt", "polymul", or a part: "bu", "reduce", "pwm", "control".
    bits is the length of a coefficient; cycles are between two transforms, of one product, or from operands
    to result of a part; throughput is in Mbit/s; of lut, ff, slices, dsp and bram36, atp is the area-time
    product and eff the efficiency, both normalised, and share the part of the whole in per cent.
    """

    paper: str
    table: str
    work: str
    year: int
    unit: str
    scheme: str
    n: int
    bits: int
    device: str = ""
    freq_mhz: float | None = None
    cycles: int | None = None
    time_us: float | None = None
    lut: int | None = None
    ff: int | None = None
    slices: int | None = None
    dsp: int | None = None
    bram36: float | None = None
    throughput: float | None = None
    atp: Mapping[str, float]
    eff: Mapping[str, float]
    share: Mapping[str, float]
    note: str = ""

    @property
    def own(self) -> bool:
        """Of the paper itself, not of the works that it is compared with."""
        return self.work.startswith("this work") or self.table == "3"


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """One row of a paper's table of moduli q = k 2^m + 1, with the adders of their reductions."""

    paper: str
    table: str
    work: str
    scheme: str
    n: int
    q: int
    k: int
    m: int
    adders_kred: int
    adders_kred2x: int


class Engine(msgspec.Struct, frozen=True, kw_only=True):
    """One row of a paper's tables of one engine in two forms, or the ratios of two such rows.

    unit is "ntt" or "ratio"; cycles_ntt and time_us are of one transform; slices are None where not printed.
    """

    paper: str
    table: str
    work: str
    unit: str
    scheme: str
    n: int
    q: int
    device: str = ""
    freq_mhz: float
    cycles_ntt: float
    time_us: float
    lut: float
    ff: float
    slices: float | None = None
    dsp: float
    bram36: float
    note: str = ""


def _rows(
    of: type[T],
    chosen: Callable[[Mapping[str, str]], bool],
    more: Callable[[Mapping[str, str]], Mapping[str, Any]] = lambda row: {},
) -> tuple[T, ...]:
    """The rows of the file that are chosen, in its order; a figure that is not printed is left out."""
    return tuple(
        msgspec.convert({**{key: text for key, text in row.items() if text}, **more(row)}, of, strict=False)
        for row in _file()
        if chosen(row)
    )


def _of(paper: str, table: str) -> Callable[[Mapping[str, str]], bool]:
    return lambda row: (row["paper"], row["table"]) == (paper, table)


@cache
def arithmetic() -> tuple[Published, ...]:
    """The published rows of arithmetic units, in the order of the file."""
    return _rows(Published, lambda row: row["unit"] in KINDS and (row["paper"], row["table"]) in TABLES)


@cache
def multipliers(paper: str, table: str) -> tuple[Multiplier, ...]:
    """The rows of a paper's table of whole polynomial multipliers, in the order of the file."""
    of = _of(paper, table)
    return _rows(Multiplier, lambda row: row["unit"] == "polymul" and of(row))


@cache
def accelerators(paper: str, table: str) -> tuple[Accelerator, ...]:
    """The rows of a paper's table of streaming transforms or multipliers, in the order of the file."""
    return _rows(Accelerator, _of(paper, table), _normalised)


@cache
def shapes(paper: str, table: str) -> tuple[Shape, ...]:
    """The rows of a paper's table of moduli, in the order of the file."""
    return _rows(Shape, _of(paper, table), _shape)


@cache
def engines(paper: str, table: str) -> tuple[Engine, ...]:
    """The rows of a paper's table of an engine, in the order of the file."""
    return _rows(Engine, _of(paper, table))


@cache
def _file() -> tuple[Mapping[str, str], ...]:
    path = Path(__file__).parent / "published.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


def _normalised(row: Mapping[str, str]) -> Mapping[str, Any]:
    """Bits of a coefficient, and the figures that are there for each kind of cell."""
    found: dict[str, Any] = {name: {} for name in ("atp", "eff", "share")}
    for key, text in row.items():
        name, _, cell = key.partition("_")
        if name in found and cell and text and key != "eff_kbps_per_lut":
            found[name][cell] = text
    q = row["q"]
    return {**found, "bits": q.removesuffix("-bit") if q.endswith("-bit") else int(q).bit_length()}


_SHAPE = re.compile(r"k = 2(?:\^(\d+))?([+-])1; m = (\d+); adders: K-RED (\d+); K-RED-2x (\d+)")


def _shape(row: Mapping[str, str]) -> Mapping[str, Any]:
    """Q = k 2^m + 1 and the adders, as its note says them."""
    said = _SHAPE.fullmatch(row["note"])
    if said is None:
        raise ValueError(f"{row['paper']} table {row['table']}: not a shape of q: {row['note']}")
    power, sign, m, kred, kred2x = said.groups()
    k = (1 << int(power or 1)) + int(f"{sign}1")
    return {"k": k, "m": m, "adders_kred": kred, "adders_kred2x": kred2x}
