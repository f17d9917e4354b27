# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Cores with AXI4-Stream around them, as netlists of Yosys that cocotb runs in Icarus Verilog."""

import json
import os
import subprocess
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import twiddle
from twiddle import manifest
from twiddle.synth import targets
from twiddle.synth.progress import silent
from twiddle.synth.tools import ToolRunner

SMALL = twiddle.Ring("small", 64, 3329, pow(17, 2, 3329), 128)
WIDE = twiddle.Ring("wide", 64, 8380417, pow(1753, 4, 8380417), 128)

_TOP = """\
module axis_top (
  input wire clk_i, input wire rst_ni,
  input wire a_axis_tvalid, output wire a_axis_tready, input wire [{bus}-1:0] a_axis_tdata,
  input wire [{bus}/8-1:0] a_axis_tkeep, input wire a_axis_tlast, input wire [2:0] a_axis_tuser,
  input wire b_axis_tvalid, output wire b_axis_tready, input wire [{bus}-1:0] b_axis_tdata,
  input wire [{bus}/8-1:0] b_axis_tkeep, input wire b_axis_tlast, input wire [2:0] b_axis_tuser,
  output wire c_axis_tvalid, input wire c_axis_tready, output wire [{bus}-1:0] c_axis_tdata,
  output wire [{bus}/8-1:0] c_axis_tkeep, output wire c_axis_tlast, output wire c_axis_tuser
);
  wire [2:0] op;
  wire a_valid, a_ready, b_valid, b_ready, c_valid, c_ready, c_last, c_err;
  wire [{beat}-1:0] a_data, b_data, c_data;
  twd_axis #(
    .N({n}), .Q({q}), .Lanes({lanes}), .Bus({bus}), .Slot({slot}), .Inputs({inputs}), .TakesB({takes_b})
  ) u_axis (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .a_tvalid_i(a_axis_tvalid), .a_tready_o(a_axis_tready), .a_tdata_i(a_axis_tdata),
    .a_tkeep_i(a_axis_tkeep), .a_tlast_i(a_axis_tlast), .a_tuser_i(a_axis_tuser),
    .b_tvalid_i(b_axis_tvalid), .b_tready_o(b_axis_tready), .b_tdata_i(b_axis_tdata),
    .b_tkeep_i(b_axis_tkeep), .b_tlast_i(b_axis_tlast),
    .c_tvalid_o(c_axis_tvalid), .c_tready_i(c_axis_tready), .c_tdata_o(c_axis_tdata),
    .c_tkeep_o(c_axis_tkeep), .c_tlast_o(c_axis_tlast), .c_tuser_o(c_axis_tuser),
    .op_o(op), .a_valid_o(a_valid), .a_ready_i(a_ready), .a_data_o(a_data), .b_valid_o(b_valid),
    .b_ready_i(b_ready), .b_data_o(b_data), .c_valid_i(c_valid), .c_ready_o(c_ready), .c_data_i(c_data),
    .c_last_i(c_last), .c_err_i(c_err)
  );
  {core} #({parameters}) u_core (
    .clk_i(clk_i), .rst_ni(rst_ni), .op_i(op), {more}.a_valid_i(a_valid), .a_ready_o(a_ready),
    .a_data_i(a_data), .b_valid_i(b_valid), .b_ready_o(b_ready), .b_data_i(b_data),
    .c_valid_o(c_valid), .c_ready_i(c_ready), .c_data_o(c_data), .c_last_o(c_last), .c_err_o(c_err)
  );
endmodule
"""


@dataclass(frozen=True)
class Case:
    core: str
    ring: twiddle.Ring
    bus: int
    slot: int
    inputs: int = 2
    parameters: dict[str, Any] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return f"{self.core}-{self.ring.bits}-{self.bus}-{self.slot}-{self.inputs}"

    @property
    def design(self) -> twiddle.Design:
        return twiddle.core(self.core, self.ring, **self.parameters)

    def top(self) -> str:
        design = self.design
        return _TOP.format(
            **{key: getattr(self, key) for key in ("bus", "slot", "inputs")},
            n=self.ring.n,
            q=self.ring.q,
            lanes=design.lanes,
            beat=design.lanes * self.ring.bits,
            takes_b=int("mul" in design.operations or "pwm" in design.operations),
            core=design.top,
            parameters=", ".join(f".{key}({value})" for key, value in design.rtl_parameters().items()),
            more=".ring_i(2'd0), " if self.core == "mdf" else "",
        )

    def flatten(self, folder: Path, root: Path | None = None) -> Path:
        """One Verilog file of the core with its wrapper, of an RTL tree."""
        top = folder / "axis_top.v"
        top.write_text(self.top())
        files = dict.fromkeys(
            [*manifest.sources("twd_axis", root), *manifest.sources(self.design.top, root), top]
        )
        runner = ToolRunner("axis", folder, 600, silent)
        names, includes = [str(path) for path in files], [str(path) for path in manifest.include_dirs(root)]
        script = targets.elaborated("axis_top", names, includes, {}, name="axis_top")
        runner.yosys(
            "flatten", "flatten", f"{script}opt\nmemory -nomap\nopt_clean\nwrite_verilog -noattr flat.v\n"
        )
        return folder / "flat.v"


CASES = {
    "two": Case("iterative", SMALL, 64, 16, 2, {"Butterflies": 1, "DoubleBuffer": 0}),
    "one": Case("iterative", SMALL, 32, 0, 1, {"Butterflies": 2}),
    "wide": Case("iterative", WIDE, 64, 0, 2, {"Butterflies": 1}),
    "quad": Case("quad", SMALL, 128, 16, 1),
    "mdc": Case("mdc", SMALL, 64, 16, 2, {"Lanes": 4, "Form": "transform"}),
    "mdf": Case("mdf", SMALL, 8, 32, 2, {"Form": "forward"}),
}

REFUSED = [
    ("twd_axis", parameters, rule)
    for parameters, rule in (
        ({"Bus": "24"}, "Bus is not 8, 16, 32, 64 or 128"),
        ({"Slot": "8"}, "Slot is not 0, 16 or 32, or less than a coefficient has bits"),
        ({"Q": "8380417"}, "Slot is not 0, 16 or 32, or less than a coefficient has bits"),
        ({"N": "8", "Slot": "0", "Bus": "128"}, "a frame is not whole beats of Bus bits"),
        ({"N": "16"}, "N coefficients are fewer than the gearboxes hold"),
        ({"Inputs": "3"}, "Inputs is not 1 or 2"),
    )
]
"""Units, illegal parameters, and what the unit says of them."""


def check(case: Case, folder: Path, root: Path | None = None) -> None:
    """Runs the tests of `axis_cocotb`; raises AssertionError where one fails."""
    job = {
        "ring": asdict(case.ring),
        "core": case.core,
        "parameters": case.parameters,
        "bus": case.bus,
        "slot": case.slot,
        "inputs": case.inputs,
        "count": 12,
        "seed": 1,
    }
    (folder / "job.json").write_text(json.dumps(job))
    build = {
        "sources": [str(case.flatten(folder, root))],
        "hdl_toplevel": "axis_top",
        "build_args": ["-g2005"],
    }
    test = {
        "hdl_toplevel": "axis_top",
        "test_module": "axis_cocotb",
        "extra_env": {"AXIS": str(folder / "job.json")},
        "results_xml": str(folder / "results.xml"),
    }
    script = (
        "from cocotb_tools.runner import get_runner; runner = get_runner('icarus'); "
        f"runner.build(timescale=('1ns', '1ps'), **{build}); runner.test(**{test})"
    )
    here = Path(__file__).parent
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "COCOTB"))}
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=folder,
        env={**kept, "PYTHONPATH": f"{here}{os.pathsep}{here.parent / 'src'}"},
        capture_output=True,
        text=True,
        check=False,
    )
    told = done.stdout + done.stderr
    assert done.returncode == 0, told[-3000:]
    assert "PASS=3 FAIL=0" in told, told[-3000:]
