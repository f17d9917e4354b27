# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The functions of ML-KEM and ML-DSA that test vectors have: what a case gives the hardware, and when it passes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from twiddle.base.errors import CheckFailed
from twiddle.evidence.schemes.on_lattice import Executor
from twiddle.evidence.schemes.on_unit import Counted
from twiddle.model.sets import lengths, pure

Hardware = Counted | Executor

Made = Mapping[str, bytes]


@dataclass(frozen=True)
class Case:
    """A case of a file.

    name      in its file
    set       the parameter set
    function  one of FUNCTIONS
    given     what the hardware gets, by name; `seed` in place of dk or sk makes the keys first
    expected  what it gives
    right     whether it takes what it gets, and finds a signature valid
    """

    name: str
    set: str
    function: str
    given: Made
    expected: Made = field(default_factory=dict)
    right: bool = True

    @property
    def content(self) -> str:
        """The same for cases that give the hardware the same."""
        return str((self.set, self.function, sorted((name, value.hex()) for name, value in self.given.items())))

    @property
    def whole(self) -> str:
        """The same for cases that also expect the same."""
        expected = sorted((name, value.hex()) for name, value in self.expected.items())
        return str((self.content, expected, self.right))


def _kem_keys(case: Case, hardware: Hardware) -> Made:
    kem, seed = hardware.kem(case.set), case.given["seed"]
    # twd_lattice sees a seed of another length; with the unit Python does.
    whole = isinstance(hardware, Executor)
    ek, dk = kem._keygen_internal(seed[:32], seed[32:]) if whole else kem.key_derive(seed)
    return {"ek": ek, "dk": dk}


def _encaps(case: Case, hardware: Hardware) -> Made:
    k, c = hardware.kem(case.set)._encaps_internal(case.given["ek"], case.given.get("m", bytes(32)))
    return {"k": k, "c": c}


def _decaps(case: Case, hardware: Hardware) -> Made:
    keys = _kem_keys(case, hardware) if "seed" in case.given else {"dk": case.given["dk"]}
    ciphertext = case.given.get("c", bytes(lengths(case.set).made))
    return {**keys, "k": hardware.kem(case.set)._decaps_internal(keys["dk"], ciphertext)}


def _dsa_keys(case: Case, hardware: Hardware) -> Made:
    dsa, seed = hardware.dsa(case.set), case.given["seed"]
    pk, sk = dsa._keygen_internal(seed) if isinstance(hardware, Executor) else dsa.key_derive(seed)
    return {"pk": pk, "sk": sk}


def _sign(case: Case, hardware: Hardware) -> Made:
    keys = _dsa_keys(case, hardware) if "seed" in case.given else {"sk": case.given["sk"]}
    given, mu = case.given, case.function.endswith(" mu")
    signature = hardware.dsa(case.set)._sign_internal(keys["sk"], given["signed"], given["rnd"], external_mu=mu)
    return {**keys, "signature": signature}


def _verify(case: Case, hardware: Hardware) -> Made:
    """ValueError for a signature that is not valid, as for a key that is none (FIPS 204, 3.6.2)."""
    given, mu = case.given, case.function.endswith(" mu")
    dsa = hardware.dsa(case.set)
    if not dsa._verify_internal(given["pk"], given["signed"], given["signature"], external_mu=mu):
        raise ValueError("the signature is not valid")
    return {}


def _accumulated(case: Case, hardware: Hardware) -> Made:
    """The hash of public keys and of signatures of the empty message, with the seeds that SHAKE128 gives."""
    dsa, count = hardware.dsa(case.set), int(case.given["iterations"])
    seeds, found = hashlib.shake_128(b"").digest(32 * count), hashlib.shake_128()
    for i in range(count):
        pk, sk = dsa._keygen_internal(seeds[32 * i : 32 * i + 32])
        signature = dsa._sign_internal(sk, pure(b""), bytes(32))
        if not dsa._verify_internal(pk, pure(b""), signature):
            raise CheckFailed(f"{case.set}: the signature of iteration {i} is not valid")
        found.update(pk + signature)
    return {"hash": found.digest(32)}


@dataclass(frozen=True)
class Function:
    """What a function is given and makes, by name, in the order of the standards."""

    run: Callable[[Case, Hardware], Made]
    given: tuple[str, ...]
    made: tuple[str, ...] = ()


INTERFACES = ("internal", "mu", "pure", "hashed")
"""How a case gives what is signed: M', mu, or the message with a context, or its hash with a context."""


def named(function: str, interface: str) -> str:
    """The name of sigGen or sigVer with one of INTERFACES."""
    return function if interface == "internal" else f"{function} {interface}"


ACCUMULATED = "ML-DSA accumulated"

_SIGN = Function(_sign, ("sk", "signed", "rnd"), ("signature",))
_VERIFY = Function(_verify, ("pk", "signed", "signature"))

FUNCTIONS: Mapping[str, Function] = {
    "ML-KEM keyGen": Function(_kem_keys, ("seed",), ("ek", "dk")),
    "ML-KEM encapsulation": Function(_encaps, ("ek", "m"), ("k", "c")),
    "ML-KEM decapsulation": Function(_decaps, ("dk", "c"), ("k",)),
    "ML-KEM encapsulationKeyCheck": Function(_encaps, ("ek",)),
    "ML-KEM decapsulationKeyCheck": Function(_decaps, ("dk",)),
    "ML-DSA keyGen": Function(_dsa_keys, ("seed",), ("pk", "sk")),
    **{named("ML-DSA sigGen", interface): _SIGN for interface in INTERFACES},
    **{named("ML-DSA sigVer", interface): _VERIFY for interface in INTERFACES},
    ACCUMULATED: Function(_accumulated, ("iterations",), ("hash",)),
}


def passes(case: Case, hardware: Hardware) -> bool:
    """Runs a case; whether the hardware answers as it expects."""
    try:
        made: Mapping[str, Any] = FUNCTIONS[case.function].run(case, hardware)
    except ValueError:
        return not case.right
    return case.right and all(made[name] == value for name, value in case.expected.items())
