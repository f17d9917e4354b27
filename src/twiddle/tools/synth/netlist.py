# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The elaborated design of a record, and its hash: equal for equal hardware, wherever the sources lie.

A comment, a blank line or a change to unused code changes the sources of a design, and the numbers in Yosys'
generated names, but not its cells, their connections, or the designer's names. The hash covers the latter.
"""

import hashlib
import json
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from twiddle.base.errors import TwiddleError
from twiddle.base.progress import announce, silent
from twiddle.base.sources import Sources
from twiddle.base.store import Artifact
from twiddle.base.sweep import cpus
from twiddle.tools import targets
from twiddle.tools.synth import tools

_TIMEOUT = 600.0
_AT_ONCE = 16

RULES = "1"
"""The version of `netlist_hash`, which is raised when it gives another hash."""

Bit = int | str
"""One bit of a netlist in Yosys' JSON: the number of its net, or a constant 0, 1, x or z."""


def design_hashes(designs: Sequence[Sources]) -> list[str]:
    """The hash of the elaborated netlist of each design (see `netlist_hash`), from the cache if known."""
    versions = list(targets.versions("xc7").values())
    kept = [Artifact("designs", [RULES, *versions, design.source_hash()], None, str) for design in designs]
    known = {each.key: each.load() for each in kept}
    missing = {each.key: (each, of) for each, of in zip(kept, designs, strict=True) if known[each.key] is None}
    if missing:
        announce(f"elaborating {len(missing)} design{'s' * (len(missing) > 1)}, once")
    chunks = [list(missing.values())[first : first + _AT_ONCE] for first in range(0, len(missing), _AT_ONCE)]
    with ThreadPoolExecutor(max_workers=cpus()) as pool:
        each_of = ([of for _, of in chunk] for chunk in chunks)
        for chunk, hashes in zip(chunks, pool.map(_hash_each, each_of), strict=True):
            for (each, _), value in zip(chunk, hashes, strict=True):
                each.save(value)
                known[each.key] = value
    return [known[each.key] or "" for each in kept]


def _hash_each(designs: Iterable[Sources]) -> list[str]:
    """Hashes of designs, elaborated by one run of Yosys; one by one if any of them fails."""
    designs = list(designs)
    try:
        return _elaborate(designs)
    except TwiddleError:
        if len(designs) == 1:
            raise
        return [_elaborate([design])[0] for design in designs]


def _elaborate(designs: Sequence[Sources]) -> list[str]:
    subject = designs[0].top if len(designs) == 1 else f"{len(designs)} designs"
    with tempfile.TemporaryDirectory(prefix="twiddle-elaborate-") as name:
        folder = Path(name)
        script = ""
        for index, design in enumerate(designs):
            links = tools.link(folder / str(index), design.files, design.include_dirs)
            files, include_dirs = ([f"{index}/{path}" for path in paths] for paths in links)
            script += "design -reset\n" + targets.elaborated(design.top, files, include_dirs, design.parameters)
            script += f"write_json -noscopeinfo {index}.json\n"
        tools.ToolRunner(subject, folder, _TIMEOUT, silent).yosys("elaborate", "elab", script)
        return [netlist_hash((folder / f"{index}.json").read_text()) for index in range(len(designs))]


def netlist_hash(text: str) -> str:
    """sha256 of the module `dut_top` of a netlist in Yosys' JSON.

    The hash covers the ports, the cells with their types, parameters and connections, the memories with the
    attributes that select their implementation, the initial values, and every name that Yosys did not
    generate. A bit without such a name is identified by the cell that drives it, so the order and the
    generated names of cells and nets do not matter.
    """
    return _Netlist(json.loads(text)["modules"]["dut_top"]).digest()


class _Netlist:
    def __init__(self, module: Mapping[str, Any]) -> None:
        self._cells: Mapping[str, dict[str, Any]] = module["cells"]
        self._memories: Mapping[str, dict[str, Any]] = module.get("memories", {})
        self._ports: Mapping[str, dict[str, Any]] = module["ports"]
        self._nets: Mapping[str, dict[str, Any]] = module["netnames"]
        self._labels: dict[str, str] = {}
        self._drivers: dict[Bit, tuple[str, str, int]] = {}
        for name, cell in self._cells.items():
            for port, direction in cell["port_directions"].items():
                if direction != "input":
                    for index, bit in enumerate(cell["connections"][port]):
                        self._drivers[bit] = name, port, index
        self._names = self._name_bits()
        self._memory_labels = self._label_memories()
        self._init_ranks = self._rank_inits()

    def _name_bits(self) -> dict[Bit, str]:
        names: defaultdict[Bit, list[str]] = defaultdict(list)
        for name, net in sorted(self._nets.items()):
            if "$" not in name:
                for index, bit in enumerate(net["bits"]):
                    names[bit].append(f"{name}[{index}]")
        return {bit: " ".join(labels) for bit, labels in names.items() if isinstance(bit, int)}

    def _label_memories(self) -> dict[str, str]:
        """Identifies a memory that Yosys made from a case statement by its content."""
        content: defaultdict[str, list[str]] = defaultdict(list)
        for cell in self._cells.values():
            if cell["type"].startswith("$meminit"):
                data = "".join(map(str, cell["connections"]["DATA"]))
                content[_memory(cell)].append(f"{cell['parameters']['WORDS']} {data}")
        return {
            name: _hash(*sorted(content[name])) if "$" in name else name
            for name in {*self._memories, *map(_memory, self._cells.values())}
        }

    def _rank_inits(self) -> dict[str, dict[str, str]]:
        """By memory: the rank of each priority of an initial value, a number that runs on between designs."""
        priorities: defaultdict[str, list[str]] = defaultdict(list)
        for cell in self._cells.values():
            if cell["type"].startswith("$meminit"):
                priorities[_memory(cell)].append(cell["parameters"]["PRIORITY"])
        return {
            name: {priority: str(rank) for rank, priority in enumerate(sorted(ranked))}
            for name, ranked in priorities.items()
        }

    def digest(self) -> str:
        for name in self._cells:
            self._label(name)
        parts = [
            _hash("port", name, port["direction"], *self._bits(port["bits"])) for name, port in self._ports.items()
        ]
        for name, memory in self._memories.items():
            kept = {key: value for key, value in memory["attributes"].items() if key != "src"}
            known = {**memory, "attributes": kept}
            parts.append(_hash("memory", self._memory_labels[name], json.dumps(known, sort_keys=True)))
        parts += [
            _hash("init", net["attributes"]["init"], *self._bits(net["bits"]))
            for net in self._nets.values()
            if "init" in net["attributes"]
        ]
        for name, cell in self._cells.items():
            outputs = [
                _hash(port, *(self._names.get(bit, "") for bit in cell["connections"][port]))
                for port, direction in sorted(cell["port_directions"].items())
                if direction != "input"
            ]
            parts.append(_hash("cell", self._labels[name], *outputs))
        parts += [_hash("net", name, *self._bits(net["bits"])) for name, net in self._nets.items() if "$" not in name]
        return _hash(*sorted(parts))

    def _bits(self, bits: Sequence[Bit]) -> list[str]:
        return [bit if isinstance(bit, str) else self._bit(bit) for bit in bits]

    def _bit(self, bit: int) -> str:
        """The identity of a bit: its names, otherwise the output of a labelled cell that drives it."""
        if bit in self._names:
            return self._names[bit]
        if bit not in self._drivers:
            return "undriven"
        name, port, index = self._drivers[bit]
        return f"{self._labels.get(name, 'loop')}.{port}[{index}]"

    def _label(self, name: str) -> None:
        """Label a cell after all unnamed drivers of its inputs."""
        stack = [name]
        path: set[str] = set()
        while stack:
            last = stack[-1]
            pending = set() if last in self._labels else self._unlabelled(self._cells[last]) - path - {last}
            if pending:
                path.add(last)
                stack += pending
            else:
                if last not in self._labels:
                    self._labels[last] = self._describe(self._cells[last])
                path.discard(last)
                stack.pop()

    def _unlabelled(self, cell: Mapping[str, Any]) -> set[str]:
        drivers = {
            self._drivers[bit][0]
            for port, bits in cell["connections"].items()
            if cell["port_directions"][port] == "input"
            for bit in bits
            if bit in self._drivers and bit not in self._names
        }
        return {name for name in drivers if name not in self._labels}

    def _describe(self, cell: Mapping[str, Any]) -> str:
        parameters = {key: value for key, value in cell["parameters"].items() if key != "MEMID"}
        if cell["type"].startswith("$meminit"):
            parameters["PRIORITY"] = self._init_ranks[_memory(cell)][parameters["PRIORITY"]]
        inputs = [
            _hash(port, *self._bits(cell["connections"][port]))
            for port, direction in sorted(cell["port_directions"].items())
            if direction == "input"
        ]
        memory = self._memory_labels[_memory(cell)]
        return _hash(cell["type"], memory, json.dumps(parameters, sort_keys=True), *inputs)


def _memory(cell: Mapping[str, Any]) -> str:
    """Name of the memory of a cell; empty for every other cell."""
    return str(cell["parameters"].get("MEMID", "")).removeprefix("\\")


def _hash(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
