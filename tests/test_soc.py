# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The system of `examples/soc`: its DMA and driver, its software, its record."""

import json
import shutil
import sys
from pathlib import Path

import pytest
import record
import run as command
import software
import system
from processes import finished, needs
from rtl_tree import rtl_tree

from lint import slang, tools
from twiddle.base.errors import TwiddleError
from twiddle.evidence.results import Results

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "examples" / "soc"

pytestmark = pytest.mark.covers("twd_unit_axi", "twd_lattice_axi")


@pytest.mark.parametrize(
    ("name", "parameters"), [("soc_dma", {"Lanes": "2"}), ("soc_dma", {"Lanes": "4"}), ("soc_frames", {})]
)
def test_every_front_end_reads_the_dma(name: str, parameters: dict[str, str]) -> None:
    point = tools.Point(name, name, parameters, [FOLDER / f"{name}.sv"], [])
    assert [tools.check_verilator(point), tools.check_yosys(point), slang.Slang().check(point)] == [[], [], []]


def test_a_wrong_program_is_told(tmp_path: Path) -> None:
    needs(system.compiler)
    (tmp_path / "main.c").write_text('#include "system.h"\nint main(void) { print("no\\n"); return 5; }\n')
    with pytest.raises(TwiddleError, match="ended with 5:\nno\n"):
        system.simulate(tmp_path, [tmp_path / "main.c"], "", core=None)


IMPATIENT = """
#include "lattice.h"
#include "system.h"
#include "vectors.h"

static uint8_t ek[sizeof(kEk)] ALIGNED, dk[sizeof(kDk)] ALIGNED;

static twd_lattice_status keygen(uint32_t polls) {
  const lattice_frame in[] = {{kDZ, sizeof(kDZ)}};
  lattice_patience(polls);
  return lattice_run(TWD_KEM_KEYGEN, 0, 0, in, 1, (void *const[]){ek, dk}, 2);
}

int main(void) {
  int wrong = !lattice_found(), given_up = 0;
  for (uint32_t polls = 1; polls < 120; polls += 3) {
    given_up += keygen(polls) == TWD_LATTICE_ERR_TIMEOUT;
    for (uint32_t i = 0; i < sizeof(ek); ++i) ek[i] = 0;
    for (uint32_t i = 0; i < sizeof(dk); ++i) dk[i] = 0;
    wrong |= keygen(100000) != TWD_LATTICE_OK;
    wrong |= differs("ek", ek, kEk, sizeof(ek)) | differs("dk", dk, kDk, sizeof(dk));
  }
  return wrong | (given_up < 10) | (given_up == 40);
}
"""
"""Operations that are given up after more and more cycles, amid frames that come out, and whole ones after them."""


@pytest.mark.matrix
def test_an_operation_after_one_that_was_given_up(tmp_path: Path) -> None:
    needs(system.compiler)
    (tmp_path / "main.c").write_text(IMPATIENT)
    system.simulate(tmp_path, [tmp_path / "main.c"], system.cases.text("ML-KEM-512"), core=system.OF_FORM["lattice"])


@pytest.mark.matrix
@pytest.mark.parametrize(
    ("name", "form"),
    [
        (name, form)
        for at, name in enumerate(name for name in software.SETS if name not in command.RECORDED)
        for form in list(software.FORMS)[at % 2 :: 2]
    ],
)
def test_the_sets_that_are_not_recorded(name: str, form: str, tmp_path: Path) -> None:
    needs(system.compiler, lambda: software.folder(None))
    found = system.System(name, form, software.folder(None), tmp_path).run()
    assert found.cycles.keys() == set(software.SETS[name][0].operations)
    for parts in found.cycles.values():
        assert form == "lattice" or parts["hash"] > parts["polynomials"] > 0


def test_the_hash_is_of_all_that_runs(tmp_path: Path) -> None:
    """A change to the wrapper of a core, to the system or to its firmware changes it."""
    root, folder = rtl_tree(tmp_path / "rtl"), tmp_path / "soc"
    shutil.copytree(FOLDER, folder)
    found = [system.source_hash(root, folder)]
    assert found == [system.source_hash()]
    own = ("soc.v", "soc_dma.sv", "soc_frames.sv", "sim.cpp", "firmware/start.S", "firmware/unit.c")
    own += ("firmware/lattice.c", "firmware/include/string.h")
    rtl = [root / "wrap" / f"twd_{name}_regs.sv" for name in ("unit", "lattice")]
    for path in (*rtl, *(folder / name for name in own)):
        with path.open("a", encoding="utf-8") as file:
            file.write("more")
        found.append(system.source_hash(root, folder))
    assert len(set(found)) == len(found)


def test_functions_belong_to_parts() -> None:
    for function, part in {
        "KeccakF1600_StatePermute": "hash",
        "mlkem_poly_invntt_tomont": "polynomials",
        "mlk_polyvec_basemul_acc_montgomery_cached_c": "polynomials",
        "unit_run": "polynomials",
        "lattice_run": "lattice",
        "twd_lattice_wait": "lattice",
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
    done = finished(words, env=environment)
    assert done.returncode == 1
    assert done.stderr.startswith("soc: no cargo on PATH")


def test_a_whole_operation_has_one_number() -> None:
    """The cycles of its parts are unknown; its gain is over software."""
    software = {"hash": 600_000, "polynomials": 300_000, "the rest": 100_000}
    calls = {"hash": 600_000, "polynomials": 30_000, "the rest": 100_000}
    of = {"software": software, "calls": calls, "lattice": {"lattice": 480, "the rest": 20}}
    table = record.table({"ML-KEM-512": {form: {"cycles": {"keygen": parts}} for form, parts in of.items()}})
    assert table.splitlines()[2:] == [
        "| ML-KEM-512 keygen, software | 600,000 | 300,000 | 100,000 | 1,000,000 |  |  |  |  |",
        "| ML-KEM-512 keygen, calls | 600,000 | 30,000 | 100,000 | 730,000 | 10 x | 1.37 x | 1.43 x | 96% |",
        "| ML-KEM-512 keygen, lattice |  |  |  | 500 |  | 2,000 x |  |  |",
    ]


def test_the_record_and_its_table() -> None:
    """Polynomials are as fast as the unit promises, the whole gains what it can, hardware alone 50 times."""
    found = json.loads((Results().folder / record.RECORD).read_text(encoding="utf-8"))
    assert f"<!-- soc:begin -->\n{record.page(found)}<!-- soc:end -->" in command.README.read_text()
    if record.RECORD in Results().pending():
        pytest.skip("results/pending.json: make soc has not run on this hardware")
    assert found["source_hash"] == system.source_hash(), "rtl/ or examples/soc has changed; run: make soc"
    assert {name: tuple(forms) for name, forms in found["sets"].items()} == dict.fromkeys(
        command.RECORDED, software.FORMS
    )
    forms = found["sets"]["ML-KEM-768"]
    for operation, before in forms["software"]["cycles"].items():
        assert sum(before.values()) >= 50 * sum(forms["lattice"]["cycles"][operation].values())
        for form, factor in (("calls", 10), ("chained", 20)):
            parts = forms[form]["cycles"][operation]
            assert before["polynomials"] >= factor * parts["polynomials"], (form, operation)
            limit = sum(before.values()) - before["polynomials"]
            assert limit >= 0.85 * sum(parts.values())
