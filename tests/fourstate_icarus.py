# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The benches of twiddle.tools.fourstate in Icarus Verilog.

An assertion of the sources that is false or X, in the netlist that keeps them (stage `asserted`), is a failure
too: it would fail in a four-state simulator of the sources.
"""

import re
import subprocess
import tempfile
from pathlib import Path

from twiddle.base.errors import AssertionFailed, TwiddleError
from twiddle.tools.fourstate import Bench, icarus
from twiddle.tools.sim.netlist import Netlist
from twiddle.tools.sim.simulator import describe

_RUN = """\
module run;
  reg clk;
  wire failed;
  wire [31:0] checked;
  bench bench (.clk(clk), .failed(failed), .checked(checked));
  initial begin
    clk = 1'b0;
    repeat (CYCLES) begin
      #1 clk = 1'b1;
      #1 clk = 1'b0;
    end
    $display("failed=%b checked=%0d", failed, checked);
    $finish;
  end
endmodule
"""


def run(bench: Bench, net: Netlist) -> None:
    """Runs a bench in Icarus Verilog.

    Raises CheckFailed if it fails, AssertionFailed for an assertion, TwiddleError if Icarus Verilog is missing.
    """
    command = icarus()
    if command is None:
        raise TwiddleError("Icarus Verilog: no iverilog and vvp on the PATH (Debian, Ubuntu: apt install iverilog)")
    with tempfile.TemporaryDirectory(prefix="twiddle-fourstate-") as name:
        folder = Path(name)
        (folder / "bench.v").write_text(bench.text(net), encoding="utf-8")
        (folder / "run.v").write_text(_RUN.replace("CYCLES", str(bench.cycles)), encoding="utf-8")
        files = [*map(str, net.files()), "bench.v", "run.v"]
        if net.stage == "asserted":
            text = net.verilog.read_text(encoding="utf-8")
            (folder / "asserted.v").write_text(_ASSERTION.sub(_checked, text), encoding="utf-8")
            files[0] = "asserted.v"
        for words in ([command, "-g2005-sv", "-s", "run", "-o", "run.vvp", *files], ["vvp", "-n", "run.vvp"]):
            done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
            if done.returncode:
                lines = (done.stdout + done.stderr).strip().splitlines()
                raise TwiddleError(f"Icarus Verilog: {(lines or ['no message'])[0]}")
    if (false := re.search(r"^assertion (\S+) failed at cycle \d+$", done.stdout, re.MULTILINE)) is not None:
        raise AssertionFailed(f"{describe(bench.design)}: Icarus Verilog: {false[0]}")
    found = re.search(r"failed=(\w) checked=(\w+)", done.stdout)
    if found is None:
        raise TwiddleError(f"Icarus Verilog: no result: {done.stdout.strip()}")
    bench.judge("Icarus Verilog", found[1], int(found[2]) if found[2].isdigit() else -1)


_ASSERTION = re.compile(r"(\\\S+ |\w+) *: assert \((.*)\);$", re.MULTILINE)
"""An assertion as Yosys writes it; Icarus Verilog takes no label before one."""


def _checked(found: re.Match[str]) -> str:
    name = found[1].strip().replace("\\", "")
    said = f'$display("assertion {name} failed at cycle %0d", $time / 2)'
    return f"if (({found[2]}) !== 1'b1) begin {said}; $finish; end"
