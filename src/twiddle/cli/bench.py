# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle bench`: the committed records, measured again where they are out of date."""

from __future__ import annotations

from collections.abc import Iterable

import click

from twiddle import designs, places
from twiddle.cli import shown
from twiddle.errors import TwiddleError
from twiddle.page import evidence
from twiddle.report import bench
from twiddle.rings import ring
from twiddle.synth import TARGETS


@click.command(
    "bench",
    short_help="Measure every record that is missing or out of date, and rewrite the tables.",
    epilog="""\b
Examples:
  twiddle bench                              everything; goes on where an earlier run was interrupted
  twiddle bench --core mdc --target gowin    the records of one core on one target
  twiddle bench --accept                     keep figures that are worse than what is recorded
  twiddle bench --retry                      try again what results/failed.json says cannot be measured
  twiddle bench --tables-only                rewrite the tables of README and docs, measure nothing
""",
)
@click.option("--core", "cores", multiple=True, help="Only this core; may be repeated.")
@click.option("--ring", "rings", multiple=True, help="Only this ring; may be repeated.")
@click.option("--target", "targets", multiple=True, help=f"Only this target, of {', '.join(TARGETS)}.")
@click.option("--accept", is_flag=True, help="Keep cycle counts that changed and cells that grew.")
@click.option("--retry", is_flag=True, help="Try again what failed before, with the same text and tools.")
@click.option("--tables-only", is_flag=True, help="Measure nothing: rewrite the tables from the records.")
def bench_command(
    cores: tuple[str, ...],
    rings: tuple[str, ...],
    targets: tuple[str, ...],
    accept: bool,
    retry: bool,
    tables_only: bool,
) -> None:
    """Measure every record that is missing or out of date, and rewrite the generated tables.

    As many at a time as there are processors; each is saved when it is made, so that a run that was
    interrupted goes on where it ended. What is up to date is left alone. A cycle count that changed, or cells
    that grew by more than 2 %, are told one by one, exit code 1, and the record stays as it is. Where nothing
    is chosen, the break-downs and waveforms of `twiddle report` are renewed too.
    """
    places.need_checkout("bench")
    _check("--core", cores, [kind.name for kind in designs.cores()])
    _check("--target", targets, TARGETS)
    only = bench.Only(cores, [ring(name).name for name in rings], targets)
    written = bench.rewrite_tables() if tables_only else bench.bench(only, accept, retry, _tell)
    if only.everything and not tables_only:
        written += [path.name for path in evidence.refresh()]
    written += shown.rewrite(places.root() / "docs")
    for name in written:
        click.echo(f"wrote {name}")
    if not written:
        click.echo("everything is up to date")
    if not tables_only and (why := bench.left_out()) is not None:
        click.echo(why)


def _tell(line: str) -> None:
    click.echo(line, err=True)


def _check(option: str, names: Iterable[str], known: Iterable[str]) -> None:
    """Raises TwiddleError for the first name that is not known."""
    for name in names:
        if name not in known:
            raise TwiddleError(f"{option} {name!r}: unknown; there are {', '.join(known)}")
