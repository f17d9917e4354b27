# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A lane of the polynomial unit against plain integers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from arith_cases import Array, unit

from twiddle.model.fold import fold_plan

CT, GS, MAC, ONE = range(4)
TERMS = 8


@dataclass(frozen=True)
class Lane:
    """A complete ring modulo q, pairs modulo q_2, 0 for none; products in DSP blocks or in LUTs."""

    q: int
    q_2: int
    dsp: bool = True

    @property
    def low(self) -> int:
        """Bits of the lower half of a word."""
        return self.q_2.bit_length() if self.q_2 else (self.q.bit_length() + 1) // 2

    @property
    def latencies(self) -> tuple[int, int]:
        """Cycles of a butterfly or a wide sum, and of a sum of base products."""

        def folds(q: int, products: int) -> int:
            return len(fold_plan(q, products * (q - 1) ** 2))

        whole = not self.q_2 and self.q.bit_length() <= 17
        tile = 2 if self.dsp else (self.q.bit_length() if whole else self.low) // 2 + 1
        wide = tile + (1 if whole else 4) + folds(self.q, TERMS) if self.q else 0
        pair = tile + 2 + folds(self.q_2, 2 * TERMS) if self.q_2 else 0
        base = pair + 1 + tile + 1 + folds(self.q_2, TERMS + 1) if self.q_2 else 0
        return max(wide, pair) + 5, base + 5

    def modulus(self, pair: bool) -> int:
        return self.q_2 if pair else self.q

    def word(self, pair: bool, parts: Array) -> Array:
        """Words of parts (2, m), the lower half first; of a wide one of the first row."""
        return parts[0] | parts[1] << self.low if pair else parts[0]

    def parts(self, pair: bool, word: Array) -> Array:
        return np.array([word & (1 << self.low) - 1, word >> self.low] if pair else [word])


def operands(of: Lane, pair: bool, count: int, seed: int, corners: bool) -> Array:
    """Parts (2, m): at random, or of the values on both sides of a bound."""
    q = of.modulus(pair)
    rng = np.random.default_rng(seed)
    if corners:
        return rng.choice([0, 1, q // 2, (q + 1) // 2, q - 2, q - 1], (2, count))
    return rng.integers(0, q, (2, count))


def check_butterflies(of: Lane, root: Path | None = None, count: int = 20_000) -> None:
    lane = unit("twd_lane", root, Q=of.q, Q_2=of.q_2, Dsp=int(of.dsp))
    for pair in [kind for kind in (False, True) if of.modulus(kind)]:
        q = of.modulus(pair)
        half = (q + 1) // 2
        for corners in (False, True):
            u, v = (operands(of, pair, count, seed, corners) for seed in (1, 2))
            w = operands(of, pair, count, 3, False)[0]
            factor = of.word(pair, np.array([w, w]))
            for mode in (CT, GS):
                got = lane.run(
                    {
                        "control_i": np.full(count, pair << 5 | mode << 3 | 4),
                        "stream_i": np.zeros(count, np.int64),
                        "operand_i": np.zeros(count, np.int64),
                        "u_i": of.word(pair, u),
                        "v_i": of.word(pair, v),
                        "twiddle_i": factor,
                    },
                    latency=of.latencies[0],
                    late={"twiddle_i": 1},
                )
                rows = 1 + pair
                sums = (u + v * w) % q if mode == CT else (u + v) * half % q
                differences = (u - v * w) % q if mode == CT else (u - v) * w % q
                assert (of.parts(pair, got["sum_o"]) == sums[:rows]).all()
                assert (of.parts(pair, got["diff_o"]) == differences[:rows]).all()


def check_sums(of: Lane, root: Path | None = None, count: int = 4_000) -> None:
    """Sums of 1 to TERMS terms, two by turns; u comes before v or from the stream, the start after v."""
    lane = unit("twd_lane", root, Q=of.q, Q_2=of.q_2, Dsp=int(of.dsp))
    for pair in [kind for kind in (False, True) if of.modulus(kind)]:
        q = of.modulus(pair)
        rng = np.random.default_rng(7)
        lengths = np.repeat(rng.integers(1, TERMS + 1, count), 2)  # of two sums, whose terms alternate
        which = np.concatenate([np.tile([2 * i, 2 * i + 1], length) for i, length in enumerate(lengths[::2])])
        terms = len(which)
        u, v = operands(of, pair, terms, 4, False), operands(of, pair, terms, 5, True)
        zeta = rng.integers(0, q, terms)
        streamed, minus = rng.integers(0, 2, (2, terms))
        streamed[0] = 1  # no u came before
        mode = rng.choice([MAC, MAC, ONE], terms)
        first = np.zeros(terms, np.int64)
        first[np.unique(which, return_index=True)[1]] = 1
        merges = first & streamed & (mode == MAC) & (np.repeat(lengths[::2], 2 * lengths[::2]) < TERMS)
        start = operands(of, pair, terms, 6, False)
        words = of.word(pair, u)
        merges[:-2] &= streamed[2:]  # else u of the next term but one comes then
        merges[-2:] = 0
        following = np.where(streamed, ~words & 1, words)[1:]
        following[1:] = np.where(merges[:-2], of.word(pair, start)[:-2], following[1:])
        got = lane.run(
            {
                "control_i": pair << 5 | mode << 3 | first << 2 | minus << 1 | merges,
                "stream_i": streamed,
                "operand_i": words,
                "u_i": np.append(following, 0),
                "v_i": of.word(pair, v),
                "twiddle_i": zeta,
            },
            latency=of.latencies[1] if pair else of.latencies[0],
            late={"twiddle_i": 1},
        )
        one = mode == ONE
        sign = np.where(one & (minus == 1), -1, 1)
        a = np.where(one, [[1], [0]], u)
        last = terms - 1 - np.unique(which[::-1], return_index=True)[1]
        if pair:
            products = np.array([sign * a[0] * v[0], sign * (a[0] * v[1] + a[1] * v[0]), sign * a[1] * v[1]])
            products[:2] += merges * start
            products %= q
            s_0, s_1, s_2 = (np.bincount(which, weights=row).astype(np.int64) % q for row in products)
            by = np.where(minus[last] == 1, q - zeta[last], zeta[last]) % q
            expected = np.array([(s_0 + by * s_2) % q, s_1])
        else:
            rows = zip(sign.tolist(), a[0].tolist(), v[0].tolist(), (merges * start[0]).tolist(), strict=True)
            values = [(s * x * y + z) % q for s, x, y, z in rows]
            expected = np.array([np.bincount(which, weights=values).astype(np.int64) % q])
        assert (of.parts(pair, got["sum_o"][last]) == expected).all()
