# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/cores/wrappers.md, measured again: what wrappers cost, and what they do to the clock."""

import re
from pathlib import Path

import pytest

import twiddle
from twiddle.base import manifest, places
from twiddle.bundle.wrap.top import Wrapper
from twiddle.evidence import merit
from twiddle.evidence.results import Results
from twiddle.tools.synth import records
from twiddle.tools.synth.flow import measure

PAGE = (places.root() / "docs/cores/wrappers.md").read_text(encoding="utf-8")
ROW = re.compile(r"\| `(twd_axil?\w*|twd_axis|twd_regs)`(.*) \| (\d+) \| (\d+) \| ([\d.]+) \|\n")
TABLE = ROW.findall(PAGE)
PLACED = re.compile(r"\| (\[core alone\]|with `twd_axis_regs`).* \| (\d+ \(\d+ to \d+\)) \| (\d+) \| (\d+) \|\n")
ALONE, WRAPPED = ((rate, int(lut), int(ff)) for _, rate, lut, ff in PLACED.findall(PAGE))
SLOTS = {"in 16 bits": "16", "in 32 bits": "32", "dense": "0"}
OTHER = re.compile(r", (falcon-1024|ml-dsa),")
"""A ring other than ml-kem."""
REGISTERS = {"twd_regs", "twd_axil_bus"}


def parameters(words: str) -> dict[str, str]:
    """What the words of a row say of the wrapper."""
    found = {}
    for said, slot in SLOTS.items():
        if said in words:
            found["Slot"] = slot
    if lanes := re.search(r"(\d+) lanes", words):
        found["Lanes"] = lanes[1]
    if "one input" in words:
        found["Inputs"] = "1"
    if name := re.match(OTHER, words):
        of = twiddle.ring(name[1])
        found |= {"N": str(of.n), "Q": str(of.q)}
    return found


@pytest.mark.parametrize(
    ("top", "words", "lut", "ff", "bram36"),
    [pytest.param(*row, marks=() if row[0] == "twd_axil_bus" else pytest.mark.matrix) for row in TABLE],
)
def test_the_cost_of_a_wrapper(top: str, words: str, lut: str, ff: str, bram36: str) -> None:
    cells = measure(top, manifest.sources(top), manifest.include_dirs(), parameters(words), "xc7").cells
    assert (cells.lut, cells.ff, cells.bram36) == (int(lut), int(ff), float(bram36))


def test_the_clock_of_the_core_alone_is_that_of_its_record() -> None:
    [name] = re.findall(r"\[core alone\]\(../../results/(.*?)\)", PAGE)
    if name in Results().pending():
        pytest.skip("results/pending.json: the record is not measured yet")
    record = records.load(Results().folder / name)
    assert (merit.clock(record), record.cells["lut"], record.cells["ff"]) == ALONE


@pytest.mark.matrix
def test_the_clock_of_a_wrapped_core(tmp_path: Path) -> None:
    design, wrapper = twiddle.core("iterative", "ml-kem", butterflies=2, double_buffer=0), Wrapper()
    top = tmp_path / "wrapped.sv"
    top.write_text(wrapper.text(design, "wrapped"))
    core = design.sources()
    files = [*manifest.in_order([*manifest.sources(wrapper.module), *core.files]), top]
    found = measure("wrapped", files, core.include_dirs, {}, "ecp5", seeds=(1, 2, 3))
    assert (merit.clock(found), found.cells["lut"], found.cells["ff"]) == WRAPPED


def test_a_wrapper_keeps_the_clock_of_its_core() -> None:
    """The median rates differ by no more than the core's range over seeds."""
    median, least, most = map(int, re.findall(r"\d+", ALONE[0]))
    assert abs(int(WRAPPED[0].split()[0]) - median) <= most - least


def test_the_wrappers_are_small() -> None:
    """At 64 bits: registers, in slots, and dense with 12 bits; wider coefficients cost more."""
    luts = {(top, words): int(lut) for top, words, lut, *_ in TABLE}
    assert sum(lut for (top, _), lut in luts.items() if top in REGISTERS) <= 300
    slots = [lut for (_, words), lut in luts.items() if " bits, " in words and "coefficients" in words]
    dense = [lut for (_, words), lut in luts.items() if "dense" in words and not OTHER.match(words)]
    assert (len(slots), len(dense)) == (9, 4)
    assert max(slots) <= 200
    assert max(dense) <= 450
