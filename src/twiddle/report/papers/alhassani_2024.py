# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Alhassani and Benaissa 2024: Table I and Fig. 6, with the core `rns` and its engine."""

from __future__ import annotations

from collections.abc import Iterator

from twiddle.designs import core
from twiddle.model.iterative import Schedule
from twiddle.model.methods import Method
from twiddle.report import paper, published
from twiddle.report.comparison import number
from twiddle.report.grid import Row
from twiddle.report.like_for_like import like_for_like
from twiddle.report.published import Published
from twiddle.rings import ring

TABLE_I = published.rows("alhassani-2024", "I")
OWNS = {int(row["units"]): row for row in TABLE_I if row.own}
CYCLES = ("cycles_ntt", "cycles_intt", "cycles_pwm", "cycles_product")

time = paper.micros("cycles_product")
FORMULAS: paper.Formulas = {
    "time_us": time,
    "atp_lut": lambda row: row["lut"] * time(row) / 1000,
    "atp_ens": lambda row: (row["slices"] + 120 * row["dsp"] + 196 * row["bram36"]) * time(row) / 1000,
}

VARIANTS = ("Registers", "Published")
"""Parameters of our core, and of its engine if it has them: rows without any, and with each set to 1."""


def product_cycles(row: Published) -> float:
    """Cycles of INTT(NTT(X) * NTT(Y)) on one accelerator, one operation after another."""
    return 2 * row["cycles_ntt"] + row["cycles_pwm"] + row["cycles_intt"]


def _facts(row: Published) -> paper.Facts:
    lanes, product = int(row["units"]), number(product_cycles(row))
    ratio = product / product_cycles(OWNS[lanes])
    figures = {key: row[key] for key in FORMULAS}
    return {"butterflies": lanes, "cycles_product": product, "cycles_ratio": ratio, **figures}


def _ours(lanes: int) -> Iterator[paper.Ours]:
    """Our designs with this many butterflies: the core, and the engine if any, of every variant."""
    for variant in ("", *VARIANTS):
        parameters = {"Butterflies": lanes, **{key: int(key == variant) for key in VARIANTS}}
        design = core("rns", "ml-kem", **parameters)
        product = design.cycles("mul").busy or 0
        ratio = product / product_cycles(OWNS[lanes])
        facts = {"cycles_product": product, "butterflies": lanes, "cycles_ratio": ratio}
        for engine in paper.units_of("engine", design.ring.q, "rns"):
            if all(engine.parameters.get(key, 0) == value for key, value in parameters.items()):
                yield paper.Ours("rns engine", facts, engine, design, design)
        work = f"rns core, {variant} = 1" if variant else "rns core"
        yield paper.Ours(work, facts, design, needed=variant != "Published")


def _figure_6(sheet: paper.Sheet) -> Iterator[Row]:
    """Delay, ATP-LUT and ATP-ENS of the paper's three designs, and of ours."""
    for work in (paper.OWN, "rns engine", "rns core", "rns core, Registers = 1"):
        for row in (sheet.row("table-I", work, lanes) for lanes in OWNS):
            yield {key: row[key] for key in ("work", "butterflies", "by", *FORMULAS) if key in row}


def _pipe(variant: str) -> str:
    cycles = Schedule(ring("ml-kem"), 1, Method.RNS, **{name.lower(): name == variant for name in VARIANTS})
    return f"our pipeline from read to write takes {cycles.write_delay} cycles"


PAPER = paper.Paper(
    name="alhassani-2024",
    title="Alhassani and Benaissa 2024: multiplication by tables, and our rns",
    page="docs/rns.md",
    mark="rns",
    tables=(
        paper.Table(
            "table-I",
            "Table I of Alhassani 2024 with our core rns, ml-kem",
            (
                *("work butterflies:BU by -device lut ff slices dsp bram36 freq_mhz cycles_ntt cycles_intt",),
                "cycles_pwm cycles_product:product cycles_ratio:ratio:3 time_us:µs:1 atp_lut:ATP-LUT:1",
                *("atp_ens:ATP-ENS:1", paper.again(*FORMULAS), "note"),
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
        paper.Table(
            *("figure-6", "Fig. 6 of Alhassani 2024 with ours"),
            ["work butterflies:BU by time_us:µs:1 atp_lut:ATP-LUT:1 atp_ens:ATP-ENS:1"],
            select=_figure_6,
        ),
    ),
    metrics=("lut", "ff", "slices", "dsp", "bram36", "freq_mhz", *CYCLES, *FORMULAS),
    words={"cycles_product": "Cycles of a product", "time_us": "Time in µs"}
    | {"atp_lut": "ATP-LUT", "atp_ens": "ATP-ENS"},
    heading="Our designs against the paper's, for 1 / 2 / 4 butterflies; lower is better:",
    groups=tuple(OWNS),
    claims=tuple(
        paper.Stated("table-I", work, keys, what=what)
        for work, keys, what in (
            ("rns engine", CYCLES, "{word}"),
            ("rns engine", ("lut", "ff", "dsp", *FORMULAS), "{word} of the engine"),
            ("rns core", ("lut", "ff", "dsp", "bram36"), "{word} of the core"),
            ("rns core, Registers = 1", CYCLES, "{word}, Registers = 1"),
            ("rns core, Registers = 1", ("lut", "ff", *FORMULAS), "{word} of the core, Registers = 1"),
            ("rns core, Published = 1", ("cycles_pwm", "cycles_product"), "{word}, Published = 1"),
            ("rns core, Published = 1", ("bram36",), "{word} of the core, Published = 1"),
        )
    ),
    why=(
        *(("cycles.*", variant, _pipe(variant)) for variant in (*VARIANTS, "")),
        ("time_us|atp.*", "", "our MHz is from ecp5, the paper's from Artix-7"),
    ),
    said="{time_us:.1f} µs, ATP {atp_lut:.1f} and {atp_ens:.1f}",
    notes="""\
The paper's figures: Artix-7 by Vivado, as printed. Ours: LUT, FF, DSP, BRAM36 of xc7 by Yosys; MHz of ecp5.
ecp5, an ECP5-85k of speed grade 8, is a different, slower device: µs and ATP do not compare, cycles do.
product: in the papers 2 NTT + PWM + INTT; ours is the busy cycles of MUL, whose passes overlap.
ratio: product relative to the paper's own design with as many butterflies (BU).
µs is product / MHz, ATP-LUT is LUT x ms, ATP-ENS is ENS x ms.
ENS is slices + 120 DSP + 196 BRAM36; our slices are LUT / 4 + FF / 8.
Slices of the paper's 1 SBU and 2 DBU, 153 and 395, are the same sum; for its 1 DBU, 210, the sum is 231.
core: the accelerator with its streams. engine: LUT, FF and DSP without them, as in the paper.
BRAM36, memory included, and MHz of an engine are those of the core that contains it.
Registers = 1: with registers after the tables, for a faster clock.
Published = 1: with the paper's sub-moduli 7, 31 and 32, and its five products a pair.""",
    also=(like_for_like,),
)
