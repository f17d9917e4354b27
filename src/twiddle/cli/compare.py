# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle compare`: a paper's tables with our figures, our multipliers, open cores of others, whole schemes."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import click

from twiddle.base import places
from twiddle.base.errors import TwiddleError, unknown
from twiddle.base.progress import ProgressDisplay
from twiddle.cli.options import PATH, recipe_option
from twiddle.cli.output import Answer, Output, output_options
from twiddle.evidence import recipe
from twiddle.evidence.results import Results
from twiddle.study.compare import NAMES, compare
from twiddle.study.comparison import Comparison
from twiddle.study.papers import PAPERS
from twiddle.study.peers import Rows

_LESS = (
    *("ff", "share_ff", "atp_ff", "eff_ff", "slices", "eff_slices", "adders_kred", "adders_kred2x", "k", "m"),
    *("bits", "fill", "lines", "eff_bram36", "atp_dsp", "eff_dsp", "share_dsp", "count", "modes"),
    *("cycles_mult", "cycles_intt", "cycles_pwm", "interval_mul", "throughput", "time_us", "bram36"),
    *(
        "published_ff",
        "published_dsp",
        "published_bram36",
        "published_mhz",
        "us_keygen",
        "us_encaps",
        "us_sign_average",
        "us_decaps",
        "us_verify",
    ),
    *("licence", "ecp5_lut", "device", "n", "q", "share_lut", "cycles_mul", "dsp", "published_lut", "freq_mhz"),
)
"""Keys of columns that a narrow terminal leaves out, the first one first."""

_HELP = f"""\
Show the tables of PAPER with our figures, computed by the paper's own formulas.

PAPER is {" or ".join(", ".join(PAPERS).rsplit(", ", 1))}. Our figures come from the committed records. The
JSON document, the CSV table (the main one, or that of --table) and the Markdown links name these records.
Missing records are listed; `twiddle bench` creates or refreshes them. The JSON document of a paper lists its
published figures, each with ours; without PAPER it covers all papers. --table parts has each section, algorithm,
equation, figure and table of a paper with module, model, command and verdict; --table claims its claims one by one.

With --schemes, each parameter set has a table of whole ML-KEM or ML-DSA: a row is one build, with its source,
what is in its figures and what is left out, and the device of each figure.

With --peers, --recipe first measures your own core, or an open core of others, in the same flow, from the
sources next to the recipe, and adds its row. With --measure the sources are in another folder, and the record
is kept in results/peers.
"""


@click.command(
    "compare",
    help=_HELP,
    epilog="""\b
Examples:
  twiddle compare alhassani-2024                     Table I, with our figures
  twiddle compare alhassani-2024 --format markdown   the same in Markdown, with a link to each record
  twiddle compare alhassani-2024 --format latex > tables.tex    the tables for a paper
  twiddle compare duong-ngoc-2022 --table table-2 --format csv > multipliers.csv
  twiddle compare nguyen-2019 --table study          RTL against high-level synthesis
  twiddle compare nguyen-2023 --table parts          each section, equation and figure: what is here of it
  twiddle compare --json                             every published figure and ours, as one JSON document
  twiddle compare --like-for-like                    every multiplier in one accelerator of two butterflies
  twiddle compare --like-for-like --butterflies 4 --format csv > methods.csv
  twiddle compare --schemes --table ml-kem-768       whole ML-KEM-768: our builds, and cores of others
  twiddle compare --schemes --format csv > schemes.csv
  twiddle compare --peers --table falcon-1024        open cores of others and ours, in the same flow
  twiddle compare --peers --recipe own.toml          with your own core (docs/compare/own-core.md)
  twiddle compare --peers --recipe their.toml --measure their-checkout    measure an open core (docs/compare/README.md)
""",
)
@click.argument("paper", required=False)
@click.option("--like-for-like", is_flag=True, help="Compare the multipliers in one accelerator, for ml-kem.")
@click.option("--butterflies", type=int, help="With --like-for-like: 1, 2 or 4.  [default: 2]")
@click.option("--peers", is_flag=True, help="Compare open cores of others with ours, in the same flow.")
@click.option("--schemes", is_flag=True, help="Compare cores that execute whole schemes.")
@recipe_option(help="With --peers: a TOML file for a core of your own or of others (docs/compare/own-core.md).")
@click.option("--measure", type=PATH, help="With --recipe: source folder; the record is kept.")
@click.option(
    "--table",
    help="Only this table, for example table-2; of a paper also parts or claims; with --peers, a ring; with --schemes, "
    "a parameter set.",
)
@output_options
def compare_command(
    paper: str | None,
    like_for_like: bool,
    butterflies: int | None,
    peers: bool,
    schemes: bool,
    recipe_file: Path | None,
    measure: Path | None,
    table: str | None,
    output: Output,
) -> None:
    """Print a comparison; see `_HELP`."""
    if output.form == "json" and not (like_for_like or peers or schemes):
        if table is not None:
            raise TwiddleError("--table: the JSON document of a paper lists all its figures")
        papers = list(PAPERS) if paper is None else [paper]
        found = [_found(name, butterflies) for name in papers]
        output.show(Answer([figure for each in found for figure in each.figures]))
        return
    chosen = {"like-for-like": like_for_like, "peers": peers, "schemes": schemes}
    comparison = _found(paper, butterflies, *(name for name, given in chosen.items() if given))
    if recipe_file is None and measure is not None:
        raise TwiddleError("--measure: goes with --recipe")
    if recipe_file is not None:
        if not peers:
            raise TwiddleError("--recipe: goes with --peers")
        if table is not None and table != recipe.load(recipe_file).ring:
            comparison.table(table)
        shown, own_rows = _measure(recipe_file, measure)
        comparison = compare("peers", own=own_rows)
        table = table or shown
    if table is not None:
        chosen_grid = comparison.table(table)
        notes = comparison.notes if chosen_grid in comparison.grids else ()
        comparison = replace(comparison, grids=(chosen_grid,), notes=notes)
    missing = [_missing(comparison.missing)] if comparison.missing else []
    output.show(Answer(comparison.document(), comparison.grids, [*comparison.notes, *missing], less=_LESS))


def _measure(recipe_file: Path, folder: Path | None) -> tuple[str, Rows]:
    """Measure the core of a recipe; returns its ring, and its row.

    With a source folder the record is kept, and its path is printed; the row then comes from the records.
    """
    with ProgressDisplay() as progress:
        if folder is None:
            record = recipe.measure_here(recipe_file, progress=progress)
            return record.ring, [recipe.row(record)]
        places.need_checkout("compare --measure")
        record = recipe.measure(recipe.load(recipe_file), folder, progress=progress)
    path = recipe.save(record, Results())
    without = "; the folder is not a git work tree, so its commit is not checked"
    if record.commit_checked or not record.commit:
        without = ""
    click.echo(f"wrote {path}{without}", err=True)
    return record.ring, ()


def _found(paper: str | None, butterflies: int | None, *options: str) -> Comparison:
    """The selected comparison; raises TwiddleError for incompatible options."""
    given = [*["PAPER"] * (paper is not None), *(f"--{name}" for name in options)]
    if len(given) > 1:
        raise TwiddleError(f"{' and '.join(given)}: give one of them")
    if butterflies is not None and options != ("like-for-like",):
        raise TwiddleError("--butterflies: goes with --like-for-like")
    if not given:
        raise TwiddleError(f"PAPER: missing; give one of {', '.join(PAPERS)}, or --like-for-like, --peers or --schemes")
    if paper in NAMES and paper not in PAPERS:
        raise TwiddleError(f"paper {paper!r}: no paper but an option, --{paper}")
    if paper is not None and paper not in PAPERS:
        raise unknown("paper", paper, PAPERS)
    return compare(paper or given[0].removeprefix("--"), butterflies=butterflies)


def _missing(missing: Mapping[str, str]) -> str:
    """The missing records and the commands that make them, in one line."""
    targets: dict[str, list[str]] = {}
    for record in missing:
        name, _, target = record.removesuffix(".json").rpartition("-")
        targets.setdefault(name, []).append(target)
    names = ", ".join(f"{name} ({', '.join(listed)})" for name, listed in targets.items())
    return f"records missing: {names}; made by: {'; '.join(dict.fromkeys(missing.values()))}"
