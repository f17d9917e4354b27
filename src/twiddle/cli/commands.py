# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The commands of `twiddle`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Unpack

import click
import numpy as np

from twiddle.base import __version__
from twiddle.base.errors import CheckFailed, TwiddleError, check_regular, shown, system_errors, unknown
from twiddle.base.progress import ProgressDisplay
from twiddle.base.rings import ALIASES, Ring, ring, rings
from twiddle.catalog import designs
from twiddle.catalog.designs import Design
from twiddle.cli import display, files
from twiddle.cli.options import (
    PATH,
    Command,
    check_folder,
    given,
    json_option,
    named_values,
    only_with,
    print_json,
    recipe_option,
    seeds_option,
    settings_option,
    timeout_option,
    with_options,
)
from twiddle.evidence import recipe
from twiddle.evidence.results import Results
from twiddle.model.passes import TAKES_B
from twiddle.tools import targets
from twiddle.tools.sim.simulator import Simulator
from twiddle.tools.sim.waveform import checked_kind
from twiddle.tools.synth.flow import Options, synthesize
from twiddle.tools.synth.liberty import Library
from twiddle.tools.synth.liberty import load as load_library
from twiddle.tools.synth.records import SEED_LIMIT, Record
from twiddle.tools.targets import REFERENCE, TARGETS, VENDORS, asic, named

_INTEGER = re.compile(r"-?[0-9]{1,18}")

_NOT_KEPT = "the record cannot be written"

SYNTH_KEYS = (
    *("core", "ring", "parameters", "target", "cells"),
    *("fmax_mhz", "fmax_by_seed", "critical_path", "tools"),
    *("timed_by", "memories", "library"),
)
"""Keys of the JSON document of `twiddle synth`; the last ones only for the target asic."""

FILES_HELP = """\b
The ending of a file name selects its format:
  .txt .csv .dat  integers separated by white space or commas; # starts a comment
  .json           a list of n integers, a list of such lists, or a document of --json
  .npy            a NumPy integer array of shape (n,) or (m, n)
Every value is in [0, q). A file holds one polynomial or many. - reads text from standard input.
"""


def design_options(
    required: bool = True, core_help: str = "A core of `twiddle cores`."
) -> Callable[[Command], Command]:
    """The options --ring, --core and --set of a command, for `chosen_design`."""
    return with_options(
        click.option("--ring", required=required, help="A ring of `twiddle rings`, or a .toml file with your own."),
        click.option("--core", default="iterative", help=core_help),
        settings_option(help="A parameter of the core, for example Butterflies=2 or Method=ldsp; may be repeated."),
    )


def chosen_design(core: str, ring_name: str, settings: Sequence[str], others: Collection[str] = ()) -> Design:
    """The design that the options select; raises TwiddleError for the first wrong one.

    others  names that the command takes besides the cores
    """
    chosen = ring(ring_name)
    kinds = {kind.name: kind for kind in designs.cores()}
    if core not in kinds:
        raise unknown("core", core, [*kinds, *others])
    numbers = {name for name, spec in kinds[core].specs.items() if not spec.named}
    return designs.core(core, chosen, **settings_by_name(settings, numbers))


def settings_by_name(settings: Sequence[str], numbers: Collection[str]) -> dict[str, int | str]:
    """The settings by name: integers for the parameters in `numbers`, names for the others."""
    by_words = {name.lower(): name for name in numbers}
    parameters: dict[str, int | str] = {}
    for word, value in named_values(settings):
        name = by_words.get(word.replace("_", "").lower(), word)
        if name in numbers and not _INTEGER.fullmatch(value):
            raise TwiddleError(f"--set {name}={value}: {shown(value)} is not an integer")
        if name in parameters:
            raise TwiddleError(f"--set {name}={value}: {name} is set twice")
        parameters[name] = int(value) if name in numbers else value
    return parameters


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110, "show_default": True},
    epilog="""\b
Start here:
  twiddle rings                                          the rings
  twiddle cores                                          the cores and their cycle counts
  twiddle multiply --ring ml-kem a.txt b.txt -o c.txt    products, computed by the simulated hardware
  twiddle synth --ring ml-kem --target ecp5              area and clock rate
  twiddle arith --ring ml-kem                            our modular multipliers and the papers'
  twiddle hls --ring ml-dsa                              an engine from an untimed description
  twiddle compare alhassani-2024                         a paper's tables with our figures
  twiddle plan --scheme ml-kem-768 --rate 50000          how many cores and devices a load needs
  twiddle report --open                                  all figures and plots on one page
  twiddle explore --ring ml-kem                          a recommended core, from the measurements
Exit code: 0 success, 1 a check failed, 2 bad input.
""",
)
@click.version_option(__version__)
@click.pass_context
def cli(context: click.Context) -> None:
    """Verified NTT accelerators for lattice cryptography: run them, measure them."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@cli.command("rings")
@json_option
def rings_command(as_json: bool) -> None:
    """List the rings.

    For your own ring, pass --ring a TOML file with the keys n, q, root and root_order.
    """
    if not as_json:
        display.console().print(display.rings_table(rings()))
        return
    print_json([_ring_document(preset) for preset in rings()])


def _ring_document(preset: Ring) -> dict[str, Any]:
    derived = {name: getattr(preset, name) for name in ("bits", "k", "m", "layers", "complete")}
    aliases = [alias for alias, name in ALIASES.items() if name == preset.name]
    return {**asdict(preset), **derived, "aliases": aliases}


@cli.command("cores")
@click.option("--core", "names", multiple=True, help="Only this core; may be repeated.")
@click.option("--ring", "wanted", multiple=True, help="Only this ring, or a TOML file; may be repeated.")
@json_option
def cores_command(names: tuple[str, ...], wanted: tuple[str, ...], as_json: bool) -> None:
    """List the cores: supported rings, operations, lanes, and cycle counts with default parameters.

    A count is the interval between two operations at full rate, loading and unloading included; the
    butterflies' busy cycles follow in brackets. For a core with k products an operation, k = 1.
    """
    kinds = {kind.name: kind for kind in designs.cores()}
    if wrong := [name for name in names if name not in kinds]:
        raise unknown("core", wrong[0], kinds)
    chosen_rings = [ring(name) for name in wanted] or rings()
    catalogue = [
        (kind, [designs.core(kind.name, chosen) for chosen in chosen_rings if designs.takes(kind, chosen)])
        for kind in kinds.values()
        if not names or kind.name in names
    ]
    if not any(built for _, built in catalogue):
        raise TwiddleError(f"{', '.join(names)} with default parameters supports none of {', '.join(wanted)}")
    catalogue = [(kind, built) for kind, built in catalogue if built]
    if as_json:
        print_json([_core_document(design) for _, built in catalogue for design in built])
        return
    console = display.console()
    for kind, built in catalogue:
        console.print(display.cores_table(kind, built))
        console.print(display.parameters_table(kind))
        console.print(kind.drawing, highlight=False, no_wrap=True, overflow="crop")


def _core_document(design: Design) -> dict[str, Any]:
    return {
        **_design_document(design),
        "operations": {op: asdict(design.cycles(op)) for op in design.operations},
        "lanes": design.lanes,
        "lock_step": design.lock_step,
    }


def _design_document(design: Design) -> dict[str, Any]:
    return {"core": design.core, "ring": design.ring.name, "parameters": dict(design.parameters)}


def _run(
    operation: str,
    ring: str,
    core: str,
    settings: tuple[str, ...],
    output: Path | None,
    as_json: bool,
    waveform: Path | None,
    rank: int = 1,
    **operands: Path,
) -> None:
    """Stream the polynomials of files through the simulated core; check, then show or write the results."""
    design = chosen_design(core, ring, settings)
    if operation not in design.operations:
        offered = ", ".join(design.operations)
        raise TwiddleError(f"core {design.core}: does not offer {operation}; it offers {offered}")
    if not 1 <= rank <= design.largest_k:
        takes = "one product" if design.largest_k == 1 else f"1 to {design.largest_k} products"
        raise TwiddleError(f"--rank {rank}: core {design.core} takes {takes} an operation")
    if output is not None:
        files.check_output(output)
    checked_kind(waveform)
    paths = [operands[name] for name in ("a", "b") if name in operands]
    a, *others = (files.read(path, design.ring) for path in paths)
    b = others[0] if others else None
    if b is not None and len(a) != len(b):
        counts = f"{paths[0]} holds {len(a)} and {paths[1]} holds {len(b)}"
        raise TwiddleError(f"{paths[1]}: one polynomial needed for each of {paths[0]}: {counts}")
    if len(a) % rank:
        raise TwiddleError(f"{paths[0]}: {len(a)} polynomials are not rows of --rank {rank}")
    count = len(a) // rank

    notes = display.console(stderr=True)
    with notes.status(f"compiling {design.top} for {design.ring.name} ..."):
        simulator = Simulator(design)
    with notes.status(f"running {count} operations ..."):
        result = simulator.run(operation, a, b, k=rank, waveform=waveform)
        cycles = simulator.measure(operation, k=rank)
    expected = design.model(operation, a, b, rank)
    wrong = (result.c != expected).any(axis=1) | result.err
    mismatches = int(np.count_nonzero(wrong))
    if as_json:
        print_json(
            {
                **_design_document(design),
                "operation": operation,
                "polynomials": count,
                "mismatches": mismatches,
                "cycles": asdict(cycles),
                "output": result.c.tolist(),
            }
        )
    if mismatches:
        first = int(np.flatnonzero(wrong)[0])
        raise CheckFailed(
            f"core {design.core}, ring {design.ring.name}, {operation}: "
            f"{mismatches} of {count} results differ from the model, the first is polynomial {first}"
        )
    if output is not None:
        files.write(output, result.c)
    elif not as_json:
        click.echo(files.as_text(result.c), nl=False)
    if not as_json:
        equal = "1 result equals" if count == 1 else f"{count} results equal"
        title = f"{design.core}, {design.ring.name}, {operation}: {equal} the model"
        table = display.cycles_table(title, cycles, design.cycles(operation, rank))
        display.console(stderr=output is None).print(table)


def _add_operation(name: str, operation: str, summary: str, example: str) -> None:
    rank = click.option(
        "--rank", type=int, default=1, help="Core pwmm: products in a row; A and B hold K polynomials for each result."
    )
    options = with_options(
        design_options(),
        *[rank] * (operation == "pwm"),
        click.option("-o", "--output", type=PATH, help="Result file; its ending selects the format."),
        json_option,
        click.option("--waveform", type=PATH, help="Write the waveform of the run, .vcd or .fst."),
        *(click.argument(operand, type=PATH) for operand in ("ab" if operation in TAKES_B else "a")),
    )
    cli.command(
        name,
        help=f"{summary}\n\nThe cycle-accurate RTL computes, and each result is checked against the model; "
        f"a result file is written only if all are right.\n\n{FILES_HELP}",
        short_help=summary,
        epilog=f"\b\nExample:\n  twiddle {name} --ring ml-kem {example}",
    )(options(partial(_run, operation)))


_add_operation("multiply", "mul", "Product of two polynomials, c = a * b.", "--set Butterflies=2 a.txt b.txt")
_add_operation("mult", "mult", "Product c = a * b where B holds ntt(b).", "a.npy b_hat.npy -o c.npy")
_add_operation("ntt", "ntt", "Forward transform, natural to bit-reversed order.", "a.txt -o a_hat.json")
_add_operation("intt", "intt", "Inverse transform, bit-reversed to natural order.", "a_hat.json -o a.txt")
_add_operation("pwm", "pwm", "Product of two polynomials in the transform domain.", "a_hat.npy b_hat.npy -o c.npy")


def seed_list(text: str) -> list[int]:
    """The seeds of an option such as 1,2,3 (TwiddleError)."""
    words = text.split(",")
    if not all(_INTEGER.fullmatch(word) and 0 <= int(word) < SEED_LIMIT for word in words):
        raise TwiddleError(f"--seeds {text}: not a list of integers below 2^31 such as 1,2,3")
    seeds = [int(word) for word in words]
    if len(set(seeds)) != len(seeds):
        raise TwiddleError(f"--seeds {text}: a seed is repeated")
    return seeds


def _listed(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}"


@cli.command(
    "synth",
    help=f"""Measure area and timing of a core, with open tools or your own.

    xc7 is AMD 7-series: area, and logic delay without routing. ecp5 is Lattice ECP5-85k, speed grade 8,
    placed and routed. These, and {_listed(name for name in TARGETS if name not in REFERENCE)}, need only
    pip packages.

    {_listed(VENDORS)} run the tool on your PATH through Edalize: vivado; the quartus_sh tools;
    nextpnr-xilinx, with the chip database of the part in the folder CHIPDB. Cells and clock rate are
    taken after place and route (docs/synthesis.md).

    asic uses your own standard cells, from a liberty file: area in kGE (the NAND2 of the library),
    longest path by OpenSTA if `sta` is on your PATH, otherwise by ABC. Tables are logic (LogicTables=1);
    memories of more than 256 bits are listed with their bits and do not count in the area.

    Measurements are cached.
    """,
    epilog="""\b
Examples:
  twiddle synth --ring ml-kem --target ecp5 --set Butterflies=2
  twiddle synth --ring ml-kem --target vivado --part xc7z020clg400-1
  twiddle synth --recipe examples/own-core/own.toml --target ecp5
  twiddle synth --ring ml-kem --target asic --liberty /usr/share/qflow/tech/osu018/osu018_stdcells.lib""",
)
@design_options(required=False)
@recipe_option(help="Instead of --ring and --core: a TOML file for your own core (docs/own-core.md).")
@click.option(
    "--target",
    required=True,
    help=f"Target: {', '.join(TARGETS)}; with a tool of your own: {', '.join(VENDORS)}; "
    f"with a library of your own: {asic.NAME}.",
)
@click.option(
    "--part",
    help="Part for your own tool; the defaults are "
    + ", ".join(f"{each.part} ({each.name})" for each in VENDORS.values())
    + ".",
)
@click.option("--liberty", type=PATH, help="Target asic: liberty file of the cells.")
@click.option("--liberty-sha256", metavar="HEX", help="Required sha256 of the liberty file.")
@seeds_option(help="Seeds of place and route; the median is reported.")
@timeout_option(help="Time limit in seconds for each tool run.")
@click.option("--record", type=PATH, help="Folder for the record.")
@json_option
def synth_command(
    ring: str | None,
    core: str,
    settings: tuple[str, ...],
    recipe_file: Path | None,
    target: str,
    part: str | None,
    liberty: Path | None,
    liberty_sha256: str | None,
    seeds: str,
    timeout: float,
    record: Path | None,
    as_json: bool,
) -> None:
    """Area and timing of a core."""
    if recipe_file is not None and (ours := given("ring", "core", "settings", "record")):
        raise TwiddleError(f"--recipe and {ours[0]}: give one of them")
    measured: Callable[..., Record]
    if recipe_file is not None:
        measured = partial(_synthesize_own, recipe_file)
    elif ring is not None:
        measured = partial(synthesize, chosen_design(core, ring, settings))
    else:
        raise TwiddleError("Missing option '--ring'.")
    chosen_seeds = seed_list(seeds)
    target = target if part is None else named(target, part)
    known = targets.find(target)
    if target == asic.NAME or (known is not None and not known.seeded):
        only_with(f"a target that is placed and routed by seeds; {target} is not", "seeds")
    library = _library(target, liberty, liberty_sha256)
    if record is not None:
        check_folder(record, _NOT_KEPT)
    with ProgressDisplay() as progress:
        options: Options = {"seeds": chosen_seeds, "progress": progress, "timeout": timeout}
        if library is not None:
            options["liberty"] = library
        result = measured(target, **options)
    if record is not None:
        with system_errors(record, _NOT_KEPT):
            Results(record).save(result)
    if as_json:
        document = result.document()
        print_json({key: document[key] for key in SYNTH_KEYS if key in document})
        return
    console = display.console()
    console.print(display.asic_table(result) if isinstance(result, Record) else display.cells_table([result]))
    console.print(display.critical_path(result))


def _synthesize_own(path: Path, target: str, **options: Unpack[Options]) -> Record:
    """Area and timing of the core of a recipe, under the names of a record."""
    result = recipe.measure_here(path, (target,), **options)
    return result.targets[target].of(result.design, ring(result.ring).name, result.parameters)


def _library(target: str, path: Path | None, sha256: str | None) -> Library | None:
    """The library of the options; raises TwiddleError if they do not fit the target or each other."""
    if target == asic.NAME:
        if path is None:
            raise TwiddleError(f"target {asic.NAME}: needs --liberty FILE, the liberty file of your cell library")
        check_regular(path)
        return load_library(path, sha256)
    for option, value in (("--liberty", path), ("--liberty-sha256", sha256)):
        if value is not None:
            raise TwiddleError(f"{option} {value}: only for the target {asic.NAME}, not {target}")
    return None
