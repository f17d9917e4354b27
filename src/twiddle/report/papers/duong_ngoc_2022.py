# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Duong-Ngoc and Lee 2022: Tables 1, 2 and 3, with the cores `mdf` and `mdc` and their arithmetic units."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from twiddle.cores.base import LUTS
from twiddle.designs import Design, core
from twiddle.model.streaming import SHELL_LATENCY
from twiddle.report import paper, published
from twiddle.report.comparison import number
from twiddle.report.published import Published
from twiddle.rings import Ring, ring

TABLE_1, TABLE_2, TABLE_3 = (published.rows("duong-ngoc-2022", table) for table in "123")

RINGS = {1024: "falcon-1024", 512: "falcon-512", 256: "ml-kem"}
"""Our ring for every length, in the order of the tables."""

WHOLE = ("ntt", "ntt+intt", "pwm", "control")
"""Components of a multiplier in Table 3; the other parts belong to these."""

ATP, AMOUNTS = ("lut", "ff", "dsp"), ("lut", "ff", "slices", "dsp", "bram36")


def fill(of: Ring) -> int:
    """Cycles to the first result: FIFOs, 7 cycles a stage, and a register between two stages."""
    return of.n // 4 - 1 + 7 * of.layers + of.layers - 1


def product_cycles(of: Ring) -> int:
    """Cycles of a product, first beat in to last beat into the inverse: the fill, and two polynomials."""
    return fill(of) + of.n // 2


time = paper.micros("cycles")


def rate(row: paper.Figures) -> float:
    """Eq. 4 in Mbit/s, with the factor 1 / 1.024 of every figure of the paper."""
    return row["n"] * row["bits"] / time(row) / 1.024


def _atp(name: str) -> paper.Formula:
    """Cells x time, normalised to the paper's own design."""
    return lambda row: row[name] * time(row) / (row.of(paper.OWN)[name] * time(row.of(paper.OWN)))


def _eff(name: str) -> paper.Formula:
    """Eq. 5, throughput by cells, normalised to another work."""

    def formula(row: paper.Figures) -> float:
        amount, other = row[name], row.of("other")
        return rate(row) / amount * other[name] / rate(other)

    return formula


def _share(name: str) -> paper.Formula:
    """Per cent of the sum of all parts; none for parts without such cells."""
    return lambda row: 100 * row[name] / row.of("whole")[name] if row[name] else None


TIMES = {"time_us": time, "throughput": rate}
ATPS = {f"atp_{name}": _atp(name) for name in ATP}
EFFS = {f"eff_{name}": _eff(name) for name in AMOUNTS}
SHARES = {f"share_{name}": _share(name) for name in ATP}


def _part(row: Published) -> tuple[int, str]:
    """Length and name of a part in Table 3."""
    return row.n, row.work.partition(" ")[0]


def _sums(n: int) -> dict[str, float]:
    parts = [row for row in TABLE_3 if row.n == n and row.unit in WHOLE]
    return {name: sum(part[name] for part in parts) for name in ATP}


@dataclass(frozen=True)
class Variant:
    """One of our cores in the tables: label, name, parameters, and its lengths."""

    label: str
    core: str
    parameters: Mapping[str, int | str] = field(hash=False)
    lengths: tuple[int, ...] = tuple(RINGS)

    def design(self, n: int) -> Design:
        """The design for a length."""
        return core(self.core, RINGS[n], **self.parameters)

    def fill(self, n: int, operation: str) -> int:
        """Cycles to the first result, with the shell."""
        return self.design(n).cycles(operation).fill or 0

    def row(self, n: int, facts: paper.Facts, work: str = "", **options: Any) -> paper.Ours:
        """Its row for a length; with run-time ring selection, of the one engine for all lengths."""
        measured = self.design(max(RINGS) if "Select" in self.parameters else n)
        found = {"n": n, "bits": ring(RINGS[n]).bits, **facts}
        return paper.Ours(work or self.label, found, measured, **options)


def _variants(form: str) -> Iterator[Variant]:
    chosen = {"Form": form}
    yield Variant(f"mdf {form}", "mdf", chosen)
    yield Variant(f"mdf {form}, shift_add", "mdf", {**chosen, "Method": "shift_add"}, (256,))
    if form != "product":
        yield Variant(f"mdf {form}, Select = 1", "mdf", {**chosen, "Select": 1})
    lengths = tuple(RINGS) if form == "transform" else (256,)
    yield Variant(f"mdf {form}, tiles_shift", "mdf", {**chosen, **LUTS}, lengths)
    if form != "forward":
        yield Variant(f"mdc {form}", "mdc", chosen)
        yield Variant(f"mdc {form}, kred", "mdc", {**chosen, "Method": "kred"}, (1024, 512))
        yield Variant(f"mdc {form}, ldsp", "mdc", {**chosen, "Method": "ldsp"}, (256,))
        lengths = tuple(RINGS) if form == "product" else (1024, 512)
        yield Variant(f"mdc {form}, tiles_shift", "mdc", {**chosen, **LUTS}, lengths)


FORWARD, BOTH, PRODUCT = (tuple(_variants(form)) for form in ("forward", "transform", "product"))
"""Our cores by form."""

METHODS = ("fold", "shift_add")
"""Methods of the units for Table 3."""

_UNITS = {
    "BU1": ("BU1", "butterfly", "BU1, both directions"),
    "BU2": ("BU2", "butterfly", "BU2, both directions"),
    "MR": ("MR", "reduction", "exact"),
    "four-path": ("ModMult", "multiplier", "four-path", "four-path, base case"),
}
"""Name, kind and forms of our arithmetic units for the parts of Table 3."""


def _of(variants: Sequence[Variant], n: int) -> list[Variant]:
    return [variant for variant in variants if n in variant.lengths]


def _transforms(n: int) -> Iterator[paper.Ours]:
    """Transforms, whose fill is that of the engine without its shell."""
    both = [each for each in BOTH if each.core == "mdc" or each.label.endswith("tiles_shift")]
    for variant in _of((*FORWARD, *both), n):
        shell = n // 4 - 1 + SHELL_LATENCY
        interval = variant.design(n).cycles("ntt").interval
        yield variant.row(n, {"cycles": interval, "fill": variant.fill(n, "ntt") - shell})


def _products(n: int) -> Iterator[paper.Ours]:
    """Products: the second transform follows the first; `mdf` has one register more around a single one."""
    for variant in _of(PRODUCT, n):
        one = n // 4 + variant.fill(n, "mul") - variant.fill(n, "ntt") + (variant.core == "mdf")
        for count, cycles in (("one", one), ("stream", variant.design(n).cycles("mul").interval)):
            facts = {"work": variant.label, "count": count, "cycles": cycles}
            yield variant.row(n, facts, f"{variant.label}, {count}")


def _parts(group: tuple[int, str]) -> Iterator[paper.Ours]:
    n, part = group
    facts = {"n": n, "device": "xc7"}
    if part == "whole":
        yield _whole_of_table_2(n)
    for variant in _of({"NTT_1": FORWARD, "NTT_2": BOTH, "whole": PRODUCT}.get(part, ()), n):
        label = re.sub("forward|transform", "product", variant.label)
        wholes = [each.row(n, {}, figures=paper.CELLS) for each in _of(PRODUCT, n) if each.label == label]
        if part == "whole" or not wholes:
            yield variant.row(n, facts, figures=paper.CELLS)
        else:
            yield variant.row(n, facts, others={"whole": wholes[0]})
    name, kind, *forms = _UNITS.get(part, ("", ""))
    for unit in paper.units_of(kind, ring(RINGS[n]).q, *METHODS):
        if unit.form in forms:
            yield paper.Ours(
                f"{name}, {unit.method}", {**facts, "cycles": unit.latency}, unit, figures=paper.CELLS
            )


def _whole_of_table_2(n: int) -> paper.Ours:
    """The paper's multiplier, and the sum of its parts if that differs."""
    (row,) = (row for row in TABLE_2 if row.n == n and row.own)
    wrong = [f"{value:.0f} {PAPER.word(name)}" for name, value in _sums(n).items() if value != row[name]]
    note = f"the parts add up to {', '.join(wrong)}" if wrong else None
    facts = {"by": "published", "device": row.device, "n": n, "note": note}
    return paper.Ours(
        "whole, of table 2", {**facts, **{name: number(row[name]) for name in (*ATP, "bram36")}}
    )


def _pairs(names: Sequence[str], derived: str, title: str) -> str:
    """Cells, each with its derived figure."""
    return " ".join(f"{name} {derived}_{name}:{title}" for name in names)


_CELLS, _EFF = (*ATP, "bram36"), ("eff_lut", "eff_ff", "eff_slices", "eff_dsp")
_SHORTEST = tuple(reversed(RINGS))

PAPER = paper.Paper(
    name="duong-ngoc-2022",
    title="Duong-Ngoc and Lee 2022: streaming, and our mdf and mdc",
    page="docs/streaming.md",
    mark="streaming",
    tables=(
        paper.Table(
            *("table-1", "Table 1 of Duong-Ngoc 2022, transforms, with our cores mdf and mdc"),
            (
                "work by device n cycles fill freq_mhz time_us throughput:Mbit/s:0",
                *(_pairs(ATP, "atp", "ATP:1"), "bram36 note", paper.again(*TIMES, *ATPS)),
            ),
            TABLE_1,
            group=lambda row: row.n,
            ours=_transforms,
            formulas={**TIMES, **ATPS},
            facts=lambda row: {"fill": fill(ring(RINGS[row.n]))} if row.own else {},
            others=lambda row, rows: {
                paper.OWN: next(each for each in rows[rows.index(row) :] if each.own).figures
            },
        ),
        paper.Table(
            *("table-2", "Table 2 of Duong-Ngoc 2022, multipliers, with our cores mdf and mdc"),
            (
                *("work count by device n cycles freq_mhz time_us", _pairs(AMOUNTS, "eff", "Eff:1")),
                *("note -throughput:Mbit/s:0", paper.again("time_us", *EFFS)),
            ),
            TABLE_2,
            group=lambda row: row.n,
            ours=_products,
            formulas={**TIMES, **EFFS},
            others=lambda row, rows: {"other": next(each for each in rows if each.n == row.n).figures},
        ),
        paper.Table(
            *("table-3", "Table 3 of Duong-Ngoc 2022, parts of its multipliers, with ours"),
            ("work by device n cycles", _pairs(ATP, "share", "%:0"), "bram36 note", paper.again(*SHARES)),
            TABLE_3,
            group=_part,
            groups=[
                (n, part)
                for n in RINGS
                for part in ("NTT_1", "NTT_2", "BU1", "BU2", "MR", "four-path", "top", "whole")
                if part == "whole" or (n, part) in map(_part, TABLE_3)
            ],
            ours=_parts,
            figures=(*paper.CELLS, *SHARES),
            formulas=SHARES,
            others=lambda row, rows: {"whole": _sums(row.n)} if row.unit in WHOLE else {},
        ),
    ),
    metrics=("cycles", "freq_mhz", *TIMES, *AMOUNTS, *ATPS, *EFFS, *SHARES),
    words={"cycles": "Cycles", "fill": "Cycles to the first result", "time_us": "Time in µs"}
    | {"throughput": "Mbit/s", **{key: key.upper().replace("_", "-") for key in ATPS}}
    | {f"eff_{name}": f"Eff-{name if name == 'slices' else name.upper().rstrip('36')}" for name in AMOUNTS}
    | {f"share_{name}": f"% of {name.upper()}" for name in ATP},
    more=("throughput", *EFFS),
    heading="Our designs against the paper's, for ml-kem / falcon-512 / falcon-1024 by default; "
    "lower is better, except for Mbit/s, efficiencies (Eff) and speed-ups:",
    claims=(
        *(
            paper.Stated(
                *(f"table-{table}", work, keys), groups=tuple((n, part) if part else n for n in _SHORTEST)
            )
            for table, work, part, keys in (
                (1, "mdf forward", "", ("cycles", "fill", *_CELLS, "throughput", *ATPS)),
                (1, "mdc transform", "", ("cycles", "fill", "throughput", *ATPS)),
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
        ),
        *(
            paper.Relation(
                *(
                    "Speed-up of {work} over {others}",
                    f"table-{table}",
                    work,
                    ("time_us", paper.again("time_us")),
                ),
                how=lambda ours, other: other / ours,
                order=lambda row: row.n,
            )
            for table, works in (
                (1, ("mdf forward", "mdc transform")),
                (2, ("mdf product, one", "mdc product, stream")),
            )
            for work in works
        ),
    ),
    why=(
        ("time_us|throughput|atp.*|eff.*", "", "our MHz is from ecp5, the paper's from 7-series"),
        (
            *("fill", "^mdc"),
            "natural order before and after the commutator costs about n/8 cycles more than the FIFOs",
        ),
        ("fill|cycles", "shift_add", "a stage takes 9 cycles, one more than the paper's"),
    ),
    note=lambda row: "",
    first=lambda: (variant.row(n, {}) for variant in (*FORWARD, *BOTH, *PRODUCT) for n in variant.lengths),
    notes="""\
The paper's figures: by Vivado, as printed. Ours: LUT, FF, DSP and BRAM36 of xc7 by Yosys; MHz of ecp5.
ecp5, an ECP5-85k of speed grade 8, is a different, slower device: figures that depend on MHz do not compare.
Ours are whole cores, with streams, checks and a queue, which the paper's modules lack.
Cycles of a transform are the interval at full rate; fill: of an engine, from first beat in to first out.
The streams of our cores add n/4 + 11 cycles to it: a polynomial arrives whole, and its result is queued.
The paper prints a fill of 334 for n = 1024; the others follow from the same sum.
Cycles of a product: the paper's and "one" are from the first beat in to the last beat into the inverse.
"stream": the interval of products at full rate, which for mdc is the length of a polynomial.
µs is cycles / MHz; Mbit/s is n x bits / µs / 1.024, which reproduces the paper's figures.
ATP is cells x µs, relative to the paper's own design; ours is relative to its first design of that n.
Eff is Mbit/s by cells, relative to the other work. Our slices are LUT / 4 + FF / 8.
%: of the sum of the parts; ours, of the multiplier with that part, each measured separately.
Control and memory are part of each of our cores and not measured separately.
mdf forward is Fig. 3, mdf transform Fig. 7; mdc transform is for both directions. BU1 has a FIFO of one word.
The default method is fold; shift_add is the paper's; ldsp and tiles_shift use no DSP blocks.
tiles_shift is with Memory = lut16: memories in LUTs of 16 words.
Select = 1 is one engine for all three rings; its cell counts are repeated for each n.
A dash: not measured, or no such cells.""",
)
