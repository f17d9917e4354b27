# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle explore`: the space, its front, the recommendation, and a sweep that loses and repeats nothing."""

from __future__ import annotations

import contextlib
import csv
import errno
import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import explore_cases
import pytest
from explore_cases import FAILURE, LOG, begun, cells_of
from hypothesis import given
from hypothesis import strategies as st
from output_cases import check_output

import twiddle.cli
from twiddle.designs import cores
from twiddle.errors import TwiddleError
from twiddle.explore import sweep as sweeps
from twiddle.explore.front import Constraints, Result, nearest_miss, pareto, recommend, sentences
from twiddle.explore.space import Point, points
from twiddle.explore.sweep import Job, Options, Outcome, outcomes
from twiddle.rings import ring
from twiddle.synth import cache, records, tools

RING = ring("ml-kem")
TESTS = Path(__file__).resolve().parent
FOLD = {"Method": ["fold"]}
NAMES = ", ".join(kind.name for kind in cores() if not kind.generated)
REPOSITORY = records.default_folder
SIX = points(RING, cores=["iterative"], settings=FOLD)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No records, an empty cache and a log of measurements, for this process and every worker."""
    (tmp_path / "results").mkdir()
    monkeypatch.setattr(records, "default_folder", lambda: tmp_path / "results")
    monkeypatch.setenv("TWIDDLE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv(LOG, str(tmp_path / "log"))
    return tmp_path


def refuse(job: Job) -> Outcome:
    raise AssertionError(f"{job.name} is measured")


def local(measure: Callable[[Job], Outcome]) -> Callable[..., Outcome]:
    """In place of `sweep.measure`, which may be cancelled."""
    return lambda job, cancelled: measure(job)


def kept() -> list[str]:
    return sorted(path.name for path in cache.folder("synth").glob("*.json"))


def keep(space: Sequence[Point]) -> None:
    """Put a made-up measurement of every point into the cache."""
    _, jobs = sweeps.look_up(space, Options(limit=None), lambda _: None)
    for job, _ in jobs.values():
        cache.save(job.key, explore_cases.measurement(job))


def run(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> tuple[str, str]:
    assert twiddle.cli.main(["explore", "--ring", "ml-kem", *arguments]) == code
    return capsys.readouterr()


# The space


def test_the_space_is_every_combination_that_offers_the_operation() -> None:
    space = points(RING)
    assert {point.operation for point in space} == {"mul"}
    assert {point.target for point in space} == {"ecp5"}
    assert {point.design.core for point in space} == {"iterative", "rns", "mdf", "mdc", "quad"}
    assert len({point.name for point in space}) == len(space)
    assert len(points(RING, targets=["xc7", "ecp5", "xc7"])) == 2 * len(space)
    assert {point.design.core for point in points(RING, "pwm")} == set(NAMES.split(", "))


def test_a_core_without_products_is_explored_for_what_it_offers() -> None:
    assert {point.operation for point in points(RING, cores=["pwmm"])} == {"pwm"}


def test_a_setting_leaves_other_values_out() -> None:
    space = points(RING, settings={"Butterflies": ["1", "2"], "Method": ["fold"]})
    assert {point.design.core for point in space} == {"iterative"}
    assert {point.design.parameters["Butterflies"] for point in space} == {1, 2}
    assert len(space) == 4


# The front


def a_result(lut: int, dsp: int, half_brams: int, mhz: int, point: Point = SIX[0]) -> Result:
    cells = {"lut": lut, "ff": 0, "dsp": dsp, "bram36": half_brams / 2}
    clock = {"fmax_mhz": float(mhz), "fmax_by_seed": {"1": float(mhz)}}
    return Result(point, {"cells": cells, **clock}, "record")


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
        return area, each.point.interval / each.measurement["fmax_mhz"], each.cells["bram36"]

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
    for pick, key in {"smallest": "area", "balanced": "product", "fastest": "time"}.items():
        if found:
            assert getattr(found[pick], key) == min(getattr(result, key) for result in results)


def test_what_is_recommended_in_words() -> None:
    small, fast = a_result(1000, 0, 0, 100), replace(a_result(1500, 0, 0, 200), point=SIX[1])
    first, second = sentences(recommend(pareto([small, fast])))
    assert first == (
        "Smallest: iterative, 1 butterfly, fold on ecp5: 1,000 LUT-equivalents, "
        f"{SIX[0].interval / 100:.2f} µs."
    )
    assert second.startswith(
        "Balanced and fastest: iterative, 1 butterfly, double buffer, fold on ecp5: 1,500 "
    )
    (only,) = sentences(recommend([small]))
    assert only.startswith("Smallest, balanced and fastest: iterative, ")
    assert sentences(recommend([])) == []


def test_what_seeds_cannot_tell_apart_is_a_tie() -> None:
    small, fast = a_result(1000, 0, 0, 190), a_result(1500, 0, 0, 200)
    assert recommend([small, fast])["fastest"] is fast
    seeds = {"1": 190.0, "2": 200.0, "3": 201.0}
    wide = replace(fast, measurement={**fast.measurement, "fmax_by_seed": seeds})
    assert recommend([small, wide])["fastest"] is small, "5.5 % of 200 MHz"


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
    found = constraints.broken(a_result(800, 2, 3, 100))
    assert found == broken if broken is None else found is not None and found.endswith(broken)


# The command


def test_the_document_has_points_front_and_recommendation(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(SIX)
    chosen = ("--core", "iterative", "--set", "Method=fold", "--max-lut", "2500")
    out, err = run(capsys, *chosen, "--json", "-o", str(place / "all.csv"))
    document = json.loads(out)
    assert err == ""
    assert document.keys() == {"points", "pareto", "recommended", "targets"}
    assert document["targets"].keys() == {"ecp5"}
    assert document["targets"]["ecp5"]["pareto"] == document["pareto"]
    assert document["targets"]["ecp5"]["recommended"] == document["recommended"]
    assert len(document["points"]) == len(SIX)
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
    rows = list(csv.DictReader(io.StringIO((place / "all.csv").read_text())))
    assert [float(row["lut"]) for row in rows] == [each["cells"]["lut"] for each in document["points"]]
    assert sum(int(row["pareto"]) for row in rows) == len(document["pareto"])
    assert sorted(" ".join(row["recommended"] for row in rows).split()) == ["balanced", "fastest", "smallest"]
    assert run(capsys, *chosen, "--csv")[0] == (place / "all.csv").read_text()


def test_people_get_the_front_and_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    keep(SIX)
    out, _ = run(capsys, "--core", "iterative", "--set", "Method=fold")
    assert "6 of 6 points measured, 6 within the constraints." in out
    assert re.search(
        r"^(Smallest|Balanced|Fastest).*: iterative, .* on ecp5: [\d,]+ LUT-equivalents, ", out, re.M
    )
    least = min(cells_of(point.name)["lut"] for point in SIX)
    out, _ = run(capsys, "--core", "iterative", "--set", "Method=fold", "--max-lut", f"{least - 10}")
    (line,) = [line for line in out.splitlines() if line.startswith("No point")]
    (nearest,) = [point.name for point in SIX if cells_of(point.name)["lut"] == least]
    assert line == (
        "No point on ecp5 holds the constraints: --max-lut alone excludes each of the 6 measured. "
        f"The nearest is {nearest}: {least:g} lut are more than {least - 10:g}, "
        f"by {least / (least - 10) - 1:.0%}."
    )
    out, _ = run(capsys, "--core", "iterative", "--set", "Method=fold", "--max-lut", "0")
    assert re.search(r": --max-lut alone excludes .*: \d+ lut are more than 0\.\n", out)


def test_who_is_nearest_when_only_all_constraints_together_exclude() -> None:
    small, fast, both = a_result(800, 0, 0, 100), a_result(3000, 0, 0, 300), a_result(2100, 0, 0, 190)
    constraints = Constraints(max_lut=2000, min_throughput=200e6 / SIX[0].interval)
    line = nearest_miss([small, fast, both], constraints)
    assert line.startswith(
        f"together they exclude each of the 3 measured. The nearest is {SIX[0].name}: 2100 lut"
    )
    assert "2100 lut are more than 2000, by 5%; " in line
    assert line.endswith(", by 5%.")


def test_each_target_has_a_front_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    """Where a target is smaller and faster throughout, the other one still has its front."""
    both = ("--core", "iterative", "--set", "Method=fold", "--target", "xc7", "--target", "ecp5")
    keep(points(RING, cores=["iterative"], targets=["xc7", "ecp5"], settings=FOLD))
    alone = []
    for target in ("xc7", "ecp5"):
        out, _ = run(capsys, "--core", "iterative", "--set", "Method=fold", "--target", target, "--json")
        alone.append(json.loads(out))
    together = json.loads(run(capsys, *both, "--json")[0])
    assert together["pareto"] == [*alone[0]["pareto"], *alone[1]["pareto"]]
    assert together["recommended"] == alone[0]["recommended"]
    for document, target in zip(alone, ("xc7", "ecp5"), strict=True):
        assert together["targets"][target] == document["targets"][target]
    rows = csv.DictReader(io.StringIO(run(capsys, *both, "--csv")[0]))
    assert [row["target"] for row in rows if "balanced" in row["recommended"]] == ["xc7", "ecp5"]
    out, _ = run(capsys, *both)
    line = "LUTs, blocks and clock rates of different targets do not compare: each has its own front."
    assert out.count(line) == 1
    assert re.findall(r"^mul for ml-kem on (\w+): \d on the front$", out, re.MULTILINE) == ["xc7", "ecp5"]
    found = re.findall(r"^.*balanced.* on (xc7|ecp5): [\d,]+ LUT", out, re.MULTILINE | re.IGNORECASE)
    assert found == ["xc7", "ecp5"]
    out, _ = run(capsys, "--core", "iterative", "--set", "Method=fold")
    assert line not in out


def test_without_a_clock_rate_cycles_rank(capsys: pytest.CaptureFixture[str]) -> None:
    keep(points(RING, cores=["iterative"], targets=["xc7"], settings=FOLD))
    chosen = ("--core", "iterative", "--set", "Method=fold", "--target", "xc7")
    out, _ = run(capsys, *chosen)
    assert "xc7: no place and route, so no clock rate: ranked by cycles; --mhz gives a rate\n" in out
    assert json.loads(run(capsys, *chosen, "--json")[0])["recommended"]["fastest"]["time_us"] is None
    out, _ = run(capsys, *chosen, "--mhz", "200", "--json")
    assert all(each["time_us"] == each["interval"] / 200 for each in json.loads(out)["points"])
    _, err = run(capsys, *chosen, "--max-latency", "9", code=2)
    assert err == (
        "twiddle: --max-latency: xc7 without place and route has no clock rate; give one with --mhz\n"
    )


def test_cycles_rule_out_before_anything_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    slowest = max(point.interval for point in SIX)
    chosen = ("--core", "iterative", "--set", "Method=fold", "--target", "xc7", "--mhz", "100")
    out, _ = run(capsys, *chosen, "--min-throughput", f"{1e8 / slowest + 1}", "--json")
    for each in json.loads(out)["points"]:
        assert each["status"] == ("ruled out" if each["interval"] == slowest else "unknown")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--core", "mdg"), "--core 'mdg': unknown; there are iterative, rns"),
        (("--target", "xc9"), "--target 'xc9': unknown; there are xc7, ecp5"),
        (("--operation", "add"), "--operation 'add': unknown; there are ntt, intt, pwm, mul, mult"),
        (("--operation", "mul", "--core", "pwmm"), "no design of pwmm for ring ml-kem offers mul"),
        (("--set", "Lanes"), "--set Lanes: not of the form NAME=VALUE"),
        (
            ("--core", "quad-hls"),
            "--core quad-hls: its sources are made by a tool; measure it with twiddle hls",
        ),
        (("--set", "Lane=4"), f"--set Lane=4: {NAMES} have no such parameter"),
        (("--set", "Lanes=5"), "--set Lanes=5: is not one of 2, 4, 8"),
        (("--set", "Lanes=4", "--set", "Units=1"), "no design of"),
        (("--max-lut", "-1"), "Invalid value for '--max-lut': -1.0 is not in the range 0<=x<="),
        (("--max-latency", "nan"), "Invalid value for '--max-latency': nan is no finite number."),
        (("--mhz", "0"), "Invalid value for '--mhz': 0.0 is not in the range 0<x<="),
        (("--timeout", "-5"), "Invalid value for '--timeout': -5.0 is not in the range 0<x<="),
        (("--measure", "0"), "Invalid value for '--measure': 0 is not in the range x>=1."),
        (("--scheduler", "tcp://127.0.0.1:9"), "--scheduler: goes with --measure"),
        (("--seeds", "1,1"), "--seeds 1,1: a seed is there twice"),
        (("--no-dsp", "--max-dsp", "4"), "--no-dsp and --max-dsp: give one of them"),
        (("--json", "--csv"), "--json and --csv: give one of them"),
        (("--dry-run", "--csv"), "--dry-run and --csv: give one of them"),
        (("--dry-run", "-o", "all.json"), "--dry-run and -o: give one of them"),
        (("-o", "front.txt"), "-o front.txt: ends in neither .json nor .csv"),
        (("-o", "nowhere/front.csv"), "-o nowhere/front.csv: the folder nowhere does not exist"),
        (
            ("--measure", "--scheduler", "tcp://127.0.0.1:9"),
            "--scheduler tcp://127.0.0.1:9: no Dask scheduler there",
        ),
        (("--measure", "--scheduler", "x://y"), "--scheduler x://y: no Dask scheduler there"),
    ],
)
def test_bad_input(
    arguments: tuple[str, ...],
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sweeps, "CONNECT_SECONDS", 1.0)
    out, err = run(capsys, *arguments, code=2)
    assert out == ""
    assert err.splitlines()[-1].startswith(f"twiddle: {message}")


def test_an_unknown_ring(capsys: pytest.CaptureFixture[str]) -> None:
    assert twiddle.cli.main(["explore", "--ring", "kem"]) == 2
    assert capsys.readouterr().err.startswith("twiddle: ring 'kem': unknown")


def test_the_output_in_the_docs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "default_folder", REPOSITORY)
    if records.pending():
        pytest.skip("results/pending.json: twiddle bench has not measured the cores of this hardware")
    check_output("explore.md", capsys, monkeypatch)


# Before a sweep


def test_a_dry_run_measures_nothing_and_says_how_long(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeps, "measure", refuse)
    monkeypatch.setattr(tools, "cpus", lambda: 2)
    chosen = ("--core", "iterative", "--set", "Method=fold", "--dry-run")
    out, err = run(capsys, *chosen)
    assert out.endswith(
        "6 points: 0 recorded, 0 in the cache, 6 to measure, how long that takes, no record says.\n"
    )
    assert err == ""
    keep(SIX[:1])
    record_of(
        SIX[1], records.sources(SIX[1].design.top, SIX[1].design.rtl_parameters()).source_hash(), "", 90.0
    )
    out, _ = run(capsys, *chosen)
    assert out.endswith("6 points: 1 recorded, 1 in the cache, 4 to measure, about 3 min in 2 processes.\n")
    assert re.search(r"iterative +ecp5 +6 +4 +6 min", out)
    document = json.loads(run(capsys, *chosen, "--json")[0])
    (part,) = document.pop("parts")
    assert part == {"core": "iterative", "target": "ecp5", "points": 6, "measure": 4, "seconds": 360.0}
    assert document == {
        "points": 6,
        "records": 1,
        "cached": 1,
        "failed": 0,
        "ruled_out": 0,
        "measure": 4,
        "tool_minutes": 6.0,
        "processes": 2,
    }
    out, _ = run(capsys, *chosen, "--measure", "1")
    assert out.endswith("1 to measure, about 2 min in 1 process.\n")
    out, _ = run(capsys, *chosen, "--scheduler", "tcp://127.0.0.1:9")
    assert "about 6 min in one process, shared by the workers of tcp://127.0.0.1:9." in out
    assert begun() == []


def test_a_sweep_says_how_long_before_it_begins() -> None:
    record_of(SIX[1], "1" * 64, "", 90.0)
    said: list[str] = []
    two = [SIX[0], SIX[2]]
    outcomes(two, Options(measure=explore_cases.quick, limit=None), said.append)
    assert re.fullmatch(
        r"2 points: 0 recorded, .* 2 to measure, about \d+ (s|min) in \d process(es)?", said[0]
    )


NO_SCHEDULER = pytest.mark.parametrize(
    "says", [b"", b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"]
)


@NO_SCHEDULER
def test_something_else_at_the_address_of_the_scheduler(
    says: bytes, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A port where somebody listens who is no scheduler: who says nothing for ever, or something else."""
    ask_no_scheduler(says, capsys, monkeypatch)


@pytest.mark.speed
@NO_SCHEDULER
def test_something_else_is_not_waited_for(
    says: bytes, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    began = time.monotonic()
    ask_no_scheduler(says, capsys, monkeypatch)
    assert time.monotonic() - began < 30


def ask_no_scheduler(
    says: bytes, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeps, "CONNECT_SECONDS", 2.0)
    with socket.create_server(("127.0.0.1", 0)) as server:
        held: list[socket.socket] = []

        def answer() -> None:
            with contextlib.suppress(OSError):
                while True:
                    held.append(server.accept()[0])
                    held[-1].sendall(says)

        threading.Thread(target=answer, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        _, err = run(capsys, "--core", "rns", "--measure", "--scheduler", address, code=2)
        for connection in held:
            connection.close()
    assert err.splitlines()[-1].startswith(f"twiddle: --scheduler {address}: no Dask scheduler there: ")
    assert "Traceback" not in err


# The sweep


def record_of(point: Point, source_hash: str, design_hash: str = "0" * 64, seconds: float = 1.0) -> None:
    """Save a record of a point."""
    job = Job(point.name, point.design.top, {}, point.target, records.SEEDS, 1.0, "")
    found = explore_cases.measurement(job) | {
        "fmax_by_seed": dict.fromkeys("123", 160.0),
        "command": "twiddle",
    }
    found |= {"source_hash": source_hash, "design_hash": design_hash, "seconds": seconds}
    found |= {"core": point.design.core, "ring": point.design.ring.name, "commit": None}
    found |= {"parameters": dict(point.design.parameters), "cycles": records.cycles(point.design)}
    records.save(found, records.default_folder())


def test_records_come_first_where_they_are_current(monkeypatch: pytest.MonkeyPatch) -> None:
    current, same, changed = SIX[:3]
    now = records.sources(current.design.top, current.design.rtl_parameters()).source_hash()
    record_of(current, now)
    record_of(same, "1" * 64, "a")
    record_of(changed, "1" * 64, "b")
    monkeypatch.setattr(sweeps, "design_hashes", lambda found: ["a" for _ in found])
    found = outcomes(SIX[:3], Options())
    assert [found[point.name].source for point in SIX[:3]] == ["record", "record", None]
    assert found[changed.name].status == "unknown"
    other_seeds = outcomes(SIX[:1], Options(seeds=(4,)))
    assert other_seeds[current.name].status == "unknown"


def test_a_broken_record_is_named(place: Path) -> None:
    (place / "results" / f"{SIX[0].name}.json").write_text("{")
    said: list[str] = []
    assert outcomes(SIX[:1], Options(), said.append)[SIX[0].name].status == "unknown"
    assert said[0].startswith(f"not used: {place / 'results' / SIX[0].name}.json: not a synthesis record")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no JSON object"),
        ("[]", "no JSON object"),
        ('{"cells": 3, "fmax_mhz": 1}', "key 'cells' is missing or of the wrong type"),
        ('{"cells": {"lut": 1}, "fmax_mhz": 100}', "cells has no number 'ff'"),
        ('{"cells": {"lut": NaN, "ff": 1, "dsp": 1, "bram36": 1}}', "cells has no number 'lut'"),
        ('{"cells": {"lut": 1, "ff": 1, "dsp": 1, "bram36": 1}}', "fmax_mhz = None is no clock rate of ecp5"),
        (
            '{"cells": {"lut": 1, "ff": 1, "dsp": 1, "bram36": 1}, "fmax_mhz": 0}',
            "fmax_mhz = 0 is no clock rate of ecp5",
        ),
    ],
)
def test_a_broken_measurement_of_the_cache_is_named_and_made_again(
    text: str, why: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(SIX)
    (path,) = [path for path in cache.folder("synth").glob("*.json") if path.stem == key_of(SIX[3])]
    path.write_text(text)
    monkeypatch.setattr(sweeps, "measure", local(explore_cases.quick))
    _, err = run(capsys, "--core", "iterative", "--set", "Method=fold", "--json", "--measure")
    assert err.splitlines()[0] == f"not used, and made again: {path}: {why}"
    assert [name for name, _ in begun()] == [SIX[3].name]
    out, err = run(capsys, "--core", "iterative", "--set", "Method=fold", "--json")
    assert err == ""
    assert {each["source"] for each in json.loads(out)["points"]} == {"cache"}


def key_of(point: Point) -> str:
    return sweeps._Hashes(Options()).key(point)


def test_a_broken_failure_of_the_cache_is_tried_again() -> None:
    for text in ("{", "3", '{"timeout": "long"}', "{}"):
        (cache.folder(sweeps.FAILURES) / f"{key_of(SIX[0])}.json").write_text(text)
        assert outcomes(SIX[:1], Options())[SIX[0].name].status == "unknown"


def test_a_cache_that_cannot_be_written_stops_a_sweep_at_once(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(cache.tempfile, "TemporaryFile", full)
    monkeypatch.setattr(sweeps, "measure", local(refuse))
    _, err = run(capsys, "--core", "iterative", "--set", "Method=fold", "--measure", code=2)
    last = f"twiddle: {place / 'cache' / 'synth'}: cache cannot be written: No space left on device"
    assert err.splitlines()[-1] == last
    assert begun() == []
    monkeypatch.undo()
    monkeypatch.setenv("TWIDDLE_CACHE", str(place / "file" / "cache"))
    (place / "file").write_text("")
    _, err = run(capsys, "--core", "iterative", "--set", "Method=fold", "--measure", code=2)
    assert err.splitlines()[-1].endswith("cache folder cannot be made: Not a directory")


def test_a_disk_that_fills_up_ends_a_sweep_in_a_line(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []

    def two_then_full(source: str, target: Path) -> None:
        if len(written) == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written.append(str(target))
        Path(source).rename(target)

    monkeypatch.setattr(cache.os, "replace", two_then_full)
    monkeypatch.setattr(sweeps, "measure", local(explore_cases.quick))
    _, err = run(capsys, "--core", "iterative", "--set", "Method=fold", "--measure", code=2)
    assert err.endswith("cache cannot be written: No space left on device\n")
    assert "Traceback" not in err
    assert len(kept()) == 2
    assert [path.name for path in cache.folder("synth").iterdir() if path.name.startswith(".")] == []


def test_each_point_is_measured_once(capsys: pytest.CaptureFixture[str]) -> None:
    found = outcomes(SIX, Options(measure=explore_cases.quick, limit=None))
    assert {outcome.source for outcome in found.values()} == {"measured"}
    assert Counter(name for name, _ in begun()) == Counter(point.name for point in SIX)
    assert len(kept()) == len(SIX)
    again = outcomes(SIX, Options(measure=refuse, limit=None))
    assert {outcome.source for outcome in again.values()} == {"cache"}
    for point in SIX:
        assert again[point.name].measurement is not None
        assert again[point.name].measurement["cells"] == cells_of(point.name)
    assert "6/6 " in capsys.readouterr().err


def test_a_failure_is_an_outcome_and_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    found = outcomes(SIX, Options(measure=explore_cases.failing, limit=None))
    assert Counter(outcome.status for outcome in found.values()) == {"measured": 2, "failed": 4}
    reasons = Counter(outcome.reason for outcome in found.values())
    assert reasons == {None: 2, FAILURE: 2, "OSError: [Errno 28] No space left on device": 2}
    # What the device does not hold stays known; what only this run met is tried again.
    before = outcomes(SIX, Options())
    assert Counter(outcome.status for outcome in before.values()) == {
        "measured": 2,
        "failed": 2,
        "unknown": 2,
    }
    patient = outcomes(SIX, Options(timeout=5000.0))
    assert Counter(outcome.status for outcome in patient.values()) == {"measured": 2, "unknown": 4}
    out, _ = run(capsys, "--core", "iterative", "--set", "Method=fold")
    assert "2 of 6 points measured" in out
    assert out.count(FAILURE) == 2
    again = outcomes(SIX, Options(measure=explore_cases.quick, limit=None, retry=True))
    assert {outcome.status for outcome in again.values()} == {"measured"}


def test_all_failed_is_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    two = points(RING, cores=["iterative"], settings={**FOLD, "Butterflies": ["2"]})
    outcomes(two, Options(measure=explore_cases.failing, limit=None))
    _, err = run(
        capsys,
        "--core",
        "iterative",
        "--set",
        "Method=fold",
        "--set",
        "Butterflies=2",
        code=1,
    )
    assert err.endswith(f"twiddle: 2 of 2 points failed, the first: {FAILURE}\n")


def test_limit_measures_so_many(capsys: pytest.CaptureFixture[str]) -> None:
    found = outcomes(SIX, Options(measure=explore_cases.quick, limit=2))
    assert Counter(outcome.status for outcome in found.values()) == {"measured": 2, "unknown": 4}


def test_a_hundred_points_resume(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(points(RING)) > 100
    keep(points(RING))
    out, err = run(capsys, "--json")
    count = len(points(RING))
    assert err == ""
    assert len(json.loads(out)["points"]) == count


@pytest.mark.speed
def test_a_hundred_points_resume_in_five_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    keep(points(RING))
    before = time.process_time()
    run(capsys, "--json")
    assert time.process_time() - before < 5


def test_the_worker_measures_with_the_flow(monkeypatch: pytest.MonkeyPatch) -> None:
    _, jobs = sweeps.look_up(SIX[:1], Options(limit=None), lambda _: None)
    ((job, _),) = jobs.values()
    asked: list[dict[str, Any]] = []
    made = explore_cases.measurement(job)

    def measure(top: str, *_: object, **options: Any) -> dict[str, Any]:
        asked.append(options)
        return made

    monkeypatch.setattr(sweeps.flow, "measure", measure)
    assert sweeps.measure(job) == Outcome("measured", made, "measured", seconds=made["seconds"])
    assert (asked[0]["seeds"], asked[0]["timeout"], asked[0]["workers"]) == ((1, 2, 3), 1200.0, 1)

    def fail(*_: object, **options: Any) -> dict[str, Any]:
        raise TwiddleError(f"ecp5: {'stopped' if options['cancelled'].is_set() else FAILURE}")

    monkeypatch.setattr(sweeps.flow, "measure", fail)
    assert sweeps.measure(job) == Outcome("failed", source="measured", reason=f"ecp5: {FAILURE}")
    stopped = threading.Event()
    stopped.set()
    with pytest.raises(TwiddleError, match="ecp5: stopped"):
        sweeps.measure(job, stopped)
    monkeypatch.setattr(tools, "versions", lambda target: {"yosys": "pyosys 0.1"})
    with pytest.raises(TwiddleError, match="the worker has other sources or tools than this machine"):
        sweeps.measure(job)


# A cluster, and what goes wrong


@pytest.fixture
def environment() -> dict[str, str]:
    """Of processes that import what this test does."""
    path = os.pathsep.join([str(TESTS), *filter(None, sys.path)])
    return {**os.environ, "PYTHONPATH": path}


@pytest.fixture
def cluster(place: Path, environment: dict[str, str]) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two worker processes of one thread: its address, and the three processes."""
    file = place / "scheduler.json"
    started: list[subprocess.Popen[bytes]] = []

    def start(what: str, *options: str) -> None:
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *options, "--no-dashboard"]
        with (place / f"{what}.log").open("ab") as log:
            started.append(subprocess.Popen(command, stdout=log, stderr=log, env=environment, cwd=place))

    try:
        start("scheduler", "--scheduler-file", str(file), "--host", "127.0.0.1", "--port", "0")
        wait_for(file.exists)
        address = json.loads(file.read_text())["address"]
        for index in range(2):
            folder = str(place / f"worker{index}")
            start("worker", address, "--nthreads", "1", "--no-nanny", "--local-directory", folder)
        wait_for(lambda: workers(address) == 2)
        yield address, started
    finally:
        for process in reversed(started):
            process.kill()
            process.wait()


def workers(address: str) -> int:
    from distributed import Client

    with Client(address) as client:
        return len(client.ncores())


def wait_for(condition: Any, seconds: float = 600.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_killed_worker_loses_nothing(
    cluster: tuple[str, list[subprocess.Popen[bytes]]],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    address, (_, victim, _) = cluster
    saved: list[str] = []
    save = cache.save

    def kill_then_save(name: str, *rest: Any) -> None:
        """With the third result, one of the two is killed in the middle of a measurement."""
        saved.append(name)
        if len(saved) == 3:
            wait_for(lambda: begun()[-1][1] == victim.pid)
            os.kill(victim.pid, signal.SIGKILL)
            victim.wait()
        save(name, *rest)

    monkeypatch.setattr(cache, "save", kill_then_save)
    space = points(RING, cores=["iterative"], settings={"Method": ["fold", "kred", "barrett"]})
    found = outcomes(space, Options(scheduler=address, measure=explore_cases.slow, limit=None))
    assert victim.returncode == -signal.SIGKILL
    assert len(found) == len(space) == 18
    assert {outcome.source for outcome in found.values()} == {"measured"}
    starts = Counter(name for name, _ in begun())
    assert starts.keys() == {point.name for point in space}
    # Killed in the middle: at least one measurement began twice. Yet each was counted and written once.
    assert max(starts.values()) == 2
    assert len(saved) == len(set(saved)) == len(kept()) == 18
    lines = [line for line in capsys.readouterr().err.splitlines() if "/18 " in line]
    assert [line.split("/")[0] for line in lines] == [str(count) for count in range(1, 19)]
    assert len({line.split()[1] for line in lines}) == 18
    assert outcomes(space, Options(scheduler=address, measure=refuse, limit=None)).keys() == found.keys()


def test_a_scheduler_without_workers(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], capsys: pytest.CaptureFixture[str]
) -> None:
    address, (_, *processes) = cluster
    for process in processes:
        process.kill()
        process.wait()
    wait_for(lambda: workers(address) == 0)
    _, err = run(capsys, "--core", "rns", "--measure", "--scheduler", address, code=2)
    assert f"twiddle: --scheduler {address}: has no workers; start one with: dask worker {address}" in err


INTERRUPTED = """
import signal
import sys
from explore_cases import slow
from twiddle.cli import main
from twiddle.explore import sweep
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sweep.measure = lambda job, cancelled: slow(job)
    sys.exit(main(sys.argv[1:]))
"""


def test_an_interrupted_sweep_goes_on(
    place: Path, environment: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    script = place / "interrupted.py"
    script.write_text(INTERRUPTED)
    command = [sys.executable, str(script), "explore", "--ring", "ml-kem", "--core", "iterative", "--measure"]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, process_group=0
    ) as process:
        wait_for(lambda: len(kept()) >= 3)
        # As the keyboard does: to the process and to all that it has started.
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=600)
    done = len(kept())
    assert process.returncode == 130, err
    assert out == ""
    assert 3 <= done < 54
    assert err.endswith("the same command goes on after them\n\ntwiddle: interrupted\n")
    assert "Traceback" not in err
    found = outcomes(points(RING, cores=["iterative"]), Options())
    assert Counter(outcome.source for outcome in found.values())["cache"] == done


def test_a_real_measurement(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own.toml"
    own.write_text("n = 16\nq = 97\nroot = 19\nroot_order = 32\n")
    chosen = ("--core", "iterative", "--set", "Method=fold", "--set", "Butterflies=1", "--target", "xc7")
    arguments = ["explore", "--ring", str(own), *chosen, "--set", "DoubleBuffer=0", "--json", "--measure"]
    assert twiddle.cli.main(arguments) == 0
    first = json.loads(capsys.readouterr().out)
    assert [each["source"] for each in first["points"]] == ["measured"]
    assert first["recommended"]["smallest"]["cells"]["lut"] > 0
    assert twiddle.cli.main(arguments) == 0
    second = json.loads(capsys.readouterr().out)
    assert second["points"] == [{**first["points"][0], "source": "cache"}]
