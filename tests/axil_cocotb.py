# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What cocotb runs: a core with registers, and the AXI4-Lite model of cocotbext-axi. `test_axil` starts it.

The environment variable JOB names a JSON file with the design, and what to do.
"""

import cocotb
from bus_models import ACCESS_CYCLES, JOB, MAP, PERIOD, Registers, assert_equal, within
from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge
from cocotb.utils import get_sim_time
from register_model import BUSY, DONE, EMPTY, ERROR, OPERAND, RegisterModel

from twiddle.bundle.wrap import axis
from twiddle.catalog.block import OPCODES
from twiddle.model.passes import TAKES_B


class Bench(Registers):
    """The core with its windows."""

    def __init__(self, dut):
        super().__init__(dut)
        self.slot = axis.padded(self.ring)
        self.words = self.frame_words
        self.operands = "AB" if TAKES_B & set(self.design.operations) else "A"
        self.transfers = 0  # whole windows

    async def load(self, window, values):
        data = axis.pack(self.ring, values, self.slot)
        self.transfers += 1
        for at in range(0, len(data), 4):
            await self.write(MAP.address[window] + at, int.from_bytes(data[at : at + 4], "little"))

    async def unload(self, window):
        self.transfers += 1
        data = [await self.read(MAP.address[window] + 4 * at) for at in range(self.words)]
        return axis.unpack(self.ring, b"".join(word.to_bytes(4, "little") for word in data), self.slot)

    async def fill(self, values=None):
        """The same polynomial in every window of an operand, or random ones."""
        for window in self.operands:
            await self.load(window, self.polynomial() if values is None else values)

    async def compare_result(self, name, *operands):
        """With that of the model; a single operand is in both windows."""
        operands = operands * 2 if name in TAKES_B and len(operands) == 1 else operands
        expected = self.design.model(name, *(values[None] for values in operands))[0]
        assert ((await self.unload("C")) == expected).all(), name

    async def begin(self, name):
        await self.reg("OPERATION", OPCODES[name])
        await self.reg("CONTROL", MAP.bit("CONTROL", "start"))


@cocotb.test()
async def operations(dut):
    """Every operation, by interrupt and by polling, with a coefficient out of range at times."""
    bench = Bench(dut)
    await bench.start(0.3)
    await bench.reg("IRQ_ENABLE", DONE | ERROR)
    names = [bench.random.choice(bench.design.operations) for _ in range(JOB["count"])]
    cycles = 0
    for count, name in enumerate([*bench.design.operations, *names], 1):
        operands = []
        wrong = False
        for window in ("A", "B")[: 1 + (name in TAKES_B)]:
            values = bench.polynomial()
            operands.append(values)
            if bench.random.random() < 0.2:
                wrong = True
                at = bench.random.randrange(bench.ring.n)
                values = values.copy()
                values[at] = bench.random.randrange(bench.ring.q, 1 << bench.ring.bits)
                operands[-1][at] = values[at] - bench.ring.q
            await bench.load(window, values)
        await bench.begin(name)
        if bench.random.random() < 0.5:
            if not int(dut.irq.value):
                await within(bench.patience, RisingEdge(dut.irq), "irq")
        else:
            await bench.idle()
        assert await bench.reg("STATUS") == MAP.bit("STATUS", "result")
        assert await bench.reg("ERRORS") == OPERAND * wrong
        assert await bench.reg("IRQ") == DONE | ERROR * wrong
        await bench.reg("ERRORS", OPERAND)
        await bench.reg("IRQ", DONE | ERROR)
        assert await bench.reg("IRQ") == await bench.reg("ERRORS") == int(dut.irq.value) == 0
        await bench.compare_result(name, *operands)
        assert await bench.reg("OPERATIONS") == count
        assert await bench.reg("TRANSFERS") == bench.words * bench.transfers
        now = await bench.reg("CYCLES")
        assert now - cycles >= bench.design.cycles(name).latency
        cycles = now


@cocotb.test()
async def random_accesses(dut):
    """Any address, any data, reads, writes and parts of words, as the description has it."""
    bench = Bench(dut)
    await bench.start(0.1)
    await bench.fill()
    model = RegisterModel.of_core(bench.design)
    model.state["TRANSFERS"] = bench.words * bench.transfers
    await bench.compare(model, JOB["accesses"])


@cocotb.test()
async def reads_and_writes_at_once(dut):
    """Neither waits for the other for ever, nor takes its data; address and data of a write come apart."""
    bench = Bench(dut)
    await bench.start(0.4)
    count, words = JOB["accesses"] // 4, bench.words // 2
    written = [0] * words

    async def writes():
        for at in range(words):
            await bench.write(MAP.address["A"] + 4 * at, at)
        for turn in range(count):
            at = bench.random.randrange(words)
            written[at] = turn << 16 | at
            await bench.write(MAP.address["A"] + 4 * at, written[at])

    async def reads():
        for turn in range(count):
            if turn % 3 == 0:
                assert await bench.reg("Q") == bench.ring.q
            elif turn % 3 == 1:
                await bench.read(MAP.address["C"], ok=False)
            else:
                at = bench.random.randrange(words)
                assert await bench.read(MAP.address["A"] + 4 * (words + at)) == words + at

    for at in range(words, 2 * words):
        await bench.write(MAP.address["A"] + 4 * at, at)
    unoffered = cocotb.start_soon(bench.unoffered())
    tasks = [cocotb.start_soon(each()) for each in (writes, reads)]
    for task in tasks:
        await within(count * ACCESS_CYCLES // 10, task, "reads and writes at once")
    unoffered.cancel()
    for at in range(words):
        assert await bench.read(MAP.address["A"] + 4 * at) == (written[at] or at)
    assert await bench.reg("ERRORS") == EMPTY


@cocotb.test()
async def rules(dut):
    """What must not be done has an answer and a bit, and changes nothing."""
    bench = Bench(dut)
    await bench.start()
    await bench.read(MAP.address["C"], ok=False)
    await bench.cause("empty")
    offered = {OPCODES[name] for name in bench.design.operations}
    for code in sorted(set(range(8)) - offered):
        await bench.reg("OPERATION", code)
        await bench.reg("CONTROL", 1, ok=False)
        await bench.cause("operation")
        assert await bench.reg("STATUS") == 0
    values = bench.polynomial()
    await bench.fill(values)
    name = bench.design.operations[0]
    await bench.begin(name)
    await bench.reg("CONTROL", 1, ok=False)
    await bench.cause("busy")
    for window in bench.operands:
        await bench.read(MAP.address[window], ok=False)
        await bench.write(MAP.address[window], 5, ok=False)
        await bench.cause("busy")
    await bench.read(MAP.address["C"], ok=False)
    await bench.cause("busy")
    await bench.write(MAP.address["C"], 5, ok=False)
    await bench.cause("access")
    await bench.idle()
    await bench.compare_result(name, values)
    assert ((await bench.unload("A")) == values).all()
    await bench.reg("CONTROL", 3, ok=False)  # start and reset together
    await bench.cause("busy")
    assert await bench.reg("STATUS") == MAP.bit("STATUS", "result")


@cocotb.test()
async def reset_and_zeroize(dut):
    """Both drop the operation in flight; after zeroize windows hold zeros; operations work again."""
    bench = Bench(dut)
    await bench.start()
    name = bench.design.operations[0]
    for command in ("reset", "zeroize", "pin", "reset"):
        await bench.fill()
        await bench.begin(name)
        await ClockCycles(dut.clk, bench.random.randrange(300))
        count = await bench.reg("OPERATIONS")
        if command == "pin":
            await bench.pulse("zeroize")
        else:
            await bench.reg("CONTROL", MAP.bit("CONTROL", command))
        if command != "reset":
            assert await bench.reg("STATUS") == 3
            assert int(dut.zeroize_busy.value)
            await bench.reg("CONTROL", 4, ok=False)
            await bench.reg("ERRORS", BUSY)
            for _ in range(3):  # changes nothing
                await ClockCycles(dut.clk, bench.random.randrange(bench.words, 4 * bench.words))
                await bench.pulse("zeroize")
        began = get_sim_time("ns") // PERIOD
        await bench.idle(bench.clearing)
        if command == "reset":
            assert get_sim_time("ns") // PERIOD - began < 100
        else:
            assert not int(dut.zeroize_busy.value)
            for window in bench.operands:
                assert not (await bench.unload(window)).any()
        assert await bench.reg("STATUS") == 0
        assert await bench.reg("OPERATIONS") == count
        await bench.read(MAP.address["C"], ok=False)
        await bench.cause("empty")
        values = bench.polynomial()
        await bench.fill(values)
        await bench.begin(name)
        await bench.idle()
        await bench.compare_result(name, values)


@cocotb.test()
async def reset_in_the_middle(dut):
    """The pin rst_n drops accesses and the operation in flight; then all is as after the first reset."""
    bench = Bench(dut)
    await bench.start(0.3)
    name = bench.design.operations[0]
    for cycles in range(12):
        values = bench.polynomial()
        for window in bench.operands[: 1 + (name in TAKES_B)]:
            await bench.load(window, values)
        await bench.reg("IRQ_ENABLE", DONE)
        await bench.begin(name)
        if cycles % 2:
            await ClockCycles(dut.clk, bench.random.randrange(bench.patience // 4))
        dropped = [
            cocotb.start_soon(bench.master.write(MAP.address["OPERATION"], bytes(4))),
            cocotb.start_soon(bench.master.read(MAP.address["Q"], 4)),
        ]
        await ClockCycles(dut.clk, cycles)
        await FallingEdge(dut.clk)
        dut.rst_n.value = 0
        await FallingEdge(dut.clk)
        assert not any(int(each.value) for each in (dut.s_axil_bvalid, dut.s_axil_rvalid, dut.irq))
        dut.rst_n.value = 1
        for task in dropped:
            await within(ACCESS_CYCLES, task, "an access that is dropped")
        await bench.idle()
        for register in ("OPERATION", "ERRORS", "IRQ", "IRQ_ENABLE", "CYCLES", "OPERATIONS"):
            assert await bench.reg(register) == MAP.reset[register], f"{register} after {cycles} cycles"
        await bench.begin(name)  # the operands are still there
        await bench.idle()
        await bench.compare_result(name, values)


@cocotb.test()
async def nothing_is_left(dut):
    """After zeroize and reset, no register and no word of a memory depends on what was computed before."""
    bench = Bench(dut)
    await bench.start()
    states, times = [], []

    for way in ("zeroize", "pin", "zeroize", "reset", "zeroize"):
        for name in bench.design.operations * -(-JOB["count"] // 2):
            await bench.fill()
            await bench.begin(name)
            await bench.idle()
            await bench.unload("C")
            await bench.read(MAP.address["C"] + 4 * bench.random.randrange(bench.words))
        await bench.load("A", bench.polynomial())
        await bench.begin(bench.random.choice(bench.design.operations))
        await ClockCycles(dut.clk, bench.random.randrange(4 * bench.ring.n))
        end = cocotb.start_soon(bench.zeroized())
        if way != "pin":
            await bench.reg("CONTROL", MAP.bit("CONTROL", way))
        if way != "zeroize":  # while the reset goes on
            await bench.pulse("zeroize")
        times.append(await end)
        states.append(await bench.state_after_reset())
    assert sum(".mem[" in name for name in states[-1]) >= bench.ring.n + 2 * bench.words
    assert_equal(states)
    assert len(set(times)) == 1, times
