# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle board`: ML-KEM and ML-DSA whole on an FPGA board, built and spoken to."""

import json
import subprocess
import sys
from functools import partial
from pathlib import Path

import click

from twiddle.base import places
from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.cli.options import PATH, POSITIVE, check_folder, given
from twiddle.cli.output import Answer, Output, grid, output_options, status
from twiddle.evidence.schemes import on_board
from twiddle.model.sets import DSA_SETS, KEM_SETS
from twiddle.tools.board import BAUD, TIMEOUT, Board

BOARDS = ("ulx3s", "ecpix5")
_SETS = (*KEM_SETS, *DSA_SETS)
_PROGRAM = ("examples", "soc", "boards.py")

baud_option = partial(click.option, "--baud", type=click.IntRange(min=1), default=BAUD)


@click.group(
    "board",
    invoke_without_command=True,
    epilog="""\b
Examples:
  twiddle board build ulx3s -o boards
  twiddle board --port /dev/ttyUSB0
  twiddle board --port /dev/ttyUSB0 --params ML-KEM-768 --files tests/data/acvp --json
""",
)
@click.option("--port", type=PATH, help="The serial port of the board, for example /dev/ttyUSB0.")
@click.option(
    "--params",
    "sets",
    type=click.Choice(_SETS, case_sensitive=False),
    multiple=True,
    help="A parameter set; may be repeated.  [default: all]",
    show_default=False,
)
@click.option(
    "--files",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Run the test vectors of others in this folder (see twiddle vectors) instead.",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, help="Of the random operations.")
@baud_option(help="Of the serial port, as the board was built.")
@click.option("--timeout", type=POSITIVE, default=TIMEOUT, help="Seconds an answer may take beside its transfer.")
@output_options
@click.pass_context
def board_command(
    context: click.Context,
    port: Path | None,
    sets: tuple[str, ...],
    files: Path | None,
    seed: int,
    baud: int,
    timeout: float,
    output: Output,
) -> None:
    """ML-KEM and ML-DSA whole on an FPGA board with an ECP5 (docs/schemes/board.md).

    With --port, runs operations of every parameter set on the board, and compares each answer with those of
    kyber-py and dilithium-py, or with test vectors of others. Cycles are those of twd_lattice_axi, the median of a
    row. Exit code 1 if an answer is wrong, 2 if there is none.

    Not for real keys: they stay in the memory of the board.
    """
    if context.invoked_subcommand is not None:
        if other := given("port", "sets", "files", "seed", "baud", "timeout"):
            raise TwiddleError(f"{other[0]}: not before {context.invoked_subcommand}")
        return
    if port is None:
        raise TwiddleError("board: name the serial port with --port, or a board to build: twiddle board build ulx3s")
    with Board(port, baud, timeout) as board, status(f"running operations on {port}"):
        name, failed = board.ask()
        found = on_board.tried(board, sets or _SETS, seed, files)
    wrong = [f"known answers of {of} at boot" for bit, of in ((1, "ML-KEM"), (2, "ML-DSA")) if failed & bit]
    wrong += [line for each in found for line in each.wrong]
    keys = ("set", "function", "cases", "right", "cycles")
    rows = [each.row for each in found]
    document = {"board": name, "port": str(port), "results": [dict(zip(keys, row, strict=True)) for row in rows]}
    table = grid("cases", f"on the board {name}", "set function", "cases right cycles", rows)
    output.show(Answer({**document, "wrong": wrong}, [table]))
    if wrong:
        raise CheckFailed(f"{port}: {len(wrong)} wrong: {'; '.join(wrong[:3])}")


@board_command.command("build")
@click.argument("board", type=click.Choice(BOARDS))
@click.option("-o", "--output", "folder", type=PATH, help="Where everything is built.  [default: in the cache]")
@baud_option(help="Of the serial port.")
@partial(output_options, file=False)
def build_command(board: str, folder: Path | None, baud: int, output: Output) -> None:
    """Build the bitstream of a board with Yosys, nextpnr and ecppack: a quarter of an hour.

    Its clock must be met; the report of its timing is beside it. In a checkout alone; needs
    riscv64-unknown-elf-gcc and the extra `examples`.
    """
    places.need_checkout("board build", "examples/ has the boards")
    place = (folder or places.cache() / "boards").resolve()
    program = [sys.executable, str(places.root().joinpath(*_PROGRAM)), board, f"--folder={place}", f"--baud={baud}"]
    check_folder(place)
    with status(f"building the bitstream of {board}"):
        done = subprocess.run(program, capture_output=True, text=True, check=False)
    if done.returncode:
        why = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        raise TwiddleError(f"board build {board}: {why[-1].removeprefix('boards: ')}")
    found = json.loads(done.stdout)
    rows = [(board, *found["cells"].values(), found["mhz"])]
    title = f"{found['file']}, with its timing in {board}-timing.json"
    numbers = " ".join([*(f"{name}:{name.upper()}" for name in found["cells"]), "mhz:MHz"])
    output.show(Answer({"board": board, **found}, [grid("board", title, "board", numbers, rows)]))
