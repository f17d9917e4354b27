# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Compiles the description: for a ring and latencies, the generated modules of the core and their schedule.

`python -m twiddle.tools.hls.compile` (`make hls`) writes those of `hls/generated/` again, or for the named rings.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from twiddle.base import places
from twiddle.base.errors import TwiddleError
from twiddle.base.rings import Ring, ring
from twiddle.base.store import Artifact, digest
from twiddle.catalog import hls_sources
from twiddle.catalog.block import Block
from twiddle.catalog.cores.quad_hls import CORE, QuadHls
from twiddle.catalog.hls_sources import GENERATED, TOP
from twiddle.model.hls_plan import SEGMENTS, Plan, Schedule
from twiddle.model.hls_quad import description, trace
from twiddle.model.hls_trace import Graph
from twiddle.tools import template
from twiddle.tools.hls import mlir, tool

LATENCIES: Mapping[str, int] = {"add": 1, "short": 0, "mul": 1, "choose": 0, "logic": 0}
"""Default latencies of the operator types in `twiddle.tools.hls.mlir.OPERATORS`."""


@dataclass(frozen=True)
class Compiled:
    """A compiled core.

    ring      its ring
    root      folder with the sources and their own manifest
    schedule  the tool's schedule
    stages    operations in each stage of the kernel, by kind
    inputs    hash of the tool's inputs
    tool      name and version
    """

    ring: Ring
    root: Path
    schedule: Schedule
    stages: list[dict[str, int]]
    inputs: str
    tool: str

    @property
    def design(self) -> Block:
        """The core with these sources and their cycles."""
        compiled = self

        class Made(QuadHls):
            @property
            def rtl_root(self) -> Path:
                return compiled.root

            @property
            def plan(self) -> Plan:
                return Plan(compiled.ring, compiled.schedule)

        return Block(replace(CORE, architecture=Made), self.ring, {})

    @property
    def texts(self) -> dict[str, str]:
        core = self.root / "core"
        return {name: (core / f"{TOP}_{name}.sv").read_text(encoding="utf-8") for name in GENERATED}


@dataclass(frozen=True)
class Traced:
    """The graphs of kernel and finish for a ring, and their texts for the tool."""

    ring: Ring
    graphs: Mapping[str, Graph]
    texts: Mapping[str, str]

    def inputs(self, version: str) -> str:
        """The hash of everything that CIRCT of this version gets."""
        return digest([*self.texts.values(), tool.BACKEND.read_bytes(), version])

    def by_hand(self, schedule: Schedule) -> dict[str, str]:
        """The generated modules that the tool has no part in: constants and wires of the shell."""
        return {"pkg": _package(self.ring, self.graphs["kernel"], schedule), "wires": _wires(self.graphs)}


def traced(of: Ring, latencies: Mapping[str, int] | None = None) -> Traced:
    """The description for a ring, with latencies of operator types other than those of `LATENCIES`.

    Raises TwiddleError for an unsupported ring, an unknown operator type, and an impossible latency.
    """
    used = {**LATENCIES, **(latencies or {})}
    for name, cycles in used.items():
        if name not in LATENCIES:
            raise TwiddleError(f"hls: operator type {name!r}: unknown; the types are {', '.join(LATENCIES)}")
        if not 0 <= cycles <= 4 or (name == "mul" and cycles == 0):
            least = 1 if name == "mul" else 0
            raise TwiddleError(f"hls: latency of {name} = {cycles}: not from {least} to 4")
    if (why := hls_sources.unfit(of)) is not None:
        raise TwiddleError(f"core {CORE.name}: {why}")
    graphs = dict(zip(("kernel", "finish"), trace(of), strict=True))
    texts = {name: mlir.module(graph, f"{TOP}_{name}", used, of.bits + 1) for name, graph in graphs.items()}
    return Traced(of, graphs, texts)


def compile_quad(of: Ring, latencies: Mapping[str, int] | None = None) -> Compiled:
    """Compile the 2x2-butterfly engine for a ring, or return the cached result.

    Raises TwiddleError as `traced`, and for a missing tool.
    """
    chosen = tool.find()
    source = traced(of, latencies)
    inputs = source.inputs(chosen.version)

    def fill(target: Path) -> None:
        documents = {name: chosen.schedule(text) for name, text in source.texts.items()}
        reads = documents["kernel"]["reads"]
        banks = {reads[f"bank{bank}"] for bank in range(4)}
        if len(banks) != 1:
            raise TwiddleError(f"hls: the banks are read in different stages, {sorted(banks)}")
        schedule = Schedule(documents["kernel"]["latency"], documents["finish"]["latency"], banks.pop(), reads["beat"])
        verilog = {name: HEADER + document["verilog"] for name, document in documents.items()}
        hls_sources.write_tree(target, {**verilog, **source.by_hand(schedule)})
        document = {"schedule": asdict(schedule), "stages": documents["kernel"]["stages"]}
        (target / "schedule.json").write_text(json.dumps(document), encoding="utf-8")

    own = [Path(__file__).read_bytes(), template.source("hls_package.sv"), template.source("hls_wires.sv")]
    target = Artifact("hls", [inputs.encode(), *own, *hls_sources.contents()], fill, Path).get()
    document = json.loads((target / "schedule.json").read_text(encoding="utf-8"))
    schedule = Schedule(**document["schedule"])
    return Compiled(of, target, schedule, document["stages"], inputs, f"circt {chosen.version}")


HEADER = """\
// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
// Generated by twiddle.tools.hls.compile.
"""


def _package(ring: Ring, kernel: Graph, schedule: Schedule) -> str:
    """The constants of the shell."""
    quad = description().Quad(ring)
    kinds = description().KINDS
    plan = Plan(ring, schedule)
    widths = {value.data: value.width for value in kernel.values if value.kind == "read"}
    word = max(widths[f"bank{bank}"] for bank in range(4))
    factor = max(widths[f"factor{column}"] for column in range(4))
    lane = max(kernel.outputs[f"lane{lane}"].width for lane in range(4))
    gap_bits = max(1, max(plan.gaps.values(), default=1).bit_length())
    first, final = ("forward_one", "inverse_one") if quad.odd else ("forward", "inverse")
    constants = {
        "WIDTH": ring.bits, "WORD_BITS": quad.word_bits, "WORD_WIDTH": word, "FACTOR_WIDTH": factor,
        "LANE_WIDTH": lane, "LATENCY": schedule.latency, "FINISH_LATENCY": schedule.finish,
        "BANK_STAGE": schedule.bank, "BEAT_STAGE": schedule.beat, "READ_LATENCY": mlir.READ_LATENCY,
        "GAP_BITS": gap_bits,
    }  # fmt: skip
    named = {kind: kind for kind in ("load", "unload", "forward", "inverse", "product")}
    named |= {"first": first, "last": final}
    table = quad.factors()
    columns = []
    for column in range(4):
        packed = sum((row[column] % (1 << factor)) << (at * factor) for at, row in enumerate(table))
        columns.append(f"{len(table) * factor}'h{packed:x}")
    return HEADER + template.render(
        "hls_package.sv",
        top=TOP,
        ring=ring.parameter,
        constants=constants,
        last_place=len(quad.places) - 1,
        kinds={name: kinds.index(kind) for name, kind in named.items()},
        table_bits=len(table) * factor,
        columns=columns,
        segments=(*SEGMENTS, "drain"),
        gap_bits=gap_bits,
        gaps=sorted(plan.gaps.items()),
    )


def _wires(graphs: Mapping[str, Graph]) -> str:
    """A module that adapts the ports of kernel and finish to the shell."""
    kernel, finish = graphs["kernel"], graphs["finish"]
    inputs = {str(value.data): value.width for value in mlir.needed(kernel) if value.kind == "input"}
    reads = {str(value.data): value for value in mlir.needed(kernel) if value.kind == "read"}
    declarations, body = [], []
    kernel_ports, finish_ports = [".clk(clk_i)", ".en(en_i)"], [".clk(clk_i)", ".en(en_i)"]
    kernel_ports += [f".{name}({name}_i[{width - 1}:0])" for name, width in inputs.items()]
    for name, value in reads.items():
        address = value.arguments[0].width
        index = int(name[-1]) if name[-1].isdigit() else None
        outside = {"bank": "r_data_i", "factor": "factor_i"}.get(name[:-1], "beat_i")
        wire = outside if index is None else f"{outside}[{index}]"
        kernel_ports.append(f".{name}_data({wire}[{value.width - 1}:0])")
        declarations.append(f"logic [{address - 1}:0] {name}_address;")
        kernel_ports.append(f".{name}_address({name}_address)")
        if index is not None:
            target = {"bank": "r_addr_o", "factor": "factor_addr_o"}[name[:-1]]
            body.append(f"assign {target}[{index}] = $bits({target}[{index}])'({name}_address);")
    for name, value in kernel.outputs.items():
        declarations.append(f"logic [{value.width - 1}:0] {name};")
        kernel_ports.append(f".{name}({name})")
        index = int(name[-1])
        target = {"enable": "w_en_o", "address": "w_addr_o", "data": "w_data_o", "lane": "lanes_o"}[name[:-1]]
        signed = f"$signed({name})" if value.signed else name
        source = name if target == "w_en_o" else f"$bits({target}[{index}])'({signed})"
        body.append(f"assign {target}[{index}] = {source};")
    lanes = {str(value.data): value.width for value in mlir.needed(finish) if value.kind == "input"}
    for lane, (name, value) in enumerate(finish.outputs.items()):
        declarations.append(f"logic [{value.width - 1}:0] {name};")
        top = lanes[f"lane{lane}"] - 1
        finish_ports += [f".lane{lane}(lane{lane}[{top}:0])", f".{name}({name})"]
        body.append(f"assign result_o[{lane}*{TOP}_pkg::WIDTH+:{TOP}_pkg::WIDTH] = {name};")
    ports = {"kernel": kernel_ports, "finish": finish_ports}
    return HEADER + template.render("hls_wires.sv", top=TOP, declarations=declarations, body=body, ports=ports)


def main(names: Sequence[str]) -> None:
    """Write the modules of `hls/generated/` again; with names of rings or of their files, only these."""
    index = dict(hls_sources.index())
    for of in [ring(name) for name in names] or [Ring(name, *entry["ring"]) for name, entry in index.items()]:
        compiled = compile_quad(of)
        made = hls_sources.generated() / of.name
        made.mkdir(exist_ok=True)
        for name, text in compiled.texts.items():
            (made / f"{TOP}_{name}.sv").write_text(text, encoding="utf-8")
        index[of.name] = {
            "ring": hls_sources.numbers(of),
            "schedule": asdict(compiled.schedule),
            "tool": compiled.tool,
            "inputs": compiled.inputs,
            "outputs": digest(compiled.texts.values()),
        }
    places.write_atomically(hls_sources.generated() / "index.json", json.dumps(index, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
