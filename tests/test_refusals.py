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
    WITHOUT_RING,
    Parameters,
)
from rtl_tree import edit, rtl_tree

from lint.tools import Point, check_verilator, check_yosys
from twiddle import Ring, core, manifest, model
from twiddle.designs import Design, cores
from twiddle.errors import CheckFailed, TwiddleError
from twiddle.sim import Simulator, UnitSimulator

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


def test_a_core_refuses_what_python_has_not_checked() -> None:
    kind = next(kind for kind in cores() if kind.name == "iterative")
    unchecked = Design(kind, KEM, {"Butterflies": 3, "DoubleBuffer": 0, "Method": "fold"})
    with pytest.raises(TwiddleError, match=r"twd_iterative: Butterflies is not 1, 2 or 4$"):
        Simulator(unchecked)


def yosys(top: str, parameters: Parameters) -> list[str]:
    values = {name: str(value) for name, value in parameters.items()}
    return check_yosys(Point(top, top, values, manifest.sources(top), manifest.include_dirs()))


def test_yosys_reads_what_is_legal() -> None:
    assert yosys("twd_iterative", dict(core("iterative", SMALL, Butterflies=1).rtl_parameters())) == []


ONE_A_RULE = {(top, rule): parameters for top, parameters, rule in CORE_RTL}


@pytest.mark.parametrize(
    ("top", "rule"), [key for key in ONE_A_RULE if key[0] in ("twd_iterative", "twd_pwmm")]
)
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
@pytest.mark.parametrize(("changed", "message"), WITHOUT_RING)
def test_python_refuses_a_broken_ring(changed: dict[str, int], message: str) -> None:
    numbers = {"n": 256, "q": 3329, "root": 17, "root_order": 256, **changed}
    with pytest.raises(TwiddleError) as error:
        core("iterative", Ring("own", **numbers)).simulate()
    assert str(error.value) == f"ring 'own': {message}"


@pytest.mark.usefixtures("no_tool")
@pytest.mark.parametrize(("name", "of", "parameters", "message"), CORE_PYTHON)
def test_python_refuses_before_any_tool_runs(
    name: str, of: Ring, parameters: Parameters, message: str
) -> None:
    with pytest.raises(TwiddleError) as error:
        core(name, of, **parameters)
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
    with pytest.raises(CheckFailed, match=rf"assertion twd_canary\.{name} \(\S+:\d+\) failed at cycle 3"):
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
    with pytest.raises(CheckFailed, match=r"assertion twd_iterative\.\S+\.Canary"):
        Simulator(design, rtl_root=root).run("ntt", a)
    silent = Simulator(design, rtl_root=root, assertions=False).run("ntt", a)
    np.testing.assert_array_equal(silent.c, model.ntt(design.ring, a))
