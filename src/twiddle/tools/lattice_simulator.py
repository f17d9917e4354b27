# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The simulated `twd_lattice`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from twiddle.base.errors import CheckFailed
from twiddle.base.rings import ring
from twiddle.model.keccak import frame
from twiddle.model.sets import DRAWS, DSA, KEM, KEM_SETS, Error, Operation, command, lengths, parts
from twiddle.model.timing import Timing
from twiddle.tools.sim.build import Source
from twiddle.tools.sim.streams import Drop, Run, StreamSimulator, framed

PORTS = ("command", "in", "out", "done")


@dataclass(frozen=True)
class Task:
    """An operation of a parameter set and the frames that go in, in order.

    mu             the last one is mu
    deterministic  Sign without rnd
    seed           the first one is the seed of the key, of Decaps and Sign
    key            the first one comes from the port key
    random         that of random bytes comes from the port random
    ctx            bytes of the context: it, unless it has none, and a message come in place of M'; None: M' comes
    prehash        with ctx: the message is the identifier of a hash function and the hash
    """

    operation: Operation
    set: str
    frames: tuple[bytes, ...]
    mu: bool = False
    deterministic: bool = False
    seed: bool = False
    key: bool = False
    random: bool = False
    ctx: int | None = None
    prehash: bool = False

    @property
    def word(self) -> int:
        bits = self.mu, self.deterministic, self.seed, self.key, self.random
        return command(self.operation, self.set, *bits, self.ctx, self.prehash)

    @property
    def sizes(self) -> tuple[int | None, ...]:
        """Bytes of the frames that go in; None: any number."""
        return self._sizes[0]

    @property
    def results(self) -> tuple[int, ...]:
        """Bytes of the frames that come out."""
        return self._sizes[1]

    def port(self, frame: int) -> str:
        """The port of a frame."""
        drawn = self.random and DRAWS[self.operation] == frame
        return "random" if drawn else "key" if self.key and not frame else "in"

    @property
    def _sizes(self) -> tuple[tuple[int | None, ...], tuple[int, ...]]:
        of, signed = lengths(self.set), (*((self.ctx,) if self.ctx else ()), 64 if self.mu else None)
        match self.operation:
            case Operation.KEM_KEYGEN:
                return (64,), (of.public, of.private)
            case Operation.KEM_ENCAPS:
                return (of.public, 32), (32, of.made)
            case Operation.KEM_DECAPS:
                return (64 if self.seed else of.private, of.made), (32,)
            case Operation.DSA_KEYGEN:
                return (32,), (of.public, of.private)
            case Operation.DSA_SIGN:
                key = 32 if self.seed else of.private
                return (key, *(() if self.deterministic else (32,)), *signed), (of.made,)
            case Operation.DSA_VERIFY:
                return (of.public, of.made, *signed), ()


def signing(name: str, sk: bytes, rnd: bytes, signed: bytes, mu: bool = False) -> Task:
    """Sign, deterministic if rnd is 32 zeros, which the hardware refuses."""
    deterministic = rnd == bytes(32)
    frames = (sk, signed) if deterministic else (sk, rnd, signed)
    return Task(Operation.DSA_SIGN, name, frames, mu, deterministic)


def with_context(task: Task) -> Task:
    """The same with context and message in place of M', where one comes that begins as FIPS 204 says."""
    *others, signed = task.frames
    if task.operation < Operation.DSA_SIGN or task.mu or (found := parts(signed)) is None:
        return task
    frames = (*others, *((found.context,) if found.context else ()), found.message)
    return replace(task, frames=frames, ctx=len(found.context), prehash=found.prehash)


@dataclass(frozen=True)
class Answer:
    """What comes out."""

    frames: tuple[bytes, ...]  # in order
    error: Error  # the rules that were broken
    cycles: int  # from the command to the result, both included
    begins: int  # the cycle of the command
    taken: int = 0  # cycles from the command until the last word of its frames is taken


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
    return max(2 + 512 + 8, timing.zeroize(SLOTS) + 1)


def clean_cycles(name: str, kem: bool = True, dsa: bool = True, lanes: int = 4, *, redundant: bool = False) -> int:
    """Cycles of a clean after an operation of a parameter set, whose last word was taken (`Clean` of twd_lattice).

    >>> clean_cycles("ML-KEM-768"), clean_cycles("ML-DSA-65")
    (522, 1571)
    """
    timing = Timing(ring("ml-dsa") if dsa else None, ring("ml-kem") if kem else None, lanes, True)
    pair = name in KEM_SETS
    k = next(each.k for each in (*KEM, *DSA) if each.name == name)
    rows = 8 if redundant and not pair else k
    return max(2 + 512 + 8, timing.clean(rows, pair) + 1)


class Lattice:
    """A compiled twd_lattice.

    kem, dsa   its schemes
    lanes      1, 2, 4 or 8
    dsp        products in DSP blocks, or in LUTs
    rounds     of Keccak a cycle, 1 or 2
    slices     of Keccak, a cycle: 4, 8, 16 or 64
    redundant  Sign computes c s1 and c s2 twice
    parity     of words of the polynomial unit, and of bytes
    netlist    simulated instead of the sources
    config     selects the signals of its waveforms, as of `StreamSimulator`
    """

    def __init__(
        self,
        kem: bool = True,
        dsa: bool = True,
        lanes: int = 4,
        *,
        dsp: bool = True,
        rounds: int = 1,
        slices: int = 64,
        redundant: bool = False,
        parity: bool = False,
        rtl_root: Path | None = None,
        netlist: Source | None = None,
        config: Path | None = None,
    ) -> None:
        parameters = {"Kem": int(kem), "Dsa": int(dsa), "Lanes": lanes, **({} if dsp else {"Dsp": 0})}
        parameters |= {"Rounds": rounds} if rounds > 1 else {}
        parameters |= {} if slices == 64 else {"KeccakSlices": slices}
        parameters |= {"Redundant": 1} if redundant else {}
        parameters |= {"Parity": 1} if parity else {}
        self._simulator = StreamSimulator("twd_lattice", parameters, rtl_root=rtl_root, netlist=netlist, config=config)

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
        send, last = streams(tasks)
        before = None
        if zeroized is not None:
            before = Drop("zeroize_i", zeroized.at, *streams(zeroized.tasks))
        done = self._simulator.run(
            send,
            expected(tasks),
            last=last,
            stall=stall,
            seed=seed,
            random_state=True,
            patience=4_000_000,
            drop=before,
            waveform=waveform,
        )
        return answers(tasks, done)


def expected(tasks: Sequence[Task]) -> dict[str, int]:
    """The numbers of words that come out."""
    return {"out": sum(-(-size // 8) for task in tasks for size in task.results), "done": len(tasks)}


def answers(tasks: Sequence[Task], done: Run) -> list[Answer]:
    """What came out in a run. Raises CheckFailed for a frame of another length."""
    out, results = done.streams["out"], done.streams["done"]
    first, taken = done.streams["command"].cycles, done.streams["in"].cycles
    found, at, sent = [], 0, 0
    for i, task in enumerate(tasks):
        frames = []
        for size in task.results:
            part = slice(at, at + -(-size // 8))
            frames.append(_unpacked(out.values[part].tolist(), out.last[part].tolist(), size))
            at = part.stop
        sent += sum(len(frame(each)) for place, each in enumerate(task.frames) if task.port(place) == "in")
        begins = int(first[i])
        cycles = int(results.cycles[i]) - begins + 1
        read = int(taken[sent - 1]) - begins + 1 if sent else 0
        found.append(Answer(tuple(frames), Error(int(results.values[i, 0])), cycles, begins, read))
    return found


def streams(tasks: Sequence[Task]) -> tuple[dict[str, list[int]], dict[str, list[bool]]]:
    """The words of commands and frames, and the marks of the last words. Bytes that do not count are ones."""
    ports = [(task.port(at), frame(each, b"\xff")) for task in tasks for at, each in enumerate(task.frames)]
    sent = {port: framed(each for name, each in ports if name == port) for port in ("in", "key", "random")}
    words = {port: words for port, (words, _) in sent.items()} | {"command": [task.word for task in tasks]}
    return words, {port: last for port, (_, last) in sent.items() if port != "random"}


def _unpacked(words: Sequence[Sequence[int]], last: Sequence[bool], size: int) -> bytes:
    """The bytes of a frame that came out. Raises CheckFailed if it has another length or end."""
    data = b"".join(low.to_bytes(8, "little")[:count] for low, count in words)
    if len(data) != size or list(last) != [False] * (len(words) - 1) + [True]:
        raise CheckFailed(f"twd_lattice: a frame of {size} bytes comes out as {len(data)}, its ends as {list(last)}")
    return data
