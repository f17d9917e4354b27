# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Butterflies and base multiplications with every method, against plain integers and the model."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import butterfly_cases as cases
import numpy as np
import pytest
from arith_cases import Array, batch, equal, signed, unit
from butterfly_cases import BOTH, FORWARD, INVERSE, Case, point
from covers import marked

from twiddle.model import butterflies, methods
from twiddle.model.methods import Method, signed_latency, supported, takes_signed
from twiddle.tools.sim.netlist import Stage
from twiddle.tools.sim.unit import UnitSimulator

pytestmark = pytest.mark.covers(
    "twd_base_mul",
    "twd_butterfly_ct",
    "twd_butterfly_dual",
    "twd_butterfly_feedback",
    "twd_butterfly_gs",
    "twd_butterfly_parallel",
    "twd_butterfly_pkg",
    "twd_butterfly_unified",
    "twd_mdf_engine",
    "twd_mod_mul_dual_modulus",
    "twd_mod_mul_four",
    "twd_mod_mul_signed",
    "twd_twiddle_mul",
)

SOME = [*((Method.FOLD, q) for q in (577, 3329, 8380417)), (Method.SHIFT_ADD, 12289), (Method.KRED, 7681)]
"""A lazy and a canonical result, and a scale that is not 1; several moduli."""

ALL = sorted({*((method, 3329) for method in supported(3329)), *SOME})
"""Every method too."""

MORE = [(Method.TILES, 3329), (Method.LDSP, 12289), *SOME]
"""Products without a DSP block too."""


TWO = [(Method.FOLD, 12289), (Method.KRED, 12289), (Method.MONTGOMERY, 7681)]
"""Beside 3329, another modulus from butterfly to butterfly."""

HALVING = [(Method.FOLD, 577), (Method.KRED, 7681)]
PASSING = [(Method.FOLD, 3329), (Method.KRED, 7681)]

SIGNED = [(method, q) for q in (13, 97, 257, 3329, 7681, 12289, 65537) for method in (Method.FOLD, Method.KRED)]

DEPTHS = [(2, 1), (3, 4), (5, 3), (67, 1), (128, 4)]
"""Depths of a feedback butterfly with its paths."""

EVERY = (FORWARD, INVERSE, BOTH)

KEPT = [(Method.FOLD, 3329), (Method.SHIFT_ADD, 12289), (Method.KRED, 7681), (Method.KRED, 12289)]
"""Those of every run, with each kind of result; `make matrix` has the others too."""

PARALLEL = KEPT[:2]
PASSED = [(Method.FOLD, 3329, 0), (Method.KRED, 7681, 1)]
FOUR = [(Method.FOLD, 3329, 1), (Method.SHIFT_ADD, 12289, 0), (Method.KRED, 7681, 1)]
PRODUCTS = [(Method.FOLD, 13), (Method.KRED, 13), (Method.FOLD, 3329), (Method.KRED, 12289)]
"""Those of every run in the tests of other units; where these are chosen, with halves and with pairs."""

UNITS = [
    *(point("ct", *one) for one in MORE),
    *(point("gs", *one, Halve=halve) for one in SOME for halve in (0, 1)),
    *(point("unified", *one) for one in ALL),
    *(point("unified", *one, Halve=1) for one in SOME),
    *(point("parallel", *one, Direction=direction) for one in SOME for direction in EVERY),
    *(point("parallel", *one, Direction=way, Halve=1) for one in HALVING for way in (INVERSE, BOTH)),
    *(
        point("parallel", *one, Direction=direction, Halve=halve, Pass=1)
        for one in PASSING
        for halve in (0, 1)
        for direction in EVERY
    ),
    *(point("dual", *one) for one in ALL),
    *(("twd_mod_mul_signed", {"Q": q, "Method": method.parameter}) for method, q in SIGNED),
    *(point("feedback", *one, Configurable=both) for one in SOME for both in (0, 1)),
    *(
        point("feedback", Method.SHIFT_ADD, 12289, Depth=depth, Lanes=paths, Configurable=both)
        for depth, paths in DEPTHS
        for both in (0, 1)
    ),
    *(
        point("parallel", *one, Direction=direction, Halve=more, Pass=more, Q_2=3329)
        for one in TWO
        for direction in EVERY
        for more in (0, 1)
    ),
    *(
        point("feedback", *one, Depth=depth, Lanes=paths, Configurable=both, Q_2=3329)
        for one in TWO
        for both in (0, 1)
        for depth, paths in ((1, 1), (9, 3))
    ),
    *(point("base", *one) for one in MORE),
    *(point("four", *one, Pairs=pairs) for one in SOME for pairs in (0, 1)),
]


def in_every_run(top: str, parameters: Any) -> bool:
    """Whether a test that `make matrix` has not for itself alone takes this unit."""
    of = (parameters["Method"], parameters["Q"])
    direction, halve, passes_on, pairs = (parameters.get(name) for name in ("Direction", "Halve", "Pass", "Pairs"))

    def among(kept: Sequence[tuple[Any, ...]], *more: Any) -> bool:
        return any((*of, *more) == (method.parameter, *rest) for method, *rest in kept)

    if top == "twd_mod_mul_signed":
        return among(PRODUCTS)
    if top == "twd_mod_mul_four":
        return among(FOUR, pairs)
    if direction is None or not among(KEPT):
        return among(KEPT)
    if parameters["Q_2"]:
        return bool(direction == f"2'd{BOTH}")
    if passes_on:
        return among(PASSED, halve)
    return bool(halve) or among(PARALLEL)


batch(unit for unit in UNITS if in_every_run(*unit))
batch(unit for unit in UNITS if not in_every_run(*unit))


def points(
    chosen: list[tuple[Method, int]], every_run: Sequence[tuple[Any, ...]] = KEPT, **choices: list[int]
) -> pytest.MarkDecorator:
    """Methods with their moduli, times the values of further parameters."""
    values: list[tuple[Any, ...]] = [(method, q, *rest) for method, q in chosen for rest in product(*choices.values())]
    kept = [value for value in values if any(value[: len(one)] == one for one in every_run)]
    return pytest.mark.parametrize(("method", "q", *choices), marked(values, kept=kept))


def passes(case: Case) -> None:
    """Dense, and with gaps, which freeze the whole pipe."""
    for enable in (1.0, 0.5):
        assert case.differs(enable) == ""


def agrees(case: Case, *results: Array) -> None:
    """The results of the model are those of the case, and so are those of the unit."""
    equal(np.stack(results), np.stack(list(case.expected.values())))
    passes(case)


def operands(case: Case, *names: str) -> list[Array]:
    return [case.inputs[name] for name in names]


@points(MORE)
def test_cooley_tukey(method: Method, q: int) -> None:
    case = cases.ct(method, q)
    u, v, w = operands(case, "u_i", "v_i", "twiddle_i")
    agrees(case, *butterflies.butterfly_ct(method, q, u, v, w))


@points(SOME, halve=[0, 1])
def test_gentleman_sande(method: Method, q: int, halve: int) -> None:
    case = cases.gs(method, q, halve)
    u, v, w = operands(case, "u_i", "v_i", "twiddle_i")
    agrees(case, *butterflies.butterfly_gs(method, q, u, v, w, bool(halve)))


@points(ALL)
def test_either_kind_in_turn(method: Method, q: int) -> None:
    case = cases.unified(method, q)
    kind, u, v, w = operands(case, "gs_i", "u_i", "v_i", "twiddle_i")
    agrees(case, *butterflies.butterfly_unified(method, q, kind, u, v, w))


@points(SOME)
def test_either_kind_halved(method: Method, q: int) -> None:
    case = cases.unified(method, q, halve=1)
    kind, u, v, w = operands(case, "gs_i", "u_i", "v_i", "twiddle_i")
    agrees(case, *butterflies.butterfly_unified(method, q, kind, u, v, w, halve=True))


# --- of streaming transforms --------------------------------------------------------------------------------

DIRECTIONS = pytest.mark.parametrize(("configurable", "inverse"), [(0, 0), (1, 0), (1, 1)])

FORM = [(FORWARD, 0), (INVERSE, 1), (BOTH, 0), (BOTH, 1)]
FORMS = pytest.mark.parametrize(("direction", "inverse"), FORM)


@points(SOME, PARALLEL)
@FORMS
def test_parallel(method: Method, q: int, direction: int, inverse: int) -> None:
    case = cases.parallel(method, q, direction, inverse)
    u, v, w = operands(case, "u_i", "v_i", "twiddle_i")
    agrees(case, *butterflies.butterfly_parallel(method, q, u, v, w, bool(inverse)))


@points(HALVING)
@pytest.mark.parametrize(("direction", "inverse"), [(INVERSE, 1), (BOTH, 1), (BOTH, 0)])
def test_parallel_that_halves(method: Method, q: int, direction: int, inverse: int) -> None:
    case = cases.parallel(method, q, direction, inverse, halve=1)
    u, v, w = operands(case, "u_i", "v_i", "twiddle_i")
    agrees(case, *butterflies.butterfly_parallel(method, q, u, v, w, bool(inverse), bool(inverse)))


@points(PASSING, PASSED, halve=[0, 1])
@FORMS
def test_parallel_passes_on(method: Method, q: int, halve: int, direction: int, inverse: int) -> None:
    passes(cases.parallel(method, q, direction, inverse, halve, passing=1))


@points(ALL)
@pytest.mark.parametrize("inverse", [0, 1])
def test_dual(method: Method, q: int, inverse: int) -> None:
    case = cases.dual(method, q, inverse)
    u, v, w = operands(case, "u_i", "v_i", "twiddle_i")
    if takes_signed(method, q):
        w = signed(w, (q - 1).bit_length()) % q
    agrees(case, *butterflies.butterfly_dual(method, q, u, v, w, bool(inverse)))


@points([(method, q) for method, q in SIGNED if q < 1000], PRODUCTS)
def test_every_signed_product(method: Method, q: int) -> None:
    width = (q - 1).bit_length()
    a, b = (x.ravel() for x in np.meshgrid(np.arange(1 - q, q), np.arange(-(q // 2), q // 2 + 1)))
    check_signed_product(method, q, a, b, width)


@points([(method, q) for method, q in SIGNED if q > 1000], PRODUCTS)
def test_signed_products(method: Method, q: int) -> None:
    """Random ones, and every pair of one factor's corners and values next to them."""
    rng = np.random.default_rng(q)
    corner = np.array([*range(1 - q, 3 - q), *range(-2, 3), *range(q - 2, q)])
    middle = np.array([-(q // 2), 1 - q // 2, -1, 0, 1, q // 2 - 1, q // 2])
    a = np.concatenate([rng.integers(1 - q, q, cases.COUNT), np.repeat(corner, len(middle))])
    b = np.concatenate([rng.integers(-(q // 2), q // 2 + 1, cases.COUNT), np.tile(middle, len(corner))])
    check_signed_product(method, q, a, b, (q - 1).bit_length())


def check_signed_product(method: Method, q: int, a: Array, b: Array, width: int) -> None:
    simulator = unit("twd_mod_mul_signed", Q=q, Method=method.parameter)
    inputs = {"a_i": a & ((2 << width) - 1), "b_i": b & ((1 << width) - 1)}
    for enable in (1.0, 0.5):
        raw = simulator.run(inputs, latency=signed_latency(method, q), enable=enable, random_state=True)
        got = signed(raw["product_lazy_o"], width + 1)
        assert np.abs(got).max() < q
        equal((got - methods.scale(method, q) * a * b) % q, 0 * got)


@points(SOME)
@DIRECTIONS
def test_feedback(method: Method, q: int, configurable: int, inverse: int) -> None:
    passes(cases.feedback(method, q, 1, configurable, inverse))


@pytest.mark.parametrize(("depth", "paths"), DEPTHS)
@DIRECTIONS
def test_feedback_of_any_depth(depth: int, paths: int, configurable: int, inverse: int) -> None:
    passes(cases.feedback(Method.SHIFT_ADD, 12289, depth, configurable, inverse, paths))


@points(TWO)
@pytest.mark.parametrize(("direction", "inverse"), marked(FORM, kept=FORM[2:]))
def test_parallel_of_two_moduli(method: Method, q: int, direction: int, inverse: int) -> None:
    passes(cases.parallel(method, q, direction, inverse, q_2=3329))
    passes(cases.parallel(method, q, direction, inverse, halve=1, passing=1, q_2=3329))


@points(TWO)
@DIRECTIONS
def test_feedback_of_two_moduli(method: Method, q: int, configurable: int, inverse: int) -> None:
    passes(cases.feedback(method, q, 1, configurable, inverse, q_2=3329))
    passes(cases.feedback(method, q, 9, configurable, inverse, 3, q_2=3329))


@pytest.mark.parametrize("inverse", [False, True])
@pytest.mark.parametrize("depth", [1, 4, 64])
def test_a_feedback_stage_is_a_layer(depth: int, inverse: bool) -> None:
    """Blocks back to back: sums of the pairs `depth` apart, then their differences."""
    q, blocks = 3329, 50
    x = np.random.default_rng(depth).integers(0, q, (blocks, 2, depth))
    w = np.random.default_rng(depth + 1).integers(0, q, (blocks, 1))
    u, v = x[:, 0], x[:, 1]
    twiddles = np.ones((blocks + 1, 2, depth), np.int64)
    second = np.zeros((blocks + 1, 2, depth), np.int64)
    second[:, 1] = 1
    if inverse:
        twiddles[1:, 0] = w  # a difference leaves in the first half of the next block
        sums, differences = butterflies.butterfly_gs(Method.FOLD, q, u, v, w)
    else:
        twiddles[:-1, 1] = w
        sums, differences = butterflies.butterfly_ct(Method.FOLD, q, u, v, w)
    stream = np.concatenate([x, x[:1]]).ravel()
    got = butterflies.butterfly_feedback(Method.FOLD, q, depth, second.ravel(), stream, twiddles.ravel(), inverse)
    expected = np.stack([sums, differences], axis=1)
    equal(got[depth : depth + expected.size] % q, expected.ravel())


def test_streaming_latencies() -> None:
    """No more than the paper's multiplier, five stages of reduction, addition and register between stages."""
    for method in (Method.FOLD, Method.SHIFT_ADD):
        for q in (3329, 12289):
            assert butterflies.streaming_latency(method, q) <= 9
    assert butterflies.streaming_latency(Method.FOLD, 3329) == 7


# --- base multiplication ------------------------------------------------------------------------------------


@points(MORE)
def test_base_multiplication(method: Method, q: int) -> None:
    case = cases.base(method, q)
    values = operands(case, "a_0_i", "a_1_i", "b_0_i", "b_1_i", "zeta_i")
    agrees(case, *butterflies.base_mul(method, q, *values))


@pytest.mark.parametrize("q", [3329, pytest.param(12289, marks=pytest.mark.matrix)])
def test_a_sum_that_wraps_before_a_dsp_block(q: int) -> None:
    """The mapped netlist: the pre-adder of the block, to which Yosys may map a difference, does not wrap."""
    case = cases.base(Method.SHIFT_ADD, q)
    mapped = UnitSimulator(case.top, case.parameters, netlist=Stage("xc7"))
    found = mapped.run(case.inputs, latency=case.latency, late=case.late)
    for name, values in case.expected.items():
        assert (found[name] == values).all(), name


@points(SOME, FOUR, pairs=[0, 1])
def test_four_coefficients(method: Method, q: int, pairs: int) -> None:
    a, b, zeta = cases.lanes(q)
    equal(butterflies.mod_mul_four(method, q, a, b, zeta if pairs else None), cases.four_results(method, q, pairs))
    passes(cases.four(method, q, pairs))


def test_latencies_of_the_four_path_product() -> None:
    """The paper's 6 cycles exactly, and no more than its 17."""
    assert butterflies.four_latency(Method.SHIFT_ADD, 12289, False) == 6
    assert butterflies.four_latency(Method.FOLD, 3329, True) == 15
