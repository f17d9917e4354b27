# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The cores that are recorded in any case, as they stand in a table of README or docs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from twiddle.designs import Design, core
from twiddle.rings import ring
from twiddle.synth.records import SEEDS
from twiddle.synth.targets import REFERENCE

Parameters = Mapping[str, int | str]

ALL = REFERENCE

AREA = ("xc7",)
"""Where place and route of three seeds would take an hour or more."""

FIVE = (1, 2, 3, 4, 5)
"""Seeds of place and route for what README shows, but for products that take an hour of them."""

LUTS: Parameters = {"Method": "tiles_shift", "Memory": "lut16"}
"""No DSP block and no block RAM."""

LARGER = ("xcup", "gowin")
"""Families beside those of the reference flow, and what a small core fits as well."""

OTHERS = (*LARGER, "ice40")


@dataclass(frozen=True)
class Wanted:
    """A core with its ring and parameters, and the targets on which it is measured."""

    core: str
    ring: str
    parameters: Parameters = field(hash=False)
    targets: tuple[str, ...] = ALL
    seeds: tuple[int, ...] = SEEDS

    @property
    def design(self) -> Design:
        """The design; raises TwiddleError where there is none."""
        return core(self.core, ring(self.ring), **self.parameters)


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
    *(Wanted("pwmm", "ml-kem", {"Units": pairs}) for pairs in (1, 2)),
    *(Wanted("pwmm", "ml-kem", {"Units": pairs, "Method": "kred", "Scaled": 1}) for pairs in (1, 2)),
    *(Wanted("mdf", "ml-kem", {"Form": form}) for form in ("forward", "transform", "product")),
    *(
        Wanted("mdf", "ml-kem", {"Form": form, "Method": "shift_add"}, AREA)
        for form in ("forward", "transform", "product")
    ),
    *(
        Wanted("mdf", name, {"Form": form}, AREA)
        for name in ("falcon-512", "falcon-1024")
        for form in ("forward", "transform", "product")
    ),
    *(Wanted("mdf", "falcon-1024", {"Form": form, "Select": 1}, AREA) for form in ("forward", "transform")),
    *(Wanted("mdc", "ml-kem", {"Form": form}) for form in ("transform", "product")),
    *(
        Wanted("mdc", name, {"Form": form, "Method": method}, AREA)
        for name in ("falcon-512", "falcon-1024")
        for form in ("transform", "product")
        for method in ("fold", "kred")
    ),
    Wanted("mdc", "ml-kem", {"Form": "transform", "Method": "ldsp"}),
    Wanted("mdc", "ml-kem", {"Form": "product", "Method": "ldsp"}, AREA),
    *(
        Wanted(name, of, {})
        for of in ("falcon-1024", "qtesla-1024", "ml-dsa")
        for name in ("quad", "quad-hls")
    ),
    *(
        Wanted("quad", of, {"Published": 1, "Method": "kred2x"}, AREA)
        for of in ("falcon-1024", "qtesla-1024", "ml-dsa")
    ),
    *(
        Wanted("iterative", "ml-kem", {"Butterflies": lanes, "DoubleBuffer": 0, **LUTS}, ALL, FIVE)
        for lanes in (1, 2, 4)
    ),
    Wanted("iterative", "ml-kem", {"Butterflies": 4, "DoubleBuffer": 0, "Memory": "lut16"}),
    *(
        Wanted("iterative", of, {"Butterflies": 4, "DoubleBuffer": 0, **LUTS, "Method": method}, ALL, FIVE)
        for of, method in (
            ("kyber-v1", "tiles"),
            ("falcon-512", "tiles_shift"),
            ("falcon-1024", "tiles_shift"),
        )
    ),
    *(
        Wanted("quad", of, {"Method": method}, ALL, FIVE)
        for of, method in (("falcon-1024", "tiles"), ("qtesla-1024", "ldsp"), ("ml-dsa", "ldsp"))
    ),
    *(Wanted("mdf", "ml-kem", {"Form": form, **LUTS}) for form in ("forward", "transform", "product")),
    Wanted("mdc", "ml-kem", {"Form": "transform", **LUTS, "Method": "ldsp"}),
    Wanted("mdc", "ml-kem", {"Form": "product", **LUTS}, ALL, FIVE),
    *(
        Wanted(name, of, {"Form": "transform", **LUTS})
        for name in ("mdf", "mdc")
        for of in ("falcon-512", "falcon-1024")
    ),
    Wanted("mdc", "ml-dsa", {"Form": "transform"}),
    Wanted("mdc", "kyber-v1", {"Form": "product", **LUTS, "Method": "ldsp"}),
    *(Wanted("mdc", of, {"Form": "product", **LUTS}) for of in ("falcon-512", "falcon-1024")),
    *(Wanted("iterative", "ml-kem", {"Butterflies": lanes, "DoubleBuffer": 0}, OTHERS) for lanes in (1, 2)),
    Wanted("iterative", "ml-kem", {"Butterflies": 4, "DoubleBuffer": 0}, LARGER),
    Wanted("rns", "ml-kem", {"Butterflies": 1}, LARGER),
    Wanted("pwmm", "ml-kem", {"Units": 1, "Method": "ldsp", "Scaled": 1}, LARGER),
    Wanted("mdc", "ml-kem", {"Form": "transform"}, ("xcup",)),
    Wanted("quad", "falcon-1024", {}, LARGER),
)
"""Every core that is recorded in any case."""


def seeds_of(design: Design) -> tuple[int, ...]:
    """The seeds with which a design is placed and routed: those of `WANTED`, else the default."""
    return next((each.seeds for each in WANTED if each.design == design), SEEDS)


def wanted() -> list[tuple[Design, str]]:
    """The designs of `WANTED`, each with each of its targets."""
    return [(each.design, target) for each in WANTED for target in each.targets]
