# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Nguyen, Pham and Hoang 2023 beside our L-DSPs, butterflies and the core `pwmm`: tables and claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from twiddle.report.comparison import Claim, Comparison, Shelf, value_of
from twiddle.report.grid import Row
from twiddle.report.merit import LUTS_PER_DSP
from twiddle.report.nguyen_2023_formulas import PAPER
from twiddle.report.nguyen_2023_tables import BUTTERFLY, CORES, EFF, L_DSP, MODULI, WORDS, Tables, printed_eff

HEADING = """\
Ours against the paper's own, for q = 3329 / 7681 / 12289 where no table is named; less is better, \
but of MHz, Eff., factors and reductions more:"""

_PARTS = ("freq_mhz", "lut", "ff", "dsp", EFF)
_SHORT = ("freq_mhz", "lut", "ff")

_CLAIMED: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (L_DSP, "L-DSP", _PARTS),
    ("ldsp, times 2^-h", "L-DSP", _PARTS),
    ("ldsp, times k, tiles, lazy", "L-DSP", _SHORT),
    ("ldsp, times k, Karatsuba, lazy", "L-DSP", _SHORT),
    (BUTTERFLY, "BU", _PARTS),
)
"""Our work, the paper's in Table 5, and figures of every claim for all moduli."""

_OWN = ("this work (1 PWMM)", "this work (2 PWMM)")

_PRODUCT = ("cycles_pwm", "freq_mhz", "lut", "ff", "slices", "dsp", "atp")

FACTORS: Mapping[str, Mapping[str, float]] = {
    "3": {
        "[36] K-RED + LUT": 1.86,
        "[46] Barrett (shift-add)": 2.25,
        "[50] K-RED": 2.46,
        "[18] K-RED": 2.57,
        "[48] Barrett": 4.1,
        "[33] bit-reduce": 4.2,
    },
    "4": {"[46]": 2.06, "[18]": 2.52, "[50]": 3.01, "[27]": 3.26, "[48]": 8.39, "[33]": 9.22},
}
"""By table how many times as high as that of another work the text calls the Eff. of its own.

The text names the works in the order of their numbers, but the factors are in ascending order.
"""

REDUCTIONS: Mapping[str, float] = {"[46]": 33.8, "[36]": 47.8, "[35]": 67.3, "[34]": 71.2}
"""By how many per cent less than that of another work the text calls the ATP of its one PWMM."""


def _claims(tables: Tables) -> Iterator[Claim]:
    for work, other, keys in _CLAIMED:
        ours = [_ours(tables, "5", work, q) for q in MODULI]
        theirs = [tables.theirs["5", other, q] for q in MODULI]
        for key in keys:
            yield Claim(
                f"{WORDS[key]} of {work}",
                tuple(value_of(row, key) for row in ours),
                tuple(_number(row, key) for row in theirs),
                _why(key, work),
                more=_more(key),
            )
    for work, other in ((L_DSP, "L-DSP"), (BUTTERFLY, "BU")):
        yield Claim(
            f"Slices of {work} in per cent of the 100 of a DSP block",
            tuple(value_of(_ours(tables, "5", work, q), "slices") for q in MODULI),
            tuple(_number(tables.theirs["5", other, q], "slices") for q in MODULI),
            _why("slices", work),
        )
    yield Claim(
        f"LUT at most of {L_DSP} and {BUTTERFLY}, against the {LUTS_PER_DSP} of a DSP block",
        (_most([_ours(tables, "5", work, q) for work in (L_DSP, BUTTERFLY) for q in MODULI]),),
        (LUTS_PER_DSP,),
    )
    for table, factors in FACTORS.items():
        work = {"3": L_DSP, "4": BUTTERFLY}[table]
        eff = value_of(_ours(tables, table, work), EFF)
        of_others = [_number(tables.theirs[table, other, MODULI[0]], EFF) for other in factors]
        yield Claim(
            f"Table {table}, Eff. of {work} by that of {' / '.join(factors)}",
            tuple(None if eff is None else eff / other for other in of_others),
            tuple(factors.values()),
            _why(EFF, work),
            more=True,
        )
    yield from _products(tables)


def _products(tables: Tables) -> Iterator[Claim]:
    own = [tables.theirs["6", work, MODULI[0]] for work in _OWN]
    for at in (0, 2):
        one = CORES[at]
        method = one.label.rpartition(", ")[2]
        ours = [_ours(tables, "6", variant.label) for variant in CORES[at : at + 2]]
        for key in _PRODUCT if at == 0 else ("cycles_pwm", "lut", "ff", "dsp", "atp"):
            yield Claim(
                f"Table 6, {WORDS[key]} of pwmm, {method} (1 / 2 units)",
                tuple(value_of(row, key) for row in ours),
                tuple(_number(row, key) for row in own),
                _why(key, one.label),
                more=_more(key),
            )
    atp = value_of(_ours(tables, "6", CORES[0].label), "atp")
    others = [_number(tables.theirs["6", work, MODULI[0]], "atp") for work in REDUCTIONS]
    yield Claim(
        f"Table 6, per cent by which ATP of {CORES[0].label} is less than that of {' / '.join(REDUCTIONS)}",
        tuple(None if atp is None else 100 * (1 - atp / other) for other in others),
        tuple(REDUCTIONS.values()),
        _why("atp", CORES[0].label),
        more=True,
    )


def _ours(tables: Tables, table: str, work: str, q: int = MODULI[0]) -> Row:
    """One of our rows; empty where the catalogue has no such unit."""
    return tables.ours.get((table, work, q), {})


def _most(rows: list[Row]) -> float | None:
    found = [value_of(row, "lut") for row in rows]
    known = [value for value in found if value is not None]
    return max(known) if len(known) == len(found) else None


def _number(row: Row, key: str) -> float:
    value = printed_eff(row) if key == EFF else value_of(row, key)
    if value is None:
        raise TypeError(f"{key}: no number in {row['work'].value}")
    return value


def _more(key: str) -> bool:
    return key in ("freq_mhz", EFF)


def _why(key: str, work: str) -> str:
    if key in ("freq_mhz", EFF, "atp"):
        return "MHz is that of ecp5, the paper's of Artix-7"
    if "Karatsuba" in work:
        return "the paper's product, as Yosys maps it; ours without Karatsuba takes fewer"
    if key in ("ff", "slices") and "pwmm" in work:
        return "ours is a whole core with streams and an output buffer"
    if key in ("ff", "slices"):
        return "ours has a register behind every adder, 9 to 16 in a row, where the paper has three stages"
    return ""


NOTES = """\
The paper's: Artix-7 by Vivado, as printed. Ours: LUT, FF, DSP and BRAM36 of xc7 by Yosys; MHz of ecp5.
ecp5, an ECP5-85k of speed grade 8, is another, slower device: MHz, Eff. and ATP are not like for like.
Eff. is MHz x bits x 1000 / (LUT + 400 DSP), kbit/s a LUT: with the 12 to 14 bits of q in Tables 3 and 5.
In Table 4 the paper's Eff. is with one bit, and so is ours there. Table 5 prints none: by the formula here.
ATP is cycles x (slices + 100 DSP) / MHz. Slices of ours are LUT / 4 + FF / 8, as the paper has those of [46].
Latency: cycles from operands to result. The cycles of Table 6: between products of two polynomials, n = 256.
ldsp: without DSP blocks; times k is Algorithm 3, times 2^-h Algorithm 4. Its product is one of tiles.
Karatsuba: the product of the paper in its place. lazy: in (-q, q), as the paper's; the others end in [0, q).
pwmm is a core with streams; with tiles a row is exact, with ldsp and kred it has the paper's 1/128 in it.
iterative is a whole accelerator with memory, so that ATP, which has no block RAM, is not stated.
The text names the works of its factors and reductions in another order; by the tables they are as here.
Tables 1 and 2 are parameters: rings ml-kem (k = 2, 3, 4; pwmm takes 1 to 8), kyber-v1, falcon-512, -1024."""


def nguyen_2023(folder: Path | None = None) -> Comparison:
    """Tables 3 to 6 of Nguyen 2023, with our multipliers, butterflies and the core `pwmm`."""
    shelf = Shelf(folder)
    tables = Tables(shelf)
    return Comparison(
        PAPER,
        tables.grids,
        (*NOTES.splitlines(), f"Measured with {shelf.tools}."),
        shelf.missing,
        HEADING,
        tuple(_claims(tables)),
        tuple(tables.figures),
    )
