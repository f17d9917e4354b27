# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The imports between modules of the package: no circles, lazy imports counted, those for types alone not."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from lint import rooms

SOURCE = Path(__file__).parents[1] / "src"
MODULES = {
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"): path
    for path in SOURCE.rglob("*.py")
}


def imported(node: ast.AST) -> Iterator[str]:
    """The modules that a piece of source imports, but for those under `if TYPE_CHECKING`."""
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        inside = [f"{node.module}.{alias.name}" for alias in node.names]
        yield from [name for name in inside if name in MODULES] or [node.module]
    for child in ast.iter_child_nodes(node):
        yield from imported(child)


def graph(modules: dict[str, Path] = MODULES) -> dict[str, set[str]]:
    found = {}
    for name, path in modules.items():
        names = set(imported(ast.parse(path.read_text(encoding="utf-8"))))
        found[name] = {each for each in names if each in modules and each != name}
    return found


def test_no_module_imports_itself_through_others() -> None:
    found = graph()
    assert len(found) > 100
    assert found["twiddle.cli"] >= {"twiddle.base.errors", "twiddle.base.exits"}
    list(TopologicalSorter(found).static_order())


def test_a_circle_is_found(tmp_path: Path) -> None:
    first, second = tmp_path / "first.py", tmp_path / "second.py"
    first.write_text("import second\n", encoding="utf-8")
    second.write_text("def late():\n    from first import name\n", encoding="utf-8")
    modules = {"first": first, "second": second}
    with pytest.raises(CycleError):
        list(TopologicalSorter(graph(modules)).static_order())


def test_a_room_imports_only_rooms_below_it() -> None:
    assert rooms.check(SOURCE) == []


@pytest.mark.parametrize("folder", ["cores", "synth/targets"])
def test_nothing_names_a_core_or_a_family_but_its_own_file(folder: str) -> None:
    package = f"twiddle.{folder.replace('/', '.')}"
    for name, found in graph().items():
        if name != package and not name.startswith(f"{package}."):
            shared = {package, f"{package}.base", f"{package}.vendor"}
            assert {each for each in found if f"{each}.".startswith(f"{package}.")} <= shared, name


def test_only_the_command_line_imports_the_command_line() -> None:
    above = {"twiddle.__main__", "twiddle.cli.demo", "twiddle_command"}
    for name, found in graph().items():
        if not name.startswith("twiddle.cli") and name not in above:
            assert not any(each.startswith("twiddle.cli") for each in found), name


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
