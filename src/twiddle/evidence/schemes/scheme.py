# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Whole schemes on simulated hardware, as Python uses them."""

from collections.abc import Sequence
from typing import Any

from twiddle.base.errors import unknown
from twiddle.evidence.schemes import on_unit
from twiddle.evidence.schemes.on_lattice import Executor
from twiddle.evidence.schemes.on_unit import Counted
from twiddle.model.sets import DSA_SETS, KEM_SETS

PLACES = ("lattice", "unit")
"""`twd_lattice`, and the polynomial unit with everything else in Python."""


def hardware(on: str = "lattice", lanes: int = 4) -> Counted | Executor:
    """The simulated hardware; raises TwiddleError for an unknown place."""
    if on not in PLACES:
        raise unknown("place", on, PLACES)
    return Executor(lanes) if on == "lattice" else Counted(on_unit.unit(lanes))


def kem(name: str, on: str = "lattice", lanes: int = 4) -> Any:
    """ML-KEM on simulated hardware: an object of kyber-py with keygen(), encaps(ek) and decaps(dk, c).

    Its `hardware` lists what ran (`runs`) and counts the `cycles`. Raises TwiddleError for an unknown set.

    >>> scheme = kem("ML-KEM-768")
    >>> scheme.k, scheme.hardware.cycles
    (3, 0)
    """
    return _scheme("kem", name, KEM_SETS, hardware(on, lanes))


def dsa(name: str, on: str = "lattice", lanes: int = 4) -> Any:
    """ML-DSA on simulated hardware: an object of dilithium-py with keygen(), sign(sk, m) and verify(pk, m, sig).

    Its `hardware` lists what ran (`runs`) and counts the `cycles`. Raises TwiddleError for an unknown set.

    >>> scheme = dsa("ML-DSA-65")
    >>> scheme.k, scheme.hardware.cycles
    (6, 0)
    """
    return _scheme("dsa", name, DSA_SETS, hardware(on, lanes))


def _scheme(kind: str, name: str, sets: Sequence[str], chosen: Counted | Executor) -> Any:
    if name not in sets:
        raise unknown("parameter set", name, sets)
    scheme = getattr(chosen, kind)(name)
    scheme.hardware = chosen
    return scheme
