# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle explore`: the space, its front, the recommendation, and a sweep that loses and repeats nothing."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import explore_cases
import pytest
from command import Run, csv_rows
from explore_cases import FAILURE, LOG, begun, cells_of
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from processes import wait_for

from twiddle.base import store
from twiddle.base.errors import TwiddleError
from twiddle.base.rings import ring
from twiddle.catalog.block import Block
from twiddle.catalog.designs import cores
from twiddle.evidence.explore import sweep as sweeps
from twiddle.evidence.explore.exploration import Constraints, Result, nearest_miss, pareto, sentences
from twiddle.evidence.explore.space import Point, points
from twiddle.evidence.explore.sweep import Options, outcomes
from twiddle.evidence.merit import recommend
from twiddle.evidence.results import PENDING, Results
from twiddle.tools.synth import records
from twiddle.tools.synth.records import Cells

COMMAND = "explore --ring ml-kem"
RING = ring("ml-kem")
FOLD = {"Method": ["fold"]}
HERE = Results()
CHOSEN = "--core iterative --set Method=fold"
NAMES = [kind.name for kind in cores() if not kind.generated]
SIX = [point for point in points(RING, HERE, cores=["iterative"], settings=FOLD) if "Memory" not in point.parameters]
ALL = Options(limit=None)
MEASURE = sweeps.measure


@pytest.fixture(autouse=True)
def place(tmp_path: Path, results: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No records, an empty cache and a log of measurements, for this process and every worker."""
    monkeypatch.setenv("TWIDDLE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv(LOG, str(tmp_path / "log"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(__file__).parent), *filter(None, sys.path)]))
    monkeypatch.setattr(sweeps, "measure", explore_cases.refuse)
    return tmp_path


def kept() -> list[str]:
    return sorted(path.name for path in store.folder("synth").glob("*.json"))


def places(space: Sequence[Point]) -> list[sweeps.Kept]:
    """The place of each point in the cache."""
    return [place for _, place in sweeps.look_up(space, HERE, ALL, lambda _: None)[1]]


def keep(space: Sequence[Point]) -> None:
    """Put a made-up measurement of every point into the cache."""
    for point, place in zip(space, places(space), strict=True):
        place.save(explore_cases.measurement(point).document())


def every(name: str) -> Iterator[Block]:
    (kind,) = (kind for kind in cores() if kind.name == name)
    return kind.combinations(RING)


def statuses(found: dict[str, Any]) -> Counter[str]:
    return Counter(outcome.status for outcome in found.values())


# The space


def test_the_space_is_every_combination_that_offers_the_operation() -> None:
    space = points(RING, HERE)
    assert {point.operation for point in space} == {"mul"}
    assert {point.target for point in space} == {"ecp5"}
    offering = {name for name in NAMES if any("mul" in each.operations for each in every(name))}
    assert {point.core for point in space} == offering >= {"iterative", "rns", "mdf", "mdc", "quad"}
    assert len({point.name for point in space}) == len(space)
    assert len(points(RING, HERE, targets=["xc7", "ecp5", "xc7"])) == 2 * len(space)
    assert {point.core for point in points(RING, HERE, "pwm")} == set(NAMES)
    assert {point.operation for point in points(RING, HERE, cores=["pwmm"])} == {"pwm"}


def test_a_setting_leaves_other_values_out() -> None:
    space = points(RING, HERE, settings={"Butterflies": ["1", "2"], "Method": ["fold"]})
    assert {point.core for point in space} == {
        kind.name for kind in cores() if {"Butterflies", "Method"} <= kind.specs.keys()
    }
    assert {point.parameters["Butterflies"] for point in space} == {1, 2}
    assert sum(point.core == "iterative" for point in space) == 4


# The front


def a_result(lut: int, dsp: int, half_brams: int, mhz: int, point: Point = SIX[0]) -> Result:
    cells = Cells(lut=lut, ff=0, dsp=dsp, bram36=half_brams / 2)
    clock = {"fmax_mhz": float(mhz), "fmax_by_seed": {"1": float(mhz)}}
    return Result(point, structs.replace(explore_cases.measurement(point), cells=cells, **clock), "record")


RESULTS = st.lists(
    st.builds(
        a_result,
        lut=st.integers(0, 3).map(lambda lut: 392 * lut + 100),
        dsp=st.integers(0, 2),
        half_brams=st.integers(0, 3),
        mhz=st.integers(1, 4),
        point=st.sampled_from(SIX[:3]),
    ),
    max_size=24,
)


def beaten(result: Result, others: Sequence[Result]) -> bool:
    """By the definition, from the cells: no worse in area, time and memory, and better in one."""

    def costs(each: Result) -> tuple[float, float, float]:
        area = each.cells["lut"] + 400 * each.cells["dsp"] + 784 * each.cells["bram36"]
        return area, each.point.interval / each.measurement.fmax_mhz, each.cells["bram36"]

    mine = costs(result)
    return any(
        all(cost <= own for cost, own in zip(costs(other), mine, strict=True)) and costs(other) != mine
        for other in others
    )


@given(RESULTS)
def test_the_front_is_what_nothing_beats(results: list[Result]) -> None:
    expected = {id(result) for result in results if not beaten(result, results)}
    assert {id(result) for result in pareto(results)} == expected


@given(RESULTS)
def test_what_is_recommended_is_best_of_all(results: list[Result]) -> None:
    found = recommend(pareto(results))
    assert bool(found) == bool(results)
    if found:
        assert found["smallest"].area == min(result.area for result in results)
        assert found["fastest"].time == min(result.time for result in results)
        names = {found["smallest"].name, found["fastest"].name}
        others = [result for result in pareto(results) if result.name not in names] or results
        assert found["balanced"].product == min(result.product for result in others)


def test_what_is_recommended_in_words() -> None:
    small, fast = a_result(1000, 0, 0, 100), replace(a_result(1500, 0, 0, 200), point=SIX[1])
    first, second = sentences(recommend([small, fast]), pareto([small, fast]))
    assert first == (
        f"Smallest: iterative, 1 butterfly, fold on ecp5: 1,000 LUT-equivalents, {SIX[0].interval / 100:.2f} µs."
    )
    assert second.startswith("Balanced and fastest: iterative, 1 butterfly, double buffer, fold on ecp5: 1,500 ")
    (only,) = sentences(recommend([small]), [small])
    assert only.startswith("Smallest, balanced and fastest: iterative, ")
    assert sentences(recommend([]), []) == []


def test_what_seeds_cannot_tell_apart_is_a_tie() -> None:
    small, fast = a_result(1000, 0, 0, 190), a_result(1500, 0, 0, 200)
    assert recommend([small, fast])["fastest"] is fast
    seeds = {"1": 190.0, "2": 200.0, "3": 201.0}
    wide = replace(fast, measurement=structs.replace(fast.measurement, fmax_by_seed=seeds))
    assert recommend([small, wide])["fastest"] is small, "5.5 % of 200 MHz"
    mhz = 195 * SIX[2].interval / SIX[0].interval
    between = replace(a_result(1100, 0, 0, mhz), point=SIX[2])
    assert {pick: each.area for pick, each in recommend([small, between, wide]).items()} == {
        "smallest": 1000,
        "balanced": 1000,
        "fastest": 1000,
    }, "none that is faster than the fastest is balanced"
    alone, tied = (sentences({"fastest": small}, front)[0] for front in ([small], [small, wide]))
    assert tied.startswith(f"{alone[:-1]} (a tie, within the spread of the seeds, with ")
    assert tied.endswith(f" µs of {wide.point.words}).")


@pytest.mark.parametrize(
    ("constraints", "broken"),
    [
        (Constraints(max_lut=800), None),
        (Constraints(max_lut=799), "800 lut are more than 799"),
        (Constraints(max_dsp=0), "2 dsp are more than 0"),
        (Constraints(max_bram=1), "1.5 bram36 are more than 1"),
        (Constraints(min_throughput=1e8 / SIX[0].interval), None),
        (Constraints(min_throughput=1e6), "operations a second are less than 1e+06"),
        (Constraints(max_latency=SIX[0].latency / 100), None),
        (Constraints(max_latency=1), "µs is more than 1"),
    ],
)
def test_constraints(constraints: Constraints, broken: str | None) -> None:
    found = [miss.words for miss in constraints.misses(a_result(800, 2, 3, 100))]
    assert found == [] if broken is None else found[0].endswith(broken)


# The command


def test_the_document_has_points_front_and_recommendation(place: Path, run: Run) -> None:
    keep(SIX)
    out, err = run(f"{CHOSEN} --max-lut 2500 --json")
    run(f"{CHOSEN} --max-lut 2500 -o {place / 'all.csv'}")
    document = json.loads(out)
    assert err == ""
    assert list(document) == ["points", "pareto", "recommended", "targets"]
    own = {"pareto": document["pareto"], "recommended": document["recommended"]}
    assert document["targets"] == {"ecp5": own}
    fits = [each for each in document["points"] if each["status"] == "measured"]
    assert 0 < len(fits) < len(SIX)
    for point, each in zip(SIX, document["points"], strict=True):
        assert each["cells"] == cells_of(point.name)
        assert each["time_us"] == point.interval / 160
        assert (each["status"] == "measured") == (each["cells"]["lut"] <= 2500) == (each["reason"] is None)
    assert document["pareto"]
    assert all(each in fits for each in document["pareto"])
    assert list(document["recommended"]) == ["smallest", "balanced", "fastest"]
    assert all(each in document["pareto"] for each in document["recommended"].values())
    assert document["recommended"]["fastest"]["time_us"] == min(each["time_us"] for each in fits)
    rows = csv_rows((place / "all.csv").read_text())
    assert [float(row["lut"]) for row in rows] == [each["cells"]["lut"] for each in document["points"]]
    assert sum(int(row["pareto"]) for row in rows) == len(document["pareto"])
    assert sorted(" ".join(row["recommended"] for row in rows).split()) == ["balanced", "fastest", "smallest"]
    assert run(f"{CHOSEN} --max-lut 2500 --format csv")[0] == (place / "all.csv").read_text()


def test_the_fronts_as_latex(run: Run) -> None:
    keep(points(RING, HERE, cores=["iterative"], targets=["xc7", "ecp5"], settings=FOLD))
    line = f"{CHOSEN} --target xc7 --target ecp5"
    front = run.json(f"{line} --json")["pareto"]
    text = run(f"{line} --format latex")[0]
    figures = [row.replace(",", "").split(" & ") for row in re.findall(r"^(iterative & .*) \\\\$", text, re.MULTILINE)]
    expected = [(each["cells"]["lut"], each["interval"]) for each in front]
    assert [(int(row[2]), int(row[7])) for row in figures] == expected
    assert text.count(r"\begin{table}") == text.count(r"\end{table}") == 2
    text = run(f"{line} --max-lut 1 --format latex", code=1)[0]
    assert r"\begin" not in text
    assert all(f"% No point on {target} satisfies the constraints" in text for target in ("xc7", "ecp5"))


def test_recommended_rows_are_bold(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    keep(points(RING, HERE, cores=["iterative"]))
    document = run.json("--core iterative --json")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "200")
    rows = [line for line in run("--core iterative")[0].splitlines() if "Butterflies=" in line]
    bold = ["\x1b[1m" in line for line in rows]
    assert bold == [each in document["recommended"].values() for each in document["pareto"]]
    assert set(bold) == {True, False}


def test_people_get_the_front_and_a_sentence(run: Run) -> None:
    keep(SIX)
    out, _ = run(CHOSEN)
    assert "6 of 6 points measured, 6 within the constraints." in out
    best = r"^(Smallest|Balanced|Fastest).*: iterative, .* on ecp5: [\d,]+ LUT-equivalents, "
    assert re.search(best, out, re.M)
    assert "This multiplies polynomials; ML-KEM whole: --core lattice\n" in out
    out, err = run(f"{CHOSEN} --max-lut 0", code=1)
    assert err == "twiddle: no measured point satisfies the constraints\n"
    alone = "--max-lut alone excludes all 6 measured points"
    assert re.search(rf"^No point on ecp5 satisfies the constraints: {alone}.*: \d+ lut are more than 0\.$", out, re.M)


def test_who_is_nearest_when_only_all_constraints_together_exclude() -> None:
    small, fast, both = a_result(800, 0, 0, 100), a_result(3000, 0, 0, 300), a_result(2100, 0, 0, 190)
    constraints = Constraints(max_lut=2000, min_throughput=200e6 / SIX[0].interval)
    line = nearest_miss([small, fast, both], constraints)
    assert line.startswith("together they exclude all 3 measured points. The nearest is ")
    assert f"{SIX[0].name}: 2100 lut are more than 2000, by 5%; " in line
    assert line.endswith(", by 5%.")
    line = nearest_miss([small, fast, both], Constraints(max_lut=700))
    assert line.startswith("max_lut alone excludes all 3 measured points. ")


def test_each_target_has_a_front_of_its_own(run: Run) -> None:
    """Where a target is smaller and faster throughout, the other one still has its front."""
    keep(points(RING, HERE, cores=["iterative"], targets=["xc7", "ecp5"], settings=FOLD))
    alone = [run.json(f"{CHOSEN} --target {each} --json") for each in ("xc7", "ecp5")]
    both = f"{CHOSEN} --target xc7 --target ecp5"
    together = run.json(f"{both} --json")
    assert together["pareto"] == [*alone[0]["pareto"], *alone[1]["pareto"]]
    assert together["recommended"] == alone[0]["recommended"]
    assert together["targets"] == {**alone[0]["targets"], **alone[1]["targets"]}
    rows = csv_rows(run(f"{both} --format csv")[0])
    assert [row["target"] for row in rows if "balanced" in row["recommended"]] == ["xc7", "ecp5"]
    out, _ = run(both)
    line = "LUTs, blocks and clock rates of different targets do not compare: one front per target."
    assert out.count(line) == 1
    assert re.findall(r"^mul for ml-kem on (\w+): \d on the front$", out, re.MULTILINE) == ["xc7", "ecp5"]
    found = re.findall(r"^.*balanced.* on (xc7|ecp5): [\d,]+ LUT", out, re.MULTILINE | re.IGNORECASE)
    assert found == ["xc7", "ecp5"]
    assert line not in run(CHOSEN)[0]


def test_without_a_clock_rate_cycles_rank(run: Run) -> None:
    keep(points(RING, HERE, cores=["iterative"], targets=["xc7"], settings=FOLD))
    chosen = f"{CHOSEN} --target xc7"
    out, _ = run(chosen)
    assert "xc7: no place and route, so no clock rate: ranked by cycles; --mhz gives a rate\n" in out
    assert re.search(r"^Fastest: .* LUT-equivalents, [\d,]+ cycles\.$", out, re.M)
    assert run.json(f"{chosen} --json")["recommended"]["fastest"]["time_us"] is None
    out, _ = run(f"{chosen} --mhz 200 --json")
    assert all(each["time_us"] == each["interval"] / 200 for each in json.loads(out)["points"])
    refused = "--max-latency: xc7 without place and route has no clock rate; mhz gives one"
    assert run.refused(f"{chosen} --max-latency 9") == refused


def test_cycles_rule_out_before_anything_is_measured(run: Run) -> None:
    slowest = max(point.interval for point in SIX)
    speed = f"--mhz 100 --min-throughput {1e8 / slowest + 1}"
    out, _ = run(f"{CHOSEN} --target xc7 {speed} --json", code=1)
    for each in json.loads(out)["points"]:
        assert each["status"] == ("ruled out" if each["interval"] == slowest else "unknown")


# The sweep


def source_of(point: Point) -> str:
    return point.sources().source_hash()


def record_of(point: Point, source_hash: str, design_hash: str = "0" * 64, seconds: float = 1.0) -> None:
    """Save a record of a point."""
    hashes = {"source_hash": source_hash, "design_hash": design_hash}
    named = explore_cases.measurement(point).of(point.core, point.ring, point.parameters)
    seeds = dict.fromkeys("123", 160.0)
    HERE.save(structs.replace(named, fmax_by_seed=seeds, seconds=seconds, **hashes))


def test_records_come_first_where_they_are_current(monkeypatch: pytest.MonkeyPatch) -> None:
    current, same, changed = SIX[:3]
    record_of(current, source_of(current))
    record_of(same, "1" * 64, "a")
    record_of(changed, "1" * 64, "b")
    monkeypatch.setattr(sweeps, "design_hashes", lambda found: ["a" for _ in found])
    found = outcomes(SIX[:3], HERE)
    assert [found[point.name].source for point in SIX[:3]] == ["record", "record", None]
    assert found[changed.name].status == "unknown"
    assert outcomes(SIX[:1], HERE, Options(seeds=(4,)))[current.name].status == "unknown"


def test_a_pending_record_answers_until_its_hardware_is_measured(place: Path) -> None:
    record_of(SIX[0], "1" * 64)
    records.write_json(place / "results" / PENDING, [f"{SIX[0].name}.json"])
    said: list[str] = []
    found = outcomes(SIX[:2], HERE, Options(), said.append)
    assert [found[point.name].source for point in SIX[:2]] == ["earlier", None]
    assert said[0] == f"1 of 2 points were measured before the last hardware change: results/{PENDING}"
    known, missing = sweeps.look_up(SIX[:2], HERE, ALL, said.append)
    assert (known, [point for point, _ in missing]) == ({}, SIX[:2])


def test_a_broken_record_is_named(place: Path) -> None:
    (place / "results" / f"{SIX[0].name}.json").write_text("{")
    said: list[str] = []
    assert outcomes(SIX[:1], HERE, Options(), said.append)[SIX[0].name].status == "unknown"
    assert said[0].startswith(f"not used: {place / 'results' / SIX[0].name}.json: not a synthesis record")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "Input data was truncated"),
        ({"cells": {"lut": float("nan")}}, "JSON is malformed: invalid character (byte"),
        ({"fmax_mhz": None}, "fmax_mhz = None is not a clock rate of ecp5"),
        ({"target": "gowin"}, "not a measurement on ecp5"),
    ],
)
def test_a_broken_measurement_of_the_cache_is_named_and_made_again(
    text: str | dict[str, Any], why: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = places(SIX)[3].path
    keep(SIX)
    path.write_text(text if isinstance(text, str) else json.dumps({**json.loads(path.read_text()), **text}))
    monkeypatch.setattr(sweeps, "measure", explore_cases.quick)
    _, err = run(f"{CHOSEN} --json --measure")
    line = err.splitlines()[0]
    assert line.startswith(f"not used, measured again: {path}: not a measurement")
    assert why in line
    assert [name for name, _ in begun()] == [SIX[3].name]
    out, err = run(f"{CHOSEN} --json")
    assert err == ""
    assert {each["source"] for each in json.loads(out)["points"]} == {"cache"}


@pytest.mark.parametrize("text", ["{", '{"timeout": "long"}', "{}"])
def test_a_broken_failure_of_the_cache_is_tried_again(text: str) -> None:
    (place,) = places(SIX[:1])
    (store.folder(store.FAILURES) / place.path.name).write_text(text)
    assert outcomes(SIX[:1], HERE)[SIX[0].name].status == "unknown"


@pytest.mark.parametrize("name", ["file/cache", "~nobody-of-this-name", "long" * 100])
def test_records_are_read_without_a_cache(
    name: str, place: Path, results: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record of the present sources needs no cache, and reading creates none."""
    record_of(SIX[0], source_of(SIX[0]))
    out, err = run(f"{CHOSEN} --json")
    assert err == ""
    (place / "file").write_text("")
    monkeypatch.setenv("TWIDDLE_CACHE", name if name.startswith("~") else str(place / name))
    assert run(f"{CHOSEN} --json") == (out, "")
    assert statuses(outcomes(SIX, Results(results)))["measured"] == 1
    assert not (place / "cache").exists()
    assert run(f"{CHOSEN} --measure", code=2)[1].splitlines()[-1].startswith("twiddle: ")


def full(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_cache_that_cannot_be_written_stops_a_sweep_at_once(
    place: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store.tempfile, "TemporaryFile", full)
    _, err = run(f"{CHOSEN} --measure", code=2)
    last = f"twiddle: {place / 'cache' / 'synth'}: cache cannot be written: No space left on device"
    assert err.splitlines()[-1] == last


def test_a_disk_that_fills_up_ends_a_sweep_in_a_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def two_then_full(source: Path, target: Path) -> None:
        if len(kept()) == 2:
            full()
        source.rename(target)

    monkeypatch.setattr(os, "replace", two_then_full)
    monkeypatch.setattr(sweeps, "measure", explore_cases.quick)
    _, err = run(f"{CHOSEN} --measure", code=2)
    assert err.endswith("cache cannot be written: No space left on device\n")
    assert "Traceback" not in err
    assert len(kept()) == 2
    assert [path.name for path in store.folder("synth").iterdir() if path.name.startswith(".")] == []


def test_each_point_is_measured_once(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeps, "measure", explore_cases.quick)
    assert statuses(outcomes(SIX, HERE, Options(limit=2))) == {"measured": 2, "unknown": 4}
    said: list[str] = []
    found = outcomes(SIX, HERE, ALL, said.append)
    assert said == []
    assert Counter(outcome.source for outcome in found.values()) == {"cache": 2, "measured": 4}
    assert Counter(name for name, _ in begun()) == Counter(point.name for point in SIX)
    assert "4/4 " in capsys.readouterr().err
    monkeypatch.setattr(sweeps, "measure", explore_cases.refuse)
    again = outcomes(SIX, HERE, ALL)
    assert {outcome.source for outcome in again.values()} == {"cache"}
    for point in SIX:
        assert again[point.name].measurement.cells == cells_of(point.name)


def test_a_failure_is_an_outcome_and_is_kept(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeps, "measure", explore_cases.failing)
    found = outcomes(SIX, HERE, ALL)
    assert statuses(found) == {"measured": 2, "failed": 4}
    reasons = Counter(outcome.reason for outcome in found.values())
    assert reasons == {None: 2, FAILURE: 2, "OSError: [Errno 28] No space left on device": 2}
    # What the device does not hold stays known; what only this run met is tried again.
    assert statuses(outcomes(SIX, HERE)) == {"measured": 2, "failed": 2, "unknown": 2}
    assert statuses(outcomes(SIX, HERE, Options(timeout=5000.0))) == {"measured": 2, "unknown": 4}
    out, _ = run(CHOSEN)
    assert "2 of 6 points measured" in out
    assert out.count(FAILURE) == 2
    _, err = run(f"{CHOSEN} --set Butterflies=2", code=1)
    assert err.endswith(f"twiddle: 2 of 2 points failed, the first: {FAILURE}\n")
    monkeypatch.setattr(sweeps, "measure", explore_cases.quick)
    assert statuses(outcomes(SIX, HERE, Options(limit=None, retry=True))) == {"measured": 6}


@pytest.mark.speed
def test_a_hundred_points_resume_in_five_seconds(run: Run) -> None:
    space = points(RING, HERE)
    assert len(space) > 100
    keep(space)
    before = time.process_time()
    out, err = run("--json")
    assert (err, len(json.loads(out)["points"])) == ("", len(space))
    assert time.process_time() - before < 5


def test_a_worker_with_other_tools_measures_nothing() -> None:
    with pytest.raises(TwiddleError, match="the worker's sources or tools differ from this machine's"):
        MEASURE(SIX[0], "the key of other tools", records.SEEDS, 9.0)


# What goes wrong


INTERRUPTED = """
import signal
import sys
from explore_cases import slow
from twiddle.cli import main
from twiddle.evidence.explore import sweep
signal.signal(signal.SIGINT, signal.default_int_handler)
sweep.measure = slow
sys.exit(main(["explore", "--ring", "ml-kem", "--core", "iterative", "--measure"]))
"""


def test_an_interrupted_sweep_goes_on() -> None:
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", INTERRUPTED], process_group=0, **pipes) as process:
        wait_for(lambda: len(kept()) >= 3)
        # As the keyboard does: to the process and to all that it has started.
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=600)
    done = len(kept())
    assert process.returncode == 130, err
    assert out == ""
    assert 3 <= done < 54
    assert err.endswith("run the same command to continue\n\ntwiddle: interrupted\n")
    assert "Traceback" not in err
    found = outcomes(points(RING, HERE, cores=["iterative"]), HERE)
    assert Counter(outcome.source for outcome in found.values())["cache"] == done


def test_a_real_measurement(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setattr(sweeps, "measure", MEASURE)
    own = tmp_path / "own.toml"
    own.write_text("n = 8\nq = 17\nroot = 3\nroot_order = 16\n")
    line = f"--ring {own} {CHOSEN} --set Butterflies=1 --set DoubleBuffer=0 --target xc7 --json --measure"
    first, second = run.json(line), run.json(line)
    assert [each["source"] for each in first["points"]] == ["measured"]
    assert first["recommended"]["smallest"]["cells"]["lut"] > 0
    assert second["points"] == [{**first["points"][0], "source": "cache"}]
