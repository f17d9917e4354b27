# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The core `quad`: results, memory after every pass, cycles, streams, resets and errors."""

import re
from collections import Counter
from itertools import pairwise, product

import numpy as np
import pytest
import quad_cases
from arith_cases import batch, unit
from core_cases import OPERATIONS, Bench, Stream, cases, mixture, repeat, simulator, user_ring
from quad_cases import POINTS, PRESETS, USER, Point, first_wrong_address, first_wrong_pass, record
from rns_cases import unpacked

from twiddle import core, manifest
from twiddle.errors import CheckFailed, TwiddleError
from twiddle.model import quad
from twiddle.model.methods import Method
from twiddle.model.passes import TAKES_B
from twiddle.model.quad import mod_mul_wide, placed, signed_scale, slots, twiddle_rom
from twiddle.rings import Ring, ring, rings
from twiddle.sim import Stalls, UnitSimulator

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
    "twd_quad_write",
    "twd_row_product",
    "twd_row_product_pkg",
)

STALLS = (
    Stalls(),
    Stalls(a=0.3, b=0.3, c=0.3),
    Stalls(a=0.02, b=0.05, c=0.02, burst=60),
    Stalls(a=0.6, b=0.1, c=0.7, burst=3),
)

LIMITS = {"falcon-1024": (1324, 2900), "qtesla-1024": (1363, 2980), "ml-dsa": (294, 670)}
"""nguyen-2019, table II: busy cycles of NTT; and of MULT at most."""

REFUSED = (5, 6, 7)
FEW = [*USER[:4], Point(ring("ml-kem"))]


@pytest.mark.parametrize("point", POINTS, ids=str)
def test_results_equal_the_model(point: Point) -> None:
    bench = Bench(point)
    for number, operation in enumerate(OPERATIONS):
        seed = point.seed + number
        bench.run(cases(point.ring, operation, 180, seed), seed)
    followed = set()
    for number, stall in enumerate(STALLS):
        seed = point.seed + 100 + number
        stream = mixture(point.ring, 20, seed)
        bench.run(stream, seed, stall=stall)
        followed |= set(pairwise(stream.operations))
    assert followed == set(product(OPERATIONS, OPERATIONS))
    assert min(bench.compared[operation] for operation in OPERATIONS) >= 260


@pytest.mark.parametrize("point", POINTS, ids=str)
def test_memory_after_every_pass_equals_the_model(point: Point) -> None:
    a, b = np.random.default_rng(point.seed).integers(0, point.ring.q, (2, point.ring.n))
    for operation in OPERATIONS:
        wrong = first_wrong_pass(simulator(point), point.schedule, operation, a, b)
        assert wrong is None, f"core quad, {point}, {operation}: {wrong}; seed {point.seed}\n{repeat()}"


@pytest.mark.parametrize("point", POINTS, ids=str)
def test_addresses_follow_the_model(point: Point) -> None:
    a, b = np.random.default_rng(point.seed).integers(0, point.ring.q, (2, point.ring.n))
    for operation in OPERATIONS:
        traffic = record(simulator(point), point.schedule, operation, a, b)
        wrong = first_wrong_address(traffic, point.schedule, operation)
        assert wrong is None, f"core quad, {point}, {operation}: {wrong}\n{repeat()}"


@pytest.mark.parametrize("point", POINTS, ids=str)
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


@pytest.mark.parametrize("point", POINTS, ids=str)
def test_measured_cycles_equal_the_formulas(point: Point) -> None:
    measured = {operation: simulator(point).measure(operation) for operation in OPERATIONS}
    assert measured == {operation: point.design.cycles(operation) for operation in OPERATIONS}


@pytest.mark.parametrize("name", LIMITS)
def test_published_cycles(name: str) -> None:
    cycles = simulator(Point(ring(name))).measure
    transform, whole = cycles("ntt").busy, cycles("mult").busy
    assert transform is not None
    assert whole is not None
    assert transform <= LIMITS[name][0]
    assert whole <= LIMITS[name][1]


@pytest.mark.parametrize("point", PRESETS[:3], ids=str)
def test_cycles_do_not_depend_on_the_operands(point: Point) -> None:
    stream = mixture(point.ring, 4, point.seed)
    top = np.full_like(stream.a, point.ring.q - 1)
    for stall in (Stalls(), Stalls(0.1, 0.1, 0.1, 5)):
        runs = [
            simulator(point).run(*Stream(point.ring, stream.operations, a, b).arguments, stall=stall, seed=7)
            for a, b in ((stream.a, stream.b), (0 * top, 0 * top), (top, top), (top + 1, top + 1))
        ]
        for times in ("a_first", "a_last", "b_first", "b_last", "c_first", "c_last"):
            for run in runs[1:]:
                np.testing.assert_array_equal(getattr(run, times), getattr(runs[0], times), times)


@pytest.mark.parametrize("point", FEW, ids=str)
def test_streams_of_different_rates(point: Point) -> None:
    bench = Bench(point)
    stalls = (Stalls(a=0.05, b=0.8), Stalls(a=0.8, b=0.05), Stalls(a=0.9, burst=80), Stalls(b=0.9, burst=80))
    for seed, stall in enumerate((*stalls, Stalls(c=0.3, burst=2000), Stalls(a=0.01, b=0.9, c=0.5))):
        bench.run(mixture(point.ring, 4, seed), seed, stall=stall)
    for seed, operation in enumerate(OPERATIONS):
        a, b = np.random.default_rng(seed).integers(0, point.ring.q, (2, 1, point.ring.n))
        bench.run(Stream(point.ring, [operation], a, b), seed)
    assert bench.compared == dict.fromkeys(OPERATIONS, 25)


@pytest.mark.parametrize("point", FEW, ids=str)
def test_reset_at_any_time(point: Point) -> None:
    """Within a product, cycle by cycle where it is short; within mixtures."""
    latency = point.design.cycles("mul").latency
    assert latency is not None
    bench = Bench(point)
    rng = np.random.default_rng(point.seed)
    a, b = rng.integers(0, point.ring.q, (2, 2, point.ring.n))
    clean = Stream(point.ring, ["pwm", "mult"], a, b)
    broken_off = ("mul", *rng.integers(0, point.ring.q, (2, 2, point.ring.n)))
    runs = 0
    for cycle in range(0, latency + 4, 1 if point.ring.n == 64 else 11):
        bench.run(clean, cycle, reset_at=cycle, interrupted=broken_off)
        runs += 1
    assert bench.compared == dict.fromkeys(("pwm", "mult"), runs)
    for seed in range(20):
        before, after = mixture(point.ring, 2, seed), mixture(point.ring, 1, seed + 1000)
        cycle = int(rng.integers(4 * latency))
        stall = Stalls(a=0.1, b=0.1, c=0.3, burst=20)
        bench.run(after, seed, stall=stall, reset_at=cycle, interrupted=before.arguments)
    assert bench.compared["ntt"] == 20


@pytest.mark.parametrize("point", [*FEW, Point(ring("ml-dsa"))], ids=str)
def test_a_bad_coefficient_is_reduced_and_flags_its_operation_alone(point: Point) -> None:
    beats = point.schedule.slots
    rng = np.random.default_rng(point.seed)
    bad = [
        (operation, name, lane, beat)
        for operation in OPERATIONS
        for name in ("a", "b")[: 1 + (operation in TAKES_B)]
        for lane, beat in product(range(4), (0, beats // 2, beats - 1))
    ]
    bad = [bad[i] for i in rng.permutation(len(bad))]
    operands = dict(zip("ab", rng.integers(0, point.ring.q, (2, 2 * len(bad), point.ring.n)), strict=True))
    operations: list[str | int] = []
    for row, (operation, name, lane, beat) in enumerate(bad):
        operations += [operation, OPERATIONS[rng.integers(len(OPERATIONS))]]
        operands[name][2 * row, beat * 4 + lane] = (point.ring.q, 2**point.ring.bits - 1)[row % 2]
    stream = Stream(point.ring, operations, operands["a"], operands["b"])
    for seed, stall in enumerate((Stalls(), Stalls(0.2, 0.3, 0.2, 4))):
        assert Bench(point).run(stream, seed, stall=stall).err.sum() == len(bad) == 96


@pytest.mark.parametrize("point", FEW, ids=str)
def test_a_refused_operation_gives_zeros_and_the_next_is_right(point: Point) -> None:
    bench = Bench(point, assertions=False)
    for seed, stall in enumerate((Stalls(), Stalls(0.2, 0.3, 0.2, 4))):
        result = bench.run(mixture(point.ring, 6, seed, (*OPERATIONS, *REFUSED)), seed, stall=stall)
        assert result.err.sum() == 6 * len(REFUSED)
    for code in REFUSED:
        with pytest.raises(CheckFailed, match="OperationOffered"):
            simulator(point).run(["ntt", code], np.zeros((2, point.ring.n), np.int64))


MODULI = (3329, 7681, 12289, 8380417, 8404993)

ROMS = [*((of, Method.KRED) for of in rings()), (ring("ml-dsa"), Method.FOLD)]


def rom(of: Ring, method: Method, published: bool, rank: int) -> dict[str, int | str]:
    """Parameters of a table of twiddle factors."""
    numbers = {"Rank": rank, "Published": int(published)}
    return {"Ring": of.parameter, "Method": method.parameter, **numbers}


batch(
    [
        *(
            ("twd_mod_mul_wide", {"Q": q, "Method": method.parameter})
            for q in MODULI
            for method in quad.METHODS
        ),
        *(
            ("twd_quad_twiddle_rom", rom(of, method, published, rank))
            for of, method in ROMS
            for published in sorted({False, of.complete})
            for rank in (1, 2)
        ),
    ]
)


@pytest.mark.parametrize("method", quad.METHODS, ids=lambda method: method.label)
@pytest.mark.parametrize("q", MODULI)
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
    inputs = {
        "second_i": second,
        "a_i": np.where(second, other, a),
        "d_i": np.where(second, a, other),
        "b_i": b,
    }
    signed = {port: values & (1 << bits + 2) - 1 for port, values in inputs.items()}
    got = multiplier.run(signed, latency=latency, enable=0.9)["product_lazy_o"]
    got = np.where(got >> bits & 1, got - (2 << bits), got)
    assert np.abs(got).max() < q
    np.testing.assert_array_equal(got % q, mod_mul_wide(q, a, b, method))


@pytest.mark.parametrize("published", [False, True])
@pytest.mark.parametrize(("of", "method"), ROMS, ids=str)
def test_twiddle_factors_are_those_of_the_model(of: Ring, method: Method, published: bool) -> None:
    published = published and of.complete
    table = twiddle_rom(of, method, published)
    address = np.arange(len(table))
    for rank in (1, 2):
        factors = unit("twd_quad_twiddle_rom", **rom(of, method, published, rank))
        none = np.zeros_like(address)
        inputs = {"w_en_i": none, "w_addr_i": none, "w_data_i": none, "r_addr_i": address}
        got = unpacked(factors.run(inputs, latency=2)["twiddle_o"], of.bits, 2)
        np.testing.assert_array_equal(got, np.array(table)[:, 2 * rank - 2 : 2 * rank].T)


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


@pytest.mark.parametrize(
    ("numbers", "method", "message"), quad_cases.REFUSALS, ids=lambda value: str(value)[:60]
)
def test_elaboration_refuses_in_one_line(
    numbers: dict[str, int], method: Method | None, message: str
) -> None:
    q, order = numbers["q"], numbers["root_order"]
    if not numbers["root"] or message.endswith("64"):
        numbers = {**numbers, "root": user_ring(numbers["n"], q, order == 2 * numbers["n"]).root}
    values = zip(ring("ml-kem").parameters, (numbers[key] for key in quad_cases.OWN), strict=True)
    of = {name: str(value) for name, value in values}
    with pytest.raises(TwiddleError) as error:
        UnitSimulator(
            "twd_quad",
            {**of, "Method": (method or Method.KRED).parameter, "Published": int(method is None)},
        )
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("top", "parameters", "rule"), quad_cases.REFUSED)
def test_units_refuse_in_one_line(top: str, parameters: dict[str, str], rule: str) -> None:
    """By their own message, or by that of a unit inside, which elaboration may reach first."""
    with pytest.raises(TwiddleError) as error:
        UnitSimulator(top, parameters)
    inner = "|".join(module.name for module in manifest.closure(top))
    assert re.search(f"({inner}): {re.escape(rule)}$", str(error.value))
    assert "\n" not in str(error.value)


def test_python_refuses_in_one_line() -> None:
    small, plain = user_ring(32, 7681, True), user_ring(64, 4289, False)
    for of, parameters, message in (
        (small, {}, f"core quad: 2x2 butterflies need n >= 64; ring {small.name} has n = 32"),
        (plain, {}, "core quad: Method = kred, q = 4289: 4289 = 67 * 2^6 + 1"),
        (
            ring("ml-kem"),
            {"Method": "barrett"},
            "core quad: Method = 'barrett' is not one of fold, kred, kred2x",
        ),
    ):
        with pytest.raises(TwiddleError) as error:
            core("quad", of, **parameters)
        assert str(error.value).startswith(message)
        assert "\n" not in str(error.value)
