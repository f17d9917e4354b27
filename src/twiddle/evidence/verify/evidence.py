# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The evidence for all the hardware: the committed records of the long runs."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from twiddle.base import manifest, places
from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.base.grid import Cell, Column, Grid, columns
from twiddle.base.rings import Ring, rings
from twiddle.base.store import State, states
from twiddle.catalog.designs import KINDS as BLOCKS
from twiddle.catalog.designs import cores
from twiddle.evidence.results import Results
from twiddle.evidence.verify import exhaust, formal
from twiddle.evidence.verify.campaign import Kind, Options, Point
from twiddle.evidence.verify.exhaust import Exhaust
from twiddle.evidence.verify.flow import Flow
from twiddle.evidence.verify.formal import Formal
from twiddle.evidence.verify.lattice import Cycles, Lattice, Unit
from twiddle.evidence.verify.netlists import PAIRS, SMALL, WIDE, Netlists, smallest
from twiddle.evidence.verify.suite import Coverage, Faults, Matrix, Mutants
from twiddle.evidence.verify.vectors import Vectors
from twiddle.tools.synth.records import read


class Soc(Kind[Point]):
    """The system of examples/soc, a program of its own, whose compiler may be missing.

    Only the pending list has its state.
    """

    name = "soc"
    record = "verify/soc.json"
    claim = (
        "operations of ML-KEM and ML-DSA on a processor, with the polynomial unit and whole on "
        "`twd_lattice_axi`, against NIST's cases"
    )
    files = "the folder of the unpacked crates, by default from cargo"
    checkout = "examples/"
    chooses = spreads = False
    program: ClassVar[Sequence[str]] = ("examples/soc/run.py", "--record")

    def count(self, record: Mapping[str, Any]) -> int:
        return sum(len(run["cycles"]) for forms in record["sets"].values() for run in forms.values())

    def hashes(self) -> dict[str, str]:
        return {}

    def run(self, options: Options) -> str:
        """Runs it; it prints its result. Raises CheckFailed if it ends with 1, TwiddleError if with more."""
        self.check(options)
        words = [*self.program, *([f"--sources={options.files}"] if options.files else [])]
        run = [sys.executable, *words]
        code = subprocess.run(run, cwd=places.root(), stdout=options.output, check=False).returncode
        if code:
            raise (CheckFailed if code == 1 else TwiddleError)(f"python {' '.join(words)}: exit code {code}")
        return ""


KINDS: tuple[Kind[Any], ...] = (
    Exhaust(),
    Netlists(),
    Matrix(),
    Faults(),
    Mutants(),
    Coverage(),
    Formal(),
    Flow(),
    Vectors(),
    Unit(),
    Lattice(),
    Cycles(),
    Soc(),
)


@dataclass(frozen=True)
class Evidence:
    """The record of one kind of run."""

    kind: str  # name of the kind
    claim: str  # its claim, in words
    count: int | None  # of tests or proofs; None without a record
    command: str  # repeats it
    state: State  # see `twiddle.base.store.State`; stale: of other hardware or of another test bench
    minutes: float | None  # its duration, on the processors of the record; None if not recorded
    record: str  # its file in the folder of results


def evidence(results: Results) -> list[Evidence]:
    """The records of all kinds, in the order of `KINDS`. Raises TwiddleError for an invalid record."""

    def are_same(asked: Iterable[tuple[Mapping[str, Any], Kind[Any]]]) -> list[bool]:
        return [all(record.get(key) == now for key, now in kind.hashes().items()) for record, kind in asked]

    found = [(kind.record, _read(results.folder / kind.record, kind), kind) for kind in KINDS]
    known = states(found, are_same, results.pending())
    return [_evidence(kind, record, state, results) for (_, record, kind), state in zip(found, known, strict=True)]


def _read(path: Path, kind: Kind[Any]) -> Mapping[str, Any] | None:
    if not path.exists():
        return None
    try:
        record: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        kind.count(record)
        kind.claimed(record)
        record.get("seconds")
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise TwiddleError(f"{path}: not a record of {kind.name}: {error}") from None
    return record


def _evidence(kind: Kind[Any], record: Mapping[str, Any] | None, state: State, results: Results) -> Evidence:
    count = None if record is None else kind.count(record)
    seconds = None if record is None else record.get("seconds")
    minutes = None if seconds is None else seconds / 60
    claim = kind.claim if record is None else kind.claimed(record)
    return Evidence(kind.name, claim, count, kind.command, state, minutes, kind.record)


def minutes(entry: Evidence) -> str:
    """Minutes in a table."""
    return "-" if entry.minutes is None else "< 1" if entry.minutes < 1 else f"{entry.minutes:.0f}"


WRAPPERS = ("twd_axil", "twd_axis_regs", "twd_unit_axi")
"""Modules around cores and the unit that are no blocks of the catalogue."""

NOTES = (
    """proofs: of parts that it contains, for any length of time. flow: designs whose time and addresses no secret
reaches. multipliers: those inside it that were compared for every pair of operands. netlists: synthesised netlists
that were compared with the model. faults: put into its files one at a time, and caught. lines, branches: of its files,
run by the tests. A dash: none, or no record.""".replace("\n", " "),
    "No block has run on a board.",
)

_RINGS = {ring.name: ring for ring in (*rings(), *SMALL, *PAIRS, WIDE)}
_COLUMNS = columns(
    Column("block", "block", text=True),
    Column("rings", "rings", text=True),
    "proofs flow multipliers netlists faults",
    Column("coverage", "lines, branches", text=True),
)


class _Reached(msgspec.Struct):
    lines: tuple[int, int]
    branches: tuple[int, int]


class _Entry(msgspec.Struct):
    """A proof, a design or a point of a record."""

    module: str = ""
    name: str = ""
    top: str = ""
    unit: str = ""
    core: str | None = None
    ring: str | None = None
    q: int = 0
    method: str = ""
    variant: str = ""


class _Record(msgspec.Struct):
    proofs: list[_Entry] = []
    designs: list[_Entry] = []
    points: list[_Entry] = []
    files: dict[str, int | _Reached] = {}


@dataclass(frozen=True)
class Subject:
    """A row of the table: a core with the rings of a class and its methods, or a block."""

    name: str
    top: str
    modules: Set[str]
    files: Set[str]
    rings: Sequence[Ring] = ()
    methods: Collection[str] = ()

    def has(self, top: str, name: str) -> bool:
        """Whether a design of a record is one of these: by core and class of the ring, or by the top module."""
        core, ring = (*name.split(), "", "")[:2]
        like = ring in _RINGS and bool(self.rings) and _class(_RINGS[ring]) == _class(self.rings[0])
        return like and core == self.name if self.rings else top == self.top

    def multiplies(self, point: _Entry) -> bool:
        """Whether a multiplier is inside, with a modulus and a method of a core."""
        inside = not self.modules.isdisjoint(exhaust.modules(point.variant))
        moduli = {ring.q for ring in self.rings}
        return inside and (not self.rings or (point.q in moduli and point.method in self.methods))

    def cells(self, of: Mapping[str, _Record]) -> dict[str, Cell]:
        netlists, flow = of["netlists"].points, of["flow"].designs
        counts = {
            "proofs": sum(bool(self.modules & set(formal.RTL.get(each.module, ()))) for each in of["formal"].proofs),
            "flow": sum(self.has(each.top, each.name) for each in flow),
            "multipliers": sum(map(self.multiplies, of["exhaust"].points)),
            "netlists": sum(self.has(each.unit, f"{each.core} {each.ring}") for each in netlists),
        }
        found = [(name, of[name].files[file]) for name in of for file in self.files & of[name].files.keys()]
        counts["faults"] = sum(each for _, each in found if isinstance(each, int))
        reached = [each for _, each in found if isinstance(each, _Reached)]
        shares = (_share([each.lines for each in reached]), _share([each.branches for each in reached]))
        return {
            "block": Cell(self.name),
            "rings": Cell(", ".join(ring.name for ring in self.rings)),
            **{key: Cell(count or None) for key, count in counts.items()},
            "coverage": Cell(", ".join(shares) if reached else "-"),
        }


def _share(parts: Sequence[tuple[int, int]]) -> str:
    reached, every = (sum(part[index] for part in parts) for index in (0, 1))
    return f"{100 * reached / (every or 1):.1f} %"


def _class(ring: Ring) -> tuple[bool, bool]:
    """Whether the coefficients of a ring need wide multipliers, and whether its transform is complete."""
    return ring.bits > 16, ring.complete


def subjects() -> list[Subject]:
    """The cores by classes of rings, the other blocks, and the wrappers."""
    found = []
    for kind in cores():
        root = smallest(kind).rtl_root or manifest.rtl_root()
        for _, group in groupby(sorted(filter(kind.takes, rings()), key=_class), _class):
            of = list(group)
            methods = {str(each.parameters.get("Method", kind.name)) for each in kind.combinations(of[0])}
            found.append(_subject(kind.name, kind.top, root, of, methods))
    others = {kind.name: kind.top for kind in BLOCKS if kind not in cores()} | {top: top for top in WRAPPERS}
    return found + [_subject(name, top, manifest.rtl_root()) for name, top in others.items()]


def _subject(name: str, top: str, root: Path, of: Sequence[Ring] = (), methods: Collection[str] = ()) -> Subject:
    files = {f"rtl/{path.relative_to(root)}" for path in manifest.sources(top, root)}
    return Subject(name, top, {module.name for module in manifest.closure(top, root)}, files, of, methods)


def status(results: Results) -> Grid:
    """The table. Raises TwiddleError for an invalid record."""
    paths = {kind.name: results.folder / kind.record for kind in KINDS}
    records = {
        name: read(path, _Record, f"record of {name}") if path.exists() else _Record() for name, path in paths.items()
    }
    return Grid("status", "", _COLUMNS, tuple(subject.cells(records) for subject in subjects()))
