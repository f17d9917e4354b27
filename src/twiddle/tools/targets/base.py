# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A target: the commands of Yosys and nextpnr for a device family, and the capacity of its devices.

The scripts of xc7 and ecp5 are those of the project's reference flow, word for word, so they reproduce its
figures exactly. All paths in them are relative to the scratch folder of one run.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from twiddle.base.errors import TwiddleError
from twiddle.base.sources import Sources
from twiddle.tools.synth import reports
from twiddle.tools.synth.reports import CriticalPath
from twiddle.tools.synth.tools import ToolRunner

RESOURCES = ("lut", "ff", "dsp", "bram36")
"""The resources of a device, by the names in a record's cells."""


class Cells(dict[str, int | float]):
    """Numbers of cells by kind: RESOURCES on every target, and the target's own kinds."""

    @property
    def lut(self) -> float:
        return self["lut"]

    @property
    def ff(self) -> float:
        return self["ff"]

    @property
    def dsp(self) -> float:
        return self["dsp"]

    @property
    def bram36(self) -> float:
        return self["bram36"]


def total(counts: Mapping[str, int], *names: str) -> int:
    """The number of primitives with one of these names."""
    return sum(counts.get(name, 0) for name in names)


def starting(counts: Mapping[str, int], *starts: str) -> int:
    """The number of primitives whose name starts with one of these."""
    return sum(count for name, count in counts.items() if name.startswith(starts))


class Placed(NamedTuple):
    """The result of one place and route; `cells` is None if they are counted elsewhere.

    plain_mhz  the clock rate without packed registers, of a target that packs them; of the first seed
    """

    fmax_mhz: float
    path: CriticalPath | None
    cells: Cells | None = None
    plain_mhz: float | None = None


@dataclass(frozen=True)
class Device:
    """A part: its LUTs, registers, DSP blocks and 36 kbit RAMs; in `DEVICES` with the name of its target."""

    name: str
    title: str
    lut: int
    ff: int
    dsp: int
    bram36: float
    target: str = ""

    @property
    def capacity(self) -> Mapping[str, float]:
        return {name: getattr(self, name) for name in RESOURCES}


@dataclass(frozen=True)
class Run:
    """One elaborated module in measurement: its tools, seeds, sources and ports.

    names, folders  sources and include folders by their names in the scratch folder
    prepared        by open target, what does not depend on the elaboration
    """

    runner: ToolRunner
    pool: Executor
    seeds: Sequence[int]
    module: Sources
    names: Sequence[str]
    folders: Mapping[str, Path]
    ports: Mapping[str, Mapping[str, Any]]
    prepared: Mapping[str, Future[None]]


class Jobs(NamedTuple):
    """The running steps of a target: the mapping, if it has one, and place and route by seed."""

    mapped: Future[dict[str, Any]] | None
    placed: Mapping[int, Future[Placed]]


@dataclass(frozen=True)
class Router:
    """Place and route by a nextpnr from pip."""

    module: str  # of the package, without the prefix yowasp_nextpnr_; its function runs it
    options: tuple[str, ...]  # for every run; the netlist, the seed and the report are added
    # further inputs by name: the pin locations, for devices that need them
    files: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def package(self) -> str:
        return f"yowasp-nextpnr-{self.module.replace('_', '-')}"


@dataclass(frozen=True)
class Target:
    """A device family, and its measurement."""

    place: int  # in the order of the targets
    name: str
    about: str  # the measured figures, in words
    device: str  # the device of place and route; of the area, without place and route
    synth: str  # the synthesis command of Yosys, without the top
    cells: Callable[[Mapping[str, int]], Cells]  # counts cells from the number of each primitive
    devices: tuple[Device, ...]  # those for `twiddle plan`; the last is that of place and route
    stat: str = ""  # options of Yosys' stat
    # files for Yosys' sta, with its script sta.ys, if it reports the logic delay
    timing: Mapping[str, str] = field(default_factory=dict, hash=False)
    router: Router | None = None
    before: tuple[str, ...] = ()  # commands of Yosys before the synthesis
    # moves registers of a netlist, in JSON, into the blocks of the device, but for those of a source file: what it
    # moved, by name
    pack: Callable[[dict[str, Any], str], Mapping[str, int]] | None = None
    doubt: str = ""  # what is known against its clock rates

    @property
    def remark(self) -> str:
        """What is known against its clock rates as a sentence for a table of them; empty if nothing is."""
        return f"{self.doubt[0].upper()}{self.doubt[1:]}." if self.doubt else ""

    def __repr__(self) -> str:
        return f"Target({self.name}: {self.about})"

    @property
    def seeded(self) -> bool:
        return self.router is not None

    @property
    def area(self) -> str:
        """Script that maps elab.il and counts the cells; the result is NAME.il."""
        count = f"tee -q -o {self.name}_stat.json stat{self.stat} -json\n"
        kept = f"write_rtlil {self.name}.il\n" if self.timing else ""
        return f"read_rtlil elab.il\nhierarchy -top dut_top\n{self._mapped('dut_top')}\n{count}{kept}"

    @property
    def harness(self) -> str:
        """Script that maps the design in its harness for place and route."""
        read = "read_rtlil elab.il\nread_verilog -sv wrap.v\nhierarchy -top measure_wrap\n"
        return f"{read}{self._mapped('measure_wrap')} -json {self.name}_wrap.json\n"

    def _mapped(self, top: str) -> str:
        return "\n".join([*self.before, f"{self.synth} -top {top}"])

    def prepare(self, runner: ToolRunner) -> None:
        """Start the steps that do not depend on the elaboration."""
        if self.router is not None:
            runner.prepare_nextpnr(self.name, self.router.module)

    def submit(self, run: Run) -> Jobs:
        mapped = run.pool.submit(self.map, run.runner)
        if self.router is None:
            return Jobs(mapped, {})
        harnessed = self.map_in_harness(run)
        before: list[Future[Any]] = [run.prepared[self.name], harnessed, mapped]
        place = partial(self._place, run.runner, self.router, before)
        first, *others = run.seeds
        plain = run.pool.submit(self._plain, run.runner, self.router, before, first) if self.pack else None
        jobs = {first: run.pool.submit(place, plain, first)}
        jobs |= {seed: run.pool.submit(place, None, seed) for seed in others}
        return Jobs(run.pool.submit(_joined, mapped, harnessed) if self.pack else mapped, jobs)

    def map_in_harness(self, run: Run) -> Future[dict[str, Any]]:
        """Start the mapping that place and route needs; gives what `pack` moved, as a field of the measurement."""
        return run.pool.submit(self._map_in_harness, run.runner)

    def _map_in_harness(self, runner: ToolRunner) -> dict[str, Any]:
        runner.yosys(f"{self.name}: map in the harness", f"{self.name}_wrap", self.harness)
        if self.pack is None:
            return {}
        document = json.loads((runner.folder / f"{self.name}_wrap.json").read_text())
        moved = self.pack(document, "wrap.v")
        if any(moved.values()):
            (runner.folder / f"{self.name}_packed.json").write_text(json.dumps(document))
        return {"packed": dict(moved)}

    def map(self, runner: ToolRunner) -> dict[str, Any]:
        """Cells, and the longest path if Yosys reports it."""
        runner.yosys(f"{self.name}: map", self.name, self.area)
        cells = self.cells(reports.cell_counts((runner.folder / f"{self.name}_stat.json").read_text()))
        for kind, most in self.devices[-1].capacity.items() if self.router is not None else ():
            if cells[kind] > most:
                raise TwiddleError(
                    f"{runner.subject}: {self.name}: needs {cells[kind]} {kind}, and {self.device} has {most}"
                )
        path = None
        if self.timing:
            for name, text in self.timing.items():
                (runner.folder / name).write_text(text)
            runner.yosys(f"{self.name}: timing", "sta", self.timing["sta.ys"])
            path = reports.sta_path((runner.folder / "sta.txt").read_text())
        return {"cells": cells, "fmax_mhz": None, "fmax_by_seed": {}, "critical_path": path}

    def _place(
        self, runner: ToolRunner, router: Router, before: Sequence[Future[Any]], plain: Future[Placed] | None, seed: int
    ) -> Placed:
        """Clock rate and critical path, after the previous steps, with packed registers where a netlist has some.

        plain  the same without, of the first seed
        """
        if self.pack is None:
            return self._plain(runner, router, before, seed)
        for earlier in before:
            earlier.result()
        if not (runner.folder / f"{self.name}_packed.json").exists():
            placed = plain.result() if plain else self._plain(runner, router, before, seed)
            return placed._replace(plain_mhz=placed.fmax_mhz)
        step = f"{_step(seed)}, registers packed"
        packed = self._route(runner, router, seed, step, "packed", f"{self.name}_packed_{seed}")
        return packed._replace(plain_mhz=plain.result().fmax_mhz if plain else None)

    def _plain(self, runner: ToolRunner, router: Router, before: Sequence[Future[Any]], seed: int) -> Placed:
        """The same without packed registers."""
        for earlier in before:
            earlier.result()
        return self._route(runner, router, seed, _step(seed), "wrap", f"{self.name}_pnr_{seed}")

    def _route(self, runner: ToolRunner, router: Router, seed: int, step: str, netlist: str, name: str) -> Placed:
        """Place and route of a netlist, by the last word of its file."""
        file = f"{self.name}_{netlist}.json"
        options = ["--json", file, *router.options, "--seed", str(seed), "--report", f"{name}.json"]
        for constraints, content in router.files.items():
            (runner.folder / constraints).write_text(content)

        def place() -> str:
            runner.nextpnr(f"{self.name}: {step}", name, router.module, options)
            return (runner.folder / f"{name}.json").read_text()

        text = (runner.folder / file).read_text()
        report = runner.once(f"{self.name}: {step}", self.name, [text, *options, *router.files.values()], place)
        return Placed(reports.nextpnr_fmax(report), reports.nextpnr_path(report, text))


def _step(seed: int) -> str:
    return f"place and route seed {seed}"


def _joined(*parts: Future[dict[str, Any]]) -> dict[str, Any]:
    return {key: value for part in parts for key, value in part.result().items()}


def elaborate(top: str, sources: Sequence[str], include_dirs: Sequence[str], parameters: Mapping[str, str]) -> str:
    """Script that elaborates `top` (see `elaborated`) into elab.il and elab.json."""
    script = elaborated(top, sources, include_dirs, parameters)
    return script + "write_rtlil elab.il\nwrite_json -noscopeinfo elab.json\n"


def elaborated(
    top: str,
    sources: Sequence[str],
    include_dirs: Sequence[str],
    parameters: Mapping[str, str],
    processes: str = "proc",
    name: str = "dut_top",
    assertions: bool = False,
) -> str:
    """Script that elaborates `top`, flattened and renamed.

    Attributes that would keep cells or hierarchy are removed, so that all designs are optimised alike. Yosys
    itself defines SYNTHESIS; with `assertions` it does not, and keeps them as cells. `processes` is the command
    that turns processes into cells.
    """
    includes = " ".join(f"-I{folder}" for folder in include_dirs)
    lines = [f"read_verilog -sv{' -formal' * assertions} -defer {includes} {' '.join(sources)}"]
    if parameters:
        lines.append(f"chparam {' '.join(f'-set {k} {v}' for k, v in parameters.items())} {top}")
    lines += [
        f"hierarchy -check -top {top}",
        "setattr -unset keep -unset DONT_TOUCH -unset dont_touch -unset keep_hierarchy",
        "setattr -mod -unset keep -unset keep_hierarchy -unset DONT_TOUCH A:*",
        f"rename -top {name}",
        processes,
        "flatten",
        "opt_clean",
    ]
    return "\n".join(lines) + "\n"
