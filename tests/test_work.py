# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The counts of transforms and products are what kyber-py and dilithium-py really compute."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import dilithium_py.polynomials.polynomials as dilithium
import kyber_py.polynomials.polynomials as kyber
import pytest
from dilithium_py.ml_dsa.default_parameters import DEFAULT_PARAMETERS as ML_DSA_PARAMETERS
from dilithium_py.ml_dsa.ml_dsa import ML_DSA
from kyber_py.ml_kem.default_parameters import DEFAULT_PARAMETERS as ML_KEM_PARAMETERS
from kyber_py.ml_kem.ml_kem import ML_KEM

from twiddle.errors import TwiddleError
from twiddle.schemes import work as schemes
from twiddle.schemes.ml_kem import encapsulation_products
from twiddle.schemes.work import SCHEMES, operations, work

CALLS = {
    "ntt": ((kyber.Polynomial, "to_ntt"), (dilithium.Polynomial, "to_ntt")),
    "pwm": ((kyber.PolynomialNTT, "_ntt_multiplication"), (dilithium.PolynomialNTT, "ntt_multiplication")),
    "intt": ((kyber.PolynomialNTT, "from_ntt"), (dilithium.PolynomialNTT, "from_ntt")),
}


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each transform and product of the two packages has been computed."""
    counted: Counter[str] = Counter()

    def counting(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            counted[name] += 1
            return method(*arguments)

        return call

    for name, methods in CALLS.items():
        for owner, method in methods:
            monkeypatch.setattr(owner, method, counting(name, getattr(owner, method)))
    return counted


def taken(counted: Counter[str]) -> tuple[int, int, int]:
    found = counted["ntt"], counted["pwm"], counted["intt"]
    counted.clear()
    return found


def asked(scheme: str, operation: str) -> tuple[int, int, int]:
    found = work(scheme, operation)
    return found.ntt, found.pwm, found.intt


@pytest.mark.parametrize("scheme", list(schemes.ML_KEM))
def test_ml_kem(scheme: str, calls: Counter[str]) -> None:
    kem = ML_KEM(ML_KEM_PARAMETERS[scheme.upper().replace("ML-KEM-", "ML")])
    assert kem.k == schemes.ML_KEM[scheme]
    encapsulation_key, key = kem.keygen()
    keygen = taken(calls)
    secret, ciphertext = kem.encaps(encapsulation_key)
    encaps = taken(calls)
    assert kem.decaps(key, ciphertext) == secret
    decaps = taken(calls)
    assert keygen == asked(scheme, "keygen")
    assert encaps == asked(scheme, "encaps")
    assert decaps == asked(scheme, "decaps")
    total = tuple(map(sum, zip(keygen, encaps, decaps, strict=True)))
    assert total == asked(scheme, "handshake")
    assert all(count > 0 for count in total)


@pytest.mark.parametrize("scheme", list(schemes.ML_DSA))
def test_ml_dsa(scheme: str, calls: Counter[str]) -> None:
    dsa = ML_DSA(ML_DSA_PARAMETERS[scheme.upper().replace("-", "_")])
    assert (dsa.k, dsa.l) == schemes.ML_DSA[scheme]
    public, secret = dsa.keygen()
    assert taken(calls) == asked(scheme, "keygen")
    signature = dsa.sign(secret, b"message")
    calls.clear()
    assert dsa.verify(public, b"message", signature)
    assert taken(calls) == asked(scheme, "verify")


def test_each_product_of_an_encapsulation_can_be_one_mult() -> None:
    (step,) = work("ml-kem-768", "encaps").steps
    assert step.mult
    assert step.products == len(encapsulation_products())
    assert not any(step.mult for step in work("ml-kem-768", "keygen").steps)


def test_the_default_is_the_first() -> None:
    for scheme in SCHEMES:
        assert work(scheme) == work(scheme, operations(scheme)[0])


@pytest.mark.parametrize(
    ("scheme", "operation", "message"),
    [
        (
            "ml-kem-767",
            None,
            "scheme 'ml-kem-767': unknown (did you mean ml-kem-768?); the schemes are ml-kem-512",
        ),
        ("ml-kem-768", "sign", "operation 'sign': ml-kem-768 has handshake, keygen, encaps, decaps"),
        ("ml-dsa-44", "sign", "ml-dsa-44 has verify, keygen; how many attempts sign takes is random"),
    ],
)
def test_refusals(scheme: str, operation: str | None, message: str) -> None:
    with pytest.raises(TwiddleError) as caught:
        work(scheme, operation)
    assert message in str(caught.value)
