# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle synth`: area and timing of a block."""

import textwrap
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Unpack

import click

from twiddle.base.errors import TwiddleError, check_regular, system_errors
from twiddle.base.grid import Grid
from twiddle.base.progress import ProgressDisplay
from twiddle.base.rings import ring
from twiddle.cli.options import (
    INTEGER,
    PATH,
    check_folder,
    chosen_block,
    core_options,
    given,
    only_with,
    recipe_option,
    seeds_option,
    timeout_option,
)
from twiddle.cli.output import Answer, Output, grid, output_options
from twiddle.evidence import recipe
from twiddle.evidence.results import Results
from twiddle.tools import targets
from twiddle.tools.synth.flow import Options, synthesize
from twiddle.tools.synth.liberty import Library
from twiddle.tools.synth.liberty import load as load_library
from twiddle.tools.synth.records import SEED_LIMIT, Record
from twiddle.tools.targets import REFERENCE, TARGETS, VENDORS, asic, named
from twiddle.tools.targets.base import RESOURCES

_NOT_KEPT = "the record cannot be written"

KEYS = (
    *("core", "ring", "parameters", "target", "cells"),
    *("fmax_mhz", "fmax_by_seed", "critical_path", "tools"),
    *("plain_mhz", "plain_by_seed", "packed"),
    *("timed_by", "memories", "library"),
)
"""Keys of the JSON document; the last lines only for ecp5, and for asic."""


LESS = ("fmax_by_seed", "critical_path", "bram36", "ff", "plain_mhz")
"""Keys of columns that a narrow terminal leaves out, the first one first."""


def seed_list(text: str) -> list[int]:
    """The seeds of an option such as 1,2,3 (TwiddleError)."""
    words = text.split(",")
    if not all(INTEGER.fullmatch(word) and 0 <= int(word) < SEED_LIMIT for word in words):
        raise TwiddleError(f"--seeds {text}: not a list of integers below 2^31 such as 1,2,3")
    seeds = [int(word) for word in words]
    if len(set(seeds)) != len(seeds):
        raise TwiddleError(f"--seeds {text}: a seed is repeated")
    return seeds


def _listed(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}"


@click.command(
    "synth",
    help=f"""Measure area and timing of a block, with open tools or your own.

    xc7 is AMD 7-series: area, and logic delay without routing. ecp5 is Lattice ECP5-85k, speed grade 8,
    placed and routed. These, and {_listed(name for name in TARGETS if name not in REFERENCE)}, need only
    pip packages.

    {_listed(VENDORS)} run the tool on your PATH through Edalize: vivado; the quartus_sh tools;
    nextpnr-xilinx, with the chip database of the part in the folder CHIPDB. Cells and clock rate are
    taken after place and route (docs/trust/measuring.md).

    asic uses your own standard cells, from a liberty file: area in kGE (the NAND2 of the library),
    longest path by OpenSTA if `sta` is on your PATH, otherwise by ABC. Tables are logic (LogicTables=1),
    but those of the core rns ROMs; memories of more than 256 bits, and these, are listed with their bits
    and do not count in the area.

    Measurements are cached.
    """,
    epilog="""\b
Examples:
  twiddle synth --ring ml-kem --target ecp5 --set Butterflies=2
  twiddle synth --core lattice --set Dsa=0 --target xc7
  twiddle synth --core mod-mul --set Q=12289 --set Method=kred --target ecp5
  twiddle synth --ring ml-kem --target vivado --part xc7z020clg400-1
  twiddle synth --recipe examples/own-core/own.toml --target ecp5
  twiddle synth --ring ml-kem --target asic --liberty /usr/share/qflow/tech/osu018/osu018_stdcells.lib""",
)
@core_options()
@recipe_option(help="Instead of --ring and --core: a TOML file for your own core (docs/compare/own-core.md).")
@click.option(
    "--target",
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
@output_options
def synth_command(
    ring: str | None,
    core: str,
    settings: tuple[str, ...],
    recipe_file: Path | None,
    target: str | None,
    part: str | None,
    liberty: Path | None,
    liberty_sha256: str | None,
    seeds: str,
    timeout: float,
    record: Path | None,
    output: Output,
) -> None:
    """Area and timing of a block."""
    if recipe_file is not None and (ours := given("ring", "core", "scheme", "settings", "record")):
        raise TwiddleError(f"--recipe and {ours[0]}: give one of them")
    measured: Callable[..., Record]
    if recipe_file is not None:
        measured = partial(_synthesize_own, recipe_file)
    else:
        measured = partial(synthesize, chosen_block(core, ring, settings))
    if target is None:
        raise TwiddleError("Missing option '--target'.")
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
    output.show(answer(result))


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


def answer(record: Record) -> Answer:
    """A record as the command shows it."""
    document = record.document()
    tables, notes = _asic(record) if record.library is not None else ([cells([record])], clock_notes(record))
    return Answer(
        {key: document[key] for key in KEYS if key in document}, [*tables, critical_path(record)], notes, less=LESS
    )


def clock_notes(record: Record) -> list[str]:
    """What the clock rate of ecp5 supposes, and what is known against that of another target."""
    if record.packed is None:
        return [target.doubt] if (target := TARGETS.get(record.target)) and target.doubt else []
    moved = (
        "{registers} flip-flops moved into {memories} ports of block RAM, {products} products, {operands} pairs of "
        "operands"
    ).format(**record.packed)
    return [f"{moved} (docs/trust/measuring.md); nextpnr's figure, not checked with Lattice's tools"]


def _named(record: Record) -> str:
    of = f" for {record.ring}" if record.ring else ""
    settings = ", ".join(f"{name} = {value}" for name, value in record.parameters.items())
    return f"{record.core}{of}{f', {settings}' if settings else ''}"


def cells(records: Sequence[Record]) -> Grid:
    """Cells and timing of synthesis records of one design, one row per target."""
    rows, packed = [], any(record.packed is not None for record in records)
    for record in records:
        path = record.critical_path
        rows.append(
            (
                record.target,
                "  ".join(f"{mhz:g}" for mhz in record.fmax_by_seed.values()) or "-",
                f"{path.total_ps / 1000:.2f}{'' if path.routing_ps else ' (logic only)'}" if path else "-",
                *(record.cells[name] for name in RESOURCES),
                record.fmax_mhz,
                *([record.plain_mhz] if packed else []),
            )
        )
    words = "target fmax_by_seed:MHz_by_seed critical_path:critical_path_ns"
    numbers = f"{' '.join(RESOURCES)} fmax_mhz:MHz_(median){' plain_mhz:MHz_unpacked' * packed}"
    return grid("cells", _named(records[0]), words, numbers, rows)


def _asic(record: Record) -> tuple[list[Grid], list[str]]:
    """Area, memories and timing of a record on standard cells."""
    found, library, path = record.cells, record.library, record.critical_path
    assert library is not None
    area = [
        ("flip-flops", found["kge_ff"], found["ff"]),
        ("gates", found["kge_comb"], found["gates"]),
        ("together", found["kge"], found["ff"] + found["gates"]),
    ]
    unit = f"1 GE = {library.nand2}, {library.nand2_area:g}"
    title = f"{_named(record)}\n{library.file} ({unit}), sha256 {library.sha256}"
    timing = "no clock rate"
    if path is not None:
        timing = f"{record.fmax_mhz:g} MHz: critical path of {path.total_ps / 1000:.2f} ns ({record.timed_by})"
    memories = [
        (
            textwrap.fill(memory.name.replace(".", ". "), 32, break_long_words=False).replace(". ", "."),
            f"{memory.read_ports}{'' if memory.clocked else ' async'}",
            *(memory.write_ports, memory.width, memory.depth, memory.bits),
        )
        for memory in record.memories or ()
    ]
    held = f"{found['memories']:,} memories of {found['memory_bits']:,} bits together, not in the area"
    tables = [grid("area", title, "area", "kge:kGE:2 cells", area)]
    if memories:
        tables.append(grid("memories", "", "memory reads", "writes width depth bits", memories))
    if (energy := record.energy) is not None:
        held += f"\n{energy.pj:g} pJ a cycle with new operands, {energy.internal:g} of them in the cells (OpenSTA)"
    return tables, [timing, held]


def critical_path(record: Record) -> Grid:
    """The critical path of a measurement, arrival times in nanoseconds; a title alone without one."""
    path = record.critical_path
    if path is None:
        without = "no register-to-register path" if record.fmax_mhz is None else "its reports contain no path"
        return grid("critical_path", f"{record.target}: {without}", "", "", [])
    routing = f" + {path.routing_ps / 1000:.2f} routing" if path.routing_ps else ", routing not counted"
    spent = f"{path.total_ps / 1000:.2f} ns ({path.logic_ps / 1000:.2f} logic{routing})"
    rows, arrival = [], 0
    for step in path.steps:
        arrival += step.delay_ps
        cell, _, pin = step.end.rpartition(".")
        end = pin if step.start.startswith(f"{cell}.") else step.end
        rows.append((step.kind, f"{step.start} → {end}", step.delay_ps / 1000, arrival / 1000))
    return grid(
        "critical_path",
        f"critical path on {record.target}: {spent}",
        "kind ends:from_and_to",
        "delay::2 at:at_ns:2",
        rows,
    )
