# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""From coefficients to byte strings, and hints, as in `twd_encoder`: FIPS 203, 4.2; FIPS 204, section 7."""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from twiddle.model.decode import Q_DSA, Q_KEM, N
from twiddle.model.sets import DSA, DsaSet

Ints = NDArray[np.int64]
Bits = NDArray[np.bool_]


class Store(IntEnum):
    """What becomes of coefficients, by its code in the hardware: `twd_codec_pkg::store_e`."""

    PLAIN = 0
    COMPRESS = 1
    ETA_2 = 2
    ETA_4 = 3
    T1 = 4
    T0 = 5
    GAMMA_17 = 6
    GAMMA_19 = 7
    HIGH = 8
    USE_HINT = 9
    LOW = 10
    NORM_Z = 11
    HINT = 12
    NORM_T0 = 13
    PACK_HINT = 14
    ZERO = 15

    @property
    def kem(self) -> bool:
        return self in (Store.PLAIN, Store.COMPRESS)

    @property
    def words(self) -> bool:
        """Whether a byte string comes out."""
        return self not in (Store.LOW, Store.NORM_Z, Store.HINT, Store.NORM_T0, Store.ZERO)

    @property
    def latency(self) -> int:
        """Cycles in `twd_store_map`, whose last register `twd_pack` reads."""
        return 5 if self in (Store.COMPRESS, Store.HIGH, Store.USE_HINT, Store.LOW, Store.HINT) else 1


def bound(kind: Store, of: DsaSet) -> int:
    """Absolute values of this size are too large for a check."""
    others = {Store.NORM_Z: of.gamma_1 - of.beta, Store.NORM_T0: of.gamma_2, Store.ZERO: 1}
    return others.get(kind, of.gamma_2 - of.beta)


def compress(x: Ints, d: int) -> Ints:
    """round(2^d x / q) mod 2^d (FIPS 203, 4.7)."""
    return ((x << d) + Q_KEM // 2) // Q_KEM % (1 << d)


def power2round(x: Ints) -> tuple[Ints, Ints]:
    """High and low part of x modulo 2^13 (FIPS 204, algorithm 35)."""
    high = (x + 4095) >> 13
    return high, x - (high << 13)


def decompose(x: Ints, gamma_2: int) -> tuple[Ints, Ints]:
    """HighBits and LowBits (FIPS 204, algorithm 36)."""
    high = (x + gamma_2 - 1) // (2 * gamma_2)
    low = x - high * 2 * gamma_2
    wrapped = high == (Q_DSA - 1) // (2 * gamma_2)
    return np.where(wrapped, 0, high), low - wrapped


def make_hint(x: Ints, y: Ints, gamma_2: int) -> Bits:
    """Where HighBits of two values differ: MakeHint(y - x, x) (FIPS 204, algorithm 39)."""
    found: Bits = decompose(x, gamma_2)[0] != decompose(y, gamma_2)[0]
    return found


def use_hint(hint: Bits, x: Ints, gamma_2: int) -> Ints:
    """HighBits, corrected by a hint (FIPS 204, algorithm 40)."""
    high, low = decompose(x, gamma_2)
    return (high + np.where(hint, np.where(low > 0, 1, -1), 0)) % ((Q_DSA - 1) // (2 * gamma_2))


def width(kind: Store, d: int = 0, of: DsaSet = DSA[0]) -> int:
    """Bits of a field; d is that of COMPRESS."""
    own = {Store.PLAIN: 12, Store.COMPRESS: d, Store.ETA_2: 3, Store.ETA_4: 4, Store.T1: 10, Store.T0: 13}
    own |= {Store.GAMMA_17: 18, Store.GAMMA_19: 20, Store.PACK_HINT: 2}
    return own.get(kind, 6 if of.code == 0 else 4)


def fields(kind: Store, x: Ints, d: int = 0, of: DsaSet = DSA[0], hint: Bits | None = None) -> Ints:
    """The fields of coefficients below q, for a kind with words."""
    if kind is Store.PLAIN:
        return x
    if kind is Store.COMPRESS:
        return compress(x, d)
    if kind is Store.T1:
        return power2round(x)[0]
    if kind is Store.T0:
        return (1 << 12) - power2round(x)[1]
    if kind is Store.HIGH:
        return decompose(x, of.gamma_2)[0]
    if kind is Store.USE_HINT:
        assert hint is not None
        return use_hint(hint, x, of.gamma_2)
    constant = {Store.ETA_2: 2, Store.ETA_4: 4, Store.GAMMA_17: 1 << 17, Store.GAMMA_19: 1 << 19}[kind]
    return (constant - x) % Q_DSA


def exceeded(kind: Store, x: Ints, of: DsaSet) -> Bits:
    """Which coefficients a check finds too large: LOW of LowBits, others of the coefficient."""
    value = decompose(x, of.gamma_2)[1] if kind is Store.LOW else np.where(x > Q_DSA // 2, x - Q_DSA, x)
    found: Bits = np.abs(value) >= bound(kind, of)
    return found


def byte_string(values: Ints, d: int) -> bytes:
    """Fields of d bits, the least significant bit first (FIPS 203, algorithm 5; FIPS 204, algorithm 16)."""
    bits = (values[:, None] >> np.arange(d)) & 1
    return np.packbits(bits.astype(np.uint8), axis=None, bitorder="little").tobytes()


def words(text: bytes) -> list[int]:
    """Words of 64 bits, byte 0 lowest; the last one is filled with zeros."""
    return [int.from_bytes(text[i : i + 8], "little") for i in range(0, len(text), 8)]


def hint_bit_pack(hints: Bits, of: DsaSet) -> bytes | None:
    """HintBitPack of (k, 256) hints (FIPS 204, algorithm 20); None if there are more than omega ones."""
    if hints.sum() > of.omega:
        return None
    indices = np.nonzero(hints)[1].astype(np.uint8).tobytes()
    return indices.ljust(of.omega, b"\0") + np.cumsum(hints.sum(axis=1)).astype(np.uint8).tobytes()


def hint_bit_unpack(text: bytes, of: DsaSet) -> Bits | None:
    """HintBitUnpack (FIPS 204, algorithm 21); None if the packed hints are malformed."""
    hints = np.zeros((of.k, N), np.bool_)
    begin = 0
    for i, end in enumerate(text[of.omega :]):
        indices = text[begin:end]
        if end < begin or end > of.omega or list(indices) != sorted(set(indices)):
            return None
        hints[i, list(indices)] = True
        begin = end
    return None if any(text[begin : of.omega]) else hints


def collect_cycles(hints: Bits) -> int:
    """Cycles in which `twd_hint_store` takes the hints of polynomials, if they come at once, and writes them.

    A cycle a quartet, one for each one of a quartet after its first, one for the first one of the last
    quartet of a polynomial, and one for the count of each polynomial.
    """
    ones = hints.reshape(-1, N // 4, 4).sum(axis=2)
    more = np.maximum(ones - 1, 0).sum() + (ones[:, -1] > 0).sum()
    return int(ones.size + more + len(ones))


def fill_cycles(hints: Bits, of: DsaSet) -> int:
    """Cycles after these, until the first byte of the packed hints is there."""
    return int(of.omega - hints.sum()) + 2 + of.hint_bytes - of.omega - of.k


def expand_cycles(hints: Bits) -> int:
    """Cycles in which `twd_hint_store` gives the hints of polynomials, if they are taken at once."""
    return int(len(hints) * (N // 4 + 2) + hints.sum())


def job_cycles(kind: Store, d: int, count: int = 1) -> int:
    """Cycles of `twd_encoder` from the first quartet to the last word of polynomials, both included."""
    return count * N // 4 * (2 if d > 13 else 1) + kind.latency + 2
