# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`make formal`: the handshake law is proved, and the proof fails where a fault is put in."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from command import Run
from covers import marked
from fault_list import FAULTS as FAULT_LIST
from rtl_tree import rtl_tree

from twiddle.base import manifest
from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.base.progress import silent
from twiddle.base.sources import Sources
from twiddle.evidence.results import Results
from twiddle.evidence.verify import formal
from twiddle.evidence.verify.formal import PROOFS, Formal, Proof
from twiddle.tools.prover import Problem
from twiddle.tools.synth.tools import ToolRunner

pytestmark = pytest.mark.covers(
    "twd_axil_bus",
    "twd_axil_windows",
    "twd_fifo",
    "twd_hint_store",
    "twd_lattice_moves",
    "twd_load_map",
    "twd_regs",
    "twd_sample_ball",
    "twd_skid",
    "twd_store_map",
    "twd_stream_buffer",
    "twd_stream_egress",
    "twd_stream_shell",
    "twd_unit_commands",
    "twd_unit_regs",
    "twd_unpack",
)

SHELL = "stream/twd_stream_shell.sv"
BUFFER = "stream/twd_stream_buffer.sv"
EGRESS = "stream/twd_stream_egress.sv"
FIFO = "prim/twd_fifo.sv"
ALONE: Mapping[str, int | str] = {"TakesB": 0, "Offered": "8'b00000011"}

FLOW = tuple(proof.name for proof in PROOFS if "flow" in proof.top)
QUICK = ("skid", "queue", "answers, windows", "answers, streams", "answers of the unit", "shell: transforms", *FLOW)
QUICKEST = ("skid", "answers, streams", "answers of the unit", "SampleInBall and secrets", "moved words and secrets")
"""Proofs of the tests, and those of every run; `make formal` has all."""

FAULTS: dict[str, tuple[str, str, str, str, int, Mapping[str, int | str]]] = {
    "what a reset leaves in the pipe comes out": (
        *(EGRESS, "begin_q <= sop_i && open_i", "begin_q <= sop_i", "NothingOfItself", 8, ALONE),
    ),
    "a stalled beat is lost": (
        *(FIFO, "take     = r_valid_o && r_ready_i", "take     = r_valid_o", "HeldUntilTaken", 44, ALONE),
    ),
    "a polynomial starts before it is whole": (
        *(BUFFER, "whole_o    <= waiting_d != '0", "whole_o    <= waiting_d != '0 || beat_q != '0"),
        *("AfterItsOperands", 43, ALONE),
    ),
    "a polynomial enters without the second one": (
        *(SHELL, "(b_whole || !next.takes_b)", "1'b1", "AfterItsOperands", 48, {}),
    ),
    "the command of the other bank is taken": (
        *(SHELL, "a_bank ? command_1_q : command_0_q", "a_bank ? command_0_q : command_1_q"),
        *("Flagged", 48, ALONE),
    ),
    "the path changes while the pipe is not empty": (
        *(SHELL, "(empty_q || next.path == path_q)", "1'b1", "Unchanged", 44, {}),
    ),
    "a beat is read twice from the buffer": (
        *(BUFFER, "r_address_q <= r_address_q + 1'b1", "r_address_q <= r_address_q + !r_address_q[0]"),
        *("Unchanged", 48, ALONE),
    ),
    "a beat is read once more from the output memory": (
        *(EGRESS, "!(read && last)", "1'b1"),
        *("NothingOfItself", 48, ALONE),
    ),
    "a word of the output memory is skipped": (
        *(EGRESS, "'0 : r_addr_q + 1'b1", "'0 : r_addr_q + 2'd2", "Unchanged", 48, ALONE),
    ),
    "the output memory does not wait for the queue": (
        *(EGRESS, "read   = some_q && queue_room", "read   = some_q", "Unchanged", 90, ALONE),
    ),
    "a coefficient out of range is forgotten": (
        *(BUFFER, " || (err_q[address_q3[BeatWidth]]", " || (1'b0", "Flagged", 48, ALONE),
    ),
    "the pipe is never empty": (*(SHELL, "empty_q   <= !start_d", "empty_q   <= !open_q", "Gives", 52, ALONE),),
}
"""File, text, what replaces it, the assertion that fails, from which cycle on, parameters."""

DEEP: dict[str, tuple[str, str, str, str]] = {
    "a credit is not taken": (EGRESS, "(take_i ? needed : '0)", "'0", "CreditsRight"),
    "a credit is given back twice": (
        *(EGRESS, "read && &r_addr_q[PerCreditWidth-1:0]", "read && r_addr_q[0]", "Unit"),
    ),
    "a polynomial enters without a place": (SHELL, "(room_o || own_credit)", "1'b1", "RoomRight"),
    "the pipe is taken for empty too early": (
        *(SHELL, "32'(Latency[16*next.path+:16]) + Beats + 1", "Beats + 1", "Left"),
    ),
    "an operation takes the path of another one": (SHELL, "path_of(op_i)", "path_of(3'd0)", "Decoded"),
    "the pipe changes its path before a polynomial starts": (
        *(SHELL, "if (start_d) path_q <= next.path", "if (a_whole) path_q <= next.path", "PathRight"),
    ),
    "a stalled beat is lost": (*(FIFO, "take     = r_valid_o && r_ready_i", "take     = r_valid_o", "HeldUntilTaken"),),
    "a bank is freed too early": (BUFFER, "open_i && !waiting_d[1]", "open_i", "Ready"),
}
"""File, text, what replaces it, the lemma that fails after a cycle in which all hold.

Most of them need a full output memory to break the law."""

_OF_A_QUEUE = ("LowInReset", "HeldUntilTaken", "NothingOfItself", "Unchanged", "Gives", "Accepts")
ASSERTED = {
    "twd_formal_skid": _OF_A_QUEUE,
    "twd_formal_fifo": _OF_A_QUEUE,
    "twd_formal_answer": ("WriteOfItself", "ReadOfItself", "OneWrite", "OneRead", "WriteAnswered", "ReadAnswered"),
    "twd_formal_unit_answer": ("WriteOfItself", "ReadOfItself", "WriteAnswered", "ReadAnswered"),
    "twd_formal_unit_commands": ("Ends", "Enters"),
    "twd_formal_flow_load": ("SameTime", "OnlyRejected", "OnlyEta", "InRange"),
    "twd_formal_flow_store": ("SameTime", "SameLast", "NoCheck", "OnlyNorm"),
    "twd_formal_flow_hints": ("SameTime", "SameFlags", "SameLast", "SameHints", "SameBytes", "SameRead"),
    "twd_formal_flow_bytes": ("SameTime", "SameBytes"),
    "twd_formal_flow_ball": ("SameTime",),
    "twd_formal_flow_moves": ("SameTime", "SameEnds", "SameRules", "Reported", "SameAddress"),
    "twd_formal_shell": formal.LAW,
}
"""What each module of formal/ must assert."""

SITUATIONS = {"AfterOthers", "Joined", "LateB", "OtherPath", "Full", "AfterReset"}


def proof_of(name: str) -> Proof:
    (proof,) = (each for each in PROOFS if each.name == name)
    return proof


@pytest.mark.parametrize("name", marked(QUICK, QUICK, QUICKEST))
def test_proved(name: str) -> None:
    proof = proof_of(name)
    problem, failure = formal.prove(proof)
    assert failure is None
    names = {name.rpartition(".")[2] for name in problem.assertions}
    assert set(ASSERTED[proof.top]) <= names


REGS = "wrap/twd_regs.sv"
UNIT_REGS = "wrap/twd_unit_regs.sv"
ENDLESS = [
    ("answers, windows", "wrap/twd_axil_windows.sv", "wait_q == 2'd2", "wait_q == 2'd3 && run_i", "ReadAnswered"),
    ("answers of the unit", UNIT_REGS, "ack_o     = req_i", "ack_o     = req_i && !busy_i", "ReadAnswered"),
    *(
        (name, REGS, "ack_o     = req_i", "ack_o     = req_i && !(write_i && zeroizing_i)", "WriteAnswered")
        for name in ("answers, windows", "answers, streams")
    ),
    (
        "commands of the unit",
        "unit/twd_scoreboard.sv",
        "if (ended[e] || clear_i) conflicts_q[e]",
        "if (clear_i) conflicts_q[e]",
        "Ends",
    ),
]
"""Proof, file, text, what replaces it, the assertion that fails."""


@pytest.mark.parametrize(("name", "file", "original", "replacement", "law"), marked(ENDLESS, kept=ENDLESS[:2]))
def test_what_never_ends_is_found(
    name: str, file: str, original: str, replacement: str, law: str, tmp_path: Path
) -> None:
    _, failure = formal.prove(proof_of(name), rtl_tree(tmp_path, file, original, replacement))
    assert law in [name.rpartition(".")[2] for name in failure.assertions]


LEAKS = {
    "packed hints and secrets": ("a quartet of hints waits for the place of its one", 8),
    "moved words and secrets": ("a comparison ends early", 16),
}
"""Proofs by induction, a fault of mutations.toml, and the cycles in which it shows."""


@pytest.mark.parametrize("name", marked(LEAKS, list(LEAKS), ["moved words and secrets"]))
def test_a_leak_shows_in_a_run_from_the_start(name: str, tmp_path: Path) -> None:
    fault, cycles = LEAKS[name]
    (of,) = (each for each in FAULT_LIST if each.name == fault)
    root = rtl_tree(tmp_path, of.file, of.original, of.replacement)
    assert "SameTime" in formal.leak(proof_of(name), cycles, root).assertions


PROBED = """
module twd_probed (input logic clk_i, input logic [7:0] x_i);
  for (genvar i = 0; i < 2; i++) begin : gen_copy
    logic [3:0] kept_q;
    always_ff @(posedge clk_i) kept_q <= x_i[4*i+:4];
  end
  logic [7:0] x_q;
  always_ff @(posedge clk_i) x_q <= x_i;
  twd_probes u_probes (.x_q, .kept());
endmodule

module twd_probes (input logic [7:0] x_q, (* probe = "NAME" *) input logic [7:0] kept);
  always_comb Kept: assert (kept == x_q || $initstate);
endmodule
"""


def test_probes_of_instances(tmp_path: Path) -> None:
    """The first one lowest; 0 where the block is not there."""
    assert probed("gen_copy[*].kept_q", tmp_path).search(4) is None
    assert probed("gen_other[*].kept_q", tmp_path).search(4) is not None
    assert "connect \\u_probes.kept 8'00000000\n" in (tmp_path / "flat.il").read_text()


def test_a_probe_of_another_name_or_width_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TwiddleError, match=r"^twd_probed: probe u_probes\.kept: .*\.other has 0 bits, not 8$"):
        probed("gen_copy[*].other", tmp_path)
    with pytest.raises(CheckFailed, match=r"gen_copy\[0\]\.kept_q has 4 bits, not 8$"):
        probed("gen_copy[0].kept_q", tmp_path)


def probed(name: str, folder: Path) -> Problem:
    """The problem of PROBED."""
    path = folder / "twd_probed.sv"
    path.write_text(PROBED.replace("NAME", name))
    runner = ToolRunner("probed", folder, 60, silent)
    return Problem(Sources("twd_probed", (path,), (), {}), runner, 60)


@pytest.mark.parametrize("name", marked(FAULTS, list(FAULTS), list(FAULTS)[::4]))
def test_a_fault_breaks_the_law(name: str, tmp_path: Path) -> None:
    """In a run from the start, which Yosys simulates again."""
    file, original, replacement, law, cycle, chosen = FAULTS[name]
    failure = formal.refute(law, cycle, chosen, rtl_tree(tmp_path, file, original, replacement))
    assert law in failure.assertions
    assert failure.waveform.stat().st_size > 0


@pytest.mark.parametrize("name", marked(DEEP, list(DEEP), ["a bank is freed too early"]))
def test_a_fault_breaks_the_induction(name: str, tmp_path: Path) -> None:
    file, original, replacement, lemma = DEEP[name]
    failure = formal.break_step([lemma], ALONE, rtl_tree(tmp_path, file, original, replacement))
    assert any(found.endswith(lemma) for found in failure.assertions)


@pytest.mark.matrix
def test_without_a_fault_these_lemmas_hold(tmp_path: Path) -> None:
    lemmas = sorted({lemma for *_, lemma in DEEP.values()})
    assert formal.break_step(lemmas, ALONE, rtl_tree(tmp_path)) is None


def test_a_proof_is_chosen_by_its_name(run: Run, results: Path) -> None:
    assert run.refused("verify --run formal --only nothing") == (
        "--only 'nothing': in no name of a point; the first is skid"
    )
    out, _ = run("verify --run formal --only skid")
    assert out.startswith("1 of ")
    assert list(results.iterdir()) == []


def test_no_proofs_without_their_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manifest, "rtl_root", lambda: tmp_path / "rtl")
    with pytest.raises(TwiddleError, match="in the checkout and in the wheel"):
        formal.formal_root()


def test_the_record_has_every_proof_and_situation() -> None:
    if Formal.record in Results().pending():
        pytest.skip("results/pending.json: make formal has not run on this hardware")
    record = json.loads((Results().folder / Formal.record).read_text(encoding="utf-8"))
    assert [row["name"] for row in record["proofs"]] == [proof.name for proof in PROOFS]
    assert [row["parameters"] for row in record["proofs"]] == [dict(proof.parameters) for proof in PROOFS]
    assert record["situations"]["cycles"] == formal.SITUATION_CYCLES
    assert set(record["situations"]["reached"]) >= SITUATIONS
