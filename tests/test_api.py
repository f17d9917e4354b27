# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What `twiddle` exports: names, examples of docstrings, and the messages for wrong arguments."""

import doctest
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType

import numpy as np
import pytest

import twiddle
from twiddle import bundle as export
from twiddle import model
from twiddle.base.errors import shown
from twiddle.evidence.explore.space import Point, points
from twiddle.evidence.results import Results
from twiddle.model import command, programs, unit
from twiddle.tools.synth import liberty
from twiddle.tools.synth.records import name_of
from twiddle.tools.targets import TARGETS

A = np.zeros((2, 256), int)
RNS = twiddle.core("rns", "ml-kem")
MODULES = ["twiddle", *(each.name for each in walk_packages(twiddle.__path__, "twiddle."))]


def test_packages_are_imported_when_they_are_used() -> None:
    script = "import sys, twiddle; print('twiddle.evidence' in sys.modules, twiddle.Wrapper.__name__)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "False Wrapper\n"
    with pytest.raises(AttributeError, match="module 'twiddle' has no attribute 'exports'"):
        _ = twiddle.exports


def test_what_is_exported_is_there() -> None:
    assert sorted(twiddle.__all__) == twiddle.__all__
    for name in twiddle.__all__:
        assert getattr(twiddle, name).__doc__


@pytest.mark.parametrize("package", [twiddle, model])
def test_each_exported_name_has_an_example(package: ModuleType) -> None:
    """Except the exceptions, which the other examples raise, and aliases of types."""
    exported = {name: getattr(package, name) for name in package.__all__}
    without = [name for name, thing in exported.items() if ">>> " not in thing.__doc__]
    assert [name for name in without if name not in {"CheckFailed", "Step", "TwiddleError"}] == []


@pytest.mark.parametrize(
    "name",
    [name for name in MODULES if re.search(r"^ *>>> ", Path(find_spec(name).origin).read_text(encoding="utf-8"), re.M)],
)
def test_examples_of_docstrings(name: str) -> None:
    failed, tried = doctest.testmod(import_module(name))
    assert tried > 0
    assert failed == 0


def test_parameters_in_snake_case_and_a_ring_by_name() -> None:
    design = twiddle.core("iterative", "ml-kem", butterflies=2, double_buffer=0, method="ldsp")
    assert design == twiddle.core("iterative", twiddle.ring("ml-kem"), Butterflies=2, DoubleBuffer=0, Method="ldsp")
    assert repr(design) == "Block(iterative, ml-kem, Butterflies=2, DoubleBuffer=0, Method=ldsp)"
    with pytest.raises(twiddle.TwiddleError, match="core iterative: Butterflies is set twice"):
        twiddle.core("iterative", "ml-kem", butterflies=2, Butterflies=4)


def test_parameters_of_other_types() -> None:
    design = twiddle.core("iterative", "ml-kem", butterflies=np.int64(2), double_buffer=True, method=np.str_("ldsp"))
    assert design == twiddle.core("iterative", "ml-kem", Butterflies=2, DoubleBuffer=1, Method=twiddle.Method.LDSP)
    assert {type(value) for value in design.parameters.values()} == {int, str}
    ring = twiddle.Ring("own", np.int64(16), 97, np.uint8(28), 32)  # type: ignore[arg-type]
    assert repr(ring) == "Ring(name='own', n=16, q=97, root=28, root_order=32)"


def test_operands_before_the_ring() -> None:
    ring = twiddle.ring("ml-kem")
    with pytest.raises(twiddle.TwiddleError, match=r"ring array.*: neither a name nor the path"):
        twiddle.model.ntt(np.zeros(256, np.int64), ring)  # type: ignore[arg-type]


def test_a_waveform_by_its_name(tmp_path: Path) -> None:
    ring = twiddle.Ring("own", 16, 97, 28, 32)
    simulator = twiddle.core("iterative", ring, butterflies=1).simulate(assertions=False)
    assert repr(simulator) == f"Simulator({simulator.design})"
    with pytest.raises(twiddle.TwiddleError, match=r"^operation 'nt': .* of core iterative are ntt, "):
        simulator.measure("nt")
    with pytest.raises(twiddle.TwiddleError, match=r"record: 'raed' .* \(did you mean read\?\)"):
        simulator.run("ntt", np.zeros((1, ring.n), np.int64), record=["raed"])
    simulator.run("ntt", np.zeros((1, ring.n), np.int64), waveform=str(tmp_path / "ntt.vcd"))
    assert (tmp_path / "ntt.vcd").stat().st_size > 1000


def test_a_result_and_the_records() -> None:
    ring = twiddle.ring("ml-kem")
    a, b = np.random.default_rng(1).integers(0, ring.q, (2, 3, ring.n))
    result = twiddle.core("iterative", ring).simulate(assertions=False).run("mul", a, b)
    assert isinstance(result, twiddle.Result)
    assert (result.c == twiddle.model.multiply(ring, a, b)).all()
    assert repr(result).startswith("Result(c: (3, 256), err: 0, Cycles(interval=None, fill=")


@pytest.mark.parametrize(
    ("thing", "text"),
    [
        (twiddle.cores()[1], "Kind(rns: in-place engine that multiplies by table look-up, "),
        (TARGETS["xc7"], "Target(xc7: AMD 7-series: area, and logic delay without routing)"),
        (Results().find(RNS, "xc7"), f"Record({name_of(RNS, 'xc7')}: "),
        (Results().find(RNS, "ecp5").critical_path, "CriticalPath("),  # type: ignore[union-attr]
        (Point.of(RNS, "ecp5", "ntt"), "Point(rns, 4 butterflies on ecp5: ntt, 298 cycles)"),
        (unit.Slots(None, twiddle.ring("ml-kem"), 16), "Slots(ml-kem: 16 slots, 0 full)"),
        (programs.kem_decrypt(3), "Program(name='"),
        (export.Bundle(Path("a"), (), "top", {}), "Bundle(folder=PosixPath('a'), top='top')"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_one_line_of_each(thing: object, text: str) -> None:
    assert repr(thing).startswith(text)
    assert len(repr(thing)) < 160
    assert "\n" not in repr(thing)


def test_the_records_as_a_table() -> None:
    found = Results().load_all(everything=True)
    rows = twiddle.results()
    assert list(dict.fromkeys(row["record"] for row in rows)) == [record.path for record in found]
    assert [(row["record"], row["operation"]) for row in rows if row["core"] != "lattice"] == [
        (record.path, operation) for record in found if record.core != "lattice" for operation in record.cycles or ("",)
    ]
    kinds: dict[str, set[type]] = {}
    for row in rows:
        for column, value in row.items():
            kinds.setdefault(column, set()).add(type(value))
    assert {"operation", "interval", "Butterflies", "Lanes", "Q"} <= kinds.keys()
    # A column has one type, so that it is one in a data frame too; it may lack values, all of them too.
    assert all(len(each - {type(None)}) <= 1 and each <= {str, int, float, type(None)} for each in kinds.values())
    first = found[0]
    assert {name: rows[0][name] for name in ("lut", "bram36", "fmax_mhz")} == {
        "lut": first.cells.lut,
        "bram36": first.cells.bram36,
        "fmax_mhz": first.fmax_mhz,
    }
    assert rows[0]["area"] == first.cells.lut + 400 * first.cells.dsp + 784 * first.cells.bram36
    assert {name: rows[0][name] for name in first.parameters} == first.parameters


@pytest.mark.parametrize(
    ("arguments", "parameters", "rule"),
    [
        (("iterativ", "ml-kem"), {}, "core 'iterativ': unknown (did you mean iterative?); the cores are "),
        (("mdc", "ml-kem"), {"Lane": 4}, "core mdc: no parameter 'Lane' (did you mean Lanes?); it has Lanes"),
        (("rns", "ml-kem"), {"butterflies": 3}, "core rns: Butterflies = 3 is not one of 1, 2, 4"),
        (("ml-kem", "rns"), {}, "core 'ml-kem': a ring; the core's name comes first"),
        (("rns", "ml-kem"), {"butterflies": 2.0}, "core rns: Butterflies = 2.0 is not one of 1, 2, 4"),
        (("rns", "ml-kem"), {"memory": twiddle.Method.RNS}, "core rns: Memory = <Method.RNS: 6> is not "),
        (("rns", "ml-kem"), {"butterflies": 10**9000}, "core rns: Butterflies = 0x28dde"),
        (([], "ml-kem"), {}, "core []: unknown; the cores are "),
        (("iterative", None), {}, "core iterative: needs a ring"),
    ],
)
def test_what_is_said(arguments: tuple[str, str], parameters: dict[str, int], rule: str) -> None:
    with pytest.raises(twiddle.TwiddleError) as error:
        twiddle.core(*arguments, **parameters)
    assert str(error.value).startswith(rule)


@pytest.mark.parametrize(
    ("call", "rule"),
    [
        (lambda design: twiddle.ring(5), "ring 5: neither a name nor"),
        (lambda design: twiddle.Ring(None, 16, 97, 28, 32), "ring None: name is not made of"),
        (
            lambda design: replace(design.ring, name="a" * 99),
            f"ring {shown('a' * 99)}: name is not made of at most 64 letters",
        ),
        (lambda design: replace(design.ring, q=10**9000), "ring 'ml-kem': q = 0x28dde"),
        (lambda design: twiddle.synthesize(design, "ecp5", seeds="12"), "seeds = '12': not a sequence"),
        (lambda design: twiddle.synthesize(design, "ecp5", seeds=()), "seeds: at least one is needed"),
        (lambda design: twiddle.synthesize(design, "ecp5", seeds=[-1]), "seeds = -1: not an integer from 0 to "),
        (lambda design: twiddle.synthesize(design, "ecp5", seeds=[1, 1]), "seeds: a seed is repeated"),
        (lambda design: twiddle.synthesize(design, "ecp5", seed=[1]), "option 'seed': unknown (did you mean seeds?)"),
        (lambda design: twiddle.synthesize(design, "ecp5", cache="no"), "cache = 'no': not True or False"),
        (lambda design: twiddle.synthesize(design, "ecp5", progress=5), "progress = 5: not a function"),
        (lambda design: twiddle.synthesize(design, "ecp5", timeout=0), "timeout = 0: not a number"),
        (lambda design: twiddle.synthesize("mdc", "ecp5"), "design = 'mdc': not a design; make one with"),
        (lambda design: design.synthesize(None), "target = None: not a name"),
        (lambda design: twiddle.synthesize(design, "ecp5", liberty="a.lib"), "liberty = 'a.lib': not a library"),
        (lambda design: twiddle.synthesize(design, "ecp5", cache=False, workers=0), "workers = 0: not an integer"),
        (lambda design: liberty.load(None), "path = None: not a path"),
        (lambda design: twiddle.results("no folder"), "no folder: not a folder"),
        (lambda design: twiddle.results("a" * 300), f"{'a' * 300}: File name too long"),
        (lambda design: twiddle.Results().find(None, "ecp5"), "design = None: not a design"),
        (lambda design: design.export("a\0b"), r"folder = 'a\x00b': not a path"),
        (lambda design: design.export("bundle", "axis"), "wrapper = 'axis': not a twiddle.Wrapper"),
        (lambda design: design.cycles(A, 1), "operation array([[0, 0, "),
        (
            lambda design: design.cycles("nt"),
            "operation 'nt': unknown (did you mean ntt?); the operations of core iterative are ntt, intt, ",
        ),
        (
            lambda design: points(design.ring, Results(), settings={"Memory": ["lu"]}),
            "Memory=lu: not one of block, lut, lut16 (did you mean lut?)",
        ),
        (
            lambda design: programs.kem_decrypt(3).inputs({"su": A}),
            "K-PKE.Decrypt, k = 3: no operand su (did you mean u?); there are u, s, v",
        ),
        (lambda design: design.cycles("mul", A), "core iterative: k = array([[0, 0, "),
        (lambda design: twiddle.Simulator(design, probes="read"), "probes = 'read': not a sequence of names"),
        (lambda design: twiddle.Simulator(design, netlist=3), "netlist = 3: not a stage of a netlist, "),
        (lambda design: twiddle.Stalls(burst="x"), "stall burst = 'x': not an integer from 1 to "),
        (lambda design: twiddle.Pause("c", 0, 1), "pause stream = 'c': not a or b"),
        (lambda design: model.multiply("ml-kme", A, A), "ring 'ml-kme': unknown (did you mean ml-kem?)"),
        (lambda design: model.run(design.ring, A, "ntt"), "operation array([[0, 0, "),
        (lambda design: model.bit_reverse(16, 4), "value = 16: not an integer from 0 to 15"),
        (lambda design: model.methods.reason("fold", 3329), "method = 'fold': not a member of twiddle.Method"),
        (lambda design: points("ml-kem", 7), "results = 7: not records"),
        (lambda design: command.Command("ntt"), "operation = 'ntt': not an Operation"),
        (
            lambda design: twiddle.PolyUnit(twiddle.ring("ml-dsa"), None, lanes=-1),
            "lanes = -1: not an integer from 1 to 8",
        ),
    ],
)
def test_a_wrong_type_is_told(call: Callable[[twiddle.Block], object], rule: str) -> None:
    with pytest.raises(twiddle.TwiddleError) as error:
        call(twiddle.core("iterative", "ml-kem"))
    assert str(error.value).startswith(rule)
    assert "\n" not in str(error.value)
