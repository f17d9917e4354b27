# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The core `iterative`: the in-place engine with the multiplier of `Method`."""

from collections.abc import Mapping

from twiddle.base.rings import Ring
from twiddle.catalog.block import Cycles, Kind, Parameters, ParameterSpec, Point, PolynomialCore, choice
from twiddle.catalog.cores import base
from twiddle.model import methods
from twiddle.model.iterative import Schedule
from twiddle.model.methods import Method

METHODS = tuple(method for method in Method if method is not Method.RNS)


class Iterative(PolynomialCore):
    """`twd_iterative`."""

    probes: Mapping[str, str] = {"read": "u_core.busy_read", "write": "u_core.busy_write"}
    hint = "methods that work:"

    def __init__(self, ring: Ring, parameters: Parameters, /) -> None:
        super().__init__(ring, parameters)
        self.butterflies = int(parameters["Butterflies"])
        self.lanes = 2 * self.butterflies
        self.registers = bool(parameters.get("Registers", 0))
        self.published = bool(parameters.get("Published", 0))

    def broken(self) -> str | None:
        why = self.refused(lambda method: methods.reason(method, self.ring.q), METHODS, self.hint)
        return why or self.own_rule() or self.short(4 * self.butterflies, f"Butterflies = {self.butterflies} needs")

    def own_rule(self) -> str | None:
        """A conflict between parameters that only some of these cores have; None if there is none."""
        return None

    def cycles(self, operation: str, k: int) -> Cycles:
        buffered = bool(self.parameters["DoubleBuffer"])
        schedule = Schedule(self.ring, self.butterflies, self.method, self.registers, self.published, buffered)
        figures = (schedule.interval, schedule.fill, schedule.latency, schedule.busy)
        return Cycles(*(figure(operation) for figure in figures))


CORE = Kind(
    place=0,
    name="iterative",
    summary="in-place memory-based engine with 1, 2 or 4 unified butterflies",
    parameters=(
        ParameterSpec("Butterflies", 4, (1, 2, 4), "parallel butterfly units"),
        ParameterSpec("DoubleBuffer", 1, (0, 1), base.DOUBLE_BUFFER),
        choice("Method", Method.FOLD, METHODS, "multiplication method; ldsp and tiles use no DSP block"),
    ),
    top="twd_iterative",
    architecture=Iterative,
    drawing="""\
 a, b ─▶ ingress ─▶ ┌────────┐ ─▶ read ────┬─▶ butterflies ─▶ write ───┐
                    │ memory │    network  │                  network │
    c ◀─ egress ◀─┐ └────────┘ ◀───────────│──────────────────────────┘
                  └────────────────────────┘""",
    technology=(base.TABLES, base.TRUSTED, base.MEMORY),
    benched=(
        *(Point("ml-kem", {"Butterflies": count, "DoubleBuffer": 0}) for count in (1, 2, 4)),
        Point("ml-kem", {"Butterflies": 4, "DoubleBuffer": 1}),
        Point("ml-kem", {"Butterflies": 4, "DoubleBuffer": 0, base.TRUSTED.name: 1}, base.AREA),
        *(Point("ml-dsa", {"Butterflies": 4, "DoubleBuffer": two}, seeds=base.FIVE) for two in (0, 1)),
        *(Point(ring, {"Butterflies": 1, "DoubleBuffer": 0}, seeds=base.FIVE) for ring in ("kyber-v1", "falcon-512")),
        *(
            Point("ml-kem", {"Butterflies": 2, "DoubleBuffer": 0, "Method": method})
            for method in ("ldsp", "kred", "barrett")
        ),
        *(
            Point("ml-kem", {"Butterflies": count, "DoubleBuffer": 0, **base.LUTS}, seeds=base.FIVE)
            for count in (1, 2, 4)
        ),
        Point("ml-kem", {"Butterflies": 4, "DoubleBuffer": 0, "Memory": "lut16"}),
        *(
            Point(ring, {"Butterflies": 4, "DoubleBuffer": 0, **base.LUTS, "Method": method}, seeds=base.FIVE)
            for ring, method in (("kyber-v1", "tiles"), ("falcon-512", "tiles_shift"), ("falcon-1024", "tiles_shift"))
        ),
        *(Point("ml-kem", {"Butterflies": count, "DoubleBuffer": 0}, (*base.LARGER, "ice40")) for count in (1, 2)),
        Point("ml-kem", {"Butterflies": 4, "DoubleBuffer": 0}, base.LARGER),
    ),
    apart=tuple(Point("ml-kem", {"Butterflies": count, "DoubleBuffer": 0}) for count in (2, 4)),
)
