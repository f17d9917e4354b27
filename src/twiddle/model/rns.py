# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Products by tables of discrete logarithms (Alhassani, Benaissa 2024, III.A to III.C), and their butterfly.

a = g^k(a) mod q, with k(a) as residues modulo three pairwise coprime sub-moduli m_0, m_1, m_2; a product is a
sum of residues and a look-up. An index is {r_0, r_1, r_2}; r_1 also encodes zero, as all ones. Arrays are
int64; operands are canonical. Nothing is checked here.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.base.rings import factors
from twiddle.model import arith
from twiddle.model.kred import shape

Moduli = tuple[int, int, int]

PAPER_MODULUS = 3329

PAPER: Moduli = (7, 31, 32)
"""The paper's sub-moduli, for that q."""

MUL_LATENCY = 3
"""Cycles of `twd_mod_mul_rns` and `twd_mod_mul_rns_dual`."""

BUTTERFLY_LATENCY = 6
"""Cycles of `twd_butterfly_rns`."""

LARGEST_BLOCKS = 8.0
"""Most block RAMs of 36 Kbit of a feasible multiplier."""


# --- sub-moduli ---------------------------------------------------------------------------------------------


def is_prime(q: int) -> bool:
    """Whether q is prime."""
    return q > 1 and factors(q) == [q]


@cache
def primitive_root(q: int) -> int:
    """The least primitive root of the prime q."""
    primes = factors(q - 1)
    return next(g for g in range(2, q + 1) if all(pow(g, (q - 1) // p, q) != 1 for p in primes))


def exact_moduli(q: int) -> Moduli:
    """The factors 1, k, 2^m of q - 1 = k 2^m: sums of logarithms modulo q - 1 without overflow."""
    k, m = shape(q)
    return 1, k, 1 << m


def widths(moduli: Moduli) -> tuple[int, int, int]:
    """Bits of the three residues; the middle one has room for the code of zero."""
    return (moduli[0] - 1).bit_length(), moduli[1].bit_length(), (moduli[2] - 1).bit_length()


def _blocks(depth: int, width: int) -> float:
    """Blocks of 36 Kbit of a table with two read ports, split like `twd_rom_2r`."""
    whole = next(
        (bits for limit, bits in ((1024, 36), (2048, 18), (4096, 9), (8192, 4), (16384, 2)) if depth <= limit), 1
    )
    rows = -(-depth // 32768)
    rest = width % whole
    return rows * (width // whole) + (0 if rest == 0 else 0.5 if rest <= whole // 2 else 1.0)


def _pages(moduli: Moduli) -> tuple[int, int, int]:
    """Pages of the rebuilding table in a power of two, pages beyond it, and entries per page."""
    deep = 1 << (moduli[0].bit_length() - 1)
    return deep, moduli[0] - deep, 1 << sum(widths(moduli)[1:])


@dataclass(frozen=True)
class Memory:
    """Block RAMs of 36 Kbit, in halves: an index table, a rebuilding table, the sum tables of one product."""

    index: float
    rebuild: float
    sums: float

    @property
    def single(self) -> float:
        """Of `twd_mod_mul_rns`."""
        return self.index + self.rebuild + self.sums

    @property
    def dual(self) -> float:
        """Of `twd_mod_mul_rns_dual`: both products share one rebuilding table."""
        return 2 * (self.index + self.sums) + self.rebuild


def memory(q: int, moduli: Moduli, sum_tables: bool = False) -> Memory:
    """Block RAM of the tables for q and its sub-moduli, sums in logic or in tables."""
    bits = q.bit_length()
    deep, beside, page = _pages(moduli)
    whole = _blocks(1 << sum(widths(moduli)), bits)
    split = _blocks(deep * page, bits) + (_blocks(page, beside * bits) if beside else 0.0)
    longest = max(widths(moduli)[1:])
    sums = _blocks(2 << (2 * longest), longest) if sum_tables else 0.0
    return Memory(_blocks(1 << bits, sum(widths(moduli))), min(whole, split), sums)


@cache
def reason(q: int) -> str | None:
    """Why there are no tables modulo q; None if there are."""
    if not is_prime(q):
        return "q is not prime, so not every residue has a discrete logarithm"
    blocks = memory(q, exact_moduli(q)).single
    if blocks > LARGEST_BLOCKS:
        return f"its tables are {blocks:g} block RAMs of 36 Kbit a multiplier, above {LARGEST_BLOCKS:g}"
    return None


# --- tables and units ---------------------------------------------------------------------------------------


def _default(q: int, moduli: Moduli | None) -> Moduli:
    return exact_moduli(q) if moduli is None else moduli


def _index(k: NDArray[np.int64], moduli: Moduli) -> NDArray[np.int64]:
    _, middle, last = widths(moduli)
    return np.asarray((((k % moduli[0]) << middle | k % moduli[1]) << last) | k % moduli[2])


def zero_index(moduli: Moduli) -> int:
    """The index of zero: its code in the middle residue."""
    _, middle, last = widths(moduli)
    return ((1 << middle) - 1) << last


@cache
def _powers(q: int, count: int) -> NDArray[np.int64]:
    g, power, found = primitive_root(q), 1, []
    for _ in range(count):
        found.append(power)
        power = power * g % q
    return np.array(found, dtype=np.int64)


@cache
def index_table(q: int, moduli: Moduli) -> NDArray[np.int64]:
    """The index of every number in [0, q), shape (q,)."""
    table = np.full(q, zero_index(moduli), dtype=np.int64)
    table[_powers(q, q - 1)] = _index(np.arange(q - 1), moduli)
    return table


@cache
def rebuild_table(q: int, moduli: Moduli) -> NDArray[np.int64]:
    """The number of every index, 0 for unused indices; shape (2^bits of the index,)."""
    sums = moduli[0] * moduli[1] * moduli[2]
    table = np.zeros(1 << sum(widths(moduli)), dtype=np.int64)
    table[_index(np.arange(sums), moduli)] = _powers(q, sums)
    return table


def logarithm(q: int, a: int) -> int:
    """The k in [0, q - 1) with g^k = a mod q, for a in [1, q)."""
    return int(np.flatnonzero(_powers(q, q - 1) == a)[0])


def rns_index(q: int, a: ArrayLike, moduli: Moduli | None = None) -> NDArray[np.int64]:
    """The index of a in [0, q)."""
    return np.asarray(index_table(q, _default(q, moduli))[np.asarray(a, dtype=np.int64)])


def rns_sum(moduli: Moduli, a: ArrayLike, b: ArrayLike) -> NDArray[np.int64]:
    """The index of the product from two indices: residue by residue; zero if one is zero."""
    left, right = np.asarray(a, dtype=np.int64), np.asarray(b, dtype=np.int64)
    _, middle, last = widths(moduli)
    code = (1 << middle) - 1

    def residue(index: NDArray[np.int64], j: int) -> NDArray[np.int64]:
        shift = (middle + last, last, 0)[j]
        return np.asarray((index >> shift) & ((1 << widths(moduli)[j]) - 1))

    r_0, r_1, r_2 = ((residue(left, j) + residue(right, j)) % moduli[j] for j in range(3))
    zero = (residue(left, 1) == code) | (residue(right, 1) == code)
    return np.asarray((r_0 << middle | np.where(zero, code, r_1)) << last | r_2)


def rns_reconstruct(q: int, index: ArrayLike, moduli: Moduli | None = None) -> NDArray[np.int64]:
    """The number in [0, q) of an index."""
    return np.asarray(rebuild_table(q, _default(q, moduli))[np.asarray(index, dtype=np.int64)])


def mod_mul_rns(q: int, a: ArrayLike, b: ArrayLike, moduli: Moduli | None = None) -> NDArray[np.int64]:
    """The product a * b mod q by the tables; by default with the exact sub-moduli."""
    chosen = _default(q, moduli)
    return rns_reconstruct(q, rns_sum(chosen, rns_index(q, a, chosen), rns_index(q, b, chosen)), chosen)


def twiddle_index(q: int, w: ArrayLike, moduli: Moduli | None = None) -> NDArray[np.int64]:
    """The twiddle input of `twd_butterfly_rns` for the factors w in [1, q).

    With exact sub-moduli it is only the last residue: the other is 0 for roots of unity of order 2^j, and the
    Gentleman-Sande butterfly itself adds that of 1/2.
    """
    chosen = _default(q, moduli)
    index = rns_index(q, w, chosen)
    return np.asarray(index % chosen[2]) if chosen == exact_moduli(q) else index


def butterfly_rns(
    q: int, u: ArrayLike, v: ArrayLike, w: ArrayLike, gs: ArrayLike, product: ArrayLike, beside: ArrayLike
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """sum_o and diff_o of one pair: Cooley-Tukey, Gentleman-Sande for gs, u v w + beside for product.

    beside is the added product: of the previous cycle, or of the other pair; 0 without one.
    """
    uvw = arith.mod_mul(q, arith.mod_mul(q, u, v), w)
    forward, inverse = arith.butterfly_ct(q, u, v, w), arith.butterfly_gs(q, u, v, w)
    products = arith.mod_add(q, uvw, beside), arith.mod_sub(q, 0, uvw)
    total, difference = (
        np.where(np.asarray(product) == 1, p, np.where(np.asarray(gs) == 1, i, f))
        for p, i, f in zip(products, inverse, forward, strict=True)
    )
    return np.asarray(total), np.asarray(difference)
