# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What every method of modular multiplication must do, against plain integers and the model bit for bit.

A method is here by being in `twiddle.model.methods`. Every operand pair of small moduli; of the others
corners and random ones, and to 14 bits every operand with a few, unless `make exhaust` tries all.
Results are collected at the latency that the model states: one cycle more or less, and nothing matches.
"""

import numpy as np
import pytest
from arith_cases import NARROW, SHAPES, WIDE, around_multiples, batch, check_lazy, equal, operands, unit
from covers import covering, marked, named

from twiddle.base.errors import TwiddleError
from twiddle.model import arith, methods
from twiddle.model.methods import Method

pytestmark = pytest.mark.covers(
    "twd_barrett_pkg",
    "twd_method_pkg",
    "twd_mod_barrett",
    "twd_mod_kred",
    "twd_mod_kred2x",
    "twd_mod_montgomery",
    "twd_mod_mul",
    "twd_mod_mul_ldsp",
    "twd_mod_mul_lazy",
    "twd_mod_mul_rns",
    "twd_mod_mul_tiles",
    "twd_mod_plantard",
    "twd_mod_reduce",
    "twd_mod_shift_add",
    "twd_montgomery_pkg",
    "twd_plantard_pkg",
)

SMALL = (3, 17, 97, 577, 769)
LIMITS = (16385, 131071, 131073, 2**24 - 1)
"""A bit more than 2^14, the widest whole product, the narrowest split one, the largest q."""

HALVINGS = {17: (0, 3), 97: (0, 5), 3329: (0, 1, 7, 8), 7681: (0, 9), 12289: (0, 10, 12), 8380417: (0, 7)}
"""1/128 of ml-kem and 1/1024 of falcon among them, and all that q allows."""

Point = tuple[Method, int, int]
"""A method, q and halvings."""


def points(moduli: tuple[int, ...], whole: bool = True) -> list[Point]:
    """Every method at the moduli and halvings that it takes; without `whole` those that reduce a product."""
    return [
        (method, q, halvings)
        for method in Method
        for q in moduli
        for halvings in HALVINGS.get(q, (0,))
        if methods.reason(method, q, halvings) is None and (whole or method not in methods.WHOLE)
    ]


PRODUCTS = points(SMALL + NARROW + WIDE + LIMITS)
LAZY = points((17, 577, *NARROW, *WIDE))
REDUCTIONS = [point for point in points(SMALL + NARROW + WIDE + LIMITS + SHAPES, False) if not point[2]]
GAPS = [point for point in points((97, 3329, 8380417)) if not point[2]]

KEPT = covering(PRODUCTS + REDUCTIONS, first=[point for point in GAPS if point[1] == 3329])
"""The points of every run: each method modulo 3329, each q, each number of halvings."""

KEPT_LAZY = [point for point in KEPT if point[1] in (577, 3329, 8404993)]
KEPT_REDUCTIONS = [point for point in KEPT if point[1] in (3, 3329, 8404993, *SHAPES[2:])]
"""Those of every run in tests of lazy products, and of reductions."""


def parameters(method: Method, q: int, halvings: int) -> dict[str, int | str]:
    return {"Q": q, "Method": method.parameter, "Halvings": halvings}


OF_UNITS = (
    ("twd_mod_mul", PRODUCTS, KEPT),
    ("twd_mod_mul_lazy", [*LAZY, *GAPS], KEPT_LAZY),
    ("twd_mod_reduce", REDUCTIONS, KEPT_REDUCTIONS),
)
for every_run in (True, False):
    batch(
        (top, parameters(*point)) for top, chosen, kept in OF_UNITS for point in chosen if (point in kept) == every_run
    )


def each(chosen: list[Point], kept: list[Point] = KEPT) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("method", "q", "halvings"), marked(chosen, kept=kept))


EVERY = pytest.mark.parametrize("method", Method, ids=named)


@each(PRODUCTS)
def test_products(method: Method, q: int, halvings: int) -> None:
    """Canonical, times the scale."""
    multiplier = unit("twd_mod_mul", **parameters(method, q, halvings))
    scale, latency = methods.scale(method, q, halvings), methods.latency(method, q, halvings)
    compared = 0
    for a, b in operands(q, method, halvings):
        got = multiplier.run({"a_i": a, "b_i": b}, latency=latency)["product_o"]
        equal(got, a * b % q * scale % q)
        equal(got, methods.mod_mul(method, q, a, b, halvings))
        compared += len(a)
    assert compared == q * q or compared > 1 << 16


@each(LAZY, KEPT_LAZY)
def test_lazy_products(method: Method, q: int, halvings: int) -> None:
    """Congruent, in range, and the representative that the model says."""
    multiplier = unit("twd_mod_mul_lazy", **parameters(method, q, halvings))
    scale, latency = methods.scale(method, q, halvings), methods.lazy_latency(method, q, halvings)
    for a, b in operands(q, method, halvings):
        got = multiplier.run({"a_i": a, "b_i": b}, latency=latency)["product_lazy_o"]
        model = methods.mod_mul_lazy(method, q, a, b, halvings)
        check_lazy(got, q, a * b % q * scale, model, method in methods.CANONICAL)


@each(REDUCTIONS, KEPT_REDUCTIONS)
def test_reductions_around_every_multiple(method: Method, q: int, halvings: int) -> None:
    """Where a quotient is most easily missed."""
    reducer = unit("twd_mod_reduce", **parameters(method, q, halvings))
    x = around_multiples(q, arith.largest_product(q), 1 << 20)
    got = reducer.run({"x_i": x}, latency=methods.reduce_latency(method, q))["result_lazy_o"]
    exact, model = x % q * methods.scale(method, q), methods.mod_reduce(method, q, x)
    check_lazy(got, q, exact, model, method in methods.CANONICAL)


@each(GAPS, KEPT_LAZY)
def test_gaps_lose_nothing(method: Method, q: int, halvings: int) -> None:
    """en_i = 0 freezes the whole pipe, with random registers at the start."""
    a, b = np.random.default_rng(q).integers(0, q, (2, 50_000))
    for top, latency, expected in (
        ("twd_mod_mul", methods.latency(method, q), methods.mod_mul(method, q, a, b)),
        ("twd_mod_mul_lazy", methods.lazy_latency(method, q), methods.mod_mul_lazy(method, q, a, b)),
    ):
        multiplier = unit(top, **parameters(method, q, halvings))
        for enable in (0.5, 0.1):
            (got,) = multiplier.run(
                {"a_i": a, "b_i": b}, latency=latency, enable=enable, seed=3, random_state=True
            ).values()
            equal(got, expected % (2 << q.bit_length()))


@EVERY
@pytest.mark.parametrize("wrong", [-1, 1])
def test_another_latency_matches_nothing(method: Method, wrong: int) -> None:
    """What the other tests rest on: results that are off by one cycle are seen as such."""
    a = np.arange(1, 3329)
    b = a[::-1].copy()
    latency = methods.latency(method, 3329) + wrong
    got = unit("twd_mod_mul", **parameters(method, 3329, 0)).run({"a_i": a, "b_i": b}, latency=latency)
    assert (got["product_o"] != methods.mod_mul(method, 3329, a, b)).mean() > 0.9


LATENCIES = {
    Method.FOLD: (7, 7, 7, 10),
    Method.SHIFT_ADD: (6, None, 6, None),
    Method.KRED: (7, 7, 7, 9, 9),
    Method.KRED2X: (9, 9, 9, 12, 11),
    Method.LDSP: (11, 11, 12),
    Method.TILES: (11, 11, 12),
    Method.RNS: (3,),
    Method.BARRETT: (6, 6, 6, 13),
    Method.MONTGOMERY: (6, 6, 6, 12),
    Method.PLANTARD: (7, 7, 7, 15),
}
"""Of the headers and papers: cycles modulo each of NARROW and WIDE."""


@pytest.mark.parametrize("method", LATENCIES, ids=named)
def test_latencies(method: Method) -> None:
    for q, cycles in zip(NARROW + WIDE, LATENCIES[method], strict=False):
        if cycles is not None:
            assert methods.latency(method, q) == cycles
            assert methods.lazy_latency(method, q) == cycles - (method not in methods.CANONICAL)


SCALES = {Method.KRED: (13, 15, 3), Method.KRED2X: (169, 225, 9), Method.LDSP: (13, 15, 3)}
"""Of K-RED and its like, modulo each of NARROW: k, k^2."""


@EVERY
def test_scales(method: Method) -> None:
    """A requested power of two, or what the method leaves; nothing, of an exact one."""
    for q, expected in zip(NARROW, SCALES.get(method, ()), strict=False):
        assert methods.scale(method, q) == expected
    for _, q, halvings in (point for point in PRODUCTS if point[0] is method):
        scale = methods.scale(method, q, halvings)
        assert 1 <= scale < q
        assert halvings == 0 or (scale << halvings) % q == 1
        assert scale == 1 or method not in methods.EXACT


WHY = [
    (Method.SHIFT_ADD, 7681, 0, "its sums of shifts are derived only for 3329 and 12289"),
    (Method.TILES_SHIFT, 7681, 0, "its sums of shifts are derived only for 3329 and 12289"),
    (Method.KRED, 3331, 0, "3331 = 1665 * 2^1 + 1 is not k 2^m + 1 with odd k below 2^m"),
    (Method.KRED2X, 3331, 0, "3331 = 1665 * 2^1 + 1 is not k 2^m + 1 with odd k below 2^m"),
    (Method.KRED, 3329, 9, "3329 = 13 * 2^8 + 1 gives at most 8 halvings, not 9"),
    (Method.LDSP, 3331, 0, "it is 1665 * 2^1 + 1, and K-RED needs k 2^m + 1 with k below 2^m"),
    (Method.LDSP, 8380417, 0, "it has 23 bits, and the 8 x 8 Vedic middle product supports 14"),
    (Method.LDSP, 3329, 9, "K-RED halves at most m = 8 times, not 9"),
    (Method.TILES, 8380417, 0, "it has 23 bits, and tiles support 17, the width of one DSP block"),
    (Method.RNS, 8380417, 0, "11776 block RAMs"),
    (Method.RNS, 9993, 0, "q is not prime"),
    *(
        (method, 3329, 7, f"{method.label} leaves no power of two in its result (Halvings = 7)")
        for method in Method
        if method not in methods.HALVING
    ),
    (Method.FOLD, 3330, 0, "q is not odd, from 3 to below 2^24"),
    (Method.FOLD, 2**24 + 1, 0, "q is not odd, from 3 to below 2^24"),
]


@pytest.mark.parametrize(("method", "q", "halvings", "why"), WHY)
def test_python_refuses(method: Method, q: int, halvings: int, why: str) -> None:
    """With the reason, and the methods that work."""
    with pytest.raises(TwiddleError) as error:
        methods.check(method, q, halvings)
    said, _, work = str(error.value).partition("; methods that work: ")
    assert said.startswith(f"method {method.label}, q = {q}: ")
    assert why in said
    assert work == ", ".join(other.label for other in methods.supported(q, halvings))
    assert method not in methods.supported(q, halvings)


def test_some_work_for_every_modulus() -> None:
    always = {Method.FOLD, Method.BARRETT, Method.MONTGOMERY, Method.PLANTARD}
    for q in (*SMALL, *NARROW, *WIDE, *LIMITS, 3331):
        assert always <= set(methods.supported(q))
    kreds = {Method.KRED, Method.KRED2X}
    assert all(kreds <= set(methods.supported(q)) for q in (*SMALL, *NARROW, *WIDE, *SHAPES))
    assert [q for q in range(3, 1 << 14, 2) if Method.SHIFT_ADD in methods.supported(q)] == [3329, 12289]
    assert methods.supported(3329, 7) == [Method.KRED, Method.LDSP]
