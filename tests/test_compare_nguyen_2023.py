# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle compare nguyen-2023`: its tables by its own formulas, our L-DSPs and `pwmm` beside them."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from compare_cases import measured, record_core, run

from twiddle.report import compare, published, wanted
from twiddle.report import nguyen_2023_formulas as formulas
from twiddle.report.comparison import Comparison
from twiddle.report.nguyen_2023 import FACTORS, REDUCTIONS
from twiddle.report.nguyen_2023_formulas import PAPER, TABLES, derived
from twiddle.report.nguyen_2023_tables import BUTTERFLY, CORES, EFF, L_DSP, MODULI, label
from twiddle.report.published import Published
from twiddle.rings import ring
from twiddle.synth import records, units
from twiddle.synth.targets import REFERENCE
from twiddle.synth.units import Unit

ROWS = [row for table in TABLES for row in derived(table)]

DIFFERING = {("4", "[27]"): {"eff": (286, 1000 * 229 / 840)}}
"""What the paper prints, and what its formulas give, where that is not the same."""

CELLS = {"lut": 150, "ff": 240, "dsp": 0, "bram36": 0}
WITH_DSP = {"lut": 50, "ff": 60, "dsp": 1, "bram36": 0}
BU = {"lut": 250, "ff": 300, "dsp": 0, "bram36": 0}
CORE = {"lut": 1000, "ff": 1300, "dsp": 0, "bram36": 0}
MEMORY = {"lut": 900, "ff": 1200, "dsp": 0, "bram36": 1.5}
MHZ = 250.0


def unit_of(kind: str, name: str, q: int) -> Unit:
    (found,) = (unit for unit in units.catalogue() if (unit.unit, label(unit), unit.q) == (kind, name, q))
    return found


def record_unit(folder: Path, unit: Unit, cells: dict[str, float]) -> None:
    for target in REFERENCE:
        units.save(unit, {**unit.document(), **measured(target, cells, MHZ)}, folder / "arith")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of results with a few units and cores."""
    found = tmp_path / "results"
    record_unit(found, unit_of("multiplier", L_DSP, 3329), CELLS)
    record_unit(found, unit_of("multiplier", L_DSP, 12289), CELLS)
    record_unit(found, unit_of("multiplier", "kred, times k", 3329), WITH_DSP)
    record_unit(found, unit_of("butterfly", BUTTERFLY, 3329), BU)
    record_core(found, CORES[0].design, *REFERENCE, cells=CORE, mhz=MHZ)
    record_core(found, CORES[-1].design, *REFERENCE, cells=MEMORY, mhz=MHZ)
    monkeypatch.setattr(records, "default_folder", lambda: found)
    return found


def rows_of(comparison: Comparison, table: str) -> dict[tuple[Any, ...], dict[str, Any]]:
    """Rows of a table by work and modulus; those of a table without one by work."""
    (grid,) = (grid for grid in comparison.grids if grid.name == f"table-{table}")
    found = {}
    for row in grid.rows:
        values = {key: cell.value for key, cell in row.items()}
        found[values["work"], values.get("q", 3329)] = values
    return found


# ------------------------------------------------------------------ the paper


def test_the_tables_are_there() -> None:
    assert {table: len(derived(table)) for table in TABLES} == {"3": 8, "4": 8, "5": 6, "6": 6}
    assert [row.q for row, _ in derived("5")] == [*MODULI, *MODULI]


def test_the_parameters_of_tables_1_and_2_are_our_rings() -> None:
    found = {
        name: (ring(name).n, ring(name).q) for name in ("ml-kem", "kyber-v1", "falcon-512", "falcon-1024")
    }
    assert found == {
        "ml-kem": (256, 3329),
        "kyber-v1": (256, 7681),
        "falcon-512": (512, 12289),
        "falcon-1024": (1024, 12289),
    }
    assert {CORES[0].design.cycles("pwm", k).interval for k in (2, 3, 4)} == {256, 384, 512}


@pytest.mark.parametrize(
    ("row", "again"), ROWS, ids=lambda value: f"{value.table}, {value.work}" if hasattr(value, "work") else ""
)
def test_the_formulas_give_what_the_paper_prints(row: Published, again: dict[str, float]) -> None:
    expected = DIFFERING.get((row.table, row.work), {})
    assert formulas.differing(row, again) == pytest.approx(
        {key: value for key, (_, value) in expected.items()}
    )
    for key, (said, _) in expected.items():
        assert getattr(row, key) == said
    printed = {key for key in ("eff", "atp") if getattr(row, key) is not None}
    assert printed <= set(again), "every figure that is printed follows from others"


def test_every_printed_figure_was_compared() -> None:
    compared = Counter(
        (row.table, key) for row, again in ROWS for key in again if getattr(row, key) is not None
    )
    assert compared == {("3", "eff"): 7, ("4", "eff"): 7, ("6", "atp"): 6, ("6", "slices"): 1}


def test_another_number_of_bits_gives_something_else() -> None:
    """One bit in Table 3, or twelve in Table 4."""
    for table, factor in (("3", 1 / 12), ("4", 12)):
        for row, again in derived(table):
            if again:
                assert formulas.differing(row, {"eff": factor * again["eff"]})
    without_dsp = [row for row, again in derived("6") if row.dsp and again]
    assert len(without_dsp) == 4
    for row in without_dsp:
        assert row.cycles is not None
        assert row.freq_mhz is not None
        assert row.slices is not None
        assert formulas.differing(row, {"atp": formulas.area_time(row.cycles, row.freq_mhz, row.slices, 0)})


def test_the_factors_of_the_text_follow() -> None:
    """From the figures as they are printed, and in ascending order, which is not that of the works named."""
    for table, factors in FACTORS.items():
        eff = {row.work: row.eff for row, _ in derived(table)}
        own = derived(table)[0][0].eff
        assert own is not None
        for work, said in factors.items():
            other = eff[work]
            assert other is not None
            assert own / other == pytest.approx(said, abs=0.05 if said in (4.1, 4.2) else 0.005)
        assert list(factors.values()) == sorted(factors.values())
        assert list(factors) != sorted(factors, key=lambda work: work.split("]")[0])
    atp = {row.work: row.atp for row, _ in derived("6")}
    for work, said in REDUCTIONS.items():
        other = atp[work]
        assert other is not None
        assert 100 * (1 - 180 / other) == pytest.approx(said, abs=0.05)


# ------------------------------------------------------------------ ours beside it


def test_ours_by_the_formulas_of_tables_3_to_5(folder: Path) -> None:
    comparison = compare.paper(PAPER)
    row = rows_of(comparison, "3")[L_DSP, 3329]
    assert {name: row[name] for name in ("lut", "ff", "dsp", "freq_mhz")} == {
        **{name: CELLS[name] for name in ("lut", "ff", "dsp")},
        "freq_mhz": MHZ,
    }
    assert row["slices"] == 150 / 4 + 240 / 8
    assert row["latency"] == unit_of("multiplier", L_DSP, 3329).latency
    assert row[EFF] == pytest.approx(MHZ * 12 * 1000 / 150)
    assert rows_of(comparison, "3")["kred, times k", 3329][EFF] == pytest.approx(MHZ * 12 * 1000 / 450)
    assert rows_of(comparison, "4")[BUTTERFLY, 3329][EFF] == pytest.approx(MHZ * 1000 / 250), "one bit"
    five = rows_of(comparison, "5")
    assert five[BUTTERFLY, 3329][EFF] == pytest.approx(MHZ * 12 * 1000 / 250), "all bits"
    assert five[L_DSP, 12289][EFF] == pytest.approx(MHZ * 14 * 1000 / 150)
    assert {"lut", EFF, "freq_mhz"} & five[L_DSP, 7681].keys() == set()


def test_ours_by_the_formula_of_table_6(folder: Path) -> None:
    found = rows_of(compare.paper(PAPER), "6")
    row = found[CORES[0].label, 3329]
    assert row["cycles_pwm"] == CORES[0].design.cycles("pwm").interval == 128
    assert row["atp"] == pytest.approx(128 * (1000 / 4 + 1300 / 8) / MHZ)
    assert found[CORES[1].label, 3329]["cycles_pwm"] == 64
    whole = found[CORES[-1].label, 3329]
    assert whole["cycles_pwm"] == CORES[-1].design.cycles("pwm").busy
    assert (whole["lut"], "atp" in whole) == (MEMORY["lut"], False), "it has block RAM, which ATP has not"
    assert whole["note"] == "a whole accelerator: NTT, INTT and memory are in it"
    assert {name for name, _ in found if "case" in name} == {"fold, base case", "fold, four-path, base case"}


def test_every_published_row_is_in_its_table(folder: Path) -> None:
    comparison = compare.paper(PAPER)
    for table, grid in zip(TABLES, comparison.grids, strict=True):
        theirs = [(row["work"].value, row["q"].value) for row in grid.rows if row["by"].value == "published"]
        assert theirs == [(published.shown(PAPER, row.work), row.q) for row, _ in derived(table)]
        assert {row["by"].value for row in grid.rows} == {"published", "ours"}
    noted = {
        (grid.name, row["work"].value): row["note"].value
        for grid in comparison.grids
        for row in grid.rows
        if "formulas" in str(row.get("note", grid).value if "note" in row else "")
    }
    assert noted == {("table-4", "[27]"): "by the formulas Eff. 273"}


def test_the_claims(folder: Path) -> None:
    sentences = [claim.sentence for claim in compare.paper(PAPER).claims]
    for text in (
        f"LUT of {L_DSP}: beaten / not measured / beaten, 150 / - / 150 against 228 / 277 / 306, ",
        f"MHz of {L_DSP}: missed / not measured / missed, 250 / - / 250 against 283 / 272 / 256, ",
        f"Eff. of {BUTTERFLY}: beaten / not measured / not measured, 1.2e+04 / - / - against 1.117e+04 / ",
        f"Table 3, Eff. of {L_DSP} by that of [36] K-RED + LUT / [46] Barrett (shift-add) / ",
        f"Table 4, Eff. of {BUTTERFLY} by that of [46] / [18] / [50] / [27] / [48] / [33]: beaten, ",
        "Table 6, Cycles of pwmm, ldsp (1 / 2 units): reproduced, 128 / 64 against 128 / 64, ",
        "Table 6, ATP of pwmm, ldsp (1 / 2 units): missed / not measured, 211.2 / - against 180 / 185, ",
        "is less than that of [46] / [36] / [35] / [34]: missed, 22.35 / ",
        f"LUT at most of {L_DSP} and {BUTTERFLY}, against the 400 of a DSP block: not measured, ",
    ):
        assert sum(text in sentence for sentence in sentences) == 1, text
    assert len(set(sentences)) == len(sentences)


def test_without_any_record_the_tables_are_there(tmp_path: Path) -> None:
    nothing = compare.paper(PAPER, tmp_path)
    assert [len(grid.rows) for grid in nothing.grids] == [
        len(grid.rows) for grid in compare.paper(PAPER).grids
    ]
    ours = [row for grid in nothing.grids for row in grid.rows if row["by"].value == "ours"]
    assert {key for row in ours for key in row} == {
        *("work", "by", "device", "q", "latency", "cycles_pwm", "modes", "note")
    }
    for claim in nothing.claims:
        assert (set(claim.verdicts) == {"not measured"}) == ("Cycles" not in claim.what)
    assert nothing.notes[-1] == "Measured with nothing yet."


def test_a_broken_record_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = unit_of("multiplier", L_DSP, 3329).file_name("ecp5")
    (folder / "arith" / name).write_text("[]")
    out, err = run(capsys, PAPER, code=2)
    assert out == ""
    assert err.endswith(f"{name}: not a synthesis record: no JSON object\n")


# ------------------------------------------------------------------ formats


def test_terminal(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, err = run(capsys, PAPER)
    assert err == ""
    assert "…" not in out
    for table in TABLES:
        assert f"Table {table} of Nguyen, Pham and Hoang 2023, " in out
    assert "\n  [27]: by the formulas Eff. 273\n" in out
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert "K-DSP artix-7 - 283 228 174 77 0 14,895" in lines
    assert "Nguyen 2023 (1 PWMM) artix-7 PWM, PWA 275 1123 1061 386 0 128 180" in lines
    assert "pwmm, 1 unit, ldsp xc7, ecp5 PWM, PWA 250 1000 1300 412 0 128 211" in lines
    assert lines[-1].startswith("records missing: ")
    assert "results/pwmm-ml-kem-Units2-Methodldsp-Scaled1 (xc7, ecp5)" in lines[-1]


def test_markdown_links_to_the_records(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = run(capsys, PAPER, "--format", "markdown")
    stem = "results/arith/multiplier-ldsp-times-k-3329"
    assert f"| [250]({stem}-ecp5.json) | [150]({stem}-xc7.json) |" in out
    assert "- Table 6, Cycles of pwmm, ldsp (1 / 2 units): reproduced" in out


@pytest.mark.parametrize(
    ("table", "key", "said"), [("3", EFF, "14895"), ("4", EFF, "931"), ("6", "atp", "180")]
)
def test_each_table_as_csv(
    table: str, key: str, said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, _ = run(capsys, PAPER, "--table", f"table-{table}", "--format", "csv")
    found = list(csv.DictReader(io.StringIO(out)))
    row = found[0]
    assert (row["by"], row[key], row["records"]) == ("published", said, "")
    assert float(row[f"{key}_recomputed"]) == pytest.approx(float(said), abs=0.5)
    assert any(row["records"] for row in found if row["by"] == "ours")


def test_json_names_the_records(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, PAPER, "--format", "json")[0])
    assert [table["name"] for table in found["tables"]] == [f"table-{table}" for table in TABLES]
    (row,) = (row for row in found["tables"][0]["rows"] if row["work"] == L_DSP)
    stem = "results/arith/multiplier-ldsp-times-k-3329"
    assert row["records"][EFF] == [f"{stem}-xc7.json", f"{stem}-ecp5.json"]
    for table in found["tables"]:
        for row in table["rows"]:
            derived_from_records = {"lut", "ff", "slices", "dsp", "freq_mhz", EFF, "atp"}
            stated = {key for key in derived_from_records if row.get(key) is not None}
            assert row["by"] == "published" or stated <= row["records"].keys()
            assert all((folder.parent / path).is_file() for each in row["records"].values() for path in each)


def test_the_list_of_figures(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, PAPER, "--json")[0])
    named = {(each["table"], each["work"], each["scheme"], each["metric"]): each for each in found}
    assert len(named) == len(found)
    lut = named["5", "L-DSP", "falcon", "lut"]
    assert (lut["n"], lut["published"], lut["ours"]) == (1024, 306, 150)
    assert lut["record"] == "results/arith/multiplier-ldsp-times-k-12289-xc7.json"
    one, two = (named["6", f"Nguyen 2023 ({count} PWMM)", "kyber", "cycles_pwm"] for count in (1, 2))
    assert [each[key] for each in (one, two) for key in ("published", "ours")] == [128, 128, 64, 64]
    keys = ("freq_mhz", "cycles", "lut", "ff", "slices", "dsp", "bram36", "eff", "atp")
    assert len(found) == sum(getattr(row, key) is not None for row, _ in ROWS for key in keys)
    whole = json.loads(run(capsys, "--json")[0])
    assert Counter(each["paper"] for each in whole).keys() == set(compare.PAPERS)
    assert len(compare.PAPERS) == 4


# ------------------------------------------------------------------ what is committed


def test_what_the_tables_lack_is_wanted() -> None:
    points = wanted.wanted()
    for variant in CORES:
        for target in REFERENCE:
            assert (variant.design, target) in points, variant.label
    missing = compare.paper(PAPER).missing
    assert all(each.design is not None and (each.design, each.target) in points for each in missing)
    assert {row.unit for row in published.arithmetic() if row.paper == PAPER} == {
        *("modmul", "bu", "pwm", "pwmm")
    }
