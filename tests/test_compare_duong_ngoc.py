# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle compare duong-ngoc-2022`: its tables by its own formulas, and the streaming cores beside them."""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from compare_cases import measured, record_core, run

from twiddle.designs import Design, core
from twiddle.report import bench, compare, published, wanted
from twiddle.report import duong_ngoc_formulas as formulas
from twiddle.report.comparison import Comparison, Shelf
from twiddle.report.duong_ngoc_2022 import SPEEDUPS
from twiddle.report.duong_ngoc_formulas import PAPER, derived
from twiddle.report.duong_ngoc_tables import BOTH, FORWARD, PRODUCT, RINGS, Tables
from twiddle.report.published import Accelerator
from twiddle.rings import ring
from twiddle.synth import records, units
from twiddle.synth.targets import REFERENCE
from twiddle.synth.units import Unit

ROWS = [row for table in "123" for row in derived(table)]

DIFFERING = {
    ("3", "four-path ModMult", 1024): {"share_dsp": (6, 100 * 4 / 76)},
    ("3", "NTT_1 (forward)", 256): {"share_lut": (42, 100 * 3918 / 9211)},
    ("3", "four-path ModMult (basecase)", 256): {"share_dsp": (14, 100 * 8 / 60)},
}
"""What the paper prints, and what its formulas give, where that is not the same."""

CELLS = {"lut": 3000, "ff": 3600, "dsp": 26, "bram36": 0}
WHOLE = {"lut": 7500, "ff": 9000, "dsp": 60, "bram36": 0.5}
LDSP = {"lut": 12000, "ff": 13000, "dsp": 0, "bram36": 0}
SELECT = {"lut": 9000, "ff": 7000, "dsp": 36, "bram36": 0}
UNIT = {"lut": 130, "ff": 140, "dsp": 1, "bram36": 0}
MHZ = 200.0


def design(name: str, n: int, **parameters: int | str) -> Design:
    return core(name, ring(RINGS[n]), **parameters)


def unit_of(kind: str, method: str, form: str, q: int) -> Unit:
    (found,) = (
        each
        for each in units.catalogue()
        if (each.unit, each.method, each.form, each.q) == (kind, method, form, q)
    )
    return found


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of results with a few cores and one unit."""
    found = tmp_path / "results"
    for n in (256, 512):
        record_core(found, design("mdf", n, Form="forward"), *REFERENCE, cells=CELLS, mhz=MHZ)
    record_core(found, design("mdf", 256, Form="product"), *REFERENCE, cells=WHOLE, mhz=MHZ)
    record_core(found, design("mdf", 512, Form="product"), *REFERENCE, cells=WHOLE, mhz=MHZ)
    record_core(found, design("mdf", 1024, Form="forward", Select=1), *REFERENCE, cells=SELECT, mhz=MHZ)
    record_core(found, design("mdc", 256, Form="product", Method="ldsp"), *REFERENCE, cells=LDSP, mhz=MHZ)
    record_core(found, design("mdc", 512, Form="transform"), "xc7", cells=CELLS)
    bu1 = unit_of("butterfly", "fold", "BU1, both directions", 3329)
    units.save(bu1, {**bu1.document(), **measured("xc7", UNIT)}, found / "arith")
    monkeypatch.setattr(records, "default_folder", lambda: found)
    return found


def rows_of(comparison: Comparison, table: int) -> dict[tuple[Any, ...], dict[str, Any]]:
    """Rows of a table by work, length, and in Table 2 count of cycles; the first of that name."""
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in comparison.grids[table - 1].rows:
        values = {key: cell.value for key, cell in row.items()}
        name = (values["work"], values["n"], *([values["count"]] if "count" in values else []))
        found.setdefault(name, values)
    return found


# ------------------------------------------------------------------ the paper


def test_the_tables_are_there() -> None:
    assert {table: Counter(row.n for row, _ in derived(table)) for table in "123"} == {
        "1": {1024: 6, 512: 4, 256: 4},
        "2": {1024: 2, 512: 2, 256: 2},
        "3": {1024: 7, 512: 4, 256: 7},
    }
    assert sum(row.own for row, _ in ROWS) == 5 + 3 + 18
    assert {(row.n, row.bits) for row, _ in ROWS} == {(1024, 14), (512, 14), (512, 23), (256, 12)}
    feng, ours = (row for row in published.accelerators(PAPER, "2") if row.n == 512)
    assert (feng.lut, feng.slices, dict(feng.eff)) == (None, 18000, {"slices": 1, "dsp": 1, "bram36": 1})
    assert (ours.lut, ours.slices, dict(ours.eff)) == (19105, 5700, {"slices": 2, "dsp": 1.2, "bram36": 1.5})


@pytest.mark.parametrize(
    ("row", "again"), ROWS, ids=lambda value: f"{value.table}, {value.work}" if hasattr(value, "work") else ""
)
def test_the_formulas_give_what_the_paper_prints(row: Accelerator, again: dict[str, float]) -> None:
    expected = DIFFERING.get((row.table, row.work, row.n), {})
    assert formulas.differing(row, again) == pytest.approx(
        {key: value for key, (_, value) in expected.items()}
    )
    for key, (said, value) in expected.items():
        assert formulas.printed(row, key) == said
        assert abs(value - said) < 1
    said = {
        *(key for key in ("time_us", "throughput") if formulas.printed(row, key) is not None),
        *(f"atp_{name}" for name in row.atp),
        *(f"eff_{name}" for name in row.eff),
        *(f"share_{name}" for name in row.share),
    }
    assert said == set(again), "every figure that is printed follows from others"


def test_every_printed_figure_was_compared() -> None:
    printed = [key for row, again in ROWS for key in again if formulas.printed(row, key) is not None]
    assert Counter(key.partition("_")[0] for key in printed) == {
        "time": 14 + 6,
        "throughput": 14,
        "atp": 3 * 14 - 2,
        "eff": 4 * 4 + 3 * 2,
        "share": 3 * 12 - 3,
    }
    assert sum(len(each) for each in DIFFERING.values()) == 3


def test_another_formula_gives_something_else() -> None:
    """Without the factor 1 / 1.024, with times as they are printed, or by another row."""
    for row, again in derived("1"):
        assert row.throughput is not None
        assert row.time_us is not None
        assert abs(1.024 * again["throughput"] - row.throughput) > 10
    rounded = [abs(row.n * row.bits / row.time_us / 1.024 - row.throughput) for row, _ in derived("1")]
    assert max(rounded) > 50
    zynq, _, mert, own = [row for row, _ in derived("1") if row.n == 1024][2:]
    assert formulas.differing(mert, formulas.of_transform(mert, own)) == {}
    assert set(formulas.differing(mert, formulas.of_transform(mert, zynq))) == {"atp_lut", "atp_dsp"}


def test_cycles_of_the_paper() -> None:
    assert {n: formulas.fill(ring(name)) for n, name in RINGS.items()} == {1024: 334, 512: 198, 256: 118}
    assert formulas.fill(ring("falcon-1024")) == 255 + 70 + 9
    own = {row.n: row.cycles for row in published.accelerators(PAPER, "2") if row.own}
    assert own == {n: formulas.product_cycles(ring(name)) for n, name in RINGS.items()}
    assert {row.n: row.cycles for row in published.accelerators(PAPER, "1") if row.own} == {
        n: n // 4 for n in RINGS
    }


def test_the_parts_add_up_but_for_two_luts() -> None:
    for whole in (row for row in published.accelerators(PAPER, "2") if row.own):
        parts = [
            row
            for row in published.accelerators(PAPER, "3")
            if row.n == whole.n and row.unit in formulas.WHOLE
        ]
        assert len(parts) == 4
        sums = {name: sum(getattr(part, name) for part in parts) for name in ("lut", "ff", "dsp", "bram36")}
        wrong = {name: value - getattr(whole, name) for name, value in sums.items()}
        assert wrong == {"lut": {1024: 2, 512: -2, 256: 0}[whole.n], "ff": 0, "dsp": 0, "bram36": 0}


def test_the_speed_ups_of_the_text_follow() -> None:
    for table, faster in SPEEDUPS.items():
        found = derived(str(table))
        for n, work, said in faster:
            at = next(i for i, (row, _) in enumerate(found) if (row.n, row.work) == (n, work))
            own = next(row for row, _ in found[at:] if row.own)
            ratio = formulas.time(found[at][0]) / formulas.time(own)
            assert ratio == pytest.approx(said, abs=0.5 if said == int(said) else 0.05)


# ------------------------------------------------------------------ ours beside it


def test_ours_by_the_formulas_of_table_1(folder: Path) -> None:
    found = rows_of(compare.paper(PAPER), 1)
    for n, own_time, lut, ff, dsp in ((256, 64 / 265, 3918, 4292, 26), (512, 128 / 293, 8713, 6538, 32)):
        row = found["mdf forward", n]
        bits = {256: 12, 512: 14}[n]
        assert (row["cycles"], row["fill"]) == (n // 4, n // 4 - 1 + 7 * ring(RINGS[n]).layers)
        assert {name: row[name] for name in CELLS} == CELLS
        assert row["freq_mhz"] == MHZ
        assert row["time_us"] == pytest.approx(n / 4 / MHZ)
        assert row["throughput"] == pytest.approx(4 * bits * MHZ / 1.024), "four coefficients a cycle"
        for name, theirs in (("lut", lut), ("ff", ff), ("dsp", dsp)):
            assert row[f"atp_{name}"] == pytest.approx(CELLS[name] * n / 4 / MHZ / (theirs * own_time))
    assert {"freq_mhz", "time_us", "atp_lut"} & found["mdc transform", 512].keys() == set()
    assert found["mdc transform", 512]["lut"] == CELLS["lut"]
    assert found["mdc transform", 256].keys() == {"work", "by", "device", "n", "cycles", "fill"}


def test_one_engine_for_all_rings_stands_with_each(folder: Path) -> None:
    comparison = compare.paper(PAPER)
    for n, name in RINGS.items():
        row = rows_of(comparison, 1)["mdf forward, Select = 1", n]
        cycles = core("mdf", ring(name), Form="forward", Select=1).cycles("ntt")
        assert (row["cycles"], row["fill"], row["lut"]) == (cycles.interval, 255 + 7 * 10, SELECT["lut"])
        assert cycles.interval == n // 4
    asked = {each.record for each in comparison.missing}
    assert not any("Select1" in name and "ml-kem" in name for name in asked)


def test_ours_by_the_formulas_of_table_2(folder: Path) -> None:
    found = rows_of(compare.paper(PAPER), 2)
    for count, cycles in (
        ("one", 244),
        ("stream", design("mdf", 256, Form="product").cycles("mul").interval),
    ):
        row = found["mdf product", 256, count]
        assert row["cycles"] == cycles
        assert row["time_us"] == pytest.approx(cycles / MHZ)
        faster = (256 / 172) / (cycles / MHZ)
        assert row["eff_lut"] == pytest.approx(faster * 9508 / WHOLE["lut"])
        assert row["eff_ff"] == pytest.approx(faster * 2684 / WHOLE["ff"])
        assert row["eff_dsp"] == pytest.approx(faster * 16 / WHOLE["dsp"])
        assert row["eff_bram36"] == pytest.approx(faster * 35 / WHOLE["bram36"])
        assert "eff_slices" not in row
    row = found["mdf product", 512, "one"]
    rate = (14 / 23) * (412 / 233.1) / (450 / MHZ)
    assert row["slices"] == WHOLE["lut"] / 4 + WHOLE["ff"] / 8
    assert row["eff_slices"] == pytest.approx(rate * 18000 / row["slices"])
    assert row["eff_dsp"] == pytest.approx(rate * 128 / WHOLE["dsp"])
    assert "eff_lut" not in row
    row = found["mdc product, ldsp", 256, "stream"]
    assert row["cycles"] == 64
    assert (row["dsp"], row["bram36"]) == (0, 0)
    assert {"eff_dsp", "eff_bram36"} & row.keys() == set(), "there is nothing to divide by"
    assert found["mdc product", 256, "one"]["cycles"] == 235


def test_ours_beside_table_3(folder: Path) -> None:
    comparison = compare.paper(PAPER)
    found = rows_of(comparison, 3)
    row = found["mdf forward", 256]
    assert row["lut"] == CELLS["lut"]
    assert row["share_lut"] == pytest.approx(100 * CELLS["lut"] / WHOLE["lut"])
    assert row["share_dsp"] == pytest.approx(100 * 26 / 60)
    assert not any(key.startswith("share") for key in found["mdf product", 256])
    bu1 = unit_of("butterfly", "fold", "BU1, both directions", 3329)
    row = found["BU1, fold", 256]
    assert (row["lut"], row["cycles"]) == (UNIT["lut"], bu1.latency)
    cores = {(variant.label, n) for variant in (*FORWARD, *BOTH, *PRODUCT) for n in variant.lengths}
    parts = {
        *(
            (f"{part}, {method}", n)
            for part in ("BU1", "BU2", "MR")
            for method in ("fold", "shift_add")
            for n in (1024, 256)
        ),
        *(("ModMult, shift_add", n) for n in (1024, 512)),
        ("ModMult, fold", 256),
    }
    assert {name for name, each in found.items() if each["by"] == "ours"} == cores | parts
    noted = {name: each["note"] for name, each in found.items() if each.get("note")}
    assert noted == {
        ("four-path ModMult", 1024): "by the formulas % of DSP 5.3",
        ("NTT_1 (forward)", 256): "by the formulas % of LUT 42.5",
        ("four-path ModMult (basecase)", 256): "by the formulas % of DSP 13.3",
        ("whole, of table 2", 1024): "the parts add up to 23263 LUT",
        ("whole, of table 2", 512): "the parts add up to 19103 LUT",
    }


def test_every_published_row_is_in_its_table(folder: Path) -> None:
    comparison = compare.paper(PAPER)
    for table, grid in zip("123", comparison.grids, strict=True):
        theirs = Counter(
            (row["work"].value, row["n"].value, row["device"].value)
            for row in grid.rows
            if row["by"].value == "published" and row["work"].value != "whole, of table 2"
        )
        named = Counter((published.shown(PAPER, row.work), row.n, row.device) for row, _ in derived(table))
        assert theirs == named
    lengths = [row["n"].value for row in comparison.grids[2].rows]
    assert lengths == sorted(lengths, key=lambda n: -int(str(n)))


def test_the_claims(folder: Path) -> None:
    sentences = [claim.sentence for claim in compare.paper(PAPER).claims]
    for text in (
        "Cycles of mdf forward: reproduced, 64 / 128 / 256 against 64 / 128 / 256, ratio 1.000 / ",
        "Cycles to the first result of mdf forward: beaten, 112 / 190 / 325 against 118 / 198 / 334, ",
        "LUT of mdf forward: beaten / beaten / not measured, 3000 / 3000 / - against 3918 / 8713 / 10765, ",
        "Mbit/s of mdf forward: missed / missed / not measured, 9375 / 1.094e+04 / - against 12422 / 16023 ",
        "Cycles of mdf product, one: beaten, 244 / 450 / 841 against 246 / 454 / 846, ratio 0.992 / ",
        "Cycles of mdc product, stream: beaten, 64 / 128 / 256 against 246 / 454 / 846, ratio 0.260 / ",
        "Eff-LUT of mdf product, one (n = 256 / 1024): missed / not measured, ",
        "DSP of mdc product, ldsp, stream (n = 256): beaten, 0 against 60, ratio 0.000.",
        "LUT of BU1, fold (n = 256 / 1024): beaten / not measured, 130 / - against 153 / 227, ratio 0.850 ",
        "Speed-up of mdf product, one over Wang [24] (n = 1024): not measured, - against 25.",
        "Speed-up of mdf forward over Yaman [11] (n = 256) / ",
        "Cycles to the first result of mdc transform: missed, ",
    ):
        assert sum(text in sentence for sentence in sentences) == 1, text
    assert len(set(sentences)) == len(sentences)


def test_what_is_missing_is_empty_and_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    comparison = compare.paper(PAPER)
    assert "mdf-falcon-1024-Formforward-Select0-Methodfold-xc7.json" in {
        Path(each.record).name for each in comparison.missing
    }
    assert not any((folder.parent / each.record).exists() for each in comparison.missing)
    assert len({each.record for each in comparison.missing}) == len(comparison.missing)
    out, err = run(capsys, PAPER)
    assert err == ""
    line = out.splitlines()[-1]
    assert line.startswith("records missing: ")
    assert "results/mdc-ml-kem-Lanes4-Formtransform-Mixed0-Methodfold (" in line
    assert line.endswith("; made by: twiddle bench"), "they are all wanted"


def test_without_any_record_the_tables_are_there(tmp_path: Path) -> None:
    nothing = compare.paper(PAPER, tmp_path)
    assert [len(grid.rows) for grid in nothing.grids] == [
        len(grid.rows) for grid in compare.paper(PAPER).grids
    ]
    ours = [row for grid in nothing.grids for row in grid.rows if row["by"].value == "ours"]
    assert {key for row in ours for key in row} == {"work", "by", "device", "n", "cycles", "fill", "count"}
    of_cycles = [claim for claim in nothing.claims if claim.what.startswith("Cycles")]
    assert of_cycles
    for claim in nothing.claims:
        assert set(claim.verdicts) == {"not measured"} or claim in of_cycles
        assert "not measured" not in claim.verdicts or claim not in of_cycles
    assert nothing.notes[-1] == "Measured with nothing yet."


def test_a_target_that_is_not_wanted_is_not_missing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = {Path(each.record).name for each in compare.paper(PAPER).missing}
    assert "mdc-falcon-1024-Lanes4-Formproduct-Mixed0-Methodfold-xc7.json" in missing
    assert "mdc-falcon-1024-Lanes4-Formproduct-Mixed0-Methodfold-ecp5.json" not in missing
    large = [each for each in wanted.WANTED if each.parameters.get("Form") == "product"]
    assert large
    small = tuple(
        wanted.Wanted(each.core, each.ring, each.parameters, ("xc7",)) if each in large else each
        for each in wanted.WANTED
    )
    monkeypatch.setattr(wanted, "WANTED", small)
    missing = {Path(each.record).name for each in compare.paper(PAPER).missing}
    assert {name.rpartition("-")[2] for name in missing if "Formproduct" in name} == {"xc7.json"}
    assert {name.rpartition("-")[2] for name in missing if "Formtransform" in name} == {
        "xc7.json",
        "ecp5.json",
    }
    points = sorted(
        (target, each.core, each.ring.name)
        for each, target in wanted.wanted()
        if records.find(each, target, records.default_folder()) is None and bench.can_be_made(each)
    )
    jobs = [job.name.replace(",", "").split() for job in bench._core_jobs([], bench.Only(), bench._Run())]
    assert sorted((target, *job[-2:]) for job in jobs for target in job[:-2]) == points


def test_a_broken_record_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = "mdf-ml-kem-Formproduct-Select0-Methodfold-ecp5.json"
    (folder / name).write_text("[]")
    out, err = run(capsys, PAPER, code=2)
    assert out == ""
    assert err.endswith(f"{name}: not a synthesis record: no JSON object\n")


def test_with_all_that_is_wanted_nothing_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(units.default_folder(), tmp_path / "results" / "arith")
    for each, target in wanted.wanted():
        record_core(tmp_path / "results", each, target, cells=WHOLE, mhz=123.456)
    monkeypatch.setattr(records, "default_folder", lambda: tmp_path / "results")
    comparison = compare.paper(PAPER)
    assert comparison.missing == ()
    open_ones = [claim for claim in comparison.claims if "not measured" in claim.verdicts]
    assert all(claim.ours[-1] is None for claim in open_ones), "the clock of falcon-1024"
    out, _ = run(capsys, PAPER)
    assert "…" not in out
    assert "records missing" not in out


# ------------------------------------------------------------------ formats


def test_terminal(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = run(capsys, PAPER)
    assert "…" not in out
    for text in (
        "Table 1 of Duong-Ngoc 2022",
        "Table 2 of Duong-Ngoc 2022",
        "Table 3 of Duong-Ngoc 2022",
        "\n  four-path ModMult: by the formulas % of DSP 5.3\n",
        "\n  Cycles of mdf product, one: beaten, ",
        "\nMeasured with pyosys 0.70.\n",
    ):
        assert text in out
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert "Duong-Ngoc 2022 artix-7 256 246 265 0.93 9211 1.7 9810 0.4 - - 60 0.4 1 56.0" in lines
    atp = 3000 * 64 / 200 / (3918 * 64 / 265)
    row = f"mdf forward xc7, ecp5 256 64 112 200 0.32 9,375 3000 {atp:.1f} 3600 "
    assert sum(line.startswith(row) for line in lines) == 1


def test_markdown_links_to_the_records(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, err = run(capsys, PAPER, "--format", "markdown")
    assert err.startswith("records missing: ")
    stem = "results/mdf-ml-kem-Formforward-Select0-Methodfold"
    assert f"| 64 | 112 | [200]({stem}-ecp5.json) | [0.32]({stem}-ecp5.json) |" in out
    assert "- Cycles of mdf forward: reproduced" in out


@pytest.mark.parametrize("table", [1, 2, 3])
def test_each_table_as_csv(table: int, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = run(capsys, PAPER, "--table", f"table-{table}", "--format", "csv")
    found = list(csv.DictReader(io.StringIO(out)))
    assert len(found) == len(compare.paper(PAPER).grids[table - 1].rows)
    (again, figure) = {1: ("atp_lut", "4.3"), 2: ("eff_bram36", "74"), 3: ("share_lut", "46")}[table]
    row = next(row for row in found if row[again] == figure)
    assert float(row[f"{again}_recomputed"]) == pytest.approx(float(figure), abs=0.5)
    assert (row["by"], row["records"]) == ("published", "")
    ours = [row for row in found if row["by"] == "ours"]
    assert len(ours) > 8
    assert any(row["records"] for row in ours)


def test_json_names_the_records(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, PAPER, "--format", "json")[0])
    assert [table["name"] for table in found["tables"]] == ["table-1", "table-2", "table-3"]
    (row,) = (row for row in found["tables"][0]["rows"] if (row["work"], row["n"]) == ("mdf forward", 256))
    stem = "results/mdf-ml-kem-Formforward-Select0-Methodfold"
    assert row["records"]["atp_lut"] == [f"{stem}-xc7.json", f"{stem}-ecp5.json"]
    assert all((folder.parent / path).is_file() for paths in row["records"].values() for path in paths)


def test_the_list_of_figures(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, PAPER, "--json")[0])
    assert Counter(each["table"] for each in found).keys() == {"1", "2", "3"}
    named = {(each["table"], each["work"], each["n"], each["metric"]): each for each in found}
    lut = named["1", "Yaman [11]", 256, "lut"]
    assert (lut["published"], lut["ours"], lut["scheme"]) == (9508, CELLS["lut"], "kyber")
    assert lut["ratio"] == pytest.approx(CELLS["lut"] / 9508)
    assert lut["record"] == "results/mdf-ml-kem-Formforward-Select0-Methodfold-xc7.json"
    assert named["2", "Duong-Ngoc 2022", 256, "cycles"]["ours"] == 244
    assert named["3", "BU1 (n=256)", 256, "lut"]["ours"] == UNIT["lut"]
    control = named["3", "top control and data memory", 256, "lut"]
    assert (control["published"], control["ours"], control["ratio"]) == (327, None, None)
    keys = ("cycles", "freq_mhz", "time_us", "throughput", "lut", "ff", "slices", "dsp", "bram36")
    cells = sum(getattr(row, key) is not None for row, _ in ROWS for key in keys)
    assert len(found) == cells + sum(len(each) for row, _ in ROWS for each in (row.atp, row.eff, row.share))


# ------------------------------------------------------------------ what is committed


def test_every_core_of_the_tables_is_wanted() -> None:
    points = wanted.wanted()
    for variant in (*FORWARD, *BOTH, *PRODUCT):
        for n in variant.lengths:
            assert (variant.measured(n), "xc7") in points, f"{variant.label}, n = {n}"
    names = [(each.core, each.ring.name, tuple(each.parameters.items()), target) for each, target in points]
    assert len(set(names)) == len(names)
    assert {target for _, target in points} >= set(REFERENCE)


def test_no_record_of_the_tables_is_missing() -> None:
    shelf = Shelf(None)
    Tables(shelf)
    assert [each.record for each in shelf.missing] == [], f"run: {bench.COMMAND}"
