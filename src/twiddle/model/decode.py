# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Byte strings to coefficients: ByteDecode, Decompress of FIPS 203, BitUnpack, CoeffFrom of FIPS 204."""

from enum import IntEnum

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.int64]

Q_KEM = 3329
Q_DSA = 8380417
N = 256
"""Coefficients of a polynomial."""


class Load(IntEnum):
    """What becomes of a field: twd_codec_pkg::load_e."""

    PLAIN = 0
    DECOMPRESS = 1
    CBD = 2
    NTT_KEM = 3
    NTT_DSA = 4
    BOUNDED_2 = 5
    BOUNDED_4 = 6
    ETA_2 = 7
    ETA_4 = 8
    T1 = 9
    T0 = 10
    GAMMA_17 = 11
    GAMMA_19 = 12

    @property
    def widths(self) -> tuple[int, ...]:
        """Bits of a field, d."""
        return _WIDTHS[self]

    @property
    def q(self) -> int:
        """The modulus: that of the scheme that uses it."""
        return Q_KEM if self <= Load.NTT_KEM else Q_DSA

    @property
    def rejects(self) -> bool:
        """Whether fields are left out: the byte string is a hash without an end."""
        return Load.NTT_KEM <= self <= Load.BOUNDED_4


_WIDTHS = {
    Load.PLAIN: (12,),
    Load.DECOMPRESS: (1, 4, 5, 10, 11),
    Load.CBD: (4, 6),
    Load.NTT_KEM: (12,),
    Load.NTT_DSA: (24,),
    Load.BOUNDED_2: (4,),
    Load.BOUNDED_4: (4,),
    Load.ETA_2: (3,),
    Load.ETA_4: (4,),
    Load.T1: (10,),
    Load.T0: (13,),
    Load.GAMMA_17: (18,),
    Load.GAMMA_19: (20,),
}


def fields(data: bytes, d: int) -> Array:
    """The numbers of d bits in a byte string, the least significant bit first, without a remainder."""
    bits = np.unpackbits(np.frombuffer(data, np.uint8), bitorder="little")
    rows = bits[: len(bits) // d * d].reshape(-1, d)
    return rows.astype(np.int64) @ (1 << np.arange(d, dtype=np.int64))


def mapped(kind: Load, d: int, x: ArrayLike) -> tuple[Array, NDArray[np.bool_]]:
    """The coefficients of fields x < 2^d, and which of them are accepted.

    Of ETA_2 and ETA_4, those that are not accepted are wrong: the string is no encoding.
    """
    x = np.asarray(x, np.int64)
    accepted = np.ones(x.shape, np.bool_)
    match kind:
        case Load.PLAIN:
            value = x
        case Load.DECOMPRESS:
            value = (Q_KEM * x + (1 << d >> 1)) >> d
        case Load.CBD:
            eta = d // 2
            value = np.bitwise_count(x & ((1 << eta) - 1)).astype(np.int64) - np.bitwise_count(x >> eta)
        case Load.NTT_KEM:
            value, accepted = x, x < Q_KEM
        case Load.NTT_DSA:
            value = x & ((1 << 23) - 1)
            accepted = value < Q_DSA
        case Load.BOUNDED_2:
            value, accepted = 2 - x % 5, x < 15
        case Load.ETA_2:
            value, accepted = 2 - x, x < 5
        case Load.BOUNDED_4 | Load.ETA_4:
            value, accepted = 4 - x, x < 9
        case Load.T1:
            value = -x << 13
        case Load.T0:
            value = (1 << 12) - x
        case Load.GAMMA_17:
            value = (1 << 17) - x
        case Load.GAMMA_19:
            value = (1 << 19) - x
    return (value if kind is Load.PLAIN else value % kind.q), accepted
