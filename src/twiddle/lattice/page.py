# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The table of zeroize of docs/lattice.md."""

from __future__ import annotations

from twiddle.lattice.simulator import zeroize_cycles

LANES = (1, 2, 4)
SCHEMES = (("ML-KEM and ML-DSA", True, True), ("ML-KEM", True, False), ("ML-DSA", False, True))


def zeroize_table() -> str:
    """Cycles of zeroize by schemes and `Lanes`, in Markdown."""
    lines = ["| schemes | 1 lane | 2 lanes | 4 lanes |", "| --- |" + " ---: |" * len(LANES)]
    for name, kem, dsa in SCHEMES:
        cycles = [f"{zeroize_cycles(kem, dsa, lanes):,}" for lanes in LANES]
        lines.append(f"| {' | '.join([name, *cycles])} |")
    return "\n".join(lines) + "\n"
