# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Twiddle: open, verified hardware for ML-KEM, ML-DSA and the polynomials of lattice cryptography.

>>> import numpy as np
>>> import twiddle
>>> ring = twiddle.ring("ml-kem")
>>> a, b = np.random.default_rng(1).integers(0, ring.q, (2, 10, ring.n))
>>> expected = twiddle.model.multiply(ring, a, b)  # golden model, arrays of shape (..., n)
>>> core = twiddle.core("iterative", ring, butterflies=4)
>>> result = core.simulate().run("mul", a, b)  # cycle-accurate hardware
>>> bool((result.c == expected).all())
True
"""

from importlib import import_module

from twiddle.base import ATTACHED
from twiddle.base import __version__ as __version__

_PLACES = {
    "Block": "catalog.block",
    "CheckFailed": "base.errors",
    "Comparison": "study.comparison",
    "Cycles": "catalog.block",
    "Exploration": "evidence.explore.exploration",
    "Kind": "catalog.block",
    "Method": "model.methods",
    "Pause": "tools.sim.simulator",
    "Plan": "study.plan.planner",
    "PolyUnit": "tools.unit_simulator",
    "Record": "tools.synth.records",
    "Result": "tools.sim.simulator",
    "Results": "evidence.results",
    "Ring": "base.rings",
    "Simulator": "tools.sim.simulator",
    "Stage": "tools.sim.netlist",
    "Stalls": "tools.sim.simulator",
    "Timeline": "evidence.timeline",
    "TwiddleError": "base.errors",
    "Verification": "evidence.verification",
    "Wrapper": "bundle",
    "compare": "study.compare",
    "core": "catalog.designs",
    "cores": "catalog.designs",
    "dsa": "evidence.schemes.scheme",
    "explore": "evidence.explore.exploration",
    "export": "bundle",
    "kem": "evidence.schemes.scheme",
    "model": "model",
    "plan": "study.plan.planner",
    "results": "evidence.merit",
    "ring": "base.rings",
    "rings": "base.rings",
    "synthesize": "tools.synth.flow",
    "timeline": "evidence.timeline",
    "verify": "evidence.verification",
}
"""The module of each name, which is loaded when the name is first used."""

__all__ = list(_PLACES)

_METHODS = {"simulate": "Simulator", "synthesize": "synthesize", "export": "export"}
"""Methods that blocks get here, since what they call is above the catalogue; `__init__.pyi` has their types."""


def __getattr__(name: str) -> object:
    if name not in _PLACES:
        raise AttributeError(f"module 'twiddle' has no attribute {name!r}")
    place = import_module(f"twiddle.{_PLACES[name]}")
    found: object = place if name == "model" else getattr(place, name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def _calling(method: str, function: str) -> object:
    def call(block: object, *arguments: object, **options: object) -> object:
        return __getattr__(function)(block, *arguments, **options)  # type: ignore[operator]

    call.__name__ = method
    call.__doc__ = f"See `twiddle.{function}`, which takes the block as its first argument."
    return call


ATTACHED.update({method: _calling(method, function) for method, function in _METHODS.items()})
