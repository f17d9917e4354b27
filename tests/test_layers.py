# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Which module of the package imports which: no circles, lazy imports counted, those for types alone not."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

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
    assert found["twiddle.cli.main"] >= {"twiddle.cli.verify", "twiddle.exits"}
    list(TopologicalSorter(found).static_order())


def test_a_circle_is_found(tmp_path: Path) -> None:
    first, second = tmp_path / "first.py", tmp_path / "second.py"
    first.write_text("import second\n", encoding="utf-8")
    second.write_text("def late():\n    from first import name\n", encoding="utf-8")
    modules = {"first": first, "second": second}
    with pytest.raises(CycleError):
        list(TopologicalSorter(graph(modules)).static_order())


@pytest.mark.parametrize(
    ("room", "below"),
    [
        ("twiddle.model", {"twiddle.model", "twiddle.errors", "twiddle.rings"}),
        (
            "twiddle.cores",
            {"twiddle.cores", "twiddle.errors", "twiddle.hls", "twiddle.model", "twiddle.rings"},
        ),
        (
            "twiddle.synth.targets",
            {"twiddle.errors", "twiddle.synth.targets", "twiddle.synth.path", "twiddle.synth.reports"},
        ),
    ],
)
def test_a_room_imports_what_is_below_it(room: str, below: set[str]) -> None:
    names = [name for name in MODULES if f"{name}.".startswith(f"{room}.")]
    assert len(names) > 8
    found = graph()
    for name in names:
        for each in found[name]:
            assert any(f"{each}.".startswith(f"{one}.") for one in below), (name, each)


@pytest.mark.parametrize("folder", ["cores", "synth/targets"])
def test_nothing_names_a_core_or_a_family_but_its_own_file(folder: str) -> None:
    room = f"twiddle.{folder.replace('/', '.')}"
    for name, found in graph().items():
        if name != room and not name.startswith(f"{room}."):
            shared = {room, f"{room}.base", f"{room}.vendor"}
            assert {each for each in found if f"{each}.".startswith(f"{room}.")} <= shared, name


def test_only_the_command_line_imports_the_command_line() -> None:
    above = {"twiddle.__main__", "twiddle.demo"}
    for name, found in graph().items():
        if not name.startswith("twiddle.cli") and name not in above:
            assert not any(each.startswith("twiddle.cli") for each in found), name
