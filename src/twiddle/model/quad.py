# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Schedule of the 2x2 engine `twd_quad`: passes, memory layout, tables and cycle counts, as in RTL.

A word holds four coefficients whose indices differ in two bits: those that its pass pairs. Each address bit
holds one of the other index bits. Four consecutive words that differ in two address bits are transposed: this
exchanges the two index bits of the lanes with those of the address bits. A forward pass transposes before the
butterflies, an inverse pass after them, so that both begin and end with neighbouring coefficients in a word.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.base.rings import Ring
from twiddle.model import fold, kred, methods
from twiddle.model.arith import DSP_WIDTH
from twiddle.model.methods import Method, scale
from twiddle.model.passes import STEPS, TAKES_B, Passes, bubble
from twiddle.model.transform import zetas

ROWS = (Method.TILES, Method.LDSP)
"""Methods with products in rows of adders, without DSP blocks, otherwise like FOLD and KRED."""

KREDS = (Method.KRED, Method.LDSP)
"""Methods whose reduction is K-RED."""

METHODS = (Method.FOLD, Method.KRED, Method.KRED2X, *ROWS)
"""Methods whose reduction supports a signed product: only sums and folds."""

LEAST_N = 64
"""Shortest polynomial: a shorter one has too few index bits to transpose in every pass."""

MEMORY_CYCLES = 2
TRANSPOSE_CYCLES = 3
"""Cycles of a read and of a transposition."""

STREAM_REGISTERS = 7
"""Cycles from loading to the first slot, and from the last write to the first beat."""

EARLY_LOAD = 3
"""Cycles from the first beat of the next operation to the first one of the result."""


def signed_bits(q: int) -> int:
    """Bits of the signed product of a in (-2q, 2q) and b in [0, q)."""
    return (2 * (q - 1) ** 2).bit_length() + 1


def signed_largest(q: int) -> int:
    """The largest such product plus 2^(bits - 1), the offset that makes it non-negative."""
    return (1 << (signed_bits(q) - 1)) + 2 * (q - 1) ** 2


def twice(q: int) -> bool:
    """Whether `twd_mod_kred_twice` supports q: k = 2^s +- 1, 4 (k + 1)^2 < q, and more than 17 bits."""
    k, m = kred.shape(q)
    shift = next((s for s in range(1, 12) if abs(k - (1 << s)) == 1), 0)
    return q.bit_length() > DSP_WIDTH and 0 < shift < m and 4 * (k + 1) ** 2 < q


def kred_twice(q: int, x: ArrayLike) -> NDArray[np.int64]:
    """The residue of `twd_mod_kred_twice` in [0, q): k^2 x, |x| <= 2 (q - 1)^2."""
    return np.asarray(np.asarray(x, dtype=np.int64) % q * (kred.shape(q)[0] ** 2 % q) % q)


def reason(method: Method, q: int) -> str | None:
    """Why `twd_mod_mul`, WIDE, does not support q with one of METHODS; None if it does."""
    base = {Method.TILES: Method.FOLD, Method.LDSP: Method.KRED}.get(method, method)
    return methods.reason(base, q)


def row_latency(width: int) -> int:
    """Cycles of `twd_row_product` for an unsigned factor of this width: 3 a, four rows, pairwise sums."""
    chains = -(-width // 8)
    return 1 + 4 + (chains - 1).bit_length()


def signed_latency(method: Method, q: int) -> int:
    """Cycles of `twd_mod_mul`, WIDE."""
    largest, bits = signed_largest(q), q.bit_length()
    product = 1 + row_latency(bits) if method in ROWS else 3 if bits > DSP_WIDTH else 4
    if method in KREDS and twice(q):
        return product + 4
    if method in KREDS:
        return product + kred.kred_latency(q, largest=largest)
    if method is Method.KRED2X:
        k, m = kred.shape(q)
        bound = kred.sum_largest(kred.sum_largest(largest >> 2 * m, k * k, m), k, m)
        return product + kred.kred2x_adders(q) + len(fold.fold_plan(q, bound))
    return product + len(fold.fold_plan(q, largest))


def signed_scale(method: Method, q: int) -> int:
    """The factor of `twd_mod_mul`, WIDE: that of the method; for K-RED its negative, or its square."""
    if method in KREDS and twice(q):
        return kred.shape(q)[0] ** 2
    return q - scale(Method.KRED, q) if method in KREDS else scale(method, q)


@dataclass(frozen=True)
class Pass:
    """One pass of a transform.

    high, low  index bits of the lanes; the layer of `high` is the first one forward and the last one inverse
    single     only `high` is paired
    content    the index bit of each address bit while the butterflies process the words
    order      the address bit that each bit of the slot counter drives; the lowest two are transposed
    """

    high: int
    low: int
    single: bool
    content: tuple[int, ...]
    order: tuple[int, ...]

    def address(self, slot: int) -> int:
        return sum((slot >> k & 1) << bit for k, bit in enumerate(self.order))

    def slot(self, address: int) -> int:
        return sum((address >> bit & 1) << k for k, bit in enumerate(self.order))

    def index(self, address: int, lane: int) -> int:
        """Coefficient index in a lane of a word at the butterflies."""
        above = sum((address >> j & 1) << bit for j, bit in enumerate(self.content))
        return above | (lane >> 1) << self.high | (lane & 1) << self.low


def _pairs(ring: Ring) -> list[tuple[int, int, bool]]:
    """High and low index bit of every pass, and whether it has one layer."""
    top = ring.n.bit_length() - 2
    lowest = 0 if ring.complete else 2
    pairs: list[tuple[int, int, bool]] = []
    high = top
    if (top - lowest + 1) % 2:
        pairs.append((top, 2, True))
        high -= 1
    pairs += [(bit, bit - 1, False) for bit in range(high, lowest, -2)]
    return pairs if ring.complete else [*pairs, (1, 0, True)]


def _passes(ring: Ring) -> list[Pass]:
    bits = ring.n.bit_length() - 3
    pairs = _pairs(ring)
    content = [j + 2 for j in range(bits)]
    order = [content.index(pairs[0][1]), content.index(pairs[0][0])]
    rest = [j for j in reversed(range(bits)) if j not in order]
    order += [bit for at in range(0, len(rest), 2) for bit in reversed(rest[at : at + 2])]
    lanes = (1, 0)
    passes = []
    for high, low, single in pairs:
        places = content.index(high), content.index(low)
        for k, place in zip((1, 0), places, strict=True):
            at = order.index(place)
            order[at], order[k] = order[k], order[at]
        content[places[0]], content[places[1]] = lanes
        lanes = high, low
        passes.append(Pass(high, low, single, tuple(content), tuple(order)))
    return passes


def bubble_of_four(delay: int, slots: int, early: int) -> int:
    """The bubble between inverse passes, whose slots keep their position modulo four."""
    return -(-bubble(delay, slots, early) // 4) * 4


@dataclass(frozen=True)
class Schedule(Passes):
    """Passes of the engine for one ring and method."""

    ring: Ring
    method: Method = Method.KRED
    published: bool = False  # psi in separate passes around the transform

    @cached_property
    def passes(self) -> Sequence[Pass]:
        """The passes of a forward transform; the inverse runs them in reverse order."""
        return _passes(self.ring)

    @property
    def slots(self) -> int:
        return self.ring.n // 4

    @property
    def multiplier_latency(self) -> int:
        """Cycles of a multiplier."""
        return signed_latency(self.method, self.ring.q)

    @property
    def write_delay(self) -> int:
        """Cycles from a read address to the write: memory, two products, five of sums, two transpositions."""
        return MEMORY_CYCLES + TRANSPOSE_CYCLES + 2 * self.multiplier_latency + 5 + TRANSPOSE_CYCLES

    @property
    def late_cycles(self) -> int:
        """Delay of the differences of an inverse pass: one product, rounded up to four cycles."""
        return -(-self.multiplier_latency // 4) * 4

    def layout(self, transformed: bool) -> Sequence[int]:
        """The index bit of each address bit between operations; lanes hold index bits 1 and 0."""
        return self.passes[-1].content if transformed else tuple(range(2, self.ring.n.bit_length() - 1))

    def place(self, index: int, transformed: bool) -> tuple[int, int]:
        """Word and lane of a coefficient between operations."""
        word = sum((index >> bit & 1) << j for j, bit in enumerate(self.layout(transformed)))
        return word, index & 3

    def early(self, before: Pass, after: Pass) -> int:
        """Most slots by which a word is read earlier in one pass than in the one before."""
        weights = [(1 << before.order.index(j), 1 << after.order.index(j)) for j in range(len(before.order))]
        return sum(max(0, then - now) for then, now in weights)

    def steps(self, operation: str) -> list[tuple[str, int]]:
        """Every pass of an operation with its cycles, including the bubble before the next one."""
        steps: list[tuple[str, int]] = []
        late = self.write_delay + self.late_cycles
        after_product = self.slots + self.bubble(0)
        for step in STEPS[operation]:
            if step == "pwm":
                names = ("pwm",) if self.ring.complete else ("pwm cross", "pwm product", "pwm pair")
                steps += [(name, after_product) for name in names]
                continue
            inverse = step == "intt"
            if self.published and not inverse:
                steps.append((f"psi {step[-1]}", after_product))
            order = self.passes[::-1] if inverse else self.passes
            for number, (before, after) in enumerate(pairwise(order)):
                early = self.early(before, after)
                idle = bubble_of_four(late, self.slots, early) if inverse else self.bubble(early)
                steps.append((f"{step} {number}", self.slots + idle))
            last = self.slots + late if self.published and inverse else after_product
            steps.append((f"{step} {len(order) - 1}", last))
            if self.published and inverse:
                steps.append(("psi c", self.slots))
        steps[-1] = (steps[-1][0], self.slots)
        return steps

    def busy(self, operation: str) -> int:
        """Cycles from the first butterfly read to the last butterfly write, inclusive."""
        late = self.late_cycles if STEPS[operation][-1] == "intt" and not self.published else 0
        return super().busy(operation) + late

    def latency(self, operation: str) -> int:
        """Cycles from the first input beat to the last output beat, inclusive; a and b start together."""
        compute = self.issue(operation) + self.write_delay + self.late_cycles
        return self.load(operation) + self.write_delay + compute + self.slots + STREAM_REGISTERS

    def interval(self, operation: str) -> int:
        """Cycles between the first input beats of consecutive operations, at full rate.

        The result is read while a of the next operation is loaded; b waits until it has been read.
        """
        return self.fill(operation) - (0 if operation in TAKES_B else EARLY_LOAD)


@dataclass(frozen=True)
class Slot:
    """One slot of a pass, cycles counted from its beginning.

    cycle, address  the word that is read
    write_cycle     write cycle of the word that leaves the butterflies in the position of this slot
    write_address   its address; inverse: the four words of a group take the positions of their lanes
    """

    cycle: int
    address: int
    write_cycle: int
    write_address: int


def slots(schedule: Schedule, name: str) -> Iterator[Slot]:
    """The slots of a pass by its name in `Schedule.steps`: the address map of the engine."""
    stage, _, number = name.rpartition(" ")
    count = len(schedule.passes)
    delay = schedule.write_delay
    if stage == "intt":
        work = schedule.passes[count - 1 - int(number)]
        for cycle in range(schedule.slots):
            phase = cycle & 3
            late = schedule.late_cycles if phase & 1 else 0
            other = cycle + (0, 1, -1, 0)[phase]
            yield Slot(cycle, work.address(cycle), cycle + delay + late, work.address(other))
        return
    work = schedule.passes[int(number) if number.isdigit() else 0 if stage == "psi" else -1]
    for cycle in range(schedule.slots):
        yield Slot(cycle, work.address(cycle), cycle + delay, work.address(cycle))


def placed(schedule: Schedule, name: str) -> list[list[int]]:
    """The coefficient index in every lane of every word in memory after a pass."""
    stage, _, number = name.rpartition(" ")
    count = len(schedule.passes)
    at = count - 2 - int(number) if stage == "intt" else 0
    if stage == "psi" or at < 0:
        return [[4 * word + lane for lane in range(4)] for word in range(schedule.slots)]
    if stage == "intt":
        work = schedule.passes[at]
    else:
        work = schedule.passes[int(number)] if number.isdigit() else schedule.passes[-1]
    return [[work.index(word, lane) for lane in range(4)] for word in range(schedule.slots)]


def twiddle_rom(ring: Ring, method: Method = Method.KRED, published: bool = False) -> list[tuple[int, int, int, int]]:
    """Contents of `twd_quad_twiddles` by address: u, u' (rank 1), v, v' (rank 2), divided by the scale."""
    q, half = ring.q, ring.n // 2
    inverse = pow(signed_scale(method, q), -1, q)
    shrunk = pow(2, -ring.layers, q)
    zero = 4 if Schedule(ring, method).passes[0].single else 2
    table = [(0, 0, 0, 0)] * (2 * half * (1 if ring.complete and not published else 2))
    table[0], table[half] = (1, 1, 1, 1), (inverse,) * 4
    table[zero + 1], table[half + zero + 1] = (shrunk,) * 4, (inverse * shrunk,) * 4
    zeta = list(zetas(ring))
    if published:
        for word in range(ring.n // 4):
            for at, base in ((2 * half, ring.root), (3 * half, pow(ring.root, -1, q))):
                first, *more = (pow(base, 4 * word + lane, q) for lane in (1, 3, 0, 2))
                table[at + word] = (first, more[0], more[1], more[2])
        bits = [max(0, index.bit_length() - 1) for index in range(len(zeta))]
        forward = [z * pow(ring.root, -(ring.n >> layer + 1), q) for z, layer in zip(zeta, bits, strict=True)]
        zeta = [z * pow(ring.root, ring.n >> layer + 1, q) for z, layer in zip(zeta, bits, strict=True)]
    else:
        forward = zeta
    for work in Schedule(ring, method).passes:
        first = ring.n.bit_length() - 2 - work.high
        for block in range(1 << first):
            at = (1 << first) + block
            back = (2 << first) - 1 - block
            if work.single:
                table[at] = (forward[at], forward[at], -1, -1)
                table[half + at] = (-zeta[back], -zeta[back], -1, -1)
            else:
                table[at] = (forward[at], forward[at], forward[2 * at], forward[2 * at + 1])
                table[half + at] = (
                    -zeta[back],
                    -zeta[back],
                    -zeta[(4 << first) - 1 - 2 * block],
                    -zeta[(4 << first) - 2 - 2 * block],
                )
            if not ring.complete and work.high == 1:
                table[2 * half + at] = (-1, -1, zeta[at], -zeta[at])
    return [(a * inverse % q, b * inverse % q, c * inverse % q, d * inverse % q) for a, b, c, d in table]


def mod_mul_wide(q: int, a: ArrayLike, b: ArrayLike, method: Method = Method.KRED) -> NDArray[np.int64]:
    """The residue of `twd_mod_mul`, WIDE, in [0, q): scale * a * b, a in (-2q, 2q), b in [0, q)."""
    product = np.asarray(a, dtype=np.int64) * np.asarray(b, dtype=np.int64) % q
    return np.asarray(product * signed_scale(method, q) % q)


def transpose(words: ArrayLike) -> NDArray[np.int64]:
    """Four words of four coefficients, shape (..., 4, 4), transposed like `twd_quad_transpose`."""
    return np.swapaxes(np.asarray(words, dtype=np.int64), -1, -2)


def butterfly(q: int, mode: str, x: ArrayLike, twiddles: ArrayLike) -> NDArray[np.int64]:
    """The output lanes of `twd_butterfly_2x2` for x in a mode, shapes (..., 4), in index order.

    mode      "ct", "ct one", "gs", "gs one", "product", "cross" (lanes 1 and 3), "pair" (lanes 0 and 2)
    twiddles  u, u', v, v' without the scale
    Unwritten lanes of a mode are zero.
    """
    x_0, x_1, x_2, x_3 = np.moveaxis(np.asarray(x, dtype=np.int64), -1, 0)
    u, u_2, v, v_2 = np.moveaxis(np.asarray(twiddles, dtype=np.int64), -1, 0)
    none = np.zeros_like(x_0)
    if mode in ("ct", "ct one"):
        s, t = x_2 * u % q, x_3 * u_2 % q
        y = x_0 + s, x_1 + t, x_0 - s, x_1 - t
        if mode == "ct":
            s, t = y[1] * v % q, y[3] * v_2 % q
            y = y[0] + s, y[0] - s, y[2] + t, y[2] - t
    elif mode == "gs":
        d, e = (x_0 - x_1) * v % q, (x_2 - x_3) * v_2 % q
        y = x_0 + x_1 + x_2 + x_3, d + e, (x_0 + x_1 - x_2 - x_3) * u, (d - e) * u_2
    elif mode == "gs one":
        d, e = -x_1 * v % q, -x_3 * v_2 % q
        y = x_0 + x_2, d + e, (x_0 - x_2) * u, (d - e) * u_2
    elif mode == "product":
        y = x_0 * v, x_1 * u, x_2 * v_2, x_3 * u_2
    elif mode == "cross":
        y = none, x_0 * u % q + x_1 * v, none, x_2 * u_2 % q + x_3 * v_2
    else:
        y = x_0 + x_1 * v, none, x_2 + x_3 * v_2, none
    return np.stack(y, axis=-1) % q
