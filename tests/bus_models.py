# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the cocotb modules share: registers and streams through cocotbext-axi, and the state of a netlist."""

import json
import os
import random
from collections import Counter
from pathlib import Path

import cocotb
import numpy as np
from cocotb.clock import Clock
from cocotb.handle import ArrayObject, HierarchyArrayObject, HierarchyObject, ValueObjectBase
from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge, SimTimeoutError, Timer, with_timeout
from cocotb.types import LogicArray
from cocotb.utils import get_sim_time
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiResp, AxiStreamBus, AxiStreamSink, AxiStreamSource
from register_model import ERROR

import twiddle
from twiddle.bundle.wrap import registers, top

JOB = json.loads(Path(os.environ["JOB"]).read_text()) if "JOB" in os.environ else {}
MAP = registers.load()

PERIOD = 10
"""Of the clock, in ns."""

ACCESS_CYCLES = 1000
"""In which any access of a register or a window has its answer, with pauses on every channel."""


async def within(cycles, waited, what):
    """What is waited for; AssertionError where so many cycles of the clock do not bring it."""
    try:
        return await with_timeout(waited, cycles * PERIOD, "ns")
    except SimTimeoutError:
        raise AssertionError(f"{what}: not within {cycles} cycles") from None


class Access:
    """Registers on AXI4-Lite by name, and streams.

    patience   cycles in which what the block does must be over
    """

    patience: int

    def __init__(self, dut, known=MAP):
        self.dut = dut
        self.known = known
        self.random = random.Random(JOB["seed"])
        self.master = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"), dut.clk, dut.rst_n, reset_active_level=False)
        for side in (self.master.write_if, self.master.read_if):
            side.log.setLevel("WARNING")
        self.streams = {}

    def stream(self, name, sink=False):
        """The source of a stream into the block, or the sink of one that comes out."""
        bus = AxiStreamBus.from_prefix(self.dut, f"{name}_axis")
        found = (AxiStreamSink if sink else AxiStreamSource)(bus, self.dut.clk, self.dut.rst_n, False)
        found.log.setLevel("WARNING")
        self.streams[name] = found
        return found

    async def receives(self, name, frames, what=""):
        """Frames of a stream, one after the other."""
        for at, expected in enumerate(frames):
            where = f"{what or name}: frame {at} of {len(frames)}"
            frame = await within(self.patience, self.streams[name].recv(), where)
            assert bytes(frame.tdata) == expected, where

    async def start(self, share=0.0):
        await self.reset()
        self.pauses(share)

    def pauses(self, share):
        """Pauses with this probability on every channel."""
        write, read = self.master.write_if, self.master.read_if
        channels = [write.aw_channel, write.w_channel, write.b_channel, read.ar_channel, read.r_channel]
        for channel in [*channels, *self.streams.values()]:
            channel.set_pause_generator(iter(lambda: self.random.random() < share, None) if share else None)
            channel.pause = False

    async def unknown(self, name):
        """Bytes of a stream that are not kept, or not offered, are X: for a task, in a simulator of four states."""
        bus = self.streams[name].bus
        while True:
            await FallingEdge(self.dut.clk)
            kept = int(bus.tkeep.value) if int(bus.tvalid.value) else 0
            data = str(bus.tdata.value)  # the highest bit first
            parts = [data[at : at + 8] for at in range(0, len(data), 8)][::-1]
            shown = [part if kept >> at & 1 else "X" * 8 for at, part in enumerate(parts)]
            bus.tdata.value = LogicArray("".join(shown[::-1]))

    async def silence(self):
        """Nothing is offered any more on the streams, and what was is forgotten."""
        for each in self.streams.values():
            each.assert_reset(True)
            each.clear()
        await ClockCycles(self.dut.clk, 2)
        for each in self.streams.values():
            each.assert_reset(False)

    async def pulse(self, name, value=1, cycles=1, high=None):
        """A pin at a value for some cycles, in each of which another one is high."""
        pin = getattr(self.dut, name)
        rest = int(pin.value)
        await FallingEdge(self.dut.clk)
        pin.value = value
        for _ in range(cycles):
            await FallingEdge(self.dut.clk)
            assert high is None or int(high.value)
        pin.value = rest

    async def zeroize(self):
        """By the pin, while nothing is offered; returns the cycles that it takes."""
        await self.pulse("zeroize")
        began = get_sim_time("ns")
        assert int(self.dut.zeroize_busy.value)
        await self.silence()
        await FallingEdge(self.dut.zeroize_busy)
        return round((get_sim_time("ns") - began) / PERIOD + 0.5)

    async def reset(self):
        self.dut.zeroize.value = 0
        self.dut.rst_n.value = 0
        await Timer(1, "ns")  # before any edge of the clock
        cocotb.start_soon(Clock(self.dut.clk, PERIOD, "ns").start())
        await ClockCycles(self.dut.clk, 3)
        await FallingEdge(self.dut.clk)
        self.dut.rst_n.value = 1

    async def write(self, address, value, ok=True):
        done = await within(
            ACCESS_CYCLES, self.master.write(address, value.to_bytes(4, "little")), f"write of {address:#x}"
        )
        assert (done.resp == AxiResp.OKAY) == ok, f"write of {address:#x}: {done.resp}"

    async def read(self, address, ok=True):
        done = await within(ACCESS_CYCLES, self.master.read(address, 4), f"read of {address:#x}")
        assert (done.resp == AxiResp.OKAY) == ok, f"read of {address:#x}: {done.resp}"
        return int.from_bytes(done.data, "little")

    async def reg(self, name, value=None, ok=True):
        if value is None:
            return await self.read(self.known.address[name], ok)
        return await self.write(self.known.address[name], value, ok)

    async def cause(self, *names):
        """The errors since the last time, which are cleared with their interrupt."""
        expected = sum(self.known.bit("ERRORS", name) for name in names)
        assert await self.reg("ERRORS") == expected, names
        await self.reg("ERRORS", expected)
        await self.reg("IRQ", ERROR)
        assert await self.reg("ERRORS") == 0

    async def idle(self, cycles=None):
        """Until the block is at rest, for one operation or so many cycles at most."""

        async def polls():
            while await self.reg("STATUS") & 3:
                await ClockCycles(self.dut.clk, 50)

        await within(cycles or self.patience, polls(), "STATUS: busy")

    async def unoffered(self):
        """Addresses and data that are not offered change in every cycle: for a task."""
        write, read = self.master.write_if.bus, self.master.read_if.bus
        while True:
            await FallingEdge(self.dut.clk)
            for valid, signal in ((write.aw.awvalid, write.aw.awaddr), (read.ar.arvalid, read.ar.araddr)):
                if not int(valid.value):
                    signal.value = self.random.getrandbits(len(signal))
            if not int(write.w.wvalid.value):
                write.w.wdata.value, write.w.wstrb.value = self.random.getrandbits(32), self.random.getrandbits(4)

    async def compare(self, model, count):
        """Accesses at bounds, then at random, to words and to parts of words: each has the answer of the model."""
        unoffered = cocotb.start_soon(self.unoffered())
        counts = Counter()
        bounds = [(write, each, self.random.getrandbits(32)) for write in (True, False) for each in model.bounds]
        for turn in range(len(bounds) + count):
            write, address, value = bounds[turn] if turn < len(bounds) else model.draw(self.random)
            first, size = 0, 4
            if write and turn >= len(bounds) and self.random.random() < 0.1:
                first, size = self.random.choice([(0, 1), (1, 1), (2, 2), (0, 3), (1, 3)])
            ok, expected = model.access(write, address, value, (1 << size) - 1 << first)
            counts[write, ok] += 1
            if write:
                data = value.to_bytes(4, "little")[first : first + size]
                done = await within(ACCESS_CYCLES, self.master.write(address + first, data), "write")
                assert (done.resp == AxiResp.OKAY) == ok, f"access {turn}: write of {address:#x}"
            else:
                found = await self.read(address, ok)
                assert expected in (None, found), f"access {turn}, {address:#x}: {found}, not {expected}"
        unoffered.cancel()
        assert int(self.dut.irq.value) == model.interrupt
        assert len(counts) == 4, counts


class Registers(Access):
    """A wrapped core, and its registers by name."""

    def __init__(self, dut):
        super().__init__(dut)
        self.ring = twiddle.Ring(**JOB["ring"])
        self.design = twiddle.core(JOB["core"], self.ring, **JOB["parameters"])
        latencies = [self.design.cycles(name).latency for name in self.design.operations]
        self.patience = 4 * (max(latencies) + 4 * self.ring.n)
        # cycles in which a reset with zeroize must be over
        self.clearing = 4 * top.rounds(self.design) * (sum(latencies) + 4 * self.ring.n)
        self.wrapper = top.Wrapper(**JOB["wrapper"])
        self.frame_words = self.wrapper.frame(self.design)
        least = 2 * self.frame_words + top.rounds(self.design) * sum(latencies)
        self.zeroize_cycles = range(least, self.wrapper.zeroize_cycles(self.design) + 1)

    def polynomial(self):
        return np.array([self.random.randrange(self.ring.q) for _ in range(self.ring.n)])

    async def zeroized(self):
        """Until zeroize_busy has been high, which takes a stated number of cycles; returns it."""
        await within(self.clearing, RisingEdge(self.dut.zeroize_busy), "zeroize_busy: up")
        began = get_sim_time("ns")
        await within(self.clearing, FallingEdge(self.dut.zeroize_busy), "zeroize_busy: down")
        cycles = round((get_sim_time("ns") - began) / PERIOD)
        assert cycles in self.zeroize_cycles, f"zeroize: {cycles} cycles, not {self.zeroize_cycles}"
        return cycles

    async def state_after_reset(self):
        """Every register, wire and word of a memory of the netlist in reset, by name."""
        before = state_of(self.dut)
        for name in ("wdata_o", "s_rdata_o"):
            [word] = [value for path, value in before.items() if path.endswith(f".u_bus.{name}")]
            assert int(word, 2) == 0, f"{name} = {word}"
        await self.reg("IRQ", 0)  # the same last addresses every time
        await self.reg("ID")
        await FallingEdge(self.dut.clk)
        self.dut.rst_n.value = 0
        await ClockCycles(self.dut.clk, 4)
        await FallingEdge(self.dut.clk)
        found = state_of(self.dut)
        self.dut.rst_n.value = 1
        await ClockCycles(self.dut.clk, 4)
        return found


def state_of(dut):
    """Every register, wire and word of a memory of a netlist, or of a hierarchy, by name."""
    found = {}
    handles = list(dut)
    while handles:
        handle = handles.pop()
        if isinstance(handle, (ArrayObject, HierarchyObject, HierarchyArrayObject)):
            handles.extend(handle)
        elif isinstance(handle, ValueObjectBase):
            found[handle._path] = str(handle.value)
    return found


def assert_equal(states):
    """Apart from the first one, whose memories were never written.

    And from marks of wrong frames, and from a skid buffer, which follows what the bus says.
    """
    for state in states[1:-1]:
        differ = [name for name, value in states[-1].items() if state[name] != value and "marks" not in name]
        left = [name for name in differ if not name.endswith(("b_err", ".u_beat.gen_same.u_skid.hold_q"))]
        assert not left, f"{len(left)} of {len(state)} differ: {left[:5]}"
