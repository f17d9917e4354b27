# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What commands print fits the terminal, 100 columns where there is none, and what COLUMNS says."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from command import Run, csv_rows
from rich.console import Console

from twiddle.base.grid import Column, Grid
from twiddle.cli import output, synth
from twiddle.cli.output import Shown, grid, say
from twiddle.evidence.results import Results
from twiddle.tools.synth import records

COMMANDS = (
    "explore --ring falcon-1024 --target xc7 --mhz 200 --operation ntt",
    "cores",
    "cores --core lattice --core mod-mul",
    "rings",
    "plan --scheme ml-kem-768 --rate 50000 --jobs 2000",
    "arith --q 3329",
    "compare duong-ngoc-2022",
    "compare --peers",
    "verify",
)


def measured(text: str) -> str:
    """The same text; skips where `explore` has no point to show until the hardware is measured."""
    if text.startswith("0 of") and Results().pending():
        pytest.skip("results/pending.json: twiddle bench has not measured this hardware")
    return text


def left_out(text: str) -> list[str]:
    """The titles of the columns that are left out, of all tables."""
    lines = re.findall(r" left out: (.*?); (?:a wider terminal|COLUMNS=\d+) shows them, or \S", " ".join(text.split()))
    return [title for line in lines for title in line.split(", ")]


@pytest.mark.parametrize("columns", [80, None])
@pytest.mark.parametrize("line", COMMANDS)
def test_tables_fit(line: str, columns: int | None, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    """80 columns with every line, and 100 where there is no terminal; no figure and no name is cut."""
    monkeypatch.setattr(records, "design_hashes", lambda designs: ["0" * 64] * len(designs))
    if columns is not None:
        monkeypatch.setenv("COLUMNS", str(columns))
    text = measured(run(line)[0])
    lines = [each for each in text.splitlines() if columns is not None or "\N{BOX DRAWINGS LIGHT HORIZONTAL}" in each]
    assert lines
    assert max(map(len, lines)) <= (columns or output.WIDTH)
    assert "\N{HORIZONTAL ELLIPSIS}" not in text


@pytest.mark.parametrize("line", ["rings", "compare nguyen-2019"])
def test_columns_show_what_is_left_out(line: str, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    piped = run(line)[0]
    wide = max([output.WIDTH, *map(int, re.findall(r"COLUMNS=(\d+)", piped))])
    monkeypatch.setenv("COLUMNS", str(wide))
    whole = run(line)[0]
    assert left_out(whole) == []
    monkeypatch.setenv("COLUMNS", "80")
    missing = left_out(run(line)[0])
    assert missing
    assert all(title in whole for title in missing)


@pytest.mark.parametrize("path", sorted(Results().folder.glob("*-asic-*.json"))[:3], ids=lambda path: path.stem)
def test_standard_cells_fit_80_columns(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    record = records.load(path)
    assert isinstance(record, records.Record)
    console = output.console()
    with console.capture() as capture:
        synth.answer(record).print(console)
    text = capture.get()
    assert max(map(len, text.splitlines())) <= 80
    assert record.library is not None
    for figure in (f"{record.cells['kge']:,.2f}", f"{record.fmax_mhz:g} MHz", record.library.sha256):
        assert figure in text
    for memory in record.memories or ():
        assert f"{memory.bits:,}" in text.split()
        assert all(part in text for part in memory.name.split("."))


TABLE = Grid(
    "t",
    "A table",
    (Column("name", "name", text=True), Column("words", "words", text=True, room=30), *map(Column, "abc", "abc")),
    grid("", "", "name words", "a b c", [("first", "a text of more than thirty characters", 10**9, 11, 10**8)]).rows,
)


def printed(table: Grid, width: int, *less: str) -> str:
    console = Console(width=width, file=io.StringIO())
    with console.capture() as capture:
        console.print(Shown(table, less, {0}))
    return capture.get()


def test_columns_go_in_order_and_no_more_than_needed() -> None:
    assert left_out(printed(TABLE, 90)) == []
    assert left_out(printed(TABLE, 75, "b", "a")) == ["b"]
    assert left_out(printed(TABLE, 60, "b", "a")) == ["a", "b"]
    assert left_out(printed(TABLE, 65)) == ["c"], "without an order the last one goes first"
    assert max(map(len, printed(TABLE, 20).splitlines())) <= 20
    assert "first" in printed(TABLE, 20)


def test_at_40_columns_the_figures_stay(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Area and time of a design in the table, its parameters below, after all that names its row."""
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr(records, "design_hashes", lambda designs: ["0" * 64] * len(designs))
    text = measured(run("explore --ring ml-kem")[0])
    assert re.search(r"^ +core +LUT +DSP +µs *$", text, re.MULTILINE)
    assert "parameters" not in left_out(text)
    assert re.search(r"iterative, [\d,]+: Butterflies=4 DoubleBuffer=0 Method=\w+ ", " ".join(text.split()))


def test_no_word_is_cut_where_two_texts_share_the_room() -> None:
    rows = [("montgomery-product", "times 2 to the minus twelve, with tables", 123456)]
    text = printed(grid("t", "", "name form", "lut", rows), 44)
    assert "montgomery-product" in text
    assert "123,456" in text
    assert max(map(len, text.splitlines())) <= 44


def test_a_terminal_that_says_no_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "0")
    assert output.console().is_terminal
    assert output.console().width == output.WIDTH


def test_lines_break_only_where_they_must_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    words = "one two three " * 20
    for columns, longest in (("80", 80), ("0", len(words)), (None, len(words))):
        if columns is None:
            monkeypatch.delenv("COLUMNS")
        else:
            monkeypatch.setenv("COLUMNS", columns)
        console = output.console()
        with console.capture() as capture:
            say(console, f"{words.strip()}\nand more")
        assert max(map(len, capture.get().splitlines())) <= longest
        assert len(capture.get().splitlines()) == (4 if columns == "80" else 2)


@pytest.mark.parametrize("line", ["rings", "cores --core mdc --ring ml-kem", "arith --q 3329 --unit reduction"])
def test_every_format_says_the_same(line: str, tmp_path: Path, run: Run) -> None:
    """On standard output, and in a file whose ending selects it."""
    document = run.json(line, "--json")
    texts = {"json": run(line, "--format json")[0]}
    assert json.loads(texts["json"]) == document
    texts |= {form: run(line, f"--format {form}")[0] for form in ("csv", "markdown", "latex")}
    assert len(csv_rows(texts["csv"])) == len(document)
    assert "| --- |" in texts["markdown"]
    assert r"\begin{tabular}" in texts["latex"]
    for ending, form in ((".json", "json"), (".csv", "csv"), (".md", "markdown"), (".tex", "latex")):
        out, err = run(line, "-o", tmp_path / f"a{ending}")
        assert out == ""
        assert err.startswith(f"wrote {tmp_path / f'a{ending}'}\n")
        assert (tmp_path / f"a{ending}").read_text(encoding="utf-8") == texts[form]
    run(line, "--format table -o", tmp_path / "a.dat")
    assert (tmp_path / "a.dat").read_text(encoding="utf-8").split() == run(line)[0].split()
