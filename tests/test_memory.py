# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`Memory`: what the memories of a core are made of changes neither results nor cycles."""

import numpy as np
import pytest
from core_cases import user_ring
from covers import covering, few

from twiddle import core
from twiddle.base.rings import Ring
from twiddle.catalog.designs import cores
from twiddle.model.passes import TAKES_B
from twiddle.tools.sim.simulator import Simulator, Stalls

POINTS: list[tuple[str, Ring, dict[str, int | str]]] = [
    ("iterative", user_ring(128, 7681, True), {"Butterflies": 2, "DoubleBuffer": 1}),
    ("rns", user_ring(64, 257, False), {"Butterflies": 2}),
    ("quad", user_ring(64, 7681, True), {}),
    ("quad", user_ring(512, 12289, True), {"Method": "fold"}),
    ("quad", user_ring(512, 7681, False), {}),
    ("mdf", user_ring(64, 7681, True), {"Form": "transform"}),
    ("mdc", user_ring(64, 7681, False), {"Lanes": 2}),
]


CASES = [
    (number, memory)
    for number, (name, _, _) in enumerate(POINTS)
    for kind in cores()
    if kind.name == name
    for spec in kind.technology
    if spec.name == "Memory"
    for memory in spec.allowed
    if memory != spec.default
]
KEPT = covering(CASES, lambda case: {POINTS[case[0]][0], case[1]}, cost=lambda case: POINTS[case[0]][1].n)
"""Each core and each kind of memory."""

IDS = [f"{POINTS[number][0]}-{POINTS[number][1].name}-{memory}" for number, memory in CASES]


@pytest.mark.parametrize(("number", "memory"), few(CASES, IDS, KEPT))
@pytest.mark.usefixtures("little_simulation")
def test_results_and_cycles_are_the_same(number: int, memory: str) -> None:
    name, ring, chosen = POINTS[number]
    plain, made = core(name, ring, **chosen), core(name, ring, **chosen, Memory=memory)
    assert made.parameters == {**plain.parameters, "Memory": memory}, "its records say so"
    simulator = Simulator(made)
    a, b = np.random.default_rng(len(memory)).integers(0, ring.q, (2, 6, ring.n))
    for operation in made.operations:
        second = b if operation in TAKES_B else None
        for stall in (0.0, Stalls(a=0.3, b=0.3, c=0.5)):
            result = simulator.run(operation, a, second, stall=stall)
            np.testing.assert_array_equal(result.c, made.model(operation, a, second))
        assert simulator.measure(operation) == plain.cycles(operation)
