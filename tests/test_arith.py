# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The arithmetic units against their definition in plain integers, and against the model bit for bit.

Every operand pair of small moduli, otherwise corners and seeded random numbers: `make exhaust` tries every
pair of the narrow ones, and test_exhaust.py holds its record to the present sources. Results are collected at
the latency that the model states: one cycle more or less, and nothing matches.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from arith_cases import NARROW, WIDE, Array, batch, check_lazy, edges, equal, pairs, signed, unit
from covers import marked

from twiddle.base.rings import rings
from twiddle.model import arith, fold, methods
from twiddle.model.iterative import Schedule

pytestmark = pytest.mark.covers(
    "twd_butterfly",
    "twd_butterfly_pkg",
    "twd_dsp_product",
    "twd_fold_pkg",
    "twd_method_pkg",
    "twd_mod_add",
    "twd_mod_correct",
    "twd_mod_fold",
    "twd_mod_fold_step",
    "twd_mod_halve",
    "twd_mod_mul",
    "twd_mod_mul_lazy",
    "twd_mod_reduce",
    "twd_mod_sub",
    "twd_modarith_pkg",
)

SMALL = (3, 17, 97, 577)
"""The units take every odd q from 3 on, the rings every prime of at least five bits."""

MODULI = (*SMALL, *NARROW, *WIDE)

KEPT = (3, 577, 3329, 8380417)
"""Those of every run; `make matrix` has the others too."""

ADD_LATENCY = 2

BUTTERFLY_MODULI = (577, *NARROW, *WIDE)


def ranges(q: int) -> list[int]:
    """Largest values to reduce: a product; for one modulus of each kind a sum, and two bits more."""
    product = arith.largest_product(q)
    return [2 * q - 2, product, 4 * product + 3] if q in (577, 3329, 8380417) else [product]


FOLDS = [(q, largest) for q in (577, *NARROW, *WIDE) for largest in ranges(q)]


def steps(q: int) -> list[tuple[fold.Fold, dict[str, Any]]]:
    """Each step of the fold of a product, and the parameters of its unit."""
    plan = fold.fold_plan(q, arith.largest_product(q))
    bounds = [arith.largest_product(q), *(one.largest for one in plan)]
    step = plan[0].width - plan[0].low
    return [
        (one, {"Q": q, "Largest": f"64'd{largest}", "Step": step, "Last": int(one is plan[-1])})
        for one, largest in zip(plan, bounds, strict=False)
    ]


UNITS = [
    *(("twd_mod_fold", {"Q": q, "Largest": f"64'd{largest}"}) for q, largest in FOLDS),
    *(("twd_mod_fold_step", parameters) for q in (3329, *WIDE) for _, parameters in steps(q)),
    *((top, {"Q": q}) for top in ("twd_mod_add", "twd_mod_sub") for q in MODULI),
    *(("twd_mod_correct", {"Q": q, "Above": above}) for above in (0, 1) for q in MODULI),
    *(("twd_mod_halve", {"Q": q}) for q in MODULI),
    *(("twd_butterfly", {"Q": q}) for q in BUTTERFLY_MODULI),
]
batch(unit for unit in UNITS if unit[1]["Q"] in KEPT)
batch(unit for unit in UNITS if unit[1]["Q"] not in KEPT)

EVERY_MODULUS = pytest.mark.parametrize("q", marked(MODULI, kept=KEPT))


# --- folds --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("q", "largest"), marked(FOLDS, kept=[one for one in FOLDS if one[0] in KEPT]))
def test_folds(q: int, largest: int) -> None:
    """The whole input range up to 2^24; above, the ends, both sides of every table entry, and random ones."""
    folder = unit("twd_mod_fold", Q=q, Largest=f"64'd{largest}")
    assert [port.bits for port in folder.inputs] == [largest.bit_length()]
    if largest < 1 << 24:
        x = np.arange(largest + 1)
    else:
        steps = [h << plan.low for plan in fold.fold_plan(q, largest) for h in range(len(plan.table))]
        near = [step + d for step in (*steps, largest) for d in (-2, -1, 0, 1)]
        inside = [value for value in near if 0 <= value <= largest]
        x = np.concatenate([inside, np.random.default_rng(q).integers(0, largest, 1 << 20, endpoint=True)])
    latency = len(fold.fold_plan(q, largest))
    got = folder.run({"x_i": x}, latency=latency)["result_lazy_o"]
    check_lazy(got, q, x, fold.mod_fold(q, x, largest))


@pytest.mark.parametrize("q", marked([3329, *WIDE], kept=KEPT))
def test_bounds_of_every_fold(q: int) -> None:
    """A step takes and gives the widths of the plan; its largest result is the plan's bound."""
    largest = arith.largest_product(q)
    for one, parameters in steps(q):
        last = bool(parameters["Last"])
        fitted = unit("twd_mod_fold_step", **parameters)
        bits = q.bit_length() + 1 if last else one.largest.bit_length()
        assert [port.bits for port in (*fitted.inputs, *fitted.outputs)] == [largest.bit_length(), bits]
        low = (1 << one.low) - 1
        tops = np.arange((largest >> one.low) + 1) << one.low  # every table entry, with all low bits 0 and 1
        rest = np.random.default_rng(q).integers(0, largest, 1 << 16, endpoint=True)
        x = np.minimum(np.concatenate([tops, tops + low, rest]), largest)
        got = fitted.run({"x_i": x}, latency=1)["sum_o"]
        got = signed(got, bits) if last else got
        equal(got, (x & low) + np.array(one.table)[x >> one.low])
        equal(got % q, x % q)
        assert -q < got.min()
        assert got.max() <= one.largest
        reached = np.array(one.table[: (largest >> one.low) + 1])
        if reached.argmax() < largest >> one.low:
            assert got.max() == one.largest
        largest = one.largest
    assert largest < q


# --- sums, corrections, halves ------------------------------------------------------------------------------


def sums(q: int) -> Iterator[tuple[Array, Array]]:
    """Canonical first operands with lazy second ones, in (-q, q): every pair to 12 bits."""
    if q.bit_length() <= 12:
        yield from pairs(range(q), range(-q + 1, q))
    else:
        yield from pairs(edges(q), [*(-value for value in edges(q)), *edges(q)])
        rng = np.random.default_rng(q)
        yield rng.integers(0, q, 1 << 20), rng.integers(-q + 1, q, 1 << 20)


@EVERY_MODULUS
def test_sums(q: int) -> None:
    adder = unit("twd_mod_add", Q=q)
    for a, b in sums(q):
        equal(adder.run({"a_i": a, "b_lazy_i": b}, latency=ADD_LATENCY)["sum_o"], (a + b) % q)


@EVERY_MODULUS
def test_differences(q: int) -> None:
    subtractor = unit("twd_mod_sub", Q=q)
    for a, b in sums(q):
        equal(subtractor.run({"a_i": a, "b_lazy_i": b}, latency=ADD_LATENCY)["difference_o"], (a - b) % q)


@EVERY_MODULUS
@pytest.mark.parametrize("above", [0, 1])
def test_every_correction(q: int, above: int) -> None:
    raw = np.arange(-q + 1, 2 * q if above else q)
    got = unit("twd_mod_correct", Q=q, Above=above).run({"raw_i": raw}, latency=0)["result_o"]
    equal(got, raw % q)
    equal(got[::7], arith.mod_correct(q, raw[::7]))


@EVERY_MODULUS
def test_every_half(q: int) -> None:
    total = np.arange(2 * q - 1)
    got = unit("twd_mod_halve", Q=q).run({"sum_i": total}, latency=0)["half_o"]
    assert got.max() < q
    equal(2 * got % q, total % q)
    equal(got[::7], arith.mod_halve(q, total[::7]))


# --- butterflies --------------------------------------------------------------------------------------------

LATE = {"twiddle_i": 1, "other_i": 1, "feed_s_i": 1, "feed_x_i": 1}
TWIDDLE, U, OTHER = range(3)
HALF, FEED, ZERO = range(3)
OPERANDS = ("u_i", "v_i", "twiddle_i", "other_i", "feed_s_i", "feed_x_i")
SELECTORS = ("minus_i", "gs_i", "by_i", "add_i", "feed_x_en_i")


def butterfly_inputs(q: int, count: int, seed: int, **fixed: int) -> dict[str, Array]:
    """Random operands, a quarter of each from the corners; selectors random where they are not fixed."""
    rng = np.random.default_rng(seed)
    inputs = {}
    for name in OPERANDS:
        values = rng.integers(0, q, count)
        inputs[name] = np.where(rng.random(count) < 0.25, rng.choice(edges(q), count), values)
    for name in SELECTORS:
        top = 3 if name in ("by_i", "add_i") else 2
        inputs[name] = np.full(count, fixed[name]) if name in fixed else rng.integers(0, top, count)
    return inputs


def butterfly(q: int, inputs: dict[str, Array], **options: Any) -> tuple[Array, Array, Array]:
    latency = {"difference_d_o": 1, "sum_o": methods.butterfly_latency(q), "diff_o": methods.butterfly_latency(q)}
    result = unit("twd_butterfly", Q=q).run(inputs, latency=latency, late=LATE, **options)
    return result["sum_o"], result["diff_o"], result["difference_d_o"]


BUTTERFLIES = pytest.mark.parametrize("q", marked(BUTTERFLY_MODULI, kept=KEPT))


@BUTTERFLIES
def test_cooley_tukey(q: int) -> None:
    inputs = butterfly_inputs(q, 1 << 18, 1, minus_i=0, gs_i=0, by_i=TWIDDLE, add_i=HALF, feed_x_en_i=0)
    got = butterfly(q, inputs)
    u, v, w = (inputs[name] for name in OPERANDS[:3])
    equal(np.stack(got), np.stack([(u + v * w) % q, (u - v * w) % q, v]))
    equal(np.stack(got[:2]), np.stack(arith.butterfly_ct(q, u, v, w)))


@BUTTERFLIES
def test_gentleman_sande(q: int) -> None:
    inputs = butterfly_inputs(q, 1 << 18, 2, minus_i=1, gs_i=1, by_i=TWIDDLE, add_i=HALF, feed_x_en_i=0)
    got = butterfly(q, inputs)
    u, v, w = (inputs[name] for name in OPERANDS[:3])
    equal(np.stack(got), np.stack([(u + v) * ((q + 1) // 2) % q, (u - v) * w % q, (v - u) % q]))
    equal(np.stack(got[:2]), np.stack(arith.butterfly_gs(q, u, v, w)))


@BUTTERFLIES
def test_product(q: int) -> None:
    inputs = butterfly_inputs(q, 1 << 18, 3, minus_i=0, gs_i=0, by_i=U, add_i=ZERO, feed_x_en_i=0)
    product, negated, _ = butterfly(q, inputs)
    expected = inputs["u_i"] * inputs["v_i"] % q
    equal(product, expected)
    equal(negated, -expected % q)


@BUTTERFLIES
def test_base_multiplication(q: int) -> None:
    """The two fed butterflies: s + x * twiddle, and s - difference * other."""
    inputs = butterfly_inputs(q, 1 << 18, 4, minus_i=1, gs_i=0, by_i=TWIDDLE, add_i=FEED, feed_x_en_i=1)
    s, x, w = inputs["feed_s_i"], inputs["feed_x_i"], inputs["twiddle_i"]
    equal(np.stack(butterfly(q, inputs)[:2]), np.stack([(s + x * w) % q, (s - x * w) % q]))
    inputs |= {"by_i": np.full(1 << 18, OTHER), "feed_x_en_i": np.zeros(1 << 18, np.int64)}
    product = (inputs["v_i"] - inputs["u_i"]) * inputs["other_i"]
    equal(np.stack(butterfly(q, inputs)[:2]), np.stack([(s + product) % q, (s - product) % q]))


@BUTTERFLIES
@pytest.mark.parametrize("enable", [1.0, 0.4])
def test_every_mode_in_turn(q: int, enable: float) -> None:
    """Every combination of the selectors, another one each cycle, from the formulas of the header."""
    inputs = butterfly_inputs(q, 1 << 17, 5)
    u, v, twiddle, other, feed_s, feed_x = (inputs[name] for name in OPERANDS)
    minus, gs, by, add, feed = (inputs[name] for name in SELECTORS)
    assert len(np.unique(np.stack([minus, gs, by, add, feed]), axis=1).T) == 2 * 2 * 3 * 3 * 2
    difference = v - minus * u
    total = u + np.where(minus == 1, v, u)
    s = np.choose(add, [total * ((q + 1) // 2) % q, feed_s, 0 * u])
    product = np.where(feed == 1, feed_x, difference % q) * np.choose(by, [twiddle, u, other])
    expected = [(s + (1 - gs) * product) % q, ((1 - gs) * s - product) % q, difference % q]
    equal(np.stack(butterfly(q, inputs, enable=enable, seed=q)), np.stack(expected))


# --- gaps and latencies -------------------------------------------------------------------------------------


@pytest.mark.parametrize("q", marked([97, 3329, 8380417], kept=KEPT))
@pytest.mark.parametrize("top", ["twd_mod_add", "twd_mod_sub"])
def test_gaps_lose_nothing(top: str, q: int) -> None:
    """en_i = 0 freezes the whole pipe, with random registers at the start."""
    a, b = np.random.default_rng(q).integers(0, q, (2, 50_000))
    for enable in (0.5, 0.1):
        options: dict[str, Any] = {"enable": enable, "seed": 7, "random_state": True}
        (got,) = unit(top, Q=q).run({"a_i": a, "b_lazy_i": b}, latency=ADD_LATENCY, **options).values()
        equal(got, (a + b if top == "twd_mod_add" else a - b) % q)


@pytest.mark.parametrize(("q", "whole"), [(3329, 15), (7681, 15), (12289, 15), (8380417, 18)])
def test_latencies_are_those_of_the_headers(q: int, whole: int) -> None:
    of = next(of for of in rings() if of.q == q)
    assert methods.butterfly_latency(q) + 4 == Schedule(of, 4).write_delay == whole
