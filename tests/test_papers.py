# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The papers: their formulas give what they print, and every figure of ours is that of its record."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest
from compare_cases import record_core, row_of, rows_of

from twiddle.base.errors import TwiddleError
from twiddle.base.grid import Cell
from twiddle.base.rings import ring
from twiddle.catalog.block import Block
from twiddle.catalog.designs import core
from twiddle.evidence.results import Results
from twiddle.evidence.wanted import wanted
from twiddle.model.quad import Schedule
from twiddle.study import published
from twiddle.study.compare import compare
from twiddle.study.comparison import Comparison, value_of
from twiddle.study.paper import Line, Paper, Table, Text, block, slices
from twiddle.study.papers import PAPERS, duong_ngoc_2022
from twiddle.tools.synth import records
from twiddle.tools.targets import REFERENCE

ROWS = published.everything()
MEASURED = ("lut", "ff", "dsp", "bram36", "ecp5_lut", "freq_mhz")
"""Figures that are those of a record."""


@pytest.fixture(scope="module")
def comparisons(every_record: Path) -> Mapping[str, Comparison]:
    return {name: compare(name, results=Results(every_record)) for name in PAPERS}


@pytest.fixture(params=PAPERS)
def name(request: pytest.FixtureRequest) -> str:
    """Each paper, by its name."""
    return str(request.param)


# ------------------------------------------------------------------ the file of figures


def test_the_tables_are_there() -> None:
    counts = Counter(row.paper for row in ROWS if not row.ours)
    assert counts.keys() == PAPERS.keys()
    assert counts >= Counter({"nguyen-2023": 28, "alhassani-2024": 15, "duong-ngoc-2022": 38, "nguyen-2019": 16})
    feng, ours = (row for row in published.rows("duong-ngoc-2022", "2") if row.n == 512 and not row.ours)
    assert (feng.q, feng.bits, "lut" in feng.figures) == (0, 23, False)
    keys = ("slices", "eff_slices", "eff_dsp", "eff_bram36")
    assert [feng[key] for key in keys] == [18000, 1, 1, 1]
    assert [ours[key] for key in ("lut", *keys)] == [19105, 5700, 2, 1.2, 1.5]


def test_every_row_is_in_a_table_and_leads_to_a_block() -> None:
    tables = {(name, table.number) for name, found in PAPERS.items() for table in found.text.tables}
    assert {(row.paper, row.table) for row in ROWS} == tables
    for row in ROWS:
        assert (row.ours == "") == (row.year > 0), "a published row has a year"
        assert isinstance(block(row.measured or row.ours), Block | None)
    with pytest.raises(TwiddleError, match="core 'nope': unknown"):
        block("nope ml-kem")


def test_what_does_not_follow_is_listed(name: str, comparisons: Mapping[str, Comparison]) -> None:
    """Every formula gives what the paper prints to its last decimal, but for the figures in `differs`."""
    compared = 0
    for grid, table in zip(comparisons[name].grids, PAPERS[name].text.tables, strict=True):
        for row, cells in zip(published.rows(name, table.number), grid.rows, strict=True):
            again = {key for key in row.decimals if f"{key}_recomputed" in cells}
            compared += len(again)
            wrong = [
                key
                for key in again
                if abs((value_of(cells, f"{key}_recomputed") or 0) - row[key]) > 0.5 * 10.0 ** -row.decimals[key] + 1e-9
            ]
            assert sorted(wrong) == sorted(row.differs.split()), (row.source, row.work)
            assert bool(wrong) == ("recomputed: " in str(cells["note"].value))
            derived = {key for key in row.figures if key.startswith(("time_us", "throughput", "atp", "eff", "share"))}
            assert row.ours or derived <= again, "every derived figure that is printed follows from others"
    least = {"alhassani-2024": 45, "duong-ngoc-2022": 129, "nguyen-2019": 53, "nguyen-2023": 21}
    assert compared >= least.get(name, 0)


# ------------------------------------------------------------------ the engine


def test_a_formula_notes_what_it_reads() -> None:
    used: dict[str, None] = {}
    row = published.rows("nguyen-2023", "5")[0]
    one, other = (Line(row, {key: Cell(6, (key,))}, used) for key in ("a", "b"))
    one.group = other.group = [one, other]
    assert one["a"] / other["b"] == 1
    assert list(used) == ["a", "b"]
    for missing in (lambda: one["b"], lambda: one.find("nobody"), one.own, lambda: one.cycles("ntt")):
        with pytest.raises(KeyError):
            missing()
    table = Table("x", "5", "X", "work q lut twice none", group="q", noted=False)
    formulas = {"twice": lambda line: 2 * line["lut"], "none": lambda line: line["lut"] / line["dsp"]}
    small = Paper("nguyen-2023", Text("T", "lut", "A note.", (table,)), {"x": formulas})
    found = small.comparison(Results("nowhere"))
    assert [row["twice"].value for row in found.grids[0].rows if "twice" in row] == [456, 554, 612, 608, 724, 786]
    assert not any("none" in row for row in found.grids[0].rows), "no figure where one is missing or 0 divides"
    assert found.notes == ("A note.", "Measured with nothing yet.")


def test_every_figure_of_ours_is_that_of_its_record(
    name: str, comparisons: Mapping[str, Comparison], every_record: Path
) -> None:
    compared = 0
    for grid in comparisons[name].grids:
        for row in grid.rows:
            for key, cell in row.items():
                if key in MEASURED and row["by"].value == "ours":
                    assert cell.records, "no figure without a link"
                if key in MEASURED and len(cell.records) == 1:
                    record = json.loads((every_record.parent / cell.records[0]).read_text())
                    family = "xcup" if row["device"].value == "xcup" else "xc7"
                    assert record["target"] == ("ecp5" if key in ("freq_mhz", "ecp5_lut") else family)
                    kept = record["cells"] | {"freq_mhz": record["fmax_mhz"], "ecp5_lut": record["cells"]["lut"]}
                    assert cell.value == kept[key]
                    compared += key == "lut"
    assert compared >= len({row.ours for row in ROWS if row.paper == name} - {""}) / 2


def test_nothing_is_missing_with_all_that_is_wanted(
    name: str, comparisons: Mapping[str, Comparison], tmp_path: Path
) -> None:
    found = comparisons[name]
    assert not found.missing
    nothing = compare(name, results=Results(tmp_path))
    points = {f"results/{records.name_of(*point)}" for point in wanted()}
    assert nothing.missing.keys() <= points
    assert set(nothing.missing.values()) == {"twiddle bench"}
    assert [len(grid.rows) for grid in nothing.grids] == [len(grid.rows) for grid in found.grids]
    for grid in nothing.grids:
        for row in grid.rows:
            assert row["by"].value == "published" or not {*MEASURED, "slices", "time_us"} & row.keys()


def test_each_published_figure_is_beside_ours(name: str, comparisons: Mapping[str, Comparison]) -> None:
    figures = comparisons[name].figures
    assert any(each["ratio"] for each in figures)
    for each in figures:
        assert each["paper"] == name
        assert each["ratio"] is None or each["ratio"] == pytest.approx(each["ours"] / each["published"])
        assert each["record"] is None or each["ours"] is not None
    if name == "nguyen-2019":
        known = {(each["table"], each["scheme"], each["work"], each["metric"]): each["ours"] for each in figures}
        assert known["I", "dilithium", "K-RED parameters", "adders_kred"] == 2
        assert known["III", "newhope", "Kuo [10]", "cycles_ntt"] == core("quad", "falcon-1024").cycles("ntt").busy


def test_a_formula_over_two_devices_says_so_above_it(name: str, comparisons: Mapping[str, Comparison]) -> None:
    """Area x time is of one device; a paper's product of cells and time of ours is of xc7 and ecp5."""
    for grid in comparisons[name].grids:
        over_both = [column.key for column in grid.columns if column.key.startswith(("atp", "eff"))]
        assert bool(over_both) == grid.title.endswith("(cells of xc7, MHz of ecp5)"), (grid.name, over_both)


def test_frozen_figures(frozen_results: Results) -> None:
    """Of some records that stay as they are, by the papers' formulas."""
    rns = row_of(compare("alhassani-2024", results=frozen_results), "table-I", work="rns engine", units=2)
    assert (rns["lut"], rns["bram36"], rns["cycles_product"]) == (516, 6, 1610)
    assert rns["cycles_ratio"] == 1610 / 1702
    assert rns["time_us"] == 1610 / rns["freq_mhz"]
    assert rns["atp_ens"] == pytest.approx((slices(516, 648) + 6 * 196) * rns["time_us"] / 1000)
    ldsp = row_of(compare("nguyen-2023", results=frozen_results), "table-3", work="ldsp, times k")
    assert ldsp["eff_kbps_per_lut"] == pytest.approx(12000 * ldsp["freq_mhz"] / ldsp["lut"])
    other = row_of(compare("nguyen-2023", results=frozen_results), "table-3", work="[18] K-RED")
    assert other["claimed_ours"] == pytest.approx(ldsp["eff_kbps_per_lut"] / 5804)
    quad = row_of(compare("nguyen-2019", results=frozen_results), "study", work="quad", ring="falcon-1024")
    assert quad["time_mul_us"] == core("quad", "falcon-1024").cycles("mul").busy / quad["freq_mhz"]
    assert quad["cycles_formula"] == 3328


# ------------------------------------------------------------------ each paper


def test_alhassani(comparisons: Mapping[str, Comparison]) -> None:
    rows = [*rows_of(comparisons["alhassani-2024"], "table-I")]
    less, guo = (row for row in rows if "recomputed" in str(row["note"]))
    assert less["note"].endswith("recomputed: atp_ens -36.1"), "the one percentage that does not follow"
    percent = [[row[key] for key in ("time_us", "atp_lut", "atp_ens")] for row in rows if "% less" in str(row["work"])]
    assert percent == [[46, 71, 1], [17, 37, -28], [36, 61, 4]]
    one = (457 + 140 + 457) / 159
    assert [guo["time_us"], guo["atp_lut"]] == pytest.approx([one, 1549 * one / 1000], abs=0.05), "it counts one NTT"
    assert guo["note"].endswith("recomputed: time_us 9.5, atp_lut 14.72, atp_ens 40.4")
    own = {row["units"]: row for row in rows if "Alhassani" in row["work"]}
    found = {lanes: int(slices(row["lut"], row["ff"])) for lanes, row in own.items()}
    assert found == {1: 153, 2: 231, 4: 395}, "what the notes say of them"
    for lanes in own:
        design = core("rns", "ml-kem", Butterflies=lanes, Registers=1)
        row = row_of(comparisons["alhassani-2024"], "table-I", work="rns core, Registers = 1", units=lanes)
        assert row["cycles_product"] == design.cycles("mul").busy


def test_duong_ngoc_published() -> None:
    fills = {n: duong_ngoc_2022.fill(ring(preset)) for n, preset in duong_ngoc_2022.RINGS.items()}
    assert fills == {1024: 255 + 70 + 9, 512: 198, 256: 118}
    for row in published.rows("duong-ngoc-2022", "2"):
        if row.own:
            assert row["cycles"] == fills[row.n] + row.n // 2, "first beat in to last into the inverse"
            parts = [each for each in published.rows("duong-ngoc-2022", "3") if each.n == row.n]
            whole = [each for each in parts if each.unit in duong_ngoc_2022.WHOLE]
            wrong = [sum(part[key] for part in whole) - row[key] for key in ("lut", "ff", "dsp", "bram36")]
            assert wrong == [{1024: 2, 512: -2, 256: 0}[row.n], 0, 0, 0], "what the page says of them"


def test_duong_ngoc_ours(comparisons: Mapping[str, Comparison], every_record: Path) -> None:
    found = comparisons["duong-ngoc-2022"]
    for n, preset in duong_ngoc_2022.RINGS.items():
        design = core("mdf", preset, Form="forward")
        row = row_of(found, "table-1", work="mdf forward", n=n)
        assert row["cycles"] == n // 4 == design.cycles("ntt").interval
        assert row["fill"] == (design.cycles("ntt").fill or 0) - (n // 4 + 11)
        chosen = row_of(found, "table-1", work="mdf forward, Select = 1", n=n)
        assert chosen["lut"] == row_of(found, "table-1", work="mdf forward, Select = 1", n=1024)["lut"]
        own = row_of(found, "table-1", work="Duong-Ngoc 2022 (MDF 4-path)", n=n)
        if n == 256:
            assert row["throughput"] == pytest.approx(n * ring(preset).bits / row["time_us"] / 1.024)
            ratio = row["lut"] * row["time_us"] * own["freq_mhz"] / (own["lut"] * own["cycles"])
            assert row["atp_lut"] == pytest.approx(ratio)
        stream = row_of(found, "table-2", work="mdc product, stream", n=n)
        assert stream["cycles"] == core("mdc", preset, Form="product").cycles("mul").interval
    claimed = [row for row in rows_of(found, "table-1") if "claimed" in row]
    assert len(claimed) == 9
    for row in claimed:
        ours = row_of(found, "table-1", work="mdf forward", n=row["n"])
        assert ("time_us" in ours) == ("speed_up_mdf" in row)
        if row["n"] == 256:
            assert row["speed_up_mdf"] == pytest.approx(row["cycles"] / row["freq_mhz"] / ours["time_us"])
        times = [each["time_us"] for each in rows_of(found, "table-1", by="ours", n=row["n"]) if "time_us" in each]
        assert row["speed_up_best"] == pytest.approx(row["cycles"] / row["freq_mhz"] / min(times))
    part = row_of(found, "table-3", work="mdf transform", n=256)
    whole = row_of(found, "table-3", work="mdf product", n=256)
    assert part["share_ff"] == pytest.approx(100 * part["ff"] / whole["ff"])
    assert "share_ff" not in whole
    assert "share_lut" not in row_of(found, "table-3", work="mdf transform, Select = 1", n=256)
    unit = core("butterfly-feedback", Q=3329, Configurable=1).unit
    assert row_of(found, "table-3", work="BU1, fold", n=256)["cycles"] == unit.latency


def test_nguyen_2019(comparisons: Mapping[str, Comparison], tmp_path: Path) -> None:
    found = comparisons["nguyen-2019"]
    for table in ("table-2", "table-3", "study"):
        quad, hls, ratio = (row_of(found, table, work=work) for work in ("quad", "quad-hls", "quad-hls / quad"))
        for key in ("lut", "ff", "dsp", "bram36", "freq_mhz", "cycles_ntt", "time_us"):
            assert ratio[key] == pytest.approx(hls[key] / quad[key])
    record_core(tmp_path, core("quad", "qtesla-1024"), "xc7")
    half = row_of(
        compare("nguyen-2019", results=Results(tmp_path)), "table-2", work="quad-hls / quad", ring="qtesla-1024"
    )
    assert "lut" not in half, "a quotient of what is there"
    assert "cycles_ntt" in half
    shapes = [[row[key] for key in ("k", "m")] for row in rows_of(found, "table-1", by="published")]
    assert shapes == [[3, 12], [513, 14], [1023, 13]]
    whole = {row["work"]: row.get("cycles_reordered") for row in rows_of(found, "table-3")}
    assert [whole[work] for work in ("Kuo [10]", "RTL", "HLS/RTL")] == pytest.approx([4360, 2032, None])
    chen = [row.get("cycles_chen") for row in rows_of(found, "study", ring="ml-dsa")]
    assert chen == [1600, 1600, None]
    for preset, cycles in (("falcon-1024", 3328), ("ml-dsa", 704)):
        row = row_of(found, "study", work="quad", ring=preset)
        passes = [step for step, _ in Schedule(ring(preset), published=True).steps("mult")]
        assert row["cycles_formula"] == cycles == len(passes) * ring(preset).n // 4


def test_nguyen_2023(comparisons: Mapping[str, Comparison], tmp_path: Path) -> None:
    found = comparisons["nguyen-2023"]
    for table, work in (("table-3", "ldsp, times k"), ("table-4", "ldsp, unified")):
        ours = row_of(found, table, work=work)["eff_kbps_per_lut"]
        for row in rows_of(found, table):
            if "claimed" in row:
                assert row["claimed_ours"] == pytest.approx(ours / row["eff_kbps_per_lut"])
    (wrong,) = (row for row in rows_of(found, "table-4") if "recomputed" in str(row["note"]))
    assert wrong["eff_kbps_per_lut_recomputed"] == pytest.approx(1000 * 229 / 840)
    designs = {units: core("pwmm", "ml-kem", Units=units, Method="ldsp", Scaled=1) for units in (1, 2)}
    for design in designs.values():
        record_core(tmp_path, design, *REFERENCE, cells={"lut": 1000, "ff": 1300, "dsp": 3, "bram36": 0})
    table = compare("nguyen-2023", results=Results(tmp_path))
    for units, work in ((1, "pwmm, 1 unit, ldsp"), (2, "pwmm, 2 units, ldsp")):
        row = row_of(table, "table-6", work=work)
        assert row["cycles_pwm"] == designs[units].cycles("pwm").interval == 128 // units
        assert row["atp"] == pytest.approx(128 / units * (1000 / 4 + 1300 / 8 + 300) / row["freq_mhz"])
    for row in rows_of(table, "table-6"):
        if "claimed" in row:
            assert 100 * (1 - 180 / row["atp"]) == pytest.approx(row["claimed"], abs=0.05)
            less = 1 - row_of(table, "table-6", work="pwmm, 1 unit, ldsp")["atp"] / row["atp"]
            assert math.isclose(row["claimed_ours"], 100 * less)
    whole = row_of(found, "table-6", work="iterative, 2 butterflies, ldsp")
    assert "atp" not in whole, "it has block RAM, which ATP has not"
