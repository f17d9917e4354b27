# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Whole operations: builds of `twd_lattice`, and open cores of others with their figures in `whole.csv`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from twiddle.base.grid import markdown
from twiddle.catalog.systems import system
from twiddle.evidence.lattice_cycles import BUILDS, COMMAND, average, recorded
from twiddle.model.sets import DSA_SETS, KEM_SETS
from twiddle.study import published
from twiddle.tools.synth.records import Results, SystemRecord

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
    xc7: SystemRecord | None = field(default=None, repr=False)
    ecp5: SystemRecord | None = field(default=None, repr=False)
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
        xc7, ecp5 = (results.find_system(build, target) for target in ("xc7", "ecp5"))
        lut = None if xc7 is None else xc7.cells.lut
        for name, counts in (known.builds.get(build.name, {}) if known else {}).items():
            cycles = {each: average(counts, name, each) for each in counts.measured}
            signs = {"sign": counts.signing.first} if counts.sign else {}
            figures = ({**cycles, **signs}, cycles.get("sign"), lut, xc7, ecp5)
            found.append(Row(name, f"{build.top}, {build.words}", *figures, ours=True))
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


def table(results: Results, _folder: str = "") -> str:
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


_BOTH, _KEM = "lattice", "lattice-ml-kem-2"
_FOUR = "ML-KEM alone, 4 butterflies"
GOALS: tuple[tuple[str, str, str, str, float], ...] = (
    *(
        (f"{words}{operation} of ML-KEM-768", build, "ML-KEM-768", operation.lower(), bound)
        for words, build, bounds in (("", _BOTH, (2500, 3200, 4500)), (f"{_FOUR}: ", _KEM, (3400, 4300, 6000)))
        for operation, bound in zip(("KeyGen", "Encaps", "Decaps"), bounds, strict=True)
    ),
    ("KeyGen of ML-DSA-65", _BOTH, "ML-DSA-65", "keygen", 6500),
    ("Verify of ML-DSA-65", _BOTH, "ML-DSA-65", "verify", 9000),
    ("Sign of ML-DSA-65, first round accepted", _BOTH, "ML-DSA-65", "first", 18500),
    ("a further round of Sign, rejected at z", _BOTH, "ML-DSA-65", "rejected", 8000),
    ("a further round of Sign, rejected later", _BOTH, "ML-DSA-65", "late", 12000),
    ("both schemes", _BOTH, "xc7", "LUT", 15000),
    ("both schemes", _BOTH, "xc7", "DSP", 16),
    (_FOUR, _KEM, "xc7", "LUT", 8000),
    ("both schemes", _BOTH, "ecp5", "MHz", 120),
    (_FOUR, _KEM, "ecp5", "MHz", 120),
)
"""What is aimed at: in words, the build, a set and its operation or a target and its figure, the bound."""


def goals(results: Results, _folder: str = "") -> str:
    """Every goal with its figure, in Markdown; a dash without a record of the current hardware."""
    columns = ("what", "figure", "goal", "today", "")
    return markdown(columns, [_goal(results, *each) for each in GOALS], ("what", "figure", "")) + "\n"


def _goal(results: Results, words: str, build: str, of: str, figure: str, bound: float) -> list[str]:
    more, area = figure == "MHz", of in ("xc7", "ecp5")
    value = (_area if area else _cycles)(results, build, of, figure)
    what = [f"{words}, {of}", figure] if area else [words, "cycles"]
    aim = f"{'>=' if more else '<='} {bound:,}"
    if value is None:
        return [*what, aim, "-", "not measured"]
    return [*what, aim, f"{value:,.0f}", "met" if (value >= bound if more else value <= bound) else "missed"]


def _cycles(results: Results, build: str, of: str, figure: str) -> float | None:
    known = recorded(results)
    if known is None or not known.current:
        return None
    counts = known.builds[build][of]
    if figure in ("first", "rejected", "late"):
        return float(getattr(counts.signing, figure))
    return average(counts, of, figure)


def _area(results: Results, build: str, target: str, figure: str) -> float | None:
    record = results.find_system(system(build), target)
    if record is None or record.path in results.pending():
        return None
    return record.fmax_mhz if figure == "MHz" else float(record.cells[figure.lower()])


def remark(results: Results) -> str:
    """A line if the recorded cycles are of earlier hardware; otherwise empty."""
    known = recorded(results)
    old = known is not None and not known.current
    return f"\nCycles of earlier hardware; {COMMAND} measures them again.\n" if old else ""


def signatures(results: Results, _folder: str = "") -> str:
    """Cycles of signatures on the build with both schemes, in Markdown; empty without a record."""
    known = recorded(results)
    if known is None:
        return ""
    columns = ("set", "until all is in", "first round accepted", "a round rejected at z", "later", "average")
    lines = []
    for name, counts in known.builds.get(BUILDS[0].name, {}).items():
        if counts.sign:
            first, rejected, late, _ = counts.signing
            figures = (counts.before, first, rejected, late, average(counts, name, "sign"))
            lines.append([name, *(f"{each:,.0f}" for each in figures)])
    return markdown(columns, lines, ("set",)) + "\n" + remark(results)
