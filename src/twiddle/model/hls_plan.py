# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Start times of the steps of an operation: the loops of the description on the tool's pipeline."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from twiddle.base.rings import Ring
from twiddle.model.hls_quad import description

OPERATIONS = ("ntt", "intt", "pwm", "mul", "mult")

SEGMENTS = ("load_a", "load_b", "ntt_a", "ntt_b", "product", "intt", "unload")
"""Segments of the shell: all steps of one kind in one region."""


@dataclass(frozen=True)
class Schedule:
    """The schedule by the tool.

    latency     cycles from the inputs of an iteration to its write
    finish      further cycles to a beat of the result
    bank, beat  stage that addresses the banks, and the beats of an operand
    """

    latency: int
    finish: int
    bank: int
    beat: int


class _Recorder:
    """Ports that record which words of the banks an iteration reads."""

    def __init__(self) -> None:
        self.reads: list[tuple[int, int]] = []

    def beat(self, word: int) -> int:
        return 0

    def bank(self, bank: int, address: int) -> int:
        self.reads.append((bank, address))
        return 0

    def factor(self, column: int, address: int) -> int:
        return 0


@dataclass(frozen=True)
class Plan:
    """The steps of every operation of a ring, in cycles from the first beat of a."""

    ring: Ring
    schedule: Schedule

    @cached_property
    def _quad(self) -> Any:
        return description().Quad(self.ring)

    @staticmethod
    def segment(step: Any) -> str:
        """The segment of a step."""
        kind, region = step.kind.removesuffix("_one"), step.region
        return {
            "load": ("load_a", "load_b")[region],
            "forward": ("ntt_a", "ntt_b")[region],
            "inverse": "intt",
            "product": "product",
            "unload": "unload",
        }[str(kind)]

    @cached_property
    def _accesses(self) -> dict[Any, list[tuple[list[tuple[int, int]], list[tuple[int, int]]]]]:
        """The words that the iterations of each step read and write, as (bank, address)."""
        kinds = description().KINDS
        found = {}
        for step in dict.fromkeys(step for name in OPERATIONS for step in self._quad.program(name)):
            rows = []
            for t in range(self._quad.iterations(step.kind)):
                word, half = divmod(t, 2) if step.kind == "product" else (t, 0)
                ports = _Recorder()
                done = self._quad.iteration(ports, kinds.index(step.kind), step.place, step.region, word, half)
                writes = [(bank, done.addresses[bank]) for bank in range(4) if done.enables[bank]]
                rows.append((ports.reads if step.kind != "load" else [], writes))
            found[step] = rows
        return found

    @cached_property
    def gaps(self) -> Mapping[tuple[str, int], int]:
        """Cycles that the shell waits before a step, by segment and place: the maximum over all operations.

        A word may be read from the cycle after its write.
        """
        gaps: dict[tuple[str, int], int] = {}
        changed = True
        while changed:
            changed = False
            for operation in OPERATIONS:
                cursor, ready = 0, dict[tuple[int, int], int]()
                for step in self._quad.program(operation):
                    rows, key = self._accesses[step], (self.segment(step), step.place)
                    start = cursor + gaps.get(key, 0)
                    need = max(
                        (
                            ready.get(word, 0) - t - self.schedule.bank
                            for t, (reads, _) in enumerate(rows)
                            for word in reads
                        ),
                        default=0,
                    )
                    if need > start:
                        gaps[key] = need - cursor
                        start, changed = need, True
                    for t, (_, writes) in enumerate(rows):
                        ready.update(dict.fromkeys(writes, start + t + self.schedule.latency + 1))
                    cursor = start + len(rows)
        return gaps

    def starts(self, operation: str) -> list[tuple[Any, int]]:
        """The steps of an operation with the cycle in which their first iteration enters the pipeline."""
        cursor, starts = 0, []
        for step in self._quad.program(operation):
            cursor += self.gaps.get((self.segment(step), step.place), 0)
            starts.append((step, cursor))
            cursor += self._quad.iterations(step.kind)
        return starts

    def fill(self, operation: str) -> int:
        """Cycles from the first beat of a to the first beat of c."""
        return self.starts(operation)[-1][1] + self.schedule.latency + self.schedule.finish + 2

    def latency(self, operation: str) -> int:
        """Cycles to the last beat of c, inclusive."""
        return self.fill(operation) + self.ring.n // 4

    def interval(self, operation: str) -> int:
        """Cycles from one operation to the next: when the pipeline is empty and its last beat is counted."""
        return self.latency(operation) + 2

    def busy(self, operation: str) -> int:
        """Cycles from the first read of a transform or product to the last write, inclusive."""
        working = [(step, at) for step, at in self.starts(operation) if step.kind not in ("load", "unload")]
        last, at = working[-1]
        end = at + self._quad.iterations(last.kind) - 1 + self.schedule.latency
        return int(end - working[0][1] - self.schedule.bank + 1)
