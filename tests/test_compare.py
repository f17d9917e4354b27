# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle compare` and the forms of its tables, on records that stay as they are."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from command import Run, csv_rows
from compare_cases import MHZ, record_core

import twiddle
from twiddle.base.grid import Cell, Column, Grid, rounded
from twiddle.base.rings import ring
from twiddle.catalog.designs import core
from twiddle.model.sets import DSA_SETS, KEM_SETS
from twiddle.study import peers
from twiddle.study.compare import NAMES, compare
from twiddle.study.papers import PAPERS
from twiddle.tools.targets import REFERENCE

PAPER = "alhassani-2024"
COMMAND = "compare"
RNS = "results/rns-ml-kem-Butterflies2-DoubleBuffer0-Registers0-Published0"


# ------------------------------------------------------------------ papers


@pytest.mark.parametrize(
    ("name", "line"),
    [
        (PAPER, "rns core 2 xc7, MHz ecp5 719 1,034 309 0 6 113 458 458 266 1,610 0.946 14.2 10.2 21.1"),
        ("duong-ngoc-2022", "Duong-Ngoc 2022 artix-7 256 246 265 0.93 9,211 1.7 9,810 0.4 - - 60 0.4 1 56.0 - - - -"),
        ("nguyen-2019", "HLS/RTL zynq-7000 1.00 1.00 2.27 1.69 2.41 0.96 1.00 - 1.04"),
        ("nguyen-2019", "Kuo [10] zynq-7000 8 5 - 2,832 1,381 150 2,616 4,360 17.44"),
        ("nguyen-2023", "K-DSP artix-7 - 283 228 174 77 0 14,895 - -"),
    ],
)
@pytest.mark.usefixtures("frozen_results")
def test_terminal(name: str, line: str, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    """Figures as they stand on a line, titles and notes, and what is missing at the end."""
    monkeypatch.setenv("COLUMNS", "250")
    out, err = run(name)
    assert err == ""
    assert "…" not in out
    assert line in [" ".join(each.split()) for each in out.splitlines()]
    found = compare(name)
    for text in (*(grid.title for grid in found.grids), *found.notes):
        assert text in out
    assert "\nrecords missing: results/" in out
    assert " ".join(out.split()).endswith("; made by: twiddle bench"), "they are always recorded"


@pytest.mark.usefixtures("frozen_results")
def test_every_format_has_the_same_table(run: Run) -> None:
    (table,) = compare(PAPER).document()["tables"]
    rows = {(row["work"], row["units"]): row for row in table["rows"]}
    theirs, ours = rows["Alhassani 2024 1 DBU", 2], rows["rns core", 2]
    assert (theirs["by"], theirs["records"], theirs["time_us"]) == ("published", {}, 5.0)
    assert theirs["time_us_recomputed"] == pytest.approx(1702 / 342)
    assert ours["records"]["atp_lut"] == [f"{RNS}-xc7.json", f"{RNS}-ecp5.json"]
    lines = csv_rows(run(PAPER, "--table", "table-I", "--format", "csv")[0])
    for line, row in zip(lines, table["rows"], strict=True):
        assert {path for paths in row["records"].values() for path in paths} == set(line["records"].split())
        assert all(
            line[key] == ("" if row[key] is None else str(rounded(row[key]))) for key in line if key != "records"
        )
    out, err = run(PAPER, "--format", "markdown")
    assert f"| rns core | 2 | xc7, MHz ecp5 | [719]({RNS}-xc7.json) | 1,034 |" in out
    assert f"]({'../' + RNS}-xc7.json)" in compare(PAPER).markdown("../")
    assert "records missing: results/arith/inplace-engine-ml-kem-Butterflies1-Unload1 (xc7)" in out + err


@pytest.mark.usefixtures("frozen_results")
def test_the_list_has_every_published_figure_with_ours(run: Run) -> None:
    everything = run.json("--json")
    assert {each["paper"] for each in everything} == set(PAPERS)
    counts = Counter(each["paper"] for each in everything)
    assert counts >= Counter({"duong-ngoc-2022": 324, "nguyen-2023": 183, "alhassani-2024": 165, "nguyen-2019": 115})
    named = {(each["work"], each["metric"]): each for each in run.json(PAPER, "--json")}
    keys = ("paper", "table", "work", "scheme", "n", "metric", "published", "ours", "ratio", "record")
    figure = (PAPER, "I", "Alhassani 2024 1 DBU", "kyber", 256, "bram36", 7.5, 6, 6 / 7.5, f"{RNS}-xc7.json")
    of = {"device": "artix-7", "unit": "polymul"}
    assert named["Alhassani 2024 1 DBU", "bram36"] == dict(zip(keys, figure, strict=True)) | of
    missing = named["Alhassani 2024 2 DBU", "lut"]
    assert [missing[key] for key in keys[6:]] == [1052, None, None, None]
    cycles = named["Alhassani 2024 2 DBU", "cycles_ntt"]
    assert [cycles[key] for key in keys[6:]] == [234, 234, 1, None]


def test_one_table(run: Run) -> None:
    out, _ = run("nguyen-2019 --table study")
    assert "RTL against high-level synthesis" in out
    assert "Table II of" not in out


@pytest.mark.usefixtures("frozen_results")
def test_a_comparison_shows_itself() -> None:
    """In Python: its tables, in a notebook too, and what it refuses."""
    found = compare("nguyen-2019")
    assert found.table() is found.grids[0]
    assert found.table("study").title in found._repr_html_()
    assert found._repr_html_().count("<table>") == len(found.grids)
    assert len(compare("like-for-like", butterflies=4).table().rows) == 6
    row = next(row for row in peers.published.lines("peers.csv") if row["ring"] == "ml-dsa")
    extra = compare("peers", own=[{**row, "design": "ours"}]).table("ml-dsa")
    assert len(extra.rows) == len(compare("peers").table("ml-dsa").rows) + 1
    known = "table-2, table-3, table-1, study, parts, claims"
    for call, rule in (
        (lambda: found.table("none"), f"table 'none': not in nguyen-2019, which has {known}"),
        (lambda: compare("nguyen"), r"comparison 'nguyen': unknown .*; the comparisons are alhassani-2024"),
        (lambda: compare("peers", butterflies=2), "butterflies: goes with like-for-like"),
        (lambda: compare("like-for-like", own=[row]), "own: goes with peers"),
    ):
        with pytest.raises(twiddle.TwiddleError, match=rule):
            call()


# ------------------------------------------------------------------ like for like


@pytest.mark.usefixtures("frozen_results")
def test_one_accelerator_with_each_multiplier(run: Run) -> None:
    (table,) = run.json("--like-for-like", "--format", "json")["tables"]
    rows = {row["method"]: row for row in table["rows"]}
    assert list(rows) == ["rns", "rns, Registers = 1", "fold", "ldsp", "kred", "barrett"]
    row, design = rows["rns"], core("rns", "ml-kem", Butterflies=2)
    assert [row[f"cycles_{each}"] for each in design.operations] == [
        design.cycles(each).busy for each in design.operations
    ]
    interval = design.cycles("mul").interval or 0
    assert row["interval_mul"] == interval
    assert row["time_us"] == pytest.approx(interval / row["freq_mhz"])
    area = row["lut"] + 400 * row["dsp"] + 784 * row["bram36"]
    assert row["area_time"] == pytest.approx(area * row["time_us"] / 1000)
    assert row["records"]["area_time"] == [f"{RNS}-ecp5.json"]
    assert rows["kred"]["lut"] is None


def test_what_is_missing_is_named_with_what_makes_it(results: Path, run: Run) -> None:
    out, err = run("--like-for-like", "--butterflies", "4", "--format", "csv")
    assert (out.startswith("method,cycles_ntt,"), err) == (True, "")
    note = out.splitlines()[-1]
    assert note.startswith("# records missing: ")
    assert "results/iterative-ml-kem-Butterflies4-DoubleBuffer0-Methodldsp (ecp5)" in note
    assert "; made by: twiddle bench; twiddle synth --ring ml-kem --core iterative" in note
    assert "--set Butterflies=4 --set DoubleBuffer=0 --set Method=kred --record results" in note


# ------------------------------------------------------------------ peers


def test_others_beside_ours_in_the_same_flow(results: Path, run: Run) -> None:
    record_core(results, core("rns", "ml-kem", Butterflies=1), *REFERENCE)
    record_core(results, core("mdc", ring("falcon-1024"), Form="transform"), *REFERENCE)
    record_core(results, core("pwmm", "ml-kem"), *REFERENCE)
    record_core(results, core("rns", "ml-kem", Butterflies=2), "xc7")
    found = run.json("--peers", "--format", "json")
    tables = {table["name"]: {row["design"]: row for row in table["rows"]} for table in found["tables"]}
    others = {name: sum(row.get("by") == "others" for row in rows.values()) for name, rows in tables.items()}
    larger = tables.pop("larger-moduli")
    assert {row["bits"] for row in found["tables"][-1]["rows"]} == {25, 64}
    assert {"by", "ecp5_lut", "area_time"}.isdisjoint(larger["flexible-r4mdc-ntt"]), "published figures alone"
    assert others == {"ml-kem": 4, "ml-dsa": 3, "falcon-1024": 6, "larger-moduli": 0}
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
    interval = core("rns", "ml-kem", Butterflies=1).cycles("mul").interval
    assert ours["interval_mul"] == interval > 3210
    assert yaman["interval_mul"] is None
    assert ours["time_us"] == pytest.approx(interval / MHZ)
    assert ours["area_time"] == pytest.approx((400 + 4.5 * 784) * interval / MHZ / 1000)
    assert len(ours["records"]["area_time"]) == 1, "of one device"
    half = tables["ml-kem"]["rns Butterflies=2, DoubleBuffer=0, Registers=0, Published=0"]
    assert (half["lut"], half["freq_mhz"], half["area_time"]) == (400, None, None)
    assert not any("pwmm" in design for design in tables["ml-kem"]), "it does not transform"
    stream = tables["falcon-1024"]["mdc Lanes=4, Form=transform, Mixed=0, Method=fold"]
    assert (stream["cycles_ntt"], stream["cycles_mul"], stream["time_us"]) == (256, None, 256 / MHZ)


def test_peers_on_the_terminal(results: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    out, err = run("--peers")
    assert err == ""
    assert "…" not in out
    assert "Open cores for falcon-1024 (n = 1024, q = 12289), measured in the same flow" in out
    assert "GMU Dilithium, 4 butterflies [memory outside]" in " ".join(out.split())
    assert "HOPE-MLKEM" not in out, "it executes whole schemes"
    assert all(title in out for title in ("LUT xc7", "LUT ecp5", "MHz ecp5"))
    out, _ = run("--peers", "--table", "ml-dsa", "--format", "csv")
    assert [row["cycles_mul"] for row in csv_rows(out)] == ["994", "977", "3419"]


def test_no_figure_in_csv_begins_a_note() -> None:
    assert not [
        each for name in NAMES for grid in compare(name).grids for each in grid.csv().splitlines() if "#" in each
    ]


# ------------------------------------------------------------------ whole schemes


def test_a_build_of_a_whole_scheme_is_a_row_of_its_own(run: Run) -> None:
    """Its figures are those of its build alone, and each is of the device in its title."""
    found = run.json("--schemes --json")
    tables = {table["name"]: {row["design"]: row for row in table["rows"]} for table in found["tables"]}
    assert list(tables) == [name.lower() for name in (*KEM_SETS, *DSA_SETS)]
    cells = ("lut", "ff", "dsp", "bram36", "keygen", "encaps", "decaps")
    for design, figures in (
        ("HOPE-MLKEM, 1 butterfly", [22309, None, 4, 20, None, None, None]),
        ("HOPE-MLKEM, 4 butterflies", [31264, 16514, 16, 28, 2525, 3251, 4602]),
    ):
        assert [tables["ml-kem-768"][design][key] for key in cells] == figures
    assert tables["ml-kem-512"]["HOPE-MLKEM, 4 butterflies"]["keygen"] is None, "its cycles are of ML-KEM-768"
    masked, plain = (tables["ml-dsa-87"][f"Adams Bridge, {words}"] for words in ("masked, order 1", "not masked"))
    assert [masked[key] for key in ("keygen", "sign", "verify")] == [plain[key] for key in ("keygen", "sign", "verify")]
    assert all("KaLi" in rows and "Jung et al. 2025" in rows for rows in tables.values())
    for rows in tables.values():
        for row in rows.values():
            ours = row["design"].startswith("twd_lattice")
            assert bool(row["licence"]), row["design"]
            assert ours or row["source"], row["design"]
            assert not (row["lut"] and row["published_lut"]), "of two flows, so of two builds"
            assert ours or not (row["ecp5_lut"] or row["freq_mhz"])
            assert row["published_mhz"] is None or not ours
    titles = {column.key: column.title for column in twiddle.compare("schemes").table("ML-KEM-768").columns}
    assert (titles["lut"], titles["ecp5_lut"], titles["freq_mhz"]) == ("LUT xc7", "LUT ecp5", "MHz ecp5")
    assert (titles["us_decaps"], titles["published_lut"]) == ("decaps, µs ecp5", "LUT published")


def test_whole_schemes_in_every_format(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    line = "--schemes --table ML-KEM-768"
    (table,) = run.json(line, "--json")["tables"]
    text = run(line, "--format csv")[0]
    assert [row["design"] for row in csv_rows(text)] == [row["design"] for row in table["rows"]]
    schemes = compare("schemes")
    assert text.count("\n# ") == len(schemes.notes) + bool(schemes.missing)
    assert r"\par\footnotesize" in run(line, "--format latex")[0]
    assert "- HOPE-MLKEM, 4 butterflies: in it: the memory" in run(line, "--format markdown")[0]
    monkeypatch.setenv("COLUMNS", "250")
    out, _ = run(line)
    assert "Jati et al. 2024: in it: hashes against faults" in out
    assert "ML-DSA" not in out
    assert "not in schemes (did you mean ml-kem-768?)" in run.refused("--schemes --table ml-kem-769")
    assert run.refused("--schemes --peers") == "--peers and --schemes: give one of them"


# ------------------------------------------------------------------ forms of a table


def test_a_grid_shows_numbers_as_they_are() -> None:
    """Thousands apart, except in a number that defines a ring."""
    columns = (
        Column("a", "A", text=True),
        Column("b", "B", 1),
        Column("c", "C"),
        Column("d", "D", shown=False),
        Column("q", "Q"),
    )
    grid = Grid(
        "g",
        "G",
        columns,
        ({"a": Cell("x"), "b": Cell(1234.56, ("r", "s")), "c": Cell(2.5)}, {"c": Cell(12345678), "q": Cell(3329)}),
    )
    assert grid.markdown().splitlines() == [
        *("| A | B | C | Q |", "| --- | ---: | ---: | ---: |"),
        *("| x | [1,234.6](r) | 2.5 | - |", "|  | - | 12,345,678 | 3329 |"),
    ]
    assert grid.csv() == "a,b,c,d,q,records\nx,1234.56,2.5,,,r s\n,,12345678,,3329,\n"


@pytest.mark.usefixtures("frozen_results")
def test_latex(run: Run) -> None:
    out, _ = run(PAPER, "--format", "latex")
    found = compare(PAPER)
    assert all(grid.latex().removesuffix("\\end{table}\n") in out for grid in found.grids)
    (table,) = re.findall(r"\\par\\footnotesize\n(.*?)\\end{table}", found.grids[0].latex(found.notes), re.DOTALL)
    assert len(table.splitlines()) == len(found.notes)
    assert out.count(table) == len(found.grids), "below every table"


def test_latex_escapes_what_is_special() -> None:
    hostile = r"[1] 5 % of a_b & {c}^2 ~ $x$ #1 \end{tabular} <µs> |"
    words = (
        r"{[}1{]} 5 \% of a\_b \& \{c\}\textasciicircum{}2 \textasciitilde{} \$x\$ \#1 "
        r"\textbackslash{}end\{tabular\} \textless{}$\mu$s\textgreater{} \textbar{}"
    )
    text = Grid("g", hostile, (Column("a", hostile, text=True),), ({"a": Cell(hostile)},)).latex()
    assert text.splitlines()[1:7] == [
        *(rf"\caption{{{words}}}", r"\begin{tabular}{l}", r"\hline", rf"{words} \\", r"\hline", rf"{words} \\")
    ]


def test_a_wide_grid_is_several_tables() -> None:
    """Each repeats the columns that identify a row; remarks come below."""
    words = (Column("work", "work", text=True), Column("n", "n"))
    columns = (*words, *(Column(key, key) for key in "abcdefgh"), Column("note", "note", text=True, below=True))
    rows = tuple(
        {"work": Cell("x"), "n": Cell(n), **{key: Cell(i) for i, key in enumerate("abcdefgh")}} for n in (1, 2)
    )
    grid = Grid("g", "G", columns, (rows[0], {**rows[1], "note": Cell("after layout")}))
    first, second, remarks = grid.markdown().split("\n\n")
    assert first.splitlines()[::2] == ["| work | n | a | b | c | d |", "| x | 1 | 0 | 1 | 2 | 3 |"]
    assert second.splitlines()[0] == "| work | n | e | f | g | h |"
    assert second.splitlines()[3] == "| x | 2 | 4 | 5 | 6 | 7 |"
    assert remarks == "- x, 2: after layout\n"
    assert grid.csv().splitlines()[0] == "work,n,a,b,c,d,e,f,g,h,note,records"
