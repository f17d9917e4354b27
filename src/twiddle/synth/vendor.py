# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Targets that drive a tool of the user's own, through Edalize: AMD Vivado, Altera Quartus and openXC7.

Each places and routes the design in the harness of the open targets, where every path runs from flip-flop to
flip-flop, for a clock of CLOCK_MHZ. Vivado and Quartus read the SystemVerilog themselves, below a module
`dut_top` that sets the parameters in SystemVerilog, so that no tool's own syntax for them is needed; their
cells are those of `dut_top` alone. openXC7's nextpnr takes the netlist of Yosys, whose cells are counted as
for xc7. A part other than the default one is part of the target's name: `vivado-xc7z020clg400-1`.
"""

from __future__ import annotations

import importlib.metadata
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from twiddle.errors import TwiddleError
from twiddle.synth import vendor_projects as projects
from twiddle.synth.targets import TARGETS, Target
from twiddle.synth.vendor_projects import Edam
from twiddle.synth.vendor_reports import Placed

if TYPE_CHECKING:
    from twiddle.synth.tools import ToolRunner

_PART = re.compile(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*")
_VERSION_TIMEOUT = 120.0

NO_SEED = 0
"""Stands for the one run of a tool that takes no seed."""


@dataclass(frozen=True)
class Vendor:
    """A target whose tool is the user's own, with the part that is placed on.

    programs  executables that must be on the PATH; the first tells its version
    needs     what brings them, in words
    version   option for the version, and what the line with it looks like
    backend   module and class of Edalize
    seeded    whether place and route takes a seed
    project   what Edalize builds, and the files that it adds, from folder, target, part, seed and sources
    read      figures from the reports in the scratch folder
    mapper    target whose mapping by Yosys is placed and whose cells count; None: the tool's own synthesis
    """

    name: str
    about: str
    part: str
    programs: tuple[str, ...]
    needs: str
    version: tuple[str, str]
    backend: tuple[str, str]
    seeded: bool
    project: Callable[[Path, str, str, int, Sequence[Edam]], Edam]
    read: Callable[[Path], Placed]
    mapper: Target | None = None

    def seeds(self, seeds: Sequence[int]) -> Sequence[int]:
        """The seeds of the runs that are made."""
        return seeds if self.seeded else (NO_SEED,)

    def step(self, seed: int) -> str:
        """Name of the step that places and routes."""
        return f"{self.name}: place and route" + (f" seed {seed}" if self.seeded else "")


VENDORS: Mapping[str, Vendor] = {
    vendor.name: vendor
    for vendor in (
        Vendor(
            "vivado",
            "AMD Vivado: its own synthesis, placed and routed",
            "xc7a100tcsg324-1",
            ("vivado",),
            "AMD Vivado",
            ("-version", r"vivado v.*"),
            ("edalize.flows.vivado", "Vivado"),
            False,
            projects.vivado,
            projects.read_vivado,
        ),
        Vendor(
            "quartus",
            "Altera Quartus: its own synthesis, placed and routed",
            "5CSEMA5F31C6",
            ("quartus_sh",),
            "Altera Quartus Prime",
            ("--version", r"version .*"),
            ("edalize.quartus", "Quartus"),
            True,
            projects.quartus,
            projects.read_quartus,
        ),
        Vendor(
            "openxc7",
            "openXC7: the netlist of xc7, placed and routed on 7-series",
            "xc7a100tcsg324-1",
            ("nextpnr-xilinx",),
            "openXC7",
            ("--version", r".*nextpnr-xilinx.*"),
            ("edalize.flows.generic", "Generic"),
            True,
            projects.openxc7,
            projects.read_openxc7,
            replace(TARGETS["xc7"], name="openxc7", timing=False),
        ),
    )
}
"""Every vendor's target by its name, with its default part."""


def named(target: str, part: str) -> str:
    """Name of the target for a part (TwiddleError where the target is one device)."""
    if target not in VENDORS:
        raise TwiddleError(f"--part {part}: only for the targets {', '.join(VENDORS)}, not {target}")
    return target if part == VENDORS[target].part else f"{target}-{part}"


def find(target: str) -> Vendor | None:
    """The vendor's target of a name, with its part; None where it is none (TwiddleError: a wrong part)."""
    name, dash, part = target.partition("-")
    if name not in VENDORS:
        return None
    if not dash:
        return VENDORS[name]
    if not _PART.fullmatch(part):
        raise TwiddleError(f"target {name}: part {part!r}: not the name of a part")
    check = {"quartus": projects.family, "openxc7": projects.package}.get(name)
    if check is not None:
        check(part)
    mapper = VENDORS[name].mapper
    return replace(VENDORS[name], name=target, part=part, mapper=mapper and replace(mapper, name=target))


def missing(target: str) -> str | None:
    """Why a target cannot be measured here: what its tool needs is not there; None where all is."""
    vendor = find(target)
    try:
        if vendor is not None:
            _check(vendor)
    except TwiddleError as error:
        return str(error)
    return None


def _check(vendor: Vendor) -> None:
    """Raises TwiddleError for what is not on the PATH, and for a chip database that is not there."""
    for program in vendor.programs:
        if shutil.which(program) is None:
            raise TwiddleError(
                f"target {vendor.name}: needs {program} of {vendor.needs} on the PATH; "
                f"{', '.join(TARGETS)} need no tool of your own"
            )
    if shutil.which("make") is None:
        raise TwiddleError(f"target {vendor.name}: needs make, with which Edalize builds")
    if vendor.mapper is not None:
        projects.chip_database(vendor.part)


def versions(vendor: Vendor) -> dict[str, str]:
    """The tools of a vendor's target, as "package version", and the vendor's as it says itself.

    Raises TwiddleError for a tool that is missing, or does not run.
    """
    _check(vendor)
    program, (option, pattern) = vendor.programs[0], vendor.version
    try:
        done = subprocess.run(
            [program, option],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_VERSION_TIMEOUT,
            stdin=subprocess.DEVNULL,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise TwiddleError(f"target {vendor.name}: {program} {option}: {error}") from None
    lines = [line.strip().replace('"', "") for line in (done.stdout + done.stderr).splitlines()]
    said = [line for line in lines if re.fullmatch(pattern, line, re.IGNORECASE)]
    if not said:
        raise TwiddleError(f"target {vendor.name}: {program} {option} says no version")
    found = {tool: _package(vendor, name) for tool, name in (("yosys", "pyosys"), ("edalize", "edalize"))}
    return {**found, vendor.name.partition("-")[0]: said[0]}


def _package(vendor: Vendor, name: str) -> str:
    try:
        return f"{name} {importlib.metadata.version(name)}"
    except importlib.metadata.PackageNotFoundError:
        raise TwiddleError(f"target {vendor.name}: needs the package {name}: pip install {name}") from None


def build(
    runner: ToolRunner, vendor: Vendor, seed: int, sources: Sequence[Edam], before: Iterable[Future[Any]]
) -> Placed:
    """Have Edalize run a vendor's tool once the steps before it are done, and read its reports.

    Raises TwiddleError where the tool fails, or its reports are not there or of another form.
    """
    for step in before:
        step.result()
    name = f"{vendor.name}_{seed}"
    folder = runner.folder.resolve() / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    edam = vendor.project(folder, vendor.name, vendor.part, seed, sources)
    (folder / "edam.json").write_text(json.dumps(edam, indent=1))
    runner.edalize(vendor.step(seed), name, vendor.backend)
    try:
        return vendor.read(folder)
    except ValueError as error:
        raise TwiddleError(f"{runner.subject}: {vendor.step(seed)}: {error}") from None
