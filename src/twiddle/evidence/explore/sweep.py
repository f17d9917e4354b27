# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The measurements of a space: from records, from the cache, and new ones on request.

Each measurement is cached under a hash of everything it depends on as soon as it arrives. An interrupted
sweep therefore continues where it ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

from twiddle.base import store as cache
from twiddle.base.errors import FieldError, TwiddleError
from twiddle.base.sources import text_digests
from twiddle.evidence.batch import Found, Job, measure_missing, one_line
from twiddle.evidence.explore.forecast import forecast
from twiddle.evidence.explore.space import Outcome, Point
from twiddle.evidence.results import Results
from twiddle.tools import targets
from twiddle.tools.synth import flow, records
from twiddle.tools.synth.netlist import design_hashes
from twiddle.tools.synth.records import SEEDS, Record
from twiddle.tools.targets import TARGETS

FAILURES = "failures"
"""The cache part for failures and their reasons, by the key of the measurement."""

CONNECT_SECONDS = 10.0
"""Time limit for the answer of a scheduler."""


@dataclass(frozen=True)
class Options:
    """Options of a sweep.

    seeds      of place and route
    timeout    seconds for each run of a tool
    retry      measure failed points again
    limit      most measurements to make; None: all
    scheduler  address of a Dask scheduler; None: this machine, one job per processor
    ruled_out  returns the reason why a point need not be measured; None: it must be
    """

    seeds: tuple[int, ...] = SEEDS
    timeout: float = 1200.0
    retry: bool = False
    limit: int | None = 0
    scheduler: str | None = None
    ruled_out: Callable[[Point], str | None] = lambda _: None


def outcomes(
    points: Sequence[Point],
    results: Results,
    options: Options | None = None,
    log: Callable[[str], None] = lambda _: None,
) -> dict[str, Outcome]:
    """The outcome of every point, by its name.

    A failure is an outcome too, with a one-line reason. `log` receives every remark for people.
    Raises TwiddleError for a missing package, and for an unreachable or lost scheduler.
    """
    options = options or Options()
    known, missing = look_up(points, results, options, log)
    if missing:
        expected = forecast(points, results, known.values(), [point for point, _ in missing])
        log(expected.words(options.scheduler))
        cache.check_writable()
        jobs = [_job(point, key, options, known) for point, key in missing]
        with executor(options.scheduler) as chosen:
            failed = measure_missing(jobs, chosen)
        known |= {job.name: Outcome("failed", reason=one_line(error)) for job, error in failed}
    return {point.name: known.get(point.name, Outcome("unknown")) for point in points}


def look_up(
    points: Sequence[Point], results: Results, options: Options, log: Callable[[str], None]
) -> tuple[dict[str, Outcome], list[tuple[Point, str]]]:
    """The known outcomes by name, and the points to measure, each with its key.

    At most `limit` points. Raises TwiddleError if there is something to measure and a package for a target is
    missing.
    """
    digests = functools.cache(text_digests)
    versions = functools.cache(targets.versions)
    pending, readable = results.pending(), _is_readable()
    known: dict[str, Outcome] = {}
    changed: list[tuple[Point, Record]] = []
    unknown: list[tuple[Point, str]] = []
    for point in points:
        source = point.sources().source_hash(digests)
        record = _recorded(point, results, options.seeds, log)
        if record is not None and record.source_hash == source:
            known[point.name] = Outcome("measured", record, "record")
            continue
        try:
            key = flow.key(source, point.target, options.seeds, versions(point.target))
        except TwiddleError:
            if options.limit != 0:
                raise
            kept, key = None, ""
        else:
            kept = _kept(key, point.target, options, log) if readable else None
        if kept is not None:
            known[point.name] = kept
            continue
        unknown.append((point, key))
        if record is not None and record.path not in pending:
            changed.append((point, record))
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


def _kept(key: str, target: str, options: Options, log: Callable[[str], None]) -> Outcome | None:
    """The cached measurement of a point, or its failure unless that is retried."""
    try:
        if (measurement := flow.cached(key, target)) is not None:
            return Outcome("measured", measurement, "cache")
    except TwiddleError as error:
        log(f"not used, measured again: {error}")
    failure = None if options.retry else cache.load(key, FAILURES)
    timeout = (failure or {}).get("timeout")
    if failure is None or not isinstance(timeout, int | float) or timeout < options.timeout:
        return None
    return Outcome("failed", reason=str(failure.get("reason")))


def _is_readable() -> bool:
    """Whether the cache can be read; records alone answer where it cannot."""
    try:
        cache.path_of("").exists()
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
    """Make one measurement, by target; a failure of the tools is a result.

    Raises TwiddleError on a worker whose sources or tools differ from the client's.
    """
    module = point.sources()
    if flow.key(module.source_hash(), point.target, seeds, targets.versions(point.target)) != key:
        raise TwiddleError("the worker's sources or tools differ from this machine's: install the same Twiddle")
    return flow.measure_each(module, [point.target], seeds=seeds, timeout=timeout, **options)


def _job(point: Point, key: str, options: Options, known: dict[str, Outcome]) -> Job:
    def keep(measured: Found) -> None:
        result = measured[point.target]
        if isinstance(result, TwiddleError):
            cache.save(key, {"reason": one_line(result), "timeout": options.timeout}, FAILURES)
            return
        cache.save(key, result.document())  # a worker on another machine has its own cache
        known[point.name] = Outcome("measured", result, "measured")

    return Job(point.name, functools.partial(measure, point, key, options.seeds, options.timeout), keep)


@contextlib.contextmanager
def executor(scheduler: str | None) -> Iterator[Executor | None]:
    """The executor of a Dask scheduler, which repeats the jobs of a lost worker; None without an address."""
    if scheduler is None:
        yield None
        return
    try:
        import distributed
    except ImportError:
        raise FieldError("scheduler: needs the package distributed: pip install distributed") from None
    try:
        asyncio.run(_asked(distributed.rpc(scheduler)))
        client = distributed.Client(scheduler, timeout=CONNECT_SECONDS)
    except Exception as error:
        raise FieldError(f"scheduler {scheduler}: no Dask scheduler: {one_line(error)}") from None
    with client:
        if not client.ncores():
            raise FieldError(f"scheduler {scheduler}: has no workers; start one with: dask worker {scheduler}")
        yield client.get_executor(retries=3)


async def _asked(scheduler: Any) -> None:
    """Check that a scheduler answers: Dask itself would wait without a limit."""
    async with asyncio.timeout(CONNECT_SECONDS), scheduler:
        await scheduler.identity()
