# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Area of blocks by their modules, from the records in `results/breakdown/`.

They are by Yosys with the hierarchy kept. No logic is shared or simplified across modules there, so that the sum is not
the area of the core's own record, which is flattened.
"""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from twiddle.base.errors import TwiddleError
from twiddle.base.progress import silent
from twiddle.catalog.block import Block
from twiddle.catalog.designs import KINDS, core
from twiddle.evidence.results import Results
from twiddle.tools import targets
from twiddle.tools.synth import netlist, records, tools
from twiddle.tools.targets.base import RESOURCES, Cells

TARGET = "xc7"
COMMAND = "twiddle report --measure"
"""The command that makes missing and outdated records."""

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


class Breakdown(msgspec.Struct, frozen=True):
    """The record of a break-down; other fields as in `twiddle.tools.synth.records`."""

    core: str
    ring: str
    parameters: dict[str, int | str]
    top: str
    target: str
    tree: Tree
    tools: dict[str, str]
    command: str
    design_hash: str
    source_hash: str
    seconds: int | float

    @property
    def block(self) -> Block:
        """The measured block."""
        return core(self.core, self.ring or None, **self.parameters)

    @property
    def path(self) -> str:
        return f"breakdown/{records.path_of(self.core, self.ring, self.parameters, self.target)}"


def load_all(results: Results) -> list[Breakdown]:
    """Every record, by file name. Raises TwiddleError for the first broken one."""
    return [_read(path) for path in sorted(results.folder.glob("breakdown/**/*.json"))]


def _read(path: Path) -> Breakdown:
    return records.read(path, Breakdown, "break-down")


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
    (design_hash,) = netlist.design_hashes([sources])
    return Breakdown(
        core=design.core,
        ring=design.ring_name,
        parameters=dict(design.parameters),
        top=design.top,
        target=TARGET,
        tree=tree_of(found, "dut_top", sources.top, sources.top),
        tools=targets.versions(TARGET),
        command=COMMAND,
        design_hash=design_hash,
        source_hash=sources.source_hash(),
        seconds=round(runner.seconds["map by module"], 1),
    )


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


def wanted() -> list[Block]:
    """The blocks of the catalogue that have a break-down."""
    return [kind.block(point.ring or None, **point.parameters) for kind in KINDS for point in kind.apart]


def name_of(block: Block) -> str:
    """The file of the record of a block, in the folder of results."""
    return f"breakdown/{records.name_of(block, TARGET)}"


def find(results: Results, block: Block) -> Breakdown | None:
    """The record of a block; None if it is missing or broken."""
    try:
        return _read(results.folder / name_of(block))
    except TwiddleError:
        return None


def stale(results: Results, blocks: Iterable[Block] | None = None) -> list[Block]:
    """The blocks, of all that are wanted or of these, whose record is missing, broken or of older hardware."""
    chosen = wanted() if blocks is None else list(blocks)
    found = results.states([(name_of(each), find(results, each), each.sources()) for each in chosen])
    return [each for each, state in zip(chosen, found, strict=True) if state != "present"]


def refresh(
    results: Results, blocks: Iterable[Block] | None = None, make: Callable[[Block], Breakdown] = measure
) -> Iterator[Path]:
    """Make stale records, one after the other; yields each file when it is written.

    If only the source text changed, the record's source hash is rewritten, as by `twiddle bench`.
    Raises TwiddleError for a missing package, and for a failed tool.
    """
    chosen = wanted() if blocks is None else list(blocks)
    old = stale(results, chosen)
    for each in chosen:
        before, now = find(results, each), each.sources().source_hash()
        if before is None or each in old:
            yield results.write(name_of(each), make(each))
        elif before.source_hash != now:
            yield results.write(name_of(each), msgspec.structs.replace(before, source_hash=now))
