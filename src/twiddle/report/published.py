# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the papers report, from `published.csv`: one row a table cell group, as printed."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

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


@dataclass(frozen=True)
class Published:
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
    device: str
    freq_mhz: float | None
    cycles: int | None
    lut: int | None
    ff: int | None
    slices: int | None
    dsp: int | None
    bram36: float | None
    eff: float | None
    atp: float | None
    note: str

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


@dataclass(frozen=True)
class Multiplier:
    """One row of a paper's table of whole polynomial multipliers, every figure of which it prints.

    units is the number of butterflies; time_us is of INTT(NTT(X) * NTT(Y)); atp_lut and atp_ens are in
    LUT x ms and equivalent slices x ms, by the paper's own formulas.
    """

    paper: str
    table: str
    work: str
    year: int
    units: int
    device: str
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
    note: str

    @property
    def own(self) -> bool:
        """Of the paper itself, not of the works that it is compared with."""
        return self.work.startswith("this work")


@dataclass(frozen=True)
class Accelerator:
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
    device: str
    freq_mhz: float | None
    cycles: int | None
    time_us: float | None
    lut: int | None
    ff: int | None
    slices: int | None
    dsp: int | None
    bram36: float | None
    throughput: float | None
    atp: Mapping[str, float]
    eff: Mapping[str, float]
    share: Mapping[str, float]
    note: str

    @property
    def own(self) -> bool:
        """Of the paper itself, not of the works that it is compared with."""
        return self.work.startswith("this work") or self.table == "3"


@dataclass(frozen=True)
class Shape:
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


@dataclass(frozen=True)
class Engine:
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
    device: str
    freq_mhz: float
    cycles_ntt: float
    time_us: float
    lut: float
    ff: float
    slices: float | None
    dsp: float
    bram36: float
    note: str


@cache
def arithmetic() -> tuple[Published, ...]:
    """The published rows of arithmetic units, in the order of the file."""
    return tuple(
        _row(row) for row in _file() if row["unit"] in KINDS and (row["paper"], row["table"]) in TABLES
    )


@cache
def multipliers(paper: str, table: str) -> tuple[Multiplier, ...]:
    """The rows of a paper's table of whole polynomial multipliers, in the order of the file."""
    return tuple(
        _multiplier(row)
        for row in _file()
        if (row["unit"], row["paper"], row["table"]) == ("polymul", paper, table)
    )


@cache
def accelerators(paper: str, table: str) -> tuple[Accelerator, ...]:
    """The rows of a paper's table of streaming transforms or multipliers, in the order of the file."""
    return tuple(_accelerator(row) for row in _file() if (row["paper"], row["table"]) == (paper, table))


@cache
def shapes(paper: str, table: str) -> tuple[Shape, ...]:
    """The rows of a paper's table of moduli, in the order of the file."""
    return tuple(_shape(row) for row in _file() if (row["paper"], row["table"]) == (paper, table))


@cache
def engines(paper: str, table: str) -> tuple[Engine, ...]:
    """The rows of a paper's table of an engine, in the order of the file."""
    return tuple(_engine(row) for row in _file() if (row["paper"], row["table"]) == (paper, table))


@cache
def _file() -> tuple[Mapping[str, str], ...]:
    path = Path(__file__).parent / "published.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


def _multiplier(row: Mapping[str, str]) -> Multiplier:
    return Multiplier(
        paper=row["paper"],
        table=row["table"],
        work=row["work"],
        year=int(row["year"]),
        units=int(row["units_in_parallel"]),
        device=row["device"],
        freq_mhz=float(row["freq_mhz"]),
        cycles_ntt=int(row["cycles_ntt"]),
        cycles_intt=int(row["cycles_intt"]),
        cycles_pwm=int(row["cycles_pwm"]),
        time_us=float(row["time_us"]),
        lut=int(row["lut"]),
        ff=int(row["ff"]),
        slices=int(row["slices"]),
        dsp=int(row["dsp"]),
        bram36=float(row["bram36"]),
        atp_lut=float(row["atp_lut"]),
        atp_ens=float(row["atp_ens"]),
        note=row["note"],
    )


def _accelerator(row: Mapping[str, str]) -> Accelerator:
    def number(key: str) -> float | None:
        return _number(row, key)

    def count(key: str) -> int | None:
        return _count(row, key)

    def by_cell(name: str) -> Mapping[str, float]:
        keys = [key for key in row if key.startswith(f"{name}_") and row[key]]
        return {key.removeprefix(f"{name}_"): float(row[key]) for key in keys if key != "eff_kbps_per_lut"}

    bits = int(row["q"].removesuffix("-bit")) if row["q"].endswith("-bit") else int(row["q"]).bit_length()
    return Accelerator(
        paper=row["paper"],
        table=row["table"],
        work=row["work"],
        year=int(row["year"]),
        unit=row["unit"],
        scheme=row["scheme"],
        n=int(row["n"]),
        bits=bits,
        device=row["device"],
        freq_mhz=number("freq_mhz"),
        cycles=count("cycles_total"),
        time_us=number("time_us"),
        lut=count("lut"),
        ff=count("ff"),
        slices=count("slices"),
        dsp=count("dsp"),
        bram36=number("bram36"),
        throughput=number("throughput_mbps"),
        atp=by_cell("atp"),
        eff=by_cell("eff"),
        share=by_cell("share"),
        note=row["note"],
    )


_SHAPE = re.compile(r"k = 2(?:\^(\d+))?([+-])1; m = (\d+); adders: K-RED (\d+); K-RED-2x (\d+)")


def _shape(row: Mapping[str, str]) -> Shape:
    said = _SHAPE.fullmatch(row["note"])
    if said is None:
        raise ValueError(f"{row['paper']} table {row['table']}: not a shape of q: {row['note']}")
    power, sign, m, kred, kred2x = said.groups()
    return Shape(
        paper=row["paper"],
        table=row["table"],
        work=row["work"],
        scheme=row["scheme"],
        n=int(row["n"]),
        q=int(row["q"]),
        k=(1 << int(power or 1)) + int(f"{sign}1"),
        m=int(m),
        adders_kred=int(kred),
        adders_kred2x=int(kred2x),
    )


def _engine(row: Mapping[str, str]) -> Engine:
    return Engine(
        paper=row["paper"],
        table=row["table"],
        work=row["work"],
        unit=row["unit"],
        scheme=row["scheme"],
        n=int(row["n"]),
        q=int(row["q"]),
        device=row["device"],
        freq_mhz=float(row["freq_mhz"]),
        cycles_ntt=float(row["cycles_ntt"]),
        time_us=float(row["time_us"]),
        lut=float(row["lut"]),
        ff=float(row["ff"]),
        slices=_number(row, "slices"),
        dsp=float(row["dsp"]),
        bram36=float(row["bram36"]),
        note=row["note"],
    )


def _number(row: Mapping[str, str], key: str) -> float | None:
    return float(row[key]) if row[key] else None


def _count(row: Mapping[str, str], key: str) -> int | None:
    return int(row[key]) if row[key] else None


def _row(row: Mapping[str, str]) -> Published:
    def number(key: str) -> float | None:
        return _number(row, key)

    def count(key: str) -> int | None:
        return _count(row, key)

    return Published(
        paper=row["paper"],
        table=row["table"],
        work=row["work"],
        year=int(row["year"]),
        unit=row["unit"],
        scheme=row["scheme"],
        n=int(row["n"]),
        q=int(row["q"]),
        device=row["device"],
        freq_mhz=number("freq_mhz"),
        cycles=count("cycles_pwm"),
        lut=count("lut"),
        ff=count("ff"),
        slices=count("slices"),
        dsp=count("dsp"),
        bram36=number("bram36"),
        eff=number("eff_kbps_per_lut"),
        atp=number("atp"),
        note=row["note"],
    )
