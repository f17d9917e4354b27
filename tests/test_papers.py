# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Every paper of the registry, and the smallest: its figures by its formulas, our rows, every format.

What a paper must have at least follows from its description; test_paper_formulas.py and test_paper_rows.py
have what the figures of each paper are.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
import small_paper
from command import Run
from compare_cases import rows_of

from twiddle.base.grid import Cell, Row
from twiddle.catalog.units import Unit
from twiddle.evidence import bench, wanted
from twiddle.evidence.results import Results
from twiddle.study import compare, published
from twiddle.study.comparison import NOT_MEASURED, Comparison, value_of
from twiddle.study.paper import TWO_DEVICES, Figures, Ours, Paper, Stated, Table, again, calculated
from twiddle.tools.synth import records

COMMAND = "compare"
PAPERS = {**compare.PAPERS, small_paper.PAPER.name: small_paper.PAPER}
TABLES = [
    pytest.param(paper, table, id=f"{name}, {table.name}")
    for name, paper in PAPERS.items()
    for table in paper.tables
    if table.published
]
MEASURED = ("lut", "ff", "dsp", "bram36", "ecp5_lut", "freq_mhz")
"""Figures that are those of a record."""


@pytest.fixture(autouse=True)
def registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands find the small paper too."""
    monkeypatch.setitem(compare.PAPERS, small_paper.PAPER.name, small_paper.PAPER)  # type: ignore[arg-type]


def ours_of(table: Table) -> list[Ours]:
    """Our rows of a table, from its description."""
    groups = table.groups or dict.fromkeys(map(table.group, table.published))
    return [ours for group in groups for ours in table.ours(group)]


def with_area(paper: Paper) -> int:
    """The number of our rows with LUT of a record of their own; at least one in every paper."""
    points = wanted.wanted()
    areas = [
        ours.area
        for table in paper.tables
        for ours in ours_of(table)
        if "lut" in (ours.figures or table.figures or MEASURED)
    ]
    count = sum(isinstance(area, Unit) or (area, "xc7") in points for area in areas)
    assert count > 0
    return count


@pytest.fixture
def folder(every_record: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(records, "default_folder", lambda: every_record)
    return every_record


@pytest.fixture(params=PAPERS)
def name(request: pytest.FixtureRequest) -> str:
    """Each paper, by its name."""
    return str(request.param)


@pytest.fixture(scope="module")
def comparisons(every_record: Path) -> Mapping[str, Comparison]:
    return {name: paper.comparison(Results(every_record)) for name, paper in PAPERS.items()}


@pytest.fixture(scope="module")
def nothing(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Comparison]:
    """The papers without any record."""
    empty = tmp_path_factory.mktemp("empty")
    return {name: paper.comparison(Results(empty)) for name, paper in PAPERS.items()}


# ------------------------------------------------------------------ the papers


def test_every_module_is_found_by_its_name() -> None:
    folder = Path(published.__file__).parent / "papers"
    names = {path.stem.replace("_", "-") for path in folder.glob("*.py") if path.stem != "__init__"}
    assert names == PAPERS.keys() - {"small-2026"} == {row.paper for row in published.everything()}
    assert {"alhassani-2024", "duong-ngoc-2022", "nguyen-2019", "nguyen-2023"} <= names


@pytest.mark.parametrize(("paper", "table"), TABLES)
def test_the_formulas_give_what_the_paper_prints(paper: Paper, table: Table) -> None:
    """To the last decimal, but for what is known to differ, which the row says."""
    compared = 0
    for theirs in table.theirs():
        for key, value in theirs.again.items():
            printed = value_of(theirs.cells, key)
            if printed is not None:
                compared += 1
                near = abs(value - printed) <= 0.5 * 10.0 ** -theirs.row.decimals.get(key, 0) + 1e-9
                assert near == (key not in theirs.differing)
        assert bool(theirs.differing) == ("recomputed: " in str(paper.remark(theirs)))
    keys = {key for key in table.formulas if again(key) in {column.key for column in table.columns}}
    assert bool(compared) == any(keys & row.figures.keys() for row in table.published)


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_what_does_not_follow_is_listed(paper: Paper) -> None:
    for table in paper.tables:
        for theirs in table.theirs():
            assert list(theirs.differing) == theirs.row.differs.split(), (theirs.row.source, theirs.row.work)


@pytest.mark.parametrize(("paper", "table"), TABLES)
def test_every_published_row_is_in_its_table(paper: Paper, table: Table, comparisons: Mapping[str, Comparison]) -> None:
    rows = list(rows_of(comparisons[paper.name], table.name))
    names = Counter(row["work"] for row in rows if row["by"] == "published")
    assert names - Counter({"whole, of table 2": 3}) == Counter(
        table.facts(row).get("work", row.shown) for row in table.published
    )
    assert {row["by"] for row in rows} == {"published", *(["ours"] if ours_of(table) else [])}


def test_a_formula_notes_what_it_reads() -> None:
    row: Row = {"a": Cell(6, ("x",)), "b": Cell(0, ("y",)), "word": Cell("seven")}
    others = {"other": {"a": Cell(3, ("z", "x"))}}

    def cell(formula: Callable[[Figures], float | None]) -> Cell:
        return calculated(formula, row, others, 2)

    assert cell(lambda row: row["a"] / row.of("other")["a"]) == Cell(2, ("x", "z"), 2)
    for formula in (
        lambda row: row["a"] / row["b"],
        lambda row: row["word"],
        lambda row: row["c"],
        lambda row: row.of("none")["a"],
        lambda row: None,
    ):
        assert cell(formula) == Cell(None)
    assert cell(lambda row: float(row.has("other") and not row.has("none"))).value == 1


# ------------------------------------------------------------------ ours beside them


def test_every_figure_of_ours_is_that_of_its_record(
    name: str, comparisons: Mapping[str, Comparison], every_record: Path
) -> None:
    compared = 0
    for grid in comparisons[name].grids:
        for row in grid.rows:
            for key, cell in row.items():
                assert all((every_record.parent / path).is_file() for path in cell.records)
                if key in MEASURED and len(cell.records) == 1 and "/ " not in str(row["work"].value):
                    record = json.loads((every_record.parent / cell.records[0]).read_text())
                    assert record["target"] == ("ecp5" if key in ("freq_mhz", "ecp5_lut") else "xc7")
                    kept = record["cells"] | {"freq_mhz": record["fmax_mhz"], "ecp5_lut": record["cells"]["lut"]}
                    assert cell.value == kept[key]
                    compared += key == "lut"
                if key in MEASURED and row["by"].value == "ours":
                    assert cell.records, "no figure without a link"
    assert compared >= with_area(PAPERS[name])


def test_with_all_that_is_wanted_nothing_is_missing(
    name: str, comparisons: Mapping[str, Comparison], nothing: Mapping[str, Comparison]
) -> None:
    assert not [each.record for each in comparisons[name].missing]
    points = wanted.wanted()
    missing = nothing[name].missing
    assert len({each.record for each in missing}) == len(missing) > 0
    for each in missing:
        assert each.design is None or (each.design, each.target) in points
        assert each.command.startswith("twiddle ")


def test_no_record_of_a_paper_is_missing(name: str) -> None:
    """But for those that wait for their measurement, or have failed."""
    known = {f"results/{record}" for record in (*Results().pending(), *Results().failures())}
    missing = {each.record for each in compare.paper(name, Results()).missing} - known
    assert not missing, f"run: {bench.COMMAND}"


def test_without_any_record_the_tables_are_there(
    name: str, nothing: Mapping[str, Comparison], comparisons: Mapping[str, Comparison]
) -> None:
    assert [len(grid.rows) for grid in nothing[name].grids] == [len(grid.rows) for grid in comparisons[name].grids]
    for grid in nothing[name].grids:
        for row in grid.rows:
            assert row["by"].value == "published" or not {*MEASURED, "slices", "time_us"} & row.keys()
    for claim, known in zip(nothing[name].claims, comparisons[name].claims, strict=True):
        assert claim.what == known.what
        assert NOT_MEASURED in claim.verdicts or claim.ours == known.ours, "no figure without a record"
    assert nothing[name].notes[-1] == "Measured with nothing yet."


def _one_a_figure(claims: object) -> bool:
    return isinstance(claims, Stated) and not claims.joint


def test_claims_are_named_once_and_measured(name: str, comparisons: Mapping[str, Comparison]) -> None:
    claims = comparisons[name].claims
    least = sum(len(each.keys.split()) if _one_a_figure(each) else 1 for each in PAPERS[name].claims)
    assert len({claim.what for claim in claims}) == len(claims) >= least > 0
    assert any(NOT_MEASURED not in claim.verdicts for claim in claims)
    for claim in claims:
        assert claim.sentence.startswith(f"{claim.what}: ")
        assert len(claim.ours) == len(claim.theirs) > 0


# ------------------------------------------------------------------ formats


def test_terminal(name: str, folder: Path, run: Run) -> None:
    found = compare.paper(name, Results())
    out, err = run(name)
    assert err == ""
    assert "…" not in out
    assert "records missing" not in out
    words = " ".join(out.split())
    for text in (*(grid.title for grid in found.grids), found.heading, *found.notes):
        assert text in words
    for claim in found.claims:
        assert f"\n  {claim.sentence}\n" in out
    assert "Measured with pyosys 0.70." in out


def test_markdown_links_to_the_records(name: str, folder: Path, run: Run) -> None:
    out, err = run(name, "--format", "markdown")
    assert err == ""
    assert out == compare.paper(name, Results()).markdown()
    assert all(f"| {' | '.join(claim.cells)} |\n" in out for claim in compare.paper(name, Results()).claims)
    lines = [re.findall(r"\]\((.*?)\)", line) for line in out.splitlines()]
    assert all(len(line) == len(set(line)) for line in lines), "a record has one link in a row"
    links = {link for line in lines for link in line}
    figures = [
        row[column.key]
        for grid in compare.paper(name, Results()).grids
        for row in grid.rows
        for column in grid.shown
        if column.key in row
    ]
    shown = [cell.records[0] for cell in figures if cell.value is not None and cell.records]
    assert len(shown) >= with_area(PAPERS[name])
    assert links == set(shown)
    assert all((folder.parent / link).is_file() for link in links)
    assert "](../results/" in compare.paper(name, Results()).markdown("../")


def test_csv_and_json(name: str, folder: Path, run: Run) -> None:
    """One table as the other format has it, each figure of ours with the records that it was made from."""
    found = run.json(name, "--format", "json")
    assert (found["name"], found["missing"]) == (name, [])
    for table in found["tables"]:
        out, _ = run(name, "--table", table["name"], "--format", "csv")
        lines = list(csv.DictReader(io.StringIO(out)))
        assert len(lines) == len(table["rows"])
        for line, row in zip(lines, table["rows"], strict=True):
            assert {path for paths in row["records"].values() for path in paths} == set(line["records"].split())
            assert all(line[key] == ("" if row[key] is None else str(row[key])) for key in line if key != "records")
            stated = {key for key in MEASURED if row.get(key) is not None}
            assert row["by"] == "published" or stated <= row["records"].keys()
            assert row["by"] == "ours" or row["records"] == {}
    assert len(found["claims"]) == len(compare.paper(name, Results()).claims)


def test_the_list_of_figures(name: str, folder: Path, run: Run) -> None:
    """Every printed figure that is compared, once, with ours."""
    found = run.json(name, "--json")
    keys = ["paper", "table", "work", "scheme", "n", "metric", "published", "ours", "ratio", "record"]
    assert all(list(each) == keys and each["paper"] == name for each in found)
    paper = PAPERS[name]
    assert len(found) == sum(
        value_of(theirs.cells, metric) is not None
        for table in paper.tables
        for theirs in table.theirs()
        for metric in paper.metrics
    )
    for each in found:
        assert each["ratio"] == (
            each["ours"] / each["published"] if each["ours"] is not None and each["published"] else None
        )
        assert each["record"] is None or (folder.parent / each["record"]).is_file()
    assert any(each["ours"] is not None for each in found)


def test_a_formula_over_two_devices_says_so_above_it(name: str) -> None:
    """Area x time is of one device; a paper's product of cells and time of ours is of xc7 and ecp5."""
    for grid in compare.paper(name, Results()).grids:
        over_both = [column.key for column in grid.columns if column.key.startswith(("atp", "eff"))]
        assert bool(over_both) == grid.title.endswith(TWO_DEVICES), (grid.name, over_both)


def test_one_table(name: str, folder: Path, run: Run) -> None:
    *_, last = PAPERS[name].tables
    out, _ = run(name, "--table", last.name)
    printed = " ".join(out.split())
    assert [table for table in PAPERS[name].tables if table.title in printed] == [last]
    assert compare.paper(name, Results()).heading not in out
    _, err = run(name, "--table", "none", code=2)
    names = ", ".join(table.name for table in PAPERS[name].tables)
    assert err == f"twiddle: --table 'none': not in {name}, which has {names}\n"


def test_what_is_missing_is_named(name: str, results: Path, run: Run) -> None:
    missing = compare.paper(name, Results()).missing
    out, err = run(name)
    assert err == ""
    line = out.splitlines()[-1]
    assert line.startswith(f"records missing: {missing[0].record.rpartition('-')[0]} (")
    assert line.endswith("; made by: twiddle bench"), "they are all wanted"
    out, err = run(name, "--format", "markdown")
    assert "records missing" not in out
    assert err == f"{line}\n"
