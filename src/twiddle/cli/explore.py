# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle explore`: the design space of a ring, its Pareto front, and which point to take."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console, Group
from rich.text import Text

from twiddle.architectures import OPCODES
from twiddle.cli import display
from twiddle.cli.commands import seed_list
from twiddle.cli.options import AMOUNT, POSITIVE
from twiddle.errors import CheckFailed, TwiddleError
from twiddle.explore import front as fronts
from twiddle.explore.front import Constraints, Result, pareto, recommend
from twiddle.explore.space import Point, points
from twiddle.explore.sweep import (
    Counts,
    Options,
    Outcome,
    count_of,
    duration,
    forecast,
    look_up,
    minutes,
    outcomes,
    total_seconds,
)
from twiddle.rings import ring
from twiddle.synth import TARGETS, tools
from twiddle.synth.cache import write_atomically

WIDTH = 150
"""Columns of what does not go to a terminal."""

ALL = 2**31 - 1
"""--measure without a number."""

MOST_FAILURES = 10
"""Failed points that are named for people; --json has all."""

COLUMNS = (
    *("core", "ring", "parameters", "operation", "target", "status", "reason", "source"),
    *("lut", "ff", "dsp", "bram36", "mhz", "area", "interval", "latency"),
    *("time_us", "latency_us", "throughput", "pareto", "recommended"),
)
"""Columns of the CSV table."""


@dataclass(frozen=True)
class Choice:
    """What is best on a target.

    results      the points that are measured there
    allowed      those of them that hold all constraints
    front        of those
    recommended  of the front: smallest, balanced, fastest; empty where the front is
    """

    target: str
    results: Sequence[Result]
    allowed: Sequence[Result]
    front: Sequence[Result]
    recommended: Mapping[str, Result]


@dataclass(frozen=True)
class Exploration:
    """What a sweep found.

    results  the points that are measured, by name
    broken   the constraint that some of them break, by name
    choices  the best of each target: LUTs of different families are not the same thing
    """

    points: Sequence[Point]
    outcomes: Mapping[str, Outcome]
    constraints: Constraints
    results: Mapping[str, Result]
    broken: Mapping[str, str]
    choices: Sequence[Choice]

    @property
    def front(self) -> list[Result]:
        """The fronts of all targets, one after the other."""
        return [each for choice in self.choices for each in choice.front]

    def document(self) -> dict[str, Any]:
        """The JSON document."""
        documents = {point.name: self._point(point) for point in self.points}
        targets = {}
        for choice in self.choices:
            recommended = {pick: documents[best.point.name] for pick, best in choice.recommended.items()}
            front = [documents[each.point.name] for each in choice.front]
            targets[choice.target] = {"pareto": front, "recommended": recommended or None}
        there = [each["recommended"] for each in targets.values() if each["recommended"]]
        return {
            "points": list(documents.values()),
            "pareto": [documents[each.point.name] for each in self.front],
            "recommended": there[0] if there else None,
            "targets": targets,
        }

    def _point(self, point: Point) -> dict[str, Any]:
        outcome, result = self.outcomes[point.name], self.results.get(point.name)
        figures: dict[str, Any] = dict.fromkeys(
            ("cells", "mhz", "area", "time_us", "latency_us", "throughput", "source")
        )
        if result is not None:
            figures = fronts.document(result)
        reason = self.broken.get(point.name, outcome.reason)
        return {
            "core": point.design.core,
            "ring": point.design.ring.name,
            "parameters": dict(point.design.parameters),
            "operation": point.operation,
            "target": point.target,
            "interval": point.interval,
            "latency": point.latency,
            **figures,
            "status": "excluded" if point.name in self.broken else outcome.status,
            "reason": reason,
        }

    def csv(self) -> str:
        """All points as a table, a row each."""
        on_front = {each.point.name for each in self.front}
        best: dict[str, list[str]] = {}
        for choice in self.choices:
            for pick, result in choice.recommended.items():
                best.setdefault(result.point.name, []).append(pick)
        text = io.StringIO()
        table = csv.DictWriter(text, COLUMNS, extrasaction="ignore", lineterminator="\n")
        table.writeheader()
        for point in self.points:
            row = self._point(point)
            cells = row.pop("cells") or {}
            picks = " ".join(best.get(point.name, []))
            marks = {"pareto": int(point.name in on_front), "recommended": picks}
            table.writerow({**row, **cells, **marks, "parameters": _settings(point)})
        return text.getvalue()


@click.command(
    "explore",
    context_settings={"max_content_width": 110},
    short_help="The design space of a ring: its Pareto front, and which core to take.",
    epilog="""\b
Examples:
  twiddle explore --ring ml-kem                                  what to take, of all that is known
  twiddle explore --ring ml-dsa --max-lut 6000 --min-throughput 100000
  twiddle explore --ring ml-kem --target xc7 --mhz 200 --operation ntt --set Method=fold -o front.json
  twiddle explore --ring ml-kem --core iterative --no-dsp --measure 4     measure four of what nobody did
  twiddle explore --ring ml-kem --dry-run                        what measuring the whole space would take
  twiddle explore --ring falcon-512 --measure --scheduler tcp://10.0.0.5:8786
""",
)
@click.option("--ring", "ring_name", required=True, help="A ring of `twiddle rings`, or a .toml file.")
@click.option("--operation", help=f"One of {', '.join(OPCODES)}; mul, where a core offers it.")
@click.option("--core", "cores", multiple=True, help="Only this core; may be repeated. All by default.")
@click.option(
    "--target", "targets", multiple=True, help=f"Of {', '.join(TARGETS)}; may be repeated. ecp5 by default."
)
@click.option(
    "--set",
    "settings",
    metavar="NAME=VALUE",
    multiple=True,
    help="Only designs with this value of a parameter; the same name again allows another value.",
)
@click.option("--max-lut", type=AMOUNT, help="LUT at most.")
@click.option("--max-dsp", type=AMOUNT, help="DSP blocks at most.")
@click.option("--max-bram", type=AMOUNT, help="Block RAMs of 36 kbit at most.")
@click.option("--no-dsp", is_flag=True, help="No DSP block.")
@click.option("--min-throughput", type=AMOUNT, help="Operations a second at least.")
@click.option("--max-latency", type=AMOUNT, help="µs at most from the first beat in to the last beat out.")
@click.option("--mhz", type=POSITIVE, help="Clock rate on targets without place and route.")
@click.option("--seeds", default="1,2,3", show_default=True, help="Seeds of place and route.")
@click.option(
    "--timeout", type=POSITIVE, default=1200.0, show_default=True, help="Seconds for each run of a tool."
)
@click.option(
    "--measure",
    "most",
    type=click.IntRange(min=1),
    is_flag=False,
    flag_value=ALL,
    metavar="[N]",
    help="Measure what is not known yet, N points at most; without it nothing is measured.",
)
@click.option(
    "--dry-run",
    is_flag=True,
    help="Tell what --measure would measure, and about how long that would take.",
)
@click.option("--retry", is_flag=True, help="Measure again what failed before.")
@click.option(
    "--scheduler", metavar="ADDRESS", help="With --measure: of a Dask cluster, instead of this machine."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.option("--csv", "as_csv", is_flag=True, help="Print all points as CSV and nothing else.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="A .json or .csv file for the result.")
def explore_command(
    ring_name: str,
    operation: str | None,
    cores: tuple[str, ...],
    targets: tuple[str, ...],
    settings: tuple[str, ...],
    max_lut: float | None,
    max_dsp: float | None,
    max_bram: float | None,
    no_dsp: bool,
    min_throughput: float | None,
    max_latency: float | None,
    mhz: float | None,
    seeds: str,
    timeout: float,
    most: int | None,
    dry_run: bool,
    retry: bool,
    scheduler: str | None,
    as_json: bool,
    as_csv: bool,
    output: Path | None,
) -> None:
    """Explore the cores, parameters and targets for a ring: the smallest, the balanced and the fastest core.

    The answer is made of committed records and the cache of measurements, in seconds. With --measure, what is
    in neither is measured, on all processors, and kept. The front is over area (LUT + 400 DSP + 784 BRAM36),
    time between results and memory (BRAM36), on each target for itself: LUTs of different families are not
    the same thing. A point that fails is kept with its reason. An interrupted sweep goes on where it ended.
    """
    if no_dsp and max_dsp is not None:
        raise TwiddleError("--no-dsp and --max-dsp: give one of them")
    if as_json and as_csv:
        raise TwiddleError("--json and --csv: give one of them")
    if dry_run and (as_csv or output is not None):
        raise TwiddleError(f"--dry-run and {'--csv' if as_csv else '-o'}: give one of them; nothing is found")
    constraints = Constraints(
        max_lut,
        0.0 if no_dsp else max_dsp,
        max_bram,
        min_throughput,
        max_latency,
    )
    if scheduler is not None and most is None and not dry_run:
        raise TwiddleError("--scheduler: goes with --measure")
    if output is not None:
        _check_output(output)
    options = Options(
        seeds=tuple(seed_list(seeds)),
        timeout=timeout,
        retry=retry,
        limit=None if (dry_run and most is None) or most == ALL else most or 0,
        scheduler=scheduler,
        ruled_out=lambda point: _ruled_out(point, constraints, mhz),
    )
    space = points(ring(ring_name), operation, cores, targets, _settings_by_name(settings))
    remark = fronts.check_clock(list(dict.fromkeys(point.target for point in space)), constraints, mhz)
    if dry_run:
        _forecast(space, options, as_json)
        return
    found = _explored(space, outcomes(space, options, _tell), constraints, mhz)
    if output is not None:
        write_atomically(output, found.csv() if output.suffix == ".csv" else _json(found))
    if as_json:
        click.echo(_json(found), nl=False)
    elif as_csv:
        click.echo(found.csv(), nl=False)
    else:
        _show(found, remark)
    if not found.results and all(outcome.status == "failed" for outcome in found.outcomes.values()):
        first = next(iter(found.outcomes.values())).reason
        raise CheckFailed(f"{len(space)} of {count_of(space)} failed, the first: {first}")


def _forecast(space: Sequence[Point], options: Options, as_json: bool) -> None:
    """Print what a sweep would measure, and how long that would take."""
    found, waiting = look_up(space, options, _tell)
    jobs = [job for job, _ in waiting.values()]
    parts = forecast(space, jobs)
    counts = Counts.of(found.values())
    if as_json:
        seconds = total_seconds(parts)
        document = {
            "points": len(space),
            **asdict(counts),
            "measure": len(jobs),
            "tool_minutes": None if seconds is None else seconds / 60,
            "processes": tools.cpus(),
            "parts": [asdict(part) for part in parts],
        }
        click.echo(json.dumps(document))
        return
    table = display.new_table("core", "target", "points", "to measure", "in one process", words=2)
    for part in parts:
        time = "-" if not part.measure else "?" if part.seconds is None else minutes(part.seconds)
        table.add_row(part.core, part.target, str(part.points), str(part.measure), time)
    display.console().print(table)
    line = f"{count_of(space)}: {counts.words()}, {len(jobs)} to measure"
    click.echo(f"{line}, {duration(parts, options.scheduler)}." if jobs else f"{line}.")


def _explored(
    space: Sequence[Point], ended: Mapping[str, Outcome], constraints: Constraints, mhz: float | None
) -> Exploration:
    results = {
        point.name: Result(
            point, outcome.measurement, outcome.source or "", mhz, fronts.by_cycles(point.target, mhz)
        )
        for point in space
        if (outcome := ended[point.name]).measurement is not None
    }
    broken = {name: why for name, each in results.items() if (why := constraints.broken(each)) is not None}
    targets = list(dict.fromkeys(point.target for point in space))
    choices = [_choice(target, results, broken, constraints) for target in targets]
    return Exploration(space, ended, constraints, results, broken, choices)


def _choice(
    target: str, results: Mapping[str, Result], broken: Mapping[str, str], constraints: Constraints
) -> Choice:
    there = {name: each for name, each in results.items() if each.point.target == target}
    allowed = [each for name, each in there.items() if name not in broken]
    front = pareto(allowed)
    return Choice(target, list(there.values()), allowed, front, recommend(front))


def _ruled_out(point: Point, constraints: Constraints, mhz: float | None) -> str | None:
    """Where the clock rate is given, a point that is too slow need not be measured."""
    return None if TARGETS[point.target].router else constraints.too_slow(point, mhz)


def _json(found: Exploration) -> str:
    return json.dumps(found.document()) + "\n"


def _tell(line: str) -> None:
    click.echo(line, err=True)


def _check_output(path: Path) -> None:
    """Refuse an output file before anything is measured for it (TwiddleError)."""
    if path.suffix not in (".json", ".csv"):
        raise TwiddleError(f"-o {path}: ends in neither .json nor .csv")
    if not path.parent.is_dir():
        raise TwiddleError(f"-o {path}: the folder {path.parent} does not exist")
    if path.is_dir():
        raise TwiddleError(f"-o {path}: is a folder")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise TwiddleError(f"-o {path}: no permission to write there")


def _settings_by_name(settings: Sequence[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not name:
            raise TwiddleError(f"--set {setting}: not of the form NAME=VALUE, for example Butterflies=2")
        found.setdefault(name, []).append(value)
    return found


def _settings(point: Point) -> str:
    return " ".join(f"{name}={value}" for name, value in point.design.parameters.items())


def _show(found: Exploration, remark: str | None) -> None:
    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDTH)
    lines = [remark] if remark is not None else []
    if len(found.choices) > 1:
        lines.append(
            "LUTs, blocks and clock rates of different targets do not compare: each has its own front."
        )
    for line in lines:
        console.print(line, highlight=False, soft_wrap=True, markup=False)
    for choice in found.choices:
        if choice.front:
            console.print(_table(choice))
    for line in _lines(found):
        console.print(line, highlight=False, soft_wrap=True, markup=False)


def _table(choice: Choice) -> Group:
    first = choice.front[0]
    by_cycles = first.in_cycles
    time, product = ("cycles", "area x Mcycles") if by_cycles else ("µs", "area x ms")
    table = display.new_table(
        *("core", "parameters", "target", "LUT", "FF", "DSP", "BRAM36", "MHz"),
        *("interval", time, "latency µs", "area", product),
        words=3,
    )
    table.columns[1].no_wrap = False
    for each in choice.front:
        best = any(each is pick for pick in choice.recommended.values())
        table.add_row(
            each.point.design.core,
            _settings(each.point),
            each.point.target,
            *(f"{each.cells[kind]:g}" for kind in ("lut", "ff", "dsp", "bram36")),
            "-" if each.clock is None else f"{each.clock:.0f}",
            str(each.point.interval),
            f"{each.time:,.0f}" if by_cycles else f"{each.time:.2f}",
            "-" if each.latency is None else f"{each.latency:.2f}",
            f"{each.area:,.0f}",
            f"{each.product / (1e6 if by_cycles else 1e3):.2f}",
            style="bold" if best else None,
        )
    title = f"{first.point.operation} for {first.point.design.ring.name} on {choice.target}"
    return Group(Text(f"{title}: {len(choice.front)} on the front", style="bold"), table)


def _lines(found: Exploration) -> list[str]:
    """What is said below the tables."""
    allowed = sum(len(choice.allowed) for choice in found.choices)
    lines = [f"{len(found.results)} of {count_of(found.points)} measured, {allowed} within the constraints."]
    for choice in found.choices:
        lines += fronts.sentences(choice.recommended)
        if choice.recommended:
            continue
        if choice.results:
            nearest = fronts.nearest_miss(choice.results, found.constraints)
            lines.append(f"No point on {choice.target} holds the constraints: {nearest}")
    failed = [(name, each.reason) for name, each in found.outcomes.items() if each.status == "failed"]
    lines += [f"failed: {name}: {reason}" for name, reason in failed[:MOST_FAILURES]]
    if len(failed) > MOST_FAILURES:
        lines.append(f"and {len(failed) - MOST_FAILURES} more failed: --json has all")
    unknown = sum(each.status == "unknown" for each in found.outcomes.values())
    if unknown:
        are = "points are" if unknown > 1 else "point is"
        lines.append(f"{unknown} {are} not measured yet: --measure does it, --dry-run says how long.")
    return lines
