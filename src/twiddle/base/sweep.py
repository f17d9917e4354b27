# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""One sweep for everything that has many parts: jobs on an executor, each kept when it is complete.

The executor is that of this machine, or of a Dask cluster (`executor`); a sweep does not know which.
"""

import asyncio
import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rich.console import Console

from twiddle.base.errors import CheckFailed, FieldError, TwiddleError
from twiddle.base.progress import CountDisplay

T = TypeVar("T")

CONNECT_SECONDS = 10.0


@dataclass(frozen=True)
class Job(Generic[T]):
    """One part of a sweep."""

    name: str  # its name in the progress display
    # makes the result, possibly in another process; takes the option `cancelled`, an event by which another thread ends
    # it, only on threads of this process
    make: Callable[..., T]
    # records the result, in the thread of `sweep`; returns the failure that it contains, if any
    keep: Callable[[T], Exception | None]
    # estimated seconds: the shortest job starts first, so that an interrupted run has kept the most
    expected: float = 0.0


Failed = list[tuple[Job[Any], Exception]]
"""The jobs that failed, each with its first error."""


def sweep(jobs: Sequence[Job[Any]], pool: Executor | None = None, console: Console | None = None) -> Failed:
    """Do all jobs on an executor (default: one thread per processor, since the tools are processes).

    A failed job does not stop the others. If the caller is interrupted, or a result cannot be kept, the jobs on
    threads of this process end; kept results stay.
    """
    cancelled, failed, done = threading.Event(), Failed(), 0
    with contextlib.ExitStack() as stack:
        pool = pool or stack.enter_context(executor())
        here = isinstance(pool, ThreadPoolExecutor)
        options: dict[str, Any] = {"cancelled": cancelled} if here else {}
        expected = expected_words([job.expected for job in jobs], pool._max_workers) if here else ""  # type: ignore[attr-defined]
        show = stack.enter_context(CountDisplay(len(jobs), console, expected))
        ordered = sorted(jobs, key=lambda job: job.expected)
        futures = {pool.submit(_timed, job.make, options): job for job in ordered}
        try:
            for future in as_completed(futures):
                job, error, seconds = futures[future], None, 0.0
                try:
                    made, seconds = future.result()
                except Exception as raised:  # for example from a worker that died
                    error = raised
                else:
                    error = job.keep(made)
                failed += [(job, error)] if error is not None else []
                done += 1
                show.done(job.name, f"{seconds:.1f} s" if error is None else f"failed: {one_line(error)}")
        except BaseException as error:
            cancelled.set()
            pool.shutdown(wait=False, cancel_futures=True)
            if isinstance(error, KeyboardInterrupt):
                show.say(f"{done} of {len(jobs)} are done and kept: run the same command to continue")
            raise
    return failed


def cpus() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextlib.contextmanager
def executor(cluster: str | None = None, workers: int | None = None) -> Iterator[Executor]:
    """Where a sweep runs: in threads of this process, or on the Dask cluster of an address.

    The cluster repeats the jobs of a lost worker. Raises FieldError if there is no cluster at the address.

    workers  threads of this process; None: one per processor
    """
    if cluster is None:
        if workers is not None and workers < 1:
            raise FieldError(f"workers {workers}: at least one")
        with ThreadPoolExecutor(workers or cpus()) as pool:
            yield pool
        return
    try:
        import distributed
    except ImportError:
        raise FieldError("cluster: needs the package distributed: pip install distributed") from None
    try:
        asyncio.run(_asked(distributed.rpc(cluster)))
        client = distributed.Client(cluster, timeout=CONNECT_SECONDS)
    except Exception as error:
        raise FieldError(f"cluster {cluster}: no Dask scheduler: {one_line(error)}") from None
    with client:
        if not client.ncores():
            raise FieldError(f"cluster {cluster}: has no workers; start one with: dask worker {cluster}")
        yield client.get_executor(retries=3)


async def _asked(scheduler: Any) -> None:
    """Check that a scheduler answers: Dask itself would wait without a limit."""
    async with asyncio.timeout(CONNECT_SECONDS), scheduler:
        await scheduler.identity()


def expected_words(seconds: Sequence[float], at_once: int) -> str:
    """How long jobs take together, `at_once` at a time; empty if the time of no job is known.

    >>> expected_words([5400.0, 5400.0, 3600.0], 2)
    'about 2.0 h, by earlier records'
    """
    whole = max(sum(seconds) / at_once, *seconds) if seconds else 0.0
    return f"about {minutes(whole)}, by earlier records" if whole else ""


def minutes(seconds: float) -> str:
    """A time in words, rounded as an estimate."""
    if seconds < 90:
        return f"{max(1, round(seconds / 10)) * 10} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def raise_failed(failed: Failed, total: int) -> None:
    """Raises TwiddleError with the first failure and the number of failures, if any."""
    if failed:
        first = failed[0][1]
        if not isinstance(first, TwiddleError):
            raise first
        raise TwiddleError(f"{len(failed)} of {total} measurements failed; {first}")


def one_line(error: BaseException) -> str:
    """An error in one line, with its type if it is not ours."""
    ours = isinstance(error, TwiddleError | CheckFailed)
    text = str(error) if ours else f"{type(error).__name__}: {error}".rstrip(": ")
    return " ".join(text.split())


def _timed(make: Callable[..., T], options: Mapping[str, Any]) -> tuple[T, float]:
    began = time.monotonic()
    return make(**options), time.monotonic() - began
