# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle vectors`: test vectors of others on simulated hardware."""

from __future__ import annotations

from pathlib import Path

import click

from twiddle.cli.output import Answer, Output, grid, output_options
from twiddle.evidence.verify.campaign import Options
from twiddle.evidence.verify.vectors import HARDWARE, Vectors


@click.command(
    "vectors",
    epilog="""\b
Where the files are, each in a folder of its edition:
  ACVP        https://github.com/usnistgov/ACVP-Server     gen-val/json-files/ML-*, internalProjection.json
  Wycheproof  https://github.com/C2SP/wycheproof           testvectors_v1/mlkem_*, mldsa_*
  CCTV        https://github.com/C2SP/CCTV                 ML-KEM, ML-DSA/accumulated
\b
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
    """Run test vectors of others for ML-KEM and ML-DSA on simulated hardware.

    Files of NIST's ACVP server, of Wycheproof and of CCTV are recognized by their content, in any depth below
    the folder, compressed with gzip or not; those that end otherwise than .json, .txt and .md, and hidden
    ones, are passed over. In the record the edition of a file is the name of its first folder below FOLDER.
    On twd_lattice each case runs with pauses at random on every port; on the unit, one of ten of a file, set
    and function, or all with --on unit. Cycles are the median of a group, on twd_lattice with the pauses.

    What is not run is listed with the reason: files without vectors, damaged or of other schemes; fields,
    functions and sets that are not known; a case that was there before; contexts of more than 255 bytes and
    intermediate values, which are at no port; keys of the draft of FIPS 203; more than 100 accumulated
    iterations; on the unit, what the packages refuse before it computes. Exit code 1 if a case fails, 2 if
    there is none.
    """
    found = Vectors(HARDWARE if on == "both" else (on,)).outcome(Options(files=folder))
    rows = [
        [[each[key] or None for key in keys] for each in of]
        for of, keys in (
            (found.groups, ("file", "set", "function", "on", "cases", "passed", "cycles")),
            (found.not_run, ("file", "set", "function", "reason", "cases")),
        )
    ]
    tables = [
        grid("cases", "", "file set function on", "cases passed cycles", rows[0]),
        grid("not-run", "Not run", "file set function reason", "cases", rows[1]),
    ]
    document = {"groups": found.groups, "not_run": found.not_run, "sources": found.sources}
    output.show(Answer(document, tables, [f"not run, no cases in the folder: {each}" for each in found.absent]))
    found.check()
