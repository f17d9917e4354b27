# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle bench`: what it measures again, what it refuses to lose, and what it says."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from command import Run
from compare_cases import CORE, a_record, unit_record

from twiddle.base import places
from twiddle.base.errors import TwiddleError
from twiddle.base.rings import ring
from twiddle.base.sources import sources
from twiddle.catalog import units
from twiddle.catalog.designs import Design, core
from twiddle.cli import shown
from twiddle.evidence import bench, drawn, wanted
from twiddle.evidence.results import FAILED, Results
from twiddle.study import pages
from twiddle.tools import targets
from twiddle.tools.synth import flow, records
from twiddle.tools.synth.records import Cells, Record

COMMAND = "bench"
RING = ring("ml-kem")
DESIGN = core("iterative", RING, Butterflies=1)
NAME = records.name_of(DESIGN, "xc7")
UNITS = units.catalogue()


@pytest.fixture(autouse=True)
def folder(results: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of results; one core is wanted on xc7, no unit, no system.

    No page has a table or the output of a command.
    """
    point = wanted.Wanted("iterative", "ml-kem", {"Butterflies": 1}, ("xc7",))
    monkeypatch.setattr(wanted, "WANTED", (point,))
    monkeypatch.setattr(units, "catalogue", list)
    monkeypatch.setattr(bench, "SYSTEMS", ())
    monkeypatch.setattr(pages, "renew", lambda results: [])
    monkeypatch.setattr(shown, "rewrite", lambda docs: [])
    monkeypatch.setattr(drawn, "wanted", list)
    return results


def measures(monkeypatch: pytest.MonkeyPatch, reason: str = "", **cells: float) -> list[str]:
    """Have every measurement give these cells, or fail; returns where the names of the measured are put."""
    asked: list[str] = []

    def measure(design: Design, targets: Sequence[str], **options: Any) -> dict[str, Record | TwiddleError]:
        asked.extend(records.name_of(design, target) for target in targets)
        now = sources(design.top, design.rtl_parameters()).source_hash()
        figures = {**CORE, **cells}
        return {
            target: TwiddleError(reason) if reason else a_record(design, target, figures, source_hash=now)
            for target in targets
        }

    monkeypatch.setattr(bench, "synthesize_each", measure)
    return asked


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """No record is of the present hardware."""
    monkeypatch.setattr("twiddle.evidence.results.are_current", lambda found: [False for _ in found])


def other_cycles(folder: Path) -> Record:
    """A saved record whose transform took a cycle less."""
    cycles = DESIGN.all_cycles()
    less = replace(cycles["ntt"], interval=cycles["ntt"].interval - 1)
    record = a_record(DESIGN, "xc7", cycles={**cycles, "ntt": less})
    Results(folder).save(record)
    return record


REASON = "twd_iterative: xc7: map: not finished after 1200 s"


def test_what_is_missing_is_measured_once(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    asked = measures(monkeypatch)
    assert run()[0] == f"wrote {NAME}\n"
    assert run()[0] == "everything is up to date\n"
    assert asked == [NAME]


def test_a_choice_leaves_the_others_alone(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    asked = measures(monkeypatch)
    for choice in ("--core mdc", "--target ecp5", "--ring ml-dsa"):
        run(choice)
    assert asked == []
    run("--core iterative --ring ml-kem --target xc7")
    assert asked == [NAME]


@pytest.mark.parametrize(("grown", "code"), [(408, 0), (409, 1)])
@pytest.mark.usefixtures("changed")
def test_cells_may_grow_by_two_per_cent(
    folder: Path, monkeypatch: pytest.MonkeyPatch, run: Run, grown: int, code: int
) -> None:
    before = a_record(DESIGN, "xc7")
    Results(folder).save(before)
    measures(monkeypatch, lut=grown)
    _, err = run(code=code)
    kept = records.load(folder / NAME)
    if code:
        assert err.endswith(
            f"{NAME}: lut 400 -> 409\n"
            "twiddle: 1 figure worse than recorded, not saved; "
            "to accept: twiddle bench --accept\n"
        )
        assert kept == before
        run("--accept")
        kept = records.load(folder / NAME)
    assert kept.cells["lut"] == grown


def test_the_largest_cores_are_measured_first(monkeypatch: pytest.MonkeyPatch) -> None:
    small = wanted.Wanted("iterative", "ml-kem", {"Butterflies": 1}, ("xc7",))
    large = wanted.Wanted("mdc", "ml-kem", {"Form": "product"}, ("xc7",))
    monkeypatch.setattr(wanted, "WANTED", (small, large))
    jobs = bench._core_jobs([], bench.Only(), bench.Run(Results()))
    assert [job.name for job in sorted(jobs, key=lambda job: -job.expected)] == [
        "xc7 mdc ml-kem",
        "xc7 iterative ml-kem",
    ]


def test_a_changed_cycle_count_is_told_without_measuring(
    folder: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    record = other_cycles(folder)
    monkeypatch.setattr("twiddle.evidence.results.are_current", lambda found: [True for _ in found])
    asked = measures(monkeypatch)
    _, err = run(code=1)
    assert f"{NAME}: ntt {asdict(record.cycles['ntt'])} -> {asdict(DESIGN.cycles('ntt'))}" in err
    run("--accept")
    assert records.load(folder / NAME).cycles == DESIGN.all_cycles()
    assert asked == []


@pytest.mark.usefixtures("changed")
def test_a_measurement_does_not_hide_a_changed_cycle_count(
    folder: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    record = other_cycles(folder)
    asked = measures(monkeypatch)
    for _ in range(2):
        _, err = run(code=1)
        assert err.count(f"{NAME}: ntt ") == 1
        assert records.load(folder / NAME) == record
    assert asked == [NAME, NAME]


@pytest.mark.parametrize(
    ("changed", "told"), [({"latency": 8}, "latency 9 -> 8"), ({"cells": Cells(CORE, ff=490)}, "ff 480 -> 490")]
)
def test_a_unit_does_not_change_unseen(
    folder: Path, monkeypatch: pytest.MonkeyPatch, run: Run, changed: dict[str, Any], told: str
) -> None:
    unit = UNITS[0]
    monkeypatch.setattr(wanted, "WANTED", ())
    monkeypatch.setattr(units, "catalogue", lambda: [unit])
    for target in ("xc7", "ecp5"):
        Results(folder).save(unit_record(unit, target, latency=9))

    def measure(again: units.Unit, targets: Sequence[str], **options: Any) -> dict[str, Record]:
        now = {"xc7": {"latency": 9, **changed}, "ecp5": {"latency": 9}}
        return {target: unit_record(again, target, **now[target]) for target in targets}

    monkeypatch.setattr(flow, "measure_catalogued", measure)
    _, err = run(code=1)
    assert f"\n{unit.file_name('xc7')}: {told}\n" in err
    kept = Results(folder).find(unit, "xc7")
    assert (kept.latency, kept.cells) == (9, CORE)
    run("--accept")
    kept = Results(folder).find(unit, "xc7")
    assert {key: getattr(kept, key) for key in changed} == changed


@pytest.mark.usefixtures("changed")
def test_what_is_worse_is_told_where_something_else_fails(
    folder: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    other_cycles(folder)
    measures(monkeypatch, REASON)
    _, err = run(code=2)
    assert f"{NAME}: ntt " in err


@pytest.mark.parametrize(("name", "chosen"), [(NAME, "--core mdc"), ("other.json", "")])
def test_a_broken_record_that_is_not_chosen_or_unknown_stays(
    folder: Path, monkeypatch: pytest.MonkeyPatch, run: Run, name: str, chosen: str
) -> None:
    asked = measures(monkeypatch)
    (folder / name).write_text("{")
    _, err = run(chosen, code=2)
    assert err.startswith(f"twiddle: {folder / name}: not a synthesis record")
    assert (folder / name).read_text() == "{"
    assert asked == []


def test_a_broken_record_is_named_and_made_again(folder: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    asked = measures(monkeypatch)
    (folder / NAME).write_text("{")
    _, err = run()
    assert f"measured again: {folder / NAME}: not a synthesis record" in err
    assert asked == [NAME]
    records.load(folder / NAME)


def test_a_failure_is_recorded_until_it_is_mended(folder: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    measures(monkeypatch, REASON)
    _, err = run(code=2)
    assert f"1 of 1 measurements failed; {REASON}" in err
    failed = folder / FAILED
    now = sources(DESIGN.top, DESIGN.rtl_parameters()).source_hash()
    assert json.loads(failed.read_text()) == {
        NAME: {"reason": REASON, "source_hash": now, "tools": targets.versions("xc7")}
    }
    assert Results(folder).load_all() == []
    measures(monkeypatch)
    run("--retry")
    assert not failed.exists()


def test_a_failure_on_one_target_keeps_the_other(folder: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    point = wanted.Wanted("iterative", "ml-kem", {"Butterflies": 1}, ("xc7", "ecp5"))
    monkeypatch.setattr(wanted, "WANTED", (point,))

    def half(design: Design, targets: Sequence[str], **options: Any) -> dict[str, Record | TwiddleError]:
        assert list(targets) == ["xc7", "ecp5"], "one job, for one elaboration"
        return {"xc7": TwiddleError(REASON), "ecp5": a_record(design, "ecp5")}

    rewritten: list[int] = []

    def rewrite(results: Results) -> list[str]:
        rewritten.append(len(Results(folder).load_all()))
        return []

    monkeypatch.setattr(bench, "synthesize_each", half)
    monkeypatch.setattr(pages, "renew", rewrite)
    _, err = run(code=2)
    assert f"1 of 1 measurements failed; {REASON}" in err
    assert [each.path for each in Results(folder).load_all()] == [records.name_of(DESIGN, "ecp5")]
    assert list(json.loads((folder / FAILED).read_text())) == [NAME]
    assert rewritten == [1], "the tables show what there is"


def test_a_failure_is_not_tried_again_while_nothing_changed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    asked = measures(monkeypatch, REASON)
    run(code=2)
    _, err = run()
    assert err == f"{NAME} failed before, not repeated without retry: {REASON}\n"
    assert asked == [NAME]
    failed = folder / FAILED
    document = json.loads(failed.read_text())
    for key, value in (("source_hash", "another text"), ("tools", {"yosys": "pyosys 0.1"})):
        failed.write_text(json.dumps({NAME: {**document[NAME], key: value}}))
        run(code=2)
    assert asked == [NAME] * 3
    assert json.loads(failed.read_text()) == document


def test_failures_that_are_not_chosen_stay(folder: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    asked = measures(monkeypatch, REASON)
    run(code=2)
    before = (folder / FAILED).read_text()
    run("--core mdc --retry")
    assert (folder / FAILED).read_text() == before
    assert asked == [NAME]


@pytest.mark.parametrize("text", ["{", "[]", '{"a": 1}', '{"a": {"why": "b"}}'])
def test_a_broken_list_of_failures_is_named_and_made_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch, run: Run, text: str
) -> None:
    measures(monkeypatch)
    failed = folder / FAILED
    failed.write_text(text)
    _, err = run()
    assert err.startswith(f"written again: {failed}: not a list of failures: ")
    assert not failed.exists()


def test_the_evidence_of_the_page_is_renewed_where_nothing_is_chosen(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    measures(monkeypatch)
    monkeypatch.setattr(drawn, "refresh", lambda results: iter([Path("breakdown/of-a-core.json")]))
    assert "wrote of-a-core.json" in run()[0]
    assert "of-a-core" not in run("--core iterative")[0]
    assert "of-a-core" not in run("--tables-only")[0]


@pytest.mark.parametrize("chosen", ["", "--core mdc", "--tables-only"])
def test_the_output_on_pages_is_renewed(monkeypatch: pytest.MonkeyPatch, run: Run, chosen: str) -> None:
    asked = measures(monkeypatch)
    pages: list[Path] = []

    def rewrite(docs: Path) -> list[str]:
        pages.append(docs)
        return ["page.md"]

    monkeypatch.setattr(shown, "rewrite", rewrite)
    assert run(chosen)[0].splitlines() == [*(f"wrote {name}" for name in asked), "wrote page.md"]
    assert pages == [places.root() / "docs"]
