# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Standard cells: the liberty file, area in gate equivalents, memories, timing, and the netlist simulated.

The library is osu018 of the package qflow-tech-osu018, where that is installed.
"""

from __future__ import annotations

import hashlib
import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from twiddle.base.errors import TwiddleError
from twiddle.base.rings import Ring
from twiddle.catalog.block import Block
from twiddle.catalog.designs import core
from twiddle.cli import main
from twiddle.evidence.results import Results
from twiddle.evidence.verify.netlists import SMALL
from twiddle.evidence.wanted import wanted
from twiddle.tools import energy, targets
from twiddle.tools.conformance import Effort, conform
from twiddle.tools.sim.netlist import Stage
from twiddle.tools.synth import flow, liberty, records, reports
from twiddle.tools.synth.reports import CriticalPath, Step
from twiddle.tools.targets import asic

DATA = Path(__file__).parent / "data" / "synth"
OSU018 = Path("/usr/share/qflow/tech/osu018/osu018_stdcells.lib")
needs_osu018 = pytest.mark.skipif(not OSU018.is_file(), reason="the package qflow-tech-osu018 is not installed")
needs_sta = pytest.mark.skipif(asic.opensta() is None, reason="OpenSTA (the program sta) is not installed")

OWN = Ring("own", n=32, q=193, root=11, root_order=64)
"""A ring with small tables."""

LIBRARY = """\
/* a library { of few cells */
library (few) {
  time_unit : "1ns";  // of all delays
  technology (cmos) ;
  lu_table_template(two) { variable_1 : input_net_transition; index_1 ("0.1, \\
    0.2"); }
  cell (INV) { area : 1; pin(A) { direction : input; } pin(Y) { direction : output; function : "(!A)"; } }
  cell (BUF) { area : 1.5; pin(A) { direction : input; } pin(Y) { direction : output; function : "A"; } }
  cell ("NAND_BIG") {
    area : 4.0
    pin(A) { direction : input; capacitance : 0.1 ; }
    pin(B) { direction : input; }
    pin(Y) { direction : output; function : "(!(A B))"; timing() { related_pin : "A B"; } }
  }
  cell (NAND) { area : 2.5; pin(A1) { direction : input; } pin(A2) { direction : input; }
    pin(ZN) { direction : "output"; function : "FUNCTION"; } }
  cell (NAND_BAD) { area : 0.5; dont_use : true; pin(A) { direction : input; } pin(B) { direction : input; }
    pin(Y) { direction : output; function : "!(A B)"; } }
  cell (AND) { area : 2; pin(A) { direction : input; } pin(B) { direction : input; }
    pin(Y) { direction : output; function : "A B"; } }
  cell (ODD) { area : 1; pin(A) { direction : input; } pin(B) { direction : input; }
    pin(Y) { direction : output; function : "IQ?"; } }
  cell (DFF) { area : 9; ff (IQ, IQN) { next_state : "D"; clocked_on : "CK"; }
    pin(D) { direction : input; } pin(CK) { direction : input; clock : true; }
    pin(Q) { direction : output; function : "IQ"; } }
}
"""


def few(folder: Path, function: str = "!(A1 A2)", text: str = LIBRARY) -> Path:
    path = folder / "few.lib"
    path.write_text(text.replace("FUNCTION", function))
    return path


# ------------------------------------------------------------------ the liberty file


def test_cells_and_areas_of_a_library(tmp_path: Path) -> None:
    path = few(tmp_path)
    found = liberty.load(path)
    assert {name: cell.area for name, cell in found.cells.items()} == {
        "INV": 1,
        "BUF": 1.5,
        "NAND_BIG": 4,
        "NAND": 2.5,
        "AND": 2,
        "ODD": 1,
        "DFF": 9,
    }
    assert [name for name, cell in found.cells.items() if cell.stores] == ["DFF"]
    assert found.cells["NAND"].inputs == ("A1", "A2")
    assert (found.nand2.name, found.drive.name) == ("NAND", "BUF")
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    assert found.used == liberty.Used("few.lib", sha256, "NAND", 2.5)
    assert liberty.load(path, sha256.upper()) == found


@pytest.mark.parametrize(
    "function",
    [
        *("!(A1 A2)", "(!(A1 A2))", "(A1 & A2)'", "!(A1*A2)", "!A1 + !A2", "A1' | A2'", "!A1|A2'"),
        *("(A1 A2) ^ 1", "!((A2) (A1))", "1 ^ (A1 A2)"),
    ],
)
def test_a_nand_in_every_form(function: str, tmp_path: Path) -> None:
    assert liberty.load(few(tmp_path, function)).nand2.name == "NAND"


@pytest.mark.parametrize(
    "function", ["A1 A2", "A1 A2 ^ 1", "!(A1 + A2)", "!A1 A2", "!(A1 ^ A2)", "!(A1 A3)", "(A1", "A1)"]
)
def test_what_is_no_nand(function: str, tmp_path: Path) -> None:
    assert liberty.load(few(tmp_path, function)).nand2.name == "NAND_BIG"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a liberty file: it is not one group `library`"),
        ("# Area and timing\n\nA target is a device", "not a liberty file: line 1 is not a statement of a library"),
        ("library (a) {\n  cell (b) {\n}\n", "not a liberty file: the group library (a) has no end"),
        ("library (a) {\n  area ! 3;\n}\n", "not a liberty file: line 2 is not a statement of a library"),
        ("cell (a) { area : 1; }", "not a liberty file: it is not one group `library`"),
        ("library (a) { cell (b) { area : wide; } }", "not a liberty file: cell b: area: could not convert"),
        ("library (a) { }", "has no 2-input NAND, the unit of area"),
        (LIBRARY.replace("NAND_BIG", "N").replace("ff (IQ, IQN)", "fff (IQ)"), "has no flip-flop"),
        (LIBRARY.replace('"(!A)"', '"0"').replace('"A"', '"1"'), "has no inverter"),
    ],
)
def test_what_is_no_library(text: str, message: str, tmp_path: Path) -> None:
    path = few(tmp_path, text=text)
    with pytest.raises(TwiddleError) as caught:
        liberty.load(path)
    assert str(caught.value).startswith(f"{path}: {message}")


def test_area_in_gate_equivalents(tmp_path: Path) -> None:
    library = liberty.load(few(tmp_path))
    found = asic.cells({"DFF": 1000, "NAND": 400, "AND": 100, "$mem_v2": 2}, library)
    assert found == {"kge": 4.08, "kge_ff": 3.6, "kge_comb": 0.48, "ff": 1000, "gates": 500}


# ------------------------------------------------------------------ reports


def test_the_longest_path_of_stored_reports() -> None:
    path = reports.opensta_path((DATA / "opensta.txt").read_text(), 10.0)
    assert path.total_ps == path.logic_ps == sum(step.delay_ps for step in path.steps) == 1390
    assert [step.delay_ps for step in path.steps] == [155, 257, 239, 126, 160, 136, 103, 92, 38, 0, 84]
    assert [step.end for step in path.steps[:2]] == ["NAND2X1", "NOR2X1"]
    assert path.steps[0].start == "a_valid_i"
    last = Step("logic", 84, "DFFSR u_core.u_load.a_full_q.D", "setup")
    assert path.steps[-1] == last
    assert reports.opensta_path("No paths found.\n", 10.0) is None


def test_the_longest_path_of_abc() -> None:
    line = 'ABC: WireLoad = "none"  Gates =    10 ( 5.0 %)   Area =   20.00 (9.5 %)   Delay =  {} ps  ( 3.7 %)\n'
    path = reports.abc_path(line.format("417.07") + line.format(" 99.5") + "ABC: Path 0\n")
    assert path == CriticalPath(417, 417, 0, [])
    assert reports.abc_path("ABC: nothing\n") is None


# ------------------------------------------------------------------ refusals


def test_a_second_target_is_refused(tmp_path: Path) -> None:
    library = liberty.load(few(tmp_path))
    with pytest.raises(TwiddleError, match=r"^target asic: measured separately, since its tables are logic$"):
        flow.synthesize_all(small_design(), ("xc7", "asic"), liberty=library)


# ------------------------------------------------------------------ memories


def measure(folder: Path, body: str) -> dict[str, Any]:
    """A module of one memory, measured on osu018."""
    source = folder / "unit.sv"
    ports = "input clk_i, input rst_ni, input w_i, input [3:0] a_i, input [63:0] d_i, output logic [63:0] q_o"
    source.write_text(f"module unit({ports});\n{body}\nendmodule\n")
    return flow.measure("unit", [source], [], {}, "asic", cache=False, liberty=liberty.load(OSU018))


RAM = """
  logic [WIDTH-1:0] mem[16];
  INITIAL
  always_ff @(posedge clk_i) begin
    if (w_i) mem[a_i] <= d_i[WIDTH-1:0];
    q_o <= 64'(mem[a_i]);
  end
"""


@needs_osu018
def test_a_small_memory_is_flip_flops(tmp_path: Path) -> None:
    found = measure(tmp_path, RAM.replace("WIDTH", "16").replace("INITIAL", ""))
    assert found.cells.ff == asic.SMALL + 16
    assert (found.memories, found.cells["memory_bits"]) == ([], 0)


@needs_osu018
def test_a_larger_memory_stays_whole(tmp_path: Path) -> None:
    found = measure(tmp_path, RAM.replace("WIDTH", "17").replace("INITIAL", ""))
    assert found.memories == [asic.Memory("mem", 17, 16, 1, 1, True, 17 * 16)]
    assert (found.cells["memories"], found.cells["memory_bits"]) == (1, 17 * 16)
    assert found.cells["kge"] < 0.1


@needs_osu018
def test_a_memory_with_initial_contents_is_refused(tmp_path: Path) -> None:
    body = RAM.replace("WIDTH", "17").replace("INITIAL", "initial mem[3] = 17'd5;")
    with pytest.raises(TwiddleError, match=r"^unit: asic: memory mem has initial contents, which an ASIC"):
        measure(tmp_path, body)


@needs_osu018
def test_a_table_is_gates(tmp_path: Path) -> None:
    rows = "".join(f"4'd{i}: q_o <= 64'd{i**7 % 9973};" for i in range(16))
    found = measure(tmp_path, f"always_ff @(posedge clk_i) case (a_i) {rows} endcase")
    assert found.memories == []
    assert found.cells["gates"] > 0


@needs_osu018
def test_a_table_that_would_become_a_shifter_is_refused(tmp_path: Path) -> None:
    contents = random.Random(1).getrandbits(49152)
    table = f"localparam logic [49151:0] Table = 49152'h{contents:x};\n"
    with pytest.raises(TwiddleError, match=r"^unit: asic: shiftx unit.sv:3: a table of 49152 bits in logic"):
        measure(tmp_path, f"{table}always_ff @(posedge clk_i) q_o <= 64'(Table[d_i[15:0]+:3]);")


@needs_osu018
def test_tables_of_rns_are_roms_or_gates() -> None:
    """Those of its products, read twice a cycle, and of the twiddle factors; with LogicTables = 1 none is left."""
    library = liberty.load(OSU018)
    rom, gates = (
        flow.synthesize(core("rns", OWN, Butterflies=1, **given), "asic", cache=False, liberty=library)
        for given in ({}, {"LogicTables": 1})
    )
    tables = [each for each in rom.memories if not each.write_ports]
    assert [(each.width, each.depth, each.read_ports) for each in tables][:2] == [(8, 256, 2)] * 2
    assert len(tables) == 3
    assert [each for each in rom.memories if each.write_ports] == gates.memories
    assert gates.cells["gates"] > rom.cells["gates"] + 1000


# ------------------------------------------------------------------ energy


def netlist(cells: dict[str, tuple[str, dict[str, int | str]]], **inputs: int) -> dict[str, Any]:
    """A mapped module as Yosys writes it, of cells by type and pins, with inputs of one bit."""
    ports = {name.replace("__", "[") + "]" * ("__" in name): ("input", bit) for name, bit in inputs.items()}
    return {
        "ports": {name: {"direction": way, "bits": [bit]} for name, (way, bit) in ports.items()},
        "cells": {
            name: {"type": kind, "connections": {pin: [bit] for pin, bit in pins.items()}}
            for name, (kind, pins) in cells.items()
        },
    }


def switched(module: dict[str, Any], library: liberty.Library) -> float:
    """Half of C V^2, in pJ, of the pins that the toggles of a cycle charge or discharge, but of those at inputs."""
    found = energy.Activity(module, library).run(3329)
    file = liberty.parse(library.text.decode())
    volts = float(file.attributes["nom_voltage"])
    pins = {(cell.name, pin.name): pin for cell in file.groups if cell.kind == "cell" for pin in cell.groups}
    inputs = {port["bits"][0] for port in module["ports"].values() if port["direction"] == "input"}
    charged = [
        found[bit] * float(pins[cell["type"], pin].attributes["capacitance"])
        for cell in module["cells"].values()
        for pin, (bit,) in cell["connections"].items()
        if pin in library.cells[cell["type"]].inputs and bit in found and bit not in inputs
    ]
    return sum(charged) * volts**2 / 2


@needs_osu018
def test_toggles() -> None:
    """A flip-flop that toggles, an AND and an XOR of random bits, and an enable that holds a random bit for ever."""
    module = netlist(
        {
            "toggle": ("DFFPOSX1", {"CLK": 2, "D": 10, "Q": 11}),
            "invert": ("INVX1", {"A": 11, "Y": 10}),
            "and": ("AND2X2", {"A": 3, "B": 4, "Y": 12}),
            "xor": ("XOR2X1", {"A": 3, "B": "1", "Y": 13}),
            "held": ("DFFSR", {"CLK": 2, "D": 3, "R": 5, "S": "1", "Q": 14}),
        },
        clk_i=2,
        a__0=3,
        a__1=4,
        flag_i=5,
    )
    found = energy.Activity(module, liberty.load(OSU018)).run(4)
    assert found[10] == found[11] == 1
    assert found[12] == pytest.approx(3 / 8, abs=0.02)
    assert found[13] == pytest.approx(1 / 2, abs=0.02)
    assert found[14] == 0, "its reset, active low, is a flag, which is 0"


@needs_osu018
def test_what_has_no_energy_is_refused() -> None:
    library = liberty.load(OSU018)
    with pytest.raises(TwiddleError, match=r"^lut: no cell LUT4 in osu018_stdcells\.lib$"):
        energy.Activity(netlist({"lut": ("LUT4", {"Z": 3})}), library)
    with pytest.raises(TwiddleError, match=r"^held: a cell LATCH is no flip-flop$"):
        energy.Activity(netlist({"held": ("LATCH", {"CLK": 2, "D": 3, "Q": 4})}), library)
    with pytest.raises(TwiddleError, match=r"^OpenSTA: cells without power in its report$"):
        energy.of_report("Warning\n", netlist({"and": ("AND2X2", {})}), {}, 10.0)


@needs_osu018
@needs_sta
def test_the_energy_of_a_multiplier(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The simulated netlist multiplies, its switching energy is that of its pins, and table and record have it."""
    library, unit = liberty.load(OSU018), core("mod-mul", Q=3329, Method="shift_add")
    found = flow.synthesize(unit, "asic", liberty=library, cache=False, work=tmp_path / "work")
    module = json.loads((tmp_path / "work" / "asic_power.json").read_text())["modules"]["dut_top"]
    netlist = energy.Activity(module, library)
    ports, a, b = netlist.inputs(), 3328, 2021
    values = {**{bit: a >> at & 1 for at, bit in enumerate(ports["a_i"])}, ports["en_i"][0]: 1}
    values |= {bit: b >> at & 1 for at, bit in enumerate(ports["b_i"])}
    for _ in range(unit.unit.latency + 1):
        netlist.step({bit: netlist.every * value for bit, value in values.items()})
    out = {name: port["bits"][0] for name, port in module["ports"].items() if port["direction"] == "output"}
    product = sum((netlist.bits[bit] & 1) << int(name[len("product_o[") : -1]) for name, bit in out.items())
    assert product == a * b % 3329

    assert found.energy is not None
    assert found.energy.pj - found.energy.internal == pytest.approx(switched(module, library), rel=0.01)
    assert found.energy.internal > 0
    command = ["arith", "--q", "3329", "--unit", "multiplier", "--method", "shift_add", "--form", "exact"]
    assert main([*command, "--liberty", str(OSU018), "--record", str(tmp_path / "kept")]) == 0
    assert f"{found.energy.pj:,.1f}" in capsys.readouterr().out
    (path,) = (tmp_path / "kept" / "arith").iterdir()
    assert records.load(path).energy == found.energy


def test_a_record_of_units_goes_with_a_library(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arith", "--q", "3329", "--record", "kept"]) == 2
    assert capsys.readouterr().err == "twiddle: --record: goes with --liberty, which measures\n"


# ------------------------------------------------------------------ a core


def small_design() -> Block:
    return core("iterative", SMALL[2], Butterflies=1)


def memory_bits(design: Block) -> int:
    """5 n words (twd_iterative), and 16 beats of the result queue, each with its last flag and its error."""
    width = design.ring.bits
    lanes = 2 * int(design.parameters["Butterflies"])
    return 5 * design.ring.n * width + 16 * (lanes * width + 2)


@needs_osu018
@needs_sta
def test_a_core_with_opensta(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TWIDDLE_CACHE", str(tmp_path / "cache"))
    design = small_design()
    ring = tmp_path / f"{design.ring.name}.toml"
    values = {name: getattr(design.ring, name) for name in ("n", "q", "root", "root_order")}
    ring.write_text("".join(f"{name} = {value}\n" for name, value in values.items()))
    command = ["synth", "--ring", str(ring), "--target", "asic", "--set", "Butterflies=1"]
    sha256 = hashlib.sha256(OSU018.read_bytes()).hexdigest()
    command += ["--liberty", str(OSU018), "--liberty-sha256", sha256]
    assert main([*command, "--record", str(tmp_path / "kept"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    cells, path = found["cells"], found["critical_path"]
    assert found["parameters"]["LogicTables"] == 1
    assert cells["memory_bits"] == sum(each["bits"] for each in found["memories"]) == memory_bits(design)
    assert [each["clocked"] for each in found["memories"]].count(False) == 1, "the result queue"
    assert cells["kge"] == pytest.approx(cells["kge_ff"] + cells["kge_comb"], abs=0.002)
    assert min(cells["kge_ff"], cells["kge_comb"]) > 1
    assert (found["timed_by"], found["library"]["nand2"]) == ("OpenSTA", "NAND2X1")
    assert (found["library"]["file"], found["library"]["sha256"]) == (OSU018.name, sha256)
    assert found["fmax_mhz"] == pytest.approx(1e6 / path["total_ps"], rel=1e-4)
    assert path["total_ps"] == sum(step["delay_ps"] for step in path["steps"]) > 1000
    assert str(OSU018) not in json.dumps(found)
    record_is_kept(tmp_path / "kept", found)

    assert main(command) == 0
    out = capsys.readouterr().out
    figures = (f"{cells['kge']:.2f}", f"{cells['ff']:,}", f"{cells['memory_bits']:,}", str(found["fmax_mhz"]))
    assert all(each in out for each in (*figures, "OpenSTA", OSU018.name, sha256, "NAND2X1", " async "))


def record_is_kept(folder: Path, found: dict[str, Any]) -> None:
    """The record has what was printed; it is not read as that of a device, and a wrong one is refused."""
    (path,) = folder.iterdir()
    assert path.name.endswith("-LogicTables1-asic-osu018_stdcells.json")
    record = records.load(path)
    document = record.document()
    assert {key: document[key] for key in found} == found
    assert f"--liberty {OSU018.name} --liberty-sha256 {found['library']['sha256']}" in record.command
    assert record.tools.keys() == {"yosys", "opensta"}
    results = Results(folder)
    assert results.load_all() == results.readable(pytest.fail) == []
    for key, wrong in (("cells", {"lut": 1}), ("memories", {}), ("library", {}), ("fmax_mhz", 0)):
        path.write_text(json.dumps({**document, key: wrong}))
        with pytest.raises(TwiddleError, match="not a synthesis record"):
            records.load(path)


@needs_osu018
def test_a_core_without_opensta(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert shutil.which("sta") is None
    design = small_design()
    found = flow.synthesize(design, "asic", cache=False, liberty=liberty.load(OSU018))
    assert isinstance(found, records.Record)
    assert found.timed_by == "ABC"
    assert found.tools.keys() == {"yosys", "abc"}
    assert found.cells["memory_bits"] == memory_bits(design)
    assert found.critical_path.total_ps > 1000
    assert found.fmax_mhz is not None


def test_another_program_of_that_name_is_not_opensta(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "sta"
    program.write_text("#!/bin/sh\necho a status\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert asic.opensta() is None
    assert targets.versions("asic").keys() == {"yosys", "abc"}


def test_bench_does_not_want_it() -> None:
    assert all(target != asic.NAME for _, target in wanted())


# ------------------------------------------------------------------ the netlist


@pytest.mark.matrix
@needs_osu018
@pytest.mark.parametrize(
    "design",
    [core("iterative", SMALL[1], Butterflies=1, DoubleBuffer=0, LogicTables=1), core("rns", OWN, Butterflies=1)],
    ids=lambda design: design.core,
)
def test_the_mapped_netlist_conforms(design: Block) -> None:
    """Gates of the library after their functions, memories whole, also those with the tables of rns."""
    effort = Effort(operations=13, mixed=2, refused=1, resets=4)
    found = conform(design, effort, netlist=Stage(f"asic:{OSU018}"))
    assert found.keys() == {"operations", "stalls", "bad", "refused", "resets"}
    assert min(found.values()) > 0
