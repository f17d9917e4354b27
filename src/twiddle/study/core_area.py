# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Small tables of pages: where area and cycles of `iterative` and `quad` are, standard cells, systems."""

from __future__ import annotations

from collections.abc import Sequence

from twiddle.base.grid import markdown
from twiddle.catalog.cores.base import TABLES, TRUSTED
from twiddle.catalog.designs import core, find
from twiddle.evidence import breakdown, catalogued, merit
from twiddle.evidence.breakdown import Tree
from twiddle.evidence.results import Results
from twiddle.study import tables
from twiddle.tools.synth import records
from twiddle.tools.synth.records import Record
from twiddle.tools.targets import asic

_FOUR = core("iterative", "ml-kem", Butterflies=4, DoubleBuffer=0)

_PARTS = {
    "twd_butterfly": "4 butterflies",
    "twd_base_feed": "products fed back",
    "twd_operand_reduce": "check and reduction of operands",
    "twd_inplace_load": "the rest of the load",
    "twd_inplace_schedule": "schedule",
    "twd_inplace_read_network": "read network",
    "twd_inplace_write_network": "write network",
    "twd_result": "result queue",
}
"""The parts of the engine by their modules."""


def parts(results: Results, folder: str = "results") -> str:
    """LUT and FF of the parts of `iterative` with four butterflies, on xc7; empty without the record."""
    four = (_FOUR.core, _FOUR.ring.name, dict(_FOUR.parameters))
    known = breakdown.load_all(results)
    found = next((each for each in known if (each.core, each.ring, each.parameters) == four), None)
    if found is None:
        return ""
    whole, by_part = found.tree.total, _by_part(found.tree)
    by_part["memory, twiddle factors, delays"] = {
        kind: whole[kind] - sum(each[kind] for each in by_part.values()) for kind in ("lut", "ff")
    }
    rows = [
        [name, f"{cells['lut']:,g}", f"{100 * cells['lut'] / whole['lut']:.0f} %", f"{cells['ff']:,g}"]
        for name, cells in by_part.items()
    ]
    rows.append([f"[all]({folder}/{found.path})", f"{whole['lut']:,g}", "", f"{whole['ff']:,g}"])
    return markdown(["part", "LUT", "share", "FF"], rows, ("part",)) + "\n"


def _by_part(tree: Tree) -> dict[str, dict[str, float]]:
    """LUT and FF of `_PARTS`; a part within another is not in the other."""
    found = {name: {"lut": 0.0, "ff": 0.0} for name in _PARTS.values()}

    def add(node: Tree, part: str | None) -> None:
        part = _PARTS.get(node.module, part)
        if part is not None:
            for kind in ("lut", "ff"):
                found[part][kind] += node.cells[kind]
        for child in node.children:
            add(child, part)

    add(tree, None)
    return found


def trusted(results: Results, folder: str = "results") -> str:
    """`iterative` with four butterflies with and without the check, on xc7; empty without the records."""
    rows = []
    for words, design in (
        ("checked", _FOUR),
        ("`Trusted` = 1", core("iterative", _FOUR.ring, **_FOUR.parameters, **{TRUSTED.name: 1})),
    ):
        record = results.find(design, "xc7")
        if record is None:
            return ""
        cells = record.cells
        logic = cells["lut"] - cells["srl"] - cells["lutram"]
        figures = (logic, cells["srl"], cells["lutram"], cells["lut"], cells["ff"])
        rows.append([f"[{words}]({folder}/{record.path})", *(f"{each:,g}" for each in figures)])
    heads = ["operands", "LUT of logic", "of shift registers", "of memory", "all LUT", "FF"]
    return markdown(heads, rows, ("operands",)) + "\n"


def cells(results: Results, folder: str = "results") -> str:
    """Cores on the cells of osu018; empty without a record."""
    rows = []
    for name, ring_name, parameters in (
        ("iterative", "ml-kem", {"Butterflies": 1}),
        ("iterative", "ml-kem", {"Butterflies": 4}),
        ("quad", "falcon-1024", {}),
    ):
        design = core(name, ring_name, **{**parameters, TABLES.name: 1})
        path = results.folder / records.path_of(name, ring_name, design.parameters, asic.NAME, "osu018_stdcells")
        record = records.load(path) if path.exists() else None
        if not isinstance(record, Record):
            continue
        found = record.cells
        figures = [f"{found[kind]:.2f}" for kind in ("kge", "kge_ff")]
        figures += [f"{found['memory_bits']:,g}", f"{record.fmax_mhz:.0f}", str(record.timed_by)]
        words = core(name, ring_name, **parameters).words
        rows.append([f"[{words}, {ring_name}]({folder}/{record.path})", *figures])
    heads = ["core", "kGE", "of flip-flops", "bits of memory", "MHz", "timed by"]
    return markdown(heads, rows, ("core", "timed by")) + "\n" if rows else ""


def wide(results: Results, folder: str = "results") -> str:
    """`quad` for wide rings with and without DSP blocks, on ecp5; a record that is pending is a dash."""
    old, rows = results.pending(), []
    names = ("LUT", "DSP", "MHz", "area x time")
    for ring_name in ("ml-dsa", "qtesla-1024"):
        for method in ("kred", "ldsp"):
            design = core("quad", ring_name, Method=method)
            record = results.find(design, "ecp5")
            words, figures = f"{ring_name}, {method}", dict.fromkeys(names, "-")
            if record is not None and record.path not in old:
                words = f"[{words}]({folder}/{record.path})"
                figures = tables.Row(design, {"ecp5": record}, folder).figures("ecp5")
            rows.append([words, *(figures[name] for name in names)])
    return markdown(["ring and method", *names], rows, ("ring and method",)) + "\n"


def overlap(_results: Results, _folder: str = "results") -> str:
    """Interval and busy cycles of products of `quad`, by formula."""
    rows = []
    for ring_name in ("ml-dsa", "falcon-1024", "qtesla-1024"):
        found = core("quad", ring_name).cycles("mul")
        if found.interval is not None and found.busy is not None:
            rest = 100 * (1 - found.busy / found.interval)
            rows.append([ring_name, f"{found.interval:,}", f"{found.busy:,}", f"{rest:.0f} %"])
    heads = ["MUL", "interval", "busy", "not busy"]
    return markdown(heads, rows, ("MUL",)) + "\n"


def systems(names: Sequence[str], results: Results) -> str:
    """A line for each measured block of these names; a figure without a record, or of a pending one, is a dash."""
    columns = ["", "xc7 LUT", "LUT of memory", "FF", "DSP", "BRAM36", "ecp5 LUT", "ecp5 MHz"]
    old, rows = results.pending(), []
    chosen = [block for name in names for block, _ in find(name).measured()]
    for block, found in catalogued.recorded(chosen, results):
        current = {target: each for target, each in found.items() if each and each.path not in old}
        figures = ["-"] * 7
        if (xc7 := current.get("xc7")) is not None:
            cells = xc7.cells
            memory = cells.get("lutram", 0) + cells.get("srl", 0)
            figures[:3] = [f"{count:,}" for count in (cells.lut - memory, memory, cells.ff)]
            figures[3:5] = [f"{cells.dsp:,g}", f"{cells.bram36:,g}"]
        if (ecp5 := current.get("ecp5")) is not None:
            figures[5:] = [f"{ecp5.cells.lut:,}", merit.clock(ecp5)]
        rows.append([block.words, *figures])
    return markdown(columns, rows, ("",)) + "\n"
