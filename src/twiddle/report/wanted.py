# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The cores that are recorded in any case, as they stand in a table of README or docs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from twiddle.designs import Design, core
from twiddle.rings import ring
from twiddle.synth.targets import TARGETS


@dataclass(frozen=True)
class Wanted:
    """A core with its ring and parameters, and the targets on which it is measured."""

    core: str
    ring: str
    parameters: Mapping[str, int | str] = field(hash=False)
    targets: tuple[str, ...] = tuple(TARGETS)

    @property
    def design(self) -> Design:
        """The design; raises TwiddleError where there is none."""
        return core(self.core, ring(self.ring), **self.parameters)


_STREAMING = ("ml-kem", "falcon-512", "falcon-1024")

_AREA = ("xc7",)
"""For what is too large to be placed and routed with all others in reasonable time."""

WANTED: tuple[Wanted, ...] = (
    *(Wanted("rns", "ml-kem", {"Butterflies": lanes}) for lanes in (1, 2, 4)),
    *(Wanted("rns", "ml-kem", {"Butterflies": lanes, "Registers": 1}) for lanes in (1, 2, 4)),
    *(Wanted("iterative", "ml-kem", {"Butterflies": lanes, "DoubleBuffer": 0}) for lanes in (1, 2, 4)),
    Wanted("iterative", "ml-kem", {"Butterflies": 4, "DoubleBuffer": 1}),
    Wanted("iterative", "ml-dsa", {"Butterflies": 4, "DoubleBuffer": 0}),
    *(
        Wanted("iterative", "ml-kem", {"Butterflies": 2, "DoubleBuffer": 0, "Method": method})
        for method in ("ldsp", "kred", "barrett")
    ),
    Wanted("rns", "ml-kem", {"Butterflies": 1, "Published": 1}),
    *(Wanted("pwmm", "ml-kem", {"Units": pairs, "Method": "ldsp", "Scaled": 1}) for pairs in (1, 2)),
    *(Wanted("mdf", name, {"Form": form}) for name in _STREAMING for form in ("forward", "transform")),
    *(Wanted("mdf", "ml-kem", {"Form": form, "Method": "shift_add"}) for form in ("forward", "transform")),
    *(Wanted("mdf", "falcon-1024", {"Form": form, "Select": 1}) for form in ("forward", "transform")),
    *(Wanted(name, "falcon-1024", {"Form": "product"}, _AREA) for name in ("mdf", "mdc")),
    *(Wanted(name, of, {"Form": "product"}) for name in ("mdf", "mdc") for of in _STREAMING[:2]),
    Wanted("mdf", "ml-kem", {"Form": "product", "Method": "shift_add"}),
    *(Wanted("mdc", name, {"Form": "transform"}) for name in _STREAMING),
    *(Wanted("mdc", "ml-kem", {"Form": form, "Method": "ldsp"}) for form in ("transform", "product")),
)
"""Every core that is recorded in any case."""


def wanted() -> list[tuple[Design, str]]:
    """The designs of `WANTED`, each with each of its targets."""
    return [(each.design, target) for each in WANTED for target in each.targets]
