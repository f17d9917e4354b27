# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the cocotb modules share: the registers through cocotbext-axi, and the state of a netlist."""

import json
import os
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.handle import ArrayObject, HierarchyArrayObject, HierarchyObject, ValueObjectBase
from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge, SimTimeoutError, Timer, with_timeout
from cocotb.utils import get_sim_time
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiResp

import twiddle
from twiddle.wrap import registers, top

JOB = json.loads(Path(os.environ["JOB"]).read_text()) if "JOB" in os.environ else {}
MAP = registers.load()
DONE, ERROR = 1, 2
OPERAND, OPERATION, BUSY, ACCESS, EMPTY = 1, 2, 4, 8, 16

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
    """Registers on AXI4-Lite by name."""

    def __init__(self, dut, known=MAP):
        self.dut = dut
        self.known = known
        self.master = AxiLiteMaster(
            AxiLiteBus.from_prefix(dut, "s_axil"), dut.clk, dut.rst_n, reset_active_level=False
        )
        for side in (self.master.write_if, self.master.read_if):
            side.log.setLevel("WARNING")

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


class Registers(Access):
    """A wrapped core, and its registers by name."""

    def __init__(self, dut):
        super().__init__(dut)
        self.ring = twiddle.Ring(**JOB["ring"])
        self.design = twiddle.core(JOB["core"], self.ring, **JOB["parameters"])
        latencies = [self.design.cycles(name).latency for name in self.design.operations]
        # cycles in which an operation, and a reset with zeroize, must be over
        self.patience = 4 * (max(latencies) + 4 * self.ring.n)
        self.clearing = 4 * top.rounds(self.design) * (sum(latencies) + 4 * self.ring.n)
        shape = {key: JOB[key] for key in ("bus", "slot", "inputs") if key in JOB}
        wrapper = top.Wrapper(windows=not shape, **shape)
        least = 2 * wrapper.frame(self.design) + top.rounds(self.design) * sum(latencies)
        self.zeroize_cycles = range(least, wrapper.zeroize_cycles(self.design) + 1)

    async def idle(self, cycles=None):
        """Until the core is at rest, for one operation or so many cycles at most."""

        async def polls():
            while await self.reg("STATUS") & 3:
                await ClockCycles(self.dut.clk, 50)

        await within(cycles or self.patience, polls(), "STATUS: busy")

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
        left = [name for name, value in states[-1].items() if state[name] != value and not _may_differ(name)]
        assert not left, f"{len(left)} of {len(state)} differ: {left[:5]}"


def _may_differ(name):
    return "marks" in name or name.endswith(("b_err", ".u_beat.gen_same.u_skid.hold_q"))
