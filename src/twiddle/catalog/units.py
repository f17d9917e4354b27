# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The catalogue of measured arithmetic units: reductions, multipliers and butterflies by method and q."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Any

from twiddle.base.rings import ring, rings
from twiddle.model import butterflies, kred, ldsp, methods, rns
from twiddle.model.iterative import Schedule
from twiddle.model.methods import Method
from twiddle.tools.synth import records
from twiddle.tools.synth.netlist import Sources
from twiddle.tools.synth.records import unit_file
from twiddle.tools.targets import REFERENCE

KINDS = ("reduction", "multiplier", "butterfly", "engine")
"""The kinds of units."""

MODULI = tuple(sorted({preset.q for preset in rings()}))
"""The moduli of the rings, ascending."""


PAPER_MODULI = "48'h0007001f0020"
"""Sub-moduli 7, 31 and 32 of Alhassani 2024, for q = 3329, as the parameter `Moduli` of the table units."""


@dataclass(frozen=True)
class Unit:
    """One measured arithmetic unit.

    unit        reduction, multiplier, butterfly, or the engine of a core without streams and memory
    method      label of the method of modular multiplication
    form        distinguishes units of one method: the factor of the result, or the construction
    q           modulus
    top         RTL module
    parameters  RTL parameters by name
    latency     cycles from operands to result
    cycles      for a whole point-wise product of two polynomials, of an engine for the whole product; None
                if the unit does not compute it
    targets     on which it is measured
    """

    unit: str
    method: str
    form: str
    q: int
    top: str
    parameters: Mapping[str, int | str] = field(hash=False)
    latency: int
    cycles: int | None = None
    targets: tuple[str, ...] = REFERENCE

    @property
    def bits(self) -> int:
        """Bits of a residue."""
        return self.q.bit_length()

    @property
    def words(self) -> str:
        """The unit in one line, for progress and messages."""
        return f"{self.unit} {self.method} ({self.form}), q = {self.q}"

    def sources(self) -> Sources:
        """The elaboration inputs of the unit."""
        return records.sources(self.top, {name: str(value) for name, value in self.parameters.items()})

    def file_name(self, target: str) -> str:
        """Name of its record on a target, for example `multiplier-kred-times-k-3329-xc7.json`."""
        return unit_file(self.unit, self.method, self.form, self.q, target)

    def document(self) -> dict[str, Any]:
        """The fields of a record that identify the unit."""
        names = ("unit", "method", "form", "q", "latency", "top")
        return {**{name: getattr(self, name) for name in names}, "parameters": dict(self.parameters)}

    def command(self) -> str:
        """The command line that repeats its measurements."""
        words = ["--unit", self.unit, "--method", self.method, "--form", self.form, "--q", str(self.q)]
        return f"twiddle arith {shlex.join(words)} --measure --again"


@cache
def catalogue() -> tuple[Unit, ...]:
    """Every measured unit, by kind, modulus and method."""
    return (
        *_reductions(),
        *(*_multipliers(), *_karatsuba(), *_tables(), *_products()),
        *(*_butterflies(), *_one_way(), *_streaming(), *_table_butterflies()),
        *_engines(),
    )


def points() -> list[tuple[Unit, str]]:
    """Every unit of the catalogue with every target."""
    return [(unit, target) for unit in catalogue() for target in unit.targets]


def _unit(
    kind: str, method: Method, form: str, q: int, top: str, latency: int, cycles: int | None = None, **further: int
) -> Unit:
    """A unit with the parameters `Q`, `Method` and its own."""
    parameters: dict[str, int | str] = {"Q": q, "Method": method.value, **further}
    return Unit(kind, method.label, form, q, top, parameters, latency, cycles)


def _supported() -> Iterator[tuple[int, Method]]:
    for q in MODULI:
        for method in methods.supported(q):
            yield q, method


def _reductions() -> Iterator[Unit]:
    for q, method in _supported():
        if method not in methods.WHOLE:
            form, latency = _form(q, methods.scale(method, q)), methods.reduce_latency(method, q)
            yield _unit("reduction", method, form, q, "twd_mod_reduce", latency)


def _multipliers() -> Iterator[Unit]:
    for q, method in _supported():
        for halvings in (0, _halvings(q)):
            if methods.reason(method, q, halvings) is None:
                form = _form(q, methods.scale(method, q, halvings))
                latency = methods.latency(method, q, halvings)
                yield _unit("multiplier", method, form, q, "twd_mod_mul", latency, Halvings=halvings)


def _butterflies() -> Iterator[Unit]:
    for q, method in _supported():
        if q.bit_length() <= 14:
            latency = butterflies.unified_latency(method, q)
            yield _unit("butterfly", method, "unified", q, "twd_butterfly_unified", latency)


def _one_way() -> Iterator[Unit]:
    """The cost of each direction separately, and the extra cost of halving, for 3329."""
    method, q = Method.FOLD, 3329
    gs, unified = butterflies.gs_latency(method, q), butterflies.unified_latency(method, q)
    for form, top, halve, latency in (
        ("Cooley-Tukey", "twd_butterfly_ct", {}, butterflies.ct_latency(method, q)),
        ("Gentleman-Sande", "twd_butterfly_gs", {}, gs),
        ("Gentleman-Sande, halving", "twd_butterfly_gs", {"Halve": 1}, gs),
        ("unified, halving", "twd_butterfly_unified", {"Halve": 1}, unified),
    ):
        yield _unit("butterfly", method, form, q, top, latency, **halve)


def _karatsuba() -> Iterator[Unit]:
    """The L-DSP with the paper's product and with the smaller one; lazy, as in a butterfly."""
    for q in MODULI:
        if methods.reason(Method.LDSP, q) is None:
            factor = _form(q, methods.scale(Method.LDSP, q))
            for karatsuba, product in enumerate(("tiles", "Karatsuba")):
                latency = ldsp.ldsp_latency(q, karatsuba=bool(karatsuba))
                parameters = {"Q": q, "Karatsuba": karatsuba}
                form = f"{factor}, {product}, lazy"
                yield Unit("multiplier", "ldsp", form, q, "twd_mod_mul_ldsp", parameters, latency)


def _tables() -> Iterator[Unit]:
    """Table multipliers for 3329: one product with the paper's sub-moduli, two with these and our own."""
    published: dict[str, int | str] = {"Moduli": PAPER_MODULI}
    sums = {**published, "SumTables": 1}
    for top, form, further in (
        ("twd_mod_mul_rns", "single, 7-31-32", published),
        ("twd_mod_mul_rns", "single, 7-31-32, sum tables", sums),
        ("twd_mod_mul_rns_dual", "dual", {}),
        ("twd_mod_mul_rns_dual", "dual, 7-31-32", published),
        ("twd_mod_mul_rns_dual", "dual, 7-31-32, sum tables", sums),
    ):
        yield Unit("multiplier", "rns", form, 3329, top, {"Q": 3329, **further}, rns.MUL_LATENCY)


def _table_butterflies() -> Iterator[Unit]:
    """SBU and DBU of Alhassani 2024 for 3329, with our own sub-moduli and with the paper's."""
    for dual, name in enumerate(("SBU", "DBU")):
        plain: Mapping[str, int | str] = {"Q": 3329, "Dual": dual}
        for form, parameters in ((name, plain), (f"{name}, 7-31-32", {**plain, "Moduli": PAPER_MODULI})):
            latency = rns.BUTTERFLY_LATENCY
            yield Unit("butterfly", "rns", form, 3329, "twd_butterfly_rns", parameters, latency)


def _engines() -> Iterator[Unit]:
    """The engines of the core `rns` for ml-kem, which unload through their own network."""
    for lanes in (1, 2, 4):
        schedule = Schedule(ring("ml-kem"), lanes, Method.RNS)
        form = f"{lanes} butterfl{'y' if lanes == 1 else 'ies'}"
        parameters: dict[str, int | str] = {
            "Ring": schedule.ring.parameter,
            "Method": Method.RNS.value,
            "Butterflies": lanes,
            "Unload": 1,
        }
        latency, cycles = schedule.write_delay, schedule.busy("mul")
        yield Unit("engine", "rns", form, schedule.ring.q, "twd_inplace_engine", parameters, latency, cycles)


def _products() -> Iterator[Unit]:
    """Units of several products: base multiplication, and the four-path ModMult of Duong-Ngoc et al. 2022."""
    method, kem = Method.FOLD, ring("ml-kem")
    latency = butterflies.base_latency(method, kem.q)
    yield _unit("multiplier", method, "base case", kem.q, "twd_base_mul", latency, kem.n // 2)
    for form, method, preset in (
        ("four-path, base case", Method.FOLD, kem),
        ("four-path", Method.SHIFT_ADD, ring("falcon-1024")),
    ):
        q, cycles, pairs = preset.q, preset.n // 4, not preset.complete
        latency = butterflies.four_latency(method, q, pairs)
        yield _unit("multiplier", method, form, q, "twd_mod_mul_four", latency, cycles, Pairs=int(pairs))


def _streaming() -> Iterator[Unit]:
    """BU1, with a delay of one word, and BU2 of Duong-Ngoc et al. 2022; in one direction and in both."""
    for q, method in product((3329, 12289), (Method.FOLD, Method.SHIFT_ADD)):
        latency = butterflies.streaming_latency(method, q)
        for both, suffix in enumerate(("", ", both directions")):
            for name, top, further in (
                ("BU1", "twd_butterfly_feedback", {"Depth": 1, "Configurable": both}),
                ("BU2", "twd_butterfly_parallel", {"Direction": 2 * both}),
            ):
                yield _unit("butterfly", method, name + suffix, q, top, latency, **further)


def _halvings(q: int) -> int:
    """Halvings that the inverse transform of the longest ring modulo q needs."""
    return max(preset.layers for preset in rings() if preset.q == q)


def _form(q: int, scale: int) -> str:
    """The factor of a method's result, in words: "exact", "times k", "times 2^-12"."""
    k, _ = kred.shape(q)
    powers = {pow(2, -exponent, q): f"2^-{exponent}" for exponent in range(64, 0, -1)}
    names = {**powers, k * k % q: "k^2", k: "k"}
    if scale == 1:
        return "exact"
    if scale in names:
        return f"times {names[scale]}"
    if q - scale in names:
        return f"times -{names[q - scale]}"
    return f"times {scale}"
