# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`make formal`: the handshake law is proved, and the proof fails where a fault is put in."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from rtl_tree import edit, rtl_tree

from twiddle import manifest
from twiddle.errors import TwiddleError
from twiddle.synth.records import pending
from twiddle.verify import formal
from twiddle.verify.formal import PROOFS, Proof

CONTROL = "stream/twd_stream_control.sv"
BUFFER = "stream/twd_stream_buffer.sv"
EGRESS = "stream/twd_stream_egress.sv"
FIFO = "prim/twd_fifo.sv"
ALONE: Mapping[str, int | str] = {"TakesB": 0, "Offered": "8'b00000011"}

QUICK = ("skid", "queue", "shell: transforms")

FAULTS: dict[str, tuple[str, str, str, str, int, Mapping[str, int | str]]] = {
    "drain is forgotten": (EGRESS, " && !(drain_i && waiting_q == '0)", "", "NothingOfItself", 6, {}),
    "a stalled beat is lost": (FIFO, " && (!r_valid_o || r_ready_i);", ";", "HeldUntilTaken", 20, {}),
    "a beat is repeated while the pipe stands": (
        *(EGRESS, ".w_valid_i(en_i && valid_q)", ".w_valid_i(valid_q)", "Unchanged", 20, {}),
    ),
    "the pipe moves although a beat is missing": (
        *(CONTROL, "space_i && !starved_d", "space_i", "AfterItsOperands", 20, {}),
    ),
    "nothing is replayed": (
        CONTROL,
        "starved_q && timeout_q && !(a",
        "1'b0 && timeout_q && !(a",
        "Gives",
        60,
        ALONE,
    ),
    "beats are not read again": (
        BUFFER,
        "if (rewind_i) read_q <= begun_q;\n      else read_q",
        "read_q",
        "Unchanged",
        40,
        ALONE,
    ),
}
"""File, text, what replaces it, the assertion that fails, from which cycle on, parameters."""

SITUATIONS = {"AfterOthers", "ReplayedForA", "ReplayedForB", "OtherPath", "Full", "AfterReset"}


@pytest.mark.parametrize(
    "proof",
    [
        pytest.param(proof, id=proof.name, marks=() if proof.name in QUICK else pytest.mark.long)
        for proof in PROOFS
    ],
)
def test_proved(proof: Proof) -> None:
    problem, failure = formal.prove(proof)
    assert failure is None
    names = {name.rpartition(".")[2] for name in problem.assertions}
    if proof.top == "twd_formal_shell":
        assert set(formal.LAW) <= names
    else:
        assert {"LowInReset", "HeldUntilTaken", "NothingOfItself", "Unchanged", "Gives", "Accepts"} <= names


@pytest.mark.long
def test_situations_are_reached() -> None:
    reached = formal.situations()
    assert all(reached.values()), reached
    assert reached.keys() >= SITUATIONS


def tree(folder: Path, name: str) -> Path:
    root = rtl_tree(folder)
    file, original, replacement, *_ = FAULTS[name]
    edit(root, file, original, replacement)
    return root


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_breaks_the_law(name: str, tmp_path: Path) -> None:
    """In a run from the start, which Yosys simulates again."""
    _, _, _, law, cycle, chosen = FAULTS[name]
    failure = formal.refute(law, cycle, chosen, tree(tmp_path, name))
    assert failure is not None
    assert law in failure.assertions
    assert failure.waveform.stat().st_size > 0


@pytest.mark.parametrize("name", ["a stalled beat is lost"])
def test_a_fault_breaks_the_induction(name: str, tmp_path: Path) -> None:
    (proof,) = (proof for proof in PROOFS if proof.name == "shell: transforms")
    _, failure = formal.prove(proof, tree(tmp_path, name))
    assert failure is not None


def test_an_unknown_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert formal.main(["--only", "nothing"]) == 2
    assert "--only nothing: no proof" in capsys.readouterr().err


def test_no_proofs_without_the_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manifest, "rtl_root", lambda: tmp_path / "rtl")
    with pytest.raises(TwiddleError, match="in the repository alone"):
        formal.formal_root()


def test_the_record_is_of_this_rtl() -> None:
    record = json.loads(formal.record_path().read_text(encoding="utf-8"))
    assert record["rtl_hash"] == formal.rtl_hash() or "verify/formal.json" in pending()
    assert [row["name"] for row in record["proofs"]] == [proof.name for proof in PROOFS]
    assert [row["parameters"] for row in record["proofs"]] == [dict(proof.parameters) for proof in PROOFS]
    assert record["situations"]["cycles"] == formal.SITUATION_CYCLES
    assert set(record["situations"]["reached"]) >= SITUATIONS
