# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The generated tables: from records that stay as they are, and that the pages have those of the real ones."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import compare_cases
import pytest
from command import Run

import pages
from pages import pictures, tables
from twiddle.base import places
from twiddle.base.errors import TwiddleError
from twiddle.base.sources import sources
from twiddle.catalog import designs
from twiddle.catalog.block import Block
from twiddle.catalog.cores.base import FIVE
from twiddle.catalog.designs import core
from twiddle.evidence import bench, breakdown, lattice_cycles, recipe
from twiddle.evidence.results import Results, default_folder
from twiddle.evidence.wanted import rows, wanted
from twiddle.model import programs
from twiddle.tools.synth import records
from twiddle.tools.synth.records import Record
from twiddle.tools.targets import TARGETS

ROOT = default_folder().parent
REMEDY = "run: twiddle bench --tables-only"


def a_record(design: Block, target: str, lut: float = 1500, **changed: Any) -> Record:
    cells = {"lut": lut, "ff": 1000, "dsp": 4, "bram36": 2.5}
    return compare_cases.a_record(design, target, cells, 170.0, **changed)


def saved(folder: Path, *found: Record) -> Results:
    """A folder with these records."""
    results = Results(folder)
    for record in found:
        results.save(record)
    return results


def records_of(results: Results) -> dict[str, list[dict[str, str]]]:
    """The tables of the pages of all rings, by ring and heading."""
    pages = {name: sections(tables.ring_table(results, name)) for name in tables.RINGS}
    return {f"{name}: {title}": rows for name, found in pages.items() for title, rows in found.items() if title}


def cells_of(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def sections(text: str) -> dict[str, list[dict[str, str]]]:
    """The rows of each table by the heading above it; that of the index has no name."""
    found: dict[str, list[dict[str, str]]] = {}
    for part in re.split(r"^#+ (?=.*$)", f"\n{text}", flags=re.MULTILINE):
        name, _, rest = part.partition("\n")
        lines = [cells_of(each) for each in rest.splitlines() if each.startswith("|")]
        found[name] = [dict(zip(lines[0], each, strict=True)) for each in lines[2:]] if lines else []
    return found


# ------------------------------------------------------------------ tables


def test_a_row_has_the_figures_of_its_record(frozen_results: Results) -> None:
    """At most eight columns, one link a row, each record once, no core twice."""
    found = records_of(frozen_results)
    name = "results/iterative-ml-kem-Butterflies4-DoubleBuffer0-Methodfold"
    design = core("iterative", "ml-kem", Butterflies=4, DoubleBuffer=0)
    interval = design.cycles("mul").interval or 0
    area = {"LUT": "1,406", "FF": "2,382", "DSP": "4", "BRAM36": "3"}
    assert {"core": f"[{design.words}]({name}-xc7.json)", **area} in found["ml-kem: On xc7"], "no clock rate, no column"
    (row,) = (row for row in found["ml-kem: On ecp5"] if f"{name}-ecp5.json" in row["core"])
    record = records.load(frozen_results.folder.parent / f"{name}-ecp5.json")
    assert row["µs a MUL"] == f"{interval / (record.fmax_mhz or 0):.2f}"
    assert (
        row["area x time"] == f"{(record.cells.lut + 4 * 400 + 3 * 784) * interval / (record.fmax_mhz or 0) / 1000:.1f}"
    )
    busy = {each.upper(): str(design.cycles(each).busy) for each in ("ntt", "intt", "pwm")}
    assert {"core": design.words, **busy, "MUL interval": f"{interval:,}"} in found["ml-kem: Cycles"]
    text = "\n".join(tables.ring_table(frozen_results, ring, "../") for ring in tables.RINGS)
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert max(len(cells_of(line)) for line in rows) == 8
    linked = re.findall(r"\]\(\.\./results/(.*?)\)", text)
    assert sorted(linked) == sorted(record.path for record in frozen_results.load_all())
    for name, lines in found.items():
        cores = [row.get("core") for row in lines]
        assert len(cores) == len(set(cores)), name


def test_each_ring_has_a_page_and_the_index_leads_to_it(tmp_path: Path) -> None:
    points = [("ml-dsa", 4, "xc7"), ("ml-kem", 4, "xc7"), ("ml-kem", 1, "xc7"), ("ml-kem", 1, "gowin")]
    found = (a_record(core("iterative", name, Butterflies=lanes), target) for name, lanes, target in points)
    results = saved(tmp_path, *found)
    assert sections(tables.rings_table(results))[""] == [
        {"ring": "[ml-kem](ml-kem.md)", "cores": "2", "records": "3", "targets": "xc7, gowin"},
        {"ring": "[ml-dsa](ml-dsa.md)", "cores": "1", "records": "1", "targets": "xc7"},
    ]
    found = records_of(results)
    names = [re.findall(r"\d butterfl", row["core"])[0][0] for row in found["ml-kem: On xc7"]]
    assert names == ["1", "4"]
    assert list(found["ml-kem: On gowin"][0]) == [
        "core",
        "LUT",
        "FF",
        "DSP",
        "BRAM36",
        "MHz",
        "µs a MUL",
        "area x time",
    ]


def test_products_that_others_beat_are_left_out(tmp_path: Path) -> None:
    def both(name: str, lanes: int, lut: int, mhz: float) -> list[Record]:
        design = core("iterative", name, Butterflies=lanes)
        clock = {"fmax_mhz": mhz, "fmax_by_seed": {"1": mhz - 4, "2": mhz, "3": mhz + 2}}
        return [a_record(design, "xc7", lut=99), a_record(design, "ecp5", lut=lut, **clock)]

    found = [
        *both("ml-kem", 1, 500, 180),
        *both("ml-kem", 2, 3000, 170),
        *both("ml-kem", 4, 3000, 180),
        *both("ml-dsa", 4, 9000, 100),
        a_record(core("mdf", "ml-kem"), "xc7"),
    ]
    heading, _, *lines = tables.products_table(saved(tmp_path, *found)).splitlines()
    names = cells_of(heading)
    rows = [dict(zip(names, cells_of(line), strict=True)) for line in lines if line.startswith("|")]
    assert [(row["ring"], row["core"].partition("]")[0], row["MHz"]) for row in rows] == [
        ("ml-kem", "[iterative, 4 butterflies, double buffer, fold", "180 (176 to 182)"),
        ("ml-kem", "[iterative, 1 butterfly, double buffer, fold", "180 (176 to 182)"),
        ("ml-dsa", "[iterative, 4 butterflies, double buffer, fold", "100 (96 to 102)"),
    ], "the least area x time first"


def three(folder: Path) -> Results:
    """A small, a balanced and a fast multiplier, and one that another beats."""
    found = []
    for lanes, lut, mhz in ((1, 500, 150.0), (2, 700, 200.0), (4, 4000, 200.0)):
        design = core("iterative", "ml-kem", Butterflies=lanes, DoubleBuffer=0)
        cells = {"lut": lut, "ff": 1, "dsp": 0, "bram36": 0}
        found.append(compare_cases.a_record(design, "ecp5", cells, mhz))
    beaten = core("iterative", "ml-kem", Butterflies=1, DoubleBuffer=0, Method="kred")
    return saved(folder, *found, compare_cases.a_record(beaten, "ecp5", {**cells, "lut": 5000}, 150.0))


def test_the_least_area_x_time_is_first_and_a_failure_has_a_line(tmp_path: Path) -> None:
    none = a_record(core("pwmm", "ml-kem", Units=1), "ecp5")
    results = saved(tmp_path, none, *three(tmp_path).load_all())
    point = next(point for point in wanted("core") if (point[0].ring.name, point[1]) == ("ml-kem", "ecp5"))
    results.save_failures({records.name_of(*point): bench.failure(*point, "does not fit")})
    text = tables.ring_table(results, "ml-kem")
    rows = sections(text)["On ecp5"]
    products = [float(row["area x time"]) for row in rows[:-1]]
    assert len(products) == 4
    assert products == sorted(products)
    assert rows[-1]["area x time"] == "-"
    assert f"- {point[0].words}: not measured: does not fit" in text.partition("On ecp5")[2].splitlines()


def test_the_smallest_and_the_fastest_multiplier_are_picked(tmp_path: Path) -> None:
    lines = tables.start_table(three(tmp_path)).splitlines()
    words = [line.split(": ")[0].removeprefix("| [") for line in lines[2:]]
    assert words == ["multiplier for ml-kem, smallest", "multiplier for ml-kem, fastest"]
    assert ["1 butterfly" in lines[2], "4 butterflies" in lines[3]] == [True] * 2
    for table in (tables.rings_table, tables.products_table, tables.start_table):
        assert table(Results(tmp_path / "none")) == ""
    assert tables.ring_table(Results(tmp_path / "none"), "ml-kem") == ""


def test_whole_schemes_stand_first() -> None:
    """The clock rate of a record and the cycles of its build give the time."""
    both, *_ = tables.start_table(Results()).splitlines()[2:]
    record = Results().find(lattice_cycles.BUILDS[0], "ecp5")
    assert record is not None
    assert record.fmax_mhz is not None
    if found := lattice_cycles.of_build(Results(), lattice_cycles.BUILDS[0]):  # not while they are pending
        counts = found["ML-KEM-768"]
        keygen = sum(counts.keygen) / len(counts.keygen) / record.fmax_mhz
        assert f" | ML-KEM-768: {keygen:.0f}, " in both
    drawing = ElementTree.fromstring(pictures.schemes(Results()))
    words = ["".join(each.itertext()) for each in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert f"{record.cells.lut:,} LUT" not in words, "of 7-series"
    assert words.count("Adams Bridge, not masked") == 2
    assert "7,412 LUT published" in words
    assert pictures.schemes(Results(places.root() / "none")) == ""


def test_the_picture_has_every_core_and_the_front_as_stairs(tmp_path: Path) -> None:
    drawing = ElementTree.fromstring(pictures.front(three(tmp_path)))
    space = {"svg": "http://www.w3.org/2000/svg"}
    shape = pictures.SHAPES[0]
    marks = drawing.findall(f"svg:path[@d='{shape}']", space)
    assert len(marks) == 4 + 1  # and the legend
    stairs = [each.attrib["d"] for each in drawing.findall("svg:path", space) if "H" in each.attrib["d"]]
    assert len(stairs) == 1
    assert stairs[0].count("H") == 2
    bars = [each.attrib["d"] for each in drawing.findall("svg:path", space) if "v6" in each.attrib["d"]]
    assert len(bars) == 4, "the clock rates of the seeds"
    words = ["".join(each.itertext()) for each in drawing.findall("svg:text", space)]
    assert any(word.startswith("iterative, 2 butterflies") for word in words)
    assert not any("kred" in word for word in words)
    assert pictures.front(Results(tmp_path / "empty")) == ""
    marks = [*pictures._marks().values()]
    assert len(set(marks)) == len(marks) == len(designs.cores())


def test_a_figure_of_a_system_without_a_record_is_a_dash(frozen_results: Results) -> None:
    _, _, whole, other, *_ = tables.systems_table(frozen_results, ["lattice"]).splitlines()
    xc7 = records.load(frozen_results.folder / "systems" / "lattice-xc7.json").cells
    memory = xc7["lutram"] + xc7["srl"]
    assert cells_of(whole)[1:4] == [f"{xc7.lut - memory:,}", f"{memory:,}", f"{xc7.ff:,}"]
    assert cells_of(other)[1:] == ["-"] * 7


def test_every_program_is_in_the_table() -> None:
    lines = tables.programs_table().splitlines()[2:]
    assert len(lines) == len([*programs.catalogue()]) + 2
    found = {cells_of(line)[0]: cells_of(line)[1:] for line in lines}
    assert found["K-PKE.KeyGen, k = 2"] == ["4", "9", "2,375", "1,223", "647", "365"]


# ------------------------------------------------------------------ pages


def test_only_the_part_between_the_markers_is_rewritten(
    tmp_path: Path, frozen_results: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "docs" / "pictures").mkdir(parents=True)
    page = tmp_path / "docs" / "results.md"
    page.write_text("before\n\n<!-- results:begin -->\nold\n<!-- results:end -->\n\nafter\n")
    monkeypatch.setattr(
        pages,
        "TABLES",
        {"docs/results.md": {"results": lambda results, root: tables.ring_table(results, "ml-kem", root)}},
    )
    results = Results(tmp_path / "results")
    for record in frozen_results.load_all():
        results.save(record)
    assert pages.renew(results) == ["results.md", *(Path(name).name for name in pages.PICTURES)]
    assert pages.renew(results) == []
    text = page.read_text()
    assert text.startswith("before\n\n<!-- results:begin -->\n## On xc7\n")
    assert text.endswith("|\n<!-- results:end -->\n\nafter\n")
    assert "\nold\n" not in text
    assert "](../results/iterative-" in text
    page.write_text("<!-- results:end -->\n<!-- results:begin -->\n")
    with pytest.raises(TwiddleError, match=r"results\.md: no line <!-- results:begin --> followed by"):
        pages.renew(results)
    page.unlink()
    with pytest.raises(TwiddleError, match=r"results\.md: No such file"):
        pages.renew(results)


# ------------------------------------------------------------------ the real folder


def test_the_pages_have_the_tables_of_the_records() -> None:
    now = pages.current(ROOT, Results())
    assert [page for page, text in now if (ROOT / page).read_text(encoding="utf-8") != text] == [], REMEDY


def test_designs_of_readme_have_five_seeds() -> None:
    """As `FIVE` says: but for streaming products of other rings than ml-kem, and `iterative` for ml-dsa with
    two buffers.
    """
    linked = re.findall(r"\]\(results/(.*?)\)", tables.products_table(Results()))
    short = [
        record.path
        for record in (records.load(Results().folder / name) for name in linked)
        if tuple(map(int, record.fmax_by_seed)) != FIVE
        and (record.core not in ("mdc", "mdf") or record.ring == "ml-kem")
        and (record.ring, record.parameters.get("DoubleBuffer")) != ("ml-dsa", 1)
    ]
    assert linked
    assert short == []


def test_every_wanted_record_is_there_or_why_not() -> None:
    there = {path.relative_to(Results().folder).as_posix() for path in Results().folder.rglob("*.json")}
    missing = {records.name_of(*point) for point in wanted()} - there - Results().pending()
    assert missing == Results().failures().keys(), "run: twiddle bench, or list them in results/pending.json"


def test_the_committed_records_are_of_the_present_hardware() -> None:
    waiting = Results().pending()
    blocks = dict.fromkeys(block for block, target in wanted() if records.name_of(block, target) not in waiting)
    wrong = [
        f"{row.of.words}, {target}: {state}"
        for row in rows(blocks, Results())
        for target, state in row.states.items()
        if state == "stale"
    ]
    assert wrong == [], "run: twiddle bench"


def test_every_record_is_rewritten_byte_for_byte(tmp_path: Path) -> None:
    """Cores, units, systems, break-downs and peers, as read into types and saved from them."""
    arith_files, system_files = ((Results().folder / name).glob("*.json") for name in ("arith", "systems"))
    found = [
        *map(records.load, Results().paths),
        *(records.read(path, Record) for path in arith_files),
        *(records.read(path, Record) for path in system_files),
    ]
    paths = {record.path: Results(tmp_path).save(record) for record in found}
    divided = breakdown.load_all(Results())
    paths |= {record.path: Results(tmp_path).write(record.path, record) for record in divided}
    peers = [recipe.save(record, Results(tmp_path)) for record in recipe.records(Results())]
    paths |= {path.relative_to(tmp_path).as_posix(): path for path in peers}
    assert len(paths) == sum(path.parent.name != "verify" for path in Results().folder.rglob("*-*.json"))
    committed = {name: (Results().folder / name).read_bytes() for name in paths}
    assert [name for name, path in paths.items() if committed[name] != path.read_bytes()] == []


LINES = {
    "explore": "explore --ring ml-kem --core iterative --target {target}",
    "plan": "plan --scheme ml-kem-768 --rate 10 --jobs 1000 --device {device}",
    "report": "report --output {page}",
}


@pytest.mark.parametrize(("target", "device"), [("gowin", "gw2a-18"), ("ecp5", "ecp5-25k")])
@pytest.mark.parametrize("command", LINES)
def test_a_doubtful_clock_rate_has_its_remark(
    command: str, target: str, device: str, results: Path, tmp_path: Path, run: Run
) -> None:
    design = core("iterative", "ml-kem", Butterflies=2)
    current = sources(design.top, design.rtl_parameters()).source_hash()
    Results(results).save(a_record(design, target, source_hash=current, fmax_by_seed=dict.fromkeys("123", 160.0)))
    page = tmp_path / "page.html"
    out, _ = run(LINES[command].format(target=target, device=device, page=page))
    shown = html.unescape(page.read_text()) if command == "report" else out
    words = "".join(TARGETS["gowin"].remark.split())
    assert (words in "".join(shown.split())) == (target == "gowin")
