# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The core `pwmm`: matrices, its cycles, full buffers, every k; beside what every core must do."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from core_cases import Bench, simulator
from covers import few
from pwmm_cases import MATRIX, PWM, SMALL, USER, Point, point, refusals, rows

from twiddle import model, ring
from twiddle.base.errors import AssertionFailed, TwiddleError
from twiddle.base.rings import rings
from twiddle.catalog.designs import cores
from twiddle.model.pwmm import LARGEST_K
from twiddle.tools.sim.simulator import Stalls

pytestmark = pytest.mark.covers(
    "twd_fifo",
    "twd_pwmm",
    "twd_pwmm_engine",
    "twd_pwmm_input",
    "twd_pwmm_mul_unit",
    "twd_pwmm_pkg",
    "twd_pwmm_row_unit",
    "twd_pwmm_sums",
)


def test_the_matrix_has_every_ring_and_method() -> None:
    (kind,) = (kind for kind in cores() if kind.name == "pwmm")
    elaborated = {
        (of.name, design.parameters["Method"], design.parameters["Scaled"])
        for of in rings()
        for design in kind.combinations(of)
    }
    simulated = {(of.ring.name, of.method.label, int(of.scaled)) for of in MATRIX}
    assert simulated <= elaborated
    assert {point for point in simulated if point[0] == "ml-kem"} == {
        point for point in elaborated if point[0] == "ml-kem"
    }
    forms = {(name, scaled) for name, _, scaled in elaborated}
    assert {(name, scaled) for name, _, scaled in simulated} == forms
    assert {of.units for of in MATRIX} == {1, 2}
    assert min(of.pipeline.beats - of.pipeline.fewest_beats for of in USER) == 0


# --- matrices ---------------------------------------------------------------------------------------------

SHAPES = [
    *((of, k, k) for of in ("ml-kem",) for k in (2, 3, 4)),
    *(("ml-dsa", height, width) for height, width in ((4, 4), (6, 5), (8, 7))),
]


@pytest.mark.parametrize(("name", "height", "width"), SHAPES)
@pytest.mark.parametrize(("units", "method"), [(1, "TILES"), (2, "LDSP")])
def test_a_matrix_times_a_vector(name: str, height: int, width: int, units: int, method: str) -> None:
    """One operation a row, the vector sent again, against schoolbook products of what was transformed."""
    of = point(name, units, method)
    q, n = of.ring.q, of.ring.n
    rng = np.random.default_rng(height)
    matrix, vector = rng.integers(0, q, (height, width, n)), rng.integers(0, q, (width, n))
    a = model.ntt(of.ring, matrix).reshape(-1, n)
    b = np.tile(model.ntt(of.ring, vector), (height, 1))
    result = simulator(of).run("pwm", a, b, k=width, stall=0.05, seed=height)
    scale = pow(2, of.ring.layers, q) if of.scaled else 1
    want = sum(model.schoolbook(of.ring, matrix[:, j], vector[j]) for j in range(width)) % q
    np.testing.assert_array_equal(model.intt(of.ring, result.c * scale % q), want)
    np.testing.assert_array_equal(result.c, of.design.model("pwm", a, b, width))
    assert not result.err.any()


# --- cycles -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("units", "method"), few(product((1, 2), ("LDSP", "TILES", "FOLD"))))
def test_cycles_of_ml_kem(units: int, method: str) -> None:
    """128 or 64 cycles a product plus the fill, as the paper has."""
    of = point("ml-kem", units, method)
    for k in (1, 2, 3, 4):
        measured = simulator(of).measure("pwm", k=k)
        assert measured.interval == k * 128 // units
        assert measured.busy is None
        assert measured.latency - measured.fill == 128 // units
        assert measured.fill - (k - 1) * 128 // units <= 32


# --- streams ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("of", SMALL, ids=str)
def test_a_long_stall_of_the_result(of: Point) -> None:
    """The pipe cannot stop, so everything in it must find room in the buffer."""
    bench = Bench(of)
    result = bench.run(rows(of, [1] * 40, 3), 3, stall=Stalls(c=0.3, burst=300))
    assert (result.c_last - result.c_first).max() > 300
    for seed in range(20):
        bench.run(rows(of, [1, 2, 1, 1], seed), seed, stall=Stalls(c=0.9, burst=1 + seed))


# --- coefficients out of range, refused operations --------------------------------------------------------


@pytest.mark.parametrize("of", SMALL, ids=str)
def test_a_refused_operation_gives_zeros_and_the_next_is_right(of: Point) -> None:
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
    of = SMALL[0]
    stream = rows(of, [1, k], 1, [PWM, code])
    with pytest.raises(AssertionFailed, match=r"assertion \S*\bOperationOffered"):
        simulator(of).run(*stream.arguments, k=stream.k.tolist())


@pytest.mark.parametrize("of", SMALL[:1], ids=str)
def test_reset_amid_refused_rows(of: Point) -> None:
    bench = Bench(of, assertions=False)
    for seed in range(30):
        bench.run(rows(of, [1], seed), seed, refusals(of, 4, seed), reset_at=17 * seed)


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
        simulator(SMALL[0]).run("pwm", zeros, zeros, k=[1, 1, 1, 16])
    with pytest.raises(TwiddleError, match="a: 4 polynomials, the operations take 3"):
        simulator(SMALL[0]).run("pwm", zeros, zeros, k=3)
    wrong: list[Any] = [0, 9, 2.0, "2"]
    for k in wrong:
        with pytest.raises(TwiddleError, match=f"core pwmm: k = {k!r} is not an integer from 1 to 8"):
            SMALL[0].design.cycles("pwm", k)


@pytest.mark.parametrize(("a", "b"), [(4, 2), (5, 5)])
def test_the_design_refuses_polynomials_that_are_no_rows(a: int, b: int) -> None:
    of = SMALL[0]
    with pytest.raises(TwiddleError, match=f"a has {a} polynomials and b {b}; both need the same number"):
        of.design.model("pwm", np.zeros((a, of.ring.n), int), np.zeros((b, of.ring.n), int), k=2)
