# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Pages that can be read: their number and size, the pages of cores, diagrams of what is there, links to headings."""

import re
import tomllib
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from markdown.extensions.toc import slugify_unicode

import pages
from pages import diagrams, tables
from twiddle.base import manifest
from twiddle.base.errors import TwiddleError
from twiddle.catalog.designs import cores
from twiddle.evidence.results import Results

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
WRITTEN = [page for page in PAGES if page.parent.name not in ("papers", "records") and page.stem != "api"]
"""Those that nobody generates: papers, records and the Python API are apart."""

DIAGRAMS = diagrams.all_of()
_FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#{1,4} (.*)$", re.MULTILINE)


def test_the_pages_are_few() -> None:
    assert 30 < len(WRITTEN) <= 40


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_a_page_is_short_and_narrow(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    lines = text.splitlines()
    assert len(lines) <= 250
    assert len(text.split()) <= (2500 if page in WRITTEN else 3000)
    assert [line for line in lines if len(line) > 140 and not line.startswith("|")] == []
    rows = [line.replace(r"\|", "") for line in lines if line.startswith("|")]
    assert [row for row in rows if row.count("|") > 9] == [], "more than eight columns"


def headings(page: Path) -> set[str]:
    """The anchors of a page, as MkDocs makes them."""
    titles = _HEADING.findall(_FENCED.sub("", page.read_text(encoding="utf-8")))
    counts: Counter[str] = Counter()
    found = set()
    for title in titles:
        plain = re.sub(r"[`*]|\]\([^)]*\)|\[", "", title)
        name = slugify_unicode(plain, "-")
        found.add(f"{name}_{counts[name]}" if counts[name] else name)
        counts[name] += 1
    return found


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md", ROOT / "SECURITY.md"], ids=lambda page: page.stem)
def test_a_link_to_a_heading_finds_it(page: Path) -> None:
    text = _FENCED.sub("", page.read_text(encoding="utf-8"))
    links = [found for found in re.findall(r"\]\(([^)\s#]*)#([^)\s]+)\)", text) if "://" not in found[0]]
    missing = [
        f"{path}#{anchor}" for path, anchor in links if anchor not in headings(page.parent / path if path else page)
    ]
    assert missing == []


def test_every_page_is_in_the_list() -> None:
    text = (DOCS / "README.md").read_text(encoding="utf-8")
    apart = re.compile(r"papers/.*-(parts|tables(-\d)?)\.md|records/(?!README|multipliers|like-for-like).*\.md")
    names = {page.relative_to(DOCS).as_posix() for page in PAGES} - {"README.md"}
    assert [name for name in sorted(names) if f"]({name})" not in text and not apart.fullmatch(name)] == []
    assert all(f"]({path.relative_to(DOCS)})" in text for path in DOCS.rglob("*.ipynb"))


@pytest.mark.parametrize("name", [kind.name for kind in cores()])
def test_the_page_of_a_core(name: str) -> None:
    text = (DOCS / "cores" / f"{name}.md").read_text(encoding="utf-8")
    assert 40 <= text.count("\n") <= 150
    places = [text.index(mark) for mark in (f"pictures/{name}.svg", "## Example", "## Parameters", "## Cycles")]
    assert places[0] < places[1] < min(places[2:])
    assert "[handshake](handshake.md)" in text


def test_every_measured_ring_has_a_page() -> None:
    assert {record.ring for record in Results().load_all()} == set(tables.RINGS)


# ------------------------------------------------------------------ diagrams


@pytest.mark.parametrize("name", DIAGRAMS)
def test_a_diagram_has_what_is_there(name: str) -> None:
    """Its modules and files exist, its boxes are apart, and a page shows it."""
    named = [box[3] for box in DIAGRAMS[name]["boxes"].values() if len(box) > 3]
    for module in re.findall(r"twd_\w+", " ".join(each for each in named if "/" not in each)):
        assert module in manifest.modules()
    assert [each for each in named if "/" in each and not (ROOT / each).exists()] == []
    drawing = ElementTree.fromstring(diagrams.draw(name, Results()))
    space = {"svg": "http://www.w3.org/2000/svg"}
    boxes = [
        tuple(float(rect.attrib[key]) for key in ("x", "y", "width", "height"))
        for rect in drawing.findall("svg:rect[@rx]", space)
    ]
    assert len(boxes) == len(named)
    for at, (x, y, width, height) in enumerate(boxes):
        for left, top, wide, high in boxes[at + 1 :]:
            assert x + width < left or left + wide < x or y + height < top or top + high < y
    words = ["".join(each.itertext()) for each in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert any(" LUT" in word for word in words) == ("area" in DIAGRAMS[name])
    shown = [page for page in WRITTEN if f"pictures/{name}.svg)" in page.read_text(encoding="utf-8")]
    assert shown


def test_an_arrow_to_nothing_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "diagrams.toml"
    path.write_text('[x]\ntitle = "x"\nboxes.a = [0, 0, "a"]\narrows = ["a -> b"]\n')
    monkeypatch.setattr(diagrams, "DATA", path)
    with pytest.raises(TwiddleError, match=r"diagrams\.toml: x: 'a -> b': no arrow between two boxes"):
        diagrams.draw("x", Results(tmp_path))
    assert tomllib.loads(path.read_text())["x"]["title"] == "x"


def test_generated_text_is_narrow() -> None:
    text = pages.wrapped("| " + "cell " * 40 + "|\n- " + "word " * 40 + "\n```\n" + "x" * 200 + "\n```")
    table, first, second, *drawing = text.splitlines()
    assert len(table) > 200
    assert len(first) <= pages.WIDTH
    assert second.startswith("  word")
    assert drawing == ["```", "x" * 200, "```"]
