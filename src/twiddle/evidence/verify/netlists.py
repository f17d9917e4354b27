# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`make netlists`: simulates the measured netlists in the conformance harness.

Every core with every value of each of its parameters, those for a technology too, over a small ring, over an
incomplete and a wide one, and with its defaults over its first scheme ring: elaborated, and mapped to xc7 and
ecp5. The combinations of parameters that `twiddle bench` measures: elaborated. Modular multipliers of narrow
moduli with every operand pair, wide ones with corners and random operands. The points are derived from the
catalogue, so a new core or method is included.

The record, results/verify/netlists.json, gets a row with each right point, so an interrupted run continues
where it ended; rows of the same hardware, harness and tools are not simulated again:

command                       what repeats it
tools                         package and version of every tool
harness_hash                  sha256 of the test bench and of the models of the cells
rtl_hash, seconds             sha256 of the sources of all points, without comments and white space, and the
                              time of all points, once every point has its row
points                        core, ring and parameters, or unit and parameters; stage, one of STAGES;
                              source_hash and design_hash, as in synthesis records; compared: results by part,
                              in four states beats; seconds
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache as once
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np

from twiddle.base import manifest
from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.base.rings import Ring, rings
from twiddle.base.sources import Sources, sources
from twiddle.catalog.block import Kind
from twiddle.catalog.designs import Design, combinations, core, cores, takes, technology_values
from twiddle.evidence import wanted
from twiddle.evidence.results import Results
from twiddle.evidence.verify import campaign, exhaust
from twiddle.evidence.verify.campaign import Row
from twiddle.model import methods
from twiddle.model.methods import Method
from twiddle.tools import fourstate
from twiddle.tools.conformance import Effort, conform
from twiddle.tools.sim import netlist
from twiddle.tools.sim.build import HARNESS, QUICK
from twiddle.tools.sim.exhaust import Difference
from twiddle.tools.sim.unit import UnitSimulator
from twiddle.tools.synth import records
from twiddle.tools.synth.netlist import design_hashes
from twiddle.tools.synth.records import Measurement

SMALL = tuple(Ring(f"n{n}-q3329", n, 3329, pow(17, 128 // n, 3329), 2 * n) for n in (16, 32, 64))
"""Rings of few coefficients modulo 3329, for which every method works; each core takes one of them."""

PAIRS = tuple(Ring(f"n{n}-q3329-pairs", n, 3329, pow(17, 256 // n, 3329), n) for n in (32, 64))
"""The small rings with an incomplete transform."""

WIDE = Ring("n64-q8380417", 64, 8380417, pow(1753, 4, 8380417), 128)
"""A ring of 23 bits."""

STAGES = ("elaborated", "xc7", "ecp5")
"""The simulated stages of every point."""

RANDOM = 10_000_000
"""Random products of a multiplier with too many operand pairs."""

_SLICE = 1_000_000
_THOROUGH, _QUICKEST = "", "2"
"""Builds of a multiplier, with millions of operands, and of a design, simulated for seconds."""
_DESIGN_EFFORT = Effort()


def smallest(kind: Kind) -> Design:
    """The first design of a core, over the shortest small ring, with the most operations."""
    for ring in SMALL:
        if designs := list(combinations(kind, ring)):
            return max(designs, key=lambda design: len(design.operations))
    raise TwiddleError(f"core {kind.name}: supports none of the small rings")


def each_value(kind: Kind, candidates: Sequence[Ring]) -> Iterator[Design]:
    """Designs that cover every value of every parameter, as few and as early as possible.

    Values for a technology have the last design of `smoke`, of few cells.
    """
    seen: set[tuple[str, int | str]] = set()
    for ring in candidates:
        designs = list(combinations(kind, ring))
        while designs:
            best = max(designs, key=lambda design: len(set(design.parameters.items()) - seen))
            if not set(best.parameters.items()) - seen:
                break
            seen |= set(best.parameters.items())
            yield best
    base = [design for design in smoke() if design.kind is kind][-1]
    yield from technology_values(kind, base.parameters, base.ring)


def smoke() -> list[Design]:
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
            next(design for design in combinations(kinds[name], ring) if chosen.items() <= design.parameters.items())
            for name, ring, chosen in more
        ),
    ]


def _multiplies_sums(design: Design) -> bool:
    """Sums are operands of DSP blocks, without a register between: base products by the shortest method."""
    return design.parameters.get("Method") == Method.SHIFT_ADD.label and "pwm" in design.operations


def measured() -> list[Design]:
    """The designs of `twiddle bench`: each over the shortest ring of its kind with its parameters."""
    return [_shortened(block) for block in dict.fromkeys(block for block, _ in wanted.wanted("core"))]


def _shortened(block: Design) -> Design:
    preset = block.ring
    for ring in (WIDE,) if preset.bits == WIDE.bits else SMALL if preset.complete else PAIRS:
        with suppress(TwiddleError):
            return core(block.core, ring, **block.parameters)
    return block


def covering() -> list[Design]:
    """The designs that cover the parameters, elaborated and mapped."""
    designs: list[Design] = []
    for kind in cores():
        designs.append(smallest(kind))
        designs += each_value(kind, (*SMALL, *PAIRS, *rings()))
        for candidates in (PAIRS, (WIDE,)):
            for ring in candidates:
                if some := list(combinations(kind, ring)):
                    designs.append(max(some, key=lambda design: len(design.operations)))
                    break
        designs += [core(kind.name, ring) for ring in rings() if takes(kind, ring)][:1]
        designs += [design for design in combinations(kind, PAIRS[0]) if _multiplies_sums(design)][:1]
    return list(dict.fromkeys(designs + smoke()))


def multipliers() -> list[exhaust.Point]:
    """Every modular multiplier of `make exhaust`, and every method modulo the wide moduli of the rings."""
    wide = sorted({ring.q for ring in rings()} - set(exhaust.MODULI))
    return [*exhaust.points(), *(exhaust.Point(q, method) for q in wide for method in methods.supported(q))]


def label(design: Design) -> str:
    """A design in one line."""
    parameters = [f"{key}={value}" for key, value in design.parameters.items()]
    return " ".join([design.core, design.ring.name, *parameters])


@dataclass(frozen=True)
class Point:
    """One netlist: of a design or of a multiplier, at a stage."""

    module: Design | exhaust.Point
    stage: str

    def __str__(self) -> str:
        return f"{label(self.module) if isinstance(self.module, Design) else self.module}, {self.stage}"

    @cached_property
    def parameters(self) -> dict[str, str]:
        """Parameters of the RTL module."""
        return self.module.rtl_parameters()

    def name(self) -> dict[str, Any]:
        """Its fields in the record."""
        module = self.module
        if isinstance(module, Design):
            named = {"core": module.core, "ring": module.ring.name, "parameters": dict(module.parameters)}
        else:
            named = {"unit": module.top, "parameters": dict(self.parameters)}
        return {**named, "stage": self.stage}

    def sources(self) -> Sources:
        """The inputs of its elaboration."""
        return sources(self.module.top, self.parameters, self.module.rtl_root)

    def source_hash(self) -> str:
        """sha256 of its sources and parameters, without comments and white space."""
        return self.sources().source_hash()

    def key(self) -> str:
        """Its cache name: a hash of everything that the outcome depends on."""
        named = json.dumps([self.name(), self.source_hash(), _tools(), harness_hash()])
        return hashlib.sha256(named.encode()).hexdigest()

    def run(self) -> dict[str, Any]:
        """Simulates it; returns the row of the record. Raises CheckFailed for a wrong result."""
        begin = time.monotonic()
        net = netlist.build(self.module.top, self.parameters, self.stage, self.module.rtl_root)
        if isinstance(self.module, Design):
            compared = dict(conform(self.module, _DESIGN_EFFORT, netlist=netlist.Stage(self.stage)).compared)
            if self.stage == "elaborated" and self.module in smoke():
                bench = fourstate.Bench(self.module)
                fourstate.run_yosys(bench, net)
                compared["four states"] = bench.beats
        else:
            compared = _products(self.module, self.stage)
        seconds = round(time.monotonic() - begin, 1)
        hashes = {"source_hash": self.source_hash(), "design_hash": net.design_hash()}
        return {**self.name(), **hashes, "compared": compared, "seconds": seconds}


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
    mapped: list[Design | exhaust.Point] = [*covering(), *multipliers()]
    netlists = [
        Point(module, stage) for module in mapped for stage in STAGES if stage == "elaborated" or not _for_asics(module)
    ]
    more = [design for design in dict.fromkeys(measured()) if design not in set(mapped)]
    return netlists + [Point(design, "elaborated") for design in more]


def _for_asics(module: Design | exhaust.Point) -> bool:
    """Tables in logic are for a technology without block memories: mapped to an FPGA they fill it."""
    return isinstance(module, Design) and bool(module.parameters.get("LogicTables"))


RECORD = "verify/netlists.json"
"""The record, in the folder of results."""


@once
def harness_hash() -> str:
    """sha256 of the test bench, of what makes a netlist, and of the models of the cells.

    Without the bench of streams, which drives no netlist of a point.
    """
    here = Path(__file__).resolve().parent
    code = [here / "conformance.py", here / "fourstate.py", Path(netlist.__file__)]
    bench = sorted(path for path in HARNESS.iterdir() if path.is_file() and path.name != "streams.cpp")
    files = [*code, *sorted(netlist.CELLS.glob("*.v")), *bench]
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


class Kept:
    """The rows of the record that hold for today's harness and tools; new ones are added."""

    def __init__(self, results: Results) -> None:
        self._results = results
        self._lock = threading.Lock()
        self._head = {"command": "make netlists", "tools": _tools(), "harness_hash": harness_hash()}
        self._rows = {_named(row): row for row in recorded(results, self._head)}

    def find(self, point: Point) -> Row | None:
        """The row of a point, if its hardware is that of today: a netlist has no assertions."""
        row = self._rows.get(_named(point.name()))
        if row is None or row["source_hash"] == point.source_hash():
            return row
        same = design_hashes([point.sources()]) == [row["design_hash"]]
        return {**row, "source_hash": point.source_hash()} if same else None

    def add(self, row: Row) -> None:
        """Write the record with one more row; it stays pending."""
        with self._lock:
            self._rows[_named(row)] = row
            path = self._results.folder / RECORD
            path.parent.mkdir(parents=True, exist_ok=True)
            records.write_json(path, {**self._head, "points": list(self._rows.values())})

    def close(self, rows: Sequence[Row]) -> None:
        """Write the record with these rows alone, which are those of all points."""
        seconds = round(sum(row["seconds"] for row in rows), 1)
        more = {"rtl_hash": rtl_hash(), "seconds": seconds}
        self._results.write(RECORD, {**self._head, **more, "points": rows})


def rtl_hash() -> str:
    """sha256 of the sources of every point, without comments and white space."""
    trees = dict.fromkeys((point.module.top, point.module.rtl_root) for point in points())
    return manifest.text_hash(path for top, root in trees for path in manifest.sources(top, root))


def recorded(results: Results, head: Mapping[str, Any] | None = None) -> list[Row]:
    """The rows of the record; none if there is no record, or its fields are not those of `head`."""
    path = results.folder / RECORD
    document = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"points": []}
    same = all(document.get(key) == value for key, value in (head or {}).items())
    return list(document["points"]) if same else []


def missing(results: Results) -> list[Point]:
    """The points without a row of the present sources in the record."""
    kept = {(_named(row), row["source_hash"]) for row in recorded(results)}
    every = points()
    return [point for point in every if (_named(point.name()), point.source_hash()) not in kept]


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


def _tools() -> dict[str, str]:
    return campaign.tools("yosys", "verilator", "compiler")


@contextmanager
def _built(quick: str) -> Iterator[None]:
    """Models of this kind of build, within the block."""
    before = os.environ.get(QUICK, "")
    os.environ[QUICK] = quick
    try:
        yield
    finally:
        os.environ[QUICK] = before


def run(options: campaign.Options) -> str:
    """Simulates every netlist, or the chosen ones; returns the result in words.

    Raises CheckFailed for wrong results.
    """
    chosen = options.chosen(points())
    kept = Kept(options.results) if options.record and not options.only else None
    begin = time.monotonic()
    rows: list[Row] = []
    failed: list[Exception] = []
    for kind, builds in ((exhaust.Point, _THOROUGH), (Design, _QUICKEST)):
        with _built(builds):
            of_kind = [point for point in chosen if isinstance(point.module, kind)]
            right, wrong = campaign.sweep(of_kind, options.workers, options.progress, kept)
        rows += right
        failed += wrong
    seconds = time.monotonic() - begin
    if failed:
        raise CheckFailed("; ".join(map(str, failed)))
    if kept:
        kept.close(rows)
    results = sum(sum(row["compared"].values()) for row in rows)
    return f"{len(rows)} netlists, {results} results, all right, in {seconds:.0f} s"
