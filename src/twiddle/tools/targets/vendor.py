# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Targets that run the user's own tool through Edalize.

Each places and routes the design in the harness of the open targets, where every path runs from flip-flop to
flip-flop, for a clock of CLOCK_MHZ. Vivado reads the SystemVerilog itself, below a module `dut_top` that sets
the parameters in SystemVerilog, so no tool-specific syntax is needed. Quartus, whose Lite and Standard editions
refuse much of the language, reads `dut_top` as flat Verilog-2005. Their cells are those of `dut_top` only.
openXC7's nextpnr reads the netlist of Yosys, whose cells are counted as for xc7. A part other than the default
is part of the target's name: `vivado-xc7z020clg400-1`.

A project has its own folder below the scratch folder of the measurement, with its sources, `dut_top.sv` or
`dut_top.v`, and the harness `wrap.v`. Every parser raises ValueError, with the missing item, for a report of
another form.
"""

from __future__ import annotations

import importlib.metadata
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from twiddle.base.errors import TwiddleError
from twiddle.base.sources import Sources
from twiddle.tools.synth.tools import ToolRunner
from twiddle.tools.targets.base import Jobs, Placed, Run, Target

FILE = "flat.v"
"""What SCRIPT writes, for tools that read little SystemVerilog; `verilog` reads it."""

SCRIPT = f"""\
rename -hide w:*$func$* w:*$for_loop*
opt
memory -nomap -nordff
opt_clean -purge
write_json ports.json
write_verilog {FILE}
"""
"""Commands of Yosys after the elaboration; memories are arrays, read before a register."""

_KEPT = "(syn_)?r[ao]m_?style|no_rw_check|parallel_case"
_ATTRIBUTES = re.compile(
    rf'(?:^ *)?\(\* (?!(?:{_KEPT})\b)\\?\w+ *(?:= *(?:"[^"]*"|[^ ]+))? *\*\)(?:\n| ?)', re.MULTILINE
)
"""All attributes but those by which a synthesis tool maps memories, and chooses, as it does of the sources."""

_PARALLEL = " // synopsys parallel_case"
"""What Yosys writes beside the attribute; it warns of it when it reads the file."""


def verilog(folder: Path) -> str:
    """The module that SCRIPT has written in a folder, without Yosys' own attributes and comments."""
    text = (folder / FILE).read_text(encoding="utf-8")
    return _ATTRIBUTES.sub("", text).replace(_PARALLEL, "").partition("*/")[2].lstrip()


Edam = dict[str, Any]

CLOCK_MHZ = 300
"""The requested clock rate, as for the open targets: above the clock rate of any core."""

PERIOD_NS = 3.333

INSTANCE = "dut"

NO_SEED = 0
"""Placeholder for the single run of a tool without seeds."""

_ENUM = re.compile(r"\bparameter\s+(\w+::\w+_e)\s+(\w+)\s*=")
_VERSION_TIMEOUT = 120.0


@dataclass(frozen=True)
class Vendor:
    """A target whose tool is the user's own, with the part for place and route.

    place     in the order of the targets
    programs  executables that must be on the PATH; the first reports its version
    needs     the product that contains them, in words
    version   option for the version, and the pattern of its output line
    backend   module and class of Edalize
    seeded    whether place and route has a seed
    project   files and options of the Edalize project, and its additional files, from folder, target, part, seed and
              sources
    read      figures from the reports in the scratch folder
    check     raises TwiddleError for a part that the target does not support
    mapper    target whose Yosys mapping is placed and whose cells count; None: the tool's own synthesis
    present   raises TwiddleError if something that the part needs is missing
    flat      the tool reads the design as flat Verilog-2005, as Yosys writes it
    """

    place: int
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
    check: Callable[[str], object] = str
    mapper: Target | None = None
    present: Callable[[str], object] = str
    flat: bool = False

    def __repr__(self) -> str:
        return f"Vendor({self.name}: {self.about})"

    def seeds(self, seeds: Sequence[int]) -> Sequence[int]:
        return seeds if self.seeded else (NO_SEED,)

    def step(self, seed: int) -> str:
        return f"{self.name}: place and route" + (f" seed {seed}" if self.seeded else "")

    def submit(self, run: Run) -> Jobs:
        mapped: Future[dict[str, Any]] | None = None
        before: list[Future[Any]] = []
        if self.mapper is not None:
            mapped = run.pool.submit(self.mapper.map, run.runner)
            before = [mapped, self.mapper.map_in_harness(run)]
        if self.flat:
            before.append(run.pool.submit(self._flatten, run.runner))
            sources = [{"name": f"../{name}", "file_type": "verilogSource"} for name in ("dut_top.v", "wrap.v")]
        else:
            (run.runner.folder / "dut_top.sv").write_text(instance(run.module, run.ports))
            sources = files(run.names, run.folders)
        seeds = self.seeds(run.seeds)
        return Jobs(mapped, {seed: run.pool.submit(self.build, run.runner, seed, sources, before) for seed in seeds})

    def _flatten(self, runner: ToolRunner) -> None:
        runner.yosys(f"{self.name}: flat Verilog", f"{self.name}_flat", f"read_rtlil elab.il\n{SCRIPT}")
        (runner.folder / "dut_top.v").write_text(verilog(runner.folder), encoding="utf-8")

    def build(self, runner: ToolRunner, seed: int, sources: Sequence[Edam], before: Sequence[Future[Any]]) -> Placed:
        """Run the tool through Edalize after the previous steps, and read its reports."""
        for step in before:
            step.result()
        name = f"{self.name}_{seed}"
        folder = runner.folder.resolve() / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        edam = {"name": "twiddle", "toplevel": "measure_wrap"}
        edam |= self.project(folder, self.name, self.part, seed, sources)
        (folder / "edam.json").write_text(json.dumps(edam, indent=1))
        runner.edalize(self.step(seed), name, self.backend)
        try:
            return self.read(folder)
        except ValueError as error:
            raise TwiddleError(f"{runner.subject}: {self.step(seed)}: {error}") from None

    def versions(self) -> dict[str, str]:
        """Its tools, as "package version", the vendor's with its reported version (TwiddleError: none)."""
        program, (option, pattern) = self.programs[0], self.version
        try:
            done = print_version(program, option)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise TwiddleError(f"target {self.name}: {program} {option}: {error}") from None
        lines = [line.strip().replace('"', "") for line in (done.stdout + done.stderr).splitlines()]
        said = [line for line in lines if re.fullmatch(pattern, line, re.IGNORECASE)]
        if not said:
            raise TwiddleError(f"target {self.name}: {program} {option} prints no version")
        packages = {"yosys": package(self.name, "pyosys"), "edalize": package(self.name, "edalize")}
        return {**packages, self.name.partition("-")[0]: said[0]}


def print_version(program: str, option: str) -> subprocess.CompletedProcess[str]:
    """Run a program that prints its version. Raises OSError and subprocess.TimeoutExpired."""
    return subprocess.run(
        [program, option],
        capture_output=True,
        text=True,
        errors="replace",
        timeout=_VERSION_TIMEOUT,
        stdin=subprocess.DEVNULL,
        check=False,
    )


def package(target: str, name: str) -> str:
    """A package with its version, as `name version`; raises TwiddleError if it is missing."""
    try:
        return f"{name} {importlib.metadata.version(name)}"
    except importlib.metadata.PackageNotFoundError:
        raise TwiddleError(f"target {target}: needs the package {name}: pip install {name}") from None


def instance(module: Sources, ports: Mapping[str, Mapping[str, Any]]) -> str:
    """SystemVerilog of `dut_top`: a module with its parameters and the same ports.

    `ports` in the form of Yosys' write_json. A literal is cast if the parameter has an enum type
    (`package::name_e`, in the file of the same name as the module).
    """
    top = module.top
    text = "".join(path.read_text() for path in module.files if path.stem == top)
    types = {name: kind for kind, name in _ENUM.findall(text)}
    values = {key: f"{types[key]}'({value})" if key in types else value for key, value in module.parameters.items()}
    declared = ",\n  ".join(
        f"{port['direction']} wire {_range(len(port['bits']))}{name}" for name, port in ports.items()
    )
    setting = ", ".join(f".{key}({value})" for key, value in values.items())
    wired = ", ".join(f".{name}({name})" for name in ports)
    return f"""// generated: {top} with its parameters, kept apart from the harness
(* keep_hierarchy = "yes" *)
module dut_top (
  {declared}
);
  {top} #({setting}) u_top ({wired});
endmodule
"""


def _range(width: int) -> str:
    return f"[{width - 1}:0] " if width > 1 else ""


def files(source_names: Sequence[str], include_dirs: Mapping[str, Path]) -> list[Edam]:
    """The files for a vendor's synthesis: headers, sources in order, `dut_top` and the harness.

    Names are relative to a folder below the scratch folder; `include_dirs` by their names in that.
    """
    kind = "systemVerilogSource"
    headers = [
        {"name": f"../{name}/{path.name}", "file_type": kind, "is_include_file": True}
        for name, folder in include_dirs.items()
        for path in sorted(folder.iterdir())
        if path.suffix in (".svh", ".vh")
    ]
    names = [*source_names, "dut_top.sv", "wrap.v"]
    return [*headers, *({"name": f"../{name}", "file_type": kind} for name in names)]


def report(folder: Path, pattern: str) -> str:
    """Text of the first report with this name (ValueError)."""
    paths = sorted(folder.rglob(pattern))
    if not paths:
        raise ValueError(f"no report {pattern}")
    return paths[0].read_text(encoding="utf-8", errors="replace")


def fmax_mhz(slack_ns: float, period_ns: float = PERIOD_NS) -> float:
    """Highest clock rate in MHz, two decimals, of a design with this setup slack, negative if missed."""
    return round(1000 / (period_ns - slack_ns), 2)


def row(text: str, edge: str, first: str, instance: str, clean: Callable[[str], str]) -> Mapping[str, str]:
    """The row of an instance, by column, in the table whose first column is `first`."""
    header: list[str] = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip(edge).split(edge)]
        if header and len(cells) == len(header) and clean(cells[0]) == instance:
            return dict(zip(header, cells, strict=True))
        if cells[0] == first:
            header = cells
    raise ValueError(f"the table of each {first} {f'has no row {instance}' if header else 'is missing'}")


def count(row: Mapping[str, str], *names: str) -> int:
    """The number below the first of these columns that exists."""
    cells = [row[name] for name in names if name in row]
    if not cells:
        raise ValueError(f"the table of cells has no column {names[0]}")
    return round(number(cells[0]))


def number(cell: str) -> float:
    """A number with thousands separators; Quartus adds the entity's own part in brackets."""
    try:
        return float(cell.partition("(")[0].replace(",", ""))
    except ValueError:
        raise ValueError(f"the table of cells has {cell!r} instead of a number") from None


def ps(nanoseconds: str) -> int:
    """The same in picoseconds."""
    return round(1000 * float(nanoseconds))
