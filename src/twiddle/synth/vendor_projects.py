# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What Edalize builds for each vendor's tool, and where its reports lie.

A project is made in a folder of its own below the scratch folder of the measurement, in which its sources,
`dut_top.sv` and the harness `wrap.v` are.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from twiddle.errors import TwiddleError
from twiddle.synth import vendor_reports as reports
from twiddle.synth.vendor_reports import Placed

if TYPE_CHECKING:
    from twiddle.synth.tools import ToolRunner

Edam = dict[str, Any]
"""Edalize's description of a project."""

CLOCK_MHZ = 300
"""The clock rate that is asked for, as of the open targets: above what any core reaches."""

PERIOD_NS = 3.333

_ENUM = re.compile(r"\bparameter\s+(\w+::\w+_e)\s+(\w+)\s*=")

_FAMILIES = {
    "EP4CE": "Cyclone IV E",
    "EP4CGX": "Cyclone IV GX",
    "5C": "Cyclone V",
    "10CL": "Cyclone 10 LP",
    "10CX": "Cyclone 10 GX",
    "10M": "MAX 10",
    "5A": "Arria V",
    "10A": "Arria 10",
    "5S": "Stratix V",
    "1S": "Stratix 10",
    "AG": "Agilex 7",
    "A5": "Agilex 5",
}
"""Families of Quartus by what their parts start with."""

_PINS = {
    "csg324": ("E3", "C2", "D9", "H5"),
    "cpg236": ("W5", "U18", "V17", "U16"),
    "clg400": ("H16", "D19", "D20", "R14"),
    "sbg484": ("R4", "G4", "B22", "T14"),
}
"""Pins for clk, rst, si and so by package: those of Arty A7, Basys 3, PYNQ-Z1 and Nexys Video."""


def instance(
    top: str, sources: Sequence[Path], parameters: Mapping[str, str], ports: Mapping[str, Mapping[str, Any]]
) -> str:
    """SystemVerilog of `dut_top`: the module `top` with its parameters, behind the same ports.

    `parameters` as Yosys' chparam takes them, `ports` in the form of its write_json. A literal is cast where
    the parameter has an enum type (`package::name_e`, in the file of the same name as `top`).
    """
    text = "".join(path.read_text() for path in sources if path.stem == top)
    types = {name: kind for kind, name in _ENUM.findall(text)}
    values = {key: f"{types[key]}'({value})" if key in types else value for key, value in parameters.items()}
    declared = ",\n  ".join(
        f"{port['direction']} wire {_range(len(port['bits']))}{name}" for name, port in ports.items()
    )
    setting = ", ".join(f".{key}({value})" for key, value in values.items())
    wired = ", ".join(f".{name}({name})" for name in ports)
    return f"""// generated: {top} with its parameters, kept apart from the harness
(* keep_hierarchy = "yes" *)
module dut_top (
  {declared}
);
  {top} #({setting}) u_top ({wired});
endmodule
"""


def _range(width: int) -> str:
    return f"[{width - 1}:0] " if width > 1 else ""


def files(source_names: Sequence[str], include_dirs: Mapping[str, Path]) -> list[Edam]:
    """The files that a vendor's synthesis reads: headers, sources in order, `dut_top` and the harness.

    Names are relative to a folder below the scratch folder; `include_dirs` by their names in that.
    """
    kind = "systemVerilogSource"
    headers = [
        {"name": f"../{name}/{path.name}", "file_type": kind, "is_include_file": True}
        for name, folder in include_dirs.items()
        for path in sorted(folder.iterdir())
        if path.suffix in (".svh", ".vh")
    ]
    names = [*source_names, "dut_top.sv", "wrap.v"]
    return [*headers, *({"name": f"../{name}", "file_type": kind} for name in names)]


def vivado(folder: Path, name: str, part: str, seed: int, sources: Sequence[Edam]) -> Edam:
    """Synthesis to bitstream, with reports after routing; pins lie where Vivado likes. Writes its files."""
    (folder / "clock.xdc").write_text(f"create_clock -name clk -period {PERIOD_NS} [get_ports clk]\n")
    (folder / "settings.tcl").write_text(
        f"set_property STEPS.ROUTE_DESIGN.TCL.POST {{{folder}/reports.tcl}} [get_runs impl_1]\n"
        f"set_property STEPS.WRITE_BITSTREAM.TCL.PRE {{{folder}/pins.tcl}} [get_runs impl_1]\n"
    )
    (folder / "reports.tcl").write_text(
        f"report_utilization -hierarchical -file {{{folder}/cells.rpt}}\n"
        f"report_timing_summary -max_paths 1 -file {{{folder}/timing.rpt}}\n"
    )
    (folder / "pins.tcl").write_text(
        "".join(f"set_property SEVERITY Warning [get_drc_checks {rule}]\n" for rule in ("NSTD-1", "UCIO-1"))
    )
    own = [
        {"name": "clock.xdc", "file_type": "xdc"},
        {"name": "settings.tcl", "file_type": "tclSource"},
    ]
    return _synthesized([*sources, *own], {"flow_options": {"part": part}})


LOOP_LIMIT = 65536
"""Turns of a loop of constant bounds that Quartus allows, 5000 by default; a table takes one an entry."""


def quartus(folder: Path, name: str, part: str, seed: int, sources: Sequence[Edam]) -> Edam:
    """Synthesis to timing analysis; pins lie where Quartus likes. Writes its constraints."""
    (folder / "clock.sdc").write_text(
        f"create_clock -name clk -period {PERIOD_NS} [get_ports clk]\nderive_clock_uncertainty\n"
    )
    settings = {"SEED": seed, "VERILOG_CONSTANT_LOOP_LIMIT": LOOP_LIMIT}
    (folder / "settings.tcl").write_text(
        "".join(f"set_global_assignment -name {key} {value}\n" for key, value in settings.items())
    )
    own = [
        {"name": "clock.sdc", "file_type": "SDC"},
        {"name": "settings.tcl", "file_type": "tclSource"},
    ]
    options = {"quartus": {"family": family(part), "device": part}}
    return _synthesized([*sources, *own], {"tool_options": options})


def _synthesized(files: Sequence[Edam], options: Edam) -> Edam:
    synthesis = {"datatype": "int", "default": 1, "paramtype": "vlogdefine"}
    return {
        "name": "twiddle",
        "toplevel": "measure_wrap",
        "files": list(files),
        "parameters": {"SYNTHESIS": synthesis},
        **options,
    }


def openxc7(folder: Path, name: str, part: str, seed: int, sources: Sequence[Edam]) -> Edam:
    """Place and route of NAME_wrap.json (see `map_harness`). Writes the pins, links the chip database."""
    (folder / "pins.xdc").write_text(
        "".join(
            f"set_property LOC {pin} [get_ports {port}]\n"
            f"set_property IOSTANDARD LVCMOS33 [get_ports {port}]\n"
            for port, pin in zip(("clk", "rst", "si", "so"), _PINS[package(part)], strict=True)
        )
    )
    (folder / "chipdb.bin").unlink(missing_ok=True)
    (folder / "chipdb.bin").symlink_to(chip_database(part))
    options = ["--freq", str(CLOCK_MHZ), "--seed", str(seed), "--timing-allow-fail"]
    return {
        "name": "twiddle",
        "toplevel": "measure_wrap",
        "files": [
            {"name": f"../{name}_wrap.json", "file_type": "jsonNetlist"},
            {"name": "chipdb.bin", "file_type": "chipdb"},
            {"name": "pins.xdc", "file_type": "xdc"},
        ],
        "flow_options": {"tool": "nextpnr", "arch": "xilinx", "nextpnr_options": options},
    }


def family(part: str) -> str:
    """Family of a part of Altera's (TwiddleError)."""
    for start in sorted(_FAMILIES, key=len, reverse=True):
        if part.upper().startswith(start):
            return _FAMILIES[start]
    raise TwiddleError(f"target quartus: part {part}: of no known family: {', '.join(_FAMILIES.values())}")


def package(part: str) -> str:
    """Package of a 7-series part, whose pins are known (TwiddleError)."""
    for package in _PINS:
        if package in part:
            return package
    raise TwiddleError(f"target openxc7: part {part}: not in one of the packages {', '.join(_PINS)}")


def chip_database(part: str) -> Path:
    """openXC7's description of a part, in the folder CHIPDB (TwiddleError)."""
    folder = os.environ.get("CHIPDB", "")
    for name in (part, part.rpartition("-")[0]):
        path = Path(folder).expanduser().resolve() / f"{name}.bin"
        if folder and name and path.is_file():
            return path
    raise TwiddleError(
        f"target openxc7: no {part}.bin in the folder CHIPDB ({folder or 'which is not set'}); "
        "nextpnr-xilinx's bbaexport.py and bbasm make it"
    )


def read_vivado(folder: Path) -> Placed:
    """Figures of a Vivado run (ValueError)."""
    timing = _report(folder, "timing.rpt")
    return Placed(
        reports.fmax_mhz(PERIOD_NS, reports.vivado_slack(timing)),
        reports.vivado_path(timing),
        reports.vivado_cells(_report(folder, "cells.rpt")),
    )


def read_quartus(folder: Path) -> Placed:
    """Figures of a Quartus run, whose reports tell no path in full (ValueError)."""
    return Placed(
        reports.fmax_mhz(PERIOD_NS, reports.quartus_slack(_report(folder, "*.sta.summary"))),
        None,
        reports.quartus_cells(_report(folder, "*.fit.rpt")),
    )


def read_openxc7(folder: Path) -> Placed:
    """Figures of a nextpnr-xilinx run (ValueError)."""
    log = _report(folder, "nextpnr.log")
    return Placed(reports.nextpnr_fmax(log), reports.nextpnr_path(log))


def _report(folder: Path, pattern: str) -> str:
    found = sorted(folder.rglob(pattern))
    if not found:
        raise ValueError(f"no report {pattern}")
    return found[0].read_text(encoding="utf-8", errors="replace")


def map_harness(runner: ToolRunner, name: str) -> None:
    """Map the design in its harness for openXC7, with the pads and clock buffers that its nextpnr wants."""
    lines = [
        "read_rtlil elab.il",
        "read_verilog -sv wrap.v",
        "hierarchy -top measure_wrap",
        "synth_xilinx -family xc7 -flatten -top measure_wrap",
        "delete t:$scopeinfo",
        f"write_json {name}_wrap.json",
    ]
    runner.yosys(f"{name}: map in the harness", f"{name}_wrap", "\n".join(lines) + "\n")
