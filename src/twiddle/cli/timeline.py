# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle timeline`: which unit of `twd_lattice` works when in an operation."""

import click

from twiddle.base.errors import FieldError
from twiddle.catalog.systems import LATTICE
from twiddle.cli.options import refused_option, settings_by_name, settings_option, with_options
from twiddle.cli.output import Answer, Output, console, grid, output_options, status
from twiddle.evidence.timeline import Timeline, timeline


@click.command(
    "timeline",
    epilog="""\b
Examples:
  twiddle timeline --scheme ml-dsa-65 sign                       a chart in the terminal, and what is idle longest
  twiddle timeline --scheme ml-dsa-65 sign -o sign.svg           a picture; the title of a bar is its job
  twiddle timeline --scheme ml-dsa-65 sign --from 2000 --to 5000 -o part.svg
  twiddle timeline --scheme ml-kem-768 decaps --set Dsa=0 --set Lanes=2 --json
  twiddle timeline --scheme ml-dsa-87 keygen -o jobs.csv         a line a job: unit, first cycle, end, cycles with work
""",
)
@click.option("--scheme", required=True, help="A parameter set, such as ml-dsa-65.")
@refused_option("--params", "of twiddle kem and twiddle dsa; here it is --scheme")
@click.argument("operation")
@settings_option(help="A parameter of core lattice: Lanes=2, Dsa=0, Kem=0; may be repeated.")
@click.option(
    "--seed", type=click.IntRange(0), default=0, help="Of keys and message; it decides the rounds of a signature."
)
@click.option(
    "--from",
    "first",
    type=click.IntRange(0),
    default=0,
    help="First cycle of the chart; cycle 0 is that of the command.",
)
@click.option("--to", "end", type=int, help="The cycle after its last one.  [default: the end of the operation]")
@with_options(output_options(drawn=True))
def timeline_command(
    scheme: str, operation: str, settings: tuple[str, ...], seed: int, first: int, end: int | None, output: Output
) -> None:
    """Show which unit of twd_lattice works when in an OPERATION: keygen, encaps, decaps, sign or verify.

    The operation is simulated without pauses at the ports, and its answer checked. A unit has jobs one after
    the other: hashes of Keccak, polynomials of sampler and encoder, commands of the engine, beside them
    products of matrix entries as they are sampled, moves of words from four sources. Work is done in some of
    the cycles of a job; in the others it waits. "waits" are instructions of the program that cannot start:
    it starts them in order, so what waits there holds up all that follows.

    In the chart a character is a number of cycles: blank without a job, a dot without work, the darker the
    more work. The table has cycles with work, cycles with a job, and the longest gaps without work. csv has
    the jobs, json both.
    """
    if end is not None and end <= first:
        raise FieldError(f"--to {end}: not after --from {first}")
    block = LATTICE.block(None, **settings_by_name(settings))
    with status(f"{scheme} {operation} on the simulated hardware"):
        found = timeline(scheme, operation, block, seed=seed).window(first, end)
    output.show(_answer(found, console().width if output.for_people and output.path is None else 100))


def _answer(found: Timeline, width: int) -> Answer:
    rows = [
        (
            unit.name,
            ", ".join(f"{b - a:,} from {a + found.first:,}" for a, b in unit.gaps(2)),
            unit.busy,
            100 * unit.busy / found.length,
            unit.taken,
            len(unit.jobs),
        )
        for unit in found.units
    ]
    jobs = [(unit.name, job.what, job.start, job.end, job.busy) for unit in found.units for job in unit.jobs]
    numbers = "busy:with_work share:%:0 taken:with_a_job jobs"
    return Answer(
        found.document(),
        [grid("units", found.title, "unit gaps:longest_gaps_without_work", numbers, rows)],
        main=grid("jobs", "", "unit job", "start end busy", jobs),
        less=("jobs", "taken"),
        drawings={0: found.chart(width)},
        svg=found.svg(),
    )
