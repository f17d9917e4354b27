# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The core `pwmm`: rows of matrix-vector products in the transform domain."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle import model
from twiddle.base.errors import TwiddleError
from twiddle.base.rings import Ring
from twiddle.catalog.block import Cycles, Kind, Parameters, ParameterSpec, Point, PolynomialCore, choice
from twiddle.catalog.cores import base
from twiddle.model.methods import EXACT, HALVING, Method
from twiddle.model.pwmm import LARGEST_K, Pipeline, reason
from twiddle.model.transform import polynomials


class Pwmm(PolynomialCore):
    """`twd_pwmm`."""

    operations = ("pwm",)
    largest_k = LARGEST_K
    lock_step = True

    def __init__(self, ring: Ring, parameters: Parameters, /) -> None:
        super().__init__(ring, parameters)
        self.units, self.scaled = int(parameters["Units"]), bool(parameters["Scaled"])
        self.lanes = 2 * self.units
        self.pipeline = Pipeline(ring, self.units, self.method, self.scaled)

    def broken(self) -> str | None:
        if why := self.refused(lambda method: reason(self.ring, method, self.scaled)):
            return why
        who = f"Units = {self.units}, Method = {self.method.label} needs"
        return self.short(self.lanes * self.pipeline.fewest_beats, who)

    def cycles(self, operation: str, k: int) -> Cycles:
        return Cycles(self.pipeline.interval(k), self.pipeline.fill(k), self.pipeline.latency(k), None)

    def run(self, operation: str, a: ArrayLike, b: ArrayLike | None, k: int) -> NDArray[np.int64]:
        if b is None:
            raise TwiddleError(f"operation {operation}: needs two operands, b is missing")
        first, second = polynomials(self.ring, a, "a"), polynomials(self.ring, b, "b")
        if len(first) != len(second) or len(first) % k:
            raise TwiddleError(
                f"operation {operation}: a has {len(first)} polynomials and b {len(second)}; "
                f"both need the same number, a multiple of k = {k}"
            )
        shape = (-1, k, self.ring.n)
        return model.pwmm(self.ring, first.reshape(shape), second.reshape(shape), self.scaled)


CORE = Kind(
    place=3,
    name="pwmm",
    summary="rows of matrix-vector products in the transform domain, k = 1 to 8 products a row",
    parameters=(
        ParameterSpec("Units", 1, (1, 2), "pairs of coefficients a cycle"),
        choice(
            "Method", Method.TILES, sorted(EXACT | HALVING), "multiplication method; tiles and ldsp use no DSP block"
        ),
        ParameterSpec("Scaled", 0, (0, 1), "1: results include the inverse transform's 1/n (kred, ldsp)"),
    ),
    top="twd_pwmm",
    architecture=Pwmm,
    technology=(base.TABLES, base.TRUSTED),
    drawing="""\
 a, b ─▶ register ─▶ products of pairs ─▶ sum ─▶ reduction ─┬─▶ buffer ─▶ c
                                           ▲                │
                                           └── n sums ◀─────┘""",
    benched=(
        *(Point("ml-kem", {"Units": pairs, "Method": "ldsp", "Scaled": 1}) for pairs in (1, 2)),
        *(Point("ml-kem", {"Units": pairs}) for pairs in (1, 2)),
        *(Point("ml-kem", {"Units": pairs, "Method": "kred", "Scaled": 1}) for pairs in (1, 2)),
        Point("ml-kem", {"Units": 1, "Method": "ldsp", "Scaled": 1}, base.LARGER),
        *(
            Point(ring, {"Units": pairs, "Method": "ldsp", "Scaled": 1}, base.AREA)
            for ring in ("kyber-v1", "falcon-1024")
            for pairs in (1, 2)
        ),
    ),
    apart=(Point("ml-kem", {"Units": 1, "Method": "ldsp", "Scaled": 1}),),
)
