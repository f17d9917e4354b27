# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Barrett, Montgomery and Plantard against plain integers, and against the model bit for bit.

Every operand pair of small moduli; of the others corners with corners, every operand with a few, and random
ones, unless `make exhaust` takes every pair. The reductions also on both sides of every multiple of q.
"""

from collections.abc import Iterator
from math import gcd

import numpy as np
import pytest
from arith_cases import Array, batch, edges, equal, exhausted, pairs, sample, signed, unit

from twiddle.errors import TwiddleError
from twiddle.model import arith, barrett, const_product, methods, montgomery, plantard
from twiddle.model.methods import Method
from twiddle.sim import UnitSimulator

pytestmark = pytest.mark.covers(
    "twd_barrett_pkg",
    "twd_const_product",
    "twd_const_product_pkg",
    "twd_mod_barrett",
    "twd_mod_montgomery",
    "twd_mod_plantard",
    "twd_montgomery_pkg",
    "twd_plantard_pkg",
)

YARDSTICKS = (Method.BARRETT, Method.MONTGOMERY, Method.PLANTARD)
SMALL = (3, 17, 97, 577)
NARROW = (3329, 7681, 12289)
WIDE = (8380417, 8404993)
LIMITS = (131071, 131073, 2**24 - 1)
"""The widest whole product, the narrowest split one, the largest q."""

METHODS = pytest.mark.parametrize("method", YARDSTICKS, ids=lambda method: method.label)


LAZY = (17, 3329, 12289, 8380417)
GAPS = (97, 3329, 8380417)

PRODUCTS = [
    (24, 3329, 12, 24),
    (1, 1, 0, 1),
    (17, 2**17 - 1, 0, 34),
    (18, 2**17, 17, 18),
    (35, -5, 3, 30),
    (17, -(2**17), 0, 40),
    (26, -(2**26 - 3), 27, 25),
    (48, 2**48 - 59, 24, 24),
    (51, 2**50 + 12345, 0, 52),
    (51, -(2**51), 20, 43),
    (12, 0, 0, 12),
]
"""Products with constants: width of the operand, constant, bits left out, bits of the result."""


def products(q: int) -> list[tuple[int, int, int, int]]:
    """Those of the three reductions."""
    bits, word = q.bit_length(), plantard.word(q)
    largest = arith.largest_product(q).bit_length()
    return [
        (largest - barrett.low(q), barrett.factor(q), barrett.fraction(q), bits + 1),
        (bits + 1, q, 0, bits + 1),
        (bits, montgomery.inverse(q, bits), 0, bits),
        (bits, q, bits, bits),
        (largest, plantard.factor(q), word, word),
        (word + 1, q, word, bits),
    ]


CONSTANTS = [*PRODUCTS, *(one for q in WIDE for one in products(q))]


def const_product_parameters(width: int, constant: int, low: int, out: int) -> dict[str, int | str]:
    return {"InWidth": width, "Constant": f"64'h{constant % 2**64:x}", "Low": low, "OutWidth": out}


batch(
    [
        *(
            (top, {"Q": q, "Method": method.parameter})
            for top, moduli in (
                ("twd_mod_mul", (*SMALL, *NARROW, *WIDE, *LIMITS)),
                ("twd_mod_mul_lazy", sorted({*LAZY, *GAPS})),
            )
            for q in moduli
            for method in YARDSTICKS
        ),
        *(
            (f"twd_mod_{method.label}", {"Q": q})
            for q in (*SMALL, *NARROW, *WIDE, *LIMITS)
            for method in YARDSTICKS
        ),
        *(("twd_const_product", const_product_parameters(*one)) for one in CONSTANTS),
    ]
)


def operands(q: int, exhausted: bool = False) -> Iterator[tuple[Array, Array]]:
    if q in SMALL:
        yield from pairs(range(q), range(q))
        return
    yield from sample(q, 1 << 16 if exhausted else 1 << 20, seed=q)
    if q in NARROW and not exhausted:
        few = [*edges(q)[-4:], *np.random.default_rng(q).integers(0, q, 12)]
        yield from pairs(range(q), few)
        yield from pairs(few, range(q))


@METHODS
@pytest.mark.parametrize("q", [*SMALL, *NARROW, *WIDE, *LIMITS])
def test_products(method: Method, q: int) -> None:
    multiplier = unit("twd_mod_mul", Q=q, Method=method.parameter)
    scale = methods.scale(method, q)
    for a, b in operands(q, exhausted(method, q)):
        got = multiplier.run({"a_i": a, "b_i": b}, latency=methods.latency(method, q))["product_o"]
        equal(got, a * b % q * scale % q)
        equal(got, methods.mod_mul(method, q, a, b))


@METHODS
@pytest.mark.parametrize("q", LAZY)
def test_lazy_products(method: Method, q: int) -> None:
    """In (-q, q), or [0, q) where the method is canonical; the representative that the model says."""
    multiplier = unit("twd_mod_mul_lazy", Q=q, Method=method.parameter)
    for a, b in operands(q):
        latency = methods.lazy_latency(method, q)
        raw = multiplier.run({"a_i": a, "b_i": b}, latency=latency)["product_lazy_o"]
        got = signed(raw, q.bit_length() + 1)
        assert (-1 if method in methods.CANONICAL else -q) < got.min()
        assert got.max() < q
        equal(got, methods.mod_mul_lazy(method, q, a, b))


@METHODS
@pytest.mark.parametrize("q", [*SMALL, *NARROW, *WIDE, *LIMITS])
def test_reductions_around_every_multiple(method: Method, q: int) -> None:
    """Where a quotient is most easily missed; the whole input range up to 2^24."""
    reducer = unit(f"twd_mod_{method.label}", Q=q)
    largest = arith.largest_product(q)
    if largest < 1 << 24:
        x = np.arange(largest + 1)
    else:
        rng = np.random.default_rng(q)
        quotients = np.arange(q) if q in NARROW else rng.integers(0, q, 1 << 18)
        near = (quotients[:, None] * q + np.arange(-1, 2)).ravel()
        x = np.clip(np.concatenate([near, rng.integers(0, largest, 1 << 18), [largest]]), 0, largest)
    latency = methods.reduce_latency(method, q)
    got = signed(reducer.run({"x_i": x}, latency=latency)["result_lazy_o"], q.bit_length() + 1)
    assert (-1 if method in methods.CANONICAL else -q) < got.min()
    assert got.max() < q
    equal(got % q, x % q * methods.scale(method, q) % q)
    equal(got, methods.mod_reduce(method, q, x))


@METHODS
@pytest.mark.parametrize("q", GAPS)
def test_gaps_lose_nothing(method: Method, q: int) -> None:
    a, b = np.random.default_rng(q).integers(0, q, (2, 50_000))
    for top, latency, expected in (
        ("twd_mod_mul", methods.latency(method, q), methods.mod_mul(method, q, a, b)),
        ("twd_mod_mul_lazy", methods.lazy_latency(method, q), methods.mod_mul_lazy(method, q, a, b)),
    ):
        multiplier = unit(top, Q=q, Method=method.parameter)
        for enable in (0.5, 0.1):
            (got,) = multiplier.run(
                {"a_i": a, "b_i": b}, latency=latency, enable=enable, seed=3, random_state=True
            ).values()
            equal(got, expected % (2 << q.bit_length()))


@METHODS
@pytest.mark.parametrize("wrong", [-1, 1])
def test_another_latency_matches_nothing(method: Method, wrong: int) -> None:
    a = np.arange(1, 3329)
    b = a[::-1].copy()
    latency = methods.latency(method, 3329) + wrong
    got = unit("twd_mod_mul", Q=3329, Method=method.parameter).run({"a_i": a, "b_i": b}, latency=latency)
    assert (got["product_o"] != methods.mod_mul(method, 3329, a, b)).mean() > 0.9


@pytest.mark.parametrize(
    ("method", "narrow", "wide"),
    [(Method.BARRETT, 6, 13), (Method.MONTGOMERY, 6, 12), (Method.PLANTARD, 7, 15)],
    ids=lambda value: value.label if isinstance(value, Method) else None,
)
def test_latencies(method: Method, narrow: int, wide: int) -> None:
    assert [methods.latency(method, q) for q in NARROW] == [narrow] * 3
    assert methods.latency(method, 8380417) == wide


# --- the constants, in plain integers -----------------------------------------------------------------------


def test_constants() -> None:
    """The inequalities that the headers rest on, for every odd q of a few and for random ones."""
    rng = np.random.default_rng(3)
    for q in [*range(3, 2000, 2), *(2 * rng.integers(1 << 8, 1 << 23, 2000) + 1).tolist(), *WIDE, *LIMITS]:
        width, largest = q.bit_length(), (q - 1) ** 2
        mu, low = -barrett.factor(q), barrett.low(q)
        assert mu * q <= 2 ** (2 * width + 1) < (mu + 1) * q
        assert 2 * (2**low) < q or q == 3
        assert 2 * (largest >> low) < 2 ** barrett.fraction(q) * 2
        assert q * montgomery.inverse(q, width) % 2**width == 1
        assert montgomery.scale(q) * 2**width % q == 1
        word = plantard.word(q)
        assert largest + 2**word * q < 4**word
        assert word in (width, width + 1)
        assert word == width or largest + 2**width * q >= 4**width
        assert q * plantard.factor(q) % 4**word == 1
        assert plantard.scale(q) * 4**word % q == q - 1
        assert gcd(plantard.scale(q), q) == gcd(montgomery.scale(q), q) == 1


# --- products with constants --------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "constant", "low", "out"), CONSTANTS)
@pytest.mark.parametrize("enable", [1.0, 0.5])
def test_products_with_constants(width: int, constant: int, low: int, out: int, enable: float) -> None:
    product = unit("twd_const_product", **const_product_parameters(width, constant, low, out))
    corners = [value for k in range(width) for value in (2**k - 1, 2**k, 2**width - 1 - 2**k)]
    x = np.concatenate([corners, [2**width - 1], np.random.default_rng(width).integers(0, 2**width, 50_000)])
    latency = const_product.latency(width, constant, low + out)
    got = product.run({"x_i": x}, latency=latency, enable=enable, seed=1, random_state=True)["product_o"]
    expected = np.array([((value * constant) >> low) % 2**out for value in x.tolist()])
    equal(got, expected)
    equal(got, const_product.const_product(x, constant, low, out))


# --- refusals -----------------------------------------------------------------------------------------------


@METHODS
@pytest.mark.parametrize("q", [1, 3330, 2**24 + 1])
def test_units_refuse(method: Method, q: int) -> None:
    top = f"twd_mod_{method.label}"
    with pytest.raises(TwiddleError) as error:
        UnitSimulator(top, {"Q": q})
    assert str(error.value).endswith(f"{top}: Q is not odd, from 3 to below 2^24")


@METHODS
def test_halvings_are_refused(method: Method) -> None:
    assert all(method in methods.supported(q) for q in (*SMALL, *NARROW, *WIDE, *LIMITS))
    with pytest.raises(
        TwiddleError, match=rf"method {method.label}, q = 3329: .*Halvings = 7\); methods that"
    ):
        methods.check(method, 3329, 7)
