# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The designs and modules that are linted, with Verilator and Yosys."""

from __future__ import annotations

import fnmatch
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from twiddle.base import manifest
from twiddle.base.errors import TwiddleError
from twiddle.base.rings import Ring
from twiddle.catalog import designs
from twiddle.catalog.block import Kind
from twiddle.evidence.verify import formal, netlists
from twiddle.tools.sim.build import verilator

LARGEST = Ring("largest", 4096, 16760833, 9049883, 8192)
"""A ring with the longest polynomials and, at that length, the widest coefficients that the RTL supports."""

SHORT = Ring("short", 16, 97, 28, 32)
"""A short ring of a small modulus."""

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


def cores(chosen_rings: list[Ring]) -> Iterator[Point]:
    """Every core: in the first ring with every value of a number or for a technology, once with every name.

    In the other rings with its defaults, and once with every name that was illegal before. The first design
    with a name is the smallest: forms come before methods, and smaller ones before larger ones. Generated
    cores are left out: `tests/test_hls.py` lints them if the tool is installed.
    """
    for kind in designs.cores():
        seen: set[tuple[str, int | str]] = set()
        for ring in chosen_rings:
            standard = {spec.name: spec.default for spec in kind.parameters}
            for design in designs.combinations(kind, ring):
                other = {name for name, value in design.parameters.items() if value != standard[name]}
                names = {(spec.name, design.parameters[spec.name]) for spec in kind.parameters if spec.named}
                numbers = ring is chosen_rings[0] and len(other) == 1 and names <= set(standard.items())
                if design.generated:
                    continue
                if not other or numbers or not names <= seen:
                    yield of_design(design)
                seen |= names
        if not kind.generated:
            yield from map(of_design, technology_values(kind, chosen_rings[0]))


def technology_values(kind: Kind, ring: Ring) -> list[designs.Design]:
    """A core with every value for a technology, as few points as possible; none if it refuses the ring."""
    if not designs.takes(kind, ring):
        return []
    others = {spec.name: [value for value in spec.allowed if value != spec.default] for spec in kind.technology}
    return [
        designs.core(kind.name, ring, **{name: values[turn] for name, values in others.items() if turn < len(values)})
        for turn in range(max(map(len, others.values()), default=0))
    ]


def defaults(ring: Ring) -> Iterator[Point]:
    """Every core with its default parameters in one ring."""
    for kind in designs.cores():
        if not kind.generated and designs.takes(kind, ring):
            yield of_design(designs.core(kind.name, ring))


def complete() -> Iterator[Point]:
    """Cores with a complete transform, and with what needs one: the first ring has none."""
    yield of_design(designs.core("iterative", "kyber-v1", DoubleBuffer=0))
    yield of_design(designs.core("quad", "kyber-v1"))
    yield of_design(designs.core("quad", "kyber-v1", Published=1))
    yield of_design(designs.core("mdf", "falcon-512", Form="transform", Select=1))
    yield of_design(designs.core("mdc", "kyber-v1", Mixed=1))


def small() -> Iterator[Point]:
    """Every core over a short ring, by products that Yosys elaborates fast if its parameters allow them."""
    for kind in designs.cores():
        if not kind.generated:
            yield of_design(_small(kind))


def _small(kind: Kind) -> designs.Design:
    """The smallest design, by shifts and adds; without these, with the short tables of a small modulus."""
    design = netlists.smallest(kind)
    with suppress(TwiddleError):
        return designs.core(kind.name, design.ring, **{**design.parameters, "Method": "shift_add"})
    with suppress(TwiddleError):
        return designs.core(kind.name, SHORT, **design.parameters)
    return design


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


def of_design(design: designs.Design) -> Point:
    """The lint point of one design."""
    return _point(label(design), design.top, design.rtl_parameters())


def label(design: designs.Design) -> str:
    """The name of the lint point of a design."""
    parameters = (f"{name}={value}" for name, value in design.parameters.items())
    return " ".join([design.top, design.ring.name, *parameters])


def _point(label: str, top: str, parameters: Mapping[str, str]) -> Point:
    return Point(label, top, parameters, manifest.sources(top), manifest.include_dirs())


class Verilator:
    """Lints points with `verilator --lint-only -Wall`.

    waivers  the lines of the file of waivers, with what each hides
    used     those that hid a warning
    """

    def __init__(self, file: Path = WAIVERS) -> None:
        text = file.read_text(encoding="utf-8")
        self.waivers = {found[0]: _hidden(*found.groups()) for found in _WAIVER.finditer(text)}
        self.used: set[str] = set()
        self._file = file

    def check(self, point: Point) -> list[str]:
        """Warnings and errors, minus the waivers."""
        return self._findings(_verilator(point, "-Wall"))

    def check_hardware(self, point: Point) -> list[str]:
        """The same without assertions, and without what is unused then; resets used in two ways too.

        A reset is used asynchronously, not as data: assertions do both, which a waiver hides.
        """
        lines = _verilator(point, "-Wall", "+define+SYNTHESIS")
        resets = [line for line in lines if line.startswith("%Warning-SYNCASYNCNET")]
        others = [line for line in self._findings(lines) if not line.startswith("%Warning-UNUSEDSIGNAL")]
        return [*resets, *others]

    def _findings(self, lines: Sequence[str]) -> list[str]:
        findings = []
        for line in lines:
            hiding = {waiver for waiver, hidden in self.waivers.items() if hidden.match(line)}
            self.used |= hiding
            findings += [] if hiding else [line]
        return findings

    def idle_waivers(self) -> list[str]:
        """Findings for waivers that no point has needed."""
        return [f"{self._file.name}: hides nothing: {waiver}" for waiver in self.waivers if waiver not in self.used]


_WAIVER = re.compile(r'^lint_off -rule (\w+) -file "([^"]*)"(?: -match "([^"]*)")?$', re.MULTILINE)


def _hidden(rule: str, file: str, message: str | None) -> re.Pattern[str]:
    """The lines of Verilator that a waiver hides; file and message may have wildcards."""
    place, text = (fnmatch.translate(each).removesuffix(r"\Z") for each in (file, message or "*"))
    return re.compile(rf"%Warning-{rule}: {place}:\d+:\d+: {text}$")


def check_verilator(point: Point) -> list[str]:
    """Warnings and errors of `verilator --lint-only -Wall`, minus the waivers."""
    return Verilator().check(point)


def _verilator(point: Point, *options: str) -> list[str]:
    arguments = ["--lint-only", *options, "--top-module", point.top]
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
