# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Many measurements, as many at a time as there are processors, each recorded as soon as it is made."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from twiddle.errors import TwiddleError
from twiddle.synth import tools
from twiddle.synth.progress import CountDisplay


@dataclass(frozen=True)
class Job:
    """One measurement: what it is called, seconds that it may take, and what makes and records it.

    `record` takes the options `workers` and `cancelled` of `twiddle.synth.flow`, and returns what it wrote.
    """

    name: str
    expected: float
    record: Callable[..., Sequence[Path]]


def run(jobs: Sequence[Job], console: Console | None = None) -> list[Path]:
    """Do all jobs, the longest first; returns the files written, in that order.

    A job that fails does not keep the others from being done. Raises TwiddleError with the first failure, and
    the number of failures, after all.
    """
    ordered = sorted(jobs, key=lambda job: -job.expected)
    cancelled = threading.Event()
    failures: list[TwiddleError] = []
    with CountDisplay(len(ordered), console) as show, ThreadPoolExecutor(tools.cpus()) as pool:
        futures = {pool.submit(_timed, job, cancelled): job for job in ordered}
        try:
            for future in as_completed(futures):
                show.done(futures[future].name, _outcome(future, failures))
        except BaseException:
            cancelled.set()
            pool.shutdown(cancel_futures=True)
            raise
    if failures:
        raise TwiddleError(f"{len(failures)} of {len(jobs)} measurements failed; {failures[0]}")
    return [path for future in futures for path in future.result()[0]]


def _timed(job: Job, cancelled: threading.Event) -> tuple[Sequence[Path], float]:
    began = time.monotonic()
    return job.record(workers=1, cancelled=cancelled), time.monotonic() - began


def _outcome(future: Future[Any], failures: list[TwiddleError]) -> str:
    try:
        return f"{future.result()[1]:.1f} s"
    except TwiddleError as error:
        failures.append(error)
        return f"failed: {error}"
