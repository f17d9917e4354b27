# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The reductions by shifts and additions against plain integers, and against the model bit for bit.

The quotient depends on the bits of x above a limit alone, so its bound is computed for all of them; the
reduction runs over every value for 3329, and for 12289 over both ends of what each quotient covers.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from arith_cases import Array, batch, equal, pairs, sample, signed, unit
from reduction_cases import REFUSED, SHIFT_ADD

from twiddle.errors import TwiddleError
from twiddle.model import arith, methods, shift_add
from twiddle.model.methods import Method
from twiddle.sim import UnitSimulator

pytestmark = pytest.mark.covers("twd_mod_shift_add", "twd_shift_add_pkg")

DROPPED = {3329: 10, 12289: 11}
"""Bits of x that the quotient does not see."""

MODULI = pytest.mark.parametrize("q", shift_add.MODULI)

batch(
    [
        *(("twd_mod_shift_add", {"Q": q, "Lazy": lazy}) for q in shift_add.MODULI for lazy in (0, 1)),
        *(
            (top, {"Q": q, "Method": Method.SHIFT_ADD.parameter})
            for q in shift_add.MODULI
            for top in ("twd_mod_mul", "twd_mod_mul_lazy")
        ),
    ]
)


def blocks(q: int) -> tuple[Array, Array]:
    """First and last value of every block of x with the same quotient."""
    largest = arith.largest_product(q)
    first = np.arange((largest >> DROPPED[q]) + 1) << DROPPED[q]
    return first, np.minimum(first + (1 << DROPPED[q]) - 1, largest)


@MODULI
def test_bound_of_the_remainder(q: int) -> None:
    """x - q^ q is in (-q, q), for every quotient; the numbers of the header."""
    first, last = blocks(q)
    equal(shift_add.shift_add_quotient(q, first), shift_add.shift_add_quotient(q, last))
    least = first - q * shift_add.shift_add_quotient(q, first)
    most = last - q * shift_add.shift_add_quotient(q, last)
    assert -q < least.min()
    assert most.max() < q
    if q == 12289:
        assert [least.min(), least.max(), most.max()] == [-12288, 10239, 12286]
    equal(shift_add.mod_shift_add(q, first), first % q)


@MODULI
@pytest.mark.parametrize("lazy", [0, 1])
def test_reduction(q: int, lazy: int) -> None:
    """Every value for 3329; for 12289 both ends of every block, both sides of every multiple, random ones."""
    reducer = unit("twd_mod_shift_add", Q=q, Lazy=lazy)
    largest = arith.largest_product(q)
    if q == 3329:
        x = np.arange(largest + 1)
    else:
        near = (np.arange(q)[:, None] * q + np.arange(-1, 2)).ravel()
        rest = np.random.default_rng(q).integers(0, largest, 1 << 20, endpoint=True)
        x = np.clip(np.concatenate([*blocks(q), near, rest]), 0, largest)
    latency = shift_add.LAZY_LATENCY if lazy else shift_add.LATENCY
    got = reducer.run({"x_i": x}, latency=latency)["result_lazy_o"]
    if lazy:
        got = signed(got, q.bit_length() + 1)
        equal(got, shift_add.remainder(q, x))
    else:
        equal(got, shift_add.mod_shift_add(q, x))
    equal(got % q, x % q)


def operands(q: int) -> Iterator[tuple[Array, Array]]:
    """Few: `make exhaust` tries all pairs, and the lazy results are canonical."""
    yield from sample(q, 1 << 16, seed=q)
    yield from pairs(range(q), [q - 1])
    yield from pairs([q - 1], range(q))


@MODULI
@pytest.mark.parametrize("top", ["twd_mod_mul", "twd_mod_mul_lazy"])
def test_products(q: int, top: str) -> None:
    """Canonical in six cycles, that of the paper's ModMult, lazy or not."""
    assert methods.latency(Method.SHIFT_ADD, q) == methods.lazy_latency(Method.SHIFT_ADD, q) == 6
    multiplier = unit(top, Q=q, Method=Method.SHIFT_ADD.parameter)
    for a, b in operands(q):
        (got,) = multiplier.run({"a_i": a, "b_i": b}, latency=6).values()
        equal(got, a * b % q)
        equal(got, methods.mod_mul(Method.SHIFT_ADD, q, a, b))


@MODULI
def test_gaps_lose_nothing(q: int) -> None:
    a, b = np.random.default_rng(q).integers(0, q, (2, 50_000))
    multiplier = unit("twd_mod_mul", Q=q, Method=Method.SHIFT_ADD.parameter)
    for enable in (0.5, 0.1):
        options: dict[str, Any] = {"enable": enable, "seed": 3, "random_state": True}
        equal(multiplier.run({"a_i": a, "b_i": b}, latency=6, **options)["product_o"], a * b % q)


@pytest.mark.parametrize("wrong", [-1, 1])
def test_another_latency_matches_nothing(wrong: int) -> None:
    a = np.arange(1, 3329)
    b = a[::-1].copy()
    multiplier = unit("twd_mod_mul", Q=3329, Method=Method.SHIFT_ADD.parameter)
    got = multiplier.run({"a_i": a, "b_i": b}, latency=6 + wrong)["product_o"]
    assert (got != a * b % 3329).mean() > 0.9


# --- refusals -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("top", "parameters"),
    [
        *((top, parameters) for top, parameters, rule in REFUSED if rule == SHIFT_ADD),
        ("twd_mod_mul", {"Q": 7681, "Method": Method.SHIFT_ADD.parameter}),
    ],
)
def test_elaboration_refuses(top: str, parameters: dict[str, int | str]) -> None:
    with pytest.raises(TwiddleError) as error:
        UnitSimulator(top, parameters)
    assert str(error.value).endswith(f"twd_mod_shift_add: {SHIFT_ADD}")
    assert "\n" not in str(error.value)


def test_python_refuses() -> None:
    assert [q for q in range(3, 1 << 14, 2) if Method.SHIFT_ADD in methods.supported(q)] == [3329, 12289]
    with pytest.raises(TwiddleError) as error:
        methods.check(Method.SHIFT_ADD, 7681)
    others = ", ".join(other.label for other in methods.supported(7681))
    assert str(error.value) == (
        "method shift_add, q = 7681: its sums of shifts are derived for 3329 and 12289 alone; "
        f"methods that work: {others}"
    )
    with pytest.raises(TwiddleError, match="shift_add leaves no power of two"):
        methods.check(Method.SHIFT_ADD, 3329, 1)
