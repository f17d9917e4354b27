# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Streams polynomials through a compiled core, with exact cycle counts (port contract: docs of the cores)."""

import ctypes
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.base.errors import (
    A_DESIGN,
    TwiddleError,
    as_path,
    expect,
    hint,
    integer,
    refused,
    sequence,
    shown,
    unknown,
    whole,
)
from twiddle.catalog.block import OPCODES, Block, Cycles
from twiddle.model.passes import TAKES_B
from twiddle.tools.sim.build import MESSAGE_SIZE, Request, Source, build, failure, fields
from twiddle.tools.sim.waveform import check_written, checked_kind

REQUIRED_PORTS = (
    "clk_i", "rst_ni", "op_i",
    "a_valid_i", "a_ready_o", "a_data_i",
    "b_valid_i", "b_ready_o", "b_data_i",
    "c_valid_o", "c_ready_i", "c_data_o", "c_last_o", "c_err_o",
)  # fmt: skip

STEADY_INTERVALS = 8
"""Intervals at the end of a run that count as steady state."""

_FULL_RATE_OPERATIONS = 3 * STEADY_INTERVALS + 1
"""Intervals before them: the first fill buffers, the next may be a batch of at most STEADY_INTERVALS."""


@dataclass(frozen=True)
class Stalls:
    """Random pauses of the streams. A source that has offered a beat holds it until it is taken.

    a, b, c  probability per cycle, at most 0.999, that the source of a or b or the sink of c starts a pause
    burst    most cycles of a pause, at least 1

    Raises TwiddleError for a value outside its range.

    >>> from twiddle import core
    >>> simulator = core("iterative", "ml-kem", butterflies=4).simulate()
    >>> simulator.run("ntt", np.zeros((2, 256), int), stall=Stalls(c=0.5, burst=8)).c.shape
    (2, 256)
    """

    a: float = 0.0
    b: float = 0.0
    c: float = 0.0
    burst: int = 1

    def __post_init__(self) -> None:
        for name in ("a", "b", "c"):
            value = getattr(self, name)
            if not isinstance(value, Real) or not 0.0 <= float(value) <= 0.999:
                raise TwiddleError(f"stall {name} = {shown(value)}: not a probability of at most 0.999")
        integer("stall burst", self.burst, 1, 2**32)


@dataclass(frozen=True)
class Pause:
    """One pause of a source.

    stream  "a" or "b"
    beat    of the stream, from 0, before which the source pauses
    cycles  without an offer

    Raises TwiddleError for a value outside its range.

    >>> from twiddle import core
    >>> simulator = core("iterative", "ml-kem", butterflies=4).simulate()
    >>> result = simulator.run("ntt", np.zeros((1, 256), int), pause=Pause("a", beat=1, cycles=1000))
    >>> int(result.a_last[0] - result.a_first[0]) > 1000
    True
    """

    stream: str
    beat: int
    cycles: int

    def __post_init__(self) -> None:
        if not isinstance(self.stream, str) or self.stream not in ("a", "b"):
            raise refused("pause stream", self.stream, "a or b")
        integer("pause beat", self.beat, 0, 2**32)
        integer("pause cycles", self.cycles, 0, 2**32)


Operations = str | Sequence[str | int]
"""One name for all operations of a run, or one name or operation code for each."""


@dataclass(frozen=True)
class Bench:
    """What a test of a core does beyond streaming operations.

    before       operations, a, b and k that run before the reset, instead of the same ones
    rings        ring_i of each operation, for cores that choose the ring at run time; else the design's
    lengths      coefficients of each operation, if not n
    max_cycles   cycles without any transfer, pauses not counted, that end the run; default 4 latencies + 10000
    """

    before: tuple[Operations, ArrayLike, ArrayLike | None, int | Sequence[int]] | None = None
    rings: Sequence[int] | None = None
    lengths: Sequence[int] | None = None
    max_cycles: int | None = None


@dataclass(frozen=True)
class Result:
    """The results of one run.

    c        int64 (m, n): result of each operation
    err      bool (m,): its c_err_o
    cycles   as far as this run shows them: fill and latency of the first operation of an unstalled run,
             interval after at least 12 operations of one kind, busy if the run is one operation
    a_first, a_last, b_first, b_last, c_first, c_last
             int64 (m,): cycle of the first and last accepted beat of each operation, counted from the first
             cycle out of reset; -1 on b for an operation without b
    traces   name -> uint64 (cycles, words): recorded signals in every cycle, before its rising edge

    >>> from twiddle import core
    >>> result = core("iterative", "ml-kem", butterflies=4).simulate().run("ntt", np.zeros((2, 256), int))
    >>> result.c.shape, bool(result.cycles.latency == result.c_last[0] - result.a_first[0] + 1)
    ((2, 256), True)
    """

    c: NDArray[np.int64]
    err: NDArray[np.bool_]
    cycles: Cycles
    traces: Mapping[str, NDArray[np.uint64]]
    a_first: NDArray[np.int64]
    a_last: NDArray[np.int64]
    b_first: NDArray[np.int64]
    b_last: NDArray[np.int64]
    c_first: NDArray[np.int64]
    c_last: NDArray[np.int64]

    def __repr__(self) -> str:
        traces = ", ".join(self.traces) or "none"
        return f"Result(c: {self.c.shape}, err: {self.err.sum()}, {self.cycles}, traces: {traces})"


class _Stream(ctypes.Structure):
    _fields_ = (*fields("ops"), *fields("op ring k a_beats b_beats c_beats a b c err times", ctypes.c_void_p))


class _Job(ctypes.Structure):
    _fields_ = (
        *fields("main before", _Stream),
        *fields("stall", ctypes.c_uint64 * 3),
        *fields("burst"),
        *fields("pause_beat", ctypes.c_int64 * 2),
        *fields("pause", ctypes.c_uint64 * 2),
        *fields("seed idle_limit"),
        *fields("reset_at", ctypes.c_int64),
        *fields("random_state record assertions"),
        *fields("waveform", ctypes.c_char_p),
        *fields("cycle read_first write_last", ctypes.c_int64),
        *fields("samples", ctypes.POINTER(ctypes.c_uint64)),
        *fields("sample_count"),
        *fields("message", ctypes.c_char * MESSAGE_SIZE),
    )


class _Operands:
    """One stream of operations as the flat arrays of the harness."""

    def __init__(
        self,
        design: Block,
        bits: int,
        operations: Operations,
        a: ArrayLike,
        b: ArrayLike | None,
        k: int | Sequence[int],
        rings: Sequence[int] | None = None,
        lengths: Sequence[int] | None = None,
    ) -> None:
        polynomials = _polynomials("a", a, bits)
        one_k = whole(k)
        if isinstance(operations, str):
            count = np.size(k) if one_k is None else len(polynomials) // max(one_k, 1)
            operations = [operations] * count
        if not hasattr(operations, "__len__"):
            raise TwiddleError(f"operations: {shown(operations)} is neither a name nor a list of them")
        self.count = len(operations)
        if self.count == 0:
            raise TwiddleError("operations: none given")
        self.opcodes = np.array([_opcode(design, operation) for operation in operations], np.uint8)
        chosen = [design.selector] * self.count if rings is None else rings
        self.rings = _selector("rings", chosen, self.count, 0, 3)
        self.k = _selector("k", k if one_k is None else [one_k] * self.count, self.count, 0, 15)
        self.taken = np.maximum(self.k, 1)
        given = np.full(self.count, design.ring.n) if lengths is None else _integers(lengths)
        if given is None or given.shape != (self.count,) or (given % design.lanes).any() or given.min() < 0:
            raise TwiddleError(f"lengths: not {self.count} multiples of {design.lanes}")
        self.lengths = given.astype(np.int64)
        self.with_b = takes_b(design, operations)
        beats = self.lengths // design.lanes
        self.a_beats = (beats * self.taken).astype(np.uint32)
        self.b_beats = np.where(self.with_b, self.a_beats, 0).astype(np.uint32)
        self.c_beats = beats.astype(np.uint32)
        self.a = self._flat("a", polynomials, np.ones(self.count, np.bool_))
        empty = np.empty((0, polynomials.shape[1]), np.uint32)
        self.b = self._flat("b", empty if b is None else _polynomials("b", b, bits), self.with_b)
        self.c = np.zeros(int(self.lengths.sum()), np.uint32)
        self.err = np.zeros(self.count, np.uint8)
        self.times = np.full((6, self.count), -1, np.int64)

    def _flat(self, name: str, polynomials: NDArray[np.uint32], used: NDArray[np.bool_]) -> NDArray[np.uint32]:
        lengths = np.repeat(self.lengths[used], self.taken[used])
        if len(polynomials) != len(lengths):
            raise TwiddleError(f"{name}: {len(polynomials)} polynomials, the operations take {len(lengths)}")
        width = polynomials.shape[1]
        if (lengths == width).all():
            return polynomials.ravel()
        if (lengths > width).any():
            raise TwiddleError(f"{name}: polynomials have {width} coefficients, not {lengths.max()}")
        if len(set(lengths)) == 1:
            raise TwiddleError(f"{name}: polynomials have {width} coefficients, not {lengths[0]}")
        return np.concatenate([row[:length] for row, length in zip(polynomials, lengths, strict=True)])

    def stream(self) -> _Stream:
        arrays = (self.opcodes, self.rings, self.k, self.a_beats, self.b_beats, self.c_beats)
        arrays_data = (self.a, self.b, self.c, self.err, self.times)
        return _Stream(self.count, *(array.ctypes.data for array in (*arrays, *arrays_data)))

    def results(self) -> NDArray[np.int64]:
        """Results as rows; shorter ones are padded with zeros."""
        if len(set(self.lengths)) == 1:
            return self.c.reshape(self.count, -1).astype(np.int64)
        table = np.zeros((self.count, int(self.lengths.max())), np.int64)
        ends = np.cumsum(self.lengths)
        for row, (end, length) in enumerate(zip(ends, self.lengths, strict=True)):
            table[row, :length] = self.c[end - length : end]
        return table


def _integers(values: ArrayLike) -> NDArray[Any] | None:
    """The array if it holds integers; None otherwise."""
    try:
        array = np.asarray(values)
    except ValueError:  # rows of different lengths
        return None
    return array if array.dtype.kind in "iu" else None


def _polynomials(name: str, values: ArrayLike, bits: int) -> NDArray[np.uint32]:
    given = _integers(values)
    if given is None or given.ndim not in (1, 2):
        raise TwiddleError(f"{name}: not integers of shape (polynomials, n)")
    array = np.atleast_2d(given)
    if array.size and (array.min() < 0 or array.max() >= 1 << bits):
        raise TwiddleError(f"{name}: a coefficient does not fit the {bits} bits of its lane")
    return np.ascontiguousarray(array, np.uint32)


def _opcode(design: Block, operation: str | int) -> int:
    if isinstance(operation, str):
        if operation not in design.operations:
            of = f" of core {getattr(design, 'core', design.top)}"
            raise unknown("operation", operation, design.operations, of)
        return OPCODES[operation]
    if not isinstance(operation, int | np.integer) or not 0 <= operation <= 7:
        raise TwiddleError(f"operation code {shown(operation)}: not in 0 to 7")
    return operation


def takes_b(design: Block, operations: Sequence[str | int]) -> NDArray[np.bool_]:
    """Whether each operation has polynomials on b; refused codes follow those of their value."""
    codes = [OPCODES[name] for name in TAKES_B] if TAKES_B & set(design.operations) else []
    return np.isin([_opcode(design, operation) for operation in operations], codes)


def _selector(name: str, values: ArrayLike, count: int, low: int, high: int) -> NDArray[np.uint8]:
    array = _integers(values)
    if array is None or array.shape != (count,) or array.min() < low or array.max() > high:
        raise TwiddleError(f"{name}: not {count} values from {low} to {high}")
    return array.astype(np.uint8)


class Simulator:
    """A compiled core.

    design       the core: a design, or anything with these attributes of one: top, ring, lanes, selector,
                 operations, probes, rtl_root, rtl_parameters, cycles
    assertions   False switches the TWD_ASSERTs off
    probes       signals that runs may record: names of design.probes, or hierarchical names
                 ("u_ram.w_addr_i", with or without the top module in front); each costs a little speed
    rtl_root     another RTL tree with its own manifest.toml
    netlist      simulated instead of the sources, such as twiddle.Stage("xc7") (`twiddle.tools.sim.netlist`); it
                 has no assertions and no probes, so no busy count either

    Raises TwiddleError when a tool is missing or elaboration refuses the parameters.

    >>> from twiddle import core
    >>> simulator = Simulator(core("iterative", "ml-kem", butterflies=4))
    >>> simulator.measure("ntt") == simulator.design.cycles("ntt")
    True
    """

    def __init__(
        self,
        design: Block,
        *,
        assertions: bool = True,
        probes: Sequence[str] = (),
        rtl_root: Path | str | None = None,
        netlist: Source | None = None,
    ) -> None:
        if not hasattr(design, "rtl_parameters"):
            raise refused("design", design, A_DESIGN)
        sequence("probes", probes, str, "names")
        if netlist is not None and not hasattr(netlist, "files"):
            raise refused("netlist", netlist, 'a stage of a netlist, such as twiddle.Stage("xc7")')
        if netlist and probes:
            raise TwiddleError(f"{design.top}: no signal {probes[0]!r} to probe in a netlist")
        self.design = design
        self._assertions = assertions
        self._root = None if rtl_root is None else as_path("rtl_root", rtl_root)
        self._netlist = netlist
        self._busy = {"read", "write"} <= set(design.probes) and not netlist
        busy = ("read", "write") if self._busy else ()
        self._names = (*busy, *(name for name in dict.fromkeys(probes) if name not in busy))
        self._libraries: dict[str, ctypes.CDLL] = {}
        self._bits = 0
        self._takes_k = False
        library = self._library("")
        self._words = [int(library.twd_probe_words(index)) for index in range(len(self._names))]
        for name, words in zip(self._names, self._words, strict=True):
            if words < 0:
                raise TwiddleError(f"{design.top}: no signal {name!r} to probe{hint(name, design.probes)}")

    def __repr__(self) -> str:
        return f"Simulator({self.design}{'' if self._netlist is None else f', netlist={self._netlist!r}'})"

    def run(
        self,
        operations: Operations,
        a: ArrayLike,
        b: ArrayLike | None = None,
        *,
        k: int | Sequence[int] = 1,
        stall: float | Stalls = 0.0,
        pause: Pause | None = None,
        seed: int = 0,
        waveform: Path | str | None = None,
        record: Sequence[str] = (),
        reset_at: int | None = None,
        random_state: bool = False,
        bench: Bench = Bench(),
    ) -> Result:
        """Streams operations through the core without gaps, and collects their results.

        a            integers (m, n), below 2^bits; row i belongs to operation i, or with k the first k rows
                     to the first operation, and so on
        b            (mb, n): row i belongs to the i-th operation with a second operand, or as for a
        k            k_i of all operations or of each, for cores with this port: polynomials of an operation
                     on a and on b, for one on c; 0 and 9 to 15 are refused (0 takes one)
        stall        probability of a pause on every stream, or a `Stalls`
        pause        one long pause at a given place
        seed         of the pauses, of the payload beside valid beats and of a random state
        waveform     output file, ending in .vcd or .fst
        record       names given to the constructor as probes, or "read" and "write"
        reset_at     cycle in which reset is asserted; everything is dropped, the operations are streamed
                     again from the beginning, and their results are returned
        random_state registers and memories start with random contents instead of zeros

        Raises TwiddleError for operands that cannot be streamed, AssertionFailed when an assertion fires,
        ContractBroken when the core breaks the port contract, and Hang; each is a CheckFailed, whose message
        names core, ring, parameters, cycle and seed.
        """
        seed = integer("seed", seed)
        sequence("record", record, str, "names")
        expect("pause", pause, Pause | None, "a Pause")
        before_k = 1 if bench.before is None else bench.before[3]
        wave = None if waveform is None else as_path("waveform", waveform)
        kind = checked_kind(wave)
        if reset_at is not None and not (isinstance(reset_at, int | np.integer) and 0 <= reset_at < 2**32):
            raise TwiddleError(f"reset_at = {shown(reset_at)}: not a cycle")
        latencies = (self.design.cycles(operation).latency or 0 for operation in self.design.operations)
        limit = 4 * max(latencies, default=0) + 10_000 if bench.max_cycles is None else bench.max_cycles
        stalls = stall if isinstance(stall, Stalls) else Stalls(stall, stall, stall)
        for name in record:
            if name not in self._names:
                near = hint(name, self._names)
                raise TwiddleError(f"record: {name!r} is not among the probes of this simulator{near}")
        if not self._takes_k and [whole(k), whole(before_k)] != [1, 1]:
            raise TwiddleError(f"{self.design.top}: k = {shown(k)}: no port k_i, an operation takes one of each")
        operands = _Operands(self.design, self._bits, operations, a, b, k, bench.rings, bench.lengths)
        before = operands
        if bench.before is not None:
            before = _Operands(self.design, self._bits, *bench.before)
        elif reset_at is not None:
            before = _Operands(self.design, self._bits, operations, a, b, k, bench.rings, bench.lengths)
        library = self._library(kind)
        job = _Job(
            main=operands.stream(),
            before=before.stream(),
            stall=(ctypes.c_uint64 * 3)(*(round(p * 2**32) for p in (stalls.a, stalls.b, stalls.c))),
            burst=stalls.burst,
            pause_beat=(ctypes.c_int64 * 2)(*(pause.beat if pause and pause.stream == each else -1 for each in "ab")),
            pause=(ctypes.c_uint64 * 2)(*([pause.cycles if pause else 0] * 2)),
            seed=seed % 2**64,
            idle_limit=integer("max_cycles", limit, 1, 2**63 - 1),
            reset_at=-1 if reset_at is None else reset_at,
            random_state=bool(random_state),
            record=bool(record),
            assertions=self._assertions,
            waveform=None if wave is None else os.fsencode(wave),
        )
        try:
            status = library.twd_run(ctypes.byref(job))
            shape = (job.sample_count,)
            samples = np.ctypeslib.as_array(job.samples, shape).copy() if job.sample_count else None
        finally:
            library.twd_free(job.samples)
        if status != 0:
            kinds = operations if isinstance(operations, str) else "/".join(map(str, dict.fromkeys(operations)))
            where = f" at cycle {job.cycle} of {kinds} x {operands.count}; seed {seed}"
            raise failure(job.message, describe(self.design), where)
        check_written(wave)
        isolated = operands.count == 1 and self._busy and job.read_first >= 0
        busy = job.write_last - job.read_first + 1 if isolated else None
        unstalled = not (stalls.a or stalls.b or stalls.c or pause)
        return Result(
            operands.results(),
            operands.err.astype(np.bool_),
            _cycles(operands, busy) if unstalled else Cycles(None, None, None, busy),
            self._traces(samples, record),
            *operands.times,
        )

    def measure(self, operation: str, *, seed: int = 0, k: int = 1) -> Cycles:
        """The four cycle figures of an operation with k random polynomials per stream, without pauses.

        Fill, latency and busy come from a single operation, the interval from the last
        STEADY_INTERVALS of a run at full rate (rounded up where it is not an integer).
        """
        expect("operation", operation, str, "a name")
        seed, k = integer("seed", seed, 0), integer("k", k, 1, 15)

        def shot(count: int) -> Cycles:
            rng = np.random.default_rng(seed)
            a, b = rng.integers(0, self.design.ring.q, (2, count * k, self.design.ring.n))
            return self.run(operation, a, b if operation in TAKES_B else None, seed=seed, k=k).cycles

        alone = shot(1)
        return Cycles(shot(_FULL_RATE_OPERATIONS).interval, alone.fill, alone.latency, alone.busy)

    def _library(self, trace: str) -> ctypes.CDLL:
        if trace not in self._libraries:
            design = self.design
            signals = (design.probes.get(name, name) for name in self._names)
            request = Request(
                top=design.top,
                parameters=design.rtl_parameters(),
                harness="core",
                lanes=design.lanes,
                busy=self._busy,
                probes=tuple(each if each.split(".")[0] == design.top else f"{design.top}.{each}" for each in signals),
                trace=trace,
                root=self._root or self.design.rtl_root,
                netlist=self._netlist,
            )
            done = build(request, REQUIRED_PORTS)
            library = ctypes.CDLL(str(done.library))
            library.twd_run.argtypes = [ctypes.POINTER(_Job)]
            library.twd_free.argtypes = [ctypes.POINTER(ctypes.c_uint64)]
            library.twd_free.restype = None
            library.twd_probe_words.argtypes = [ctypes.c_uint64]
            library.twd_probe_words.restype = ctypes.c_int64
            self._bits = next(port.bits for port in done.ports if port.name == "a_data_i") // design.lanes
            self._takes_k = any(port.name == "k_i" for port in done.ports)
            self._libraries[trace] = library
        return self._libraries[trace]

    def _traces(self, samples: NDArray[np.uint64] | None, record: Sequence[str]) -> dict[str, NDArray[np.uint64]]:
        if samples is None:
            return {}
        ends = np.cumsum(self._words)
        table = samples.reshape(-1, int(ends[-1]))
        columns = dict(zip(self._names, zip(ends - self._words, ends, strict=True), strict=True))
        return {name: table[:, slice(*columns[name])] for name in record}


def describe(design: Block) -> str:
    """Core, ring and parameters, for messages."""
    ring = {"Ring", *design.ring.parameters}
    values = "".join(f", {name}={value}" for name, value in design.rtl_parameters().items() if name not in ring)
    return f"{design.top} (ring {design.ring.name}{values})"


def _cycles(operands: _Operands, busy: int | None) -> Cycles:
    a_first, c_first, c_last = operands.times[0], operands.times[4], operands.times[5]
    interval = None
    alike = len(set(zip(operands.opcodes, operands.k, strict=True))) == 1
    if operands.count >= STEADY_INTERVALS + 4 and alike:
        interval = math.ceil((a_first[-1] - a_first[-1 - STEADY_INTERVALS]) / STEADY_INTERVALS)
    return Cycles(
        interval=interval, fill=int(c_first[0] - a_first[0]), latency=int(c_last[0] - a_first[0] + 1), busy=busy
    )
