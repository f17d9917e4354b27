# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The core `iterative` inside: every pass against the model, the address map, the twiddle factors."""

import pkgutil
import re
from collections import Counter

import numpy as np
import pytest
from core_cases import MATRIX, OPERATIONS, USER, Point, repeat, simulator
from core_layers import first_wrong_address, first_wrong_pass, layout, record

from twiddle import manifest
from twiddle.model.iterative import slots, twiddle_table
from twiddle.rings import Ring, rings
from twiddle.sim import UnitSimulator


def failure(point: Point, operation: str, wrong: str) -> str:
    return f"core iterative, {point}, {operation}: {wrong}; seed {point.seed}\n{repeat()}"


@pytest.mark.parametrize("point", MATRIX + USER, ids=str)
def test_every_pass_equals_the_model(point: Point) -> None:
    a, b = np.random.default_rng(point.seed).integers(0, point.ring.q, (2, point.ring.n))
    for operation in OPERATIONS:
        wrong = first_wrong_pass(simulator(point), point.schedule, operation, a, b)
        assert wrong is None, failure(point, operation, wrong)


@pytest.mark.parametrize("point", MATRIX + USER, ids=str)
def test_addresses_follow_the_model_and_visit_every_group_once(point: Point) -> None:
    schedule = point.schedule
    a, b = np.random.default_rng(point.seed).integers(0, point.ring.q, (2, point.ring.n))
    groups = 2 * schedule.slots
    for operation in OPERATIONS:
        traffic = record(simulator(point), schedule, operation, a, b)
        wrong = first_wrong_address(traffic, schedule, operation)
        assert wrong is None, failure(point, operation, wrong)
        start = traffic.reads[0][0]
        for name, length in schedule.passes(operation):
            reads = Counter(
                word for cycle, words in traffic.reads if start <= cycle < start + length for word in words
            )
            regions = (0, 1) if name == "pwm" else (int(name.startswith("ntt b")),)
            times = 2 if name == "pwm" and not point.ring.complete else 1
            assert reads == {(region, group): times for region in regions for group in range(groups)}, name
            writes = Counter(word for slot in slots(schedule, name) for word in slot.writes)
            assert writes == {(regions[0], group): 1 for group in range(groups)}, name
            start += length


@pytest.mark.parametrize("point", MATRIX + USER, ids=str)
def test_every_coefficient_has_its_own_place(point: Point) -> None:
    for region in (0, 1):
        assert sorted(layout(point.schedule, region).ravel()) == list(range(point.ring.n))


@pytest.mark.parametrize("of", rings(), ids=lambda of: of.name)
def test_twiddle_rom_holds_the_table_of_the_model(of: Ring) -> None:
    table = twiddle_table(of)
    unit = UnitSimulator("twd_twiddle_rom", {"Ring": of.parameter, "Ports": 1})
    address = np.arange(len(table))
    half = len(table) // 2
    result = unit.run({"inverse_i": address // half, "addr_i": address % half}, latency=2)
    np.testing.assert_array_equal(result["twiddle_o"], table)


def test_rtl_headers_name_model_functions_that_exist() -> None:
    found = 0
    for path in sorted(manifest.rtl_root().glob("*/*.sv")):
        for name in re.findall(
            r"^// Model +(twiddle\.[\w.]+)", path.read_text(encoding="utf-8"), re.MULTILINE
        ):
            assert pkgutil.resolve_name(name) is not None, f"{path.name}: {name}"
            found += 1
    assert found >= 10
