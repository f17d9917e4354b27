# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle compare`: the papers' tables by their own formulas, our figures beside them, and the claims."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from command import Run
from compare_cases import CORE, MHZ, record_core, record_unit, unit_of

from twiddle.base.grid import EMPTY, Cell, Column, Grid, in_words
from twiddle.base.rings import ring
from twiddle.catalog.designs import core
from twiddle.evidence.results import Results
from twiddle.study import compare
from twiddle.study.comparison import Claim
from twiddle.tools.targets import REFERENCE

ML_KEM = ring("ml-kem")
PAPER = "alhassani-2024"
COMMAND = "compare"

ENGINE = {"lut": 360, "ff": 400, "dsp": 0, "bram36": 3.5}


@pytest.fixture
def folder(results: Path) -> Path:
    """A folder of results with the single-butterfly core and its engine, and nothing else."""
    record_core(results, core("rns", ML_KEM, Butterflies=1), *REFERENCE)
    record_unit(results, unit_of("engine", "rns", "1 butterfly", 3329), "xc7", cells=ENGINE)
    return results


# ------------------------------------------------------------------ claims


def test_a_claim_is_reproduced_missed_or_beaten() -> None:
    claim = Claim("LUT", (400, None, 900, 5), (400, 500, 1000, 4), "of this")
    assert claim.verdicts == ("reproduced", "not measured", "beaten", "missed")
    assert claim.sentence == (
        "LUT: reproduced / not measured / beaten / missed, 400 / - / 900 / 5 against 400 / 500 / 1,000 / 4, "
        "ratio 1.000 / - / 0.900 / 1.250; of this."
    )
    assert Claim("DSP", (0, 0), (0, 0), "of this").sentence == "DSP: reproduced, 0 / 0 against 0 / 0."
    assert Claim("Mbit/s", (3, 1, 2), (2, 2, 2), more=True).verdicts == ("beaten", "missed", "reproduced")


# ------------------------------------------------------------------ like for like


def test_one_accelerator_with_each_multiplier(folder: Path, run: Run) -> None:
    fold = core("iterative", ML_KEM, Butterflies=1, DoubleBuffer=0, Method="fold")
    record_core(folder, fold, *REFERENCE)
    found = run.json("--like-for-like", "--butterflies", "1", "--format", "json")
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


def test_what_is_missing_is_named_with_what_makes_it(folder: Path, run: Run) -> None:
    out, err = run("--like-for-like", "--format", "csv")
    assert out.startswith("method,cycles_ntt,")
    assert err.count("\n") == 1
    assert "results/iterative-ml-kem-Butterflies2-DoubleBuffer0-Methodldsp (ecp5)" in err
    assert err.endswith("; made by: twiddle bench\n")
    _, err = run("--like-for-like", "--butterflies", "4", "--format", "csv")
    assert err.count("\n") == 1
    assert "; made by: twiddle bench; twiddle synth --ring ml-kem --core iterative" in err
    assert "--set Butterflies=4 --set DoubleBuffer=0 --set Method=kred --record results" in err


# ------------------------------------------------------------------ peers


def test_others_beside_ours_in_the_same_flow(folder: Path, run: Run) -> None:
    record_core(folder, core("mdc", ring("falcon-1024"), Form="transform"), *REFERENCE)
    record_core(folder, core("pwmm", ML_KEM), *REFERENCE)
    record_core(folder, core("rns", ML_KEM, Butterflies=2), "xc7")
    found = run.json("--peers", "--format", "json")
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
    interval = core("rns", ML_KEM, Butterflies=1).cycles("mul").interval
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


def test_peers_on_the_terminal(folder: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    out, err = run("--peers")
    assert err == ""
    assert "…" not in out
    assert "Open cores for falcon-1024 (n = 1024, q = 12289), measured in the same flow" in out
    assert "GMU Dilithium, 4 butterflies [memory outside]" in " ".join(out.split())
    assert "HOPE-MLKEM, 4 butterflies [whole scheme]" in " ".join(out.split())
    out, _ = run("--peers", "--table", "ml-dsa", "--format", "csv")
    assert [row["cycles_mul"] for row in csv.DictReader(io.StringIO(out))] == ["994", "977", "3419"]


# ------------------------------------------------------------------ formats


def test_terminal(folder: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    """Figures as they stand on a line, of ours and of the papers, and what stands below a table."""
    monkeypatch.setenv("COLUMNS", "200")
    lines = [" ".join(line.split()) for line in run(PAPER)[0].splitlines()]
    product = core("rns", ML_KEM, Butterflies=1).cycles("mul").busy
    assert product
    figures = f"400 480 160 0 4.5 160 906 906 522 {product:,} {product / 3367:.3f} {product / MHZ:.1f}"
    assert any(line.startswith(f"rns core 1 {figures} ") for line in lines)
    assert any(line.startswith("Guo [32]: time counts one NTT") for line in lines)
    for paper, expected in (
        ("duong-ngoc-2022", "Duong-Ngoc 2022 artix-7 256 246 265 0.93 9,211 1.7 9,810 0.4 - - 60 0.4 1 56.0"),
        ("nguyen-2019", "HLS/RTL zynq-7000 1.00 1.00 2.27 1.69 2.41 0.96 1.00 1.04"),
        ("nguyen-2019", "Kuo [10] zynq-7000 8 5 - 2,832 1,381 150 2,616 17.44"),
        ("nguyen-2023", "K-DSP artix-7 - 283 228 174 77 0 14,895"),
        ("nguyen-2023", "Nguyen 2023 (1 PWMM) artix-7 PWM, PWA 275 1,123 1,061 386 0 128 180"),
    ):
        assert expected in [" ".join(line.split()) for line in run(paper)[0].splitlines()]


def test_json(folder: Path, run: Run) -> None:
    found = run.json(PAPER, "--format", "json")
    rows = {(row["work"], row["butterflies"]): row for row in found["tables"][0]["rows"]}
    theirs = rows["Alhassani 2024 1 SBU", 1]
    assert (theirs["by"], theirs["records"], theirs["time_us"]) == ("published", {}, 9.6)
    assert theirs["time_us_recomputed"] == pytest.approx(3367 / 350)
    assert found["claims"][0]["verdicts"] == ["reproduced"] * 3


def test_the_list_has_every_published_figure_with_ours(folder: Path, run: Run) -> None:
    everything = run.json("--json")
    assert {each["paper"] for each in everything} == set(compare.PAPERS)
    named = {(each["work"], each["metric"]): each for each in everything if each["paper"] == PAPER}
    keys = ("paper", "table", "work", "scheme", "n", "metric", "published", "ours", "ratio", "record")
    record = "results/rns-ml-kem-Butterflies1-DoubleBuffer0-Registers0-Published0-xc7.json"
    figure = (PAPER, "I", "Alhassani 2024 1 SBU", "kyber", 256, "lut", 407, 400, 400 / 407, record)
    assert named["Alhassani 2024 1 SBU", "lut"] == dict(zip(keys, figure, strict=True))
    missing = named["Alhassani 2024 2 DBU", "lut"]
    assert [missing[key] for key in keys[6:]] == [1052, None, None, None]
    cycles = named["Alhassani 2024 2 DBU", "cycles_ntt"]
    assert [cycles[key] for key in keys[6:]] == [234, 234, 1, None]
    ours = {
        tuple(each[key] for key in ("table", "work", "n", "metric")): each["ours"]
        for each in everything
        if each["paper"] != PAPER
    }
    assert ours["2", "Duong-Ngoc 2022", 256, "cycles"] == 244
    assert ours["3", "top control and data memory", 256, "lut"] is None
    assert ours["I", "K-RED parameters", 256, "adders_kred"] == 2
    assert [ours["6", f"Nguyen 2023 ({units} PWMM)", 256, "cycles_pwm"] for units in (1, 2)] == [128, 64]


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


def cells_of_latex(text: str) -> list[list[str]]:
    """The rows of the tables in a text of LaTeX, without the escapes."""
    words = {"backslash": "\\", "asciitilde": "~", "asciicircum": "^", "less": "<", "greater": ">", "bar": "|"}
    escapes = r"\\text(\w+)\{\}|\\([&%$#_{}])|\{([][])\}|(\$\\mu\$)|([\\&%$#_{}~^<>|])"

    def plain(found: re.Match[str]) -> str:
        name, special, bracket, mu, bare = found.groups()
        assert bare is None, f"{bare} is not escaped"
        return words[name] if name else special or bracket or (mu and "µ")

    lines = [line.removesuffix(r" \\") for line in text.splitlines() if line.endswith(r" \\")]
    return [[re.sub(escapes, plain, cell) for cell in re.split(r"(?<!\\) ?& ?", line)] for line in lines]


def test_latex(folder: Path, run: Run) -> None:
    out, _ = run(PAPER, "--format", "latex")
    found = compare.paper(PAPER, Results())
    assert out == found.latex()
    assert cells_of_latex(out) == [
        row
        for grid in found.grids
        for row in (
            [column.title for column in grid.shown],
            *([in_words(row.get(column.key, EMPTY), column) for column in grid.shown] for row in grid.rows),
        )
    ]
    for kind in ("table", "tabular"):
        assert out.count(rf"\begin{{{kind}}}") == out.count(rf"\end{{{kind}}}") == len(found.grids)
    for row, spec in re.findall(r"\\begin\{tabular\}\{(.*)\}\n\\hline\n(.*)", out):
        assert len(re.sub(r"p\{.*?\}", "p", row)) == len(cells_of_latex(spec)[0])
    assert sum(len(cells) for cells in cells_of_latex(out)) > 100


def test_latex_escapes_what_is_special() -> None:
    hostile = r"[1] 5 % of a_b & {c}^2 ~ $x$ #1 \end{tabular} <µs> |"
    grid = Grid("g", hostile, (Column("a", hostile, text=True), Column("b", "B", 1)), ({"a": Cell(hostile)},))
    text = grid.latex()
    assert cells_of_latex(text) == [[hostile, "B"], [hostile, "-"]]
    assert text.count(r"\end{tabular}") == 1
    assert not re.search(r"^\[", text, re.MULTILINE), "it would be an option of the row before"


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


# ------------------------------------------------------------------ the page


def test_the_page_holds_both_comparisons(folder: Path) -> None:
    text = compare.PAPERS[PAPER].text(Results())
    assert "| rns core | 1 | [400](../results/rns-" in text
    assert "| fold | 463 |" in text
