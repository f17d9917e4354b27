# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What cocotb runs: ML-KEM and ML-DSA on AXI4 and the models of cocotbext-axi. `test_lattice_axi` starts it.

The environment variable JOB names a JSON file with what to do.
"""

import cocotb
from bus_models import JOB, PERIOD, Access, state_of, within
from cocotb.triggers import ClockCycles, FallingEdge, ReadOnly, RisingEdge
from cocotb.utils import get_sim_time
from cocotbext.axi import AxiStreamFrame
from lattice_cases import bad_cases, contexts, unknown, variants
from register_model import DONE, ERROR, RegisterModel

from twiddle.bundle.wrap import registers
from twiddle.model.sets import Error, Operation, command
from twiddle.model.signature import SEEDED
from twiddle.tools.lattice_cases import dsa_cases, kem_cases
from twiddle.tools.lattice_simulator import clean_cycles, zeroize_cycles

MAP = registers.load(registers.LATTICE)
ZEROIZE, RESET = MAP.bit("CONTROL", "zeroize"), MAP.bit("CONTROL", "reset")
VALID = MAP.bit("RESULT", "valid")
PATIENCE = 400_000
MEMORIES = (
    *("u_bytes.", "u_compared.", "u_memory.", "u_operands.", "u_results.", "u_compact.", "u_ball."),
    *("u_map.gen_hints.", "u_hints.", "u_hash."),
)
CELLS = ("mem", "signs", "memory", "masks", "words")
"""Names of arrays."""

PUBLIC = (".u_regs.", ".u_bus.", ".rdata")
"""Counts of cycles and operations, the rules that were broken, and the answers of the bus."""

MARKED = ".u_compact.gen_place[3].mem"
"""Words whose highest bit marks a last quartet."""

NEVER = tuple(f"u_hints.memory[{at}]" for at in range(88, 128))
"""Words that are never written."""


class Bench(Access):
    """The core, its registers and its streams."""

    patience = PATIENCE

    def __init__(self, dut):
        super().__init__(dut, MAP)
        self.sender, self.receiver = self.stream("in"), self.stream("out", sink=True)
        for name in ("key", "random"):
            self.stream(name)

    def send(self, frame, port="in"):
        """A frame of bytes; an empty one is a beat without bytes."""
        self.streams[port].send_nowait(AxiStreamFrame(frame) if frame else AxiStreamFrame(bytes(1), tkeep=[0]))

    async def begin(self, task, frames=None):
        await self.reg("COMMAND", task.word)
        for at, frame in enumerate(task.frames if frames is None else frames):
            self.send(frame, task.port(at))

    async def ends(self):
        """Waits for the interrupt; returns the rules that were broken."""
        if not int(self.dut.irq.value):
            await within(PATIENCE, RisingEdge(self.dut.irq), "irq")
        result = await self.reg("RESULT")
        assert result & VALID
        assert await self.reg("STATUS") == 0
        assert await self.reg("ERRORS") == result & ~VALID
        await self.reg("ERRORS", result & ~VALID)
        assert await self.reg("IRQ") == DONE | ERROR * (result != VALID)
        await self.reg("IRQ", DONE | ERROR)
        return result & ~VALID

    async def computes(self, case, **options):
        """An operation gives the frames and the result of the package."""
        task, frames, error = case
        await self.begin(task, **options)
        await self.receives("out", frames, task.operation.name)
        assert await self.ends() == error, task.operation.name


def some(seed, names=("ML-KEM-512", "ML-DSA-44")):
    """Operations of both schemes."""
    kem, dsa = kem_cases(names[0], seed), dsa_cases(names[1], seed, 0)
    return [*kem, *dsa]


@cocotb.test()
async def operations(dut):
    """Both schemes with pauses on every channel: keys, empty messages, altered ciphertexts, other texts."""
    bench = Bench(dut)
    await bench.start(0.3)
    await bench.reg("IRQ_ENABLE", DONE | ERROR)
    has = MAP.bit("CAPS", "kem") | MAP.bit("CAPS", "dsa")
    assert await bench.reg("CAPS") == has | JOB["lanes"] << MAP.fields["CAPS"]["lanes"][0]
    cases = some(1)
    for count, case in enumerate(cases[at] for at in JOB["operations"]):
        before = await bench.reg("CYCLES")
        await bench.computes(case)
        assert await bench.reg("CYCLES") - before > 1000
        assert await bench.reg("OPERATIONS") == count + 1


@cocotb.test()
async def random_accesses(dut):
    """Any address, any data, reads, writes and parts of words, as the description has it."""
    bench = Bench(dut)
    await bench.start(0.1)
    await bench.compare(RegisterModel(MAP, {"CAPS": 3 | JOB["lanes"] << 8}), JOB["accesses"])


@cocotb.test()
async def rules(dut):
    """What must not be done has an answer and a bit, and the next operation is right."""
    bench = Bench(dut)
    await bench.start(0.1)
    await bench.reg("IRQ_ENABLE", DONE | ERROR)
    keygen = some(2)[0]
    mu, deterministic = 1 << 5, 1 << 6
    codes = [6, 7, 3 << 3, 3 << 3 | Operation.DSA_SIGN, 1 << 7, 1 << 20, 1 << 31]
    codes += [mu | each for each in Operation if each not in (Operation.DSA_SIGN, Operation.DSA_VERIFY)]
    codes += [deterministic | each for each in Operation if each is not Operation.DSA_SIGN]
    codes += [1 << 7 | each for each in Operation if each not in SEEDED]
    codes += [case.task.word for case in unknown(True, True) if case.task.word >> 8 in (1, 2, 4, 8, 12, 16)]
    for word in codes:
        await bench.reg("COMMAND", word, ok=False)
        await bench.cause("operation")
    assert await bench.reg("STATUS") == await bench.reg("RESULT") == 0
    # while an operation waits for its frame
    task = keygen[0]
    await bench.begin(task, frames=())
    for word in (command(task.operation, task.set), 7):
        await bench.reg("COMMAND", word, ok=False)
        await bench.cause("busy")
    assert await bench.reg("STATUS") & 3 == 1
    bench.send(task.frames[0])
    await bench.receives("out", keygen[1], "keygen")
    assert await bench.ends() == 0
    # nothing at all is written
    await bench.reg("CONTROL", 0)
    assert await bench.reg("STATUS") == 0
    assert await bench.reg("RESULT") == VALID


@cocotb.test()
async def sides(dut):
    """Keys and random bytes from streams of their own, which take nothing for other commands; contexts.

    STATUS names the stream that an operation waits for.
    """
    bench = Bench(dut)
    await bench.start(0.2)
    await bench.reg("IRQ_ENABLE", DONE | ERROR)
    bit = {port: MAP.bit("STATUS", f"waits_{port}") for port in ("in", "key", "random")}
    busy = MAP.bit("STATUS", "busy")

    async def waits(port):
        """Until the operation waits for a stream, and for no other."""
        while await bench.reg("STATUS") != busy | bit[port]:
            await ClockCycles(dut.clk, 20)

    others = {"key": b"another", "random": bytes(8)}
    for name, frame in others.items():
        bench.send(frame, name)
    await ClockCycles(dut.clk, 50)
    assert not any(bench.streams[name].empty() and bench.streams[name].idle() for name in others)
    await bench.silence()
    cases = [case for name in ("ML-KEM-512", "ML-DSA-44") for case in variants(name, 5)]
    cases += [case for case in contexts("ML-DSA-44") if case.task.ctx]
    for at in JOB["sides"]:
        task, frames, error = cases[at % len(cases)]
        await bench.begin(task, frames=())
        for frame, data in enumerate(task.frames):
            port = task.port(frame)
            await within(PATIENCE, cocotb.start_soon(waits(port)), f"STATUS: waits for {port}")
            bench.send(data, port)
        await bench.receives("out", frames, task.operation.name)
        assert await bench.ends() == error
        assert all(int(getattr(dut.u_lattice.u_side, name).value) == 0 for name in ("key_data_o", "random_data_o"))


@cocotb.test()
async def watchdog(dut):
    """An operation that lasts longer than WATCHDOG sets its bit, once, and goes on; 0 never does."""
    bench = Bench(dut)
    await bench.start()
    await bench.reg("IRQ_ENABLE", ERROR)
    case = some(2)[0]
    for cycles, late in ((300, True), (1, True), (0, False), (PATIENCE, False)):
        await bench.reg("WATCHDOG", cycles)
        await bench.begin(case.task, frames=())
        began = get_sim_time("ns")
        if late:
            if not int(dut.irq.value):
                await within(cycles + 20, RisingEdge(dut.irq), "irq")
            assert cycles - 20 < (get_sim_time("ns") - began) / PERIOD
            assert await bench.reg("STATUS") & 1
            await bench.cause("watchdog")
        await ClockCycles(dut.clk, 400)
        bench.send(case.task.frames[0])
        await bench.receives("out", case.frames)
        await bench.idle()
        assert await bench.reg("ERRORS") == 0
        assert await bench.reg("RESULT") == VALID
        await bench.reg("IRQ", DONE)


@cocotb.test()
async def closed(dut):
    """With Closed a frame before its command is not taken; without, a beat of it is."""
    bench = Bench(dut)
    await bench.start()
    await bench.reg("IRQ_ENABLE", DONE)
    case = some(2)[0]
    for _ in range(2):
        bench.send(case.task.frames[0])
        for _ in range(20):
            await FallingEdge(dut.clk)
            assert not (JOB["closed"] and int(dut.in_axis_tready.value))
        await bench.reg("COMMAND", case.task.word)
        await bench.receives("out", case.frames)
        assert await bench.ends() == 0


@cocotb.test()
async def frames(dut):
    """Short and long frames, TKEEP with holes, beats of no bytes: what comes out, and which error stays."""
    bench = Bench(dut)
    await bench.start(0.1)
    await bench.reg("IRQ_ENABLE", DONE)
    (task, results, _), *_ = some(3)
    seed = task.frames[0]
    zeros = tuple(bytes(len(each)) for each in results)

    async def gives(frame, error, frames=zeros):
        await bench.reg("COMMAND", command(task.operation, task.set))
        bench.sender.send_nowait(frame)
        await bench.receives("out", frames)
        assert await bench.ends() == error

    kept = [1] * len(seed)
    await gives(AxiStreamFrame(seed), Error.NONE, results)
    await gives(AxiStreamFrame(seed[:-1]), Error.EARLY)
    await gives(AxiStreamFrame(seed[:8]), Error.EARLY)
    await gives(AxiStreamFrame(bytes(1), tkeep=[0]), Error.EARLY)
    await gives(AxiStreamFrame(seed + b"1"), Error.LATE)
    await gives(AxiStreamFrame(seed + bytes(8), tkeep=[*kept, *[0] * 8]), Error.LATE)
    for hole in JOB["holes"]:  # in the first beat, and in the last one
        await gives(AxiStreamFrame(seed, tkeep=[int(at != hole) for at in range(len(seed))]), Error.BYTES)
    await gives(AxiStreamFrame(seed, tkeep=[int(at >= 8) for at in range(len(seed))]), Error.BYTES)
    await gives(AxiStreamFrame(seed), Error.NONE, results)


@cocotb.test()
async def reset_and_zeroize(dut):
    """All drop what is in flight; the next operation is right. A zeroize during a reset is not lost."""
    bench = Bench(dut)
    await bench.start()
    await bench.reg("IRQ_ENABLE", DONE | ERROR)
    cases, short = some(4), some(4)[0]
    duration = zeroize_cycles(lanes=JOB["lanes"])
    for way in JOB["ways"]:
        bench.pauses(bench.random.choice([0, 0.3]))
        await bench.begin(bench.random.choice(cases)[0])
        await ClockCycles(dut.clk, bench.random.randrange(JOB["most"]))
        bench.pauses(0)
        if way in ("RESET", "both"):  # so short that a sender has to stop before
            await bench.silence()
        if way in ("CONTROL", "RESET"):
            await bench.reg("CONTROL", ZEROIZE if way == "CONTROL" else RESET)
        elif way == "both":
            cocotb.start_soon(bench.reg("CONTROL", RESET))
            await within(100, RisingEdge(dut.u_lattice.u_regs.reset_o), "reset")
            await FallingEdge(dut.clk)
            await bench.pulse("zeroize", 1)
        elif way == "held":
            await bench.pulse("zeroize", cycles=duration + 20, high=dut.zeroize_busy)
        else:
            await bench.pulse("rst_n" if way == "reset" else "zeroize", int(way != "reset"))
        zeroizes = way in ("CONTROL", "pin", "both", "held")
        assert int(dut.zeroize_busy.value) == zeroizes, way
        await bench.silence()
        if zeroizes:
            await bench.reg("COMMAND", 0, ok=False)
            await bench.reg("CONTROL", ZEROIZE, ok=False)
            await bench.reg("CONTROL", RESET, ok=False)
            assert await bench.reg("STATUS") == 3
            assert not int(dut.in_axis_tready.value)
            assert not int(dut.out_axis_tvalid.value)
            await within(duration + 8, FallingEdge(dut.zeroize_busy), "zeroize_busy")
            assert await bench.reg("ERRORS") & MAP.bit("ERRORS", "busy")
        if way == "reset":
            await bench.reg("IRQ_ENABLE", DONE | ERROR)
        await ClockCycles(dut.clk, 8)
        bench.receiver.clear()
        assert await bench.reg("STATUS") == await bench.reg("RESULT") == 0
        await bench.reg("ERRORS", (1 << 9) - 1)
        await bench.reg("IRQ", DONE | ERROR)
        operations = await bench.reg("OPERATIONS")
        await bench.computes(short)
        assert await bench.reg("OPERATIONS") == operations + 1


@cocotb.test()
async def frames_that_are_cut_off(dut):
    """A reset and a zeroize end the frame that goes out by a beat without bytes, marked; the next one is whole."""
    bench = Bench(dut)
    await bench.start()
    await bench.reg("IRQ_ENABLE", DONE | ERROR)
    task, frames, _ = some(6)[0]
    cut = 0
    for turn in range(JOB["turns"] * 4):
        bench.pauses(0.3 * (turn % 2))
        await bench.begin(task)
        beats = bench.random.randrange(sum(-(-len(each) // 8) for each in frames))
        while beats >= 0:
            await FallingEdge(dut.clk)
            beats -= int(dut.out_axis_tvalid.value) and int(dut.out_axis_tready.value)
        for _ in range(bench.random.randrange(3)):
            await FallingEdge(dut.clk)
        if turn % 3:
            await bench.pulse("zeroize")
        else:
            await bench.reg("CONTROL", RESET)
        await bench.idle()
        await ClockCycles(dut.clk, 100)
        got = []
        while not bench.receiver.empty():
            frame = bench.receiver.recv_nowait(compact=False)
            kept = bytes(byte for byte, keep in zip(frame.tdata, frame.tkeep, strict=True) if keep)
            got.append((kept, any(frame.tuser)))
        assert bench.receiver.idle(), "a frame has no end"
        assert len(got) <= len(frames)
        for at, ((data, aborted), expected) in enumerate(zip(got, frames, strict=False)):
            assert (at == len(got) - 1 and expected.startswith(data)) if aborted else data == expected, turn
            cut += aborted
        bench.sender.clear()
        await bench.reg("IRQ", DONE | ERROR)
        await bench.computes((task, frames, 0))
    assert cut > JOB["turns"]


@cocotb.test()
async def nothing_is_left(dut):
    """Memories hold zeros, and no register depends on what came before the zeroize, or lies idle on the bus."""
    bench = Bench(dut)
    await bench.start()

    async def idles():
        while True:
            await FallingEdge(dut.clk)
            if not int(dut.in_axis_tvalid.value):
                dut.in_axis_tdata.value = bench.random.getrandbits(64)
                dut.in_axis_tkeep.value = 0xFF

    cases = some(5, ("ML-KEM-768", "ML-DSA-44"))
    states = []
    for _ in range(JOB["turns"]):
        bench.pauses(bench.random.choice([0, 0.3]))
        await bench.begin(bench.random.choice(cases)[0])
        await ClockCycles(dut.clk, bench.random.randrange(20, 3 * JOB["most"]))
        bench.pauses(0)
        idle = cocotb.start_soon(idles())
        least = zeroize_cycles(lanes=JOB["lanes"])
        longest = least + clean_cycles("ML-DSA-44", lanes=JOB["lanes"])  # that is cleared before it
        assert least <= await bench.zeroize() <= longest
        await ClockCycles(dut.clk, 8)
        idle.cancel()
        dut.in_axis_tdata.value = dut.in_axis_tkeep.value = dut.in_axis_tlast.value = 0
        await ReadOnly()
        states.append({name: value for name, value in state_of(dut).items() if ".u_lattice." in name})
        await FallingEdge(dut.clk)
    stored = [name for name in states[0] if any(f"{array}[" in name for array in CELLS)]
    memories = {part: [name for name in stored if part in name] for part in MEMORIES}
    assert all(memories.values()), [part for part, names in memories.items() if not names]
    for state in states:
        cells = [name for names in memories.values() for name in names if not name.endswith(NEVER)]
        kept = [name for name in cells if "1" in state[name][MARKED in name :]]
        assert not kept, f"{len(kept)}: {kept[:5]}"
        differ = [name for name, value in states[0].items() if state[name] != value]
        left = [name for name in differ if not any(part in name for part in PUBLIC)]
        assert not left, f"{len(left)} of {len(state)} differ: {left[:20]}"


@cocotb.test()
async def bad_input(dut):
    """Keys, ciphertexts and signatures that the standards refuse set their bits."""
    bench = Bench(dut)
    await bench.start(0.1)
    await bench.reg("IRQ_ENABLE", DONE)
    cases = list(bad_cases(3))
    for at in JOB["bad"]:
        await bench.computes(cases[at])
