# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Our rows in the tables of the papers: the figures by the papers' formulas, the records, and the claims."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from compare_cases import record_core, row_of, rows_of, unit_of

from twiddle.base.rings import ring
from twiddle.catalog.designs import Design, core
from twiddle.evidence import bench, wanted
from twiddle.evidence.results import Results
from twiddle.study import compare
from twiddle.study.comparison import NOT_MEASURED, Claim, Comparison
from twiddle.study.papers import duong_ngoc_2022, nguyen_2019, nguyen_2023
from twiddle.tools.targets import REFERENCE
from twiddle.tools.targets.base import RESOURCES

ALHASSANI, DUONG = "alhassani-2024", "duong-ngoc-2022"
NGUYEN_2019, NGUYEN_2023 = "nguyen-2019", "nguyen-2023"
EFF, L_DSP, BUTTERFLY = nguyen_2023.EFF, nguyen_2023.L_DSP, nguyen_2023.BUTTERFLY


@pytest.fixture(scope="module")
def papers(every_record: Path) -> Mapping[str, Comparison]:
    return {name: compare.paper(name, Results(every_record)) for name in compare.PAPERS}


def of_core(results: Path, design: Design) -> dict[str, Any]:
    """Cells of xc7 and MHz of ecp5."""
    xc7, ecp5 = (Results(results).find(design, target) for target in REFERENCE)
    assert xc7
    return {**{key: xc7.cells[key] for key in RESOURCES}, "freq_mhz": ecp5 and ecp5.fmax_mhz}


def claim_of(comparison: Comparison, what: str) -> Claim:
    (found,) = (claim for claim in comparison.claims if claim.what == what)
    return found


def ours(comparison: Comparison, table: str) -> list[dict[str, Any]]:
    return [*rows_of(comparison, table, by="ours")]


# ------------------------------------------------------------------ all papers

KNOWN = {
    "product": {1: 2 * 906 + 649 + 906, 2: 2 * 458 + 328 + 458, 4: 2 * 234 + 169 + 235},
    "own": {
        1024: {"us": 256 / 293, "lut": 10765, "ff": 7146, "dsp": 36},
        512: {"us": 128 / 293, "lut": 8713, "ff": 6538, "dsp": 32},
        256: {"us": 64 / 265, "lut": 3918, "ff": 4292, "dsp": 26},
    },
    "other": {row.n: row for row in duong_ngoc_2022.TABLE_2 if not row.own},
    "w": {1024: 14, 512: 14, 256: 12},
}
"""Names in the formulas: cycles of the paper's products, its own designs, the work it compares with, bits."""

SLICES, TIME = "lut / 4 + ff / 8", "cycles / freq_mhz"
MS = "cycles_product / freq_mhz / 1000"
FASTER = "w[n] / other[n].bits * (other[n]['cycles'] / other[n]['freq_mhz']) / (cycles / freq_mhz)"
L_DSP_FORMULAS = {"slices": SLICES, EFF: "freq_mhz * q.bit_length() * 1000 / (lut + 400 * dsp)"}

FORMULAS: Mapping[tuple[str, str, int], Mapping[str, str]] = {
    (ALHASSANI, "table-I", 10): {
        "slices": SLICES,
        "time_us": "cycles_product / freq_mhz",
        "cycles_ratio": "cycles_product / product[butterflies]",
        "atp_lut": f"{MS} * lut",
        "atp_ens": f"{MS} * ({SLICES} + 120 * dsp + 196 * bram36)",
    },
    (DUONG, "table-1", 2): {
        "slices": SLICES,
        "cycles": "n // 4",
        "time_us": "n / 4 / freq_mhz",
        "throughput": "4 * w[n] * freq_mhz / 1.024",
        **{f"atp_{key}": f"{key} * {TIME} / (own[n]['{key}'] * own[n]['us'])" for key in ("lut", "ff", "dsp")},
    },
    (DUONG, "table-2", 0): {
        f"eff_{key}": f"{FASTER} * other[n]['{key}'] / {key}" for key in ("lut", "ff", "slices", "dsp", "bram36")
    },
    (NGUYEN_2019, "table-2", 6): {"slices": SLICES, "time_us": "cycles_ntt / freq_mhz"},
    (NGUYEN_2019, "study", 2): {"time_mul_us": "cycles_mul / freq_mhz"},
    (NGUYEN_2023, "table-3", 4): L_DSP_FORMULAS,
    (NGUYEN_2023, "table-4", 4): {"slices": SLICES, EFF: "freq_mhz * 1000 / (lut + 400 * dsp)"},
    (NGUYEN_2023, "table-5", 4): L_DSP_FORMULAS,
}
"""Figures by paper, table, and the least number of our rows that have them all; a DSP block is 400 LUT."""


@pytest.mark.parametrize(("paper", "table", "least"), FORMULAS)
def test_our_figures_follow_by_the_papers_formulas(
    papers: Mapping[str, Comparison], paper: str, table: str, least: int
) -> None:
    """A figure is there exactly if all that it is made of is there."""
    formulas = FORMULAS[paper, table, least]
    rows = [row for row in ours(papers[paper], table) if row["work"] != nguyen_2019.RATIO]
    for row in rows:
        for key, formula in formulas.items():
            try:
                value = pytest.approx(eval(formula, KNOWN | row))
            except (KeyError, NameError):
                value = None
            assert row.get(key) == value
    assert sum(formulas.keys() <= row.keys() for row in rows) >= least


@pytest.mark.parametrize("name", [ALHASSANI, DUONG, NGUYEN_2019, NGUYEN_2023])
def test_claims_and_figures_of_a_paper(name: str, papers: Mapping[str, Comparison], tmp_path: Path) -> None:
    """Their number, and what is known without records: cycles and adders, by formula."""
    assert len(papers[name].claims) > 10
    for claim in compare.paper(name, Results(tmp_path)).claims:
        by_formula = claim.what.startswith(("Cycles", "Adders", "Table 6, Cycles"))
        assert (NOT_MEASURED in claim.verdicts) != by_formula, claim.what
    found = papers[name].figures
    assert sum(each.ours is not None for each in found) > len(found) / 3


CORE = "rns-ml-kem-Butterflies1-DoubleBuffer0-Registers0-Published0"
ENGINE = "engine-rns-1-butterfly-3329"
FORWARD, WHOLE = (f"mdf-ml-kem-Form{form}-Select0-Methodfold" for form in ("forward", "product"))
UNIT, KRED_2X = "multiplier-ldsp-times-k-3329", "reduction-kred2x-times-k-2-8380417"
ONE, STREAM = ({"n": 256, "count": count} for count in ("one", "stream"))
KYBER, DILITHIUM = {"n": 256}, {"q": 8380417}
FIGURES = (
    (ALHASSANI, "I", "rns engine", {}, "atp_ens", f"{ENGINE}-xc7 {CORE}-xc7 {CORE}-ecp5"),
    (DUONG, "1", "mdf forward", KYBER, "fill", 256 // 4 - 1 + 7 * 7),
    (DUONG, "1", "mdf forward", KYBER, "atp_lut", f"{FORWARD}-xc7 {FORWARD}-ecp5"),
    *(
        (DUONG, "1", "mdf forward, Select = 1", {"n": n}, key, value)
        for n in duong_ngoc_2022.RINGS
        for key, value in (("fill", 325), ("lut", "mdf-falcon-1024-Formforward-Select1-Methodfold-xc7"))
    ),
    (DUONG, "2", "mdf product", ONE, "cycles", 244),
    (DUONG, "2", "mdc product", ONE, "cycles", 235),
    (DUONG, "2", "mdc product, ldsp", STREAM, "cycles", 64),
    (DUONG, "3", "mdf forward", KYBER, "share_lut", f"{FORWARD}-xc7 {WHOLE}-xc7"),
    (NGUYEN_2019, "1", "reduction kred", DILITHIUM, "adders_kred", 2),
    (NGUYEN_2019, "1", "reduction kred2x", DILITHIUM, "adders_kred2x", 4),
    (NGUYEN_2019, "1", "reduction kred2x", DILITHIUM, "adders_kred2x", f"{KRED_2X}-xc7"),
    (NGUYEN_2023, "3", L_DSP, {}, EFF, f"{UNIT}-xc7 {UNIT}-ecp5"),
)
"""By paper, table, work and what else identifies the row: a figure, or the records that it links to."""


@pytest.mark.parametrize("case", FIGURES)
def test_figures_and_their_records(
    papers: Mapping[str, Comparison], case: tuple[str, str, str, dict[str, object], str, str | int]
) -> None:
    paper, table, work, chosen, key, expected = case
    (grid,) = (grid for grid in papers[paper].grids if grid.name == f"table-{table}")
    known = {"work": work, **chosen}
    row = next(row for row in grid.rows if all(row[name].value == value for name, value in known.items()))
    assert expected in (row[key].value, " ".join(Path(path).stem for path in row[key].records))


CLAIMS = (
    (ALHASSANI, "Cycles of PWM, Published = 1", (650, 330, 170), (649, 328, 169), False),
    (DUONG, "Cycles of mdf forward", (64, 128, 256), (64, 128, 256), False),
    (DUONG, "Cycles to the first result of mdf forward", (112, 190, 325), (118, 198, 334), False),
    (DUONG, "Cycles of mdf product, one", (244, 450, 841), (246, 454, 846), False),
    (DUONG, "Cycles of mdc product, stream", (64, 128, 256), (246, 454, 846), False),
    (DUONG, "Mbit/s of mdf forward", None, None, True),
    (DUONG, "Eff-LUT of mdf product, one (n = 256 / 1024)", None, (1.7, 1), True),
    (DUONG, "DSP of mdc product, ldsp, stream (n = 256)", None, (60,), False),
    (DUONG, "LUT of BU1, fold (n = 256 / 1024)", None, (153, 227), False),
    (DUONG, "Speed-up of mdf product, one over Wang [24] (n = 1024)", None, (25,), True),
    (NGUYEN_2019, "LUT of quad-hls", None, (865, 1939, 1977), False),
    (NGUYEN_2019, "Cycles of MULT of quad, against (n log2 n + 3 n) / 4", None, (3328, 3328, 704), False),
    (NGUYEN_2019, "Table III, MHz of quad against Kuo [10]", None, (150,), True),
    (NGUYEN_2019, "Adders of K-RED-2x", (4, 4, 4), (5, 5, 5), False),
    (NGUYEN_2023, f"LUT of {L_DSP}", None, (228, 277, 306), False),
    (NGUYEN_2023, f"MHz of {L_DSP}", None, None, True),
    (NGUYEN_2023, f"Eff. of {BUTTERFLY}", None, (12 * 283e3 / 304, 13 * 260e3 / 362, 14 * 250e3 / 393), True),
    (NGUYEN_2023, "Table 6, Cycles of pwmm, ldsp (1 / 2 units)", (128, 64), (128, 64), False),
    (NGUYEN_2023, "Table 6, ATP of pwmm, ldsp (1 / 2 units)", None, (180, 185), False),
)
"""By paper and text: our figures and theirs, None where a record decides, and whether higher is better."""


@pytest.mark.parametrize("case", CLAIMS)
def test_claims(papers: Mapping[str, Comparison], case: tuple[str, str, Any, Any, bool]) -> None:
    paper, what, mine, theirs, more = case
    claim = claim_of(papers[paper], what)
    assert mine in (None, claim.ours)
    assert theirs is None or claim.theirs == pytest.approx(theirs)
    assert claim.more == more


# ------------------------------------------------------------------ Alhassani 2024


def test_alhassani_takes_memory_and_clock_of_an_engine_from_its_core(
    papers: Mapping[str, Comparison], every_record: Path
) -> None:
    design = core("rns", ring("ml-kem"), Butterflies=1)
    measured = of_core(every_record, design)
    engine, whole = (row_of(papers[ALHASSANI], "table-I", work=f"rns {part}") for part in ("engine", "core"))
    assert measured.items() <= whole.items()
    assert {key: engine[key] for key in ("bram36", "freq_mhz")}.items() <= measured.items()
    assert engine["lut"] != whole["lut"]
    for key, operation in (("ntt", "ntt"), ("intt", "intt"), ("pwm", "pwm"), ("product", "mul")):
        assert engine[f"cycles_{key}"] == design.cycles(operation).busy


def test_alhassani_ours_stand_with_as_many_butterflies(papers: Mapping[str, Comparison]) -> None:
    rows = [*rows_of(papers[ALHASSANI], "table-I")]
    assert [row["butterflies"] for row in rows] == sorted(row["butterflies"] for row in rows)
    for lanes in (1, 2, 4):
        works = [row["work"] for row in rows if row["butterflies"] == lanes]
        assert works[-5].startswith("Alhassani 2024")
        variants = ("rns engine", "rns core", "rns core, Registers = 1", "rns core, Published = 1")
        assert works[-4:] == [*variants]


def test_alhassani_figure_6_is_of_the_same_rows(papers: Mapping[str, Comparison]) -> None:
    keys = ("time_us", "atp_lut", "atp_ens")
    rows = [*rows_of(papers[ALHASSANI], "figure-6")]
    assert [[row[key] for key in keys] for row in rows[:3]] == [[9.6, 3.9, 15.6], [5, 2.9, 8.4], [2.6, 2.7, 7.9]]
    engine = row_of(papers[ALHASSANI], "table-I", work="rns engine")
    assert rows[3] == {key: engine[key] for key in ("work", "butterflies", "by", *keys)}
    assert len(rows) == 12


def test_alhassani_leaves_out_what_is_not_measured(papers: Mapping[str, Comparison]) -> None:
    (row,) = rows_of(papers[ALHASSANI], "table-I", work="rns core, Published = 1", butterflies=2)
    known = {"ring", "n", "q", "bits", "cycles_mul", "cycles_mult"}
    assert row.keys() - known == {"work", "by", "device", "butterflies"} | {
        f"cycles_{key}" for key in ("ntt", "intt", "pwm", "product", "ratio")
    }


def test_alhassani_claims(papers: Mapping[str, Comparison]) -> None:
    why = claim_of(papers[ALHASSANI], "Cycles of PWM, Published = 1").why
    assert why == "our pipeline from read to write takes 10 cycles"
    assert claim_of(papers[ALHASSANI], "Cycles of PWM").verdicts == ("beaten",) * 3
    assert claim_of(papers[ALHASSANI], "Cycles of NTT").verdicts == ("reproduced",) * 3
    for what, key in (("LUT of the engine", "lut"), ("ATP-ENS of the engine", "atp_ens")):
        rows = rows_of(papers[ALHASSANI], "table-I", work="rns engine")
        assert claim_of(papers[ALHASSANI], what).ours == tuple(row[key] for row in rows)


# ------------------------------------------------------------------ Duong-Ngoc 2022


def test_duong_ngoc_efficiencies_are_those_that_the_other_work_has(papers: Mapping[str, Comparison]) -> None:
    effs = FORMULAS[DUONG, "table-2", 0].keys()
    compared = 0
    for row in ours(papers[DUONG], "table-2"):
        if "freq_mhz" in row:
            others = {f"eff_{key}" for key in KNOWN["other"][row["n"]].figures} & effs
            assert row.keys() & effs == others
            compared += len(others)
    assert compared >= 8
    row = row_of(papers[DUONG], "table-2", work="mdf product", n=256, count="stream")
    assert row["cycles"] == core("mdf", ring("ml-kem"), Form="product").cycles("mul").interval


def test_duong_ngoc_without_such_cells_there_is_nothing_to_divide_by(tmp_path: Path) -> None:
    cells = {"lut": 12000, "ff": 13000, "dsp": 0, "bram36": 0}
    design = core("mdc", ring("ml-kem"), Form="product", Method="ldsp")
    record_core(tmp_path, design, *REFERENCE, cells=cells)
    row = row_of(compare.paper(DUONG, Results(tmp_path)), "table-2", work="mdc product, ldsp", count="stream")
    assert {"eff_lut", "eff_ff", "eff_dsp", "eff_bram36"} & row.keys() == {"eff_lut", "eff_ff"}


MDF_AND_MDC = {
    (1024, 512, 256): (
        *("mdf forward", "mdf transform", "mdf product", "mdc transform", "mdc product"),
        *("mdf forward, Select = 1", "mdf transform, Select = 1"),
        *("mdf transform, tiles_shift", "mdc product, tiles_shift"),
    ),
    (1024, 512): ("mdc transform, kred", "mdc product, kred", "mdc transform, tiles_shift"),
    (256,): (
        *("mdf forward, shift_add", "mdf transform, shift_add", "mdf product, shift_add"),
        *("mdc transform, ldsp", "mdc product, ldsp", "mdf forward, tiles_shift", "mdf product, tiles_shift"),
    ),
}
"""Our measured designs by their lengths."""


def test_duong_ngoc_table_3(papers: Mapping[str, Comparison], every_record: Path) -> None:
    comparison = papers[DUONG]
    row = row_of(comparison, "table-3", work="mdf forward", n=256)
    whole = of_core(every_record, core("mdf", ring("ml-kem"), Form="product"))
    for key in ("lut", "ff", "dsp"):
        assert row[f"share_{key}"] == pytest.approx(100 * row[key] / whole[key])
    assert "share_lut" not in row_of(comparison, "table-3", work="mdf product", n=256)
    unit = unit_of("butterfly", "fold", "BU1, both directions", 3329)
    assert row_of(comparison, "table-3", work="BU1, fold", n=256)["cycles"] == unit.latency
    cores = {(work, n) for lengths, works in MDF_AND_MDC.items() for work in works for n in lengths}
    parts = {
        (f"{part}, {method}", n)
        for part in ("BU1", "BU2", "MR")
        for method in ("fold", "shift_add")
        for n in (1024, 256)
    }
    parts |= {("ModMult, shift_add", 1024), ("ModMult, shift_add", 512), ("ModMult, fold", 256)}
    assert {(row["work"], row["n"]) for row in ours(comparison, "table-3")} == cores | parts
    lengths = [row["n"] for row in rows_of(comparison, "table-3")]
    assert lengths == sorted(lengths, reverse=True)
    noted = {(row["work"], row["n"]): row["note"] for row in rows_of(comparison, "table-3") if row.get("note")}
    assert noted == {
        ("four-path ModMult", 1024): "recomputed: % of DSP 5.3",
        ("NTT_1 (forward)", 256): "recomputed: % of LUT 42.5",
        ("four-path ModMult (basecase)", 256): "recomputed: % of DSP 13.3",
        ("whole, of table 2", 1024): "the parts add up to 23263 LUT",
        ("whole, of table 2", 512): "the parts add up to 19103 LUT",
    }


def test_duong_ngoc_claims(papers: Mapping[str, Comparison]) -> None:
    fill = claim_of(papers[DUONG], "Cycles to the first result of mdc transform")
    assert "natural order" in fill.why
    (claim,) = (claim for claim in papers[DUONG].claims if claim.what.startswith("Speed-up of mdf forward over"))
    row = row_of(papers[DUONG], "table-1", work="mdf forward", n=256)
    assert claim.ours[0] == pytest.approx((69 / 172) / row["time_us"])


def test_a_target_that_is_not_wanted_is_not_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = {Path(each.record).name for each in compare.paper(DUONG, Results(tmp_path)).missing}
    stem = "mdc-falcon-1024-Lanes4-Formproduct-Mixed0-Methodfold"
    assert {name for name in missing if name.startswith(stem)} == {f"{stem}-xc7.json"}
    assert not any("Select1" in name and "ml-kem" in name for name in missing)
    small = tuple(
        wanted.Wanted(each.core, each.ring, each.parameters, ("xc7",))
        if each.parameters.get("Form") == "product"
        else each
        for each in wanted.WANTED
    )
    monkeypatch.setattr(wanted, "WANTED", small)
    missing = {Path(each.record).name for each in compare.paper(DUONG, Results(tmp_path)).missing}
    for form, targets in (("product", {"xc7.json"}), ("transform", {"xc7.json", "ecp5.json"})):
        assert {name.rpartition("-")[2] for name in missing if f"Form{form}" in name} == targets
    points = sorted(
        (target, each.core, each.ring.name) for each, target in wanted.wanted() if Results().find(each, target) is None
    )
    jobs = [job.name.replace(",", "").split() for job in bench._core_jobs([], bench.Only(), bench._Run(Results()))]
    assert sorted((target, *job[-2:]) for job in jobs for target in job[:-2]) == points


# ------------------------------------------------------------------ Nguyen 2019


def test_nguyen_2019_table_2(papers: Mapping[str, Comparison], every_record: Path) -> None:
    for name in nguyen_2019.NAMES:
        rows = {row["work"]: row for row in ours(papers[NGUYEN_2019], "table-2") if row["ring"] == name}
        assert list(rows) == ["quad", "quad-hls", "quad-hls / quad", "quad, as published"]
        for work, design in (("quad", core("quad", ring(name))), ("quad-hls", core("quad-hls", ring(name)))):
            assert of_core(every_record, design).items() <= rows[work].items()
            assert rows[work]["cycles_ntt"] == design.cycles("ntt").busy
        design = core("quad", ring(name), Published=1, Method="kred2x")
        assert rows["quad, as published"]["cycles_ntt"] == design.cycles("ntt").busy


def test_nguyen_2019_ratios_divide_our_rows(papers: Mapping[str, Comparison], tmp_path: Path) -> None:
    for table in ("table-2", "table-3", "study"):
        rows = ours(papers[NGUYEN_2019], table)
        at = next(i for i, row in enumerate(rows) if row["work"] == nguyen_2019.RATIO)
        quad, hls, ratio = rows[at - 2], rows[at - 1], rows[at]
        divided = ratio.keys() - {"work", "by", "device", "n", "ring"}
        assert {"lut", "ff", "dsp", "bram36", "freq_mhz", "cycles_ntt", "time_us"} <= divided
        for key in divided:
            assert ratio[key] == pytest.approx(hls[key] / quad[key])
    record_core(tmp_path, core("quad", ring("qtesla-1024")), "xc7")
    rows = [*rows_of(compare.paper(NGUYEN_2019, Results(tmp_path)), "table-2", work=nguyen_2019.RATIO)]
    assert rows[1].keys() & set(nguyen_2019.METRICS) == {"cycles_ntt"}, "where both are there"


def test_nguyen_2019_study(papers: Mapping[str, Comparison]) -> None:
    rows = [*rows_of(papers[NGUYEN_2019], "study")]
    works = ("quad", "quad-hls", nguyen_2019.RATIO)
    assert [(row["ring"], row["work"]) for row in rows] == [
        (name, work) for name in nguyen_2019.NAMES for work in works
    ]
    for row in rows[:2]:
        design = core(row["work"], ring("falcon-1024"))
        for name in ("ntt", "intt", "pwm", "mul", "mult"):
            assert row[f"cycles_{name}"] == design.cycles(name).busy
    (note,) = (each for each in papers[NGUYEN_2019].notes if "relative to RTL, falcon" in each)
    assert f"LUT {rows[2]['lut']:.2f}, FF {rows[2]['ff']:.2f}, " in note


def test_nguyen_2019_table_1(papers: Mapping[str, Comparison]) -> None:
    rows = [row for row in ours(papers[NGUYEN_2019], "table-1") if row["q"] == 8380417]
    assert [row["work"] for row in rows] == ["reduction kred", "reduction kred2x"]


def test_nguyen_2019_claims(papers: Mapping[str, Comparison], tmp_path: Path) -> None:
    claim = claim_of(papers[NGUYEN_2019], "Cycles of NTT of quad")
    assert claim.ours == tuple(core("quad", ring(name)).cycles("ntt").busy for name in nguyen_2019.NAMES)
    for name, lut in (("quad", 800), ("quad-hls", 817)):
        cells = {"lut": lut, "ff": 1000, "dsp": 4, "bram36": 4}
        record_core(tmp_path, core(name, ring("falcon-1024")), "xc7", cells=cells)
    claim = claim_of(compare.paper(NGUYEN_2019, Results(tmp_path)), f"LUT of {nguyen_2019.RATIO}")
    assert claim.verdicts[0] == "reproduced", "817 / 800 = 1.02125; the paper prints two decimals"


# ------------------------------------------------------------------ Nguyen 2023


def test_nguyen_2023_tables_3_to_5(papers: Mapping[str, Comparison]) -> None:
    for table in ("3", "4", "5"):
        rows = ours(papers[NGUYEN_2023], f"table-{table}")
        assert all((not row["work"].startswith("ldsp")) <= (table != "5") for row in rows)
        assert rows[0]["work"] == (BUTTERFLY if table == "4" else L_DSP)
    unit = unit_of("multiplier", "ldsp", "times k", 3329)
    assert row_of(papers[NGUYEN_2023], "table-3", work=L_DSP)["latency"] == unit.latency


def test_nguyen_2023_table_6(papers: Mapping[str, Comparison], tmp_path: Path) -> None:
    cells = {"lut": 1000, "ff": 1300, "dsp": 3, "bram36": 0}
    designs = {
        "pwmm, 1 unit, ldsp": core("pwmm", ring("ml-kem"), Units=1, Method="ldsp", Scaled=1),
        "pwmm, 2 units, ldsp": core("pwmm", ring("ml-kem"), Units=2, Method="ldsp", Scaled=1),
        "pwmm, 2 units, tiles": core("pwmm", ring("ml-kem"), Units=2),
    }
    for design in designs.values():
        record_core(tmp_path, design, *REFERENCE, cells=cells)
    comparison = compare.paper(NGUYEN_2023, Results(tmp_path))
    for work, cycles in zip(designs, (128, 64, 64), strict=True):
        row = row_of(comparison, "table-6", work=work)
        assert row["cycles_pwm"] == designs[work].cycles("pwm").interval == cycles
        assert row["atp"] == pytest.approx(cycles * (1000 / 4 + 1300 / 8 + 300) / row["freq_mhz"])
    (less,) = (claim for claim in comparison.claims if "is less than that of" in claim.what)
    atp = row_of(comparison, "table-6", work="pwmm, 1 unit, ldsp")["atp"]
    assert less.ours[0] == pytest.approx(100 * (1 - atp / 272))
    intervals = {designs["pwmm, 1 unit, ldsp"].cycles("pwm", k).interval for k in (2, 3, 4)}
    assert intervals == {256, 384, 512}, "of Table 1, k = 2, 3 and 4"
    whole = row_of(papers[NGUYEN_2023], "table-6", work="iterative, 2 butterflies, ldsp")
    assert whole["lut"] > 0
    assert "atp" not in whole, "it has block RAM, which ATP has not"
    assert whole["note"] == "a whole accelerator, with NTT, INTT and memory"
    works = {row["work"] for row in ours(comparison, "table-6") if "case" in row["work"]}
    assert works == {"fold, base case", "fold, four-path, base case"}
    notes = {row["note"] for row in rows_of(comparison, "table-6", work="[46]")}
    assert notes == {"slices converted as LUT/4 + FF/8"}


def test_nguyen_2023_claims(papers: Mapping[str, Comparison]) -> None:
    row = row_of(papers[NGUYEN_2023], "table-3", work=L_DSP)
    (factor,) = (claim for claim in papers[NGUYEN_2023].claims if claim.what.startswith("Table 3, Eff. of"))
    assert factor.ours[0] == pytest.approx(row[EFF] / 8000)
    most = claim_of(papers[NGUYEN_2023], f"Most LUT of {L_DSP} and {BUTTERFLY}, against a DSP block's 400")
    luts = [row["lut"] for row in ours(papers[NGUYEN_2023], "table-5") if row["work"] in (L_DSP, BUTTERFLY)]
    assert (most.ours, len(luts)) == ((max(luts),), 6)
