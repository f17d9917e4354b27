# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What every comparison is made of: tables, claims, and the records that our figures come from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from twiddle.designs import Design
from twiddle.report.grid import EMPTY, Grid, Row
from twiddle.synth import records, units
from twiddle.synth.records import Record
from twiddle.synth.units import Unit

NOT_MEASURED = "not measured"


@dataclass(frozen=True)
class Missing:
    """A record that a comparison has a place for, its target, and what makes it.

    design is None for that of an arithmetic unit.
    """

    record: str
    design: Design | None
    target: str
    command: str


@dataclass(frozen=True)
class Claim:
    """What a paper says of its designs, and what ours reach.

    ours is None where the record is missing; why is what to know of what is missed; more: more is better.
    """

    what: str
    ours: tuple[float | None, ...]
    theirs: tuple[float, ...]
    why: str = ""
    more: bool = False

    @property
    def verdicts(self) -> tuple[str, ...]:
        """Reproduced, beaten, missed or not measured, one a design."""
        return tuple(_verdict(*pair, self.more) for pair in zip(self.ours, self.theirs, strict=True))

    @property
    def ratios(self) -> tuple[float | None, ...]:
        """Ours by theirs; None where there is no such number."""
        return tuple(
            mine / other if mine is not None and other else None
            for mine, other in zip(self.ours, self.theirs, strict=True)
        )

    @property
    def sentence(self) -> str:
        """The claim in one sentence."""
        verdicts = self.verdicts if len(set(self.verdicts)) > 1 else self.verdicts[:1]
        text = f"{self.what}: {' / '.join(verdicts)}, {_listed(self.ours)} against {_listed(self.theirs)}"
        if any(ratio is not None for ratio in self.ratios):
            text += f", ratio {_listed(self.ratios, 3)}"
        if self.why and "missed" in self.verdicts:
            text += f"; {self.why}"
        return f"{text}."

    def document(self) -> dict[str, Any]:
        """The claim for JSON."""
        names = ("what", "ours", "theirs", "verdicts", "ratios", "sentence")
        values = {name: getattr(self, name) for name in names}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def _verdict(ours: float | None, theirs: float, more: bool) -> str:
    if ours is None:
        return NOT_MEASURED
    return "reproduced" if ours == theirs else "beaten" if (ours > theirs) == more else "missed"


def _listed(values: Sequence[float | None], digits: int | None = None) -> str:
    """Values side by side: whole numbers as they are, others with so many decimals or to four places."""
    form = ".4g" if digits is None else f".{digits}f"
    return " / ".join(
        "-" if value is None else str(value) if isinstance(value, int) else f"{value:{form}}"
        for value in values
    )


@dataclass(frozen=True)
class Figure:
    """A published figure, and ours in its place: None where there is none, with the first of its records."""

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
        """Ours by theirs; None where there is no such number."""
        return self.ours / self.published if self.ours is not None and self.published else None

    def document(self) -> dict[str, Any]:
        """The figure for JSON."""
        names = ("paper", "table", "work", "scheme", "n", "metric", "published", "ours", "ratio", "record")
        return {name: getattr(self, name) for name in names}


def figures(
    paper: str, table: str, scheme: str, n: int, metrics: Iterable[str], theirs: Row, ours: Row
) -> list[Figure]:
    """The published figures of one row, with those of one of our rows."""
    found = []
    for metric in metrics:
        published = value_of(theirs, metric)
        if published is not None:
            records = ours.get(metric, EMPTY).records
            found.append(
                Figure(
                    *(paper, table, str(theirs["work"].value), scheme, n, metric, published),
                    value_of(ours, metric),
                    records[0] if records else None,
                )
            )
    return found


@dataclass(frozen=True)
class Comparison:
    """Tables, the first of which is the main one, with what is said of them.

    heading is what stands above the claims; figures are the published ones with ours, one by one.
    """

    name: str
    grids: tuple[Grid, ...]
    notes: tuple[str, ...]
    missing: tuple[Missing, ...]
    heading: str = ""
    claims: tuple[Claim, ...] = ()
    figures: tuple[Figure, ...] = ()

    def markdown(self, root: str = "") -> str:
        """The comparison in Markdown; `root` leads from the page to the root of the repository."""
        parts = [f"{grid.title}:\n\n{grid.markdown(root)}" for grid in self.grids]
        if self.claims:
            parts.append("\n".join([self.heading, "", *(f"- {claim.sentence}" for claim in self.claims), ""]))
        parts.append("\n".join([*(f"- {note}" for note in self.notes), ""]))
        return "\n".join(parts)

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
        return number(self.record["cells"][name])

    @property
    def mhz(self) -> float:
        """The clock rate of a record of place and route."""
        return float(self.record["fmax_mhz"])


class Shelf:
    """The records of a folder, which remembers what was asked for."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder or records.default_folder()
        self._asked: dict[str, tuple[Found | None, Missing]] = {}

    def core(self, design: Design, target: str, needed: bool = True) -> Found | None:
        """The record of a core; None where there is none, which is missing if it is needed.

        Errors as for `records.load`.
        """
        name = records.name_of(design, target)
        command = f"{records.repeat_command(design, target)} --record results"
        found = records.find(design, target, self._folder)
        if found is None and not needed:
            return None
        return self._kept(found, Missing(f"results/{name}", design, target, command))

    def unit(self, unit: Unit, target: str) -> Found | None:
        """The same of an arithmetic unit."""
        found = units.find(unit, target, self._folder / "arith")
        path = f"results/arith/{unit.file_name(target)}"
        return self._kept(found, Missing(path, None, target, unit.command()))

    def _kept(self, record: Record | None, otherwise: Missing) -> Found | None:
        found = None if record is None else Found(record, otherwise.record)
        self._asked[otherwise.record] = found, otherwise
        return found

    @property
    def missing(self) -> tuple[Missing, ...]:
        """What was asked for and is not there."""
        return tuple(missing for found, missing in self._asked.values() if found is None)

    @property
    def tools(self) -> str:
        """The tools behind the records, in words."""
        found = [found for found, _ in self._asked.values() if found is not None]
        names = {name for each in found for name in each.record["tools"].values()}
        return ", ".join(sorted(names)) or "nothing yet"


def number(value: float) -> float:
    """The same number, whole where it is."""
    return int(value) if value == int(value) else value


def paths(*found: Found | None) -> tuple[str, ...]:
    """The paths of records."""
    return tuple(dict.fromkeys(each.path for each in found if each is not None))


def value_of(row: Row, key: str) -> float | None:
    """A number of a row; None where there is none, or a text."""
    value = row.get(key, EMPTY).value
    return value if isinstance(value, int | float) else None
