# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The bundle of a design: sources, flat file, test benches, packaging, data sheet."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2

import twiddle
from twiddle import designs, manifest, places
from twiddle.cores.base import OPCODES
from twiddle.designs import Design
from twiddle.errors import TwiddleError
from twiddle.export import bench, ipxact, sheet
from twiddle.export.flat import Flat, flatten
from twiddle.export.traffic import traffic
from twiddle.report import merit
from twiddle.synth import records
from twiddle.synth.records import Record, Results
from twiddle.synth.targets import TARGETS
from twiddle.synth.targets.base import RESOURCES
from twiddle.verify.fourstate import Bench
from twiddle.wrap import header, registers
from twiddle.wrap.top import Wrapper

DEFAULT_MHZ = 100.0
"""Clock rate of the constraints without a record."""

_TEMPLATES = jinja2.Environment(
    loader=jinja2.PackageLoader("twiddle.export"),
    undefined=jinja2.StrictUndefined,
    keep_trailing_newline=True,
    trim_blocks=False,
    autoescape=False,
)


@dataclass(frozen=True)
class Bundle:
    """The written files: the folder, the files relative to it, the top module and its ports.

    interface   direction and width in bits of each port, in order
    """

    folder: Path
    files: tuple[str, ...]
    top: str
    interface: Mapping[str, tuple[str, int]]


def name_of(design: Design, wrapper: Wrapper | None = None) -> str:
    """Name of the top module of a bundle: `twd_iterative_ml_kem`, and with a wrapper `_axil` or `_axis`."""
    ending = "" if wrapper is None else "_axil" if wrapper.windows else "_axis"
    return f"{design.top}_{design.ring.name}{ending}".replace("-", "_").lower()


def export(
    design: Design, folder: Path | str, wrapper: Wrapper | None = None, records: Path | None = None
) -> Bundle:
    """Write the bundle of a design, with an optional AXI4 wrapper, into a new or empty folder.

    records  folder of synthesis records, for the data sheet and the clock; None: those that come with Twiddle

    The flat file must pass its own test bench before anything is written. Raises TwiddleError for a folder
    that is not empty or cannot be written, CheckFailed if the bench fails.
    """
    if not isinstance(folder, (str, Path)):
        raise TwiddleError(f"folder = {folder!r}: not a path")
    folder = Path(folder)
    _check_folder(folder)
    name = name_of(design, wrapper)
    flat = flatten(_with_logic_tables(design), name, wrapper)
    facts = _facts(design, name, flat, wrapper, Results(records))
    try:
        scratch = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.resolve().parent))
        try:
            _write(scratch, design, flat, facts, wrapper)
            scratch.chmod(0o755)
            if folder.exists():
                folder.rmdir()
            scratch.replace(folder)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    except OSError as error:
        raise TwiddleError(f"{folder}: the bundle cannot be written: {error.strerror}") from error
    files = tuple(sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()))
    return Bundle(folder, files, name, flat.ports)


def _check_folder(folder: Path) -> None:
    """Refuse a folder before any work."""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise TwiddleError(f"{folder}: not an empty folder; a bundle needs a new or empty one")
    except OSError as error:
        raise TwiddleError(f"{folder}: cannot be read: {error.strerror}") from error
    if folder.resolve() == Path.cwd():
        raise TwiddleError(f"{folder}: the current folder cannot be replaced; name a new one")
    parent = folder.resolve().parent
    if not parent.is_dir():
        raise TwiddleError(f"{folder}: the folder {parent} does not exist")
    if not os.access(parent, os.W_OK):
        raise TwiddleError(f"{folder}: the folder {parent} cannot be written")


def _with_logic_tables(design: Design) -> Design:
    return designs.core(design.core, design.ring, **{**design.parameters, "LogicTables": 1})


def _facts(
    design: Design, name: str, flat: Flat, wrapper: Wrapper | None, results: Results
) -> dict[str, Any]:
    """The values for the templates."""
    found = [record for target in TARGETS if (record := results.find(design, target)) is not None]
    found = [record for record in found if record.path not in results.pending()]
    mhz = next((each.fmax_mhz for each in found if each.target == "ecp5"), None)
    said = "that of ECP5 in the records of Twiddle" if mhz else "not measured; set your own"
    return {
        "name": name,
        "top": design.top,
        "core": design.core,
        "words": design.words,
        "summary": design.kind.summary,
        "ring": design.ring,
        "lanes": design.lanes,
        "version": twiddle.__version__,
        "parameters": design.rtl_parameters(),
        "ports": flat.ports,
        "clock": "clk" if wrapper else "clk_i",
        "reset": "rst_n" if wrapper else "rst_ni",
        "wrapper": wrapper,
        "zeroize_cycles": wrapper.zeroize_cycles(design) if wrapper else 0,
        "offered": ", ".join(each.upper() for each in design.operations),
        "style": " ".join(bench.STYLE),
        "simulator": bench.default_simulator(),
        "mhz": f"{mhz or DEFAULT_MHZ:.1f}",
        "period": f"{1000 / (mhz or DEFAULT_MHZ):.3f}",
        "clock_words": f"Clock of {name}: {mhz or DEFAULT_MHZ:.1f} MHz, {said}.",
        "table": [sheet.operation(op, OPCODES[op], design) for op in design.operations],
        "meaning": {port: sheet.meaning(port) for port in flat.ports},
        "cycles_of": {op: design.cycles(op) for op in design.operations},
        "several": design.largest_k > 1,
        "lock_step": design.lock_step,
        "measured": [_measured(record) for record in found],
        **(_core_vectors(design, flat) if wrapper is None else _bus_vectors(design, wrapper)),
    }


def _core_vectors(design: Design, flat: Flat) -> dict[str, Any]:
    """The stimulus words of a core's bench, by file, and the values for its template."""
    stimulus = Bench(design)
    width = flat.ports["a_data_i"][1]
    words = dict(zip("abc", stimulus.words(width), strict=True))
    return {
        "words_of": {key: each for key, each in words.items() if each},
        "width": width,
        **{f"{key}_beats": len(each) for key, each in words.items()},
        "operations": len(stimulus.traffic.operations),
        "reset_at": stimulus.latency // 3 + 10,
        "cycles": 6 * stimulus.latency + 2000,
    }


def _bus_vectors(design: Design, wrapper: Wrapper) -> dict[str, Any]:
    """The same for a core in a wrapper."""
    found = traffic(design, wrapper)
    frames = {key: each for key, each in (("a", found.a), ("b", found.b), ("c", found.c)) if each}
    busy = sum(design.cycles(op).latency or 0 for op in design.operations)
    return {
        "words_of": {"script": found.script, **frames},
        "width": wrapper.bus,
        "frames": {key: len(each) for key, each in frames.items()},
        "streams": not wrapper.windows,
        "streamed": "ab"[: wrapper.inputs],
        "steps": len(found.script),
        "operations": found.operations,
        "cycles": 200 * len(found.script) + 40 * sum(map(len, frames.values())) + 20 * busy + 20000,
    }


def _measured(record: Record) -> dict[str, Any]:
    cells = {key: f"{record.cells[key]:g}" for key in RESOURCES}
    return {"target": record.target, "cells": cells, "clock": merit.clock(record), "record": record.path}


def _write(folder: Path, design: Design, flat: Flat, facts: dict[str, Any], wrapper: Wrapper | None) -> None:
    """All files of a bundle; raises CheckFailed if the flat file fails its bench."""
    name = facts["name"]
    sources, headers = _sources(folder, design, wrapper)
    vectors = {f"vectors_{key}.hex": words for key, words in facts["words_of"].items()}
    facts = {**facts, "sources": [*sources, f"rtl/{name}.sv"], "headers": headers, "vectors": list(vectors)}
    if wrapper is None:
        _render(folder / "rtl" / f"{name}.sv", "wrapper.sv", facts)
    else:
        _text(folder / "rtl" / f"{name}.sv", wrapper.text(design, name))
    includes = dict.fromkeys(f"+incdir+{Path(header).parent}" for header in headers)
    _text(folder / "files.f", "\n".join([*includes, *facts["sources"]]) + "\n")
    head = _TEMPLATES.get_template("flat_head.v.j2").render(facts)
    _text(folder / "flat" / f"{name}.v", head + flat.verilog)
    for file, words in vectors.items():
        _text(folder / "bench" / file, "".join(f"{word:x}\n" for word in words))
    _render(folder / "bench" / "bench.v", "bench_bus.v" if wrapper else "bench.v", facts)
    bench.run(folder / "bench", folder / "flat" / f"{name}.v")
    _render(folder / "bench" / f"test_{name}.py", "cocotb_bus.py" if wrapper else "cocotb.py", facts)
    _render(folder / "bench" / "Makefile", "cocotb.mk", facts)
    _render(folder / f"{name}.core", "fusesoc.core", facts)
    for ending in ("xdc", "sdc", "lpf"):
        _render(folder / "constraints" / f"{name}.{ending}", f"constraints.{ending}", facts)
    _render(folder / "vhdl" / f"{name}_component.vhd", "component.vhd", facts)
    described = ipxact.component(name, design, flat.ports, facts["sources"], wrapper)
    _text(folder / "component.xml", described)
    _text(folder / "timing.svg", sheet.timing(design, wrapper))
    if wrapper:
        shutil.copyfile(registers.description(), folder / "twd_regs.rdl")
        _software(folder / "sw")
    markdown = _TEMPLATES.get_template("datasheet.md.j2").render(facts)
    _text(folder / "README.md", markdown)
    _text(folder / "datasheet.html", sheet.page(name, markdown))
    shutil.copyfile(manifest.rtl_root() / "waivers.vlt", folder / "waivers.vlt")
    for page in ("LICENSE", "THIRD-PARTY.md"):
        shutil.copyfile(places.root() / page, folder / page)
    _text(folder / "manifest.json", json.dumps(_manifest(folder, design, facts), indent=1) + "\n")


def _software(folder: Path) -> None:
    """The C driver, and the register header that it includes."""
    folder.mkdir()
    for path in header.driver():
        shutil.copyfile(path, folder / path.name)
    header.write(folder)


def _sources(folder: Path, design: Design, wrapper: Wrapper | None) -> tuple[list[str], list[str]]:
    """Copies the sources of a core with their folders; returns their paths in order, and the headers'."""
    root = design.rtl_root or manifest.rtl_root()
    of = records.sources_of(design)
    around = manifest.sources(wrapper.module) if wrapper else []
    files = manifest.in_order([*around, *of.files])
    headers = manifest.headers(files, of.include_dirs)
    copied = []
    for path in (*files, *headers):
        base = root if path.is_relative_to(root) else manifest.rtl_root()
        target = Path("rtl") / path.relative_to(base)
        (folder / target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, folder / target)
        copied.append(target.as_posix())
    return copied[: len(files)], copied[len(files) :]


def _manifest(folder: Path, design: Design, facts: Mapping[str, Any]) -> dict[str, Any]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        "name": facts["name"],
        "core": design.core,
        "ring": {key: getattr(design.ring, key) for key in ("name", "n", "q", "root", "root_order")},
        "parameters": dict(design.parameters),
        "licence": "Apache-2.0",
        "made_by": {"twiddle": twiddle.__version__, "pyosys": importlib.metadata.version("pyosys")},
        "checked_with": facts["simulator"],
        "sha256": {
            path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in files
        },
    }


def _render(path: Path, template: str, facts: Mapping[str, Any]) -> None:
    _text(path, _TEMPLATES.get_template(f"{template}.j2").render(facts))


def _text(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
