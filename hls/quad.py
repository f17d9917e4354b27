# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
r"""The 2x2-butterfly engine, untimed: transform, inverse and pointwise product in place, two layers a pass.

A step is a loop over words of four coefficients; `Quad.iteration` is its body. The description has no clock,
state or register. With integers it is a program; traced, it is the dataflow graph that the tool schedules.

    lane A --+-- x --------------- A'--+-- x        one unit: s = u + [v], d = v - [u], p = d w / 2^R,
             |                         |                      x = s + [p], y = [s] - p
    lane B --+-- y --- B' --\  /-- C'--+-- y        forward (Cooley-Tukey): without [v], [u]
                             \/                      inverse (Gentleman-Sande): without [p], [s]
    lane C --+-- x --- C' --/\--  B'--+-- x        copy: y = v for w = -2^R
             |                         |
    lane D --+-- y --------------- D'--+-- y

Coefficients lie in four banks: number e, with base-4 digits e_j, lies in bank (sum of e_j) mod 4. The four
coefficients of a pass differ in one digit, or in two bits that adjoin in two digits, so they lie in different
banks. The second operand is rotated by two banks, so that two coefficients of each operand are read together. A
product modulo q is that of Longa and Naehrig 2016 without its correction: it keeps a factor 2^-R, which the
twiddle table cancels. Values in the banks are signed and reduced only as far as the multipliers need it; the final
results are in [0, q).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from twiddle.base.errors import TwiddleError
from twiddle.base.rings import Ring
from twiddle.model.hls_trace import Number, append, at_least, bit, bounded, choose, join, lookup, low_bits, select, span
from twiddle.model.transform import zetas

KINDS = ("load", "unload", "forward", "inverse", "product", "forward_one", "inverse_one")
"""Kinds of step; the last two have one layer only, for an odd number of layers."""

WIDEST = 25
"""Bits of a multiplier's signed operand; the other operand is cut into parts of PART bits."""

PART = 17


class Ports(Protocol):
    """The inputs of an iteration."""

    def beat(self, word: Number) -> Number:
        """Four coefficients of an operand that is being loaded, the first in the low bits."""

    def bank(self, bank: int, address: Number) -> Number:
        """A word of one of the four banks."""

    def factor(self, column: int, address: Number) -> Number:
        """A word of the twiddle table."""


@dataclass(frozen=True)
class Step:
    """A loop over all words (half words for a product).

    place   number of the pass in `Quad.places`
    region  0: first operand and result, 1: second operand
    """

    kind: str
    place: int
    region: int


@dataclass(frozen=True)
class Results:
    """The outputs of an iteration: for each bank the write enable, address and data; and the four lanes."""

    enables: Sequence[Number]
    addresses: Sequence[Number]
    data: Sequence[Number]
    lanes: Sequence[Number]


@dataclass(frozen=True)
class Quad:
    """The engine for one ring."""

    ring: Ring

    def __post_init__(self) -> None:
        if self.ring.n < 16:
            raise TwiddleError(f"core quad-hls: n = {self.ring.n} is less than 16")

    # ---- derived from the ring ----

    @property
    def word_bits(self) -> int:
        """Bits of a word number."""
        return self.ring.n.bit_length() - 3

    @property
    def odd(self) -> bool:
        """The number of layers is odd: the first layer of the transform is computed alone."""
        return self.ring.layers % 2 == 1

    @cached_property
    def passes(self) -> tuple[int, ...]:
        """The lower of the two index bits in which the coefficients of a pass differ, forward order."""
        top = self.word_bits
        return (top, top - 1, *range(top - 3, -1, -2)) if self.odd else tuple(range(top, -1, -2))

    @cached_property
    def places(self) -> tuple[int, ...]:
        """Those of the passes, and last that of consecutive coefficients, where a transform stops at pairs."""
        return self.passes if self.ring.complete else (*self.passes, 0)

    @property
    def shift(self) -> int:
        """R: a product is divided by 2^R."""
        bits, m = self.ring.bits, self.ring.m
        return m + 5 if bits - 3 <= m < 13 else min(2 * m, bits + (3 if bits < 18 else 4))

    def program(self, operation: str) -> list[Step]:
        """The steps of an operation, in order."""
        last = len(self.places) - 1
        forward = ["forward_one" if self.odd and not place else "forward" for place in range(len(self.passes))]
        ntt = [[Step(kind, place, region) for place, kind in enumerate(forward)] for region in (0, 1)]
        intt = [Step(step.kind.replace("forward", "inverse"), step.place, 0) for step in reversed(ntt[0])]
        load, unload = [Step("load", last, region) for region in (0, 1)], Step("unload", last, 0)
        product = Step("product", last, 0)
        return {
            "ntt": [load[0], *ntt[0], unload],
            "intt": [load[0], *intt, unload],
            "pwm": [*load, product, unload],
            "mul": [*load, *ntt[0], *ntt[1], product, *intt, unload],
            "mult": [*load, *ntt[0], product, *intt, unload],
        }[operation]

    def iterations(self, kind: str) -> int:
        """Iterations of a step."""
        return self.ring.n // (2 if kind == "product" else 4)

    # ---- twiddles ----

    def factors(self) -> list[tuple[int, int, int, int]]:
        """The twiddle table, four columns, centred residues; the address as in `iteration`."""
        q, words = self.ring.q, 1 << self.word_bits
        scale, quarter = pow(2, self.shift, q), pow(4, -1, q)
        table = [(0, 0, 0, 0)] * (4 * words)

        def centre(z: int) -> int:
            return (z * scale + q // 2) % q - q // 2

        table[0] = -1, -1, -1, -1
        powers = zetas(self.ring)
        if self.ring.complete:
            table[2] = -1, -1, scale, scale
        else:
            table[1 : 2 * words : 2] = [(-1, -1, z, -z) for z in powers[words:]]
        for number, place in enumerate(self.passes):
            alone = self.odd and number == 0
            first = 1 << (0 if alone else 2 * number - self.odd)
            for block in range(first):
                z1, z2, z3 = powers[first + block], -1, -1
                if not alone:
                    z2, z3 = powers[2 * (first + block)], powers[2 * (first + block) + 1]
                address = block << (place + 1) | 1 << place
                i1, i2, i3 = (pow(z, -1, q) for z in (z1, z2, z3))
                if alone:
                    half = pow(2, -1, q)
                    forward = z1, z1, -1, -1
                    inverse = -half, -half, i1 * half, i1
                else:
                    forward = z1, z1, z2, z3
                    inverse = i2 * quarter, i3 * quarter, i1 * quarter, i1
                table[address] = forward
                table[2 * words + address] = inverse
        return [(centre(w), centre(x), centre(y), centre(z)) for w, x, y, z in table]

    # ---- arithmetic ----

    def fold(self, x: Number) -> Number:
        """A number of smaller range, equal to x modulo q: its top bits, at most five, address a table."""
        q = self.ring.q
        low, high = span(x)
        best: tuple[int, int] | None = None
        for cut in range(max(1, q.bit_length() - 6), q.bit_length() + 1):
            tops = range(low >> cut, (high >> cut) + 1)
            if len(tops) <= 32:
                residues = [((top << cut) + q // 2) % q - q // 2 for top in tops]
                width = (1 << cut) + max(residues) - min(residues)
                if best is None or width < best[0]:
                    best = width, cut
        if best is None:
            raise TwiddleError(f"fold: a range of {low} to {high} is too large for q = {q}")
        cut = best[1]
        tops = range(low >> cut, (high >> cut) + 1)
        residues = [((top << cut) + q // 2) % q - q // 2 for top in tops]
        return low_bits(x, cut) + lookup(x >> cut, residues, tops[0])

    def times_k(self, x: Number) -> Number:
        """K x by shifts and additions."""
        digits, rest, place = [], self.ring.k, 0
        while rest:
            digit = 2 - rest % 4 if rest % 2 else 0
            if digit:
                digits.append((digit, place))
            rest, place = (rest - digit) // 2, place + 1
        total = x << digits[-1][1]
        for digit, at in reversed(digits[:-1]):
            total = total + (x << at) if digit > 0 else total - (x << at)
        return total

    def product(self, a: Number, b: Number) -> Number:
        """A b / 2^R modulo q, for a of up to WIDEST bits."""
        low, high = span(b)
        if max(high, ~low) < 1 << PART:
            c = a * b
        else:
            lower = a * low_bits(b, PART)
            c = append(a * (b >> PART) + (lower >> PART), low_bits(lower, PART), PART)
        rest = self.shift
        while rest:
            bits = min(rest, self.ring.m)
            if bits <= 5:
                c = self.divide(c, bits)
            else:
                c = (c >> bits) - (self.times_k(low_bits(c, bits)) << (self.ring.m - bits))
            rest -= bits
        return c

    def fit(self, x: Number) -> Number:
        """X or a number equal to it modulo q, small enough for a multiplier."""
        low, high = span(x)
        return self.fold(x) if max(high, ~low) >= 1 << (WIDEST - 1) else x

    def times(self, x: Number, factor: int) -> Number:
        """X times a constant modulo q, by tables of five bits of x."""
        low, high = span(x)
        total: Number = 0
        at = 0
        while (high >> at) - (low >> at) > 31:
            total = total + lookup(low_bits(x >> at, 5), [self.centred(each * factor << at) for each in range(32)])
            at += 5
        tops = range(low >> at, (high >> at) + 1)
        return total + lookup(x >> at, [self.centred(top * factor << at) for top in tops], tops[0])

    def centred(self, x: int) -> int:
        """The number in [-q/2, q/2) that is equal to x modulo q."""
        return (x + self.ring.q // 2) % self.ring.q - self.ring.q // 2

    def divide(self, x: Number, bits: int) -> Number:
        """X / 2^bits modulo q."""
        q = self.ring.q
        inverse = pow(2, -bits, q)
        table = [(low * inverse + q // 2) % q - q // 2 for low in range(1 << bits)]
        return (x >> bits) + lookup(low_bits(x, bits), table)

    def canonical(self, x: Number) -> Number:
        """X modulo q in [0, q), for x in (-q, 2q)."""
        q = self.ring.q
        if isinstance(x, int):
            return x % q
        low, high = span(x)
        if low < -q or high >= 2 * q:
            raise TwiddleError(f"canonical: a range of {low} to {high} is too large for q = {q}")
        correction: Number = 0
        if high >= q:
            correction = select(at_least(x, q), -q, correction)
        if low < 0:
            correction = select(at_least(x, 0), correction, q)
        return bounded(x + correction, 0, q - 1)

    # ---- the loop body ----

    def iteration(
        self, ports: Ports, kind: Number, place: Number, region: Number, word: Number, half: Number
    ) -> Results:
        """One iteration of a step: four coefficients through two layers of two butterflies.

        word, half   the loop variable: the word number and, for a product, the half of the word
        """
        bits = self.word_bits

        def when(*kinds: str) -> Number:
            return lookup(kind, [int(each in kinds) for each in KINDS])

        def by_place(values: Sequence[int]) -> Number:
            return lookup(place, values)

        # Banks. A swapped pass exchanges lanes B and C on both sides. Offsets are digits of the index with the lower
        # bit first; those of a pass at an odd place are the upper bit of one and the lower bit of the next.
        swapped = when(*(("forward", "inverse_one") if self.ring.complete else ("forward_one", "inverse")))
        product = when("product")
        turn: Number = region << 1
        for at in range(0, bits, 2):
            turn = low_bits(turn + low_bits(word >> at, 2), 2)
        turn = low_bits(turn + (half << 1), 2)
        offsets = [low_bits(bank - turn, 2) for bank in range(4)]
        swap = [join((bit(offset, 1), 1), (bit(offset, 0), 1)) for offset in offsets]

        # Addresses: the index without its lowest digit, with the offset inserted at the digit of the pass.
        above = by_place([(1 << bits) - (1 << place) for place in self.places])
        middle = by_place([(3 << place >> 2) & ((1 << bits) - 1) for place in self.places])
        below = by_place([(1 << place >> 2) - 1 if place > 1 else 0 for place in self.places])
        addresses = []
        for offset in offsets:
            row = []
            for at in range(bits):
                moved = bit(word, at + 2) if at + 2 < bits else 0
                inner = select(bit(middle, at), bit(offset, at % 2), select(bit(below, at), moved, 0))
                row.append((select(bit(above, at), bit(word, at), inner), 1))
            second = select(product, bit(offset, 1), region)
            addresses.append(join(*row, (second, 1)))

        # Lanes.
        words = [ports.bank(bank, address) for bank, address in enumerate(addresses)]
        straight, crossed, paired = (0, 1, 2, 3), (0, 2, 1, 3), (2, 0, 3, 1)
        beat = ports.beat(word)
        lanes: list[Number] = []
        for lane in range(4):
            offset = select(product, paired[lane], select(swapped, crossed[lane], straight[lane]))
            stored = choose(low_bits(turn + offset, 2), words)
            loaded = low_bits(beat >> (lane * self.ring.bits), self.ring.bits)
            lanes.append(select(when("load"), loaded, stored))
        a, b, c, d = lanes

        # Twiddles.
        inverse = when("inverse", "inverse_one")
        marked = join(*((select(bit(above, at), bit(word, at), 0), 1) for at in range(bits)))
        moving = when("load", "unload")
        single = product if self.ring.complete else 0  # one entry for all products
        marker = select(moving, 0, select(single, 2, by_place([1 << place for place in self.places])))
        block = select(moving, 0, select(single, 0, marked))
        entry = join((merge(block << 1, marker, bits + 1), bits + 1), (inverse, 1))
        factors = [ports.factor(column, entry) for column in range(4)]

        # First layer.
        before = when("inverse")
        after = when("load", "unload", "inverse", "product", "inverse_one")
        first = select(product, a, factors[0]), select(product, c, factors[1])
        operands = a, b, c, d
        a = self.fold(a)
        a, b = self.unit(a, b, first[0], before, after)
        c, d = self.unit(c, d, first[1], before, after)

        # Second layer.
        before = when("inverse", "inverse_one")
        after = when("load", "unload", "inverse", "product", "forward_one", "inverse_one")
        if self.ring.complete:
            a, c = self.unit(a, select(product, b, c), factors[2], before, after)
            b, d = self.unit(b, d, factors[3], before, after)
        else:
            a, b, c, d = self.pairs(product, half, (a, b, c, d), factors, operands, before, after)
        scaled = self.divide(a, 2)
        if self.odd:
            scaled = select(when("inverse_one"), self.divide(a, 1), scaled)
        a = select(inverse, scaled, a)

        # Results.
        results = (a, b, c, d)
        writes = when("load", "forward", "inverse", "product", "forward_one", "inverse_one")
        enables, data = [], []
        for offset, swapping in zip(offsets, swap, strict=True):
            source = select(product, low_bits(offset + 2, 2), select(swapped, swapping, offset))
            enables.append(select(product, low_bits(1 - bit(offset, 1), 1), writes))
            data.append(choose(source, results))
        stored_at = [select(product, join((low_bits(address, bits), bits), (0, 1)), address) for address in addresses]
        return Results(enables, stored_at, data, results)

    def pairs(
        self,
        product: Number,
        half: Number,
        lanes: Sequence[Number],
        factors: Sequence[Number],
        operands: Sequence[Number],
        before: Number,
        after: Number,
    ) -> Sequence[Number]:
        """The second layer, which also ends a product of pairs (a0 + a1 x) (b0 + b1 x) modulo x^2 - z, Karatsuba's.

        lanes     for a product b and d are -a0 b0 and -a1 b1, divided by 2^R as all of its numbers
        operands  those of the first layer: b0, a0, b1, a1
        """
        a, b, c, d = lanes
        b0, a0, b1, a1 = operands
        scale = pow(2, self.shift, self.ring.q)
        z = select(product, select(half, factors[3], factors[2]), factors[2])
        first, c = self.unit(a, select(product, d, c), z, before, after)
        second = select(product, b0 + b1, factors[3])
        last, y = self.unit(b, select(product, a0 + a1, d), second, before, after)
        low = self.times(select(product, c - b, 0), scale)
        high = self.times(select(product, b + d - y, 0), scale)
        return first, last, select(product, low, c), select(product, high, y)

    def finish(self, lanes: Sequence[Number]) -> list[Number]:
        """The beat of the result from the lanes of an unload iteration."""
        return [self.canonical(lane) for lane in lanes]

    def unit(self, u: Number, v: Number, w: Number, before: Number, after: Number) -> tuple[Number, Number]:
        """A butterfly: the additions are before the product, after it, or absent."""
        total = u + select(before, v, 0)
        p = self.product(self.fit(v - select(before, u, 0)), w)
        return total + select(after, 0, p), select(after, 0, total) - p


def merge(a: Number, b: Number, bits: int) -> Number:
    """The bits of a and b, which do not overlap."""
    return join(*((select(bit(b, at), 1, bit(a, at)), 1) for at in range(bits)))
