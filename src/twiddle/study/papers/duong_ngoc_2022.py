# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Duong-Ngoc and Lee 2022: Tables 1, 2 and 3, with the cores `mdf` and `mdc` and their arithmetic units."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from twiddle.base.rings import Ring, ring
from twiddle.catalog.block import Parameters
from twiddle.catalog.cores.base import LUTS
from twiddle.catalog.designs import Design, core
from twiddle.evidence.wanted import wanted
from twiddle.model.streaming import SHELL_LATENCY
from twiddle.study import paper, published
from twiddle.study.comparison import number
from twiddle.study.published import Published

TABLE_1, TABLE_2, TABLE_3 = (published.rows("duong-ngoc-2022", table) for table in "123")

RINGS = {1024: "falcon-1024", 512: "falcon-512", 256: "ml-kem"}
"""Our ring for every length, in the order of the tables."""

LENGTHS = tuple(sorted(RINGS))
"""The order of the claims."""

WHOLE = ("ntt", "ntt+intt", "pwm", "control")
"""Components of a multiplier in Table 3; the other parts belong to these."""

ATP, AMOUNTS = ("lut", "ff", "dsp"), ("lut", "ff", "slices", "dsp", "bram36")


def fill(preset: Ring) -> int:
    """Cycles to the first result: FIFOs, 7 cycles a stage, and a register between two stages."""
    return preset.n // 4 - 1 + 7 * preset.layers + preset.layers - 1


time = paper.micros("cycles")


def rate(row: paper.Figures) -> float:
    """Eq. 4 in Mbit/s, with the factor 1 / 1.024 of every figure of the paper."""
    return row["n"] * row["bits"] / time(row) / 1.024


def _atp(row: paper.Figures, name: str) -> float:
    """Cells x time, normalised to the paper's own design."""
    reference = row.of(paper.OWN)
    return row[name] * time(row) / (reference[name] * time(reference))


def _eff(row: paper.Figures, name: str) -> float:
    """Eq. 5, throughput by cells, normalised to another work."""
    amount, other = row[name], row.of("other")
    return rate(row) / amount * other[name] / rate(other)


def _share(row: paper.Figures, name: str) -> float | None:
    """Per cent of the sum of all parts; none for parts without such cells."""
    return 100 * row[name] / row.of("whole")[name] if row[name] else None


TIMES: paper.Formulas = {"time_us": time, "throughput": rate}
ATPS, EFFS = paper.by_cells("atp", _atp, *ATP), paper.by_cells("eff", _eff, *AMOUNTS)
SHARES = paper.by_cells("share", _share, *ATP)


def _part(row: Published) -> tuple[int, str]:
    """Length and name of a part in Table 3."""
    return row.n, row.work.partition(" ")[0]


def _sums(n: int) -> dict[str, float]:
    parts = [row for row in TABLE_3 if row.n == n and row.unit in WHOLE]
    return {name: sum(part[name] for part in parts) for name in ATP}


DESIGNS: Sequence[tuple[str, str, Parameters]] = (
    ("mdf", "", {}),
    ("mdf", ", shift_add", {"Method": "shift_add"}),
    ("mdf", ", Select = 1", {"Select": 1}),
    ("mdf", ", tiles_shift", LUTS),
    ("mdc", "", {}),
    ("mdc", ", kred", {"Method": "kred"}),
    ("mdc", ", ldsp", {"Method": "ldsp"}),
    ("mdc", ", tiles_shift", LUTS),
)
"""Core, end of the name, and parameters of our designs; the tables have those that are measured."""


def _designs(form: str, n: int) -> Iterator[tuple[Design, paper.Ours]]:
    """Our designs of a form for a length, with their rows.

    With run-time ring selection, the records are those of the one engine for all lengths.
    """
    for name, end, parameters in DESIGNS:
        if form == "product" and "Select" in parameters:
            continue  # a product needs one fixed ring
        design, largest = (core(name, RINGS[length], Form=form, **parameters) for length in (n, max(RINGS)))
        measured = largest if "Select" in parameters else design
        if (measured, "xc7") in wanted():
            facts = {"n": n, "bits": design.ring.bits}
            yield design, paper.Ours(f"{name} {form}{end}", facts, measured)


def _fill(design: Design, operation: str) -> int:
    """Cycles to the first result, with the shell."""
    return design.cycles(operation).fill or 0


METHODS = ("fold", "shift_add")
"""Methods of the units for Table 3."""

FORMS = {"NTT_1": "forward", "NTT_2": "transform", "whole": "product"}
"""Form of our designs for the parts of Table 3."""

UNITS = {
    "BU1": ("BU1", "butterfly", "BU1, both directions"),
    "BU2": ("BU2", "butterfly", "BU2, both directions"),
    "MR": ("MR", "reduction", "exact"),
    "four-path": ("ModMult", "multiplier", "four-path", "four-path, base case"),
}
"""Name, kind and forms of our arithmetic units for the parts of Table 3."""


def _transforms(n: int) -> Iterator[paper.Ours]:
    """Transforms, whose fill is that of the engine without its shell."""
    both = (each for each in _designs("transform", n) if re.search("mdc|tiles", each[1].work))
    shell = n // 4 - 1 + SHELL_LATENCY
    for design, row in (*_designs("forward", n), *both):
        yield row.having(cycles=design.cycles("ntt").interval, fill=_fill(design, "ntt") - shell)


def _products(n: int) -> Iterator[paper.Ours]:
    """Products: the second transform follows the first; `mdf` has one register more around a single one."""
    for design, row in _designs("product", n):
        one = n // 4 + _fill(design, "mul") - _fill(design, "ntt") + (design.core == "mdf")
        for count, cycles in (("one", one), ("stream", design.cycles("mul").interval)):
            named = replace(row, work=f"{row.work}, {count}")
            yield named.having(work=row.work, count=count, cycles=cycles)


def _parts(group: tuple[int, str]) -> Iterator[paper.Ours]:
    """Parts, each with its share of our multiplier that contains it; multipliers; and units."""
    n, part = group
    if part == "whole":
        yield _whole_of_table_2(n)
    wholes = {row.work: row for _, row in _designs("product", n)} if part != "whole" else {}
    for _, row in _designs(FORMS[part], n) if part in FORMS else ():
        whole = wholes.get(row.work.replace(FORMS[part], "product"))
        yield replace(row, others={"whole": whole} if whole else {}).having(device="xc7")
    name, kind, *forms = UNITS.get(part, ("", ""))
    for unit in paper.units_of(kind, ring(RINGS[n]).q, *METHODS):
        if unit.unit.form in forms:
            facts = {"n": n, "device": "xc7", "cycles": unit.unit.latency}
            yield paper.Ours(f"{name}, {unit.unit.method.label}", facts, unit, others={})


def _whole_of_table_2(n: int) -> paper.Ours:
    """The paper's multiplier, and the sum of its parts if that differs."""
    (row,) = (row for row in TABLE_2 if row.n == n and row.own)
    wrong = [f"{value:.0f} {PAPER.word(name)}" for name, value in _sums(n).items() if value != row[name]]
    note = f"the parts add up to {', '.join(wrong)}" if wrong else None
    facts = {"by": "published", "device": row.device, "n": n, "note": note}
    printed = {name: number(row[name]) for name in (*ATP, "bram36")}
    return paper.Ours("whole, of table 2", facts | printed, others={})


def _claim(part: str, work: str, keys: str) -> paper.Stated:
    """Claims about a part in Table 3."""
    return paper.Stated("table-3", work, keys, groups=tuple((n, part) for n in LENGTHS))


def _speed_up(table: str, work: str) -> paper.Relation:
    """Claims about the times of other works, divided by ours."""
    what, how = "Speed-up of {work} over {others}", lambda ours, other: other / ours
    return paper.Relation(what, table, work, "time_us", how, recomputed=True, order="n")


PAPER = paper.Paper(
    name="duong-ngoc-2022",
    title="Duong-Ngoc and Lee 2022: streaming, and our mdf and mdc",
    page="docs/streaming.md",
    mark="streaming",
    tables=(
        paper.Table(
            "table-1",
            f"Table 1 of Duong-Ngoc 2022, transforms, with our cores mdf and mdc{paper.TWO_DEVICES}",
            "work by device n cycles fill freq_mhz time_us throughput:Mbit/s:0 lut atp_lut:ATP:1 "
            f"ff atp_ff:ATP:1 dsp atp_dsp:ATP:1 bram36 note {paper.again(*TIMES, *ATPS)}",
            TABLE_1,
            group=lambda row: row.n,
            ours=_transforms,
            formulas={**TIMES, **ATPS},
            facts=lambda row: {"fill": fill(ring(RINGS[row.n]))} if row.own else {},
            others=lambda row, rows: {paper.OWN: next(each for each in rows[rows.index(row) :] if each.own).figures},
        ),
        paper.Table(
            "table-2",
            f"Table 2 of Duong-Ngoc 2022, multipliers, with our cores mdf and mdc{paper.TWO_DEVICES}",
            "work count by device n cycles freq_mhz time_us lut eff_lut:Eff:1 ff eff_ff:Eff:1 "
            "slices eff_slices:Eff:1 dsp eff_dsp:Eff:1 bram36 eff_bram36:Eff:1 note "
            f"-throughput:Mbit/s:0 {paper.again('time_us', *EFFS)}",
            TABLE_2,
            group=lambda row: row.n,
            ours=_products,
            formulas={**TIMES, **EFFS},
            others=lambda row, rows: {"other": next(each for each in rows if each.n == row.n).figures},
        ),
        paper.Table(
            "table-3",
            "Table 3 of Duong-Ngoc 2022, parts of its multipliers, with ours",
            "work by device n cycles lut share_lut:%:0 ff share_ff:%:0 dsp share_dsp:%:0 bram36 note "
            f"{paper.again(*SHARES)}",
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
    words={"fill": "Cycles to the first result", "throughput": "Mbit/s", "eff_bram36": "Eff-BRAM"},
    more=("throughput", *EFFS),
    heading="Our designs against the paper's, for ml-kem / falcon-512 / falcon-1024 by default; "
    "lower is better, except for Mbit/s, efficiencies (Eff) and speed-ups:",
    groups=LENGTHS,
    claims=(
        paper.Stated("table-1", "mdf forward", f"cycles fill lut ff dsp bram36 throughput {' '.join(ATPS)}"),
        paper.Stated("table-1", "mdc transform", f"cycles fill throughput {' '.join(ATPS)}"),
        _claim("NTT_2", "mdf transform", "lut ff dsp bram36"),
        _claim("NTT_2", "mdc transform", "lut ff dsp bram36"),
        paper.Stated(
            "table-2",
            "mdf product, one",
            "cycles lut ff dsp bram36 time_us eff_lut eff_ff eff_slices eff_dsp eff_bram36",
        ),
        paper.Stated("table-2", "mdf product, stream", "cycles time_us"),
        paper.Stated("table-2", "mdc product, one", "cycles"),
        paper.Stated(
            "table-2", "mdc product, stream", "cycles lut ff dsp bram36 time_us eff_lut eff_ff eff_slices eff_dsp"
        ),
        *(_claim(part, f"{part}, {method}", "lut") for part in ("BU1", "BU2") for method in METHODS),
        *(_claim("MR", f"MR, {method}", "cycles lut") for method in METHODS),
        *(_claim("four-path", f"ModMult, {method}", "cycles lut dsp") for method in METHODS),
        paper.Stated("table-1", "mdf forward, shift_add", "fill lut ff"),
        _claim("NTT_2", "mdf transform, shift_add", "lut ff"),
        paper.Stated("table-2", "mdf product, shift_add, one", "cycles lut ff"),
        _claim("NTT_2", "mdc transform, ldsp", "lut ff dsp"),
        paper.Stated("table-2", "mdc product, ldsp, stream", "cycles lut ff dsp"),
        *(_speed_up("table-1", work) for work in ("mdf forward", "mdc transform")),
        *(_speed_up("table-2", work) for work in ("mdf product, one", "mdc product, stream")),
    ),
    why=(
        ("time_us|throughput", "", "our MHz is from ecp5, the paper's from 7-series"),
        ("atp.*|eff.*", "", "our cells are of xc7 and our MHz of ecp5, the paper's both of 7-series"),
        (*("fill", "^mdc"), "natural order before and after the commutator costs about n/8 cycles more than the FIFOs"),
        ("fill|cycles", "shift_add", "a stage takes 9 cycles, one more than the paper's"),
    ),
    note=lambda row: "",
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
ATP and Eff are the paper's formulas, of ours over cells of xc7 and time of ecp5: ATP is no area x time.
%: of the sum of the parts; ours, of the multiplier with that part, each measured separately.
Control and memory are part of each of our cores and not measured separately.
mdf forward is Fig. 3, mdf transform Fig. 7; mdc transform is for both directions. BU1 has a FIFO of one word.
The default method is fold; shift_add is the paper's; ldsp and tiles_shift use no DSP blocks.
tiles_shift is with Memory = lut16: memories in LUTs of 16 words.
Select = 1 is one engine for all three rings; its cell counts are repeated for each n.
A dash: not measured, or no such cells.""",
)
