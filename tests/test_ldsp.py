# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The L-DSP and the product of tiles against plain integers, and against the model bit for bit.

Every operand pair of small moduli; of the others corners with corners, every operand with a few, and random
ones. The integer products by themselves, with every pair to seven bits.
"""

import subprocess
import sys
from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest
from arith_cases import NARROW, Array, batch, check_lazy, equal, operands, pairs, sample, unit
from butterfly_cases import point, unified
from covers import covering, marked

from twiddle.base import manifest
from twiddle.model import kred, ldsp
from twiddle.model.methods import Method
from twiddle.tools.sim.unit import UnitPoint

pytestmark = pytest.mark.covers(
    "twd_karatsuba_product",
    "twd_ldsp_pkg",
    "twd_ldsp_reduce",
    "twd_mod_mul_ldsp",
    "twd_mod_mul_tiles",
    "twd_table_sum",
    "twd_tile_product",
    "twd_vedic_product",
    "twd_vedic_tile",
)

SMALL = (3, 5, 17, 97, 193, 257, 769)
SHAPES = (13313, 15361)
"""More q = k 2^m + 1: rows of five bits without a rest."""


HALVINGS = {3329: (1, 7, 8), 7681: (1, 8, 9), 12289: (1, 9, 10, 12)}
"""One, those of the schemes' rings, all that q allows."""

POINTS = [
    *((q, 0, False) for q in (*SMALL, *NARROW, *SHAPES)),
    *((q, kred.shape(q)[1], False) for q in SMALL),
    *((q, halvings, False) for q in NARROW for halvings in HALVINGS[q]),
    *((q, halvings, True) for q in NARROW for halvings in (0, HALVINGS[q][1])),
]
"""Modulus, halvings, whether the product is Karatsuba's."""

KEPT = [point for point in covering(POINTS) if point[0] in (97, 257, 3329, 12289)]
"""Those of every run; `make matrix` has the others too."""

WIDTHS = (2, 3, 6, 7, 12, 13, 14, 24)
KARATSUBA_WIDTHS = (2, 12, 13, 14)
VEDIC = (3, 4, 6, 7, 8)

TILES = list(product(WIDTHS, (0, 1)))
KARATSUBA = list(product(KARATSUBA_WIDTHS, (0, 1)))
REDUCED = [point for point in POINTS if point[0] in NARROW]

KEPT_TILES = [(2, 0), (7, 1), (13, 0), (24, 1)]
KEPT_KARATSUBA = [(2, 0), (13, 1)]
KEPT_REDUCED = [(3329, 7, True), (12289, 9, False)]
KEPT_BUTTERFLIES = [7681]
"""Of them, those of every run; test_butterflies.py has the butterfly modulo 3329."""


def parameters(q: int, halvings: int, karatsuba: bool) -> dict[str, int]:
    return {"Q": q, "Halvings": halvings, "Karatsuba": int(karatsuba)}


UNITS: list[tuple[UnitPoint, bool]] = [
    *(
        ((top, {"Width": width, "Negate": negate}), (width, negate) in kept)
        for top, chosen, kept in (
            ("twd_tile_product", TILES, KEPT_TILES),
            ("twd_karatsuba_product", KARATSUBA, KEPT_KARATSUBA),
        )
        for width, negate in chosen
    ),
    *((("twd_vedic_tile" if bits < 6 else "twd_vedic_product", {"Bits": bits}), True) for bits in VEDIC),
    *(
        ((top, parameters(*one)), one in kept)
        for top, points, kept in (("twd_mod_mul_ldsp", POINTS, KEPT), ("twd_ldsp_reduce", REDUCED, KEPT_REDUCED))
        for one in points
    ),
    *((point("unified", Method.LDSP, q), q in KEPT_BUTTERFLIES) for q in NARROW),
]
"""Each unit, and whether every run of the tests takes it."""

for every_run in (True, False):
    batch(one for one, kept in UNITS if kept == every_run)


# --- integer products ---------------------------------------------------------------------------------------


def factors(bits: int) -> Iterator[tuple[Array, Array]]:
    """Factors of so many bits: every pair to seven, the corners and random ones above."""
    yield from pairs(range(1 << bits), range(1 << bits)) if bits <= 7 else sample(1 << bits, 1 << 18)


@pytest.mark.parametrize(("width", "negate"), marked(TILES, kept=KEPT_TILES))
def test_tile_product(width: int, negate: int) -> None:
    tiles = unit("twd_tile_product", Width=width, Negate=negate)
    for a, b in factors(width):
        got = tiles.run({"a_i": a, "b_i": b}, latency=ldsp.tile_latency(width))["product_o"]
        equal(got, (1 << 2 * width) - (1 << (width - 1)) - a * b if negate else a * b)
        equal(got, ldsp.tile_product(width, a, b, bool(negate)))


@pytest.mark.parametrize(("width", "negate"), marked(KARATSUBA, kept=KEPT_KARATSUBA))
def test_karatsuba_product(width: int, negate: int) -> None:
    karatsuba = unit("twd_karatsuba_product", Width=width, Negate=negate)
    for a, b in factors(width):
        got = karatsuba.run({"a_i": a, "b_i": b}, latency=ldsp.KARATSUBA_LATENCY)["product_o"]
        equal(got, (1 << 2 * width) - 1 - a * b if negate else a * b)
        equal(got, ldsp.karatsuba_product(width, a, b, bool(negate)))


@pytest.mark.parametrize("bits", VEDIC)
def test_vedic_products(bits: int) -> None:
    """Every pair."""
    vedic = unit("twd_vedic_tile" if bits < 6 else "twd_vedic_product", Bits=bits)
    for a, b in pairs(range(1 << bits), range(1 << bits)):
        got = vedic.run({"a_i": a, "b_i": b}, latency=0 if bits < 6 else 3)["product_o"]
        equal(got, a * b)
        equal(got, ldsp.vedic_product(a, b))


# --- the L-DSP ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("q", "halvings", "karatsuba"), marked(POINTS, kept=KEPT))
def test_ldsp(q: int, halvings: int, karatsuba: bool) -> None:
    multiplier = unit("twd_mod_mul_ldsp", **parameters(q, halvings, karatsuba))
    latency = ldsp.ldsp_latency(q, halvings, karatsuba)
    factor = pow(2, -halvings, q) if halvings else kred.shape(q)[0]
    for a, b in operands(q):
        got = multiplier.run({"a_i": a, "b_i": b}, latency=latency)["product_lazy_o"]
        check_lazy(got, q, a * b % q * factor, ldsp.mod_mul_ldsp(q, a, b, halvings, karatsuba))


@pytest.mark.parametrize(("q", "halvings", "karatsuba"), marked(REDUCED, kept=KEPT_REDUCED))
def test_reduction_at_every_table_entry(q: int, halvings: int, karatsuba: bool) -> None:
    """Values on both sides of every change of the bits that address a table, and the ends of the range."""
    plan = ldsp.ldsp_plan(q, halvings, karatsuba)
    reducer = unit("twd_ldsp_reduce", **parameters(q, halvings, karatsuba))
    tops = np.arange(1 << (plan.top + 2)) << (2 * q.bit_length() - plan.top - 2)
    lows = np.arange(1 << plan.taken)
    near = (tops[:, None] + np.array([-1, 0, 1])).ravel()
    every_low = (lows[None, :] + (np.arange(0, plan.highest, plan.highest // 5)[:, None] >> 14 << 14)).ravel()
    rest = np.random.default_rng(q).integers(plan.lowest, plan.highest, 1 << 17, endpoint=True)
    x = np.clip(np.concatenate([near, every_low, rest]), plan.lowest, plan.highest)
    got = reducer.run({"x_i": x}, latency=plan.latency)["result_lazy_o"]
    product = x if halvings else plan.highest - x
    check_lazy(got, q, product % q * kred.kred_scale(q, halvings), ldsp.ldsp_reduce(plan, x))


def test_table_sum() -> None:
    """Every index, bits that no entry reaches, and a negative entry."""
    entries = [*range(0, 620, 20), -7]
    literal = "1024'h" + "".join(f"{entry % 2**32:08x}" for entry in reversed(entries))
    low, index = (grid.ravel() for grid in np.meshgrid(np.arange(7, 1 << 10), np.arange(32)))
    got = unit("twd_table_sum", Low=10, Index=5, Sum=12, Table=literal)
    equal(got.run({"low_i": low, "index_i": index}, latency=1)["sum_o"], ldsp.table_sum(low, index, entries))


# --- the butterfly ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("q", marked(NARROW, kept=KEPT_BUTTERFLIES))
def test_butterfly(q: int) -> None:
    """Cooley-Tukey and Gentleman-Sande in turn on the L-DSP, dense and with gaps."""
    case = unified(Method.LDSP, q)
    for enable in (1.0, 0.5):
        assert case.differs(enable, None) == ""


# --- no DSP block -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("karatsuba", [0, 1])
def test_no_multiplier(karatsuba: int) -> None:
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
