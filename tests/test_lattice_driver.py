# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The C driver of ML-KEM and ML-DSA: its header, and every function on the simulated core."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from axis_cases import run_cocotb
from lattice_axi_cases import program

from twiddle import places
from twiddle.lattice.sets import RULES, Operation
from twiddle.wrap import header, registers

pytestmark = pytest.mark.covers("twd_lattice_axi", "twd_lattice_regs")

SW = places.root() / "sw"
FLAGS = ("-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic")
STATUS = ("OK", "ID", "VERSION", "BUSY", "OPERATION", "TIMEOUT", "RULE", "DROPPED")
BUS = """\
#include "twiddle_lattice.h"

typedef uint32_t (*reads)(uint32_t);
typedef void (*writes)(uint32_t, uint32_t);
static reads read_of;
static writes write_of;
void set_bus(reads read, writes write);
void set_bus(reads read, writes write) {
  read_of = read;
  write_of = write;
}
uint32_t twd_lattice_bus_read(const twd_lattice *lattice, uint32_t offset) {
  (void)lattice;
  return read_of(offset);
}
void twd_lattice_bus_write(const twd_lattice *lattice, uint32_t offset, uint32_t value) {
  (void)lattice;
  write_of(offset, value);
}
"""


def compile_c(compiler: str, folder: Path, sources: Sequence[Path], *flags: str) -> None:
    header.write(folder, registers.LATTICE)
    command = [compiler, *FLAGS, *flags, f"-I{SW}", f"-I{folder}", *map(str, sources)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("compiler", ["gcc", "clang", "riscv64-unknown-elf-gcc"])
def test_the_driver_compiles_without_a_warning(compiler: str, tmp_path: Path) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    more = ["-Wconversion", "-Wshadow", "-Wstrict-prototypes", "-O2", "-c", "-o", "out.o"]
    if compiler.startswith("riscv"):
        more += ["-march=rv32im", "-mabi=ilp32", "-ffreestanding"]
    compile_c(compiler, tmp_path, [SW / "twiddle_lattice.c"], *more)
    compile_c(compiler, tmp_path, [SW / "twiddle_lattice.c"], "-DTWD_EXTERNAL_BUS", *more)


def test_the_names_are_those_of_the_package(tmp_path: Path) -> None:
    lines = [f"CHECK(TWD_{each.name} == {int(each)});" for each in Operation]
    lines += [f"CHECK(TWD_LATTICE_CAUSE_{each.name} == {int(each)});" for each in RULES]
    names = [f"TWD_LATTICE_{'ERR_' * (code > 0)}{name} == -{code}" for code, name in enumerate(STATUS)]
    lines += [f"CHECK({name});" for name in names]
    text = [
        '#include "twiddle_lattice.h"',
        "#define JOIN(a, b) a##b",
        "#define NAME(line) JOIN(check_, line)",
        "#define CHECK(condition) typedef char NAME(__LINE__)[(condition) ? 1 : -1]",
        *lines,
    ]
    (tmp_path / "check.c").write_text("\n".join([*text, ""]))
    compile_c("gcc", tmp_path, [tmp_path / "check.c"], "-c", "-o", "out.o")


def test_every_function_on_the_core(tmp_path: Path) -> None:
    (tmp_path / "bus.c").write_text(BUS)
    library = tmp_path / "driver.so"
    sources = [SW / "twiddle_lattice.c", tmp_path / "bus.c"]
    compile_c("gcc", tmp_path, sources, "-DTWD_EXTERNAL_BUS", "-fPIC", "-shared", "-o", str(library))
    job = {"library": str(library)}
    run_cocotb("lattice_top", None, "lattice_driver_cocotb", job, tmp_path, 1, program=program())
