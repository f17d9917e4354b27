# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Modules that cocotb runs in Verilator: those that are too large for Icarus Verilog.

Every register and word of a memory can be read; the ports of the top module can be written.
"""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from cocotb_tools import config

from twiddle.base import manifest
from twiddle.base.errors import TwiddleError
from twiddle.base.store import Artifact
from twiddle.tools.sim.build import compiler, coverage, first_error, named, verilator

FLAG = "-std=c++17"
PUBLIC = ("*_q*", "*_o", "mem", "memory", "signs", "words", "commands", "slots", "computing")
"""Names of registers and memories: of flip-flops and ports out, and arrays."""
RUNTIME = ("verilated.cpp", "verilated_threads.cpp", "verilated_vpi.cpp")


def compiled(name: str, text: str, files: Sequence[Path], root: Path | None = None, assertions: bool = True) -> Path:
    """The folder of the program `name`: the module of that name in `text`, with what it instantiates.

    Raises TwiddleError where a tool fails.
    """
    tool, cxx = verilator(), compiler()
    main = config.share_dir / "lib" / "verilator" / "verilator.cpp"
    includes = manifest.include_dirs(root)
    headers = manifest.headers(files, includes)
    contents = [path.read_bytes() for path in (*files, *headers, main, Path(__file__))]
    base = root or manifest.rtl_root()
    covered = coverage(files, base)
    inputs = [name, text, tool.version, *cxx.command, cxx.version, covered, str(assertions), *contents]

    def run(command: Sequence[str], folder: Path) -> None:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise TwiddleError(f"{name}: {first_error(done.stderr)}")

    def fill(folder: Path) -> None:
        (folder / f"{name}.v").write_text(text, encoding="utf-8")
        lines = ["`verilator_config", "lint_off -rule UNOPTFLAT"]  # signals that can be read are not split
        lines += [f'public_flat_rd -module "twd_*" -var "{names}"' for names in PUBLIC]
        lines += [f'public_flat_rw -module "{name}" -var "*"', ""]
        (folder / "public.vlt").write_text("\n".join(lines), encoding="utf-8")
        checks = "--assert" if assertions else "--no-assert"
        flags = ["--exe", "--vpi", checks, "--timescale", "1ns/1ps", "--top-module", name]
        flags += [f"-I{path}" for path in named(includes, base)]
        sources = [str(folder / "public.vlt"), *named(files, base), str(folder / f"{name}.v")]
        tool.verilate(name, [*flags, *sources], base, folder / "Vtop", covered)
        parts = sorted(path.name for path in folder.glob("Vtop*.cpp"))
        runtime = [*RUNTIME, *(["verilated_cov.cpp"] if covered else [])]
        parts += [*(str(tool.include / each) for each in runtime), str(main)]
        whole = "".join(f'#include "{each}"\n' for each in parts)
        (folder / "whole.cpp").write_text(whole, encoding="utf-8")
        include = [f"-I{tool.include}", f"-I{tool.include / 'vltstd'}", "-I."]
        run([*cxx.command, FLAG, "-O0", *include, "-c", "whole.cpp", "-o", "whole.o"], folder)
        libraries = [f"-Wl,-rpath,{config.libs_dir}", f"-L{config.libs_dir}", "-lcocotbvpi_verilator"]
        run([*cxx.command, "whole.o", "-pthread", *libraries, "-o", name], folder)
        for path in folder.iterdir():
            if path.name != name:
                path.unlink()

    return Artifact("cocotb", inputs, fill, Path).get()
