# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A core of one ring, alone or in an AXI4 wrapper, as it is exported."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from twiddle.base import manifest
from twiddle.bundle.item import Bus, Item, Ports, Stimulus, Stream, axi_stream
from twiddle.bundle.wrap import axis, registers
from twiddle.bundle.wrap.top import Wrapper
from twiddle.catalog.block import OPCODES, Block
from twiddle.model.passes import TAKES_B
from twiddle.tools.fourstate import Bench

_STREAMS: Mapping[str, Bus] = {
    "a_axis": ("slave", {"TVALID": "a_valid_i", "TREADY": "a_ready_o", "TDATA": "a_data_i"}),
    "b_axis": ("slave", {"TVALID": "b_valid_i", "TREADY": "b_ready_o", "TDATA": "b_data_i"}),
    "c_axis": (
        "master",
        {"TVALID": "c_valid_o", "TREADY": "c_ready_i", "TDATA": "c_data_o", "TLAST": "c_last_o", "TUSER": "c_err_o"},
    ),
}


def core_item(design: Block, wrapper: Wrapper | None = None) -> Item:
    """A core of the catalogue, with an optional AXI4 wrapper."""
    ending = "" if wrapper is None else "_axil" if wrapper.windows else "_axis"
    name = f"{design.top}_{design.ring.name}{ending}".lower()
    name = re.sub("[^a-z0-9]+", "_", name).strip("_")  # an identifier of Verilog, C and VHDL
    sources = design.sources()
    around = manifest.sources(wrapper.module) if wrapper else []
    ring, width = design.ring, design.lanes * design.ring.bits
    windows = ("ABC" if TAKES_B & set(design.operations) else "AC") if wrapper and wrapper.windows else ""
    return Item(
        name=name,
        title=f"{design.words}, ring {ring.name}",
        block=design,
        sources=replace(sources, files=tuple(manifest.in_order([*around, *sources.files]))),
        stimulus=lambda ports: traffic(design, wrapper) if wrapper else _stimulus(design, ports),
        facts=lambda _: {"codes": OPCODES, "wrapper": wrapper},
        identity={
            "core": design.core,
            "ring": {key: getattr(ring, key) for key in ("name", "n", "q", "root", "root_order")},
            "parameters": dict(design.parameters),
        },
        datasheet="core",
        timing=ending.removeprefix("_") or "core",
        wrapped=wrapper.text(design, name) if wrapper else "",
        registers=registers.CORE if wrapper else "",
        windows=dict.fromkeys(windows, ring.n * axis.padded(ring) // 8),
        measured=(design,),
        plain={} if wrapper or width % 8 else _STREAMS,
    )


def _stimulus(design: Block, ports: Ports) -> Stimulus:
    """Every operation, and the first again with a coefficient out of range, in any order."""
    bench = Bench(design)
    width = ports["a_data_i"][1]
    a, b, c = bench.words(width)
    results = [(1 << width) - 1 << 2 | (word & 1) << 1 | 1 for word in c]  # c_err_o is that of the last beat
    selected = (("a_data_i", width), ("k_i", 4), ("ring_i", 2), ("op_i", 3))
    return Stimulus(
        operations=len(bench.traffic.operations),
        offered=offered(design),
        streams=(
            Stream("a", True, "a_valid_i", "a_ready_o", selected, a),
            Stream("b", True, "b_valid_i", "b_ready_o", (("b_data_i", width),), b),
            Stream(
                "c", False, "c_valid_o", "c_ready_i", (("c_data_o", width), ("c_err_o", 1), ("c_last_o", 1)), c, results
            ),
        ),
        cycles=6 * bench.latency + 2000,
        reset_at=bench.latency // 3 + 10,
    )


_Done = tuple[str, list[NDArray[np.int64]], NDArray[np.int64]]
"""Name, operands as sent, and result of an operation."""


class Access(IntEnum):
    """A step of the script: bits 51 to 48 of a word, above address and data."""

    WRITE = 0
    READ = 1  # compared with data
    POLL = 2  # read until it equals data
    REFUSED_WRITE = 3  # answered with SLVERR
    REFUSED_READ = 4
    STREAMS = 5  # until every frame is sent and received
    IRQ = 6  # until irq is high


class Script(list[int]):
    """Accesses to the registers of a description, one after the other: words {step, address, data}."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.known = registers.load(name)

    def step(self, kind: Access, name: str = "ID", data: int = 0, word: int = 0) -> None:
        """An access to a register, or to a word of a window."""
        self.append(int(kind) << 48 | self.known.address[name] + 4 * word << 32 | data)

    def errors(self, causes: int) -> None:
        """ERRORS has these causes alone, which are cleared."""
        self.step(Access.READ, "ERRORS", causes)
        self.step(Access.WRITE, "ERRORS", causes)

    def zeroize(self, status: int = 0) -> None:
        """Zeroize, until STATUS has this value."""
        self.step(Access.WRITE, "CONTROL", self.known.bit("CONTROL", "zeroize"))
        self.step(Access.POLL, "STATUS", status)


def traffic(design: Block, wrapper: Wrapper, seed: int = 0) -> Stimulus:
    """Every operation once, the first again with a coefficient out of range, and refused accesses."""
    script = Script(registers.CORE)
    known, step = script.known, script.step
    done = list(_operations(design, seed))
    for name, value in (("ID", known.reset["ID"]), ("N", design.ring.n), ("Q", design.ring.q)):
        step(Access.READ, name, value)
    step(Access.REFUSED_WRITE, "ID", 1)
    script.errors(known.bit("ERRORS", "access"))
    if wrapper.windows:
        _windows(design, done, script)
    else:
        step(Access.WRITE, "OPERATION", known.bit("OPERATION", "tuser"))
        step(Access.STREAMS, "ID")
    step(Access.POLL, "STATUS", 0 if not wrapper.windows else known.bit("STATUS", "result"))
    step(Access.READ, "OPERATIONS", len(done))
    step(Access.READ, "ERRORS", known.bit("ERRORS", "operand"))
    script.zeroize()
    if wrapper.windows:
        step(Access.READ, "A")
        step(Access.REFUSED_READ, "C")
    streams = [] if wrapper.windows else _streams(design, wrapper, done)
    busy = sum(design.cycles(op).latency or 0 for op in design.operations)
    return Stimulus(
        operations=len(done),
        offered=offered(design),
        streams=streams,
        script=script,
        gated=True,
        cycles=200 * len(script) + 40 * sum(len(stream.words) for stream in streams) + 20 * busy + 20000,
    )


def offered(design: Block) -> str:
    """The operations of a bench, in words."""
    return f"{', '.join(each.upper() for each in design.operations)}, one of them with a coefficient out of range"


def _operations(design: Block, seed: int) -> Iterator[_Done]:
    rng = np.random.default_rng(seed)
    names = [*design.operations, design.operations[0]]
    for index, name in enumerate(names):
        operands = [rng.integers(0, design.ring.q, design.ring.n) for _ in range(1 + (name in TAKES_B))]
        taken = [values.copy() for values in operands]
        if index == len(names) - 1:
            operands[0][-1], taken[0][-1] = design.ring.q, 0
        a, *b = (values[None] for values in taken)
        yield name, operands, design.model(name, a, b[0] if b else None)[0]


def _windows(design: Block, done: Sequence[_Done], script: Script) -> None:
    step = script.step
    slot = axis.padded(design.ring)
    for name, operands, result in done:
        for window, values in zip("AB", operands, strict=False):
            for index, word in enumerate(_words(axis.pack(design.ring, values, slot), 4)):
                step(Access.WRITE, window, word, index)
        step(Access.WRITE, "OPERATION", OPCODES[name])
        step(Access.WRITE, "CONTROL", 1)
        step(Access.POLL, "STATUS", 4)
        for index, word in enumerate(_words(axis.pack(design.ring, result, slot), 4)):
            step(Access.READ, "C", word, index)


def _streams(design: Block, wrapper: Wrapper, done: Sequence[_Done]) -> list[Stream]:
    frames: dict[str, list[tuple[bytes, int]]] = {"a": [], "b": [], "c": []}
    for index, (name, operands, result) in enumerate(done):
        for stream, values in zip("ab" if wrapper.inputs == 2 else "aa", operands, strict=False):
            frames[stream].append((axis.pack(design.ring, values, wrapper.slot), OPCODES[name] * (stream == "a")))
        frames["c"].append((axis.pack(design.ring, result, wrapper.slot), int(index == len(done) - 1)))
    marks = {"a": 3, "b": 0, "c": 1}
    return [axi_stream(name, name != "c", frames[name], wrapper.bus // 8, marks[name]) for name in frames]


def _words(data: bytes, size: int) -> list[int]:
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]
