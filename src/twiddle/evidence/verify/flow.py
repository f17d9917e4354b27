# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`make flow`: proves that time, addresses and enables do not depend on secrets, but for those named.

For each design the netlist that Yosys elaborates becomes a graph of bits (`twiddle.tools.flow`). No path leads
from a secret input to an output, an address or enable of a memory, or an enable of a register, except to those
where results come out, and through the nets that formal/flow.toml declares public, with a reason each. In the
record:

designs   name, top, parameters; registers and memories: their numbers; public: declared bits; reached: where
          secrets may come out, and do
"""

from __future__ import annotations

import re
import tempfile
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from twiddle.base.errors import CheckFailed, TwiddleError, system_errors
from twiddle.base.sources import sources
from twiddle.catalog.block import Block
from twiddle.catalog.designs import core, find
from twiddle.evidence.verify.campaign import Kind, Options, Row
from twiddle.evidence.verify.formal import formal_root
from twiddle.evidence.verify.netlists import covering, label, measured
from twiddle.tools import flow

SHOWN = 2
"""Leaks that a message names."""


class Public(msgspec.Struct, forbid_unknown_fields=True, rename={"parameter": "with"}):
    """Nets whose value may be seen; see formal/flow.toml."""

    nets: list[str]
    why: str
    parameter: str = ""


class Rule(msgspec.Struct, forbid_unknown_fields=True):
    """What may depend on secrets in a kind of design; see formal/flow.toml."""

    secret: list[str]
    reaches: list[str]
    public: list[Public] = []
    contains: dict[str, str] = {}

    def declared(self, parameters: Mapping[str, str]) -> list[str]:
        """The public nets of a design with these parameters; those of what it contains begin with the instance."""
        found = [
            net for each in self.public if parameters.get(each.parameter) not in ("0", "1'b0") for net in each.nets
        ]
        inside = [(name, net) for name, kind in self.contains.items() for net in rules()[kind].declared(parameters)]
        return found + [f"{name}.{net}" for name, net in inside]


@cache
def rules() -> Mapping[str, Rule]:
    """The rules by kind of design. Raises TwiddleError for an invalid file."""
    path = formal_root() / "flow.toml"
    with system_errors(path):
        text = path.read_text(encoding="utf-8")
    try:
        return msgspec.convert(tomllib.loads(text), dict[str, Rule])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise TwiddleError(f"{path}: {error}") from None


@dataclass(frozen=True)
class Design:
    """A module of an RTL tree with its parameters, and the kind of its rule."""

    name: str
    top: str
    parameters: Mapping[str, str]
    rule: str
    root: Path | None = None

    def __str__(self) -> str:
        return self.name

    def run(self, rtl_root: Path | None = None) -> Row:
        """Its row of the record. Raises CheckFailed for a leak, with the nets on the way to it."""
        rule = rules()[self.rule]
        with tempfile.TemporaryDirectory(prefix="twiddle-flow-") as folder:
            graph = flow.graph(sources(self.top, self.parameters, rtl_root or self.root), Path(folder))
        secret = _bits(graph, rule.secret)
        declared = rule.declared(self.parameters)
        public = _bits(graph, declared)
        steps = graph.reached(secret, public)
        own = [f"enable of {net}" for net in declared]
        places = [*rule.reaches, *own]
        allowed = [re.compile(".*".join(map(re.escape, each.split("*"))) + r"(\[\d+\])?") for each in places]
        leaks = [step for step in steps if not any(each.fullmatch(_place(step)) for each in allowed)]
        if leaks:
            words = "; ".join(f"{_place(step)} by {_way(step.path)}" for step in leaks[:SHOWN])
            raise CheckFailed(f"{self.name}: secrets reach {len(leaks)} bits that show: {words}")
        reached = sorted({re.sub(r"\[\d+\]$", "", _place(step)) for step in steps})
        found = {"name": self.name, "top": self.top, "parameters": dict(self.parameters), "rule": self.rule}
        counted = {"registers": graph.registers, "memories": len(graph.memories), "public": len(public)}
        return {**found, **counted, "reached": reached}


def _bits(graph: flow.Graph, nets: Iterable[str]) -> set[flow.Node]:
    found: set[flow.Node] = set()
    return found.union(*map(graph.bits, nets))


def _way(path: Sequence[str]) -> str:
    """The nets of a path, of a long one its ends."""
    return ", ".join(path if len(path) < 8 else [*path[:2], "...", *path[-4:]])


def _place(step: flow.Step) -> str:
    return step.name if step.kind == "output" else f"{step.kind} of {step.name}"


def designs() -> list[Design]:
    """Every core with its parameters, methods and classes of rings, the unit, whole schemes, and on buses."""
    cores = [
        (block, block.core if block.core in rules() else "core") for block in dict.fromkeys([*covering(), *measured()])
    ]
    systems = [(block, name) for name in ("unit", "lattice") for block, _ in find(name).measured()]
    lanes = [(core(name, lanes=1), name) for name in ("unit", "lattice")]
    others = [(core("keccak"), "keccak"), (core("lattice-axi"), "lattice-axi")]
    axis = {"N": "64", "Q": "3329", "Root": "17", "RootOrder": "64"}
    return [
        *(
            Design(_label(block), block.top, block.rtl_parameters(), rule, block.rtl_root)
            for block, rule in [*cores, *systems, *lanes, *others]
        ),
        Design("twd_axil", "twd_axil", axis, "axil"),
        Design("twd_axis_regs", "twd_axis_regs", axis, "axis"),
        Design("twd_axis_regs, dense", "twd_axis_regs", axis | {"Slot": "0", "Bus": "32"}, "axis"),
        Design("twd_unit_axi", "twd_unit_axi", {}, "unit-axi"),
    ]


def _label(block: Block) -> str:
    return block.words if block.over is None else label(block)


class Flow(Kind[Design]):
    """The proofs of all designs."""

    name = "flow"
    record = "verify/flow.json"
    claim = "designs whose time, addresses and enables no secret reaches, but for the nets of `formal/flow.toml`"
    packages = ("yosys",)

    def count(self, record: Mapping[str, Any]) -> int:
        """The designs."""
        return len(record["designs"])

    def sources(self) -> list[Path]:
        """All sources of the designs, and the rules."""
        tops = dict.fromkeys((design.top, design.root) for design in designs())
        files = dict.fromkeys(path for top, root in tops for path in sources(top, {}, root).files)
        return [*files, formal_root() / "flow.toml", Path(flow.__file__)]

    def points(self, options: Options) -> list[Design]:
        """The designs."""
        return designs()

    def inputs(self, point: Design, hashes: Mapping[str, str]) -> list[str]:
        """Its own sources, the rule and the analysis."""
        rule = str((rules()[point.rule], rules()[point.rule].declared(point.parameters)))
        return [
            sources(point.top, point.parameters, point.root).source_hash(),
            rule,
            Path(flow.__file__).read_text("utf-8"),
        ]

    def summary(self, points: Sequence[Design], rows: Sequence[Row]) -> dict[str, Any]:
        """The designs."""
        return {"designs": list(rows)}

    def words(self, points: Sequence[Design], rows: Sequence[Row]) -> str:
        """The number of designs, and the most public bits of one."""
        most = max(row["public"] for row in rows)
        return f"in {len(rows)} designs no secret reaches time, addresses or enables, with {most} public bits at most"
