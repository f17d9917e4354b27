# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What cocotb runs: a core between the AXI4-Stream models of cocotbext-axi. `test_axis` starts it.

The environment variable JOB names a JSON file with the design, the bus, and what to do.
"""

import itertools

import cocotb
import numpy as np
from bus_models import JOB, MAP, PERIOD, Registers, assert_equal, within
from cocotb.triggers import ClockCycles, FallingEdge, Timer
from cocotb.utils import get_sim_time
from cocotbext.axi import AxiStreamFrame
from register_model import BUSY, DONE, ERROR, OPERAND

from twiddle.bundle.wrap import axis
from twiddle.catalog.block import OPCODES
from twiddle.model.passes import TAKES_B

FAULTS = ("short", "above", "long", "keep", "range")
"""Of a frame; above: a bit of a slot above the coefficient, where there is one."""


class Bench(Registers):
    """The core with its streams, and what each operation must give."""

    def __init__(self, dut):
        super().__init__(dut)
        self.slot, self.inputs, self.bytes = self.wrapper.slot, self.wrapper.inputs, self.wrapper.bus // 8
        self.faults = itertools.cycle(FAULTS)
        takes_b = bool(TAKES_B & set(self.design.operations))
        self.one_buffer = self.design.core == "quad" or self.design.parameters.get("DoubleBuffer") == 0
        self.codes_with_b = {OPCODES[name] for name in TAKES_B} if takes_b else set()
        for name in ("a", "b")[: self.inputs]:
            self.stream(name)
        self.stream("c", sink=True)
        self.patience += 16 * self.inputs * self.frame_words

    async def receive(self, what):
        return await within(self.patience, self.streams["c"].recv(compact=False), what)

    async def result(self, name, *operands, marked=False):
        """Receives the result of an operation and compares it with the model."""
        frame = await self.receive(name)
        expected = self.design.model(name, *(each[None] for each in operands))[0]
        assert (axis.unpack(self.ring, bytes(frame.tdata), self.slot) == expected).all(), name
        assert bool(frame.tuser[-1]) == marked, name

    async def start(self):
        await self.reset()
        await self.reg("OPERATION", MAP.bit("OPERATION", "tuser"))

    def frame(self, values, op, fault):
        """A frame with a fault, and the polynomial that the core gets."""
        taken = values.copy()
        at = self.random.randrange(self.ring.n)
        if fault == "above" and self.slot > self.ring.bits:
            values = values.copy()
            values[at] += 1 << self.random.randrange(self.ring.bits, self.slot)
        elif fault in ("above", "range"):
            values = values.copy()
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
        """Operations one after the other; each result is compared with the model.

        faults   share of frames that are broken; of operations, half of it is not offered: zeros come out
        """
        expected = []
        for _ in range(count):
            name = self.random.choice(self.design.operations)
            code = OPCODES[name]
            refused = self.random.random() < faults / 2
            if refused:
                code = self.random.choice(sorted(set(range(8)) - {OPCODES[each] for each in self.design.operations}))
            operands, wrong = [], refused
            for stream in ("a", "b")[: 1 + (code in self.codes_with_b)]:
                fault = next(self.faults) if self.random.random() < faults else None
                frame, taken = self.frame(self.polynomial(), code, fault)
                await self.streams[stream if self.inputs == 2 else "a"].send(frame)
                operands.append(taken[None])
                wrong = wrong or fault is not None
            result = np.zeros(self.ring.n, int) if refused else self.design.model(name, *operands)[0]
            expected.append((result, wrong))
        for index, (values, wrong) in enumerate(expected):
            frame = await self.receive(f"result {index}")
            found = axis.unpack(self.ring, bytes(frame.tdata), self.slot)
            assert (found == values).all(), f"result {index}"
            assert bool(frame.tuser[-1]) == wrong, f"result {index}: marked {frame.tuser[-1]}"
        await Timer(3, "us")
        assert self.streams["c"].empty()


@cocotb.test()
async def frames_and_pauses(dut):
    """Random operations and pauses, without a fault and with many."""
    bench = Bench(dut)
    await bench.start()
    await bench.run(JOB["count"], 0)
    for share in (0.2, 0.7):
        bench.pauses(share)
        await bench.run(JOB["count"], 0.4)


@cocotb.test()
async def full_rate(dut):
    """Without a pause, with one operand and with two: an interval is that of the bus or of the core.

    A core with one buffer loads and unloads between two computations: there a slow bus adds, on either side,
    at most the cycles by which a frame is longer than the beats of the core. Where both operands come on one
    stream, at most a frame is added to the core's interval: the core loads them at once.
    """
    bench = Bench(dut)
    await bench.start()
    offered = bench.design.operations
    for name in dict.fromkeys([offered[0], *[each for each in offered if each in TAKES_B][:1]]):
        ends = []
        for _ in range(8):
            for stream in ("a", "b")[: 1 + (name in TAKES_B)]:
                frame, _ = bench.frame(bench.polynomial(), OPCODES[name], None)
                await bench.streams[stream if bench.inputs == 2 else "a"].send(frame)
        for _ in range(8):
            await bench.receive("result")
            ends.append(get_sim_time("ns") // PERIOD)
        intervals = np.diff(ends[3:])
        beats = bench.ring.n // bench.design.lanes
        frame, core = bench.frame_words, bench.design.cycles(name).interval
        operands = 1 + (name in TAKES_B and bench.inputs == 1)
        more = (operands - 1) * frame + (2 * max(0, frame - beats) if bench.one_buffer else 0)
        least = max(operands * frame, core)
        most = max(operands * frame, core + more)
        assert least <= min(intervals) == max(intervals) <= most, f"{name}: {intervals}"


@cocotb.test()
async def bytes_that_are_not_kept(dut):
    """Each byte of a beat alone, in the first beat to the last one of each operand: the result is marked."""
    bench = Bench(dut)
    await bench.start()
    name = (JOB["products"] or bench.design.operations)[0]
    streams = ("a", "b")[: 1 + (name in TAKES_B)]
    for spoiled, byte in itertools.product((*streams, None), range(bench.bytes)):
        frames = {each: bench.frame(bench.polynomial(), OPCODES[name], None) for each in streams}
        for each, (frame, _) in frames.items():
            if each == spoiled:
                beat = byte * (bench.frame_words - 1) // max(1, bench.bytes - 1)
                frame.tkeep[beat * bench.bytes + byte] = 0
            await bench.streams[each if bench.inputs == 2 else "a"].send(frame)
        await bench.result(name, *(taken for _, taken in frames.values()), marked=spoiled is not None)
        if spoiled is None:
            break


@cocotb.test(skip=JOB["wrapper"]["inputs"] == 1)
async def frames_of_b_early(dut):
    """A frame of b waits for its operation, and no operation without b takes it or waits for it."""
    bench = Bench(dut)
    await bench.start()
    early, b = bench.frame(bench.polynomial(), 0, None)
    await bench.streams["b"].send(early)
    await ClockCycles(dut.clk, bench.patience)
    assert bench.streams["c"].empty(), "a result without a"
    for name in sorted(bench.design.operations, key=TAKES_B.__contains__):
        frame, a = bench.frame(bench.polynomial(), OPCODES[name], None)
        await bench.streams["a"].send(frame)
        await bench.result(name, a, *([b] if name in TAKES_B else []))
        if name in TAKES_B:
            break


@cocotb.test(skip=not JOB["products"])
async def frames_of_b_missing(dut):
    """An operation waits for its frame of b, on either stream."""
    bench = Bench(dut)
    await bench.start()
    name = JOB["products"][0]
    a, b = (bench.frame(bench.polynomial(), OPCODES[name], None) for _ in "ab")
    await bench.streams["a"].send(a[0])
    await ClockCycles(dut.clk, bench.patience)
    assert bench.streams["c"].empty(), "a result without b"
    await bench.streams["b" if bench.inputs == 2 else "a"].send(b[0])
    await bench.result(name, a[1], b[1])


@cocotb.test()
async def reset_in_the_middle(dut):
    """A reset drops what was accepted; the next frames work."""
    bench = Bench(dut)
    await bench.start()
    for _ in range(3):
        frame, _ = bench.frame(bench.polynomial(), OPCODES[bench.design.operations[0]], None)
        await bench.streams["a"].send(frame)
    await ClockCycles(dut.clk, bench.random.randrange(20, 300))
    await FallingEdge(dut.clk)
    dut.rst_n.value = 0
    await FallingEdge(dut.clk)
    for stream in bench.streams.values():
        stream.clear()
    dut.rst_n.value = 1
    await bench.reg("OPERATION", MAP.bit("OPERATION", "tuser"))
    await bench.run(3, 0)


@cocotb.test()
async def registers(dut):
    """The operation from its register, counters, interrupt, reset and zeroize between frames."""
    bench = Bench(dut)
    await bench.start()
    await bench.reg("IRQ_ENABLE", DONE)
    await bench.reg("CONTROL", MAP.bit("CONTROL", "start"), ok=False)
    states, times = [], []
    for count in range(1, 5):
        name = bench.random.choice(bench.design.operations)
        await bench.reg("OPERATION", OPCODES[name])
        beats = 0
        for wrong in (False, True):
            operands = []
            for stream in ("a", "b")[: 1 + (name in TAKES_B)]:
                frame, taken = bench.frame(bench.polynomial(), 7, "keep" if wrong else None)
                await bench.streams[stream if bench.inputs == 2 else "a"].send(frame)
                operands.append(taken[None])
                beats += len(frame.tdata) // bench.bytes
            frame = await bench.receive("result")
            beats += len(frame.tdata) // bench.bytes
            found = axis.unpack(bench.ring, bytes(frame.tdata), bench.slot)
            assert (found == bench.design.model(name, *operands)[0]).all()
            await bench.idle()
            assert int(dut.irq.value)
            assert await bench.reg("ERRORS") & OPERAND == OPERAND * wrong
            assert await bench.reg("IRQ") & DONE
            await bench.reg("IRQ", DONE | ERROR)
            await bench.reg("ERRORS", 0x1F)
            assert not int(dut.irq.value)
        assert await bench.reg("OPERATIONS") == 2
        assert await bench.reg("TRANSFERS") == beats
        assert await bench.reg("CYCLES") >= 2 * bench.design.cycles(name).latency
        frame, _ = bench.frame(bench.polynomial(), 0, None)
        if not bench.design.lock_step:  # such a core waits for b
            await bench.streams["a"].send(frame)
            await bench.reg("STATUS")
            await within(bench.patience, bench.streams["a"].wait(), "a frame: taken")
        await bench.reg("CONTROL", MAP.bit("CONTROL", "zeroize" if count % 2 else "reset"))
        if count % 2:
            await bench.reg("CONTROL", MAP.bit("CONTROL", "reset"), ok=False)
            assert await bench.reg("ERRORS") == BUSY
        await bench.idle(bench.clearing)
        await Timer(3, "us")
        assert bench.streams["c"].empty()
        end = cocotb.start_soon(bench.zeroized())
        await bench.reg("CONTROL", MAP.bit("CONTROL", "zeroize"))
        times.append(await end)
        await bench.idle(bench.clearing)
        states.append(await bench.state_after_reset())
        await bench.reg("IRQ_ENABLE", DONE)
    assert_equal(states)
    assert len(set(times)) == 1, times
