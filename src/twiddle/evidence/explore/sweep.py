# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The measurements of a space: from records, from the cache, and new ones on request.

Each measurement is cached under a hash of everything it depends on as soon as it arrives. An interrupted
sweep therefore continues where it ended.
"""

import functools
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from twiddle.base import places, store
from twiddle.base.errors import TwiddleError
from twiddle.base.sources import text_digests
from twiddle.base.store import Artifact
from twiddle.base.sweep import Job, executor, one_line, sweep
from twiddle.evidence.explore.space import Outcome, Point
from twiddle.evidence.results import PENDING, Results
from twiddle.tools import targets
from twiddle.tools.synth import flow, records
from twiddle.tools.synth.flow import Found
from twiddle.tools.synth.netlist import design_hashes
from twiddle.tools.synth.records import SEEDS, Record
from twiddle.tools.targets import TARGETS

Kept = Artifact[dict[str, Any]]


@dataclass(frozen=True)
class Options:
    """Options of a sweep."""

    seeds: tuple[int, ...] = SEEDS  # of place and route
    timeout: float = 1200.0  # seconds for each run of a tool
    retry: bool = False  # measure failed points again
    limit: int | None = 0  # most measurements to make; None: all
    cluster: str | None = None  # address of a Dask cluster; None: this machine, one job per processor
    # returns the reason why a point need not be measured; None: it must be
    ruled_out: Callable[[Point], str | None] = lambda _: None


def outcomes(
    points: Sequence[Point],
    results: Results,
    options: Options | None = None,
    log: Callable[[str], None] = lambda _: None,
) -> dict[str, Outcome]:
    """The outcome of every point, by its name.

    A failure is an outcome too, with a one-line reason. `log` receives every remark for people.
    Raises TwiddleError for a missing package, and for an unreachable or lost cluster.
    """
    options = options or Options()
    known, missing = look_up(points, results, options, log)
    if missing:
        store.check_writable("synth")
        took = _took(results)
        jobs = [_job(point, kept, options, known, took) for point, kept in missing]
        with executor(options.cluster) as pool:
            failed = sweep(jobs, pool)
        known |= {job.name: Outcome("failed", reason=one_line(error)) for job, error in failed}
    return {point.name: known.get(point.name, Outcome("unknown")) for point in points}


def look_up(
    points: Sequence[Point], results: Results, options: Options, log: Callable[[str], None]
) -> tuple[dict[str, Outcome], list[tuple[Point, Kept]]]:
    """The known outcomes by name, and the points to measure, each with its place in the cache.

    At most `limit` points. Raises TwiddleError if there is something to measure and a package for a target is
    missing.
    """
    digests = functools.cache(text_digests)
    versions = functools.cache(targets.versions)
    pending, readable = results.pending(), _is_readable()
    known: dict[str, Outcome] = {}
    changed: list[tuple[Point, Record]] = []
    unknown: list[tuple[Point, Kept]] = []
    for point in points:
        source = point.sources().source_hash(digests)
        record = _recorded(point, results, options.seeds, log)
        if record is not None and record.source_hash == source:
            known[point.name] = Outcome("measured", record, "record")
            continue
        try:
            kept = flow.measurement(source, point.target, options.seeds, versions(point.target))
        except TwiddleError:
            if options.limit != 0:
                raise
            kept = flow.measurement(source, point.target, options.seeds, {})  # without the tools: unknown
        if readable and (outcome := _outcome(kept, point.target, options, log)) is not None:
            known[point.name] = outcome
            continue
        unknown.append((point, kept))
        if record is not None and record.path not in pending:
            changed.append((point, record))
        elif record is not None and options.limit == 0:
            known[point.name] = Outcome("measured", record, "earlier")
    if earlier := sum(outcome.source == "earlier" for outcome in known.values()):
        log(f"{earlier} of {len(points)} points were measured before the last hardware change: results/{PENDING}")
    known |= {point.name: Outcome("measured", record, "record") for point, record in _unchanged(changed, log)}
    for point, _ in unknown:
        if point.name not in known and (reason := options.ruled_out(point)) is not None:
            known[point.name] = Outcome("ruled out", reason=reason)
    return known, [entry for entry in unknown if entry[0].name not in known][: options.limit]


def _recorded(point: Point, results: Results, seeds: Sequence[int], log: Callable[[str], None]) -> Record | None:
    """The record of a point with these seeds, current or not; None, with a remark, if it is broken."""
    path = results.folder / f"{point.name}.json"
    if point.own_sources is not None or not path.exists():
        return None
    try:
        record = records.load(path)
    except TwiddleError as error:
        log(f"not used: {error}")
        return None
    needed = set(map(str, seeds)) if TARGETS[point.target].router else set()
    return record if needed <= set(record.fmax_by_seed) else None


def _outcome(kept: Kept, target: str, options: Options, log: Callable[[str], None]) -> Outcome | None:
    """The cached measurement of a point, or its failure unless that is retried."""
    try:
        if (measurement := flow.cached(kept, target)) is not None:
            return Outcome("measured", measurement, "cache")
    except TwiddleError as error:
        log(f"not used, measured again: {error}")
    failure = None if options.retry else kept.failure()
    timeout = (failure or {}).get("timeout")
    if failure is None or not isinstance(timeout, int | float) or timeout < options.timeout:
        return None
    return Outcome("failed", reason=str(failure.get("reason")))


def _is_readable() -> bool:
    """Whether the cache can be read; records alone answer where it cannot."""
    try:
        (places.cache() / "synth").exists()
    except (TwiddleError, OSError):
        return False
    return True


def _unchanged(changed: Sequence[tuple[Point, Record]], log: Callable[[str], None]) -> list[tuple[Point, Record]]:
    """Of the points with changed sources, those with unchanged hardware."""
    if not changed:
        return []
    try:
        hashes = design_hashes([point.sources() for point, _ in changed])
    except TwiddleError as error:
        count = f"{len(changed)} record{'s' * (len(changed) > 1)}"
        log(f"not used, the sources changed and are not compared: {count}: {one_line(error)}")
        return []
    return [entry for entry, now in zip(changed, hashes, strict=True) if entry[1].design_hash == now]


def measure(point: Point, key: str, seeds: Sequence[int], timeout: float, **options: Any) -> Found:
    """Make one measurement, by target, in one process; a failure of the tools is a result.

    Raises TwiddleError on a worker whose sources or tools differ from the client's.
    """
    module = point.sources()
    if flow.measurement(module.source_hash(), point.target, seeds, targets.versions(point.target)).key != key:
        raise TwiddleError("the worker's sources or tools differ from this machine's: install the same Twiddle")
    return flow.measure_each(module, [point.target], seeds=seeds, timeout=timeout, workers=1, **options)


def _took(results: Results) -> dict[tuple[str, str], float]:
    """Seconds of a measurement of each core on each target, on average by the records, and of any core there."""
    took: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for record in results.readable(lambda _: None):
        for core in (record.core, ""):
            took[core, record.target].append(record.seconds)
    return {of: fmean(seconds) for of, seconds in took.items()}


def _job(
    point: Point, kept: Kept, options: Options, known: dict[str, Outcome], took: Mapping[tuple[str, str], float]
) -> Job[Found]:
    def keep(measured: Found) -> TwiddleError | None:
        result = measured[point.target]
        if isinstance(result, TwiddleError):
            kept.fail(reason=one_line(result), timeout=options.timeout)
            return result
        kept.save(result.document())  # a worker on another machine has its own cache
        known[point.name] = Outcome("measured", result, "measured")
        return None

    make = functools.partial(measure, point, kept.key, options.seeds, options.timeout)
    return Job(point.name, make, keep, took.get((point.core, point.target)) or took.get(("", point.target), 0.0))
