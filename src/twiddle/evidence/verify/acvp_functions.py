# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The functions of NIST's files for ML-KEM and ML-DSA: what a case gives the hardware, and when it passes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from twiddle.evidence.schemes.on_lattice import Executor
from twiddle.evidence.schemes.on_unit import Counted
from twiddle.model.sets import hashed, lengths, pure

Case = Mapping[str, Any]
"""A case of a group, with the group's values as defaults."""

Hardware = Counted | Executor


def _hex(case: Case, name: str) -> bytes:
    return bytes.fromhex(case[name])


def _kem_keygen(case: Case, hardware: Hardware) -> bool:
    keys = hardware.kem(case["parameterSet"]).key_derive(_hex(case, "d") + _hex(case, "z"))
    return bool(keys == (_hex(case, "ek"), _hex(case, "dk")))


def _encaps(case: Case, hardware: Hardware) -> bool:
    made = hardware.kem(case["parameterSet"])._encaps_internal(_hex(case, "ek"), _hex(case, "m"))
    return bool(made == (_hex(case, "k"), _hex(case, "c")))


def _decaps(case: Case, hardware: Hardware) -> bool:
    shared = hardware.kem(case["parameterSet"])._decaps_internal(_hex(case, "dk"), _hex(case, "c"))
    return bool(shared == _hex(case, "k"))


def _ek_check(case: Case, hardware: Hardware) -> bool:
    kem, ek = hardware.kem(case["parameterSet"]), _hex(case, "ek")
    return _taken(lambda: kem._encaps_internal(ek, bytes(32))) is case["testPassed"]


def _dk_check(case: Case, hardware: Hardware) -> bool:
    kem, dk = hardware.kem(case["parameterSet"]), _hex(case, "dk")
    ciphertext = bytes(lengths(case["parameterSet"]).made)
    return _taken(lambda: kem._decaps_internal(dk, ciphertext)) is case["testPassed"]


def _taken(run: Callable[[], object]) -> bool:
    """Whether an operation takes its key."""
    try:
        run()
    except ValueError:
        return False
    return True


def _dsa_keygen(case: Case, hardware: Hardware) -> bool:
    keys = hardware.dsa(case["parameterSet"]).key_derive(_hex(case, "seed"))
    return bool(keys == (_hex(case, "pk"), _hex(case, "sk")))


def _sign(case: Case, hardware: Hardware) -> bool:
    signed, mu = _signed(case)
    rnd = _hex(case, "rnd") if "rnd" in case else bytes(32)
    dsa = hardware.dsa(case["parameterSet"])
    return bool(dsa._sign_internal(_hex(case, "sk"), signed, rnd, external_mu=mu) == _hex(case, "signature"))


def _verify(case: Case, hardware: Hardware) -> bool:
    """With another length of pk or signature nothing is valid (FIPS 204, 3.6.2); `dsa` checks the latter."""
    signed, mu = _signed(case)
    dsa, pk, signature = hardware.dsa(case["parameterSet"]), _hex(case, "pk"), _hex(case, "signature")
    right = len(pk) == lengths(case["parameterSet"]).public
    valid = right and dsa._verify_internal(pk, signed, signature, external_mu=mu)
    return bool(valid is case["testPassed"])


def _signed(case: Case) -> tuple[bytes, bool]:
    """What the hardware is given: M', or mu and True."""
    match _interface(case):
        case "mu":
            return _hex(case, "mu"), True
        case "internal":
            return _hex(case, "message"), False
        case "pure":
            return pure(_hex(case, "message"), _hex(case, "context")), False
        case _:
            return hashed(_hex(case, "message"), _hex(case, "context"), case["hashAlg"]), False


def _interface(case: Case) -> str:
    """One of INTERFACES: how a case gives what is signed; internal in the first version of the files."""
    if case.get("externalMu"):
        return "mu"
    if case.get("signatureInterface", "internal") == "internal":
        return "internal"
    return "hashed" if case["preHash"] == "preHash" else "pure"


def _named(mode: str, interface: str) -> str:
    return mode if interface == "internal" else f"{mode} {interface}"


INTERFACES = ("internal", "mu", "pure", "hashed")

FUNCTIONS: Mapping[str, Mapping[str, Callable[[Case, Hardware], bool]]] = {
    "ML-KEM keyGen": {"keyGen": _kem_keygen},
    "ML-KEM encapDecap": {
        "encapsulation": _encaps,
        "decapsulation": _decaps,
        "encapsulationKeyCheck": _ek_check,
        "decapsulationKeyCheck": _dk_check,
    },
    "ML-DSA keyGen": {"keyGen": _dsa_keygen},
    "ML-DSA sigGen": {_named("sigGen", interface): _sign for interface in INTERFACES},
    "ML-DSA sigVer": {_named("sigVer", interface): _verify for interface in INTERFACES},
}
"""By kind of file, its functions; each runs a case and returns whether it passes."""


def function_of(kind: str, case: Case) -> str:
    """The function of a case in a file of this kind."""
    mode = kind.split()[1]
    if mode == "encapDecap":
        return str(case["function"])
    return _named(mode, _interface(case)) if mode.startswith("sig") else mode
