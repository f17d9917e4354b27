# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""AMD Vivado: its own synthesis, placed and routed."""

import re
from collections.abc import Sequence
from pathlib import Path

from twiddle.tools.synth.reports import CriticalPath, Step
from twiddle.tools.targets import vendor
from twiddle.tools.targets.base import Cells, Placed
from twiddle.tools.targets.vendor import INSTANCE, PERIOD_NS, Edam, Vendor

_ARC = re.compile(r"(?P<cell>\w+) \((?P<how>[^)]*)\)\s+(?P<delay>-?\d+\.\d+)\s+-?\d+\.\d+\s+(?:[rf]\s+)?(?P<name>\S+)")


def project(folder: Path, name: str, part: str, seed: int, sources: Sequence[Edam]) -> Edam:
    """Synthesis to bitstream, with reports after routing; Vivado chooses the pins. Writes its files."""
    (folder / "clock.xdc").write_text(f"create_clock -name clk -period {PERIOD_NS} [get_ports clk]\n")
    (folder / "settings.tcl").write_text(
        f"set_property STEPS.ROUTE_DESIGN.TCL.POST {{{folder}/tcl}} [get_runs impl_1]\n"
        f"set_property STEPS.WRITE_BITSTREAM.TCL.PRE {{{folder}/pins.tcl}} [get_runs impl_1]\n"
    )
    (folder / "tcl").write_text(
        f"report_utilization -hierarchical -file {{{folder}/cells.rpt}}\n"
        f"report_timing_summary -max_paths 1 -file {{{folder}/timing.rpt}}\n"
    )
    (folder / "pins.tcl").write_text(
        "".join(f"set_property SEVERITY Warning [get_drc_checks {rule}]\n" for rule in ("NSTD-1", "UCIO-1"))
    )
    constraints = {"name": "clock.xdc", "file_type": "xdc"}
    script = {"name": "settings.tcl", "file_type": "tclSource"}
    defined = {"SYNTHESIS": {"datatype": "int", "default": 1, "paramtype": "vlogdefine"}}
    options = {"flow_options": {"part": part}, "parameters": defined}
    return {"files": [*sources, constraints, script], **options}


def read(folder: Path) -> Placed:
    """Figures of a Vivado run (ValueError)."""
    timing = vendor.report(folder, "timing.rpt")
    return Placed(vendor.fmax_mhz(slack(timing)), path(timing), cells(vendor.report(folder, "cells.rpt")))


def cells(text: str, instance: str = INSTANCE) -> Cells:
    """Cells of an instance from Vivado's `report_utilization -hierarchical`.

    `lut` is as Vivado counts it: logic (`lut_logic`), memory (`lutram`) and shift registers (`srl`), two that
    share a LUT6 once; `bram36` = RAMB36 + RAMB18 / 2.
    """
    row = vendor.row(text, "|", "Instance", instance, lambda name: name)
    ramb36, ramb18 = vendor.count(row, "RAMB36"), vendor.count(row, "RAMB18")
    return Cells(
        lut=vendor.count(row, "Total LUTs"),
        ff=vendor.count(row, "FFs"),
        dsp=vendor.count(row, "DSP Blocks", "DSP48 Blocks", "DSP Slices"),
        bram36=ramb36 + ramb18 / 2,
        lut_logic=vendor.count(row, "Logic LUTs"),
        lutram=vendor.count(row, "LUTRAMs"),
        srl=vendor.count(row, "SRLs"),
        ramb18=ramb18,
        ramb36=ramb36,
    )


def slack(text: str) -> float:
    """Worst setup slack in ns of Vivado's `report_timing_summary`."""
    summary = re.search(r"^ *WNS\(ns\).*\n[ -]+\n +(-?\d+\.\d+) ", text, re.MULTILINE)
    if summary is None:
        raise ValueError("timing.rpt has no WNS below Design Timing Summary")
    return float(summary[1])


def path(text: str) -> CriticalPath | None:
    """The path with the least setup slack of `report_timing_summary`, without setup; None if there is none.

    Nets without delay, as in a carry chain, are left out of its steps.
    """
    path = text.partition("Max Delay Paths")[2]
    total = re.search(r"Data Path Delay: +(\S+)ns +\(logic (\S+)ns .*route (\S+)ns", path)
    end = re.search(r"Destination: +(\S+)", path)
    table = re.split(r"^ +-{20,} +-+\n", path, maxsplit=3, flags=re.MULTILINE)
    if total is None or end is None or len(table) != 4:
        return None
    arcs = list(_ARC.finditer(table[2]))
    steps: list[Step] = []
    for index, arc in enumerate(arcs):
        delay = vendor.ps(arc["delay"])
        if arc["cell"] == "net":
            after = arcs[index + 1] if index + 1 < len(arcs) else None
            sink = _pin(after, 2) if after else _plain(end[1])
            if delay and steps:
                steps.append(Step("routing", delay, steps[-1].end, sink))
        else:
            start = _pin(arc, 2) if steps else "clock"
            steps.append(Step("logic", delay, start, _pin(arc, 1)))
    return CriticalPath(vendor.ps(total[1]), vendor.ps(total[2]), vendor.ps(total[3]), steps)


def _plain(pin: str) -> str:
    """A pin by its full name, `dut/u_top/sum_reg[3]/D`, as `u_top/sum_reg[3].D`."""
    cell, _, port = pin.removeprefix(f"{INSTANCE}/").rpartition("/")
    return f"{cell}.{port}" if cell else port


def _pin(arc: re.Match[str], last: int) -> str:
    """The pin where a delay through a cell ends (last = 1) or starts (2), after its primitive."""
    cell = _plain(arc["name"]).rpartition(".")[0]
    return f"{arc['cell']} {cell}.{arc['how'].split('_')[-last]}"


TARGETS = (
    Vendor(
        5,
        "vivado",
        "AMD Vivado: its own synthesis, placed and routed",
        "xc7a100tcsg324-1",
        ("vivado",),
        "AMD Vivado",
        ("-version", r"vivado v.*"),
        ("edalize.flows.vivado", "Vivado"),
        False,
        project,
        read,
    ),
)
