# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What can be exported: the description of a design from which `twiddle.bundle.bundle` writes its files."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import jinja2

from twiddle.base.sources import Sources
from twiddle.evidence.results import Results
from twiddle.tools.synth.records import Record

TEMPLATES = jinja2.Environment(
    loader=jinja2.PackageLoader("twiddle.bundle"),
    undefined=jinja2.StrictUndefined,
    keep_trailing_newline=True,
    trim_blocks=False,
    autoescape=False,
)
TEMPLATES.filters["xml"] = escape

Ports = Mapping[str, tuple[str, int]]
"""Ports in order: direction, input or output, and width in bits."""

Measured = Record
"""A record of the area and the clock rate."""

Bus = tuple[str, Mapping[str, str]]
"""Side of an AXI4-Stream, slave or master, and the port of each signal."""


COMMON: Mapping[str, str] = {
    "clk_i": "clock, rising edge",
    "rst_ni": "reset, active low",
    "clk": "clock, rising edge",
    "rst_n": "reset, active low",
    "irq": "interrupt, high while an enabled one is pending",
    "zeroize": "clear the core, as CONTROL.zeroize does",
    "zeroize_busy": "the core is being cleared",
}
"""Purposes of ports that every design has, alone or with registers."""


@dataclass(frozen=True)
class Stimulus:
    """The vectors of a bench.

    words   by the name of the file, `vectors_<name>.hex`
    values  for the templates of the benches, `operations` and `cycles` among them
    """

    words: Mapping[str, Sequence[int]]
    values: Mapping[str, Any] = field(default_factory=dict)


def axi_signals(ports: Ports, bus: str) -> dict[str, str]:
    """The ports of an AXI4-Stream or AXI4-Lite by the names of its signals."""
    return {port.rpartition("_")[2].upper(): port for port in ports if port.startswith(f"{bus}_")}


class Item(ABC):
    """A design with ports for a top module of its own, alone or with registers on AXI4-Lite.

    name       of that top module
    top        RTL module of the design
    title      the design in words
    registers  description of its registers (`twiddle.bundle.wrap.registers`); empty: without registers and AXI names
    waivers    of Verilator's lint for its parameters, besides those of `rtl/`
    large      its flat file takes Icarus Verilog too long: Verilator checks it before it is written
    templates  ends of the names of its templates: benches, data sheet, timing diagram (WaveDrom)
    meanings   purposes of ports, and of buses by the prefix of their ports
    """

    name: str
    top: str
    title: str
    registers: str = ""
    waivers: str = ""
    large: bool = False
    templates: tuple[str, str, str]
    meanings: Mapping[str, str]

    @property
    def clock(self) -> str:
        """The port of the clock."""
        return "clk" if self.registers else "clk_i"

    @property
    def reset(self) -> str:
        """The port of the reset."""
        return "rst_n" if self.registers else "rst_ni"

    @property
    def rtl_root(self) -> Path | None:
        """The folder of its sources, if not `rtl/`."""
        return None

    @abstractmethod
    def sources(self) -> Sources:
        """The design's parameters, and all files in compile order, those around it included."""

    @abstractmethod
    def wrapped(self) -> str:
        """Verilog of the top module; empty: the design with plain ports."""

    def for_flat(self) -> Item:
        """The design from which the flat file is made, where it differs."""
        return self

    @abstractmethod
    def measured(self, results: Results) -> Sequence[Measured]:
        """The records of the design."""

    @abstractmethod
    def stimulus(self, ports: Ports) -> Stimulus:
        """The vectors of its bench."""

    @abstractmethod
    def streams(self, ports: Ports) -> Mapping[str, Bus]:
        """Its AXI4-Streams by name."""

    def windows(self) -> Mapping[str, int]:
        """Bytes of the windows after its registers, by their names in the description."""
        return {}

    def meaning(self, port: str) -> str:
        """The purpose of a port."""
        return self.meanings.get(port) or self.meanings[port.rpartition("_")[0]]

    @abstractmethod
    def facts(self, results: Results) -> Mapping[str, Any]:
        """Further values for the templates."""

    @abstractmethod
    def identity(self) -> Mapping[str, Any]:
        """What `manifest.json` says of the design."""
