# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The cores `mdf`, `mdc` and `pwmm` on the command line."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command import Run
from numpy.typing import NDArray

import twiddle
from twiddle import core, model
from twiddle.model.streaming import Form

pytestmark = pytest.mark.covers("twd_mdc", "twd_mdf", "twd_stream_buffer", "twd_stream_control", "twd_stream_egress")

RING = twiddle.ring("ml-kem")
Array = NDArray[np.int64]


@pytest.fixture
def operands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Array:
    """Two rows of three products, in the current folder as a.npy and b.npy; shape (2, 2, 3, n)."""
    monkeypatch.chdir(tmp_path)
    both = np.random.default_rng(3).integers(0, RING.q, (2, 2, 3, RING.n))
    for name, rows in zip("ab", both, strict=True):
        np.save(f"{name}.npy", rows.reshape(-1, RING.n))
    return both


@pytest.mark.parametrize(
    ("name", "line", "parameters", "polynomials", "run_model"),
    [
        pytest.param(
            *("mdf", "multiply", {"Select": 0, "Form": "product", "Method": "fold"}, 6, model.multiply),
            marks=pytest.mark.matrix,
        ),
        ("mdc", "multiply", {"Lanes": 4, "Mixed": 0, "Form": "product", "Method": "fold"}, 6, model.multiply),
        ("pwmm", "pwm --rank 3", {"Units": 1, "Method": "tiles", "Scaled": 0}, 2, model.pwmm),
        ("pwmm", "pwm", {"Units": 1, "Method": "tiles", "Scaled": 0}, 6, model.pwm),
    ],
)
def test_products(
    name: str,
    line: str,
    parameters: dict[str, Any],
    polynomials: int,
    run_model: Callable[..., Array],
    operands: Array,
    run: Run,
) -> None:
    document = run.json(f"{line} --ring ml-kem --core {name} a.npy b.npy --json")
    assert document.pop("output") == run_model(RING, *operands).reshape(-1, RING.n).tolist()
    operation, *rank = {"multiply": ["mul"], "pwm": ["pwm"], "pwm --rank 3": ["pwm", 3]}[line]
    cycles = core(name, RING).cycles(operation, *rank)
    assert document == {
        "core": name,
        "ring": "ml-kem",
        "parameters": parameters,
        "operation": operation,
        "polynomials": polynomials,
        "mismatches": 0,
        "cycles": {"interval": cycles.interval, "fill": cycles.fill, "latency": cycles.latency, "busy": None},
    }
    assert rank == [] or (cycles.interval, cycles.fill, cycles.latency) == (384, 279, 407)


def test_parameters_by_their_names(operands: Array, run: Run) -> None:
    out, _ = run("ntt --ring ml-kem --core mdf --set Form=forward a.npy -o c.npy")
    assert "6 results equal the model" in out
    np.testing.assert_array_equal(np.load("c.npy"), model.ntt(RING, operands[0].reshape(-1, RING.n)))
    settings = "--set Method=ldsp --set Scaled=1 --set Units=2 --rank 3"
    out, _ = run(f"pwm --ring ml-kem --core pwmm {settings} a.npy b.npy -o c.npy")
    assert "2 results equal the model" in out
    np.testing.assert_array_equal(np.load("c.npy"), model.pwmm(RING, *operands, scaled=True))


def test_the_catalogue(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    documents = {(each["core"], each["ring"]): each for each in run.json("cores --json")}
    for of in twiddle.rings():
        mdc, mdf, pwmm = (documents[name, of.name] for name in ("mdc", "mdf", "pwmm"))
        assert {cycles["interval"] for cycles in mdc["operations"].values()} == {of.n // 4}
        assert list(mdc["operations"]) == ["ntt", "intt", "pwm", "mul", "mult"]
        assert list(mdf["operations"]) == ["ntt", "intt", "pwm", "mul"]
        assert pwmm["parameters"]["Method"] == "tiles"
    assert documents["pwmm", "ml-kem"]["operations"]["pwm"]["interval"] == 128
    monkeypatch.setenv("COLUMNS", "190")
    text, _ = run("cores")
    assert "one product a row (k = 1)" in text
    assert "tiles and ldsp" in text


def test_forms_have_names_and_values() -> None:
    assert [(form.label, form.parameter) for form in Form] == [
        ("forward", "2'd0"),
        ("transform", "2'd1"),
        ("product", "2'd2"),
    ]
