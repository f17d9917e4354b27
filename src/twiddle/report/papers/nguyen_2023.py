# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Nguyen, Pham and Hoang 2023: Tables 3 to 6, with our L-DSPs, butterflies and the core `pwmm`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from twiddle.designs import core
from twiddle.report import published
from twiddle.report.arith import SLICES_PER_DSP, efficiency
from twiddle.report.comparison import Claim, value_of
from twiddle.report.grid import Column
from twiddle.report.merit import LUTS_PER_DSP
from twiddle.report.paper import CELLS, Facts, Figures, Formula, Formulas, Ours, Paper, Sheet, Table, again
from twiddle.report.published import Published
from twiddle.report.tables import slices
from twiddle.rings import ring
from twiddle.synth import units
from twiddle.synth.units import Unit

TABLES = {table: published.rows("nguyen-2023", table) for table in "3456"}
"""The tables with results; 1 and 2 are parameters of schemes."""

MODULI = (3329, 7681, 12289)
"""The moduli of Table 5."""

L_DSP, BUTTERFLY = "ldsp, times k", "ldsp, unified"
"""Our multiplier with a canonical result and our butterfly, compared with the paper's."""

EFF = "eff_kbps_per_lut"

# ---------------------------------------------------------------------- formulas


def eff(row: Figures) -> float:
    """Eq. 14 with one bit in kbit/s per LUT, as in Table 4; a DSP block is 400 LUT."""
    luts = row["lut"] + LUTS_PER_DSP * row["dsp"]
    return efficiency(row["freq_mhz"], 1, luts)


def eff_of_all_bits(row: Figures) -> float:
    """The same with all bits of a residue."""
    luts = row["lut"] + LUTS_PER_DSP * row["dsp"]
    return efficiency(row["freq_mhz"], int(row["bits"]), luts)


def area_time(row: Figures) -> float | None:
    """ATP of Table 6: slices x microseconds; a DSP block is 100 slices; none with block RAM."""
    area = row["slices"] + SLICES_PER_DSP * row["dsp"]
    return None if row["bram36"] else row["cycles_pwm"] * area / row["freq_mhz"]


PRODUCTS: Formulas = {
    "atp": area_time,
    "slices": lambda row: slices(row.of("converted")["lut"], row.of("converted")["ff"]),
}
"""Formulas of Table 6; the slices of [46] follow from its LUT and FF."""


def _converted(row: Published, rows: Sequence[Published]) -> Mapping[str, Facts]:
    return {"converted": row.figures} if row.note.startswith("slices") else {}


# ---------------------------------------------------------------------- ours


def label(unit: Unit) -> str:
    """A unit in the tables: its method and form, the same for every modulus."""
    form = re.sub(r"^times 2\^-[0-9]+$", "times 2^-h", unit.form) if unit.method == "ldsp" else unit.form
    return f"{unit.method}, {form}"


def _units(kind: str, q: int, *methods: str) -> Iterator[Ours]:
    """Our units of a kind, or of some methods, for one product and without block RAM; L-DSPs first."""
    found = [
        unit
        for unit in units.catalogue()
        if (unit.unit, unit.q) == (kind, q)
        and unit.cycles is None
        and unit.top != "twd_mod_mul_four"
        and unit.method != "rns"
        and (kind == "multiplier" or unit.form == "unified")
        and (not methods or unit.method in methods)
    ]
    for unit in sorted(found, key=lambda unit: (unit.method != "ldsp", label(unit) != L_DSP)):
        yield Ours(label(unit), {"q": q, "bits": unit.bits, "latency": unit.latency}, unit, unit)


def pwmm(method: str, count: int) -> str:
    """The name of one of our matrix-vector cores."""
    return f"pwmm, {count} unit{'s' * (count > 1)}, {method}"


def _products(group: None) -> Iterator[Ours]:
    """Our rows of Table 6: cores, the paper's method first, and units for a whole product."""
    of = ring("ml-kem")
    for method in ("ldsp", "tiles", "kred"):
        for count in (1, 2):
            design = core("pwmm", of, Units=count, Method=method, Scaled=int(method != "tiles"))
            facts: Facts = {"cycles_pwm": design.cycles("pwm").interval, "modes": "PWM, PWA"}
            yield Ours(pwmm(method, count), facts, design, design)
    design = core("iterative", of, Butterflies=2, DoubleBuffer=0, Method="ldsp")
    facts = {"cycles_pwm": design.cycles("pwm").busy, "modes": "all"}
    facts |= {"note": "a whole accelerator, with NTT, INTT and memory"}
    yield Ours("iterative, 2 butterflies, ldsp", facts, design, design)
    for unit in units.catalogue():
        if unit.unit == "multiplier" and unit.cycles is not None and unit.q == of.q:
            facts = {"cycles_pwm": unit.cycles, "modes": "PWM", "note": "without streams and control"}
            yield Ours(label(unit), facts, unit, unit)


# ---------------------------------------------------------------------- claims

_PARTS, _SHORT = ("freq_mhz", "lut", "ff", "dsp", EFF), ("freq_mhz", "lut", "ff")

CLAIMED: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (L_DSP, "L-DSP", _PARTS),
    ("ldsp, times 2^-h", "L-DSP", _PARTS),
    ("ldsp, times k, tiles, lazy", "L-DSP", _SHORT),
    ("ldsp, times k, Karatsuba, lazy", "L-DSP", _SHORT),
    (BUTTERFLY, "BU", _PARTS),
)
"""Our work, the paper's in Table 5, and figures of every claim for all moduli."""

PRODUCT = {
    "ldsp": ("cycles_pwm", "freq_mhz", "lut", "ff", "slices", "dsp", "atp"),
    "tiles": ("cycles_pwm", "lut", "ff", "dsp", "atp"),
}
"""Figures of the claims for Table 6, by our method."""

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
"""By table: the paper's claimed factor of its own Eff. over that of another work.

The text lists the works in numerical order, but the factors in ascending order.
"""

REDUCTIONS: Mapping[str, float] = {"[46]": 33.8, "[36]": 47.8, "[35]": 67.3, "[34]": 71.2}
"""The paper's claimed reductions in per cent of the ATP of its one PWMM, by other work."""


def _claims(sheet: Sheet) -> Iterator[Claim]:
    for work, other, keys in CLAIMED:
        yield from sheet.claims("table-5", work, keys, [(other, q) for q in MODULI])
    for work, other in ((L_DSP, "L-DSP"), (BUTTERFLY, "BU")):
        what = f"Slices of {work} in per cent of a DSP block's 100"
        yield from sheet.claims("table-5", work, ["slices"], [(other, q) for q in MODULI], what=what)
    groups = [(work, (other, q)) for work, other in ((L_DSP, "L-DSP"), (BUTTERFLY, "BU")) for q in MODULI]
    luts = [value_of(sheet.row("table-5", *each), "lut") for each in groups]
    most = None if None in luts else max(value or 0 for value in luts)
    what = f"Most LUT of {L_DSP} and {BUTTERFLY}, against a DSP block's {LUTS_PER_DSP}"
    yield Claim(what, (most,), (LUTS_PER_DSP,))
    for table, work in (("3", L_DSP), ("4", BUTTERFLY)):
        what = f"Table {table}, Eff. of {work} divided by that of {' / '.join(FACTORS[table])}"
        said = {(other, None): factor for other, factor in FACTORS[table].items()}
        yield sheet.relation(what, f"table-{table}", work, (EFF, EFF), said, lambda ours, other: ours / other)
    for method, keys in PRODUCT.items():
        ours = [sheet.row("table-6", pwmm(method, count)) for count in (1, 2)]
        theirs = [sheet.row("table-6", f"this work ({count} PWMM)") for count in (1, 2)]
        for key in keys:
            what = f"Table 6, {PAPER.word(key)} of pwmm, {method} (1 / 2 units)"
            yield sheet.claim(what, "pwmm", [key], zip(ours, theirs, strict=True))
    work = pwmm("ldsp", 1)
    what = f"Table 6, per cent by which ATP of {work} is less than that of {' / '.join(REDUCTIONS)}"
    said = {(other, None): less for other, less in REDUCTIONS.items()}
    yield sheet.relation(
        what, "table-6", work, ("atp", "atp"), said, lambda ours, other: 100 * (1 - ours / other)
    )


def _why(key: str, work: str) -> str:
    if key in ("freq_mhz", EFF, "atp"):
        return "our MHz is from ecp5, the paper's from Artix-7"
    if "Karatsuba" in work:
        return "this is the paper's product, mapped by Yosys; ours without Karatsuba needs fewer"
    if key in ("ff", "slices") and "pwmm" in work:
        return "ours is a whole core with streams and an output buffer"
    if key in ("ff", "slices"):
        return "ours has a register after each of its 9 to 16 adders; the paper's has three stages"
    return ""


NOTES = """\
The paper's figures: Artix-7 by Vivado, as printed. Ours: LUT, FF, DSP, BRAM36 of xc7 by Yosys; MHz of ecp5.
ecp5, an ECP5-85k of speed grade 8, is a different, slower device: MHz, Eff. and ATP do not compare.
Eff. is MHz x bits x 1000 / (LUT + 400 DSP), kbit/s per LUT, with the 12 to 14 bits of q in Tables 3 and 5.
In Table 4 Eff. is computed with one bit, the paper's and ours. Table 5 prints none; it is computed here.
ATP is cycles x (slices + 100 DSP) / MHz. Our slices are LUT / 4 + FF / 8, like the paper's for [46].
Latency: cycles from operands to result. Cycles of Table 6: interval of products of two polynomials, n = 256.
ldsp: without DSP blocks; times k is Algorithm 3, times 2^-h Algorithm 4. Its product is one of tiles.
Karatsuba: the paper's product instead. lazy: in (-q, q), like the paper's; the others end in [0, q).
pwmm is a core with streams; with tiles a row is exact, with ldsp and kred it includes the paper's 1/128.
iterative is a whole accelerator with memory; it has no ATP, which excludes block RAM.
The text lists the works of its factors and reductions in another order; this order follows the tables.
Tables 1 and 2 are parameters: rings ml-kem (k = 2, 3, 4; pwmm takes 1 to 8), kyber-v1, falcon-512, -1024."""

# ---------------------------------------------------------------------- tables

_OF = "of Nguyen, Pham and Hoang 2023"
_HIDDEN = Column("bram36", "BRAM36", shown=False)
_NAMES, _CELLS = "work by device", "freq_mhz lut ff slices dsp"
_EFF = ("latency", _CELLS, Column(EFF, "Eff.", 0), "note", _HIDDEN, again(EFF))
_READ = (*CELLS, "freq_mhz")


def _table(number: str, title: str, formula: Formula, kind: str) -> Table:
    """Table 3 or 4."""
    return Table(
        f"table-{number}",
        f"Table {number} {_OF}, {title}",
        (_NAMES, *_EFF),
        TABLES[number],
        ours=lambda group: _units(kind, MODULI[0]),
        figures=(*_READ, EFF),
        formulas={EFF: formula},
    )


PAPER = Paper(
    name="nguyen-2023",
    title="Nguyen, Pham and Hoang 2023: multiplication without DSP blocks, and our pwmm",
    page="docs/arithmetic.md",
    mark="l-dsp",
    tables=(
        _table("3", "multipliers for 3329, with ours", eff_of_all_bits, "multiplier"),
        _table("4", "butterflies for 3329, with ours", eff, "butterfly"),
        Table(
            "table-5",
            f"Table 5 {_OF}, multipliers and butterflies, with our L-DSPs",
            (_NAMES, "q", *_EFF),
            TABLES["5"],
            group=lambda row: (row.work, row.q),
            ours=lambda group: _units("butterfly" if group[0] == "BU" else "multiplier", group[1], "ldsp"),
            figures=(*_READ, EFF),
            formulas={EFF: eff_of_all_bits},
        ),
        Table(
            "table-6",
            f"Table 6 {_OF}, matrix-vector products for ml-kem, with our cores",
            (
                *(_NAMES, "modes", _CELLS, Column("cycles_pwm", "cycles"), Column("atp", "ATP", 0), "note"),
                *(_HIDDEN, again("atp", "slices")),
            ),
            TABLES["6"],
            ours=_products,
            figures=(*_READ, "atp"),
            formulas=PRODUCTS,
            facts=lambda row: {"modes": "PWM, PWA" if row.unit == "pwmm" else "PWM"},
            others=_converted,
            beside=lambda row: (pwmm("ldsp", 2 if row["cycles_pwm"] == 64 else 1),),
        ),
    ),
    metrics=("freq_mhz", "lut", "ff", "slices", "dsp", "bram36", EFF, "cycles_pwm", "atp"),
    words={EFF: "Eff.", "cycles_pwm": "Cycles", "atp": "ATP"},
    form=".0f",
    more=("freq_mhz", EFF),
    heading="Our designs against the paper's, for q = 3329 / 7681 / 12289 by default; "
    "lower is better, except for MHz, Eff., factors and reductions:",
    claims=_claims,
    differing={("4", "[27]", "kyber", 256): (EFF,)},
    why=_why,
    note=lambda row: row.note if row.table == "6" or "freq_mhz" not in row.figures else "",
    notes=NOTES,
)
