# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The record of `make matrix`, apart from the tests that make it."""

import importlib
import json
from collections.abc import Iterator
from types import ModuleType

import pytest
from core_cases import LARGE, MATRIX, METHODS, RNS, USER, Point, every_run, matrix_hash

from twiddle.rings import rings
from twiddle.synth.records import Results, default_folder

FILES = ("conformance", "cycles", "errors", "layers", "streams")


def points(module: ModuleType) -> Iterator[tuple[str, set[str]]]:
    """Each test of a file that goes through points, with all of the memory-based cores."""
    for name, function in vars(module).items():
        for mark in getattr(function, "pytestmark", ()):
            if name.startswith("test_") and mark.name == "parametrize" and mark.args[0] == "point":
                found = {param.values[0] for param in mark.args[1]}
                yield (
                    f"{module.__name__}.py::{name}",
                    {str(each) for each in found if isinstance(each, Point)},
                )


def test_every_point_has_passed_on_the_hardware_as_it_is() -> None:
    if "verify/matrix.json" in Results().pending():
        pytest.skip("results/pending.json: make matrix has not run on this hardware")
    record = json.loads((default_folder() / "verify" / "matrix.json").read_text(encoding="utf-8"))
    assert record.keys() == {"command", "rtl_hash", "passed"}
    modules = [importlib.import_module(f"test_core_{name}") for name in FILES]
    expected = {test: found for module in modules for test, found in points(module) if found}
    assert {test: set(passed) for test, passed in record["passed"].items()} == expected
    assert record["rtl_hash"] == matrix_hash(), "run: make matrix"


def test_every_run_has_every_value_of_every_parameter() -> None:
    """Ring with butterflies, ring with buffers, these together; of rns every value of each option."""
    kept = [point for point in MATRIX if every_run(point)]
    for first, second in (("ring", "butterflies"), ("ring", "double"), ("butterflies", "double")):
        pairs = {(getattr(point, first), getattr(point, second)) for point in MATRIX}
        assert {(getattr(point, first), getattr(point, second)) for point in kept} == pairs
    assert {point.ring for point in kept} == set(rings())
    assert set(LARGE) < {*MATRIX, *RNS}
    assert not set(LARGE) & {*USER, *METHODS}
    for name in ("ring", "butterflies", "double", "registers", "published"):
        values = {getattr(point, name) for point in RNS}
        assert {getattr(point, name) for point in RNS if point not in LARGE} == values
