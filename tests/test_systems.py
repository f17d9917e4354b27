# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The catalogue of systems, their records and tables, `twiddle bench --system`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from command import Run
from compare_cases import CORE, system_record

from twiddle.base import manifest
from twiddle.base.errors import TwiddleError
from twiddle.catalog.systems import SYSTEMS, System, system
from twiddle.cli import shown
from twiddle.evidence import bench, catalogued
from twiddle.evidence.results import PENDING, Results
from twiddle.study import core_area, pages
from twiddle.tools.synth import flow, records
from twiddle.tools.synth.records import Record
from twiddle.tools.targets import REFERENCE

COMMAND = "bench"
UNIT = system("unit")


@pytest.fixture
def folder(results: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder; every design has the hash 1, and no page has the output of a command."""
    monkeypatch.setattr(records, "design_hashes", lambda designs: ["1" * 64] * len(designs))
    monkeypatch.setattr(shown, "rewrite", lambda docs: [])
    return results


def test_every_system_is_a_module_of_the_repository() -> None:
    modules = manifest.modules()
    for each in SYSTEMS:
        assert each.top in modules
        assert system(each.name) is each
    assert len({each.name for each in SYSTEMS}) == len(SYSTEMS)
    with pytest.raises(TwiddleError, match="did you mean lattice"):
        system("latice")


def test_what_is_missing_stale_or_pending_is_measured(folder: Path) -> None:
    results = Results()
    assert catalogued.rows([UNIT], results)[0].outdated == [*REFERENCE]
    results.save(system_record(UNIT, "xc7"))
    assert catalogued.rows([UNIT], results)[0].outdated == [*REFERENCE]
    results.save(system_record(UNIT, "xc7", design_hash="1" * 64))
    results.save(system_record(UNIT, "ecp5", source_hash=UNIT.sources().source_hash(), top="twd_other"))
    assert catalogued.rows([UNIT], results)[0].outdated == ["ecp5"]
    records.write_json(folder / PENDING, ["systems/unit-xc7.json"])
    assert catalogued.rows([UNIT], results)[0].outdated == [*REFERENCE]


def test_a_chosen_system_is_measured_and_saved(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def measured(of: System, targets: Sequence[str], **options: Any) -> dict[str, Record]:
        asked.extend(f"{of.name} {target}" for target in targets)
        return {target: system_record(of, target, design_hash="1" * 64) for target in targets}

    monkeypatch.setattr(flow, "measure_catalogued", measured)
    monkeypatch.setattr(pages, "renew", lambda results: [])
    run("--system unit --target xc7")
    assert asked == ["unit xc7"]
    run("--system unit")
    assert sorted(asked) == ["unit ecp5", "unit xc7"]
    run("--system unit")
    assert len(asked) == 2
    assert run.refused("--system units").startswith("--system 'units': unknown (did you mean unit")
    larger = {**CORE, "lut": 1.1 * CORE["lut"]}
    before, after = (system_record(UNIT, "xc7", cells) for cells in (CORE, larger))
    assert bench.growth("unit", before, after) == ["unit: lut 400 -> 440"]
    assert bench.other_cycles("unit", before, after) == []


def test_the_table_has_what_is_recorded(folder: Path) -> None:
    Results().save(system_record(UNIT, "xc7", {**CORE, "lutram": 30, "srl": 20}))
    Results().save(
        system_record(UNIT, "ecp5", {**CORE, "lut": 1700}, fmax_by_seed={"1": 150.4, "2": 160.0, "3": 162.0})
    )
    *_, line, other = core_area.systems([UNIT, system("lattice")], Results()).splitlines()
    assert line == "| polynomial unit | 350 | 50 | 480 | 0 | 4.5 | 1,700 | 160 (150 to 162) |"
    assert other == "| both schemes, 4 lanes | - | - | - | - | - | - | - |"


@pytest.mark.parametrize("of", SYSTEMS, ids=lambda of: of.name)
def test_a_record_is_of_the_present_hardware(of: System) -> None:
    found = Results()
    if any(f"systems/{of.file_name(target)}" in found.pending() for target in of.targets):
        pytest.skip("results/pending.json: twiddle bench has not measured this system of this hardware")
    assert catalogued.rows([of], found)[0].outdated == [], "run: twiddle bench"
