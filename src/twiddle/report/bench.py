# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle bench`: measures what is missing or out of date, and rewrites the generated tables.

Which cores are recorded is decided by the files in `results/` (`twiddle synth --record results` adds one) and
by `twiddle.report.wanted`, which arithmetic units by the catalogue of `twiddle.synth.units`. Each record is
saved when it is made: a run that was interrupted goes on where it ended. A record whose sources changed but
not its hardware is told of the new sources, and not measured again. What is worse than its record is not
saved over it, unless it is accepted. What could not be measured is named in `results/failed.json`, and not
tried again with the same text and tools unless it is asked for. Records of cores whose sources a tool makes
are left as they are where that tool is missing, and are named; so are those of a vendor's target.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path

import msgspec

from twiddle.designs import Design
from twiddle.errors import CheckFailed, TwiddleError
from twiddle.hls import tool
from twiddle.report import arith, compare, picture, tables
from twiddle.report.wanted import seeds_of, wanted
from twiddle.synth import records, targets, tools, units
from twiddle.synth.batch import Found, Job, measure_missing, raise_failed
from twiddle.synth.flow import synthesize_each
from twiddle.synth.records import Failure, Record, Results, UnitRecord, are_current, sources_of
from twiddle.synth.targets.base import RESOURCES
from twiddle.verify import evidence

DOCS = "docs/arithmetic.md"
"""The page with the table of the methods, from the root of the repository."""


def _registers_table(_records: Iterable[Record], _folder: str) -> str:
    from twiddle.wrap import registers_page  # takes longer to load than most commands take to run

    return registers_page.tables()


def _throughput_table(_records: Iterable[Record], _folder: str) -> str:
    from twiddle.wrap import throughput_page  # as above

    return throughput_page.table()


def _programs_table(_records: Iterable[Record], _folder: str) -> str:
    from twiddle.unit import page  # as above

    return page.table()


RESULTS: tuple[tuple[str, str, tables.Table], ...] = (
    ("README.md", "picks", tables.picks_table),
    ("README.md", "results", tables.products_table),
    ("README.md", "evidence", lambda records, folder: evidence.table(folder)),
    ("docs/results.md", "results", tables.results_table),
    ("docs/registers.md", "registers", _registers_table),
    ("docs/integration.md", "throughput", _throughput_table),
    ("docs/unit.md", "programs", _programs_table),
)
"""The pages with generated tables: page, name of the markers around a table, what makes it."""

Recorded = Record | UnitRecord

PICTURE = "docs/front.svg"

COMMAND = "twiddle bench"
"""What measures all that is missing or out of date."""

GROWTH = 0.02
"""Cells may grow by this part of what is recorded; a cycle count may not change at all."""

_FIRST = 1000.0


@dataclass(frozen=True)
class Only:
    """What is benched: of everything, or of some cores, rings and targets; units where nothing is chosen."""

    cores: Collection[str] = ()
    rings: Collection[str] = ()
    targets: Collection[str] = ()

    @property
    def everything(self) -> bool:
        """Whether nothing is left out."""
        return not (self.cores or self.rings or self.targets)

    def has(self, design: Design, target: str) -> bool:
        """Whether a core for a ring on a target is benched."""
        chosen = ((design.core, self.cores), (design.ring.name, self.rings), (target, self.targets))
        return all(not some or value in some for value, some in chosen)


@dataclass
class _Run:
    """What one run is told and finds out.

    results  where the records are
    known   what failed before, and is not tried again
    failed  what failed in this run
    worse   a line for every figure that is worse than recorded
    taken   names of the records that are saved
    """

    accept: bool = False
    retry: bool = False
    tell: Callable[[str], None] = print
    results: Results = Results()
    known: dict[str, Failure] = field(default_factory=dict)
    failed: dict[str, Failure] = field(default_factory=dict)
    worse: set[str] = field(default_factory=set)
    taken: list[str] = field(default_factory=list)

    def gives_up(self, design: Design, target: str) -> bool:
        """Whether this failed before, and would again, which is told; what is tried is known no more."""
        name = records.name_of(design, target)
        before = self.known.get(name)
        if before is None or self.retry or before != failure(design, target, before.reason):
            self.known.pop(name, None)
            return False
        self.tell(f"not tried again: {name}: {before.reason} (--retry does)")
        return True

    def takes(self, name: str, before: Recorded | None, after: Recorded) -> bool:
        """Whether a measurement replaces the record of this name; what keeps it from that is noted."""
        worse = []
        if before is not None and not self.accept:
            worse = [*growth(name, before, after), *other_cycles(name, before, after)]
        self.worse.update(worse)
        self.taken += [] if worse else [name]
        return not worse


def bench(
    only: Only | None = None,
    accept: bool = False,
    retry: bool = False,
    tell: Callable[[str], None] = print,
    results: Results = Results(),
) -> list[str]:
    """Replace every record that is not current, make those that are missing, rewrite the tables.

    tell is called with a line for every record that is broken, which is then made again, for every one that
    could not be made before, which is not tried again unless `retry`, and for every cycle count that changed
    and cells that grew. Returns the names of the files written and removed.
    Raises TwiddleError for a record that is broken and that nobody knows how to make, before anything is
    measured. After everything else: CheckFailed where a figure is worse and accept is not given, and
    TwiddleError for a tool that failed.
    """
    only = only or Only()
    run = _Run(accept, retry, tell, results)
    removed = _remove_unknown_units(results) if only.everything else []
    removed += _remove_broken(only, run)
    found = arith.rows(units.catalogue(), results) if only.everything else []
    cores = [_with_cycles(each, run) for each in _recorded_cores(results, only)]
    renewed = [f"{path.name} (source hash)" for path in _renew(cores, found, results)]
    run.known = _known_failures(run)
    jobs = [*_core_jobs(cores, only, run), *arith.jobs(found, False, results, run.takes)]
    try:
        failed = measure_missing(jobs)
    finally:
        results.save_failures({**run.known, **run.failed})
    changed = rewrite_tables()
    for line in sorted(run.worse):
        tell(line)
    raise_failed(failed, len(jobs))
    if run.worse:
        count = f"{len(run.worse)} figure{'s' * (len(run.worse) > 1)}"
        raise CheckFailed(
            f"{count} worse than recorded, and not taken over; to take them: {COMMAND} --accept"
        )
    return [*removed, *renewed, *run.taken, *changed]


def failure(design: Design, target: str, reason: str) -> Failure:
    """A failure of a design on a target, with the text and the tools of today."""
    return Failure(reason, sources_of(design).source_hash(), tools.versions(target))


def growth(name: str, before: Recorded, after: Recorded) -> list[str]:
    """A line for each kind of cells that grew too much in a measurement of the same design or unit."""
    return [
        f"{name}: {kind} {before.cells[kind]:g} -> {after.cells[kind]:g}"
        for kind in RESOURCES
        if after.cells[kind] > (1 + GROWTH) * before.cells[kind]
    ]


def other_cycles(name: str, before: Recorded, after: Recorded) -> list[str]:
    """A line for each operation of a design, or for a unit, whose cycle counts are not as they were."""
    was, now = (
        {key: asdict(value) for key, value in each.cycles.items()}
        if isinstance(each, Record)
        else {"latency": each.latency}
        for each in (before, after)
    )
    return [
        f"{name}: {operation} {was.get(operation)} -> {now.get(operation)}"
        for operation in sorted({*was, *now})
        if was.get(operation) != now.get(operation)
    ]


def rewrite_tables() -> list[str]:
    """Rewrite the tables of README and docs from the records as they are; returns the files changed."""
    root = Results().folder.parent
    changed = [
        Path(page).name for page, mark, table in RESULTS if tables.update(root / page, table, mark=mark)
    ]
    if picture.draw(root / PICTURE):
        changed.append(Path(PICTURE).name)
    if tables.rewrite(root / DOCS, arith.BEGIN, arith.END, docs_table()):
        changed.append(Path(DOCS).name)
    changed += [
        Path(page.path).name
        for page in compare.PAGES
        if tables.rewrite(root / page.path, page.begin, page.end, page.text())
    ]
    return list(dict.fromkeys(changed))


def docs_table() -> str:
    """The table that docs/arithmetic.md should hold, from the records as they are, current or not."""
    chosen = [unit for unit in units.catalogue() if unit.q in arith.IN_DOCS and unit.unit == "multiplier"]
    return arith.methods_table(arith.recorded(chosen))


def _remove_broken(only: Only, run: _Run) -> list[str]:
    """Remove records that cannot be read and are made again in this run.

    Raises TwiddleError for another one.
    """
    made = {
        records.name_of(design, target)
        for design, target in wanted()
        if only.has(design, target) and can_be_made(design)
    }
    if only.everything:
        made |= {unit.file_name(target) for unit, target in units.points()}
    removed = []
    for path in (*run.results.paths, *_unit_paths(run.results)):
        try:
            records.read(path, UnitRecord) if path.parent.name == "arith" else records.load(path)
        except TwiddleError as error:
            if path.name not in made:
                raise
            run.tell(f"made again: {error}")
            path.unlink()
            removed.append(f"{path.name} (broken)")
    return removed


def _unit_paths(results: Results) -> list[Path]:
    return sorted((results.folder / "arith").glob("*.json"))


def _with_cycles(found: tuple[Record, Design, bool], run: _Run) -> tuple[Record, Design, bool]:
    """The same with the cycle counts of today; saved where they are accepted, otherwise what is worse.

    A record of other hardware is not saved: it is measured again, with its cycles.
    """
    record, design, current = found
    now = msgspec.structs.replace(record, cycles=records.cycles(design))
    other = other_cycles(record.path, record, now)
    if not other:
        return found
    if not run.accept:
        run.worse.update(other)
        return found
    if current:
        run.results.save(now)
    return now, design, current


def _recorded_cores(results: Results, only: Only | None = None) -> list[tuple[Record, Design, bool]]:
    """Every core that is benched (default: all) and has a record, with it, and whether that is current.

    What is pending is not: nothing is elaborated to know it.
    """
    found = [
        (record, design)
        for record in results.load_all()
        if targets.missing(record.target) is None and can_be_made(design := record.design)
    ]
    found = [(record, design) for record, design in found if only is None or only.has(design, record.target)]
    old = results.pending()
    known = [(record, design) for record, design in found if record.path not in old]
    current = are_current((record, sources_of(design)) for record, design in known)
    states = {record.path: same for (record, _), same in zip(known, current, strict=True)}
    return [(record, design, states.get(record.path, False)) for record, design in found]


def _renew(
    cores: Iterable[tuple[Record, Design, bool]], rows: Iterable[arith.Row], results: Results
) -> list[Path]:
    """Rewrite the source hash of current records where the text has changed, and the hardware has not."""
    renewed = []
    for record, design, current in cores:
        now = sources_of(design).source_hash()
        if current and record.source_hash != now:
            renewed.append(results.save(msgspec.structs.replace(record, source_hash=now)))
    for row in rows:
        now = row.unit.sources().source_hash()
        for target, found in row.records.items():
            if found is not None and row.states[target] == "current" and found.source_hash != now:
                renewed.append(results.save(msgspec.structs.replace(found, source_hash=now)))
    return renewed


def _core_jobs(cores: Iterable[tuple[Record, Design, bool]], only: Only, run: _Run) -> list[Job]:
    """One for each design, whatever its targets: they share its elaboration."""
    points: list[tuple[Design, str, Record | None]] = [
        (design, record.target, record)
        for record, design, current in cores
        if not current or _lacks_seeds(record, design)
    ]
    points += [
        (design, target, None)
        for design, target in wanted()
        if run.results.find(design, target) is None and only.has(design, target) and can_be_made(design)
    ]
    by_design: dict[str, tuple[Design, dict[str, Record | None]]] = {}
    for design, target, before in points:
        if not run.gives_up(design, target):
            by_design.setdefault(records.name_of(design, ""), (design, {}))[1][target] = before
    return [_core_job(design, before, run) for design, before in by_design.values()]


def _lacks_seeds(record: Record, design: Design) -> bool:
    """Whether fewer places and routes are recorded than `wanted.seeds_of` asks for."""
    return 0 < len(record.fmax_by_seed) < len(seeds_of(design))


def left_out() -> str | None:
    """What is left out because a tool is missing: cores whose sources it makes, targets that it measures.

    None where nothing is.
    """
    missing = {target: targets.missing(target) for target in {each.target for each in Results().load_all()}}
    reasons = {target: why for target, why in sorted(missing.items()) if why is not None}
    if (why := _without()) is not None:
        names = dict.fromkeys(design.core for design, _ in wanted() if design.generated)
        reasons = {", ".join(names): why, **reasons} if names else reasons
    return "; ".join(f"left out {name}: {why}" for name, why in reasons.items()) or None


def can_be_made(design: Design) -> bool:
    """Whether its sources are there, or the tool that makes them."""
    return not design.generated or _without() is None


def _without() -> str | None:
    """Why generated cores are left out: the tool is missing; None where it is there."""
    try:
        tool.find()
    except TwiddleError as error:
        return str(error)
    return None


def _core_job(design: Design, before: Mapping[str, Record | None], run: _Run) -> Job:
    def keep(measured: Found) -> None:
        for target, found in measured.items():
            name = records.name_of(design, target)
            if isinstance(found, TwiddleError):
                run.failed[name] = failure(design, target, str(found))
            elif isinstance(found, Record) and run.takes(name, before[target], found):
                run.results.save(found)

    expected = sum(_FIRST * _rate(design) if found is None else found.seconds for found in before.values())
    measure = partial(synthesize_each, design, list(before), seeds=seeds_of(design))
    return Job(f"{', '.join(before)} {design.core} {design.ring.name}", measure, keep, _FIRST + expected)


def _rate(design: Design) -> float:
    """Coefficients a cycle of its fastest operation, with which area grows, and the time of the tools."""
    intervals = [design.cycles(operation).interval for operation in design.operations]
    return max(design.ring.n / interval for interval in intervals if interval is not None)


def _known_failures(run: _Run) -> dict[str, Failure]:
    """What failed before; nothing, after a line, where the list cannot be read, which is then made again."""
    try:
        return run.results.failures()
    except TwiddleError as error:
        run.tell(f"made again: {error}")
        return {}


def _remove_unknown_units(results: Results) -> list[str]:
    """Remove the records of units that are no longer in the catalogue."""
    known = {unit.file_name(target) for unit, target in units.points()}
    unknown = [path for path in _unit_paths(results) if path.name not in known]
    for path in unknown:
        path.unlink()
    return [f"{path.name} (removed)" for path in unknown]
