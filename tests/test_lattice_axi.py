# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""ML-KEM and ML-DSA on AXI4-Lite and AXI4-Stream, and the description of the registers."""

from pathlib import Path

import pytest
from axis_cases import flatten
from lattice_axi_cases import QUICK, WHOLE, check_axi, check_beats
from processes import finished, needs_icarus

from twiddle.base import manifest
from twiddle.bundle.wrap import registers
from twiddle.model.sets import RULES

pytestmark = pytest.mark.covers(
    "twd_lattice_axi", "twd_lattice_beats", "twd_lattice_side", "twd_lattice_regs", "twd_lattice_regs_pkg"
)


@pytest.mark.matrix
def test_schemes_on_axi(tmp_path: Path) -> None:
    check_axi(WHOLE, tmp_path)


@pytest.mark.matrix
def test_streams_that_are_closed_between_operations(tmp_path: Path) -> None:
    check_axi(QUICK, tmp_path, lanes=1, closed=True)


def test_every_tkeep_and_every_number_of_bytes() -> None:
    check_beats(None)


UNKNOWN = """
module run;
  reg [63:0] sent, data, kept;
  reg [7:0] keep;
  wire [67:0] word;
  integer i;
  twd_lattice_beats beats (
    .in_tdata_i(data), .in_tkeep_i(keep), .in_data_o(word),
    .out_data_i(68'd0), .out_tdata_o(), .out_tkeep_o()
  );
  initial begin
    for (i = 0; i < 256; i = i + 1) begin
      keep = i;
      kept = {{8{keep[7]}}, {8{keep[6]}}, {8{keep[5]}}, {8{keep[4]}},
              {8{keep[3]}}, {8{keep[2]}}, {8{keep[1]}}, {8{keep[0]}}};
      sent = {$random, $random};
      data = kept & sent | ~kept & 64'hx;
      #1 if (word[63:0] !== (sent & kept) || ^word[67:64] === 1'bx) $display("%b: %h", keep, word);
    end
    $display("%0d beats", i);
  end
endmodule
"""
"""A bench of four states."""


@needs_icarus
def test_bytes_that_are_not_kept_may_be_unknown(tmp_path: Path) -> None:
    """With every TKEEP what is not kept is X on the bus, and 0 in the word, from which all that is stored comes."""
    flat = flatten("twd_lattice_beats", "", manifest.sources("twd_lattice_beats"), tmp_path)
    (tmp_path / "run.v").write_text(UNKNOWN, encoding="utf-8")
    built = finished(["iverilog", "-g2005", "-o", "run", flat, "run.v"], cwd=tmp_path)
    assert built.returncode == 0, built.stderr
    assert finished(["vvp", "-n", "run"], cwd=tmp_path).stdout == "256 beats\n"


def test_the_rules_of_an_operation_have_the_same_bit_everywhere() -> None:
    known = registers.load(registers.LATTICE)
    [path] = [each for each in manifest.sources("twd_lattice_regs_pkg") if each.stem == "twd_lattice_regs_pkg"]
    text = path.read_text(encoding="utf-8")
    assert f"REGS = {len(known.address)};" in text
    assert f"RULES = {len(RULES)};" in text
    for rule in RULES:
        assert known.bit("RESULT", rule.name.lower()) == known.bit("ERRORS", rule.name.lower()) == rule
