# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The plan of tests: every rule of the standards has a test and a fault that are there."""

import re
import tomllib
from pathlib import Path

import pytest
from fault_list import FAULTS

TESTS = Path(__file__).parent
PLAN = tomllib.loads((TESTS / "plan.toml").read_text(encoding="utf-8"))
THERE = {
    name for path in TESTS.glob("test_*.py") for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.M)
}
NAMES = {fault.name for fault in FAULTS}


@pytest.mark.parametrize(("part", "rule"), [(part, rule) for part, rules in PLAN.items() for rule in rules])
def test_a_rule_is_held_by_a_test_and_shown_by_a_fault(part: str, rule: str) -> None:
    tests, faults = (words.split("; ") for words in PLAN[part][rule])
    assert set(tests) <= THERE
    assert faults == ["-"] or set(faults) <= NAMES


ALGORITHMS = {"FIPS 203": set(range(3, 19)), "FIPS 204": set(range(2, 49))}
"""Of each standard those that the plan has to name; the others draw random bytes, or are notation."""


@pytest.mark.parametrize("standard", ALGORITHMS)
def test_every_algorithm_has_a_rule(standard: str) -> None:
    """By its number in the rule, or in the title of a part about one algorithm."""
    found: set[int] = set()
    for part, rules in PLAN.items():
        if part.startswith(standard):
            for words in (part, *rules):
                for first, last, more in re.findall(r"algorithm (\d+)(?: to (\d+))?((?:, \d+)*)", words):
                    found |= {*range(int(first), int(last or first) + 1), *map(int, re.findall(r"\d+", more))}
    assert found == ALGORITHMS[standard]
