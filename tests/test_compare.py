# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle compare`: the papers' tables by their own formulas, our figures beside them, and the claims."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from compare_cases import CORE, MHZ, measured, record_core, run

from twiddle.designs import core
from twiddle.errors import TwiddleError
from twiddle.report import alhassani_2024, compare, published, tables
from twiddle.report.comparison import Claim, Comparison
from twiddle.report.grid import Cell, Column, Grid
from twiddle.report.published import Multiplier
from twiddle.rings import ring
from twiddle.synth import records, units
from twiddle.synth.targets import REFERENCE
from twiddle.synth.units import Unit

ROOT = records.default_folder().parent
(RNS,) = (page for page in compare.PAGES if page.path == "docs/rns.md")
TABLE_I = published.multipliers("alhassani-2024", "I")
ML_KEM = ring("ml-kem")
PAPER = "alhassani-2024"

ENGINE = {"lut": 360, "ff": 400, "dsp": 0, "bram36": 3.5}


def engine(lanes: int) -> Unit:
    return next(
        unit
        for unit in units.catalogue()
        if unit.unit == "engine"
        and unit.parameters["Butterflies"] == lanes
        and not unit.parameters.get("Registers")
    )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of results with the single-butterfly core and its engine, and nothing else."""
    found = tmp_path / "results"
    record_core(found, core("rns", ML_KEM, Butterflies=1), *REFERENCE)
    unit = engine(1)
    units.save(unit, {**unit.document(), **measured("xc7", ENGINE)}, found / "arith")
    monkeypatch.setattr(records, "default_folder", lambda: found)
    return found


def row_of(comparison: Comparison, work: str, lanes: int) -> dict[str, Any]:
    (row,) = (
        row
        for row in comparison.grids[0].rows
        if (row["work"].value, row["butterflies"].value) == (work, lanes)
    )
    return {key: cell.value for key, cell in row.items()}


# ------------------------------------------------------------------ the paper


def test_table_i_is_there() -> None:
    assert [row.units for row in TABLE_I] == [1] * 3 + [2] * 5 + [4] * 4
    own = {row.units: row for row in TABLE_I if row.own}
    assert {lanes: (row.lut, row.ff, row.dsp, row.bram36) for lanes, row in own.items()} == {
        1: (407, 411, 0, 7.5),
        2: (590, 671, 0, 7.5),
        4: (1052, 1058, 0, 13.5),
    }


@pytest.mark.parametrize("row", TABLE_I, ids=lambda row: f"{row.work}, {row.units}")
def test_the_formulas_give_what_the_paper_prints(row: Multiplier) -> None:
    again = alhassani_2024.recomputed(row)
    if row.work == "Guo [32]":
        assert not alhassani_2024.agrees(row)
        one = (row.cycles_ntt + row.cycles_pwm + row.cycles_intt) / row.freq_mhz
        assert one == pytest.approx(row.time_us, abs=0.05)
        ens = alhassani_2024.equivalent_slices(row.slices, row.dsp, row.bram36)
        assert alhassani_2024.area_time(row.lut, one) == pytest.approx(row.atp_lut, abs=0.05)
        assert alhassani_2024.area_time(ens, one) == pytest.approx(row.atp_ens, abs=0.05)
        return
    assert alhassani_2024.agrees(row)
    assert again["time_us"] == pytest.approx(row.time_us, abs=0.05)
    assert again["atp_lut"] == pytest.approx(row.atp_lut, abs=0.05)
    assert again["atp_ens"] == pytest.approx(row.atp_ens, abs=0.05)


def test_what_does_not_follow_is_said(folder: Path) -> None:
    noted = [
        row["work"].value for row in compare.paper(PAPER).grids[0].rows if "note" in row and row["note"].value
    ]
    assert noted == ["Guo [32]"]
    note = row_of(compare.paper(PAPER), "Guo [32]", 4)["note"]
    assert note.startswith("time counts one NTT")
    assert note.endswith("by the formulas 9.5 µs, ATP 14.7 and 40.4")


def test_slices_of_the_paper() -> None:
    """What the notes say of them."""
    found = {row.units: (int(tables.slices(row.lut, row.ff)), row.slices) for row in TABLE_I if row.own}
    assert found == {1: (153, 153), 2: (231, 210), 4: (395, 395)}


# ------------------------------------------------------------------ ours beside it


def test_our_figures_by_the_papers_formulas(folder: Path) -> None:
    found = compare.paper(PAPER)
    design = core("rns", ML_KEM, Butterflies=1)
    for work, cells in (("rns core", CORE), ("rns engine", ENGINE)):
        row = row_of(found, work, 1)
        product = design.cycles("mul").busy
        assert product
        assert [row[f"cycles_{name}"] for name in ("ntt", "intt", "pwm")] == [
            design.cycles(name).busy for name in ("ntt", "intt", "pwm")
        ]
        assert row["cycles_product"] == product
        assert row["cycles_ratio"] == pytest.approx(product / (2 * 906 + 649 + 906))
        assert (row["lut"], row["ff"], row["dsp"]) == (cells["lut"], cells["ff"], 0)
        assert row["bram36"] == CORE["bram36"], "with the memory, which the engine's record is without"
        assert row["freq_mhz"] == MHZ
        assert row["time_us"] == pytest.approx(product / MHZ)
        assert row["slices"] == pytest.approx(cells["lut"] / 4 + cells["ff"] / 8)
        assert row["atp_lut"] == pytest.approx(product / MHZ / 1000 * cells["lut"])
        ens = row["slices"] + 196 * CORE["bram36"]
        assert row["atp_ens"] == pytest.approx(product / MHZ / 1000 * ens)


def test_ours_stand_with_as_many_butterflies(folder: Path) -> None:
    rows = compare.paper(PAPER).grids[0].rows
    lanes = [row["butterflies"].value for row in rows]
    assert lanes == sorted(lanes, key=lambda each: int(str(each)))
    for count in (1, 2, 4):
        group = [str(row["work"].value) for row in rows if row["butterflies"].value == count]
        assert [work for work in group if work.startswith("rns")] == [
            "rns engine",
            "rns core",
            "rns core, Registers = 1",
            "rns core, Published = 1",
        ]
        assert group[-5].startswith("Alhassani 2024")


def test_figure_6_is_of_the_same_rows(folder: Path) -> None:
    found = compare.paper(PAPER)
    figure = found.grids[1]
    keys = ("time_us", "atp_lut", "atp_ens")
    assert [[row[key].value for key in keys] for row in figure.rows[:3]] == [
        [9.6, 3.9, 15.6],
        [5.0, 2.9, 8.4],
        [2.6, 2.7, 7.9],
    ]
    ours = row_of(found, "rns engine", 1)
    assert [figure.rows[3][key].value for key in keys] == [ours[key] for key in keys]
    assert len(figure.rows) == 12


def test_a_missing_record_leaves_its_figures_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "rns-ml-kem-Butterflies1-DoubleBuffer0-Registers0-Published0-ecp5.json").unlink()
    row = row_of(compare.paper(PAPER), "rns core", 1)
    assert row["lut"] == CORE["lut"]
    assert {"freq_mhz", "time_us", "atp_lut", "atp_ens"} & row.keys() == set()
    out, err = run(capsys, PAPER)
    assert err == ""
    line = out.splitlines()[-1]
    assert "Published1" not in line
    assert line.startswith("records missing: results/rns-ml-kem-Butterflies1-")
    assert line.endswith("; made by: twiddle bench")


def test_a_broken_record_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = "rns-ml-kem-Butterflies1-DoubleBuffer0-Registers0-Published0-xc7.json"
    (folder / name).write_text("{")
    out, err = run(capsys, PAPER, code=2)
    assert out == ""
    assert f"{name}: not a synthesis record" in err
    assert err.count("\n") == 1
    design = core("rns", ML_KEM, Butterflies=1)
    record_core(folder, design, *REFERENCE)
    records.save({**records.load(folder / name), "target": "ecp5"}, folder)
    _, err = run(capsys, PAPER, code=2)
    assert err.endswith("-ecp5.json: not a synthesis record: fmax_mhz = None is no clock rate of ecp5\n")


# ------------------------------------------------------------------ claims


def test_a_claim_is_reproduced_missed_or_beaten() -> None:
    claim = Claim("LUT", (400, None, 900, 5), (400, 500, 1000, 4), "of this")
    assert claim.verdicts == ("reproduced", "not measured", "beaten", "missed")
    assert claim.sentence == (
        "LUT: reproduced / not measured / beaten / missed, 400 / - / 900 / 5 against 400 / 500 / 1000 / 4, "
        "ratio 1.000 / - / 0.900 / 1.250; of this."
    )
    assert Claim("DSP", (0, 0), (0, 0), "of this").sentence == "DSP: reproduced, 0 / 0 against 0 / 0."
    assert Claim("Mbit/s", (3, 1, 2), (2, 2, 2), more=True).verdicts == ("beaten", "missed", "reproduced")


def test_the_claims_of_the_paper(folder: Path) -> None:
    sentences = [claim.sentence for claim in compare.paper(PAPER).claims]
    for text in (
        "Cycles of NTT: reproduced, 906 / 458 / 234 against 906 / 458 / 234, ratio 1.000 / 1.000 / 1.000.",
        "Cycles of PWM: beaten, 522 / 266 / 138 against 649 / 328 / 169, ratio 0.804 / 0.811 / 0.817.",
        "Cycles of a product: beaten, 3210 / 1610 / 810 against 3367 / 1702 / 872, ",
        "Cycles of PWM, Published = 1: missed, 650 / 330 / 170 against 649 / 328 / 169, ",
        "ratio 1.002 / 1.006 / 1.006; our pipe from read to write takes 10 cycles.",
        "Time in µs of the engine: missed / not measured / not measured, 20.06 / - / - against ",
        "LUT of the engine: beaten / not measured / not measured, 360 / - / - against 407 / 590 / 1052, ",
        "FF of the core: missed / not measured / not measured, 480 / - / - against 411 / 671 / 1058, ",
        "BRAM36 of the core: beaten / not measured / not measured, 4.5 / - / - against 7.5 / 7.5 / 13.5, ",
    ):
        assert sum(text in sentence for sentence in sentences) == 1
    assert len(set(sentences)) == len(sentences)


# ------------------------------------------------------------------ like for like


def test_one_accelerator_with_each_multiplier(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fold = core("iterative", ML_KEM, Butterflies=1, DoubleBuffer=0, Method="fold")
    record_core(folder, fold, *REFERENCE)
    found = json.loads(run(capsys, "--like-for-like", "--butterflies", "1", "--format", "json")[0])
    (table,) = found["tables"]
    rows = {row["method"]: row for row in table["rows"]}
    assert list(rows) == ["rns", "rns, Registers = 1", "fold", "ldsp", "kred", "barrett"]
    for name, design in (("fold", fold), ("rns", core("rns", ML_KEM, Butterflies=1))):
        row = rows[name]
        assert [row[f"cycles_{each}"] for each in design.operations] == [
            design.cycles(each).busy for each in design.operations
        ]
        interval = design.cycles("mul").interval
        assert interval
        assert row["interval_mul"] == interval
        assert row["time_us"] == pytest.approx(interval / MHZ)
        area = CORE["lut"] + 400 * CORE["dsp"] + 784 * CORE["bram36"]
        assert row["area_time"] == pytest.approx(area * interval / MHZ / 1000)
        assert row["records"]["area_time"] == [
            f"results/{path.name}" for path in folder.glob(f"*{design.core}*-ecp5.json")
        ]
    assert rows["kred"]["lut"] is None


def test_what_is_missing_is_named_with_what_makes_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, err = run(capsys, "--like-for-like", "--format", "csv")
    assert out.startswith("method,cycles_ntt,")
    assert err.count("\n") == 1
    assert "results/iterative-ml-kem-Butterflies2-DoubleBuffer0-Methodldsp (ecp5)" in err
    assert err.endswith("; made by: twiddle bench\n")
    _, err = run(capsys, "--like-for-like", "--butterflies", "4", "--format", "csv")
    assert err.count("\n") == 1
    assert "; made by: twiddle bench; twiddle synth --ring ml-kem --core iterative" in err
    assert "--set Butterflies=4 --set DoubleBuffer=0 --set Method=kred --record results" in err


# ------------------------------------------------------------------ peers


def test_others_beside_ours_in_the_same_flow(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record_core(folder, core("mdc", ring("falcon-1024"), Form="transform"), *REFERENCE)
    record_core(folder, core("pwmm", ML_KEM), *REFERENCE)
    record_core(folder, core("rns", ML_KEM, Butterflies=2), "xc7")
    found = json.loads(run(capsys, "--peers", "--format", "json")[0])
    tables = {table["name"]: {row["design"]: row for row in table["rows"]} for table in found["tables"]}
    others = {name: sum(row["by"] == "others" for row in rows.values()) for name, rows in tables.items()}
    assert others == {"ml-kem": 5, "ml-dsa": 3, "falcon-1024": 6}
    for rows in tables.values():
        for row in rows.values():
            cycles = [row[f"cycles_{name}"] for name in ("ntt", "intt", "pwm", "mul")]
            if row["by"] == "others" and cycles[3] is not None:
                assert cycles[3] == 2 * cycles[0] + cycles[1] + cycles[2]
                assert row["time_us"] == pytest.approx(cycles[3] / row["freq_mhz"], rel=0.02)
            elif row["by"] == "others" and row["time_us"] is not None:
                assert row["time_us"] == pytest.approx(cycles[0] / row["freq_mhz"], rel=0.02)
                assert row["area_time"] is None
    yaman = tables["ml-kem"]["kyber-polmul-hw (Yaman et al. 2021), 4 butterflies"]
    assert yaman["area_time"] == pytest.approx((4199 + 4 * 400 + 8 * 784) * 7.5 / 1000)
    assert tables["ml-dsa"]["GMU Dilithium, 4 butterflies [memory outside]"]["area_time"] is None
    ours = tables["ml-kem"]["rns Butterflies=1, DoubleBuffer=0, Registers=0, Published=0"]
    assert [ours[f"cycles_{name}"] for name in ("ntt", "pwm", "mul")] == [906, 522, 3210]
    assert ours["time_us"] == pytest.approx(3210 / MHZ)
    assert ours["area_time"] == pytest.approx((400 + 4.5 * 784) * 3210 / MHZ / 1000)
    assert len(ours["records"]["area_time"]) == 1, "of one device"
    half = tables["ml-kem"]["rns Butterflies=2, DoubleBuffer=0, Registers=0, Published=0"]
    assert (half["lut"], half["freq_mhz"], half["area_time"]) == (400, None, None)
    assert not any("pwmm" in design for design in tables["ml-kem"]), "it does not transform"
    stream = tables["falcon-1024"]["mdc Lanes=4, Form=transform, Mixed=0, Method=fold"]
    assert (stream["cycles_ntt"], stream["cycles_mul"], stream["time_us"]) == (256, None, 256 / MHZ)


def test_peers_on_the_terminal(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, err = run(capsys, "--peers")
    assert err == ""
    assert "…" not in out
    assert "Open cores for falcon-1024 (n = 1024, q = 12289), measured in the same flow" in out
    assert "GMU Dilithium, 4 butterflies [memory outside]" in " ".join(out.split())
    assert "HOPE-MLKEM, 4 butterflies [whole scheme]" in " ".join(out.split())
    out, _ = run(capsys, "--peers", "--table", "ml-dsa", "--format", "csv")
    assert [row["cycles_mul"] for row in csv.DictReader(io.StringIO(out))] == ["994", "977", "3419"]


# ------------------------------------------------------------------ formats


def test_terminal(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = run(capsys, PAPER)
    line = next(line for line in out.splitlines() if line.startswith("  rns core"))
    product = core("rns", ML_KEM, Butterflies=1).cycles("mul").busy
    assert product
    assert line.split()[:14] == [
        *("rns", "core", "1", "400", "480", "160", "0", "4.5", "160"),
        *("906", "906", "522", str(product), f"{product / 3367:.3f}"),
    ]
    assert "  Guo [32]: time counts one NTT" in out
    assert "  Cycles of PWM: beaten," in out
    assert "Fig. 6" in out
    assert "Measured with pyosys 0.70." in out
    assert "…" not in out


def test_markdown_links_to_the_records(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, err = run(capsys, PAPER, "--format", "markdown")
    assert err.startswith("records missing: ")
    line = next(line for line in out.splitlines() if line.startswith("| rns engine |"))
    assert "| [360](results/arith/engine-rns-1-butterfly-3329-xc7.json) |" in line
    stem = "results/rns-ml-kem-Butterflies1-DoubleBuffer0-Registers0-Published0"
    assert f"| [4.5]({stem}-xc7.json) | [160]({stem}-ecp5.json) |" in line
    assert "](../results/" in compare.paper(PAPER).markdown("../")
    assert "- Cycles of NTT: reproduced" in out


def test_json_names_the_records(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, PAPER, "--format", "json")[0])
    assert found["name"] == PAPER
    assert [table["name"] for table in found["tables"]] == ["table-I", "figure-6"]
    rows = {(row["work"], row["butterflies"]): row for row in found["tables"][0]["rows"]}
    ours, theirs = rows["rns engine", 1], rows["Alhassani 2024 1 SBU", 1]
    assert ours["records"]["atp_ens"] == [
        "results/arith/engine-rns-1-butterfly-3329-xc7.json",
        "results/rns-ml-kem-Butterflies1-DoubleBuffer0-Registers0-Published0-xc7.json",
        "results/rns-ml-kem-Butterflies1-DoubleBuffer0-Registers0-Published0-ecp5.json",
    ]
    for paths in ours["records"].values():
        assert all((folder.parent / path).is_file() for path in paths)
    assert (theirs["by"], theirs["records"], theirs["time_us"]) == ("published", {}, 9.6)
    assert theirs["time_us_recomputed"] == pytest.approx(3367 / 350)
    assert found["claims"][0]["verdicts"] == ["reproduced"] * 3
    assert all(not (folder.parent / each["record"]).exists() for each in found["missing"])
    assert all(each["command"].startswith("twiddle ") for each in found["missing"])


def test_the_list_has_every_published_figure_with_ours(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, err = run(capsys, PAPER, "--json")
    assert err == ""
    found = json.loads(out)
    keys = ["paper", "table", "work", "scheme", "n", "metric", "published", "ours", "ratio", "record"]
    assert all(list(each) == keys for each in found)
    assert {(each["paper"], each["table"], each["scheme"], each["n"]) for each in found} == {
        (PAPER, "I", "kyber", 256)
    }
    named = {(each["work"], each["metric"]): each for each in found}
    assert named["Alhassani 2024 1 SBU", "lut"] == {
        **dict(zip(keys, (PAPER, "I", "Alhassani 2024 1 SBU", "kyber", 256, "lut", 407, 400), strict=False)),
        "ratio": 400 / 407,
        "record": "results/rns-ml-kem-Butterflies1-DoubleBuffer0-Registers0-Published0-xc7.json",
    }
    missing = named["Alhassani 2024 2 DBU", "lut"]
    assert (missing["published"], missing["ours"], missing["ratio"], missing["record"]) == (1052, *[None] * 3)
    cycles = named["Alhassani 2024 2 DBU", "cycles_ntt"]
    assert (cycles["published"], cycles["ours"], cycles["ratio"], cycles["record"]) == (234, 234, 1, None)
    everything = json.loads(run(capsys, "--json")[0])
    assert {each["paper"] for each in everything} == set(compare.PAPERS)
    assert [each for each in everything if each["paper"] == PAPER] == found


def test_one_table(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = run(capsys, PAPER, "--table", "figure-6")
    assert out.startswith("Fig. 6 of Alhassani 2024")
    assert "Table I of" not in out
    assert "beaten" not in out
    out, _ = run(capsys, PAPER, "--table", "figure-6", "--format", "csv")
    assert out.startswith("work,butterflies,by,")
    assert len(out.splitlines()) == 1 + 12


def test_csv(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = list(csv.DictReader(io.StringIO(run(capsys, PAPER, "--format", "csv")[0])))
    assert len(found) == len(TABLE_I) + 12
    row = next(row for row in found if row["work"] == "rns core")
    assert (row["lut"], row["by"], row["atp_lut_recomputed"]) == ("400", "ours", "")
    assert len(row["records"].split()) == 2
    assert found[0]["records"] == ""


def test_a_grid_shows_numbers_as_they_are() -> None:
    columns = (
        Column("a", "A", text=True),
        Column("b", "B", 1),
        Column("c", "C"),
        Column("d", "D", shown=False),
    )
    grid = Grid(
        "g", "G", columns, ({"a": Cell("x"), "b": Cell(1234.56), "c": Cell(2.5)}, {"c": Cell(12345678)})
    )
    assert grid.markdown().splitlines() == [
        *("| A | B | C |", "| --- | ---: | ---: |", "| x | 1,234.6 | 2.5 |", "|  | - | 12345678 |"),
    ]
    assert grid.csv() == "a,b,c,d,records\nx,1234.56,2.5,,\n,,12345678,,\n"


# ------------------------------------------------------------------ refusals and help


@pytest.mark.parametrize(
    ("arguments", "rule"),
    [
        ("alhasani-2024", "paper 'alhasani-2024': unknown (did you mean alhassani-2024?); the papers are "),
        ("zzz", "paper 'zzz': unknown; the papers are alhassani-2024, duong-ngoc-2022"),
        ("", f"PAPER: missing; give one of {', '.join(compare.PAPERS)}, or --like-for-like or --peers"),
        ("alhassani-2024 --like-for-like", "PAPER and --like-for-like: give one of them"),
        ("alhassani-2024 --peers", "PAPER and --peers: give one of them"),
        ("--peers --like-for-like", "--like-for-like and --peers: give one of them"),
        ("--peers --butterflies 2", "--butterflies: goes with --like-for-like"),
        ("--peers --table kyber", "--table 'kyber': there is none in peers; it has ml-kem, ml-dsa, falcon"),
        ("alhassani-2024 --butterflies 2", "--butterflies: goes with --like-for-like"),
        ("--like-for-like --butterflies 3", "core rns: Butterflies = 3 is not one of 1, 2, 4"),
        (
            "--like-for-like --butterflies two",
            "Invalid value for '--butterflies': 'two' is not a valid integer",
        ),
        (
            "alhassani-2024 --table table-1",
            "--table 'table-1': there is none in alhassani-2024; it has table-I, figure-6",
        ),
        (
            "--json --like-for-like",
            "--json: lists what papers published; the other comparisons have --format",
        ),
        (
            "--json --butterflies 2",
            "--json: lists what papers published; the other comparisons have --format",
        ),
        ("--json --peers", "--json: lists what papers published; the other comparisons have --format json"),
        ("--json --table table-I", "--json: lists all figures; it does not go with --table and --format"),
        ("--json --format csv", "--json: lists all figures; it does not go with --table and --format"),
        ("--json zzz", "paper 'zzz': unknown; the papers are"),
        ("alhassani-2024 --format xml", "Invalid value for '--format': 'xml' is not one of 'terminal', "),
    ],
)
def test_refusals(capsys: pytest.CaptureFixture[str], arguments: str, rule: str) -> None:
    out, err = run(capsys, *arguments.split(), code=2)
    assert out == ""
    assert err.startswith(f"twiddle: {rule}")
    assert err.count("\n") == 1


def test_help_teaches_with_examples(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = run(capsys, "--help")
    assert "Examples:" in out
    assert "twiddle compare --like-for-like" in out
    assert all(paper in out for paper in compare.PAPERS)


# ------------------------------------------------------------------ the page


def test_the_page_holds_both_comparisons(folder: Path) -> None:
    text = RNS.text()
    assert "| rns core | 1 | [400](../results/rns-" in text
    assert "| fold | 463 |" in text
    path = folder.parent / "rns.md"
    path.write_text(f"# Page\n\n{RNS.begin}\n{RNS.end}\n")
    assert tables.rewrite(path, RNS.begin, RNS.end, text)
    assert tables.holds(path, RNS.begin, RNS.end, text)


@pytest.mark.parametrize("page", compare.PAGES, ids=lambda page: page.mark)
def test_the_tables_of_the_docs_are_up_to_date(page: compare.Page) -> None:
    assert tables.holds(ROOT / page.path, page.begin, page.end, page.text()), (
        "run: twiddle bench --tables-only"
    )


def test_an_unknown_paper_is_refused_in_python() -> None:
    with pytest.raises(TwiddleError, match="paper 'nguyen-2020': unknown"):
        compare.paper("nguyen-2020")
