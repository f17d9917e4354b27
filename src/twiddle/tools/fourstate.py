# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Four-state simulation of netlists: from X at power-up and a reset of one clock edge to right results.

Verilator has two states: a counter without a reset starts from a random value. A four-state simulator keeps
it at X for ever. A self-checking bench in Verilog-2005 streams operations through a netlist; it runs in the
simulator of Yosys, and the tests run it in Icarus Verilog too.

A result that differs, an X on a handshake or on a valid beat, and a missing result are failures.
"""

import json
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from twiddle.base.errors import CheckFailed
from twiddle.base.progress import silent
from twiddle.catalog.block import OPCODES, Block
from twiddle.tools.conformance import Traffic, traffic
from twiddle.tools.sim import netlist
from twiddle.tools.sim.netlist import Netlist
from twiddle.tools.sim.simulator import describe
from twiddle.tools.synth.tools import ToolRunner
from twiddle.tools.template import render


class Bench:
    """Every operation of a design once, and its first one with a coefficient out of range, in any order."""

    def __init__(self, design: Block) -> None:
        rng = np.random.default_rng(0)
        names = [*design.operations, design.operations[0]]
        self.design = design
        self.traffic: Traffic = traffic(design, [names[i] for i in rng.permutation(len(names))], rng)
        spoiled = self.traffic.operations.index(design.operations[0])
        self.traffic.a[self.traffic.owner == spoiled, -1] = design.ring.q
        latencies = (
            design.cycles(str(name), int(k)).latency or 0
            for name, k in zip(self.traffic.operations, self.traffic.k, strict=True)
        )
        self.latency = sum(latencies)
        self.cycles = self.latency * 5 // 4 + 100  # every eighth cycle takes no result

    @property
    def beats(self) -> int:
        return len(self.traffic.k) * self.design.ring.n // self.design.lanes

    def words(self, width: int) -> tuple[list[int], list[int], list[int]]:
        """The beats of a, b and c, of `width` bits of data.

        The low bits hold, from bit 0 on: for a op_i, ring_i (2 bits) and k_i (4 bits), which are payload of
        only the first beat of an operation; for c c_last_o and c_err_o.
        """
        stream, lanes = self.traffic, self.design.lanes
        each = self.design.ring.n // lanes
        words_a = [
            data << 9 | self._selectors(int(stream.owner[index // each]), index)
            for index, data in enumerate(_beats(stream.a, lanes, width))
        ]
        words_c = [
            data << 2 | int(stream.err[index // each]) << 1 | int(index % each == each - 1)
            for index, data in enumerate(_beats(stream.c, lanes, width))
        ]
        return words_a, _beats(stream.b[stream.takes_b[stream.owner]], lanes, width), words_c

    def text(self, net: Netlist) -> str:
        """The bench around the top module of a netlist, in the subset of Verilog-2005 that Yosys reads."""
        ports = net.ports()
        width = ports["a_data_i"]
        words_a, given_b, words_c = self.words(width)
        memories = (
            ("a_words", width + 9, words_a),
            ("b_words", width, given_b or [0]),
            ("c_words", width + 2, words_c),
        )
        return render(
            "fourstate_bench.v",
            ports=ports,
            width=width,
            memories=memories,
            b_beats=len(given_b),
            a_bits=_address_msb(words_a),
            b_bits=_address_msb(given_b),
            c_bits=_address_msb(words_c),
        )

    def judge(self, simulator: str, failed: str, checked: int) -> None:
        """Raises CheckFailed unless the final `failed` of a run is 0 and all beats of results are checked."""
        if failed != "0" or checked != self.beats:
            wrong = "" if failed == "0" else "; a result or a handshake is wrong or X"
            raise CheckFailed(
                f"{describe(self.design)}: {simulator}: {checked} of {self.beats} beats of results in "
                f"{self.cycles} cycles from power-up{wrong}"
            )

    def _selectors(self, operation: int, beat: int) -> int:
        """op_i, ring_i and k_i of a beat; they are payload of only the first one."""
        beats = self.design.ring.n // self.design.lanes
        first = beat == 0 or self.traffic.owner[(beat - 1) // beats] != operation
        name, k = self.traffic.operations[operation], int(self.traffic.k[operation])
        value = OPCODES[str(name)] | self.design.selector << 3 | k << 5
        return value if first else value ^ 0x1FF


def _beats(polynomials: np.ndarray, lanes: int, width: int) -> list[int]:
    """The words of a stream, lane 0 in the low bits."""
    bits = width // lanes
    rows = polynomials.reshape(-1, lanes)
    return [sum(int(value) << bits * lane for lane, value in enumerate(row)) for row in rows]


def _address_msb(words: Sequence[int]) -> int:
    return max(len(words) - 1, 1).bit_length() - 1


def icarus() -> str | None:
    """The command of Icarus Verilog, None if it is not installed."""
    return shutil.which("iverilog") if shutil.which("vvp") else None


def run_yosys(bench: Bench, net: Netlist) -> None:
    """Runs a bench in Yosys' simulator. Raises CheckFailed if it fails."""
    with tempfile.TemporaryDirectory(prefix="twiddle-fourstate-") as name:
        folder = Path(name)
        (folder / "bench.v").write_text(bench.text(net), encoding="utf-8")
        runner = ToolRunner(f"{bench.design.top}, four states", folder, netlist.TIMEOUT, silent)
        runner.yosys(
            "sim",
            "sim",
            f"read_json {net.folder}/elab.json\nread_verilog bench.v\nhierarchy -top bench\nproc\n"
            f"sim -clock clk -n {bench.cycles} -w bench\n"
            "select -module bench w:failed w:checked\nwrite_json -selected result.json\n",
        )
        nets = json.loads((folder / "result.json").read_text(encoding="utf-8"))["modules"]["bench"]["netnames"]
    final = {name: nets[name]["attributes"].get("init", "x") for name in ("failed", "checked")}
    bench.judge("Yosys", final["failed"][-1], int(final["checked"], 2) if set(final["checked"]) <= {"0", "1"} else -1)
