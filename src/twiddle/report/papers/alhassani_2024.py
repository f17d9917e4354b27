# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Alhassani and Benaissa 2024: Table I and Fig. 6, with the core `rns` and its engine."""

from __future__ import annotations

from collections.abc import Iterator

from twiddle.designs import Design, core
from twiddle.model.iterative import Schedule
from twiddle.model.methods import Method
from twiddle.report import published
from twiddle.report.comparison import Claim, number
from twiddle.report.grid import Column, Row, Value
from twiddle.report.like_for_like import like_for_like
from twiddle.report.paper import OWN, Facts, Figures, Formulas, Ours, Paper, Sheet, Table, Theirs, again
from twiddle.report.published import Published
from twiddle.rings import ring
from twiddle.synth import units
from twiddle.synth.units import Unit

SLICES_PER_DSP, SLICES_PER_BRAM36 = 120, 196
"""Equivalent slices of a DSP block and of a block RAM, by the paper."""

TABLE_I = published.rows("alhassani-2024", "I")
OWNS = {int(row["units"]): row for row in TABLE_I if row.own}


def product_cycles(row: Published) -> float:
    """Cycles of INTT(NTT(X) * NTT(Y)) on one accelerator, one operation after another."""
    return 2 * row["cycles_ntt"] + row["cycles_pwm"] + row["cycles_intt"]


def time(row: Figures) -> float:
    """Microseconds of a product."""
    return row["cycles_product"] / row["freq_mhz"]


def equivalent_slices(row: Figures) -> float:
    """ENS: slices + 120 DSP + 196 BRAM36."""
    return row["slices"] + SLICES_PER_DSP * row["dsp"] + SLICES_PER_BRAM36 * row["bram36"]


FORMULAS: Formulas = {
    "time_us": time,
    "atp_lut": lambda row: row["lut"] * time(row) / 1000,
    "atp_ens": lambda row: equivalent_slices(row) * time(row) / 1000,
}

VARIANTS = ("Registers", "Published")
"""Parameters of our core, and of its engine if it has them: rows without any, and with each set to 1."""

CYCLES = ("cycles_ntt", "cycles_intt", "cycles_pwm", "cycles_product")

CLAIMED = (
    ("rns engine", CYCLES, "{word}"),
    ("rns engine", ("lut", "ff", "dsp", *FORMULAS), "{word} of the engine"),
    ("rns core", ("lut", "ff", "dsp", "bram36"), "{word} of the core"),
    ("rns core, Registers = 1", CYCLES, "{word}, Registers = 1"),
    ("rns core, Registers = 1", ("lut", "ff", *FORMULAS), "{word} of the core, Registers = 1"),
    ("rns core, Published = 1", ("cycles_pwm", "cycles_product"), "{word}, Published = 1"),
    ("rns core, Published = 1", ("bram36",), "{word} of the core, Published = 1"),
)
"""Our work, figures, and the names of the claims; for variants, only the figures that they change."""


def _facts(row: Published) -> Facts:
    product = product_cycles(row)
    ratio = product / product_cycles(OWNS[int(row["units"])])
    facts = {"butterflies": int(row["units"]), "cycles_product": number(product), "cycles_ratio": ratio}
    return {**facts, **{key: row[key] for key in FORMULAS}}


def _ours(lanes: int) -> Iterator[Ours]:
    """Our designs with this many butterflies: the core, and the engine if any, of every variant."""
    for variant in ("", *VARIANTS):
        parameters = {"Butterflies": lanes, **{key: int(key == variant) for key in VARIANTS}}
        design = core("rns", ring("ml-kem"), **parameters)
        ntt, intt, pwm, product = (design.cycles(name).busy for name in ("ntt", "intt", "pwm", "mul"))
        facts: dict[str, Value] = dict(zip(CYCLES, (ntt, intt, pwm, product), strict=True))
        facts |= {"butterflies": lanes, "cycles_ratio": (product or 0) / product_cycles(OWNS[lanes])}
        engines: list[Design | Unit] = [
            unit
            for unit in units.catalogue()
            if (unit.unit, unit.method) == ("engine", "rns")
            and all(unit.parameters.get(key, 0) == value for key, value in parameters.items())
        ]
        for area in (*engines, design):
            work = f"rns {'core' if area is design else 'engine'}{f', {variant} = 1' if variant else ''}"
            yield Ours(work, facts, area, design, design, needed=variant != "Published")


def _figure_6(sheet: Sheet) -> Iterator[Row]:
    """Delay, ATP-LUT and ATP-ENS of the paper's three designs, and of ours."""
    for work in (OWN, "rns engine", "rns core", "rns core, Registers = 1"):
        for row in (sheet.row("table-I", work, lanes) for lanes in OWNS):
            yield {key: row[key] for key in ("work", "butterflies", "by", *FORMULAS) if key in row}


def _claims(sheet: Sheet) -> Iterator[Claim]:
    for work, keys, what in CLAIMED:
        yield from sheet.claims("table-I", work, keys, OWNS, what=what)


def _why(key: str, work: str) -> str:
    if key in CYCLES:
        chosen = {name.lower(): name in work for name in VARIANTS}
        pipe = Schedule(ring("ml-kem"), 1, Method.RNS, **chosen).write_delay
        return f"our pipeline from read to write takes {pipe} cycles"
    return "our MHz is from ecp5, the paper's from Artix-7" if key in FORMULAS else ""


def _said(theirs: Theirs) -> str:
    time_us, atp_lut, atp_ens = theirs.again.values()
    return f"{time_us:.1f} µs, ATP {atp_lut:.1f} and {atp_ens:.1f}"


NOTES = f"""\
The paper's figures: Artix-7 by Vivado, as printed. Ours: LUT, FF, DSP, BRAM36 of xc7 by Yosys; MHz of ecp5.
ecp5, an ECP5-85k of speed grade 8, is a different, slower device: µs and ATP do not compare, cycles do.
product: in the papers 2 NTT + PWM + INTT; ours is the busy cycles of MUL, whose passes overlap.
ratio: product relative to the paper's own design with as many butterflies (BU).
µs is product / MHz, ATP-LUT is LUT x ms, ATP-ENS is ENS x ms.
ENS is slices + {SLICES_PER_DSP} DSP + {SLICES_PER_BRAM36} BRAM36; our slices are LUT / 4 + FF / 8.
Slices of the paper's 1 SBU and 2 DBU, 153 and 395, are the same sum; for its 1 DBU, 210, the sum is 231.
core: the accelerator with its streams. engine: LUT, FF and DSP without them, as in the paper.
BRAM36, memory included, and MHz of an engine are those of the core that contains it.
Registers = 1: with registers after the tables, for a faster clock.
Published = 1: with the paper's sub-moduli 7, 31 and 32, and its five products a pair."""

_NAMES = ("work", Column("butterflies", "BU"), "by")
_MERIT = (Column("time_us", "µs", 1), Column("atp_lut", "ATP-LUT", 1), Column("atp_ens", "ATP-ENS", 1))

PAPER = Paper(
    name="alhassani-2024",
    title="Alhassani and Benaissa 2024: multiplication by tables, and our rns",
    page="docs/rns.md",
    mark="rns",
    tables=(
        Table(
            "table-I",
            "Table I of Alhassani 2024 with our core rns, ml-kem",
            (
                *(*_NAMES, Column("device", "device", text=True, shown=False)),
                *("lut ff slices dsp bram36 freq_mhz cycles_ntt cycles_intt cycles_pwm",),
                *(Column("cycles_product", "product"), Column("cycles_ratio", "ratio", 3), *_MERIT),
                *(again(*FORMULAS), "note"),
            ),
            TABLE_I,
            group=lambda row: int(row["units"]),
            groups=tuple(OWNS),
            ours=_ours,
            figures=("bram36", "freq_mhz", "time_us", "lut", "ff", "dsp", "slices", "atp_lut", "atp_ens"),
            formulas=FORMULAS,
            facts=_facts,
            beside=lambda row: ("rns core",),
        ),
        Table("figure-6", "Fig. 6 of Alhassani 2024 with ours", (*_NAMES, *_MERIT), select=_figure_6),
    ),
    metrics=("lut", "ff", "slices", "dsp", "bram36", "freq_mhz", *CYCLES, *FORMULAS),
    words={"cycles_product": "Cycles of a product", "time_us": "Time in µs"}
    | {"atp_lut": "ATP-LUT", "atp_ens": "ATP-ENS"},
    heading="Our designs against the paper's, for 1 / 2 / 4 butterflies; lower is better:",
    claims=_claims,
    differing={("I", "Guo [32]", "kyber", 256): tuple(FORMULAS)},
    why=_why,
    note=lambda row: row.note,
    said=_said,
    notes=NOTES,
    also=(lambda results: like_for_like(2, results),),
)
