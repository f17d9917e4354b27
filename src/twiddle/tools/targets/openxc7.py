# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""openXC7: the netlist of xc7, placed and routed on 7-series by nextpnr-xilinx."""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from twiddle.base.errors import TwiddleError
from twiddle.tools.synth.reports import CriticalPath, Step
from twiddle.tools.targets.base import Placed, Target
from twiddle.tools.targets.vendor import CLOCK_MHZ, Edam, Vendor, ps, report
from twiddle.tools.targets.xilinx import XC7

_LOGGED = re.compile(r"^Info: +(?:(\d+\.\d+) +\d+\.\d+ +)?(Source|Net|Sink|Setup) (\S+)", re.MULTILINE)
_PINS = {
    "csg324": ("E3", "C2", "D9", "H5"),
    "cpg236": ("W5", "U18", "V17", "U16"),
    "clg400": ("H16", "D19", "D20", "R14"),
    "sbg484": ("R4", "G4", "B22", "T14"),
}
"""Pins for clk, rst, si and so by package: those of Arty A7, Basys 3, PYNQ-Z1 and Nexys Video."""


def project(folder: Path, name: str, part: str, seed: int, sources: Sequence[Edam]) -> Edam:
    """Place and route of NAME_wrap.json. Writes the pins, links the chip database."""
    (folder / "pins.xdc").write_text(
        "".join(
            f"set_property LOC {pin} [get_ports {port}]\nset_property IOSTANDARD LVCMOS33 [get_ports {port}]\n"
            for port, pin in zip(("clk", "rst", "si", "so"), _PINS[package(part)], strict=True)
        )
    )
    (folder / "chipdb.bin").unlink(missing_ok=True)
    (folder / "chipdb.bin").symlink_to(chip_database(part))
    options = ["--freq", str(CLOCK_MHZ), "--seed", str(seed), "--timing-allow-fail"]
    return {
        "files": [
            {"name": f"../{name}_wrap.json", "file_type": "jsonNetlist"},
            {"name": "chipdb.bin", "file_type": "chipdb"},
            {"name": "pins.xdc", "file_type": "xdc"},
        ],
        "flow_options": {"tool": "nextpnr", "arch": "xilinx", "nextpnr_options": options},
    }


def package(part: str) -> str:
    """Package of a 7-series part with known pins (TwiddleError)."""
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
        "nextpnr-xilinx's bbaexport.py and bbasm create it"
    )


def read(folder: Path) -> Placed:
    """Figures of a nextpnr-xilinx run (ValueError)."""
    log = report(folder, "nextpnr.log")
    return Placed(fmax(log), path(log))


def fmax(log: str) -> float:
    """Clock rate in MHz after routing from nextpnr-xilinx's log, which also reports one after placement."""
    rates = re.findall(r"Max frequency for clock +'.*': (\d+\.\d+) MHz", log)
    if not rates:
        raise ValueError("nextpnr.log has no Max frequency")
    return float(rates[-1])


def path(log: str) -> CriticalPath | None:
    """The longest path of nextpnr-xilinx's log after routing, to a tenth of a ns; None if it has none."""
    report = log.rpartition("Critical path report for clock")[2]
    total = re.search(r"(\d+\.\d+) ns logic, (\d+\.\d+) ns routing", report)
    if total is None:
        return None
    steps: list[Step] = []
    routing, end = 0, ""
    for delay, what, name in _LOGGED.findall(report[: total.end()]):
        if what == "Net":
            routing = ps(delay)
        elif what == "Sink":
            steps.append(Step("routing", routing, steps[-1].end, name))
            end = name
        else:
            to = "setup" if what == "Setup" else name
            steps.append(Step("logic", ps(delay), end or "clock", to))
    logic, routed = ps(total[1]), ps(total[2])
    return CriticalPath(logic + routed, logic, routed, steps)


@dataclass(frozen=True)
class _Mapper(Target):
    """The mapping of xc7, in the harness with the pads and clock buffers that nextpnr-xilinx needs."""

    @property
    def harness(self) -> str:
        lines = [
            "read_rtlil elab.il",
            "read_verilog -sv wrap.v",
            "hierarchy -top measure_wrap",
            "synth_xilinx -family xc7 -flatten -top measure_wrap",
            "delete t:$scopeinfo",
            f"write_json {self.name}_wrap.json",
        ]
        return "\n".join(lines) + "\n"


TARGETS = (
    Vendor(
        7,
        "openxc7",
        "openXC7: the netlist of xc7, placed and routed on 7-series",
        "xc7a100tcsg324-1",
        ("nextpnr-xilinx",),
        "openXC7",
        ("--version", r".*nextpnr-xilinx.*"),
        ("edalize.flows.generic", "Generic"),
        True,
        project,
        read,
        package,
        _Mapper(**{**vars(XC7), "name": "openxc7", "timing": {}}),
        chip_database,
    ),
)
