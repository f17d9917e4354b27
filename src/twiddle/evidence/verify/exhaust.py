# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`make exhaust`: every operand pair through every modular multiplier of the narrow moduli.

These are `twd_mod_mul` with every method, the L-DSP with the paper's product, and the table multipliers with
the paper's sub-moduli, single and dual, for q = 3329.

The record, results/verify/exhaustive.json, is written if no product is wrong:

command, workers, seconds     how it was run, and for how long
processor_seconds             of this process and the compilers, on all processors together
tools                         package and version of every tool
rtl_hash                      sha256 of the multipliers' sources, without comments and white space
points                        method, q, halvings, variant (empty for twd_mod_mul), scale, latency, pairs
                              (compared, all right) and seconds of every multiplier
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from twiddle.base import manifest
from twiddle.base.errors import CheckFailed
from twiddle.base.progress import Progress, silent
from twiddle.base.rings import rings
from twiddle.catalog.units import PAPER_MODULI
from twiddle.evidence.verify import campaign
from twiddle.model import ldsp, methods
from twiddle.model.methods import Method
from twiddle.tools.sim.build import Source
from twiddle.tools.sim.exhaust import TOP, Difference, ProductSweep

MODULI = tuple(sorted({ring.q for ring in rings() if ring.q.bit_length() <= 14}))
"""Moduli of the rings with at most 2^28 pairs of operands."""

VARIANTS: Mapping[str, tuple[str, Mapping[str, int | str]]] = {
    "Karatsuba": ("twd_mod_mul_ldsp", {"Karatsuba": 1}),
    "7-31-32, sum tables": ("twd_mod_mul_rns", {"Moduli": PAPER_MODULI, "SumTables": 1}),
    "7-31-32, dual": ("twd_mod_mul_rns_dual", {"Moduli": PAPER_MODULI}),
}
"""RTL module and parameters of the multipliers outside `twd_mod_mul`."""

_SLICE = 1 << 24
"""Pairs between two checks for an interrupt."""


@dataclass(frozen=True, order=True)
class Point:
    """One multiplier, tested with every operand pair."""

    q: int
    method: Method
    halvings: int = 0
    variant: str = ""
    rtl_root: ClassVar[Path | None] = None

    def __str__(self) -> str:
        halvings = f", Halvings = {self.halvings}" if self.halvings else ""
        variant = f" ({self.variant})" if self.variant else ""
        return f"method {self.method.label}{variant}, q = {self.q}{halvings}"

    def unit(self, rtl_root: Path | None = None, netlist: Source | None = None) -> ProductSweep:
        """The compiled multiplier."""
        return ProductSweep(self.rtl_parameters(), self.top, rtl_root, netlist)

    @property
    def top(self) -> str:
        """Name of its RTL module."""
        return VARIANTS[self.variant][0] if self.variant else TOP

    def rtl_parameters(self) -> dict[str, str]:
        """Parameters of that module."""
        chosen = VARIANTS[self.variant][1] if self.variant else {"Method": self.method.parameter}
        halvings = {"Halvings": self.halvings} if self.halvings else {}
        return {name: str(value) for name, value in {"Q": self.q, **chosen, **halvings}.items()}

    @property
    def pairs(self) -> int:
        """Pairs of canonical operands."""
        return self.q * self.q

    @property
    def scale(self) -> int:
        """The factor of the multiplier's result."""
        return methods.scale(self.method, self.q, self.halvings)

    @property
    def latency(self) -> int:
        """Cycles from operands to result."""
        if self.variant == "Karatsuba":
            return ldsp.ldsp_latency(self.q, self.halvings, karatsuba=True)
        return methods.latency(self.method, self.q, self.halvings)


@dataclass(frozen=True)
class Outcome:
    """The result of a point: right pairs, the first wrong one, seconds of simulation."""

    point: Point
    compared: int
    difference: Difference | None
    seconds: float

    def __str__(self) -> str:
        return f"{self.point}: {self.difference or f'{self.compared} pairs'}"


def points(moduli: Sequence[int] = MODULI) -> Iterator[Point]:
    """Every method that supports q, also with the halvings of its longest ring, if supported."""
    for q in moduli:
        layers = max((ring.layers for ring in rings() if ring.q == q), default=0)
        for halvings in sorted({0, layers}):
            for method in methods.supported(q, halvings):
                yield Point(q, method, halvings)
        if q == 3329:
            yield Point(q, Method.LDSP, variant="Karatsuba")
            yield Point(q, Method.RNS, variant="7-31-32, sum tables")
            yield Point(q, Method.RNS, variant="7-31-32, dual")


def sweep(
    chosen: Sequence[Point], workers: int, rtl_root: Path | None = None, progress: Progress = silent
) -> list[Outcome]:
    """Tests every pair of each point, the largest points first, in this many threads.

    rtl_root    another RTL tree with its own manifest.toml

    Raises TwiddleError when a tool is missing or a point does not elaborate.
    """

    def run(point: Point, stop: threading.Event) -> Outcome:
        progress(str(point), "started", 0.0)
        unit = point.unit(rtl_root)
        begin = time.monotonic()
        compared, wrong = 0, None
        rows = max(1, _SLICE // point.q)
        for first in range(0, point.q, rows):
            if stop.is_set() or wrong is not None:
                break
            last = min(first + rows, point.q)
            right, wrong = unit.rows(point.q, point.scale, point.latency, first, last)
            compared += right
        outcome = Outcome(point, compared, wrong, time.monotonic() - begin)
        progress(str(outcome), "finished", outcome.seconds)
        return outcome

    return campaign.spread(run, sorted(chosen, key=lambda point: -point.pairs), workers)


RECORD = "verify/exhaustive.json"
"""The record, in the folder of results."""


def rtl_hash() -> str:
    """The hash of the sources of every multiplier."""
    tops = (TOP, *(top for top, _ in VARIANTS.values()))
    return manifest.text_hash(path for top in tops for path in manifest.sources(top))


def record(outcomes: Sequence[Outcome], workers: int, seconds: float, rtl: str) -> dict[str, object]:
    """The record of a run without a wrong product."""
    return {
        "command": "make exhaust",
        "workers": workers,
        "seconds": round(seconds, 1),
        "processor_seconds": round(sum(os.times()[:4]), 1),
        "tools": campaign.tools("verilator", "compiler"),
        "rtl_hash": rtl,
        "points": [
            {
                "method": point.method.label,
                **{key: getattr(point, key) for key in ("q", "halvings", "variant", "scale", "latency")},
                "pairs": outcome.compared,
                "seconds": round(outcome.seconds, 1),
            }
            for point, outcome in sorted({outcome.point: outcome for outcome in outcomes}.items())
        ],
    }


def run(options: campaign.Options) -> str:
    """Tests every multiplier, or the chosen ones; returns the result in words.

    Raises CheckFailed for a wrong product, and TwiddleError as `sweep`.
    """
    chosen = options.chosen(points())
    sources = rtl_hash()
    begin = time.monotonic()
    outcomes = sweep(chosen, options.workers, progress=options.progress)
    seconds = time.monotonic() - begin
    if wrong := [str(outcome) for outcome in outcomes if outcome.difference is not None]:
        raise CheckFailed("; ".join(wrong))
    if options.record and not options.only:
        options.results.write(RECORD, record(outcomes, options.workers, seconds, sources))
    compared = sum(outcome.compared for outcome in outcomes)
    return f"{compared} products of {len(outcomes)} multipliers, all right, in {seconds:.0f} s"
