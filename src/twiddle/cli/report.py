# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle report`: all committed figures on one page."""

import webbrowser
from functools import partial
from pathlib import Path

import click

from twiddle.base import places
from twiddle.base.errors import TwiddleError
from twiddle.base.progress import ProgressDisplay
from twiddle.catalog.block import Block
from twiddle.cli import paths
from twiddle.cli.options import PATH, recipes_option, refused_option, with_options
from twiddle.cli.output import Answer, Output, grid, output_options, status
from twiddle.evidence import breakdown, recipe
from twiddle.evidence.results import Results
from twiddle.study.page.document import document


@click.command(
    "report",
    epilog="""\b
Examples:
  twiddle report --open                  write twiddle.html and show it in the browser
  twiddle report -o pages/figures.html   write it elsewhere, into an existing folder
  twiddle report --recipe own.toml       add your own core to the open cores
  twiddle report --measure               first measure missing figures: minutes, once
""",
)
@click.option(
    "-o",
    "--output",
    "page_file",
    type=PATH,
    default=Path("twiddle.html"),
    help="The page; an existing file is replaced.",
)
@click.option("--open", "show", is_flag=True, help="Open the page in the browser.")
@click.option("--measure", is_flag=True, help="First renew missing or outdated break-downs in results/.")
@partial(output_options, file=False, about=": path, bytes, measured, stale")
@with_options(*(refused_option(f"--{each}", "the page has all of them") for each in ("scheme", "core", "ring")))
@recipes_option(help="A TOML file that adds your core to the open ones (docs/compare/own-core.md); may be repeated.")
def report_command(page_file: Path, show: bool, measure: bool, output: Output, recipes: tuple[Path, ...]) -> None:
    """Write one self-contained HTML page with all committed figures.

    It shows area against time with the Pareto front, by ring, core and target; cycles against butterflies and
    their limit; area by module; the papers' tables with our figures; and every record. It needs no network and
    no server. All figures come from the records in results/; a figure without a measurement is a dash or a line
    that says so. One line lists missing or outdated break-downs, with the command that renews them.
    """
    paths.check_output(page_file)
    results, measured = Results(), []
    if measure:
        places.need_checkout("report --measure")
        with status("measuring"):
            measured = [path.name for path in breakdown.refresh(results)]
    with ProgressDisplay() as progress:
        own_rows = [recipe.row(recipe.measure_here(path, progress=progress)) for path in recipes]
    with status("collecting the figures"):
        page = document(results, own_rows)
        paths.write(page_file, page)
        old = _stale(results)
    size = len(page.encode())
    if output.for_people:
        renewed = f"; measured {', '.join(measured)}" if measured else ""
        click.echo(f"wrote {page_file}, {size / 1000:.0f} kB{renewed}")
    else:
        stale = [Path(breakdown.name_of(block)).name for block in old]
        summary = {"path": str(page_file), "bytes": size, "measured": measured, "stale": stale}
        row = (str(page_file), " ".join(measured), " ".join(stale), size)
        output.show(Answer(summary, [grid("report", "", "path measured stale", "bytes", [row])]))
    if show:
        webbrowser.open(page_file.resolve().as_uri())


def _stale(results: Results) -> list[Block]:
    """Prints which break-downs are stale in one line; if the sources do not elaborate, prints the error."""
    try:
        old = breakdown.stale(results)
    except TwiddleError as error:
        click.echo(f"not known whether break-downs are up to date: {error}", err=True)
        return []
    if old:
        first = ", ".join(breakdown.name_of(block).removesuffix(".json") for block in old[:3])
        more = f", {len(old) - 3} more" * (len(old) > 3)
        words = f"{len(old)} missing, broken or of older hardware: {first}{more}"
        click.echo(f"{words}; renew with: twiddle report --measure", err=True)
    return old
