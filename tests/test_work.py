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

from twiddle.base.errors import TwiddleError
from twiddle.model import work as schemes
from twiddle.model.sets import LEAST_ROUNDS
from twiddle.model.work import work
from twiddle.tools import lattice_cases as cases

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


def taken(counted: Counter[str]) -> tuple[float, float, float]:
    found = counted["ntt"], counted["pwm"], counted["intt"]
    counted.clear()
    return found


def asked(scheme: str, operation: str | None) -> tuple[float, float, float]:
    found = work(scheme, operation)
    return found.ntt, found.pwm, found.intt


@pytest.mark.parametrize("scheme", list(schemes.ML_KEM))
def test_ml_kem(scheme: str, calls: Counter[str]) -> None:
    kem = cases.kem(scheme.upper())
    assert kem.k == schemes.ML_KEM[scheme]
    encapsulation_key, key = kem.keygen()
    keygen = taken(calls)
    secret, ciphertext = kem.encaps(encapsulation_key)
    encaps = taken(calls)
    assert kem.decaps(key, ciphertext) == secret
    counted = {"keygen": keygen, "encaps": encaps, "decaps": taken(calls)}
    assert counted == {operation: asked(scheme, operation) for operation in counted}
    total = tuple(map(sum, zip(*counted.values(), strict=True)))
    assert total == asked(scheme, "handshake") == asked(scheme, None)
    assert all(count > 0 for count in total)


@pytest.mark.parametrize("scheme", list(schemes.ML_DSA))
def test_ml_dsa(scheme: str, calls: Counter[str]) -> None:
    dsa = cases.dsa(scheme.upper())
    assert (dsa.k, dsa.l) == schemes.ML_DSA[scheme]
    public, secret = dsa.keygen()
    assert taken(calls) == asked(scheme, "keygen")
    signature = dsa.sign(secret, b"message")
    calls.clear()
    assert dsa.verify(public, b"message", signature)
    assert taken(calls) == asked(scheme, "verify")


@pytest.mark.parametrize("scheme", list(schemes.ML_DSA))
def test_a_signature_at_the_first_attempt(scheme: str, calls: Counter[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """One attempt, which the package does as FIPS 204 has it; it leaves early only what it rejects."""
    dsa = cases.dsa(scheme.upper())
    _, secret = dsa.key_derive(bytes(32))
    attempts = Counter[str]()
    expand = dsa._expand_mask_vector

    def attempt(*arguments: Any) -> Any:
        attempts["made"] += 1
        return expand(*arguments)

    monkeypatch.setattr(dsa, "_expand_mask_vector", attempt)
    for message in range(200):
        calls.clear()
        attempts.clear()
        dsa.sign(secret, bytes([message]), deterministic=True)
        if attempts["made"] == 1:
            break
    assert attempts["made"] == 1
    found = work(scheme, "sign")
    once = [sum(getattr(step, what) for step in found.steps) for what in ("transforms", "products", "inverses")]
    assert taken(calls) == tuple(once)


@pytest.mark.parametrize("scheme", list(schemes.ML_DSA))
def test_signing_by_hand(scheme: str) -> None:
    """FIPS 204, algorithm 7: s1, s2, t0 are transformed; in each attempt y, then A y is taken back, c is transformed,
    c s1 and c s2 are taken back; c t0 is, where the attempt was not rejected before."""
    (rows, columns), tries = schemes.ML_DSA[scheme], schemes.REPETITIONS[scheme]
    ntt = columns + 2 * rows + tries * (columns + 1)
    pwm, intt = tries * (rows * columns + columns + rows) + rows, tries * (rows + columns + rows) + rows
    assert asked(scheme, "sign") == pytest.approx((ntt, pwm, intt))


def test_sums_and_falcon_by_hand() -> None:
    for scheme in schemes.ML_KEM:
        parts = [asked(scheme, operation) for operation in ("keygen", "decaps")]
        assert asked(scheme, "client") == tuple(map(sum, zip(*parts, strict=True)))
    assert asked("falcon-512", "verify") == asked("falcon-1024", "verify") == (2, 1, 1)


@pytest.mark.parametrize("scheme", list(schemes.ML_DSA))
def test_repetitions_are_those_of_the_bounds(scheme: str) -> None:
    """Every coefficient of z and r0 is in its bound; c t0 and the hints reject some more, two in a hundred at most."""
    dsa = cases.dsa(scheme.upper())
    accepted = 1.0
    for gamma, polynomials in ((dsa.gamma_1, dsa.l), (dsa.gamma_2, dsa.k)):
        accepted *= (1 - (2 * dsa.beta + 1) / (2 * gamma)) ** (256 * polynomials)
    assert 1 < schemes.REPETITIONS[scheme] * accepted < 1.02


def test_the_fewest_rounds_are_those_of_the_repetitions() -> None:
    """A signature without one of them has a probability below 2^-256; the hardware makes more."""
    rejected = 1 - 1 / max(schemes.REPETITIONS.values())
    assert rejected**LEAST_ROUNDS < 2.0**-256 < rejected ** (LEAST_ROUNDS - 1)
    assert max(columns for _, columns in schemes.ML_DSA.values()) * LEAST_ROUNDS < 8192


def test_each_product_of_an_encapsulation_can_be_one_mult() -> None:
    (step,) = work("ml-kem-768", "encaps").steps
    assert step.mult
    assert step.products == 12
    assert not any(step.mult for step in work("ml-kem-768", "keygen").steps)


@pytest.mark.parametrize(
    ("scheme", "operation", "message"),
    [
        ("ml-kem-767", None, "scheme 'ml-kem-767': unknown (did you mean ml-kem-768?); the schemes are ml-kem-512"),
        ("ml-kem-768", "sign", "operation 'sign': ml-kem-768 has handshake, client, keygen, encaps, decaps"),
        ("ml-dsa-44", "encaps", "operation 'encaps': ml-dsa-44 has verify, sign, keygen"),
        ("falcon-512", "sign", "operation 'sign': falcon-512 has verify"),
    ],
)
def test_refusals(scheme: str, operation: str | None, message: str) -> None:
    with pytest.raises(TwiddleError) as caught:
        work(scheme, operation)
    assert message in str(caught.value)
