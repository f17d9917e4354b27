# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Nguyen, Dang and Gaj 2019: Tables I, II and III, with the cores `quad` and `quad-hls`, and reductions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from twiddle.designs import core
from twiddle.model import kred
from twiddle.report import published, source_lines
from twiddle.report.comparison import Claim, value_of
from twiddle.report.grid import Column, Value
from twiddle.report.paper import CELLS, Facts, Figures, Formula, Formulas, Ours, Paper, Sheet, Table, again
from twiddle.report.published import Published
from twiddle.rings import ring
from twiddle.synth import units

TABLE_I, TABLE_II, TABLE_III = (published.rows("nguyen-2019", table) for table in ("I", "II", "III"))

RINGS: Mapping[str, str] = {
    "newhope+falcon": "falcon-1024",
    "newhope": "falcon-1024",
    "qtesla": "qtesla-1024",
    "dilithium": "ml-dsa",
}
"""Our ring for every scheme of the paper."""

NAMES = tuple(dict.fromkeys(RINGS.values()))
"""Our rings, in the order of Table II."""

RTL, HLS, AS_PUBLISHED, RATIO = "quad", "quad-hls", "quad, as published", "quad-hls / quad"
"""Our works; the last is a quotient."""

BESIDE = {"RTL": RTL, "HLS": HLS, "HLS/RTL": RATIO}

OPERATIONS = ("ntt", "intt", "pwm", "mul", "mult")
METRICS = ("dsp", "bram36", "lut", "ff", "slices", "freq_mhz", "cycles_ntt", "time_us")

# ---------------------------------------------------------------------- formulas


def mult_cycles(n: int) -> int:
    """Cycles of a multiplication with one operand transformed: PSIS_MUL, NTT, COEF_MUL, INTT, IPSIS_MUL."""
    return (n * (n.bit_length() - 1) + 3 * n) // 4


def mult_cycles_du(n: int) -> int:
    """The same of Du et al., reference [6] of the paper."""
    return n * (n.bit_length() - 1) // 4 + n // 2


def digits(number: int) -> int:
    """Non-zero digits of a number in its shortest form with digits -1, 0 and 1."""
    return (3 * number ^ number).bit_count()


def _k(row: Figures) -> int:
    """The k of q = k 2^m + 1."""
    return int(row["q"]) - 1 >> _m(row)


def _m(row: Figures) -> int:
    q = int(row["q"])
    return ((q - 1) & (1 - q)).bit_length() - 1


SHAPE: Formulas = {
    "k": _k,
    "m": _m,
    "adders_kred": lambda row: digits(_k(row)),
    "adders_kred2x": lambda row: digits(_k(row) ** 2) + digits(_k(row)),
}
"""Table I: K-RED is k c0 - c1, K-RED-2x k^2 c0 - k c1 + c2: one adder per signed digit except the first."""


def _quotient(key: str) -> Formula:
    """For a quotient row: a figure of HLS divided by that of RTL."""
    return lambda row: row.of("HLS")[key] / row.of("RTL")[key]


def _time(operation: str) -> Formula:
    """Microseconds; for a quotient row, from cycles and MHz instead of the printed times."""

    def time(row: Figures) -> float:
        return row[f"cycles_{operation}"] / row["freq_mhz"]

    return lambda row: time(row.of("HLS")) / time(row.of("RTL")) if row.has("HLS") else time(row)


READ = (*CELLS, "ecp5_lut", "freq_mhz", "time_us", "time_mul_us")
STUDIED = (
    *(*(f"cycles_{name}" for name in OPERATIONS), "lut", "ff", "dsp", "bram36", "ecp5_lut"),
    *("freq_mhz", "time_us", "time_mul_us", "lines"),
)

FORMULAS: Formulas = {
    **{key: _quotient(key) for key in (*METRICS, *STUDIED)},
    "time_us": _time("ntt"),
    "time_mul_us": _time("mul"),
}


def _both(row: Published, rows: Sequence[Published]) -> Mapping[str, Facts]:
    """The two rows of a quotient."""
    same = {each.work: each.figures for each in rows if (each.scheme, each.unit) == (row.scheme, "ntt")}
    return {work: same[work] for work in ("HLS", "RTL")} if row.unit == "ratio" else {}


_NOTE = re.compile(r"k = 2(?:\^(\d+))?([+-])1; m = (\d+); adders: K-RED (\d+); K-RED-2x (\d+)")


def _printed(row: Published) -> Facts:
    """The shape of q and the adders, from the note of a row in Table I."""
    found = _NOTE.fullmatch(row.note)
    if found is None:
        raise ValueError(f"{row.source}: not a shape of q: {row.note}")
    power, sign, *numbers = found.groups()
    values = [(1 << int(power or 1)) + int(f"{sign}1"), *map(int, numbers)]
    return {"work": row.scheme, **dict(zip(SHAPE, values, strict=True))}


# ---------------------------------------------------------------------- ours


def _core(label: str, name: str) -> Ours:
    """A core for a ring, with the figures of Table II and of the study."""
    design = core(HLS if label == HLS else RTL, ring(name))
    facts: dict[str, Value] = {"ring": name, "n": design.ring.n, "q": design.ring.q}
    if label == AS_PUBLISHED:
        design = core(RTL, ring(name), Published=1, Method="kred2x")
        facts["note"] = "its NTT includes PSIS_MUL, one more pass"
    facts |= {f"cycles_{each}": design.cycles(each).busy for each in OPERATIONS}
    facts["lines"] = sum(source_lines.of_core(design.core).values())
    return Ours(label, facts, design, design)


def _cores(name: str, figures: tuple[str, ...]) -> Iterator[Ours]:
    """Both cores for a ring, and the quotient of their figures."""
    rtl, hls = _core(RTL, name), _core(HLS, name)
    yield from (rtl, hls)
    facts = {"ring": name, "n": ring(name).n}
    yield Ours(RATIO, facts, figures=figures, others={"RTL": rtl, "HLS": hls}, digits=2)


def _reductions(name: str) -> Iterator[Ours]:
    k, m = kred.shape(ring(name).q)
    adders = {"kred": kred.rows(k, m).count, "kred2x": kred.kred2x_adders(ring(name).q)}
    for unit in units.catalogue():
        if (unit.unit, unit.q) == ("reduction", ring(name).q) and unit.method in adders:
            facts = {"q": unit.q, "bits": unit.bits, "k": k, "m": m, "cycles": unit.latency}
            linked = {f"adders_{unit.method}": adders[unit.method]}
            yield Ours(f"reduction {unit.method}", facts, unit, unit, linked=linked)


# ---------------------------------------------------------------------- claims


def _claims(sheet: Sheet) -> Iterator[Claim]:
    for work, label in BESIDE.items():
        rest = [key for key in METRICS if key != "cycles_ntt"]
        yield from sheet.claims("table-2", label, ["cycles_ntt", *rest], NAMES, work)
    for label in (RTL, HLS, AS_PUBLISHED):
        formulas = {"(n log2 n + 3 n) / 4": mult_cycles, "n log2 n / 4 + n / 2 of Du [6]": mult_cycles_du}
        cycles = tuple(value_of(sheet.row("table-2", label, name), "cycles_mult") for name in NAMES)
        for words, formula in [*formulas.items()][: 2 if label == RTL else 1]:
            by_formula = tuple(formula(ring(name).n) for name in NAMES)
            why = "the paper's formula omits the pipeline latency and the wait between passes"
            yield Claim(f"Cycles of MULT of {label}, against {words}", cycles, by_formula, why)
    for work, label in (*BESIDE.items(), ("Kuo [10]", RTL)):
        pair = (sheet.row("table-3", label, NAMES[0]), sheet.row("table-3", work, NAMES[0]))
        counted = [key for key in METRICS if key != "freq_mhz" and value_of(pair[1], key) is not None]
        for keys in (counted, ["freq_mhz"]):
            what = f"Table III, {' / '.join(map(PAPER.word, keys))} of {label} against {work}"
            yield sheet.claim(what, label, keys, [pair])
    for method, what in (("kred", "Adders of K-RED"), ("kred2x", "Adders of K-RED-2x")):
        yield from sheet.claims("table-1", f"reduction {method}", [f"adders_{method}"], NAMES, what=what)


def _why(key: str, work: str) -> str:
    if work == RATIO:
        return ""
    if key.startswith("adders"):
        return "a sum with a table of five-bit multiples has fewer adders, a sum of terms more"
    if key in ("freq_mhz", "time_us"):
        return "our MHz is from ecp5, the paper's from the AMD device"
    cells = ("lut", "ff", "slices", "bram36")
    return "ours includes streams, operand checks and all five operations" if key in cells else ""


# ---------------------------------------------------------------------- notes

NOTES = """\
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
Our adders are those of the sum, before the folds to (-q, q)."""


def _remarks(sheet: Sheet) -> Iterator[str]:
    """The lines of source, and the cost and gain of high-level synthesis, one sentence per ring."""
    rtl, hls = (source_lines.of_core(name) for name in (RTL, HLS))
    parts = " + ".join(f"{count} in {name}" for name, count in hls.items())
    yield (
        "Lines: source that only this core needs, without comments and empty lines; "
        f"of quad {sum(rtl.values())} in {len(rtl)} files, of quad-hls {parts}."
    )
    words = {key: PAPER.word(key) for key in ("lut", "ff", "dsp", "bram36", "freq_mhz")}
    words = {"cycles_ntt": "cycles of NTT", "cycles_mul": "cycles of MUL", **words}
    words |= {"time_us": "time of NTT", "time_mul_us": "time of MUL", "lines": "lines of source"}
    for name in NAMES:
        row = sheet.row("study", RATIO, name)
        values = {word: value_of(row, key) for key, word in words.items()}
        found = [f"{word} {value:.2f}" for word, value in values.items() if value is not None]
        yield f"High-level synthesis relative to RTL, {name}: {', '.join(found)}."


# ---------------------------------------------------------------------- tables

_OF = "of Nguyen, Dang and Gaj 2019"
_TIMES = (Column("cycles_ntt", "cycles"), "time_us note", again(*METRICS))


def _table(name: str, title: str, rows: tuple[Published, ...], shown: str) -> Table:
    """Table II or III."""
    last = [AS_PUBLISHED] if name == "table-2" else []
    return Table(
        name,
        title,
        (shown, *_TIMES),
        rows,
        group=lambda row: RINGS[row.scheme],
        ours=lambda group: (*_cores(group, METRICS), *(_core(label, group) for label in last)),
        figures=READ,
        formulas=FORMULAS,
        others=_both,
        beside=lambda row: (BESIDE.get(row.work, RTL),),
    )


PAPER = Paper(
    name="nguyen-2019",
    title="Nguyen, Dang and Gaj 2019: 2x2 butterflies, and our quad and quad-hls",
    page="docs/hls.md",
    mark="hls",
    tables=(
        _table(
            *("table-2", f"Table II {_OF}, with our cores quad and quad-hls", TABLE_II),
            shown="work by device n q dsp bram36 lut ff slices freq_mhz",
        ),
        _table(
            *("table-3", f"Table III {_OF}, with ours for falcon-1024", TABLE_III),
            shown="work by device dsp bram36 slices lut ff freq_mhz",
        ),
        Table(
            "table-1",
            f"Table I {_OF}, with our reductions",
            (
                *("work by device n q bits k m", Column("adders_kred", "K-RED adders")),
                *(
                    Column("adders_kred2x", "K-RED-2x adders"),
                    "cycles lut ff dsp freq_mhz note",
                    again(*SHAPE),
                ),
            ),
            TABLE_I,
            group=lambda row: RINGS[row.scheme],
            ours=_reductions,
            figures=("lut", "ff", "dsp", "freq_mhz"),
            formulas=SHAPE,
            facts=_printed,
            beside=lambda row: ("reduction kred", "reduction kred2x"),
            metrics=tuple(SHAPE),
        ),
        Table(
            "study",
            "RTL against high-level synthesis",
            (
                *("work by ring cycles_ntt cycles_intt cycles_pwm cycles_mul cycles_mult",),
                *(
                    "lut ff dsp bram36 ecp5_lut freq_mhz time_us",
                    Column("time_mul_us", "µs a MUL", 2),
                    "lines",
                ),
            ),
            groups=NAMES,
            ours=lambda name: _cores(name, STUDIED),
            figures=READ,
            formulas=FORMULAS,
        ),
    ),
    metrics=METRICS,
    words={"time_us": "Time of NTT in µs", "k": "k", "m": "m"}
    | {"adders_kred": "adders of K-RED", "adders_kred2x": "adders of K-RED-2x"},
    form=".4g",
    more=("freq_mhz",),
    heading="Our designs against the paper's, for falcon-1024 / qtesla-1024 / ml-dsa by default; "
    "lower is better, except for MHz:",
    claims=_claims,
    differing={
        ("I", "K-RED parameters", "newhope+falcon", 1024): ("adders_kred2x",),
        ("II", "HLS", "qtesla", 1024): ("time_us",),
        ("II", "HLS", "dilithium", 256): ("time_us",),
        ("II", "HLS/RTL", "dilithium", 256): ("freq_mhz", "time_us"),
        ("III", "RTL", "newhope", 1024): ("time_us",),
    },
    why=_why,
    note=lambda row: "" if row.table == "I" else row.note,
    notes=NOTES,
    remarks=_remarks,
)
