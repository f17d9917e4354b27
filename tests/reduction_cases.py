# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the reductions by K-RED and by shifts and additions refuse."""

SHIFT_ADD = "its sums are those of 3329 and 12289; take FOLD, BARRETT, MONTGOMERY or PLANTARD"
SHAPE = "Q is not k 2^m + 1 < 2^24, odd k < 2^m; take FOLD, BARRETT, MONTGOMERY or PLANTARD"
HALVINGS = "Halvings is more than m, Q = k 2^m + 1"
LARGEST = "Largest is below Q"

REFUSED: list[tuple[str, dict[str, int | str], str]] = [
    *(("twd_mod_shift_add", {"Q": q}, SHIFT_ADD) for q in (17, 3331, 7681, 8380417)),
    *(
        (top, {"Q": q}, SHAPE)
        for top in ("twd_mod_kred", "twd_mod_kred2x")
        for q in (1, 3330, 3331, 2**24 + 1)
    ),
    ("twd_mod_kred", {"Q": 3329, "Halvings": 9}, HALVINGS),
    ("twd_mod_kred", {"Q": 3329, "Largest": "64'd3328"}, LARGEST),
]
