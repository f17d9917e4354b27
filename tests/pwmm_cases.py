# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Points of the core `pwmm`, and rows of products, some of them refused."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from core_cases import Listed, random
from numpy.typing import NDArray

from twiddle import core
from twiddle.base.rings import Ring
from twiddle.catalog.block import OPCODES
from twiddle.model.methods import Method
from twiddle.model.pwmm import LARGEST_K
from twiddle.tools.conformance import Traffic

PWM = OPCODES["pwm"]


def Point(ring: Ring, units: int, method: Method, scaled: bool) -> Listed:
    """A design of the core."""
    return Listed(core("pwmm", ring, Units=units, Method=method.label, Scaled=int(scaled)))


class Rows(Traffic):
    """Operations, some with an illegal k: 0, which is one polynomial, or more than 8."""

    @cached_property
    def owner(self) -> NDArray[np.int64]:
        return np.repeat(np.arange(len(self.k)), np.maximum(self.k, 1))


def rows(of: Listed, k: Sequence[int], seed: int, codes: Sequence[int] = ()) -> Traffic:
    """Products with these k, or these codes; all but products with a k from 1 to 8 are refused."""
    found = random(of, codes or ["pwm"] * len(k), seed, np.maximum(k, 1).tolist())
    names = [
        "pwm" if code in ("pwm", PWM) and 1 <= each <= LARGEST_K else code
        for code, each in zip(found.operations, k, strict=True)
    ]
    return Rows(found.design, names, np.array(k), found.a, found.b)


def refusals(of: Listed, count: int, seed: int) -> Traffic:
    """Rows among operations that the core lacks, in random order: every code, every k from 0 to 15."""
    rng = np.random.default_rng(seed)
    bad = [(code, int(rng.integers(16))) for code in range(8) if code != PWM]
    bad += [(PWM, k) for k in (0, *range(LARGEST_K + 1, 16))]
    good = [(PWM, int(k)) for k in rng.integers(1, LARGEST_K + 1, len(bad))]
    chosen = [(bad + good)[i] for i in rng.permutation(len(bad + good))[:count]]
    return rows(of, [k for _, k in chosen], seed, [code for code, _ in chosen])
