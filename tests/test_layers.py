# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The imports between modules of the package, and the state that none of them keeps."""

import ast
from pathlib import Path

import pytest

from lint import rooms

SOURCE = Path(__file__).parents[1] / "src"
MODULES = {
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"): path
    for path in SOURCE.rglob("*.py")
}


def test_a_room_imports_only_rooms_below_it() -> None:
    assert rooms.check(SOURCE) == []


def test_an_import_that_is_not_allowed_is_found(tmp_path: Path) -> None:
    for name, text in {
        "base/a.py": "from twiddle.model import b\n",
        "model/b.py": "def late():\n    from twiddle.base import a\n",
    }.items():
        path = tmp_path / "src" / "twiddle" / name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    assert rooms.check(tmp_path / "src") == [
        "src/twiddle/base/a.py:1: base may not import twiddle.model.b",
        "src/twiddle/model/b.py:2: twiddle.base.a is imported inside a function",
        "circle of imports: twiddle.base.a -> twiddle.model.b -> twiddle.base.a",
    ]


_CHANGES = {"add", "append", "clear", "discard", "extend", "insert", "pop", "remove", "setdefault", "update"}


def state(module: ast.Module) -> set[str]:
    """The module's own names that its functions bind again or change."""
    bound = (node for node in module.body if isinstance(node, ast.Assign | ast.AnnAssign))
    targets = (each for node in bound for each in ([node.target] if isinstance(node, ast.AnnAssign) else node.targets))
    own = {each.id for each in targets if isinstance(each, ast.Name)}
    found: set[str] = set()
    for function in ast.walk(module):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for node in ast.walk(function):
            match node:
                case ast.Global(names=names):
                    found.update(names)
                case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if method in _CHANGES:
                    found.add(name)
                case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
                    found.add(name)
    return found & own


def test_no_module_keeps_state() -> None:
    for name, path in MODULES.items():
        assert not state(ast.parse(path.read_text(encoding="utf-8"))), name


@pytest.mark.parametrize("change", ["KEPT.add(1)", "KEPT[1] = 2", "KEPT[1] += 2", "del KEPT[1]", "global KEPT"])
def test_state_is_found(change: str) -> None:
    assert state(ast.parse(f"KEPT: set[int] = set()\ndef late():\n    {change}\n")) == {"KEPT"}
