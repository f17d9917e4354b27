# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The arithmetic units against plain integers, and against the model bit for bit.

Every operand of small moduli, otherwise corners and seeded random numbers; `make exhaust` tries every pair of operands
of the narrow ones. Results are collected at the latency that the model states: one cycle more or less, and nothing
matches.
"""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest
from arith_cases import BATCH, batch, unit
from arith_units import BOTH, BOUNDS, FORWARD, INVERSE, case
from covers import marked, named

from lint.cover import covering
from twiddle.model import arith, fold, kred, methods, reductions
from twiddle.model.methods import Method
from twiddle.tools.sim.netlist import Stage
from twiddle.tools.sim.unit import UnitSimulator

pytestmark = pytest.mark.covers(
    *("twd_base_mul", "twd_butterfly", "twd_butterfly_conventional", "twd_butterfly_ct", "twd_butterfly_dual"),
    *(
        "twd_butterfly_feedback",
        "twd_butterfly_gs",
        "twd_butterfly_parallel",
        "twd_butterfly_unified",
        "twd_carry_add",
        "twd_const_product",
    ),
    *("twd_const_reduce", "twd_const_reduce_pkg", "twd_dsp_product", "twd_fold_pkg"),
    *("twd_karatsuba_product", "twd_kred_sum", "twd_ldsp_pkg", "twd_ldsp_reduce", "twd_mod_add", "twd_mod_correct"),
    *("twd_mod_fold", "twd_mod_halve", "twd_mod_mul", "twd_mod_mul_constants", "twd_mod_mul_four", "twd_mod_mul_ldsp"),
    *("twd_mod_mul_rns", "twd_mod_reduce", "twd_mod_shift_add", "twd_modarith_pkg"),
    *("twd_pwmm_karatsuba", "twd_tile_product", "twd_twiddle_mul", "twd_vedic_product"),
)

Options = dict[str, Any]

CLASSES = ((17, 97, 577, 3), (3329, 7681, 12289), (131071, 16385, 131073), (8380417, 8404993, 2**24 - 1))
"""Moduli by class: exhausted; of schemes to 14 bits; around the limit of a product in one DSP block; the most bits."""

SHAPES = (65537, 5767169, 8388609, 16760833, 16773121)
"""More q = k 2^m + 1, prime or not: k = 1, and k just below 2^m."""

HALVINGS = [(97, 5), (3329, 7), (3329, 8), (12289, 10), (12289, 12), (8380417, 7)]
"""1/128 of ml-kem and 1/1024 of falcon among them, and all that q allows."""


def rows(names: str, *values: tuple[Any, ...]) -> Iterator[Options]:
    """Options by their names, one row a case."""
    for row in values:
        yield dict(zip(names.split(), row, strict=True))


def methods_with(*classes: tuple[int, ...]) -> Iterator[Options]:
    """Every method with a modulus of every class that it takes, by turns, so that every modulus has some."""
    for turn, method in enumerate(Method):
        for moduli in classes:
            taken = [q for q in moduli if methods.reason(method, q) is None]
            if taken:
                yield {"q": taken[turn % len(taken)], "method": method}


def fold_ranges() -> Iterator[tuple[int, int]]:
    """A sum, a product, and two bits more."""
    for q in (577, 3329, 8380417):
        largest = arith.largest_product(q)
        yield from ((q, top) for top in (2 * q - 2, largest, 4 * largest + 3))


def last_folds() -> Iterator[tuple[int, int, int, int]]:
    """Folds of K-RED that are the last ones: with an offset, of the operand or of its negative."""
    for q, negate in product((5, 3329, 8380417), (0, 1)):
        yield q, (27 << (q.bit_length() - 1)) + 3, (q // 2, q - 1)[negate], negate


def fold_steps() -> Iterator[tuple[int, str, int]]:
    """Each step of the folds of a product, and of the sums of K-RED all but the last."""
    for q, of in ((3329, "product"), *product((8380417, 8404993), BOUNDS)):
        count = len(fold.fold_plan(q, BOUNDS[of](q))) - (of != "product")
        assert count > 0
        yield from ((q, of, index) for index in range(count))


def constants_of(q: int) -> list[tuple[int, int, int, int]]:
    """The products with constants of the three reductions."""
    bits, word = q.bit_length(), reductions.plantard_word(q)
    largest = arith.largest_product(q).bit_length()
    return [
        (largest - reductions.barrett_low(q), reductions.barrett_factor(q), reductions.barrett_fraction(q), bits + 1),
        (bits + 1, q, 0, bits + 1),
        (bits, reductions.montgomery_factor(q), 0, bits),
        (bits, q, bits, bits),
        (largest, reductions.plantard_factor(q), word, word),
        (word + 1, q, word, bits),
    ]


CONSTANTS = [
    *((24, 3329, 12, 24), (1, 1, 0, 1), (17, 2**17 - 1, 0, 34), (18, 2**17, 17, 18), (35, -5, 3, 30)),
    *((17, -(2**17), 0, 40), (26, -(2**26 - 3), 27, 25), (48, 2**48 - 59, 24, 24), (51, 2**50 + 12345, 0, 52)),
    *((51, -(2**51), 20, 43), (12, 0, 0, 12), *constants_of(8380417)),
]
"""Products with constants: width of the operand, constant, bits left out, bits of the result."""

MULTIPLES = sorted(
    {(kred.shape(q)[0] ** power, kred.shape(q)[1]) for q in (97, 3329, 8380417) for power in (1, 2)} | {(15, 9)}
)
"""Factors and bits of the sums of K-RED and K-RED-2x."""

SOME = [(577, Method.FOLD), (3329, Method.FOLD), (8380417, Method.FOLD), (12289, Method.SHIFT_ADD), (7681, Method.KRED)]
"""A lazy and a canonical result, and a scale that is not 1; several moduli."""

EVERY_METHOD = [(3329, method) for method in methods.supported(3329)]
WITHOUT_DSP = [(3329, Method.TILES), (12289, Method.LDSP)]
DIRECTIONS = [(FORWARD, 0), (INVERSE, 1), (BOTH, 0), (BOTH, 1)]
TWO = [(12289, Method.FOLD), (12289, Method.KRED), (7681, Method.MONTGOMERY)]
"""Beside 3329, another modulus from butterfly to butterfly."""


def joined(first: Iterable[tuple[Any, ...]], *rest: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """Every combination of parts of rows."""
    for parts in product(first, *rest):
        yield sum(parts, ())


FIXED_OR_NOT = [(0, 0), (1, 0), (1, 1)]
"""Whether a butterfly has a direction input, and its direction."""

POINTS: dict[str, list[Options]] = {
    "folds": [*rows("q largest", *fold_ranges()), *rows("q largest offset negate", *last_folds())],
    "fold_step": [*rows("q of index", *fold_steps())],
    "add": [*rows("q subtract", *product((3, 577, 3329, 8380417), (0, 1)))],
    "correct": [*rows("q above", *product((3, 3329, 8380417), (0, 1)))],
    "halve": [*rows("q", (3,), (3329,), (8380417,))],
    "mul": [
        *methods_with(*CLASSES),
        *({"q": q, "method": Method.KRED, "halvings": halvings} for q, halvings in HALVINGS),
        *({"q": q, "method": Method.LDSP, "halvings": halvings} for q, halvings in HALVINGS[1:5:2]),
    ],
    "mul_lazy": [
        *rows("q method", *EVERY_METHOD, (8380417, Method.FOLD), (8404993, Method.KRED2X), (8404993, Method.PLANTARD))
    ],
    "reduce": [*(each for each in methods_with(CLASSES[1], SHAPES) if each["method"] not in methods.WHOLE)],
    "kred_range": [
        *rows("q halvings products", *product((3329,), (0,), (0, 8)), *product((8380417,), (0, 3), (0, 8))),
        *rows("q halvings products", (17, 3, 8), (12289, 3, 8)),
    ],
    "kred_sum": [*rows("k bits", *MULTIPLES)],
    "shift_and_add": [*rows("q lazily", *product((3329, 12289), (0, 1)))],
    "by_constant": [*rows("width constant low out", *CONSTANTS)],
    "by_constants": [
        *rows(
            "q numbers one spare",
            *((17, 1, 0, 0), (3329, 1, 0, 3), (3329, 2, -1, 0), (3329, 4, 1, 1), (3329, 4, 0, 0), (7681, 2, 1, 2)),
            *((12289, 1, -1, 1), (12289, 4, 0, 1), (8380417, 2, -1, 0)),
        )
    ],
    "tiles": [*rows("width negate", (2, 0), (7, 1), (12, 0), (13, 1), (24, 1))],
    "karatsuba": [
        *rows("width negate", (2, 0), (12, 0), (13, 1)),
        *rows("width negate modulus offset", (12, 0, 3329, 5), (13, 0, 7681, 0), (14, 0, 12289, 12288)),
    ],
    "pwmm_karatsuba": [*rows("q n units halvings", (3329, 256, 1, 7), (3329, 256, 2, 8), (12289, 64, 1, 10))],
    "vedic": [*rows("bits", (6,), (7,), (8,))],
    "mul_ldsp": [
        *rows("q halvings", (3, 0), (97, 5), (257, 8), (769, 0), (15361, 0)),
        *rows("q halvings karatsuba", (3329, 7, 1), (7681, 0, 1), (7681, 9, 0), (12289, 9, 1)),
    ],
    "ldsp_reduce": [*rows("q halvings karatsuba", (3329, 7, 1), (7681, 0, 0), (12289, 12, 0))],
    "butterfly": [*rows("q", (577,), (3329,), (12289,), (8380417,))],
    "ct": [*rows("q method", *SOME, *WITHOUT_DSP)],
    "gs": [*rows("q method halve", *((*one, number % 2) for number, one in enumerate(SOME)))],
    "unified": [
        *rows("q method", *EVERY_METHOD, (12289, Method.LDSP)),
        *rows("q method halve", *((*one, 1) for one in SOME[2:4])),
        *rows("q method karatsuba", (3329, Method.LDSP, 1), (12289, Method.LDSP, 1)),
    ],
    "conventional": [
        *rows("q method halve", *((*one, number % 2) for number, one in enumerate([*SOME, *WITHOUT_DSP])))
    ],
    "parallel": [
        *rows("q method direction inverse", *joined([SOME[1], *SOME[3:]], DIRECTIONS)),
        *rows("q method direction inverse halve", *joined([SOME[0], SOME[4]], DIRECTIONS[1:], [(1,)])),
        *rows(
            "q method halve passing direction inverse",
            *joined([(3329, Method.FOLD, 0, 1), (7681, Method.KRED, 1, 1)], DIRECTIONS[1:]),
        ),
        *rows(
            "q method q_2 direction inverse halve passing", *joined(TWO, [(3329,)], DIRECTIONS[2:], [(0, 0), (1, 1)])
        ),
    ],
    "dual": [*rows("q method inverse", *((*one, inverse) for one in EVERY_METHOD for inverse in (0, 1)))],
    "signed_product": [*rows("q method", *product((13, 97, 3329, 12289), (Method.FOLD, Method.KRED)))],
    "feedback": [
        *rows("q method configurable inverse", *joined(SOME, FIXED_OR_NOT)),
        *rows(
            "q method depth paths configurable inverse",
            *joined([SOME[3]], [(3, 4), (67, 1), (128, 4)], FIXED_OR_NOT[1:]),
        ),
        *rows("q method q_2 depth paths configurable inverse", *joined(TWO[:2], [(3329, 9, 3)], FIXED_OR_NOT[1:])),
    ],
    "base": [*rows("q method", *SOME, *WITHOUT_DSP)],
    "four": [
        *rows("q method pairs", *((*one, int(one[1] is not Method.SHIFT_ADD)) for one in SOME), (3329, Method.FOLD, 0))
    ],
}
"""The points of each kind of case; every method with every class of moduli, and each further value of a parameter.

Every run has each value of each option of a kind; `make matrix` has the other points.
"""

OPTIONS = {
    f"{kind}-{'-'.join(map(named, options.values()))}": (kind, options)
    for kind, points in POINTS.items()
    for options in points
}
CASES = {name: case(kind, **options) for name, (kind, options) in OPTIONS.items()}


def features(name: str) -> list[tuple[Any, ...]]:
    """Each value of an option, and each direction of a butterfly."""
    kind, options = OPTIONS[name]
    return [(kind,), *((kind, *item) for item in options.items()), (kind, *map(options.get, ("direction", "inverse")))]


EVERY_RUN = covering(CASES, features)
for every_run in (True, False):
    batch(each.point for name, each in CASES.items() if (name in EVERY_RUN) == every_run)


@pytest.mark.parametrize("name", marked(CASES, list(CASES), EVERY_RUN))
def test_unit(name: str) -> None:
    CASES[name].check()


def test_points() -> None:
    assert len({(each.top, str(each.parameters)) for each in CASES.values()}) > 10 * BATCH
    assert {options["method"] for options in POINTS["mul"]} == set(Method)
    assert {options["q"] for options in POINTS["mul"]} == {q for moduli in CLASSES for q in moduli}


LAZY = [method for method in methods.supported(3329) if f"mul_lazy-3329-{named(method)}" in EVERY_RUN]


@pytest.mark.parametrize("method", LAZY, ids=named)
@pytest.mark.parametrize("wrong", [-1, 1])
def test_another_latency_matches_nothing(method: Method, wrong: int) -> None:
    """What the other tests rest on: results that are off by one cycle are seen as such."""
    a = np.arange(1, 3329)
    b = a[::-1].copy()
    latency = methods.lazy_latency(method, 3329) + wrong
    multiplier = case("mul_lazy", q=3329, method=method)
    got = unit(multiplier.top, **multiplier.parameters).run({"a_i": a, "b_i": b}, latency=latency)
    assert ((got["product_o"] - a * b * methods.scale(method, 3329)) % 3329 != 0).mean() > 0.9


MAPPED = {
    "by_constant": dict(zip(("width", "constant", "low", "out"), constants_of(8380417)[0], strict=True)),
    "base": {"q": 3329, "method": Method.SHIFT_ADD},
}


@pytest.mark.matrix
@pytest.mark.parametrize("kind", MAPPED)
def test_netlists_on_xc7(kind: str) -> None:
    """Yosys 0.70 drops a sign before the register of a DSP48E1, and may map a difference to a pre-adder that wraps."""
    mapped = case(kind, **MAPPED[kind])
    simulator = UnitSimulator(
        mapped.top, {key: str(value) for key, value in mapped.parameters.items()}, netlist=Stage("xc7")
    )
    for inputs, expected in mapped.streams:
        got = simulator.run(inputs, latency=mapped.latency, late=mapped.late)
        for port, values in expected.items():
            assert (got[port] == values).all(), port
