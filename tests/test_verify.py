# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle verify`: what it counts, what it says of a core that is wrong, and what it lists."""

import json
from functools import partial
from pathlib import Path

import pytest
from rtl_tree import edit, rtl_tree

from twiddle.cli import main, verify
from twiddle.errors import TwiddleError
from twiddle.sim import Simulator
from twiddle.synth.records import Results, default_folder
from twiddle.verify import exhaust
from twiddle.verify.evidence import evidence, table

KEYS = ["core", "ring", "parameters", "polynomials", "mismatches", "seconds", "evidence"]


@pytest.fixture
def small(tmp_path: Path) -> str:
    path = tmp_path / "small.toml"
    path.write_text('name = "small"\nn = 8\nq = 17\nroot = 3\nroot_order = 16\n', encoding="utf-8")
    return str(path)


def test_a_core_that_is_right(small: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["verify", "--ring", small, "--set", "Butterflies=1"]
    assert main([*words, "--polynomials", "700", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == KEYS
    assert (found["core"], found["ring"], found["mismatches"]) == ("iterative", "small", 0)
    assert found["parameters"]["Butterflies"] == 1
    assert 700 <= found["polynomials"] < 2000
    assert [each["kind"] for each in found["evidence"]] == [
        "exhaust",
        "netlists",
        "matrix",
        "faults",
        "formal",
        "acvp",
    ]
    assert main([*words, "--polynomials", "1"]) == 0
    out = capsys.readouterr().out
    rows = {
        line.split()[0]: int(line.split()[1])
        for line in out.splitlines()
        if line.strip().startswith(tuple(verify.PARTS))
    }
    assert rows.keys() == verify.PARTS.keys()
    assert f"{sum(rows.values()):,} results, all equal to the model's" in out


def test_a_core_that_is_wrong(
    small: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line with the first wrong result and the seed, exit code 1; the document has the count."""
    root = rtl_tree(tmp_path / "rtl")
    edit(root, "memory/twd_operand_reduce.sv", "(outside_q[l] ? Width'(Q) : '0)", "Width'(0)")
    wrong = partial(Simulator, rtl_root=root, assertions=False)
    monkeypatch.setattr(verify, "Simulator", wrong)
    words = ["verify", "--ring", small, "--set", "Butterflies=1", "--seed", "5"]
    assert main([*words, "--json"]) == 1
    captured = capsys.readouterr()
    found = json.loads(captured.out)
    assert list(found) == KEYS
    assert found["mismatches"] > 0
    assert captured.err.splitlines()[-1].startswith("twiddle: twd_iterative (ring small")
    assert captured.err.splitlines()[-1].endswith("; seed 5")


def test_what_is_recorded(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--json"]) == 0
    listed = {each["kind"]: each for each in json.loads(capsys.readouterr().out)["evidence"]}
    record = json.loads((default_folder() / "verify/exhaustive.json").read_text(encoding="utf-8"))
    assert listed["exhaust"]["count"] == sum(point["pairs"] for point in record["points"])
    assert listed["exhaust"]["command"] == record["command"]
    assert main(["verify"]) == 0
    assert f"{listed['exhaust']['count']:,}" in capsys.readouterr().out


def test_a_record_of_other_hardware_is_out_of_date(tmp_path: Path) -> None:
    assert [each.count for each in evidence(Results(tmp_path))] == [None] * 6
    (tmp_path / "verify").mkdir()
    record = {"points": [{"pairs": 9}], "rtl_hash": "0"}
    (tmp_path / "verify/exhaustive.json").write_text(json.dumps(record), encoding="utf-8")
    first = evidence(Results(tmp_path))[0]
    assert (first.count, first.current) == (9, False)
    assert (
        "[9](there/verify/exhaustive.json), of earlier hardware or not whole | `make exhaust` | - |"
        in table("there", Results(tmp_path))
    )
    current = {"points": [{"pairs": 9}], "rtl_hash": exhaust.rtl_hash(), "seconds": 59}
    (tmp_path / "verify/exhaustive.json").write_text(json.dumps(current), encoding="utf-8")
    assert "[9](there/verify/exhaustive.json) | `make exhaust` | < 1 |" in table("there", Results(tmp_path))
    (tmp_path / "pending.json").write_text('["verify/exhaustive.json"]', encoding="utf-8")
    assert "exhaustive.json), of earlier hardware or not whole |" in table("there", Results(tmp_path))
    (tmp_path / "verify/formal.json").write_text("[]", encoding="utf-8")
    with pytest.raises(TwiddleError, match="not a record of formal"):
        evidence(Results(tmp_path))


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("--core rns", "--ring: missing; --core and --set need it"),
        (
            "--run exhaust --ring ml-kem",
            "--run: covers all the hardware; it does not go with --ring and --json",
        ),
        ("--ring ml-kem --polynomials 0", "0 is not in the range x>=1"),
        ("--ring ml-ken", "ml-ken"),
    ],
)
def test_bad_input(words: str, rule: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", *words.split()]) == 2
    err = capsys.readouterr().err
    assert rule in err
    assert err.count("\n") == 1
