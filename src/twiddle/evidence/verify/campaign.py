# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""One engine for the long runs: their points, what is kept of each, and their records.

A `Kind` of evidence has points, each with a name and a right result. Right results are kept in the cache under
the hash of the RTL, the C++ of the test bench and the versions of the tools, so an interrupted run continues
and unchanged points are not run again. The record, results/verify/NAME.json, is written when all are right:

command, workers, seconds   how it was run, and the time of all points on so many workers
tools                       package and version of every tool
rtl_hash                    sha256 of the sources of the RTL, without comments and white space
harness_hash                the same of the C++ of the test bench and of the models of cells
and the summary of the kind
"""

import importlib.metadata
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from twiddle.base import manifest, places
from twiddle.base.errors import CheckFailed, FieldError, TwiddleError
from twiddle.base.store import Artifact
from twiddle.base.sweep import Failed, Job, cpus, executor, sweep
from twiddle.evidence.results import Results
from twiddle.tools.sim.build import HARNESS, compiler

Row = dict[str, Any]
"""The right result of a point, as in a record; `seconds` is how long it took."""


class Point(Protocol):
    """A point that `run_each` runs, possibly in another process."""

    def run(self) -> Row:
        """Raises CheckFailed for a wrong result."""


P = TypeVar("P")
"""A point; its text is its name."""


@dataclass(frozen=True)
class Options:
    """Options of a long run."""

    results: Results = field(default_factory=Results)  # folder of the record
    workers: int = field(default_factory=cpus)  # threads or processes, where there are several
    cluster: str | None = None  # address of a Dask cluster, which runs the points instead
    only: str = ""  # only points whose name contains this text, without a record; empty: all points
    files: Path | None = None  # folder of files, where some are needed
    output: int | None = None  # file descriptor for what a program prints; None: that of this process
    record: bool = True  # whether a whole run writes its record


def run_each(points: Sequence[Point]) -> list[Row | Exception]:
    """The rows of points, each with its time. Raises CheckFailed for a wrong result."""
    rows: list[Row | Exception] = []
    for point in points:
        begin = time.monotonic()
        row = point.run()
        rows.append({**row, "seconds": round(time.monotonic() - begin, 1)})
    return rows


class Kind(Generic[P]):
    """One kind of evidence: what it claims, its points, and its record."""

    name: ClassVar[str]  # on the command line and in the Makefile
    record: ClassVar[str]  # its file in the folder of results
    claim: ClassVar[str]  # in words, after the count
    tops: ClassVar[Sequence[str]] = ()  # the modules of the RTL that it is about
    # the tools: yosys, verilator, compiler and others by the names of their packages
    packages: ClassVar[Sequence[str]] = ()
    # the C++ of the test bench that its simulations contain, without what all contain; None: none
    bench: ClassVar[Sequence[str] | None] = None
    # what the results depend on besides hardware, bench, tools and name of a point
    settings: ClassVar[Sequence[object]] = ()
    files: ClassVar[str] = ""  # the folder of files that it takes, in words
    # the folder of a checkout that it needs; empty: installed packages run it too, without a record
    checkout: ClassVar[str] = ""
    chooses: ClassVar[bool] = True  # whether a part of it can be run
    spreads: ClassVar[bool] = True  # whether several workers can run it
    # runs the points of a batch, possibly on another machine: a row each, or what is wrong
    make: Callable[[Sequence[Any]], list[Row | Exception]] = staticmethod(run_each)

    def __init__(self, **chosen: object) -> None:
        """With other values of its attributes, such as fewer points."""
        vars(self).update(chosen)

    def count(self, record: Mapping[str, Any]) -> int:
        raise NotImplementedError

    def claimed(self, record: Mapping[str, Any]) -> str:
        return self.claim

    def sources(self) -> Iterable[Path]:
        """The sources of the RTL, by default of `tops`."""
        return [path for top in self.tops for path in manifest.sources(top)]

    def points(self, options: Options) -> Sequence[P]:
        raise NotImplementedError

    def summary(self, points: Sequence[P], rows: Sequence[Row]) -> Mapping[str, Any]:
        """The other fields of the record, by default the rows."""
        return {"points": list(rows)}

    @property
    def command(self) -> str:
        return f"make {self.name}"

    def hashes(self) -> dict[str, str]:
        """The hashes in a record of the present hardware and test bench."""
        rtl = {"rtl_hash": manifest.text_hash(self.sources())}
        return rtl if self.bench is None else {**rtl, "harness_hash": manifest.text_hash(harness(*self.bench))}

    def inputs(self, point: P, hashes: Mapping[str, str]) -> list[str]:
        """What the result of a point depends on besides its name, tools and settings; from the present hashes."""
        return list(hashes.values())

    def head(self) -> dict[str, Any]:
        return {"command": self.command, "tools": tools(*self.packages), **self.hashes()}

    def check(self, options: Options) -> None:
        """Raises FieldError for options that do not apply, and TwiddleError outside of a checkout that it needs."""
        if options.files is not None and not self.files:
            raise FieldError(f"files: not for {self.name}")
        if options.only and not self.chooses:
            raise FieldError(f"only: not for {self.name}")
        if options.cluster is not None and not self.spreads:
            raise FieldError(f"cluster: not for {self.name}")
        if self.checkout:
            places.need_checkout(f"verify --run {self.name}", f"it needs {self.checkout}")

    def run(self, options: Options) -> str:
        """Runs all points, or the chosen ones, and writes the record; returns the result in words.

        Raises CheckFailed with every wrong result, TwiddleError if a point did not run, and as `check`.
        """
        self.check(options)
        options = replace(options, record=options.record and not options.only and not places.installed())
        begin, head = time.monotonic(), self.head()
        every = self.points(options)
        chosen = [point for point in every if options.only in str(point)]
        if not chosen:
            raise FieldError(f"only {options.only!r}: in no name of a point; the first is {every[0]}")
        rows, failed = self.sweep(chosen, options)
        others = [error for _, error in failed if not isinstance(error, CheckFailed)]
        if strange := [error for error in others if not isinstance(error, TwiddleError)]:
            raise strange[0]
        if others:
            raise TwiddleError("; ".join(map(str, others)))
        if head != self.head():
            raise TwiddleError(f"verify --run {self.name}: the sources changed meanwhile; run it again")
        if failed:
            raise CheckFailed("; ".join(str(error) for _, error in failed))
        words = f"{len(chosen)} of {len(every)} points are right, in {time.monotonic() - begin:.0f} s"
        if options.only:
            return words
        found = [rows[str(point)] for point in chosen]
        spent = {"workers": options.workers, "seconds": round(total(found) / options.workers, 1)}
        record = {"command": self.command, **spent, **head, **self.summary(chosen, found)}
        if options.record:
            options.results.write(self.record, record)
        return f"{words}: {self.count(record):,} {self.claimed(record)}"

    def sweep(self, points: Sequence[P], options: Options) -> tuple[dict[str, Row], Failed]:
        """The rows of right points by name, and the failures. Earlier right results are reused."""
        known = self.known(points, options)
        hashes, versions = self.hashes(), tools(*self.packages)
        kept = {str(point): self.artifact(point, hashes, versions) for point in points if str(point) not in known}
        rows = known | {
            name: row for name, each in kept.items() if (row := each.load()) is not None and self.holds(row)
        }

        def keep(batch: Sequence[P], made: Sequence[Row | Exception]) -> Exception | None:
            for point, row in zip(batch, made, strict=True):
                if not isinstance(row, Exception):
                    kept[str(point)].save(row)
                    rows[str(point)] = row
            wrong = [row for row in made if isinstance(row, Exception)]
            others = [row for row in wrong if not isinstance(row, CheckFailed)]
            return others[0] if others else CheckFailed("; ".join(map(str, wrong))) if wrong else None

        jobs = [
            Job(
                f"{batch[0]}{f' and {len(batch) - 1} more' * (len(batch) > 1)}",
                partial(_run, self.make, batch),
                partial(keep, batch),
            )
            for batch in self.batches([point for point in points if str(point) not in rows])
        ]
        with executor(options.cluster, options.workers) as pool:
            failed = sweep(jobs, pool)
        return rows, failed

    def artifact(self, point: P, hashes: Mapping[str, str], versions: Mapping[str, str]) -> Artifact[Row]:
        """The right result of a point in the cache."""
        words = [str(each) for each in (*versions.values(), *self.settings)]
        return Artifact("verified", [self.name, str(point), *self.inputs(point, hashes), *words], None, Row)

    def known(self, points: Sequence[P], options: Options) -> dict[str, Row]:
        """Right results of points in the record, by name; none, where the record is written in the end."""
        return {}

    def holds(self, row: Row) -> bool:
        """Whether a kept result is still right, where this depends on more than its inputs."""
        return True

    def batches(self, points: Sequence[P]) -> Iterable[Sequence[P]]:
        """Points that one job runs."""
        return [[point] for point in points]


def _run(make: Callable[[Any], list[Row | Exception]], batch: Sequence[Any], **_: object) -> list[Row | Exception]:
    """A batch; it cannot be cancelled."""
    return make(batch)


def total(rows: Iterable[Row]) -> float:
    """The seconds of rows together."""
    return float(sum(row["seconds"] for row in rows))


def harness(*drivers: str) -> list[Path]:
    """The C++ of the test bench with these drivers, such as core or unit."""
    names = (*(path.name for path in HARNESS.glob("*.hpp")), "monitor.cpp", *(f"{name}.cpp" for name in drivers))
    return [HARNESS / name for name in sorted(names)]


def tools(*names: str) -> dict[str, str]:
    """Package and version of tools: yosys, verilator, compiler and others by the names of their packages."""
    packages = {name: {"yosys": "pyosys"}.get(name, name) for name in names if name != "compiler"}
    versions = {name: f"{of} {importlib.metadata.version(of)}" for name, of in packages.items()}
    return {name: versions.get(name) or compiler().version for name in names}
