# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What commands print fits the terminal, 100 columns where there is none, and what COLUMNS says."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from command import Run
from rich.console import Console, RenderableType
from rich.table import Table
from twiddle.cli.fitting import fitted, say

from twiddle.cli import display
from twiddle.evidence.results import Results
from twiddle.tools.synth import records

COMMANDS = (
    "explore --ring ml-kem",
    "explore --ring falcon-1024 --target xc7 --mhz 200 --operation ntt",
    "explore --ring ml-kem --core iterative --dry-run",
    "cores",
    "rings",
    "plan --scheme ml-kem-768 --rate 50000 --jobs 2000",
    "arith --q 3329",
    "compare alhassani-2024",
    "compare duong-ngoc-2022",
    "compare nguyen-2019",
    "compare nguyen-2023",
    "compare --like-for-like",
    "compare --peers",
)
NARROWED = ("explore", "rings", "plan", "arith", "compare")
"""Beginnings of commands whose tables are too wide for 80 columns."""


RULE = "\N{BOX DRAWINGS LIGHT HORIZONTAL}" * 2


def measured(text: str) -> str:
    """The same text; skips where `explore` has no point to show until the hardware is measured."""
    if text.startswith("0 of") and Results().pending():
        pytest.skip("results/pending.json: twiddle bench has not measured this hardware")
    return text


def left_out(text: str) -> list[str]:
    """The titles of the columns that are left out, of all tables."""
    wider = r"(?:a wider terminal|COLUMNS=\d+) shows them"
    lines = re.findall(rf" left out: (.*?); {wider}, or \S", " ".join(text.split()))
    return [title for line in lines for title in line.split(", ")]


def titles(text: str) -> list[str]:
    """The titles of the first table, which stand above a line."""
    head = text.partition(" \N{BOX DRAWINGS LIGHT HORIZONTAL}")[0].rstrip().splitlines()[-1]
    return re.split(r"\s{2,}", head.strip())


@pytest.mark.parametrize("line", COMMANDS)
def test_it_fits_80_columns(line: str, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setattr(records, "design_hashes", lambda designs: ["0" * 64] * len(designs))
    monkeypatch.setenv("COLUMNS", "80")
    text = measured(run(line)[0])
    assert [each for each in text.splitlines() if len(each) > 80] == []
    assert "\N{HORIZONTAL ELLIPSIS}" not in text, "a figure or a name is cut"
    assert bool(left_out(text)) == (line.startswith(NARROWED) and "--dry-run" not in line)


@pytest.mark.parametrize("line", COMMANDS)
def test_tables_that_are_piped_fit_100_columns(line: str, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setattr(records, "design_hashes", lambda designs: ["0" * 64] * len(designs))
    text = measured(run(line)[0])
    rules = [each for each in text.splitlines() if RULE in each]
    assert rules
    assert max(map(len, rules)) <= 100
    assert "\N{HORIZONTAL ELLIPSIS}" not in text, "a figure or a name is cut"


@pytest.mark.parametrize("line", ["explore --ring ml-dsa", "rings", "compare nguyen-2019 --table study"])
def test_columns_show_what_is_left_out(line: str, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    piped = measured(run(line)[0])
    wide = max([0, *map(int, re.findall(r"COLUMNS=(\d+)", piped))])
    assert bool(wide) == bool(left_out(piped))
    monkeypatch.setenv("COLUMNS", str(wide or 100))
    whole = run(line)[0]
    assert left_out(whole) == []
    monkeypatch.setenv("COLUMNS", "80")
    narrow = run(line)[0]
    missing = left_out(narrow)
    assert missing
    for title in missing:
        assert title in whole
    assert sorted([*titles(narrow), *missing]) == sorted(titles(whole))


@pytest.mark.parametrize("path", sorted(Results().folder.glob("*-asic-*.json")), ids=lambda path: path.stem)
def test_standard_cells_fit_80_columns(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    record = records.load(path)
    assert isinstance(record, records.Record)
    console = display.console()
    with console.capture() as capture:
        console.print(display.asic_table(record))
    text = capture.get()
    assert max(map(len, text.splitlines())) <= 80
    assert "\N{HORIZONTAL ELLIPSIS}" not in text
    for figure in (f"{record.cells['kge']:,.2f}", f"{record.fmax_mhz:g} MHz", record.library.sha256):
        assert figure in text
    words = text.split()
    for memory in record.memories:
        assert f"{memory.bits:,}" in words
        assert all(part in text for part in memory.name.split("."))


def table(words: str = "some words") -> Table:
    found = display.new_table("name", "LUT", "FF", "DSP", "DSP", "words")
    found.columns[-1].no_wrap = False
    found.add_row("first", "1234567890", "1234567890", "11", "2222222222", words, style="bold")
    return found


def printed(content: RenderableType, width: int) -> str:
    console = Console(width=width, file=io.StringIO())
    with console.capture() as capture:
        console.print(content)
    return capture.get()


def shown(width: int, *less: str) -> str:
    return printed(fitted(table(), *less), width)


def test_columns_go_in_order_and_no_more_than_needed() -> None:
    less = ("FF", "DSP", "LUT")
    assert left_out(shown(80, *less)) == []
    assert left_out(shown(50, *less)) == ["FF"]
    narrow = shown(40, *less)
    assert left_out(narrow) == ["FF", "DSP"]
    assert "11" in narrow
    assert "2222222222" not in narrow, "of two columns with one title the last one"
    assert narrow.rstrip().endswith("or --json")
    assert left_out(shown(30, *less)) == ["LUT", "FF", "DSP"]
    assert max(map(len, shown(20, *less).splitlines())) <= 20


def test_a_text_keeps_the_width_that_it_asks_for() -> None:
    found = table("a text of more than thirty characters")
    for least, missing in ((None, []), (30, ["FF"])):
        found.columns[-1].min_width = least
        assert left_out(printed(fitted(found, "FF", "LUT"), 80)) == missing


def test_no_word_is_cut_where_two_texts_share_the_room() -> None:
    found = display.new_table("name", "form", "LUT", words=2)
    for column in found.columns[:2]:
        column.no_wrap = False
    found.add_row("montgomery-product", "times 2 to the minus twelve, with tables", "123456")
    text = printed(fitted(found, "LUT"), 44)
    assert "montgomery-product" in text
    assert "123456" in text
    assert max(map(len, text.splitlines())) <= 44


def test_a_terminal_that_says_no_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "0")
    assert display.console().is_terminal
    assert display.console().width == display.WIDTH


def test_lines_break_only_where_they_must_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    words = "one two three " * 20
    for columns, longest in (("80", 80), ("0", len(words)), (None, len(words))):
        if columns is None:
            monkeypatch.delenv("COLUMNS")
        else:
            monkeypatch.setenv("COLUMNS", columns)
        console = display.console()
        with console.capture() as capture:
            say(console, f"{words.strip()}\nand more")
        assert max(map(len, capture.get().splitlines())) <= longest
        assert len(capture.get().splitlines()) == (4 if columns == "80" else 2)
