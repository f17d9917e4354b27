# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The table of programs of docs/unit.md."""

from __future__ import annotations

from twiddle.rings import ring
from twiddle.unit import programs
from twiddle.unit.timing import Timing

LANES = (1, 2, 4)


def table() -> str:
    """Programs with their slots, commands and cycles, in Markdown."""
    timings = [Timing(ring("ml-dsa"), ring("ml-kem"), lanes) for lanes in LANES]
    lines = ["| program | slots | commands | 1 lane | 2 lanes | 4 lanes |", "| --- |" + " ---: |" * 5]
    for program in programs.catalogue():
        cycles = [f"{timing.program(program.commands):,}" for timing in timings]
        cells = [program.name, str(program.slots), str(len(program.commands)), *cycles]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"
