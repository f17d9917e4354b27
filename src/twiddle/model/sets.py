# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The operations of `twd_lattice`, the lengths of their frames (twd_lattice_pkg), and M' of FIPS 204."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import NamedTuple

from twiddle.base.errors import TwiddleError
from twiddle.model.decode import Q_DSA


@dataclass(frozen=True)
class KemSet:
    """A parameter set of ML-KEM (FIPS 203, table 2)."""

    name: str
    k: int
    du: int
    dv: int

    @property
    def lengths(self) -> Lengths:
        """Bytes of keys and ciphertext (FIPS 203, table 3)."""
        return Lengths(384 * self.k + 32, 768 * self.k + 96, 32 * (self.du * self.k + self.dv))


@dataclass(frozen=True)
class DsaSet:
    """A parameter set of ML-DSA (FIPS 204, table 1), A with k rows; its code is that of the hardware."""

    code: int
    name: str
    k: int
    columns: int
    eta: int
    gamma_1: int
    gamma_2: int
    beta: int
    omega: int
    digest: int
    repetitions: float  # rounds of a signature on average, as revised (REVISION)

    @property
    def hint_bytes(self) -> int:
        """Bytes of packed hints, filled to whole words."""
        return -(-(self.omega + self.k) // 8) * 8

    @property
    def lengths(self) -> Lengths:
        """Bytes of keys and signature (FIPS 204, table 2)."""
        secrets = (3 if self.eta == 2 else 4) * (self.k + self.columns) + 13 * self.k
        made = self.digest + 32 * self.gamma_1.bit_length() * self.columns + self.omega + self.k
        return Lengths(32 + 320 * self.k, 128 + 32 * secrets, made)


KEM = (KemSet("ML-KEM-512", 2, 10, 4), KemSet("ML-KEM-768", 3, 10, 4), KemSet("ML-KEM-1024", 4, 11, 5))
DSA = (
    DsaSet(0, "ML-DSA-44", 4, 4, 2, 1 << 17, (Q_DSA - 1) // 88, 78, 80, 32, 4.36),
    DsaSet(1, "ML-DSA-65", 6, 5, 4, 1 << 19, (Q_DSA - 1) // 32, 196, 55, 48, 5.14),
    DsaSet(2, "ML-DSA-87", 8, 7, 2, 1 << 19, (Q_DSA - 1) // 32, 120, 75, 64, 3.91),
)
LEAST_ROUNDS = 821
"""Rounds of a signature after which it may end without one: the least of FIPS 204, appendix C, as revised (REVISION).

The least r with (1 - 1/m)^r < 2^-256, m the most repetitions of a set.
"""
REVISION = "NIST's potential updates to FIPS 204 of 31 July 2026"
"""Where 4.36, 5.14, 3.91 and 821 are from, for 4.25, 5.1, 3.85 and 814 in the publication of August 2024.

https://csrc.nist.gov/files/pubs/fips/204/final/docs/fips-204-potential-updates.xlsx, "Sec. 4 and App. C", as
pq-code-package/mldsa-native, pull request 1349, and pavona/pavona, pull request 363, both of August 2026, quote it.
"""
KEM_SETS = tuple(each.name for each in KEM)
DSA_SETS = tuple(each.name for each in DSA)


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
        return ("KeyGen", "Encaps", "Decaps", "KeyGen", "Sign", "Verify")[self]


DRAWS = {Operation.KEM_KEYGEN: 0, Operation.KEM_ENCAPS: 1, Operation.DSA_KEYGEN: 0, Operation.DSA_SIGN: 1}
"""The frame of random bytes of an operation, counted from 0."""


class Error(IntFlag):
    """The rules that an operation broke; UNKNOWN: there is no such operation; FAULT: the hardware had a fault."""

    NONE = 0
    EARLY = 1
    LATE = 2
    RANGE = 4
    HASH = 8
    REJECTED = 16
    BYTES = 32
    UNKNOWN = 64
    FAULT = 128


RULES = tuple(error for error in Error if error not in (Error.NONE, Error.UNKNOWN, Error.FAULT))
"""Those of an input; the registers of `twd_lattice_axi` refuse an unknown command."""


@dataclass(frozen=True)
class Lengths:
    """Bytes of the keys (ek and dk, or pk and sk), and of the ciphertext or signature that they make."""

    public: int
    private: int
    made: int


def lengths(name: str) -> Lengths:
    """The lengths of a parameter set. Raises TwiddleError for an unknown one.

    >>> lengths("ML-DSA-65")
    Lengths(public=1952, private=4032, made=3309)
    """
    for each in (*KEM, *DSA):
        if each.name == name:
            return each.lengths
    raise TwiddleError(f"{name}: no parameter set; there are {', '.join(KEM_SETS + DSA_SETS)}")


def command(
    operation: Operation,
    name: str,
    mu: bool = False,
    deterministic: bool = False,
    seed: bool = False,
    key: bool = False,
    random: bool = False,
    ctx: int | None = None,
    prehash: bool = False,
) -> int:
    """The command word.

    seed    of Decaps and Sign: d and z, or xi, in place of the key
    key     the first frame, of a key or its seed, comes from the port key
    random  random bytes come from the port random
    ctx     bytes of the context, which comes with a message in place of M'; None: M' comes
    prehash with ctx: the message is the identifier of a hash function and the hash
    """
    sets = KEM_SETS if operation <= Operation.KEM_DECAPS else DSA_SETS
    if name not in sets:
        raise TwiddleError(f"{name}: no parameter set of {operation.name}; there are {', '.join(sets)}")
    word = 0 if ctx is None else ctx << 12 | prehash << 11 | 1 << 10
    return word | random << 9 | key << 8 | seed << 7 | deterministic << 6 | mu << 5 | sets.index(name) << 3 | operation


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


class Parts(NamedTuple):
    """What M' is made of: the domain separator 1 with prehash or 0, the length of the context, it, the message."""

    prehash: bool
    context: bytes
    message: bytes


def parts(signed: bytes) -> Parts | None:
    """Those of M'; None if it does not begin as FIPS 204 says.

    >>> parts(pure(b"letter", b"mail"))
    Parts(prehash=False, context=b'mail', message=b'letter')
    """
    if len(signed) < 2 or signed[0] > 1 or len(signed) < (begin := 2 + signed[1]):
        return None
    return Parts(bool(signed[0]), signed[2:begin], signed[begin:])


def _digest(message: bytes, name: str) -> bytes:
    if name == "SHAKE-128":
        return hashlib.shake_128(message).digest(32)
    if name == "SHAKE-256":
        return hashlib.shake_256(message).digest(64)
    python = name.lower().replace("sha2-", "sha").replace("-", "_").replace("/", "_")
    return hashlib.new(python, message).digest()
