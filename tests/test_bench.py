# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle bench`: what it measures again, what it refuses to lose, and what it says."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from command import Run
from compare_cases import CORE, a_record

from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.base.rings import ring
from twiddle.catalog import units
from twiddle.catalog.block import Block
from twiddle.catalog.designs import core
from twiddle.evidence import bench, breakdown
from twiddle.evidence.bench import Only
from twiddle.evidence.results import FAILED, Results
from twiddle.tools import targets
from twiddle.tools.synth import records
from twiddle.tools.synth.records import Cells, Record

DESIGN = core("iterative", ring("ml-kem"), Butterflies=1)
NAME = records.name_of(DESIGN, "xc7")
UNIT = units.catalogue()[0]
NOW, OTHER = {"source_hash": DESIGN.sources().source_hash()}, {"source_hash": "0" * 64, "design_hash": "0" * 64}
REASON = "twd_iterative: xc7: map: not finished after 1200 s"


@dataclass
class Bench:
    """A run over a few blocks; measurements have these cells, or fail for a reason.

    asked   the names of the records that were measured
    log     the lines for people
    """

    results: Results
    every: Sequence[tuple[Block, str]] = ((DESIGN, "xc7"),)
    cells: dict[str, float] = field(default_factory=dict)
    reason: str = ""
    asked: list[str] = field(default_factory=list)
    log: list[str] = field(default_factory=list)

    def measure(self, block: Block, chosen: Sequence[str], **_: Any) -> dict[str, Record | TwiddleError]:
        self.asked += [records.name_of(block, target) for target in chosen]
        now = {"source_hash": block.sources().source_hash()}
        return {
            target: TwiddleError(self.reason)
            if self.reason and target == "xc7"
            else a_record(block, target, {**CORE, **self.cells}, **now)
            for target in chosen
        }

    def __call__(self, only: Only | None = None, accept: bool = False, retry: bool = False) -> list[str]:
        self.log.clear()
        say = self.log.append
        return bench.bench(self.results, only, accept, retry, say, every=self.every, measure=self.measure)


@pytest.fixture
def run_of(tmp_path: Path) -> Bench:
    """One core is wanted on xc7, and nothing is recorded."""
    return Bench(Results(tmp_path))


def other_cycles(of: Bench, **hashes: str) -> Record:
    """A saved record whose transform took a cycle less."""
    cycles = DESIGN.all_cycles()
    less = replace(cycles["ntt"], interval=cycles["ntt"].interval - 1)
    record = a_record(DESIGN, "xc7", cycles={**cycles, "ntt": less}, **hashes)
    of.results.save(record)
    return record


def test_what_is_missing_is_measured_once(run_of: Bench) -> None:
    assert run_of() == [NAME]
    assert run_of() == []
    assert run_of.asked == [NAME]


def test_a_choice_leaves_the_others_alone(run_of: Bench) -> None:
    for only in (Only(cores=["mdc"]), Only(targets=["ecp5"]), Only(rings=["ml-dsa"])):
        run_of(only)
    assert run_of.asked == []
    run_of(Only(["iterative"], ["ml-kem"], ["xc7"]))
    assert run_of.asked == [NAME]


@pytest.mark.parametrize("grown", [408, 409])
def test_cells_may_grow_by_two_per_cent(run_of: Bench, grown: int) -> None:
    before = a_record(DESIGN, "xc7", **OTHER)
    run_of.results.save(before)
    run_of.cells["lut"] = grown
    if grown > 408:
        with pytest.raises(CheckFailed, match=r"^1 figure worse than recorded, not saved$"):
            run_of()
        assert run_of.log == [f"{NAME}: lut 400 -> 409"]
        assert run_of.results.find(DESIGN, "xc7") == before
    run_of(accept=grown > 408)
    assert run_of.results.find(DESIGN, "xc7").cells["lut"] == grown


def test_the_shortest_measurements_come_first(run_of: Bench) -> None:
    """So that an interrupted run has kept the most: units, small cores, large cores, whole schemes."""
    large, scheme = core("mdc", "ml-kem", Form="product"), core("lattice")
    seconds = [bench._first(block) for block in (UNIT, DESIGN, large, scheme)]
    assert seconds[:3] == sorted(seconds[:3])
    assert seconds[3] > 1000


def test_a_changed_cycle_count_is_told_without_measuring(run_of: Bench) -> None:
    record = other_cycles(run_of, **NOW)
    with pytest.raises(CheckFailed):
        run_of()
    assert run_of.log == [f"{NAME}: ntt {asdict(record.cycles['ntt'])} -> {asdict(DESIGN.cycles('ntt'))}"]
    run_of(accept=True)
    assert run_of.results.find(DESIGN, "xc7").cycles == DESIGN.all_cycles()
    assert run_of.asked == []


def test_a_measurement_does_not_hide_a_changed_cycle_count(run_of: Bench) -> None:
    record = other_cycles(run_of, **OTHER)
    for _ in range(2):
        with pytest.raises(CheckFailed):
            run_of()
        assert [line.partition(": ntt ")[0] for line in run_of.log] == [NAME]
        assert run_of.results.find(DESIGN, "xc7") == record
    assert run_of.asked == [NAME, NAME]
    run_of.reason = REASON
    with pytest.raises(TwiddleError, match=f"1 of 1 measurements failed; {REASON}"):
        run_of()
    assert run_of.log[0].startswith(f"{NAME}: ntt "), "told where something else fails, too"


def test_a_unit_does_not_change_unseen(run_of: Bench) -> None:
    run_of.every = [(UNIT, "xc7"), (UNIT, "ecp5")]
    for target in ("xc7", "ecp5"):
        run_of.results.save(a_record(UNIT, target, Cells(CORE), **OTHER))
    run_of.cells["ff"] = 490
    with pytest.raises(CheckFailed, match="2 figures worse"):
        run_of()
    assert run_of.log == sorted(f"{records.name_of(UNIT, target)}: ff 480 -> 490" for target in ("xc7", "ecp5"))
    run_of(accept=True)
    assert run_of.results.find(UNIT, "xc7").cells["ff"] == 490


@pytest.mark.parametrize(("name", "only"), [(NAME, Only(cores=["mdc"])), ("other.json", Only())])
def test_a_broken_record_that_is_not_chosen_or_unknown_stays(run_of: Bench, name: str, only: Only) -> None:
    path = run_of.results.folder / name
    path.write_text("{")
    with pytest.raises(TwiddleError, match=f"^{path}: not a synthesis record"):
        run_of(only)
    assert path.read_text() == "{"
    assert run_of.asked == []


def test_a_broken_record_is_named_and_made_again(run_of: Bench) -> None:
    path = run_of.results.folder / NAME
    path.write_text("{")
    assert run_of() == [f"{NAME} (broken)", NAME]
    assert run_of.log[0].startswith(f"measured again: {path}: not a synthesis record")
    records.load(path)


def test_records_of_units_of_no_catalogue_are_removed_where_nothing_is_chosen(run_of: Bench) -> None:
    run_of.results.save(a_record(UNIT, "xc7"))
    name = Path(records.name_of(UNIT, "xc7")).name
    assert run_of(Only(cores=["iterative"])) == [NAME]
    assert run_of() == [f"{name} (removed)"]


def test_only_the_source_hash_changes_where_only_the_text_did(run_of: Bench) -> None:
    run_of.results.save(a_record(DESIGN, "xc7", source_hash="0" * 64, design_hash=design_hash()))
    assert run_of() == [f"{NAME} (source hash)"]
    assert run_of.results.find(DESIGN, "xc7").source_hash == NOW["source_hash"]
    assert run_of() == run_of.asked == []


def design_hash() -> str:
    return records.design_hashes([DESIGN.sources()])[0]


def test_a_failure_is_recorded_until_it_is_mended(run_of: Bench) -> None:
    """And keeps nothing from the other targets."""
    run_of.every = [(DESIGN, "xc7"), (DESIGN, "ecp5")]
    run_of.reason = REASON
    with pytest.raises(TwiddleError, match=f"1 of 1 measurements failed; {REASON}"):
        run_of()
    assert [each.target for each in run_of.results.load_all()] == ["ecp5"]
    failed = run_of.results.folder / FAILED
    assert json.loads(failed.read_text()) == {NAME: {"reason": REASON, **NOW, "tools": targets.versions("xc7")}}
    run_of.reason = ""
    run_of(retry=True)
    assert not failed.exists()


def test_a_failure_is_not_tried_again_while_nothing_changed(run_of: Bench) -> None:
    run_of.reason = REASON
    with pytest.raises(TwiddleError):
        run_of()
    failed = run_of.results.folder / FAILED
    before = failed.read_text()
    assert run_of() == run_of(Only(cores=["mdc"]), retry=True) == []
    assert run_of() == []
    assert run_of.log == [f"{NAME} failed before, not repeated without retry: {REASON}"]
    assert failed.read_text() == before
    document = json.loads(before)
    for key, value in (("source_hash", "another text"), ("tools", {"yosys": "pyosys 0.1"})):
        failed.write_text(json.dumps({NAME: {**document[NAME], key: value}}))
        with pytest.raises(TwiddleError):
            run_of()
    assert run_of.asked == [NAME] * 3
    assert json.loads(failed.read_text()) == document


@pytest.mark.parametrize("text", ["{", '{"a": {"why": "b"}}'])
def test_a_broken_list_of_failures_is_named_and_made_again(run_of: Bench, text: str) -> None:
    failed = run_of.results.folder / FAILED
    failed.write_text(text)
    run_of()
    assert run_of.log[0].startswith(f"written again: {failed}: not a list of failures: ")
    assert not failed.exists()


def test_the_command_says_how_to_accept(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def worse(*_: object) -> list[str]:
        raise CheckFailed("1 figure worse than recorded, not saved")

    monkeypatch.setattr(bench, "bench", worse)
    monkeypatch.setattr(breakdown, "wanted", list)
    _, err = run("bench", code=1)
    assert err == "twiddle: 1 figure worse than recorded, not saved; to accept: twiddle bench --accept\n"


def test_tables_only_measures_nothing(run: Run) -> None:
    for option in ("--accept", "--core mdc", "--cluster x://y"):
        assert run.refused(f"bench --tables-only {option}").startswith("--tables-only and --")
