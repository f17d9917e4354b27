# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Schedules a pipeline with CIRCT: MLIR on standard input, JSON on standard output.

Runs as a separate file in a Python with CIRCT (`twiddle.tools.hls.tool`); the argument is the latency of a read.
The document holds `verilog`; `latency`, the cycles from the inputs of an iteration to its outputs; `reads`,
the stage that addresses each memory; and `stages`, the number of operations by kind in each stage.
"""

import io
import json
import sys
from collections import Counter
from typing import Any

import circt
from circt import ir
from circt.passmanager import PassManager

READ_LATENCY = int(sys.argv[1])


def run(module: Any, *passes: str) -> None:
    """Run passes on a module."""
    for each in passes:
        PassManager.parse(f"builtin.module({each})").run(module.operation)


def operations(block: Any) -> list[Any]:
    """The operations of a block with this name."""
    return [each.operation for each in block.operations]


def stages(module: Any) -> list[Any]:
    """The blocks of the scheduled pipeline, in order."""
    for top in operations(module.body):
        if top.name == "hw.module":
            for each in operations(top.regions[0].blocks[0]):
                if each.name == "pipeline.scheduled":
                    return list(each.regions[0].blocks)
    raise ValueError("no scheduled pipeline")


def kernel(module: Any) -> Any:
    """The body of the pipeline's module, the only one with a clock."""
    for each in operations(module.body):
        if each.name == "hw.module" and "clock" in str(each.regions[0].blocks[0].arguments[0].type):
            return each.regions[0].blocks[0]
    raise ValueError("no module with a clock")


def connect(block: Any) -> None:
    """Move the memories of the pipeline's reads outside.

    CIRCT registers the result of a read once per cycle of latency. These registers belong to the memory: they
    are removed, the external word replaces the last one, and the address becomes an output.
    """
    reads = [each for each in operations(block) if each.name == "hw.instance" and "place" in each.attributes]
    for read in reads:
        place = ir.IntegerAttr(read.attributes["place"]).value
        operations(block)[-1].operands[place] = read.operands[0]
        value, registers = read.results[0], []
        for _ in range(READ_LATENCY):
            (use,) = value.uses
            registers.append(use.owner.operation if hasattr(use.owner, "operation") else use.owner)
            value = registers[-1].results[0]
        value.replace_all_uses_with(read.operands[1])
        for each in [*reversed(registers), read]:
            each.erase()


def release(block: Any) -> None:
    """Enable every register by en alone, and remove unused logic.

    Every stage of the pipeline is occupied, so the valid bits that CIRCT adds are constant. With separate
    enables per stage, no delay could become a shift register.
    """
    for each in operations(block):
        if each.name == "seq.compreg.ce":
            if "inner_sym" in each.attributes:
                del each.attributes["inner_sym"]
            each.operands[2] = block.arguments[1]
    changed = True
    while changed:
        changed = False
        for each in reversed(operations(block)):
            unused = each.results and not any(list(result.uses) for result in each.results)
            if unused and each.name.startswith(("seq.compreg", "comb.")):
                each.erase()
                changed = True


def main() -> None:
    """Compile standard input."""
    with ir.Context() as context:
        circt.register_dialects(context)
        # The package does not register the dialect of operator libraries; a pass that uses it does.
        run(ir.Module.parse("module {}"), "kanagawa-add-operator-library")
        module = ir.Module.parse(sys.stdin.read())
        # The subset that both Verilator and Yosys read.
        options = "disallowLocalVariables,disallowPackedArrays,noAlwaysComb,locationInfoStyle=none"
        module.operation.attributes["circt.loweringOptions"] = ir.StringAttr.get(options)
        run(module, "any(pipeline-schedule-linear)")
        counts: list[dict[str, int]] = []
        ports: dict[str, int] = {}
        for stage, block in enumerate(stages(module)):
            counts.append(Counter(each.name for each in operations(block)))
            for each in operations(block):
                if "port" in each.attributes:
                    ports[ir.StringAttr(each.attributes["port"]).value] = stage
        run(module, "any(pipeline-explicit-regs)", "lower-pipeline-to-hw")
        connect(kernel(module))
        release(kernel(module))
        for each in operations(module.body):
            name = ir.StringAttr(each.attributes["sym_name"]).value
            if each.name == "ssp.library" or name.startswith("read_"):
                each.erase()
        run(module, "any(lower-comb)", "lower-seq-to-sv", "canonicalize", "cse")
        run(module, "hw.module(hw-cleanup,prettify-verilog)")
        text = io.StringIO()
        circt.export_verilog(module, text)
    json.dump({"verilog": text.getvalue(), "latency": len(counts) - 1, "reads": ports, "stages": counts}, sys.stdout)


main()
