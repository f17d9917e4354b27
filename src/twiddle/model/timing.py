# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The durations of the polynomial unit's commands (twd_lane_pkg, twd_unit_pkg), and of programs, cycle by cycle."""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import compress

from twiddle.base.rings import Ring
from twiddle.model.arith import DSP_WIDTH
from twiddle.model.command import PRODUCTS, Command, Operation
from twiddle.model.fold import fold_plan
from twiddle.model.ldsp import tile_latency

TERMS = 8
"""Products that a lane adds before it reduces their sum."""

STARTED = frozenset({Operation.ADD, Operation.SUB})
"""Those that read another word after the last one that they take as a term."""

ENGINE = frozenset(Operation) - {Operation.ZERO, Operation.LOAD, Operation.STORE}


@dataclass(frozen=True)
class Timing:
    """The cycles of a unit without stalls.

    ring, pairs   its rings, one of which may be None
    lanes         1, 2, 4 or 8
    dsp           products in DSP blocks
    """

    ring: Ring | None
    pairs: Ring | None
    lanes: int
    dsp: bool = True

    @property
    def write_delay(self) -> int:
        """Cycles from a slot of the schedule to the write of its result: memory 2, networks 2, lane."""
        return max(self._wide, self._pair) + 9

    @property
    def wait(self) -> int:
        """The extra cycles of a sum of base products."""
        if self.pairs is None:
            return 0
        base = self._pair + self._tile + 2 + _folds(TERMS + 1, self.pairs.q)
        return max(0, base + 9 - self.write_delay)

    @property
    def _whole(self) -> bool:
        return self.pairs is None and self.ring is not None and self.ring.bits <= DSP_WIDTH

    @property
    def _tile(self) -> int:
        if self.dsp:
            return 2
        if self.pairs is not None:
            return tile_latency(self.pairs.bits)
        assert self.ring is not None
        return tile_latency(self.ring.bits if self._whole else (self.ring.bits + 1) // 2)

    @property
    def _wide(self) -> int:
        if self.ring is None:
            return 0
        return self._tile + (1 if self._whole else 4) + _folds(TERMS, self.ring.q)

    @property
    def _pair(self) -> int:
        return 0 if self.pairs is None else self._tile + 2 + _folds(2 * TERMS, self.pairs.q)

    def words(self, pair: bool) -> int:
        """Words of a polynomial."""
        of = self.pairs if pair else self.ring
        assert of is not None
        return of.n // (self.lanes * (1 + pair))

    def zeroize(self, slots: int) -> int:
        """Cycles of `zeroize_busy_o`: a word of both banks a cycle, then what the pipes hold."""
        return slots * self.words(self.ring is None) // 2 + self.write_delay + self.wait + 10

    def clean(self, rows: int, pair: bool) -> int:
        """The same of 64 slots of one kind, of each eight the first `rows`."""
        return 8 * rows * self.words(pair) // 2 + self.write_delay + self.wait + 10

    def slots(self, command: Command) -> int:
        """Cycles of the schedule of an engine command; a stream of operands starts two cycles late."""
        half = self.words(command.pair) // 2
        if command.operation in (Operation.NTT, Operation.INTT):
            return sum(max(count, shortest) for count, shortest in self.layers(command))
        return 2 * half * self.terms(command) + 2 * command.stream

    def layers(self, command: Command) -> list[tuple[int, int]]:
        """The slots of each layer of a transform, and the cycles after which the next one may begin."""
        count = command.count * self.words(command.pair) // 2
        shortest = [self.write_delay + 1 + early for early in self._early(command)]
        if command.operation is Operation.NTT:
            shortest.reverse()
        return [*((count, each) for each in shortest), (count, count)]

    def latency(self, command: Command) -> int:
        """Cycles from its start to that of a command that needs its result."""
        last = not command.stream and command.operation not in {Operation.NTT, Operation.INTT, *STARTED}
        return self.slots(command) + self.write_delay + self.wait + 4 + last

    def program(self, commands: Iterable[Command]) -> int:
        """Cycles from the first start to the last result of the engine, with loads and operands in time."""
        return _cycles(self, [command for command in commands if command.operation in ENGINE])

    def terms(self, command: Command) -> int:
        """Terms of a sum of an engine command that does not transform, and of all its polynomials."""
        if command.operation in PRODUCTS:
            return command.count + (command.operation is Operation.MAC and not command.stream)
        return command.count

    def _early(self, command: Command) -> list[int]:
        """How many slots too early the next layer may need a word, by the lower index bit of both."""
        lane_bits = self.lanes.bit_length() - 1
        bits = (self.words(command.pair) * self.lanes).bit_length() - 1
        return [1 << bit - lane_bits if bit >= lane_bits else 0 for bit in range(bits - 1)]


def _folds(products: int, q: int) -> int:
    """Folds that reduce a sum of this many products."""
    return len(fold_plan(q, products * (q - 1) ** 2))


ENTRIES = 8
"""Commands in the scoreboard (twd_unit_schedule)."""

BATCH = 8
"""Words of the operand stream for which a busy engine waits (twd_operand_queue)."""

ROOM = 14
"""Words in that queue above which it takes none."""

USED = 5
"""Cycles from a streamed product to the use of its first operand."""


class _Command:
    """A command that is not streamed: the cycles in which it takes the engine."""

    def __init__(self, timing: Timing, command: Command) -> None:
        self.sums = command.operation not in (Operation.NTT, Operation.INTT)
        self.pair = command.pair
        self.left, self.drain = 0, 0  # slots of this layer, or of all sums; cycles to the next layer
        self.length = 2 * timing.terms(command) if self.sums else 1
        self.layers = [] if self.sums else timing.layers(command)
        if self.sums:
            self.left = timing.slots(command)
        self._next_layer()

    @property
    def between(self) -> bool:
        """A streamed sum may come now."""
        return self.left % self.length == 0

    @property
    def ended(self) -> bool:
        return not (self.left or self.drain or self.layers)

    def tick(self, step: bool) -> None:
        """A cycle, in which it may step."""
        if self.drain:
            self.drain -= 1
        elif step:
            self.left -= 1
            if not self.left and not self.sums:
                self.drain = self._after
        if not self.left and not self.drain:
            self._next_layer()

    def _next_layer(self) -> None:
        if not self.left and self.layers:
            self.left, shortest = self.layers.pop(0)
            self._after = max(0, shortest - self.left) if self.layers else 0


class _Streamed:
    """A streamed command and its operands, which come a word a cycle from the cycle after its start on."""

    def __init__(self, timing: Timing, command: Command) -> None:
        self.pair = command.pair
        self.coming = self.left = timing.words(command.pair)
        self.unclaimed = self.stored = 0
        self.dst = self.batch = self.tail = False
        self.used: deque[bool] = deque([False] * USED)

    @property
    def ended(self) -> bool:
        return not self.left

    def requests(self, alone: bool) -> bool:
        """Whether it requests the engine; `alone`: no other command runs."""
        batch = self.unclaimed >= BATCH or not self.coming or alone or self.batch
        return self.left > 0 and not self.dst and self.unclaimed >= 2 and batch

    def tick(self, requested: bool, granted: bool) -> None:
        """A cycle, in which its next sum comes if it is granted."""
        took = self.coming > 0 and self.stored <= ROOM
        self.used.append(granted or self.dst)
        self.stored += took - self.used.popleft()
        self.coming -= took
        self.unclaimed += 2 * (took and self.coming % 2 == 0) - 2 * granted
        self.left -= 2 * self.dst
        self.batch = granted or self.dst or (self.batch and requested)
        self.tail, self.dst = self.dst, granted


class _Engine:
    """Both commands that run, in cycle `now`."""

    def __init__(self, timing: Timing) -> None:
        self.timing = timing
        self.now = 0
        self.other: _Command | None = None
        self.streamed: _Streamed | None = None
        self.free = [0, 0]  # cycles from which on others may start: not streamed, streamed
        self._late = deque([False] * timing.wait, timing.wait)
        self._tail = self._summed = self._base = False

    def starts(self, command: Command) -> bool:
        """Starts a command where it may."""
        if self.now < self.free[command.stream] or (self.streamed if command.stream else self.other):
            return False
        if command.stream:
            self.streamed = _Streamed(self.timing, command)
        else:
            self.other = _Command(self.timing, command)
        return True

    def tick(self) -> list[bool]:
        """A cycle; the commands that end: not streamed, streamed."""
        other, streamed, late = self.other, self.streamed, True in self._late
        running = other is not None and not other.drain
        between = other is None or other.between
        requested = streamed is not None and streamed.requests(not running)
        dst = streamed is not None and streamed.dst
        free = between and not self._summed and (not late or streamed is None or streamed.pair)
        granted = requested and free
        step = running and not (dst or self._tail) and not (requested and between)
        if other is not None and self.timing.wait:
            step = step and not (between and not other.pair and late if other.sums else self._late[0])
        base = self._base and self._summed
        if other is not None and step and other.sums:
            base = self._base = other.pair
        self._late.append(base or (streamed is not None and streamed.pair and (granted or dst)))
        self._tail, self._summed = dst, step and other is not None and other.sums
        ended = [False, False]
        if other is not None:
            other.tick(step)
            if other.ended:
                self.free[0] = self.now + 1 + other.sums * (1 + self.timing.wait * other.pair)
                self.other, ended[0] = None, True
        if streamed is not None:
            streamed.tick(requested, granted)
            if streamed.ended:
                self.free[1] = self.now + 2
                self.streamed, ended[1] = None, True
        return ended


def _cycles(timing: Timing, commands: Sequence[Command]) -> int:
    """Cycles from the first start of these commands of the engine to the last result."""
    before = [{j for j in range(i) if _conflict(commands[j], commands[i])} for i in range(len(commands))]
    unfinished = set(range(len(commands)))
    draining: dict[int, int] = {}  # commands that have left the engine, with the cycle of their last result
    last = 0
    waiting = list(range(min(len(commands), ENTRIES - 1)))  # entered; the last load has an entry
    following, enters = len(waiting), 0
    running = [0, 0]
    started = -2
    engine = _Engine(timing)
    while unfinished:
        now = engine.now
        for number in compress(running, engine.tick()):
            command = commands[number]
            draining[number] = now + timing.latency(command) - timing.slots(command)
            last = max(last, draining[number])
        for number in [number for number, end in draining.items() if end <= now]:
            del draining[number]
            unfinished.remove(number)
        streamed = [i for i in waiting if commands[i].stream][:1]
        for i in waiting if now >= started + 3 else []:
            ready = not commands[i].stream or i in streamed
            if ready and before[i].isdisjoint(unfinished) and engine.starts(commands[i]):
                running[commands[i].stream], started = i, now
                waiting.remove(i)
                break
        entries = following - (len(commands) - len(unfinished))
        if following < len(commands) and enters <= now and entries < ENTRIES:
            waiting.append(following)
            following, enters = following + 1, now + ENTRIES + 6
        engine.now += 1
    return last


def _conflict(first: Command, second: Command) -> bool:
    """One of two commands writes a slot of the other; commands of two rings always conflict."""
    if first.pair != second.pair:
        return True
    writes = set(first.writes), set(second.writes)
    return bool(writes[0] & (writes[1] | set(second.reads)) or writes[1] & set(first.reads))
