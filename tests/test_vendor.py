# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Targets with a tool of the user's own: parsers on stored reports, runs with stand-ins, one-line refusals.

No vendor's tool is needed: `tests/stand_ins.py` takes the place of each.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import stand_ins
from command import Run
from msgspec import structs
from processes import has_pid, is_gone, wait_for
from test_synth import DATA, SOURCES, mac

import twiddle
from pages import tables
from twiddle.base import manifest
from twiddle.base.errors import TwiddleError
from twiddle.base.progress import silent
from twiddle.base.rings import ring
from twiddle.base.sources import sources
from twiddle.catalog.block import Block
from twiddle.cli import synth
from twiddle.evidence import bench
from twiddle.evidence.results import Results
from twiddle.tools import targets
from twiddle.tools.synth import tools
from twiddle.tools.synth.flow import measure, synthesize, synthesize_all
from twiddle.tools.synth.netlist import design_hashes
from twiddle.tools.synth.reports import Step
from twiddle.tools.targets import TARGETS, openxc7, quartus, vendor, vivado
from twiddle.tools.targets.base import Placed

REPORTS = DATA / "vendor"
MODULES = manifest.modules()
PROGRAMS = {
    "vivado": ("vivado",),
    "quartus": ("quartus_sh", "quartus_map", "quartus_fit", "quartus_asm", "quartus_sta"),
    "openxc7": ("nextpnr-xilinx",),
}
ERRORS = {
    "vivado": "ERROR: [Synth 8-439] module 'twd_missing' not found [/a/twd_top.sv:3]",
    "quartus": 'Error (10161): Verilog HDL error at twd_top.sv(3): object "a" is not declared',
    "openxc7": "ERROR: Unable to place cell 'a', no Bels remaining of type 'DSP48E1_DSP48E1'",
}
STEPS = {"vivado": "place and route", "quartus": "place and route seed 1", "openxc7": "place and route seed 1"}


def stored(name: str) -> str:
    return (REPORTS / name).read_text()


@pytest.fixture
def calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand-ins of all tools on the PATH; the file of their calls."""
    folder = tmp_path / "bin"
    stand_ins.install(folder, *(program for names in PROGRAMS.values() for program in names))
    chips = tmp_path / "chips"
    chips.mkdir()
    for part in ("xc7a100tcsg324-1", "xc7z020clg400"):
        (chips / f"{part}.bin").write_text("chip database")
    path = tmp_path / "calls"
    path.touch()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("CHIPDB", str(chips))
    monkeypatch.setenv("STAND_IN_CALLS", str(path))
    monkeypatch.setenv("TWIDDLE_CACHE", str(tmp_path / "cache"))
    return path


@pytest.fixture
def design() -> Iterator[Block]:
    with mac() as found:
        yield found


def build(target: str, folder: Path) -> Placed:
    """Place and route of a netlist that holds what openXC7 needs, and no more."""
    own = targets.find(target)
    cells = {kind: {"type": kind} for kind in ("BUFG", "IBUF", "OBUF")}
    module = {"ports": dict.fromkeys(("clk", "rst", "si", "so")), "cells": cells}
    (folder / f"{target}_wrap.json").write_text(json.dumps({"modules": {"measure_wrap": module}}))
    runner = tools.ToolRunner("twd_test_mac", folder, 600, silent)
    return own.build(runner, 1, [], [])


def without(programs: tuple[str, ...], folder: Path) -> str:
    """A PATH like this one, with its programs but for some."""
    for name in ("make", "sh", "env"):
        found = shutil.which(name)
        if found is not None and name not in programs:
            (folder / name).symlink_to(found)
    return str(folder)


# ------------------------------------------------------------------ parsers on stored reports


def test_vivado_cells_of_a_stored_report() -> None:
    found = vivado.cells(stored("vivado_cells.rpt"), "conv2d")
    assert (found["lut"], found["ff"], found["dsp"], found["bram36"], found["ramb18"]) == (40, 95, 0, 1, 2)
    assert vivado.cells(stored("vivado_cells.rpt"), "u_win_buf")["ff"] == 56


def test_vivado_columns_are_found_by_name() -> None:
    text = stored("vivado_cells.rpt").replace("| DSP Blocks |", "| URAM | DSP Blocks |")
    text = re.sub(r"\|( +\d+) \|$", r"|\1 |          7 |", text, flags=re.MULTILINE)
    assert vivado.cells(text, "conv2d")["dsp"] == 7


def test_vivado_timing_of_a_stored_report() -> None:
    text = stored("vivado_timing.rpt")
    assert vivado.slack(text) == -3.463
    assert vendor.fmax_mhz(-3.463, 5.0) == 118.16
    path = vivado.path(text)
    assert (path.total_ps, path.logic_ps, path.routing_ps) == (4862, 1639, 3223)
    assert abs(sum(step.delay_ps for step in path.steps) - 4862) <= len(path.steps)
    assert [step.kind[0] for step in path.steps] == list("lrlllrlrlrl")
    assert path.steps[0].start == "clock"
    ends = "CARRY4 decoder_trigger_reg_i_9.S[0]", "CARRY4 decoder_trigger_reg_i_9.CO[3]"
    assert path.steps[3] == Step("logic", 440, *ends)
    assert path.steps[5].end == path.steps[6].start == "LUT5 mem_do_rinst_i_11.I3"
    assert vivado.path("No paths found.") is None


def test_quartus_cells_of_stored_reports() -> None:
    found = quartus.cells(stored("quartus.fit.rpt"), "IBusCachedPlugin_cache")
    assert (found["lut"], found["ff"], found["dsp"], found["m10k"], found["alm"]) == (44, 109, 0, 5, 49.3)
    assert found["bram36"] == pytest.approx(50 / 36, abs=0.005)
    found = quartus.cells(stored("quartus_le.fit.rpt"), "top")
    assert (found["lut"], found["ff"], found["dsp"], found["bram36"]) == (699 + 93, 116, 0, 0.25)
    assert "alm" not in found


def test_quartus_slack_is_the_worst_of_all_models() -> None:
    assert quartus.slack(stored("quartus.sta.summary")) == -2.112


def test_nextpnr_log_counts_after_routing() -> None:
    log = stored("nextpnr.log")
    assert openxc7.fmax(log) == 155.35
    path = openxc7.path(log)
    assert (path.total_ps, path.logic_ps, path.routing_ps) == (6400, 600, 5800)
    assert sum(step.delay_ps for step in path.steps) == 6400
    assert (path.steps[0].start, path.steps[-1].end) == ("clock", "setup")
    assert openxc7.path("Info: no clocks") is None


@pytest.mark.parametrize(
    ("read", "text", "rule"),
    [
        (vivado.cells, "", "the table of each Instance is missing"),
        (vivado.cells, "| Instance | FFs |\n| top | 1 |", "the table of each Instance has no row dut"),
        (vivado.cells, "| Instance | FFs |\n| dut | 1 |", "the table of cells has no column RAMB36"),
        (vivado.slack, "WNS(ns)\n-----\n  NA  NA\n", "timing.rpt has no WNS"),
        (vivado.cells, "| Instance | RAMB36 |\n| dut | N/A |", "has 'N/A' instead of a number"),
        (quartus.cells, "; a ; b ;", "the table of each Compilation Hierarchy Node is missing"),
        (quartus.slack, "Type  : Model Hold 'clk'\nSlack : 1.0\n", "the .sta.summary has no setup slack"),
        (openxc7.fmax, "Info: done", "nextpnr.log has no Max frequency"),
    ],
)
def test_a_report_of_another_form_is_refused(read: Callable[[str], Any], text: str, rule: str) -> None:
    with pytest.raises(ValueError, match=re.escape(rule)):
        read(text)


# ------------------------------------------------------------------ runs with stand-ins


def test_vivado_is_driven_and_its_reports_are_recorded(design: Block, calls: Path, tmp_path: Path) -> None:
    record = synthesize(design, "vivado", work=tmp_path / "work")
    assert calls.read_text().splitlines() == [
        "vivado -version",
        "vivado -notrace -mode batch -source twiddle.tcl",
        "vivado -notrace -mode batch -source twiddle_synth.tcl twiddle_run.tcl twiddle.xpr",
    ]
    assert (record.cells["lut"], record.cells["bram36"]) == (15, 1)
    assert record.fmax_mhz == round(1000 / (3.333 + 3.463), 2) == 147.15, "timing is missed by 3.463 ns"
    assert record.fmax_by_seed == {}
    assert record.critical_path.total_ps == 4862
    assert record.tools == {
        "yosys": f"pyosys {importlib.metadata.version('pyosys')}",
        "edalize": f"edalize {importlib.metadata.version('edalize')}",
        "vivado": "Vivado v2023.2 (64-bit)",
    }
    assert record.command == "twiddle synth --ring ml-dsa --core test_mac --target vivado --set Depth=8"
    assert [record.design_hash] == design_hashes([sources(design.top, design.rtl_parameters())])
    project = json.loads((tmp_path / "work" / "vivado_0" / "twiddle.xpr").read_text())
    assert project["part"] == "xc7a100tcsg324-1"
    before = len(calls.read_text().splitlines())
    assert synthesize(design, "vivado") == record
    assert len(calls.read_text().splitlines()) == before + 1, "only the version is requested"


def test_quartus_takes_the_median_of_its_seeds(design: Block, calls: Path, tmp_path: Path) -> None:
    record = synthesize(design, "quartus", seeds=(3, 1, 2), work=tmp_path / "work")
    rates = {str(seed): round(1000 / (3.333 + 2.112 + seed / 10), 2) for seed in (3, 1, 2)}
    assert record.fmax_by_seed == rates
    assert record.fmax_mhz == rates["2"]
    assert record.critical_path is None
    assert (record.cells["lut"], record.cells["ff"], record.cells["m10k"]) == (44, 109, 5)
    assert record.tools["quartus"] == "Version 18.1.0 Build 625 09/12/2018 SJ Lite Edition"
    project = json.loads((tmp_path / "work" / "quartus_2" / "twiddle.qpf").read_text())
    assert project == {"family": '"Cyclone V"', "device": "5CSEMA5F31C6", "seed": 2}
    assert "its reports contain no path" in synth.critical_path(record).title
    read = (tmp_path / "work" / "dut_top.v").read_text()
    assert not re.search(r"\b(parameter|generate|genvar|for|logic|always_\w+)\b", read), "Verilog-2005, flat"
    runner = tools.ToolRunner("test", tmp_path / "work", 600, silent)
    runner.yosys("read", "read", "read_verilog dut_top.v wrap.v\nhierarchy -check -top measure_wrap\n")
    assert Counter(line.split()[0] for line in calls.read_text().splitlines())["quartus_sta"] == 3


@pytest.mark.matrix
def test_openxc7_places_the_netlist_of_xc7(design: Block, calls: Path) -> None:
    found = synthesize_all(design, ("xc7", "openxc7"), seeds=(1, 2))
    assert found["openxc7"].cells == found["xc7"].cells
    assert found["openxc7"].fmax_by_seed == {"1": 156.35, "2": 157.35}
    assert found["openxc7"].fmax_mhz == 156.85
    assert found["openxc7"].critical_path.routing_ps == 5800
    assert found["openxc7"].tools["openxc7"].endswith("(Version 0.8.2-19-g0d8a1d5c)")


@pytest.mark.parametrize(
    ("top", "parameters", "written"),
    [
        ("twd_mod_mul", {"Q": "3329", "Method": "4'd4"}, ".Q(3329), .Method(twd_method_pkg::method_e'(4'd4))"),
        (
            "twd_test_mac",
            {"N": "256", "Q": "7681", "Root": "62", "RootOrder": "512", "Depth": "8"},
            ".Q(7681), .Root(62)",
        ),
    ],
)
def test_what_vivado_reads_is_the_design_with_its_parameters(
    top: str, parameters: dict[str, str], written: str, calls: Path, tmp_path: Path
) -> None:
    work = tmp_path / "work"
    files, folders = (manifest.sources(top), manifest.include_dirs()) if top in MODULES else (SOURCES, [DATA])
    measure(top, files, folders, parameters, "vivado", work=work)
    assert written in (work / "dut_top.sv").read_text()
    script = (work / "vivado_0" / "twiddle.tcl").read_text()
    sources = [name.removeprefix("../") for name in re.findall(r"-sv \{(.*)\}", script)]
    (included,) = re.findall(r"include_dirs \[list (.*)\]", script)
    includes = " ".join(f"-I{name.removeprefix('../')}" for name in included.split())
    lines = [
        f"read_verilog -sv -defer {includes} {' '.join(sources)}",
        "hierarchy -check -top dut_top",
        "proc",
        "flatten",
        "opt_clean",
        "write_json -noscopeinfo read.json",
    ]
    tools.ToolRunner("test", work, 600, silent).yosys("read", "read", "\n".join(lines) + "\n")

    def kinds(name: str) -> Counter[str]:
        module = json.loads((work / name).read_text())["modules"]["dut_top"]
        return Counter(cell["type"] for cell in module["cells"].values())

    assert kinds("read.json") == kinds("elab.json")
    assert sum(kinds("elab.json").values()) > 10


def test_a_part_of_ones_own_is_in_the_name_and_the_record(design: Block, calls: Path, tmp_path: Path) -> None:
    target = targets.named("vivado", "xc7z020clg400-1")
    record = synthesize(design, target, work=tmp_path / "work")
    assert record.target == target == "vivado-xc7z020clg400-1"
    assert record.command.endswith("--core test_mac --target vivado-xc7z020clg400-1 --set Depth=8")
    assert record.path == "test_mac-ml-dsa-Depth8-vivado-xc7z020clg400-1.json"
    project = json.loads((tmp_path / "work" / f"{target}_0" / "twiddle.xpr").read_text())
    assert project["part"] == "xc7z020clg400-1"
    assert targets.named("vivado", "xc7a100tcsg324-1") == "vivado"


def test_the_family_of_quartus_and_the_pins_of_openxc7_follow_the_part(calls: Path, tmp_path: Path) -> None:
    altera = targets.find("quartus-EP4CE22F17C6")
    options = altera.project(tmp_path, altera.name, altera.part, 1, [])["tool_options"]["quartus"]
    assert options == {"family": "Cyclone IV E", "device": "EP4CE22F17C6"}
    placed = build("openxc7-xc7z020clg400-1", tmp_path)
    assert placed.fmax_mhz == 156.35
    assert "LOC H16 [get_ports clk]" in (tmp_path / "openxc7-xc7z020clg400-1_1" / "pins.xdc").read_text()


@pytest.mark.parametrize(
    ("target", "rule"),
    [
        ("quartus-XYZ1", "target quartus: part XYZ1: unknown family; known: Cyclone IV E, "),
        ("openxc7-xc7k325tffg900-2", "target openxc7: part xc7k325tffg900-2: not in one of the packages csg324"),
        ("vivado-a;b", "target vivado: part 'a;b': not the name of a part"),
        ("vivado-", "target vivado: part '': not the name of a part"),
        ("vivad", "target 'vivad': unknown (did you mean vivado?); the targets are xc7, ecp5"),
        ("openxc7-xc7a35tcpg236-1", "target openxc7: no xc7a35tcpg236-1.bin in the folder CHIPDB"),
    ],
)
def test_a_wrong_part_is_refused(design: Block, calls: Path, target: str, rule: str) -> None:
    with pytest.raises(TwiddleError) as caught:
        synthesize(design, target)
    assert str(caught.value).startswith(rule)
    assert not re.search("place|source", calls.read_text())


def test_a_part_that_the_tool_does_not_know(design: Block, calls: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STAND_IN", "nopart")
    with pytest.raises(TwiddleError) as caught:
        synthesize(design, "vivado-xc9")
    error = "ERROR: [Common 17-69] Command failed: Part 'xc9' not found"
    assert str(caught.value) == f"twd_test_mac: vivado-xc9: place and route: {error}"


# ------------------------------------------------------------------ failures are one line


@pytest.mark.parametrize("target", PROGRAMS)
def test_a_missing_tool_is_one_line(target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setenv("PATH", without(PROGRAMS[target], tmp_path))
    assert re.fullmatch(
        rf"target {target}: needs {PROGRAMS[target][0]} of \S.* on the PATH; "
        f"{', '.join(TARGETS)} need no tool of your own",
        run.refused(f"synth --ring ml-kem --target {target} --record {tmp_path / 'r'}"),
    )
    assert not (tmp_path / "r").exists()


def test_make_and_a_chip_database_are_asked_for(calls: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHIPDB")
    with pytest.raises(TwiddleError, match=r"no xc7a100tcsg324-1\.bin in the folder CHIPDB \(which is not set\)"):
        targets.versions("openxc7")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    with pytest.raises(TwiddleError, match=r"^target openxc7: needs make, for Edalize$"):
        targets.versions("openxc7")


def test_a_tool_that_does_not_tell_its_version(calls: Path, tmp_path: Path) -> None:
    (tmp_path / "bin" / "vivado").write_text("#!/bin/sh\necho licence not found\n")
    with pytest.raises(TwiddleError, match=r"^target vivado: vivado -version prints no version$"):
        targets.versions("vivado")


def test_a_tool_that_fails_is_one_line_and_nothing_is_recorded(
    design: Block, calls: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setattr(synth, "chosen_block", lambda core, ring, settings: design)
    target, folder = "vivado", tmp_path / "results"
    line = f"synth --ring ml-dsa --target {target} --record {folder}"
    monkeypatch.setenv("STAND_IN", "fail")
    last = run(line, code=2)[1].splitlines()[-1]
    assert last == f"twiddle: twd_test_mac: {target}: {STEPS[target]}: {ERRORS[target]}"
    assert not folder.exists()
    monkeypatch.delenv("STAND_IN")
    document = run.json(line, "--json")  # the failure is not kept
    assert document["target"] == target
    kept = json.loads((folder / f"test_mac-ml-dsa-Depth8-{target}.json").read_text())
    assert list(document) == [key for key in synth.KEYS if key in kept]
    assert {key: kept[key] for key in document} == document


@pytest.mark.parametrize(
    ("target", "how", "rule"),
    [
        ("vivado", "crash", r"make: \*\*\* \[Makefile:\d+: twiddle\.bit\] (Segmentation fault|Error 139).*"),
        ("quartus", "crash", r"make: \*\*\* \[Makefile:\d+: syn\] (Segmentation fault|Error 139).*"),
        ("vivado", "silent", r"no report timing\.rpt"),
        ("quartus", "silent", r"no report \*\.sta\.summary"),
        *((target, "fail", re.escape(ERRORS[target])) for target in ("quartus", "openxc7")),
        ("openxc7", "silent", r"no report nextpnr\.log"),
        ("vivado", "garbled", r"timing\.rpt has no WNS below Design Timing Summary"),
        ("quartus", "garbled", r"the \.sta\.summary has no setup slack"),
        ("openxc7", "garbled", r"nextpnr\.log has no Max frequency"),
    ],
)
def test_how_a_run_goes_wrong_is_told(
    target: str, how: str, rule: str, design: Block, calls: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STAND_IN", how)
    monkeypatch.setenv("MAKELEVEL", "1")
    monkeypatch.setenv("MAKEFLAGS", "w")
    with pytest.raises(TwiddleError) as caught:
        build(target, tmp_path) if target == "openxc7" else synthesize(design, target, seeds=(1,))
    assert re.fullmatch(f"twd_test_mac: {target}: {STEPS[target]}: {rule}", str(caught.value))


def test_a_tool_that_hangs_is_ended_with_what_it_started(
    design: Block, calls: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STAND_IN", "hang")
    pid = tmp_path / "work" / "vivado_0" / "pid"
    for seconds in (2, 10, 100):  # so long that the stand-in has started, on any machine
        ended = rf"^twd_test_mac: (elaborate|vivado: place and route): not finished after {seconds} s$"
        with pytest.raises(TwiddleError, match=ended):
            synthesize(design, "vivado", timeout=seconds, work=tmp_path / "work")
        if has_pid(pid):
            break
    wait_for(lambda: is_gone(pid.read_text()))


RUN = """
import json
from pathlib import Path
from twiddle.tools import targets
from twiddle.tools.synth import tools
from twiddle.base.progress import silent
folder = Path.cwd() / "run"
own = targets.VENDORS["openxc7"]
edam = {"name": "twiddle", "toplevel": "measure_wrap"} | own.project(folder, own.name, own.part, 1, [])
(folder / "edam.json").write_text(json.dumps(edam))
tools.ToolRunner("unit", Path.cwd(), 600.0, silent).edalize("step", "run", own.backend)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ties a process to the one that started it")
def test_what_edalize_runs_dies_with_twiddle(calls: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bin" / "nextpnr-xilinx").write_text("#!/bin/sh\necho $$ > pid\nexec sleep 600\n")
    (tmp_path / "run").mkdir()
    (tmp_path / "openxc7_wrap.json").write_text("{}")
    with subprocess.Popen([sys.executable, "-c", RUN], cwd=tmp_path) as runner:
        pid = tmp_path / "run" / "pid"
        wait_for(lambda: has_pid(pid))
        assert not is_gone(pid.read_text().strip())
        runner.send_signal(signal.SIGKILL)
        wait_for(lambda: is_gone(pid.read_text().strip()))


# ------------------------------------------------------------------ records


def test_a_record_of_a_missing_tool_is_left_as_it_is(
    calls: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    design = twiddle.core("iterative", ring("ml-kem"), Butterflies=1)
    xc7 = next(
        record
        for record in Results().load_all()
        if record.core == "iterative" and record.target == "xc7" and record.ring == "ml-kem"
    )
    target = "vivado-xc7z020clg400-1"
    record = structs.replace(xc7, parameters=dict(design.parameters), target=target, source_hash="0")
    results = Results(tmp_path / "results")
    results.save(record)
    assert [[*row.records] for row in bench._rows([], bench.Only(), results)] == [[target]]
    monkeypatch.setenv("PATH", without(("vivado",), tmp_path / "bin"))
    (tmp_path / "bin" / "vivado").unlink()
    assert bench._rows([], bench.Only(), results) == []
    why = bench.left_out(results)
    assert "left out vivado-xc7z020clg400-1: target vivado-xc7z020clg400-1: needs vivado of AMD Vivado" in why
    assert "\n" not in why
    assert "## On vivado-xc7z020clg400-1" in tables.ring_table(results, "ml-kem")
