# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The streaming cores `mdf` and `mdc` on the command line, and what they refuse."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
import streaming_cases
from core_cases import user_ring
from numpy.typing import NDArray

import twiddle
from twiddle import Ring, core, manifest, model, ring
from twiddle.cli import main
from twiddle.errors import TwiddleError
from twiddle.model.streaming import Form
from twiddle.sim import UnitSimulator

pytestmark = pytest.mark.covers(
    "twd_mdc", "twd_mdf", "twd_stream_buffer", "twd_stream_control", "twd_stream_egress"
)

RING = twiddle.ring("ml-kem")


@pytest.fixture
def operands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> NDArray[np.int64]:
    """Three polynomials each in a.npy and b.npy of the current folder."""
    monkeypatch.chdir(tmp_path)
    both = np.random.default_rng(5).integers(0, RING.q, (2, 3, RING.n))
    for name, rows in zip("ab", both, strict=True):
        np.save(f"{name}.npy", rows)
    return both


@pytest.mark.parametrize("name", ["mdf", "mdc"])
def test_products(name: str, operands: NDArray[np.int64], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["multiply", "--ring", "ml-kem", "--core", name, "a.npy", "b.npy", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document.pop("output") == model.multiply(RING, *operands).tolist()
    cycles = core(name, RING).cycles("mul")
    more = {"mdf": {"Select": 0}, "mdc": {"Lanes": 4, "Mixed": 0}}[name]
    assert document == {
        "core": name,
        "ring": "ml-kem",
        "parameters": {**more, "Form": "product", "Method": "fold"},
        "operation": "mul",
        "polynomials": 3,
        "mismatches": 0,
        "cycles": {"interval": cycles.interval, "fill": cycles.fill, "latency": cycles.latency, "busy": None},
    }


def test_a_form_by_its_name(operands: NDArray[np.int64], capsys: pytest.CaptureFixture[str]) -> None:
    settings = ("--ring", "ml-kem", "--core", "mdf", "--set", "Form=forward")
    assert main(["ntt", *settings, "a.npy", "-o", "c.npy"]) == 0
    assert "3 results equal the model" in capsys.readouterr().out
    np.testing.assert_array_equal(np.load("c.npy"), model.ntt(RING, operands[0]))
    assert main(["intt", *settings, "c.npy"]) == 2
    assert "core mdf: does not offer intt; it offers ntt" in capsys.readouterr().err


def test_the_catalogue(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cores", "--json"]) == 0
    documents = {(each["core"], each["ring"]): each for each in json.loads(capsys.readouterr().out)}
    for of in twiddle.rings():
        mdc, mdf = documents["mdc", of.name], documents["mdf", of.name]
        assert {cycles["interval"] for cycles in mdc["operations"].values()} == {of.n // 4}
        assert list(mdc["operations"]) == ["ntt", "intt", "pwm", "mul", "mult"]
        assert list(mdf["operations"]) == ["ntt", "intt", "pwm", "mul"]


@pytest.mark.usefixtures("operands")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--core mdf --set Lanes=4", "core mdf: no parameter 'Lanes'; it has Form, Select, Method"),
        (
            "--core mdf --set Form=inverse",
            "core mdf: Form = 'inverse' is not one of forward, transform, product",
        ),
        ("--core mdc --set Form=2", "core mdc: Form = '2' is not one of forward, transform, product"),
        ("--core mdc --set Lanes=16", "core mdc: Lanes = 16 is not one of 2, 4, 8"),
        (
            "--core mdc --set Form=forward --set Mixed=1",
            "core mdc: Mixed = 1 goes with Form = transform or product; ",
        ),
        ("--core mdc --set Mixed=2", "core mdc: Mixed = 2 is not one of 0, 1"),
        ("--core mdc --set Method=vedic", "core mdc: Method = 'vedic' is not one of fold, shift_add, kred, "),
        (
            "--ring ml-dsa --core mdc --set Method=ldsp",
            "core mdc: Method = ldsp, q = 8380417: it has 23 bits, ",
        ),
        ("--ring kyber-v1 --core mdf --set Method=shift_add", "core mdf: Method = shift_add, q = 7681: "),
    ],
)
def test_refusal(arguments: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ntt", "--ring", "ml-kem", *arguments.split(), "a.npy"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert err.count("\n") == 1


SHORT = [
    ("mdf", 8, {}, "core mdf: four lanes need n >= 16; ring n8-q17-pairs has n = 8"),
    ("mdc", 8, {}, "core mdc: Lanes = 4 needs n >= 16; ring n8-q17-pairs has n = 8"),
    ("mdc", 16, {"Lanes": 8}, "core mdc: Lanes = 8 needs n >= 32; ring n16-q17-pairs has n = 16"),
]


@pytest.mark.parametrize(("name", "n", "parameters", "message"), SHORT)
def test_python_refuses_short_rings(name: str, n: int, parameters: dict[str, int], message: str) -> None:
    with pytest.raises(TwiddleError) as error:
        core(name, user_ring(n, 17, False), **parameters)
    assert str(error.value) == message


@pytest.mark.parametrize(("top", "numbers", "parameters", "rule"), streaming_cases.ILLEGAL)
def test_elaboration_refuses_in_one_line(
    top: str, numbers: tuple[int, int, int, int], parameters: dict[str, str], rule: str
) -> None:
    if top.endswith("_engine"):
        of = {"Ring": "128'h" + "".join(f"{number:08x}" for number in numbers)}
    else:
        of = {name: str(number) for name, number in zip(ring("ml-kem").parameters, numbers, strict=True)}
    with pytest.raises(TwiddleError) as error:
        UnitSimulator(top, {**of, **parameters})
    inner = "|".join(module.name for module in manifest.closure(top))
    assert re.search(f"({inner}): {re.escape(rule)}$", str(error.value))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("top", "parameters", "rule"),
    [
        *streaming_cases.UNITS,
        ("twd_delay_ram", {"Cycles": 2}, "Cycles is less than 3"),
    ],
)
def test_units_refuse(top: str, parameters: dict[str, int], rule: str) -> None:
    with pytest.raises(TwiddleError) as error:
        UnitSimulator(top, parameters)
    inner = "|".join(module.name for module in manifest.closure(top))
    assert re.search(f"({inner}): {re.escape(rule)}$", str(error.value))


def test_forms_have_names_and_values() -> None:
    assert [(form.label, form.parameter) for form in Form] == [
        ("forward", "2'd0"),
        ("transform", "2'd1"),
        ("product", "2'd2"),
    ]


def test_a_method_that_the_modulus_does_not_take_is_refused_in_rtl() -> None:
    of: Ring = user_ring(16, 97, True)
    parameters: dict[str, int | str] = {**of.parameters, "Method": "1", "Form": "0"}
    for top in ("twd_mdf", "twd_mdc"):
        with pytest.raises(TwiddleError, match=f"{top}: Method does not work modulo Q; FOLD, BARRETT"):
            UnitSimulator(top, parameters)
