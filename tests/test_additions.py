# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What a new core needs: its RTL, the manifest and one module of `twiddle.catalog.cores`."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from command import Run
from core_points import points_of
from covers import FILES, covered
from fault_list import without_fault

from lint import tree
from twiddle.base import manifest
from twiddle.catalog import designs
from twiddle.catalog.block import Kind
from twiddle.catalog.cores import CORES, discover, iterative

COMMAND = "cores"


@pytest.fixture
def added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kind]:
    """The core `dummy`, found in a second folder of `twiddle.catalog.cores`."""
    text = Path(iterative.__file__).read_text(encoding="utf-8")
    for old, new in (('"iterative"', '"dummy"'), ("twd_iterative", "twd_dummy"), ("    place=0,\n", "")):
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "dummy.py").write_text(text, encoding="utf-8")
    package = sys.modules["twiddle.catalog.cores"]
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    found = discover()
    monkeypatch.setattr(designs, "CORES", found)
    monkeypatch.setattr(designs, "KINDS", (*found, *designs.KINDS[len(CORES) :]))
    designs.by_name.cache_clear()
    yield found[-1]
    designs.by_name.cache_clear()
    del sys.modules["twiddle.catalog.cores.dummy"], package.__dict__["dummy"]


@pytest.fixture
def rtl(tmp_path: Path) -> Path:
    """The RTL with the top of `dummy`, in the manifest as a core."""
    root = tmp_path / "rtl"
    shutil.copytree(manifest.rtl_root(), root)
    top = (root / "core" / "twd_iterative.sv").read_text(encoding="utf-8")
    (root / "core" / "twd_dummy.sv").write_text(top.replace("twd_iterative", "twd_dummy"), encoding="utf-8")
    depends = list(manifest.modules()["twd_iterative"].depends)
    text = (root / "manifest.toml").read_text(encoding="utf-8")
    text = text.replace('cores = ["twd_iterative", ', 'cores = ["twd_iterative", "twd_dummy", ')
    text = text.replace("[cores]\n", '[cores]\ndummy = "twd_dummy"\n')
    text += f'\n[modules.twd_dummy]\nfiles = ["core/twd_dummy.sv"]\ndepends = {depends}\n'
    (root / "manifest.toml").write_text(text, encoding="utf-8")
    return root


def test_a_new_core_is_in_the_catalogue_and_in_the_commands(added: Kind, run: Run) -> None:
    """After the others, whose order stays."""
    assert designs.cores() == [*CORES, added]
    design, like = (designs.core(name, "ml-kem", Butterflies=2) for name in ("dummy", "iterative"))
    assert (design.top, design.cycles("mul")) == ("twd_dummy", like.cycles("mul"))
    assert {each["core"] for each in run.json("--json")} == {kind.name for kind in designs.KINDS}
    out, _ = run("")
    assert "dummy" in out


def test_a_new_core_has_points_in_the_tests_of_all_cores(added: Kind) -> None:
    points = list(points_of(added))
    values = {item for point in points for item in point.design.parameters.items()}
    assert {("Butterflies", count) for count in (1, 2, 4)} <= values
    assert {point.design.core for point in points} == {"dummy"}


def test_the_top_of_a_new_core_needs_no_entry_but_that_of_the_manifest(rtl: Path) -> None:
    """Of the rules of the tree, the marks of test files and the list of faults."""
    assert tree.check(rtl) == []
    assert manifest.core_files("dummy", rtl)[-1] == rtl / "core" / "twd_dummy.sv"
    named = set[str]().union(*map(covered, FILES))
    assert set(manifest.modules(rtl)) - named == {"twd_dummy"} <= set(manifest.tops(rtl))
    assert without_fault(rtl) == without_fault()


def test_a_top_with_logic_of_its_own_needs_a_fault(rtl: Path) -> None:
    path = rtl / "core" / "twd_dummy.sv"
    text = path.read_text(encoding="utf-8").replace("endmodule", "  // assign a name\nendmodule")
    path.write_text(text, encoding="utf-8")
    assert without_fault(rtl) == without_fault()
    path.write_text(text.replace("endmodule", "  assign c_err_o = 1'b0;\nendmodule"), encoding="utf-8")
    assert without_fault(rtl) == without_fault() | {"core/twd_dummy.sv"}
