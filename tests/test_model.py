# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The golden model against the definition, and against independent packages."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from dilithium_py.polynomials.polynomials import PolynomialRing as DilithiumRing
from hypothesis import given, settings
from hypothesis import strategies as st
from kyber_py.polynomials.polynomials import PolynomialRing as KyberRing
from numpy.typing import NDArray

from twiddle import Ring, TwiddleError, model, ring
from twiddle.base.rings import rings
from twiddle.model import arith, fold
from twiddle.model.mixed_radix import dataflow
from twiddle.tools.conformance import corners

Array = NDArray[np.int64]

# Rings that no scheme uses: shortest, longest, widest and narrowest modulus, complete and incomplete.
OWN = [
    Ring("own-8", 8, 577, 391, 8),
    Ring("own-64", 64, 7681, 5258, 128),
    Ring("own-128", 128, 12289, 12149, 128),
    Ring("own-4096", 4096, 16760833, 9049883, 8192),
]
ALL = [*rings(), *OWN]
BY_NAME = pytest.mark.parametrize("r", ALL, ids=lambda r: r.name)


def random(r: Ring, *shape: int, seed: int = 1) -> Array:
    return np.random.default_rng(seed).integers(0, r.q, (*shape, r.n))


def horner(r: Ring, a: list[int], x: int) -> int:
    value = 0
    for coefficient in reversed(a):
        value = (value * x + coefficient) % r.q
    return value


def equal(got: Array, expected: Any) -> None:
    """Same shape, same values, something compared, and the type that the model promises."""
    assert got.size > 0
    assert got.dtype == np.int64
    np.testing.assert_array_equal(got, np.asarray(expected, dtype=np.int64), strict=True)


# --- against the definition ---------------------------------------------------------------------------------


def test_schoolbook_is_the_definition_in_plain_integers() -> None:
    for r in (ring("ml-kem"), ring("qtesla-1024")):
        a, b = random(r, 2)
        sums = [0] * r.n
        for i, x in enumerate(a.tolist()):
            for j, y in enumerate(b.tolist()):
                sums[(i + j) % r.n] += x * y if i + j < r.n else -x * y
        equal(model.schoolbook(r, a, b), [value % r.q for value in sums])


@BY_NAME
def test_multiply_equals_schoolbook(r: Ring) -> None:
    """By each way of the model; every pair of corners too, but for the longest polynomials."""
    a = np.concatenate([corners(r), random(r, 8)])
    b = np.concatenate([np.roll(corners(r), 5, axis=0), random(r, 8, seed=2)])
    if r.n < 4096:
        few, count = corners(r), len(corners(r))
        a, b = np.concatenate([a, np.repeat(few, count, axis=0)]), np.concatenate([b, np.tile(few, (count, 1))])
    expected = model.schoolbook(r, a, b)
    transformed = model.ntt(r, b)
    equal(model.multiply(r, a, b), expected)
    equal(model.mult(r, a, transformed), expected)
    equal(model.intt(r, model.pwm(r, model.ntt(r, a), transformed)), expected)
    for operation, second in (("mul", b), ("mult", transformed)):
        equal(model.run(r, operation, a, second), expected)
    equal(model.run(r, "pwm", a, b), model.pwm(r, a, b))


@BY_NAME
def test_ntt_is_evaluation_in_bit_reversed_order(r: Ring) -> None:
    a = random(r)
    parts = [a.tolist()] if r.complete else [a[0::2].tolist(), a[1::2].tolist()]
    places = range(r.n // len(parts)) if r.n <= 256 else [0, 1, 2, r.n // 2, r.n - 2, r.n - 1]
    got = model.ntt(r, a)
    for i in places:
        point = pow(r.root, 2 * int(f"{i:0{r.layers}b}"[::-1], 2) + 1, r.q)
        for offset, part in enumerate(parts):
            assert got[i * len(parts) + offset] == horner(r, part, point)


NEWHOPE = {
    "newhope-512": [4075, 5315, 7965, 7373, 522, 10120, 9027, 5079],
    "newhope-1024": [4075, 6974, 7373, 7965, 3262, 5079, 522, 2169],
}
"""gamma^br(i) 2^18 modulo q of the reference implementation, its first entries."""


@pytest.mark.parametrize("name", NEWHOPE)
def test_newhope_has_its_own_root_and_order(name: str) -> None:
    """Value i is sum_j gamma^j a_j omega^(i j), omega = gamma^2, in natural order, and products are schoolbook's."""
    of = ring(name)
    assert [zeta * 2**18 % of.q for zeta in model.zetas(of)[:8]] == NEWHOPE[name]
    powers = np.array([pow(of.root, e, of.q) for e in range(of.root_order)])
    index = np.arange(of.n)
    a, b = random(of, 2)
    factors = [powers[(2 * i + 1) * index % of.root_order] for i in range(of.n)]
    values = [(factor * x).sum() % of.q for x in (a, b) for factor in factors]
    natural = [model.bit_reverse(i, of.layers) for i in range(of.n)]
    equal(model.ntt(of, [a, b])[:, natural].ravel(), values)
    product = np.empty(of.n, np.int64)
    product[natural] = np.prod(np.reshape(values, (2, of.n)), axis=0) % of.q
    equal(model.intt(of, product), model.schoolbook(of, a, b))
    if name == "newhope-512":
        assert (model.ntt("falcon-512", a) != model.ntt(of, a)).any()
        assert sorted(model.ntt("falcon-512", a)) == sorted(model.ntt(of, a))


@BY_NAME
def test_mixed_radix_is_the_transform(r: Ring) -> None:
    """Duong-Ngoc and Lee 2022, Algorithm 2, for every k_1 and k_2."""
    a = np.concatenate([corners(r), random(r, 2)])
    expected = model.ntt(r, a)
    for k1 in range(1, r.layers) if r.n <= 256 else (1, r.layers // 2, r.layers - 2, r.layers - 1):
        equal(model.mixed_radix(r, a, k1, r.layers - k1), expected)
    equal(model.mixed_radix(r, a[0], 1, r.layers - 1), expected[0])


def test_dataflow_of_16_points_is_that_of_the_paper() -> None:
    """Fig. 1 and 2 of Duong-Ngoc and Lee 2022: the constants of each stage, and what they compute."""
    r = Ring("own-16", 16, 97, 28, 32)
    stages = list(dataflow(2, 2))
    psi = [sorted({index for _, _, index in stage}) for stage in stages]
    assert psi == [[1], [2, 3], [4, 5, 6, 7], [8, 9, 10, 11, 12, 13, 14, 15]]
    first = [[index for u, _, index in stages[2 + at] if u < 4] for at in range(2)]
    assert first == [[4, 4], [8, 9]]  # of the first transform of Module 2
    x = random(r)
    expected = model.ntt(r, x)
    for stage in stages:
        for u, v, index in stage:
            t = x[v] * model.zetas(r)[index]
            x[u], x[v] = (x[u] + t) % r.q, (x[u] - t) % r.q
    equal(x, expected)


def test_mixed_radix_refuses_other_radices() -> None:
    zero = np.zeros(256, np.int64)
    for k1, k2, message in (
        (5, 3, "k1 + k2 = 8: ml-kem has 7 layers"),
        (0, 7, "k1 = 0: not an integer from 1 to 6"),
        (6, 1.0, "k2 = 1.0: not an integer from 1 to 6"),
    ):
        with pytest.raises(TwiddleError) as error:
            model.mixed_radix("ml-kem", zero, k1, k2)  # type: ignore[arg-type]
        assert str(error.value) == message
    with pytest.raises(TwiddleError, match="does not end in n = 256"):
        model.mixed_radix("ml-kem", zero[:255], 5, 2)


@BY_NAME
def test_intt_inverts_ntt(r: Ring) -> None:
    a = np.concatenate([corners(r), random(r, 20)])
    equal(model.intt(r, model.ntt(r, a)), a)
    equal(model.ntt(r, model.intt(r, a)), a)


@pytest.mark.parametrize("r", [ring("ml-kem"), ring("qtesla-1024"), OWN[3]], ids=lambda r: r.name)
def test_blocks_of_any_size_agree(r: Ring) -> None:
    """More polynomials than one block holds give what each gives alone."""
    a = random(r, 300 if r.n == 256 else 40)
    equal(model.ntt(r, a), [model.ntt(r, row) for row in a])
    equal(model.intt(r, a), [model.intt(r, row) for row in a])


def test_float_arithmetic_is_exact_at_its_bound() -> None:
    """The widest modulus, the longest transform, worst-case signs: equal to layers in plain int64."""
    r = OWN[3]
    a = np.concatenate([corners(r), random(r, 3), model.intt(r, corners(r))])
    equal(model.ntt(r, a), reference_layers(r, a, inverse=False)[-1])
    equal(model.intt(r, a), reference_layers(r, a, inverse=True)[-1])


def test_convolution_properties() -> None:
    checked = []

    @settings(max_examples=60, derandomize=True)
    @given(st.sampled_from(rings()), st.integers(0, 2**32), st.integers(0, 2**24))
    def check(r: Ring, seed: int, scalar: int) -> None:
        a, b, c = random(r, 3, seed=seed)
        s = scalar % r.q
        equal(model.ntt(r, (a * s + b) % r.q), (model.ntt(r, a) * s + model.ntt(r, b)) % r.q)
        product = model.multiply(r, a, b)
        equal(model.multiply(r, b, a), product)
        equal(model.multiply(r, (a + c) % r.q, b), (product + model.multiply(r, c, b)) % r.q)
        shifted = np.concatenate([-a[-1:] % r.q, a[:-1]])  # x * a
        equal(model.multiply(r, shifted, b), np.concatenate([-product[-1:] % r.q, product[:-1]]))
        checked.append(r.name)

    check()
    assert {r.name for r in rings()} == set(checked)


# --- against independent packages ---------------------------------------------------------------------------


def through(package: Callable[..., Any], method: str, a: Array, is_ntt: bool) -> list[int]:
    """One polynomial through a package's transform, on a copy: kyber-py overwrites its list."""
    coefficients: list[int] = getattr(package(a.tolist(), is_ntt=is_ntt), method)().coeffs
    return coefficients


PACKAGES = pytest.mark.parametrize(
    ("r", "package"),
    [(ring("ml-kem"), KyberRing()), (ring("ml-dsa"), DilithiumRing())],
    ids=["kyber-py", "dilithium-py"],
)


@PACKAGES
def test_transforms_equal_the_package(r: Ring, package: Callable[..., Any]) -> None:
    a = np.concatenate([corners(r), random(r, 40)])
    expected = np.array([through(package, "to_ntt", row, False) for row in a])
    equal(model.ntt(r, a), expected % r.q)
    expected = np.array([through(package, "from_ntt", row, True) for row in a])
    equal(model.intt(r, a), expected % r.q)


@PACKAGES
def test_products_equal_the_package(r: Ring, package: Callable[..., Any]) -> None:
    a = np.concatenate([corners(r), random(r, 10)])
    b = np.concatenate([corners(r)[::-1], random(r, 10, seed=2)])
    pairs = list(zip(a, b, strict=True))
    expected = [(package(x.tolist(), is_ntt=True) * package(y.tolist(), is_ntt=True)).coeffs for x, y in pairs]
    equal(model.pwm(r, a, b), np.array(expected) % r.q)
    expected = [(package(x.tolist()) * package(y.tolist())).coeffs for x, y in pairs]
    equal(model.multiply(r, a, b), np.array(expected) % r.q)


def test_zetas_are_those_of_fips_203_and_204() -> None:
    assert model.zetas(ring("ml-kem")) == tuple(KyberRing().ntt_zetas)
    assert model.zetas(ring("ml-kem"))[1:4] == (1729, 2580, 3289)
    assert model.zetas(ring("ml-dsa")) == tuple(DilithiumRing().ntt_zetas)
    assert model.zetas(ring("ml-dsa"))[1:4] == (4808194, 3765607, 3761513)
    assert model.pair_zetas(ring("ml-kem"))[:4].tolist() == [17, 3312, 2761, 568]


# --- layers, traces, arithmetic -----------------------------------------------------------------------------


def reference_layers(r: Ring, a: Array, inverse: bool) -> list[Array]:
    """The array after every layer, butterfly block by butterfly block, from the arithmetic units in int64."""
    a = a.copy()
    steps = []
    for layer in reversed(range(r.layers)) if inverse else range(r.layers):
        distance = r.n >> (layer + 1)
        for block in range(1 << layer):
            low = slice(2 * block * distance, (2 * block + 1) * distance)
            high = slice((2 * block + 1) * distance, (2 * block + 2) * distance)
            u, v = a[..., low].copy(), a[..., high].copy()
            if inverse:
                zeta = model.zetas(r)[(2 << layer) - 1 - block]
                pair = arith.butterfly_gs(r.q, u, v, zeta * (r.q - 1) // 2 % r.q)
            else:
                pair = arith.butterfly_ct(r.q, u, v, model.zetas(r)[(1 << layer) + block])
            a[..., low], a[..., high] = pair
        steps.append(a.copy())
    return steps


@BY_NAME
@pytest.mark.parametrize("inverse", [False, True], ids=["ntt", "intt"])
def test_layers_equal_the_butterflies(r: Ring, inverse: bool) -> None:
    a = np.stack([corners(r)[1], random(r)]).reshape(2, 1, r.n)
    got = list(model.layers(r, a, inverse))
    expected = reference_layers(r, a, inverse)
    assert len(got) == len(expected) == r.layers
    for step, wanted in zip(got, expected, strict=True):
        equal(step, wanted)
    equal(got[-1], model.run(r, "intt" if inverse else "ntt", a))


@pytest.mark.parametrize("operation", ["ntt", "intt", "pwm", "mul", "mult"])
def test_trace_names_every_pass_and_ends_in_the_result(operation: str) -> None:
    r = OWN[0]
    a, b = random(r, 2)
    operands = (a,) if operation in ("ntt", "intt") else (a, b)
    forward = ["layer 0", "layer 1"]
    names = {"ntt": [f"ntt(a) {layer}" for layer in forward], "intt": ["intt layer 1", "intt layer 0"], "pwm": ["pwm"]}
    names["mult"] = [*names["ntt"], "pwm", *names["intt"]]
    names["mul"] = [*names["ntt"], *(f"ntt(b) {layer}" for layer in forward), "pwm", *names["intt"]]
    steps = model.trace(r, operation, *operands)
    assert [name for name, _ in steps] == names[operation]
    equal(steps[-1][1], model.run(r, operation, *operands))
    for name, array in steps:
        if name == "ntt(b) layer 1":
            equal(array, model.ntt(r, b))


@pytest.mark.parametrize("q", [577, 3329, 7681, 12289, 8380417, 8404993])
def test_fold_plan_is_consistent(q: int) -> None:
    bits = q.bit_length()
    assert fold.fold_plan(q, (1 << (bits - 1)) - 1) == ()
    largest = arith.largest_product(q)
    plan = fold.fold_plan(q, largest)
    assert plan[0].width == largest.bit_length()
    assert plan[-1].low == bits - 1
    steps = [one.width - one.low for one in plan]
    assert set(steps[:-1]) == {max(steps)} <= {5, 6}
    assert steps[-1] >= 1
    for one in plan:
        reached = one.table[: (largest >> one.low) + 1]
        largest = (1 << one.low) - 1 + max(reached)
        assert one.largest == largest
        assert len(one.table) == 1 << (one.width - one.low)
        assert all((entry - (h << one.low)) % q == 0 for h, entry in enumerate(one.table))
    for one, following in pairwise(plan):
        assert all(0 <= entry < q for entry in one.table)
        assert one.largest.bit_length() == following.width < one.width
    assert all(-q < entry and entry + (1 << plan[-1].low) - 1 < q for entry in plan[-1].table)


@pytest.mark.parametrize(("q", "folds"), [(3329, 3), (7681, 3), (12289, 3), (8380417, 5), (8404993, 5)])
def test_a_product_takes_as_few_folds_as_the_headers_say(q: int, folds: int) -> None:
    assert len(fold.fold_plan(q, arith.largest_product(q))) == folds


# --- operands that are refused ------------------------------------------------------------------------------


def bad(r: Ring, index: tuple[int, ...], value: int, *shape: int) -> Array:
    a = np.zeros((*shape, r.n), dtype=np.int64)
    a[index] = value
    return a


TWO = [model.schoolbook, model.pwm, model.multiply, model.mult]
R = ring("ml-kem")
RULE = "; ml-kem needs integers of shape (..., 256) in [0, 3329)"
WRONG = [
    (bad(R, (5,), 3329), "[5] = 3329 is outside [0, 3329)"),
    (bad(R, (1, 255), -1, 2), "[1, 255] = -1 is outside [0, 3329)"),
    (bad(R, (0, 2, 7), 2**40, 1, 3), f"[0, 2, 7] = {2**40} is outside [0, 3329)"),
    (np.full(256, 2**64 - 1, dtype=np.uint64), f"[0] = {2**64 - 1} is outside [0, 3329)"),
    (np.zeros(256), ": float64 is not an integer type"),
    (np.zeros(256, dtype=bool), ": bool is not an integer type"),
    ([10**30] * 256, ": object is not an integer type"),
    (["1"] * 256, ": <U1 is not an integer type"),
    (np.zeros(255, dtype=np.int64), ": shape (255,) does not end in n = 256"),
    (np.zeros((256, 1), dtype=np.int64), ": shape (256, 1) does not end in n = 256"),
    (7, ": shape () does not end in n = 256"),
    ([[0] * 256, [0] * 255], ": polynomials of different lengths"),
]


@pytest.mark.parametrize(("operand", "rule"), WRONG)
def test_a_wrong_operand_is_refused(operand: Any, rule: str) -> None:
    good = np.zeros(256, dtype=np.int64)
    calls: list[tuple[str, Callable[[], object]]] = [
        ("a", lambda: model.ntt(R, operand)),
        ("a", lambda: model.intt(R, operand)),
        ("a", lambda: model.layers(R, operand)),
        *(("a", lambda op=op: op(R, operand, good)) for op in TWO),
        *(("b", lambda op=op: op(R, good, operand)) for op in TWO),
    ]
    for name, call in calls:
        with pytest.raises(TwiddleError) as error:
            call()
        assert str(error.value) == f"{name}{rule}{RULE}"


def test_operands_that_do_not_match_are_refused() -> None:
    a, b = random(R, 2), random(R, 3)
    for operation in TWO:
        with pytest.raises(TwiddleError, match=r"^b: shape \(3, 256\) does not match shape \(2, 256\) of a$"):
            operation(R, a, b)


def test_run_refuses() -> None:
    a = random(R)
    refused: list[tuple[Callable[[], object], str]] = [
        (lambda: model.run(R, "fft", a), "operation 'fft': unknown; the operations are ntt, intt, pwm, mul, mult"),
        (lambda: model.trace(R, "fft", a), "operation 'fft': unknown; the operations are ntt, intt, pwm, mul, mult"),
        (lambda: model.run(R, "ntt", a, a), "operation ntt: needs one operand, two are given"),
        (lambda: model.run(R, "mul", a), "operation mul: needs two operands, b is missing"),
        (lambda: model.trace(R, "mult", a), "operation mult: needs two operands, b is missing"),
    ]
    for call, message in refused:
        with pytest.raises(TwiddleError) as error:
            call()
        assert str(error.value) == message


def test_operands_of_any_integer_type_and_shape() -> None:
    a = random(R, 2, 3)
    expected = model.ntt(R, a)
    for kind in (np.int16, np.uint16, np.int32, np.uint64):
        equal(model.ntt(R, a.astype(kind)), expected)
    equal(model.ntt(R, a.tolist()), expected)
    equal(model.ntt(R, a[:, ::2]), expected[:, ::2])
    assert model.ntt(R, a[:0]).shape == (0, 3, 256)
    equal(model.multiply(R, a, a[0, 0]), [[model.schoolbook(R, x, a[0, 0]) for x in row] for row in a])
    before = a.copy()
    model.multiply(R, a, a)
    equal(a, before)


# --- speed --------------------------------------------------------------------------------------------------


@pytest.mark.speed
@pytest.mark.parametrize("transform", [model.ntt, model.intt], ids=["ntt", "intt"])
def test_a_hundred_thousand_ml_kem_transforms_a_second(transform: Callable[[Ring, Array], Array]) -> None:
    a = random(R, 5000)
    seconds = []
    for _ in range(5):
        start = time.process_time()
        transform(R, a)
        seconds.append(time.process_time() - start)
    assert len(a) / min(seconds) >= 100_000
