# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Streams of every core in any relation, which lose nothing, and reset at any time."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from core_cases import Bench, Listed, mixture, random, run, simulator, spoiled
from core_layers import PROBES, record
from core_points import FEW_OF, MORE_OF, ONCE, each

from twiddle.tools.sim.simulator import Stalls

pytestmark = pytest.mark.covers(
    "twd_base_feed",
    "twd_inplace_butterflies",
    "twd_inplace_core",
    "twd_inplace_load",
    "twd_inplace_memory",
    "twd_inplace_read_network",
    "twd_inplace_reduce",
    "twd_inplace_write_network",
    "twd_result",
)

SHORT = [MORE_OF["iterative"][0], MORE_OF["rns"][1]]
NOT_IN_PLACE = [point for point in ONCE if not point.in_place]


@each(point for point in ONCE if point.two_operands)
def test_one_operand_long_before_the_other(point: Listed) -> None:
    """In `iterative` and `rns`, where nothing else holds it back, by most of the first operation."""
    bench = Bench(point)
    stream = mixture(point, 3, point.seed, point.two_operands)
    after_b = bench.run(stream, 1, stall=Stalls(a=0.9, burst=80))
    after_a = bench.run(stream, 2, stall=Stalls(b=0.9, burst=80))
    for late, early in ((after_b.a_last, after_b.b_last), (after_a.b_last, after_a.a_last)):
        if point.pipelined or point.design.lock_step:
            assert (early <= late).all()
        elif point.in_place:
            assert (early < late).all()
            assert early[0] < late[0] // 2


@each(ONCE)
def test_streams_of_different_rates(point: Listed) -> None:
    bench = Bench(point)
    rates = ((0.05, 0.8), (0.8, 0.05), (0.3, 0.3), (0.01, 0.9))
    count = 6 if point.design.largest_k == 1 else 1
    for seed, ((a, b), (c, burst)) in enumerate(product(rates, ((0.0, 1), (0.1, 50), (0.5, 1)))):
        bench.run(mixture(point, count, seed), seed, stall=Stalls(a, b, c, burst))
    assert bench.compared == dict.fromkeys(point.operations, 12 * count * point.design.largest_k)


@each(ONCE)
def test_a_long_stall_of_the_result(point: Listed) -> None:
    """What is inside waits, more than there is room for is not accepted, and nothing is lost."""
    bench = Bench(point)
    longest = inside = 0
    loaded = False
    for seed in range(12 if point.pipelined else 3):
        stream = mixture(point, 6 if point.design.largest_k == 1 else 1, seed)
        result = bench.run(stream, seed, stall=Stalls(c=0.1 if point.pipelined else 0.3, burst=2000))
        longest = max(longest, int((result.c_last - result.c_first).max()))
        if point.design.largest_k == 1:
            loaded |= bool((result.a_last[1:] < result.c_first[:-1]).any())
            waiting = (int((result.a_last < end).sum()) - row for row, end in enumerate(result.c_last))
            inside = max(inside, *waiting)
    assert longest > 1000
    assert inside > 1 or not point.pipelined
    if point.in_place:
        assert loaded == bool(point.design.parameters["DoubleBuffer"])


def phases(point: Listed) -> list[str]:
    """What a product alone in the core is doing, cycle by cycle."""
    operands = np.random.default_rng(0).integers(0, point.ring.q, (2, point.ring.n))
    found = simulator(point).run("mul", operands[0], operands[1], record=PROBES)
    names = np.full(int(found.c_last[0]) + 1, "between", dtype=object)
    names[found.a_first[0] : found.a_last[0] + 1 : 2] = "load a"
    names[found.b_first[0] : found.b_last[0] + 1 : 2] = "load b"
    start = record(simulator(point), point.schedule, "mul", *operands).reads[0][0]
    for name, length in point.schedule.steps("mul"):
        names[start : start + length] = name
        start += length
    names[found.c_first[0] :] = "unload"
    return list(names)


@each(SHORT)
def test_reset_in_every_phase_of_a_product(point: Listed) -> None:
    now = phases(point)
    clean = random(point, ["pwm", "ntt", "mult"], point.seed)
    broken_off = random(point, ["mul", "mul"], point.seed + 1)
    hit: Counter[str] = Counter()
    bench = Bench(point)
    for cycle in range(len(now)):
        bench.run(clean, cycle, broken_off, reset_at=cycle)
        hit[now[cycle]] += 1
    expected = {name for name, _ in point.schedule.steps("mul")} | {"load a", "load b", "between", "unload"}
    assert hit.keys() == expected
    assert bench.compared.total() == 3 * hit.total()


@each(NOT_IN_PLACE)
def test_reset_at_any_time(point: Listed) -> None:
    """Of a few operations in a row, which are over at the end: in every cycle where these are few."""
    bench = Bench(point)
    before = mixture(point, 2, 1) if point.pipelined else random(point, point.operations[-2:], 1)
    after = mixture(point, 1, 2) if point.design.largest_k == 1 else random(point, ["pwm"] * 2, 2, [1, 2])
    end = int(run(simulator(point), before).c_last.max())
    cycles = range(0, end + 2, max(1, end // 300))
    for cycle in cycles:
        bench.run(after, cycle, before, reset_at=cycle)
    assert min(bench.compared.values()) >= len(cycles)


@each([FEW_OF["iterative"][0], *SHORT, *NOT_IN_PLACE])
def test_reset_amid_mixed_operations_and_stalls(point: Listed) -> None:
    bench = Bench(point)
    hit: Counter[int] = Counter()
    for seed in range(60):
        rng = np.random.default_rng(seed)
        before, after = (spoiled(point, count, seed + 100 * count) for count in (3, 1))
        cycle = int(rng.integers(5 * point.latency))
        burst = int(rng.integers(1, 300)) if point.pipelined else 20
        bench.run(after, seed, before, stall=Stalls(0.1, 0.1, 0.3, burst), reset_at=cycle)
        hit[cycle // point.latency] += 1
    assert hit.keys() == set(range(5))
    assert bench.compared == dict.fromkeys(point.operations, 60 * point.design.largest_k)
