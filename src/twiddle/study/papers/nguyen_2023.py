# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Nguyen, Pham and Hoang 2023: Tables 3 to 6, with our L-DSPs, butterflies and the core `pwmm`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import truediv

from twiddle.catalog.block import Block
from twiddle.catalog.designs import core
from twiddle.evidence.merit import LUTS_PER_DSP
from twiddle.model.methods import Method
from twiddle.study import paper, published
from twiddle.study.arith import SLICES_PER_DSP, efficiency
from twiddle.study.comparison import Claim, value_of
from twiddle.study.tables import slices

TABLES = {table: published.rows("nguyen-2023", table) for table in "3456"}
MODULI = (3329, 7681, 12289)
L_DSP, BUTTERFLY = "ldsp, times k", "ldsp, unified"
EFF = "eff_kbps_per_lut"


def eff(bits: int = 0) -> paper.Formula:
    """Eq. 14 in kbit/s per LUT; a DSP block is 400 LUT; by default, with all bits of a residue."""

    def formula(row: paper.Figures) -> float:
        luts = row["lut"] + LUTS_PER_DSP * row["dsp"]
        return efficiency(row["freq_mhz"], bits or int(row["bits"]), luts)

    return formula


def area_time(row: paper.Figures) -> float | None:
    """ATP of Table 6: slices x microseconds; a DSP block is 100 slices; none with block RAM."""
    area = row["slices"] + SLICES_PER_DSP * row["dsp"]
    return None if row["bram36"] else row["cycles_pwm"] * area / row["freq_mhz"]


def label(block: Block) -> str:
    """A unit in the tables: its method and form, the same for every modulus."""
    unit = block.unit
    form = re.sub(r"^times 2\^-[0-9]+$", "times 2^-h", unit.form) if unit.method is Method.LDSP else unit.form
    return f"{unit.method.label}, {form}"


def _units(kind: str, q: int, *methods: str) -> Iterator[paper.Ours]:
    """Our units for one product and without block RAM; L-DSPs first."""
    units = paper.units_of(kind, q, *methods)
    for unit in sorted(units, key=lambda each: (each.unit.method is not Method.LDSP, label(each) != L_DSP)):
        single = unit.unit.cycles is None and unit.unit.method is not Method.RNS
        if single and (kind == "multiplier" or unit.unit.form == "unified"):
            yield paper.Ours(label(unit), {}, unit)


def pwmm(method: str, count: int) -> str:
    """The name of one of our matrix-vector cores."""
    return f"pwmm, {count} unit{'s' * (count > 1)}, {method}"


def _products(group: None) -> Iterator[paper.Ours]:
    """Our rows of Table 6: cores, the paper's method first, and units for a whole product."""
    for method in ("ldsp", "tiles", "kred"):
        for count in (1, 2):
            design = core("pwmm", "ml-kem", Units=count, Method=method, Scaled=int(method != "tiles"))
            facts = {"cycles_pwm": design.cycles("pwm").interval, "modes": "PWM, PWA"}
            yield paper.Ours(pwmm(method, count), facts, design)
    design = core("iterative", "ml-kem", Butterflies=2, DoubleBuffer=0, Method="ldsp")
    note = "a whole accelerator, with NTT, INTT and memory"
    yield paper.Ours("iterative, 2 butterflies, ldsp", {"modes": "all", "note": note}, design)
    for unit in paper.units_of("multiplier", design.ring.q):
        if unit.unit.cycles is not None:
            facts = {"cycles_pwm": unit.unit.cycles, "modes": "PWM", "note": "without streams and control"}
            yield paper.Ours(label(unit), facts, unit)


def _most(sheet: paper.Sheet) -> Iterator[Claim]:
    """The claim that a unit has fewer LUT than a DSP block has equivalents."""
    rows = [sheet.row("table-5", work, group) for work, theirs in OURS.items() for group in GROUPS[theirs]]
    luts = [value_of(row, "lut") for row in rows]
    most = None if None in luts else max(value or 0 for value in luts)
    what = f"Most LUT of {L_DSP} and {BUTTERFLY}, against a DSP block's {LUTS_PER_DSP}"
    yield Claim(what, (most,), (LUTS_PER_DSP,))


OURS = {L_DSP: "L-DSP", BUTTERFLY: "BU"}
"""Our multiplier with a canonical result and our butterfly, and the paper's in Table 5."""

GROUPS = {work: tuple((work, q) for q in MODULI) for work in OURS.values()}
_CELLS = "freq_mhz lut ff slices dsp"
_EFF = f"latency {_CELLS} {EFF}:Eff.:0 note -bram36 {paper.again(EFF)}"
_OF = "of Nguyen, Pham and Hoang 2023"


def _claim(work: str, keys: str, what: str = "{word} of {work}") -> paper.Stated:
    """Claims about a unit of ours in Table 5."""
    return paper.Stated("table-5", work, keys, what, groups=GROUPS[OURS.get(work, "L-DSP")])


def _factor(table: str, work: str) -> paper.Relation:
    """Claims about the efficiency of our unit, divided by those of other works."""
    what = f"Table {table}, Eff. of {{work}} divided by that of {{others}}"
    return paper.Relation(what, f"table-{table}", work, EFF, how=truediv)


def _of_table_6(method: str, keys: str) -> paper.Stated:
    """Claims about our cores with a method."""
    what = f"Table 6, {{word}} of pwmm, {method} (1 / 2 units)"
    pairs = tuple((pwmm(method, count), f"this work ({count} PWMM)") for count in (1, 2))
    return paper.Stated("table-6", "pwmm", keys, what, pairs=pairs)


PAPER = paper.Paper(
    name="nguyen-2023",
    title="Nguyen, Pham and Hoang 2023: multiplication without DSP blocks, and our pwmm",
    page="docs/arithmetic.md",
    mark="l-dsp",
    tables=(
        paper.Table(
            "table-3",
            f"Table 3 {_OF}, multipliers for 3329, with ours{paper.TWO_DEVICES}",
            f"work by device {_EFF}",
            TABLES["3"],
            ours=lambda group: _units("multiplier", MODULI[0]),
            formulas={EFF: eff()},
        ),
        paper.Table(
            "table-4",
            f"Table 4 {_OF}, butterflies for 3329, with ours{paper.TWO_DEVICES}",
            f"work by device {_EFF}",
            TABLES["4"],
            ours=lambda group: _units("butterfly", MODULI[0]),
            formulas={EFF: eff(bits=1)},
        ),
        paper.Table(
            "table-5",
            f"Table 5 {_OF}, multipliers and butterflies, with our L-DSPs{paper.TWO_DEVICES}",
            f"work by device q {_EFF}",
            TABLES["5"],
            group=lambda row: (row.work, row.q),
            ours=lambda group: _units("butterfly" if group[0] == "BU" else "multiplier", group[1], "ldsp"),
            formulas={EFF: eff()},
        ),
        paper.Table(
            "table-6",
            f"Table 6 {_OF}, matrix-vector products for ml-kem, with our cores{paper.TWO_DEVICES}",
            "work by device modes freq_mhz lut ff slices dsp cycles_pwm:cycles atp:ATP:0 note -bram36 "
            "atp_recomputed slices_recomputed",
            TABLES["6"],
            ours=_products,
            formulas={
                "atp": area_time,
                "slices": lambda row: slices(row.of("converted")["lut"], row.of("converted")["ff"]),
            },
            facts=lambda row: {"modes": "PWM, PWA" if row.unit == "pwmm" else "PWM"},
            others=lambda row, rows: {"converted": row.figures} if row.note.startswith("slices") else {},
            beside=lambda row: (pwmm("ldsp", 2 if row["cycles_pwm"] == 64 else 1),),
        ),
    ),
    metrics=("freq_mhz", "lut", "ff", "slices", "dsp", "bram36", EFF, "cycles_pwm", "atp"),
    words={EFF: "Eff.", "cycles_pwm": "Cycles"},
    form=".0f",
    more=("freq_mhz", EFF),
    heading="Our designs against the paper's, for q = 3329 / 7681 / 12289 by default; "
    "lower is better, except for MHz, Eff., factors and reductions:",
    claims=(
        _claim(L_DSP, f"freq_mhz lut ff dsp {EFF}"),
        _claim("ldsp, times 2^-h", f"freq_mhz lut ff dsp {EFF}"),
        _claim("ldsp, times k, tiles, lazy", "freq_mhz lut ff"),
        _claim("ldsp, times k, Karatsuba, lazy", "freq_mhz lut ff"),
        _claim(BUTTERFLY, f"freq_mhz lut ff dsp {EFF}"),
        *(_claim(work, "slices", f"Slices of {work} in per cent of a DSP block's 100") for work in OURS),
        _most,
        _factor("3", L_DSP),
        _factor("4", BUTTERFLY),
        _of_table_6("ldsp", "cycles_pwm freq_mhz lut ff slices dsp atp"),
        _of_table_6("tiles", "cycles_pwm lut ff dsp atp"),
        paper.Relation(
            "Table 6, per cent by which ATP of {work} is less than that of {others}",
            "table-6",
            pwmm("ldsp", 1),
            "atp",
            how=lambda ours, other: 100 * (1 - ours / other),
        ),
    ),
    why=(
        ("freq_mhz", "", "our MHz is from ecp5, the paper's from Artix-7"),
        (f"{EFF}|atp", "", "our cells are of xc7 and our MHz of ecp5, the paper's both of Artix-7"),
        (".*", "Karatsuba", "this is the paper's product, mapped by Yosys; ours without Karatsuba needs fewer"),
        ("ff|slices", "pwmm", "ours is a whole core with streams and an output buffer"),
        ("ff|slices", "", "ours has a register after each of its 9 to 16 adders; the paper's has three stages"),
    ),
    note=lambda row: row.note if row.table == "6" or "freq_mhz" not in row.figures else "",
    notes="""\
The paper's figures: Artix-7 by Vivado, as printed. Ours: LUT, FF, DSP, BRAM36 of xc7 by Yosys; MHz of ecp5.
ecp5, an ECP5-85k of speed grade 8, is a different, slower device: MHz, Eff. and ATP do not compare.
Eff. is MHz x bits x 1000 / (LUT + 400 DSP), kbit/s per LUT, with the 12 to 14 bits of q in Tables 3 and 5.
In Table 4 Eff. is computed with one bit, the paper's and ours. Table 5 prints none; it is computed here.
ATP is cycles x (slices + 100 DSP) / MHz. Our slices are LUT / 4 + FF / 8, like the paper's for [46].
Eff. and ATP are the paper's formulas: of ours, over cells of xc7 and MHz of ecp5; ATP is no area x time.
Latency: cycles from operands to result. Cycles of Table 6: interval of products of two polynomials, n = 256.
ldsp: without DSP blocks; times k is Algorithm 3, times 2^-h Algorithm 4. Its product is one of tiles.
Karatsuba: the paper's product instead. lazy: in (-q, q), like the paper's; the others end in [0, q).
pwmm is a core with streams; with tiles a row is exact, with ldsp and kred it includes the paper's 1/128.
iterative is a whole accelerator with memory; it has no ATP, which excludes block RAM.
The text lists the works of its factors and reductions in another order; this order follows the tables.
Tables 1 and 2 are parameters: rings ml-kem (k = 2, 3, 4; pwmm takes 1 to 8), kyber-v1, falcon-512, -1024.""",
)
