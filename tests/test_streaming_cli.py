# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The streaming cores `mdf` and `mdc` on the command line."""

from pathlib import Path

import numpy as np
import pytest
from command import Run
from numpy.typing import NDArray

import twiddle
from twiddle import core, model
from twiddle.model.streaming import Form

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
def test_products(name: str, operands: NDArray[np.int64], run: Run) -> None:
    document = run.json(f"multiply --ring ml-kem --core {name} a.npy b.npy --json")
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


def test_a_form_by_its_name(operands: NDArray[np.int64], run: Run) -> None:
    line = "ntt --ring ml-kem --core mdf --set Form=forward a.npy -o c.npy"
    assert "3 results equal the model" in run(line)[0]
    np.testing.assert_array_equal(np.load("c.npy"), model.ntt(RING, operands[0]))


def test_the_catalogue(run: Run) -> None:
    documents = {(each["core"], each["ring"]): each for each in run.json("cores --json")}
    for of in twiddle.rings():
        mdc, mdf = documents["mdc", of.name], documents["mdf", of.name]
        assert {cycles["interval"] for cycles in mdc["operations"].values()} == {of.n // 4}
        assert list(mdc["operations"]) == ["ntt", "intt", "pwm", "mul", "mult"]
        assert list(mdf["operations"]) == ["ntt", "intt", "pwm", "mul"]


def test_forms_have_names_and_values() -> None:
    assert [(form.label, form.parameter) for form in Form] == [
        ("forward", "2'd0"),
        ("transform", "2'd1"),
        ("product", "2'd2"),
    ]
