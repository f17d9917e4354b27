# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the operations of ML-KEM and ML-DSA ask of a polynomial core: transforms and products, step by step.

Everything is a matrix of polynomials times a vector, both in the transform domain. The matrix A is sampled
there (FIPS 203 Algorithm 7, FIPS 204 Algorithm 30), and ML-KEM's keys are kept there, so that only what is
sampled small, or comes out of a ciphertext or signature, is transformed.

ML-KEM keygen   FIPS 203 Algorithm 13            t = A s + e, with s and e transformed, stays transformed
       encaps   FIPS 203 Algorithm 14            u = A^T y, v = t^T y: k + 1 rows, transformed back
       decaps   FIPS 203 Algorithms 15 and 14    s^T u transformed back, then the encryption again
ML-DSA keygen   FIPS 204 Algorithm 6             t = A s1, transformed back
       verify   FIPS 204 Algorithm 8             A z - c t1, with z, c and t1 transformed, and back

Signing is not here: how many attempts it takes is random. Sums, sampling, hashing and encoding are not
counted, for no core computes them.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass

from twiddle.errors import TwiddleError


@dataclass(frozen=True)
class Step:
    """One matrix-vector product: nothing in it waits for anything but the step before.

    name        what it computes
    transforms  polynomials transformed forward before the products
    rows        polynomials of the result
    columns     products summed in each of them
    inverse     the rows are transformed back
    """

    name: str
    transforms: int
    rows: int
    columns: int
    inverse: bool

    @property
    def products(self) -> int:
        """Products in the transform domain."""
        return self.rows * self.columns

    @property
    def inverses(self) -> int:
        """Inverse transforms."""
        return self.rows if self.inverse else 0

    @property
    def mult(self) -> bool:
        """Whether each product can be one MULT: its vector is all that is transformed, its rows come back."""
        return self.inverse and self.transforms == self.columns


@dataclass(frozen=True)
class Work:
    """What one job, for example one handshake, asks of a core of a ring, step after step."""

    name: str
    ring: str
    steps: tuple[Step, ...]

    @property
    def ntt(self) -> int:
        """Forward transforms."""
        return sum(step.transforms for step in self.steps)

    @property
    def pwm(self) -> int:
        """Products in the transform domain."""
        return sum(step.products for step in self.steps)

    @property
    def intt(self) -> int:
        """Inverse transforms."""
        return sum(step.inverses for step in self.steps)


ML_KEM: Mapping[str, int] = {"ml-kem-512": 2, "ml-kem-768": 3, "ml-kem-1024": 4}
"""k of FIPS 203 Table 2."""

ML_DSA: Mapping[str, tuple[int, int]] = {"ml-dsa-44": (4, 4), "ml-dsa-65": (6, 5), "ml-dsa-87": (8, 7)}
"""(k, l) of FIPS 204 Table 1."""

SCHEMES = (*ML_KEM, *ML_DSA)

HANDSHAKE = "handshake"
"""Both ends of a key exchange: one keygen, one encaps, one decaps."""


def operations(scheme: str) -> tuple[str, ...]:
    """The operations of a scheme, the default first; raises TwiddleError for an unknown scheme."""
    return tuple(_operations(scheme))


def work(scheme: str, operation: str | None = None) -> Work:
    """What one operation of a scheme (default: its first) asks for.

    Raises TwiddleError for an unknown scheme or operation.
    """
    known = _operations(scheme)
    chosen = next(iter(known)) if operation is None else operation
    if chosen not in known:
        why = "; how many attempts sign takes is random" if scheme in ML_DSA and chosen == "sign" else ""
        raise TwiddleError(f"operation {chosen!r}: {scheme} has {', '.join(known)}{why}")
    ring = "ml-kem" if scheme in ML_KEM else "ml-dsa"
    return Work(f"{scheme} {chosen}", ring, known[chosen])


def _operations(scheme: str) -> dict[str, tuple[Step, ...]]:
    if scheme in ML_KEM:
        return _ml_kem(ML_KEM[scheme])
    if scheme in ML_DSA:
        return _ml_dsa(*ML_DSA[scheme])
    nearest = difflib.get_close_matches(scheme, SCHEMES, n=1)
    hint = f" (did you mean {nearest[0]}?)" if nearest else ""
    raise TwiddleError(f"scheme {scheme!r}: unknown{hint}; the schemes are {', '.join(SCHEMES)}")


def _ml_kem(k: int) -> dict[str, tuple[Step, ...]]:
    keygen = Step("t = A s + e", transforms=2 * k, rows=k, columns=k, inverse=False)
    encrypt = Step("u = A^T y, v = t^T y", transforms=k, rows=k + 1, columns=k, inverse=True)
    decrypt = Step("s^T u", transforms=k, rows=1, columns=k, inverse=True)
    return {
        HANDSHAKE: (keygen, encrypt, decrypt, encrypt),
        "keygen": (keygen,),
        "encaps": (encrypt,),
        "decaps": (decrypt, encrypt),
    }


def _ml_dsa(rows: int, columns: int) -> dict[str, tuple[Step, ...]]:
    transforms = columns + 1 + rows
    return {
        "verify": (Step("A z - c t1", transforms, rows=rows, columns=columns + 1, inverse=True),),
        "keygen": (Step("t = A s1", columns, rows=rows, columns=columns, inverse=True),),
    }
