# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The operations of `twd_lattice`, the lengths of their frames (twd_lattice_pkg), and M' of FIPS 204."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import IntEnum, IntFlag

from twiddle.base.errors import TwiddleError

KEM_SETS = ("ML-KEM-512", "ML-KEM-768", "ML-KEM-1024")
DSA_SETS = ("ML-DSA-44", "ML-DSA-65", "ML-DSA-87")


class Operation(IntEnum):
    """An operation, by its code."""

    KEM_KEYGEN = 0
    KEM_ENCAPS = 1
    KEM_DECAPS = 2
    DSA_KEYGEN = 3
    DSA_SIGN = 4
    DSA_VERIFY = 5

    @property
    def label(self) -> str:
        """Its name in the standards."""
        return ("KeyGen", "Encaps", "Decaps", "KeyGen", "Sign", "Verify")[self]


class Error(IntFlag):
    """The rules that an operation broke; UNKNOWN: there is no such operation."""

    NONE = 0
    EARLY = 1
    LATE = 2
    RANGE = 4
    HASH = 8
    REJECTED = 16
    BYTES = 32
    UNKNOWN = 64


RULES = tuple(error for error in Error if error not in (Error.NONE, Error.UNKNOWN))
"""Those of an operation; the registers of `twd_lattice_axi` refuse an unknown command."""


@dataclass(frozen=True)
class Lengths:
    """Bytes of keys and of what they make.

    public, private   ek and dk; pk and sk
    made              ciphertext or signature
    """

    public: int
    private: int
    made: int


def lengths(name: str) -> Lengths:
    """The lengths of a parameter set (FIPS 203, table 3; FIPS 204, table 2).

    Raises TwiddleError for an unknown set.

    >>> lengths("ML-DSA-65")
    Lengths(public=1952, private=4032, made=3309)
    """
    if name in KEM_SETS:
        k = 2 + KEM_SETS.index(name)
        du, dv = (11, 5) if k == 4 else (10, 4)
        return Lengths(384 * k + 32, 768 * k + 96, 32 * (du * k + dv))
    if name in DSA_SETS:
        i = DSA_SETS.index(name)
        rows, columns = ((4, 4), (6, 5), (8, 7))[i]
        eta_bits, mask_bits, omega, digest = ((3, 18, 80, 32), (4, 20, 55, 48), (3, 20, 75, 64))[i]
        private = 128 + 32 * (eta_bits * (rows + columns) + 13 * rows)
        return Lengths(32 + 320 * rows, private, digest + 32 * mask_bits * columns + omega + rows)
    raise TwiddleError(f"{name}: no parameter set; there are {', '.join(KEM_SETS + DSA_SETS)}")


def command(operation: Operation, name: str, mu: bool = False) -> int:
    """The command word.

    Raises TwiddleError for a set of the other scheme.
    """
    sets = KEM_SETS if operation <= Operation.KEM_DECAPS else DSA_SETS
    if name not in sets:
        raise TwiddleError(f"{name}: no parameter set of {operation.name}; there are {', '.join(sets)}")
    return mu << 5 | sets.index(name) << 3 | operation


HASHES = (
    *("SHA2-256", "SHA2-384", "SHA2-512", "SHA2-224", "SHA2-512/224", "SHA2-512/256"),
    *("SHA3-224", "SHA3-256", "SHA3-384", "SHA3-512", "SHAKE-128", "SHAKE-256"),
)
"""The hash functions of HashML-DSA, as NIST's files name them, in the order of their object identifiers."""

_OID = bytes.fromhex("06096086480165030402")
"""The encoded identifier without its last number, which counts the hash functions from 1."""


def pure(message: bytes, context: bytes = b"") -> bytes:
    r"""M' of ML-DSA, which the caller of the hardware makes (FIPS 204 Algorithms 2 and 3).

    >>> pure(b"letter", b"mail")
    b'\x00\x04mailletter'
    """
    return bytes([0, len(context)]) + context + message


def hashed(message: bytes, context: bytes, name: str) -> bytes:
    """M' of HashML-DSA (FIPS 204 Algorithms 4 and 5) with one of HASHES; ValueError for another one."""
    number = HASHES.index(name) + 1
    return bytes([1, len(context)]) + context + _OID + bytes([number]) + _digest(message, name)


def _digest(message: bytes, name: str) -> bytes:
    if name == "SHAKE-128":
        return hashlib.shake_128(message).digest(32)
    if name == "SHAKE-256":
        return hashlib.shake_256(message).digest(64)
    python = name.lower().replace("sha2-", "sha").replace("-", "_").replace("/", "_")
    return hashlib.new(python, message).digest()
