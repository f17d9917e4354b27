# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Cores with Trusted = 1: operands are canonical by contract and not checked."""

import numpy as np
import pytest
from core_cases import user_ring

from twiddle import Block, core
from twiddle.base import manifest
from twiddle.base.errors import AssertionFailed
from twiddle.catalog.cores import CORES
from twiddle.model.passes import TAKES_B
from twiddle.tools.sim.simulator import Simulator
from twiddle.tools.synth.flow import measure

pytestmark = pytest.mark.covers("twd_iterative", "twd_mdc", "twd_mdf", "twd_pwmm", "twd_quad")

RING = user_ring(64, 7681, True)

SMALL = {
    "iterative": {"Butterflies": 1, "DoubleBuffer": 0},
    "mdf": {"Form": "transform"},
    "mdc": {"Lanes": 2, "Form": "transform"},
}
OF_TOPS = {kind.top: kind for kind in reversed(CORES) if "Trusted" in kind.specs and not kind.generated}
NAMES = [kind.name for kind in OF_TOPS.values()]


def made(name: str, **more: int) -> Block:
    return core(name, RING, **SMALL.get(name, {}), **more)


@pytest.mark.parametrize("name", ["iterative", "pwmm", "quad"])
def test_operands_in_their_range_give_the_same_results_and_cycles(name: str) -> None:
    plain, trusted = made(name), made(name, Trusted=1)
    assert trusted.parameters == {**plain.parameters, "Trusted": 1}, "its records say so"
    simulator = Simulator(trusted)
    a, b = np.random.default_rng(1).integers(0, RING.q, (2, 5, RING.n))
    a[0], b[0] = RING.q - 1, RING.q - 1
    for operation in trusted.operations:
        second = b if operation in TAKES_B else None
        result = simulator.run(operation, a, second)
        np.testing.assert_array_equal(result.c, trusted.model(operation, a, second))
        assert not result.err.any()
        assert trusted.cycles(operation) == plain.cycles(operation)


@pytest.mark.parametrize("name", NAMES)
def test_an_operand_out_of_range_breaks_the_contract(name: str) -> None:
    trusted = made(name, Trusted=1)
    operation = trusted.operations[0]
    a = np.zeros((2, RING.n), np.int64)
    a[1, -1] = RING.q
    with pytest.raises(AssertionFailed, match="OperandsAreCanonical"):
        Simulator(trusted).run(operation, a, a * 0 if operation in TAKES_B else None)


@pytest.mark.matrix
@pytest.mark.parametrize("name", ["pwmm", "iterative"])
def test_the_check_is_not_built(name: str) -> None:
    """Its registers are not there; how many LUTs it takes depends on what the mapper merges."""
    registers = []
    for design in (made(name), made(name, Trusted=1)):
        sources = manifest.sources(design.top)
        cells = measure(design.top, sources, manifest.include_dirs(), design.rtl_parameters(), "xc7").cells
        registers.append(cells["ff"])
    assert registers[1] < registers[0]
