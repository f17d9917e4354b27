# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Falcon's verification (specification v1.2, Algorithm 16), its product computed by the polynomial unit."""

from hashlib import shake_256

import numpy as np
from numpy.typing import NDArray

from twiddle.base.rings import Ring, ring
from twiddle.evidence.schemes.on_unit import Compute
from twiddle.model import programs

BOUNDS = {"Falcon-512": 34_034_726, "Falcon-1024": 70_265_242}
"""Parameter sets, with the largest square norm of a signature (table 3.3)."""

SALT = 40

_KEY_BITS = 14
_LOW_BITS = 7
_COMPRESSED = 0x30


def ring_of(name: str) -> Ring:
    """The ring of a parameter set."""
    return ring(name.lower())


def verify(name: str, public_key: bytes, message: bytes, signature: bytes, compute: Compute) -> bool:
    """Whether a signature is valid for the message.

    signature   a header, the salt, and s2 compressed, as long as it is or with zeros up to a fixed length

    A malformed signature is invalid. Raises ValueError for a malformed public key.
    """
    ring = ring_of(name)
    h = public_key_of(ring, public_key)
    try:
        salt, s2 = signature_of(ring, signature)
    except ValueError:
        return False
    c = point(ring, salt + message)
    s1 = compute(programs.falcon_verify(), {"s2": s2 % ring.q, "h": h, "c": c})["s1"]
    centred = np.where(s1 > ring.q // 2, s1 - ring.q, s1)
    return int((centred**2).sum() + (s2**2).sum()) <= BOUNDS[name]


def public_key_of(ring: Ring, data: bytes) -> NDArray[np.int64]:
    """The polynomial h of a public key: a header, then 14 bits a coefficient (section 3.11.4).

    Raises ValueError for a wrong header or length, or a coefficient that is not below q.
    """
    size = 1 + ring.n * _KEY_BITS // 8
    if len(data) != size:
        raise ValueError(f"the public key has {len(data)} bytes, not {size}")
    if data[0] != ring.n.bit_length() - 1:
        raise ValueError(f"the public key begins with {data[0]:#04x}, not {ring.n.bit_length() - 1:#04x}")
    bits = np.unpackbits(np.frombuffer(data[1:], np.uint8)).reshape(ring.n, _KEY_BITS).astype(np.int64)
    h = bits @ (1 << np.arange(_KEY_BITS)[::-1])
    if (h >= ring.q).any():
        raise ValueError(f"coefficient {int(np.argmax(h >= ring.q))} of the public key is not below {ring.q}")
    return np.asarray(h, np.int64)


def signature_of(ring: Ring, data: bytes) -> tuple[bytes, NDArray[np.int64]]:
    """The salt and the short polynomial s2 of a signature (sections 3.11.2 and 3.11.3).

    A coefficient is its sign, seven low bits, and the rest in unary. Raises ValueError if malformed.
    """
    if len(data) <= 1 + SALT or data[0] != _COMPRESSED + ring.n.bit_length() - 1:
        raise ValueError("the signature has a wrong header, or none")
    bits = "".join(f"{byte:08b}" for byte in data[1 + SALT :])
    at, found = 0, np.zeros(ring.n, np.int64)
    for i in range(ring.n):
        stop = bits.find("1", at + 1 + _LOW_BITS)
        if stop < 0:
            raise ValueError(f"the signature ends before coefficient {i}")
        size = int(bits[at + 1 : at + 1 + _LOW_BITS], 2) + (stop - at - 1 - _LOW_BITS << _LOW_BITS)
        if size == 0 and bits[at] == "1":
            raise ValueError(f"coefficient {i} of the signature is a negative zero")
        found[i] = -size if bits[at] == "1" else size
        at = stop + 1
    if "1" in bits[at:]:
        raise ValueError("the signature has data after its coefficients")
    return data[1 : 1 + SALT], found


def point(ring: Ring, data: bytes) -> NDArray[np.int64]:
    """The hash of salt and message to a polynomial (Algorithm 3)."""
    largest = (1 << 16) // ring.q * ring.q
    length = 4 * ring.n
    while True:
        drawn = np.frombuffer(shake_256(data).digest(length), ">u2").astype(np.int64)
        kept = drawn[drawn < largest] % ring.q
        if len(kept) >= ring.n:
            return np.asarray(kept[: ring.n])
        length *= 2
