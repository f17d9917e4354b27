# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle rings` and `twiddle cores`: what there is."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

import click

from twiddle.base.errors import TwiddleError
from twiddle.base.grid import Grid, Value
from twiddle.base.rings import ALIASES, Ring, ring, rings
from twiddle.catalog import designs
from twiddle.catalog.block import OPCODES, Block, Kind
from twiddle.catalog.systems import LATTICE, alone, whole
from twiddle.cli.output import Answer, Output, grid, output_options, status

GROUPS = {"core": "cores", "system": "whole schemes"}
"""Families of blocks; all others are arithmetic."""

FIGURES = ("interval", "fill", "latency", "busy")


@click.command(
    "rings",
    epilog="""\b
Examples:
  twiddle rings
  twiddle rings --format csv > rings.csv
""",
)
@output_options
def rings_command(output: Output) -> None:
    """List the rings.

    For your own ring, pass --ring a TOML file with the keys n, q, root and root_order.
    """
    rows = [
        (
            each.name,
            ", ".join(_aliases(each)),
            *(each.n, str(each.q), f"{each.k}*2^{each.m} + 1"),
            *(each.bits, str(each.root), str(each.root_order), each.layers),
        )
        for each in rings()
    ]
    numbers = "n q form:q_=_k*2^m_+_1 bits root root_order:order layers"
    table = grid("rings", "rings Z_q[x]/(x^n + 1)", "ring aliases:also", numbers, rows)
    less = ("form", "root_order", "aliases", "root")
    derived = ("bits", "k", "m", "layers", "complete")
    document = [
        {**asdict(each), **{name: getattr(each, name) for name in derived}, "aliases": _aliases(each)}
        for each in rings()
    ]
    output.show(Answer(document, [table], less=less))


def _aliases(of: Ring) -> list[str]:
    return [alias for alias, name in ALIASES.items() if name == of.name]


@click.command(
    "cores",
    epilog="""\b
Examples:
  twiddle cores                                 every block
  twiddle cores --core mdc --ring ml-kem        the cycles and the parameters of a core
  twiddle cores --core lattice --core mod-mul   the parameters of other blocks
""",
)
@click.option("--core", "names", multiple=True, help="Only this block, with its parameters; may be repeated.")
@click.option("--scheme", help="The block of whole operations of a scheme, such as ml-kem-768.")
@click.option("--ring", "wanted", multiple=True, help="Only cores of this ring, or a TOML file; may be repeated.")
@output_options
def cores_command(names: tuple[str, ...], scheme: str | None, wanted: tuple[str, ...], output: Output) -> None:
    """List every block in groups: cores, whole schemes, arithmetic.

    Of a core with default parameters: supported rings, operations, lanes, and cycle counts. A count is the
    interval between two operations at full rate, loading and unloading included; the butterflies' busy cycles
    follow in brackets. For a core with k products an operation, k = 1. With --core the parameters follow.
    """
    if scheme is not None:
        alone(scheme)
        names = (*names, LATTICE.name)
    chosen = [designs.find(name) for name in names]
    chosen_rings = [ring(name) for name in wanted] or rings()
    blocks = {
        kind: [kind.block(of) for of in chosen_rings if kind.takes(of)] if kind.ringed else [kind.block()]
        for kind in designs.KINDS
        if (kind in chosen or not names) and (kind.ringed or not wanted)
    }
    if not any(blocks.values()):
        raise TwiddleError(f"{', '.join(names)} with default parameters supports none of {', '.join(wanted)}")
    blocks = {kind: built for kind, built in blocks.items() if built}
    grids: list[Grid] = []
    drawings: dict[int, str] = {}
    with status("counting cycles"):
        for kind in blocks:
            if blocks[kind][0].operations:
                grids.append(_cycles(kind, blocks[kind]))
            if kind.family == "core" or names:
                grids.append(_parameters(kind))
            if kind.drawing:
                drawings[len(grids) - 1] = kind.drawing
        if not names:
            grids += _groups([kind for kind in blocks if kind.family != "core"])
        document = [_document(block) for built in blocks.values() for block in built]
    notes = [line for each in chosen_rings for line in whole(each.name)] if wanted else []
    output.show(Answer(document, grids, notes, main=_main(blocks.values()), drawings=drawings))


def block_document(block: Block) -> dict[str, Any]:
    """What names a block in every JSON document; ring is None for one without."""
    return {"core": block.core, "ring": block.ring_name or None, "parameters": dict(block.parameters)}


def _document(block: Block) -> dict[str, Any]:
    return {
        **block_document(block),
        "operations": {operation: asdict(cycles) for operation, cycles in block.all_cycles().items()},
        "lanes": block.lanes if block.streams else None,
        "lock_step": block.lock_step,
    }


def _cycles(kind: Kind, blocks: Sequence[Block]) -> Grid:
    """Interval and busy cycles of every operation of a core, ring by ring."""
    rows: list[tuple[Value, ...]] = [
        (
            block.ring.name,
            *(f"{each.interval:,} ({'-' if each.busy is None else f'{each.busy:,}'})" for each in found),
            block.lanes,
        )
        for block in blocks
        for found in [block.all_cycles().values()]
    ]
    default = ", ".join(f"{spec.name} = {spec.default}" for spec in kind.parameters)
    one = ", one product a row (k = 1)" if blocks[0].largest_k > 1 else ""
    title = f"{kind.name}: {kind.summary}\ninterval (busy) in cycles{one}{f', with {default}' if default else ''}"
    return grid(kind.name, title, f"ring {' '.join(blocks[0].operations)}", "lanes", rows)


def _parameters(kind: Kind) -> Grid:
    """The parameters of a block with their legal values."""
    rows = [
        (spec.name, " ".join(map(str, spec.allowed)), str(spec.default), spec.meaning)
        for spec in (*kind.parameters, *kind.technology)
    ]
    what = f"parameters of {kind.name}, given as --set NAME=VALUE"
    return grid(kind.name, what if rows else f"{kind.name} has no parameters", "name legal default meaning", "", rows)


def _groups(kinds: Sequence[Kind]) -> list[Grid]:
    names = dict.fromkeys(GROUPS.get(kind.family, "arithmetic") for kind in kinds)
    return [
        grid(
            name,
            f"{name}: twiddle cores --core NAME shows the parameters",
            "core summary:what_it_is top:module",
            "",
            [(kind.name, kind.summary, kind.top) for kind in kinds if GROUPS.get(kind.family, "arithmetic") == name],
        )
        for name in names
    ]


def _main(blocks: Iterable[Sequence[Block]]) -> Grid:
    """All cycle counts in one table."""
    keys = [f"{figure}_{operation}" for operation in OPCODES for figure in FIGURES]
    rows: list[tuple[Value, ...]] = []
    for block in (block for built in blocks for block in built):
        cycles = [block.all_cycles().get(operation) for operation in OPCODES]
        figures = [getattr(each, figure, None) for each in cycles for figure in FIGURES]
        names = (block.core, block.ring_name or None, block.top)
        rows.append((*names, block.lanes if block.streams else None, *figures))
    return grid("cores", "cores", "core ring top", " ".join(["lanes", *keys]), rows)
