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

import importlib
from types import ModuleType

from twiddle import model
from twiddle.base import __version__ as __version__
from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.base.rings import Ring, ring, rings
from twiddle.catalog.cores.base import CoreKind, Cycles
from twiddle.catalog.designs import Design, core, cores
from twiddle.evidence.rows import Row, results
from twiddle.model.methods import Method
from twiddle.tools.sim import Pause, Result, Simulator, Stalls
from twiddle.tools.synth import Record, synthesize

__all__ = [
    "CheckFailed",
    "CoreKind",
    "Cycles",
    "Design",
    "Method",
    "Pause",
    "Record",
    "Result",
    "Ring",
    "Row",
    "Simulator",
    "Stalls",
    "TwiddleError",
    "core",
    "cores",
    "model",
    "results",
    "ring",
    "rings",
    "synthesize",
]


def __getattr__(name: str) -> ModuleType:
    """`twiddle.explore`, `twiddle.export` and `twiddle.unit`, imported when they are first used."""
    if name in ("explore", "export", "unit"):
        return importlib.import_module(f"twiddle.{name}")
    raise AttributeError(f"module 'twiddle' has no attribute {name!r}")
