# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`make formal`: proves the handshake rules of the streaming cores.

The proofs are the modules of formal/, which state their assertions and assumptions. In the record:

proofs       name, module, parameters, method, registers, assertions (all of them) and seconds of each
situations   the reached ones, with the cycles from reset
"""

import hashlib
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from twiddle.base import manifest, store
from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.base.progress import silent
from twiddle.base.sources import Sources
from twiddle.evidence.verify.campaign import Kind, Options, Row
from twiddle.tools.prover import Failure, Problem
from twiddle.tools.synth.tools import ToolRunner

TIMEOUT = 3600.0

SITUATION_CYCLES = 96
"""Every situation is reached within this many cycles."""

SEARCHED = 48
"""The cycles in which a counterexample to a proof by reachability is looked for."""

LAW = (
    *("LowInReset", "HeldUntilTaken", "NothingOfItself", "LastOfEvery", "AfterItsOperands", "Unchanged"),
    *("OtherUnchanged", "Flagged", "AcceptsA", "AcceptsB", "Gives"),
)
"""Assertions of twd_formal_shell itself."""

_CONTRACT = (
    *("*OperationOffered", "*MarkOfEvery*", "*ResultOfTheRunAlone", "*StartWhenIdle"),
    *("*u_map.OutHeld", "*u_map.HintHeld", "*u_hints.*", "*u_ball.*", "*u_unpack.*", "*u_moves.*"),
)
"""Assertions about the sender and the core, left out: in the proofs both do anything."""

_INSIDE = "u_shell.*"
RTL = {
    "twd_formal_skid": ("twd_skid",),
    "twd_formal_fifo": ("twd_fifo",),
    "twd_formal_answer": ("twd_axil", "twd_axis_regs"),
    "twd_formal_unit_answer": ("twd_axil_bus", "twd_unit_regs"),
    "twd_formal_unit_commands": ("twd_unit_commands",),
    "twd_formal_shell": ("twd_stream_shell",),
    "twd_formal_flow_load": ("twd_load_map",),
    "twd_formal_flow_store": ("twd_store_map",),
    "twd_formal_flow_hints": ("twd_hint_store",),
    "twd_formal_flow_bytes": ("twd_unpack",),
    "twd_formal_flow_ball": ("twd_sample_ball",),
    "twd_formal_flow_moves": ("twd_lattice_moves",),
}
"""The modules of the RTL that each module of formal/ is about."""


@dataclass(frozen=True)
class Proof:
    """One module of formal/ with its parameters; by reachability (ABC), else by induction with lemmas.

    free_memories   whatever is read from a memory has any value
    """

    name: str
    top: str
    parameters: Mapping[str, int | str] = field(default_factory=dict)
    reachability: bool = False
    free_memories: bool = False

    def __str__(self) -> str:
        return self.name


_FORWARD, _BOTH, _ALL = "8'b00000001", "8'b00000011", "8'b00011111"
_SHELL: Mapping[str, Mapping[str, int | str]] = {
    "products": {},
    "products, second operand": {"FollowB": 1},
    "transforms": {"TakesB": 0, "Offered": _BOTH},
    "forward alone": {"TakesB": 0, "Offered": _FORWARD},
    "transforms, mixed": {"TakesB": 0, "Mixed": 1, "Offered": _BOTH},
    "products, mixed": {"Mixed": 1, "Offered": _ALL},
    "products, held": {"Held": 1},
    "products, three polynomials in the pipe": {"Short": 3, "Long": 10},
    "products, eight beats": {"Beats": 8, "Short": 5, "Long": 11},
}

PROOFS = (
    Proof("skid", "twd_formal_skid", {}, reachability=True),
    Proof("queue", "twd_formal_fifo", {"Depth": 8, "Reserve": 3}, reachability=True),
    Proof("answers, windows", "twd_formal_answer", {"Bound": 7}, reachability=True),
    Proof("answers, streams", "twd_formal_answer", {"Streams": 1, "Bound": 7}, reachability=True),
    Proof("answers of the unit", "twd_formal_unit_answer", {"Bound": 5}, reachability=True),
    Proof("commands of the unit", "twd_formal_unit_commands", {}, reachability=True),
    Proof("masks of samplers and secrets", "twd_formal_flow_load", {}, reachability=True),
    Proof("norms and secrets", "twd_formal_flow_store", {}, reachability=True),
    Proof("packed hints and secrets", "twd_formal_flow_hints"),
    Proof("bytes of words and secrets", "twd_formal_flow_bytes", {}, reachability=True),
    Proof("SampleInBall and secrets", "twd_formal_flow_ball"),
    Proof("moved words and secrets", "twd_formal_flow_moves", free_memories=True),
    *(Proof(f"shell: {name}", "twd_formal_shell", chosen) for name, chosen in _SHELL.items()),
)


def formal_root() -> Path:
    """The folder of the proofs. Raises TwiddleError if it is missing."""
    root = manifest.rtl_root().parent / "formal"
    if not root.is_dir():
        raise TwiddleError(f"{root}: no such folder; the proofs are in the checkout and in the wheel")
    return root


def sources(top: str, rtl_root: Path | None = None) -> list[Path]:
    """Files of a proof, in compile order."""
    rtl = [path for module in RTL[top] for path in manifest.sources(module, rtl_root)]
    lemmas = [formal_root() / "twd_formal_buffer_lemmas.sv"] if top == "twd_formal_shell" else []
    return [*dict.fromkeys(rtl), *sorted(formal_root().glob(f"{top}*.sv")), *lemmas]


def prove(proof: Proof, rtl_root: Path | None = None) -> tuple[Problem, Failure | None]:
    """Proves the assertions for any length of time; otherwise returns a counterexample (see Problem)."""
    problem = _problem(proof.name, proof.top, proof.parameters, _CONTRACT, rtl_root, proof.free_memories)
    if not proof.reachability:
        return problem, problem.induction()
    if problem.reachability():
        return problem, None
    if (failure := problem.search(SEARCHED)) is None:
        raise TwiddleError(f"{proof.name}: not proved, and no counterexample within {SEARCHED} cycles")
    return problem, failure


def leak(proof: Proof, cycles: int, rtl_root: Path) -> Failure | None:
    """A run of an RTL tree of at most this many cycles from the start in which an assertion of a proof fails."""
    without = _CONTRACT
    return _problem(f"leak {proof}", proof.top, proof.parameters, without, rtl_root, proof.free_memories).search(cycles)


def refute(law: str, cycle: int, parameters: Mapping[str, int | str], rtl_root: Path) -> Failure | None:
    """A run of an RTL tree in which one assertion of the law fails in this cycle or the next.

    Without lemmas and without the assertions inside the RTL.
    """
    chosen = {"Short": 2, "Long": 3, "Resets": 0, **parameters, "Lemmas": 0}
    without = (_INSIDE, *(other for other in LAW if other != law))
    problem = _problem(f"refute {law}", "twd_formal_shell", chosen, without, rtl_root)
    return problem.search(cycle + 2, cycle)


def break_step(lemmas: Sequence[str], parameters: Mapping[str, int | str], rtl_root: Path) -> Failure | None:
    """Two cycles of an RTL tree: all assertions hold in the first, and one of these fails in the second."""
    chosen = {"Short": 2, "Long": 3, **parameters}
    problem = _problem(f"break {lemmas[0]}", "twd_formal_shell", chosen, _CONTRACT, rtl_root)
    return problem.step([name for name in problem.assertions if name.rpartition(".")[2] in lemmas])


def situations() -> dict[str, bool]:
    """The situations of twd_formal_shell_covers, and whether each is reached within SITUATION_CYCLES."""
    chosen = {"Short": 2, "Long": 3, "Lemmas": 0, "Covers": 1}
    problem = _problem("situations", "twd_formal_shell", chosen, (_INSIDE, *LAW))
    reached = problem.broken(SITUATION_CYCLES)
    return {name.rpartition(".")[2]: name in reached for name in sorted(problem.assertions)}


def _problem(
    name: str,
    top: str,
    parameters: Mapping[str, int | str],
    without: Sequence[str],
    rtl_root: Path | None = None,
    free_memories: bool = False,
) -> Problem:
    stem = re.sub(r"\W+", "_", name)
    if rtl_root is not None:
        stem += f"_{hashlib.sha256(str(rtl_root).encode()).hexdigest()[:12]}"
    folder = store.folder("formal") / stem
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    runner = ToolRunner(name, folder, TIMEOUT, silent)
    texts = {key: str(value) for key, value in parameters.items()}
    include_dirs = tuple(manifest.include_dirs(rtl_root))
    module = Sources(top, tuple(sources(top, rtl_root)), include_dirs, texts)
    return Problem(module, runner, TIMEOUT, without, free_memories)


class Proved(NamedTuple):
    """A part of the run: a proof, or None for the situations, which are reached after all."""

    proof: Proof | None

    def __str__(self) -> str:
        return "situations" if self.proof is None else self.proof.name

    def run(self) -> Row:
        """Proves it, or reaches the situations. Raises CheckFailed with a counterexample; otherwise as `prove`."""
        if self.proof is None:
            reached = situations()
            if missed := [name for name, there in reached.items() if not there]:
                raise CheckFailed(f"not reached in {SITUATION_CYCLES} cycles: {', '.join(missed)}")
            return {"reached": list(reached)}
        proof = self.proof
        problem, failure = prove(proof)
        if failure is not None:
            failed = f"{', '.join(failure.assertions)} in cycle {failure.cycle}: {failure.waveform}"
            raise CheckFailed(f"{proof.name}: {failed}")
        method = "reachability" if proof.reachability else "induction"
        what = {"name": proof.name, "module": proof.top, "parameters": dict(proof.parameters)}
        return {**what, "method": method, "registers": problem.registers, "assertions": len(problem.assertions)}


class Formal(Kind[Proved]):
    """The proofs, one after the other."""

    name = "formal"
    record = "verify/formal.json"
    claim = "proofs for any length of time: streaming shell, skid buffer, queue, answers, ends of commands, secrets"
    packages = ("yosys",)
    settings = (SITUATION_CYCLES,)

    def count(self, record: Mapping[str, Any]) -> int:
        return len(record["proofs"])

    def sources(self) -> list[Path]:
        return [path for top in RTL for path in sources(top)]

    def points(self, options: Options) -> list[Proved]:
        return [*map(Proved, PROOFS), Proved(None)]

    def summary(self, points: Sequence[Proved], rows: Sequence[Row]) -> dict[str, Any]:
        *proofs, last = rows
        return {"proofs": proofs, "situations": {"cycles": SITUATION_CYCLES, "reached": last["reached"]}}
