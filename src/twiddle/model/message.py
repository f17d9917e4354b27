# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""M' of FIPS 204, which the caller of the hardware makes: a message after its prefix (sections 5.2, 5.4)."""

from __future__ import annotations

import hashlib

HASHES = (
    *("SHA2-256", "SHA2-384", "SHA2-512", "SHA2-224", "SHA2-512/224", "SHA2-512/256"),
    *("SHA3-224", "SHA3-256", "SHA3-384", "SHA3-512", "SHAKE-128", "SHAKE-256"),
)
"""The hash functions of HashML-DSA, as NIST's files name them, in the order of their object identifiers."""

_OID = bytes.fromhex("06096086480165030402")
"""The encoded identifier without its last number, which counts the hash functions from 1."""


def pure(message: bytes, context: bytes = b"") -> bytes:
    r"""M' of ML-DSA (FIPS 204 Algorithms 2 and 3).

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
