# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A firmware on the system, and a parameter set in one form: from its software to the cycles of each part."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

import cases
import numpy as np
from cores import CORES, OF_FORM, UNIT, Core
from software import FIPS, HASHES, HERE, LIBRARY, PINNED, SETS, Scheme, part

from twiddle.base import manifest, places
from twiddle.base.errors import TwiddleError
from twiddle.bundle import unit_header as programs
from twiddle.bundle.wrap import header
from twiddle.tools.sim import linked

GCC = "riscv64-unknown-elf-gcc"
FLAGS = ["-march=rv32im", "-mabi=ilp32", "-ffreestanding", "-nostdlib", "-O2", "-std=gnu99", "-Wall"]
FLAGS += ["-fno-tree-loop-distribute-patterns", "-ffunction-sections", "-fdata-sections"]
PROCESSOR = "pythondata_cpu_picorv32"
OWN = HERE / "firmware"
SW = places.root() / "sw"
SUFFIXES = (".S", ".c", ".cpp", ".h", ".ld", ".sv", ".v")
"""Endings of the files of the system that are compiled."""

Cycles = Mapping[int, Mapping[str, int]]
"""Cycles by phase and function."""


@dataclass(frozen=True)
class Run:
    """What one simulation has measured.

    cycles  of each operation, by part
    code    bytes of code and constant data
    """

    cycles: Mapping[str, Mapping[str, int]]
    code: int


@dataclass(frozen=True)
class System:
    """A parameter set in one form; builds in a folder of its own."""

    set: str
    form: str
    sources: Path
    folder: Path

    @cached_property
    def scheme(self) -> Scheme:
        """The scheme of the set."""
        return SETS[self.set][0]

    def run(self) -> Run:
        """Builds and simulates the system. Raises TwiddleError if a tool fails or a result is wrong."""
        scheme = self.scheme
        options = [f"-D{scheme.macro}_CONFIG_PARAMETER_SET={SETS[self.set][1]}"]
        files, more = [scheme.lattice], [f"-D{scheme.name}_answers=main"]
        if self.form != "lattice":
            files, more = self._software()
        options += more
        phases = simulate(self.folder, files, cases.text(self.set), options, core=OF_FORM[self.form])
        cycles: dict[str, Counter[str]] = {name: Counter() for name in scheme.operations}
        for phase, functions in phases.items():
            for function, count in functions.items():
                cycles[scheme.operations[phase - 1]][part(function)] += count
        return Run({name: dict(found) for name, found in cycles.items()}, symbols(self.folder)["text_end"])

    def _software(self) -> tuple[list[Path], list[str]]:
        """The files of the scheme in software, and their options of the compiler."""
        scheme, chained = self.scheme, self.form == "chained"
        library = self.sources / LIBRARY.folder / FIPS / scheme.folder
        hashes = self.sources / HASHES.folder
        files = [library / name for name in scheme.files if not (chained and name in scheme.replaced)]
        files += [hashes / "cfiles" / "fips202.c", scheme.program, *([scheme.chained] if chained else [])]
        options = [f"-I{library}", f"-I{hashes / 'include'}"]
        return files, [*options, f'-D{scheme.macro}_CONFIG_FILE="{scheme.name}_config.h"']


def simulate(
    folder: Path, files: Sequence[Path], vectors: str, options: Sequence[str] = (), *, core: Core | None
) -> Cycles:
    """Compiles a firmware and runs it to its end; returns the cycles of each phase that it names.

    files    C files of the program, beside those of the system
    vectors  the text of `vectors.h`
    options  of the compiler
    core     what the system has beside the processor

    Raises TwiddleError if a tool fails, and with the program's output if it does not end with 0.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "vectors.h").write_text(vectors, encoding="utf-8")
    firmware(folder, files, options, core)
    number = core.number if core else 0
    program = linked.link("soc", verilog(folder, core), [HERE / "sim.cpp"], parameters={"Core": number})
    done = subprocess.run([str(program)], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise TwiddleError(f"the program ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return profile(folder)


def verilog(folder: Path, core: Core | None) -> list[Path]:
    """The files of the system. Raises TwiddleError if the processor is not installed."""
    spec = find_spec(PROCESSOR)
    if spec is None or spec.origin is None:
        raise TwiddleError(f"the package {PROCESSOR.replace('_', '-')} is not installed")
    found = [Path(spec.origin).parent / "verilog" / "picorv32.v", HERE / "soc_uart.sv", HERE / "soc.v"]
    if core is None:
        return found
    path = folder / f"{core.name}.sv"
    path.write_text(core.text(), encoding="utf-8")
    return [*manifest.sources(core.top), path, HERE / f"{core.dma}.sv", *found]


def source_hash(rtl_root: Path | None = None, here: Path = HERE) -> str:
    """sha256 of all that is compiled but the processor: RTL, drivers, this folder, crates.

    RTL and files without white space and comments from `//` on.
    """
    own = sorted(path for path in here.rglob("*") if path.suffix in SUFFIXES)
    rtl = [path for core in CORES for path in manifest.sources(core.top, rtl_root)]
    drivers = [SW / f"{core.driver}.{ending}" for core in CORES for ending in "ch"]
    made = [text for core in CORES for text in (core.text(), header.text(core.registers))]
    parts = [manifest.text_hash([*rtl, *drivers, *own]), *made, programs.text(), PINNED]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def compiler() -> str:
    """The compiler of the firmware. Raises TwiddleError if there is none."""
    found = shutil.which(GCC)
    if found is None:
        raise TwiddleError(f"no {GCC} on PATH (Debian, Ubuntu: apt install gcc-riscv64-unknown-elf)")
    return found


def firmware(
    folder: Path,
    files: Sequence[Path],
    options: Sequence[str],
    core: Core | None,
    ram: int = 1 << 20,
    stack: int = 1 << 18,
) -> None:
    """Compiles files with those of the system to `firmware.hex`, one word a line.

    ram, stack  bytes of memory, and at least of its stack
    """
    gcc = compiler()
    programs.write(folder)
    own = [OWN / "start.S", OWN / "system.c"]
    if core is not None:
        header.write(folder, core.registers)
        own += [OWN / f"{core.firmware}.c", SW / f"{core.driver}.c"]
    command = [gcc, *FLAGS, *(f"-I{path}" for path in (OWN, OWN / "include", SW, folder)), *options]
    command += [f"-DSOC_UNIT={int(core is UNIT)}", *map(str, [*files, *own]), f"-T{OWN / 'link.ld'}"]
    command += [f"-Wl,--defsym=ram_bytes={ram},--defsym=stack_bytes={stack}"]
    run([*command, "-Wl,--gc-sections,--no-warn-rwx-segments", "-lgcc", "-o", "firmware.elf"], folder)
    run([gcc.removesuffix("gcc") + "objcopy", "-O", "binary", "firmware.elf", "firmware.bin"], folder)
    image = (folder / "firmware.bin").read_bytes()
    words = np.frombuffer(image + bytes(-len(image) % 4), dtype="<u4")
    text = "".join(f"{word:08x}\n" for word in words)
    (folder / "firmware.hex").write_text(text, encoding="ascii")


def symbols(folder: Path) -> dict[str, int]:
    """Addresses of the functions of the firmware, by name, and where its constants end."""
    listed = run([compiler().removesuffix("gcc") + "nm", "-n", "firmware.elf"], folder)
    found = (line.split() for line in listed.splitlines())
    return {name: int(address, 16) for address, kind, name in found if kind in "tT" or name == "text_end"}


def profile(folder: Path) -> Cycles:
    """The cycles of each phase, by function."""
    functions = sorted((address, name) for name, address in symbols(folder).items())
    starts = [address for address, _ in functions]
    cycles: dict[int, Counter[str]] = defaultdict(Counter)
    for line in (folder / "profile.txt").read_text(encoding="ascii").splitlines():
        phase, address, count = map(int, line.split())
        cycles[phase][functions[int(np.searchsorted(starts, address, side="right")) - 1][1]] += count
    return cycles


def run(command: Sequence[str], folder: Path) -> str:
    """Runs a tool in a folder; returns its output. Raises TwiddleError with its last lines if it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        tail = "\n".join((done.stdout + done.stderr).splitlines()[-20:])
        raise TwiddleError(f"{Path(command[0]).name} failed:\n{tail}")
    return done.stdout
