# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The engine of the polynomial unit cycle by cycle: a command, and a streamed one (twd_unit_schedule)."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import compress
from typing import TYPE_CHECKING

from twiddle.model.command import Command, Operation

if TYPE_CHECKING:
    from twiddle.model.timing import Timing

ENTRIES = 8
"""Commands in the scoreboard."""

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
                self.free[1] = self.now + 1
                self.streamed, ended[1] = None, True
        return ended


def cycles(timing: Timing, commands: Sequence[Command]) -> int:
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
        for i in waiting if now >= started + 2 else []:
            ready = not commands[i].stream or i in streamed
            if ready and before[i].isdisjoint(unfinished) and engine.starts(commands[i]):
                running[commands[i].stream], started = i, now
                waiting.remove(i)
                break
        entries = following - (len(commands) - len(unfinished))
        if following < len(commands) and enters <= now and entries < ENTRIES:
            waiting.append(following)
            following, enters = following + 1, now + ENTRIES + 5
        engine.now += 1
    return last


def _conflict(first: Command, second: Command) -> bool:
    """One of two commands writes a slot of the other; commands of two rings always conflict."""
    if first.pair != second.pair:
        return True
    writes = set(first.writes), set(second.writes)
    return bool(writes[0] & (writes[1] | set(second.reads)) or writes[1] & set(first.reads))
