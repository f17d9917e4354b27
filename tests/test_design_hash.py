# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The hash by which a record is known to be stale: deaf to what is not hardware, and to nothing else."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest
from core_cases import user_ring
from covers import marked
from fault_list import FAULTS as ALL
from fault_list import Fault
from rtl_tree import edit

from twiddle.base import manifest
from twiddle.base.errors import TwiddleError
from twiddle.base.sources import Sources, sources
from twiddle.catalog.designs import core
from twiddle.evidence.verify.netlists import SMALL
from twiddle.tools.synth import netlist
from twiddle.tools.synth.netlist import design_hashes

CORE = core("iterative", SMALL[0], Butterflies=1, DoubleBuffer=1)
OTHER = user_ring(16, 7681, True)
DESIGNS = {
    "twd_mod_mul": {"Q": "12289"},
    "twd_mod_reduce": {"Q": "8380417"},
    "twd_butterfly": {"Q": "3329"},
    CORE.top: CORE.rtl_parameters(),
}
OF = {"units": {"twd_mod_mul": {"Q": "3329"}, "twd_butterfly": {"Q": "3329"}}, "cores": {CORE.top: DESIGNS[CORE.top]}}
UNITS = {top: parameters for top, parameters in DESIGNS.items() if top != CORE.top}
FAULTS = [
    (fault, "cores" if "core" in fault.check else "units")
    for fault in ALL
    if fault.check
    in (
        *({"unit": name, "q": 3329} for name in ("mul", "mul_lazy", "butterfly")),
        {"core": "iterative", "ring": "ml-kem", "Butterflies": 1, "DoubleBuffer": 0},
    )
]


@pytest.fixture(autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TWIDDLE_CACHE", str(tmp_path_factory.mktemp("cache")))


def tree(folder: Path, change: Callable[[str, str], str] = lambda name, text: text) -> Path:
    """A copy of rtl/ with every source file changed."""
    root = shutil.copytree(manifest.rtl_root(), folder / "rtl")
    for path in root.rglob("*.sv"):
        path.write_text(change(path.name, path.read_text()))
    return root


def hashes(root: Path | None = None, designs: Mapping[str, dict[str, str]] = DESIGNS) -> list[str]:
    return design_hashes([sources(top, parameters, root) for top, parameters in designs.items()])


def with_comments(name: str, text: str) -> str:
    rng = random.Random(name)
    lines = ["// first line", *[""] * 120]
    for line in text.splitlines():
        lines.append(line)
        if line.rstrip().endswith(";"):
            lines += rng.randrange(4) * ["", "  // nothing"]
    return "\n".join(lines) + "\n"


def with_unused_code(name: str, text: str) -> str:
    function = "function automatic int unsigned unused(input int unsigned a);\nunused = 3 * a;\nendfunction\n"
    module = f"module unused_{name.removesuffix('.sv')} (input a_i, output b_o);\nassign b_o = a_i;\nendmodule\n"
    return text.replace("endpackage", f"{function}endpackage") + module


@pytest.fixture(scope="module")
def present(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TWIDDLE_CACHE", str(tmp_path_factory.mktemp("present")))
        return hashes()


def with_both(name: str, text: str) -> str:
    return with_unused_code(name, with_comments(name, text))


@pytest.mark.parametrize(
    "change", [with_both, *(pytest.param(each, marks=pytest.mark.matrix) for each in (with_comments, with_unused_code))]
)
def test_what_is_not_hardware_leaves_the_hash(
    tmp_path: Path, present: list[str], change: Callable[[str, str], str]
) -> None:
    assert hashes(tree(tmp_path / "elsewhere", change)) == present


def test_what_was_elaborated_before_leaves_the_hash(present: list[str]) -> None:
    """Its ROM among it: priorities of initial values count on from design to design."""
    assert hashes(designs={CORE.top: DESIGNS[CORE.top]}) == present[-1:]


def test_a_parameter_changes_the_hash(present: list[str]) -> None:
    assert len(set(present)) == len(DESIGNS)
    others = {
        top: {**parameters, **(OTHER.parameters if "RootOrder" in parameters else {"Q": "7681"})}
        for top, parameters in DESIGNS.items()
    }
    for top, value, other in zip(DESIGNS, present, hashes(designs=others), strict=True):
        assert other != value, top


@pytest.fixture(scope="module")
def without_fault() -> Callable[[str], list[str]]:
    """Gives the hashes of a kind; each is made once."""
    return cache(lambda kind: hashes(designs=OF[kind]))


@pytest.mark.parametrize(
    ("fault", "kind"), marked(FAULTS, [fault.name for fault, _ in FAULTS], FAULTS[:: max(1, len(FAULTS) // 2)])
)
def test_a_fault_changes_the_hash(
    tmp_path: Path, without_fault: Callable[[str], list[str]], fault: Fault, kind: str
) -> None:
    root = tree(tmp_path)
    edit(root, fault.file, fault.original, fault.replacement)
    assert hashes(root, OF[kind]) != without_fault(kind)


@pytest.mark.parametrize(
    ("file", "kind", "other"),
    [
        ("prim/twd_rom_2r_block.sv", "`TWD_BLOCK_ROM", "`TWD_LUT_RAM"),
        ("prim/twd_fifo.sv", "`TWD_LUT_RAM_NO_RW_CHECK", "`TWD_BLOCK_RAM_NO_RW_CHECK"),
    ],
)
def test_the_kind_of_a_memory_changes_the_hash(tmp_path: Path, file: str, kind: str, other: str) -> None:
    """Block RAM or LUTs: an attribute of the memory alone decides."""
    root, top = tree(tmp_path), Path(file).stem
    edit(root, file, kind, other)
    assert hashes(root, {top: {}}) != hashes(designs={top: {}})


def test_the_hash_is_looked_up_the_second_time(present: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    first = hashes(designs=UNITS)
    monkeypatch.setattr(netlist, "_hash_each", None)
    assert hashes(designs=UNITS) == first == present[:-1]


def test_a_design_that_does_not_elaborate_is_named(tmp_path: Path) -> None:
    path = tmp_path / "bad.sv"
    path.write_text("module bad (input logic a_i);\n  missing u_missing (.a_i);\nendmodule\n")
    good = sources("twd_mod_add", {"Q": "3329"})
    with pytest.raises(TwiddleError, match=r"^bad: elaborate: ERROR: .*missing"):
        design_hashes([good, Sources("bad", (path,), (), {})])
