# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle verify`: a core against the model at its ports, and the records of the long runs."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Literal

import click
from rich import box
from rich.table import Table

from twiddle.base import places
from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.base.progress import ProgressDisplay
from twiddle.cli import display
from twiddle.cli.commands import chosen_design, design_options
from twiddle.cli.options import given, json_option, only_with, print_json
from twiddle.evidence.results import Results
from twiddle.evidence.verification import PARTS, verify
from twiddle.evidence.verify.campaign import Options
from twiddle.evidence.verify.evidence import KINDS, Evidence, Kind, evidence, minutes
from twiddle.tools.synth.tools import cpus

_STDERR = 2  # the file descriptor

_OF_A_CORE = ("core", "settings", "polynomials", "seed")
"""Parameters of the comparison of one core."""

_ALONE = ("formal", "soc")
"""Kinds of evidence that run in one process."""


@click.command(
    "verify",
    short_help="Compare a core with the model at its ports; all evidence and what makes it.",
    epilog="""\b
Examples:
  twiddle verify --ring ml-kem --core mdc                         a core, a few thousand polynomials
  twiddle verify --ring falcon-512 --core quad --polynomials 20000 --seed 7
  twiddle verify --ring ml-kem --set Method=ldsp --json
  twiddle verify                                                  all evidence: claims, records, minutes
  twiddle verify --run exhaust                                    every operand pair of narrow multipliers
  twiddle verify --run acvp --files vectors --json
  twiddle verify --run lattice --only 'turn 007'                  36 of 10,000 whole operations
""",
)
@design_options(required=False)
@click.option("--polynomials", type=click.IntRange(1, 10**9), default=1000, help="Compare at least this many results.")
@click.option("--seed", type=click.IntRange(min=0), default=0, help="Seed of operands and stalls.")
@click.option(
    "--run",
    "long_run",
    type=click.Choice([kind.name for kind in KINDS]),
    help="Make a kind of evidence, of all the hardware, and write its record.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=cpus,
    show_default="one a processor",
    help="Threads or processes of exhaust, netlists, matrix, faults, acvp, unit, lattice and cycles.",
)
@click.option(
    "--only",
    metavar="TEXT",
    default="",
    show_default=False,
    help="With --run exhaust, netlists, formal, unit, lattice, cycles: points named with TEXT; no record.",
)
@click.option(
    "--files",
    type=click.Path(path_type=Path, file_okay=False, exists=True, resolve_path=True),
    help="; ".join(f"{kind.name}: {kind.files}" for kind in KINDS if kind.files) + ".",
)
@json_option
def verify_command(
    ring: str | None,
    core: str,
    settings: Sequence[str],
    polynomials: int,
    seed: int,
    long_run: str | None,
    workers: int,
    only: str,
    files: Path | None,
    as_json: bool,
) -> None:
    """Compare a core with the model: every operation, stalls, bad coefficients and resets.

    The core is compiled with its assertions, starts from random registers, and runs until at least the given
    number of polynomials is compared. The first wrong result ends the run with exit code 1 and the seed that
    repeats it. Without --ring, all evidence is listed: what was checked, how much of it, in how many minutes,
    and whether its record is of the present hardware. --run repeats a kind as `make` does; outside of a
    checkout exhaust, netlists and formal run without a record, and the others do not run.
    """
    results = Results()
    if given("only") and not only:
        raise TwiddleError("--only: empty; leave it out to run every point")
    if long_run is not None:
        if ring is not None:
            raise TwiddleError("--run: covers all the hardware; it does not go with --ring")
        only_with("--ring", *_OF_A_CORE)
        if long_run in _ALONE and given("workers"):
            raise TwiddleError(f"--workers: not for {long_run}")
        (kind,) = (kind for kind in KINDS if kind.name == long_run)
        _make(kind, Options(results, workers, only, files, output=_STDERR if as_json else None), as_json)
        return
    only_with("--run", "files", "only", "workers")
    listed = evidence(results)
    if ring is None:
        only_with("--ring", *_OF_A_CORE)
        if as_json:
            print_json({"evidence": list(map(asdict, listed))})
        else:
            display.console().print(_evidence_table(listed))
            click.echo("twiddle verify --run KIND makes one")
        return
    design = chosen_design(core, ring, settings)
    with ProgressDisplay() as progress:
        found = verify(design, polynomials, seed, progress)
    if as_json:
        print_json({**found.document(), "evidence": list(map(asdict, listed))})
    if found.wrong is not None:
        raise CheckFailed(str(found.wrong))
    if not as_json:
        table = _table(("part", "left"), ("results", "right"), ("what", "left"))
        for part, text in PARTS.items():
            table.add_row(part, f"{found.compared[part]:,}", text)
        display.console().print(table)
        total = sum(found.compared.values())
        click.echo(f"{total:,} results, all equal to the model's, in {found.seconds:.1f} s")


@click.command(
    "acvp",
    short_help="Run NIST's cases of ML-KEM and ML-DSA on the simulated unit and on twd_lattice.",
    epilog="""\b
Examples:
  twiddle acvp vectors
  twiddle acvp vectors --on lattice --json
""",
)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False, exists=True))
@click.option(
    "--on",
    type=click.Choice(["both", "unit", "lattice"]),
    default="both",
    help="The hardware: unit, where Python hashes and samples; lattice, which does all. Both for a record.",
)
@json_option
def acvp_command(folder: Path, on: str, as_json: bool) -> None:
    """Run every case of the files of a folder on simulated hardware.

    The files are those of NIST's ACVP server (internalProjection.json), with any name: ML-KEM keyGen and
    encapDecap, ML-DSA keyGen, sigGen and sigVer. On twd_lattice each case runs twice, the second time with
    pauses at random on every port. Cycles are the median of a group, without pauses. Functions that the files
    have no cases of are listed as not run. Exit code 1 if a case fails.
    """
    from twiddle.evidence.verify import acvp

    chosen = ("unit", "lattice") if on == "both" else (on,)
    with ProgressDisplay() as progress:
        report = acvp.verify(folder, None if places.installed() else Results(), progress, on=chosen)
    if as_json:
        print_json([asdict(group) for group in report.groups])
    else:
        names = ("file", "set", "function", "on")
        numbers = ("cases", "passed", "cycles")
        table = _table(*((name, "left") for name in names), *((name, "right") for name in numbers))
        for group in map(asdict, report.groups):
            table.add_row(*(group[name] for name in names), *(f"{group[name]:,}" for name in numbers))
        display.console().print(table)
        for function in report.absent:
            click.echo(f"not run, no cases in the folder: {function}")
    report.check()


def _make(kind: Kind, options: Options, as_json: bool) -> None:
    """Runs a kind of evidence, and prints its result; raises CheckFailed for a wrong one, then too."""
    begin = time.monotonic()
    wrong: CheckFailed | None = None
    words = ""
    with ProgressDisplay() as progress:
        try:
            words = kind.make(replace(options, progress=progress))
        except CheckFailed as error:
            wrong = error
    if as_json:
        now = [asdict(row) for row in evidence(options.results) if row.kind == kind.name]
        seconds = round(time.monotonic() - begin, 1)
        print_json({"run": kind.name, "passed": not wrong, "seconds": seconds, "evidence": now})
    elif words:
        click.echo(words)
    if wrong:
        raise wrong


def _evidence_table(rows: Sequence[Evidence]) -> Table:
    columns = ("command", "count", "of", "minutes", "record")
    table = _table(*((name, "right" if name in ("count", "minutes") else "left") for name in columns))
    for row in rows:
        count = "-" if row.count is None else f"{row.count:,}"
        record = row.state if row.count is None else f"{Path(row.record).name}, {row.state}"
        table.add_row(row.command, count, row.claim, minutes(row), record)
    return table


def _table(*columns: tuple[str, Literal["left", "right"]]) -> Table:
    """A table whose cells wrap on a narrow terminal."""
    table = Table(box=box.SIMPLE_HEAD)
    for name, side in columns:
        table.add_column(name, justify=side, overflow="fold", no_wrap=side == "right")
    return table
