# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The system of `examples/soc`: its DMA and driver, its software, its record."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import record
import run as command
import software
import system
from rtl_tree import rtl_tree

import twiddle
from lint import slang, tools
from twiddle import manifest
from twiddle.errors import TwiddleError
from twiddle.report import tables
from twiddle.synth.records import Results

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "examples" / "soc"

pytestmark = pytest.mark.covers("twd_unit_axi")

MAIN = """
#include <stddef.h>
#include "system.h"
#include "unit.h"
#include "vectors.h"

static int16_t a[256] = {A}, b[256] = {B}, c[256];
static int32_t d[256] = {D};

int main(void) {
  static const uint32_t multiply[] = {
      TWD_UNIT_COMMAND(TWD_UNIT_LOAD, 1, 2, 0, 0, 0, 0, 0),
      TWD_UNIT_COMMAND(TWD_UNIT_NTT, 1, 2, 0, 0, 0, 0, 0),
      TWD_UNIT_COMMAND(TWD_UNIT_MUL, 1, 1, 2, 0, 1, 0, 0),
      TWD_UNIT_COMMAND(TWD_UNIT_INTT, 1, 1, 2, 2, 0, 0, 0),
      TWD_UNIT_COMMAND(TWD_UNIT_STORE, 1, 1, 0, 2, 0, 0, 0),
  };
  static const uint32_t transform[] = {
      TWD_UNIT_COMMAND(TWD_UNIT_LOAD, 0, 1, 0, 0, 0, 0, 0),
      TWD_UNIT_COMMAND(TWD_UNIT_NTT, 0, 1, 0, 0, 0, 0, 0),
      TWD_UNIT_COMMAND(TWD_UNIT_STORE, 0, 1, 0, 0, 0, 0, 0),
  };
  static const uint32_t none[] = {TWD_UNIT_COMMAND(15, 0, 1, 0, 0, 0, 0, 0)};
  const void *loads[] = {a, b};
  void *stores[] = {c};
  int wrong = !unit_found();
  phase(1);
  wrong |= unit_run(multiply, 5, loads, NULL, stores) != 0;
  phase(2);
  wrong |= unit_run(transform, 3, (const void *[]){d}, NULL, (void *[]){d}) != 0;
  phase(0);
  wrong |= unit_run(none, 1, NULL, NULL, NULL) != 1 || unit_run(none, 0, NULL, NULL, NULL) != 0;
  wrong |= differs("the product", c, kC, sizeof(c));
  return wrong | differs("the transform", d, kD, sizeof(d));
}
"""


def listed(values: np.ndarray) -> str:
    return ",".join(map(str, values.tolist()))


def needs(*found: Callable[[], object]) -> None:
    """Skips where a tool is missing."""
    for each in found:
        try:
            each()
        except TwiddleError as error:
            pytest.skip(str(error))


def test_polynomials_go_through_the_dma(tmp_path: Path) -> None:
    """Signed coefficients of both widths, a product and a transform, and a command that the unit refuses."""
    needs(system.compiler)
    kem, dsa = twiddle.ring("ml-kem"), twiddle.ring("ml-dsa")
    rng = np.random.default_rng(7)
    a, b = rng.integers(1 - kem.q, 2 * kem.q, (2, 256))
    d = rng.integers(1 - dsa.q, 2 * dsa.q, 256)
    text = MAIN.replace("{A}", f"{{{listed(a)}}}").replace("{B}", f"{{{listed(b)}}}")
    (tmp_path / "main.c").write_text(text.replace("{D}", f"{{{listed(d)}}}"))
    c = twiddle.model.multiply(kem, a % kem.q, b % kem.q)
    wanted = f"static const int16_t kC[] = {{{listed(c)}}};\n"
    wanted += f"static const int32_t kD[] = {{{listed(twiddle.model.ntt(dsa, d % dsa.q))}}};\n"
    cycles = system.simulate(tmp_path, [tmp_path / "main.c"], "#include <stdint.h>\n" + wanted, unit=True)
    for phase in (1, 2):
        assert 300 < sum(cycles[phase].values()) < 3000


@pytest.mark.parametrize("lanes", [2, 4])
def test_every_front_end_reads_the_dma(lanes: int) -> None:
    point = tools.Point("soc_dma", "soc_dma", {"Lanes": str(lanes)}, [FOLDER / "soc_dma.sv"], [])
    assert [tools.check_verilator(point), tools.check_yosys(point), slang.Slang().check(point)] == [
        [],
        [],
        [],
    ]


def test_a_wrong_program_is_told(tmp_path: Path) -> None:
    needs(system.compiler)
    (tmp_path / "main.c").write_text('#include "system.h"\nint main(void) { print("no\\n"); return 5; }\n')
    with pytest.raises(TwiddleError, match="ended with 5:\nno\n"):
        system.simulate(tmp_path, [tmp_path / "main.c"], "", unit=False)


@pytest.mark.matrix
@pytest.mark.parametrize("form", software.FORMS)
@pytest.mark.parametrize("name", [name for name in software.SETS if name not in command.RECORDED])
def test_the_sets_that_are_not_recorded(name: str, form: str, tmp_path: Path) -> None:
    needs(system.compiler, lambda: software.folder(None))
    found = system.System(name, form, software.folder(None), tmp_path).run()
    assert found.cycles.keys() == set(software.SETS[name][0].operations)
    assert all(parts["hash"] > parts["polynomials"] > 0 for parts in found.cycles.values())


def test_the_hash_is_of_all_that_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change to the wrapper of the unit, to the system or to its firmware changes it."""
    found = [system.source_hash()]
    root = rtl_tree(tmp_path / "rtl")
    monkeypatch.setattr(manifest, "rtl_root", lambda: root)
    folder = tmp_path / "soc"
    shutil.copytree(FOLDER, folder)
    monkeypatch.setattr(system, "HERE", folder)
    assert system.source_hash() == found[0]
    names = (
        "soc.v",
        "soc_dma.sv",
        "sim.cpp",
        "firmware/start.S",
        "firmware/unit.c",
        "firmware/include/string.h",
    )
    for path in (root / "wrap/twd_unit_regs.sv", *(folder / name for name in names)):
        with path.open("a", encoding="utf-8") as file:
            file.write("more")
        found.append(system.source_hash())
    assert len(set(found)) == len(found)


def test_functions_belong_to_parts() -> None:
    for function, part in {
        "KeccakF1600_StatePermute": "hash",
        "mlkem_poly_invntt_tomont": "polynomials",
        "mlk_polyvec_basemul_acc_montgomery_cached_c": "polynomials",
        "unit_run": "polynomials",
        "mlkem_poly_rej_uniform": "sampling",
        "mlkem768_poly_getnoise_eta1_4x": "sampling",
        "mlkem_poly_compress_d10": "the rest",
        "memcpy": "the rest",
    }.items():
        assert software.part(function) == part


def test_sources_are_those_that_were_measured(tmp_path: Path) -> None:
    with pytest.raises(TwiddleError, match=r"no folder aws-lc-sys-0\.47\.0; unpack"):
        software.folder(tmp_path)
    for crate in software.CRATES:
        (tmp_path / crate.folder).mkdir()
    with pytest.raises(TwiddleError, match="the sources have the SHA-256"):
        software.folder(tmp_path)


def test_without_cargo_the_crates_are_asked_for(tmp_path: Path) -> None:
    words = [sys.executable, str(FOLDER / "run.py")]
    environment = {"PATH": "", "TWIDDLE_CACHE": str(tmp_path)}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("soc: no cargo on PATH")


def test_the_record_and_its_table() -> None:
    """Polynomials of ML-KEM-768 are as fast as the unit promises, and the whole gains what it can."""
    found = json.loads((Results().folder / record.RECORD).read_text(encoding="utf-8"))
    assert tables.holds(command.README, *command.MARKS, record.page(found))
    if record.RECORD in Results().pending():
        pytest.skip("results/pending.json: make soc has not run on this hardware")
    assert found["source_hash"] == system.source_hash(), "rtl/ or examples/soc has changed; run: make soc"
    forms = found["sets"]["ML-KEM-768"]
    for operation, before in forms["software"]["cycles"].items():
        for form, factor in (("calls", 10), ("chained", 20)):
            parts = forms[form]["cycles"][operation]
            assert before["polynomials"] >= factor * parts["polynomials"], (form, operation)
            limit = sum(before.values()) - before["polynomials"]
            assert limit >= 0.85 * sum(parts.values())
