# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What cocotb runs: a core between the AXI4-Stream models of cocotbext-axi. `test_axis` starts it.

The environment variable AXIS names a JSON file with the design, the bus, and what to do.
"""

import json
import os
import random
from pathlib import Path

import cocotb
import numpy as np
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, Timer, with_timeout
from cocotb.utils import get_sim_time
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource

import twiddle
from twiddle.architectures import OPCODES
from twiddle.model.passes import TAKES_B
from twiddle.wrap import axis

JOB = json.loads(Path(os.environ["AXIS"]).read_text()) if "AXIS" in os.environ else {}
FAULTS = ("short", "long", "keep", "range")


class Bench:
    """The core with its streams, and what each operation must give."""

    def __init__(self, dut, seed):
        self.dut = dut
        self.ring = twiddle.Ring(**JOB["ring"])
        self.design = twiddle.core(JOB["core"], self.ring, **JOB["parameters"])
        self.slot, self.inputs, self.bytes = JOB["slot"], JOB["inputs"], JOB["bus"] // 8
        self.random = random.Random(seed)
        self.streams = {
            name: (AxiStreamSink if name == "c" else AxiStreamSource)(
                AxiStreamBus.from_prefix(dut, f"{name}_axis"), dut.clk_i, dut.rst_ni, reset_active_level=False
            )
            for name in ("a", "b", "c")
        }

    async def start(self):
        self.dut.rst_ni.value = 0
        cocotb.start_soon(Clock(self.dut.clk_i, 10, "ns").start())
        await ClockCycles(self.dut.clk_i, 3)
        await FallingEdge(self.dut.clk_i)
        self.dut.rst_ni.value = 1

    def pause(self, share):
        for stream in self.streams.values():
            stream.set_pause_generator(iter(lambda: self.random.random() < share, None))

    def polynomial(self):
        return np.array([self.random.randrange(self.ring.q) for _ in range(self.ring.n)])

    def frame(self, values, op, fault):
        """A frame with a fault, and the polynomial that the core gets."""
        taken = values.copy()
        if fault == "range":
            at = self.random.randrange(self.ring.n)
            values = values.copy()
            if self.slot > self.ring.bits and self.random.random() < 0.5:  # a bit above the coefficient
                values[at] += 1 << self.random.randrange(self.ring.bits, self.slot)
        if fault == "range" and (values == taken).all():
            values[at] = taken[at] = self.ring.q + self.random.randrange((1 << self.ring.bits) - self.ring.q)
            taken[at] -= self.ring.q
        data = axis.pack(self.ring, values, self.slot)
        keep = [1] * len(data)
        if fault == "short":
            left = self.bytes * self.random.randrange(1, len(data) // self.bytes)
            taken = axis.unpack(self.ring, data[:left].ljust(len(data), b"\0"), self.slot)
            data, keep = data[:left], keep[:left]
        elif fault == "long":
            more = self.bytes * self.random.randrange(1, 4)
            data, keep = data + bytes(more), keep + [1] * more
        elif fault == "keep":
            keep[self.random.randrange(len(data))] = 0
        return AxiStreamFrame(data, tkeep=keep, tuser=op), taken % self.ring.q

    async def run(self, count, faults):
        """Operations one after the other; each result is compared with the model."""
        expected = []
        for _ in range(count):
            name = self.random.choice(self.design.operations)
            operands, wrong = [], False
            for stream in ("a", "b")[: 1 + (name in TAKES_B)]:
                fault = self.random.choice(FAULTS) if self.random.random() < faults else None
                frame, taken = self.frame(self.polynomial(), OPCODES[name], fault)
                await self.streams[stream if self.inputs == 2 else "a"].send(frame)
                operands.append(taken[None])
                wrong = wrong or fault is not None
            expected.append((self.design.model(name, *operands)[0], wrong))
        for index, (values, wrong) in enumerate(expected):
            frame = await with_timeout(self.streams["c"].recv(compact=False), 5, "ms")
            found = axis.unpack(self.ring, bytes(frame.tdata), self.slot)
            assert (found == values).all(), f"result {index}"
            assert bool(frame.tuser[-1]) == wrong, f"result {index}: marked {frame.tuser[-1]}"
        await Timer(3, "us")
        assert self.streams["c"].empty()


@cocotb.test()
async def frames_and_pauses(dut):
    """Random operations and pauses, without a fault and with many."""
    bench = Bench(dut, JOB["seed"])
    await bench.start()
    await bench.run(JOB["count"], 0)
    for share in (0.2, 0.7):
        bench.pause(share)
        await bench.run(JOB["count"], 0.4)


@cocotb.test()
async def full_rate(dut):
    """Transforms without a pause: an interval is that of the bus or of the core, whichever is longer."""
    bench = Bench(dut, JOB["seed"])
    await bench.start()
    ends = []
    for _ in range(8):
        frame, _ = bench.frame(bench.polynomial(), OPCODES["ntt"], None)
        await bench.streams["a"].send(frame)
    for _ in range(8):
        await with_timeout(bench.streams["c"].recv(), 5, "ms")
        ends.append(get_sim_time("ns") // 10)
    intervals = np.diff(ends[3:])
    expected = max(axis.interval(bench.ring, JOB["bus"], bench.slot), bench.design.cycles("ntt").interval)
    assert set(intervals) == {expected}, f"{intervals}, not {expected}"


@cocotb.test()
async def reset_in_the_middle(dut):
    """A reset drops what was accepted; the next frames work."""
    bench = Bench(dut, JOB["seed"])
    await bench.start()
    for _ in range(3):
        frame, _ = bench.frame(bench.polynomial(), OPCODES["ntt"], None)
        await bench.streams["a"].send(frame)
    await ClockCycles(dut.clk_i, bench.random.randrange(20, 300))
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 0
    await FallingEdge(dut.clk_i)
    for stream in bench.streams.values():
        stream.clear()
    dut.rst_ni.value = 1
    await bench.run(3, 0)
