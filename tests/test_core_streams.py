# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Streams of the cores `iterative` and `rns` in any relation, which lose nothing, and reset at any time."""

from collections import Counter

import numpy as np
import pytest
from core_cases import (
    MATRIX,
    METHODS,
    OPERATIONS,
    RNS,
    USER,
    Bench,
    Point,
    Stream,
    chosen,
    each,
    mixture,
    simulator,
)
from core_layers import PROBES, record

from twiddle.sim import Stalls

pytestmark = pytest.mark.covers(
    "twd_base_feed",
    "twd_inplace_butterflies",
    "twd_inplace_core",
    "twd_inplace_engine",
    "twd_inplace_load",
    "twd_inplace_memory_double",
    "twd_inplace_memory_single",
    "twd_inplace_read_network",
    "twd_inplace_unload",
    "twd_inplace_write_network",
    "twd_iterative",
    "twd_operation",
    "twd_result",
)

RELATED = [*chosen(("ml-kem", 4), ("ml-dsa", 1), ("falcon-512", 2)), RNS[0], RNS[5]]
RESET = [
    *chosen(("ml-kem", 4), ("kyber-v1", 2), ("ml-dsa", 4), ("ml-kem", 1)),
    RNS[0],
    *RNS[10:12],
    METHODS[1],
]
TWO_OPERANDS = ("pwm", "mul", "mult")


@each(RELATED)
def test_b_long_before_a(point: Point) -> None:
    stream = mixture(point.ring, 3, point.seed, TWO_OPERANDS)
    result = Bench(point).run(stream, 1, stall=Stalls(a=0.9, burst=80))
    assert (result.b_last < result.a_last).all()
    assert result.b_last[0] < result.a_last[0] // 2


@each(RELATED)
def test_a_long_before_b(point: Point) -> None:
    stream = mixture(point.ring, 3, point.seed, TWO_OPERANDS)
    result = Bench(point).run(stream, 2, stall=Stalls(b=0.9, burst=80))
    assert (result.a_last < result.b_last).all()
    assert result.a_last[0] < result.b_last[0] // 2


@pytest.mark.parametrize(
    "stall",
    [
        Stalls(a=0.05, b=0.8),
        Stalls(a=0.8, b=0.05),
        Stalls(a=0.3, b=0.3, burst=30),
        Stalls(a=0.01, b=0.9, c=0.5),
    ],
    ids=str,
)
@each(RELATED)
def test_streams_of_different_rates(point: Point, stall: Stalls) -> None:
    bench = Bench(point)
    for seed in range(3):
        bench.run(mixture(point.ring, 6, seed), seed, stall=stall)
    assert bench.compared == dict.fromkeys(OPERATIONS, 18)


@each(RELATED)
def test_a_result_that_nobody_takes_for_long(point: Point) -> None:
    stream = mixture(point.ring, 4, point.seed)
    result = Bench(point).run(stream, 3, stall=Stalls(c=0.3, burst=2000))
    latency = point.design.cycles("mul").latency
    assert latency is not None
    assert (result.c_last - result.c_first).max() > latency
    loaded_before_it = result.a_last[1:] < result.c_first[:-1]
    assert loaded_before_it.any() == bool(point.double)


@each(MATRIX + USER + RNS + METHODS)
def test_the_last_operation_comes_out_with_nothing_behind_it(point: Point) -> None:
    bench = Bench(point)
    for seed, operation in enumerate(OPERATIONS):
        a, b = np.random.default_rng(seed).integers(0, point.ring.q, (2, 1, point.ring.n))
        bench.run(Stream(point.ring, [operation], a, b), seed)
    assert bench.compared == dict.fromkeys(OPERATIONS, 1)


def phases(point: Point) -> list[str]:
    """What a product alone in the core is doing, cycle by cycle."""
    operands = np.random.default_rng(0).integers(0, point.ring.q, (2, point.ring.n))
    run = simulator(point).run("mul", operands[0], operands[1], record=PROBES)
    names = np.full(int(run.c_last[0]) + 1, "between", dtype=object)
    names[run.a_first[0] : run.a_last[0] + 1 : 2] = "load a"
    names[run.b_first[0] : run.b_last[0] + 1 : 2] = "load b"
    start = record(simulator(point), point.schedule, "mul", *operands).reads[0][0]
    for name, length in point.schedule.passes("mul"):
        names[start : start + length] = name
        start += length
    names[run.c_first[0] :] = "unload"
    return list(names)


@each(RESET)
def test_reset_in_every_phase_of_a_product(point: Point) -> None:
    now = phases(point)
    whole = point.ring.n < 64 or (point in MATRIX and point.ring.name == "ml-kem" and point.butterflies == 4)
    step = 1 if whole else 7
    rng = np.random.default_rng(point.seed)
    a, b = rng.integers(0, point.ring.q, (2, 3, point.ring.n))
    clean = Stream(point.ring, ["pwm", "ntt", "mult"], a, b)
    a, b = rng.integers(0, point.ring.q, (2, 2, point.ring.n))
    broken_off = ("mul", a, b)
    hit: Counter[str] = Counter()
    bench = Bench(point)
    for cycle in range(0, len(now), step):
        bench.run(clean, cycle, reset_at=cycle, interrupted=broken_off)
        hit[now[cycle]] += 1
    expected = {name for name, _ in point.schedule.passes("mul")} | {"load a", "load b", "between", "unload"}
    assert hit.keys() == expected
    assert bench.compared.total() == 3 * hit.total()


@each(RESET)
def test_reset_amid_mixed_operations_and_stalls(point: Point) -> None:
    bench = Bench(point)
    latency = point.design.cycles("mul").latency
    assert latency is not None
    stall = Stalls(a=0.1, b=0.1, c=0.3, burst=20)
    for seed in range(40):
        rng = np.random.default_rng(seed)
        before = mixture(point.ring, 2, seed)
        clean = mixture(point.ring, 1, seed + 1000)
        cycle = int(rng.integers(4 * latency))
        bench.run(clean, seed, stall=stall, reset_at=cycle, interrupted=before.arguments)
    assert bench.compared == dict.fromkeys(OPERATIONS, 40)


@each(RELATED)
def test_reset_amid_refused_operations(point: Point) -> None:
    bench = Bench(point, assertions=False)
    slots = point.schedule.slots
    for cycle in range(0, 8 * slots, max(1, slots // 16)):
        before = mixture(point.ring, 1, cycle, (5, "ntt", 6, 7))
        clean = mixture(point.ring, 1, cycle + 1, ("pwm", "intt"))
        bench.run(clean, cycle, reset_at=cycle, interrupted=before.arguments)
    assert bench.compared.total() >= 2 * 8 * 16
