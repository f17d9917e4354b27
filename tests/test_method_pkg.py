# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The RTL's constant functions of scales and latencies are the model's."""

from pathlib import Path

import pytest
from method_cases import ConstantDiffers, elaborate, facts
from rtl_tree import edit, rtl_tree

pytestmark = pytest.mark.covers("twd_butterfly_pkg", "twd_method_pkg", "twd_pwmm_pkg", "twd_rns_pkg")


def test_scales_and_latencies_are_those_of_the_model(tmp_path: Path) -> None:
    stated = list(facts())
    assert len(stated) > 400
    elaborate(rtl_tree(tmp_path), stated)


@pytest.mark.parametrize(
    ("file", "original", "replacement", "said"),
    [
        (
            "arith/reduce/twd_kred_pkg.sv",
            "square = factor(q) * factor(q);",
            "square = factor(q) * 2;",
            "twd_method_pkg::scale(4'd3, 3329, 0) is not 169",
        ),
        (
            "butterfly/twd_butterfly_pkg.sv",
            "streaming_latency = twd_method_pkg::bare_latency(method, q) + 32'd3;",
            "streaming_latency = twd_method_pkg::bare_latency(method, q) + 32'd2;",
            "twd_butterfly_pkg::streaming_latency(4'd0, 3329) is not 7",
        ),
        ("butterfly/twd_butterfly_pkg.sv", "TWIDDLE_LATE = 2;", "TWIDDLE_LATE = 1;", "TWIDDLE_LATE is not 2"),
    ],
)
def test_a_fault_is_reported(tmp_path: Path, file: str, original: str, replacement: str, said: str) -> None:
    root = rtl_tree(tmp_path)
    edit(root, file, original, replacement)
    with pytest.raises(ConstantDiffers) as error:
        elaborate(root, list(facts()))
    assert said in str(error.value)
