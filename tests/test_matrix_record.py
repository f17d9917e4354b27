# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What every run leaves to `make matrix`, and its record, apart from the tests that make it."""

import json

import pytest
from conftest import IN_MATRIX
from core_points import COVER, FEW, POINTS, QUICK, SLOW, features
from covers import columns, covering, marked, ordered

from twiddle import manifest
from twiddle.synth.records import Results, default_folder


def test_every_point_has_passed_on_the_hardware_as_it_is(request: pytest.FixtureRequest) -> None:
    """Of the files that were collected with this one."""
    if "verify/matrix.json" in Results().pending():
        pytest.skip("results/pending.json: make matrix has not run on this hardware")
    record = json.loads((default_folder() / "verify" / "matrix.json").read_text(encoding="utf-8"))
    assert record.keys() - {"seconds"} == {"command", "rtl_hash", "passed"}
    assert record["rtl_hash"] == manifest.hash_of_all(), "run: make matrix"
    for test, count in request.config.stash[IN_MATRIX].items():
        assert record["passed"].get(test) == count, test


def test_every_run_has_every_feature_of_the_cores() -> None:
    """Every n, q and preset of each core, every value of each parameter in complete rings and in others."""
    assert len(SLOW) == 3
    every = set().union(*map(features, QUICK))
    assert set().union(*map(features, COVER)) == every
    assert {point.design.core for point in COVER} == {point.design.core for point in POINTS}
    assert set(FEW) <= set(COVER) < set(POINTS)


def test_a_cover() -> None:
    values = [(1, "a"), (1, "b"), (2, "a"), (2, "b")]
    assert covering(values) == [(1, "a"), (2, "b")]
    assert covering(values, first=[(2, "a")]) == [(2, "a"), (1, "b")]
    assert covering(values, cost=lambda value: value[0] ** 3) == [(1, "a"), (1, "b"), (2, "a")]
    assert ordered(values, [(2, "b")]) == [(2, "b"), (1, "a"), (1, "b"), (2, "a")]
    assert columns("word") == {"word"}
    assert [bool(each.marks) for each in marked(values)] == [False, True, True, False]
