# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Units of the core `quad` on their own: the 2x2 butterfly in every mode, and the transposition."""

import numpy as np
import pytest
from covers import few
from port_values import packed, unpacked

from twiddle.model import quad
from twiddle.model.methods import Method
from twiddle.tools.sim.unit import UnitSimulator

pytestmark = pytest.mark.covers(
    "twd_butterfly_2x2", "twd_butterfly_2x2_correct", "twd_butterfly_2x2_sums", "twd_quad_transpose"
)

MODES = ("ct", "ct one", "gs", "gs one", "product", "cross", "pair")
"""In the order of twd_butterfly_2x2_pkg::mode_e."""

# q, and a method for which it is legal: one fold or more, K-RED of each sign, twice, and K-RED-2x
POINTS = (
    (3329, Method.FOLD),
    (7681, Method.KRED2X),
    (8380417, Method.KRED),
    (257, Method.FOLD),
    (12289, Method.KRED),
    (8404993, Method.KRED),
)
KEPT = POINTS[:3]
"""Those of every run, which are compiled together."""


def late_cycles(q: int, method: Method) -> int:
    return -(-quad.signed_latency(method, q) // 4) * 4


def unit_point(q: int, method: Method) -> tuple[str, dict[str, int | str]]:
    numbers = {"Q": q, "Method": method.parameter, "Pairs": 1, "LateCycles": late_cycles(q, method)}
    return "twd_butterfly_2x2", numbers


@pytest.mark.parametrize(("q", "method"), few(POINTS, kept=KEPT))
def test_butterfly_equals_the_model_in_every_mode(q: int, method: Method) -> None:
    rng = np.random.default_rng(q)
    bits, latency, late = q.bit_length(), quad.signed_latency(method, q), late_cycles(q, method)
    unit = UnitSimulator(
        *unit_point(q, method), batch=[unit_point(*point) for point in (KEPT if (q, method) in KEPT else POINTS[3:])]
    )
    scale = quad.signed_scale(method, q)
    ends = np.array([0, 1, q // 2, q - 2, q - 1])
    canonical, twiddles = (
        np.concatenate([rng.choice(ends, (4000, 4)), rng.integers(0, q, (16000, 4))]) for _ in range(2)
    )
    largest = (1 << bits) - 1
    raw = np.concatenate([rng.choice([q, largest], (4000, 4)), rng.integers(0, largest + 1, (16000, 4))])
    for code, mode in enumerate(MODES):
        inverse = mode.startswith("gs")
        x = raw if mode == "product" else canonical
        minus = {"ct one": (2, 3), "gs one": (2, 3), "pair": (0, 1)}.get(mode, ())
        given = twiddles.copy()
        given[:, list(minus)] = -pow(scale, -1, q) % q
        inputs = {
            "mode_i": np.full(len(x), code),
            "x_i": packed(x, bits),
            "twiddle_1_i": packed(given[:, :2], bits),
            "twiddle_2_i": packed(given[:, 2:], bits),
        }
        delays = {"twiddle_1_i": (2 * latency + 3) * inverse, "twiddle_2_i": latency + 1}

        expected = quad.butterfly(q, mode, x, given * scale % q)
        lanes = {"cross": (1, 3), "pair": (0, 2)}.get(mode, (0, 1, 2, 3))
        words = [
            unpacked(unit.run(inputs, latency=cycles, late=delays)["word_o"], 4, bits)
            for cycles in (2 * latency + 5, 2 * latency + 5 + late)
        ]
        got = words[0]
        if inverse:  # lanes 1 and 2 in each other's place, 1 and 3 late
            got = np.stack([got[:, 0], got[:, 2], words[1][:, 1], words[1][:, 3]], axis=-1)
        np.testing.assert_array_equal(got[:, lanes], expected[:, lanes], mode)


def test_transposition_equals_the_model() -> None:
    """Groups of four that are transposed, and between them any number of words that are not."""
    rng = np.random.default_rng(1)
    q = 12289
    unit = UnitSimulator("twd_quad_transpose", {"Width": q.bit_length()})
    words, expected, transposed, phases = [], [], [], []
    for _ in range(500):
        group = rng.integers(0, q, (4, 4))
        single = rng.integers(0, q, (rng.integers(0, 6), 4))
        words += [group, single]
        expected += [quad.transpose(group), single]
        transposed += [[1] * 4, [0] * len(single)]
        phases += [range(4), rng.integers(0, 4, len(single))]
    inputs = {
        "transpose_i": np.concatenate(transposed).astype(np.int64),
        "phase_i": np.concatenate(phases).astype(np.int64),
        "word_i": packed(np.concatenate(words), q.bit_length()),
    }
    got = unit.run(inputs, latency=quad.TRANSPOSE_CYCLES + 1, late={"word_i": 1}, random_state=True)["word_o"]
    np.testing.assert_array_equal(unpacked(got, 4, q.bit_length()), np.concatenate(expected))
