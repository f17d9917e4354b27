# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Products and butterflies by tables of logarithms, against plain integers and the model bit for bit.

Every operand pair of small moduli; of the others corners with corners and random ones, and every operand with
zero and a few, unless `make exhaust` tries all pairs.
"""

from typing import Any

import pytest
from arith_cases import batch, equal, operands, unit
from rns_cases import butterfly, check_butterfly, check_dual, check_units, parameters, units

from twiddle.base.rings import rings
from twiddle.model import rns
from twiddle.model.rns import Moduli

pytestmark = pytest.mark.covers(
    "twd_butterfly_rns",
    "twd_mod_mul_rns_dual",
    "twd_rns_pkg",
    "twd_rns_product",
    "twd_rns_reconstruct",
    "twd_rns_sum",
    "twd_rns_table",
    "twd_rom_2r",
    "twd_rom_2r_block",
)

FORMS: list[tuple[int, Moduli | None, bool]] = [
    (17, None, False),
    (97, None, False),
    (149, None, False),
    (97, (1, 12, 17), True),
    (97, (5, 7, 9), False),
]
"""Modulus, sub-moduli (None: exact) and whether the sums are tables; test_units has the exact ones of more moduli.

Of 149 they are 37 and 4: a residue of more than five bits that is no power of two.
"""

DUALS: list[tuple[int, Moduli | None, bool]] = [(257, None, False), (577, (3, 25, 17), False)]
BUTTERFLIES: list[tuple[int, Moduli | None, bool]] = [(97, (5, 7, 9), True), (17, None, False)]
"""Two pairs and fed products, or one and exact sub-moduli, which give the negative product."""

batch(
    [
        *(("twd_mod_mul_rns", parameters(q, moduli, SumTables=int(tables))) for q, moduli, tables in FORMS),
        *(("twd_mod_mul_rns_dual", parameters(q, moduli, SumTables=int(tables))) for q, moduli, tables in DUALS),
        *(point for late in (False, True) for point in units(17, rns.exact_moduli(17), False, late)),
        *(butterfly(q, moduli, dual, feed=dual) for q, moduli, dual in BUTTERFLIES),
    ]
)


@pytest.mark.parametrize(("q", "moduli", "sum_tables"), FORMS)
def test_products(q: int, moduli: Moduli | None, sum_tables: bool) -> None:
    """Gaps lose nothing."""
    multiplier = unit("twd_mod_mul_rns", **parameters(q, moduli, SumTables=int(sum_tables)))
    for a, b in operands(q):
        for enable in (1.0, 0.5, 0.1):
            options: dict[str, Any] = {"enable": enable, "seed": 7, "random_state": True}
            got = multiplier.run({"a_i": a, "b_i": b}, latency=rns.MUL_LATENCY, **options)["product_o"]
            equal(got, a * b % q)
            equal(got, rns.mod_mul_rns(q, a, b, moduli))


@pytest.mark.parametrize(("q", "moduli", "sum_tables"), DUALS)
def test_dual_products_are_independent(q: int, moduli: Moduli | None, sum_tables: bool) -> None:
    check_dual(None, q, moduli, sum_tables)


@pytest.mark.parametrize("registers", [False, True])
def test_units_equal_the_model(registers: bool) -> None:
    check_units(None, 17, rns.exact_moduli(17), False, registers)


@pytest.mark.parametrize(("q", "moduli", "dual"), BUTTERFLIES)
def test_every_mode_of_the_butterfly(q: int, moduli: Moduli | None, dual: bool) -> None:
    check_butterfly(None, q, moduli, dual, feed=dual)


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
