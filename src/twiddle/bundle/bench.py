# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs the test bench of a bundle on its flat file, in Icarus Verilog or Verilator."""

import importlib.metadata
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.tools.fourstate import icarus
from twiddle.tools.sim.build import first_error, verilator

STYLE = tuple(
    f"-Wno-{rule}"
    for rule in (
        *("CASEOVERLAP", "PROCASSINIT", "UNDRIVEN", "UNOPTFLAT"),
        *("UNUSEDSIGNAL", "VARHIDDEN", "WIDTHEXPAND", "WIDTHTRUNC"),
    )
)
"""Verilator options that suppress style warnings on the output of Yosys."""


def run(folder: Path, *files: Path, simulator: str = "") -> str:
    """Runs `bench.v` of a folder with the files of the core; returns the line that it prints.

    simulator is icarus or verilator; without one, see `chosen`.

    Raises CheckFailed if the line does not begin with PASS, TwiddleError if a tool rejects the files.
    """
    with tempfile.TemporaryDirectory(prefix="twiddle-export-") as name:
        place = Path(name)
        program = _PROGRAMS[simulator or chosen()](place, [folder / "bench.v", *files])
        printed = _command(program, folder)
    lines = [line for line in printed.splitlines() if line.startswith(("PASS", "FAIL"))]
    if not lines or not lines[0].startswith("PASS"):
        raise CheckFailed(f"{files[0].name}: its own test bench: {(lines or ['no result'])[0]}")
    return lines[0]


def chosen(large: bool = False) -> str:
    """The simulator for a flat file: Icarus Verilog, of four states, if installed and not too slow for it."""
    return "icarus" if icarus() and not large else "verilator"


def version(simulator: str) -> str:
    """Name and version of a simulator of `run`."""
    if simulator == "verilator":
        return f"Verilator {importlib.metadata.version('verilator')}"
    done = subprocess.run([icarus() or "iverilog", "-V"], capture_output=True, text=True, check=False)
    return " ".join(["Icarus Verilog", *re.findall(r"^Icarus Verilog version (\S+)", done.stdout)])


def _icarus(place: Path, files: Sequence[Path]) -> list[str]:
    command = [icarus() or "iverilog", "-g2005", "-o", "bench.vvp", *map(str, files)]
    _command(command, place)
    return ["vvp", "-n", str(place / "bench.vvp")]


OPTIONS = (
    *("--binary", "--timing", "-Wno-fatal", *STYLE, "-CFLAGS", "-std=c++20 -fcoroutines"),
    *("-MAKEFLAGS", "VK_PCH_I_FAST= VK_PCH_I_SLOW= OPT_FAST=-O1 PYTHON3=python3", "--top-module", "bench"),
)
"""Verilator options of a bench. -CFLAGS: for the delays of a bench in g++ 10 to 13, and accepted by every compiler.
-MAKEFLAGS: no precompiled headers, which some builds of Verilator name wrongly, and a python that every PATH has."""


def commands(flat: str) -> dict[str, list[str]]:
    """The command lines, in the folder of a bench, that compile and run it with a flat file, by simulator."""
    return {
        "verilator": [f"{shlex.join(['verilator', *OPTIONS])} bench.v {flat}", "obj_dir/Vbench"],
        "icarus": [f"iverilog -g2005 -o bench.vvp bench.v {flat}", "vvp -n bench.vvp"],
    }


_OF_MAKE = re.compile(r"^(make(\[\d+\])?: \*\*\*|%Error: 'make |  +\.\.\. See the manual).*\n", re.MULTILINE)
"""Lines that say only that a command of make failed."""


def _verilator(place: Path, files: Sequence[Path]) -> list[str]:
    """Compiles the bench. An error is that of the command that make runs, such as the compiler's."""
    python = shlex.quote(shlex.quote(sys.executable))  # for the shell of Verilator, then for that of make
    options = [*OPTIONS, "--Mdir", str(place), "-MAKEFLAGS", f"PYTHON3={python}"]  # the last one holds
    done = verilator().run([*options, *map(str, files)], place)
    if done.returncode:
        raise TwiddleError(f"Verilator: {first_error(_OF_MAKE.sub('', done.stderr))}")
    return [str(place / "Vbench")]


_PROGRAMS = {"icarus": _icarus, "verilator": _verilator}


def _command(words: Sequence[str], place: Path) -> str:
    done = subprocess.run(words, cwd=place, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = (done.stderr + done.stdout).strip().splitlines()
        raise TwiddleError(f"{Path(words[0]).name}: {(lines or ['no message'])[0]}")
    return done.stdout
