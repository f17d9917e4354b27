# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The transforms and products of ML-KEM, ML-DSA and Falcon on a polynomial core, in steps.

Every step is a matrix of polynomials times a vector, both in the transform domain. The matrix A is sampled
there (FIPS 203 Algorithm 7, FIPS 204 Algorithm 30), and ML-KEM keeps its keys there, so only small samples
and the content of ciphertexts and signatures are transformed.

ML-KEM keygen   FIPS 203 Algorithm 13            t = A s + e, with s and e transformed, stays transformed
       encaps   FIPS 203 Algorithm 14            u = A^T y, v = t^T y: k + 1 rows, transformed back
       decaps   FIPS 203 Algorithms 15 and 14    s^T u transformed back, then the encryption again
ML-DSA keygen   FIPS 204 Algorithm 6             t = A s1, transformed back
       sign     FIPS 204 Algorithm 7             s1, s2, t0 transformed; each attempt A y, c s1, c s2; c t0
       verify   FIPS 204 Algorithm 8             A z - c t1, with z, c and t1 transformed, and back
Falcon verify   Falcon v1.2 Algorithm 16         s2 h, with both transformed, and back

The number of attempts of a signature is geometrically distributed, with the mean of FIPS 204 Table 1, revised. c t0 is
computed in the last attempt; its own checks reject about one in a hundred attempts too, which is ignored.
Falcon signs and generates keys in floating point, which no core here supports. Sums, sampling, hashing and
encoding are not counted, because no core computes them.
"""

from dataclasses import dataclass

from twiddle.base.errors import TwiddleError, unknown
from twiddle.model import sets


@dataclass(frozen=True)
class Step:
    """One matrix-vector product; it depends only on the previous step."""

    name: str  # what it computes
    transforms: int  # polynomials transformed forward before the products
    rows: int  # polynomials of the result
    columns: int  # products summed in each row
    inverse: bool  # the rows are transformed back
    reuses_transform: bool = False  # uses the vector that the previous step transformed

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
        """Whether each product can be one MULT: only its vector is transformed, its rows transformed back."""
        return self.inverse and (self.reuses_transform or self.transforms == self.columns)

    @property
    def mul(self) -> bool:
        """Whether each product can be one MUL: both of its factors are transformed only for it."""
        return self.inverse and self.transforms == 2 * self.products


@dataclass(frozen=True)
class Work:
    """The work of one job, for example one handshake, on a core of a ring, in steps."""

    name: str
    ring: str
    steps: tuple[Step, ...]  # of the first attempt, if there are attempts
    attempt: tuple[Step, ...] = ()  # the steps of each further attempt
    attempts: float = 1.0  # their average number; geometrically distributed if above 1

    @property
    def ntt(self) -> float:
        """Forward transforms, on average."""
        return self._mean("transforms")

    @property
    def pwm(self) -> float:
        """Products in the transform domain, on average."""
        return self._mean("products")

    @property
    def intt(self) -> float:
        """Inverse transforms, on average."""
        return self._mean("inverses")

    def _mean(self, what: str) -> float:
        once: int = sum(getattr(step, what) for step in self.steps)
        more: int = sum(getattr(step, what) for step in self.attempt)
        return once + (self.attempts - 1) * more if self.attempt else once


ML_KEM = {each.name.lower(): each.k for each in sets.KEM}
ML_DSA = {each.name.lower(): (each.k, each.columns) for each in sets.DSA}

REPETITIONS = {each.name.lower(): each.repetitions for each in sets.DSA}
"""Expected number of attempts of a signature."""

FALCON = ("falcon-512", "falcon-1024")

SCHEMES = (*ML_KEM, *ML_DSA, *FALCON)

HANDSHAKE = "handshake"
"""Both ends of a key exchange: keygen and decaps of the client, encaps of the server."""

CLIENT = "client"
"""The end that generates the key: one keygen, one decaps; the other end is encaps."""


def operations(scheme: str) -> tuple[str, ...]:
    """The operations of a scheme, the default first; raises TwiddleError for an unknown scheme."""
    return tuple(_operations(scheme))


def work(scheme: str, operation: str | None = None) -> Work:
    """The work of one operation of a scheme (default: its first)."""
    known = _operations(scheme)
    chosen = next(iter(known)) if operation is None else operation
    if chosen not in known:
        raise TwiddleError(f"operation {chosen!r}: {scheme} has {', '.join(known)}")
    ring = scheme if scheme in FALCON else "ml-kem" if scheme in ML_KEM else "ml-dsa"
    name = f"{scheme} {chosen}"
    if chosen == "sign":
        return Work(name, ring, known[chosen], _attempt(*ML_DSA[scheme]), REPETITIONS[scheme])
    return Work(name, ring, known[chosen])


def _operations(scheme: str) -> dict[str, tuple[Step, ...]]:
    if scheme in ML_KEM:
        return _ml_kem(ML_KEM[scheme])
    if scheme in ML_DSA:
        return _ml_dsa(*ML_DSA[scheme])
    if scheme in FALCON:
        return {"verify": (Step("s2 h", transforms=2, rows=1, columns=1, inverse=True),)}
    raise unknown("scheme", scheme, SCHEMES)


def _ml_kem(k: int) -> dict[str, tuple[Step, ...]]:
    keygen = Step("t = A s + e", transforms=2 * k, rows=k, columns=k, inverse=False)
    encrypt = Step("u = A^T y, v = t^T y", transforms=k, rows=k + 1, columns=k, inverse=True)
    decrypt = Step("s^T u", transforms=k, rows=1, columns=k, inverse=True)
    return {
        HANDSHAKE: (keygen, encrypt, decrypt, encrypt),
        CLIENT: (keygen, decrypt, encrypt),
        "keygen": (keygen,),
        "encaps": (encrypt,),
        "decaps": (decrypt, encrypt),
    }


def _ml_dsa(rows: int, columns: int) -> dict[str, tuple[Step, ...]]:
    transforms = columns + 1 + rows
    return {
        "verify": (Step("A z - c t1", transforms, rows=rows, columns=columns + 1, inverse=True),),
        "sign": (
            Step("s1, s2, t0", columns + 2 * rows, rows=0, columns=0, inverse=False),
            *_attempt(rows, columns),
            Step("c t0", 0, rows=rows, columns=1, inverse=True, reuses_transform=True),
        ),
        "keygen": (Step("t = A s1", columns, rows=rows, columns=columns, inverse=True),),
    }


def _attempt(rows: int, columns: int) -> tuple[Step, ...]:
    """One attempt of a signature."""
    return (
        Step("w = A y", columns, rows=rows, columns=columns, inverse=True),
        Step("c s1, c s2", 1, rows=columns + rows, columns=1, inverse=True),
    )
