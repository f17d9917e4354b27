# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The designs and modules that are linted, with Verilator and Yosys."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

from lint.cover import cover
from twiddle.base import manifest
from twiddle.base.rings import Ring
from twiddle.catalog import designs
from twiddle.catalog.block import Block, Kind
from twiddle.evidence.verify import formal
from twiddle.tools.sim.build import verilator

LARGEST = Ring("largest", 4096, 16760833, 9049883, 8192)
"""A ring with the longest polynomials and, at that length, the widest coefficients that the RTL supports."""

SHORT = (Ring("short", 16, 97, 28, 32), Ring("longer", 64, 257, 9, 128))
"""Short rings of small moduli: what is computed during elaboration takes little time."""

WAIVERS = Path(__file__).resolve().parents[1] / "rtl" / "waivers.vlt"
_AS_MEANT = "Warning: Replacing memory "
"""Begins the note of Yosys that an array with constant indices is wires, as in twd_mdc_delay."""
_YOSYS = "import sys; from pyosys import libyosys as ys; ys.run_pass('script ' + sys.argv[1], ys.Design())"


@dataclass(frozen=True)
class Point:
    """One module with chosen parameters; files in compile order."""

    label: str
    top: str
    parameters: Mapping[str, str]
    sources: Sequence[Path]
    include_dirs: Sequence[Path]


def hand_written() -> list[Kind]:
    """The cores without those that a tool generates; `tests/test_hls.py` lints these if the tool is installed."""
    return [kind for kind in designs.cores() if not kind.generated]


def cores(strength: int, rings: Sequence[Ring] = ()) -> Iterator[Point]:
    """A covering array of every core, over the first ring of SHORT that it takes and these rings."""
    for kind in hand_written():
        short = next(ring for ring in SHORT if kind.takes(ring))
        yield from map(of_design, cover(kind, [short, *rings], strength))


def defaults(*rings: Ring) -> Iterator[Point]:
    """Every core with its default parameters in these rings."""
    for kind, ring in product(hand_written(), rings):
        if kind.takes(ring):
            yield of_design(designs.core(kind.name, ring))


def extremes() -> Iterator[Point]:
    """Every core and the polynomial unit in the largest ring; the longest table too."""
    yield from defaults(LARGEST)
    yield of_design(designs.core("quad", LARGEST, Published=1))
    ring = {"N": LARGEST.n, "Q": LARGEST.q, "Root": LARGEST.root, "Q_2": 0}
    unit = {name: str(value) for name, value in {**ring, "Lanes": 1, "Slots": 8}.items()}
    yield _point(f"twd_poly_unit {LARGEST.name}", "twd_poly_unit", unit)


def units() -> Iterator[Point]:
    """Every module of the manifest with its default parameters; its dependencies alone must suffice."""
    for name in manifest.modules():
        if not name.endswith("_pkg"):
            yield _point(name, name, {})


def proofs() -> Iterator[Point]:
    """Every proof of formal/."""
    for proof in formal.PROOFS:
        parameters = {name: str(value) for name, value in proof.parameters.items()}
        yield Point(proof.name, proof.top, parameters, formal.sources(proof.top), manifest.include_dirs())


def outside_cores() -> Iterator[Point]:
    """The units that neither a core nor another unit instantiates."""
    modules = [name for name in manifest.modules() if not name.endswith("_pkg")]
    inside = {module.name for top in modules for module in manifest.closure(top) if module.name != top}
    return (unit for unit in units() if unit.top not in inside | set(manifest.tops()))


SHORTENED = {"twd_mod_mul_rns_dual": {"Q": "97"}, "twd_unit_axi": {"N": "64", "Q": "257", "Root": "9", "Q_2": "0"}}
"""Parameters of units whose tables take Yosys long at their defaults."""


def read_by_yosys() -> Iterator[Point]:
    """Every core over its first ring of SHORT with its default parameters, and the units outside of the cores."""
    default = {point.top + point.parameters.get("Method", ""): point for point in reversed([*defaults(*SHORT)])}
    yield from default.values()
    yield from (replace(unit, parameters=SHORTENED.get(unit.top, {})) for unit in outside_cores())


def of_design(design: Block) -> Point:
    """The lint point of one design."""
    return _point(label(design), design.top, design.rtl_parameters())


def label(design: Block) -> str:
    """The name of the lint point of a design."""
    parameters = (f"{name}={value}" for name, value in design.parameters.items())
    return " ".join([design.top, design.ring.name, *parameters])


def _point(label: str, top: str, parameters: Mapping[str, str]) -> Point:
    return Point(label, top, parameters, manifest.sources(top), manifest.include_dirs())


def check_verilator(point: Point, *options: str) -> list[str]:
    """Warnings and errors of `verilator --lint-only -Wall`, minus the waivers."""
    return _verilator(point, str(WAIVERS), *options)


def check_hardware(point: Point) -> list[str]:
    """The same without assertions and waivers, except for what is unused then; resets used in two ways too.

    A reset is used asynchronously, not as data: assertions do both, which a waiver hides.
    """
    return _verilator(point, "+define+SYNTHESIS", "-Wno-UNUSEDSIGNAL", "-Wno-UNUSEDPARAM")


def _verilator(point: Point, *options: str) -> list[str]:
    arguments = ["--lint-only", "-Wall", *options, "--top-module", point.top]
    arguments += [f"+incdir+{folder}" for folder in point.include_dirs]
    arguments += [f"-G{name}={value}" for name, value in point.parameters.items()]
    done = verilator().run([*arguments, *map(str, point.sources)], Path.cwd())
    lines = [line for line in done.stderr.splitlines() if line.startswith("%") and "Exiting due to" not in line]
    if done.returncode and not lines:
        lines = [done.stderr.strip() or f"exit status {done.returncode}"]
    return lines


def check_yosys(point: Point) -> list[str]:
    """Warnings and errors of plain Yosys when it reads and elaborates the module."""
    includes = " ".join(f"-I{folder}" for folder in point.include_dirs)
    script = f"read_verilog -sv -defer {includes} {' '.join(map(str, point.sources))}\n"
    if point.parameters:
        settings = " ".join(f"-set {name} {value}" for name, value in point.parameters.items())
        script += f"chparam {settings} {point.top}\n"
    script += f"hierarchy -check -top {point.top}\n"
    with tempfile.NamedTemporaryFile("w", suffix=".ys") as file:
        file.write(script)
        file.flush()
        command = [sys.executable, "-c", _YOSYS, file.name]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = (done.stdout + done.stderr).strip().splitlines()
    if done.returncode == 0:
        return [line for line in lines if line.startswith("Warning: ") and not line.startswith(_AS_MEANT)]
    return [line for line in lines if "ERROR" in line] or lines[-1:] or [f"exit status {done.returncode}"]
