# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The rooms of the Python package: a module imports only its own room and those below it.

`python -m lint.rooms` prints the lines of each room and the imports between rooms; with a folder, of another checkout.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOMS = {
    "cli": "the command line and the demonstration",
    "study": "tables of the papers, open cores of others, the HTML page, capacity plans",
    "bundle": "export, bus wrappers, register files, C headers, data sheets",
    "evidence": "records and their states, verification runs, explore, schemes on simulated hardware",
    "tools": "Verilator, Yosys, nextpnr, ABC, CIRCT; targets; simulators; netlists; provers",
    "catalog": "every block of hardware, with its parameters, operations and cycle formulas",
    "model": "what the hardware computes, in NumPy",
    "base": "rings, errors, places, the manifest, grids of figures, progress, the artifact store",
}
"""The rooms from top to bottom."""

CLOSED = {"tools.hls": ("cli",)}
"""Folders that only the named rooms import."""

ENTRIES = ("twiddle", "twiddle.__main__", "twiddle.cli", "twiddle.litex")
"""The modules above the rooms; they may load rooms when these are first used."""


def check(source: Path) -> list[str]:
    """Imports that run up, circles of files, and imports inside functions, one line each."""
    files = {_name(path, source): path for path in sorted((source / "twiddle").rglob("*.py"))}
    if not files:
        return [f"{source}: no Python file"]
    findings: list[str] = []
    graph: dict[str, set[str]] = {}
    for name, path in files.items():
        graph[name] = set()
        for other, line, lazy in _imports(path, files):
            where = f"{path.relative_to(source.parent)}:{line}"
            if name in ENTRIES:
                continue
            graph[name] |= {parent for parent in _ancestors(other) if not f"{name}.".startswith(f"{parent}.")}
            if lazy:
                findings.append(f"{where}: {other} is imported inside a function")
            if not _allowed(name, other):
                findings.append(f"{where}: {_room(name)} may not import {other}")
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        findings.append(f"circle of imports: {' -> '.join(reversed(error.args[1]))}")
    return findings


def _ancestors(name: str) -> list[str]:
    """A module and the packages that its import runs, without the root."""
    parts = name.split(".")
    return [".".join(parts[:count]) for count in range(2, len(parts) + 1)]


def _name(path: Path, source: Path) -> str:
    parts = path.relative_to(source).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _room(name: str) -> str:
    return name.split(".")[1] if "." in name and name not in ENTRIES[:2] else ""


def _allowed(name: str, other: str) -> bool:
    order = list(ROOMS)
    if _room(other) not in order or _room(name) not in order or order.index(_room(other)) < order.index(_room(name)):
        return False
    closed = [users for folder, users in CLOSED.items() if f"{other}.".startswith(f"twiddle.{folder}.")]
    inside = any(f"{name}.".startswith(f"twiddle.{folder}.") for folder in CLOSED)
    return inside or all(_room(name) in users for users in closed)


def _imports(path: Path, files: dict[str, Path]) -> Iterator[tuple[str, int, bool]]:
    """Every imported module of the package, its line, and whether the import is inside a function."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    inside = {id(node) for function in functions for node in ast.walk(function)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            named = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            named = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for full in named:
            module = full if full in files else full.rpartition(".")[0]
            if module in files:
                yield module, node.lineno, id(node) in inside


def picture(source: Path) -> str:
    """The rooms from top to bottom with their lines, and how often each imports another."""
    files = {_name(path, source): path for path in sorted((source / "twiddle").rglob("*.py"))}
    lines, arrows = Counter[str](), Counter[tuple[str, str]]()
    for name, path in files.items():
        lines[_room(name)] += len(path.read_text(encoding="utf-8").splitlines())
        arrows.update((_room(name), _room(other)) for other, _, _ in _imports(path, files))
    order = [*ROOMS, *sorted(set(lines) - set(ROOMS))]
    cells = ([str(arrows[room, other] or ".") for other in order] for room in order)
    heads = ([room or "(entry)", f"{lines[room]:,}"] for room in order)
    rows = [["room", "lines", *order], *(head + row for head, row in zip(heads, cells, strict=True))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    table = ["  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows]
    up = [(a, b) for a, b in arrows if {a, b} <= set(ROOMS) and order.index(b) < order.index(a)]
    count = sum(arrows[pair] for pair in up)
    return "\n".join([*table, f"{sum(lines.values()):,} lines in {len(files)} files; {count} imports run up"])


if __name__ == "__main__":
    print(picture(Path(sys.argv[1] if sys.argv[1:] else ".").resolve() / "src"))
