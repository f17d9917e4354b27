# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The driver of the polynomial unit in `sw/`, on the host, linked with the Verilated unit on AXI4."""

import ctypes
import functools
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from driver_cases import STATUS, Driver, linked_driver
from numpy.typing import NDArray
from poly_unit_cases import SMALL, SMALL_PAIRS
from unit_axi_cases import Unit

from twiddle.base import manifest
from twiddle.base.rings import Ring
from twiddle.bundle.wrap import registers, system_top
from twiddle.model.command import Command, Operation
from twiddle.model.unit import Polynomial, Words

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
