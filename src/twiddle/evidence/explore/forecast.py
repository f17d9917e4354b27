# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The measurements that a sweep would make, with an estimate of the time."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from twiddle.base.sweep import cpus, minutes
from twiddle.evidence.explore.space import Outcome, Point, count_of
from twiddle.evidence.results import Results


@dataclass(frozen=True)
class Part:
    """The points of a core on a target before a sweep: how many there are, and how many to measure.

    seconds  estimated tool time for them; None without an earlier measurement
    """

    core: str
    target: str
    points: int
    measure: int
    seconds: float | None


@dataclass(frozen=True)
class Forecast:
    """The number of points, of known ones by source, and the parts of the rest."""

    points: int
    records: int
    cached: int
    failed: int
    ruled_out: int
    measure: int
    parts: Sequence[Part]

    @property
    def seconds(self) -> float | None:
        """Tool time of all measurements; None if that of a part is unknown."""
        times = [part.seconds for part in self.parts if part.measure]
        return None if None in times else sum(filter(None, times))

    def words(self, cluster: str | None = None) -> str:
        """One line."""
        also = f", {self.failed} failed before" * bool(self.failed)
        also += f", {self.ruled_out} ruled out by cycles" * bool(self.ruled_out)
        line = f"{count_of(self.points)}: {self.records} recorded, {self.cached} in the cache{also}"
        return f"{line}, {self.measure} to measure" + f", {self._duration(cluster)}" * bool(self.measure)

    def _duration(self, cluster: str | None) -> str:
        if self.seconds is None:
            return "no record for an estimate"
        if cluster is not None:
            return f"about {minutes(self.seconds)} in one process, shared by the workers of {cluster}"
        processes = min(cpus(), self.measure)
        return f"about {minutes(self.seconds / processes)} in {processes} process{'es' * (processes > 1)}"

    def document(self) -> dict[str, Any]:
        """The forecast for JSON."""
        fields = asdict(self)
        parts = fields.pop("parts")
        time = None if self.seconds is None else self.seconds / 60
        return {**fields, "tool_minutes": time, "processes": cpus(), "parts": parts}


def forecast(
    points: Sequence[Point], results: Results, outcomes: Iterable[Outcome], missing: Collection[Point]
) -> Forecast:
    """The measurements of a sweep, core by core on each target, timed by earlier measurements.

    A core without measurements on a target is estimated from the others there.
    """
    took: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for record in results.readable(lambda _: None):
        for core in (record.core, ""):
            took[core, record.target].append(record.seconds)
    waiting = Counter((point.core, point.target) for point in missing)
    parts = []
    for (core, target), count in Counter((point.core, point.target) for point in points).items():
        times = took.get((core, target)) or took.get(("", target))
        seconds = waiting[core, target] * statistics.fmean(times) if times else None
        parts.append(Part(core, target, count, waiting[core, target], seconds))
    counts = Counter(outcome.source if outcome.status == "measured" else outcome.status for outcome in outcomes)
    known = counts["record"], counts["cache"], counts["failed"], counts["ruled out"]
    return Forecast(len(points), *known, len(missing), parts)
