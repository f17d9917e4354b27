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

from twiddle.sim import UnitSimulator

Array = NDArray[np.int64]
Rows = list[dict[str, int]]

MARGIN = 4
"""Beats that twd_stream_buffer keeps free for the registers before in_ready_o."""


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
    """twd_stream_buffer: what has been accepted and not let go, and where the reading is."""

    def __init__(self, beats: int) -> None:
        self.depth = max(16, beats)
        self.words: list[tuple[int, int]] = []  # accepted, canonical, and whether they were not
        self.ends: list[bool] = []  # the last of its polynomial
        self.written = self.read = self.begun = 0
        self.whole = self.in_polynomial = self.ready = self.full_unread = self.full_kept = 0

    @property
    def have(self) -> bool:
        return self.read < self.written

    @property
    def last(self) -> bool:
        """The beat offered ends its polynomial; meaningful with `have`."""
        return self.ends[self.read]

    def step(self, row: Mapping[str, int], ends: bool, q: int) -> dict[str, int]:
        """Outputs in a cycle, and then its edge.

        ends   a beat that is accepted is the last of its polynomial, whose coefficients are modulo q
        """
        take, rewind = row["take_i"], row["rewind_i"]
        accept = row["in_valid_i"] and self.ready
        first = accept and (not self.ends or self.ends[-1])
        accepted = len(self.words)
        whole_next = self.whole > 0 or (accept and ends)
        begun = self.read if take and not self.in_polynomial else self.begun
        keep = self.in_polynomial and (rewind or not (whole_next and row["free_i"]))
        data, bad = self.words[self.read] if self.have else (0, 0)
        read = begun if rewind else self.read + take
        outputs = {
            "in_ready_o": self.ready,
            "in_sop_o": int(first),
            "whole_o": int(self.whole > 0),
            "whole_next_o": int(whole_next),
            "next_o": int(read < accepted),
            "out_have_o": int(self.have),
            "out_data_o": data,
            "out_bad_o": bad,
        }
        full = self.full_kept if keep else self.full_unread
        self.ready = int(row["open_i"] and not (whole_next and full))
        self.full_kept = int(accepted - begun >= self.depth - MARGIN)
        self.full_unread = int(rewind or accepted - self.read >= self.depth - MARGIN)
        self.whole += int(accept and ends) - int(take and row["last_i"])
        self.in_polynomial = 0 if rewind else int(not row["last_i"]) if take else self.in_polynomial
        self.written, self.read, self.begun = accepted, read, begun
        if accept:
            word = row["in_data_i"]
            self.words.append((word % (1 << q.bit_length()) % q, int(word >= q)))
            self.ends.append(bool(ends))
        return outputs


def buffer_parameters(beats: int = 4, q: int = 13, select: bool = False) -> dict[str, int | str]:
    return {"Q": q, "Lanes": 1, "Beats": beats, "Select": int(select)}


def check_buffer(root: Path | None, beats: int = 4, q: int = 13, select: bool = False) -> None:
    """Random offers and takes, polynomials withdrawn again and again, an operand whole sooner or later."""
    buffer = unit("twd_stream_buffer", root, **buffer_parameters(beats, q, select))
    moduli = (3329, 12289, 12289) if select else (q,)
    lengths = (64, 128, 256) if select else (beats,)
    rewinds = compared = stopped = 0
    for seed, (source, sink) in enumerate([(1.0, 1.0), (0.5, 0.5), (1.0, 0.3), (0.3, 1.0), (0.95, 0.9)]):
        rng = np.random.default_rng(seed)
        model = BufferModel(beats)
        inputs, outputs = [], []
        ring = place = since = 0
        other = freed = False  # the other operand is whole; the polynomial that is read cannot be replayed
        for cycle in range(4000):
            ring = int(rng.integers(len(lengths))) if place == 0 else ring
            ends, since = place == lengths[ring] - 1, since + 1
            take = cycle > 0 and model.have and since > 2 and rng.random() < sink
            rewind = bool(model.in_polynomial) and not freed and not take and rng.random() < 0.03
            other = other or (not rewind and rng.random() < 0.1)
            row = {
                "open_i": int(cycle > 0 and rng.random() < 0.995),
                "in_valid_i": int(cycle > 0 and rng.random() < source),
                "in_data_i": int(rng.integers(1 << q.bit_length())),
                "ring_i": ring if place == 0 or not select else int(rng.integers(4)),
                "take_i": int(take),
                "last_i": int(take and model.last),
                "rewind_i": int(rewind),
                "free_i": int(other),
            }
            accepted = row["in_valid_i"] and model.ready
            inputs.append(row)
            outputs.append(model.step(row, ends, moduli[ring]))
            freed = freed or bool(other and outputs[-1]["whole_next_o"])
            if row["last_i"]:
                other = freed = False
            if accepted:
                place = 0 if ends else place + 1
            if rewind:
                since = 0
                rewinds += 1
            stopped += not outputs[-1]["in_ready_o"]
        compared += compare(buffer, inputs, outputs, {"out_data_o": "out_have_o", "out_bad_o": "out_have_o"})
    assert rewinds > 20
    assert stopped > 100
    assert compared > 1500


class EgressModel:
    """twd_stream_egress: completion records, results of the pipe, and the queue after it."""

    def __init__(self, beats: int, depth: int = 16, reserve: int = 4) -> None:
        self.beats, self.depth, self.reserve = beats, depth, reserve
        self.err: deque[int] = deque()
        self.waiting = self.valid = self.beat = self.space = 0
        self.stored: deque[tuple[int, int, int]] = deque()
        self.offered: tuple[int, int, int] | None = None

    def step(self, row: Mapping[str, int]) -> dict[str, int]:
        """Outputs in a cycle, and then its edge."""
        last = self.beat == self.beats - 1
        ended = row["move_i"] and self.valid and last
        begin = row["move_i"] and row["sop_i"] and not (row["drain_i"] and self.waiting == 0)
        data, c_last, err = self.offered or (0, 0, 0)
        outputs = {
            "space_o": self.space,
            "ended_o": int(ended),
            "c_valid_o": int(self.offered is not None),
            "c_data_o": data,
            "c_last_o": c_last,
            "c_err_o": err,
            "ends": int(self.offered is not None and c_last),
        }
        self.space = int(len(self.stored) <= self.depth - self.reserve)
        write = None
        if row["move_i"] and self.valid:
            write = (row["y_i"], int(last), self.err[0] if last else 0)
        if self.stored and (self.offered is None or row["c_ready_i"]):
            self.offered = self.stored.popleft()
        elif row["c_ready_i"]:
            self.offered = None
        if write is not None:
            self.stored.append(write)
        if ended:
            self.err.popleft()
        if row["entered_i"]:
            self.err.append(row["err_i"])
        if row["move_i"]:
            beat = 0 if begin or last else self.beat + self.valid
            self.valid, self.beat = int(begin or (self.valid and not last)), beat
        self.waiting += row["entered_i"] - int(begin)
        return outputs


def check_egress(root: Path, beats: int = 4, latency: int = 11) -> None:
    """A pipe of `latency` cycles, into which polynomials go whole, or are replayed."""
    inside = latency // beats + 2
    parameters = {"Width": 12, "Beats": beats, "Completions": 1 << (inside - 1).bit_length()}
    egress = UnitSimulator("twd_test_egress", parameters, rtl_root=root)
    replays = taken = 0
    for seed, (source, sink) in enumerate([(1.0, 1.0), (0.7, 0.5), (1.0, 0.3), (0.3, 0.9), (0.9, 0.05)]):
        rng = np.random.default_rng(seed)
        model = EgressModel(beats)
        # The contents of the pipe after a reset are arbitrary.
        pipe = deque((0, *rng.integers(0, 2, latency - 1).tolist()), latency)
        emptied = latency + beats + 2
        drain, drain_count, place, inside, space = 1, emptied, 0, 0, 0
        rows: Rows = []
        outputs: Rows = []
        for cycle in range(4000):
            replay = bool(place and inside) and rng.random() < 0.02
            row = {
                "move_i": int(cycle > 0 and space and not replay),
                "drain_i": drain,
                "sop_i": pipe[0],
                "y_i": int(rng.integers(1 << 12)),
                "started_i": 0,
                "ring_i": int(rng.integers(4)),
                "entered_i": 0,
                "err_i": int(rng.integers(2)),
                "c_ready_i": int(rng.random() < sink),
            }
            if row["move_i"] and not drain and (place or rng.random() < source):
                row["started_i"] = int(place == 0)
                place = (place + 1) % beats
                row["entered_i"] = int(place == 0)
            if cycle == 0:
                model.step(row)  # the first row is there twice
            space = model.space
            outputs.append(model.step(row))
            rows.append(row)
            inside += row["entered_i"] - outputs[-1]["ended_o"]
            if row["move_i"]:
                pipe.append(row["started_i"])
                drain_count = emptied if place or row["entered_i"] else drain_count - 1
            if replay:
                place, drain, drain_count = 0, 1, emptied
                replays += 1
            elif drain_count <= 0:
                drain = 0
        taken += sum(row["c_valid_o"] & step["c_ready_i"] for row, step in zip(outputs, rows, strict=True))
        compare(egress, rows, outputs, {"c_data_o": "c_valid_o", "c_last_o": "c_valid_o", "c_err_o": "ends"})
    assert replays > 10
    assert taken > 2000
