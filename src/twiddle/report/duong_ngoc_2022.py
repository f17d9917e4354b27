# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Duong-Ngoc and Lee 2022 beside the cores `mdf` and `mdc`: its three tables, and what ours reach of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from twiddle.report import duong_ngoc_formulas as formulas
from twiddle.report.comparison import Claim, Comparison, Shelf, value_of
from twiddle.report.duong_ngoc_formulas import PAPER, derived
from twiddle.report.duong_ngoc_tables import METHODS, RINGS, WORDS, Tables

HEADING = """\
Ours against the paper's own, for ml-kem / falcon-512 / falcon-1024 where no n is given; less is better, but \
of Mbit/s, efficiencies (Eff) and speed-ups more:"""

_CELLS = ("lut", "ff", "dsp", "bram36")
_ATP = ("atp_lut", "atp_ff", "atp_dsp")
_EFF = ("eff_lut", "eff_ff", "eff_slices", "eff_dsp")

_CLAIMED: tuple[tuple[int, str, str, tuple[str, ...]], ...] = (
    (1, "mdf forward", "", ("cycles", "fill", *_CELLS, "throughput", *_ATP)),
    (1, "mdc transform", "", ("cycles", "fill", "throughput", *_ATP)),
    (3, "mdf transform", "NTT_2", _CELLS),
    (3, "mdc transform", "NTT_2", _CELLS),
    (2, "mdf product, one", "", ("cycles", *_CELLS, "time_us", *_EFF, "eff_bram36")),
    (2, "mdf product, stream", "", ("cycles", "time_us")),
    (2, "mdc product, one", "", ("cycles",)),
    (2, "mdc product, stream", "", ("cycles", *_CELLS, "time_us", *_EFF)),
    *((3, f"{part}, {method}", part, ("lut",)) for part in ("BU1", "BU2") for method in METHODS),
    *((3, f"MR, {method}", "MR", ("cycles", "lut")) for method in METHODS),
    *((3, f"ModMult, {method}", "four-path", ("cycles", "lut", "dsp")) for method in METHODS),
    (1, "mdf forward, shift_add", "", ("fill", "lut", "ff")),
    (3, "mdf transform, shift_add", "NTT_2", ("lut", "ff")),
    (2, "mdf product, shift_add, one", "", ("cycles", "lut", "ff")),
    (3, "mdc transform, ldsp", "NTT_2", ("lut", "ff", "dsp")),
    (2, "mdc product, ldsp, stream", "", ("cycles", "lut", "ff", "dsp")),
)
"""Table, our work, the paper's part and figures of every claim."""

SPEEDUPS: Mapping[int, tuple[tuple[int, str, float], ...]] = {
    1: (
        (256, "Yaman [11]", 1.7),
        (256, "Bisheh-Niasar [12]", 6),
        (256, "Bisheh-Niasar [13]", 17),
        (512, "Zhang [10]", 12),
        (512, "Mert [15]", 2),
        (1024, "Xing [9]", 9.6),
        (1024, "Zhang [10]", 12),
        (1024, "Bisheh-Niasar [12]", 8),
        (1024, "Mert [15]", 2),
    ),
    2: ((1024, "Wang [24]", 25),),
}
"""By table: a length, another work, and how much faster than that the text calls the paper's own design."""

_FASTER = {1: ("mdf forward", "mdc transform"), 2: ("mdf product, one", "mdc product, stream")}


def _claims(tables: Tables) -> Iterator[Claim]:
    for table, work, part, keys in _CLAIMED:
        for key in keys:
            yield from _claim(tables, table, work, part, key)
    for table, faster in SPEEDUPS.items():
        others = {(row.n, row.work): formulas.time(row) for row, _ in derived(str(table))}
        for work in _FASTER[table]:
            times = [value_of(tables.ours[table, work, n], "time_us") for n, _, _ in faster]
            yield Claim(
                f"Speed-up of {work} over {' / '.join(f'{other} (n = {n})' for n, other, _ in faster)}",
                tuple(
                    None if time is None else others[n, other] / time
                    for time, (n, other, _) in zip(times, faster, strict=True)
                ),
                tuple(said for _, _, said in faster),
                _why(work, "time_us"),
                more=True,
            )


def _claim(tables: Tables, table: int, work: str, part: str, key: str) -> Iterator[Claim]:
    """A figure of our rows against that of the paper's own, for the lengths that have both."""
    own = {n: value_of(tables.own.get((table, part, n), {}), key) for n in reversed(RINGS)}
    theirs = {n: value for n, value in own.items() if value is not None and (table, work, n) in tables.ours}
    if theirs:
        lengths = "" if len(theirs) == len(RINGS) else f" (n = {' / '.join(map(str, theirs))})"
        yield Claim(
            f"{WORDS[key]} of {work}{lengths}",
            tuple(value_of(tables.ours[table, work, n], key) for n in theirs),
            tuple(theirs.values()),
            _why(work, key),
            more=key == "throughput" or key.startswith("eff"),
        )


def _why(work: str, key: str) -> str:
    if key in ("time_us", "throughput") or key.startswith(("atp", "eff")):
        return "MHz is that of ecp5, the paper's of 7-series"
    if key == "fill" and work.startswith("mdc"):
        return "natural order before and behind the commutator costs some n/8 cycles more than the FIFOs"
    if key in ("fill", "cycles") and "shift_add" in work:
        return "a stage takes 9 cycles, one more than the paper's"
    return ""


NOTES = """\
The paper's: by Vivado, as printed. Ours: LUT, FF, DSP and BRAM36 of xc7 by Yosys; MHz of ecp5.
ecp5, an ECP5-85k of speed grade 8, is another, slower device: what has MHz in it is not like for like.
Ours are whole cores, with streams, checks and a queue, which the paper's modules have not.
Cycles of a transform are those between two at full rate; fill: of an engine, from first beat in to first out.
The streams of our cores add n/4 + 11 cycles to it: a polynomial arrives whole, and its result is queued.
The paper prints a fill of 334 for n = 1024; those of the others follow from the same sum.
Cycles of a product: the paper's and "one" are from the first beat in to the last one into the inverse.
"stream": between two products at full rate, which of mdc is the length of a polynomial.
µs is cycles / MHz, Mbit/s is n x bits / µs / 1.024, which is how the paper's figures come out.
ATP is cells x µs by that of the paper's own; of ours, by its first one of that n.
Eff is Mbit/s by cells, by that of the other work. Slices of ours are LUT / 4 + FF / 8.
%: of the sum of the parts; of ours, of the multiplier with that part, each measured by itself.
Control and memory of ours are in every core, and were not measured by themselves.
mdf forward is Fig. 3, mdf transform Fig. 7; mdc transform is for both directions. BU1 has a FIFO of one word.
Where no method is named it is fold; shift_add is the paper's; ldsp is without DSP blocks.
Select = 1: the ring is chosen at run time in one engine for all three, whose cells stand with every n.
A dash: not measured, or none of such cells."""


def duong_ngoc_2022(folder: Path | None = None) -> Comparison:
    """Tables 1, 2 and 3 of Duong-Ngoc 2022, with the cores `mdf` and `mdc` and their units."""
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
