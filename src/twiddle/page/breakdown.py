# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Area of a core by its modules: records in `results/breakdown/`, by Yosys with the hierarchy kept.

core, ring, parameters, top, target   as in `twiddle.synth.records`
tree           the instances: instance, module, cells (lut, ff, dsp, bram36 of itself alone), children
tools, command, design_hash, source_hash, seconds   as there

No logic is shared or simplified across modules here, so that the sum is not the area of the core's own
record, which is flattened.
"""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from twiddle.designs import Design
from twiddle.errors import TwiddleError
from twiddle.synth import netlist, records, targets, tools
from twiddle.synth.progress import Progress, silent
from twiddle.synth.records import Keys, Record

Tree = dict[str, Any]
"""One instance: instance, module, cells, children."""

TARGET = "xc7"
CELLS = ("lut", "ff", "dsp", "bram36")
COMMAND = "twiddle report --measure"
"""What makes every record of this folder that is missing or out of date."""

_KEYS: Keys = {
    **dict.fromkeys(("core", "ring", "top", "target", "command", "design_hash", "source_hash"), str),
    **dict.fromkeys(("parameters", "tree", "tools"), dict),
    "seconds": (int, float),
}
_MAP = """\
hierarchy -top dut_top
synth_xilinx -family xc7 -noiopad -noclkbuf -top dut_top
write_json -noscopeinfo modules.json
"""
_TIMEOUT = 7200.0


def folder(results: Path | None = None) -> Path:
    """The folder of these records, below a folder of results (default: the repository's)."""
    return (results or records.default_folder()) / "breakdown"


def load_all(results: Path | None = None) -> list[Record]:
    """Every record, by file name. Raises TwiddleError naming the first that is broken."""
    return [load(path) for path in sorted(folder(results).glob("*.json"))]


def load(path: Path) -> Record:
    """One record. Raises TwiddleError naming the file where it cannot be read, or is not such a record."""
    record = read(path, _KEYS, "break-down")
    _check(path, record["tree"])
    return record


def read(path: Path, keys: Keys, what: str) -> Record:
    """A JSON object with such keys; raises TwiddleError naming the file where it is not."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise TwiddleError(f"{path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise TwiddleError(f"{path}: not a {what}: {error}") from None
    if not isinstance(record, dict):
        raise TwiddleError(f"{path}: not a {what}: no JSON object")
    for key, kind in keys.items():
        if not isinstance(record.get(key), kind):
            raise TwiddleError(f"{path}: not a {what}: key {key!r} is missing or of the wrong type")
    return record


def _check(path: Path, tree: object) -> None:
    good = isinstance(tree, dict) and all(isinstance(tree.get(key), str) for key in ("instance", "module"))
    cells = tree.get("cells") if isinstance(tree, dict) else None
    children = tree.get("children") if isinstance(tree, dict) else None
    if not good or not isinstance(cells, dict) or not isinstance(children, list):
        raise TwiddleError(
            f"{path}: not a break-down: a node of the tree lacks instance, module, cells or children"
        )
    if not all(isinstance(cells.get(name), int | float) for name in CELLS):
        raise TwiddleError(f"{path}: not a break-down: a node of the tree lacks one of {', '.join(CELLS)}")
    for child in children:
        _check(path, child)


def total(tree: Tree) -> dict[str, float]:
    """Cells of an instance with all that is in it."""
    below = [total(child) for child in tree["children"]]
    return {name: tree["cells"][name] + sum(each[name] for each in below) for name in CELLS}


def modules(tree: Tree) -> Counter[str]:
    """How often each module is there."""
    found = Counter([tree["module"]])
    for child in tree["children"]:
        found += modules(child)
    return found


def measure(design: Design, progress: Progress | None = None, timeout: float = _TIMEOUT) -> Record:
    """The area of a design by its modules, on 7-series; minutes for a large core.

    Raises TwiddleError for a missing package, or a tool that fails or takes too long.
    """
    of = records.sources(design.top, design.rtl_parameters(), design.rtl_root)
    with tempfile.TemporaryDirectory(prefix="twiddle-breakdown-") as name:
        where = Path(name)
        files, include_dirs = tools.link(where, of.files, of.include_dirs)
        flat = targets.elaborated(of.top, files, include_dirs, of.parameters)
        runner = tools.ToolRunner(f"{design.core} {design.ring.name}", where, timeout, progress or silent)
        runner.yosys("map by module", "modules", flat.replace("\nflatten\n", "\n") + _MAP)
        found = json.loads((where / "modules.json").read_text(encoding="utf-8"))["modules"]
    return {
        "core": design.core,
        "ring": design.ring.name,
        "parameters": dict(design.parameters),
        "top": design.top,
        "target": TARGET,
        "tree": tree_of(found, "dut_top", design.top, design.top),
        "tools": tools.versions(TARGET),
        "command": COMMAND,
        "design_hash": netlist.design_hashes([of])[0],
        "source_hash": of.source_hash(),
        "seconds": round(runner.seconds["map by module"], 1),
    }


def tree_of(netlist_modules: Mapping[str, Any], name: str, instance: str, module: str) -> Tree:
    """The tree of an instance from the modules of a mapped netlist in Yosys' JSON, without empty ones."""
    counts: Counter[str] = Counter()
    children = []
    for cell, content in netlist_modules[name]["cells"].items():
        kind = content["type"]
        inner = netlist_modules.get(kind)
        if inner is None or {"blackbox", "whitebox"} & set(inner["attributes"]):
            counts[kind] += 1
            continue
        child = tree_of(netlist_modules, kind, cell, _plain(kind))
        if any(total(child).values()):
            children.append(child)
    cells = targets.TARGETS[TARGET].cells(counts)
    children.sort(key=lambda child: -total(child)["lut"])
    return {
        "instance": instance,
        "module": module,
        "cells": {key: cells[key] for key in CELLS},
        "children": children,
    }


def _plain(name: str) -> str:
    r"""The name of a module in the sources: `twd_x` of `$paramod$0123\twd_x` or `$paramod\twd_x\A=1`."""
    return name.split("\\")[1] if name.startswith("$") else name
