# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Nguyen, Dang and Gaj 2019: Tables I, II and III, with the cores `quad` and `quad-hls`, and reductions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from operator import itemgetter

from twiddle.base.rings import ring
from twiddle.catalog.block import Parameters
from twiddle.catalog.designs import core
from twiddle.model import kred
from twiddle.study import paper, published
from twiddle.study.comparison import Claim, value_of
from twiddle.study.published import Published

TABLE_I, TABLE_II, TABLE_III = (published.rows("nguyen-2019", table) for table in ("I", "II", "III"))

RINGS = {"newhope+falcon": "falcon-1024", "newhope": "falcon-1024", "qtesla": "qtesla-1024", "dilithium": "ml-dsa"}
"""Our ring for every scheme of the paper."""

NAMES = tuple(dict.fromkeys(RINGS.values()))
RTL, HLS, AS_PUBLISHED, RATIO = "quad", "quad-hls", "quad, as published", "quad-hls / quad"
BESIDE = {"RTL": RTL, "HLS": HLS, "HLS/RTL": RATIO}
METRICS = ("dsp", "bram36", "lut", "ff", "slices", "freq_mhz", "cycles_ntt", "time_us")


def mult_cycles(n: int) -> int:
    """Cycles of a multiplication with one operand transformed: PSIS_MUL, NTT, COEF_MUL, INTT, IPSIS_MUL."""
    return (n * (n.bit_length() - 1) + 3 * n) // 4


def mult_cycles_du(n: int) -> int:
    """The same of Du et al., reference [6] of the paper."""
    return n * (n.bit_length() - 1) // 4 + n // 2


def _digits(row: paper.Figures, *powers: int) -> int:
    """Non-zero digits of powers of k in their shortest form with digits -1, 0 and 1."""
    k, _ = kred.shape(int(row["q"]))
    return sum((3 * k**power ^ k**power).bit_count() for power in powers)


SHAPE: paper.Formulas = {
    "k": lambda row: kred.shape(int(row["q"]))[0],
    "m": lambda row: kred.shape(int(row["q"]))[1],
    "adders_kred": lambda row: _digits(row, 1),
    "adders_kred2x": lambda row: _digits(row, 2, 1),
}
"""Table I: K-RED is k c0 - c1, K-RED-2x k^2 c0 - k c1 + c2: one adder per signed digit except the first."""


def _quotient(amount: Callable[[paper.Figures], float], *, alone: bool = False) -> paper.Formula:
    """A figure of HLS divided by that of RTL in a quotient row; in others the figure if `alone`."""
    return lambda row: (
        amount(row.of("HLS")) / amount(row.of("RTL")) if row.has("HLS") else amount(row) if alone else None
    )


STUDIED = (
    *("cycles_ntt", "cycles_intt", "cycles_pwm", "cycles_mul", "cycles_mult"),
    *("lut", "ff", "dsp", "bram36", "ecp5_lut", "freq_mhz", "time_us", "time_mul_us"),
)
FORMULAS: paper.Formulas = {
    **{key: _quotient(itemgetter(key)) for key in (*METRICS, *STUDIED)},
    "time_us": _quotient(paper.micros("cycles_ntt"), alone=True),
    "time_mul_us": _quotient(paper.micros("cycles_mul"), alone=True),
}


def _both(row: Published, rows: Sequence[Published]) -> Mapping[str, paper.Facts]:
    """The two rows of a quotient."""
    same = {each.work: each.figures for each in rows if each.scheme == row.scheme}
    return {work: same[work] for work in ("HLS", "RTL")} if row.unit == "ratio" else {}


def _core(work: str, name: str) -> paper.Ours:
    """A core for a ring, with the figures of Table II and of the study."""
    older = work == AS_PUBLISHED
    parameters: Parameters = {"Published": 1, "Method": "kred2x"} if older else {}
    design = core(HLS if work == HLS else RTL, name, **parameters)
    note = "its NTT includes PSIS_MUL, one more pass" if older else None
    return paper.Ours(work, {"note": note}, design)


def _cores(name: str, figures: tuple[str, ...]) -> tuple[paper.Ours, ...]:
    """Both cores for a ring, and the quotient of their figures."""
    rtl, hls = _core(RTL, name), _core(HLS, name)
    facts, both = {"ring": name, "n": ring(name).n}, {"RTL": rtl, "HLS": hls}
    return rtl, hls, paper.Ours(RATIO, facts, figures=figures, others=both, digits=2)


def _reductions(name: str) -> Iterator[paper.Ours]:
    q = ring(name).q
    k, m = kred.shape(q)
    adders = {"kred": kred.rows(k, m).count, "kred2x": kred.kred2x_adders(q)}
    for unit in paper.units_of("reduction", q, *adders):
        facts = {"k": k, "m": m, "cycles": unit.unit.latency}
        method = unit.unit.method.label
        linked = {f"adders_{method}": adders[method]}
        yield paper.Ours(f"reduction {method}", facts, unit, linked=linked)


def _mult(sheet: paper.Sheet) -> Iterator[Claim]:
    """Cycles of a multiplication against the formulas of the text."""
    why = "the paper's formula omits the pipeline latency and the wait between passes"
    own, du = ("(n log2 n + 3 n) / 4", mult_cycles), ("n log2 n / 4 + n / 2 of Du [6]", mult_cycles_du)
    for work, (words, formula) in ((RTL, own), (RTL, du), (HLS, own), (AS_PUBLISHED, own)):
        cycles = tuple(value_of(sheet.row("table-2", work, name), "cycles_mult") for name in NAMES)
        by_formula = tuple(formula(ring(name).n) for name in NAMES)
        yield Claim(f"Cycles of MULT of {work}, against {words}", cycles, by_formula, why)


def _remarks(sheet: paper.Sheet) -> Iterator[str]:
    """The cost and gain of high-level synthesis, one sentence per ring."""
    words = {"cycles_ntt": "cycles of NTT", "cycles_mul": "cycles of MUL"}
    words |= {key: PAPER.word(key) for key in ("lut", "ff", "dsp", "bram36", "freq_mhz")}
    words |= {"time_us": "time of NTT", "time_mul_us": "time of MUL"}
    for name in NAMES:
        row = sheet.row("study", RATIO, name)
        values = {word: value_of(row, key) for key, word in words.items()}
        found = [f"{word} {value:.2f}" for word, value in values.items() if value is not None]
        yield f"High-level synthesis relative to RTL, {name}: {', '.join(found)}."


_AGAIN = paper.again(*METRICS)
_AREA = "dsp bram36 lut ff slices"
_OF = "of Nguyen, Dang and Gaj 2019"
_table = partial(
    paper.Table,
    figures=("lut", "ff", "dsp", "bram36", "slices", "ecp5_lut", "freq_mhz", "time_us", "time_mul_us"),
    formulas=FORMULAS,
)
"""A table of our cores."""

_printed = partial(
    _table, group=lambda row: RINGS[row.scheme], others=_both, beside=lambda row: (BESIDE.get(row.work, RTL),)
)
"""The same with the paper's."""

PAPER = paper.Paper(
    name="nguyen-2019",
    title="Nguyen, Dang and Gaj 2019: 2x2 butterflies, and our quad and quad-hls",
    page="docs/hls.md",
    mark="hls",
    tables=(
        _printed(
            "table-2",
            f"Table II {_OF}, with our cores quad and quad-hls",
            f"work by device n q dsp bram36 lut ff slices freq_mhz cycles_ntt:cycles time_us note {_AGAIN}",
            TABLE_II,
            ours=lambda name: (*_cores(name, METRICS), _core(AS_PUBLISHED, name)),
        ),
        _printed(
            "table-3",
            f"Table III {_OF}, with ours for falcon-1024",
            f"work by device dsp bram36 slices lut ff freq_mhz cycles_ntt:cycles time_us note {_AGAIN}",
            TABLE_III,
            ours=lambda name: _cores(name, METRICS),
        ),
        paper.Table(
            "table-1",
            f"Table I {_OF}, with our reductions",
            "work by device n q bits k m adders_kred:K-RED_adders adders_kred2x:K-RED-2x_adders "
            f"cycles lut ff dsp freq_mhz note {paper.again(*SHAPE)}",
            TABLE_I,
            group=lambda row: RINGS[row.scheme],
            ours=_reductions,
            figures=("lut", "ff", "dsp", "freq_mhz"),
            formulas=SHAPE,
            facts=lambda row: {"work": row.scheme},
            beside=lambda row: ("reduction kred", "reduction kred2x"),
        ),
        _table(
            "study",
            "RTL against high-level synthesis",
            "work by ring cycles_ntt cycles_intt cycles_pwm cycles_mul cycles_mult "
            "lut ff dsp bram36 ecp5_lut freq_mhz time_us time_mul_us:µs_a_MUL:2",
            groups=NAMES,
            ours=lambda name: _cores(name, STUDIED),
        ),
    ),
    metrics=(*METRICS, *SHAPE),
    words={"time_us": "Time of NTT in µs", "kred": "K-RED", "kred2x": "K-RED-2x"},
    form=".4g",
    more=("freq_mhz",),
    heading="Our designs against the paper's, for falcon-1024 / qtesla-1024 / ml-dsa by default; "
    "lower is better, except for MHz:",
    groups=NAMES,
    claims=(
        *(
            paper.Stated("table-2", work, f"cycles_ntt {_AREA} freq_mhz time_us", theirs=theirs)
            for theirs, work in BESIDE.items()
        ),
        _mult,
        *(
            paper.Stated("table-3", work, keys, what, theirs, NAMES[:1], joint=True)
            for what in ["Table III, {word} of {work} against {theirs}"]
            for theirs, work in (*BESIDE.items(), ("Kuo [10]", RTL))
            for keys in (f"{_AREA} cycles_ntt time_us", "freq_mhz")
        ),
        paper.Stated("table-1", "reduction kred", "adders_kred", "Adders of K-RED"),
        paper.Stated("table-1", "reduction kred2x", "adders_kred2x", "Adders of K-RED-2x"),
    ),
    why=(
        (".*", RATIO, ""),
        ("adders.*", "", "a sum with a table of five-bit multiples has fewer adders, a sum of terms more"),
        ("freq_mhz|time_us", "", "our MHz is from ecp5, the paper's from the AMD device"),
        ("lut|ff|slices|bram36", "", "ours includes streams, operand checks and all five operations"),
    ),
    note=lambda row: "" if row.table == "I" else row.note,
    remarks=_remarks,
    notes="""\
The paper's figures: the NTT unit, by Vivado, as printed.
Ours: LUT, FF, DSP and BRAM36 of xc7 by Yosys; MHz of ecp5.
ecp5, an ECP5-85k of speed grade 8, is a different, slower device: only HLS / RTL compares MHz and µs.
xc7 and UltraScale+ have the same 6-input LUT; Table III is for Zynq-7000, which is xc7.
Ours are whole cores with streams, for NTT, INTT, PWM, MUL and MULT, in the order of FIPS 203 and 204.
Our cycles are those of the butterflies. The paper's in Table III include reordering; ours need none.
µs is cycles / MHz of a forward transform. Our slices are LUT / 4 + FF / 8.
BRAM36 of Table III are half the paper's blocks of 18 kbit.
HLS / RTL is the quotient; for the paper's times it uses cycles / MHz, not the printed µs.
quad, as published: Published = 1 and Method = kred2x, with separate passes for psi.
Adders: the paper's are the terms of k c0 - c1, or of k^2 c0 - k c1 + c2, minus one, in signed digits of k.
Our adders are those of the sum, before the folds to (-q, q).""",
)
