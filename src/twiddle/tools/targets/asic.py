# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The target `asic`: standard cells of the user's own library, area in gate equivalents.

Yosys maps the design; ABC selects, buffers and sizes the gates. Written memories of more than SMALL bits stay
whole: they are in the list of memories, not in the area. Smaller ones become flip-flops; tables become gates, but
those of the core rns ROM macros, which are in the list too.
OpenSTA reports the longest path if `sta` is on the PATH, and the energy of a multiplier or butterfly
(`twiddle.tools.energy`); otherwise ABC the path, without clock-to-output and setup of the flip-flops. Wires have
no delay. A path begins at a flip-flop, an input or a read port, and ends at a flip-flop, an output or an input of a
memory; reset and clock are ideal.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from twiddle.base.errors import TwiddleError
from twiddle.base.sources import Sources
from twiddle.catalog import designs, units
from twiddle.catalog.block import Block
from twiddle.catalog.cores.base import TABLES
from twiddle.tools import energy
from twiddle.tools.synth import reports
from twiddle.tools.synth.liberty import Library
from twiddle.tools.synth.reports import clean_cell
from twiddle.tools.synth.tools import ToolRunner
from twiddle.tools.targets import vendor
from twiddle.tools.targets.base import Cells, Jobs, Run

NAME = "asic"

SMALL = 256
"""Most bits of a memory that becomes flip-flops; memory compilers start above."""

WIDEST = 1 << 14
"""Most input bits of a shifter: mapping one of 49152 bits needs more than 20 GB in Yosys."""

ROMS = "rns"
"""The core whose constant tables are ROM macros."""

CELLS = ("kge", "kge_ff", "kge_comb", "ff", "gates", "memories", "memory_bits")
"""Kinds of cells: area, its shares of flip-flops and gates, their numbers, memories and their bits."""

LIBRARY = "library.lib"

_CLOCK_NS = 10.0
_LOAD = 10.0
_COARSE = """\
read_rtlil elab.il
hierarchy -top dut_top
setattr -unset init w:*
synth -top dut_top -run begin:fine
write_json -noscopeinfo asic_memories.json
write_rtlil asic_memories.il
"""
_LINK = f"""\
set_cmd_units -time ns
read_liberty {LIBRARY}
read_verilog NETLIST
link_design dut_top
create_clock -name clk -period {_CLOCK_NS:g} [get_ports clk_i]
foreach port [all_inputs] {{ catch {{ set_input_delay 0 -clock clk $port }} }}
foreach port [all_outputs] {{ catch {{ set_output_delay 0 -clock clk $port }} }}
catch {{ set_false_path -from [get_ports rst_ni] }}
"""
_POWER = """\
rename -hide */c:*
rename -enumerate -pattern twd_% */c:*
write_json -noscopeinfo asic_power.json
write_verilog -noexpr -noattr asic_power.v
"""
_STA = """\
report_checks -path_delay max -digits 4
exit
"""


@dataclass(frozen=True)
class Asic:
    """The target with its library.

    sta  OpenSTA reports the timing
    q    modulus of the unit whose energy it reports; 0: no unit
    """

    library: Library
    sta: bool
    q: int = 0
    name: str = NAME

    def submit(self, run: Run) -> Jobs:
        return Jobs(run.pool.submit(measure, run.runner, self), {})


class Memory(msgspec.Struct, frozen=True):
    """A memory that stays whole, a ROM without write ports; `clocked` if all of its read ports have a register."""

    name: str
    width: int
    depth: int
    read_ports: int
    write_ports: int
    clocked: bool
    bits: int


def opensta() -> str | None:
    """The version of the OpenSTA on the PATH; None where there is none."""
    try:
        printed = vendor.print_version("sta", "-version").stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return None
    return printed if re.fullmatch(r"\d+(\.\d+)+", printed) else None


def chosen(library: Library | None, module: Sources) -> Asic:
    """The target with a library, and with OpenSTA if it is on the PATH (TwiddleError: no library)."""
    if library is None:
        raise TwiddleError(f"target {NAME}: needs a library, from the liberty file of your cells")
    unit = any(kind.top == module.top and kind.family in ("multiplier", "butterfly") for kind in units.KINDS)
    return Asic(library, opensta() is not None, int(module.parameters["Q"]) if unit else 0)


def with_logic_tables(design: Block) -> Block:
    """The design with its constant tables in logic: the memories of an ASIC have no initial contents.

    Those of the core rns stay ROMs, which its method is about; as gates they would be shifters wider than WIDEST.
    """
    if TABLES not in design.kind.technology or design.core == ROMS:
        return design
    return designs.core(design.core, design.ring, **{**design.parameters, TABLES.name: 1})


def measure(runner: ToolRunner, target: Asic) -> dict[str, Any]:
    """Area, memories and the longest path of elab.il.

    Raises TwiddleError for a memory with initial contents, a table that becomes too wide a shifter, and a
    library without a necessary cell.
    """
    kept, log = map_cells(runner, target.library, roms=not target.q)
    counts = reports.cell_counts((runner.folder / "asic_stat.json").read_text())
    if target.sta:
        memories = _memory_cells(runner)
        (runner.folder / "asic_boxes.v").write_text(_boxes(memories, kept))
        (runner.folder / "asic_sta.tcl").write_text(_LINK.replace("NETLIST", "asic_timing.v") + _STA)
        runner.yosys(f"{target.name}: timing", "asic_timing", _timing(memories, kept) + _POWER * (target.q > 0))
        path = reports.opensta_path(runner.opensta(f"{target.name}: OpenSTA", "asic_sta"), _CLOCK_NS)
    else:
        path = reports.abc_path(log)
    bits = sum(memory.bits for memory in kept)
    return {
        "cells": Cells(cells(counts, target.library), memories=len(kept), memory_bits=bits),
        "fmax_mhz": None if path is None else round(1e6 / path.total_ps, 2),
        "fmax_by_seed": {},
        "critical_path": path,
        "timed_by": "OpenSTA" if target.sta else "ABC",
        "memories": kept,
        "library": target.library.used,
        "energy": _energy(runner, target) if target.sta and target.q else None,
    }


def _energy(runner: ToolRunner, target: Asic) -> energy.Energy:
    module = json.loads((runner.folder / "asic_power.json").read_text())["modules"]["dut_top"]
    (runner.folder / "asic_power.tcl").write_text(_LINK.replace("NETLIST", "asic_power.v") + energy.SCRIPT)
    report = runner.opensta(f"{target.name}: OpenSTA, energy", "asic_power")
    found = energy.Activity(module, target.library).run(target.q)
    return energy.of_report(report, module, found, _CLOCK_NS)


def map_cells(runner: ToolRunner, library: Library, roms: bool = True) -> tuple[list[Memory], str]:
    """Map elab.il to asic.il, where memories are still Yosys cells; count its cells in asic_stat.json.

    roms  tables that the RTL declares as ROMs stay whole

    Returns the memories that stay whole, and the output of Yosys.
    """
    (runner.folder / LIBRARY).write_bytes(library.text)
    (runner.folder / "asic.constr").write_text(f"set_driving_cell {library.drive.name}\nset_load {_LOAD:g}\n")
    runner.yosys(f"{NAME}: memories", "asic_memories", _COARSE)
    _refuse_wide_shifters(runner)
    found = _memory_cells(runner)
    memories = [_memory(runner, name, cell) for name, cell in found.items()]
    whole = [each for each in memories if each.write_ports or (roms and "rom_style" in found[each.name]["attributes"])]
    kept = [memory for memory in whole if memory.bits > SMALL]
    return kept, runner.yosys(f"{NAME}: map", "asic", _map(each.name for each in memories if each not in kept))


def _cells_of(runner: ToolRunner, kind: str) -> dict[str, Any]:
    module = json.loads((runner.folder / "asic_memories.json").read_text())["modules"]["dut_top"]
    return {name: cell for name, cell in sorted(module["cells"].items()) if cell["type"] == kind}


def _memory_cells(runner: ToolRunner) -> dict[str, Any]:
    """The memories of the design, each as one cell."""
    return _cells_of(runner, "$mem_v2")


def _refuse_wide_shifters(runner: ToolRunner) -> None:
    """A large table in logic that Yosys does not recognise (TwiddleError)."""
    for name, cell in _cells_of(runner, "$shiftx").items():
        if (bits := len(cell["connections"]["A"])) > WIDEST:
            raise TwiddleError(
                f"{runner.subject}: {NAME}: {clean_cell(name)}: a table of {bits} bits in logic, which Yosys "
                f"turns into a shifter; at most {WIDEST} are supported"
            )


def _memory(runner: ToolRunner, name: str, cell: Mapping[str, Any]) -> Memory:
    parameters = cell["parameters"]
    width, depth, reads, writes = (int(parameters[key], 2) for key in ("WIDTH", "SIZE", "RD_PORTS", "WR_PORTS"))
    if writes and set(parameters["INIT"]) != {"x"}:
        raise TwiddleError(
            f"{runner.subject}: {NAME}: memory {name} has initial contents, which an ASIC does not support"
        )
    return Memory(name, width, depth, reads, writes, "0" not in parameters["RD_CLK_ENABLE"], width * depth)


def _map(mapped: Iterable[str]) -> str:
    """The script that maps all but the memories that stay whole."""
    lines = [
        "read_rtlil asic_memories.il",
        *(f"memory_map dut_top/{name}" for name in mapped),
        "opt -fast -full",
        "opt -undriven -fine",
        "techmap",
        "opt -fast",
        f"dfflibmap -liberty {LIBRARY}",
        "opt",
        f"abc -liberty {LIBRARY} -constr asic.constr",
        "opt_clean",
        "delete t:$scopeinfo",
        "tee -q -o asic_stat.json stat -json",
        "write_rtlil asic.il",
    ]
    return "\n".join(lines) + "\n"


def cells(counts: Mapping[str, int], library: Library) -> Cells:
    """Area in kGE from the number of each cell, the shares of flip-flops and the rest, and their numbers."""
    totals = {True: [0, 0.0], False: [0, 0.0]}
    for name, count in counts.items():
        if (cell := library.cells.get(name)) is not None:
            totals[cell.stores][0] += count
            totals[cell.stores][1] += count * cell.area / library.nand2.area / 1000
    (ff, kge_ff), (gates, kge_gates) = totals[True], totals[False]
    return Cells(
        kge=round(kge_ff + kge_gates, 3),
        kge_ff=round(kge_ff, 3),
        kge_comb=round(kge_gates, 3),
        ff=int(ff),
        gates=int(gates),
    )


def _box(cell: Mapping[str, Any]) -> str:
    """Name of the empty module of a memory: equal ports, equal name."""
    return "_".join(["twd_asic_memory", *(str(len(bits)) for bits in cell["connections"].values())])


def _boxes(memories: Mapping[str, Any], kept: Sequence[Memory]) -> str:
    """The empty modules of all memories that stay whole, in Verilog; without clocks, which are no data."""
    modules = {}
    for memory in kept:
        cell = memories[memory.name]
        ports = ", ".join(
            f"{'output' if port == 'RD_DATA' else 'input'} [{len(bits) - 1}:0] {port}"
            for port, bits in cell["connections"].items()
            if port not in ("RD_CLK", "WR_CLK")
        )
        modules[_box(cell)] = f"module {_box(cell)}({ports});\nendmodule\n"
    return "".join(modules.values())


def _timing(memories: Mapping[str, Any], kept: Sequence[Memory]) -> str:
    """Script that turns the ports of memories into ports of the design, in the Verilog that OpenSTA reads."""
    lines = [
        "read_rtlil asic.il",
        f"read_liberty -lib -ignore_miss_func {LIBRARY}",
        "read_verilog asic_boxes.v",
        *(f"chtype -set {_box(memories[memory.name])} dut_top/{memory.name}" for memory in kept),
        "hierarchy -top dut_top",
        *["expose -evert dut_top/t:twd_asic_memory_*"] * bool(kept),
        "splitnets -ports",
        "opt_clean -purge",
        "rename -wire",
        "write_verilog -noexpr -noattr asic_timing.v",
    ]
    return "\n".join(lines) + "\n"
