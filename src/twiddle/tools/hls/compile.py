# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Compiles the description to a folder of Verilog that is simulated and synthesised like any other core."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from twiddle.base import manifest
from twiddle.base.builds import cached, digest
from twiddle.base.errors import TwiddleError
from twiddle.base.rings import Ring
from twiddle.model.hls_plan import SEGMENTS, Plan, Schedule
from twiddle.model.hls_quad import description, folder, trace
from twiddle.model.hls_trace import Graph
from twiddle.tools.hls import mlir, tool

TOP = "twd_quad_hls"

LATENCIES: Mapping[str, int] = {"add": 1, "short": 0, "mul": 1, "choose": 0, "logic": 0}
"""Default latencies of the operator types in `twiddle.tools.hls.mlir.OPERATORS`."""

_DEPENDS = tuple(
    f"twd_{name}" for name in ("ring_pkg", "op_pkg", "operation", "operand_check", "result", "ram_1r1w", "rom")
)


@dataclass(frozen=True)
class Compiled:
    """A compiled core.

    root      folder with the sources and their own manifest, for `twiddle.tools.sim` and `twiddle.tools.synth`
    schedule  the tool's schedule
    stages    operations in each stage of the kernel, by kind
    tool      name and version
    """

    root: Path
    schedule: Schedule
    stages: list[dict[str, int]]
    tool: str


def compile_quad(ring: Ring, latencies: Mapping[str, int] | None = None) -> Compiled:
    """Compile the 2x2-butterfly engine for a ring, or return the cached result.

    `latencies` overrides latencies of operator types (see `LATENCIES`). Raises TwiddleError for an
    unsupported ring, an unknown operator type, an impossible latency, and a missing tool.
    """
    used = {**LATENCIES, **(latencies or {})}
    for name, cycles in used.items():
        if name not in LATENCIES:
            raise TwiddleError(f"hls: operator type {name!r}: unknown; the types are {', '.join(LATENCIES)}")
        if not 0 <= cycles <= 4 or (name == "mul" and cycles == 0):
            least = 1 if name == "mul" else 0
            raise TwiddleError(f"hls: latency of {name} = {cycles}: not from {least} to 4")
    chosen = tool.find()
    here = Path(__file__).resolve().parent
    shell = sorted(folder().glob("*.sv"))
    files = [*sorted(here.glob("*.py")), folder() / "quad.py", *shell]
    root = manifest.rtl_root()
    borrowed = list(dict.fromkeys(module for name in _DEPENDS for module in manifest.closure(name, root)))
    sources = [root / file for module in borrowed for file in module.files]
    headers = manifest.headers([*sources, *shell], manifest.include_dirs(root))
    contents = [path.read_bytes() for path in [*files, *sources, *headers]]
    key = digest([*contents, ring.name, ring.parameter, json.dumps(used, sort_keys=True), chosen.version])

    def fill(target: Path) -> None:
        graphs = dict(zip(("kernel", "finish"), trace(ring), strict=True))
        documents = {
            name: chosen.schedule(mlir.module(graph, f"{TOP}_{name}", used, ring.bits + 1))
            for name, graph in graphs.items()
        }
        reads = documents["kernel"]["reads"]
        banks = {reads[f"bank{bank}"] for bank in range(4)}
        if len(banks) != 1:
            raise TwiddleError(f"hls: the banks are read in different stages, {sorted(banks)}")
        schedule = Schedule(documents["kernel"]["latency"], documents["finish"]["latency"], banks.pop(), reads["beat"])
        for path in [*sources, *headers]:
            (target / path.relative_to(root)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target / path.relative_to(root))
        made = target / "core"
        made.mkdir()
        for path in shell:
            shutil.copy(path, made)
        for name, document in documents.items():
            (made / f"{TOP}_{name}.sv").write_text(document["verilog"], encoding="utf-8")
        (made / f"{TOP}_pkg.sv").write_text(_package(ring, graphs["kernel"], schedule), encoding="utf-8")
        (made / f"{TOP}_wires.sv").write_text(_wires(graphs), encoding="utf-8")
        names = {TOP: [f"{TOP}_loops", f"{TOP}_pkg", f"{TOP}_wires", *_DEPENDS],
                 f"{TOP}_pkg": ["twd_ring_pkg"],
                 f"{TOP}_loops": [f"{TOP}_pkg", "twd_op_pkg"],
                 f"{TOP}_wires": [f"{TOP}_kernel", f"{TOP}_finish", f"{TOP}_pkg"],
                 f"{TOP}_kernel": [], f"{TOP}_finish": []}  # fmt: skip
        lines = [f'[tops]\ncores = ["{TOP}"]\n']
        lines += [_entry(module.name, module.files, module.depends) for module in borrowed]
        lines += [_entry(name, [f"core/{name}.sv"], depends) for name, depends in names.items()]
        (target / "manifest.toml").write_text("\n".join(lines), encoding="utf-8")
        document = {"schedule": asdict(schedule), "stages": documents["kernel"]["stages"]}
        (target / "schedule.json").write_text(json.dumps(document), encoding="utf-8")

    target = cached("hls", key, fill)
    document = json.loads((target / "schedule.json").read_text(encoding="utf-8"))
    return Compiled(target, Schedule(**document["schedule"]), document["stages"], f"circt {chosen.version}")


def _entry(name: str, files: Sequence[str], depends: Sequence[str]) -> str:
    return f"[modules.{name}]\nfiles = {json.dumps(files)}\ndepends = {json.dumps(depends)}\n"


_HEADER = "// Generated by twiddle.tools.hls.compile.\n"


def _package(ring: Ring, kernel: Graph, schedule: Schedule) -> str:
    """The constants of the shell."""
    quad = description().Quad(ring)
    kinds = description().KINDS
    plan = Plan(ring, schedule)
    widths = {value.data: value.width for value in kernel.values if value.kind == "read"}
    word = max(widths[f"bank{bank}"] for bank in range(4))
    factor = max(widths[f"factor{column}"] for column in range(4))
    lane = max(kernel.outputs[f"lane{lane}"].width for lane in range(4))
    last = len(quad.places) - 1
    gap_bits = max(1, max(plan.gaps.values(), default=1).bit_length())
    first, final = ("forward_one", "inverse_one") if quad.odd else ("forward", "inverse")
    constants = {
        "WIDTH": ring.bits, "WORD_BITS": quad.word_bits, "WORD_WIDTH": word, "FACTOR_WIDTH": factor,
        "LANE_WIDTH": lane, "LATENCY": schedule.latency, "FINISH_LATENCY": schedule.finish,
        "BANK_STAGE": schedule.bank, "BEAT_STAGE": schedule.beat, "READ_LATENCY": mlir.READ_LATENCY,
        "GAP_BITS": gap_bits,
    }  # fmt: skip
    codes = {
        "LAST_PLACE": last, "KIND_LOAD": kinds.index("load"), "KIND_UNLOAD": kinds.index("unload"),
        "KIND_FORWARD": kinds.index("forward"), "KIND_INVERSE": kinds.index("inverse"),
        "KIND_PRODUCT": kinds.index("product"),
        "KIND_FIRST": kinds.index(first), "KIND_LAST": kinds.index(final),
    }  # fmt: skip
    table = quad.factors()
    columns = []
    for column in range(4):
        packed = sum((row[column] % (1 << factor)) << (at * factor) for at, row in enumerate(table))
        columns.append(f"{len(table) * factor}'h{packed:x}")
    segments = ", ".join(f"SEGMENT_{each.upper()}" for each in (*SEGMENTS, "drain"))
    cases = [
        f"      {{{TOP}_pkg::SEGMENT_{segment.upper()}, 3'd{place}}}: gap_before = {gap_bits}'d{gap};"
        for (segment, place), gap in sorted(plan.gaps.items())
        if gap
    ]
    return "\n".join(
        [
            _HEADER + f"package {TOP}_pkg;",
            f"  localparam logic [127:0] RING = {ring.parameter};",
            *(f"  localparam int unsigned {name} = {value};" for name, value in constants.items()),
            *(f"  localparam logic [2:0] {name} = 3'd{value};" for name, value in codes.items()),
            f"  localparam int unsigned TABLE_BITS = {len(table) * factor};",
            *(f"  localparam logic [TABLE_BITS-1:0] FACTORS_{k} = {text};" for k, text in enumerate(columns)),
            f"  typedef enum logic [2:0] {{{segments}}} segment_e;",
            f"  function automatic logic [{gap_bits - 1}:0] gap_before(",
            "    input segment_e segment, input logic [2:0] place);",
            "    case ({segment, place})",
            *cases,
            f"      default: gap_before = {gap_bits}'d0;",
            "    endcase",
            "  endfunction",
            "endpackage",
            "",
        ]
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
    used = "kind_i, place_i, region_i, word_i, half_i, beat_i, beat_address, r_data_i, factor_i"
    return f"""{_HEADER}module {TOP}_wires (
  input  logic                             clk_i,
  input  logic                             en_i,
  input  logic [                  2:0]     kind_i,
  input  logic [                  2:0]     place_i,
  input  logic [                  0:0]     region_i,
  input  logic [        {TOP}_pkg::WORD_BITS-1:0]     word_i,
  input  logic [                  0:0]     half_i,
  input  logic [          4*{TOP}_pkg::WIDTH-1:0]     beat_i,
  output logic [3:0][       {TOP}_pkg::WORD_BITS:0]   r_addr_o,
  input  logic [3:0][  {TOP}_pkg::WORD_WIDTH-1:0]     r_data_i,
  output logic [3:0][     {TOP}_pkg::WORD_BITS+1:0]   factor_addr_o,
  input  logic [3:0][{TOP}_pkg::FACTOR_WIDTH-1:0]     factor_i,
  output logic [3:0]                       w_en_o,
  output logic [3:0][       {TOP}_pkg::WORD_BITS:0]   w_addr_o,
  output logic [3:0][  {TOP}_pkg::WORD_WIDTH-1:0]     w_data_o,
  output logic [3:0][  {TOP}_pkg::LANE_WIDTH-1:0]     lanes_o,
  output logic [          4*{TOP}_pkg::WIDTH-1:0]     result_o
);
  {chr(10).join("  " + line for line in declarations).strip()}
  {chr(10).join("  " + line for line in body).strip()}
  {TOP}_kernel u_kernel (
    {f",{chr(10)}    ".join(kernel_ports)}
  );
  {TOP}_finish u_finish (
    {f",{chr(10)}    ".join(finish_ports)}
  );
  logic unused;
  assign unused = ^{{{used}}};
endmodule
"""
