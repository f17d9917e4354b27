# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The core `quad-hls`: the 2x2 engine by high-level synthesis; its cycles follow from the tool's schedule."""

from collections.abc import Mapping
from pathlib import Path

from twiddle.catalog import hls_sources
from twiddle.catalog.block import Cycles, Kind, Point, PolynomialCore
from twiddle.catalog.cores.base import AREA, FIVE, TABLES, ULTRASCALE
from twiddle.model.hls_plan import Plan


class QuadHls(PolynomialCore):
    """`twd_quad_hls`."""

    probes: Mapping[str, str] = {"read": "busy_read", "write": "busy_write"}
    generated = True
    butterflies = 4

    @property
    def rtl_root(self) -> Path:
        return hls_sources.tree(self.ring)

    @property
    def plan(self) -> Plan:
        return hls_sources.plan(self.ring)

    def broken(self) -> str | None:
        return hls_sources.reason_against(self.ring)

    def cycles(self, operation: str, k: int) -> Cycles:
        plan = self.plan
        return Cycles(*(figure(operation) for figure in (plan.interval, plan.fill, plan.latency, plan.busy)))


CORE = Kind(
    place=6,
    name="quad-hls",
    summary="2x2 butterflies in place, made by high-level synthesis (see `twiddle hls`)",
    parameters=(),
    top="twd_quad_hls",
    architecture=QuadHls,
    drawing="""\
 a, b ─▶ registers ─▶ ┌─────────────────────────────┐ ◀─▶ four banks
                      │ kernel, scheduled by CIRCT  │ ◀── twiddle table
    c ◀─ canonical ◀─ └─────────────────────────────┘""",
    technology=(TABLES,),
    benched=(
        Point("falcon-1024", seeds=FIVE),
        *(Point(ring) for ring in ("qtesla-1024", "ml-dsa")),
        Point("ml-kem", {}, AREA),
        *(Point(ring, {}, ULTRASCALE) for ring in ("falcon-1024", "qtesla-1024", "ml-dsa")),
    ),
    apart=(Point("ml-dsa"),),
)
