# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Twiddle: verified number-theoretic-transform accelerators for lattice cryptography.

>>> ring = twiddle.ring("ml-kem")
>>> twiddle.model.ntt(ring, a)  # golden model, arrays of shape (..., n)
>>> twiddle.core("iterative", ring, Butterflies=4).simulate()  # the same in cycle-accurate hardware
"""

from twiddle import model
from twiddle.designs import Design, core, cores
from twiddle.errors import CheckFailed, TwiddleError
from twiddle.rings import Ring, ring, rings

__version__ = "0.1.0"

__all__ = ["CheckFailed", "Design", "Ring", "TwiddleError", "core", "cores", "model", "ring", "rings"]
