# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The C driver of the polynomial unit: every function on the Verilated unit on AXI4."""

import ctypes
import functools
import random
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from driver_cases import STATUS, Driver, linked_driver
from numpy.typing import NDArray
from poly_unit_cases import SMALL, SMALL_PAIRS, program
from register_model import RegisterModel
from unit_axi_cases import Unit

from twiddle.base import manifest
from twiddle.base.rings import Ring
from twiddle.bundle.wrap import registers, system_top
from twiddle.model.command import Command, Operation
from twiddle.model.unit import Polynomial, Words

pytestmark = pytest.mark.covers("twd_unit_axi", "twd_unit_regs", "twd_unit_completions", "twd_unit_beats")

DONE, ERROR, SLVERR = 1, 2, 2
CAUSES = registers.load(registers.UNIT)
TOP = "unit_top"
SMALL_FALCON = Ring("small-falcon", 32, 12289, pow(49, 16, 12289), 64)

UNITS = {
    "both": Unit(SMALL, SMALL_PAIRS, 4, 8),
    "pairs": Unit(None, SMALL_PAIRS, 1, 9),
    "sixteen": Unit(SMALL_FALCON, None, 2, 8),
}
"""Both rings, one of them, and coefficients of 16 bits."""

Bytes = NDArray[np.uint8]


class Device(ctypes.Structure):
    """twd_unit."""

    _fields_ = (
        ("base", ctypes.c_size_t),
        ("dma", ctypes.c_void_p),
        *((name, ctypes.c_uint32) for name in ("n", "q", "q_2", "slots", "lanes", "place", "polls")),
    )


class Job(ctypes.Structure):
    """twd_unit_job."""

    _fields_ = (
        ("program", ctypes.c_void_p),
        ("length", ctypes.c_size_t),
        *((name, ctypes.c_void_p) for name in ("loads", "operands", "stores")),
        ("report", ctypes.c_int),
        ("next", ctypes.c_size_t),
        ("number", ctypes.c_uint32),
    )


class Arrays:
    """A program in the arrays of C: its words, its polynomials, and room for its results."""

    def __init__(
        self,
        layout: Words,
        commands: Sequence[Command | int],
        loads: Sequence[Polynomial] = (),
        operands: Sequence[Polynomial] = (),
    ) -> None:
        self.layout = layout
        words = [each if isinstance(each, int) else each.word for each in commands]
        self.program = np.array(words, np.uint32)
        kinds: dict[str, list[bool]] = {"load": [], "operand": [], "store": []}
        for word in words:
            port = {Operation.LOAD: "load", Operation.STORE: "store"}.get(word >> 28, "operand")
            count = (word >> 24 & 7) + 1 if port != "operand" else word >> 2 & 1
            kinds[port] += [bool(word >> 27 & 1)] * count
        self.stored = kinds["store"]
        self.sent = {
            port: [self._bytes(pair, values) for pair, values in zip(kinds[port], given, strict=True)]
            for port, given in (("load", loads), ("operand", operands))
        }
        self.stores = [np.zeros_like(self._bytes(pair, np.zeros(layout.of(pair).n))) for pair in self.stored]
        self.pointers = [_pointers(each) for each in (*self.sent.values(), self.stores)]

    def _bytes(self, pair: bool, values: Polynomial) -> Bytes:
        return np.frombuffer(self.layout.to_bus(pair, values), np.uint8).copy()

    @property
    def arguments(self) -> list[object]:
        """Of twd_unit_run, after the unit."""
        return [ctypes.c_void_p(self.program.ctypes.data), ctypes.c_size_t(len(self.program)), *self.pointers]

    def job(self, report: bool) -> Job:
        addresses = [ctypes.cast(each, ctypes.c_void_p) for each in self.pointers]
        return Job(self.program.ctypes.data, len(self.program), *addresses, int(report), 0, 0)

    def results(self) -> list[Polynomial]:
        """What the program has stored."""
        pairs = zip(self.stored, self.stores, strict=True)
        return [self.layout.from_bus(pair, each.tobytes()) for pair, each in pairs]


def _pointers(arrays: Sequence[Bytes]) -> ctypes.Array[ctypes.c_void_p]:
    return (ctypes.c_void_p * max(1, len(arrays)))(*(each.ctypes.data for each in arrays))


class Host(Driver):
    """The driver of the unit, and its DMA."""

    prefix = "twd_unit"
    statuses = STATUS[registers.UNIT].split()

    def __init__(self, path: Path, unit: Unit, seed: int = 1, pauses: int = 0) -> None:
        super().__init__(path, "errors", "cycles", "commands", "irq_take")
        self.library.host_dma.restype = ctypes.c_void_p
        self.unit = unit
        self.layout = Words(unit.ring, unit.pairs, unit.lanes)
        beat = unit.lanes * self.layout.place // 8
        n = self.layout.of(unit.ring is None).n
        self.library.host_open(seed, pauses, n, self.layout.place, beat)
        self.device = Device()

    def probe(self, base: int = 0) -> str:
        return self.status("probe", ctypes.c_size_t(base), ctypes.c_void_p(self.library.host_dma()))


@functools.cache
def library(name: str, folder: Path) -> Path:
    """The shared library of a unit."""
    unit = UNITS[name]
    text = system_top.unit(TOP, unit.ring, unit.pairs, unit.lanes, unit.slots)
    verilog = manifest.sources("twd_unit_axi")
    return linked_driver(registers.UNIT, TOP, text, verilog, "unit_bus.cpp", folder)


Open = Callable[..., Host]


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Open:
    """Gives a unit after reset, found by the driver."""
    folder = tmp_path_factory.mktemp("unit_driver")

    def found(name: str, seed: int = 1, pauses: int = 0) -> Host:
        (folder / name).mkdir(exist_ok=True)
        host = Host(library(name, folder / name), UNITS[name], seed, pauses)
        assert host.probe() == "OK"
        return host

    return found


def cause(*names: str) -> int:
    return sum(CAUSES.bit("ERRORS", name) for name in names)


def drawn(host: Host, length: int, seed: int) -> tuple[Arrays, list[np.ndarray]]:
    """A random program in C, and what it stores."""
    unit = host.unit
    source = program(unit.ring, unit.pairs, unit.slots, length, seed)
    return Arrays(host.layout, source.commands, source.loads, source.operands), source.stored


def same(found: list[np.ndarray], expected: list[np.ndarray]) -> None:
    assert len(found) == len(expected) > 0
    assert all((got == right).all() for got, right in zip(found, expected, strict=True))


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_is_found(name: str, start: Open) -> None:
    host = start(name)
    unit, device = host.unit, host.device
    moduli = [0 if ring is None else ring.q for ring in (unit.ring, unit.pairs)]
    assert [device.q, device.q_2] == moduli
    assert (device.n, device.slots, device.lanes) == (32, unit.slots, unit.lanes)
    assert device.place == host.layout.place
    assert host.probe(4) == "ID"  # VERSION lies where ID should
    host.is_quiet()


@pytest.mark.parametrize("pauses", [0, 60])
@pytest.mark.parametrize("name", UNITS)
def test_programs_by_polling(name: str, pauses: int, start: Open) -> None:
    host = start(name, seed=2, pauses=pauses)
    count = cycles = 0
    for seed in range(4):
        arrays, expected = drawn(host, 50, seed)
        assert host.status("run", *arrays.arguments) == "OK"
        same(arrays.results(), expected)
        count += len(arrays.program)
        assert host("commands") == count
        now = host("cycles")
        assert now - cycles > 50 * 8
        cycles = now
    assert not host("busy")
    host.is_quiet()


@pytest.mark.parametrize("pauses", [0, 60])
def test_programs_by_interrupt(pauses: int, start: Open) -> None:
    """Longer than the queue: the handler gives the rest."""
    host = start("both", seed=3, pauses=pauses)
    host("irq_enable", DONE | ERROR)
    for seed in range(4):
        arrays, expected = drawn(host, 50, 10 + seed)
        job = arrays.job(report=True)
        assert host.status("feed", ctypes.byref(job)) == "FULL"
        ended = handled = 0
        while not ended:
            assert host.library.host_wait_irq(100_000) < 100_000
            assert host("irq_take") == DONE
            ended = host("serve", ctypes.byref(job))
            handled += 1
        assert handled > 1
        assert host.status("wait") == "OK"
        same(arrays.results(), expected)
        assert host("irq_take") in (0, DONE)
        number = ctypes.c_uint32()
        while host("completion", ctypes.byref(number)):
            pass
    host.is_quiet()


def test_one_command_at_a_time(start: Open) -> None:
    """Until the queue is full, while a load waits for its polynomial; a number that is reported."""
    host = start("both", seed=4)
    number, found = ctypes.c_uint32(), ctypes.c_uint32()
    load = Command(Operation.LOAD)
    given = 0
    while (status := host.status("command", load.word | 2 * (given == 0), ctypes.byref(number))) == "OK":
        assert number.value == given
        given += 1
    assert status == "FULL"
    assert 16 < given < 32
    assert host("busy") == 1
    assert not host("completion", ctypes.byref(found))
    host.device.polls = 3
    assert host.status("wait") == "TIMEOUT"
    assert host.status("zeroize") == "TIMEOUT"
    assert host.status("zeroize") == host.status("command", load.word, None) == "BUSY"
    arrays, expected = drawn(host, 50, 5)
    assert host.status("run", *arrays.arguments) == "BUSY"
    host.device.polls = 100_000
    assert host.status("wait") == "OK"
    assert host.status("run", *arrays.arguments) == "OK"
    same(arrays.results(), expected)
    arrays = Arrays(host.layout, [Command(Operation.ZERO, report=True)])
    assert host.status("run", *arrays.arguments) == "OK"
    assert host("completion", ctypes.byref(found))
    assert found.value == 50
    host.is_quiet()


def test_errors_are_named(start: Open) -> None:
    """And stay until they are cleared; the commands after a refused one are carried out."""
    host = start("both", seed=5)
    ring = host.unit.ring
    values = np.random.default_rng(6).integers(0, ring.q, ring.n)
    good = [Command(Operation.LOAD, dst=3), Command(Operation.STORE, a=3)]
    for words, name in (([12 << 28], "operation"), ([Command(Operation.ZERO, dst=8).word], "slot")):
        arrays = Arrays(host.layout, [*words, *good], [values])
        host("irq_enable", ERROR)
        assert host.status("run", *arrays.arguments) == "RULE"
        assert host("irq_take") == ERROR
        assert host("errors") == cause(name)
        assert host.status("wait") == "RULE"
        host("clear_errors", cause(name))
        assert host.status("wait") == "OK"
        same(arrays.results(), [values])
    wrong = values.copy()
    wrong[5] = ring.q
    arrays = Arrays(host.layout, good, [wrong])
    assert host.status("run", *arrays.arguments) == "RULE"
    assert host("errors") == cause("range")
    host("clear_errors", cause("range"))
    wrong[5] = 0
    assert host.status("wait") == "OK"
    same(arrays.results(), [wrong])
    assert host.refused == 0
    assert host.broken == ""


def test_a_refused_load_leaves_its_polynomial_in_the_dma(start: Open) -> None:
    host = start("both", seed=6)
    ring = host.unit.ring
    arrays = Arrays(host.layout, [Command(Operation.LOAD, dst=8)], [np.zeros(ring.n, np.int64)])
    assert host.status("run", *arrays.arguments) == "RULE"
    assert host("errors") == cause("slot")
    assert host("busy") == 1
    host.library.host_stop_dma(1)
    assert host.status("zeroize") == "OK"
    host.library.host_stop_dma(0)
    host("clear_errors", cause("slot"))
    arrays, expected = drawn(host, 50, 7)
    assert host.status("run", *arrays.arguments) == "OK"
    same(arrays.results(), expected)
    host.is_quiet()


@pytest.mark.parametrize("name", UNITS)
def test_what_registers_answer(name: str, start: Open) -> None:
    """Any address, any data, parts of words; what is refused with a full queue, and in a zeroization."""
    host = start(name, seed=7, pauses=60)
    unit, rng = host.unit, random.Random(name)
    values = {"N": host.device.n}
    for ring, names in ((unit.ring, ("Q", "ROOT")), (unit.pairs, ("Q_2", "ROOT_2"))):
        values |= zip(names, (ring.q, ring.root) if ring else (0, 0), strict=True)
    caps = host.layout.place << 16 | unit.lanes << 8 | unit.slots
    model = RegisterModel(CAUSES, {**values, "CAPS": caps})
    drawn = [(write, address, rng.getrandbits(32)) for write in (True, False) for address in model.bounds]
    drawn += [model.draw(rng) for _ in range(1000)]
    rows = [(int(write), *access, rng.choice([15, 15, 15, rng.randrange(16)])) for write, *access in drawn]
    expected = [model.access(bool(write), *access) for write, *access in rows]
    for row, (ok, value), answer, found in zip(rows, expected, *host.accesses(rows), strict=True):
        assert answer == (0 if ok else SLVERR), row
        assert row[0] or found == (value or 0), row
    assert host.library.host_irq() == model.interrupt
    host("clear_errors", host("errors"))
    load = Command(Operation.LOAD, pair=unit.ring is None)
    for writes, error in (
        ([("COMMAND", load.word)] * 32, "full"),
        ([("CONTROL", 1), *[("COMMAND", 0), ("CONTROL", 1)] * 2], "busy"),
    ):
        rows = [(1, CAUSES.address[register], word, 15) for register, word in writes]
        answers = host.accesses(rows)[0]
        assert (answers[0], answers[-1]) == (0, SLVERR)
        assert host("errors") == cause(error)
        host("clear_errors", cause(error))
    assert host.status("wait") == "OK"
    assert host.broken == ""
