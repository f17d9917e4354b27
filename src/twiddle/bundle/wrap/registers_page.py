# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The tables of docs: registers, from their descriptions, and intervals of cores on a bus."""

from __future__ import annotations

from twiddle.base.rings import ring
from twiddle.bundle.wrap import axis, registers
from twiddle.bundle.wrap.top import TEMPLATES
from twiddle.catalog.block import Block
from twiddle.catalog.designs import core


def tables(name: str = registers.CORE) -> str:
    """Tables in Markdown: the registers with their fields, and the windows where there are any."""
    return TEMPLATES.get_template("registers.md.j2").render(registers.nodes(name))


_CORES: tuple[tuple[str, dict[str, int | str]], ...] = (
    ("iterative", {"Butterflies": 1}),
    ("iterative", {"Butterflies": 4}),
    ("mdc", {"Lanes": 4, "Form": "transform"}),
)


def throughput() -> str:
    """Cycles between transforms, one coefficient per slot; in brackets if the bus is the limit."""
    rings = ("ml-kem", "ml-dsa", "falcon-1024")
    designs = [core(kind, ring(name), **parameters) for name in rings for kind, parameters in _CORES]

    def frame(design: Block, bus: int) -> int:
        return axis.interval(design.ring, bus, axis.padded(design.ring))

    return TEMPLATES.get_template("throughput.md.j2").render(designs=designs, buses=(32, 64, 128), frame=frame)
