# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A core of one ring, alone or in an AXI4 wrapper, as it is exported."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from twiddle.base import manifest
from twiddle.bundle.core_traffic import offered, traffic
from twiddle.bundle.item import Bus, Item, Ports, Stimulus, Stream
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
