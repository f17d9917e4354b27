# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Proofs about RTL with Yosys and ABC: assertions hold for any length of time, or a counterexample.

A design contains `assert` and `assume`. Its inputs are free in every cycle; registers without an initial
value start with any value. Reset is an ordinary input; a register with an asynchronous reset shows it at
once, and until the clock.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.base.sources import Sources
from twiddle.tools.synth.tools import ToolRunner

_WIRE = re.compile(r"  wire(?: width (\d+))?(?: [a-z]+(?: \d+)?)* \\(\S+)")
_WARNING = re.compile(r"^Warning: (?:.* has no driver|.* conflicting drivers|found logic loop).*", re.MULTILINE)
_PROBE = re.compile(r'  attribute \\probe "([^"]+)"')


@dataclass(frozen=True)
class Failure:
    """A run in which assertions fail: which ones, in which cycle (from 0 on), and its waveform (VCD)."""

    assertions: tuple[str, ...]
    cycle: int
    waveform: Path


class Problem:
    """A module as and-inverter graphs, in the folder of a tool runner.

    assertions   their names, paths with dots
    registers    number of flip-flops
    """

    def __init__(
        self,
        module: Sources,
        runner: ToolRunner,
        timeout: float,
        without: Sequence[str] = (),
        free_memories: bool = False,
    ) -> None:
        """Raises TwiddleError if the module does not elaborate.

        without         ignored assertions; * matches anything
        free_memories   whatever is read from a memory has any value, in place of what was written
        """
        self._top = module.top
        self._runner = runner
        self._timeout = timeout
        runner.yosys("read", "read", _read(module, free_memories))
        flat = runner.folder / "flat.il"
        flat.write_text(_join(flat.read_text(), module.top))
        log = runner.yosys("lower", "lower", _lower(without))
        if warnings := [line for line in _WARNING.findall(log) if "$rdmux[" not in line]:
            raise TwiddleError(f"{module.top}: {warnings[0]}")
        self.assertions = tuple(_name(path) for path in self._map("reset")["asserts"])
        if not self.assertions:
            raise TwiddleError(f"{module.top}: has no assertion")
        self.registers = int((runner.folder / "free.aag").read_text().split(maxsplit=4)[3])

    def search(self, cycles: int, first: int = 0) -> Failure | None:
        """The shortest run of at most this many cycles from the start in which an assertion fails.

        first   not before this cycle: skipping short runs finds long ones sooner
        """
        return self._bounded("reset", cycles, first)

    def broken(self, cycles: int) -> set[str]:
        """The assertions that fail in the last of this many cycles from the start, each in a separate run."""
        options = f"-a -x -S {cycles - 1} -F {cycles} -T {self._timeout:.0f}"
        script = f"read_aiger reset.aig; fold; strash; bmc3 {options}"
        log = self._runner.abc(f"broken, {cycles} cycles", "broken", script)
        outputs = re.findall(r"^Output +(\d+) was asserted in frame", log, re.MULTILINE)
        return {self.assertions[int(number)] for number in outputs}

    def induction(self) -> Failure | None:
        """None if all assertions hold for ever: in the first cycle, and after any cycle in which all hold.

        Otherwise a run of one or two cycles, whose first cycle may be unreachable.
        """
        return self._bounded("reset", 1) or self.step(self.assertions)

    def step(self, counted: Sequence[str]) -> Failure | None:
        """Two cycles: all assertions hold in the first one, and one of these fails in the second."""
        text = (self._runner.folder / "free.aag").read_text()
        numbers = [self.assertions.index(name) for name in counted]
        (self._runner.folder / "step.aig").write_bytes(induction_step(text, numbers))
        return self._bounded("step", 2, names=counted)

    def reachability(self) -> bool:
        """Whether ABC's property directed reachability proves every assertion, without lemmas."""
        log = self._runner.abc("pdr", "pdr", f"read_aiger reset.aig; fold; strash; pdr -a -T {self._timeout:.0f}")
        answer = re.search(r"All = (\d+)\. Proved = (\d+)\. Disproved = (\d+)\. Undecided = (\d+)\.", log)
        if answer is None:
            raise TwiddleError(f"{self._top}: pdr: no answer")
        return [int(number) for number in answer.groups()] == [len(self.assertions)] * 2 + [0, 0]

    def _map(self, name: str) -> dict[str, Any]:
        names: dict[str, Any] = json.loads((self._runner.folder / f"{name}.ywmap").read_text())
        return names

    def _bounded(self, name: str, cycles: int, first: int = 0, names: Sequence[str] | None = None) -> Failure | None:
        trace = self._runner.folder / f"{name}.cex"
        trace.unlink(missing_ok=True)
        options = f"-S {first} -F {cycles} -T {self._timeout:.0f}"
        script = f"read_aiger {name}.aig; fold; strash; bmc3 {options}; write_cex -a {trace.name}"
        log = self._runner.abc(f"{name}, {cycles} cycles", name, script)
        if f"No output asserted in {cycles - first} frames." in log:
            return None
        answer = re.search(r"Output (\d+) of miter \S+ was asserted in frame (\d+)\.", log)
        if answer is None or not trace.exists():
            raise TwiddleError(f"{self._top}: no answer after {self._timeout:g} s for {cycles} cycles")
        return self._replay(name, (names or self.assertions)[int(answer[1])], int(answer[2]))

    def _replay(self, name: str, first: str, cycle: int) -> Failure:
        """The run that ABC found, simulated by Yosys, where the same assertion must fail."""
        folder = self._runner.folder
        trace = (folder / f"{name}.cex").read_text()
        names = self._map("free" if name == "step" else name)
        (folder / f"{name}.yw").write_text(json.dumps(witness(trace, names)))
        free = "setattr -unset init w:*\n" if name == "step" else ""
        log = self._runner.yosys(
            "replay", "replay", f"read_rtlil model.il\n{free}sim -r {name}.yw -hdlname -vcd {name}.vcd {self._top}\n"
        )
        failed = tuple(dict.fromkeys(re.findall(r"^Failed assertion (\S+) at", log, re.MULTILINE)))
        if first not in failed:
            raise TwiddleError(f"{self._top}: {first} failed in ABC and not in the simulation of it")
        return Failure((first, *(other for other in failed if other != first)), cycle, folder / f"{name}.vcd")


def induction_step(text: str, counted: Sequence[int]) -> bytes:
    """The induction step over one cycle: assertions are assumed in the first cycle and checked afterwards.

    text      ASCII AIGER 1.9 of a design, its registers free in the first cycle
    counted   checked assertions, by their numbers; all of them are assumed

    Returns binary AIGER 1.9 with the same inputs and a bad state for each of these, in that order.
    """
    lines = text.splitlines()
    _, _, inputs, latches, outputs, ands, bads, constraints = (
        0 if field == "aag" else int(field) for field in lines[0].split()[:8]
    )
    at = 1 + inputs
    sections: list[list[str]] = []
    for count in (latches, outputs, bads, constraints, ands):
        sections.append(lines[at : at + count])
        at += count
    later = 2 * (inputs + latches + 1)  # a new register: 0 in the first cycle, then 1

    def moved(literal: str) -> int:
        return int(literal) + (2 if int(literal) >= later else 0)

    graph = [tuple(moved(literal) for literal in line.split()) for line in sections[4]]
    assumed = [moved(literal) for literal in sections[3]]
    bad = []
    for literal in map(moved, sections[2]):
        top = later + 2 * len(graph) + 2
        graph += [(top, literal, later ^ 1), (top + 2, literal, later)]
        assumed.append(top ^ 1)
        bad.append(top + 2)
    for number, (left, *_) in enumerate(graph):
        if left != later + 2 * (number + 1):
            raise TwiddleError("AIGER: gates are not numbered in their order")
    bad = [bad[number] for number in counted]
    gates = len(graph)
    header = f"aig {inputs + latches + 1 + gates} {inputs} {latches + 1} 0 {gates} {len(bad)} {len(assumed)}"
    register = [str(moved(line.split()[1])) for line in sections[0]]
    body = "\n".join([header, *register, "1", *map(str, bad), *map(str, assumed)])
    deltas = bytearray()
    for left, *right in graph:
        high, low = max(right), min(right)
        for delta in (left - high, high - low):
            rest = delta
            while rest > 127:
                deltas.append(rest & 127 | 128)
                rest >>= 7
            deltas.append(rest)
    return body.encode() + b"\n" + bytes(deltas)


def witness(trace: str, names: Mapping[str, Any]) -> dict[str, Any]:
    """An input trace of ABC as a Yosys witness for simulation.

    trace   as of `write_cex -a`: the registers, then the inputs of each cycle, a digit each
    names   the map that `write_aiger -ywmap` wrote for that design
    """
    rows = [line for line in trace.splitlines() if line and set(line) <= set("01x")][1:]
    bits = [(entry, False) for group in ("inputs", "seqs") for entry in names[group]]
    bits += [(entry, True) for entry in names["inits"]]
    signals = [
        {"path": entry["path"], "width": 1, "offset": entry["offset"], "init_only": initial} for entry, initial in bits
    ]
    steps = []
    for number, row in enumerate(rows):
        values = [row[entry["input"]] for entry, initial in bits if not (initial and number)]
        steps.append({"bits": "".join(reversed(values)).replace("x", "0")})
    clocks = [{key: clock[key] for key in ("path", "edge", "offset")} for clock in names["clocks"]]
    return {
        "format": "Yosys Witness Trace",
        "generator": "twiddle",
        "clocks": clocks,
        "signals": signals,
        "steps": steps,
    }


def _name(path: Sequence[str]) -> str:
    return ".".join(part.removeprefix("\\") for part in path)


def _read(module: Sources, free_memories: bool) -> str:
    """Yosys script: the module flattened, memories as registers, or without them, all names kept."""
    includes = " ".join(f"-I {folder}" for folder in module.include_dirs)
    script = [f"read_verilog -formal -sv -defer {includes} {' '.join(map(str, module.files))}"]
    if module.parameters:
        settings = " ".join(f"-set {name} {value}" for name, value in module.parameters.items())
        script.append(f"chparam {settings} {module.top}")
    script += [f"hierarchy -check -top {module.top}", "proc -noopt", "flatten"]
    script += ["cutpoint t:$memrd*", "delete t:$mem*"] if free_memories else ["memory_collect", "memory_map"]
    return "\n".join([*script, "write_rtlil flat.il", ""])


def _join(flat: str, top: str) -> str:
    """The flat design with its probes, inputs with the attribute `probe`, connected to the named signals.

    A probe of an array, name[*], gets its words, the first one lowest; so does one of several instances, as in
    gen_copy[*].u_map.mask_q. A probe in a generate block (gen_...) that this design lacks is 0. Raises TwiddleError
    for any other name that does not exist, CheckFailed for a signal of another width.
    """
    widths: dict[str, int] = {}
    probes: dict[str, str] = {}
    named: str | None = None
    lines = flat.splitlines()
    for at, line in enumerate(lines):
        if attribute := _PROBE.fullmatch(line):
            named = attribute[1]
        elif wire := _WIRE.fullmatch(line):
            widths[wire[2]] = int(wire[1] or 1)
            if named is not None:
                probes[wire[2]] = named
                lines[at] = re.sub(r" input \d+", "", line)
        if not line.startswith("  attribute "):
            named = None
    joined = []
    for port, path in probes.items():
        words = _matching(path, widths)
        width = sum(widths[word] for word in words)
        block = re.search(r".*\bgen_[^.]*\.", path)
        if width == 0 and block is not None and not _matching(f"{block[0]}*", widths):
            value = f"{widths[port]}'{'0' * widths[port]}"
        elif width != widths[port]:
            kind = CheckFailed if width else TwiddleError
            raise kind(f"{top}: probe {port}: {path} has {width} bits, not {widths[port]}")
        else:
            value = f"{{ {' '.join(chr(92) + word for word in words)} }}"
        joined.append(f"  connect \\{port} {value}")
    end = len(lines) - 1 - lines[::-1].index("end")
    return "\n".join([*lines[:end], *joined, *lines[end:], ""])


def _matching(path: str, names: Iterable[str]) -> list[str]:
    """The names of a path, in which [*] is any number and * at its end anything; of higher numbers first."""
    expression = re.escape(path).replace(r"\[\*\]", r"\[(\d+)\]").replace(r"\*", ".*")
    found = [match for match in map(re.compile(expression).fullmatch, names) if match]
    found.sort(key=lambda match: [int(number) for number in match.groups()], reverse=True)
    return [match[0] for match in found]


def _lower(without: Sequence[str]) -> str:
    """Yosys script: one clock, assertions without a register before them, and gates: reset.aig, free.aag.

    The check reports nets without a driver or with two, and correctly the read of a memory beyond its last
    word ($rdmux). reset.aig starts like the design, free.aag with any value in every register.
    """
    removed = "".join(f"chformal -assert -remove c:{name}\n" for name in without)
    write = "write_aiger -I -B -zinit -no-startoffset"
    # The solver chooses values that the language leaves undefined.
    return f"""read_rtlil flat.il
async2sync
chformal -early
{removed}opt_expr
opt_merge
opt_clean
check
setundef -undriven -anyseq
setundef -anyseq
write_rtlil model.il
dffunmap
techmap
opt_expr
opt_clean
setundef -anyseq
aigmap
opt_clean
{write} -ywmap reset.ywmap reset.aig
setattr -unset init w:*
{write} -ascii -ywmap free.ywmap free.aag
"""
