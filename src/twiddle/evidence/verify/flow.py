# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`make flow`: proves that time, addresses and enables do not depend on secrets, but for those named.

For each design the netlist that Yosys elaborates becomes a graph of bits (`twiddle.tools.flow`). No path leads
from a secret input to an output, an address or enable of a memory, or an enable of a register, except to those
where results come out, and through the nets that formal/flow.toml declares public, with a reason each.

Which secrets these nets have is found in simulation, with a shadow bit beside each bit (`twiddle.tools.taint`):
every operation of every parameter set of `twd_lattice`, one after the other. In the record:

designs   name, top, parameters; registers and memories: their numbers; public: declared bits; reached: where
          secrets may come out, and do
shadows   operations: their number by parameter set; public: the declared nets, the operations in which they depend on
          a secret, and the proofs of formal/ that are about them
"""

from __future__ import annotations

import re
import tempfile
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any

import msgspec

from twiddle.base import places
from twiddle.base.errors import CheckFailed
from twiddle.base.sources import sources
from twiddle.catalog.block import Block
from twiddle.catalog.designs import core, find
from twiddle.evidence.verify.campaign import Kind, Options, Row
from twiddle.evidence.verify.formal import formal_root
from twiddle.evidence.verify.netlists import covering, label, measured
from twiddle.model.decode import Load
from twiddle.model.encode import Store
from twiddle.model.keccak import frame
from twiddle.model.sets import DSA_SETS, KEM_SETS, Operation, lengths
from twiddle.tools import flow, lattice_cases, taint
from twiddle.tools.lattice_cases import Case, difference, dsa_cases, kem_cases
from twiddle.tools.lattice_simulator import Task, answers, expected, streams
from twiddle.tools.sim.build import built
from twiddle.tools.sim.streams import StreamSimulator

SHOWN = 2
"""Leaks that a message names."""


class Public(msgspec.Struct, forbid_unknown_fields=True, rename={"parameter": "with"}):
    """Nets whose value may be seen; see formal/flow.toml."""

    nets: list[str]
    why: str
    parameter: str = ""
    reaches: list[str] = []
    at: dict[str, tuple[int, int]] = {}
    load: str = ""
    store: str = ""
    secret: list[str] = []
    proofs: list[str] = []
    alone: str = ""

    def operation(self, task: Task, value: int) -> str:
        """An operation, whether it makes the key of its seed, and the kind of job."""
        kind = Load(value).name if self.load else Store(value).name if self.store else ""
        return f"{task.operation.name}{'_SEED' if task.seed else ''} {kind}".strip()


class Rule(msgspec.Struct, forbid_unknown_fields=True):
    """What may depend on secrets in a kind of design; see formal/flow.toml."""

    secret: list[str]
    reaches: list[str]
    public: list[Public] = []
    published: list[Public] = []
    contains: dict[str, str] = {}

    def declared(self, parameters: Mapping[str, str]) -> list[str]:
        """The public nets of a design with these parameters; those of what it contains begin with the instance."""
        found = [net for each in self.present(parameters) for net in each.nets]
        inside = [(name, net) for name, kind in self.contains.items() for net in rules()[kind].declared(parameters)]
        return found + [f"{name}.{net}" for name, net in inside]

    def present(self, parameters: Mapping[str, str]) -> list[Public]:
        """The entries for a design with these parameters, without those of what it contains."""
        return [each for each in self.public if parameters.get(each.parameter) not in ("0", "1'b0")]

    def shows(self, place: str, parameters: Mapping[str, str]) -> bool:
        """Whether secrets may come out there: an output, or the address or enable of a memory or register."""
        return _among(place, [*self.reaches, *(f"enable of {net}" for net in self.declared(parameters))])


@cache
def rules() -> Mapping[str, Rule]:
    """The rules by kind of design. Raises TwiddleError for an invalid file."""
    return places.read_toml(formal_root() / "flow.toml", dict[str, Rule], "rules of information flow")


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
        if rule.present(self.parameters) == rule.public and (apart := graph.apart(secret, public)):
            nets = ", ".join(net for net in declared if apart & graph.bits(net))
            raise CheckFailed(f"{self.name}: no secret reaches {nets}: not to be declared")
        leaks = [step for step in steps if not rule.shows(_place(step), self.parameters)]
        for each in rule.present(self.parameters):
            if each.reaches:
                own = _bits(graph, each.nets)
                further = graph.reached(own, public - own)
                if never := unreached(each.reaches, map(_place, further)):
                    raise CheckFailed(f"{self.name}: {', '.join(each.nets)} do not reach {', '.join(never)}")
                leaks += [
                    step
                    for step in further
                    if not rule.shows(_place(step), self.parameters) and not _among(_place(step), each.reaches)
                ]
        if leaks:
            words = "; ".join(f"{_place(step)} by {_way(step.path)}" for step in leaks[:SHOWN])
            raise CheckFailed(f"{self.name}: secrets reach {len(leaks)} bits that show: {words}")
        reached = sorted({re.sub(r"\[\d+\]$", "", _place(step)) for step in steps})
        found = {"name": self.name, "top": self.top, "parameters": dict(self.parameters), "rule": self.rule}
        counted = {"registers": graph.registers, "memories": len(graph.memories), "public": len(public)}
        return {**found, **counted, "reached": reached}


def unreached(patterns: Iterable[str], places_: Iterable[str]) -> list[str]:
    """The patterns that match none of these places: flow.toml lets secrets come out where none does."""
    found = [*places_]
    return [pattern for pattern in patterns if not any(_among(place, [pattern]) for place in found)]


def _among(place: str, patterns: Iterable[str]) -> bool:
    return any(re.fullmatch(".*".join(map(re.escape, each.split("*"))) + r"(\[\d+\])?", place) for each in patterns)


def _bits(graph: flow.Graph, nets: Iterable[str]) -> set[flow.Node]:
    found: set[flow.Node] = set()
    return found.union(*map(graph.bits, nets))


def _way(path: Sequence[str]) -> str:
    """The nets of a path, of a long one its ends."""
    return ", ".join(path if len(path) < 8 else [*path[:2], "...", *path[-4:]])


def _place(step: flow.Step) -> str:
    return step.name if step.kind == "output" else f"{step.kind} of {step.name}"


def secrets(task: Task) -> list[int]:
    """For each word that goes into an operation, bits of 1 where it is secret.

    Of dk and sk what is not in ek or pk; ciphertexts and signatures are public, messages secret.
    """
    of, no, yes = lengths(task.set), b"\0", b"\xff"
    match task.operation:
        case Operation.KEM_DECAPS:
            begin = of.private - of.public - 64  # s
            masks = [yes * 64 if task.seed else yes * begin + no * (of.public + 32) + yes * 32, no * of.made]
        case Operation.DSA_SIGN if not task.seed:
            masks = [no * 32 + yes * 32 + no * 64 + yes * (of.private - 128)]  # rho and tr are public
        case Operation.KEM_ENCAPS | Operation.DSA_VERIFY:
            masks = [no * size for size in (of.public, of.made)[: len(task.frames) - 1]]
        case _:
            masks = []
    masks += [yes * len(each) for each in task.frames[len(masks) :]]
    return [word % 2**64 for mask in masks for word in frame(mask)]


def _with_seed(cases: list[Case], at: int) -> list[Case]:
    """Cases, the first of which makes their key, and one of them again with its seed in place of the key."""
    task = replace(cases[at].task, frames=(*cases[0].task.frames, *cases[at].task.frames[1:]), seed=True)
    return [*cases, cases[at]._replace(task=task)]


@dataclass(frozen=True)
class Shadows:
    """Every operation of parameter sets of a build of twd_lattice, one after the other, with shadow bits.

    Decaps of an altered ciphertext and Verify of another message, and Decaps and Sign from the seed, too.
    """

    design: Design
    sets: Sequence[str] = (*KEM_SETS, *DSA_SETS)

    def __str__(self) -> str:
        return f"{self.design}, shadows"

    def run(self) -> Row:
        """Its row of the record. Raises CheckFailed for nets that have other secrets than those of their rule."""
        design, rule = self.design, rules()[self.design.rule]
        entries = [*rule.present(design.parameters), *rule.published]
        of = [
            _with_seed([*kem_cases(name, seed)][:4], 2)
            if name in KEM_SETS
            else _with_seed([*itemgetter(0, 1, 3, 5)([*dsa_cases(name, seed)])], 1)
            for seed, name in enumerate(self.sets)
        ]
        cases = [case for each in zip(*of, strict=True) for case in each]
        tasks = [case.task for case in cases]
        with tempfile.TemporaryDirectory(prefix="twiddle-flow-") as folder:
            path = Path(folder) / "shadows.v"
            module = flow.elaborated(sources(design.top, design.parameters, design.root), path.parent)
            graph = flow.Graph(module)
            others = _others(graph, lambda place: rule.shows(place, design.parameters))
            every = [*entries, *(Public([place], "") for place in others)]
            watches = [*(_watch(graph, each) for each in entries), *map(taint.Watch, others.values())]
            path.write_text(taint.verilog(module, "in_data_i", "command", "done", watches), encoding="utf-8")
            with built("1"):
                simulator = StreamSimulator(design.top, netlist=taint.Shadowed(path))
        send, last = streams(tasks)
        marks = [mark for task in tasks for mark in secrets(task)]
        send["in"] = [word | mark << 68 for word, mark in zip(send["in"], marks, strict=True)]
        done = simulator.run(send, expected(tasks), last=last, random_state=True, patience=2_000_000)
        for case, answer in zip(cases, answers(tasks, done), strict=True):
            if words := difference(case, answer):
                raise CheckFailed(f"{self}: {words}")
        found: list[set[str]] = [set() for _ in watches]
        for task, row in zip(tasks, done.streams["done"].values.tolist(), strict=True):
            for number, values in enumerate(taint.reported(row, 8, watches)):
                found[number] |= {every[number].operation(task, value) for value in values}
        if words := other_secrets(every, found):
            raise CheckFailed(f"{self}: {words}")
        counts = {name: sum(task.set == name for task in tasks) for name in self.sets}
        public = [{"nets": each.nets, "secret": each.secret, "proofs": each.proofs} for each in entries]
        return {"operations": counts, "public": public}


def other_secrets(declared: Iterable[Public], found: Iterable[Collection[str]]) -> str:
    """The nets whose secrets, found in these operations, are others than those that are declared; empty: none."""
    return "; ".join(
        f"{', '.join(of.nets)}: secret in {', '.join(sorted(now)) or 'none'}, not {', '.join(of.secret) or 'none'}"
        for of, now in zip(declared, found, strict=True)
        if set(now) != set(of.secret)
    )


def _watch(graph: flow.Graph, of: Public) -> taint.Watch:
    bits = [bit for net in of.nets for bit in graph.word(net)]
    at = [(tuple(graph.word(net)), low, high) for net, (low, high) in of.at.items()]
    by = graph.word(of.load or of.store) if of.load or of.store else ()
    return taint.Watch(tuple(bits), tuple(at), tuple(by), public=True)


def _others(graph: flow.Graph, shows: Callable[[str], bool]) -> dict[str, tuple[flow.Node, ...]]:
    """By name, what shows of a design and may not depend on secrets; a reset, too."""
    found: dict[str, list[flow.Node]] = defaultdict(list)
    for bit, shown in graph.watched.items():
        for kind, name in shown:
            found[re.sub(r"\[\d+\]$", "", name if kind == "output" else f"{kind} of {name}")].append(bit)
    return {place: tuple(bits) for place, bits in sorted(found.items()) if not shows(place)}


def designs() -> list[Design]:
    """Every core with its parameters, methods and classes of rings, the unit, whole schemes, and on buses."""
    cores = [
        (block, "rns" if "rns" in (block.core, block.parameters.get("Method")) else "core")
        for block in dict.fromkeys([*covering(), *measured()])
    ]
    systems = [(block, name) for name in ("unit", "lattice") for block, _ in find(name).measured()]
    lanes = [(core(name, lanes=1), name) for name in ("unit", "lattice")]
    others = [(core("keccak"), "keccak"), (core("lattice-axi"), "lattice-axi")]
    others.append((core("lattice", lanes=2, dsp=0), "lattice"))
    axis = {"N": "64", "Q": "3329", "Root": "17", "RootOrder": "64"}
    return [
        *(
            Design(_label(block), block.top, block.rtl_parameters(), rule, block.rtl_root)
            for block, rule in [*cores, *systems, *lanes, *others]
        ),
        Design("twd_keccak_slices", "twd_keccak_slices", {}, "keccak"),
        Design("twd_axil", "twd_axil", axis, "axil"),
        Design("twd_axis_regs", "twd_axis_regs", axis, "axis"),
        Design("twd_axis_regs, dense", "twd_axis_regs", axis | {"Slot": "0", "Bus": "32"}, "axis"),
        Design("twd_unit_axi", "twd_unit_axi", {}, "unit-axi"),
    ]


def _label(block: Block) -> str:
    return block.words if block.over is None else label(block)


class Flow(Kind[Design | Shadows]):
    """The proofs of all designs, and the operations with shadow bits."""

    name = "flow"
    record = "verify/flow.json"
    claim = "designs and operations whose time and addresses no secret reaches, but by the nets of `formal/flow.toml`"
    packages = ("yosys", "verilator", "compiler", "kyber-py", "dilithium-py")
    bench = ("unit", "streams")

    def count(self, record: Mapping[str, Any]) -> int:
        counts: Mapping[str, int] = record["shadows"]["operations"]
        return len(record["designs"]) + sum(counts.values())

    def sources(self) -> list[Path]:
        tops = dict.fromkeys((design.top, design.root) for design in designs())
        files = dict.fromkeys(path for top, root in tops for path in sources(top, {}, root).files)
        return [*files, formal_root() / "flow.toml", Path(flow.__file__), Path(taint.__file__)]

    def points(self, options: Options) -> list[Design | Shadows]:
        every = designs()
        return [*every, Shadows(next(each for each in every if each.top == "twd_lattice"))]

    def inputs(self, point: Design | Shadows, hashes: Mapping[str, str]) -> list[str]:
        of, more = (point, []) if isinstance(point, Design) else (point.design, [taint, lattice_cases])
        rule = str((rules()[of.rule], rules()[of.rule].declared(of.parameters)))
        texts = [Path(module.__file__ or "").read_text("utf-8") for module in (flow, *more)]
        return [sources(of.top, of.parameters, of.root).source_hash(), rule, *texts]

    def summary(self, points: Sequence[Design | Shadows], rows: Sequence[Row]) -> dict[str, Any]:
        for name, rule in rules().items():
            reached = [place for row in rows if row.get("rule") == name for place in row["reached"]]
            if never := unreached(rule.reaches, reached):
                raise CheckFailed(f"flow.toml, {name}: no secret reaches {', '.join(never)}")
        return {
            "designs": [row for row in rows if "top" in row],
            "shadows": next((row for row in rows if "operations" in row), {}),
        }
