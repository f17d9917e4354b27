# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Key files of ML-KEM and ML-DSA: bytes of FIPS 203 and FIPS 204, and PEM or DER of RFC 9935 and RFC 9881.

A public key in PEM or DER is a SubjectPublicKeyInfo, a private key a PKCS #8 structure with the seed, the expanded
key of the standard, or both. Their parameter set is that of the object identifier. The package `cryptography`, which
only PEM and DER need, encodes and decodes ASN.1.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Collection
from pathlib import Path
from typing import Annotated

from twiddle.base.errors import TwiddleError, shown
from twiddle.model.sets import DSA_SETS, KEM_SETS, lengths
from twiddle.tools import lattice_cases as cases

try:
    from cryptography.hazmat.asn1 import TLV, BitString, Implicit, SetOf, decode_der, encode_der, sequence
    from cryptography.x509 import ObjectIdentifier
except ImportError:
    _HAS_ASN1 = False
else:
    _HAS_ASN1 = True

    @sequence
    class _PublicKey:
        """SubjectPublicKeyInfo of RFC 5280."""

        algorithm: list[TLV]
        key: BitString

    @sequence
    class _PrivateKey:
        """OneAsymmetricKey of RFC 5958, PKCS #8."""

        version: int
        algorithm: list[TLV]
        key: bytes
        attributes: Annotated[SetOf[TLV] | None, Implicit(0)]
        public: Annotated[BitString | None, Implicit(1)]

    @sequence
    class _Encrypted:
        """EncryptedPrivateKeyInfo of RFC 5958."""

        algorithm: TLV
        data: bytes

    @sequence
    class _Both:
        """The third choice of a private key in RFC 9935 and RFC 9881."""

        seed: bytes
        expanded: bytes

    _LABELS = {"PUBLIC KEY": _PublicKey, "PRIVATE KEY": _PrivateKey, "ENCRYPTED PRIVATE KEY": _Encrypted}

ENCODINGS = ("raw", "pem", "der")
FORMS = ("seed", "expanded", "both")

_NIST = "2.16.840.1.101.3.4"
_OIDS = {f"{_NIST}.4.{number}": name for number, name in enumerate(KEM_SETS, 1)}
_OIDS |= {f"{_NIST}.3.{number}": name for number, name in enumerate(DSA_SETS, 17)}

_PEM = re.compile(rb"^-----BEGIN ([^\r\n]*)-----[ \t]*\r?\n(.*)^-----END \1-----[ \t]*\r?$", re.M | re.S)


def encoding_of(path: Path, encoding: str | None, form: str | None = None) -> str:
    """The encoding of a new key file: the given one, or that of the ending .pem or .der, or raw.

    >>> encoding_of(Path("ek.bin"), None)
    'raw'
    """
    chosen = encoding or {".pem": "pem", ".der": "der"}.get(path.suffix.lower(), "raw")
    if chosen == "raw" and form == "both":
        raise TwiddleError(f"{path}: a raw private key is the seed or the expanded key, not both")
    if chosen != "raw":
        _check_package(path)
    return chosen


def encode_public(name: str, key: bytes, encoding: str) -> bytes:
    """The file of a public key."""
    if encoding == "raw":
        return key
    structure = _PublicKey(algorithm=_algorithm(name), key=BitString(key, 0))
    return _file("PUBLIC KEY", encode_der(structure), encoding)


def encode_private(name: str, seed: bytes, key: bytes, encoding: str, form: str | None = None) -> bytes:
    """The file of a private key; the form is by default the expanded key in a raw file, and otherwise the seed."""
    if encoding == "raw":
        return seed if form == "seed" else key
    match form or "seed":
        case "seed":
            choice = b"\x80" + encode_der(seed)[1:]  # [0] IMPLICIT
        case "expanded":
            choice = encode_der(key)
        case _:
            choice = encode_der(_Both(seed=seed, expanded=key))
    structure = _PrivateKey(version=0, algorithm=_algorithm(name), key=choice, attributes=None, public=None)
    return _file("PRIVATE KEY", encode_der(structure), encoding)


def decode(path: Path, data: bytes, private: bool, name: str, sets: Collection[str]) -> tuple[str, bytes]:
    """The parameter set and the key of a file, whose encoding its content shows; a private key is the expanded one.

    name  the set of a raw key
    sets  those that a key in PEM or DER may have
    """
    raw = [lengths(name).private, seed_bytes(name)] if private else [lengths(name).public]
    try:
        if b"-----BEGIN " not in data and (len(data) in raw or data[:1] != b"0"):
            if len(data) not in raw:
                raise ValueError(f"{_wrong_length(name, private, data)}, and is neither PEM nor DER")
            seed, key = (data, None) if len(data) == seed_bytes(name) else (None, data)
            return name, _expanded(name, seed, key) if private else data
        _check_package(path)
        structure = _structure(data)
        if isinstance(structure, _Encrypted):
            raise ValueError("an encrypted private key; decrypt it first: openssl pkey -in FILE -out DECRYPTED")
        if isinstance(structure, _PrivateKey) is not private:
            raise ValueError(f"a {'public' if private else 'private'} key, not the {_words(name, private)}")
        name = _set_of(structure.algorithm, sets)
        if isinstance(structure, _PrivateKey):
            if structure.version not in (0, 1):
                raise ValueError(f"PKCS #8 of version {shown(structure.version)}, not 0 or 1")
            return name, _expanded(name, *_choice(structure.key))
        key = structure.key.as_bytes()
        if structure.key.padding_bits():
            raise ValueError("the public key is not a whole number of bytes")
        if len(key) != lengths(name).public:
            raise ValueError(_wrong_length(name, private, key))
        return name, key
    except ValueError as error:
        raise TwiddleError(f"{path}: {error}") from None


def seed_bytes(name: str) -> int:
    """Bytes of the seed of a key pair: d and z of FIPS 203, or xi of FIPS 204."""
    return 64 if name in KEM_SETS else 32


def _check_package(path: Path) -> None:
    if not _HAS_ASN1:
        raise TwiddleError(f"{path}: PEM and DER need cryptography 50 or newer, which the extra keys of Twiddle brings")


def _algorithm(name: str) -> list[TLV]:
    oid = next(oid for oid, of in _OIDS.items() if of == name)
    return [decode_der(TLV, encode_der(ObjectIdentifier(oid)))]


def _file(label: str, der: bytes, encoding: str) -> bytes:
    if encoding == "der":
        return der
    text = base64.b64encode(der).decode()
    lines = (text[at : at + 64] for at in range(0, len(text), 64))
    return "\n".join([f"-----BEGIN {label}-----", *lines, f"-----END {label}-----", ""]).encode()


def _structure(data: bytes) -> _PublicKey | _PrivateKey | _Encrypted:
    """The structure in a PEM file, by its label, or in a DER file."""
    labels = list(_LABELS)
    if b"-----BEGIN " in data:
        if (count := data.count(b"-----BEGIN ")) > 1:
            raise ValueError(f"{count} PEM blocks, not one")
        if (block := _PEM.search(data)) is None:
            raise ValueError("the PEM block has not a BEGIN and an END line of one label")
        if (label := block[1].decode(errors="replace")) not in _LABELS:
            raise ValueError(f"a PEM block of {shown(label)}, not of {' or '.join(labels[:2])}")
        try:
            labels, data = [label], base64.b64decode(b"".join(block[2].split()), validate=True)
        except ValueError:
            raise ValueError("the PEM block is not base64") from None
    for label in labels:
        try:
            return decode_der(_LABELS[label], data)
        except ValueError:
            continue
    raise ValueError(f"not one {' or '.join(labels[:2]).lower()} in DER: bytes are missing, wrong or left over")


def _set_of(algorithm: list[TLV], sets: Collection[str]) -> str:
    """The parameter set of an AlgorithmIdentifier."""
    try:
        oid, *parameters = algorithm
        number = oid.parse(ObjectIdentifier).dotted_string
    except ValueError:
        raise ValueError("the algorithm has no object identifier") from None
    if (name := _OIDS.get(number, f"the algorithm {number}")) not in sets:
        raise ValueError(f"a key of {name}, not of {' or '.join(sets)}")
    if parameters:
        raise ValueError(f"{name} has no parameters beside its object identifier, this key has")
    return name


def _choice(data: bytes) -> tuple[bytes | None, bytes | None]:
    """Seed and expanded key, distinguished by the tag as both RFCs ask."""
    try:
        choice = decode_der(TLV, data)
        match choice.tag_bytes:
            case b"\x80":
                return bytes(choice.data), None
            case b"\x04":
                return None, choice.parse(bytes)
            case b"\x30":
                both = choice.parse(_Both)
                return both.seed, both.expanded
    except ValueError:
        pass
    raise ValueError("the private key is neither seed nor expanded key nor both, in the DER of RFC 9935 and RFC 9881")


def _expanded(name: str, seed: bytes | None, key: bytes | None) -> bytes:
    """The expanded private key, checked against its seed or, for ML-DSA, against itself."""
    if seed is not None and len(seed) != seed_bytes(name):
        raise ValueError(f"the seed has {len(seed)} bytes, not {seed_bytes(name)} as {name} has")
    if key is not None and len(key) != lengths(name).private:
        raise ValueError(_wrong_length(name, True, key))
    if seed is not None:
        scheme = cases.kem(name) if name in KEM_SETS else cases.dsa(name)
        derived: bytes = scheme.key_derive(seed)[1]
        if key not in (None, derived):
            raise ValueError("the expanded key is not that of the seed")
        return derived
    assert key is not None
    if name in DSA_SETS:
        _check_dsa(name, key)
    return key


def _check_dsa(name: str, key: bytes) -> None:
    """An ML-DSA private key in range, whose tr and t0 follow from rho, s1 and s2: no signature of another verifies."""
    scheme = cases.dsa(name)
    rho, k, _, s1, s2, _ = scheme._unpack_sk(key)
    if any(abs(each) > scheme.eta for s in (s1, s2) for row in s._data for entry in row for each in entry.coeffs):
        raise ValueError("a coefficient of s1 or s2 in the private key is out of range")
    t = (scheme._expand_matrix_from_seed(rho) @ s1.to_ntt()).from_ntt() + s2
    t1, t0 = t.power_2_round(scheme.d)
    tr = scheme._h(scheme._pack_pk(rho, t1), 64)
    if scheme._pack_sk(rho, k, tr, s1, s2, t0) != key:
        raise ValueError("tr or t0 in the private key is not that of its s1 and s2")


def _words(name: str, private: bool) -> str:
    kinds = ("encapsulation", "decapsulation") if name in KEM_SETS else ("public", "private")
    return f"{kinds[private]} key"


def _wrong_length(name: str, private: bool, key: bytes) -> str:
    size = lengths(name).private if private else lengths(name).public
    return f"the {_words(name, private)} has {len(key)} bytes, not {size} as {name} has"
