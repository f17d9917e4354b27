# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What must not build or must not pass: illegal parameters of every module and core, and assertions."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from core_cases import user_ring
from covers import marked
from refusal_cases import (
    BROKEN_RING,
    CORE_PYTHON,
    CORE_RTL,
    KEM,
    MEMORY,
    METHOD,
    MODULUS,
    REFUSED,
    SMALL,
    TOPS,
    Parameters,
)
from rtl_tree import edit, rtl_tree

from lint.tools import Point, check_verilator, check_yosys
from twiddle import Ring, core, model
from twiddle.base import manifest
from twiddle.base.errors import AssertionFailed, TwiddleError
from twiddle.catalog.block import Block
from twiddle.catalog.designs import cores
from twiddle.model.methods import Method
from twiddle.tools.sim.simulator import Simulator
from twiddle.tools.sim.unit import UnitSimulator

pytestmark = pytest.mark.covers("twd_butterfly_rns", "twd_iterative", "twd_op_pkg", "twd_ring_pkg")


FIRST = list({top: (top, parameters, rule) for top, parameters, rule in reversed(REFUSED)}.values())
"""One of each module for every run; `make matrix` elaborates all. Python refuses the same, and has all."""

OF_MACRO = {"RING": list(BROKEN_RING), "Q": [MODULUS], "METHOD": [METHOD], "MEMORY": [MEMORY]}
"""What the refusals say that a header defines for several modules."""

REFUSED_IDS = [f"{top}-{number}" for number, (top, _, _) in enumerate(REFUSED)]


# --- elaboration --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("top", "parameters", "rule"), marked(REFUSED, REFUSED_IDS, FIRST))
def test_elaboration_refuses_in_one_line(top: str, parameters: Parameters, rule: str) -> None:
    """By the unit's own message, or by that of a unit inside, which elaboration may reach first."""
    with pytest.raises(TwiddleError) as error:
        UnitSimulator(top, parameters)
    inner = "|".join(module.name for module in manifest.closure(top))
    if not re.search(f"({inner}): {re.escape(rule)}$", str(error.value)):
        values = {name: str(value) for name, value in parameters.items()}
        point = Point(top, top, values, manifest.sources(top), manifest.include_dirs())
        assert any(f"{top}: {rule}" in line for line in check_verilator(point)), error.value
    assert "\n" not in str(error.value)


ACCEPTED: list[tuple[str, Parameters]] = [
    *(("twd_iterative", {**SMALL.parameters, "Butterflies": count}) for count in (1, 2)),
    ("twd_iterative", {**user_ring(16, 97, True).parameters, "Butterflies": 4}),
    ("twd_mdf", user_ring(16, 97, True).parameters),
    *(
        ("twd_mdc", {**user_ring(4 * lanes, q, True).parameters, "Lanes": lanes})
        for lanes, q in ((2, 97), (4, 97), (8, 193))
    ),
    ("twd_quad", user_ring(64, 257, False).parameters),
    *(("twd_poly_unit", {"Slots": slots}) for slots in (8, 16, 64)),
    *(("twd_axis", {"Slot": slot, "Q": q}) for slot, q in ((0, 3329), (16, 3329), (32, 8380417))),
    ("twd_axil", {"N": 8192}),
    *(("twd_fifo", {"Depth": depth, "Reserve": reserve}) for depth, reserve in ((4, 2), (4, 3), (32, 31))),
    *(("twd_compact", {"Width": width}) for width in (1, 24)),
    *(("twd_sampler", {scheme: 0}) for scheme in ("Kem", "Dsa")),
    *(("twd_tile_product", {"Width": width}) for width in (2, 24)),
    *(("twd_karatsuba_product", {"Width": width}) for width in (2, 14)),
    *(("twd_vedic_product", {"Bits": bits}) for bits in (6, 8)),
    *(("twd_mod_fold", {"Halvings": halvings, "OnlyLow": 1}) for halvings in (1, 32)),
    ("twd_mod_reduce", {"Method": Method.KRED.parameter, "Halvings": 8}),
    *(("twd_mod_mul", {"Q": q}) for q in (3, 2**24 - 1)),
    *(("twd_dsp_product", {"Stages": stages}) for stages in (1, 4)),
    *((top, {"Depth": 2}) for top in ("twd_rom", "twd_rom_2r", "twd_ram_1r1w")),
    ("twd_butterfly_feedback", {"Depth": 1}),
    ("twd_delay_ram", {"Cycles": 3}),
    *(("twd_zeroize", parameters) for parameters in ({"Words": 4}, {"Rounds": 1})),
    ("twd_stream_buffer", {"Beats": 4}),
    ("twd_stream_egress", {"Beats": 4, "Words": 8}),
]
"""Parameters at the bound that a refusal names; for pwmm, tests/test_pwmm.py."""


@pytest.mark.parametrize(("top", "parameters"), ACCEPTED)
def test_elaboration_accepts_the_bound(top: str, parameters: Parameters) -> None:
    values = {name: str(value) for name, value in parameters.items()}
    found = check_verilator(Point(top, top, values, manifest.sources(top), manifest.include_dirs()))
    assert [line for line in found if "UNUSEDSIGNAL" not in line] == []


@pytest.mark.parametrize(("depth", "found"), [(1, "Cannot find.*'twd_refused_gen_bad_depth'"), (2, "")])
def test_elaboration_refuses_without_elaboration_tasks(depth: int, found: str) -> None:
    """By an instance of a module that does not exist, in a block that only wrong parameters have."""
    sources, include_dirs = manifest.sources("twd_ram_1r1w"), manifest.include_dirs()
    point = Point("", "twd_ram_1r1w", {"Depth": str(depth)}, sources, include_dirs)
    lines = check_verilator(point, "+define+TWD_NO_ELABORATION_TASKS")
    errors = "".join(line for line in lines if line.startswith("%Error"))
    assert "$fatal" not in errors
    assert bool(errors) == bool(found)
    assert re.search(found, errors)


def test_a_core_refuses_what_python_has_not_checked() -> None:
    kind = next(kind for kind in cores() if kind.name == "iterative")
    unchecked = Block(kind, KEM, {"Butterflies": 3, "DoubleBuffer": 0, "Method": "fold"})
    with pytest.raises(TwiddleError, match=r"twd_iterative: Butterflies is not 1, 2 or 4$"):
        Simulator(unchecked)


def yosys(top: str, parameters: Parameters) -> list[str]:
    values = {name: str(value) for name, value in parameters.items()}
    return check_yosys(Point(top, top, values, manifest.sources(top), manifest.include_dirs()))


def test_yosys_reads_what_is_legal() -> None:
    assert yosys("twd_iterative", dict(core("iterative", SMALL, Butterflies=1).rtl_parameters())) == []


ONE_A_RULE = {(top, rule): parameters for top, parameters, rule in CORE_RTL}


@pytest.mark.parametrize(("top", "rule"), [key for key in ONE_A_RULE if key[0] == "twd_iterative"])
def test_yosys_refuses(top: str, rule: str) -> None:
    """It stops at the line of the refusal, although it loses the message."""
    findings = yosys(top, ONE_A_RULE[top, rule])
    source = manifest.rtl_root() / manifest.modules()[top].files[0]
    (stopped,) = (int(line.split(":")[1]) for line in findings if "ERROR" in line)
    macros = [f'`TWD_REFUSE_{macro}("{top}"' for macro, rules in OF_MACRO.items() if rule in rules]
    said = macros[0] if macros else f"{top}: {rule}"
    assert said in source.read_text(encoding="utf-8").splitlines()[stopped - 1]


def test_every_refusal_of_the_rtl_is_tested() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in manifest.rtl_root().rglob("*.sv"))
    messages = re.findall(r'(?:\$fatal\(1,|`TWD_REFUSE\([^"]*?)\s*"([^"]*)"\)', text)
    shared = re.findall(r'`TWD_REFUSE_(\w+)\("(\w+)"', text)
    assert len(messages) + len(shared) == text.count("$fatal") + text.count("`TWD_REFUSE")
    assert {top for macro, top in shared if macro == "RING"} == set(TOPS.split())
    messages += [f"{top}: {rule}" for macro, top in shared for rule in OF_MACRO[macro]]
    assert set(messages) <= {f"{top}: {rule}" for top, _, rule in REFUSED}
    inside = {top: [module.name for module in manifest.closure(top)] for top, _, _ in REFUSED}
    for top, _, rule in REFUSED:
        assert {f"{name}: {rule}" for name in inside[top]} & set(messages)


# --- Python -------------------------------------------------------------------------------------------------


@pytest.fixture
def no_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    def started(*_arguments: Any, **_options: Any) -> None:
        raise AssertionError("a tool was started")

    monkeypatch.setattr(subprocess, "Popen", started)


@pytest.mark.usefixtures("no_tool")
@pytest.mark.parametrize(
    ("name", "ring", "parameters", "message"), [(name, *row) for name, rows in CORE_PYTHON.items() for row in rows]
)
def test_python_refuses_before_any_tool_runs(name: str, ring: Ring, parameters: Parameters, message: str) -> None:
    with pytest.raises(TwiddleError) as error:
        core(name, ring, **parameters)
    assert str(error.value).startswith(f"core {name}: {message}")
    assert "\n" not in str(error.value)
    if ", q = " in message:
        others = "core iterative supports this ring with" if name == "rns" else "methods that work:"
        assert re.search(rf"; {others} \w+", str(error.value))


# --- the canary -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def canary(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., UnitSimulator]:
    root = rtl_tree(tmp_path_factory.mktemp("canary"))
    return lambda **options: UnitSimulator("twd_canary", {}, rtl_root=root, **options)


FALSE = {"Canary": [0, 1, 2, 7], "CanaryAfter": [0, 5, 1, 6], "CanaryHeld": [0, 1, 12, 6]}
"""Of each macro of an assertion: values of x_i that make it false at cycle 3."""


@pytest.mark.parametrize("name", FALSE)
def test_a_false_assertion_is_heard(canary: Callable[..., UnitSimulator], name: str) -> None:
    x = np.array(FALSE[name])
    with pytest.raises(AssertionFailed, match=rf"assertion twd_canary\.{name} \(\S+:\d+\) failed at cycle 3"):
        canary().run({"x_i": x}, latency=0)
    np.testing.assert_array_equal(canary().run({"x_i": x[:2]}, latency=0)["y_o"], x[:2])


def test_without_assertions_it_is_silent(canary: Callable[..., UnitSimulator]) -> None:
    x = np.array([value for values in FALSE.values() for value in values])
    np.testing.assert_array_equal(canary(assertions=False).run({"x_i": x}, latency=0)["y_o"], x)


def test_a_false_assertion_in_a_core_is_heard(tmp_path: Path) -> None:
    root = rtl_tree(tmp_path)
    edit(
        root,
        "memory/twd_operation.sv",
        "`TWD_ASSERT(OperationOffered",
        "`TWD_ASSERT(Canary, !complete_o)\n  `TWD_ASSERT(OperationOffered",
    )
    design = core("iterative", SMALL, Butterflies=1)
    a = np.arange(8)[None]
    with pytest.raises(AssertionFailed, match=r"assertion twd_iterative\.\S+\.Canary"):
        Simulator(design, rtl_root=root).run("ntt", a)
    silent = Simulator(design, rtl_root=root, assertions=False).run("ntt", a)
    np.testing.assert_array_equal(silent.c, model.ntt(design.ring, a))
