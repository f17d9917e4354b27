# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The reductions by shifts and additions against plain integers, and against the model bit for bit.

The quotient depends on the bits of x above a limit alone, so its bound is computed for all of them; the
reduction runs over every value for 3329, and for 12289 over both ends of what each quotient covers.
"""

import numpy as np
import pytest
from arith_cases import Array, batch, equal, signed, unit

from twiddle.model import arith, reductions

pytestmark = pytest.mark.covers("twd_mod_shift_add", "twd_shift_add_pkg")

DROPPED = {3329: 10, 12289: 11}
"""Bits of x that the quotient does not see."""

MODULI = pytest.mark.parametrize("q", reductions.SHIFT_ADD_MODULI)

batch(("twd_mod_shift_add", {"Q": q, "Lazy": lazy}) for q in reductions.SHIFT_ADD_MODULI for lazy in (0, 1))


def blocks(q: int) -> tuple[Array, Array]:
    """First and last value of every block of x with the same quotient."""
    largest = arith.largest_product(q)
    first = np.arange((largest >> DROPPED[q]) + 1) << DROPPED[q]
    return first, np.minimum(first + (1 << DROPPED[q]) - 1, largest)


@MODULI
def test_bound_of_the_remainder(q: int) -> None:
    """x - q^ q is in (-q, q), for every quotient; the numbers of the header."""
    first, last = blocks(q)
    equal(reductions.shift_add_quotient(q, first), reductions.shift_add_quotient(q, last))
    least = first - q * reductions.shift_add_quotient(q, first)
    most = last - q * reductions.shift_add_quotient(q, last)
    assert -q < least.min()
    assert most.max() < q
    if q == 12289:
        assert [least.min(), least.max(), most.max()] == [-12288, 10239, 12286]
    equal(reductions.mod_shift_add(q, first), first % q)


@MODULI
@pytest.mark.parametrize("lazy", [0, 1])
def test_reduction(q: int, lazy: int) -> None:
    """Every value for 3329; for 12289 both ends of every block, both sides of every multiple, random ones."""
    reducer = unit("twd_mod_shift_add", Q=q, Lazy=lazy)
    largest = arith.largest_product(q)
    if q == 3329:
        x = np.arange(largest + 1)
    else:
        near = (np.arange(q)[:, None] * q + np.arange(-1, 2)).ravel()
        rest = np.random.default_rng(q).integers(0, largest, 1 << 20, endpoint=True)
        x = np.clip(np.concatenate([*blocks(q), near, rest]), 0, largest)
    latency = reductions.LAZY_LATENCY + 1 - lazy
    got = reducer.run({"x_i": x}, latency=latency)["result_lazy_o"]
    if lazy:
        got = signed(got, q.bit_length() + 1)
        equal(got, reductions.shift_add_remainder(q, x))
    else:
        equal(got, reductions.mod_shift_add(q, x))
    equal(got % q, x % q)
