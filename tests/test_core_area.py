# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The small tables of pages: parts of `iterative`, its check, standard cells, and `quad`."""

from __future__ import annotations

from pathlib import Path

from twiddle.evidence.results import Results
from twiddle.study import core_area


def rows_of(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def count(cell: str) -> int:
    return int(cell.replace(",", ""))


def test_the_parts_add_up_to_the_whole() -> None:
    *parts, whole = rows_of(core_area.parts(Results()))
    for column in (1, 3):
        assert sum(count(row[column]) for row in parts) == count(whole[column])
        assert all(count(row[column]) > 0 for row in parts)


def test_the_luts_of_each_kind_add_up() -> None:
    for _, logic, shift, memory, whole, _ in rows_of(core_area.trusted(Results())):
        assert count(logic) + count(shift) + count(memory) == count(whole)


def test_without_records_there_are_no_figures(tmp_path: Path) -> None:
    results = Results(tmp_path)
    assert core_area.parts(results) == core_area.trusted(results) == core_area.cells(results) == ""
    assert all(row[1:] == ["-"] * 4 for row in rows_of(core_area.wide(results)))


def test_overlap_saves_the_interval_beyond_the_busy_cycles() -> None:
    for _, interval, busy, saved in rows_of(core_area.overlap(Results())):
        assert saved == f"{100 * (1 - count(busy) / count(interval)):.0f} %"
