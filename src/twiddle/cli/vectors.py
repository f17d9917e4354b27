# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle vectors`: NIST's cases on simulated hardware."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from twiddle.cli.output import Answer, Output, grid, output_options
from twiddle.evidence.verify.acvp import HARDWARE, Acvp
from twiddle.evidence.verify.campaign import Options


@click.command(
    "vectors",
    epilog="""\b
Examples:
  twiddle vectors folder
  twiddle vectors folder --on lattice --json
""",
)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False, exists=True))
@click.option(
    "--on",
    type=click.Choice(["both", "unit", "lattice"]),
    default="both",
    help="The hardware: unit, where Python hashes and samples; lattice, which does all. Both for a record.",
)
@output_options
def vectors_command(folder: Path, on: str, output: Output) -> None:
    """Run every case of the files of a folder on simulated hardware.

    The files are those of NIST's ACVP server (internalProjection.json), with any name: ML-KEM keyGen and
    encapDecap, ML-DSA keyGen, sigGen and sigVer. On twd_lattice each case runs twice, the second time with
    pauses at random on every port. Cycles are the median of a group, without pauses. Functions that the files
    have no cases of are listed as not run. Exit code 1 if a case fails.
    """
    report = Acvp(HARDWARE if on == "both" else (on,)).outcome(Options(files=folder))
    groups = [asdict(group) for group in report.groups]
    keys = ("file", "set", "function", "on", "cases", "passed", "cycles")
    table = grid(
        "cases", "", "file set function on", "cases passed cycles", [[group[key] for key in keys] for group in groups]
    )
    output.show(Answer(groups, [table], [f"not run, no cases in the folder: {each}" for each in report.absent]))
    report.check()
