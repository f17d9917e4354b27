# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Stand-ins for Vivado, Quartus and nextpnr-xilinx: they check what they are given, and write stored reports.

Run as `stand_ins.py PROGRAM ARGUMENTS`, from a script of the name PROGRAM on the PATH. What is given to them
must be coherent: every file named is there, headers are found, and the top and its clock exist. STAND_IN says
how they go wrong: fail, crash, hang, silent (no reports), garbled (reports of another form), nopart.
"""

import json
import os
import re
import signal
import sys
import time
from pathlib import Path

REPORTS = Path(__file__).parent / "data" / "synth" / "vendor"
HOW = os.environ.get("STAND_IN", "")

VERSIONS = {
    "vivado": "Vivado v2023.2 (64-bit)\nSW Build 4029153 on Fri Oct 13 20:13:54 MDT 2023\n",
    "quartus_sh": "Quartus Prime Shell\nVersion 18.1.0 Build 625 09/12/2018 SJ Lite Edition\n",
    "nextpnr-xilinx": '"nextpnr-xilinx" -- Next Generation Place and Route (Version 0.8.2-19-g0d8a1d5c)\n',
}


def refuse(line: str) -> None:
    """End as the tools do for an error of the user's."""
    print(line)
    sys.exit(1)


def go_wrong(error: str) -> None:
    """Go wrong as STAND_IN says; otherwise return."""
    if HOW == "fail":
        refuse(f"INFO: a line before\n{error}\nand a line after")
    if HOW == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if HOW == "hang":
        Path("pid").write_text(str(os.getpid()))
        time.sleep(600)


def report(name: str, path: Path, *names: str) -> None:
    """Write a stored report, with the design in place of the instance in it."""
    if HOW == "silent":
        return
    text = (REPORTS / name).read_text()
    for old, new in zip(names[::2], names[1::2], strict=True):
        text = text.replace(old, new)
    path.write_text("nothing of the kind\n" if HOW == "garbled" else text)


def check_sources(sources: list[str], include_dirs: list[str], top: str) -> None:
    """Every file is there, packages are read before their users, headers are found, the top is defined."""
    defined: set[str] = set()
    for name in sources:
        text = Path(name).read_text()
        for package in re.findall(r"\b(twd_\w+_pkg)::", text):
            assert package in defined or f"package {package};" in text, f"{name} uses {package} too early"
        for header in re.findall(r'^\s*`include "(.*)"', text, re.MULTILINE):
            assert any((Path(folder) / header).is_file() for folder in include_dirs), header
        defined |= set(re.findall(r"^\s*(?:package|module)\s+(\w+)", text, re.MULTILINE))
    assert {top, "dut_top"} <= defined


def check_clock(constraints: str) -> None:
    """The clock is one of the top's ports."""
    (port,) = re.findall(r"create_clock .*\[get_ports (\w+)\]", Path(constraints).read_text())
    assert f"input wire {port}," in Path("../wrap.v").read_text()


def vivado(arguments: list[str]) -> None:
    """The project and its run, as Edalize's Makefile calls them."""
    assert arguments[:4] == ["-notrace", "-mode", "batch", "-source"]
    scripts = arguments[4:]
    if scripts == ["twiddle.tcl"]:
        create_project(Path("twiddle.tcl").read_text())
    else:
        assert scripts == ["twiddle_synth.tcl", "twiddle_run.tcl", "twiddle.xpr"]
        implement(json.loads(Path("twiddle.xpr").read_text()))


def create_project(script: str) -> None:
    """Take the project script word by word; keep what the run needs in twiddle.xpr."""
    (part,) = re.findall(r"^set_property part (\S+) \[current_project\]$", script, re.MULTILINE)
    if HOW == "nopart":
        refuse(f"ERROR: [Common 17-69] Command failed: Part '{part}' not found")
    (top,) = re.findall(r"^set_property top (\S+) ", script, re.MULTILINE)
    (folders,) = re.findall(r"^set_property include_dirs \[list (.*)\] \[get_filesets", script, re.MULTILINE)
    assert "set_property verilog_define {SYNTHESIS=1 } [get_filesets sources_1]" in script
    check_sources(re.findall(r"^read_verilog -sv \{(.*)\}$", script, re.MULTILINE), folders.split(), top)
    (constraints,) = re.findall(r"^read_xdc \{(.*)\}$", script, re.MULTILINE)
    check_clock(constraints)
    (settings,) = re.findall(r"^source \{(.*)\}$", script, re.MULTILINE)
    hooks = dict(
        re.findall(
            r"^set_property STEPS\.(\w+\.TCL\.\w+) \{(.*)\} \[get_runs impl_1\]$",
            Path(settings).read_text(),
            re.MULTILINE,
        )
    )
    Path("twiddle.xpr").write_text(json.dumps({"part": part, "hooks": hooks}))


def implement(project: dict[str, dict[str, str]]) -> None:
    """Run the hooks after routing and before the bitstream."""
    go_wrong("ERROR: [Synth 8-439] module 'twd_missing' not found [/a/twd_top.sv:3]")
    reports = Path(project["hooks"]["ROUTE_DESIGN.TCL.POST"]).read_text()
    (cells,) = re.findall(r"^report_utilization -hierarchical -file \{(.*)\}$", reports, re.MULTILINE)
    (timing,) = re.findall(r"^report_timing_summary -max_paths 1 -file \{(.*)\}$", reports, re.MULTILINE)
    report("vivado_cells.rpt", Path(cells), "  u_line_buf", "  dut       ")
    report("vivado_timing.rpt", Path(timing))
    pins = Path(project["hooks"]["WRITE_BITSTREAM.TCL.PRE"]).read_text()
    assert re.findall(r"get_drc_checks (\S+)\]", pins) == ["NSTD-1", "UCIO-1"]
    Path("twiddle.bit").touch()


def quartus(program: str, arguments: list[str]) -> None:
    """One step of a compilation; the first reads the project script."""
    if program == "quartus_sh":
        assert arguments == ["-t", "twiddle.tcl"]
        script = Path("twiddle.tcl").read_text()
        assigned = re.findall(r"^set_global_assignment -name (\w+) (.*)$", script, re.MULTILINE)
        values = dict(assigned)
        assert values["TOP_LEVEL_ENTITY"] == "measure_wrap"
        assert not {"SYSTEMVERILOG_FILE", "VERILOG_MACRO", "SEARCH_PATH"} & {*values}
        sources = [value for name, value in assigned if name == "VERILOG_FILE"]
        assert sources == ["../dut_top.v", "../wrap.v"]
        check_sources(sources, [], "measure_wrap")
        check_clock(values["SDC_FILE"])
        (settings,) = re.findall(r"^source (\S+)$", script, re.MULTILINE)
        (seed,) = re.findall(r"^set_global_assignment -name SEED (\d+)\n$", Path(settings).read_text())
        kept = {"family": values["FAMILY"], "device": values["DEVICE"], "seed": int(seed)}
        Path("twiddle.qpf").write_text(json.dumps(kept))
        return
    project = json.loads(Path("twiddle.qpf").read_text())
    assert arguments == ["twiddle"]
    if program == "quartus_map":
        go_wrong('Error (10161): Verilog HDL error at twd_top.sv(3): object "a" is not declared')
    if program == "quartus_fit":
        report("quartus.fit.rpt", Path("twiddle.fit.rpt"), "InstructionCache:IBusCachedPlugin_cache", "dut_top:dut")
    if program == "quartus_sta":
        slower = f"{-2.112 - project['seed'] / 10:.3f}"
        report("quartus.sta.summary", Path("twiddle.sta.summary"), "-2.112", slower)


def nextpnr(arguments: list[str]) -> None:
    """Place and route: every file is there, every port of the netlist has a pin."""
    options = dict(zip(arguments[::2], arguments[1::2], strict=False))
    netlist = json.loads(Path(options["--json"]).read_text())
    ports = netlist["modules"]["measure_wrap"]["ports"]
    kinds = {cell["type"] for cell in netlist["modules"]["measure_wrap"]["cells"].values()}
    assert {"BUFG", "IBUF", "OBUF"} <= kinds
    assert "$scopeinfo" not in kinds
    placed = re.findall(
        r"^set_property LOC (\w+) \[get_ports (\w+)\]$", Path(options["--xdc"]).read_text(), re.MULTILINE
    )
    assert sorted(port for _, port in placed) == sorted(ports)
    assert Path(options["--chipdb"]).read_text() == "chip database"
    assert arguments[-1] == "--timing-allow-fail"
    assert options["--freq"] == "300"
    go_wrong("ERROR: Unable to place cell 'a', no Bels remaining of type 'DSP48E1_DSP48E1'")
    Path(options["--fasm"]).touch()
    fmax = f"{155.35 + int(options['--seed']):.2f}"
    report("nextpnr.log", Path(options["--log"]), "155.35", fmax)


def main(program: str, arguments: list[str]) -> None:
    with Path(os.environ["STAND_IN_CALLS"]).open("a") as calls:
        calls.write(f"{program} {' '.join(arguments)}\n")
    if arguments in (["-version"], ["--version"]):
        print(VERSIONS[program])
    elif program == "vivado":
        vivado(arguments)
    elif program == "nextpnr-xilinx":
        nextpnr(arguments)
    else:
        quartus(program, arguments)


def install(folder: Path, *programs: str) -> None:
    """Put stand-ins for programs into a folder."""
    folder.mkdir(exist_ok=True)
    for program in programs:
        script = folder / program
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{__file__}" {program} "$@"\n')
        script.chmod(0o755)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
