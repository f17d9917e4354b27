# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The arithmetic units: reductions, multipliers and butterflies by method and modulus."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import product

from twiddle.base.rings import ring, rings
from twiddle.catalog.block import Block, Kind, Parameters, ParameterSpec, Point, Unit, choice
from twiddle.model import butterflies, kred, ldsp, methods, rns
from twiddle.model.iterative import Schedule
from twiddle.model.methods import Method
from twiddle.model.pwmm import karatsuba_latency

FAMILIES = ("reduction", "multiplier", "butterfly", "engine")

MODULI = tuple(sorted({preset.q for preset in rings()}))

PAPER_MODULI = "48'h0007001f0020"
"""Sub-moduli 7, 31 and 32 of Alhassani 2024, for q = 3329, as the parameter `Moduli` of the table units."""

_Q = ParameterSpec("Q", 3329, MODULI, "modulus")
_METHOD = choice("Method", Method.FOLD, Method, "multiplication method")


def _flag(name: str, meaning: str) -> ParameterSpec:
    return ParameterSpec(name, 0, (0, 1), meaning)


_OPTIONS = {
    "Halve": (1, "halving"),
    "Configurable": (1, "both directions"),
    "Direction": (2, "both directions"),
    "Published": (1, "7-31-32"),
    "SumTables": (1, "sum tables"),
}
"""The value of a parameter that a form mentions, and its words."""


class _Unit(Unit):
    """A unit of this catalogue: `title` is its form without options, `halvings` divides by two in passing."""

    def title(self) -> str:
        """Its form without options."""
        raise NotImplementedError

    @property
    def halvings(self) -> int:
        return int(self.parameters.get("Halvings", 0))

    @property
    def form(self) -> str:
        options = (words for name, (value, words) in _OPTIONS.items() if self.parameters.get(name) == value)
        return ", ".join([self.title(), *options])

    def broken(self) -> str | None:
        why = methods.reason(self.method, self.q, self.halvings)
        return why and f"Method = {self.method.label}, q = {self.q}: {why}"

    def rtl_parameters(self, specs: Mapping[str, ParameterSpec]) -> dict[str, str]:
        given = super().rtl_parameters(specs)
        if "Published" in given:
            given = {**given, "Moduli": PAPER_MODULI}
        return {name: value for name, value in given.items() if name != "Published"}


class _Reduction(_Unit):
    def broken(self) -> str | None:
        if self.method in methods.WHOLE:
            return f"Method = {self.method.label} multiplies and reduces in one"
        return super().broken()


class _Karatsuba(_Unit):
    def broken(self) -> str | None:
        if self.parameters.get("Karatsuba") and self.method is not Method.LDSP:
            return "Karatsuba = 1 is for Method = ldsp"
        return super().broken()


class _Engine(_Unit):
    only = Method.RNS

    def rtl_parameters(self, specs: Mapping[str, ParameterSpec]) -> dict[str, str]:
        method = {"Method": str(Method.RNS.value)}
        return {"Ring": self.schedule.ring.parameter, **method, **super().rtl_parameters(specs)}

    @property
    def schedule(self) -> Schedule:
        return Schedule(ring("ml-kem"), int(self.parameters["Butterflies"]), Method.RNS)

    @property
    def form(self) -> str:
        lanes = self.parameters["Butterflies"]
        return f"{lanes} butterfl{'y' if lanes == 1 else 'ies'}"

    @property
    def latency(self) -> int:
        return self.schedule.write_delay

    @property
    def cycles(self) -> int:
        return self.schedule.busy("mul")


def _kind(
    name: str,
    family: str,
    summary: str,
    title: str | Callable[[_Unit], str],
    latency: Callable[[_Unit], int],
    parameters: Iterable[ParameterSpec] = (_Q, _METHOD),
    benched: Iterable[Parameters] = (),
    *,
    technology: tuple[ParameterSpec, ...] = (),
    cycles: Callable[[_Unit], int] | None = None,
    only: Method | None = None,
    rules: type[_Unit] = _Unit,
) -> Kind:
    """An entry whose top is named for it; title, latency and cycles follow from the chosen parameters."""
    facts: dict[str, object] = {"title": (lambda _: title) if isinstance(title, str) else title, "only": only}
    facts |= {"latency": property(latency), "cycles": property(cycles or (lambda _: None))}
    return Kind(
        name,
        summary,
        tuple(parameters),
        _top(name),
        type(name, (rules,), facts),
        family,
        ringed=False,
        technology=technology,
        benched=tuple(Point("", chosen) for chosen in benched),
    )


def _top(name: str) -> str:
    return f"twd_{name.replace('-', '_')}"


def _factor(q: int, scale: int) -> str:
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


def _scaled(unit: _Unit) -> str:
    return _factor(unit.q, methods.scale(unit.method, unit.q, unit.halvings))


def _pairs(unit: _Unit) -> bool:
    return bool(unit.parameters["Pairs"])


def _halvings(q: int) -> int:
    """Halvings that the inverse transform of the longest ring modulo q needs."""
    return max(preset.layers for preset in rings() if preset.q == q)


_PAIRS: list[Parameters] = [{"Q": q, "Method": method.label} for q in MODULI for method in methods.supported(q)]
_NARROW = [pair for pair in _PAIRS if int(pair["Q"]) < 2**14]
_PAPER_Q = ParameterSpec("Q", 3329, (3329,), "modulus")
_PUBLISHED = _flag("Published", "1: sub-moduli 7, 31 and 32, as published")
_SUMS = _flag("SumTables", "1: sums of indices by tables")
_HALVE = _flag("Halve", "1: results are halved")


def _by(latency: Callable[[Method, int], int]) -> Callable[[_Unit], int]:
    return lambda unit: latency(unit.method, unit.q)


def _method(point: Parameters) -> Method:
    return Method[str(point["Method"]).upper()]


_REDUCED = [pair for pair in _PAIRS if _method(pair) not in methods.WHOLE]
_MULTIPLIED = [
    {**pair, "Halvings": halvings}
    for pair in _PAIRS
    for halvings in (0, _halvings(int(pair["Q"])))
    if methods.reason(_method(pair), int(pair["Q"]), halvings) is None
]
_LDSP = [q for q in MODULI if methods.reason(Method.LDSP, q) is None]
_KDSP: list[Mapping[str, int | str]] = [{"Q": q, "Method": "ldsp", "Karatsuba": 1} for q in _LDSP]
_STREAMED: list[Parameters] = [{"Q": q, "Method": name} for q, name in product((3329, 12289), ("fold", "shift_add"))]
_HALVINGS = ParameterSpec("Halvings", 0, tuple(range(11)), "the product is divided by 2^Halvings")
_KARATSUBA = _flag("Karatsuba", "1: the product of the paper")
_DIRECTION = ParameterSpec("Direction", 0, (0, 2), "0: forward; 2: both directions")
_DELAY = ParameterSpec("Depth", 1, (1,), "words of the delay"), _flag("Configurable", "1: both directions")
_BOTH_TABLES: list[Parameters] = [{"Published": 1}, {"Published": 1, "SumTables": 1}]

KINDS = (
    _kind("mod-reduce", "reduction", "residue of a product", _scaled, _by(methods.reduce_latency),
          benched=_REDUCED, rules=_Reduction),
    _kind("mod-mul", "multiplier", "product modulo q", _scaled,
          lambda unit: methods.latency(unit.method, unit.q, unit.halvings), (_Q, _METHOD, _HALVINGS), _MULTIPLIED),
    _kind("mod-mul-ldsp", "multiplier", "the L-DSP, with the paper's product or a smaller one; lazy, as in a butterfly",
          lambda unit: f"{_scaled(unit)}, {'Karatsuba' if unit.parameters['Karatsuba'] else 'tiles'}, lazy",
          lambda unit: ldsp.ldsp_latency(unit.q, karatsuba=bool(unit.parameters["Karatsuba"])), (_Q, _KARATSUBA),
          [{"Q": q, "Karatsuba": karatsuba} for q in _LDSP for karatsuba in (0, 1)], only=Method.LDSP),
    _kind("mod-mul-rns", "multiplier", "a product by tables of logarithms", "single", lambda _: rns.MUL_LATENCY,
          (_PAPER_Q,), _BOTH_TABLES, technology=(_PUBLISHED, _SUMS), only=Method.RNS),
    _kind("mod-mul-rns-dual", "multiplier", "two products by dual-port tables", "dual", lambda _: rns.MUL_LATENCY,
          (_PAPER_Q,), [{}, *_BOTH_TABLES], technology=(_PUBLISHED, _SUMS), only=Method.RNS),
    _kind("base-mul", "multiplier", "a product modulo x^2 - zeta", "base case", _by(butterflies.base_latency),
          benched=[{}], cycles=lambda _: ring("ml-kem").n // 2),
    _kind("mod-mul-four", "multiplier", "the four-path ModMult of Duong-Ngoc 2022",
          lambda unit: "four-path, base case" if _pairs(unit) else "four-path",
          lambda unit: butterflies.four_latency(unit.method, unit.q, _pairs(unit)),
          (_Q, _METHOD, _flag("Pairs", "1: products modulo x^2 - zeta")),
          [{"Pairs": 1}, {"Q": 12289, "Method": "shift_add", "Pairs": 0}],
          cycles=lambda unit: ring("ml-kem" if _pairs(unit) else "falcon-1024").n // 4),
    _kind("pwmm-karatsuba", "multiplier", "the PWMM of Nguyen 2023, without streams and control",
          lambda unit: f"PWMM, {unit.parameters['Units']} unit{'s' * (unit.parameters['Units'] != 1)}",
          lambda unit: karatsuba_latency(unit.q, ring("ml-kem").layers),
          (_PAPER_Q, ParameterSpec("Units", 1, (1, 2), "pairs of coefficients a cycle")), [{}, {"Units": 2}],
          cycles=lambda unit: ring("ml-kem").n // (2 * int(unit.parameters["Units"])), only=Method.LDSP),
    _kind("butterfly-unified", "butterfly", "both directions",
          lambda unit: "unified, Karatsuba" if unit.parameters.get("Karatsuba") else "unified",
          lambda unit: butterflies.unified_latency(unit.method, unit.q, bool(unit.parameters.get("Karatsuba"))),
          benched=[*_NARROW, {"Halve": 1}, *_KDSP],
          technology=(_HALVE, _KARATSUBA), rules=_Karatsuba),
    _kind("butterfly-conventional", "butterfly", "both directions, with two multipliers", "conventional unified",
          _by(butterflies.conventional_latency), benched=[{}, {"Method": "ldsp"}], technology=(_HALVE,)),
    _kind("butterfly-ct", "butterfly", "forward", "Cooley-Tukey", _by(butterflies.ct_latency), benched=[{}]),
    _kind("butterfly-gs", "butterfly", "inverse", "Gentleman-Sande", _by(butterflies.gs_latency),
          benched=[{}, {"Halve": 1}], technology=(_HALVE,)),
    _kind("butterfly-feedback", "butterfly", "BU1 of Duong-Ngoc 2022, with a delay of one word", "BU1",
          _by(butterflies.streaming_latency), (_Q, _METHOD, *_DELAY),
          [{**pair, "Configurable": both} for pair in _STREAMED for both in (0, 1)]),
    _kind("butterfly-parallel", "butterfly", "BU2 of Duong-Ngoc 2022", "BU2", _by(butterflies.streaming_latency),
          (_Q, _METHOD, _DIRECTION), [{**pair, "Direction": both} for pair in _STREAMED for both in (0, 2)]),
    _kind("butterfly-rns", "butterfly", "SBU and DBU of Alhassani 2024",
          lambda unit: "DBU" if unit.parameters["Dual"] else "SBU", lambda _: rns.BUTTERFLY_LATENCY,
          (_PAPER_Q, _flag("Dual", "1: two at once")),
          [{"Dual": dual, **published} for dual in (0, 1) for published in ({}, {"Published": 1})],
          technology=(_PUBLISHED,), only=Method.RNS),
    Kind("inplace-engine", "the engine of the core rns without its streams, which unloads through its own network",
         (ParameterSpec("Butterflies", 1, (1, 2, 4), "parallel butterfly units"),
          ParameterSpec("Unload", 1, (1,), "1: through its own network")),
         _top("inplace-engine"), _Engine, "engine",
         benched=tuple(Point("ml-kem", {"Butterflies": lanes}) for lanes in (1, 2, 4))),
)  # fmt: skip


@cache
def catalogue() -> tuple[Block, ...]:
    """Every measured unit, by family, modulus and method."""
    return tuple(block for kind in KINDS for block, _ in kind.measured())


def identity(block: Block) -> dict[str, int | str]:
    """What identifies an arithmetic unit: unit (its family), method, form, q and latency."""
    unit = block.unit
    named = {"unit": block.kind.family, "method": unit.method.label, "form": unit.form}
    return {**named, "q": unit.q, "latency": unit.latency}
