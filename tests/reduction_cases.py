# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the reductions refuse."""

SHIFT_ADD = "its sums are those of 3329 and 12289; take FOLD, BARRETT, MONTGOMERY or PLANTARD"
SHAPE = "Q is not k 2^m + 1 < 2^24, odd k < 2^m; take FOLD, BARRETT, MONTGOMERY or PLANTARD"
HALVINGS = "Halvings is more than m, Q = k 2^m + 1"
LARGEST = "Largest is below Q"
SHORT = "Largest has fewer bits than Q"
POWER = "Halvings is not 0; KRED and LDSP alone leave a power of two in the result"
SIGNS = "Bias and Minus go with Halvings = 0"
REDUCES = "Method is not one that reduces a separate product"

Refusal = tuple[str, dict[str, int | str], str]
"""A unit, its parameters, and what it says of them."""


def moduli(top: str, rule: str, *values: int) -> list[Refusal]:
    """Moduli that a unit refuses by the same rule."""
    return [(top, {"Q": q}, rule) for q in values]


REFUSED: list[Refusal] = [
    *moduli("twd_mod_shift_add", SHIFT_ADD, 17, 3331, 7681, 8380417),
    *moduli("twd_mod_kred", SHAPE, 1, 3330, 3331, 2**24 + 1),
    *moduli("twd_mod_kred2x", SHAPE, 1, 3330, 3331, 2**24 + 1),
    ("twd_mod_kred", {"Q": 3329, "Halvings": 9}, HALVINGS),
    ("twd_mod_kred", {"Q": 3329, "Largest": "64'd3328"}, LARGEST),
    ("twd_mod_kred", {"Q": 3329, "Halvings": 1, "Bias": "64'd1"}, SIGNS),
    ("twd_mod_kred", {"Q": 3329, "Halvings": 1, "Minus": 1}, SIGNS),
    *(("twd_mod_fold", {"Largest": f"64'd{largest}"}, SHORT) for largest in (100, 2047)),
    ("twd_mod_reduce", {"Method": 0, "Halvings": 7}, POWER),
    ("twd_mod_reduce", {"Method": 6}, REDUCES),
    ("twd_mod_reduce", {"Method": 15}, REDUCES),
    ("twd_mod_mul_lazy", {"Method": 5, "Halvings": 7}, POWER),
    ("twd_mod_mul_lazy", {"Method": 6, "Halvings": 7}, POWER),
]
