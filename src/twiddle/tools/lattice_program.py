# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The programs of `twd_lattice`, read from the simulated ROMs; `python -m twiddle.tools.lattice_program` writes their
signatures, which the hardware expects, to twd_lattice_signature_pkg.sv.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from twiddle.base import manifest
from twiddle.base.exits import guarded
from twiddle.model.signature import INSTRUCTION_BITS, PC_BITS, POLYNOMIAL, Signatures, table
from twiddle.tools.sim.unit import UnitSimulator

FILE = "lattice/twd_lattice_signature_pkg.sv"


def words(scheme: str, rtl_root: Path | None = None, redundant: bool = False) -> list[int]:
    """The words of the program of "kem" or "dsa", with their check bits."""
    parameters = {"Redundant": 1} if redundant else {}
    rom = UnitSimulator(f"twd_lattice_program_{scheme}", parameters, rtl_root=rtl_root)
    return list(map(int, rom.run({"pc_i": np.arange(1 << PC_BITS)}, latency=2)["instruction_o"]))


def instructions(scheme: str, rtl_root: Path | None = None, redundant: bool = False) -> list[int]:
    """The instructions of a program."""
    return [word & (1 << INSTRUCTION_BITS) - 1 for word in words(scheme, rtl_root, redundant)]


def package(rtl_root: Path | None = None) -> str:
    """The text of the package of an RTL tree."""
    kem = instructions("kem", rtl_root)
    of = {
        redundant << 8 | word: each
        for redundant in (False, True)
        for word, each in table(kem, instructions("dsa", rtl_root, redundant)).items()
    }
    found: dict[int, list[str]] = {}
    for word, each in sorted(of.items()):
        found.setdefault(_together(each), []).append(f"9'h{word:03x}")
    lines = "\n".join(f"      {', '.join(by)}: of = 128'h{value:032x};" for value, by in found.items() if value)
    return f"""// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_signature_pkg: signatures of the programs of twd_lattice_sequencer, by Redundant and command.
//
// Table     four words a command: at the end, before the first word goes out, at the first test of a round of Sign, and
//           where a round begins, the first one lowest.
// Written by python -m twiddle.tools.lattice_program.
// Model     twiddle.model.signature

package twd_lattice_signature_pkg;

  // The register after an instruction: {{nonces, j, i, pc, instruction}}.
  function automatic logic [31:0] next(input logic [31:0] signature, input logic [70:0] executed);
    next = {{signature[30:0], 1'b0}} ^ (signature[31] ? 32'h{POLYNOMIAL:08x} : 32'd0)
        ^ executed[31:0] ^ executed[63:32] ^ {{25'd0, executed[70:64]}};
  endfunction

  // The words of Redundant and a command.
  function automatic logic [127:0] of(input logic [8:0] command);
    case (command)
{lines}
      default: of = 128'd0;
    endcase
  endfunction

  // Those of all commands; without Dsa the first 32 are those that ML-KEM has, by {{seed, set, operation}}.
  function automatic logic [256*128-1:0] contents(input bit dsa, input bit redundant);
    logic [7:0] command;
    contents = {{4{{8192'd0}}}};
    for (int unsigned high = 0; high < 16; high++) begin
      for (int unsigned low = 0; low < 16; low++) begin
        command = 8'(16 * high + low);
        contents[128*(16*high+low)+:128] = of(dsa ? {{redundant, command}}
            : {{1'b0, command[4], 2'd0, command[3:2], 1'b0, command[1:0]}});
      end
    end
  endfunction

endpackage
"""


def _together(each: Signatures) -> int:
    """The four words of a command, the first one lowest."""
    return each.end | each.out << 32 | each.test << 64 | each.round << 96


def write(rtl_root: Path | None = None) -> None:
    """Writes the package of an RTL tree."""
    ((rtl_root or manifest.rtl_root()) / FILE).write_text(package(rtl_root), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(guarded(write))
