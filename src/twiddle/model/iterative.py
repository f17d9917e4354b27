# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Schedule of the iterative engine: latencies, passes and cycle counts, function for function as in RTL."""

from collections.abc import Iterator
from dataclasses import dataclass

from twiddle.base.rings import Ring
from twiddle.model import rns
from twiddle.model.methods import Method, butterfly_latency, scale
from twiddle.model.passes import STEPS, Passes
from twiddle.model.transform import zetas

_READERS = {
    "ntt": ("ntt a 0",),
    "intt": ("intt 0",),
    "pwm": ("pwm",),
    "mul": ("ntt a 0", "ntt b 0"),
    "mult": ("ntt a 0", "pwm"),
}
"""Passes that read an operand from the input memory."""

STREAM_REGISTERS = 12
"""Pipeline registers: load 5, counters to address 3, memory, output and queue 4."""

QUEUE_REGISTERS = 2
"""Cycles of the last beat in the result pipeline and queue during the load of the next operation."""

RELOAD_REGISTERS = 5
"""Cycles from the last beat of an operand to the first slot that may read it."""

LOAD_TO_SLOT = 9
"""Cycles from the last beat of an operand to the first slot, if nothing waits."""

OUTPUT_REGISTERS = 5
"""Cycles from the last write to the first beat, and from the last beat to the next result."""


@dataclass(frozen=True)
class Schedule(Passes):
    """Pass lengths of the engine for one ring, number of butterflies and multiplier."""

    ring: Ring
    butterflies: int
    method: Method = Method.FOLD
    registers: bool = False  # Method.RNS: registers after its tables
    published: bool = False  # Method.RNS: the sub-moduli and the five products a pair of its paper
    double_buffer: bool = False  # loads and unloads during computation

    @property
    def direct(self) -> bool:
        """Base multiplications are four products without feedback: a product has three factors."""
        return self.method is Method.RNS

    @property
    def scaled(self) -> bool:
        """Products of two operands keep a factor, which a separate pass removes."""
        return scale(self.method, self.ring.q) != 1

    @property
    def butterfly_latency(self) -> int:
        """Cycles of a butterfly."""
        if self.direct:
            return rns.BUTTERFLY_LATENCY + 2 * self.registers
        return butterfly_latency(self.ring.q, self.method)

    @property
    def write_delay(self) -> int:
        """Cycles from a read address to the write of the result: memory 2, networks 2, butterfly."""
        return 4 + self.butterfly_latency

    @property
    def feed_lag(self) -> int:
        """Cycles between the first two products of a pair and the butterflies that use them."""
        period = 4 if self.butterflies == 1 else 2
        return 0 if self.direct else -(-self.butterfly_latency // period) * period

    @property
    def slots(self) -> int:
        """Slots of a layer: one per use of every butterfly."""
        return self.ring.n // (2 * self.butterflies)

    @property
    def product_slots(self) -> int:
        """Slots of a product pass: one product a butterfly; incomplete: four or five a pair, and the lag."""
        if self.ring.complete:
            return 2 * self.slots
        return (5 if self.direct and self.published else 4) * self.slots + self.feed_lag

    def _early(self, pair: int) -> int:
        """The largest `early` of two layers whose lower paired index bit is `pair`."""
        lanes = self.butterflies.bit_length() - 1
        return 1 << (pair - lanes) if pair >= lanes else 0

    @property
    def stored_late(self) -> int:
        """Cycles, if not double-buffered, by which the first layer waits for operands in the butterflies."""
        return max(0, self.write_delay - self.slots // 2 - LOAD_TO_SLOT)

    def transform_bubbles(self, inverse: bool) -> list[int]:
        """Bubble after every layer of a transform, in the order in which the layers are computed."""
        top = self.ring.n.bit_length() - 2
        bottom = top + 1 - self.ring.layers
        if inverse:
            return [self.bubble(self._early(k)) for k in range(bottom, top + 1)]
        return [self.bubble(self._early(k - 1) if k else 0) for k in range(top, bottom - 1, -1)]

    def steps(self, operation: str) -> list[tuple[str, int]]:
        """Every pass of an operation with its cycles, including the bubble before the next one."""
        passes: list[tuple[str, int]] = []
        for name in STEPS[operation]:
            if name == "pwm":
                passes.append((name, self.product_slots + self.bubble(0)))
                if self.scaled:
                    passes.append(("scale", 2 * self.slots + self.bubble(0)))
            else:
                bubbles = self.transform_bubbles(inverse=name == "intt")
                passes += [(f"{name} {layer}", self.slots + idle) for layer, idle in enumerate(bubbles)]
        name, _ = passes[-1]
        lengths = {"pwm": self.product_slots, "scale": 2 * self.slots}
        passes[-1] = (name, lengths.get(name, self.slots))
        return passes

    def latency(self, operation: str) -> int:
        """Cycles from the first input beat to the last output beat, inclusive; a and b start together."""
        wait = self.write_delay if self.double_buffer else self.bubble(self.slots // 2) + self.stored_late
        return self.load(operation) + self.issue(operation) + wait + self.slots + STREAM_REGISTERS

    def interval(self, operation: str) -> int:
        """Cycles between the first input beats of consecutive operations of one kind, at full rate.

        Double-buffered, the slowest of three decides: the passes; the load of an operand, which follows the
        pass that reads the last one; and the output memory, in use from the last pass to the last beat.
        """
        if not self.double_buffer:
            return self.latency(operation) - QUEUE_REGISTERS
        passes = self.steps(operation)
        readers = [index for index, (name, _) in enumerate(passes) if name in _READERS[operation]]
        read = sum(length for _, length in passes[: readers[-1] + 1])
        load = self.load(operation) if len(readers) == 1 else self.slots
        output = passes[-1][1] + self.write_delay + self.slots + OUTPUT_REGISTERS
        return max(self.issue(operation), read + load + RELOAD_REGISTERS, output)


def place(schedule: Schedule, index: int, region: int = 0) -> tuple[int, int, int]:
    """Bank, word and lane of a coefficient in memory; region 1 is the second operand.

    Groups that differ in one bit lie in different banks; so do equal groups of both operands.
    """
    group, lane = divmod(index, schedule.butterflies)
    return (group.bit_count() + region) % 2, group // 2, lane


Word = tuple[int, int]
"""Region and group of one word: the coefficients from group * butterflies on."""


@dataclass(frozen=True)
class Slot:
    """One slot of a pass."""

    cycle: int  # of the reads, from the start of the pass
    reads: tuple[Word, Word]  # the two words that are read, in different banks
    writes: tuple[Word, ...]  # the words that are written write_delay cycles later


def slots(schedule: Schedule, name: str) -> Iterator[Slot]:
    """The slots of a pass in order, by its name in `Schedule.steps`: the address map of the engine."""
    if name == "pwm":
        if schedule.direct and schedule.published and not schedule.ring.complete:
            yield from _published_slots(schedule)
        elif schedule.direct and not schedule.ring.complete:
            yield from _direct_slots(schedule)
        else:
            yield from _product_slots(schedule)
        return
    if name == "scale":
        for group in range(2 * schedule.slots):
            yield Slot(group, ((0, group), (0, group ^ 1)), ((0, group),))
        return
    region = int(name.startswith("ntt b"))
    layer = int(name.split()[-1])
    top = schedule.ring.n.bit_length() - 2
    pair = top + 1 - schedule.ring.layers + layer if name.startswith("intt") else top - layer
    bit = max(0, pair - schedule.butterflies.bit_length() + 1)
    for cycle in range(schedule.slots):
        lower = (cycle >> bit << (bit + 1)) | (cycle & ((1 << bit) - 1))
        words = ((region, lower), (region, lower | 1 << bit))
        yield Slot(cycle, words, words)


def _product_slots(schedule: Schedule) -> Iterator[Slot]:
    """One group per slot; incomplete: products m_0 and m_1, and feed_lag later their use."""
    groups = 2 * schedule.slots
    single = schedule.butterflies == 1
    period = 4 if single else 2
    lag = schedule.feed_lag
    for cycle in range(schedule.product_slots):
        if schedule.ring.complete:
            yield Slot(cycle, ((0, cycle), (1, cycle)), ((0, cycle),))
            continue
        phase = cycle % period
        late = phase >= period // 2
        first = (cycle - lag * late) // period * (period // 2)
        if not 0 <= first < groups:
            continue
        group = first + phase % 2 if single else first
        if single and late:
            region = int(phase == 2)
            yield Slot(cycle, ((region, first), (region, first + 1)), ((0, group),))
        else:
            yield Slot(cycle, ((0, group), (1, group)), ((0, group),) if late else ())


def _direct_slots(schedule: Schedule) -> Iterator[Slot]:
    """Four products a pair without dependences: c_0, c_1.

    One butterfly: a_0 b_0, a_1 b_0, a_1 b_1, a_0 b_1. One operand changes at a time; the other word of a slot
    is read but unused.
    """
    for cycle in range(schedule.product_slots):
        if schedule.butterflies > 1:
            group = cycle // 2
            yield Slot(cycle, ((0, group), (1, group)), ((0, group),) if cycle % 2 else ())
            continue
        pair, phase = divmod(cycle, 4)
        group = 2 * pair + (phase in (1, 2))
        yield Slot(cycle, ((0, group), (1, group)), ((0, 2 * pair + phase - 2),) if phase >= 2 else ())


def _published_slots(schedule: Schedule) -> Iterator[Slot]:
    """Five products a pair; with one butterfly a_1 b_1, a_0 b_0, a_1 b_0, c_0, a_0 b_1.

    Several butterflies process two groups at a time: m_0 and m_1 of both, c_1 of both, c_0 of both.
    """
    for cycle in range(schedule.product_slots):
        pair, phase = divmod(cycle, 5)
        several = schedule.butterflies > 1
        group = 2 * pair + (phase + (not several)) % 2
        if several:
            writes: tuple[Word, ...] = ((0, 2 * pair), (0, 2 * pair + 1)) if phase == 4 else ()
        else:
            writes = ((0, group),) if phase >= 3 else ()
        yield Slot(cycle, ((0, group), (1, group)), writes)


def twiddle_table(ring: Ring, method: Method = Method.FOLD) -> list[int]:
    """Contents of `twd_inplace_twiddle_rom`: 2^(layers + 1) values in [0, q), zetas, then -zeta/2 inverse.

    Each is divided by the scale of the method. Address (2 block + 1) << k for a layer with k layers below it;
    address 0 holds 1/scale^2, and address 0 of the second part -1/scale.
    """
    half = 1 << ring.layers
    inverse = pow(scale(method, ring.q), -1, ring.q)
    table = [0] * (2 * half)
    table[0] = inverse * inverse % ring.q
    table[half] = ring.q - inverse
    for layer in range(ring.layers):
        for block in range(1 << layer):
            address = (2 * block + 1) << (ring.layers - 1 - layer)
            zeta = zetas(ring)[(1 << layer) + block]
            table[address] = zeta * inverse % ring.q
            table[half + address] = table[address] * ((ring.q - 1) // 2) % ring.q
    return table
