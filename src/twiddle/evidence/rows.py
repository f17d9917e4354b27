# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The records as one table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from twiddle.base.errors import TwiddleError, as_path, system_errors
from twiddle.catalog.block import Cycles, Parameters
from twiddle.catalog.systems import LATTICE, System
from twiddle.evidence import merit
from twiddle.evidence.lattice_cycles import Recorded, averages, recorded
from twiddle.evidence.results import Results
from twiddle.tools.synth.records import Record

Value = str | int | float | None


def results(folder: Path | str | None = None) -> list[dict[str, Value]]:
    """The measured blocks: a row for each operation of each record, and for a block without operations one row.

    A build of `twd_lattice` has a row for each operation of each parameter set.

    folder  of records; None: those that come with Twiddle

    The columns:

    core, ring, target, operation  by name; empty for a block without a ring or without operations
    scheme                         ml-kem-768 and the like; empty for blocks that execute none whole
    interval                       cycles between two operations at full rate; of a whole one its cycles on average
    fill, latency                  cycles from the first beat in to the first and to the last beat out
    busy                           cycles from the first butterfly read to the last write; None for streaming
    lut, ff, dsp, bram36           cells of the target; `bram36` in blocks of 36 kbit
    area                           LUT-equivalents: LUT + 400 DSP + 784 BRAM36
    fmax_mhz                       clock rate, median of the seeds; None without place and route
    plain_mhz                      the same without registers packed into the blocks of ecp5; None for other targets
    time_us                        `interval` at `fmax_mhz`; None without place and route
    record                         its file in the folder of results

    and each parameter of a record by its RTL name, such as Butterflies; None where a block does not have it.
    pandas and polars take the list as it is: `pandas.DataFrame(twiddle.results())`.
    Raises TwiddleError for a folder that does not exist, and an unreadable record.

    >>> found = [row for row in results() if row["operation"] == "ntt" and row["Butterflies"] == 4 and row["time_us"]]
    >>> fastest = min(found, key=lambda row: row["time_us"])
    >>> fastest["time_us"] == fastest["interval"] / fastest["fmax_mhz"]
    True
    >>> {row["core"] for row in results() if row["scheme"] == "ml-kem-768" and row["operation"] == "decaps"}
    {'lattice'}
    """
    if folder is not None:
        with system_errors(folder):
            if not as_path("folder", folder).is_dir():
                raise TwiddleError(f"{folder}: not a folder")
    records = Results(folder)
    found = [(record, _parameters(record)) for record in records.load_all(everything=True)]
    names = dict.fromkeys(name for _, parameters in found for name in parameters)
    known = recorded(records)
    whole = known if known is not None and known.current else None
    return [
        {
            "core": record.core,
            "ring": record.ring,
            "target": record.target,
            "scheme": scheme,
            "operation": operation,
            **cycles,
            **{kind: record.cells[kind] for kind in ("lut", "ff", "dsp", "bram36")},
            "area": merit.lut_equivalents(record),
            "fmax_mhz": record.fmax_mhz,
            "plain_mhz": record.plain_mhz,
            "time_us": merit.micros(record, cycles["interval"]),
            "record": record.path,
            **{name: parameters.get(name) for name in names},
        }
        for record, parameters in found
        for scheme, operation, cycles in _operations(record, whole)
    ]


def _parameters(record: Record) -> Parameters:
    """Of whole schemes and their units also those that have their default."""
    architecture = record.block.architecture if record.path.startswith("systems/") else None
    return architecture.settings if isinstance(architecture, System) else record.parameters


def _operations(record: Record, known: Recorded | None) -> Iterator[tuple[str, str, dict[str, int | None]]]:
    """Scheme, operation and cycles; one without either for a block that has no operations."""
    none = Cycles(None, None, None, None)
    whole = list(averages(known, record.block)) if record.core == LATTICE.name else []
    for name, operation, cycles in whole:
        yield name.lower(), operation, {**asdict(none), "interval": round(cycles), "latency": round(cycles)}
    if not whole:
        yield from (("", name, asdict(cycles)) for name, cycles in (record.cycles or {"": none}).items())
