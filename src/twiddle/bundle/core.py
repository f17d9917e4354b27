# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A core of one ring, alone or in an AXI4 wrapper, as it is exported."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from twiddle.base import manifest
from twiddle.base.sources import Sources
from twiddle.bundle.core_traffic import traffic
from twiddle.bundle.item import COMMON, Bus, Item, Ports, Stimulus, axi_signals
from twiddle.bundle.wrap import axis, registers
from twiddle.bundle.wrap.top import Wrapper
from twiddle.catalog import designs
from twiddle.catalog.block import OPCODES
from twiddle.catalog.designs import Design
from twiddle.evidence.results import Results
from twiddle.model.passes import TAKES_B
from twiddle.tools.fourstate import Bench
from twiddle.tools.synth.records import Record
from twiddle.tools.targets import TARGETS

_MEANING: Mapping[str, str] = {
    **COMMON,
    "op_i": "operation; payload of the first beat of a",
    "ring_i": "ring, where it is chosen at run time; payload of the first beat of a, otherwise ignored",
    "k_i": "polynomials in the row, 1 to 8; payload of the first beat of a",
    "a_valid_i": "a beat of a is offered",
    "a_ready_o": "a beat of a is taken",
    "a_data_i": "first operand",
    "b_valid_i": "a beat of b is offered",
    "b_ready_o": "a beat of b is taken",
    "b_data_i": "second operand",
    "c_valid_o": "a beat of the result is offered",
    "c_ready_i": "a beat of the result is taken",
    "c_data_o": "result",
    "c_last_o": "last beat of a result",
    "c_err_o": "with c_last_o: a coefficient was out of range, or the operation was refused",
    "s_axil": "AXI4-Lite: registers, and windows if any",
    "a_axis": "AXI4-Stream: frames of a; TUSER is the operation",
    "b_axis": "AXI4-Stream: frames of b",
    "c_axis": "AXI4-Stream: frames of results; TUSER with TLAST: an operand was wrong",
}

_STREAMS: Mapping[str, Bus] = {
    "a_axis": ("slave", {"TVALID": "a_valid_i", "TREADY": "a_ready_o", "TDATA": "a_data_i"}),
    "b_axis": ("slave", {"TVALID": "b_valid_i", "TREADY": "b_ready_o", "TDATA": "b_data_i"}),
    "c_axis": (
        "master",
        {"TVALID": "c_valid_o", "TREADY": "c_ready_i", "TDATA": "c_data_o", "TLAST": "c_last_o", "TUSER": "c_err_o"},
    ),
}

_OPERATIONS: Mapping[str, tuple[str, str, str, str]] = {
    "ntt": ("NTT, forward transform", "polynomial", "-", "its transform"),
    "intt": ("INTT, inverse transform", "transform", "-", "its polynomial"),
    "pwm": ("PWM, product of transforms", "transform", "transform", "transform of the product"),
    "mul": ("MUL, product", "polynomial", "polynomial", "product"),
    "mult": ("MULT, product with b transformed", "polynomial", "transform", "product"),
}


_GENERATED = """
// What CIRCT writes: several modules in a file, with bits that nothing needs.
lint_off -rule DECLFILENAME -file "*twd_quad_hls_kernel.sv"
lint_off -rule DECLFILENAME -file "*twd_quad_hls_finish.sv"
lint_off -rule UNUSEDSIGNAL -file "*twd_quad_hls_kernel.sv"
lint_off -rule UNUSEDSIGNAL -file "*twd_quad_hls_finish.sv"
"""


class Core(Item):
    """A design of the catalogue, with an optional AXI4 wrapper."""

    meanings = _MEANING

    def __init__(self, design: Design, wrapper: Wrapper | None = None) -> None:
        self._design, self._wrapper = design, wrapper
        ending = "" if wrapper is None else "_axil" if wrapper.windows else "_axis"
        name = f"{design.top}_{design.ring.name}{ending}".lower()
        self.name = re.sub("[^a-z0-9]+", "_", name).strip("_")  # an identifier of Verilog, C and VHDL
        self.top = design.top
        self.title = f"{design.words}, ring {design.ring.name}"
        self.registers = registers.CORE if wrapper else ""
        self.waivers = _GENERATED if design.generated else ""
        self.templates = ("core_bus" if wrapper else "core", "core", ending.removeprefix("_") or "core")

    @property
    def rtl_root(self) -> Path | None:
        """Raises TwiddleError if the tool that generates the sources is missing."""
        return self._design.rtl_root

    def sources(self) -> Sources:
        """As of the design, with the files of the wrapper."""
        sources = self._design.sources()
        around = manifest.sources(self._wrapper.module) if self._wrapper else []
        return replace(sources, files=tuple(manifest.in_order([*around, *sources.files])))

    def wrapped(self) -> str:
        """As of the wrapper."""
        return self._wrapper.text(self._design, self.name) if self._wrapper else ""

    def for_flat(self) -> Core:
        """With tables in logic."""
        tables = {**self._design.parameters, "LogicTables": 1}
        return Core(designs.core(self._design.core, self._design.ring, **tables), self._wrapper)

    def measured(self, results: Results) -> list[Record]:
        """Of the core alone, by target."""
        records_by_target = (results.find(self._design, target) for target in TARGETS)
        return [record for record in records_by_target if record is not None]

    def stimulus(self, ports: Ports) -> Stimulus:
        """Every operation, and the first again with a coefficient out of range."""
        return _bus_stimulus(self._design, self._wrapper) if self._wrapper else _stimulus(self._design, ports)

    def streams(self, ports: Ports) -> Mapping[str, Bus]:
        """Without a wrapper, only streams of whole bytes, which AXI4-Stream requires."""
        if self._wrapper is None:
            return {} if ports["a_data_i"][1] % 8 else _STREAMS
        names = {port.partition("_axis_")[0] for port in ports if "_axis_" in port}
        return {
            f"{name}_axis": ("master" if name == "c" else "slave", axi_signals(ports, f"{name}_axis"))
            for name in sorted(names)
        }

    def windows(self) -> dict[str, int]:
        """Of the operands that its operations take, and of the result."""
        if self._wrapper is None or not self._wrapper.windows:
            return {}
        size = self._design.ring.n * axis.padded(self._design.ring) // 8
        takes_b = TAKES_B & set(self._design.operations)
        return dict.fromkeys("ABC" if takes_b else "AC", size)

    def facts(self, results: Results) -> Mapping[str, Any]:
        """The design and its wrapper."""
        design, wrapper = self._design, self._wrapper
        return {
            "words": design.words,
            "summary": design.kind.summary,
            "ring": design.ring,
            "lanes": design.lanes,
            "wrapper": wrapper,
            "zeroize_cycles": wrapper.zeroize_cycles(design) if wrapper else 0,
            "offered": ", ".join(each.upper() for each in design.operations),
            "table": [_row(op, OPCODES[op], design) for op in design.operations],
            "cycles_of": {op: design.cycles(op) for op in design.operations},
            "several": design.largest_k > 1,
            "lock_step": design.lock_step,
            "tables": "Tables are logic.",
        }

    def identity(self) -> Mapping[str, Any]:
        """Core, ring and parameters."""
        ring = self._design.ring
        return {
            "core": self._design.core,
            "ring": {key: getattr(ring, key) for key in ("name", "n", "q", "root", "root_order")},
            "parameters": dict(self._design.parameters),
        }


def _stimulus(design: Design, ports: Ports) -> Stimulus:
    stimulus = Bench(design)
    width = ports["a_data_i"][1]
    words = dict(zip("abc", stimulus.words(width), strict=True))
    return Stimulus(
        {key: beats for key, beats in words.items() if beats},
        {
            "width": width,
            **{f"{key}_beats": len(beats) for key, beats in words.items()},
            "operations": len(stimulus.traffic.operations),
            "reset_at": stimulus.latency // 3 + 10,
            "cycles": 6 * stimulus.latency + 2000,
        },
    )


def _bus_stimulus(design: Design, wrapper: Wrapper) -> Stimulus:
    sent = traffic(design, wrapper)
    frames = {key: beats for key, beats in (("a", sent.a), ("b", sent.b), ("c", sent.c)) if beats}
    busy = sum(design.cycles(op).latency or 0 for op in design.operations)
    return Stimulus(
        {"script": sent.script, **frames},
        {
            "width": wrapper.bus,
            "frames": {key: len(beats) for key, beats in frames.items()},
            "streams": not wrapper.windows,
            "streamed": "ab"[: wrapper.inputs],
            "steps": len(sent.script),
            "operations": sent.operations,
            "cycles": 200 * len(sent.script) + 40 * sum(map(len, frames.values())) + 20 * busy + 20000,
        },
    )


def _row(name: str, code: int, design: Design) -> dict[str, str | int]:
    """The data-sheet row of an operation; with several products if the core sums them."""
    words, a, b, c = _OPERATIONS[name]
    if design.largest_k > 1:
        words, a, b = "PWM, sum of k products", "k transforms", "k transforms"
    return {"code": code, "name": words, "a": a, "b": b, "c": c}
