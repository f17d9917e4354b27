# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The IP-XACT descriptions of a bundle: IEEE 1685-2009 with Vivado's names, and IEEE 1685-2014.

Vivado reads the form of 2009 alone, from a file of the name component.xml in a folder of its IP repository; the
later tools read that of 2014. Both have the same buses, registers and ports. The one of 2009 has the flat file,
since Vivado does not evaluate a localparam in the width of a port.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from twiddle.base import __version__
from twiddle.bundle.item import TEMPLATES, Item, Ports, axi_signals, bus_streams
from twiddle.bundle.wrap import registers

SPACES: Mapping[str, str] = {
    "component.xml": "http://www.spiritconsortium.org/XMLSchema/SPIRIT/1685-2009",
    "component-2014.xml": "http://www.accellera.org/XMLSchema/IPXACT/1685-2014",
}
"""The namespace of each file."""

FAMILIES = (
    *("spartan7", "artix7", "kintex7", "virtex7", "zynq"),
    *("kintexu", "virtexu", "artixuplus", "kintexuplus", "virtexuplus", "zynquplus"),
)
"""Families of AMD that Vivado's catalogue lists the component for; nothing in the flat file is of a family."""


def component(file: str, item: Item, ports: Ports, sources: Sequence[str]) -> str:
    """The component, as one of SPACES: buses, clock and reset, the map of the registers, views, ports, files.

    The map has the registers of their SystemRDL description, and the windows that the design has.
    """
    streams = bus_streams(item, ports)
    buses = [*["s_axil"] * bool(item.registers), *streams]
    return TEMPLATES.get_template(f"{file}.j2").render(
        space=SPACES[file],
        families=FAMILIES,
        associated={**({"ASSOCIATED_BUSIF": ":".join(buses)} if buses else {}), "ASSOCIATED_RESET": item.reset},
        version=__version__,
        item=item,
        ports=ports,
        sources=sources,
        axi_lite=axi_signals(ports, "s_axil"),
        streams=streams,
        **(registers.nodes(item.registers) if item.registers else {}),
    )
