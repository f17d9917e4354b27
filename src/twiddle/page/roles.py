# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What each module is for: one table from its file in `rtl/` to a role, with one colour on the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fnmatch import fnmatch

from twiddle.manifest import Module
from twiddle.page.breakdown import Tree
from twiddle.synth.targets.base import RESOURCES

ROLES = {
    "multiply": "products and their reduction modulo q",
    "butterflies": "sums, differences and the pipelines of butterflies",
    "tables": "factors and other constants",
    "memory": "coefficients, operands and the order of a stream",
    "control": "addresses, schedules, multiplexers, the sequence of operations",
    "streams": "ports: loading, unloading, handshakes",
    "generated": "made by a tool, of all roles",
}
"""The roles, in the order of their colours."""

USER = "user"
"""In place of a role: a part that belongs to the module that it is in, such as a delay."""

RULES = (
    ("*_rom.sv", "tables"),
    ("*_rom_2r*.sv", "tables"),
    ("*_twiddles.sv", "tables"),
    ("prim/twd_ram_*.sv", "memory"),
    ("*_memory*.sv", "memory"),
    ("prim/twd_fifo.sv", "streams"),
    ("prim/twd_skid.sv", "streams"),
    ("prim/*", USER),
    ("ring/*", "tables"),
    ("arith/twd_*", "butterflies"),
    ("arith/*", "multiply"),
    ("butterfly/*_mul.sv", "multiply"),
    ("butterfly/*", "butterflies"),
    ("*_butterflies*.sv", "butterflies"),
    ("*_load.sv", "streams"),
    ("*_unload.sv", "streams"),
    ("*_store.sv", "streams"),
    ("memory/twd_operand_*.sv", "streams"),
    ("memory/twd_result.sv", "streams"),
    ("stream/twd_stream_buffer.sv", "memory"),
    ("stream/twd_stream_control.sv", "control"),
    ("stream/twd_pointwise.sv", "multiply"),
    ("stream/twd_*", "streams"),
    ("stream/*_product.sv", "multiply"),
    ("stream/*_commutator.sv", "memory"),
    ("stream/*_reorder.sv", "memory"),
    ("stream/*_shuffle.sv", "memory"),
    ("stream/*_delay.sv", "memory"),
    ("stream/*_stage.sv", "butterflies"),
    ("quad/twd_quad_transpose.sv", "memory"),
    ("row/*_input.sv", "streams"),
    ("row/*_engine.sv", "control"),
    ("row/*_sums.sv", "butterflies"),
    ("row/*", "multiply"),
    ("paper/*_mul_*.sv", "multiply"),
    ("paper/*", "butterflies"),
    ("unit/twd_lane*.sv", "butterflies"),
    ("unit/twd_split_add.sv", "butterflies"),
    ("unit/twd_operand_queue.sv", "streams"),
    ("wrap/*", "streams"),
    ("*", "control"),
)
"""Patterns of files, relative to `rtl/`, and their roles: the first one that fits."""


def role(file: str | None) -> str:
    """The role of the module in a file of `rtl/` (None: made by a tool), or USER."""
    if file is None:
        return "generated"
    return next(rule[1] for rule in RULES if fits(file, rule))


def fits(file: str, rule: tuple[str, str]) -> bool:
    """Whether a rule is of a file."""
    return fnmatch(file, rule[0])


def by_role(tree: Tree, known: Mapping[str, Module]) -> dict[str, dict[str, dict[str, float]]]:
    """Cells of each module itself, by its role: all instances together, without what is in them.

    Roles are in the order of ROLES, modules by their LUTs. known are the modules of the manifest.
    """
    found: dict[str, dict[str, dict[str, float]]] = {name: {} for name in ROLES}
    for name, module, cells in _owned(tree, known, "control"):
        sums = found[name].setdefault(module, dict.fromkeys(RESOURCES, 0))
        for kind in RESOURCES:
            sums[kind] += cells[kind]
    return {
        name: dict(sorted(each.items(), key=lambda pair: -pair[1]["lut"]))
        for name, each in found.items()
        if each
    }


def _owned(
    tree: Tree, known: Mapping[str, Module], above: str
) -> Iterator[tuple[str, str, Mapping[str, float]]]:
    """Every instance: its role, its module, its own cells."""
    module = known.get(tree.module)
    mine = role(module.files[0] if module else None)
    mine = above if mine == USER else mine
    if any(tree.cells[kind] for kind in RESOURCES):
        yield mine, tree.module, {kind: tree.cells[kind] for kind in RESOURCES}
    for child in tree.children:
        yield from _owned(child, known, mine)
