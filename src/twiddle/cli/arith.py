# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle arith`: compares the arithmetic units with each other and with the papers' figures."""

from functools import partial
from pathlib import Path
from typing import Any

import click

from twiddle.base.errors import TwiddleError, unknown
from twiddle.base.rings import ring
from twiddle.base.sweep import Job, raise_failed, sweep
from twiddle.catalog import units
from twiddle.catalog.block import Block
from twiddle.catalog.units import FAMILIES, MODULI, identity
from twiddle.cli.options import PATH, check_folder, only_with, refused_option
from twiddle.cli.output import Answer, Output, output_options, status
from twiddle.evidence.results import Results
from twiddle.evidence.wanted import rows
from twiddle.model import methods
from twiddle.model.methods import Method
from twiddle.study import arith
from twiddle.tools.synth.flow import synthesize
from twiddle.tools.synth.liberty import load as load_library
from twiddle.tools.synth.records import Record
from twiddle.tools.targets import asic

_LESS = (
    *("ecp5_ebr", "ecp5_dsp", "ff", "slices", "note", "bram36", "units", "device", "atp", "q"),
    *("eff_kbps_per_lut", "latency"),
)
"""Keys of columns that a narrow terminal leaves out, the first one first."""


@click.command(
    "arith",
    epilog="""\b
Examples:
  twiddle arith --ring ml-kem                              everything modulo 3329, and the papers' figures
  twiddle arith --q 12289 --unit multiplier                the multipliers of one modulus
  twiddle arith --method kred                              one method for every modulus
  twiddle arith --q 3329 --unit butterfly --json           one JSON document and nothing else
  twiddle arith --unit multiplier --format csv > all.csv   one table for other programs
  twiddle arith --q 3329 --format latex > tables.tex       the tables for a paper
  twiddle arith --q 3329 --liberty cells.lib               area and energy in your own standard cells
""",
)
@click.option("--q", type=int, help=f"A modulus: {', '.join(map(str, MODULI))}.")
@click.option("--ring", "ring_name", help="A ring of `twiddle rings`, for its modulus.")
@click.option("--method", help=f"One of {', '.join(method.label for method in Method)}.")
@click.option("--unit", type=click.Choice(FAMILIES), help="Only units of this kind.")
@click.option("--form", help="Only units of this form, as in the table.")
@click.option("--liberty", type=PATH, help="Measure multipliers and butterflies in the cells of a liberty file.")
@click.option("--record", type=PATH, help="Folder for the records of --liberty.")
@refused_option("--measure", "twiddle bench --core mod-mul makes the records of such units", flag=True)
@output_options
def arith_command(output: Output, liberty: Path | None, record: Path | None, **units: Any) -> None:
    """Compare arithmetic units: latency, cells and clock rate of every method for every modulus.

    The figures come from the committed records; a missing record, or one whose hardware has changed since, is
    marked. The papers' rows follow; the CSV table has the units alone, with the files of their records.
    With --liberty the units are measured: area and clock rate in these cells, and with OpenSTA on the PATH the
    energy of a cycle (docs/cores/arithmetic.md).
    """
    chosen = _chosen(**units)
    if liberty is not None:
        measured_here = _in_cells([each for each in chosen if each.kind.family in arith.WEIGHED], liberty, record)
        output.show(Answer([each.document() for each in measured_here], [arith.cells_table(measured_here)]))
        return
    only_with("--liberty, which measures", "record")
    results = Results()
    with status("checking the records"):
        measured = rows(chosen, results)
    compared = arith.comparison(measured)
    outdated = sum(len(row.outdated) for row in measured)
    are = "records are" if outdated > 1 else "record is"
    remarks = [f"{outdated} {are} stale or missing: twiddle bench makes them"] if outdated else []
    answer = Answer(
        [arith.document(row) for row in measured],
        compared.grids,
        [*compared.notes, *remarks],
        main=arith.units_table(measured),
        less=_LESS,
    )
    output.show(answer)


def _in_cells(chosen: list[Block], liberty: Path, folder: Path | None) -> list[Record]:
    """The records of units in the cells of a library, in their order, each kept when it is measured."""
    library, found = load_library(liberty), dict[Block, Record]()
    if folder is not None:
        check_folder(folder)

    def keep(of: Block, measured: Record) -> None:
        found[of] = measured
        if folder is not None:
            Results(folder).save(measured)

    make = {each: partial(synthesize, each, asic.NAME, liberty=library, workers=1) for each in chosen}
    raise_failed(sweep([Job(each.words, make[each], partial(keep, each)) for each in chosen]), len(chosen))
    return [found[each] for each in chosen]


def _chosen(
    q: int | None, ring_name: str | None, method: str | None, unit: str | None, form: str | None
) -> list[Block]:
    """The selected units; raises TwiddleError, with the reason, if there is none."""
    if q is not None and ring_name is not None:
        raise TwiddleError("--q and --ring: give one of them")
    modulus = ring(ring_name).q if ring_name is not None else q
    if method is not None:
        labels = {each.label: each for each in Method}
        if method not in labels:
            raise unknown("method", method, labels)
        if modulus is not None:
            methods.check(labels[method], modulus)
    if modulus is not None and modulus not in MODULI:
        raise TwiddleError(f"q = {modulus}: not measured; the moduli are {', '.join(map(str, MODULI))}")
    wanted = {"q": modulus, "method": method, "unit": unit, "form": form}
    chosen = [
        each
        for each in units.catalogue()
        if all(value is None or identity(each)[key] == value for key, value in wanted.items())
    ]
    if not chosen:
        given = ", ".join(f"{key} {value}" for key, value in wanted.items() if value is not None)
        raise TwiddleError(f"{given}: no such unit; `twiddle arith` lists all")
    return chosen
