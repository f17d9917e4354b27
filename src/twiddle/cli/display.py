# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Terminal output of the commands: tables of rings, cores, cycles and cells."""

from __future__ import annotations

import textwrap
from collections.abc import Container, Mapping, Sequence
from typing import Literal

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from twiddle.base.rings import ALIASES, Ring
from twiddle.catalog.block import Cycles, Kind
from twiddle.catalog.designs import Design
from twiddle.cli.fitting import fitted, limited
from twiddle.tools.synth.records import Record
from twiddle.tools.targets.base import RESOURCES

WIDTH = 100
"""Columns of output that is not a terminal, unless COLUMNS says otherwise."""

FIGURES = ("interval", "fill", "latency", "busy")


def console(stderr: bool = False) -> Console:
    """Where a command prints for people: as wide as the terminal or COLUMNS says, otherwise `WIDTH`."""
    chosen = Console(stderr=stderr)
    return chosen if limited(chosen) and chosen.width else Console(stderr=stderr, width=WIDTH)


def new_table(*columns: str, words: int = 1, wrapped: Container[int] = ()) -> Table:
    """A table whose first `words` columns are text and whose others are numbers.

    wrapped  numbers of the columns with texts that may be broken where the table is too wide
    """
    table = Table(box=box.SIMPLE_HEAD)
    for index, column in enumerate(columns):
        justify: Literal["left", "right"] = "left" if index < words else "right"
        table.add_column(column, justify=justify, no_wrap=index not in wrapped)
    return table


def titled(title: str, *parts: RenderableType) -> Group:
    """A table, and what follows it, below a title."""
    return Group(Text(title, style="bold"), *parts)


def _figure(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}".rstrip("0").rstrip(".")


def rings_table(rings: list[Ring]) -> Group:
    """The rings: the four numbers of each and the values derived from them."""
    table = new_table("ring", "n", "q", "q = k*2^m + 1", "bits", "root", "order", "layers", "also")
    for ring in rings:
        also = ", ".join(alias for alias, name in ALIASES.items() if name == ring.name)
        form = f"{ring.k}*2^{ring.m} + 1"
        numbers = map(str, (ring.n, ring.q, form, ring.bits, ring.root, ring.root_order, ring.layers, also))
        table.add_row(ring.name, *numbers)
    return titled("rings Z_q[x]/(x^n + 1)", fitted(table, "q = k*2^m + 1", "order", "also", "root"))


def cores_table(kind: Kind, designs: list[Design]) -> Group:
    """One core in its default configuration: interval and busy cycles of every operation, ring by ring."""
    operations = designs[0].operations
    table = new_table("ring", "lanes", *operations, wrapped=range(2, 2 + len(operations)))
    for design in designs:
        counts = map(design.cycles, operations)
        figures = [f"{_figure(cycles.interval)} ({_figure(cycles.busy)})" for cycles in counts]
        table.add_row(design.ring.name, str(design.lanes), *figures)
    default = ", ".join(f"{spec.name} = {spec.default}" for spec in kind.parameters)
    one = ", one product a row (k = 1)" if designs[0].largest_k > 1 else ""
    chosen = f", with {default}" if default else ""
    return titled(f"{kind.name}: {kind.summary}\ninterval (busy) in cycles{one}{chosen}", table)


def parameters_table(kind: Kind) -> Group:
    """The parameters of a core with their legal values."""
    table = new_table("name", "legal", "default", "meaning", words=4, wrapped=(1, 3))
    for spec in (*kind.parameters, *kind.technology):
        table.add_row(spec.name, " ".join(map(str, spec.allowed)), str(spec.default), spec.meaning)
    return titled(f"parameters of {kind.name}, given as --set NAME=VALUE", table)


def cycles_table(title: str, measured: Cycles, formula: Cycles) -> Group:
    """Measured cycles of one operation and the core's formula."""
    table = new_table("cycles", *FIGURES)
    for name, cycles in (("measured", measured), ("formula", formula)):
        table.add_row(name, *(_figure(getattr(cycles, figure)) for figure in FIGURES))
    return titled(title, table)


def products_table(names: Sequence[str], heads: Sequence[str], right: Sequence[bool], cycles: Sequence[int]) -> Table:
    """Named products: the first coefficients, whether the product is right, and its cycles."""
    table = new_table("product", "c[0], c[1], c[2], ...", "equals kyber-py's", "cycles, in to out", words=3)
    for name, head, good, count in zip(names, heads, right, cycles, strict=True):
        table.add_row(name, f"{head}, ...", "[green]yes[/]" if good else "[red]NO[/]", _figure(count))
    return table


def cells_table(records: Sequence[Record]) -> Group:
    """Cells and timing of synthesis records of one design, one row per target."""
    table = new_table("target", "LUT", "FF", "DSP", "BRAM36", "MHz (median)", "MHz by seed", "critical path ns")
    for record in records:
        path = record.critical_path
        table.add_row(
            record.target,
            *(_figure(record.cells[name]) for name in RESOURCES),
            _figure(record.fmax_mhz),
            "  ".join(map(_figure, record.fmax_by_seed.values())) or "-",
            f"{path.total_ps / 1000:.2f}{'' if path.routing_ps else ' (logic only)'}" if path else "-",
        )
    narrow = fitted(table, "MHz by seed", "critical path ns", "BRAM36", "FF")
    return titled(_named(records[0]), narrow)


def asic_table(record: Record) -> Group:
    """Area, memories and timing of a record on standard cells."""
    cells, library, path = record.cells, record.library, record.critical_path
    assert library is not None
    table = new_table("area", "kGE", "cells")
    table.add_row("flip-flops", f"{cells['kge_ff']:,.2f}", f"{cells['ff']:,}")
    table.add_row("gates", f"{cells['kge_comb']:,.2f}", f"{cells['gates']:,}")
    table.add_row("together", f"{cells['kge']:,.2f}", f"{cells['ff'] + cells['gates']:,}")
    timing = "no clock rate"
    if path is not None:
        timing = f"{_figure(record.fmax_mhz)} MHz: critical path of {path.total_ps / 1000:.2f} ns"
        timing += f" ({record.timed_by})"
    held = f"{cells['memories']:,} memories of {cells['memory_bits']:,} bits together, not in the area"
    memories = new_table("memory", "width", "depth", "reads", "writes", "bits")
    for memory in record.memories or ():
        reads = f"{memory.read_ports}{'' if memory.clocked else ' async'}"
        numbers = map(_figure, (memory.write_ports, memory.bits))
        name = Text(_broken(memory.name))
        memories.add_row(name, _figure(memory.width), _figure(memory.depth), reads, *numbers)
    unit = f"1 GE = {library.nand2}, {library.nand2_area:g}"
    title = f"{_named(record)}\n{library.file} ({unit}), sha256 {library.sha256}"
    lines = [Text(f"  {timing}"), Text(f"  {held}")]
    return Group(titled(title, table, *lines), *[memories] * bool(record.memories))


def _broken(path: str) -> str:
    """A hierarchical name in lines that end at its dots."""
    lines = textwrap.wrap(path.replace(".", ". "), 32, break_long_words=False)
    return "\n".join(line.replace(". ", ".") for line in lines)


def _named(record: Record) -> str:
    with_them = f", {settings(record.parameters)}" if record.parameters else ""
    return f"{record.core} for {record.ring}{with_them}"


def settings(parameters: Mapping[str, int | str]) -> str:
    """Parameters of a design in one line."""
    return ", ".join(f"{name} = {value}" for name, value in parameters.items())


def critical_path(record: Record) -> Table:
    """The critical path of a measurement as a table for rich's print, arrival times in nanoseconds."""
    path = record.critical_path
    table = Table(show_header=path is not None, title_justify="left")
    if path is None:
        without = "no register-to-register path" if record.fmax_mhz is None else "its reports contain no path"
        table.title = f"{record.target}: {without}"
        return table
    routing = f" + {path.routing_ps / 1000:.2f} routing" if path.routing_ps else ", routing not counted"
    table.title = (
        f"critical path on {record.target}: {path.total_ps / 1000:.2f} ns ({path.logic_ps / 1000:.2f} logic{routing})"
    )
    table.add_column("at ns", justify="right")
    table.add_column("delay", justify="right")
    table.add_column("kind")
    table.add_column("from and to", overflow="fold")
    arrival = 0
    for step in path.steps:
        arrival += step.delay_ps
        cell, _, pin = step.end.rpartition(".")
        end = pin if step.start.startswith(f"{cell}.") else step.end
        delay = f"{step.delay_ps / 1000:.2f}"
        table.add_row(f"{arrival / 1000:.2f}", delay, step.kind, Text(f"{step.start} → {end}"))
    return table
