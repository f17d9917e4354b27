# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Products with constants, and the constants of Barrett, Montgomery and Plantard in plain integers.

Their products and reductions are in test_methods.py.
"""

from math import gcd

import numpy as np
import pytest
from arith_cases import batch, equal, unit

from twiddle.model import arith, reductions
from twiddle.tools.sim.netlist import Stage
from twiddle.tools.sim.unit import UnitSimulator

pytestmark = pytest.mark.covers(
    "twd_barrett_pkg",
    "twd_const_product",
    "twd_const_product_pkg",
    "twd_mod_barrett",
    "twd_mod_montgomery",
    "twd_mod_plantard",
    "twd_montgomery_pkg",
    "twd_plantard_pkg",
)

WIDE = (8380417, 8404993)
LIMITS = (131071, 131073, 2**24 - 1)
"""The widest whole product, the narrowest split one, the largest q."""

PRODUCTS = [
    (24, 3329, 12, 24),
    (1, 1, 0, 1),
    (17, 2**17 - 1, 0, 34),
    (18, 2**17, 17, 18),
    (35, -5, 3, 30),
    (17, -(2**17), 0, 40),
    (26, -(2**26 - 3), 27, 25),
    (48, 2**48 - 59, 24, 24),
    (51, 2**50 + 12345, 0, 52),
    (51, -(2**51), 20, 43),
    (12, 0, 0, 12),
]
"""Products with constants: width of the operand, constant, bits left out, bits of the result."""


def products(q: int) -> list[tuple[int, int, int, int]]:
    """Those of the three reductions."""
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


CONSTANTS = [*PRODUCTS, *(one for q in WIDE for one in products(q))]


def const_product_parameters(width: int, constant: int, low: int, out: int) -> dict[str, int | str]:
    return {"InWidth": width, "Constant": f"64'h{constant % 2**64:x}", "Low": low, "OutWidth": out}


batch([("twd_const_product", const_product_parameters(*one)) for one in CONSTANTS])


# --- the constants, in plain integers -----------------------------------------------------------------------


def test_constants() -> None:
    """The inequalities that the headers rest on, for every odd q of a few and for random ones."""
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


# --- products with constants --------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "constant", "low", "out"), CONSTANTS)
@pytest.mark.parametrize("enable", [1.0, 0.5])
def test_products_with_constants(width: int, constant: int, low: int, out: int, enable: float) -> None:
    product = unit("twd_const_product", **const_product_parameters(width, constant, low, out))
    corners = [value for k in range(width) for value in (2**k - 1, 2**k, 2**width - 1 - 2**k)]
    x = np.concatenate([corners, [2**width - 1], np.random.default_rng(width).integers(0, 2**width, 50_000)])
    latency = reductions.const_latency(width, constant, low + out)
    got = product.run({"x_i": x}, latency=latency, enable=enable, seed=1, random_state=True)["product_o"]
    expected = np.array([((value * constant) >> low) % 2**out for value in x.tolist()])
    equal(got, expected)
    equal(got, reductions.const_product(x, constant, low, out))


@pytest.mark.matrix
def test_the_sign_of_a_short_limb_is_kept_on_xc7() -> None:
    """Yosys 0.70 drops a sign that is extended before the register of a DSP48E1: Barrett modulo 8380417."""
    width, constant, low, out = products(8380417)[0]
    parameters = {key: str(value) for key, value in const_product_parameters(width, constant, low, out).items()}
    mapped = UnitSimulator("twd_const_product", parameters, netlist=Stage("xc7"))
    x = np.random.default_rng(0).integers(0, 1 << width, 1000)
    latency = reductions.const_latency(width, constant, low + out)
    (got,) = mapped.run({"x_i": x}, latency=latency).values()
    equal(got, reductions.const_product(x, constant, low, out))
