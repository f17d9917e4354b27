# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Cores in their wrappers, which cocotb runs; those on AXI4-Stream."""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from processes import finished
from verilated_cases import compiled

import twiddle
from twiddle.base import manifest
from twiddle.base.progress import silent
from twiddle.bundle.wrap.top import Wrapper
from twiddle.catalog.designs import cores
from twiddle.evidence.verify.netlists import smallest
from twiddle.model.passes import TAKES_B
from twiddle.tools import targets
from twiddle.tools.synth.tools import ToolRunner

SMALL = twiddle.Ring("small", 64, 3329, pow(17, 2, 3329), 128)
HALF = twiddle.Ring("half", 64, 3329, pow(17, 4, 3329), 64)
WIDE = twiddle.Ring("wide", 128, 8380417, pow(1753, 2, 8380417), 256)


@dataclass(frozen=True)
class Case:
    """A core in a wrapper."""

    core: str
    ring: twiddle.Ring
    wrapper: Wrapper
    parameters: dict[str, Any] = field(default_factory=dict, hash=False)

    @property
    def design(self) -> twiddle.Block:
        return twiddle.core(self.core, self.ring, **self.parameters)

    def run(self, module: str, tests: int, folder: Path, root: Path | None, icarus: bool, **more: Any) -> None:
        """Runs the tests of a cocotb module on an RTL tree; raises AssertionError where one fails.

        icarus  in Icarus Verilog, as a netlist of Yosys from X on; or the RTL in Verilator, in a sixth of the time,
                without assertions, since operations are sent that the core does not offer
        """
        text = self.wrapper.text(self.design, "wrapped_top")
        files = [*manifest.sources(self.wrapper.module, root), *manifest.sources(self.design.top, root)]
        job = {name: getattr(self, name) for name in ("core", "ring", "wrapper", "parameters")} | more
        if icarus:
            flat, program = flatten("wrapped_top", text, files, folder, root), None
        else:
            flat, program = None, compiled("wrapped_top", text, list(dict.fromkeys(files)), root, assertions=False)
        run_cocotb("wrapped_top", flat, module, job, folder, tests, program)


def unlisted(cases: Mapping[str, Case], wrapper: Wrapper) -> dict[str, Case]:
    """The smallest design of each core of the catalogue whose top module is in none of the cases."""
    tops = {case.design.top for case in cases.values()}
    kinds = [kind for kind in cores() if not kind.generated and kind.top not in tops]
    designs = map(smallest, kinds)
    return {design.core: Case(design.core, design.ring, wrapper, {**design.parameters}) for design in designs}


def flatten(
    name: str,
    text: str,
    files: Sequence[Path],
    folder: Path,
    root: Path | None = None,
    parameters: Mapping[str, int] | None = None,
) -> Path:
    """One Verilog file, `flat.v`, of the module `name` with what it instantiates; `text` may hold it."""
    source = folder / f"{name}.v"
    source.write_text(text)
    runner = ToolRunner("axis", folder, 7200, silent)
    names, includes = (
        list(dict.fromkeys(map(str, paths))) for paths in ([*files, source], manifest.include_dirs(root))
    )
    script = targets.elaborated(name, names, includes, parameters or {}, name=name)
    runner.yosys("flatten", "flatten", f"{script}opt\nmemory -nomap\nopt_clean\nwrite_verilog -noattr flat.v\n")
    return folder / "flat.v"


QUICK = ("two",)
"""The cases that every run of the tests has, in Icarus Verilog; the others come with `make matrix`.

In `whole`, the gearbox of an operand holds a whole frame. In `slow`, the bus is slower than a core that does
not load while it computes.
"""
CASES = {
    "two": Case("iterative", SMALL, Wrapper(), {"Butterflies": 1, "DoubleBuffer": 0}),
    "one": Case("iterative", SMALL, Wrapper(bus=32, slot=0, inputs=1), {"Butterflies": 2}),
    "wide": Case("iterative", WIDE, Wrapper(slot=0), {"Butterflies": 1}),
    "whole": Case("iterative", SMALL, Wrapper(bus=128, slot=0), {"Butterflies": 4, "DoubleBuffer": 0}),
    "slow": Case("iterative", SMALL, Wrapper(bus=32), {"Butterflies": 4, "DoubleBuffer": 0}),
    "quad": Case("quad", SMALL, Wrapper(bus=128, inputs=1)),
    "mdc": Case("mdc", SMALL, Wrapper(), {"Lanes": 4, "Form": "transform"}),
    "mdf": Case("mdf", SMALL, Wrapper(bus=8, slot=32), {"Form": "forward"}),
    "product": Case("mdf", SMALL, Wrapper(inputs=1), {"Form": "product"}),
    "pwmm": Case("pwmm", HALF, Wrapper()),
}
CASES |= unlisted(CASES, Wrapper(inputs=1))


def check(case: Case, folder: Path, root: Path | None = None, icarus: bool = False) -> None:
    """Runs the tests of `axis_cocotb`; raises AssertionError where one fails."""
    products = sorted(TAKES_B & set(case.design.operations))
    tests = 5 + (case.wrapper.inputs == 2) + bool(products)
    case.run("axis_cocotb", tests, folder, root, icarus, count=6, products=products)


def run_cocotb(
    name: str,
    flat: Path | None,
    module: str,
    job: Mapping[str, Any],
    folder: Path,
    tests: int,
    program: Path | None = None,
) -> None:
    """Runs the tests of a cocotb module, which reads its job; raises AssertionError where one fails.

    flat      the file that Icarus Verilog simulates
    program   or the folder of a program of `verilated_cases`
    """
    (folder / "job.json").write_text(json.dumps({"seed": 1, **job}, default=asdict))
    build = {"sources": [str(flat)], "hdl_toplevel": name, "build_args": ["-g2005"]}
    test: dict[str, Any] = {
        "hdl_toplevel": name,
        "test_module": module,
        "extra_env": {"JOB": str(folder / "job.json")},
        "results_xml": str(folder / "results.xml"),
    }
    start = f"runner = get_runner('icarus'); runner.build(timescale=('1ns', '1ps'), **{build}); "
    if program is not None:
        random = ["+verilator+seed+1", "+verilator+rand+reset+2"]
        test |= {"build_dir": str(program), "test_dir": str(folder), "plusargs": random}
        test["hdl_toplevel_lang"] = "verilog"
        sources = "runner._sources = runner._verilog_sources = runner._vhdl_sources = ()"  # of build()
        start = f"runner = get_runner('verilator'); {sources}; "
    script = f"from cocotb_tools.runner import get_runner; {start}runner.test(**{test})"
    here = Path(__file__).parent
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "COCOTB"))}
    environment = {**kept, "PYTHONPATH": f"{here}{os.pathsep}{here.parent / 'src'}"}
    done = finished([sys.executable, "-c", script], cwd=folder, env=environment)
    printed = done.stdout + done.stderr
    assert done.returncode == 0, printed[-20000:]
    assert f"PASS={tests} FAIL=0" in printed, printed[-20000:]
