# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Netlists of Yosys as Verilog, simulated instead of the sources.

Verilator reads the SystemVerilog for simulation, Yosys for synthesis. Simulating Yosys' netlist shows where
the two differ. The stages:

elaborated   after the elaboration script of `twiddle synth`; memories keep their initial contents
asserted     the same with the assertions of the sources, for simulation with four states
bare         elaborated without initial values, as in an ASIC flow
xc7, ecp5, gowin  the cells that `twiddle synth` counts, with cell models (see the folder cells/); registers of
             ecp5 packed into its blocks, as they are placed
asic:FILE    standard cells of a liberty file, with models from their functions, and whole memories
"""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from twiddle.base.errors import TwiddleError
from twiddle.base.progress import silent
from twiddle.base.sources import sources
from twiddle.base.store import Artifact
from twiddle.tools import targets
from twiddle.tools.synth import liberty, reports, tools
from twiddle.tools.synth.netlist import netlist_hash
from twiddle.tools.targets import asic

TOP = "dut_top"

STAGES = ("elaborated", "asserted", "bare", *targets.REFERENCE, "gowin")

CELLS = Path(__file__).resolve().parent / "cells"
"""Models of the cells that Yosys has no model of."""

TIMEOUT = 1800.0

_BARE = """\
tee -q -o initial.txt select -list t:$meminit t:$meminit_v2
delete t:$meminit t:$meminit_v2
setattr -unset init w:*
"""
_KNOWN = "setundef -zero t:$mux t:$pmux\n"
"""Yosys makes branches that cannot be reached X, which a condition that is X lets through; the sources have no X."""
_WRITE = "write_verilog -noattr netlist.v\n"
_JSON = "write_json -noscopeinfo elab.json\n"
_CELLS_AND_MEMORIES = f"""\
read_rtlil asic.il
{_WRITE}design -reset
read_liberty -ignore_miss_func {asic.LIBRARY}
write_verilog -noattr cells.v
"""


@dataclass(frozen=True)
class Stage:
    """A stage to simulate instead of the RTL: `Simulator(design, netlist=Stage("xc7"))`.

    Raises TwiddleError for an unknown name.

    >>> Stage("xc7")
    Stage(name='xc7')
    """

    name: str

    def __post_init__(self) -> None:
        if self.name not in STAGES and _liberty(self.name) is None:
            raise TwiddleError(f"netlist {self.name!r}: unknown; the stages are {', '.join(STAGES)}, asic:FILE")

    @property
    def top(self) -> str:
        """The name of the top module."""
        return TOP

    def files(self, top: str, parameters: Mapping[str, str], root: Path) -> list[Path]:
        """The netlist of a module and the models of its cells."""
        return build(top, parameters, self.name, root).files()


@dataclass(frozen=True)
class Netlist:
    """A netlist in its folder of the cache.

    folder   holds netlist.v, and elab.json: the design before it is mapped, as Yosys writes it
    stage    one of STAGES, or asic:FILE
    """

    folder: Path
    stage: str

    @property
    def verilog(self) -> Path:
        """The netlist itself, with the ports of the top module of the RTL."""
        return self.folder / "netlist.v"

    def design_hash(self) -> str:
        return netlist_hash((self.folder / "elab.json").read_text(encoding="utf-8"))

    def ports(self) -> dict[str, int]:
        top = json.loads((self.folder / "elab.json").read_text(encoding="utf-8"))["modules"][TOP]
        return {name: len(port["bits"]) for name, port in top["ports"].items()}

    def files(self) -> list[Path]:
        """The files for a simulator: the netlist and, if it is mapped, the models of its cells."""
        if _liberty(self.stage) is not None:
            return [self.verilog, self.folder / "cells.v"]
        if self.stage not in targets.TARGETS:
            return [self.verilog]
        _, own = library(self.stage, self.mapped_cells())
        return [self.verilog, self.folder / "cells.v", *own]

    def mapped_cells(self) -> dict[str, int]:
        """The number of cells of each type of the target."""
        return reports.cell_counts((self.folder / f"{self.stage}_stat.json").read_text(encoding="utf-8"))


def build(top: str, parameters: Mapping[str, str], stage: str, root: Path | None = None) -> Netlist:
    """The netlist of a module of an RTL tree at a stage, made by Yosys or cached."""
    Stage(stage)
    path = _liberty(stage)
    standard_cells = None if path is None else liberty.load(path)
    of = sources(top, parameters, root)
    versions = targets.versions("xc7")
    script = "".join(_scripts(stage, top, ["SOURCES"], ["INCLUDES"], parameters))
    inputs: list[str | bytes] = [of.source_hash(), script, *versions.values(), Path(__file__).read_bytes()]
    if standard_cells is not None:
        inputs += [standard_cells.text, Path(asic.__file__).read_bytes()]

    def fill(folder: Path) -> None:
        runner = tools.ToolRunner(f"{top}, {stage} netlist", folder, TIMEOUT, silent)
        names, includes = tools.link(folder, of.files, of.include_dirs)
        for number, text in enumerate(_scripts(stage, top, names, includes, parameters)):
            runner.yosys("netlist", f"netlist{number}", text)
        if standard_cells is not None:
            asic.map_cells(runner, standard_cells)
            runner.yosys("netlist", "netlist", _CELLS_AND_MEMORIES)
        if stage in targets.TARGETS:
            if (pack := targets.TARGETS[stage].pack) is not None:
                document = json.loads((folder / "mapped.json").read_text(encoding="utf-8"))
                pack(document, "")
                (folder / "mapped.json").write_text(json.dumps(document), encoding="utf-8")
                runner.yosys("netlist", "packed", f"read_json mapped.json\n{_WRITE}")
            used = Netlist(folder, stage).mapped_cells()
            (folder / "cells.v").write_text(library(stage, used)[0], encoding="utf-8")
        for link in ("rtl", *includes):
            (folder / link).unlink()

    return Netlist(Artifact("netlist", inputs, fill, Path).get(), stage)


def _scripts(stage: str, top: str, sources: list[str], includes: list[str], parameters: Mapping[str, str]) -> list[str]:
    """The scripts of a stage, one run of Yosys each."""
    if stage == "bare":
        return [targets.elaborated(top, sources, includes, parameters, "proc -norom") + _BARE + _JSON + _WRITE]
    if stage in ("elaborated", "asserted"):
        script = targets.elaborated(top, sources, includes, parameters, assertions=stage == "asserted")
        return [script + _KNOWN * (stage == "asserted") + _JSON + _WRITE]
    script = targets.elaborate(top, sources, includes, parameters)
    if _liberty(stage) is not None:
        return [script]
    target = targets.TARGETS[stage]
    return [script, target.area + (_WRITE if target.pack is None else "write_json mapped.json\n")]


def _liberty(stage: str) -> Path | None:
    """The liberty file of a stage asic:FILE; None for any other."""
    name, colon, path = stage.partition(":")
    return Path(path) if name == asic.NAME and colon else None


_LIBRARIES = {
    "xc7": ("xilinx/cells_sim.v",),
    "ecp5": ("lattice/common_sim.vh", "lattice/ccu2c_sim.vh"),
    "gowin": ("gowin/cells_sim.v",),
}
"""Yosys' own models of the cells of a target, in the folder share of its package."""

_MODULE = re.compile(r"^(?<!\(\* blackbox \*\)\n)module\s+(\w+)\b.*?^[ \t]*endmodule\b", re.MULTILINE | re.DOTALL)
_DELAYS = re.compile(r"^\s*specify\b.*?\bendspecify\b", re.MULTILINE | re.DOTALL)
_INPUTS = re.compile(r"\binput\b[^()]*?(?=\s*(?:,\s*(?:\(\*.*?\*\)\s*)*(?:input|output|inout)\b|$))", re.DOTALL)
_SHARED = "twd_cell_block_ram"


def tied(module: str) -> str:
    """A module whose unconnected inputs are low, as in the devices."""
    head, end, body = module.partition(");")
    return _INPUTS.sub(lambda found: re.sub(r"(\w+)(?=\s*(?:,|$))", r"\1 = 0", found[0]), head) + end + body


def _defined(path: Path) -> list[str]:
    """The modules of a file of models, also those that a macro defines."""
    return re.findall(r"^(?:module |`TWD_\w+\()(\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)


def library(target: str, used: Iterable[str]) -> tuple[str, list[Path]]:
    """The models of the cells of a mapped netlist: those of Yosys as Verilog, and our files."""
    spec = importlib.util.find_spec("pyosys")
    if spec is None or spec.origin is None:
        raise TwiddleError("Yosys: the Python package `pyosys` is not installed")
    share = Path(spec.origin).resolve().parent / "share"
    text = "\n".join((share / name).read_text(encoding="utf-8") for name in _LIBRARIES[target])
    theirs = {found[1]: tied(_DELAYS.sub("", found[0])) for found in _MODULE.finditer(text)}
    ours = {name: path for path in sorted(CELLS.glob("*.v")) for name in _defined(path)}
    chosen: dict[str, str] = {}
    own: list[Path] = []
    pending = sorted(name for name in used if not name.startswith("$"))  # these are written as expressions
    while pending:
        name = pending.pop()
        if name in ours:
            own.append(ours[name])
        elif name not in theirs:
            raise TwiddleError(f"{target}: cell {name} has no simulation model")
        elif name not in chosen:
            chosen[name] = theirs[name]
            pending += [other for other in theirs if re.search(rf"^\s+{other}\s+[#\w]", theirs[name], re.MULTILINE)]
    if own:
        own.append(ours[_SHARED])
    return "\n".join(chosen[name] for name in sorted(chosen)), list(dict.fromkeys(own))
