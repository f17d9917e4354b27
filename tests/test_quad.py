# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The core `quad`: its schedule in the model, and its units: tables, products, the 2x2 butterfly, the transposition."""

from collections import Counter

import numpy as np
import pytest
from arith_cases import batch, signed, unit
from core_cases import OPERATIONS, Listed, user_ring
from core_points import POINTS, each
from covers import named
from port_values import packed, unpacked

from twiddle.base.rings import Ring, ring
from twiddle.model import quad
from twiddle.model.methods import Form, Method
from twiddle.model.passes import TAKES_B
from twiddle.model.quad import mod_mul_wide, placed, signed_scale, slots, twiddle_rom

pytestmark = pytest.mark.covers(
    "twd_butterfly_2x2",
    "twd_butterfly_2x2_pkg",
    "twd_butterfly_2x2_sums",
    "twd_delay_ff",
    "twd_mod_correct_registered",
    "twd_mod_kred_twice",
    "twd_mod_mul",
    "twd_quad_addresses",
    "twd_quad_engine",
    "twd_quad_load",
    "twd_quad_memory",
    "twd_quad_pkg",
    "twd_quad_schedule",
    "twd_quad_transpose",
    "twd_quad_twiddles",
    "twd_quad_write",
    "twd_row_product",
)

QUAD = [point for point in POINTS if point.design.core == "quad"]

PRODUCTS = [
    (3329, Method.FOLD),
    (7681, Method.KRED),
    (12289, Method.KRED2X),
    (8380417, Method.FOLD),
    (8380417, Method.TILES),
    (8404993, Method.LDSP),
]

TABLES = [
    (ring("ml-kem"), Method.KRED, False),
    (ring("kyber-v1"), Method.KRED, False),
    (ring("ml-dsa"), Method.FOLD, True),
    (ring("falcon-512"), Method.KRED, True),
]
"""Rings, multipliers, and whether the tables are the published ones."""

BUTTERFLIES = [(3329, Method.FOLD), (7681, Method.KRED2X), (8380417, Method.KRED)]
"""One fold or more, K-RED twice, K-RED-2x."""

LAYOUTS = [user_ring(64, 7681, True), ring("falcon-512"), user_ring(64, 7681, False)]
"""Regions in a memory each, in one, and even and odd lanes in a memory each."""

MODES = ("ct", "ct one", "gs", "gs one", "product", "cross", "pair")
"""In the order of twd_butterfly_2x2_pkg::mode_e."""


def tables(of: Ring, method: Method, published: bool) -> dict[str, int | str]:
    """Parameters of the tables of twiddle factors."""
    return {"Ring": of.parameter, "Method": method.parameter, "Published": int(published)}


def late_cycles(q: int, method: Method) -> int:
    return -(-quad.signed_latency(method, q) // 4) * 4


def butterfly(q: int, method: Method) -> dict[str, int | str]:
    return {"Q": q, "Method": method.parameter, "Pairs": 1, "LateCycles": late_cycles(q, method)}


def product(q: int, method: Method) -> dict[str, int | str]:
    return {"Q": q, "Method": method.parameter, "Form": Form.WIDE.parameter}


batch(
    [
        *(("twd_mod_mul", product(*one)) for one in PRODUCTS),
        *(("twd_quad_twiddles", tables(*table)) for table in TABLES),
        *(("twd_butterfly_2x2", butterfly(*one)) for one in BUTTERFLIES),
        ("twd_quad_transpose", {"Width": 14}),
        *(("twd_quad_memory", {"Ring": of.parameter}) for of in LAYOUTS),
    ]
)


@each(QUAD)
def test_every_word_once_a_pass_and_never_before_it_is_there(point: Listed) -> None:
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


@each(QUAD)
def test_layouts_hold_every_coefficient_once(point: Listed) -> None:
    for transformed in (False, True):
        places = Counter(point.schedule.place(index, transformed) for index in range(point.ring.n))
        assert max(places.values()) == 1
        assert {word for word, _ in places} == set(range(point.schedule.slots))


@pytest.mark.parametrize(("q", "method"), PRODUCTS, ids=named)
def test_signed_products(q: int, method: Method) -> None:
    rng = np.random.default_rng(q)
    ends = [-2 * q + 1, 1 - q, -1, 0, 1, q - 1, q, 2 * q - 1]
    a = np.concatenate([np.repeat(ends, 5), rng.integers(1 - 2 * q, 2 * q, 100_000)])
    b = np.concatenate([np.tile([0, 1, q // 2, q - 2, q - 1], len(ends)), rng.integers(0, q, 100_000)])
    multiplier = unit("twd_mod_mul", **product(q, method))
    latency = quad.signed_latency(method, q)
    bits = q.bit_length()
    got = signed(multiplier.run({"a_i": a, "b_i": b}, latency=latency, enable=0.9)["product_o"], bits + 1)
    assert np.abs(got).max() < q
    np.testing.assert_array_equal(got % q, mod_mul_wide(q, a, b, method))


@pytest.mark.parametrize(("of", "method", "published"), TABLES, ids=named)
def test_twiddle_factors_are_those_of_the_model(of: Ring, method: Method, published: bool) -> None:
    table = np.array(twiddle_rom(of, method, published))
    address = np.arange(len(table))
    factors = unit("twd_quad_twiddles", **tables(of, method, published))
    none = np.zeros_like(address)
    word = packed(np.zeros((len(table), 4), dtype=np.int64), of.bits)
    latency = quad.signed_latency(method, of.q)
    start = quad.MEMORY_CYCLES + quad.TRANSPOSE_CYCLES
    for inverse in (0, 1):
        inputs = {"w_en_i": none, "w_addr_i": none, "w_data_i": word, "inverse_i": none + inverse, "addr_i": address}
        for rank, cycles in ((1, start + (2 * latency + 3) * inverse), (2, start + latency + 1)):
            got = unpacked(factors.run(inputs, latency=cycles)[f"twiddle_{rank}_o"], 2, of.bits)
            np.testing.assert_array_equal(got, table[:, 2 * rank - 2 : 2 * rank])


def test_scale_is_hidden() -> None:
    """Every method but fold leaves a factor, which the tables compensate."""
    assert {method: signed_scale(method, 12289) for method in quad.METHODS} == {
        Method.FOLD: 1,
        Method.KRED: 12286,
        Method.KRED2X: 9,
        Method.TILES: 1,
        Method.LDSP: 12286,
    }


@pytest.mark.parametrize(("q", "method"), BUTTERFLIES, ids=named)
def test_butterfly_equals_the_model_in_every_mode(q: int, method: Method) -> None:
    rng = np.random.default_rng(q)
    bits, latency, late = q.bit_length(), quad.signed_latency(method, q), late_cycles(q, method)
    simulator = unit("twd_butterfly_2x2", **butterfly(q, method))
    scale = quad.signed_scale(method, q)
    ends = np.array([0, 1, q // 2, q - 2, q - 1])
    canonical, twiddles = (
        np.concatenate([rng.choice(ends, (4000, 4)), rng.integers(0, q, (16000, 4))]) for _ in range(2)
    )
    largest = (1 << bits) - 1
    raw = np.concatenate([rng.choice([q, largest], (4000, 4)), rng.integers(0, largest + 1, (16000, 4))])
    for code, mode in enumerate(MODES):
        inverse = mode.startswith("gs")
        x = raw if mode == "product" else canonical
        minus = {"ct one": (2, 3), "gs one": (2, 3), "pair": (0, 1)}.get(mode, ())
        given = twiddles.copy()
        given[:, list(minus)] = -pow(scale, -1, q) % q
        inputs = {
            "mode_i": np.full(len(x), code),
            "x_i": packed(x, bits),
            "twiddle_1_i": packed(given[:, :2], bits),
            "twiddle_2_i": packed(given[:, 2:], bits),
        }
        delays = {"twiddle_1_i": (2 * latency + 3) * inverse, "twiddle_2_i": latency + 1}

        expected = quad.butterfly(q, mode, x, given * scale % q)
        lanes = {"cross": (1, 3), "pair": (0, 2)}.get(mode, (0, 1, 2, 3))
        words = [
            unpacked(simulator.run(inputs, latency=cycles, late=delays)["word_o"], 4, bits)
            for cycles in (2 * latency + 5, 2 * latency + 5 + late)
        ]
        got = words[0]
        if inverse:  # lanes 1 and 2 in each other's place, 1 and 3 late
            got = np.stack([got[:, 0], got[:, 2], words[1][:, 1], words[1][:, 3]], axis=-1)
        np.testing.assert_array_equal(got[:, lanes], expected[:, lanes], mode)


def test_transposition_equals_the_model() -> None:
    """Groups of four that are transposed, and between them any number of words that are not."""
    rng = np.random.default_rng(1)
    q = 12289
    simulator = unit("twd_quad_transpose", Width=q.bit_length())
    words, expected, transposed, phases = [], [], [], []
    for _ in range(500):
        group = rng.integers(0, q, (4, 4))
        single = rng.integers(0, q, (rng.integers(0, 6), 4))
        words += [group, single]
        expected += [quad.transpose(group), single]
        transposed += [[1] * 4, [0] * len(single)]
        phases += [range(4), rng.integers(0, 4, len(single))]
    inputs = {
        "transpose_i": np.concatenate(transposed).astype(np.int64),
        "phase_i": np.concatenate(phases).astype(np.int64),
        "word_i": packed(np.concatenate(words), q.bit_length()),
    }
    got = simulator.run(inputs, latency=quad.TRANSPOSE_CYCLES + 1, late={"word_i": 1}, random_state=True)["word_o"]
    np.testing.assert_array_equal(unpacked(got, 4, q.bit_length()), np.concatenate(expected))


@pytest.mark.parametrize("of", LAYOUTS, ids=named)
def test_every_word_of_both_regions(of: Ring) -> None:
    """Written in any order, and read."""
    rng = np.random.default_rng(of.n)
    count = of.n // 2
    values = rng.integers(0, of.q, (count, 4))
    word, wanted = rng.permutation(count), rng.integers(0, count, 1000)
    at, read = np.concatenate([word, 0 * wanted]), np.concatenate([0 * word, wanted])
    written = (np.arange(len(at)) < count).astype(np.int64)
    inputs = {"w_en_i": written, "w_region_i": at % 2, "w_addr_i": at // 2, "w_lanes_i": 0 * at + 3}
    inputs |= {"w_data_i": packed(values[at], of.bits)}
    inputs |= {"r_en_i": 1 - written, "r_region_i": read % 2, "r_addr_i": read // 2}
    memory = unit("twd_quad_memory", Ring=of.parameter)
    got = memory.run(inputs, latency=quad.MEMORY_CYCLES, late={"w_data_i": 1}, random_state=True)
    first, second = (unpacked(got[name][count:], 4, of.bits) for name in ("r_data_o", "r_second_o"))
    apart = (wanted % 2 == 1) & (of == LAYOUTS[0])
    np.testing.assert_array_equal(np.where(apart[:, None], second, first), values[wanted])
