# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the pages show is what happens: the notebooks and the examples of the pages are run."""

import contextlib
import csv
import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Shown, hint, is_light
from command import Run, every_command
from processes import finished

import twiddle
from pages import notebooks, up_to_date
from twiddle.cli import cli

DOCS = Path(__file__).parents[1] / "docs"
PAGES = [
    DOCS.parent / "README.md",
    *(path for path in sorted(DOCS.rglob("*.md")) if "```python" in path.read_text(encoding="utf-8")),
]
NOTEBOOKS = sorted(DOCS.rglob("*.ipynb"))


def test_the_output_of_commands_is_what_they_print() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(DOCS.rglob("*.md"))]
    assert sum("output:begin" in text for text in texts) >= 2
    stale = [text for text in texts if up_to_date(text) != text]
    assert not stale, "made anew by: twiddle bench --tables-only"


def documents() -> dict[str, str]:
    """What docs/python/files.md says of the document of each command."""
    rows = re.findall(r"^\| (`.*?`) \| (.*) \|$", (DOCS / "python" / "files.md").read_text(encoding="utf-8"), re.M)
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
        "plan --scheme ml-kem-768 --rate 1000 --jobs 2000",
        "timeline --scheme ml-kem-512 keygen",
        "verify",
    ],
)
def test_every_key_of_a_document_is_described(line: str, run: Run) -> None:
    found = run.json(line, "--json")
    first = found[0] if isinstance(found, list) else found
    said = set(re.findall("`(.*?)`", documents()[line.split()[0]]))
    assert first.keys() - said == set()


def printed(source: str, space: dict[str, Any]) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as output:
        exec(source, space)
    return output.getvalue()


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_prints_what_it_shows(notebook: Path) -> None:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    ran = [*notebooks.run(cells)]
    assert len(ran) > 12
    for cell, text in ran:
        assert text == "".join(line for output in cell["outputs"] for line in output["text"]), "-m pages.notebooks"
    assert sum("**Exercise.**" in "".join(cell["source"]) for cell in cells) >= 4


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built without a warning."""
    folder = tmp_path_factory.mktemp("site")
    done = finished([sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder], cwd=DOCS.parent)
    assert done.returncode == 0, done.stderr
    return folder


def test_the_site_has_every_page_and_table(site: Path) -> None:
    names = [path.relative_to(DOCS).with_suffix(".html") for path in (*DOCS.rglob("*.md"), *NOTEBOOKS)]
    pages = {name.with_name("index.html") if name.stem == "README" else name for name in names}
    assert pages <= {path.relative_to(site) for path in site.rglob("*.html")}
    text = (site / "start" / "ring-to-core.html").read_text(encoding="utf-8")
    assert "One butterfly" in text
    streams = (site / "cores" / "mdf.html").read_text(encoding="utf-8")
    assert "u in [0, q)" in streams, "a bracket before a link that leaves the site"
    assert "; the model has" in " ".join(streams.split())
    records = csv.DictReader((site / "tables" / "records.csv").read_text(encoding="utf-8").splitlines())
    assert [row["record"] for row in records] == [row["record"] for row in twiddle.results()]
    links = re.compile(r'\(<a href="(?:\.\./)?tables/([^"]+)">CSV</a>\)')
    linked = [name for path in site.rglob("*.html") for name in links.findall(path.read_text(encoding="utf-8"))]
    assert sorted(linked) == sorted(path.name for path in (site / "tables").iterdir())
    assert {"records.csv", "alhassani-2024-table-I.csv"} <= set(linked)


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """Where it is served, as by `make docs-serve`."""
    command = [sys.executable, "-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", str(site), "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout
        (found,) = re.findall(r"http://[\d.:]+/", server.stdout.readline())
        yield found
        server.terminate()


COLUMNS = """(() => {
  const right = (node) => node.getBoundingClientRect().right;
  const first = e.rows[0].cells[0], left = first.getBoundingClientRect().left;
  const clips = [];
  for (let box = e; box; box = box.parentElement)
    if (getComputedStyle(box).overflowX !== "visible") clips.push(right(box));
  const hidden = [...e.rows[0].cells].filter((cell) => right(cell) > Math.min(innerWidth, ...clips) + 1).length;
  e.scrollLeft = 9999;
  return [hidden, e.scrollLeft > 0, first.getBoundingClientRect().left === left];
})()"""
"""Of a table: columns not wholly in sight, whether it scrolls, whether its first column then stays."""

PICTURE = "[e.scrollWidth > e.clientWidth + 1, getComputedStyle(e, '::after').content.includes('right')]"
"""Of a picture: whether its box scrolls, and whether words say so."""


def test_every_table_and_picture_of_the_site_is_readable(site: Path, address: str, browser: Any) -> None:
    """In a wide window whole; in a narrow one it scrolls below its first column, with a hint while more follows."""
    shown = Shown(browser, "about:blank", 1280, 900)
    shown.page.add_init_script("window.Worker = class { postMessage() {} }")  # no search, whose index takes long
    cut: dict[int, list[str]] = {1280: [], 390: []}
    drawn = 0
    for path in sorted(site.rglob("*.html")):
        name = path.relative_to(site).as_posix()
        shown.page.goto(address + name)
        for width, names in cut.items():
            shown.page.set_viewport_size({"width": width, "height": 900})
            shown.run("document.querySelectorAll('details').forEach(e => e.open = true)")
            assert shown.run("document.documentElement.scrollWidth") <= width, name
            tables = shown.all("[role=main] table", COLUMNS)
            assert all(scrolls and stays for hidden, scrolls, stays in tables if hidden), name
            names += [name for hidden, *_ in tables if hidden]
            pictures = shown.all("[role=main] p:has(> img:only-child)", PICTURE)
            assert all(wide == (width == 390) == hinted for wide, hinted in pictures), name
            drawn += len(pictures)
    assert cut[1280] == []
    assert drawn > 2 * 15
    assert len(cut[390]) > 50
    assert shown.complaints == []
    assert [url for url in shown.asked if not url.startswith((address, "data:", "about:"))] == []
    shown.page.goto(address + cut[390][0])
    (box, *_) = [each for each in shown.page.locator("table").all() if each.evaluate(f"e => {COLUMNS}")[0]]
    assert not hint(box), "it is scrolled to its end"
    box.evaluate("e => { e.scrollLeft = 0; }")
    assert hint(box)


def test_the_site_has_a_search_and_two_themes(address: str, browser: Any) -> None:
    shown = Shown(browser, "about:blank", 1280, 900, color_scheme="light")
    with shown.page.expect_console_message(lambda message: "search ready" in message.text):
        shown.page.goto(address)
    shown.page.get_by_role("link", name="Search").click()
    assert "make docs-serve" in shown.page.locator("#mkdocs_search_modal p").inner_text()
    shown.page.locator("#mkdocs-search-query").press_sequentially("zeroize")
    shown.page.locator("#mkdocs-search-results a[href*='schemes/frames.html']").first.click()
    shown.page.wait_for_url("**/schemes/frames.html*")
    assert is_light(shown)
    shown.page.locator("#theme-menu").click()
    shown.page.get_by_role("button", name="Dark").click()
    assert not is_light(shown)
    assert shown.complaints == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_python_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    space: dict[str, Any] = {}
    blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)
    assert blocks
    for block in blocks:
        printed(block, space)
