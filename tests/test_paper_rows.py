# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Our rows in the tables of the papers: the figures by the papers' formulas, the records, and the claims."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from compare_cases import record_core, record_everything, row_of, rows_of, unit_of

from twiddle.designs import Design, core
from twiddle.report import bench, compare, source_lines, wanted
from twiddle.report.comparison import Claim, Comparison
from twiddle.report.papers import duong_ngoc_2022, nguyen_2019, nguyen_2023
from twiddle.rings import ring
from twiddle.synth.records import Results
from twiddle.synth.targets import REFERENCE
from twiddle.synth.targets.base import RESOURCES

ALHASSANI, DUONG = "alhassani-2024", "duong-ngoc-2022"
NGUYEN_2019, NGUYEN_2023 = "nguyen-2019", "nguyen-2023"
EFF = nguyen_2023.EFF


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every record that is wanted, no two of them with the same figures."""
    return record_everything(tmp_path_factory.mktemp("papers") / "results")


@pytest.fixture(scope="module")
def papers(results: Path) -> Mapping[str, Comparison]:
    return {name: compare.paper(name, Results(results)) for name in compare.PAPERS}


def of_core(results: Path, design: Design) -> dict[str, Any]:
    """Cells of xc7 and MHz of ecp5."""
    xc7, ecp5 = (Results(results).find(design, target) for target in REFERENCE)
    assert xc7
    return {**{key: xc7.cells[key] for key in RESOURCES}, "freq_mhz": ecp5 and ecp5.fmax_mhz}


def claim_of(comparison: Comparison, what: str) -> Claim:
    (found,) = (claim for claim in comparison.claims if claim.what == what)
    return found


def linked(comparison: Comparison, table: str, key: str, **chosen: object) -> list[str]:
    """Names of the records of a figure in the first row with the chosen values."""
    (grid,) = (grid for grid in comparison.grids if grid.name == table)
    row = next(row for row in grid.rows if all(row[name].value == value for name, value in chosen.items()))
    return [Path(path).name.removesuffix(".json") for path in row[key].records]


def ours(comparison: Comparison, table: str) -> list[dict[str, Any]]:
    return [*rows_of(comparison, table, by="ours")]


# ------------------------------------------------------------------ Alhassani 2024


def test_alhassani_by_the_papers_formulas(papers: Mapping[str, Comparison]) -> None:
    theirs = {1: 2 * 906 + 649 + 906, 2: 2 * 458 + 328 + 458, 4: 2 * 234 + 169 + 235}
    complete = [row for row in ours(papers[ALHASSANI], "table-I") if "atp_ens" in row]
    assert len(complete) == 3 * 3 + 1
    for row in complete:
        time = row["cycles_product"] / row["freq_mhz"]
        assert row["time_us"] == pytest.approx(time)
        assert row["cycles_ratio"] == pytest.approx(row["cycles_product"] / theirs[row["butterflies"]])
        assert row["slices"] == pytest.approx(row["lut"] / 4 + row["ff"] / 8)
        assert row["atp_lut"] == pytest.approx(time / 1000 * row["lut"])
        ens = row["slices"] + 120 * row["dsp"] + 196 * row["bram36"]
        assert row["atp_ens"] == pytest.approx(time / 1000 * ens)


def test_alhassani_takes_memory_and_clock_of_an_engine_from_its_core(
    papers: Mapping[str, Comparison], results: Path
) -> None:
    comparison = papers[ALHASSANI]
    design = core("rns", ring("ml-kem"), Butterflies=1)
    measured = of_core(results, design)
    engine, whole = (row_of(comparison, "table-I", work=f"rns {part}") for part in ("engine", "core"))
    assert measured.items() <= whole.items()
    assert {key: engine[key] for key in ("bram36", "freq_mhz")}.items() <= measured.items()
    assert engine["lut"] != whole["lut"]
    assert [engine[f"cycles_{key}"] for key in ("ntt", "intt", "pwm", "product")] == [
        design.cycles(key).busy for key in ("ntt", "intt", "pwm", "mul")
    ]
    stem = "rns-ml-kem-Butterflies1-DoubleBuffer0-Registers0-Published0"
    names = linked(comparison, "table-I", "atp_ens", work="rns engine")
    assert names == ["engine-rns-1-butterfly-3329-xc7", f"{stem}-xc7", f"{stem}-ecp5"]


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
    assert [[row[key] for key in keys] for row in rows[:3]] == [
        [9.6, 3.9, 15.6],
        [5, 2.9, 8.4],
        [2.6, 2.7, 7.9],
    ]
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
    claim = claim_of(papers[ALHASSANI], "Cycles of PWM, Published = 1")
    assert (claim.ours, claim.theirs) == ((650, 330, 170), (649, 328, 169))
    assert claim.why == "our pipeline from read to write takes 10 cycles"
    assert claim_of(papers[ALHASSANI], "Cycles of PWM").verdicts == ("beaten",) * 3
    assert claim_of(papers[ALHASSANI], "Cycles of NTT").verdicts == ("reproduced",) * 3
    for what, key in (("LUT of the engine", "lut"), ("ATP-ENS of the engine", "atp_ens")):
        rows = rows_of(papers[ALHASSANI], "table-I", work="rns engine")
        assert claim_of(papers[ALHASSANI], what).ours == tuple(row[key] for row in rows)


# ------------------------------------------------------------------ Duong-Ngoc 2022

OWN_1 = {
    1024: (256 / 293, 10765, 7146, 36),
    512: (128 / 293, 8713, 6538, 32),
    256: (64 / 265, 3918, 4292, 26),
}
"""Time and cells of the design that Table 1 normalises ours to."""


def test_duong_ngoc_by_the_formulas_of_table_1(papers: Mapping[str, Comparison]) -> None:
    timed = 0
    for row in ours(papers[DUONG], "table-1"):
        n, own = row["n"], OWN_1[row["n"]]
        assert row["cycles"] == n // 4
        assert row["slices"] == row["lut"] / 4 + row["ff"] / 8
        if "freq_mhz" in row:
            timed += 1
            assert row["time_us"] == pytest.approx(n / 4 / row["freq_mhz"])
            bits = 12 if n == 256 else 14
            assert row["throughput"] == pytest.approx(4 * bits * row["freq_mhz"] / 1.024)
            for key, amount in zip(("lut", "ff", "dsp"), own[1:], strict=True):
                assert row[f"atp_{key}"] == pytest.approx(row[key] * row["time_us"] / (amount * own[0]))
        else:
            assert not {"time_us", "throughput", "atp_lut", "atp_ff", "atp_dsp"} & row.keys()
    assert timed >= 2
    row = row_of(papers[DUONG], "table-1", work="mdf forward", n=256)
    assert row["fill"] == 256 // 4 - 1 + 7 * ring("ml-kem").layers
    stem = "mdf-ml-kem-Formforward-Select0-Methodfold"
    names = linked(papers[DUONG], "table-1", "atp_lut", work="mdf forward", n=256)
    assert names == [f"{stem}-xc7", f"{stem}-ecp5"]


def test_duong_ngoc_one_engine_for_all_rings_stands_with_each(papers: Mapping[str, Comparison]) -> None:
    for n, name in duong_ngoc_2022.RINGS.items():
        row = row_of(papers[DUONG], "table-1", work="mdf forward, Select = 1", n=n)
        interval = core("mdf", ring(name), Form="forward", Select=1).cycles("ntt").interval
        assert (row["cycles"], row["fill"]) == (interval, 255 + 7 * 10) == (n // 4, 325)
        paths = linked(papers[DUONG], "table-1", "lut", work="mdf forward, Select = 1", n=n)
        assert paths == ["mdf-falcon-1024-Formforward-Select1-Methodfold-xc7"]


def test_duong_ngoc_by_the_formulas_of_table_2(papers: Mapping[str, Comparison]) -> None:
    others = {row.n: row for row in duong_ngoc_2022.TABLE_2 if not row.own}
    compared = 0
    for row in ours(papers[DUONG], "table-2"):
        other = others[row["n"]]
        if "freq_mhz" not in row:
            continue
        bits = {256: 12, 512: 14, 1024: 14}[row["n"]] / other.bits
        faster = bits * (other["cycles"] / other["freq_mhz"]) / (row["cycles"] / row["freq_mhz"])
        for key in ("lut", "ff", "slices", "dsp", "bram36"):
            assert (f"eff_{key}" in row) == (key in other.figures)
            if key in other.figures:
                compared += 1
                assert row[f"eff_{key}"] == pytest.approx(faster * other[key] / row[key])
    assert compared >= 8
    assert row_of(papers[DUONG], "table-2", work="mdf product", n=256, count="one")["cycles"] == 244
    assert row_of(papers[DUONG], "table-2", work="mdc product", n=256, count="one")["cycles"] == 235
    row = row_of(papers[DUONG], "table-2", work="mdf product", n=256, count="stream")
    assert row["cycles"] == core("mdf", ring("ml-kem"), Form="product").cycles("mul").interval
    assert row_of(papers[DUONG], "table-2", work="mdc product, ldsp", n=256, count="stream")["cycles"] == 64


def test_duong_ngoc_without_such_cells_there_is_nothing_to_divide_by(tmp_path: Path) -> None:
    cells = {"lut": 12000, "ff": 13000, "dsp": 0, "bram36": 0}
    design = core("mdc", ring("ml-kem"), Form="product", Method="ldsp")
    record_core(tmp_path, design, *REFERENCE, cells=cells)
    row = row_of(compare.paper(DUONG, Results(tmp_path)), "table-2", work="mdc product, ldsp", count="stream")
    assert {"eff_lut", "eff_ff", "eff_dsp", "eff_bram36"} & row.keys() == {"eff_lut", "eff_ff"}


def test_duong_ngoc_table_3(papers: Mapping[str, Comparison], results: Path) -> None:
    comparison = papers[DUONG]
    row = row_of(comparison, "table-3", work="mdf forward", n=256)
    whole = of_core(results, core("mdf", ring("ml-kem"), Form="product"))
    for key in ("lut", "ff", "dsp"):
        assert row[f"share_{key}"] == pytest.approx(100 * row[key] / whole[key])
    assert linked(comparison, "table-3", "share_lut", work="mdf forward", n=256) == [
        "mdf-ml-kem-Formforward-Select0-Methodfold-xc7",
        "mdf-ml-kem-Formproduct-Select0-Methodfold-xc7",
    ]
    assert "share_lut" not in row_of(comparison, "table-3", work="mdf product", n=256)
    unit = unit_of("butterfly", "fold", "BU1, both directions", 3329)
    assert row_of(comparison, "table-3", work="BU1, fold", n=256)["cycles"] == unit.latency
    variants = (*duong_ngoc_2022.FORWARD, *duong_ngoc_2022.BOTH, *duong_ngoc_2022.PRODUCT)
    cores = {(variant.label, n) for variant in variants for n in variant.lengths}
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
    noted = {
        (row["work"], row["n"]): row["note"] for row in rows_of(comparison, "table-3") if row.get("note")
    }
    assert noted == {
        ("four-path ModMult", 1024): "recomputed: % of DSP 5.3",
        ("NTT_1 (forward)", 256): "recomputed: % of LUT 42.5",
        ("four-path ModMult (basecase)", 256): "recomputed: % of DSP 13.3",
        ("whole, of table 2", 1024): "the parts add up to 23263 LUT",
        ("whole, of table 2", 512): "the parts add up to 19103 LUT",
    }


def test_duong_ngoc_claims(papers: Mapping[str, Comparison]) -> None:
    def of(what: str) -> Claim:
        return claim_of(papers[DUONG], what)

    for what, mine, theirs in (
        ("Cycles of mdf forward", (64, 128, 256), (64, 128, 256)),
        ("Cycles to the first result of mdf forward", (112, 190, 325), (118, 198, 334)),
        ("Cycles of mdf product, one", (244, 450, 841), (246, 454, 846)),
        ("Cycles of mdc product, stream", (64, 128, 256), (246, 454, 846)),
    ):
        assert (of(what).ours, of(what).theirs, of(what).more) == (mine, theirs, False)
    assert of("Mbit/s of mdf forward").more
    assert of("Eff-LUT of mdf product, one (n = 256 / 1024)").theirs == (1.7, 1)
    assert of("DSP of mdc product, ldsp, stream (n = 256)").theirs == (60,)
    assert of("LUT of BU1, fold (n = 256 / 1024)").theirs == (153, 227)
    assert "natural order" in of("Cycles to the first result of mdc transform").why
    assert of("Speed-up of mdf product, one over Wang [24] (n = 1024)").theirs == (25,)
    (claim,) = (
        claim for claim in papers[DUONG].claims if claim.what.startswith("Speed-up of mdf forward over")
    )
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
        (target, each.core, each.ring.name)
        for each, target in wanted.wanted()
        if Results().find(each, target) is None and bench.can_be_made(each)
    )
    jobs = [job.name.replace(",", "").split() for job in bench._core_jobs([], bench.Only(), bench._Run())]
    assert sorted((target, *job[-2:]) for job in jobs for target in job[:-2]) == points


# ------------------------------------------------------------------ Nguyen 2019


def test_nguyen_2019_table_2(papers: Mapping[str, Comparison], results: Path) -> None:
    for name in nguyen_2019.NAMES:
        rows = {row["work"]: row for row in ours(papers[NGUYEN_2019], "table-2") if row["ring"] == name}
        assert list(rows) == ["quad", "quad-hls", "quad-hls / quad", "quad, as published"]
        for work, design in (("quad", core("quad", ring(name))), ("quad-hls", core("quad-hls", ring(name)))):
            row, busy = rows[work], design.cycles("ntt").busy
            assert of_core(results, design).items() <= row.items()
            assert row["cycles_ntt"] == busy
            assert row["time_us"] == pytest.approx((busy or 0) / row["freq_mhz"])
            assert row["slices"] == row["lut"] / 4 + row["ff"] / 8
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
    names = linked(papers[NGUYEN_2019], "study", "lut", work=nguyen_2019.RATIO)
    assert names == ["quad-hls-falcon-1024-xc7", "quad-falcon-1024-Methodkred-Published0-xc7"]
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
        for name in nguyen_2019.OPERATIONS:
            assert row[f"cycles_{name}"] == design.cycles(name).busy
        assert row["lines"] == sum(source_lines.of_core(row["work"]).values())
        assert row["time_mul_us"] == pytest.approx(row["cycles_mul"] / row["freq_mhz"])
    (note,) = (each for each in papers[NGUYEN_2019].notes if "relative to RTL, falcon" in each)
    assert f"LUT {rows[2]['lut']:.2f}, FF {rows[2]['ff']:.2f}, " in note


def test_nguyen_2019_table_1(papers: Mapping[str, Comparison]) -> None:
    rows = [row for row in ours(papers[NGUYEN_2019], "table-1") if row["q"] == 8380417]
    assert [row["work"] for row in rows] == ["reduction kred", "reduction kred2x"]
    assert (rows[0]["adders_kred"], rows[1]["adders_kred2x"]) == (2, 4)
    assert linked(papers[NGUYEN_2019], "table-1", "adders_kred2x", work="reduction kred2x", q=8380417) == [
        "reduction-kred2x-times-k-2-8380417-xc7"
    ]


def test_nguyen_2019_claims(papers: Mapping[str, Comparison], tmp_path: Path) -> None:
    def of(what: str) -> Claim:
        return claim_of(papers[NGUYEN_2019], what)

    cycles = tuple(core("quad", ring(name)).cycles("ntt").busy for name in nguyen_2019.NAMES)
    assert of("Cycles of NTT of quad").ours == cycles
    assert of("LUT of quad-hls").theirs == (865, 1939, 1977)
    assert of("Cycles of MULT of quad, against (n log2 n + 3 n) / 4").theirs == (3328, 3328, 704)
    mhz = of("Table III, MHz of quad against Kuo [10]")
    assert (mhz.theirs, mhz.more) == ((150,), True)
    assert (of("Adders of K-RED-2x").ours, of("Adders of K-RED-2x").theirs) == ((4, 4, 4), (5, 5, 5))
    for name, lut in (("quad", 800), ("quad-hls", 817)):
        cells = {"lut": lut, "ff": 1000, "dsp": 4, "bram36": 4}
        record_core(tmp_path, core(name, ring("falcon-1024")), "xc7", cells=cells)
    claim = claim_of(compare.paper(NGUYEN_2019, Results(tmp_path)), f"LUT of {nguyen_2019.RATIO}")
    assert claim.verdicts[0] == "reproduced", "817 / 800 = 1.02125, of which the paper prints two decimals"


# ------------------------------------------------------------------ Nguyen 2023


def test_nguyen_2023_by_the_formulas_of_tables_3_to_5(papers: Mapping[str, Comparison]) -> None:
    for table in ("3", "4", "5"):
        rows = ours(papers[NGUYEN_2023], f"table-{table}")
        assert len(rows) > 3
        for row in rows:
            bits = 1 if table == "4" else row["q"].bit_length()
            luts = row["lut"] + 400 * row["dsp"]
            assert row[EFF] == pytest.approx(row["freq_mhz"] * bits * 1000 / luts)
            assert row["slices"] == row["lut"] / 4 + row["ff"] / 8
            assert (not row["work"].startswith("ldsp")) <= (table != "5")
        assert rows[0]["work"] == (nguyen_2023.BUTTERFLY if table == "4" else nguyen_2023.L_DSP)
    unit = unit_of("multiplier", "ldsp", "times k", 3329)
    assert row_of(papers[NGUYEN_2023], "table-3", work=nguyen_2023.L_DSP)["latency"] == unit.latency
    stem = "multiplier-ldsp-times-k-3329"
    names = linked(papers[NGUYEN_2023], "table-3", EFF, work=nguyen_2023.L_DSP)
    assert names == [f"{stem}-xc7", f"{stem}-ecp5"]


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
    def of(what: str) -> Claim:
        return claim_of(papers[NGUYEN_2023], what)

    l_dsp, butterfly = nguyen_2023.L_DSP, nguyen_2023.BUTTERFLY
    assert of(f"LUT of {l_dsp}").theirs == (228, 277, 306)
    assert of(f"MHz of {l_dsp}").more
    eff = of(f"Eff. of {butterfly}")
    assert eff.theirs == pytest.approx([12 * 283e3 / 304, 13 * 260e3 / 362, 14 * 250e3 / 393])
    assert eff.more
    pairs = (("Cycles", (128, 64), (128, 64)), ("ATP", None, (180, 185)))
    for word, mine, theirs in pairs:
        claim = of(f"Table 6, {word} of pwmm, ldsp (1 / 2 units)")
        assert claim.theirs == theirs
        assert mine is None or claim.ours == mine
    row = row_of(papers[NGUYEN_2023], "table-3", work=l_dsp)
    (factor,) = (claim for claim in papers[NGUYEN_2023].claims if claim.what.startswith("Table 3, Eff. of"))
    assert factor.ours[0] == pytest.approx(row[EFF] / 8000)
    most = of(f"Most LUT of {l_dsp} and {butterfly}, against a DSP block's 400")
    luts = [row["lut"] for row in ours(papers[NGUYEN_2023], "table-5") if row["work"] in (l_dsp, butterfly)]
    assert (most.ours, len(luts)) == ((max(luts),), 6)
