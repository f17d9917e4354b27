# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The table of zeroize of docs/lattice.md."""

from __future__ import annotations

from twiddle.base.grid import markdown
from twiddle.tools.lattice_simulator import zeroize_cycles

LANES = (1, 2, 4)
SCHEMES = (("ML-KEM and ML-DSA", True, True), ("ML-KEM", True, False), ("ML-DSA", False, True))


def zeroize_table() -> str:
    """Cycles of zeroize by schemes and `Lanes`, in Markdown."""
    rows = ([name, *(f"{zeroize_cycles(kem, dsa, lanes):,}" for lanes in LANES)] for name, kem, dsa in SCHEMES)
    return markdown(("schemes", "1 lane", "2 lanes", "4 lanes"), rows, ("schemes",)) + "\n"
