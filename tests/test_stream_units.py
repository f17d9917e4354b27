# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The units of the shell of the streaming cores: buffer and egress."""

from pathlib import Path

import pytest
from arith_cases import batch
from rtl_tree import rtl_tree
from stream_unit_cases import buffer_parameters, check_buffer, check_egress

pytestmark = pytest.mark.covers("twd_stream_buffer", "twd_stream_egress")

BEATS = (4, 8, 16, 32)

batch(
    [
        *(("twd_stream_buffer", buffer_parameters(beats)) for beats in BEATS),
        ("twd_stream_buffer", buffer_parameters(256, 12289, select=True)),
    ]
)


@pytest.mark.parametrize("beats", BEATS)
def test_buffer(beats: int) -> None:
    check_buffer(None, beats)


def test_buffer_of_a_ring_that_is_chosen() -> None:
    check_buffer(None, 256, 12289, select=True)


@pytest.mark.parametrize(("beats", "latency"), [(4, 11), (16, 5), (4, 40)])
def test_egress(tmp_path: Path, beats: int, latency: int) -> None:
    check_egress(rtl_tree(tmp_path), beats, latency)
