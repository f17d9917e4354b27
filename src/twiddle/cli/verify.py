# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle verify`: a block against the model, and the records of the long runs; `twiddle vectors`: test vectors."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.base.grid import Cell, Column, Grid, columns
from twiddle.base.progress import ProgressDisplay
from twiddle.base.sweep import cpus
from twiddle.cli import RENAMED
from twiddle.cli.options import chosen_block, cluster_option, core_options, given, only_with
from twiddle.cli.output import Answer, Output, grid, output_options
from twiddle.evidence.results import Results
from twiddle.evidence.verification import verify
from twiddle.evidence.verify.campaign import Kind, Options
from twiddle.evidence.verify.evidence import KINDS, NOTES, Evidence, evidence, minutes, status
from twiddle.evidence.verify.vectors import HARDWARE, Vectors

_EVIDENCE = columns(
    *(Column(key, key, text=True, room=20) for key in ("command", "record", "state")),
    *map(Column, ("count", "minutes"), ("count", "minutes")),
    Column("claim", "of", text=True, below=True),
)

_STDERR = 2  # the file descriptor


class _Kinds(click.Choice[str]):
    """The names of kinds; for an earlier one, the new one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value in RENAMED:
            raise TwiddleError(f"verify --run {value}: its name is {RENAMED[value]} now")
        return super().convert(value, param, ctx)


@click.command(
    "verify",
    epilog="""\b
Examples:
  twiddle verify --ring ml-kem --core mdc                         a core, a few thousand polynomials
  twiddle verify --ring falcon-512 --core quad --polynomials 20000 --seed 7
  twiddle verify --ring ml-kem --set Method=ldsp --json
  twiddle verify --core lattice --set Dsa=0                       whole operations, against the packages
  twiddle verify --core unit                                      random programs
  twiddle verify --core mod-mul --set Q=7681                      every operand pair
  twiddle verify                                                  all evidence, and what is verified of each block
  twiddle verify --run exhaust                                    every operand pair of narrow multipliers
  twiddle verify --run vectors --files folder --json
  twiddle verify --run lattice --only 'turn 007'                  36 of 10,000 whole operations
""",
)
@core_options()
@click.option("--polynomials", type=click.IntRange(min=1), default=1000, help="Compare at least this many results.")
@click.option("--seed", type=click.IntRange(min=0), default=0, help="Seed of operands and stalls.")
@click.option(
    "--run",
    "long_run",
    type=_Kinds([kind.name for kind in KINDS]),
    help="Make a kind of evidence, of all the hardware, and write its record.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=cpus,
    show_default="one a processor",
    help="Threads or processes of exhaust, netlists, matrix, faults, rtl-coverage, vectors, unit, lattice and cycles.",
)
@click.option(
    "--only",
    metavar="TEXT",
    default="",
    show_default=False,
    help="With --run, but for vectors and soc: points named with TEXT; no record.",
)
@click.option(
    "--files",
    type=click.Path(path_type=Path, file_okay=False, exists=True, resolve_path=True),
    help="; ".join(f"{kind.name}: {kind.files}" for kind in KINDS if kind.files) + ".",
)
@cluster_option(help="With --run: on the Dask cluster at this address; not soc.")
@output_options
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
    cluster: str | None,
    output: Output,
) -> None:
    """Compare a block with the model.

    A core: every operation, stalls, bad coefficients and resets. It is compiled with its assertions, starts
    from random registers, and runs until at least the given number of polynomials is compared. twd_lattice
    runs whole operations, whose results three packages confirm, and twd_poly_unit random programs; of a
    multiplier every operand pair is tried, or of more than 14 bits some at random. The first wrong result
    ends the run with exit code 1 and the seed that repeats it.

    Without --ring and --core, all evidence is listed: what was checked, how much of it, in how many minutes,
    and whether its record is of the present hardware; then what is verified of each block. --run repeats a
    kind as `make` does; outside of a checkout exhaust, netlists and formal run without a record, and the
    others do not run.
    """
    results = Results()
    if given("only") and not only:
        raise TwiddleError("--only: empty; leave it out to run every point")
    one = given("ring", "core", "scheme")
    if long_run is not None:
        if one:
            raise TwiddleError(f"--run: covers all the hardware; it does not go with {one[0]}")
        only_with("--core", "settings", "polynomials", "seed")
        (kind,) = (kind for kind in KINDS if kind.name == long_run)
        if not kind.spreads and given("workers"):
            raise TwiddleError(f"--workers: not for {long_run}")
        _make(kind, Options(results, workers, cluster, only, files, None if output.for_people else _STDERR), output)
        return
    only_with("--run", "files", "only", "workers", "cluster")
    if not one:
        only_with("--core", "settings", "polynomials", "seed")
        listed = evidence(results)
        table, blocks = _evidence_grid(listed), status(results)
        rows = [{key: cell.value for key, cell in row.items()} for row in blocks.rows]
        notes = ["twiddle verify --run KIND makes one", *NOTES]
        output.show(Answer({"evidence": list(map(asdict, listed)), "status": rows}, [table, blocks], notes))
        return
    block = chosen_block(core, ring, settings)
    with ProgressDisplay() as progress:
        found = verify(block, polynomials, seed, progress)
    document = {**found.document(), "evidence": list(map(asdict, evidence(results)))}
    words = f"{sum(found.compared.values()):,} results, all equal to the model's, in {found.seconds:.1f} s"
    if found.wrong is None or output.form == "json":
        output.show(Answer(document, [found.table()], [words]))
    if found.wrong is not None:
        raise CheckFailed(str(found.wrong))


def _make(kind: Kind[Any], options: Options, output: Output) -> None:
    """Runs a kind of evidence, and prints its result; raises CheckFailed for a wrong one, then too."""
    begin = time.monotonic()
    wrong: CheckFailed | None = None
    words = ""
    try:
        words = kind.run(options)
    except CheckFailed as error:
        wrong = error
    if output.for_people:
        click.echo(words, nl=bool(words))
    else:
        now = [row for row in evidence(options.results) if row.kind == kind.name]
        seconds = round(time.monotonic() - begin, 1)
        document = {"run": kind.name, "passed": not wrong, "seconds": seconds, "evidence": list(map(asdict, now))}
        output.show(Answer(document, [_evidence_grid(now)]))
    if wrong:
        raise wrong


def _evidence_grid(rows: Sequence[Evidence]) -> Grid:
    texts = ({**asdict(row), "minutes": None if row.minutes is None else minutes(row)} for row in rows)
    cells = ({column.key: Cell(text[column.key]) for column in _EVIDENCE} for text in texts)
    return Grid("evidence", "", _EVIDENCE, tuple(cells))


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
    the folder, compressed with gzip or not; those that end otherwise than .json, .txt and .md are not read, and
    hidden ones passed over. In the record the edition of a file is the name of its first folder below FOLDER.
    On twd_lattice each case runs with pauses at random on every port; on the unit, one of ten of a file, set
    and function, or all with --on unit. Cycles are the median of a group, on twd_lattice with the pauses.

    What is not run is listed with the reason: files without vectors, damaged, of other schemes or by their
    ending; fields, revisions, functions and sets that are not known; a case that was there before; contexts of
    more than 255 bytes and intermediate values, which are at no port; keys of the draft of FIPS 203; more than
    100 accumulated iterations; on the unit, what the packages refuse before it computes. Exit code 1 if a case
    fails, 2 if there is none.
    """
    found = Vectors(on=HARDWARE if on == "both" else (on,)).outcome(Options(files=folder))
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
