# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The C driver of ML-KEM and ML-DSA: every function on the simulated core."""

from pathlib import Path

import pytest
from axis_cases import run_cocotb
from driver_cases import SW, compile_c, headers
from lattice_axi_cases import program

from twiddle.bundle.wrap import registers

pytestmark = pytest.mark.covers("twd_lattice_axi", "twd_lattice_regs")

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


def test_every_function_on_the_core(tmp_path: Path) -> None:
    headers(registers.LATTICE, tmp_path)
    (tmp_path / "bus.c").write_text(BUS)
    sources = [SW / "twiddle_lattice.c", tmp_path / "bus.c"]
    compile_c("gcc", tmp_path, sources, "-DTWD_EXTERNAL_BUS", "-fPIC", "-shared", output="driver.so")
    job = {"library": str(tmp_path / "driver.so")}
    run_cocotb("lattice_top", None, "lattice_driver_cocotb", job, tmp_path, 2, program=program())
