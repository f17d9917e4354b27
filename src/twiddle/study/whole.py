# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Whole operations: builds of `twd_lattice`, and open cores of others with their figures in `whole.csv`."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from twiddle.base.grid import Cell, Column, Grid, columns
from twiddle.evidence import merit
from twiddle.evidence.lattice_cycles import BUILDS, COMMAND, average, recorded
from twiddle.evidence.results import Results
from twiddle.model.sets import DSA_SETS, KEM_SETS
from twiddle.study import published
from twiddle.study.comparison import Comparison, Shelf, cells_of, cells_of_line, number, value_of
from twiddle.tools.synth.records import Record
from twiddle.tools.targets.base import RESOURCES

OPERATIONS = {KEM_SETS: ("keygen", "encaps", "decaps"), DSA_SETS: ("keygen", "sign", "verify")}

NOTES = """\
One row is one build: the figures of two builds never share a row. A dash: not measured, or not in the source.
LUT to BRAM36 xc7: 7-series, by Yosys in the reference flow, memories of the core included.
LUT and MHz ecp5: an ECP5-85k of speed grade 8, by Yosys and nextpnr; µs are cycles at that clock rate.
Published: as the source has it, by its tool on its device, as a rule Vivado; it compares with no other column.
Cycles run from the command to the result, of ours on average.
Sign: with the first round accepted; on average: with the rounds of FIPS 204, revised; of others as their remark says.
Of twd_lattice, all memories are in its figures; AXI, random bytes and storage of keys are not."""

_PUBLISHED = columns(
    *(f"published_{key}:{key.upper()}_published:0" for key in ("lut", "ff", "dsp")),
    "published_bram36:BRAM36_published published_mhz:MHz_published:0",
    *(Column(key, title, text=True) for key, title in (("device", "device published"), ("licence", "licence"))),
    *(Column(key, key.replace("_", " "), text=True, shown=False) for key in ("year", "includes", "left_out", "source")),
)
"""What the source of a core of others says, as `whole.csv` has it."""


@dataclass(frozen=True)
class Row:
    """A parameter set on a build.

    cycles   of each operation; of a signature whose first round is accepted; empty if unknown
    average  cycles of a signature; None if unknown
    xc7, ecp5  records; None without one, and for cores of others
    line     of `whole.csv`, of others
    """

    set: str
    design: str
    cycles: Mapping[str, float]
    average: float | None = None
    xc7: Record | None = field(default=None, repr=False)
    ecp5: Record | None = field(default=None, repr=False)
    line: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def ours(self) -> bool:
        """Whether it is a build of `twd_lattice`."""
        return not self.line

    @property
    def lut(self) -> float | None:
        """Of xc7 in the reference flow; None if unknown."""
        return value_of(self.cells, "lut")

    @property
    def note(self) -> str:
        """What is in the figures and what is not, and where they are from, in words."""
        parts = (("in it", "includes"), ("left out", "left_out"), ("source", "source"))
        words = [
            f"{title}: {self.line[key]}" for title, key in parts if self.line.get(key) not in ("", None, "not stated")
        ]
        return "; ".join([*words, *([self.line["note"]] if self.line.get("note") else [])])

    @property
    def cells(self) -> dict[str, Cell]:
        found: dict[str, Cell] = {"set": Cell(self.set), "design": Cell(self.design), "licence": Cell("Apache-2.0")}
        found |= {name: Cell(number(count)) for name, count in self.cycles.items()}
        found |= cells_of(self.xc7, {kind: kind for kind in RESOURCES})
        found |= cells_of(self.ecp5, {"ecp5_lut": "lut", "freq_mhz": "freq_mhz"})
        if self.ecp5 is not None:
            counts = {_timed(name): self.average if name == "sign" else count for name, count in self.cycles.items()}
            times = {name: merit.micros(self.ecp5, count) for name, count in counts.items()}
            found |= {f"us_{name}": Cell(time, found["freq_mhz"].records) for name, time in times.items()}
        if self.average is not None:
            found["sign_average"] = Cell(number(self.average))
        if self.line:
            found |= {**cells_of_line(self.line, (*columns(*RESOURCES), *_PUBLISHED)), "note": Cell(self.note)}
        return found


def _timed(operation: str, average: str = "_average") -> str:
    """The operation whose time is stated: of signatures, the average."""
    return operation + average if operation == "sign" else operation


def rows(results: Results, shelf: Shelf | None = None) -> list[Row]:
    """Every set on every measured build and on the cores of others; by set, ours first."""
    found = [*_ours(results, shelf or Shelf(results)), *_others()]
    names = (*KEM_SETS, *DSA_SETS)
    return sorted(found, key=lambda row: names.index(row.set))


def _ours(results: Results, shelf: Shelf) -> list[Row]:
    known = recorded(results)
    found = []
    for build in BUILDS:
        xc7, ecp5 = (shelf.find(build, target) for target in ("xc7", "ecp5"))
        for name, counts in (known.builds.get(build.stem, {}) if known else {}).items():
            cycles = {each: average(counts, name, each) for each in counts.measured}
            signs = {"sign": counts.signing.first} if counts.sign else {}
            found.append(Row(name, build.words, {**cycles, **signs}, cycles.get("sign"), xc7, ecp5))
    return found


def _others() -> list[Row]:
    return [
        Row(
            name,
            line["design"],
            {key: float(line[key]) for key in names if line[key] and name == line["cycles_of"]},
            line=line,
        )
        for line in published.lines("whole.csv")
        for sets, names in OPERATIONS.items()
        for name in sets
        if any(name.startswith(each) for each in line["sets"].split())
    ]


def schemes(results: Results) -> Comparison:
    """A table for every parameter set: builds of `twd_lattice`, and cores of others."""
    shelf = Shelf(results)
    found = rows(results, shelf)
    grids = tuple(
        Grid(
            name.lower(),
            f"Whole operations of {name}",
            columns(
                Column("set", "set", text=True, shown=False),
                Column("design", "core", text=True, room=24),
                *(f"{each}:{each}:0" for each in operations),
                *["sign_average:sign,_on_average:0"] * ("sign" in operations),
                *(f"{key}:{key.upper()}_xc7" for key in RESOURCES),
                "ecp5_lut freq_mhz:MHz_ecp5:1",
                *(f"us_{_timed(each)}:{_timed(each, ',_on_average')},_µs_ecp5:1" for each in operations),
                *_PUBLISHED,
                Column("note", "remark", text=True, below=True),
            ),
            tuple(row.cells for row in found if row.set == name),
        )
        for sets, operations in OPERATIONS.items()
        for name in sets
    )
    notes = (*NOTES.splitlines(), *remark(results).split("\n"), f"Measured with {shelf.tools}.")
    return Comparison("schemes", grids, tuple(filter(None, notes)), shelf.missing(), title="Whole schemes")


def remark(results: Results) -> str:
    """A line if the recorded cycles are of earlier hardware; otherwise empty."""
    known = recorded(results)
    old = known is not None and not known.current
    return f"\nCycles of earlier hardware; {COMMAND} measures them again.\n" if old else ""
