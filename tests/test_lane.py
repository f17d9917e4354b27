# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A lane of the polynomial unit: butterflies and sums of products modulo one prime, two modulo another."""

import pytest
from arith_cases import batch
from lane_cases import Lane, check_butterflies, check_sums

pytestmark = pytest.mark.covers(
    "twd_lane",
    "twd_lane_pair",
    "twd_lane_pkg",
    "twd_lane_product",
    "twd_lane_result",
    "twd_lane_tile",
    "twd_lane_wide",
    "twd_split_add",
)

LANES = [
    Lane(8380417, 3329),
    Lane(8380417, 3329, dsp=False),
    Lane(0, 3329),
    Lane(12289, 0),
    Lane(12289, 0, dsp=False),
    Lane(8404993, 0),
    Lane(7681, 97),
]

batch([("twd_lane", {"Q": of.q, "Q_2": of.q_2, "Dsp": int(of.dsp)}) for of in LANES])


@pytest.mark.parametrize("of", LANES, ids=str)
def test_butterflies(of: Lane) -> None:
    check_butterflies(of)


@pytest.mark.parametrize("of", LANES, ids=str)
def test_sums_of_products(of: Lane) -> None:
    check_sums(of)
