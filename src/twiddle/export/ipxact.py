# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The IP-XACT description (IEEE 1685-2014) of a bundle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

import twiddle
from twiddle.export.item import Item, Ports, axi_signals
from twiddle.wrap import registers

if TYPE_CHECKING:
    from systemrdl.node import FieldNode

SPACE = "http://www.accellera.org/XMLSchema/IPXACT/1685-2014"

_AXIS = {"vendor": "amba.com", "library": "AMBA4", "name": "AXI4Stream", "version": "r0p0_1"}
_AXI_LITE = {"vendor": "amba.com", "library": "AMBA4", "name": "AXI4-Lite", "version": "r0p0_0"}
_IRQ = {"vendor": "xilinx.com", "library": "signal", "name": "interrupt", "version": "1.0"}
_CLOCK = {"vendor": "xilinx.com", "library": "signal", "name": "clock", "version": "1.0"}
_RESET = {"vendor": "xilinx.com", "library": "signal", "name": "reset", "version": "1.0"}


def component(item: Item, ports: Ports, sources: Sequence[str]) -> str:
    """The component: buses, clock and reset, the map of the registers, the view, ports, files."""
    ElementTree.register_namespace("ipxact", SPACE)
    root = Element(_tag("component"))
    for key, text in (
        ("vendor", "twiddle"),
        ("library", "ip"),
        ("name", item.name),
        ("version", twiddle.__version__),
    ):
        _add(root, key, text)
    buses = _add(root, "busInterfaces")
    if item.registers:
        _bus(buses, "s_axil", _AXI_LITE, "AXI4-Lite_rtl", "slave", axi_signals(ports, "s_axil"))
    for bus, (side, signals) in item.streams(ports).items():
        _bus(buses, bus, _AXIS, "AXI4Stream_rtl", side, signals)
    if item.registers:
        _bus(buses, "irq", _IRQ, "interrupt_rtl", "master", {"INTERRUPT": "irq"})
    _bus(buses, "clk", _CLOCK, "clock_rtl", "slave", {"CLK": item.clock})
    _bus(buses, "rst", _RESET, "reset_rtl", "slave", {"RST": item.reset})
    if item.registers:
        _memory_map(_add(_add(root, "memoryMaps"), "memoryMap"), item)
    model = _add(root, "model")
    view = _add(_add(model, "views"), "view")
    _add(view, "name", "rtl")
    _add(view, "envIdentifier", "systemVerilog:*:*")
    _add(view, "componentInstantiationRef", "rtl")
    instantiation = _add(_add(model, "instantiations"), "componentInstantiation")
    _add(instantiation, "name", "rtl")
    _add(instantiation, "language", "SystemVerilog")
    _add(instantiation, "moduleName", item.name)
    _add(_add(instantiation, "fileSetRef"), "localName", "rtl")
    listed = _add(model, "ports")
    for port, (direction, width) in ports.items():
        _port(listed, port, "in" if direction == "input" else "out", width)
    files = _add(_add(root, "fileSets"), "fileSet")
    _add(files, "name", "rtl")
    for path in sources:
        file = _add(files, "file")
        _add(file, "name", path)
        _add(file, "fileType", "systemVerilogSource")
    _add(root, "description", item.title)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _bus(
    buses: Element,
    name: str,
    kind: Mapping[str, str],
    abstraction: str,
    side: str,
    signals: Mapping[str, str],
) -> None:
    bus = _add(buses, "busInterface")
    _add(bus, "name", name)
    SubElement(bus, _tag("busType"), dict(kind))
    each = _add(_add(bus, "abstractionTypes"), "abstractionType")
    SubElement(each, _tag("abstractionRef"), {**kind, "name": abstraction})
    maps = _add(each, "portMaps")
    for logical, physical in signals.items():
        port = _add(maps, "portMap")
        _add(_add(port, "logicalPort"), "name", logical)
        _add(_add(port, "physicalPort"), "name", physical)
    end = _add(bus, side)
    if kind is _AXI_LITE:
        SubElement(end, _tag("memoryMapRef"), {"memoryMapRef": name})


def _memory_map(place: Element, item: Item) -> None:
    """The registers of their SystemRDL description, and the words of each window that the design has."""
    from systemrdl.node import MemNode  # not above: see registers.elaborate

    top = registers.elaborate(item.registers)
    _add(place, "name", "s_axil")
    found = list(top.registers())
    block = _block(place, "registers", 0, found[-1].absolute_address + 4, "register")
    for node in found:
        register = _add(block, "register")
        _add(register, "name", node.inst_name)
        _add(register, "description", registers.meaning(node))
        _add(register, "addressOffset", _hex(node.absolute_address))
        _add(register, "size", str(node.get_property("regwidth")))
        for field in node.fields():
            _field(_add(register, "field"), field)
    sizes = item.windows()
    for memory in top.children():
        if isinstance(memory, MemNode) and memory.inst_name in sizes:
            name = memory.inst_name
            block = _block(place, name, memory.absolute_address, sizes[name], "memory")
            _add(block, "access", _ACCESS[memory.get_property("sw").name])
    _add(place, "addressUnitBits", "8")


_ACCESS = {"r": "read-only", "w": "write-only", "rw": "read-write"}
"""Access of software, by its word in SystemRDL."""


def _block(place: Element, name: str, base: int, size: int, usage: str) -> Element:
    block = _add(place, "addressBlock")
    for key, text in (
        ("name", name),
        ("baseAddress", _hex(base)),
        ("range", _hex(size)),
        ("width", "32"),
        ("usage", usage),
    ):
        _add(block, key, text)
    return block


def _field(place: Element, field: FieldNode) -> None:
    """A field; without a reset value, it is a constant of the core."""
    reset = field.get_property("reset")
    _add(place, "name", field.inst_name)
    _add(place, "description", registers.meaning(field))
    _add(place, "bitOffset", str(field.low))
    if isinstance(reset, int):
        _add(_add(_add(place, "resets"), "reset"), "value", _hex(reset))
    _add(place, "bitWidth", str(field.width))
    changes = field.get_property("hwset") or (field.is_hw_writable and isinstance(reset, int))
    _add(place, "volatile", "true" if changes else "false")
    _add(place, "access", _ACCESS[field.get_property("sw").name])
    if (written := field.get_property("onwrite")) is not None:
        _add(place, "modifiedWriteValue", _ON_WRITE[written.name])


_ON_WRITE = {"woclr": "oneToClear"}


def _hex(value: int) -> str:
    return f"'h{value:x}"


def _port(ports: Element, name: str, direction: str, width: int) -> None:
    port = _add(ports, "port")
    _add(port, "name", name)
    wire = _add(port, "wire")
    _add(wire, "direction", direction)
    if width > 1:
        vector = _add(_add(wire, "vectors"), "vector")
        _add(vector, "left", str(width - 1))
        _add(vector, "right", "0")


def _add(parent: Element, name: str, text: str | None = None) -> Element:
    element = SubElement(parent, _tag(name))
    element.text = text
    return element


def _tag(name: str) -> str:
    return f"{{{SPACE}}}{name}"
