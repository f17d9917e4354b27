# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The table of intervals in `docs/integration.md`: cycle counts of the cores, and the length of a frame."""

from __future__ import annotations

from twiddle.base.rings import ring
from twiddle.bundle.wrap import axis
from twiddle.bundle.wrap.top import TEMPLATES
from twiddle.catalog.block import Block
from twiddle.catalog.designs import core

_BUSES = (32, 64, 128)
_CORES: tuple[tuple[str, dict[str, int | str]], ...] = (
    ("iterative", {"Butterflies": 1}),
    ("iterative", {"Butterflies": 4}),
    ("mdc", {"Lanes": 4, "Form": "transform"}),
)


def table() -> str:
    """Cycles between transforms, one coefficient per slot; in brackets if the bus is the limit."""
    rings = ("ml-kem", "ml-dsa", "falcon-1024")
    designs = [core(kind, ring(name), **parameters) for name in rings for kind, parameters in _CORES]
    return TEMPLATES.get_template("throughput.md.j2").render(designs=designs, buses=_BUSES, frame=_frame)


def _frame(design: Block, bus: int) -> int:
    return axis.interval(design.ring, bus, axis.padded(design.ring))
