# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle compare nguyen-2019`: its tables by its own formulas, `quad` and `quad-hls` side by side."""

from __future__ import annotations

import csv
import io
import json
import tokenize
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from compare_cases import record_core, run

from twiddle.errors import TwiddleError
from twiddle.hls import tool
from twiddle.hls.quad import folder as hls_folder
from twiddle.model.quad import Schedule
from twiddle.report import bench, compare, published, source_lines, wanted
from twiddle.report import nguyen_2019_formulas as formulas
from twiddle.report.comparison import Comparison
from twiddle.report.nguyen_2019 import NAMES
from twiddle.report.nguyen_2019_formulas import METRICS, PAPER, derived
from twiddle.report.nguyen_2019_tables import AS_PUBLISHED, HLS, OPERATIONS, RATIO, RINGS, RTL
from twiddle.report.published import Engine
from twiddle.rings import ring
from twiddle.synth import records
from twiddle.synth.targets import REFERENCE

ROWS = [row for table in ("II", "III") for row in derived(table)]

DIFFERING = {
    ("II", "HLS", "qtesla"): {"time_us": (2.99, 1363 / 455)},
    ("II", "HLS", "dilithium"): {"time_us": (0.67, 294 / 434)},
    ("II", "HLS/RTL", "dilithium"): {"freq_mhz": (0.97, 434 / 445), "time_us": (1.02, 445 / 434)},
    ("III", "RTL", "newhope"): {"time_us": (10.80, 2032 / 188)},
}
"""What the paper prints, and what its formulas give, where that is not the same."""

CELLS = {"lut": 800, "ff": 1000, "dsp": 4, "bram36": 4}
BY_HLS = {"lut": 1000, "ff": 900, "dsp": 4, "bram36": 4}
MHZ, MHZ_HLS = 160.0, 120.0


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of results with both cores for falcon-1024, and of qtesla-1024 the area of one."""
    found = tmp_path / "results"
    record_core(found, RTL.design("falcon-1024"), *REFERENCE, cells=CELLS, mhz=MHZ)
    record_core(found, HLS.design("falcon-1024"), *REFERENCE, cells=BY_HLS, mhz=MHZ_HLS)
    record_core(found, RTL.design("qtesla-1024"), "xc7", cells=CELLS)
    monkeypatch.setattr(records, "default_folder", lambda: found)
    return found


def rows_of(comparison: Comparison, name: str) -> list[dict[str, Any]]:
    (grid,) = (grid for grid in comparison.grids if grid.name == name)
    return [{key: cell.value for key, cell in row.items()} for row in grid.rows]


def ours(comparison: Comparison, name: str, key: str, value: object) -> dict[Any, dict[str, Any]]:
    """Our rows of a table by work, those with a value."""
    rows = rows_of(comparison, name)
    return {row["work"]: row for row in rows if row["by"] == "ours" and row.get(key, value) == value}


# ------------------------------------------------------------------ the paper


def test_the_tables_are_there() -> None:
    assert Counter((row.table, row.work) for row, _ in ROWS) == {
        **{("II", work): 3 for work in ("RTL", "HLS", "HLS/RTL")},
        **{("III", work): 1 for work in ("Kuo [10]", "RTL", "HLS", "HLS/RTL")},
    }
    assert {row.scheme for row, _ in ROWS} == RINGS.keys()
    for row, _ in ROWS:
        assert (ring(RINGS[row.scheme]).n, ring(RINGS[row.scheme]).q) == (row.n, row.q)


@pytest.mark.parametrize(
    ("row", "again"), ROWS, ids=lambda value: f"{value.table}, {value.work}" if hasattr(value, "work") else ""
)
def test_the_formulas_give_what_the_paper_prints(row: Engine, again: dict[str, float]) -> None:
    expected = DIFFERING.get((row.table, row.work, row.scheme), {})
    assert formulas.differing(row, again) == pytest.approx(
        {key: value for key, (_, value) in expected.items()}
    )
    for key, (said, value) in expected.items():
        assert getattr(row, key) == said
        assert abs(value - said) < 0.011
    assert set(again) == (set(METRICS) if row.unit == "ratio" else {"time_us"})


def test_times_as_printed_give_other_ratios() -> None:
    """It divides times that are not rounded: others give 1.02 and 1.05 where it prints 1.03 and 1.04."""
    for table, scheme, wrong in (("II", "qtesla", 1.024), ("III", "newhope", 1.045)):
        by_work = {row.work: row for row, _ in derived(table) if row.scheme == scheme}
        printed = by_work["HLS"].time_us / by_work["RTL"].time_us
        assert printed == pytest.approx(wrong, abs=0.001)
        assert formulas.differing(by_work["HLS/RTL"], {"time_us": printed})


def test_the_adders_of_table_1() -> None:
    rows = published.shapes(PAPER, "I")
    assert [(row.k, row.m) for row in rows] == [(3, 12), (513, 14), (1023, 13)]
    assert all(row.q == row.k * 2**row.m + 1 for row in rows)
    found = [formulas.differing(row, formulas.of_shape(row)) for row in rows]
    assert found == [{"adders_kred2x": 4}, {}, {}], "9 = 8 + 1 has two digits, not three"


def test_the_cycles_of_the_text() -> None:
    """(n log2 n + 3 n) / 4 is what the five steps of the published engine take, without pipe and gaps."""
    for name in NAMES:
        of = ring(name)
        schedule = Schedule(of, published=True)
        passes = [step for step, _ in schedule.steps("mult")]
        assert len(passes) * of.n // 4 == formulas.mult_cycles(of.n)
    assert [formulas.mult_cycles(n) for n in (1024, 256)] == [3328, 704]
    assert [formulas.mult_cycles_du(n) for n in (1024, 256)] == [3072, 640]


# ------------------------------------------------------------------ ours beside it


def test_ours_stand_beside_table_2(folder: Path) -> None:
    comparison = compare.paper(PAPER)
    found = ours(comparison, "table-2", "q", 12289)
    quad, hls = found[RTL.label], found[HLS.label]
    for row, design, cells, mhz in (
        (quad, RTL.design("falcon-1024"), CELLS, MHZ),
        (hls, HLS.design("falcon-1024"), BY_HLS, MHZ_HLS),
    ):
        busy = design.cycles("ntt").busy
        assert busy is not None
        assert {name: row[name] for name in cells} == cells
        assert (row["cycles_ntt"], row["freq_mhz"]) == (busy, mhz)
        assert row["time_us"] == pytest.approx(busy / mhz)
        assert row["slices"] == cells["lut"] / 4 + cells["ff"] / 8
    qtesla = ours(comparison, "table-2", "q", 8404993)
    assert qtesla[RTL.label]["lut"] == CELLS["lut"]
    assert {"freq_mhz", "time_us"} & qtesla[RTL.label].keys() == set()
    assert qtesla[HLS.label].keys() & {"lut", "freq_mhz"} == set()
    assert found[AS_PUBLISHED.label]["cycles_ntt"] == AS_PUBLISHED.design("falcon-1024").cycles("ntt").busy


def test_our_ratios_divide_our_rows(folder: Path) -> None:
    comparison = compare.paper(PAPER)
    for name in ("table-2", "table-3", "study"):
        rows = [row for row in rows_of(comparison, name) if row["by"] == "ours"]
        at = next(i for i, row in enumerate(rows) if row["work"] == RATIO)
        quad, hls, ratio = rows[at - 2], rows[at - 1], rows[at]
        divided = [key for key in ratio if key not in ("work", "by", "device", "n", "ring")]
        assert {"lut", "ff", "dsp", "bram36", "freq_mhz", "cycles_ntt", "time_us"} <= set(divided)
        for key in divided:
            assert ratio[key] == pytest.approx(hls[key] / quad[key])
        assert ratio["lut"] == 1.25
    qtesla = [row for row in rows_of(comparison, "table-2") if row["work"] == RATIO][1]
    assert (set(qtesla) & set(METRICS)) == {"cycles_ntt"}


def test_the_study(folder: Path) -> None:
    rows = rows_of(compare.paper(PAPER), "study")
    assert [(row["ring"], row["work"]) for row in rows] == [
        (name, work) for name in NAMES for work in (RTL.label, HLS.label, RATIO)
    ]
    for row, variant in zip(rows[:2], (RTL, HLS), strict=True):
        design = variant.design("falcon-1024")
        assert [row[f"cycles_{name}"] for name in OPERATIONS] == [
            design.cycles(name).busy for name in OPERATIONS
        ]
        assert row["lines"] == sum(source_lines.of_core(variant.core).values())
        assert row["time_mul_us"] == pytest.approx(row["cycles_mul"] / row["freq_mhz"])


def test_every_published_row_is_in_its_table(folder: Path) -> None:
    comparison = compare.paper(PAPER)
    for name, table in (("table-2", "II"), ("table-3", "III")):
        theirs = [row["work"] for row in rows_of(comparison, name) if row["by"] == "published"]
        assert theirs == [row.work for row, _ in derived(table)]
    notes = [
        row["note"]
        for name in ("table-1", "table-2", "table-3")
        for row in rows_of(comparison, name)
        if row.get("note")
    ]
    assert [note.partition("by the formulas ")[2] for note in notes if "by the formulas" in note] == [
        "adders of K-RED-2x 4",
        "Time of NTT in µs 2.996",
        "Time of NTT in µs 0.6774",
        "MHz 0.9753, Time of NTT in µs 1.025",
        "Time of NTT in µs 10.81",
    ]
    reductions = ours(comparison, "table-1", "q", 8380417)
    assert reductions.keys() == {"reduction kred", "reduction kred2x"}
    assert reductions["reduction kred2x"]["adders_kred2x"] == 4


def test_the_claims(folder: Path) -> None:
    comparison = compare.paper(PAPER)
    sentences = [claim.sentence for claim in comparison.claims]
    cycles = [RTL.design(name).cycles("ntt").busy for name in NAMES]
    for text in (
        f"Cycles of NTT of quad: {'beaten / beaten / reproduced' if cycles[2] == 294 else ''}",
        "LUT of quad: beaten / beaten / not measured, 800 / 800 / - against 849 / 1286 / 1899, ",
        "LUT of quad-hls: missed / not measured / not measured, 1000 / - / - against 865 / 1939 / 1977, ",
        "LUT of quad-hls / quad: missed / not measured / not measured, 1.25 / - / - against ",
        "MHz of quad-hls / quad: missed / not measured / not measured, 0.75 / - / - against 0.96 / ",
        "Cycles of MULT of quad, against (n log2 n + 3 n) / 4: beaten, ",
        "Table III, MHz of quad against Kuo [10]: beaten, 160 against 150, ratio 1.067.",
        "Adders of K-RED-2x: beaten, 4 / 4 / 4 against 5 / 5 / 5, ",
    ):
        assert sum(sentence.startswith(text) for sentence in sentences) == 1, text
    assert len(set(sentences)) == len(sentences)
    (cost,) = (
        note for note in comparison.notes if note.startswith("High-level synthesis against RTL, falcon")
    )
    assert "LUT 1.25, FF 0.90, DSP 1.00, BRAM36 1.00, MHz 0.75, " in cost


def test_a_ratio_that_rounds_to_the_same_is_reproduced(folder: Path) -> None:
    record_core(folder, HLS.design("falcon-1024"), "xc7", cells={**CELLS, "lut": 817})
    (claim,) = (claim for claim in compare.paper(PAPER).claims if claim.what == f"LUT of {RATIO}")
    assert claim.verdicts[0] == "reproduced", "817 / 800 = 1.02125"


def test_without_any_record_the_tables_are_there(tmp_path: Path) -> None:
    nothing = compare.paper(PAPER, tmp_path)
    assert [len(grid.rows) for grid in nothing.grids] == [
        len(grid.rows) for grid in compare.paper(PAPER).grids
    ]
    for grid in nothing.grids[:2]:
        for row in grid.rows:
            if row["by"].value == "ours":
                assert {key for key in METRICS if key in row} == {"cycles_ntt"}
    for claim in nothing.claims:
        by_formula = claim.what.startswith(("Cycles", "Adders"))
        assert ("not measured" in claim.verdicts) != by_formula


# ------------------------------------------------------------------ lines of source


def test_lines_of_source(tmp_path: Path) -> None:
    path = tmp_path / "a.sv"
    path.write_text("// one\n\nmodule a;  // two\n  // three\nendmodule\n")
    assert source_lines.count(path) == 2
    found = source_lines.of_core("quad")
    assert {"twd_quad.sv", "twd_quad_schedule.sv", "twd_butterfly_2x2.sv"} <= found.keys()
    assert not {"twd_delay.sv", "twd_mod_kred.sv", "twd_ring_pkg.sv"} & found.keys(), "others have them, too"
    assert source_lines.of_core("quad-hls").keys() == {"quad.py", "twd_quad_hls.sv"}


def test_lines_of_the_description_are_those_with_code() -> None:
    """Against the tokens of the file, of which docstrings are statements of a string alone."""
    path = hls_folder() / "quad.py"
    lines: set[int] = set()
    empty = (
        tokenize.COMMENT,
        tokenize.NL,
        tokenize.NEWLINE,
        tokenize.INDENT,
        tokenize.DEDENT,
        tokenize.ENDMARKER,
    )
    with path.open("rb") as file:
        tokens = [token for token in tokenize.tokenize(file.readline) if token.type != tokenize.ENCODING]
    for before, token in zip([None, *tokens], tokens, strict=False):
        alone = before is None or before.type in empty
        if token.type not in empty and not (
            token.type == tokenize.STRING and alone and '"""' in token.string
        ):
            lines.update(range(token.start[0], token.end[0] + 1))
    assert source_lines.count(path) == len(lines)
    page = (records.default_folder().parent / "docs" / "hls.md").read_text(encoding="utf-8")
    assert f"`hls/quad.py`, {len(lines)} lines of Python" in page


# ------------------------------------------------------------------ formats


def test_terminal(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, err = run(capsys, PAPER)
    assert err == ""
    assert "…" not in out
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert "HLS/RTL zynq-7000 1.00 1.00 2.27 1.69 2.41 0.96 1.00 1.04" in lines
    assert "Kuo [10] zynq-7000 8 5 - 2832 1381 150 2616 17.44" in lines
    assert any(line.startswith("quad-hls / quad xc7, ecp5 1.00 1.00 1.12 1.25 0.90 0.75 ") for line in lines)
    assert lines[-1].startswith("records missing: ")
    assert lines[-1].endswith("; made by: twiddle bench"), "they are all wanted"
    assert "results/quad-hls-ml-dsa (xc7, ecp5)" in lines[-1]


def test_markdown_links_to_the_records(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = run(capsys, PAPER, "--format", "markdown")
    stem = "results/quad-falcon-1024-Methodkred-Published0"
    assert f"| [4]({stem}-xc7.json) | [4]({stem}-xc7.json) | [800]({stem}-xc7.json) |" in out
    assert "| [1.25](results/quad-hls-falcon-1024-xc7.json) |" in out
    assert "- Adders of K-RED: reproduced" in out


def test_csv_and_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = run(capsys, PAPER, "--table", "table-2", "--format", "csv")
    row = next(row for row in csv.DictReader(io.StringIO(out)) if row["work"] == "HLS/RTL")
    assert (row["lut"], row["by"]) == ("1.02", "published")
    assert float(row["lut_recomputed"]) == pytest.approx(865 / 849)
    found = json.loads(run(capsys, PAPER, "--format", "json")[0])
    assert [table["name"] for table in found["tables"]] == ["table-2", "table-3", "table-1", "study"]
    (ratio,) = (
        row for row in found["tables"][3]["rows"] if (row["work"], row["ring"]) == (RATIO, "falcon-1024")
    )
    assert ratio["records"]["lut"] == [
        "results/quad-hls-falcon-1024-xc7.json",
        "results/quad-falcon-1024-Methodkred-Published0-xc7.json",
    ]
    assert all((folder.parent / path).is_file() for each in ratio["records"].values() for path in each)


def test_the_list_of_figures(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, PAPER, "--json")[0])
    named = {(each["table"], each["work"], each["scheme"], each["metric"]): each for each in found}
    assert len(named) == len(found)
    lut = named["II", "HLS", "newhope+falcon", "lut"]
    assert (lut["published"], lut["ours"], lut["record"]) == (
        865,
        1000,
        "results/quad-hls-falcon-1024-xc7.json",
    )
    assert named["III", "Kuo [10]", "newhope", "lut"]["ours"] == CELLS["lut"]
    assert named["II", "HLS/RTL", "newhope+falcon", "lut"]["ours"] == 1.25
    assert named["I", "K-RED parameters", "dilithium", "adders_kred"]["ours"] == 2
    cells = sum(getattr(row, key) is not None for row, _ in ROWS for key in METRICS)
    assert len(found) == cells + 3 * 4


# ------------------------------------------------------------------ what is committed


def test_the_cores_of_the_tables_are_wanted() -> None:
    points = wanted.wanted()
    for name in NAMES:
        for target in REFERENCE:
            assert (RTL.design(name), target) in points
            assert (HLS.design(name), target) in points
        assert (AS_PUBLISHED.design(name), "xc7") in points
    assert all((each.design, each.target) in points for each in compare.paper(PAPER).missing if each.design)


def test_without_the_tool_generated_cores_are_left_as_they_are(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find() -> tool.Tool:
        raise TwiddleError("hls: no Python here has CIRCT")

    for module in (records, bench):
        monkeypatch.setattr(module, "default_folder", lambda: folder)
    design = HLS.design("ml-dsa")
    monkeypatch.setattr(bench, "wanted", lambda: [(design, "xc7"), (RTL.design("ml-dsa"), "xc7")])
    monkeypatch.setattr(records, "find", lambda design, target: None)
    kept = records.load(folder / "quad-hls-falcon-1024-xc7.json")
    monkeypatch.setattr(records, "load_all", lambda: [kept])
    monkeypatch.setattr(tool, "find", find)
    assert [job.name for job in bench._core_jobs([], bench.Only(), bench._Run())] == ["xc7 quad ml-dsa"]
    assert bench._recorded_cores() == []
    monkeypatch.setattr(tool, "find", lambda: tool.Tool("python3.13", "1.162.0"))
    assert [job.name for job in bench._core_jobs([], bench.Only(), bench._Run())] == [
        "xc7 quad-hls ml-dsa",
        "xc7 quad ml-dsa",
    ]
