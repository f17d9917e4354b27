# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What cocotb runs: a netlist of the polynomial unit, which is zeroized. `test_unit_axi` starts it.

The environment variable JOB names a JSON file with the unit, and what to do.
"""

import random

import cocotb
from bus_models import JOB, PERIOD, state_of
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, Timer
from poly_unit_cases import program

import twiddle
from twiddle.model.command import Command, Operation
from twiddle.model.timing import Timing
from twiddle.model.unit import Words

SINKS, SOURCES = ("command", "load", "operand"), ("store",)
MEMORIES = ("u_memory.", "u_operands.", "u_results.", "u_commands.")


class Bench:
    """A unit, and what is on its way to its ports."""

    def __init__(self, dut):
        self.dut = dut
        self.random = random.Random(JOB["seed"])
        rings = [JOB[name] and twiddle.Ring(**JOB[name]) for name in ("ring", "pairs")]
        self.layout = Words(*rings, JOB["lanes"])
        self.timing = Timing(*rings, JOB["lanes"])
        self.share = 0.0
        self.clearing = False
        self.rest()

    def rest(self):
        """Nothing to send, nothing came."""
        self.sends = {name: [] for name in SINKS}
        self.offered = dict.fromkeys(SINKS, False)
        self.stored = []

    def port(self, name):
        return getattr(self.dut, name)

    async def reset(self):
        for name in SINKS:
            self.port(f"{name}_valid_i").value = 0
            self.port(f"{name}_data_i").value = 0
        for name in ("load_last_i", "store_ready_i", "clear_i", "drop_i", "zeroize_i", "rst_ni"):
            self.port(name).value = 0
        cocotb.start_soon(Clock(self.dut.clk_i, PERIOD, "ns").start())
        await ClockCycles(self.dut.clk_i, 3)
        await FallingEdge(self.dut.clk_i)
        self.dut.rst_ni.value = 1

    async def cycle(self):
        """One cycle of every stream; valid stays where it was not taken."""
        await FallingEdge(self.dut.clk_i)
        if self.clearing and not int(self.dut.zeroize_busy_o.value):
            self.rest()  # what was dropped does not come again
        for name, words in self.sends.items():
            self.offered[name] = bool(words) and (self.offered[name] or self.random.random() >= self.share)
            self.port(f"{name}_valid_i").value = int(self.offered[name])
            if words:
                self.port(f"{name}_data_i").value = words[0][0]
                if name == "load":
                    self.dut.load_last_i.value = int(words[0][1])
        takes = self.random.random() >= self.share
        self.dut.store_ready_i.value = int(takes)
        await Timer(1, "ns")
        if int(self.dut.zeroize_busy_o.value):
            names = [f"{name}_ready_o" for name in SINKS] + [f"{name}_valid_o" for name in SOURCES]
            assert not any(int(self.port(name).value) for name in [*names, "idle_o"])
        for name, words in self.sends.items():
            if self.offered[name] and int(self.port(f"{name}_ready_o").value):
                words.pop(0)
                self.offered[name] = False
        if takes and int(self.dut.store_valid_o.value):
            self.stored.append(int(self.dut.store_data_o.value))

    def feed(self, commands, loads=(), operands=()):
        """Sends a program with its polynomials; returns how many words it stores."""
        loads, operands, count = iter(loads), iter(operands), 0
        for each in commands:
            self.sends["command"].append((each.word, False))
            pack = self.layout.pack
            if each.operation is Operation.LOAD:
                frame = [word for _ in range(each.count) for word in pack(each.pair, next(loads))]
                self.sends["load"] += [(word, index + 1 == len(frame)) for index, word in enumerate(frame)]
            elif each.stream:
                self.sends["operand"] += [(word, False) for word in pack(each.pair, next(operands))]
            elif each.operation is Operation.STORE:
                count += each.count * self.layout.count(each.pair)
        return count

    async def until(self, count):
        """So many words stored; returns them."""
        for _ in range(20_000):
            if len(self.stored) >= count:
                return self.stored
            await self.cycle()
        raise AssertionError(f"{len(self.stored)} of {count} words in 20000 cycles")

    def program(self, length=12):
        return program(self.layout.ring, self.layout.pairs, JOB["slots"], length, self.random.getrandbits(32))

    async def computes(self):
        """A random program stores what the model says."""
        self.rest()
        drawn = self.program()
        count = self.feed(drawn.commands, drawn.loads, drawn.operands)
        stores = [each for each in drawn.commands if each.operation is Operation.STORE]
        pairs = [each.pair for each in stores for _ in range(each.count)]
        expected = [
            word for pair, values in zip(pairs, drawn.stored, strict=True) for word in self.layout.pack(pair, values)
        ]
        assert await self.until(count) == expected

    async def restart(self):
        """Resets the unit while nothing is offered."""
        self.rest()
        self.dut.rst_ni.value = 0
        await self.cycle()
        self.dut.rst_ni.value = 1

    async def zeroize(self, held=1):
        """Returns the cycles that the unit is busy; the ports go on offering."""
        await self.cycle()
        self.dut.zeroize_i.value = 1
        for cycles in range(5_000):
            await self.cycle()
            self.dut.zeroize_i.value = int(cycles + 1 < held)
            if self.clearing and not int(self.dut.zeroize_busy_o.value):
                self.clearing = False
                return cycles
            self.clearing = True
        raise AssertionError("zeroize has no end")


@cocotb.test()
async def nothing_is_left(dut):
    """Memories hold zeros, no register depends on what came before, and the unit works again."""
    bench = Bench(dut)
    await bench.reset()
    states = []
    for turn in range(JOB["turns"]):
        bench.share = bench.random.choice([0.0, 0.4])
        await bench.computes()
        bench.rest()
        drawn = bench.program()
        bench.feed(drawn.commands, drawn.loads, drawn.operands)
        for _ in range(bench.random.randrange(20, 500)):
            await bench.cycle()
        assert await bench.zeroize() == bench.timing.zeroize(JOB["slots"])
        await FallingEdge(dut.clk_i)
        for name in SINKS:  # at rest, so that registers after a port hold the same in every turn
            bench.port(f"{name}_valid_i").value = 0
            bench.port(f"{name}_data_i").value = 0
        dut.load_last_i.value = dut.store_ready_i.value = 0
        await ClockCycles(dut.clk_i, 8)
        await FallingEdge(dut.clk_i)
        found = state_of(dut)
        states.append({name: value for name, value in found.items() if "$func$" not in name})
        assert int(dut.idle_o.value), turn
    memories = {part: [name for name in states[0] if part in name and "[" in name] for part in MEMORIES}
    cells = [
        name
        for names in memories.values()
        for name in names
        if any(f"{array}[" in name for array in ("mem", "masks", "commands"))
    ]
    assert all(memories.values()), memories
    for state in states:
        kept = [name for name in cells if "1" in state[name]]
        assert not kept, kept[:5]
        left = [name for name, value in states[0].items() if state[name] != value]
        left += [name for name, value in state.items() if "X" in value and "._" not in name]
        assert not left, f"{len(left)} of {len(state)} differ: {left[:5]}"


@cocotb.test()
async def reset_among_operands(dut):
    """A reset while the engine takes a stream of operands: none of it is taken for the next one."""
    bench = Bench(dut)
    await bench.reset()
    pair = bench.layout.ring is None
    [takes] = [each for each in dut if each._name.endswith("u_engine.next_q")]
    for wait in range(4):
        operand = [1] * bench.layout.of(pair).n
        product = Command(Operation.MUL, pair, dst=1, b=0, stream=True)
        bench.feed([Command(Operation.ZERO, pair), product], operands=[operand])
        for _ in range(2_000):
            if int(takes.value):
                break
            await bench.cycle()
        assert int(takes.value)
        for _ in range(wait):
            await bench.cycle()
        await bench.restart()
        await bench.computes()


@cocotb.test()
async def slots_hold_zeros(dut):
    """Every slot, also where the pin stays high; a reset in the middle leaves a unit that works."""
    bench = Bench(dut)
    await bench.reset()
    cycles = bench.timing.zeroize(JOB["slots"])
    for held in (1, cycles, cycles + 1):
        await bench.computes()
        assert await bench.zeroize(held) == cycles * (1 + (held > cycles))
        bench.rest()
        pair = bench.layout.ring is None
        count = bench.feed([Command(Operation.STORE, pair, a=slot) for slot in range(JOB["slots"])])
        assert await bench.until(count) == [0] * count
    for zeroize in (True, False):
        drawn = bench.program()
        bench.feed(drawn.commands, drawn.loads, drawn.operands)
        dut.zeroize_i.value = int(zeroize)
        await bench.cycle()
        dut.zeroize_i.value = 0
        for _ in range(bench.random.randrange(1, cycles)):
            await bench.cycle()
        await bench.restart()
        assert not int(dut.zeroize_busy_o.value)
        await bench.computes()
