# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle multiply`, `mult`, `ntt`, `intt` and `pwm`: polynomials of files through the simulated hardware."""

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path

import click
import numpy as np

from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.base.grid import Grid
from twiddle.catalog.block import Block, Cycles
from twiddle.catalog.systems import LATTICE
from twiddle.cli import COMMANDS, files
from twiddle.cli.catalogue import FIGURES, block_document
from twiddle.cli.options import PATH, chosen_block, core_options, given, with_options
from twiddle.cli.output import Answer, Output, console, grid, output_options, status
from twiddle.model.passes import TAKES_B
from twiddle.tools.sim.simulator import Simulator
from twiddle.tools.sim.waveform import checked_kind

FILES_HELP = """\b
The ending of a file name selects its format:
  .txt .csv .dat  integers separated by white space or commas; # starts a comment
  .json           a list of n integers, a list of such lists, or a document of --json
  .npy            a NumPy integer array of shape (n,) or (m, n)
Every value is in [0, q). A file holds one polynomial or many. - reads text from standard input.
"""


def _run(
    operation: str,
    ring: str | None,
    core: str,
    settings: tuple[str, ...],
    result_file: Path | None,
    output: Output,
    waveform: Path | None,
    rank: int = 1,
    rows: int | None = None,
    transpose: bool = False,
    **operands: Path,
) -> None:
    """Stream the polynomials of files through the simulated core; check, then show or write the results."""
    if rows is None and transpose:
        raise TwiddleError("--transpose: goes with --rows")
    if rows is not None and given("rank"):
        raise TwiddleError("--rank and --rows: give one of them; the rows are as long as the vector")
    if rows is not None and core == "iterative" and not given("core"):
        core = "pwmm"
    design = chosen_block(core, ring, settings)
    if operation not in design.operations:
        offered = ", ".join(design.operations) or "no operation on polynomials"
        if design.kind is LATTICE:
            offered = "whole operations: twiddle kem, twiddle dsa"
        raise TwiddleError(f"core {design.core}: does not offer {operation}; it offers {offered}")
    _check_rank(design, rank, f"--rank {rank}")
    if result_file is not None:
        files.check_output(result_file)
    checked_kind(waveform)
    paths = [operands[name] for name in ("a", "b") if name in operands]
    a, *others = (files.read(path, design.ring) for path in paths)
    b = others[0] if others else None
    if rows is not None and b is not None:
        a, b, rank = _matrix(design, a, b, rows, transpose, paths)
    if b is not None and len(a) != len(b):
        counts = f"{paths[0]} holds {len(a)} and {paths[1]} holds {len(b)}"
        raise TwiddleError(f"{paths[1]}: one polynomial needed for each of {paths[0]}: {counts}")
    if len(a) % rank:
        raise TwiddleError(f"{paths[0]}: {len(a)} polynomials are not rows of --rank {rank}")
    count = len(a) // rank

    simulator = Simulator(design)
    with status(f"running {count} operations"):
        result = simulator.run(operation, a, b, k=rank, waveform=waveform)
        cycles = simulator.measure(operation, k=rank)
    wrong = (result.c != design.model(operation, a, b, rank)).any(axis=1) | result.err
    mismatches = int(np.count_nonzero(wrong))
    equal = "1 result equals" if count == 1 else f"{count} results equal"
    title = f"{design.core}, {design.ring.name}, {operation}: {equal} the model"
    answer = Answer(
        {
            **block_document(design),
            "operation": operation,
            "polynomials": count,
            "mismatches": mismatches,
            "cycles": asdict(cycles),
            "output": result.c.tolist(),
        },
        [cycles_grid(title, cycles, design.cycles(operation, rank))],
    )
    if output.form == "json":
        output.show(answer)
    if mismatches:
        first = int(np.flatnonzero(wrong)[0])
        raise CheckFailed(
            f"core {design.core}, ring {design.ring.name}, {operation}: "
            f"{mismatches} of {count} results differ from the model, the first is polynomial {first}"
        )
    if result_file is not None:
        files.write(result_file, result.c)
    if output.for_people and result_file is None:
        click.echo(files.as_text(result.c), nl=False)
        answer.print(console(stderr=True))
    elif output.form != "json":
        output.show(answer)


def _check_rank(design: Block, rank: int, where: str) -> None:
    """Refuse rows of a length that the core does not take."""
    if not 1 <= rank <= design.largest_k:
        takes = "one product" if design.largest_k == 1 else f"1 to {design.largest_k} products"
        raise TwiddleError(f"{where}: core {design.core} takes {takes} an operation")


def _matrix(
    design: Block, a: files.Polynomials, b: files.Polynomials, rows: int, transpose: bool, paths: Sequence[Path]
) -> tuple[files.Polynomials, files.Polynomials, int]:
    """The rows of a matrix one after another, the vector as often, and its length."""
    rank = len(b)
    _check_rank(design, rank, f"{paths[1]}: a vector of {rank}")
    if rows < 1 or len(a) != rows * rank:
        shape = f"--rows {rows} by the {rank} of {paths[1]}"
        raise TwiddleError(f"{paths[0]}: {len(a)} polynomials are no matrix of {shape}")
    if transpose:
        a = a.reshape(rank, rows, -1).swapaxes(0, 1).reshape(a.shape)
    return a, np.tile(b, (rows, 1)), rank


def cycles_grid(title: str, measured: Cycles, formula: Cycles) -> Grid:
    """Measured cycles of one operation and the core's formula."""
    rows = [
        (name, *(getattr(cycles, figure) for figure in FIGURES))
        for name, cycles in (("measured", measured), ("formula", formula))
    ]
    return grid("cycles", title, "cycles", " ".join(FIGURES), rows)


def _operation(name: str, operation: str, *examples: str) -> click.Command:
    summary = COMMANDS["Use"][name][1]
    matrix = (
        click.option("--rank", type=int, default=1, help="Core pwmm: products in a row; A and B hold K a result."),
        click.option("--rows", type=int, help="A is a matrix of so many rows, B a vector of up to 8; core pwmm."),
        click.option("--transpose", is_flag=True, help="With --rows: A is in the file column by column."),
    )
    options = with_options(
        core_options(core="A core of `twiddle cores`."),
        *(matrix if operation == "pwm" else ()),
        click.option("-o", "--output", "result_file", type=PATH, help="Result file; its ending selects the format."),
        click.option("--waveform", type=PATH, help="Write the waveform of the run, .vcd or .fst."),
        *(click.argument(operand, type=PATH) for operand in ("ab" if operation in TAKES_B else "a")),
    )
    return click.command(
        name,
        help=f"{summary}\n\nThe cycle-accurate RTL computes, and each result is checked against the model; "
        "a result file is written only if all are right. Without one the results are printed; in the other "
        f"formats but JSON the cycles alone.\n\n{FILES_HELP}",
        epilog="\b\nExample:" + "".join(f"\n  twiddle {name} --ring ml-kem {example}" for example in examples),
    )(options(output_options(partial(_run, operation), file=False)))


multiply_command = _operation("multiply", "mul", "--set Butterflies=2 a.txt b.txt")
mult_command = _operation("mult", "mult", "a.npy b_hat.npy -o c.npy")
ntt_command = _operation("ntt", "ntt", "a.txt -o a_hat.json")
intt_command = _operation("intt", "intt", "a_hat.json -o a.txt")
pwm_command = _operation("pwm", "pwm", "a_hat.npy b_hat.npy -o c.npy", "--rows 3 --transpose A.npy r.npy -o u.npy")
