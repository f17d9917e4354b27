# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Core `mdf` with the ring chosen at run time: three rings in one stream, by all four codes."""

from itertools import permutations

import numpy as np
import pytest
from select_cases import LONGEST, RINGS, check_products, mixed, mixture, products

from twiddle import core
from twiddle.model.mdf import SELECTED
from twiddle.model.methods import Method
from twiddle.model.streaming import Form, MdfCore
from twiddle.tools.sim.simulator import Pause, Simulator, Stalls

pytestmark = pytest.mark.covers("twd_mdf_engine", "twd_mdf_product", "twd_pointwise", "twd_stream_shell")

FORMS: dict[str, dict[str, int]] = {"forward": {}, "transform": {}, "product": {"Mult": 1}}


@pytest.fixture(
    scope="module",
    params=["forward", *(pytest.param(name, marks=pytest.mark.matrix) for name in ("transform", "product"))],
)
def simulator(request: pytest.FixtureRequest, little_simulation: None) -> Simulator:
    return Simulator(core("mdf", LONGEST, Form=request.param, Select=1, **FORMS[request.param]))


@pytest.fixture(scope="module")
def engines(little_simulation: None) -> list[Simulator]:
    """The product engine, once for each ring by its number."""
    return [products(number) for number in range(len(SELECTED))]


@pytest.mark.matrix
def test_rings_in_one_stream(simulator: Simulator) -> None:
    for seed in range(3):
        chosen = mixture(simulator.design.operations, 40, seed)
        assert set(chosen.rings) == set(range(len(RINGS)))
        chosen.run(simulator)
    for seed in range(8):
        rates = np.random.default_rng(seed).random(3) ** 3
        stall = Stalls(0.9 * rates[0], 0.0, 0.9 * rates[1], 1 << int(9 * rates[2]))
        mixture(simulator.design.operations, 10, seed).run(simulator, stall=stall, seed=seed)


def test_a_polynomial_that_lacks_a_beat(simulator: Simulator) -> None:
    """Around the cycle in which it is given up, and for long."""
    for seed in range(16):
        rng = np.random.default_rng(seed)
        pause = Pause("a", int(rng.integers(6 * 64)), int(rng.choice([63, 64, 65, 66, 67, 200, 900])))
        mixture(simulator.design.operations, 6, seed).run(simulator, pause=pause, seed=seed)


def test_reset_amid_a_stream(simulator: Simulator) -> None:
    for seed in range(8):
        at = int(np.random.default_rng(seed).integers(3000))
        mixture(simulator.design.operations, 5, seed).run(simulator, reset_at=at, seed=seed)


def starts(beats: list[int]) -> list[int]:
    """When polynomials of so many beats enter the pipe, offered without a pause.

    One enters two cycles after its last beat, or when the one before it has entered whole; its bank is free
    when the one before that has started.
    """
    last, found = 0, [0, 0]
    for index, count in enumerate(beats):
        last = max(last + 1, found[-2] + 1) + count - 1
        found.append(max(last + 2, found[-1] + beats[index - 1] if index else 0))
    return found[2:]


def test_rings_follow_without_a_gap(simulator: Simulator) -> None:
    chosen = mixture(("ntt",), 60, 9)
    result = chosen.run(simulator)
    np.testing.assert_array_equal(np.diff(result.c_first), np.diff(starts(chosen.beats.tolist())))
    np.testing.assert_array_equal(result.c_last - result.c_first, chosen.beats - 1)


@pytest.mark.matrix
def test_batches_of_products_by_ring(engines: list[Simulator]) -> None:
    for seed in range(12):
        check_products(engines[-1], seed)


@pytest.mark.matrix
def test_reset_amid_batches(engines: list[Simulator]) -> None:
    for seed in range(12):
        at = int(np.random.default_rng(seed).integers(5000))
        mixture(("mul", "pwm"), 8, seed, 2).run(engines[-1], reset_at=at, seed=seed)


@pytest.mark.matrix
def test_cycles_of_the_product_engine_by_ring(engines: list[Simulator]) -> None:
    for each in engines:
        for operation in each.design.operations:
            assert each.measure(operation) == each.design.cycles(operation), (each.design.ring.name, operation)


@pytest.mark.matrix
@pytest.mark.parametrize("operation", ["ntt", "pwm", "mul"])
def test_a_product_of_another_ring_waits_until_the_pipe_is_empty(engines: list[Simulator], operation: str) -> None:
    """A transform of another ring follows at once. By the cycles in which polynomials enter the pipe."""
    models = [MdfCore(of, Method.FOLD, Form.PRODUCT, True) for of in RINGS]
    for first, second in permutations(range(len(SELECTED)), 2):
        result = mixed([operation] * 2, [first, second], 1).run(engines[-1])
        entered = result.c_first - [models[number].latency(operation) for number in (first, second)]
        wait = 0 if operation == "ntt" else models[first].path_change(operation)
        assert entered[1] - entered[0] == max(models[first].beats + wait, models[second].beats)


@pytest.mark.matrix
def test_batches_fill_the_memory(engines: list[Simulator]) -> None:
    """Eight, four, two products of a ring follow each other without a gap."""
    for number, each in enumerate(engines):
        found = MdfCore(each.design.ring, Method.FOLD, Form.PRODUCT, True)
        result = mixed(["mul"] * (2 * found.batch), [number] * (2 * found.batch), number).run(each)
        steps = np.diff(result.c_first)
        assert found.batch == (8, 4, 2)[number]
        assert (np.delete(steps, found.batch - 1) == found.beats).all()
        assert steps[found.batch - 1] > 2 * found.latency("ntt")
