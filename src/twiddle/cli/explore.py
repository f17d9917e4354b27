# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle explore`: the design space of a ring, its Pareto front, and recommended points."""

from typing import Any, cast

import click

from twiddle.base.errors import CheckFailed, TwiddleError, option
from twiddle.base.grid import Grid
from twiddle.catalog import designs
from twiddle.catalog.block import OPCODES
from twiddle.catalog.systems import LATTICE, whole
from twiddle.cli.options import (
    AMOUNT,
    POSITIVE,
    cluster_option,
    given,
    old_option,
    only_with,
    recipes_option,
    seeds_option,
    settings_option,
    timeout_option,
    to_stderr,
    values_by_name,
)
from twiddle.cli.output import Answer, Output, output_options
from twiddle.cli.synth import seed_list
from twiddle.evidence.explore.exploration import Choices, Exploration, explore, nearest_miss, sentences
from twiddle.evidence.explore.space import count_of
from twiddle.evidence.explore.sweep import Options
from twiddle.evidence.lattice_cycles import known_set
from twiddle.tools.targets import TARGETS

ALL = 2**31 - 1
"""--measure without a number."""

_LESS = ("ff", "latency_us", "area", "interval", "mhz", "bram36", "area_time", "parameters")
"""Keys of columns that a narrow terminal leaves out, the first one first; the parameters follow below the table."""

MOST_FAILURES = 10
"""Failed points that are listed for people; --json has all."""


@click.command(
    "explore",
    epilog="""\b
Examples:
  twiddle explore --ring ml-kem                                  recommended cores, from known measurements
  twiddle explore --ring ml-dsa --max-lut 6000 --min-throughput 100000
  twiddle explore --ring ml-kem --target xc7 --mhz 200 --operation ntt --set Method=fold -o front.json
  twiddle explore --ring ml-kem --core iterative --no-dsp --measure 4     measure four new points
  twiddle explore --ring falcon-512 --measure --cluster tcp://10.0.0.5:8786
  twiddle explore --scheme ml-kem-768                            builds of twd_lattice, whole operations
  twiddle explore --scheme ml-kem-768 --operation decaps --target xc7 --mhz 100
""",
)
@click.option("--ring", "ring_name", help="A ring of `twiddle rings`, or a .toml file.")
@click.option("--scheme", help="Instead of a ring: whole operations of a parameter set, such as ml-kem-768.")
@click.option(
    "--operation",
    help=f"One of {', '.join(OPCODES)}; mul by default, if a core offers it. With --scheme those of `twiddle plan`.",
)
@click.option("--core", "cores", multiple=True, help="Only this core; may be repeated. All by default.")
@click.option("--target", "targets", multiple=True, help=f"Of {', '.join(TARGETS)}; may be repeated. ecp5 by default.")
@settings_option(help="Only designs with this parameter value; repeat a name to allow further values.")
@recipes_option(help="A TOML file for your own core (docs/compare/own-core.md); may be repeated.")
@click.option("--max-lut", type=AMOUNT, help="At most this many LUTs.")
@click.option("--max-dsp", type=AMOUNT, help="At most this many DSP blocks.")
@click.option("--max-bram", type=AMOUNT, help="At most this many block RAMs of 36 kbit.")
@click.option("--no-dsp", is_flag=True, help="Only designs without DSP blocks.")
@click.option("--min-throughput", type=AMOUNT, help="At least this many operations a second.")
@click.option("--max-latency", type=AMOUNT, help="At most this many µs, first beat in to last beat out.")
@click.option("--mhz", type=POSITIVE, help="Clock rate on targets without place and route.")
@seeds_option(help="Seeds of place and route.")
@timeout_option(help="Seconds for each tool run.")
@click.option(
    "--measure",
    "most",
    type=click.IntRange(min=1),
    is_flag=False,
    flag_value=ALL,
    metavar="[N]",
    help="Measure unknown points, at most N; without this option nothing is measured.",
)
@click.option("--retry", is_flag=True, help="Measure failed points again.")
@cluster_option(help="With --measure: on the Dask cluster at this address.")
@old_option("--scheduler", "--cluster")
@output_options
@old_option("--csv", "--format csv", flag=True)
def explore_command(
    ring_name: str | None,
    scheme: str | None,
    cores: tuple[str, ...],
    targets: tuple[str, ...],
    settings: tuple[str, ...],
    no_dsp: bool,
    seeds: str,
    timeout: float,
    most: int | None,
    retry: bool,
    cluster: str | None,
    output: Output,
    **constraints: Any,
) -> None:
    """Explore the cores, parameters and targets for a ring: the smallest, the balanced and the fastest core.

    Results come from the committed records and the measurement cache, in seconds. With --measure, unknown
    points are measured on all processors, and kept. Each target has its own Pareto front over area (LUT + 400
    DSP + 784 BRAM36), time between results and memory (BRAM36), because LUTs of different families do not
    compare. A failed point is kept with its reason. An interrupted sweep continues where it ended.

    With --scheme, the builds of twd_lattice are explored in the same way, from their records and the measured
    cycles of whole operations. JSON and CSV have all points, the other formats the fronts.
    """
    kinds = {name: designs.find(name) for name in cores}
    if scheme is None and any(kind is LATTICE for kind in kinds.values()):
        raise TwiddleError(f"--core {LATTICE.name}: its builds are explored with --scheme ml-kem-768")
    for name, kind in kinds.items():
        if kind is not LATTICE and kind.family != "core":
            raise TwiddleError(f"--core {name}: has no design space; twiddle synth --core {kind.name} measures it")
    if (ring_name is None) == (scheme is None):
        raise TwiddleError("--ring and --scheme: give one of them")
    cores = tuple(name for name, kind in kinds.items() if kind is not LATTICE)
    others = given("settings", "recipes", "most", "seeds", "timeout", "retry", "cluster")
    if scheme is not None and (others := ["--core"] * bool(cores) + others):
        raise TwiddleError(f"{others[0]}: not with --scheme; twiddle bench --core lattice measures the builds")
    if no_dsp and constraints["max_dsp"] is not None:
        raise TwiddleError("--no-dsp and --max-dsp: give one of them")
    if no_dsp:
        constraints["max_dsp"] = 0.0
    if most is None:
        only_with("--measure", "retry", "cluster")
    limit = None if most == ALL else most or 0
    choices: Choices = {
        **cast(Choices, constraints),
        "cores": cores,
        "targets": targets,
        "settings": values_by_name(settings),
        "options": Options(tuple(seed_list(seeds)), timeout, retry, limit, cluster),
        "log": to_stderr,
    }
    name = str(ring_name if scheme is None else known_set(scheme))
    used = [target for target in targets or ("ecp5",) if target in TARGETS]
    if all(TARGETS[target].router for target in used):
        only_with(f"a target without place and route; {', '.join(used)} has a clock rate", "mhz")
    explored = explore(name, **choices)
    output.show(_answer(explored))
    failed = [outcome.reason for outcome in explored.outcomes.values() if outcome.status == "failed"]
    if len(failed) == len(explored.points):
        raise CheckFailed(f"{len(failed)} of {count_of(len(failed))} failed, the first: {failed[0]}")
    if not explored.front:
        raise CheckFailed("no measured point satisfies the constraints")


def _answer(explored: Exploration) -> Answer:
    """The fronts, with the recommended points, and all points in JSON and CSV."""
    lines = [] if explored.points[0].cycles else whole(explored.points[0].ring)
    lines += [explored.unclocked] if explored.unclocked is not None else []
    if len(explored.choices) > 1:
        lines += ["LUTs, blocks and clock rates of different targets do not compare: one front per target."]
    grids: list[Grid] = []
    bold: dict[int, set[int]] = {}
    for choice in explored.choices:
        bold[len(grids)] = {choice.front.index(result) for result in choice.recommended.values()}
        grids += choice.grids
    return Answer(explored.document(), grids, [*lines, *_lines(explored)], main=explored.csv(), less=_LESS, bold=bold)


def _lines(explored: Exploration) -> list[str]:
    allowed = sum(len(choice.allowed) for choice in explored.choices)
    points = count_of(len(explored.points))
    lines = [choice.remark for choice in explored.choices if choice.remark]
    lines += [f"{len(explored.results)} of {points} measured, {allowed} within the constraints."]
    for choice in explored.choices:
        lines += sentences(choice.recommended, choice.front)
        if choice.recommended:
            continue
        if choice.results:
            nearest = nearest_miss(choice.results, explored.constraints, option)
            lines.append(f"No point on {choice.target} satisfies the constraints: {nearest}")
    outcomes = explored.outcomes
    failed = [name for name, outcome in outcomes.items() if outcome.status == "failed"]
    lines += [f"failed: {name}: {outcomes[name].reason}" for name in failed[:MOST_FAILURES]]
    if len(failed) > MOST_FAILURES:
        lines.append(f"and {len(failed) - MOST_FAILURES} more failed: --json has all")
    unknown = sum(outcome.status == "unknown" for outcome in outcomes.values())
    if unknown:
        are = "points are" if unknown > 1 else "point is"
        measures = "twiddle bench --core lattice" if explored.points[0].cycles else "--measure"
        lines.append(f"{unknown} {are} not measured yet: {measures} does so.")
    return lines
