# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The methods of modular multiplication in Python: latencies, scales, refusals, bounds. test_units.py has the RTL."""

import subprocess
import sys
from math import gcd
from pathlib import Path

import numpy as np
import pytest
from arith_cases import equal
from arith_units import blocks
from covers import named
from method_cases import elaborate, facts
from rtl_tree import rtl_tree

from twiddle.base import manifest
from twiddle.base.errors import TwiddleError
from twiddle.base.rings import rings
from twiddle.model import arith, butterflies, kred, methods, reductions
from twiddle.model.iterative import Schedule
from twiddle.model.methods import Method

pytestmark = pytest.mark.covers("twd_butterfly_pkg", "twd_method_pkg", "twd_pwmm_pkg", "twd_rns_pkg")

SMALL = (3, 17, 97, 577, 769)
NARROW = (3329, 7681, 12289)
WIDE = (8380417, 8404993)
LIMITS = (16385, 131071, 131073, 2**24 - 1)
"""A bit more than 2^14, the widest whole product, the narrowest split one, the largest q."""
SHAPES = (5, 13, 65537, 5767169, 8388609, 16760833)
"""More q = k 2^m + 1, prime or not: k = 1, k just below 2^m, m from 1 to 23."""

LATENCIES = {
    Method.FOLD: (7, 7, 7, 10),
    Method.SHIFT_ADD: (6, None, 6, None),
    Method.KRED: (7, 7, 7, 9, 9),
    Method.KRED2X: (9, 9, 9, 12, 11),
    Method.LDSP: (11, 11, 12),
    Method.TILES: (11, 11, 12),
    Method.RNS: (3,),
    Method.BARRETT: (6, 6, 6, 13),
    Method.MONTGOMERY: (6, 6, 6, 12),
    Method.PLANTARD: (7, 7, 7, 15),
}
"""Of the headers and papers: cycles modulo each of NARROW and WIDE."""

SCALES = {Method.KRED: (13, 15, 3), Method.KRED2X: (169, 225, 9), Method.LDSP: (13, 15, 3)}
"""Of K-RED and its like, modulo each of NARROW: k, k^2."""


@pytest.mark.parametrize("method", LATENCIES, ids=named)
def test_latencies(method: Method) -> None:
    for q, cycles in zip(NARROW + WIDE, LATENCIES[method], strict=False):
        if cycles is not None:
            assert methods.latency(method, q) == cycles
            assert methods.lazy_latency(method, q) == cycles - (method not in methods.CANONICAL)


@pytest.mark.parametrize(("q", "whole"), [(3329, 15), (7681, 15), (12289, 15), (8380417, 18)])
def test_latencies_of_a_butterfly(q: int, whole: int) -> None:
    of = next(of for of in rings() if of.q == q)
    assert methods.butterfly_latency(q) + 4 == Schedule(of, 4).write_delay == whole


def test_latencies_of_papers() -> None:
    """Of the mixed-radix paper a multiplier, five stages of reduction, a sum and registers; its four-path product."""
    for method, q in ((Method.FOLD, 3329), (Method.FOLD, 12289), (Method.SHIFT_ADD, 3329), (Method.SHIFT_ADD, 12289)):
        assert butterflies.streaming_latency(method, q) <= 9
    assert butterflies.streaming_latency(Method.FOLD, 3329) == 7
    assert butterflies.four_latency(Method.SHIFT_ADD, 12289, False) == 6
    assert butterflies.four_latency(Method.FOLD, 3329, True) == 15


@pytest.mark.parametrize("method", Method, ids=named)
def test_scales(method: Method) -> None:
    """A requested power of two, or what the method leaves; nothing, of an exact one."""
    for q, expected in zip(NARROW, SCALES.get(method, ()), strict=False):
        assert methods.scale(method, q) == expected
    for q in (*SMALL, *NARROW, *WIDE, *LIMITS):
        for halvings in (0, 1, 3, 7, 9):
            if methods.reason(method, q, halvings) is None:
                scale = methods.scale(method, q, halvings)
                assert 1 <= scale < q
                assert halvings == 0 or (scale << halvings) % q == 1
                assert scale == 1 or method not in methods.EXACT


WHY = [
    (Method.SHIFT_ADD, 7681, 0, "its sums of shifts are derived only for 3329 and 12289"),
    (Method.TILES_SHIFT, 7681, 0, "its sums of shifts are derived only for 3329 and 12289"),
    (Method.KRED2X, 3331, 0, "3331 = 1665 * 2^1 + 1 is not k 2^m + 1 with odd k below 2^m"),
    (Method.KRED, 3329, 9, "3329 = 13 * 2^8 + 1 gives at most 8 halvings, not 9"),
    (Method.LDSP, 3331, 0, "it is 1665 * 2^1 + 1, and K-RED needs k 2^m + 1 with k below 2^m"),
    (Method.LDSP, 8380417, 0, "it has 23 bits, and the 8 x 8 Vedic middle product supports 14"),
    (Method.LDSP, 3329, 9, "K-RED halves at most m = 8 times, not 9"),
    (Method.TILES, 8380417, 0, "it has 23 bits, and tiles support 17, the width of one DSP block"),
    (Method.RNS, 8380417, 0, "11776 block RAMs"),
    (Method.RNS, 9993, 0, "q is not prime"),
    *(
        (method, 3329, 7, f"{method.label} leaves no power of two in its result (Halvings = 7)")
        for method in Method
        if method not in methods.HALVING
    ),
    (Method.FOLD, 3330, 0, "q is not odd, from 3 to below 2^24"),
    (Method.FOLD, 2**24 + 1, 0, "q is not odd, from 3 to below 2^24"),
]


@pytest.mark.parametrize(("method", "q", "halvings", "why"), WHY)
def test_python_refuses(method: Method, q: int, halvings: int, why: str) -> None:
    """With the reason, and the methods that work."""
    with pytest.raises(TwiddleError) as error:
        methods.check(method, q, halvings)
    said, _, work = str(error.value).partition("; methods that work: ")
    assert said.startswith(f"method {method.label}, q = {q}: ")
    assert why in said
    assert work == ", ".join(other.label for other in methods.supported(q, halvings))
    assert method not in methods.supported(q, halvings)


def test_some_work_for_every_modulus() -> None:
    always = {Method.FOLD, Method.BARRETT, Method.MONTGOMERY, Method.PLANTARD}
    for q in (*SMALL, *NARROW, *WIDE, *LIMITS, 3331):
        assert always <= set(methods.supported(q))
    kreds = {Method.KRED, Method.KRED2X}
    assert all(kreds <= set(methods.supported(q)) for q in (*SMALL, *NARROW, *WIDE, *SHAPES))
    assert [q for q in range(3, 1 << 14, 2) if Method.SHIFT_ADD in methods.supported(q)] == [3329, 12289]
    assert methods.supported(3329, 7) == [Method.KRED, Method.LDSP]


def test_constants() -> None:
    """The inequalities that the headers of the three reductions rest on, for every odd q of a few and random ones."""
    rng = np.random.default_rng(3)
    for q in [*range(3, 2000, 2), *(2 * rng.integers(1 << 8, 1 << 23, 2000) + 1).tolist(), *WIDE, *LIMITS]:
        width, largest = q.bit_length(), (q - 1) ** 2
        mu, low = -reductions.barrett_factor(q), reductions.barrett_low(q)
        assert mu * q <= 2 ** (2 * width + 1) < (mu + 1) * q
        assert 2 * (2**low) < q or q == 3
        assert 2 * (largest >> low) < 2 ** reductions.barrett_fraction(q) * 2
        assert q * reductions.montgomery_factor(q) % 2**width == 1
        assert reductions.montgomery_scale(q) * 2**width % q == 1
        word = reductions.plantard_word(q)
        assert largest + 2**word * q < 4**word
        assert word in (width, width + 1)
        assert word == width or largest + 2**width * q >= 4**width
        assert q * reductions.plantard_factor(q) % 4**word == 1
        assert reductions.plantard_scale(q) * 4**word % q == q - 1
        assert gcd(reductions.plantard_scale(q), q) == gcd(reductions.montgomery_scale(q), q) == 1


@pytest.mark.parametrize("q", reductions.SHIFT_ADD_MODULI)
def test_bound_of_the_remainder_by_shifts_and_additions(q: int) -> None:
    """x - q^ q is in (-q, q), for every quotient; the numbers of the header."""
    first, last = blocks(q)
    equal(reductions.shift_add_quotient(q, first), reductions.shift_add_quotient(q, last))
    least = first - q * reductions.shift_add_quotient(q, first)
    most = last - q * reductions.shift_add_quotient(q, last)
    assert -q < least.min()
    assert most.max() < q
    if q == 12289:
        assert [least.min(), least.max(), most.max()] == [-12288, 10239, 12286]


def test_k_red_for_many_shapes() -> None:
    """Every m, every odd k of a few: congruent, in (-q, q), and the sums inside their bounds."""
    rng = np.random.default_rng(5)
    compared = 0
    for m in range(1, 24):
        top = min(1 << m, ((1 << 24) - 2 >> m) + 1)
        for k in {1, top - 1 | 1, *(rng.integers(0, top, 6) | 1).tolist()}:
            q = (k << m) + 1
            if k >> m or q >= 1 << 24:
                continue
            assert kred.shape(q) == (k, m)
            largest = arith.largest_product(q)
            x = np.concatenate([[0, largest], rng.integers(0, largest, 2000)])
            found = [(kred.mod_kred(q, x, halvings), kred.kred_scale(q, halvings)) for halvings in (0, 1, m)]
            for value, scale in (*found, (kred.mod_kred2x(q, x), kred.kred2x_scale(q))):
                equal(value % q, x % q * scale % q)
                assert np.abs(value).max() < q
            compared += 1
    assert compared > 80


@pytest.mark.parametrize("q", [*NARROW, *WIDE])
def test_adders_of_k_red(q: int) -> None:
    """Nguyen et al. 2019, Table I: two for K-RED, five for K-RED-2x, where four do."""
    k, m = kred.shape(q)
    assert kred.rows(k, m).count == 2
    assert kred.kred2x_adders(q) == 4


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


@pytest.mark.parametrize("karatsuba", [0, 1])
def test_the_l_dsp_has_no_multiplier(karatsuba: int) -> None:
    """No multiplication in the elaborated design, so that nothing is left to become a DSP block."""
    files = " ".join(f"-I{folder}" for folder in manifest.include_dirs())
    files += " " + " ".join(map(str, manifest.sources("twd_mod_mul_ldsp")))
    script = (
        f"read_verilog -sv -defer {files}; chparam -set Karatsuba {karatsuba} twd_mod_mul_ldsp; "
        "hierarchy -check -top twd_mod_mul_ldsp; proc; flatten; select -assert-none t:$mul; "
        "select -assert-min 1 t:$add"
    )
    command = "import sys; from pyosys import libyosys as ys; ys.run_pass(sys.argv[1], ys.Design())"
    done = subprocess.run([sys.executable, "-c", command, script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, (done.stdout + done.stderr)[-500:]


def test_constant_functions_of_the_rtl_are_those_of_the_model(tmp_path: Path) -> None:
    stated = list(facts())
    assert len(stated) > 400
    elaborate(rtl_tree(tmp_path), stated)
