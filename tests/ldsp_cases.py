# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the multipliers without DSP blocks are asked, on the RTL tree that they are given."""

from pathlib import Path

import numpy as np
from arith_cases import edges, signed

from twiddle.model import kred, ldsp
from twiddle.tools.sim.unit import UnitSimulator


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
    assert np.array_equal(got % q, a * b % q * kred.kred_scale(q, halvings) % q)
