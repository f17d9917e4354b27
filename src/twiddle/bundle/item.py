# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What can be exported: the description of a block from which `twiddle.bundle.bundle` writes its files."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import jinja2

from twiddle.base.sources import Sources
from twiddle.catalog.block import Block
from twiddle.evidence.results import Results

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

Bus = tuple[str, Mapping[str, str]]
"""Side of an AXI4-Stream, slave or master, and the port of each signal."""

PORTS: Mapping[str, Mapping[str, str]] = tomllib.loads(
    (Path(__file__).parent / "templates" / "ports.toml").read_text(encoding="utf-8")
)
"""Purposes of ports, and of buses by the prefix of their ports: common ones, and by data sheet."""


@dataclass(frozen=True)
class Stream:
    """A stream of a block, with its words in the bench, `vectors_<name>.hex`.

    taken   the block takes it; otherwise the block gives it
    valid, ready  its ports
    fields  its other ports, each with its bits in a word, from the high bits down
    words   of the bench, in order
    masks   of a stream that the block gives: the bits of each word that the bench compares
    """

    name: str
    taken: bool
    valid: str
    ready: str
    fields: tuple[tuple[str, int], ...]
    words: Sequence[int] = ()
    masks: Sequence[int] = ()

    @property
    def width(self) -> int:
        return sum(bits for _, bits in self.fields)

    @property
    def parts(self) -> list[tuple[str, int, int]]:
        """Port, highest and lowest bit of each field."""
        found, high = [], self.width
        for port, bits in self.fields:
            found.append((port, high - 1, high - bits))
            high -= bits
        return found

    @property
    def lines(self) -> list[int]:
        if self.taken:
            return list(self.words)
        masks = self.masks or [(1 << self.width) - 1] * len(self.words)
        return [mask << self.width | word for mask, word in zip(masks, self.words, strict=True)]


def axi_stream(name: str, taken: bool, frames: Sequence[tuple[bytes, int]], size: int, mark: int = 0) -> Stream:
    """An AXI4-Stream of `size` bytes and `mark` bits of TUSER, with frames and the TUSER of each.

    TUSER is compared in the last beat of a frame.
    """
    words, masks = [], []
    for data, user in frames:
        for at in range(0, max(len(data), 1), size):
            part, last = data[at : at + size], at + size >= len(data)
            keep, every = (1 << len(part)) - 1, (1 << size) - 1
            words.append((user << 1 | last) << 9 * size | keep << 8 * size | int.from_bytes(part, "little"))
            users = ((1 << mark) - 1) * last
            masks.append((users << 1 | 1) << 9 * size | every << 8 * size | (1 << 8 * len(part)) - 1)
    fields = [("tuser", mark)] * (mark > 0) + [("tlast", 1), ("tkeep", size), ("tdata", 8 * size)]
    ports = tuple((f"{name}_axis_{field}", bits) for field, bits in fields)
    return Stream(name, taken, f"{name}_axis_tvalid", f"{name}_axis_tready", ports, words, masks)


@dataclass(frozen=True)
class Stimulus:
    """What a bench does and compares.

    operations  their number
    offered     what they are, in words
    streams     with their words
    cycles      after which the bench fails
    script      register accesses: {step, address, data} of 4, 16 and 32 bits
    gated       streams wait for the step of the script that runs them
    reset_at, zeroize_at  cycles in which all is dropped, after which the streams begin anew; 0: never
    zeroize_cycles  that `zeroize_busy` is high then
    quiet       ports that stay 0
    tied        other inputs, with their values in Verilog
    """

    operations: int
    offered: str
    streams: Sequence[Stream]
    cycles: int
    script: Sequence[int] = ()
    gated: bool = False
    reset_at: int = 0
    zeroize_at: int = 0
    zeroize_cycles: int = 0
    quiet: Sequence[str] = ()
    tied: Mapping[str, str] = field(default_factory=dict)

    @property
    def vectors(self) -> dict[str, list[int]]:
        """The words of each file of vectors, by name."""
        found = {"script": list(self.script)} | {stream.name: stream.lines for stream in self.streams}
        return {name: words for name, words in found.items() if words}

    def joined(self, ports: Ports) -> dict[str, str]:
        """What the bench connects to each port, in Verilog."""
        found = {"clk_i": "clk", "clk": "clk", "rst_ni": "rst_n", "rst_n": "rst_n", **self.tied}
        found |= {"zeroize_i": "zeroize", "zeroize": "zeroize", "irq": "irq"}
        found |= dict.fromkeys(("zeroize_busy_o", "zeroize_busy"), "zeroize_busy")
        found |= {port: f"quiet_{port}" for port in self.quiet}
        found |= {f"s_axil_{name}": text for name, text in _AXI_LITE.items()}
        for stream in self.streams:
            found |= {stream.valid: f"{stream.name}_valid", stream.ready: f"{stream.name}_ready"}
            for port, high, low in stream.parts:
                part = f"[{high}:{low}]"
                if not stream.taken:
                    found[port] = f"{stream.name}_found{part}"
                elif self.script:
                    found[port] = f"{stream.name}_word{part}"
                else:
                    found[port] = f"{stream.name}_valid ? {stream.name}_word{part} : {high - low + 1}'bx"
        return {port: found.get(port, "") for port in ports}


_AXI_LITE: Mapping[str, str] = {
    **{
        f"{name}{end}": f"{name.replace('b', 'wb')}_{end}"
        for name in ("aw", "w", "b", "ar", "r")
        for end in ("valid", "ready")
    },
    "awaddr": "step[47:32]",
    "araddr": "step[47:32]",
    "awprot": "3'd0",
    "arprot": "3'd0",
    "wdata": "step[31:0]",
    "wstrb": "4'hf",
    "bresp": "wb_resp",
    "rdata": "r_data",
    "rresp": "r_resp",
}


_LASTS: Mapping[str, str] = {"verilator": "a minute", "icarus": "ten seconds"}
"""How long the bench of a core takes, on one core of a server of 2024, its compilation included."""


@dataclass(frozen=True)
class Item:
    """A block with ports for a top module of its own, alone or with registers on AXI4-Lite.

    name       of that top module
    title      the block in words
    block      in the catalogue
    sources    its parameters, and all files in compile order, those around it included
    stimulus   of its bench
    facts      further values for the templates, from the records
    identity   what `manifest.json` says of the block
    datasheet, timing  ends of the names of its templates: data sheet, timing diagram (WaveDrom)
    wrapped    Verilog of the top module; empty: the block with plain ports
    registers  description of its registers (`twiddle.bundle.wrap.registers`); empty: without registers and AXI names
    windows    bytes of the windows after its registers, by their names in the description
    module     the top of records of the item with its registers; other ones are of the core in it
    measured   blocks whose records describe it, or a core in it
    lasts      how long its bench takes, by simulator
    large      its flat file takes Icarus Verilog too long: Verilator checks it before it is written
    plain      streams of whole bytes that AXI4-Stream could carry, by name
    """

    name: str
    title: str
    block: Block
    sources: Sources
    stimulus: Callable[[Ports], Stimulus]
    facts: Callable[[Results], Mapping[str, Any]]
    identity: Mapping[str, Any]
    datasheet: str
    timing: str
    wrapped: str = ""
    registers: str = ""
    windows: Mapping[str, int] = field(default_factory=dict)
    module: str = ""
    measured: Sequence[Block] = ()
    lasts: Mapping[str, str] = field(default_factory=lambda: _LASTS)
    large: bool = False
    plain: Mapping[str, Bus] = field(default_factory=dict)

    @property
    def clock(self) -> str:
        return "clk" if self.registers else "clk_i"

    @property
    def reset(self) -> str:
        return "rst_n" if self.registers else "rst_ni"

    @property
    def rtl_root(self) -> Path | None:
        """The folder of its sources, if not `rtl/`."""
        return self.block.rtl_root

    def meaning(self, port: str) -> str:
        known = {**PORTS["common"], **PORTS[self.datasheet]}
        return known.get(port) or known[port.rpartition("_")[0]]


def axi_signals(ports: Ports, bus: str) -> dict[str, str]:
    """The ports of an AXI4-Stream or AXI4-Lite by the names of its signals."""
    return {port.rpartition("_")[2].upper(): port for port in ports if port.startswith(f"{bus}_")}


def bus_streams(item: Item, ports: Ports) -> dict[str, Bus]:
    """The AXI4-Streams among the ports, by name."""
    found: dict[str, Bus] = {}
    for port in sorted(ports):
        if port.endswith("_axis_tvalid"):
            name = port.removesuffix("_tvalid")
            found[name] = ("slave" if ports[port][0] == "input" else "master", axi_signals(ports, name))
    return found or dict(item.plain)
