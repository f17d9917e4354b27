# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A comparison: tables with notes, the records of their figures, and the records that are missing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from twiddle.base.errors import FieldError, hint
from twiddle.base.grid import EMPTY, Cell, Column, Grid, Row
from twiddle.catalog.block import Block
from twiddle.evidence.bench import COMMAND
from twiddle.evidence.results import Results
from twiddle.evidence.wanted import wanted
from twiddle.tools.synth import records
from twiddle.tools.synth.records import Record


@dataclass(frozen=True)
class Comparison:
    """Tables, the main one first, with their notes.

    missing  the records that are needed and do not exist, each with the command that makes it
    figures  each published figure: paper, table, work, scheme, n, device, unit, metric, published, ours, their ratio,
             and the first record of ours; None without one
    more     tables that are shown by their names alone

    >>> from twiddle import compare
    >>> compare("nguyen-2023").table("table-6").columns[0].title
    'work'
    """

    name: str
    grids: tuple[Grid, ...]
    notes: tuple[str, ...]
    missing: Mapping[str, str] = field(default_factory=dict)
    figures: tuple[dict[str, Any], ...] = ()
    title: str = ""
    more: tuple[Grid, ...] = ()

    def table(self, name: str | None = None) -> Grid:
        """The table of a name, in any case, by default the main one. Raises FieldError for an unknown name."""
        grids = (*self.grids, *self.more)
        names = [grid.name for grid in grids]
        name = next((each for each in names if name is not None and each.lower() == name.lower()), name)
        if name is not None and name not in names:
            raise FieldError(f"table {name!r}: not in {self.name}{hint(name, names)}, which has {', '.join(names)}")
        return grids[0 if name is None else names.index(name)]

    def _repr_html_(self) -> str:
        return "".join(grid.html() for grid in self.grids)

    def markdown(self, root: str = "") -> str:
        """The comparison in Markdown; `root` leads from the page to the root of the repository."""
        parts = [f"{grid.title}:\n\n{grid.markdown(root)}" for grid in self.grids]
        return "\n".join([*parts, *(f"- {note}" for note in self.notes), ""])

    def document(self) -> dict[str, Any]:
        """The comparison for JSON."""
        return {
            "name": self.name,
            "tables": [grid.document() for grid in self.grids],
            "notes": list(self.notes),
            "missing": [{"record": record, "command": command} for record, command in self.missing.items()],
        }


class Shelf:
    """The records, and those that a comparison needs."""

    def __init__(self, results: Results) -> None:
        self._results = results
        self._wanted = wanted()
        self._asked: dict[tuple[Block, str], Record | None] = {}

    def find(self, measured: Block, target: str) -> Record | None:
        """The record of a core or an arithmetic unit. Raises TwiddleError for a broken one."""
        key = measured, target
        if key not in self._asked:
            self._asked[key] = self._results.find(measured, target)
        return self._asked[key]

    def cells(self, measured: Block, target: str, names: Mapping[str, str]) -> dict[str, Cell]:
        """`cells_of` the record of a core or an arithmetic unit."""
        return cells_of(self.find(measured, target), names)

    def missing(self, always: bool = True) -> dict[str, str]:
        found = {}
        for (measured, target), record in self._asked.items():
            known = (measured, target) in self._wanted
            if record is None and (known or not always):
                command = COMMAND if known else f"{records.repeat_command(measured, target)} --record results"
                found[f"results/{records.name_of(measured, target)}"] = command
        return found

    @property
    def tools(self) -> str:
        """The tools of the records, in words."""
        names = {name for record in self._asked.values() if record is not None for name in record.tools.values()}
        return ", ".join(sorted(names)) or "nothing yet"


def cells_of(record: Record | None, names: Mapping[str, str]) -> dict[str, Cell]:
    """Figures of a record by key: a kind of cells, or `freq_mhz`; none without the record."""
    if record is None:
        return {}
    paths = (f"results/{record.path}",)
    figures = {key: record.fmax_mhz if name == "freq_mhz" else record.cells[name] for key, name in names.items()}
    return {key: Cell(None if value is None else number(value), paths) for key, value in figures.items()}


def cells_of_line(line: Mapping[str, str], shown: Sequence[Column]) -> dict[str, Cell]:
    """The cells of a line of a CSV file that are not empty."""
    found = {each.key: (line.get(each.key, ""), each.text) for each in shown}
    return {key: Cell(text if words else number(float(text))) for key, (text, words) in found.items() if text}


def number(value: float) -> float:
    """The same number, as an integer if it is whole."""
    return int(value) if value == int(value) else value


def value_of(row: Row, key: str) -> float | None:
    """A number of a row; None for a text or a missing value."""
    value = row.get(key, EMPTY).value
    return value if isinstance(value, int | float) else None
