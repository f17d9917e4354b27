# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles of every operation on every build of `twd_lattice`, as tests measure them in simulation."""

from __future__ import annotations

from collections.abc import Mapping

CYCLES: Mapping[tuple[int, int, int], Mapping[str, tuple[int, int, int]]] = {
    (1, 1, 1): {
        "ML-KEM-512": (3947, 4941, 7562),
        "ML-KEM-768": (6287, 7188, 10_623),
        "ML-KEM-1024": (8927, 9844, 14_113),
        "ML-DSA-44": (17_844, 79_594, 22_727),
        "ML-DSA-65": (26_974, 278_088, 33_800),
        "ML-DSA-87": (40_402, 111_721, 49_344),
    },
    (1, 1, 2): {
        "ML-KEM-512": (2212, 2796, 4161),
        "ML-KEM-768": (3452, 3972, 5756),
        "ML-KEM-1024": (4970, 5305, 7534),
        "ML-DSA-44": (9181, 40_515, 11_466),
        "ML-DSA-65": (13_843, 140_905, 17_024),
        "ML-DSA-87": (20_605, 56_554, 24_850),
    },
    (1, 1, 4): {
        "ML-KEM-512": (1592, 1912, 2897),
        "ML-KEM-768": (2330, 2735, 3923),
        "ML-KEM-1024": (3360, 3754, 5280),
        "ML-DSA-44": (5093, 21_638, 6008),
        "ML-DSA-65": (7790, 75_815, 8957),
        "ML-DSA-87": (12_430, 31_147, 14_105),
    },
    (1, 0, 1): {
        "ML-KEM-512": (3961, 4951, 7574),
        "ML-KEM-768": (6316, 7219, 10_656),
        "ML-KEM-1024": (8989, 9883, 14_154),
    },
    (1, 0, 2): {
        "ML-KEM-512": (2224, 2796, 4155),
        "ML-KEM-768": (3499, 4010, 5792),
        "ML-KEM-1024": (5072, 5571, 7798),
    },
    (1, 0, 4): {
        "ML-KEM-512": (1554, 1876, 2799),
        "ML-KEM-768": (2357, 2720, 3879),
        "ML-KEM-1024": (3399, 3759, 5261),
    },
    (0, 1, 1): {
        "ML-DSA-44": (17_837, 79_556, 22_722),
        "ML-DSA-65": (26_967, 277_896, 33_789),
        "ML-DSA-87": (40_394, 111_692, 49_335),
    },
    (0, 1, 2): {
        "ML-DSA-44": (9176, 40_480, 11_462),
        "ML-DSA-65": (13_838, 140_788, 17_020),
        "ML-DSA-87": (20_604, 56_525, 24_846),
    },
    (0, 1, 4): {
        "ML-DSA-44": (5061, 21_592, 5988),
        "ML-DSA-65": (7768, 75_698, 8919),
        "ML-DSA-87": (12_419, 31_110, 14_038),
    },
}
"""By `Kem`, `Dsa` and `Lanes`: of each set, KeyGen, Encaps and Decaps, or KeyGen, Sign and Verify.

From the command to the result, without pauses, of the cases of seed 0 of `twiddle.lattice.cases`.
"""

ROUNDS: Mapping[str, int] = {"ML-DSA-44": 2, "ML-DSA-65": 6, "ML-DSA-87": 1}
"""Rounds of these signatures."""
