# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What cocotb runs: the C driver of ML-KEM and ML-DSA on the simulated core. `test_lattice_driver` starts it.

The driver is a shared library, whose accesses of the bus cocotbext-axi makes. The environment variable JOB
names a JSON file with its path.
"""

import ctypes
from dataclasses import replace

import cocotb
from bus_models import JOB, within
from cocotb.task import bridge, resume
from cocotb.triggers import RisingEdge
from cocotbext.axi import AxiResp
from driver_cases import STATUS
from lattice_axi_cocotb import MAP, PATIENCE, RESET, ZEROIZE, Bench, some
from lattice_cases import contexts, unknown
from register_model import DONE, ERROR

from twiddle.bundle.wrap import registers
from twiddle.model.sets import Error, Operation

READ = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_uint32)
WRITE = ctypes.CFUNCTYPE(None, ctypes.c_uint32, ctypes.c_uint32)
MU, WAITS_IN, WAITS_KEY = 1, 4, 8


class Device(ctypes.Structure):
    """struct twd_lattice"""

    _fields_ = (
        ("base", ctypes.c_size_t),
        ("kem", ctypes.c_uint32),
        ("dsa", ctypes.c_uint32),
        ("polls", ctypes.c_uint32),
    )


class Driver(Bench):
    """The core, and the functions of the driver by name."""

    def __init__(self, dut):
        super().__init__(dut)
        self.library = ctypes.CDLL(JOB["library"])
        self.device = Device()
        self.instead = {}  # values that are read in place of registers
        self.responses = []
        self.callbacks = READ(resume(self.reads)), WRITE(resume(self.writes))
        self.library.set_bus(*self.callbacks)

    async def reads(self, offset):
        done = await self.master.read(offset, 4)
        self.responses.append(done.resp)
        return self.instead.get(offset, int.from_bytes(done.data, "little"))

    async def writes(self, offset, value):
        done = await self.master.write(offset, value.to_bytes(4, "little"))
        self.responses.append(done.resp)

    async def call(self, name, *arguments):
        def blocks():
            return getattr(self.library, f"twd_lattice_{name}")(ctypes.byref(self.device), *arguments)

        return await bridge(blocks)()

    async def status(self, name, *arguments):
        return STATUS[registers.LATTICE].split()[-await self.call(name, *arguments)]


@cocotb.test()
async def driver(dut):
    """Every function, every status that it returns; the bus answers no access with an error."""
    bench = Driver(dut)
    await bench.start(0.2)
    address = MAP.address
    for name, value, status in (("ID", 1, "ID"), ("VERSION", 2, "VERSION")):
        bench.instead = {address[name]: value}
        assert await bench.status("probe", 0) == status
    bench.instead = {}
    assert await bench.status("probe", 0) == "OK"
    assert (bench.device.kem, bench.device.dsa, bench.device.polls) == (1, 1, 1_000_000)
    assert await bench.status("wait") == "DROPPED"
    refused = [(6, 0, 0), (0, 3, 0), (0, 0, MU), (Operation.DSA_KEYGEN, 0, MU)]
    for operation, of, options in refused:
        assert await bench.status("start", int(operation), of, options) == "OPERATION"
    # every other command that the core does not know
    for word in bench.random.sample([case.task.word for case in unknown(True, True)], 300):
        assert await bench.status("start", word & 7, word >> 3 & 3, word >> 5) == "OPERATION"
    for name in ("kem", "dsa"):
        setattr(bench.device, name, 0)
        first = Operation.KEM_KEYGEN if name == "kem" else Operation.DSA_KEYGEN
        assert await bench.status("start", int(first), 0, 0) == "OPERATION"
        setattr(bench.device, name, 1)
    await bench.call("irq_enable", DONE | ERROR)
    cases = some(8)
    opened = cases[2]._replace(
        task=replace(cases[2].task, frames=(*cases[0].task.frames, cases[2].task.frames[1]), seed=True)
    )
    # a key pair, a decapsulation by its seed, a signature of mu and its verification, a signature with all options
    signed = contexts("ML-DSA-44")
    sides = next(case for case in signed if case.task.ctx and not case.task.deterministic)
    sides = sides._replace(task=replace(sides.task, key=True, random=True))
    for case in (cases[0], opened, cases[7], cases[9], sides):
        task, frames, error = case
        assert await bench.call("busy") == await bench.call("waits") == 0
        options = task.word >> 5
        assert await bench.status("start", int(task.operation), 0, options) == "OK"
        assert await bench.call("busy") == 1
        assert await bench.status("start", int(task.operation), 0, options) == "BUSY"
        while not await bench.call("waits"):
            pass
        assert await bench.call("waits") == (WAITS_KEY if task.key else WAITS_IN)
        for at, frame in enumerate(task.frames):
            bench.send(frame, task.port(at))
        await bench.receives("out", frames)
        if not int(dut.irq.value):
            await within(PATIENCE, RisingEdge(dut.irq), "irq")
        assert await bench.call("irq_take") == DONE
        assert await bench.call("irq_take") == 0
        assert await bench.status("wait") == "OK"
        assert await bench.call("result") == await bench.call("errors") == error == 0
    assert await bench.call("operations") == 5
    assert await bench.call("cycles") > 10_000
    # a broken rule
    task, frames, _ = cases[0]
    assert await bench.status("start", int(task.operation), 0, 0) == "OK"
    bench.send(task.frames[0][:-1])
    for _ in frames:
        assert not any(bytes((await within(PATIENCE, bench.receiver.recv(), "frame")).tdata))
    assert await bench.status("wait") == "RULE"
    assert await bench.call("result") == await bench.call("errors") == Error.EARLY
    await bench.call("clear_errors", int(Error.EARLY))
    assert await bench.call("errors") == 0
    assert await bench.call("irq_take") == DONE | ERROR
    # an operation that does not end
    await bench.call("watchdog", 200)
    assert await bench.status("start", int(task.operation), 0, 0) == "OK"
    if not int(dut.irq.value):
        await within(PATIENCE, RisingEdge(dut.irq), "irq")
    assert await bench.call("irq_take") == ERROR
    assert await bench.call("errors") == MAP.bit("ERRORS", "watchdog")
    await bench.call("clear_errors", MAP.bit("ERRORS", "watchdog"))
    await bench.call("watchdog", 0)
    assert await bench.status("reset") == "OK"
    bench.device.polls = 1000
    assert await bench.status("wait") == "DROPPED"
    bench.device.polls = 3
    for name in ("reset", "zeroize"):
        assert await bench.status("start", int(task.operation), 0, 0) == "OK"
        assert await bench.status("wait") == "TIMEOUT"
        assert await bench.status(name) == "OK"
    for name in ("reset", "zeroize"):
        assert await bench.status(name) == "BUSY"
    assert await bench.status("start", int(task.operation), 0, 0) == "BUSY"
    bench.device.polls = 1000
    assert await bench.status("wait") == "DROPPED"
    assert set(bench.responses) == {AxiResp.OKAY}
    await bench.computes(cases[0])


@cocotb.test()
async def refused(dut):
    """What the driver never does is answered with an error, and sets its bit."""
    bench = Bench(dut)
    await bench.start(0.2)
    keygen = int(Operation.KEM_KEYGEN)
    await bench.reg("RESULT", 0, ok=False)
    await bench.cause("access")
    await bench.reg("COMMAND", 7, ok=False)
    await bench.cause("operation")
    await bench.reg("COMMAND", keygen)
    await bench.reg("COMMAND", keygen, ok=False)
    await bench.cause("busy")
    await bench.reg("CONTROL", ZEROIZE)
    await bench.reg("CONTROL", RESET, ok=False)
    await bench.cause("busy")
