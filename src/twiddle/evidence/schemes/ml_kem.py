# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The polynomial products of one ML-KEM-768 encapsulation (FIPS 203 Algorithm 14), taken from kyber-py.

Keys, message and randomness come from a seed; every expected product is computed by kyber-py's arithmetic,
which is independent of the model. kyber-py transforms in place (`to_ntt` and `from_ntt` overwrite their
list), so each value is copied first.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import shake_256

import numpy as np
from kyber_py.ml_kem.ml_kem import ML_KEM
from kyber_py.polynomials.polynomials import Polynomial, PolynomialNTT
from numpy.typing import NDArray

from twiddle.tools import lattice_cases as cases

DEFAULT_SEED = b"Twiddle: ML-KEM-768"


@dataclass(frozen=True, eq=False)
class Product:
    """One product of the encapsulation: expected = intt(pwm(ntt(a), b)).

    name       the product in the notation of FIPS 203: "A[0][1]*y[0]", "t[2]*y[2]"
    operation  the operation of a core that computes it: "mult"
    a          shape (256,), natural order: a polynomial of the encapsulation's secret vector y
    b          shape (256,), already transformed: an entry of the key's matrix A or vector t
    expected   shape (256,), natural order, computed by kyber-py
    """

    name: str
    operation: str
    a: NDArray[np.int64]
    b: NDArray[np.int64]
    expected: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Encapsulation:
    """One ML-KEM-768 encapsulation: its input, kyber-py's ciphertext, and its products.

    The products are ordered by row: u[j] - e1[j] is the sum of products[3j : 3j + 3] for j = 0, 1, 2, and
    v - e2 - mu is the sum of products[9 : 12].
    """

    key: bytes
    message: bytes
    ciphertext: bytes
    products: tuple[Product, ...]


def encapsulation(seed: bytes = DEFAULT_SEED) -> Encapsulation:
    """One encapsulation whose key and message are SHAKE256(seed).

    The twelve products are the nine A[i][j] * y[i] of u = A^T y + e1, then the three t[i] * y[i] of
    v = t^T y + e2 + mu.
    """
    randomness = shake_256(seed).digest(96)
    scheme = cases.kem("ML-KEM-768")
    key, _ = scheme.key_derive(randomness[:64])
    message = randomness[64:]
    scheme.random_bytes = lambda _length: message
    _, ciphertext = scheme.encaps(key)
    return Encapsulation(key, message, ciphertext, _products(scheme, key, message))


def _products(scheme: ML_KEM, key: bytes, message: bytes) -> tuple[Product, ...]:
    """The products of FIPS 203 Algorithm 14, lines 18 to 21, with kyber-py's sampling and decoding."""
    _, randomness = scheme._G(message + scheme._H(key))
    vector, _ = scheme._generate_error_vector(randomness, scheme.eta_1, 0)
    y = [vector[i, 0] for i in range(scheme.k)]
    matrix = scheme._generate_matrix_from_seed(key[-32:])
    t = scheme.M.decode_vector(key[:-32], scheme.k, 12, is_ntt=True)
    rows = range(scheme.k)
    return (
        *(_product(f"A[{i}][{j}]*y[{i}]", y[i], matrix[i, j]) for j in rows for i in rows),
        *(_product(f"t[{i}]*y[{i}]", y[i], t[i, 0]) for i in rows),
    )


def _product(name: str, a: Polynomial, b_hat: PolynomialNTT) -> Product:
    transformed = a.parent(a.coeffs.copy()).to_ntt()
    expected = (transformed * b_hat).from_ntt()
    return Product(name, "mult", _array(a), _array(b_hat), _array(expected))


def _array(polynomial: Polynomial) -> NDArray[np.int64]:
    return np.array(polynomial.coeffs, dtype=np.int64)
