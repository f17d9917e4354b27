# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The simulated `twd_lattice`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from twiddle.base.rings import ring
from twiddle.model.sets import Error, Operation, command, lengths
from twiddle.model.timing import Timing
from twiddle.tools.sim.streams import Drop, StreamSimulator

PORTS = ("command", "in", "out", "done")
"""The streams."""


@dataclass(frozen=True)
class Task:
    """An operation and its frames.

    operation, set   what is done
    frames           the frames that go in, in order
    mu               of ML-DSA: the last frame is mu
    """

    operation: Operation
    set: str
    frames: tuple[bytes, ...]
    mu: bool = False

    @property
    def word(self) -> int:
        """The command."""
        return command(self.operation, self.set, self.mu)

    @property
    def sizes(self) -> tuple[int | None, ...]:
        """Bytes of the frames that go in; None: any number."""
        of = lengths(self.set)
        message = 64 if self.mu else None
        return {
            Operation.KEM_KEYGEN: (64,),
            Operation.KEM_ENCAPS: (of.public, 32),
            Operation.KEM_DECAPS: (of.private, of.made),
            Operation.DSA_KEYGEN: (32,),
            Operation.DSA_SIGN: (of.private, 32, message),
            Operation.DSA_VERIFY: (of.public, of.made, message),
        }[self.operation]

    @property
    def results(self) -> tuple[int, ...]:
        """Bytes of the frames that come out."""
        of = lengths(self.set)
        return {
            Operation.KEM_KEYGEN: (of.public, of.private),
            Operation.KEM_ENCAPS: (32, of.made),
            Operation.KEM_DECAPS: (32,),
            Operation.DSA_KEYGEN: (of.public, of.private),
            Operation.DSA_SIGN: (of.made,),
            Operation.DSA_VERIFY: (),
        }[self.operation]


@dataclass(frozen=True)
class Answer:
    """What comes out.

    frames   in order
    error    the rules that were broken
    cycles   from the command to the result, both included
    begins   the cycle of the command
    taken    cycles from the command until the last word of its frames is taken
    """

    frames: tuple[bytes, ...]
    error: Error
    cycles: int
    begins: int
    taken: int = 0


@dataclass(frozen=True)
class Zeroized:
    """Tasks that are begun before those of a run, and the cycle in which they are zeroized."""

    tasks: Sequence[Task]
    at: int


SLOTS = 64
"""Of the polynomial unit."""


def zeroize_cycles(kem: bool = True, dsa: bool = True, lanes: int = 4, dsp: bool = True) -> int:
    """Cycles of `zeroize_busy_o` (twd_lattice_zeroize)."""
    timing = Timing(ring("ml-dsa") if dsa else None, ring("ml-kem") if kem else None, lanes, dsp)
    return max(2 + 1024 + 8, timing.zeroize(SLOTS) + 1)


class Lattice:
    """A compiled twd_lattice.

    kem, dsa   its schemes
    lanes      1, 2 or 4
    netlist    a stage of `twiddle.tools.sim.netlist`: Yosys' netlist instead of the sources

    Raises TwiddleError for illegal parameters or a missing tool.
    """

    def __init__(
        self, kem: bool = True, dsa: bool = True, lanes: int = 4, *, rtl_root: Path | None = None, netlist: str = ""
    ) -> None:
        parameters = {"Kem": int(kem), "Dsa": int(dsa), "Lanes": lanes}
        self._simulator = StreamSimulator("twd_lattice", parameters, rtl_root=rtl_root, netlist=netlist)

    def run(
        self,
        tasks: Sequence[Task],
        *,
        stall: float | Mapping[str, float] = 0.0,
        seed: int = 0,
        zeroized: Zeroized | None = None,
        waveform: Path | None = None,
    ) -> list[Answer]:
        """Runs tasks one after the other, after a reset.

        stall      probability of a pause before a transfer, on every port or by port
        zeroized   tasks before these

        Raises CheckFailed when an assertion fires, the hardware hangs or too much comes out.
        """
        send, last = _streams(tasks)
        before = None
        if zeroized is not None:
            before = Drop("zeroize_i", zeroized.at, *_streams(zeroized.tasks))
        counts = [[-(-size // 8) for size in task.results] for task in tasks]
        done = self._simulator.run(
            send,
            {"out": sum(map(sum, counts)), "done": len(tasks)},
            last=last,
            stall=stall,
            seed=seed,
            random_state=True,
            patience=2_000_000,
            drop=before,
            waveform=waveform,
        )
        out, results = done.streams["out"], done.streams["done"]
        first, taken = done.streams["command"].cycles, done.streams["in"].cycles
        answers, at, sent = [], 0, 0
        for i, (task, words) in enumerate(zip(tasks, counts, strict=True)):
            frames = []
            for size, count in zip(task.results, words, strict=True):
                frames.append(_unpacked(out.values[at : at + count].tolist(), size))
                assert out.last[at : at + count].tolist() == [False] * (count - 1) + [True]
                at += count
            sent += sum(len(packed(frame)) for frame in task.frames)
            begins = int(first[i])
            cycles = int(results.cycles[i]) - begins + 1
            read = int(taken[sent - 1]) - begins + 1 if task.frames else 0
            answers.append(Answer(tuple(frames), Error(int(results.values[i, 0])), cycles, begins, read))
        return answers


def _streams(tasks: Sequence[Task]) -> tuple[dict[str, list[int]], dict[str, list[bool]]]:
    """The words of commands and frames, and the marks of the last words."""
    sent: list[int] = []
    last: list[bool] = []
    for task in tasks:
        for frame in task.frames:
            words = packed(frame)
            sent += words
            last += [False] * (len(words) - 1) + [True]
    return {"command": [task.word for task in tasks], "in": sent}, {"in": last}


def packed(frame: bytes) -> list[int]:
    """The words of a frame: number of bytes, and 64 bits."""
    if not frame:
        return [0]
    parts = [frame[i : i + 8] for i in range(0, len(frame), 8)]
    return [len(part) << 64 | int.from_bytes(part, "little") for part in parts]


def _unpacked(words: Sequence[Sequence[int]], size: int) -> bytes:
    data = b"".join(low.to_bytes(8, "little")[:count] for low, count in words)
    assert len(data) == size, f"{len(data)} bytes, not {size}"
    return data
