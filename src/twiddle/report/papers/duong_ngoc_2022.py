# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Duong-Ngoc and Lee 2022: Tables 1, 2 and 3, with the cores `mdf` and `mdc` and their arithmetic units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from twiddle.designs import Design, core
from twiddle.model.methods import Method
from twiddle.model.streaming import Form, MdcCore, MdfCore
from twiddle.report import published
from twiddle.report.comparison import Claim, number, value_of
from twiddle.report.grid import Column, Value
from twiddle.report.paper import CELLS, OWN, Facts, Figures, Formula, Ours, Paper, Sheet, Table, again
from twiddle.report.published import Published
from twiddle.rings import Ring, ring
from twiddle.synth import units

TABLE_1, TABLE_2, TABLE_3 = (published.rows("duong-ngoc-2022", table) for table in "123")

RINGS = {1024: "falcon-1024", 512: "falcon-512", 256: "ml-kem"}
"""Our ring for every length, in the order of the tables."""

WHOLE = ("ntt", "ntt+intt", "pwm", "control")
"""Components of a multiplier in Table 3; the other parts belong to these."""

# ---------------------------------------------------------------------- formulas


def fill(of: Ring) -> int:
    """Cycles to the first result: FIFOs, 7 cycles a stage, and a register between two stages."""
    return of.n // 4 - 1 + 7 * of.layers + of.layers - 1


def product_cycles(of: Ring) -> int:
    """Cycles of a product, first beat in to last beat into the inverse: the fill, and two polynomials."""
    return fill(of) + of.n // 2


def time(row: Figures) -> float:
    """Microseconds as in the other figures: cycles by MHz, without the rounding of the print."""
    return row["cycles"] / row["freq_mhz"]


def rate(row: Figures) -> float:
    """Eq. 4 in Mbit/s, with the factor 1 / 1.024 of every figure of the paper."""
    return row["n"] * row["bits"] / time(row) / 1.024


def area_time(name: str) -> Formula:
    """ATP of some cells, normalised to the paper's own design."""
    return lambda row: row[name] * time(row) / (row.of(OWN)[name] * time(row.of(OWN)))


def efficiency(name: str) -> Formula:
    """Eq. 5, throughput by cells, normalised to another work."""

    def formula(row: Figures) -> float:
        amount, other = row[name], row.of("other")
        return rate(row) / amount * other[name] / rate(other)

    return formula


def share(name: str) -> Formula:
    """Per cent of the sum of all parts; none for parts without such cells."""
    return lambda row: 100 * row[name] / row.of("whole")[name] if row[name] else None


ATP = ("lut", "ff", "dsp")
AMOUNTS = ("lut", "ff", "slices", "dsp", "bram36")
TIMES = {"time_us": time, "throughput": rate}
ATPS = {f"atp_{name}": area_time(name) for name in ATP}
EFFS = {f"eff_{name}": efficiency(name) for name in AMOUNTS}
SHARES = {f"share_{name}": share(name) for name in ATP}


def _next_own(row: Published, rows: Sequence[Published]) -> Mapping[str, Facts]:
    """Table 1 normalises to the next row of the paper's own, on the same device."""
    return {OWN: next(each for each in rows[rows.index(row) :] if each.own).figures}


def _first(row: Published, rows: Sequence[Published]) -> Mapping[str, Facts]:
    """Table 2 normalises to the other work."""
    return {"other": next(each for each in rows if each.n == row.n).figures}


def _whole(row: Published, rows: Sequence[Published]) -> Mapping[str, Facts]:
    parts = [each for each in rows if each.n == row.n and each.unit in WHOLE]
    return {"whole": _sums(parts)} if row in parts else {}


def _part(row: Published) -> tuple[int, str]:
    """Length and name of a part in Table 3."""
    return row.n, row.work.partition(" ")[0]


PARTS = ("NTT_1", "NTT_2", "BU1", "BU2", "MR", "four-path", "top", "whole")
"""Our order; the last is only ours."""


def _sums(parts: Sequence[Published]) -> dict[str, float]:
    return {name: sum(part[name] for part in parts) for name in ATP}


# ---------------------------------------------------------------------- ours


@dataclass(frozen=True)
class Variant:
    """One of our cores in the tables: label, name, parameters, and its lengths."""

    label: str
    core: str
    parameters: Mapping[str, int | str] = field(hash=False)
    lengths: tuple[int, ...] = tuple(RINGS)

    def design(self, n: int) -> Design:
        """The design for a length."""
        return core(self.core, ring(RINGS[n]), **self.parameters)

    def measured(self, n: int) -> Design:
        """The measured design: with run-time ring selection, one engine for all lengths."""
        return self.design(max(RINGS) if "Select" in self.parameters else n)

    def model(self, n: int) -> MdfCore | MdcCore:
        """The design of its cycles: the paper counts no shell around an engine."""
        of, parameters = self.design(n), self.design(n).parameters
        method, form = Method[str(parameters["Method"]).upper()], Form[str(parameters["Form"]).upper()]
        if self.core == "mdf":
            return MdfCore(of.ring, method, form, bool(parameters["Select"]))
        return MdcCore(of.ring, of.lanes, method, form, bool(parameters["Mixed"]))

    def row(self, n: int, facts: Facts, **options: Any) -> Ours:
        """Its row for a length."""
        found = {"n": n, "bits": ring(RINGS[n]).bits, **facts}
        return Ours(self.label, found, area=self.measured(n), clock=self.measured(n), **options)


def _variants(form: str) -> Iterator[Variant]:
    chosen = {"Form": form}
    yield Variant(f"mdf {form}", "mdf", chosen)
    yield Variant(f"mdf {form}, shift_add", "mdf", {**chosen, "Method": "shift_add"}, (256,))
    if form != "product":
        yield Variant(f"mdf {form}, Select = 1", "mdf", {**chosen, "Select": 1})
    if form != "forward":
        yield Variant(f"mdc {form}", "mdc", chosen)
        yield Variant(f"mdc {form}, kred", "mdc", {**chosen, "Method": "kred"}, (1024, 512))
        yield Variant(f"mdc {form}, ldsp", "mdc", {**chosen, "Method": "ldsp"}, (256,))


FORWARD, BOTH, PRODUCT = (tuple(_variants(form)) for form in ("forward", "transform", "product"))
"""Our cores by form."""

_UNITS = {
    "BU1": ("butterfly", "BU1, both directions"),
    "BU2": ("butterfly", "BU2, both directions"),
    "MR": ("reduction", "exact"),
    "four-path": ("multiplier", "four-path", "four-path, base case"),
}
"""Kind and forms of our arithmetic units for the parts of Table 3."""

METHODS = ("fold", "shift_add")
"""Methods of the units for Table 3."""


def _of(variants: Sequence[Variant], n: int) -> list[Variant]:
    return [variant for variant in variants if n in variant.lengths]


def _transforms(n: int) -> Iterator[Ours]:
    for variant in _of((*FORWARD, *(variant for variant in BOTH if variant.core == "mdc")), n):
        interval = variant.design(n).cycles("ntt").interval
        yield variant.row(n, {"cycles": interval, "fill": variant.model(n).latency("ntt")})


def _products(n: int) -> Iterator[Ours]:
    for variant in _of(PRODUCT, n):
        stream = variant.design(n).cycles("mul").interval
        for count, cycles in (("one", variant.model(n).entered()), ("stream", stream)):
            row = variant.row(n, {"work": variant.label, "count": count, "cycles": cycles})
            yield replace(row, work=f"{variant.label}, {count}")


def _parts(group: tuple[int, str]) -> Iterator[Ours]:
    n, part = group
    facts = {"n": n, "device": "xc7"}
    if part == "whole":
        yield _whole_of_table_2(n)
    for variant in _of({"NTT_1": FORWARD, "NTT_2": BOTH, "whole": PRODUCT}.get(part, ()), n):
        label = ", ".join([f"{variant.core} product", *variant.label.split(", ")[1:]])
        whole = [each.row(n, {}, figures=CELLS) for each in _of(PRODUCT, n) if each.label == label]
        if part == "whole" or not whole:
            yield variant.row(n, facts, figures=CELLS)
        else:
            yield variant.row(n, facts, others={"whole": whole[0]})
    for unit in units.catalogue():
        kind, *forms = _UNITS.get(part, ("",))
        named = unit.unit == kind and unit.form in forms and unit.method in METHODS
        if named and unit.q == ring(RINGS[n]).q:
            label = f"{'ModMult' if part == 'four-path' else part}, {unit.method}"
            yield Ours(label, {**facts, "cycles": unit.latency}, unit, figures=CELLS)


def _whole_of_table_2(n: int) -> Ours:
    """The paper's multiplier, and the sum of its parts if that differs."""
    (row,) = (row for row in TABLE_2 if row.n == n and row.own)
    sums = _sums([part for part in TABLE_3 if part.n == n and part.unit in WHOLE])
    wrong = [f"{value:.0f} {PAPER.word(name)}" for name, value in sums.items() if value != row[name]]
    facts: dict[str, Value] = {"by": "published", "device": row.device, "n": n}
    facts["note"] = f"the parts add up to {', '.join(wrong)}" if wrong else None
    return Ours("whole, of table 2", {**facts, **{name: number(row[name]) for name in (*ATP, "bram36")}})


# ---------------------------------------------------------------------- claims

_CELLS, _EFF = (*ATP, "bram36"), ("eff_lut", "eff_ff", "eff_slices", "eff_dsp")

CLAIMED = (
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
"""Table, our work, the paper's part and figures of every claim."""

SPEEDUPS: Mapping[int, tuple[tuple[int, str, float], ...]] = {
    1: (
        *((256, "Yaman [11]", 1.7), (256, "Bisheh-Niasar [12]", 6), (256, "Bisheh-Niasar [13]", 17)),
        *((512, "Zhang [10]", 12), (512, "Mert [15]", 2), (1024, "Xing [9]", 9.6)),
        *((1024, "Zhang [10]", 12), (1024, "Bisheh-Niasar [12]", 8), (1024, "Mert [15]", 2)),
    ),
    2: ((1024, "Wang [24]", 25),),
}
"""By table: a length, another work, and the paper's claimed speed-up over it."""

FASTER = {1: ("mdf forward", "mdc transform"), 2: ("mdf product, one", "mdc product, stream")}
"""Our works for these speed-ups."""


def _claims(sheet: Sheet) -> Iterator[Claim]:
    for number_, work, part, keys in CLAIMED:
        table, groups = f"table-{number_}", {n: (n, part) if part else n for n in reversed(RINGS)}
        ours = {n: at for n, at in groups.items() if sheet.row(table, work, at)}
        for key in keys:
            both = {n: at for n, at in ours.items() if value_of(sheet.row(table, OWN, at), key) is not None}
            lengths = "" if len(both) == len(RINGS) else f" (n = {' / '.join(map(str, both))})"
            if both:
                yield from sheet.claims(
                    table, work, [key], both.values(), what=f"{{word}} of {work}{lengths}"
                )
    for number_, works in FASTER.items():
        said = {(other, n): faster for n, other, faster in SPEEDUPS[number_]}
        for work in works:
            what = f"Speed-up of {work} over {' / '.join(f'{other} (n = {n})' for other, n in said)}"
            keys = ("time_us", again("time_us"))
            yield sheet.relation(what, f"table-{number_}", work, keys, said, lambda ours, other: other / ours)


def _why(key: str, work: str) -> str:
    if key in ("time_us", "throughput") or key.startswith(("atp", "eff")):
        return "our MHz is from ecp5, the paper's from 7-series"
    if key == "fill" and work.startswith("mdc"):
        return "natural order before and after the commutator costs about n/8 cycles more than the FIFOs"
    if key in ("fill", "cycles") and "shift_add" in work:
        return "a stage takes 9 cycles, one more than the paper's"
    return ""


NOTES = """\
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
The default method is fold; shift_add is the paper's; ldsp uses no DSP blocks.
Select = 1 is one engine for all three rings; its cell counts are repeated for each n.
A dash: not measured, or no such cells."""


def _pairs(names: Sequence[str], derived: str, title: str, digits: int) -> list[str | Column]:
    """Cells, each with its derived figure."""
    return [each for name in names for each in (name, Column(f"{derived}_{name}", title, digits))]


def _table(
    number_: int, title: str, rows: tuple[Published, ...], *shown: str | Column, **options: Any
) -> Table:
    name = f"table-{number_}"
    return Table(name, f"Table {number_} of Duong-Ngoc 2022, {title}", shown, rows, **options)


PAPER = Paper(
    name="duong-ngoc-2022",
    title="Duong-Ngoc and Lee 2022: streaming, and our mdf and mdc",
    page="docs/streaming.md",
    mark="streaming",
    tables=(
        _table(
            *(1, "transforms, with our cores mdf and mdc", TABLE_1),
            *("work by device n cycles fill freq_mhz time_us", Column("throughput", "Mbit/s", 0)),
            *(*_pairs(ATP, "atp", "ATP", 1), "bram36 note", again(*TIMES, *ATPS)),
            group=lambda row: row.n,
            ours=_transforms,
            figures=(*CELLS, "freq_mhz", *TIMES, *ATPS),
            formulas={**TIMES, **ATPS},
            facts=lambda row: {"fill": fill(ring(RINGS[row.n]))} if row.own else {},
            others=_next_own,
        ),
        _table(
            *(2, "multipliers, with our cores mdf and mdc", TABLE_2),
            *("work count by device n cycles freq_mhz time_us", *_pairs(AMOUNTS, "eff", "Eff", 1), "note"),
            *(Column("throughput", "Mbit/s", 0, shown=False), again("time_us", *EFFS)),
            group=lambda row: row.n,
            ours=_products,
            figures=(*CELLS, "freq_mhz", *TIMES, *EFFS),
            formulas={**TIMES, **EFFS},
            others=_first,
        ),
        _table(
            *(3, "parts of its multipliers, with ours", TABLE_3),
            *("work by device n cycles", *_pairs(ATP, "share", "%", 0), "bram36 note", again(*SHARES)),
            group=_part,
            groups=[
                *(
                    (n, part)
                    for n in RINGS
                    for part in PARTS
                    if part == "whole" or (n, part) in map(_part, TABLE_3)
                )
            ],
            ours=_parts,
            figures=(*CELLS, *SHARES),
            formulas=SHARES,
            others=_whole,
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
    claims=_claims,
    differing={
        ("3", "four-path ModMult", "newhope", 1024): ("share_dsp",),
        ("3", "NTT_1 (forward)", "kyber", 256): ("share_lut",),
        ("3", "four-path ModMult (basecase)", "kyber", 256): ("share_dsp",),
    },
    why=_why,
    notes=NOTES,
    first=lambda: (variant.row(n, {}) for variant in (*FORWARD, *BOTH, *PRODUCT) for n in variant.lengths),
)
