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

_ABOUT = {
    "out": "before the first word goes out",
    "end": "at the end",
    "test": "at the first test of a round of Sign",
    "round": "where a round of Sign begins",
}


def words(scheme: str, rtl_root: Path | None = None) -> list[int]:
    """The words of the program of "kem" or "dsa", with their check bits."""
    rom = UnitSimulator(f"twd_lattice_program_{scheme}", rtl_root=rtl_root)
    return list(map(int, rom.run({"pc_i": np.arange(1 << PC_BITS)}, latency=2)["instruction_o"]))


def instructions(scheme: str, rtl_root: Path | None = None) -> list[int]:
    """The instructions of a program."""
    return [word & (1 << INSTRUCTION_BITS) - 1 for word in words(scheme, rtl_root)]


def package(rtl_root: Path | None = None) -> str:
    """The text of the package of an RTL tree."""
    of = table(instructions("kem", rtl_root), instructions("dsa", rtl_root))
    functions = "\n".join(_function(name, about, of) for name, about in _ABOUT.items())
    return f"""// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_lattice_signature_pkg: signatures of the programs of twd_lattice_sequencer, by command.
//
// Written by python -m twiddle.tools.lattice_program.
// Model     twiddle.model.signature

package twd_lattice_signature_pkg;

  // The register after an instruction: {{nonces, j, i, pc, instruction}}.
  function automatic logic [31:0] next(input logic [31:0] signature, input logic [70:0] executed);
    next = {{signature[30:0], 1'b0}} ^ (signature[31] ? 32'h{POLYNOMIAL:08x} : 32'd0)
        ^ executed[31:0] ^ executed[63:32] ^ {{25'd0, executed[70:64]}};
  endfunction

{functions}
endpackage
"""


def _function(name: str, about: str, of: dict[int, Signatures]) -> str:
    values = {word: getattr(each, name) for word, each in sorted(of.items())}
    lines = [f"      7'h{word:02x}: at_{name} = 32'h{value:08x};" for word, value in values.items() if value]
    return "\n".join(
        [
            f"  // {about[0].upper()}{about[1:]}.",
            f"  function automatic logic [31:0] at_{name}(input logic [6:0] command);",
            "    case (command)",
            *lines,
            f"      default: at_{name} = 32'd0;",
            "    endcase",
            "  endfunction",
            "",
        ]
    )


def write(rtl_root: Path | None = None) -> None:
    """Writes the package of an RTL tree."""
    ((rtl_root or manifest.rtl_root()) / FILE).write_text(package(rtl_root), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(guarded(write))
