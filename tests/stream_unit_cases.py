# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The units of the shell of the streaming cores, cycle by cycle against models in Python."""

from collections import deque
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from arith_cases import unit
from numpy.typing import NDArray
from unit_cases import same

from twiddle.tools.sim.unit import UnitSimulator

Array = NDArray[np.int64]
Rows = list[dict[str, int]]


def compare(simulator: UnitSimulator, inputs: Rows, outputs: Rows, given: Mapping[str, str]) -> int:
    """Every output in every cycle, or, as `given` says, where another is 1; returns the beats compared."""
    columns = {name: np.array([row[name] for row in inputs]) for name in inputs[0]}
    got = simulator.run(columns, latency=0, random_state=True)
    count = 0
    for name in got:
        wanted = np.array([row[name] for row in outputs])
        where = np.array([row[given[name]] for row in outputs]) == 1 if name in given else slice(None)
        same(got[name][where], wanted[where])
        count = max(count, len(wanted[where]) if name in given else 0)
    return count


class BufferModel:
    """twd_stream_buffer: what has been accepted, and the polynomial that is read.

    follows   no polynomial begins where ring_i was 3 in the cycle before
    """

    def __init__(self, follows: bool) -> None:
        self.follows = follows
        self.ready = self.in_bank = self.out_bank = 0
        self.accepting: list[tuple[int, int]] = []  # canonical, and whether it was not
        self.waiting: deque[list[tuple[int, int]]] = deque()
        self.reading: deque[tuple[int, int] | None] = deque([None] * 3, 3)  # in each of the last three cycles
        self.left: deque[tuple[int, int]] = deque()
        self.errs: deque[int | None] = deque([None] * 3, 3)  # of the polynomial that started so many cycles before

    def step(self, row: Mapping[str, int], ends: bool, q: int) -> dict[str, int]:
        """Outputs in a cycle, and then its edge.

        ends   a beat that is accepted is the last of its polynomial, whose coefficients are modulo q
        """
        accept = row["in_valid_i"] and self.ready
        read, err = self.reading[0], self.errs[0]
        outputs = {
            "in_ready_o": self.ready,
            "in_sop_o": int(accept and not self.accepting),
            "in_bank_o": self.in_bank,
            "whole_o": int(len(self.waiting) > 0),
            "out_bank_o": self.out_bank,
            "out_data_o": read[0] if read else 0,
            "err_o": err or 0,
            "reads": int(read is not None),
            "tells": int(err is not None),
        }
        started = None
        if row["start_i"]:
            self.left = deque(self.waiting.popleft())
            started = int(any(bad for _, bad in self.left))
            self.out_bank ^= 1
        self.errs.append(started)
        self.reading.append(self.left.popleft() if self.left else None)
        if accept:
            word = row["in_data_i"]
            self.accepting.append((word % (1 << q.bit_length()) % q, int(word >= q)))
            if ends:
                self.waiting.append(self.accepting)
                self.accepting = []
                self.in_bank ^= 1
        known = row["ring_i"] != 3 or self.accepting or not self.follows
        self.ready = int(bool(row["open_i"] and len(self.waiting) < 2 and known))
        return outputs


def buffer_parameters(beats: int = 4, q: int = 13, select: bool = False, follows: bool = False) -> dict[str, int | str]:
    return {"Q": q, "Lanes": 1, "Beats": beats, "Select": int(select), "Follows": int(follows)}


def check_buffer(root: Path | None, beats: int = 4, q: int = 13, select: bool = False, follows: bool = False) -> None:
    """Random offers, and polynomials that start at once, or much later."""
    buffer = unit("twd_stream_buffer", root, **buffer_parameters(beats, q, select, follows))
    moduli = (3329, 12289, 12289) if select else (q,)
    lengths = (64, 128, 256) if select else (beats,)
    compared = stopped = flagged = 0
    for seed, (source, sink) in enumerate([(1.0, 1.0), (0.5, 0.5), (1.0, 0.1), (0.3, 1.0), (0.95, 0.05)]):
        rng = np.random.default_rng(seed)
        model = BufferModel(follows)
        inputs, outputs = [], []
        rings: deque[int] = deque()  # of the polynomials that have begun and not started
        ring = place = left = whole = 0
        for cycle in range(4000):
            if place == 0:
                ring = int(rng.integers(len(lengths)))
            start = left == 0 and whole > 0 and rng.random() < sink
            if start:
                left = lengths[rings.popleft()]
            # Few coefficients take any value of their bits, so that most polynomials are in range.
            wide = rng.random() < (0.004 if beats > 16 else 0.02)
            row = {
                "open_i": int(cycle > 0 and rng.random() < 0.995),
                "in_valid_i": int(cycle > 0 and rng.random() < source),
                "in_data_i": int(rng.integers(1 << q.bit_length()) if wide else rng.integers(moduli[ring])),
                "ring_i": int(rng.integers(4)) if follows or (select and place) else ring,
                "start_i": int(start),
                "reading_i": int(left > 0),
                "last_i": int(left == 1),
            }
            left -= left > 0
            whole = len(model.waiting) - start
            ends = place == lengths[ring] - 1
            accepted = row["in_valid_i"] and model.ready
            inputs.append(row)
            outputs.append(model.step(row, ends, moduli[ring]))
            if accepted:
                if place == 0:
                    rings.append(ring)
                place = 0 if ends else place + 1
            stopped += not outputs[-1]["in_ready_o"]
            flagged += outputs[-1]["err_o"]
        compared += compare(buffer, inputs, outputs, {"out_data_o": "reads", "err_o": "tells"})
    assert stopped > 100
    assert flagged > 2
    assert compared > 1500


class EgressModel:
    """twd_stream_egress: results of the pipe, the memory with a place for each, and the queue after it."""

    def __init__(self, beats: int, words: int) -> None:
        self.beats = beats
        self.credits = words // beats
        self.room = self.give = self.beat = 0
        self.queue_room = 1
        self.begin = self.valid = False
        self.errs: deque[int] = deque()
        self.write: tuple[int, int, int] | None = None
        self.memory: deque[tuple[int, int, int]] = deque()
        self.read: deque[tuple[int, int, int] | None] = deque([None, None, None], 3)
        self.queue: deque[tuple[int, int, int]] = deque()
        self.counted = 0  # words of the queue in the cycle before

    def step(self, row: Mapping[str, int]) -> dict[str, int]:
        """Outputs in a cycle, and then its edge."""
        data, c_last, err = self.queue[0] if self.queue else (0, 0, 0)
        outputs = {
            "room_o": self.room,
            "c_valid_o": int(len(self.queue) > 0),
            "c_data_o": data,
            "c_last_o": c_last,
            "c_err_o": err,
            "ends": c_last,
        }
        reads = self.memory.popleft() if self.memory and self.queue_room else None
        self.queue_room = int(self.counted < 11)
        self.counted = len(self.queue)
        if self.queue and row["c_ready_i"]:
            self.queue.popleft()
        if (arrived := self.read[0]) is not None:
            self.queue.append(arrived)
        self.read.append(reads)
        if self.write is not None:
            self.memory.append(self.write)
        last = self.beat == self.beats - 1
        self.write = (row["y_i"], int(last), self.errs[0]) if self.valid else None
        if self.valid and last:
            self.errs.popleft()
        self.room, self.credits = int(self.credits > 0), self.credits + self.give - row["take_i"]
        self.give = int(reads is not None and reads[1])
        if row["entered_i"]:
            self.errs.append(row["err_i"])
        ends = self.valid and last
        self.beat = 0 if self.begin or ends else self.beat + self.valid
        self.valid = self.begin or (self.valid and not ends)
        self.begin = bool(row["sop_i"] and row["open_i"])
        return outputs


def check_egress(root: Path, beats: int = 4, latency: int = 11) -> None:
    """A pipe of `latency` cycles, into which polynomials go when there is a place for their result."""
    words = -(-(latency + beats + 9) // beats) * beats
    egress = UnitSimulator("twd_test_egress", {"Width": 12, "Beats": beats, "Words": words}, rtl_root=root)
    taken = full = 0
    for seed, (source, sink) in enumerate([(1.0, 1.0), (0.7, 0.5), (1.0, 0.3), (0.3, 0.9), (0.9, 0.05)]):
        rng = np.random.default_rng(seed)
        model = EgressModel(beats, words)
        # The contents of the pipe after a reset are arbitrary.
        pipe = deque((0, *rng.integers(0, 2, latency + 1).tolist()), latency + 2)
        entered: deque[int] = deque([0, 0, 0], 3)
        busy, take = latency + beats + 2, 0
        rows: Rows = []
        outputs: Rows = []
        for cycle in range(4000):
            row = {
                "open_i": int(cycle > latency + beats),
                "take_i": take,
                "sop_i": pipe[0],
                "y_i": int(rng.integers(1 << 12)),
                "entered_i": entered[0],
                "err_i": int(rng.integers(2)),
                "c_ready_i": int(rng.random() < sink),
            }
            pipe.append(take)
            entered.append(take)
            if cycle == 0:
                model.step(row)  # the first row is there twice
            busy -= busy > 0
            take = int(busy == 0 and model.room and rng.random() < source)
            full += busy == 0 and not model.room
            if take:
                busy = beats
            outputs.append(model.step(row))
            rows.append(row)
        taken += sum(row["c_valid_o"] & step["c_ready_i"] for row, step in zip(outputs, rows, strict=True))
        compare(egress, rows, outputs, {"c_data_o": "c_valid_o", "c_last_o": "c_valid_o", "c_err_o": "ends"})
    assert full > 100
    assert taken > 2000
