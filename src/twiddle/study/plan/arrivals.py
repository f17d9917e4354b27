# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Arrival times of jobs: evenly, at random, in batches, or in on/off periods."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray

from twiddle.base.errors import FieldError

Times = NDArray[np.float64]
"""Seconds, shape (jobs,), ascending."""

FORMS = "poisson, even, batch:JOBS (1 to 1,000,000) or onoff:PEAK:MILLISECONDS (above 1 to 1000, at most 1e6)"

LEAST_BURSTS = 20
"""Least average number of bursts in a simulation."""


@dataclass(frozen=True)
class Arrivals:
    """A stream of jobs with a mean rate.

    kind   poisson  independent, exponential gaps
           even     a constant gap
           batch    `size` jobs at once; the batches arrive like poisson
           onoff    poisson at `peak` times the rate in periods of `seconds` on average, with silences
                    between them, peak - 1 times as long on average; both lengths are exponential
    """

    kind: str
    size: int = 1
    peak: float = 1.0
    seconds: float = 0.0

    def check(self, rate: float, jobs: int) -> None:
        """Raises FieldError if `jobs` jobs at `rate` a second contain too few bursts."""
        burst = self.size if self.kind == "batch" else rate * self.peak * self.seconds
        if self.kind in ("batch", "onoff") and jobs < LEAST_BURSTS * burst:
            raise FieldError(
                f"jobs {jobs}: {burst:,.0f} come in one burst, a percentile needs {LEAST_BURSTS} bursts; "
                f"take {ceil(LEAST_BURSTS * burst)} jobs or more, or shorter bursts"
            )

    def times(self, rate: float, jobs: int, seed: int) -> Times:
        """Arrival times of `jobs` jobs at `rate` a second on average."""
        rng = np.random.default_rng(seed)
        if self.kind == "even":
            return np.arange(jobs) / rate
        if self.kind == "batch":
            batches = np.cumsum(rng.exponential(self.size / rate, -(-jobs // self.size)))
            return np.repeat(batches, self.size)[:jobs]
        if self.kind == "poisson":
            return np.cumsum(rng.exponential(1 / rate, jobs))
        on = np.cumsum(rng.exponential(1 / (rate * self.peak), jobs))
        ends = np.empty(0)
        while not ends.size or ends[-1] <= on[-1]:
            more = np.cumsum(rng.exponential(self.seconds, 1 + int(1.1 * on[-1] / self.seconds)))
            ends = np.concatenate((ends, more + (ends[-1] if ends.size else 0.0)))
        silences = np.cumsum(rng.exponential(self.seconds * (self.peak - 1), len(ends)))
        passed = np.searchsorted(ends, on)
        shifted: Times = on + np.where(passed > 0, silences[passed - 1], 0.0)
        return shifted


def arrivals(text: str) -> Arrivals:
    """Arrivals from words: poisson, even, batch:32, onoff:4:10 (4 times the rate, for 10 ms on average).

    Raises FieldError for anything else.
    """
    kind, *values = text.split(":")
    try:
        numbers = tuple(map(float, values))
    except ValueError:
        numbers = ()
    if kind in ("poisson", "even") and not values:
        return Arrivals(kind)
    if kind == "batch" and len(numbers) == 1 and numbers[0] in range(1, 1_000_001):
        return Arrivals(kind, size=int(numbers[0]))
    if kind == "onoff" and len(numbers) == 2 and 1 < numbers[0] <= 1000 and 0 < numbers[1] <= 1e6:
        return Arrivals(kind, peak=numbers[0], seconds=numbers[1] / 1000)
    raise FieldError(f"burst {text}: not of the form {FORMS}")
