# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle hls`: compiles the untimed description, simulates the result, measures it."""

import shutil
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import click
import numpy as np

from twiddle.base.errors import CheckFailed, TwiddleError, system_errors
from twiddle.base.grid import Grid
from twiddle.base.progress import ProgressDisplay
from twiddle.base.rings import ring
from twiddle.cli import synth
from twiddle.cli.options import PATH, check_folder, settings_by_name
from twiddle.cli.output import Answer, Output, grid, output_options, status
from twiddle.model.passes import TAKES_B
from twiddle.tools.hls import compile as compiler
from twiddle.tools.hls import tool
from twiddle.tools.hls.mlir import OPERATORS
from twiddle.tools.sim.simulator import Simulator
from twiddle.tools.synth.flow import synthesize_all
from twiddle.tools.synth.records import Record

RUNS = 20
"""Random products, and as many of each other operation, that are compared with the model."""


@click.command(
    "hls",
    epilog=f"""\b
Examples:
  twiddle hls --ring ml-dsa                       compile, simulate every operation, measure (minutes)
  twiddle hls --ring falcon-1024 --no-measure     compile and simulate
  twiddle hls --ring ml-dsa --latency mul=2       another latency, another schedule
  twiddle hls --ring ml-dsa --no-measure -o out   keep the Verilog
\b
The tool is CIRCT, which needs Python 3.13 or 3.14; everything else of Twiddle runs without it:
  python3.13 -m venv .venv-hls && .venv-hls/bin/pip install {tool.PACKAGE}
The environment variable TWIDDLE_HLS_PYTHON selects another Python.
""",
)
@click.option("--ring", "ring_name", required=True, help="A ring of `twiddle rings`, or a .toml file.")
@click.option(
    "--latency",
    "latencies",
    metavar="TYPE=CYCLES",
    multiple=True,
    help="Latency of an operator type in cycles; may be repeated. "
    + "; ".join(f"{name} ({compiler.LATENCIES[name]}): {meaning}" for name, meaning in OPERATORS.items())
    + ".",
)
@click.option("--measure/--no-measure", default=True, help="Measure area and clock rate.")
@click.option("-o", "--output", "folder", type=PATH, help="New folder for the sources.")
@partial(output_options, file=False)
def hls_command(ring_name: str, latencies: Sequence[str], measure: bool, folder: Path | None, output: Output) -> None:
    """Make the 2x2-butterfly engine (core quad-hls) by high-level synthesis.

    hls/quad.py describes the engine without a clock. It is traced into a dataflow graph; CIRCT schedules the
    graph by the latencies of its operators and inserts the registers; the result is simulated, compared
    with the model in each operation, and measured like any other core.
    """
    chosen = ring(ring_name)
    cycles = _latencies(latencies)
    compiler.traced(chosen, cycles)
    if folder is not None and folder.exists():
        raise TwiddleError(f"{folder}: already exists")
    if folder is not None:
        check_folder(folder)
    with status("compiling the description"):
        compiled = compiler.compile_quad(chosen, cycles)
    if folder is not None:
        with system_errors(folder):
            shutil.copytree(compiled.root, folder)
    with status("simulating"):
        rows = _simulated(compiled)
    measured: dict[str, Record] = {}
    if measure:
        with ProgressDisplay() as progress:
            measured = synthesize_all(compiled.design, progress=progress)
    keys = ("cells", "fmax_mhz", "fmax_by_seed", "critical_path", "tools")
    document = {
        "core": "quad-hls",
        "ring": chosen.name,
        "tool": compiled.tool,
        "latencies": {**compiler.LATENCIES, **cycles},
        "schedule": asdict(compiled.schedule),
        "stages": compiled.stages,
        "operations": rows,
        "measured": {
            target: {key: value for key, value in measurement.document().items() if key in keys}
            for target, measurement in measured.items()
        },
    }
    tables = [_operations(document)]
    if measured:
        tables.append(synth.cells(list(measured.values())))
    output.show(Answer(document, tables, less=synth.LESS))
    wrong = [name for name, row in rows.items() if row["mismatches"] or row["busy"] != row["busy_planned"]]
    if wrong:
        raise CheckFailed(f"core quad-hls, ring {chosen.name}: {', '.join(wrong)} differ from model or plan")


def _latencies(settings: Sequence[str]) -> dict[str, int]:
    chosen: dict[str, int] = {}
    for name, value in settings_by_name(settings, "--latency", "TYPE=CYCLES", "mul=2").items():
        if isinstance(value, str):
            raise TwiddleError(f"--latency {name}={value}: {value!r} is no number of cycles, such as mul=2")
        chosen[name] = value
    return chosen


def _simulated(compiled: compiler.Compiled) -> dict[str, dict[str, int]]:
    """For each operation the number of compared results, and the cycles."""
    design = compiled.design
    simulator, random, rows = Simulator(design), np.random.default_rng(0), {}
    for operation in design.operations:
        a, b = random.integers(0, design.ring.q, (2, RUNS, design.ring.n))
        operands = (a, b) if operation in TAKES_B else (a,)
        result = simulator.run(operation, *operands)
        alone = simulator.run(operation, *(values[:1] for values in operands)).cycles
        wrong = (result.c != design.model(operation, *operands)).any(axis=1) | result.err
        rows[operation] = {
            "compared": RUNS,
            "mismatches": int(np.count_nonzero(wrong)),
            "busy": alone.busy or 0,
            "busy_planned": design.cycles(operation).busy or 0,
            "latency": alone.latency or 0,
        }
    return rows


def _operations(document: dict[str, Any]) -> Grid:
    schedule = document["schedule"]
    settings = ", ".join(f"{name} {cycles}" for name, cycles in document["latencies"].items())
    title = (
        f"quad-hls for {document['ring']}, {document['tool']}, cycles per operator: {settings}\n"
        f"{schedule['latency']} cycles from address to result, {schedule['finish']} more to a beat of c; "
        "one iteration per cycle"
    )
    keys = ("compared", "mismatches", "busy", "latency")
    rows = [(name, *(row[key] for key in keys)) for name, row in document["operations"].items()]
    return grid("operations", title, "operation", "compared mismatches:wrong busy:busy_cycles latency", rows)
