# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The generated result table, and that the README and the committed records are those of the sources."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import compare_cases
import pytest
from msgspec import structs

from twiddle.base.errors import TwiddleError
from twiddle.base.rings import ring
from twiddle.base.sources import sources
from twiddle.catalog import designs, units
from twiddle.catalog.cores.base import FIVE
from twiddle.catalog.designs import Design, core
from twiddle.catalog.units import Unit
from twiddle.evidence import bench, breakdown, recipe, waveform
from twiddle.evidence.results import Results, default_folder
from twiddle.evidence.wanted import wanted
from twiddle.study import by_ring, pages, picture, tables
from twiddle.study import unit_page as programs
from twiddle.tools.synth import flow, records
from twiddle.tools.synth.netlist import design_hashes
from twiddle.tools.synth.records import Record

ROOT = default_folder().parent
COMMITTED = Results().paths
BEGIN, END = tables.marks("results")
GENERATED = pages.TABLES
REMEDY = "run: twiddle bench --tables-only"


def a_record(design: Design, target: str, lut: float = 1500, **changed: Any) -> Record:
    cells = {"lut": lut, "ff": 1000, "dsp": 4, "bram36": 2.5}
    return compare_cases.a_record(design, target, cells, 170.0, **changed)


def saved(folder: Path, *found: Record) -> Results:
    """A folder with these records."""
    results = Results(folder)
    for record in found:
        results.save(record)
    return results


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


def test_a_row_has_the_figures_of_its_target(tmp_path: Path) -> None:
    design = core("iterative", ring("ml-kem"), Butterflies=4, DoubleBuffer=1)
    results = saved(tmp_path, a_record(design, "ecp5", lut=2100), a_record(design, "xc7"))
    found = sections(by_ring.results_table(results))
    interval = design.cycles("mul").interval
    name = "results/iterative-ml-kem-Butterflies4-DoubleBuffer1-Methodfold"
    area = {"LUT": "2,100", "FF": "1,000", "DSP": "4", "BRAM36": "2.5"}
    assert found["ml-kem on ecp5"] == [
        {
            "core": f"[{design.words}]({name}-ecp5.json)",
            **area,
            "MHz": "170",
            "µs a MUL": f"{interval / 170:.2f}",
            "area x time": f"{(2100 + 4 * 400 + 2.5 * 784) * interval / 170 / 1000:.1f}",
        }
    ]
    xc7 = {"core": f"[{design.words}]({name}-xc7.json)", **area, "LUT": "1,500"}
    assert found["ml-kem on xc7"] == [xc7], "no clock rate, no column for it"
    busy = {each.upper(): str(design.cycles(each).busy) for each in ("ntt", "intt", "pwm")}
    assert found["ml-kem: cycles"] == [{"core": design.words, **busy, "MUL interval": str(interval)}]


def test_each_ring_has_a_section_and_the_index_leads_to_it(tmp_path: Path) -> None:
    points = [("ml-dsa", 4, "xc7"), ("ml-kem", 4, "xc7"), ("ml-kem", 1, "xc7"), ("ml-kem", 1, "gowin")]
    found = (a_record(core("iterative", ring(name), Butterflies=lanes), target) for name, lanes, target in points)
    text = by_ring.results_table(saved(tmp_path, *found))
    found = sections(text)
    assert found[""] == [
        {"ring": "[ml-kem](#ml-kem)", "cores": "2", "records": "3", "targets": "xc7, gowin"},
        {"ring": "[ml-dsa](#ml-dsa)", "cores": "1", "records": "1", "targets": "xc7"},
    ]
    names = [re.findall(r"\d butterfl", row["core"])[0][0] for row in found["ml-kem on xc7"]]
    assert names == ["1", "4"]
    assert text.index("## ml-kem\n") < text.index("### ml-kem on xc7\n") < text.index("## ml-dsa\n")
    assert list(found["ml-kem on gowin"][0]) == list(by_ring._TIME)


def test_the_tables_of_results_are_narrow_and_complete() -> None:
    """Of the committed records: at most eight columns, one link a row, each record once, no core twice."""
    records_there = Results().load_all()
    text = by_ring.results_table(Results())
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert max(len(cells_of(line)) for line in rows) <= 8
    assert max(line.count("](") for line in rows) == 1
    linked = re.findall(r"\]\(results/(.*?)\)", text)
    assert sorted(linked) == sorted(record.path for record in records_there)
    for name, found in sections(text).items():
        cores = [row.get("core") for row in found]
        assert name == "" or len(cores) == len(set(cores)), name


def test_products_that_others_beat_are_left_out(tmp_path: Path) -> None:
    def both(name: str, lanes: int, lut: int, mhz: float) -> list[Record]:
        design = core("iterative", ring(name), Butterflies=lanes)
        clock = {"fmax_mhz": mhz, "fmax_by_seed": {"1": mhz - 4, "2": mhz, "3": mhz + 2}}
        return [a_record(design, "xc7", lut=99), a_record(design, "ecp5", lut=lut, **clock)]

    found = [
        *both("ml-kem", 1, 500, 180),
        *both("ml-kem", 2, 3000, 170),
        *both("ml-kem", 4, 3000, 180),
        *both("ml-dsa", 4, 9000, 100),
        a_record(core("mdf", ring("ml-kem")), "xc7"),
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
    of = ring("ml-kem")
    found = []
    for lanes, lut, mhz in ((1, 500, 150.0), (2, 700, 200.0), (4, 4000, 200.0)):
        design = core("iterative", of, Butterflies=lanes, DoubleBuffer=0)
        cells = {"lut": lut, "ff": 1, "dsp": 0, "bram36": 0}
        found.append(compare_cases.a_record(design, "ecp5", cells, mhz))
    beaten = core("iterative", of, Butterflies=1, DoubleBuffer=0, Method="kred")
    return saved(folder, *found, compare_cases.a_record(beaten, "ecp5", {**cells, "lut": 5000}, 150.0))


def test_the_least_area_x_time_is_first_and_a_failure_has_a_line(tmp_path: Path) -> None:
    none = a_record(core("pwmm", ring("ml-kem"), Units=1), "ecp5")
    results = saved(tmp_path, none, *three(tmp_path).load_all())
    point = next(point for point in wanted() if (point[0].ring.name, point[1]) == ("ml-kem", "ecp5"))
    results.save_failures({records.name_of(*point): bench.failure(*point, "does not fit")})
    text = by_ring.results_table(results)
    rows = sections(text)["ml-kem on ecp5"]
    products = [float(row["area x time"]) for row in rows[:-1]]
    assert len(products) == 4
    assert products == sorted(products)
    assert rows[-1]["area x time"] == "-"
    assert f"- {point[0].words}: not measured: does not fit" in text.partition("on ecp5")[2].splitlines()


def test_designs_of_readme_have_five_seeds() -> None:
    """As `FIVE` says: but for streaming products of other rings than ml-kem, and `iterative` for ml-dsa with
    two buffers.
    """
    linked = re.findall(r"\]\(results/(.*?)\)", tables.products_table(Results()) + tables.picks_table(Results()))
    found = [records.load(Results().folder / name) for name in linked]
    short = [
        record.path
        for record in found
        if tuple(map(int, record.fmax_by_seed)) != FIVE
        and (record.core not in ("mdc", "mdf") or record.ring == "ml-kem")
        and (record.ring, record.parameters.get("DoubleBuffer")) != ("ml-dsa", 1)
    ]
    assert found
    assert short == []


def test_three_cores_are_picked(tmp_path: Path) -> None:
    lines = tables.picks_table(three(tmp_path)).splitlines()
    assert [line.split(" | ")[0] for line in lines[2:]] == ["| smallest", "| balanced", "| fastest"]
    assert ["1 butterfly" in lines[2], "2 butterflies" in lines[3], "4 butterflies" in lines[4]] == [True] * 3
    one = saved(tmp_path / "one", three(tmp_path).load_all()[0])
    assert len(tables.picks_table(one).splitlines()) == 3


def test_the_picture_has_every_core_and_the_front_as_stairs(tmp_path: Path) -> None:
    drawing = ElementTree.fromstring(picture.front(three(tmp_path)))
    space = {"svg": "http://www.w3.org/2000/svg"}
    shape = picture.SHAPES[0]
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
    assert picture.front(Results(tmp_path / "empty")) == ""


def test_a_new_core_has_a_mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, *others = designs.cores()
    monkeypatch.setattr(designs, "CORES", (first, *others, replace(first, name="fresh")))
    fresh = [structs.replace(record, core="fresh") for record in three(tmp_path).load_all()]
    drawing = picture.front(saved(tmp_path, *fresh))
    assert ">fresh<" in drawing
    marks = list(picture._marks().values())
    assert len(set(marks)) == len(marks) == len(others) + 2


@pytest.mark.parametrize("table", [by_ring.results_table, tables.products_table, tables.picks_table])
def test_no_record_makes_no_table(table: tables.Table, tmp_path: Path) -> None:
    assert table(Results(tmp_path), "results") == ""


def test_records_of_other_rings_are_no_part_of_the_tables(tmp_path: Path) -> None:
    path = Results(tmp_path).save(a_record(core("iterative", ring("ml-kem")), "xc7", ring="mine"))
    assert records.load(path).ring == "mine"
    assert Results(tmp_path).load_all() == []


def test_only_the_part_between_the_markers_is_rewritten(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text(f"before\n\n{BEGIN}\nold\n{END}\n\nafter\n")
    found = saved(tmp_path, a_record(core("iterative", ring("ml-kem")), "ecp5"))
    made = tables.made(path, tables.products_table, found)
    assert not tables.holds(path, BEGIN, END, made)
    assert tables.rewrite(path, BEGIN, END, made)
    assert not tables.rewrite(path, BEGIN, END, made)
    assert tables.holds(path, BEGIN, END, made)
    text = path.read_text()
    assert text.startswith(f"before\n\n{BEGIN}\n| ring |")
    assert text.endswith(f"device.\n{END}\n\nafter\n")
    assert "\nold\n" not in text


@pytest.mark.parametrize("text", ["no markers\n", f"{BEGIN}\n", f"{END}\n{BEGIN}\n"])
def test_a_file_without_markers_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "page.md"
    path.write_text(text)
    with pytest.raises(TwiddleError, match=r"page\.md: no line <!-- results:begin -->"):
        tables.rewrite(path, BEGIN, END, "new\n")
    assert path.read_text() == text


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(TwiddleError, match=r"gone\.md: No such file"):
        tables.holds(tmp_path / "gone.md", BEGIN, END, "new\n")


def test_only_stale_records_are_measured_again(tmp_path: Path, results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").mkdir()
    for page, mark, _ in GENERATED:
        with (tmp_path / page).open("a") as file:
            file.write(f"<!-- {mark}:begin -->\n<!-- {mark}:end -->\n")
    design = core("iterative", ring("ml-kem"))
    unit = units.catalogue()[0]
    text = sources(design.top, design.rtl_parameters())
    hashes = {"design_hash": design_hashes([text])[0], "source_hash": text.source_hash()}
    fresh = a_record(design, "xc7", **hashes)
    Results().save(structs.replace(fresh, source_hash="0" * 64))
    Results().save(a_record(design, "ecp5"))
    monkeypatch.setattr(units, "catalogue", lambda: [unit])
    program = next(programs.rows())
    monkeypatch.setattr(programs, "rows", lambda: iter([program]))
    monkeypatch.setattr(bench, "SYSTEMS", ())
    monkeypatch.setattr(bench, "wanted", list)
    unknown = Results().write("arith/multiplier-none-exact-3-xc7.json", {})
    asked: list[tuple[str, str]] = []

    def measured(again: Design, targets: Sequence[str], **options: Any) -> dict[str, Record]:
        asked.extend((again.core, target) for target in targets)
        return {target: structs.replace(fresh, target=target, fmax_mhz=200.0) for target in targets}

    def measured_unit(again: Unit, targets: Sequence[str], **options: Any) -> dict[str, Record]:
        asked.extend((again.words, target) for target in targets)
        now = {"design_hash": fresh.design_hash, "source_hash": again.sources().source_hash()}
        return {target: compare_cases.unit_record(again, target, **now) for target in targets}

    monkeypatch.setattr(bench, "synthesize_each", measured)
    monkeypatch.setattr(flow, "measure_catalogued", measured_unit)
    done = bench.bench(Results())
    of_core = ["iterative-ml-kem-Butterflies4-DoubleBuffer1-Methodfold-ecp5.json"]
    of_unit = [unit.file_name("xc7"), unit.file_name("ecp5")]
    assert done[2:5] in (of_core + of_unit, of_unit + of_core), "either job may end first"
    assert done[:2] + done[5:] == [
        f"{unknown.name} (removed)",
        "iterative-ml-kem-Butterflies4-DoubleBuffer1-Methodfold-xc7.json (source hash)",
    ]
    assert sorted(asked) == sorted([("iterative", "ecp5"), (unit.words, "xc7"), (unit.words, "ecp5")])
    changed = pages.renew(Results())
    assert {"README.md", "results.md", "lattice.md", "front.svg"} <= {*changed}
    assert "| 200 |" in (tmp_path / "README.md").read_text()
    assert pages.renew(Results()) == []
    assert not unknown.exists()
    assert Results().find(design, "xc7") == fresh
    assert bench.bench(Results()) == []


@pytest.mark.parametrize(("page", "mark", "table"), GENERATED, ids=[f"{page}, {mark}" for page, mark, _ in GENERATED])
def test_a_generated_table_is_up_to_date(page: str, mark: str, table: tables.Table) -> None:
    path = ROOT / page
    assert tables.holds(path, *tables.marks(mark), tables.made(path, table, Results())), REMEDY


def test_the_picture_is_up_to_date() -> None:
    assert (ROOT / pages.PICTURE).read_text() == picture.front(Results()), REMEDY


def test_every_wanted_record_is_there_or_why_not() -> None:
    there = {path.name for path in COMMITTED} | Results().pending()
    missing = {records.name_of(*point) for point in wanted()} - there
    assert missing == Results().failures().keys(), "run: twiddle bench"


def test_every_record_is_rewritten_byte_for_byte(tmp_path: Path) -> None:
    """Cores, units, systems, break-downs, waveforms and peers, as read into types and saved from them."""
    arith_files, system_files = ((Results().folder / name).glob("*.json") for name in ("arith", "systems"))
    found = [
        *map(records.load, COMMITTED),
        *(records.read(path, Record) for path in arith_files),
        *(records.read(path, Record) for path in system_files),
    ]
    paths = {record.path: Results(tmp_path).save(record) for record in found}
    shown = [*breakdown.load_all(Results()), *waveform.load_all(Results())]
    paths |= {record.path: Results(tmp_path).write(record.path, record) for record in shown}
    peers = [recipe.save(record, Results(tmp_path)) for record in recipe.records(Results())]
    paths |= {path.relative_to(tmp_path).as_posix(): path for path in peers}
    assert len(paths) == len(list(Results().folder.rglob("*-*.json")))
    committed = {name: (Results().folder / name).read_bytes() for name in paths}
    assert [name for name, path in paths.items() if committed[name] != path.read_bytes()] == []


def test_the_committed_records_are_of_the_present_hardware() -> None:
    found = {path: records.load(path) for path in COMMITTED}
    assert [record.path for record in found.values()] == [path.name for path in found]
    waiting = Results().pending()
    made = {path: record.design for path, record in found.items() if path.name not in waiting}
    assert made or waiting
    current = records.are_current((found[path], design.sources()) for path, design in made.items())
    stale = [path.name for path, same in zip(made, current, strict=True) if not same]
    assert stale == [], "run: twiddle bench"
