# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The IP-XACT description (IEEE 1685-2014) of a bundle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

import twiddle
from twiddle.designs import Design

SPACE = "http://www.accellera.org/XMLSchema/IPXACT/1685-2014"

_AXIS = {"vendor": "amba.com", "library": "AMBA4", "name": "AXI4Stream", "version": "r0p0_1"}
_AXI_LITE = {"vendor": "amba.com", "library": "AMBA4", "name": "AXI4-Lite", "version": "r0p0_0"}
_IRQ = {"vendor": "xilinx.com", "library": "signal", "name": "interrupt", "version": "1.0"}
_CLOCK = {"vendor": "xilinx.com", "library": "signal", "name": "clock", "version": "1.0"}
_RESET = {"vendor": "xilinx.com", "library": "signal", "name": "reset", "version": "1.0"}

STREAMS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "a": ("slave", {"TVALID": "a_valid_i", "TREADY": "a_ready_o", "TDATA": "a_data_i"}),
    "b": ("slave", {"TVALID": "b_valid_i", "TREADY": "b_ready_o", "TDATA": "b_data_i"}),
    "c": (
        "master",
        {
            "TVALID": "c_valid_o",
            "TREADY": "c_ready_i",
            "TDATA": "c_data_o",
            "TLAST": "c_last_o",
            "TUSER": "c_err_o",
        },
    ),
}
"""The streams of a core as AXI4-Stream, where their data are whole bytes, as that bus wants them: whether
each is a slave, and the port of each signal."""

_WRAPPED: Mapping[str, tuple[Mapping[str, str], str, str]] = {
    "s_axil": (_AXI_LITE, "AXI4-Lite_rtl", "slave"),
    "a_axis": (_AXIS, "AXI4Stream_rtl", "slave"),
    "b_axis": (_AXIS, "AXI4Stream_rtl", "slave"),
    "c_axis": (_AXIS, "AXI4Stream_rtl", "master"),
}
"""The buses of a wrapped core by port prefix."""


def component(name: str, design: Design, ports: Mapping[str, tuple[str, int]], sources: Sequence[str]) -> str:
    """The component: buses, clock and reset, the view of the SystemVerilog, ports, files."""
    ElementTree.register_namespace("ipxact", SPACE)
    root = Element(_tag("component"))
    for key, text in (
        ("vendor", "twiddle"),
        ("library", "ip"),
        ("name", name),
        ("version", twiddle.__version__),
    ):
        _add(root, key, text)
    buses = _add(root, "busInterfaces")
    if "clk_i" in ports:
        for stream, (side, signals) in STREAMS.items():
            if ports[signals["TDATA"]][1] % 8:
                continue
            _bus(buses, f"{stream}_axis", _AXIS, "AXI4Stream_rtl", side, signals)
    else:
        for bus, (kind, abstraction, side) in _WRAPPED.items():
            signals = {port.rpartition("_")[2].upper(): port for port in ports if port.startswith(f"{bus}_")}
            if signals:
                _bus(buses, bus, kind, abstraction, side, signals)
        _bus(buses, "irq", _IRQ, "interrupt_rtl", "master", {"INTERRUPT": "irq"})
    clock, reset = ("clk_i", "rst_ni") if "clk_i" in ports else ("clk", "rst_n")
    _bus(buses, "clk", _CLOCK, "clock_rtl", "slave", {"CLK": clock})
    _bus(buses, "rst", _RESET, "reset_rtl", "slave", {"RST": reset})
    model = _add(root, "model")
    view = _add(_add(model, "views"), "view")
    _add(view, "name", "rtl")
    _add(view, "envIdentifier", "systemVerilog:*:*")
    _add(view, "componentInstantiationRef", "rtl")
    instantiation = _add(_add(model, "instantiations"), "componentInstantiation")
    _add(instantiation, "name", "rtl")
    _add(instantiation, "language", "SystemVerilog")
    _add(instantiation, "moduleName", name)
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
    _add(root, "description", f"{design.words}, ring {design.ring.name}")
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
    _add(bus, side)


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
