# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The IP-XACT description (IEEE 1685-2014) of a bundle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from twiddle.base import __version__
from twiddle.bundle.item import TEMPLATES, Item, Ports, axi_signals, bus_streams
from twiddle.bundle.wrap import registers

if TYPE_CHECKING:
    from systemrdl.node import FieldNode

SPACE = "http://www.accellera.org/XMLSchema/IPXACT/1685-2014"

_ACCESS = {"r": "read-only", "w": "write-only", "rw": "read-write"}
"""Access of software, by its word in SystemRDL."""

_ON_WRITE = {"woclr": "oneToClear"}


def component(item: Item, ports: Ports, sources: Sequence[str]) -> str:
    """The component: buses, clock and reset, the map of the registers, the view, ports, files."""
    return TEMPLATES.get_template("component.xml.j2").render(
        space=SPACE,
        version=__version__,
        item=item,
        ports=ports,
        sources=sources,
        axi_lite=axi_signals(ports, "s_axil"),
        streams=bus_streams(item, ports),
        blocks=_blocks(item) if item.registers else [],
    )


def _blocks(item: Item) -> list[dict[str, Any]]:
    """The registers of their SystemRDL description, and the words of each window that the design has."""
    from systemrdl.node import MemNode  # not above: see registers.elaborate

    top = registers.elaborate(item.registers)
    nodes: list[dict[str, Any]] = [
        {
            "name": node.inst_name,
            "description": registers.meaning(node),
            "offset": node.absolute_address,
            "size": node.get_property("regwidth"),
            "fields": list(map(_field, node.fields())),
        }
        for node in top.registers()
    ]
    sizes = item.windows
    windows = [
        {
            "name": memory.inst_name,
            "base": memory.absolute_address,
            "range": sizes[memory.inst_name],
            "access": _ACCESS[memory.get_property("sw").name],
            "registers": [],
        }
        for memory in top.children()
        if isinstance(memory, MemNode) and memory.inst_name in sizes
    ]
    return [{"name": "registers", "base": 0, "range": nodes[-1]["offset"] + 4, "registers": nodes}, *windows]


def _field(field: FieldNode) -> dict[str, Any]:
    """A field; without a reset value, it is a constant of the core."""
    reset, written = field.get_property("reset"), field.get_property("onwrite")
    known = isinstance(reset, int)
    return {
        "name": field.inst_name,
        "description": registers.meaning(field),
        "low": field.low,
        "reset": reset if known else None,
        "width": field.width,
        "volatile": bool(field.get_property("hwset") or (field.is_hw_writable and known)),
        "access": _ACCESS[field.get_property("sw").name],
        "on_write": None if written is None else _ON_WRITE[written.name],
    }
