# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the papers print and their texts say, by their own formulas; test_papers.py has what holds for all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest

from twiddle.base.rings import ring
from twiddle.model.quad import Schedule
from twiddle.study import compare, published, tables
from twiddle.study.comparison import value_of
from twiddle.study.paper import Theirs
from twiddle.study.papers import alhassani_2024, duong_ngoc_2022, nguyen_2019, nguyen_2023

ROWS: Mapping[str, list[Theirs]] = {
    name: [theirs for table in paper.tables for theirs in table.theirs()] for name, paper in compare.PAPERS.items()
}


def of_table(paper: str, table: str) -> list[Theirs]:
    return [theirs for theirs in ROWS[paper] if theirs.row.table == table]


COMPARED = {
    "alhassani-2024": {("I", "time"): 12, ("I", "atp"): 24},
    "duong-ngoc-2022": {
        ("1", "time"): 14,
        ("1", "throughput"): 14,
        ("1", "atp"): 3 * 14 - 2,
        ("2", "time"): 6,
        ("2", "eff"): 4 * 4 + 3 * 2,
        ("3", "share"): 3 * 12 - 3,
    },
    "nguyen-2019": {
        **{("I", key): 3 for key in ("k", "m")},
        ("I", "adders"): 6,
        ("II", "time"): 9,
        ("III", "time"): 4,
        **{("II", key): 3 for key in ("dsp", "bram36", "lut", "ff", "slices", "freq", "cycles")},
        **{("III", key): 1 for key in ("dsp", "bram36", "lut", "ff", "slices", "freq", "cycles")},
    },
    "nguyen-2023": {("3", "eff"): 7, ("4", "eff"): 7, ("6", "atp"): 6, ("6", "slices"): 1},
}
"""How many printed figures follow from others, by table."""


@pytest.mark.parametrize("name", COMPARED)
def test_every_printed_figure_was_compared(name: str) -> None:
    found = [(theirs, key) for theirs in ROWS[name] for key in theirs.again]
    printed = [(each, key) for each, key in found if value_of(each.cells, key) is not None]
    assert Counter((each.row.table, key.partition("_")[0]) for each, key in printed) == COMPARED[name]
    derived = ("time_us", "throughput", "atp", "eff", "share")
    for theirs in ROWS[name]:
        said = {key for key in theirs.row.figures if key.startswith(derived)}
        assert said <= theirs.again.keys(), "every figure that is printed follows from others"


def test_the_tables_are_there() -> None:
    counts = {name: Counter((theirs.row.table, theirs.row.own) for theirs in rows) for name, rows in ROWS.items()}
    assert counts["alhassani-2024"] == {("I", False): 9, ("I", True): 3}
    assert counts["duong-ngoc-2022"] == {("1", False): 9, ("1", True): 5, ("2", False): 3, ("2", True): 3} | {
        ("3", False): 18
    }
    assert counts["nguyen-2019"] == {("I", False): 3, ("II", False): 9, ("III", False): 4}
    assert counts["nguyen-2023"] == {
        ("3", False): 8,
        ("4", False): 7,
        ("4", True): 1,
        ("5", False): 6,
        ("6", False): 4,
        ("6", True): 2,
    }


# ------------------------------------------------------------------ Alhassani 2024


def test_alhassani_table_i() -> None:
    own = {
        lanes: [row[key] for key in ("lut", "ff", "dsp", "bram36", "slices")]
        for lanes, row in alhassani_2024.OWNS.items()
    }
    assert own == {1: [407, 411, 0, 7.5, 153], 2: [590, 671, 0, 7.5, 210], 4: [1052, 1058, 0, 13.5, 395]}
    found = {lanes: int(tables.slices(lut, ff)) for lanes, (lut, ff, *_) in own.items()}
    assert found == {1: 153, 2: 231, 4: 395}, "what the notes say of them"


def test_alhassani_counts_one_ntt_where_its_figures_do_not_follow() -> None:
    (theirs,) = (theirs for theirs in ROWS["alhassani-2024"] if theirs.differing)
    row = theirs.row
    one = (row["cycles_ntt"] + row["cycles_pwm"] + row["cycles_intt"]) / row["freq_mhz"]
    ens = row["slices"] + 120 * row["dsp"] + 196 * row["bram36"]
    for key, value in (("time_us", one), ("atp_lut", row["lut"] * one / 1000), ("atp_ens", ens * one / 1000)):
        assert value == pytest.approx(row[key], abs=0.05)
    note = alhassani_2024.PAPER.remark(theirs)
    assert str(note).startswith("time counts one NTT")
    assert str(note).endswith("; recomputed: 9.5 µs, ATP 14.7 and 40.4")


# ------------------------------------------------------------------ Duong-Ngoc 2022


def test_duong_ngoc_rows() -> None:
    rows = [theirs.row for theirs in ROWS["duong-ngoc-2022"]]
    assert {(row.n, row.bits) for row in rows} == {(1024, 14), (512, 14), (512, 23), (256, 12)}
    feng, ours = (row for row in duong_ngoc_2022.TABLE_2 if row.n == 512)
    assert "lut" not in feng.figures
    keys = ("slices", "eff_slices", "eff_dsp", "eff_bram36")
    assert [feng[key] for key in keys] == [18000, 1, 1, 1]
    assert [ours[key] for key in ("lut", *keys)] == [19105, 5700, 2, 1.2, 1.5]


def test_duong_ngoc_another_formula_gives_something_else() -> None:
    """Without the factor 1 / 1.024, with times as they are printed, or by another row."""
    for theirs in of_table("duong-ngoc-2022", "1"):
        assert abs(1.024 * theirs.again["throughput"] - theirs.row["throughput"]) > 10
    rounded = [abs(row.n * row.bits / row["time_us"] / 1.024 - row["throughput"]) for row in duong_ngoc_2022.TABLE_1]
    assert max(rounded) > 50
    zynq, _, mert, own = [row for row in duong_ngoc_2022.TABLE_1 if row.n == 1024][2:]

    def atp(other: published.Published) -> float:
        times = [row["cycles"] / row["freq_mhz"] for row in (mert, other)]
        return mert["lut"] * times[0] / (other["lut"] * times[1])

    assert atp(own) == pytest.approx(mert["atp_lut"], abs=0.05)
    assert abs(atp(zynq) - mert["atp_lut"]) > 0.05


def test_duong_ngoc_cycles() -> None:
    rings = {n: ring(name) for n, name in duong_ngoc_2022.RINGS.items()}
    fills = {n: duong_ngoc_2022.fill(of) for n, of in rings.items()}
    assert fills == {1024: 334, 512: 198, 256: 118}
    assert fills[1024] == 255 + 70 + 9
    own = {row.n: row["cycles"] for row in duong_ngoc_2022.TABLE_2 if row.own}
    assert own == {n: fill + n // 2 for n, fill in fills.items()}, "first beat in to last into the inverse"
    own = {row.n: row["cycles"] for row in duong_ngoc_2022.TABLE_1 if row.own}
    assert own == {n: n // 4 for n in rings}


def test_duong_ngoc_parts_add_up_but_for_two_luts() -> None:
    for whole in (row for row in duong_ngoc_2022.TABLE_2 if row.own):
        parts = [row for row in duong_ngoc_2022.TABLE_3 if row.n == whole.n and row.unit in duong_ngoc_2022.WHOLE]
        assert len(parts) == 4
        wrong = {name: sum(part[name] for part in parts) - whole[name] for name in ("lut", "ff", "dsp", "bram36")}
        assert wrong == {"lut": {1024: 2, 512: -2, 256: 0}[whole.n], "ff": 0, "dsp": 0, "bram36": 0}


def test_duong_ngoc_speed_ups_follow() -> None:
    claimed = Counter()
    for table in ("1", "2"):
        found = [(theirs.row, theirs.again["time_us"]) for theirs in of_table("duong-ngoc-2022", table)]
        for at, (row, mine) in enumerate(found):
            if "claimed" in row.figures:
                claimed[table] += 1
                own = next(time for row, time in found[at:] if row.own)
                near = 0.05 if row.decimals["claimed"] else 0.5
                assert mine / own == pytest.approx(row["claimed"], abs=near)
    assert claimed == {"1": 9, "2": 1}


# ------------------------------------------------------------------ Nguyen 2019


def test_nguyen_2019_schemes_are_our_rings() -> None:
    rows = [theirs.row for theirs in ROWS["nguyen-2019"]]
    assert {row.scheme for row in rows} == nguyen_2019.RINGS.keys()
    for row in rows:
        of = ring(nguyen_2019.RINGS[row.scheme])
        assert (of.n, of.q) == (1024 if row.scheme != "dilithium" else 256, row.q) == (row.n, row.q)


def test_nguyen_2019_times_as_printed_give_other_ratios() -> None:
    """It divides times that are not rounded: others give 1.02 and 1.05 where it prints 1.03 and 1.04."""
    for rows, scheme, wrong in ((nguyen_2019.TABLE_II, "qtesla", 1.024), (nguyen_2019.TABLE_III, "newhope", 1.045)):
        by_work = {row.work: row for row in rows if row.scheme == scheme}
        printed = by_work["HLS"]["time_us"] / by_work["RTL"]["time_us"]
        assert printed == pytest.approx(wrong, abs=0.001)
        assert abs(printed - by_work["HLS/RTL"]["time_us"]) > 0.005


def test_nguyen_2019_adders() -> None:
    found = of_table("nguyen-2019", "I")
    shapes = [(each.cells["k"].value, each.cells["m"].value, each.row.q) for each in found]
    assert shapes == [(3, 12, 12289), (513, 14, 8404993), (1023, 13, 8380417)]
    assert [each.differing for each in found] == [{"adders_kred2x": 4}, {}, {}], "9 = 8 + 1 has two digits"


def test_nguyen_2019_cycles_of_the_text() -> None:
    """(n log2 n + 3 n) / 4 is what the five steps of the published engine take, without pipe and gaps."""
    for name in nguyen_2019.NAMES:
        of = ring(name)
        passes = [step for step, _ in Schedule(of, published=True).steps("mult")]
        assert len(passes) * of.n // 4 == nguyen_2019.mult_cycles(of.n)
    assert [nguyen_2019.mult_cycles(n) for n in (1024, 256)] == [3328, 704]
    assert [nguyen_2019.mult_cycles_du(n) for n in (1024, 256)] == [3072, 640]


# ------------------------------------------------------------------ Nguyen 2023


def test_nguyen_2023_parameters_are_our_rings() -> None:
    assert [row.q for row in nguyen_2023.TABLES["5"]] == [*nguyen_2023.MODULI, *nguyen_2023.MODULI]
    names = ("ml-kem", "kyber-v1", "falcon-512", "falcon-1024")
    assert [(ring(name).n, ring(name).q) for name in names] == [
        *((256, 3329), (256, 7681), (512, 12289), (1024, 12289))
    ]


def test_nguyen_2023_another_number_of_bits_gives_something_else() -> None:
    """One bit in Table 3, or twelve in Table 4; in Table 6 slices without DSP blocks."""
    for table, factor in (("3", 1 / 12), ("4", 12)):
        for theirs in of_table("nguyen-2023", table):
            for key, value in theirs.again.items():
                assert abs(factor * value - theirs.row[key]) > 0.5
    with_dsp = [row for row in nguyen_2023.TABLES["6"] if row["dsp"]]
    assert len(with_dsp) == 4
    for row in with_dsp:
        assert abs(row["cycles_pwm"] * row["slices"] / row["freq_mhz"] - row["atp"]) > 0.5


def test_nguyen_2023_factors_of_the_text_follow() -> None:
    """From the figures as they are printed, and in ascending order, which is not that of the works named."""
    for table in ("3", "4"):
        rows = nguyen_2023.TABLES[table]
        claimed = sorted((row for row in rows if "claimed" in row.figures), key=lambda row: row["claimed"])
        assert len(claimed) == 6
        for row in claimed:
            near = 0.5 * 10.0 ** -row.decimals["claimed"]
            assert rows[0][nguyen_2023.EFF] / row[nguyen_2023.EFF] == pytest.approx(row["claimed"], abs=near)
        assert claimed != sorted(claimed, key=lambda row: row.work.split("]")[0])
    claimed = [row for row in nguyen_2023.TABLES["6"] if "claimed" in row.figures]
    assert len(claimed) == 4
    for row in claimed:
        assert 100 * (1 - 180 / row["atp"]) == pytest.approx(row["claimed"], abs=0.05)
    (row,) = (row for row in nguyen_2023.TABLES["4"] if row.work == "[27]")
    (theirs,) = (theirs for theirs in of_table("nguyen-2023", "4") if theirs.differing)
    assert theirs.row == row
    assert theirs.differing == {nguyen_2023.EFF: pytest.approx(1000 * 229 / 840)}
    assert nguyen_2023.PAPER.remark(theirs) == "recomputed: Eff. 273"
