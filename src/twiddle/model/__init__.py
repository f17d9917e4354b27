# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The golden model: what the hardware computes, in NumPy, on polynomials of shape (..., n).

`schoolbook` is the definition; `ntt`, `intt`, `pwm`, `multiply` and `mult` are the five operations of a core,
`mixed_radix` is `ntt` in two parts, `pwmm` a row of a matrix-vector product, `run` selects one by name, `trace` and
`layers` show the passes; `arith`, `fold` and `methods` model the arithmetic units.

>>> import numpy as np
>>> a, b = np.random.default_rng(1).integers(0, 3329, (2, 10, 256))
>>> bool((multiply("ml-kem", a, b) == schoolbook("ml-kem", a, b)).all())
True
"""

from twiddle.model import arith, fold, methods
from twiddle.model.mixed_radix import mixed_radix
from twiddle.model.pwmm import pwmm
from twiddle.model.transform import (
    Step,
    bit_reverse,
    intt,
    layers,
    mult,
    multiply,
    ntt,
    pair_zetas,
    polynomials,
    pwm,
    run,
    schoolbook,
    trace,
    zetas,
)

__all__ = [
    "Step",
    "arith",
    "bit_reverse",
    "fold",
    "intt",
    "layers",
    "methods",
    "mixed_radix",
    "mult",
    "multiply",
    "ntt",
    "pair_zetas",
    "polynomials",
    "pwm",
    "pwmm",
    "run",
    "schoolbook",
    "trace",
    "zetas",
]
