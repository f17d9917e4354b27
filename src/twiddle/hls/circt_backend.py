# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Schedules a pipeline with CIRCT: MLIR on standard input, JSON on standard output.

Run by a Python that has CIRCT, as a file of its own (`twiddle.hls.tool`); the argument is the cycles of a
read. The document holds `verilog`, `latency`, the cycles from the inputs of an iteration to its outputs,
`reads`, the stage in which each memory is addressed, and `stages`, for each its number of operations by kind.
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
    """The operations of a block by name."""
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
    """The body of the module with the pipeline, which alone has a clock."""
    for each in operations(module.body):
        if each.name == "hw.module" and "clock" in str(each.regions[0].blocks[0].arguments[0].type):
            return each.regions[0].blocks[0]
    raise ValueError("no module with a clock")


def connect(block: Any) -> None:
    """Put the memories outside where the pipeline reads.

    CIRCT registers the result of a read as often as it has cycles of latency. Those registers are the
    memory's own: they go, the word from outside takes the place of the last one, and the address goes out.
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
    """Let every register move with en alone, and drop what nothing uses.

    The pipeline has a token in every stage, so the valid bits that CIRCT builds beside the data are constant;
    with an enable of its own for each stage no delay could become a shift register.
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
        # The dialect of operator libraries is not registered by the package; a pass that uses it loads it.
        run(ir.Module.parse("module {}"), "kanagawa-add-operator-library")
        module = ir.Module.parse(sys.stdin.read())
        # What Verilator and Yosys both read.
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
    json.dump(
        {"verilog": text.getvalue(), "latency": len(counts) - 1, "reads": ports, "stages": counts}, sys.stdout
    )


main()
