# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Parsers of tool reports: cell counts, timing of Yosys, nextpnr, OpenSTA and ABC."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from twiddle.tools.synth.path import CriticalPath, Step, clean_cell, is_near

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
