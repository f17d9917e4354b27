# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Twiddle: verified number-theoretic-transform accelerators for lattice cryptography.

>>> import numpy as np
>>> ring = ring("ml-kem")
>>> a, b = np.random.default_rng(1).integers(0, ring.q, (2, 10, ring.n))
>>> expected = model.multiply(ring, a, b)  # golden model, arrays of shape (..., n)
>>> result = core("iterative", ring, butterflies=4).simulate().run("mul", a, b)  # cycle-accurate hardware
>>> bool((result.c == expected).all())
True
"""

from importlib import import_module

from twiddle import model
from twiddle.base import __version__ as __version__
from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.base.rings import Ring, ring, rings
from twiddle.catalog.block import Block, Cycles, Kind
from twiddle.catalog.designs import core, cores
from twiddle.model.methods import Method

_LATER = {
    "Comparison": "study.comparison",
    "Exploration": "evidence.explore.exploration",
    "Pause": "tools.sim.simulator",
    "Plan": "study.plan.planner",
    "PolyUnit": "tools.unit_simulator",
    "Record": "tools.synth.records",
    "Result": "tools.sim.simulator",
    "Results": "evidence.results",
    "Simulator": "tools.sim.simulator",
    "Stage": "tools.sim.netlist",
    "Stalls": "tools.sim.simulator",
    "Verification": "evidence.verification",
    "Wrapper": "bundle",
    "compare": "study.compare",
    "dsa": "evidence.schemes.scheme",
    "explore": "evidence.explore.exploration",
    "export": "bundle",
    "kem": "evidence.schemes.scheme",
    "plan": "study.plan.planner",
    "results": "evidence.rows",
    "synthesize": "tools.synth.flow",
    "verify": "evidence.verification",
}
"""The room of each name that is loaded when it is first used."""

__all__ = [
    "Block",
    "CheckFailed",
    "Comparison",
    "Cycles",
    "Exploration",
    "Kind",
    "Method",
    "Pause",
    "Plan",
    "PolyUnit",
    "Record",
    "Result",
    "Results",
    "Ring",
    "Simulator",
    "Stage",
    "Stalls",
    "TwiddleError",
    "Verification",
    "Wrapper",
    "compare",
    "core",
    "cores",
    "dsa",
    "explore",
    "export",
    "kem",
    "model",
    "plan",
    "results",
    "ring",
    "rings",
    "synthesize",
    "verify",
]


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module 'twiddle' has no attribute {name!r}")
    found: object = getattr(import_module(f"twiddle.{_LATER[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def _attach(method: str, function: str) -> None:
    """Gives blocks a method that calls a function of a room above the catalogue; `__init__.pyi` has its type."""

    def call(block: Block, *arguments: object, **options: object) -> object:
        return __getattr__(function)(block, *arguments, **options)  # type: ignore[operator]

    call.__name__ = method
    call.__doc__ = f"See `twiddle.{function}`, which takes the block as its first argument."
    setattr(Block, method, call)


_attach("simulate", "Simulator")
_attach("synthesize", "synthesize")
_attach("export", "export")
