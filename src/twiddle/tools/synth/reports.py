# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Parsers of tool reports: cell counts, timing of Yosys, nextpnr, OpenSTA and ABC; the critical path of a record."""

import json
import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Annotated, Any

import msgspec


class Step(msgspec.Struct, frozen=True):
    """One step of a path from a pin to a pin: `kind` is logic or routing, the delay in picoseconds."""

    kind: str
    delay_ps: int
    start: str = msgspec.field(name="from")
    end: str = msgspec.field(name="to")


class CriticalPath(msgspec.Struct, frozen=True):
    """The longest path of a design: its delay in picoseconds, total and by kind, and its steps in order."""

    total_ps: Annotated[int, msgspec.Meta(ge=0, le=10**12)]
    logic_ps: int
    routing_ps: int
    steps: list[Step]

    def __repr__(self) -> str:
        return f"CriticalPath({self.total_ps} ps, {self.logic_ps} logic, {self.routing_ps} routing)"


_PRIMITIVE = re.compile(r"[_$](TRELLIS_(?:FF|DPR16X4)|CCU2|LUT4|PFUMX|L6MUX21|MULT18X18D|DP16KD|PDPW16KD)")
_PIN_BEFORE = re.compile(r"_(?:DI|[A-D]|Z)$")
_DRIVES = re.compile(r"C?_(?:Q|Z|S[01]|COUT|DO[AB]?\d*|P\d+)(?![A-Za-z0-9])")
_OWN_LINE = re.compile(r"(?:^|\|)(?:[^|]*/)?(\w+\.svh?:\d+)")
_SOURCE_LINE = re.compile(r"\$(\w+)\$(?:[^$:]*/)?([\w.]+\.s?vh?:\d+)\$\d+")


def clean_cell(name: str, primitive: str = "", source: str = "") -> str:
    """A netlist cell in terms of the source: the primitive, then its signal or line.

    `dut.acc_q_TRELLIS_FF_Q_DI_CCU2C_S0$CCU2_COMB1` is `CCU2 acc_q`; `$mul$common/x.sv:13$39`, a DSP48E1, is
    `DSP48E1 mul x.sv:13`; a cell without a source name is only its primitive.

    Yosys names a cell without a name of its own after the nearest signal, from cell to cell. A cell that
    neither drives the signal, nor reads it, nor computes what a register of it takes, is given by its line
    in `source`, the Yosys attribute `src`; without one, it is `TRELLIS_FF near c_ready_i`.
    """
    name = name.removeprefix("dut.")
    chain = list(_PRIMITIVE.finditer(name))
    kind = primitive or (chain[-1][1] if chain else "")
    if line := _SOURCE_LINE.search(name):
        signal = f"{line[1]} {line[2]}"
    elif name.startswith("$"):
        signal = ""
    else:
        signal = _PIN_BEFORE.sub("", name[: chain[0].start()] if chain else name)
        if is_near(name):
            own_line = _OWN_LINE.search(source)
            signal = own_line[1] if own_line else f"near {signal}"
    return " ".join(part for part in (kind, signal) if part) or name


def is_near(name: str) -> bool:
    """Whether the signal in the name of a cell is only near it, in the sense of `clean_cell`."""
    name = name.partition("$CCU2_COMB")[0]
    chain = list(_PRIMITIVE.finditer(name))
    registers = [link[1] == "TRELLIS_FF" for link in chain]
    drives = all(_DRIVES.match(name, link.end()) for link in chain)
    return len(chain) > 1 and (not drives or any(registers[1:]))


_LATEST = re.compile(r"Latest arrival time in '\S+' is (\d+)")
_ARC = re.compile(r"^ +(\d+) (\S+) \((\w+)\.(\w+)->(\w+)\)$")
_NET = re.compile(r"^ {11}(\S.*)$")
_START = re.compile(r"^ +(\d+) +(\S.*) \(<primary input>\)$")
_SLACK = re.compile(r"^ +(-?[\d.]+) +slack ", re.MULTILINE)
_ARRIVAL = re.compile(r"^ +-?[\d.]+ +(-?[\d.]+) [v^] (\S+) \((\S+)\)$", re.MULTILINE)
_GENERATED = re.compile(r"_\d+_")
_SOURCE = re.compile(r'"src": "([^"]*)"')
_ABC_DELAY = re.compile(r"^ABC: .*\bDelay = +([\d.]+) ps", re.MULTILINE)


def cell_counts(text: str) -> dict[str, int]:
    """Number of each primitive from the JSON report of Yosys' `stat`."""
    counts: dict[str, int] = json.loads(text)["design"]["num_cells_by_type"]
    return counts


def sta_path(text: str) -> CriticalPath | None:
    """The longest path of Yosys' `sta` report, logic delay only; None if the design has no path.

    The report runs from the end of the path to its start; the steps returned run forward.
    """
    report = text.split("Arrival histogram")[0]
    latest = _LATEST.search(report)
    if latest is None:
        return None
    total = int(latest[1])
    arcs: list[tuple[int, str, str]] = []  # last first
    net = ""
    begin = 0
    for line in report[latest.end() :].splitlines():
        if arc := _ARC.match(line):
            name = net.removeprefix("\\").replace(" ", "") if net.startswith("\\") else arc[2]
            cell = clean_cell(name, arc[3])
            arcs.append((int(arc[1]), f"{cell}.{arc[4]}", f"{cell}.{arc[5]}"))
        elif start := _START.match(line):
            begin = int(start[1])
        elif wire := _NET.match(line):
            net = wire[1]
    return _logic_path(total, arcs[::-1], begin)


def opensta_path(text: str, clock_ns: float) -> CriticalPath | None:
    """The longest path of OpenSTA's `report_checks` for a clock; None if the design has no path."""
    sections = [section for section in text.split("Startpoint: ")[1:] if _SLACK.search(section)]
    if not sections:
        return None
    slack, report = min((float(_SLACK.findall(section)[0]), section) for section in sections)
    if (total := round(1000 * (clock_ns - slack))) <= 0:
        return None
    pins: list[tuple[int, str]] = []
    for time, name, kind in _ARRIVAL.findall(report.split("data arrival time")[0]):
        instance, _, pin = name.rpartition("/")
        signal = instance.partition("\\")[0]
        end = name if not instance else kind if _GENERATED.fullmatch(signal) else f"{clean_cell(signal, kind)}.{pin}"
        pins.append((round(1000 * float(time)), end))
    return _logic_path(total, [(arrival, start, end) for (_, start), (arrival, end) in pairwise(pins)])


def _logic_path(total: int, arcs: Iterable[tuple[int, str, str]], begin: int = 0) -> CriticalPath:
    """A path of logic from its arcs (arrival at the end, start, end); the rest of `total` is the setup."""
    steps: list[Step] = []
    for arrival, start, end in arcs:
        steps.append(Step("logic", arrival - begin, start, end))
        begin = arrival
    if steps and total != begin:
        steps.append(Step("logic", total - begin, steps[-1].end, "setup"))
    return CriticalPath(total, total, 0, steps)


def abc_path(text: str) -> CriticalPath | None:
    """The longest path printed by ABC, only its delay; None if there is no gate."""
    total = round(max(map(float, _ABC_DELAY.findall(text)), default=0))
    return CriticalPath(total, total, 0, []) if total else None


def nextpnr_fmax(text: str) -> float:
    """Highest clock rate in MHz (two decimals) of the slowest clock in a nextpnr report.

    Raises ValueError if the report has no clock.
    """
    achieved: list[float] = [clock["achieved"] for clock in json.loads(text)["fmax"].values()]
    return round(min(achieved), 2)


def nextpnr_path(text: str, netlist: str = "") -> CriticalPath | None:
    """The longest register-to-register path of a nextpnr report; None if there is none.

    A carry chain, which nextpnr lists cell by cell with unrouted hops between, is one step.
    `netlist` is the JSON that nextpnr has read: the lines of cells without a name of their own.
    """
    paths = json.loads(text)["critical_paths"]
    clocked = [p for p in paths if p["from"].startswith("posedge") and p["to"].startswith("posedge")]
    if not clocked:
        return None
    raw: list[dict[str, Any]] = clocked[0]["path"]
    steps: list[Step] = []
    delays = {"logic": 0.0, "routing": 0.0}
    in_chain = False
    for item in raw:
        kind = "routing" if item["type"] == "routing" else "logic"
        delays[kind] += item["delay"]
        if kind == "routing" and item["to"]["port"] == "FCI" and item["delay"] == 0:
            in_chain = True
            continue
        delay = round(1000 * item["delay"])
        start = "clock" if item["type"] == "clk-to-q" else _pin(item["from"], netlist)
        end = "setup" if item["type"] == "setup" else _pin(item["to"], netlist)
        if in_chain and kind == "logic" and steps:
            first = steps.pop()
            kind, start, delay = first.kind, first.start, first.delay_ps + delay
        steps.append(Step(kind, delay, start, end))
        in_chain = False
    logic, routing = round(1000 * delays["logic"]), round(1000 * delays["routing"])
    return CriticalPath(logic + routing, logic, routing, steps)


def _pin(end: dict[str, Any], netlist: str) -> str:
    name = end["cell"]
    return f"{clean_cell(name, source=_source(name, netlist) if is_near(name) else '')}.{end['port']}"


def _source(cell: str, netlist: str) -> str:
    """The attribute `src` of a cell in a netlist, whose text is too long to be decoded; empty if none."""
    begin = netlist.find(f'"{cell.partition("$")[0]}": {{')
    attribute = _SOURCE.search(netlist, begin, netlist.find('"connections"', begin)) if begin >= 0 else None
    return attribute[1] if attribute else ""
