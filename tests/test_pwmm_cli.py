# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The core `pwmm` on the command line."""

from pathlib import Path

import numpy as np
import pytest
from command import Run
from numpy.typing import NDArray

import twiddle
from twiddle import model

RING = twiddle.ring("ml-kem")
PWM = "pwm --ring ml-kem --core pwmm a.npy b.npy"


@pytest.fixture
def operands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> NDArray[np.int64]:
    """Two rows of three products, in the current folder as a.npy and b.npy; shape (2, 2, 3, n)."""
    monkeypatch.chdir(tmp_path)
    both = np.random.default_rng(3).integers(0, RING.q, (2, 2, 3, RING.n))
    for name, rows in zip("ab", both, strict=True):
        np.save(f"{name}.npy", rows.reshape(-1, RING.n))
    return both


def test_rows(operands: NDArray[np.int64], run: Run) -> None:
    document = run.json(PWM, "--rank 3 --json")
    assert document.pop("output") == model.pwmm(RING, *operands).tolist()
    assert document == {
        "core": "pwmm",
        "ring": "ml-kem",
        "parameters": {"Units": 1, "Method": "tiles", "Scaled": 0},
        "operation": "pwm",
        "polynomials": 2,
        "mismatches": 0,
        "cycles": {"interval": 384, "fill": 279, "latency": 407, "busy": None},
    }


def test_a_method_by_its_name(operands: NDArray[np.int64], run: Run) -> None:
    out, _ = run(PWM, "--set Method=ldsp --set Scaled=1 --set Units=2 --rank 3 -o c.npy")
    assert "2 results equal the model" in out
    np.testing.assert_array_equal(np.load("c.npy"), model.pwmm(RING, *operands, scaled=True))


def test_one_product_a_row(operands: NDArray[np.int64], run: Run) -> None:
    document = run.json(PWM, "--json")
    assert document["output"] == model.pwm(RING, *operands).reshape(-1, RING.n).tolist()
    assert document["polynomials"] == 6


def test_the_catalogue_has_one_object_a_ring(run: Run) -> None:
    documents = [each for each in run.json("cores --json") if each["core"] == "pwmm"]
    assert [each["ring"] for each in documents] == [each.name for each in twiddle.rings()]
    assert documents[0]["parameters"]["Method"] == "tiles"
    assert documents[0]["operations"]["pwm"]["interval"] == 128
    text, _ = run("cores")
    assert "one product a row (k = 1)" in text
    assert "tiles and ldsp" in text
