# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The records as one table."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from twiddle.base.errors import TwiddleError, as_path, system_errors
from twiddle.catalog.block import Cycles
from twiddle.evidence import merit
from twiddle.evidence.results import Results

Value = str | int | float | None


def results(folder: Path | str | None = None) -> list[dict[str, Value]]:
    """The measured blocks: a row for each operation of each record, and for a block without operations one row.

    folder  of records; None: those that come with Twiddle

    The columns:

    core, ring, target, operation  by name; empty for a block without a ring or without operations
    interval                       cycles between two operations at full rate
    fill, latency                  cycles from the first beat in to the first and to the last beat out
    busy                           cycles from the first butterfly read to the last write; None for streaming
    lut, ff, dsp, bram36           cells of the target; `bram36` in blocks of 36 kbit
    area                           LUT-equivalents: LUT + 400 DSP + 784 BRAM36
    fmax_mhz                       clock rate, median of the seeds; None without place and route
    time_us                        `interval` at `fmax_mhz`; None without place and route
    record                         its file in the folder of results

    and each parameter of a record by its RTL name, such as Butterflies; None where a block does not have it.
    pandas and polars take the list as it is: `pandas.DataFrame(twiddle.results())`.
    Raises TwiddleError for a folder that does not exist, and an unreadable record.

    >>> found = [row for row in results() if row["operation"] == "ntt" and row["Butterflies"] == 4 and row["time_us"]]
    >>> fastest = min(found, key=lambda row: row["time_us"])
    >>> fastest["time_us"] == fastest["interval"] / fastest["fmax_mhz"]
    True
    """
    if folder is not None:
        with system_errors(folder):
            if not as_path("folder", folder).is_dir():
                raise TwiddleError(f"{folder}: not a folder")
    found = Results(folder).load_all(everything=True)
    names = dict.fromkeys(name for record in found for name in record.parameters)
    none = {"": Cycles(None, None, None, None)}
    return [
        {
            "core": record.core,
            "ring": record.ring,
            "target": record.target,
            "operation": operation,
            **asdict(cycles),
            **{kind: record.cells[kind] for kind in ("lut", "ff", "dsp", "bram36")},
            "area": merit.lut_equivalents(record),
            "fmax_mhz": record.fmax_mhz,
            "time_us": merit.micros(record, cycles.interval),
            "record": record.path,
            **{name: record.parameters.get(name) for name in names},
        }
        for record in found
        for operation, cycles in (record.cycles or none).items()
    ]
