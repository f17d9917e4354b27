# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The driver of `sw/`, compiled on the host and linked with the Verilated core behind its registers."""

import ctypes
import functools
import subprocess
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from axis_cases import SMALL
from numpy.typing import NDArray

import twiddle
from twiddle import manifest
from twiddle.sim import linked
from twiddle.wrap import header
from twiddle.wrap.top import Wrapper

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

STATUS = ("OK", "ID", "VERSION", "WINDOWS", "UNSUPPORTED", "BUSY", "TIMEOUT", "OPERAND", "EMPTY")


class Device(ctypes.Structure):
    """twd_dev."""

    _fields_ = (
        ("base", ctypes.c_size_t),
        *((name, ctypes.c_uint32) for name in ("n", "q", "ops", "slot", "polls", "windows")),
    )


class Host:
    """The functions of the driver and of the bus behind it, on a core after reset."""

    def __init__(self, path: Path, design: twiddle.Design, seed: int = 1, pauses: int = 0) -> None:
        self.library = ctypes.CDLL(str(path))
        self.library.host_broken.restype = ctypes.c_char_p
        for name in ("errors", "cycles", "operations", "transfers", "irq_take"):
            getattr(self.library, f"twd_{name}").restype = ctypes.c_uint32
        self.design = design
        self.rng = np.random.default_rng(seed)
        self.library.host_open(seed, pauses)
        self.device = Device()

    def __call__(self, name: str, *arguments: object) -> int:
        """A function of the driver with the device before its arguments."""
        found: int = getattr(self.library, f"twd_{name}")(ctypes.byref(self.device), *arguments)
        return found

    def status(self, name: str, *arguments: object) -> str:
        return STATUS[-self(name, *arguments)]

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

    def polynomial(self) -> NDArray[np.uint32]:
        return self.rng.integers(0, self.design.ring.q, self.design.ring.n, dtype=np.uint32)

    def read(
        self, name: str = "read", kind: type[np.unsignedinteger] = np.uint32
    ) -> NDArray[np.unsignedinteger]:
        values = np.zeros(self.design.ring.n, kind)
        assert self.status(name, pointer(values)) == "OK"
        return values

    @property
    def broken(self) -> str:
        message: bytes = self.library.host_broken()
        return message.decode()


def pointer(values: NDArray[np.unsignedinteger]) -> ctypes.c_void_p:
    """The array must live as long as the call."""
    found = ctypes.c_void_p(values.ctypes.data)
    found.array = values  # type: ignore[attr-defined]
    return found


@functools.cache
def library(name: str, folder: Path) -> Path:
    """The shared library of a design; `folder` is for the generated files."""
    design = DESIGNS[name]
    header.write(folder)
    text = folder / f"{TOP}.sv"
    wrapper = Wrapper(windows=name != "streams")
    text.write_text(wrapper.text(design, TOP), encoding="utf-8")
    files = [*manifest.sources(wrapper.module), *manifest.sources(design.top)]
    verilog = sorted(dict.fromkeys(files), key=lambda path: not path.stem.endswith("_pkg"))
    return linked.link(
        TOP,
        [*verilog, text],
        [SW / "twiddle.c", SW / "host" / "bus.cpp"],
        include=[SW, SW / "host", folder],
        defines=["TWD_EXTERNAL_BUS", *HOOKS, *([] if wrapper.windows else ["TWD_STREAMS"])],
        shared=True,
    )


def compile_c(compiler: str, folder: Path, sources: Sequence[Path], *flags: str) -> None:
    """Compiles C99 to an object file in a folder, where generated headers are, without a warning."""
    command = [compiler, *FLAGS, *flags, f"-I{SW}", f"-I{folder}", "-c", *map(str, sources), "-o", "out.o"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
