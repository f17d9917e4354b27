# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Whole operations: builds of `twd_lattice`, and open cores of others with their figures in `whole.csv`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from twiddle.base.grid import markdown
from twiddle.evidence.lattice_cycles import BUILDS, COMMAND, average, recorded
from twiddle.evidence.results import Results
from twiddle.model.sets import DSA_SETS, KEM_SETS
from twiddle.study import published
from twiddle.tools.synth.records import Record

OPERATIONS = {KEM_SETS: ("keygen", "encaps", "decaps"), DSA_SETS: ("keygen", "sign", "verify")}
"""The operations of the sets of each scheme."""


@dataclass(frozen=True)
class Row:
    """A parameter set on a core.

    cycles   of each operation; of a signature whose first round is accepted
    average  cycles of a signature; None if unknown
    lut      on xc7; None if unknown
    xc7, ecp5  records of the area; None without one, and for cores of others
    note     how figures of others differ
    """

    set: str
    design: str
    cycles: Mapping[str, float]
    average: float | None = None
    lut: float | None = None
    xc7: Record | None = field(default=None, repr=False)
    ecp5: Record | None = field(default=None, repr=False)
    note: str = ""
    ours: bool = False

    def us(self, operation: str) -> float | None:
        """µs of an operation on ecp5, of a signature on average; None without a clock rate."""
        cycles = self.average if operation == "sign" else self.cycles.get(operation)
        mhz = self.ecp5.fmax_mhz if self.ecp5 is not None else None
        return None if mhz is None or cycles is None else cycles / mhz


def rows(results: Results) -> list[Row]:
    """Every set on every measured build and on the cores of others; by set, ours first.

    Raises TwiddleError for a broken record.
    """
    found = [*_ours(results), *_others()]
    names = (*KEM_SETS, *DSA_SETS)
    return sorted(found, key=lambda row: names.index(row.set))


def _ours(results: Results) -> list[Row]:
    known = recorded(results)
    found = []
    for build in BUILDS:
        xc7, ecp5 = (results.find(build, target) for target in ("xc7", "ecp5"))
        lut = None if xc7 is None else xc7.cells.lut
        for name, counts in (known.builds.get(build.stem, {}) if known else {}).items():
            cycles = {each: average(counts, name, each) for each in counts.measured}
            signs = {"sign": counts.signing.first} if counts.sign else {}
            figures = ({**cycles, **signs}, cycles.get("sign"), lut, xc7, ecp5)
            found.append(Row(name, build.words, *figures, ours=True))
    return found


def _others() -> list[Row]:
    return [
        Row(
            row["set"],
            row["design"],
            {name: float(row[name]) for names in OPERATIONS.values() for name in names if row[name]},
            lut=float(row["lut"]) if row["lut"] else None,
            note=row["note"],
        )
        for row in published.lines("whole.csv")
    ]


def table(results: Results) -> str:
    """The sets with cores of others, in Markdown; empty without cycles of ours."""
    found = rows(results)
    if not any(row.ours for row in found):
        return ""
    shared = {row.set for row in found if not row.ours}
    columns = ["set", "core", "KeyGen", "Encaps, Sign", "Decaps, Verify", "xc7 LUT, memory included", ""]
    lines = []
    for row in found:
        if row.set in shared:
            names = next(names for sets, names in OPERATIONS.items() if row.set in sets)
            lut = "-" if row.lut is None else f"{row.lut:,.0f}"
            design = f"**{row.design}**" if row.ours else row.design
            lines.append([row.set, design, *(f"{row.cycles[name]:,.0f}" for name in names), lut, row.note])
    return markdown(columns, lines, ("set", "core", "")) + "\n" + remark(results)


def remark(results: Results) -> str:
    """A line if the recorded cycles are of earlier hardware; otherwise empty."""
    known = recorded(results)
    old = known is not None and not known.current
    return f"\nCycles of earlier hardware; {COMMAND} measures them again.\n" if old else ""


def signatures(results: Results) -> str:
    """Cycles of signatures on the build with both schemes, in Markdown; empty without a record."""
    known = recorded(results)
    if known is None:
        return ""
    columns = ("set", "until all is in", "first round accepted", "a round rejected at z", "later", "average")
    lines = []
    for name, counts in known.builds.get(BUILDS[0].stem, {}).items():
        if counts.sign:
            first, rejected, late, _ = counts.signing
            figures = (counts.before, first, rejected, late, average(counts, name, "sign"))
            lines.append([name, *(f"{each:,.0f}" for each in figures)])
    return markdown(columns, lines, ("set",)) + "\n" + remark(results)
