# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The catalogue of arithmetic units, their records, `twiddle arith`, and the limits of the figures."""

from __future__ import annotations

import csv
import io
import re
import shutil
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from command import Run
from compare_cases import unit_record

from twiddle.base import manifest
from twiddle.base.grid import words_of
from twiddle.base.rings import ring
from twiddle.base.sources import Sources
from twiddle.catalog import units
from twiddle.catalog.designs import core
from twiddle.catalog.units import KINDS, MODULI, Unit
from twiddle.evidence import catalogued
from twiddle.evidence.results import Results, default_folder
from twiddle.model import methods
from twiddle.model.methods import Method
from twiddle.study import arith, published
from twiddle.tools.synth import flow, records
from twiddle.tools.synth.records import Record
from twiddle.tools.targets import REFERENCE

COMMAND = "arith"
CATALOGUE = units.catalogue()
LIMITS = tomllib.loads((Path(__file__).parent / "data" / "arith_limits.toml").read_text())
COMMITTED = default_folder()
FIGURES = {"lut": 42, "ff": 61, "dsp": 1, "bram36": 0, "ebr": 0}


def a_record(unit: Unit, target: str, **changed: Any) -> Record:
    return unit_record(unit, target, FIGURES, 200.0, **changed)


def unit_named(kind: str, method: str, q: int, catalogue: list[Unit] = CATALOGUE) -> Unit:
    return next(unit for unit in catalogue if (unit.unit, unit.method, unit.q) == (kind, method, q))


FOLD = unit_named("multiplier", "fold", 3329)


@pytest.fixture
def folder(results: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with records of the core pwmm and of no unit, in which every design has the hash 1.

    The output is wide enough for every column.
    """
    monkeypatch.setenv("COLUMNS", "200")
    for path in COMMITTED.glob("pwmm-*.json"):
        shutil.copy(path, results)
    monkeypatch.setattr(records, "design_hashes", lambda designs: ["1" * 64] * len(designs))
    return results


# ------------------------------------------------------------------ the catalogue


def test_every_method_is_there_for_every_modulus_that_it_takes() -> None:
    there = {(unit.unit, unit.method, unit.q) for unit in CATALOGUE}
    for q in MODULI:
        for method in methods.supported(q):
            assert ("multiplier", method.label, q) in there
            assert (("reduction", method.label, q) in there) == (method not in methods.WHOLE)
            if q.bit_length() <= 14:
                assert ("butterfly", method.label, q) in there
    for kind, label, q in there:
        assert kind in KINDS
        assert methods.reason(Method[label.upper()], q) is None


def test_units_and_files_have_names_of_their_own() -> None:
    assert len({unit.words for unit in CATALOGUE}) == len(CATALOGUE)
    names = {unit.file_name(target) for unit, target in units.points()}
    assert len(names) == len(CATALOGUE) * len(REFERENCE)
    assert all(name.replace("-", "").replace("_", "").removesuffix(".json").isalnum() for name in names)
    assert {unit.top for unit in CATALOGUE} <= set(manifest.modules())


def test_the_form_is_the_factor_in_the_result() -> None:
    assert FOLD.form == "exact"
    for unit in CATALOGUE:
        if unit.top == "twd_mod_mul":
            parameters = unit.parameters
            scale = methods.scale(Method[unit.method.upper()], unit.q, int(parameters["Halvings"]))
            assert factor(unit.form, unit.q) == scale, unit.words


def factor(form: str, q: int) -> int:
    """What "exact", "times k^2", "times -2^-26" or "times 5" stands for."""
    m = ((q - 1) & (1 - q)).bit_length() - 1
    name = form.removeprefix("times ")
    sign = -1 if name.startswith("-") else 1
    name = name.removeprefix("-")
    values = {"exact": 1, "k": (q - 1) >> m, "k^2": ((q - 1) >> m) ** 2}
    value = pow(2, int(name[2:]), q) if name.startswith("2^") else values.get(name) or int(name)
    return sign * value % q


def test_the_command_names_one_unit() -> None:
    for unit in CATALOGUE:
        assert unit.command().startswith(f"twiddle arith --unit {unit.unit} --method {unit.method} --form ")
    assert FOLD.command() == ("twiddle arith --unit multiplier --method fold --form exact --q 3329 --measure --again")


# ------------------------------------------------------------------ twiddle arith


def test_a_current_record_is_shown(folder: Path, run: Run) -> None:
    for target in REFERENCE:
        Results().save(a_record(FOLD, target, design_hash="1" * 64))
    text, _ = run("--q 3329 --method fold --form exact --unit multiplier")
    line = next(line for line in text.splitlines() if line.startswith("  fold"))
    eff = 1000 * 200 * 12 / (42 + 400)
    assert line.split() == [
        *("fold", "exact", "3329", str(FOLD.latency), "42", "61", "1", "0", "42", "1", "0", "200"),
        *(f"{eff:,.0f}", "-"),
    ]
    assert "nguyen-2023 table 3" in text
    assert "14,895" in text
    assert "artix-7" in text
    assert "stale or missing" not in text


def test_the_matrix_vector_core_stands_beside_the_paper(folder: Path, run: Run) -> None:
    """Area-time product of the core in slices x microseconds, as table 6 has it for the paper's."""
    text, _ = run("--q 3329 --method ldsp --unit multiplier")
    lines = [line.split() for line in text.splitlines() if line.startswith("  pwmm ldsp, scaled")]
    assert [(line[3], line[4], line[6]) for line in lines] == [("ml-kem", "1", "128"), ("ml-kem", "2", "64")]
    measured = [row for row in arith.core_rows({3329}, Results()) if row.records["xc7"] and row.records["ecp5"]]
    rows = [row for row in measured if row.records["xc7"].parameters["Method"] == "ldsp"]
    for line, row in zip(lines, rows, strict=True):
        cells, mhz = row.records["xc7"].cells, row.records["ecp5"].fmax_mhz
        atp = arith.core_cycles(row.of) * (cells["lut"] / 4 + cells["ff"] / 8) / mhz
        assert (cells["dsp"], cells["bram36"]) == (0, 0)
        assert arith.area_time(arith.core_cycles(row.of), row.records) == pytest.approx(atp)
        assert f"{atp:,.0f}" in line
    assert "nguyen-2023 table 6" in text
    assert "pwmm" not in run("--q 12289 --unit multiplier --method ldsp")[0]


def test_stale_and_missing_records_are_marked(folder: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    Results().save(a_record(FOLD, "xc7"))
    text, _ = run("--q 3329 --method fold --form exact --unit multiplier")
    assert "xc7 stale, ecp5 missing" in text
    assert "2 records are stale or missing" in text
    Results().save(a_record(FOLD, "ecp5", design_hash="1" * 64))
    core = next(folder.glob("pwmm-ml-kem-*-ecp5.json"))
    core.write_text(re.sub(r'(_hash": ")\w+', r"\g<1>2", core.read_text()))
    monkeypatch.delenv("COLUMNS")
    text, _ = run("--q 3329 --method fold --form exact --unit multiplier")
    lines = text.splitlines()
    fold = next(index for index, line in enumerate(lines) if line.startswith("  fold"))
    assert lines[fold].split()[2] == "xc7"
    assert lines[fold + 1].split() == ["stale"]
    assert set(re.findall(r"^  pwmm .*ml-kem +(\w+)", text, re.MULTILINE)) == {"ecp5", "present"}
    assert "1 record is stale or missing" in text
    (folder / f"arith/{FOLD.file_name('ecp5')}").unlink()
    Results().save(a_record(FOLD, "xc7", design_hash="1" * 64, latency=FOLD.latency + 1))
    assert catalogued.rows([FOLD], Results())[0].states == {"xc7": "stale", "ecp5": "missing"}


def test_a_record_of_the_same_text_is_current_without_elaboration(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hashed(designs: Sequence[Sources]) -> list[str]:
        assert not designs
        return []

    monkeypatch.setattr(records, "design_hashes", hashed)
    same = FOLD.sources().source_hash()
    Results().save(a_record(FOLD, "xc7", source_hash=same))
    Results().save(a_record(FOLD, "ecp5", source_hash=same, latency=FOLD.latency + 1))
    assert catalogued.rows([FOLD], Results())[0].states == {"xc7": "present", "ecp5": "stale"}


def test_json(folder: Path, run: Run) -> None:
    Results().save(a_record(FOLD, "ecp5", design_hash="1" * 64))
    found = run.json("--q 3329 --json")
    assert len(found) == sum(unit.q == 3329 for unit in CATALOGUE)
    row = next(row for row in found if (row["unit"], row["method"]) == ("multiplier", "fold"))
    assert (row["form"], row["q"], row["latency"]) == ("exact", 3329, FOLD.latency)
    assert row["ecp5"] == {"cells": FIGURES, "fmax_mhz": 200.0, "record": "present"}
    assert row["xc7"] == {"cells": None, "fmax_mhz": None, "record": "missing"}


def test_csv_has_every_chosen_unit_with_the_files_of_its_records(folder: Path, run: Run) -> None:
    Results().save(a_record(FOLD, "ecp5", design_hash="1" * 64))
    out, err = run("--q 3329 --format csv")
    found = list(csv.DictReader(io.StringIO(out)))
    chosen = [unit for unit in CATALOGUE if unit.q == 3329]
    assert [(row["unit"], row["method"], row["form"]) for row in found] == [
        (unit.unit, unit.method, unit.form) for unit in chosen
    ]
    row = found[chosen.index(FOLD)]
    assert row["state"] == "xc7 missing"
    assert (row["lut"], row["ecp5_lut"], row["ecp5_ebr"], float(row["freq_mhz"])) == ("", "42", "0", 200)
    assert row["records"] == f"results/arith/{FOLD.file_name('ecp5')}"
    assert f"{2 * len(chosen) - 1} records are stale or missing" in err


@pytest.mark.parametrize("layout", ["latex", "markdown"])
def test_tables_for_a_paper(folder: Path, run: Run, layout: str) -> None:
    Results().save(a_record(FOLD, "xc7", design_hash="1" * 64))
    Results().save(a_record(FOLD, "ecp5", design_hash="1" * 64))
    out, err = run("--q 3329 --method fold --form exact --unit multiplier --format", layout)
    shown = arith.comparison(catalogued.rows([FOLD], Results()), Results())
    assert out == (shown.latex() if layout == "latex" else shown.markdown())
    assert [grid.name for grid in shown.grids] == ["multipliers", "cores", "published-multipliers"]
    titles = ["LUT", "FF", "slices", "DSP", "BRAM36", "MHz", "Eff.", "ATP"]
    theirs = shown.grids[-1]
    assert [column.title for column in theirs.shown[4:-1]] == titles
    row = next(row for row in theirs.rows if row["work"].value == "K-DSP")
    figures = [words_of(row, column) for column in theirs.shown[4:-1]]
    assert figures == ["228", "174", "77", "0", "0", "283", "14,895", "-"]
    row = [row for row in theirs.rows if row["work"].value == "[46]"][-1]
    assert [words_of(row, column) for column in theirs.shown[-3:]] == [
        *("-", "272", "slices converted as LUT/4 + FF/8")
    ]
    assert err == ""


def test_a_ring_stands_for_its_modulus(folder: Path, run: Run) -> None:
    found = run.json("--ring falcon-512 --unit reduction --json")
    assert {row["q"] for row in found} == {12289}
    assert {row["unit"] for row in found} == {"reduction"}


def test_measure_makes_what_is_missing_or_stale(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, bool]] = []

    def measured(unit: Unit, targets: Sequence[str], **options: Any) -> dict[str, Record]:
        asked.extend((target, options["cache"]) for target in targets)
        return {target: a_record(unit, target, design_hash="1" * 64) for target in targets}

    monkeypatch.setattr(flow, "measure_catalogued", measured)
    Results().save(a_record(FOLD, "xc7"))
    chosen = "--q 3329 --method fold --form exact --unit multiplier --measure"
    assert "stale or missing" not in run(chosen)[0]
    assert sorted(asked) == [("ecp5", True), ("xc7", True)]
    run(chosen)
    assert len(asked) == 2
    run(chosen, "--again")
    assert sorted(asked[2:]) == [("ecp5", False), ("xc7", False)]


@pytest.mark.parametrize(
    ("method", "q"),
    [(method, q) for method in Method for q in MODULI if methods.reason(method, q) is not None],
    ids=lambda value: value.label if isinstance(value, Method) else str(value),
)
def test_an_unsupported_pair_is_refused(run: Run, method: Method, q: int) -> None:
    line = run.refused(f"--method {method.label} --q {q}")
    assert line.startswith(f"method {method.label}, q = {q}: {methods.reason(method, q)}")
    assert line.endswith(", ".join(other.label for other in methods.supported(q)))


# ------------------------------------------------------------------ the papers


def test_the_published_rows() -> None:
    rows = published.arithmetic()
    assert {row.source for row in rows} == {
        *(f"nguyen-2023 table {number}" for number in "3456"),
        *("duong-ngoc-2022 table 3", "nguyen-2019 table I"),
    }
    first = rows[0]
    assert (first.work, first.kind, first.q, first["lut"], first["dsp"]) == ("K-DSP", "multiplier", 3329, 228, 0)
    assert {row.kind for row in rows} == set(KINDS) - {"engine"}


def test_eff_and_atp_are_the_papers() -> None:
    for row in published.arithmetic():
        if (row.paper, row.table) == ("nguyen-2023", "3") and "eff_kbps_per_lut" in row.figures:
            assert arith.published_efficiency(row) == pytest.approx(row["eff_kbps_per_lut"], abs=6)
        if "atp" in row.figures:
            slices = row["slices"] + arith.SLICES_PER_DSP * row["dsp"]
            assert row["cycles"] * slices / row["freq_mhz"] == pytest.approx(row["atp"], abs=1)


def test_atp_of_a_unit_for_whole_products() -> None:
    unit = Unit("multiplier", "fold", "four-path", 3329, "twd_none", {}, 6, cycles=64)
    found: Mapping[str, Any] = {target: a_record(unit, target) for target in REFERENCE}
    assert arith.unit_atp(unit, found) == pytest.approx(64 * (42 / 4 + 61 / 8 + 100) / 200)
    assert arith.unit_efficiency(unit, found) is None
    assert arith.unit_atp(FOLD, found) is None


# ------------------------------------------------------------------ what is committed


def test_the_table_has_a_line_for_every_method_and_form() -> None:
    found = [(FOLD, {"xc7": a_record(FOLD, "xc7"), "ecp5": None})]
    first, _, heading, _, line, _, second, *_ = arith.methods_table(found).splitlines()
    assert (first, second) == ("q = 3329:", "q = 12289:")
    cells = dict(zip(heading.strip("| ").split(" | "), line.strip("| ").split(" | "), strict=True))
    assert (cells["method"], cells["form"], cells["cycles"]) == ("fold", "exact", str(FOLD.latency))
    assert cells["xc7 LUT / FF / DSP / BRAM36"] == "42 / 61 / 1 / 0"
    assert cells["ecp5 MHz"] == "-"


def test_every_unit_has_a_record_of_the_present_hardware() -> None:
    if any(name.startswith("arith/") for name in Results().pending()):
        pytest.skip("results/pending.json: twiddle bench has not measured the units of this hardware")
    wrong = [
        f"{row.of.words}, {target}: {state}"
        for row in catalogued.rows(CATALOGUE, Results())
        for target, state in row.states.items()
        if state != "present"
    ]
    assert wrong == [], "run: twiddle bench"
    named = {unit.file_name(target) for unit, target in units.points()}
    assert {path.name for path in (Results().folder / "arith").glob("*")} == named


@pytest.mark.parametrize(
    "limit",
    LIMITS["limit"],
    ids=lambda limit: " ".join(str(limit.get(key, "")) for key in ("unit", "method", "form", "q")),
)
def test_a_limit_is_kept(limit: dict[str, Any]) -> None:
    chosen = [
        unit
        for unit in CATALOGUE
        if all(getattr(unit, key) == limit[key] for key in ("unit", "method", "form", "q") if key in limit)
    ]
    assert chosen
    for unit in chosen:
        xc7, ecp5 = (Results().find(unit, target) for target in ("xc7", "ecp5"))
        assert xc7, f"{unit.words} is not measured"
        assert ecp5, f"{unit.words} is not measured"
        for name in ("lut", "ff", "dsp", "bram36"):
            if name in limit:
                assert xc7.cells[name] <= limit[name], f"{unit.words}: {name}; {limit['source']}"
        assert unit.latency <= limit.get("latency", unit.latency), f"{unit.words}: {limit['source']}"
        assert ecp5.fmax_mhz >= limit.get("mhz", 0), f"{unit.words}: {limit['source']}"


@pytest.mark.parametrize(
    "limit", LIMITS["core"], ids=lambda limit: f"{limit['core']}-{limit['ring']}-{limit['parameters']}"
)
def test_a_limit_of_a_core_is_kept(limit: dict[str, Any]) -> None:
    design = core(limit["core"], ring(limit["ring"]), **limit["parameters"])
    xc7, ecp5 = (Results().find(design, target) for target in ("xc7", "ecp5"))
    assert xc7, f"{design.core} is not measured"
    for name in ("lut", "ff", "dsp", "bram36"):
        if name in limit:
            assert xc7.cells[name] <= limit[name], limit["source"]
    if "mhz" in limit:
        assert ecp5, f"{design.core} is not measured"
        assert ecp5.fmax_mhz >= limit["mhz"], limit["source"]
