# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The drivers of `sw/`, compiled on the host, and that of a core linked with the Verilated core."""

import ctypes
import functools
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from axis_cases import SMALL
from numpy.typing import NDArray
from processes import finished

import twiddle
from twiddle.base import manifest
from twiddle.bundle import unit_header as programs
from twiddle.bundle.wrap import header, registers
from twiddle.bundle.wrap.top import Wrapper
from twiddle.catalog.block import OPCODES
from twiddle.tools.sim import linked

SW = Path(__file__).resolve().parents[1] / "sw"
TOP = "axil_top"
HOOKS = ("VL_USER_FINISH", "VL_USER_STOP", "VL_USER_FATAL")
"""What sw/host/bus.cpp defines in place of the Verilated runtime."""
FLAGS = ("-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic")

DESIGNS = {
    "iterative": twiddle.core("iterative", SMALL, Butterflies=1, DoubleBuffer=0),
    "wide": twiddle.core("iterative", twiddle.ring("ml-dsa"), Butterflies=1),
    "forward": twiddle.core("mdf", SMALL, Form="forward"),
    "streams": twiddle.core("iterative", SMALL, Butterflies=1, DoubleBuffer=0),
}
"""Slots of 16, of 32, and a core without b; "streams" is on AXI4-Stream, the others have windows."""

STATUS = {
    registers.CORE: "OK ID VERSION WINDOWS UNSUPPORTED BUSY TIMEOUT OPERAND EMPTY",
    registers.UNIT: "OK ID VERSION BUSY FULL TIMEOUT RULE",
    registers.LATTICE: "OK ID VERSION BUSY OPERATION TIMEOUT RULE DROPPED",
}
"""What the functions of each driver return: 0, -1 and so on."""


class Driver:
    """The functions of a driver, of its bus and its device after reset."""

    prefix: str
    statuses: Sequence[str]
    device: ctypes.Structure

    def __init__(self, path: Path, *counters: str) -> None:
        self.library = ctypes.CDLL(str(path))
        self.library.host_broken.restype = ctypes.c_char_p
        for name in counters:
            getattr(self.library, f"{self.prefix}_{name}").restype = ctypes.c_uint32

    def __call__(self, name: str, *arguments: object) -> int:
        """A function of the driver with the device before its arguments."""
        function = getattr(self.library, f"{self.prefix}_{name}")
        found: int = function(ctypes.byref(self.device), *arguments)
        return found

    def status(self, name: str, *arguments: object) -> str:
        return self.statuses[-self(name, *arguments)]

    def accesses(self, rows: Sequence[tuple[int, int, int, int]]) -> NDArray[np.uint32]:
        """Accesses (write, address, data, strobes) one after the other: responses and what was read."""
        write, address, data, strobes = np.array(rows, dtype=np.uint32).T
        response = np.zeros(len(rows), np.uint8)
        found = np.zeros(len(rows), np.uint32)
        self.library.host_accesses(
            len(rows),
            pointer(write.astype(np.uint8)),
            pointer(np.ascontiguousarray(address)),
            pointer(np.ascontiguousarray(data)),
            pointer(strobes.astype(np.uint8)),
            pointer(response),
            pointer(found),
        )
        return np.stack([response.astype(np.uint32), found])

    @property
    def refused(self) -> int:
        """Accesses that the bus answered with an error."""
        found: int = self.library.host_refused()
        return found

    @property
    def broken(self) -> str:
        message: bytes = self.library.host_broken()
        return message.decode()

    def is_quiet(self) -> None:
        assert self("errors") == self.refused == 0, "the driver makes no access that is answered by an error"
        assert self.broken == ""


class Device(ctypes.Structure):
    """twd_dev."""

    _fields_ = (
        ("base", ctypes.c_size_t),
        *((name, ctypes.c_uint32) for name in ("n", "q", "ops", "slot", "polls", "windows")),
    )


class Host(Driver):
    """The driver of a core."""

    prefix = "twd"
    statuses = STATUS[registers.CORE].split()

    def __init__(self, path: Path, design: twiddle.Block, seed: int = 1, pauses: int = 0) -> None:
        super().__init__(path, "errors", "cycles", "operations", "transfers", "irq_take")
        self.design = design
        self.rng = np.random.default_rng(seed)
        self.library.host_open(seed, pauses)
        self.device = Device()

    def polynomial(self) -> NDArray[np.uint32]:
        return self.rng.integers(0, self.design.ring.q, self.design.ring.n, dtype=np.uint32)

    def expected(self, operation: str, *operands: NDArray[np.integer]) -> NDArray[np.int64]:
        """The result of the model."""
        return self.design.model(operation, *(values[None] for values in operands))[0]

    def run(self, operation: str, *operands: NDArray[np.uint32]) -> tuple[str, NDArray[np.uint32]]:
        """An operation in one call: its status, and the result; sevens where nothing is written."""
        result = np.full_like(operands[0], 7)
        a, b = [*map(pointer, operands), None][:2]
        return self.status("run", OPCODES[operation], a, b, pointer(result)), result

    def computes(self, operation: str, *operands: NDArray[np.uint32], where: object = "") -> None:
        status, result = self.run(operation, *operands)
        assert status == "OK", where
        assert (result == self.expected(operation, *operands)).all(), where

    def read(self, name: str = "read", kind: type[np.unsignedinteger] = np.uint32) -> NDArray[np.unsignedinteger]:
        values = np.zeros(self.design.ring.n, kind)
        assert self.status(name, pointer(values)) == "OK"
        return values


def pointer(values: NDArray[np.unsignedinteger]) -> ctypes.c_void_p:
    """The array must live as long as the call."""
    found = ctypes.c_void_p(values.ctypes.data)
    found.array = values  # type: ignore[attr-defined]
    return found


def linked_driver(
    name: str, top: str, text: str, verilog: Sequence[Path], bus: str, folder: Path, *defines: str
) -> Path:
    """The shared library of a driver and a top module; `folder` is for the generated files."""
    headers(name, folder)
    source = folder / f"{top}.sv"
    source.write_text(text, encoding="utf-8")
    return linked.link(
        top,
        [*verilog, source],
        [header.driver(name)[1], SW / "host" / bus],
        include=[SW, SW / "host", folder],
        defines=["TWD_EXTERNAL_BUS", *HOOKS, *defines],
        shared=True,
    )


def headers(name: str, folder: Path) -> None:
    """Writes what a driver includes."""
    header.write(folder, name)
    if name == registers.UNIT:
        programs.write(folder)


@functools.cache
def library(name: str, folder: Path) -> Path:
    """The shared library of a design."""
    design, wrapper = DESIGNS[name], Wrapper(windows=name != "streams")
    files = [*manifest.sources(wrapper.module), *manifest.sources(design.top)]
    verilog = sorted(dict.fromkeys(files), key=lambda path: not path.stem.endswith("_pkg"))
    defines = [] if wrapper.windows else ["TWD_STREAMS"]
    text = wrapper.text(design, TOP)
    return linked_driver(registers.CORE, TOP, text, verilog, "bus.cpp", folder, *defines)


def compile_c(compiler: str, folder: Path, sources: Sequence[Path], *flags: str, output: str = "out.o") -> None:
    """Compiles C99 in a folder, where generated headers are, without a warning: an object, or a library."""
    kind = ["-c"] if output.endswith(".o") else []
    command = [compiler, *FLAGS, *flags, f"-I{SW}", f"-I{folder}", *kind, *map(str, sources), "-o", output]
    done = finished(command, cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
