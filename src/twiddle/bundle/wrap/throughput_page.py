# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The table of intervals in `docs/integration.md`: cycle counts of the cores, and the length of a frame."""

from __future__ import annotations

from twiddle.base.rings import ring
from twiddle.bundle.wrap import axis
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
    lines = [
        f"| ring | core | coefficients a beat | core alone | {' | '.join(f'{bus} bits' for bus in _BUSES)} |",
        f"|---|---|---:|---:|{'---:|' * len(_BUSES)}",
    ]
    for name in ("ml-kem", "ml-dsa", "falcon-1024"):
        for kind, parameters in _CORES:
            lines.append(_row(core(kind, ring(name), **parameters)))
    return "\n".join([*lines, ""])


def _row(design: Block) -> str:
    alone = design.cycles("ntt").interval or 0
    cells = [design.ring.name, design.words, str(design.lanes), str(alone)]
    for bus in _BUSES:
        frame = axis.interval(design.ring, bus, axis.padded(design.ring))
        cells.append(f"({frame})" if frame > alone else str(alone))
    return f"| {' | '.join(cells)} |"
