# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What each unit of `twd_lattice` does in every cycle of an operation, from the simulated hardware.

The simulation writes a waveform of the signals of `twiddle/tools/sim/timeline.vlt`, which is read back here.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import jinja2
import numpy as np
from numpy.typing import NDArray

from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.catalog.block import Block
from twiddle.catalog.systems import LATTICE, scheme_of, system
from twiddle.evidence.lattice_cycles import known_set
from twiddle.model.command import Operation as Command
from twiddle.model.keccak import Hash
from twiddle.model.sets import KEM_SETS
from twiddle.tools.lattice_cases import difference, dsa_cases, kem_cases
from twiddle.tools.lattice_simulator import Lattice
from twiddle.tools.sim import waveform

OPERATIONS: Mapping[str, tuple[str, ...]] = {
    "ML-KEM": ("keygen", "encaps", "decaps"),
    "ML-DSA": ("keygen", "sign", "verify"),
}

SIGNALS = Path(waveform.__file__).with_name("timeline.vlt")

SAMPLES = ("plain", "eta1", "eta2", "u", "v", "bit", "matrix", "secret", "eta", "t1", "t0", "mask", "ball")
ENCODES = (
    *("plain", "u", "v", "bit", "eta", "t1", "t0", "mask"),
    *("high", "hinted", "norm_z", "norm_t", "low", "hint", "pack", "zero"),
)
"""Jobs of sampler and encoder by their codes (twd_lattice_job_pkg)."""

KINDS = ("unit", "hash", "sample", "encode", "move", "next", "branch", "end")
SOURCES = ("in", "hash", "coder", "bytes")
SINKS = ("hash", "sampler", "bytes", "out", "compare", "hints")
"""Instructions, sources and sinks of moves by their codes (twd_lattice_pkg)."""


WIDTH = 860
COLOURS = ("#0b6e99", "#7a5195", "#c05600", "#6b5800", "#9c2f5a", "#2f7d32", "#45555f", "#a33a1e")

TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
    undefined=jinja2.StrictUndefined,
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)
TEMPLATES.filters["px"] = lambda value: f"{value:.1f}".removesuffix(".0")


class Interval(NamedTuple):
    """A job of a unit: its first cycle, the cycle after its last one, what it is, and the cycles with work in it."""

    start: int
    end: int
    what: str
    busy: int


@dataclass(frozen=True)
class Unit:
    """A unit and its jobs, one after the other.

    works   bool (cycles,): whether it works, cycle by cycle
    """

    name: str
    about: str
    jobs: tuple[Interval, ...]
    works: NDArray[np.bool_] = field(repr=False)

    @property
    def busy(self) -> int:
        """Cycles with work."""
        return int(self.works.sum())

    @property
    def taken(self) -> int:
        """Cycles in which it has a job."""
        return sum(job.end - job.start for job in self.jobs)

    def gaps(self, most: int = 3) -> list[tuple[int, int]]:
        """The longest stretches without work: first cycle, and the cycle after the last one."""
        return sorted(_runs(~self.works), key=lambda run: run[0] - run[1])[:most]


@dataclass(frozen=True)
class Timeline:
    """The units of a build in an operation.

    cycles   from the command, in cycle 0, to the result, both included, as in results/verify/cycles.json
    first    the cycle of the operation in which it begins

    >>> from twiddle import timeline
    >>> print(timeline("ml-kem-512", "keygen").window(200, 300).chart(60).splitlines()[-1])
    cycle      200                                    300
    """

    block: Block
    set: str
    operation: str
    seed: int
    cycles: int
    units: tuple[Unit, ...]
    first: int = 0

    @property
    def title(self) -> str:
        """Operation, build and cycles in words."""
        return f"{self.set} {self.operation} on {self.block.words}, seed {self.seed}: {self.cycles:,} cycles"

    @property
    def length(self) -> int:
        """Its cycles, which are all of the operation, or those of a `window`."""
        return len(self.units[0].works)

    def window(self, first: int, end: int | None = None) -> Timeline:
        """The cycles from `first` to before `end`, with the jobs cut there. Raises TwiddleError for none."""
        end = self.first + self.length if end is None else end
        if not self.first <= first < end <= self.first + self.length:
            raise TwiddleError(f"cycles {first} to {end}: not within the {self.cycles} of {self.set} {self.operation}")

        def cut(unit: Unit) -> Unit:
            spans = ((max(job.start, first), min(job.end, end), job.what) for job in unit.jobs)
            works = unit.works[first - self.first : end - self.first]
            jobs = (Interval(a, b, what, int(works[a - first : b - first].sum())) for a, b, what in spans if a < b)
            return replace(unit, jobs=tuple(jobs), works=works)

        return replace(self, units=tuple(map(cut, self.units)), first=first)

    def document(self) -> dict[str, Any]:
        """For JSON: of each unit busy and taken cycles, the longest gaps, and all jobs."""
        head = {"core": self.block.core, "parameters": dict(self.block.parameters), "scheme": self.set}
        units = [
            {
                "unit": unit.name,
                "about": unit.about,
                "busy": unit.busy,
                "taken": unit.taken,
                "gaps": [(start + self.first, end + self.first) for start, end in unit.gaps()],
                "jobs": [job._asdict() for job in unit.jobs],
            }
            for unit in self.units
        ]
        span = {"first": self.first, "length": self.length}
        return {**head, "operation": self.operation, "seed": self.seed, "cycles": self.cycles, **span, "units": units}

    def chart(self, width: int = 100) -> str:
        """A line a unit, a character so many cycles: its shade is the share with work, a dot a job without any."""
        size = max(1, width - 18)
        edges = np.linspace(0, self.length, min(size, self.length) + 1).round().astype(int)
        lines = []
        for unit in self.units:
            has = np.zeros(self.length + 1, np.int64)
            for job in unit.jobs:
                has[job.start - self.first : job.end - self.first] = 1
            work, taken = (np.add.reduceat(row, edges[:-1]) for row in (unit.works.astype(int), has[:-1]))
            shades = zip(np.ceil(4 * work / np.diff(edges)).astype(int), taken, strict=True)
            text = "".join(" ░▒▓█"[share] if share else "·" if job else " " for share, job in shades)
            lines.append(f"{unit.name:<10} {text} {unit.busy / self.length:5.0%}")
        end = f"{self.first + self.length:,}"
        scale = f"{'cycle':<10} {self.first:<{max(1, len(edges) - 1 - len(end))},}{end}"
        return "\n".join([*lines, scale])

    def svg(self) -> str:
        """An SVG with the jobs of every unit, a row a unit; the title of a bar is its job."""
        left, right = 110, 800
        scale = (right - left) / self.length
        power = 10 ** int(math.log10(self.length))
        step = max(1, next(power * part // 10 for part in (1, 2, 5, 10) if 10 * self.length <= 8 * power * part))
        cycles = range(-(-self.first // step) * step, self.first + self.length + 1, step)
        rows = [
            {
                "name": unit.name,
                "y": 44 + 22 * at,
                "fill": COLOURS[at % len(COLOURS)],
                "share": f"{unit.busy / self.length:.0%}",
                "jobs": [
                    (
                        left + scale * (job.start - self.first),
                        max(0.1, scale * (job.end - job.start)),
                        f"{0.2 + 0.8 * job.busy / (job.end - job.start):.2g}",
                        f"{job.what}, from {job.start}, {job.end - job.start} cycles, work in {job.busy}",
                    )
                    for job in unit.jobs
                ],
            }
            for at, unit in enumerate(self.units)
        ]
        return TEMPLATES.get_template("timeline.svg.j2").render(
            title=self.title,
            width=WIDTH,
            height=44 + 22 * len(rows) + 46,
            ticks=[(left + scale * (cycle - self.first), f"{cycle:,}") for cycle in cycles],
            rows=rows,
        )


def timeline(scheme: str, operation: str, block: Block | None = None, *, seed: int = 0) -> Timeline:
    """Simulate an operation on a build of `twd_lattice`, and record what its units do in every cycle.

    scheme     a parameter set, such as ML-DSA-65, in any case
    operation  keygen, encaps, decaps, sign or verify
    block      a build of core lattice; default: both schemes, 4 lanes
    seed       of keys and message, the same as in results/verify/cycles.json

    No port pauses, and cycles are those of the clock. The hardware is compiled if needed. Raises TwiddleError for an
    unknown set, an operation that its scheme has not, a build without the scheme, or a missing tool, CheckFailed where
    the answer is not that of kyber-py or dilithium-py.

    >>> from twiddle import timeline
    >>> found = timeline("ml-kem-512", "keygen")
    >>> found.units[0].name, len(found.units[0].jobs), found.units[2].jobs[0].what
    ('Keccak', 10, 'NTT x1 0 <- 0')
    """
    name = known_set(scheme)
    of, block = scheme_of(name) or "", LATTICE.block() if block is None else block
    if operation not in OPERATIONS[of]:
        raise TwiddleError(f"{name} {operation}: {of} has no such operation; it has {', '.join(OPERATIONS[of])}")
    build = system(block)
    if block.kind is not LATTICE or of not in build.schemes:
        raise TwiddleError(f"core {block.core}, {build.words}: has no timeline of {name}; a build with {of} has")
    cases = (kem_cases if name in KEM_SETS else dsa_cases)(name, seed)
    case = next(each for each in cases if each.task.operation.label.lower() == operation)
    hardware = Lattice(
        build.kem, build.dsa, build.lanes, dsp=build.dsp, slices=build.slices, rounds=build.rounds, config=SIGNALS
    )
    with tempfile.TemporaryDirectory(prefix="twiddle-timeline-") as folder:
        path = Path(folder) / "run.vcd"
        (answer,) = hardware.run([case.task], seed=seed, waveform=path)
        found = waveform.sampled(
            path, block.top, "u_sequencer.clk_i", dict.fromkeys((*_NAMES, *_keccak(build.slices)), 32)
        )
    if wrong := difference(case, answer):
        raise CheckFailed(f"core {block.core}, {wrong}")
    start = found["u_sequencer.accept"].index(1)
    rows = {name: np.array(values[start : start + answer.cycles]) for name, values in found.items()}
    return Timeline(block, name, operation, seed, answer.cycles, tuple(_units(rows, build.slices)))


_SCHEDULE = "u_polynomials.u_unit.u_engine.u_schedule"
_SAMPLER = "u_polynomials.u_sampling.u_sampler"


def _paths(place: str, names: str) -> list[str]:
    """Hierarchical names of signals in one place."""
    return [f"{place}.{name}" for name in names.split()]


_NAMES = (
    *_paths("u_sequencer", "accept state_q pc_q kind ends encode_job_o"),
    *_paths("u_polynomials", "busy_q quartet_valid quartet_ready open_q out_valid_o out_ready_i"),
    *_paths("u_polynomials.u_sampling", "sampler_ready sample_q"),
    *_paths(_SAMPLER, "fields_valid byte_valid ball_valid job_q.ball"),
    *_paths(_SCHEDULE, "state_q step operand_take_o u_streamed.run_q u_streamed.dst_q"),
    *_paths(f"{_SCHEDULE}.command_q", "op count dst a b"),
    *_paths(f"{_SCHEDULE}.u_streamed.command_q", "op dst b"),
    *_paths("u_moves", "active fire sinks"),
)


def _keccak(slices: int) -> list[str]:
    """Its phase, whether it takes a word, and the hash."""
    if slices == 64:
        return _paths("u_hash.gen_round.u_keccak", "phase_q u_message.write command_q.hash")
    return _paths("u_hash.gen_slices.u_keccak", "phase_q absorb command_q.hash")


def _units(rows: Mapping[str, NDArray[np.int64]], slices: int) -> Iterable[Unit]:
    """Every unit, of signals by name, each with its values from the command to the result."""

    def of(place: str, names: str) -> list[NDArray[np.int64]]:
        return [rows[path] for path in _paths(place, names)]

    phase, take, hashes = (rows[path] for path in _keccak(slices))
    phase[phase == 6] = 0  # after a reset, twd_keccak_slices clears its state
    works = (take == 1) | (phase == 2) | ((phase == 3) & (slices < 64))
    yield _unit("Keccak", "hashes; work: takes a word, or permutes", phase != 0, works, lambda i: Hash(hashes[i]).name)
    fields, bytes_, rows_, ball = of(_SAMPLER, "fields_valid byte_valid ball_valid job_q.ball")
    ready, sample = of("u_polynomials.u_sampling", "sampler_ready sample_q")
    works = (fields | rows_ | (bytes_ & ball)) == 1
    ready[0] = 1  # the operation follows a reset, in which it is not
    yield _unit("sampler", "polynomials; work: has fields of them", ready == 0, works, lambda i: SAMPLES[sample[i]])
    state, step, stream, run, dst = of(_SCHEDULE, "state_q step operand_take_o u_streamed.run_q u_streamed.dst_q")
    fields_of = of(f"{_SCHEDULE}.command_q", "op count dst a b")
    streamed = of(f"{_SCHEDULE}.u_streamed.command_q", "op dst b")

    def command(i: int) -> str:
        op, count, to, a, b = (int(each[i]) for each in fields_of)
        operation = Command(op)
        second = "" if operation in (Command.NTT, Command.INTT, Command.COPY) else f", {b}"
        return f"{operation.name} x{count + 1} {to} <- {a}{second}"

    def product(i: int) -> str:
        op, to, b = (int(each[i]) for each in streamed)
        return f"{Command(op).name} {to} <- stream, {b}"

    yield _unit("engine", "commands without a stream; work: slots of the schedule", state != 0, step == 1, command)
    yield _unit("products", "products of the matrix; work: slots of the engine", run == 1, (stream | dst) == 1, product)
    busy, valid, taken, opened, out, room = of(
        "u_polynomials", "busy_q quartet_valid quartet_ready open_q out_valid_o out_ready_i"
    )
    encode = rows["u_sequencer.encode_job_o"] & 15
    works = (valid & taken & opened | (out & room & (encode == ENCODES.index("pack")))) == 1
    yield _unit("encoder", "polynomials; work: takes a quartet", busy == 1, works, lambda i: ENCODES[encode[i]])
    active, fire, sinks = of("u_moves", "active fire sinks")
    for at, source in enumerate(SOURCES):

        def move(i: int, at: int = at) -> str:
            return "to " + ", ".join(name for bit, name in enumerate(SINKS) if sinks[i] >> 6 * at + bit & 1)

        about = f"words of {source}; work: moves one"
        yield _unit(f"move {source}", about, active >> at & 1 == 1, fire >> at & 1 == 1, move)
    phase, pc, kind, ends = of("u_sequencer", "state_q pc_q kind ends")
    waits = (phase == 4) & (ends == 0)
    yield _unit("waits", "an instruction that cannot start", waits, waits, lambda i: f"{KINDS[kind[i]]} at {pc[i]}")


def _unit(
    name: str, about: str, taken: NDArray[np.bool_], works: NDArray[np.bool_], what: Callable[[int], str]
) -> Unit:
    """A unit whose jobs are the runs of cycles in which it is taken, named by their first cycle."""
    works = works & taken
    jobs = (Interval(start, end, what(start), int(works[start:end].sum())) for start, end in _runs(taken))
    return Unit(name, about, tuple(jobs), works)


def _runs(of: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """The first cycle of each run of ones, and the cycle after its last one."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], of, [False]])))
    return [(int(start), int(end)) for start, end in zip(edges[::2], edges[1::2], strict=True)]
