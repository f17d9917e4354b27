# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""ML-KEM and ML-DSA whole in a SoC of LiteX: registers on its bus, frames by two DMAs, an interrupt.

In a SoC of LiteX, after `import twiddle.litex`:

    twiddle.litex.add_lattice(self)

Then `twiddle_lattice.c` drives the registers at LATTICE_BASE (docs/schemes/axi.md), and frames move by these CSRs:

lattice_in_base, lattice_in_bytes    a frame in: its address, a multiple of 4, and its bytes, at least 1
lattice_in_enable, lattice_in_done   1 sends it; when it is sent, 0 for the next one
lattice_out_base                     where a frame out goes: a multiple of 4, with room for its bytes and 7 more
lattice_out_enable, lattice_out_done 1 receives it; when it has come, 0 for the next one

Needs the extra `litex`.
"""

from typing import Any

from litex.gen import LiteXModule
from litex.soc.cores.dma import WishboneDMAReader, WishboneDMAWriter
from litex.soc.integration.soc import SoCRegion
from litex.soc.interconnect import stream, wishbone
from litex.soc.interconnect.axi import AXILiteInterface
from litex.soc.interconnect.csr import CSRStatus, CSRStorage
from litex.soc.interconnect.csr_eventmanager import EventManager, EventSourceLevel
from migen import Array, ClockSignal, If, Instance, Mux, ResetSignal, Signal

from twiddle.base import manifest

TOP = "twd_lattice_axi"
REGISTERS = 0x10000
"""Bytes of its registers on the bus."""


class Lattice(LiteXModule):  # type: ignore[misc]
    """`twd_lattice_axi` with its DMAs.

    bus             of its registers, AXI4-Lite
    reader, writer  the DMAs, each with a `bus` of its own, Wishbone of 32 bits
    key, random     streams of a key store and of a source of random bytes, which may be left open
    ev              its interrupt
    """

    def __init__(
        self,
        platform: Any,
        kem: bool = True,
        dsa: bool = True,
        lanes: int = 4,
        dsp: bool = True,
        keccak_slices: int = 64,
        rounds: int = 1,
        closed: bool = False,
        address_width: int = 32,
    ) -> None:
        self.bus = AXILiteInterface(data_width=32, address_width=address_width)
        for path in manifest.sources(TOP):
            platform.add_source(str(path))
        for path in manifest.include_dirs():
            platform.add_verilog_include_path(str(path))
        self.ev = EventManager()
        self.ev.done = EventSourceLevel()
        self.ev.finalize()
        given, taken = self._reader(address_width), self._writer(address_width)
        self.key, self.random = stream.Endpoint([("data", 64), ("keep", 8)]), stream.Endpoint([("data", 64)])
        lite = {
            f"{side}_s_axil_{channel}{part}_{side}": getattr(getattr(self.bus, channel), part)
            for channels, parts in (("aw ar", "i valid, o ready, i addr"), ("w", "i valid, o ready, i data, i strb"))
            for channel in channels.split()
            for side, part in (each.split() for each in parts.split(", "))
            if part != "addr"
        }
        lite |= {f"i_s_axil_{channel}addr_i": getattr(self.bus, channel).addr[:16] for channel in ("aw", "ar")}
        for channel, parts in (("b", ("resp",)), ("r", ("resp", "data"))):
            port = getattr(self.bus, channel)
            lite |= {f"o_s_axil_{channel}{part}_o": getattr(port, part) for part in ("valid", *parts)}
            lite[f"i_s_axil_{channel}ready_i"] = port.ready
        self.specials += Instance(
            TOP,
            p_Kem=int(kem),
            p_Dsa=int(dsa),
            p_Lanes=lanes,
            p_Dsp=int(dsp),
            p_KeccakSlices=keccak_slices,
            p_Rounds=rounds,
            p_Closed=int(closed),
            i_clk_i=ClockSignal(),
            i_rst_ni=~ResetSignal(),
            o_irq_o=self.ev.done.trigger,
            i_zeroize_i=0,
            **lite,
            **{f"i_in_t{name}_i": getattr(given, name) for name in ("valid", "data", "keep", "last")},
            o_in_tready_o=given.ready,
            **{f"i_key_t{name}_i": getattr(self.key, name) for name in ("valid", "data", "keep", "last")},
            o_key_tready_o=self.key.ready,
            **{f"i_random_t{name}_i": getattr(self.random, name) for name in ("valid", "data")},
            o_random_tready_o=self.random.ready,
            **{f"o_out_t{name}_o": getattr(taken, name) for name in ("valid", "data", "keep", "last")},
            i_out_tready_i=taken.ready,
        )

    def _reader(self, address_width: int) -> Any:
        """The stream of frames in, which memory gives."""
        self.in_base = CSRStorage(32)
        self.in_bytes = CSRStorage(32)
        self.in_enable = CSRStorage()
        self.in_done = CSRStatus()
        bus = wishbone.Interface(data_width=32, adr_width=address_width - 2)
        self.reader = reader = WishboneDMAReader(bus, endianness="big")
        reader.add_ctrl()
        self.widen = widen = stream.Converter(32, 64, report_valid_token_count=True)
        source, sent = widen.source, stream.Endpoint([("data", 64), ("keep", 8)])
        masks = [[(1 << (4 * word + (byte or 4))) - 1 for byte in range(4)] for word in (0, 1)]
        second, tail = source.valid_token_count == 2, self.in_bytes.storage[:2]
        self.comb += [
            reader.base.eq(self.in_base.storage),
            reader.length.eq(self.in_bytes.storage + 3),
            reader.enable.eq(self.in_enable.storage),
            reader.source.connect(widen.sink),
            source.connect(sent, omit={"valid_token_count"}),
            sent.keep.eq(Mux(source.last, Mux(second, Array(masks[1])[tail], Array(masks[0])[tail]), 0xFF)),
        ]
        done = Signal()
        ended = sent.valid & sent.ready & sent.last
        self.sync += If(~self.in_enable.storage, done.eq(0)).Elif(ended, done.eq(1))
        self.comb += self.in_done.status.eq(done)
        return sent

    def _writer(self, address_width: int) -> Any:
        """The stream of frames out, which memory takes: whole words of 8 bytes."""
        self.out_base = CSRStorage(32)
        self.out_enable = CSRStorage()
        self.out_done = CSRStatus()
        bus = wishbone.Interface(data_width=32, adr_width=address_width - 2)
        self.writer = writer = WishboneDMAWriter(bus, endianness="big")
        writer.add_ctrl(ready_on_idle=0)
        self.narrow = narrow = stream.Converter(64, 32)
        came = stream.Endpoint([("data", 64), ("keep", 8)])
        self.comb += [
            writer.base.eq(self.out_base.storage),
            writer.length.eq(0),  # the end of the frame ends it
            writer.enable.eq(self.out_enable.storage),
            came.connect(narrow.sink, omit={"keep"}),
            narrow.source.connect(writer.sink),
            self.out_done.status.eq(writer.done),
        ]
        return came


def add_lattice(soc: Any, name: str = "lattice", **parameters: Any) -> Lattice:
    """Adds ML-KEM and ML-DSA whole to a SoC, under a name; returns the module.

    parameters  of `Lattice`: kem, dsa, lanes, dsp, keccak_slices, rounds, closed
    """
    lattice = Lattice(soc.platform, address_width=soc.bus.address_width, **parameters)
    soc.add_module(name=name, module=lattice)
    soc.bus.add_slave(name, lattice.bus, SoCRegion(size=REGISTERS, cached=False))
    memory = getattr(soc, "dma_bus", soc.bus)
    memory.add_master(f"{name}_in", master=lattice.reader.bus)
    memory.add_master(f"{name}_out", master=lattice.writer.bus)
    if soc.irq.enabled:
        soc.irq.add(name, use_loc_if_exists=True)
    return lattice
