# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle arith`: compares the arithmetic units with each other and with the papers' figures."""

from __future__ import annotations

from collections.abc import Sequence

import click
from rich.console import Console, Group

from twiddle import places
from twiddle.cli import display
from twiddle.cli.fitting import fitted, say
from twiddle.cli.options import json_option, print_json
from twiddle.errors import TwiddleError, unknown
from twiddle.model import methods
from twiddle.model.methods import Method
from twiddle.report import arith, published
from twiddle.report.arith import CoreRow, Row
from twiddle.report.catalogued import rows
from twiddle.report.published import Published
from twiddle.rings import ring
from twiddle.synth import units
from twiddle.synth.batch import measure_missing, raise_failed
from twiddle.synth.records import Results
from twiddle.synth.targets import REFERENCE
from twiddle.synth.units import KINDS, MODULI, Unit

PLURAL = {
    "reduction": "reductions",
    "multiplier": "multipliers",
    "butterfly": "butterflies",
    "engine": "engines",
}

OURS = "; Eff. and ATP: area of xc7, MHz of ecp5"
"""Ends the title of a table of ours."""

NOTES = """\
xc7: Yosys, AMD 7-series. ecp5: Yosys and nextpnr, ECP5-85k speed grade 8; MHz: median of three seeds.
Eff. and ATP are formulas of Nguyen et al. 2023, of ours over two devices; area x time is another figure.
Eff. is MHz x bits / LUT-equivalents in kbit/s a LUT (eq. 14); ATP is slices x µs of one point-wise
product (table 6). A DSP counts 400 LUT or 100 slices, a BRAM36 784 or 196.
The papers': Vivado on the named device, Eff. with all bits of a residue."""


@click.command(
    "arith",
    short_help="Arithmetic units side by side: every method of modular multiplication for every modulus.",
    epilog="""\b
Examples:
  twiddle arith --ring ml-kem                              everything modulo 3329, and the papers' figures
  twiddle arith --q 12289 --unit multiplier                the multipliers of one modulus
  twiddle arith --method kred                              one method for every modulus
  twiddle arith --q 3329 --unit butterfly --json           one JSON document and nothing else
  twiddle arith --q 7681 --method ldsp --measure           measure missing and stale units, record them
""",
)
@click.option("--q", type=int, help=f"A modulus: {', '.join(map(str, MODULI))}.")
@click.option("--ring", "ring_name", help="A ring of `twiddle rings`, for its modulus.")
@click.option("--method", help=f"One of {', '.join(method.label for method in Method)}.")
@click.option("--unit", type=click.Choice(KINDS), help="Only units of this kind.")
@click.option("--form", help="Only units of this form, as in the table.")
@click.option("--measure", is_flag=True, help="Measure missing and stale units, and save the records.")
@click.option("--again", is_flag=True, help="With --measure: measure current units too.")
@json_option
def arith_command(
    q: int | None,
    ring_name: str | None,
    method: str | None,
    unit: str | None,
    form: str | None,
    measure: bool,
    again: bool,
    as_json: bool,
) -> None:
    """Compare arithmetic units: latency, cells and clock rate of every method for every modulus.

    The figures come from the committed records; a missing record, or one whose hardware has changed since, is
    marked. The papers' rows follow.
    """
    if again and not measure:
        raise TwiddleError("--again: goes with --measure")
    if measure:
        places.need_checkout("arith --measure")
    chosen = _chosen(q, ring_name, method, unit, form)
    notes = display.console(stderr=True)
    results = Results()
    with notes.status("checking the records ..."):
        measured = rows(chosen, results)
    if measure:
        try:
            jobs = arith.jobs(measured, lambda _, after: results.save(after), again)
            raise_failed(measure_missing(jobs, console=notes), len(jobs))
        except OSError as error:
            raise TwiddleError(f"the record cannot be written: {error}") from error
        measured = rows(chosen, results)
    if as_json:
        print_json([arith.document(row) for row in measured])
        return
    _show(measured, results, display.console())


def _chosen(
    q: int | None, ring_name: str | None, method: str | None, unit: str | None, form: str | None
) -> list[Unit]:
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
        if all(value is None or getattr(each, key) == value for key, value in wanted.items())
    ]
    if not chosen:
        given = ", ".join(f"{key} {value}" for key, value in wanted.items() if value is not None)
        raise TwiddleError(f"{given}: no such unit; `twiddle arith` lists all")
    return chosen


def _show(measured: Sequence[Row], results: Results, console: Console) -> None:
    moduli = {row.of.q for row in measured}
    for kind in KINDS:
        ours = [row for row in measured if row.of.unit == kind]
        theirs = [row for row in published.arithmetic() if row.kind == kind and row.q in moduli]
        if ours:
            console.print(_ours(kind, ours))
            if any(row.unit == "pwmm" for row in theirs) and (cores := arith.core_rows(moduli, results)):
                console.print(_cores(cores))
            if theirs:
                console.print(_theirs(kind, theirs))
    say(console, NOTES)
    bad = [
        f"{row.of.words}, {target}"
        for row in measured
        for target in REFERENCE
        if row.states[target] != "current"
    ]
    if bad:
        console.print(
            f"[yellow]{len(bad)} records are stale or missing[/]; --measure renews them", highlight=False
        )


def _ours(kind: str, measured: Sequence[Row]) -> Group:
    xc7 = ("xc7 LUT", "FF", "DSP", "BRAM36")
    ecp5 = ("ecp5 LUT", "DSP", "EBR", "MHz")
    table = display.new_table(
        *("method", "form", "q", "cycles", *xc7, *ecp5, "Eff.", "ATP", "records"), words=2, wrapped=(0, 1)
    )
    for row in measured:
        unit = row.of
        table.add_row(
            *(unit.method, unit.form, str(unit.q), str(unit.latency)),
            *_cells(row, "xc7", ("lut", "ff", "dsp", "bram36")),
            *_cells(row, "ecp5", ("lut", "dsp", "ebr")),
            _rounded(row.records["ecp5"].fmax_mhz if row.records["ecp5"] else None),
            _rounded(arith.unit_efficiency(unit, row.records)),
            *(_rounded(arith.unit_atp(unit, row.records)), _states(row)),
        )
    less = ("records", "EBR", "DSP", "FF", "BRAM36", "ATP", "Eff.", "cycles")
    return display.titled(f"{PLURAL[kind]}{OURS}", fitted(table, *less))


def _cores(measured: Sequence[CoreRow]) -> Group:
    xc7 = ("xc7 LUT", "FF", "DSP", "BRAM36")
    table = display.new_table(
        *("core", "ring", "units", "q", "cycles", *xc7, "ecp5 LUT", "MHz", "ATP", "records"),
        words=2,
        wrapped=(0, 1),
    )
    for row in measured:
        design, cycles = row.of, arith.core_cycles(row.of)
        parameters = design.parameters
        name = f"{design.core} {parameters['Method']}{', scaled' if parameters['Scaled'] else ''}"
        table.add_row(
            *(name, design.ring.name, str(parameters["Units"]), str(design.ring.q), str(cycles)),
            *_cells(row, "xc7", ("lut", "ff", "dsp", "bram36")),
            *_cells(row, "ecp5", ("lut",)),
            _rounded(row.records["ecp5"].fmax_mhz if row.records["ecp5"] else None),
            *(_rounded(arith.area_time(cycles, row.records)), _states(row)),
        )
    less = ("records", "FF", "BRAM36", "q", "units", "cycles")
    narrow = fitted(table, *less, more="`twiddle compare nguyen-2023`")
    return display.titled(f"matrix-vector cores, product and sum in one pass{OURS}", narrow)


def _cells(row: Row | CoreRow, target: str, names: Sequence[str]) -> list[str]:
    record = row.records[target]
    return [f"{record.cells[name]:g}" if record else "-" for name in names]


def _states(row: Row | CoreRow) -> str:
    """The states of the records, as one word if both are equal."""
    states = set(row.states.values())
    if states == {"current"}:
        return "current"
    words = states if len(states) == 1 else [f"{target} {state}" for target, state in row.states.items()]
    return f"[yellow]{', '.join(words)}[/]"


def _theirs(kind: str, rows: Sequence[Published]) -> Group:
    figures = ("LUT", "FF", "slices", "DSP", "BRAM36", "MHz", "Eff.", "ATP")
    columns = ("source", "work", "q", "device", *figures, "note")
    table = display.new_table(*columns, words=2, wrapped=(0, 1, len(columns) - 1))
    table.columns[-1].justify = "left"
    for row in rows:
        area = map(row.figures.get, ("lut", "ff", "slices", "dsp", "bram36"))
        merit = (row.figures.get("freq_mhz"), arith.published_efficiency(row), row.figures.get("atp"))
        table.add_row(
            *(row.source, row.shown, str(row.q), row.device or "-"),
            *("-" if value is None else f"{value:g}" for value in area),
            *map(_rounded, merit),
            row.note,
        )
    less = ("note", "FF", "slices", "BRAM36", "ATP", "device", "q", "Eff.")
    return display.titled(f"{PLURAL[kind]} in the papers", fitted(table, *less, more="`twiddle compare`"))


def _rounded(value: float | None) -> str:
    return "-" if value is None else f"{value:,.0f}"
