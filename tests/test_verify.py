# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle verify`: what it counts, what it says of a core that is wrong, and what it lists."""

import importlib.util
import json
import re
import subprocess
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from command import Run
from rtl_tree import rtl_tree

from pages.tables import evidence_table as table
from twiddle.base import places
from twiddle.base.errors import TwiddleError
from twiddle.cli import main, verify
from twiddle.evidence import verification
from twiddle.evidence.results import Results, default_folder
from twiddle.evidence.verify.campaign import Kind, Options
from twiddle.evidence.verify.evidence import KINDS, Soc, evidence
from twiddle.evidence.verify.exhaust import Exhaust
from twiddle.model import methods
from twiddle.model.sets import Error
from twiddle.tools import unit_simulator
from twiddle.tools.lattice_simulator import Answer, Lattice
from twiddle.tools.sim.simulator import Simulator
from twiddle.tools.unit_simulator import PolyUnit

ROOT = Path(__file__).resolve().parents[1]

KEYS = ["core", "ring", "parameters", "seed", "polynomials", "compared", "mismatches", "seconds", "evidence"]


@pytest.fixture
def small(tmp_path: Path) -> str:
    path = tmp_path / "small.toml"
    path.write_text('name = "small"\nn = 8\nq = 17\nroot = 3\nroot_order = 16\n', encoding="utf-8")
    return str(path)


def test_a_core_that_is_right(small: str, run: Run) -> None:
    words = ["verify", "--ring", small, "--set", "Butterflies=1"]
    found = run.json(*words, "--polynomials 700 --json")
    assert list(found) == KEYS
    assert (found["core"], found["ring"], found["mismatches"]) == ("iterative", "small", 0)
    assert found["parameters"]["Butterflies"] == 1
    assert 700 <= found["polynomials"] < 2000
    assert [each["kind"] for each in found["evidence"]] == [kind.name for kind in KINDS]
    out, _ = run(*words, "--polynomials 1")
    rows = {
        line.split()[0]: int(line.split()[1])
        for line in out.splitlines()
        if line.strip().startswith(tuple(verification.PARTS))
    }
    assert rows.keys() == verification.PARTS.keys()
    assert f"{sum(rows.values()):,} results, all equal to the model's" in out


def test_a_core_that_is_wrong(small: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    """One line with the first wrong result and the seed, exit code 1; the document has the count."""
    change = "Width'(Q) & {Width{outside[h*Butterflies+l]}}", "Width'(0)"
    root = rtl_tree(tmp_path / "rtl", "inplace/twd_inplace_reduce.sv", *change)
    wrong = partial(Simulator, rtl_root=root, assertions=False)
    monkeypatch.setattr(verification, "Simulator", wrong)
    out, err = run(f"verify --ring {small} --set Butterflies=1 --seed 5 --json", code=1)
    found = json.loads(out)
    assert list(found) == KEYS
    assert found["mismatches"] > 0
    assert err.splitlines()[-1].startswith("twiddle: twd_iterative (ring small")
    assert err.splitlines()[-1].endswith("; seed 5")


OTHERS = {
    "products": "mod-mul --set Q=3329 --set Method=montgomery",
    "commands": "unit --set Dsa=0 --set Lanes=1",
    "operations of schemes": "lattice --set Dsa=0 --set Lanes=1",
}
"""Blocks that are no polynomial cores, by what is compared of them."""


@pytest.mark.parametrize(("part", "core"), OTHERS.items())
def test_what_is_compared_of_other_blocks(part: str, core: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it is right; hardware that computes something else is found, by the scale, a word or a byte."""
    found = run.json(f"verify --core {core} --polynomials 20 --json")
    assert (list(found), found["ring"], found["mismatches"]) == (KEYS, None, 0)
    assert (list(found["compared"]), found["polynomials"] >= 20) == ([part], True)

    words, answers = PolyUnit.run, Lattice.run

    def other_words(of: PolyUnit, *program: Any, **options: Any) -> unit_simulator.Run:
        done = words(of, *program, **options)
        return replace(done, stored=[(values + 1) % 3329 for values in done.stored])

    def other_bytes(of: Lattice, *tasks: Any, **options: Any) -> list[Answer]:
        zeros = (tuple(bytes(len(frame)) for frame in answer.frames) for answer in answers(of, *tasks, **options))
        return [Answer(frames, Error.NONE, 0, 0) for frames in zeros]

    monkeypatch.setattr(methods, "scale", lambda *_: 2)
    monkeypatch.setattr(PolyUnit, "run", other_words)
    monkeypatch.setattr(Lattice, "run", other_bytes)
    _, err = run(f"verify --core {core} --polynomials 20", code=1)
    assert re.search(r"got \d+, expected|coefficient 0 is \d+, expected|frame 0 differs", err.splitlines()[-1])


def test_what_is_recorded(run: Run) -> None:
    listed = {each["kind"]: each for each in run.json("verify --json")["evidence"]}
    record = json.loads((default_folder() / "verify/exhaustive.json").read_text(encoding="utf-8"))
    assert listed["exhaust"]["count"] == sum(point["pairs"] for point in record["points"])
    assert listed["exhaust"]["command"] == record["command"]
    out, _ = run("verify")
    for kind in KINDS:
        each = listed[kind.name]
        assert each.keys() == {"kind", "claim", "count", "command", "state", "minutes", "record"}
        assert f"make {kind.name} " in out
        assert each["state"] in out
        assert (default_folder() / each["record"]).is_file() == (each["state"] != "missing")
        if each["count"] is not None:
            assert f"{each['count']:,}" in out


def test_what_is_verified_of_each_block(results: Path, run: Run) -> None:
    (results / "verify").mkdir()

    def record(name: str, **fields: object) -> Path:
        path = results / "verify" / f"{name}.json"
        path.write_text(json.dumps(fields), encoding="utf-8")
        return path

    fifo = "rtl/prim/twd_fifo.sv"
    record("exhaustive", points=[{"q": 3329, "method": "fold", "variant": "", "pairs": 9}])
    record("formal", proofs=[{"module": "twd_formal_fifo"}])
    record("netlists", points=[{"core": "mdc", "ring": "n32-q3329-pairs", "compared": {}}])
    record("faults", faults=3, files={fifo: 2, "rtl/keccak/twd_keccak.sv": 1})
    record("rtl-coverage", files={fifo: {"lines": [1, 2], "branches": [3, 3], "toggles": [0, 0]}})
    rows = {(row["block"], row["rings"]): row for row in run.json("verify --json")["status"]}
    mdc, wide, rns, keccak = (
        rows[key] for key in (("mdc", "ml-kem"), ("mdc", "ml-dsa, qtesla-1024"), ("rns", "ml-kem"), ("keccak", ""))
    )
    assert [mdc[key] for key in ("proofs", "multipliers", "netlists", "faults")] == [1, 1, 1, 2]
    assert mdc["coverage"] == "50.0 %, 100.0 %"
    assert [wide["multipliers"], wide["netlists"], rns["multipliers"], wide["faults"]] == [None, None, None, 2]
    assert [keccak["faults"], keccak["coverage"], keccak["flow"]] == [1, "-", None]
    path = record("flow", designs=[{"name": 1}])
    assert run.refused("verify").startswith(f"{path}: not a record of flow: ")


def test_a_record_of_other_hardware_is_out_of_date(tmp_path: Path) -> None:
    assert [(each.count, each.state) for each in evidence(Results(tmp_path))] == [(None, "missing")] * len(KINDS)
    (tmp_path / "verify").mkdir()
    record = {"points": [{"pairs": 9}], "rtl_hash": "0"}
    (tmp_path / "verify/exhaustive.json").write_text(json.dumps(record), encoding="utf-8")
    first = evidence(Results(tmp_path))[0]
    assert (first.count, first.state) == (9, "stale")
    assert "[9](there/verify/exhaustive.json), pending | `make exhaust` | - |" in table(Results(tmp_path), "there")
    current = {"points": [{"pairs": 9}], **Exhaust().hashes(), "seconds": 59}
    (tmp_path / "verify/exhaustive.json").write_text(json.dumps(current), encoding="utf-8")
    assert "[9](there/verify/exhaustive.json) | `make exhaust` | < 1 |" in table(Results(tmp_path), "there")
    (tmp_path / "pending.json").write_text('["verify/exhaustive.json"]', encoding="utf-8")
    assert "exhaustive.json), pending |" in table(Results(tmp_path), "there")
    assert evidence(Results(tmp_path))[0].state == "pending"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_make_runs_every_kind(kind: Kind[Any]) -> None:
    words = ["make", "-n", kind.name, "VECTORS=v", "STAMP=", "MAKEFLAGS="]
    make = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    assert f"-m twiddle verify --run {kind.name}" in make.stdout


@pytest.mark.parametrize(("code", "ends"), [(0, 0), (1, 1), (2, 2), (5, 2), (-9, 2)])
def test_a_run_as_a_document(
    code: int, ends: int, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Its output beside, its exit code, and nothing if it did not run."""
    end = f"os.kill(os.getpid(), {-code})" if code < 0 else f"sys.exit({code})"

    class Script(Soc):
        name, record, claim, checkout = "exhaust", Exhaust.record, "", ""
        program = ("-c", f"import os, sys; print('progress', flush=True); {end}")

    monkeypatch.setattr(verify, "KINDS", (Script(),))
    assert main(["verify", "--run", "exhaust", "--json"]) == ends
    out, err = capfd.readouterr()
    assert err.startswith("progress\n")
    assert err.endswith(f"exit code {code}\n" if code else "progress\n")
    if ends == 2:
        assert out == ""
    else:
        found = json.loads(out)
        assert found.keys() == {"run", "passed", "seconds", "evidence"}
        assert (found["run"], found["passed"]) == ("exhaust", code == 0)
        assert [each["kind"] for each in found["evidence"]] == ["exhaust"]


def test_tests_need_their_tools(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    line = run.refused("verify --run faults --json")
    assert line == "tests need pytest with pytest-xdist; run: make env"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_an_installed_package_runs_what_it_contains(kind: Kind[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    options = Options(cluster=None)
    kind.check(options)
    monkeypatch.setattr(places, "installed", lambda: True)
    if kind.checkout:
        words = f"verify --run {kind.name}: works only in a checkout of the repository: it needs {kind.checkout}"
        with pytest.raises(TwiddleError, match=f"^{words}$"):
            kind.check(options)
        assert (ROOT / kind.checkout).is_dir()
    else:
        kind.check(options)


def test_some_kinds_need_no_checkout() -> None:
    assert {kind.name for kind in KINDS if not kind.checkout} == {"vectors", "exhaust", "netlists", "formal", "flow"}


def test_a_cluster_is_for_points(run: Run) -> None:
    assert run.refused("verify --run soc --cluster x://y") == "--cluster: not for soc"
