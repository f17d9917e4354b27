# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The table of programs of docs/unit.md."""

from __future__ import annotations

from collections.abc import Iterator

from twiddle.base.grid import markdown
from twiddle.base.rings import Ring, ring
from twiddle.model import programs
from twiddle.model.programs import Program
from twiddle.model.timing import Timing
from twiddle.model.work import FALCON

LANES = (1, 2, 4)


def table() -> str:
    """Programs with their slots, commands and cycles, in Markdown."""
    lines = []
    for name, program, rings in rows():
        cycles = [f"{Timing(*rings, lanes).program(program.commands):,}" for lanes in LANES]
        lines.append([name, str(program.slots), str(len(program.commands)), *cycles])
    columns = ("program", "slots", "commands", "1 lane", "2 lanes", "4 lanes")
    return markdown(columns, lines, ("program",)) + "\n"


def rows() -> Iterator[tuple[str, Program, tuple[Ring, Ring | None]]]:
    """The name of each program, and the rings of its unit."""
    for program in programs.catalogue():
        yield program.name, program, (ring("ml-dsa"), ring("ml-kem"))
    for name in FALCON:
        yield f"{name.title()} verification", programs.falcon_verify(), (ring(name), None)
