# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Products and butterflies by tables of logarithms, against plain integers and the model bit for bit.

Every operand pair of small moduli; of the others corners with corners and random ones, and every operand with
zero and a few, unless `make exhaust` tries all pairs.
"""

from typing import Any

import numpy as np
import pytest
from arith_cases import batch, equal, operands, unit
from covers import few
from rns_cases import butterfly, check_butterfly, check_dual, check_units, parameters, units

from twiddle.base.rings import rings
from twiddle.model import rns
from twiddle.model.rns import Moduli

pytestmark = pytest.mark.covers(
    "twd_butterfly_rns",
    "twd_iterative",
    "twd_mod_mul_rns",
    "twd_mod_mul_rns_dual",
    "twd_rns_index",
    "twd_rns_pkg",
    "twd_rns_product",
    "twd_rns_reconstruct",
    "twd_rns_residue",
    "twd_rns_sum",
    "twd_rom_2r",
    "twd_rom_2r_block",
)

SMALL = (3, 5, 7, 17, 97, 257, 577)
"""Among them q - 1 that are powers of two, and 2, and 2 times a prime."""

FORMS: list[tuple[int, Moduli | None, bool]] = [
    *((q, None, False) for q in (*SMALL, 3329, 7681)),
    (3329, rns.PAPER, False),
    (3329, rns.PAPER, True),
    (577, (3, 25, 17), False),
    (97, (1, 12, 17), True),
    (97, (5, 7, 9), False),
]
"""Modulus, sub-moduli (None: exact) and whether the sums are tables."""

FORMS_KEPT = [form for form in FORMS if form[0] in (17, 97)]
"""Each feature once."""

DUALS: list[tuple[int, Moduli | None, bool]] = [(257, None, False), (577, (3, 25, 17), False), (3329, rns.PAPER, True)]
DUALS_KEPT = DUALS[:2]

PARTS: list[tuple[int, Moduli | None]] = [
    (17, None),
    (17, rns.PAPER),
    (17, (11, 31, 32)),
    (3329, None),
    (3329, rns.PAPER),
]
PARTS_KEPT = PARTS[:1]

BUTTERFLIES: list[tuple[int, Moduli | None, dict[str, bool]]] = [
    *(
        (q, moduli, {"sum_tables": sum_tables, "dual": dual})
        for q, moduli, sum_tables, dual in (
            (3329, None, False, False),
            (3329, rns.PAPER, False, True),
            (577, (11, 31, 32), False, False),
            *((97, moduli, moduli is not None, dual) for moduli in (None, rns.PAPER) for dual in (False, True)),
            (257, None, False, True),
        )
    ),
    *((97, None, {"dual": dual, "registers": True}) for dual in (False, True)),
    *(
        (q, moduli, {"dual": dual, "feed": True})
        for q, moduli in ((3329, rns.PAPER), (97, (5, 7, 9)), (97, None))
        for dual in (False, True)
    ),
]
"""Every mode; registers after the tables; products that are multiplied again."""

KEPT = [one for one in BUTTERFLIES if one == (97, (5, 7, 9), {"dual": True, "feed": True})]

for every_run in (True, False):
    batch(
        (top, parameters(q, moduli, SumTables=int(tables)))
        for top, forms, kept in (("twd_mod_mul_rns", FORMS, FORMS_KEPT), ("twd_mod_mul_rns_dual", DUALS, DUALS_KEPT))
        for q, moduli, tables in forms
        if ((q, moduli, tables) in kept) == every_run
    )
    batch(
        point
        for q, moduli in PARTS
        for registers in (False, True)
        for point in units(q, rns.exact_moduli(q) if moduli is None else moduli, moduli is not None, registers)
        if ((q, moduli) in PARTS_KEPT) == every_run
    )
    batch(butterfly(one[0], one[1], **one[2]) for one in BUTTERFLIES if (one in KEPT) == every_run)

FORM = pytest.mark.parametrize(("q", "moduli", "sum_tables"), few(FORMS, kept=FORMS_KEPT))


@FORM
def test_products(q: int, moduli: Moduli | None, sum_tables: bool) -> None:
    multiplier = unit("twd_mod_mul_rns", **parameters(q, moduli, SumTables=int(sum_tables)))
    for a, b in operands(q):
        got = multiplier.run({"a_i": a, "b_i": b}, latency=3)["product_lazy_o"]
        equal(got, a * b % q)
        equal(got, rns.mod_mul_rns(q, a, b, moduli))


@pytest.mark.parametrize(
    ("q", "moduli", "sum_tables"), few([one for one in FORMS if one[0] in (97, 577)], kept=FORMS_KEPT)
)
def test_gaps_lose_nothing(q: int, moduli: Moduli | None, sum_tables: bool) -> None:
    multiplier = unit("twd_mod_mul_rns", **parameters(q, moduli, SumTables=int(sum_tables)))
    a, b = np.random.default_rng(q).integers(0, q, (2, 50_000))
    for enable in (0.5, 0.1):
        options: dict[str, Any] = {"enable": enable, "seed": 7, "random_state": True}
        got = multiplier.run({"a_i": a, "b_i": b}, latency=rns.MUL_LATENCY, **options)
        equal(got["product_lazy_o"], a * b % q)


@pytest.mark.parametrize(("q", "moduli", "sum_tables"), few(DUALS, kept=DUALS_KEPT))
def test_dual_products_are_independent(q: int, moduli: Moduli | None, sum_tables: bool) -> None:
    check_dual(None, q, moduli, sum_tables)


@pytest.mark.parametrize(("q", "moduli"), few(PARTS, kept=PARTS_KEPT))
def test_units_equal_the_model(q: int, moduli: Moduli | None) -> None:
    chosen = rns.exact_moduli(q) if moduli is None else moduli
    for registers in (False, True):
        check_units(None, q, chosen, moduli is not None, registers)


@pytest.mark.parametrize(("q", "moduli", "options"), few(BUTTERFLIES, kept=KEPT))
def test_every_mode_of_the_butterfly(q: int, moduli: Moduli | None, options: dict[str, bool]) -> None:
    check_butterfly(None, q, moduli, **options)


# --- sub-moduli ---------------------------------------------------------------------------------------------


def test_the_paper_s_tables() -> None:
    """The primitive root and the residues that the paper prints."""
    assert rns.primitive_root(3329) == 3
    k = {1: 0, 2: 1134, 3: 1, 370: 3326, 371: 2306, 3327: 2798, 3328: 1664}
    assert {g: rns.logarithm(3329, g) for g in k} == k
    index = rns.rns_index(3329, list(k), rns.PAPER)
    assert (index >> 10).tolist() == [0, 0, 1, 1, 3, 5, 5]
    assert (index >> 5 & 31).tolist() == [0, 18, 1, 9, 12, 8, 21]
    assert (index & 31).tolist() == [0, 14, 1, 30, 2, 14, 0]
    assert rns.rns_index(3329, 0, rns.PAPER) >> 5 == 31


def test_memory() -> None:
    exact, paper, tables = (
        rns.memory(3329, rns.exact_moduli(3329)),
        rns.memory(3329, rns.PAPER),
        rns.memory(3329, rns.PAPER, sum_tables=True),
    )
    assert [(one.single, one.dual) for one in (exact, paper, tables)] == [(3.0, 4.5), (4.0, 5.5), (4.5, 6.5)]


def test_feasible() -> None:
    assert {of.name for of in rings() if rns.reason(of.q) is None} == {"ml-kem", "kyber-v1"}
    assert "11776 block RAMs" in str(rns.reason(8380417))
