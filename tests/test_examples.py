# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The systems of `examples/`: simulated, and taken to a bitstream."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from processes import finished, needs

import twiddle
from twiddle.base.errors import TwiddleError
from twiddle.evidence import recipe
from twiddle.tools.sim.linked import link

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "examples" / "picorv32"
README = FOLDER / "README.md"


@pytest.fixture(scope="module")
def soc() -> ModuleType:
    """The script of the system, where it can run."""
    spec = importlib.util.spec_from_file_location("picorv32_soc", FOLDER / "soc.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    needs(module.compiler, module.processor)
    return module


def test_the_firmware_multiplies(soc: ModuleType, tmp_path: Path) -> None:
    printed = soc.simulate(tmp_path)
    assert printed.endswith("\npassed\n")
    cycles = {name: int(value) for name, value in re.findall(r"^ *(.*), cycles: (\d+)$", printed, re.M)}
    parts = [cycles[name] for name in ("load a and b", "start and wait", "read c")]
    assert cycles["product with the core"] == sum(parts)
    assert soc.design().cycles("mul").latency <= int(re.findall(r"the core runs: (\d+)", printed)[0]) <= parts[1]
    assert cycles["product with the core"] < cycles["product by NTT in software"]
    # Another version of the compiler makes other cycles.
    shown = re.findall(r"^```\n(n = .*?)^```", README.read_text(encoding="utf-8"), re.M | re.S)
    assert [re.sub(r"\d+", "", text) for text in shown] == [re.sub(r"\d+", "", printed)]


def test_a_wrong_product_is_found(soc: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = soc.vectors()
    wrong = re.sub(r"(kC\[\] = \{)(\d+)", lambda found: f"{found[1]}{(int(found[2]) + 1) % 3329}", right)
    assert wrong != right
    monkeypatch.setattr(soc, "vectors", lambda: wrong)
    with pytest.raises(TwiddleError, match=r"(?s)ended with 4:.*WRONG: product by polling\n.*FAILED\n"):
        soc.simulate(tmp_path)


def test_what_is_missing_is_named(soc: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = [sys.executable, str(FOLDER / "soc.py"), "sim", "--folder", str(tmp_path)]
    done = finished(command, env={**os.environ, "PATH": ""})
    assert done.returncode == 1
    assert done.stderr.startswith("picorv32: no riscv64-unknown-elf-gcc on PATH")
    monkeypatch.setattr(soc, "PACKAGE", "no_such_package")
    with pytest.raises(TwiddleError, match="the package no-such-package is not installed"):
        soc.processor()


@pytest.mark.matrix
def test_a_bitstream_is_made(soc: ModuleType, tmp_path: Path) -> None:
    """README's cells and clock rates are those of the hardware as it is."""
    found = soc.bitstream(tmp_path)
    assert found["least"] >= 25, "the clock of the board"
    cells = "{LUT:,} LUT, {FF:,} flip-flops, {DSP} DSP, {BRAM} block RAMs of 18 Kibit"
    said = f"{cells}, {{MHz}} MHz ({{least}} to {{most}}"
    assert said.format(**found) in " ".join(README.read_text(encoding="utf-8").split())
    assert (tmp_path / "ulx3s.bit").stat().st_size > 100_000


OWN = ROOT / "examples" / "own-core"

# Coefficients in on standard input; results out, and the cycles from the first beat in to the last out.
DRIVER = """
#include <cstdio>
#include "Vtop.h"
double sc_time_stamp() { return 0; }
int main() {
  Vtop top;
  auto tick = [&] { top.clk_i = 0; top.eval(); top.clk_i = 1; top.eval(); };
  top.rst_ni = 0; tick(); top.rst_ni = 1; top.c_ready_i = 1;
  unsigned value = 0, sent = 0;
  for (int cycle = 0; cycle < 5000; cycle++) {
    top.clk_i = 0; top.eval();
    top.a_valid_i = top.a_ready_o && sent < 256 && std::scanf("%u", &value) == 1;
    sent += top.a_valid_i;
    top.a_data_i = value;
    top.eval();
    if (top.c_valid_o) std::printf("%u ", top.c_data_o);
    if (top.c_valid_o && top.c_last_o) { std::printf("%d", cycle + 1); return 0; }
    top.clk_i = 1; top.eval();
  }
  return 1;
}
"""


def test_the_own_core_computes_the_transform_in_its_cycles(tmp_path: Path) -> None:
    (tmp_path / "driver.cpp").write_text(DRIVER, encoding="utf-8")
    program = link("own_ntt", [OWN / "own_ntt.v"], [tmp_path / "driver.cpp"])
    ring = twiddle.ring("ml-kem")
    a = np.random.default_rng(1).integers(0, ring.q, ring.n)
    done = subprocess.run([program], input=" ".join(map(str, a)), capture_output=True, text=True, check=True)
    *found, cycles = map(int, done.stdout.split())
    assert found == twiddle.model.ntt(ring, a).tolist()
    assert recipe.load(OWN / "own.toml").latency == {"ntt": cycles}
