# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Schedule of the iterative engine: latencies, passes and cycle counts, function for function as in the RTL."""

from __future__ import annotations

from dataclasses import dataclass

from twiddle.model.arith import fold_plan, largest_product
from twiddle.rings import Ring

DSP_WIDTH = 17
"""Widest factor that one DSP block takes whole."""

PASSES = {
    "ntt": ("ntt a",),
    "intt": ("intt",),
    "pwm": ("pwm",),
    "mul": ("ntt a", "ntt b", "pwm", "intt"),
    "mult": ("ntt a", "pwm", "intt"),
}
"""Transforms and products that make up each operation."""


def mul_lazy_latency(q: int) -> int:
    """Cycles of `twd_mod_mul_lazy`: the registers of the integer product, then one a fold."""
    product = 3 if q.bit_length() <= DSP_WIDTH else 4
    return product + len(fold_plan(q, largest_product(q)))


def butterfly_latency(q: int) -> int:
    """Cycles of `twd_butterfly`: difference or half sum (2), lazy product, sum (2)."""
    return 2 + mul_lazy_latency(q) + 2


def write_delay(q: int) -> int:
    """Cycles from a read address to the write of the result: memory 2, networks 2, butterfly."""
    return 4 + butterfly_latency(q)


def feed_lag(q: int, butterflies: int) -> int:
    """Cycles between the first two products of a pair and the butterflies that consume them."""
    period = 4 if butterflies == 1 else 2
    return -(-butterfly_latency(q) // period) * period


@dataclass(frozen=True)
class Schedule:
    """Pass lengths of the engine for one ring and number of butterflies, all in cycles."""

    ring: Ring
    butterflies: int

    @property
    def slots(self) -> int:
        """Slots of a layer: every butterfly once a slot."""
        return self.ring.n // (2 * self.butterflies)

    @property
    def pwm_slots(self) -> int:
        """Slots of a pointwise pass: a product a butterfly and slot; four a pair, and the lag, when incomplete."""
        if self.ring.complete:
            return 2 * self.slots
        return 4 * self.slots + feed_lag(self.ring.q, self.butterflies)

    def gap(self, early: int) -> int:
        """Idle cycles after a pass whose groups the next pass reads up to `early` slots earlier."""
        return max(0, write_delay(self.ring.q) + 1 + early - self.slots)

    def _early(self, pair: int) -> int:
        """How much earlier, for two layers whose lower paired index bit is `pair`."""
        lanes = self.butterflies.bit_length() - 1
        return 1 << (pair - lanes) if pair >= lanes else 0

    def transform_gaps(self, inverse: bool) -> list[int]:
        """Gap after every layer of a transform, in the order in which the layers are computed."""
        top = self.ring.n.bit_length() - 2
        bottom = top + 1 - self.ring.layers
        if inverse:
            return [self.gap(self._early(k)) for k in range(bottom, top + 1)]
        return [self.gap(self._early(k - 1) if k else 0) for k in range(top, bottom - 1, -1)]

    def issue(self, operation: str) -> int:
        """Cycles from the first read to the last: every pass, and the gaps between passes."""
        total = 0
        for name in PASSES[operation]:
            if name == "pwm":
                total += self.pwm_slots
                gap = self.gap(0)
            else:
                gaps = self.transform_gaps(inverse=name == "intt")
                total += self.ring.layers * self.slots + sum(gaps[:-1])
                gap = gaps[-1]
            if name != PASSES[operation][-1]:
                total += gap
        return total

    def busy(self, operation: str) -> int:
        """Cycles from the first butterfly read to the last butterfly write, inclusive."""
        return self.issue(operation) + write_delay(self.ring.q)
