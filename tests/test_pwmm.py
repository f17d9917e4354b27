# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The core `pwmm`: matrices, its cycles, full buffers, every k; beside what every core must do."""

from typing import Any

import numpy as np
import pytest
from core_cases import Bench, Listed, simulator
from core_points import FEW_OF, listed
from pwmm_cases import PWM, refusals, rows

from twiddle import model, ring
from twiddle.base.errors import AssertionFailed, TwiddleError
from twiddle.model.pwmm import LARGEST_K
from twiddle.tools.sim.simulator import Stalls

pytestmark = pytest.mark.covers(
    "twd_pwmm_engine", "twd_pwmm_input", "twd_pwmm_mul_unit", "twd_pwmm_pkg", "twd_pwmm_row_unit", "twd_pwmm_sums"
)


TILES, LDSP = FEW_OF["pwmm"]


# --- matrices ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "height", "width"), [("ml-kem", 2, 2), ("ml-kem", 3, 3), ("ml-dsa", 8, 7)])
@pytest.mark.parametrize("parameters", [{}, {"Units": 2, "Method": "ldsp", "Scaled": 1}], ids=["tiles", "ldsp"])
def test_a_matrix_times_a_vector(name: str, height: int, width: int, parameters: dict[str, Any]) -> None:
    """One operation a row, the vector sent again, against schoolbook products of what was transformed."""
    of = listed("pwmm", ring(name), **parameters)
    q, n = of.ring.q, of.ring.n
    rng = np.random.default_rng(height)
    matrix, vector = rng.integers(0, q, (height, width, n)), rng.integers(0, q, (width, n))
    a = model.ntt(of.ring, matrix).reshape(-1, n)
    b = np.tile(model.ntt(of.ring, vector), (height, 1))
    result = simulator(of).run("pwm", a, b, k=width, stall=0.05, seed=height)
    scale = pow(2, of.ring.layers, q) if parameters else 1
    want = sum(model.schoolbook(of.ring, matrix[:, j], vector[j]) for j in range(width)) % q
    np.testing.assert_array_equal(model.intt(of.ring, result.c * scale % q), want)
    np.testing.assert_array_equal(result.c, of.design.model("pwm", a, b, width))
    assert not result.err.any()


# --- streams ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("of", FEW_OF["pwmm"], ids=str)
def test_a_long_stall_of_the_result(of: Listed) -> None:
    """The pipe cannot stop, so everything in it must find room in the buffer."""
    bench = Bench(of)
    result = bench.run(rows(of, [1] * 40, 3), 3, stall=Stalls(c=0.3, burst=300))
    assert (result.c_last - result.c_first).max() > 300
    for seed in range(20):
        bench.run(rows(of, [1, 2, 1, 1], seed), seed, stall=Stalls(c=0.9, burst=1 + seed))


# --- coefficients out of range, refused operations --------------------------------------------------------


@pytest.mark.parametrize("of", FEW_OF["pwmm"], ids=str)
def test_a_refused_operation_gives_zeros_and_the_next_is_right(of: Listed) -> None:
    bench = Bench(of, assertions=False)
    refused = set()
    for seed, stall in enumerate((Stalls(), Stalls(0.2, 0.3, 0.2, 4), Stalls(b=0.8, burst=30))):
        stream = refusals(of, 30, seed)
        result = bench.run(stream, seed, stall=stall)
        bad = {(name, k) for name, k in zip(stream.operations, stream.k.tolist(), strict=True) if name != "pwm"}
        assert result.err.sum() == 30 - stream.operations.count("pwm")
        refused |= bad
    assert {code for code, _ in refused} == set(range(8))
    assert {k for code, k in refused if code == PWM} == {0, *range(LARGEST_K + 1, 16)}


@pytest.mark.parametrize(("code", "k"), [(PWM, 0), (PWM, 9), (PWM, 15), (0, 1), (3, 2), (7, 1)])
def test_a_refused_operation_fires_an_assertion(code: int, k: int) -> None:
    stream = rows(TILES, [1, k], 1, [PWM, code])
    with pytest.raises(AssertionFailed, match=r"assertion \S*\bOperationOffered"):
        simulator(TILES).run(*stream.arguments, k=stream.k.tolist())


def test_reset_amid_refused_rows() -> None:
    bench = Bench(TILES, assertions=False)
    for seed in range(30):
        bench.run(rows(TILES, [1], seed), seed, refusals(TILES, 4, seed), reset_at=17 * seed)


# --- Python -----------------------------------------------------------------------------------------------


def test_the_model_is_a_sum_of_products() -> None:
    of = ring("ml-kem")
    a, b = np.random.default_rng(1).integers(0, of.q, (2, 5, 3, of.n))
    want = sum(model.pwm(of, a[:, j], b[:, j]) for j in range(3)) % of.q
    np.testing.assert_array_equal(model.pwmm(of, a, b), want)
    np.testing.assert_array_equal(model.pwmm(of, a, b, scaled=True) * 128 % of.q, want)
    np.testing.assert_array_equal(model.pwmm(of, a, b[0]), model.pwmm(of, a, np.tile(b[:1], (5, 1, 1))))


@pytest.mark.parametrize("shape", [(256,), (2, 256)])
def test_the_model_refuses_operands_that_are_no_rows(shape: tuple[int, ...]) -> None:
    with pytest.raises(TwiddleError, match=r"do not end in the same \(k, 256\)"):
        model.pwmm(ring("ml-kem"), np.zeros(shape, int), np.zeros((3, 256), int))


def test_the_simulator_refuses_a_k_that_is_not_offered() -> None:
    zeros = np.zeros((4, 256), int)
    with pytest.raises(TwiddleError, match="k: not 4 values from 0 to 15"):
        simulator(TILES).run("pwm", zeros, zeros, k=[1, 1, 1, 16])
    with pytest.raises(TwiddleError, match="a: 4 polynomials, the operations take 3"):
        simulator(TILES).run("pwm", zeros, zeros, k=3)
    wrong: list[Any] = [0, 9, 2.0, "2"]
    for k in wrong:
        with pytest.raises(TwiddleError, match=f"core pwmm: k = {k!r} is not an integer from 1 to 8"):
            TILES.design.cycles("pwm", k)


@pytest.mark.parametrize(("a", "b"), [(4, 2), (5, 5)])
def test_the_design_refuses_polynomials_that_are_no_rows(a: int, b: int) -> None:
    of = TILES
    with pytest.raises(TwiddleError, match=f"a has {a} polynomials and b {b}; both need the same number"):
        of.design.model("pwm", np.zeros((a, of.ring.n), int), np.zeros((b, of.ring.n), int), k=2)
