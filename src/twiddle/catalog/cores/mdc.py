# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The core `mdc`: 2, 4 or 8 coefficients a cycle through delay commutators."""

from twiddle.base.rings import Ring
from twiddle.catalog.block import OPCODES, Cycles, Kind, Parameters, ParameterSpec, Point
from twiddle.catalog.cores import base
from twiddle.model.mdc import LANES
from twiddle.model.streaming import Form, MdcCore


class Mdc(base.Streaming):
    """`twd_mdc`."""

    def __init__(self, ring: Ring, parameters: Parameters, /) -> None:
        super().__init__(ring, parameters)
        self.operations = tuple(OPCODES)[: (1, 2, 5)[self.form]]
        self.lanes = int(parameters["Lanes"])
        self.butterflies = self.lanes // 2 * ring.layers
        self.mixed = bool(parameters["Mixed"])

    def broken(self) -> str | None:
        if self.form is Form.FORWARD and self.mixed:
            return "Mixed = 1 needs Form = transform or product; forward has one operation"
        return super().broken()

    def cycles(self, operation: str, k: int) -> Cycles:
        core = MdcCore(self.ring, self.lanes, self.method, self.form, self.mixed)
        fill = core.fill(operation)
        return Cycles(core.beats, fill, fill + core.beats, None)


CORE = Kind(
    place=5,
    name="mdc",
    summary="streaming engine of delay commutators: 2, 4 or 8 coefficients a cycle, whole products too",
    parameters=(
        ParameterSpec("Lanes", 4, LANES, "coefficients a cycle"),
        base.FORM,
        ParameterSpec("Mixed", 0, (0, 1), "1: mixed operations without a gap; 0: each at its own latency"),
        base.METHOD,
    ),
    top="twd_mdc",
    architecture=Mdc,
    drawing="""\
 a ─▶ buffer ─▶ transform ──┬─▶ pointwise ─▶ inverse ─▶ queue ─▶ c
 b ─▶ buffer ─▶ transform ──┘""",
    technology=base.TECHNOLOGY,
    benched=(
        *(Point("ml-kem", {"Form": form}) for form in ("transform", "product")),
        *(
            Point(name, {"Form": form, "Method": method}, base.AREA)
            for name in ("falcon-512", "falcon-1024")
            for form in ("transform", "product")
            for method in ("fold", "kred")
            if (form, method) != ("transform", "fold")
        ),
        *(Point(name, {"Form": "transform"}, seeds=base.ONE) for name in ("falcon-512", "falcon-1024")),
        Point("ml-dsa", {"Form": "transform"}, base.AREA),
        Point("ml-kem", {"Form": "transform", "Method": "ldsp"}),
        Point("ml-kem", {"Form": "product", "Method": "ldsp"}, base.AREA),
        Point("ml-kem", {"Form": "transform", **base.LUTS, "Method": "ldsp"}, base.AREA),
        Point("ml-kem", {"Form": "product", **base.LUTS}, seeds=base.ONE),
        *(
            Point(name, {"Form": form, **base.LUTS}, base.AREA)
            for name in ("falcon-512", "falcon-1024")
            for form in ("transform", "product")
        ),
        *(Point("ml-dsa", {"Lanes": lanes, "Form": "product"}, base.AREA) for lanes in (2, 4)),
        Point("kyber-v1", {"Form": "product", **base.LUTS, "Method": "ldsp"}, base.AREA),
        Point("ml-kem", {"Form": "transform"}, ("xcup",)),
    ),
    apart=base.APART,
)
