# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The units of the core `pwmm` by themselves, and what it refuses."""

from typing import Any

import numpy as np
import pytest
from arith_cases import batch, edges, equal, pairs, unit
from core_cases import user_ring

from twiddle import model, ring
from twiddle.base.rings import Ring
from twiddle.model.pwmm import fold_low_largest, fold_low_plan, mod_fold_low, reduce, row_mul_add, row_unit
from twiddle.tools.sim.unit import UnitSimulator

pytestmark = pytest.mark.covers(
    "twd_fifo", "twd_fold_pkg", "twd_mod_fold", "twd_pair_twiddle_rom", "twd_pwmm_reduce", "twd_row_mul_add"
)


def literal(value: int) -> str:
    return f"64'd{value}"


def largest_parameters(a: int, b: int, add: int) -> dict[str, str]:
    return {"ALargest": literal(a), "BLargest": literal(b), "AddLargest": literal(add)}


def rows_unit(a: int, b: int, add: int) -> tuple[UnitSimulator, int]:
    """The unit, and its cycles from a_i on."""
    return unit("twd_row_mul_add", **largest_parameters(a, b, add)), 1 + (b.bit_length() + 1) // 2


NARROW = [(4, 4, 0), (4, 5, 7)]
"""Bits of two factors and an addend."""

WIDE = [
    (4095, 4095, 0),
    (4095, 4095, 3328 << 7),
    (3328, 3947, 2**24 + 1),
    (8191, 8191, 7680 << 8),
    (2**24 - 1, 2**24 - 1, 2**40),
]
"""The largest of each."""

LOW_FOLDS = [
    (3329, 7, 2 * 4095**2),
    (3329, 15, 4095**2),
    (7681, 8, 8191**2),
    (12289, 10, 2**28),
    (8380417, 8, 2**46),
    (17, 1, 2000),
    (17, 24, 2**26),
    (8380417, 26, 2**46),
    (17, 32, 2**40),
]
"""Modulus, halvings, the largest operand."""

REDUCTIONS = [(3329, 0), (3329, 7), (8380417, 0), (8380417, 8), (12289, 9)]


def reduction(q: int, halvings: int) -> dict[str, int | str]:
    return {"Q": q, "Halvings": halvings, "Largest": literal(2 * (1 << q.bit_length()) ** 2)}


TABLES = [(ring("ml-kem"), 1), (ring("ml-kem"), 2), (user_ring(2048, 12289, False), 1)]


def table(of: Ring, step: int, offset: int, factor: int) -> dict[str, int | str]:
    return {"Ring": of.parameter, "Step": step, "Offset": offset, "Factor": factor}


BUFFERS = [(4, 2), (16, 5), (32, 27)]

batch(
    [
        *(("twd_row_mul_add", largest_parameters(*((1 << bits) - 1 for bits in one))) for one in NARROW),
        *(("twd_row_mul_add", largest_parameters(*one)) for one in (*WIDE, (255, 255, 255))),
        *(
            ("twd_mod_fold", {"Q": q, "Largest": literal(largest), "Halvings": halvings, "OnlyLow": 1})
            for q, halvings, largest in LOW_FOLDS
        ),
        *(("twd_pwmm_reduce", reduction(*one)) for one in REDUCTIONS),
        *(
            ("twd_pair_twiddle_rom", table(of, step, offset, factor))
            for of, step in TABLES
            for offset, factor in ((0, 1), (step - 1, 5))
        ),
        *(("twd_fifo", {"Width": 9, "Depth": depth, "Reserve": reserve}) for depth, reserve in BUFFERS),
    ]
)


@pytest.mark.parametrize(("a_bits", "b_bits", "add_bits"), NARROW)
def test_small_products_with_every_operand(a_bits: int, b_bits: int, add_bits: int) -> None:
    """Every pair of factors; of the addend the ends and random ones."""
    largest = [(1 << bits) - 1 for bits in (a_bits, b_bits, add_bits)]
    adder, latency = rows_unit(*largest)
    rng = np.random.default_rng(1)
    for a, b in pairs(range(1 << a_bits), range(1 << b_bits)):
        for add in (0 * a, 0 * a + largest[2], rng.integers(0, largest[2] + 1, len(a))):
            got = adder.run({"a_i": a, "b_i": b, "add_i": add}, latency=latency, late={"b_i": 1, "add_i": 1})
            equal(got["sum_o"], a * b + add)


@pytest.mark.parametrize(("a", "b", "add"), WIDE)
def test_wide_products(a: int, b: int, add: int) -> None:
    adder, latency = rows_unit(a, b, add)
    rng = np.random.default_rng(2)
    first, second = (np.unique([*edges(limit), limit]) for limit in (a, b))
    x, y = (np.concatenate(parts) for parts in zip(*pairs(first, second), strict=True))
    x = np.concatenate([x, rng.integers(0, a + 1, 50_000)])
    y = np.concatenate([y, rng.integers(0, b + 1, 50_000)])
    z = rng.integers(0, add + 1, len(x))
    z[::3] = add
    options: dict[str, Any] = {"late": {"b_i": 1, "add_i": 1}, "enable": 0.5, "seed": 3}
    got = adder.run({"a_i": x, "b_i": y, "add_i": z}, latency=latency, **options)["sum_o"]
    equal(got, row_mul_add(x, y, z))


def test_the_addend_comes_with_the_second_factor() -> None:
    adder, latency = rows_unit(255, 255, 255)
    a, b = np.random.default_rng(4).integers(0, 256, (2, 1000))
    got = adder.run({"a_i": a, "b_i": b, "add_i": b}, latency=latency - 1, late={"b_i": 1, "add_i": 1})["sum_o"]
    assert not np.array_equal(got, a * b + b)


@pytest.mark.parametrize(("q", "halvings", "largest"), LOW_FOLDS)
def test_low_folds(q: int, halvings: int, largest: int) -> None:
    """Every value where there are up to 2^22, otherwise the ends and random ones; range and congruence."""
    folder = unit("twd_mod_fold", Q=q, Largest=literal(largest), Halvings=halvings, OnlyLow=1)
    rng = np.random.default_rng(halvings)
    x = np.arange(largest + 1) if largest < 1 << 22 else rng.integers(0, largest + 1, 1 << 20)
    x[-100:] = np.arange(largest - 99, largest + 1)
    got = folder.run({"x_i": x}, latency=len(fold_low_plan(halvings)))["result_lazy_o"]
    equal(got, mod_fold_low(q, x, halvings))
    assert got.max() <= fold_low_largest(q, largest, halvings)
    equal(got * pow(2, halvings, q) % q, x % q)
    assert sum(fold_low_plan(halvings)) == halvings
    assert max(fold_low_plan(halvings)) <= 5


@pytest.mark.parametrize(("q", "halvings"), REDUCTIONS)
def test_reductions(q: int, halvings: int) -> None:
    largest = 2 * (1 << q.bit_length()) ** 2
    x = np.random.default_rng(q).integers(0, largest + 1, 1 << 18)
    x[:200], x[-200:] = np.arange(200), np.arange(largest - 199, largest + 1)
    low = len(fold_low_plan(halvings))
    folds = len(model.fold.fold_plan(q, fold_low_largest(q, largest, halvings)))
    reducer = unit("twd_pwmm_reduce", **reduction(q, halvings))
    got = reducer.run({"x_i": x}, latency=low + folds + 1, enable=0.7, seed=1)["result_o"]
    equal(got, x % q * pow(2, -halvings, q) % q)
    equal(got, reduce(q, x, largest, halvings))


@pytest.mark.parametrize("name", ["ml-kem", "kyber-v1", "ml-dsa"])
@pytest.mark.parametrize("scaled", [False, True])
def test_the_model_of_a_unit_is_the_sum(name: str, scaled: bool) -> None:
    """For pairs with their zeta, raw operands, and any sum so far."""
    of = ring(name)
    rng = np.random.default_rng(of.q)
    a, b = rng.integers(0, 1 << of.bits, (2, 20, of.n))
    a[:2], b[:2] = (1 << of.bits) - 1, (1 << of.bits) - 1
    acc = rng.integers(0, of.q, (20, of.n))
    zeta = 0 if of.complete else model.pair_zetas(of) * pow(2, of.bits + 3, of.q) % of.q
    pairs_of = (each.reshape(20, -1, 2) for each in (a, b, acc))
    got = row_unit(of, scaled, *pairs_of, zeta).reshape(20, -1)
    scale = pow(2, -of.layers, of.q) if scaled else 1
    equal(got, (acc + scale * model.pwm(of, a % of.q, b % of.q)) % of.q)


@pytest.mark.parametrize(("of", "step"), TABLES, ids=str)
def test_the_table_of_zetas(of: Ring, step: int) -> None:
    for offset, factor in ((0, 1), (step - 1, 5)):
        rom = unit("twd_pair_twiddle_rom", **table(of, step, offset, factor))
        address = np.arange(of.n // 2 // step)
        got = rom.run({"addr_i": address}, latency=2)["zeta_o"]
        equal(got, model.pair_zetas(of)[offset::step] * factor % of.q)


@pytest.mark.parametrize(("depth", "reserve"), BUFFERS)
def test_buffer(depth: int, reserve: int) -> None:
    """A source that heeds room_o `reserve` - 2 cycles late loses nothing; room_o cycle by cycle."""
    rng = np.random.default_rng(depth)
    fifo = unit("twd_fifo", Width=9, Depth=depth, Reserve=reserve)
    count, late = 3000, reserve - 2
    for source, sink in ((0.5, 0.5), (1.0, 0.4), (0.9, 1.0)):
        offered, ready = rng.random(count) < source, rng.random(count) < sink
        data = rng.integers(0, 512, count)
        write, room = np.zeros(count, np.bool_), np.zeros(count + 1, np.bool_)
        stored = before = 0
        for cycle in range(count):
            write[cycle] = offered[cycle] and cycle > late and room[cycle - late]
            room[cycle + 1], before = before < depth - reserve, stored
            stored += int(write[cycle]) - int(stored > 0 and ready[cycle])
        inputs = {"w_valid_i": write.astype(int), "w_data_i": data, "r_ready_i": ready.astype(int)}
        got = fifo.run(inputs, latency=0, random_state=True)
        taken = (got["r_valid_o"] & inputs["r_ready_i"]).astype(bool)
        equal(got["r_data_o"][taken], data[write][: taken.sum()])
        equal(got["room_o"][2:], room[2:count].astype(int))
        assert write.sum() - taken.sum() == stored
        assert taken.sum() > count // 10
