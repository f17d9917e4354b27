# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle bench`: measures the committed records that are out of date."""

import subprocess
import sys

import click

from twiddle.base import places
from twiddle.base.errors import CheckFailed, TwiddleError, among
from twiddle.base.rings import ring
from twiddle.base.sweep import executor
from twiddle.catalog import designs
from twiddle.cli.options import cluster_option, given, old_option, refused_option, to_stderr
from twiddle.evidence import bench, breakdown
from twiddle.evidence.results import Results
from twiddle.tools.targets import TARGETS


@click.command(
    "bench",
    epilog="""\b
Examples:
  twiddle bench                              everything; continues an interrupted run
  twiddle bench --core mdc --target gowin    the records of one core on one target
  twiddle bench --core lattice               the records of the builds of twd_lattice
  twiddle bench --accept                     accept figures that are worse than recorded
  twiddle bench --retry                      retry the failures in results/failed.json
  twiddle bench --tables-only                rewrite the tables in README and docs, measure nothing
""",
)
@click.option("--core", "cores", multiple=True, help="Only this core; may be repeated.")
@click.option("--ring", "rings", multiple=True, help="Only this ring; may be repeated.")
@click.option("--target", "targets", multiple=True, help=f"Only this target, of {', '.join(TARGETS)}.")
@old_option("--system", "--core")
@refused_option("--scheme", "the records of whole schemes are those of --core lattice")
@click.option("--accept", is_flag=True, help="Accept changed cycle counts and larger cell counts.")
@click.option("--retry", is_flag=True, help="Retry failures even if sources and tools are unchanged.")
@cluster_option(help="Measure on the Dask cluster at this address.")
@click.option("--tables-only", is_flag=True, help="Measure nothing: rewrite the tables from the records.")
def bench_command(
    cores: tuple[str, ...],
    rings: tuple[str, ...],
    targets: tuple[str, ...],
    accept: bool,
    retry: bool,
    cluster: str | None,
    tables_only: bool,
) -> None:
    """Measure every record that is missing or out of date, and rewrite the generated tables.

    One measurement runs per processor; each is saved when it is finished, so an interrupted run continues
    where it ended. Current records are left alone. A changed cycle count, or a cell count that grew by more
    than 2 %, is printed on a line of its own; the record stays as it is, and the exit code is 1. Without a
    selection, the break-downs of `twiddle report` are renewed too.
    """
    places.need_checkout("bench")
    if tables_only and (other := given("cores", "rings", "targets", "accept", "retry", "cluster")):
        raise TwiddleError(f"--tables-only and {other[0]}: give one of them")
    only = bench.Only(
        [designs.find(name).name for name in cores],
        [ring(name).name for name in rings],
        among("target", targets, TARGETS),
    )
    results, written = Results(), list[str]()
    try:
        if not tables_only:
            with executor(cluster) as pool:
                written = bench.bench(results, only, accept, retry, to_stderr, pool)
    except CheckFailed as error:
        raise CheckFailed(f"{error}; to accept: {bench.COMMAND} --accept") from None
    finally:
        tables = renewed()
    written += tables
    if only.everything and not tables_only:
        written += [path.name for path in breakdown.refresh(results)]
    for name in written:
        click.echo(f"wrote {name}")
    if not written:
        click.echo("everything is up to date")
    if not tables_only and (why := bench.left_out(results)) is not None:
        click.echo(why)


def renewed() -> list[str]:
    """The files of README and docs that `pages` of the checkout wrote. Raises TwiddleError if it fails."""
    done = subprocess.run(
        [sys.executable, "-m", "pages"], cwd=places.root(), stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        raise TwiddleError(f"python -m pages: exit code {done.returncode}")
    return done.stdout.splitlines()
