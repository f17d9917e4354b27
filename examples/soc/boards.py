# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The system with `twd_lattice_axi` on boards: its firmware, its simulation on a pseudo-terminal, its bitstream.

`python boards.py ulx3s --folder DIR` builds a bitstream, `python boards.py sim` simulates the system until it is
interrupted, and prints the pseudo-terminal of its serial port for `twiddle board --port`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cases
import system
from cores import LATTICE
from software import DSA, HERE, KEM

from twiddle.base import places
from twiddle.base.errors import TwiddleError
from twiddle.tools.sim import linked
from twiddle.tools.synth.bitstream import SEEDS, Bitstream, build

FOLDER = HERE.parent / "boards"
WORDS = 32768
"""Of memory."""
STACK = 4096
"""Least bytes of stack."""
ANSWERS = ("ML-KEM-768", "ML-DSA-65")
"""The sets of the known answers."""
BAUD = 115_200
FAST = 8
"""Cycles of a bit in simulation."""


@dataclass(frozen=True)
class Board:
    """A board.

    device  options of nextpnr
    mhz     the clock of the system
    pll     parameters of `board.v` for that clock
    led_on  the level at which a LED is on
    """

    device: Sequence[str]
    mhz: int
    pll: Mapping[str, int]
    led_on: int

    def parameters(self, baud: int) -> dict[str, str]:
        """Of `board.v`."""
        found = {**self.pll, "Divider": round(self.mhz * 1e6 / baud), "Words": WORDS}
        return {**{name: str(value) for name, value in found.items()}, "LedOn": f"1'b{self.led_on}"}


BOARDS = {
    "ulx3s": Board(
        device=("--85k", "--package", "CABGA381", "--speed", "6"),
        mhz=50,
        pll={"ClkiDiv": 1, "ClkfbDiv": 2, "OpDiv": 12},
        led_on=1,
    ),
    "ecpix5": Board(
        device=("--um5g-85k", "--package", "CABGA554", "--speed", "8"),
        mhz=75,
        pll={"ClkiDiv": 4, "ClkfbDiv": 3, "OpDiv": 8},
        led_on=0,
    ),
}


def firmware(folder: Path, name: str, vectors: str | None = None) -> None:
    """Compiles the firmware of a board, whose name it says, to `firmware.hex`; vectors: in place of NIST's cases."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "vectors.h").write_text(vectors or "".join(map(cases.text, ANSWERS)), encoding="utf-8")
    files = [FOLDER / "firmware" / "board.c", KEM.lattice, DSA.lattice]
    sets = [f"-D{of.macro}_CONFIG_PARAMETER_SET={each.rpartition('-')[2]}" for of, each in zip((KEM, DSA), ANSWERS, strict=True)]
    system.firmware(folder, files, [*sets, f'-DBOARD="{name}"'], LATTICE, 4 * WORDS, STACK)


def verilog(folder: Path) -> list[Path]:
    """The files of the system on a board."""
    return [*system.verilog(folder, LATTICE), FOLDER / "board.v"]


def simulated(folder: Path) -> list[str]:
    """Compiles the simulated board; the command that runs it in the folder.

    It prints the pseudo-terminal of its serial port, and runs until it is ended, or its standard input ends.
    """
    firmware(folder, "simulated")
    files = [FOLDER / "EHXPLLL.v", *verilog(folder)]
    program = linked.link("board", files, [FOLDER / "sim.cpp"], parameters={"Divider": FAST})
    return [str(program), str(FAST)]


def bitstream(name: str, folder: Path, baud: int = BAUD, seeds: Sequence[int] = SEEDS) -> Bitstream:
    """Builds the bitstream of a board, of the first seed that meets its clock."""
    board = BOARDS[name]
    firmware(folder, f"{name}, {board.mhz} MHz")
    lpf = (FOLDER / f"{name}.lpf").read_text(encoding="utf-8")
    return build(folder, name, "board", verilog(folder), board.parameters(baud), board.device, lpf, seeds)


def main() -> int:
    """The command line; returns 1 with a message if something is missing or wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["sim", *BOARDS])
    parser.add_argument("--folder", type=Path, default=places.cache() / "boards")
    parser.add_argument("--baud", type=int, default=BAUD)
    options = parser.parse_args()
    try:
        if options.what == "sim":
            return subprocess.run(simulated(options.folder), cwd=options.folder, check=False).returncode
        found = bitstream(options.what, options.folder / options.what, options.baud)
        print(json.dumps(found.document()))
    except TwiddleError as error:
        print(f"boards: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
