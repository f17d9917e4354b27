# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The RTL's constant functions of scales and latencies are the model's."""

from pathlib import Path

import pytest
from method_cases import elaborate, facts
from rtl_tree import rtl_tree

pytestmark = pytest.mark.covers("twd_butterfly_pkg", "twd_method_pkg", "twd_pwmm_pkg", "twd_rns_pkg")


def test_scales_and_latencies_are_those_of_the_model(tmp_path: Path) -> None:
    stated = list(facts())
    assert len(stated) > 400
    elaborate(rtl_tree(tmp_path), stated)
