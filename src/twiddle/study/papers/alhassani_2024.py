# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Alhassani and Benaissa 2024: Table I and Fig. 6, with the core `rns` and its engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from twiddle.base.grid import Row
from twiddle.base.rings import ring
from twiddle.catalog.block import Parameters
from twiddle.catalog.designs import core
from twiddle.model.iterative import Schedule
from twiddle.model.methods import Method
from twiddle.study import paper, published
from twiddle.study.comparison import number
from twiddle.study.like_for_like import like_for_like
from twiddle.study.published import Published

TABLE_I = published.rows("alhassani-2024", "I")
OWNS = {int(row["units"]): row for row in TABLE_I if row.own}
CYCLES, DERIVED = "cycles_ntt cycles_intt cycles_pwm cycles_product", "time_us atp_lut atp_ens"

time = paper.micros("cycles_product")
FORMULAS: paper.Formulas = {
    "time_us": time,
    "atp_lut": lambda row: row["lut"] * time(row) / 1000,
    "atp_ens": lambda row: (row["slices"] + 120 * row["dsp"] + 196 * row["bram36"]) * time(row) / 1000,
}

ENGINE, CORE = "rns engine", "rns core"
REGISTERS, PUBLISHED = "rns core, Registers = 1", "rns core, Published = 1"
VARIANTS: Mapping[str, Parameters] = {CORE: {}, REGISTERS: {"Registers": 1}, PUBLISHED: {"Published": 1}}


def product_cycles(row: Published) -> float:
    """Cycles of INTT(NTT(X) * NTT(Y)) on one accelerator, one operation after another."""
    return 2 * row["cycles_ntt"] + row["cycles_pwm"] + row["cycles_intt"]


def _product(lanes: int, cycles: float) -> dict[str, float]:
    """Cycles of a product with this many butterflies, and relative to those of the paper's own design."""
    ratio = cycles / product_cycles(OWNS[lanes])
    return {"butterflies": lanes, "cycles_product": cycles, "cycles_ratio": ratio}


def _facts(row: Published) -> paper.Facts:
    product = _product(int(row["units"]), number(product_cycles(row)))
    return {**product, **{key: row[key] for key in FORMULAS}}


def _ours(lanes: int) -> Iterator[paper.Ours]:
    """Our designs with this many butterflies: the engine, and every variant of the core."""
    for work, parameters in VARIANTS.items():
        design = core("rns", "ml-kem", Butterflies=lanes, **parameters)
        facts = _product(lanes, design.cycles("mul").busy or 0)
        for engine in paper.units_of("engine", design.ring.q, "rns"):
            if engine.parameters["Butterflies"] == lanes and work == CORE:
                yield paper.Ours(ENGINE, facts, engine, design, design)
        yield paper.Ours(work, facts, design)


def _figure_6(sheet: paper.Sheet) -> Iterator[Row]:
    """Delay, ATP-LUT and ATP-ENS of the paper's three designs, and of ours."""
    for work in (paper.OWN, ENGINE, CORE, REGISTERS):
        for row in (sheet.row("table-I", work, lanes) for lanes in OWNS):
            yield {key: row[key] for key in ("work", "butterflies", "by", *FORMULAS) if key in row}


def _pipe(**chosen: bool) -> str:
    cycles = Schedule(ring("ml-kem"), 1, Method.RNS, **chosen).write_delay
    return f"our pipeline from read to write takes {cycles} cycles"


PAPER = paper.Paper(
    name="alhassani-2024",
    title="Alhassani and Benaissa 2024: multiplication by tables, and our rns",
    page="docs/rns.md",
    mark="rns",
    tables=(
        paper.Table(
            "table-I",
            f"Table I of Alhassani 2024, ml-kem, with our core rns{paper.TWO_DEVICES}",
            "work butterflies:BU by -device lut ff slices dsp bram36 freq_mhz cycles_ntt cycles_intt "
            "cycles_pwm cycles_product:product cycles_ratio:ratio:3 time_us:µs:1 atp_lut:ATP-LUT:1 "
            f"atp_ens:ATP-ENS:1 {paper.again(*FORMULAS)} note",
            TABLE_I,
            group=lambda row: int(row["units"]),
            groups=tuple(OWNS),
            ours=_ours,
            figures=("bram36", "freq_mhz", "time_us", "lut", "ff", "dsp", "slices", "atp_lut", "atp_ens"),
            formulas=FORMULAS,
            facts=_facts,
            beside=lambda row: (CORE,),
        ),
        paper.Table(
            "figure-6",
            f"Fig. 6 of Alhassani 2024 with ours{paper.TWO_DEVICES}",
            "work butterflies:BU by time_us:µs:1 atp_lut:ATP-LUT:1 atp_ens:ATP-ENS:1",
            select=_figure_6,
        ),
    ),
    metrics=("lut", "ff", "slices", "dsp", "bram36", "freq_mhz", *CYCLES.split(), *FORMULAS),
    words={"cycles_product": "Cycles of a product"},
    heading="Our designs against the paper's, for 1 / 2 / 4 butterflies; lower is better:",
    groups=tuple(OWNS),
    claims=(
        paper.Stated("table-I", ENGINE, CYCLES, "{word}"),
        paper.Stated("table-I", ENGINE, f"lut ff dsp {DERIVED}", "{word} of the engine"),
        paper.Stated("table-I", CORE, "lut ff dsp bram36", "{word} of the core"),
        paper.Stated("table-I", REGISTERS, CYCLES, "{word}, Registers = 1"),
        paper.Stated("table-I", REGISTERS, f"lut ff {DERIVED}", "{word} of the core, Registers = 1"),
        paper.Stated("table-I", PUBLISHED, "cycles_pwm cycles_product", "{word}, Published = 1"),
        paper.Stated("table-I", PUBLISHED, "bram36", "{word} of the core, Published = 1"),
    ),
    why=(
        ("cycles.*", REGISTERS, _pipe(registers=True)),
        ("cycles.*", PUBLISHED, _pipe(published=True)),
        ("cycles.*", "", _pipe()),
        ("time_us", "", "our MHz is from ecp5, the paper's from Artix-7"),
        ("atp.*", "", "our cells are of xc7 and our MHz of ecp5, the paper's both of Artix-7"),
    ),
    said="{time_us:.1f} µs, ATP {atp_lut:.1f} and {atp_ens:.1f}",
    notes="""\
The paper's figures: Artix-7 by Vivado, as printed. Ours: LUT, FF, DSP, BRAM36 of xc7 by Yosys; MHz of ecp5.
ecp5, an ECP5-85k of speed grade 8, is a different, slower device: µs and ATP do not compare, cycles do.
product: in the papers 2 NTT + PWM + INTT; ours is the busy cycles of MUL, whose passes overlap.
ratio: product relative to the paper's own design with as many butterflies (BU).
µs is product / MHz, ATP-LUT is LUT x ms, ATP-ENS is ENS x ms.
ATP is the paper's formula, of ours over two devices: cells of xc7 x time of ecp5. It is no area x time.
ENS is slices + 120 DSP + 196 BRAM36; our slices are LUT / 4 + FF / 8.
Slices of the paper's 1 SBU and 2 DBU, 153 and 395, are the same sum; for its 1 DBU, 210, the sum is 231.
core: the accelerator with its streams. engine: LUT, FF and DSP without them, as in the paper.
BRAM36, memory included, and MHz of an engine are those of the core that contains it.
Registers = 1: with registers after the tables, for a faster clock.
Published = 1: with the paper's sub-moduli 7, 31 and 32, and its five products a pair.""",
    also=(like_for_like,),
)
