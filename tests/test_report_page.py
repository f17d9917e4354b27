# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The page of `twiddle report`: what is in it, and what it does in a browser (headless Chromium)."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from browser import Shown, hint, is_light
from command import Run
from compare_cases import record_core
from conftest import FROZEN
from msgspec import structs

from twiddle.base import manifest
from twiddle.base.grid import Cell, Column, Grid
from twiddle.catalog import designs
from twiddle.evidence import breakdown
from twiddle.evidence.results import Results
from twiddle.study import whole
from twiddle.study.page import area
from twiddle.study.page import document as figures
from twiddle.study.page.document import document
from twiddle.study.papers import PAPERS
from twiddle.study.peers import others_cores
from twiddle.tools.synth import netlist, records
from twiddle.tools.synth.records import Cells
from twiddle.tools.targets.base import RESOURCES

LARGEST = 6_000_000
SECONDS = 2.0
COMMAND = "report"
FEW = Results(FROZEN)
"""The records of most tests, never renewed; two tests look at the committed ones."""
CSS = (Path(area.__file__).parent / "templates/page.css").read_text()


class Page(HTMLParser):
    """Elements in order, with their attributes and text; the text of script and style by its element."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == [], "every element is closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in ("meta", "link"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, text: str) -> None:
        self.texts.append((self.open[-1] if self.open else "", text))

    def all(self, name: str) -> list[str]:
        return [value for _, attributes in self.elements if (value := attributes.get(name)) is not None]

    def text(self) -> str:
        """The words, each space as one."""
        found = "".join(text for name, text in self.texts if name not in ("script", "style"))
        return re.sub(r"\s+", " ", found)


@pytest.fixture(scope="module")
def text() -> str:
    return document(FEW)


@pytest.fixture(scope="module")
def page(text: str) -> Page:
    return Page(text)


# ------------------------------------------------------------------ what is in it


def test_it_is_whole_and_loads_nothing(text: str, page: Page) -> None:
    ids = page.all("id")
    assert len(ids) == len(set(ids))
    assert {href[1:] for href in page.all("href") if href.startswith("#")} <= set(ids)
    assert {href for href in page.all("href") if not href.startswith("#")} == {"data:,"}
    assert page.all("src") == []
    assert [name for name, _ in page.elements if name in ("img", "iframe", "object", "embed", "video")] == []
    style = "".join(words for name, words in page.texts if name == "style")
    assert style
    assert not re.search(r"@import|url\(", style)
    allowed = {"http://www.w3.org/2000/svg"}  # the name of SVG, which is not fetched
    assert set(re.findall(r"\w+://[^\s\"'<]+", text)) <= allowed
    assert not re.search(r"\b(fetch|XMLHttpRequest|WebSocket|import)\s*\(", text)


def test_every_record_is_there(text: str, page: Page) -> None:
    found = FEW.load_all()
    rows, words = page.all("data-record"), page.text()
    assert rows[: len(found)] == [f"results/{record.path}" for record in found]
    assert {path.split("/")[1] for path in rows[len(found) :]} == {"arith", "systems"}, "those of the tables follow"
    assert all(record.command in words for record in found)
    shown = re.search(r'<script type="application/json" id="data-points">(.*?)</script>', text)
    assert shown
    points = {point["path"]: point for point in json.loads(shown[1]) if "key" not in point}
    assert len(points) == len(found)
    for record in found:
        point, seeds = points[f"results/{record.path}"], record.fmax_by_seed.values()
        assert [point[name] for name in RESOURCES] == [record.cells[name] for name in RESOURCES]
        assert (point["mhz"], point["spread"]) == (record.fmax_mhz, [min(seeds), max(seeds)] if seeds else None)
        assert set(point["cycles"]) == set(record.block.operations)


def test_every_figure_of_ours_leads_to_a_record(page: Page) -> None:
    anchors = {href[1:] for href in page.all("href") if href.startswith("#r-")}
    rows = {figures.anchor(path): path for path in page.all("data-record")}
    assert len(anchors) > 10
    assert anchors <= set(rows)
    shown = page.all("data-records")
    assert len(shown) == len(breakdown.load_all(FEW))
    assert all((FROZEN.parent / path).is_file() for path in (*rows.values(), *shown))


def test_the_papers_are_there(page: Page) -> None:
    words = page.text()
    for name, paper in PAPERS.items():
        assert f"paper-{name}" in page.all("id")
        assert all(grid.title in words for grid in paper.comparison(FEW).grids)


def test_without_records_it_says_so(tmp_path: Path) -> None:
    found = Page(document(Results(tmp_path)))
    assert found.all("data-record") == []
    for what in ("synthesis record", "record of whole operations", "break-down"):
        assert f"no {what} is committed" in found.text()


def test_a_new_target_needs_no_change(tmp_path: Path) -> None:
    record_core(tmp_path, designs.core("rns", "ml-kem"), "nexus")
    assert "nexus" in Page(document(Results(tmp_path))).all("data-target")


def test_text_never_becomes_markup(tmp_path: Path) -> None:
    column = Column("a", "<b>", text=True)
    html = Grid("g", '"&', (column,), ({"a": Cell("<i>&", ("results/x.json",))},)).html(lambda path: f'"{path}')
    assert "<i>" not in html
    assert "<b>" not in html
    assert '<a href="&quot;results/x.json">&lt;i&gt;&amp;</a>' in html
    record_core(tmp_path, designs.core("rns", "ml-kem"), "xc7")
    path = next(tmp_path.glob("*.json"))
    hostile = "</script></pre><script>"
    path.write_text(json.dumps({**json.loads(path.read_text()), "command": hostile}))
    assert hostile not in document(Results(tmp_path))


# ------------------------------------------------------------------ area by module


def leaf(module: str, lut: int, *children: breakdown.Tree) -> breakdown.Tree:
    return breakdown.Tree(module, f"twd_{module}", Cells(lut=lut, ff=0, dsp=0, bram36=0), list(children))


def modules(tree: breakdown.Tree) -> list[str]:
    return [tree.module, *(name for child in tree.children for name in modules(child))]


def test_a_tree_from_a_netlist() -> None:
    def module(**cells: str) -> dict[str, Any]:
        return {"attributes": {}, "cells": {name: {"type": kind} for name, kind in cells.items()}}

    netlist = {
        "dut_top": module(u_a="$paramod$00ff\\twd_a", u_e="twd_e", f="FDRE"),
        "$paramod$00ff\\twd_a": module(u_b="$paramod\\twd_b\\N=1", l0="LUT6", l1="LUT2"),
        "$paramod\\twd_b\\N=1": module(m="DSP48E1", r="RAMB18E1"),
        "twd_e": module(),
        "FDRE": {"attributes": {"blackbox": "1"}, "cells": {}},
    }
    tree = breakdown.tree_of(netlist, "dut_top", "top", "twd_top")
    assert modules(tree) == ["twd_top", "twd_a", "twd_b"], "an empty module is left out"
    assert tree.total == {"lut": 2, "ff": 1, "dsp": 1, "bram36": 0.5}


def test_every_rule_is_of_some_module() -> None:
    files = [each.files[0] for each in manifest.modules().values()]
    used = {next(pattern for pattern in area.FILES if area.fnmatch(file, pattern)) for file in files}
    assert used == set(area.FILES), "a rule that no module needs"
    assert {*area.FILES.values(), "generated"} == {*area.ROLES, area.USER}


def test_a_delay_belongs_to_its_user() -> None:
    product = leaf("dsp_product", 7, leaf("carry_add", 2))
    tree = leaf("iterative", 0, leaf("butterfly", 5, leaf("delay", 3), product), leaf("fifo", 1))
    found = area.by_role(tree)
    assert {role: {name: cells["lut"] for name, cells in each.items()} for role, each in found.items()} == {
        "multiply": {"twd_dsp_product": 7, "twd_carry_add": 2},
        "butterflies": {"twd_butterfly": 5, "twd_delay": 3},
        "streams": {"twd_fifo": 1},
    }


def test_a_role_has_one_colour_and_a_cell_one_length() -> None:
    parts = breakdown.load_all(FEW)
    scale, longest = area.scales(parts, parts[0]), 0.0
    larger = structs.replace(parts[0], core="lattice", ring="", parameters={}, tree=leaf("top", 10**6))
    assert area.scales([*parts, larger], parts[0]) == scale, "whole schemes have their own"
    assert area.scales([*parts, larger], larger)["lut"] == 10**6
    for record in parts:
        total, split = record.tree.total, area.by_role(record.tree)
        for bar in area.bars(record, scale):
            width = sum(piece.width for piece in bar.pieces)
            assert width == pytest.approx(100 * total[bar.cells] / scale[bar.cells])
            longest = max(longest, width)
            for index, role in enumerate(area.ROLES):
                cells = sum(each[bar.cells] for each in split.get(role, {}).values())
                mine = [piece for piece in bar.pieces if piece.colour == index]
                assert sum(piece.width for piece in mine) == pytest.approx(100 * cells / scale[bar.cells])
                assert all(piece.title.startswith(f"{role}, ") for piece in mine)
    assert longest == pytest.approx(100)
    assert scale["lut"] == scale["ff"]


# ------------------------------------------------------------------ the records of it


def test_the_committed_ones_belong_to_the_hardware() -> None:
    """Each is current, agrees with the manifest, and sums to the core."""
    results = Results()
    if any(name.startswith("breakdown/") for name in results.pending()):
        pytest.skip("results/pending.json: twiddle report --measure has not run on this hardware")
    assert breakdown.stale(results) == []
    assert {record.core for record in breakdown.load_all(results)} == {
        "lattice",
        *(kind.name for kind in designs.cores()),
    }
    for record in breakdown.load_all(results):
        total, flat = record.tree.total, records.load(results.folder / record.path.removeprefix("breakdown/")).cells
        assert [total[name] for name in ("dsp", "bram36")] == [flat[name] for name in ("dsp", "bram36")]
        assert all(0.9 * flat[name] <= total[name] <= 1.6 * flat[name] for name in ("lut", "ff"))
        if not record.block.generated:
            assert set(modules(record.tree)) <= {each.name for each in manifest.closure(record.top)}


def test_missing_broken_and_renamed_records_are_renewed(tmp_path: Path) -> None:
    block = next(each for each in breakdown.wanted() if each.core == "iterative")
    name, sources, results = breakdown.name_of(block), block.sources(), Results(tmp_path)
    (design_hash,) = netlist.design_hashes([sources])
    before = breakdown.find(Results(), block)
    current = structs.replace(before, design_hash=design_hash, source_hash=sources.source_hash())

    def refreshed() -> list[Path]:
        return list(breakdown.refresh(results, [block], lambda _: current))

    assert breakdown.stale(results, [block]) == [block]
    assert refreshed() == [tmp_path / name]
    assert breakdown.stale(results, [block]) == refreshed() == []
    results.write(name, {})
    assert breakdown.stale(results, [block]) == [block]
    results.write(name, structs.replace(current, source_hash="0" * 64))
    assert breakdown.stale(results, [block]) == [], "another text of the same hardware"
    assert len(refreshed()) == 1
    assert breakdown.find(results, block) == current


def test_no_transform_is_faster_than_its_limit() -> None:
    """n/2 butterflies a layer, at most one a cycle in each of them: ours and those of others."""
    found = figures.cycles(others_cores(FEW))
    for point in found["points"]:
        for name in figures.TRANSFORMS:
            if name in point:
                assert point[name]["cycles"] * point["butterflies"] >= found["work"][point["ring"]]
    at = {(point["core"], point["butterflies"]): point["ntt"] for point in found["points"] if point["ring"] == "ml-kem"}
    assert [at["mdf", 26][name] for name in ("cycles", "interval", "fill")] == [64, 64, 190]
    assert at["quad", 4]["cycles"] == at["quad", 4]["busy"] == 296


def light(colour: str) -> float:
    """The luminance of #rgb or #rrggbb, by WCAG 2, and what glare adds."""
    digits = "".join(2 * each for each in colour[1:]) if len(colour) == 4 else colour[1:]
    values = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in values]
    return sum(part * each for part, each in zip((0.2126, 0.7152, 0.0722), linear, strict=True)) + 0.05


def test_contrast() -> None:
    """4.5 for text, 3 for marks and lines that mean something (WCAG 2.1 AA), dark and light."""
    themes = [dict(re.findall(r"--(\w+): (#\w+)", block)) for block in re.findall(r"\{[^{}]*\}", CSS)]
    themes = [theme for theme in themes if "paper" in theme]
    assert len(themes) == 3
    assert themes[1] == themes[2]
    texts = [(ink, ground, 4.5) for ink in ("ink", "soft", "link") for ground in ("paper", "raised", "ours")]
    marks = [(mark, "paper", 3.0) for mark in ("focus", *(f"c{index}" for index in range(8)))]
    for theme in themes:
        for one, two, least in (*texts, *marks):
            bright, dark = sorted((light(theme[one]), light(theme[two])), reverse=True)
            assert bright / dark >= least, (one, two)


# ------------------------------------------------------------------ the command


def test_the_command_writes_it(results: Path, tmp_path: Path, run: Run) -> None:
    """And one line names what is missing, with the command that renews it."""
    path, text = tmp_path / "x.html", document(Results(results))
    out, err = run("-o", path)
    assert out == f"wrote {path}, {len(text.encode()) / 1000:.0f} kB\n"
    assert path.read_text(encoding="utf-8") == text
    (line,) = err.splitlines()
    assert re.match(r"\d+ missing, broken or of older hardware: (breakdown/\S+, ){3}\d+ more; renew", line)
    assert line.endswith("renew with: twiddle report --measure")
    found = run.json("-o", path, "--json")
    assert (found["path"], found["bytes"], found["measured"]) == (str(path), len(text.encode()), [])
    assert len(found["stale"]) == int(line.split()[0])


# ------------------------------------------------------------------ in a browser


Open = Callable[..., Shown]


@pytest.fixture(scope="module")
def path(text: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("page") / "twiddle.html"
    found.write_text(text, encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def windows(browser: Any, path: Path) -> Iterator[Open]:
    """Opens the page in a window of a size; with the options of a context of Playwright."""
    opened: list[Shown] = []

    def window(width: int = 1280, height: int = 900, **options: Any) -> Shown:
        opened.append(Shown(browser, path.as_uri(), width, height, **options))
        return opened[-1]

    yield window
    for each in opened:
        each.context.close()


@pytest.fixture(scope="module")
def wide(windows: Open) -> Shown:
    return windows()


@pytest.fixture
def shown(wide: Shown) -> Shown:
    """The page on a desktop, with its filters as at first."""
    wide.page.click("#reset")
    return wide


@pytest.fixture
def points() -> list[Any]:
    """The points of the scatter plot."""
    return figures.points(FEW.load_all())


def test_every_plot_draws_without_an_error_or_a_request(shown: Shown, text: str, page: Page, path: Path) -> None:
    for name in ("scatter", "cycles-plot"):
        assert shown.count(f"#{name} svg .mark") >= 3
        box = shown.page.locator(f"#{name} svg.chart").bounding_box()
        assert box["width"] > 600
        assert box["height"] > 300
        right, bottom = box["x"] + box["width"], box["y"] + box["height"]
        inside = f"r.width > 4 && r.left >= {box['x']} && r.right <= {right + 8}"
        inside += f" && r.top >= {box['y']} && r.bottom <= {bottom}"
        assert all(shown.all(f"#{name} .mark", f"(r => {inside})(e.getBoundingClientRect())"))
    assert shown.count("#cycles-plot .limit") == 1
    widths = shown.all(".bars rect", "e.getBoundingClientRect().width")
    assert len(widths) > 3
    assert min(widths) > 0
    assert shown.complaints == []
    assert [url for url in shown.asked if not url.startswith("data:")] == [path.as_uri()]
    parsed = "[...new DOMParser().parseFromString(t, 'text/html').querySelectorAll('*')]"
    names = shown.page.evaluate(f"t => {parsed}.map(e => e.localName)", text)
    assert names == [name for name, _ in page.elements], "nothing is closed, moved or added by rules for broken HTML"


def assert_names_cover_nothing(shown: Shown) -> None:
    """No name in a plot covers a mark or another name."""
    corners = "(r => [r.left, r.right, r.top, r.bottom])(e.getBoundingClientRect())"
    for plot in ("#scatter", "#cycles-plot"):
        names, marks = (shown.all(f"{plot} {each}", corners) for each in ("text:is(.name, .line)", "path.mark"))
        assert names
        for one, two in [*product(names, marks), *combinations(names, 2)]:
            assert one[1] <= two[0] or two[1] <= one[0] or one[3] <= two[2] or two[3] <= one[2], (plot, one, two)


def test_the_first_view_answers(shown: Shown, points: list[Any]) -> None:
    """ML-KEM products on a target with clock rates: the smallest, the fastest, one front with names beside marks."""
    assert [shown.page.input_value(f"#filter-{key}") for key in ("ring", "target")] == ["ml-kem", "ecp5"]
    assert (shown.page.input_value("#axis-op"), shown.page.input_value("#axis-y")) == ("mul", "micros")
    here = [point for point in points if (point["ring"], point["target"]) == ("ml-kem", "ecp5")]
    drawn_points = [point for point in here if "mul" in point["cycles"]]
    smallest = min(drawn_points, key=lambda point: point["area"])
    fastest = min(drawn_points, key=lambda point: point["cycles"]["mul"]["interval"] / point["mhz"])
    words = shown.page.inner_text("#scatter-headline")
    assert words.startswith("ml-kem, ecp5, MUL. Least LUT equivalents: ")
    assert words.index(smallest["words"]) < words.rindex(fastest["words"])
    assert shown.count("#scatter .front") == 1
    assert_names_cover_nothing(shown)


def test_no_column_of_whole_schemes_is_out_of_sight(wide: Shown) -> None:
    wide.run("document.querySelectorAll('#whole details').forEach((each) => { each.open = true; })")
    right = "getBoundingClientRect().right"
    cut = f"[...e.rows[0].cells].filter((cell) => cell.{right} > e.parentElement.{right} + 1).length"
    assert set(wide.all("#whole table", cut)) == {0}


def test_filters_and_axes_change_what_is_drawn(shown: Shown, points: list[Any]) -> None:
    for key in ("ring", "core", "target"):
        shown.choose(axis_y="interval", filter_ring="", filter_core="", filter_target="")
        for value in {point[key] for point in points}:
            shown.choose(**{f"filter_{key}": value})
            wanted = [point for point in points if point[key] == value]
            rows = shown.all("#record-table tbody tr:not([hidden])", "e.dataset.record")
            assert [row for row in rows if row.count("/") == 1] == [point["path"] for point in wanted]
            marks = shown.all("#scatter .mark", "e.dataset.record")
            assert sorted(marks) == sorted(point["path"] for point in wanted if "mul" in point["cycles"])
            links = shown.all("#scatter-table a", "e.getAttribute('href')")
            assert sorted(links) == sorted(shown.all("#scatter .mark", "'#' + e.dataset.key"))
    shown.choose(filter_core="", filter_ring="", filter_target="xc7", axis_y="micros")
    assert shown.count("#scatter .mark") == 0
    assert "ecp5" in shown.page.inner_text("#scatter .empty"), "xc7 has no clock rate, and it says what has"
    shown.choose(filter_target="", axis_x="dsp")
    timed = [each for each in points if each["mhz"] is not None and "mul" in each["cycles"]]
    assert sorted(shown.all("#scatter .mark", "e.dataset.record")) == sorted(each["path"] for each in timed)
    heights = shown.all("#scatter .range", "e.getBBox().height")
    assert len(heights) == len([each for each in timed if len(set(each["spread"])) == 2])
    assert shown.complaints == []


def test_whole_schemes_are_drawn_by_parameter_set(shown: Shown) -> None:
    """With an operation that they have; back at a ring, with one of its own."""
    shown.choose(filter_target="ecp5", axis_y="micros", filter_ring="ML-KEM-768")
    assert shown.page.input_value("#axis-op") == "decaps"
    assert shown.all("#scatter .mark", "e.dataset.record") == ["results/systems/lattice-ecp5.json"]
    assert shown.page.inner_text("#scatter-headline").startswith("ML-KEM-768, ecp5, DECAPS. Least LUT equivalents: ")
    rows = shown.all("#record-table tbody tr:not([hidden])", "e.dataset.record")
    assert rows == ["results/systems/lattice-ecp5.json"]
    shown.choose(filter_ring="ml-kem")
    assert shown.page.input_value("#axis-op") == "mul"
    assert shown.complaints == []


def test_the_front_is_of_what_is_best(shown: Shown, points: list[Any]) -> None:
    """In every group of a ring and a target, its corners are exactly the marks that no other beats."""
    points = [each for each in points if "ntt" in each["cycles"] and each["ring"] == "ml-kem"]
    for target in ("ecp5", "xc7"):
        shown.choose(filter_target=target, axis_op="ntt", axis_y="interval")
        here = {(each["area"], each["cycles"]["ntt"]["interval"]) for each in points if each["target"] == target}
        front = {one for one in here if not any(two != one and two[0] <= one[0] and two[1] <= one[1] for two in here)}
        d = shown.page.locator("#scatter .front").get_attribute("d")
        corners = [tuple(map(float, each.split())) for each in re.split("[ML]", d)[1:]]
        assert len(corners) == 2 * len(front) - 1, "a stair: a mark, a corner, a mark"
        assert all(one[0] == two[0] or one[1] == two[1] for one, two in pairwise(corners))
        yes = shown.all("#scatter-table tbody td:last-child", "e.textContent")
        assert yes.count("yes") == len(front)
    shown.choose(filter_target="")
    titles = shown.all("#scatter .front title", "e.textContent")
    assert sorted(titles) == ["Pareto front: ml-kem, ecp5", "Pareto front: ml-kem, xc7"], "no front mixes targets"
    shapes = shown.all("#scatter .keys path", "e.getAttribute('d')")
    assert len(set(shapes)) == len(shapes) == len({each["core"] for each in points}), "each core has its own mark"


def test_cycles_against_butterflies(shown: Shown) -> None:
    for of in ("ml-kem", "falcon-1024"):
        shown.choose(cycles_ring=of)
        rows = shown.all("#cycles-table tbody tr:not([hidden])", "e.cells[0].textContent")
        assert rows == [of] * shown.count("#cycles-plot .mark")
        assert shown.count("#cycles-plot .reach") > 3
    shown.choose(cycles_ring="ml-kem")
    mark = shown.page.locator("#cycles-plot .mark[aria-label^=mdf]")
    mark.dispatch_event("mouseenter")
    words = shown.page.inner_text("#cycles-plot-shown")
    assert "interval 64, fill 190, latency 254" in words
    assert "26 butterflies" in words
    mark.dispatch_event("keydown", {"key": "Escape"})
    assert "interval" not in shown.page.inner_text("#cycles-plot-shown")


def test_pointing_and_the_keyboard_show_and_open_records(shown: Shown) -> None:
    mark = shown.page.locator("#scatter .mark").last
    mark.dispatch_event("mouseenter")
    words = shown.page.inner_text("#scatter-shown")
    assert mark.get_attribute("data-record") in words
    assert " LUT, " in words
    shown.choose(axis_x="lut")
    assert shown.page.inner_text("#scatter-shown") == words, "as long as it is drawn"
    shown.choose(filter_ring="falcon-1024")
    assert "results/" not in shown.page.inner_text("#scatter-shown")
    shown.page.click("#reset")
    hint = shown.page.inner_text("#scatter-shown")
    shown.page.focus("#reset")
    shown.page.keyboard.press("Tab")
    focused = "document.activeElement.dataset.record || document.activeElement.id"
    first = shown.run(focused)
    assert first.startswith("results/"), "one tab leads from the filters to a mark"
    shown.page.keyboard.press("ArrowRight")
    second = shown.run(focused)
    assert second != first
    assert second in shown.page.inner_text("#scatter-shown")
    assert shown.run("getComputedStyle(document.activeElement).strokeWidth") == "3px", "focus is seen"
    shown.page.keyboard.press("Escape")
    assert shown.page.inner_text("#scatter-shown") == hint
    assert shown.count("#scatter .mark.on") == 0
    shown.page.keyboard.press("Enter")
    assert shown.run("document.activeElement.id") == figures.anchor(second)
    assert shown.run("document.activeElement.querySelector('details').open")
    unit = shown.run("document.querySelector('a[href^=\"#r-arith\"]').getAttribute('href')")
    shown.run(f"document.querySelector('a[href=\"{unit}\"]').click()")
    assert shown.page.locator(f"{unit} dl").first.is_visible(), "a link opens what the filters hide"


def test_every_control_has_a_name_and_is_outlined(windows: Open) -> None:
    found = windows()
    label = "e.getAttribute('aria-label') || e.labels?.length || e.textContent.trim()"
    controls = "select, button, a, summary, [tabindex], [role=img], table"
    named = found.all(controls, f"[!!({label}), e.outerHTML.slice(0, 80)]")
    assert [words for has, words in named if not has] == []
    state = (
        "(e => { const r = e.getBoundingClientRect(), s = getComputedStyle(e); return ["
        "e.id, r.bottom > 0 && r.top < innerHeight, s.outlineStyle !== 'none' || s.strokeWidth === '3px'];"
        " })(document.activeElement)"
    )
    seen = []
    for _ in range(40):
        found.page.keyboard.press("Tab")
        seen.append(found.run(state))
    wanted = ["filter-ring", "reset", "cycles-ring"]
    assert [name for name, *_ in seen if name in wanted] == wanted, "it leads down the page"
    assert all(visible and outlined for _, visible, outlined in seen), seen


def test_a_plot_is_saved_as_svg_and_csv(windows: Open, points: list[Any]) -> None:
    fresh = windows()
    assert all(fresh.all("main svg", "!!e.closest('[data-save]') || !!e.closest('summary')"))
    names = fresh.all("[data-save]", "e.dataset.save")
    assert len(names) == len(set(names)) == 10
    links = fresh.all("[data-save]", "[...e.querySelectorAll('.save a')].map(a => a.textContent)")
    assert links == [["SVG", "CSV"]] * len(names)
    parts = fresh.run("document.querySelector('.breakdown [data-save]').dataset.save")
    for name, drawn_in, element, word in (
        ("area-and-time", "#scatter .mark", "path", "iterative"),
        ("cycles", "#cycles-plot .mark", "path", "others"),
        (parts, f"[data-save='{parts}'] .bars rect", "rect", "FF"),
    ):
        text = fresh.saved(name, "svg")
        root = ElementTree.fromstring(text)
        assert float(root.attrib["width"]) > 500
        assert not re.search(r"var\(|class=|data-", text), "it needs no style sheet"
        found = list(root.iter(f"{{http://www.w3.org/2000/svg}}{element}"))
        assert len(found) >= fresh.count(drawn_in) > 2
        assert all(each.attrib.get("fill") for each in found)
        words = ["".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}text")]
        assert any(word in each for each in words), name

    def rows(name: str) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(fresh.saved(name, "csv"))))

    by_id = {point["id"]: point for point in points}
    marks = [by_id[key] for key in fresh.all("#scatter .mark", "e.dataset.key")]
    assert sorted(
        (row["record"], float(row["LUT equivalents"]), float(row["time, µs"])) for row in rows("area-and-time")
    ) == (sorted((each["words"], each["area"], each["cycles"]["mul"]["interval"] / each["mhz"]) for each in marks))
    fresh.choose(cycles_ring="falcon-512")
    assert {row["ring"] for row in rows("cycles")} == {"falcon-512"}
    record = next(each for each in breakdown.load_all(FEW) if each.core == "iterative")
    first, second, *_ = rows(parts)
    assert {kind: float(first[title]) for kind, title in area.TITLES.items()} == record.tree.total
    assert second["instance"] == f"{first['instance']}/{record.tree.children[0].instance}"
    assert [row["core"] for row in rows("whole-ml-kem-512")] == [
        each.design for each in whole.rows(FEW) if each.set == "ML-KEM-512"
    ]


def test_a_narrow_screen_and_touch(windows: Open) -> None:
    width = 320
    found = windows(width, 844, has_touch=True)
    assert found.run("document.documentElement.scrollHeight") < 15_000
    assert found.run("document.documentElement.scrollWidth") <= width
    for name in ("area", "papers"):
        assert found.count(f"#{name} > article > details.fold[open]") == 1, "one example a section is open"
    for select in found.page.locator(".controls select").all():
        box = select.bounding_box()
        assert box["height"] >= 32
        assert box["x"] + box["width"] <= width
    assert sum(found.all(".box", "e.scrollWidth > e.clientWidth")) >= 3, "wide tables scroll in their boxes"
    found.page.locator("#scatter .mark").first.tap(force=True)
    assert "results/" in found.page.inner_text("#scatter-shown")
    assert found.run("location.hash") == "", "a touch shows, and does not lead away"
    found.page.click("#scatter-shown a")
    assert found.run("location.hash").startswith("#r-")
    found.page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    assert found.run("document.documentElement.scrollWidth") <= width
    assert found.complaints == []


def test_a_phone(windows: Open) -> None:
    """All of the menu, names beside marks, and tables that stay in boxes with a hint."""
    found = windows(390, 844)
    assert len(links := found.all("nav a", "e.getBoundingClientRect().right")) == 6
    assert max(links) <= 390
    assert_names_cover_nothing(found)
    found.run("document.querySelectorAll('#whole details').forEach(e => { e.open = true; })")
    box = found.page.locator("#whole .box").first
    assert box.bounding_box()["x"] + box.bounding_box()["width"] <= 390
    assert hint(box)
    box.evaluate("e => { e.scrollLeft = 9999; }")
    assert not hint(box), "nothing follows"
    lefts = "[...e.cells].slice(0, 2).map(cell => cell.getBoundingClientRect().left - e.closest('.box').offsetLeft)"
    first, second = found.all("#whole .box tr", lefts)[1]
    assert (round(first), second < 0) == (1, True), "the core stays"


def test_without_a_script_in_print_and_with_motion(windows: Open) -> None:
    found = windows(java_script_enabled=False)
    assert found.page.locator(".controls").first.is_hidden()
    assert found.page.locator("#theme").is_hidden()
    assert found.page.inner_text("main").count("This plot needs a script") == 2
    assert found.page.locator("#record-table tbody tr").first.is_visible()
    found = windows(800, 1000, color_scheme="dark", reduced_motion="no-preference")
    behaviour = "getComputedStyle(document.documentElement).scrollBehavior"
    assert found.run(behaviour) == "smooth"
    found.page.emulate_media(media="print", color_scheme="dark")
    assert is_light(found)
    assert found.page.locator("nav").is_hidden()
    assert found.page.locator("#scatter svg.chart").is_visible()
    folded = found.count("details.fold:not([open])")
    assert folded > 5
    found.run("dispatchEvent(new Event('beforeprint'))")
    assert found.count("details.fold:not([open])") == 0, "in print nothing is folded"
    found.run("dispatchEvent(new Event('afterprint'))")
    assert found.count("details.fold:not([open])") == folded


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_dark_and_light(windows: Open, scheme: str) -> None:
    found = windows(color_scheme=scheme)
    assert is_light(found) == (scheme == "light")
    found.page.click("#theme")
    assert is_light(found) == (scheme == "dark")
    assert found.page.get_attribute("#theme", "aria-pressed") == str(scheme == "light").lower()
    assert found.run("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
    assert found.complaints == []


@pytest.mark.speed
def test_it_opens_in_two_seconds(browser: Any, tmp_path: Path) -> None:
    """With all records, on an idle machine: the best of three."""
    path = tmp_path / "twiddle.html"
    path.write_text(text := document(Results()), encoding="utf-8")
    assert len(text.encode()) < LARGEST
    seconds = "performance.getEntriesByType('navigation')[0].loadEventEnd / 1000"
    assert min(Shown(browser, path.as_uri(), 1280, 900).run(seconds) for _ in range(3)) < SECONDS
