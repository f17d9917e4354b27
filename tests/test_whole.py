# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Whole operations: the record of their cycles, `plan --core lattice`, `explore --scheme`, the page."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import numpy as np
import pytest
from command import Run
from compare_cases import a_record

import twiddle
from pages import tables
from twiddle.catalog.designs import core
from twiddle.evidence import lattice_cycles as cycles
from twiddle.evidence.lattice_cycles import Counts, average, recorded
from twiddle.evidence.results import Results, default_folder
from twiddle.evidence.verify import evidence
from twiddle.evidence.verify.campaign import Options
from twiddle.evidence.verify.lattice import SEEDS, SIGNATURES, Cycles, Point
from twiddle.model.sets import DSA_SETS, KEM_SETS
from twiddle.model.work import REPETITIONS
from twiddle.study import whole
from twiddle.study.page.document import document
from twiddle.study.plan.jobs import whole_job as job

ROOT = Path(__file__).parents[1]
COMMITTED = Results(default_folder())
RECORD = recorded(COMMITTED)
BOTH = RECORD.builds["lattice"]
SMALL = {"lut": 9000, "ff": 8000, "dsp": 10, "bram36": 9.5}
LARGE = {"lut": 20000, "ff": 15000, "dsp": 18, "bram36": 30}


@pytest.fixture
def records(results: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Cycles as committed, as measured now; both schemes and ML-KEM with 2 lanes on ecp5, ML-DSA on xc7."""
    (results / "verify").mkdir()
    monkeypatch.setattr(cycles, "rtl_hash", lambda: RECORD.rtl_hash)
    shutil.copy(COMMITTED.folder / cycles.RECORD, results / cycles.RECORD)
    for parameters, target, cells, mhz in (
        ({}, "ecp5", LARGE, 100.0),
        ({"Dsa": 0, "Lanes": 2}, "ecp5", SMALL, 80.0),
        ({"Kem": 0}, "xc7", LARGE, 0.0),
    ):
        Results().save(a_record(core("lattice", **parameters), target, cells, mhz))
    return results


# The record


def test_the_record_is_of_the_hardware_as_it_is() -> None:
    if cycles.RECORD in COMMITTED.pending():
        pytest.skip("results/pending.json: make cycles has not run on this hardware")
    assert RECORD.rtl_hash == cycles.rtl_hash(), "run: make cycles"
    found = RECORD.builds
    assert list(found) == [build.stem for build in cycles.BUILDS]
    assert {name: set(sets) for name, sets in found.items()} == {
        "lattice": {*KEM_SETS, *DSA_SETS},
        "lattice-Kem0": {*DSA_SETS},
        "lattice-Dsa0": {*KEM_SETS},
        "lattice-Dsa0-Lanes2": {*KEM_SETS},
        "lattice-Dsa0-Lanes1-KeccakSlices4": {*KEM_SETS},
        "lattice-Lanes1-KeccakSlices8": {*KEM_SETS, *DSA_SETS},
        "lattice-Lanes8-Rounds2": {*KEM_SETS, *DSA_SETS},
    }
    for sets in found.values():
        for counts in sets.values():
            names = ("keygen", "verify") if counts.sign else ("keygen", "encaps", "decaps")
            assert all(len(counts.measured[each]) == SEEDS for each in names)
            assert len(counts.sign) == len(counts.rounds) == len(counts.late) in (0, SEEDS, SIGNATURES)
    for name in DSA_SETS:
        rounds = [sets[name].rounds[:SEEDS] for sets in found.values() if name in sets]
        assert all(each == rounds[0] for each in rounds)


def test_the_table_of_cycles_has_the_first_seed() -> None:
    """The table that `tests/test_lattice.py` asserts on the RTL."""
    text = (ROOT / "docs" / "schemes" / "cycles.md").read_text().split("<!-- cycles:begin -->")[1]
    for name, counts in BOTH.items():
        first = [f"{found[0]:,}" for found in counts.measured.values()]
        rounds = str(counts.rounds[0]) if counts.rounds else ""
        assert f"| {' | '.join([name, *first, rounds])} |" in text


def test_the_cycles_of_a_build(records: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of chosen parameters; none without a record, and none of earlier hardware."""
    monkeypatch.setattr(cycles, "rtl_hash", lambda: RECORD.rtl_hash)
    small = cycles.of_build(Results(), core("lattice", Dsa=0, Lanes=2))
    assert small == RECORD.builds["lattice-Dsa0-Lanes2"]
    assert cycles.of_build(Results(), core("lattice", Dsp=0)) == {}
    assert cycles.of_build(Results(records / "verify"), core("lattice")) == {}
    assert whole.remark(Results()) == ""
    monkeypatch.setattr(cycles, "rtl_hash", lambda: "of other sources")
    assert cycles.of_build(Results(), core("lattice")) == {}
    assert tables.signatures_table(Results()).endswith(
        "\nCycles of earlier hardware; make cycles measures them again.\n"
    )


@pytest.mark.parametrize("name", ["ML-KEM-512", "ML-DSA-44"])
def test_a_point_on_the_rtl(name: str) -> None:
    counts = BOTH[name]
    found = Point(core("lattice"), name, 0, seeds=2).run()
    assert found["before"] == counts.before
    assert {each: getattr(counts, each)[:2] for each in found["cycles"]} == found["cycles"]


@pytest.mark.parametrize("name", DSA_SETS)
def test_three_numbers_give_the_cycles_of_every_signature(name: str) -> None:
    counts = BOTH[name]
    first, rejected, late, share = counts.signing
    more, afterwards = np.array(counts.rounds) - 1, np.array(counts.late)
    fitted = first + rejected * (more - afterwards) + late * afterwards
    off = np.abs(fitted - counts.sign)
    assert np.median(off) < 0.05 * first, "a round ends with the first polynomial that is too large"
    assert np.quantile(off, 0.98) < 0.2 * first
    assert counts.before < rejected < late < first
    assert 0 < share < 1
    wanted = REPETITIONS[name.lower()]
    assert np.mean(counts.rounds) == pytest.approx(wanted, abs=3 * wanted / np.sqrt(len(counts.rounds)))


def test_the_record_of_a_run(tmp_path: Path) -> None:
    kind, options = Cycles(signatures=20), Options(Results(tmp_path))
    points = kind.points(options)
    rows = []
    for point in points:
        names = ("keygen", "encaps", "decaps") if point.set in KEM_SETS else ("keygen", "verify", "sign")
        found = {name: [point.first + 2] for name in (*names, *("rounds", "late") * (point.set in DSA_SETS))}
        rows.append({"cycles": found, "before": 7, "seconds": 2.0})
    record = {**kind.head(), "workers": 1, "seconds": 2.0, **kind.summary(points, rows)}
    options.results.write(kind.record, record)
    found = recorded(options.results)
    assert found.builds["lattice"]["ML-DSA-44"] == Counts(
        keygen=[2], verify=[2], sign=[2, 12], rounds=[2, 12], late=[2, 12], before=7
    )
    assert found.operations == 93
    (kept,) = (each for each in evidence.evidence(options.results) if each.kind == "cycles")
    assert (kept.count, kept.state) == (93, "present")


def test_other_hardware_is_told(records: Path, run: Run) -> None:
    path = records / cycles.RECORD
    document = json.loads(path.read_text())
    path.write_text(json.dumps({**document, "rtl_hash": "0"}))
    _, err = run("explore --scheme ml-kem-512")
    assert err == f"{path}: cycles of earlier hardware; make cycles measures them again\n"
    kem = {name: [1] for name in ("keygen", "encaps", "decaps")}
    dsa = {name: [1, 2] for name in ("keygen", "verify", "sign", "rounds", "late")}
    for changed, rule in (
        ({"ML-KEM-513": kem}, "lattice: ML-KEM-513 with ['keygen', 'encaps', 'decaps']"),
        ({"ML-DSA-44": kem}, "lattice: ML-DSA-44 with ['keygen', 'encaps', 'decaps']"),
        ({"ML-KEM-512": {"keygen": [-1]}}, "Expected `int` >= 1"),
        ({"ML-KEM-512": {"keygen": [1]}}, "cycles of an operation are missing"),
        ({"ML-DSA-44": {**dsa, "late": []}}, "rounds and late are not those of the signatures"),
        ({"ML-DSA-44": {**dsa, "rounds": [1, 1]}}, "rounds and late are not those of the signatures"),
    ):
        path.write_text(json.dumps({**document, "builds": {"lattice": changed}}))
        refused = run.refused("plan --core lattice --scheme ml-kem-512 --rate 5")
        assert refused.startswith(f"{path}: not a record of cycles: ")
        assert rule in refused
    path.unlink()
    refused = run.refused("explore --scheme ml-kem-512")
    assert refused == f"{path}: missing; make cycles measures cycles of whole operations"


# Plans


def test_a_job_is_its_operations() -> None:
    counts = BOTH["ML-KEM-768"]
    whole_one, client = (job(counts, "ml-kem-768", name) for name in ("handshake", "client"))
    assert whole_one.cycles == round(sum(np.mean(found) for found in counts.measured.values()))
    assert client.cycles == pytest.approx(np.mean(counts.keygen) + np.mean(counts.decaps), abs=1)
    assert whole_one.bits_in == 8 * (64 + 1184 + 32 + 2400 + 1088)
    assert whole_one.bits_out == 8 * (1184 + 2400 + 32 + 1088 + 32)
    verify = job(BOTH["ML-DSA-65"], "ml-dsa-65", "verify")
    assert (verify.bits_in, verify.bits_out) == (8 * (1952 + 3309 + 33), 0)
    measured = BOTH["ML-DSA-65"].verify
    assert len(set(measured)) > 1
    assert (verify.further, verify.attempts, verify.cycles) == (None, 1, round(float(np.mean(measured))))


@pytest.mark.parametrize("name", DSA_SETS)
def test_signatures_take_what_their_rounds_take(name: str) -> None:
    """The mean, and the distribution against one whose rejected rounds are drawn too: of z, or later."""
    counts, scheme = BOTH[name], name.lower()
    found = job(counts, scheme, "sign")
    assert found.mean("cycles") == pytest.approx(average(counts, scheme, "sign"), rel=1e-4)
    rng = np.random.default_rng(1)
    more = rng.geometric(1 / REPETITIONS[scheme], 200_000) - 1
    first, rejected, late, share = counts.signing
    exact = first + rejected * more + (late - rejected) * rng.binomial(more, share)
    for percent in (50, 90, 99, 99.9):
        drawn = found.amount("cycles", float(np.percentile(more, percent)) + 1)
        assert drawn == pytest.approx(np.percentile(exact, percent), rel=0.07)
    assert np.std(exact) == pytest.approx(found.further.cycles * np.std(more), rel=0.02)


def test_a_plan_of_handshakes(records: Path, run: Run) -> None:
    line = "plan --core lattice --scheme ml-kem-768 --rate 40000 --jobs 20000"
    document = run.json(line, "--device ecp5-85k --json")
    assert document["job"] == "ml-kem-768 handshake"
    chosen, (other,) = document["chosen"], document["alternatives"]
    assert (chosen["core"], chosen["parameters"], chosen["ring"]) == ("lattice", "Dsa=0 Lanes=2", None)
    assert (other["core"], other["parameters"]) == ("lattice", "")
    assert chosen["operations"] == "1 keygen, 1 encaps, 1 decaps"
    counts = RECORD.builds["lattice-Dsa0-Lanes2"]["ML-KEM-768"]
    assert chosen["cycles"] == round(average(counts, "ml-kem-768", "handshake"))
    capacity = chosen["devices"] * chosen["cores"] * 80e6 / chosen["cycles"]
    assert document["limits"]["cores"] == pytest.approx(capacity)
    assert document["simulation"]["busy"] < 80
    out, _ = run(line)
    assert "lattice   Dsa=0 Lanes=2" in out
    assert run.json(line, "--set Dsa=1 --json")["chosen"]["parameters"] == ""


def test_a_plan_of_signatures(records: Path, run: Run) -> None:
    line = "plan --core lattice --scheme ml-dsa-65 --operation sign --rate 1 --device ecp5-85k"
    document = run.json(line, "--json")
    times = document["simulation"]
    assert times["mean"] == pytest.approx(average(BOTH["ML-DSA-65"], "ml-dsa-65", "sign") / 100, rel=0.03)
    assert times["p50"] < times["mean"] < times["p90"]
    (left_out,) = document["left_out"]
    assert left_out == {"record": "systems/lattice-Dsa0-Lanes2-ecp5.json", "reason": "no cycles of ml-dsa-65"}
    refused = run.refused(line, f"--p99 {times['mean']}")
    assert "a job without waiting takes more" in refused
    assert run.json(line.replace("ecp5-85k", "artix7-100t"), "--mhz 90 --json")["chosen"]["clock"] == "given"


def test_without_a_record_of_a_build(records: Path, run: Run) -> None:
    for path in (records / "systems").iterdir():
        path.unlink()
    refused = run.refused("plan --core lattice --scheme ml-dsa-65 --rate 1 --device ecp5-85k")
    assert refused == "no record of lattice for ml-dsa-65 verify on ecp5; `twiddle synth --record results` makes one"
    out, _ = run("explore --scheme ml-dsa-65", code=1)
    assert out.splitlines()[0] == "0 of 4 points measured, 0 within the constraints."
    rows = whole.rows(Results())
    assert all(row.lut is None for row in rows if row.ours)


# The table of all records


def test_whole_operations_are_rows_of_results(records: Path) -> None:
    found = [row for row in twiddle.results() if row["core"] == "lattice"]
    assert len(found) == 6 * 3 + 3 * 3 + 3 * 3
    of = {"scheme": "ml-kem-768", "operation": "decaps", "target": "ecp5", "Lanes": 2}
    (row,) = (each for each in found if of.items() <= each.items())
    count = round(average(RECORD.builds["lattice-Dsa0-Lanes2"]["ML-KEM-768"], "ml-kem-768", "decaps"))
    assert (row["interval"], row["latency"], row["fill"], row["time_us"]) == (count, count, None, count / 80)
    assert (row["Kem"], row["Dsa"], row["Dsp"]) == (1, 0, 1), "also those with their default"
    (records / cycles.RECORD).unlink()
    assert len([row for row in twiddle.results() if row["core"] == "lattice"]) == 3


# The space


def test_builds_are_explored(records: Path, run: Run) -> None:
    document = run.json("explore --scheme ml-kem-768 --json")
    two_lanes = {"Dsa": 0, "Lanes": 2}
    assert [point["parameters"] for point in document["points"]] == [
        *({}, {"Dsa": 0}, two_lanes, {"Dsa": 0, "Lanes": 1, "KeccakSlices": 4}),
        *({"Lanes": 1, "KeccakSlices": 8}, {"Lanes": 8, "Rounds": 2}),
    ]
    assert [point["status"] for point in document["points"]] == ["measured", "unknown", "measured", *["unknown"] * 3]
    picks = {name: point["parameters"] for name, point in document["recommended"].items()}
    assert (picks["smallest"], picks["fastest"]) == (two_lanes, {})
    best = document["recommended"]["fastest"]
    assert best["operations_us"] == {name: each / 100 for name, each in best["cycles"].items()}
    assert best["time_us"] == pytest.approx(sum(best["operations_us"].values()), abs=0.01)
    point = document["recommended"]["smallest"]
    out, _ = run("explore --scheme ml-kem-768 --operation decaps --max-lut 12000")
    assert "decaps for ml-kem-768 on ecp5: 1 on the front" in out
    assert "µs of each operation of ml-kem-768 on ecp5, on average" in out
    times = [f"{point['operations_us'][name]:,.1f}" for name in ("keygen", "encaps", "decaps")]
    assert f"twd_lattice, ML-KEM, 2 lanes {' '.join(times)}" in [" ".join(line.split()) for line in out.splitlines()]
    assert "Smallest, balanced and fastest: twd_lattice, ML-KEM, 2 lanes on ecp5" in out
    assert "4 points are not measured yet: twiddle bench --core lattice does so." in out
    document = run.json("explore --scheme ml-dsa-87 --operation sign --target xc7 --mhz 90 --json")
    alone = RECORD.builds["lattice-Kem0"]["ML-DSA-87"]
    assert document["recommended"]["smallest"]["interval"] == round(average(alone, "ml-dsa-87", "sign"))


# The page


def test_the_page_has_every_set(records: Path) -> None:
    text = document(Results())
    rows = whole.rows(Results())
    assert len([row for row in rows if row.ours]) == 6 + 3 + 3 + 3 + 3 + 6 + 6
    for row in rows:
        assert (f"{row.set} keygen, {row.design}: " in text) == bool(row.cycles), "a bar"
        assert row.design in text
        assert set(row.cycles) in ({"keygen", "encaps", "decaps"}, {"keygen", "sign", "verify"}, set())
    for title in ("LUT xc7", "BRAM36 xc7", "LUT ecp5", "MHz ecp5", "sign, on average, µs ecp5", "LUT published"):
        assert f">{title}</th>" in text
    assert "20,000" in text.split('id="whole"')[1].split("</section>")[0], "LUT of ecp5"
    shown = re.search(r'<script type="application/json" id="data-points">(.*?)</script>', text)
    points = [point for point in json.loads(shown[1]) if point["core"] == "lattice"]
    assert {(point["ring"], point["target"], point["lut"]) for point in points} == {
        *((name, "ecp5", 20000) for name in (*KEM_SETS, *DSA_SETS)),
        *((name, "ecp5", 9000) for name in KEM_SETS),
        *((name, "xc7", 20000) for name in DSA_SETS),
    }
    (point,) = (each for each in points if each["ring"] == "ML-DSA-65" and each["target"] == "ecp5")
    assert point["cycles"]["sign"]["interval"] == average(BOTH["ML-DSA-65"], "ml-dsa-65", "sign")
    assert f'data-ring="{" ".join(DSA_SETS)}" data-target="xc7"' in text, "a row of the records"
    (of,) = (row for row in rows if row.set == "ML-DSA-65" and row.design == "twd_lattice, both schemes, 4 lanes")
    assert of.cycles["sign"] == BOTH["ML-DSA-65"].signing.first
    assert of.cells["us_sign_average"].value == average(BOTH["ML-DSA-65"], "ml-dsa-65", "sign") / 100
    (records / cycles.RECORD).unlink()
    assert "no record of whole operations is committed" in document(Results())
    assert tables.others_table(Results()) == tables.signatures_table(Results()) == ""
