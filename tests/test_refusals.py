# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What must not build or must not pass: illegal parameters of the core, and assertions that must be heard."""

import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import axil_cases
import axis_cases
import lane_cases
import ldsp_cases
import mdf_cases
import numpy as np
import poly_unit_cases
import pwmm_cases
import pytest
import quad_cases
import reduction_cases
import rns_cases
import streaming_cases
from butterfly_cases import REFUSED
from core_cases import user_ring
from rtl_tree import edit, rtl_tree

from lint.tools import Point, check_yosys
from twiddle import Ring, core, manifest, model, ring
from twiddle.cores.base import Cycles
from twiddle.errors import CheckFailed, TwiddleError
from twiddle.model.methods import Method
from twiddle.sim import Simulator, UnitSimulator

pytestmark = pytest.mark.covers("twd_butterfly_rns", "twd_iterative", "twd_op_pkg", "twd_ring_pkg")

LENGTH = "twd_iterative: N is not a power of two from 8 to 4096"
PRIME = "twd_iterative: Q is not an odd prime below 2^24"
ORDER = "twd_iterative: RootOrder is neither N nor 2 N"
ROOT = "twd_iterative: Root is not an element of [2, Q) of order RootOrder modulo Q"
BUTTERFLIES = "twd_iterative: Butterflies is not 1, 2 or 4"
WORDS = "twd_iterative: N is less than 4 Butterflies"

TABLES = "twd_iterative: Q has more than 13 bits, too many for the tables of Method RNS"
METHOD = "twd_iterative: Method does not work modulo Q; FOLD, BARRETT, MONTGOMERY, PLANTARD do"
PUBLISHED = "twd_iterative: Published is for Method RNS and q = 3329, without Registers"
REGISTERS = "twd_iterative: Registers is for Method RNS"
MEMORY = "twd_iterative: Memory is not BLOCK (0), LUT (1) or LUT16 (2)"

NUMBERS = {"n": 256, "q": 3329, "root": 17, "root_order": 256}
SMALL = {"n": 8, "q": 577, "root": 391, "root_order": 8}


@dataclass(frozen=True)
class Wrong:
    """Numbers of a ring and butterflies that break one rule, and what RTL and Python say of it."""

    numbers: dict[str, int]
    rtl: str
    python: str
    butterflies: int = 4

    def __str__(self) -> str:
        changed = {key: value for key, value in self.numbers.items() if NUMBERS[key] != value}
        return "-".join(f"{key}{value}" for key, value in {**changed, "B": self.butterflies}.items())

    @property
    def parameters(self) -> dict[str, str]:
        names = dict(zip(("N", "Q", "Root", "RootOrder"), NUMBERS, strict=True))
        numbers = {name: str(self.numbers[key]) for name, key in names.items()}
        return {**numbers, "Butterflies": str(self.butterflies), "DoubleBuffer": "1"}


WRONG = [
    Wrong({**NUMBERS, "n": 192}, LENGTH, "ring 'own': n = 192 is not a power of two"),
    Wrong({**NUMBERS, "n": 4}, LENGTH, "ring 'own': n = 4 is outside 8 to 4096"),
    Wrong({**NUMBERS, "n": 8192}, LENGTH, "ring 'own': n = 8192 is outside 8 to 4096"),
    Wrong({**NUMBERS, "q": 3327}, PRIME, "ring 'own': q = 3327 is not a prime, it is 3 * 1109"),
    Wrong({**NUMBERS, "q": 3330}, PRIME, "ring 'own': q = 3330 is not a prime, it is 2 * 1665"),
    Wrong(
        {**NUMBERS, "q": 16777729},
        PRIME,
        "ring 'own': q = 16777729 has 25 bits, the hardware supports 5 to 24",
    ),
    Wrong(
        {**NUMBERS, "root_order": 128}, ORDER, "ring 'own': root_order = 128 is neither n = 256 nor 2n = 512"
    ),
    Wrong(
        {**NUMBERS, "root_order": 512},
        ROOT,
        "ring 'own': root_order = 512 does not divide q - 1 = 13*2^8 for q = 3329",
    ),
    Wrong({**NUMBERS, "root": 18}, ROOT, "ring 'own': root = 18 has order 208 modulo q = 3329, not 256"),
    Wrong({**NUMBERS, "root": 289}, ROOT, "ring 'own': root = 289 has order 128 modulo q = 3329, not 256"),
    Wrong(NUMBERS, BUTTERFLIES, "core iterative: Butterflies = 3 is not one of 1, 2, 4", butterflies=3),
    Wrong(NUMBERS, BUTTERFLIES, "core iterative: Butterflies = 8 is not one of 1, 2, 4", butterflies=8),
    Wrong(SMALL, WORDS, "core iterative: Butterflies = 4 needs n >= 16; ring own has n = 8"),
]


@dataclass(frozen=True)
class Unchecked:
    """A design that Python has not checked."""

    wrong: Wrong
    ring: Ring = field(default_factory=lambda: ring("ml-kem"))
    top: str = "twd_iterative"
    lanes: int = 8
    operations: tuple[str, ...] = ("ntt",)
    probes: dict[str, str] = field(default_factory=dict)
    rtl_root: Path | None = None

    def rtl_parameters(self) -> dict[str, str]:
        return self.wrong.parameters

    def cycles(self, operation: str) -> Cycles:
        raise NotImplementedError


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_elaboration_refuses_in_one_line(wrong: Wrong) -> None:
    with pytest.raises(TwiddleError) as error:
        Simulator(Unchecked(wrong))
    assert wrong.rtl in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_python_refuses_before_any_tool_runs(wrong: Wrong, monkeypatch: pytest.MonkeyPatch) -> None:
    def started(*_arguments: Any, **_options: Any) -> None:
        raise AssertionError("a tool was started")

    monkeypatch.setattr(subprocess, "Popen", started)
    with pytest.raises(TwiddleError) as error:
        core("iterative", Ring("own", **wrong.numbers), Butterflies=wrong.butterflies).simulate()
    assert str(error.value) == wrong.python


PLAIN = user_ring(8, 233, False)
"""Its q is 29 * 2^3 + 1, no modulus for K-RED."""


@dataclass(frozen=True)
class Choice:
    """A core that its ring or its parameters rule out, and what RTL and Python say of it."""

    kind: str
    ring: str
    parameters: dict[str, int | str]
    rtl: str
    python: str

    def __str__(self) -> str:
        return "-".join([self.kind, self.ring, *(f"{key}{value}" for key, value in self.parameters.items())])

    @property
    def of(self) -> Ring:
        return PLAIN if self.ring == PLAIN.name else ring(self.ring)

    def rtl_parameters(self) -> dict[str, str]:
        method = Method[str(self.parameters.get("Method", self.kind)).upper()]
        flags = {key: str(value) for key, value in self.parameters.items() if key != "Method"}
        return {**self.of.parameters, "Method": method.parameter, "Butterflies": "2", **flags}


CHOICES = [
    *(
        Choice(
            "iterative",
            PLAIN.name,
            {"Method": method, "Butterflies": 2},
            METHOD,
            f"core iterative: Method = {method}, q = 233: 233 = 29 * 2^3 + 1 is not k 2^m + 1",
        )
        for method in ("kred", "kred2x")
    ),
    Choice(
        "iterative",
        "kyber-v1",
        {"Method": "shift_add"},
        METHOD,
        "core iterative: Method = shift_add, q = 7681: its sums of shifts are derived for 3329 and 12289",
    ),
    Choice(
        "iterative",
        "ml-dsa",
        {"Method": "ldsp"},
        METHOD,
        "core iterative: Method = ldsp, q = 8380417: it has 23 bits, and the 8 x 8 Vedic middle product",
    ),
    Choice(
        "iterative",
        "ml-dsa",
        {"Method": "tiles"},
        METHOD,
        "core iterative: Method = tiles, q = 8380417: it has 23 bits, and tiles take 17, ",
    ),
    Choice(
        "rns",
        "falcon-512",
        {},
        TABLES,
        "core rns: Method = rns, q = 12289: its tables are 14 block RAMs of 36 Kbit a multiplier",
    ),
    Choice(
        "rns",
        "ml-dsa",
        {},
        TABLES,
        "core rns: Method = rns, q = 8380417: its tables are 11776 block RAMs of 36 Kbit a multiplier",
    ),
    Choice(
        "rns",
        "kyber-v1",
        {"Published": 1},
        PUBLISHED,
        "core rns: Published = 1 is for q = 3329; ring kyber-v1 has q = 7681",
    ),
    Choice(
        "rns",
        "ml-kem",
        {"Published": 1, "Registers": 1},
        PUBLISHED,
        "core rns: Published = 1 goes with Registers = 0: a product is multiplied again three cycles later",
    ),
    Choice(
        "iterative",
        "ml-kem",
        {"Method": "fold", "Registers": 1},
        REGISTERS,
        "core iterative: no parameter 'Registers'; it has Butterflies, DoubleBuffer, Method",
    ),
    Choice(
        "iterative",
        "ml-kem",
        {"Method": "fold", "Memory": 3},
        MEMORY,
        "core iterative: Memory = 3 is not one of block, lut, lut16",
    ),
    Choice(
        "iterative",
        "ml-kem",
        {"Method": "fold", "Published": 1},
        PUBLISHED,
        "core iterative: no parameter 'Published'; it has Butterflies, DoubleBuffer, Method",
    ),
]


@pytest.mark.parametrize("choice", CHOICES, ids=str)
def test_python_refuses_what_does_not_go_together(choice: Choice) -> None:
    with pytest.raises(TwiddleError) as error:
        core(choice.kind, choice.of, **choice.parameters)
    assert str(error.value).startswith(choice.python)
    assert "\n" not in str(error.value)
    if "Method = " in choice.python:
        work = "core iterative takes this ring with" if choice.kind == "rns" else "methods that work:"
        assert f"; {work} fold, " in str(error.value)


@pytest.mark.parametrize("choice", CHOICES, ids=str)
def test_elaboration_refuses_what_does_not_go_together(choice: Choice) -> None:
    with pytest.raises(TwiddleError) as error:
        UnitSimulator("twd_iterative", choice.rtl_parameters())
    assert str(error.value).endswith(f": {choice.rtl}")
    assert "\n" not in str(error.value)


def yosys(parameters: dict[str, str]) -> list[str]:
    top = "twd_iterative"
    return check_yosys(Point(top, top, parameters, manifest.sources(top), manifest.include_dirs()))


def test_yosys_reads_what_is_legal() -> None:
    assert yosys(core("iterative", Ring("own", **SMALL), Butterflies=1).rtl_parameters()) == []


RULES = {wrong.rtl: wrong for wrong in WRONG}


@pytest.mark.parametrize("wrong", RULES.values(), ids=str)
def test_yosys_refuses(wrong: Wrong) -> None:
    """It stops at the line of the refusal, although it loses the message."""
    findings = yosys(wrong.parameters)
    source = manifest.rtl_root() / "core" / "twd_iterative.sv"
    stopped = [int(line.split(":")[1]) for line in findings if "ERROR" in line]
    assert len(stopped) == 1
    said = "`TWD_REFUSE_RING" if wrong.rtl in (LENGTH, PRIME, ORDER, ROOT) else wrong.rtl
    assert said in source.read_text(encoding="utf-8").splitlines()[stopped[0] - 1]


UNITS = [
    *((f"twd_mod_{name}", {"Q": q}) for name in ("mul", "mul_lazy", "fold", "add", "sub") for q in (3330,)),
    *((f"twd_mod_{name}", {"Q": 3330}) for name in ("barrett", "montgomery", "plantard")),
    *(
        (top, {"Q": q})
        for top in ("twd_mod_correct", "twd_mod_halve", "twd_butterfly")
        for q in (2, 3330, 2**24 + 1)
    ),
    ("twd_dsp_product", {"Q": 3330}),
    ("twd_dsp_product", {"Stages": 0}),
    ("twd_dsp_product", {"Stages": 4}),
    ("twd_ram_1r1w", {"Depth": 1}),
    ("twd_delay_ram", {"Cycles": 2}),
    ("twd_rom", {"Depth": 1}),
    ("twd_base_feed", {"Lag": 2}),
]
UNIT_RULES = {
    "Q": "Q is not odd, from 3 to below 2^24",
    "Cycles": "Cycles is less than 3",
    "Stages": "Stages is not 1, 2 or 3",
    "Depth": "Depth is less than 2",
    "Lag": "Lag is less than the latency of the butterfly",
}


@pytest.mark.parametrize(("top", "parameters"), UNITS)
def test_units_refuse(top: str, parameters: dict[str, int]) -> None:
    """By their own message, or by that of a unit inside, which elaboration may reach first."""
    (rule,) = (UNIT_RULES[name] for name in parameters)
    with pytest.raises(TwiddleError) as error:
        UnitSimulator(top, parameters)
    inner = "|".join(module.name for module in manifest.closure(top))
    assert re.search(f"({inner}): {re.escape(rule)}$", str(error.value))
    assert "\n" not in str(error.value)


def test_every_refusal_of_the_rtl_is_tested() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in manifest.rtl_root().rglob("*.sv"))
    messages = re.findall(r'(?:\$fatal\(1,|`TWD_REFUSE\([^"]*?)\s*"([^"]*)"\)', text)
    refused_rings = re.findall(r'`TWD_REFUSE_RING\("(\w+)"', text)
    refused_moduli = re.findall(r'`TWD_REFUSE_Q\("(\w+)"', text)
    found = len(messages) + len(refused_rings) + len(refused_moduli)
    assert found == text.count("$fatal") + text.count("`TWD_REFUSE")
    rules = [rule.removeprefix("twd_iterative: ") for rule in (LENGTH, PRIME, ORDER, ROOT)]
    messages += [f"{top}: {rule}" for top in refused_rings for rule in rules]
    messages += [f"{top}: Q is not odd, from 3 to below 2^24" for top in refused_moduli]
    tested = {
        *RULES,
        TABLES,
        METHOD,
        PUBLISHED,
        REGISTERS,
        MEMORY,
        *(
            f"{top}: Method does not work modulo Q; FOLD, BARRETT, MONTGOMERY, PLANTARD do"
            for top in ("twd_mdf", "twd_mdc")
        ),
        *(f"{top}: {UNIT_RULES[name]}" for top, values in UNITS for name in values),
    }
    refused = (
        *REFUSED,
        *reduction_cases.REFUSED,
        *rns_cases.REFUSED,
        *pwmm_cases.REFUSED,
        *mdf_cases.REFUSED,
        *quad_cases.REFUSED,
        *axis_cases.REFUSED,
        *axil_cases.REFUSED,
        *lane_cases.REFUSED,
        *poly_unit_cases.REFUSED,
    )
    tested |= {f"{top}: {rule}" for top, _parameters, rule in (*refused, *ldsp_cases.REFUSED)}
    tested |= {f"{top}: {rule}" for top, _ring, _parameters, rule in streaming_cases.ILLEGAL}
    tested |= {message for _numbers, _method, message in quad_cases.REFUSALS}
    tested |= {f"{top}: {rule}" for top, _parameters, rule in streaming_cases.UNITS}
    assert set(messages) == tested


# --- the canary ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def canary(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., UnitSimulator]:
    root = rtl_tree(tmp_path_factory.mktemp("canary"))
    return lambda **options: UnitSimulator("twd_canary", {"Trap": 7}, rtl_root=root, **options)


def test_a_false_assertion_is_heard(canary: Callable[..., UnitSimulator]) -> None:
    x = np.array([0, 1, 7, 2])
    with pytest.raises(CheckFailed, match=r"assertion twd_canary\.Canary \(\S+:\d+\) failed at cycle 2"):
        canary().run({"x_i": x}, latency=0)
    np.testing.assert_array_equal(canary().run({"x_i": x[:2]}, latency=0)["y_o"], x[:2])


def test_without_assertions_it_is_silent(canary: Callable[..., UnitSimulator]) -> None:
    x = np.array([0, 1, 7, 2])
    np.testing.assert_array_equal(canary(assertions=False).run({"x_i": x}, latency=0)["y_o"], x)


def test_a_false_assertion_in_a_core_is_heard(tmp_path: Path) -> None:
    root = rtl_tree(tmp_path)
    edit(
        root,
        "memory/twd_operation.sv",
        "`TWD_ASSERT(OperationOffered",
        "`TWD_ASSERT(Canary, !complete_o)\n  `TWD_ASSERT(OperationOffered",
    )
    design = core("iterative", Ring("own", **SMALL), Butterflies=1)
    a = np.arange(8)[None]
    with pytest.raises(CheckFailed, match=r"assertion twd_iterative\.\S+\.Canary"):
        Simulator(design, rtl_root=root).run("ntt", a)
    silent = Simulator(design, rtl_root=root, assertions=False).run("ntt", a)
    np.testing.assert_array_equal(silent.c, model.ntt(design.ring, a))
