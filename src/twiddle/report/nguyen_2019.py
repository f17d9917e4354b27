# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Nguyen, Dang and Gaj 2019 beside the cores `quad` and `quad-hls`: its tables, and what ours reach of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from twiddle.report import nguyen_2019_formulas as formulas
from twiddle.report import source_lines
from twiddle.report.comparison import Claim, Comparison, Shelf, value_of
from twiddle.report.nguyen_2019_formulas import METRICS, PAPER
from twiddle.report.nguyen_2019_tables import AS_PUBLISHED, HLS, RATIO, RINGS, RTL, WORDS, Tables
from twiddle.rings import ring

HEADING = """\
Ours against the paper's own, for falcon-1024 / qtesla-1024 / ml-dsa where no table is named; less is \
better, but of MHz more:"""

NAMES = tuple(dict.fromkeys(RINGS.values()))
"""Our rings, in the order of Table II."""

OTHERS = ("Kuo [10]", "RTL", "HLS", "HLS/RTL")
"""Works of Table III."""


def _claims(tables: Tables) -> Iterator[Claim]:
    for label, work in ((RTL.label, "RTL"), (HLS.label, "HLS"), (RATIO, "HLS/RTL")):
        for key in ("cycles_ntt", *(key for key in METRICS if key != "cycles_ntt")):
            yield Claim(
                f"{WORDS[key]} of {label}",
                tuple(_rounded(value_of(tables.ours["II", label, name], key), label) for name in NAMES),
                tuple(_number(tables, "II", work, name, key) for name in NAMES),
                _why(key, label),
                more=key == "freq_mhz",
            )
    for label in (RTL.label, HLS.label, AS_PUBLISHED.label):
        cycles = tuple(value_of(tables.ours["II", label, name], "cycles_mult") for name in NAMES)
        lengths = [ring(name).n for name in NAMES]
        why = "the paper's formula is without the pipe and what a pass waits for the one before"
        yield Claim(
            f"Cycles of MULT of {label}, against (n log2 n + 3 n) / 4",
            cycles,
            tuple(formulas.mult_cycles(n) for n in lengths),
            why,
        )
        if label == RTL.label:
            yield Claim(
                "Cycles of MULT of quad, against n log2 n / 4 + n / 2 of Du [6]",
                cycles,
                tuple(formulas.mult_cycles_du(n) for n in lengths),
                why,
            )
    for label, work in ((RTL.label, "RTL"), (HLS.label, "HLS"), (RATIO, "HLS/RTL"), (RTL.label, OTHERS[0])):
        yield from _in_one(tables, label, work)
    for key in ("adders_kred", "adders_kred2x"):
        yield Claim(
            f"{WORDS[key][0].upper()}{WORDS[key][1:]}",
            tuple(value_of(tables.ours["I", "", name], key) for name in NAMES),
            tuple(_number(tables, "I", "", name, key) for name in NAMES),
            "a sum with a table of multiples of five bits takes fewer, a sum of terms more",
        )


def _in_one(tables: Tables, label: str, work: str) -> Iterator[Claim]:
    """Table III: what is counted in one claim, MHz in another."""
    theirs = {
        key: value
        for key in METRICS
        if (value := value_of(tables.own["III", work, "falcon-1024"], key)) is not None
    }
    row = tables.ours["III", label, "falcon-1024"]
    for keys in ([key for key in theirs if key != "freq_mhz"], ["freq_mhz"]):
        words = " / ".join(WORDS[key] for key in keys)
        yield Claim(
            f"Table III, {words} of {label} against {work}",
            tuple(_rounded(value_of(row, key), label) for key in keys),
            tuple(theirs[key] for key in keys),
            _why(keys[-1], label),
            more=keys == ["freq_mhz"],
        )


def _rounded(value: float | None, label: str) -> float | None:
    """A ratio to the two decimals that the paper prints; other figures as they are."""
    return value if value is None or label != RATIO else round(value, 2)


def _number(tables: Tables, table: str, work: str, name: str, key: str) -> float:
    value = value_of(tables.own[table, work, name], key)
    if value is None:
        raise TypeError(f"{key}: no number in table {table}, {work}, {name}")
    return value


def _why(key: str, label: str) -> str:
    if label == RATIO:
        return ""
    if key in ("freq_mhz", "time_us"):
        return "MHz is that of ecp5, the paper's of the AMD device"
    if key in ("lut", "ff", "slices", "bram36"):
        return "ours has streams, checks of the operands and all five operations"
    return ""


NOTES = """\
The paper's: the NTT unit, by Vivado, as printed. Ours: LUT, FF, DSP, BRAM36 of xc7 by Yosys; MHz of ecp5.
ecp5, an ECP5-85k of speed grade 8, is another, slower device: MHz and µs are like for like only in HLS / RTL.
xc7 and UltraScale+ have the same 6-input LUT; Table III is of Zynq-7000, which xc7 is.
Ours are whole cores with streams, for NTT, INTT, PWM, MUL and MULT, in the order of FIPS 203 and 204.
Cycles of ours are those of the butterflies. The paper's of Table III are with reordering; ours need none.
µs is cycles / MHz of a forward transform. Slices of ours are LUT / 4 + FF / 8.
BRAM36 of Table III are half the blocks of 18 kbit that it counts.
HLS / RTL divides one by the other; that of the paper's times comes from cycles / MHz, not from its µs.
quad, as published: Published = 1 and Method = kred2x, with passes of their own for psi.
Adders: of the paper one a term of k c0 - c1, and of k^2 c0 - k c1 + c2, but the first, in signed digits of k.
Adders of ours are those of the sum, before the folds that bring it to (-q, q)."""


def _lines() -> str:
    found = {name: source_lines.of_core(name) for name in ("quad", "quad-hls")}
    parts = " + ".join(f"{count} in {name}" for name, count in found["quad-hls"].items())
    return (
        "Lines: of source that only this core needs, without comments and empty ones; "
        f"of quad {sum(found['quad'].values())} in {len(found['quad'])} files, of quad-hls {parts}."
    )


def _costs(tables: Tables) -> Iterator[str]:
    """What high-level synthesis costs and saves, a sentence a ring."""
    words = {
        **{f"cycles_{name}": f"cycles of {name.upper()}" for name in ("ntt", "mul")},
        **{key: WORDS[key] for key in ("lut", "ff", "dsp", "bram36", "freq_mhz")},
        "time_us": "time of NTT",
        "time_mul_us": "time of MUL",
        "lines": "lines of source",
    }
    for name in NAMES:
        row = tables.ours["study", RATIO, name]
        found = [
            f"{word} {value:.2f}" for key, word in words.items() if (value := value_of(row, key)) is not None
        ]
        yield f"High-level synthesis against RTL, {name}, times: {', '.join(found)}."


def nguyen_2019(folder: Path | None = None) -> Comparison:
    """Tables I, II and III of Nguyen 2019, with the cores `quad` and `quad-hls` and the K-RED units."""
    shelf = Shelf(folder)
    tables = Tables(shelf)
    return Comparison(
        PAPER,
        tables.grids,
        (*NOTES.splitlines(), _lines(), *_costs(tables), f"Measured with {shelf.tools}."),
        shelf.missing,
        HEADING,
        tuple(_claims(tables)),
        tuple(tables.figures),
    )
