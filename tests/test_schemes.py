# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The products of an ML-KEM-768 encapsulation are those that kyber-py's ciphertext is made of."""

from __future__ import annotations

from hashlib import sha3_256, sha3_512, shake_256

import numpy as np
import pytest
from kyber_py.ml_kem import ML_KEM_768
from numpy.typing import NDArray

from twiddle import model, ring
from twiddle.evidence.schemes.ml_kem import DEFAULT_SEED, Encapsulation, encapsulation
from twiddle.model.encode import byte_string, compress

Array = NDArray[np.int64]
Q = 3329
SEEDS = [DEFAULT_SEED, b"", b"another"]


@pytest.fixture(scope="module", params=SEEDS, ids=["default", "empty", "another"])
def run(request: pytest.FixtureRequest) -> Encapsulation:
    return encapsulation(request.param)


def noise(randomness: bytes, counter: int) -> Array:
    """FIPS 203 Algorithm 8 with eta = 2 on PRF(randomness, counter)."""
    data = shake_256(randomness + bytes([counter])).digest(128)
    bits = np.unpackbits(np.frombuffer(data, dtype=np.uint8), bitorder="little").astype(np.int64)
    quads = bits.reshape(256, 4)
    difference: Array = quads[:, 0] + quads[:, 1] - quads[:, 2] - quads[:, 3]
    return difference


def packed(a: Array, d: int) -> bytes:
    """ByteEncode_d(Compress_d(a))."""
    return byte_string(compress(a, d), d)


def test_there_are_twelve_products(run: Encapsulation) -> None:
    names = [f"A[{i}][{j}]*y[{i}]" for j in range(3) for i in range(3)] + [f"t[{i}]*y[{i}]" for i in range(3)]
    assert [product.name for product in run.products] == names
    for product in run.products:
        assert product.operation == "mult"
        for array in (product.a, product.b, product.expected):
            assert array.shape == (256,)
            assert array.dtype == np.int64
            assert 0 <= array.min() <= array.max() < Q
            assert array.any()


def test_the_model_computes_every_product(run: Encapsulation) -> None:
    r = ring("ml-kem")
    for product in run.products:
        np.testing.assert_array_equal(model.run(r, product.operation, product.a, product.b), product.expected)
        plain = model.intt(r, product.b)
        np.testing.assert_array_equal(model.schoolbook(r, product.a, plain), product.expected)


def test_the_products_make_the_ciphertext(run: Encapsulation) -> None:
    """That of kyber-py, by the text of FIPS 203: so the operands are those of the key and the randomness."""
    randomness = sha3_512(run.message + sha3_256(run.key).digest()).digest()[32:]
    sums = np.array([product.expected for product in run.products]).reshape(4, 3, 256).sum(axis=1)
    message = np.unpackbits(np.frombuffer(run.message, dtype=np.uint8), bitorder="little").astype(np.int64)
    u = [(sums[j] + noise(randomness, 3 + j)) % Q for j in range(3)]
    v = (sums[3] + noise(randomness, 6) + message * ((Q + 1) // 2)) % Q
    assert b"".join(packed(row, 10) for row in u) + packed(v, 4) == run.ciphertext
    assert ML_KEM_768._encaps_internal(run.key, run.message)[1] == run.ciphertext


def test_the_seed_decides() -> None:
    first, again, other = (list(encapsulation(seed).products) for seed in (DEFAULT_SEED, DEFAULT_SEED, b"x"))
    for one, two, three in zip(first, again, other, strict=True):
        np.testing.assert_array_equal(one.expected, two.expected)
        assert (one.expected != three.expected).any()
