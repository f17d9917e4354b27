# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The cores `iterative`, `rns` and `quad` inside: every pass against the model, addresses, twiddle factors."""

import pkgutil
import re
from collections import Counter

import numpy as np
import pytest
from arith_cases import batch, unit
from core_cases import LAYERS, OPERATIONS, Listed, repeat, simulator
from core_layers import layout
from core_points import IN_PLACE, POINTS, each
from port_values import packed, unpacked
from rns_cases import literal

from twiddle.base import manifest
from twiddle.base.rings import Ring, ring, rings
from twiddle.model import rns
from twiddle.model.iterative import slots, twiddle_table
from twiddle.model.methods import Method
from twiddle.model.rns import Moduli

pytestmark = pytest.mark.covers(
    "twd_inplace_addresses",
    "twd_inplace_butterflies",
    "twd_inplace_engine",
    "twd_inplace_pkg",
    "twd_inplace_rns_twiddle_rom",
    "twd_inplace_schedule",
    "twd_inplace_twiddle_rom",
)


def failure(point: Listed, operation: str, wrong: str) -> str:
    return f"{point}, {operation}: {wrong}; seed {point.seed}\n{repeat()}"


WITH_PASSES = [point for point in POINTS if point.design.core in LAYERS]


@each(WITH_PASSES)
def test_every_pass_equals_the_model(point: Listed) -> None:
    a, b = np.random.default_rng(point.seed).integers(0, point.ring.q, (2, point.ring.n))
    first_wrong_pass = LAYERS[point.design.core].first_wrong_pass
    for operation in OPERATIONS:
        wrong = first_wrong_pass(simulator(point), point.schedule, operation, a, b)
        assert wrong is None, failure(point, operation, wrong)


@each(WITH_PASSES)
def test_addresses_follow_the_model(point: Listed) -> None:
    """In `iterative` and `rns`, every pass reads and writes every group."""
    layers, schedule = LAYERS[point.design.core], point.schedule
    a, b = np.random.default_rng(point.seed).integers(0, point.ring.q, (2, point.ring.n))
    for operation in OPERATIONS:
        traffic = layers.record(simulator(point), schedule, operation, a, b)
        wrong = layers.first_wrong_address(traffic, schedule, operation)
        assert wrong is None, failure(point, operation, wrong)
        if point.in_place:
            check_groups(point, operation, traffic.reads)


def check_groups(point: Listed, operation: str, all_reads: list) -> None:
    schedule = point.schedule
    start, groups = all_reads[0][0], range(2 * schedule.slots)
    for name, length in schedule.steps(operation):
        reads = Counter(word for cycle, words in all_reads if start <= cycle < start + length for word in words)
        regions = (0, 1) if name == "pwm" else (int(name.startswith("ntt b")),)
        assert reads == {(region, g): times(point, name, g) for region in regions for g in groups}
        writes = Counter(word for slot in slots(schedule, name) for word in slot.writes)
        assert writes == {(regions[0], group): 1 for group in groups}, name
        start += length


@each(IN_PLACE)
def test_every_coefficient_has_its_own_place(point: Listed) -> None:
    for region in (0, 1):
        assert sorted(layout(point.schedule, region).ravel()) == list(range(point.ring.n))


def times(point: Listed, name: str, group: int) -> int:
    """How often a pass reads a group."""
    if name == "scale":
        return 2
    if name != "pwm" or point.ring.complete:
        return 1
    if point.schedule.published:
        return 3 if group % 2 == (point.schedule.butterflies == 1) else 2
    return 2


ROMS = [*((of, Method.FOLD) for of in rings()), (ring("ml-kem"), Method.LDSP), (ring("ml-dsa"), Method.PLANTARD)]

RNS_ROMS = [("ml-kem", None), ("kyber-v1", None), ("ml-kem", rns.PAPER)]


def rns_rom(of: Ring, moduli: Moduli | None, ports: int) -> dict[str, int | str]:
    chosen: dict[str, int | str] = {} if moduli is None else {"Moduli": literal(moduli)}
    return {"Ring": of.parameter, **chosen, "Ports": ports, "Butterflies": ports}


batch(
    [
        *(
            ("twd_inplace_twiddle_rom", {"Ring": of.parameter, "Method": method.parameter, "Ports": 1})
            for of, method in ROMS
        ),
        *(
            ("twd_inplace_rns_twiddle_rom", rns_rom(ring(name), moduli, ports))
            for name, moduli in RNS_ROMS
            for ports in (1, 3)
        ),
    ]
)


@pytest.mark.parametrize(
    ("of", "method"), ROMS, ids=lambda value: value.label if isinstance(value, Method) else value.name
)
def test_twiddle_rom_holds_the_table_of_the_model(of: Ring, method: Method) -> None:
    table = twiddle_table(of, method)
    rom = unit("twd_inplace_twiddle_rom", Ring=of.parameter, Method=method.parameter, Ports=1)
    address = np.arange(len(table))
    half = len(table) // 2
    inputs = {"inverse_i": address // half, "addr_i": address % half, "minus_i": 0 * address}
    result = rom.run(inputs, latency=2)
    np.testing.assert_array_equal(result["twiddle_o"], table)


@pytest.mark.parametrize("ports", [1, 3])
@pytest.mark.parametrize(("name", "moduli"), RNS_ROMS)
def test_rns_twiddle_rom_holds_the_indices_of_the_factors(name: str, moduli: Moduli | None, ports: int) -> None:
    of = ring(name)
    q, half = of.q, 1 << of.layers
    zetas = np.array(twiddle_table(of)[:half])
    zetas[0] = 1
    factors = np.concatenate([zetas, zetas * ((q - 1) // 2) % q, (q - zetas) % q])
    factors[half] = q - 1
    index = rns.twiddle_index(q, factors, moduli)
    bits = int(rns.twiddle_index(q, np.arange(1, q), moduli).max()).bit_length()
    rom = unit("twd_inplace_rns_twiddle_rom", **rns_rom(of, moduli, ports))
    rng = np.random.default_rng(ports)
    entry = rng.integers(0, len(factors), (4096, ports))
    entry[entry % (2 * half) == 0] += 1
    none = rng.integers(0, 2, (4096, ports))
    inputs = {
        "inverse_i": packed(entry // half == 1, 1),
        "negate_i": packed(entry // half == 2, 1),
        "addr_i": packed(entry % half, of.layers),
        "none_i": packed(none, 1),
    }
    result = rom.run(inputs, latency=2, late={"none_i": 1})
    np.testing.assert_array_equal(unpacked(result["twiddle_o"], ports, bits), np.where(none == 1, 0, index[entry]))


def test_rtl_headers_name_model_functions_that_exist() -> None:
    found = 0
    for path in sorted(manifest.rtl_root().glob("*/*.sv")):
        for name in re.findall(r"^// Model +(twiddle\.[\w.]+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            assert pkgutil.resolve_name(name) is not None, f"{path.name}: {name}"
            found += 1
    assert found >= 10
