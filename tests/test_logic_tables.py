# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables in logic: a core passes the parameter to all of its tables, which hold the same entries."""

import numpy as np
import pytest

import twiddle
from lint import slang, tools
from lint.tools import LARGEST
from twiddle.base.rings import Ring, rings
from twiddle.catalog import designs
from twiddle.catalog.cores.base import TABLES
from twiddle.model.iterative import twiddle_table
from twiddle.tools.sim.unit import UnitSimulator
from twiddle.tools.synth import records

MEMORIES = ("twd_rom", "twd_rom_2r_block")
"""Modules that give a memory its contents in an initial block, unless LogicTables is 1."""


def memories(point: tools.Point) -> list[tuple[str, bool]]:
    """The modules of MEMORIES in a design, with their LogicTables."""
    compilation = slang.Slang().elaborated(point)
    return [
        (instance.definition.name, str(constant.value) == "1'b1")
        for instance in slang.instances(compilation.getRoot())
        if instance.definition.name in MEMORIES
        for constant in slang.constants(instance.body)
        if constant.name == "LogicTables"
    ]


def points(logic: int) -> list[tools.Point]:
    """Every core with the parameter, and the cores with products by tables; all of ml-kem."""
    ring = rings()[0]
    kinds = [kind for kind in designs.cores() if TABLES in kind.technology and not kind.generated]
    chosen = [designs.core(kind.name, ring, LogicTables=logic) for kind in kinds]
    for name, others in (
        ("rns", {"Published": 1}),
        ("pwmm", {"Method": "rns"}),
        ("mdf", {"Method": "rns"}),
        ("mdc", {"Method": "rns"}),
    ):
        chosen.append(designs.core(name, ring, LogicTables=logic, **others))
    return [tools.of_design(design) for design in chosen]


def test_every_core_turns_all_of_its_tables_into_logic() -> None:
    found = {point.label: memories(point) for point in points(1)}
    assert {name for tables in found.values() for name, _ in tables} == set(MEMORIES)
    for label, tables in found.items():
        assert all(logic for _, logic in tables), label


def test_tables_are_memories_by_default() -> None:
    found = {table for point in points(0) for table in memories(point)}
    assert {name for name, logic in found if not logic} == set(MEMORIES)


@pytest.mark.covers("twd_inplace_twiddle_rom")
@pytest.mark.parametrize(
    ("ring", "ports"),
    [(rings()[0], 1), (rings()[0], 2), (rings()[0], 4), pytest.param(LARGEST, 2, marks=pytest.mark.matrix)],
    ids=str,
)
def test_table_in_logic_holds_the_same_entries(ring: Ring, ports: int) -> None:
    """Minus for that of address 0 inverse, which no layer has; addresses of ports differ from bit 1 on."""
    table = np.array(twiddle_table(ring))
    half = len(table) // 2
    address = np.array([each for each in range(len(table)) if each != half])
    parameters = {"Ring": ring.parameter, "Ports": ports, "LogicTables": 1}
    own = np.random.default_rng(ports).integers(0, ports, (ports, len(address))) << 1
    own[0] = address & (ports - 1) << 1
    of_port = (address % half & ~((ports - 1) << 1)) | own
    bits = half.bit_length() - 1
    width = ring.q.bit_length()
    packed = sum(addresses << port * bits for port, addresses in enumerate(of_port))
    minus = address % 3 == 0
    inputs = {"inverse_i": address // half, "addr_i": packed, "minus_i": minus.astype(np.int64)}
    rom = UnitSimulator("twd_inplace_twiddle_rom", parameters)
    result, with_gaps = (
        rom.run(inputs, latency=4, late={"minus_i": 3}, enable=enable)["twiddle_o"] for enable in (1.0, 0.5)
    )
    np.testing.assert_array_equal(with_gaps, result)
    for port, addresses in enumerate(of_port):
        asked = np.where(minus, half, addresses + address // half * half)
        got = result >> port * width & (1 << width) - 1
        known = minus | (asked != half)
        np.testing.assert_array_equal(got[known], table[asked][known])


@pytest.mark.parametrize("published", [0, 1])
def test_quad_with_tables_in_logic(published: int) -> None:
    """The second operand has a memory of its own there."""
    ring = Ring("small", 64, 257, 9, 128)
    core = designs.core("quad", ring, Method="fold", Published=published, LogicTables=1)
    rng = np.random.default_rng(published)
    a, b = rng.integers(0, ring.q, (2, 12, ring.n))
    simulator = core.simulate()
    for operation in core.operations:
        second = b if operation in ("pwm", "mul", "mult") else None
        result = simulator.run(operation, a, second, stall=0.2, seed=3, random_state=True)
        np.testing.assert_array_equal(result.c, core.model(operation, a, second))


def test_only_a_design_with_tables_in_logic_names_the_parameter() -> None:
    ring = twiddle.ring("ml-kem")
    block, logic = (designs.core("quad", ring, LogicTables=value) for value in (0, 1))
    assert block.parameters == designs.core("quad", ring).parameters
    assert "LogicTables" not in block.rtl_parameters()
    assert logic.parameters == {**block.parameters, "LogicTables": 1}
    assert logic.rtl_parameters() == {**block.rtl_parameters(), "LogicTables": "1"}
    assert records.name_of(logic, "xc7") == "quad-ml-kem-Methodkred-Published0-LogicTables1-xc7.json"
