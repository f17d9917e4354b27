# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The table of goals: each row says of its record what the figures say."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import compare_cases
import pytest

from twiddle.evidence.wanted import Wanted
from twiddle.study import goals
from twiddle.study.goals import Goal
from twiddle.tools.synth import records
from twiddle.tools.synth.path import CriticalPath, Step
from twiddle.tools.synth.records import PENDING, Record, Results

POINT = Wanted("iterative", "ml-kem", {"Butterflies": 4})
GOAL = Goal("four butterflies", "MHz", "none", 200, (POINT,), "A register.")
CELLS = {"lut": 1000, "ff": 1, "dsp": 0, "bram36": 0}


def saved(folder: Path, mhz: float) -> Record:
    record = compare_cases.a_record(POINT.design, "ecp5", CELLS, mhz)
    Results(folder).save(record)
    return record


def cells_of(table: str, row: int = 0) -> list[str]:
    return [cell.strip() for cell in table.splitlines()[2 + row].strip("|").split("|")]


@pytest.mark.parametrize("goal", goals.GOALS, ids=lambda goal: f"{goal.what}, {goal.figure}")
def test_a_goal_is_met_missed_or_not_measured_as_its_record_says(goal: Goal) -> None:
    found = goals.look_up(goal, Results())
    row = cells_of(goals.table(Results(), goals=(goal,)))
    assert row[:3] == [goal.what, goal.figure, goal.before]
    assert row[5] == found.state
    if found.record is None:
        assert row[4:] == ["-", "not measured"]
        return
    assert found.record.path not in Results().pending()
    shown = float(row[4].partition("]")[0].lstrip("[").replace(",", ""))
    assert (Results().folder.parent / row[4].partition("(")[2].rstrip(")")).is_file()
    assert row[5] == ("met" if (shown >= goal.bound if goal.more else shown <= goal.bound) else "missed")
    assert goal.moves or found.state == "met"


@pytest.mark.parametrize(("mhz", "state"), [(199.9, "missed"), (200.0, "met")])
def test_the_bound_is_met_by_itself(mhz: float, state: str, tmp_path: Path) -> None:
    saved(tmp_path, mhz)
    assert cells_of(goals.table(Results(tmp_path), goals=(GOAL,)))[5] == state


def test_of_two_designs_the_better_one_counts(tmp_path: Path) -> None:
    saved(tmp_path, 150.0)
    other = Wanted("iterative", "ml-kem", {"Butterflies": 4, "Method": "kred"})
    better = compare_cases.a_record(other.design, "ecp5", CELLS, 210.0)
    Results(tmp_path).save(better)
    found = goals.look_up(replace(GOAL, points=(POINT, other)), Results(tmp_path))
    assert (found.value, found.record) == (210.0, better)
    every = Goal("any", "area x time", "1", 1.0, ring="ml-kem")
    best = goals.look_up(every, Results(tmp_path))
    assert best.record == better


def test_a_record_of_other_hardware_does_not_count(tmp_path: Path) -> None:
    record = saved(tmp_path, 210.0)
    records.write_json(tmp_path / PENDING, [record.path])
    assert cells_of(goals.table(Results(tmp_path), goals=(GOAL,)))[4:] == ["-", "not measured"]


def test_a_missed_goal_has_its_path_and_what_would_move_it(tmp_path: Path) -> None:
    saved(tmp_path, 150.0)
    (line,) = (each for each in goals.table(Results(tmp_path), goals=(GOAL,)).splitlines() if each[0:1] == "-")
    assert line.startswith("- four butterflies, MHz (iterative, 4 butterflies")
    assert line.endswith(" A register.")


def test_a_path_in_words() -> None:
    steps = [
        Step("logic", 400, "clock", "TRELLIS_FF u_core.u_load.count_q.Q"),
        Step("routing", 1200, "TRELLIS_FF u_core.u_load.count_q.Q", "LUT4 near c_ready_i.D"),
        Step("logic", 200, "LUT4 near c_ready_i.D", "LUT4 near c_ready_i.F"),
        Step("routing", 300, "LUT4 near c_ready_i.F", "TRELLIS_FF twd_fifo.sv:50.DI"),
        Step("logic", 0, "TRELLIS_FF twd_fifo.sv:50.DI", "setup"),
    ]
    assert goals.path_words(CriticalPath(2100, 600, 1500, steps)) == (
        "The path takes 2.1 ns, 1.5 of them routing, from `TRELLIS_FF u_load.count_q` to "
        "`TRELLIS_FF twd_fifo.sv:50`; its longest step, 1.2 ns of routing, ends at `LUT4 near c_ready_i`."
    )
