# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Registers of ECP5 that are packed into its blocks; that the netlist does the same, test_netlists shows."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from twiddle.base.progress import silent
from twiddle.tools.synth.tools import ToolRunner
from twiddle.tools.targets import ecp5_pack
from twiddle.tools.targets.ecp5_pack import Packed, pack

PORTS = (
    "input clk, clk2, ce, ce2, rst, input [17:0] a, b, output reg [35:0] p, output reg [17:0] extra, output [35:0] q"
)
RAM = "(* no_rw_check *) reg [17:0] mem [0:1023]; reg [17:0] latch; reg [9:0] at; always @(posedge clk) at <= a[9:0];"
WRITE = "always @(posedge clk) if (ce2) mem[b[9:0]] <= b;"
WIDE = (
    "(* no_rw_check *) reg [35:0] mem [0:511]; reg [35:0] latch; always @(posedge clk) if (ce2) mem[b[8:0]] <= {a, b};"
)
MULTIPLIER = "reg [17:0] x, y; always @(posedge clk) {x, y} <= {a, b};"


def mapped(folder: Path, body: str) -> dict[str, Any]:
    """The netlist of a module."""
    (folder / "top.v").write_text(f"module top({PORTS});\n{body}\nendmodule\n")
    script = "read_verilog top.v\nsynth_ecp5 -top top -json mapped.json\n"
    ToolRunner("top", folder, 120.0, silent).yosys("map", "map", script)
    return json.loads((folder / "mapped.json").read_text())


@pytest.mark.parametrize(
    ("body", "moved"),
    [
        (f"{MULTIPLIER} always @(posedge clk) p <= x * y;", Packed(0, 1, 1, 72)),
        (f"{MULTIPLIER} always @(posedge clk) if (ce) p <= x * y;", Packed(0, 1, 1, 72)),
        ("reg [17:0] x, y; always @(posedge clk) if (ce) begin {x, y} <= {a, b}; p <= x * y; end", Packed(0, 1, 1, 72)),
        (f"{MULTIPLIER} assign q = x * y;", Packed(0, 0, 1, 36)),
        ("always @(posedge clk) p <= a * b;", Packed(0, 1, 0, 36)),
        (f"{MULTIPLIER} always @(posedge clk) begin p <= x * y; extra <= x; end", Packed(0, 1, 1, 54)),
        (f"{MULTIPLIER} assign q = x * y; always @(posedge clk) p <= q;", Packed(0, 0, 1, 36)),
        (f"{MULTIPLIER} always @(posedge clk) if (rst) p <= 0; else p <= x * y;", Packed(0, 0, 1, 36)),
        (f"{MULTIPLIER} always @(posedge clk, posedge rst) if (rst) p <= 0; else p <= x * y;", Packed(0, 0, 1, 36)),
        (f"{MULTIPLIER} always @(negedge clk) p <= x * y;", Packed(0, 0, 1, 36)),
        (f"{MULTIPLIER} always @(posedge clk2) p <= x * y;", Packed(0, 1, 0, 36)),
        ("reg [17:0] x = 1, y; always @(posedge clk) {x, y} <= {a, b}; assign q = x * y;", Packed()),
        ("reg [17:0] x; always @(posedge clk) x <= a; assign q = x * b;", Packed()),
        ("reg [17:0] x, y; always @(posedge clk) begin x <= a; if (ce) y <= b; end assign q = x * y;", Packed()),
        (f"{RAM} {WRITE} always @(posedge clk) begin latch <= mem[at]; extra <= latch; end", Packed(1, 0, 0, 18)),
        (
            f"{RAM} {WRITE} always @(posedge clk) if (ce) begin latch <= mem[at]; extra <= latch; end",
            Packed(1, 0, 0, 18),
        ),
        (
            f"{RAM} {WRITE} always @(posedge clk) begin latch <= mem[at]; extra <= latch; end assign q = latch;",
            Packed(),
        ),
        (f"{RAM} {WRITE} always @(posedge clk) begin latch <= mem[at]; extra <= ~latch; end", Packed()),
        (f"{RAM} {WRITE} always @(posedge clk) latch <= mem[at]; always @(posedge clk2) extra <= latch;", Packed()),
        (f"{WIDE} always @(posedge clk) begin latch <= mem[a[8:0]]; if (ce) p <= latch; end", Packed(1, 0, 0, 36)),
    ],
)
def test_what_is_moved(body: str, moved: Packed, tmp_path: Path) -> None:
    document = mapped(tmp_path, body)
    before = json.dumps(document)
    assert pack(document) == moved
    assert (json.dumps(document) == before) == (moved == Packed())


def test_what_a_file_holds_stays(tmp_path: Path) -> None:
    document = mapped(tmp_path, f"{MULTIPLIER} always @(posedge clk) p <= x * y;")
    assert pack(document, "top.v") == Packed()


def test_it_is_a_program(tmp_path: Path) -> None:
    mapped(tmp_path, f"{MULTIPLIER} always @(posedge clk) p <= x * y;")

    def run(*names: str) -> tuple[int, str]:
        command = [sys.executable, ecp5_pack.__file__, *(str(tmp_path / name) for name in names)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, (done.stdout + done.stderr).replace(f"{tmp_path}/", "")

    assert run("mapped.json", "packed.json") == (
        0,
        "moved 72 flip-flops into 0 ports of block RAM, 1 products and 1 pairs of operands\n",
    )
    assert pack(json.loads((tmp_path / "packed.json").read_text())) == Packed()
    assert run("mapped.json") == (2, "usage: ecp5_pack.py mapped.json packed.json\n")
    (tmp_path / "other.json").write_text("[1]")
    for name in ("absent.json", "other.json", "top.v"):
        status, words = run(name, "none.json")
        assert status == 2
        assert words.startswith(f"ecp5_pack.py: {name}: no netlist of synth_ecp5 -json, or not written: ")
        assert words.count("\n") == 1
        assert not (tmp_path / "none.json").exists()
