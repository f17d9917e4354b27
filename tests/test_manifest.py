# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The manifest of the RTL, and the checks that hold it to the tree."""

import re
from pathlib import Path

import pytest

from lint import tree as tree_rules
from twiddle.base import manifest
from twiddle.base.errors import TwiddleError
from twiddle.catalog import designs


def tree(root: Path, text: str, *files: str) -> Path:
    (root / "manifest.toml").write_text(FOLDERS + text)
    for file in files:
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).write_text("")
    return root


FOLDERS = """[folders]
prim = []
arith = ["prim"]
"arith/mul" = ["prim", "arith"]
core = ["prim", "arith/*"]
"""
LEAF = '[modules.twd_leaf]\nfiles = ["prim/leaf.sv"]\n'
USER = '[modules.twd_user]\nfiles = ["core/user.sv"]\ndepends = ["twd_leaf", "twd_x_pkg"]\n'
PACKAGE = '[modules.twd_x_pkg]\nfiles = ["arith/mul/twd_x_pkg.sv"]\ndepends = ["twd_leaf"]\n'
ADD = '[modules.twd_add]\nfiles = ["arith/add.sv"]\n'
FILES = ("prim/leaf.sv", "core/user.sv", "arith/mul/twd_x_pkg.sv")


def test_the_manifest_matches_the_tree():
    assert tree_rules.check() == []
    assert manifest.modules()


def test_files_of_a_core_by_its_name():
    in_rtl = {kind.name: kind.top for kind in designs.cores() if not kind.generated}
    assert manifest.cores() == in_rtl
    for name, top in in_rtl.items():
        assert manifest.core_files(name) == manifest.sources(top)
    assert manifest.core_files("rns")[-1].name == "twd_iterative.sv"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("rms", r"core 'rms': unknown \(did you mean rns\?\); the cores are iterative, rns, quad, mdf, mdc, pwmm"),
        ("quad-hls", "core 'quad-hls': its sources are not in rtl/; `twiddle hls` generates them"),
    ],
)
def test_files_of_another_core_are_refused(name, message):
    with pytest.raises(TwiddleError, match=message):
        manifest.core_files(name)


def test_every_module_has_the_prefix():
    assert [name for name in manifest.modules() if not name.startswith("twd_")] == []


def test_sources_come_in_dependency_order_packages_first(tmp_path):
    root = tree(tmp_path, USER + LEAF + PACKAGE + '[tops]\ncores = ["twd_user"]\n', *FILES)
    assert tree_rules.check(root) == []
    assert manifest.tops(root) == ("twd_user",)
    relative = [path.relative_to(root).as_posix() for path in manifest.sources("twd_user", root)]
    assert relative == ["arith/mul/twd_x_pkg.sv", "prim/leaf.sv", "core/user.sv"]
    assert manifest.sources("twd_leaf", root) == [root / "prim/leaf.sv"]


@pytest.mark.parametrize(
    ("text", "files", "finding"),
    [
        (LEAF, (), "modules.twd_leaf: file prim/leaf.sv does not exist"),
        (LEAF, ("prim/leaf.sv", "wrap/more.sv"), "wrap/more.sv: not in the manifest"),
        (LEAF + LEAF.replace("leaf]", "b]"), FILES[:1], "prim/leaf.sv is listed by twd_leaf too"),
        (LEAF.replace("prim", "other"), ("other/leaf.sv",), "file other/leaf.sv is in none of prim"),
        (USER, FILES[1:2], "modules.twd_user: depends on unknown module twd_leaf"),
        (LEAF + 'depends = ["twd_user"]\n' + USER + PACKAGE, FILES, "prim/ may not depend on twd_user of core/"),
        (
            LEAF + USER.replace("twd_x_pkg", "twd_add") + ADD,
            (*FILES[:2], "arith/add.sv"),
            "core/ may not depend on twd_add of arith/",
        ),
        (LEAF + 'depends = ["twd_leaf"]\n', FILES[:1], "cyclic dependencies: twd_leaf -> twd_leaf"),
        (LEAF + '[tops]\ncores = ["twd_none"]\n', FILES[:1], "tops.cores: unknown module twd_none"),
        (LEAF + '[cores]\nleaf = "twd_leaf"\n', FILES[:1], "cores.leaf: twd_leaf is not in tops.cores"),
    ],
)
def test_findings(tmp_path, text, files, finding):
    found = tree_rules.check(tree(tmp_path, text, *files))
    assert len([line for line in found if finding in line]) == 1, found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[modules", "manifest.toml: "),
        ("[modules.twd_leaf]\nfiles = []\n", "Expected `array` of length >= 1 - at `$.modules[...].files`"),
        (LEAF + "colour = 1\n", "Object contains unknown field `colour` - at `$.modules[...]`"),
    ],
)
def test_malformed_manifests_are_refused(tmp_path, text, message):
    with pytest.raises(TwiddleError, match=re.escape(message)):
        manifest.modules(tree(tmp_path, text))


def test_unknown_modules_are_refused(tmp_path):
    with pytest.raises(TwiddleError, match="manifest: unknown module 'twd_none'"):
        manifest.sources("twd_none")
    with pytest.raises(TwiddleError, match=r"unknown module 'twd_x_pkg' \(needed by twd_user\)"):
        manifest.sources("twd_user", tree(tmp_path, LEAF + USER))


def test_a_tree_without_a_manifest_is_refused(tmp_path):
    with pytest.raises(TwiddleError, match=r"manifest.toml: No such file"):
        manifest.modules(tmp_path)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("assign a = b;", "assign a = b;  // as before", True),
        ("assign a = b;", "// of a\nassign\n  a = b;", True),
        ("assign a = b;", "assign a = c;", False),
        ("assign a = b;", "// synthesis translate_off\nassign a = b;", False),
        ('$display("a // b");', '$display("a // c");', False),
        ('$display("a");  // "', '$display("a");  // say "a', True),
    ],
)
def test_the_hash_of_a_text_is_that_of_what_tools_read(tmp_path, one, other, same):
    paths = tmp_path / "one.sv", tmp_path / "other.sv"
    for path, text in zip(paths, (one, other), strict=True):
        path.write_text(f"{text}\n")
    first, second = (manifest.text_hash([path]) for path in paths)
    assert (first == second) == same
