# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What OpenSSL says of operations, by the package `cryptography`, which tests and long runs need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.model.sets import Error, Operation
from twiddle.tools.lattice_cases import Case


def version() -> str:
    """The version of OpenSSL. Raises TwiddleError without the package."""
    try:
        from cryptography.hazmat.backends.openssl import backend
    except ImportError:
        raise TwiddleError("OpenSSL: the package cryptography is missing; run: make env") from None
    return str(backend.openssl_version_text())


def confirm(cases: Sequence[Case]) -> int:
    """Checks cases of one key pair, which the first one generates; returns the number of those it can check.

    It has no ML-KEM-512. It decapsulates what an encapsulation sends, and verifies what is signed.

    Raises CheckFailed if OpenSSL says otherwise.
    """
    name = cases[0].task.set
    private = _private(name, cases[0].task.frames[0])
    if private is None:
        return 0
    for case in cases:
        if not _right(private, case):
            raise CheckFailed(f"{name} {case.task.operation.label}: OpenSSL says otherwise")
    return len(cases)


def _private(name: str, seed: bytes) -> Any:
    """OpenSSL's private key of a seed; None if it has not the parameter set."""
    from cryptography.hazmat.primitives.asymmetric import mldsa, mlkem

    kind = getattr(mldsa if "DSA" in name else mlkem, f"{name.replace('-', '')}PrivateKey", None)
    return None if kind is None else kind.from_seed_bytes(seed)


def _right(private: Any, case: Case) -> bool:
    task, frames, error = case
    match task.operation:
        case Operation.KEM_KEYGEN | Operation.DSA_KEYGEN:
            return bool(private.public_key().public_bytes_raw() == frames[0])
        case Operation.KEM_ENCAPS:
            return bool(private.decapsulate(frames[1]) == frames[0])
        case Operation.KEM_DECAPS:
            return bool(private.decapsulate(task.frames[1]) == frames[0])
        case Operation.DSA_SIGN:
            return _verifies(private.public_key(), frames[0], task.frames[2], task.mu)
        case Operation.DSA_VERIFY:
            valid = _verifies(private.public_key(), task.frames[1], task.frames[2], task.mu)
            return valid is (error == Error.NONE)


def _verifies(public: Any, signature: bytes, signed: bytes, mu: bool) -> bool:
    """Whether a signature of mu, or of M' with the prefix of ML-DSA, is valid."""
    from cryptography.exceptions import InvalidSignature

    try:
        if mu:
            public.verify_mu(signature, signed)
        else:
            begin = 2 + signed[1]
            public.verify(signature, signed[begin:], signed[2:begin])
    except InvalidSignature:
        return False
    return True
