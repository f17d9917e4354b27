# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the commands print for people: tables of rings, cores, cycles and cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from twiddle.designs import CoreKind, Cycles, Design
from twiddle.rings import ALIASES, Ring

DATAPATH = """\
 a ─▶ ingress ─▶ ┌────────┐ ─▶ read  ─▶ ┌─────────────┐ ─▶ write ─┐
 b ─▶            │ memory │    network  │ butterflies │   network │
 c ◀─ egress  ◀─ └────────┘ ◀────────── └─────────────┘ ◀─────────┘"""
"""The iterative core in three lines."""

WIDTH = 110
"""Columns of what does not go to a terminal."""

FIGURES = ("interval", "fill", "latency", "busy")


def console(stderr: bool = False) -> Console:
    """Where a command prints for people; wide enough for its tables when that is not a terminal."""
    found = Console(stderr=stderr)
    return found if found.is_terminal else Console(stderr=stderr, width=WIDTH)


def _table(title: str, *columns: str, words: int = 1) -> Table:
    """A table whose first `words` columns are text and whose others are numbers."""
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    for index, column in enumerate(columns):
        table.add_column(column, justify="left" if index < words else "right", no_wrap=True)
    return table


def _figure(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}".rstrip("0").rstrip(".")


def rings_table(rings: list[Ring]) -> Table:
    """The rings: the four numbers of each and what follows from them."""
    table = _table(
        r"rings Z_q\[x]/(x^n + 1)",
        "ring",
        "n",
        "q",
        "q = k*2^m + 1",
        "bits",
        "root",
        "order",
        "layers",
        "also",
    )
    for ring in rings:
        also = ", ".join(alias for alias, name in ALIASES.items() if name == ring.name)
        form = f"{ring.k}*2^{ring.m} + 1"
        numbers = map(str, (ring.n, ring.q, form, ring.bits, ring.root, ring.root_order, ring.layers, also))
        table.add_row(ring.name, *numbers)
    return table


def cores_table(kind: CoreKind, designs: list[Design]) -> Table:
    """One core in its default configuration: busy cycles and interval of every operation, ring by ring."""
    default = ", ".join(f"{spec.name} = {spec.default}" for spec in kind.parameters)
    table = _table(
        f"{kind.name}: {kind.summary}\ninterval (busy) in cycles, with {default}",
        "ring",
        "lanes",
        *kind.operations,
    )
    for design in designs:
        table.add_row(
            design.ring.name, str(design.lanes), *(_pair(design.cycles(op)) for op in kind.operations)
        )
    return table


def _pair(cycles: Cycles) -> str:
    return f"{_figure(cycles.interval)} ({_figure(cycles.busy)})"


def parameters_table(kind: CoreKind) -> Table:
    """The parameters of a core with their legal values."""
    table = _table("parameters, given as --set NAME=VALUE", "name", "legal", "default", "meaning", words=4)
    for spec in kind.parameters:
        table.add_row(spec.name, " ".join(map(str, spec.allowed)), str(spec.default), spec.meaning)
    return table


def cycles_table(title: str, measured: Cycles, formula: Cycles) -> Table:
    """Measured cycles of one run beside the formula of the core."""
    table = _table(title, "cycles", *FIGURES)
    table.add_row("measured", *(_figure(getattr(measured, name)) for name in FIGURES))
    table.add_row("formula", *(_figure(getattr(formula, name)) for name in FIGURES))
    return table


def cells_table(records: Sequence[Mapping[str, Any]]) -> Table:
    """Cells and timing of synthesis records of one design, one row a target."""
    first = records[0]
    settings = ", ".join(f"{name} = {value}" for name, value in first["parameters"].items())
    table = _table(
        f"{first['core']} for {first['ring']}, {settings}",
        *("target", "LUT", "FF", "DSP", "BRAM36", "MHz (median)", "MHz by seed", "critical path ns"),
    )
    for record in records:
        cells: Mapping[str, float] = record["cells"]
        path = record["critical_path"]
        table.add_row(
            record["target"],
            *(_figure(cells[name]) for name in ("lut", "ff", "dsp", "bram36")),
            _figure(record["fmax_mhz"]),
            "  ".join(map(_figure, record["fmax_by_seed"].values())) or "-",
            f"{path['total_ps'] / 1000:.2f}{'' if path['routing_ps'] else ' (logic only)'}" if path else "-",
        )
    return table
