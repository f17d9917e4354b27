# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The polynomial unit, alone or on AXI4, as it is exported."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from twiddle.base.rings import Ring, ring
from twiddle.base.sources import sources
from twiddle.bundle.core import Access, Script
from twiddle.bundle.item import Item, Stimulus, Stream, axi_stream
from twiddle.bundle.wrap import registers, system_top
from twiddle.catalog.block import Block
from twiddle.catalog.systems import System, system
from twiddle.model.command import Command, Operation
from twiddle.model.timing import ENGINE, Timing
from twiddle.model.unit import Polynomial, Slots, Words

SLOTS = 16
"""Of the complete ring, or of the only one: the default of the RTL."""


def unit_item(block: Block, axi: bool = False) -> Item:
    """A build of `twd_poly_unit`, or with axi of `twd_unit_axi`."""
    build = system(block)
    rings = _rings(build)
    names = [each.name for each in rings if each is not None]
    name = f"twd_poly_unit_{'_'.join(names).replace('-', '_')}{'_axi' if axi else ''}"
    top = "twd_unit_axi" if axi else block.top
    return Item(
        name=name,
        title=f"{block.words}, {SLOTS} slots",
        block=block,
        sources=replace(sources(top, block.rtl_parameters()), top=block.top),
        stimulus=lambda _: _stimulus(build, axi),
        facts=lambda _: _facts(build),
        identity={"core": block.core, "parameters": build.settings},
        datasheet="unit",
        timing="unit_axi" if axi else "unit",
        wrapped=system_top.unit(name, *rings, build.lanes, SLOTS, build.dsp) if axi else "",
        registers=registers.UNIT if axi else "",
        measured=(block,),
        lasts={"verilator": "some minutes", "icarus": "some minutes"},
        large=True,
    )


def _rings(build: System) -> tuple[Ring | None, Ring | None]:
    return ring("ml-dsa") if build.dsa else None, ring("ml-kem") if build.kem else None


def commands(pair: bool) -> list[Command]:
    """A product of two polynomials, one with a streamed operand added to it, and the sum of the first two."""
    first, second, product, total = 0, 1, 2, 3
    return [
        Command(Operation.LOAD, pair, 2, first),
        Command(Operation.ADD, pair, 1, total, first, second),
        Command(Operation.NTT, pair, 2, first, first),
        Command(Operation.MUL, pair, 1, product, first, second),
        Command(Operation.MAC, pair, 1, product, 0, second, stream=True),
        Command(Operation.INTT, pair, 1, product, product),
        Command(Operation.STORE, pair, 2, a=product),
    ]


def _stimulus(build: System, axi: bool) -> Stimulus:
    """The commands of each ring, with random polynomials and what the model says they store."""
    rings = _rings(build)
    layout, slots, random = Words(*rings, build.lanes), Slots(*rings, SLOTS), np.random.default_rng(0)
    frames: dict[str, list[tuple[bool, list[Polynomial]]]] = {"load": [], "operand": [], "store": []}
    program = []
    for pair, of in enumerate(rings):
        for command in commands(bool(pair)) if of is not None else ():
            count = command.count if command.operation is Operation.LOAD else int(command.stream)
            drawn = [random.integers(0, of.q, of.n) for _ in range(count)] if of is not None else []
            stored = slots.run(command, iter(drawn), iter(drawn))
            for name, values in (("operand" if command.stream else "load", drawn), ("store", stored)):
                if values:
                    frames[name].append((bool(pair), values))
            program.append(command.word)
    script, streams = _bus(layout, program, frames) if axi else ([], _streams(layout, program, frames))
    names = " and ".join(each.name for each in rings if each is not None)
    return Stimulus(
        operations=len(program),
        offered=f"for {names}, each operation of a product with a streamed operand",
        streams=streams,
        script=script,
        cycles=200_000,
        reset_at=0 if axi else 700,
        quiet=() if axi else ("error_o",),
        tied={"clear_i": "1'b0", "drop_i": "1'b0", "zeroize_part_i": "5'd0"},
    )


def _streams(
    layout: Words, program: Sequence[int], frames: Mapping[str, Sequence[tuple[bool, list[Polynomial]]]]
) -> list[Stream]:
    bits = layout.lanes * layout.width
    words = {
        name: [
            (index == len(data) - 1) << bits | word
            for pair, values in each
            for data in [[word for value in values for word in layout.pack(pair, value)]]
            for index, word in enumerate(data)
        ]
        for name, each in frames.items()
    }
    load = (("load_last_i", 1), ("load_data_i", bits))
    store = (("store_last_o", 1), ("store_data_o", bits))
    operands = [word & (1 << bits) - 1 for word in words["operand"]]
    return [
        Stream("command", True, "command_valid_i", "command_ready_o", (("command_data_i", 32),), program),
        Stream("load", True, "load_valid_i", "load_ready_o", load, words["load"]),
        Stream("operand", True, "operand_valid_i", "operand_ready_o", (("operand_data_i", bits),), operands),
        Stream("store", False, "store_valid_o", "store_ready_i", store, words["store"]),
    ]


def _bus(
    layout: Words, program: Sequence[int], frames: Mapping[str, Sequence[tuple[bool, list[Polynomial]]]]
) -> tuple[list[int], list[Stream]]:
    """The script of register accesses, and the AXI4-Streams. All commands fit in the queue."""
    script = Script(registers.UNIT)
    known, step = script.known, script.step
    room = known.reset["STATUS"]
    step(Access.READ, "ID", known.reset["ID"])
    step(Access.REFUSED_WRITE, "ID", 1)
    script.errors(known.bit("ERRORS", "access"))
    for word in program:
        step(Access.WRITE, "COMMAND", word)
    step(Access.STREAMS)
    step(Access.POLL, "STATUS", room | len(program) << known.fields["STATUS"]["next"][0])
    step(Access.READ, "ERRORS", 0)
    step(Access.READ, "COMMANDS", len(program))
    script.zeroize(room)
    size = layout.lanes * layout.place // 8
    return script, [
        axi_stream(
            name,
            name != "store",
            [(b"".join(layout.to_bus(pair, value.tolist()) for value in values), 0) for pair, values in frames[name]],
            size,
        )
        for name in ("load", "operand", "store")
    ]


def _facts(build: System) -> Mapping[str, Any]:
    rings = [each for each in _rings(build) if each is not None]
    layout = Words(*_rings(build), build.lanes)
    timing = Timing(*_rings(build), build.lanes, build.dsp)
    commands = {each: [Command(each, bool(pair)) for pair, of in enumerate(_rings(build)) if of] for each in ENGINE}
    return {
        "rings": rings,
        "lanes": build.lanes,
        "slots": SLOTS,
        "width": layout.width,
        "place": layout.place,
        "operations": list(Operation),
        "cycles": {
            operation.name: [(timing.slots(each), timing.latency(each)) for each in commands[operation]]
            for operation in sorted(ENGINE)
        },
        "zeroize_cycles": timing.zeroize(SLOTS),
    }
