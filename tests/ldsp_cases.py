# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the multipliers without DSP blocks are asked, on the RTL tree that they are given."""

from pathlib import Path
from typing import Any

import numpy as np
from arith_cases import edges, signed

from twiddle.model import ldsp
from twiddle.sim import UnitSimulator

NO_Q = "Q is not odd, from 3 to below 2^24"
OTHERS = "FOLD, BARRETT, MONTGOMERY, PLANTARD work"

REFUSED: list[tuple[str, dict[str, Any], str]] = [
    *((top, {"Q": q}, NO_Q) for top in ("twd_mod_mul_ldsp", "twd_mod_mul_tiles") for q in (3330, 2**24 + 1)),
    ("twd_mod_mul_ldsp", {"Q": 18433}, f"Q has over 14 bits; {OTHERS}"),
    ("twd_mod_mul_ldsp", {"Q": 3331}, f"Q is not k 2^m + 1, k < 2^m; {OTHERS}"),
    ("twd_mod_mul_ldsp", {"Halvings": 9}, "Halvings is more than m of Q = k 2^m + 1"),
    ("twd_mod_mul_tiles", {"Q": 131073}, f"Q has over 17 bits; {OTHERS}"),
    *(("twd_ldsp_reduce", {"Q": q}, "Q is not one that twd_mod_mul_ldsp takes") for q in (3331, 18433)),
    *(("twd_tile_product", {"Width": width}, "Width is not 2 to 24") for width in (1, 25)),
    *(("twd_karatsuba_product", {"Width": width}, "Width is not 2 to 14") for width in (1, 15)),
    ("twd_vedic_product", {"Bits": 5}, "Bits is not 6, 7 or 8"),
    *(("twd_vedic_tile", {"Bits": bits}, "Bits is not 3 or 4") for bits in (2, 5)),
    *(
        ("twd_table_sum", wrong, "Low is not positive, Index not 1 to 5, or Sum not 1 to 32")
        for wrong in ({"Index": 6}, {"Index": 0}, {"Sum": 33})
    ),
]
"""Units, illegal parameters, and what the unit says of them."""


def check_karatsuba(root: Path, q: int, halvings: int) -> None:
    """The paper's product, which `twd_mod_mul` does not take, against plain integers."""
    parameters = {"Q": q, "Halvings": halvings, "Karatsuba": 1}
    corners = edges(q)
    a, b = np.random.default_rng(q).integers(0, q, (2, 50_000))
    a[: len(corners)], b[-len(corners) :] = corners, corners
    unit = UnitSimulator("twd_mod_mul_ldsp", parameters, rtl_root=root)
    latency = ldsp.ldsp_latency(q, halvings, karatsuba=True)
    raw = unit.run({"a_i": a, "b_i": b}, latency=latency, enable=0.9, seed=q)["product_lazy_o"]
    got = signed(raw, q.bit_length() + 1)
    assert np.abs(got).max() < q
    assert np.array_equal(got % q, a * b % q * ldsp.scale(q, halvings) % q)
