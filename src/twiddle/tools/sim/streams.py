# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Drives a compiled module with stream ports: valid, ready, data and, for frames, last."""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from twiddle.base.errors import TwiddleError
from twiddle.tools.sim.build import (
    MESSAGE_SIZE,
    Build,
    Compiled,
    Member,
    Port,
    Request,
    Source,
    build,
    data_ports,
    failure,
    fields,
    words,
)
from twiddle.tools.sim.waveform import checked_kind

NONE = 2**64 - 1
_SAME = 2
"""How a trial ends (streams.cpp): in a state of the run without flips."""


class _Stream(ctypes.Structure):
    _fields_ = (
        *fields("valid ready data words last stall dropped count"),
        *fields("values cycles", ctypes.c_void_p),
        *fields("done"),
    )


class _Flip(ctypes.Structure):
    _fields_ = (*fields("cycle member byte mask"),)


class _Trial(ctypes.Structure):
    _fields_ = (*fields("flips", ctypes.POINTER(_Flip)), *fields("count"))


class _Job(ctypes.Structure):
    _fields_ = (
        *fields("seed random_state patience tail inputs"),
        *fields("input_words row", ctypes.c_void_p),
        *fields("streams_in"),
        *fields("in", ctypes.POINTER(_Stream)),
        *fields("streams_out"),
        *fields("out", ctypes.POINTER(_Stream)),
        *fields("watched drop drop_at trial_count"),
        *fields("trials", ctypes.POINTER(_Trial)),
        *fields("shared", ctypes.c_void_p),
        *fields("shared_words until limit kept"),
        *fields("members bytes state", ctypes.c_void_p),
        *fields("waveform", ctypes.c_char_p),
        *fields("last cycle"),
        *fields("message", ctypes.c_char * MESSAGE_SIZE),
    )


@dataclass(frozen=True)
class Transfers:
    """The transfers of one stream, in order."""

    values: NDArray[np.uint64]  # uint64 (m, words): the data in words of 64 bits, least significant first
    last: NDArray[np.bool_]  # bool (m,): the mark of the last word of a frame; false if the stream has none
    cycles: NDArray[np.int64]  # int64 (m,): the cycle of each transfer, from the first one after the reset on


@dataclass(frozen=True)
class Drop:
    """Words before those of a run, and the cycle in which they are given up: a plain input is 1 in it.

    What comes out until then is not looked at.
    """

    signal: str
    at: int
    send: Mapping[str, Sequence[int]]
    last: Mapping[str, Sequence[bool]]


@dataclass(frozen=True)
class Flip:
    """A bit of a state member that changes at the end of a cycle: a register, or an element of a memory."""

    cycle: int
    member: int
    element: int
    bit: int


@dataclass(frozen=True)
class Flips:
    """Runs that end with the last word of the stream `until`, or after `limit` cycles; bits change in each trial.

    What comes out is not checked; words of a stream beyond those that are expected are not kept. A trial is a process
    that begins with its first flip, and ends in the state that the run without flips has in the same cycle.
    """

    trials: Sequence[Sequence[Flip]]
    until: str
    limit: int


@dataclass(frozen=True)
class Run:
    """The transfers of every stream, the cycles up to the last one, the watched output and the state at the end.

    trials   of each trial the transfers of streams that come out
    """

    streams: Mapping[str, Transfers]
    cycles: int
    watched: int
    state: Mapping[str, NDArray[np.uint8]]
    trials: Sequence[Mapping[str, Transfers]] = ()


class StreamSimulator:
    """A compiled module with clk_i, rst_ni and streams in or out.

    Ports of a stream in are `x_valid_i`, `x_ready_o`, `x_data_i` and `x_last_i` or none; out: vice versa.
    Other inputs are plain signals, 0 by default. `netlist` is simulated instead of the sources.

    config   a Verilator configuration (.vlt) that selects the signals of the waveforms; default: all signals
    state    bits of its registers and memories can be flipped, and are in each `Run`; it has no assertions then

    Raises TwiddleError when a tool is missing or elaboration refuses the parameters.
    """

    def __init__(
        self,
        top: str,
        parameters: Mapping[str, int | str] | None = None,
        *,
        rtl_root: Path | None = None,
        netlist: Source | None = None,
        config: Path | None = None,
        state: bool = False,
    ) -> None:
        self.top, self._state = top, state
        self.parameters = {name: str(value) for name, value in (parameters or {}).items()}
        request = Request(
            top, self.parameters, "unit", root=rtl_root, netlist=netlist, state=state, assertions=not state
        )

        def make(trace: str) -> Build:
            return build(replace(request, trace=trace, config=config if trace else None))

        self._model = Compiled(make, "twd_run_streams", _Job)
        self._model.load("vcd" if config else "")
        self.inputs, self.outputs = data_ports(self._model.ports)
        names = {port.name for port in self.outputs}
        self.sinks = [port.name[:-8] for port in self.inputs if port.name.endswith("_valid_i")]
        self.sources = [name[:-8] for name in sorted(names) if name.endswith("_valid_o")]

    @cached_property
    def state(self) -> dict[int, Member]:
        """Registers and memories by their numbers: the members that keep a value which is forced on them."""
        members = self._model.members
        sizes = np.array([each.stride * each.elements for each in members], np.uint64)
        kept = np.zeros(len(members), np.uint8)
        library, index = self._model.load(""), self._model.index("")
        library.twd_find_state.argtypes = [ctypes.c_uint64, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_void_p]
        library.twd_find_state(index, sizes.ctypes.data, len(members), kept.ctypes.data)
        return {number: members[number] for number in np.flatnonzero(kept).tolist()}

    def run(
        self,
        send: Mapping[str, Sequence[int]],
        expect: Mapping[str, int],
        *,
        last: Mapping[str, Sequence[bool]] | None = None,
        plain: Mapping[str, int] | None = None,
        stall: float | Mapping[str, float] = 0.0,
        watch: str = "",
        patience: int = 100_000,
        tail: int = 64,
        seed: int = 0,
        random_state: bool = False,
        drop: Drop | None = None,
        flips: Flips | None = None,
        waveform: Path | None = None,
    ) -> Run:
        """Sends words into streams and receives words from others.

        send       stream -> its words, integers of any width; by default none
        expect     stream -> the number of expected words; by default none
        last       stream -> the mark of the last word of a frame, word by word
        plain      other inputs and their values
        stall      probability of a pause before a word, for all streams or by name
        watch      an output whose final value is returned
        patience   cycles without a transfer after which the run is aborted
        tail       cycles after the last transfer in which no other may follow
        drop       what is sent before, until a cycle in which a plain input is 1
        flips      trials in which bits of the state change, and when runs end then

        Raises TwiddleError for an unknown stream; CheckFailed if an assertion fails, an offered word changes,
        more words arrive than expected, or none for too long.
        """
        dropped = drop.send if drop is not None else {}
        for name in (*dropped, *send, *expect):
            if name not in (*self.sinks, *self.sources):
                raise TwiddleError(f"{self.top}: no stream {name}; there are {', '.join(self.sinks + self.sources)}")
        into, out = _places(self.inputs), _places(self.outputs)
        row = np.zeros(sum(words(port) for port in self.inputs), np.uint64)
        for name, value in (plain or {}).items():
            row[into[name]] = value
        input_words = np.array([words(port) for port in self.inputs], np.uint64)
        widths = {port.name: words(port) for port in (*self.inputs, *self.outputs)}
        arrays: dict[str, tuple[NDArray[np.uint64], NDArray[np.uint64]]] = {}
        sent = {name: [*dropped.get(name, ()), *send.get(name, ())] for name in self.sinks}
        marks = {
            name: [*(drop.last if drop is not None else {}).get(name, ()), *(last or {}).get(name, ())]
            for name in self.sinks
        }

        def stream(name: str, is_input: bool, count: int) -> _Stream:
            ours, theirs, own, other = (into, out, "_i", "_o") if is_input else (out, into, "_o", "_i")
            width = widths[f"{name}_data{own}"]
            mark = ours.get(f"{name}_last{own}", NONE)
            values = np.zeros((count, width + (mark != NONE)), np.uint64)
            arrays[name] = values, np.zeros(count, np.uint64)
            pause = stall if isinstance(stall, float) else stall.get(name, 0.0)
            return _Stream(
                valid=ours[f"{name}_valid{own}"],
                ready=theirs[f"{name}_ready{other}"],
                data=ours[f"{name}_data{own}"],
                words=width,
                last=mark,
                stall=round(pause * 2**32),
                dropped=len(dropped.get(name, ())),
                count=count,
                values=values.ctypes.data,
                cycles=arrays[name][1].ctypes.data,
            )

        sinks = [stream(name, True, len(sent[name])) for name in self.sinks]
        sources = [stream(name, False, expect.get(name, 0)) for name in self.sources]
        for name, numbers in sent.items():
            width = widths[f"{name}_data_i"]
            for word in range(width):
                arrays[name][0][:, word] = [value >> 64 * word & NONE for value in numbers]
            if marks[name]:
                arrays[name][0][:, width] = marks[name]
        trace = checked_kind(waveform)
        job = _Job(
            seed=seed % 2**64,
            random_state=random_state,
            patience=patience,
            tail=tail,
            inputs=len(self.inputs),
            input_words=input_words.ctypes.data,
            row=row.ctypes.data,
            streams_in=len(sinks),
            streams_out=len(sources),
            out=(_Stream * len(sources))(*sources),
            watched=out[watch] if watch else NONE,
            drop=0 if drop is None else into[drop.signal],
            drop_at=NONE if drop is None else drop.at,
            until=NONE,
            waveform=None if waveform is None else str(waveform).encode(),
        )
        setattr(job, "in", (_Stream * len(sinks))(*sinks))
        kept = self.state if self._state else {}
        members = np.array(list(kept), np.uint64)
        sizes = np.array([each.stride * each.elements for each in kept.values()], np.uint64)
        state = np.zeros(int(sizes.sum()), np.uint8)
        job.kept, job.members, job.bytes, job.state = (
            len(kept),
            members.ctypes.data,
            sizes.ctypes.data,
            state.ctypes.data,
        )
        shared = np.zeros(0, np.uint64)
        order: list[int] = []
        if flips is not None:
            job.until, job.limit = self.sources.index(flips.until), flips.limit
            ordered = [sorted(trial, key=lambda flip: flip.cycle) for trial in flips.trials]
            order = sorted(range(len(ordered)), key=lambda at: ordered[at][0].cycle)
            of = [(_Flip * len(ordered[at]))(*map(self._flip, ordered[at])) for at in order]
            trials = (_Trial * len(of))(*(_Trial(ctypes.cast(each, ctypes.POINTER(_Flip)), len(each)) for each in of))
            job.trial_count, job.trials = len(of), trials
            job.shared_words = 1 + sum(1 + arrays[name][0].size + arrays[name][1].size for name in self.sources)
            shared = np.frombuffer(mmap.mmap(-1, max(1, len(of) * job.shared_words) * 8), np.uint64)
            job.shared = shared.ctypes.data
        if not self._model.run(trace, job):
            raise failure(job.message, self.top, f" at cycle {job.cycle}; seed {seed}")
        parts = np.split(state, np.cumsum(sizes)[:-1].astype(np.int64)) if kept else []
        ends_of = {
            name: int(stream.done)
            for names, of in ((self.sinks, getattr(job, "in")), (self.sources, job.out))
            for stream, name in zip(of[: len(names)], names, strict=True)
        }
        transfers = {}
        for name, (values, cycles) in arrays.items():
            width = widths[f"{name}_data_i" if name in self.sinks else f"{name}_data_o"]
            ends = values[:, width] != 0 if values.shape[1] > width else np.zeros(len(values), bool)
            rest = slice(len(dropped.get(name, ())), None if flips is None else ends_of[name])
            transfers[name] = Transfers(values[rest, :width], ends[rest], cycles[rest].astype(np.int64))
        names = [each.name for each in kept.values()]
        places = dict(zip(order, shared.reshape(len(order), -1) if order else (), strict=True))
        tried = [self._tried(places[at], transfers, arrays) for at in range(len(order))]
        return Run(transfers, int(job.cycle) - tail, int(job.last), dict(zip(names, parts, strict=True)), tried)

    def _tried(
        self,
        words: NDArray[np.uint64],
        whole: Mapping[str, Transfers],
        arrays: Mapping[str, tuple[NDArray[np.uint64], NDArray[np.uint64]]],
    ) -> dict[str, Transfers]:
        """What comes out in a trial; after it has come to a state without flips, what does so there."""
        found, at, same = {}, 1, words[0] == _SAME
        for name in self.sources:
            values, cycles = arrays[name]
            done, width = int(words[at]), whole[name].values.shape[1]
            own = words[at + 1 : at + 1 + values.size].reshape(values.shape)[:done]
            at += 1 + values.size + cycles.size
            ends = own[:, width] != 0 if values.shape[1] > width else np.zeros(done, bool)
            ours = Transfers(own[:, :width], ends, words[at - cycles.size : at][:done].astype(np.int64))
            rest = slice(done, None) if same else slice(0)
            parts = ((getattr(ours, each), getattr(whole[name], each)[rest]) for each in ("values", "last", "cycles"))
            found[name] = Transfers(*map(np.concatenate, parts))
        return found

    def _flip(self, flip: Flip) -> _Flip:
        stride = self._model.members[flip.member].stride
        return _Flip(flip.cycle, flip.member, flip.element * stride + flip.bit // 8, 1 << flip.bit % 8)


def _places(ports: Sequence[Port]) -> dict[str, int]:
    places, place = {}, 0
    for port in ports:
        places[port.name] = place
        place += words(port)
    return places


def framed(frames: Iterable[Sequence[int]]) -> tuple[list[int], list[bool]]:
    """The words of frames one after the other, and the marks of their last words.

    >>> framed([[5, 6], [7]])
    ([5, 6, 7], [False, True, True])
    """
    words = [(word, at == len(frame) - 1) for frame in frames for at, word in enumerate(frame)]
    return [word for word, _ in words], [last for _, last in words]
