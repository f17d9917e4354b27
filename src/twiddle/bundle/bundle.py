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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import markdown
import wavedrom

from twiddle.base import __version__, manifest, places
from twiddle.base.errors import A_DESIGN, TwiddleError, as_path, expect, system_errors
from twiddle.base.progress import announce, silent
from twiddle.base.store import Artifact
from twiddle.bundle import bench, unit_header
from twiddle.bundle.core import core_item
from twiddle.bundle.item import TEMPLATES, Item, Ports, axi_signals, bus_streams
from twiddle.bundle.lattice import lattice_item
from twiddle.bundle.unit import unit_item
from twiddle.bundle.wrap import header, registers
from twiddle.bundle.wrap.top import Wrapper
from twiddle.catalog import systems
from twiddle.catalog.block import Block
from twiddle.catalog.systems import LATTICE, UNIT
from twiddle.evidence import merit
from twiddle.evidence.results import Results
from twiddle.tools import targets
from twiddle.tools.synth import tools
from twiddle.tools.targets import TARGETS, ecp5_pack, vendor

SPACES: Mapping[str, str] = {
    "component.xml": "http://www.spiritconsortium.org/XMLSchema/SPIRIT/1685-2009",
    "component-2014.xml": "http://www.accellera.org/XMLSchema/IPXACT/1685-2014",
}
"""The namespace of each file of IP-XACT. Vivado reads the form of 2009 alone, and that of 2014 is for later tools.

The one of 2009 has the flat file, since Vivado does not evaluate a localparam in the width of a port.
"""

FAMILIES = (
    *("spartan7", "artix7", "kintex7", "virtex7", "zynq"),
    *("kintexu", "virtexu", "artixuplus", "kintexuplus", "virtexuplus", "zynquplus"),
)
"""Families of AMD that Vivado's catalogue lists the component for; nothing in the flat file is of a family."""


def component(file: str, item: Item, ports: Ports, sources: Sequence[str]) -> str:
    """The component, as one of SPACES: buses, clock and reset, the map of the registers, views, ports, files.

    The map has the registers of their SystemRDL description, and the windows that the design has.
    """
    streams = bus_streams(item, ports)
    buses = [*["s_axil"] * bool(item.registers), *streams]
    return TEMPLATES.get_template(f"{file}.j2").render(
        space=SPACES[file],
        families=FAMILIES,
        associated={**({"ASSOCIATED_BUSIF": ":".join(buses)} if buses else {}), "ASSOCIATED_RESET": item.reset},
        version=__version__,
        item=item,
        ports=ports,
        sources=sources,
        axi_lite=axi_signals(ports, "s_axil"),
        streams=streams,
        **(registers.nodes(item.registers) if item.registers else {}),
    )


TIMEOUT = 1800.0


@dataclass(frozen=True)
class Flat:
    """The text of the module, and its ports in order: direction and width in bits."""

    verilog: str
    ports: dict[str, tuple[str, int]]


def flatten(item: Item) -> Flat:
    """A design as its top module; memories are arrays with their attributes, read before a register."""
    of, text = item.sources, item.wrapped
    own = [Path(file).read_bytes() for file in (__file__, vendor.__file__)]
    inputs: list[str | bytes] = [of.source_hash(), text, item.name, *targets.versions("xc7").values(), *own]

    def fill(folder: Path) -> None:
        runner = tools.ToolRunner(f"{of.top}, flat Verilog", folder, TIMEOUT, silent)
        files, includes = tools.link(folder, of.files, of.include_dirs)
        top, parameters = of.top, of.parameters
        if text:
            (folder / "wrapped.v").write_text(text, encoding="utf-8")
            top, parameters, files = item.name, {}, [*files, "wrapped.v"]
        script = targets.elaborated(top, files, includes, parameters, name=item.name)
        runner.yosys("flatten", "flatten", script + vendor.SCRIPT)
        for link in ("rtl", *includes):
            (folder / link).unlink()

    lasts = "some minutes" if item.large else "some seconds"
    folder = Artifact("flat", inputs, fill, Path, f"flattening {item.name}, once, {lasts}").get()
    (module,) = json.loads((folder / "ports.json").read_text(encoding="utf-8"))["modules"].values()
    ports = {port: (each["direction"], len(each["bits"])) for port, each in module["ports"].items()}
    return Flat(vendor.verilog(folder), ports)


DEFAULT_MHZ = 100.0
"""Clock rate of the constraints without a record."""


@dataclass(frozen=True)
class Bundle:
    """The written files: the folder, the files relative to it, the top module and its ports.

    interface   direction and width in bits of each port, in order
    """

    folder: Path
    files: tuple[str, ...] = field(repr=False)
    top: str
    interface: Mapping[str, tuple[str, int]] = field(repr=False)


def export(design: Block, folder: Path | str, wrapper: Wrapper | None = None, records: Path | None = None) -> Bundle:
    """Write the bundle of a design, with an optional AXI4 wrapper, into a new or empty folder.

    records  folder of synthesis records, for the data sheet and the clock; None: those that come with Twiddle

    The flat file must pass its own test bench before anything is written. Raises TwiddleError for a folder
    that is not empty or cannot be written, CheckFailed if the bench fails.

    >>> from twiddle import core
    >>> export(core("rns", "ml-kem"), "bundle").top  # doctest: +SKIP
    'twd_rns_ml_kem'
    """
    expect("design", design, Block, A_DESIGN)
    expect("wrapper", wrapper, Wrapper | None, "a twiddle.Wrapper")
    return write(item(design, wrapper), folder, records)


def item(block: Block, wrapper: Wrapper | None = None, axi: bool = False) -> Item:
    """What is exported of a block; axi: of lattice and unit, on AXI4."""
    if (whole := {LATTICE: lattice_item, UNIT: unit_item}.get(block.kind)) is not None:
        return whole(block, axi)
    if not block.streams:
        have = "the polynomial cores, lattice and unit have one, also with --wrap axi"
        raise TwiddleError(f"core {block.core}: has no bundle; {have}")
    return core_item(block, wrapper)


def write(item: Item, folder: Path | str, records: Path | None = None) -> Bundle:
    """Write the bundle of anything that can be exported; as `export`."""
    folder = as_path("folder", folder)
    _check_folder(folder)
    return written(item, flatten(item), folder, Results(records))


def written(item: Item, flat: Flat, folder: Path, results: Results | None = None, check: bool = True) -> Bundle:
    """Write a bundle around its flat file; as `write`. check: the flat file must pass its bench."""
    with system_errors(folder, "the bundle cannot be written"):
        facts = _facts(item, flat, results or Results())
        scratch = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.resolve().parent))
        try:
            _write(scratch, item, flat, facts, check)
            scratch.chmod(0o755)
            if folder.exists():
                folder.rmdir()
            scratch.replace(folder)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    files = tuple(sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()))
    return Bundle(folder, files, item.name, flat.ports)


def _check_folder(folder: Path) -> None:
    """Refuse a folder before any work."""
    with system_errors(folder, "cannot be read"):
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise TwiddleError(f"{folder}: not an empty folder; a bundle needs a new or empty one")
    if folder.resolve() == Path.cwd():
        raise TwiddleError(f"{folder}: the current folder cannot be replaced; name a new one")
    parent = folder.resolve().parent
    if not parent.is_dir():
        raise TwiddleError(f"{folder}: the folder {parent} does not exist")
    if not os.access(parent, os.W_OK):
        raise TwiddleError(f"{folder}: the folder {parent} cannot be written")
    with system_errors(folder, "the bundle cannot be written"):
        tempfile.TemporaryDirectory(dir=parent).cleanup()


def _facts(item: Item, flat: Flat, results: Results) -> dict[str, Any]:
    found = (results.find(block, target) for target in TARGETS for block in item.measured)
    measured = [record for record in found if record is not None and record.path not in results.pending()]
    device = {name: target.about.partition(":")[0] for name, target in TARGETS.items()}
    mhz = next((record.fmax_mhz for record in measured if record.target == "ecp5"), None)
    origin = f"that of {device['ecp5']}, placed and routed by Twiddle" if mhz else "not measured"
    return {
        **{key: getattr(item, key) for key in ("name", "title", "clock", "reset", "registers", "datasheet")},
        "item": item,
        "design": item.block,
        "top": item.sources.top,
        "parameters": item.sources.parameters,
        "version": __version__,
        "ports": flat.ports,
        "waivers": (manifest.rtl_root() / "waivers.vlt").read_text(encoding="utf-8"),
        "style": " ".join(bench.STYLE),
        "simulator": bench.version(bench.chosen(item.large)),
        "mhz": f"{mhz or DEFAULT_MHZ:.1f}",
        "period": f"{1000 / (mhz or DEFAULT_MHZ):.3f}",
        "clock_words": f"{mhz or DEFAULT_MHZ:.1f} MHz, {origin}",
        "clock_of": merit.clock,
        "device": device,
        "doubts": [device[each.target] + ": " + doubt for each in measured if (doubt := TARGETS[each.target].doubt)],
        "alone": {record.path for record in measured if item.registers and record.top != item.module},
        "whole": systems.whole(item.block.over.name) if item.block.over else [],
        "bench": bench.commands(f"../flat/{item.name}.v"),
        "lasts": item.lasts,
        "yosys": importlib.metadata.version("pyosys"),
        "known": registers.load(item.registers) if item.registers else None,
        "measured": measured,
        "stimulus": item.stimulus(flat.ports),
        **item.facts(results),
    }


def _write(folder: Path, item: Item, flat: Flat, facts: dict[str, Any], check: bool) -> None:
    """All files of a bundle; raises CheckFailed if the flat file fails its bench."""
    name = item.name
    sources, headers = _sources(folder, item)
    vectors = {f"vectors_{key}.hex": words for key, words in facts["stimulus"].vectors.items()}
    facts = {**facts, "sources": [*sources, f"rtl/{name}.sv"], "headers": headers, "vectors": list(vectors)}
    if item.wrapped:
        _text(folder / "rtl" / f"{name}.sv", item.wrapped)
    else:
        _render(folder / "rtl" / f"{name}.sv", "wrapper.sv", facts)
    includes = dict.fromkeys(f"+incdir+{Path(header).parent}" for header in headers)
    _text(folder / "files.f", "\n".join([*includes, *facts["sources"]]) + "\n")
    _text(folder / "flat" / f"{name}.v", _rendered("flat_head.v", facts) + flat.verilog)
    for file, words in vectors.items():
        _text(folder / "bench" / file, "".join(f"{word:x}\n" for word in words))
    _render(folder / "bench" / "bench.v", "bench.v", facts)
    if check:
        simulator = bench.chosen(item.large)
        announce(f"running the bench of {name} in {simulator}, {item.lasts[simulator]}")
        bench.run(folder / "bench", folder / "flat" / f"{name}.v", simulator=simulator)
    _render(folder / "bench" / f"test_{name}.py", f"cocotb_{'bus' if item.registers else 'streams'}.py", facts)
    _render(folder / "bench" / "Makefile", "bench.mk", facts)
    _render(folder / "bench" / "cocotb.mk", "cocotb.mk", facts)
    _render(folder / f"{name}.core", "fusesoc.core", facts)
    for ending in ("xdc", "sdc", "lpf"):
        _render(folder / "constraints" / f"{name}.{ending}", f"constraints.{ending}", facts)
    _render(folder / "vhdl" / f"{name}_component.vhd", "component.vhd", facts)
    for file in SPACES:
        _text(folder / file, component(file, item, flat.ports, facts["sources"]))
    _text(folder / "timing.svg", wavedrom.render(_rendered(f"timing_{item.timing}.json", facts)).tostring())
    if item.registers:
        shutil.copyfile(registers.description(item.registers), folder / f"{item.registers}.rdl")
        header.write(folder / "sw", item.registers)
        if item.registers == registers.UNIT:
            unit_header.write(folder / "sw")
        for path in header.driver(item.registers):
            shutil.copyfile(path, folder / "sw" / path.name)
    readme = _rendered(f"datasheet_{item.datasheet}.md", facts)
    body = markdown.markdown(readme, extensions=["tables", "fenced_code"])
    _text(folder / "README.md", readme)
    _render(folder / "datasheet.html", "datasheet.html", {"name": name, "body": body})
    _render(folder / "waivers.vlt", "waivers.vlt", facts)
    shutil.copyfile(ecp5_pack.__file__, folder / "ecp5_pack.py")
    for page in ("LICENSE", "THIRD-PARTY.md"):
        shutil.copyfile(places.root() / page, folder / page)
    _text(folder / "manifest.json", json.dumps(_manifest(folder, item, facts), indent=1) + "\n")


def _sources(folder: Path, item: Item) -> tuple[list[str], list[str]]:
    """Copies the sources with their folders; returns their paths in order, and the headers'."""
    root, sources = item.rtl_root or manifest.rtl_root(), item.sources
    headers = manifest.headers(sources.files, sources.include_dirs)
    copied = []
    for path in (*sources.files, *headers):
        base = root if path.is_relative_to(root) else manifest.rtl_root()
        target = Path("rtl") / path.relative_to(base)
        (folder / target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, folder / target)
        copied.append(target.as_posix())
    return copied[: len(sources.files)], copied[len(sources.files) :]


def _manifest(folder: Path, item: Item, facts: Mapping[str, Any]) -> dict[str, Any]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        "name": item.name,
        **item.identity,
        "licence": "Apache-2.0",
        "made_by": {"twiddle": __version__, "pyosys": importlib.metadata.version("pyosys")},
        "checked_with": facts["simulator"],
        "sha256": {
            path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files
        },
    }


def _render(path: Path, template: str, facts: Mapping[str, Any]) -> None:
    _text(path, _rendered(template, facts))


def _rendered(template: str, facts: Mapping[str, Any]) -> str:
    return TEMPLATES.get_template(f"{template}.j2").render(facts)


def _text(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
