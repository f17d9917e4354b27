# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The IP-XACT description (IEEE 1685-2014) of a bundle."""

from __future__ import annotations

from collections.abc import Sequence

from twiddle.base import __version__
from twiddle.bundle.item import TEMPLATES, Item, Ports, axi_signals, bus_streams
from twiddle.bundle.wrap import registers

SPACE = "http://www.accellera.org/XMLSchema/IPXACT/1685-2014"


def component(item: Item, ports: Ports, sources: Sequence[str]) -> str:
    """The component: buses, clock and reset, the map of the registers, the view, ports, files.

    The map has the registers of their SystemRDL description, and the windows that the design has.
    """
    return TEMPLATES.get_template("component.xml.j2").render(
        space=SPACE,
        version=__version__,
        item=item,
        ports=ports,
        sources=sources,
        axi_lite=axi_signals(ports, "s_axil"),
        streams=bus_streams(item, ports),
        **(registers.nodes(item.registers) if item.registers else {}),
    )
