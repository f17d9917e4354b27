# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The measurements of a space: those of the records and the cache, and others where they are asked for.

A measurement is kept under a hash of all that its figures depend on as soon as it arrives. So whatever ends a
sweep, the next one goes on where it ended.
"""

from __future__ import annotations

import contextlib
import queue
import statistics
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from rich.console import Console

from twiddle import manifest
from twiddle.errors import TwiddleError
from twiddle.explore.space import Point
from twiddle.synth import cache, flow, records, tools
from twiddle.synth.netlist import design_hashes
from twiddle.synth.progress import CountDisplay
from twiddle.synth.records import SEEDS, Record
from twiddle.synth.targets import TARGETS

FAILURES = "failures"
"""The part of the cache with what failed, and why, under the key of the measurement."""

CONNECT_SECONDS = 10.0
"""How long a scheduler may take to answer."""

Status = Literal["measured", "failed", "ruled out", "unknown"]


@dataclass(frozen=True)
class Job:
    """One measurement as a worker gets it.

    key  under which it is kept; a worker on which it is another one has other sources or tools
    """

    name: str
    top: str
    parameters: Mapping[str, str]
    target: str
    seeds: tuple[int, ...]
    timeout: float
    key: str


@dataclass(frozen=True)
class Outcome:
    """What is known of a point: its measurement and where that comes from, or why there is none."""

    status: Status
    measurement: Record | None = None
    source: str | None = None
    reason: str | None = None
    seconds: float = 0.0


@dataclass(frozen=True)
class Options:
    """How a space is swept.

    seeds      of place and route
    timeout    seconds for each run of a tool
    retry      measure again what failed before
    limit      measurements that are made at most; None: all
    scheduler  address of a Dask scheduler that has them made; None: this machine, one a processor
    ruled_out  says of a point why it need not be measured; None: it must
    measure    makes one measurement
    console    where progress is shown
    """

    seeds: tuple[int, ...] = SEEDS
    timeout: float = 1200.0
    retry: bool = False
    limit: int | None = 0
    scheduler: str | None = None
    ruled_out: Callable[[Point], str | None] = lambda _: None
    measure: Callable[[Job], Outcome] | None = None
    console: Console | None = None


def outcomes(
    points: Sequence[Point],
    options: Options | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> dict[str, Outcome]:
    """The outcome of every point, by its name.

    What fails is an outcome too, with one line why. `tell` is called with every remark for people.
    Raises TwiddleError for a missing package, and for a scheduler that does not answer or is lost.
    """
    options = options or Options()
    found, jobs = look_up(points, options, tell)
    if jobs:
        counts = Counts.of(found.values()).words()
        tell(f"{count_of(points)}: {counts}, {len(jobs)} to measure{_forecast(points, jobs, options)}")
        cache.check_writable()
        _measure_all(jobs, options, found, tell)
    return {point.name: found.get(point.name, Outcome("unknown")) for point in points}


def count_of(points: Sequence[object]) -> str:
    """How many points there are, in words."""
    return "1 point" if len(points) == 1 else f"{len(points)} points"


@dataclass(frozen=True)
class Counts:
    """How many outcomes there are of each kind."""

    records: int
    cached: int
    failed: int
    ruled_out: int

    @classmethod
    def of(cls, found: Iterable[Outcome]) -> Counts:
        """Those of some outcomes."""
        found = list(found)
        return cls(
            sum(each.source == "record" for each in found),
            sum(each.source == "cache" and each.status == "measured" for each in found),
            sum(each.status == "failed" for each in found),
            sum(each.status == "ruled out" for each in found),
        )

    def words(self) -> str:
        """In one line."""
        also = f", {self.failed} failed before" * bool(self.failed)
        also += f", {self.ruled_out} ruled out by cycles" * bool(self.ruled_out)
        return f"{self.records} recorded, {self.cached} in the cache{also}"


@dataclass(frozen=True)
class Part:
    """The points of a core on a target before a sweep: how many, of which so many are to be measured.

    seconds  that the tools will take for them, about; None where no measurement says how long
    """

    core: str
    target: str
    points: int
    measure: int
    seconds: float | None


def forecast(
    points: Sequence[Point], jobs: Iterable[Job], tell: Callable[[str], None] = lambda _: None
) -> list[Part]:
    """What a sweep would measure, core by core on each target, by what earlier measurements took.

    A core that was never measured on a target is taken to need as long as the others there.
    """
    took: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for record in records.readable(tell):
        for core in (record["core"], ""):
            took[core, record["target"]].append(record["seconds"])
    by_name = {point.name: point for point in points}
    waiting = Counter((by_name[job.name].design.core, job.target) for job in jobs)
    parts = []
    for (core, target), count in Counter((each.design.core, each.target) for each in points).items():
        times = took.get((core, target)) or took.get(("", target))
        seconds = waiting[core, target] * statistics.fmean(times) if times else None
        parts.append(Part(core, target, count, waiting[core, target], seconds))
    return parts


def total_seconds(parts: Iterable[Part]) -> float | None:
    """Of all that is to be measured; None where that of a part is not known."""
    times = [part.seconds for part in parts if part.measure]
    return None if None in times else sum(filter(None, times))


def duration(parts: Sequence[Part], scheduler: str | None = None) -> str:
    """How long the measurements of a forecast will take, in words."""
    seconds = total_seconds(parts)
    if seconds is None:
        return "how long that takes, no record says"
    if scheduler is not None:
        return f"about {minutes(seconds)} in one process, shared by the workers of {scheduler}"
    processes = min(tools.cpus(), sum(part.measure for part in parts))
    return f"about {minutes(seconds / processes)} in {processes} process{'es' * (processes > 1)}"


def minutes(seconds: float) -> str:
    """A time in words, as exact as an estimate is."""
    if seconds < 90:
        return f"{max(1, round(seconds / 10)) * 10} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _forecast(points: Sequence[Point], jobs: Mapping[str, tuple[Job, list[str]]], options: Options) -> str:
    if not jobs:
        return ""
    return f", {duration(forecast(points, [job for job, _ in jobs.values()]), options.scheduler)}"


class _Hashes:
    """Source hashes and cache keys of points; the files of a top and of the flow are read once."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._digests: dict[str, str] = {}
        self._keys: dict[str, Callable[[str], str]] = {}

    def source(self, point: Point) -> str:
        top = point.design.top
        if top not in self._digests:
            self._digests[top] = cache.digests(manifest.sources(top), manifest.include_dirs())
        return cache.hash_with(top, point.design.rtl_parameters(), self._digests[top])

    def key(self, point: Point) -> str:
        """Raises TwiddleError where a package that the target needs is missing."""
        if point.target not in self._keys:
            versions = tools.versions(point.target)
            self._keys[point.target] = cache.keys(point.target, self._options.seeds, versions)
        return self._keys[point.target](self.source(point))


def look_up(
    points: Sequence[Point], options: Options, tell: Callable[[str], None]
) -> tuple[dict[str, Outcome], dict[str, tuple[Job, list[str]]]]:
    """The outcomes that are known by name; of the others, what is to be measured, by key, with its names.

    No more of that than the limit.
    """
    hashes = _Hashes(options)
    recorded = _recorded(points, options, tell)
    found: dict[str, Outcome] = {}
    changed: list[Point] = []
    for point in points:
        record = recorded.get(point.name)
        if record is not None and record["source_hash"] == hashes.source(point):
            found[point.name] = Outcome("measured", record, "record")
            continue
        kept = _kept(hashes, point, options, tell)
        if kept is not None:
            found[point.name] = kept
        elif record is not None:
            changed.append(point)
    for point in _unchanged(changed, recorded):
        found[point.name] = Outcome("measured", recorded[point.name], "record")
    jobs: dict[str, tuple[Job, list[str]]] = {}
    for point in points:
        if point.name in found:
            continue
        reason = options.ruled_out(point)
        if reason is not None:
            found[point.name] = Outcome("ruled out", reason=reason)
        elif options.limit != 0:
            job = _job(point, options, hashes.key(point))
            jobs.setdefault(job.key, (job, []))[1].append(point.name)
    return found, dict(list(jobs.items())[: options.limit])


def _job(point: Point, options: Options, key: str) -> Job:
    design = point.design
    return Job(
        point.name,
        design.top,
        design.rtl_parameters(),
        point.target,
        options.seeds,
        options.timeout,
        key,
    )


def _recorded(points: Sequence[Point], options: Options, tell: Callable[[str], None]) -> dict[str, Record]:
    """The committed records of points, by name, current or not; one that is broken is told and left out."""
    found = {}
    for point in points:
        try:
            record = records.find(point.design, point.target)
        except TwiddleError as error:
            tell(f"not used: {error}")
            continue
        if record is None:
            continue
        seeds = set(map(str, options.seeds)) if TARGETS[point.target].router else set()
        if seeds <= set(record["fmax_by_seed"]):
            found[point.name] = record
    return found


def _kept(hashes: _Hashes, point: Point, options: Options, tell: Callable[[str], None]) -> Outcome | None:
    """What the cache has of a point: a measurement, or a failure that is not to be tried again."""
    try:
        key = hashes.key(point)
    except TwiddleError:
        if options.limit == 0:
            return None
        raise
    measurement = cache.load(key)
    if measurement is not None or cache.holds(key):
        why = records.unsound(measurement, point.target)
        if why is None:
            return Outcome("measured", measurement, "cache")
        tell(f"not used, and made again: {cache.path_of(key)}: {why}")
    failure = None if options.retry else cache.load(key, FAILURES)
    if failure is None or not isinstance(failure.get("timeout"), int | float):
        return None
    if failure["timeout"] < options.timeout:
        return None
    return Outcome("failed", source="cache", reason=str(failure.get("reason")))


def _unchanged(changed: Sequence[Point], recorded: Mapping[str, Record]) -> list[Point]:
    """Of points whose sources are not those of their record, those whose hardware is."""
    try:
        hashes = design_hashes(
            [records.sources(point.design.top, point.design.rtl_parameters()) for point in changed]
        )
    except TwiddleError:
        return []
    return [
        point
        for point, now in zip(changed, hashes, strict=True)
        if recorded[point.name]["design_hash"] == now
    ]


def measure(job: Job, cancelled: threading.Event | None = None) -> Outcome:
    """Make one measurement; where the tools fail, that is its outcome.

    Raises TwiddleError on a worker that has other sources or tools than the client, and when cancelled.
    """
    files = manifest.sources(job.top), manifest.include_dirs()
    source = cache.source_hash(job.top, *files, job.parameters)
    if cache.key(source, job.target, job.seeds, tools.versions(job.target)) != job.key:
        raise TwiddleError(
            "the worker has other sources or tools than this machine: install the same Twiddle"
        )
    stopped = cancelled or threading.Event()
    options: flow.Options = {"seeds": job.seeds, "timeout": job.timeout, "workers": 1, "cancelled": stopped}
    try:
        found = flow.measure(job.top, *files, job.parameters, job.target, **options)
    except TwiddleError as error:
        if stopped.is_set():
            raise
        return Outcome("failed", source="measured", reason=_line(error))
    return Outcome("measured", found, "measured", seconds=found["seconds"])


def _measure_all(
    jobs: Mapping[str, tuple[Job, list[str]]],
    options: Options,
    found: dict[str, Outcome],
    tell: Callable[[str], None],
) -> None:
    """Measure all jobs, and put each outcome into `found` and the cache as soon as it is there."""
    done = 0
    cancelled = threading.Event()
    local = options.measure or partial(measure, cancelled=cancelled)
    with (
        _executor(options.scheduler, len(jobs)) as executor,
        CountDisplay(len(jobs), options.console) as show,
    ):
        run = (options.measure or measure) if options.scheduler else local
        futures = {executor.submit(run, job): job for job, _ in jobs.values()}
        try:
            for future in as_completed(futures):
                job, outcome = futures[future], _outcome(future)
                keep(job, outcome)
                for name in jobs[job.key][1]:
                    found[name] = outcome
                done += 1
                show.done(job.name, outcome.reason or f"{outcome.seconds:.1f} s")
        except BaseException as error:
            cancelled.set()
            executor.shutdown(wait=False, cancel_futures=True)
            if isinstance(error, KeyboardInterrupt):
                tell(f"{done} of {len(jobs)} are done and kept: the same command goes on after them")
            raise


def _outcome(future: Future[Outcome]) -> Outcome:
    """What a job ended with; what kept a worker from working is a failure that is not kept."""
    try:
        return future.result()
    except Exception as error:
        return Outcome("failed", reason=_line(error))


def _line(error: Exception) -> str:
    text = str(error) if isinstance(error, TwiddleError) else f"{type(error).__name__}: {error}"
    return " ".join(text.split())


def keep(job: Job, outcome: Outcome) -> None:
    """Keep a measurement, or a failure of the tools."""
    if outcome.measurement is not None:
        if records.unsound(cache.load(job.key), job.target) is not None:
            kept = {name: value for name, value in outcome.measurement.items() if name != "source_hash"}
            cache.save(job.key, kept)
    elif outcome.source is not None:
        cache.save(job.key, {"reason": outcome.reason, "timeout": job.timeout}, FAILURES)


@contextlib.contextmanager
def _executor(scheduler: str | None, jobs: int) -> Iterator[Executor]:
    """Of a Dask scheduler, or as many threads as there are processors and jobs for: tools are processes."""
    if scheduler is None:
        with ThreadPoolExecutor(min(tools.cpus(), jobs)) as executor:
            yield executor
        return
    try:
        import distributed
    except ImportError:
        raise TwiddleError("--scheduler: needs the package distributed: pip install distributed") from None
    answers: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def connect() -> None:
        try:
            answers.put(distributed.Client(scheduler, timeout=CONNECT_SECONDS))
        except Exception as error:
            answers.put(error)

    # Whatever else listens there may say nothing for ever, which Dask would wait for.
    threading.Thread(target=connect, daemon=True).start()
    try:
        client = answers.get(timeout=CONNECT_SECONDS + 1)
    except queue.Empty:
        client = TimeoutError(f"what listens there says nothing for {CONNECT_SECONDS:g} s")
    if isinstance(client, Exception):
        raise TwiddleError(f"--scheduler {scheduler}: no Dask scheduler there: {_line(client)}")
    with client:
        if not client.ncores():
            raise TwiddleError(
                f"--scheduler {scheduler}: has no workers; start one with: dask worker {scheduler}"
            )
        yield client.get_executor(retries=3)
