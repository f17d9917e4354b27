# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Measures missing records: many measurements on one executor, each kept when it is complete."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

from rich.console import Console

from twiddle.base.errors import TwiddleError
from twiddle.base.progress import CountDisplay
from twiddle.tools.synth import tools
from twiddle.tools.synth.flow import Outcome

Found = Mapping[str, Outcome]
"""The findings of a job, by target."""


@dataclass(frozen=True)
class Job:
    """One measurement.

    name      its name in the progress display
    measure   the measurement, possibly in another process; takes the options `workers` and `cancelled` of
              `twiddle.tools.synth.flow`, the second only on threads of this process
    keep      records the findings; called in the thread of `measure_missing`
    expected  estimated seconds: the shortest job starts first, so that an interrupted run has kept the most
    """

    name: str
    measure: Callable[..., Found]
    keep: Callable[[Found], object]
    expected: float = 0.0


Failed = list[tuple[Job, Exception]]
"""The jobs that failed, each with its first error."""


def measure_missing(jobs: Sequence[Job], executor: Executor | None = None, console: Console | None = None) -> Failed:
    """Do all jobs on an executor (default: one thread per processor, since the tools are processes).

    A failed job does not stop the others. If the caller is interrupted, or a result cannot be kept, the tools
    on this machine end; kept results stay.
    """
    cancelled, failed, done = threading.Event(), Failed(), 0
    options = {"workers": 1, "cancelled": cancelled} if executor is None else {"workers": 1}
    expected = "" if executor is not None else expected_words([job.expected for job in jobs], tools.cpus())
    with CountDisplay(len(jobs), console, expected) as show, contextlib.ExitStack() as stack:
        pool = executor or stack.enter_context(ThreadPoolExecutor(tools.cpus()))
        ordered = sorted(jobs, key=lambda job: job.expected)
        futures = {pool.submit(_timed, job.measure, options): job for job in ordered}
        try:
            for future in as_completed(futures):
                job, errors, seconds = futures[future], list[Exception](), 0.0
                try:
                    measured, seconds = future.result()
                except Exception as error:  # for example from a worker that died
                    errors.append(error)
                else:
                    job.keep(measured)
                    errors += [outcome for outcome in measured.values() if isinstance(outcome, TwiddleError)]
                failed += [(job, error) for error in errors[:1]]
                done += 1
                show.done(job.name, f"failed: {one_line(errors[0])}" if errors else f"{seconds:.1f} s")
        except BaseException as error:
            cancelled.set()
            pool.shutdown(wait=False, cancel_futures=True)
            if isinstance(error, KeyboardInterrupt):
                show.say(f"{done} of {len(jobs)} are done and kept: run the same command to continue")
            raise
    return failed


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
    text = str(error) if isinstance(error, TwiddleError) else f"{type(error).__name__}: {error}".rstrip(": ")
    return " ".join(text.split())


def _timed(measure: Callable[..., Found], options: Mapping[str, Any]) -> tuple[Found, float]:
    began = time.monotonic()
    return measure(**options), time.monotonic() - began
