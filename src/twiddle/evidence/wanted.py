# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The blocks that are always recorded, with targets and seeds; blocks with their records and the states of these."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from twiddle.base.store import State
from twiddle.catalog.block import Block, Point
from twiddle.catalog.designs import KINDS
from twiddle.evidence.results import Results
from twiddle.tools.synth.records import SEEDS, Record
from twiddle.tools.targets import REFERENCE


@cache
def _points() -> dict[str, list[tuple[Block, Point]]]:
    found: dict[str, list[tuple[Block, Point]]] = {}
    for kind in KINDS:
        for block, point in kind.measured():
            found.setdefault(block.stem, []).append((block, point))
    return found


def seeds_of(block: Block) -> tuple[int, ...]:
    """The place-and-route seeds of a block."""
    return next((point.seeds for _, point in _points().get(block.stem, ()) if point.seeds), SEEDS)


def targets_of(block: Block) -> tuple[str, ...]:
    """The targets on which a block is measured; those of the reference flow if the catalogue does not name it."""
    points = _points().get(block.stem, [(block, Point())])
    return tuple(dict.fromkeys(target for _, point in points for target in point.targets or REFERENCE))


def wanted(*families: str) -> list[tuple[Block, str]]:
    """The blocks of some families, or of all, that are always recorded, each with each of its targets."""
    return [
        (found[0][0], target)
        for found in _points().values()
        if not families or found[0][0].kind.family in families
        for target in targets_of(found[0][0])
    ]


Records = Mapping[str, Record | None]
"""The record by target; None where there is none."""


@dataclass(frozen=True)
class Row:
    """What is measured, with its record on each target, and the states of these."""

    of: Block
    records: Records
    states: Mapping[str, State]

    @property
    def outdated(self) -> list[str]:
        """The targets without a record of the present hardware."""
        return [target for target, state in self.states.items() if state != "present"]


def recorded(chosen: Iterable[Block], results: Results) -> list[tuple[Block, Records]]:
    """Units or systems with their records, current or not. Raises TwiddleError for a broken record."""
    return [(of, {target: results.find(of, target) for target in targets_of(of)}) for of in chosen]


def rows(chosen: Iterable[Block], results: Results) -> list[Row]:
    """Units or systems with their records and the states of these."""
    return with_states(recorded(chosen, results), results)


def with_states(found: Sequence[tuple[Block, Records]], results: Results) -> list[Row]:
    """The same for what has these records."""
    flat = [(of, record) for of, by_target in found for record in by_target.values()]
    known = iter(results.states([(record.path if record else "", record, of.sources()) for of, record in flat]))
    return [Row(of, by_target, {target: next(known) for target in by_target}) for of, by_target in found]
