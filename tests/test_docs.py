# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the pages show is what happens: the tutorial and the examples of the pages are run."""

import contextlib
import csv
import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from command import Run, every_command
from processes import finished

import twiddle
from twiddle.cli import cli, shown
from twiddle.evidence.results import Results

DOCS = Path(__file__).parents[1] / "docs"
PAGES = [
    DOCS.parent / "README.md",
    *(path for path in sorted(DOCS.glob("*.md")) if "```python" in path.read_text(encoding="utf-8")),
]


def test_the_output_of_commands_is_what_they_print() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(DOCS.glob("*.md"))]
    assert sum("output:begin" in text for text in texts) >= 2
    stale = [text for text in texts if shown.up_to_date(text) != text]
    assert not stale, "made anew by: twiddle bench --tables-only"


def documents() -> dict[str, str]:
    """What docs/files.md says of the document of each command."""
    rows = re.findall(r"^\| (`.*?`) \| (.*) \|$", (DOCS / "files.md").read_text(encoding="utf-8"), re.M)
    return {name: words for names, words in rows for name in re.findall("`(.*?)`", names)}


def test_every_document_is_described() -> None:
    names = {
        name for name, command in every_command(cli) if any("--json" in parameter.opts for parameter in command.params)
    }
    assert len(names) > 20
    assert names - set(documents()) == set()


@pytest.mark.parametrize(
    "line",
    [
        "rings",
        "cores --core pwmm",
        "arith --q 3329 --unit reduction",
        "compare nguyen-2019",
        "explore --ring ml-kem --core mdc",
        "explore --ring ml-kem --core mdc --dry-run",
        "plan --scheme ml-kem-768 --rate 1000 --jobs 2000",
        "verify",
    ],
)
def test_every_key_of_a_document_is_described(line: str, run: Run) -> None:
    found = run.json(line, "--json")
    first = found[0] if isinstance(found, list) else found
    said = set(re.findall("`(.*?)`", documents()[line.split()[0]]))
    assert first.keys() - said == set()


def test_the_readme_says_how_much_of_the_matrix_has_a_record() -> None:
    """As long as it says so; about 2,300 points are all that `--matrix -m matrix` collects."""
    said = re.search(r"record of `make matrix` has ([\d,]+) of", (DOCS.parent / "README.md").read_text("utf-8"))
    record = json.loads((Results().folder / "verify/matrix.json").read_text("utf-8"))
    count = sum(record["passed"].values())
    assert (said is not None) == (count < 2000), "write the sentence, or remove it"
    assert said is None or said[1] == f"{count:,}"


def printed(source: str, space: dict[str, Any]) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as output:
        exec(source, space)
    return output.getvalue()


def test_the_tutorial_prints_what_it_shows() -> None:
    cells = json.loads((DOCS / "tutorial.ipynb").read_text(encoding="utf-8"))["cells"]
    space: dict[str, Any] = {}
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert len(code) > 5
    for cell in code:
        shown = "".join(line for output in cell["outputs"] for line in output["text"])
        assert printed("".join(cell["source"]), space) == shown


def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    done = finished(command, cwd=DOCS.parent)
    assert done.returncode == 0, done.stderr
    pages = {path.stem for path in DOCS.glob("*.md")} - {"README"} | {"index", "tutorial"}
    assert pages <= {path.stem for path in tmp_path.glob("*.html")}
    text = (tmp_path / "tutorial.html").read_text(encoding="utf-8")
    assert "One butterfly" in text
    records = csv.DictReader((tmp_path / "tables" / "records.csv").read_text(encoding="utf-8").splitlines())
    assert [row["record"] for row in records] == [row["record"] for row in twiddle.results()]
    links = re.compile(r'\(<a href="(?:\.\./)?tables/([^"]+)">CSV</a>\)')
    linked = [name for path in tmp_path.rglob("*.html") for name in links.findall(path.read_text(encoding="utf-8"))]
    assert sorted(linked) == sorted(path.name for path in (tmp_path / "tables").iterdir())
    assert {"records.csv", "alhassani-2024-table-I.csv"} <= set(linked)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_python_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    space: dict[str, Any] = {}
    blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)
    assert blocks
    for block in blocks:
        printed(block, space)
