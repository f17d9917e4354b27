# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The core `quad`: 2x2 butterflies on words of four coefficients."""

from collections.abc import Mapping

from twiddle.catalog.block import Cycles, Kind, ParameterSpec, Point, PolynomialCore, choice
from twiddle.catalog.cores import base
from twiddle.model import quad
from twiddle.model.methods import Method


class Quad(PolynomialCore):
    """`twd_quad`."""

    probes: Mapping[str, str] = {"read": "u_engine.busy_read", "write": "u_engine.busy_write"}
    butterflies = 4

    def broken(self) -> str | None:
        if why := self.refused(lambda method: quad.reason(method, self.ring.q), quad.METHODS):
            return why
        if self.parameters["Published"] and not self.ring.complete:
            return f"Published = 1 is for complete transforms; ring {self.ring.name} has an incomplete one"
        return self.short(quad.LEAST_N, "2x2 butterflies need")

    def cycles(self, operation: str, k: int) -> Cycles:
        schedule = quad.Schedule(self.ring, self.method, bool(self.parameters["Published"]))
        figures = (schedule.interval, schedule.fill, schedule.latency, schedule.busy)
        return Cycles(*(figure(operation) for figure in figures))


CORE = Kind(
    place=2,
    name="quad",
    summary="memory-based engine of 2x2 butterflies: four coefficients a word, two layers a pass",
    parameters=(
        choice("Method", Method.KRED, sorted(quad.METHODS), "multiplication; kred2x is the published method"),
        ParameterSpec("Published", 0, (0, 1), "1: separate passes for psi around a cyclic transform"),
    ),
    top="twd_quad",
    architecture=Quad,
    drawing="""\
 a, b ─▶ ingress ─▶ ┌─ transpose ─▶ 2x2 butterfly ─▶ transpose ─┐
                    │                   ▲                       │
    c ◀─────────────┴─ memory ◀─────────│───────────────────────┤
                                    twiddles ◀──────────────────┘""",
    technology=(base.TABLES, base.TRUSTED, base.MEMORY),
    benched=(
        Point("falcon-1024", seeds=base.FIVE),
        *(Point(ring) for ring in ("qtesla-1024", "ml-dsa")),
        Point("ml-kem", {}, base.AREA),
        *(
            Point(ring, {"Published": 1, "Method": "kred2x"}, base.AREA)
            for ring in ("falcon-1024", "qtesla-1024", "ml-dsa")
        ),
        *(
            Point(ring, {"Method": method}, seeds=base.FIVE)
            for ring, method in (("falcon-1024", "tiles"), ("qtesla-1024", "ldsp"), ("ml-dsa", "ldsp"))
        ),
        Point("falcon-1024", {}, base.LARGER, base.FIVE),
        *(Point(ring, {}, base.ULTRASCALE) for ring in ("qtesla-1024", "ml-dsa")),
    ),
    apart=(Point("ml-dsa"),),
)
