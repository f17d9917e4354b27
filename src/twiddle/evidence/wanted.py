# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The cores that are always recorded, in the order of the tables of README and docs."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from twiddle.base.rings import ring
from twiddle.catalog.cores.base import Parameters
from twiddle.catalog.designs import Design, core, cores
from twiddle.tools.synth.records import SEEDS
from twiddle.tools.targets import REFERENCE


@dataclass(frozen=True)
class Wanted:
    """A core with its ring and parameters, and the targets on which it is measured."""

    core: str
    ring: str
    parameters: Parameters = field(hash=False)
    targets: tuple[str, ...] = REFERENCE
    seeds: tuple[int, ...] = SEEDS

    @cached_property
    def design(self) -> Design:
        """The design; raises TwiddleError if there is none."""
        return core(self.core, ring(self.ring), **self.parameters)


WANTED: tuple[Wanted, ...] = tuple(
    Wanted(kind.name, each.ring, each.parameters, each.targets or REFERENCE, each.seeds or SEEDS)
    for kind in cores()
    for each in kind.benched
)
"""Every core that is always recorded."""


def seeds_of(design: Design) -> tuple[int, ...]:
    """The place-and-route seeds of a design: those of `WANTED`, otherwise the default."""
    return next((each.seeds for each in WANTED if each.design == design), SEEDS)


def wanted() -> list[tuple[Design, str]]:
    """The designs of `WANTED`, each with each of its targets."""
    return [(each.design, target) for each in WANTED for target in each.targets]
