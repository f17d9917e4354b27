# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Butterflies and base multiplications with every method, against plain integers and the model."""

from typing import Any

import numpy as np
import pytest
from arith_cases import edges, equal, unit
from numpy.typing import NDArray

from twiddle.model import butterflies, methods
from twiddle.model.methods import Method

Array = NDArray[np.int64]

MODULI = (3329, 7681, 12289, 577, 8380417)
POINTS = [(method, q) for q in MODULI for method in methods.supported(q)]
COUNT = 1 << 16

every_method = pytest.mark.parametrize(
    ("method", "q"), POINTS, ids=lambda value: getattr(value, "label", value)
)


def operands(q: int, names: str, seed: int, count: int = COUNT) -> dict[str, Array]:
    """Random canonical operands by port, a quarter of each from the corners."""
    rng = np.random.default_rng([q, seed])
    inputs = {}
    for name in names.split():
        values = rng.integers(0, q, count)
        inputs[name] = np.where(rng.random(count) < 0.25, rng.choice(edges(q), count), values)
    return inputs


def check(
    top: str,
    parameters: dict[str, Any],
    inputs: dict[str, Array],
    expected: dict[str, Array],
    latency: int,
    **options: Any,
) -> None:
    """Every output as expected, dense and with gaps."""
    for enable in (1.0, 0.5):
        got = unit(top, **parameters).run(
            inputs, latency=latency, enable=enable, seed=5, random_state=True, **options
        )
        assert set(got) == set(expected)
        for name, values in expected.items():
            equal(got[name], values)


@every_method
def test_cooley_tukey(method: Method, q: int) -> None:
    inputs = operands(q, "u_i v_i twiddle_i", 1)
    u, v, w = inputs.values()
    product = v * w % q * methods.scale(method, q)
    expected = {"sum_o": (u + product) % q, "diff_o": (u - product) % q}
    equal(np.stack(butterflies.butterfly_ct(method, q, u, v, w)), np.stack(list(expected.values())))
    latency = butterflies.ct_latency(method, q)
    check("twd_butterfly_ct", {"Q": q, "Method": method.value}, inputs, expected, latency)


LATE = {"twiddle_i": butterflies.TWIDDLE_LATE}


@every_method
@pytest.mark.parametrize("halve", [0, 1])
def test_gentleman_sande(method: Method, q: int, halve: int) -> None:
    inputs = operands(q, "u_i v_i twiddle_i", 2)
    u, v, w = inputs.values()
    half = (q + 1) // 2 if halve else 1
    expected = {"sum_o": (u + v) * half % q, "diff_o": (u - v) * w % q * methods.scale(method, q) % q}
    model = butterflies.butterfly_gs(method, q, u, v, w, bool(halve))
    equal(np.stack(model), np.stack(list(expected.values())))
    parameters = {"Q": q, "Method": method.value, "Halve": halve}
    latency = butterflies.gs_latency(method, q)
    check("twd_butterfly_gs", parameters, inputs, expected, latency, late=LATE)


@every_method
@pytest.mark.parametrize("halve", [0, 1])
def test_unified(method: Method, q: int, halve: int) -> None:
    """Either kind, at random from cycle to cycle."""
    inputs = operands(q, "u_i v_i twiddle_i", 3)
    u, v, w = inputs.values()
    gs = np.random.default_rng(q).integers(0, 2, len(u))
    scale, half = methods.scale(method, q), (q + 1) // 2 if halve else 1
    product = v * w % q * scale
    expected = {
        "sum_o": np.where(gs == 1, (u + v) * half, u + product) % q,
        "diff_o": np.where(gs == 1, (u - v) * w % q * scale, u - product) % q,
    }
    model = butterflies.butterfly_unified(method, q, gs, u, v, w, bool(halve))
    equal(np.stack(model), np.stack(list(expected.values())))
    parameters = {"Q": q, "Method": method.value, "Halve": halve}
    latency = butterflies.unified_latency(method, q)
    check("twd_butterfly_unified", parameters, {"gs_i": gs, **inputs}, expected, latency, late=LATE)
