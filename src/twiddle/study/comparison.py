# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Parts of every comparison: tables, claims, and the records of our figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from twiddle.base.grid import EMPTY, Cell, Grid, Row, markdown
from twiddle.catalog.block import Block
from twiddle.catalog.designs import Design
from twiddle.evidence.results import Results
from twiddle.tools.synth import records
from twiddle.tools.synth.records import Record

NOT_MEASURED = "not measured"


@dataclass(frozen=True)
class Missing:
    """A missing record of a comparison, its target, and the command that makes it.

    design is None for an arithmetic unit.
    """

    record: str
    design: Design | None
    target: str
    command: str


@dataclass(frozen=True)
class Claim:
    """A claim of a paper about its designs, and our result.

    ours is None if the record is missing; why explains a missed claim; more: higher is better.
    """

    what: str
    ours: tuple[float | None, ...]
    theirs: tuple[float, ...]
    why: str = ""
    more: bool = False

    @property
    def verdicts(self) -> tuple[str, ...]:
        """Reproduced, beaten, missed or not measured, one verdict per design."""
        return tuple(_verdict(*pair, self.more) for pair in zip(self.ours, self.theirs, strict=True))

    @property
    def ratios(self) -> tuple[float | None, ...]:
        """Ours divided by theirs; None if one is missing."""
        return tuple(
            mine / other if mine is not None and other else None
            for mine, other in zip(self.ours, self.theirs, strict=True)
        )

    @property
    def cells(self) -> tuple[str, ...]:
        """The claim by `CLAIM`: no ratio if there is none, and a remark only if it is missed."""
        verdicts = self.verdicts if len(set(self.verdicts)) > 1 else self.verdicts[:1]
        ratios = _listed(self.ratios, 3) if any(ratio is not None for ratio in self.ratios) else ""
        why = self.why if "missed" in self.verdicts else ""
        return self.what, " / ".join(verdicts), _listed(self.ours), _listed(self.theirs), ratios, why

    @property
    def sentence(self) -> str:
        """The claim in one sentence."""
        what, verdict, ours, theirs, ratios, why = self.cells
        text = f"{what}: {verdict}, {ours} against {theirs}"
        text += f", ratio {ratios}" if ratios else ""
        return f"{text}; {why}." if why else f"{text}."

    def document(self) -> dict[str, Any]:
        """The claim for JSON."""
        names = ("what", "ours", "theirs", "verdicts", "ratios", "sentence")
        values = {name: getattr(self, name) for name in names}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


CLAIM = ("claim", "result", "Twiddle", "paper", "ratio", "remark")
"""What is said of a claim."""


def _verdict(ours: float | None, theirs: float, more: bool) -> str:
    if ours is None:
        return NOT_MEASURED
    return "reproduced" if ours == theirs else "beaten" if (ours > theirs) == more else "missed"


def _listed(values: Sequence[float | None], digits: int | None = None) -> str:
    """Values joined by slashes: below 1,000 with this many decimals or four digits, if not whole."""

    def words(value: float) -> str:
        if isinstance(value, int) or abs(value) >= 1000:
            return f"{value:,.0f}"
        return f"{value:.4g}" if digits is None else f"{value:.{digits}f}"

    return " / ".join("-" if value is None else words(value) for value in values)


@dataclass(frozen=True)
class Figure:
    """A published figure and our figure: None without one, with the first of its records."""

    paper: str
    table: str
    work: str
    scheme: str
    n: int
    metric: str
    published: float
    ours: float | None
    record: str | None

    @property
    def ratio(self) -> float | None:
        """Ours divided by theirs; None if one is missing."""
        return self.ours / self.published if self.ours is not None and self.published else None

    def document(self) -> dict[str, Any]:
        """The figure for JSON."""
        names = ("paper", "table", "work", "scheme", "n", "metric", "published", "ours", "ratio", "record")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True)
class Comparison:
    """Tables, the main one first, with their notes.

    heading precedes the claims, title everything; figures are the published ones, each with ours.
    """

    name: str
    grids: tuple[Grid, ...]
    notes: tuple[str, ...]
    missing: tuple[Missing, ...]
    heading: str = ""
    claims: tuple[Claim, ...] = ()
    figures: tuple[Figure, ...] = ()
    title: str = ""

    def markdown(self, root: str = "") -> str:
        """The comparison in Markdown; `root` leads from the page to the root of the repository."""
        parts = [f"{grid.title}:\n\n{grid.markdown(root)}" for grid in self.grids]
        if self.claims:
            table = markdown(CLAIM, (claim.cells for claim in self.claims), CLAIM)
            parts.append("\n".join([self.heading, "", table, ""]))
        parts.append("\n".join([*(f"- {note}" for note in self.notes), ""]))
        return "\n".join(parts)

    def latex(self) -> str:
        """The tables in LaTeX."""
        return "\n".join(grid.latex() for grid in self.grids)

    def document(self) -> dict[str, Any]:
        """The comparison for JSON."""
        return {
            "name": self.name,
            "tables": [grid.document() for grid in self.grids],
            "claims": [claim.document() for claim in self.claims],
            "notes": list(self.notes),
            "missing": [{"record": each.record, "command": each.command} for each in self.missing],
        }


@dataclass(frozen=True)
class Found:
    """A record with its path from the root of the repository."""

    record: Record
    path: str

    def cell(self, name: str) -> float:
        """A number of cells: lut, ff, dsp, bram36."""
        return number(self.record.cells[name])

    def cells(self, *names: str) -> dict[str, Cell]:
        """The same for several kinds, with their record."""
        return {name: self.figure(self.cell(name)) for name in names}

    def figure(self, value: float | None) -> Cell:
        """A figure from this record."""
        return Cell(value, (self.path,))

    @property
    def mhz(self) -> float:
        """The clock rate of a record of place and route."""
        return float(self.record.fmax_mhz or 0)


class Shelf:
    """The records, and those that a comparison needs."""

    def __init__(self, results: Results) -> None:
        self._results = results
        self._asked: dict[str, tuple[Found | None, Missing]] = {}

    def find(self, measured: Block, target: str, needed: bool = True) -> Found | None:
        """The record of a core or an arithmetic unit; None without one, which is then missing if needed.

        Errors as for `records.load`.
        """
        missing = _missing(measured, target)
        if missing.record not in self._asked:
            record = self._results.find(measured, target)
            if record is None and not needed:
                return None
            self._asked[missing.record] = None if record is None else Found(record, missing.record), missing
        return self._asked[missing.record][0]

    @property
    def missing(self) -> tuple[Missing, ...]:
        """The needed records that do not exist."""
        return tuple(missing for found, missing in self._asked.values() if found is None)

    @property
    def tools(self) -> str:
        """The tools of the records, in words."""
        found = [found for found, _ in self._asked.values() if found is not None]
        names = {name for each in found for name in each.record.tools.values()}
        return ", ".join(sorted(names)) or "nothing yet"


def _missing(measured: Block, target: str) -> Missing:
    command = f"{records.repeat_command(measured, target)} --record results"
    return Missing(f"results/{records.name_of(measured, target)}", measured, target, command)


def number(value: float) -> float:
    """The same number, as an integer if it is whole."""
    return int(value) if value == int(value) else value


def value_of(row: Row, key: str) -> float | None:
    """A number of a row; None for a text or a missing value."""
    value = row.get(key, EMPTY).value
    return value if isinstance(value, int | float) else None
