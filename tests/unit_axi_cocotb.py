# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What cocotb runs: the polynomial unit on AXI4 and the models of cocotbext-axi. `test_unit_axi` starts it.

The environment variable JOB names a JSON file with the unit, and what to do.
"""

from collections import Counter
from dataclasses import replace
from itertools import product

import cocotb
import numpy as np
from bus_models import JOB, Access, within
from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge
from cocotbext.axi import AxiStreamFrame
from poly_unit_cases import program
from register_model import DONE, ERROR, RegisterModel

import twiddle
from twiddle.bundle.wrap import registers
from twiddle.model.command import Command, Operation
from twiddle.model.timing import Timing
from twiddle.model.unit import Words

MAP = registers.load(registers.UNIT)
QUEUE = 16
PATIENCE = 40_000


class Bench(Access):
    """A unit, its registers and its streams."""

    patience = PATIENCE

    def __init__(self, dut):
        super().__init__(dut, MAP)
        rings = [JOB[name] and twiddle.Ring(**JOB[name]) for name in ("ring", "pairs")]
        self.layout = Words(*rings, JOB["lanes"])
        self.timing = Timing(*rings, JOB["lanes"])
        self.slots = JOB["slots"]
        self.pair = self.layout.ring is None  # the ring of a slot
        self.load, self.operand = self.stream("load"), self.stream("operand")
        self.store = self.stream("store", sink=True)

    async def status(self, field):
        low, high = MAP.fields["STATUS"][field]
        return await self.reg("STATUS") >> low & (1 << high - low + 1) - 1

    async def command(self, word):
        """Waits for a place in the queue."""
        while not await self.status("room"):
            await ClockCycles(self.dut.clk, 20)
        await self.reg("COMMAND", word)

    def polynomial(self, pair):
        ring = self.layout.of(pair)
        return np.array([self.random.randrange(ring.q) for _ in range(ring.n)])

    def program(self, length):
        return program(self.layout.ring, self.layout.pairs, self.slots, length, self.random.getrandbits(32))

    def feed(self, drawn):
        """Sends the polynomials of a program; returns the frames of its STORE commands."""
        loads, operands, stored = iter(drawn.loads), iter(drawn.operands), iter(drawn.stored)
        expected = []
        for each in drawn.commands:
            pair = each.pair
            if each.operation is Operation.LOAD:
                frame = b"".join(self.layout.to_bus(pair, next(loads)) for _ in range(each.count))
                self.load.send_nowait(AxiStreamFrame(frame))
            elif each.stream:
                self.operand.send_nowait(AxiStreamFrame(self.layout.to_bus(pair, next(operands))))
            elif each.operation is Operation.STORE:
                data = b"".join(self.layout.to_bus(pair, next(stored)) for _ in range(each.count))
                expected.append(data)
        return expected

    async def computes(self, length=20):
        """A random program stores what the model says."""
        drawn = self.program(length)
        expected = self.feed(drawn)
        for each in drawn.commands:
            await self.command(each.word)
        await self.receives("store", expected)
        await self.idle()
        return drawn

    async def stores(self, pair, slot):
        """The polynomial in a slot."""
        await self.command(Command(Operation.STORE, pair, a=slot).word)
        frame = await within(PATIENCE, self.store.recv(), "store")
        return self.layout.from_bus(pair, bytes(frame.tdata))


@cocotb.test()
async def programs(dut):
    """Random programs with pauses on every channel; commands that ask for it are reported, by interrupt."""
    bench = Bench(dut)
    await bench.start(0.3)
    await bench.reg("IRQ_ENABLE", DONE | ERROR)
    taken = cycles = 0
    for _ in range(JOB["programs"]):
        drawn = bench.program(24)
        drawn.commands = [replace(each, report=bench.random.random() < 0.4) for each in drawn.commands]
        expected = bench.feed(drawn)
        number = await bench.status("next")
        asked = [number + index & 255 for index, each in enumerate(drawn.commands) if each.report]
        reported = []

        async def tells(reported=reported):
            while (found := await bench.reg("COMPLETION")) >> 31:
                reported.append(found & 255)

        for each in drawn.commands:
            await bench.command(each.word)
            if int(dut.irq.value):
                assert await bench.reg("IRQ") == DONE
                await bench.reg("IRQ", DONE)
                await tells()
        await bench.receives("store", expected)
        await bench.idle()
        await tells()
        assert sorted(reported) == sorted(asked)
        taken += len(drawn.commands)
        assert await bench.reg("COMMANDS") == taken
        now = await bench.reg("CYCLES")
        assert now - cycles >= bench.timing.program(drawn.commands)
        cycles = now
        assert await bench.status("completions") == await bench.reg("ERRORS") == 0
        await bench.reg("IRQ", DONE)


@cocotb.test()
async def random_accesses(dut):
    """Any address, any data, reads, writes and parts of words, as the description has it."""
    bench = Bench(dut)
    await bench.start(0.1)
    ring, pairs = bench.layout.ring, bench.layout.pairs
    either = ring or pairs
    values = {
        "N": either.n,
        "Q": ring.q if ring else 0,
        "ROOT": ring.root if ring else 0,
        "Q_2": pairs.q if pairs else 0,
        "ROOT_2": pairs.root if pairs else 0,
        "CAPS": bench.layout.place << 16 | bench.layout.lanes << 8 | bench.slots,
    }
    await bench.compare(RegisterModel(MAP, values), JOB["accesses"])


@cocotb.test()
async def rules(dut):
    """What must not be done has an answer and a bit, and what comes after it works."""
    bench = Bench(dut)
    await bench.start()
    pair, slots = bench.pair, bench.slots
    await bench.reg("IRQ_ENABLE", ERROR)
    bad = [
        (12 << 28, "operation"),
        (Command(Operation.ZERO, pair).word | 1, "operation"),
        (Command(Operation.ZERO, pair, dst=slots).word, "slot"),
        (Command(Operation.MUL, pair, count=2).word | 4, "stream"),
    ]
    if bench.layout.ring is None or bench.layout.pairs is None:
        bad.append((Command(Operation.ZERO, not pair).word, "ring"))
    for word, name in bad:
        await bench.reg("COMMAND", word)
        if not int(dut.irq.value):
            await within(100, RisingEdge(dut.irq), name)
        await bench.cause(name)
        await ClockCycles(dut.clk, 3)
        assert not int(dut.irq.value)
    # the queue is full: a LOAD waits for its data, and everything waits for it
    values = bench.polynomial(pair)
    load, store = Command(Operation.LOAD, pair).word, Command(Operation.STORE, pair).word
    await bench.reg("COMMAND", load)
    written = 0
    while True:
        await ClockCycles(dut.clk, 30)
        if not await bench.status("room"):
            break
        await bench.reg("COMMAND", store)
        written += 1
    assert written >= QUEUE
    await bench.reg("COMMAND", store, ok=False)
    await bench.cause("full")
    bench.load.send_nowait(AxiStreamFrame(bench.layout.to_bus(pair, values)))
    for _ in range(written):
        frame = await within(PATIENCE, bench.store.recv(), "store")
        assert (bench.layout.from_bus(pair, bytes(frame.tdata)) == values).all()
    await bench.idle()
    # completions that are not read; refused commands have numbers too
    number = await bench.status("next")
    for _ in range(QUEUE + 2):
        await bench.command(Command(Operation.ZERO, pair, dst=1, report=True).word)
    await bench.idle()
    assert await bench.status("completions") == QUEUE
    await bench.cause("lost")
    first = await bench.reg("COMPLETION")
    assert first == 1 << 31 | number
    assert [await bench.reg("COMPLETION") - first for _ in range(QUEUE - 1)] == list(range(1, QUEUE))
    assert await bench.reg("COMPLETION") == 0


@cocotb.test()
async def ends_in_one_cycle(dut):
    """A load that ends in any cycle beside a store: both are reported."""
    bench = Bench(dut)
    await bench.start()
    data = bench.layout.to_bus(bench.pair, bench.polynomial(bench.pair))
    await bench.reg("COMMAND", Command(Operation.ZERO, bench.pair, dst=3).word)
    [ended] = [each for each in dut if each._name.endswith("u_completions.ended_q")]
    counts = Counter()

    async def watches():
        while True:
            await FallingEdge(dut.clk)
            counts[str(ended.value).count("1")] += 1

    watcher = cocotb.start_soon(watches())
    for delay in range(JOB["delays"]):
        number = await bench.status("next")
        await bench.reg("COMMAND", Command(Operation.LOAD, bench.pair, dst=2, report=True).word)
        await bench.reg("COMMAND", Command(Operation.STORE, bench.pair, a=3, report=True).word)
        await ClockCycles(dut.clk, delay)
        bench.load.send_nowait(AxiStreamFrame(data))
        await bench.idle()
        await within(PATIENCE, bench.store.recv(), "store")
        reported = [await bench.reg("COMPLETION") for _ in range(3)]
        assert sorted(reported) == [0, *sorted(1 << 31 | (number + index & 255) for index in range(2))], delay
    watcher.cancel()
    assert counts[2], counts


@cocotb.test()
async def frames(dut):
    """Short, long and wrong frames: what is stored, and which error stays."""
    bench = Bench(dut)
    await bench.start(0.2)
    layout = bench.layout
    for pair in (False, True):
        if (layout.pairs if pair else layout.ring) is None:
            continue
        ring = layout.of(pair)
        size = 2 if pair else layout.place // 8
        beat = layout.lanes * layout.place // 8

        async def loaded(data, keep=None, pair=pair):
            bench.load.send_nowait(AxiStreamFrame(data, tkeep=keep))
            await bench.command(Command(Operation.LOAD, pair, dst=2).word)
            return await bench.stores(pair, 2)

        values = bench.polynomial(pair)
        data = layout.to_bus(pair, values)
        assert (await loaded(data) == values).all()
        await bench.cause()
        for cut in (beat, len(data) - beat):
            short = values.copy()
            short[cut // size :] = 0
            assert (await loaded(data[:cut]) == short).all()
            await bench.cause("early")
        assert (await loaded(data + bytes(beat)) == values).all()
        await bench.cause("long")
        wrongs = (ring.q, 1 << 8 * size - 1, ring.q | 1 << ring.bits, (1 << 8 * size) - 1)
        for wrong, odd in product(wrongs, (0, 1)):  # a pair has one of each
            index = bench.random.randrange(odd, ring.n, 2)
            spoiled = [int(value) for value in values]
            spoiled[index] = wrong
            right = values.copy()
            right[index] = 0
            assert (await loaded(layout.to_bus(pair, spoiled)) == right).all()
            await bench.cause("range")
        # each byte of a beat is missing once, in another beat; it is X on the bus, as what is not offered
        other, right, lane = bench.polynomial(pair), values.copy(), layout.place // 8
        left, keep = other.copy(), [1] * len(data)
        for byte in range(beat):
            index = byte % (len(data) // beat) * beat + byte
            keep[index] = 0
            for each in (right, left):
                each[index // lane * lane // size : (index // lane + 1) * lane // size] = 0
        spoils = [cocotb.start_soon(bench.unknown(name)) for name in ("load", "operand")]
        assert (await loaded(data, keep) == right).all()
        await bench.cause("range")
        bench.operand.send_nowait(AxiStreamFrame(layout.to_bus(pair, other), tkeep=keep))
        await bench.command(Command(Operation.MUL, pair, dst=3, b=2, stream=True).word)
        assert (await bench.stores(pair, 3) == twiddle.model.pwm(ring, left, right)).all()
        await bench.cause("range")
        for each in spoils:
            each.cancel()
        # a wrong operand
        other = bench.polynomial(pair)
        index = bench.random.randrange(ring.n)
        spoiled = [int(value) for value in other]
        spoiled[index] = ring.q
        other[index] = 0
        assert (await loaded(data) == values).all()
        bench.operand.send_nowait(AxiStreamFrame(layout.to_bus(pair, spoiled)))
        await bench.command(Command(Operation.MUL, pair, dst=3, b=2, stream=True).word)
        assert (await bench.stores(pair, 3) == twiddle.model.pwm(ring, other, values)).all()
        await bench.cause("range")


@cocotb.test()
async def reset_and_zeroize(dut):
    """Both drop what is in flight; after zeroize slots hold zeros; the unit works again."""
    bench = Bench(dut)
    await bench.start()
    cycles = bench.timing.zeroize(bench.slots)
    for way in ("CONTROL", "pin", "reset", "CONTROL", "reset"):
        await bench.computes(12)
        drawn = bench.program(10)
        bench.feed(drawn)
        for each in drawn.commands:
            await bench.command(replace(each, report=True).word)
        for _ in range(3):  # without data: the last ones are in the queue
            await bench.command(Command(Operation.LOAD, bench.pair).word)
        await ClockCycles(dut.clk, bench.random.randrange(200))
        if way == "CONTROL":
            await bench.reg("CONTROL", MAP.bit("CONTROL", "zeroize"))
        else:
            await bench.pulse("rst_n" if way == "reset" else "zeroize", int(way != "reset"), 1)
        if way != "reset":
            assert int(dut.zeroize_busy.value)
            await bench.reg("COMMAND", 0, ok=False)
            await bench.reg("CONTROL", 1, ok=False)
            assert await bench.reg("STATUS") & 3 == 3
            await within(cycles, FallingEdge(dut.zeroize_busy), "zeroize_busy")
            await bench.cause("busy")
        await bench.silence()
        expected = {"room": QUEUE, "completions": 0, "next": 0, "busy": 0, "zeroizing": 0}
        assert {name: await bench.status(name) for name in expected} == expected
        assert await bench.reg("COMPLETION") == await bench.reg("ERRORS") == 0
        if way != "reset":
            for slot in range(bench.slots):
                assert not (await bench.stores(bench.pair, slot)).any()
        else:
            assert await bench.reg("COMMANDS") == 0
    await bench.computes()
    assert await bench.reg("ERRORS") == 0


@cocotb.test()
async def zeroize_takes_its_cycles(dut):
    """As many as the unit alone."""
    bench = Bench(dut)
    await bench.start()
    assert await bench.zeroize() == bench.timing.zeroize(bench.slots)
