# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What is verified of each core, with each class of rings, and of each other block: one table, from the records."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import msgspec

from twiddle.base import manifest
from twiddle.base.grid import Cell, Column, Grid, columns
from twiddle.base.rings import Ring, rings
from twiddle.catalog.designs import KINDS, cores
from twiddle.evidence.results import Results
from twiddle.evidence.verify import evidence, exhaust, formal
from twiddle.evidence.verify.netlists import PAIRS, SMALL, WIDE, smallest
from twiddle.tools.synth.records import read

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
        """Its row."""
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
    others = {kind.name: kind.top for kind in KINDS if kind not in cores()} | {top: top for top in WRAPPERS}
    return found + [_subject(name, top, manifest.rtl_root()) for name, top in others.items()]


def _subject(name: str, top: str, root: Path, of: Sequence[Ring] = (), methods: Collection[str] = ()) -> Subject:
    files = {f"rtl/{path.relative_to(root)}" for path in manifest.sources(top, root)}
    return Subject(name, top, {module.name for module in manifest.closure(top, root)}, files, of, methods)


def status(results: Results) -> Grid:
    """The table. Raises TwiddleError for an invalid record."""
    paths = {kind.name: results.folder / kind.record for kind in evidence.KINDS}
    records = {
        name: read(path, _Record, f"record of {name}") if path.exists() else _Record() for name, path in paths.items()
    }
    return Grid("status", "", _COLUMNS, tuple(subject.cells(records) for subject in subjects()))
