# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Operations of `twd_lattice` with the answers of kyber-py and dilithium-py, which nobody here wrote."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
from dilithium_py.ml_dsa.default_parameters import DEFAULT_PARAMETERS as DSA_PARAMETERS
from dilithium_py.ml_dsa.ml_dsa import ML_DSA
from dilithium_py.modules.modules import Matrix
from kyber_py.ml_kem.default_parameters import DEFAULT_PARAMETERS as KEM_PARAMETERS
from kyber_py.ml_kem.ml_kem import ML_KEM

from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.model.sets import Error, Operation, pure
from twiddle.tools.lattice_simulator import Answer, Task, signing


class Case(NamedTuple):
    """A task, the frames that come out, and the rules that it breaks."""

    task: Task
    frames: tuple[bytes, ...]
    error: Error


def kem(name: str) -> ML_KEM:
    """kyber-py's ML-KEM with a parameter set of FIPS 203."""
    return ML_KEM(KEM_PARAMETERS[name.replace("-KEM-", "")])


def dsa(name: str) -> ML_DSA:
    """dilithium-py's ML-DSA with a parameter set of FIPS 204."""
    return ML_DSA(DSA_PARAMETERS[name.replace("-", "_")])


def kem_cases(name: str, seed: int) -> Iterator[Case]:
    """A key pair, a shared key, its decapsulation, those of ciphertexts altered anywhere and at the end."""
    scheme, rng = kem(name), np.random.default_rng([seed, 1])
    d, z, m = (rng.bytes(32) for _ in range(3))
    ek, dk = scheme._keygen_internal(d, z)
    key, c = scheme._encaps_internal(ek, m)
    yield Case(Task(Operation.KEM_KEYGEN, name, (d + z,)), (ek, dk), Error.NONE)
    yield Case(Task(Operation.KEM_ENCAPS, name, (ek, m)), (key, c), Error.NONE)
    yield Case(Task(Operation.KEM_DECAPS, name, (dk, c)), (key,), Error.NONE)
    for at in (int(rng.integers(len(c))), len(c) - 1):
        altered = bytearray(c)
        altered[at] ^= 1 << int(rng.integers(8))
        rejected = scheme._decaps_internal(dk, bytes(altered))
        if rejected == key:
            raise CheckFailed(f"{name}: kyber-py accepts an altered ciphertext")
        yield Case(Task(Operation.KEM_DECAPS, name, (dk, bytes(altered))), (rejected,), Error.NONE)


def dsa_cases(name: str, seed: int, length: int = 33, context: bytes | None = None) -> Iterator[Case]:
    """A key pair, a signature of a message, a deterministic one of mu, verifications, the last of another message.

    length   bytes of the message
    context  the message gets the prefix with this context; None: it is M' itself
    """
    scheme, rng = dsa(name), np.random.default_rng([seed, 2])
    xi, rnd, mu, message = rng.bytes(32), rng.bytes(32), rng.bytes(64), rng.bytes(length)
    signed = message if context is None else pure(message, context)
    pk, sk = scheme._keygen_internal(xi)
    signature = scheme._sign_internal(sk, signed, rnd)
    of_mu = scheme._sign_internal(sk, mu, bytes(32), external_mu=True)
    yield Case(Task(Operation.DSA_KEYGEN, name, (xi,)), (pk, sk), Error.NONE)
    yield Case(signing(name, sk, rnd, signed), (signature,), Error.NONE)
    yield Case(signing(name, sk, bytes(32), mu, mu=True), (of_mu,), Error.NONE)
    yield Case(Task(Operation.DSA_VERIFY, name, (pk, signature, signed)), (), Error.NONE)
    yield Case(Task(Operation.DSA_VERIFY, name, (pk, of_mu, mu), mu=True), (), Error.NONE)
    yield Case(Task(Operation.DSA_VERIFY, name, (pk, signature, signed + b"!")), (), Error.REJECTED)


class Rounds(NamedTuple):
    """Rounds of a signature, and those of them that are rejected after the check of r0, which is the first one."""

    rounds: int
    late: int


def rounds_of(task: Task) -> Rounds:
    """The rounds of a signature, as dilithium-py computes it.

    It replaces methods of that package, so that no other thread may sign meanwhile.
    """
    scheme = dsa(task.set)
    sk, *rnd, message = task.frames
    too_large, large_z, large_r0 = Matrix.check_norm_bound, False, 0

    def check(vector: Matrix, bound: int) -> bool:
        """The package looks at z first, and at r0 only where z is not too large."""
        nonlocal large_z, large_r0
        found = bool(too_large(vector, bound))
        if bound == scheme.gamma_1 - scheme.beta:
            large_z = found
            return False
        if bound == scheme.gamma_2 - scheme.beta:
            large_r0 += found
            return found or large_z
        return found

    masks = patch.object(scheme, "_expand_mask_vector", side_effect=scheme._expand_mask_vector)
    with masks as expanded, patch.object(Matrix, "check_norm_bound", check):
        scheme._sign_internal(sk, message, *rnd or [bytes(32)])
    return Rounds(expanded.call_count, expanded.call_count - 1 - large_r0)


def misfit(case: Case, rng: np.random.Generator) -> Case:
    """The same with up to 8 bytes too few or too many in its first frame: zeros come out. Not for Verify."""
    first, *others = case.task.frames
    count = int(rng.integers(1, 9))
    error = Error.LATE if rng.integers(2) else Error.EARLY
    changed = first + rng.bytes(count) if error is Error.LATE else first[:-count]
    task = replace(case.task, frames=(changed, *others))
    return Case(task, tuple(bytes(size) for size in task.results), error)


def difference(case: Case, answer: Answer) -> str:
    """Where an answer differs from that of a case, in words; empty if it does not."""
    name = f"{case.task.set} {case.task.operation.label}"
    if answer.error != case.error:
        return f"{name}: rules {answer.error!r}, not {case.error!r}"
    for i, (expected, got) in enumerate(zip(case.frames, answer.frames, strict=True)):
        if got != expected:
            byte = next(at for at, (a, b) in enumerate(zip(expected, got, strict=True)) if a != b)
            return f"{name}: frame {i} differs from byte {byte} on"
    return ""


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
            return _verifies(private.public_key(), frames[0], task.frames[-1], task.mu)
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
