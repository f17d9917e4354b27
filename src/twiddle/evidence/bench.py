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

from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path

import msgspec

from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.base.sweep import Job, raise_failed, sweep
from twiddle.catalog.block import Block
from twiddle.evidence.results import Results
from twiddle.evidence.wanted import Row, seeds_of, wanted, with_states
from twiddle.tools import targets
from twiddle.tools.synth import records
from twiddle.tools.synth.flow import Found, synthesize_each
from twiddle.tools.synth.records import Failure, Record
from twiddle.tools.targets import asic
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
        return not (self.cores or self.rings or self.targets)

    def has(self, design: Block, target: str) -> bool:
        """Whether a core for a ring on a target is selected."""
        chosen = ((design.core, self.cores), (design.ring_name, self.rings), (target, self.targets))
        return all(not some or value in some for value, some in chosen)


@dataclass
class _Run:
    """Options and findings of one run."""

    results: Results  # the folder of the records
    accept: bool = False
    retry: bool = False
    log: Callable[[str], None] = print
    known: dict[str, Failure] = field(default_factory=dict)  # earlier failures that are not repeated
    failed: dict[str, Failure] = field(default_factory=dict)  # failures of this run
    worse: set[str] = field(default_factory=set)  # a line for every figure that is worse than recorded
    written: list[str] = field(default_factory=list)  # names of the files written and removed

    def gives_up(self, design: Block, target: str) -> bool:
        """Whether the same attempt failed before; then logs a line. Otherwise removes the failure."""
        name = records.name_of(design, target)
        before = self.known.get(name)
        if before is None or self.retry or before != failure(design, target, before.reason):
            self.known.pop(name, None)
            return False
        self.log(f"{name} failed before, not repeated without retry: {before.reason}")
        return True

    def keep(self, row: Row, measured: Found) -> Exception | None:
        """Replaces records by measurements; if figures are worse, notes these instead. Returns the first failure."""
        for target, after in measured.items():
            before, name = row.records[target], records.name_of(row.of, target)
            if isinstance(after, TwiddleError):
                self.failed[name] = failure(row.of, target, str(after))
            elif isinstance(after, Record):
                worse = []
                if before is not None and not self.accept:
                    worse = [*growth(name, before, after), *other_cycles(name, before, after)]
                self.worse.update(worse)
                if not worse:
                    self.written.append(name)
                    self.results.save(after)
        return next((each for each in measured.values() if isinstance(each, Exception)), None)


def bench(
    results: Results,
    only: Only | None = None,
    accept: bool = False,
    retry: bool = False,
    log: Callable[[str], None] = print,
    pool: Executor | None = None,
    every: Iterable[tuple[Block, str]] | None = None,
    measure: Callable[..., Found] = synthesize_each,
) -> list[str]:
    """Replace every record that is not current, and make those that are missing, on an executor.

    `log` receives a line for every broken record, which is then measured again, for every earlier failure,
    which is not repeated unless `retry`, and for every changed cycle count and larger cell count. Returns the
    names of the files written and removed. Raises TwiddleError before any measurement for a broken record
    without a known design. After everything else: CheckFailed for a worse figure without `accept`, and
    TwiddleError for a failed tool.

    every    the blocks that are always recorded, each with a target; None: those of the catalogue
    measure  makes the records of a block on some targets
    """
    only, every = only or Only(), list(wanted() if every is None else every)
    run = _Run(results, accept, retry, log)
    _remove(every, only, run)
    rows = _rows(every, only, results)
    for row in rows:
        _renew(row, run)
    try:
        run.known = results.failures()
    except TwiddleError as error:  # this run rewrites the list
        log(f"written again: {error}")
    jobs = [job for row in rows if (job := _job(row, measure, run)) is not None]
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
    return run.written


def failure(design: Block, target: str, reason: str) -> Failure:
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


def _remove(every: Sequence[tuple[Block, str]], only: Only, run: _Run) -> None:
    """Remove broken records that this run measures again, and those of units and systems of no catalogue.

    Those of asic stay: their library is the user's own.
    """
    made = {records.name_of(block, target) for block, target in every if only.has(block, target)}
    for path in (*run.results.paths, *_paths(run.results)):
        name = path.relative_to(run.results.folder).as_posix()
        gone = "/" in name and name not in made and f"-{asic.NAME}-" not in name
        why = "removed" if only.everything and gone else ""
        try:
            if not why:
                records.load(path)
        except TwiddleError as error:
            if name not in made:
                raise
            run.log(f"measured again: {error}")
            why = "broken"
        if why:
            path.unlink()
            run.written.append(f"{path.name} ({why})")


def _paths(results: Results) -> list[Path]:
    """The records in folders of their own."""
    return [path for name in ("arith", "systems") for path in sorted((results.folder / name).glob("*.json"))]


def _rows(every: Iterable[tuple[Block, str]], only: Only, results: Results) -> list[Row]:
    """Every selected block with its records: what is always recorded, and what has a record whose tool is there."""
    found: dict[str, tuple[Block, dict[str, Record | None]]] = {}
    points = [(block, target, results.find(block, target)) for block, target in every if only.has(block, target)]
    points += [
        (block, record.target, record)
        for record in results.load_all()
        if only.has(block := record.design, record.target)
    ]
    for block, target, record in points:
        if record is None or targets.missing(target) is None:
            found.setdefault(block.stem, (block, {}))[1][target] = record
    return with_states(list(found.values()), results)


def _renew(row: Row, run: _Run) -> None:
    """Rewrite what changed of current records without a measurement: their source hash, and accepted cycle counts.

    Changed cycle counts that are not accepted are noted.
    """
    source, cycles = row.of.sources().source_hash(), row.of.all_cycles()
    for target, record in row.records.items():
        if record is None:
            continue
        now = msgspec.structs.replace(record, cycles=cycles)
        other = other_cycles(record.path, record, now)
        if other and not run.accept:
            run.worse.update(other)
            now = record
        if row.states[target] != "present":
            continue
        if record.source_hash != source:
            now = msgspec.structs.replace(now, source_hash=source)
            run.written.append(f"{Path(record.path).name} (source hash)")
        if now != record:
            run.results.save(now)


def _job(row: Row, measure: Callable[..., Found], run: _Run) -> Job[Found] | None:
    """The measurement of a block on the targets that need one, which share its elaboration; None if none does.

    A record with too few seeds is measured again.
    """
    seeds = seeds_of(row.of)
    todo = [
        target
        for target, record in row.records.items()
        if row.states[target] != "present" or (record is not None and 0 < len(record.fmax_by_seed) < len(seeds))
        if not run.gives_up(row.of, target)
    ]
    if not todo:
        return None
    first = _first(row.of)
    expected = sum(first if record is None else record.seconds for record in map(row.records.get, todo))
    make = partial(measure, row.of, todo, seeds=seeds, timeout=TIMEOUT, workers=1)
    return Job(f"{', '.join(todo)} {row.of.words}", make, partial(run.keep, row), expected)


def _first(block: Block) -> float:
    """Estimated seconds of the first measurement of a block.

    Area and tool time of a core grow with the coefficients a cycle of its fastest operation.
    """
    if block.kind.family == "core":
        intervals = [block.cycles(operation).interval for operation in block.operations]
        return _FIRST * max(block.ring.n / interval for interval in intervals if interval is not None)
    return _FIRST_SYSTEM if block.kind.family == "system" else 2.0 * block.unit.q.bit_length()


def left_out(results: Results) -> str | None:
    """Why targets are left out: the tool that measures them is missing. None if nothing is left out."""
    missing = {target: targets.missing(target) for target in {each.target for each in results.load_all()}}
    reasons = {target: why for target, why in sorted(missing.items()) if why is not None}
    return "; ".join(f"left out {name}: {why}" for name, why in reasons.items()) or None
