# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The core `mdf`: four coefficients a cycle through delay-feedback stages."""

from twiddle.base.rings import Ring
from twiddle.base.rings import ring as preset
from twiddle.catalog.block import OPCODES, Cycles, Kind, Parameters, ParameterSpec, Point
from twiddle.catalog.cores import base
from twiddle.model.mdf import EITHER, MIN_N, SELECTED
from twiddle.model.mdf import Mdf as Engine
from twiddle.model.streaming import Form, MdfCore

_FORMS = ("forward", "transform", "product")


class Mdf(base.Streaming):
    """`twd_mdf`. A lane with feedback has one butterfly, which is busy half the time."""

    def __init__(self, ring: Ring, parameters: Parameters, /) -> None:
        super().__init__(ring, parameters)
        self.mult = bool(parameters.get("Mult", 0))
        self.operations = tuple(OPCODES)[: (1, 2, 4 + self.mult)[self.form]]
        self.select = bool(parameters["Select"])
        if self.select and ring.name in SELECTED:
            self.selector = SELECTED.index(ring.name)
            self.rtl_ring = preset(SELECTED[-1])
        self.butterflies = Engine(ring).multipliers if ring.n >= MIN_N else 0

    def broken(self) -> str | None:
        if self.mult and self.form is not Form.PRODUCT:
            return "Mult = 1 needs Form = product"
        if not self.select:
            return super().broken()
        if self.ring.name not in SELECTED or self.ring != preset(self.ring.name):
            return f"Select = 1 is for the rings {', '.join(SELECTED)}; not for ring {self.ring.name}"
        if self.method not in EITHER:
            working = ", ".join(method.label for method in EITHER)
            return f"Method = {self.method.label} has no form for two moduli; methods that work: {working}"
        return None

    def cycles(self, operation: str, k: int) -> Cycles:
        core = MdfCore(self.ring, self.method, self.form, self.select)
        fill = core.fill(operation)
        return Cycles(core.interval(operation), fill, fill + core.beats, None)


CORE = Kind(
    place=4,
    name="mdf",
    summary="streaming engine of delay-feedback stages: four coefficients a cycle",
    parameters=(
        base.FORM,
        ParameterSpec("Select", 0, (0, 1), f"1: the ring is chosen at run time, {', '.join(SELECTED)}"),
        base.METHOD,
    ),
    top="twd_mdf",
    architecture=Mdf,
    drawing="""\
 a ─▶ buffer ─▶ transform ───────┬─▶ pointwise ─▶ data memory ─┐
 b ─▶ buffer ─▶ transform ───────┘                             │
           └──▶ the same, inverse ◀────────────────────────────┘ ─▶ queue ─▶ c""",
    technology=(*base.TECHNOLOGY, ParameterSpec("Mult", 0, (0, 1), "1: mult too, with form product")),
    benched=(
        *(Point("ml-kem", {"Form": form}) for form in _FORMS),
        *(Point("ml-kem", {"Form": form, "Method": "shift_add"}, seeds=base.ONE) for form in _FORMS),
        *(Point(name, {"Form": form}, seeds=base.ONE) for name in ("falcon-512", "falcon-1024") for form in _FORMS[:2]),
        *(Point(name, {"Form": "product"}, base.AREA) for name in ("falcon-512", "falcon-1024")),
        *(Point("falcon-1024", {"Form": form, "Select": 1}, base.AREA) for form in (_FORMS[0], _FORMS[2])),
        Point("falcon-1024", {"Form": "transform", "Select": 1}, seeds=base.ONE),
        Point("ml-kem", {"Form": "product", "Mult": 1}, base.AREA),
        *(Point("ml-kem", {"Form": form, **base.LUTS}) for form in _FORMS[:2]),
        Point("ml-kem", {"Form": "product", **base.LUTS}, seeds=base.ONE),
        *(Point(name, {"Form": "transform", **base.LUTS}, base.AREA) for name in ("falcon-512", "falcon-1024")),
        Point("ml-dsa", {"Form": "transform"}, base.AREA),
    ),
    apart=base.APART,
)
