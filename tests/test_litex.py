# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle.litex`: a SoC of LiteX with one line more, elaborated and simulated with its processor and its DMAs."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import system
from processes import needs

from twiddle.bundle.wrap import header, registers
from twiddle.model.sets import Operation
from twiddle.tools.lattice_cases import Case, dsa_cases, kem_cases
from twiddle.tools.sim.linked import link

pytest.importorskip("litex", reason="the extra litex of Twiddle is not installed")
pytestmark = pytest.mark.covers("twd_lattice_axi")

START = """\
#include "places.h"
  .section .init
  .globl _start
_start:
  li sp, STACK_TOP
  call main
  li t0, CSR_OUT
  sw a0, 0(t0)
stop:
  j stop
"""

MAIN = """\
#include "cases.h"
#include "places.h"
#include "twiddle_lattice.h"
#define REG(address) (*(volatile uint32_t *)(address))

static twd_lattice lattice;
static uint8_t out[8192] __attribute__((aligned(4)));

static void send(const uint8_t *frame, uint32_t count) {
  REG(CSR_IN_BASE) = (uintptr_t)frame;
  REG(CSR_IN_BYTES) = count;
  REG(CSR_IN_ENABLE) = 1;
  while (!REG(CSR_IN_DONE)) continue;
  REG(CSR_IN_ENABLE) = 0;
}

static int receive(const uint8_t *expected, uint32_t count) {
  REG(CSR_OUT_BASE) = (uintptr_t)out;
  REG(CSR_OUT_ENABLE) = 1;
  while (!REG(CSR_OUT_DONE)) continue;
  REG(CSR_OUT_ENABLE) = 0;
  for (uint32_t i = 0; i < count; ++i)
    if (out[i] != expected[i]) return 0;
  return 1;
}

/* 1: all is right, in every case; otherwise 1 and the number of the step that is wrong. */
int main(void) {
  if (twd_lattice_probe(&lattice, LATTICE) != TWD_LATTICE_OK) return 2;
CASES
  return 1;
}
"""

HARNESS = """\
#include <cstdio>
#include "Vtop.h"
int main() {
  Vtop top;
  for (long cycle = 0; cycle < 20'000'000; ++cycle) {
    top.sys_clk = 0; top.sys_rst = cycle < 8; top.eval();
    if (cycle > 8 && top.status) { std::printf("%d %ld", top.status, cycle); return 0; }
    top.sys_clk = 1; top.eval();
  }
  return 1;
}
"""

ROM, RAM = 0x8000, 0x4000


def soc(rom: list[int]) -> tuple[Any, Any]:
    """A SoC of LiteX whose program is `rom`, and its platform."""
    from litex.build.generic_platform import Pins
    from litex.build.sim import SimPlatform
    from litex.soc.cores.gpio import GPIOOut
    from litex.soc.integration.soc_core import SoCCore
    from migen import ClockDomain

    from twiddle import litex

    pins = [("sys_clk", 0, Pins(1)), ("sys_rst", 0, Pins(1)), ("status", 0, Pins(8))]
    platform = SimPlatform("SIM", pins)
    found = SoCCore(
        platform,
        int(1e6),
        cpu_type="picorv32",
        integrated_rom_size=ROM,
        integrated_rom_init=rom,
        integrated_sram_size=RAM,
        with_uart=False,
        with_timer=False,
    )
    found.cd_sys = ClockDomain()
    found.comb += [found.cd_sys.clk.eq(platform.request("sys_clk")), found.cd_sys.rst.eq(platform.request("sys_rst"))]
    found.status = GPIOOut(platform.request("status"))
    litex.add_lattice(found)
    found.finalize()
    return found, platform


def registers_of(made: Any, name: str) -> Iterator[tuple[int, Any]]:
    """The CSRs of a module, with their addresses."""
    region = made.csr.regions[name]
    return ((region.origin + 4 * index, csr) for index, csr in enumerate(region.obj))


def steps(cases: list[Case]) -> tuple[str, str]:
    """The frames of the cases, and the steps of the program, as C."""
    data, lines, step = [], [], 2
    for number, case in enumerate(cases):
        for kind, frames in (("in", case.task.frames), ("out", case.frames)):
            for i, frame in enumerate(frames):
                name = f"{kind}_{number}_{i}"
                data.append(
                    f"static const uint8_t {name}[] __attribute__((aligned(4))) = {{{','.join(map(str, frame))}}};"
                )
        op, code = case.task.operation, case.task.word
        start = (
            f"twd_lattice_start(&lattice, (twd_lattice_op){int(op)}, {code >> 3 & 3}, {code >> 5}) != TWD_LATTICE_OK"
        )
        checks = [start]
        sends = [f"send(in_{number}_{i}, sizeof(in_{number}_{i}))" for i in range(len(case.task.frames))]
        checks += [f"!receive(out_{number}_{i}, sizeof(out_{number}_{i}))" for i in range(len(case.frames))]
        checks.append("twd_lattice_wait(&lattice) != TWD_LATTICE_OK")
        for at, check in enumerate(checks):
            step += 1
            lines.append(f"  if ({check}) return {step};")
            if at == 0:
                lines += [f"  {each};" for each in sends]
    return "\n".join(["#include <stdint.h>", *data, ""]), "\n".join(lines)


def test_a_soc_of_litex_signs_and_makes_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames of odd lengths go in and out, both schemes, by the processor of the SoC."""
    needs(system.compiler)
    signs = [case for case in dsa_cases("ML-DSA-65", 1) if case.task.operation is Operation.DSA_SIGN][:1]
    cases = [*signs, next(kem_cases("ML-KEM-512", 1))]
    assert len(cases[0].frames[0]) % 4 == 1
    assert len(cases[0].task.frames[2]) % 4 == 1
    made, _ = soc([])
    data, body = steps(cases)
    (tmp_path / "cases.h").write_text(data)
    (tmp_path / "main.c").write_text(MAIN.replace("CASES", body))
    (tmp_path / "start.S").write_text(START)
    (tmp_path / "harness.cpp").write_text(HARNESS)
    header.write(tmp_path, registers.LATTICE)
    ram, lattice = (made.mem_regions[name].origin for name in ("sram", "lattice"))
    places = {"STACK_TOP": ram + RAM, "LATTICE": lattice}
    places |= {f"CSR_{csr.name.upper()}": at for name in ("lattice", "status") for at, csr in registers_of(made, name)}
    (tmp_path / "places.h").write_text("".join(f"#define {name} {value:#x}\n" for name, value in places.items()))
    flags = [*system.FLAGS, f"-I{tmp_path}", f"-I{system.SW}", "-Wl,--no-warn-rwx-segments,--build-id=none"]
    flags += [f"-Wl,--section-start=.init=0,-Tbss={ram:#x}"]
    sources = [tmp_path / "start.S", tmp_path / "main.c", system.SW / "twiddle_lattice.c"]
    gcc = system.compiler()
    system.run([gcc, *flags, *map(str, sources), "-lgcc", "-o", "rom.elf"], tmp_path)
    system.run([gcc.removesuffix("gcc") + "objcopy", "-O", "binary", "-R", ".bss*", "rom.elf", "rom.bin"], tmp_path)
    image = (tmp_path / "rom.bin").read_bytes()
    rom = np.frombuffer(image + bytes(-len(image) % 4), dtype="<u4").tolist()
    made, platform = soc(rom)
    monkeypatch.chdir(tmp_path)
    platform.get_verilog(made, name="soc").write("soc.v")
    path = tmp_path / "soc.v"
    path.write_text(f"/* verilator lint_off COMBDLY */\n{path.read_text()}")  # LiteX's way to write combinational logic
    files = [Path(path) for path, *_ in platform.sources]
    program = link("soc", [*files, path], [tmp_path / "harness.cpp"])
    done = subprocess.run([program], capture_output=True, text=True, check=False)
    assert done.stdout.split()[:1] == ["1"], done.stdout
