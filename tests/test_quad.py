# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The core `quad` inside: memory after every pass, addresses, tables, products, the cycles of the paper."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from arith_cases import batch, unit
from core_cases import OPERATIONS, repeat, simulator
from core_points import each
from covers import covering, few
from port_values import unpacked
from quad_cases import POINTS, USER, Point, first_wrong_address, first_wrong_pass, record

from twiddle.base.rings import Ring, ring, rings
from twiddle.model import quad
from twiddle.model.methods import Method
from twiddle.model.passes import TAKES_B
from twiddle.model.quad import mod_mul_wide, placed, signed_scale, slots, twiddle_rom

pytestmark = pytest.mark.covers(
    "twd_butterfly_2x2",
    "twd_butterfly_2x2_correct",
    "twd_butterfly_2x2_pkg",
    "twd_butterfly_2x2_sums",
    "twd_delay_ff",
    "twd_mod_correct_registered",
    "twd_mod_kred_twice",
    "twd_mod_mul_wide",
    "twd_mod_mul_wide_pkg",
    "twd_quad",
    "twd_quad_addresses",
    "twd_quad_engine",
    "twd_quad_load",
    "twd_quad_memory",
    "twd_quad_pkg",
    "twd_quad_schedule",
    "twd_quad_slots",
    "twd_quad_transpose",
    "twd_quad_twiddle_rom",
    "twd_quad_twiddles",
    "twd_quad_unload",
    "twd_quad_write",
    "twd_row_product",
    "twd_row_product_pkg",
)

LIMITS = {"falcon-1024": (1324, 2900), "qtesla-1024": (1363, 2980), "ml-dsa": (294, 670)}
"""nguyen-2019, table II: busy cycles of NTT; and of MULT at most."""


@each(POINTS)
def test_memory_after_every_pass_equals_the_model(point: Point) -> None:
    a, b = np.random.default_rng(point.seed).integers(0, point.ring.q, (2, point.ring.n))
    for operation in OPERATIONS:
        wrong = first_wrong_pass(simulator(point), point.schedule, operation, a, b)
        assert wrong is None, f"core quad, {point}, {operation}: {wrong}; seed {point.seed}\n{repeat()}"


@each(POINTS)
def test_addresses_follow_the_model(point: Point) -> None:
    a, b = np.random.default_rng(point.seed).integers(0, point.ring.q, (2, point.ring.n))
    for operation in OPERATIONS:
        traffic = record(simulator(point), point.schedule, operation, a, b)
        wrong = first_wrong_address(traffic, point.schedule, operation)
        assert wrong is None, f"core quad, {point}, {operation}: {wrong}\n{repeat()}"


@each(POINTS)
def test_every_word_once_a_pass_and_never_before_it_is_there(point: Point) -> None:
    """In the model: no word is read before the previous pass has written it, or written before it is read."""
    schedule = point.schedule
    words = set(range(schedule.slots))
    for operation in OPERATIONS:
        written: dict[int, dict[int, int]] = {0: dict.fromkeys(words, -1), 1: dict.fromkeys(words, -1)}
        start = 0
        for name, length in schedule.steps(operation):
            source = int(name.startswith(("ntt b", "psi b")))
            target = source
            if not point.ring.complete and operation in TAKES_B:
                source |= name.startswith("intt")
                target |= name.startswith("intt") or name in ("pwm cross", "pwm pair")
            now = list(slots(schedule, name))
            assert {slot.address for slot in now} == {slot.write_address for slot in now} == words
            assert all(written[source][slot.address] < start + slot.cycle for slot in now), name
            if source == target:
                read = {slot.address: slot.cycle for slot in now}
                assert all(slot.write_cycle > read[slot.write_address] for slot in now)
            written[target] = {slot.write_address: start + slot.write_cycle for slot in now}
            assert len({slot.write_cycle for slot in now}) == schedule.slots
            indices = [index for lanes in placed(schedule, name) for index in lanes]
            assert sorted(indices) == list(range(point.ring.n))
            start += length


@pytest.mark.parametrize("name", few(LIMITS, kept=["ml-dsa"]))
def test_published_cycles(name: str) -> None:
    cycles = simulator(Point(ring(name))).measure
    transform, whole = cycles("ntt").busy, cycles("mult").busy
    assert transform <= LIMITS[name][0]
    assert whole <= LIMITS[name][1]


MODULI = (3329, 7681, 12289, 8380417, 8404993)
PRODUCTS = list(product(MODULI, quad.METHODS))

ROMS = [*((of, Method.KRED) for of in rings()), (ring("ml-dsa"), Method.FOLD)]
TABLES = [(of, method, published) for published in (False, True) for of, method in ROMS]

KEPT_PRODUCTS = covering(PRODUCTS)
KEPT_TABLES = [table for table in covering(TABLES) if table[0].n <= 512]
"""Each feature once."""


def rom(of: Ring, method: Method, published: bool, rank: int) -> dict[str, int | str]:
    """Parameters of a table of twiddle factors."""
    numbers = {"Rank": rank, "Published": int(published)}
    return {"Ring": of.parameter, "Method": method.parameter, **numbers}


for every_run in (True, False):
    batch(
        [
            *(
                ("twd_mod_mul_wide", {"Q": q, "Method": method.parameter})
                for q, method in PRODUCTS
                if ((q, method) in KEPT_PRODUCTS) == every_run
            ),
            *(
                ("twd_quad_twiddle_rom", rom(of, method, published and of.complete, rank))
                for of, method, published in TABLES
                for rank in (1, 2)
                if ((of, method, published) in KEPT_TABLES) == every_run
            ),
        ]
    )


@pytest.mark.parametrize(("q", "method"), few(PRODUCTS, kept=KEPT_PRODUCTS))
def test_signed_products(q: int, method: Method) -> None:
    rng = np.random.default_rng(q)
    ends = [-2 * q + 1, 1 - q, -1, 0, 1, q - 1, q, 2 * q - 1]
    a = np.concatenate([np.repeat(ends, 5), rng.integers(1 - 2 * q, 2 * q, 100_000)])
    b = np.concatenate([np.tile([0, 1, q // 2, q - 2, q - 1], len(ends)), rng.integers(0, q, 100_000)])
    multiplier = unit("twd_mod_mul_wide", Q=q, Method=method.parameter)
    latency = quad.signed_latency(method, q)
    bits = q.bit_length()
    second = rng.integers(0, 2, a.size)
    other = rng.permutation(a)
    inputs = {"second_i": second, "a_i": np.where(second, other, a), "d_i": np.where(second, a, other), "b_i": b}
    signed = {port: values & (1 << bits + 2) - 1 for port, values in inputs.items()}
    got = multiplier.run(signed, latency=latency, enable=0.9)["product_lazy_o"]
    got = np.where(got >> bits & 1, got - (2 << bits), got)
    assert np.abs(got).max() < q
    np.testing.assert_array_equal(got % q, mod_mul_wide(q, a, b, method))


@pytest.mark.parametrize(("of", "method", "published"), few(TABLES, kept=KEPT_TABLES))
def test_twiddle_factors_are_those_of_the_model(of: Ring, method: Method, published: bool) -> None:
    published = published and of.complete
    table = twiddle_rom(of, method, published)
    address = np.arange(len(table))
    for rank in (1, 2):
        factors = unit("twd_quad_twiddle_rom", **rom(of, method, published, rank))
        none = np.zeros_like(address)
        inputs = {"w_en_i": none, "w_addr_i": none, "w_data_i": none, "r_addr_i": address}
        got = unpacked(factors.run(inputs, latency=2)["twiddle_o"], 2, of.bits)
        np.testing.assert_array_equal(got, np.array(table)[:, 2 * rank - 2 : 2 * rank])


@pytest.mark.parametrize("point", USER[:3], ids=str)
def test_layouts_hold_every_coefficient_once(point: Point) -> None:
    for transformed in (False, True):
        places = Counter(point.schedule.place(index, transformed) for index in range(point.ring.n))
        assert max(places.values()) == 1
        assert {word for word, _ in places} == set(range(point.schedule.slots))


def test_scale_is_hidden() -> None:
    """Every method but fold leaves a factor, which the tables compensate."""
    assert {method: signed_scale(method, 12289) for method in quad.METHODS} == {
        Method.FOLD: 1,
        Method.KRED: 12286,
        Method.KRED2X: 9,
        Method.TILES: 1,
        Method.LDSP: 12286,
    }
