# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle arith`: the catalogue of arithmetic units, their records and the papers' figures of merit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from command import Run, csv_rows
from compare_cases import a_record as record_of
from compare_cases import unit_of

from pages import tables
from twiddle.base import manifest
from twiddle.base.grid import words_of
from twiddle.catalog import units
from twiddle.catalog.block import Block
from twiddle.catalog.designs import core
from twiddle.catalog.units import FAMILIES, MODULI, identity
from twiddle.evidence import wanted
from twiddle.evidence.results import PENDING, Results
from twiddle.model import methods
from twiddle.model.methods import Method
from twiddle.study import arith, published
from twiddle.tools.synth import records
from twiddle.tools.synth.records import Record
from twiddle.tools.targets import REFERENCE

COMMAND = "arith"
CATALOGUE = units.catalogue()
FOLD = unit_of("multiplier", "fold", "exact", 3329)
CHOSEN = "--q 3329 --method fold --form exact --unit multiplier"
FIGURES = {"lut": 42, "ff": 61, "dsp": 1, "bram36": 0, "ebr": 0}


def a_record(unit: Block, target: str, **changed: Any) -> Record:
    return record_of(unit, target, FIGURES, 200.0, **changed)


@pytest.fixture
def folder(results: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which every design has the hash 1; the output is wide enough for every column."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(records, "design_hashes", lambda designs: ["1" * 64] * len(designs))
    return results


# ------------------------------------------------------------------ the catalogue


def test_every_method_is_there_for_every_modulus_that_it_takes() -> None:
    found = [identity(unit) for unit in CATALOGUE]
    there = {(unit["unit"], unit["method"], unit["q"]) for unit in found}
    for q in MODULI:
        for method in methods.supported(q):
            assert ("multiplier", method.label, q) in there
            assert (("reduction", method.label, q) in there) == (method not in methods.WHOLE)
            if q.bit_length() <= 14:
                assert ("butterfly", method.label, q) in there
    assert {unit["unit"] for unit in found} == set(FAMILIES)
    for unit in found:
        assert methods.reason(Method[str(unit["method"]).upper()], int(unit["q"])) is None
    assert len({unit.words for unit in CATALOGUE}) == len({unit.stem for unit in CATALOGUE}) == len(CATALOGUE)
    assert {unit.top for unit in CATALOGUE} <= set(manifest.modules())


def test_the_form_is_the_factor_in_the_result() -> None:
    for unit in (unit for unit in CATALOGUE if unit.top == "twd_mod_mul"):
        of, halvings = unit.unit, int(unit.parameters["Halvings"])
        assert factor(of.form, of.q) == methods.scale(of.method, of.q, halvings), unit.words


def factor(form: str, q: int) -> int:
    """What "exact", "times k^2", "times -2^-26" or "times 5" stands for."""
    m = ((q - 1) & (1 - q)).bit_length() - 1
    name = form.removeprefix("times ")
    sign = -1 if name.startswith("-") else 1
    name = name.removeprefix("-")
    values = {"exact": 1, "k": (q - 1) >> m, "k^2": ((q - 1) >> m) ** 2}
    value = pow(2, int(name[2:]), q) if name.startswith("2^") else values.get(name) or int(name)
    return sign * value % q


# ------------------------------------------------------------------ states


def test_what_is_missing_stale_or_pending_is_outdated(folder: Path) -> None:
    def states() -> dict[str, str]:
        return wanted.rows([FOLD], Results())[0].states

    same = FOLD.sources().source_hash()
    assert states() == {"xc7": "missing", "ecp5": "missing"}
    Results().save(a_record(FOLD, "xc7"))
    Results().save(a_record(FOLD, "ecp5", source_hash=same))
    assert states() == {"xc7": "stale", "ecp5": "present"}
    Results().save(a_record(FOLD, "xc7", design_hash="1" * 64))
    assert states() == {"xc7": "present", "ecp5": "present"}
    records.write_json(folder / PENDING, [records.name_of(FOLD, "ecp5")])
    assert states() == {"xc7": "present", "ecp5": "pending"}


# ------------------------------------------------------------------ twiddle arith


def test_the_table_of_units(frozen_results: Results, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    text, _ = run(CHOSEN)
    line = next(line for line in text.splitlines() if line.startswith("  fold"))
    xc7, ecp5 = (frozen_results.find(FOLD, target) for target in REFERENCE)
    assert xc7
    assert ecp5
    eff = 1000 * (ecp5.fmax_mhz or 0) * 12 / (42 + 400)
    words = line.split()
    assert words[words.index("3329") :][:5] == ["3329", str(FOLD.unit.latency), "42", "61", "1"]
    assert words[-2:] == [f"{eff:,.0f}", "-"]
    assert "nguyen-2023 table 3" in text
    assert "14,895" in text


def test_json_csv_and_what_is_missing(folder: Path, run: Run) -> None:
    Results().save(a_record(FOLD, "ecp5", design_hash="1" * 64))
    chosen = [unit for unit in CATALOGUE if unit.unit.q == 3329]
    found = run.json("--q 3329 --json")
    assert [{key: row[key] for key in identity(FOLD)} for row in found] == [identity(unit) for unit in chosen]
    row = found[chosen.index(FOLD)]
    assert row["ecp5"] == {"cells": FIGURES, "fmax_mhz": 200.0, "record": "present"}
    assert row["xc7"] == {"cells": None, "fmax_mhz": None, "record": "missing"}
    out, _ = run("--q 3329 --format csv")
    line = csv_rows(out)[chosen.index(FOLD)]
    assert line["state"] == "xc7 missing"
    assert (line["lut"], line["ecp5_lut"], line["ecp5_ebr"], float(line["freq_mhz"])) == ("", "42", "0", 200)
    assert line["records"] == f"results/{records.name_of(FOLD, 'ecp5')}"
    assert f"{2 * len(chosen) - 1} records are stale or missing" in out
    assert "xc7 missing" in run(CHOSEN)[0]
    found = run.json("--ring falcon-512 --unit reduction --json")
    assert {(row["q"], row["unit"]) for row in found} == {(12289, "reduction")}


@pytest.mark.parametrize("layout", ["latex", "markdown"])
def test_tables_for_a_paper(frozen_results: Results, run: Run, layout: str) -> None:
    out, _ = run(CHOSEN, "--format", layout)
    shown = arith.comparison(wanted.rows([FOLD], frozen_results))
    grid = shown.grids[0]
    assert (grid.latex().removesuffix("\\end{table}\n") if layout == "latex" else grid.markdown()) in out
    assert [grid.name for grid in shown.grids] == ["multipliers", "published-multipliers"]
    theirs = shown.grids[-1]
    row = next(row for row in theirs.rows if row["work"].value == "K-DSP")
    figures = [words_of(row, column) for column in theirs.shown[4:-1]]
    assert figures == ["228", "174", "77", "0", "0", "283", "14,895", "-"]


# ------------------------------------------------------------------ the papers


def test_eff_and_atp_are_the_papers() -> None:
    rows = published.arithmetic()
    assert {row.kind for row in rows} == set(FAMILIES) - {"engine"}
    for row in rows:
        if (row.paper, row.table) == ("nguyen-2023", "3") and "eff_kbps_per_lut" in row.figures:
            assert arith.published_efficiency(row) == pytest.approx(row["eff_kbps_per_lut"], abs=6)
        if "atp" in row.figures:
            slices = row["slices"] + arith.SLICES_PER_DSP * row["dsp"]
            assert row["cycles"] * slices / row["freq_mhz"] == pytest.approx(row["atp"], abs=1)
    unit = core("mod-mul-four", Q=3329, Pairs=1)
    found = {target: a_record(unit, target) for target in REFERENCE}
    atp = pytest.approx((unit.unit.cycles or 0) * (42 / 4 + 61 / 8 + 100) / 200)
    assert arith.merit(wanted.Row(unit, found, {})) == {"eff_kbps_per_lut": None, "atp": atp}
    assert arith.merit(wanted.Row(FOLD, found, {}))["atp"] is None


def test_the_table_of_methods(frozen_results: Results) -> None:
    first, _, heading, _, line, *_ = tables.methods_table(frozen_results, "../").splitlines()
    assert first == "q = 3329:"
    cells = dict(zip(heading.strip("| ").split(" | "), line.strip("| ").split(" | "), strict=True))
    assert (cells["method"], cells["form"], cells["cycles"]) == ("fold", "exact", str(FOLD.unit.latency))
    assert cells["LUT xc7"] == f"[42](../results/{records.name_of(FOLD, 'xc7')})"
