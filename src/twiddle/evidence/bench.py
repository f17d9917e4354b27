# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle bench`: measures missing and outdated records.

The recorded cores are those with a file in `results/` (`twiddle synth --record results` adds one) and those
of `twiddle.evidence.wanted`; the arithmetic units and the systems are the catalogues of `twiddle.catalog.units`
and `twiddle.catalog.systems`. Each record is saved when it is complete, so an interrupted run continues where
it ended. If only the source text changed, the record's source hash is rewritten; nothing is measured. A
figure that is worse than its record does not replace it unless accepted. Failed measurements are listed in
`results/failed.json` and not repeated with the same text and tools, except on request. Records of vendors'
targets are left as they are, and listed, if their tool is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path

import msgspec

from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.base.store import State
from twiddle.base.sweep import Job, raise_failed, sweep
from twiddle.catalog import units
from twiddle.catalog.block import Block
from twiddle.catalog.designs import Design
from twiddle.evidence import catalogued
from twiddle.evidence.catalogued import Row
from twiddle.evidence.results import Results
from twiddle.evidence.wanted import seeds_of, wanted
from twiddle.tools import targets
from twiddle.tools.synth import records
from twiddle.tools.synth.flow import Found, synthesize_each
from twiddle.tools.synth.records import Failure, Record
from twiddle.tools.targets.base import RESOURCES

COMMAND = "twiddle bench"
"""The command that measures missing and outdated records."""

GROWTH = 0.02
"""Cells may grow by this share of the recorded number; a cycle count may not change at all."""

TIMEOUT = 7200.0
"""Seconds for each run of a tool: place and route of a large core on a machine that does other things too."""

_FIRST, _FIRST_SYSTEM = 1000.0, 4000.0
"""Estimated seconds of the first measurement of a core with one coefficient a cycle, and of a system."""


@dataclass(frozen=True)
class Only:
    """The selection of a run: everything, or some blocks by name and ring, on some targets."""

    cores: Collection[str] = ()
    rings: Collection[str] = ()
    targets: Collection[str] = ()

    @property
    def everything(self) -> bool:
        """Whether everything is selected."""
        return not (self.cores or self.rings or self.targets)

    def has(self, design: Design, target: str) -> bool:
        """Whether a core for a ring on a target is selected."""
        ring = "" if design.over is None else design.over.name
        chosen = ((design.core, self.cores), (ring, self.rings), (target, self.targets))
        return all(not some or value in some for value, some in chosen)


@dataclass
class _Run:
    """Options and findings of one run.

    results  the folder of the records
    known    earlier failures that are not repeated
    failed   failures of this run
    worse    a line for every figure that is worse than recorded
    taken    names of the saved records
    """

    results: Results
    accept: bool = False
    retry: bool = False
    log: Callable[[str], None] = print
    known: dict[str, Failure] = field(default_factory=dict)
    failed: dict[str, Failure] = field(default_factory=dict)
    worse: set[str] = field(default_factory=set)
    taken: list[str] = field(default_factory=list)

    def gives_up(self, design: Design, target: str) -> bool:
        """Whether the same attempt failed before; then logs a line. Otherwise removes the failure."""
        name = records.name_of(design, target)
        before = self.known.get(name)
        if before is None or self.retry or before != failure(design, target, before.reason):
            self.known.pop(name, None)
            return False
        self.log(f"{name} failed before, not repeated without retry: {before.reason}")
        return True

    def keep(self, before: Record | None, after: Record) -> None:
        """Replaces a record by a measurement; if figures are worse, notes these instead."""
        name = after.path.removeprefix("arith/")
        worse = []
        if before is not None and not self.accept:
            worse = [*growth(name, before, after), *other_cycles(name, before, after)]
        self.worse.update(worse)
        if not worse:
            self.taken.append(name)
            self.results.save(after)


def bench(
    results: Results,
    only: Only | None = None,
    accept: bool = False,
    retry: bool = False,
    log: Callable[[str], None] = print,
    pool: Executor | None = None,
) -> list[str]:
    """Replace every record that is not current, and make those that are missing, on an executor.

    `log` receives a line for every broken record, which is then measured again, for every earlier failure,
    which is not repeated unless `retry`, and for every changed cycle count and larger cell count. Returns the
    names of the files written and removed. Raises TwiddleError before any measurement for a broken record
    without a known design. After everything else: CheckFailed for a worse figure without `accept`, and
    TwiddleError for a failed tool.
    """
    only = only or Only()
    run = _Run(results, accept, retry, log)
    removed = _remove(only, run)
    found = catalogued.rows(_chosen(units.FAMILIES, only), results)
    cores = [_with_cycles(each, run) for each in _recorded_cores(results, only)]
    blocks = catalogued.rows(_chosen(["system"], only), results)
    renewed = [f"{path.name} (source hash)" for path in _renew(cores, [*found, *blocks], results)]
    try:
        run.known = results.failures()
    except TwiddleError as error:  # this run rewrites the list
        log(f"written again: {error}")
    jobs = [*_core_jobs(cores, only, run), *catalogued.jobs(found, run.keep), *_system_jobs(blocks, only, run)]
    try:
        failed = sweep(jobs, pool)
    finally:
        results.save_failures({**run.known, **run.failed})
    for line in sorted(run.worse):
        log(line)
    raise_failed(failed, len(jobs))
    if run.worse:
        count = f"{len(run.worse)} figure{'s' * (len(run.worse) > 1)}"
        raise CheckFailed(f"{count} worse than recorded, not saved")
    return [*removed, *renewed, *run.taken]


def _chosen(families: Iterable[str], only: Only) -> list[Block]:
    """The selected blocks of some families."""
    return list(dict.fromkeys(block for block, target in wanted(*families) if only.has(block, target)))


def failure(design: Design, target: str, reason: str) -> Failure:
    """A failure of a design on a target, with the current text and tools."""
    return Failure(reason, design.sources().source_hash(), targets.versions(target))


def growth(name: str, before: Record, after: Record) -> list[str]:
    """A line for each kind of cells that grew too much between two measurements of a design or unit."""
    return [
        f"{name}: {kind} {before.cells[kind]:g} -> {after.cells[kind]:g}"
        for kind in RESOURCES
        if after.cells[kind] > (1 + GROWTH) * before.cells[kind]
    ]


def other_cycles(name: str, before: Record, after: Record) -> list[str]:
    """A line for each operation of a design, or for a unit, with changed cycle counts."""
    was, now = ({key: asdict(value) for key, value in each.cycles.items()} for each in (before, after))
    return [
        f"{name}: {operation} {was.get(operation)} -> {now.get(operation)}"
        for operation in sorted({*was, *now})
        if was.get(operation) != now.get(operation)
    ]


def _remove(only: Only, run: _Run) -> list[str]:
    """Remove broken records that this run measures again, and those of units and systems of no catalogue.

    Raises TwiddleError for any other broken record.
    """
    made = {records.name_of(design, target) for design, target in wanted() if only.has(design, target)}
    removed = []
    if only.everything:
        unknown = [path for path in _paths(run.results) if f"{path.parent.name}/{path.name}" not in made]
        for path in unknown:
            path.unlink()
        removed = [f"{path.name} (removed)" for path in unknown]
    for path in (*run.results.paths, *_paths(run.results)):
        name = path.relative_to(run.results.folder).as_posix()
        try:
            records.load(path)
        except TwiddleError as error:
            if name not in made:
                raise
            run.log(f"measured again: {error}")
            path.unlink()
            removed.append(f"{path.name} (broken)")
    return removed


def _paths(results: Results) -> list[Path]:
    """The records in folders of their own."""
    return [path for name in ("arith", "systems") for path in sorted((results.folder / name).glob("*.json"))]


@dataclass(frozen=True)
class _Core:
    """The record of a core, with it, and the record's state."""

    record: Record
    design: Design
    state: State


def _with_cycles(found: _Core, run: _Run) -> _Core:
    """The record with the current cycle counts; saved if accepted, otherwise the worse figures are noted.

    A record of other hardware is not saved: it is measured again.
    """
    now = msgspec.structs.replace(found.record, cycles=found.design.all_cycles())
    other = other_cycles(found.record.path, found.record, now)
    if not other:
        return found
    if not run.accept:
        run.worse.update(other)
        return found
    if found.state == "present":
        run.results.save(now)
    return replace(found, record=now)


def _recorded_cores(results: Results, only: Only) -> list[_Core]:
    """Every selected core with a record whose tool is there, and its state."""
    found = [
        (record, design)
        for record in results.load_all()
        if targets.missing(record.target) is None and only.has(design := record.design, record.target)
    ]
    known = results.states([(record.path, record, design.sources()) for record, design in found])
    return [_Core(record, design, state) for (record, design), state in zip(found, known, strict=True)]


def _renew(cores: Iterable[_Core], rows: Iterable[Row], results: Results) -> list[Path]:
    """Rewrite the source hash of current records whose text changed without a hardware change."""
    known = [(each.record, each.design.sources().source_hash()) for each in cores if each.state == "present"]
    for row in rows:
        now = row.of.sources().source_hash()
        kept = (record for target, record in row.records.items() if row.states[target] == "present")
        known += [(record, now) for record in kept if record is not None]
    return [
        results.save(msgspec.structs.replace(record, source_hash=now))
        for record, now in known
        if record.source_hash != now
    ]


def _core_jobs(cores: Iterable[_Core], only: Only, run: _Run) -> list[Job[Found]]:
    """One design per elaboration: its targets share it. A record with too few seeds is measured again."""
    points: list[tuple[Design, str, Record | None]] = [
        (each.design, each.record.target, each.record)
        for each in cores
        if each.state != "present" or 0 < len(each.record.fmax_by_seed) < len(seeds_of(each.design))
    ]
    points += [
        (design, target, None)
        for design, target in wanted("core")
        if run.results.find(design, target) is None and only.has(design, target)
    ]
    by_design: dict[str, tuple[Design, dict[str, Record | None]]] = {}
    for design, target, before in points:
        if not run.gives_up(design, target):
            by_design.setdefault(records.name_of(design, ""), (design, {}))[1][target] = before
    return [_core_job(design, before, run) for design, before in by_design.values()]


def left_out(results: Results) -> str | None:
    """Why targets are left out: the tool that measures them is missing. None if nothing is left out."""
    missing = {target: targets.missing(target) for target in {each.target for each in results.load_all()}}
    reasons = {target: why for target, why in sorted(missing.items()) if why is not None}
    return "; ".join(f"left out {name}: {why}" for name, why in reasons.items()) or None


def _core_job(design: Design, before: Mapping[str, Record | None], run: _Run) -> Job[Found]:
    def keep(measured: Found) -> Exception | None:
        for target, found in measured.items():
            if isinstance(found, TwiddleError):
                run.failed[records.name_of(design, target)] = failure(design, target, str(found))
            elif isinstance(found, Record):
                run.keep(before[target], found)
        return next((each for each in measured.values() if isinstance(each, Exception)), None)

    # Area and tool time of a core grow with the coefficients a cycle of its fastest operation.
    intervals = [design.cycles(operation).interval for operation in design.operations]
    first = _FIRST * max(design.ring.n / interval for interval in intervals if interval is not None)
    expected = sum(first if found is None else found.seconds for found in before.values())
    measure = partial(synthesize_each, design, list(before), seeds=seeds_of(design), timeout=TIMEOUT, workers=1)
    return Job(f"{', '.join(before)} {design.core} {design.ring.name}", measure, keep, expected)


def _system_jobs(rows: Iterable[Row], only: Only, run: _Run) -> list[Job[Found]]:
    measure = partial(synthesize_each, timeout=TIMEOUT)
    chosen = ((row, [each for each in row.outdated if each in (only.targets or row.outdated)]) for row in rows)
    return [row.job(missing, measure, _FIRST_SYSTEM, run.keep) for row, missing in chosen if missing]
