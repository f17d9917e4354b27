# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The papers' tables from `published.csv`: a row per line as printed, and ours among them."""

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

KINDS: Mapping[str, str] = {
    "reduce": "reduction",
    "modmul": "multiplier",
    "pwm": "multiplier",
    "pwmm": "multiplier",
    "bu": "butterfly",
}
"""Kind of arithmetic unit of each `unit` in the file that is one."""

QUOTIENTS = ("ratio", "less")
"""Each `unit` of rows that relate two works: quotients, and per cent by which one is less."""

_WORDS = ("paper", "table", "work", "ours", "measured", "beside", "unit", "scheme", "device", "note", "differs")


class Published(msgspec.Struct, frozen=True, kw_only=True):
    """One row of a table of a paper, or one of ours in it.

    ours      of a row of ours, the block: `NAME RING PARAMETER=VALUE ...`; empty for theirs
    measured  the block whose records are read, if another: of an arithmetic unit, only LUT, FF and DSP
    beside    names of our rows that a row is compared with, separated by semicolons
    q         the modulus, 0 if only its number of bits is printed
    figures   the printed values by name: n, q and bits; lut, ff, slices, dsp, bram36; freq_mhz on `device` by
              the vendor's tools; cycles of the whole, of one transform (cycles_ntt, cycles_intt) or of a
              point-wise product (cycles_pwm); time_us; throughput in Mbit/s; units, the parallel ones; and
              values that the paper derives by its own formulas
    decimals  the printed number of decimals of each figure
    claimed   (a figure) what the text claims of the paper's own design against this work
    differs   names of the figures that do not follow from the others by the paper's formulas
    """

    paper: str
    table: str
    work: str
    ours: str
    measured: str
    beside: str
    unit: str
    scheme: str
    device: str
    note: str
    differs: str
    year: int
    n: int
    q: int
    bits: int
    figures: Mapping[str, float]
    decimals: Mapping[str, int]

    def __getitem__(self, figure: str) -> float:
        return self.figures[figure]

    @property
    def kind(self) -> str:
        return KINDS[self.unit]

    @property
    def source(self) -> str:
        return f"{self.paper} table {self.table}"

    @property
    def own(self) -> bool:
        """A design of the paper itself, not of the works that it compares with."""
        return self.work.startswith("this work")

    @property
    def shown(self) -> str:
        """The work for people: "this work" becomes the paper's name, `Alhassani 2024 1 SBU`."""
        return self.work.replace("this work", self.paper.title().replace("-2", " 2"))


@cache
def lines(name: str) -> tuple[dict[str, str], ...]:
    """The lines of a CSV file of this folder, by column."""
    with (Path(__file__).parent / name).open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


@cache
def everything() -> tuple[Published, ...]:
    """Every row, theirs and ours, in the order of the file."""
    return tuple(map(_row, lines("published.csv")))


def rows(paper: str, table: str) -> tuple[Published, ...]:
    """The rows of a table, theirs and ours, in the order of the file."""
    return tuple(row for row in everything() if (row.paper, row.table) == (paper, table))


def arithmetic() -> tuple[Published, ...]:
    """The published rows of arithmetic units, in the order of the file."""
    return tuple(row for row in everything() if row.unit in KINDS)


def _row(texts: Mapping[str, str]) -> Published:
    left = dict(texts)
    words = {name: left.pop(name) for name in _WORDS}
    year, n, q = (left.pop(name) for name in ("year", "n", "q"))
    bits = q.removesuffix("-bit") if q.endswith("-bit") else int(q or 0).bit_length()
    found = {"n": n, "q": "0" if q.endswith("-bit") else q, "bits": bits if q else ""}
    numbers = {name: text for name, text in found.items() if text}
    printed = {name: text for name, text in left.items() if text}
    decimals = {name: len(text.partition(".")[2]) for name, text in printed.items()}
    fields = {"n": 0, "q": 0, "bits": 0, **words, **numbers, "year": year or 0}
    return msgspec.convert({**fields, "figures": {**numbers, **printed}, "decimals": decimals}, Published, strict=False)
