# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Parsers of the reports of vendors' tools: cells of one instance, slack, longest path.

Every parser raises ValueError, saying what it misses, for a report of another form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from twiddle.synth.cells import Cells
from twiddle.synth.path import CriticalPath, Step

INSTANCE = "dut"
"""The design in its harness."""

_KBIT = {"M9Ks": 9, "M10Ks": 10, "M20Ks": 20, "M144Ks": 144}
"""Capacity of Altera's memory blocks in kbit, parity included."""

_ARC = re.compile(
    r"(?P<cell>\w+) \((?P<how>[^)]*)\)\s+(?P<delay>-?\d+\.\d+)\s+-?\d+\.\d+\s+(?:[rf]\s+)?(?P<name>\S+)"
)
_LOGGED = re.compile(r"^Info: +(?:(\d+\.\d+) +\d+\.\d+ +)?(Source|Net|Sink|Setup) (\S+)", re.MULTILINE)


class Placed(NamedTuple):
    """What one place and route came to; `cells` is None where they are counted elsewhere."""

    fmax_mhz: float
    path: CriticalPath | None
    cells: Cells | None = None


def fmax_mhz(period_ns: float, slack_ns: float) -> float:
    """Highest clock rate in MHz, two decimals, of a design with this setup slack, negative where missed."""
    return round(1000 / (period_ns - slack_ns), 2)


def vivado_cells(text: str, instance: str = INSTANCE) -> Cells:
    """Cells of an instance from Vivado's `report_utilization -hierarchical`.

    `lut` is as Vivado counts it: logic (`lut_logic`), memory (`lutram`) and shift registers (`srl`), two that
    share a LUT6 once; `bram36` = RAMB36 + RAMB18 / 2.
    """
    row = _row(text, "|", "Instance", instance, lambda name: name)
    ramb36, ramb18 = _count(row, "RAMB36"), _count(row, "RAMB18")
    return {
        "lut": _count(row, "Total LUTs"),
        "ff": _count(row, "FFs"),
        "dsp": _count(row, "DSP Blocks", "DSP48 Blocks", "DSP Slices"),
        "bram36": ramb36 + ramb18 / 2,
        "lut_logic": _count(row, "Logic LUTs"),
        "lutram": _count(row, "LUTRAMs"),
        "srl": _count(row, "SRLs"),
        "ramb18": ramb18,
        "ramb36": ramb36,
    }


def vivado_slack(text: str) -> float:
    """Worst setup slack in ns of Vivado's `report_timing_summary`."""
    found = re.search(r"^ *WNS\(ns\).*\n[ -]+\n +(-?\d+\.\d+) ", text, re.MULTILINE)
    if found is None:
        raise ValueError("timing.rpt has no WNS below Design Timing Summary")
    return float(found[1])


def vivado_path(text: str) -> CriticalPath | None:
    """The path with the least setup slack of `report_timing_summary`, without setup; None where it has none.

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
        delay = _ps(arc["delay"])
        if arc["cell"] == "net":
            after = arcs[index + 1] if index + 1 < len(arcs) else None
            sink = _pin(after, 2) if after else _plain(end[1])
            if delay and steps:
                steps.append({"kind": "routing", "delay_ps": delay, "from": steps[-1]["to"], "to": sink})
        else:
            start = _pin(arc, 2) if steps else "clock"
            steps.append({"kind": "logic", "delay_ps": delay, "from": start, "to": _pin(arc, 1)})
    return {
        "total_ps": _ps(total[1]),
        "logic_ps": _ps(total[2]),
        "routing_ps": _ps(total[3]),
        "steps": steps,
    }


def quartus_cells(text: str, instance: str = INSTANCE) -> Cells:
    """Cells of an instance from Quartus' fitter report, table Fitter Resource Utilization by Entity.

    `lut` = combinational ALUTs + two a memory ALM, or logic cells with a LUT where the family has no ALMs;
    `dsp` = DSP blocks, or pairs of 9-bit elements; `bram36` = kbit of the memory blocks / 36.
    """
    row = _row(text, ";", "Compilation Hierarchy Node", instance, lambda name: name.strip("|").split(":")[-1])
    own: Cells = {}
    if "Combinational ALUTs" in row:
        own = {
            "alut": _count(row, "Combinational ALUTs"),
            "alm": _number(row.get("ALMs needed [=A-B+C]", "0")),
        }
        lut = own["alut"] + round(2 * _number(row.get("ALMs used for memory", "0")))
    else:
        lut = _count(row, "LUT-Only LCs") + _count(row, "LUT/Register LCs")
    blocks = {name: _count(row, name) for name in _KBIT if name in row}
    dsp = _count(row, "DSP Blocks") if "DSP Blocks" in row else _count(row, "DSP Elements") / 2
    return {
        "lut": lut,
        "ff": _count(row, "Dedicated Logic Registers"),
        "dsp": dsp,
        "bram36": round(sum(count * _KBIT[name] for name, count in blocks.items()) / 36, 2),
        **own,
        **{name.lower().removesuffix("s"): count for name, count in blocks.items()},
    }


def quartus_slack(text: str) -> float:
    """Worst setup slack in ns over all models of Quartus' `.sta.summary`."""
    found = re.findall(r"^Type +: .* Setup '\S+'\nSlack : (-?\d+\.\d+)", text, re.MULTILINE)
    if not found:
        raise ValueError("the .sta.summary has no setup slack")
    return min(map(float, found))


def nextpnr_fmax(log: str) -> float:
    """Clock rate in MHz after routing from nextpnr-xilinx's log, which tells one after placement too."""
    found = re.findall(r"Max frequency for clock +'.*': (\d+\.\d+) MHz", log)
    if not found:
        raise ValueError("nextpnr.log has no Max frequency")
    return float(found[-1])


def nextpnr_path(log: str) -> CriticalPath | None:
    """The longest path of nextpnr-xilinx's log after routing, to a tenth of a ns; None where it has none."""
    report = log.rpartition("Critical path report for clock")[2]
    total = re.search(r"(\d+\.\d+) ns logic, (\d+\.\d+) ns routing", report)
    if total is None:
        return None
    steps: list[Step] = []
    routing, end = 0, ""
    for delay, what, name in _LOGGED.findall(report[: total.end()]):
        if what == "Net":
            routing = _ps(delay)
        elif what == "Sink":
            steps.append({"kind": "routing", "delay_ps": routing, "from": steps[-1]["to"], "to": name})
            end = name
        else:
            to = "setup" if what == "Setup" else name
            steps.append({"kind": "logic", "delay_ps": _ps(delay), "from": end or "clock", "to": to})
    logic, routed = _ps(total[1]), _ps(total[2])
    return {"total_ps": logic + routed, "logic_ps": logic, "routing_ps": routed, "steps": steps}


def _row(text: str, edge: str, first: str, instance: str, clean: Callable[[str], str]) -> Mapping[str, str]:
    """The row of an instance, by column, in the table whose first column is `first`."""
    header: list[str] = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip(edge).split(edge)]
        if header and len(cells) == len(header) and clean(cells[0]) == instance:
            return dict(zip(header, cells, strict=True))
        if cells[0] == first:
            header = cells
    raise ValueError(f"the table of each {first} {f'has no row {instance}' if header else 'is missing'}")


def _count(row: Mapping[str, str], *names: str) -> int:
    """The number below the first of these columns that there is."""
    found = [row[name] for name in names if name in row]
    if not found:
        raise ValueError(f"the table of cells has no column {names[0]}")
    return round(_number(found[0]))


def _number(cell: str) -> float:
    """A number with thousands separators, of which Quartus adds the part of the entity itself in brackets."""
    try:
        return float(cell.partition("(")[0].replace(",", ""))
    except ValueError:
        raise ValueError(f"the table of cells has {cell!r} for a number") from None


def _ps(nanoseconds: str) -> int:
    return round(1000 * float(nanoseconds))


def _plain(pin: str) -> str:
    """A pin by its full name, `dut/u_top/sum_reg[3]/D`, as `u_top/sum_reg[3].D`."""
    cell, _, port = pin.removeprefix(f"{INSTANCE}/").rpartition("/")
    return f"{cell}.{port}" if cell else port


def _pin(arc: re.Match[str], last: int) -> str:
    """The pin where a delay through a cell ends (last = 1) or starts (2), after its primitive."""
    cell = _plain(arc["name"]).rpartition(".")[0]
    return f"{arc['cell']} {cell}.{arc['how'].split('_')[-last]}"
