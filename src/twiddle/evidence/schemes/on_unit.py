# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""ML-KEM and ML-DSA with all transforms, products and sums of polynomials on the polynomial unit.

kyber-py and dilithium-py sample, hash, round and encode. The algorithms of FIPS 203 and FIPS 204 that compute
on polynomials are replaced by programs of `twiddle.model.programs`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from dilithium_py.ml_dsa.default_parameters import DEFAULT_PARAMETERS as DSA_PARAMETERS
from dilithium_py.ml_dsa.ml_dsa import ML_DSA
from kyber_py.ml_kem.default_parameters import DEFAULT_PARAMETERS as KEM_PARAMETERS
from kyber_py.ml_kem.ml_kem import ML_KEM
from numpy.typing import NDArray

from twiddle.base.rings import Ring, ring
from twiddle.model import programs
from twiddle.model.programs import Program
from twiddle.model.sets import LEAST_ROUNDS
from twiddle.tools.unit_simulator import PolyUnit

Array = NDArray[np.int64]
Arrays = Mapping[str, Array]

Compute = Callable[[Program, Arrays], Arrays]
"""Computes a program: input arrays by name, output arrays."""

NO_ROUND = "no round of signing is accepted: the private key is none"
WRONG_HASH = "the hash in the decapsulation key is not that of its encapsulation key"


@dataclass
class Counted:
    """Computes programs on a simulated unit; `runs` lists the name and the cycles of each."""

    unit: PolyUnit
    runs: list[tuple[str, int]] = field(default_factory=list)

    def __call__(self, program: Program, values: Arrays) -> Arrays:
        done = self.unit.compute(program, values)
        self.runs.append((program.name, done.cycles))
        return done.arrays

    @property
    def cycles(self) -> int:
        """Cycles of all programs, loads and stores included."""
        return sum(cycles for _, cycles in self.runs)

    def kem(self, name: str) -> Kem:
        return Kem(name, self)

    def dsa(self, name: str) -> Dsa:
        return Dsa(name, self)


@cache
def unit(lanes: int = 4) -> PolyUnit:
    """The simulated unit with both rings and 16 slots."""
    return PolyUnit(ring("ml-dsa"), ring("ml-kem"), lanes, 16)


@cache
def single(of: Ring, lanes: int = 4) -> PolyUnit:
    """The simulated unit with one complete ring and 8 slots."""
    return PolyUnit(of, None, lanes, 8)


class Kem(ML_KEM):  # type: ignore[misc]
    """ML-KEM of FIPS 203 with the polynomial arithmetic of `compute`; otherwise kyber-py's ML_KEM."""

    def __init__(self, name: str, compute: Compute) -> None:
        super().__init__(KEM_PARAMETERS[name.replace("-KEM-", "")])
        self._compute = compute

    def _k_pke_keygen(self, d: bytes) -> tuple[bytes, bytes]:
        """FIPS 203 Algorithm 13."""
        rho, sigma = self._G(d + bytes([self.k]))
        s, used = self._generate_error_vector(sigma, self.eta_1, 0)
        e, _ = self._generate_error_vector(sigma, self.eta_1, used)
        matrix = _array(self._generate_matrix_from_seed(rho))
        found = self._compute(programs.kem_keygen(self.k), {"A": matrix, "s": _vector(s), "e": _vector(e)})
        keys = {name: self._polynomials(found[name], True).encode(12) for name in ("t", "s")}
        return keys["t"] + rho, keys["s"]

    def _k_pke_encrypt(self, ek_pke: bytes, m: bytes, r: bytes) -> bytes:
        """FIPS 203 Algorithm 14, after the checks of section 7.2; ValueError for a key that fails them."""
        if len(ek_pke) != self._ek_size():
            raise ValueError(f"the encapsulation key has {len(ek_pke)} bytes, not {self._ek_size()}")
        rho, encoded = ek_pke[-32:], ek_pke[:-32]
        t = self.M.decode_vector(encoded, self.k, 12, is_ntt=True)
        if t.encode(12) != encoded:
            raise ValueError("a coefficient of the encapsulation key is not below 3329")
        y, used = self._generate_error_vector(r, self.eta_1, 0)
        e1, used = self._generate_error_vector(r, self.eta_2, used)
        e2, _ = self._generate_polynomial(r, self.eta_2, used)
        values = {
            "A": _array(self._generate_matrix_from_seed(rho)),
            "t": _vector(t),
            "y": _vector(y),
            "e1": _vector(e1),
            "e2": _coefficients(e2),
            "mu": _coefficients(self.R.decode(m, 1).decompress(1)),
        }
        found = self._compute(programs.kem_encrypt(self.k), values)
        u, v = self._polynomials(found["u"]), self.R(found["v"].tolist())
        return bytes(u.compress(self.du).encode(self.du) + v.compress(self.dv).encode(self.dv))

    def _k_pke_decrypt(self, dk_pke: bytes, c: bytes) -> bytes:
        """FIPS 203 Algorithm 15."""
        cut = 32 * self.du * self.k
        values = {
            "u": _vector(self.M.decode_vector(c[:cut], self.k, self.du).decompress(self.du)),
            "s": _vector(self.M.decode_vector(dk_pke, self.k, 12, is_ntt=True)),
            "v": _coefficients(self.R.decode(c[cut:], self.dv).decompress(self.dv)),
        }
        w = self.R(self._compute(programs.kem_decrypt(self.k), values)["w"].tolist())
        return bytes(w.compress(1).encode(1))

    def _decaps_internal(self, dk: bytes, c: bytes) -> bytes:
        """FIPS 203 Algorithm 18, after the hash check of section 7.3; ValueError for a key that fails it."""
        cut = 768 * self.k + 32
        if self._H(dk[384 * self.k : cut]) != dk[cut : cut + 32]:
            raise ValueError(WRONG_HASH)
        return bytes(super()._decaps_internal(dk, c))

    def _polynomials(self, values: Array, transformed: bool = False) -> Any:
        return self.M.vector([self.R(value.tolist(), is_ntt=transformed) for value in values])


class Dsa(ML_DSA):  # type: ignore[misc]
    """ML-DSA of FIPS 204 with the polynomial arithmetic of `compute`; otherwise dilithium-py's ML_DSA."""

    def __init__(self, name: str, compute: Compute) -> None:
        super().__init__(DSA_PARAMETERS[name.replace("-", "_")])
        self._compute = compute

    def _keygen_internal(self, zeta: bytes) -> tuple[bytes, bytes]:
        """FIPS 204 Algorithm 6."""
        seeds = self._h(zeta + bytes([self.k, self.l]), 128)
        rho, rho_prime, key = seeds[:32], seeds[32:96], seeds[96:]
        s1, s2 = self._expand_vector_from_seed(rho_prime)
        values = {"A": self._matrix(rho), "s1": self._residues(s1), "s2": self._residues(s2)}
        t = self._compute(programs.dsa_keygen(self.k, self.l), values)["t"]
        t1, t0 = self._polynomials(t).power_2_round(self.d)
        public = self._pack_pk(rho, t1)
        return public, self._pack_sk(rho, key, self._h(public, 64), s1, s2, t0)

    def _sign_internal(self, sk: bytes, m: bytes, rnd: bytes, external_mu: bool = False) -> bytes:
        """FIPS 204 Algorithm 7; a norm is checked as soon as its vector is available.

        ValueError for a private key that is none: out of range, or without an accepted round; for rnd and mu of another
        length.
        """
        for name, value, size in [("rnd", rnd, 32), *([("mu", m, 64)] if external_mu else [])]:
            if len(value) != size:
                raise ValueError(f"{name} has {len(value)} bytes, not {size}")
        rho, key, tr, *secrets = self._unpack_sk(sk)
        if any(abs(_vector(each)).max() > self.eta for each in secrets[:2]):
            raise ValueError("a coefficient of s1 or s2 in the private key is out of range")
        s1, s2, t0 = (self._transformed(self._residues(each)) for each in secrets)
        matrix = self._matrix(rho)
        mu = m if external_mu else self._h(tr + m, 64)
        rho_prime = self._h(key + rnd + mu, 64)
        alpha, kappa = 2 * self.gamma_2, 0
        product = programs.matrix_vector(self.k, self.l, False)
        for _ in range(LEAST_ROUNDS):
            y = self._residues(self._expand_mask_vector(rho_prime, kappa))
            kappa += self.l
            w = self._compute(product, {"A": matrix, "s": y})["w"]
            commitment = self._polynomials(w).high_bits(alpha).bit_pack_w(self.gamma_2)
            challenge = self._h(mu + commitment, self.c_tilde_bytes)
            c = _coefficients(self.R.sample_in_ball(challenge, self.tau)) % self.R.q
            z = self._polynomials(self._scaled(c, s1, y)["r"])
            if z.check_norm_bound(self.gamma_1 - self.beta):
                continue
            rest = self._scaled(c, s2, w, subtract=True)["r"]
            if self._polynomials(rest).low_bits(alpha).check_norm_bound(self.gamma_2 - self.beta):
                continue
            low = self._scaled(c, t0, rest, both=True)
            c_t0 = self._polynomials(low["p"])
            if c_t0.check_norm_bound(self.gamma_2):
                continue
            hint = (-c_t0).make_hint(self._polynomials(low["r"]), alpha)
            if hint.sum_hint() <= self.omega:
                return bytes(self._pack_sig(challenge, z, hint))
        raise ValueError(NO_ROUND)

    def _verify_internal(self, pk: bytes, m: bytes, sig: bytes, external_mu: bool = False) -> bool:
        """FIPS 204 Algorithm 8; ValueError for a public key of the wrong length."""
        rho, t1 = self._unpack_pk(pk)
        try:
            challenge, z, hint = self._unpack_sig(sig)
        except ValueError:
            return False
        if hint.sum_hint() > self.omega or z.check_norm_bound(self.gamma_1 - self.beta):
            return False
        values = {
            "A": self._matrix(rho),
            "z": self._residues(z),
            "c": _coefficients(self.R.sample_in_ball(challenge, self.tau)) % self.R.q,
            "t": (self._residues(t1) << self.d) % self.R.q,
        }
        w = self._polynomials(self._compute(programs.dsa_verify(self.k, self.l), values)["w"])
        commitment = hint.use_hint(w, 2 * self.gamma_2).bit_pack_w(self.gamma_2)
        mu = m if external_mu else self._h(self._h(pk, 64) + m, 64)
        return bool(challenge == self._h(mu + commitment, self.c_tilde_bytes))

    def _matrix(self, rho: bytes) -> Array:
        return _array(self._expand_matrix_from_seed(rho))

    def _residues(self, vector: Any) -> Array:
        return np.asarray(_vector(vector) % self.R.q)

    def _polynomials(self, values: Array) -> Any:
        return self.M.vector([self.R(value.tolist()) for value in values])

    def _transformed(self, vector: Array) -> Array:
        return self._compute(programs.transform(len(vector), False), {"s": vector})["t"]

    def _scaled(self, c: Array, v: Array, x: Array, subtract: bool = False, both: bool = False) -> Arrays:
        return self._compute(programs.dsa_scale(len(v), subtract, both), {"c": c, "v": v, "x": x})


def _coefficients(polynomial: Any) -> Array:
    return np.array(polynomial.coeffs, np.int64)


def _array(matrix: Any) -> Array:
    """The coefficients of a matrix of either package, shape (rows, columns, n)."""
    rows, columns = matrix.dim()
    return np.array([[matrix[i, j].coeffs for j in range(columns)] for i in range(rows)], np.int64)


def _vector(vector: Any) -> Array:
    """The coefficients of a column vector, shape (k, n)."""
    return _array(vector)[:, 0]
